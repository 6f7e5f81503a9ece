"""A first trick: a guided hand of a game on a stacked deal, driven by the rules of the game itself.

A game brings its lesson (`Game.lesson`): the hands, and step by step what the others do, the answer that is shown, and
why. Nothing of it is stored: the table is played anew for each step, so that a lesson can never say what the rules do
not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .. import clock
from ..rules import GAMES, Answer, AnyGame, Ask, Illegal, Said, Table, all_asks, begin, complete, submit
from ..rules.engine import Deck, Seat
from ..rules.lesson import Lesson, Step
from ..store.models import PLAYING, Match
from .seat import SeatPage
from .tables import letter_of

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri", "Edda", "Farid")
YOU: Seat = 0


@dataclass(frozen=True)
class Position:
    """The table of a lesson before one of its steps. ``story``: what has happened since the step before."""

    table: Table
    story: tuple[Said, ...]


class Played:
    """A lesson of a game, at the table."""

    def __init__(self, game: AnyGame, lesson: Lesson):
        self.game, self.lesson = game, lesson

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The table before each step, and at the end. Raises `Illegal` where the lesson breaks the rules."""
        return tuple(self._played())

    def page(self, number: int) -> SeatPage:
        """The table before a step, as the player of the lesson sees it."""
        match = Match(
            id="lesson", game=self.game.key, options=complete(self.game, self.lesson.options), status=PLAYING,
            sealed={}, terms={}, pace="P1D", ply=number, seed=b"", commitment="", version=self.game.version,
            created_at=clock.now(),
        )  # fmt: skip
        for seat, name in enumerate(self.names):
            match.add_chair(name, house=seat > 0)
        return SeatPage(match, YOU, self.positions[number].table)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.lesson.seats]

    def ask(self, number: int) -> Ask | None:
        """What one is asked in a step; ``None`` at the end."""
        return all_asks(self.game, self.positions[number].table).get(YOU) if number < len(self.lesson.steps) else None

    def _played(self) -> Iterator[Position]:
        table, said = self._dealt()
        for step in self.lesson.steps:
            table, since = self._answered(table, step.before)
            yield Position(table, (*said, *since))
            table, said = submit(self.game, table, YOU, step.answer, _as_it_is)
        table, since = self._answered(table, self.lesson.last)
        yield Position(table, (*said, *since))

    def _dealt(self) -> tuple[Table, tuple[Said, ...]]:
        decks: list[Deck] = []

        def as_it_lies(deck: Deck, number: int) -> Deck:
            decks.append(deck)
            return deck

        lying, _ = begin(self.game, self.lesson.seats, self.lesson.options, as_it_lies)
        stacked = self._stacked(decks[-1], lying)
        dealt = len(decks)
        return begin(
            self.game, self.lesson.seats, self.lesson.options,
            lambda deck, number: stacked if number == dealt else deck,
        )  # fmt: skip

    def _stacked(self, deck: Deck, lying: Table) -> Deck:
        """The deck from which every seat is dealt what the lesson says. ``lying``: the table dealt from ``deck``."""
        if self.lesson.deck:
            first = tuple(self.lesson.deck.split())
            return (*first, *_without(deck, first))
        wanted = {letter: cards.split() for letter, cards in self.lesson.hands.items()}
        left = _without(deck, [card for cards in wanted.values() for card in cards])
        hands = {
            letter_of(seat): self.game.view(lying.state, seat)["core"]["hand"] for seat in range(self.lesson.seats)
        }
        places = {card: letter for letter, cards in hands.items() for card in cards}
        taken = {letter: iter(cards) for letter, cards in wanted.items()}
        rest = iter(left)
        return tuple(next(taken.get(places.get(card, "rest"), rest), None) or next(rest) for card in deck)

    def _answered(self, table: Table, answers: str) -> tuple[Table, tuple[Said, ...]]:
        """The table after the others' answers: ``B: pass, C: KS``."""
        story: tuple[Said, ...] = ()
        for given in filter(None, (one.strip() for one in answers.split(","))):
            letter, _, answer = given.partition(": ")
            table, said = submit(self.game, table, ord(letter) - ord("A"), answer, _as_it_is)
            story += said
        return table, story


def _without(deck: Sequence[str], some: Sequence[str]) -> tuple[str, ...]:
    left = list(deck)
    for card in some:
        left.remove(card)
    return tuple(left)


def _as_it_is(deck: Deck, number: int) -> Deck:
    return deck


# The letter of the front page: a first round of Titro, which whoever comes by plays on the spot against Bruno.
# The deal is stacked and always the same, and Bruno's bids are sealed before one's own are known.

DECK = "KS 3H T6 10D NC QH 5D T9 2S JC 9H T14 8D"
BRUNO: Sequence[Answer] = ("QH centre", "5D cloak")
MARKED: Sequence[frozenset[str]] = (frozenset(("T6", "cloak")), frozenset())
"""What is chosen on the page before anybody has touched it, bid by bid."""


def front_letter(bids: Sequence[Answer]) -> SeatPage:
    """The table after one's bids, at most two. Bids that the rules do not allow are left out, with all that follow."""
    given = tuple(bids[: len(BRUNO)])
    while True:
        try:
            return _after(given)
        except Illegal:
            given = given[:-1]


def _after(bids: Sequence[Answer]) -> SeatPage:
    steps = tuple(Step(bid, "", before=f"B: {his}") for bid, his in zip(bids, BRUNO, strict=False))
    last = "".join(f"B: {his}" for his in BRUNO[len(bids) : len(bids) + 1])
    page = Played(GAMES["titro"], Lesson(2, steps, "", deck=DECK, last=last)).page(len(bids))
    if len(bids) == len(BRUNO):
        page.ask = None  # the round is over, and the letter ends with it
    else:
        page.picked = MARKED[len(bids)]
    return page
