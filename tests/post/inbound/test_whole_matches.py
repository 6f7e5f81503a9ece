"""Whole matches by replies alone, and by replies and taps mixed: letters from a Maildir, answers over SMTP, as mail
programs write them, or through the form of the page.
"""

from __future__ import annotations

import re
import smtplib
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import clock, matches
from server.config import Settings, settings
from server.deal import verify
from server.post import inbound, outbox
from server.post.transports import Maildir
from server.rules.engine import NONE
from server.store.models import InboundMail, Match, db
from server.views import seat_page
from server.web import create_web

from ...cast import NAMES, again, open_table, page, seat, some_answer

ON_POSTGRESQL = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


@pytest.fixture
def made() -> Callable[[Settings], Flask]:
    """The application with its pages: letters and taps are mixed here."""
    return create_web


def as_mutt(letter: EmailMessage, answer: str) -> EmailMessage:
    """Below the quoted letter, plain text."""
    quoted = "".join(f"> {line}\n" for line in text_of(letter).splitlines())
    mail = reply(letter)
    mail.set_content(f"On {letter['Date']}, Poste Restante wrote:\n{quoted}\n{answer}\n\n-- \nAda\n")
    return mail


def as_gmail(letter: EmailMessage, answer: str) -> EmailMessage:
    """Above the quoted letter, plain text and HTML."""
    quoted = "".join(f"> {line}\n" for line in text_of(letter).splitlines())
    mail = reply(letter)
    mail.set_content(f"{answer}\n\nOn {letter['Date']} Poste Restante <\n{letter['Reply-To']}> wrote:\n\n{quoted}")
    html = letter.get_body(("html",)).get_content()
    mail.add_alternative(
        f'<div dir="ltr">{answer}</div><br><div class="gmail_quote"><blockquote>{html}</blockquote></div>',
        subtype="html",
    )
    return mail


def as_a_phone(letter: EmailMessage, answer: str) -> EmailMessage:
    """HTML alone, the letter in a blockquote."""
    mail = reply(letter)
    html = letter.get_body(("html",)).get_content()
    mail.set_content(
        f"<html><body>{answer}<br><br>Sent from my phone<blockquote type=cite>{html}</blockquote></body></html>",
        subtype="html",
    )
    return mail


PROGRAMS = (as_mutt, as_gmail, as_a_phone)


def text_of(letter: EmailMessage) -> str:
    return letter.get_body(("plain",)).get_content()


def reply(letter: EmailMessage) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = letter["To"], letter["Reply-To"], f"Re: {letter['Subject']}"
    mail["Message-ID"], mail["In-Reply-To"] = make_msgid(domain="mail.example.org"), letter["Message-ID"]
    return mail


def in_words(match: Match, answer: str) -> str:
    """``king of hearts centre`` for ``KH centre``."""
    words = seat_page(match.chairs[0]).game.words
    return " and ".join(words.get(token, (token,))[0] for token in answer.split()) if answer != NONE else "nothing"


Answers = Callable[[str, EmailMessage], None]
"""How the player of a name answers a letter."""


def play(match: Match, answers: Answers) -> None:
    """Everybody answers every letter that asks, until no letter asks."""
    box = Maildir(settings().local_mail)
    while True:
        new = [filed for filed in box.letters(outbox.deliver()) if filed.kind == "turn"]
        if not new:
            return
        for filed in new:
            letter = box.read(filed.key)
            assert letter is not None
            answers(filed.name, letter)
        inbound.process_due()


def by_reply(match: Match, client: smtplib.SMTP, random: Random) -> Answers:
    """Each with a mail program of their own."""

    def answers(name: str, letter: EmailMessage) -> None:
        answer = in_words(again(match), some_answer(match, name, random))
        mail = PROGRAMS[seat(match, name).seat % len(PROGRAMS)](letter, answer)
        client.send_message(mail, str(letter["To"]), [str(letter["Reply-To"])])

    return answers


def by_tap(match: Match, web: FlaskClient, random: Random) -> Answers:
    """On the page that the letter leads to, with the choices of its form."""

    def answers(name: str, letter: EmailMessage) -> None:
        link = re.search(r"^http://localhost(/s/\S+)$", text_of(letter), re.MULTILINE)
        shown = page(match, name)
        assert link is not None
        assert shown.ask is not None
        tokens = some_answer(match, name, random).split()
        chosen = {slot.name: [token for token in tokens if token in slot.options] for slot in shown.ask.slots}
        if not any(chosen.values()):
            chosen[NONE] = [NONE]
        assert web.post(link[1], data={"do": "seal", "ply": letter["X-Poste-Ply"], **chosen}).status_code == 303

    return answers


def now_one_now_the_other(*ways: Answers) -> Answers:
    """Every player answers one letter in the first way, the next in the second …"""
    so_far: Counter[str] = Counter()

    def answers(name: str, letter: EmailMessage) -> None:
        way = ways[(so_far[name] + NAMES.index(name)) % len(ways)]
        so_far[name] += 1
        way(name, letter)

    return answers


@pytest.mark.long
def test_nine_rounds_of_titro(app: Flask, client: smtplib.SMTP):
    match = open_table("Ada", "Bruno", at=clock.now())
    play(match, by_reply(match, client, Random(9)))
    assert (again(match).status, again(match).ending) == ("over", "played")
    assert set(db.session.scalars(db.select(InboundMail.outcome))) == {"sealed"}


def test_four_rounds_of_titro_by_replies_and_taps_mixed(app: Flask, client: smtplib.SMTP):
    match, random = open_table("Ada", "Bruno", rounds=4, at=clock.now()), Random(7)
    play(match, now_one_now_the_other(by_reply(match, client, random), by_tap(match, app.test_client(), random)))
    assert (again(match).status, again(match).ending) == ("over", "played")
    record = matches.record_of(again(match))
    assert {given["by"] for given in record["answers"]} == {"player"}
    by_mail = db.session.scalars(db.select(InboundMail.outcome)).all()
    assert set(by_mail) == {"sealed"}
    assert 0.3 < len(by_mail) / len(record["answers"]) < 0.7
    assert verify(record).scores == record["scores"]


@pytest.mark.long
@ON_POSTGRESQL
def test_a_deal_of_french_tarot_with_five(app: Flask, client: smtplib.SMTP):
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", "Edda", game="french-tarot", deals=1, at=clock.now())
    play(match, by_reply(match, client, Random(5)))
    assert (again(match).status, again(match).ending) == ("over", "played")
    assert again(match).ply > 60  # it was played, not passed out
    assert set(db.session.scalars(db.select(InboundMail.outcome))) == {"sealed"}
