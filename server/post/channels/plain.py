"""Signed JSON to a program of one's own, which can verify that it comes from here.

``X-Poste-Signature`` is ``sha256=`` and the HMAC-SHA-256, in hex, of ``X-Poste-Timestamp``, a dot and the body. Its key
is the displayed key as bytes.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any

import orjson

from .calling import Request
from .kind import URL, Facts, Kind, Message, filled


def _read(form: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    return filled(form, URL), {"key": secrets.token_hex(32)}


def signature(key: str, timestamp: str, body: bytes) -> str:
    """The value of ``X-Poste-Signature``."""
    return "sha256=" + hmac.new(key.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def _request(address: str, facts: Facts, message: Message) -> Request:
    told = {
        "id": message.identity,
        "kind": message.kind,
        "title": message.title,
        "text": message.body,
        "url": message.url,
        "until": message.until.isoformat(timespec="seconds") if message.until else None,
    }
    body, timestamp = orjson.dumps(told), str(int(message.at.timestamp()))
    headers = {"X-Poste-Timestamp": timestamp, "X-Poste-Signature": signature(facts["key"], timestamp, body)}
    return Request(address, body, {"Content-Type": "application/json", **headers})


PLAIN = Kind("JSON, signed, to a program of your own", (URL,), _read, _request)
