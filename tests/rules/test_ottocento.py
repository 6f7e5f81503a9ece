"""Ottocento by its rules page: Ada and Chiara against Bruno and Dmitri, who deals first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from server.house import at_random
from server.rules import GAMES, Illegal, Said, Seat, Table, asks, begin, forced, read, submit
from server.rules.cards import LATIN_62, TRUMPS
from server.rules.core import Core
from server.rules.games.ottocento import SUIT, State, card_points, count, winner_of, winning_side
from server.rules.tricks import led
from tests.each import each
from tests.rules.shapes import misfits
from tests.rules.understanding import understood

OTTOCENTO = GAMES["ottocento"]
ADA, BRUNO, CHIARA, DMITRI = range(4)
PLAINEST_FIRST = sorted(LATIN_62, key=lambda card: (card[0] not in "6789", card[0] != "1"))
FIFTEEN_TRUMPS = " ".join(f"T{n}" for n in range(7, 22))


def stacked(*hands: str) -> tuple[str, ...]:
    """A deck with these cards for Ada, Bruno, Chiara and Dmitri; the rest goes to them in turn, the plainest first."""
    held = [hand.split() for hand in hands]
    rest = [card for card in PLAINEST_FIRST if not any(card in hand for hand in held)]
    for hand, size in zip(held, (15, 15, 15, 17), strict=True):
        while len(hand) < size:
            hand.append(rest.pop(0))
    assert not rest
    packets = [hand[at : at + 5] for at in (0, 5, 10) for hand in held]
    return tuple(card for packet in (*packets, held[DMITRI][15:]) for card in packet)


class Game:
    """A game from a stacked first deal; later deals are in canonical order."""

    def __init__(self, *hands: str, **options: Any) -> None:
        deck = stacked(*hands) if hands else LATIN_62
        self.shuffle = lambda cards, n: deck if n == 1 else cards
        named = {name.replace("_", "-"): value for name, value in options.items()}
        self.table, self.story = begin(OTTOCENTO, 4, named, self.shuffle)

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def play(self, *answers: str) -> Game:
        """Answers of whoever is asked, one after the other."""
        for answer in answers:
            [(seat, ask)] = asks(OTTOCENTO, self.table).items()
            self.table, said = submit(OTTOCENTO, self.table, seat, read(ask, answer), self.shuffle)
            self.story += said
        return self

    def by_the_clock(self, answers: int) -> Game:
        """So many answers as the clock would give them."""
        for _ in range(answers):
            [ask] = asks(OTTOCENTO, self.table).values()
            self.play(ask.absent)
        return self

    def rest_of_the_play(self) -> Game:
        """The clock plays to the end of the play."""
        return self.by_the_clock(sum(map(len, self.state.hands)))

    def options(self, slot: str) -> tuple[str, ...]:
        """What whoever is asked may answer in this slot; nothing where there is no such slot."""
        [ask] = asks(OTTOCENTO, self.table).values()
        return next((found.options for found in ask.slots if found.name == slot), ())

    def asked(self) -> Seat:
        [seat] = asks(OTTOCENTO, self.table)
        return seat

    def view(self, seat: Seat | None = None) -> dict[str, Any]:
        return OTTOCENTO.view(self.state, seat)

    def told(self, seat: Seat | None = None) -> list[str]:
        """The story as a seat hears it."""
        return [_line(said) for said in self.story if said.to in (None, seat)]


def _line(said: Said) -> str:
    def shown(value: Any) -> str:
        if isinstance(value, int):
            return "ABCD"[value]
        return " ".join(map(shown, value)) if isinstance(value, tuple) else str(value)

    return said.text.format(**{name: shown(value) for name, value in said.values.items()})


# The deal


def test_three_packets_of_five_from_the_seat_after_the_dealer_and_seven_at_last_for_the_dealer() -> None:
    game = Game()
    assert game.view(ADA)["hand"] == [*LATIN_62[0:5], *LATIN_62[20:25], *LATIN_62[40:45]]
    assert game.view(CHIARA)["hand"] == [*LATIN_62[10:15], *LATIN_62[30:35], *LATIN_62[50:55]]
    assert game.view(DMITRI)["hand"] == [*LATIN_62[15:20], *LATIN_62[35:40], *LATIN_62[55:62]]


def test_the_last_seat_deals_first_and_seat_a_leads() -> None:
    game = Game()
    assert (game.view()["deal"], game.view()["dealer"], game.asked()) == (1, DMITRI, DMITRI)
    assert game.by_the_clock(1).asked() == ADA


def test_the_deal_passes_to_the_next_seat() -> None:
    game = Game("M", FIFTEEN_TRUMPS, "", "", target=2000).by_the_clock(1).rest_of_the_play()
    assert (game.view()["deal"], game.view()["dealer"], game.asked()) == (2, ADA, ADA)
    assert game.by_the_clock(1).asked() == BRUNO


# The discard


def test_no_king_and_none_of_the_tarocchi_is_laid_away() -> None:
    game = Game("", "", "", "KS KB T1 T20 T21 M T7 QO 6S 7S")
    assert not {"KS", "KB", "T1", "T20", "T21", "M"}.intersection(game.options("cards"))
    assert {"T7", "QO", "6S"} <= set(game.options("cards"))
    with pytest.raises(Illegal, match="KS"):
        game.play("KS 6S")


def test_two_cards_are_laid_away() -> None:
    game = Game("", "", "", "6S 7S 8S")
    for answer in ("6S", "6S 7S 8S"):
        with pytest.raises(Illegal):
            game.play(answer)
    assert len(game.play("6S 7S").view(DMITRI)["hand"]) == 15


def test_the_clock_lays_the_two_cheapest_away() -> None:
    game = Game("", "", "", "KS KB KC KO QS QB QC QO NS NB T1 T20 T21 M JS 10S 6C")
    assert game.by_the_clock(1).view(DMITRI)["discard"] == ["10S", "6C"]


def test_only_the_dealer_knows_what_was_laid_away() -> None:
    game = Game("", "", "", "6S 7S").play("6S 7S")
    assert game.view(DMITRI)["discard"] == ["6S", "7S"]
    assert [game.view(seat)["discard"] for seat in (ADA, BRUNO, CHIARA, None)] == [None] * 4
    assert "D laid away 6S 7S." in game.told(DMITRI)
    assert not any("6S" in line for line in game.told(CHIARA))


# The play


def after_the_discard(*hands: str, **options: Any) -> Game:
    """Dmitri has laid away two cards that were not named."""
    game = Game(*hands, **options)
    named = hands[DMITRI].split() if hands else []
    return game.play(" ".join([card for card in game.options("cards") if card not in named][-2:]))


def test_suit_is_followed_and_nobody_need_go_higher() -> None:
    game = after_the_discard("QS 6S 7S 8S 9S", "AS KS T9 7B M", "", "10S JS NS").play("QS")
    assert game.options("card") == ("AS", "KS", "M")


def test_who_cannot_follow_must_trump_and_need_not_go_higher() -> None:
    swords = "AS 6S 7S 8S 9S 10S JS NS QS KS"
    game = after_the_discard(swords, "T9 7B M", "T6 T15 7C", "").play("AS", "T9")
    assert {card[0] for card in game.options("card")} == {"T"}
    assert "T6" in game.options("card")


def test_who_can_neither_follow_nor_trump_plays_any_card() -> None:
    trumps = " ".join(f"T{n}" for n in range(1, 16))
    game = after_the_discard("AS " + "T16 T17 T18 T19 T20 T21", "KB KC", trumps, "6S 7S").play("T16")
    assert game.options("card") == tuple(game.view(BRUNO)["hand"])


def test_the_matto_may_always_be_played_and_never_takes() -> None:
    game = after_the_discard("6S", "7S M", "8S", "AS 9S").play("6S", "M", "8S", "AS")
    assert game.view()["last"]["winner"] == CHIARA


def test_after_a_led_matto_the_next_card_sets_the_suit() -> None:
    game = after_the_discard("M", "7S 8B", "8S 9B", "9S 10B").play("M")
    assert game.options("card") == tuple(game.view(BRUNO)["hand"])
    game.play("8B")
    assert all(card[-1] == "B" for card in game.options("card"))
    assert game.play("9B", "10B").view()["last"]["winner"] == DMITRI


@each(
    ("cards", "winner"),
    [
        ("6S AS 10S 9S", CHIARA),  # in swords and batons the 10 is high and the ace low
        ("6B AB 7B 8B", DMITRI),
        ("10C 6C AC 7C", CHIARA),  # in cups and coins the ace is high and the 10 low
        ("10O 9O 8O 7O", DMITRI),
        ("JO AO 6O 7O", ADA),
        ("JC NC QC KC", DMITRI),
        ("KS T1 QS NS", BRUNO),  # any trump takes any suit
        ("T20 T19 T21 T18", CHIARA),
        ("T5 T2 T4 T3", DMITRI),  # of Moors the last played
        ("T2 T5 T1 T3", DMITRI),
        ("T5 T4 T6 T3", CHIARA),
        ("T1 T2 KS M", BRUNO),
        ("M 6S 7S KB", CHIARA),  # a led Matto leaves the suit to the next card
        ("6S KB KC KO", ADA),  # only the suit led takes
    ],
)
def test_who_takes_a_trick(cards: str, winner: Seat) -> None:
    assert winner_of(tuple(enumerate(cards.split()))) == winner


def test_who_takes_a_trick_leads_the_next() -> None:
    game = after_the_discard("6S", "8S", "7S", "AS 9S").play("6S", "8S", "7S", "AS")
    assert (game.asked(), game.view()["leader"]) == (BRUNO, BRUNO)
    assert game.view()["taken"] == [0, 1]
    assert "B took the trick." in game.told()


# Signals


def test_only_the_leader_may_signal() -> None:
    game = after_the_discard("6S", "7S", "", "")
    assert game.options("signal") == ("volo", "busso", "striscio")
    game.play("6S busso")
    assert game.options("signal") == ()
    assert game.view(DMITRI)["signal"] == "busso"
    assert "A led 6S with busso." in game.told()


def test_a_signal_is_gone_with_its_trick() -> None:
    game = after_the_discard("6S", "8S", "7S", "AS 9S").play("6S striscio", "8S", "7S", "AS")
    assert game.view()["signal"] is None
    assert game.view()["last"]["signal"] == "striscio"


def test_a_true_volo_is_seen_and_a_false_one_is_dropped() -> None:
    hand = "6S AB 6B"
    rest = "7S 8S 9S 10S JS NS QS KS AS"
    assert after_the_discard(hand, rest, "", "").play("6S volo").view()["signal"] == "volo"
    game = after_the_discard(hand, rest, "", "").play("6B volo")
    assert game.view()["signal"] is None
    assert "A led 6B." in game.told()


def test_trumps_are_a_suit_for_volo_and_the_matto_is_of_none() -> None:
    others = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15"
    hands = ("T16 M AS AB AC 6S 6B 6C 7S 7B 7C 8S 8B 8C 9S", others, "T17 T18 T19 T20 T21", "")
    assert after_the_discard(*hands).play("T16 volo").view()["signal"] == "volo"
    assert after_the_discard(*hands).play("M volo").view()["signal"] is None


def test_the_last_trick_has_no_signal_and_plays_itself() -> None:
    game = after_the_discard("", FIFTEEN_TRUMPS, "", "", target=2000).by_the_clock(56)
    for _ in range(4):
        [ask] = asks(OTTOCENTO, game.table).values()
        assert [slot.name for slot in ask.slots] == ["card"]
        only = forced(ask)
        assert only is not None
        game.play(only)
    assert game.view()["deal"] == 2


# Declarations

KINGS_AND_SWORDS = "KS KB KC QS NS 6S"


def test_a_declaration_is_shown_and_booked_at_once() -> None:
    game = after_the_discard(KINGS_AND_SWORDS, "", "", "").play("6S +kings +suit-S")
    shown = {"tokens": ["+kings", "+suit-S"], "cards": ["NS", "QS", "KS", "KB", "KC"], "points": 17 + 10}
    for seat in (ADA, BRUNO, CHIARA, DMITRI, None):
        assert game.view(seat)["declared"] == [shown, None, None, None]
    assert game.view()["totals"] == [27, 0]
    assert OTTOCENTO.scores(game.state) == (27, 0, 27, 0)
    assert "A declared kings and sequence in swords, with NS QS KS KB KC, for 27." in game.told()


def test_declaring_is_optional() -> None:
    game = after_the_discard(KINGS_AND_SWORDS, "", "", "")
    assert game.options("declare") == ("+kings", "+suit-S")
    assert game.play("6S +kings").view()["totals"] == [17, 0]
    game = after_the_discard(KINGS_AND_SWORDS, "", "", "").play("6S")
    assert game.view()["totals"] == [0, 0]
    assert game.view()["declared"] == [None] * 4


def test_only_what_is_in_the_hand_may_be_declared() -> None:
    game = after_the_discard(KINGS_AND_SWORDS, "", "", "")
    with pytest.raises(Illegal):
        game.play("6S +queens")


def test_a_declaration_goes_with_the_first_card_only() -> None:
    game = after_the_discard(KINGS_AND_SWORDS, "10S", "AS", "7S 8S 9S").play("KS", "10S", "AS", "7S")
    assert game.asked() == ADA
    assert game.options("declare") == ()


def test_the_card_played_with_it_belongs_to_the_declaration() -> None:
    game = after_the_discard(KINGS_AND_SWORDS, "", "", "").play("KS +kings")
    assert game.view()["declared"][ADA]["cards"] == ["KS", "KB", "KC"]


def test_wilds_in_the_hand_count_in_declared_sequences_and_in_no_cricca() -> None:
    game = after_the_discard("KS QS T1 M KB 6S", "", "", "")
    assert game.options("declare") == ("+suit-S",)
    assert game.play("6S +suit-S").view()["declared"][ADA] == {
        "tokens": ["+suit-S"],
        "cards": ["QS", "KS", "T1", "M"],
        "points": 15,
    }


def test_three_cricche_or_three_sequences_of_one_player_are_doubled() -> None:
    hand = "KS KB KC QS QB QC NS NB NC 6S 7S 8S 6B 7B 6C"
    assert after_the_discard(hand, "", "", "").play("6S +kings +queens").view()["totals"] == [31, 0]
    assert after_the_discard(hand, "", "", "").play("6S +kings +queens +knights").view()["totals"] == [88, 0]
    everything = "6S +kings +queens +knights +suit-S +suit-B +suit-C"
    assert after_the_discard(hand, "", "", "").play(everything).view()["totals"] == [(17 + 14 + 13 + 30) * 2, 0]


def test_kinds_of_two_partners_are_not_doubled_together() -> None:
    hands = ("KS KB KC QS QB QC 6S", "7S", "NS NB NC 8S", "9S AS NO")
    game = after_the_discard(*hands).play("6S +kings +queens", "7S", "8S +knights")
    assert game.view()["totals"] == [17 + 14 + 13, 0]


def test_what_the_dealer_laid_away_is_no_part_of_a_declaration() -> None:
    hands = ("6S", "7S", "8S", "QS QB QC 9S 10S AS")
    game = Game(*hands).play("QB 10S", "6S", "7S", "8S")
    assert "+queens" not in game.options("declare")
    game = Game(*hands).play("AS 10S", "6S", "7S", "8S")
    assert "+queens" in game.options("declare")


def test_declared_cards_count_again_after_the_play() -> None:
    game = after_the_discard("AS KB KC KO", FIFTEEN_TRUMPS, "", "").play("AS +kings").rest_of_the_play()
    sheet = game.view()["sheet"]["sides"]
    assert [side["declared"] for side in sheet] == [17, 0]
    assert {"token": "+kings", "cards": ["KS", "KB", "KC", "KO"], "points": 34} in sheet[1]["cricche"]["lines"]


# The Matto's gift

ONE_TRICK_OF_COURTS = ("KS M", "QS T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21", "NS", "JS")


def test_nothing_is_owed_for_a_matto_in_a_trick_of_its_own_side() -> None:
    game = (
        after_the_discard(FIFTEEN_TRUMPS, "", "M", "", target=2000)
        .play("T7")
        .by_the_clock(1)
        .play("M")
        .rest_of_the_play()
    )
    assert game.view()["deal"] == 2
    assert game.view()["sheet"]["gift"] is None


def test_the_player_of_the_matto_chooses_a_one_point_card_of_the_sides_tricks() -> None:
    hands = ("KS M", ONE_TRICK_OF_COURTS[1].replace("QS", "10S"), "QS", "9S AS")
    game = after_the_discard(*hands).play("KS", "10S", "QS", "9S").rest_of_the_play()
    assert (game.state.phase, game.asked()) == ("give", ADA)
    assert game.options("card") == ("9S", "10S")
    game.play("9S")
    assert game.view()["sheet"]["gift"] == "9S"
    assert "A kept M and gave 9S for it." in game.told()
    cards = game.view()["sheet"]["sides"][0]["cards"]
    assert cards == card_points(("KS", "10S", "QS", "M"))


def test_the_clock_gives_the_first_lawful_card() -> None:
    hands = ("KS M", ONE_TRICK_OF_COURTS[1].replace("QS", "10S"), "QS", "9S AS")
    game = after_the_discard(*hands).play("KS", "10S", "QS", "9S").rest_of_the_play().by_the_clock(1)
    assert game.view()["sheet"]["gift"] == "9S"


def test_a_single_one_point_card_is_given_unasked() -> None:
    hands = (*ONE_TRICK_OF_COURTS[:3], "10S")
    game = after_the_discard(*hands).play("KS", "QS", "NS", "10S").rest_of_the_play()
    assert game.view()["deal"] == 2
    assert game.view()["sheet"]["gift"] == "10S"


def test_without_a_one_point_card_the_cheapest_is_given_unasked() -> None:
    game = after_the_discard(*ONE_TRICK_OF_COURTS).play("KS", "QS", "NS", "JS").rest_of_the_play()
    assert game.view()["deal"] == 2
    assert game.view()["sheet"]["gift"] == "JS"
    assert game.view()["sheet"]["sides"][0]["cards"] == card_points(("KS", "QS", "NS", "M"))


def test_no_gift_comes_from_what_the_dealer_laid_away() -> None:
    hands = ("JS", "NS", "QS T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21", "KS M 6S 7S")
    game = Game(*hands).play("6S 7S", "JS", "NS", "QS", "KS").rest_of_the_play()
    assert game.view()["sheet"]["gift"] == "JS"


def test_a_side_without_a_trick_loses_the_matto() -> None:
    game = after_the_discard("M", FIFTEEN_TRUMPS, "", "").rest_of_the_play()
    sheet = game.view()["sheet"]["sides"]
    assert [side["cards"] for side in sheet] == [0, 87]
    assert sheet[1]["cricche"]["lines"][0]["points"] == 36
    assert "A C had no card to give for M and lost it." in game.told()


# What was laid away


def test_the_two_cards_count_for_the_dealers_side() -> None:
    game = Game("", FIFTEEN_TRUMPS, "", "QO QC").play("QO QC").rest_of_the_play()
    assert game.view()["sheet"]["sides"][1]["cards"] == 87


def test_they_go_to_opponents_who_win_every_trick() -> None:
    game = Game(FIFTEEN_TRUMPS, "", "", "QO QC M").play("QO QC").rest_of_the_play()
    assert [side["cards"] for side in game.view()["sheet"]["sides"]] == [87, 0]
    assert game.view()["taken"] == [15, 0]
    assert "B D lost the two cards that were laid away." in game.told()


def test_they_stay_with_a_dealer_whose_side_has_won_a_trick() -> None:
    hands = (f"6S {FIFTEEN_TRUMPS[3:]}", "KS", "7S M", "QO QC 8S 9S")
    game = Game(*hands, target=2000).play("QO QC", "6S", "KS", "7S", "8S").rest_of_the_play()
    assert game.view()["sheet"]["sides"][1]["cards"] == card_points(tuple("KS 6S 7S 8S QO QC".split()))


# The count


def test_all_cards_are_worth_87() -> None:
    assert card_points(LATIN_62) == 87


@each(("pair", "points"), [("KS 6S", 5), ("T21 M", 9), ("QB 7C", 4), ("NO T2", 3), ("JS T19", 2), ("T18 10O", 1)])
def test_cards_are_counted_in_pairs_one_less_for_each(pair: str, points: int) -> None:
    assert card_points(tuple(pair.split())) == points


def test_the_example_of_the_source_makes_407() -> None:
    trumps = [f"T{n}" for n in range(6, 22)]
    cards = (*trumps, *"T1 T4 T2 KS QS NS JS AS KB QC NC JC QO NO JO 6S 7S 8S 9S 6C 7C 8C".split())
    counted = count(cards, took_last=True)
    assert (counted.cricche.points, counted.sequences.points) == (114, 230)
    assert (counted.cards, counted.last, counted.points) == (57, 6, 407)


def test_the_sheet_shows_the_count_line_by_line() -> None:
    game = after_the_discard("M", FIFTEEN_TRUMPS, "", "").rest_of_the_play()
    ours, theirs = game.view()["sheet"]["sides"]
    assert ours["points"] == 0
    assert [line["points"] for line in theirs["cricche"]["lines"]] == [36, 34, 28, 26, 24]
    assert (theirs["cricche"]["doubled"], theirs["cricche"]["points"]) == (True, 2 * 148)
    sequences = {line["token"]: line["points"] for line in theirs["sequences"]["lines"]}
    assert sequences == {
        "+trumps": 85,
        **{f"+suit-{suit}": 30 for suit in "SBCO"},
        "+moors": 25,
        "+aces": 25,
    }
    assert theirs["sequences"]["points"] == 2 * 255
    assert (theirs["cards"], theirs["last"]) == (87, 6)
    assert theirs["points"] == 296 + 510 + 93 == theirs["total"]


def test_the_count_of_the_moors_that_go_on() -> None:
    sequences = {}
    for agreed in ("off", "on"):
        game = after_the_discard("M", FIFTEEN_TRUMPS, "", "", moors_extend=agreed, target=2000).rest_of_the_play()
        lines = game.view()["sheet"]["sides"][1]["sequences"]["lines"]
        sequences[agreed] = {line["token"]: line["points"] for line in lines}
    assert (sequences["off"]["+trumps"], sequences["on"]["+trumps"]) == (85, 105)
    assert sequences["on"]["+moors"] == 25


# The end


def test_a_side_at_the_target_after_a_deal_wins() -> None:
    game = after_the_discard("M", FIFTEEN_TRUMPS, "", "").rest_of_the_play()
    assert game.state.phase == "over"
    assert OTTOCENTO.scores(game.state) == (0, 899, 0, 899)
    assert OTTOCENTO.winners(game.state) == (BRUNO, DMITRI)
    assert "B D won the match, 899 to 0." in game.told()


def test_below_the_target_the_next_seat_deals() -> None:
    game = after_the_discard("M", FIFTEEN_TRUMPS, "", "", target=900).rest_of_the_play()
    assert game.state.phase == "discard"
    assert OTTOCENTO.winners(game.state) == ()


@each(
    ("totals", "side"),
    [((799, 0), None), ((800, 0), 0), ((20, 800), 1), ((810, 820), 1), ((900, 801), 0), ((850, 850), None)],
)
def test_of_two_sides_at_the_target_the_higher_wins_and_equal_ones_play_on(
    totals: tuple[int, int], side: int | None
) -> None:
    assert winning_side(totals, 800) == side


MUCH_TO_DECLARE = "KS KB KC QS QB QC NS NB NC 6S 7S 8S 6B 7B 6C"
ALL_OF_IT = "+kings +queens +knights +suit-S +suit-B +suit-C"


def test_the_target_is_not_reached_by_declaring() -> None:
    game = after_the_discard(MUCH_TO_DECLARE, "", "", "", target=100).play(f"6S {ALL_OF_IT}")
    assert game.view()["totals"] == [148, 0]
    assert game.state.phase == "play"
    assert OTTOCENTO.winners(game.state) == ()


def test_a_side_may_be_out_by_declaring_where_that_is_agreed_on() -> None:
    game = after_the_discard(MUCH_TO_DECLARE, "", "", "", target=148, out_by_declaring="on")
    game.play(f"6S {ALL_OF_IT}")
    assert game.state.phase == "over"
    assert asks(OTTOCENTO, game.table) == {}
    assert OTTOCENTO.winners(game.state) == (ADA, CHIARA)
    assert game.view()["sheet"] is None
    assert "A C were out by declaring and won the match, 148 to 0." in game.told()


def test_who_does_not_reach_it_by_declaring_plays_on() -> None:
    game = after_the_discard(MUCH_TO_DECLARE, "", "", "", target=149, out_by_declaring="on")
    assert game.play(f"6S {ALL_OF_IT}").state.phase == "play"


@each("option", [{"target": 99}, {"target": 2001}, {"moors-extend": "yes"}, {"deals": 3}])
def test_other_options_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(Illegal):
        begin(OTTOCENTO, 4, option, lambda deck, n: deck)


@each("seats", [2, 3, 5])
def test_it_is_for_four(seats: int) -> None:
    with pytest.raises(Illegal, match="4 players"):
        begin(OTTOCENTO, seats, {}, lambda deck, n: deck)


# What people write


@each(
    ("typed", "answer"),
    [
        ("6 of swords and kings", "6S +kings"),
        ("6s, declare kings and the swords sequence", "6S +kings +suit-S"),
        ("sei", None),
        ("6 spade volo", "6S volo"),
        ("KS BESSO +kings", "KS busso +kings"),
        ("re di spade", "KS"),
        ("roi de épées", "KS"),
        ("the king of swords, knock", "KS busso"),
        ("KS, I declare all kings", "KS +kings"),
        ("King of swords and declare kings and the sequence of swords", "KS +kings +suit-S"),
        ("KS, sword sequence", "KS +suit-S"),
        ("re di spade, tre re e sequenza di spade", "KS +kings +suit-S"),
        ("re di spade, dichiaro i re", "KS +kings"),
        ("KS, cricca di re, bussare", "KS busso +kings"),
        ("KS, declare nothing, no signal", "KS"),
        ("KS without signal", "KS"),
        ("donna di spade", "QS"),
        ("roi d'épée", "KS"),
        ("KS, declare", None),
    ],
)
def test_answers_are_read_generously(typed: str, answer: str | None) -> None:
    game = after_the_discard(KINGS_AND_SWORDS, "", "", "")
    [ask] = asks(OTTOCENTO, game.table).values()
    if answer is None:
        with pytest.raises(Illegal):
            read(ask, typed)
    else:
        assert understood(ask, typed) == answer


def test_moors_and_tarocchi_have_their_names() -> None:
    game = after_the_discard("T2 T21 T20 T1 M T19", "", "", "")
    [ask] = asks(OTTOCENTO, game.table).values()
    names = {"moor 2": "T2", "the World": "T21", "Angel": "T20", "begato": "T1", "the Matto": "M", "sun": "T19"}
    assert {name: understood(ask, name) for name in names} == names


# What a seat may see


def test_the_view_has_these_fields_and_no_others() -> None:
    assert sorted(Game().view(ADA)) == sorted(
        "phase hand deal dealer discard leader trick winning signal declared declarable tricks taken totals last"
        " sheet core".split()
    )


def test_what_may_be_declared_is_seen_with_its_worth_until_the_first_card() -> None:
    game = after_the_discard(KINGS_AND_SWORDS, "", "", "")
    [kings] = game.view(ADA)["declarable"]["cricche"]["lines"]
    assert kings == {"token": "+kings", "cards": ["KS", "KB", "KC"], "points": 17}
    [swords] = game.view(ADA)["declarable"]["sequences"]["lines"]
    assert (swords["token"], swords["points"]) == ("+suit-S", game.play("KS +suit-S").view()["declared"][ADA]["points"])
    assert game.view(ADA)["declarable"] is None


def test_the_worth_of_three_kinds_is_seen_doubled() -> None:
    game = after_the_discard("KS KB KC QS QB QC NS NB NC", "", "", "")
    kinds = game.view(ADA)["declarable"]["cricche"]
    assert (kinds["doubled"], kinds["points"]) == (True, 2 * (17 + 14 + 13))


def test_nobody_else_sees_what_may_be_declared() -> None:
    game = after_the_discard(KINGS_AND_SWORDS, "", "", "")
    assert [game.view(seat)["declarable"] for seat in (None, BRUNO)] == [None, None]


def test_a_spectator_sees_no_hand() -> None:
    assert after_the_discard().view(None)["hand"] == []


def test_the_last_trick_of_a_deal_is_still_seen_when_the_next_lies_on_the_table() -> None:
    game = after_the_discard("M", FIFTEEN_TRUMPS, "", "", target=2000).rest_of_the_play()
    assert game.view()["tricks"] == []
    assert len(game.view()["last"]["trick"]) == 4
    assert game.view()["last"]["winner"] == BRUNO


# What the table knows of every game


def test_where_the_cards_lie() -> None:
    game = after_the_discard("KS KB", "QS", "NS", "JS")
    places = OTTOCENTO.cards(game.state)
    assert (len(places["hand 3"]), len(places["laid away"])) == (15, 2)
    places = OTTOCENTO.cards(game.play("KS", "QS", "NS", "JS", "KB").state)
    assert (places["tricks 0"], places["tricks 1"], places["trick"]) == (("KS", "QS", "NS", "JS"), (), ("KB",))


@each(
    ("suit", "rising"),
    [
        ("S", "AS 6S 7S 8S 9S 10S JS NS QS KS"),
        ("B", "AB 6B 7B 8B 9B 10B JB NB QB KB"),
        ("C", "10C 9C 8C 7C 6C AC JC NC QC KC"),
        ("O", "10O 9O 8O 7O 6O AO JO NO QO KO"),
        ("T", " ".join(TRUMPS)),
        ("D", ""),
    ],
)
def test_cards_rank_as_they_take_each_other(suit: str, rising: str) -> None:
    order = OTTOCENTO.order(Game().state, suit)
    assert order == tuple(rising.split())
    for lower, higher in pairwise(order):
        assert winner_of(((ADA, lower), (BRUNO, higher))) == BRUNO


def test_of_all_cards_suits_go_before_trumps_and_the_matto_last() -> None:
    order = OTTOCENTO.order(Game().state, "")
    assert order[-22:] == (*TRUMPS, "M")
    assert order[:4] == ("AS", "AB", "10C", "10O")
    assert sorted(order) == sorted(LATIN_62)


def test_the_next_player_sits_to_the_right() -> None:
    assert OTTOCENTO.direction == "right"
    assert OTTOCENTO.passes == frozenset()


def test_a_view_has_the_type_that_is_told_of_it() -> None:
    seen = set()
    for table, _ in random_games(1, 2, target=200):
        for seat in (None, *range(4)):
            view = OTTOCENTO.view(table.state, seat)
            assert not list(misfits(view, OTTOCENTO.view_type))
            assert set(view["core"]) == {field.name for field in fields(Core)}
            seen.add(view["phase"])
    assert seen == {"discard", "play", "give", "over"}


def test_the_core_of_a_view_says_what_the_view_says() -> None:
    for table, _ in random_games(1, 2, target=200):
        view = OTTOCENTO.view(table.state, ADA)
        core, playing = view["core"], view["phase"] == "play"
        for name in ("phase", "hand", "leader", "dealer", "winning"):
            assert core[name] == view[name]
        assert core["turn"] == list(asks(OTTOCENTO, table))
        assert core["counts"] == [len(hand) for hand in table.state.hands]
        assert core["trick"] == (view["trick"] if playing else None)
        assert core["led"] == (led(table.state.trick, SUIT) or None)
        assert core["tricks"] == [{"cards": each["trick"], "winner": each["winner"]} for each in view["tricks"]]
        assert (core["last"] and core["last"]["cards"]) == (view["last"] and view["last"]["trick"])
        units = [(each["unit"], each["number"], each["of"]) for each in core["progress"]]
        assert units == [("deal", view["deal"], None), ("trick", len(view["tricks"]) + 1, 15)][: 1 + playing]
        assert core["contract"] is None


def test_signals_are_seen_by_all() -> None:
    game = after_the_discard("KS KB", "QS", "NS", "JS").play("KS striscio")
    assert {game.view(seat)["signal"] for seat in (None, *range(4))} == {"striscio"}


def test_who_is_not_asked_is_told_what_to_wait_for() -> None:
    told = set()
    for table, random in random_games(1, 2, target=200):
        said = OTTOCENTO.idle(table.state)
        told.add((table.state.phase, said.text))
        assert said.to is None
        assert [said.values["player"]] == list(asks(OTTOCENTO, table)) if said.values else not asks(OTTOCENTO, table)
        assert all(OTTOCENTO.idle(OTTOCENTO.redeal(table.state, seat, random)) == said for seat in range(4))
        assert _line(said)
    assert told == {
        ("discard", "{player} to lay two cards away."),
        ("play", "{player} to lead."),
        ("play", "{player} to play."),
        ("give", "{player} to give a card for {matto}."),
        ("over", "The match is over."),
    }


# Whole games at random


def random_games(*seeds: int, **options: Any) -> Iterator[tuple[Table, Random]]:
    """Every table of some games in which everybody answers at random."""
    for seed in seeds:
        random = Random(seed)

        def shuffle(deck: tuple[str, ...], n: int, random: Random = random) -> tuple[str, ...]:
            return tuple(random.sample(deck, len(deck)))

        table, _ = begin(OTTOCENTO, 4, options, shuffle)
        yield table, random
        while owed := asks(OTTOCENTO, table):
            [(seat, ask)] = owed.items()
            table, _ = submit(OTTOCENTO, table, seat, at_random({}, ask, seat, random), shuffle)
            yield table, random


def test_62_cards_are_always_accounted_for() -> None:
    for table, _ in random_games(1, 2, target=300):
        state = table.state
        assert Counter(card for cards in OTTOCENTO.cards(state).values() for card in cards) == Counter(LATIN_62)


def test_every_deal_has_93_card_points() -> None:
    deals = 0
    for table, _ in random_games(*range(12), target=400):
        sheet = OTTOCENTO.view(table.state, None)["sheet"]
        if sheet:
            deals += 1
            assert sum(side["cards"] + side["last"] for side in sheet["sides"]) == 93
            for side in sheet["sides"]:
                assert side["points"] == sum(side[sort]["points"] for sort in ("cricche", "sequences")) + (
                    side["cards"] + side["last"]
                )
    assert deals


def test_totals_are_what_was_declared_and_counted() -> None:
    for seed in range(6):
        totals, before = [0, 0], None
        for table, _ in random_games(seed, target=600):
            view = OTTOCENTO.view(table.state, None)
            if view["sheet"] != before:
                before = view["sheet"]
                totals = [
                    t + side["declared"] + side["points"] for t, side in zip(totals, before["sides"], strict=True)
                ]
                assert totals == [side["total"] for side in before["sides"]]
        assert totals == view["totals"]


def shown_to(view: dict[str, Any]) -> set[str]:
    """All cards that a view names, but for what was counted before."""
    before = ("sheet", "last")
    now = [value for seen in (view, view["core"]) for name, value in seen.items() if name not in (*before, "core")]
    return {card for card in LATIN_62 if f'"{card}"' in json.dumps(now)}


@pytest.mark.wide
def test_a_view_names_the_cards_of_the_hand_and_those_on_the_table() -> None:
    for table, _ in random_games(3, 4, target=300):
        state = table.state
        on_table = {card for played in state.tricks for _, card in played.plays} | {card for _, card in state.trick}
        declared = {card for shown in state.book.declared if shown for card in shown.cards}
        for seat in range(4):
            own = {*state.hands[seat], *(state.book.laid_away if seat == state.book.dealer else ())}
            assert shown_to(OTTOCENTO.view(state, seat)) == on_table | declared | own


# Dealing the unseen anew


def test_who_did_not_follow_has_none_of_the_suit_and_perhaps_no_trumps() -> None:
    swords = "AS 6S 7S 8S 9S 10S JS NS QS KS"
    trumps = " ".join(f"T{n}" for n in range(1, 16))
    game = after_the_discard("AS T21", "KB KC", f"{trumps}", f"{swords[3:]} T16 M").play("AS", "KB", "T1")
    for n in range(30):
        anew = OTTOCENTO.redeal(game.state, ADA, Random(n))
        assert not any(card[0] == "T" or card[-1] == "S" for card in anew.hands[BRUNO])
        assert not any(card[-1] == "S" for card in anew.hands[CHIARA])


def test_declared_cards_stay_and_what_would_have_lengthened_them_is_elsewhere() -> None:
    game = after_the_discard("KS KB KC QS NS 6S", "T1 M AS", "JS", "KO").play("6S +kings +suit-S")
    for n in range(30):
        hand = OTTOCENTO.redeal(game.state, BRUNO, Random(n)).hands[ADA]
        assert {"KS", "KB", "KC", "QS", "NS"} <= set(hand)
        assert not {"KO", "JS", "AS", "T1", "M"}.intersection(hand)


def test_a_volo_tells_that_nothing_of_the_suit_is_left() -> None:
    game = after_the_discard("6S AB 6B", "7S 8S 9S 10S JS NS QS KS AS", "", "").play("6S volo")
    for n in range(30):
        assert not any(card[-1] == "S" for card in OTTOCENTO.redeal(game.state, CHIARA, Random(n)).hands[ADA])


def test_the_discard_dealt_anew_is_a_lawful_one_and_the_dealer_keeps_it() -> None:
    game = Game("", "", "", "6S 7S").play("6S 7S")
    laid_away = [OTTOCENTO.redeal(game.state, ADA, Random(n)).book.laid_away for n in range(60)]
    assert len(set(laid_away)) > 20
    assert not {"KS", "KB", "KC", "KO", "T1", "T20", "T21", "M"}.intersection(*[set().union(*laid_away)])
    assert OTTOCENTO.redeal(game.state, DMITRI, Random(1)).book.laid_away == ("6S", "7S")


def test_what_is_dealt_anew_could_have_been_dealt() -> None:
    for table, random in random_games(8, target=200):
        state = table.state
        for seat in range(4):
            anew = OTTOCENTO.redeal(state, seat, random)
            assert anew.hands[seat] == state.hands[seat]
            assert [len(hand) for hand in anew.hands] == [len(hand) for hand in state.hands]
            hidden = Counter(card for hand in (*anew.hands, anew.book.laid_away) for card in hand)
            assert hidden == Counter(card for hand in (*state.hands, state.book.laid_away) for card in hand)
            assert OTTOCENTO.view(anew, seat) == OTTOCENTO.view(state, seat)
