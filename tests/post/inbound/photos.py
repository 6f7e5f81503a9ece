"""Mails with photos."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from random import Random


def with_photo(megabytes: float = 3, text_first: bool = True, **more: str) -> bytes:
    """An answer with a photo above or below it."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = "ada@example.org", "post@poste.localhost", "Re: your turn"
    for name, value in more.items():
        message[name] = value
    message.set_content("KH centre\n")
    photo = Random(1).randbytes(int(megabytes * 1_000_000))
    message.add_attachment(photo, "image", "jpeg", filename="hand.jpg")
    if not text_first:
        message.set_payload(list(reversed(message.get_payload())))
    return message.as_bytes()
