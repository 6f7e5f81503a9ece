"""How well house players play: any two of easy, steady and strong, and the same of another commit.

    python -m tests.bench.house steady easy
    python -m tests.bench.house steady steady --revision 1.0 --game french-tarot --contract guard --deals 3000
    python -m tests.bench.house strong strong --revision 1.0 --game texas-42 --contract any --seconds 0.1 --deals 100

The first player is tried against the second. With ``--revision`` the second is of another commit: a checkout in a
temporary folder, driven over pipes. It is told the shuffles and the answers, keeps a table of its own, and chooses from
its seat's view; a commit whose rules ask or score otherwise is refused.

Whole games: each deal is played once from every seat, or side of partners, with the second player in the others, so
that no luck of the deal is left in the points ahead (those of the tried, less the mean of the others).

``--contract``: the second player answers for all seats until a card is to be led, and deals that come to another
contract are left out. From there each deal is played three times: by the second player alone, with the first as the
taker, and with the first as the defence. So the hands are the same, and the differences are those of the play.

``--kept`` adds the figures of this run to those of earlier runs that tried the same with other seeds, in a file.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from server.house.sampling import ahead, won
from server.rules import GAMES, OVER, Answer, Ask, Game, Seat, Table, asks, begin, forced, submit

from . import other_house
from .other_house import chooser, slots

SHORT = {"deals": 1, "target": 100, "marks": 1, "rounds": 3}
"""What games are agreed on, to be short."""
LONGER = {"dementlieu": {"deals": 6}}
"""Of those, where a deal decides too seldom who wins: more than half are passed out, and six are usual."""
USUAL = {
    "dementlieu": (3, 4), "french-tarot": (3, 4, 5), "ottocento": (4,), "scarto": (3,), "texas-42": (4,), "titro": (2,),
    "tottarot": (2, 4),
}  # fmt: skip
"""The numbers of seats that are measured."""
LEVELS = ("easy", "steady", "strong")
STEP = 100
"""After so many deals at most, their number so far is shown on a terminal."""
CHUNK = 5
"""A process plays so many before it is given others."""


@dataclass
class Measure:
    """The mean of a figure, its 95 % error and its highest value, in a form that can be added up."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    highest: float = float("-inf")

    def add(self, values: Sequence[float]) -> None:
        squares = sum(value * value for value in values)
        self.join(Measure(len(values), sum(values), squares, max(values, default=self.highest)))

    def join(self, other: Measure) -> None:
        self.n, self.total, self.squares = self.n + other.n, self.total + other.total, self.squares + other.squares
        self.highest = max(self.highest, other.highest)

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def error(self) -> float:
        if self.n < 2:
            return float("inf")
        return 1.96 * sqrt(max(0.0, self.squares / self.n - self.mean**2) / (self.n - 1))


@dataclass(frozen=True)
class Trial:
    """What is compared: the players, the game, and where the second player is found, if it is of another commit."""

    tried: str
    against: str
    checkout: str | None
    key: str
    seats: int
    options: tuple[tuple[str, str | int], ...]
    contract: str | None
    seconds: float
    seed: str


@dataclass
class Record:
    """A game as it goes on: the shuffles and the answers, for who is told of them."""

    begun: Mapping[str, Any]
    shuffles: list[tuple[int, Sequence[str]]] = field(default_factory=list)
    answers: list[tuple[Seat, Answer]] = field(default_factory=list)


class Here:
    """A player of this commit."""

    def __init__(self, level: str, seconds: float) -> None:
        self.choose_here, self.took = chooser(level, seconds), list[float]()

    def choose(self, game: Game, table: Table, seat: Seat, ask: Ask, record: Record, random: Random) -> Answer:
        started = time.process_time()
        answer = self.choose_here(game, table, seat, random)
        if forced(ask) is None:
            self.took.append(time.process_time() - started)
        return answer

    def check(self, record: Record, scores: Sequence[int]) -> None:
        """Nothing to check: it uses the same rules."""


