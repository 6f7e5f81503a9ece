"""One match and its chairs as plain rows, for the one use-case that must be quick: sealing an answer.

They have the attributes of `Match` and `Chair`, so that the life of a match is written once for both. What they spare
is the bookkeeping of the unit of work, which took more of the time of a seal than everything else together. Writing
them is a compare-and-swap on the revision of the match, as the models do it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, cast

from sqlalchemy import Connection, Insert, Table, Update, bindparam, case, insert, select, update
from sqlalchemy.orm.exc import StaleDataError

from ..models import Base, Chair, Match, Player, db
from .reading import checked_known

MATCH, CHAIR = cast(Table, Match.__table__), cast(Table, Chair.__table__)
OF_THE_MATCH = (
    "id", "revision", "status", "game", "pace", "seed", "version", "shuffles", "ply", "unanswered", "opened_at",
    "counts_from", "grace", "closes_at", "moves", "remind_at", "retry_at", "asleep_at",
)  # fmt: skip
LONG = ("options", "terms", "snapshot", "sealed")
"""Columns that are long to read: they come once, with the chair that is asked for."""
OF_A_CHAIR = (
    "id", "seat", "name", "player_id", "link_version", "word", "resigned_at", "house", "own_hours", "bank", "excuses",
    "missed", "standing", "order_at",
)  # fmt: skip
"""What a seal looks at; another column is fetched when it is asked for."""

ITS_ROWS = (
    select(
        *(CHAIR.c[name] for name in OF_A_CHAIR),
        *(MATCH.c[name] for name in OF_THE_MATCH),
        *(case((CHAIR.c.id == bindparam("chair_id"), MATCH.c[name])) for name in LONG),
    )
    .join_from(CHAIR, MATCH)
    .where(CHAIR.c.match_id == select(CHAIR.c.match_id).where(CHAIR.c.id == bindparam("chair_id")).scalar_subquery())
    .order_by(CHAIR.c.seat)
)


class Row:
    """A row that knows what was changed in it."""

    table: Table

    connection: Connection
    changed: dict[str, Any]

    def __init__(self, connection: Connection, values: Mapping[str, Any]):
        vars(self).update(values, connection=connection, changed={})

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in vars(self) or vars(self)[name] != value:
            vars(self)[name] = self.changed[name] = value

    def __getattr__(self, name: str) -> Any:
        if name not in self.table.c:
            raise AttributeError(name)
        seldom = select(self.table.c[name]).where(self.table.c.id == self.id)
        value = vars(self)[name] = self.connection.execute(seldom).scalar_one()
        return value

    def write(self, **known: Any) -> bool:
        """Write what was changed, if the row still holds what is known of it. Whether it did."""
        if not self.changed:
            return True
        change = _change(self.table, tuple(self.changed), tuple(known))
        named = {f"known_{name}": value for name, value in {"id": self.id, **known}.items()}
        return self.connection.execute(change, {**self.changed, **named}).rowcount == 1


class ChairRow(Row):
    """A chair."""

    table = CHAIR

    @property
    def player(self) -> Player | None:
        """Who sits there, with hours and wishes of its own."""
        return db.session.get(Player, self.player_id) if self.player_id else None


class MatchRow(Row):
    """A match, with everything that is to be written along with it."""

    table = MATCH
    chairs: list[ChairRow]
    kept: dict[type[Base], list[Mapping[str, Any]]]
    revision: int
    moves: int

    def __init__(self, connection: Connection, values: Mapping[str, Any], chairs: Iterable[ChairRow]):
        super().__init__(connection, values)
        vars(self).update(chairs=list(chairs), kept=defaultdict(list))

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "closes_at" and value != self.closes_at:
            self.moves, self.moved_at = self.moves + 1, datetime.now(UTC)
        super().__setattr__(name, value)

    def keep(self, model: type[Base], **values: Any) -> None:
        """Add a row of another table, as `Match.keep` does."""
        self.kept[model].append(values)


def its_match(connection: Connection, chair_id: int) -> Match:
    """The match of a chair, to be changed and then written. Raises `Unknown`."""
    rows = connection.execute(ITS_ROWS, {"chair_id": chair_id}).all()
    chairs = [ChairRow(connection, dict(zip(OF_A_CHAIR, row, strict=False))) for row in rows]
    own = checked_known(next((n for n, chair in enumerate(chairs) if chair.id == chair_id), None))
    values = zip((*OF_THE_MATCH, *LONG), rows[own][len(OF_A_CHAIR) :], strict=True)
    return cast(Match, MatchRow(connection, dict(values), chairs))


def write(match: Match) -> None:
    """Write what was changed. Raises `StaleDataError` if somebody else has written the match meanwhile."""
    rows = cast(MatchRow, match)
    if not (rows.changed or rows.kept or any(chair.changed for chair in rows.chairs)):
        return
    read = rows.revision
    rows.revision += 1
    if not rows.write(revision=read):
        raise StaleDataError("the match was written meanwhile")
    for chair in rows.chairs:
        chair.write()
    for model, kept in rows.kept.items():
        rows.connection.execute(_add(model), kept)


@cache
def _change(table: Table, names: tuple[str, ...], known: tuple[str, ...]) -> Update:
    as_known = (table.c[name] == bindparam(f"known_{name}") for name in ("id", *known))
    return update(table).where(*as_known).values({name: bindparam(name) for name in names})


@cache
def _add(model: type[Base]) -> Insert:
    return insert(cast(Table, model.__table__)).inline()  # nobody asks for the new keys
