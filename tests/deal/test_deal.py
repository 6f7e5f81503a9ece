"""The deal that anybody can check: the shuffle, the recipe on the page, receipts, and records tampered with."""

from __future__ import annotations

import copy
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from server import deal, matches
from server.cli import poste
from server.deal import shuffle
from server.rules import GAMES
from server.rules.cards import TAROT_78
from tests.cast import open_table, play_out
from tests.each import each

SEED = bytes(range(32))
RECORDS = Path(__file__).parent / "records"
words = st.lists(st.none() | st.text(max_size=20), max_size=6)

# The shuffle ---------------------------------------------------------------------------------------------------------


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert deal.commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_new_seed_has_32_bytes_of_chance() -> None:
    assert shuffle.new_seed() != shuffle.new_seed()  # not that of the package, which tests replace
    assert len(shuffle.new_seed()) == 32


def test_the_same_seed_and_words_deal_the_same_for_ever() -> None:
    """A change of this line would break the proof of every match that was ever played."""
    first = deal.shuffler(SEED, ["plum", None])(TAROT_78, 1)
    assert first[:8] == ("2H", "10H", "NC", "ND", "3C", "T11", "T12", "QD")


@settings(max_examples=40)
@given(st.binary(min_size=32, max_size=32), words, st.integers(1, 500))
def test_a_shuffle_is_a_permutation_of_the_deck(seed: bytes, said: list[str | None], n: int) -> None:
    assert sorted(deal.shuffler(seed, said)(TAROT_78, n)) == sorted(TAROT_78)


def test_every_word_changes_the_deal_and_so_does_who_said_it() -> None:
    said = [[None, None], ["plum", None], [None, "plum"], ["plum", "plum"], ["plump", None], ["Plum", None]]
    assert len({deal.shuffler(SEED, each)(TAROT_78, 1) for each in said}) == len(said)
    assert deal.mixed(SEED, ["ab", "c"]) != deal.mixed(SEED, ["a", "bc"])


def test_no_word_is_the_empty_word() -> None:
    assert deal.mixed(SEED, [None, "pear"]) == deal.mixed(SEED, ["", "pear"])


def test_each_shuffle_of_a_match_is_another() -> None:
    shuffle = deal.shuffler(SEED, [])
    assert len({shuffle(TAROT_78, n) for n in range(1, 200)}) == 199


def chi_square(found: Counter[Any], cells: int) -> float:
    expected = found.total() / cells
    return sum((found[cell] - expected) ** 2 / expected for cell in found) + (cells - len(found)) * expected


def test_every_order_of_a_few_cards_comes_up_equally_often() -> None:
    key = deal.mixed(SEED, [])
    orders = Counter(deal.shuffled(("KH", "QH", "JH", "TH"), key, n) for n in range(12_000))
    assert chi_square(orders, 24) < 60  # 23 degrees of freedom: one seed in 30,000 comes as far


def test_every_card_comes_to_every_place_equally_often() -> None:
    key, deck = deal.mixed(SEED, ["plum"]), TAROT_78[:13]
    shuffles = [deal.shuffled(deck, key, n) for n in range(6_000)]
    for place in (0, 6, 12):
        assert chi_square(Counter(cards[place] for cards in shuffles), 13) < 45  # 12 degrees of freedom


# The recipe on the page of every finished match ----------------------------------------------------------------------


def recipe() -> Callable[[tuple[str, ...], str, list[str], int], list[str]]:
    """The twenty lines, as somebody runs them who has nothing of ours."""
    theirs: dict[str, Any] = {}
    exec(deal.RECIPE, theirs)
    return theirs["shuffled"]


@given(st.binary(min_size=32, max_size=32), words, st.integers(1, 10**6), st.integers(0, 78))
def test_the_recipe_deals_what_we_deal(seed: bytes, said: list[str | None], n: int, size: int) -> None:
    deck = TAROT_78[:size]
    theirs = recipe()(deck, seed.hex(), [word or "" for word in said], n)
    assert tuple(theirs) == deal.shuffler(seed, said)(deck, n)


def test_the_recipe_has_some_twenty_lines() -> None:
    assert len([line for line in deal.RECIPE.splitlines() if line.strip()]) <= 21


# Receipts ------------------------------------------------------------------------------------------------------------


def test_a_receipt_is_the_sha_256_of_what_the_record_names() -> None:
    plain = "m 7 A KH centre 00ff"
    assert deal.receipt("m", 7, "A", "KH centre", "00ff") == hashlib.sha256(plain.encode()).hexdigest()


def test_a_receipt_tells_nothing_while_its_salt_is_secret() -> None:
    receipts = {deal.receipt("m", 7, "A", "KH centre", deal.new_salt()) for _ in range(50)}
    assert len(receipts) == 50


# poste verify --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    """Records are kept here once a match has been played."""
    return {}


@pytest.fixture
def record(app: Flask, kept: dict[str, Any]) -> dict[str, Any]:
    """The record of a match of two rounds."""
    if not kept:
        kept.update(matches.record_of(play_out(open_table(rounds=2), Random(3))))
    return copy.deepcopy(kept)


def verify(record: object) -> Result:
    text = record if isinstance(record, str) else json.dumps(record)
    return CliRunner().invoke(poste, ["verify", "-"], input=text)


def test_a_true_record_holds(record: dict[str, Any]) -> None:
    result = verify(record)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("The record holds: 1 shuffle dealt again, ")
    assert f"{len(record['answers'])} answers played again" in result.stdout


