"""Substitutes: handing a seat over to another person, or letting a house player hold it for a while.

A player may hand over their own seat; the host may do it for a player who is gone. The host cannot take a seat from
somebody who is playing, because a substitute sees the cards.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select, update

from .. import clock
from ..store.models import INVITED, PLAYING, Chair, Letter, Match, Player, ReplyAddress, db
from ..store.session import transaction
from ..terms import HOUSE_ABSENT
from . import letters, talking
from .absence import ABSENT_AFTER, recount
from .addresses import BadAddress, checked_address, checked_name
from .errors import Refused
from .playing import Sitting

MOST_LINKS = 20
"""Highest link version of a seat, so that handing over cannot be used to send endless mail to strangers."""


@transaction
def hand_over(chair_id: int, seat: int, name: str, email: str, at: datetime | None = None) -> Chair:
    """Give a seat to another person, who gets a new link; all older links and reply addresses of the seat are revoked.

    ``chair_id`` is the seat that asks for it: the seat itself, or the host for a player who is gone. The substitute
    sees what the seat sees, but not its earlier player's orders, notes and thoughts. Raises `Refused`.
    """
    at = at or clock.now()
    by = db.session.get_one(Chair, chair_id)
    match, chair = by.match, _seat(by.match, seat)
    _check_open(match, chair)
    if by is not chair and not (by.seat == 0 and (match.status == INVITED or is_gone(chair))):
        raise Refused(f"{chair.name} plays: only {chair.name} can hand on this seat.", "seat")
    if chair.link_version >= MOST_LINKS:
        raise Refused("This seat has changed hands too often.", "seat")
    name, email = _checked(match, chair, name, email)
    before, left = chair.name, chair.player
    _seat_anew(chair, name, _player(email, at))
    match.touch()
    _forget_letters(chair, at)
    if match.status == INVITED:
        _invite(chair, at)
    else:
        _welcome(chair, before, at)
    if left is not None and left.email != email:
        letters.write_to_address(
            left.email, "replaced", at, f"replaced:{chair.id}:{chair.link_version}",
            game=match.game, name=before, substitute=name, by=by.name if by is not chair else "",
        )  # fmt: skip
    return chair


@transaction
def let_house_play(chair_id: int, seat: int, at: datetime | None = None) -> Chair:
    """Let a house player hold a seat until its player takes it back, if the terms of the match allow it.

    ``chair_id`` is the seat that asks for it: the seat itself, or the host for a player who is gone. Raises `Refused`.
    """
    at = at or clock.now()
    by = db.session.get_one(Chair, chair_id)
    match, chair = by.match, _seat(by.match, seat)
    if match.status != PLAYING or chair.house:
        raise Refused("Only a seat that somebody plays can be held by a house player.", "seat")
    if match.terms.get(HOUSE_ABSENT) != "on":
        raise Refused(
            "At this table the clock answers for who is absent, and no house player: so it was agreed.", "seat"
        )
    if by is not chair and not (by.seat == 0 and is_gone(chair)):
        raise Refused(f"{chair.name} plays: only {chair.name} can let the house play.", "seat")
    if all(other.house for other in match.chairs if other is not chair):
        raise Refused("Somebody has to stay at the table: all others are house players already.", "seat")
    chair.house, chair.missed = True, 0
    chair.standing = chair.order_at = None
    match.touch()
    talking.add(chair, talking.NEWS, f"A house player holds the seat of {chair.name} for a while.", at)
    sitting = Sitting(match, at)
    if match.asleep_at:
        sitting.wake()
    sitting.resume()
    recount(match, at)
    return chair


@transaction
def take_back(chair_id: int, at: datetime | None = None) -> Chair:
    """Take a seat back from a house player; no effect if the player plays already. Raises `Refused` after resigning."""
    chair = db.session.get_one(Chair, chair_id)
    if chair.resigned_at or chair.player_id is None or chair.match.status != PLAYING:
        raise Refused("This seat cannot be taken back.")
    if chair.house:
        chair.house = False
        chair.match.touch()
        talking.add(chair, talking.NEWS, f"{chair.name} is back and plays again.", at or clock.now())
    return chair


def is_gone(chair: Chair) -> bool:
    """Whether the host may replace the player: a house player holds the seat, or the player missed too many windows.

    One missed window is enough if mail to the player fails. Failing mail alone is not: many play on from their page.
    """
    return chair.house or chair.missed >= (1 if chair.trouble else ABSENT_AFTER)


def _seat(match: Match, seat: int) -> Chair:
    if not 0 <= seat < len(match.chairs):
        raise Refused("There is no such seat at this table.", "seat")
    return match.chairs[seat]


def _check_open(match: Match, chair: Chair) -> None:
    if match.status == PLAYING or (match.status == INVITED and chair.seat != 0):
        return
    if match.status == INVITED:
        raise Refused("Who opens a match plays in it: hand over your seat after the first card.", "seat")
    raise Refused("A seat can be handed over as long as the match is being played.", "seat")


def _checked(match: Match, chair: Chair, name: str, email: str) -> tuple[str, str]:
    try:
        name = checked_name(name)
    except BadAddress as bad:
        raise Refused(str(bad), "name") from bad
    try:
        email = checked_address(email)
    except BadAddress as bad:
        raise Refused(str(bad), "email") from bad
    others = [other for other in match.chairs if other is not chair]
    if name.casefold() in (other.name.casefold() for other in others):
        raise Refused(f"Somebody at this table is called {name} already.", "name")
    if email in (other.player.email for other in others if other.player):
        raise Refused("Whoever has this address sits at this table already.", "email")
    return name, email


def _player(email: str, at: datetime) -> Player:
    player = db.session.scalar(select(Player).where(Player.email == email))
    if player is None:
        player = Player(email=email, created_at=at)
        db.session.add(player)
        db.session.flush()
    return player


def _seat_anew(chair: Chair, name: str, player: Player) -> None:
    """Seat a new player and reset what belonged to the old one: orders, absence, mail trouble and all links.

    A new player has missed nothing: the replay shows all that the seat saw, from the first card on.
    """
    chair.name, chair.player = name, player
    chair.link_version += 1
    chair.house, chair.resigned_at, chair.missed, chair.verdict = False, None, 0, None
    chair.standing = chair.order_at = chair.stopped_at = chair.trouble = None
    chair.told_ply = chair.heard = 0
    chair.seen_ply = chair.match.ply
    db.session.execute(delete(ReplyAddress).where(ReplyAddress.chair_id == chair.id))
    db.session.flush()


def _forget_letters(chair: Chair, at: datetime) -> None:
    """Drop the letters to this seat that are still in the outbox: they were for the previous player."""
    waiting = update(Letter).where(Letter.chair_id == chair.id, Letter.due_at.is_not(None))
    db.session.execute(waiting.values(due_at=None, dropped_at=at))


def _invite(chair: Chair, at: datetime) -> None:
    chair.accepted_at = chair.word = chair.declined_at = None
    if chair.invited_at:
        letters.write(chair.match, chair, "invitation", at, str(chair.link_version))


def _welcome(chair: Chair, before: str, at: datetime) -> None:
    """Send the substitute a letter and notify the table."""
    match, again = chair.match, str(chair.link_version)
    news = (
        f"{chair.name} now plays in the place of {before}." if chair.name != before else f"{before} has a new address."
    )
    talking.add(chair, talking.NEWS, news, at)
    letters.write(match, chair, "substitute", at, again, before=before)
    letters.tell(match, [other for other in match.chairs if other is not chair], "handed", at, f"{chair.seat}-{again}",
              seat=chair.seat, before=before)  # fmt: skip
