"""A trial letter: sent by the operator to somebody who answers it, to see that mail goes both ways.

It is in no outbox and belongs to no match. Its reply address is signed and valid for a day; what comes there is kept
by the inbox process like any mail, and its outcome is read here.
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
"""What became of a mail to the reply address of a trial letter: a person answered, the letter came back, or nobody has
read the mail yet. Anything else is why it counts as a robot's."""
NAMELESS = "answered nameless"
"""Answered, and AUTHSERV_ID names no server that said anything of where the answer is from."""


@dataclass(frozen=True)
class Reply:
    """A mail that came: its outcome, and its envelope sender. ``status``: why a letter came back, such as 5.1.1."""

    outcome: str
    sender: str
    status: str = ""
    nameless: bool = False


def send(number: int, address: str, at: datetime) -> None:
    """Send the trial letter of this number. Raises `Deferred`, `Down` and `Rejected`."""
    back = trial_address(number)
    host = urlsplit(settings().base_url).hostname or ""
    written = rendered("trial", {"host": host, "base_url": settings().base_url, "reply_to": back})
    mail = Mail(
        sender=settings().mail_from,
        name="",
        address=address,
        message_id=f"<trial.{number}@{settings().mail_domain}>",
        at=at,
        kind="trial",
        stop="",
        reply_to=back,
        subject=written["subject"],
        text=written["text"],
        html=written["html"],
    )
    with transport(settings().mail_url, signer(settings())) as out:
        out.send(message_of(mail), back, address)


def replies(number: int) -> list[Reply]:
    """What came so far to the reply address of this trial letter, in order."""
    came = InboundMail.purpose == TRIAL, InboundMail.ply == number
    rows = db.session.execute(
        select(InboundMail.outcome, InboundMail.sender).where(*came).order_by(InboundMail.id)
    ).all()
    db.session.rollback()
    return [_reply(outcome, sender) for outcome, sender in rows]


def _reply(outcome: str | None, sender: str) -> Reply:
    if outcome is None:
        return Reply(UNREAD, sender)
    if outcome == NAMELESS:
        return Reply(ANSWERED, sender, nameless=True)
    back = re.fullmatch(rf"{CAME_BACK}(?: (.*))?", outcome)
    return Reply(CAME_BACK, sender, back[1] or "") if back else Reply(outcome, sender)


def outcome_of(robot: str, failure: str | None, nameless: bool = False) -> str:
    """The outcome of a mail to a trial letter's reply address, as it is kept with it (20 characters).

    ``robot``: why it counts as a robot's, if it does. ``failure``: the words of a report that the letter came back.
    ``nameless``: no results of a server that AUTHSERV_ID names stand in it.
    """
    if failure is not None:
        status = re.search(r"\b[45]\.\d{1,3}\.\d{1,3}\b", failure)
        return f"{CAME_BACK} {status[0] if status else ''}".strip()
    return robot or (NAMELESS if nameless else ANSWERED)
