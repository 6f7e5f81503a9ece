"""Letters signed with DKIM, verified by another program as they come out of a real mail server."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from pathlib import Path

import dkim
import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

from server.cli import poste
from server.config import Misconfigured, Settings
from server.post.dns_checks import dkim_record, dmarc_record, spf_records
from server.post.message import message_of
from server.post.signing import signer
from server.post.transports import transport
from tests.services import Post

from .test_message import LONG_LINK, a_mail

TOKEN = "reply-0123456789abcdef0123456789abcdef@cards.example.org"


def pem(key: rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey, password: bytes | None = None) -> bytes:
    hidden = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, hidden)


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("keys") / "dkim.pem"
    file.write_bytes(pem(rsa.generate_private_key(public_exponent=65537, key_size=2048)))
    return file


@pytest.fixture
def signing(key_file: Path, tmp_path: Path) -> Settings:
    return Settings(
        {
            "STATE_DIR": str(tmp_path / "var"),
            "DKIM_KEY": str(key_file),
            "MAIL_FROM": "Poste Restante <post@example.org>",
            "MAIL_DOMAIN": "cards.example.org",
        }
    )


def sent(signing: Settings, **fields: str) -> bytes:
    """The bytes of a letter as a mail server got them."""
    with Post() as server, transport(server.url, signer(signing)) as out:
        mail = a_mail(sender="Poste Restante <post@example.org>", **{"reply_to": TOKEN, **fields})
        out.send(message_of(mail), "bounce@cards.example.org", mail.address)
    return server.wires[0]


def holds(wire: bytes, settings: Settings) -> bool:
    """Whether the signature holds, with the record that `poste dkim` prints."""
    record = dkim_record(settings)
    assert record.name == "poste._domainkey.example.org"

    def dns(name: bytes, timeout: int = 5) -> bytes:
        assert name.decode().rstrip(".") == record.name
        return record.value.encode()

    return dkim.verify(wire, dnsfunc=dns)


LETTERS = {
    "plain": {"text": "Your card, please.\n"},
    "in any script": {"text": "é" * 400 + " K♠\n\ttabs,  spaces  \n\n\n.\n..\nFrom here\n", "html": "<p>Ж ♠ é</p>"},
    "to Chloé": {"name": "Chloé “Zed” Öz, jr.", "subject": "Tarot français avec Ada"},
    "without a final line": {"text": "end", "html": "<p>end</p>"},
    "empty": {"text": "", "html": ""},
    "in long lines": {"text": "x" * 3000, "html": f"<p>{'y' * 3000}</p>"},
    "that takes no reply": {"reply_to": ""},
}


def test_a_signed_letter_verifies_after_a_mail_server(signing: Settings, subtests: pytest.Subtests) -> None:
    for fields in LETTERS.values():
        with subtests.test(fields=fields):
            wire = sent(signing, **fields)
            assert wire.startswith(b"DKIM-Signature: ")
            assert wire.isascii()  # so that no server has to recode it on the way
            assert all(len(line) < 998 for line in wire.split(b"\r\n"))
            assert holds(wire, signing)


def test_the_text_stays_what_it_was_and_legible(signing: Settings) -> None:
    [plain, _] = message_from_bytes(sent(signing, text="Your hand: K♠ 3♥\n"), policy=policy.default).iter_parts()
    assert plain["Content-Transfer-Encoding"] == "quoted-printable"
    assert plain.get_content() == "Your hand: K♠ 3♥\r\n"


def test_the_signature_is_of_the_domain_that_letters_are_from_and_covers_what_matters(signing: Settings) -> None:
    signature = str(message_from_bytes(sent(signing), policy=policy.default)["DKIM-Signature"])
    tags = dict(part.strip().split("=", 1) for part in re.sub(r"\s+", "", signature).split(";"))
    assert (tags["d"], tags["s"], tags["a"], tags["c"]) == ("example.org", "poste", "rsa-sha256", "relaxed/relaxed")
    covered = tags["h"].split(":")
    assert {"references", "list-id", "auto-submitted"} <= {*covered}
    once = ("from", "to", "subject", "reply-to", "list-unsubscribe", "list-unsubscribe-post", "content-type")
    assert all(covered.count(name) == 2 for name in once)


def test_what_relays_write_anew_is_not_signed(signing: Settings, subtests: pytest.Subtests) -> None:
    wire = sent(signing)
    for name in (b"Date", b"Message-ID", b"Feedback-ID", b"Thread-Topic", b"Thread-Index", b"Sender", b"Return-Path"):
        with subtests.test(name=name):
            anew = re.sub(rb"\r\n" + name + rb": .*(?:\r\n .*)*", b"", wire)
            assert holds(anew.replace(b"\r\nSubject: ", b"\r\n" + name + b": another\r\nSubject: ", 1), signing)


def test_a_letter_that_was_changed_does_not_verify(signing: Settings, subtests: pytest.Subtests) -> None:
    for old, new in [
        (b"Your hand", b"His hand"),
        (LONG_LINK.encode(), b"https://elsewhere.example"),
        (b"\r\nSubject: ", b"\r\nSubject: You have won\r\nSubject: "),
        (b"\r\nFrom: ", b"\r\nFrom: eve@example.net\r\nFrom: "),
        (b"\r\nMIME-Version: ", b"\r\nReply-To: eve@example.net\r\nMIME-Version: "),
        (b"\r\nMIME-Version: ", b"\r\nList-Unsubscribe: <https://eve.example>\r\nMIME-Version: "),
        (b"\r\nMIME-Version: ", b"\r\nCc: eve@example.net\r\nMIME-Version: "),
    ]:
        with subtests.test(old=old, new=new):
            wire = sent(signing)
            assert old in wire
            assert not holds(wire.replace(old, new, 1), signing)


def test_nobody_can_give_a_letter_an_address_for_replies_that_it_does_not_have(signing: Settings) -> None:
    wire = sent(signing, reply_to="")
    assert holds(wire, signing)
    assert not holds(wire.replace(b"\r\nDate: ", b"\r\nReply-To: eve@example.net\r\nDate: ", 1), signing)


def test_headers_may_be_folded_again_on_the_way(signing: Settings) -> None:
    wire = sent(signing)
    folded = wire.replace(b"\r\nList-Unsubscribe: <", b"\r\nList-Unsubscribe:\r\n\t  <", 1)
    assert folded != wire
    assert holds(
        b"Received: from here\r\n\tby there\r\n" + folded.replace(b"\r\nSubject: ", b"\r\nsubject:  ", 1), signing
    )


def test_without_a_key_nothing_is_signed(tmp_path: Path) -> None:
    assert signer(Settings({"STATE_DIR": str(tmp_path)})) is None
    with Post() as server, transport(server.url) as out:
        out.send(message_of(a_mail()), "post@x.example", "bruno@example.org")
    assert b"DKIM-Signature" not in server.wires[0]


# Keys that cannot be used -----------------------------------------------------------------------------------------


def test_a_key_that_cannot_be_used_stops_the_server_with_a_sentence(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for content, why in [
        (None, "cannot be read"),
        (b"This is a letter to Ada.", "no private key"),
        (b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "no private key"),
        (pem(ed25519.Ed25519PrivateKey.generate()), "no RSA key of at least 1024 bits"),
        (pem(rsa.generate_private_key(public_exponent=65537, key_size=2048), b"secret"), "without a password"),
    ]:
        with subtests.test(content=content, why=why):
            file = tmp_path / "dkim.pem"
            if content is not None:
                file.write_bytes(content)
            environ = {"STATE_DIR": str(tmp_path / "var"), "DKIM_KEY": str(file)}
            with pytest.raises(Misconfigured, match=why):
                Settings(environ).check()
            for command in ("up", "doctor", "config"):
                result = CliRunner().invoke(poste, [command], env=environ)
                assert result.exit_code == 2
                assert why in result.stderr.splitlines()[-1]
                assert "BEGIN" not in result.output


def test_a_selector_that_is_none_is_refused(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for selector in ["a b", "Poste", "-x", "a._domainkey", "x" * 64]:
        with subtests.test(selector=selector), pytest.raises(Misconfigured, match="DKIM_SELECTOR"):
            Settings({"STATE_DIR": str(tmp_path), "DKIM_SELECTOR": selector}).check()


# The command -------------------------------------------------------------------------------------------------------


def test_the_command_makes_a_key_once_and_prints_what_belongs_into_the_dns(tmp_path: Path) -> None:
    environ = {
        "STATE_DIR": str(tmp_path / "var"),
        "MAIL_FROM": "post@example.org",
        "MAIL_DOMAIN": "cards.example.org",
        "MAIL_URL": "smtp://ada:s3cret@mail.example.org:587",
    }
    (tmp_path / "var").mkdir()
    first, again = (CliRunner().invoke(poste, ["dkim"], env=environ) for _ in range(2))
    file = tmp_path / "var" / "dkim.pem"
    assert (first.exit_code, first.stderr, file.stat().st_mode & 0o777) == (0, "", 0o600)
    assert f"DKIM_KEY={file}" in first.stdout
    assert records(first.stdout) == records(again.stdout)
    settings = Settings({**environ, "DKIM_KEY": str(file)})
    for record in (dkim_record(settings), dmarc_record(settings), *spf_records(settings)):
        assert records(first.stdout)[record.name] == record.value
    assert len(records(first.stdout)) == 4
    assert records(first.stdout)["example.org"] == "v=spf1 mx a:mail.example.org ~all"
    for secret in ("s3cret", "PRIVATE", *re.findall(r"\S{60,}", file.read_text())[5:]):
        assert secret not in first.stdout


def records(printed: str) -> dict[str, str]:
    """The records in what the command prints, their strings joined; each is at most 255 bytes."""
    found = re.findall(r'^(\S+)\. IN TXT \(?((?: ?"[^"]*")+)(?: \))?$', printed, re.MULTILINE)
    strings = {name: re.findall(r'"([^"]*)"', value) for name, value in found}
    assert all(len(string) <= 255 for parts in strings.values() for string in parts)
    return {name: "".join(parts) for name, parts in strings.items()}


def test_a_key_of_ones_own_is_used(key_file: Path, tmp_path: Path) -> None:
    environ = {"STATE_DIR": str(tmp_path / "var"), "DKIM_KEY": str(key_file), "MAIL_FROM": "post@example.org"}
    before = key_file.read_bytes()
    printed = CliRunner().invoke(poste, ["dkim"], env=environ).stdout
    assert "The key is in" in printed
    assert key_file.read_bytes() == before
    assert dkim_record(Settings(environ)).name in records(printed)


def test_a_key_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    environ = {"STATE_DIR": str(tmp_path / "var"), "DKIM_KEY": str(tmp_path / "nowhere" / "dkim.pem")}
    result = CliRunner().invoke(poste, ["dkim"], env=environ)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot be written (No such file or directory)" in result.stderr
