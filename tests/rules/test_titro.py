"""Titro: the examples of the rules page. Ada sits at A, Bruno at B."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.rules import GAMES, Answer, Illegal, Seat, Table, asks, begin, canonical, read, submit
from server.rules.cards import POKER_54, TAROT_78
from server.rules.games.titro import PACKS, resolve
from tests.each import each
from tests.rules.played import Case, Played, Shuffler, played, random_answer
from tests.rules.understanding import understood

TITRO = GAMES["titro"]
ADA, BRUNO = 0, 1


def stacked(*cards: str):
    """A shuffle that puts these cards on top."""
    on_top = tuple(" ".join(cards).split())
    return lambda deck, n: (*on_top, *(card for card in deck if card not in on_top))


def sit_down(*cards: str, **options: str | int) -> tuple[Table, list[str]]:
    """Ada's five cards, Bruno's five, the centre, Ada's cloak, Bruno's cloak, the stock."""
    table, said = begin(TITRO, 2, options, stacked(*cards))
    return table, [line.text.format(**line.values) for line in said]


def both(table: Table, ada: Answer, bruno: Answer) -> Table:
    """Ada and Bruno seal; the answers open."""
    table, _ = submit(TITRO, table, ADA, ada, stacked())
    return submit(TITRO, table, BRUNO, bruno, stacked())[0]


def one(table: Table, seat: Seat, answer: Answer) -> Table:
    return submit(TITRO, table, seat, answer, stacked())[0]


def sees(table: Table, seat: Seat | None) -> dict:
    return TITRO.view(table.state, seat)


def results(table: Table) -> dict[str, tuple[Seat | None, int]]:
    """Winner and points by place, from Ada's side."""
    last = sees(table, ADA)["last"]
    return {result["place"]: (result["winner"], result["points"]) for result in last["results"]}


A_HAND, B_HAND, SPREAD = "KS 3H T7 10D NC", "QS 4C 2S JD F", "9H 6S T14"


@pytest.fixture
def table() -> Table:
    return sit_down(A_HAND, B_HAND, SPREAD)[0]


# The decks


def test_the_tarot_deck_has_78_cards_and_lasts_nine_rounds() -> None:
    assert sees(sit_down()[0], ADA)["rounds"] == 9
    assert PACKS["tarot"].cards == TAROT_78


def test_the_poker_deck_has_54_cards_and_lasts_six_rounds() -> None:
    table, _ = sit_down(deck="poker")
    assert sees(table, ADA)["rounds"] == 6
    assert sees(table, ADA)["stock"] == 54 - 13


def test_fewer_rounds_may_be_agreed_on() -> None:
    assert sees(sit_down(deck="poker", rounds=2)[0], ADA)["rounds"] == 2
    assert sees(sit_down(rounds=1)[0], ADA)["rounds"] == 1


@each("rounds", [7, 8, 9])
def test_the_poker_deck_is_refused_for_more_than_six_rounds(rounds: int) -> None:
    with pytest.raises(Illegal, match=f"poker deck lasts for 6 rounds of Titro, not {rounds}"):
        sit_down(deck="poker", rounds=rounds)


@each(
    ("deck", "card", "value"),
    [
        ("tarot", "1S", 1), ("tarot", "10S", 10), ("tarot", "JS", 11), ("tarot", "NS", 12), ("tarot", "QS", 13),
        ("tarot", "KS", 14), ("tarot", "T1", 1), ("tarot", "T21", 21), ("tarot", "F", 0),
        ("poker", "AS", 1), ("poker", "10S", 10), ("poker", "JS", 11), ("poker", "QS", 12), ("poker", "KS", 13),
        ("poker", "X1", 0), ("poker", "X2", 0),
    ],
)  # fmt: skip
def test_what_a_card_is_worth(deck: str, card: str, value: int) -> None:
    assert PACKS[deck].value[card] == value


# The deal


