"""What a hand or a pile of Bolognese tarot is worth in combinations, in notation, and against a count by trial."""

from collections.abc import Iterable
from itertools import product
from random import Random

from server.rules.cards import LATIN_62
from server.rules.combinations import MOORS, TOKENS, Counted, combinations, cricche, sequences
from tests.each import each


def worth(token: str, cards: str, moors_extend: bool = False) -> int | None:
    """Points of one combination among the cards; None where it is not there."""
    found = combinations(cards.split(), moors_extend).get(token)
    return found.points if found else None


def counts(cards: str) -> tuple[int, int]:
    """Points of all cricche and of all sequences, doubled where they are to be."""
    held = cards.split()
    return Counted(cricche(held)).points, Counted(sequences(held)).points


# Cricche


@each(
    ("token", "four", "for_three", "for_four"),
    [
        ("+tarocchi", "T1 T20 T21 M", 18, 36),
        ("+kings", "KS KB KC KO", 17, 34),
        ("+queens", "QS QB QC QO", 14, 28),
        ("+knights", "NS NB NC NO", 13, 26),
        ("+pages", "JS JB JC JO", 12, 24),
    ],
)
def test_three_or_four_of_a_kind_are_a_cricca(token: str, four: str, for_three: int, for_four: int) -> None:
    assert worth(token, four) == for_four
    for card in four.split():
        assert worth(token, four.replace(card, "")) == for_three
    assert worth(token, " ".join(four.split()[:2])) is None


def test_no_wild_card_helps_a_cricca() -> None:
    assert worth("+kings", "KS KB T1 M") is None
    assert worth("+kings", "KS KB KC T1 M") == 17


def test_three_tens_or_three_aces_are_no_cricca() -> None:
    assert counts("10S 10B 10C 10O") == (0, 0)
    assert counts("AS AB AC") == (0, 10)


def test_two_kinds_of_cricche_count_once_and_three_twice() -> None:
    assert counts("KS KB KC QS QB QC")[0] == 17 + 14
    assert counts("KS KB KC QB QC QO JS JB JC JO")[0] == (17 + 14 + 24) * 2


# The trump sequence


@each(
    ("cards", "points"),
    [
        # T21 real, and two of the next three
        ("T21 T20 T19", 10),
        ("T21 T20 T18", 10),
        ("T21 T19 T18", 10),
        ("T21 T20 T19 T18", 15),
        ("T21 T20", None),
        ("T21 T20 T17 T16", None),
        ("T20 T19 T18 T17 T1 M", None),
        # one of them must be real, a wild makes the second
        ("T21 T20 T1", 10),
        ("T21 T18 M", 10),
        ("T21 T1 M", None),
        ("T21 T17 T16 T15 T1 M", None),
        ("T21 T19 T1 M", 15),
        # with two real the third is skipped, and a wild stays to spare
        ("T21 T20 T18 T1", 15),
        ("T21 T20 T19 T18 T1 M", 25),
    ],
)
def test_the_head_of_the_trump_sequence(cards: str, points: int | None) -> None:
    assert worth("+trumps", cards) == points


@each(
    ("cards", "points"),
    [
        # the run starts afresh at 17, even if 18 was skipped
        ("T21 T20 T19 T17", 15),
        ("T21 T20 T19 T17 T16 T15", 25),
        ("T21 T18 T1 T17 T16", 20),
        # without a wild a gap ends it
        ("T21 T20 T19 T16 T15", 10),
        ("T21 T20 T19 T18 T17 T15 T14", 20),
        # a single missing trump is bridged
        ("T21 T20 T19 T16 T1", 20),
        ("T21 T20 T19 T18 T17 T15 T14 M", 35),
        ("T21 T20 T18 T17 T15 T13 T1 M", 35),
        ("T21 T20 T18 T17 T15 T13 T11 T1 M", 35),
        # the wild that made the second of the head is spent
        ("T21 T20 T1 T16", 10),
        ("T21 T20 T1 M T16", 20),
        ("T21 T20 T1 M T17 T15 T13", 25),
        # two missing in a row end it, however many wilds there are; those add five each
        ("T21 T20 T19 T15 T1 M", 20),
        ("T21 T20 T19 T17 T14 T13 T1 M", 25),
        # it goes down to 6, and no further
        ("T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6", 75),
        ("T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2", 75),
        ("T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T1 M", 85),
        ("T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T1", 75),
    ],
)
def test_the_run_of_the_trump_sequence(cards: str, points: int) -> None:
    assert worth("+trumps", cards) == points


