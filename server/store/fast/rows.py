"""One match and its chairs as plain rows. The plain counterpart is `server.store.one_match.MatchOfModels`.

The rows have the attributes of `Match` and `Chair`, so that use-cases are written once for both. They save the
bookkeeping of SQLAlchemy's unit of work, which took more than half of the time of a seal. Writing is a compare-and-swap
on the revision of the match, as with models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    Engine,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    case,
    exists,
    insert,
    select,
    union_all,
    update,
)
from sqlalchemy.orm.exc import StaleDataError

from ..models import Base, Chair, Match, Player, Turn, count_move
from ..past import ANSWERED
from .statements import Statements, connected

MATCH, CHAIR, PLAYER, TURN = (cast(Table, model.__table__) for model in (Match, Chair, Player, Turn))
OF_THE_MATCH = (
    "id", "revision", "status", "game", "pace", "seed", "version", "shuffles", "ply", "unanswered", "opened_at",
    "counts_from", "grace", "gaps", "closes_at", "moves", "meets_at", "meets_until", "remind_at", "retry_at",
    "asleep_at", "practice_until", "paused_until", "same_deals", "shut", "decided",
)  # fmt: skip
LONG = ("terms", "snapshot", "sealed")
"""Columns that are expensive to read; they are selected only in the row of the chair that was asked for."""
OF_A_CHAIR = (
    "id", "seat", "name", "player_id", "link_version", "word", "accepted_at", "resigned_at", "house", "own_hours",
    "bank", "excuses", "missed", "standing", "order_at", "thinks_since", "think_at", "seen_ply", "here_until",
)  # fmt: skip
"""The columns that sealing reads; others are fetched when first used."""
WRITTEN = "the match was written meanwhile"


def _rows(of_matches: Callable[[Any], ColumnElement[bool]], own: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The chairs of some matches with their match, its long columns in the rows of one's ``own`` chair alone.

    ``of_matches``: the condition on the column of the match.
    """
    return (
        select(
            *(CHAIR.c[name] for name in OF_A_CHAIR),
            *(MATCH.c[name] for name in OF_THE_MATCH),
            *(case((own, MATCH.c[name])) for name in LONG),
        )
        .join_from(CHAIR, MATCH)
        .where(of_matches(CHAIR.c.match_id))
        .order_by(CHAIR.c.match_id, CHAIR.c.seat)
    )


OWN = CHAIR.c.id == bindparam("chair_id")
ITS_ROWS = _rows(lambda its: its == select(CHAIR.c.match_id).where(OWN).scalar_subquery(), OWN)
MATCH_ID = len(OF_A_CHAIR) + OF_THE_MATCH.index("id")
"""Where a row has the id of the match."""
ITS_PLAYER = select(PLAYER).where(PLAYER.c.id == bindparam("its_id"))
ITS_LATEST = select(TURN).where(TURN.c.match_id == bindparam("its_match"), TURN.c.ply > bindparam("its_ply"))


class Row:
    """A row that records which of its columns were changed."""

    table: Table

    statements: Statements
    changed: dict[str, Any]

    def __init__(self, statements: Statements, values: Mapping[str, Any]):
        vars(self).update(values, statements=statements, changed={})

    def __setattr__(self, name: str, value: Any) -> None:
        known = vars(self)
        if name not in known or known[name] != value:
            known[name] = self.changed[name] = value

    def __getattr__(self, name: str) -> Any:
        if name not in self.table.c:
            raise AttributeError(name)
        [[value]] = self.statements.rows(_seldom(self.table, name), {"its_id": self.id})
        vars(self)[name] = value
        return value


class ChairRow(Row):
    """A row of the table of chairs."""

    table = CHAIR

    @property
    def player(self) -> Player | None:
        """The player in this seat, with their hours and reminders; read-only."""
        if self.player_id is None:
            return None
        [player] = self.statements.rows(ITS_PLAYER, {"its_id": self.player_id})
        return cast(Player, player)


