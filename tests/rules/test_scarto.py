"""Scarto by its rules page: Ada, Bruno and Chiara, who deals first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from server import plans
from server.rules import GAMES, OVER, Answer, Illegal, Said, Seat, asks, begin, read, submit
from server.rules.cards import TAROT_78, suit
from server.rules.games.scarto import (
    State,
    Taken,
    count,
    follow,
    fools_player,
    may_be_laid_away,
    points,
    shown_voids,
    trick_points,
    winner_of,
)
from tests.each import each
from tests.rules.played import Case, Played, cases, played
from tests.rules.understanding import understood

SCARTO = GAMES["scarto"]
ADA, BRUNO, CHIARA = range(3)
TABLES = [case for case in cases() if case.key == "scarto"]

every_end = each("case, seed", [(case, seed) for case in TABLES for seed in range(2)])
every_table = each("case", TABLES)


def stacked(*hands: str) -> tuple[str, ...]:
    """A deck with these cards for Ada, Bruno and Chiara, who deals; the rest goes to them in turn, in canonical order.

    Chiara's last three are those that the dealer takes up.
    """
    held = [hand.split() for hand in hands]
    rest = [card for card in TAROT_78 if not any(card in hand for hand in held)]
    for hand, size in zip(held, (25, 25, 28), strict=True):
        while len(hand) < size:
            hand.append(rest.pop(0))
    assert not rest
    packets = [hand[at : at + 5] for at in range(0, 25, 5) for hand in held]
    return tuple(card for packet in (*packets, held[CHIARA][25:]) for card in packet)


class Game:
    """A match whose first deal is stacked; later deals are in canonical order."""

    def __init__(self, *hands: str, **options: Any) -> None:
        deck = stacked(*hands) if hands else TAROT_78
        self.shuffle = lambda cards, n: deck if n == 1 else cards
        self.table, self.story = begin(SCARTO, 3, options, self.shuffle)

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def play(self, *answers: str) -> Game:
        """Answers of whoever is asked, one after the other."""
        for answer in answers:
            [(seat, ask)] = asks(SCARTO, self.table).items()
            self.table, said = submit(SCARTO, self.table, seat, read(ask, answer), self.shuffle)
            self.story += said
        return self

    def by_the_clock(self, answers: int) -> Game:
        """So many answers as the clock would give them."""
        for _ in range(answers):
            [ask] = asks(SCARTO, self.table).values()
            self.play(ask.absent)
        return self

    def deal_by_the_clock(self) -> Game:
        """The clock plays to the end of the deal."""
        number = self.state.deal
        while self.state.deal == number and self.state.phase != OVER:
            self.by_the_clock(1)
        return self

    def asked(self) -> Seat:
        [seat] = asks(SCARTO, self.table)
        return seat

    def options(self) -> tuple[str, ...]:
        [ask] = asks(SCARTO, self.table).values()
        [slot] = ask.slots
        return slot.options

    def absent(self) -> Answer:
        [ask] = asks(SCARTO, self.table).values()
        return ask.absent

    def view(self, seat: Seat | None = None) -> dict[str, Any]:
        return SCARTO.view(self.state, seat)

    def told(self, seat: Seat | None = None) -> list[str]:
        """The story as a seat hears it."""
        return [_line(said) for said in self.story if said.to in (None, seat)]


def _line(said: Said) -> str:
    def shown(value: Any) -> str:
        if isinstance(value, int):
            return "ABC"[value]
        return " ".join(map(shown, value)) if isinstance(value, tuple) else str(value)

    return said.text.format(**{name: shown(value) for name, value in said.values.items()})


def trick(cards: str) -> tuple[tuple[Seat, str], ...]:
    """Cards that Ada, Bruno and Chiara play in turn."""
    return tuple(enumerate(cards.split()))


# The cards -----------------------------------------------------------------------------------------------------------


def test_all_cards_hold_129_points() -> None:
    assert sum(map(points, TAROT_78)) == 129


@each(
    ("cards", "each"),
    [("KS KH KD KC T20 T1", 5), ("QS QH QD QC F", 4), ("NS ND", 3), ("JH JC", 2), ("T21 T19 T2 1S 10H 1D 10C", 1)],
)
def test_what_a_card_is_worth(cards: str, each: int) -> None:
    assert {points(card) for card in cards.split()} == {each}


@each(
    ("of", "cards"),
    [
        ("S", "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS NS QS KS"),
        ("C", "1C 2C 3C 4C 5C 6C 7C 8C 9C 10C JC NC QC KC"),
        ("H", "10H 9H 8H 7H 6H 5H 4H 3H 2H 1H JH NH QH KH"),
        ("D", "10D 9D 8D 7D 6D 5D 4D 3D 2D 1D JD ND QD KD"),
    ],
)
def test_in_round_suits_the_pips_rank_the_other_way_round(of: str, cards: str) -> None:
    assert list(SCARTO.order(Game().state, of)) == cards.split()


def test_trump_20_beats_21_unless_agreed_otherwise() -> None:
    assert SCARTO.order(Game().state, "T")[-3:] == ("T19", "T21", "T20")
    assert SCARTO.order(Game(angel="low").state, "T")[-3:] == ("T19", "T20", "T21")


def test_of_all_cards_one_parts_with_suits_first_and_with_the_fool_last() -> None:
    every = list(SCARTO.order(Game().state, ""))
    assert sorted(every) == sorted(TAROT_78)
    assert {suit(card) for card in every[:56]} == set("SHDC")
    assert {card[0] for card in every[:4]} == {"1"}  # the ace of a long suit, the ten of a round one
    assert every[-2:] == ["T20", "F"]


@each(
    ("typed", "card"),
    [
        ("re di coppe", "KH"),
        ("king of cups", "KH"),
        ("7 of batons", "7C"),
        ("asso di denari", "1D"),
        ("cavallo di spade", "NS"),
        ("the angel", "T20"),
        ("il mondo", "T21"),
        ("bagatto", "T1"),
        ("il matto", "F"),
        ("♥10", "10H"),
    ],
)
def test_cards_may_be_called_as_in_piedmont(typed: str, card: str) -> None:
    hand = "KH 7C 1D T20 NS T1 T21 F 10H 2S 3S"
    game = Game(hand, "", "").by_the_clock(1)
    [ask] = asks(SCARTO, game.table).values()
    assert understood(ask, typed) == card


# The deal and the discard --------------------------------------------------------------------------------------------


def test_packets_of_five_from_the_seat_after_the_dealer_and_the_last_three_for_the_dealer() -> None:
    state = Game().state
    assert state.dealer == CHIARA
    for seat in (ADA, BRUNO):
        assert set(state.hands[seat]) == {TAROT_78[15 * n + 5 * seat + i] for n in range(5) for i in range(5)}
    assert set(TAROT_78[75:]) < set(state.hands[CHIARA])
    assert list(map(len, state.hands)) == [25, 25, 28]


def test_the_last_seat_deals_first_and_the_next_leads() -> None:
    game = Game()
    assert (game.view()["deal"], game.view()["dealer"], game.asked()) == (1, CHIARA, CHIARA)
    assert game.by_the_clock(1).asked() == ADA
    assert game.deal_by_the_clock().view()["dealer"] == ADA
    assert game.by_the_clock(1).asked() == BRUNO
    assert game.deal_by_the_clock().view()["dealer"] == BRUNO
    assert game.deal_by_the_clock().state.phase == OVER


def test_no_card_of_five_points_nor_the_fool_is_laid_away() -> None:
    game = Game("", "", "KS KH KD KC T1 T20 F QS T21 T2")
    assert set(game.state.hands[CHIARA]) - set(game.options()) == set("KS KH KD KC T1 T20 F".split())
    assert len(game.options()) == 21  # at the worst
    for card in "KS T1 T20 F".split():
        with pytest.raises(Illegal, match=card):
            game.play(f"{card} QS T2")


def test_three_cards_are_laid_away() -> None:
    game = Game("", "", "QS QH QD T21 T2")
    with pytest.raises(Illegal, match="3 of"):
        game.play("QS QH")
    with pytest.raises(Illegal, match="QS QH QD, or QS QH T2"):
        game.play("QS QH QD T2")


def test_trumps_may_be_laid_away_and_nobody_hears_of_it() -> None:
    game = Game("", "", "T21 T2 QS").play("T2 QS T21")
    assert game.state.discard == ("QS", "T2", "T21")
    assert "They were QS T2 T21." in game.told(CHIARA)
    for seat in (ADA, BRUNO, None):
        assert game.view(seat)["discard"] is None
        assert not {"QS", "T2", "T21"} & {word.strip(".") for line in game.told(seat) for word in line.split()}
        assert not {"QS", "T2", "T21"} & (set(_strings(game.view(seat))) - set(game.view(seat)["hand"]))
    assert game.view(CHIARA)["discard"] == ["QS", "T2", "T21"]


def test_the_clock_lays_the_cheapest_cards_away_in_canonical_order_among_equals() -> None:
    game = Game("", "", "QS JS T3 F 10D 9H T21 KS KH KD KC T1 T20 QH QD QC NS NH ND NC JH JD JC T2 T4 T5 T6 T7")
    assert game.absent() == "9H 10D T2"


# The play ------------------------------------------------------------------------------------------------------------


@each(
    ("hand", "table", "may"),
    [
        ("3S KS 4H T5 F", "", "3S KS 4H T5 F"),  # to lead, anything
        ("3S KS 4H T5 F", "7S", "3S KS F"),
        ("3S KS 4H T5", "7S", "3S KS"),
        ("4H T5 T9 F", "7S", "T5 T9 F"),  # no spade: a trump
        ("4H 5D", "7S", "4H 5D"),  # nor a trump: anything
        ("4H 5D F", "7S", "4H 5D F"),
        ("3S T5 T9", "7S T8", "3S"),  # follows also where another has trumped
        ("4H T5 T9", "7S T8", "T5 T9"),  # no duty to go higher
        ("4H T5 T9", "T8", "T5 T9"),
        ("4H 5D F", "T8", "4H 5D F"),
        ("3S 4H T5", "F", "3S 4H T5"),  # the Fool led asks for nothing
        ("3S 4H T5", "F 9H", "4H"),  # the next card sets the suit
        ("3S 4H T5", "F T9", "T5"),
        ("3S 4H T5", "7S F", "3S"),
        ("F", "7S", "F"),
    ],
)
def test_what_may_be_played(hand: str, table: str, may: str) -> None:
    assert follow(tuple(hand.split()), trick(table)) == tuple(may.split())


@each(
    ("cards", "winner"),
    [
        ("2S 9S KS", CHIARA),
        ("9S 2S 10S", CHIARA),
        ("9H 2H 10H", BRUNO),
        ("9D 1D JD", CHIARA),
        ("1D 2D 10D", ADA),
        ("2S KH KD", ADA),  # another suit never takes
        ("KS T1 QS", BRUNO),
        ("T19 T21 T20", CHIARA),
        ("T20 T21 KS", ADA),
        ("F 2S KH", BRUNO),
        ("F 2S 9S", CHIARA),
        ("F 2S T1", CHIARA),
        ("F T9 T3", BRUNO),
        ("2S F 3D", ADA),
        ("F", None),
        ("", None),
    ],
)
def test_who_takes(cards: str, winner: Seat | None) -> None:
    assert winner_of(trick(cards), "high") == winner


def test_21_takes_where_it_was_agreed_to_be_the_highest() -> None:
    assert winner_of(trick("T20 T21 T19"), "low") == BRUNO


def test_the_winner_leads_next() -> None:
    game = Game("2S 5S", "KS", "QS").by_the_clock(1).play("2S", "KS", "QS")
    assert game.asked() == BRUNO
    assert game.view()["leader"] == BRUNO
    assert game.view()["taken"] == [0, 1, 0]
    assert game.view()["last"] == {"cards": [[ADA, "2S"], [BRUNO, "KS"], [CHIARA, "QS"]], "winner": BRUNO}


def test_the_fool_led_stays_with_its_player_and_the_second_card_sets_the_suit() -> None:
    game = Game("F", "9H", "1H 2C 3C 4C").play("2C 3C 4C", "F")
    assert game.view()["core"]["led"] is None
    assert game.view()["core"]["winning"] is None
    game.play("9H")
    assert (game.view()["core"]["led"], game.view()["core"]["winning"]) == ("H", BRUNO)
    assert all(suit(card) == "H" for card in game.options())
    game.play("1H")
    assert game.told()[-2:] == ["C took the trick, worth 1.", "A kept the Fool."]


# The count -----------------------------------------------------------------------------------------------------------


@each(
    ("cards", "worth"),
    [("KS 2S 5S", 5), ("KD 7D F", 5), ("2S 3S 4S", 1), ("KS KH T1", 13), ("F 2S 3S", 1), ("QS NS JS", 7)],
)
def test_three_cards_are_counted_together_less_two(cards: str, worth: int) -> None:
    assert trick_points(cards.split()) == worth


def test_the_example_of_the_fool() -> None:
    """Ada plays the Fool to Bruno's king of diamonds and Chiara's 7: Bruno counts 5, Ada 4."""
    game = Game("F 2S", "KD KS", "7D 3S 2C 3C 4C").play("2C 3C 4C", "2S", "KS", "3S", "KD", "7D", "F")
    assert game.view()["taken"] == [0, 2, 0]
    first = trick_points(("2S", "KS", "3S"))
    assert count(game.state, BRUNO).points == first + 5
    assert count(game.state, ADA).points == 4
    assert [count(game.state, seat).cards for seat in (ADA, BRUNO)] == [1, 5]


def test_the_discard_is_counted_as_a_trick_of_the_dealer() -> None:
    game = Game("", "", "QS QH QD").play("QS QH QD")
    assert [count(game.state, seat).points for seat in range(3)] == [0, 0, 10]


@every_table
def test_a_deal_holds_78_points_and_sums_to_nothing(case: Case) -> None:
    game = played(case)
    deals = 0
    for sheet in _sheets(game):
        deals += 1
        assert sum(own["points"] for own in sheet) == 78
        assert sum(own["cards"] for own in sheet) == 78
        assert sum(own["score"] for own in sheet) == 0
        assert all(own["score"] == own["points"] - 26 for own in sheet)
    assert deals == game.moments[-1].table.state.deals


@every_table
def test_totals_are_the_sums_of_the_sheets(case: Case) -> None:
    game = played(case)
    totals = [sum(sheet[seat]["score"] for sheet in _sheets(game)) for seat in range(3)]
    state = game.moments[-1].table.state
    assert list(state.scores) == totals == SCARTO.view(state, None)["scores"]
    assert SCARTO.winners(state) == tuple(seat for seat in range(3) if totals[seat] == max(totals))


@every_end
def test_the_fool_is_played_once_takes_nothing_and_counts_for_its_player(case: Case, seed: int) -> None:
    end = played(case, seed).moments[-1].table.state
    [taken] = [taken for taken in end.tricks if fools_player(taken) is not None]
    player = fools_player(taken)
    assert player not in (None, taken.winner)
    piles = [[card for _, card in own.cards] for own in end.tricks if own.winner == player]
    piles += [list(end.discard)] if player == end.dealer else []
    assert end.sheet[player].points == sum(map(trick_points, piles)) + 4
    assert end.sheet[player].cards == 3 * len(piles) + 1


@every_end
def test_what_the_dealer_has_laid_away_is_lawful(case: Case, seed: int) -> None:
    end = played(case, seed).moments[-1].table.state
    assert len(end.discard) == 3
    assert all(map(may_be_laid_away, end.discard))


# The end -------------------------------------------------------------------------------------------------------------


def test_a_match_has_as_many_deals_as_agreed() -> None:
    game = Game(deals=1).deal_by_the_clock()
    assert game.state.phase == OVER
    assert game.told()[-1].endswith("won the match.")
    with pytest.raises(Illegal, match="whole number from 1 to 12"):
        Game(deals=13)


def test_several_may_share_the_win() -> None:
    state = Game(deals=1).deal_by_the_clock().state
    shared = type(state)(OVER, 1, "high", deal=1, scores=(4, -8, 4))
    assert SCARTO.winners(shared) == (ADA, CHIARA)


def test_the_story_of_the_end_counts_for_everybody() -> None:
    game = Game(deals=1).deal_by_the_clock()
    sheet = game.view()["sheet"]
    for seat, line in enumerate(game.told()[-4:-1]):
        assert line.startswith(f"{'ABC'[seat]} counted {sheet[seat]['points']} points and scored ")


# What a seat may see -------------------------------------------------------------------------------------------------


KEYS = "hand deal deals dealer discard trick leader tricks taken scores last sheet".split()


@every_table
def test_a_view_has_what_the_rules_page_names(case: Case) -> None:
    game = played(case)
    for moment in game.some(40):
        for seat in (None, *range(3)):
            view = SCARTO.view(moment.table.state, seat)
            assert view.keys() == {*KEYS, "angel", "core"}
            assert view["core"]["hand"] == view["hand"]
            assert view["core"]["tricks"] == view["tricks"]
            assert (view["discard"] is None) == (seat != view["dealer"])


def test_a_hand_lies_as_its_cards_rank() -> None:
    game = Game("3S KS 10H 9H 1H KH 2D 10D T21 T20 T1 F", "", "")
    shown = game.view(ADA)["hand"]
    assert [card for card in shown if suit(card) == "H"][:2] == ["10H", "9H"]
    assert [card for card in shown if suit(card) == "H"][-2:] == ["1H", "KH"]
    assert shown[-4:] == ["T1", "T21", "T20", "F"]


def test_the_trick_before_is_seen_also_when_the_next_deal_lies_on_the_table() -> None:
    game = Game().deal_by_the_clock()
    assert game.view()["tricks"] == []
    assert len(game.view()["last"]["cards"]) == 3
    assert sum(own["points"] for own in game.view()["sheet"]) == 78


def test_the_core_tells_how_far_the_match_has_come() -> None:
    game = Game()
    assert _progress(game) == ["deal 1 of 3"]
    assert game.by_the_clock(4).view()["core"]["turn"] == [game.asked()]
    assert _progress(game) == ["deal 1 of 3", "trick 2 of 25"]
    assert game.view()["core"]["counts"] == [24, 24, 24]


def test_those_who_wait_are_told_for_what() -> None:
    game = Game()
    assert _line(SCARTO.idle(game.state)) == "C to lay three cards away."
    assert _line(SCARTO.idle(game.by_the_clock(1).state)) == "A to lead."
    assert _line(SCARTO.idle(game.by_the_clock(1).state)) == "B to play."


# What the house makes of it ------------------------------------------------------------------------------------------


@every_table
def test_every_card_lies_somewhere_whenever_somebody_is_asked(case: Case) -> None:
    game = played(case)
    for moment in game.moments:
        lie = [card for cards in SCARTO.cards(moment.table.state).values() for card in cards]
        assert sorted(lie) == sorted(TAROT_78)


def test_who_does_not_follow_is_known_to_be_out_of_the_suit_and_of_trumps_if_none_was_played() -> None:
    plays = ("KS 2H 3S", "F 4D T3", "KC F 2C", "T4 2D T5")
    tricks = tuple(_taken(cards) for cards in plays)
    state = type(Game().state)("play", 1, "high", tricks=tricks)
    assert set(shown_voids(state)) == {(BRUNO, "S"), (BRUNO, "T"), (CHIARA, "D")}


def _taken(cards: str) -> Taken:
    winner = winner_of(trick(cards), "high")
    assert winner is not None
    return Taken(trick(cards), winner)


@every_table
def test_dealt_anew_nobody_holds_a_suit_that_was_shown_to_be_out(case: Case) -> None:
    game = played(case)
    for moment in game.some(60):
        state: State = moment.table.state
        voids = set(shown_voids(state))
        for seat in range(3):
            anew = SCARTO.redeal(state, seat, Random(seat))
            assert not [card for other, hand in enumerate(anew.hands) for card in hand if (other, suit(card)) in voids]
            assert all(map(may_be_laid_away, anew.discard))
            assert (anew.discard == state.discard) or seat != state.dealer


@each(
    ("plan", "given"),
    [("lowest card", "10H"), ("if hearts are led: low", "10H"), ("highest card", "1H"), ("hearts low", "10H")],
)
def test_plans_know_how_round_suits_rank(plan: str, given: str) -> None:
    game = Game("2H 3H 4H 5H 6H 7H 8H 9H JH NH QH KH", "10H 1H", "").by_the_clock(1).play("9H")
    assert game.options() == ("1H", "10H")
    [ask] = asks(SCARTO, game.table).values()
    asked = plans.Asked(SCARTO, game.state, ask, game.view(BRUNO)["core"], BRUNO)
    found = plans.answer(plans.read_plan(SCARTO, plan, {}), asked)
    assert found is not None
    assert found.answer == given


def _progress(game: Game) -> list[str]:
    return [f"{part['unit']} {part['number']} of {part['of']}" for part in game.view()["core"]["progress"]]


def _sheets(game: Played) -> list[list[dict[str, int]]]:
    """The sheet of each deal, in order."""
    seen = [SCARTO.view(moment.table.state, None)["sheet"] for moment in game.moments]
    return [now for before, now in zip([None, *seen], seen, strict=False) if now is not None and now != before]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _strings(item)
