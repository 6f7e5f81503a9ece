"""Faults put into games on purpose, to see which of the tests that every game gets finds each of them.

``python -m tests.rules.mutations`` runs all those tests against every fault and prints who found it; a part of a name
picks some of the faults. A fault is made at the contract between a game and the house: what a phase comes to, a view,
an order, a new deal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from inspect import signature, unwrap
from random import Random
from typing import Any
from unittest.mock import patch

from server.rules import GAMES, AnyGame, Decide, Seat, dump, load
from server.rules.games.french_tarot import all_of, in_rows
from server.rules.record import replace
from tests.rules import golden, played, test_every_game, test_golden, transcript
from tests.rules.played import Case, Moment, cases, codes

Change = Callable[[AnyGame], AnyGame]
FRENCH, TEXAS, TITRO = "french-tarot", "texas-42", "titro"


@dataclass(frozen=True)
class Mutation:
    """A fault in one game, and the test that must find it."""

    name: str
    key: str
    change: Change
    found_by: str

    def __str__(self) -> str:
        return f"{self.key}: {self.name}"

    @property
    def game(self) -> AnyGame:
        """The game with the fault in it."""
        return self.change(GAMES[self.key])

    @property
    def cases(self) -> list[Case]:
        """The tables at which it is looked for: those with the most seats."""
        return [case for case in cases(variants=2) if case.key == self.key and case.seats == self.game.seats[-1]]


# How a fault gets into a game ----------------------------------------------------------------------------------------


def comes_to(phase: str, change: Callable[[Any, Any, Any], Any]) -> Change:
    """What follows from a phase is changed: ``change(before, answers or deck, after)``."""

    def changed(game: AnyGame) -> AnyGame:
        rules = game.phases[phase]

        def then(state: Any, given: Any) -> Any:
            after, said = rules.then(state, given)
            return change(state, given, after), said

        return replace(game, phases={**game.phases, phase: replace(rules, then=then)})

    return changed


def asks(phase: str, change: Callable[[Any, Any], Any]) -> Change:
    """What a phase asks is changed: ``change(state, asks by seat)``."""

    def changed(game: AnyGame) -> AnyGame:
        rules = game.phases[phase]
        assert isinstance(rules, Decide)
        other = replace(rules, asks=lambda state: change(state, rules.asks(state)))
        return replace(game, phases={**game.phases, phase: other})

    return changed


def shows(change: Callable[[Any, Any, Seat | None], Mapping[str, Any]]) -> Change:
    """Some entries of a view are changed: ``change(view, state, seat)`` gives them."""

    def changed(game: AnyGame) -> AnyGame:
        def view(state: Any, seat: Seat | None) -> dict[str, Any]:
            seen = game.view(state, seat)
            return {**seen, **change(seen, state, seat)}

        return replace(game, view=view)

    return changed


def shares(change: Callable[[Any, Any, Seat | None], Mapping[str, Any]]) -> Change:
    """Some entries of the core are changed: ``change(core, state, seat)`` gives them."""
    return shows(lambda view, state, seat: {"core": {**view["core"], **change(view["core"], state, seat)}})


def ranks(change: Callable[[Sequence[str]], Sequence[str]]) -> Change:
    """The order of cards is changed."""
    return lambda game: replace(game, order=lambda state, suit: change(game.order(state, suit)))


def is_safe(change: Callable[[int], int]) -> Change:
    """The trick that made a contract safe is another."""

    def changed(game: AnyGame) -> AnyGame:
        tells = game.safe_since
        assert tells is not None

        def safe_since(state: Any) -> int | None:
            number = tells(state)
            return None if number is None else change(number)

        return replace(game, safe_since=safe_since)

    return changed


def both(*changes: Change) -> Change:
    """One fault after another."""

    def changed(game: AnyGame) -> AnyGame:
        for change in changes:
            game = change(game)
        return game

    return changed


# Cards ---------------------------------------------------------------------------------------------------------------


def at(items: Sequence[Any], place: int, item: Any) -> tuple[Any, ...]:
    """The items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


def of_hand(state: Any, seat: Seat) -> tuple[str, ...]:
    """The cards of a hand."""
    return tuple(codes(state.hands[seat]))


