"""A PostgreSQL that keeps its connections open and says nothing, as when it is stopped or its disk hangs.

libpq waits for an answer without end, because the operating system at the other end still acknowledges what is sent.
So a thread watches the calls that wait. If one waits long, it asks the server something simple on a new connection; if
that is not answered either, the server is silent: waiting calls end with an error, and new ones fail at once, until the
server answers again. A slow statement on a server that answers is left alone.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from typing import Any, Self
from weakref import WeakSet, ref

import psycopg
import structlog

LONG = 0.7
"""Seconds after which a call that waits makes us ask whether the server answers at all."""
ANSWER = 0.8
"""Seconds that the server has to answer the question."""
TICK, IDLE = 0.1, 5.0
"""Seconds between two looks at the calls, and after which the thread sleeps if there was none."""

log = structlog.get_logger()


class Silent(psycopg.OperationalError):
    """The database does not answer. Nobody waits for it until it does."""


class Watch:
    """Watches the calls of one process to one server. ``ask`` connects and asks something; it may take any time."""

    def __init__(self, ask: Callable[[], None]):
        self.silent = False
        self.clock = 0.0
        """Seconds as the watching thread has seen them pass: fewer than there were if the machine is overloaded, when
        an answer may take longer too, or if this process was stopped itself."""
        self._ask = ask
        self._calls: WeakSet[Call] = WeakSet()
        self._lock = threading.Lock()
        self._pid = 0
        self._awake = threading.Event()
        self._asked_at: float | None = None

    def follow(self, call: Call) -> None:
        """Watch what is done on a connection from now on."""
        with self._lock:
            if self._pid != os.getpid():  # threads and connections do not survive a fork
                self._pid, self.silent, self._asked_at = os.getpid(), False, None
                self._calls, self._awake = WeakSet(), threading.Event()
                threading.Thread(target=self._run, args=(self._awake,), daemon=True, name="silence").start()
            self._calls.add(call)

    def wake(self) -> None:
        """A call begins: look at it."""
        if not self._awake.is_set():
            self._awake.set()

    def _run(self, awake: threading.Event) -> None:
        quiet_since = self.clock
        while awake.wait():
            slept_at = time.monotonic()
            time.sleep(TICK)
            now = self.clock = self.clock + min(time.monotonic() - slept_at, 1.5 * TICK)
            with self._lock:
                since = [at for call in self._calls if (at := call.since) is not None]
            self._look(now, now - min(since, default=now))
            if since or self.silent or self._asked_at is not None:
                quiet_since = now
            elif now - quiet_since > IDLE:
                awake.clear()
                quiet_since = now

    def _look(self, now: float, longest: float) -> None:
        if self._asked_at is None:
            if self.silent or longest > LONG:
                self._asked_at = now
                threading.Thread(target=self._question, daemon=True, name="silence").start()
        elif now - self._asked_at > ANSWER:
            if not self.silent:
                self.silent = True
                log.error("database.silent")
            with self._lock:
                waiting = list(self._calls)
            for call in waiting:
                call.end()

    def _question(self) -> None:
        try:
            self._ask()
        except psycopg.errors.ConnectionTimeout:
            self._asked_at = None  # asked again at the next look
            return
        except Exception:  # an answer of some kind: whoever calls gets an error of their own
            pass
        if self.silent:
            log.warning("database.answers")
        self.silent, self._asked_at = False, None


class Call:
    """What a connection is doing: since when it waits (by `Watch.clock`), and how to end that."""

    def __init__(self, watch: Watch, fileno: Callable[[], int]):
        self.since: float | None = None
        self._watch, self._fileno = watch, fileno
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        """The connection waits for the server. Raises `Silent` if nobody should."""
        if self._watch.silent:
            raise Silent("the database does not answer")
        self.since = self._watch.clock
        self._watch.wake()

    def __exit__(self, *failure: object) -> None:
        """The server has answered, or the connection is lost."""
        with self._lock:
            self.since = None

    def end(self) -> None:
        """Hang up, if the connection waits; the waiting thread gets an error."""
        with self._lock, suppress(OSError, psycopg.Error):
            if self.since is not None:
                with socket.socket(fileno=os.dup(self._fileno())) as ours:
                    ours.shutdown(socket.SHUT_RDWR)


UNWATCHED = nullcontext()
"""For connections that are made outside of `connecting`."""
UNTOLD = (None,) * 5
"""What a driver may leave out of a column's description."""


class Cursor(psycopg.Cursor[Any]):
    """A cursor with which nobody waits for a server that is silent."""

    @property
    def description(self) -> Any:
        """The names and types of the columns (PEP 249). SQLAlchemy asks for them with each statement, and psycopg
        would look up all that can be known of each, which takes as long as reading a match.
        """
        found = self.pgresult
        if found is None or not found.nfields:
            return None
        return [((found.fname(n) or b"").decode(), found.ftype(n), *UNTOLD) for n in range(found.nfields)]

    def execute(self, *args: Any, **kwargs: Any) -> Self:
        """Ask something, and wait for the answer. Raises the errors of psycopg, `Silent` among them."""
        with _waiting(self.connection):
            return super().execute(*args, **kwargs)

    def executemany(self, *args: Any, **kwargs: Any) -> None:
        """Ask something several times, and wait for the answers. Raises the errors of psycopg, `Silent` among them."""
        with _waiting(self.connection):
            super().executemany(*args, **kwargs)


class Connection(psycopg.Connection[Any]):
    """A connection on which no statement, commit or rollback waits for a server that is silent."""

    call: Call | None = None

    @classmethod
    def connect(cls, *args: Any, **kwargs: Any) -> Self:
        """Connect. Whatever is asked on the connection is watched, from the first question on, within `connecting`."""
        connection = super().connect(*args, cursor_factory=Cursor, **kwargs)
        watch = _watching.get()
        if watch is not None:
            its = ref(connection)  # a call does not keep its connection alive
            connection.call = Call(watch, lambda: connection.fileno() if (connection := its()) else -1)
            watch.follow(connection.call)
        return connection

    def commit(self) -> None:
        """End a transaction. Raises the errors of psycopg, `Silent` among them."""
        with _waiting(self):
            super().commit()

    def rollback(self) -> None:
        """Take a transaction back. Raises the errors of psycopg, `Silent` among them."""
        with _waiting(self):
            super().rollback()


def _waiting(connection: psycopg.Connection[Any]) -> AbstractContextManager[None]:
    """Wait for the server. Raises `Silent` if nobody should."""
    call = connection.call if isinstance(connection, Connection) else None
    return call or UNWATCHED


_watching: ContextVar[Watch | None] = ContextVar("watching", default=None)


@contextmanager
def connecting(watch: Watch) -> Iterator[None]:
    """Watch an attempt to connect, which has a time limit of its own, and the connection. Raises `Silent`."""
    call = Call(watch, lambda: -1)
    watch.follow(call)
    with call:
        before = _watching.set(watch)
        try:
            yield
        finally:
            _watching.reset(before)
