"""The house player of French Tarot: it answers lawfully whatever is agreed on, and bids and plays with sense."""

import json
from pathlib import Path
from random import Random
from typing import Any

from server import house
from server.house import sampling
from server.house.french_tarot import bid, king_to_call, laid_away, softened, worth
from server.house.sampling import Budget
from server.rules import GAMES, Ask, Slot, Table, asks, begin, lawful, submit
from tests.each import each

GAME = GAMES["french-tarot"]


def played(seed: int, seats: int, houses: set[int], **options: str | int) -> Table:
    """One deal, the house in the given seats, chance in the others."""
    random = Random(f"{seed} {seats}")

    def shuffle(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(random.sample(deck, len(deck)))

    table, _ = begin(GAME, seats, {"deals": 1, "goulash": "on", **options}, shuffle)
    while owed := asks(GAME, table):
        [(seat, ask)] = owed.items()
        if seat in houses:
            answer = house.choose(GAME, table, seat, random)
            assert lawful(ask, answer)
        else:
            answer = house.at_random({}, ask, seat, random)
        table, _ = submit(GAME, table, seat, answer, shuffle)
    return table


@each("seats", [3, 4, 5])
def test_the_house_plays_every_seat_to_the_end(seats: int) -> None:
    options = {"misere": "on", "call": "after-discard", "called-suit-lead": "barred", "trumps-in-discard": "announced"}
    for seed in range(12):
        table = played(seed, seats, set(range(seats)), **(options if seed % 2 else {}))
        assert sum(GAME.scores(table.state)) == 0


def test_the_house_does_better_than_chance() -> None:
    won = sum(0 in GAME.winners(played(seed, 4, {0}).state) for seed in range(30))
    assert won > 20


def test_an_imagined_contract_is_made_or_lost_by_and_by() -> None:
    """The closer it was, the more of the 25 points, which count fourfold between the taker and the others, is taken."""
    before, taken = begin(GAME, 4, {}, lambda deck, n: deck)[0].state, []
    for seed in range(12):
        after = played(seed, 4, set(range(4)), goulash="off").state
        sheet = after.match.sheet
        assert sheet
        added = softened(before, after, sheet.taker) / (4 * sheet.multiplier)
        assert softened(after, after, sheet.taker) == 0
        taken.append((abs(sheet.difference + 0.5), -added if sheet.game > 0 else added))
    in_order = [share for _, share in sorted(taken)]
    assert in_order == sorted(in_order, reverse=True)
    assert all(0 < share < 25 for share in in_order)


STRONG = "T21 T20 T18 T16 T14 T12 T9 T5 T1 F KS QS KH QH 2H KD QD 3C".split()
MIDDLING = "T21 T17 T13 T9 T7 T4 F KS QS 5S KH 4H 3H JD 6D 4C 3C 2C".split()
POOR = "T4 T2 1S 2S 3S JS 1H 2H 3H NH 1D 2D 3D JD 1C 2C 3C NC".split()
EVERY_BID = ("pass", "small", "guard", "guard-without", "guard-against")


def test_a_hand_is_bid_for_what_it_is_worth() -> None:
    assert worth(POOR) < worth(MIDDLING) < worth(STRONG)
    assert bid(POOR, EVERY_BID, 4) == "pass"
    assert bid(MIDDLING, EVERY_BID, 4) == "guard"
    assert bid(STRONG, EVERY_BID, 4) == "guard-against"


def test_a_bid_that_was_made_by_another_is_left_to_them() -> None:
    assert bid(MIDDLING, ("pass", "guard-without", "guard-against"), 4) == "pass"


@each(("least", "steady", "strong"), [(24, "pass", "pass"), (44, "pass", "guard"), (60, "guard", "guard")])
def test_who_looks_ahead_bids_on_less(least: int, steady: str, strong: str) -> None:
    """Without time to look ahead, what it usually does shows."""
    for seed in range(1000):
        random = Random(seed)
        table, _ = begin(GAME, 4, {}, lambda deck, n, random=random: tuple(random.sample(deck, len(deck))))
        [seat] = asks(GAME, table)
        if least <= worth(GAME.view(table.state, seat)["hand"]) < least + 6:
            break
    assert house.choose(GAME, table, seat, Random(1)) == steady
    assert sampling.choose(GAME, table, seat, Random(1), Budget(seconds=0)) == strong


def test_a_king_is_called_that_another_holds() -> None:
    assert king_to_call("KS QS T1 QH JH 2H 3D 4C".split(), ("KS", "KH", "KD", "KC")) == "KH"


def test_courts_without_their_king_and_short_suits_are_laid_away() -> None:
    hand = "KS QS 2S 3S 4S 5S QH 2H ND 1C 2C 3C 4C 5C 6C T1 T2".split()
    offered = [card for card in hand if card[0] not in "TK"]
    assert laid_away(hand, offered, 3) == ["QH", "2H", "ND"]


POSITIONS = json.loads((Path(__file__).parent / "positions.json").read_text())
"""Where a beginner loses many points: what a seat sees, the cards it may play, and the good ones among them."""


@each("position", POSITIONS, ids=lambda position: str(position["why"]))
def test_it_plays_as_good_players_do(position: dict[str, Any]) -> None:
    ask = Ask("", (Slot("card", tuple(position["may"])),), position["may"][0])
    assert house.player("french-tarot").choose(position["view"], ask, position["seat"], Random(1)) in position["good"]


# Signals -------------------------------------------------------------------------------------------------------------


def defended(hand: str, tricks: str, trick: str = "", signals: bool = True) -> str:
    """What seat 1 plays against the taker, seat 3. Before each trick stands who led it."""
    cards = hand.split()

    def plays(told: str) -> list[tuple[int, str]]:
        leader, _, played = told.partition(": ")
        return [((int(leader) + n) % 4, card) for n, card in enumerate(played.split())]

    lying = plays(trick) if trick else []
    view = {
        "phase": "play", "hand": cards, "cards": [len(cards)] * 4, "bids": ["pass", "pass", "pass", "guard"],
        "taker": 3, "partner": None, "contract": "guard", "chien": [], "discard": None, "discard-trumps": [],
        "trick": lying, "winning": lying[0][0] if lying else None, "shown": [[]] * 4,
        "tricks": [{"cards": plays(told)} for told in tricks.split("; ") if told],
    }  # fmt: skip
    led = lying[0][1][-1] if lying else ""
    may = [card for card in cards if card[-1] == led] or cards
    ask = Ask("", (Slot("card", tuple(may)),), may[0])
    return house.player("french-tarot").choose(view | {"signals": signals}, ask, 1, Random(1))


HAND, SIX_TRUMPS, TWO_DIAMONDS = "2S 6S 4H 8H JH 3D 9D 5C 7C T2 T6 T9", "4H 8H JH T2 T6 T9 T11 T13 T14", "3D 9D JH T9"


def test_an_odd_trump_led_asks_for_trumps_as_long_as_the_petit_is_out() -> None:
    assert defended(HAND, "2: T7 T10 T5 T8") == "T2"
    for heard in ("2: T8 T10 T5 T7", "2: T7 T10 T1 T8", "3: T7 T10 T5 T8"):
        assert defended(HAND, heard) == "JH"
    assert defended(SIX_TRUMPS, "") == "T9"
    assert defended(SIX_TRUMPS, "2: T1 T15 T3 T4") == "JH"


def test_the_suit_that_the_defence_led_first_comes_back() -> None:
    assert defended(HAND, "3: KC 1C 2C 3C; 2: KD 1D 2D 4D; 0: 9S 5S QS KS") == "9D"


def test_a_higher_card_before_a_lower_one_says_that_they_are_the_last() -> None:
    assert defended(TWO_DIAMONDS, "", "3: KD 1D") == "9D"
    assert defended("QD 3D JH T9", "", "3: KD 1D") == "3D"


def test_a_friend_who_has_said_so_is_made_to_trump() -> None:
    said, not_said = ("3: KD 1D 4D {}; 3: QD 2D 5D {}".format(*cards) for cards in (("8D", "7D"), ("7D", "8D")))
    hand = "6D JH 8H 4H 9C 5C T2"
    assert (defended(hand, said), defended(hand, not_said)) == ("6D", "JH")


def test_without_such_terms_nobody_signals() -> None:
    assert defended(HAND, "2: T7 T10 T5 T8", signals=False) == "JH"
    assert defended(SIX_TRUMPS, "", signals=False) == "JH"
    assert defended(TWO_DIAMONDS, "", "3: KD 1D", signals=False) == "3D"


def test_who_looks_ahead_keeps_to_the_signals() -> None:
    random, met = Random(5), 0

    def shuffle(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(random.sample(deck, len(deck)))

    table, _ = begin(GAME, 4, {}, shuffle)
    while met < 3:
        [seat] = asks(GAME, table)
        answer, signalled = (house.choose(GAME, table, seat, random, signals=signals) for signals in (False, True))
        if answer != signalled:
            met += 1
            assert sampling.choose(GAME, table, seat, random, Budget(5, games=4), signals=True) == signalled
        table, _ = submit(GAME, table, seat, signalled, shuffle)