def after_whose(state: Any, seat: Seat | None) -> Seat:
    """The next seat that has a hand to look into."""
    return ((seat or 0) + 1) % len(state.hands)


def loses_a_card_of_the_trick(before: Any, answers: Any, after: Any) -> Any:
    """The last card of a trick is taken up by nobody."""
    if len(after.tricks) <= len(before.tricks):
        return after
    taken = after.tricks[-1]
    name = "plays" if hasattr(taken, "plays") else "cards"
    return replace(after, tricks=(*after.tricks[:-1], replace(taken, **{name: getattr(taken, name)[:-1]})))


def loses_a_card_of_a_hand(before: Any, answers: Any, after: Any) -> Any:
    """A second card goes with the one that is played."""
    return replace(after, hands=tuple(hand[1:] if seat in answers else hand for seat, hand in enumerate(after.hands)))


def keeps_the_card_in_the_hand(before: Any, answers: Any, after: Any) -> Any:
    """The first card of a deal that B plays is in the hand still."""
    first = 1 in answers and len(of_hand(before, 1)) == max(len(of_hand(before, seat)) for seat in (0, 1))
    return replace(after, hands=at(after.hands, 1, before.hands[1])) if first and after.phase == before.phase else after


def has_a_card_twice_in_the_chien(before: Any, deck: Any, after: Any) -> Any:
    """One of its cards is in a hand too."""
    chien = (of_hand(after, 0)[0], *after.deal.chien[1:]) if after.deal.chien else ()
    return replace(after, deal=replace(after.deal, chien=chien))


def deals_a_tile_twice(before: Any, deck: Any, after: Any) -> Any:
    """A has a tile of B's for one of its own."""
    return replace(after, hands=at(after.hands, 0, (after.hands[1][0], *after.hands[0][1:])))


def has_a_card_twice_in_the_stock(before: Any, deck: Any, after: Any) -> Any:
    """The card of the centre lies at the bottom, too."""
    return replace(after, stock=(*after.stock[:-1], after.spread[0]))


# Dealing anew --------------------------------------------------------------------------------------------------------

LOTS = ("hands", "chien", "discard", "stock", "spread")
"""Fields of a state whose cards may be hidden."""


def forgets(place: Callable[[Any, Seat], str]) -> Change:
    """What lies at a place stays when the rest is dealt anew: ``place(state, seat)`` is one of the game's places."""

    def changed(game: AnyGame) -> AnyGame:
        def redeal(state: Any, seat: Seat, random: Random) -> Any:
            other = game.redeal(state, seat, random)
            where = place(state, seat)
            before, after = (set(game.cards(each).get(where, ())) for each in (state, other))
            pairs = list(zip(sorted(before - after), sorted(after - before), strict=True))
            return in_suits(load(renamed(dump(other), dict(pairs) | {new: old for old, new in pairs})))

        return replace(game, redeal=redeal)

    return changed


def renamed(value: Any, names: Mapping[str, str], inside: bool = False) -> Any:
    """A dumped state in which cards have changed places, wherever they may be hidden."""
    if isinstance(value, dict):
        return {name: renamed(item, names, inside or name in LOTS) for name, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names, inside) for item in value]
    return names.get(value, value) if inside and isinstance(value, str) else value


def in_suits(state: Any) -> Any:
    """The hands of French Tarot lie in rows by suit, also after cards were renamed."""
    if state.hands and state.hands[0] and not isinstance(state.hands[0][0], str):
        return replace(state, hands=tuple(in_rows(all_of(hand)) for hand in state.hands))
    return state


def next_hand(state: Any, seat: Seat) -> str:
    """The place of the hand after one's own."""
    return f"hand {after_whose(state, seat)}"


def moves_a_card_of_ones_own(game: AnyGame) -> AnyGame:
    """The seat's own hand is dealt anew as well: for another seat, that is."""
    return replace(game, redeal=lambda state, seat, random: game.redeal(state, after_whose(state, seat), random))


