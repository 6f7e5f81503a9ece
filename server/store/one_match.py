"""How matches and people are read and written: as plain objects, by SQLAlchemy Core, and in no other way.

A match is read whole, with its chairs and their players, by one statement: loading it by the ORM takes several times as
long as sealing an answer. What was changed of it is written before the transaction commits, and before the session
selects anything, on condition that nobody has written the match meanwhile: its ``revision`` must be as it was read.

Within a transaction a match is always the same object, and so is a person. Where nothing is committed, nothing is
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import astuple
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
from sqlalchemy.orm.exc import StaleDataError

from .. import clock
from .models import CHAIRS, INVITED, MATCHES, OVER, PLAYERS, PLAYING, Base, Chair, Match, Plain, Player, db

Id = TypeVar("Id", int, str)
Found = TypeVar("Found")
Values = dict[str, Any]
"""The columns of a row, by name, in the order of the table."""

AT_ONCE = 20
"""How many matches are read by one statement at most."""
PENDING = "poste.pending"
"""Where a session keeps what it has read and is to write."""


class _Part:
    """Where the columns of a table stand in a row of `_chairs`, in the order of the fields of its plain objects."""

    def __init__(self, table: Table, first: int):
        self.names = table.columns.keys()
        self.first, self.end = first, first + len(self.names)
        self.key = first + self.names.index("id")

    def values(self, row: Row[Any]) -> Values:
        """The values in a row; none if it has none of this table."""
        return dict(zip(self.names, row[self.first : self.end], strict=True)) if row[self.key] is not None else {}


_CHAIR = _Part(CHAIRS, 0)
_PLAYER = _Part(PLAYERS, _CHAIR.end)
_MATCH = _Part(MATCHES, _PLAYER.end)
_CHAIR_MATCH = _CHAIR.names.index("match_id")
C, P, M = CHAIRS.c, PLAYERS.c, MATCHES.c
_OWN = CHAIRS.alias()


def _chairs(which: ColumnElement[bool], own: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The chairs ``which`` are to be read, each with its player; those of one's ``own`` also with their match."""
    return (
        select(CHAIRS, PLAYERS, MATCHES)
        .select_from(CHAIRS)
        .outerjoin(PLAYERS, C.player_id == P.id)
        .outerjoin(MATCHES, (M.id == C.match_id) & own)
        .where(which)
        .order_by(C.match_id, C.seat)
    )


_MINE = select(_OWN.c.match_id).join(MATCHES, M.id == _OWN.c.match_id).where(_OWN.c.player_id == bindparam("player"))
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


def one_chair(chair_id: int | None) -> Chair:
    """Like `chair_of`. Raises `NoResultFound` if there is no such chair."""
    return _there(None if chair_id is None else chair_of(chair_id), f"chair {chair_id}")


def match_of(match_id: str) -> Match | None:
    """The match of this id; ``None`` if there is none."""
    return next(iter(matches_of([match_id])), None)


def one_match(match_id: str | None) -> Match:
    """Like `match_of`. Raises `NoResultFound` if there is no such match."""
    return _there(None if match_id is None else match_of(match_id), f"match {match_id}")


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


def people_where(*which: ColumnElement[bool], lock: bool = False) -> list[Player]:
    """Some people in the order of their numbers, as they are now. ``lock``: until the transaction ends."""
    session = db.session()
    _write(session)
    pending = _pending(session)
    found = select(PLAYERS).where(*which).order_by(P.id)
    rows = pending.connection.execute(found.with_for_update() if lock else found).mappings()
    return [pending.person(dict(row), anew=True) for row in rows]


def player_of(player_id: int) -> Player | None:
    """The person of this number; ``None`` if there is none."""
    known = _pending(db.session()).people.get(player_id)
    return known[0] if known else next(iter(people_where(P.id == player_id)), None)


def one_player(player_id: int | None) -> Player:
    """Like `player_of`. Raises `NoResultFound` if there is no such person."""
    return _there(None if player_id is None else player_of(player_id), f"person {player_id}")


def locked_player(player_id: int) -> Player:
    """The person of this number, locked until the transaction ends. Raises `NoResultFound` if there is none."""
    return _there(next(iter(people_where(P.id == player_id, lock=True)), None), f"person {player_id}")


def _there(found: Found | None, what: str) -> Found:
    if found is None:
        raise NoResultFound(f"there is no {what}")
    return found


def add(match: Match) -> None:
    """Write a new match and its chairs, which get their numbers. Raises `IntegrityError` if there is such a match."""
    session = db.session()
    _write(session)
    pending = _pending(session)
    if match.closes_at:
        match.count_move(clock.now())
    of_match, chairs = _values(match, _MATCH), []
    pending.connection.execute(insert(MATCHES), of_match)
    for chair in match.chairs:
        values = _values(chair, _CHAIR)
        del values["id"]
        chair.id = pending.connection.scalars(insert(CHAIRS).returning(C.id), values).one()
        chairs.append((chair, _values(chair, _CHAIR)))
    pending.read[match.id] = _Read(match, of_match, chairs)


def keep(model: type[Base], **values: Any) -> None:
    """Add a row of another table in this transaction. It is written with the matches, unknown to the session."""
    _pending(db.session()).kept.setdefault((model, tuple(values)), []).append(values)


def write() -> None:
    """Write now what was changed and added, before a statement that needs it."""
    _write(db.session())


