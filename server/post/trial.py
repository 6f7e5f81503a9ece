"""A trial letter: sent by the operator to somebody who answers it, to check that mail goes both ways.

It is not in the outbox and belongs to no match. Its reply address is signed and valid for a day; the inbox process
stores replies like any mail, and their outcome is read here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from sqlalchemy import select

from ..config import settings
from ..store.models import InboundMail, db
from .message import Mail, message_of
from .rendering import rendered
from .reply_addresses import TRIAL, trial_address
from .signing import signer
from .transports import transport

ANSWERED, CAME_BACK, UNREAD = "answered", "came back", "unread"
"""The outcome of a mail to the reply address of a trial letter: a person answered, the letter bounced, or the mail has
not been read yet. Anything else is why it counts as a robot's."""
NAMELESS = "answered nameless"
"""Answered, but none of the servers that AUTHSERV_ID names has reported on the answer."""


@dataclass(frozen=True)
class TrialReply:
    """A mail that came: its outcome, and its envelope sender. ``status``: why a letter bounced, such as 5.1.1."""

    outcome: str
    sender: str
    status: str = ""
    nameless: bool = False


def send(number: int, address: str, at: datetime) -> None:
    """Send the trial letter of this number. Raises `Deferred`, `Down` and `Rejected`."""
    back = trial_address(number)
    host = urlsplit(settings().base_url).hostname or ""
    mail = Mail(
        sender=settings().mail_from,
        name="",
        address=address,
        message_id=f"<trial.{number}@{settings().mail_domain}>",
        at=at,
        kind="trial",
        stop="",
        reply_to=back,
        **rendered("trial", {"host": host, "base_url": settings().base_url, "reply_to": back}),
    )
    with transport(settings().mail_url, signer(settings())) as out:
        out.send(message_of(mail), back, address)


def replies(number: int) -> list[TrialReply]:
    """The mails so far to the reply address of this trial letter, in order."""
    came = InboundMail.purpose == TRIAL, InboundMail.ply == number
    outcomes = select(InboundMail.outcome, InboundMail.sender).where(*came).order_by(InboundMail.id)
    found = [_reply(outcome, sender) for outcome, sender in db.session.execute(outcomes)]
    db.session.rollback()
    return found


def _reply(outcome: str | None, sender: str) -> TrialReply:
    if outcome is None:
        return TrialReply(UNREAD, sender)
    if outcome == NAMELESS:
        return TrialReply(ANSWERED, sender, nameless=True)
    back = re.fullmatch(rf"{CAME_BACK}(?: (.*))?", outcome)
    return TrialReply(CAME_BACK, sender, back[1] or "") if back else TrialReply(outcome, sender)


def outcome_of(robot: str, failure: str | None, nameless: bool = False) -> str:
    """The outcome of a mail to a trial letter's reply address, in its stored form (20 characters).

    ``robot``: why it counts as a robot's, if it does. ``failure``: the reason given by a bounce. ``nameless``: none of
    the servers that AUTHSERV_ID names has reported on it.
    """
    if failure is not None:
        status = re.search(r"\b[45]\.\d{1,3}\.\d{1,3}\b", failure)
        return f"{CAME_BACK} {status[0] if status else ''}".strip()
    return robot or (NAMELESS if nameless else ANSWERED)