def test_ada_gets_five_cards_then_bruno_then_the_spread_is_laid(table: Table) -> None:
    assert set(sees(table, ADA)["hand"]) == set(A_HAND.split())
    assert set(sees(table, BRUNO)["hand"]) == set(B_HAND.split())
    assert sees(table, ADA)["spread"] == {"centre": "9H", "cloak": "6S", "blind": None}
    assert sees(table, BRUNO)["spread"] == {"centre": "9H", "cloak": "T14", "blind": None}
    assert sees(table, ADA)["stock"] == 65


def test_hands_lie_in_canonical_order(table: Table) -> None:
    assert sees(table, ADA)["hand"] == ["KS", "3H", "10D", "NC", "T7"]
    assert sees(table, BRUNO)["hand"] == ["2S", "QS", "JD", "4C", "F"]


def test_the_next_round_is_drawn_by_ada_then_bruno_then_laid() -> None:
    table, _ = sit_down(A_HAND, B_HAND, SPREAD, "1S 1H", "2H 2D", "5S 5H 5D")
    table = both(both(both(table, "KS cloak", "4C centre"), "T7 blind", "QS cloak"), "none", "none")
    assert {"1S", "1H"} <= set(sees(table, ADA)["hand"])
    assert {"2H", "2D"} <= set(sees(table, BRUNO)["hand"])
    assert sees(table, ADA)["spread"] == {"centre": "5S", "cloak": "5H", "blind": None}
    assert sees(table, BRUNO)["spread"] == {"centre": "5S", "cloak": "5D", "blind": None}


# The bids


def test_the_first_bid_is_a_card_of_the_hand_and_one_of_three_places(table: Table) -> None:
    card, target = asks(TITRO, table)[ADA].slots
    assert (card.name, card.options) == ("card", ("KS", "3H", "10D", "NC", "T7"))
    assert (target.name, target.options) == ("target", ("centre", "cloak", "blind"))


def test_both_first_bids_are_shown_and_the_spread_turned_up_when_both_are_in(table: Table) -> None:
    table = one(table, ADA, "KS cloak")
    assert sees(table, BRUNO)["bids"] == [[], []]
    assert sees(table, BRUNO)["spread"]["blind"] is None
    table = one(table, BRUNO, "4C cloak")
    assert sees(table, ADA)["bids"] == [[{"card": "KS", "on": "cloak"}], [{"card": "4C", "on": "blind"}]]
    assert sees(table, BRUNO)["bids"] == [[{"card": "KS", "on": "blind"}], [{"card": "4C", "on": "cloak"}]]
    assert sees(table, ADA)["spread"] == {"centre": "9H", "cloak": "6S", "blind": "T14"}
    assert sees(table, BRUNO)["spread"] == {"centre": "9H", "cloak": "T14", "blind": "6S"}


def test_the_second_bid_goes_to_a_place_without_a_first_bid(table: Table) -> None:
    table = both(table, "KS cloak", "4C cloak")
    assert asks(TITRO, table)[ADA].slots[1].options == ("centre", "blind")
    with pytest.raises(Illegal, match="One of centre blind"):
        one(table, ADA, "3H cloak")


def test_a_card_that_has_been_bid_is_gone(table: Table) -> None:
    table = both(table, "KS cloak", "4C cloak")
    with pytest.raises(Illegal, match="One of 3H 10D NC T7"):
        one(table, ADA, "KS centre")


def test_both_may_stand_on_the_same_card(table: Table) -> None:
    table = both(both(table, "KS cloak", "QS blind"), "3H centre", "4C centre")
    assert results(table) == {"centre": (ADA, 6), "cloak": (ADA, 8), "blind": (None, 0)}


def test_a_bid_may_be_changed_until_the_other_is_in(table: Table) -> None:
    table = one(one(table, ADA, "KS cloak"), ADA, "3H centre")
    table = one(table, BRUNO, "4C centre")
    assert sees(table, BRUNO)["bids"][ADA] == [{"card": "3H", "on": "centre"}]


# Resolving


