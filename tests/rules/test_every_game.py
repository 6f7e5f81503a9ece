"""What holds for every game there is, at every table: a game is tested here by being in `GAMES`."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, wraps
from inspect import signature
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

from server import house
from server.rules import (
    GAMES,
    OVER,
    Decide,
    Illegal,
    Said,
    Seat,
    Shuffle,
    Table,
    all_asks,
    begin,
    complete,
    dump,
    lawful,
    load,
    submit,
    upgrade,
)
from server.rules.cards import LATIN_62, POKER_54, TAROT_78, suit
from server.rules.core import Core, plain
from server.rules.engine import NONE, AnyGame
from server.rules.story import KINDS, VALUES, Number
from server.rules.text import CardName
from server.views.faces import face
from tests.each import each
from tests.rules.exchange import Hidden, copies_at, could_lie_elsewhere, hidden
from tests.rules.played import Case, Moment, Played, Shuffler, cases, codes, play_on, played
from tests.rules.shapes import misfits
from tests.rules.sights import flat
from tests.rules.transcript import written_by

SNAPSHOTS = Path(__file__).parent / "snapshots"

TABLES = {key: [case for case in cases() if case.key == key] for key in GAMES}
Test = Callable[[Case], None]
AT_EVERY_TABLE: list[Test] = []


def every_table(test: Test) -> Callable[..., None]:
    """One test of each game, at all tables of it."""
    AT_EVERY_TABLE.append(test)

    @pytest.mark.parametrize("key", GAMES)
    @wraps(test)
    def at_every_table(key: str, subtests: pytest.Subtests) -> None:
        for case in TABLES[key]:
            with subtests.test(str(case)):
                test(case)

    at_every_table.__signature__ = signature(at_every_table, follow_wrapped=False)  # type: ignore[attr-defined]
    return at_every_table


every_game = each("key", GAMES)


# Playing -------------------------------------------------------------------------------------------------------------


@every_table
def test_a_random_game_comes_to_its_end(case: Case) -> None:
    game, last = case.game, played(case).moments[-1].table
    assert last.state.phase == OVER
    winners, scores = game.winners(last.state), game.scores(last.state)
    assert winners
    assert set(winners) <= set(range(case.seats))
    assert {scores[seat] for seat in winners} == {max(scores)}
    with pytest.raises(Illegal, match="over"):
        submit(game, last, 0, "pass", Shuffler(Random(0)))


@every_table
def test_nobody_has_won_while_the_game_runs(case: Case) -> None:
    game = case.game
    for moment in played(case).moments[:-1]:
        assert game.winners(moment.table.state) == ()
        scores = game.scores(moment.table.state)
        assert len(scores) == case.seats
        assert all(type(score) is int for score in scores)


@every_table
def test_every_ask_can_be_answered(case: Case) -> None:
    for moment in played(case).moments[:-1]:
        assert moment.asks
        assert set(moment.asks) <= set(range(case.seats))
        for ask in moment.asks.values():
            tokens = [token for slot in ask.slots for token in slot.options]
            assert len(set(tokens)) == len(tokens), "no token stands in two slots"
            assert all(0 <= slot.least <= slot.most <= len(slot.options) for slot in ask.slots)
            assert all(token and not set(token) & set(" \t\n:") for token in tokens)
            assert len({slot.name for slot in ask.slots}) == len(ask.slots)
            assert ask.prompt.endswith((".", "?"))


@every_table
def test_the_clock_answers_lawfully(case: Case) -> None:
    for moment in played(case).moments[:-1]:
        for ask in moment.asks.values():
            assert lawful(ask, ask.absent)


@every_table
def test_sealed_answers_wait_outside_the_state(case: Case) -> None:
    for before, after in zip(played(case).moments, played(case).moments[1:], strict=False):
        if after.table.sealed:
            assert after.table.state is before.table.state
            assert not after.said


@every_table
def test_an_ask_names_its_tokens_as_the_game_does(case: Case) -> None:
    words = case.game.words
    for moment in played(case).some(100)[:-1]:
        for ask in moment.asks.values():
            for token in (token for slot in ask.slots for token in slot.options):
                shown = ask.words.get(token, (token,))
                assert shown
                assert shown[0] == words.get(token, shown)[0]


def test_options_keep_what_was_agreed() -> None:
    for game in GAMES.values():
        for name, option in game.options.items():
            assert option.default in option.values
            assert option.help.strip(), name
            assert (
                {"on", "off"} >= set(option.values) or not {"on", "off"} & set(option.values) or len(option.values) > 2
            )


# Beginning -----------------------------------------------------------------------------------------------------------


@every_game
def test_a_wrong_number_of_seats_is_refused(key: str) -> None:
    game = GAMES[key]
    for seats in {0, 1, game.seats.start - 1, game.seats.stop, 99}:
        with pytest.raises(Illegal, match=game.name):
            begin(game, seats, {}, Shuffler(Random(0)))


@every_game
def test_an_option_the_game_does_not_have_is_refused(key: str) -> None:
    with pytest.raises(Illegal, match="colour"):
        begin(GAMES[key], GAMES[key].seats[0], {"colour": "red"}, Shuffler(Random(0)))


@every_game
def test_a_value_an_option_does_not_have_is_refused(key: str) -> None:
    game = GAMES[key]
    for name, option in game.options.items():
        for value in ("purple", -1, 10**6, True, None, 1.0):
            if not any(value is allowed for allowed in option.values):
                with pytest.raises(Illegal, match=name):
                    begin(game, game.seats[0], {name: value}, Shuffler(Random(0)))


@every_game
def test_phases_are_decisions_and_shuffles(key: str) -> None:
    phases = GAMES[key].phases
    assert OVER not in phases
    assert all(isinstance(phase, Decide | Shuffle) for phase in phases.values())


# Cards ---------------------------------------------------------------------------------------------------------------


def lying(case: Case, state: object) -> Counter[str]:
    """All cards, wherever they lie."""
    return Counter(card for cards in case.game.cards(state).values() for card in cards)


@every_table
def test_every_card_lies_in_one_place_whenever_somebody_is_asked(case: Case) -> None:
    decks = [Counter(deck) for deck in played(case).decks]
    *moments, end = played(case).moments
    for moment in moments:
        assert lying(case, moment.table.state) in decks
    assert lying(case, end.table.state) in [*decks, Counter()]


@every_table
def test_a_hand_is_what_its_seat_sees_and_all_can_count(case: Case) -> None:
    for moment in played(case).moments[:-1]:
        check_hands(case, moment.table.state)


def check_hands(case: Case, state: object) -> None:
    """Every hand that a view shows lies in a place of its own, with nothing else."""
    places = [Counter(cards) for cards in case.game.cards(state).values()]
    assert core(case, state)["hand"] == []
    for seat in range(case.seats):
        seen = core(case, state, seat)
        assert seen["counts"][seat] == len(seen["hand"])
        assert Counter(seen["hand"]) in places
        places.remove(Counter(seen["hand"]))


def core(case: Case, state: object, seat: Seat | None = None) -> dict[str, Any]:
    """The core of a view."""
    shared: dict[str, Any] = case.game.view(state, seat)["core"]
    return shared


@every_table
def test_an_order_has_each_card_of_its_suit_once(case: Case) -> None:
    game = played(case)
    letters = {suit(card) for deck in game.decks for card in deck} - {""}
    decks = [Counter(deck) for deck in game.decks]
    for moment in game.some(LOOKS):
        state = moment.table.state
        everything = Counter(case.game.order(state, ""))
        assert everything in decks
        orders = {of: case.game.order(state, of) for of in sorted(letters | named_suits(core(case, state)))}
        for of, cards in orders.items():
            assert len(set(cards)) == len(cards), f"{of} has a card twice"
            assert set(cards) <= set(everything)
        suited = [card for cards in orders.values() for card in cards]
        if suited and len(set(suited)) == len(suited):
            check_plain_suits(orders, set(everything))
            assert set(case.game.suits) <= letters, "a suit that can be led is one of the deck"


def named_suits(seen: dict[str, Any]) -> set[str]:
    """The suits that a core names."""
    return {of for of in (seen["led"], seen["contract"] and seen["contract"]["trump"]) if of}


def check_plain_suits(orders: Mapping[str, Sequence[str]], deck: set[str]) -> None:
    """Where no card has two suits: each suit has all that bear its sign, and besides only cards that bear none."""
    for of, cards in orders.items():
        assert {card for card in deck if suit(card) == of} <= set(cards)
        assert all(suit(card) in (of, "") for card in cards)


@every_table
def test_the_suit_led_is_that_of_the_first_card_with_a_suit(case: Case) -> None:
    """Whoever holds a card of it may play one."""
    for moment in played(case).moments[:-1]:
        state, seen = moment.table.state, core(case, moment.table.state)
        if not seen["led"]:
            continue
        of_suit = case.game.order(state, seen["led"])
        assert any(card in of_suit for _, card in seen["trick"][:2]), "but for one card such as the Fool"
        for seat, ask in moment.asks.items():
            held = [card for card in core(case, state, seat)["hand"] if card in of_suit]
            assert not held or any(card in slot.options for slot in ask.slots for card in held)


# The core of a view --------------------------------------------------------------------------------------------------


@every_table
def test_a_view_has_the_shape_that_the_game_tells(case: Case) -> None:
    for moment in played(case).some(LOOKS // 2):
        for seat in (None, *range(case.seats)):
            view = case.game.view(moment.table.state, seat)
            assert not list(misfits(view, case.game.view_type))
            assert not list(misfits(view["core"], Core))


@every_table
def test_the_core_is_the_same_for_all_but_for_their_hands(case: Case) -> None:
    for moment in played(case).some(LOOKS):
        public = core(case, moment.table.state)
        for seat in range(case.seats):
            assert {**core(case, moment.table.state, seat), "hand": []} == public


@every_table
def test_the_core_says_who_is_asked(case: Case) -> None:
    for moment in played(case).moments:
        seen = core(case, moment.table.state)
        assert seen["phase"] == moment.table.state.phase
        assert sorted(seen["turn"]) == sorted(all_asks(case.game, moment.table))


@every_table
def test_the_core_names_seats_and_cards_of_the_game(case: Case) -> None:
    deck = {card for cards in played(case).decks for card in cards}
    for moment in played(case).moments:
        seen = core(case, moment.table.state)
        contract = seen["contract"] or {"taker": None, "side": [], "bouts": []}
        seats = [seen["winning"], seen["leader"], seen["dealer"], contract["taker"], *contract["side"]]
        assert set(seats) <= {None, *range(case.seats)}
        assert contract["side"][:1] in ([], [contract["taker"]])
        assert len(set(contract["side"])) == len(contract["side"])
        assert set(contract["bouts"]) <= deck
        assert len(seen["counts"]) == case.seats


@every_table
def test_a_match_goes_forward(case: Case) -> None:
    """Deals, rounds and tricks are counted from one up, as far as they go."""
    reached: dict[tuple[str, ...], tuple[int, ...]] = {}
    for moment in played(case).moments:
        progress = core(case, moment.table.state)["progress"]
        assert all(1 <= part["number"] <= (part["of"] or part["number"]) for part in progress)
        units, numbers = (tuple(part[name] for part in progress) for name in ("unit", "number"))
        assert numbers >= reached.get(units, ())
        reached[units] = numbers


# Tricks --------------------------------------------------------------------------------------------------------------


def windows(case: Case) -> Iterator[tuple[Moment, dict[str, Any], dict[str, Any]]]:
    """Each moment at which answers have been opened, with the public core before and after."""
    for before, after in pairwise(played(case).moments):
        if after.table.state is not before.table.state:
            yield after, core(case, before.table.state), core(case, after.table.state)


@every_table
def test_a_trick_goes_round_the_table(case: Case) -> None:
    """From the leader on nobody is passed over but who takes no part in the whole deal, and nobody plays twice."""
    for moment in played(case).moments[:-1]:
        seen = core(case, moment.table.state)
        if seen["trick"] is None:
            assert seen["winning"] is None
            assert seen["led"] is None
            continue
        seats = [seat for seat, _ in seen["trick"]] + seen["turn"]
        assert len(seen["turn"]) == 1
        assert seats[0] == seen["leader"]
        assert steps(seats, case.seats) == sorted(set(steps(seats, case.seats)))
        assert seen["winning"] in (seats[:-1] or [None]) or seen["led"] is None
        for trick in seen["tricks"]:
            assert {seat for seat, _ in trick["cards"]} >= set(seats)
            assert len(trick["cards"]) == len(seen["tricks"][0]["cards"])


def steps(seats: list[Seat], count: int) -> list[int]:
    """How far each sits from the first."""
    return [(seat - seats[0]) % count for seat in seats]


@every_table
def test_a_card_that_is_played_lies_in_the_trick_or_in_the_one_that_it_ends(case: Case) -> None:
    for moment, before, after in windows(case):
        if before["trick"] is None or moment.answered is None or after["phase"] == OVER:
            continue
        seat, answer = moment.answered
        trick = after["trick"] if after["trick"] else after["last"]["cards"]
        assert trick[:-1] == before["trick"]
        assert trick[-1][0] == seat
        assert trick[-1][1] in answer.split()


@every_table
def test_whoever_takes_a_trick_was_winning_it_or_played_the_last_card_and_leads_the_next(case: Case) -> None:
    for moment, before, after in windows(case):
        if not before["trick"] or after["trick"] or moment.answered is None or after["phase"] == OVER:
            continue
        winner = after["last"]["winner"]
        assert winner in [seat for seat, _ in after["last"]["cards"]]
        assert winner in (before["winning"], moment.answered[0]) or before["winning"] is None
        assert not after["tricks"] or after["trick"] is None or after["leader"] == winner  # none: the next deal


@every_table
def test_tricks_are_kept_as_they_were_taken(case: Case) -> None:
    for _, before, after in windows(case):
        taken = after["tricks"]
        assert not taken or after["last"] == taken[-1]
        assert taken in (before["tricks"], [*before["tricks"], after["last"]], [])
        assert taken or after["last"] == before["last"] or before["trick"], "the last trick of the deal before"


@every_table
def test_only_who_plays_to_tricks_shows_tricks_and_a_contract(case: Case) -> None:
    shown = [core(case, moment.table.state) for moment in played(case).moments]
    assert any(seen["tricks"] for seen in shown) == case.game.trick_game
    assert case.game.trick_game or all(seen["contract"] is None for seen in shown)


HOUSES_PLAY = 5
"""Games among house players at each table of a game with contracts, some of which they make."""


HOUSE_PLAYED: dict[Case, list[object]] = {}
"""What house players have played already."""


def houses_play(case: Case) -> list[object]:
    """The states of some games among house players, who make contracts more often than chance does."""
    if case not in HOUSE_PLAYED:
        HOUSE_PLAYED[case] = _houses_play(case)
    return HOUSE_PLAYED[case]


def _houses_play(case: Case) -> list[object]:
    random, states = Random(str(case)), list[object]()
    for _ in range(HOUSES_PLAY if case.game.safe_since else 1):
        shuffle = Shuffler(random)
        table, _ = begin(case.game, case.seats, dict(case.options), shuffle)
        while owed := all_asks(case.game, table):
            states.append(table.state)
            for seat in owed:
                table, _ = submit(case.game, table, seat, house.choose(case.game, table, seat, random), shuffle)
        states.append(table.state)
    return states


def safe_tricks(case: Case) -> Iterator[tuple[object, int | None]]:
    """Each state with the number of the trick after which all could see that its contract was made, as they saw it."""
    safe: int | None = None
    for state in houses_play(case):
        seen = core(case, state)
        contract = seen["contract"] or {}
        made, needs = contract.get("made"), contract.get("needs")
        if not seen["tricks"]:
            safe = None
        elif safe is None and not seen["trick"] and seen["phase"] != OVER and None not in (made, needs):
            safe = len(seen["tricks"]) if made >= needs else None
        yield state, safe


@every_table
def test_the_trick_that_made_a_contract_safe_is_known_at_every_later_table(case: Case) -> None:
    known = case.game.safe_since or (lambda state: None)
    for state, safe in safe_tricks(case):
        assert known(state) == safe


@every_game
def test_some_contracts_are_safe_before_the_last_trick(key: str) -> None:
    found = any(safe for case in TABLES[key] for _, safe in safe_tricks(case))
    assert found == (GAMES[key].safe_since is not None)


# What those wait for who are not asked, and what declines ------------------------------------------------------------


@every_table
def test_who_is_not_asked_is_told_what_to_wait_for(case: Case) -> None:
    start = case.game.start(case.seats, complete(case.game, dict(case.options)))
    for state in (start, *(moment.table.state for moment in played(case).moments)):
        told = case.game.idle(state)
        check_line(told, case.seats)
        assert told.to is None
        assert set(codes(told.values)) <= set(case.game.words)


@every_table
def test_what_one_waits_for_tells_nothing_of_what_is_hidden(case: Case) -> None:
    for table, state, _ in dealt_anew(case):
        assert case.game.idle(state) == case.game.idle(table.state)


@every_game
def test_what_declines_can_be_answered(key: str) -> None:
    asks = [ask for case in TABLES[key] for moment in played(case).moments for ask in moment.asks.values()]
    offered = {token for ask in asks for slot in ask.slots for token in slot.options}
    nothing = {NONE for ask in asks if all(slot.least == 0 for slot in ask.slots)}
    assert GAMES[key].passes <= offered | nothing


@every_game
def test_the_next_player_sits_on_the_left_or_on_the_right(key: str) -> None:
    assert GAMES[key].direction in ("left", "right")


# Snapshots -----------------------------------------------------------------------------------------------------------


@every_table
def test_a_snapshot_holds_the_whole_state(case: Case) -> None:
    for moment in played(case).moments:
        state = moment.table.state
        assert load(json.loads(json.dumps(dump(state)))) == state


@every_game
def test_there_is_a_snapshot_of_every_version(key: str) -> None:
    versions = range(1, GAMES[key].version + 1)
    assert len(GAMES[key].upgrades) == GAMES[key].version - 1
    assert all((SNAPSHOTS / f"{key}-v{version}.json").exists() for version in versions)


@each("path", sorted(SNAPSHOTS.glob("*.json")), ids=lambda path: path.stem)
def test_old_snapshots_load_and_finish(path: Path) -> None:
    key, _, version = path.stem.rpartition("-v")
    game = GAMES[key]
    for stored in json.loads(path.read_text()):
        state = load(upgrade(game, int(version), stored["state"]))
        table = play_on(game, Table(state, {}, stored["shuffles"]), Random(path.stem))
        assert table.state.phase == OVER


# What a seat may see -------------------------------------------------------------------------------------------------

LOOKS, SEATS = 20, 2
"""Moments of a game at which it is dealt anew; and so many seats, by chance, where not for each of them."""


DEALT_ANEW: dict[Case, list[tuple[Table, Any, Seat]]] = {}
"""What has been dealt anew already."""


def dealt_anew(case: Case) -> list[tuple[Table, Any, Seat]]:
    """A table, what it is when dealt anew for a seat, and the seat."""
    if case not in DEALT_ANEW:
        DEALT_ANEW[case] = _dealt_anew(case)
    return DEALT_ANEW[case]


def _dealt_anew(case: Case) -> list[tuple[Table, Any, Seat]]:
    random = Random(str(case))
    return [
        (moment.table, case.game.redeal(moment.table.state, seat, random), seat)
        for moment in played(case).some(LOOKS)
        for seat in range(case.seats)
    ]


@every_table
def test_a_view_is_plain_json_and_new_each_time(case: Case) -> None:
    for moment in played(case).some(LOOKS):
        for seat in (None, *range(case.seats)):
            seen = case.game.view(moment.table.state, seat)
            assert json.loads(json.dumps(seen)) == seen
            assert case.game.view(moment.table.state, seat) is not seen
            assert "last" in seen, "what was opened last, beside the core"


@every_table
def test_a_view_without_its_core_is_the_rest_of_the_view(case: Case) -> None:
    game = case.game
    for moment in played(case).some(20):
        for seat in (None, *range(case.seats)):
            rest = {name: part for name, part in game.view(moment.table.state, seat).items() if name != "core"}
            assert game.without_core is None or game.without_core(moment.table.state, seat) == rest


@every_table
def test_how_far_a_match_has_come_is_told_without_the_rest_of_the_view(case: Case) -> None:
    for moment in played(case).moments:
        state = moment.table.state
        assert plain(case.game.progress(state)) == case.game.view(state, None)["core"]["progress"]


@every_table
def test_a_seat_sees_nothing_of_what_is_dealt_anew(case: Case) -> None:
    """Neither its view nor its asks tell anything of the cards it cannot see; a spectator sees still less."""
    game = case.game
    for table, state, seat in dealt_anew(case):
        assert game.view(state, seat) == game.view(table.state, seat)
        assert game.view(state, None) == game.view(table.state, None)
        now, then = all_asks(game, Table(state, {}, table.shuffles)), all_asks(game, table)
        assert set(now) == set(then)
        assert now.get(seat) == then.get(seat)
        assert game.scores(state) == game.scores(table.state)


@every_table
def test_dealing_anew_moves_cards_and_makes_none(case: Case) -> None:
    game = played(case)
    deck = {card for cards in game.decks for card in cards}
    for table, dealt in groupby(dealt_anew(case), key=lambda one: one[0]):
        cards = _cards(table.state, deck)
        for _, state, _ in dealt:
            assert state.phase == table.state.phase
            assert _cards(state, deck) == cards
            assert load(dump(state)) == state


@every_table
def test_what_a_seat_was_told_holds_when_the_rest_is_dealt_anew(case: Case) -> None:
    """A card that a line names to a seat stays with whoever has it: a line that tells too much would be found here."""
    game = played(case)
    if any(len(set(cards)) < len(cards) for cards in game.decks):
        return  # several cards of one code: one of them may be named and another moved
    deck, random = {card for cards in game.decks for card in cards}, Random(str(case))
    for moment in (moment for moment in game.some(3 * LOOKS) if moment.said):
        told = {
            seat: {code for said in moment.said if said.to in (None, seat) for code in codes(said.values)} & deck
            for seat in range(case.seats)
        }
        before = [_seen(case, moment.table.state, other) for other in range(case.seats)] if any(told.values()) else []
        some = {*random.sample(range(case.seats), min(case.seats, SEATS)), *(said.to for said in moment.said)}
        for seat, named in told.items():
            if named and seat in some:
                state = case.game.redeal(moment.table.state, seat, random)
                assert all(named & _seen(case, state, other) == named & seen for other, seen in enumerate(before))


@every_table
def test_a_seat_sees_only_cards_that_it_held_or_was_told_of(case: Case) -> None:
    """A view that shows a card which dealing anew happens to leave in its place would be found here."""
    game, random = played(case), Random(str(case))
    deck = {card for cards in game.decks for card in cards}
    for _, deal in groupby(game.moments[:-1], key=lambda moment: moment.table.shuffles):
        moments = list(deal)
        for seat in (None, *random.sample(range(case.seats), min(case.seats, SEATS))):
            known: set[str] = set()
            old = flat(case.game.view(moments[0].table.state, seat)) if moments[0].number else {}
            for moment in moments:
                known.update(code for said in moment.said if said.to in (None, seat) for code in codes(said.values))
                view = case.game.view(moment.table.state, seat)
                known.update(view["core"]["hand"])
                new = [entry for name, entry in flat(view).items() if name not in old or entry != old[name]]
                assert set(codes(new)) & deck <= known


@every_table
def test_what_lies_open_stays_where_it_is_and_no_place_grows(case: Case) -> None:
    alike = any(len(set(cards)) < len(cards) for cards in played(case).decks)
    for table, state, seat in dealt_anew(case):
        before, after = case.game.cards(table.state), case.game.cards(state)
        assert [(place, len(cards)) for place, cards in before.items()] == [(p, len(c)) for p, c in after.items()]
        if state.phase != OVER:
            check_hands(case, state)
        if not alike:  # of several cards of one code one may lie open and another move
            seen = core(case, table.state, seat)
            tricks = [*(trick["cards"] for trick in seen["tricks"]), seen["trick"] or []]
            unmoved = {card for trick in tricks for _, card in trick}.union(seen["hand"])
            assert all(unmoved.intersection(cards) <= set(after[place]) for place, cards in before.items())


FEW, MANY = 40, 400
"""How often a table is dealt anew; and how often where a card has not moved that could have."""


@every_table
def test_dealing_anew_can_move_every_card_that_a_seat_cannot_see(case: Case) -> None:
    """A card that has stayed in its place is tried elsewhere in a deal that the seat cannot tell from this one."""
    random, game = Random(str(case)), played(case)
    for moment in game.some(5)[:-1]:
        seat = random.randrange(case.seats)
        stayed = staying(game, moment, seat, hidden(game, moment, seat), FEW, random)
        for card in random.sample(stayed, min(len(stayed), 5)):
            if could_lie_elsewhere(game, moment, seat, card, random):
                assert not staying(game, moment, seat, [card], MANY, random), f"{seat} {card}"


def staying(game: Played, moment: Moment, seat: Seat, cards: list[Hidden], times: int, random: Random) -> list[Hidden]:
    """Those of the cards that lie where they lay however often the table is dealt anew."""
    left = {card: copies_at(game, moment.table.state, card) for card in cards}
    for _ in range(times):
        if not left:
            break
        state = game.game.redeal(moment.table.state, seat, random)
        lie = {place: Counter(held) for place, held in game.game.cards(state).items()}
        left = {one: copies for one, copies in left.items() if lie[one.place][one.card] == copies}
    return list(left)


@every_table
def test_a_game_dealt_anew_can_be_played_to_its_end(case: Case) -> None:
    random = Random(str(case))
    for moment in played(case).some(2)[:-1]:
        seat = next(iter(moment.asks))
        state = case.game.redeal(moment.table.state, seat, random)
        assert play_on(case.game, Table(state, {}, moment.table.shuffles), random).state.phase == OVER


def _cards(state: object, deck: set[str]) -> Counter[str]:
    return Counter(code for code in codes(dump(state)) if code in deck)


def _seen(case: Case, state: object, seat: Seat) -> set[str]:
    return set(codes(case.game.view(state, seat)))


# The story -----------------------------------------------------------------------------------------------------------


@every_table
def test_the_story_is_well_formed(case: Case) -> None:
    for moment in played(case).moments:
        for said in moment.said:
            check_line(said, case.seats)


def check_line(said: Said, seats: int) -> None:
    """Its kind says which values it has, their names what they are; a text that counts something has both forms."""
    facts = KINDS[said.kind]
    assert said.kind != "told", "a line that a game tells has a kind of its own"
    assert facts.has <= said.values.keys() <= facts.has | facts.may, said
    assert all(is_a[VALUES[name]](value, seats) for name, value in said.values.items()), said
    texts = (said.plural.one, said.plural.many) if said.plural else (said.text,)
    assert said.text in texts
    for text in texts:
        names = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        assert names <= said.values.keys(), said
        assert text[0] == "{" or text[0].isupper()
        assert text.endswith((".", "!", "?"))
        assert "{player}'s" not in text
    assert said.to is None or said.to in range(seats)
    told = said.text.format(**{**dict.fromkeys(said.values, "…"), **_numbers(said)})
    assert not re.search(r"\b1 (points|coins|marks|cards|bouts)\b", told), told
    nouns = re.findall(r"\{(\w+)\} (?:point|coin|mark|card)s?\b", said.text)
    assert set(nouns) <= {said.plural.number if said.plural else "", "pot"}, "a translation counts, too"


def _numbers(said: Said) -> dict[str, Number]:
    return {name: value for name, value in said.values.items() if isinstance(value, Number)}


is_a: Mapping[str, Callable[[Any, int], bool]] = {
    "seat": lambda value, seats: type(value) is int and value in range(seats),
    "seats": lambda value, seats: bool(value) and all(is_a["seat"](one, seats) for one in value),
    "code": lambda value, _: type(value) is str and bool(value),
    "codes": lambda value, _: bool(value) and all(type(one) is str and one for one in value),
    "words": lambda value, _: type(value) is str and bool(value),
    "number": lambda value, _: type(value) is Number,
}


@every_table
def test_the_facts_of_the_story_are_those_of_the_table(case: Case) -> None:
    """The tricks, who took them, and the number of the deal: told as facts, as the view of a spectator shows them."""
    if case.game.trick_game:
        tricks = _tricks_told(case)
        assert tricks
        assert all(told == shown for told, shown in tricks)
    for moment in played(case).moments:
        began = [said.values["number"] for said in moment.said if said.kind == "deal_began"]
        if began and (parts := case.game.progress(moment.table.state)):
            assert began[-1] == parts[0].number


def _tricks_told(case: Case) -> list[tuple[Any, Any]]:
    """Each trick as the story tells it, beside the last one that a spectator sees then."""
    found, plays = [], list[list[Any]]()
    for moment in played(case).moments:
        for said in moment.said:
            if said.kind == "card_played":
                plays.append([said.values["player"], said.values["card"]])
            if said.kind == "trick_taken":
                last = case.game.view(moment.table.state, None)["core"]["last"]
                found.append(((plays, said.values["player"]), ([*map(list, last["cards"])], last["winner"])))
                plays = []
    return found


@every_table
def test_a_game_has_a_story(case: Case) -> None:
    lines = [said for moment in played(case).moments for said in moment.said]
    assert any(said.to is None for said in lines)
    assert played(case).moments[-1].said, "the end is told"


# What pages draw of the rules -----------------------------------------------------------------------------------------


@every_table
def test_what_tricks_count_for_the_page_is_what_they_were_told_to_be_worth(case: Case) -> None:
    for moment in played(case).moments:
        for said in moment.said:
            if said.kind == "trick_taken" and "points" in said.values:
                last = case.game.view(moment.table.state, None)["core"]["last"]
                assert case.game.trick_points is not None
                assert case.game.trick_points(tuple(map(tuple, last["cards"]))) == said.values["points"]


@every_table
def test_the_highest_bid_is_that_of_whoever_gets_the_contract(case: Case) -> None:
    highest = case.game.for_page.get("highest")
    for before, after in pairwise(played(case).moments):
        contracts = [said.values["player"] for said in after.said if said.kind == "contract"]
        if highest and contracts:
            [(seat, answer)] = [given for given in (after.answered,) if given]
            view = case.game.view(before.table.state, None)
            bids = [answer if by == seat else bid for by, bid in enumerate(view["bids"])]
            by_dealer = (view["dealer"],) if len(signature(highest).parameters) == 2 else ()
            assert highest(*by_dealer, bids) == contracts[0]


@every_table
def test_a_name_has_rank_and_suit_where_it_is_that_of_a_card(case: Case) -> None:
    """No code tells it from words: a misère of trumps is no card, though it reads like one."""
    cards = {card for deck in played(case).decks for card in deck}
    named = {code for code, names in case.game.words.items() if isinstance(names[0], CardName)}
    assert cards - named <= {"X1", "X2"}, "jokers are called by their names"
    assert named <= {*TAROT_78, *LATIN_62, *POKER_54, *cards}


# Chance --------------------------------------------------------------------------------------------------------------


@cache
def under_two_hash_seeds() -> list[list[str]]:
    """The transcripts of all games in two processes that walk sets in different orders."""
    return written_by((1, 2), "tests.rules.transcript")


@every_game
@pytest.mark.wide
def test_a_game_is_the_same_under_every_hash_seed(key: str) -> None:
    one, other = ([line for line in lines if line.startswith(f"{key}-")] for lines in under_two_hash_seeds())
    assert one
    assert [line for line in one if line not in other] == []
    assert one == other


# Words ---------------------------------------------------------------------------------------------------------------


@every_table
def test_every_word_that_may_be_answered_or_played_for_is_explained(case: Case) -> None:
    game, explained = case.game, set(case.game.glossary)
    for moment in played(case).moments:
        contract = game.view(moment.table.state, None)["core"].get("contract")
        asks = all_asks(game, moment.table).values()
        tokens = {token for ask in asks for slot in ask.slots for token in slot.options}
        tokens |= {contract["bid"]} if contract else set()
        assert {token for token in tokens if _is_a_word(game, token)} <= explained


def _is_a_word(game: AnyGame, token: str) -> bool:
    """Whether a token is neither a card, nor a number, nor a seat, nor nothing."""
    shown = face(token, game.words)
    return not (shown.suit or shown.rank.isdigit() or token == NONE or len(shown.rank) == 1 or "joker" in shown.name)


@every_game
def test_what_a_word_means_is_said_in_two_lines(key: str) -> None:
    assert GAMES[key].glossary
    for line in GAMES[key].glossary.values():
        assert 20 <= len(line) <= 160
        assert line[0].isupper() or line[0].isdigit()
        assert line.endswith(".")


@every_game
def test_every_value_of_an_option_has_words(key: str) -> None:
    for option in GAMES[key].options.values():
        said = [option.word(value) for value in option.values]
        assert len(set(said)) == len(said)
        assert not {"on", "off", ""} & set(said)
        assert set(option.words) <= set(option.values)


# Where time does not matter ------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_what_holds_at_some_moments_holds_at_many_more(
    key: str, subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, more in (("LOOKS", 40), ("HOUSES_PLAY", 8), ("SEATS", 8)):
        monkeypatch.setitem(globals(), name, more)
    for kept in ("DEALT_ANEW", "HOUSE_PLAYED"):
        monkeypatch.setitem(globals(), kept, {})
    for test in AT_EVERY_TABLE:
        for case in TABLES[key]:
            with subtests.test(f"{test.__name__} {case}"):
                test(case)
