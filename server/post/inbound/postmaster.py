"""Mail to postmaster@ and abuse@ of our domain (RFC 2142), which is forwarded to the operator only.

It leaves as an attachment of our own letter: many servers would refuse it under its writer's name. Replies to that
letter do not come here, and automatic replies and returned mail are refused, so that no loop arises.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from email.utils import parseaddr

from ...config import settings
from ..message import Mail, message_of, one_line
from ..rendering import rendered
from ..reply_addresses import is_ours
from ..signing import signer
from ..transports import transport
from .mail import header, parsed
from .parts import Part
from .robots import is_absence, robot
from .writers import has_one_writer, writers

LARGEST = 5_000_000
"""The most bytes of a mail that is forwarded; attached, it grows by a third, and many mail servers take ten million."""
ANSWERS_ITSELF = "550 5.7.1 no automatic answers are taken at this address"
TOO_LARGE = f"552 5.3.4 it has more than {LARGEST // 1_000_000} MB: please say it in fewer words"


def refusal(raw: bytes, sender: str) -> str | None:
    """The SMTP reply that refuses a mail to the operator; ``None`` to accept it."""
    if len(raw) > LARGEST:
        return TOO_LARGE
    return ANSWERS_ITSELF if _goes_round(parsed(raw), sender) else None


def _goes_round(mail: Part, sender: str) -> bool:
    """Whether a mail is an automatic reply, or is ours or was returned to us. Complaints may come from programs."""
    why = robot(mail, sender)
    if why == "loop" or any(map(is_ours, writers(mail))):
        return True
    if any(part.kind == "message/feedback-report" for part in mail.walk()):
        return False
    return why == "bounce" or is_absence(mail) or header(mail, "Auto-Submitted").lower().startswith("auto-replied")


def pass_on(raw: bytes, at: datetime) -> None:
    """Forward a mail to the operator. Raises `Deferred`, `Down` and `Rejected`."""
    mine, mail = settings(), parsed(raw)
    writer = writers(mail)[0] if has_one_writer(mail) else ""
    domain, named = mine.mail_domain, hashlib.sha256(raw).hexdigest()[:32]
    about = one_line(header(mail, "Subject"))[:100]
    letter = Mail(
        sender=mine.mail_from,
        name=mine.operator[0],
        address=mine.operator[1],
        message_id=f"<operator.{named}@{domain}>",
        at=at,
        kind="operator",
        stop="",
        reply_to=writer if writer.isascii() and writer.isprintable() else "",
        attached=raw,
        **rendered("operator", {"domain": domain, "about": about, "writer": writer}),
    )
    with transport(mine.mail_url, signer(mine)) as out:
        out.send(message_of(letter), parseaddr(mine.mail_from)[1], letter.address)
