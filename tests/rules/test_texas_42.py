"""Texas 42: tiles, bids, calls, tricks and marks, in notation.

A deal is written as the tiles of Ada, Bruno, Chiara and Dmitri; what is left of the set fills the hands up in
canonical order. Dmitri deals first, so Ada bids first. Answers follow one another in the order they are asked.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from server.rules import GAMES, OVER, Ask, Illegal, Said, Table, asks, begin, dump, load, read, submit
from server.rules.cards import DOMINOES_28, dealt_to
from tests.each import each
from tests.rules.understanding import understood

ADA, BRUNO, CHIARA, DMITRI = range(4)
GAME = GAMES["texas-42"]

EVERYTHING = {
    "splash": "on",
    "sevens": "on",
    "doubles-trump": "on",
    "follow-me-low": "on",
    "nello-doubles": "any",
}
PASSES = "pass pass pass"


def deal(*hands: str, **options: str | int) -> Table:
    """A table at its first bid."""
    given = [hand.split() for hand in hands] + [[] for _ in range(4 - len(hands))]
    left = [tile for tile in DOMINOES_28 if not any(tile in hand for hand in given)]
    deck = tuple(tile for hand in given for tile in [*hand, *(left.pop(0) for _ in range(7 - len(hand)))])
    agreed = {name.replace("_", "-"): value for name, value in options.items()}
    return begin(GAME, 4, agreed, lambda tiles, n: deck if n == 1 else shuffled(tiles, n))[0]


def shuffled(tiles: tuple[str, ...], n: int) -> tuple[str, ...]:
    return tuple(Random(n).sample(tiles, len(tiles)))


def answer(table: Table, answers: str) -> Table:
    return told(table, answers)[0]


def told(table: Table, answers: str) -> tuple[Table, list[str]]:
    """The table after the answers, and the public story of them."""
    story: list[str] = []
    for text in answers.split():
        (seat,) = asks(GAME, table)
        table, said = submit(GAME, table, seat, text, shuffled)
        story += [line(told) for told in said if told.to is None]
    return table, story


def line(said: Said) -> str:
    return said.text.format(**{name: _shown(value) for name, value in said.values.items()})


def _shown(value: Any) -> str:
    names = ("Ada", "Bruno", "Chiara", "Dmitri")
    if isinstance(value, int):
        return names[value]
    return " and ".join(names[seat] for seat in value) if isinstance(value, tuple) else value


def ask(table: Table) -> Ask:
    (only,) = asks(GAME, table).values()
    return only


def options(table: Table) -> str:
    return " ".join(ask(table).slots[0].options)


def seat(table: Table) -> int:
    (only,) = asks(GAME, table)
    return only


def view(table: Table, seat: int | None = ADA) -> dict[str, Any]:
    return GAME.view(table.state, seat)


def at_random(random: Random, options: dict[str, Any]) -> Iterator[Table]:
    """Every table of a game in which everybody answers anything lawful."""
    table, _ = begin(GAME, 4, options, lambda tiles, n: tuple(random.sample(tiles, len(tiles))))
    yield table
    while asks(GAME, table):
        table, _ = submit(
            GAME, table, seat(table), random.choice(ask(table).slots[0].options), lambda tiles, n: tuple(tiles)
        )
        yield table


# The deal ------------------------------------------------------------------------------------------------------------


def test_seven_tiles_from_the_top_go_to_the_seat_after_the_dealer_and_so_on() -> None:
    table, _ = begin(GAME, 4, {}, lambda tiles, n: tiles)
    assert view(table, ADA)["hand"] == ["0-0", "1-0", "1-1", "2-0", "2-1", "2-2", "3-0"]
    assert view(table, DMITRI)["hand"] == ["6-0", "6-1", "6-2", "6-3", "6-4", "6-5", "6-6"]


def test_the_last_seat_deals_first_and_the_deal_passes_on() -> None:
    table = deal()
    assert (view(table)["dealer"], seat(table)) == (DMITRI, ADA)
    table = answer(table, f"pass {PASSES}")
    assert (view(table)["deal"], view(table)["dealer"], seat(table)) == (2, ADA, BRUNO)


def test_everybody_is_told_the_own_tiles_alone() -> None:
    _, said = begin(GAME, 4, {}, lambda tiles, n: tiles)
    assert [told.to for told in said] == [None, ADA, BRUNO, CHIARA, DMITRI]
    assert said[1].values["tiles"] == ("0-0", "1-0", "1-1", "2-0", "2-1", "2-2", "3-0")


@each("agreed", [{"marks": 0}, {"marks": 16}, {"nello": "dealer"}, {"plunge": "on"}, {"splash": 1}])
def test_an_option_outside_its_values_is_refused(agreed: dict[str, Any]) -> None:
    with pytest.raises(Illegal, match="The option"):
        begin(GAME, 4, agreed, shuffled)


def test_texas_42_is_for_four() -> None:
    with pytest.raises(Illegal, match="Texas 42 is for 4 players, not 3"):
        begin(GAME, 3, {}, shuffled)


# The auction ---------------------------------------------------------------------------------------------------------


def test_the_first_bid_is_thirty_to_two_marks() -> None:
    assert options(deal(plunge="off")) == "pass 30 31 32 33 34 35 36 37 38 39 40 41 1m 2m"


def test_points_go_above_the_last_bid() -> None:
    assert options(answer(deal(plunge="off"), "39")) == "pass 40 41 1m 2m"
    assert options(answer(deal(plunge="off"), "39 pass")) == "pass 40 41 1m 2m"


def test_after_41_only_marks_are_left() -> None:
    assert options(answer(deal(plunge="off"), "41")) == "pass 1m 2m"


def test_after_a_mark_bid_exactly_one_more() -> None:
    assert options(answer(deal(plunge="off"), "1m")) == "pass 2m"
    assert options(answer(deal(plunge="off"), "2m 3m pass")) == "pass 4m"


def test_marks_are_not_capped_by_those_that_win() -> None:
    assert options(answer(deal(plunge="off", marks=1), "2m 3m 4m")) == "pass 5m"


@each(("typed", "bid"), [("42", "1m"), ("one mark", "1m"), ("I bid thirty-one", "31"), ("84", "2m")])
def test_a_bid_may_be_typed_as_it_is_said(typed: str, bid: str) -> None:
    assert understood(ask(deal()), typed) == bid


def test_the_highest_bid_declares() -> None:
    table = answer(deal(), "30 31 pass 1m")
    assert view(table)["bids"] == ["30", "31", "pass", "1m"]
    assert view(table)["contract"] == {
        "declarer": DMITRI, "bid": "1m", "call": None, "caller": DMITRI, "points": 42, "marks": 1,
    }  # fmt: skip
    assert seat(table) == DMITRI


def test_bids_not_made_yet_are_null() -> None:
    assert view(answer(deal(), "30"))["bids"] == ["30", None, None, None]


def test_all_pass_and_nobody_scores() -> None:
    table, story = told(deal(), f"pass {PASSES}")
    assert GAME.scores(table.state) == (0, 0, 0, 0)
    assert "All passed: nobody scored." in story
    assert view(table)["last"]["outcome"] == {"deal": 1, "contract": None, "points": 0, "made": False, "side": None}


def test_a_forced_dealer_bids_thirty_at_least() -> None:
    table = answer(deal(all_pass="forced", plunge="off"), PASSES)
    assert options(table) == "30 31 32 33 34 35 36 37 38 39 40 41 1m 2m"
    assert ask(table).absent == "30"
    with pytest.raises(Illegal, match="30 31 32"):
        answer(table, "pass")


def test_a_dealer_is_not_forced_over_a_bid() -> None:
    assert options(answer(deal(all_pass="forced", plunge="off"), "40 pass pass")) == "pass 41 1m 2m"


def test_the_clock_passes() -> None:
    assert ask(deal()).absent == "pass"


def test_a_bid_that_is_too_low_is_refused_with_what_would_fit() -> None:
    with pytest.raises(Illegal, match="pass 41 1m 2m"):
        answer(deal(plunge="off"), "40 30")


# Plunge and splash ---------------------------------------------------------------------------------------------------

FOUR_DOUBLES, THREE_DOUBLES = "6-6 5-5 4-4 3-3", "6-6 5-5 4-4 1-0 2-0 3-0 4-0"


def test_plunge_wants_four_doubles() -> None:
    assert "plunge" in options(deal(FOUR_DOUBLES))
    assert "plunge" not in options(deal(THREE_DOUBLES))
    assert "plunge" not in options(deal(FOUR_DOUBLES, plunge="off"))


def test_plunge_stands_for_four_marks() -> None:
    table = answer(deal(FOUR_DOUBLES), f"plunge {PASSES}")
    assert view(table)["contract"]["marks"] == 4
    assert options(answer(deal(FOUR_DOUBLES), "plunge")) == "pass 5m"


def test_plunge_stands_for_five_after_four_marks() -> None:
    table = answer(deal("", "", "", FOUR_DOUBLES), "2m 3m 4m plunge")
    assert view(table)["contract"]["marks"] == 5


def test_plunge_is_not_offered_over_five_marks() -> None:
    table = answer(deal(FOUR_DOUBLES, "2-2 1-1 0-0", splash="on"), "plunge 5m")
    assert options(table) == "pass 6m"


def test_splash_wants_three_doubles_and_stands_for_two_marks() -> None:
    table = deal(THREE_DOUBLES, splash="on")
    assert options(table).endswith("1m 2m splash")
    assert view(answer(table, f"splash {PASSES}"))["contract"]["marks"] == 2
    assert "splash" not in options(deal("6-6 5-5 1-0 2-0 3-0 4-0 5-0", splash="on"))
    assert "splash" not in options(deal(THREE_DOUBLES))


@each(("before", "offered"), [("41", True), ("1m", True), ("2m", False)])
def test_splash_only_where_two_marks_would_be_lawful(before: str, offered: bool) -> None:
    assert ("splash" in options(answer(deal("", THREE_DOUBLES, splash="on"), before))) is offered


@each("bid", ["plunge", "splash"])
def test_the_partner_makes_the_call_without_nello_or_sevens(bid: str) -> None:
    table = answer(deal(FOUR_DOUBLES, splash="on", sevens="on"), f"{bid} {PASSES}")
    assert seat(table) == CHIARA
    assert options(table) == "0 1 2 3 4 5 6 follow-me"
    assert view(table)["contract"]["declarer"] == ADA


@each(("plunge", "leader"), [("declarer-leads", ADA), ("partner-leads", CHIARA)])
def test_after_plunge_the_option_says_who_leads(plunge: str, leader: int) -> None:
    table = answer(deal(FOUR_DOUBLES, plunge=plunge), f"plunge {PASSES} 6")
    assert seat(table) == view(table)["leader"] == leader


def test_after_splash_the_partner_leads() -> None:
    assert seat(answer(deal(THREE_DOUBLES, splash="on"), f"splash {PASSES} 6")) == CHIARA


# The call ------------------------------------------------------------------------------------------------------------


def test_the_calls_are_those_agreed_on() -> None:
    assert options(answer(deal(), f"30 {PASSES}")) == "0 1 2 3 4 5 6 follow-me"
    assert options(answer(deal(**EVERYTHING), f"1m {PASSES}")) == (
        "0 1 2 3 4 5 6 follow-me follow-me-low doubles nello-own nello-inverted nello-high nello-low sevens"
    )


@each(("bids", "offered"), [("30", False), ("1m", True), ("2m", True)])
def test_nello_is_for_one_or_two_marks(bids: str, offered: bool) -> None:
    assert ("nello" in options(answer(deal(), f"{bids} {PASSES}"))) is offered


def test_nello_is_not_for_three_marks() -> None:
    assert "nello" not in options(answer(deal(), "pass 2m 3m pass"))


def test_nello_only_if_every_earlier_bidder_passed() -> None:
    assert "nello" in options(answer(deal(), "pass pass 1m pass"))
    assert "nello" not in options(answer(deal(), "30 pass 1m pass"))
    assert "nello" not in options(answer(deal(nello="off"), "pass pass 1m pass"))


def test_nello_for_the_dealer_only_after_three_passes() -> None:
    assert "nello" not in options(answer(deal(nello="dealer-only"), f"1m {PASSES}"))
    assert "nello" not in options(answer(deal(nello="dealer-only"), "30 pass pass 1m"))
    assert "nello" in options(answer(deal(nello="dealer-only"), f"{PASSES} 1m"))


def test_sevens_want_a_mark() -> None:
    assert "sevens" not in options(answer(deal(sevens="on"), "41 pass pass pass"))
    assert "sevens" in options(answer(deal(sevens="on"), "41 1m pass pass"))


def test_the_clock_calls_the_number_on_most_tiles() -> None:
    table = answer(deal("6-4 6-3 5-4 4-4 4-0 3-3 3-1"), f"30 {PASSES}")
    assert ask(table).absent == "4"


def test_the_clock_counts_a_double_once_and_takes_the_lowest_of_equals() -> None:
    table = answer(deal("5-5 5-1 5-3 2-2 2-0 2-1 6-4"), f"30 {PASSES}")
    assert ask(table).absent == "2"


@each(
    ("typed", "call"),
    [("fives", "5"), ("blanks are trumps", "0"), ("no trumps", "follow-me"), ("doubles low", "follow-me-low"),
     ("doubles", "doubles"), ("sevens", "sevens"), ("7", "sevens"), ("nello high", "nello-high"),
     ("call sixes", "6"), ("trump 5", "5"), ("trumps are threes", "3"), ("make it deuces", "2"), ("NT", "follow-me"),
     ("nello, doubles take doubles", "nello-own"), ("doubles take doubles, inverted", "nello-inverted")],
)  # fmt: skip
def test_a_call_may_be_typed_as_it_is_said(typed: str, call: str) -> None:
    assert understood(ask(answer(deal(**EVERYTHING), f"1m {PASSES}")), typed) == call


def test_nello_alone_is_asked_back_where_there_are_four_kinds() -> None:
    with pytest.raises(Illegal, match="nello-own, or nello-inverted, or nello-high, or nello-low: which one"):
        read(ask(answer(deal(**EVERYTHING), f"1m {PASSES}")), "nello")


# The play ------------------------------------------------------------------------------------------------------------


def test_a_led_tile_belongs_to_its_higher_number() -> None:
    table = answer(deal("4-2", "5-4 2-2 2-1 2-0 5-0 6-6 6-0"), f"30 {PASSES} 3 4-2")
    assert options(table) == "5-4"


def test_a_tile_follows_either_of_its_numbers() -> None:
    table = answer(deal("5-2", "6-5 5-4 5-0 2-2"), f"30 {PASSES} 3 5-2")
    assert options(table) == "5-0 5-4 6-5"


def test_a_trump_is_a_trump_and_nothing_else() -> None:
    table = answer(deal("6-4", "6-3 6-2 5-5"), f"30 {PASSES} 2 6-4")
    assert options(table) == "6-3"


def test_a_led_trump_belongs_to_the_trumps() -> None:
    table = answer(deal("5-3", "5-5 5-4 3-0 3-3 6-0 6-6 0-0"), f"30 {PASSES} 3 5-3")
    assert options(table) == "3-0 3-3"


def test_who_cannot_follow_may_play_anything() -> None:
    table = answer(deal("5-4 5-3 5-2 5-1 5-0 6-5 0-0", "3-3 3-2 3-1 4-3 1-1 2-2 6-6"), f"30 {PASSES} 3 5-4")
    assert options(table) == "1-1 2-2 3-1 3-2 3-3 4-3 6-6"


def test_a_tile_that_does_not_follow_is_refused() -> None:
    with pytest.raises(Illegal, match="5-4"):
        answer(deal("4-2", "5-4 2-2 2-1 2-0 5-0 6-6 6-0"), f"30 {PASSES} 3 4-2 2-2")


def winner(call: str, trick: str, *hands: str) -> int:
    """Who takes the trick that Ada leads; each hand holds its tile of the trick and what is needed besides."""
    held = [f"{tile} {hand}" for tile, hand in zip(trick.split(), hands or ("", "", "", ""), strict=True)]
    return view(answer(deal(*held, **EVERYTHING), f"1m {PASSES} {call} {trick}"))["last"]["winner"]


OTHER_FOURS = "4-4 4-3 4-1 4-0 5-4 6-4"  # with 4-2 led, nobody else need follow


def test_the_double_is_highest_of_its_number() -> None:
    assert winner("3", "5-4 6-5 5-5 5-0") == CHIARA


def test_in_a_number_the_other_end_ranks_from_six_down() -> None:
    assert winner("3", "5-4 6-5 5-2 5-1") == BRUNO


def test_a_tile_led_as_the_blank_of_sixes_loses_to_a_higher_six() -> None:
    assert winner("3", "6-0 6-1 6-5 6-2") == CHIARA


def test_the_highest_trump_takes() -> None:
    assert winner("3", "4-2 3-1 6-3 3-0", OTHER_FOURS, "6-6 5-5", "5-1 2-1", "6-1 6-5") == CHIARA


def test_neither_trump_nor_of_the_led_suit_takes_nothing() -> None:
    assert winner("3", "4-2 6-6 5-5 0-0", OTHER_FOURS, "6-5 6-1", "5-1 5-2", "2-0 1-0") == ADA


def test_follow_me_has_no_trumps_and_doubles_high() -> None:
    assert winner("follow-me", "6-3 6-5 6-6 6-4") == CHIARA


def test_follow_me_low_puts_the_double_under_its_number() -> None:
    assert winner("follow-me-low", "6-3 6-0 6-6 6-1") == ADA
    assert winner("follow-me-low", "6-6 6-0 6-2 6-1") == CHIARA


def test_doubles_as_trumps_belong_to_no_number() -> None:
    table = answer(deal("5-4", "5-5 5-0 4-4 0-0 6-6 1-0 2-0", **EVERYTHING), f"1m {PASSES} doubles 5-4")
    assert options(table) == "5-0"


def test_a_led_double_wants_doubles_where_they_are_trumps() -> None:
    table = answer(deal("5-5", "5-0 5-1 4-4 0-0 6-1 6-2 6-3", **EVERYTHING), f"1m {PASSES} doubles 5-5")
    assert options(table) == "0-0 4-4"


def test_of_doubles_as_trumps_six_six_is_high() -> None:
    assert winner("doubles", "5-5 2-2 6-6 0-0") == CHIARA
    assert winner("doubles", "5-5 2-2 4-4 0-0") == ADA


def test_the_taker_leads_next() -> None:
    table = answer(deal("5-4", "6-5", "5-5", "5-0"), f"30 {PASSES} 3 5-4 6-5 5-5 5-0")
    assert seat(table) == view(table)["leader"] == CHIARA


def test_the_clock_plays_the_first_lawful_tile() -> None:
    table = answer(deal("5-2", "6-5 5-4 5-0 2-2"), f"30 {PASSES} 3 5-2")
    assert ask(table).absent == "5-0"


def test_a_tile_may_be_typed_from_either_end() -> None:
    table = answer(deal("5-2 4-4"), f"30 {PASSES} 3")
    assert understood(ask(table), "2-5") == understood(ask(table), "25") == understood(ask(table), "two five") == "5-2"
    assert understood(ask(table), "double four") == understood(ask(table), "the double fours") == "4-4"
    assert understood(ask(table), "deuce five") == understood(ask(table), "play the five-deuce tile") == "5-2"


def test_a_blank_is_a_zero() -> None:
    table = answer(deal("0-0 1-0"), f"30 {PASSES} 3")
    assert understood(ask(table), "double zero") == understood(ask(table), "blank blank") == "0-0"
    assert understood(ask(table), "ace blank") == understood(ask(table), "one zero") == "1-0"
    with pytest.raises(Illegal):
        read(ask(table), "zero")


# Nello ---------------------------------------------------------------------------------------------------------------


def nello(call: str, *hands: str) -> Table:
    agreed = {} if call == "nello" else {"nello_doubles": "any"}
    return answer(deal(*hands, **agreed), f"1m {PASSES} {call}")


def test_in_nello_the_partner_sits_out() -> None:
    table = nello("nello", "2-0", "2-1", "", "4-2")
    assert view(table)["sitting_out"] == CHIARA
    assert [seat(answer(table, plays)) for plays in ("", "2-0", "2-0 2-1")] == [ADA, BRUNO, DMITRI]


def test_nello_tricks_have_three_tiles() -> None:
    table = answer(nello("nello", "2-0", "2-1", "", "4-2"), "2-0 2-1 4-2")
    assert view(table)["taken"][1][0]["tiles"] == ["2-0", "2-1", "4-2"]
    assert seat(table) == DMITRI


def test_in_nello_doubles_are_a_suit_of_their_own() -> None:
    assert options(answer(nello("nello", "5-1", "5-5 5-2 1-1 0-0 6-6 2-0 3-0"), "5-1")) == "5-2"
    assert options(answer(nello("nello", "5-5", "5-2 1-1 2-2 6-0 6-1 6-2 6-3"), "5-5")) == "1-1 2-2"


@each(
    ("call", "led", "bruno", "dmitri", "taker"),
    [
        ("nello", "3-3", "1-1", "6-6", DMITRI),
        ("nello-own", "3-3", "1-1", "6-6", DMITRI),
        ("nello-inverted", "3-3", "1-1", "6-6", BRUNO),
        ("nello-high", "3-2", "3-1", "3-3", DMITRI),
        ("nello-low", "3-0", "3-3", "3-1", DMITRI),
    ],
)
def test_doubles_in_nello_rank_as_called(call: str, led: str, bruno: str, dmitri: str, taker: int) -> None:
    table = answer(nello(call, led, bruno, "", dmitri), f"{led} {bruno} {dmitri}")
    assert view(table)["last"]["winner"] == taker


def test_doubles_called_high_or_low_belong_to_their_number() -> None:
    for call in ("nello-high", "nello-low"):
        assert options(answer(nello(call, "5-1", "5-5 1-1 6-6"), "5-1")).split()[0] == "5-5"


def test_nello_ends_with_the_first_trick_of_the_declarer() -> None:
    table, story = told(nello("nello", "6-6", "2-2", "", "1-1"), "6-6 2-2 1-1")
    assert view(table)["deal"] == 2
    assert view(table)["marks"] == [0, 1]
    assert "Ada took a trick: Bruno and Dmitri scored 1 mark." in story


def test_nello_is_made_with_no_trick() -> None:
    bruno, dmitri = "1-1 2-1 3-1 4-1 5-1 6-1 3-3", "2-2 3-2 4-2 5-2 6-2 4-3 5-3"
    plays = "0-0 1-1 2-2  5-2 5-0 5-1  5-3 6-0 3-3  4-3 4-0 4-1  6-2 3-0 6-1  4-2 2-0 2-1  3-2 1-0 3-1"
    table, story = told(nello("nello", "0-0 1-0 2-0 3-0 4-0 5-0 6-0", bruno, "", dmitri), plays)
    assert view(table)["marks"] == [1, 0]
    assert "Ada took no trick: Ada and Chiara scored 1 mark." in story


# Sevens --------------------------------------------------------------------------------------------------------------


def sevens(*hands: str) -> Table:
    return answer(deal(*hands, sevens="on"), f"1m {PASSES} sevens")


def test_in_sevens_the_tile_nearest_to_seven_must_be_played() -> None:
    table = sevens("6-1 5-2 6-6 0-0 5-5 4-4 1-0", "4-2 5-3 6-4 6-5 1-1 2-2 3-3")
    assert options(table) == "5-2 6-1"
    assert options(answer(table, "6-1")) == "3-3 4-2 5-3"


def test_in_sevens_the_first_of_equals_takes() -> None:
    table = sevens("6-1 6-6 0-0 5-5 4-4 1-0 1-1", "5-2 2-2", "4-3 3-3", "6-0 5-3")
    assert view(answer(table, "6-1 5-2 4-3 6-0"))["last"]["winner"] == ADA


@each("nearest", ["4-2", "5-3"])
def test_in_sevens_the_nearest_takes_from_below_and_from_above(nearest: str) -> None:
    table = sevens("6-1 5-5 6-5 6-6 0-0 1-0 1-1", f"5-2 {nearest}", "4-3 3-3", "6-0 5-4 2-0 2-1 2-2 3-0 3-1")
    table = answer(table, f"6-1 5-2 4-3 6-0  5-5 {nearest} 3-3 5-4")
    assert view(table)["last"]["winner"] == BRUNO


# The score -----------------------------------------------------------------------------------------------------------

ONES = (
    "1-1 6-1 5-1 3-1 2-1 6-0 4-2",
    "4-1 6-6 6-5 2-2 3-3 3-0 5-3",
    "5-0 3-2 6-4 6-3 5-2 0-0 2-0",
    "1-0 6-2 4-0 4-3 4-4 5-4 5-5",
)
ONES_PLAYED = (
    "1-1 4-1 0-0 1-0  6-1 6-6 2-0 4-0  5-1 6-5 5-0 4-3  3-1 2-2 3-2 4-4  "
    "2-1 3-3 6-4 5-4  6-0 3-0 6-3 6-2  5-2 5-5 4-2 5-3"
)


def ones(bids: str, **agreed: str | int) -> tuple[Table, list[str]]:
    """The deal of the worked example: Ada calls ones, and all but the last trick go to her side."""
    return told(deal(*ONES, **agreed), f"{bids} 1 {ONES_PLAYED}")


def test_thirty_is_made_with_tricks_of_6_1_6_6_11_and_1() -> None:
    before_last = answer(deal(*ONES), f"30 {PASSES} 1 {ONES_PLAYED.rsplit('  ', 1)[0]}")
    assert [trick["points"] for trick in view(before_last)["taken"][0]] == [6, 1, 6, 6, 11, 1]
    table, story = ones(f"30 {PASSES}")
    assert "Ada and Chiara took 31 points on a bid of 30 and scored 1 mark." in story
    assert GAME.scores(table.state) == (1, 0, 1, 0)


@each(("bid", "marks"), [("31", [1, 0]), ("32", [0, 1])])
def test_points_are_made_if_tricks_and_count_reach_them(bid: str, marks: list[int]) -> None:
    assert view(ones(f"{bid} {PASSES}")[0])["marks"] == marks


def test_a_points_bid_that_is_set_gives_the_mark_to_the_others() -> None:
    assert "Ada and Chiara took 31 points on a bid of 32: Bruno and Dmitri scored 1 mark." in ones(f"32 {PASSES}")[1]


def test_a_mark_bid_wants_every_trick() -> None:
    table, story = ones(f"2m {PASSES}")
    assert view(table)["marks"] == [0, 2]
    assert "Ada and Chiara did not take every trick: Bruno and Dmitri scored 2 marks." in story


def test_a_mark_bid_with_every_trick_scores_its_marks() -> None:
    table = deal("6-6 6-5 6-4 6-3 6-2 6-1 6-0", "0-0 1-0 1-1 2-0 2-1 2-2 3-0", "3-1 3-2 3-3 4-0 4-1 4-2 4-3")
    rounds = (
        "6-6 0-0 3-1 4-4  6-5 1-0 3-2 5-0  6-4 1-1 3-3 5-1  6-3 2-0 4-0 5-2  "
        "6-2 2-1 4-1 5-3  6-1 2-2 4-2 5-4  6-0 3-0 4-3 5-5"
    )
    table, story = told(table, f"2m {PASSES} 6 {rounds}")
    assert view(table)["marks"] == [2, 0]
    assert "Ada and Chiara took every trick and scored 2 marks." in story


def test_the_first_side_to_reach_the_marks_wins() -> None:
    table, story = ones(f"30 {PASSES}", marks=1)
    assert table.state.phase == OVER
    assert asks(GAME, table) == {}
    assert GAME.winners(table.state) == (ADA, CHIARA)
    assert story[-1] == "Ada and Chiara won the match with 1 to 0."


def test_nobody_has_won_while_the_game_runs() -> None:
    assert GAME.winners(ones(f"30 {PASSES}")[0].state) == ()


def test_an_ended_game_keeps_its_last_deal_on_the_table() -> None:
    seen = view(ones(f"30 {PASSES}", marks=1)[0], None)
    assert len(seen["taken"][0]) == 6
    assert (seen["last"]["tiles"], seen["last"]["winner"]) == (["5-2", "5-5", "4-2", "5-3"], DMITRI)
    assert seen["last"]["outcome"]["made"] is True


def test_forty_two_points_are_in_every_deal_that_is_played_out() -> None:
    for seed in range(5):
        for table in at_random(Random(seed), {"nello": "off", "marks": 2}):
            seen = view(table)
            if sum(map(len, seen["taken"])) == 7:
                assert sum(trick["points"] for side in seen["taken"] for trick in side) == 42


# What a seat may see -------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_what_lies_face_up() -> None:
    table = answer(deal(*ONES), f"30 {PASSES} 1 1-1 4-1")
    seen = view(table, CHIARA)
    assert seen == {
        "core": seen["core"],
        "phase": "play",
        "deal": 1,
        "dealer": DMITRI,
        "turn": CHIARA,
        "hand": ["0-0", "2-0", "3-2", "5-0", "5-2", "6-3", "6-4"],
        "tiles": [6, 6, 7, 7],
        "bids": ["30", "pass", "pass", "pass"],
        "contract": {"declarer": ADA, "bid": "30", "call": "1", "caller": ADA, "points": 30, "marks": 1},
        "sitting_out": None,
        "leader": ADA,
        "trick": [[ADA, "1-1"], [BRUNO, "4-1"]],
        "winning": ADA,
        "taken": [[], []],
        "marks": [0, 0],
        "target": 7,
        "calls": [*"0123456", "follow-me", "nello"],
        "nello-for-dealer": False,
        "sheet": [],
        "last": None,
    }


def test_a_spectator_sees_no_hand() -> None:
    assert view(deal(), None)["hand"] == []


def test_the_trick_before_stays_in_sight() -> None:
    seen = view(answer(deal(*ONES), f"30 {PASSES} 1 1-1 4-1 0-0 1-0"))
    assert seen["last"] == {
        "plays": [[ADA, "1-1"], [BRUNO, "4-1"], [CHIARA, "0-0"], [DMITRI, "1-0"]],
        "tiles": ["1-1", "4-1", "0-0", "1-0"],
        "winner": ADA,
        "points": 6,
        "outcome": None,
    }
    assert seen["taken"][0] == [{name: seen["last"][name] for name in ("plays", "tiles", "winner", "points")}]


def test_after_a_deal_its_last_trick_and_its_outcome_stay_in_sight() -> None:
    seen = view(ones(f"30 {PASSES}")[0])
    assert (seen["deal"], seen["taken"]) == (2, [[], []])
    assert seen["last"]["tiles"] == ["5-2", "5-5", "4-2", "5-3"]
    assert seen["last"]["outcome"] == seen["sheet"][0]
    assert seen["sheet"][0] == {
        "deal": 1,
        "contract": {"declarer": ADA, "bid": "30", "call": "1", "caller": ADA, "points": 30, "marks": 1},
        "points": 31,
        "made": True,
        "side": 0,
    }


@each("seed", range(4))
def test_a_view_holds_what_its_type_says(seed: int) -> None:
    for table in at_random(Random(seed), EVERYTHING | {"marks": 2}):
        seen = view(table)
        assert set(seen) == set(GAME.view_type.__annotations__)
        assert seen["core"]["phase"] == seen["phase"]
        assert seen["core"]["hand"] == seen["hand"]
        assert seen["core"]["counts"] == seen["tiles"]
        assert seen["core"]["winning"] == seen["winning"]
        assert len(seen["core"]["tricks"]) == sum(map(len, seen["taken"]))


# Where the tiles lie, and how they rank ------------------------------------------------------------------------------


@each("seed", range(4))
@each("options", [{}, EVERYTHING, {"all-pass": "forced", "plunge": "partner-leads"}])
def test_every_tile_is_in_one_place(seed: int, options: dict[str, str]) -> None:
    for table in at_random(Random(seed), options | {"marks": 3}):
        assert Counter(tile for place in GAME.cards(table.state).values() for tile in place) == Counter(DOMINOES_28)


def test_tiles_go_from_the_hands_to_the_trick_to_the_tricks_taken() -> None:
    table = answer(deal(*ONES), f"30 {PASSES} 1 1-1 4-1 0-0 1-0 6-1")
    lie = GAME.cards(table.state)
    assert lie["hand 0"] == tuple(view(table, ADA)["hand"])
    assert lie["trick"] == ("6-1",)
    assert lie["taken"] == ("1-1", "4-1", "0-0", "1-0")


def test_the_tiles_of_who_sits_out_lie_face_down() -> None:
    lie = GAME.cards(nello("nello", "2-0", "2-1", "3-3 3-0 3-1 3-2 4-3 5-3 6-3").state)
    assert lie["sitting out"] == ("3-0", "3-1", "3-2", "3-3", "4-3", "5-3", "6-3")
    assert "hand 2" not in lie


@each(
    ("call", "suit", "lowest_first"),
    [
        ("", "5", "5-0 5-1 5-2 5-3 5-4 6-5 5-5"),
        ("follow-me", "5", "5-0 5-1 5-2 5-3 5-4 6-5 5-5"),
        ("follow-me-low", "5", "5-5 5-0 5-1 5-2 5-3 5-4 6-5"),
        ("3", "3", "3-0 3-1 3-2 4-3 5-3 6-3 3-3"),
        ("3", "5", "5-0 5-1 5-2 5-4 6-5 5-5"),
        ("doubles", "doubles", "0-0 1-1 2-2 3-3 4-4 5-5 6-6"),
        ("doubles", "5", "5-0 5-1 5-2 5-3 5-4 6-5"),
        ("nello-own", "doubles", "0-0 1-1 2-2 3-3 4-4 5-5 6-6"),
        ("nello-own", "5", "5-0 5-1 5-2 5-3 5-4 6-5"),
        ("nello-inverted", "doubles", "6-6 5-5 4-4 3-3 2-2 1-1 0-0"),
        ("nello-low", "0", "0-0 1-0 2-0 3-0 4-0 5-0 6-0"),
        ("nello-high", "0", "1-0 2-0 3-0 4-0 5-0 6-0 0-0"),
        ("follow-me", "doubles", ""),
        ("sevens", "5", ""),
        ("3", "H", ""),
    ],
)
def test_the_tiles_of_a_suit_rank_as_called(call: str, suit: str, lowest_first: str) -> None:
    table = answer(deal(**EVERYTHING), f"1m {PASSES} {call}")
    assert " ".join(GAME.order(table.state, suit)) == lowest_first


@each("call", ["", "3", "doubles", "nello-own", "sevens"])
def test_of_all_tiles_one_parts_with_the_fewest_pips_first(call: str) -> None:
    table = answer(deal(**EVERYTHING), f"1m {PASSES} {call}")
    order = GAME.order(table.state, "")
    assert sorted(order) == sorted(DOMINOES_28)
    assert " ".join(order[:6]) == "0-0 1-0 1-1 2-0 2-1 3-0"
    assert order.index("5-0") < order.index("4-3")


# What all games share ------------------------------------------------------------------------------------------------


def core(table: Table, seat: int | None = ADA) -> dict[str, Any]:
    return view(table, seat)["core"]


def contract(table: Table) -> dict[str, Any]:
    """What the core tells of the contract, less what only games with half points or oudlers have."""
    told = dict(core(table)["contract"])
    assert (told.pop("per_point"), told.pop("bouts")) == (1, [])
    return told


def test_the_core_of_a_trick_that_is_under_way() -> None:
    seen = core(answer(deal(*ONES), f"30 {PASSES} 1 1-1 4-1 0-0 1-0 6-1 6-6"), CHIARA)
    first = {"cards": [[ADA, "1-1"], [BRUNO, "4-1"], [CHIARA, "0-0"], [DMITRI, "1-0"]], "winner": ADA}
    del seen["contract"]
    assert seen == {
        "phase": "play",
        "turn": [CHIARA],
        "progress": [{"unit": "deal", "number": 1, "of": None}, {"unit": "trick", "number": 2, "of": 7}],
        "hand": ["2-0", "3-2", "5-0", "5-2", "6-3", "6-4"],
        "counts": [5, 5, 6, 6],
        "trick": [[ADA, "6-1"], [BRUNO, "6-6"]],
        "led": "1",
        "winning": ADA,
        "last": first,
        "tricks": [first],
        "leader": ADA,
        "dealer": DMITRI,
    }


def test_no_trick_and_no_contract_while_it_is_bid() -> None:
    seen = core(answer(deal(), "30"), None)
    assert (seen["turn"], seen["hand"], seen["counts"]) == ([BRUNO], [], [7, 7, 7, 7])
    assert seen["progress"] == [{"unit": "deal", "number": 1, "of": None}]
    assert (seen["trick"], seen["led"], seen["winning"], seen["leader"]) == (None, None, None, None)
    assert (seen["last"], seen["tricks"], seen["contract"]) == (None, [], None)


def test_an_empty_trick_waits_for_its_leader() -> None:
    seen = core(answer(deal(), f"30 {PASSES} 3"))
    assert (seen["trick"], seen["led"], seen["winning"], seen["leader"]) == ([], None, None, ADA)


def test_a_contract_of_points_tells_what_it_needs_and_has_made() -> None:
    table = answer(deal(*ONES), f"30 {PASSES}")
    declared = {"bid": "30", "taker": ADA, "side": [ADA, CHIARA], "trump": None, "needs": 30, "made": 0}
    assert contract(table) == declared
    table = answer(table, "1 1-1 4-1 0-0 1-0 6-1 6-6 2-0 4-0")
    assert contract(table) == declared | {"trump": "1", "made": 7}


def test_what_the_partner_takes_is_made_and_what_the_others_take_is_not() -> None:
    assert contract(answer(deal("5-4", "6-5", "5-5", "5-0"), f"30 {PASSES} 3 5-4 6-5 5-5 5-0"))["made"] == 16
    assert contract(answer(deal("5-4", "5-5", "6-5", "5-0"), f"30 {PASSES} 3 5-4 5-5 6-5 5-0"))["made"] == 0


def test_a_contract_of_marks_needs_all_points_once_it_is_called() -> None:
    table = answer(deal(), f"2m {PASSES}")
    assert (contract(table)["needs"], contract(table)["made"]) == (None, None)
    assert contract(answer(table, "follow-me")) == {
        "bid": "2m", "taker": ADA, "side": [ADA, CHIARA], "trump": None, "needs": 42, "made": 0,
    }  # fmt: skip


def test_doubles_may_be_the_trumps_of_a_contract() -> None:
    assert contract(answer(deal(**EVERYTHING), f"30 {PASSES} doubles"))["trump"] == "doubles"


def test_in_nello_the_declarer_plays_alone_and_no_points_are_needed() -> None:
    table = answer(nello("nello", "2-0", "2-1", "", "4-2"), "2-0 2-1 4-2")
    assert contract(table) == {
        "bid": "1m", "taker": ADA, "side": [ADA], "trump": None, "needs": None, "made": None,
    }  # fmt: skip
    assert core(table)["counts"] == [6, 6, 7, 6]
    assert core(answer(nello("nello", "2-2"), "2-2"))["led"] == "doubles"


def test_in_sevens_no_suit_is_led_and_no_points_are_needed() -> None:
    table = answer(sevens("6-1"), "6-1")
    assert core(table)["led"] is None
    assert (core(table)["winning"], contract(table)["needs"], contract(table)["made"]) == (ADA, None, None)


def test_who_plunged_is_the_taker_though_the_partner_calls() -> None:
    table = answer(deal(FOUR_DOUBLES, plunge="declarer-leads"), f"plunge {PASSES}")
    assert (core(table)["turn"], contract(table)["taker"]) == ([CHIARA], ADA)


def test_the_last_trick_stays_while_the_next_deal_is_bid() -> None:
    seen = core(ones(f"30 {PASSES}")[0])
    assert seen["last"] == {
        "cards": [[CHIARA, "5-2"], [DMITRI, "5-5"], [ADA, "4-2"], [BRUNO, "5-3"]],
        "winner": DMITRI,
    }
    assert (seen["tricks"], seen["contract"], seen["dealer"]) == ([], None, ADA)


def test_an_ended_game_keeps_its_contract_and_its_tricks() -> None:
    seen = core(ones(f"30 {PASSES}", marks=1)[0])
    assert (seen["turn"], seen["trick"], len(seen["tricks"])) == ([], None, 7)
    assert seen["last"] == seen["tricks"][-1]
    assert (seen["contract"]["needs"], seen["contract"]["made"]) == (30, 31)


@each(
    ("answers", "waited_for"),
    [
        ("", "Ada to bid."),
        ("30", "Bruno to bid."),
        (f"30 {PASSES}", "Ada to make the call."),
        (f"30 {PASSES} 3", "Ada to lead."),
        (f"30 {PASSES} 3 5-4", "Bruno to play."),
    ],
)
def test_who_is_not_asked_is_told_what_to_wait_for(answers: str, waited_for: str) -> None:
    assert line(GAME.idle(answer(deal("5-4"), answers).state)) == waited_for


def test_nobody_waits_when_the_game_is_over() -> None:
    assert line(GAME.idle(ones(f"30 {PASSES}", marks=1)[0].state)) == "The match is over."


def test_a_pass_declines() -> None:
    assert GAME.passes == {"pass"}


def test_the_next_player_sits_to_the_left() -> None:
    assert GAME.direction == "left"


# What a seat may think -----------------------------------------------------------------------------------------------


def test_who_did_not_follow_is_dealt_none_of_the_suit() -> None:
    table = deal("5-4 5-3 5-2 5-1 6-1 1-1 0-0", "3-3 3-2 3-1 4-3 1-0 2-2 6-6", "", "5-5 6-5 5-0")
    table = answer(table, f"30 {PASSES} 3 5-4 6-6")
    for seed in range(20):
        hand = GAME.view(GAME.redeal(table.state, ADA, Random(seed)), BRUNO)["hand"]
        assert not {"5-0", "5-5", "6-5"} & set(hand)


def test_who_plunged_is_dealt_four_doubles() -> None:
    table = answer(deal(FOUR_DOUBLES, plunge="declarer-leads"), f"plunge {PASSES} 6 6-6")
    for seed in range(20):
        hand = GAME.view(GAME.redeal(table.state, BRUNO, Random(seed)), ADA)["hand"]
        assert sum(tile[0] == tile[2] for tile in hand) >= 3


def test_in_sevens_nobody_is_dealt_a_tile_nearer_than_the_one_played() -> None:
    table = answer(sevens("6-5 6-6 0-0 5-5 1-0 1-1 2-0"), "5-5")
    for seed in range(20):
        hand = GAME.view(GAME.redeal(table.state, BRUNO, Random(seed)), ADA)["hand"]
        assert all(abs(int(tile[0]) + int(tile[2]) - 7) >= 3 for tile in hand)


@each("seed", range(3))
def test_a_table_dealt_anew_looks_the_same_from_the_seat(seed: int) -> None:
    random = Random(seed)
    for table in at_random(random, EVERYTHING | {"marks": 2}):
        for reader in (ADA, BRUNO, CHIARA, DMITRI):
            anew = Table(GAME.redeal(table.state, reader, random), table.sealed, table.shuffles)
            assert view(anew, reader) == view(table, reader)
            assert asks(GAME, anew).get(reader) == asks(GAME, table).get(reader)
            assert load(dump(anew.state)) == anew.state


def test_the_only_deal_that_fits_is_found() -> None:
    places = [{"1-0", "1-1"}, {"1-0", "1-1", "2-0"}, {"2-0", "2-1"}, {"1-1"}]
    assert dealt_to(places, ("1-0", "1-1", "2-0", "2-1"), Random(0)) == ("1-0", "2-0", "2-1", "1-1")
    with pytest.raises(ValueError, match="no deal fits"):
        dealt_to([{"1-0"}, {"1-0"}], ("1-0", "1-1"), Random(0))