def reread() -> None:
    """Read once more what this transaction has read, after a statement that has changed such rows by itself."""
    write()
    pending = _pending(db.session())
    read, numbers = pending.read, list(pending.people)
    pending.read = {}
    people_where(P.id.in_(numbers))
    for match in matches_of(list(read)):
        before, now = read[match.id], pending.read[match.id]
        pending.read[match.id] = before
        for (one, known), (_, values) in zip(before.rows(), now.rows(), strict=True):
            _set(one, values)
            known.update(values)


def touch(match: Match) -> None:
    """Write the match even if nothing of it changes, so that of two transactions that read it one is made again."""
    _pending(db.session()).touched.add(match.id)


# Reading and writing -------------------------------------------------------------------------------------------------


class _Read(NamedTuple):
    """A match and its chairs, each with the values that the database has."""

    match: Match
    values: Values
    chairs: list[tuple[Chair, Values]]

    def rows(self) -> Sequence[tuple[Plain, Values]]:
        """All of them."""
        return [(self.match, self.values), *self.chairs]


class _Pending:
    """What a transaction has read, and the rows of other tables that it adds."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.read: dict[str, _Read] = {}
        self.people: dict[int, tuple[Player, Values]] = {}
        self.touched: set[str] = set()
        self.kept: dict[tuple[type[Base], tuple[str, ...]], list[Mapping[str, Any]]] = {}

    def match(self, rows: Sequence[Row[Any]]) -> _Read:
        """A match, from the rows of all of its chairs."""
        of_match = next(filter(None, map(_MATCH.values, rows)))
        read = _Read(Match(**of_match), of_match, [])
        for row in rows:
            values, person = _CHAIR.values(row), _PLAYER.values(row)
            chair = Chair(**values, match=read.match, player=self.person(person) if person else None)
            read.match.chairs.append(chair)
            read.chairs.append((chair, values))
        return read

    def person(self, values: Values, anew: bool = False) -> Player:
        """A person, always the same object. ``anew``: with these values even if it was read before."""
        player, known = self.people.setdefault(values["id"], (Player(**values), values))
        if anew:
            _set(player, values)
            known.update(values)
        return player


def _pending(session: Session) -> _Pending:
    found: _Pending | None = session.info.get(PENDING)
    if found is None:
        found = session.info[PENDING] = _Pending(session.connection())
    return found


def _read(statement: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> list[Match]:
    """The matches in the rows of `_chairs`, which have all chairs of each."""
    session = db.session()
    _write(session)
    pending = _pending(session)
    found: dict[str, list[Row[Any]]] = {}
    for row in pending.connection.execute(statement, parameters).all():
        found.setdefault(row[_CHAIR_MATCH], []).append(row)
    for id, rows in found.items():
        if id not in pending.read:
            pending.read[id] = pending.match(rows)
    return [pending.read[id].match for id in found]


def _values(one: Plain, part: _Part) -> Values:
    return dict(zip(part.names, astuple(one), strict=False))  # the rows that it holds come last


def _set(one: Plain, values: Values) -> None:
    for name, value in values.items():
        setattr(one, name, value)


def _noted(one: Plain, read: Values) -> Values:
    """What was changed of a row, which counts as written from now on."""
    pairs = zip(read.items(), astuple(one), strict=False)  # the rows that it holds come last
    change = {name: now for (name, was), now in pairs if now is not was and now != was}
    read.update(change)
    return change


@cache
def _change(table: Table, names: tuple[str, ...], known: tuple[str, ...]) -> Update:
    as_known = (table.c[name] == bindparam(f"known_{name}") for name in known)
    return update(table).where(*as_known).values({name: bindparam(name) for name in names})


@cache
def _add(model: type[Base]) -> Insert:
    return insert(model).inline()


def _write(session: Session) -> None:
    """Write what was changed and added, if anything. Raises `StaleDataError` if a match was written meanwhile."""
    pending: _Pending | None = session.info.get(PENDING)
    if pending is None:
        return
    chairs: list[tuple[Chair, Values]] = []
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
        values = [{"known_id": chair.id, **{name: getattr(chair, name) for name in names}} for chair, _ in chairs]
        pending.connection.execute(_change(CHAIRS, names, ("id",)), values)
    for player, change in people:  # no revision guards what else a person sets meanwhile, so it is left alone
        pending.connection.execute(_change(PLAYERS, tuple(change), ("id",)), {**change, "known_id": player.id})
    for (model, _), added in kept.items():
        pending.connection.execute(_add(model), added)


def _write_match(connection: Connection, read: _Read, touched: bool) -> None:
    match, known = read.match, {"known_id": read.match.id, "known_revision": read.match.revision}
    if match.closes_at != read.values["closes_at"]:
        match.count_move(clock.now())
    change = _noted(match, read.values)
    if not (change or touched):
        return
    match.revision = change["revision"] = read.values["revision"] = match.revision + 1
    statement = _change(MATCHES, tuple(change), ("id", "revision"))
    if connection.execute(statement, {**change, **known}).rowcount != 1:
        raise StaleDataError("the match was written meanwhile")


@event.listens_for(db.session, "before_commit")
def _before_commit(session: Session) -> None:
    _write(session)


@event.listens_for(db.session, "do_orm_execute")
def _before_selecting(execution: ORMExecuteState) -> None:
    if execution.session.autoflush:
        execution.session.flush()
        _write(execution.session)


@event.listens_for(db.session, "after_transaction_end")
def _forgotten(session: Session, transaction: SessionTransaction) -> None:
    if transaction.parent is None:
        session.info.pop(PENDING, None)
