"""Which addresses are one mailbox: by its normal form a person is known, however their address is written."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import idna

LONGEST = 254
"""Characters of an address, at most (RFC 5321)."""


@dataclass(frozen=True)
class Provider:
    """How a provider reads the local part of an address, of which whatever follows a plus makes no other mailbox.

    ``ignored``: characters that make none either. ``one``: a name is the same person's at all of these domains.
    """

    domains: str
    ignored: str = ""
    one: bool = False


PROVIDERS = (
    # support.google.com/mail/answer/7436150 (dots), /22370 (plus), /10313 (googlemail.com)
    Provider("gmail.com googlemail.com", ignored=".", one=True),
    # proton.me/support/addresses-and-aliases: a name is reserved for its owner at all four domains, dots, hyphens and
    # underscores do not count
    Provider("protonmail.com proton.me pm.me protonmail.ch", ignored=".-_", one=True),
    # support.microsoft.com: “Add or remove an email alias in Outlook.com”, plus addressing
    Provider(
        "outlook.com hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.it live.com live.co.uk live.fr msn.com"
    ),
    # support.apple.com/guide/icloud: plus addressing; a name is the same person's at all three domains
    Provider("icloud.com me.com mac.com", one=True),
    # fastmail.help: plus addressing and subdomain addressing (the latter is not read here)
    Provider("fastmail.com fastmail.fm"),
    # posteo.de/en/help; kb.mailbox.org; help.hey.com; zoho.com/mail/help; yandex.com/support/mail: plus addressing
    Provider("posteo.de posteo.net mailbox.org hey.com zoho.com yandex.com yandex.ru"),
)
"""What the providers say themselves; of all others every address is a mailbox of its own."""
_PROVIDER = {domain: provider for provider in PROVIDERS for domain in provider.domains.split()}


def mailbox(address: str) -> str:
    """The mailbox behind an address, as far as its provider is known: the same for all the ways of writing it."""
    local, domain = _parts(address)
    provider = _PROVIDER.get(domain)
    if provider is None:
        return f"{local}@{domain}"
    local = local.partition("+")[0] or local
    local = "".join(sign for sign in local if sign not in provider.ignored) or local
    return f"{local}@{provider.domains.split()[0] if provider.one else domain}"


def in_ascii(address: str) -> str:
    """The address in lower case, its domain as the DNS knows it."""
    return "@".join(_parts(address))


def _parts(address: str) -> tuple[str, str]:
    """The local part in lower case, and the domain as the DNS knows it (in A-labels, RFC 5890)."""
    local, _, domain = address.strip().rpartition("@")
    if not domain.isascii() and len(domain) < LONGEST:
        with suppress(idna.IDNAError):  # what is no domain is nobody's
            domain = idna.encode(domain, uts46=True).decode()
    return local.lower(), domain.lower().rstrip(".")
