"""The DNS records that letters need to arrive: SPF, DKIM and DMARC as they should be, for `poste dkim` to print."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from urllib.parse import urlsplit

from ..config import Settings

LONGEST_STRING = 255
"""Bytes of one string of a TXT record at most (RFC 1035, 3.3); a longer value is several strings."""


@dataclass(frozen=True)
class Record:
    """A TXT record. ``name``: in full, without the dot at the end."""

    name: str
    value: str

    @property
    def line(self) -> str:
        """The record as a line of a zone file; the strings are joined by whoever reads it."""
        parts = [self.value[at : at + LONGEST_STRING] for at in range(0, len(self.value), LONGEST_STRING)]
        strings = " ".join(f'"{part}"' for part in parts)
        return f"{self.name}. IN TXT {strings if len(parts) == 1 else f'( {strings} )'}"


def dkim_record(settings: Settings) -> Record:
    """The public part of DKIM_KEY, which must be set, under its selector (RFC 6376, 3.6)."""
    return Record(dkim_name(settings), f"v=DKIM1; k=rsa; p={public_key(settings.dkim_key)}")


def dkim_name(settings: Settings) -> str:
    """Where receivers look for the key."""
    return f"{settings.dkim_selector}._domainkey.{settings.sender_domain}"


def public_key(pem: bytes) -> str:
    """The public part of a private key, in base64."""
    from cryptography.hazmat.primitives import serialization as form

    public = form.load_pem_private_key(pem, password=None).public_key()
    return base64.b64encode(public.public_bytes(form.Encoding.DER, form.PublicFormat.SubjectPublicKeyInfo)).decode()


def spf_records(settings: Settings) -> list[Record]:
    """For each domain of ours, who sends for it (RFC 7208): its mail servers, and that of MAIL_URL if it has a name."""
    host = urlsplit(settings.mail_url).hostname or ""
    relay = f" a:{host}" if "." in host and not host.replace(".", "").isdigit() else ""
    return [Record(domain, f"v=spf1 mx{relay} ~all") for domain in domains(settings)]


def dmarc_record(settings: Settings) -> Record:
    """What receivers are to do with letters that pass neither, and where they tell of them (RFC 7489)."""
    domain = settings.sender_domain
    return Record(f"_dmarc.{domain}", f"v=DMARC1; p=none; rua=mailto:postmaster@{domain}")


def domains(settings: Settings) -> list[str]:
    """The domains that letters are sent from: that of the From header, and that to which they bounce."""
    return list(dict.fromkeys([settings.sender_domain, settings.bounce_domain]))
