"""Standing orders of the seats at a table: leaving one, withdrawing it, and what it says to an ask.

An order is its owner's secret. It is for windows that open after it was left.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from .. import orders
from ..orders import Asked, Order, Reader
from ..rules import GAMES, Said
from ..rules.engine import Answer
from ..store.models import PLAYING, Chair, Match, db
from ..store.session import transaction
from ..terms import DELAY
from ..views import letter_of, table_of
from .errors import Refused

EARLIEST, LATEST = 0.05, 0.6
"""The shares of a window between which a delayed order is given: people are reminded later than that."""
STANDING = "standing"
"""Marks an envelope that an order has sealed."""


@transaction
def leave_order(chair_id: int, text: str, lasts: str = "", phase: str = "") -> Order:
    """Leave an order for later asks, instead of an earlier one.

    ``lasts``: once, deal, always; as is usual for such an order if empty. ``phase``: the phase of the game it is for,
    if not any. Raises `Illegal` for what is no order, `Refused` where nothing can be left.
    """
    chair, match = _at_the_table(chair_id)
    game, table = GAMES[match.game], table_of(match)
    names = tuple(word for other in match.chairs for word in (other.name, letter_of(other.seat)))
    order = orders.parse(game, text, lasts=lasts, phase=phase, names=names)
    stage = orders.stage_of(game.view(table.state, chair.seat)["core"])
    order = replace(order, ply=match.ply, stage=stage)
    chair.standing, chair.order_at = order.dump(), None
    return order


@transaction
def withdraw_order(chair_id: int) -> Chair:
    """Take back what was left, or the word that it had to be withdrawn."""
    chair, _ = _at_the_table(chair_id)
    chair.standing = chair.order_at = None
    return chair


def _at_the_table(chair_id: int) -> tuple[Chair, Match]:
    """A seat that still plays. Its match is written too: a window that opens at the same moment must see the order."""
    chair = db.session.get_one(Chair, chair_id)
    match = chair.match
    if match.status != PLAYING or chair.resigned_at or chair.player_id is None:
        raise Refused("A standing order is for a match that you are playing.")
    match.touch()
    return chair, match


# At an ask -----------------------------------------------------------------------------------------------------------


def ordered(match: Match, chair: Chair, asked: Asked, read_as: Reader) -> Answer | None:
    """What a seat's order says to what is asked now. One that does not fit is withdrawn, and its owner is told."""
    order = orders.stored(chair.standing)
    if order is None or match.ply <= order.ply:
        return None
    if orders.expired(order, asked.core):
        chair.standing = None
        return None
    if not orders.concerns(order, asked):
        return None
    answer = orders.answer(order, asked, read_as)
    if answer is None:
        chair.standing = {"withdrawn": order.words}
    return answer


def is_for_later(match: Match, chair: Chair, at: datetime) -> bool:
    """Whether the table lets time pass before it gives the order of a seat."""
    return match.terms.get(DELAY) == "on" and (chair.order_at is None or chair.order_at > at)


def moment(match: Match, at: datetime) -> datetime:
    """When a delayed order is given in the window that has just opened: after a random part of it."""
    length = match.closes_at - at if match.closes_at else at - at
    return at + length * random.SystemRandom().uniform(EARLIEST, LATEST)


def given(chair: Chair) -> None:
    """The order has answered, or its owner has, before it could."""
    order = orders.stored(chair.standing)
    chair.order_at = None
    if order and order.lasts == orders.ONCE:
        chair.standing = None


def asides(opened: Iterable[Mapping[str, Any]]) -> tuple[Said, ...]:
    """To each owner alone: the order that answered."""
    return tuple(
        Said(
            "{player} had left an order, which answered {answer}.",
            {"player": envelope["seat"], "answer": tuple(envelope["answer"].split())},
            to=envelope["seat"],
        )
        for envelope in opened
        if STANDING in envelope
    )
