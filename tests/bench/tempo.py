"""How long matches take among people who look at two random hours of a day, 7 to 23 h, and answer all that waits.

    python -m tests.bench.tempo
    python -m tests.bench.tempo --matches 200 --game french-tarot --seats 4 --column forced

They play as the steady house player does, through the use-cases of a server on SQLite, by a clock that jumps from one
event to the next. Whoever plans (tests/people.py) leaves a plan at each visit, found by imagining how the tricks to
come may go (tests/planning.py); every answer that a plan gave is held against what its owner would have answered at the
real table then, and what differs is printed and counted. "Half at once" is what plans of half of the people could
bring at best: these answer all that they are asked as soon as they are. The same deals are played in every row of a
table. Matches are as short as may be agreed on; figures are medians, by deal (by round where a game has no deals).
Letters are those that would leave: a turn that its player answers in the same visit makes none, and the one with which
a match ends, which each gets once, belongs to no deal. A forced answer that not everybody knows of waits a while as a
person would, whatever is agreed on standing orders. "Of the first" are days and letters as shares of those card by
card. "Planned" is the share of the answers with a choice that a plan gave, of all people's, whether they plan or not.

``windows`` and ``days`` of the column "forced" are what a game declares as its tempo (`server.rules.tempo`), and the
days of "all plan" are its ``planned``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from statistics import mean, median

from sqlalchemy import func, select

from server import matches
from server.matches.decided_deals import examine_decided
from server.post.kinds import KINDS
from server.rules import GAMES, AnyGame
from server.store.models import PLAYING, Letter, Match, db
from server.terms import DECIDED, DELAY, FORCED
from server.views import table_of
from server.views.replay import part_of
from tests.cast import NAMES, guests, open_match
from tests.conftest import MONDAY
from tests.people import DAY, AtOnce, Person, Planner, answers_of, forget, waiting

from .machine import header, load_average
from .replay import application
from .rules import LENGTHS

SECOND = timedelta(seconds=1)
AT_THE_END = "over"
"""The kind of the letter with which a match ends."""
NOT_ONE_ROUND = ("titro",)
"""Games played at their whole length: they begin and end otherwise than they go on."""


@dataclass(frozen=True)
class Column:
    """A way to play: the terms, by which the table gives some answers itself."""

    name: str
    terms: Mapping[str, str]
    planners: float = 0.0
    """The share of the people who plan, and how they do."""
    planner: type[Person] = Planner


FORCED_ON, BOTH = {FORCED: "on"}, {FORCED: "on", DECIDED: "on"}
COLUMNS = (
    Column("card by card", {FORCED: "off"}),
    Column("forced", FORCED_ON),
    Column("forced, delayed", FORCED_ON | {DELAY: "on"}),
    Column("decided", BOTH),
    Column("half at once", FORCED_ON, 0.5, AtOnce),
    Column("half plan", FORCED_ON, 0.5),
    Column("all plan", FORCED_ON, 1.0),
    Column("half plan, decided", BOTH, 0.5),
    Column("all plan, decided", BOTH, 1.0),
    Column("half plan, delayed", FORCED_ON | {DELAY: "on"}, 0.5),
    Column("all plan, delayed", FORCED_ON | {DELAY: "on"}, 1.0),
)
"""What is compared. Whatever gives answers for people is another column here."""


@dataclass
class Course:
    """What a match took; all of it by deal."""

    deals: int
    days: float
    windows: float
    decisions: float
    letters: float
    """And by person."""
    planned: int = 0
    """In the whole match: answers that plans gave where there was a choice, of as many as there were choices."""
    choices: int = 0
    deviations: int = 0
    """Answers that plans gave and that their owners would not have given."""


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
            if letter.chair_id and not KINDS[letter.kind].obsolete(chairs[letter.chair_id], letter, at):
                self.letters[letter.kind] += 1


def play(game: AnyGame, seats: int, column: Column, number: int) -> Course:
    """The course of one match, from its first card to its last."""
    random = Random(f"{game.key} {seats} {number}")
    people = people_of(seats, column, number, random)
    at = began = people[0].looks(MONDAY)
    opened = open_match(game.key, shortest(game), guests(*NAMES[:seats]), terms=column.terms, at=at)
    opened.seed = sha256(f"{game.key} {seats} {number}".encode()).digest()
    db.session.commit()
    for chair in opened.chairs:
        matches.accept(chair.id, at=at)
    forget()
    counted = Counted(last=db.session.scalar(select(func.max(Letter.id))) or 0)
    while (match := matches.match_by_id(opened.id)).status == PLAYING:
        at = next_event(match, people, at)
        matches.give_delayed_due(at)
        if DECIDED in column.terms:
            examine_decided(at)
        matches.close_due(at)
        forget()
        counted.decisions += sum(person.visit(match.id, at) for person in people if person.looks(at - SECOND) == at)
        while any(person.answer_at_once(match.id, at) for person in people):
            continue  # what one of them answers may ask another
        counted.count_letters(matches.match_by_id(match.id), at)
    return course(game, match, number, at - began, counted)


def people_of(seats: int, column: Column, number: int, random: Random) -> list[Person]:
    """The people at a table. Where half of an odd number plans, one more does in every other match."""
    chances = [Random(random.random()) for _ in range(seats)]
    planning = Random(number).sample(range(seats), int(seats * column.planners + number % 2 / 2))
    kinds = [column.planner if seat in planning else Person for seat in range(seats)]
    return [kind(seat, chance) for seat, (kind, chance) in enumerate(zip(kinds, chances, strict=True))]


def next_event(match: Match, people: Sequence[Person], at: datetime) -> datetime:
    """When something happens next: somebody looks who is waited for or plans, a delayed answer is given, or the window
    closes.
    """
    owing = set(waiting(match))
    looks = [person.looks(at) for person in people if person.plans or person.seat in owing]
    delayed = [chair.order_at for chair in match.chairs if chair.order_at]
    return min(moment for moment in (*looks, *delayed, match.closes_at) if moment and moment > at)


def course(game: AnyGame, match: Match, number: int, took: timedelta, counted: Counted) -> Course:
    """The figures of a match that is over, by deal."""
    deals = part_of(game, table_of(match).state) or 1
    letters = (counted.letters.total() - counted.letters[AT_THE_END]) / len(match.chairs)
    figures = (took / DAY, match.ply, counted.decisions, letters)
    given = list(answers_of(match))
    choices = [one.by for one in given if one.had_choice and one.by in ("player", "plan")]
    wrong = [one for one in given if one.deviates]
    for one in wrong:
        print(f"    match {number}, ply {one.ply}, seat {one.seat}: {one.answer} instead of {one.wanted}", flush=True)
    by_deal = (figure / deals for figure in figures)
    return Course(deals, *by_deal, choices.count("plan"), len(choices), len(wrong))


def shortest(game: AnyGame) -> dict[str, str | int]:
    """The shortest match that tells how long a deal takes."""
    if game.key in NOT_ONE_ROUND:
        return {}
    return {name: option.values[0] for name, option in game.options.items() if name in LENGTHS and name != "turns"}


def line(
    game: AnyGame, seats: int, column: Column, played: Sequence[Course], compared: Sequence[Course] | None = None
) -> str:
    """One row of the table; ``compared``: the matches that were played card by card, if they were."""
    days, windows, decisions, letters = (
        median(getattr(one, name) for one in played) for name in ("days", "windows", "decisions", "letters")
    )
    spread = f"{min(one.days for one in played):.1f}–{max(one.days for one in played):.1f}"
    return (
        f"{game.key:13}{seats:5}  {column.name:18}{len(played):7}{mean(one.deals for one in played):7.1f}"
        f"{days:8.1f} {spread:>11}{windows:9.1f}{decisions:11.1f}{letters:9.1f}"
        f"{_share(played, compared):>13}{_of_plans(column, played)}"
    )


def _share(played: Sequence[Course], compared: Sequence[Course] | None) -> str:
    """Days and letters, as shares of those of other matches."""
    if not compared:
        return ""
    shares = (
        median(getattr(one, name) for one in played) / median(getattr(one, name) for one in compared)
        for name in ("days", "letters")
    )
    return " ".join(f"{share:.2f}" for share in shares)


def _of_plans(column: Column, played: Sequence[Course]) -> str:
    """The share of the choices that plans made, how many these were, and how many of them were wrong."""
    if not column.planners:
        return ""
    planned, choices, wrong = (
        sum(getattr(one, name) for one in played) for name in ("planned", "choices", "deviations")
    )
    return f"{planned / choices if choices else 0:9.0%} of {choices:5}{wrong:12}"


def measure(
    game: AnyGame, seats: int, column: Column, times: int, compared: Sequence[Course] | None
) -> Sequence[Course]:
    """Play, with the row under way shown on a terminal, and print the row. Returns what was played."""
    played: list[Course] = []
    for number in range(times):
        played.append(play(game, seats, column, number))
        if sys.stderr.isatty():
            print(line(game, seats, column, played, compared), end="\r", file=sys.stderr, flush=True)
    print(line(game, seats, column, played, compared), flush=True)
    return played


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
        print(f"{load_average()}\n{'':66}by deal, median; letters to each person")
        print(
            f"{'game':13}seats  {'':18}matches  deals    days  least–most  windows  decisions  letters"
            "  of the first  planned, of choices  deviations"
        )
        for game in (GAMES[key] for key in chosen.game or GAMES):
            for seats in (seats for seats in chosen.seats or game.seats if seats in game.seats):
                compared = None
                for column in (one for one in COLUMNS if one.name in (chosen.column or [one.name])):
                    played = measure(game, seats, column, chosen.matches, compared)
                    compared = played if column is COLUMNS[0] else compared


if __name__ == "__main__":
    main()
