"""Web Push to a browser, encrypted for it alone (RFC 8030, 8188, 8291), and signed with our key (RFC 8292, VAPID).

A browser accepts only messages signed with the key whose public half it got: that is created once, kept in the database
and its backups, and outlives rotated link keys.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
import time
from collections.abc import Mapping
from datetime import timedelta
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ...config import settings
from ...store.database_secrets import kept_secret, secret
from ...store.session import transaction
from .http_client import Request
from .kind import BadFields, Facts, Field, Kind, Message, Read, filled

ENDPOINT = Field("endpoint", "Address of the push service", secret=True)
KEY, AUTH = Field("p256dh", "Key of the browser", secret=True), Field("auth", "Word of the browser", secret=True)
VALID = 12 * 3600
"""Seconds for which a signature is valid; push services refuse more than a day."""
LEAST, MOST = timedelta(minutes=1), timedelta(days=7)
"""How long a push service keeps a message for a browser that is offline."""


def _read(form: Mapping[str, str]) -> Read:
    """Raises `BadFields` for invalid keys, which come from a browser: nobody has typed them."""
    endpoint, key, auth = filled(form, ENDPOINT), filled(form, KEY), filled(form, AUTH)
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(key))
        whole = len(_bytes(auth)) == 16
    except (ValueError, binascii.Error):
        whole = False
    if not whole:
        raise BadFields("This browser gave no keys that can be used: try it again, or use another browser.")
    return endpoint, {"p256dh": key, "auth": auth}


def _bytes(text: str) -> bytes:
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def _request(address: str, facts: Facts, message: Message) -> Request:
    from pywebpush import WebPusher  # loaded only on use: it takes megabytes

    told = {
        "title": message.title,
        "body": message.body,
        "url": message.url,
        "tag": message.topic,
        "kind": message.kind,
    }
    keys = {"p256dh": facts["p256dh"], "auth": facts["auth"]}
    body = WebPusher({"endpoint": address, "keys": keys}).encode(orjson.dumps(told))["body"]
    stays = max(LEAST, min(MOST, message.until - message.at if message.until else MOST))
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(stays.total_seconds())),
        "Urgency": "high" if message.kind == "reminder" else "normal",
        "Topic": base64.urlsafe_b64encode(hashlib.sha256(message.topic.encode()).digest()[:24]).decode(),
        **_signed(address),
    }
    return Request(address, body, headers)


def _signed(address: str) -> dict[str, str]:
    from py_vapid import Vapid02

    parts = urlsplit(address)
    _, mail = settings().operator
    post = mail or f"post@{settings().mail_domain}"
    contact = settings().base_url if settings().is_encrypted and not mail else f"mailto:{post}"
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + VALID, "sub": contact}
    signed: dict[str, str] = Vapid02(private_key=vapid()).sign(claims)
    return signed


PUSH = Kind("This browser", (ENDPOINT, KEY, AUTH), _read, _request, private=True, gone=frozenset((404, 410)))
NAME = "vapid"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number from 1 to one less."""


def vapid() -> EllipticCurvePrivateKey:
    """The private key, which exists, because subscribing a browser has asked for its public half."""
    return derive_private_key(int(kept_secret(NAME) or _made(), 16), SECP256R1())


def public_key() -> str:
    """The public half in the form that browsers want (``applicationServerKey``, base64url)."""
    point = vapid().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


@transaction
def _made() -> str:
    return secret(NAME, lambda: f"{secrets.randbelow(ORDER - 1) + 1:064x}")
