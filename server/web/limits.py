"""How often something may be done: by one link, counted in each web process; from one address, counted in the broker.

Sealing an answer never waits for the broker, whatever state that is in. What is seldom done and could be abused by
strangers is counted for all processes together, and in each alone while the broker is away.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import structlog
from flask import Flask, current_app, request
from limits import RateLimitItemPerHour
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from ..config import Settings, settings

MINUTE, HOUR = 60, 3600
PATIENCE = 0.3
"""Seconds that the broker has to answer."""

P = ParamSpec("P")
R = TypeVar("R")

log = structlog.get_logger()


class TooOften(Exception):
    """Raised instead of acting. ``wait``: the seconds until it may be tried again."""

    def __init__(self, wait: float):
        super().__init__(f"again in {wait:.0f} seconds")
        self.wait = max(1, int(wait))


class Counts:
    """Counts what happens to each key within the span of time that begins when it first happens."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self._lock, self._swept = threading.Lock(), 0.0
        self._counts: dict[str, tuple[float, int]] = {}

    def check(self, key: str, most: int) -> None:
        """Count once more. Raises `TooOften` where that is more than ``most``."""
        now = time.monotonic()
        with self._lock:
            if now - self._swept >= self.seconds:
                self._counts = {key: kept for key, kept in self._counts.items() if now - kept[0] < self.seconds}
                self._swept = now
            began, times = self._counts.get(key, (now, 0))
            if now - began >= self.seconds:
                began, times = now, 0
            self._counts[key] = began, times + 1
        if times >= most:
            raise TooOften(began + self.seconds - now)


def set_up(app: Flask, given: Settings) -> None:
    """Count by address in the broker, for all web processes together, and by link in this one."""
    url = given.broker_url.replace("redis+socket://", "redis+unix://", 1)
    storage = storage_from_string(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
    app.extensions["poste.limits"] = FixedWindowRateLimiter(storage)
    app.extensions["poste.counts"] = {span: Counts(span) for span in (MINUTE, HOUR)}


def per_minute(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let one link do this so often in a minute. Raises `TooOften`."""

    def check(what: str, token: str) -> None:
        _count(MINUTE, f"{what} {token}", most)

    return _limited(check)


def per_hour(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let one address do this so often in an hour. Raises `TooOften`."""
    limit = RateLimitItemPerHour(most)

    def check(what: str, _: str) -> None:
        shared: FixedWindowRateLimiter = current_app.extensions["poste.limits"]
        named = (what, request.remote_addr or "")
        try:
            if not shared.hit(limit, *named):
                raise TooOften(shared.get_window_stats(limit, *named).reset_time - time.time())
        except TooOften:
            raise
        except Exception as error:
            log.warning("limits.alone", error=type(error).__name__)
            _count(HOUR, " ".join(named), most)

    return _limited(check)


def _limited(check: Callable[[str, str], None]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    def limited(act: Callable[P, R]) -> Callable[P, R]:
        what = f"{act.__module__}.{act.__qualname__}"

        @wraps(act)
        def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
            if settings().limits:
                check(what, str(kwargs.get("token", "")))
            return act(*args, **kwargs)

        return wrapped

    return limited


def _count(span: int, key: str, most: int) -> None:
    counts: Counts = current_app.extensions["poste.counts"][span]
    counts.check(key, most)
