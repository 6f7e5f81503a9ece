"""The house player of Dementlieu: it answers lawfully at every table, and bids and plays with sense."""

from dataclasses import replace
from random import Random

from server import house
from server.house.dementlieu import IN_FRONT, bid, choose, laid_away, played_on, prospect, worth
from server.rules import GAMES, Ask, Slot, Table, asks, begin, lawful, submit
from server.rules.games.dementlieu.state import Agreed, Deal, Match, State
from tests.each import each

GAME = GAMES["dementlieu"]


def played(seed: int, seats: int, houses: set[int], **options: str | int) -> Table:
    """A match of random deals, the house in the given seats, chance in the others."""
    random = Random(f"{seed} {seats}")

    def shuffle(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(random.sample(deck, len(deck)))

    table, _ = begin(GAME, seats, options, shuffle)
    while owed := asks(GAME, table):
        [(seat, ask)] = owed.items()
        if seat in houses:
            answer = house.choose(GAME, table, seat, random)
            assert lawful(ask, answer)
        else:
            answer = house.at_random({}, ask, seat, random)
        table, _ = submit(GAME, table, seat, answer, shuffle)
    return table


@each("settlement", ["contract", "pot"])
@each("seats", [3, 4])
def test_the_house_plays_every_seat_to_the_end(seats: int, settlement: str) -> None:
    for seed in range(8):
        table = played(seed, seats, set(range(seats)), deals=2, settlement=settlement)
        assert GAME.winners(table.state)


@each("settlement", ["contract", "pot"])
def test_the_house_does_better_than_chance(settlement: str) -> None:
    coins = [GAME.scores(played(seed, 3, {0}, deals=2, settlement=settlement).state)[0] for seed in range(30)]
    assert sum(coins) > 100


STRONG = "T21 T20 T18 T16 T14 T12 T9 T5 T1 F KS QS KH QH 2H KD QD 3C".split()
MIDDLING = "T21 T19 T17 T13 T9 T7 T5 T4 2C KS QS KH NH 3H KD QD 4C 3C".split()
POOR = "T4 T2 1S 2S 3S JS 1H 2H 3H NH 1D 2D 3D JD 1C 2C 3C NC".split()
EVERY_BID = ("pass", "prise", "garde", "garde-sans", "garde-contre")


def test_a_hand_is_bid_for_what_it_is_worth() -> None:
    assert worth(POOR) < worth(MIDDLING) < worth(STRONG)
    assert bid(POOR, EVERY_BID, "contract", 4) == "pass"
    assert bid(MIDDLING, EVERY_BID, "contract", 4) == "garde"
    assert bid(STRONG, EVERY_BID, "contract", 4) == "garde-contre"


def test_the_fool_is_worth_a_bid() -> None:
    """For it lowers the points needed, and is brought home in the last trick."""
    assert bid(["F", *MIDDLING[1:]], EVERY_BID, "contract", 4) == "garde"
    assert bid(["2C", *MIDDLING[1:]], EVERY_BID, "contract", 4) == "pass"


def test_the_lead_is_worth_as_much_as_it_is_shared_by_few() -> None:
    level = played(1, 4, set(), stake=5).state

    def promised(*coins: int) -> list[float]:
        state = replace(level, match=replace(level.match, coins=coins))
        return [prospect(state, seat) / (5 * IN_FRONT) for seat in range(4)]

    assert promised(0, 0, 0, 0) == [1 / 4] * 4
    assert promised(15, -5, -5, -5) == [1, 0, 0, 0]
    assert promised(-15, 5, 5, 5) == [0, 1 / 3, 1 / 3, 1 / 3]


def test_a_bid_that_was_made_by_another_is_left_to_them() -> None:
    assert bid(MIDDLING, ("pass", "garde-sans", "garde-contre"), "contract", 4) == "pass"


def test_a_pot_is_worth_a_bid_sooner() -> None:
    assert bid(POOR, EVERY_BID, "pot", 4) != "pass"


def test_court_cards_are_laid_away_before_pips() -> None:
    assert laid_away("1S 2S QS JS 3H NH QH 4D JD 5C".split(), 6) == ["1S", "QS", "JS", "NH", "QH", "JD"]


def playing(hand: str, trick: list[list[object]], seat: int, taker: int, **seen: object) -> dict[str, object]:
    """What a seat sees in the middle of a contract."""
    cards = [len(hand.split())] * 4
    view = {"phase": "play", "settlement": "contract", "hand": hand.split(), "cards": cards, "taker": taker}
    return {**view, "trick": trick, "tricks": [], "discard": None, "chien": None, **seen}


def chosen(view: dict[str, object], options: str, seat: int) -> str:
    ask = Ask("Your card?", (Slot("card", tuple(options.split())),), options.split()[0])
    return house.player("dementlieu").choose(view, ask, seat, Random(0))


def test_the_defence_throws_points_on_a_trick_of_its_own() -> None:
    view = playing("2H QH 3D", [[0, "5H"], [1, "KH"], [2, "4H"]], seat=3, taker=0)
    assert chosen(view, "2H QH", 3) == "QH"


def test_the_defence_gives_the_taker_the_cheapest_card() -> None:
    view = playing("2H QH 3D", [[0, "5H"], [1, "KH"], [2, "4H"]], seat=3, taker=1)
    assert chosen(view, "2H QH", 3) == "2H"


def test_a_dear_trick_is_trumped_as_low_as_will_do() -> None:
    view = playing("T5 T19 2H 3D", [[0, "QH"], [1, "KH"], [2, "T4"]], seat=3, taker=2)
    assert chosen(view, "T5 T19 2H", 3) == "T5"


def test_the_fool_is_kept_for_the_lead_to_the_last_trick() -> None:
    view = playing("T21 F", [], seat=1, taker=1)
    assert chosen(view, "T21 F", 1) == "T21"


def test_the_fool_is_not_led_before_that() -> None:
    view = playing("2H T3 F", [], seat=1, taker=1)
    assert chosen(view, "2H T3 F", 1) != "F"


def test_the_taker_keeps_the_21_and_the_trump_that_brings_home_the_fool() -> None:
    view = playing("T21 5D 6D", [[0, "2H"], [1, "3H"], [2, "4H"]], seat=3, taker=3)
    assert chosen(view, "T21 5D 6D", 3) == "5D"
    view = playing("T19 5H 6H F", [[0, "QH"], [1, "2H"], [2, "3H"]], seat=3, taker=3)
    assert chosen(view, "T19 5H 6H F", 3) == "5H"


def test_imagined_tricks_bring_home_the_fool() -> None:
    hands = [tuple(hand.split()) for hand in ("2H 3H 4D", "T19 5H F", "6H 7H 8D", "9H 2S 3S")]
    deal = Deal((None, "prise", None, None), contract="prise", taker=1)
    on = played_on(State("play", Agreed(4, 6, 1, "contract"), Match((0,) * 4), deal, tuple(hands), leader=1))
    assert (on.leader, on.hands[1]) == (1, ("F",))


def test_the_petit_is_not_given_to_a_trick_that_only_the_21_would_win() -> None:
    """The taker has led the 20, and a friend is still to play, who may not have the 21."""
    trumps = ("T9", "T14", "T17", "T19", "T1")
    hand = [*"NS 9S 8S 5S NH 9H 5H 2H KD JD 9D 2D 1D QC 7C 6C 4C 2C 1C".split(), *trumps]
    view = {
        "phase": "play", "hand": hand, "cards": [24, 24, 23], "settlement": "contract", "taker": 2, "discard": None,
        "chien": "2S 3S 1H JH QD T16".split(), "trick": [[2, "T20"]], "tricks": [],
    }  # fmt: skip
    assert choose(view, Ask("", (Slot("card", trumps),), "T1"), 0, Random(1)) == "T9"


@each(("seats", "settlement"), [(3, "contract"), (4, "contract"), (4, "pot")])
def test_imagined_deals_are_played_on_as_it_plays_itself(seats: int, settlement: str) -> None:
    compared = 0
    for seed in range(4):
        random = Random(f"e{seed}")

        def shuffle(cards: tuple[str, ...], n: int, random: Random = random) -> tuple[str, ...]:
            return tuple(random.sample(cards, len(cards)))

        table, _ = begin(GAME, seats, {"deals": 1, "settlement": settlement}, shuffle)
        ends: list[State] = []  # of the deal, as imagined at each card
        while owed := asks(GAME, table):
            for seat, ask in owed.items():
                if table.state.phase == "play" and (on := played_on(table.state)) is not table.state:
                    ends.append(on)
                answer = choose(GAME.view(table.state, seat), ask, seat, random)
                table, _ = submit(GAME, table, seat, answer, shuffle)
        assert all(end == ends[0] for end in ends)
        compared += len(ends)
    assert compared > 50