class MatchRow(Row):
    """A row of the table of matches, with its chairs and the rows to be added together with it."""

    table = MATCH
    chairs: list[ChairRow]
    kept: list[tuple[type[Base], Mapping[str, Any]]]
    revision: int
    closes_at: datetime | None

    def __init__(self, statements: Statements, values: Mapping[str, Any], chairs: Iterable[ChairRow]):
        super().__init__(statements, values)
        vars(self).update(chairs=list(chairs), kept=[])

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "closes_at" and value != self.closes_at:
            count_move(cast(Match, self))
        super().__setattr__(name, value)

    def lately(self, plies: int) -> list[Turn]:
        """The turns of the latest plies, like `Match.lately`."""
        return self.statements.rows(ITS_LATEST, {"its_match": self.id, "its_ply": self.ply - plies})

    def keep(self, model: type[Base], **values: Any) -> None:
        """Add a row of another table, like `Match.keep`."""
        self.kept.append((model, {**_defaults(model), **values}))


class MatchOfRows:
    """The quick way to change one match, with plain rows; see `OneMatch`. ``known``: rows already read, by chair."""

    def __init__(self, statements: Statements, known: Mapping[int, Sequence[Any]] = MappingProxyType({})):
        self._statements, self._known = statements, known
        self._match: MatchRow | None = None

    def open(self, chair_id: int) -> Match | None:
        """The match of a chair; ``None`` if there is no such chair."""
        rows = self._known.get(chair_id) or self._statements.rows(ITS_ROWS, {"chair_id": chair_id})
        chairs = [ChairRow(self._statements, dict(zip(OF_A_CHAIR, row, strict=False))) for row in rows]
        own = next((n for n, chair in enumerate(chairs) if chair.id == chair_id), None)
        if own is None:
            return None
        values = zip((*OF_THE_MATCH, *LONG), rows[own][len(OF_A_CHAIR) :], strict=True)
        self._match = MatchRow(self._statements, dict(values), chairs)
        return cast(Match, self._match)

    def turn(self, ply: int) -> Turn | None:
        """A turn of the match, read-only; ``None`` if it has not been played."""
        assert self._match is not None
        found = ANSWERED.of(cast(Match, self._match), ply, ply, by=self._statements)
        return cast(Turn, found[0]) if found else None

    def write(self) -> None:
        """Write the changes, if any. Raises `StaleDataError` if the match was written concurrently."""
        match = self._match
        assert match is not None
        chairs = [chair for chair in match.chairs if chair.changed]
        if not (match.changed or match.kept or chairs):
            return
        read = match.revision
        match.revision += 1
        write_all = _write_in_turn if self._statements.writes_in_turn else _write_at_once
        write_all(match, read, chairs)


@contextmanager
def one_match(engine: Engine) -> Iterator[MatchOfRows]:
    """A transaction on one match: everything is written at its end, on condition that nobody has written meanwhile.

    So nothing is locked while the match is read and the rules are asked; and on PostgreSQL, where one statement writes
    everything, the round trips of an explicit transaction are saved.
    """
    with connected(engine) as statements:
        yield MatchOfRows(statements)


class SeveralOfRows:
    """The quick way to find and change several matches in one transaction."""

    def __init__(self, statements: Statements):
        self.rows = statements.rows
        self._statements = statements
        self._known: dict[int, list[Any]] = {}

    def expect(self, first_chairs: Mapping[str, int]) -> None:
        """Read these matches, named by their id and their first chair, with one statement."""
        wanted = {f"match_{n}": match for n, match in enumerate(first_chairs)}
        for row in self._statements.rows(_of_several(len(wanted)), wanted) if wanted else ():
            self._known.setdefault(first_chairs[row[MATCH_ID]], []).append(row)

    def one(self) -> MatchOfRows:
        """A way to change one match."""
        return MatchOfRows(self._statements, self._known)


@cache
def _of_several(count: int) -> Select[*tuple[Any, ...]]:
    return _rows(lambda its: its.in_([bindparam(f"match_{n}") for n in range(count)]), CHAIR.c.seat == 0)


@contextmanager
def several_matches(engine: Engine) -> Iterator[SeveralOfRows]:
    """A transaction on several matches."""
    with connected(engine) as statements, statements.together():
        yield SeveralOfRows(statements)


