"""What else a player may do: leave, judge an absent one, get a new link, stop the letters."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from .. import clock
from ..addresses import BadAddress, checked_address
from ..rules.engine import Seat
from ..store.models import PLAYING, Chair, Match, Player, db
from ..store.session import transaction
from . import letters, timing
from .errors import Refused
from .playing import Sitting

GO_ON, WAIT, END = "go-on", "wait", "end"
VERDICTS = (GO_ON, WAIT, END)
ABSENT_AFTER = 3
"""Windows in a row that a seat misses before the others are asked what to do."""
WAITING = timedelta(days=14)
"""How much longer the running window stays open when the others decide to wait."""


@transaction
def resign(chair_id: int, at: datetime | None = None) -> Match:
    """Give up. With nobody left to play on or against, the match is over and the others have won; else the house plays.

    A table that sleeps wakes up.
    """
    at = at or clock.now()
    chair = db.session.get_one(Chair, chair_id)
    match = chair.match
    if match.status != PLAYING:
        raise Refused("Only a match that is being played can be given up.")
    if chair.resigned_at:
        return match
    chair.resigned_at, chair.house = at, True
    match.touch()
    sitting = Sitting(match, at)
    left = sides_left(match, sitting)
    if len(left) <= 1 or all(other.house for other in match.chairs):
        sitting.end("resigned", [seat for side in left if chair.seat not in side for seat in side])
        return match
    letters.tell(match, [other for other in match.chairs if other is not chair], "resigned", at, str(chair.seat))
    if match.asleep_at:
        sitting.wake()
    sitting.resume()
    recount(match, at)
    return match


def sides_left(match: Match, sitting: Sitting) -> list[tuple[Seat, ...]]:
    """The sides on which somebody still plays who has not given up; a player alone is a side."""
    seats = range(len(match.chairs))
    sides = sitting.game.sides or tuple((seat,) for seat in seats)
    return [side for side in sides if any(match.chairs[seat].resigned_at is None for seat in side)]


@transaction
def judge(chair_id: int, verdict: str, at: datetime | None = None) -> Match:
    """Say what shall be done about an absent player; what more than half of the others say is done.

    ``go-on``: the clock goes on answering. ``wait``: the running window stays open 14 days longer. ``end``: the
    match ends as it stands, without winners.
    """
    at = at or clock.now()
    if verdict not in VERDICTS:
        raise Refused(f"Say one of {', '.join(VERDICTS)}.", "verdict")
    chair = db.session.get_one(Chair, chair_id)
    match = chair.match
    if match.status != PLAYING or chair not in judges_of(match):
        raise Refused("Nobody is being waited for at this table now.")
    chair.verdict = verdict
    match.touch()
    recount(match, at)
    return match


def recount(match: Match, at: datetime) -> None:
    """Do what more than half of those say who are asked now: one more has spoken, or one who was asked has left.

    To be called within a transaction.
    """
    said = [judge.verdict for judge in judges_of(match)] if match.status == PLAYING else []
    for verdict in VERDICTS:
        if 2 * said.count(verdict) > len(said):
            _carry_out(match, verdict, at)
            return


def absentees(match: Match) -> list[Chair]:
    """The seats that have missed three windows running, and are still missed."""
    return [chair for chair in match.chairs if chair.missed >= ABSENT_AFTER and not chair.house]


def judges_of(match: Match) -> list[Chair]:
    """Who is asked what to do about the absent ones: everybody else who plays; nobody while all are there."""
    absent = absentees(match)
    return [c for c in match.chairs if absent and c not in absent and not c.house]


def _carry_out(match: Match, verdict: str, at: datetime) -> None:
    for chair in match.chairs:
        chair.verdict = None
    for absent in absentees(match):
        absent.missed = 0
    if verdict == END:
        Sitting(match, at).end("agreed", ())
    elif verdict == WAIT and match.closes_at:
        timing.wait(match, Sitting(match, at).counted(), WAITING, at)
        letters.tell(match, match.chairs, "waiting", at)


@transaction
def replace_link(chair_id: int, at: datetime | None = None) -> Chair:
    """Kill every link of the seat and send a new one to its address."""
    chair = db.session.get_one(Chair, chair_id)
    chair.link_version += 1
    letters.write(chair.match, chair, "link", at or clock.now(), str(chair.link_version))
    return chair


@transaction
def send_lost_links(typed: str, at: datetime | None = None) -> None:
    """Send the links of all matches of an address, at most once an hour; tells nobody whether it is known.

    Raises `Refused` only for a text that is no address.
    """
    at = at or clock.now()
    try:
        email = checked_address(typed)
    except BadAddress as bad:
        raise Refused(str(bad), "email") from bad
    letters.write_to_address(email, "lost", at, f"lost:{at:%Y%m%d%H}:{email}"[:300])


@transaction
def stop_letters(chair_id: int, stopped: bool = True, at: datetime | None = None) -> Chair:
    """No more letters of this match to this seat, or letters again."""
    chair = db.session.get_one(Chair, chair_id)
    chair.stopped_at = (chair.stopped_at or at or clock.now()) if stopped else None
    return chair


@transaction
def stop_letters_to(player_id: int, stopped: bool = True, at: datetime | None = None) -> Player:
    """No more letters at all to this player, or letters again."""
    player = db.session.get_one(Player, player_id)
    player.stopped_at = (player.stopped_at or at or clock.now()) if stopped else None
    return player


def matches_of(email: str) -> list[Chair]:
    """The seats of an address in matches that are not cancelled, the newest first."""
    return list(
        db.session.scalars(
            select(Chair)
            .join(Player)
            .join(Match)
            .where(Player.email == email, Match.status != "cancelled")
            .order_by(Match.created_at.desc())
            .limit(50)
        )
    )


def name_of(player: Player) -> str:
    """What a player is called at the newest of its tables."""
    named = select(Chair.name).where(Chair.player_id == player.id).order_by(Chair.id.desc()).limit(1)
    return db.session.scalar(named) or ""
