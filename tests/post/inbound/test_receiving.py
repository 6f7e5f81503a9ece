"""The listener as a mail server sees it: SMTP and LMTP, over TLS or not, within limits of memory and time."""

from __future__ import annotations

import asyncio
import gc
import os
import smtplib
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from flask import Flask

from server import clock
from server.config import Misconfigured, Settings
from server.post import inbound
from server.post.inbound import queue
from server.post.inbound.listener import common, listening, smtp_server
from server.post.inbound.receiving import Limits, Server
from server.store.models import InboundMail, Match, db
from server.views import seat_page

from ...cast import seat
from ...services import free_port, wait_for
from .corpus_files import mail
from .photos import with_photo
from .tables import address_of, table_with_the_king_of_hearts

"""What is the same whatever database there is."""
NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(3000))


@pytest.fixture
def match(app: Flask) -> Match:
    return table_with_the_king_of_hearts(pace="P30D")


@contextmanager
def listener(app: Flask, **limits: float) -> Iterator[Server]:
    """A listener of the application with limits of its own."""
    server = smtp_server(app, "127.0.0.1", free_port(), lambda: None, Limits(**limits))
    with listening(server):
        yield server


@pytest.fixture
def server(app: Flask, match: Match) -> Iterator[Server]:
    with listener(app) as server:
        yield server


def client(server: Server) -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", server.port, timeout=60)


def line(server: Server) -> socket.socket:
    """A connection that has greeted, without a client that keeps to the protocol."""
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    assert told(connection).startswith("220")
    return connection


def told(connection: socket.socket) -> str:
    """The next reply, of one line."""
    reply = b""
    while not reply.endswith(b"\r\n") and (got := connection.recv(1)):
        reply += got
    return reply.decode()


def begun(server: Server, address: str) -> socket.socket:
    """A connection on which a mail may be sent now."""
    connection = line(server)
    for command in ("HELO x", "MAIL FROM:<ada@example.org>", f"RCPT TO:<{address}>", "DATA"):
        connection.sendall(f"{command}\r\n".encode())
        assert told(connection)[0] in "23"
    return connection


def delivered(sender: smtplib.LMTP, addresses: list[str], raw: bytes) -> list[int]:
    """What LMTP says to each recipient, after RCPT or at the end; the standard library reads one reply for all."""
    sender.ehlo()
    sender.mail("ada@example.org")
    codes = [sender.rcpt(address)[0] for address in addresses]
    last = [sender.data(raw)[0], *(sender.getreply()[0] for _ in range(codes.count(250) - 1))]
    assert sender.noop()[0] == 250
    return [last.pop(0) if code == 250 else code for code in codes]


def waiting() -> list[bytes]:
    db.session.rollback()
    return list(db.session.scalars(db.select(InboundMail.raw)))


