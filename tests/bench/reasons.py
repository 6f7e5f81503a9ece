"""How often the house says why it would have answered otherwise, and whether that is so.

    python -m tests.bench.reasons --game french-tarot --seats 4 --deals 20
    python -m tests.bench.reasons --game french-tarot --seats 4 --deals 200 --last 3

An easy player sits among steady ones; the house considers its decisions, as it considers those of a person in a match
that is over. Counted are those that cost something, those of which it says why, and the kinds of reasons.

``--last``: only decisions with at most so many cards in hand. Of these, what is said is held against the solved ending:
the hidden cards are dealt anew many times, and each of these deals is played as well as can be by all who see all
cards. What is said is right if it comes more often, or to more, after the one answer than after the other.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from statistics import mean

from server import house
from server.house.opinions import Opinion, opinion
from server.house.sampling import MANY, Budget, ahead, imagine, won
from server.rules import (
    GAMES,
    OVER,
    Answer,
    AnyGame,
    Ask,
    Decide,
    Seat,
    Shuffle,
    State,
    Table,
    asks,
    begin,
    canonical,
    forced,
    submit,
)
from server.rules.decided import answers
from server.views.review import Hindsight

from .house import SHORT, attackers

WORLDS = 60
"""How many deals of the hidden cards an ending is solved in."""


def decisions(game: AnyGame, seats: int, seed: str, last: int) -> Iterator[tuple[Table, Seat, Answer]]:
    """Those of the easy player, in one deal or game."""
    random, cards = Random(f"{seed} answers"), Random(seed)
    options = {name: SHORT[name] for name in game.options if name in SHORT}
    easy = random.randrange(seats)
    table, _ = begin(game, seats, options, shuffle := lambda deck, n: tuple(cards.sample(deck, len(deck))))
    while owed := asks(game, table):
        for seat, ask in owed.items():
            answer = house.choose(game, table, seat, random, "easy" if seat == easy else "steady")
            core = game.view(table.state, seat)["core"]
            late = not last or (core["trick"] is not None and len(core["hand"]) <= last)
            if seat == easy and forced(ask) is None and late:
                yield Table(table.state, {}, table.shuffles), seat, answer
            table, _ = submit(game, table, seat, answer, shuffle)


# A solved ending -----------------------------------------------------------------------------------------------------


class Ending:
    """The rest of a deal in which all see all cards, played for or against a seat's side."""

    def __init__(self, game: AnyGame, before: State, seat: Seat, kind: str) -> None:
        self.game, self.before, self.seat, self.kind = game, before, seat, kind
        taker = (game.view(before, None)["core"]["contract"] or {}).get("taker")
        if taker is None:
            self.side = {seat, *(other for side in game.sides if seat in side for other in side)}
        else:
            attack = attackers(game, Table(before, {}, 0), taker, len(game.scores(before)))
            self.side = attack if seat in attack else set(range(len(game.scores(before)))) - attack

    def after(self, answer: Answer) -> float:
        """How much of the kind comes of an answer, at best play of all for the points of the seat."""
        _, came = self._play({self.seat: answer}, self.before, float("-inf"), float("inf"))
        return came

    def _play(self, given: Mapping[Seat, Answer], state: State, low: float, high: float) -> tuple[float, float]:
        phase = self.game.phases[state.phase]
        assert isinstance(phase, Decide)
        state, _ = phase.then(state, {by: canonical(phase.asks(state)[by], said) for by, said in given.items()})
        phase = self.game.phases.get(state.phase)
        if isinstance(phase, Shuffle) or phase is None:
            return self._ended(state)
        [(seat, ask)] = phase.asks(state).items()
        ours = seat in self.side
        best: tuple[float, float] | None = None
        for answer in _plain(ask):
            found = self._play({seat: answer}, state, low, high)
            if best is None or (found > best if ours else found < best):
                best = found
            low, high = (max(low, best[0]), high) if ours else (low, min(high, best[0]))
            if low > high:
                break
        assert best is not None
        return best

    def _ended(self, state: State) -> tuple[float, float]:
        lead, player = ahead(self.game, state, self.seat), house.player(self.game.key)
        came = {**player.events(self.before, state, self.seat), player.unit: lead}
        if state.phase == OVER:
            came["match"] = won(self.game, state, self.seat)
        return lead + player.margin(state, self.seat), came[self.kind]


def _plain(ask: Ask) -> list[Answer]:
    """The answers that differ in the card: what may be declared with it is the same for all."""
    return list({answer.split()[0]: answer for answer in answers(ask)}.values())


def held_against_the_end(game: AnyGame, table: Table, seat: Seat, found: Opinion, random: Random) -> str:
    """Whether what is said of an ending is so; “even” where both answers come to the same if all play well."""
    assert found["reason"] is not None
    differences = []
    for _ in range(WORLDS):
        ending = Ending(game, imagine(game, table.state, seat, random), seat, found["reason"]["kind"])
        differences.append(ending.after(found["best"]) - ending.after(found["rival"]))
    difference = mean(differences)
    return "right" if difference > 0 else "wrong" if difference < 0 else "even"


# A run ---------------------------------------------------------------------------------------------------------------


def main() -> None:
    """Print how many decisions were costly, of how many the house said why, and how much of it was so."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reasons", description=main.__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="one of the games; all by default")
    parser.add_argument("--seats", type=int, help="the number of seats; by default four, or what comes next")
    parser.add_argument("--deals", type=int, default=10, help="how many deals (10)")
    parser.add_argument("--last", type=int, default=0, help="only with so many cards in hand, which are solved")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of an opinion (1)")
    parser.add_argument("--seed", default="reasons", help="which deals")
    chosen = parser.parse_args()
    for key in chosen.game or GAMES:
        game = GAMES[key]
        seats = chosen.seats or min(game.seats, key=lambda number: abs(number - 4))
        count, kinds = Counter[str](), Counter[str]()
        for deal in range(chosen.deals):
            for table, seat, given in decisions(game, seats, f"{chosen.seed} {key} {deal}", chosen.last):
                random = Random(f"{chosen.seed} {deal} {count['all']}")
                budget = Budget(chosen.seconds, MANY, now=time.process_time)
                found = opinion(game, table, seat, given, random, budget)
                count["all"] += 1
                count["games"] += found["games"] if found else 0
                costly = Hindsight(0, (), found).cost > 0
                count["costly"] += costly
                if found and found["reason"]:
                    count["spoken"] += 1
                    count["costly and spoken"] += costly
                    kinds[found["reason"]["kind"]] += 1
                    if chosen.last:
                        count[held_against_the_end(game, table, seat, found, random)] += 1
        print(key, seats, dict(count), dict(kinds), flush=True)


if __name__ == "__main__":
    main()
