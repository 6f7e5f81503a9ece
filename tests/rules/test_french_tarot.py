"""French Tarot, rule by rule. Hands are named as far as they matter; the cards left fill them up in canonical order."""

from __future__ import annotations

from random import Random
from typing import Any, get_type_hints

import pytest

from server.rules import GAMES, Ask, Illegal, Said, Slot, Table, asks, begin, dump, load, submit
from server.rules.cards import TAROT_78, TRUMPS
from server.rules.games.french_tarot import SIZES, Deal, Rules, Shown, State, Taken, in_rows
from server.rules.games.french_tarot import Match as Standing
from server.rules.games.french_tarot import contracts as paid
from server.rules.games.french_tarot.seen import SheetView, ShownView, TrickView, View
from server.rules.record import replace
from tests.each import each
from tests.rules.played import Case, cases, played, random_answer
from tests.rules.understanding import understood

GAME = GAMES["french-tarot"]
ADA, BRUNO, CHIARA, DMITRI, EDDA = range(5)


def filled(seats: int, hands: str, chien: str) -> tuple[list[list[str]], list[str]]:
    """``KS T1 | 2H`` as whole hands and a whole chien."""
    named = [hand.split() for hand in hands.split("|")]
    named += [[] for _ in range(seats - len(named))]
    apart = chien.split()
    left = [card for card in TAROT_78 if not any(card in cards for cards in (*named, apart))]
    size = (78 - SIZES[seats].chien) // seats
    for cards, full in [(apart, SIZES[seats].chien), *((hand, size) for hand in named)]:
        cards += [left.pop(0) for _ in range(full - len(cards))]
    assert not left
    return named, apart


def stacked(seats: int, dealer: int, hands: list[list[str]], chien: list[str]) -> tuple[str, ...]:
    """The deck from which these hands are dealt."""
    size, seat, deck = SIZES[seats], (dealer + 1) % seats, []
    hands, chien = [list(hand) for hand in hands], list(chien)
    while any(hands):
        deck += [hands[seat].pop(0) for _ in range(size.packet)]
        if chien:
            deck.append(chien.pop(0))
        seat = (seat + 1) % seats
    return tuple(deck)


