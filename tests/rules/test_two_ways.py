"""Codes are exact in any order; what is a code and a name at once, or a signature, is asked back."""

from __future__ import annotations

from itertools import permutations

import pytest

from server.rules import GAMES, Ask, Illegal, Slot, canonical, read
from server.rules.wording import options_of

OTTOCENTO, TOTTAROT, FRENCH = GAMES["ottocento"].words, GAMES["tottarot"].words, GAMES["french-tarot"].words
LAYING = Ask("", (Slot("cards", ("7B", "NO", "KS", "JO"), 2, 2),), "7B NO", OTTOCENTO)
DECLARING = Ask(
    "",
    (Slot("card", ("NO", "7B")), Slot("signal", ("volo", "busso"), 0), Slot("declare", ("+suit-O", "+moors"), 0, 2)),
    "NO",
    OTTOCENTO,
)
KEEPING = Ask("", (Slot("cards", ("NO", "7B"), 0, 2),), "none", OTTOCENTO)
TAKING = Ask("", (Slot("target", ("A", "B", "C", "none")),), "none", TOTTAROT)
AWAY = Ask("", (Slot("cards", ("1S", "6S", "3H"), 2, 2), Slot("slam", ("slam",), 0)), "1S 6S", FRENCH)


def called(ask: Ask, **names: str) -> Ask:
    """The ask at a table where people have these names."""
    more = {seat: (*ask.words.get(seat, ()), name, name.split()[0]) for seat, name in names.items()}
    return Ask(ask.prompt, ask.slots, ask.absent, {**ask.words, **more})


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (LAYING, "7B NO"), (LAYING, "NO JO"), (DECLARING, "NO +suit-O +moors"), (DECLARING, "NO +moors"),
        (DECLARING, "NO volo +suit-O +moors"), (KEEPING, "NO 7B"), (AWAY, "1S 3H slam"),
    ],
)  # fmt: skip
def test_codes_are_exact_in_any_order_and_whatever_stands_around_them(ask: Ask, answer: str) -> None:
    for order in permutations(answer.split()):
        text = " ".join(order)
        for written in (text, f" {text}\n", f"{text}.", f"Hi Bruno,\n\n{text}\n\nBest wishes\nAda", f"{text}\nAda"):
            assert read(ask, written) == canonical(ask, answer)
        assert read(ask, "\n".join(order)) == canonical(ask, answer)


@pytest.mark.parametrize("typed", ["no 7B", "No, 7B", "NO, 7B", "no 7b", "NO 7B?", "not NO 7B", "NO 7B or NO JO", "NO"])
def test_what_is_no_list_of_codes_may_deny_something(typed: str) -> None:
    with pytest.raises(Illegal):
        read(LAYING, typed)


@pytest.mark.parametrize("typed", ["A C", "C A", "a C", "A none", "none A", "A\nC", "A\n\nC"])
def test_a_code_that_is_a_small_word_too_is_not_left_out(typed: str) -> None:
    with pytest.raises(Illegal):
        read(TAKING, typed)


def test_a_second_list_of_codes_further_down_is_a_doubt() -> None:
    with pytest.raises(Illegal):
        read(KEEPING, "7B\n\nNO")


class TestANameThatIsACode:
    ASK = called(TAKING, A="Ada", B="C", C="None")

    @pytest.mark.parametrize(
        ("typed", "ways"), [("C", {"B", "C"}), ("c", {"B", "C"}), ("none", {"C", "none"}), ("None", {"C", "none"})]
    )
    def test_is_asked_back(self, typed: str, ways: set[str]) -> None:
        for text in (typed, f"Hi Ada,\n\n{typed}\n\nBest wishes\nFarid", f"{typed}, please"):
            with pytest.raises(Illegal) as unclear:
                read(self.ASK, text)
            assert set(unclear.value.nearest) == ways

    @pytest.mark.parametrize(("typed", "meant"), [("seat C", "C"), ("player B", "B"), ("B", "B"), ("A", "A")])
    def test_leaves_a_way_to_say_each(self, typed: str, meant: str) -> None:
        assert read(self.ASK, typed) == meant

    def test_of_somebody_who_cannot_be_chosen_changes_nothing(self) -> None:
        ask = Ask("", (Slot("target", ("A", "C")),), "A", called(TAKING, B="C").words)
        assert read(ask, "C") == "C"

    def test_is_that_of_their_own_seat_and_means_them(self) -> None:
        assert read(called(TAKING, C="C", B="Ada"), "C") == "C"


class TestANameThatIsACodeBelowAnAnswer:
    @pytest.mark.parametrize("signed", ["Slam", "slam"])
    def test_is_asked_back_where_it_would_fit(self, signed: str) -> None:
        assert read(AWAY, "1S 3H") == "1S 3H"
        with pytest.raises(Illegal) as unclear:
            read(AWAY, "1S 3H", signed)
        assert "1S 3H slam" in unclear.value.nearest

    @pytest.mark.parametrize("signed", ["Ada", "S", "6S", "A", "Slam Dunk"])
    def test_is_a_name_where_it_would_not(self, signed: str) -> None:
        assert read(AWAY, "1S 3H", signed) == "1S 3H"


@pytest.mark.parametrize("code", sorted({option for ask in (TAKING, AWAY, DECLARING) for option in options_of(ask)}))
def test_nobody_with_the_name_of_a_code_has_an_answer_read_as_something_else(code: str) -> None:
    """Whatever somebody is called: a code that is typed is read as itself, or asked back."""
    for ask in (TAKING, AWAY, DECLARING):
        for seat in "ABC":
            for option in options_of(ask):
                try:
                    assert option in read(called(ask, **{seat: code}), option).split()
                except Illegal:
                    continue
