"""Standing orders, as they were before there were plans: what people typed, and what was stored, as a plan."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server import plans
from server.plans import ALWAYS, DEAL, ONCE, Asked, Plan
from server.rules import GAMES, Ask, Illegal, Slot, begin, lawful
from server.rules.cards import suit

from .each import each
from .rules.played import Moment, Shuffler, cases, played

TAROT, TITRO, OTTOCENTO, TEXAS = (GAMES[key] for key in ("french-tarot", "titro", "ottocento", "texas-42"))
HAND = ["2S", "KS", "5H", "QH", "1D", "T3", "T21", "F"]
NAMES = {1: "Bruno", 2: "Chiara"}


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


def read(text: str, game: str = "french-tarot") -> Plan:
    return plans.read_order(GAMES[game], text, NAMES)


def gives(text: str, ask: Ask, seen: dict[str, Any], game: str = "french-tarot") -> str | None:
    found = plans.answer(read(text, game), asked(ask, seen, game))
    return found.answer if found else None


class TestWhatTheyMeantTheyMean:
    @each("text", ["pass", "Pass.", "je passe", "I pass", "pass whatever happens", "pass always"])
    def test_pass(self, text: str):
        assert gives(text, BID, core(phase="bid")) == "pass"

    @each("text", ["keep nothing", "nothing", "none", "rien"])
    def test_keep_nothing(self, text: str):
        assert gives(text, KEEP, core(phase="keep"), "titro") == "none"

    @each("text", ["lowest", "the lowest card", "play the lowest card I can"])
    def test_the_lowest_card_is_no_trump_and_no_fool_where_there_is_another(self, text: str):
        assert gives(text, plays("KS", "5H", "T3", "F"), core()) == "5H"
        assert gives(text, plays("T21", "T3", "F"), core("2H")) == "T3"
        assert gives(text, plays("F"), core("2H")) == "F"

    def test_lowest_of_the_suit_led_else_lowest(self):
        order = "lowest of the suit led, else lowest"
        assert gives(order, plays("QH", "5H", "F"), core("2H")) == "5H"
        assert gives(order, plays("QH", "KS", "1D"), core("2C")) == "1D"
        assert gives(order, plays("QH", "KS", "1D"), core()) == "1D"

    @each(
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

    def test_an_answer_is_read_when_it_is_asked_for(self):
        assert gives("queen of hearts", plays("QH", "5H"), core("2H")) == "QH"
        assert gives("king of clubs", plays("QH", "5H"), core("2H")) is None
        assert gives("if hearts are led, the queen of hearts", plays("QH", "5H"), core("2H")) == "QH"
        assert gives("if hearts are led, the queen of hearts", plays("QH", "5H"), core("2D")) is None

    def test_the_lowest_cup_of_ottocento_is_the_ten(self):
        ask = Ask("", (Slot("card", ("6C", "10C", "KC")),), "6C", OTTOCENTO.words)
        assert gives("lowest", ask, core("AC", hand=["6C", "10C", "KC"]), "ottocento") == "10C"

    def test_the_lowest_tile_has_the_fewest_pips(self):
        ask = Ask("", (Slot("tile", ("5-0", "2-1", "6-6")),), "5-0", TEXAS.words)
        assert gives("lowest", ask, core("4-1", hand=["5-0", "2-1", "6-6"]), "texas-42") == "2-1"

    def test_a_card_says_nothing_to_a_bid_or_a_call(self):
        calls = Ask("", (Slot("card", ("KS", "KH")),), "KS", TAROT.words)
        assert gives("lowest", BID, core(phase="bid")) is None
        assert gives("lowest", calls, core(phase="call", hand=["KS", "KH"])) is None

    def test_other_parts_of_an_answer_are_left_to_the_clock(self):
        ask = Ask("", (Slot("card", ("2S", "KS")), Slot("poignee", ("show",), 0, 1)), "2S", TAROT.words)
        assert gives("highest", ask, core()) == "KS"

    def test_players_may_be_named_in_an_answer(self):
        assert read("Bruno", "tottarot").lines[0].tokens == ("Bruno",)


@each(
    ("text", "until"),
    [
        ("pass", ONCE), ("keep nothing", ONCE), ("lowest", DEAL), ("KS", ONCE), ("pass; lowest", DEAL),
        ("pass always", ALWAYS), ("lowest until I say otherwise", ALWAYS), ("lowest, once", ONCE),
        ("pass for this deal", DEAL), ("if hearts are led, KS", DEAL),
    ],
)  # fmt: skip
def test_it_stands_as_long_as_it_did(text: str, until: str):
    assert read(text, "titro" if text == "keep nothing" else "french-tarot").until == until


@each("text", ["", " ; ", "the moon on a stick", "if swords are led, lowest", "lowest; and a pony"])
def test_what_was_refused_is_refused(text: str):
    with pytest.raises(Illegal, match="You may plan, with commas between the lines"):
        read(text)


class TestStored:
    LEFT = {
        "words": "lowest heart if hearts are led; else KS",
        "steps": [
            {"rule": "lowest", "suit": "H", "led": "H", "typed": ""},
            {"rule": "answer", "suit": "", "led": "", "typed": "king of spades"},
        ],
        "lasts": "deal", "phase": "play", "ply": 6, "stage": "1/",
    }  # fmt: skip

    def test_what_was_stored_answers_as_it_did(self):
        plan = plans.stored(self.LEFT)
        assert plan is not None
        assert (plan.until, plan.ply, plan.stage) == (DEAL, 6, "1/")
        for trick, options, answer in ((["2H"], ["QH", "5H"], "5H"), ([], ["QH", "KS"], "KS"), (["2D"], ["1D"], None)):
            found = plans.answer(plan, asked(plays(*options), core(*trick)))
            assert (found.answer if found else None) == answer
        assert plans.answer(plan, asked(plays("QH", "5H"), core("2H", phase="call"))) is None
        assert plans.says(TAROT, plan, NAMES, str) == [
            "At the play, if hearts are led: my lowest of hearts, whatever else could be said with it.",
            "At the play: the answer “king of spades”.",
        ]

    def test_it_is_written_and_read_as_any_plan(self):
        plan = plans.stored(self.LEFT)
        assert plan is not None
        text = plans.canonical(TAROT, plan, NAMES)
        assert plans.read_plan(TAROT, text, NAMES).lines == plan.lines

    def test_what_was_withdrawn_is_no_plan(self):
        assert plans.stored({"withdrawn": "KS"}) is None
        assert plans.stored(None) is None


TEXTS = (
    "pass", "lowest card of the suit led; else lowest card", "lowest card", "keep nothing", "what the clock would say",
    "lowest", "highest", "highest trump", "lowest heart", "lowest of the suit led", "KH", "KH centre",
    "if hearts are led, lowest heart; else lowest", "pass; lowest; keep nothing", "5-5", "guard", "3",
    "if trumps are led, highest",
)  # fmt: skip


@cache
def understood(key: str) -> list[Plan]:
    """The texts that mean something in a game."""
    found = []
    for text in TEXTS:
        with suppress(Illegal):
            found.append(plans.read_order(GAMES[key], text, NAMES))
    return found


@cache
def moments() -> list[tuple[str, Moment]]:
    """What is asked in whole games, with the game."""
    return [(case.key, moment) for case in cases(1) for moment in played(case).some(30) if moment.asks]


any_moment = st.deferred(lambda: st.sampled_from(moments()))


@given(any_moment, st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_whatever_it_gives_is_lawful(at: tuple[str, Moment], random: Random):
    key, moment = at
    game, seat = GAMES[key], random.choice(list(moment.asks))
    ask, now = moment.asks[seat], moment.table.state
    here = Asked(game, now, ask, game.view(now, seat)["core"], seat)
    for plan in understood(key):
        found = plans.answer(plan, here)
        assert found is None or lawful(ask, found.answer)


@given(st.text(max_size=300), st.sampled_from(sorted(GAMES)))
@settings(max_examples=200)
def test_any_text_is_a_plan_or_is_refused(text: str, key: str):
    with suppress(Illegal):
        assert plans.read_order(GAMES[key], text, NAMES).lines
