"""How well the house plays: steady against chance and easy house players, strong ones against steady ones.

    python -m tests.bench.house
    python -m tests.bench.house --against house --strong 1
    python -m tests.bench.house --game french-tarot --seats 3 --games 60 --against house --imagine 48
    python -m tests.bench.house --game dementlieu --against house --peek

One seat, or one side of partners, is given to the player who is tried, the others to the opponent; seats rotate, and
the same shuffles are played from every seat, so that points ahead are compared deal by deal. A game that several win
is shared among them; intervals, too, go by the deal. Whole games are played against chance; those in which looking
ahead is tried are shortened to a few deals unless ``--whole`` is given. Looking ahead is bound by the number of games
it imagines rather than by the clock, so that other programs disturb little, unless ``--strong`` gives it the seconds
that it has at a table, of processor time; decisions that leave no choice do not count. ``--peek`` lets it look into all
hands: what skill could bring at most, about, in a game that luck may rule.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import mean, stdev, variance

from server import house
from server.house import easy, sampling
from server.house.sampling import MANY, Budget
from server.rules import GAMES, Game, Seat, Table, asked, asks, begin, forced, submit
from tests.rules.played import Shuffler

SHORT = {"deals": 1, "target": 100, "marks": 1, "rounds": 3}
"""What short games are agreed on."""
LONGER = {("dementlieu", 4): {"deals": 6}}
"""And by seats, where a deal decides too seldom who wins: three in four are passed out, and six are usual."""

USUAL = {
    ("dementlieu", 3): 48,
    ("dementlieu", 4): 24,
    ("french-tarot", 4): 16,
    ("ottocento", 4): 32,
    ("texas-42", 4): 128,
    ("titro", 2): 10,
    ("tottarot", 2): 32,
    ("tottarot", 4): 32,
}
"""What is measured by default: a game by its seats, and how many games looking ahead imagines in each halving."""
IMAGINED = 16
"""So many with other seats."""
STEP = 24
"""After so many games, all seats of some deals, a line that is under way is shown on a terminal."""
GAMES_PLAYED = {"random": 300, "easy": 200, "house": 200}
"""Who is played against, and how many games."""
NAMES = {"random": "steady v chance", "easy": "steady v easy", "house": "strong v steady"}

Chooser = Callable[[Game, Table, Seat, Random], str]


@dataclass(frozen=True)
class Trial:
    """One game: who is tried against whom, in which seats, on which shuffles."""

    key: str
    seats: int
    options: tuple[tuple[str, str | int], ...]
    against: str
    budget: Budget
    number: int
    peeks: bool = False

    @property
    def tried(self) -> tuple[Seat, ...]:
        parties = parties_of(GAMES[self.key], self.seats)
        return parties[self.number % len(parties)]


@dataclass(frozen=True)
class Result:
    """Share of the win, points above the mean of the others, and the seconds that each decision took.

    ``deals`` that were dealt, passed-out ones too; in how many of them a seat that is tried bid the contract, and made
    it: won points by its deal.
    """

    won: float
    ahead: float
    seconds: Sequence[float]
    deals: int
    bid: int
    made: int


def parties_of(game: Game, seats: int) -> list[tuple[Seat, ...]]:
    """Those who win together: sides, and the seats that play for themselves."""
    sided = {seat for side in game.sides for seat in side}
    return [*game.sides, *((seat,) for seat in range(seats) if seat not in sided)]


def at_random(game: Game, table: Table, seat: Seat, random: Random) -> str:
    return house.at_random({}, asked(game, table)[seat], seat, random)


def play(trial: Trial) -> Result:
    """The outcome of one game for the player who is tried."""
    game, parties = GAMES[trial.key], parties_of(GAMES[trial.key], trial.seats)
    deals = Shuffler(Random(f"{trial.key} {trial.number // len(parties)}"))  # the same from every seat
    random = Random(str(trial))
    looked_at = replace(game, redeal=lambda state, seat, random: state) if trial.peeks else game

    def look_ahead(_: Game, table: Table, seat: Seat, random: Random) -> str:
        return sampling.choose(looked_at, table, seat, random, trial.budget)

    opponents: dict[str, Chooser] = {"random": at_random, "easy": easy.choose, "house": house.choose}
    opponent = opponents[trial.against]
    player: Chooser = look_ahead if trial.against == "house" else house.choose
    table, _ = begin(game, trial.seats, dict(trial.options), deals)
    seconds, contracts = [], Contracts(game)
    while owed := asks(game, table):
        for seat, ask in owed.items():
            started = time.process_time()
            answer = (player if seat in trial.tried else opponent)(game, table, seat, random)
            if seat in trial.tried and forced(ask) is None:
                seconds.append(time.process_time() - started)
            before, (table, _) = table, submit(game, table, seat, answer, deals)
            contracts.note(before, table)
    won = sampling.won(game, table.state, trial.tried[0])
    ahead = sampling.ahead(game, table.state, trial.tried[0])
    made = [gained > 0 for taker, gained in contracts.found if taker in trial.tried]
    return Result(won, ahead, seconds, contracts.deals, len(made), sum(made))


class Contracts:
    """The contracts of a game that is played: of each who bid it, and what that seat won by its deal.

    A deal is known by its number and its dealer.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.deals = game, 1
        self.found: list[tuple[Seat, int]] = []
        self.scores: Sequence[int] | None = None

    def note(self, before: Table, after: Table) -> None:
        """Take in one answer: the tables before and after it."""
        self.scores = self.scores or self.game.scores(before.state)
        was, now = (self.game.view(table.state, None)["core"] for table in (before, after))
        over = not asks(self.game, after)
        if not over and (was["progress"][:1], was["dealer"]) == (now["progress"][:1], now["dealer"]):
            return
        contract, scores = was["contract"] or {}, self.game.scores(after.state)
        if contract.get("taker") is not None:
            self.found.append((contract["taker"], scores[contract["taker"]] - self.scores[contract["taker"]]))
        self.deals += not over
        self.scores = scores


