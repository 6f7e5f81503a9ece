"""The life of matches as chance will have it: whatever happens in whatever order, what must hold holds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask, current_app
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from msgspec import to_builtins
from sqlalchemy import Table, create_engine, select, update
from sqlalchemy.pool import NullPool

from server import clock, deal, matches
from server.house import at_random
from server.matches import Guest, MovedOn, Refused
from server.matches.absence import VERDICTS, judges_of
from server.rules import Illegal
from server.store import heartbeat
from server.store.models import (
    CANCELLED,
    INVITED,
    MATCHES,
    OVER,
    PLAYING,
    Chair,
    Letter,
    Match,
    Outage,
    Service,
    Turn,
    db,
)
from server.terms import hides
from server.views import seat_page, spectator_page
from server.views.json import iso, seat_json
from tests import twins
from tests.cast import MONDAY, again, all_matches, guests, open_match

pytestmark = pytest.mark.both_databases

HOUR = timedelta(hours=1)
WINDOW = 48 * HOUR
REFUSALS = (Refused, Illegal, MovedOn)
TABLES_AT_MOST = 3


def house(*names: str) -> list[Guest]:
    return [Guest(name, house=True) for name in names]


Seated = tuple[str, dict[str, int], list[Guest], dict[str, str]]
AS_USUAL: dict[str, str] = {}
BLIND = {"blind": "on", "excuses": "1", "spectators": "live"}
TABLES: tuple[Seated, ...] = (
    ("titro", {"rounds": 9}, guests("Ada", "Bruno"), AS_USUAL),
    ("titro", {"rounds": 1}, guests("Ada", "Bruno"), AS_USUAL),
    ("tottarot", {"turns": 3}, guests("Ada", "Bruno", "Chiara"), AS_USUAL),
    ("tottarot", {"turns": 3}, guests("Ada", "Bruno", "Chiara"), BLIND),
    ("tottarot", {"turns": 1}, guests("Ada", "Bruno", "Chiara"), AS_USUAL),
    ("dementlieu", {"deals": 2}, [*guests("Ada", "Bruno"), *house("Chiara")], AS_USUAL),
    ("dementlieu", {"deals": 2}, [*guests("Ada"), *house("Bruno", "Chiara")], AS_USUAL),
    ("texas-42", {"marks": 1}, [*guests("Ada", "Bruno"), *house("Chiara", "Dmitri")], AS_USUAL),
)
LASTING = (OVER, CANCELLED)


def every_row(table: Table) -> str:
    """The statement that reads a table, but for the revisions."""
    columns = [f'"{column.name}"' for column in table.columns if column.name != "revision"]
    keys = [f'"{column.name}"' for column in table.primary_key]
    return f'SELECT {", ".join(columns)} FROM "{table.name}" ORDER BY {", ".join(keys)}'


EVERY_ROW = tuple(map(every_row, db.metadata.sorted_tables))

which = st.integers(0, TABLES_AT_MOST - 1)
who = st.integers(0, 3)
luck = st.integers(0, 999)


class Lives(RuleBasedStateMachine):
    """Several matches at once, their players, a worker that sweeps when it pleases, and a clock that jumps."""

    looks_at = staticmethod(twins.of_its_table)

    def __init__(self) -> None:
        super().__init__()
        db.session.rollback()
        with db.engine.begin() as connection:
            for table in reversed(db.metadata.sorted_tables):
                connection.execute(table.delete())
        self.look = create_engine(db.engine.url, isolation_level="AUTOCOMMIT", poolclass=NullPool).connect()
        self.now = MONDAY
        self.ids: list[str] = []
        self.plies: dict[str, int] = {}
        self.ended: dict[str, str] = {}
        self.verified: set[str] = set()
        self.web = current_app.test_client()
        self.looked: set[tuple[str, int, tuple[str, ...]]] = set()

    def teardown(self) -> None:
        self.look.close()

    # What the rules below share

    def match(self, number: int) -> Match:
        return again(matches.match_by_id(self.ids[number % len(self.ids)]))

    def person(self, number: int, place: int) -> Chair:
        """Somebody with a link to the match: house players have none."""
        people = [chair for chair in self.match(number).chairs if chair.player_id]
        return people[place % len(people)]

    def rows(self) -> list[list[tuple[Any, ...]]]:
        """The whole database but for the revisions."""
        return [[tuple(row) for row in self.look.exec_driver_sql(statement)] for statement in EVERY_ROW]

    def tries(self, use_case: Callable[..., Any], *given: Any) -> Any:
        """A request: it may be refused, and then nothing has changed."""
        before = self.rows()
        try:
            return use_case(*given)
        except REFUSALS as refusal:
            said = str(refusal)
        assert said.endswith((".", "?"))
        assert self.rows() == before
        return None

    def twice(self, use_case: Callable[..., Any], *given: Any) -> Any:
        """A request that arrives two times: the second changes nothing."""
        first, after = self.tries(use_case, *given), self.rows()
        with suppress(*REFUSALS):
            use_case(*given)
        assert self.rows() == after
        return first

    def seen_by_others(self, chair: Chair) -> tuple[Any, ...]:
        """Everything that is shown or written to anybody else; who is still waited for is no secret, unless hidden."""
        match = again(chair.match)
        others = [to_builtins(seat_json(seat_page(other))) for other in match.chairs if other.id != chair.id]
        for shown in () if hides(match.terms) else others:
            for seat in shown["seats"]:
                del seat["waiting"]
        public = spectator_page(match)
        told = [(letter.identity, letter.facts) for letter in db.session.scalars(select(Letter).order_by(Letter.id))]
        return others, told, public.view, public.story, public.scores, public.ask, public.sealed

    def awake(self, seen: tuple[Any, ...], chair: Chair, slept: datetime) -> tuple[Any, ...]:
        """The same after the match woke: its clock runs, and a letter to everybody else says that, and no more."""
        (others, told, *public), match = seen, again(chair.match)
        clock = {"opened_at": iso(self.now), "closes_at": iso(match.closes_at)}
        hidden = hides(match.terms)  # then all are told, and nobody sees by whom it was woken
        waked = [other for other in match.chairs if other.player_id and (hidden or other.id != chair.id)]
        letters = [(f"{match.id}:{match.ply}:{other.id}:woken:{slept.isoformat()}", {}) for other in waked]
        return [{**shown, **clock} for shown in others], told + letters, *public

    def pages_of_others(self, chair: Chair) -> dict[str, object]:
        """Pages and JSON that anybody else can get of a match that hides who has answered; of other matches none."""
        match = again(chair.match)
        if not hides(match.terms):
            return {}
        with pytest.MonkeyPatch.context() as watch:
            watch.setattr(clock, "now", lambda: self.now)
            return dict(twins.shown(self.web, match, chair, self.looks_at))

    def answers(self, chair: Chair, seed: int) -> matches.Sealed | None:
        """Somebody who is asked answers somehow, from two tabs at once; nobody else sees what.

        An answer wakes a match that sleeps. That it woke is for all to see; the answer is not.
        """
        page = seat_page(again(chair.match).chairs[chair.seat])
        if page.ask is None or page.you is None:
            return None
        answer, ply = at_random(page.view, page.ask, page.you, Random(seed)), page.match.ply
        before, slept = self.seen_by_others(chair), page.match.asleep_at
        pages = self.pages_of_others(chair)
        sealed: matches.Sealed | None = self.twice(matches.seal, chair.id, answer, ply, self.now)
        if chair.resigned_at:
            assert sealed is None, "the house answers for who has resigned"
            return None
        assert sealed is not None
        assert sealed.answer == answer
        assert sealed.opened == (again(chair.match).ply > ply)
        if not sealed.opened:
            after = self.seen_by_others(chair)
            assert after == (self.awake(before, chair, slept) if slept else before)
            assert slept or self.pages_of_others(chair) == pages
        assert matches.seal(chair.id, answer, ply, self.now).receipt == sealed.receipt
        return sealed

    # Beginning

    @precondition(lambda self: len(self.ids) < TABLES_AT_MOST)
    @rule(table=st.sampled_from(TABLES))
    def open(self, table: Seated) -> None:
        *given, terms = table
        match = open_match(*given, terms=terms, at=self.now)
        self.ids.append(match.id)

    @precondition(lambda self: len(self.ids) < TABLES_AT_MOST)
    @rule(table=st.sampled_from(TABLES))
    def open_and_sit_down(self, table: Seated) -> None:
        self.open(table)
        for chair in matches.match_by_id(self.ids[-1]).chairs:
            self.twice(matches.accept, chair.id, None, None, self.now)

    @precondition(lambda self: self.ids)
    @rule(number=which, place=who, word=st.sampled_from([None, "plum", "two\nlines"]))
    def accept(self, number: int, place: int, word: str | None) -> None:
        chair = self.person(number, place)
        if chair.invited_at:
            self.twice(matches.accept, chair.id, word, None, self.now)

    @precondition(lambda self: self.ids)
    @rule(number=which, place=who)
    def decline(self, number: int, place: int) -> None:
        chair = self.person(number, place)
        if chair.invited_at and chair.match.status in (INVITED, CANCELLED):
            self.twice(matches.decline, chair.id, self.now)

    # Playing

    @precondition(lambda self: self.ids)
    @rule(number=which, place=who, seed=luck)
    def seal(self, number: int, place: int, seed: int) -> None:
        self.answers(self.person(number, place), seed)

    @precondition(lambda self: self.ids)
    @rule(number=which, place=who, seed=luck)
    def seal_and_think_again(self, number: int, place: int, seed: int) -> None:
        chair = self.person(number, place)
        first = self.answers(chair, seed)
        if first and not first.opened:
            self.answers(chair, seed + 1)

    @precondition(lambda self: self.ids)
    @rule(number=which, windows=st.integers(1, 8), seed=luck)
    def everybody_answers(self, number: int, windows: int, seed: int) -> None:
        for window in range(windows):
            match = self.match(number)
            for seat in spectator_page(match).waiting:
                if match.chairs[seat].player_id:
                    self.answers(match.chairs[seat], seed + window)

    @precondition(lambda self: self.ids)
    @rule(
        number=which,
        place=who,
        text=st.sampled_from(["the moon on a stick", "", "none none", "T1 centre", "pass", "0", "\x00", "Fool blind"]),
        away=st.sampled_from([-1, 1, 7, 2**70]),
    )
    def answer_what_fits_no_window(self, number: int, place: int, text: str, away: int) -> None:
        chair = self.person(number, place)
        ply = again(chair.match).ply
        self.tries(matches.seal, chair.id, "the moon on a stick", ply, self.now)
        self.twice(matches.seal, chair.id, text, ply + away, self.now)

    # Leaving and coming back

    @precondition(lambda self: self.ids)
    @rule(number=which, place=who)
    def resign(self, number: int, place: int) -> None:
        self.twice(matches.resign, self.person(number, place).id, self.now)

    @precondition(lambda self: self.ids)
    @rule(number=which, place=who, verdict=st.sampled_from([*VERDICTS, "hang"]))
    def judge(self, number: int, place: int, verdict: str) -> None:
        judges = judges_of(self.match(number)) or [self.person(number, place)]
        self.twice(matches.judge, judges[place % len(judges)].id, verdict, self.now)

    @precondition(lambda self: self.ids)
    @rule(number=which, place=who)
    def wake(self, number: int, place: int) -> None:
        self.twice(matches.wake, self.person(number, place).id, self.now)

    @precondition(lambda self: self.ids)
    @rule(number=which, place=who)
    def rematch(self, number: int, place: int) -> None:
        chair = self.person(number, place)
        if len(self.ids) < TABLES_AT_MOST:
            second = self.twice(matches.rematch, chair.id, self.now)
            if second and second.id not in self.ids:
                self.ids.append(second.id)

    # The clock and the worker

    @rule(hours=st.sampled_from([1, 10, 39, 48, 200, 24 * 15, -1, -30, -24 * 9]))
    def the_clock_is_set(self, hours: int) -> None:
        self.now += hours * HOUR

    def there(self) -> None:
        """The server was there until now, whatever the clock has done; this also makes its heartbeat."""
        heartbeat.beat(self.now)
        db.session.execute(update(Service).values(beat_at=self.now))
        db.session.execute(update(Outage).values(settled_at=self.now).where(Outage.settled_at.is_(None)))
        db.session.commit()

    @rule(hours=st.sampled_from([0.1, 3, 5, 40, 24 * 14]), paused=st.booleans())
    def the_server_is_away(self, hours: float, paused: bool) -> None:
        """For a while nobody can play; nobody loses that time, and it is given back once."""
        self.there()
        began, lasted = self.now, hours * HOUR
        before = {match.id: (match.closes_at, match.grace) for match in self.all_matches()}
        if paused:
            heartbeat.pause(began)
        self.now += lasted
        (heartbeat.resume if paused else heartbeat.beat)(self.now)
        if paused or lasted > heartbeat.SHORT:
            assert heartbeat.held(self.now)
        self.twice(matches.settle_due, self.now)
        assert not heartbeat.held(self.now)
        for match in self.all_matches():
            (closes_at, grace), opened_at = before[match.id], match.opened_at
            if match.status != PLAYING or closes_at is None or opened_at is None or opened_at > began:
                continue
            assert match.closes_at is not None
            assert match.closes_at >= closes_at + lasted * (paused and closes_at > began)
            if not paused and not grace and lasted >= WINDOW / 10:
                assert match.closes_at >= self.now + WINDOW * 0.19

    @rule()
    def windows_close(self) -> None:
        self.there()
        self.twice(matches.close_due, self.now)
        assert all_matches(MATCHES.c.status == PLAYING, MATCHES.c.closes_at <= self.now) == []

    @rule()
    def invitations_lapse(self) -> None:
        self.there()
        self.twice(matches.lapse_due, self.now)
        assert all_matches(MATCHES.c.status == INVITED, MATCHES.c.closes_at <= self.now) == []

    @rule()
    def players_are_reminded(self) -> None:
        self.there()
        before = set(db.session.scalars(select(Letter.identity)))
        due = [match.id for match in self.all_matches() if match.remind_at and match.remind_at <= self.now]
        self.twice(matches.remind_due, self.now)
        assert [match.remind_at for match in self.all_matches() if match.id in due] == [None] * len(due)
        for letter in db.session.scalars(select(Letter).where(Letter.identity.not_in(before))):
            match = matches.match_by_id(letter.match_id or "")
            assert letter.kind == "reminder"
            assert match.closes_at
            assert match.closes_at > self.now

    @precondition(lambda self: self.ids)
    @rule(number=which, windows=st.sampled_from([1, 3, 10]), but=st.sampled_from([None, 0, 1, 2]), seed=luck)
    def windows_go_by(self, number: int, windows: int, but: int | None, seed: int) -> None:
        """Nobody answers, or one alone; every other time the last window is still open after the reminder."""
        for window in range(windows):
            if but is not None:
                self.answers(self.person(number, but), seed + window)
            self.now += WINDOW * 0.8
            self.players_are_reminded()
            if window + 1 < windows or seed % 2:
                self.now += WINDOW * 0.2
                self.windows_close()

    # What always holds

    def all_matches(self) -> list[Match]:
        db.session.rollback()
        db.session.expire_all()
        return [matches.match_by_id(match_id) for match_id in self.ids]

    @invariant()
    def a_ply_only_rises_and_each_has_one_turn(self) -> None:
        for match in self.all_matches():
            assert match.ply >= self.plies.get(match.id, 0)
            self.plies[match.id] = match.ply
            plies = db.session.scalars(select(Turn.ply).where(Turn.match_id == match.id).order_by(Turn.ply)).all()
            assert list(plies) == (list(range(match.ply + 1)) if match.started_at else [])

    @invariant()
    def the_clock_runs_while_somebody_is_awaited(self) -> None:
        for match in self.all_matches():
            assert match.retry_at is None, "a table that could not be advanced"
            if match.status == PLAYING and match.asleep_at is None:
                assert match.opened_at is not None
                assert match.closes_at is not None
                assert match.closes_at > match.opened_at
                assert match.remind_at is None or match.opened_at < match.remind_at < match.closes_at
                assert [seat for seat in spectator_page(match).waiting if not match.chairs[seat].house]
            elif match.status != INVITED:
                assert (match.closes_at, match.remind_at) == (None, None)

    @invariant()
    def nobody_sees_who_has_answered_a_blind_window(self) -> None:
        for match in self.all_matches():
            looked = match.id, match.ply, tuple(match.sealed)
            if not hides(match.terms) or looked in self.looked or len(spectator_page(match).seats_asked) < 2:
                continue
            self.looked.add(looked)
            for chair in [match.chairs[seat] for seat in match.sealed]:
                sealed, before = dict(again(match).sealed), self.pages_of_others(chair)
                self.behind_everybodys_back(match, {seat: it for seat, it in sealed.items() if seat != chair.seat})
                assert self.pages_of_others(chair) == before
                self.behind_everybodys_back(match, sealed)

    def behind_everybodys_back(self, match: Match, sealed: dict[str, Any]) -> None:
        """Other answers are sealed; what processes remember of the match holds no more."""
        values = {"sealed": sealed, "revision": MATCHES.c.revision + 1}
        db.session.execute(update(MATCHES).where(MATCHES.c.id == match.id).values(values))
        db.session.commit()

    @invariant()
    def what_has_ended_stays_as_it_ended(self) -> None:
        for match in self.all_matches():
            if match.status in LASTING:
                assert self.ended.setdefault(match.id, match.status) == match.status
                assert match.sealed == {}
                assert match.ending
            else:
                assert match.id not in self.ended

    @invariant()
    def a_finished_match_can_be_played_again_from_its_record(self) -> None:
        for match in self.all_matches():
            if match.status == OVER and match.id not in self.verified:
                assert deal.verify(matches.record_of(match)).scores == match.scores
                self.verified.add(match.id)

    @invariant()
    def each_letter_is_written_once(self) -> None:
        about = select(Letter.match_id, Letter.ply, Letter.chair_id, Letter.kind)
        written = [
            tuple(one)
            for one in db.session.execute(about.where(Letter.kind.not_in(["resigned", "reminder", "woken", "outage"])))
        ]
        assert len(written) == len(set(written))


@pytest.fixture
def dice(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Random:
    """All chance there is: of the test, so that what has failed once fails again."""
    dice = Random(1)
    monkeypatch.setattr(deal, "new_seed", lambda: dice.randbytes(32))
    monkeypatch.setattr(secrets, "token_bytes", dice.randbytes)
    monkeypatch.setattr(secrets, "randbits", dice.getrandbits)
    return dice


LIVES = {"sqlite": 5, "postgresql": 2}
"""How many lives are lived on each database; what hangs on the database shows in the first of them."""


@pytest.mark.hypothesis
@pytest.mark.parametrize("lives", ["a few", pytest.param("many", marks=pytest.mark.long)])
def test_whatever_happens_in_whatever_order_what_must_hold_holds(dice: Random, database: str, lives: str) -> None:
    many = 20 if lives == "many" else LIVES[database]

    class Seeded(Lives):
        looks_at = staticmethod(twins.of_a_match if lives == "many" else twins.of_its_table)

        def __init__(self) -> None:
            dice.seed(1)
            super().__init__()

    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        Seeded, settings=settings(max_examples=many, stateful_step_count=30, suppress_health_check=list(HealthCheck))
    )


# Lives that were found once ------------------------------------------------------------------------------------------

Step = tuple[Callable[..., None], dict[str, Any]]

ALWAYS = (
    Lives.a_ply_only_rises_and_each_has_one_turn,
    Lives.the_clock_runs_while_somebody_is_awaited,
    Lives.nobody_sees_who_has_answered_a_blind_window,
    Lives.what_has_ended_stays_as_it_ended,
    Lives.a_finished_match_can_be_played_again_from_its_record,
    Lives.each_letter_is_written_once,
)

FOUND: dict[str, list[Step]] = {
    "an answer wakes a match that sleeps": [
        (Lives.open_and_sit_down, {"table": TABLES[0]}),
        (Lives.windows_go_by, {"number": 0, "windows": 10, "but": None, "seed": 1}),
        (Lives.seal, {"number": 0, "place": 0, "seed": 0}),
    ],
    "an answer to a blind window, and one that wakes it": [
        (Lives.open_and_sit_down, {"table": TABLES[3]}),
        (Lives.windows_go_by, {"number": 0, "windows": 5, "but": None, "seed": 1}),
        (Lives.everybody_answers, {"number": 0, "windows": 1, "seed": 0}),
        (Lives.seal_and_think_again, {"number": 0, "place": 0, "seed": 0}),
        (Lives.windows_go_by, {"number": 0, "windows": 10, "but": None, "seed": 1}),
        (Lives.seal, {"number": 0, "place": 2, "seed": 0}),
    ],
    "a pause in the time that an outage has added": [
        (Lives.open_and_sit_down, {"table": TABLES[0]}),
        (Lives.the_clock_is_set, {"hours": 48}),
        (Lives.the_server_is_away, {"hours": 5, "paused": False}),
        (Lives.the_server_is_away, {"hours": 0.1, "paused": True}),
    ],
}
"""What Hypothesis found, as it told of it: the rules in their order, and what they were given."""


@pytest.fixture
def life(dice: Random) -> Iterator[Lives]:
    """A life whose steps a test chooses."""
    life = Lives()
    yield life
    life.teardown()


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)  # what was found hung on neither
@pytest.mark.parametrize("steps", FOUND.values(), ids=FOUND)
@pytest.mark.wide
def test_what_was_found_once_holds(life: Lives, steps: list[Step]) -> None:
    for step, given in steps:
        step(life, **given)
        for holds in ALWAYS:
            holds(life)
