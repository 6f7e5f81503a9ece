"""Replies to a mail: what was sealed, what was not and why, and what was requested."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select

from ... import links
from ...matches.own_addresses import HELD
from ...plans import example as example_of_a_plan
from ...store.history import TURNS
from ...store.models import Chair, InboundMail, Letter, db
from ...views import SeatPage, table_page
from ..asks import suggested
from ..reply_addresses import RESIGN
from .kind import BESIDES, Kind, not_playing, until, what_is_asked

_WITH_THE_DEAL = ("takes", "on_claim")
"""The facts of a yes that may be followed by a deal: to an invitation, or to a claim."""


def _not_held(chair: Chair, letter: Letter, now: datetime) -> bool:
    mail = db.session.get(InboundMail, letter.facts["mail"])
    return mail is None or mail.outcome != HELD or chair.player_id != letter.facts["player"]


def _resigned(chair: Chair, letter: Letter, now: datetime) -> bool:
    return not_playing(chair, letter, now) or chair.resigned_at is not None


def _told_since(chair: Chair, letter: Letter, now: datetime) -> bool:
    """Whether the letter about the next turn, or the end, was written since the mail was acted on, and has left: it
    tells it all, for the mail said no more.
    """
    if any(letter.facts.get(fact) for fact in BESIDES):
        return False
    before = letter.facts.get("about_ply", 0) if "takes" not in letter.facts else -1
    since = Letter.ply > before, Letter.created_at >= letter.created_at, Letter.sent_at.is_not(None)
    told = select(Letter.id).where(Letter.chair_id == chair.id, Letter.kind.in_(("turn", "over")), *since).limit(1)
    return db.session.scalar(told) is not None


def _dealt_since(chair: Chair, letter: Letter, now: datetime) -> bool:
    """The same for a yes with which the cards are dealt: the last to an invitation, or to a claim."""
    return not letter.facts.keys().isdisjoint(_WITH_THE_DEAL) and _told_since(chair, letter, now)


def followed_at_once(chair: Chair, kind: str, facts: Mapping[str, Any]) -> bool:
    """Whether the worker is about to go on, so that the letter about the next turn may tell all that this one would: a
    claim to which all have agreed is played out, or only house players that think are waited for.
    """
    confirms = kind == "receipt" or (kind == "noted" and not facts.keys().isdisjoint(_WITH_THE_DEAL))
    if not confirms or any(facts.get(fact) for fact in BESIDES):
        return False
    page = table_page(chair)
    agreed = page.claims.open is not None and page.claims.open.agreed_by_all
    return agreed or (bool(page.thinking) and set(page.waiting) <= set(page.thinking))


def given(page: SeatPage, ply: int) -> tuple[str, bool] | None:
    """The reader's answer at ``ply``, and whether that window has opened; ``None`` without an answer."""
    if page.match.ply == ply and page.sealed:
        return page.sealed, False
    answers = (one for turn in TURNS.of(page.match, ply + 1, ply + 1) for one in turn.answers)
    opened = [one.answer for one in answers if one.seat == page.you]
    return (opened[0], True) if opened else None


def _receipt(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"given": given(page, letter.facts["ply"])}


def _meant(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"suggested": suggested(page, letter.facts), **what_is_asked(page, letter)}


def _noted(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"by_the_plan": suggested(page, letter.facts)}


def _whose(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"suggested": suggested(page, letter.facts), "vouch": links.mail(letter.facts["mail"], page.own)}


def _help(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"plan_example": example_of_a_plan(page.game), **what_is_asked(page, letter)}


OF_NO_ANSWER = ("text", "at_once")
"""The facts that identify the next mail of its kind; see `post.inbound.repeats`."""
KINDS = (
    Kind("receipt", _told_since, _receipt, needs=("ply", "overtaken"), wished=True, suggests=True),
    Kind("refusal", fields=what_is_asked, needs=("sentence", *OF_NO_ANSWER), wished=True, suggests=True),
    Kind("meant", fields=_meant, needs=("nearest", "player", "which", *OF_NO_ANSWER), wished=True, suggests=True),
    Kind("late", fields=what_is_asked, needs=("only", *OF_NO_ANSWER), tells=True, wished=True, suggests=True),
    Kind(
        "noted",
        _dealt_since,
        _noted,
        needs=("comes", "on_motion", "on_claim", "takes", "nearest", "player", *OF_NO_ANSWER),
        wished=True,
        suggests=True,
    ),
    Kind("whose", _not_held, _whose, needs=("mail", "why", "address", "player", "nearest"), wished=True, suggests=True),
    Kind("address", needs=("address",), wished=True),
    Kind("table", fields=what_is_asked, tells=True, wished=True, suggests=True),
    Kind("help", fields=_help, wished=True, suggests=True),
    Kind("confirm", _resigned, answers=RESIGN, wished=True),
    Kind("stopped", wished=True),
    Kind("vacation", fields=until, needs=("until",), wished=True, suggests=True),
)
