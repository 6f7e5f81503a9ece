"""People who play by post as they live: they look at random hours, answer all that waits, and some of them plan ahead.

Everybody plays as the steady house player does, by what their seat sees. Its random choices are seeded by the seat and
the ply, so that it can be told afterwards what somebody would have played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import select

from server import house, matches
from server.rules import GAMES, Answer, AnyGame, Ask, Table, all_asks, begin, canonical, forced, submit
from server.rules.engine import Seat
from server.store.envelopes import Envelope
from server.store.models import PLAYING, Match, Turn, db
from server.views import names_beside, table_of
from server.views.replay import shuffler_of
from tests.conftest import MONDAY
from tests.planning import USUAL, Care, Sight, thought_out

DAY = timedelta(days=1)
AWAKE = (7, 23)
"""Hours of the day between which people look."""
LOOKS = 2
"""How often a day."""


def choice(game: AnyGame, view: Mapping[str, Any], ask: Ask, seat: Seat, ply: int) -> Answer:
    """What the person in a seat answers to an ask, by what the seat sees: always the same."""
    return forced(ask) or canonical(ask, house.player(game.key).choose(dict(view), ask, seat, Random(f"{seat} {ply}")))


def chosen(game: AnyGame, table: Table, seat: Seat, ply: int) -> Answer:
    """What the person in a seat answers at this table."""
    return choice(game, game.view(table.state, seat), all_asks(game, table)[seat], seat, ply)


class Person:
    """Somebody who looks at random hours, and answers all that waits then as the house would."""

    plans = False

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
            answer = chosen(GAMES[match.game], table_of(match), self.seat, match.ply)
            matches.seal(match.chairs[self.seat].id, answer, match.ply, at)
            forget()
            decided += 1
        return decided

    def answer_at_once(self, match_id: str, at: datetime) -> int:
        """Answer what this person answers without a visit. Returns how many asks that were: none."""
        return 0


class AtOnce(Person):
    """Somebody who answers at once whatever comes, as if all of it had been planned."""

    def answer_at_once(self, match_id: str, at: datetime) -> int:
        """Answer all that waits. Returns how many asks that were."""
        return self.visit(match_id, at)


class Planner(Person):
    """Somebody who also leaves a plan for what is asked next, and a new one at each visit that finds news."""

    plans = True

    def __init__(self, seat: Seat, random: Random, care: Care = USUAL):
        super().__init__(seat, random)
        self._care, self._thought = care, Random(random.random())
        self._planned_at = -1

    def visit(self, match_id: str, at: datetime) -> int:
        """Answer all that waits, then plan. A plan that has failed to answer is withdrawn first: its remaining lines
        would answer the next ask at once, at a position for which it was not made.
        """
        match = matches.match_by_id(match_id)
        if match.status == PLAYING and self.seat in waiting(match) and match.chairs[self.seat].latest_plan:
            matches.withdraw_plan(match.chairs[self.seat].id)
            forget()
        decided = super().visit(match_id, at)
        match = matches.match_by_id(match_id)
        if match.status == PLAYING and match.ply != self._planned_at:
            self.plan(match)
            forget()
        return decided

    def plan(self, match: Match) -> None:
        """Leave a plan for what may be asked before the next visit, or withdraw the last one if there is none."""
        self._planned_at, names = match.ply, names_beside(match, self.seat)
        kept = match.sealed.get(self.seat)
        sight = Sight(GAMES[match.game], table_of(match).state, self.seat, match.ply, choice, kept and kept.answer)
        text, chair = thought_out(sight, names, self._thought, self._care), match.chairs[self.seat]
        if text:
            matches.seal_plan(chair.id, text)
        elif chair.latest_plan:
            matches.withdraw_plan(chair.id)


def forget() -> None:
    """Read again what the database has."""
    db.session.rollback()
    db.session.expire_all()


def waiting(match: Match) -> list[Seat]:
    """The seats whose answer the table waits for."""
    return [seat for seat in all_asks(GAMES[match.game], table_of(match)) if seat not in match.sealed]


# Afterwards ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Given:
    """An answer of a match that is over, and what its player would have answered.

    ``by``: ``player``, ``plan``, ``table`` where the terms had it given, ``clock`` or ``house``.
    """

    ply: int
    seat: Seat
    answer: Answer
    wanted: Answer
    by: str
    had_choice: bool

    @property
    def deviates(self) -> bool:
        """Whether a plan played otherwise than its owner would have."""
        return self.by == "plan" and self.answer != self.wanted


def answers_of(match: Match) -> Iterator[Given]:
    """All answers of a match, at the real table of the moment."""
    game = GAMES[match.game]
    shuffle = shuffler_of(match)
    table, _ = begin(game, len(match.chairs), match.options, shuffle)
    for turn in db.session.scalars(select(Turn).where(Turn.match_id == match.id, Turn.ply > 0).order_by(Turn.ply)):
        window, given = all_asks(game, table), {one.seat: one for one in turn.answers}
        for seat, one in given.items():
            wanted = chosen(game, table, seat, turn.ply - 1)
            yield Given(turn.ply - 1, seat, one.answer, wanted, _by(one), forced(window[seat]) is None)
        for seat, one in given.items():
            table, _ = submit(game, table, seat, one.answer, shuffle)


def _by(envelope: Envelope) -> str:
    return "plan" if envelope.by_plan else "table" if envelope.by_the_table else envelope.by
