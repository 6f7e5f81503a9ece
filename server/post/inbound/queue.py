"""The queue of inbound mail: which recipients and how much mail are accepted, storing it, and forgetting it."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from sqlalchemy import delete, select

from ...config import settings
from ...store.models import InboundMail, PersonAddress, ReplyAddress, db
from ...store.session import how_many, transaction
from ..reply_addresses import POSTMASTER, Target, target_of
from .mail import body, message_id, parsed

AN_HOUR = timedelta(hours=1)
WAITING_PER_SEAT, PER_SEAT_AND_HOUR, WAITING_IN_ALL = 20, 60, 2000
TO_OPERATOR = ((AN_HOUR, 20), (24 * AN_HOUR, 100))
"""Limits on accepted mail; beyond them it is refused temporarily, so that one seat's mail leaves room for others."""
MAILS_KNOWN, ADDRESSES_KNOWN = timedelta(days=14), timedelta(days=180)
"""How long mails and reply addresses are kept. Mail servers retry for about five days, so duplicates arrive within two
weeks; a window may be open for more than a month."""


class TooMany(Exception):
    """Too much mail for now; ``recipient`` says for whom. The sending server will retry."""

    def __init__(self, recipient: str):
        super().__init__(recipient)
        self.recipient = recipient


def recipient(address: str, at: datetime) -> Target | None:
    """The target of a recipient address; ``None`` if it is not ours. Raises `TooMany` if a limit is reached."""
    try:
        target = target_of(address)
        if target is not None and settings().limits:
            _check_room(target, at)
        return target
    finally:
        db.session.rollback()


def _check_room(target: Target, at: datetime) -> None:
    if how_many(InboundMail, InboundMail.due_at.is_not(None)) >= WAITING_IN_ALL:
        raise TooMany("everybody")
    if target.purpose == POSTMASTER:
        theirs = InboundMail.purpose == POSTMASTER
        for span, most in TO_OPERATOR:
            if how_many(InboundMail, theirs, InboundMail.received_at > at - span) >= most:
                raise TooMany("the operator")
    if target.chair_id is None:
        return
    mine = InboundMail.chair_id == target.chair_id
    if how_many(InboundMail, mine, InboundMail.received_at > at - AN_HOUR) >= PER_SEAT_AND_HOUR:
        raise TooMany("this seat")
    if how_many(InboundMail, mine, InboundMail.due_at.is_not(None)) >= WAITING_PER_SEAT:
        raise TooMany("this seat")


def keep(target: Target, sender: str, raw: bytes, at: datetime) -> bool:
    """Store a mail until it is processed. Returns whether it is new: the same to the same address changes nothing."""
    return _keep(_identity(target, raw), target, sender, raw, at)


@transaction
def _keep(identity: str, target: Target, sender: str, raw: bytes, at: datetime) -> bool:
    if db.session.scalar(select(InboundMail.id).where(InboundMail.identity == identity)) is not None:
        return False
    mail = InboundMail(identity=identity, sender=sender, raw=raw, received_at=at, due_at=at, **vars(target))
    mail.tables = None if target.tables is None else [list(table) for table in target.tables]
    db.session.add(mail)
    return True


def _identity(target: Target, raw: bytes) -> str:
    """A hash of the target, the Message-ID and the text, which survives re-encoding on the way; without a Message-ID,
    of the whole mail.
    """
    mail = parsed(raw)
    named = message_id(mail).encode()
    words = " ".join(body(mail).split()).encode() if named else b""
    named = named + (words or raw)
    person = "" if target.player_id is None else f"{target.player_id} {target.tables} "
    about = f"{target.purpose} {target.chair_id} {target.ply} {target.letter_id} {person}".encode()
    return hashlib.sha256(about + named).hexdigest()


@transaction
def forget(now: datetime) -> None:
    """Delete processed mails after `MAILS_KNOWN` and reply addresses after `ADDRESSES_KNOWN`."""
    done = InboundMail.due_at.is_(None), InboundMail.received_at < now - MAILS_KNOWN
    db.session.execute(delete(InboundMail).where(*done))
    for addresses in (ReplyAddress, PersonAddress):
        db.session.execute(delete(addresses).where(addresses.created_at < now - ADDRESSES_KNOWN))
