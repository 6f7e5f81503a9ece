"""Standing orders: what people type, and what it gives."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server import orders
from server.orders import ALWAYS, DEAL, ONCE, Asked, Order
from server.rules import GAMES, Ask, Illegal, Slot, begin, lawful
from server.rules.cards import suit

from .rules.played import Moment, Shuffler, cases, played

TAROT, TITRO, OTTOCENTO, TEXAS = (GAMES[key] for key in ("french-tarot", "titro", "ottocento", "texas-42"))
HAND = ["2S", "KS", "5H", "QH", "1D", "T3", "T21", "F"]


def core(*trick: str, hand: list[str] | None = None, phase: str = "play", deal: int = 1) -> dict[str, Any]:
    """The core of what a seat sees: the cards of the trick so far, where tricks are played, and its hand."""
    suits = [suit(card) or card[0] for card in trick if card != "F"]
    return {
        "phase": phase,
        "progress": [{"unit": "deal", "number": deal, "of": None}],
        "trick": [[n, card] for n, card in enumerate(trick)] if phase == "play" else None,
        "led": suits[0] if suits else None,
        "hand": hand or HAND,
    }


@cache
def state(key: str) -> Any:
    """The first state of a game: how the cards rank in it."""
    return begin(GAMES[key], GAMES[key].seats[0], {}, Shuffler(Random(0)))[0].state


def asked(ask: Ask, seen: dict[str, Any], key: str = "french-tarot") -> Asked:
    """What a seat of a game is asked."""
    return Asked(GAMES[key], state(key), ask, seen)


def plays(*cards: str) -> Ask:
    """Asked for one of these cards."""
    return Ask("Your card.", (Slot("card", cards),), cards[0], TAROT.words)


BID = Ask("Your bid.", (Slot("bid", ("pass", "small", "guard")),), "pass", TAROT.words)
KEEP = Ask("What do you keep?", (Slot("cards", ("5H", "QH"), 0, 2),), "5H", TITRO.words)


def gives(text: str, ask: Ask, seen: dict[str, Any], game: str = "french-tarot") -> str | None:
    return orders.answer(orders.parse(GAMES[game], text), asked(ask, seen, game))


class TestWhatItGives:
    @pytest.mark.parametrize("text", ["pass", "Pass.", "je passe", "I pass", "pass whatever happens", "pass always"])
    def test_pass(self, text: str):
        assert gives(text, BID, core(phase="bid")) == "pass"

    @pytest.mark.parametrize("text", ["keep nothing", "nothing", "none", "rien"])
    def test_keep_nothing(self, text: str):
        assert gives(text, KEEP, core(phase="keep"), "titro") == "none"

    @pytest.mark.parametrize("text", ["lowest", "the lowest card", "play the lowest card I can"])
    def test_the_lowest_card_is_no_trump_and_no_fool_where_there_is_another(self, text: str):
        assert gives(text, plays("KS", "5H", "T3", "F"), core()) == "5H"
        assert gives(text, plays("T21", "T3", "F"), core("2H")) == "T3"
        assert gives(text, plays("F"), core("2H")) == "F"

    def test_lowest_of_the_suit_led_else_lowest(self):
        order = "lowest of the suit led, else lowest"
        assert gives(order, plays("QH", "5H", "F"), core("2H")) == "5H"
        assert gives(order, plays("QH", "KS", "1D"), core("2C")) == "1D"
        assert gives(order, plays("QH", "KS", "1D"), core()) == "1D"

    @pytest.mark.parametrize(
        "text",
        [
            "if hearts are led, lowest heart; else the lowest card",
            "If hearts are led: lowest heart\nOtherwise the lowest card.",
            "lowest heart if hearts led, otherwise lowest",
            "when ♥ is led the lowest of hearts; else lowest",
        ],
    )
    def test_a_condition_on_the_suit_led(self, text: str):
        assert gives(text, plays("QH", "5H"), core("2H")) == "5H"
        assert gives(text, plays("1D", "T3"), core("2D")) == "1D"

    def test_a_condition_that_does_not_hold_is_silent_where_nothing_else_is_said(self):
        order = orders.parse(TAROT, "if hearts are led, the queen of hearts")
        assert orders.answer(order, asked(plays("QH", "5H"), core("2H"))) == "QH"
        assert not orders.concerns(order, asked(plays("QH", "5H"), core("2D")))

    def test_an_answer_is_read_when_it_is_asked_for(self):
        assert gives("queen of hearts", plays("QH", "5H"), core("2H")) == "QH"
        assert gives("king of clubs", plays("QH", "5H"), core("2H")) is None

    def test_an_answer_for_a_phase_waits_for_it(self):
        order = orders.parse(TITRO, "5H centre", phase="second-bid")
        ask = Ask("", (Slot("card", ("5H", "QH")), Slot("target", ("centre", "blind"))), "5H centre", TITRO.words)
        assert orders.answer(order, asked(ask, core(phase="first-bid"), "titro")) is None
        assert orders.answer(order, asked(ask, core(phase="second-bid"), "titro")) == "5H centre"

    def test_the_lowest_cup_of_ottocento_is_the_ten(self):
        ask = Ask("", (Slot("card", ("6C", "10C", "KC")),), "6C", OTTOCENTO.words)
        assert gives("lowest", ask, core("AC", hand=["6C", "10C", "KC"]), "ottocento") == "10C"

    def test_the_lowest_tile_has_the_fewest_pips(self):
        ask = Ask("", (Slot("tile", ("5-0", "2-1", "6-6")),), "5-0", TEXAS.words)
        assert gives("lowest", ask, core("4-1", hand=["5-0", "2-1", "6-6"]), "texas-42") == "2-1"

    def test_a_card_order_says_nothing_to_a_bid_or_a_call(self):
        order = orders.parse(TAROT, "lowest")
        calls = Ask("", (Slot("card", ("KS", "KH")),), "KS", TAROT.words)
        assert not orders.concerns(order, asked(BID, core(phase="bid")))
        assert not orders.concerns(order, asked(calls, core(phase="call", hand=["KS", "KH"])))

    def test_other_parts_of_an_answer_are_left_to_the_clock(self):
        ask = Ask("", (Slot("card", ("2S", "KS")), Slot("poignee", ("show",), 0, 1)), "2S", TAROT.words)
        assert gives("highest", ask, core()) == "KS"

    def test_what_the_clock_would_say(self):
        assert gives("what the clock would say", KEEP, core(phase="keep"), "titro") == "5H"


class TestHowLongItStands:
    @pytest.mark.parametrize(
        ("text", "lasts"),
        [
            ("pass", ONCE), ("keep nothing", ONCE), ("lowest", DEAL), ("KS", ONCE), ("pass; lowest", DEAL),
            ("pass always", ALWAYS), ("lowest until I say otherwise", ALWAYS), ("lowest, once", ONCE),
            ("pass for this deal", DEAL), ("if hearts are led, KS", DEAL),
        ],
    )  # fmt: skip
    def test_as_it_says_or_as_is_usual(self, text: str, lasts: str):
        assert orders.parse(TAROT, text).lasts == lasts

    def test_what_is_chosen_beside_it_goes_first(self):
        assert orders.parse(TAROT, "lowest always", lasts=ONCE).lasts == ONCE

    def test_an_order_for_a_deal_ends_with_it(self):
        order = Order("lowest", (), DEAL, stage=orders.stage_of(core(deal=1)))
        assert not orders.expired(order, core(deal=1))
        assert orders.expired(order, core(deal=2))


class TestRefusals:
    @pytest.mark.parametrize(
        "text", ["", " ; ", "the moon on a stick", "if swords are led, lowest", "<b>", "lowest; and a pony"]
    )
    def test_say_what_may_be_left(self, text: str):
        with pytest.raises(Illegal, match="You may leave: pass; or lowest card of the suit led"):
            orders.parse(TAROT, text)

    def test_a_phase_or_a_length_that_does_not_exist(self):
        for wrong in ({"lasts": "forever"}, {"phase": "shuffle"}):
            with pytest.raises(Illegal, match="choose it from the list"):
                orders.parse(TAROT, "pass", **wrong)

    def test_players_may_be_named(self):
        assert orders.parse(GAMES["tottarot"], "Bruno", names=("Ada", "Bruno")).steps[0].typed == "Bruno"


TEXTS = (
    *orders.PRESETS, "lowest", "highest", "highest trump", "lowest heart", "lowest of the suit led", "KH", "KH centre",
    "if hearts are led, lowest heart; else lowest", "pass; lowest; keep nothing", "5-5", "guard", "3",
    "if trumps are led, highest",
)  # fmt: skip


def understood(key: str) -> list[Order]:
    """The texts that mean something in a game."""
    found = []
    for text in TEXTS:
        try:
            found.append(orders.parse(GAMES[key], text))
        except Illegal:
            continue
    return found


ORDERS = {key: understood(key) for key in GAMES}
MOMENTS: list[tuple[str, Moment]] = [
    (case.key, moment) for case in cases(1) for moment in played(case).some(30) if moment.asks
]


@pytest.mark.parametrize("key", GAMES)
def test_every_preset_of_a_game_is_understood_and_survives_storage(key: str):
    for said in orders.presets(GAMES[key]):
        order = orders.parse(GAMES[key], said)
        assert order.words == said
        assert Order.load(order.dump()) == order


@given(st.sampled_from(MOMENTS), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_whatever_an_order_gives_is_lawful(at: tuple[str, Moment], random: Random):
    key, moment = at
    game, seat = GAMES[key], random.choice(list(moment.asks))
    ask, now = moment.asks[seat], moment.table.state
    here = Asked(game, now, ask, game.view(now, seat)["core"])
    for order in ORDERS[key]:
        given_answer = orders.answer(order, here)
        assert given_answer is None or lawful(ask, given_answer)
        assert given_answer is None or orders.concerns(order, here)


@given(st.text(max_size=300), st.sampled_from(sorted(GAMES)))
@settings(max_examples=300)
def test_any_text_is_an_order_or_is_refused(text: str, key: str):
    with suppress(Illegal):
        order = orders.parse(GAMES[key], text)
        assert order.steps
        assert order.lasts in orders.LASTS
