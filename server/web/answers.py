"""What the JSON interface answers besides a seat's page and a record: typed records, and how they are written."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct

from ..rules import AnyGame
from ..views.json import Ask, Length, PlanAhead, SeatName


class Option(Struct, frozen=True):
    """A variant that is agreed on before the match."""

    values: tuple[str | int, ...]
    default: str | int
    help: Annotated[str, Meta(description="One line that explains it.")]


class Game(Struct, frozen=True):
    """A game, with its options."""

    key: str
    name: str
    seats: Annotated[list[int], Meta(description="For how many it is.")]
    options: dict[str, Option]


class OpenedTable(Struct, frozen=True):
    """A further table that plays the same deals."""

    id: str
    seats: list[SeatName]


class Opened(OpenedTable, frozen=True, omit_defaults=True):
    """A match that was opened."""

    length: Annotated[Length | None, Meta(description="How long it will take.")]
    more_tables: Annotated[list[OpenedTable], Meta(description="Those that play the same deals, in order.")] = []


class Practising(Struct, frozen=True):
    """A match for practice that was begun."""

    seat: Annotated[str, Meta(description="The token of the seat's link; nobody else has it, and no letter brings it.")]


class Sealed(Struct, frozen=True, omit_defaults=True):
    """An answer that was sealed."""

    answer: Annotated[str, Meta(description="In canonical form.")]
    ply: int
    receipt: Annotated[
        str, Meta(description="SHA-256 of “match ply seat answer salt”, in hex; the record names the salt.")
    ]
    opened: Annotated[bool, Meta(description="Whether all answers are in and the table has moved on.")]
    unused: Annotated[
        list[str], Meta(description="Remarks beside it, of which nothing was used; left out where there are none.")
    ] = []


class Problem(Struct, frozen=True):
    """Why something was not done (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: Annotated[str, Meta(description="A sentence fit to show.")]


class NoPlan(Problem, frozen=True):
    """Why a plan was not sealed. ``nearest``: plans that it could mean, the likeliest first."""

    nearest: list[PlanAhead]


class Refusal(Problem, frozen=True):
    """Why an answer was not sealed, and what is asked now."""

    ply: int
    ask: Ask | None


_encoder = msgspec.json.Encoder(order="sorted")


def answered(record: Any, status: int = 200) -> Response:
    return Response(_encoder.encode(record), status, mimetype="application/json")


def game_json(game: AnyGame) -> Game:
    options = {name: Option(option.values, option.default, option.help) for name, option in game.options.items()}
    return Game(game.key, game.name, list(game.seats), options)
