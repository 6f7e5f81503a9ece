"""Where a mail comes from: what a border server found, and signatures."""

from __future__ import annotations

import base64
import functools

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from server.post.inbound.authentication import NoKeys, Verdict, aligned, authenticity
from server.post.inbound.mail import parsed

MAIL = (
    b"From: Ada <ada@example.org>\r\nTo: reply-1@cards.example.org\r\nSubject: Re: your turn\r\n"
    b"Message-ID: <1@mail.example.org>\r\n\r\nKH centre\r\n"
)


@functools.cache
def private_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def record() -> bytes:
    """The TXT record of the key."""
    public = private_key().public_key()
    der = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return b"v=DKIM1; k=rsa; p=" + base64.b64encode(der)


def signed(mail: bytes, domain: str = "example.org", **how: object) -> bytes:
    """The mail with a DKIM signature of a domain."""
    pem = private_key().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    return dkim.sign(mail, b"s1", domain.encode(), pem, **how) + mail


def zone(name: str, seconds: float) -> bytes | None:
    """A DNS that knows one key of each of two domains."""
    assert seconds > 0
    return record() if name in ("s1._domainkey.example.org", "s1._domainkey.elsewhere.example") else None


def silent(name: str, seconds: float) -> bytes | None:
    raise NoKeys


def never(name: str, seconds: float) -> bytes | None:
    raise AssertionError("nothing is looked up")


def own(raw: bytes, keys: object = zone) -> Verdict:
    return authenticity(parsed(raw), (), keys)  # type: ignore[arg-type]


def at_border(*headers: str, names: tuple[str, ...] = ("mx.example.net",)) -> Verdict:
    raw = b"".join(f"{header}\r\n".encode() for header in headers) + MAIL
    return authenticity(parsed(raw), names, never)


class TestOurOwnLook:
    def test_a_signature_of_the_writers_domain_that_holds_is_a_pass(self):
        assert own(signed(MAIL)) is Verdict.PASS

    def test_one_that_is_broken_is_a_failure(self, subtests: pytest.Subtests):
        for was, now in [(b"KH centre", b"KH blind"), (b"Re: your turn", b"Re: my turn")]:
            with subtests.test(was=was, now=now):
                assert own(signed(MAIL).replace(was, now)) is Verdict.FAIL

    def test_one_that_holds_is_enough(self):
        broken = signed(MAIL).replace(b"bh=", b"bh=AAAA", 1)
        both = signed(MAIL)[: -len(MAIL)] + broken
        assert own(both) is Verdict.PASS

    def test_no_signature_says_nothing_and_asks_nobody(self):
        assert own(MAIL, never) is Verdict.NONE

    def test_nor_does_one_of_another_domain(self):
        assert own(signed(MAIL, "elsewhere.example"), never) is Verdict.NONE
        assert own(signed(MAIL, "elsewhere.example").replace(b"KH", b"QS"), never) is Verdict.NONE

    def test_nor_one_whose_key_is_not_to_be_had(self):
        assert own(signed(MAIL), silent) is Verdict.NONE
        assert own(signed(MAIL), lambda name, seconds: None) is Verdict.NONE
        assert own(signed(MAIL), lambda name, seconds: b"v=DKIM1; p=") is Verdict.NONE
        assert own(signed(MAIL), lambda name, seconds: b"\xff;;=") is Verdict.NONE

    def test_nor_one_that_leaves_the_end_of_the_mail_open(self):
        assert own(signed(MAIL, length=True) + b"and QS cloak\r\n") is Verdict.NONE

    def test_only_a_few_signatures_are_looked_at(self):
        asked: list[str] = []

        def nowhere(name: str, seconds: float) -> bytes | None:
            asked.append(name)
            return None

        signature = signed(MAIL)[: -len(MAIL)]
        assert own(signature * 20 + MAIL, nowhere) is Verdict.NONE
        assert len(asked) == 3

    def test_a_bent_one_is_none(self, subtests: pytest.Subtests):
        for odd in ["DKIM-Signature: ", "DKIM-Signature: d=example.org", "DKIM-Signature: \xff; d=("]:
            with subtests.test(odd=odd):
                assert own(f"{odd}\r\n".encode("latin-1") + MAIL) is Verdict.NONE


class TestTwoWriters:
    def test_are_one_too_many(self, subtests: pytest.Subtests):
        for more in [
            b"From: Bruno <bruno@example.org>\r\n" + MAIL,
            MAIL.replace(b"<ada@", b"<bruno@example.org>, <ada@"),
        ]:
            with subtests.test(more=more):
                assert own(more, never) is Verdict.FAIL