DOWN_TO_8 = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8"


@each(
    ("cards", "points"),
    [
        (f"{DOWN_TO_8} T7 T6 T4", 75 + 5),
        (f"{DOWN_TO_8} T7 T6 T5 T4 T3 T2", 75 + 20),
        (f"{DOWN_TO_8} T7 T6", 75),
        (f"{DOWN_TO_8} T7 T5 T3", 70),  # the 6 is missing
        (f"{DOWN_TO_8} T7 T5 T3 T1", 75 + 10),  # a wild stands for it
        (f"{DOWN_TO_8} T6 T5 M", 75 + 5),  # or for the 7
        (f"{DOWN_TO_8} T5 T4 T3 T1 M", 65 + 10),  # two in a row are missing
    ],
)
def test_moors_may_go_on_where_that_is_agreed_on(cards: str, points: int) -> None:
    assert worth("+trumps", cards, moors_extend=True) == points


def test_moors_that_go_on_are_a_sequence_of_their_own_too() -> None:
    assert worth("+moors", f"{DOWN_TO_8} T7 T6 T4 T3 T2", moors_extend=True) == 10


# Suits, Moors and aces


@each(
    ("cards", "points"),
    [
        ("KO QO NO", 10),
        ("KO QO JO", 10),
        ("KO NO JO", 10),
        ("KO QO NO JO", 15),
        ("KO QO NO JO AO", 20),
        ("KO QO NO JO AO T1 M", 30),
        ("KO QO", None),
        ("QO NO JO AO T1 M", None),
        # one of the three courts must be real, a wild makes the second
        ("KO JO M", 10),
        ("KO NO T1 M", 15),
        ("KO T1 M", None),
        # the ace is added, but makes no sequence
        ("KO QO AO", None),
        ("KO AO T1 M", None),
        ("KO QO T1 AO", 15),
        ("KO QO 10O", None),
        ("KO QO NB", None),
    ],
)
def test_the_suit_sequence(cards: str, points: int | None) -> None:
    assert worth("+suit-O", cards) == points


@each(
    ("cards", "points"),
    [
        ("T5 T4 T3", 10),
        ("T5 T2 T4", 10),
        ("T5 T4 T3 T2", 15),
        ("T5 T2 T1", 10),
        ("T5 T2 T1 M", 15),
        ("T5 T4 T3 T2 T1 M", 25),
        ("T5 T2", None),
        ("T5 T1 M", None),
        ("T6 T5 T4", None),
    ],
)
def test_the_moors_and_likewise_the_aces(cards: str, points: int | None) -> None:
    assert worth("+moors", cards) == points
    aces = {"T5": "AS", "T4": "AB", "T3": "AC", "T2": "AO", "T6": "6S"}
    assert worth("+aces", " ".join(aces.get(card, card) for card in cards.split())) == points


def test_a_wild_serves_in_several_sequences() -> None:
    cards = "KS QS AS AB T5 T4 T1"
    assert [worth(token, cards) for token in ("+suit-S", "+aces", "+moors")] == [15, 10, 10]


def test_two_sequences_count_once_and_three_twice() -> None:
    assert counts("KS QS NS AS AB AC")[1] == 15 + 10
    assert counts("KS QS NS AS AB AC T5 T4 T3")[1] == (15 + 10 + 10) * 2


def test_cricche_and_sequences_are_doubled_apart() -> None:
    assert counts("KS QS NS KB QB NB KC QC NC") == ((17 + 14 + 13) * 2, (10 + 10 + 10) * 2)
    assert counts("KS QS NS KB QB NB KC QC JC") == (17 + 14, (10 + 10 + 10) * 2)


