"""The house player of Texas 42: lawful in every phase and with every option, and better than chance."""

from random import Random
from typing import Any

from server import house
from server.house.texas_42 import LOSING, alike, choose, exposure
from server.house.texas_42 import played_on as quick
from server.rules import GAMES, Ask, Slot, asks, begin, lawful, submit
from server.rules.games.texas_42 import ALL, COUNT, State, Won, side_of
from tests.each import each

GAME = GAMES["texas-42"]
EVERYTHING = {"splash": "on", "sevens": "on", "doubles-trump": "on", "follow-me-low": "on", "nello-doubles": "any"}


def winners(seed: int, side: int, options: dict[str, Any]) -> tuple[int, ...]:
    """Who wins a game in which one side is of the house, and the other answers at random."""
    random = Random(seed)

    def shuffle(tiles: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(random.sample(tiles, len(tiles)))

    table, _ = begin(GAME, 4, options, shuffle)
    while asks(GAME, table):
        ((seat, ask),) = asks(GAME, table).items()
        player = choose if seat % 2 == side else house.at_random
        answer = player(GAME.view(table.state, seat), ask, seat, random)
        assert lawful(ask, answer)
        table, _ = submit(GAME, table, seat, answer, shuffle)
    return GAME.winners(table.state)


@each("options", [{}, EVERYTHING, {"all-pass": "forced", "plunge": "partner-leads"}])
def test_it_answers_lawfully_and_beats_chance(options: dict[str, Any]) -> None:
    won = [winners(seed, seed % 2, options)[0] == seed % 2 for seed in range(8)]
    assert sum(won) >= 7


def asked_with(hand: str, answers: str = "", **options: Any) -> str:
    """What it answers with this hand in the first seat, after some answers of its own and the others."""
    tiles = hand.split()
    deck = (*tiles, *(tile for tile in GAME.phases["deal"].deck(None) if tile not in tiles))
    table, _ = begin(GAME, 4, options, lambda _, n: deck)
    for answer in answers.split():
        (seat,) = asks(GAME, table)
        table, _ = submit(GAME, table, seat, answer, lambda tiles, n: tiles)
    ((seat, ask),) = asks(GAME, table).items()
    return choose(GAME.view(table.state, seat), ask, seat, Random(0))


STRONG, WEAK = "5-5 6-5 5-4 5-3 6-6 4-4 6-4", "6-1 5-2 4-0 3-1 2-0 6-3 5-1"
LONG = "5-5 6-5 5-4 5-3 5-1 4-4 6-1"


def test_it_opens_with_a_strong_hand_and_passes_with_a_weak_one() -> None:
    assert asked_with(STRONG) == "30"
    assert asked_with(WEAK) == "pass"


def test_four_doubles_are_worth_a_bid() -> None:
    """Without trumps they make 30 in three of four deals; two trumps with the double and no other do not."""
    assert asked_with("0-0 2-2 3-1 4-4 5-3 5-5 6-1") == "30"
    assert asked_with("6-6 6-1 5-2 4-0 3-1 2-0 4-3") == "pass"


def test_it_calls_its_long_suit_and_draws_trumps() -> None:
    assert asked_with(LONG, "30 pass pass pass") == "5"
    assert asked_with(LONG, "30 pass pass pass 5") == "5-5"


def test_it_calls_no_trumps_if_nothing_beats_its_tiles() -> None:
    assert asked_with(STRONG, "30 pass pass pass") == "follow-me"


def test_in_nello_it_leads_what_others_must_beat() -> None:
    assert asked_with("3-0 4-0 5-0 6-0 2-0 6-5 5-4", "1m pass pass pass nello") == "2-0"


LOW = "1-0 2-0 3-0 2-1 4-1 3-2 1-1"


def test_it_bids_a_mark_for_nello_with_low_tiles_if_nello_may_be_called() -> None:
    assert asked_with(LOW) == "1m"
    assert asked_with(LOW, "1m pass pass pass") == "nello"
    assert asked_with(LOW, nello="off") == "30"
    assert asked_with(LOW, nello="dealer-only") == "30"


def test_a_bid_of_a_mark_with_strong_tiles_was_not_made_for_nello() -> None:
    assert asked_with(LONG, "1m pass pass pass") == "5"


@each(("hand", "doubles"), [(LOW, "high"), ("2-2 3-3 1-1 5-5 4-4 6-6 1-0", "inverted")])
def test_it_calls_the_nello_that_exposes_it_least(hand: str, doubles: str) -> None:
    call = asked_with(hand, "1m pass pass pass", **{"nello-doubles": "any"})
    assert call == f"nello-{doubles}"
    assert exposure(hand.split(), call) == min(exposure(hand.split(), kind) for kind in LOSING if kind != "nello")


def played_on(hand: str, *tricks: str, trick: str = "", call: str = "6", points: int = 30) -> str:
    """What Ada plays, who declared and led and took these tricks; a trick under way was led by the seat before her."""
    won = [
        {
            "plays": list(enumerate(tiles.split())),
            "winner": 0,
            "points": 1 + sum(COUNT.get(tile, 0) for tile in tiles.split()),
        }
        for tiles in tricks
    ]
    view = {
        "phase": "play",
        "hand": hand.split(),
        "contract": {"declarer": 0, "call": call, "points": points},
        "sitting_out": None,
        "trick": [(4 - len(trick.split()) + n, tile) for n, tile in enumerate(trick.split())],
        "winning": None,
        "taken": [won, []],
    }
    options = tuple(hand.split())
    return choose(view, Ask("", (Slot("tile", options),), options[0]), 0, Random(0))


def test_it_does_not_lead_count_into_a_higher_trump() -> None:
    """With 6-6 gone, 6-5 would take 6-4."""
    assert played_on("2-2 3-1 4-0 5-5 6-0 6-4", "6-6 6-1 6-2 6-3") in ("2-2", "6-0")


def test_it_draws_trumps_before_it_cashes_count() -> None:
    assert played_on("6-6 6-5 6-4 6-3 5-5 4-4 2-0").startswith("6-")


def test_it_takes_a_trick_without_count_if_it_needs_it() -> None:
    """All tricks are needed, and with two tiles left this one is taken by a trump alone."""
    tricks = "5-5 5-0 3-3 2-0", "6-4 6-1 6-0 6-2", "4-1 4-0 5-4 2-2", "5-1 3-2 1-0 0-0", "6-5 1-1 2-1 6-3"
    assert played_on("5-2 3-1", *tricks, trick="4-4 4-2 6-6", call="5", points=42) == "5-2"


def until_decided(state: State) -> list[Won]:
    """The tricks of a deal up to the one with which the bid was made, or could no longer be."""
    assert state.contract is not None
    declarer, need, left, tricks = state.contract.declarer, state.contract.points, ALL, []
    for won in state.tricks:
        if 0 < need <= left:
            tricks.append(won)
        need -= won.points * (side_of(won.winner) == side_of(declarer))
        left -= won.points
    return tricks


def test_trumps_in_a_row_come_to_the_same_if_all_or_none_of_them_count() -> None:
    """6-4 is count, between two that are not; 6-2 lies between others, until it has been played."""

    def groups(*played: str) -> list[list[str]]:
        taken = [{"plays": [(1, tile) for tile in tiles.split()]} for tiles in played]
        return alike({"contract": {"call": "6"}, "taken": [[], taken]}, "6-6 6-5 6-4 6-3 6-1 5-5".split(), 0)

    assert groups() == [["5-5"], ["6-1"], ["6-3"], ["6-4"], ["6-5", "6-6"]]
    assert groups("4-4 4-3 6-2 2-0") == [["5-5"], ["6-1", "6-3"], ["6-4"], ["6-5", "6-6"]]


@each("options", [{}, {"doubles-trump": "on", "follow-me-low": "on"}])
def test_imagined_deals_are_played_on_as_it_plays_itself(options: dict[str, Any]) -> None:
    compared = 0
    for seed in range(8):
        random = Random(seed)

        def shuffle(tiles: tuple[str, ...], n: int, random: Random = random) -> tuple[str, ...]:
            return tuple(random.sample(tiles, len(tiles)))

        table, _ = begin(GAME, 4, {"marks": 1, **options}, shuffle)
        ends: dict[int, list[Won]] = {}  # of each deal, as imagined at its first trick
        while owed := asks(GAME, table):
            ((seat, ask),) = owed.items()
            if table.state.phase == "play" and (on := quick(table.state)) is not table.state:
                assert until_decided(on) == ends.setdefault(on.score.deal, until_decided(on))
                compared += 1
            table, _ = submit(GAME, table, seat, choose(GAME.view(table.state, seat), ask, seat, random), shuffle)
    assert compared > 100
