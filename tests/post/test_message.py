"""Mail out: the headers of a letter, the Maildir, and SMTP with what servers answer."""

from __future__ import annotations

import mailbox
import re
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.utils import quote
from pathlib import Path
from typing import Self

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.config import Misconfigured
from server.post.failures import Deferred, Down, Rejected
from server.post.inbound.mail import header as header_of
from server.post.inbound.mail import parsed
from server.post.inbound.robots import robot
from server.post.message import POLICY, Mail, in_seven_bits, message_of, one_line, wire_of
from server.post.transports import Maildir, Smtp, transport

from ..services import Post, free_port

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LONG_LINK = "https://cards.example.org/stop/" + "x" * 120


def a_mail(**other) -> Mail:
    fields = {
        "sender": "Poste Restante <post@cards.example.org>",
        "name": "Bruno",
        "address": "bruno@example.org",
        "subject": "Titro with Ada, round 3: your turn",
        "text": "Your hand: K♠ 3♥\n\nhttps://cards.example.org/s/abc\n",
        "html": "<p>Your hand: K♠ 3♥</p>",
        "message_id": "<7.0123456789abcdef@cards.example.org>",
        "at": NOON,
        "kind": "turn",
        "stop": LONG_LINK,
        "thread": ("<match.abcdefgh.b@cards.example.org>", "<6.fedcba9876543210@cards.example.org>"),
        "match_id": "abcdefgh",
        "ply": 4,
    }
    return Mail(**(fields | other))


def on_the_wire(mail: Mail) -> str:
    return message_of(mail).as_bytes(policy=POLICY).decode()


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=300)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_a_letter_goes_over_the_wire_as_the_email_package_would_write_it(name: str, subject: str, text: str, html: str):
    lines = {"text": f"{text}\n{'— ' * 40}\n.\nFrom here on", "html": f"<p>{html}</p>\r\n{'x' * 1200}"}
    for parts in ({"text": text, "html": html}, lines, {**lines, "picture": bytes(range(256))}):
        message = message_of(a_mail(name=name, subject=subject, **parts))
        for each in (message, in_seven_bits(message)):
            assert wire_of(each) == each.as_bytes(policy=POLICY)


LINES = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.sampled_from(' "\\,.<>éЖ♠מ朱'), max_size=200
)


@given(LINES, LINES)
@example("Zoë", "x" * 990)
@example("Mit Komma, und “Zeichen”", "א" * 300)
@example("=?utf-8?q?Eve?=", "朱镕基 =?utf-8?b?Zm9v?= 👍🏽" * 20)
@example("x" * 300, "Титро с Ådä, " * 30)
def test_headers_are_folded_and_read_by_every_parser_as_they_were_meant(name: str, subject: str) -> None:
    sender = f'"{quote(one_line(name))}" <post@cards.example.org>'
    mail = a_mail(name=name, subject=subject, sender=sender, reply_to="r@x.example")
    head = wire_of(message_of(mail)).partition(b"\r\n\r\n")[0]
    for line in head.decode("ascii").split("\r\n"):
        words = re.findall(r"=\?utf-8\?[bq]\?[^?\s]*\?=", line)
        assert all(len(word) <= 75 for word in words)
        assert len(line) <= (78 if words or line.startswith(("Subject:", " ")) else 998)
    strict, plain = message_from_bytes(head, policy=policy.default), message_from_bytes(head)
    assert strict["Subject"] == one_line(subject)
    for header in ("Subject", "From", "To", "Reply-To"):
        meant = one_line(subject if header == "Subject" else name)
        named = strict[header] if header == "Subject" else strict[header].addresses[0].display_name
        assert squeezed(named) == squeezed(meant)
        assert squeezed(meant) in squeezed(str(make_header(decode_header(plain[header]))))
        assert squeezed(meant) in squeezed(header_of(parsed(head), header))


def squeezed(text: str) -> str:
    """The text without what programs may put between words, and without what quotes it."""
    return re.sub(r'[\s"\\]', "", text)


def test_an_international_domain_is_written_as_the_dns_knows_it() -> None:
    assert message_of(a_mail(address="ada@bücher.example"))["To"].addresses[0].domain == "xn--bcher-kva.example"