class There:
    """A player of another commit, in a process of its own."""

    def __init__(self, level: str, seconds: float, checkout: str) -> None:
        self.level, self.seconds, self.took = level, seconds, list[float]()
        program = Path(other_house.__file__).read_text()
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], cwd=checkout, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.record: Record | None = None
        self.told = (0, 0)

    def choose(self, game: Game, table: Table, seat: Seat, ask: Ask, record: Record, random: Random) -> Answer:
        wanted = {"seat": seat, "slots": slots(ask), "level": self.level, "seconds": self.seconds}
        reply = self._tell(record, wanted)
        if forced(ask) is None:
            self.took.append(reply["took"])
        return str(reply["answer"])

    def check(self, record: Record, scores: Sequence[int]) -> None:
        """Whether it comes to the same scores."""
        if (theirs := self._tell(record, {})["scores"]) != list(scores):
            self._refuse(f"it counts {theirs}, not {list(scores)}")

    def _tell(self, record: Record, wanted: Mapping[str, Any]) -> dict[str, Any]:
        if self.record is not record:
            self._send({"begin": record.begun["begin"], "seed": record.begun["seed"], "shuffles": record.shuffles})
            self.record, self.told = record, (len(record.shuffles), 0)
        shuffled, answered = self.told
        self._send({"shuffles": record.shuffles[shuffled:], "answers": record.answers[answered:], **wanted})
        self.told = len(record.shuffles), len(record.answers)
        assert self.process.stdout is not None
        reply: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"differs": "it has stopped"}')
        if "differs" in reply:
            self._refuse(reply["differs"])
        return reply

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def _refuse(self, why: str) -> NoReturn:
        raise SystemExit(f"The other commit has other rules: {why}.")


Player = Here | There


@cache
def players(tried: str, against: str, seconds: float, checkout: str | None) -> tuple[Player, Player]:
    """The two players of this process."""
    return Here(tried, seconds), There(against, seconds, checkout) if checkout else Here(against, seconds)


# One deal ------------------------------------------------------------------------------------------------------------


class Play:
    """A game on the shuffles of a number, answered by the players that are given the seats."""

    def __init__(self, trial: Trial, number: int) -> None:
        self.game, options = GAMES[trial.key], dict(trial.options)
        self.random = Random(f"{trial.seed} {number} answers")
        self.cards = Random(f"{trial.seed} {trial.key} {number}")
        begun = {"begin": (trial.key, trial.seats, options), "seed": f"{trial.seed} {number} answers"}
        self.record = Record(begun)
        self.table, _ = begin(self.game, trial.seats, options, self.shuffle)

    def shuffle(self, deck: Sequence[str], n: int) -> tuple[str, ...]:
        dealt = tuple(self.cards.sample(deck, len(deck)))
        self.record.shuffles.append((n, dealt))
        return dealt

    def answer(self, seat: Seat, answer: Answer) -> None:
        self.record.answers.append((seat, answer))
        self.table, _ = submit(self.game, self.table, seat, answer, self.shuffle)

    def on(self, by_seat: Sequence[Player], until_led: bool = False) -> Play:
        """Play on, to the end or until a card is to be led."""
        while owed := asks(self.game, self.table):
            if until_led and self.core["trick"] is not None:
                return self
            for seat, ask in owed.items():
                self.answer(seat, by_seat[seat].choose(self.game, self.table, seat, ask, self.record, self.random))
        for player in by_seat:
            player.check(self.record, self.game.scores(self.table.state))
        return self

    @property
    def core(self) -> Mapping[str, Any]:
        core: Mapping[str, Any] = self.game.view(self.table.state, None)["core"]
        return core


def parties_of(game: Game, seats: int) -> list[tuple[Seat, ...]]:
    """Those who win together: sides, and the seats that play for themselves."""
    sided = {seat for side in game.sides for seat in side}
    return [*game.sides, *((seat,) for seat in range(seats) if seat not in sided)]


