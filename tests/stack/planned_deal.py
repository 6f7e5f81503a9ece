"""Four mailboxes among which a deal of French Tarot is played by mail and plans; ``pytest -s`` tells how it went."""

from __future__ import annotations

import smtplib
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid
from random import Random

from sqlalchemy import select

from server import house, plans
from server.plans import Asked
from server.rules import GAMES, all_asks
from server.store.envelopes import Opened
from server.store.models import Match, Turn, db
from server.views import names_beside, table_of
from server.views.replay import replay_page
from tests.cast import address, again
from tests.services import Post, Stack, wait_for

PLANS = {"Ada": "low", "Bruno": "lowest card", "Chiara": "hearts high, else low"}
"""What each plans, in a mail with a card. Dmitri plans nothing."""
PATIENCE = 300
"""Seconds for what takes one or two on an idle machine."""


class Mailboxes:
    """Four people who read and answer letters, each as a house player would. ``over``: when they stop."""

    def __init__(self, stack: Stack, post: Post, match: Match, over: Callable[[Match], bool]):
        self.stack, self.post, self.match, self.over = stack, post, match, over
        self.chance, self.answered, self.planned = Random(14), set[int](), set[str]()
        self.asks, self.read = dict[tuple[str, int], EmailMessage](), 0

    def play(self) -> None:
        """Answer every letter that asks, until it is over."""
        while not self.over(again(self.match)):
            wait_for(self.answer, "a letter that asks, or the end", PATIENCE)

    def answer(self) -> bool:
        """Answer the letter that asks now, if it has come. Returns whether anything moved on."""
        match = again(self.match)
        if self.over(match):
            return True
        if match.ply in self.answered:
            return False
        [there] = all_asks(GAMES[match.game], table_of(match))
        name = match.chairs[there].name
        letter = self.letter(name, match.ply)
        if letter is None:
            return False
        self.answered.add(match.ply)
        self.reply(letter, name, house.choose(GAMES[match.game], table_of(match), there, self.chance))
        return True

    def letter(self, name: str, ply: int) -> EmailMessage | None:
        """The letter that asks somebody, if it has come. Each is read once."""
        for _, reader, letter in self.post.received[self.read :]:
            self.read += 1
            if (letter["X-Poste-Match"], letter["X-Poste-Kind"]) == (self.match.id, "turn"):
                self.asks[reader, int(letter["X-Poste-Ply"])] = letter
        return self.asks.get((address(name), ply))

    def reply(self, letter: EmailMessage, name: str, answer: str) -> None:
        """Answer by mail; with the first card of a hand goes the plan."""
        lines = [answer]
        if again(self.match).snapshot["phase"] == "play" and name in PLANS and name not in self.planned:
            self.planned.add(name)
            lines += ["", f"plan: {PLANS[name]}"]
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = letter["To"], letter["Reply-To"], f"Re: {letter['Subject']}"
        mail["Message-ID"], mail["In-Reply-To"] = make_msgid(domain="mail.example.org"), letter["Message-ID"]
        mail.set_content("\n".join(lines) + "\n")
        with smtplib.SMTP("127.0.0.1", self.stack.inbox_port, timeout=60) as client:
            client.send_message(mail, address(name), [str(letter["Reply-To"])])


def turns(match: Match) -> list[tuple[int, Opened]]:
    """The windows of the match, by number, and the answer of each."""
    rows = db.session.scalars(select(Turn).where(Turn.match_id == match.id, Turn.ply > 0).order_by(Turn.ply))
    return [(turn.ply - 1, given) for turn in rows for given in turn.answers]


def have_answered(match: Match) -> set[str]:
    """Those whose plans have answered for them."""
    return {match.chairs[given.seat].name for _, given in turns(match) if given.by_plan}


def said_by_plan(match: Match, ply: int, there: int) -> str:
    """What the plan of a seat says in a window of the past."""
    game, table = GAMES[match.game], replay_page(match, there, ply).table
    plan = plans.read_plan(game, PLANS[match.chairs[there].name], names_beside(match, there))
    ask = all_asks(game, table)[there]
    given = plans.answer(plan, Asked(game, table.state, ask, game.view(table.state, there)["core"], there))
    assert given is not None
    return given.answer


def letters_of(match: Match, post: Post) -> list[EmailMessage]:
    return [letter for letter in post.letters if letter["X-Poste-Match"] == match.id]


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def log(match: Match, post: Post) -> str:
    """How the deal went, one window a line."""
    letters = letters_of(match, post)
    asks = {(one["X-Poste-Ply"], one["To"]) for one in letters if one["X-Poste-Kind"] == "turn"}
    lines = []
    for ply, given in turns(match):
        name = match.chairs[given.seat].name
        by = "plan" if given.by_plan else "table" if given.forced else given.by
        wrote = any(str(ply) == number and address(name) in to for number, to in asks)
        lines.append(f"{ply:3} {name:7} {given.answer[:40]:41}{by:8}{'letter' if wrote else '-'}")
    counted = Counter(f"{one['X-Poste-Kind']} to {one['To']}" for one in letters)
    return "\n".join([*lines, *(f"{many:4} {what}" for what, many in sorted(counted.items()))])