class Match:
    """A match whose first deals are stacked; the others are shuffled."""

    def __init__(self, *deals: str, seats: int = 4, chien: str = "", **options: str | int) -> None:
        self.seats, self.deals, self.chien = seats, deals, chien
        named = {name.replace("_", "-"): value for name, value in options.items()}
        self.table, self.story = begin(GAME, seats, {"deals": 1, "petit-sec": "play", **named}, self.shuffle)

    def shuffle(self, deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        if n > len(self.deals):
            return tuple(Random(n).sample(deck, len(deck)))
        return stacked(self.seats, (n - 2) % self.seats, *filled(self.seats, self.deals[n - 1], self.chien))

    def play(self, answers: str) -> Match:
        """``A pass, B guard, C pass``"""
        for line in answers.split(", "):
            letter, answer = line.split(" ", 1)
            self.table, said = submit(GAME, self.table, "ABCDE".index(letter), answer, self.shuffle)
            self.story += said
        return self

    def clock(self, answers: int = 1) -> Match:
        """The absent answer of whoever owes one."""
        for _ in range(answers):
            [(seat, ask)] = asks(GAME, self.table).items()
            self.play(f"{'ABCDE'[seat]} {ask.absent}")
        return self

    def to_the_end(self) -> Match:
        while asks(GAME, self.table):
            self.clock()
        return self

    @property
    def phase(self) -> str:
        return self.table.state.phase

    @property
    def ask(self) -> Ask:
        [ask] = asks(GAME, self.table).values()
        return ask

    @property
    def asked(self) -> int:
        [seat] = asks(GAME, self.table)
        return seat

    def slot(self, name: str) -> Slot | None:
        return next((slot for slot in self.ask.slots if slot.name == name), None)

    def options(self, name: str) -> str:
        slot = self.slot(name)
        return " ".join(slot.options) if slot else ""

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return GAME.view(self.table.state, seat)

    @property
    def sheet(self) -> dict[str, Any]:
        return self.view()["sheet"]

    @property
    def scores(self) -> tuple[int, ...]:
        return GAME.scores(self.table.state)


def told(story: tuple[Said, ...], to: int | None = None) -> list[str]:
    values = [{name: "ABCDE"[v] if isinstance(v, int) else v for name, v in said.values.items()} for said in story]
    return [said.text.format(**value) for said, value in zip(story, values, strict=True) if said.to == to]


# The deal ------------------------------------------------------------------------------------------------------------


def dealt(seats: int) -> Match:
    """The deck in canonical order, dealt."""
    match = Match(seats=seats)
    match.table, match.story = begin(GAME, seats, {}, lambda deck, n: deck)
    return match


def test_four_are_dealt_packets_of_three_with_a_card_to_the_chien_after_each_of_the_first_six() -> None:
    match = dealt(4)
    assert match.view(ADA)["hand"][:6] == "1S 2S 3S 3H 4H 5H".split()
    assert match.view(BRUNO)["hand"][:6] == "5S 6S 7S 7H 8H 9H".split()
    assert match.table.state.deal.chien == tuple("4S 8S NS 2H 6H 10H".split())
    assert match.view(ADA)["cards"] == [18, 18, 18, 18]


def test_three_are_dealt_packets_of_four() -> None:
    match = dealt(3)
    assert match.view(ADA)["hand"][:4] == "1S 2S 3S 4S".split()
    assert match.view(BRUNO)["hand"][:4] == "6S 7S 8S 9S".split()
    assert match.table.state.deal.chien == tuple("5S 10S 1H 6H JH 2D".split())
    assert match.view(ADA)["cards"] == [24, 24, 24]


def test_five_are_dealt_packets_of_three_and_a_chien_of_three() -> None:
    match = dealt(5)
    assert match.view(EDDA)["hand"][:3] == "2H 3H 4H".split()
    assert match.table.state.deal.chien == tuple("4S 8S NS".split())
    assert match.view(ADA)["cards"] == [15] * 5


def test_the_last_seat_deals_first_and_the_seat_after_the_dealer_speaks_first() -> None:
    match = Match()
    assert match.view()["dealer"] == DMITRI
    assert match.asked == ADA


PETIT_SEC = "T1 1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS NS QS KS 1H 2H 3H"


def test_a_petit_sec_annuls_the_deal_before_the_auction_and_the_next_dealer_deals() -> None:
    match = Match(PETIT_SEC, "| T1 T2 | T3 | F", petit_sec="cancel")
    assert "A showed T1 as the only trump, and the deal was annulled." in told(match.story)
    assert match.view()["dealer"] == ADA
    assert match.asked == BRUNO
    assert match.view()["deal"] == 1


def test_a_petit_sec_is_played_by_option() -> None:
    match = Match(PETIT_SEC, petit_sec="play")
    assert match.view()["dealer"] == DMITRI
    assert "T1" in match.view(ADA)["hand"]


def test_the_petit_with_the_excuse_or_another_trump_is_not_sec() -> None:
    for other in ("F", "T2"):
        assert Match(PETIT_SEC.replace("3H", other), petit_sec="cancel").view()["dealer"] == DMITRI


# The auction ---------------------------------------------------------------------------------------------------------


def test_a_bid_goes_above_the_last_or_passes() -> None:
    match = Match()
    assert match.options("bid") == (
        "pass small guard guard-without guard-without-slam guard-against guard-against-slam"
    )
    match.play("A pass, B guard")
    assert match.options("bid") == "pass guard-without guard-without-slam guard-against guard-against-slam"
    with pytest.raises(Illegal, match="One of pass guard-without"):
        match.play("C small")


def test_the_highest_bidder_takes() -> None:
    match = Match().play("A small, B pass, C guard, D pass")
    assert match.view()["taker"] == CHIARA
    assert match.view()["contract"] == "guard"
    assert match.view()["bids"] == ["small", "pass", "guard", "pass"]


def test_each_player_bids_once() -> None:
    match = Match().play("A small, B guard, C pass, D pass")
    assert match.view()["taker"] == BRUNO


def test_guard_against_ends_the_auction_at_once() -> None:
    match = Match().play("A pass, B guard-against")
    assert match.phase == "play"
    assert match.view()["bids"] == ["pass", "guard-against", None, None]
    assert match.asked == ADA


def test_a_passed_out_deal_goes_to_the_next_dealer_and_does_not_count() -> None:
    match = Match(deals=2).play("A pass, B pass, C pass, D pass")
    assert (match.view()["dealer"], match.view()["deal"], match.asked) == (ADA, 1, BRUNO)
    assert match.scores == (0, 0, 0, 0)


def test_the_clock_passes() -> None:
    assert Match().ask.absent == "pass"


def test_a_slam_bid_ranks_as_the_bid_without_it() -> None:
    match = Match().play("A guard-without-slam")
    assert match.options("bid") == "pass guard-against guard-against-slam"


def test_a_slam_added_to_a_bid_is_its_bidders_secret_until_the_bid_has_won() -> None:
    match = Match().play("A guard-without-slam")
    assert match.view(BRUNO)["bids"][ADA] == "guard-without"
    assert match.view(ADA)["bids"][ADA] == "guard-without-slam"
    assert match.view(BRUNO)["slam"] is False
    assert told(match.story)[-1] == "A bid guard-without."
    match.play("B pass, C pass, D pass")
    assert match.view(BRUNO)["bids"][ADA] == "guard-without-slam"
    assert match.view(BRUNO)["slam"] is True
    assert match.view()["contract"] == "guard-without"
    assert "A announced a slam." in told(match.story)


def test_a_slam_added_to_a_bid_that_was_outbid_says_nothing() -> None:
    match = Match().play("A guard-without-slam, B guard-against")
    assert match.view(CHIARA)["slam"] is False
    assert match.view(CHIARA)["bids"][ADA] == "guard-without"
    assert "A announced a slam." not in told(match.story)


def test_with_five_no_slam_is_added_to_a_bid() -> None:
    assert Match(seats=5).options("bid") == "pass small guard guard-without guard-against"


@each(
    ("typed", "meant"),
    [
        ("Garde", "guard"),
        ("I pass", "pass"),
        ("je passe", "pass"),
        ("la petite", "small"),
        ("prise", "small"),
        ("garde sans", "guard-without"),
        ("Guard against!", "guard-against"),
        ("je prends", "small"),
        ("without the dog", "guard-without"),
        ("contre le chien", "guard-against"),
        ("garde contre, chelem", "guard-against-slam"),
        ("guard without and announce a slam", "guard-without-slam"),
        ("I take", "small"),
        ("guard ×2", "guard"),
        ("guard without x4", "guard-without"),
        ("no bid", "pass"),
    ],
)
def test_bids_are_read_in_english_and_french(typed: str, meant: str) -> None:
    assert understood(Match().ask, typed) == meant


# The call ------------------------------------------------------------------------------------------------------------

FIVE = "KS T2 T3 | KH T4 T5 | KD T6 T7 | KC T8 T9 | T1 T10 T11"


def five(hands: str = FIVE, chien: str = "", **options: str | int) -> Match:
    """Ada takes with a guard, or what is given."""
    bid = options.pop("bid", "guard")
    match = Match(hands, seats=5, chien=chien, **options).play(f"A {bid}")
    return match if bid == "guard-against" else match.play("B pass, C pass, D pass, E pass")


def test_the_taker_calls_a_king_also_the_own() -> None:
    match = five()
    assert (match.phase, match.asked, match.options("card")) == ("call", ADA, "KS KH KD KC")
    assert match.ask.absent == "KS"


def test_with_all_kings_in_hand_a_queen_may_be_called() -> None:
    assert five("KS KH KD KC T2 T3 | T1 T4 | T5 F").options("card") == "KS KH KD KC QS QH QD QC"


def test_with_all_queens_too_a_knight_and_with_all_knights_a_jack() -> None:
    courts = "KS KH KD KC QS QH QD QC"
    assert five(courts + " T2 T3 | T1 T4 | T5 F").options("card") == courts + " NS NH ND NC"
    courts += " NS NH ND NC"
    assert five(courts + " T2 T3 | T1 T4 | T5 F").options("card") == courts + " JS JH JD JC"


@each("typed", ["call the king of hearts", "j'appelle le roi de cœur", "I call hearts", "my partner is the king of ♥"])
def test_a_call_is_read_in_english_and_french(typed: str) -> None:
    assert understood(five().ask, typed) == "KH"


def test_the_partner_alone_knows_until_the_called_card_falls() -> None:
    match = five(bid="guard-against").play("A KH")
    assert [match.view(seat)["partner"] for seat in (None, ADA, BRUNO, CHIARA)] == [None, None, BRUNO, None]
    assert told(match.story, to=BRUNO)[-1] == "B held KH: the secret partner."
    assert not any("partner" in line for line in told(match.story))
    while match.view()["partner"] is None:
        seat = match.asked
        card = "KH" if seat == BRUNO and "KH" in match.options("card").split() else match.ask.absent
        match.play(f"{'ABCDE'[seat]} {card}")
    assert [match.view(seat)["partner"] for seat in (None, ADA, CHIARA)] == [BRUNO] * 3
    assert "B came out as the partner." in told(match.story)


def test_who_calls_the_own_king_is_alone_and_alone_to_know() -> None:
    match = five(bid="guard-against").play("A KS")
    assert [match.view(seat)["alone"] for seat in (None, ADA, BRUNO)] == [False, True, False]
    assert match.view(ADA)["partner"] is None


def test_a_king_in_a_chien_that_is_shown_leaves_the_taker_alone_for_all_to_see() -> None:
    match = five("T2 T3 | KS T4 T5 | KD T6 T7 | KC T8 T9 | T1 T10 T11", chien="KH 1S 2S").play("A KH")
    assert [match.view(seat)["alone"] for seat in (None, ADA, BRUNO)] == [True, True, True]
    assert match.table.state.deal.partner is None


def test_a_king_in_a_chien_that_stays_down_leaves_the_taker_alone_and_nobody_knows() -> None:
    match = five("T2 T3 | KS T4 | KD T6 | KC T8 | T1 T10", chien="KH 1S 2S", bid="guard-against").play("A KH")
    assert [match.view(seat)["alone"] for seat in (None, ADA, BRUNO)] == [False, False, False]
    assert match.table.state.deal.partner is None
    assert match.to_the_end().view(None)["alone"] is True


def test_the_call_comes_before_the_chien_or_after_the_discard() -> None:
    assert five().play("A KH").phase == "discard"
    match = five(call="after-discard")
    assert match.phase == "discard"
    assert match.clock().phase == "call"
    assert match.play("A KH").phase == "play"


def test_a_called_queen_may_be_laid_away_and_the_taker_is_then_alone() -> None:
    match = five("KS KH KD KC QH T2 T3 | T1 T4 | T5 F", chien="1S 2S 3S").play("A QH, A 1S 2S QH")
    assert match.view(ADA)["alone"] is True
    assert match.table.state.deal.partner is None
    match.to_the_end()
    assert match.sheet["partner"] is None
    assert match.sheet["got"][ADA] == 4 * match.sheet["total"]


def test_a_queen_laid_away_may_still_be_called_after_the_discard() -> None:
    match = five("KS KH KD KC QH T2 T3 | T1 T4 | T5 F", chien="1S 2S 3S", call="after-discard")
    match.play("A 1S 2S QH, A QH")
    assert match.table.state.deal.partner is None


# The chien and the discard -------------------------------------------------------------------------------------------


def guard(hands: str = "", chien: str = "", **options: Any) -> Match:
    """Ada takes with a guard."""
    passes = ", ".join(f"{seat} pass" for seat in "BCDE"[: options.get("seats", 4) - 1])
    return Match(hands, chien=chien, **options).play(f"A guard, {passes}")


RICH = "KS KH T1 T21 F T5 QS JS 1S 2S 3S 4S 5S 6S 7S 8S 9S 10S"
CHIEN = "KD T6 1H 2H 3H 4H"
LEAN = "KS KH KD KC T1 T21 F T2 T3 T4 T5 T6 T7 T8 T9 1S 2S 3S"


def test_the_chien_is_shown_to_all_and_joins_the_takers_hand() -> None:
    match = guard(RICH, CHIEN)
    assert match.view(None)["chien"] == "1H 2H 3H 4H KD T6".split()
    assert len(match.view(ADA)["hand"]) == 24
    assert match.view(None)["cards"] == [24, 18, 18, 18]


def test_neither_kings_nor_bouts_nor_trumps_are_laid_away_where_other_cards_will_do() -> None:
    match = guard(RICH, CHIEN)
    assert match.options("cards") == "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS 1H 2H 3H 4H"
    with pytest.raises(Illegal, match="KS is not among"):
        match.play("A KS 1S 2S 3S 4S 5S 6S")
    with pytest.raises(Illegal, match="6 of"):
        match.play("A 1S 2S 3S 4S 5S")


def test_the_taker_alone_sees_the_discard() -> None:
    match = guard(RICH, CHIEN).play("A 1S 2S 3S QS JS 1H")
    assert match.view(ADA)["discard"] == "1S 2S 3S JS QS 1H".split()
    assert [match.view(seat)["discard"] for seat in (None, BRUNO)] == [None, None]
    assert match.view(BRUNO)["discard-trumps"] == []
    assert told(match.story, to=ADA)[-1].startswith("A laid")
    assert not any("QS" in line for line in told(match.story))


def test_the_clock_lays_away_the_cheapest_cards() -> None:
    assert guard(RICH, CHIEN).ask.absent == "1S 2S 3S 4S 5S 6S"


def test_where_too_few_plain_cards_are_left_all_of_them_go_and_only_trumps_are_asked() -> None:
    match = guard(LEAN, "KS 10H T10 T11 T12 T13".replace("KS", "T14"))
    assert match.options("trumps") == "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14"
    assert (match.slot("trumps").least, match.slot("cards")) == (2, None)
    assert match.ask.absent == "T2 T3"
    match.play("A T2 T14")
    assert match.view(BRUNO)["discard-trumps"] == ["T2", "T14"]
    assert match.view(ADA)["discard"] == "1S 2S 3S 10H T2 T14".split()
    assert "A showed ('T2', 'T14') among the cards laid away." in told(match.story)


def test_by_option_trumps_may_be_laid_away_freely_and_are_shown() -> None:
    match = guard(RICH, CHIEN, trumps_in_discard="announced")
    assert match.options("cards").endswith("4H T5 T6")
    assert match.ask.absent == "1S 2S 3S 4S 5S 6S"
    match.play("A 1S 2S 3S 4S 5S T6")
    assert match.view(None)["discard-trumps"] == ["T6"]


def test_a_chien_that_is_not_taken_up_is_never_seen() -> None:
    match = Match(RICH, chien=CHIEN).play("A guard-without, B pass, C pass, D pass")
    assert match.phase == "play"
    assert [match.view(seat)["chien"] for seat in (None, ADA, BRUNO)] == [None, None, None]


def test_a_slam_is_announced_with_the_discard_and_its_taker_leads() -> None:
    match = Match("1C | " + RICH, chien=CHIEN).play("A pass, B guard, C pass, D pass")
    assert match.options("slam") == "slam"
    match.play("B 1S 2S 3S 4S 5S 6S slam")
    assert match.view(None)["slam"] is True
    assert match.asked == BRUNO


def test_without_a_slam_the_seat_after_the_dealer_leads() -> None:
    match = Match("1C | " + RICH, chien=CHIEN).play("A pass, B guard, C pass, D pass, B 1S 2S 3S 4S 5S 6S")
    assert (match.asked, match.view()["leader"]) == (ADA, ADA)


def test_with_five_the_slam_is_asked_last() -> None:
    assert five().slot("slam") is None
    assert five().play("A KH").slot("slam") is not None
    assert five(call="after-discard").slot("slam") is None
    assert five(call="after-discard").clock().slot("slam") is not None
    assert five(bid="guard-against").play("A KH slam").view()["slam"] is True


def test_a_discard_is_read_as_it_is_typed() -> None:
    ask = guard(RICH, CHIEN).ask
    assert understood(ask, "1♠ 2♠ 3♠ 4♠, the queen of spades and as de coeur, chelem") == "1S 2S 3S 4S QS 1H slam"


# The play ------------------------------------------------------------------------------------------------------------

HANDS = "KS 2H F T3 | QS T21 T4 5H | 1D 2D T5 T20 | 1C 2C KH"


def against(hands: str = HANDS, **options: Any) -> Match:
    """Ada takes with a guard against the chien, so that play begins at once."""
    return Match(hands, **options).play("A guard-against")


def ending(
    hands: str, trick: str = "", *, seats: int = 4, leader: int = ADA, won: str = "", taker: int | None = ADA,
    contract: str = "guard-without", chien: str = "", tricks: tuple[Taken, ...] = (), **deal: Any
) -> Match:  # fmt: skip
    """A table near its end: the cards left in hand; Bruno has taken all that nobody else has.

    ``won`` are the cards that Ada has taken; each card taken is a trick of its own.
    """
    match = Match(seats=seats)
    options = {name: option.default for name, option in GAME.options.items()} | {"deals": 1}
    options |= {name.replace("_", "-"): deal.pop(name) for name in ("excuse_last",) if name in deal}
    rules = Rules(seats, **{name.replace("-", "_"): value for name, value in options.items()})
    held = [tuple(hand.split()) for hand in hands.split("|")]
    named = {*won.split(), *chien.split(), *(card for hand in held for card in hand)}
    named |= {card for taken in tricks for _, card in taken.cards}
    rest = tuple(card for card in TAROT_78 if card not in named)
    before = tuple(Taken(((ADA, card),), ADA) for card in won.split())
    before += tuple(Taken(((BRUNO, card),), BRUNO) for card in rest)
    settled = Deal(
        ("guard-without", "pass", "pass", "pass", "pass")[:seats], tuple(chien.split()), contract=contract, taker=taker,
        shown=deal.pop("shown", ((),) * seats), **deal,
    )  # fmt: skip
    standing = Standing(1, seats - 1, (0,) * seats)
    state = State("play", rules, standing, settled, tuple(map(in_rows, held)), leader, (), before + tricks)
    match.table = Table(state, {}, 1)
    return match.play(trick) if trick else match


def test_suit_is_followed_without_a_duty_to_go_higher() -> None:
    match = ending("9S KH | 2S KS QH T1 | 3H 4H | 5H 6H").play("A 9S")
    assert match.options("card") == "2S KS"
    with pytest.raises(Illegal, match="One of 2S KS"):
        match.play("B T1")


def test_who_cannot_follow_trumps() -> None:
    assert ending("9S KH | QH T1 T7 | 3H 4H | 5H 6H").play("A 9S").options("card") == "T1 T7"


def test_a_trump_beats_the_highest_of_the_trick_if_possible() -> None:
    match = ending("9S KH | T9 2H | T3 T8 T10 T21 | 5H 6H").play("A 9S, B T9")
    assert match.options("card") == "T10 T21"


def test_who_cannot_go_higher_still_trumps() -> None:
    assert ending("9S KH | T9 2H | T3 T8 4H | 5H 6H").play("A 9S, B T9").options("card") == "T3 T8"


def test_led_trumps_are_beaten_too() -> None:
    assert ending("T9 KH | T3 T12 2H | 3H 4H | 5H 6H").play("A T9").options("card") == "T12"


def test_who_has_neither_plays_anything() -> None:
    assert ending("9S KH | 2H 7D | 3H 4H | 5H 6H").play("A 9S").options("card") == "2H 7D"


def test_the_excuse_may_be_played_at_any_time() -> None:
    assert ending("9S KH | 2S F T1 | 3H 4H | 5H 6H").play("A 9S").options("card") == "2S F"
    assert ending("9S KH | T2 F 2H | 3H 4H | 5H 6H").play("A 9S").options("card") == "T2 F"


def test_after_a_led_excuse_the_next_card_sets_the_suit() -> None:
    match = ending("F KH | 9S 2H | 2S 4H | 5H KS").play("A F")
    assert match.options("card") == "9S 2H"
    assert match.play("B 9S").options("card") == "2S"
    assert match.play("C 2S").options("card") == "KS"
    assert match.play("D KS").view()["tricks"][-1]["winner"] == DMITRI


@each(
    ("cards", "winner"),
    [
        ("9S 10S KH QS", DMITRI),  # the highest of the suit led
        ("9S T1 T2 KS", CHIARA),  # the highest trump
        ("9S F KH 8S", ADA),  # the Excuse takes nothing
        ("F 2D KH 3D", DMITRI),
        ("T21 KS QS F", ADA),
    ],
)
def test_the_highest_trump_or_else_the_highest_of_the_suit_led_takes_and_leads(cards: str, winner: int) -> None:
    one, two, three, four = cards.split()
    match = ending(f"{one} 1C | {two} 2C | {three} 3C | {four} 4C")
    match.play(f"A {one}, B {two}, C {three}, D {four}")
    assert match.view()["tricks"][-1]["winner"] == match.asked == winner


def test_the_clock_plays_the_lowest_card_suits_before_trumps_the_excuse_last() -> None:
    assert ending("KS 2H 2D T1 F | 1S | 1H | 1D").ask.absent == "2H"
    assert ending("T5 T1 F | 1S 2S 3S | 1H 2H 3H | 1D 2D 3D").ask.absent == "T1"
    assert ending("F | 1S | 1H | 1D").ask.absent == "F"


def test_the_first_lead_may_be_barred_from_the_called_suit_but_for_the_called_card() -> None:
    hands = "KS T2 T3 2S 3H F | KH T4 T5 | KD T6 T7 | KC T8 T9 | T1 T10 T11"
    barred = five(hands, bid="guard-against", called_suit_lead="barred").play("A KS").options("card").split()
    assert "KS" in barred
    assert "F" in barred
    assert "2S" not in barred
    assert "2S" in five(hands, bid="guard-against").play("A KS").options("card").split()


def test_the_card_after_a_led_excuse_is_free() -> None:
    hands = "F T2 T3 2S 3H | KH T4 T5 2D | KD T6 T7 | KC T8 T9 | T1 T10 T11"
    match = five(hands, bid="guard-against", called_suit_lead="barred").play("A KD, A F")
    assert "2D" in match.options("card").split()


# Poignées and misères ------------------------------------------------------------------------------------------------

TEN = "T2 T3 T4 T5 T6 T7 T8 T9 T10"


def test_a_poignee_is_offered_with_the_first_card_to_who_holds_enough_trumps() -> None:
    match = against(f"{TEN} T21 | T1 F")
    assert match.options("poignee") == "poignee"
    assert against(f"{TEN} | T1 F").slot("poignee") is None


@each(("seats", "sizes"), [(3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))])
def test_a_poignee_has_its_size(seats: int, sizes: tuple[int, ...]) -> None:
    single, double, triple = sizes
    names = {single - 1: "", single: "poignee", double: "poignee double-poignee"}
    names |= {double - 1: "poignee", triple - 1: "poignee double-poignee"}
    names |= {triple: "poignee double-poignee triple-poignee"}
    for held, offered in names.items():
        trumps = ["F", *(f"T{n}" for n in range(21, 22 - held, -1))]
        hand = [*trumps, *TAROT_78][: (78 - SIZES[seats].chien) // seats]
        match = Match(" ".join(hand), seats=seats).play("A guard-against")
        if seats == 5:
            match.play("A KS")
        assert match.options("poignee") == offered


def test_the_glossary_says_what_is_paid() -> None:
    told = {name: f"for {points} points" for name, points in paid.POIGNEES.items()}
    told |= {name: f"×{contract.multiplier}" for name, contract in paid.CONTRACTS.items()}
    told |= dict.fromkeys(paid.MISERES, f"pays {paid.MISERE_PAYS}.")
    slam = f"{paid.SLAM_ANNOUNCED} more if kept, {-paid.SLAM_MISSED} less"
    told |= {"slam": slam, "petit": f"{paid.PETIT_PAYS} more"}
    assert {name for name, words in told.items() if words not in GAME.glossary[name]} == set()


def test_exactly_the_lowest_trumps_are_shown_of_a_poignee() -> None:
    match = against(f"{TEN} T20 T21 F | T1").play("A T2 poignee")
    [shown] = match.view(DMITRI)["shown"][ADA]
    assert shown == {"name": "poignee", "cards": f"{TEN} T20".split()}
    assert match.view(DMITRI)["shown"][BRUNO] == []


def test_the_excuse_is_shown_only_where_it_is_needed() -> None:
    match = against(f"{TEN} F | T1").play("A T2 poignee")
    assert match.view()["shown"][ADA][0]["cards"] == f"{TEN} F".split()


def test_a_smaller_poignee_than_is_held_may_be_shown() -> None:
    match = against(f"{TEN} T20 T21 F T19 T18 T17 | T1")
    assert match.options("poignee") == "poignee double-poignee triple-poignee"
    assert len(match.play("A T2 poignee").view()["shown"][ADA][0]["cards"]) == 10


@each(
    ("typed", "meant"),
    [
        ("T5 with a poignée", "T5 poignee"),
        ("I play trump 5 and show a handful", "T5 poignee"),
        ("trump five, no handful", "T5"),
        ("5 d'atout, rien", "T5"),
        ("le petit", "T1"),
        ("atout 21", "T21"),
        ("vingt-et-un", "T21"),
        ("throw the excuse", "F"),
        ("as de pique", "1S"),
        ("A♠", "1S"),
    ],
)
def test_a_first_card_is_read_as_it_is_typed(typed: str, meant: str) -> None:
    words = Match().ask.words
    ask = Ask("", (Slot("card", ("1S", "T1", "T5", "T21", "F")), Slot("poignee", ("poignee",), 0, 1)), "1S", words)
    assert understood(ask, typed) == meant


def test_with_the_second_card_nothing_is_announced() -> None:
    match = against(f"{TEN} T21 | T1 F").clock(4)
    while match.asked != ADA:
        match.clock()
    assert [slot.name for slot in match.ask.slots] == ["card"]


NO_TRUMPS = "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S 1H 2H 3H 4H 5H 6H 7H KH"
NO_HONOURS = "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S 1H 2H 3H 4H 5H 6H 7H T2"
NOTHING = "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S 1H 2H 3H 4H 5H 6H 7H 8H"


def test_misere_is_offered_by_option() -> None:
    assert against(NO_TRUMPS, misere="on").options("misere") == "misere-trumps"
    assert against(NO_HONOURS, misere="on").options("misere") == "misere-honours"
    assert against(NOTHING, misere="on").options("misere") == "misere-trumps misere-honours"
    assert against(NO_HONOURS.replace("T2", "F"), misere="on").options("misere") == ""
    assert against(NOTHING).slot("misere") is None


def test_each_other_player_pays_for_a_misere_at_once() -> None:
    match = against(NOTHING, misere="on").play("A 1S misere-trumps")
    assert match.scores == (30, -10, -10, -10)
    assert match.view()["shown"][ADA] == [{"name": "misere-trumps", "cards": []}]


def test_both_miseres_are_paid_and_stand_on_the_sheet() -> None:
    match = against(NOTHING, misere="on").play("A 1S misere-trumps misere-honours")
    assert match.scores == (60, -20, -20, -20)
    match.to_the_end()
    assert match.sheet["miseres"] == [60, -20, -20, -20]
    assert tuple(match.sheet["got"]) == match.scores
    assert match.sheet["got"][BRUNO] == -20 - match.sheet["total"]


# The count -----------------------------------------------------------------------------------------------------------
# Ada has taken `won`; Bruno has taken every other card that is not named.


def counted(won: str, hands: str = "1C | 2C | 3C | 4C", **deal: Any) -> dict[str, Any]:
    """The sheet of a deal of which the last trick is left to play, lowest cards first."""
    match = ending(hands, won=won, **deal)
    return match.to_the_end().sheet


KINGS = "KS KH KD KC"
QUEENS = "QS QH QD QC"


@each(
    ("won", "bouts", "needed"),
    [("KS", 0, 56), ("T1", 1, 51), ("T21", 1, 51), ("T1 T21", 2, 41)],
)
def test_the_bouts_settle_what_is_needed(won: str, bouts: int, needed: int) -> None:
    sheet = counted(won)
    assert (sheet["bouts"], sheet["needed"]) == (bouts, needed)


def test_the_excuse_that_stays_with_the_attack_is_a_bout_of_theirs() -> None:
    sheet = counted("T1 T21", tricks=(Taken(((ADA, "F"), (BRUNO, "1H"), (CHIARA, "2H"), (DMITRI, "3H")), DMITRI),))
    assert sheet["bouts"] == 3
    assert sheet["needed"] == 36
    assert sheet["halves"] == 9 + 9 + 8


def test_a_won_small_pays_25_and_the_points_above_what_was_needed() -> None:
    """41 needed with two bouts; bouts and kings 54, queens 28, 4 small cards: 86 halves, 43 points."""
    sheet = counted(f"T1 T21 {KINGS} {QUEENS} 1S 2S 3S 4S", contract="small")
    assert (sheet["halves"], sheet["points"], sheet["difference"]) == (86, 43, 2)
    assert (sheet["game"], sheet["multiplier"], sheet["total"]) == (25, 1, 27)
    assert sheet["got"] == [81, -27, -27, -27]


def test_39_points_with_two_bouts_lose_a_small_by_2_and_pay_27_to_each() -> None:
    """The example of the rules: two points short of 41."""
    sheet = counted(f"T1 T21 {KINGS} QS QH QD 1S 2S 3S", contract="small")
    assert (sheet["halves"], sheet["points"], sheet["difference"]) == (78, 39, -2)
    assert sheet["got"] == [-81, 27, 27, 27]


@each(("contract", "times"), [("small", 1), ("guard", 2), ("guard-without", 4), ("guard-against", 6)])
def test_the_contract_multiplies(contract: str, times: int) -> None:
    sheet = counted(f"T1 T21 {KINGS} QS QH QD 1S 2S 3S", contract=contract)
    assert (sheet["multiplier"], sheet["total"]) == (times, -27 * times)


def test_a_half_point_goes_to_the_winner_of_the_contract() -> None:
    won = f"T1 T21 {KINGS} QS QH QD"
    lost = counted(won + " JS 1S 2S 3S", contract="small")
    assert (lost["halves"], lost["points"], lost["difference"]) == (81, 40, -1)
    made = counted(won + " JS 1S 2S 3S 4S 5S", contract="small")
    assert (made["halves"], made["points"], made["difference"]) == (83, 42, 1)


def test_exactly_what_is_needed_wins() -> None:
    sheet = counted(f"T1 T21 {KINGS} QS QH QD JS 1S 2S 3S 4S", contract="small")
    assert (sheet["halves"], sheet["difference"], sheet["total"]) == (82, 0, 25)


def test_an_unseen_chien_counts_for_the_taker_or_against() -> None:
    assert counted("T1 T21", chien="KS QS 1S 2S 3S F")["halves"] == 18 + 9 + 7 + 3 + 9
    assert counted("T1 T21", chien="KS QS 1S 2S 3S F")["bouts"] == 3
    sheet = counted("T1 T21", chien="KS QS 1S 2S 3S F", contract="guard-against")
    assert (sheet["halves"], sheet["bouts"]) == (18, 2)


def test_the_discard_counts_for_the_taker() -> None:
    sheet = counted("T1", chien="KS T5", discard=("QS", "1S"), chien_shown=True, contract="guard")
    assert sheet["halves"] == 9 + 7 + 1 + 9 + 1 - 10  # the chien lies in tricks by now


@each(
    ("won", "shown", "line"),
    [
        (f"T1 T21 {KINGS} {QUEENS} 1S 2S 3S 4S", "poignee", 20),
        (f"T1 T21 {KINGS} {QUEENS} 1S 2S 3S 4S", "double-poignee", 30),
        ("1S", "triple-poignee", -40),
    ],
)
def test_a_poignee_goes_to_the_side_that_wins_the_contract_whoever_showed_it(won: str, shown: str, line: int) -> None:
    for seat in (ADA, CHIARA):
        by_seat = tuple((Shown(shown),) if each == seat else () for each in range(4))
        plain, sheet = counted(won, contract="guard"), counted(won, contract="guard", shown=by_seat)
        assert sheet["poignees"] == line
        assert sheet["total"] == plain["total"] + line


def test_several_poignees_add_up() -> None:
    sheet = counted("1S", shown=((Shown("poignee"),), (Shown("double-poignee"),), (), ()))
    assert sheet["poignees"] == -50


# Petit au bout, Excuse, slam -----------------------------------------------------------------------------------------


def test_the_petit_in_the_last_trick_pays_who_takes_it_times_the_contract() -> None:
    mine = counted("KS", "T1 | 2C | 3C | 4C", contract="guard")
    assert (mine["petit"], mine["total"]) == (10, (-25 + mine["difference"] + 10) * 2)
    theirs = counted("KS", "T1 | 2C | T5 | 4C", contract="guard")
    assert (theirs["petit"], theirs["total"]) == (-10, (-25 + theirs["difference"] - 10) * 2)


def test_the_petit_au_bout_counts_whatever_becomes_of_the_contract() -> None:
    sheet = counted(f"T21 {KINGS} {QUEENS} 1S 2S 3S 4S 5S", "T2 | T1 | 3C | 4C")
    assert (sheet["petit"], sheet["game"]) == (10, 25)


def excuse(player: int, taker: int) -> Taken:
    """An earlier trick with the Excuse in it, three small hearts besides."""
    hearts = iter("1H 2H 3H".split())
    return Taken(tuple((seat, "F" if seat == player else next(hearts)) for seat in range(4)), taker)


@each(
    ("player", "taker", "halves"),
    [
        (ADA, BRUNO, 9 + 8),  # hers, with one half point given
        (ADA, ADA, 9 + 9 + 3),
        (BRUNO, ADA, 9 + 3 + 1),  # theirs, with one half point got
        (BRUNO, CHIARA, 9),
    ],
)
def test_the_excuse_stays_with_its_side_which_gives_half_a_point_for_it(player: int, taker: int, halves: int) -> None:
    assert counted("KS", tricks=(excuse(player, taker),))["halves"] == halves


@each(
    ("option", "hands", "halves"),
    [
        ("winner", "F | T5 | 3C | 4C", 9),  # the defence takes the trick, and the Excuse in it
        ("winner", "T5 | F | 3C | 4C", 9 + 1 + 9 + 1 + 1),
        ("switch", "F | T5 | 3C | 4C", 9),
        ("switch", "T5 | F | 3C | 4C", 9 + 1 + 9 + 1 + 1),  # to the attack, which takes the trick
        ("winner", "1C | T5 | F | 4C", 9),
        ("switch", "1C | T5 | F | 4C", 9 + 8),  # to the attack, which gives half a point
    ],
)
def test_the_excuse_in_the_last_trick_goes_to_its_winner_or_to_the_other_side(
    option: str, hands: str, halves: int
) -> None:
    assert counted("KS", hands, excuse_last=option)["halves"] == halves


def test_by_option_an_excuse_in_ones_own_last_trick_goes_over_too() -> None:
    """Ada leads and takes, her partner Bruno plays the Excuse: half a point stays, the rest goes to the defence."""
    hands = "T5 | F | 3C | 4C | 5C"
    deal = {"seats": 5, "partner": BRUNO, "called": "KH", "fallen": True}
    rest = (Taken(tuple((CHIARA, card) for card in TAROT_78 if card not in "KS T5 F 3C 4C 5C".split()), CHIARA),)
    assert counted("KS", hands, excuse_last="switch", tricks=rest, **deal)["halves"] == 9 + 1 + 3 + 1
    assert counted("KS", hands, excuse_last="winner", tricks=rest, **deal)["halves"] == 9 + 1 + 3 + 9


REST = " ".join(card for card in TAROT_78 if card not in "F 1C 2C 3C 4C T1".split())


def all_but(cards: str, winner: int = ADA) -> tuple[Taken, ...]:
    """One trick with every card that is not named, T1 not among them."""
    return (Taken(tuple((winner, card) for card in TAROT_78 if card not in [*cards.split(), "T1"]), winner),)


PETIT_BEFORE = Taken(((ADA, "T1"),), ADA)


def test_a_slam_is_ended_by_the_excuse_led_which_wins_and_stays() -> None:
    sheet = counted("", "F | 2C | 3C | 4C", tricks=(PETIT_BEFORE, *all_but("F 2C 3C 4C")))
    assert sheet["halves"] == 182
    assert (sheet["bouts"], sheet["slam"], sheet["petit"]) == (3, 200, 0)


def test_then_the_petit_counts_in_the_trick_before_too() -> None:
    before = (*all_but("F 2C 3C 4C"), PETIT_BEFORE)
    for option in ("winner", "switch"):
        sheet = counted("", "F | 2C | 3C | 4C", tricks=before, excuse_last=option)
        assert (sheet["petit"], sheet["halves"]) == (10, 182)
    assert counted("", "1S | 2C | 3C | 4C", tricks=(*all_but("1S 2C 3C 4C"), PETIT_BEFORE))["petit"] == 0


def test_without_a_slam_a_led_excuse_wins_nothing() -> None:
    sheet = counted("KS", "F | 2C | 3C | 4C")
    assert (sheet["halves"], sheet["slam"]) == (9, 0)


def test_slams() -> None:
    made = (PETIT_BEFORE, *all_but("T5 2C 3C 4C"))
    assert counted("", "T5 | 2C | 3C | 4C", tricks=made)["slam"] == 200
    assert counted("", "T5 | 2C | 3C | 4C", tricks=made, slam=True)["slam"] == 400
    missed = (Taken(((ADA, "T1"),), ADA), *all_but("1C 2C 3C 4C", ADA))
    assert counted("", tricks=missed)["slam"] == 0
    assert counted("", tricks=missed, slam=True)["slam"] == -200
    theirs = (Taken(((BRUNO, "T1"),), BRUNO), *all_but("1C 2C 3C 4C", CHIARA))
    assert counted("", tricks=theirs)["slam"] == -200
    assert counted("", tricks=theirs, slam=True)["slam"] == -400


def test_the_slam_is_not_multiplied() -> None:
    sheet = counted("", "T5 | 2C | 3C | 4C", tricks=(PETIT_BEFORE, *all_but("T5 2C 3C 4C")), contract="guard-without")
    assert sheet["total"] == (25 + sheet["difference"]) * 4 + 200


# Who pays whom -------------------------------------------------------------------------------------------------------


def test_with_three_the_taker_gets_double() -> None:
    sheet = counted("KS", "1C | 2C | 3C", seats=3)
    assert sheet["got"] == [2 * sheet["total"], -sheet["total"], -sheet["total"]]


def test_with_five_the_partner_gets_a_third() -> None:
    sheet = counted("KS", "1C | 2C | 3C | 4C | 5C", seats=5, partner=CHIARA, called="KH", fallen=True)
    total = sheet["total"]
    assert sheet["got"] == [2 * total, -total, total, -total, -total]
    assert (sheet["called"], sheet["partner"]) == ("KH", CHIARA)


def test_alone_against_four_the_taker_gets_fourfold() -> None:
    sheet = counted("KS", "1C | 2C | 3C | 4C | 5C", seats=5, called="KS", fallen=True)
    total = sheet["total"]
    assert sheet["got"] == [4 * total, -total, -total, -total, -total]


def test_the_partner_takes_for_the_attack() -> None:
    assert counted("KS", "1C | 2C | 3C | 4C | 5C", seats=5, partner=BRUNO, called="KH")["halves"] == 182 - 5


# Goulash -------------------------------------------------------------------------------------------------------------


def goulash(hands: str = "", **options: Any) -> Match:
    return Match(hands, goulash="on", misere="on", **options).play("A pass, B pass, C pass, D pass")


def test_when_all_pass_a_goulash_is_played_by_option() -> None:
    match = goulash()
    assert (match.phase, match.view()["contract"], match.view()["taker"]) == ("play", "goulash", None)
    assert match.asked == ADA
    assert match.view(ADA)["chien"] is None


def test_nothing_is_announced_in_a_goulash() -> None:
    assert [slot.name for slot in goulash(NOTHING).ask.slots] == ["card"]
    assert [slot.name for slot in goulash(f"{TEN} T21 | T1").ask.slots] == ["card"]


def test_in_a_goulash_each_pays_each_the_points_they_took() -> None:
    sheet = counted("KS QS JS", contract="goulash", taker=None, chien="5H 6H 7H 8H 9H 10H")
    assert sheet["halves"] == [19, 182 - 6 - 19 - 4, 0, 4]
    assert sheet["points"] == [9, 76, 0, 2]
    assert sheet["got"] == [87 - 4 * 9, 87 - 4 * 76, 87, 87 - 4 * 2]
    assert sum(sheet["got"]) == 0


def test_in_a_goulash_the_excuse_stays_with_its_player() -> None:
    sheet = counted("KS", contract="goulash", taker=None, tricks=(excuse(CHIARA, DMITRI),))
    assert sheet["halves"][CHIARA] == 8
    assert sheet["halves"][DMITRI] == 3 + 1 + 4


def test_in_a_goulash_the_excuse_wins_the_last_trick() -> None:
    sheet = counted("KS", "1C | 2C | F | KC", contract="goulash", taker=None)
    assert sheet["halves"][CHIARA] == 1 + 1 + 9 + 9


def test_a_goulash_counts_as_a_deal() -> None:
    match = goulash()
    match.to_the_end()
    assert match.phase == "over"
    assert (match.sheet["petit"], match.sheet["slam"], match.sheet["contract"]) == (0, 0, "goulash")


# The match -----------------------------------------------------------------------------------------------------------


def test_after_its_deals_the_highest_total_wins() -> None:
    match = against(deals=2).clock(72)
    assert (match.view()["deal"], match.view()["dealer"], match.asked) == (2, ADA, BRUNO)
    match.play("B guard-against").to_the_end()
    assert match.phase == "over"
    assert sum(match.scores) == 0
    best = max(match.scores)
    assert GAME.winners(match.table.state) == tuple(seat for seat in range(4) if match.scores[seat] == best)


def test_equal_totals_share() -> None:
    match = ending("1C | 2C | 3C | 4C", won="KS", contract="small").to_the_end()
    assert GAME.winners(match.table.state) == (BRUNO, CHIARA, DMITRI)


def test_the_last_trick_and_the_count_are_in_sight_when_the_next_deal_lies_on_the_table() -> None:
    match = against(deals=2).clock(72)
    assert match.view(ADA)["tricks"] == []
    assert len(match.view(ADA)["last"]["cards"]) == 4
    assert match.view(ADA)["sheet"]["taker"] == ADA


# Who sees what -------------------------------------------------------------------------------------------------------

VIEW = {
    "core", "phase", "deal", "deals", "dealer", "hand", "cards", "bids", "taker", "partner", "alone", "contract",
    "called", "slam", "chien", "discard", "discard-trumps", "trick", "leader", "winning", "tricks", "shown", "scores",
    "last", "sheet",
}  # fmt: skip


def test_a_view_holds_these_and_nothing_else() -> None:
    for seat in (None, ADA, BRUNO):
        assert set(against().view(seat)) == VIEW
        assert set(against().to_the_end().view(seat)) == VIEW


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    match = against()
    assert match.view(BRUNO)["hand"][0] == "1D" or len(match.view(BRUNO)["hand"]) == 18
    assert "T21" in match.view(BRUNO)["hand"]
    assert "T21" not in match.view(ADA)["hand"]
    assert match.view(None)["hand"] == []


def test_the_trick_shows_who_led_and_who_is_winning_it() -> None:
    match = ending("9S KH | T9 2H | 3H 4H | 5H 6H").play("A 9S, B T9")
    view = match.view(None)
    assert (view["trick"], view["leader"], view["winning"]) == ([[ADA, "9S"], [BRUNO, "T9"]], ADA, BRUNO)


def test_a_view_is_what_its_type_says() -> None:
    views = [against().view(ADA), against().to_the_end().view(ADA)]
    assert all(set(view) == set(get_type_hints(View)) for view in views)
    assert set(views[-1]["sheet"]) == set(get_type_hints(SheetView))
    assert set(views[-1]["tricks"][0]) == set(get_type_hints(TrickView))
    shown = ending(NOTHING, shown=((Shown("misere-trumps"),), (), (), ())).view()["shown"]
    assert set(shown[ADA][0]) == set(get_type_hints(ShownView))


# What all views share ------------------------------------------------------------------------------------------------

TABLES = [case for case in cases() if case.key == GAME.key]


@each("case", TABLES, ids=str)
def test_every_card_lies_in_one_place_whenever_a_seat_is_asked(case: Case) -> None:
    for moment in played(case).moments:
        state = moment.table.state
        places = GAME.cards(state)
        assert sorted(card for cards in places.values() for card in cards) == sorted(TAROT_78)
        for seat in range(case.seats):
            assert list(places[f"hand {seat}"]) == GAME.view(state, seat)["hand"]


@each("case", TABLES, ids=str)
def test_the_core_says_what_the_view_says(case: Case) -> None:
    for moment in played(case).some(60):
        for seat in (None, *range(case.seats)):
            view = GAME.view(moment.table.state, seat)
            core = view["core"]
            for name in ("phase", "hand", "tricks", "last", "leader", "dealer"):
                assert core[name] == view[name]
            assert core["turn"] == list(moment.asks)
            assert core["counts"] == view["cards"]
            assert core["trick"] == (view["trick"] if view["phase"] == "play" else None)
            assert core["progress"][0] == {"unit": "deal", "number": view["deal"], "of": view["deals"]}


@each("case", TABLES, ids=str)
def test_what_the_attack_is_known_to_have_only_grows_to_what_the_count_finds(case: Case) -> None:
    """Its bouts too. A deal that is not the last is cleared away with its count, and known no longer."""
    known = None
    for moment in played(case).moments:
        view = GAME.view(moment.table.state, None)
        contract, before = view["core"]["contract"], known
        known = contract if contract and contract["taker"] is not None else None
        if known and before:
            assert known["made"] >= before["made"]
            assert set(known["bouts"]) >= set(before["bouts"])
    sheet = view["sheet"]
    if sheet["contract"] != "goulash":
        assert (known["made"], known["bouts"]) == (sheet["halves"], sheet["bout-cards"])
        assert known["needs"] == 2 * sheet["needed"]
        assert known["side"] == [seat for seat in (sheet["taker"], sheet["partner"]) if seat is not None]


def contract_of(match: Match) -> dict[str, Any]:
    return match.view()["core"]["contract"]


def attack_has(match: Match) -> tuple[int, list[str]]:
    """Half points and bouts that all know to be the attack's."""
    return contract_of(match)["made"], contract_of(match)["bouts"]


def test_cards_rank_plain_before_trumps_and_the_excuse_last() -> None:
    state = Match().table.state
    assert " ".join(GAME.order(state, "H")) == "1H 2H 3H 4H 5H 6H 7H 8H 9H 10H JH NH QH KH"
    assert GAME.order(state, "T") == TRUMPS
    every = GAME.order(state, "")
    assert sorted(every) == sorted(TAROT_78)
    assert every[:5] == ("1S", "1H", "1D", "1C", "2S")
    assert every[55:58] == ("KC", "T1", "T2")
    assert every[-1] == "F"


def test_the_deal_is_told_and_while_tricks_are_played_the_trick() -> None:
    match = Match(deals=3)
    deal = {"unit": "deal", "number": 1, "of": 3}
    assert match.view()["core"]["progress"] == [deal]
    match.play("A guard-against").clock(4)
    assert match.view()["core"]["progress"] == [deal, {"unit": "trick", "number": 2, "of": 18}]


def test_the_last_trick_of_the_deal_before_is_told_while_the_next_is_bid() -> None:
    match = Match(deals=2).play("A guard-against").clock(18 * 4)
    core = match.view()["core"]
    assert (core["phase"], core["tricks"], core["trick"], core["contract"]) == ("bid", [], None, None)
    assert [seat for seat, _ in core["last"]["cards"]]


def test_the_suit_led_is_told_also_where_the_excuse_was_led() -> None:
    match = ending("F 1S | 2H 3S | 4H 5S | 6H 7S")
    led = [match.view()["core"]["led"]]
    for play in ("A F", "B 2H"):
        led.append(match.play(play).view()["core"]["led"])
    assert led == [None, None, "H"]


def test_who_is_winning_is_told_also_where_the_excuse_takes_the_last_trick() -> None:
    goulash = {"contract": "goulash", "taker": None}
    assert ending("1C | 2C | F | KC", **goulash).play("A 1C, B 2C, C F").view()["core"]["winning"] == CHIARA
    assert ending("1C | 2C | F | KC").play("A 1C, B 2C, C F").view()["core"]["winning"] == BRUNO
    swept = (PETIT_BEFORE, *all_but("F 2C 3C 4C"))
    assert ending("F | 2C | 3C | 4C", tricks=swept).play("A F, B 2C").view()["core"]["winning"] == ADA
    assert ending("F | 2C | 3C | 4C", won="KS").play("A F, B 2C").view()["core"]["winning"] == BRUNO


def test_nothing_is_known_of_a_contract_before_the_auction_is_over() -> None:
    assert contract_of(Match().play("A small, B guard")) is None
    against = contract_of(Match().play("A pass, B guard-against"))
    assert (against["bid"], against["taker"], against["side"]) == ("guard-against", BRUNO, [BRUNO])
    assert (against["needs"], against["made"], against["per_point"]) == (112, 0, 2)


def test_the_tricks_of_the_taker_are_known_and_their_bouts_lower_what_is_needed() -> None:
    assert attack_has(ending("1C | 2C | 3C | 4C", won="KS QS T1 T21")) == (9 + 7 + 9 + 9, ["T1", "T21"])
    assert contract_of(ending("1C | 2C | 3C | 4C", won="KS QS T1 T21"))["needs"] == 2 * 41


@each(
    ("player", "taker", "halves", "bouts"),
    [
        (ADA, BRUNO, 9 + 8, ["F"]),
        (ADA, ADA, 9 + 9 + 3, ["F"]),
        (BRUNO, ADA, 9 + 3 + 1, []),
        (BRUNO, CHIARA, 9, []),
    ],
)
def test_an_excuse_is_known_to_stay_with_its_side(player: int, taker: int, halves: int, bouts: list[str]) -> None:
    """Also where the trick with it is the latest, which is not the last of the deal."""
    tricks = (excuse(player, taker),)
    assert attack_has(ending("1C | 2C | 3C | 4C", won="KS", tricks=tricks)) == (halves, bouts)
    assert attack_has(ending("| 2C | 3C | 4C", won="KS", tricks=tricks, leader=BRUNO)) == (halves, bouts)


@each("contract", ["guard-without", "guard-against"])
def test_an_unseen_chien_counts_for_nobody_until_the_count(contract: str) -> None:
    match = ending("1C | 2C | 3C | 4C", won="KS", contract=contract, chien="T1 KD 5H 6H 7H 8H")
    assert attack_has(match) == (9, [])
    match.to_the_end()
    assert attack_has(match) == ((9 + 9 + 9 + 4, ["T1"]) if contract == "guard-without" else (9, []))


def test_of_the_discard_the_trumps_shown_are_known_and_the_rest_is_not() -> None:
    assert attack_has(guard(RICH, CHIEN).play("A 1S 2S 3S QS JS 1H")) == (0, [])
    assert attack_has(guard(LEAN, "T14 10H T10 T11 T12 T13").play("A T2 T14")) == (2, [])


def test_a_secret_partner_counts_for_nobody_until_the_called_card_falls() -> None:
    """Bruno, the partner, has taken all but Ada's king; with the king of hearts he comes out."""
    partner = {"seats": 5, "contract": "guard-against", "called": "KH", "partner": BRUNO}
    match = ending("1C 1D | KH 1H | 2H 2D | 3H 3D | 4H 4D", won="KS", leader=BRUNO, **partner)
    assert (attack_has(match), contract_of(match)["side"]) == ((9, []), [ADA])
    match.play("B KH")
    rest = 182 - 9 - 9 - 9 * 1
    assert (attack_has(match), contract_of(match)["side"]) == ((9 + rest, ["T1", "T21", "F"]), [ADA, BRUNO])


def test_a_bout_that_a_secret_partner_saved_is_nobodys_until_the_called_card_falls() -> None:
    """Bruno, the partner, has given the Excuse to a trick of Ada's."""
    partner = {"seats": 5, "contract": "guard-against", "called": "KH", "partner": BRUNO}
    match = ending("1C 1D | KH 4C | 2C 2D | 5C 3D | 6C 4D", won="KS", tricks=(excuse(BRUNO, ADA),), **partner)
    match.table = Table(replace(match.table.state, leader=BRUNO), {}, 1)
    assert attack_has(match) == (9 + 3 + 1, [])
    assert "F" in attack_has(match.play("B KH"))[1]


def test_a_goulash_has_no_taker_and_counts_nothing() -> None:
    contract = contract_of(ending("1C | 2C | 3C | 4C", contract="goulash", taker=None))
    assert contract == {
        "bid": "goulash", "taker": None, "side": [], "trump": None, "needs": None, "made": None, "per_point": 1,
        "bouts": [],
    }  # fmt: skip


def test_who_is_not_asked_is_told_what_is_waited_for() -> None:
    tables = [Match().table, five().table, (match := five().play("A KH")).table]
    tables += [match.clock().table, match.clock().table, match.to_the_end().table]
    assert told(tuple(GAME.idle(table.state) for table in tables)) == [
        "A to bid.",
        "A to call a card: its holder is the partner.",
        "A to lay cards away.",
        "A to lead.",
        "B to play.",
        "The match is over.",
    ]


@each("case", TABLES, ids=str)
def test_what_is_waited_for_names_only_who_is_asked(case: Case) -> None:
    for moment in played(case).moments:
        said = GAME.idle(moment.table.state)
        assert said.text.endswith(".")
        assert said.to is None
        assert list(said.values.values()) == list(moment.asks)


def test_play_goes_round_to_the_right_and_a_pass_declines() -> None:
    assert GAME.direction == "right"
    assert GAME.passes <= set(Match().options("bid").split())


# All the cards, all the time -----------------------------------------------------------------------------------------


@each("seats", [3, 4, 5])
def test_78_cards_are_accounted_for_and_every_deal_sums_to_nothing(seats: int) -> None:
    random = Random(seats)
    options = {"deals": 3, "misere": "on", "goulash": "on", "call": "after-discard", "trumps-in-discard": "announced"}
    table, _ = begin(GAME, seats, options, lambda deck, n: tuple(random.sample(deck, 78)))
    while owed := asks(GAME, table):
        state = table.state
        [(seat, ask)] = owed.items()
        assert sorted(card for cards in GAME.cards(state).values() for card in cards) == sorted(TAROT_78)
        assert sum(GAME.scores(state)) == 0
        assert load(dump(state)) == state
        table, _ = submit(GAME, table, seat, random_answer(ask, random), lambda deck, n: tuple(random.sample(deck, 78)))
    assert sum(GAME.scores(table.state)) == 0


# What a seat can work out --------------------------------------------------------------------------------------------


def held_anew(match: Match, seat: int, other: int, times: int = 30) -> set[str]:
    """Every card that the other seat holds in one of many deals anew for the seat."""
    random = Random(7)
    states = [GAME.redeal(match.table.state, seat, random) for _ in range(times)]
    return {card for state in states for row in state.hands[other] for card in row}


def test_who_did_not_follow_suit_has_none_when_dealt_anew() -> None:
    match = ending("9S KH 1D | 1C 2S 7D | T3 4H T9 | T8 6H 6D", tricks=(Taken(((ADA, "JS"), (BRUNO, "2C")), ADA),))
    held = held_anew(match, ADA, BRUNO)
    assert not held & {"2S", "T3", "T8", "T9"}
    assert {"4H", "6H"} <= held


def test_who_trumped_lower_has_nothing_higher_when_dealt_anew() -> None:
    tricks = (Taken(((ADA, "T8"), (BRUNO, "T5"), (CHIARA, "T9")), CHIARA),)
    match = ending("9S KH 1D | T2 2S 7D | T10 4H T7 | T12 6H 6D", tricks=tricks)
    held = held_anew(match, ADA, BRUNO)
    assert {"T2", "T7"} <= held
    assert not held & {"T10", "T12"}


def test_a_shown_chien_stays_with_the_taker_when_dealt_anew() -> None:
    match = guard(RICH, CHIEN).clock()
    assert {"KD", "T6"} <= set.intersection(
        *(
            {card for row in GAME.redeal(match.table.state, BRUNO, Random(n)).hands[ADA] for card in row}
            for n in range(9)
        )
    )
    assert not held_anew(match, BRUNO, CHIARA) & {"1H", "2H", "KD", "T6"}


def test_a_shown_poignee_stays_and_its_holder_has_no_lower_trump_when_dealt_anew() -> None:
    match = against("T2 T4 T5 T6 T7 T8 T9 T10 T11 T12 T20 | T1 T3 | T21 | F").play("A T2 poignee")
    held = held_anew(match, BRUNO, ADA)
    assert {"T4", "T12", "T20"} <= held
    assert not held & {"T1", "T3"}


def test_the_partner_is_dealt_anew_with_the_called_card() -> None:
    match = five(bid="guard-against").play("A KH")
    random = Random(1)
    states = [GAME.redeal(match.table.state, CHIARA, random) for _ in range(40)]
    assert {state.deal.partner for state in states} == {None, BRUNO, DMITRI, EDDA}
    for state in states:
        if state.deal.partner is not None:
            assert "KH" in state.hands[state.deal.partner][1]


def test_who_calls_a_queen_has_all_kings_when_dealt_anew() -> None:
    match = five("KS KH KD KC T2 T3 | T1 T4 | T5 F", bid="guard-against").play("A QH")
    assert not held_anew(match, BRUNO, CHIARA) & set(KINGS.split())


def test_nobody_is_dealt_a_petit_sec_anew_where_it_would_have_annulled_the_deal() -> None:
    match = Match("T1 T2 | 1D 2D 3D 4D 5D 6D 7D 8D 9D 10D JD ND QD KD 1C 2C 3C T3", petit_sec="cancel")
    random = Random(3)
    for _ in range(100):
        for hand in GAME.redeal(match.table.state, BRUNO, random).hands:
            assert hand[4:] != (("T1",), ())


def hands_at_first(state: State) -> list[list[str]]:
    """The hands as they were dealt, before the chien was taken up."""
    hands = [[card for row in hand for card in row] for hand in state.hands]
    for trick in (*(taken.cards for taken in state.tricks), state.trick):
        for seat, card in trick:
            hands[seat].append(card)
    if state.deal.chien_shown:
        taker = state.deal.taker
        assert taker is not None
        hands[taker] = [card for card in (*hands[taker], *state.deal.discard) if card not in state.deal.chien]
    return hands


def played_again(state: State, log: list[tuple[int, str, str]], options: dict[str, Any]) -> State:
    """The deal of this state from its first card on, by the same answers; but the discard is the one of this state."""
    deck = stacked(state.rules.seats, state.match.dealer, hands_at_first(state), list(state.deal.chien))
    table, _ = begin(GAME, state.rules.seats, options, lambda *_: deck)
    for seat, phase, answer in log:
        if phase == "discard":
            trumps_only = asks(GAME, table)[seat].slots[0].name == "trumps"
            cards = [card for card in state.deal.discard if card[0] == "T" or not trumps_only]
            answer = " ".join([*cards, *(["slam"] if answer.endswith("slam") else [])])
        table, _ = submit(GAME, table, seat, answer, lambda *_: deck)
    return table.state


@each("seats", [3, 4, 5])
@each("seed", range(6))
def test_what_is_dealt_anew_could_have_been_dealt_and_played_so_from_the_start(seats: int, seed: int) -> None:
    random = Random(f"{seats} {seed}")
    choices = {name: random.choice(option.values) for name, option in GAME.options.items()}
    options = {**choices, "deals": 1, "misere": "on", "goulash": "on"}
    decks = [tuple(random.sample(TAROT_78, 78)) for _ in range(9)]
    table, _ = begin(GAME, seats, options, lambda _, n: decks[n - 1])
    if table.shuffles > 1:
        return  # the first deal was annulled
    log: list[tuple[int, str, str]] = []
    while owed := asks(GAME, table):
        [(seat, ask)] = owed.items()
        for other in range(seats) if len(log) % 3 == seed % 3 else ():
            anew = GAME.redeal(table.state, other, random)
            again = played_again(anew, log, options)
            assert (again.hands, again.trick, again.tricks) == (anew.hands, anew.trick, anew.tricks)
            assert (again.deal.chien, again.deal.discard) == (anew.deal.chien, anew.deal.discard)
            assert (again.deal.partner, again.deal.shown) == (anew.deal.partner, anew.deal.shown)
        answer = random_answer(ask, random)
        log.append((seat, table.state.phase, answer))
        table, _ = submit(GAME, table, seat, answer, lambda _, n: decks[n - 1])
