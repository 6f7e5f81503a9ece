"""Whether a card that a seat cannot see could lie elsewhere, for all that the seat can know.

This is found without the game's own `redeal`: two cards are exchanged and the deal is played again with the same
answers. Where all of them are lawful, and the seat sees, is asked and is told the same throughout, it cannot tell the
two deals apart. That no two cards can be exchanged does not prove that a card must lie where it lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from server.rules import Answer, Illegal, Said, Seat, Table, all_asks, begin, submit
from tests.rules.played import Moment, Played, codes

TRIED = 12
"""So many cards at most are tried in exchange for one."""


@dataclass(frozen=True)
class Hidden:
    """A card that a seat's view does not name, or names less often than there are copies, and where it lies."""

    place: str
    card: str


@dataclass(frozen=True)
class Exchange:
    """Two cards that change places: in the shuffle, which is ``deck`` then, in the answers of others, or in both."""

    one: str
    other: str
    deck: tuple[str, ...]
    answers: bool

    def answer(self, answer: Answer) -> Answer:
        """The answer with each of the cards for the other."""
        changed = {self.one: self.other, self.other: self.one} if self.answers else {}
        return " ".join(changed.get(token, token) for token in answer.split())


def hidden(game: Played, moment: Moment, seat: Seat) -> list[Hidden]:
    """What the seat cannot see, in the order of places and cards."""
    state = moment.table.state
    own = {name: entry for name, entry in game.game.view(state, seat).items() if name != "core"}
    copies, seen = Counter(_shuffled(game, moment)), Counter(codes(own))
    lying = ((place, card) for place, cards in game.game.cards(state).items() for card in cards)
    return [Hidden(place, card) for place, card in dict.fromkeys(lying) if seen[card] < copies[card]]


def copies_at(game: Played, state: object, where: Hidden) -> int:
    """How many copies of the card lie at that place."""
    return list(game.game.cards(state)[where.place]).count(where.card)


def could_lie_elsewhere(game: Played, moment: Moment, seat: Seat, where: Hidden, random: Random) -> bool:
    """Whether some exchange brings the card to another place and changes nothing for the seat."""
    others = [each for each in hidden(game, moment, seat) if each.place != where.place and each.card != where.card]
    here = copies_at(game, moment.table.state, where)
    return any(
        table is not None and copies_at(game, table.state, where) != here
        for other in random.sample(others, min(TRIED, len(others)))
        for exchange in _exchanges(_shuffled(game, moment), where.card, other.card, random)
        for table in [_played_again(game, moment, seat, exchange)]
    )


def _shuffled(game: Played, moment: Moment) -> tuple[str, ...]:
    return game.dealt[moment.table.shuffles]


def _exchanges(deck: tuple[str, ...], one: str, other: str, random: Random) -> Iterator[Exchange]:
    """Of several copies any one changes places."""
    here, there = (random.choice([at for at, card in enumerate(deck) if card == each]) for each in (one, other))
    changed = list(deck)
    changed[here], changed[there] = other, one
    yield Exchange(one, other, tuple(changed), answers=True)
    yield Exchange(one, other, tuple(changed), answers=False)
    yield Exchange(one, other, deck, answers=True)


def _played_again(game: Played, moment: Moment, seat: Seat, exchange: Exchange) -> Table | None:
    """The table at the same moment of the other deal; `None` where an answer is refused or the seat can tell."""
    number = moment.table.shuffles
    first = next(each.number for each in game.moments if each.table.shuffles == number)

    def shuffle(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        return exchange.deck if n == number else game.dealt[n]

    table = None if first == 0 else game.moments[first - 1].table
    for now in game.moments[first : moment.number + 1]:
        try:
            if table is None or now.answered is None:
                table, said = begin(game.game, game.case.seats, dict(game.case.options), shuffle)
            else:
                by, answer = now.answered
                known = by == seat or now.number == first  # an answer of the seat itself, or of the deal before
                table, said = submit(game.game, table, by, answer if known else exchange.answer(answer), shuffle)
        except Illegal:
            return None
        if not _alike(game, now, table, said, seat):
            return None
    return table


def _alike(game: Played, now: Moment, table: Table, said: tuple[Said, ...], seat: Seat) -> bool:
    """Whether the seat is told, asked and shown what it was at that moment."""
    if _heard(said, seat) != _heard(now.said, seat) or table.shuffles != now.table.shuffles:
        return False
    then, again = all_asks(game.game, now.table), all_asks(game.game, table)
    if then.keys() != again.keys() or then.get(seat) != again.get(seat):
        return False
    return game.game.view(table.state, seat) == game.game.view(now.table.state, seat)


def _heard(said: tuple[Said, ...], seat: Seat) -> list[Said]:
    return [line for line in said if line.to in (None, seat)]
