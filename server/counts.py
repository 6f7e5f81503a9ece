"""What this process has counted since its counts were last kept: events by name and labels, and how long things took.

Any layer may count. Nothing is counted unless the server's metrics are on (`enable`), and then counting is a look at
a dictionary: `server.metrics` adds the counts to those of all processes, in the database, every few seconds.

Labels are words of ours: a kind, an outcome, the name of a page. None may hold a name, an address, a token or the id of
a match.
"""

from __future__ import annotations

import os
import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextvars import ContextVar

Series = tuple[str, tuple[str, ...]]
"""What is counted, and the values of its labels in their order."""

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of the buckets, in seconds; what took longer is counted in one more, ``+Inf``."""
BOUNDS = (*(f"{bound:g}" for bound in BUCKETS), "+Inf")
SUM = "sum"
"""Stands in the place of a bound for the sum of all seconds."""

_lock = threading.Lock()
_counts: defaultdict[Series, float] = defaultdict(float)
_keep: Callable[[], object] | None = None
_is_kept = False
_later: ContextVar[list[Series] | None] = ContextVar("counted_later", default=None)


def enable(keep: Callable[[], object] | None) -> None:
    """Count from now on, or no more (``None``). ``keep`` is called with the first count of each process: it sees to it
    that the counts of this process are kept from then on.
    """
    global _keep
    _keep = keep
    _begin_anew()


def _begin_anew() -> None:
    """Also after a fork: threads do not survive it, a lock may be held, and the parent keeps its own counts."""
    global _lock, _counts, _is_kept
    _lock, _counts, _is_kept = threading.Lock(), defaultdict(float), False


os.register_at_fork(after_in_child=_begin_anew)


def is_enabled() -> bool:
    return _keep is not None


def count(what: str, *labels: str) -> None:
    if _keep is not None:
        _add((what, labels), 1.0)


def count_later(what: str, *labels: str) -> None:
    """Count an event when the running transaction has been committed: not at all if it is rolled back, and once if it
    is repeated.
    """
    if _keep is not None:
        _later.set([*(_later.get() or ()), (what, labels)])


def observe(what: str, seconds: float, *labels: str) -> None:
    """Count something by how long it took."""
    if _keep is not None:
        bound = BOUNDS[bisect_left(BUCKETS, seconds)]
        _add((what, (*labels, bound)), 1.0)
        _add((what, (*labels, SUM)), seconds)


def forget() -> None:
    """A transaction begins, or begins again: what was to be counted later is not."""
    if _keep is not None:
        _later.set(None)


def settle() -> None:
    """A transaction was committed: count what was to be counted then."""
    if _keep is not None and (events := _later.get()):
        _later.set(None)
        for event in events:
            _add(event, 1.0)


def take() -> dict[Series, float]:
    """All counts of this process since they were last taken; they begin again at nothing."""
    global _counts
    with _lock:
        taken, _counts = _counts, defaultdict(float)
    return dict(taken)


def put_back(counts: Mapping[Series, float]) -> None:
    """Add counts that could not be kept to those that came meanwhile."""
    with _lock:
        for series, value in counts.items():
            _counts[series] += value


def _add(series: Series, value: float) -> None:
    global _is_kept
    with _lock:
        _counts[series] += value
    if not _is_kept and _keep is not None:
        _is_kept = True
        _keep()
