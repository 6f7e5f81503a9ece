"""Tarot of Dementlieu, rule by rule. Hands are stacked where they matter; `A KH` is Ada's answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from server.config import Settings
from server.rules import GAMES, OVER, Illegal, Table, all_asks, asks, begin, submit
from server.rules.cards import TAROT_78, TRUMPS, in_packets
from server.rules.core import Core
from server.rules.games.dementlieu import State, Taken
from server.rules.games.dementlieu.count import halves_of, pile
from server.rules.games.dementlieu.deal import drawn_for_the_deal, is_petit_sec
from server.rules.games.dementlieu.knowledge import hand_as_dealt
from server.rules.games.dementlieu.play import suit_led, winner_of
from server.rules.tarot import BOUTS, HALVES, LAID_AWAY
from server.web import create_web
from tests.each import each
from tests.rules.played import cases, played
from tests.rules.shapes import misfits
from tests.rules.understanding import understood

GAME = GAMES["dementlieu"]
ADA, BRUNO, CHIARA, DMITRI = range(4)
LAST_SEAT_DEALS = {3: "1S 2S KS", 4: "1S 2S 3S KS"}
"""What is drawn so that Ada speaks and leads first."""

Hands = Mapping[str, str]


def stacked(seats: int, first: int, hands: Hands) -> tuple[str, ...]:
    """The deck from which these hands (and this chien) come; what is not named fills up in canonical order."""
    places = in_packets([str(n) for n in range(78)], seats, first, packet=3, chien=6)
    named = [hands.get(seat, "").split() for seat in (*"ABCD"[:seats], "chien")]
    left = [card for card in TAROT_78 if not any(card in cards for cards in named)]
    deck = {}
    for at, cards in zip((*places.hands, places.apart), named, strict=True):
        short = len(at) - len(cards)
        deck |= dict(zip(map(int, at), [*cards, *left[:short]], strict=True))
        left = left[short:]
    return tuple(deck[place] for place in range(78))


class Match:
    """A match whose deals are stacked one by one; the draw makes the last seat the first dealer."""

    def __init__(self, seats: int = 4, *deals: Hands, draw: str = "", **options: str | int) -> None:
        self.seats, self.deals = seats, deals or ({},)
        self.drawn = (draw or LAST_SEAT_DEALS[seats]).split()
        self.firsts: list[int] = []
        self.table, self.story = begin(GAME, seats, options, self.shuffle)

    def shuffle(self, deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        if n == 1:
            return (*self.drawn, *(card for card in deck if card not in self.drawn))
        hands = self.deals[min(n - 2, len(self.deals) - 1)]
        return stacked(self.seats, "ABCD".index(hands["first"]) if "first" in hands else ADA, hands)

    def play(self, answers: str) -> Match:
        """``A prise, B pass, C pass, D pass``"""
        for line in answers.split(", "):
            seat, _, answer = line.partition(" ")
            self.table, said = submit(GAME, self.table, "ABCD".index(seat), answer, self.shuffle)
            self.story += said
        return self

    def by_clock(self, until: str = OVER, answers: int = 1000) -> Match:
        """The clock answers for everybody."""
        while answers and self.phase not in (OVER, until):
            for seat, ask in all_asks(GAME, self.table).items():
                self.play(f"{'ABCD'[seat]} {ask.absent}")
            answers -= 1
        return self

    def taken_by(self, seat: str, contract: str) -> Match:
        """One seat bids, the others pass; the clock lays away."""
        while self.phase == "bid":
            (bidder,) = self.asked()
            self.play(f"{'ABCD'[bidder]} {contract if 'ABCD'[bidder] == seat else 'pass'}")
        return self.by_clock(until="play")

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return GAME.view(self.table.state, seat)

    @property
    def phase(self) -> str:
        return self.table.state.phase

    def asked(self) -> list[int]:
        return list(asks(GAME, self.table))

    def options(self) -> tuple[str, ...]:
        (ask,) = asks(GAME, self.table).values()
        (slot,) = ask.slots
        return slot.options

    def absent(self) -> str:
        (ask,) = asks(GAME, self.table).values()
        return ask.absent

    def told(self) -> list[str]:
        return [said.text.format(**said.values) for said in self.story]

    @property
    def scores(self) -> tuple[int, ...]:
        return GAME.scores(self.table.state)

    @property
    def winners(self) -> tuple[int, ...]:
        return GAME.winners(self.table.state)


# The draw ------------------------------------------------------------------------------------------------------------


@each(
    ("cards", "dealer"),
    [
        ("KS 5H 7D 2C", ADA),
        ("10S JH 9D 2C", BRUNO),
        ("JS NH QD 2C", CHIARA),
        ("KS QS T1 NS", CHIARA),  # every trump outranks every suited card
        ("T4 KS T19 2C", CHIARA),
        ("5C 5D 5H 5S", DMITRI),  # spades, hearts, diamonds, clubs
        ("5C 5D 5H 4S", CHIARA),
        ("5C 5D 4H 4S", BRUNO),
    ],
)
def test_the_highest_card_drawn_deals(cards: str, dealer: int) -> None:
    drawn, drawer = drawn_for_the_deal(range(4), iter(cards.split()))
    assert drawer == dealer
    assert drawn == tuple(enumerate(cards.split()))


def test_the_first_card_is_that_of_ada_the_second_that_of_bruno() -> None:
    assert Match(draw="1S KS 2S 3S").view()["draw"] == [[0, "1S"], [1, "KS"], [2, "2S"], [3, "3S"]]
    assert Match(draw="1S KS 2S 3S").view()["dealer"] == BRUNO


def test_who_draws_the_fool_takes_the_next_card() -> None:
    drawn, dealer = drawn_for_the_deal(range(3), iter("KS F 2H KD KH".split()))
    assert drawn == ((0, "KS"), (1, "F"), (2, "2H"), (1, "KD"))
    assert dealer == ADA


def test_three_with_trumps_draw_again_and_the_others_are_out() -> None:
    drawn, dealer = drawn_for_the_deal(range(4), iter("T5 KS T21 T9 4H 7C 6D".split()))
    assert drawn[4:] == ((0, "4H"), (2, "7C"), (3, "6D"))
    assert dealer == CHIARA


def test_two_with_trumps_do_not_draw_again() -> None:
    drawn, dealer = drawn_for_the_deal(range(4), iter("T5 KS T21 KH 4H".split()))
    assert (len(drawn), dealer) == (4, CHIARA)


def test_a_trump_in_the_place_of_the_fool_counts_among_the_three() -> None:
    drawn, dealer = drawn_for_the_deal(range(4), iter("F T2 T3 1H T4 2S 3S 4S".split()))
    assert drawn == ((0, "F"), (1, "T2"), (2, "T3"), (3, "1H"), (0, "T4"), (0, "2S"), (1, "3S"), (2, "4S"))
    assert dealer == CHIARA


def test_drawing_again_goes_by_the_same_rule() -> None:
    drawn, dealer = drawn_for_the_deal(range(3), iter("T1 T2 T3 T6 F T4 T5 2C QD 9S".split()))
    assert [seat for seat, _ in drawn] == [0, 1, 2, 0, 1, 2, 1, 0, 1, 2]
    assert dealer == BRUNO


def test_the_draw_is_told_to_all_before_the_cards_are_dealt() -> None:
    match = Match(3, draw="T7 KS 4H")
    assert match.told()[:5] == [
        "0 drew T7.",
        "1 drew KS.",
        "2 drew 4H.",
        "0 drew highest, for the first deal.",
        "Deal 1 of 6: 0 dealt.",
    ]
    assert all(said.to is None for said in match.story)


def test_the_draw_has_a_shuffle_of_its_own() -> None:
    shuffles: list[int] = []

    def shuffle(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        assert deck == TAROT_78
        shuffles.append(n)
        return deck

    table, _ = begin(GAME, 4, {}, shuffle)
    assert shuffles == [1, 2]
    assert table.shuffles == 2


# The deal ------------------------------------------------------------------------------------------------------------


@each(("seats", "each"), [(3, 24), (4, 18)])
def test_everybody_gets_as_many_and_six_lie_in_the_chien(seats: int, each: int) -> None:
    match = Match(seats)
    assert match.view()["cards"] == [each] * seats
    assert len(match.table.state.deal.chien) == 6


def test_packets_of_three_and_a_card_to_the_chien_after_each_of_the_first_six() -> None:
    table, _ = begin(GAME, 4, {}, lambda deck, n: ("KS", "1S", "2S", "3S", *deck) if n == 1 else deck)
    hands, chien = table.state.hands, table.state.deal.chien
    assert hands[BRUNO][:6] == ("1S", "2S", "3S", "3H", "4H", "5H")  # 17th to 19th of the deck: a second packet
    assert hands[CHIARA][:3] == ("5S", "6S", "7S")
    assert hands[DMITRI][:3] == ("9S", "10S", "JS")
    assert hands[ADA][:3] == ("QS", "KS", "1H")
    assert chien == ("4S", "8S", "NS", "2H", "6H", "10H")


def test_the_petit_alone_is_shown_and_the_same_dealer_deals_again() -> None:
    sec = {"B": "T1 1H 2H 3H 4H 5H 6H 7H 8H 9H 10H JH NH QH KH 1S 2S 3S"}
    match = Match(4, sec, {})
    assert "1 showed T1 as the only trump: the same dealer dealt again." in match.told()
    assert match.told().count("Deal 1 of 6: 3 dealt.") == 2
    assert match.table.shuffles == 3
    assert (match.view()["deal"], match.view()["dealer"], match.asked()) == (1, DMITRI, [ADA])
    assert match.view()["petit-sec"] == [[BRUNO, "T1"]]


def test_the_petit_may_be_alone_twice_running() -> None:
    sec = "T1 1H 2H 3H 4H 5H 6H 7H 8H 9H 10H JH NH QH KH 1S 2S 3S"
    match = Match(4, {"B": sec}, {"D": sec}, {})
    assert match.view()["petit-sec"] == [[BRUNO, "T1"], [DMITRI, "T1"]]
    assert (match.view()["deal"], match.view()["dealer"], match.table.shuffles) == (1, DMITRI, 4)


@each("with_it", ["F", "T2"])
def test_the_petit_is_not_alone_with_the_fool_or_another_trump(with_it: str) -> None:
    hand = f"T1 {with_it} 2H 3H 4H 5H 6H 7H 8H 9H 10H JH NH QH KH 1S 2S 3S"
    match = Match(4, {"B": hand})
    assert match.table.shuffles == 2
    assert match.view()["petit-sec"] == []


# The auction ---------------------------------------------------------------------------------------------------------


def test_each_seat_speaks_once_from_the_one_after_the_dealer() -> None:
    match = Match(draw="KS 1S 2S 3S")
    assert match.asked() == [BRUNO]
    assert match.play("B pass").asked() == [CHIARA]
    assert match.play("C prise").asked() == [DMITRI]
    assert match.play("D pass").asked() == [ADA]
    assert match.play("A pass").phase == "discard"
    assert match.view()["bids"] == ["pass", "pass", "prise", "pass"]


def test_a_bid_goes_above_the_last() -> None:
    match = Match()
    assert match.options() == ("pass", "prise", "garde", "garde-sans", "garde-contre")
    assert match.play("A prise").options() == ("pass", "garde", "garde-sans", "garde-contre")
    assert match.play("B pass").options() == ("pass", "garde", "garde-sans", "garde-contre")
    assert match.play("C garde-sans").options() == ("pass", "garde-contre")


def test_a_bid_that_is_not_higher_is_refused_with_those_that_are() -> None:
    match = Match().play("A garde")
    with pytest.raises(Illegal, match="One of pass garde-sans garde-contre"):
        match.play("B prise")
    with pytest.raises(Illegal, match="Nothing is asked"):
        match.play("C pass")


def test_the_highest_bid_takes() -> None:
    match = Match().play("A prise, B garde, C pass, D garde-sans")
    assert (match.view()["taker"], match.view()["contract"]) == (DMITRI, "garde-sans")


def test_garde_contre_ends_the_auction_at_once() -> None:
    match = Match().play("A pass, B garde-contre")
    assert match.phase == "play"
    assert match.view()["bids"] == ["pass", "garde-contre", None, None]
    assert match.view()["taker"] == BRUNO


def test_when_all_pass_the_next_dealer_deals_and_nothing_is_paid_but_the_deal_counts() -> None:
    match = Match(3, {}, {"first": "B"}, deals=2).play("A pass, B pass, C pass")
    assert "All passed: nothing was paid." in match.told()
    assert (match.view()["deal"], match.view()["dealer"], match.asked()) == (2, ADA, [BRUNO])
    assert (match.view()["sheet"]["contract"], match.view()["sheet"]["halves"]) == (None, [0, 0, 0])
    match.play("B pass, C pass, A pass")
    assert match.phase == OVER
    assert match.scores == (0, 0, 0)
    assert match.winners == (ADA, BRUNO, CHIARA)
    assert match.told()[-1] == "(0, 1, 2) shared the match, with 0 coins each."


@each(
    ("typed", "bid"),
    [
        ("I pass", "pass"),
        ("je passe", "pass"),
        ("no", "pass"),
        ("passo", "pass"),
        ("la prise", "prise"),
        ("je prends", "prise"),
        ("take", "prise"),
        ("I bid guard", "garde"),
        ("Garde sans le chien", "garde-sans"),
        ("guard without", "garde-sans"),
        ("guard without the dog", "garde-sans"),
        ("garde contre", "garde-contre"),
        ("GUARD AGAINST", "garde-contre"),
    ],
)
def test_bids_are_read_in_english_and_in_french(typed: str, bid: str) -> None:
    (ask,) = asks(GAME, Match().table).values()
    assert understood(ask, typed) == bid


# The chien -----------------------------------------------------------------------------------------------------------

CHIEN = "2H T1 KD QC 7S T9"


@each("contract", ["prise", "garde"])
def test_the_chien_of_a_prise_or_garde_is_shown_to_all_and_taken_up(contract: str) -> None:
    match = Match(4, {"chien": CHIEN}).play(f"A {contract}, B pass, C pass, D pass")
    for seat in (None, ADA, BRUNO, CHIARA, DMITRI):
        assert match.view(seat)["chien"] == ["7S", "2H", "KD", "QC", "T1", "T9"]
    assert match.view()["cards"] == [24, 18, 18, 18]
    assert set(CHIEN.split()) <= set(match.view(ADA)["hand"])
    assert match.asked() == [ADA]


@each("contract", ["garde-sans", "garde-contre"])
def test_no_other_chien_is_ever_seen(contract: str) -> None:
    match = Match(4, {"chien": CHIEN}, deals=1).taken_by("B", contract)
    assert match.phase == "play"
    while match.phase != OVER:
        match.by_clock(answers=1)
        for seat in (None, ADA, BRUNO, CHIARA, DMITRI):
            assert match.view(seat)["chien"] is None
            assert not {"2H", "KD", "QC", "7S", "T9"} & set(strings(match.view(seat)))
    assert not any("KD" in line for line in match.told())


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for item in value.values() for text in strings(item))
    elif isinstance(value, Sequence):
        yield from (text for item in value for text in strings(item))


def test_no_king_no_bout_and_no_trump_is_laid_away() -> None:
    hand = "KS KH F T21 T2 T3 T4 T5 T6 1S 2S 3S 4S 5S 1H QH 3H JD"
    match = Match(4, {"A": hand, "chien": CHIEN}).play("A prise, B pass, C pass, D pass")
    assert match.options() == ("1S", "2S", "3S", "4S", "5S", "7S", "1H", "2H", "3H", "QH", "JD", "QC")
    with pytest.raises(Illegal, match="6 of 1S 2S"):
        match.play("A 1S 2S 3S")
    with pytest.raises(Illegal, match="KS is not among"):
        match.play("A KS 1S 2S 3S 4S 5S QC")


def test_a_plain_trump_goes_only_where_nothing_else_is_left() -> None:
    hand = "KS KH KC F T21 T2 T3 T4 T5 T6 T7 T8 T10 T11 T12 T13 1S 2S"
    match = Match(4, {"A": hand, "chien": CHIEN}).play("A prise, B pass, C pass, D pass")
    (ask,) = asks(GAME, match.table).values()
    (slot,) = ask.slots
    assert (slot.name, slot.least, slot.most) == ("trumps", 1, 1)  # 1S 2S 7S 2H QC go by themselves
    assert slot.options == tuple(f"T{n}" for n in range(2, 14))
    assert ask.absent == "T2"
    match.play("A T9")
    assert match.view(ADA)["discard"] == ["1S", "2S", "7S", "2H", "QC", "T9"]
    assert match.view()["cards"] == [18] * 4


def test_the_taker_alone_sees_what_was_laid_away() -> None:
    match = Match(4, {"chien": CHIEN}).taken_by("A", "garde")
    assert match.view(ADA)["discard"]
    assert [match.view(seat)["discard"] for seat in (None, BRUNO, CHIARA, DMITRI)] == [None] * 4
    assert [said.to for said in match.story if "laid" in said.text] == [None, ADA]


def test_the_clock_lays_away_what_counts_least() -> None:
    hand = "KS QS NS JS KH QH NH JH KD 9H 2D T10 T11 T12 9C T3 T4 T5"
    match = Match(4, {"A": hand, "chien": "1C 7D QC NC 8C T9"}).play("A prise, B pass, C pass, D pass")
    assert match.absent() == "9H 2D 7D 1C 8C 9C"


def test_of_court_cards_the_jacks_go_first() -> None:
    hand = "KS QS NS JS KH QH NH JH KD T10 T11 T12 9C 8C 7C T3 T4 T5"
    match = Match(4, {"A": hand, "chien": "1C T6 QC NC JC T9"}).play("A prise, B pass, C pass, D pass")
    assert match.absent() == "JS JH 1C 7C 8C 9C"


# The play ------------------------------------------------------------------------------------------------------------


def table_with(hands: Sequence[str], leader: int = ADA, trick: Sequence[tuple[int, str]] = ()) -> Table:
    """A table in the middle of the play, with these cards left."""
    state = Match(len(hands)).taken_by("A", "garde-contre").table.state
    held = tuple(tuple(hand.split()) for hand in hands)
    return Table(replace(state, hands=held, leader=leader, trick=tuple(trick)), {}, 2)


def may_play(hand: str, trick: str) -> str:
    """What Dmitri may play after these cards of those who sit before him."""
    cards = trick.split()
    leader = DMITRI - len(cards)
    table = table_with(["1C", "1C", "1C", hand], leader, list(enumerate(cards, start=leader)))
    return " ".join(asks(GAME, table)[DMITRI].slots[0].options)


@each(
    ("trick", "hand", "may"),
    [
        ("", "3S KH T4 F", "3S KH T4 F"),  # any card leads
        ("5S", "3S KS KH T4 F", "3S KS T4 F"),  # the suit, or any trump, or the Fool
        ("5S T10", "3S T4 T12 F", "3S T4 T12 F"),  # no duty to go above a trump
        ("5S", "KH 2D T4 F", "KH 2D T4 F"),  # without the suit, anything: no duty to trump
        ("T8", "3S T4 T9 T20 F", "T9 T20 F"),  # above the highest so far
        ("T8 T15", "3S T4 T9 T20 F", "T20 F"),
        ("T15 T8", "3S T4 T9 F", "T4 T9 F"),  # otherwise any trump
        ("T15 3D", "3S KH F", "3S KH F"),  # otherwise anything
        ("T15", "3S T2", "T2"),
        ("F", "3S KH T4", "3S KH T4"),  # the Fool led: the next card sets what was led
        ("F 5S", "3S KH T4", "3S T4"),
        ("F T5", "3S T4 T6", "T6"),
        ("5S F", "3S KH T4", "3S T4"),
        ("5S", "KH F", "KH F"),
    ],
)
def test_what_may_be_played(trick: str, hand: str, may: str) -> None:
    assert may_play(hand, trick) == may


def test_a_card_that_does_not_follow_is_refused_with_those_that_do() -> None:
    hands = {"A": "5S", "B": "7S T4 F KH 1H 2H 3H 4H 5H 6H 7H 8H 9H 10H JH NH QH 1D"}
    match = Match(4, hands).taken_by("A", "garde-contre").play("A 5S")
    with pytest.raises(Illegal, match="One of 7S T4 F"):
        match.play("B KH")


def test_cards_are_read_as_they_are_called() -> None:
    (ask,) = asks(GAME, Match(4, {"A": "KH T1 T21 F 1S"}).taken_by("A", "garde-contre").table).values()
    typed = {"roi de cœur": "KH", "le petit": "T1", "the world": "T21", "the joker": "F", "ace of spades": "1S"}
    assert {text: understood(ask, text) for text in typed} == typed


def last_trick(cards: str, *tricks: Taken, taken: str = "A garde-contre", **options: str | int) -> Table:
    """A table after its last trick, which Ada led; ``tricks`` were taken before. Chien and discard are left out."""
    match = Match(len(cards.split()), **{"deals": 1, **options}).taken_by(*taken.split())
    deal = replace(match.table.state.deal, chien=(), discard=())
    hands = tuple((card,) for card in cards.split())
    state = replace(match.table.state, deal=deal, hands=hands, leader=ADA, tricks=tricks)
    match.table = Table(state, {}, match.table.shuffles)
    return match.play(", ".join(f"{'ABCD'[seat]} {card}" for seat, (card,) in enumerate(hands))).table


def seen(table: Table, seat: int | None = None) -> dict[str, Any]:
    return GAME.view(table.state, seat)


def trick_of(cards: str) -> list[int | None]:
    """Who is ahead after each card of a trick that Ada leads, and who takes it; it is not the last one."""
    table = table_with([f"{card} 1C" for card in cards.split()])
    ahead = []
    for seat, card in enumerate(cards.split()):
        table, _ = submit(GAME, table, seat, card, Match().shuffle)
        ahead.append(seen(table)["winning"])
    return [*ahead[:-1], seen(table)["last"]["winner"]]


@each(
    ("cards", "ahead"),
    [
        ("5S 9S KH 7S", [0, 1, 1, 1]),  # the highest of the suit led
        ("5S T2 KS T7", [0, 1, 1, 3]),  # the highest trump
        ("JS NS QS KS", [0, 1, 2, 3]),
        ("10S 1S 9S 2S", [0, 0, 0, 0]),  # 10 is above 1
        ("F 5H KS QH", [None, 1, 1, 3]),  # the Fool takes nothing; hearts were led
        ("F T1 KS QH", [None, 1, 1, 1]),
        ("3D F 2D KC", [0, 0, 0, 0]),
        ("T1 F T21 T20", [0, 0, 2, 2]),
    ],
)
def test_who_takes_a_trick(cards: str, ahead: list[int | None]) -> None:
    assert trick_of(cards) == ahead


def test_who_takes_the_trick_leads_the_next_one() -> None:
    match = Match(4, {"A": "5S", "B": "6S", "C": "KS", "D": "7S"}).taken_by("A", "garde-contre")
    match.play("A 5S, B 6S, C KS, D 7S")
    assert match.view()["leader"] == CHIARA
    assert match.asked() == [CHIARA]
    assert match.view()["taken"] == [0, 0, 1, 0]
    assert match.view()["last"] == {"cards": [[0, "5S"], [1, "6S"], [2, "KS"], [3, "7S"]], "winner": CHIARA}


def test_the_seat_after_the_dealer_leads_whoever_takes() -> None:
    match = Match(draw="KS 1S 2S 3S").taken_by("D", "garde")
    assert match.view()["leader"] == BRUNO
    assert match.asked() == [BRUNO]


def test_the_fool_led_to_the_very_last_trick_wins_it() -> None:
    table = last_trick("F T21 KS KH")
    assert seen(table)["last"]["winner"] == ADA
    assert pile(table.state, ADA) == ("F", "T21", "KS", "KH")


def test_the_fool_played_to_the_last_trick_goes_to_who_takes_it() -> None:
    table = last_trick("2S F 3S 1H")
    assert seen(table)["last"]["winner"] == CHIARA
    assert "F" in pile(table.state, CHIARA)


def test_a_fool_lost_goes_to_the_pile_of_whoever_takes_the_trick() -> None:
    hands = {"A": "5S", "B": "F", "C": "KS", "D": "7S"}
    match = Match(4, hands).taken_by("B", "garde-contre").play("A 5S, B F, C KS, D 7S")
    assert pile(match.table.state, CHIARA) == ("5S", "F", "KS", "7S")


@each(
    ("hand", "lowest"),
    [
        ("KS 3H 3D T1 T5 F", "3H"),
        ("KS T1 T5 F", "KS"),
        ("10S JH NC", "10S"),
        ("T2 T5 F", "T2"),
        ("F", "F"),
    ],
)
def test_the_clock_plays_the_lowest_card_suits_before_trumps_the_fool_last(hand: str, lowest: str) -> None:
    assert asks(GAME, table_with([hand, "1C", "1C", "1C"]))[ADA].absent == lowest


# The count -----------------------------------------------------------------------------------------------------------


@each(
    ("cards", "points"),
    [
        ("KS 7H", 5),  # with an ordinary card
        ("T1 7H", 5),
        ("T21 T8", 5),
        ("F 2C", 5),
        ("QS 7H", 4),
        ("NS 7H", 3),
        ("JS 7H", 2),
        ("1S 7H", 1),
        ("T5 T6", 1),
        ("KS KH", 9),
        ("QS JH", 5),
        ("7S", 0.5),  # an odd pile
        ("KS", 4.5),
        ("T5", 1),  # a plain trump left over counts 1
        ("KS 7H 8H", 5.5),
        ("KS 7H T8", 6),
        ("KS T7 8H T9", 6),  # none is left over
        ("T1 T21 F", 13.5),  # bouts are no plain trumps
        ("", 0),
    ],
)
def test_what_a_pile_counts(cards: str, points: float) -> None:
    assert halves_of(tuple(cards.split())) == 2 * points


def test_the_cards_count_91_points_in_all() -> None:
    assert sum(HALVES.values()) == 182


def heap(seat: int, halves: int, bouts: Sequence[str] = ()) -> Taken:
    """Cards that a seat has taken, worth exactly so many half points: these bouts, then court cards, then pips."""
    cards = [*bouts]
    rest = sorted((card for card in TAROT_78[:56] if card[0] != "1" or card[1] == "0"), key=HALVES.get, reverse=True)
    for card in rest:
        if HALVES[card] <= halves - sum(HALVES[held] for held in cards):
            cards.append(card)
    assert sum(HALVES[card] for card in cards) == halves
    return Taken(tuple((seat, card) for card in cards), seat)


LOST = "1S T20 1D 1C"
"""A last trick that Ada leads and Bruno takes; the aces are in no heap."""


@each(("count", "needed"), [(0, 56), (1, 51), (2, 41), (3, 36)])
@each(("more", "made"), [(-2, False), (-1, False), (0, True), (1, True)])
def test_a_contract_needs_points_by_the_bouts_and_half_a_point_counts(
    count: int, needed: int, more: int, made: bool
) -> None:
    sheet = seen(last_trick(LOST, heap(ADA, 2 * needed + more, BOUTS[:count])))["sheet"]
    assert (sheet["halves"][ADA], sheet["bouts"], sheet["needed"]) == (2 * needed + more, count, needed)
    assert sheet["made"] == made


@each(("contract", "times"), [("prise", 1), ("garde", 2), ("garde-sans", 4), ("garde-contre", 6)])
@each("stake", [1, 10])
def test_each_other_player_pays_the_taker_or_is_paid(contract: str, times: int, stake: int) -> None:
    made = last_trick(LOST, heap(ADA, 112), taken=f"A {contract}", stake=stake)
    failed = last_trick(LOST, heap(ADA, 110), taken=f"A {contract}", stake=stake)
    coins = times * stake
    assert GAME.scores(made.state) == (3 * coins, -coins, -coins, -coins)
    assert GAME.scores(failed.state) == (-3 * coins, coins, coins, coins)
    assert (GAME.winners(made.state), GAME.winners(failed.state)) == ((ADA,), (BRUNO, CHIARA, DMITRI))


def test_three_players_pay_the_same() -> None:
    table = last_trick("1S T20 1D", heap(CHIARA, 112), taken="C garde")
    assert GAME.scores(table.state) == (-2, -2, 4)


def test_the_count_is_told_in_points_and_half_points() -> None:
    match = Match(3, deals=1).taken_by("A", "garde-contre")
    hands, tricks = (("1S",), ("T20",), ("1D",)), (heap(ADA, 81, BOUTS[:2]),)
    match.table = replace(match.table, state=replace(match.table.state, hands=hands, tricks=tricks))
    assert match.play("A 1S, B T20, C 1D").told()[-3:] == [
        "0 counted 40½ points with 2 bouts, and needed 41.",
        "0 failed and paid 6 coins to each.",
        "(1, 2) shared the match, with 6 coins each.",
    ]


@each("contract", ["prise", "garde"])
def test_what_was_laid_away_lies_in_the_pile_of_the_taker(contract: str) -> None:
    match = Match().taken_by("A", contract)
    assert set(match.view(ADA)["discard"]) == set(pile(match.table.state, ADA))


def test_an_unseen_chien_counts_for_the_taker_or_for_nobody() -> None:
    sans, contre = (Match(4, {"chien": CHIEN}).taken_by("B", bid).table.state for bid in ("garde-sans", "garde-contre"))
    assert set(pile(sans, BRUNO)) == set(CHIEN.split())
    assert [pile(contre, seat) for seat in range(4)] == [()] * 4


# The pot -------------------------------------------------------------------------------------------------------------


@each(("contract", "times"), [("prise", 1), ("garde", 2), ("garde-sans", 4), ("garde-contre", 6)])
def test_everybody_stakes_the_bid_of_the_taker(contract: str, times: int) -> None:
    match = Match(settlement="pot", stake=5).taken_by("C", contract)
    assert match.view()["coins"] == [-5 * times] * 4
    assert match.view()["pot"] == 20 * times


def test_the_highest_pile_takes_all_whoever_was_the_taker() -> None:
    table = last_trick(LOST, heap(DMITRI, 60), heap(ADA, 58), settlement="pot", taken="A garde")
    assert GAME.scores(table.state) == (-2, -2, -2, 6)
    assert (seen(table)["pot"], seen(table)["sheet"]["pot-to"], seen(table)["sheet"]["made"]) == (0, [DMITRI], None)


def test_equal_highest_piles_share_and_a_remainder_stays_for_the_next_pot() -> None:
    piles = heap(ADA, 40), heap(CHIARA, 40), heap(DMITRI, 40)
    table = last_trick(LOST, *piles, settlement="pot", taken="A prise", deals=2)
    assert GAME.scores(table.state) == (0, -1, 0, 0)
    assert (seen(table)["pot"], seen(table)["sheet"]["pot"]) == (1, 1)
    assert seen(table)["deal"] == 2


def test_what_stayed_goes_with_the_next_pot() -> None:
    piles = heap(ADA, 40), heap(CHIARA, 40), heap(DMITRI, 40)
    match = Match(4, {"first": "B"}, settlement="pot", deals=3)
    match.table = last_trick(LOST, *piles, settlement="pot", taken="A prise", deals=2)
    match.taken_by("B", "prise")
    assert match.view()["pot"] == 5


def test_a_pot_stays_when_all_pass() -> None:
    piles = heap(ADA, 40), heap(CHIARA, 40), heap(DMITRI, 40)
    match = Match(4, {"first": "B"}, settlement="pot")
    match.table = last_trick(LOST, *piles, settlement="pot", taken="A prise", deals=3)
    match.play("B pass, C pass, D pass, A pass")
    assert (match.view()["deal"], match.view()["pot"]) == (3, 1)
    assert match.scores == (0, -1, 0, 0)


def test_what_is_left_after_the_last_deal_goes_to_nobody() -> None:
    piles = heap(ADA, 40), heap(CHIARA, 40), heap(DMITRI, 40)
    table = last_trick(LOST, *piles, settlement="pot", taken="A prise")
    assert table.state.phase == OVER
    assert GAME.scores(table.state) == (0, -1, 0, 0)
    assert GAME.winners(table.state) == (ADA, CHIARA, DMITRI)
    assert seen(table)["pot"] == 1


# The end -------------------------------------------------------------------------------------------------------------


def test_the_deal_passes_on_and_the_last_one_ends_the_match() -> None:
    match = Match(3, deals=3, draw="1S KS 2S")
    dealers = []
    while match.phase != OVER:
        dealers.append(match.view()["dealer"])
        for seat in ("C", "A", "B") if len(dealers) == 1 else ("A", "B", "C") if len(dealers) == 2 else ("B", "C", "A"):
            match.play(f"{seat} pass")
    assert dealers == [BRUNO, CHIARA, ADA]


def test_most_coins_win() -> None:
    table = last_trick(LOST, heap(ADA, 112), taken="A garde")
    assert GAME.winners(table.state) == (ADA,)


# What a seat sees ----------------------------------------------------------------------------------------------------

SEEN = {
    "phase", "deal", "deals", "stake", "settlement", "draw", "dealer", "petit-sec", "hand", "cards", "bids", "taker",
    "contract", "times", "chien", "discard", "trick", "leader", "winning", "taken", "tricks", "coins", "pot", "last",
    "sheet", "sheets", "core",
}  # fmt: skip


@each("seat", [None, ADA, BRUNO])
def test_a_view_has_these_fields_and_no_others(seat: int | None) -> None:
    match = Match(deals=1)
    views = [match.view(seat)]
    match.play("A prise, B pass, C pass, D pass")
    for until in ("discard", "play", OVER):
        views.append(match.by_clock(until).view(seat))
    assert [view["phase"] for view in views] == ["bid", "discard", "play", OVER]
    assert all(set(view) == SEEN for view in views)


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    match = Match(4, {"A": "KS T1 T2"})
    assert {"KS", "T1", "T2"} <= set(match.view(ADA)["hand"])
    assert not set(match.view(BRUNO)["hand"]) & set(match.view(ADA)["hand"])
    assert match.view(None)["hand"] == []


def test_the_last_trick_stays_in_sight_when_the_next_deal_lies_on_the_table() -> None:
    table = last_trick("F T21 KS KH", deals=2)
    assert seen(table)["phase"] == "bid"
    assert seen(table)["last"] == {"cards": [[0, "F"], [1, "T21"], [2, "KS"], [3, "KH"]], "winner": ADA}
    assert seen(table)["tricks"] == []


def test_there_is_no_last_trick_and_no_sheet_at_first() -> None:
    assert (Match().view()["last"], Match().view()["sheet"]) == (None, None)


def test_the_sheet_of_a_deal() -> None:
    bouts = ("T1", "F")
    assert seen(last_trick(LOST, heap(ADA, 82, bouts), taken="A garde", stake=3))["sheet"] == {
        "deal": 1,
        "contract": "garde",
        "taker": ADA,
        "bouts": 2,
        "bout-cards": ["T1", "F"],
        "halves": [82, 4, 0, 0],
        "needed": 41,
        "made": True,
        "pot-to": [],
        "got": [18, -6, -6, -6],
        "coins": [18, -6, -6, -6],
        "pot": 0,
    }


# Whatever happens ----------------------------------------------------------------------------------------------------

every_table = each("case", [case for case in cases() if case.key == "dementlieu"])


def all_cards(state: State) -> Counter[str]:
    """The cards on the table, wherever they lie."""
    return Counter(card for cards in GAME.cards(state).values() for card in cards)


@every_table
def test_78_cards_are_always_accounted_for(case: Any) -> None:
    for moment in played(case).moments:
        assert all_cards(moment.table.state) == Counter(TAROT_78)


@every_table
def test_all_piles_count_91_points_and_what_is_left_over_in_odd_ones(case: Any) -> None:
    for moment in played(case).moments:
        sheet = GAME.view(moment.table.state, None)["sheet"]
        if moment.table.state.phase == OVER and sheet["contract"] in ("prise", "garde", "garde-sans"):
            assert 182 <= sum(sheet["halves"]) <= 182 + (2 if case.seats == 3 else 0)


@every_table
def test_no_coin_is_made_or_lost(case: Any) -> None:
    for moment in played(case).moments:
        assert sum(GAME.scores(moment.table.state)) + moment.table.state.match.pot == 0


@every_table
def test_nobody_is_dealt_the_petit_alone(case: Any) -> None:
    for moment in played(case).moments:
        state = moment.table.state
        assert not any(is_petit_sec(hand_as_dealt(state, seat)) for seat in range(case.seats))


# What a seat can work out --------------------------------------------------------------------------------------------


def dealt_anew(table: Table, seat: int, times: int = 20) -> Iterator[State]:
    for n in range(times):
        yield GAME.redeal(table.state, seat, Random(n))


def test_who_did_not_follow_has_none_of_the_suit() -> None:
    match = Match(4, {"A": "5S 1H", "B": "2H 3H 4H 5H 6H 7H 8H 9H 10H JH NH QH KH 1D 2D 3D 4D 5D"})
    match.taken_by("A", "garde-contre").play("A 5S, B 2H")
    for state in dealt_anew(match.table, CHIARA):
        assert not [card for card in state.hands[BRUNO] if card[-1] == "S" and card != "F"]


def test_who_trumps_may_still_have_the_suit() -> None:
    match = Match(4, {"A": "5S 1H 2H 3H", "B": "T5 T6 7S 8S 1C 2C"}).taken_by("A", "garde-contre").play("A 5S, B T5")
    assert any(card[-1] == "S" for state in dealt_anew(match.table, CHIARA) for card in state.hands[BRUNO])


def test_who_plays_below_a_trump_has_none_above() -> None:
    match = Match(4, {"A": "T10 1S", "B": "T2 T3 1H 2H 3H 4H 5H 6H 7H 8H 9H 10H 1D 2D 3D 4D 5D 6D"})
    match.taken_by("A", "garde-contre").play("A T10, B T2")
    for state in dealt_anew(match.table, DMITRI):
        assert not set(state.hands[BRUNO]) & set(TRUMPS[10:])


def test_a_chien_taken_up_is_the_takers_wherever_it_lies() -> None:
    match = Match(4, {"chien": CHIEN}).taken_by("A", "garde")
    lying = []
    for state in dealt_anew(match.table, BRUNO):
        assert set(CHIEN.split()) <= {*state.hands[ADA], *state.deal.discard}
        assert {"T1", "KD", "T9"} <= set(state.hands[ADA])
        lying.append(state.deal.discard)
    assert len(set(lying)) > 1


def test_the_taker_knows_what_was_laid_away() -> None:
    match = Match(4, {"chien": CHIEN}).taken_by("A", "garde")
    assert {state.deal.discard for state in dealt_anew(match.table, ADA)} == {match.table.state.deal.discard}


def test_a_chien_that_nobody_has_seen_may_be_any_cards() -> None:
    match = Match(4, {"chien": CHIEN}).taken_by("A", "garde-sans")
    assert len({state.deal.chien for state in dealt_anew(match.table, ADA)}) > 10


ONLY_TRUMPS_AND_KINGS = "KS KH KC F T21 T2 T3 T4 T5 T6 T7 T8 T10 T11 T12 T13 1S 2S"


def test_trumps_laid_away_are_nobodys_but_the_takers_to_know() -> None:
    match = Match(4, {"A": ONLY_TRUMPS_AND_KINGS, "chien": CHIEN})
    match.play("A prise, B pass, C pass, D pass").play("A T9")
    discards = {state.deal.discard for state in dealt_anew(match.table, BRUNO)}
    assert len(discards) > 1
    assert all(LAID_AWAY.issuperset(discard) for discard in discards)
    assert {state.deal.discard for state in dealt_anew(match.table, ADA)} == {match.table.state.deal.discard}


def test_where_nothing_else_can_lie_there_trumps_were_laid_away() -> None:
    match = Match(4, {"A": ONLY_TRUMPS_AND_KINGS, "chien": CHIEN})
    match.play("A prise, B pass, C pass, D pass").play("A T9")
    table, random = match.table, Random(1)
    while (state := table.state).phase == "play":
        for seat in (BRUNO, CHIARA, DMITRI):
            anew = GAME.redeal(state, seat, random)
            assert all_cards(anew) == Counter(TAROT_78)
            assert LAID_AWAY.issuperset(anew.deal.discard) or LAID_AWAY.isdisjoint(anew.hands[ADA])
        lying = anew.deal.discard
        ((seat, ask),) = asks(GAME, table).items()
        table, _ = submit(GAME, table, seat, random.choice(ask.slots[0].options), lambda cards, n: cards)
    assert not LAID_AWAY.issuperset(lying)


# What the table knows of every game ----------------------------------------------------------------------------------


def core(table: Table, seat: int | None = None) -> dict[str, Any]:
    return GAME.view(table.state, seat)["core"]


def test_where_the_cards_lie() -> None:
    match = Match(4, {"A": "KS KH", "B": "6S", "C": "QS", "D": "9S", "chien": CHIEN})
    places = GAME.cards(match.table.state)
    assert set(places["chien"]) == set(CHIEN.split())
    assert (len(places["hand 0"]), places["discard"], places["trick"], places["tricks 0"]) == (18, (), (), ())
    match.play("A prise, B pass, C pass, D pass")
    places = GAME.cards(match.table.state)
    assert (len(places["hand 0"]), places["chien"]) == (24, ())
    match.by_clock("play").play("A KS, B 6S, C QS, D 9S, A KH")
    places = GAME.cards(match.table.state)
    assert list(places["discard"]) == match.view(ADA)["discard"]
    assert (places["tricks 0"], places["trick"]) == (("KS", "6S", "QS", "9S"), ("KH",))


def test_cards_rank_as_they_take_each_other() -> None:
    state = Match().table.state
    assert GAME.order(state, "H") == tuple(f"{rank}H" for rank in "1 2 3 4 5 6 7 8 9 10 J N Q K".split())
    assert GAME.order(state, "T") == TRUMPS
    assert GAME.order(state, "B") == ()
    for suit in "SHDCT":
        for lower, higher in pairwise(GAME.order(state, suit)):
            assert winner_of(((ADA, higher), (BRUNO, lower)), last=False) == ADA
            assert winner_of(((ADA, lower), (BRUNO, higher)), last=False) == BRUNO


@every_table
def test_one_parts_with_cards_in_the_order_of_the_clock(case: Any) -> None:
    for moment in played(case).moments:
        if moment.table.state.phase == "play":
            [ask] = moment.asks.values()
            order = GAME.order(moment.table.state, "")
            assert sorted(order) == sorted(TAROT_78)
            assert min(ask.slots[0].options, key=order.index) == ask.absent


def test_to_pass_is_the_only_token_that_declines() -> None:
    assert GAME.passes == {"pass"}


@every_table
def test_a_view_has_the_type_that_is_told_of_it(case: Any) -> None:
    for moment in played(case).some(15):
        for seat in (None, *range(case.seats)):
            view = GAME.view(moment.table.state, seat)
            assert not list(misfits(view, GAME.view_type))
            assert set(view["core"]) == {field.name for field in fields(Core)}


@every_table
def test_the_core_of_a_view_says_what_the_view_says(case: Any) -> None:
    for moment in played(case).some(100):
        state = moment.table.state
        for seat in (None, ADA):
            view = GAME.view(state, seat)
            core, playing = view["core"], state.phase == "play"
            for name in ("phase", "hand", "leader", "dealer", "winning", "last", "tricks"):
                assert core[name] == view[name]
            assert core["turn"] == list(moment.asks)
            assert core["counts"] == view["cards"]
            assert core["trick"] == (view["trick"] if playing else None)
            assert core["led"] == (suit_led(state.trick) or None)
            units = [(each["unit"], each["number"], each["of"]) for each in core["progress"]]
            assert units[0] == ("deal", view["deal"], view["deals"])
            assert units[1:] == ([("trick", len(view["tricks"]) + 1, 72 // case.seats)] if playing else [])


def test_before_a_deal_is_settled_there_is_no_contract() -> None:
    assert core(Match().table)["contract"] is None
    assert core(Match().play("A prise, B pass, C pass").table)["contract"] is None


@each("bid", ["prise", "garde-sans", "garde-contre"])
def test_what_everybody_knows_of_a_contract_at_first(bid: str) -> None:
    assert core(Match(4, {"chien": CHIEN}).taken_by("B", bid).table)["contract"] == {
        "bid": bid,
        "taker": BRUNO,
        "side": [BRUNO],
        "trump": None,
        "needs": 112,
        "made": 0,
        "per_point": 2,
        "bouts": [],
    }


@each("bid", ["prise", "garde-sans"])
def test_tricks_bring_the_taker_nearer_and_bouts_lower_what_it_needs(bid: str) -> None:
    hands = {"A": "KS T21 5H", "B": "7S F 6H", "C": "QS T5 7H", "D": "1S T6 KH", "chien": "2D 3D 4D T1 6D 7D"}
    match = Match(4, hands).taken_by("A", bid).play("A KS, B 7S, C QS, D 1S")
    contract = core(match.table)["contract"]
    assert (contract["needs"], contract["made"], contract["bouts"]) == (112, 9 + 1 + 7 + 1, [])
    contract = core(match.play("A T21, B F, C T5, D T6").table)["contract"]
    assert (contract["needs"], contract["made"], contract["bouts"]) == (82, 18 + 9 + 9 + 1 + 1, ["T21", "F"])
    assert core(match.play("A 5H, B 6H, C 7H, D KH").table)["contract"] == contract  # a trick of the others


def test_a_trump_that_may_yet_not_be_left_over_does_not_count_more() -> None:
    match = Match(3, {"A": "T20 T21", "B": "T5", "C": "T6"}).taken_by("A", "garde-contre").play("A T20, B T5, C T6")
    assert halves_of(pile(match.table.state, ADA)) == 4
    assert core(match.table)["contract"]["made"] == 3


@every_table
def test_what_is_known_to_be_made_grows_and_what_is_needed_falls(case: Any) -> None:
    known: dict[int, list[tuple[int, int]]] = {}
    for moment in played(case).moments:
        view = GAME.view(moment.table.state, None)
        contract = view["core"]["contract"]
        if contract and contract["needs"]:
            known.setdefault(view["deal"], []).append((contract["made"], -contract["needs"]))
    for deal in known.values():
        assert all(made <= later and needs <= now for (made, needs), (later, now) in pairwise(deal))


@each("count", range(4))
def test_what_was_known_comes_to_what_is_counted(count: int) -> None:
    table = last_trick(LOST, heap(ADA, 81, BOUTS[:count]), taken="A garde-contre")
    contract, sheet = core(table)["contract"], seen(table)["sheet"]
    assert (contract["needs"], contract["made"]) == (2 * sheet["needed"], sheet["halves"][ADA])
    assert contract["bouts"] == sheet["bout-cards"]


def test_when_the_match_is_over_the_cards_laid_away_count() -> None:
    match = Match(deals=1).taken_by("A", "prise").by_clock()
    contract, sheet = core(match.table)["contract"], match.view()["sheet"]
    assert contract["made"] == sheet["halves"][ADA] == halves_of(pile(match.table.state, ADA))


def test_for_a_pot_everybody_plays_alone() -> None:
    contract = core(Match(settlement="pot").taken_by("C", "garde").table)["contract"]
    assert (contract["bid"], contract["taker"], contract["side"]) == ("garde", None, [])
    assert (contract["needs"], contract["made"]) == (None, None)


def test_when_all_passed_there_was_no_contract() -> None:
    assert core(Match(deals=1).play("A pass, B pass, C pass, D pass").table)["contract"] is None


def waited_for(match: Match) -> str:
    said = GAME.idle(match.table.state)
    assert said.to is None
    return said.text.format(**said.values)


def test_who_is_not_asked_is_told_what_to_wait_for() -> None:
    match = Match(deals=1)
    assert waited_for(match) == "0 to bid."
    assert waited_for(match.play("A pass")) == "1 to bid."
    assert waited_for(match.play("B prise, C pass, D pass")) == "1 to lay six cards away."
    assert waited_for(match.by_clock("play")) == "0 to lead."
    assert waited_for(match.by_clock(answers=1)) == "1 to play."
    assert waited_for(match.by_clock()) == "The match is over."


@every_table
def test_what_is_waited_for_tells_nothing_that_is_hidden(case: Any) -> None:
    random = Random(str(case))
    for moment in played(case).some(40):
        state = moment.table.state
        assert list(GAME.idle(state).values.values()) == list(moment.asks)
        for seat in range(case.seats):
            assert GAME.idle(GAME.redeal(state, seat, random)) == GAME.idle(state)


# The rules page ------------------------------------------------------------------------------------------------------


@pytest.fixture
def web(tmp_path: Path) -> Flask:
    """The pages, which need no database to say what the rules are."""
    return create_web(Settings({"DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite'}", "STATE_DIR": str(tmp_path)}))


def test_the_rules_page_says_what_the_game_is_made_from(web: Flask) -> None:
    page = web.test_client().get("/rules/dementlieu").text
    assert "contradicts itself" in page
    assert "fantasy" in page
    assert "not French Tarot" in page
    for rule in ("56 points", "Led to the very last trick", "The pot is staked", "The clock passes"):
        assert rule in page


def test_the_page_counts_the_fool_in_a_trick_like_any_other_card() -> None:
    """It is lost to whoever takes the trick, unlike the Excuse of French Tarot."""
    assert GAME.trick_points is not None
    assert GAME.trick_points(((0, "KH"), (1, "F"), (2, "2H"))) == 9.5
