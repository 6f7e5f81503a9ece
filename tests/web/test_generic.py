"""A game without a template of its own is played and mailed all the same, from the core of its view."""

from __future__ import annotations

import re
from email.message import EmailMessage
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from server import links, program
from server.app import from_hand
from server.post import outbox
from server.post.rendering import table as told_by_letter
from server.post.story import by_suit
from server.rules import GAMES, Slot
from server.rules.cards import POKER_WORDS
from server.rules.record import replace
from server.store.models import PLAYING, Match
from server.views import SeatPage, seat_page, spectator_page
from tests.cast import MONDAY, NAMES, again, open_table, page, seal_for_everybody, seat, some_answer

PLIES = 40
"""How far a match is played: into the tricks of every game."""


@pytest.fixture
def web(app: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A browser at a server on which no game has a template."""
    others = {
        name: text
        for name, text in program.templates().items()
        if name.removeprefix("games/").partition(".")[0] not in GAMES
    }
    monkeypatch.setattr(program, "templates", lambda: others)
    return app.test_client()


def posted(ply: int, slots: tuple[Slot, ...], answer: str) -> MultiDict[str, object]:
    """The answer as the form of the page posts it."""
    tokens = [(slot.name, token) for slot in slots for token in answer.split() if token in slot.options]
    return MultiDict([("do", "seal"), ("ply", ply), *(tokens or [("none", "none")])])


WHY = re.compile(r"\w+ led [^.]+: (follow|go higher)( or trump)?\.|No \w+: play a (higher )?trump\.")
"""What is asked where some cards may not be played: why not."""


def check_page(shown: SeatPage, html: str) -> None:
    """The page offers every token of the ask, in the form of its slot."""
    assert shown.ask is not None
    for slot in shown.ask.slots:
        for token in slot.options:
            assert f'name="{slot.name}" value="{token}"' in html, (slot.name, token)
    asked = re.search('<h2 class="ask" id="ask">(.*?)</h2>', html.replace("&#39;", "'"))
    assert asked
    assert asked[1] == shown.ask.prompt or WHY.fullmatch(asked[1])


def check_letter(match: Match, name: str) -> None:
    """The letter names the whole hand."""
    shown = seat_page(seat(match, name), text=True)
    lines = [*told_by_letter(shown), *map(shown.prose.cards, by_suit(shown))]
    for card in shown.view["core"]["hand"]:
        assert any(str(shown.prose.card(card)) in line for line in lines), card


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_by_its_core_alone(web: FlaskClient, game: str) -> None:
    """Every kind of answer goes through the form, and each seventh; the rest only moves the table on."""
    random, match, met = Random(game), open_table(*NAMES[: min(GAMES[game].seats)], game=game), set[tuple[str, ...]]()
    while (match := again(match)).status == PLAYING and match.ply < PLIES:
        ply = match.ply
        for name in [match.chairs[there].name for there in spectator_page(match).waiting]:
            shown, path = page(match, name), f"/s/{links.seat_token(seat(match, name))}"
            if shown.ask is None:
                continue
            shape = (match.snapshot["phase"], *(slot.name for slot in shown.ask.slots))
            if ply % 7 == 0 or shape not in met:
                met.add(shape)
                check_page(shown, web.get(path).text)
                check_letter(match, name)
                answer = posted(ply, shown.ask.slots, some_answer(match, name, random))
                assert web.post(path, data=answer).status_code == 303
        if again(match).ply == ply:
            seal_for_everybody(match, MONDAY)
    assert web.get(f"/rules/{game}").status_code == 200
    assert web.get("/new").status_code == 200


def test_what_lies_face_up_is_drawn_and_told(web: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.views.seat.GAMES", {"titro": replace(GAMES["titro"], face_up=("hand",))})
    match = open_table("Ada", "Bruno")
    assert "<i>hand</i>" in web.get(f"/s/{links.seat_token(seat(match, 'Ada'))}").text
    assert any(line.startswith("Hand: ") for line in told_by_letter(seat_page(seat(match, "Ada"), text=True)))


@pytest.mark.parametrize(
    ("options", "played"), [("KH", True), ("KH draw", True), ("KH KS", False), ("draw", False), ("", False)]
)
def test_a_card_of_the_hand_is_tapped_there_whatever_words_may_be_answered(options: str, played: bool) -> None:
    assert from_hand(options.split(), ("KH", "2H"), POKER_WORDS) == played


def test_its_letters_are_whole(web: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[EmailMessage] = []

    class Way:
        def __enter__(self) -> Way:
            return self

        def __exit__(self, *failure: object) -> None:
            pass

        def send(self, message: EmailMessage, sender: str, address: str) -> None:
            sent.append(message)

        def check(self) -> None:
            pass

    match = open_table(*NAMES[:4], game="french-tarot")
    assert outbox.deliver(MONDAY, way_out=Way())
    turns = [message for message in sent if message["X-Poste-Kind"] == "turn"]
    assert len(turns) == 1
    assert "Your hand:" in turns[0].get_payload()[0].get_payload(decode=True).decode()
    assert again(match).status == PLAYING
