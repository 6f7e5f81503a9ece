"""Mail to postmaster@ and abuse@ of our domain (RFC 2142), which goes on to the operator and to nobody else.

It leaves as an attachment of a letter of ours: in the name of somebody else, many servers would refuse it. That letter
never comes back here, and what answers or returns by itself is refused, so that nothing goes round.
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
"""Bytes of a mail that is passed on; attached, it is a third longer, and mail servers often take ten millions."""
ANSWERS_ITSELF = "550 5.7.1 no automatic answers are taken at this address"
TOO_LARGE = f"552 5.3.4 it has more than {LARGEST // 1_000_000} MB: please say it in fewer words"


def refusal(raw: bytes, sender: str) -> str | None:
    """The SMTP reply that refuses a mail to the operator; ``None`` if it is to be kept."""
    if len(raw) > LARGEST:
        return TOO_LARGE
    return ANSWERS_ITSELF if _goes_round(parsed(raw), sender) else None


def _goes_round(mail: Part, sender: str) -> bool:
    """Whether a mail answers by itself, or is ours or was returned to us. Complaints come from programs, too."""
    why = robot(mail, sender)
    if why == "loop" or any(map(is_ours, writers(mail))):
        return True
    if any(part.kind == "message/feedback-report" for part in mail.walk()):
        return False
    return why == "bounce" or is_absence(mail) or header(mail, "Auto-Submitted").lower().startswith("auto-replied")


def pass_on(raw: bytes, at: datetime) -> None:
    """Send a mail on to the operator. Raises `Deferred`, `Down` and `Rejected`."""
    mine, mail = settings(), parsed(raw)
    writer = writers(mail)[0] if has_one_writer(mail) else ""
    domain, named = mine.mail_domain, hashlib.sha256(raw).hexdigest()[:32]
    written = rendered(
        "operator", {"domain": domain, "about": one_line(header(mail, "Subject"))[:100], "writer": writer}
    )
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
        subject=written["subject"],
        text=written["text"],
        html=written["html"],
    )
    with transport(mine.mail_url, signer(mine)) as out:
        out.send(message_of(letter), parseaddr(mine.mail_from)[1], letter.address)