SHORT = {
    "texas-42": {"marks": 1},
    "dementlieu": {"deals": 1},
    "french-tarot": {"deals": 2},
    "ottocento": {"target": 100},
}


@each("key", sorted({"titro": 2, "dementlieu": 3, "texas-42": 4, "tottarot": 3, "ottocento": 4, "french-tarot": 4}))
def test_a_record_of_every_game_holds(app: Flask, key: str) -> None:
    names = ("Ada", "Bruno", "Chiara", "Dmitri")[: 4 if 4 in GAMES[key].seats else min(GAMES[key].seats)]
    short: dict[str, Any] = SHORT.get(key, {})
    assert verify(matches.record_of(play_out(open_table(*names, game=key, **short), Random(2)))).exit_code == 0


def test_a_record_of_a_match_that_was_given_up_holds(app: Flask) -> None:
    match = open_table()
    matches.resign(match.chairs[0].id)
    record = matches.record_of(matches.match_by_id(match.id))
    assert verify(record).exit_code == 0
    assert verify({**record, "ending": "played"}).exit_code == 1


def test_records_written_before_hold_for_ever() -> None:
    """`records` has a finished match of each game, and one of several tables: never write one of them anew."""
    files = sorted(RECORDS.glob("*.json"))
    assert {json.loads(file.read_text())["game"] for file in files} == set(GAMES)
    for file in files:
        result = CliRunner().invoke(poste, ["verify", str(file)])
        assert (file.name, result.exit_code, result.stderr) == (file.name, 0, "")


def changed(record: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The record with one thing in it changed; a value may be made from the old one."""
    *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
    inner: Any = record
    for step in way:
        inner = inner[step]
    inner[last] = value(inner[last]) if callable(value) else value
    return record


@each(
    ("path", "value", "complaint"),
    [
        ("format", 2, "format"),
        ("match", "another", "receipt"),
        ("game", "chess", "no game"),
        ("game", "tottarot", ""),
        ("options.rounds", 3, ""),
        ("options.deck", "poker", ""),
        ("options.jokers", 1, "no option"),
        ("seats", [], "2 players"),
        ("seed", "00" * 32, "commitment"),
        ("seed", "no hex", "not a record"),
        ("words.0", "plum", ""),
        ("words", [1, 2], "not a record"),
        ("commitment", "00" * 32, "commitment"),
        ("shuffles", [1, 2], "shuffles"),
        ("shuffles", [2], "shuffles"),
        ("shuffles", [], "shuffles"),
        ("answers.0.answer", lambda bid: bid.split()[0] + (" cloak" if "cloak" not in bid else " blind"), "receipt"),
        ("answers.0.salt", "00" * 16, "receipt"),
        ("answers.0.receipt", "00" * 32, "receipt"),
        ("answers.0.receipt", "", "receipt"),
        ("answers.0.ply", 1, ""),
        ("answers.0.seat", "B", ""),
        ("answers.0.seat", "Z", ""),
        ("answers.0.seat", "", ""),
        ("answers", lambda answers: answers[:-1], ""),
        ("answers", lambda answers: answers[1:], ""),
        ("answers", lambda answers: answers + answers[-1:], ""),
        ("answers", [], ""),
        ("answers", None, "not a record"),
        ("ending", "agreed", "over"),
        ("scores.0", 999, "comes to"),
        ("scores", [0], "comes to"),
        ("winners", ["A", "B", "C"], "winners"),
        ("winners", [], "winners"),
        ("winners", lambda winners: ["Z"] * len(winners), "winners"),
    ],
)
def test_a_record_that_was_tampered_with_does_not_hold(
    record: dict[str, Any], path: str, value: Any, complaint: str
) -> None:
    result = verify(changed(copy.deepcopy(record), path, value))
    assert (result.exit_code, result.stdout) == (1, "")
    assert complaint in result.stderr
    assert result.stderr.startswith("poste: ")
    assert "Traceback" not in result.stderr


def test_what_is_no_record_at_all_is_refused_in_a_sentence() -> None:
    for something in ([], 7, None):
        result = verify(something)
        assert result.exit_code == 1
        assert "one JSON object" in result.stderr


@each("field", ["match", "game", "options", "seats", "seed", "words", "commitment", "shuffles", "answers", "scores"])
def test_a_record_in_which_something_is_missing_does_not_hold(record: dict[str, Any], field: str) -> None:
    result = verify({name: value for name, value in record.items() if name != field})
    assert result.exit_code == 1
    assert "not a record" in result.stderr


@each("text", ["[]", "7", '"seed"', "null", "{}"])
def test_json_that_is_no_record_is_told_in_one_sentence(text: str) -> None:
    result = verify(text)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


@each("text", ["", "not JSON", "{", "[" * 100_000])
def test_a_file_that_is_no_json_is_wrong_use(text: str) -> None:
    result = verify(text)
    assert result.exit_code == 2
    assert "not JSON" in result.stderr


def test_an_ending_that_was_not_is_told_also_where_the_scores_are_right(record: dict[str, Any]) -> None:
    assert "is over" in verify({**record, "ending": "agreed", "winners": []}).stderr


def test_answers_in_another_order_do_not_hold(record: dict[str, Any]) -> None:
    answers = record["answers"]
    later = next(n for n, answer in enumerate(answers) if answer["ply"] == 1)
    assert verify({**record, "answers": answers[later:] + answers[:later]}).exit_code == 1
