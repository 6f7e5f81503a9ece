"""How often something may be done: by one link, counted in each web process; from one network, counted in the broker.

Only links of ours are counted, and a bounded number of them: whoever sends forged ones fills no memory. Sealing an
answer never waits for the broker, whatever state that is in. What is seldom done and could be abused by strangers is
counted for all processes together, and in each alone while the broker is away.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import wraps
from ipaddress import IPv6Address, ip_address
from typing import ParamSpec, TypeVar

import structlog
from flask import Flask, current_app, request
from limits import RateLimitItemPerHour
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from .. import links
from ..config import Settings, settings

MINUTE, HOUR = 60, 3600
TIMEOUT = 0.3
"""Seconds that the broker has to answer."""
MOST_KEYS = 20_000
"""How many keys are counted at a time; beyond that those that began first are forgotten."""

P = ParamSpec("P")
R = TypeVar("R")

log = structlog.get_logger()


class TooOften(Exception):
    """Raised instead of acting. ``wait``: the seconds until it may be tried again."""

    def __init__(self, wait: float):
        super().__init__(f"again in {wait:.0f} seconds")
        self.wait = max(1, int(wait))


class Counts:
    """Counts what happens to each key within the span of time that begins when it first happens.

    At most `MOST_KEYS` keys are kept, in the order in which they began, so that the oldest are at hand.
    """

    def __init__(self, seconds: int, most_keys: int = MOST_KEYS) -> None:
        self.seconds, self.most_keys = seconds, most_keys
        self._lock = threading.Lock()
        self._counts: dict[str, tuple[float, int]] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def check(self, key: str, most: int) -> None:
        """Count once more. Raises `TooOften` where that is more than ``most``."""
        now = time.monotonic()
        with self._lock:
            self._forget(now)
            began, times = self._counts.get(key, (now, 0))
            self._counts[key] = began, times + 1
        if times >= most:
            raise TooOften(began + self.seconds - now)

    def _forget(self, now: float) -> None:
        """Forget the keys whose span is over, and the oldest where there are too many."""
        while self._counts:
            oldest = next(iter(self._counts))
            if now - self._counts[oldest][0] < self.seconds and len(self._counts) < self.most_keys:
                return
            del self._counts[oldest]


def network(address: str | None) -> str:
    """Who counts as one: an IPv4 address, or the /64 of an IPv6 address, which is what one household or machine has.

    An IPv4 address that is written as an IPv6 one is the IPv4 address.
    """
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return (address or "")[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return f"{IPv6Address(int(found) >> 64 << 64)}/64"
        found = found.ipv4_mapped
    return str(found)


def asking_network() -> str:
    return network(request.remote_addr)


def set_up(app: Flask, given: Settings) -> None:
    """Count by address in the broker, for all web processes together, and by link in this one."""
    url = given.broker_url.replace("redis+socket://", "redis+unix://", 1)
    storage = storage_from_string(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
    app.extensions["poste.limits"] = FixedWindowRateLimiter(storage)
    app.extensions["poste.counts"] = {span: Counts(span) for span in (MINUTE, HOUR)}


def per_minute(most: int, purpose: str = links.SEAT) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let one link of this purpose do this so often in a minute. Raises `TooOften`.

    A forged link is not counted: what it asks for refuses it anyway.
    """

    def check(what: str, token: str) -> None:
        try:
            named = links.numbers(purpose, token)
        except links.Forged:
            return
        current_app.extensions["poste.counts"][MINUTE].check(f"{what} {named}", most)

    return _limited(check)


def per_hour(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let one network do this so often in an hour. Raises `TooOften`."""
    limit = RateLimitItemPerHour(most)

    def check(what: str, _: str) -> None:
        shared: FixedWindowRateLimiter = current_app.extensions["poste.limits"]
        named = (what, asking_network())
        try:
            if not shared.hit(limit, *named):
                raise TooOften(shared.get_window_stats(limit, *named).reset_time - time.time())
        except TooOften:
            raise
        except Exception as error:
            log.warning("limits.alone", error=type(error).__name__)
            current_app.extensions["poste.counts"][HOUR].check(" ".join(named), most)

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
