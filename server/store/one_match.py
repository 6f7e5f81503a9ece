"""One match to be changed and written: what a use-case sees of it, and the two ways in which that is done.

The plain way is the reference: models in the session. The quick way is in `server.store.fast`, and must leave the same
rows behind. A use-case is written once, on `Match` and `Chair`, and does not know which of them it goes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from . import fast
from .models import Chair, Match, Turn, db
from .session import fresh_session, in_session, repeated

P = ParamSpec("P")
R = TypeVar("R")


class OneMatch(Protocol):
    """A transaction in which one match is read, changed and written.

    A use-case opens the match of a chair, changes it and its chairs by setting attributes, adds rows of other tables
    with `Match.keep`, and writes, last of all and once. What it raises leaves everything as it was.
    """

    def open(self, chair_id: int) -> Match | None:
        """The match of a chair, with all its chairs; ``None`` where there is no such chair."""

    def turn(self, ply: int) -> Turn | None:
        """A turn of the match, to be read only; ``None`` before it was played."""

    def write(self) -> None:
        """Write what was changed, if anything was. Raises `StaleDataError` where somebody else wrote meanwhile."""


class MatchOfModels:
    """The plain way, and the oracle of the quick one."""

    def __init__(self) -> None:
        self._match: Match | None = None

    def open(self, chair_id: int) -> Match | None:
        """The match of a chair; ``None`` where there is no such chair."""
        chair = db.session.get(Chair, chair_id)
        self._match = chair.match if chair else None
        return self._match

    def turn(self, ply: int) -> Turn | None:
        """A turn of the match."""
        assert self._match is not None
        return db.session.get(Turn, (self._match.id, ply))

    def write(self) -> None:
        """Write what was changed, as a write of the match, so that two at the same moment see each other."""
        assert self._match is not None
        session = db.session()
        if session.new or any(session.is_modified(one) for one in session.dirty):
            self._match.touch()
        session.flush()


def changes_one_match(use_case: Callable[Concatenate[OneMatch, P], R]) -> Callable[P, R]:
    """As `server.store.session.transaction`, for a use-case that changes one match and must be quick.

    It may run several times, and does nothing but read and write the match that it is given to open.
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
        with db.session.no_autoflush:  # one write, at the end
            return use_case(MatchOfModels(), *args, **kwargs)

    return wrapped
