"""Changing one match in a transaction: the interface for use-cases, and its plain implementation with ORM models.

The plain way is the reference. The quick way is in `server.store.fast` and must leave the same rows behind. A use-case
is written once, against `Match` and `Chair`, and works with both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Select

from . import fast
from .models import Chair, Match, Turn, db
from .past import ANSWERED
from .session import fresh_session, in_session, repeated

P = ParamSpec("P")
R = TypeVar("R")


class OneMatch(Protocol):
    """A transaction in which one match is read, changed and written.

    A use-case opens the match of a chair, sets attributes of the match and its chairs, adds rows of other tables with
    `Match.keep`, and finally calls `write` once. If it raises, nothing is changed.
    """

    def open(self, chair_id: int) -> Match | None:
        """The match of a chair, with all its chairs; ``None`` if there is no such chair."""

    def turn(self, ply: int) -> Turn | None:
        """A turn of the match, read-only; ``None`` if it has not been played."""

    def write(self) -> None:
        """Write the changes, if any. Raises `StaleDataError` if the match was written concurrently."""


class SeveralMatches(Protocol):
    """A transaction in which several matches are found, and changed one after the other."""

    def rows(self, statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows that a SELECT returns for these parameters, with columns by name."""

    def expect(self, first_chairs: Mapping[str, int]) -> None:
        """Say which matches will be opened, by their id and their first chair, so that they can be read together."""

    def one(self) -> OneMatch:
        """The transaction, for a use-case that changes one of them."""


class MatchOfModels:
    """The plain way, with ORM models; the quick way is tested against it."""

    def __init__(self) -> None:
        self._match: Match | None = None

    def open(self, chair_id: int) -> Match | None:
        """The match of a chair; ``None`` if there is no such chair."""
        chair = db.session.get(Chair, chair_id)
        self._match = chair.match if chair else None
        return self._match

    def turn(self, ply: int) -> Turn | None:
        """A turn of the match; ``None`` if it has not been played."""
        assert self._match is not None
        found = ANSWERED.of(self._match, ply, ply)
        return found[0] if found else None

    def write(self) -> None:
        """Write the changes, always including the match row, so that concurrent writes conflict."""
        assert self._match is not None
        session = db.session()
        if session.new or any(session.is_modified(one) for one in session.dirty):
            self._match.touch()
        session.flush()


class SeveralOfModels:
    """The plain way for several matches."""

    def rows(self, statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows of a SELECT."""
        return db.session.execute(statement, values).all()

    def expect(self, first_chairs: Mapping[str, int]) -> None:
        """Nothing: each is read when it is opened."""

    def one(self) -> OneMatch:
        """A way to change one match."""
        return MatchOfModels()


def changes_several_matches(use_case: Callable[Concatenate[SeveralMatches, P], R]) -> Callable[P, R]:
    """Like `changes_one_match`, for a use-case that changes several matches in one transaction: all of them or none.

    It must lock the matches that it finds (``FOR UPDATE``), so that it waits for nobody while it changes them.
    """

    @wraps(use_case)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        return repeated(lambda: once(*args, **kwargs))

    def once(*args: P.args, **kwargs: P.kwargs) -> R:
        if fast.why_plain(db.engine):
            return in_session(lambda: plainly(*args, **kwargs))
        fresh_session()
        with fast.several_matches(db.engine) as matches:
            return use_case(matches, *args, **kwargs)

    def plainly(*args: P.args, **kwargs: P.kwargs) -> R:
        with db.session.no_autoflush:
            return use_case(SeveralOfModels(), *args, **kwargs)

    return wrapped


def changes_one_match(use_case: Callable[Concatenate[OneMatch, P], R]) -> Callable[P, R]:
    """Like `server.store.session.transaction`, for a use-case that changes only one match and must be fast.

    The use-case may run several times, and may only read and write the match that it opens.
    """

    @wraps(use_case)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        return repeated(lambda: once(*args, **kwargs))

    def once(*args: P.args, **kwargs: P.kwargs) -> R:
        if fast.why_plain(db.engine):
            return in_session(lambda: plainly(*args, **kwargs))
        fresh_session()
        with fast.one_match(db.engine) as match:
            return use_case(match, *args, **kwargs)

    def plainly(*args: P.args, **kwargs: P.kwargs) -> R:
        with db.session.no_autoflush:  # write once, at the end
            return use_case(MatchOfModels(), *args, **kwargs)

    return wrapped
