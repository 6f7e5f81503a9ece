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
from enum import Enum

import dkim

from .parts import VALUE, Part, heads
from .writers import has_one_writer, without_comments, writers

SIGNATURES = 3
"""How many signatures of a mail are verified at most."""
SECONDS = 4.0
"""How long all signatures of a mail may take, looking up their keys included."""
RESULTS = "authentication-results"
TOPMOST = "*"
"""Instead of a name: the topmost header counts, whoever wrote it."""
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


def authenticity(mail: Part, border: Sequence[str], keys: Keys) -> Verdict:
    """Whether the mail comes from the domain of its writer.

    ``border``: the names of our border servers (authserv-id), whose results count, or `TOPMOST`; if there are none, the
    signatures that are aligned with the writer are verified here, with ``keys``. Where neither says anything, and the
    topmost header says that DMARC has failed, that is believed of any server, for the names may be wrong: nobody gains
    by it, and the mail is asked back.
    """
    if not has_one_writer(mail):
        return Verdict.FAIL
    domain = writers(mail)[0].rpartition("@")[2]
    if border:
        verdict = _judged(list(_results(mail, {name.lower() for name in border})), domain)
    else:
        verdict = _verified(mail.raw, domain, keys)
    told = border and not names_no_server(mail, border)
    return Verdict.FAIL if verdict is Verdict.NONE and not told and _has_failed(mail, domain) else verdict


def names_no_server(mail: Part, border: Sequence[str]) -> bool:
    """Whether results stand in the mail, and none of a border server that is named: a setting may be wrong."""
    servers = [_of_header(value)[0] for value in mail.values(RESULTS)]
    return bool(border and servers) and TOPMOST not in border and not {*servers} & {name.lower() for name in border}


def _has_failed(mail: Part, domain: str) -> bool:
    """Whether the topmost server found that the writer's domain disowns the mail."""
    found = _of_header(mail.value(RESULTS))[1]
    return any((one.method, one.result) == ("dmarc", "fail") and _is_about(one, domain) for one in found)


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


def _results(mail: Part, border: set[str]) -> Iterator[Result]:
    """The results of the first block of headers of our border servers, the topmost first.

    A header of that name that was in the mail before stands below, and those servers remove it (RFC 8601, 5).
    """
    began = False
    values = iter(mail.values(RESULTS))
    for name, _ in mail.headers:
        server, results = _of_header(next(values)) if name == RESULTS else ("", [])
        if name == RESULTS and TOPMOST in border:
            yield from results
            return
        if name == RESULTS and server in border:
            began = True
            yield from results
        elif began and name not in TRACES and not name.startswith(("arc-", "x-")):
            return


def _of_header(value: str) -> tuple[str, list[Result]]:
    """The server that a header names, in lower case, and its results. Some servers write no name."""
    first, *others = _parts(value)
    named = len(first) > 0 and first[1:2] != ["="]
    return first[0].lower() if named else "", [*filter(None, map(_result, others if named else [first, *others]))]


def _parts(value: str) -> list[list[str]]:
    """The tokens of a header, without comments, by its semicolons."""
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


def _judged(results: list[Result], domain: str) -> Verdict:
    """DMARC decides where it has a result; else a signature of the writer's domain, or SPF and DKIM together."""
    dmarc = [one.result for one in results if one.method == "dmarc" and _is_about(one, domain)]
    if decided := next((result for result in dmarc if result in ("pass", "fail")), None):
        return Verdict(decided)
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


_SIGNER = re.compile(rb"(?:^|;)\s*d\s*=\s*([\w.-]+)")


class _Unknown(Exception):
    """A signature about which nothing can be said."""


def _verified(raw: bytes, domain: str, keys: Keys) -> Verdict:
    """What the signatures of the writer's domain say: one that holds is enough; else a broken one is a failure."""
    until, broken = time.monotonic() + SECONDS, False
    if not _may_be_verified(raw):
        return Verdict.NONE
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


HEAD, SPACES = 64_000, 1000
"""A longer head, and more spaces after each other, are not looked at: verifying them takes time by the square."""


def _may_be_verified(raw: bytes) -> bool:
    _, below = heads(raw, 0, len(raw))
    long = b" " * SPACES in raw.replace(b"\t", b" ")
    return below <= HEAD and raw.count(b"\n", 0, below) <= SPACES and not long


def _aligned_signatures(signed: dkim.DKIM, domain: str) -> list[int]:
    """The numbers of the signatures of the writer's domain, from the top."""
    signatures = [value for name, value in signed.headers if name.lower() == b"dkim-signature"]
    signers = [_SIGNER.search(value) if len(value) <= VALUE else None for value in signatures]
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
