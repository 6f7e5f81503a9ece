"""Our domains in the DNS: the records with which letters arrive (SPF, DKIM, DMARC), and whether they are there.

`poste dkim` prints the records. Each check returns or raises a sentence, and one about a missing record says so.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..config import Settings

if TYPE_CHECKING:
    from dns.rdata import Rdata

LONGEST_STRING = 255
"""The most bytes in one string of a TXT record (RFC 1035, 3.3); a longer value is split."""
TIMEOUT = 5.0
"""Seconds to wait for the answer about one name."""
ABOVE = "what people write to MAIL_FROM goes where mail for that domain goes, unless it is relayed to us"
AS_PRINTED = "put the record that `poste dkim` prints into its DNS"


# The records ---------------------------------------------------------------------------------------------------------


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


# Checks --------------------------------------------------------------------------------------------------------------


class Wrong(Exception):
    """A record is missing or wrong; the message says what to do."""


class Inconclusive(Exception):
    """The check came to no result; the message says why."""


def mail_exchanger(settings: Settings) -> str:
    """Check that mail for reply addresses has a mail server. Raises `Wrong` and `Inconclusive`."""
    domain = settings.bounce_domain
    hosts = _exchangers(domain)
    if hosts == [""]:
        raise Wrong(f"{domain} takes no mail (its MX is “.”): name the mail server that relays to our inbox")
    if not hosts and not _addresses(domain):
        raise Wrong(f"{domain} has no MX record: name the mail server that relays replies to our inbox")
    if not any(_addresses(host) for host in hosts or [domain]):
        raise Wrong(f"the mail server of {domain}, {hosts[0]}, has no address: mend its A record or the MX record")
    above = settings.sender_domain if is_above(settings.sender_domain, settings.mail_domain) else ""
    elsewhere = [host for host in _exchangers(above) if host not in hosts] if above else []
    if elsewhere:
        raise Wrong(
            f"letters are from {above}, above {settings.mail_domain}, and mail for it goes elsewhere ({elsewhere[0]}): "
            f"set MAIL_FROM to an address at {settings.mail_domain}"
        )
    return f"mail for {domain} goes to {', '.join(hosts) or 'the domain’s own address'}"


def is_above(domain: str, other: str) -> bool:
    """Whether a domain is one above another."""
    return other.lower().endswith(f".{domain.lower()}")


def hosts_for(domain: str) -> list[tuple[str, list[str]]]:
    """The mail servers of a domain with their addresses, by preference. Raises `Inconclusive`."""
    return [(host, _addresses(host)) for host in _exchangers(domain) or [domain] if host]


def sender_policy(settings: Settings) -> str:
    """Check that each of our domains has exactly one SPF record. Raises `Wrong` and `Inconclusive`."""
    return "; ".join(_sender_policy(domain) for domain in domains(settings))


def _sender_policy(domain: str) -> str:
    found = [text for text in _texts(domain) if re.match(r"v=spf1(\s|$)", text, re.I)]
    if not found:
        raise Wrong(f"{domain} does not say who sends for it: {AS_PRINTED}")
    if len(found) > 1:
        raise Wrong(f"{domain} has {len(found)} SPF records, which counts as none: make them one")
    if re.search(r"\s\+?all\b", found[0], re.I):
        raise Wrong(f"{domain} lets anybody send for it (“{found[0]}”): end the record with ~all")
    return f"{domain} says “{found[0]}”: see that the server which sends is among them"


def signing_key(settings: Settings) -> str:
    """Check that the DNS has the key that signs our letters. Raises `Wrong` and `Inconclusive`."""
    if not settings.dkim_key:
        raise Inconclusive("this server signs no letters: unless your mail provider does, run `poste dkim`")
    name = dkim_name(settings)
    found = [tags for text in _texts(name) if "p" in (tags := _tags(text))]
    if not found:
        raise Wrong(f"{name} has no key: {AS_PRINTED}")
    if len(found) > 1:
        raise Wrong(f"{name} has {len(found)} keys, and receivers may take either: leave the one of `poste dkim`")
    if found[0]["p"] != public_key(settings.dkim_key):
        raise Wrong(f"{name} has another key than DKIM_KEY, so signatures fail: {AS_PRINTED}")
    return f"letters are signed for {settings.sender_domain}, and {name} has the key"


def policy(settings: Settings) -> str:
    """Check that the domain of the From header, or one above, has a DMARC policy. Raises `Wrong` and `Inconclusive`."""
    for domain in _upwards(settings.sender_domain):
        found = [text for text in _texts(f"_dmarc.{domain}") if re.match(r"v=DMARC1\s*(;|$)", text)]
        if len(found) > 1:
            raise Wrong(f"_dmarc.{domain} has {len(found)} records, which counts as none: leave one")
        if found:
            return f"_dmarc.{domain} says “{found[0]}”"
    raise Wrong(f"{settings.sender_domain} has no DMARC record, without which large providers refuse: {AS_PRINTED}")


def reverse(settings: Settings) -> str:
    """Check that the mail server's addresses have names that lead back to them. Raises `Wrong` and `Inconclusive`."""
    known = [(host, address) for host in _senders(settings) for address in _addresses(host) if _is_global(address)]
    if not known:
        raise Inconclusive("the address that sends is not known here: its provider gives it a name (reverse DNS)")
    return "; ".join(_reverse(host, address) for host, address in known)


