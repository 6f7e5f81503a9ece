"""Taking mail in: who may be written to, how much is taken, and that it is kept before the sender is told so."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, select

from ...config import settings
from ...store.models import InboundMail, db
from ...store.session import transaction
from ..reply_addresses import Target, target_of
from .mail import heading, message_id

LARGEST = 1_000_000
"""Bytes of a mail; an answer is one line."""
AN_HOUR = timedelta(hours=1)
WAITING_PER_SEAT, PER_SEAT_AND_HOUR, WAITING_IN_ALL = 20, 60, 2000
"""How much mail is taken in: more is told to come back later, so that one seat's flood leaves room for the others."""


class TooMany(Exception):
    """More mail than is taken in just now, for whom ``whose`` says; the sender's server will try again."""

    def __init__(self, whose: str):
        super().__init__(whose)
        self.whose = whose


def recipient(address: str, at: datetime) -> Target | None:
    """What a recipient stands for; ``None`` if the address is not ours. Raises `TooMany`."""
    try:
        target = target_of(address)
        if target is not None and settings().limits:
            _check_room(target, at)
        return target
    finally:
        db.session.rollback()


def _check_room(target: Target, at: datetime) -> None:
    if _count(InboundMail.due_at.is_not(None)) >= WAITING_IN_ALL:
        raise TooMany("everybody")
    if target.chair_id is None:
        return
    mine = InboundMail.chair_id == target.chair_id
    if _count(mine, InboundMail.received_at > at - AN_HOUR) >= PER_SEAT_AND_HOUR:
        raise TooMany("this seat")
    if _count(mine, InboundMail.due_at.is_not(None)) >= WAITING_PER_SEAT:
        raise TooMany("this seat")


def _count(*conditions: ColumnElement[bool]) -> int:
    return db.session.scalar(select(func.count()).select_from(InboundMail).where(*conditions)) or 0


@transaction
def keep(target: Target, sender: str, raw: bytes, at: datetime) -> None:
    """Keep a mail until it is acted on. The same mail to the same address again changes nothing."""
    identity = _identity(target, raw)
    if db.session.scalar(select(InboundMail.id).where(InboundMail.identity == identity)) is None:
        db.session.add(
            InboundMail(identity=identity, sender=sender, raw=raw, received_at=at, due_at=at, **_about(target))
        )


def _about(target: Target) -> dict[str, Any]:
    named = {"chair_id": target.chair_id, "ply": target.ply, "letter_id": target.letter_id}
    return {"purpose": target.purpose, **named}


def _identity(target: Target, raw: bytes) -> str:
    """Message-ID and target; a mail without a Message-ID is told apart by all it holds."""
    named = message_id(heading(raw)).encode() or raw
    about = f"{target.purpose} {target.chair_id} {target.ply} {target.letter_id} ".encode()
    return hashlib.sha256(about + named).hexdigest()
