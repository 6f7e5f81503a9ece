"""A deal of French Tarot among four mailboxes, by mail, much of it played by plans; ``pytest -s`` tells how it went."""

from __future__ import annotations

import smtplib
from collections import Counter
from email.message import EmailMessage
from email.utils import make_msgid
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from server import clock, house, matches, plans
from server.deal import verify
from server.matches.standing import STANDING
from server.plans import Asked
from server.rules import GAMES, asked
from server.store.models import OVER, Match, Turn, db
from server.views import names_beside, table_of
from server.views.replay import replay_page
from server.views.seat import seat_page
from tests.cast import NAMES, address, again, open_table
from tests.services import Post, Stack, wait_for

from .conftest import Start, inside

PLANS = {"Ada": "low", "Bruno": "lowest card", "Chiara": "hearts 10, else low"}
"""What each plans, in a mail with a card. Dmitri plans nothing."""
PATIENCE = 300
"""Seconds for what takes one or two on an idle machine."""


class Mailboxes:
    """Four people who read and answer letters, each as a house player would."""

    def __init__(self, stack: Stack, post: Post, match: Match):
        self.stack, self.post, self.match = stack, post, match
        self.chance, self.answered, self.planned = Random(14), set[int](), set[str]()

    def play(self) -> None:
        """Answer every letter that asks, until the match is over."""
        while self.status() != OVER:
            wait_for(self.answer, "a letter that asks, or the end", PATIENCE)

    def status(self) -> str:
        return again(self.match).status

    def answer(self) -> bool:
        """Answer the letter that asks now, if it has come. Returns whether anything moved on."""
        match = again(self.match)
        if match.status == OVER:
            return True
        if match.ply in self.answered:
            return False
        [there] = asked(GAMES[match.game], table_of(match))
        name = match.chairs[there].name
        letter = next(
            (one for one in self.post.to(address(name), "turn") if one["X-Poste-Ply"] == str(match.ply)), None
        )
        if letter is None:
            return False
        self.answered.add(match.ply)
        self.reply(letter, name, house.choose(GAMES[match.game], table_of(match), there, self.chance))
        return True

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


def turns(match: Match) -> list[tuple[int, dict[str, Any]]]:
    """The windows of the match, by number, and the answer of each."""
    rows = db.session.scalars(select(Turn).where(Turn.match_id == match.id, Turn.ply > 0).order_by(Turn.ply))
    return [(turn.ply - 1, given) for turn in rows for given in turn.answers]


def said_by_plan(match: Match, ply: int, there: int) -> str:
    """What the plan of a seat says in a window of the past."""
    game, state = GAMES[match.game], replay_page(match, there, ply).table.state
    plan = plans.read_plan(game, PLANS[match.chairs[there].name], names_beside(match, there))
    ask = asked(game, table_at(match, ply))[there]
    given = plans.answer(plan, Asked(game, state, ask, game.view(state, there)["core"], there))
    assert given is not None
    return given.answer


def table_at(match: Match, ply: int) -> Any:
    return replay_page(match, None, ply).table


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def log(match: Match, post: Post) -> str:
    """How the deal went, one window a line."""
    asks = {(one["X-Poste-Ply"], one["To"]) for one in post.letters if one["X-Poste-Kind"] == "turn"}
    lines = []
    for ply, given in turns(match):
        name = match.chairs[given["seat"]].name
        by = "plan" if STANDING in given else "table" if "forced" in given else given["by"]
        wrote = any(str(ply) == number and address(name) in to for number, to in asks)
        lines.append(f"{ply:3} {name:7} {given['answer'][:40]:41}{by:8}{'letter' if wrote else '-'}")
    letters = Counter(f"{one['X-Poste-Kind']} to {one['To']}" for one in post.letters)
    return "\n".join([*lines, *(f"{many:4} {what}" for what, many in sorted(letters.items()))])


@pytest.mark.parametrize("stack_database", ["sqlite"], indirect=True)
def test_a_deal_among_four_mailboxes_is_played_with_plans_and_nobody_else_learns_of_them(
    start: Start, post: Post
) -> None:
    stack = start("web", "worker", "beat", "inbox")
    with inside(stack):
        match = open_table(*NAMES[:4], game="french-tarot", deals=1, at=clock.now())
        mailboxes = Mailboxes(stack, post, match)
        mailboxes.play()
        match = again(match)
        wait_for(lambda: len([one for one in post.letters if one["X-Poste-Kind"] == "over"]) == 4, "the end to be told")
        print(f"\n{log(match, post)}")

        assert match.ending == "played"
        assert match.ply > 70
        by_plan = [(ply, given) for ply, given in turns(match) if STANDING in given]
        assert len(by_plan) > 20
        assert {match.chairs[given["seat"]].name for _, given in by_plan} == set(PLANS)
        for ply, given in by_plan:
            assert given["answer"] == said_by_plan(match, ply, given["seat"])
        asks = {(one["X-Poste-Ply"], str(one["To"])) for one in post.letters if one["X-Poste-Kind"] == "turn"}
        for ply, given in by_plan:
            name = match.chairs[given["seat"]].name
            assert not any(number == str(ply) and address(name) in to for number, to in asks)
        for reader in match.chairs:
            told = [text_of(one) for one in post.to(address(reader.name))]
            shown = seat_page(reader, text=True, since=0)
            told.append(" ".join(str(shown.tell(line)) for ply in shown.story for line in ply.lines))
            others = [other.name for other in match.chairs if other is not reader]
            assert not any(
                f"{other} had left" in text or f"{other}'s plan" in text for text in told for other in others
            )
        record = matches.record_of(match)
        assert verify(record).scores == record["scores"]