@each(
    ("deck", "target", "ada", "bruno", "winner"),
    [
        ("tarot", "9H", "3H", None, ADA),  # alone, it wins
        ("tarot", "9H", "F", None, None),  # a Fool loses, even alone
        ("tarot", "9H", "F", "1S", BRUNO),
        ("tarot", "9H", "3H", "KS", ADA),  # the suit beats the rank
        ("tarot", "9H", "3H", "T21", ADA),  # and trumps are one more suit
        ("tarot", "9H", "3H", "KH", BRUNO),  # both match: the higher
        ("tarot", "9H", "KS", "T21", BRUNO),  # none matches: the higher
        ("tarot", "9H", "KS", "KC", None),  # a tie wins nothing
        ("tarot", "9H", "T14", "KC", None),
        ("tarot", "T9", "T1", "KC", ADA),
        ("tarot", "F", "T1", "KC", ADA),  # the Fool is the 0 of trumps
        ("tarot", "9H", None, None, None),
        ("poker", "9H", "X1", None, None),  # so does a joker
        ("poker", "9H", "X1", "X2", None),
        ("poker", "X1", "AS", "KS", BRUNO),  # a joker has no suit to match
        ("poker", "X1", "X2", "AS", BRUNO),
        ("poker", "9H", "AH", "KS", ADA),
    ],
)
def test_who_wins_a_card(deck: str, target: str, ada: str | None, bruno: str | None, winner: Seat | None) -> None:
    bids = {seat: card for seat, card in ((ADA, ada), (BRUNO, bruno)) if card}
    assert resolve(target, bids, PACKS[deck]) == winner


def test_the_winner_scores_the_difference_of_the_values(table: Table) -> None:
    table = both(both(table, "KS cloak", "2S centre"), "T7 blind", "F cloak")
    assert results(table) == {"centre": (BRUNO, 7), "cloak": (ADA, 8), "blind": (ADA, 7)}
    assert TITRO.scores(table.state) == (15, 7)


def test_a_trump_matches_the_fool_and_scores_its_whole_number() -> None:
    table, _ = sit_down("T7 3H 10D NC 2C", "QS 4C 2S JD 5C", "F 6S T14")
    table = both(both(table, "T7 centre", "QS centre"), "3H cloak", "2S blind")
    assert results(table)["centre"] == (ADA, 7)


def test_a_win_worth_nothing_is_still_a_win() -> None:
    table, _ = sit_down("9S 3H 10D NC 2C", B_HAND, SPREAD)
    table = both(both(table, "9S centre", "F centre"), "3H cloak", "2S cloak")
    assert results(table)["centre"] == (ADA, 0)
    assert "9H" in asks(TITRO, table)[ADA].slots[0].options


# The split


def test_who_scored_nothing_splits_when_the_other_scored(table: Table) -> None:
    table = both(both(table, "KS cloak", "F centre"), "T7 blind", "2S blind")
    assert table.state.phase == "split"
    assert set(asks(TITRO, table)) == {BRUNO}
    assert asks(TITRO, table)[BRUNO].slots[0].options == ("6S", "T14")


def test_a_split_takes_the_card_and_its_points_from_the_other(table: Table) -> None:
    table = both(both(table, "KS cloak", "F centre"), "T7 blind", "2S blind")
    assert TITRO.scores(table.state) == (15, 0)
    table = one(table, BRUNO, "T14")
    assert TITRO.scores(table.state) == (8, 7)
    assert sees(table, ADA)["won"] == [["6S"], ["T14"]]
    assert table.state.phase == "keep"


def one_bid_to_steal() -> Table:
    """Ada wins the 6 of spades alone; she and Bruno tie on the 14 of trumps."""
    table, _ = sit_down(A_HAND, "QS 4C 2S 10C F", SPREAD)
    table = both(both(table, "KS cloak", "F centre"), "10D blind", "10C cloak")
    assert results(table) == {"centre": (None, 0), "cloak": (ADA, 8), "blind": (None, 0)}
    return table