def whole_game(trial: Trial, number: int) -> dict[str, list[float]]:
    """Points ahead and the share of the win, from every seat of one deal."""
    tried, other = players(trial.tried, trial.against, trial.seconds, trial.checkout)
    leads, wins = [], []
    for party in parties_of(GAMES[trial.key], trial.seats):
        ended = Play(trial, number).on([tried if seat in party else other for seat in range(trial.seats)])
        leads.append(ahead(ended.game, ended.table.state, party[0]))
        wins.append(won(ended.game, ended.table.state, party[0]))
    return {"points ahead": [mean(leads)], "won": [mean(wins)]}


def with_contract(trial: Trial, number: int) -> dict[str, list[float]]:
    """The difference that the first player makes as the taker and as the defence; nothing for another contract."""
    tried, other = players(trial.tried, trial.against, trial.seconds, trial.checkout)
    opened = Play(trial, number).on([other] * trial.seats, until_led=True)
    contract = opened.core["contract"]
    if opened.table.state.phase == OVER or not contract or contract["taker"] is None:
        return {}
    if trial.contract not in ("any", contract["bid"]):
        return {}
    attack = attackers(opened.game, opened.table, contract["taker"], trial.seats)

    def played(takes: Player, defends: Player) -> Result:
        again = Play(trial, number)
        for seat, answer in opened.record.answers:
            again.answer(seat, answer)
        again.on([takes if seat in attack else defends for seat in range(trial.seats)])
        return Result.of(again, contract["taker"])

    usual, taking, defending = played(other, other), played(tried, other), played(other, tried)
    return {
        **{f"taker, {name}": [getattr(taking, name) - getattr(usual, name)] for name in usual.__dict__},
        **{f"defence, {name}": [getattr(usual, name) - getattr(defending, name)] for name in usual.__dict__},
        "contracts made by the second player": [usual.made],
    }


@dataclass
class Result:
    """What came of a contract: the margin of the points over those needed, whether it was made, the points ahead."""

    margin: float
    made: float
    ahead: float

    @classmethod
    def of(cls, ended: Play, taker: Seat) -> Result:
        lead = ahead(ended.game, ended.table.state, taker)
        made = ended.game.made(ended.game.view(ended.table.state, None)) if ended.game.made else None
        return cls(float(made.points - made.needed) if made else 0.0, float(lead > 0), lead)


def attackers(game: Game, table: Table, taker: Seat, seats: int) -> set[Seat]:
    """The taker and who plays on its side, maybe in secret."""
    side = next((side for side in game.sides if taker in side), (taker,))
    known = game.partners
    return {*side, *(seat for seat in range(seats) if known and taker in known(table.state, seat))}


def play(given: tuple[Trial, int]) -> dict[str, list[float]]:
    """The figures of one deal."""
    trial, number = given
    figures = with_contract(trial, number) if trial.contract else whole_game(trial, number)
    both = players(trial.tried, trial.against, trial.seconds, trial.checkout)
    for name, player in zip(("first", "second"), both, strict=True):
        figures[f"ms a decision, {name} player"] = [1000 * seconds for seconds in player.took]
        player.took.clear()
    return figures


# A run ---------------------------------------------------------------------------------------------------------------


def run(trial: Trial, chosen: argparse.Namespace, pool: ProcessPoolExecutor) -> dict[str, Measure]:
    """The figures of as many deals as are wanted; those that come to no such contract do not count."""
    found: dict[str, Measure] = {}
    deals = at = 0
    most = chosen.deals * (LEFT_OUT if trial.contract else 1)
    while deals < chosen.deals and at < most:
        step = min(STEP, most - at, max(chosen.deals - deals, CHUNK * chosen.processes))
        for figures in pool.map(play, [(trial, at + n) for n in range(step)], chunksize=CHUNK):
            if deals < chosen.deals and len(figures) > 2:
                deals += 1
                for name, values in figures.items():
                    found.setdefault(name, Measure()).add(values)
        at += step
        if sys.stderr.isatty():
            print(f"{deals} deals", end="\r", file=sys.stderr, flush=True)
    return found