def leaves_the_partner(game: AnyGame) -> AnyGame:
    """Whoever has the called card then, the partner stays the same."""

    def redeal(state: Any, seat: Seat, random: Random) -> Any:
        other = game.redeal(state, seat, random)
        return replace(other, deal=replace(other.deal, partner=state.deal.partner))

    return replace(game, redeal=redeal)


# Turns and tricks ----------------------------------------------------------------------------------------------------


def passes_a_player_over(before: Any, answers: Any, after: Any) -> Any:
    """In a trick it goes from the leader to the second next."""
    passed = after.phase == "play" and len(after.trick) == 1
    return replace(after, turn=(after.turn + 1) % 4) if passed else after


def lets_another_lead(before: Any, answers: Any, after: Any) -> Any:
    """Who sits after the winner of a trick leads the next."""
    if after.phase != "play" or after.trick or not after.tricks:
        return after
    name = "turn" if hasattr(after, "turn") else "leader"
    return replace(after, **{name: (getattr(after, name) + 1) % len(after.hands)})


def gives_the_trick_to_another(before: Any, answers: Any, after: Any) -> Any:
    """Who sits after the winner takes the trick, and leads."""
    if len(after.tricks) <= len(before.tricks):
        return after
    winner = (after.tricks[-1].winner + 1) % len(after.hands)
    tricks = (*after.tricks[:-1], replace(after.tricks[-1], winner=winner))
    return lets_another_lead(before, answers, replace(after, tricks=tricks))


def gives_the_centre_to_the_other(before: Any, answers: Any, after: Any) -> Any:
    """Whoever was beaten on the centre wins it."""
    won = after.resolved[0] if after.resolved and after.phase == "keep" else None
    if won is None or won.winner is None or None in won.bids:
        return after
    return replace(after, resolved=(replace(won, winner=1 - won.winner), *after.resolved[1:]))


def core_of_the_next(core: Any, state: Any, seat: Seat | None) -> Mapping[str, Any]:
    """The turn is said to be the next player's."""
    return {"turn": [(asked + 1) % len(core["counts"]) for asked in core["turn"]]}


# What is said to those who wait --------------------------------------------------------------------------------------


def waits(text: str, values: Callable[[Any], Mapping[str, Any]]) -> Change:
    """Those who are not asked are told something else."""
    return lambda game: replace(
        game,
        idle=lambda state: replace(game.idle(state), text=text, values={**game.idle(state).values, **values(state)}),
    )


def partner_or_taker(state: Any) -> Mapping[str, Any]:
    """Who might wait for whom: the partner, if there is one."""
    known = [seat for seat in (state.deal.partner, state.deal.taker, 0) if seat is not None]
    return {"player": known[0]}


# The faults ----------------------------------------------------------------------------------------------------------

LYING = "every_card_lies_in_one_place_whenever_somebody_is_asked"
HANDS = "a_hand_is_what_its_seat_sees_and_all_can_count"
LEAK = "a_seat_sees_nothing_of_what_is_dealt_anew"
TOLD = "a_seat_sees_only_cards_that_it_held_or_was_told_of"
MOVES = "dealing_anew_can_move_every_card_that_a_seat_cannot_see"
STAYS = "what_lies_open_stays_where_it_is_and_no_place_grows"
ORDER = "an_order_has_each_card_of_its_suit_once"
HASHES = "a_game_is_the_same_under_every_hash_seed"
ASKED = "the_core_says_who_is_asked"
ROUND = "a_trick_goes_round_the_table"
TAKES = "whoever_takes_a_trick_was_winning_it_or_played_the_last_card_and_leads_the_next"
SAFE = "the_trick_that_made_a_contract_safe_is_known_at_every_later_table"
KEPT = "tricks_are_kept_as_they_were_taken"
ALIKE = "the_core_is_the_same_for_all_but_for_their_hands"
SHAPE = "a_view_has_the_shape_that_the_game_tells"
FORWARD = "a_match_goes_forward"
IDLE = "who_is_not_asked_is_told_what_to_wait_for"
SECRET = "what_one_waits_for_tells_nothing_of_what_is_hidden"
DECLINES = "what_declines_can_be_answered"
GOLDEN = "a_golden_game_is_told_as_it_was"

