"""Whether PROXIES is as many as there are: the server is asked as by a player, and says how many passed it on."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from urllib.request import ProxyHandler, build_opener

import orjson
from sqlalchemy.exc import SQLAlchemyError

from ..config import Settings
from ..store import heartbeat
from ..store.models import db

SECONDS = 5.0
"""How long the pages may take to answer."""
LONGEST = 100_000
"""Bytes that are read of an answer."""


def wrong(settings: Settings, at: datetime) -> list[str]:
    """A sentence if PROXIES is wrong; none if it is right, or if the pages cannot be asked from here."""
    passed_on = _passed_on(settings) if _is_served(at) else settings.proxies
    if passed_on > settings.proxies:
        return [
            f"{passed_on} reverse prox{'y passes' if passed_on == 1 else 'ies pass'} requests on (X-Forwarded-For), so "
            f"that all the world counts as one address: set PROXIES={passed_on}"
        ]
    if passed_on < settings.proxies:
        return [
            f"PROXIES is {settings.proxies}, and {passed_on or 'none'} passed a request to BASE_URL on, so that "
            f"whoever likes may claim any address: set PROXIES={passed_on}, or let each proxy add X-Forwarded-For"
        ]
    return []


def _is_served(at: datetime) -> bool:
    """Whether anybody shows pages; the database says so."""
    try:
        return any(one.kind == "web" and not one.is_gone for one in heartbeat.present(at))
    except SQLAlchemyError:
        db.session.rollback()
        return False  # the check of the database says so


def _passed_on(settings: Settings) -> int:
    with suppress(OSError, ValueError, KeyError, TypeError):
        opener = build_opener(*([ProxyHandler({})] if not settings.is_public else []))
        with opener.open(f"{settings.base_url}/healthz", timeout=SECONDS) as answer:
            return int(orjson.loads(answer.read(LONGEST))["forwarded"])
    return settings.proxies
