"""Looking ahead over tables dealt anew."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from sys import modules

import pytest

from server import house
from server.house import sampling
from server.house.sampling import Budget, Compared, Outcome, candidates, distinct, imagine, near, values, won
from server.rules import GAMES, Ask, Slot, State, Table, all_asks, begin, lawful, submit
from server.rules.cards import FOOL, TAROT_78, TRUMPS
from server.rules.decided import answers
from server.rules.tarot import HALVES, LAID_AWAY
from tests.each import each
from tests.rules.played import Case, cases, played

TITRO = GAMES["titro"]
ADA, BRUNO = 0, 1
QUICK = Budget(seconds=300, games=4, candidates=6)


def stacked(cards: str):
    on_top = tuple(cards.split())
    return lambda deck, n: (*on_top, *(card for card in deck if card not in on_top))


@each("key", GAMES)
def test_it_answers_lawfully_in_every_phase_of_every_game(key: str) -> None:
    game, met = GAMES[key], set()
    for moment in played(Case(key, game.seats[-1])).moments[:-1]:
        if moment.table.state.phase not in met:
            met.add(moment.table.state.phase)
            seat, ask = next(iter(moment.asks.items()))
            assert lawful(ask, sampling.choose(game, moment.table, seat, Random(1), QUICK))


@each("case", cases(2))
@pytest.mark.wide
def test_what_is_dealt_anew_hangs_on_nothing_that_the_seat_cannot_see(case: Case) -> None:
    """Two tables that look the same to a seat become the same table, if chance is the same."""
    for moment in played(case).some(8)[:-1]:
        for seat in range(case.seats):
            other = case.game.redeal(moment.table.state, seat, Random(3))
            assert case.game.redeal(other, seat, Random(4)) == case.game.redeal(moment.table.state, seat, Random(4))
            likely = imagine(case.game, moment.table.state, seat, Random(4))
            assert imagine(case.game, other, seat, Random(4)) == likely
            assert case.game.view(likely, seat) == case.game.view(moment.table.state, seat)


@each(("key", "held_as"), [("french-tarot", "in_rows"), ("dementlieu", "sorted_cards")])
def test_a_hand_that_would_have_been_shown_is_not_imagined(key: str, held_as: str) -> None:
    """The petit as the only trump, without the Excuse: alone in its hand it is not lawful, beside a trump it is."""
    knowledge = modules[GAMES[key].redeal.__module__]
    state = played(Case(key, 4)).moments[0].table.state
    held, size = getattr(knowledge, held_as), len(knowledge.hand_as_dealt(state, 0))
    plain = [card for card in TAROT_78 if card not in {*TRUMPS, FOOL}]
    for beside, lawful_so in ((plain[0], False), ("T2", True), (FOOL, True)):
        hand = ["T1", beside, *plain[1 : size - 1]]
        rest = [card for card in TAROT_78 if card not in hand]
        others = [rest[n * size : (n + 1) * size] for n in range(3)]
        assert knowledge.has_no_petit_sec(replace(state, hands=tuple(map(held, (hand, *others))))) is lawful_so


@each(("key", "seats"), [("french-tarot", 3), ("french-tarot", 5), ("dementlieu", 3), ("dementlieu", 4)])
def test_where_chance_finds_no_lawful_deal_one_is_made(key: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A petit sec would have been shown: nobody is dealt one, and yet other cards than those that lie there."""
    redeal = GAMES[key].redeal
    knowledge = modules[redeal.__module__]
    monkeypatch.setattr(knowledge, "TRIES", 0)
    game, changed = played(Case(key, seats, options=(("deals", 1),))), 0
    for moment in game.some(30)[:-1]:
        state = moment.table.state
        for seat in range(seats):
            anew, again = (redeal(state, seat, Random(n)) for n in range(2))
            hands = [set(knowledge.hand_as_dealt(anew, each)) for each in range(seats)]
            assert sum(map(len, hands)) == len(TAROT_78) - len(state.deal.chien)
            assert {"T1"} not in [hand & {*TRUMPS, FOOL} for hand in hands]
            assert redeal(again, seat, Random(0)) == anew
            changed += state.hands != anew.hands
    assert changed > 20 * seats


def test_all_it_plays_on_has_been_dealt_anew_for_its_seat() -> None:
    """Two tables that differ in what Ada cannot see, and one imagined table for both: she answers the same."""
    table, _ = begin(TITRO, 2, {}, stacked("KS 3H T7 10D NC QS 4C 2S JD F 9H 6S T14"))
    other = Table(TITRO.redeal(table.state, ADA, Random(3)), {BRUNO: "F centre"}, table.shuffles)
    assert other.state != table.state
    imagined = TITRO.redeal(table.state, ADA, Random(4))
    dreaming = replace(TITRO, redeal=lambda state, seat, random: imagined)
    for seed in range(3):
        assert sampling.choose(dreaming, table, ADA, Random(seed), QUICK) == sampling.choose(
            dreaming, other, ADA, Random(seed), QUICK
        )


