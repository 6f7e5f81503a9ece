"""The key that signs push messages (VAPID): created once, and kept in the database and its backups.

A browser accepts only messages signed with the key whose public half it got, so it outlives rotated link keys.
"""

from __future__ import annotations

import base64
import secrets

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, derive_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ...store.once import kept_secret, secret
from ...store.session import transaction

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
