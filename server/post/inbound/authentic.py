"""Whether a mail comes from where it says: results of our border server (RFC 8601), or else its DKIM signatures.

A failure is not proof of a forgery, for forwarders and mailing lists break signatures: such a mail is asked back. No
signature at all says nothing. Domains are aligned if they are equal or one lies within the other (relaxed alignment,
RFC 7489, 3.1, without a list of public suffixes).
"""

from __future__ import annotations

import binascii
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage, Message
from email.utils import getaddresses
from enum import Enum

import dkim

from .incoming import CUT
from .mail import plain

SIGNATURES = 3
"""How many signatures of a mail are verified at most."""
SECONDS = 4.0
"""How long all signatures of a mail may take, looking up their keys included."""
RESULTS = "authentication-results"
TRACES = frozenset((RESULTS, "received-spf", "dkim-filter"))
"""What border servers write between and around their results. ARC and X- headers may stand there as well."""

Keys = Callable[[str, float], bytes | None]
"""Looks up the TXT record at a name, in so many seconds. ``None``: there is none. Raises `NoKeys` if nobody knows."""


class NoKeys(Exception):
    """The DNS does not answer."""


class Verdict(Enum):
    """What is known of a mail's origin."""

    PASS = "pass"
    NONE = "none"
    FAIL = "fail"


def writers(message: Message) -> list[str]:
    """The addresses in all From headers, in lower case. A mail that a person wrote has one."""
    return [address.lower() for header in _from(message) for _, address in getaddresses([header]) if address]


def has_one_writer(message: Message) -> bool:
    """Whether there is one From header with one address (RFC 5322, 3.6)."""
    return len(_from(message)) == 1 and len(writers(message)) == 1


def _from(message: Message) -> list[str]:
    try:
        return [plain(str(value)) for value in message.get_all("From", [])]
    except Exception:  # the standard library's parser raises various errors on malformed headers
        return []


def authenticity(message: EmailMessage, raw: bytes, border: Sequence[str], keys: Keys) -> Verdict:
    """Whether the mail comes from the domain of its writer.

    ``border``: the names of our border servers (authserv-id), whose results count; if there are none, the signatures
    that are aligned with the writer are verified here, with ``keys``.
    """
    if not has_one_writer(message):
        return Verdict.FAIL
    domain = writers(message)[0].rpartition("@")[2]
    if border:
        return _judged(list(_results(message, {name.lower() for name in border})), domain)
    return Verdict.NONE if message[CUT] else _verified(raw, domain, keys)


def aligned(one: str, other: str) -> bool:
    """Whether two domains are equal, or one lies within the other, which has two labels at least."""
    short, long = sorted((one.lower().strip("."), other.lower().strip(".")), key=len)
    return bool(short) and (short == long or (short.count(".") >= 1 and long.endswith(f".{short}")))


# What a border server found --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """One result: ``method`` is spf, dkim, dmarc or another; ``properties`` are such as ``header.d``."""

    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)


_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s;="]+|[;=]')


def _results(message: Message, border: set[str]) -> Iterator[Result]:
    """The results of the first block of headers of our border servers, the topmost first.

    A header of that name that was in the mail before stands below, and those servers remove it (RFC 8601, 5).
    """
    began = False
    for name, value in message.raw_items():  # as they came: not all can be parsed
        plain = name.lower()
        parts = _parts(str(value)) if plain == RESULTS else []
        if parts and parts[0][:1] and parts[0][0].lower() in border:
            began = True
            yield from filter(None, map(_result, parts[1:]))
        elif began and plain not in TRACES and not plain.startswith(("arc-", "x-")):
            return


def _parts(value: str) -> list[list[str]]:
    """The tokens of a header, without comments, by its semicolons."""
    parts: list[list[str]] = [[]]
    for token in _TOKENS.findall(_without_comments(value)[:10_000]):
        if token == ";":
            parts.append([])
        else:
            parts[-1].append(re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else token)
    return parts


def _without_comments(value: str) -> str:
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for sign in value:
        if escaped or sign == "\\":
            escaped = not escaped
        elif sign == '"' and not depth:
            quoted = not quoted
        elif sign in "()" and not quoted:
            depth = max(0, depth + (1 if sign == "(" else -1))
            kept.append(" ")
            continue
        if not depth:
            kept.append(sign)
    return "".join(kept)