class TestHeaders:
    def test_long_values_stay_in_one_piece(self):
        wire = on_the_wire(a_mail())
        assert f"List-Unsubscribe: <{LONG_LINK}>\r\n" in wire
        assert "In-Reply-To: <6.fedcba9876543210@cards.example.org>\r\n" in wire
        assert "References: <match.abcdefgh.b@cards.example.org> <6.fedcba9876543210@cards.example.org>\r\n" in wire

    def test_one_click_unsubscribe_is_offered(self):
        assert message_of(a_mail())["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"

    def test_robots_are_told_not_to_answer(self):
        message = message_of(a_mail())
        assert message["Auto-Submitted"] == "auto-generated"
        assert message["X-Auto-Response-Suppress"] == "All"

    def test_a_letter_that_answers_a_mail_says_so(self):
        assert message_of(a_mail(kind="receipt", answering=True))["Auto-Submitted"] == "auto-replied"

    def test_all_letters_of_a_server_are_one_list_and_one_sender_in_feedback_loops(self):
        turn, over = message_of(a_mail()), message_of(a_mail(kind="over", match_id="other"))
        assert turn["List-Id"] == over["List-Id"] == "<letters.cards.example.org>"
        (kind, sender), (other, again) = (message["Feedback-ID"].split(":") for message in (turn, over))
        assert (kind, other) == ("turn", "over")
        assert sender == again
        assert 5 <= len(sender) <= 15  # what Gmail asks for

    def test_a_reply_goes_to_a_name_not_to_a_token(self):
        token = "reply-0123456789abcdef0123456789abcdef@cards.example.org"
        assert message_of(a_mail(reply_to=token))["Reply-To"] == f"Poste Restante <{token}>"
        assert message_of(a_mail(reply_to=token, sender="post@cards.example.org"))["Reply-To"] == token
        accents = message_of(a_mail(reply_to=token, sender="Café <post@cards.example.org>"))
        wire = message_from_bytes(accents.as_bytes(policy=POLICY), policy=policy.default)
        assert str(wire["Reply-To"]) == f"Café <{token}>"

    def test_a_letter_that_takes_no_reply_has_no_address_for_one(self):
        assert message_of(a_mail())["Reply-To"] is None

    def test_our_own_letters_count_as_written_by_a_robot(self):
        wire = message_from_bytes(message_of(a_mail()).as_bytes(policy=POLICY), policy=policy.default)
        assert robot(parsed(wire.as_bytes()), "post@cards.example.org")
        del wire["X-Poste-Kind"], wire["Auto-Submitted"]
        assert robot(parsed(wire.as_bytes()), "post@cards.example.org") == "list"

    def test_kind_match_and_ply_are_named(self):
        message = message_of(a_mail())
        assert (message["X-Poste-Kind"], message["X-Poste-Match"], message["X-Poste-Ply"]) == ("turn", "abcdefgh", "4")

    def test_a_letter_without_a_match_names_neither_match_nor_ply(self):
        message = message_of(a_mail(match_id=None, ply=None, kind="lost", thread=()))
        assert message["X-Poste-Match"] is message["X-Poste-Ply"] is message["References"] is None

    def test_a_letter_before_the_first_card_has_ply_0(self):
        assert message_of(a_mail(ply=0))["X-Poste-Ply"] == "0"

    def test_a_name_cannot_write_headers(self):
        message = message_of(a_mail(name="Bruno\r\nBcc: eve@example.org", subject="Your\nturn"))
        assert message["Bcc"] is None
        assert message["Subject"] == "Your turn"

    def test_the_text_part_keeps_the_link_on_its_line(self):
        assert "\r\nhttps://cards.example.org/s/abc\r\n" in on_the_wire(a_mail())

    def test_what_is_no_address_is_refused_for_good(self):
        with pytest.raises(Rejected):
            message_of(a_mail(address="bruno"))


class TestMailUrl:
    def test_the_port_says_how_a_connection_is_encrypted_unless_the_url_does(self, subtests: pytest.Subtests):
        for url, tls in [
            ("smtp://mail.example.org:465", "tls"),
            ("smtp://mail.example.org:587", "starttls"),
            ("smtp://mail.example.org:25", "none"),
            ("smtp://mail.example.org:2525?tls=starttls", "starttls"),
        ]:
            with subtests.test(url=url, tls=tls):
                way_out = transport(url)
                assert isinstance(way_out, Smtp)
                assert way_out.tls == tls

    def test_user_and_password_may_hold_any_sign(self):
        way_out = transport("smtp://ada%40example.org:p%3A%2F@mail.example.org:587")
        assert isinstance(way_out, Smtp)
        assert (way_out.user, way_out.password) == ("ada@example.org", "p:/")

    def test_anything_else_is_refused_with_what_would_do(self, subtests: pytest.Subtests):
        for url in ["", "maildir:", "http://x", "smtp://", "smtp://x:port", "smtp://x?tls=maybe"]:
            said = pytest.raises(Misconfigured, match="MAIL_URL is maildir:PATH or smtp://")
            with subtests.test(url=url), said:
                transport(url)


class TestMaildir:
    def test_a_letter_is_filed_for_its_reader(self, tmp_path: Path):
        with Maildir(tmp_path / "mail") as box:
            box.send(message_of(a_mail()), "post@cards.example.org", "bruno@example.org")
        [filed] = box.letters()
        assert (filed.address, filed.name, filed.kind) == ("bruno@example.org", "Bruno", "turn")
        assert filed.subject == "Titro with Ada, round 3: your turn"
        message = box.read(filed.key)
        assert message is not None
        assert "K♠ 3♥" in message.get_body(("plain",)).get_content()

    def test_a_letter_that_is_delivered_twice_is_filed_once(self, tmp_path: Path):
        with Maildir(tmp_path / "mail") as box:
            for _ in range(2):
                box.send(message_of(a_mail()), "post@cards.example.org", "bruno@example.org")
        assert len(box.letters()) == 1

    def test_a_letter_that_was_read_is_not_filed_again(self, tmp_path: Path):
        with Maildir(tmp_path / "mail") as box:
            box.send(message_of(a_mail()), "post@cards.example.org", "bruno@example.org")
            [key] = mailbox.Maildir(str(tmp_path / "mail"), create=False).keys()
            (tmp_path / "mail" / "new" / key).rename(tmp_path / "mail" / "cur" / f"{key}:2,S")
            box.send(message_of(a_mail()), "post@cards.example.org", "bruno@example.org")
        assert len(box.letters()) == 1

    def test_nothing_outside_the_maildir_can_be_read(self, tmp_path: Path):
        with Maildir(tmp_path / "mail") as box:
            assert box.read("../../etc/passwd") is None
            assert box.read("0" * 32) is None


@pytest.fixture(params=[True, False], ids=["together", "one by one"])
def server(request: pytest.FixtureRequest) -> Iterator[Post]:
    """A mail server that takes several commands at once, or only one by one."""
    with Post(pipelining=request.param) as server:
        yield server


class TestSmtp:
    def test_a_run_of_letters_shares_one_connection(self, server: Post):
        with transport(server.url) as out:
            for n in range(3):
                out.send(message_of(a_mail(message_id=f"<{n}@x.example>")), "post@x.example", "bruno@example.org")
        assert len(server.letters) == 3
        assert len(server.taken) == 1

    def test_a_server_that_wants_a_new_connection_after_each_letter_gets_one(self, server: Post):
        server.takes_from_one = 1
        with transport(server.url) as out:
            for n in range(3):
                out.send(message_of(a_mail(message_id=f"<{n}@x.example>")), "post@x.example", "bruno@example.org")
        assert [message["Message-ID"] for message in server.letters] == [
            "<0@x.example>",
            "<1@x.example>",
            "<2@x.example>",
        ]

    def test_the_letter_arrives_whole(self, server: Post):
        with transport(server.url) as out:
            out.send(message_of(a_mail(text="é" * 400 + "\n.\n..\nend\n")), "post@x.example", "bruno@example.org")
        [message] = server.letters
        assert message.get_body(("plain",)).get_content().splitlines() == ["é" * 400, ".", "..", "end"]
        assert message["List-Unsubscribe"] == f"<{LONG_LINK}>"

    def test_4xx_is_not_now(self, server: Post, subtests: pytest.Subtests):
        for command in ["RCPT", "DATA"]:
            with subtests.test(command=command), transport(server.url) as out:
                server.answers[command] = ["451 greylisted"]
                with pytest.raises(Deferred, match="451 greylisted") as raised:
                    out.send(message_of(a_mail()), "post@x.example", "bruno@example.org")
                assert not isinstance(raised.value, Down)

    def test_5xx_is_never(self, server: Post, subtests: pytest.Subtests):
        for command in ["RCPT", "DATA"]:
            with subtests.test(command=command), transport(server.url) as out:
                server.answers[command] = ["550 no such user"]
                with pytest.raises(Rejected, match="550 no such user"):
                    out.send(message_of(a_mail()), "post@x.example", "bruno@example.org")

    def test_after_a_refusal_the_next_letter_goes_out(self, server: Post):
        with transport(server.url) as out:
            server.answers["RCPT"] = ["550 no such user"]
            with pytest.raises(Rejected):
                out.send(message_of(a_mail()), "post@x.example", "bruno@example.org")
            out.send(message_of(a_mail(address="ada@example.org")), "post@x.example", "ada@example.org")
        assert len(server.to("ada@example.org")) == 1

    def test_a_sender_that_is_refused_is_no_fault_of_the_reader(self, server: Post):
        with transport(server.url) as out:
            server.answers["MAIL"] = ["550 who are you"]
            with pytest.raises(Down):
                out.send(message_of(a_mail()), "post@x.example", "bruno@example.org")

    def test_no_server_is_told_from_a_server_that_says_no(self):
        with transport(f"smtp://127.0.0.1:{free_port()}") as out, pytest.raises(Down):
            out.send(message_of(a_mail()), "post@x.example", "bruno@example.org")

    def test_a_server_that_takes_seven_bits_gets_seven(self):
        message = message_of(a_mail())
        seven = message.as_bytes(policy=POLICY.clone(cte_type="7bit"))
        assert seven.isascii()
        again = message_from_bytes(seven, policy=policy.default)
        assert "K♠ 3♥" in again.get_body(("plain",)).get_content()


class Relay:
    """A mail server that answers MAIL, RCPT and DATA only when it has all three, with these replies.

    ``asked``: the commands it got; ``letter``: what came after DATA.
    """

    def __init__(self, *replies: str):
        self.replies, self.asked, self.letter = replies, b"", b""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._take_one)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._thread.join(timeout=60)
        self._listening.close()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._listening.getsockname()[1]}?tls=none"

    def _take_one(self) -> None:
        line, _ = self._listening.accept()
        with line, line.makefile("rwb", buffering=0) as told:
            told.write(b"220 relay\r\n")
            told.readline()
            told.write(b"250-relay\r\n250-8BITMIME\r\n250 PIPELINING\r\n")
            self.asked = b"".join(told.readline() for _ in self.replies)
            told.write("".join(f"{reply}\r\n" for reply in self.replies).encode())
            while (got := told.readline()) and got != b".\r\n":
                self.letter += got
            if got:
                told.write(b"250 taken\r\n")
                told.readline()


