"""The one way in which a match is read and written: `Match`, `Chair` and `Player`, by SQLAlchemy Core.

A match is read whole, with its chairs and their players, by one statement, as objects of the models that the session
does not know: loading them by the ORM takes several times as long as sealing an answer. What was changed of them is
written before the transaction commits, and before the session selects anything, on condition that nobody has written
the match meanwhile: its ``revision`` must be as it was read.

Within a transaction a match is always the same object. Where nothing is committed, nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Row,
    Select,
    Table,
    Update,
    bindparam,
    event,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import ORMExecuteState, Session, SessionTransaction
from sqlalchemy.orm.attributes import flag_modified
from sqlalchemy.orm.exc import StaleDataError

from .models import INVITED, OVER, PLAYING, Base, Chair, Match, Player, db

One = TypeVar("One", bound=Base)
Id = TypeVar("Id", int, str)

AT_ONCE = 20
"""How many matches are read by one statement at most."""
PENDING = "poste.pending"
"""Where a session keeps what it has read and is to write."""


class _Columns:
    """The columns of a model: their table, their names as attributes, and where they begin in a row of `_chairs`."""

    def __init__(self, model: type[Base], first: int):
        assert isinstance(model.__table__, Table)
        self.table = model.__table__
        self.attributes = [attribute.key for attribute in model.__mapper__.column_attrs]
        self.columns = [attribute.columns[0] for attribute in model.__mapper__.column_attrs]
        self.column = dict(zip(self.attributes, self.columns, strict=True)).__getitem__
        self.first, self.end = first, first + len(self.columns)
        self.key = first + self.attributes.index("id")

    def values(self, row: Sequence[Any]) -> dict[str, Any] | None:
        """The values in a row by attribute; ``None`` if it has none of this table."""
        if row[self.key] is None:
            return None
        return dict(zip(self.attributes, row[self.first : self.end], strict=True))


CHAIR = _Columns(Chair, 0)
PLAYER = _Columns(Player, CHAIR.end)
MATCH = _Columns(Match, PLAYER.end)
CHAIR_MATCH = CHAIR.attributes.index("match_id")
C, P, M = CHAIR.table.c, PLAYER.table.c, MATCH.table.c
_OWN = CHAIR.table.alias()


def _chairs(which: ColumnElement[bool], own: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The chairs ``which`` are to be read, each with its player; those of one's ``own`` also with their match."""
    return (
        select(*CHAIR.columns, *PLAYER.columns, *MATCH.columns)
        .select_from(CHAIR.table)
        .outerjoin(PLAYER.table, C.player_id == P.id)
        .outerjoin(MATCH.table, (M.id == C.match_id) & own)
        .where(which)
        .order_by(C.match_id, C.seat)
    )


_MINE = (
    select(_OWN.c.match_id).join(MATCH.table, M.id == _OWN.c.match_id).where(_OWN.c.player_id == bindparam("player"))
)
OF_A_CHAIR = _chairs(
    C.match_id == select(_OWN.c.match_id).where(_OWN.c.id == bindparam("chair")).scalar_subquery(),
    C.id == bindparam("chair"),
)
OF_MATCHES = _chairs(C.match_id.in_(bindparam("matches", expanding=True)), C.seat == 0)
OF_CHAIRS = _chairs(
    C.match_id.in_(select(_OWN.c.match_id).where(_OWN.c.id.in_(bindparam("chairs", expanding=True)))), C.seat == 0
)
UNFINISHED = _chairs(
    C.match_id.in_(_MINE.where(or_(M.status == PLAYING, M.status == INVITED), _OWN.c.declined_at.is_(None))),
    C.player_id == bindparam("player"),
)
FINISHED = _chairs(
    C.match_id.in_(_MINE.where(M.status == OVER).order_by(M.over_at.desc()).limit(bindparam("most"))),
    C.player_id == bindparam("player"),
)


def chair_of(chair_id: int) -> Chair | None:
    """A chair with its match and all that sit there; ``None`` if there is no such chair."""
    found = _read(OF_A_CHAIR, {"chair": chair_id})
    return next((chair for match in found for chair in match.chairs if chair.id == chair_id), None)


def one_chair(chair_id: int) -> Chair:
    """The same of a chair that there is. Raises `NoResultFound` otherwise."""
    chair = chair_of(chair_id)
    if chair is None:
        raise NoResultFound(f"there is no chair {chair_id}")
    return chair


