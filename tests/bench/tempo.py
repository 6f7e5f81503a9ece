"""How long matches take among people who look at two random hours of a day, 7 to 23 h, and answer all that waits.

    python -m tests.bench.tempo
    python -m tests.bench.tempo --matches 200 --game french-tarot --seats 4 --column forced

They play as the house does, through the use-cases of a server on SQLite, by a clock that jumps from one event to the
next. Matches are as short as may be agreed on; figures are medians, by deal (by round where a game has no deals).
Letters are those that would leave: a turn that its player answers in the same visit makes none. A forced answer that
not everybody knows of waits a while as a person would, whatever is agreed on standing orders.

``windows`` and ``days`` of the column "forced" are what a game declares as its tempo (`server.rules.lengths`).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from statistics import mean, median

from sqlalchemy import func, select

from server import house, matches
from server.post.kinds import KINDS
from server.rules import GAMES, AnyGame, asked
from server.rules.engine import Seat
from server.store.models import PLAYING, Letter, Match, db
from server.terms import DELAY, FORCED
from server.views import table_of
from server.views.replay import part_of
from tests.cast import NAMES, guests
from tests.conftest import MONDAY

from .machine import header, load_average
from .replay import application
from .rules import LENGTHS

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
AWAKE = (7, 23)
"""Hours of the day between which people look."""
LOOKS = 2
"""How often a day."""
NOT_ONE_ROUND = ("titro",)
"""Games played at their whole length: they begin and end otherwise than they go on."""


@dataclass(frozen=True)
class Column:
    """A way to play: the terms, by which the table gives some answers itself."""

    name: str
    terms: Mapping[str, str]


COLUMNS = (
    Column("card by card", {FORCED: "off"}),
    Column("forced", {FORCED: "on"}),
    Column("forced, delayed", {FORCED: "on", DELAY: "on"}),
)
"""What is compared. Whatever gives answers for people is another column here."""


class Person:
    """Somebody who looks at random hours, and answers all that waits then as the house would."""

    def __init__(self, seat: Seat, random: Random):
        self.seat, self._random = seat, random
        self._looks = self._days(MONDAY.replace(hour=0))
        self._next = next(self._looks)

    def _days(self, day: datetime) -> Iterator[datetime]:
        while True:
            hours = sorted(self._random.uniform(*AWAKE) for _ in range(LOOKS))
            yield from (day + timedelta(hours=hour) for hour in hours)
            day += DAY

    def looks(self, after: datetime) -> datetime:
        """When this person looks next."""
        while self._next <= after:
            self._next = next(self._looks)
        return self._next

    def visit(self, match_id: str, at: datetime) -> int:
        """Answer all that waits. Returns how many decisions that were."""
        decided = 0
        while (match := matches.match_by_id(match_id)).status == PLAYING and self.seat in waiting(match):
            game, table = GAMES[match.game], table_of(match)
            answer = house.choose(game, table, self.seat, self._random)
            matches.seal(match.chairs[self.seat].id, answer, match.ply, at)
            forget()
            decided += 1
        return decided


def forget() -> None:
    """Read again what the database has."""
    db.session.rollback()
    db.session.expire_all()


def waiting(match: Match) -> list[Seat]:
    """The seats whose answer the table waits for."""
    return [seat for seat in asked(GAMES[match.game], table_of(match)) if str(seat) not in match.sealed]


@dataclass
class Course:
    """What a match took; all of it by deal."""

    deals: int
    days: float
    windows: float
    decisions: float
    letters: float
    """And by person."""


@dataclass
class Counted:
    """What is counted while a match is played."""

    decisions: int = 0
    letters: Counter[str] = field(default_factory=Counter)
    last: int = 0

    def count_letters(self, match: Match, at: datetime) -> None:
        """Count the letters written since the last event that are not overtaken yet."""
        chairs = {chair.id: chair for chair in match.chairs}
        written = select(Letter).where(Letter.match_id == match.id, Letter.id > self.last).order_by(Letter.id)
        for letter in db.session.scalars(written):
            self.last = letter.id
            if letter.chair_id and not KINDS[letter.kind].overtaken(chairs[letter.chair_id], letter, at):
                self.letters[letter.kind] += 1


def play(game: AnyGame, seats: int, column: Column, number: int) -> Course:
    """The course of one match, from its first card to its last."""
    random = Random(f"{game.key} {seats} {number}")
    people = [Person(seat, Random(random.random())) for seat in range(seats)]
    at = began = people[0].looks(MONDAY)
    opened = matches.open_match(game.key, shortest(game), guests(*NAMES[:seats]), terms=column.terms, at=at)
    for chair in opened.chairs:
        matches.accept(chair.id, at=at)
    forget()
    counted = Counted(last=db.session.scalar(select(func.max(Letter.id))) or 0)
    while (match := matches.match_by_id(opened.id)).status == PLAYING:
        at = next_event(match, people, at)
        matches.give_orders_due(at)
        matches.close_due(at)
        forget()
        counted.decisions += sum(person.visit(match.id, at) for person in people if person.looks(at - SECOND) == at)
        counted.count_letters(matches.match_by_id(match.id), at)
    return course(game, match, at - began, counted)


def next_event(match: Match, people: Sequence[Person], at: datetime) -> datetime:
    """When something happens next: somebody waited for looks, a delayed answer is given, or the window closes."""
    owing = set(waiting(match))
    looks = [person.looks(at) for person in people if person.seat in owing]
    delayed = [chair.order_at for chair in match.chairs if chair.order_at]
    return min(moment for moment in (*looks, *delayed, match.closes_at) if moment and moment > at)


def course(game: AnyGame, match: Match, took: timedelta, counted: Counted) -> Course:
    """The figures of a match that is over, by deal."""
    deals = part_of(game, table_of(match).state) or 1
    letters = sum(counted.letters.values()) / len(match.chairs)
    figures = (took / DAY, match.ply, counted.decisions, letters)
    return Course(deals, *(figure / deals for figure in figures))


def shortest(game: AnyGame) -> dict[str, str | int]:
    """The shortest match that tells how long a deal takes."""
    if game.key in NOT_ONE_ROUND:
        return {}
    return {name: option.values[0] for name, option in game.options.items() if name in LENGTHS and name != "turns"}


def line(game: AnyGame, seats: int, column: Column, played: Sequence[Course]) -> str:
    """One row of the table."""
    days, windows, decisions, letters = (
        median(getattr(one, name) for one in played) for name in ("days", "windows", "decisions", "letters")
    )
    spread = f"{min(one.days for one in played):.1f}–{max(one.days for one in played):.1f}"
    return (
        f"{game.key:13}{seats:5}  {column.name:16}{len(played):7}{mean(one.deals for one in played):7.1f}"
        f"{days:8.1f} {spread:>11}{windows:9.1f}{decisions:11.1f}{letters:9.1f}"
    )


def measure(game: AnyGame, seats: int, column: Column, times: int) -> None:
    """Play, with the row under way shown on a terminal, and print the row."""
    played: list[Course] = []
    for number in range(times):
        played.append(play(game, seats, column, number))
        if sys.stderr.isatty():
            print(line(game, seats, column, played), end="\r", file=sys.stderr, flush=True)
    print(line(game, seats, column, played), flush=True)


def main() -> None:
    """Print how long a deal of each game takes, in days, windows, decisions of people and letters to each."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tempo", description=main.__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="one of the games; all by default")
    parser.add_argument("--seats", action="append", type=int, help="a number of seats; all by default")
    parser.add_argument("--column", action="append", choices=[one.name for one in COLUMNS], help="all by default")
    parser.add_argument("--matches", type=int, default=3, help="a row (3, for a glance; 200 for figures to rely on)")
    chosen = parser.parse_args()
    header()
    with application("SQLite"):
        print(f"{load_average()}\n{'':64}by deal, median")
        print(
            f"{'game':13}seats  {'':16}matches  deals    days  least–most  windows  decisions  letters (to each person)"
        )
        for game in (GAMES[key] for key in chosen.game or GAMES):
            for seats in (seats for seats in chosen.seats or game.seats if seats in game.seats):
                for column in (one for one in COLUMNS if one.name in (chosen.column or [one.name])):
                    measure(game, seats, column, chosen.matches)


if __name__ == "__main__":
    main()
