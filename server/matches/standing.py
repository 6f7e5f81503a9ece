"""Standing orders of the seats in a match: leaving one, withdrawing it, and the answer it gives to an ask.

Only its owner may see an order. It applies to windows that open after it was left.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from .. import clock, orders
from ..clock import Stretch
from ..orders import Asked, Order, Reader
from ..rules import GAMES, Said, asked, forced
from ..rules.engine import Answer
from ..store.models import PLAYING, Chair, Match, db
from ..store.session import transaction
from ..views import letter_of, table_of
from . import forcing, timing
from .errors import Refused

EARLIEST, LATEST = 0.05, 0.6
"""The fractions of a window between which a delayed order is given; players are reminded only later than that."""
STANDING = "standing"
"""Marks an envelope that a standing order has sealed."""


@transaction
def leave_order(chair_id: int, text: str, lasts: str = "", phase: str = "") -> Order:
    """Leave a standing order for later asks; it replaces an earlier one.

    ``lasts``: once, deal or always; empty: the default for this kind of order. ``phase``: the only phase of the game
    it applies to; empty: any. Raises `Illegal` if the text is not an order, `Refused` if the seat is not playing.
    """
    chair, match = _at_the_table(chair_id)
    game, table = GAMES[match.game], table_of(match)
    names = tuple(word for other in match.chairs for word in (other.name, letter_of(other.seat)))
    order = orders.parse(game, text, lasts=lasts, phase=phase, names=names)
    stage = orders.stage_of(game.view(table.state, chair.seat)["core"])
    order = replace(order, ply=match.ply, stage=stage)
    chair.standing, chair.order_at = order.dump(), _forced_at(chair)
    return order


@transaction
def withdraw_order(chair_id: int) -> Chair:
    """Withdraw the seat's order, or dismiss the notice that it was withdrawn automatically."""
    chair, _ = _at_the_table(chair_id)
    chair.standing, chair.order_at = None, _forced_at(chair)
    return chair


def _forced_at(chair: Chair) -> datetime | None:
    """When the table gives the forced answer of a seat, whatever becomes of its order; ``None`` if it gives none."""
    ask = asked(GAMES[chair.match.game], table_of(chair.match)).get(chair.seat)
    return chair.order_at if ask and forcing.only_answer(chair.match, ask) is not None else None


def _at_the_table(chair_id: int) -> tuple[Chair, Match]:
    """A seat that is still playing, and its match, touched so that a window opening concurrently sees the order.

    Raises `Refused` if the seat is not playing.
    """
    chair = db.session.get_one(Chair, chair_id)
    match = chair.match
    if match.status != PLAYING or chair.resigned_at or chair.player_id is None:
        raise Refused("A standing order is for a match that you are playing.")
    match.touch()
    return chair, match


# At an ask -----------------------------------------------------------------------------------------------------------


def ordered(match: Match, chair: Chair, asked: Asked, read_as: Reader) -> Answer | None:
    """The answer that a seat's order gives to this ask, or None.

    An order that does not fit is marked as withdrawn; it stands if the seat had no choice.
    """
    order = orders.stored(chair.standing)
    if order is None or match.ply <= order.ply:
        return None
    if orders.expired(order, asked.core):
        chair.standing = None
        return None
    if not orders.concerns(order, asked):
        return None
    answer = orders.answer(order, asked, read_as)
    if answer is None and forced(asked.ask) is None:
        chair.standing = {"withdrawn": order.words}
    return answer


def moment(match: Match, at: datetime) -> datetime:
    """When a delayed order or a forced answer is given: after a random part of the window, which has just opened."""
    length = match.closes_at - at if match.closes_at else at - at
    return at + timing.spent(match, length) * random.SystemRandom().uniform(EARLIEST, LATEST)


def put_off(match: Match, gap: Stretch, at: datetime, later: bool) -> None:
    """After a time in which nobody could play, give what is delayed later; else all of it would be given at once.

    ``later``: whether the window got the time back. What would come after the reminders then gets a new moment.
    """
    opened_at, closes_at = match.opened_at, match.closes_at
    assert opened_at is not None
    assert closes_at is not None
    began, ended = max(gap[0], opened_at), gap[1]
    latest = ended + (closes_at - ended) * clock.REMIND_AFTER
    for chair in match.chairs:
        if closes_at <= at or chair.order_at is None or chair.order_at <= began:
            continue
        moved = chair.order_at + (ended - began) * later
        chair.order_at = moved if ended <= moved <= latest else moment(match, at)


def given(chair: Chair) -> None:
    """Note that the seat has answered, by its order or personally; an order for one answer is then used up."""
    order = orders.stored(chair.standing)
    chair.order_at = None
    if order and order.lasts == orders.ONCE:
        chair.standing = None


def asides(opened: Iterable[Mapping[str, Any]]) -> tuple[Said, ...]:
    """A private line to each owner whose order has answered."""
    return tuple(
        Said(
            "{player} had left an order, which answered {answer}.",
            {"player": envelope["seat"], "answer": tuple(envelope["answer"].split())},
            to=envelope["seat"],
        )
        for envelope in opened
        if STANDING in envelope
    )