def match_of(match_id: str) -> Match | None:
    """The match of this id; ``None`` if there is none."""
    return next(iter(matches_of([match_id])), None)


def one_match(match_id: str) -> Match:
    """The same of a match that there is. Raises `NoResultFound` otherwise."""
    match = match_of(match_id)
    if match is None:
        raise NoResultFound(f"there is no match {match_id}")
    return match


def matches_of(ids: Sequence[str]) -> list[Match]:
    """The matches of these ids, in their order; ids that are no match's are left out."""
    found = {match.id: match for part in _parts(ids) for match in _read(OF_MATCHES, {"matches": part})}
    return [found[id] for id in ids if id in found]


def chairs_of(ids: Sequence[int]) -> list[Chair]:
    """The chairs with these numbers, in their order; numbers that are no chair's are left out."""
    matches = [match for part in _parts(ids) for match in _read(OF_CHAIRS, {"chairs": part})]
    found = {chair.id: chair for match in matches for chair in match.chairs}
    return [found[id] for id in ids if id in found]


def _parts(ids: Sequence[Id]) -> Iterator[Sequence[Id]]:
    return (ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE))


def unfinished(player_id: int) -> list[Chair]:
    """A player's chairs in matches that are being played or wait for acceptances, but declined ones; newest first."""
    own = [one for one in _own(player_id, UNFINISHED) if one.declined_at is None]
    return sorted(sorted(own, key=lambda one: one.id), key=lambda one: one.match.created_at, reverse=True)


def finished(player_id: int, most: int) -> list[Chair]:
    """A player's chairs in the matches that ended last, at most so many."""
    own = [one for one in _own(player_id, FINISHED, most=most) if one.match.over_at]
    return sorted(own, key=lambda one: one.match.over_at or one.match.created_at, reverse=True)[:most]


def _own(player_id: int, statement: Select[*tuple[Any, ...]], **limits: int) -> list[Chair]:
    found = _read(statement, {"player": player_id, **limits})
    return [chair for match in found for chair in match.chairs if chair.player_id == player_id]


def keep(model: type[Base], **values: Any) -> None:
    """Add a row of another table in this transaction. It is written with the matches, and no object of the session."""
    _pending(db.session()).kept.setdefault((model, tuple(values)), []).append(values)


def write() -> None:
    """Write now what was changed and added, for a statement that counts on it."""
    _write(db.session())


def reread() -> None:
    """Read once more what this transaction has read, after a statement that has changed such rows by itself."""
    write()
    pending = _pending(db.session())
    read, people = pending.read, pending.people
    pending.read, pending.people = {}, {}
    for match in matches_of(list(read)):
        before, now = read[match.id], pending.read[match.id]
        chairs = [(chair, values) for (chair, _), (_, values) in zip(before.chairs, now.chairs, strict=True)]
        pending.read[match.id] = _Read(before.match, now.values, chairs)
        for one, values in ((before.match, now.values), *chairs):
            vars(one).update(values)
    for number in people.keys() & pending.people:
        player, values = people[number][0], pending.people[number][1]
        vars(player).update(values)
        pending.people[number] = player, values


def touch(match: Match) -> None:
    """Write the match even if nothing of it changes, so that of two transactions that read it one is made again."""
    if match in db.session:
        flag_modified(match, "status")
    else:
        _pending(db.session()).touched.add(match.id)


# Reading and writing -------------------------------------------------------------------------------------------------


class _Read(NamedTuple):
    """A match and its chairs, each with the values that the database has."""

    match: Match
    values: dict[str, Any]
    chairs: list[tuple[Chair, dict[str, Any]]]


