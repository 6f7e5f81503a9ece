"""Whether a mail is authentic: by the results of our border server (RFC 8601), or else by its DKIM signatures.

A failure does not prove a forgery, because forwarders and mailing lists break signatures: such a mail is asked back. A
missing signature proves nothing. Domains are aligned if they are equal or one is a subdomain of the other (relaxed
alignment, RFC 7489, 3.1, without a list of public suffixes).
"""

from __future__ import annotations

import binascii
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

import dkim

from ...store.mailboxes import in_ascii
from .decoding import unnamed
from .parts import VALUE, Part, heads, plain
from .writers import ends_within, has_one_writer, without_comments, writers

SIGNATURES = 3
"""The most signatures of a mail that are verified."""
SECONDS = 4.0
"""The time limit for verifying all signatures of a mail, including key lookups, in seconds."""
RESULTS = "authentication-results"
TOPMOST = "*"
"""Instead of names: the topmost header counts, whichever server wrote it."""
TRACES = frozenset((RESULTS, "received-spf", "dkim-filter"))
"""Headers that border servers write between and around their results; so are ARC and X- headers."""

Keys = Callable[[str, float], bytes | None]
"""Looks up a name's TXT record within so many seconds. ``None``: it has none. Raises `NoKeys` if nobody answers."""


class NoKeys(Exception):
    """The DNS does not answer."""


class Verdict(Enum):
    """What is known about a mail's origin."""

    PASS = "pass"
    NONE = "none"
    FAIL = "fail"


def authenticity(mail: Part, border: Sequence[str], keys: Keys) -> Verdict:
    """Whether the mail comes from its writer's domain.

    ``border``: the names of our border servers (authserv-id), whose results count, or `TOPMOST`. Without any,
    signatures aligned with the writer's domain are verified here, with ``keys``. If neither gives a result, a DMARC
    failure reported by the topmost server that mentions DMARC is believed, whatever its name, since the configured
    names may be wrong; a forger gains nothing by it, and the mail is asked back.
    """
    if not has_one_writer(mail):
        return Verdict.FAIL
    domain, found, names = writers(mail)[0].rpartition("@")[2], _headers(mail), _lowered(border)
    if border:
        verdict = _judged_from_the_top(_of_border(mail, found, names), domain)
    else:
        verdict = _verified(mail.raw, domain, keys)
    told = any(one.server in names for one in found)
    return Verdict.FAIL if verdict is Verdict.NONE and not told and _has_failed(found, domain) else verdict


def names_no_server(mail: Part, border: Sequence[str]) -> bool:
    """Whether border servers are configured, but none of them has reported: the setting may be wrong."""
    servers = {one.server for one in _headers(mail)}
    return bool(border) and not (servers if TOPMOST in border else servers & _lowered(border))


def _lowered(names: Sequence[str]) -> set[str]:
    return {name.lower() for name in names}


def _has_failed(found: Sequence[Header], domain: str) -> bool:
    """Whether the topmost server that mentions DMARC reports a failure for the writer's domain."""
    dmarc = (result for one in found for result in one.results if _is_decided(result) and _is_about(result, domain))
    return next((result.result for result in dmarc), "") == "fail"


def aligned(one: str, other: str) -> bool:
    """Whether two domains are equal, or one is a subdomain of the other, which has at least two labels."""
    short, long = sorted((in_ascii(f"@{name}").strip("@.") for name in (one, other)), key=len)
    return bool(short) and (short == long or (short.count(".") >= 1 and long.endswith(f".{short}")))


# Results of a border server -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """One result: ``method`` is spf, dkim, dmarc or another; ``properties`` are such as ``header.d``."""

    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Header:
    """The results of one server, and its name in lower case; some do not write it.

    ``whole``: whether all of it could be parsed. Writers can influence it, by many signatures or odd addresses.
    """

    server: str
    results: list[Result]
    whole: bool


MOST = 20
"""The most such headers that are examined, from the top."""
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s;="]+|[;=]')


def _headers(mail: Part) -> list[Header]:
    values = [value for name, value in mail.headers if name == RESULTS]
    return [_of_header(value) for value in values[:MOST]]


def _of_border(mail: Part, found: Sequence[Header], border: set[str]) -> Iterator[Header]:
    """The first block of headers of our border servers, topmost first.

    Below it may be headers that the mail already had; those servers remove any with their own name (RFC 8601, 5).
    """
    if TOPMOST in border:
        yield from found[:1]
        return
    began, left = False, iter(found)
    for name, _ in mail.headers:
        one = next(left, None) if name == RESULTS else None
        if one is not None and one.server in border:
            began = True
            yield one
        elif began and name not in TRACES and not name.startswith(("arc-", "x-")):
            return


def _of_header(raw: bytes) -> Header:
    value = plain(unnamed(raw))
    first, *others = _parts(value)
    named = len(first) > 0 and first[1:2] != ["="]
    results = [*filter(None, map(_result, others if named else [first, *others]))]
    whole = raw.endswith((b"\r", b"\n")) and len(raw) < VALUE and not ends_within(value)
    return Header(first[0].lower() if named else "", results, whole)


