"""Our addresses that take mail: reply addresses of letters, and return paths for bounces.

Tokens are lower-case hex because mail servers may change the case of the local part. If mail comes in through a polled
mailbox (INBOX_URL), the token follows a plus sign in that mailbox's address.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr
from functools import lru_cache

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB
from sqlalchemy import insert, select

from .. import clock
from ..config import settings
from ..matches.addresses import is_our_own
from ..store.models import CHAIRS, Chair, Letter, PersonAddress, ReplyAddress, db
from ..store.one_match import chair_of, one_chair

ANSWER, RESIGN, BOUNCE, TRIAL = "answer", "resign", "bounce", "trial"
TABLES, OVER, POST, POSTMASTER = "tables", "over", "post", "postmaster"
"""Other purposes: a reply to a letter about several tables, or none; mail to an expired address; to the sender address
of our letters; to the operator."""
ROLES = frozenset(("postmaster", "abuse"))
"""The local parts of our domain whose mail the operator reads (RFC 2142; RFC 5321, 4.5.1)."""
_LOCAL_PART = re.compile(
    r"(?:[^@]*\+)?(?:reply-(?P<token>[0-9a-f]{32})|bounce-(?P<letter>[0-9a-f]{32})"
    r"|reply-trial-(?P<trial>\d{1,9})-(?P<proof>[0-9a-f]{16}))"
)
TRIALS_FROM = datetime(2026, 1, 1, tzinfo=UTC)
"""A trial letter's number is the second in which it is sent, counted from here."""
BLOCK, LARGEST = 16, 2**62
"""The bytes of the block in which a letter's number is encrypted, and a bound above all such numbers."""
TRIALS_FOR = timedelta(days=1)
"""How long the reply address of a trial letter takes mail."""
Tables = Sequence[Sequence[int]]
"""Chair id, ply and link version of each table that a letter asks about, in the order of its numbers from 1."""


@dataclass(frozen=True)
class Target:
    """What a mail to one of our addresses concerns: a seat's window, or a letter that bounced or suggested an answer.

    ``player_id``: who got the letter, if it was about several tables (`Tables`), or if somebody else has the seat now.
    For a trial letter ``ply`` is its number.
    """

    purpose: str
    chair_id: int | None = None
    ply: int | None = None
    letter_id: int | None = None
    player_id: int | None = None
    tables: Tables | None = None


def open_addresses(targets: Sequence[Target], at: datetime) -> list[str]:
    """A new reply address for each of these seats. Must run inside a transaction."""
    if not targets:
        return []
    named = CHAIRS.c.id.in_({target.chair_id for target in targets})
    seats = db.session.execute(select(CHAIRS.c.id, CHAIRS.c.player_id, CHAIRS.c.link_version).where(named))
    sits = {chair.id: {"player_id": chair.player_id, "version": chair.link_version} for chair in seats}
    tokens = [_token() for _ in targets]
    rows = [
        {
            "token_hash": _digest(token), "chair_id": target.chair_id, "ply": target.ply, "purpose": target.purpose,
            "created_at": at, "letter_id": target.letter_id, **sits[target.chair_id or 0],
        }
        for token, target in zip(tokens, targets, strict=True)
    ]  # fmt: skip
    db.session.execute(insert(ReplyAddress), rows)
    return [_address(f"reply-{token}") for token in tokens]


def open_person_address(player_id: int, tables: Tables, at: datetime) -> str:
    """A new reply address for a letter that is not about one seat. Must run inside a transaction."""
    token = _token()
    kept = [list(table) for table in tables]
    db.session.add(PersonAddress(token_hash=_digest(token), player_id=player_id, tables=kept, created_at=at))
    return _address(f"reply-{token}")


def tables_of(address: str) -> Tables:
    """The tables that a person's reply address is about; none for other addresses."""
    match = _LOCAL_PART.fullmatch(address.partition("@")[0])
    kept = db.session.get(PersonAddress, _digest(match["token"])) if match and match["token"] else None
    return kept.tables if kept else ()


def alive(player_id: int | None, tables: Tables) -> dict[int, tuple[Chair, int]]:
    """The seats of these tables that are still the player's by the same link version, with the ply, by number."""
    found = {n: (chair_of(table[0]), table) for n, table in enumerate(tables, 1)}
    return {
        n: (chair, table[1])
        for n, (chair, table) in found.items()
        if chair and (chair.player_id, chair.link_version) == (player_id, table[2])
    }


def return_path(letter_id: int) -> str:
    """The envelope sender of a letter, to which it bounces; empty if bounces could not reach us."""
    mine = settings()
    reached = mine.given("MAIL_DOMAIN") or mine.given("INBOX_URL") or _domain(_mailbox()) == mine.mail_domain
    return _address(f"bounce-{_hidden_number(letter_id, mine.link_keys[-1])}") if reached else ""


