"""The past of a match: its windows, the tables that were kept of them, and what the house thinks of its decisions.

The rows of matches that were over long ago are packed, many in one (`Archived`), without their indexes and about a
fifth of their size. Whoever asks here need not know where they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, cast

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select
from sqlalchemy.orm import InstrumentedAttribute

from .models import PLAYING, Archived, Considered, Match, Snapshot, Turn
from .session import rows

PLIES = 256
"""How many plies are packed together: larger parts save hardly any space, and a page reads one part."""
END = 2**31 - 1
"""A ply after all others."""


class Window(Struct, array_like=True):
    """A row of `Turn`, as it is packed. New fields come last, with a default."""

    ply: int
    phase: str
    opened_at: datetime
    closed_at: datetime
    answers: list[dict[str, Any]]
    said: list[dict[str, Any]]


class Kept(Struct, array_like=True):
    """A row of `Snapshot`, as it is packed."""

    ply: int
    version: int
    shuffles: int
    part: int | None
    state: dict[str, Any]
    ended: dict[str, Any] | None
    after: dict[str, Any] | None


class Opinion(Struct, array_like=True):
    """A row of `Considered`, as it is packed. Those of a seat are packed alone, for its player may be erased."""

    ply: int
    seat: int
    place: list[Any]
    opinion: dict[str, Any] | None


Packable = Turn | Snapshot | Considered
PACKED: dict[type[Packable], type[Struct]] = {Turn: Window, Snapshot: Kept, Considered: Opinion}
"""What is packed, and as what."""
DECODERS: dict[type[Packable], msgspec.json.Decoder[Any]] = {
    model: msgspec.json.Decoder(list[structure])  # type: ignore[valid-type]
    for model, structure in PACKED.items()
}


class History:
    """Some columns of `Turn` or of `Snapshot`, in the order of plies."""

    def __init__(self, *columns: InstrumentedAttribute[Any]):
        self._model = cast(type[Turn], columns[0].class_)
        ply = self._model.ply
        between = self._model.match_id == bindparam("match"), ply >= bindparam("first"), ply <= bindparam("last")
        self._statement = select(*columns).where(*between).order_by(ply)

    def of(self, match: Match, first: int = 0, last: int = END) -> Sequence[Any]:
        """The rows from one ply to another, both included; columns by name, more than were asked for if packed."""
        found = rows(self._statement, {"match": match.id, "first": first, "last": last})
        if found or match.status == PLAYING:
            return found
        parts = _unpacked(match.id, self._model, first // PLIES, last // PLIES)
        return [row for row in parts if first <= row.ply <= last]


ANSWERED = History(Turn.ply, Turn.answers)
"""What was answered in each window."""
OPINIONS = (
    select(Considered.ply, Considered.seat, Considered.place, Considered.opinion)
    .where(Considered.match_id == bindparam("match"), Considered.seat == bindparam("seat"))
    .order_by(Considered.ply)
)


def opinions(match: Match, seat: int) -> Sequence[Any]:
    """What the house thinks of the decisions of a seat, in their order."""
    found = rows(OPINIONS, {"match": match.id, "seat": seat})
    if found or match.status == PLAYING:
        return found
    return list(_unpacked(match.id, Considered, seat, seat))


PARTS = (
    select(Archived.packed)
    .where(
        Archived.match_id == bindparam("match"),
        Archived.kind == bindparam("kind"),
        Archived.number >= bindparam("first_part"),
        Archived.number <= bindparam("last_part"),
    )
    .order_by(Archived.number)
)


def _unpacked(match_id: str, model: type[Packable], first: int, last: int) -> Iterator[Any]:
    """The rows of some packed parts."""
    which = {"match": match_id, "kind": model.__tablename__, "first_part": first, "last_part": last}
    for part in rows(PARTS, which):
        yield from DECODERS[model].decode(zlib.decompress(part.packed))


def packed(model: type[Packable], rows: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """The rows of one kind of a match, packed: values of `Archived`, but for the match."""
    structure = PACKED[model]
    parts: dict[int, list[Struct]] = {}
    for row in rows:
        number = row.seat if model is Considered else row.ply // PLIES
        parts.setdefault(number, []).append(structure(*(getattr(row, name) for name in structure.__struct_fields__)))
    for number, structs in parts.items():
        yield {
            "kind": model.__tablename__,
            "number": number,
            "packed": zlib.compress(msgspec.json.encode(structs), 9),
        }