PLAYING = {FRENCH: "play", TEXAS: "play", TITRO: "first-bid"}
SPARE = {FRENCH: "discard-trumps", TEXAS: "calls", TITRO: "discards"}
"""An entry of the view that holds a list of codes, in which another card does not catch the eye."""


def everywhere(
    name: str, change: Callable[[str], Change], found_by: str, keys: Sequence[str] = tuple(PLAYING)
) -> list[Mutation]:
    """One fault in several games."""
    return [Mutation(name, key, change(key), found_by) for key in keys]


def a_card_of_the_next_hand(key: str) -> Change:
    """The view shows one."""
    return shows(
        lambda view, state, seat: (
            {SPARE[key]: [*view[SPARE[key]], *of_hand(state, after_whose(state, seat))[:1]]}
            if state.hands and seat is not None
            else {}
        )
    )


MUTATIONS: tuple[Mutation, ...] = (
    # a card lost, doubled or left in a hand
    Mutation("a second card leaves the hand", TITRO, comes_to("first-bid", loses_a_card_of_a_hand), LYING),
    Mutation("a second card leaves the hand", TEXAS, comes_to("play", loses_a_card_of_a_hand), LYING),
    *everywhere(
        "the last card of a trick is lost",
        lambda key: comes_to("play", loses_a_card_of_the_trick),
        LYING,
        (FRENCH, TEXAS),
    ),
    *everywhere(
        "the played card stays in the hand",
        lambda key: comes_to(PLAYING[key], keeps_the_card_in_the_hand),
        LYING,
        (FRENCH, TEXAS),
    ),
    Mutation(
        "the played card stays in the hand",
        TITRO,
        comes_to("first-bid", lambda before, answers, after: replace(after, hands=before.hands)),
        LYING,
    ),
    Mutation("a card is in the chien twice", FRENCH, comes_to("deal", has_a_card_twice_in_the_chien), LYING),
    Mutation("a tile is dealt twice", TEXAS, comes_to("deal", deals_a_tile_twice), LYING),
    Mutation("a card is in the stock twice", TITRO, comes_to("deal", has_a_card_twice_in_the_stock), LYING),
    *everywhere(
        "a card is not shown in its hand",
        lambda key: shares(lambda core, state, seat: {"hand": core["hand"][1:]}),
        HANDS,
    ),
    *everywhere(
        "a card is not counted",
        lambda key: shares(lambda core, state, seat: {"counts": [max(0, n - 1) for n in core["counts"]]}),
        HANDS,
    ),
    # a view that shows too much
    *everywhere("a card of the next hand is shown", a_card_of_the_next_hand, LEAK),
    *everywhere(
        "a card of the next hand is shown, which dealing anew forgets",
        lambda key: both(a_card_of_the_next_hand(key), forgets(next_hand)),
        TOLD,
    ),
    *everywhere(
        "a card of the next hand is in the core's own hand",
        lambda key: shares(
            lambda core, state, seat: (
                {"hand": [*core["hand"], *of_hand(state, after_whose(state, seat))[:1]]}
                if state.hands and seat is not None
                else {}
            )
        ),
        HANDS,
    ),
    Mutation(
        "the discard is shown to all",
        FRENCH,
        shows(lambda view, state, seat: {"discard": list(state.deal.discard) or None}),
        LEAK,
    ),
    Mutation(
        "the discard is shown to all, and dealing anew forgets it",
        FRENCH,
        both(
            shows(lambda view, state, seat: {"discard": list(state.deal.discard) or None}),
            forgets(lambda state, seat: "discard"),
        ),
        TOLD,
    ),
    Mutation(
        "the chien is shown before it is turned up",
        FRENCH,
        shows(lambda view, state, seat: {"chien": list(state.deal.chien)}),
        LEAK,
    ),
    Mutation(
        "the blind is shown",
        TITRO,
        shows(lambda view, state, seat: {"spread": dict(zip(view["spread"], state.spread, strict=False))}),
        LEAK,
    ),
    Mutation(
        "the hidden partner is shown",
        FRENCH,
        shows(lambda view, state, seat: {"partner": state.deal.partner}),
        LEAK,
    ),
    Mutation(
        "the hidden partner is shown, which dealing anew forgets",
        FRENCH,
        both(shows(lambda view, state, seat: {"partner": state.deal.partner}), leaves_the_partner),
        GOLDEN,
    ),
    Mutation(
        "the hidden partner is on the side of the contract",
        FRENCH,
        shares(
            lambda core, state, seat: (
                {"contract": {**core["contract"], "side": [state.deal.taker, state.deal.partner]}}
                if core["contract"] and state.deal.partner is not None
                else {}
            )
        ),
        LEAK,
    ),
    Mutation(
        "the last bid is shown to its bidder alone",
        TEXAS,
        shares(lambda core, state, seat: {"contract": core["contract"] if seat in core["turn"] else None}),
        ALIKE,
    ),
    Mutation(
        "what is waited for names the hidden partner",
        FRENCH,
        waits("{player} plays.", partner_or_taker),
        SECRET,
    ),
    Mutation(
        "an ask tells of a card of the next hand",
        FRENCH,
        asks(
            "play",
            lambda state, wanted: {
                seat: replace(ask, prompt=f"{ask.prompt[:-1]}, {of_hand(state, after_whose(state, seat))[:1]}?")
                for seat, ask in wanted.items()
            },
        ),
        LEAK,
    ),
    # dealing anew
    *everywhere(
        "dealing anew forgets the next hand", lambda key: forgets(next_hand), MOVES, (FRENCH, TEXAS, TITRO, "scarto")
    ),
    *everywhere(
        "dealing anew changes nothing",
        lambda key: partial(replace, redeal=lambda state, seat, random: state),
        MOVES,
        tuple(GAMES),
    ),
    Mutation("dealing anew forgets the chien", FRENCH, forgets(lambda state, seat: "chien"), MOVES),
    Mutation("dealing anew forgets the stock", TITRO, forgets(lambda state, seat: "stock"), MOVES),
    *everywhere("dealing anew moves one's own cards", lambda key: moves_a_card_of_ones_own, LEAK),
    # orders
    *everywhere("the order is made from a set", lambda key: ranks(lambda cards: tuple(set(cards))), HASHES),
    *everywhere("the order has a card twice", lambda key: ranks(lambda cards: (*cards, *cards[:1])), ORDER),
    *everywhere("the order lacks a card", lambda key: ranks(lambda cards: cards[1:]), ORDER),
    # the wrong next player, the wrong winner
    Mutation("the leader is followed by the second next", TEXAS, comes_to("play", passes_a_player_over), ROUND),
    *everywhere(
        "not the winner of a trick leads the next",
        lambda key: comes_to("play", lets_another_lead),
        TAKES,
        (FRENCH, TEXAS),
    ),
    *everywhere(
        "the next player takes the trick",
        lambda key: comes_to("play", gives_the_trick_to_another),
        TAKES,
        (FRENCH, TEXAS),
    ),
    Mutation("who was beaten wins the centre", TITRO, comes_to("second-bid", gives_the_centre_to_the_other), GOLDEN),
    Mutation(
        "the other player is asked to split",
        TITRO,
        asks("split", lambda state, wanted: {1 - seat: ask for seat, ask in wanted.items()}),
        GOLDEN,
    ),
    Mutation(
        "the first bid of a deal is the dealer's",
        TEXAS,
        comes_to("deal", lambda before, deck, after: replace(after, turn=after.score.dealer)),
        GOLDEN,
    ),
    *everywhere("the core names the next player", lambda key: shares(core_of_the_next), ASKED, (FRENCH, TEXAS)),
    *everywhere(
        "the core forgets the last trick",
        lambda key: shares(lambda core, state, seat: {"tricks": core["tricks"][:-1]}),
        KEPT,
        (FRENCH, TEXAS),
    ),
    *everywhere(
        "a contract is safe a trick late", lambda key: is_safe(lambda number: number + 1), SAFE, (FRENCH, TEXAS)
    ),
    # words and shapes
    *everywhere(
        "an entry of the core is missing",
        lambda key: shows(
            lambda view, state, seat: {"core": {name: value for name, value in view["core"].items() if name != "led"}}
        ),
        SHAPE,
    ),
    *everywhere(
        "an entry of the view has another type",
        lambda key: shows(lambda view, state, seat: {SPARE[key]: "none"}),
        SHAPE,
    ),
    *everywhere(
        "progress is counted down",
        lambda key: shares(
            lambda core, state, seat: {
                "progress": [{**part, "number": 100 - part["number"], "of": None} for part in core["progress"]]
            }
        ),
        FORWARD,
    ),
    *everywhere(
        "what is waited for has no name for the player", lambda key: waits("{nobody} plays.", lambda state: {}), IDLE
    ),
    *everywhere(
        "nobody can decline like that",
        lambda key: lambda game: replace(game, passes=game.passes | {"refuse"}),
        DECLINES,
    ),
)


