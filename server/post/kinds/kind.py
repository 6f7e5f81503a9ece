"""What defines a kind of letter, and what kinds have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ... import links
from ...config import settings
from ...store.models import CANCELLED, PLAYING, Chair, Letter, Match, Player
from ...views import SeatPage
from ..asks import choices, example, listed, prompt, taps
from ..rendering import names
from ..reply_addresses import ANSWER, TABLES
from ..story import lying

NOT_AT_ALL, IN_TIME, ANY_TIME = "not at all", "in time", "any time"
"""Whether a letter may wait for others; see `Kind`."""
GATHERED = "gathered"
"""The kind of a digest, which carries other letters."""
BESIDES = frozenset(("said", "unsaid", "unused", "planned", "unplanned", "plans"))
"""Facts that any reply to a mail may have, about what else in it was carried out."""


@dataclass(frozen=True)
class Addressed:
    """The recipient of a letter without a seat, the name to use, and the fields of its templates."""

    player: Player
    name: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of letter, except for its templates, which are in the folder of its name in ``templates/letters``.

    ``needs``: the facts about its occasion that are stored with the letter. ``obsolete``: whether the match has moved
    on so that the letter is no longer true. ``fields``: what its templates need besides what every letter to a seat
    has. ``to``: for a letter without a seat, its recipient; ``None`` if it is obsolete. ``told``: the text of a notice
    on a channel; empty if there is none.

    ``tells``: whether it contains the story since the last such letter. ``wished``: whether its reader asked for it, so
    that it is sent even if letters are stopped. ``reminds``: whether it is not sent to players who want no reminders.
    ``answers``: what a reply to it means (see `reply_addresses`). ``waits``: how long it may wait for others in a
    digest: not at all, as long as the window leaves time for an answer, or any time. ``suggests``: whether a reply may
    refer to this very letter: a yes to what it suggests (the answers ``nearest``, the ``plans`` in its facts), or a
    response to what it asks.
    """

    name: str
    obsolete: Callable[[Chair, Letter, datetime], bool] = lambda chair, letter, now: False
    fields: Callable[[SeatPage, Letter], Mapping[str, Any]] = lambda page, letter: {}
    to: Callable[[Letter, datetime, str], Addressed | None] | None = None
    needs: tuple[str, ...] = ()
    told: str = ""
    answers: str = ANSWER
    tells: bool = False
    wished: bool = False
    reminds: bool = False
    waits: str = NOT_AT_ALL
    suggests: bool = False


def to_person(
    name: str, to: Callable[[Letter, datetime, str], Addressed | None], *needs: str, wished: bool = False
) -> Kind:
    """A kind of letter without a seat. ``to`` gets the letter, the time and the reply address."""
    return Kind(name, to=to, needs=needs, wished=wished, answers=TABLES)


def not_playing(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != PLAYING


def called_off(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status == CANCELLED


def window_closed(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != PLAYING or chair.match.ply != letter.ply


def what_is_asked(page: SeatPage, letter: Letter) -> dict[str, Any]:
    """The ask of the reader, for letters whose templates extend those of ``turn``."""
    return {
        "asked": prompt(page),
        "taps": taps(page, links.seat(page.own)),
        "choices": choices(page),
        "listed": listed(page),
        "lying": lying(page),
        "example": example(page),
    }


def who(page: SeatPage, letter: Letter) -> dict[str, Any]:
    """The names of the seats that the letter is about."""
    seats = letter.facts["seats"] if "seats" in letter.facts else [letter.facts["seat"]]
    return {"them": names(page, seats)}


def until(page: SeatPage, letter: Letter) -> dict[str, Any]:
    """The time that the letter mentions, if any."""
    told = letter.facts.get("until")
    return {"until": page.times.told(datetime.fromisoformat(told)) if told else ""}


def record(match: Match) -> str:
    """The URL of a match's record."""
    return f"{settings().base_url}/records/{match.id}"


def rules(match: Match) -> str:
    """The URL of the rules of its game."""
    return f"{settings().base_url}/rules/{match.game}"
