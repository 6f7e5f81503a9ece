"""Letters about a seat: invitations, players who joined, links, and what the host should know."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ... import links
from ...matches.same_deals import why_seated
from ...matches.talking import greeting
from ...program import static
from ...store.models import INVITED, Chair, Letter
from ...views import SeatPage
from ...views.sharing import shared_urls, urls_to_come
from ..rendering import names
from .kind import ANY_TIME, Kind, called_off, not_playing, rules, what_is_asked


def _not_invited(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != INVITED


def _accepted(chair: Chair, letter: Letter, now: datetime) -> bool:
    return _not_invited(chair, letter, now) or chair.accepted_at is not None


def _invitation(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {
        "picture": static().get(f"postcards/letter-{page.game.key}.jpg", b""),
        "shared": urls_to_come(page.own),
        "greeting": greeting(page.match),
        "why_seated": why_seated(page.own),
        "rules": rules(page.match),
    }


def _joined(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"shared": shared_urls(page.own)}


def _substitute(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"rules": rules(page.match), **what_is_asked(page, letter)}


def _declined(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"declined": names(page, [chair.seat for chair in page.match.chairs if chair.declined_at])}


def _desk(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"desk": links.desk(page.match) if page.you == 0 else ""}


KINDS = (
    Kind("invitation", _accepted, _invitation, suggests=True),
    Kind("joined", _not_invited, _joined, needs=("seat",), waits=ANY_TIME),
    Kind("seat", called_off, wished=True),
    Kind("link", wished=True),
    Kind("again", called_off, what_is_asked, tells=True),
    Kind("substitute", not_playing, _substitute, needs=("before",), tells=True, wished=True),
    Kind("handed", not_playing, needs=("seat", "before"), waits=ANY_TIME),
    Kind("cancelled", fields=_declined, waits=ANY_TIME),
    Kind("trouble", fields=_desk, needs=("seat",)),
    Kind("desk", fields=_desk, wished=True),
)