def test_a_split_with_one_bid_to_steal_is_still_asked() -> None:
    assert asks(TITRO, one_bid_to_steal())[BRUNO].slots[0].options == ("6S",)


def test_a_split_is_not_asked_again_after_it_changed_the_scores() -> None:
    table = one(one_bid_to_steal(), BRUNO, "6S")
    assert TITRO.scores(table.state) == (0, 8)
    assert (table.state.phase, set(asks(TITRO, table))) == ("keep", {BRUNO})


def test_a_split_may_take_a_bid_worth_nothing() -> None:
    table, _ = sit_down("9S 3H 10D NC KS", B_HAND, SPREAD)
    table = both(both(table, "9S centre", "F centre"), "KS cloak", "2S blind")
    assert asks(TITRO, table)[BRUNO].slots[0].options == ("6S", "9H")
    table = one(table, BRUNO, "9H")
    assert TITRO.scores(table.state) == (8, 0)
    assert sees(table, ADA)["won"] == [["6S"], ["9H"]]


def test_who_won_only_bids_worth_nothing_splits() -> None:
    table, _ = sit_down("9S 3H 10D NC 5C", B_HAND, SPREAD)
    table = both(both(table, "9S centre", "QS blind"), "10D cloak", "JD cloak")
    assert results(table) == {"centre": (ADA, 0), "cloak": (BRUNO, 7), "blind": (BRUNO, 3)}
    assert asks(TITRO, table)[ADA].slots[0].options == ("6S", "T14")


def test_nobody_splits_when_nobody_scored() -> None:
    table, _ = sit_down("9S 3H 10D NC 5C", "QS 4C 2S 10C F", SPREAD)
    table = both(both(table, "9S centre", "F centre"), "10D cloak", "10C blind")
    assert results(table) == {"centre": (ADA, 0), "cloak": (None, 0), "blind": (None, 0)}
    assert (table.state.phase, set(asks(TITRO, table))) == ("keep", {ADA})


def test_the_card_to_steal_may_be_named_by_its_place(table: Table) -> None:
    table = both(both(table, "KS cloak", "F centre"), "T7 blind", "2S blind")
    split = asks(TITRO, table)[BRUNO]
    assert read(split, "my blind") == read(split, "six of spades") == "6S"


# Keeping


def test_each_may_keep_the_cards_they_won(table: Table) -> None:
    table = both(both(table, "KS cloak", "2S centre"), "T7 blind", "F cloak")
    keep = asks(TITRO, table)
    assert (keep[ADA].slots[0].options, keep[ADA].slots[0].least, keep[ADA].slots[0].most) == (("6S", "T14"), 0, 2)
    assert (keep[BRUNO].slots[0].options, keep[BRUNO].slots[0].most) == (("9H",), 1)
    table = both(table, "T14", "none")
    assert "T14" in sees(table, ADA)["hand"]
    assert sees(table, BRUNO)["kept"] == [["T14"], []]
    assert set(sees(table, BRUNO)["discards"]) == set("9H 6S KS T7 2S F".split())


def test_a_card_to_keep_may_be_named_by_its_place(table: Table) -> None:
    table = both(both(table, "KS cloak", "2S centre"), "T7 blind", "F cloak")
    keep = asks(TITRO, table)
    assert read(keep[ADA], "the cloak") == "6S"
    assert read(keep[ADA], "keep my blind and the cloak") == understood(keep[ADA], "keep both") == "6S T14"
    assert understood(keep[BRUNO], "the middle one") == "9H"


@each("typed", ["none", "nothing", "discard both", "I discard them all", "pass"])
def test_all_that_was_won_may_be_discarded_in_words(table: Table, typed: str) -> None:
    table = both(both(table, "KS cloak", "2S centre"), "T7 blind", "F cloak")
    assert understood(asks(TITRO, table)[ADA], typed) == "none"