LEFT_OUT = 40
"""Deals are dealt up to so many times the number wanted, as most come to no such contract."""


def added(found: dict[str, Measure], what: Mapping[str, Any], kept: Path) -> dict[str, Measure]:
    """Write the figures of a run to the file, and add those of earlier runs of the same with other seeds."""
    earlier = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    same = [run for run in earlier if {**run["what"], "seed": None} == {**what, "seed": None}]
    if any(run["what"] == what for run in same):
        raise SystemExit("These deals are in the file already: choose another --seed.")
    with kept.open("a") as file:
        print(json.dumps({"what": what, "found": {name: vars(one) for name, one in found.items()}}), file=file)
    for run in same:
        for name, sums in run["found"].items():
            found.setdefault(name, Measure()).join(Measure(**sums))
    return found


def trials(chosen: argparse.Namespace, checkout: str | None) -> Iterator[Trial]:
    for key in chosen.game or GAMES:
        for seats in chosen.seats or USUAL.get(key, GAMES[key].seats):
            if seats not in GAMES[key].seats or (chosen.contract and GAMES[key].made is None):
                continue
            options = {name: SHORT[name] for name in GAMES[key].options if name in SHORT}
            options |= {} if chosen.contract else LONGER.get(key, {})
            options |= {name: int(v) if v.isdigit() else v for name, v in chosen.option if name in GAMES[key].options}
            yield Trial(
                chosen.tried, chosen.against, checkout, key, seats, tuple(options.items()), chosen.contract,
                chosen.seconds, chosen.seed,
            )  # fmt: skip


def checked_out(revision: str, folder: str) -> str:
    """The commit's files in this folder; returns its short name."""
    archive = subprocess.run(["git", "archive", revision], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return subprocess.run(
        ["git", "rev-parse", "--short", revision], check=True, capture_output=True, text=True
    ).stdout.strip()


def main() -> None:
    """Print the differences that the first player makes in the second's place, with their 95 % errors."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.house", description=main.__doc__)
    parser.add_argument("tried", nargs="?", choices=LEVELS, default="steady", help="the first player (steady)")
    parser.add_argument("against", nargs="?", choices=LEVELS, default="easy", help="the second player (easy)")
    parser.add_argument("--revision", help="the commit of the second player; by default this one")
    parser.add_argument("--game", action="append", choices=GAMES, help="one of the games; all by default")
    parser.add_argument("--seats", action="append", type=int, help="a number of seats; by default the usual ones")
    parser.add_argument("--contract", nargs="?", const="any", help="compare the play of this contract, or of any")
    parser.add_argument("--deals", type=int, default=200, help="how many deals (200)")
    parser.add_argument("--seconds", type=float, default=0.1, help="processor time of a strong decision (0.1)")
    parser.add_argument("--seed", default="tune", help="which deals (tune)")
    parser.add_argument("--kept", type=Path, help="a file in which the figures of several runs add up")
    parser.add_argument(
        "--option", action="append", default=[], type=lambda o: tuple(o.split("=", 1)), metavar="NAME=VALUE"
    )
    parser.add_argument("--processes", type=int, default=1, help="at work at a time (1)")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder, ProcessPoolExecutor(chosen.processes) as pool:
        name = checked_out(chosen.revision, folder) if chosen.revision else ""
        for trial in trials(chosen, folder if chosen.revision else None):
            found = run(trial, chosen, pool)
            second = f"{trial.against} of {name}" if name else trial.against
            print(f"{trial.key} {trial.seats}, {trial.tried} against {second}, seed {trial.seed}", flush=True)
            if chosen.kept:
                found = added(found, {**vars(trial), "checkout": name, "options": dict(trial.options)}, chosen.kept)
            for figure, one in found.items():
                longest = f", at most {one.highest:.1f}" if figure.startswith("ms") else ""
                print(f"  {figure:38}{one.mean:+10.3f} ± {one.error:<8.3f} n {one.n}{longest}", flush=True)


if __name__ == "__main__":
    main()