class TestTheBorderServer:
    def test_is_believed(self, subtests: pytest.Subtests):
        for results, verdict in [
            ("dmarc=pass header.from=example.org", Verdict.PASS),
            ("dmarc=fail (p=none; dis=none) header.from=example.org", Verdict.FAIL),
            (
                "spf=fail smtp.mailfrom=x; dkim=fail header.d=example.org; dmarc=pass header.from=example.org",
                Verdict.PASS,
            ),
            ("dmarc=none; dkim=pass header.d=mail.example.org", Verdict.PASS),
            ("dkim=pass header.i=@example.org header.b=abc", Verdict.PASS),
            ("dkim=pass header.d=elsewhere.example", Verdict.NONE),
            ('dkim=fail reason="body hash; did not verify" header.d=example.org', Verdict.FAIL),
            ("dkim=fail header.d=list.example", Verdict.NONE),
            ("spf=softfail smtp.mailfrom=example.org; dkim=fail header.d=list.example", Verdict.FAIL),
            ("spf=fail smtp.mailfrom=example.org", Verdict.NONE),
            ("spf=pass smtp.mailfrom=example.org", Verdict.NONE),
            ("dkim=none; spf=none; dmarc=none", Verdict.NONE),
            ("dmarc=temperror; dkim=temperror header.d=example.org", Verdict.NONE),
            ("none", Verdict.NONE),
        ]:
            with subtests.test(results=results, verdict=verdict):
                assert (
                    at_border(f"Authentication-Results: mx.example.net 1 (a comment; dmarc=fail); {results}") is verdict
                )

    def test_results_of_another_name_are_not(self):
        assert at_border("Authentication-Results: mx.evil.example; dmarc=pass header.from=example.org") is Verdict.NONE
        assert at_border("Authentication-Results: evil (mx.example.net); dmarc=pass") is Verdict.NONE

    def test_several_headers_of_one_server_are_one_block(self):
        verdict = at_border(
            "Authentication-Results: MX.example.net; spf=pass smtp.mailfrom=example.org",
            "X-Spam: no",
            "Authentication-Results: mx.example.net; dmarc=fail header.from=example.org",
            "Received: from mail.example.org by mx.example.net",
        )
        assert verdict is Verdict.FAIL

    def test_what_stands_below_the_first_block_was_in_the_mail_before(self):
        verdict = at_border(
            "Authentication-Results: mx.example.net; dmarc=fail header.from=example.org",
            "Received: from mail.evil.example by mx.example.net",
            "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org",
        )
        assert verdict is Verdict.FAIL

    def test_what_it_decided_is_not_taken_back_by_what_stands_directly_below(self):
        failed = "Authentication-Results: mx.example.net; spf=fail smtp.mailfrom=x; dkim=fail header.d=list.example"
        passed = "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org"
        assert at_border(failed, passed) is Verdict.FAIL
        assert at_border(passed, failed) is Verdict.PASS

    def test_what_nobody_can_read_to_its_end_is_not_nothing(self, subtests: pytest.Subtests):
        failed, many = "dmarc=fail header.from=example.org", "dkim=pass header.d=elsewhere.example; "
        for results in (f"{many * 200}{failed}", f"spf=none smtp.mailfrom=a(b@elsewhere.example; {failed}"):
            with subtests.test(results=results[:60]):
                assert at_border(f"Authentication-Results: mx.example.net; {results}") is Verdict.FAIL
        assert at_border(f"Authentication-Results: mx.example.net; {many * 20}\r\n spf=none") is Verdict.NONE

    def test_it_has_read_the_same_writer_as_we_have(self, subtests: pytest.Subtests):
        for result in ("pass", "fail"):
            with subtests.test(result=result):
                header = f"Authentication-Results: mx.example.net; dmarc={result} header.from="
                assert at_border(header + "elsewhere.example") is Verdict.FAIL
                assert at_border(header + "Mail.Example.org") is Verdict(result)

    def test_a_signature_is_not_verified_again(self):
        raw = signed(MAIL).replace(b"KH", b"QS")
        assert authenticity(parsed(raw), ("mx.example.net",), never) is Verdict.NONE


def test_domains_are_aligned(subtests: pytest.Subtests):
    for one, other, is_so in [
        ("example.org", "example.org", True),
        ("mail.example.org", "Example.ORG", True),
        ("example.org", "badexample.org", False),
        ("org", "example.org", False),
        ("", "example.org", False),
        ("bücher.example", "mail.xn--bcher-kva.example", True),
    ]:
        with subtests.test(one=one, other=other, is_so=is_so):
            assert aligned(one, other) is is_so
            assert aligned(other, one) is is_so