class TestSeveralCommandsAtOnce:
    def test_a_letter_costs_two_round_trips(self):
        message = message_of(a_mail(text="...\n.\n"))
        with Relay("250 ok", "250 ok", "354 go on") as relay, transport(relay.url) as out:
            out.send(message, "post@x.example", "bruno@example.org")
        assert relay.asked == (b"MAIL FROM:<post@x.example> BODY=8BITMIME\r\nRCPT TO:<bruno@example.org>\r\nDATA\r\n")
        assert relay.letter == wire_of(message).replace(b"\r\n...\r\n.\r\n", b"\r\n....\r\n..\r\n")

    def test_nothing_is_sent_after_a_reply_that_says_no(self, subtests: pytest.Subtests):
        for replies, meant in [
            (("550 who are you", "503 no sender", "354 go on"), Down),
            (("250 ok", "550 no such user", "354 go on"), Rejected),
            (("250 ok", "451 not now", "554 no recipients"), Deferred),
            (("250 ok", "250 ok", "451 not now"), Deferred),
        ]:
            with subtests.test(replies=replies, meant=meant):
                with Relay(*replies) as relay, transport(relay.url) as out, pytest.raises(meant):
                    out.send(message_of(a_mail()), "post@x.example", "bruno@example.org")
                assert relay.letter == b""

    def test_no_address_adds_a_command(self, subtests: pytest.Subtests):
        for address in ["bruno@x.example>\r\nRCPT TO:<eve@x.example", "a@x.example\r\nDATA\r\n."]:
            with subtests.test(address=address):
                with Post() as server, transport(server.url) as out, pytest.raises(Rejected):
                    out.send(message_of(a_mail()), "post@x.example", address)
                assert server.received == []