def test_who_kept_two_cards_draws_none(table: Table) -> None:
    table = both(both(table, "KS cloak", "2S centre"), "T7 blind", "F cloak")
    table = both(table, "6S T14", "none")
    assert sees(table, ADA)["hand"] == ["6S", "3H", "10D", "NC", "T14"]
    assert sees(table, ADA)["stock"] == 65 - 2 - 3


def test_at_most_two_are_kept_where_a_split_leaves_three() -> None:
    table, _ = sit_down("9S 6C 3H 10D NC", B_HAND, SPREAD)
    table = both(both(table, "9S centre", "JD cloak"), "6C cloak", "F centre")
    assert results(table) == {"centre": (ADA, 0), "cloak": (ADA, 0), "blind": (BRUNO, 3)}
    table = one(table, ADA, "T14")
    [(seat, keep)] = asks(TITRO, table).items()
    assert (seat, keep.slots[0].options, keep.slots[0].most) == (ADA, ("6S", "9H", "T14"), 2)
    with pytest.raises(Illegal, match="Up to 2 of 6S 9H T14"):
        one(table, ADA, "6S 9H T14")


def test_nothing_is_asked_of_who_won_nothing() -> None:
    table, _ = sit_down("9S 3H 10D NC 5C", "QS 4C 2S 10C F", SPREAD)
    table = both(both(table, "9S centre", "F centre"), "10D cloak", "10C blind")
    table = one(table, ADA, "9H")
    assert (table.state.phase, table.state.round) == ("first-bid", 2)
    assert sees(table, BRUNO)["kept"] == [["9H"], []]


def test_a_round_in_which_nobody_won_goes_straight_to_the_next() -> None:
    table, _ = sit_down("X1 9S 10D JC KS", "X2 9C 2S JD QD", "5H 6S 4D", deck="poker")
    table = both(both(table, "X1 blind", "X2 blind"), "9S centre", "9C centre")
    assert (table.state.phase, table.state.round) == ("first-bid", 2)
    assert results(table) == {"centre": (None, 0), "cloak": (None, 0), "blind": (None, 0)}


# The end


def test_nothing_is_kept_after_the_last_round() -> None:
    table, _ = sit_down(A_HAND, B_HAND, SPREAD, rounds=1)
    table = both(both(table, "KS cloak", "2S centre"), "T7 blind", "F cloak")
    assert table.state.phase == "over"
    assert TITRO.winners(table.state) == (ADA,)


def test_a_split_is_still_asked_in_the_last_round() -> None:
    table, _ = sit_down(A_HAND, B_HAND, SPREAD, rounds=1)
    table = both(both(table, "KS cloak", "F centre"), "T7 blind", "2S blind")
    table = one(table, BRUNO, "6S")
    assert (table.state.phase, TITRO.scores(table.state), TITRO.winners(table.state)) == ("over", (7, 8), (BRUNO,))


def test_equal_totals_are_a_draw() -> None:
    table, _ = sit_down("X1 9S 10D JC KS", "X2 9C 2S JD QD", "5H 6S 4D", deck="poker", rounds=1)
    table = both(both(table, "X1 blind", "X2 blind"), "9S centre", "9C centre")
    assert TITRO.winners(table.state) == (ADA, BRUNO)


# The clock


def test_the_clock_bids_the_lowest_card_on_the_first_free_place() -> None:
    table, _ = sit_down("KS 3H 3D NC T7", B_HAND, SPREAD)
    assert asks(TITRO, table)[ADA].absent == "3H centre"
    assert asks(TITRO, table)[BRUNO].absent == "F centre"
    table = both(table, "3H centre", "2S blind")
    assert asks(TITRO, table)[ADA].absent == "3D cloak"
    assert asks(TITRO, table)[BRUNO].absent == "F centre"


def test_the_clock_splits_the_dearest_bid_and_keeps_nothing(table: Table) -> None:
    table = both(both(table, "KS cloak", "F centre"), "T7 blind", "2S blind")
    assert asks(TITRO, table)[BRUNO].absent == "6S"
    table = one(table, BRUNO, "6S")
    assert asks(TITRO, table)[ADA].absent == "none"