def _parts(value: str) -> list[list[str]]:
    """The tokens of a header, without comments, split at semicolons."""
    parts: list[list[str]] = [[]]
    for token in _TOKENS.findall(without_comments(value)):
        if token == ";":
            parts.append([])
        else:
            parts[-1].append(re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else token)
    return parts


def _result(tokens: list[str]) -> Result | None:
    if len(tokens) < 3 or tokens[1] != "=":
        return None
    method = tokens[0].partition("/")[0].lower()
    pairs = (at for at in range(4, len(tokens) - 1) if tokens[at] == "=")
    return Result(method, tokens[2].lower(), {tokens[at - 1].lower(): tokens[at + 1].lower() for at in pairs})


def _judged_from_the_top(found: Iterable[Header], domain: str) -> Verdict:
    """The topmost decisive headers count: those below may be forged and cannot overrule them. If none is decisive and
    one could not be parsed to its end, nothing is known about it, which is not the same as no result.
    """
    results, whole = list[Result](), True
    for one in found:
        results += one.results
        whole = whole and one.whole
        if (verdict := _judged(results, domain)) is not Verdict.NONE:
            return verdict
    return Verdict.NONE if whole else Verdict.FAIL


def _judged(results: list[Result], domain: str) -> Verdict:
    """DMARC decides if it has a result; otherwise a signature of the writer's domain, or SPF and DKIM together.

    If DMARC was evaluated for another domain, the server saw another writer than we did.
    """
    if dmarc := [one for one in results if _is_decided(one)]:
        return next((Verdict(one.result) for one in dmarc if _is_about(one, domain)), Verdict.FAIL)
    signed = [one for one in results if one.method == "dkim"]
    of_writer = [one.result for one in signed if aligned(_signer(one), domain)]
    if "pass" in of_writer:
        return Verdict.PASS
    spf = next((one.result for one in results if one.method == "spf"), "none")
    both = spf in ("fail", "hardfail", "softfail") and any(one.result == "fail" for one in signed)
    return Verdict.FAIL if "fail" in of_writer or both else Verdict.NONE


def _is_decided(one: Result) -> bool:
    return one.method == "dmarc" and one.result in ("pass", "fail")


def _is_about(dmarc: Result, domain: str) -> bool:
    about = dmarc.properties.get("header.from", domain).rpartition("@")[2]
    return about == domain or aligned(about, domain)


def _signer(signed: Result) -> str:
    return signed.properties.get("header.d") or signed.properties.get("header.i", "").rpartition("@")[2]


# Signatures ------------------------------------------------------------------------------------------------------


_SIGNER = re.compile(rb"(?:^|;)\s*d\s*=\s*([\w.-]+)")


class _Unknown(Exception):
    """A signature that can neither be confirmed nor refuted."""


def _verified(raw: bytes, domain: str, keys: Keys) -> Verdict:
    """The verdict of the writer's domain's signatures: one valid one is enough; otherwise a broken one is a failure."""
    until, broken = time.monotonic() + SECONDS, False
    if not _may_be_verified(raw):
        return Verdict.NONE
    try:
        signed = dkim.DKIM(raw)
    except (dkim.DKIMException, IndexError):  # the latter if a mail begins with a space
        return Verdict.NONE
    for number in _aligned_signatures(signed, domain)[:SIGNATURES]:
        try:
            if _holds(signed, number, keys, until):
                return Verdict.PASS
            broken = True
        except _Unknown:
            continue
    return Verdict.FAIL if broken else Verdict.NONE


HEAD, SPACES = 64_000, 1000
"""Longer headers, or longer runs of spaces, are not verified, since that takes quadratic time."""


def _may_be_verified(raw: bytes) -> bool:
    _, below = heads(raw, 0, len(raw))
    long = b" " * SPACES in raw.replace(b"\t", b" ")
    return below <= HEAD and raw.count(b"\n", 0, below) <= SPACES and not long


def _aligned_signatures(signed: dkim.DKIM, domain: str) -> list[int]:
    """The indexes of the signatures of the writer's domain, from the top."""
    signatures = [value for name, value in signed.headers if name.lower() == b"dkim-signature"]
    signers = [_SIGNER.search(value) if len(value) <= VALUE else None for value in signatures]
    return [n for n, found in enumerate(signers) if found and aligned(found[1].decode("ascii", "replace"), domain)]


def _holds(signed: dkim.DKIM, number: int, keys: Keys, until: float) -> bool:
    """Whether a signature is valid. Raises `_Unknown` if it is malformed, has expired, or its key is unavailable."""
    try:
        prepared = signed.verify_headerprep(number)
        fields, headers, signatures = prepared
        record = _record(fields, keys, until)
        signed.pk, signed.keysize, signed.ktag, signed.seqtlsrpt = dkim.evaluate_pk("", record)
    except (dkim.DKIMException, ValueError, TypeError, binascii.Error) as bad:
        raise _Unknown from bad
    if b"l" in fields or b"from" not in headers:  # text may follow, or the writer is not signed
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
