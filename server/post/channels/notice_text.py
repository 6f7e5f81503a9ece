"""The text of a notice: the game, the names at the table and the deadline. Never a card, a score or an answer.

Anybody may read a chat, so its text never links a seat, only the front page or the record, which is public. Only a
browser gets the link of the seat, encrypted.
"""

from __future__ import annotations

from datetime import datetime

from ... import clock, links
from ...config import settings
from ...rules import GAMES
from ...store.models import OVER, PLAYING, Chair, Letter, Match, Notice, db
from ...store.one_match import chair_of, one_match, one_player
from ...templating import and_list
from ...terms import ZONE
from ...views import spectator_page
from ..kinds import KINDS as LETTERS
from . import KINDS
from .kind import Message

TRIAL = "trial"
TOLD = frozenset(kind.name for kind in LETTERS.values() if kind.told)
"""The kinds of letters that are also told on other channels; those in `UNTIL` with the deadline."""
UNTIL = ("turn", "reminder")
PUBLIC = ("turn", "over")
"""The kinds of letters that trigger the hook of a match."""


def message(notice: Notice, now: datetime) -> Message | None:
    """The text of a notice as of now; ``None`` if it is obsolete, or its reader does not want it."""
    if notice.kind == TRIAL:
        return _trial(notice, now)
    if notice.channel.match_id is not None:
        return _to_all(notice, now)
    letter = db.session.get(Letter, notice.letter_id) if notice.letter_id else None
    chair = chair_of(letter.chair_id) if letter and letter.chair_id else None
    if letter is None or chair is None or not _wanted(notice, letter, chair, now):
        return None
    return _to_one(notice, chair, now)


def _wanted(notice: Notice, letter: Letter, chair: Chair, now: datetime) -> bool:
    """Whether it is still true, concerns who sits there now, and was not told by letter already."""
    told = letter.sent_at is not None and not notice.channel.letters_too
    if told or chair.player_id != notice.player_id or chair.stopped_at is not None:
        return False
    if LETTERS[letter.kind].reminds and not one_player(notice.player_id).reminders:
        return False
    return not LETTERS[letter.kind].obsolete(chair, letter, now)


def _to_one(notice: Notice, chair: Chair, now: datetime) -> Message:
    match, private = chair.match, KINDS[notice.channel.kind].private
    others = and_list([other.name for other in match.chairs if other is not chair])
    closes_at = match.closes_at if notice.kind in UNTIL else None
    until = f" until {clock.told(closes_at, one_player(notice.player_id).zone, now)}" if closes_at else ""
    return Message(
        title=f"{GAMES[match.game].name} with {others}",
        body=f"{LETTERS[notice.kind].told}{until}.",
        url=links.seat(chair) if private else _front(),
        topic=f"{match.id}:{chair.seat}",
        identity=notice.identity,
        kind=notice.kind,
        at=now,
        until=closes_at,
    )


def _to_all(notice: Notice, now: datetime) -> Message | None:
    """What every spectator may know: for whom the table waits, or that the match is over."""
    match = one_match(notice.match_id)
    over = notice.kind == "over"
    if match.status != (OVER if over else PLAYING) or (match.ply != notice.ply and not over):
        return None
    body = "The match is over." if over else _waits(match, now)
    return Message(
        title=f"{GAMES[match.game].name}: {', '.join(chair.name for chair in match.chairs)}",
        body=body,
        url=f"{settings().base_url}/records/{match.id}" if over and not match.shut else _front(),
        topic=match.id,
        identity=notice.identity,
        kind=notice.kind,
        at=now,
        until=None if over else match.closes_at,
    )


def _waits(match: Match, now: datetime) -> str:
    names = and_list([match.chairs[seat].name for seat in spectator_page(match).waiting])
    until = f" until {clock.told(match.closes_at, match.terms.get(ZONE), now, to_all=True)}" if match.closes_at else ""
    return f"The table waits for {names or 'the next turn'}{until}."


def _trial(notice: Notice, now: datetime) -> Message:
    what = "your tables" if notice.channel.match_id is None else "the match"
    body = f"This is a trial. It has arrived, and so will what is told of {what}."
    return Message("Poste Restante", body, _front(), TRIAL, notice.identity, TRIAL, now)


def _front() -> str:
    return f"{settings().base_url}/"
