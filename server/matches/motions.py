"""Motions: what the host's desk may not do alone, and asks of all players; see `server.views.motions`.

There is one at a time at a table. Whoever has the desk makes it and may withdraw it; only players say yes or no, each
from their own seat, and may change their word until it is settled. Once a player asks to go on, all are asked whether
the pause lasts as long as planned.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from .. import clock
from ..store.ballots import Motion
from ..store.models import PLAYING, Chair, Match
from ..store.one_match import one_chair, one_match, touch
from ..store.session import NOW, transaction
from ..terms import ZONE
from ..views import own_seats
from ..views.motions import (
    CARRIED,
    END,
    HOUSE,
    LOST,
    PACE,
    PAUSE,
    STAY,
    WITHDRAWN,
    about,
    motion_of,
    open_motion,
    outcome,
    sentence,
    voters,
)
from . import house_seats, letters, pausing, quotas, talking, timing
from .errors import Refused
from .in_play import InPlay
from .lookup import playing_chair, seat_of

A_DAY = 6
"""How many motions one table may see in a day, as each writes to everybody."""
SETTLED = "That is settled, or was withdrawn."
NOT_ALL = "It was asked: “{sentence}” Not everybody wants it, so it stays as it is."


@transaction
def move(match_id: str, what: str, value: str = "", at: datetime = NOW) -> Match:
    """Ask all players for their yes to a shorter pace, the end of the match, a house player in a seat, or a pause.

    ``what``: pace, end, house or pause. ``value``: the pace, the number of the seat, or that of the days. The same
    again changes nothing.
    Raises `Refused` for what cannot be, or while something else is asked, and `TooMany`.
    """
    match = one_match(match_id)
    if match.status != PLAYING:
        raise Refused("Nothing is asked of the players but while they play.")
    motion, before = _checked(match, what, value), open_motion(match)
    if before and (before.what, before.value) == (motion.what, motion.value):
        return match
    if before:
        raise Refused("Something is asked of the players already: wait for them, or withdraw it first.", "motion")
    quotas.check("motion", match.id, at, A_DAY, "That is enough for one day. Ask again in {wait}.")
    _ask(match, motion, at)
    return match


def _ask(match: Match, motion: Motion, at: datetime) -> None:
    latest = motion_of(match)
    match.motion = motion = replace(motion, number=latest.number + 1 if latest else 1)
    talking.add(match.chairs[0], talking.NEWS, f"All are asked: “{sentence(motion, match)}”", at)
    letters.tell(match, voters(motion, match), "motion", at, str(motion.number), motion=motion.number)


@transaction
def go_on(chair_id: int, at: datetime = NOW) -> Match:
    """Ask to go on: a pause ends `clock.GO_ON` from now. All are asked whether it lasts as long as planned.

    No effect if no pause would last longer. Raises `Refused` for a seat that does not play. While another motion is
    open, nothing is asked: the pause ends.
    """
    chair = playing_chair(chair_id, "Only who plays in a match that goes on can ask for the end of a pause.")
    match = chair.match
    until, ends, before = match.paused_until, at + clock.GO_ON, open_motion(match)
    if until is None or until <= ends:
        return match
    pausing.end(match, ends, at)
    said = clock.told(ends, match.terms.get(ZONE), at, to_all=True)
    news = f"{chair.name} asks to go on: the pause ends {said}, unless all say otherwise."
    talking.add(chair, talking.NEWS, news, at)
    if before is None or before.what == STAY:
        _ask(match, Motion(what=STAY, value=until.isoformat()), at)
    return match


@transaction
def answer_motion(chair_id: int, yes: bool, number: int | None, at: datetime = NOW) -> Match:
    """Say yes or no to what all are asked; what it asks is done once enough have said yes.

    ``number``: which motion is meant. The same word again changes nothing. Raises `Refused` if it is settled, or if
    this seat has no vote.
    """
    chair = one_chair(chair_id)
    match, latest = chair.match, motion_of(chair.match)
    touch(match)
    if latest is None or latest.number != number or (latest.settled and latest.word_of(chair) is not yes):
        raise Refused(SETTLED)
    if latest.settled:
        return match
    if chair not in voters(latest, match):
        raise Refused("Your word is not asked for here.")
    _settle(match, latest.saying(yes, own_seats(chair)), at)
    return match


@transaction
def withdraw_motion(match_id: str, number: int | None) -> Match:
    """Withdraw what all are asked; no effect if that was settled meanwhile."""
    match = one_match(match_id)
    motion = open_motion(match)
    if motion is not None and motion.number == number:
        match.motion = replace(motion, settled=WITHDRAWN)
    return match


def recount(match: Match, at: datetime) -> None:
    """Settle the open motion if, after somebody has left, all others have said yes. Must run inside a transaction."""
    motion = open_motion(match)
    if motion is not None:
        _settle(match, motion, at)


def seat_handed_on(chair: Chair) -> None:
    """Before somebody else takes a seat: withdraw the motion that a house player is to hold it for the player who goes.

    Must run inside a transaction.
    """
    motion = open_motion(chair.match)
    if motion is not None and about(motion, chair.match) is chair:
        chair.match.motion = replace(motion, settled=WITHDRAWN)


def _checked(match: Match, what: str, value: str) -> Motion:
    """The motion, not yet numbered. Raises `Refused`."""
    if what == PACE:
        value = timing.checked_pace(value)
        after, before = clock.pace(value), clock.pace(match.pace)
        if not (isinstance(after, clock.Fixed) and isinstance(before, clock.Fixed) and after.span < before.span):
            raise Refused("Only a fixed time for each answer can be made shorter here, such as 4 days to 2 days.", PACE)
    elif what == HOUSE:
        chair = seat_of(match, int(value) if value.isdecimal() and len(value) < 3 else -1)
        house_seats.check_may_be_held(chair)
        value = str(chair.id)
    elif what == PAUSE:
        if value not in map(str, pausing.PAUSES):
            raise Refused(f"All can agree on a pause of {', '.join(map(str, pausing.PAUSES))} days.", "days")
    elif what != END:
        raise Refused("This cannot be asked of the players.")
    return Motion(what=what, value="" if what == END else value)


def _settle(match: Match, motion: Motion, at: datetime) -> None:
    seat, settled = about(motion, match), outcome(motion, match)
    if motion.what == HOUSE and (seat is None or seat.house):
        settled = WITHDRAWN  # a house player holds it already
    if motion.what == STAY and datetime.fromisoformat(motion.value) <= at:
        settled = WITHDRAWN
    match.motion = replace(motion, settled=settled)
    if settled == LOST:
        talking.add(match.chairs[0], talking.NEWS, NOT_ALL.format(sentence=sentence(motion, match)), at)
    elif settled == CARRIED:
        _carry_out(match, motion, seat, at)


def _carry_out(match: Match, motion: Motion, seat: Chair | None, at: datetime) -> None:
    said = f"Agreed: “{sentence(motion, match)}”"
    talking.add(match.chairs[0], talking.NEWS, said, at)
    if motion.what == PACE:
        match.pace = motion.value
    elif motion.what == PAUSE:
        pausing.pause(match, max(match.paused_until or at, at) + int(motion.value) * clock.DAY, at)
    elif motion.what == STAY:
        pausing.pause(match, datetime.fromisoformat(motion.value), at)
    elif seat is not None:
        house_seats.sit_down(seat, at)
    else:
        InPlay(match, at).end("agreed", ())