def test_sealed_answers_of_others_change_nothing() -> None:
    table, _ = begin(TITRO, 2, {}, stacked("KS 3H T7 10D NC QS 4C 2S JD F 9H 6S T14"))
    sealed, _ = submit(TITRO, table, BRUNO, "4C cloak", stacked(""))
    assert sealed.sealed
    assert sampling.choose(TITRO, sealed, ADA, Random(1), QUICK) == sampling.choose(TITRO, table, ADA, Random(1), QUICK)


def test_it_finds_the_bid_that_cannot_be_beaten() -> None:
    """One round, second bids: the king takes the queen's bid on its own suit, nothing else brings as much."""
    table, _ = begin(TITRO, 2, {"rounds": 1}, stacked("KS 9C 8D 7C 6C QD 4C 2S JD 3S 9H 2S T14"))
    for seat, answer in [(ADA, "6C centre"), (BRUNO, "QD blind")]:
        table, _ = submit(TITRO, table, seat, answer, stacked(""))
    assert sampling.choose(TITRO, table, ADA, Random(1), Budget(seconds=300, games=60)) == "KS cloak"


def test_without_time_it_answers_as_the_house_player_would() -> None:
    table, _ = begin(TITRO, 2, {}, stacked("T1 9H 8D 7C F QS 4C 2S JD 3S T21 9S T14"))
    answer = sampling.choose(TITRO, table, ADA, Random(1), Budget(seconds=0, games=10**9))
    assert answer == house.choose(TITRO, table, ADA, Random(1)) == "T1 centre"


def test_a_usual_answer_stands_where_nothing_is_better() -> None:
    level = replace(TITRO, scores=lambda state: (0, 0))
    table, _ = begin(TITRO, 2, {"rounds": 1}, stacked("T1 9H 8D 7C F QS 4C 2S JD 3S T21 9S T14"))
    assert sampling.choose(level, table, ADA, Random(1), Budget(seconds=300, games=16)) == "T1 centre"


def test_the_usual_answer_is_held_against_the_best_of_the_others() -> None:
    points = {"usual": (0, 1, 0, 1), "worse": (-5, -5, -5, -5), "better": (5, 6, 5, 6), "little better": (1, 2, 1, 2)}
    outcomes = {answer: [Outcome(each, None) for each in came] for answer, came in points.items()}
    assert Compared("usual", ("worse", "better", "little better"), outcomes).best == "better"
    assert Compared("usual", ("worse",), outcomes).best == "usual"


def test_where_every_outcome_ends_the_game_the_win_counts_beside_the_points() -> None:
    """To lose much or win little is better, then, than to come second for sure."""
    bold = [Outcome(-8, 0), Outcome(4, 1)]
    ends = values({"bold": bold, "timid": [Outcome(-1, 0), Outcome(-1, 0)]})
    assert sum(ends["bold"]) > sum(ends["timid"])
    goes_on = values({"bold": bold, "timid": [Outcome(-1, 0), Outcome(-1, None)]})
    assert goes_on == {"bold": [-8, 4], "timid": [-1, -1]}


def test_what_the_standings_promise_counts_beside_the_points() -> None:
    promised = values({"risk": [Outcome(-4, None), Outcome(4, None, 24)], "pass": [Outcome(0, None, 6)] * 2})
    assert promised == {"risk": [-4, 28], "pass": [6, 6]}


def test_a_win_is_shared_among_those_who_won() -> None:
    for key in ("titro", "ottocento", "texas-42", "tottarot"):
        game = GAMES[key]
        state = played(Case(key, game.seats[-1])).moments[-1].table.state
        parties = {next((side for side in game.sides if seat in side), (seat,)) for seat in game.winners(state)}
        for seat in range(game.seats[-1]):
            assert won(game, state, seat) == (1 / len(parties) if seat in game.winners(state) else 0)


