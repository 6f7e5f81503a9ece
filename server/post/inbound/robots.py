"""Telling robots from people: automatic replies, mailing lists, mail loops and bounces."""

from __future__ import annotations

import re
from email.message import EmailMessage, Message

from .mail import header, senders

ROBOTS = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|autoresponder)([+-].*)?@", re.I)
AUTOMATIC_SUBJECTS = re.compile(
    r"(automatic reply|auto(matic)?[- ]?(reply|response)|out of (the )?office|abwesenheits|automatische antwort"
    r"|r[ée]ponse automatique|absence du bureau|risposta automatica|respuesta autom[áa]tica|fuera de la oficina"
    r"|automatisch antwoord|autosvar|odpowied[źz] automatyczna)\b",
    re.I,
)


def robot(message: EmailMessage, envelope_sender: str | None) -> str:
    """Why this mail counts as not written by a person; empty if a person wrote it.

    ``envelope_sender`` is empty for bounces and ``None`` if unknown.
    """
    if envelope_sender == "" or header(message, "Return-Path") == "<>":
        return "bounce"
    if header(message, "X-Poste-Kind"):
        return "loop"
    if header(message, "Auto-Submitted").partition(";")[0].strip().lower() not in ("", "no"):
        return "automatic"
    if header(message, "Precedence").lower() in ("bulk", "junk", "list", "auto_reply"):
        return "bulk"
    if header(message, "List-Id"):
        return "list"
    if any(header(message, name) for name in ("X-Autoreply", "X-Autorespond", "X-Auto-Response-From")):
        return "automatic"
    if message.get_content_type() == "multipart/report" or AUTOMATIC_SUBJECTS.match(header(message, "Subject")):
        return "automatic"
    if any(ROBOTS.match(address) for address in (*senders(message), envelope_sender or "")):
        return "robot"
    return ""


def undeliverable(message: EmailMessage) -> str | None:
    """The reason that a delivery report gives for a permanent failure; ``None`` if the mail reports none.

    Reports of delays and automatic answers do not count (RFC 3464, 2.3.3).
    """
    if message.get_content_type() == "multipart/report":
        return _reported(message)
    failed = header(message, "X-Failed-Recipients")
    if failed or re.search(r"undeliver|delivery (status|failure)|failure notice|returned mail", _subject(message)):
        return "the mail server at the other end says so"
    return None


def _reported(report: EmailMessage) -> str | None:
    fields = [
        (header(block, "Action").lower(), header(block, "Status"), header(block, "Diagnostic-Code"))
        for part in report.walk()
        if part.get_content_type() == "message/delivery-status"
        for block in part.get_payload()
        if isinstance(block, Message)
    ]
    for action, status, reason in fields:
        if action == "failed" and not status.startswith("4"):
            return " ".join((reason.partition(";")[2] or status or "no reason given").split())[:200]
    return None


def _subject(message: EmailMessage) -> str:
    return header(message, "Subject").lower()