class TestSize:
    @pytest.mark.parametrize(("size", "text_first"), [(7.2, True), (0.1, False)], ids=["large below", "above"])
    def test_an_answer_with_a_photo_of_nearly_10_mb_is_read(self, server, match, size, text_first):
        raw = with_photo(size, text_first)
        assert len(raw) < 10_000_000
        assert (len(raw) > 9_500_000) == (size > 1)
        with client(server) as sender:
            sender.sendmail("ada@example.org", address_of(match, "Ada"), raw)
        assert waiting() == [raw]
        inbound.process_due()
        assert seat_page(seat(match, "Ada")).sealed == "KH centre"

    def test_what_is_larger_than_a_mail_may_be_is_refused_and_can_be_told_before(self, app, match):
        with listener(app, size=2_000_000) as server, client(server) as sender:
            sender.ehlo()
            assert sender.esmtp_features["size"] == "2000000"
            assert sender.mail("ada@example.org", ["SIZE=2000001"])[0] == 552
            sender.mail("ada@example.org")
            sender.rcpt(address_of(match, "Ada"))
            assert sender.data(with_photo())[0] == 552
            assert sender.noop()[0] == 250
        assert waiting() == []

    def test_an_address_that_ends_too_soon_is_refused_for_good(self, server, subtests: pytest.Subtests):
        for address in ("<", "<@", "<ada@", "ada@", "@", "<@example.org:", "<\\@", "< @"):
            with client(server) as sender, subtests.test(address):
                sender.ehlo()
                assert sender.docmd(f"VRFY {address}")[0] // 100 in (2, 5)
                assert sender.docmd(f"MAIL FROM:{address}")[0] // 100 in (2, 5)
                sender.rset()
                sender.mail("ada@example.org")
                assert sender.docmd(f"RCPT TO:{address}")[0] // 100 == 5

    def test_parts_within_parts_are_refused(self, server, match):
        with client(server) as sender, pytest.raises(smtplib.SMTPDataError) as refused:
            sender.sendmail("ada@example.org", address_of(match, "Ada"), b"From: ada@example.org\r\n" + NESTED)
        assert refused.value.smtp_code == 552
        assert waiting() == []

    def test_a_line_may_be_long(self, server, match):
        raw = b"From: ada@example.org\r\n\r\nKH centre\r\n\r\n" + b"> long " * 12_000 + b"\r\n"
        with client(server) as sender:
            sender.sendmail("ada@example.org", address_of(match, "Ada"), raw)
        assert waiting() == [raw]


class TestTheEndOfAMail:
    @pytest.mark.parametrize("pause", [0, 0.02])
    def test_only_a_dot_on_a_line_of_its_own_ends_it(self, server, match, pause):
        sent = b"Subject: x\r\n\r\na\n.\r\nb\r.\r\nc\n.\nd\r\n..\r\n.\rx\r\n"
        with begun(server, address_of(match, "Ada")) as connection:
            for start in range(0, len(sent), 2 if pause else len(sent)):
                connection.sendall(sent[start : start + (2 if pause else len(sent))])
                time.sleep(pause)
            connection.sendall(b".\r\nNOOP\r\n")
            assert [told(connection)[:3], told(connection)[:3]] == ["250", "250"]
        assert waiting() == [sent.replace(b"\r\n.", b"\r\n")]

    def test_an_empty_mail_ends_as_well(self, server, match, subtests: pytest.Subtests):
        for empty in [b".\r\n", b"\r\n.\r\n", b"\r\n\r\n\r\n.\r\n", b"..\r\n.\r\n", b"x\r\n.\r\n"]:
            with subtests.test(empty=empty), begun(server, address_of(match, "Ada")) as connection:
                connection.sendall(empty)
                assert told(connection).startswith("250")

    def test_a_mail_of_nothing_but_line_breaks_ends_its_connection(self, app, match):
        with listener(app, lines=600) as server, begun(server, address_of(match, "Ada")) as connection:
            connection.sendall(b"\r\n" * 700)
            assert told(connection).startswith("552")
            assert told(connection) == ""
        assert waiting() == []

    def test_whoever_leaves_in_the_middle_has_sent_nothing(self, server, match):
        with begun(server, address_of(match, "Ada")) as connection:
            connection.sendall(mail("plain"))
        wait_for(lambda: not server.connections, "the connection to be forgotten")
        assert waiting() == []