# Who sees what


VIEW = set("core phase deck round rounds scores hand hands kept spread bids won stock discards last".split())


def test_a_spectator_sees_only_what_both_see(table: Table) -> None:
    seen = sees(table, None)
    assert set(seen) == VIEW
    assert seen["hand"] == []
    assert seen["spread"] == {"centre": "9H", "cloak": None, "blind": None}


def test_the_last_round_stays_in_sight_while_the_next_is_bid(table: Table) -> None:
    assert sees(table, ADA)["last"] is None
    table = both(both(both(table, "KS cloak", "2S centre"), "T7 blind", "F cloak"), "none", "none")
    assert sees(table, BRUNO)["last"]["round"] == 1
    assert sees(table, BRUNO)["last"]["results"][2] == {
        "place": "blind", "target": "6S", "bids": ["KS", None], "winner": ADA, "points": 8, "stolen": False,
    }  # fmt: skip


def test_dealt_anew_for_bruno_ada_still_holds_what_she_was_seen_to_keep(table: Table) -> None:
    table = both(both(both(table, "KS cloak", "2S centre"), "T7 blind", "F cloak"), "6S T14", "none")
    hands, blinds = set(), set()
    for seed in range(30):
        state = TITRO.redeal(table.state, BRUNO, Random(seed))
        hands.add(state.hands[ADA])
        blinds.add(state.spread[1])
        assert {"6S", "T14"} <= set(state.hands[ADA])
        assert state.hands[BRUNO] == table.state.hands[BRUNO]
        assert not {*state.hands[ADA], *state.spread} & set(state.discards)
    assert len(hands) > 20
    assert len(blinds) > 15


def test_the_story_of_a_round() -> None:
    table, lines = sit_down(A_HAND, B_HAND, SPREAD)
    assert "Round 1 began with 9H in the centre." in lines
    told = []
    for seat, answer in [(ADA, "KS cloak"), (BRUNO, "F centre"), (ADA, "T7 blind"), (BRUNO, "2S blind"), (BRUNO, "6S")]:
        table, said = submit(TITRO, table, seat, answer, stacked())
        told += [line.text.format(**line.values) for line in said]
    assert told == [
        "0 bid KS on 6S.",
        "1 bid F on 9H.",
        "0 turned the cloak up: 6S.",
        "1 turned the cloak up: T14.",
        "0 bid T7 on T14.",
        "1 bid 2S on 6S.",
        "1 missed 9H: F never wins.",
        "0 took 6S with KS for 8. 1 had 2S.",
        "0 took T14 with T7 for 7.",
        "1 took 6S back for 8.",
    ]


# What all games share


def core(table: Table, seat: Seat | None = ADA) -> dict:
    return sees(table, seat)["core"]


def test_the_core_of_a_round(table: Table) -> None:
    assert core(table, BRUNO) == {
        "phase": "first-bid",
        "turn": [ADA, BRUNO],
        "progress": [{"unit": "round", "number": 1, "of": 9}],
        "hand": sees(table, BRUNO)["hand"],
        "counts": [5, 5],
        "trick": None,
        "led": None,
        "winning": None,
        "last": None,
        "tricks": [],
        "leader": None,
        "dealer": None,
        "contract": None,
    }
    table = both(table, "KS centre", "QS centre")
    assert (core(table, None)["phase"], core(table, None)["hand"], core(table, None)["counts"]) == (
        "second-bid", [], [4, 4],
    )  # fmt: skip


def test_the_core_names_who_is_asked_alone(table: Table) -> None:
    split = both(both(table, "T7 blind", "F blind"), "3H cloak", "4C cloak")
    assert core(split)["turn"] == list(asks(TITRO, split)) == [BRUNO]
    assert TITRO.idle(split.state).values == {"player": BRUNO}


