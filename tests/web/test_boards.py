"""What the boards of Titro and Tottarot say of a round, against what comes of it."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from server import deal, views
from server.store.models import PLAYING, Match
from tests.cast import NAMES, again, open_table, seals
from tests.cast import page as seen

from .browsing import link, text


def answer_all(match: Match) -> None:
    """Everybody who is asked answers as the clock would."""
    for there in views.spectator_page(match).waiting:
        name = match.chairs[there].name
        ask = seen(match, name).ask
        assert ask is not None
        seals(match, name, ask.absent, ply=match.ply)


def turn_of(match: Match) -> tuple[int, int]:
    """The round, and the turn in it."""
    view = views.spectator_page(match).view
    return view["round"], view["turn"]


def told_to(web: FlaskClient, match: Match, name: str) -> str | None:
    """The sum that the page of a player says their card would make, as it is written there."""
    found = re.search(r"your sum becomes\s+([+−]?\d+)", text(web.get(link(match, name))))
    return found and found[1]


def row_of(match: Match, seat: int, round_: int) -> tuple[list[dict[str, object]], int]:
    """The row of a seat in a round that is played or has just been, and its sum."""
    view = views.spectator_page(match).view
    shown = view if view["round"] == round_ and view["phase"] != "over" else view["last"]
    return shown["rows"][seat], shown["sums"][seat]


def test_the_sum_that_a_card_would_make_is_what_it_makes(web: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is a Hanged Man, who turns the cards before him; nobody changes their card."""
    monkeypatch.setattr(deal, "new_seed", lambda: bytes([1]) * 32)
    match, stayed = open_table(*NAMES[:3], game="tottarot", **{"may-decline": "on"}), set[tuple[str, int]]()
    while (match := again(match)).status == PLAYING:
        now, hands = turn_of(match), [seen(match, name).view["hand"] for name in NAMES[:3]]
        asked = views.spectator_page(match).view["phase"] == "token"
        told = [told_to(web, match, name) for name in NAMES[:3]]
        assert all(told) if asked else not any(told)
        while (match := again(match)).status == PLAYING and turn_of(match) == now:
            answer_all(match)
        for there, hand in enumerate(hands):
            row, total = row_of(match, there, now[0])
            said = told[there]
            if said and row and (row[-1]["card"], row[-1]["turn"]) == (hand, now[1]):
                stayed.add((hand, len(row)))
                assert int(said.replace("−", "-")) == total
    assert {("HANGED", 2), ("HANGED", 3)} & stayed, "a Hanged Man after another card"