class TestMemory:
    def test_more_connections_than_there_is_room_for_are_sent_away_until_one_ends(self, app, match):
        with listener(app, connections=3) as server:
            first, *_ = lines = [line(server) for _ in range(3)]
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as late:
                assert told(late).startswith("421")
                assert told(late) == ""
            first.close()
            wait_for(lambda: len(server.connections) == 2, "the connection to be forgotten")
            lines.append(line(server))
            for connection in lines:
                connection.close()

    def test_nothing_is_left_of_a_connection_that_has_ended(self, server):
        def kept() -> int:
            gc.collect()
            return sum(isinstance(one, asyncio.Transport) and one.is_closing() for one in gc.get_objects())

        before = kept()
        for _ in range(5):
            line(server).close()
        wait_for(lambda: kept() <= before, "the ends of all connections", 30)

    def test_a_mail_that_has_begun_takes_a_place_and_gives_it_back(self, app, match):
        with listener(app, mails=1) as server, client(server) as sender:
            with begun(server, address_of(match, "Ada")):
                sender.ehlo()
                sender.mail("bruno@example.org")
                assert sender.rcpt(address_of(match, "Bruno"))[0] == 452
            wait_for(lambda: len(server.connections) == 1, "the connection to be forgotten")
            assert sender.rcpt(address_of(match, "Bruno"))[0] == 250
            assert sender.data(mail("plain"))[0] == 250


class TestTime:
    def test_a_command_that_never_ends_is_waited_for_no_longer_than_others(self, app):
        with listener(app, command=0.6) as server, line(server) as connection:
            began = time.monotonic()
            assert self._dribbled(connection) == ""
            assert 0.5 < time.monotonic() - began < 20

    def test_a_mail_that_never_ends_is_not_kept(self, app, match):
        with listener(app, command=2) as server, begun(server, address_of(match, "Ada")) as connection:
            assert self._dribbled(connection) == ""
            wait_for(lambda: not server.connections, "the connection to be forgotten")
        assert waiting() == []

    def test_a_connection_that_sends_no_mail_ends(self, app):
        with listener(app, life=0.6) as server, line(server) as connection:
            reply = "250"
            while reply.startswith("250"):
                try:
                    connection.sendall(b"RSET\r\n")
                    reply = told(connection)
                except ConnectionError:
                    reply = ""
                time.sleep(0.05)
            assert reply == ""

    def test_a_client_that_reads_nothing_is_dropped(self, app):
        with listener(app, command=0.3, life=1) as server, socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", server.port))
            connection.setblocking(False)
            wait_for(lambda: len(server.connections) == 1, "the connection to be counted")
            until = time.monotonic() + 20
            while server.connections and time.monotonic() < until:
                try:
                    connection.send(b"RSET\r\n" * 1000)
                except BlockingIOError:
                    time.sleep(0.01)
                except OSError:
                    break
            wait_for(lambda: not server.connections, "the connection to be forgotten")

    @staticmethod
    def _dribbled(connection: socket.socket) -> str:
        """What is said to a client that sends a byte every now and then."""
        connection.settimeout(0.05)
        for _ in range(400):
            try:
                connection.send(b"x")
                return told(connection)
            except TimeoutError:
                continue
        raise AssertionError("the listener waits")