def effective(shares: Sequence[float], n: int) -> float:
    """How many independent games would tell as much as ``n`` of which these are the shares won by deal.

    More than ``n`` where shares of a win, or the same shuffles from every seat, leave little to luck.
    """
    share, spread = mean(shares), variance(shares)
    return share * (1 - share) * len(shares) / spread if spread else n


def wilson(share: float, n: float, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share seen in ``n`` games (Wilson 1927)."""
    centre = share + z * z / (2 * n)
    spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n)


def by_deal(trial: Trial, results: Sequence[Result]) -> list[Sequence[Result]]:
    """Results on the same shuffles, from every seat: their mean has little of the luck of the deal left in it."""
    parties = len(parties_of(GAMES[trial.key], trial.seats))
    return [results[at : at + parties] for at in range(0, len(results), parties)]


def line(trials: Sequence[Trial], results: Sequence[Result]) -> str:
    """One line of the table."""
    first, n = trials[0], len(results)
    share = sum(result.won for result in results) / n
    won = [mean(result.won for result in deal) for deal in by_deal(first, results)]
    low, high = wilson(share, effective(won, n))
    chance = 1 / len(parties_of(GAMES[first.key], first.seats))
    ahead = [mean(result.ahead for result in deal) for deal in by_deal(first, results)]
    decisions = [1000 * seconds for result in results for seconds in result.seconds]
    name = NAMES[first.against]
    seats_tried = len(first.tried)
    bid, made = sum(result.bid for result in results), sum(result.made for result in results)
    rate = bid / seats_tried / sum(result.deals for result in results)
    contracts = f"  {rate:6.1%} {made / bid:6.1%}" if bid else ""
    return (
        f"{first.key:13}{first.seats:3}  {name:15}{n:5}  {share:6.1%}  {low:6.1%}–{high:6.1%}"
        f"  {chance:6.1%}"
        f"  {mean(ahead):+8.1f} ± {1.96 * stdev(ahead) / sqrt(len(ahead)):<6.1f}"
        f"  {mean(decisions):8.2f} {max(decisions):8.1f} {60000 / mean(decisions):9,.0f}"
        f"{contracts}"
    )


def trials(key: str, seats: int, against: str, chosen: argparse.Namespace) -> list[Trial]:
    options = (
        {}
        if chosen.whole or against != "house"
        else {name: SHORT[name] for name in GAMES[key].options if name in SHORT} | LONGER.get((key, seats), {})
    )
    options |= {name: int(v) if v.isdigit() else v for name, v in chosen.option if name in GAMES[key].options}
    budget = (
        Budget(chosen.strong, MANY, now=time.process_time)
        if chosen.strong
        else Budget(chosen.think, chosen.imagine or USUAL.get((key, seats), IMAGINED))
    )
    parties = len(parties_of(GAMES[key], seats))
    games = parties * max(2, -(-(chosen.games or GAMES_PLAYED[against]) // parties))  # every deal from every seat
    return [Trial(key, seats, tuple(options.items()), against, budget, number, chosen.peek) for number in range(games)]


def tables(chosen: argparse.Namespace) -> Iterator[tuple[str, int, str]]:
    for key in chosen.game or GAMES:
        for seats in chosen.seats or (seats for name, seats in USUAL if name == key):
            for against in chosen.against or GAMES_PLAYED:
                if seats in GAMES[key].seats:
                    yield key, seats, against


def main() -> None:
    """Print win rates with 95 % intervals, beside what chance would give."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.house", description=main.__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="one of the games; all by default")
    parser.add_argument("--seats", action="append", type=int, help="a number of seats; by default the usual one")
    parser.add_argument("--against", action="append", choices=GAMES_PLAYED, help="by default all")
    parser.add_argument("--games", type=int, help="games a line (300 against random, 200 against others)")
    parser.add_argument("--think", type=float, default=5.0, help="seconds a decision may take at most (5)")
    parser.add_argument("--strong", type=float, help="seconds of every decision, however many games that allows")
    parser.add_argument("--imagine", type=int, help="games imagined in each halving; by default by the game")
    parser.add_argument(
        "--option", action="append", default=[], type=lambda o: tuple(o.split("=", 1)), metavar="NAME=VALUE"
    )
    parser.add_argument("--whole", action="store_true", help="games of their usual length")
    parser.add_argument("--peek", action="store_true", help="the strong one looks into all hands")
    parser.add_argument("--processes", type=int, default=2, help="at work at a time (2)")
    chosen = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {chosen.processes} process(es)")
    print(f"{'':77}decision, ms     a minute,  contracts of a seat")
    print(
        f"{'game':13}seats  {'':15}games     won  95 % interval   chance  points ahead, ±95 %    mean  longest"
        "   a core     bid    made"
    )
    with ProcessPoolExecutor(chosen.processes) as pool:
        for key, seats, against in tables(chosen):
            played = trials(key, seats, against, chosen)
            results: list[Result] = []
            for result in pool.map(play, played, chunksize=2):
                results.append(result)
                if sys.stderr.isatty() and len(results) % STEP == 0:
                    print(line(played, results), end="\r", file=sys.stderr, flush=True)
            print(line(played, results), flush=True)


if __name__ == "__main__":
    main()
