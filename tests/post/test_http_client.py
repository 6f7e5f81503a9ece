"""Calling an address that somebody has given: whom it reaches, whom never, and how long it may take."""

from __future__ import annotations

import socket
import ssl
import time
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from server import clock
from server.post.channels.http_client import BadAddress, Failed, Request, asked_to_wait, call, checked

from ..hooks import Hooks

HERE, NOWHERE = frozenset(("127.0.0.1", "hooks.test")), frozenset[str]()


def leads_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name lead to these addresses. Returns the names that are looked up."""
    asked: list[str] = []

    def getaddrinfo(host: Any, port: Any, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        family = {4: socket.AF_INET, 6: socket.AF_INET6}
        each = [host] if host[0].isdigit() else addresses
        return [(family[ip_address(a).version], socket.SOCK_STREAM, 6, "", (a, port)) for a in each]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def test_an_address_that_is_not_public_is_never_called(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    for address in [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "192.168.1.1",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "ff02::1",
    ]:
        with subtests.test(address=address):
            leads_to(monkeypatch, "93.184.216.34", address)
            with pytest.raises(Failed, match="no public server"):
                call(Request("https://chat.example.org/hook", b""), NOWHERE)
            host = f"[{address}]" if ":" in address else address
            with pytest.raises(BadAddress, match="no public server"):
                checked(f"https://{host}/hook", NOWHERE)


def test_which_names_a_private_network_has_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = set()
    for addresses in [[], ["10.0.0.1"]]:
        leads_to(monkeypatch, *addresses)
        with pytest.raises(Failed) as failed:
            call(Request("https://chat.example.org/hook", b""), NOWHERE)
        told.add(str(failed.value))
    assert len(told) == 1


def test_the_name_is_looked_up_once_and_that_address_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = leads_to(monkeypatch, "127.0.0.1")
    with Hooks() as hooks:
        assert call(Request(f"http://hooks.test:{hooks.port}/hook?x=1", b"{}"), HERE) == 200
    assert asked.count("hooks.test") == 1
    [got] = hooks.got
    assert (got.path, got.headers["Host"]) == ("/hook?x=1", f"hooks.test:{hooks.port}")


def test_a_redirect_is_not_followed() -> None:
    with Hooks() as inside, Hooks(status=302, answers={"Location": inside.url}) as hooks:
        with pytest.raises(Failed, match="redirects are not followed"):
            call(Request(hooks.url, b""), HERE)
        assert inside.got == []


def test_a_hook_that_answers_in_a_minute_or_drop_by_drop_is_hung_up_on(subtests: pytest.Subtests) -> None:
    for slow in [{"takes": 60.0}, {"drips": 0.1}]:
        with subtests.test(slow=slow), Hooks(**slow) as hooks:  # type: ignore[arg-type]
            began = time.monotonic()
            with pytest.raises(Failed, match="no answer within 1 second"):
                call(Request(hooks.url, b""), HERE, seconds=1)
            assert time.monotonic() - began < 20


def test_a_server_that_is_not_there_is_a_failure_in_words() -> None:
    with Hooks() as hooks:
        url = hooks.url
    with pytest.raises(Failed, match="cannot be reached"):
        call(Request(url, b""), HERE)


def test_how_long_to_wait_is_what_the_server_says() -> None:
    with Hooks(status=429, answers={"Retry-After": "120"}) as hooks, pytest.raises(Failed) as failed:
        call(Request(hooks.url, b""), HERE)
    assert (failed.value.status, failed.value.wait) == (429, 120)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("120", 120), (" 0 ", 0), ("1.5", 2), ("-5", 0), ("1e9", 0), ("soon", 0), ("", 0), ("٣", 0), ("nan", 0),
        ("9" * 20, 86400), ("9" * 400, 0), ("Mon, 23 Nov 2026 09:02:00 GMT", 120),
        ("Monday, 23-Nov-26 09:02:00 GMT", 120),
        ("Mon Nov 23 09:02:00 2026", 120), ("Mon, 23 Nov 2026 10:02:00 +0100", 120),
        ("Mon, 23 Nov 2020 09:02:00 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 86400), ("Mon, 99 Nov 2026 99:00:00 GMT", 0), ("Mon, 23 Nov", 0),
    ],
)  # fmt: skip
def test_servers_say_how_long_to_wait_in_seconds_or_by_a_date(
    said: str, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 23, 9, tzinfo=UTC))
    assert asked_to_wait(said) == seconds


def test_tls_is_spoken_in_the_name_of_the_address_and_its_certificate_has_to_fit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    leads_to(monkeypatch, "127.0.0.1")
    context = certified("hooks.test", tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with Hooks(tls=context) as hooks:
        assert call(Request(f"https://hooks.test:{hooks.port}/hook", b""), HERE) == 200
        with pytest.raises(Failed, match="certificate"):
            call(Request(f"https://others.test:{hooks.port}/hook", b""), frozenset(("others.test",)))


def certified(name: str, folder: Path) -> ssl.SSLContext:
    """A context with a certificate for this name, which stands for itself; it lies in the folder."""
    key, its = generate_private_key(SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder().subject_name(its).issuer_name(its).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )  # fmt: skip
    file = folder / "certificate.pem"
    file.write_bytes(certificate.public_bytes(Encoding.PEM))
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").write_bytes(secret)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, folder / "key.pem")
    return context