class TestLmtp:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return Settings(settings.environ | {"LIMITS": "on"})

    def test_each_recipient_is_answered_in_turn(self, server, match):
        ada, bruno = address_of(match, "Ada"), address_of(match, "Bruno")
        with smtplib.LMTP("127.0.0.1", server.port) as sender:
            assert delivered(sender, [bruno, "x@poste.localhost", ada], mail("plain")) == [250, 550, 250]
            assert delivered(sender, [ada], mail("hand")) == [250]
        assert len(waiting()) == 3

    def test_one_of_two_is_refused_after_the_mail_was_sent(self, server, match):
        ada, bruno = address_of(match, "Ada"), address_of(match, "Bruno")
        with smtplib.LMTP("127.0.0.1", server.port) as sender:
            sender.ehlo()
            sender.mail("ada@example.org")
            assert [sender.rcpt(address)[0] for address in (bruno, ada, bruno)] == [250] * 3
            self._fill(ada)
            assert sender.data(mail("plain"))[0] == 250
            assert sender.getreply()[0] == 452
            assert sender.getreply()[0] == 250
            assert sender.noop()[0] == 250

    def test_smtp_hears_of_it_once(self, server, match):
        ada, bruno = address_of(match, "Ada"), address_of(match, "Bruno")
        with client(server) as sender:
            sender.ehlo()
            sender.mail("ada@example.org")
            assert [sender.rcpt(address)[0] for address in (bruno, ada)] == [250] * 2
            self._fill(ada)
            assert sender.data(mail("plain"))[0] == 452
            assert sender.noop()[0] == 250

    def test_a_mail_that_cannot_be_taken_is_refused_for_each(self, server, match):
        with smtplib.LMTP("127.0.0.1", server.port) as sender:
            assert delivered(sender, [address_of(match, name) for name in ("Ada", "Bruno")], NESTED) == [552, 552]

    @staticmethod
    def _fill(address: str) -> None:
        target = inbound.recipient(address, clock.now())
        assert target is not None
        for number in range(queue.WAITING_PER_SEAT):
            inbound.keep(target, "ada@example.org", f"Subject: {number}\r\n\r\n".encode(), clock.now())

    def test_smtp_tries_again_if_that_helps_anybody(self, subtests: pytest.Subtests):
        for replies, reply in [
            ("250 552", "250"),
            ("550 552", "550"),
            ("250 452 550", "452"),
            ("250 250", "250"),
            ("550", "550"),
        ]:
            with subtests.test(replies=replies, reply=reply):
                assert common(replies.split()) == reply


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for a name, signed by itself, in the files cert.pem and key.pem."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    built = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
    built = built.serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(1))
    built = built.not_valid_after(now + timedelta(1)).add_extension(
        x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False
    )
    signed, cert_file, key_file = built.sign(key, hashes.SHA256()), folder / "cert.pem", folder / "key.pem"
    cert_file.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return cert_file, key_file


def trusting(cert_file: Path) -> ssl.SSLContext:
    """What accepts this certificate alone, for the address at which the tests listen."""
    context = ssl.create_default_context(cafile=str(cert_file))
    context.check_hostname = False
    return context


class TestStartTls:
    @pytest.fixture
    def files(self, tmp_path: Path) -> tuple[Path, Path]:
        return certificate(tmp_path, "cards.example.org")

    @pytest.fixture
    def settings(self, settings: Settings, files: tuple[Path, Path]) -> Settings:
        return Settings(settings.environ | {"INBOX_CERT": str(files[0]), "INBOX_KEY": str(files[1])})

    def test_a_mail_may_come_encrypted_and_need_not(self, server, match, files):
        address = address_of(match, "Ada")
        with client(server) as sender:
            sender.starttls(context=trusting(files[0]))
            sender.ehlo()
            assert not {"starttls", "auth"} & sender.esmtp_features.keys()
            sender.sendmail("ada@example.org", address, with_photo(2))
        with client(server) as sender:
            sender.ehlo()
            assert sender.has_extn("starttls")
            sender.sendmail("ada@example.org", address, mail("plain"))
        assert len(waiting()) == 2
        wait_for(lambda: not server.connections, "the connections to be forgotten")

    def test_lmtp_may_be_encrypted_as_well(self, server, match, files):
        with smtplib.LMTP("127.0.0.1", server.port) as sender:
            sender.starttls(context=trusting(files[0]))
            addresses = [address_of(match, name) for name in ("Ada", "Bruno")]
            assert delivered(sender, addresses, mail("plain")) == [250, 250]

    def test_a_renewed_certificate_is_used_without_a_restart(self, server, files):
        assert self._name(server) == "cards.example.org"
        certificate(files[0].parent, "new.example.org")
        self._touch(files, 1)
        assert self._name(server) == "new.example.org"

    def test_broken_files_change_nothing_until_they_are_mended(self, server, files):
        kept = files[0].read_bytes()
        files[0].write_text("half")
        self._touch(files, 1)
        assert self._name(server) == "cards.example.org"
        files[0].unlink()
        assert self._name(server) == "cards.example.org"
        files[0].write_bytes(kept)
        self._touch(files, 2)
        assert self._name(server) == "cards.example.org"

    @pytest.mark.parametrize("nonsense", [b"", b"this is no TLS\r\n" * 10])
    def test_whoever_asks_for_it_and_speaks_something_else_is_forgotten(self, app, nonsense):
        with listener(app, command=1) as server:
            with line(server) as connection:
                for command in (b"EHLO x\r\n", b"STARTTLS\r\n"):
                    connection.sendall(command)
                    connection.recv(1000)
                connection.sendall(nonsense)
            wait_for(lambda: not server.connections, "the connection to be forgotten")

    def test_what_was_sent_before_it_in_clear_is_no_command(self, server, match, files):
        """A stranger on the way could otherwise put his commands into a session that is then encrypted."""
        with line(server) as connection:
            connection.sendall(b"EHLO x\r\n")
            while not told(connection).startswith("250 "):
                pass
            connection.sendall(b"STARTTLS\r\nMAIL FROM:<mallory@example.org>\r\n")
            assert told(connection).startswith("220")
            with trusting(files[0]).wrap_socket(connection, server_hostname="cards.example.org") as encrypted:
                encrypted.sendall(f"EHLO x\r\nRCPT TO:<{address_of(match, 'Ada')}>\r\n".encode())
                replies = b""
                while b"\r\n503 " not in replies:
                    replies += encrypted.recv(1000)
                    assert len(replies) < 2000

    @staticmethod
    def _touch(files: tuple[Path, Path], seconds: int) -> None:
        for file in files:
            os.utime(file, (time.time() + seconds, time.time() + seconds))

    @staticmethod
    def _name(server: Server) -> str:
        """The name that the certificate is for."""
        with client(server) as sender:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            sender.starttls(context=context)
            assert isinstance(sender.sock, ssl.SSLSocket)
            shown = sender.sock.getpeercert(binary_form=True)
        assert shown is not None
        return str(
            x509.load_der_x509_certificate(shown).subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)[0].value
        )