def _result(tokens: list[str]) -> Result | None:
    if len(tokens) < 3 or tokens[1] != "=":
        return None
    method = tokens[0].partition("/")[0].lower()
    pairs = (at for at in range(4, len(tokens) - 1) if tokens[at] == "=")
    return Result(method, tokens[2].lower(), {tokens[at - 1].lower(): tokens[at + 1].lower() for at in pairs})


def _judged(results: list[Result], domain: str) -> Verdict:
    """DMARC decides where it has a result; else a signature of the writer's domain, or SPF and DKIM together."""
    dmarc = next((one for one in results if one.method == "dmarc" and _is_about(one, domain)), None)
    if dmarc and dmarc.result in ("pass", "fail"):
        return Verdict(dmarc.result)
    signed = [one for one in results if one.method == "dkim"]
    of_writer = [one.result for one in signed if aligned(_signer(one), domain)]
    if "pass" in of_writer:
        return Verdict.PASS
    spf = next((one.result for one in results if one.method == "spf"), "none")
    both = spf in ("fail", "hardfail", "softfail") and any(one.result == "fail" for one in signed)
    return Verdict.FAIL if "fail" in of_writer or both else Verdict.NONE


def _is_about(dmarc: Result, domain: str) -> bool:
    about = dmarc.properties.get("header.from", domain).rpartition("@")[2]
    return about == domain or aligned(about, domain)


def _signer(signed: Result) -> str:
    return signed.properties.get("header.d") or signed.properties.get("header.i", "").rpartition("@")[2]


# Signatures ------------------------------------------------------------------------------------------------------


class _Unknown(Exception):
    """A signature about which nothing can be said."""


def _verified(raw: bytes, domain: str, keys: Keys) -> Verdict:
    """What the signatures of the writer's domain say: one that holds is enough; else a broken one is a failure."""
    until, broken = time.monotonic() + SECONDS, False
    try:
        signed = dkim.DKIM(raw)
    except (dkim.DKIMException, IndexError):  # the latter where a mail begins with a space
        return Verdict.NONE
    for number in _aligned_signatures(signed, domain)[:SIGNATURES]:
        try:
            if _holds(signed, number, keys, until):
                return Verdict.PASS
            broken = True
        except _Unknown:
            continue
    return Verdict.FAIL if broken else Verdict.NONE


def _aligned_signatures(signed: dkim.DKIM, domain: str) -> list[int]:
    """The numbers of the signatures of the writer's domain, from the top."""
    signatures = [value for name, value in signed.headers if name.lower() == b"dkim-signature"]
    signers = [re.search(rb"(?:^|;)\s*d\s*=\s*([\w.-]+)", value) for value in signatures]
    return [n for n, found in enumerate(signers) if found and aligned(found[1].decode("ascii", "replace"), domain)]


def _holds(signed: dkim.DKIM, number: int, keys: Keys, until: float) -> bool:
    """Whether a signature holds. Raises `_Unknown` where it is malformed, has run out, or its key is not to be had."""
    try:
        prepared = signed.verify_headerprep(number)
        fields, headers, signatures = prepared
        record = _record(fields, keys, until)
        signed.pk, signed.keysize, signed.ktag, signed.seqtlsrpt = dkim.evaluate_pk("", record)
    except (dkim.DKIMException, ValueError, TypeError, binascii.Error) as bad:
        raise _Unknown from bad
    if b"l" in fields or b"from" not in headers:  # whatever follows, or whoever writes, is not signed
        raise _Unknown
    try:
        return bool(signed.verify_sig_process(fields, headers, signatures[number], None))
    except dkim.ValidationError:
        return False
    except (dkim.DKIMException, ValueError, TypeError) as bad:
        raise _Unknown from bad


def _record(fields: dict[bytes, bytes], keys: Keys, until: float) -> bytes:
    left = until - time.monotonic()
    if left <= 0:
        raise _Unknown
    name = (fields[b"s"] + b"._domainkey." + fields[b"d"]).decode("ascii")
    try:
        record = keys(name.lower().rstrip("."), left)
    except NoKeys as nobody:
        raise _Unknown from nobody
    if record is None:
        raise _Unknown
    return record
