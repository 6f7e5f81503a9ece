"""The kinds of letters: when each becomes obsolete, how long it may wait, and which are sent even to stopped seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from ..matches.absence import judges_of
from ..matches.own_addresses import HELD
from ..store.models import CANCELLED, INVITED, OVER, PLAYING, Chair, InboundMail, Letter, db
from ..views import table_page
from ..views.meeting import appointment_of, open_appointment
from ..views.motions import open_motion
from .reply_addresses import ANSWER, RESIGN, TABLES

NOT_AT_ALL, IN_TIME, ANY_TIME = "not at all", "in time", "any time"
"""How long a letter may wait for others, see `Kind`."""
REMINDER, SOON = "reminder", "soon"


@dataclass(frozen=True)
class Kind:
    """A kind of letter. ``overtaken``: whether the match has moved on so that the letter would no longer be true.

    ``tells``: whether it contains the story since the last such letter. ``wished``: whether the reader asked for this
    letter, so that it is sent even if letters are stopped. ``answers``: what a reply to it means (see
    `reply_addresses`). ``patience``: how long it may wait for others in a digest: not at all, as
    long as the window leaves time for an answer, or any time. ``suggests``: whether a reply may say something about
    this very letter: a yes to the answer that it suggests (``nearest`` in its facts), or a word on what it asks.
    """

    overtaken: Callable[[Chair, Letter, datetime], bool]
    answers: str
    tells: bool = False
    wished: bool = False
    patience: str = NOT_AT_ALL
    suggests: bool = False


def _never(chair: Chair, letter: Letter, now: datetime) -> bool:
    return False


def _answered(chair: Chair, letter: Letter, now: datetime) -> bool:
    match = chair.match
    return match.status != PLAYING or match.ply != letter.ply or str(chair.seat) in match.sealed


def _answered_or_late(chair: Chair, letter: Letter, now: datetime) -> bool:
    closes_at = chair.match.closes_at
    return _answered(chair, letter, now) or closes_at is None or closes_at <= now


def _told_since(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != PLAYING or chair.told_ply > (letter.ply or 0)


def _joined(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != INVITED or chair.accepted_at is not None


def _status_is_not(status: str, chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != status


def _window_closed(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != PLAYING or chair.match.ply != letter.ply


def _judged(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != PLAYING or chair not in judges_of(chair.match) or chair.verdict is not None


def _claim_settled(chair: Chair, letter: Letter, now: datetime) -> bool:
    page = table_page(chair)
    return not page.may_agree or page.claim is None or page.claim.key != letter.facts["claim"]


def _woken(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != PLAYING or chair.match.asleep_at is None


def _asleep(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != PLAYING or chair.match.asleep_at is not None


def _resigned(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != PLAYING or chair.resigned_at is not None


def _called_off(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status == CANCELLED


def _asks_in_vain(chair: Chair, letter: Letter, now: datetime) -> bool:
    proposed = open_appointment(chair.match, now)
    return proposed is None or proposed.number != letter.facts["appointment"] or proposed.has_yes_of(chair)


def _not_agreed(chair: Chair, letter: Letter, now: datetime) -> bool:
    proposed = open_appointment(chair.match, now)
    return proposed is None or proposed.number != letter.facts["appointment"] or not proposed.is_agreed(chair.match)


def _proposed_anew(chair: Chair, letter: Letter, now: datetime) -> bool:
    latest = appointment_of(chair.match)
    return latest is None or latest.number != letter.facts["appointment"] or now >= latest.ends


def _settled(chair: Chair, letter: Letter, now: datetime) -> bool:
    asked = open_motion(chair.match)
    return asked is None or asked.number != letter.facts["motion"] or asked.word_of(chair) is not None


_not_playing = partial(_status_is_not, PLAYING)


def _not_held(chair: Chair, letter: Letter, now: datetime) -> bool:
    mail = db.session.get(InboundMail, letter.facts["mail"])
    return mail is None or mail.outcome != HELD or chair.player_id != letter.facts["player"]


KINDS: Mapping[str, Kind] = {
    "invitation": Kind(_joined, answers=ANSWER),
    "turn": Kind(_answered, tells=True, answers=ANSWER, patience=IN_TIME),
    REMINDER: Kind(_answered_or_late, tells=True, answers=ANSWER),
    "clock": Kind(_told_since, tells=True, patience=ANY_TIME, answers=ANSWER),
    "over": Kind(partial(_status_is_not, OVER), tells=True, patience=ANY_TIME, answers=ANSWER),
    "compared": Kind(partial(_status_is_not, OVER), patience=ANY_TIME, answers=ANSWER),
    "absent": Kind(_judged, patience=IN_TIME, answers=ANSWER),
    "claim": Kind(_claim_settled, answers=ANSWER, suggests=True),
    "waiting": Kind(_window_closed, patience=ANY_TIME, answers=ANSWER),
    "excused": Kind(_window_closed, patience=ANY_TIME, answers=ANSWER),
    "away": Kind(_not_playing, patience=ANY_TIME, answers=ANSWER),
    "back": Kind(_not_playing, patience=ANY_TIME, answers=ANSWER),
    "asleep": Kind(_woken, patience=ANY_TIME, answers=ANSWER),
    "woken": Kind(_asleep, answers=ANSWER, patience=IN_TIME),
    "proposal": Kind(_asks_in_vain, answers=ANSWER, suggests=True),
    "arranged": Kind(_not_agreed, answers=ANSWER),
    SOON: Kind(_not_agreed, answers=ANSWER),
    "called-off": Kind(_proposed_anew, answers=ANSWER),
    "motion": Kind(_settled, answers=ANSWER, suggests=True),
    "pause": Kind(_not_playing, patience=ANY_TIME, answers=ANSWER),
    "desk": Kind(_never, wished=True, answers=ANSWER),
    "resigned": Kind(_not_playing, patience=ANY_TIME, answers=ANSWER),
    "cancelled": Kind(_never, patience=ANY_TIME, answers=ANSWER),
    "trouble": Kind(_never, answers=ANSWER),
    "link": Kind(_never, wished=True, answers=ANSWER),
    "seat": Kind(_called_off, wished=True, answers=ANSWER),
    "lost": Kind(_never, wished=True, answers=TABLES),
    "receipt": Kind(_never, wished=True, answers=ANSWER),
    "refusal": Kind(_never, wished=True, answers=ANSWER),
    "meant": Kind(_never, wished=True, answers=ANSWER, suggests=True),
    "whose": Kind(_not_held, wished=True, answers=ANSWER, suggests=True),
    "address": Kind(_never, wished=True, answers=ANSWER),
    "late": Kind(_never, tells=True, wished=True, answers=ANSWER),
    "table": Kind(_never, tells=True, wished=True, answers=ANSWER),
    "again": Kind(_called_off, tells=True, answers=ANSWER),
    "help": Kind(_never, wished=True, answers=ANSWER),
    "confirm": Kind(_resigned, wished=True, answers=RESIGN),
    "stopped": Kind(_never, wished=True, answers=ANSWER),
    "vacation": Kind(_never, wished=True, answers=ANSWER),
    "noted": Kind(_never, wished=True, answers=ANSWER),
    "substitute": Kind(_not_playing, tells=True, wished=True, answers=ANSWER),
    "handed": Kind(_not_playing, patience=ANY_TIME, answers=ANSWER),
    "replaced": Kind(_never, wished=True, answers=TABLES),
    "offer": Kind(_never, answers=TABLES),
    "kept": Kind(_never, answers=TABLES),
    "joined": Kind(partial(_status_is_not, INVITED), patience=ANY_TIME, answers=ANSWER),
    "me": Kind(_never, wished=True, answers=TABLES),
    "outage": Kind(_never, answers=TABLES),
    "restored": Kind(_never, answers=TABLES),
    "switched-off": Kind(_never, answers=TABLES),
    "which": Kind(_never, wished=True, answers=TABLES),
    "state": Kind(_never, wished=True, answers=TABLES),
    "gathered": Kind(_never, answers=TABLES),
}