def test_a_weighty_decision_is_thought_over_longer() -> None:
    """As many games are imagined for a bid as for three cards."""
    counted = []
    game = GAMES["dementlieu"]
    table, _ = begin(game, 3, {}, lambda deck, n: deck)
    counting = replace(game, redeal=lambda *given: counted.append(1) or game.redeal(*given))
    [seat] = all_asks(game, table)
    sampling.choose(counting, table, seat, Random(1), Budget(seconds=300, games=3, candidates=2))
    assert len(counted) >= -(-3 * house.player("dementlieu").weighty["bid"] // 2)


def test_few_answers_are_all_tried() -> None:
    keep = Ask("", (Slot("cards", ("6S", "9H"), 0, 2), Slot("go", ("yes", "no"))), "yes")
    assert list(answers(keep)) == ["yes", "no", "6S yes", "6S no", "9H yes", "9H no", "6S 9H yes", "6S 9H no"]
    assert all(lawful(keep, answer) for answer in answers(keep))


def test_of_many_answers_some_are_tried() -> None:
    table, _ = begin(TITRO, 2, {}, stacked(""))
    ask = all_asks(TITRO, table)[ADA]
    tried = candidates(TITRO, table.state, ask, ADA, Random(1), 7)
    assert len(tried) == len(set(tried)) == 7
    assert all(lawful(ask, answer) for answer in tried)
    assert len(candidates(TITRO, table.state, ask, ADA, Random(1), 15)) == 15


def test_of_cards_that_come_to_the_same_one_is_tried() -> None:
    """Low cards of a suit, or trumps that follow one another, the first; and each with what is said with it, if that
    changes anything.
    """
    alike = [["F"], ["2D", "9D"], ["QD"], ["T1"], ["T4", "T5"]]
    others = ["F", "2D", "QD", "T1", "T4", "T5"]
    assert distinct(others, "9D", alike) == ["F", "QD", "T1", "T4"]
    assert distinct(["T4", "T4 double", "T5 double"], "T5", alike) == ["T4 double"]
    assert distinct(["9D", "2D", "QD volo", "QD busso"], "F", alike, ("volo", "busso")) == ["2D", "QD volo"]


def test_near_an_answer_are_those_that_differ_by_one_token() -> None:
    ask = Ask("", (Slot("cards", ("6S", "9H", "KD"), 2, 2), Slot("slam", ("slam",), 0)), "6S 9H")
    assert list(near(ask, "6S 9H")) == ["9H KD", "6S KD", "6S 9H slam"]
    assert all(lawful(ask, answer) for answer in near(ask, "6S 9H"))


def test_a_discard_is_tried_beside_what_the_house_player_lays_away() -> None:
    table, _ = begin(GAMES["ottocento"], 4, {}, lambda deck, n: deck)
    dealer, ask = next(iter(all_asks(GAMES["ottocento"], table).items()))
    usual, *others = candidates(GAMES["ottocento"], table.state, ask, dealer, Random(1), 24)
    assert len(others) == 2 * (len(ask.slots[0].options) - 2)
    assert all(len(set(usual.split()) & set(other.split())) == 1 for other in others)


@each(
    ("key", "bid", "most", "least"),
    [("texas-42", "30", 30, 31), ("french-tarot", "guard", 20, 38), ("dementlieu", "prise", 20, 38)],
)
def test_a_taker_is_imagined_with_a_hand_to_bid_on(key: str, bid: str, most: int, least: int) -> None:
    """With one bid made, most hands dealt anew for the bidder would not do."""
    game, chance = GAMES[key], Random(5)
    table, _ = begin(game, 4, {}, lambda deck, n: tuple(chance.sample(deck, len(deck))))
    [bidder] = all_asks(game, table)
    table, _ = submit(game, table, bidder, bid, lambda deck, n: deck)
    seat, random, fits = (bidder + 1) % 4, Random(1), house.player(key).fits
    dealt = [game.redeal(table.state, seat, random) for _ in range(40)]
    likely = [imagine(game, table.state, seat, random) for _ in range(40)]
    assert sum(fits(state, seat) for state in dealt) < most
    assert sum(fits(state, seat) for state in likely) >= least


def wants_a_suit(state: State, seat: int) -> bool:
    """Whether the seat has no card of one of the four plain suits."""
    return not all(state.hands[seat][:4])


def lays_points_away(state: State, seat: int) -> bool:
    """Whether no card is kept that is worth more than one laid away, and might lie there."""
    kept = [HALVES[card] for card in state.hands[seat] if card in LAID_AWAY]
    return min(HALVES[card] for card in state.deal.discard) >= max(kept, default=0)


TAKERS = [
    ("dementlieu", 4, "prise", lays_points_away),
    *(("french-tarot", n, "guard", wants_a_suit) for n in (3, 4, 5)),
]


@each(("key", "seats", "bid", "done"), TAKERS)
def test_a_taker_is_imagined_to_have_laid_away_what_the_house_would(
    key: str, seats: int, bid: str, done: Callable[[State, int], bool]
) -> None:
    """So most takers do what the house does; of those whose discard was drawn by chance, far fewer do."""
    game, random = GAMES[key], Random(1)
    table, _ = begin(game, seats, {}, lambda deck, n: tuple(random.sample(deck, len(deck))))
    while not table.state.trick:
        [seat] = all_asks(game, table)
        answer = house.choose(game, table, seat, random)
        if table.state.phase == "bid":
            answer = "pass" if table.state.deal.bids[seat - 1] else bid
        table, _ = submit(game, table, seat, answer, stacked(""))
    taker = table.state.deal.taker
    chance, likely = (
        sum(done(dealt(table.state, (taker + 1) % seats, random), taker) for _ in range(60))
        for dealt in (game.redeal, partial(imagine, game))
    )
    assert chance + 15 < likely


@each("key", GAMES)
def test_how_clearly_a_deal_was_won_never_outweighs_a_point(key: str) -> None:
    game = played(Case(key, GAMES[key].seats[-1]))
    for seat in range(game.case.seats):
        assert abs(house.player(key).margin(game.moments[-1].table.state, seat)) < 1