# Who finds them ------------------------------------------------------------------------------------------------------


def as_far_as_it_goes(play: Callable[..., Iterator[Moment]]) -> Callable[..., Iterator[Moment]]:
    """Random games that stop where the fault stops them: what was played until then is tested."""

    def moments(*given: Any) -> Iterator[Moment]:
        with suppress(Exception):
            yield from play(*given)

    return moments


@contextmanager
def in_place(mutation: Mutation) -> Iterator[None]:
    """All tests of games play the one with the fault."""
    games = {**GAMES, mutation.key: mutation.game}
    with ExitStack() as changed:
        for module in (played, golden, test_every_game, transcript):
            changed.enter_context(patch.object(module, "GAMES", games))
        changed.enter_context(patch.object(played, "_moments", as_far_as_it_goes(played._moments)))
        changed.enter_context(patch.object(test_every_game, "under_two_hash_seeds", lambda: in_two_processes(mutation)))
        for kept in (played.PLAYED, test_every_game.DEALT_ANEW, test_every_game.HOUSE_PLAYED):
            changed.enter_context(patch.dict(kept, clear=True))  # what was played is played again; later it is back
        yield


def in_two_processes(mutation: Mutation) -> list[list[str]]:
    """What two processes with different hash seeds write of the game with the fault."""
    return transcript.written_by((1, 2), "tests.rules.mutations", "--transcript", str(mutation))


