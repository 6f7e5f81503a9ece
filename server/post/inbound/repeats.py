"""Recognising programs that answer letters without saying that they are programs.

They repeat the same text, or answer within seconds, and seal nothing. Such mails get three letters a day from a seat. A
person who is asked back and tries another wording is always answered.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from ...store.models import Letter, db
from . import new_lines
from .mail import body, parsed

ANSWERED, WITHIN = 3, timedelta(days=1)
SECONDS = timedelta(seconds=20)
"""A mail that comes sooner than this after a letter was hardly written by a person."""
KINDS = ("refusal", "meant", "late", "noted")
"""Replies to mails that sealed nothing and were not commands."""


def remembered(raw: bytes, chair_id: int, received_at: datetime) -> dict[str, Any]:
    """Facts to store with the reply to a mail that sealed nothing, so that the next of its kind is recognised."""
    said = next(iter(new_lines.first_said(new_lines.new_lines(body(parsed(raw))))), "")
    plain = " ".join(re.findall(r"[^\W\d_]+", said.casefold()))  # numbers may be ticket numbers
    just_sent = Letter.chair_id == chair_id, Letter.sent_at > received_at - SECONDS, Letter.sent_at <= received_at
    at_once = db.session.scalar(select(Letter.id).where(*just_sent).limit(1)) is not None
    return {"text": hashlib.sha256(plain.encode()).hexdigest()[:16], "at_once": at_once}


def answered_enough(chair_id: int, facts: Mapping[str, Any], now: datetime) -> bool:
    """Whether mails of the kind that ``facts`` describe have had their letters to this seat for today."""
    lately = Letter.chair_id == chair_id, Letter.kind.in_(KINDS), Letter.created_at > now - WITHIN
    before = db.session.scalars(select(Letter.facts).where(*lately))
    alike = [one for one in before if one.get("text") == facts["text"] or (facts["at_once"] and one.get("at_once"))]
    return len(alike) >= ANSWERED
