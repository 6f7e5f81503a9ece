"""Refusing mail after reading it: mail to an address without a table, unless its writer has a seat and is authentic.

Such mail gets one letter a day, so mail that may be forged must be refused: its supposed writer gets no letter.
"""

from __future__ import annotations

from ...store.models import db
from ..reply_addresses import OVER, POST, POSTMASTER, TABLES, Target
from . import postmaster
from .identity import writer_to_nobody
from .mail import parsed
from .robots import robot

REFUSED = "550 5.7.1 nobody reads mail at this address; answer a letter, or open your link"
WITHOUT_TABLE = frozenset((OVER, POST))
"""The purposes of addresses without a table."""


def refusal(target: Target, sender: str, raw: bytes) -> str | None:
    """The SMTP reply that refuses a mail to this target; ``None`` to accept it. May look up keys in the DNS."""
    if target.purpose == POSTMASTER:
        return postmaster.refusal(raw, sender)
    if not stands_for_nobody(target.purpose, target.chair_id):
        return None
    try:
        mail = parsed(raw)
        return REFUSED if robot(mail, sender) or writer_to_nobody(target.player_id, mail) is None else None
    finally:
        db.session.rollback()


def stands_for_nobody(purpose: str, chair_id: int | None) -> bool:
    """Whether a mail concerns no table: its address is dead, our sender's, or that of a letter without a table."""
    return purpose in WITHOUT_TABLE or (purpose == TABLES and chair_id is None)
