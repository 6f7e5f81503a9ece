"""The core of a view: the part that the views of all games share, in one format.

Code that reads views without knowing the game (pages, letters, plans, the JSON API) reads only the core.
``view["core"]`` is a `Core` converted to a JSON value by `plain`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from msgspec.json import decode, encode

from .record import record

Seat = int
Play = tuple[Seat, str]
"""A seat and the card that it played; in JSON a list of the two."""


@record
class Progress:
    """How far one part of the match has come, such as ``deal 2 of 6``. ``of`` is ``None`` if the total is unknown."""

    unit: str
    number: int
    of: int | None = None


@record
class Trick:
    """A trick that was taken. ``cards``: in the order played, so the first seat led."""

    cards: tuple[Play, ...]
    winner: Seat


@record
class Contract:
    """The contract of this deal, as far as it is public.

    ``bid``: its token. ``taker``: the seat that must make it; ``None`` if everybody plays alone. ``side``: the seats
    publicly known to play with the taker, the taker first; a secret partner is not included. ``trump``: the trump suit,
    if the contract names one. ``needs``: the points that the side needs; ``made``: those publicly known to be its own
    so far. Both are ``None`` if points do not decide. ``per_point``: units of ``needs`` and ``made`` in one point, such
    as 2 for half points. ``bouts``: the bouts taken by the side, which lower ``needs``.
    """

    bid: str
    taker: Seat | None
    side: tuple[Seat, ...] = ()
    trump: str | None = None
    needs: int | None = None
    made: int | None = None
    per_point: int = 1
    bouts: tuple[str, ...] = ()


def deal_and_trick(state: Any, deal: int, deals: int | None, tricks: int) -> tuple[Progress, ...]:
    """The deal, and while tricks are played the trick; ``deals`` and ``tricks``: how many there are."""
    part = Progress("deal", deal, deals)
    return (part, Progress("trick", len(state.tricks) + 1, tricks)) if state.phase == "play" else (part,)


def safe_since(tricks: int, is_made: Callable[[int], bool]) -> int | None:
    """The number of tricks after which everybody could see that the contract was made; ``None`` if never, up to
    ``tricks``.

    ``is_made(number)``: whether it was made after that many tricks. Once made, it stays made.
    """
    found = bisect_left(range(tricks + 1), True, key=is_made)
    return found if found <= tricks else None


@record
class Core:
    """The fields shared by all views.

    ``phase``: the key of the phase. ``turn``: the seats that are asked, in playing order. ``progress``: from the
    largest unit to the smallest, such as deal and trick; empty before the first deal. ``hand``: the reader's own
    cards. ``counts``: the number of cards that each seat holds.

    Trick games also set: ``trick``: the current trick in the order played, ``None`` while no tricks are being played;
    ``led``: the suit to follow, ``None`` if there is none; ``winning``: the seat that is winning the trick; ``last``:
    the trick before, possibly of the deal before; ``tricks``: the tricks taken in this deal, in order; ``leader``: the
    seat that led or leads the current trick; ``dealer``; ``contract``.
    """

    phase: str
    turn: tuple[Seat, ...]
    progress: tuple[Progress, ...]
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    trick: tuple[Play, ...] | None = None
    led: str | None = None
    winning: Seat | None = None
    last: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    leader: Seat | None = None
    dealer: Seat | None = None
    contract: Contract | None = None


def plain(value: Any) -> Any:
    """A core, another record or anything that holds them, as a new JSON value: objects, and lists for tuples."""
    return decode(encode(value))
