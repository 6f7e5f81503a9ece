"""The host's desk: what the host of a match may put right, by a link of its own.

Before the first card: a mistyped address, the order of the seats, calling it off. While it is played: a longer pace.
What is done here is told to the table. What a seat holds, has answered or plans is never shown: the host plays, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace
from sqlalchemy import select

from .. import clock, links
from ..config import settings
from ..store.models import INVITED, PLAYING, Chair, Letter, Match, Offer, db
from ..store.one_match import chair_of, one_match, touch, write
from ..store.session import NOW, transaction
from ..views.motions import PACE, PAUSE, STAY, WITHDRAWN, open_motion
from . import letters, mistyped, motions, opening, pausing, people, quotas, substituting, talking, timing
from .addresses import checked_address
from .errors import Gone, Refused
from .lookup import checked_known, numbers, seat_of

SHORTER = "Less time for each answer needs everybody's yes, and can be asked for while the match is played."
A_DAY = 6
"""How often a match may be paused in a day, as each time writes to everybody."""
ENOUGH = "That is enough for one day. Try again in {wait}."


def desk_by_token(token: str) -> Match:
    """The match whose desk this link opens. Raises `Unknown`, or `Gone` if the link has been ended."""
    host_id, version = numbers(links.DESK, token, 2)
    match = checked_known(chair_of(host_id)).match
    if match.desk_version != version:
        raise Gone("This link to the host's desk has been ended.")
    return match


@transaction
def renew_desk(match_id: str, at: datetime = NOW) -> Match:
    """End all links to the desk. The new one is on the page of the host's seat, and goes there by letter."""
    match = one_match(match_id)
    match.desk_version += 1
    letters.write(match, match.chairs[0], "desk", at, str(match.desk_version))
    return match


@transaction
def correct_address(match_id: str, seat: int, typed: str, at: datetime = NOW) -> Chair:
    """Correct the mail address of a seat that nobody has taken yet. The link sent to the old one opens nothing any
    more.

    The new address gets the invitation, if the old one had. The same address again changes nothing. If the new address
    is one that sits at the table already and that the desk does not show, its letter says that they cannot take the
    seat; the host learns nothing. Raises `Refused`, also for the host's own seat or one that is taken, and `TooMany`.
    """
    match = one_match(match_id)
    chair = seat_of(match, seat)
    if match.status != INVITED or chair.accepted_at or chair.player is None or seat == 0:
        raise Refused("Only the address of somebody who has not taken the seat yet can be corrected.", "seat")
    email = checked_address(typed)
    if people.are_one(email, chair.player.email):
        return chair
    shown = typed_at_it(match) | {0}
    if people.sits_there(email, (other for other in match.chairs if other.seat in shown), but=chair):
        raise Refused("Whoever has this address sits at this table already.", "email")
    quotas.check("corrected", match.id, at, settings().handovers, ENOUGH, "email")
    substituting.seat_anew(chair, chair.name, people.person_with(email, at), at)
    substituting.forget_letters(chair, at)
    substituting.invite(chair, at)
    touch(match)
    return chair


@transaction
def offer_seat(match_id: str, seat: int, name: str, email: str, at: datetime = NOW) -> Offer:
    """Offer a seat to somebody else; never the host's own, whose cards are not the desk's to give. Raises `Refused`."""
    return substituting.offer_seat(_host_of(match_id, seat).id, seat, name, email, at)


@transaction
def let_house_play(match_id: str, seat: int, at: datetime = NOW) -> Chair:
    """Let a house player hold the seat of somebody who is gone; never the host's own. Raises `Refused`."""
    return substituting.let_house_play(_host_of(match_id, seat).id, seat, at)


def _host_of(match_id: str, seat: int) -> Chair:
    match = one_match(match_id)
    if seat == 0:
        raise Refused("The host's own seat is handed on from the host's own page only.", "seat")
    return match.chairs[0]


def seat_order(match: Match) -> str:
    """The order of the seats, which a change of it sends back, so that the same change sent twice is made once."""
    return ",".join(str(chair.id) for chair in match.chairs)


@transaction
def swap_seats(match_id: str, one: int, other: int, order: str, at: datetime = NOW) -> Match:
    """Let two players change seats before the first card; the host's seat stays the first.

    ``order``: the `seat_order` that the host was shown. If this change has been made already, nothing happens.
    Raises `Refused`, also if the order has been changed otherwise meanwhile.
    """
    match = one_match(match_id)
    if match.status != INVITED:
        raise Refused("Seats can be changed before the first card only.", "seat")
    first, second = (seat_of(match, seat) for seat in (one, other))
    if one == other or 0 in (one, other):
        raise Refused("Name two different seats; the host's own stays the first.", "seat")
    if order != seat_order(match):
        if _swapped(order.split(","), one, other) == seat_order(match).split(","):
            return match
        raise Refused("The seats have been changed meanwhile: look at them again.", "seat")
    names = [chair.name for chair in (first, second)]
    for chair, seat in ((first, -1), (second, one), (first, other)):  # a seat number is never there twice
        chair.seat = seat
        write()
    match.chairs.sort(key=lambda chair: chair.seat)
    _follow(match, {one: other, other: one})
    _tell(match, f"{names[0]} and {names[1]} have changed seats.", at)
    return match


def _swapped(chairs: list[str], one: int, other: int) -> list[str]:
    if max(one, other) < len(chairs):
        chairs[one], chairs[other] = chairs[other], chairs[one]
    return chairs


def _follow(match: Match, moved: Mapping[int, int]) -> None:
    """Let what names a seat by its number follow whoever sits there: letters that still wait, and open offers."""
    waiting = select(Letter).where(Letter.match_id == match.id, Letter.due_at.is_not(None))
    for letter in db.session.scalars(waiting):
        if letter.facts.get("seat") in moved:
            letter.facts = {**letter.facts, "seat": moved[letter.facts["seat"]]}
    for offer in db.session.scalars(select(Offer).where(Offer.match_id == match.id)):
        offer.by_seat = moved.get(offer.by_seat, offer.by_seat)


