"""Border servers that write no name, or another than the one that was said."""

# ruff: noqa: E501 (headers are read as they stand)
from __future__ import annotations

from server.config import Settings
from server.post import trial
from server.post.inbound.authentication import TOPMOST, Verdict, authenticity, names_no_server
from server.post.inbound.mail import parsed

MAIL = b"From: Ada <ada@example.org>\r\nSubject: Re: Titro\r\n\r\nKH centre\r\n"
NAMELESS = b"spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.org; dkim=pass header.d=example.org;dmarc=%s header.from=example.org;compauth=pass reason=100"


def judged(results: bytes, *names: str, below: bytes = b"") -> Verdict:
    raw = b"Authentication-Results: " + results + b"\r\n" + below + MAIL
    return authenticity(parsed(raw), names, lambda name, seconds: None)


def test_the_topmost_header_counts_where_a_star_says_so() -> None:
    assert Settings({"AUTHSERV_ID": "*"}).authserv_ids == (TOPMOST,)
    forged = b"Authentication-Results: mx.evil.example; dmarc=pass header.from=example.org\r\n"
    assert judged(NAMELESS % b"pass action=none", TOPMOST) is Verdict.PASS
    assert judged(NAMELESS % b"fail action=oreject", TOPMOST, below=forged) is Verdict.FAIL
    assert judged(b"mx.example.net; dmarc=fail header.from=example.org", TOPMOST, below=forged) is Verdict.FAIL
    assert judged(b"spf=none; dkim=none; dmarc=none", TOPMOST, below=forged) is Verdict.NONE


def test_that_dmarc_has_failed_is_never_nothing_found() -> None:
    for results in (
        NAMELESS % b"fail",
        b"mx.other.example 1; dmarc=fail (p=reject) header.from=example.org",
        b"x; dmarc=fail",
    ):
        for names in ((), ("mx.example.net",), (TOPMOST,)):
            assert judged(results, *names) is Verdict.FAIL, (results, names)
    assert judged(b"x; dmarc=fail header.from=elsewhere.example") is Verdict.NONE
    assert judged(b"mx.example.net; dmarc=none; dmarc=fail", "mx.example.net") is Verdict.FAIL
    below = b"Authentication-Results: " + NAMELESS % b"fail" + b"\r\n"
    for names in ((), ("mx.example.net",), (TOPMOST,)):
        assert judged(b"milter.example; dkim=none", *names, below=below) is Verdict.FAIL
        assert judged(b"y; dmarc=pass header.from=example.org", *names, below=below) is not Verdict.FAIL


def test_our_own_server_is_believed_before_others() -> None:
    below = b"Received: from there\r\nAuthentication-Results: inner.example; dmarc=fail header.from=example.org\r\n"
    assert judged(b"mx.example.net; dmarc=none", "mx.example.net", below=below) is Verdict.NONE
    assert judged(b"mx.example.net; dmarc=pass header.from=example.org", "mx.example.net", below=below) is Verdict.PASS


def test_a_trial_letter_tells_that_no_name_fits() -> None:
    nameless = parsed(b"Authentication-Results: spf=pass\r\n" + MAIL)
    assert names_no_server(nameless, ("mx.example.net",))
    assert not any(names_no_server(nameless, names) for names in ((), (TOPMOST,)))
    assert all(names_no_server(parsed(MAIL), names) for names in (("mx.example.net",), (TOPMOST,)))
    assert not names_no_server(parsed(MAIL), ())
    assert len(trial.outcome_of("", None, nameless=True)) <= 20
