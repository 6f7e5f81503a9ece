"""Which lines of a mail are new, and who wrote it, where the corpus does not say it all."""

from __future__ import annotations

from email.message import EmailMessage
from weakref import ref

import pytest

from server.post.inbound import mail, new_lines, robots
from server.post.inbound.html import lines_of_html

ATTRIBUTIONS = [
    "On Mon, Nov 23, 2026 at 10:00 AM Poste Restante <post@poste.localhost> wrote:",
    "Am 23.11.2026 um 10:00 schrieb Poste Restante <post@poste.localhost>:",
    "Le lun. 23 nov. 2026 à 10:00, Poste Restante <post@poste.localhost> a écrit :",
    "El lun, 23 nov 2026 a las 10:00, Poste Restante (<post@poste.localhost>) escribió:",
    "Il giorno lun 23 nov 2026 alle ore 10:00 Poste Restante ha scritto:",
    "Op ma 23 nov 2026 om 10:00 schreef Poste Restante <post@poste.localhost>:",
    "Em seg., 23 de nov. de 2026 às 10:00, Poste Restante escreveu:",
    "Den mån 23 nov. 2026 kl 10:00 skrev Poste Restante <post@poste.localhost>:",
    "pon., 23 lis 2026 o 10:00 Poste Restante <post@poste.localhost> napisał(a):",
    "пн, 23 нояб. 2026 г. в 10:00, Poste Restante <post@poste.localhost> пишет:",
    "* Poste Restante <post@poste.localhost> [2026-11-23 10:00]: wrote:",
]
HEADERS = [
    "From: Poste Restante <post@poste.localhost>",
    "*From:* Poste Restante <post@poste.localhost>",
    "Von: Poste Restante",
    "De : Poste Restante",
    "Da: Poste Restante",
    "Van: Poste Restante",
    "-----Original Message-----",
    "-----Ursprüngliche Nachricht-----",
    "---------- Forwarded message ---------",
    "________________________________",
    "Begin forwarded message:",
    new_lines.MARKER,
]


def new(*lines: str) -> list[str]:
    return [line for line in new_lines.new_lines("\n".join(lines)) if line]


class TestNewLines:
    def test_what_follows_an_attribution_is_old(self, subtests: pytest.Subtests):
        for attribution in ATTRIBUTIONS:
            with subtests.test(attribution=attribution):
                assert new("KH centre", "", attribution, "", "KS blind") == ["KH centre"]

    def test_an_answer_below_the_quote_is_new(self, subtests: pytest.Subtests):
        for attribution in ATTRIBUTIONS:
            with subtests.test(attribution=attribution):
                assert new(attribution, "> KS blind", ">", "> Ada", "", "KH centre") == ["KH centre"]

    def test_what_follows_a_header_line_is_old(self, subtests: pytest.Subtests):
        for header in HEADERS:
            with subtests.test(header=header):
                assert new("KH centre", "", header, "KS blind") == ["KH centre"]

    def test_a_quoted_header_line_hides_nothing_below_it(self, subtests: pytest.Subtests):
        for header in HEADERS:
            with subtests.test(header=header):
                assert new(f"> {header}", "> KS blind", "", "KH centre") == ["KH centre"]

    def test_the_first_line_of_our_letter_is_old_however_it_was_wrapped(self):
        ours = (
            "✉ Your turn: which card do you play? Until Tue 24 Nov, 20:00",
            "Paris time. The trick so far: Ada K♥.",
            "",
        )
        assert new("5H", "", *ours, new_lines.MARKER, "Your hand:") == ["5H"]
        assert new(*ours, "5H", new_lines.MARKER, "Your hand:") == ["5H"]

    def test_an_attribution_may_be_broken_into_lines(self):
        assert new("KH centre", "", "On Mon, Nov 23, 2026 at 10:00 AM", "Poste Restante <post@x.example>", "wrote:",
                   "", "KS blind") == ["KH centre"]  # fmt: skip

    def test_a_sentence_that_ends_in_wrote_is_no_attribution(self):
        assert new("As my mother once wrote:", "KH centre") == ["As my mother once wrote:", "KH centre"]

    def test_an_answer_directly_above_an_attribution_is_new(self, subtests: pytest.Subtests):
        for attribution in ATTRIBUTIONS:
            with subtests.test(attribution=attribution):
                assert new("Hi Bruno,", "KH centre", attribution, "> KS blind") == ["Hi Bruno,", "KH centre"]

    def test_what_is_written_above_and_below_a_quote_is_all_new(self):
        assert new("KH centre", "", "On Mon, 23 Nov 2026 Poste Restante wrote:", "> KS blind", "", "No wait, QS.") == [
            "KH centre", "No wait, QS.",
        ]  # fmt: skip

    def test_a_greeting_above_does_not_hide_the_answer_below(self):
        assert new("Hi,", "", "On Mon, 23 Nov 2026, P. wrote:", "> KS blind", "KH centre")[-1] == "KH centre"

    def test_a_phones_footer_above_the_quote_does_not_hide_the_answer_below(self):
        assert new("Sent from my iPhone", "", "On 23 Nov 2026, P. wrote:", "> KS", "", "KH centre") == ["KH centre"]

    def test_one_line_like_a_header_is_written_by_a_person(self):
        assert new("Card: KH", "To: centre") == ["Card: KH", "To: centre"]

    def test_a_quote_may_be_long(self):
        assert new("On 23 Nov 2026, P. wrote:", *["> a line"] * 200, "", "KH centre") == ["KH centre"]

    def test_an_attribution_may_be_broken_within_an_address(self, subtests: pytest.Subtests):
        for end in ["info@x.example>:", "> wrote:", ">:"]:
            with subtests.test(end=end):
                assert new("KH", "", "On Mon, 23 Nov 2026 10:00 Poste <post@x.example", end, "", "> KS") == ["KH"]

    def test_nothing_new_is_nothing(self):
        assert new("> KS blind", "> KH centre") == []


