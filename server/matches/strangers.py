"""Letters to people who have not agreed to any: how many may be sent, and who has said that none may.

An address has agreed once its owner took a seat by their own link. Before that it gets few letters from all of this
server together, whoever has them written; and no letter at all once its owner has said so.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from secrets import token_hex

from sqlalchemy import delete, select

from .. import clock
from ..config import settings
from ..store.database_secrets import secret
from ..store.mailboxes import mailbox
from ..store.models import PLAYERS, Letter, NeverWrite, Player, db
from ..store.session import run
from ..store.upsert import insert_if_missing
from . import quotas

NOT_POSSIBLE = "Letters to this address are not possible."
"""Said of an address that its mail server refuses, and of one whose owner wants no letters: nobody learns which."""
ENOUGH = (
    "This address has got as many letters for now as anybody may who has not taken a seat yet; try it again tomorrow."
)
"""Said of an address that has got its share of letters, from whichever matches."""
LIMITED, UNLIMITED = "letter", "letter of no limit"
"""What is counted for those who never took a seat, and for all others."""


def obstacle(player: Player | None, email: str, at: datetime) -> str:
    """Why no letter may go to an address now, as a sentence; empty if one may, which is then counted.

    ``player``: whose it is, if anybody's. The same statements are run for every address, so that how long it takes
    tells nothing about it: letters are counted even where they are not limited. Must run inside the transaction that
    writes the letter.
    """
    never, config = wants_none(email), settings()
    limits = (clock.DAY, config.stranger_day), (7 * clock.DAY, config.stranger_week)
    is_limited = player is not None and player.accepted_at is None
    wait = quotas.take(LIMITED if is_limited else UNLIMITED, mailbox(email), at, *limits)
    return NOT_POSSIBLE if never else ENOUGH if is_limited and wait else ""


def counted(player: Player) -> list[tuple[str, str]]:
    """What is counted of a person's letters, as `quotas` knows it."""
    return [(what, mailbox(player.email)) for what in (LIMITED, UNLIMITED)]


def agrees(player: Player | None, at: datetime) -> None:
    """Note that a person took a seat by their own link: letters are welcome, also where they were not before."""
    if player is None:
        return
    player.accepted_at = player.accepted_at or at
    if welcome(player.email):
        player.stopped_at = None


def wants_none(email: str) -> bool:
    """Whether the owner of this address has said that nobody may ever write there."""
    return db.session.get(NeverWrite, hashes_of([email])[0]) is not None


def asked_lately(at: datetime) -> list[tuple[str, int]]:
    """How many letters of the last day went to people who never took a seat, by mail domain, most first."""
    lately = Letter.created_at > at - clock.DAY, Letter.dropped_at.is_(None), PLAYERS.c.accepted_at.is_(None)
    sent = select(PLAYERS.c.email).join(Letter, Letter.player_id == PLAYERS.c.id).where(*lately)
    return Counter(email.rpartition("@")[2] for email in db.session.scalars(sent)).most_common()


def refuse(email: str, at: datetime) -> None:
    """Keep that the owner of this address wants no letter, ever. Must run inside a transaction."""
    insert_if_missing(NeverWrite, address_hash=hashes_of([email])[0], since=at)


def welcome(email: str) -> bool:
    """Take back `refuse`. Returns whether there was anything to take back. Must run inside a transaction."""
    never = delete(NeverWrite).where(NeverWrite.address_hash.in_(hashes_of([email]))).returning(NeverWrite.since)
    return run(never).first() is not None


def hashes_of(emails: Iterable[str]) -> list[str]:
    """The hash of the mailbox of each of these addresses, by which one is known without being kept.

    Keyed with a secret of the database and not with a link key: it has to hold when link keys are rotated. Must run
    inside a transaction, as the secret may have to be made.
    """
    key = bytes.fromhex(secret("addresses", lambda: token_hex(32)))
    return [hmac.new(key, mailbox(email).encode(), hashlib.sha256).hexdigest() for email in emails]
