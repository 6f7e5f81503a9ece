"""Whether the pages answer where links begin, and PROXIES is as many as there are: they are asked as by a player, and
say how many passed it on.
"""

from __future__ import annotations

from datetime import datetime
from ssl import SSLCertVerificationError
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import orjson
from sqlalchemy.exc import SQLAlchemyError

from ..config import Settings
from ..post.dns_checks import Inconclusive
from ..store import heartbeat
from ..store.models import db

SECONDS = 5.0
"""How long the pages may take to answer."""
LONGEST = 100_000
"""Bytes that are read of an answer."""


def check(settings: Settings, at: datetime) -> str:
    """Ask the pages at BASE_URL. Raises `RuntimeError` if it is not they that answer, or PROXIES is wrong, and
    `Inconclusive` if nothing answers from here.
    """
    if not _is_served(at):
        raise Inconclusive("no web process is there that could be asked")
    passed_on = _passed_on(settings)
    if passed_on > settings.proxies:
        raise RuntimeError(
            f"{passed_on} reverse prox{'y passes' if passed_on == 1 else 'ies pass'} requests on (X-Forwarded-For), so "
            f"that all the world counts as one address: set PROXIES={passed_on}"
        )
    if passed_on < settings.proxies:
        raise RuntimeError(
            f"PROXIES is {settings.proxies}, and {passed_on or 'none'} passed a request to BASE_URL on, so that "
            f"whoever likes may claim any address: set PROXIES={passed_on}, or let each proxy add X-Forwarded-For"
        )
    return f"answer at {settings.base_url}"


def _is_served(at: datetime) -> bool:
    """Whether anybody shows pages; the database says so."""
    try:
        return any(one.kind == "web" and not one.is_gone for one in heartbeat.present(at))
    except SQLAlchemyError:
        db.session.rollback()
        return False  # the check of the database says so


def _passed_on(settings: Settings) -> int:
    """By how many proxies. Raises `RuntimeError` and `Inconclusive`."""
    opener = build_opener(*([ProxyHandler({})] if not settings.is_public else []))
    try:
        with opener.open(f"{settings.base_url}/healthz", timeout=SECONDS) as answer:
            return _forwarded(answer.status, answer.read(LONGEST))
    except HTTPError as error:  # it is not well, and says so, or somebody else answers
        with error:
            return _forwarded(error.code, error.read(LONGEST))
    except OSError as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, SSLCertVerificationError):
            raise RuntimeError(f"browsers refuse the certificate at BASE_URL ({reason.verify_message})") from error
        raise Inconclusive(
            f"nothing answers at BASE_URL from here ({reason}): does the proxy run, and does DNS lead to it? "
            "Some networks reach themselves by no outer address"
        ) from error


def _forwarded(status: int, body: bytes) -> int:
    try:
        return int(orjson.loads(body)["forwarded"])
    except (ValueError, KeyError, TypeError) as error:
        raise RuntimeError(
            f"what answers at BASE_URL (with {status}) is not this server: does the proxy pass requests on to it?"
        ) from error