class _Pending:
    """What a transaction has read, and the rows of other tables that it adds."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.read: dict[str, _Read] = {}
        self.people: dict[int, tuple[Player, dict[str, Any]]] = {}
        self.touched: set[str] = set()
        self.kept: dict[tuple[type[Base], tuple[str, ...]], list[Mapping[str, Any]]] = {}

    def match(self, rows: Iterable[Row[Any]]) -> _Read:
        """A match, from the rows of all of its chairs."""
        of_match: dict[str, Any] = {}
        chairs: list[tuple[Chair, dict[str, Any]]] = []
        match = _made(Match)
        for row in rows:
            of_match, of_chair = MATCH.values(row) or of_match, CHAIR.values(row) or {}
            chairs.append((_made(Chair, **of_chair, match=match, player=self.player(row)), of_chair))
        vars(match).update(of_match, chairs=[chair for chair, _ in chairs])
        return _Read(match, of_match, chairs)

    def player(self, row: Row[Any]) -> Player | None:
        """The player of a chair: in all rows the same person is the same object."""
        values = PLAYER.values(row)
        return self.people.setdefault(values["id"], (_made(Player, **values), values))[0] if values else None


def _pending(session: Session) -> _Pending:
    found: _Pending | None = session.info.get(PENDING)
    if found is None:
        found = session.info[PENDING] = _Pending(session.connection())
    return found


def _made(model: type[One], **values: Any) -> One:
    """An object of a model as the ORM loads it, but of no session."""
    made = model()
    vars(made).update(values)
    return made


def _read(statement: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> list[Match]:
    """The matches in the rows of `_chairs`, which have all chairs of each."""
    session = db.session()
    _write(session)
    pending = _pending(session)
    found: dict[str, list[Row[Any]]] = {}
    for row in pending.connection.execute(statement, parameters).all():
        found.setdefault(row[CHAIR_MATCH], []).append(row)
    for id, rows in found.items():
        if id not in pending.read:
            pending.read[id] = pending.match(rows)
    return [pending.read[id].match for id in found]


def _changed(one: Base, read: Mapping[str, Any]) -> dict[str, Any]:
    now = vars(one)
    return {name: now[name] for name, was in read.items() if now[name] is not was and now[name] != was}


def _noted(one: Base, read: dict[str, Any]) -> dict[str, Any]:
    """What was changed of a row, which counts as written from now on."""
    change = _changed(one, read)
    read.update(change)
    return change


@cache
def _change(of: _Columns, names: tuple[str, ...], known: tuple[str, ...]) -> Update:
    as_known = (of.column(name) == bindparam(f"known_{name}") for name in known)
    return update(of.table).where(*as_known).values({of.column(name): bindparam(name) for name in names})


@cache
def _add(model: type[Base]) -> Insert:
    return insert(model).inline()


def _write(session: Session) -> None:
    """Write what was changed and added, if anything. Raises `StaleDataError` if a match was written meanwhile."""
    pending: _Pending | None = session.info.get(PENDING)
    if pending is None:
        return
    chairs: list[tuple[Base, dict[str, Any]]] = []
    for read in pending.read.values():
        changed = [(chair, change) for chair, was in read.chairs if (change := _noted(chair, was))]
        _write_match(pending.connection, read, bool(changed) or read.match.id in pending.touched)
        chairs += changed
    people = [(player, change) for player, was in pending.people.values() if (change := _noted(player, was))]
    kept, pending.kept, pending.touched = pending.kept, {}, set()
    if kept:
        session.flush()  # what the rows refer to may be new
    if chairs:
        names = tuple(dict.fromkeys(name for _, change in chairs for name in change))
        values = [{name: vars(one)[name] for name in names} | {"known_id": vars(one)["id"]} for one, _ in chairs]
        pending.connection.execute(_change(CHAIR, names, ("id",)), values)
    for player, change in people:  # no revision guards what else a person sets meanwhile, so it is left alone
        pending.connection.execute(_change(PLAYER, tuple(change), ("id",)), {**change, "known_id": vars(player)["id"]})
    for (model, _), added in kept.items():
        pending.connection.execute(_add(model), added)


def _write_match(connection: Connection, read: _Read, touched: bool) -> None:
    change = _changed(read.match, read.values)
    if not (change or touched):
        return
    known = {"known_id": read.match.id, "known_revision": read.match.revision}
    change["revision"] = read.match.revision + 1
    statement = _change(MATCH, tuple(change), ("id", "revision"))
    if connection.execute(statement, {**change, **known}).rowcount != 1:
        raise StaleDataError("the match was written meanwhile")
    read.values.update(change)
    vars(read.match).update(change)


@event.listens_for(db.session, "before_commit")
def _before_commit(session: Session) -> None:
    _write(session)


@event.listens_for(db.session, "do_orm_execute")
def _before_selecting(execution: ORMExecuteState) -> None:
    if execution.session.autoflush:
        _write(execution.session)


@event.listens_for(db.session, "after_transaction_end")
def _forgotten(session: Session, transaction: SessionTransaction) -> None:
    if transaction.parent is None:
        session.info.pop(PENDING, None)
