"""Sealing, opening, changing one's mind, and answers that come late or twice."""

from random import Random

import pytest

from server import matches
from server.deal import verify
from server.matches import MovedOn
from server.rules import Illegal
from tests.cast import again, letters, open_table, page, play_out, seals, seat, some_answer

pytestmark = pytest.mark.usefixtures("app")


def test_a_sealed_answer_waits_for_the_other() -> None:
    match = open_table()
    bid = some_answer(match, "Ada", Random(1))
    assert not seals(match, "Ada", bid).opened
    assert page(match, "Ada").sealed == bid
    assert page(match, "Bruno").sealed is None
    assert page(match, "Bruno").waiting == (1,)
    assert again(match).ply == 0


def test_the_last_answer_opens_them_all() -> None:
    match = open_table()
    first, second = some_answer(match, "Ada", Random(1)), some_answer(match, "Bruno", Random(2))
    seals(match, "Ada", first)
    assert seals(match, "Bruno", second).opened
    assert again(match).ply == 1
    assert page(match, "Ada").view["bids"][1][0]["card"] == second.split()[0]


def test_a_sealed_answer_may_be_changed_until_the_others_are_in() -> None:
    match = open_table()
    hand = page(match, "Ada").view["hand"]
    before = seals(match, "Ada", f"{hand[0]} centre")
    after = seals(match, "Ada", f"{hand[1]} blind")
    assert before.receipt != after.receipt
    assert page(match, "Ada").sealed == f"{hand[1]} blind"


def test_the_same_answer_again_gets_the_same_receipt_before_and_after_it_opens() -> None:
    match = open_table()
    bid = some_answer(match, "Ada", Random(1))
    first = seals(match, "Ada", bid)
    assert seals(match, "Ada", bid).receipt == first.receipt
    seals(match, "Bruno", some_answer(match, "Bruno", Random(2)))
    late = seals(match, "Ada", bid, ply=0)
    assert (late.receipt, late.opened) == (first.receipt, True)


def test_another_answer_to_a_closed_window_is_told_that_the_table_moved_on() -> None:
    match = open_table()
    hand = page(match, "Ada").view["hand"]
    seals(match, "Ada", f"{hand[0]} centre")
    seals(match, "Bruno", some_answer(match, "Bruno", Random(2)))
    with pytest.raises(MovedOn, match="moved on"):
        seals(match, "Ada", f"{hand[1]} blind", ply=0)
    assert again(match).ply == 1


def test_an_answer_to_a_window_that_never_was_is_told_that_the_table_moved_on(subtests: pytest.Subtests) -> None:
    match = open_table()
    for ply in [-1, 1, 2**31, 2**63, -(2**70)]:
        with subtests.test(ply=ply):
            with pytest.raises(MovedOn, match="moved on"):
                seals(match, "Ada", some_answer(match, "Ada", Random(1)), ply=ply)
            assert again(match).sealed == {}


def test_an_answer_may_be_written_in_words() -> None:
    match = open_table()
    card = next(card for card in page(match, "Ada").view["hand"] if card[-1] in "SHDC" and card[0] != "F")
    suit = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[card[-1]]
    assert seals(match, "Ada", f"the {card[:-1]} of {suit} on the centre, please").answer == f"{card} centre"


def test_a_refused_answer_names_what_would_fit_and_changes_nothing() -> None:
    match = open_table()
    hand = page(match, "Ada").view["hand"]
    with pytest.raises(Illegal, match=f"{hand[0]}.*centre cloak blind"):
        seals(match, "Ada", "the moon on a stick")
    assert page(match, "Ada").sealed is None
    assert again(match).sealed == {}


def test_each_player_gets_one_letter_for_each_window() -> None:
    match = open_table()
    seals(match, "Ada", some_answer(match, "Ada", Random(1)))
    assert [letter.ply for letter in letters(match, "turn", to="Bruno")] == [0]
    seals(match, "Bruno", some_answer(match, "Bruno", Random(2)))
    assert [letter.ply for letter in letters(match, "turn", to="Bruno")] == [0, 1]
    assert [letter.ply for letter in letters(match, "turn", to="Ada")] == [0, 1]


def test_a_whole_match_ends_with_a_result_and_a_record_that_holds() -> None:
    match = play_out(open_table(), Random(3))
    assert match.ending == "played"
    assert {letter.kind for letter in letters(match)} == {"invitation", "turn", "over"}
    record = matches.record_of(match)
    assert verify(record).scores == match.scores
    assert {answer["by"] for answer in record["answers"]} == {"player"}


def test_sealed_answers_are_in_no_letter_and_no_snapshot() -> None:
    match = open_table()
    seals(match, "Ada", some_answer(match, "Ada", Random(1)))
    assert all(not letter.facts for letter in letters(match))
    assert "sealed" not in (again(match).snapshot or {})


def test_nothing_is_asked_of_a_player_who_waits() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu")
    waiting = next(name for name in ("Ada", "Bruno", "Chiara") if page(match, name).ask is None)
    with pytest.raises(Illegal, match="Nothing is asked"):
        seals(match, waiting, "pass")
    assert seat(match, waiting).missed == 0


def test_a_seat_may_be_called_by_the_name_of_its_player() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="tottarot")
    for name, token in (("Ada", "3"), ("Bruno", "0"), ("Chiara", "1")):
        seals(match, name, token)
    assert seals(match, "Ada", "take the card from Bruno").opened
    assert page(match, "Chiara").view["rows"][1] == []