class TestCommands:
    def test_what_is_said_first_is_a_paragraph_and_each_of_its_lines(self):
        assert new_lines.first_said(["KH", "centre", "", "Ada"]) == ["KH centre", "KH", "centre"]

    def test_a_greeting_is_not_what_is_said(self, subtests: pytest.Subtests):
        for greeting in ["Hi,", "Hello Bruno!", "Bonjour à tous,"]:
            with subtests.test(greeting=greeting):
                assert (
                    new_lines.first_said([greeting, "", "stop"]) == new_lines.first_said([greeting, "stop"]) == ["stop"]
                )


class TestNames:
    def test_the_writers_name_below_is_no_card(self, subtests: pytest.Subtests):
        for name in ["Jack", "Jack R.", "J", "jack", "- Jack", "JR", "Jack Roy"]:
            with subtests.test(name=name):
                assert new_lines.without_name(["KH", "", name, ""], "Jack Roy") == ["KH", ""]

    def test_a_mail_that_is_only_a_name_keeps_it(self):
        assert new_lines.without_name(["Jack"], "Jack Roy") == ["Jack"]

    def test_another_name_stays(self):
        assert new_lines.without_name(["KH", "Bruno"], "Jack Roy") == ["KH", "Bruno"]


class TestRobots:
    def test_a_robot_is_known_by_its_headers(self, subtests: pytest.Subtests):
        for name, value in [
            ("Auto-Submitted", "auto-generated"),
            ("Precedence", "junk"),
            ("X-Autoreply", "yes"),
            ("Subject", "Automatic reply: Titro"),
            ("Subject", "Réponse automatique : Titro"),
            ("From", "MAILER-DAEMON@mx.example.org"),
            ("From", "noreply@example.org"),
            ("Return-Path", "<>"),
        ]:
            with subtests.test(name=name, value=value):
                message = EmailMessage()
                message[name] = value
                assert robots.robot(mail.parsed(message.as_bytes()), "ada@example.org")

    def test_a_person_may_say_that_nothing_is_automatic(self):
        message = EmailMessage()
        message["Auto-Submitted"] = "no"
        message["Subject"] = "Re: Titro with Bruno: your turn"
        message["From"] = "Ada <ada@example.org>"
        assert robots.robot(mail.parsed(message.as_bytes()), "ada@example.org") == ""

    def test_an_empty_sender_of_the_envelope_is_a_bounce(self):
        assert robots.robot(mail.parsed(b"\n"), "") == "bounce"


class TestHostileMail:
    def test_it_is_read_without_harm(self, subtests: pytest.Subtests):
        for text in [
            "-" * 900_000,
            "> " * 400_000,
            "On " + "2026 " * 150_000 + "wrote:",
            "\n".join("--a" + "-" * 400 + "x" for _ in range(2000)),
            "\x00" * 100_000,
        ]:
            with subtests.test(text=text):
                assert len(new_lines.new_lines(text)) <= new_lines.LINES

    def test_html_that_never_closes(self):
        raw = b"Content-Type: text/html\r\n\r\n" + b"<div>" * 60_000 + b"KH centre" + b"</p>" * 60_000
        assert [line for line in new_lines.new_lines(mail.body(mail.parsed(raw))) if line] == ["KH centre"]

    def test_half_a_character(self):
        raw = b"Content-Type: text/plain; charset=utf-7\r\n\r\nKH centre +2AA-"
        assert mail.body(mail.parsed(raw)) == "KH centre ?"

    def test_mails_within_mails_within_mails(self):
        raw = b"From: ada@example.org\r\n" + b"".join(
            b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(200)
        )
        assert mail.body(mail.parsed(raw)) == ""
        assert mail.message_id(mail.parsed(raw)) == ""

    def test_nothing_is_held_of_what_was_read_last(self):
        read = mail.parsed(b"From: ada@example.org\r\n\r\nKH centre")
        assert mail.body(read) == "KH centre"
        held = ref(read)
        del read
        mail.forget_last()
        assert held() is None


def test_a_section_of_no_known_kind_is_no_obstacle(subtests: pytest.Subtests) -> None:
    for odd in ["<![sig", "<![sig>", "<![>", "<![if !mso]>", "<![endif]>", "<![CDATA[x]]>", "<![ "]:
        with subtests.test(odd=odd):
            assert lines_of_html(f"<p>KH centre</p>{odd}")[1] == "KH centre"
