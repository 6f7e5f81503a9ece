"""Whole matches by replies alone: letters from a Maildir, answers over SMTP, as mail programs write them."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import make_msgid
from random import Random

import pytest
from flask import Flask

from server import clock, inbox, outbox
from server.config import settings
from server.inbox.listening import smtp_server
from server.mail import Maildir
from server.models import InboundMail, Match, db
from server.rules.engine import NONE
from server.views import seat_page

from ..cast import again, open_table, seat, some_answer
from ..servers import free_port

ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
ON_POSTGRESQL = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@pytest.fixture
def client(app: Flask) -> Iterator[smtplib.SMTP]:
    port = free_port()
    listener = smtp_server(app, "127.0.0.1", port, kept=lambda: None)
    listener.start()
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        yield client
    listener.stop()


def as_mutt(letter: EmailMessage, answer: str) -> EmailMessage:
    """Below the quoted letter, plain text."""
    quoted = "".join(f"> {line}\n" for line in _text(letter).splitlines())
    mail = _reply(letter)
    mail.set_content(f"On {letter['Date']}, Poste Restante wrote:\n{quoted}\n{answer}\n\n-- \nAda\n")
    return mail


def as_gmail(letter: EmailMessage, answer: str) -> EmailMessage:
    """Above the quoted letter, plain text and HTML."""
    quoted = "".join(f"> {line}\n" for line in _text(letter).splitlines())
    mail = _reply(letter)
    mail.set_content(f"{answer}\n\nOn {letter['Date']} Poste Restante <\n{letter['Reply-To']}> wrote:\n\n{quoted}")
    html = letter.get_body(("html",)).get_content()
    mail.add_alternative(
        f'<div dir="ltr">{answer}</div><br><div class="gmail_quote"><blockquote>{html}</blockquote></div>',
        subtype="html",
    )
    return mail


def as_a_phone(letter: EmailMessage, answer: str) -> EmailMessage:
    """HTML alone, the letter in a blockquote."""
    mail = _reply(letter)
    html = letter.get_body(("html",)).get_content()
    mail.set_content(
        f"<html><body>{answer}<br><br>Sent from my phone<blockquote type=cite>{html}</blockquote></body></html>",
        subtype="html",
    )
    return mail


PROGRAMS = (as_mutt, as_gmail, as_a_phone)


def _text(letter: EmailMessage) -> str:
    return letter.get_body(("plain",)).get_content()


def _reply(letter: EmailMessage) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = letter["To"], letter["Reply-To"], f"Re: {letter['Subject']}"
    mail["Message-ID"], mail["In-Reply-To"] = make_msgid(domain="mail.example.org"), letter["Message-ID"]
    return mail


def in_words(match: Match, answer: str) -> str:
    """``king of hearts centre`` for ``KH centre``."""
    words = seat_page(match.chairs[0]).game.words
    return " and ".join(words.get(token, (token,))[0] for token in answer.split()) if answer != NONE else "nothing"


def play_by_replies(match: Match, client: smtplib.SMTP, random: Random) -> None:
    """Everybody answers every letter that asks, each with a mail program of their own, until no letter asks."""
    box, read = Maildir(settings().local_mail), set()
    while True:
        outbox.deliver()
        new = [filed for filed in box.letters() if filed.kind == "turn" and filed.key not in read]
        if not new:
            return
        for filed in new:
            read.add(filed.key)
            letter = box.read(filed.key)
            answer = in_words(again(match), some_answer(match, filed.name, random))
            mail = PROGRAMS[seat(match, filed.name).seat % len(PROGRAMS)](letter, answer)
            client.send_message(mail, filed.address, [letter["Reply-To"]])
        inbox.act_on_due()


@ON_SQLITE
def test_nine_rounds_of_titro(app: Flask, client: smtplib.SMTP):
    match = open_table("Ada", "Bruno", at=clock.now())
    play_by_replies(match, client, Random(9))
    assert (again(match).status, again(match).ending) == ("over", "played")
    assert set(db.session.scalars(db.select(InboundMail.outcome))) == {"sealed"}


@ON_POSTGRESQL
def test_a_deal_of_french_tarot_with_five(app: Flask, client: smtplib.SMTP):
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", "Edda", game="french-tarot", deals=1, at=clock.now())
    play_by_replies(match, client, Random(5))
    assert (again(match).status, again(match).ending) == ("over", "played")
    assert again(match).ply > 60  # it was played, not passed out
    assert set(db.session.scalars(db.select(InboundMail.outcome))) == {"sealed"}