def test_a_combination_shows_its_real_cards_and_the_wilds() -> None:
    found = combinations("T21 T20 T17 T16 T14 T6 M T1 KS KB KC QS NS".split())
    assert found["+kings"].cards == ("KS", "KB", "KC")
    assert found["+suit-S"].cards == ("NS", "QS", "KS", "T1", "M")
    assert found["+trumps"].cards == ("T1", "T14", "T16", "T17", "T20", "T21", "M")


def test_the_hand_of_the_source() -> None:
    cards = "T21 T20 T1 QS QC QO NS NC NO JS JC JO KS AS T4 T2 " + " ".join(f"T{n}" for n in range(6, 20))
    assert counts(cards) == (114, 230)
    assert [worth(token, cards) for token in ("+suit-S", "+moors", "+trumps")] == [25, 10, 80]


# By trial: every way to lay the cards out is tried, and the best one counts


def best_trumps(held: frozenset[str], moors_extend: bool) -> int:
    """The dearest trump sequence that can be laid: the head filled or skipped, the run as far down as one likes."""
    wilds = len(held & {"T1", "M"})
    heads = product(*("r" if f"T{n}" in held else "w-" for n in (20, 19, 18)))  # real, wild, skipped
    run = "".join("r" if f"T{n}" in held else "w" for n in range(17, 5, -1))
    best = 0
    for head in heads:
        for down in range(len(run) + 1):
            laid = run[:down]
            spent = head.count("w") + laid.count("w")
            if "T21" in held and "r" in head and head.count("-") <= 1 and "ww" not in laid and spent <= wilds:
                moors = len(held.intersection(MOORS)) if moors_extend and laid == run else 0
                length = 1 + (3 - head.count("-")) + down + moors + (wilds - spent)
                best = max(best, 10 + 5 * (length - 3))
    return best


def best_of(head: Iterable[str], core: Iterable[str], real: int, added: Iterable[str], held: frozenset[str]) -> int:
    """Ten for three of head, core and wilds, five for each more and for what is added."""
    wilds, courts = len(held & {"T1", "M"}), len(held.intersection(core))
    heads = list(head)
    if not held.issuperset(heads) or courts < real or len(heads) + courts + wilds < 3:
        return 0
    return 10 + 5 * (len(heads) + courts + wilds + len(held.intersection(added)) - 3)


@each("moors_extend", [False, True])
@each("density", [0.5, 0.75, 0.9])
def test_sequences_are_the_best_that_can_be_laid(density: float, moors_extend: bool) -> None:
    random = Random(f"{density} {moors_extend}")
    for _ in range(400):
        held = frozenset(card for card in LATIN_62 if random.random() < density)
        expected = {"+trumps": best_trumps(held, moors_extend)}
        for suit in "SBCO":
            courts = [f"{rank}{suit}" for rank in "QNJ"]
            expected[f"+suit-{suit}"] = best_of([f"K{suit}"], courts, 1, [f"A{suit}"], held)
        expected["+moors"] = best_of([], MOORS, 2, [], held)
        expected["+aces"] = best_of([], ["AS", "AB", "AC", "AO"], 2, [], held)
        found = {line.token: line.points for line in sequences(held, moors_extend)}
        assert found == {token: points for token, points in expected.items() if points}


@each("moors_extend", [False, True])
def test_one_card_more_never_makes_a_combination_cheaper(moors_extend: bool) -> None:
    random = Random(5)
    for _ in range(60):
        held = frozenset(card for card in LATIN_62 if random.random() < 0.6)
        before = combinations(held, moors_extend)
        for card in set(LATIN_62) - held:
            more = combinations({*held, card}, moors_extend)
            assert all(more[token].points >= line.points for token, line in before.items())


def test_a_combination_holds_only_cards_that_are_there() -> None:
    random = Random(6)
    for _ in range(200):
        held = frozenset(random.sample(LATIN_62, 24))
        for token, line in combinations(held).items():
            assert held.issuperset(line.cards)
            assert token in TOKENS
            if line in sequences(held):
                assert line.points == 10 + 5 * (len(line.cards) - 3)
                assert held & {"T1", "M"} <= set(line.cards)
