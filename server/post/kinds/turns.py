"""Letters about the course of a match: whose turn it is, what the clock did, how it ended."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ...rules.tempo import of_one_part
from ...store.models import OVER, Chair, Letter
from ...views import Deals, SeatPage
from ..rendering import names
from ..result import bars, chart
from .kind import ANY_TIME, IN_TIME, Kind, not_playing, record, until, what_is_asked, who, window_closed


def _answered(chair: Chair, letter: Letter, now: datetime) -> bool:
    return window_closed(chair, letter, now) or chair.seat in chair.match.sealed


def _answered_or_late(chair: Chair, letter: Letter, now: datetime) -> bool:
    closes_at = chair.match.closes_at
    return _answered(chair, letter, now) or closes_at is None or closes_at <= now


def _told_since(chair: Chair, letter: Letter, now: datetime) -> bool:
    return not_playing(chair, letter, now) or chair.told_ply > (letter.ply or 0)


def _not_over(chair: Chair, letter: Letter, now: datetime) -> bool:
    return chair.match.status != OVER


def _awake(chair: Chair, letter: Letter, now: datetime) -> bool:
    return not_playing(chair, letter, now) or chair.match.asleep_at is None


def _asleep(chair: Chair, letter: Letter, now: datetime) -> bool:
    return not_playing(chair, letter, now) or chair.match.asleep_at is not None


def _away(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return who(page, letter) | until(page, letter)


def _ended(page: SeatPage, letter: Letter) -> dict[str, Any]:
    deals = Deals(page.match, page.you) if page.table else None
    return {
        "result": result(page),
        "deals": deals if deals and deals.last else None,
        "bars": bars(deals) if deals else [],
        "chart": chart(deals) if deals else None,
        "record": record(page.match),
        "may_go_on": bool(of_one_part(page.game)),
        **gave_up(page, letter),
    }


def _compared(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"compared": f"{record(page.match)}/tables", "record": record(page.match)}


def gave_up(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"resigned": names(page, [chair.seat for chair in page.match.chairs if chair.resigned_at])}


def result(page: SeatPage) -> str:
    """A sentence that says who won."""
    winners = page.winners
    if not winners:
        return "Nobody has won."
    if len(winners) == len(page.names):
        return "It is a draw."
    mine_first = sorted(winners, key=lambda seat: seat != page.you)
    return f"{names(page, mine_first)} won."


KINDS = (
    Kind("turn", _answered, what_is_asked, tells=True, waits=IN_TIME, told="Your answer is wanted"),
    Kind("reminder", _answered_or_late, what_is_asked, tells=True, reminds=True, told="Your answer is still wanted"),
    Kind("clock", _told_since, tells=True, waits=ANY_TIME),
    Kind("waiting", window_closed, waits=ANY_TIME),
    Kind("excused", window_closed, who, needs=("seats",), waits=ANY_TIME),
    Kind("away", not_playing, _away, needs=("seat", "until"), waits=ANY_TIME),
    Kind("back", not_playing, who, needs=("seat", "until"), waits=ANY_TIME),
    Kind("asleep", _awake, waits=ANY_TIME),
    Kind("woken", _asleep, what_is_asked, waits=IN_TIME, told="The match goes on"),
    Kind("pause", not_playing, waits=ANY_TIME),
    Kind("resigned", not_playing, gave_up, waits=ANY_TIME),
    Kind("over", _not_over, _ended, tells=True, waits=ANY_TIME, told="The match is over"),
    Kind("compared", _not_over, _compared, waits=ANY_TIME),
)