def _reverse(host: str, address: str) -> str:
    names = _ask(f"{ip_address(address).reverse_pointer}.", "PTR")
    if not names:
        raise Wrong(f"{address}, of {host}, has no name: let its provider give it one, such as {host} (reverse DNS)")
    if not any(address in _addresses(name) for name in names):
        raise Wrong(f"{address} is called {names[0]}, which does not lead back to it: add an A or AAAA record there")
    return f"{address} is called {names[0]}"


def _senders(settings: Settings) -> Iterable[str]:
    """The hosts that may send to the world: the server of MAIL_URL, or those that take our mail."""
    relay = urlsplit(settings.mail_url).hostname or ""
    local = not relay or not any(_is_global(address) for address in _addresses(relay))
    return _exchangers(settings.bounce_domain) if local else [relay]


# Asking ------------------------------------------------------------------------------------------------------------


def _upwards(domain: str) -> list[str]:
    """The domain and those above it that have at least two labels."""
    labels = domain.split(".")
    return [".".join(labels[start:]) for start in range(max(len(labels) - 1, 1))]


def _tags(text: str) -> dict[str, str]:
    """The tags of a key record, without white space (RFC 6376, 3.2)."""
    parts = (part.partition("=") for part in re.sub(r"\s+", "", text).split(";"))
    return {name: value for name, _, value in parts if name}


def _is_global(address: str) -> bool:
    return ip_address(address).is_global


def _exchangers(domain: str) -> list[str]:
    """The mail servers of a domain, by preference; ``[""]`` if it declares that it has none (RFC 7505)."""
    ranked = sorted((int(rank), host) for rank, _, host in (line.partition(" ") for line in _ask(domain, "MX")))
    return [host for _, host in ranked]


def _addresses(host: str) -> list[str]:
    try:
        return [str(ip_address(host))]
    except ValueError:
        return [*_ask(host, "A"), *_ask(host, "AAAA")]


def _texts(name: str) -> list[str]:
    """The TXT records of a name, the strings of each joined."""
    strings = (getattr(record, "strings", ()) for record in _answer(name, "TXT"))
    return [b"".join(parts).decode("utf-8", "replace") for parts in strings]


def _ask(name: str, kind: str) -> list[str]:
    return [record.to_text().rstrip(".") for record in _answer(name, kind)]


def _answer(name: str, kind: str) -> list[Rdata]:
    """The records of a name, possibly none. Raises `Inconclusive` without a resolver, or if it does not answer."""
    from dns import exception, resolver  # loaded only on use

    try:
        return list(resolver.get_default_resolver().resolve(f"{name.rstrip('.')}.", kind, lifetime=TIMEOUT))
    except (resolver.NXDOMAIN, resolver.NoAnswer):
        return []
    except resolver.NoResolverConfiguration as error:
        raise Inconclusive("no DNS resolver is known on this machine (/etc/resolv.conf)") from error
    except exception.DNSException as error:
        raise Inconclusive(f"no DNS resolver answers about {name} here ({type(error).__name__})") from error
