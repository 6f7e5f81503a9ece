"""Tottarot, rule by rule. Decks are stacked from the top; `A 3` is Ada's answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from server.config import Settings
from server.rules import GAMES, Illegal, Table, all_asks, asks, begin, dump, load, read, submit
from server.rules.games.tottarot import DECK, FATES
from server.web import create_web
from tests.each import each
from tests.rules.understanding import understood

GAME = GAMES["tottarot"]
ADA, BRUNO, CHIARA, DMITRI = range(4)


class Match:
    """A match with stacked decks, one a round; what is not stacked follows in canonical order."""

    def __init__(self, seats: int, *decks: str, **options: str | int) -> None:
        self.decks = [deck.split() for deck in decks]
        named = {name.replace("_", "-"): value for name, value in options.items()}
        self.table, self.story = begin(GAME, seats, named, self.shuffle)

    def shuffle(self, deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        top = self.decks[n - 1] if n <= len(self.decks) else []
        return (*top, *(Counter(deck) - Counter(top)).elements())

    def play(self, answers: str) -> Match:
        """``A 3, B 0, C 1``"""
        for answer in answers.split(", "):
            seat, token = answer.split()
            self.table, said = submit(GAME, self.table, "ABCDEF".index(seat), token, self.shuffle)
            self.story += said
        return self

    def view(self, seat: int | None) -> dict[str, Any]:
        return GAME.view(self.table.state, seat)

    @property
    def phase(self) -> str:
        return self.table.state.phase

    def asked(self) -> list[int]:
        return list(asks(GAME, self.table))

    def options(self, seat: int) -> tuple[str, ...]:
        return asks(GAME, self.table)[seat].slots[0].options

    def absent(self, seat: int) -> str:
        return asks(GAME, self.table)[seat].absent

    def row(self, seat: int) -> list[tuple[str, int]]:
        return [(card["card"], card["points"]) for card in self.view(None)["rows"][seat]]

    def last_row(self, seat: int) -> list[tuple[str, int]]:
        return [(card["card"], card["points"]) for card in self.view(None)["last"]["rows"][seat]]

    def told(self, seat: int | None) -> list[str]:
        return [
            said.text.format(**{n: "ABCDEF"[v] if isinstance(v, int) else v for n, v in said.values.items()})
            for said in self.story
            if said.to in (seat, None)
        ]


# Cards, tokens and options


def test_seven_fates_lie_in_the_deck_three_times_each() -> None:
    assert len(DECK) == 21
    assert Counter(DECK) == dict.fromkeys(FATES, 3)


def test_the_sun_the_devil_and_the_four_icons_are_those_of_the_source() -> None:
    assert (FATES["SUN"].points, FATES["DEVIL"].points) == (3, -5)
    assert sorted(fate.icon for fate in FATES.values() if fate.icon) == ["peek", "reveal", "show", "turn"]


def test_the_other_points_are_those_of_the_reconstruction() -> None:
    assert {card: fate.points for card, fate in FATES.items()} == {
        "WORLD": 5, "SUN": 3, "LOVERS": 2, "PRIESTESS": 1, "HANGED": 0, "TOWER": -3, "DEVIL": -5,
    }  # fmt: skip


def test_without_a_word_there_are_tokens_to_3_and_three_turns() -> None:
    match = Match(3)
    assert match.options(ADA) == ("0", "1", "2", "3")
    assert (match.view(ADA)["rounds"], match.view(ADA)["turns"]) == (3, 3)


def test_tokens_may_go_to_4() -> None:
    assert Match(3, tokens=4).options(BRUNO) == ("0", "1", "2", "3", "4")


@each(
    ("seats", "options", "sentence"),
    [
        (1, {}, "2, 3, 4, 5 or 6 players, not 1"),
        (7, {}, "2, 3, 4, 5 or 6 players, not 7"),
        (3, {"turns": 4}, "tokens up to 3 a round has at most 3 turns, not 4"),
        (6, {"turns": 4, "tokens": 4}, "21 fate cards last 6 players for 3 turns, not 4"),
        (3, {"tokens": 5}, "tokens of Tottarot is 3 or 4, not 5"),
        (3, {"turns": 0}, "turns of Tottarot is 1, 2, 3 or 4, not 0"),
        (3, {"may_decline": "maybe"}, "on or off, not maybe"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Illegal, match=sentence):
        Match(seats, **options)


def test_five_players_may_play_four_turns_with_tokens_to_4() -> None:
    assert Match(5, turns=4, tokens=4).view(None)["stock"] == 16


# Deal


def test_the_top_cards_go_to_the_marker_and_then_leftwards() -> None:
    match = Match(3, "WORLD SUN DEVIL")
    assert [match.view(seat)["hand"] for seat in range(3)] == ["WORLD", "SUN", "DEVIL"]
    assert match.view(None)["marker"] == ADA


def test_the_marker_passes_to_the_left_after_each_round_and_draws_first() -> None:
    match = Match(3, "", "WORLD SUN DEVIL", turns=1).play("A 3, B 0, C 0, A none")
    assert (match.view(None)["round"], match.view(None)["marker"]) == (2, BRUNO)
    assert [match.view(seat)["hand"] for seat in (BRUNO, CHIARA, ADA)] == ["WORLD", "SUN", "DEVIL"]


def test_every_turn_draws_from_what_is_left_and_every_round_from_all_21() -> None:
    match = Match(3, "SUN SUN SUN WORLD WORLD DEVIL", turns=2).play("A 3, B 0, C 0, A none")
    assert [match.view(seat)["hand"] for seat in range(3)] == ["WORLD", "WORLD", "DEVIL"]
    assert match.view(None)["stock"] == 15
    match.play("A 0, B 3, C 1, B none")
    assert (match.view(None)["stock"], match.table.shuffles) == (18, 2)


# Will


def test_everybody_owes_a_token_at_once() -> None:
    match = Match(4)
    assert (match.phase, match.asked()) == ("token", [0, 1, 2, 3])


def test_no_token_is_seen_before_all_are_in() -> None:
    match = Match(3)
    before = [match.view(seat) for seat in (ADA, BRUNO, CHIARA, None)]
    match.play("A 3, C 2")
    assert [match.view(seat) for seat in (ADA, BRUNO, CHIARA, None)] == before
    assert match.asked() == [BRUNO]


def test_a_sealed_token_may_be_changed_until_the_others_are_in() -> None:
    match = Match(3).play("A 3, A 0, B 1, C 2")
    assert match.view(None)["played"] == [0, 1, 2]


def test_all_tokens_are_turned_up_together() -> None:
    match = Match(3)
    assert match.view(CHIARA)["played"] == [None, None, None]
    match.play("A 3, B 0, C 1")
    assert match.view(CHIARA)["played"] == [3, 0, 1]
    assert match.view(CHIARA)["tokens"] == [0, 2, 3]


def test_a_token_is_spent_for_the_round() -> None:
    match = Match(3).play("A 3, B 0, C 1, A none")
    assert match.view(ADA)["spent"] == [[3], [0], [1]]
    assert match.options(ADA) == ("0", "1", "2")
    with pytest.raises(Illegal, match=r"3 is not|One of 0 1 2"):
        match.play("A 3")


def test_a_new_round_brings_all_tokens_back() -> None:
    match = Match(3, turns=1).play("A 3, B 0, C 1, A none")
    assert match.view(ADA)["tokens"] == [0, 1, 2, 3]
    assert match.view(ADA)["spent"] == [[], [], []]


@each(
    "typed",
    ["3", "three", "I play token three", "the 3 token", "my will is 3", "number three", "le jeton trois", "tre"],
)
def test_a_token_is_read(typed: str) -> None:
    assert understood(asks(GAME, Match(3).table)[ADA], typed) == "3"


@each(
    ("typed", "answer"),
    [
        ("take b", "B"),
        ("the card from C", "C"),
        ("discard mine and take B", "B"),
        ("I'll swap with C", "C"),
        ("rob B", "B"),
        ("take C's card", "C"),
        ("je prends la carte de B", "B"),
        ("prendo la carta di C", "C"),
        ("nobody", "none"),
        ("just discard", "none"),
        ("take no card", "none"),
        ("keep mine", "stay"),
        ("no change", "stay"),
        ("je garde ma carte", "stay"),
    ],
)
def test_a_change_is_read(typed: str, answer: str) -> None:
    match = Match(3, may_decline="on").play("A 3, B 0, C 1")
    assert understood(asks(GAME, match.table)[ADA], typed) == answer


@each("typed", ["B", "peek at B", "look at B's card", "I look at player B", "je regarde la carte de B"])
def test_whose_card_is_looked_at_is_read(typed: str) -> None:
    match = Match(3, "PRIESTESS SUN SUN").play("A 0, B 1, C 2").play("C none")
    assert match.phase == "peek"
    assert understood(asks(GAME, match.table)[ADA], typed) == "B"


@each("typed", ["A", "please", "take"])
def test_to_take_none_must_be_said(typed: str) -> None:
    match = Match(3).play("A 3, B 0, C 1")
    with pytest.raises(Illegal, match="one of B C none"):
        read(asks(GAME, match.table)[ADA], typed)


def test_a_card_is_that_of_ada_only_where_she_is_named() -> None:
    change = asks(GAME, Match(3).play("A 0, B 3, C 1").table)[BRUNO]
    assert [understood(change, typed) for typed in ("take A's card", "a", "take a card from A")] == ["A", "A", "A"]
    with pytest.raises(Illegal, match="one of A C none"):
        read(change, "take a card")


def test_nobody_robs_themselves() -> None:
    match = Match(3).play("A 3, B 0, C 1")
    with pytest.raises(Illegal, match="One of B C none"):
        match.play("A A")


# Change


def test_only_the_highest_token_acts() -> None:
    match = Match(3).play("A 1, B 3, C 2")
    assert (match.phase, match.asked(), match.options(BRUNO)) == ("change", [BRUNO], ("A", "C", "none"))


def test_who_acts_discards_and_takes_another_card() -> None:
    match = Match(3, "DEVIL SUN WORLD").play("A 3, B 0, C 1, A C")
    assert match.row(ADA) == [("WORLD", 5)]
    assert match.view(None)["discards"] == [1, 0, 0]


def test_the_robbed_player_has_no_card_and_scores_nothing_this_turn() -> None:
    match = Match(3, "DEVIL SUN WORLD").play("A 3, B 0, C 1, A C")
    assert (match.row(BRUNO), match.row(CHIARA)) == ([("SUN", 3)], [])


def test_who_takes_none_scores_nothing_this_turn() -> None:
    match = Match(3, "DEVIL SUN WORLD").play("A 3, B 0, C 1, A none")
    assert [match.row(seat) for seat in range(3)] == [[], [("SUN", 3)], [("WORLD", 5)]]


def test_who_acts_must_discard() -> None:
    match = Match(3, "WORLD SUN DEVIL").play("A 3, B 0, C 1")
    assert "stay" not in match.options(ADA)
    assert match.play("A none").view(ADA)["discarded"] == ["WORLD"]


def test_where_it_is_agreed_the_highest_token_may_leave_everything_as_it_is() -> None:
    match = Match(3, "WORLD SUN DEVIL", may_decline="on").play("A 3, B 0, C 1")
    assert match.options(ADA) == ("B", "C", "none", "stay")
    match.play("A stay")
    assert match.row(ADA) == [("WORLD", 5)]
    assert match.view(None)["discards"] == [0, 0, 0]


def test_tied_highest_tokens_act_from_the_marker_leftwards() -> None:
    match = Match(4, "", turns=1).play("A 3, B 0, C 0, D 0, A none")  # the marker is Bruno's now
    match.play("A 2, B 1, C 0, D 2")
    assert match.view(None)["acting"] == [DMITRI, ADA]
    assert match.asked() == [DMITRI]
    assert match.play("D none").asked() == [ADA]


def test_one_robbed_before_their_turn_does_not_act() -> None:
    match = Match(3, "DEVIL WORLD SUN").play("A 2, B 2, C 0, A B")
    assert (match.view(None)["turn"], match.phase) == (2, "token")
    assert [match.row(seat) for seat in range(3)] == [[("WORLD", 5)], [], [("SUN", 3)]]


def test_a_card_just_taken_may_be_taken_again() -> None:
    match = Match(3, "DEVIL TOWER WORLD").play("A 2, B 2, C 0, A C")
    assert match.options(BRUNO) == ("A", "none")
    match.play("B A")
    assert [match.row(seat) for seat in range(3)] == [[], [("WORLD", 5)], []]


def test_who_has_acted_and_was_robbed_does_not_act_again() -> None:
    match = Match(3, "DEVIL TOWER WORLD").play("A 2, B 2, C 0, A C, B A")
    assert (match.phase, match.view(None)["turn"]) == ("token", 2)


def test_with_no_card_to_take_none_is_still_asked() -> None:
    match = Match(2).play("A 3, B 3, A none")
    assert (match.options(BRUNO), match.absent(BRUNO)) == (("none",), "none")


def test_with_no_card_to_take_one_may_still_stay() -> None:
    match = Match(2, may_decline="on").play("A 3, B 3, A none")
    assert (match.options(BRUNO), match.absent(BRUNO)) == (("none", "stay"), "stay")


def test_all_may_tie_and_all_act_in_their_turn() -> None:
    match = Match(3, "DEVIL TOWER WORLD").play("A 1, B 1, C 1, A none, B none")
    assert match.options(CHIARA) == ("none",)
    match.play("C none")
    assert [match.row(seat) for seat in range(3)] == [[], [], []]
    assert match.view(None)["discards"] == [1, 1, 1]


# Determination and the Hanged Man


def test_every_card_still_held_is_turned_up() -> None:
    match = Match(3, "WORLD SUN DEVIL").play("A 0, B 0, C 1, C none")
    assert match.view(None)["rows"][BRUNO] == [{"card": "SUN", "turn": 1, "points": 3, "reversed": False}]


def test_a_hanged_man_turns_the_earlier_cards_upside_down() -> None:
    match = Match(3, "SUN TOWER DEVIL TOWER HANGED HANGED").play("A 1, B 0, C 0, A none, A 2, B 1, C 1, A none")
    assert (match.row(BRUNO), match.row(CHIARA)) == ([("TOWER", 3), ("HANGED", 0)], [("DEVIL", 5), ("HANGED", 0)])
    assert [card["reversed"] for card in match.view(ADA)["rows"][BRUNO]] == [True, False]


def test_the_sun_upside_down_counts_minus_3() -> None:
    match = Match(3, "SUN TOWER DEVIL HANGED TOWER DEVIL").play("A 0, B 1, C 0, B none, A 1, B 2, C 1, B none")
    assert match.row(ADA) == [("SUN", -3), ("HANGED", 0)]


def test_a_second_hanged_man_does_not_turn_them_back() -> None:
    deck = "DEVIL SUN SUN HANGED SUN WORLD HANGED WORLD WORLD"
    match = Match(3, deck).play("A 0, B 3, C 0, B none, A 1, B 2, C 1, B none, A 2, B 1, C 3, C none")
    assert match.last_row(ADA) == [("DEVIL", 5), ("HANGED", 0), ("HANGED", 0)]
    assert [card["reversed"] for card in match.view(None)["last"]["rows"][ADA]] == [True, True, False]


def test_a_card_determined_after_the_hanged_man_lies_upright() -> None:
    deck = "HANGED SUN SUN WORLD SUN WORLD"
    match = Match(3, deck).play("A 0, B 3, C 0, B none, A 1, B 2, C 1, B none")
    assert match.row(ADA) == [("HANGED", 0), ("WORLD", 5)]


def test_a_hanged_man_taken_turns_the_cards_of_who_took_it() -> None:
    match = Match(3, "DEVIL WORLD SUN SUN HANGED TOWER").play("A 0, B 0, C 3, C none, A 3, B 1, C 0, A B")
    assert match.row(ADA) == [("DEVIL", 5), ("HANGED", 0)]
    assert match.row(BRUNO) == [("WORLD", 5)]


def test_the_sum_that_a_page_promises_is_what_comes_of_it() -> None:
    promised, acts = GAME.for_page["sum_with"], GAME.for_page["icon_counts"]
    match = Match(3, "SUN TOWER DEVIL TOWER HANGED HANGED").play("A 1, B 0, C 0, A none, A 2, B 1, C 1")
    before = match.view(BRUNO)
    assert (promised(before, BRUNO, "HANGED"), promised(before, CHIARA, "HANGED")) == (3, 5)
    assert [acts(before, seat, "HANGED") for seat in (ADA, BRUNO)] == [False, True]
    after = match.play("A none").view(BRUNO)
    assert (after["sums"][BRUNO], after["sums"][CHIARA]) == (3, 5)
    assert promised(after, BRUNO, "HANGED") == 3, "what lies upside down stays so"
    assert [acts(each, BRUNO, "TOWER") for each in (before, after)] == [True, False], "no turn is left to show it in"


def test_a_hanged_man_does_not_reach_into_the_round_before() -> None:
    match = Match(2, "SUN WORLD", "HANGED HANGED", turns=1).play("A 0, B 1, B none, B 0, A 1, A none")
    assert match.last_row(BRUNO) == [("HANGED", 0)]
    assert match.view(None)["victories"] == [1, 1]


# Icons


LOVERS = "LOVERS SUN DEVIL WORLD DEVIL SUN"
PRIESTESS = "SUN PRIESTESS DEVIL WORLD TOWER SUN"
TOWER = "SUN DEVIL TOWER WORLD DEVIL SUN"


def test_the_lovers_show_two_players_each_others_card() -> None:
    match = Match(3, LOVERS).play("A 0, B 0, C 1, C none")
    assert (match.phase, match.asked(), match.options(ADA)) == ("show", [ADA], ("B", "C"))
    match.play("A C")
    assert match.view(ADA)["seen"] == [[CHIARA, "SUN"]]
    assert match.view(CHIARA)["seen"] == [[ADA, "WORLD"]]
    assert match.view(BRUNO)["seen"] == match.view(None)["seen"] == []


def test_the_priestess_sees_a_card_and_shows_none() -> None:
    match = Match(3, PRIESTESS).play("A 0, B 0, C 1, C none")
    assert (match.phase, match.asked(), match.options(BRUNO)) == ("peek", [BRUNO], ("A", "C"))
    match.play("B A")
    assert match.view(BRUNO)["seen"] == [[ADA, "WORLD"]]
    assert match.view(ADA)["seen"] == match.view(CHIARA)["seen"] == []


def test_a_tower_shows_its_owners_new_card_to_all_without_a_choice() -> None:
    match = Match(3, TOWER).play("A 1, B 0, C 0, A none")
    assert match.phase == "token"
    assert [match.view(seat)["seen"] for seat in (ADA, BRUNO, None)] == [[[CHIARA, "SUN"]]] * 3
    assert match.view(CHIARA)["seen"] == []
    assert "The Tower: C showed SUN to all." in match.told(None)


def test_icons_act_strictly_in_order_from_the_marker() -> None:
    match = Match(4, "PRIESTESS TOWER LOVERS SUN WORLD DEVIL SUN SUN").play("A 0, B 0, C 0, D 1, D none")
    assert (match.phase, match.asked(), match.view(None)["seen"]) == ("peek", [ADA], [])  # the Tower waits for A
    match.play("A D")
    assert (match.phase, match.asked(), match.view(None)["seen"]) == ("show", [CHIARA], [[BRUNO, "DEVIL"]])
    assert match.play("C A").phase == "token"


def test_a_tower_before_the_choice_is_seen_by_who_chooses() -> None:
    match = Match(3, "TOWER PRIESTESS SUN WORLD SUN DEVIL").play("A 0, B 0, C 1, C none")
    assert (match.phase, match.view(BRUNO)["seen"]) == ("peek", [[ADA, "WORLD"]])


def test_a_card_seen_twice_is_listed_once() -> None:
    match = Match(3, "TOWER PRIESTESS SUN WORLD SUN DEVIL").play("A 0, B 0, C 1, C none, B A")
    assert match.view(BRUNO)["seen"] == [[ADA, "WORLD"]]


def test_the_order_of_icons_goes_round_from_the_marker() -> None:
    deck = "SUN PRIESTESS PRIESTESS"  # the marker is Bruno's: B, C, A
    match = Match(3, "", deck, turns=2).play("A 3, B 0, C 0, A none, A 0, B 3, C 1, B none")
    assert match.view(None)["round"] == 2
    match.play("A 0, B 1, C 0, B none")
    assert (match.phase, match.asked()) == ("peek", [CHIARA])
    assert match.play("C B").asked() == [ADA]


def test_an_icon_acts_for_who_determined_the_card() -> None:
    match = Match(3, "SUN PRIESTESS DEVIL").play("A 3, B 0, C 0, A B")
    assert (match.phase, match.asked()) == ("peek", [ADA])


def test_a_discarded_icon_does_not_act() -> None:
    assert Match(3, "PRIESTESS SUN DEVIL").play("A 3, B 0, C 0, A none").phase == "token"


def test_an_icon_acts_once() -> None:
    match = Match(3, "PRIESTESS SUN SUN WORLD SUN WORLD WORLD").play("A 0, B 1, C 0, B none, A B")
    match.play("A 1, B 2, C 1, B none")
    assert (match.view(None)["turn"], match.phase) == (3, "token")


def test_an_icon_of_a_turn_in_which_its_owner_then_had_no_card_does_not_come_back() -> None:
    match = Match(3, "PRIESTESS SUN SUN WORLD SUN WORLD WORLD").play("A 0, B 1, C 0, B none, A B")
    match.play("A 1, B 2, C 1, B A")
    assert (match.row(ADA), match.phase) == ([("PRIESTESS", 1)], "token")


def test_an_icon_of_the_last_turn_lapses() -> None:
    match = Match(3, "PRIESTESS LOVERS TOWER", turns=1).play("A 0, B 1, C 0, B none")
    assert (match.view(None)["round"], match.phase) == (2, "token")
    assert match.view(None)["seen"] == []


def test_what_icons_showed_is_told_only_to_who_saw_it() -> None:
    match = Match(3, PRIESTESS).play("A 0, B 0, C 1, C none, B A")
    assert "A held WORLD." in match.told(BRUNO)
    assert not {"A held WORLD."} & {*match.told(CHIARA), *match.told(None)}


def test_seen_is_of_this_turn_only() -> None:
    match = Match(3, LOVERS).play("A 0, B 0, C 1, C none, A C, A 1, B 1, C 2, C none")
    assert (match.view(None)["turn"], match.view(ADA)["seen"]) == (3, [])


# Round and game


def test_the_highest_sum_takes_a_victory_token() -> None:
    match = Match(3, "DEVIL SUN WORLD", turns=1).play("A 3, B 0, C 0, A none")
    assert GAME.scores(match.table.state) == (0, 0, 1)
    assert match.view(None)["last"]["sums"] == [0, 3, 5]


def test_equal_sums_go_to_the_higher_total_of_unused_tokens() -> None:
    match = Match(3, "SUN SUN DEVIL", turns=1).play("A 1, B 0, C 2, C none")
    assert match.view(None)["last"]["winners"] == [BRUNO]


def test_equal_sums_and_tokens_give_each_a_victory_token() -> None:
    match = Match(3, "SUN SUN DEVIL", turns=1).play("A 1, B 1, C 2, C none")
    assert match.view(None)["last"]["winners"] == [ADA, BRUNO]
    assert GAME.scores(match.table.state) == (1, 1, 0)


def test_a_round_without_any_card_is_won_by_the_tokens_kept() -> None:
    match = Match(2, turns=1).play("A 0, B 3, B A")  # Bruno has Ada's World
    assert match.view(None)["last"]["winners"] == [BRUNO]
    match.play("A 1, B 1, B none, A none")
    assert match.view(None)["last"]["winners"] == [ADA, BRUNO]


def test_the_game_has_as_many_rounds_as_players() -> None:
    match = Match(3, turns=1)
    for _ in range(3):
        assert GAME.winners(match.table.state) == ()
        match.play("A 3, B 0, C 0, A none")
    assert (match.phase, match.asked(), match.table.shuffles) == ("over", [], 3)


def test_most_victory_tokens_win() -> None:
    match = Match(2, "WORLD DEVIL", "DEVIL WORLD", turns=1).play("A 0, B 1, B none, A 0, B 1, B none")
    assert (GAME.scores(match.table.state), GAME.winners(match.table.state)) == ((2, 0), (ADA,))


def test_an_equal_share_the_win() -> None:
    match = Match(2, "WORLD DEVIL", "WORLD DEVIL", turns=1).play("A 0, B 1, B none, A 1, B 0, A none")
    assert (GAME.scores(match.table.state), GAME.winners(match.table.state)) == ((1, 1), (ADA, BRUNO))


def test_last_keeps_the_rows_and_tokens_of_the_round_before() -> None:
    match = Match(3, "DEVIL SUN WORLD", turns=1)
    assert match.view(ADA)["last"] is None
    last = match.play("A 3, B 0, C 1, A C").view(CHIARA)["last"]
    assert last["tokens"] == [[3], [0], [1]]
    assert last["rows"] == [
        [{"card": "WORLD", "turn": 1, "points": 5, "reversed": False}],
        [{"card": "SUN", "turn": 1, "points": 3, "reversed": False}],
        [],
    ]


# A silent seat


def test_the_clock_plays_the_lowest_unused_token() -> None:
    match = Match(3)
    assert match.absent(ADA) == "0"
    assert match.play("A 0, B 1, C 2, C none").absent(ADA) == "1"


def test_the_clock_takes_none_or_stays() -> None:
    assert Match(3).play("A 3, B 0, C 0").absent(ADA) == "none"
    assert Match(3, may_decline="on").play("A 3, B 0, C 0").absent(ADA) == "stay"


def test_the_clock_shows_and_peeks_with_the_next_seat() -> None:
    assert Match(3, PRIESTESS).play("A 0, B 0, C 1, C none").absent(BRUNO) == "C"
    assert Match(3, "SUN SUN LOVERS").play("A 0, B 1, C 0, B none").absent(CHIARA) == "A"


# Who sees what


FIELDS = {
    "core",
    "phase", "round", "rounds", "turn", "turns", "marker", "may_decline", "hand", "tokens", "played", "spent", "holds",
    "rows", "sums", "seen", "known", "discarded", "discards", "acting", "fates", "stock", "victories", "last",
}  # fmt: skip


@each("seat", [ADA, BRUNO, CHIARA, None])
def test_a_view_has_these_fields_and_no_other(seat: int | None) -> None:
    assert set(Match(3).view(seat)) == FIELDS == set(GAME.view_type.__annotations__)


def test_a_card_is_seen_by_its_holder_only() -> None:
    one, other = Match(3, "WORLD SUN DEVIL"), Match(3, "WORLD DEVIL TOWER")
    assert one.view(ADA) == other.view(ADA)
    assert one.view(None) == other.view(None)
    assert one.view(BRUNO) != other.view(BRUNO)


def test_a_spectator_holds_no_card_and_no_token() -> None:
    view = Match(3).view(None)
    assert (view["hand"], view["tokens"], view["discarded"]) == (None, [], [])


def test_a_discard_is_seen_by_who_discarded_it_only() -> None:
    one = Match(3, "WORLD SUN SUN SUN DEVIL LOVERS").play("A 3, B 0, C 1, A none")
    other = Match(3, "DEVIL SUN SUN SUN DEVIL LOVERS").play("A 3, B 0, C 1, A none")
    assert one.view(ADA)["discarded"] == ["WORLD"]
    assert "A discarded WORLD." in one.told(ADA)
    for seat in (CHIARA, None):
        assert one.told(seat) == other.told(seat)
    assert one.view(None) == other.view(None)


TAKEN = "DEVIL SUN WORLD"


def test_a_card_taken_is_seen_by_the_new_holder_and_known_to_the_old() -> None:
    match = Match(3, TAKEN).play("A 2, B 2, C 1, A C")
    assert match.view(ADA)["hand"] == "WORLD"
    assert match.view(CHIARA)["known"] == [[ADA, "WORLD"]]
    assert match.view(BRUNO)["known"] == match.view(None)["known"] == []


def test_who_lost_a_card_knows_it_wherever_it_goes() -> None:
    match = Match(4, "DEVIL TOWER TOWER WORLD").play("A 2, B 2, C 2, D 0, A D, B A")
    assert match.view(DMITRI)["known"] == [[BRUNO, "WORLD"]]
    assert match.view(ADA)["known"] == [[BRUNO, "WORLD"]]
    assert match.view(CHIARA)["known"] == []


def test_a_card_shown_is_known_after_it_was_taken() -> None:
    match = Match(4, "PRIESTESS SUN SUN SUN DEVIL WORLD TOWER HANGED").play("A 0, B 0, C 0, D 1, D none, A B")
    assert match.view(ADA)["known"] == [[BRUNO, "WORLD"]]
    match.play("A 1, B 1, C 3, D 3, C B")
    assert match.view(ADA)["known"] == [[CHIARA, "WORLD"]]
    assert match.view(ADA)["seen"] == [[BRUNO, "WORLD"]]


def test_tokens_turned_up_are_seen_also_those_of_earlier_turns() -> None:
    match = Match(3).play("A 3, B 0, C 1, A none, A 0, B 2, C 2")
    assert (match.view(None)["spent"], match.view(None)["played"]) == ([[3], [0], [1]], [0, 2, 2])


# What all games share


def core(match: Match, seat: int | None = ADA) -> dict[str, Any]:
    return match.view(seat)["core"]


def test_the_core_of_a_turn() -> None:
    assert core(Match(3, "WORLD SUN DEVIL"), BRUNO) == {
        "phase": "token",
        "turn": [ADA, BRUNO, CHIARA],
        "progress": [{"unit": "round", "number": 1, "of": 3}, {"unit": "turn", "number": 1, "of": 3}],
        "hand": ["SUN"],
        "counts": [1, 1, 1],
        "trick": None,
        "led": None,
        "winning": None,
        "last": None,
        "tricks": [],
        "leader": None,
        "dealer": None,
        "contract": None,
    }


def test_who_has_no_card_has_no_hand_and_counts_for_nothing() -> None:
    match = Match(3, "WORLD SUN DEVIL").play("A 3, B 3, C 0, A C")
    assert (core(match, CHIARA)["hand"], core(match)["hand"], core(match)["counts"]) == ([], ["DEVIL"], [1, 1, 0])
    assert core(match, None)["hand"] == []


def test_the_seats_asked_are_named_from_the_marker() -> None:
    match = Match(3, turns=1).play("A 3, B 0, C 0, A none")
    assert core(match)["turn"] == [BRUNO, CHIARA, ADA]
    match.play("A 3, B 0, C 3")
    assert core(match)["turn"] == match.asked() == [CHIARA]


def test_cards_lie_in_hands_rows_and_discards_or_are_not_drawn() -> None:
    match = Match(3, "WORLD SUN DEVIL TOWER SUN WORLD").play("A 3, B 0, C 0, A B")
    lie = GAME.cards(match.table.state)
    assert (lie["row 0"], lie["row 1"], lie["row 2"], lie["discards"]) == (("SUN",), (), ("DEVIL",), ("WORLD",))
    assert (lie["hand 0"], lie["hand 1"], lie["hand 2"]) == (("TOWER",), ("SUN",), ("WORLD",))
    assert len(lie["stock"]) == 21 - 6


def test_all_cards_rank_by_their_points_and_there_are_no_suits() -> None:
    state = Match(3).table.state
    assert Counter(GAME.order(state, "")) == Counter(DECK)
    assert list(dict.fromkeys(GAME.order(state, ""))) == "DEVIL TOWER HANGED PRIESTESS LOVERS SUN WORLD".split()
    assert GAME.order(state, "S") == ()


@each(
    ("deck", "answers", "waited_for"),
    [
        ("", "", "Everybody to choose a will token."),
        ("", "A 0, B 3, C 0", "B to act."),
        (LOVERS, "A 0, B 0, C 1, C none", "The Lovers: A to choose another player."),
        (PRIESTESS, "A 0, B 0, C 1, C none", "The High Priestess: B to choose another player."),
    ],
)
def test_who_is_not_asked_is_told_what_to_wait_for(deck: str, answers: str, waited_for: str) -> None:
    match = Match(3, deck)
    said = GAME.idle((match.play(answers) if answers else match).table.state)
    assert said.text.format(**{name: "ABC"[seat] for name, seat in said.values.items()}) == waited_for


def test_nobody_waits_when_the_game_is_over() -> None:
    *_, (table, _) = random_game(0)
    assert GAME.idle(table.state).text == "The match is over."
    assert GAME.view(table.state, ADA)["core"]["turn"] == []


def test_to_take_none_and_to_let_everything_stay_is_to_decline() -> None:
    assert GAME.passes == {"none", "stay"}


# The same table as far as a seat may know


def dealt_anew(match: Match, seat: int, times: int = 60) -> Iterator[Match]:
    """The match as it may be for all that the seat knows."""
    random = Random(21)
    for _ in range(times):
        again = Match.__new__(Match)
        again.decks, again.story = match.decks, match.story
        again.table = Table(GAME.redeal(match.table.state, seat, random), match.table.sealed, match.table.shuffles)
        yield again


def hands(match: Match, viewer: int, holder: int) -> set[str]:
    return {again.view(holder)["hand"] for again in dealt_anew(match, viewer)}


def test_the_hands_of_others_may_be_anything() -> None:
    match = Match(3, "WORLD SUN DEVIL")
    assert hands(match, ADA, ADA) == {"WORLD"}
    assert hands(match, ADA, BRUNO) == set(FATES)


def test_the_robbed_know_what_the_robber_holds() -> None:
    match = Match(3, TAKEN).play("A 2, B 2, C 1, A C")
    assert hands(match, CHIARA, ADA) == {"WORLD"}
    assert hands(match, BRUNO, ADA) == set(FATES)


def test_who_held_a_card_for_a_moment_knows_it() -> None:
    match = Match(4, "DEVIL TOWER TOWER WORLD").play("A 2, B 2, C 2, D 0, A D, B A")
    assert hands(match, ADA, BRUNO) == hands(match, DMITRI, BRUNO) == {"WORLD"}
    assert hands(match, CHIARA, BRUNO) == set(FATES)


def test_cards_shown_stay_where_they_were_seen() -> None:
    match = Match(3, LOVERS).play("A 0, B 0, C 1, C none, A C")
    assert hands(match, ADA, CHIARA) == {"SUN"}
    assert hands(match, CHIARA, ADA) == {"WORLD"}
    assert len(hands(match, BRUNO, ADA)) > 1


def test_a_tower_binds_everybody() -> None:
    match = Match(3, TOWER).play("A 1, B 0, C 0, A none")
    assert hands(match, ADA, CHIARA) == hands(match, BRUNO, CHIARA) == {"SUN"}


def discards(match: Match, viewer: int, discarder: int) -> set[tuple[str, ...]]:
    return {tuple(again.view(discarder)["discarded"]) for again in dealt_anew(match, viewer)}


def test_a_discard_stays_known_to_the_discarder_in_later_turns() -> None:
    match = Match(3, "DEVIL SUN WORLD").play("A 3, B 0, C 0, A none, A 0, B 1, C 2, C none")
    assert match.view(None)["turn"] == 3
    assert discards(match, ADA, ADA) == {("DEVIL",)}
    assert len(discards(match, BRUNO, ADA)) > 3


def test_a_discard_that_was_peeked_at_stays_known_to_who_peeked() -> None:
    match = Match(3, PRIESTESS).play("A 0, B 0, C 1, C none, B A, A 3, B 1, C 0, A none")
    assert match.view(None)["turn"] == 3
    assert discards(match, BRUNO, ADA) == {("WORLD",)}
    assert len(discards(match, CHIARA, ADA)) > 3


def test_what_is_dealt_anew_cannot_hold_what_a_seat_discarded() -> None:
    deck = "WORLD WORLD WORLD SUN SUN SUN"
    match = Match(3, deck).play("A 1, B 1, C 1, A none, B none, C none")
    for again in dealt_anew(match, ADA):
        unseen = Counter(again.table.state.deck[1:3]) + Counter(again.table.state.deck[4:])
        assert unseen == Counter(DECK) - Counter(["WORLD", "SUN"])


def test_determined_cards_stay() -> None:
    match = Match(3, "DEVIL SUN WORLD").play("A 3, B 0, C 0, A none")
    assert {str(again.view(None)["rows"]) for again in dealt_anew(match, ADA)} == {str(match.view(None)["rows"])}


# Random games


def random_game(seed: int) -> Iterator[tuple[Table, tuple[Any, ...]]]:
    random = Random(seed)
    seats, may_decline = random.randint(2, 6), random.choice(["on", "off"])

    def shuffle(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(random.sample(deck, len(deck)))

    table, said = begin(GAME, seats, {"may-decline": may_decline, "tokens": random.choice([3, 4])}, shuffle)
    yield table, said
    while owed := all_asks(GAME, table):
        for seat, ask in owed.items():
            table, said = submit(GAME, table, seat, random.choice(ask.slots[0].options), shuffle)
        yield table, said


@each("seed", range(25))
def test_every_drawn_card_lies_in_one_place(seed: int) -> None:
    for table, _ in random_game(seed):
        state = table.state
        lying = [place for place in state.held if place is not None]
        lying += [card.place for row in state.rows for card in row] + list(state.discards)
        assert sorted(lying) == list(range(state.turn * state.rules.seats))
        assert Counter(card for place in GAME.cards(state).values() for card in place) == Counter(DECK)


@each("seed", range(25))
def test_each_round_gives_one_victory_token_or_one_to_each_of_the_tied(seed: int) -> None:
    *_, (table, _) = random_game(seed)
    rounds = len(table.state.victories)
    assert rounds <= sum(table.state.victories) <= rounds * rounds
    assert GAME.winners(table.state)


@each("seed", range(10))
def test_dealing_anew_changes_nothing_that_a_seat_sees(seed: int) -> None:
    random = Random(seed)
    for table, _ in random_game(seed):
        for seat in range(table.state.rules.seats):
            again = GAME.redeal(table.state, seat, random)
            assert GAME.view(again, seat) == GAME.view(table.state, seat)
            assert load(dump(again)) == again


@each("seed", range(10))
def test_a_public_line_names_only_cards_that_everybody_sees(seed: int) -> None:
    for table, said in random_game(seed):
        everybody = GAME.view(table.state, None)
        rows = [*everybody["rows"], *(everybody["last"] or {"rows": []})["rows"]]
        open_cards = {card["card"] for row in rows for card in row} | {card for _, card in everybody["seen"]}
        for line in said:
            if line.to is None:
                named = {value for value in line.values.values() if value in FATES}
                assert named <= open_cards


# The rules page


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


@pytest.fixture
def web(tmp_path: Path) -> Flask:
    """The pages, which need no database to say what the rules are."""
    return create_web(Settings({"DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite'}", "STATE_DIR": str(tmp_path)}))


def test_the_rules_page_lists_the_fate_cards_as_they_are_and_says_where_they_come_from(web: Flask) -> None:
    page = web.test_client().get("/rules/tottarot").text
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>', page)
    assert rows == [(fate.name, signed(fate.points), fate.icon) for fate in FATES.values()]
    assert "reconstruction" in page
