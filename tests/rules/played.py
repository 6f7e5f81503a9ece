"""Random whole games, played once and looked at by many tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from server import house
from server.rules import GAMES, Answer, AnyGame, Ask, Illegal, Said, Seat, Table, all_asks, asks, begin, submit

LONGEST = 5000
"""More answers than any of the games below takes."""


@dataclass(frozen=True)
class Case:
    """A game as it was agreed on."""

    key: str
    seats: int
    variant: int = 0
    options: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        return f"{self.key}-{self.seats}" + (f"-variant{self.variant}" if self.variant else "")

    @property
    def game(self) -> AnyGame:
        return GAMES[self.key]


@dataclass(frozen=True)
class Moment:
    """A table that rests, the answers that are wanted there, and the lines that led to it.

    ``number`` counts the moments of a game from 0; ``answered`` is the answer that led here, `None` at the beginning.
    """

    number: int
    table: Table
    asks: Mapping[Seat, Ask]
    said: tuple[Said, ...]
    answered: tuple[Seat, Answer] | None


@dataclass
class Shuffler:
    """Shuffles of one seed; remembers the cards of every deck it was given, and each shuffle by its number."""

    random: Random
    decks: set[tuple[str, ...]] = field(default_factory=set)
    dealt: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def __call__(self, deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        self.decks.add(deck)
        self.dealt[n] = tuple(self.random.sample(deck, len(deck)))
        return self.dealt[n]


@dataclass(frozen=True)
class Played:
    """A random game from the deal to the end, moment by moment, the codes of its cards, and its shuffles by number."""

    case: Case
    moments: tuple[Moment, ...]
    decks: frozenset[tuple[str, ...]]
    dealt: Mapping[int, tuple[str, ...]]

    @property
    def game(self) -> AnyGame:
        return self.case.game

    def some(self, most: int) -> Sequence[Moment]:
        """At most so many moments, spread over the game, the first and the last among them."""
        step = max(1, -(-(len(self.moments) - 1) // most))
        return (*self.moments[:-1:step], self.moments[-1])


PLAYED: dict[tuple[Case, int], Played] = {}
"""What has been played already."""


def played(case: Case, seed: int = 0) -> Played:
    """One random game: every answer is drawn from its ask and sealed in any order of seats."""
    if (case, seed) not in PLAYED:
        random = Random(f"{case} {seed}")
        shuffle = Shuffler(random)
        moments = list(_moments(case, random, shuffle))
        PLAYED[case, seed] = Played(case, tuple(moments), frozenset(shuffle.decks), shuffle.dealt)
    return PLAYED[case, seed]


def _moments(case: Case, random: Random, shuffle: Shuffler) -> Iterator[Moment]:
    table, said = begin(case.game, case.seats, dict(case.options), shuffle)
    answered = None
    for number in range(LONGEST):
        wanted = asks(case.game, table)
        yield Moment(number, table, wanted, said, answered)
        if not wanted:
            return
        seat = random.choice(list(wanted))
        answered = seat, house.at_random({}, wanted[seat], seat, random)
        table, said = submit(case.game, table, *answered, shuffle)
    raise AssertionError(f"{case} has no end")


def play_on(game: AnyGame, table: Table, random: Random) -> Table:
    """The table at the end of a random game from here."""
    shuffle = Shuffler(random)
    for _ in range(LONGEST):
        wanted = all_asks(game, table)
        if not wanted:
            return table
        for seat, ask in wanted.items():
            table, _ = submit(game, table, seat, house.at_random({}, ask, seat, random), shuffle)
    raise AssertionError(f"{game.key} has no end")


def cases(variants: int = 4) -> list[Case]:
    """Every game at every number of seats: as it is by default, but of two deals, and with some of its options."""
    return [case for game in GAMES.values() for seats in game.seats for case in _cases(game, seats, variants)]


def _cases(game: AnyGame, seats: int, variants: int) -> Iterator[Case]:
    yield Case(game.key, seats, options=tuple((name, 2) for name in game.options if name == "deals"))
    random = Random(f"{game.key} {seats}")
    found: list[tuple[tuple[str, str | int], ...]] = []
    for _ in range(20 * variants):
        options = tuple((name, _value(option.values, random)) for name, option in game.options.items())
        if options and options not in found and _can_begin(game, seats, options):
            found.append(options)
            yield Case(game.key, seats, len(found), options)
        if len(found) == variants:
            return


def _value(values: Sequence[Any], random: Random) -> Any:
    """Any value of a choice; of a range of numbers a small one, for it is how long a game lasts."""
    return random.choice(values[:3] if isinstance(values[0], int) else values)


def _can_begin(game: AnyGame, seats: int, options: tuple[tuple[str, str | int], ...]) -> bool:
    try:
        begin(game, seats, dict(options), lambda deck, n: deck)
    except Illegal:
        return False
    return True


def codes(value: Any) -> list[str]:
    """All the strings in a plain JSON value, in no particular order."""
    found, within = [], [value]
    while within:
        one = within.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, list | tuple):
            within += one
        elif isinstance(one, Mapping):
            within += one.values()
    return found


def random_answer(ask: Ask, random: Random) -> Answer:
    """Any lawful answer."""
    return house.at_random({}, ask, 0, random)
