"""What holds for every game there is, at every table: a game is tested here by being in `GAMES`."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from string import Formatter

import pytest

from server.rules import (
    GAMES,
    OVER,
    Decide,
    Illegal,
    Said,
    Seat,
    Shuffle,
    Table,
    asked,
    begin,
    dump,
    lawful,
    load,
    submit,
    upgrade,
)
from server.rules.core import plain
from tests.rules.played import Case, Played, Shuffler, cases, codes, play_on, played

SNAPSHOTS = Path(__file__).parent / "snapshots"

every_table = pytest.mark.parametrize("case", cases(), ids=str)
every_game = pytest.mark.parametrize("key", GAMES)


# Playing -------------------------------------------------------------------------------------------------------------


@every_table
def test_a_random_game_comes_to_its_end(case: Case) -> None:
    game, last = case.game, played(case).moments[-1].table
    assert last.state.phase == OVER
    assert game.winners(last.state)
    assert set(game.winners(last.state)) <= set(range(case.seats))
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


@pytest.mark.parametrize("path", sorted(SNAPSHOTS.glob("*.json")), ids=lambda path: path.stem)
def test_old_snapshots_load_and_finish(path: Path) -> None:
    key, _, version = path.stem.rpartition("-v")
    game = GAMES[key]
    for stored in json.loads(path.read_text()):
        state = load(upgrade(game, int(version), stored["state"]))
        table = play_on(game, Table(state, {}, stored["shuffles"]), Random(path.stem))
        assert table.state.phase == OVER


# What a seat may see -------------------------------------------------------------------------------------------------

LOOKS = 40
"""Moments of a game at which it is dealt anew for every seat."""


def dealt_anew(game: Played) -> list[tuple[Table, object, Seat]]:
    random = Random(str(game.case))
    return [
        (moment.table, game.game.redeal(moment.table.state, seat, random), seat)
        for moment in game.some(LOOKS)
        for seat in range(game.case.seats)
    ]


@every_table
def test_a_view_is_plain_json_and_new_each_time(case: Case) -> None:
    for moment in played(case).some(LOOKS):
        for seat in (None, *range(case.seats)):
            seen = case.game.view(moment.table.state, seat)
            assert json.loads(json.dumps(seen)) == seen
            assert case.game.view(moment.table.state, seat) is not seen
            assert "last" in seen


@every_table
def test_how_far_a_match_has_come_is_told_without_the_rest_of_the_view(case: Case) -> None:
    for moment in played(case).moments:
        state = moment.table.state
        assert plain(case.game.progress(state)) == case.game.view(state, None)["core"]["progress"]


@every_table
def test_a_seat_sees_nothing_of_what_is_dealt_anew(case: Case) -> None:
    """Neither its view nor its asks tell anything of the cards it cannot see; a spectator sees still less."""
    game = case.game
    for table, state, seat in dealt_anew(played(case)):
        assert game.view(state, seat) == game.view(table.state, seat)
        assert game.view(state, None) == game.view(table.state, None)
        now, then = asked(game, Table(state, {}, table.shuffles)), asked(game, table)
        assert set(now) == set(then)
        assert now.get(seat) == then.get(seat)
        assert game.scores(state) == game.scores(table.state)


@every_table
def test_dealing_anew_moves_cards_and_makes_none(case: Case) -> None:
    game = played(case)
    deck = {card for cards in game.decks for card in cards}
    for table, state, _ in dealt_anew(game):
        assert state.phase == table.state.phase
        assert _cards(state, deck) == _cards(table.state, deck)
        assert load(dump(state)) == state


@every_table
def test_what_a_seat_was_told_holds_when_the_rest_is_dealt_anew(case: Case) -> None:
    """A card that a line names to a seat stays with whoever has it: a line that tells too much would be found here."""
    game = played(case)
    if any(len(set(cards)) < len(cards) for cards in game.decks):
        return  # several cards of one code: one of them may be named and another moved
    deck, random = {card for cards in game.decks for card in cards}, Random(str(case))
    for moment in (moment for moment in game.some(3 * LOOKS) if moment.said):
        for seat in range(case.seats):
            named = {code for said in moment.said if said.to in (None, seat) for code in codes(said.values)} & deck
            state = case.game.redeal(moment.table.state, seat, random)
            for other in range(case.seats):
                assert named & _seen(case, state, other) == named & _seen(case, moment.table.state, other)


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
    """Every name has a value; numbers are seats and strings are codes or words."""
    names = {name for _, name, _, _ in Formatter().parse(said.text) if name is not None}
    assert names <= set(said.values), said
    assert said.text[0] == "{" or said.text[0].isupper()
    assert said.text.endswith((".", "!", "?"))
    assert "{player}'s" not in said.text
    assert said.to is None or said.to in range(seats)
    for value in said.values.values():
        items = value if isinstance(value, tuple) else (value,)
        assert items, said
        assert all(type(item) is int and item in range(seats) for item in items) or all(
            type(item) is str and item for item in items
        ), said


@every_table
def test_a_game_has_a_story(case: Case) -> None:
    lines = [said for moment in played(case).moments for said in moment.said]
    assert any(said.to is None for said in lines)
    assert played(case).moments[-1].said, "the end is told"
