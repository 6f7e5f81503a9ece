"""A deal of French Tarot by post, answered as people write: five mail programs, greetings, chat, signatures, slips."""

from __future__ import annotations

import smtplib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from html import escape
from random import Random

import pytest
from flask import Flask
from sqlalchemy import update

from server import clock, matches
from server.config import settings
from server.deal import verify
from server.matches.records import Record
from server.post import inbound, outbox
from server.post.transports import Maildir
from server.rules import Answer
from server.rules.engine import NONE
from server.store.models import InboundMail, Letter, Match, db
from server.views import seat_page
from server.views.faces import face

from ...cast import NAMES, again, open_table, play_out, some_answer
from .test_whole_matches import ON_POSTGRESQL, in_words, reply, text_of

# Five programs: how each sends what was written, and the letter below, above or around it.


def as_mutt(letter: EmailMessage, written: str) -> EmailMessage:
    """Plain text below the quoted letter."""
    mail = reply(letter)
    mail.set_content(f"On {letter['Date']}, Poste Restante wrote:\n{_quoted(letter)}\n{written}\n\n-- \nAda\nLyon\n")
    return mail


def as_gmail(letter: EmailMessage, written: str) -> EmailMessage:
    """Plain text and HTML above the quoted letter."""
    mail = reply(letter)
    attribution = f"On {letter['Date']} Poste Restante <{letter['Reply-To']}> wrote:"
    mail.set_content(f"{written}\n\n{attribution}\n\n{_quoted(letter)}")
    html = letter.get_body(("html",)).get_content()
    mail.add_alternative(
        f'<div dir="ltr">{_in_divs(written)}</div><br><div class="gmail_quote"><div class="gmail_attr">'
        f"{escape(attribution)}<br></div><blockquote>{html}</blockquote></div>",
        subtype="html",
    )
    return mail


def as_a_phone(letter: EmailMessage, written: str) -> EmailMessage:
    """HTML alone, the letter in a blockquote."""
    mail = reply(letter)
    html = letter.get_body(("html",)).get_content()
    mail.set_content(
        f"<html><body>{_in_divs(written)}<br><br>Sent from my phone<blockquote type=cite>{html}</blockquote></body>",
        subtype="html",
    )
    return mail


def as_outlook(letter: EmailMessage, written: str) -> EmailMessage:
    """HTML in Word's paragraphs, and the letter below a block of headers."""
    mail = reply(letter)
    above = "".join(f"<p class=MsoNormal>{escape(line) or '&nbsp;'}<o:p></o:p></p>" for line in written.splitlines())
    headers = f"<b>From:</b> {escape(letter['From'])}<br><b>Sent:</b> Monday<br><b>Subject:</b> {letter['Subject']}"
    mail.set_content(
        f"<html><body><div class=WordSection1>{above}<div style='border-top:solid #E1E1E1 1pt'>"
        f"<p class=MsoNormal>{headers}</p></div><pre>{escape(text_of(letter))}</pre></div></body></html>",
        subtype="html",
    )
    return mail


def as_thunderbird(letter: EmailMessage, written: str) -> EmailMessage:
    """Flowed plain text below the whole quoted letter."""
    mail = reply(letter)
    mail.set_content(f"Am {letter['Date']} schrieb Poste Restante:\n{_quoted(letter)}\n{_flowed(written)}\n")
    mail.set_param("format", "flowed")
    return mail


def _ply(letter: EmailMessage) -> int:
    return int(letter["X-Poste-Ply"])


def _quoted(letter: EmailMessage) -> str:
    return "".join(f"> {line}\n" for line in text_of(letter).splitlines())


def _in_divs(written: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in written.splitlines())


def _flowed(written: str) -> str:
    """With long lines broken after a space, which stays."""
    lines = []
    for line in written.splitlines():
        while len(line) > 60 and " " in line[40:60]:
            at = line.rindex(" ", 40, 60) + 1
            lines.append(line[:at])
            line = line[at:]
        lines.append(line)
    return "\n".join(lines)


PROGRAMS = dict(zip(NAMES, (as_mutt, as_gmail, as_a_phone, as_outlook, as_thunderbird), strict=False))

# What people write around an answer, and how they say it.

GREETINGS = ("", "", "Hi all,\n\n", "Hello,\n\n", "Dear friends,\n\n", "Bonjour à tous,\n\n", "Hallo zusammen,\n\n")
CHAT = (
    "", "", "\n\nWhat a hand! My cat would have bid more.", "\n\nSnow here since this morning; how is it with you?",
    "\n\nThanks for waiting, the trains were late again.", "\n\nSee you in autumn, I hope, and bring the good cards.",
    "\n\nI showed the letter to my aunt, who says that we all play far too slowly.",
)  # fmt: skip
SIGNATURES = ("", "\n\nCheers,\n{name}", "\n\n{name}", "\n\nBest wishes\n{name}", "\n\nBises, {name}", "\n\nLG {name}")
SAYINGS: tuple[Callable[[str, str, str], str], ...] = (
    lambda code, shown, words: code,
    lambda code, shown, words: code.lower(),
    lambda code, shown, words: shown,
    lambda code, shown, words: words,
    lambda code, shown, words: words.capitalize() + ".",
    lambda code, shown, words: f"{words}, please",
    lambda code, shown, words: f"I play {words}",
    lambda code, shown, words: f"{words}?",  # a question: asked back
    lambda code, shown, words: _slip(words),
)


