"""The key that signs push messages (VAPID): created once, and kept in the database and its backups.

A browser accepts only messages signed with the key whose public half it got, so it outlives rotated link keys.
"""

from __future__ import annotations

import base64
import secrets

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, derive_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select

from ...matches import quotas
from ...store.models import Secret, db
from ...store.session import transaction

NAME = "vapid"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number from 1 to one less."""


def vapid() -> EllipticCurvePrivateKey:
    """The private key, which exists, because subscribing a browser has asked for its public half."""
    return derive_private_key(int(_kept() or _made(), 16), SECP256R1())


def public_key() -> str:
    """The public half in the form that browsers want (``applicationServerKey``, base64url)."""
    point = vapid().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def _kept() -> str | None:
    return db.session.scalar(select(Secret.value).where(Secret.name == NAME))


@transaction
def _made() -> str:
    quotas.insert_if_missing(Secret, name=NAME, value=f"{secrets.randbelow(ORDER - 1) + 1:064x}")
    kept = _kept()
    assert kept is not None
    return kept
