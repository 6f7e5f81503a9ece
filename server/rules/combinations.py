"""The combinations of Bolognese tarot: cricche and sequences, in a hand or among all cards of a side.

A cricca is three or four cards of a kind, without wild cards. A sequence is three or more cards of a fixed set; the
begato and the Matto are wild and may serve in several sequences, each at most once in one sequence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from .cards import LATIN_62, LATIN_SUITS, MATTO, Card
from .record import record

BEGATO = "T1"
WILD = (BEGATO, MATTO)
TAROCCHI = (BEGATO, "T20", "T21", MATTO)
MOORS = ("T2", "T3", "T4", "T5")
ENOUGH_TO_DOUBLE = 3  # this many cricche, or this many sequences, count double


@record
class Cricca:
    """Four cards of a kind, and the points for any three of them and for all four."""

    cards: tuple[Card, ...]
    three: int
    four: int


@record
class Sequence:
    """The cards of a kind of sequence, highest first.

    It needs all cards of ``head`` and at least ``real`` cards of ``core`` without wilds. Wilds may then complete these
    to three cards; other missing cards of the core are skipped. The ``tail`` goes on as long as its cards are
    consecutive; a wild may replace a single missing card. If the tail is held to its end, all held cards of ``after``
    are added.
    """

    head: tuple[Card, ...]
    core: tuple[Card, ...]
    real: int
    tail: tuple[Card, ...] = ()
    after: tuple[Card, ...] = ()


@record
class Combination:
    """A combination: its token, its cards with wilds in canonical order, and its points."""

    token: str
    cards: tuple[Card, ...]
    points: int


def _four(rank: str) -> tuple[Card, ...]:
    return tuple(rank + suit for suit in LATIN_SUITS)


CRICCHE: Mapping[str, Cricca] = {
    "+tarocchi": Cricca(TAROCCHI, 18, 36),
    "+kings": Cricca(_four("K"), 17, 34),
    "+queens": Cricca(_four("Q"), 14, 28),
    "+knights": Cricca(_four("N"), 13, 26),
    "+pages": Cricca(_four("J"), 12, 24),
}

LEAST, FOR_LEAST, FOR_EACH_MORE = 3, 10, 5

_GREAT_TRUMPS, _LOWER_TRUMPS = ("T20", "T19", "T18"), tuple(f"T{n}" for n in range(17, 5, -1))

SEQUENCES: Mapping[str, Sequence] = {
    "+trumps": Sequence(("T21",), _GREAT_TRUMPS, real=1, tail=_LOWER_TRUMPS),
    **{f"+suit-{s}": Sequence((f"K{s}",), (f"Q{s}", f"N{s}", f"J{s}"), 1, tail=(f"A{s}",)) for s in LATIN_SUITS},
    "+moors": Sequence((), MOORS, real=2),
    "+aces": Sequence((), _four("A"), real=2),
}
EXTENDED: Mapping[str, Sequence] = {
    **SEQUENCES,
    "+trumps": Sequence(("T21",), _GREAT_TRUMPS, real=1, tail=_LOWER_TRUMPS, after=MOORS),
}

TOKENS = (*CRICCHE, *SEQUENCES)
MEMBERS: Mapping[str, frozenset[Card]] = {
    **{token: frozenset(row.cards) for token, row in CRICCHE.items()},
    **{token: frozenset((*row.head, *row.core, *row.tail, *row.after, *WILD)) for token, row in EXTENDED.items()},
}
"""All cards that may belong to each combination."""
PLACE: Mapping[Card, int] = {card: n for n, card in enumerate(LATIN_62)}


@record
class Counted:
    """Combinations of one kind (cricche or sequences), which count double if there are three or more."""

    lines: tuple[Combination, ...] = ()

    @property
    def doubled(self) -> bool:
        """Whether the points are doubled."""
        return len(self.lines) >= ENOUGH_TO_DOUBLE

    @property
    def points(self) -> int:
        """The points of all combinations together."""
        return sum([line.points for line in self.lines]) * (2 if self.doubled else 1)


def cricche(cards: Iterable[Card]) -> tuple[Combination, ...]:
    """Every cricca among the cards."""
    held = frozenset(cards)
    return tuple(
        Combination(token, tuple(real), row.four if len(real) == 4 else row.three)
        for token, row in CRICCHE.items()
        if len(real := [card for card in row.cards if card in held]) >= 3
    )


def sequences(cards: Iterable[Card], moors_extend: bool = False) -> tuple[Combination, ...]:
    """Every sequence among the cards, each as long as it can be."""
    held = frozenset(cards)
    wilds = tuple([card for card in WILD if card in held])
    rows = EXTENDED if moors_extend else SEQUENCES
    return tuple(
        Combination(
            token, tuple(sorted(found, key=PLACE.__getitem__)), FOR_LEAST + FOR_EACH_MORE * (len(found) - LEAST)
        )
        for token, row in rows.items()
        if (found := _longest(row, held, wilds))
    )


def combinations(cards: Iterable[Card], moors_extend: bool = False) -> Mapping[str, Combination]:
    """All cricche and sequences among the cards, by token."""
    held = frozenset(cards)
    return {found.token: found for found in (*cricche(held), *sequences(held, moors_extend))}


def by_kind(declared: Collection[Combination]) -> tuple[Counted, Counted]:
    """The combinations split into cricche and sequences, which are doubled separately."""
    return (
        Counted(tuple(one for one in declared if one.token in CRICCHE)),
        Counted(tuple(one for one in declared if one.token in SEQUENCES)),
    )


def _longest(row: Sequence, held: frozenset[Card], wilds: tuple[Card, ...]) -> tuple[Card, ...]:
    """The longest sequence, with all wilds: those that fill no gap are added too. Empty if there is none."""
    if not held.issuperset(row.head):
        return ()
    core = [card for card in row.core if card in held]
    if len(core) < row.real:
        return ()
    wanting = max(0, LEAST - len(row.head) - len(core))  # wilds used up to reach three cards; they fill no other gap
    if len(wilds) < wanting:
        return ()
    tail, reached = _run(row.tail, held, bridges=len(wilds) - wanting)
    after = [card for card in row.after if card in held] if reached else []
    return (*row.head, *core, *tail, *after, *wilds)


def _run(tail: tuple[Card, ...], held: frozenset[Card], bridges: int) -> tuple[tuple[Card, ...], bool]:
    """The held cards of the run, and whether it reaches the end of the tail. Two missing cards in a row end it."""
    run: list[Card] = []
    bridged = False
    for card in tail:
        if card in held:
            run.append(card)
            bridged = False
        elif bridged or not bridges:
            return tuple(run), False
        else:
            bridges -= 1
            bridged = True
    return tuple(run), True