def _write_in_turn(match: MatchRow, read: int, chairs: Iterable[ChairRow]) -> None:
    """Write with several statements in one transaction. Raises `StaleDataError` as `MatchOfRows.write` does."""
    run, known = match.statements.changed, {"known_id": match.id, "known_revision": read}
    with match.statements.together():
        if not run(_change(MATCH, tuple(match.changed), ("id", "revision")), {**match.changed, **known}):
            raise StaleDataError(WRITTEN)
        for chair in chairs:
            run(_change(CHAIR, tuple(chair.changed), ("id",)), {**chair.changed, "known_id": chair.id})
        for model, values in match.kept:
            run(_add(model, tuple(values)), values)


def _write_at_once(match: MatchRow, read: int, chairs: Iterable[ChairRow]) -> None:
    """Write with one statement. Raises `StaleDataError` as `MatchOfRows.write` does."""
    parts = [
        {**match.changed, "known_id": match.id, "known_revision": read},
        *({**chair.changed, "known_id": chair.id} for chair in chairs),
        *(values for _, values in match.kept),
    ]
    statement = _together(
        tuple(match.changed),
        tuple(tuple(chair.changed) for chair in chairs),
        tuple((model, tuple(values)) for model, values in match.kept),
    )
    values = {f"{name}_{n}": value for n, part in enumerate(parts) for name, value in part.items()}
    if not match.statements.rows(statement, values):
        raise StaleDataError(WRITTEN)


@cache
def _change(table: Table, names: tuple[str, ...], known: tuple[str, ...], mark: str = "") -> Update:
    as_known = (table.c[name] == bindparam(f"known_{name}{mark}") for name in known)
    return update(table).where(*as_known).values({name: bindparam(f"{name}{mark}") for name in names})


@cache
def _add(model: type[Base], names: tuple[str, ...]) -> Insert:
    return insert(cast(Table, model.__table__)).values({name: bindparam(name) for name in names}).inline()


@cache
def _seldom(table: Table, name: str) -> Select[Any]:
    return select(table.c[name]).where(table.c.id == bindparam("its_id"))


@cache
def _defaults(model: type[Base]) -> dict[str, Any]:
    """The default values of the columns that have one."""
    with_defaults = [column for column in model.__table__.c if column.default is not None]
    return {
        column.name: column.default.arg(None) if column.default.is_callable else column.default.arg
        for column in with_defaults
    }


@cache
def _together(
    changed: tuple[str, ...],
    chairs: tuple[tuple[str, ...], ...],
    added: tuple[tuple[type[Base], tuple[str, ...]], ...],
) -> Select[tuple[str]]:
    """One statement that changes the match and, only if that succeeded, changes chairs and adds rows.

    The parameters of each part end in the part's number.
    """
    moved = _change(MATCH, changed, ("id", "revision"), "_0").returning(MATCH.c.id).cte("moved")
    parts = []
    for n, names in enumerate(chairs, start=1):
        change = _change(CHAIR, names, ("id",), f"_{n}").where(exists(select(moved.c.id)))
        parts.append(change.cte(f"changed_{n}"))
    alike: dict[tuple[type[Base], tuple[str, ...]], list[int]] = {}
    for n, row in enumerate(added, start=1 + len(chairs)):
        alike.setdefault(row, []).append(n)
    for (model, names), numbers in alike.items():
        rows = [_bound(model, names, n).select_from(moved) for n in numbers]
        # Similar rows go into one statement: separate statements would assign their ids in an arbitrary order.
        new = insert(model).from_select(names, union_all(*rows) if len(rows) > 1 else rows[0], include_defaults=False)
        parts.append(new.cte(f"added_{numbers[0]}"))
    return select(moved.c.id).add_cte(*parts)


def _bound(model: type[Base], names: Iterable[str], n: int) -> Select[*tuple[Any, ...]]:
    """A SELECT of the values of row number ``n`` as parameters."""
    return select(*(bindparam(f"{name}_{n}", type_=model.__table__.c[name].type) for name in names))
