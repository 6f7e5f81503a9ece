"""Whether an answer that a plan gave can be told from one given by hand, by somebody at the table with all timings.

Three people play by a clock that jumps: one answers within an hour or so, one looks at two random hours of a day, one
in the morning, at noon and in the evening. Each plans some of the time. The observer sees what a seat sees: when
windows open and answers come, pages, how often they change, letters. From one half of the answers it learns how
automatic ones look, then it guesses the other half.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import count, pairwise
from random import Random
from statistics import median
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import func, select

from server import matches
from server.house import at_random
from server.rules import GAMES, all_asks
from server.store.models import PLAYING, Letter, Turn, db
from server.terms import DELAY, FORCED
from server.views import etag, seat_page, table_of
from tests.cast import again, guests, open_match
from tests.conftest import MONDAY

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
AWAKE = (7.5, 23.5)
"""The local hours between which a person answers."""
WINDOWS = 156
"""How many windows of a match are watched at most."""
PLANS = 0.5
"""How often somebody who has answered plans what comes."""
BOUND = 2.6
"""How many standard deviations from chance are still chance: one of two hundred lots lies further away."""


# People --------------------------------------------------------------------------------------------------------------


class Person:
    """Somebody with hours of their own. ``zone``: where they live."""

    def __init__(self, name: str, zone: str, random: Random):
        self.name, self.zone, self.random = name, zone, random

    def answers(self, opened: datetime) -> datetime:
        """When this person answers what was asked at ``opened``."""
        raise NotImplementedError

    def local(self, day: datetime, hour: float) -> datetime:
        """An hour of a day where this person lives, to the microsecond."""
        midnight = datetime.combine(day.astimezone(ZoneInfo(self.zone)), time(), ZoneInfo(self.zone))
        return (midnight + timedelta(hours=hour)).astimezone(day.tzinfo)

    def hour(self, moment: datetime) -> float:
        """The hour of the day where this person lives."""
        local = moment.astimezone(ZoneInfo(self.zone))
        return local.hour + local.minute / 60 + local.second / 3600


class Prompt(Person):
    """Answers after half an hour or so, in the morning what came at night."""

    def answers(self, opened: datetime) -> datetime:
        at = opened + timedelta(minutes=30) * self.random.lognormvariate(0, 0.8)
        hour = self.hour(at)
        if AWAKE[0] <= hour <= AWAKE[1]:
            return at
        return self.local(at + DAY * (hour > AWAKE[1]), AWAKE[0] + self.random.expovariate(1.5))


class Looker(Person):
    """Looks at some hours of each day, and answers then what waits."""

    def __init__(self, name: str, zone: str, random: Random):
        super().__init__(name, zone, random)
        self._looks = self._days()
        self._next = next(self._looks)

    def _days(self) -> Iterator[datetime]:
        for n in count():
            yield from (self.local(MONDAY + n * DAY, hour) for hour in sorted(self.hours()))

    def answers(self, opened: datetime) -> datetime:
        while self._next <= opened:
            self._next = next(self._looks)
        return self._next + 20 * SECOND * self.random.lognormvariate(0, 0.5)

    def hours(self) -> list[float]:
        """The local hours of a day at which this person looks."""
        raise NotImplementedError


class TwiceADay(Looker):
    """Looks at two random hours."""

    def hours(self) -> list[float]:
        return [self.random.uniform(7, 23) for _ in range(2)]


class Regular(Looker):
    """Looks in the morning, at noon and in the evening, as a rule."""

    def hours(self) -> list[float]:
        return [self.random.gauss(hour, 0.3) for hour in (8, 13, 21)]


PEOPLE = (
    ("Ada", Prompt, "Europe/Rome"),
    ("Bruno", TwiceADay, "Europe/London"),
    ("Chiara", Regular, "America/New_York"),
)


# What is seen --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """One answer as another seat saw it; and what the observer would like to know, whether it was automatic."""

    person: Person
    opened: datetime
    given: datetime
    length: timedelta
    before: datetime | None
    """When this seat answered the last time."""
    page: str
    """What told of it on the page of the next seat."""
    changes: int
    """How often that page changed since the answer before this one, without showing an answer."""
    letters: tuple[tuple[str, float], ...]
    """The letters that it brought to others: their kinds, and after how many seconds they leave."""
    automatic: bool

    @property
    def took(self) -> float:
        """Seconds from the opening of the window to the answer."""
        return (self.given - self.opened).total_seconds()


class Watched:
    """A match under way, and what its seats see of each other."""

    def __init__(self, number: int, delay: str):
        self.people = [kind(name, zone, Random(f"{name} {number}")) for name, kind, zone in PEOPLE]
        self.coin, self.cards = Random(f"coin {number}"), Random(f"cards {number}")
        names, terms = [one.name for one in self.people], {DELAY: delay, FORCED: "on"}
        self.match = open_match("scarto", {}, guests(*names), "PT48H", terms=terms, at=MONDAY)
        for chair in self.match.chairs:
            matches.accept(chair.id, at=MONDAY)
        self.match = again(self.match)
        self.last: dict[int, datetime] = {}

    def answers(self) -> Iterator[Seen]:
        """Every answer that others do not know to be automatic or missing."""
        while self.match.status == PLAYING and self.match.ply < WINDOWS:
            match, [there] = self.match, all_asks(GAMES[self.match.game], table_of(self.match))
            watcher, ply, closes = (there + 1) % len(self.people), match.ply, match.closes_at
            pages = [self.etag(watcher)]
            self.plans(there)
            pages.append(self.etag(watcher))
            letter = db.session.scalar(select(func.max(Letter.id))) or 0
            self.window(there)
            self.match = again(match)
            changes = sum(one != other for one, other in pairwise(pages))
            yield from self.told(ply, closes, changes, letter)

    def told(self, ply: int, closes: datetime, changes: int, letter: int) -> Iterator[Seen]:
        """What the others see of the answers after ``ply``."""
        for turn in db.session.scalars(
            select(Turn).where(Turn.match_id == self.match.id, Turn.ply > ply).order_by(Turn.ply)
        ):
            [given] = turn.answers
            if given.absent or (given.forced and turn.opened_at == turn.closed_at):
                continue
            there = given.seat
            yield Seen(
                person=self.people[there],
                opened=turn.opened_at,
                given=turn.closed_at,
                length=closes - turn.opened_at,
                before=self.last.get(there),
                page=self.story((there + 1) % len(self.people), turn.ply),
                changes=changes,
                letters=self.letters(letter, there, turn.closed_at),
                automatic=given.by_plan or given.forced,
            )
            self.last[there] = turn.closed_at

    def window(self, there: int) -> None:
        """What happens in the open window: an answer by hand, by a plan or by the clock."""
        match, chair = self.match, self.match.chairs[there]
        due = chair.order_at or self.people[there].answers(match.opened_at)
        if due >= match.closes_at:
            matches.close_due(match.closes_at)
        elif chair.order_at:
            matches.give_delayed_due(due)
        else:
            shown = seat_page(chair)
            matches.seal(chair.id, at_random(shown.view, shown.ask, there, self.cards), match.ply, due)

    def plans(self, there: int) -> None:
        """Whoever looks at the table plans what comes, or takes it back."""
        before = self.match.chairs[(there - 1) % len(self.people)]
        if self.coin.random() < PLANS:
            matches.seal_plan(before.id, "lowest card")
        elif before.latest_plan:
            matches.withdraw_plan(before.id)
        self.match = again(self.match)

    def etag(self, reader: int) -> str:
        """What a program asks for to learn whether a page has changed."""
        return etag(self.match, reader)

    def story(self, reader: int, ply: int) -> str:
        """What the page of a seat tells of a window, without the cards."""
        plies = seat_page(self.match.chairs[reader], since=ply).story
        return " ".join(line.text for one in plies if one.ply == ply for line in one.lines)

    def letters(self, last: int, there: int, at: datetime) -> tuple[tuple[str, float], ...]:
        """The letters to others since ``last``."""
        others = [chair.id for chair in self.match.chairs if chair.seat != there]
        written = db.session.scalars(select(Letter).where(Letter.id > last, Letter.chair_id.in_(others)))
        return tuple((one.kind, (one.due_at - at).total_seconds()) for one in written)


# The observer --------------------------------------------------------------------------------------------------------

Features = tuple[float, ...]


def features(seen: Sequence[Seen]) -> list[Features]:
    """What the observer looks at in each answer, in numbers."""
    usual = {name: median(one.took for one in of) for name, of in by_person(seen).items()}
    hours = {name: sorted(hour(one) for one in of) for name, of in by_person(seen).items()}
    return [_features(one, usual[one.person.name], hours[one.person.name]) for one in seen]


def by_person(seen: Sequence[Seen]) -> dict[str, list[Seen]]:
    found = defaultdict(list)
    for one in seen:
        found[one.person.name].append(one)
    return found


def hour(one: Seen) -> float:
    return one.person.hour(one.given)


def _features(one: Seen, usual: float, hours: Sequence[float]) -> Features:
    since = (one.given - one.before).total_seconds() if one.before else -1.0
    idle = (one.opened - one.before).total_seconds() if one.before else -1.0
    there = bisect_left(hours, hour(one))
    near = [abs(hours[n] - hour(one)) for n in (there - 1, there + 1) if 0 <= n < len(hours)]
    return (
        one.took,
        one.took / one.length.total_seconds(),
        one.took / max(usual, 1.0),
        hour(one),
        one.person.hour(one.opened),
        min(near, default=24.0),
        since,
        idle,
        one.given.second + one.given.microsecond / 1e6,
        float(one.given.microsecond),
        one.given.minute % 15,
        float(one.given.weekday()),
        float(not AWAKE[0] <= hour(one) <= AWAKE[1]),
        float(one.changes),
        float(len(one.page)),
        float(len(one.letters)),
        max((after for _, after in one.letters), default=-1.0),
        float(sum(map(ord, "".join(kind for kind, _ in one.letters)))),
        float(ord(one.person.name[0])),
    )


@dataclass(frozen=True)
class Stump:
    """One question: whether a feature is above a threshold. ``yes`` and ``no``: what to guess then, and how surely."""

    feature: int
    above: float
    yes: float
    no: float

    def votes(self, of: Features) -> float:
        """Above zero for automatic."""
        return self.yes if of[self.feature] > self.above else self.no


def learnt(known: Sequence[Features], automatic: Sequence[bool], rounds: int = 40) -> list[Stump]:
    """Boosted stumps (Schapire and Singer 1999): each round asks what tells most of what is still guessed wrongly."""
    weights = [1.0] * len(known)
    orders = [sorted(range(len(known)), key=lambda n, f=f: known[n][f]) for f in range(len(known[0]))]
    stumps: list[Stump] = []
    for _ in range(rounds):
        best = min((_best(known, automatic, weights, f, order) for f, order in enumerate(orders)), key=lambda o: o[0])
        stumps.append(best[1])
        signs = (1 if one else -1 for one in automatic)
        weights = [w * math.exp(-sign * best[1].votes(of)) for w, sign, of in zip(weights, signs, known, strict=True)]
        whole = sum(weights)
        weights = [weight / whole for weight in weights]
    return stumps


def _best(
    known: Sequence[Features], automatic: Sequence[bool], weights: Sequence[float], f: int, order: Sequence[int]
) -> tuple[float, Stump]:
    """The best threshold of a feature, and how much stays unclear with it."""
    above = [0.0, 0.0]
    for n in order:
        above[automatic[n]] += weights[n]
    below, smooth = [0.0, 0.0], sum(weights) / len(weights)
    best = (math.inf, Stump(f, 0.0, 0.0, 0.0))
    for n, following in pairwise(order):
        above[automatic[n]] -= weights[n]
        below[automatic[n]] += weights[n]
        if known[n][f] == known[following][f]:
            continue
        unclear = math.sqrt(max(above[0] * above[1], 0)) + math.sqrt(max(below[0] * below[1], 0))
        if unclear < best[0]:
            yes, no = (0.5 * math.log((side[1] + smooth) / (side[0] + smooth)) for side in (above, below))
            best = unclear, Stump(f, (known[n][f] + known[following][f]) / 2, yes, no)
    return best


def told_apart(seen: Sequence[Seen], random: Random) -> tuple[int, int]:
    """How many of how many answers an observer guesses rightly, who was told of the others what they were.

    As many automatic ones are taken as others, so that chance is one half.
    """
    kinds = [[one for one in seen if one.automatic is which] for which in (False, True)]
    fewer = min(map(len, kinds))
    lot = [one for of in kinds for one in random.sample(of, fewer)]
    random.shuffle(lot)
    shown, half = features(lot), len(lot) // 2
    stumps = learnt(shown[:half], [one.automatic for one in lot[:half]])
    guessed = [sum(stump.votes(of) for stump in stumps) > 0 for of in shown[half:]]
    right = sum(guess is one.automatic for guess, one in zip(guessed, lot[half:], strict=True))
    return right, len(guessed)


def at_most_by_chance(tries: int) -> float:
    """How many are guessed rightly at most by somebody who knows nothing."""
    return tries / 2 + BOUND * math.sqrt(tries) / 2


# The tests -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server draws is the same whenever these tests run."""
    chance = Random("delays")
    monkeypatch.setattr(random, "SystemRandom", lambda: chance)


def watched(delay: str, many: int) -> list[Seen]:
    """The answers of so many matches."""
    return [one for number in range(many) for one in Watched(number, delay).answers()]


@pytest.mark.usefixtures("app", "lots")
@pytest.mark.parametrize("many", [2, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.wide
def test_with_the_natural_delay_an_observer_guesses_no_better_than_by_chance(many: int) -> None:
    right, tries = told_apart(watched("on", many), Random("observer"))
    assert tries > 50 * many
    assert right <= at_most_by_chance(tries)


@pytest.mark.usefixtures("app", "lots")
@pytest.mark.wide
def test_without_it_the_same_observer_guesses_nearly_all() -> None:
    right, tries = told_apart(watched("off", 1), Random("observer"))
    assert tries > 50
    assert right > 0.8 * tries