def test_cards_lie_in_a_hand_in_the_spread_or_among_the_bids(table: Table) -> None:
    lie = TITRO.cards(both(table, "KS centre", "QS cloak").state)
    assert (set(lie["hand 0"]), set(lie["bids"])) == ({"3H", "T7", "10D", "NC"}, {"KS", "QS"})
    assert (lie["spread"], lie["discards"], len(lie["stock"])) == (("9H", "6S", "T14"), (), 78 - 13)


def test_cards_rank_by_their_value(table: Table) -> None:
    assert TITRO.order(table.state, "H") == tuple("1H 2H 3H 4H 5H 6H 7H 8H 9H 10H JH NH QH KH".split())
    assert TITRO.order(table.state, "T") == ("F", *(f"T{n}" for n in range(1, 22)))
    poker = sit_down(deck="poker")[0]
    assert TITRO.order(poker.state, "S") == tuple("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS".split())
    assert TITRO.order(poker.state, "T") == ()


@each("deck", ["tarot", "poker"])
def test_one_parts_first_with_the_card_that_the_clock_bids(deck: str) -> None:
    for moment in played(Case("titro", 2, 1, (("deck", deck), ("rounds", 6)))).moments:
        order = TITRO.order(moment.table.state, "")
        assert set(order) == set(PACKS[deck].cards)
        for ask in moment.asks.values():
            if moment.table.state.phase.endswith("bid"):
                assert ask.absent.split()[0] == min(ask.slots[0].options, key=order.index)


def told_to_wait(table: Table) -> str:
    said = TITRO.idle(table.state)
    return said.text.format(**{name: ("Ada", "Bruno")[seat] for name, seat in said.values.items()})


def test_who_is_not_asked_is_told_what_to_wait_for(table: Table) -> None:
    assert told_to_wait(table) == "Both to make their first bid."
    table = both(table, "KS centre", "QS cloak")
    assert told_to_wait(table) == "Both to make their second bid."
    assert told_to_wait(both(table, "10D cloak", "2S centre")) == "Both to choose what to keep."


def test_in_every_phase_there_is_something_to_wait_for() -> None:
    told = {}
    for seed in range(5):
        for moment in played(Case("titro", 2), seed).moments:
            told.setdefault(moment.table.state.phase, set()).add(told_to_wait(moment.table))
    assert set(told) == {"first-bid", "second-bid", "split", "keep", "over"}
    assert told["split"] == {"Ada to choose a card to steal.", "Bruno to choose a card to steal."}
    assert "Ada to choose what to keep." in told["keep"]
    assert told["over"] == {"The match is over."}


@each("seat", [ADA, BRUNO, None])
def test_a_view_holds_what_its_type_says(table: Table, seat: Seat | None) -> None:
    assert set(sees(table, seat)) == set(TITRO.view_type.__annotations__)


def test_to_keep_nothing_is_to_decline() -> None:
    assert TITRO.passes == {"none"}


# Whatever is played


@each("case", [Case("titro", 2), Case("titro", 2, 1, (("deck", "poker"), ("rounds", 6)))], ids=str)
@each("seed", range(5))
def test_all_cards_are_accounted_for(case: Case, seed: int) -> None:
    game: Played = played(case, seed)
    deck = Counter(POKER_54 if case.options else TAROT_78)
    for moment in game.moments:
        state = moment.table.state
        assert Counter(card for place in TITRO.cards(state).values() for card in place) == deck
        assert all(set(state.kept[seat]) <= set(state.hands[seat]) for seat in (ADA, BRUNO))


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_points_are_won_and_never_made_by_a_split(seed: int) -> None:
    random = Random(seed)
    shuffle = Shuffler(random)
    table, _ = begin(TITRO, 2, {"deck": "poker"}, shuffle)
    while wanted := asks(TITRO, table):
        seat, ask = random.choice(list(wanted.items()))
        before = table
        answer = random_answer(ask, random)
        assert canonical(ask, answer) == answer
        table, _ = submit(TITRO, table, seat, answer, shuffle)
        if before.state.phase == "split":
            assert sum(table.state.scores) == sum(before.state.scores)
        assert min(table.state.scores) >= 0
