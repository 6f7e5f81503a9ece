"""Addresses that take mail for us: reply addresses of letters, and return paths for bounces.

Tokens are lower-case hex because mail servers may change the case of the local part. If mail comes in through a polled
mailbox (INBOX_URL), the token follows a plus sign in the address of that mailbox.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr

from .. import clock
from ..config import settings
from ..store.models import Letter, ReplyAddress, db

ANSWER, RESIGN, BOUNCE, TRIAL = "answer", "resign", "bounce", "trial"
_LOCAL_PART = re.compile(
    r"(?:[^@]*\+)?(?:reply-(?P<token>[0-9a-f]{32})|bounce-(?P<letter>\d{1,18})-(?P<seal>[0-9a-f]{16})"
    r"|reply-trial-(?P<trial>\d{1,9})-(?P<proof>[0-9a-f]{16}))"
)
TRIALS_FROM = datetime(2026, 1, 1, tzinfo=UTC)
"""The number of a trial letter is the second in which it is sent, from here on."""
TRIALS_FOR = timedelta(days=1)
"""How long the reply address of a trial letter takes mail."""


@dataclass(frozen=True)
class Target:
    """What a mail to one of our addresses concerns: the window of a seat, or a letter that bounced or suggests.

    Of a trial letter ``ply`` is the number.
    """

    purpose: str
    chair_id: int | None = None
    ply: int | None = None
    letter_id: int | None = None


def open_address(chair_id: int, ply: int, at: datetime, purpose: str = ANSWER, letter_id: int | None = None) -> str:
    """A new reply address for a seat's answers to the window of ``ply``. Must run inside a transaction.

    ``letter_id``: the letter, if it suggests an answer that a yes confirms.
    """
    token = secrets.token_hex(16)
    db.session.add(
        ReplyAddress(
            token_hash=_digest(token), chair_id=chair_id, ply=ply, purpose=purpose, created_at=at, letter_id=letter_id
        )
    )
    return _address(f"reply-{token}")


def return_path(letter_id: int) -> str:
    """The envelope sender of a letter, to which it bounces; empty if bounces could not reach us."""
    mine = settings()
    reached = mine.given("MAIL_DOMAIN") or mine.given("INBOX_URL") or _domain(_mailbox()) == mine.mail_domain
    return _address(f"bounce-{letter_id}-{_seal(letter_id, mine.link_keys[-1])}") if reached else ""


def trial_number(at: datetime) -> int:
    """The number of a trial letter that is sent at this time."""
    return int((at - TRIALS_FROM).total_seconds())


def trial_address(number: int) -> str:
    """The reply address of a trial letter, to which it also bounces; it is signed, and no row of the database."""
    return _address(f"reply-trial-{number}-{_proof(number, settings().link_keys[-1])}")


def _trial(number: int, proof: str) -> Target | None:
    """A trial letter that may still be answered."""
    ours = any(hmac.compare_digest(proof, _proof(number, key)) for key in settings().link_keys)
    sent = TRIALS_FROM + timedelta(seconds=number)
    return Target(TRIAL, ply=number) if ours and clock.now() < sent + TRIALS_FOR else None


def target_of(address: str) -> Target | None:
    """What one of our addresses stands for; ``None`` if the address was never issued."""
    local, _, domain = address.strip().lower().rpartition("@")
    match = _LOCAL_PART.fullmatch(local)
    if match is None or domain not in (settings().mail_domain.lower(), _domain(_mailbox())):
        return None
    if match["token"]:
        kept = db.session.get(ReplyAddress, _digest(match["token"]))
        return Target(kept.purpose, kept.chair_id, kept.ply, kept.letter_id) if kept else None
    if match["trial"]:
        return _trial(int(match["trial"]), match["proof"])
    letter_id = int(match["letter"])
    sealed = any(hmac.compare_digest(match["seal"], _seal(letter_id, key)) for key in settings().link_keys)
    known = sealed and db.session.get(Letter, letter_id) is not None
    return Target(BOUNCE, letter_id=letter_id) if known else None


def is_ours(address: str) -> bool:
    """Whether we send from this address or take mail at it."""
    local, _, domain = address.lower().rpartition("@")
    return address.lower() == _mailbox() or (
        domain == settings().mail_domain.lower() and (local == "post" or _LOCAL_PART.fullmatch(local) is not None)
    )


def _address(local: str) -> str:
    if settings().given("INBOX_URL"):
        mailbox, _, domain = _mailbox().rpartition("@")
        return f"{mailbox}+{local}@{domain}"
    return f"{local}@{settings().mail_domain}"


def _mailbox() -> str:
    return parseaddr(settings().mail_from)[1].lower()


def _domain(address: str) -> str:
    return address.rpartition("@")[2]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _seal(letter_id: int, key: str) -> str:
    return hmac.new(key.encode(), f"bounce {letter_id}".encode(), hashlib.sha256).hexdigest()[:16]


def _proof(number: int, key: str) -> str:
    return hmac.new(key.encode(), f"trial {number}".encode(), hashlib.sha256).hexdigest()[:16]
