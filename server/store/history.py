"""The past of a match: its windows, the tables that were kept of them, and what the house thinks of its decisions.

The rows of matches that were over long ago are packed, many in one (`Archived`), without their indexes and about a
fifth of their size. Whoever asks here need not know where they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Generic, NotRequired, TypedDict, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select

from ..rules.engine import Seat
from ..rules.story import Kind
from .envelopes import Opened
from .models import PLAYING, Archived, Considered, Match, Snapshot, Turn
from .session import rows

PLIES = 256
"""How many plies are packed together: larger parts save hardly any space, and a page reads one part."""
END = 2**31 - 1
"""A ply after all others."""
S = TypeVar("S", bound=Struct)


class Line(TypedDict):
    """A line of the story, as it is stored in JSON: in ``values`` numbers have a decimal point, seats have none.

    ``to``: the only seat that may read it; ``None``: all may. ``plural``: the fields of a `Plural`.
    """

    text: str
    values: dict[str, Any]
    to: Seat | None
    kind: Kind
    plural: NotRequired[list[str]]


class KnownToAll(TypedDict):
    """What all know of a deal or a round that has ended: its tricks and its contract, as `server.rules.core.Core` has
    them, and the trick after which the contract was safe, see `Game.safe_since`.
    """

    tricks: list[dict[str, Any]]
    contract: dict[str, Any] | None
    safe: int | None


class Afterwards(TypedDict):
    """What all see at the table right after a deal or a round: the scores, and the game's own part of a spectator's
    view. ``shape``: a digest of the type of that view in the version that kept it, see `server.views.replay.shape_of`.
    """

    shape: str
    scores: list[int]
    view: dict[str, Any]


class Window(Struct, array_like=True):
    """A row of `Turn`. New fields come last, with a default, for so it is packed."""

    ply: int
    phase: str
    opened_at: datetime
    closed_at: datetime
    answers: list[Opened]
    said: list[Line]


class Kept(Struct, array_like=True):
    """A row of `Snapshot`, as it is packed, too."""

    ply: int
    version: int
    shuffles: int
    part: int | None
    state: dict[str, Any]
    ended: KnownToAll | None
    after: Afterwards | None


class Index(Struct):
    """What a page of a whole match reads of a row of `Snapshot`: all but the states and tricks, which are large."""

    ply: int
    shuffles: int
    part: int | None
    after: Afterwards | None


class Opinion(Struct, array_like=True):
    """A row of `Considered`, as it is packed. Those of a seat are packed alone, for its player may be erased."""

    ply: int
    seat: int
    place: list[Any]
    opinion: dict[str, Any] | None


Resolved = Turn | Window
"""A window that has been resolved, as the session or as `TURNS` reads it."""
Packable = Turn | Snapshot | Considered
PACKED: dict[type[Packable], type[Struct]] = {Turn: Window, Snapshot: Kept, Considered: Opinion}
"""What is packed, and as what."""
DECODERS: dict[type[Packable], msgspec.json.Decoder[Any]] = {
    model: msgspec.json.Decoder(list[structure])  # type: ignore[valid-type]
    for model, structure in PACKED.items()
}


class History(Generic[S]):
    """What a structure names of the rows of `Turn` or of `Snapshot`, in the order of plies."""

    def __init__(self, model: type[Turn] | type[Snapshot], structure: type[S]):
        self._model, self._structure, self._names = model, structure, structure.__struct_fields__
        between = model.match_id == bindparam("match"), model.ply >= bindparam("first"), model.ply <= bindparam("last")
        columns = (getattr(model, name) for name in self._names)
        self._statement = select(*columns).where(*between).order_by(model.ply)

    def of(self, match: Match, first: int = 0, last: int = END) -> list[S]:
        """The rows from one ply to another, both included."""
        found = rows(self._statement, {"match": match.id, "first": first, "last": last})
        if not found and match.status != PLAYING:
            parts = _unpacked(match.id, self._model, first // PLIES, last // PLIES)
            found = [[getattr(row, name) for name in self._names] for row in parts if first <= row.ply <= last]
        return [self._structure(*row) for row in found]


TURNS = History(Turn, Window)
"""The windows that have been resolved."""
SNAPSHOTS, INDEX = History(Snapshot, Kept), History(Snapshot, Index)
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
        yield {"kind": model.__tablename__, "number": number, "packed": zlib.compress(msgspec.json.encode(structs), 9)}