def _cipher(key: str) -> Cipher[ECB]:
    return Cipher(AES(hashlib.sha256(f"bounce {key}".encode()).digest()), ECB())


def _hidden_number(number: int, key: str) -> str:
    """A number encrypted in one AES block: two letters must not reveal how many were written in between."""
    return _cipher(key).encryptor().update(number.to_bytes(BLOCK)).hex()


def _number(hidden: str) -> int | None:
    """The number encrypted so with one of our keys; ``None`` if no key gives a plausible one."""
    numbers = (int.from_bytes(_cipher(key).decryptor().update(bytes.fromhex(hidden))) for key in settings().link_keys)
    return next((number for number in numbers if number < LARGEST), None)


def trial_number(at: datetime) -> int:
    """The number of a trial letter sent at this time."""
    return int((at - TRIALS_FROM).total_seconds())


def trial_address(number: int) -> str:
    """The reply address of a trial letter, to which it also bounces; it is signed, and not in the database."""
    return _address(f"reply-trial-{number}-{_seal(f'trial {number}', settings().link_keys[-1])}")


def _trial(number: int, proof: str) -> Target | None:
    ours = any(hmac.compare_digest(proof, _seal(f"trial {number}", key)) for key in settings().link_keys)
    sent = TRIALS_FROM + timedelta(seconds=number)
    return Target(TRIAL, ply=number) if ours and clock.now() < sent + TRIALS_FOR else None


def target_of(address: str) -> Target | None:
    """The target of one of our addresses; ``None`` if the address was never issued."""
    address = address.strip().lower()
    if address == "postmaster":  # valid without a domain
        address += f"@{settings().mail_domain.lower()}"
    local, _, domain = address.rpartition("@")
    if f"{local}@{domain}" == _mailbox() and not settings().given("INBOX_URL"):
        return Target(POST)
    if domain not in (settings().mail_domain.lower(), _domain(_mailbox())):
        return None
    if local in ROLES and reaches_operator():
        return Target(POSTMASTER)
    match = _LOCAL_PART.fullmatch(local)
    if match is None:
        return None
    if match["token"]:
        return _target_of_token(match["token"])
    if match["trial"]:
        return _trial(int(match["trial"]), match["proof"])
    letter_id = _number(match["letter"])
    known = letter_id is not None and db.session.get(Letter, letter_id) is not None
    return Target(BOUNCE, letter_id=letter_id) if known else None


def reaches_operator() -> bool:
    """Whether the operator has configured an address at which mail to `ROLES` reaches them, other than one of ours."""
    address = settings().operator[1]
    return bool(address) and not is_our_own(address)


def _target_of_token(token: str) -> Target | None:
    """The target of a token. A forgotten token of ours is recognised by its second half, and has an expired target."""
    kept = db.session.get(ReplyAddress, _digest(token))
    if kept is not None:
        chair = one_chair(kept.chair_id)
        if (chair.player_id, chair.link_version) != (kept.player_id, kept.version):
            return Target(OVER, player_id=kept.player_id)
        return Target(kept.purpose, kept.chair_id, kept.ply, kept.letter_id)
    person = db.session.get(PersonAddress, _digest(token))
    if person is not None:
        about = [(chair.id, ply) for chair, ply in alive(person.player_id, person.tables).values()]
        chair_id, ply = about[0] if about else (None, None)
        return Target(TABLES, chair_id, ply, player_id=person.player_id, tables=person.tables)
    half, seal = token[:HALF], token[HALF:]
    ours = any(hmac.compare_digest(seal, _seal(f"reply {half}", key)) for key in settings().link_keys)
    return Target(OVER) if ours else None


HALF = 16
"""The random characters of a token; the others seal them."""


def _token() -> str:
    half = secrets.token_hex(HALF // 2)
    return half + _seal(f"reply {half}", settings().link_keys[-1])


def is_ours(address: str) -> bool:
    """Whether we send from this address or take mail at it."""
    local, _, domain = address.lower().rpartition("@")
    issued = local == "post" or _LOCAL_PART.fullmatch(local) is not None
    return address.lower() == _mailbox() or (domain == settings().mail_domain.lower() and issued)


def _address(local: str) -> str:
    if settings().given("INBOX_URL"):
        mailbox, _, domain = _mailbox().rpartition("@")
        return f"{mailbox}+{local}@{domain}"
    return f"{local}@{settings().mail_domain}"


def _mailbox() -> str:
    return _parsed(settings().mail_from)[1].lower()


_parsed = lru_cache(parseaddr)


def _domain(address: str) -> str:
    return address.rpartition("@")[2]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _seal(text: str, key: str) -> str:
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()[:16]