class TestWrongFiles:
    def test_files_that_cannot_be_used_stop_the_inbox_with_a_sentence(
        self, app: Flask, tmp_path: Path, subtests: pytest.Subtests
    ):
        for broken in ["cert", "key", "missing", "other", "password"]:
            with subtests.test(broken=broken):
                cert_file, key_file = self._files(tmp_path / broken, broken)
                app.extensions["poste"] = Settings({"INBOX_CERT": str(cert_file), "INBOX_KEY": str(key_file)})
                with pytest.raises(Misconfigured, match=r"^INBOX_CERT and INBOX_KEY .*\.$"):
                    smtp_server(app, "127.0.0.1", 0, lambda: None)

    @staticmethod
    def _files(folder: Path, broken: str) -> tuple[Path, Path]:
        (folder / "b").mkdir(parents=True)
        cert_file, key_file = certificate(folder, "cards.example.org")
        change: dict[str, Callable[[], object]] = {
            "cert": lambda: cert_file.write_text("no certificate"),
            "key": lambda: key_file.write_text(cert_file.read_text()),
            "missing": key_file.unlink,
            "other": lambda: certificate(folder / "b", "x")[1].rename(key_file),
            "password": lambda: key_file.write_bytes(_locked(key_file.read_bytes())),
        }
        change[broken]()
        return cert_file, key_file


def _locked(key: bytes) -> bytes:
    return serialization.load_pem_private_key(key, None).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.BestAvailableEncryption(b"secret")
    )


def test_several_processes_share_a_port(app: Flask, match: Match) -> None:
    with listener(app) as first, ExitStack() as running:
        second = smtp_server(app, "127.0.0.1", first.port, lambda: None)
        running.enter_context(listening(second))
        lines = [line(first) for _ in range(32)]
        wait_for(lambda: len(first.connections) + len(second.connections) == 32, "all to be counted")
        assert min(len(first.connections), len(second.connections)) > 0
        for connection in lines:
            connection.close()