def _slip(words: str) -> str:
    """Two letters of the longest word change places: asked back, unless the word is too short for a slip."""
    long = max(words.split(), key=len)
    return words.replace(long, long[:1] + long[2] + long[1] + long[3:]) if len(long) > 4 else words


@dataclass
class Writers:
    """Everybody at the table: each answers every letter with a program, a saying and some words of their own."""

    match: Match
    client: smtplib.SMTP
    random: Random
    meant: dict[tuple[str, int], Answer] = field(default_factory=dict)
    """What each wants to play, by name and ply."""
    asked_back: Counter[str] = field(default_factory=Counter)

    def turn(self, name: str, letter: EmailMessage) -> None:
        """Answer a letter that asks."""
        answer = self.meant[name, _ply(letter)] = some_answer(self.match, name, self.random)
        words, shown = in_words(again(self.match), answer), self._shown(answer)
        said = self.random.choice(SAYINGS)(answer, shown if answer != NONE else "nothing", words)
        around = self.random.choice(GREETINGS), self.random.choice(CHAT), self.random.choice(SIGNATURES)
        self._send(name, letter, f"{around[0]}{said}{around[1]}{around[2].format(name=name)}")

    def asked(self, name: str, letter: EmailMessage) -> None:
        """Answer the question whether this was meant: yes, or what was meant."""
        right = f"Did you mean {self._shown(self.meant[name, _ply(letter)])}?" in " ".join(text_of(letter).split())
        self.asked_back["right" if right else "other"] += 1
        self._send(name, letter, "Yes, thanks!" if right else self.meant[name, _ply(letter)])

    def refused(self, name: str, letter: EmailMessage) -> None:
        """Write the code after a refusal."""
        self.asked_back["refused"] += 1
        self._send(name, letter, self.meant[name, _ply(letter)])

    def _shown(self, answer: Answer) -> str:
        """As letters show it: ``K♥``."""
        words = seat_page(again(self.match).chairs[0]).game.words
        return " ".join(str(face(token, words)) for token in answer.split())

    def _send(self, name: str, letter: EmailMessage, written: str) -> None:
        mail = PROGRAMS[name](letter, written)
        self.client.send_message(mail, str(letter["To"]), [str(letter["Reply-To"])])

    def wrong(self, record: Record) -> list[str]:
        """What became of answers that were meant otherwise."""
        names = {each["seat"]: each["name"] for each in record["seats"]}
        given = {(names[each["seat"]], each["ply"]): each["answer"] for each in record["answers"]}
        return [
            f"{about}: {answer} became {given.get(about)}"
            for about, answer in self.meant.items()
            if given.get(about) != answer
        ]


def play(writers: Writers, most: int) -> None:
    """Everybody answers every letter that wants an answer, until none does, or so many have been answered."""
    box = Maildir(settings().local_mail)
    ways = {"turn": writers.turn, "meant": writers.asked, "refusal": writers.refused}
    while new := [filed for filed in box.letters(outbox.deliver()) if filed.kind in ways]:
        if len(writers.meant) >= most and {filed.kind for filed in new} == {"turn"}:
            return
        for filed in new:
            letter = box.read(filed.key)
            assert letter is not None
            ways[filed.kind](filed.name, letter)
        _a_day_passes()
        inbound.process_due()


def _a_day_passes() -> None:
    """A seat is sent so many replies a day at most, and fewer to who writes at once: a deal takes longer than that."""
    db.session.execute(update(Letter).values(created_at=clock.now() - timedelta(days=2)))
    db.session.execute(
        update(Letter).where(Letter.sent_at.is_not(None)).values(sent_at=clock.now() - timedelta(days=1))
    )
    db.session.commit()


@pytest.mark.parametrize("most", [24, pytest.param(1000, marks=pytest.mark.long)], ids=["begun", "whole"])
@ON_POSTGRESQL
@pytest.mark.wide
def test_not_one_wrong_card_in_a_deal_of_five(app: Flask, client: smtplib.SMTP, most: int):
    """The whole deal is written, or its first answers, and the rest played at once."""
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", "Edda", game="french-tarot", deals=1, at=clock.now())
    writers = Writers(match, client, Random(3))
    play(writers, most)
    record = matches.record_of(play_out(again(match), writers.random, clock.now()))
    assert (again(match).status, again(match).ending) == ("over", "played")
    by_people = [given for given in record["answers"] if given["by"] == "player"]
    assert len(by_people) > 60  # it was played, not passed out
    assert len(writers.meant) == min(most, len(by_people))
    assert writers.wrong(record) == []
    assert set(db.session.scalars(db.select(InboundMail.outcome))) == {"sealed", "refused"}
    assert writers.asked_back["right"] > 0.8 * writers.asked_back.total() > min(most, 60) / 8
    assert verify(record).scores == record["scores"]
