"""How a table is driven: sealed answers, shuffles, refusals. A game of three rules stands in for all of them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypedDict, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules import (
    GAMES,
    OVER,
    Ask,
    Decide,
    Game,
    Illegal,
    Option,
    Said,
    Shuffle,
    Slot,
    Table,
    all_asks,
    asks,
    begin,
    canonical,
    chosen,
    dump,
    forced,
    lawful,
    load,
    record,
    submit,
    upgrade,
    would_fit,
)
from tests.each import each


class View(TypedDict):
    shown: list[str]


# Morra with cards: a shuffle tells the number to beat, everybody shows a hand of one to five, the odd seat out pays.

ADA, BRUNO, CHIARA = range(3)
NUMBERS = ("1", "2", "3", "4", "5")


@record
class State:
    phase: str
    seats: int
    rounds: int
    target: str = ""
    shown: tuple[str, ...] = ()


def show(state: State) -> Mapping[int, Ask]:
    return {seat: Ask("Show a number.", (Slot("number", NUMBERS),), "1") for seat in range(state.seats)}


def open_hands(state: State, answers: Mapping[int, str]) -> tuple[State, tuple[Said, ...]]:
    shown = replace(state, phase="next", rounds=state.rounds - 1, shown=tuple(answers.values()))
    return shown, tuple(Said("{player} showed {number}.", {"player": s, "number": a}) for s, a in answers.items())


def go_on(state: State) -> Mapping[int, Ask]:
    return {0: Ask("Another round?", (Slot("go", ("yes", "no")),), "no")}


def gone_on(state: State, answers: Mapping[int, str]) -> tuple[State, tuple[Said, ...]]:
    return replace(state, phase="turn" if answers[0] == "yes" and state.rounds else OVER), ()


MORRA: Game[State] = Game(
    key="morra",
    name="Morra",
    seats=range(2, 4),
    options={
        "rounds": Option((1, 2, 3, 4, 5), 2, "How many rounds.", default_with={("hands", "many"): 5}),
        "hands": Option(("few", "many"), "few", "How many hands."),
        "blind": Option(("on", "off"), "off", "Whether the number is hidden."),
    },
    start=lambda seats, options: State("turn", seats, options["rounds"]),
    phases={
        "turn": Shuffle(lambda state: NUMBERS, lambda state, deck: (replace(state, phase="twice", target=deck[0]), ())),
        "twice": Shuffle(
            lambda state: NUMBERS,
            lambda state, deck: (replace(state, phase="show"), (Said("{number} was turned.", {"number": deck[0]}),)),
        ),
        "show": Decide(show, open_hands),
        "next": Decide(go_on, gone_on),
    },
    view=lambda state, seat: {"shown": list(state.shown)},
    scores=lambda state: (0,) * state.seats,
    winners=lambda state: (),
    redeal=lambda state, seat, random: state,
    cards=lambda state: {},
    order=lambda state, suit: NUMBERS,
    progress=lambda state: (),
    direction="left",
    idle=lambda state: Said("Everybody shows a number."),
    view_type=View,
    passes=frozenset({"no"}),
)


def rotated(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
    return deck[n:] + deck[:n]


@pytest.fixture
def table() -> Table:
    return begin(MORRA, 3, {}, rotated)[0]


def seal(table: Table, seat: int, answer: str, game: Game[State] = MORRA) -> Table:
    return submit(game, table, seat, answer, rotated)[0]


# Beginning


def test_shuffles_run_at_once_and_are_counted_from_one() -> None:
    table, said = begin(MORRA, 2, {}, rotated)
    assert (table.state.phase, table.state.target, table.shuffles) == ("show", "2", 2)
    assert said == (Said("{number} was turned.", {"number": "3"}),)


def test_later_shuffles_are_counted_on(table: Table) -> None:
    for seat in range(3):
        table = seal(table, seat, "1")
    table = seal(table, ADA, "yes")
    assert (table.state.target, table.shuffles) == ("4", 4)


def test_a_shuffle_may_be_given_as_a_list() -> None:
    table, _ = begin(GAMES["titro"], 2, {}, lambda deck, n: list(deck))
    assert load(dump(table.state)) == table.state


@each("seats", [0, 1, 4, 7])
def test_a_number_of_seats_the_game_does_not_have_is_refused(seats: int) -> None:
    with pytest.raises(Illegal, match=f"Morra is for 2 or 3 players, not {seats}"):
        begin(MORRA, seats, {}, rotated)


def test_options_that_are_not_named_have_their_defaults() -> None:
    assert begin(MORRA, 2, {}, rotated)[0].state.rounds == 2
    assert begin(MORRA, 2, {"rounds": 4}, rotated)[0].state.rounds == 4


def test_an_option_may_bring_a_default_along_for_another() -> None:
    assert begin(MORRA, 2, {"hands": "many"}, rotated)[0].state.rounds == 5
    assert begin(MORRA, 2, {"hands": "many", "rounds": 1}, rotated)[0].state.rounds == 1


@each(
    ("options", "refusal"),
    [
        ({"colour": "red"}, "Morra has no option colour; its options are: rounds, hands, blind"),
        ({"rounds": 6}, "The option rounds of Morra is a whole number from 1 to 5, not 6"),
        ({"rounds": "2"}, "The option rounds of Morra is a whole number from 1 to 5, not the text “2”"),
        ({"rounds": True}, "The option rounds"),
        ({"rounds": None}, "The option rounds"),
        ({"blind": "maybe"}, "The option blind of Morra is on or off, not maybe"),
        ({"blind": True}, "The option blind"),
    ],
)
def test_an_option_that_does_not_fit_is_refused(options: dict[str, Any], refusal: str) -> None:
    with pytest.raises(Illegal, match=refusal):
        begin(MORRA, 2, options, rotated)


# Sealing


def test_answers_wait_until_all_are_in(table: Table) -> None:
    assert set(asks(MORRA, table)) == {ADA, BRUNO, CHIARA}
    table = seal(seal(table, CHIARA, "5"), ADA, "2")
    assert table.sealed == {CHIARA: "5", ADA: "2"}
    assert (table.state.phase, table.state.shown) == ("show", ())
    assert set(asks(MORRA, table)) == {BRUNO}
    assert set(all_asks(MORRA, table)) == {ADA, BRUNO, CHIARA}


def test_all_open_together_in_the_order_of_seats(table: Table) -> None:
    table, said = submit(MORRA, seal(seal(table, CHIARA, "5"), ADA, "2"), BRUNO, "3", rotated)
    assert table.state.shown == ("2", "3", "5")
    assert [line.values["player"] for line in said] == [ADA, BRUNO, CHIARA]
    assert table.sealed == {}


def test_sealing_says_nothing(table: Table) -> None:
    assert submit(MORRA, table, ADA, "2", rotated)[1] == ()


def test_a_later_answer_stands_instead_of_the_earlier(table: Table) -> None:
    table = seal(seal(table, ADA, "2"), ADA, "4")
    assert table.sealed == {ADA: "4"}
    assert seal(seal(table, BRUNO, "1"), CHIARA, "1").state.shown == ("4", "1", "1")


def test_a_refused_answer_leaves_the_earlier_where_it_was(table: Table) -> None:
    table = seal(table, ADA, "2")
    with pytest.raises(Illegal, match="One of 1 2 3 4 5"):
        seal(table, ADA, "9")
    assert table.sealed == {ADA: "2"}


def test_who_is_not_asked_cannot_answer(table: Table) -> None:
    for seat in range(3):
        table = seal(table, seat, "1")
    with pytest.raises(Illegal, match="Nothing is asked of you now"):
        seal(table, BRUNO, "yes")
    with pytest.raises(Illegal, match="Nothing is asked of you now"):
        seal(table, 7, "yes")


def test_nothing_is_asked_when_the_game_is_over(table: Table) -> None:
    for seat in range(3):
        table = seal(table, seat, "1")
    table = seal(table, ADA, "no")
    assert asks(MORRA, table) == all_asks(MORRA, table) == {}
    with pytest.raises(Illegal, match="The game is over"):
        seal(table, ADA, "yes")


def test_a_seat_whose_sealed_answer_a_corrected_rule_refuses_is_asked_again(table: Table) -> None:
    def show_less(state: State) -> Mapping[int, Ask]:
        return {seat: Ask("Show a number.", (Slot("number", NUMBERS[:3]),), "1") for seat in range(state.seats)}

    corrected = replace(MORRA, phases={**MORRA.phases, "show": Decide(show_less, open_hands)})
    table = seal(seal(table, ADA, "5"), BRUNO, "2")
    table = seal(table, CHIARA, "3", corrected)
    assert table.sealed == {BRUNO: "2", CHIARA: "3"}
    assert table.state.shown == ()
    assert set(asks(corrected, table)) == {ADA}
    assert seal(table, ADA, "1", corrected).state.shown == ("1", "2", "3")


def test_a_seat_that_a_corrected_rule_does_not_ask_is_left_out(table: Table) -> None:
    def show_two(state: State) -> Mapping[int, Ask]:
        return {seat: ask for seat, ask in show(state).items() if seat != ADA}

    corrected = replace(MORRA, phases={**MORRA.phases, "show": Decide(show_two, open_hands)})
    table = seal(seal(table, ADA, "5"), BRUNO, "2", corrected)
    assert table.sealed == {BRUNO: "2"}
    assert seal(table, CHIARA, "3", corrected).state.shown == ("2", "3")


def test_no_answer_is_waited_for_when_a_corrected_rule_asks_nobody_else(table: Table) -> None:
    def show_one(state: State) -> Mapping[int, Ask]:
        return {BRUNO: show(state)[BRUNO]}

    corrected = replace(MORRA, phases={**MORRA.phases, "show": Decide(show_one, open_hands)})
    assert seal(seal(table, ADA, "5"), BRUNO, "2", corrected).state.shown == ("2",)


def test_a_table_is_a_value(table: Table) -> None:
    later = seal(table, ADA, "2")
    assert table.sealed == {}
    assert later.state is table.state


def test_what_a_window_asks_is_worked_out_once(table: Table) -> None:
    assert asks(MORRA, table)[ADA] is asks(MORRA, table)[ADA]
    assert asks(MORRA, seal(table, ADA, "2"))[BRUNO] is asks(MORRA, table)[BRUNO]


def test_what_is_done_with_the_asks_stays_outside_the_table(table: Table) -> None:
    cast(dict[int, Ask], asks(MORRA, table)).clear()
    cast(dict[int, Ask], all_asks(MORRA, table)).pop(BRUNO)
    assert list(asks(MORRA, table)) == [ADA, BRUNO, CHIARA]


def test_a_table_that_was_asked_is_equal_to_one_that_was_not(table: Table) -> None:
    asks(MORRA, table)
    fresh = Table(table.state, {}, table.shuffles)
    assert (table, repr(table)) == (fresh, repr(fresh))
    assert list(asks(MORRA, replace(table, state=replace(table.state, seats=2)))) == [ADA, BRUNO]


# Answers

BID = Ask("", (Slot("card", ("KS", "3H", "F")), Slot("target", ("centre", "cloak"))), "F centre")
DISCARD = Ask("", (Slot("cards", ("1S", "2S", "4H", "5H"), 2, 2),), "1S 2S")
KEEP = Ask("", (Slot("cards", ("6S", "9H", "T14"), 0, 2),), "none")
HANDFUL = Ask("", (Slot("card", ("T5", "T6")), Slot("declare", ("poignee", "misere"), 0, 2)), "T5")
FORCED = Ask("", (Slot("card", ("KS",)),), "KS")
WITH_NONE = Ask("", (Slot("handful", ("none", "simple")),), "none")


@each(
    ("ask", "answer", "stored"),
    [
        (BID, "KS cloak", "KS cloak"),
        (BID, "cloak KS", "KS cloak"),
        (BID, "  KS\n cloak ", "KS cloak"),
        (DISCARD, "5H 1S", "1S 5H"),
        (KEEP, "none", "none"),
        (KEEP, "T14 6S", "6S T14"),
        (HANDFUL, "T5", "T5"),
        (HANDFUL, "misere T6 poignee", "T6 poignee misere"),
        (WITH_NONE, "none", "none"),
    ],
)
def test_an_answer_is_stored_in_the_order_of_its_slots(ask: Ask, answer: str, stored: str) -> None:
    assert canonical(ask, answer) == stored
    assert lawful(ask, stored)


@each(
    ("ask", "answer", "refusal"),
    [
        (BID, "KS", "One of centre cloak, not none."),
        (BID, "", "One of KS 3H F, not none."),
        (BID, "none", "One of KS 3H F, not none."),
        (BID, "KS 3H cloak", "One of KS 3H F, not KS 3H."),
        (BID, "KS cloak blind", "blind is not among what may be answered: one of KS 3H F, and one of centre cloak."),
        (BID, "ks cloak", "One of KS 3H F, not none."),
        (BID, "KS KS cloak", "Each token may be named once: one of KS 3H F, and one of centre cloak."),
        (DISCARD, "1S", "2 of 1S 2S 4H 5H, not 1S."),
        (DISCARD, "1S 2S 4H", "2 of 1S 2S 4H 5H, not 1S 2S 4H."),
        (KEEP, "6S 9H T14", "Up to 2 of 6S 9H T14, not 6S 9H T14."),
        (KEEP, "none 6S", "none is not among what may be answered: up to 2 of 6S 9H T14."),
        (WITH_NONE, "", "One of none simple, not none."),
        (FORCED, "3H", "All of KS, not none."),
    ],
)
def test_a_refusal_says_what_would_fit(ask: Ask, answer: str, refusal: str) -> None:
    with pytest.raises(Illegal) as refused:
        canonical(ask, answer)
    assert str(refused.value) == refusal
    assert not lawful(ask, answer)


def test_an_answer_out_of_order_is_not_yet_canonical() -> None:
    assert not lawful(BID, "cloak KS")


options = st.lists(
    st.sampled_from([f"{rank}{suit}" for suit in "SHDC" for rank in "123456789"]), unique=True, min_size=1
)


@given(options=options, draw=st.data())
def test_canonical_is_the_same_for_every_order_and_for_itself(options: list[str], draw: st.DataObject) -> None:
    most = draw.draw(st.integers(0, len(options)))
    ask = Ask("", (Slot("cards", tuple(options), 0, most), Slot("go", ("yes", "no"))), "yes")
    picked = draw.draw(st.lists(st.sampled_from(options), unique=True, max_size=most))
    answer = canonical(ask, " ".join(draw.draw(st.permutations([*picked, "no"]))))
    assert canonical(ask, answer) == answer
    assert chosen(ask, answer) == {"cards": tuple(o for o in options if o in picked), "go": ("no",)}


def test_an_answer_is_split_by_its_slots() -> None:
    assert chosen(HANDFUL, "T6 poignee") == {"card": ("T6",), "declare": ("poignee",)}
    assert chosen(KEEP, "none") == {"cards": ()}


def test_an_answer_is_forced_where_nothing_else_is_lawful() -> None:
    assert forced(FORCED) == "KS"
    assert forced(Ask("", (Slot("cards", ("1S", "2S"), 2, 2), Slot("card", ("3H",))), "1S 2S 3H")) == "1S 2S 3H"
    assert forced(Ask("", (Slot("cards", (), 0, 0),), "none")) == "none"
    assert forced(Ask("", (Slot("cards", ("6S",), 0, 1),), "none")) is None
    assert forced(BID) is forced(KEEP) is None


def test_what_would_fit_is_one_clause() -> None:
    assert would_fit(BID) == "one of KS 3H F, and one of centre cloak"
    assert would_fit(HANDFUL) == "one of T5 T6, and up to 2 of poignee misere"
    assert would_fit(Ask("", (Slot("cards", ("6S",), 0, 1),), "none")) == "none or one of 6S"
    assert would_fit(Ask("", (Slot("cards", ("1S", "2S", "3S"), 1, 2),), "1S")) == "1 to 2 of 1S 2S 3S"


# Snapshots


def test_a_snapshot_marks_records_and_keeps_everything() -> None:
    state = begin(GAMES["titro"], 2, {}, lambda deck, n: deck)[0].state
    assert dump(state)["record"] == "games.titro.State"
    assert load(dump(state)) == state


@each("value", [1.5, [1], {"a": 1}, {1}, b"x"])
def test_a_state_holds_plain_values_only(value: object) -> None:
    with pytest.raises(TypeError, match="str, int, bool, None, tuples and records"):
        dump((1, "2", (value,)))


@each("name", ["engine.begin", "engine.Random", "snapshot.load"])
def test_a_snapshot_names_records_only(name: str) -> None:
    with pytest.raises(TypeError, match="no record"):
        load({"record": name})


def test_an_old_snapshot_climbs_every_step_up_to_the_present_version() -> None:
    steps = tuple(lambda data, n=n: {**data, "steps": [*data["steps"], n]} for n in (1, 2, 3))
    game = replace(MORRA, version=4, upgrades=steps)
    assert upgrade(game, 1, {"steps": []}) == {"steps": [1, 2, 3]}
    assert upgrade(game, 3, {"steps": []}) == {"steps": [3]}
    assert upgrade(game, 4, {"steps": []}) == {"steps": []}


# All games are found


def test_games_are_found_by_their_files() -> None:
    assert set(GAMES) >= {"titro"}
    assert all(game.key == key for key, game in GAMES.items())
