"""A mail being processed, and its outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ..reply_addresses import Tables
from .identity import Doubt


@dataclass(frozen=True)
class Reply:
    """The outcome of a mail, and the kind of letter to reply with, if any; ``facts`` are stored with that letter.

    ``chair_id``: the seat that the letter is for, by default that of the mail; ``player_id``: the person, if it is for
    no seat. ``held``: why the mail is held, and which address it claims. ``also``: further letters in reply.
    """

    outcome: str
    kind: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    chair_id: int | None = None
    player_id: int | None = None
    held: Doubt | None = None
    also: tuple[Reply, ...] = ()


def refusal(why: object, chair_id: int | None = None) -> Reply:
    """A mail that was refused: a letter says why, in one sentence."""
    return Reply("refused", "refusal", {"sentence": str(why)}, chair_id=chair_id)


@dataclass(frozen=True)
class LeasedMail:
    """A mail that this process has leased; ``signed``: the writer's name at its end."""

    id: int
    chair_id: int | None
    ply: int
    purpose: str
    letter_id: int | None
    sender: str
    raw: bytes
    received_at: datetime
    player_id: int | None = None
    tables: Tables = ()
    vouched: bool = False
    attempts: int = 1
    """How often it was leased, including now."""
    signed: str = ""