def tests_of_every_game() -> dict[str, Callable[..., None]]:
    """What the tests say of one table, one game or one golden game, by their names without ``test_``."""
    return {
        name.removeprefix("test_"): unwrap(test)
        for module in (test_every_game, test_golden)
        for name, test in vars(module).items()
        if name.startswith("test_") and list(signature(unwrap(test)).parameters) in (["case"], ["key"], ["path"])
        if name != "test_old_snapshots_load_and_finish"
    }


def finds(test: Callable[..., None], mutation: Mutation) -> bool:
    """Whether the test fails while the fault is in its place."""
    (takes,) = signature(test).parameters
    given: Mapping[str, Sequence[Any]] = {
        "case": mutation.cases,
        "key": [mutation.key],
        "path": [path for path in golden.files() if path.parent.name == mutation.key],
    }
    for each in given[takes]:
        try:
            test(each)
        except Exception:
            return True
    return False


def found_by(mutation: Mutation) -> list[str]:
    """The tests that find the fault."""
    tests = tests_of_every_game()
    if mutation.found_by != HASHES:
        del tests[HASHES]
    with in_place(mutation):
        return [name for name, test in tests.items() if finds(test, mutation)]


def main(arguments: Sequence[str]) -> int:
    """Print who finds each fault; 1 where one was not found by the test that should."""
    if arguments[:1] == ["--transcript"]:
        (mutation,) = (each for each in MUTATIONS if str(each) == arguments[1])
        with in_place(mutation):
            transcript.main([mutation.key])
        return 0
    missed = 0
    for mutation in (each for each in MUTATIONS if all(part in str(each) for part in arguments)):
        found = found_by(mutation)
        missed += mutation.found_by not in found
        print(f"{mutation}{'' if mutation.found_by in found else f' (NOT found by {mutation.found_by})'}")
        print(*(f"    {name}" for name in found), sep="\n", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