def typed_at_it(match: Match) -> set[int]:
    """The seats whose mail addresses the desk may show, because the host has typed them.

    Not those of a rematch, nor of a further table with the same deals, whose people the host of the first one has
    named; nor that of somebody to whom a player has handed on the seat.
    """
    if match.rematch_of is not None or match.table_number not in (None, 1):
        return set()
    handed = Offer.match_id == match.id, Offer.accepted_at.is_not(None), Offer.by_seat != 0
    not_ours = set(db.session.scalars(select(Offer.chair_id).where(*handed)))
    return {chair.seat for chair in match.chairs if chair.accepted_at is None and chair.id not in not_ours}


def perhaps_meant(match: Match, seats: Iterable[int]) -> dict[int, str]:
    """The addresses that may have been meant for these seats, which no letter reaches, where the typed ones look wrong.

    Guessed only from what the desk shows: the addresses that the host has typed, and the host's own.
    """
    typed = typed_at_it(match) - set(seats) | {0}
    nearby = [chair.player.email.rpartition("@")[2] for chair in match.chairs if chair.seat in typed and chair.player]
    looked_at = [chair for chair in match.chairs if chair.seat in set(seats) & typed_at_it(match) and chair.player]
    meant = {chair.seat: mistyped.perhaps_meant(chair.player.email, nearby) for chair in looked_at if chair.player}
    return {seat: email for seat, email in meant.items() if email}


@transaction
def call_off(match_id: str, at: datetime = NOW) -> Match:
    """Call a match off before its first card, and tell all invited, once. Raises `Refused` if it is being played."""
    match = one_match(match_id)
    if match.status == INVITED:
        opening.call_off(match, match.chairs[0], at)
    elif match.status == PLAYING:
        raise Refused("The cards are dealt: a match under way ends when its players resign or agree to end it.")
    return match


@transaction
def set_pace(match_id: str, pace: str, at: datetime = NOW) -> Match:
    """Give all more time for each answer from the next window on, or ask all for a yes to less. Raises `Refused`."""
    match = one_match(match_id)
    if match.status == PLAYING and pace in paces(match)[1]:
        return motions.move(match_id, PACE, pace, at)
    if match.status not in (INVITED, PLAYING):
        raise Refused("This match is over.")
    pace = timing.checked_pace(pace)
    after, before = clock.pace(pace), clock.pace(match.pace)
    if not (isinstance(after, clock.Fixed) and isinstance(before, clock.Fixed)):
        raise Refused("Only a fixed time for each answer can be changed here, such as 2 days to 4 days.", "pace")
    if after.span < before.span:
        raise Refused(SHORTER, "pace")
    if after.span > before.span:
        match.pace = pace
        _tell(match, f"From the next turn on there is more time for each answer: {after.words}.", at)
    return match


@transaction
def pause(match_id: str, days: int, at: datetime = NOW) -> Match:
    """Let the clock of a match stand still for some days, or ask all for their yes to more than the host may decide.

    While it is paused, nothing happens. Raises `Refused` for days that are not offered (see `pauses`), and `TooMany`.
    """
    match = one_match(match_id)
    if match.status != PLAYING:
        raise Refused("Only a match that is being played can be paused.")
    alone, agreed = pauses(match)
    if days not in (*pausing.PAUSES, *alone):
        raise Refused(
            f"A match can be paused for 3, 7, 14 or 28 days. You may still decide {pausing.days_left(match)} of "
            f"{clock.PAUSED} days alone; more needs everybody’s yes.",
            "days",
        )
    if pausing.is_paused(match, at):
        return match
    if days in agreed:
        return motions.move(match_id, PAUSE, str(days), at)
    quotas.check("pause", match.id, at, A_DAY, ENOUGH)
    pausing.pause(match, at + timedelta(days=days), at)
    _tell(match, f"The match is paused for {days} day{'s' * (days != 1)}: the clock stands still.", at)
    return match


def pauses(match: Match) -> tuple[list[int], list[int]]:
    """For how many days the host may pause the match alone, and for how many if everybody says yes."""
    left = pausing.days_left(match)
    alone = sorted({left, *(days for days in pausing.PAUSES if days < left)} - {0})
    return alone, [days for days in pausing.PAUSES if days > left]


@transaction
def resume(match_id: str, at: datetime = NOW) -> Match:
    """Let the clock go on before a pause is over; no effect if the match is not paused."""
    match = one_match(match_id)
    if match.status != PLAYING or not pausing.is_paused(match, at):
        return match
    pausing.end(match, at, at)
    motion = open_motion(match)
    if motion is not None and motion.what == STAY:
        match.motion = replace(motion, settled=WITHDRAWN)
    _tell(match, "The pause is over: the clock goes on.", at)
    return match


def paces(match: Match) -> tuple[dict[str, str], dict[str, str]]:
    """The paces with more and with less time than now, each with its words; none where the time is not a fixed one."""
    now = clock.pace(match.pace)
    if not isinstance(now, clock.Fixed):
        return {}, {}
    spans = {f"P{days}D": clock.Fixed(timedelta(days=days)) for days in (14, 10, 7, 4, 3, 2, 1)}
    least = settings().min_pace
    return (
        {value: pace.words for value, pace in reversed(spans.items()) if pace.span > now.span},
        {value: pace.words for value, pace in spans.items() if least <= pace.span < now.span},
    )


def _tell(match: Match, text: str, at: datetime) -> None:
    talking.add(match.chairs[0], talking.NEWS, text, at)
