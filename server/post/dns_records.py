"""The DNS records with which letters arrive: SPF, DKIM and DMARC, for `poste dkim` to print."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from urllib.parse import urlsplit

from ..config import Settings

LONGEST_STRING = 255
"""The most bytes in one string of a TXT record (RFC 1035, 3.3); a longer value is split."""


@dataclass(frozen=True)
class Record:
    """A TXT record. ``name``: in full, without the final dot."""

    name: str
    value: str

    @property
    def line(self) -> str:
        """The record as a line of a zone file; readers of it join the strings."""
        parts = [self.value[at : at + LONGEST_STRING] for at in range(0, len(self.value), LONGEST_STRING)]
        strings = " ".join(f'"{part}"' for part in parts)
        return f"{self.name}. IN TXT {strings if len(parts) == 1 else f'( {strings} )'}"


def dkim_record(settings: Settings) -> Record:
    """The public part of DKIM_KEY, which must be set, under its selector (RFC 6376, 3.6)."""
    return Record(dkim_name(settings), f"v=DKIM1; k=rsa; p={public_key(settings.dkim_key)}")


def dkim_name(settings: Settings) -> str:
    """The name at which receivers look up the key."""
    return f"{settings.dkim_selector}._domainkey.{settings.sender_domain}"


def public_key(pem: bytes) -> str:
    """The public part of a private key, in base64."""
    from cryptography.hazmat.primitives import serialization as form

    public = form.load_pem_private_key(pem, password=None).public_key()
    return base64.b64encode(public.public_bytes(form.Encoding.DER, form.PublicFormat.SubjectPublicKeyInfo)).decode()


def spf_records(settings: Settings) -> list[Record]:
    """The SPF record of each of our domains (RFC 7208): its mail servers, and the one of MAIL_URL if it has a name."""
    host = urlsplit(settings.mail_url).hostname or ""
    relay = f" a:{host}" if "." in host and not host.replace(".", "").isdigit() else ""
    return [Record(domain, f"v=spf1 mx{relay} ~all") for domain in domains(settings)]


def dmarc_record(settings: Settings) -> Record:
    """What receivers should do with letters that pass neither SPF nor DKIM, and where to report (RFC 7489)."""
    domain = settings.sender_domain
    return Record(f"_dmarc.{domain}", f"v=DMARC1; p=none; rua=mailto:postmaster@{domain}")


def domains(settings: Settings) -> list[str]:
    """The domains that letters come from: that of the From header, and that of bounces."""
    return list(dict.fromkeys([settings.sender_domain, settings.bounce_domain]))
