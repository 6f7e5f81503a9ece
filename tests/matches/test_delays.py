"""No delay without an end: whatever one player does, each window closes within a bound that is a formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from server import matches, views
from server.clock import DAY, GO_ON, HOUR, Stretch, at_local
from server.house import at_random
from server.matches import Guest, MovedOn, Refused, desk, pausing, timing
from server.rules import GAMES, Illegal, all_asks
from server.store.hours import vacations_of
from server.store.models import PLAYING, Chair, Match, db
from server.views.motions import STAY, motion_of, open_motion
from tests.cast import MONDAY, again, guests, letters, open_match, open_table, seat

pytestmark = pytest.mark.usefixtures("app")
DECEMBER = datetime(2026, 12, 1, 12, tzinfo=UTC)
NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC)


def table(pace: str = "PT48H", at: datetime = MONDAY, **terms: str) -> Match:
    """Ada, who is the host, Bruno and Chiara play."""
    match = open_match("tottarot", {}, guests("Ada", "Bruno", "Chiara"), pace, terms=terms, at=at)
    for chair in match.chairs:
        matches.accept(chair.id, at=at)
    return again(match)


def ada(match: Match) -> int:
    player = seat(match, "Ada").player_id
    assert player is not None
    return player


def days_in(vacations: tuple[Stretch, ...], year: int, zone: str) -> timedelta:
    """How much of a year, by the calendar of a zone, was taken."""
    starts, ends = (at_local(date(n, 1, 1), time(), zone) for n in (year, year + 1))
    return sum((max(min(b, ends) - max(a, starts), timedelta()) for a, b in vacations), timedelta())


# Vacations -----------------------------------------------------------------------------------------------------------


def test_thirty_days_begun_in_december_are_not_had_again_and_again() -> None:
    match, now = table(at=DECEMBER), DECEMBER
    for _ in range(12):
        for days in (30, 1):
            with suppress(Refused):
                matches.go_away(ada(match), days, at=now)
                break
        now += 29 * DAY
    vacations = vacations_of(seat(match, "Ada").player)
    assert [days_in(vacations, year, "UTC") <= 30 * DAY for year in (2026, 2027)] == [True, True]
    closes_at = again(match).closes_at
    assert closes_at is not None
    assert closes_at <= DECEMBER + 2 * DAY + 60 * DAY


def test_a_vacation_over_new_year_takes_of_each_year_what_lies_in_it() -> None:
    match = table(at=DECEMBER)
    traveller = matches.go_away(ada(match), 20, at=NEW_YEAR - 8 * DAY)
    assert matches.days_left(traveller, NEW_YEAR - DAY) == 22
    assert matches.days_left(traveller, NEW_YEAR + DAY) == 18
    with pytest.raises(Refused, match="from 1 to 28: so many are left this year"):
        matches.go_away(ada(match), 29, at=NEW_YEAR + 2 * DAY)
    matches.go_away(ada(match), 28, at=NEW_YEAR + 2 * DAY)


def test_near_the_end_of_the_year_it_is_said_how_the_days_count() -> None:
    match = table(at=DECEMBER)
    matches.go_away(ada(match), 25, at=DECEMBER)
    with pytest.raises(Refused, match="from 1 to 33: each day counts in the year in which it lies, and 5 of this"):
        matches.go_away(ada(match), 40, at=NEW_YEAR - 3.5 * DAY)


def test_the_calendar_is_that_of_the_table_whatever_zone_its_player_lives_in(subtests: pytest.Subtests) -> None:
    for number, zone in enumerate(("Pacific/Auckland", "Pacific/Honolulu", "UTC")):
        with subtests.test(zone=zone):
            names = [f"{name}{number}" for name in ("Ada", "Bruno")]
            match = open_match("titro", {}, guests(*names), terms={"zone": zone}, at=DECEMBER)
            for chair in match.chairs:
                matches.accept(chair.id, at=DECEMBER)
            traveller, now = seat(match, names[0]).player_id, DECEMBER + 1.5 * DAY
            assert traveller is not None
            for hours in (0, 29 * 24, 30 * 24, 40 * 24):
                for days, home in ((1, "Pacific/Kiritimati"), (30, "Pacific/Pago_Pago")):
                    matches.set_hours(traveller, "", "", home)
                    with suppress(Refused):
                        matches.go_away(traveller, days, at=now + hours * HOUR)
            vacations = vacations_of(seat(match, names[0]).player)
            for year in (2026, 2027):
                assert days_in(vacations, year, zone) <= 30 * DAY


def test_a_day_that_was_begun_is_a_day() -> None:
    match = table()
    for n in range(3):
        matches.go_away(ada(match), 1, at=MONDAY + n * DAY)
        traveller = matches.come_back(ada(match), at=MONDAY + n * DAY + 8 * HOUR)
    assert matches.days_left(traveller, MONDAY + 3 * DAY) == 27


# Pauses --------------------------------------------------------------------------------------------------------------


def test_a_host_alone_pauses_for_28_days_in_all_and_more_needs_everybodys_yes() -> None:
    match, now = table(), MONDAY
    for _ in range(15):
        desk.pause(match.id, 28, at=now)
        now = max(again(match).paused_until or now, now) + DAY
    assert (again(match).paused_days, pausing.days_left(again(match))) == (28, 0)
    asked = motion_of(again(match))
    assert asked is not None
    for name in ("Ada", "Bruno"):
        matches.answer_motion(seat(match, name).id, True, asked.number, now)
    assert not pausing.is_paused(again(match), now), "silence is no yes"
    matches.answer_motion(seat(match, "Chiara").id, True, asked.number, now)
    assert again(match).paused_until == now + 28 * DAY


def test_a_pause_that_was_ended_costs_the_days_that_were_begun() -> None:
    match = table()
    desk.pause(match.id, 14, at=MONDAY)
    desk.resume(match.id, at=MONDAY + 3 * DAY + HOUR)
    assert pausing.days_left(again(match)) == 24
    assert desk.pauses(again(match)) == ([3, 7, 14, 24], [28])
    with pytest.raises(Refused, match="You may still decide 24 of 28 days alone; more needs everybody’s yes"):
        desk.pause(match.id, 5, at=MONDAY + 4 * DAY)


def test_one_player_asks_to_go_on_and_the_pause_ends_two_days_later() -> None:
    match = table()
    closes_at = again(match).closes_at
    desk.pause(match.id, 28, at=MONDAY)
    for _ in range(2):
        matches.go_on(seat(match, "Bruno").id, at=MONDAY + DAY)
    assert closes_at is not None
    assert again(match).paused_until == MONDAY + DAY + GO_ON
    assert again(match).closes_at == closes_at + 3 * DAY
    assert pausing.days_left(again(match)) == 25
    assert len(letters(match, "motion")) == 3
    matches.go_on(seat(match, "Chiara").id, at=MONDAY + 2 * DAY)
    assert again(match).paused_until == MONDAY + DAY + GO_ON


def test_all_can_say_that_the_pause_goes_on_all_the_same() -> None:
    match = table()
    desk.pause(match.id, 28, at=MONDAY)
    before = again(match).closes_at, again(match).paused_until, again(match).paused_days
    matches.go_on(seat(match, "Bruno").id, at=MONDAY + DAY)
    asked = motion_of(again(match))
    assert asked is not None
    assert asked.what == STAY
    for name in ("Ada", "Chiara", "Bruno"):
        assert again(match).paused_until == MONDAY + DAY + GO_ON
        matches.answer_motion(seat(match, name).id, True, asked.number, MONDAY + DAY)
    assert (again(match).closes_at, again(match).paused_until, again(match).paused_days) == before


def test_a_host_who_ends_the_pause_at_once_leaves_nothing_to_say() -> None:
    match = table()
    desk.pause(match.id, 28, at=MONDAY)
    matches.go_on(seat(match, "Bruno").id, at=MONDAY + DAY)
    desk.resume(match.id, at=MONDAY + DAY)
    assert again(match).paused_until is None
    assert open_motion(again(match)) is None


def test_a_host_who_asks_all_something_else_meanwhile_does_not_keep_the_pause() -> None:
    match = table()
    desk.pause(match.id, 28, at=MONDAY)
    matches.move(match.id, "end", at=MONDAY)
    matches.go_on(seat(match, "Chiara").id, at=MONDAY + DAY)
    assert again(match).paused_until == MONDAY + DAY + GO_ON
    assert motion_of(again(match)).what == "end"


def test_a_match_that_sleeps_is_paused_too_and_wakes_to_the_rest_of_the_pause() -> None:
    match = table()
    while again(match).asleep_at is None:
        matches.close_due(again(match).closes_at)
    now = again(match).asleep_at
    desk.pause(match.id, 3, at=now)
    matches.wake(seat(match, "Bruno").id, at=now + DAY)
    assert again(match).closes_at == now + 5 * DAY


def test_a_pause_that_is_ended_at_once_brings_no_deadline_nearer(subtests: pytest.Subtests) -> None:
    for pace in ("PT48H", "daily 20:00 UTC"):
        with subtests.test(pace=pace):
            match = open_table(pace=pace, at=MONDAY + HOUR)
            closes_at = again(match).closes_at
            desk.pause(match.id, 3, at=MONDAY + 3 * HOUR)
            desk.resume(match.id, at=MONDAY + 3 * HOUR + timedelta(minutes=1))
            assert closes_at is not None
            assert again(match).closes_at is not None
            assert closes_at <= again(match).closes_at <= closes_at + timedelta(minutes=1)


# Whoever is absent has no word ---------------------------------------------------------------------------------------


def test_who_holds_several_seats_has_one_word_on_waiting_and_none_on_themselves() -> None:
    people = [Guest(name, "ada@example.org") for name in ("Ada", "Second", "Third")]
    match = open_match("texas-42", {}, [*people, *guests("Bruno")], same_person=True, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    now = MONDAY
    while seat(match, "Second").missed < 3:
        now += HOUR
        for name in ("Ada", "Bruno", "Third"):
            answers(seat(match, name), now)
        if seat(match, "Second").seat in all_asks(GAMES[match.game], views.table_of(again(match))):
            now = again(match).closes_at or now
            matches.close_due(now)
    for name in ("Ada", "Third"):
        with pytest.raises(Refused, match="Nobody is being waited for"):
            matches.judge(seat(match, name).id, "wait", at=now)


def answers(chair: Chair, at: datetime) -> None:
    """Any answer, where one is asked for."""
    match = chair.match
    ask = all_asks(GAMES[match.game], views.table_of(match)).get(chair.seat) if match.status == PLAYING else None
    if ask is not None:
        matches.seal(chair.id, at_random({}, ask, chair.seat, Random(1)), match.ply, at)


# One who does all they may -------------------------------------------------------------------------------------------

PACES = ("PT5M", "PT12H", "PT48H", "P30D", "bank P2D+PT6H", "daily 20:00 Europe/Paris")
ZONES = ("UTC", "Europe/Paris", "Pacific/Auckland", "Pacific/Honolulu")
TERMS: tuple[dict[str, str], ...] = ({}, {"weekends": "free"}, {"excuses": "9"}, {"weekends": "free", "excuses": "2"})
SECOND = "another address of the same person"
numbers = count()


class Delayer(RuleBasedStateMachine):
    """Ada opens a table with Bruno and Chiara, who answer at once, agree to nothing, and are never away."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.number, self.opened = MONDAY, next(numbers), {}
        self.match_id = ""

    @property
    def match(self) -> Match:
        db.session.rollback()
        db.session.expire_all()
        return matches.match_by_id(self.match_id)

    @property
    def own(self) -> Chair:
        return self.match.chairs[0]

    def tries(self, use_case: Callable[..., Any], *given: Any) -> Any:
        """What the server refuses is no delay."""
        try:
            return use_case(*given)
        except (Refused, Illegal, MovedOn):
            return None

    @initialize(pace=st.sampled_from(PACES), terms=st.sampled_from(TERMS))
    def opens(self, pace: str, terms: dict[str, str]) -> None:
        game = "dementlieu" if pace.startswith("bank") else "tottarot"
        people = [Guest(name, f"{name.lower()}{self.number}@example.org") for name in ("Ada", "Bruno", "Chiara")]
        match = open_match(game, {}, people, pace, terms={"zone": "Europe/Paris", **terms}, at=self.now)
        self.match_id = match.id
        for chair in match.chairs:
            matches.accept(chair.id, at=self.now)
        self.others_are_ready()

    def others_are_ready(self) -> None:
        """Whoever else is asked answers; nothing more is due."""
        for _ in range(40):
            match = self.match
            ply = match.ply
            for other in match.chairs[1:]:
                if not other.house:
                    answers(self.match.chairs[other.seat], self.now)
            closed = matches.close_due(self.now)
            if match.asleep_at is not None:
                matches.wake(match.chairs[1].id, self.now)
            if self.match.ply == ply and not closed:
                break
        match = self.match
        self.opened.setdefault(match.ply, match.opened_at)

    @rule(hours=st.sampled_from([0.02, 0.9, 1, 8, 16, 24, 40, 24 * 6, 24 * 20]))
    def time_goes_by(self, hours: float) -> None:
        self.now += hours * HOUR
        self.others_are_ready()

    @rule(before=st.sampled_from([0.01, 0.5, 2, 20]))
    def the_deadline_is_near(self, before: float) -> None:
        if closes_at := self.match.closes_at:
            self.now = max(self.now, closes_at - before * HOUR)

    @rule(what=st.integers(0, 99), days=st.sampled_from([1, 1, 3, 7, 14, 28, 30]), zone=st.sampled_from(ZONES))
    def ada_delays(self, what: int, days: int, zone: str) -> None:
        if self.match.status != PLAYING:
            return
        own, now = self.own, self.now
        person = own.player_id
        ways: tuple[tuple[Callable[..., Any], tuple[Any, ...]], ...] = (
            (matches.go_away, (person, days, now)),
            (matches.go_away, (person, days, now)),
            (matches.come_back, (person, now)),
            (matches.come_back, (person, now)),
            (matches.set_hours, (person, "18:00", "10:00", zone, now)),
            (desk.pause, (own.match_id, days, now)),
            (desk.pause, (own.match_id, days, now)),
            (desk.resume, (own.match_id, now)),
            (desk.resume, (own.match_id, now)),
            (matches.go_on, (own.match.chairs[1].id, now)),
            (desk.set_pace, (own.match_id, f"P{days}D", now)),
            (matches.move, (own.match_id, ("end", "pause", "pace")[days % 3], str(days), now)),
            (self.hands_on, (own,)),
            (matches.let_house_play, (own.id, own.seat, now)),
            (matches.take_back, (own.id, now)),
            (matches.replace_link, (own.id, now)),
            (desk.renew_desk, (own.match_id, now)),
            (matches.propose_appointment, (own.id, now + days * DAY, HOUR, now)),
            (matches.arrive, (own.id, now)),
            (matches.judge, (own.id, "wait", now)),
            (matches.rematch, (own.id, now)),
            (matches.claim, (own.id, now)),
            (answers, (own, now)),
        )
        use_case, given = ways[what % len(ways)]
        self.tries(use_case, *given)
        motion = motion_of(self.match)
        if motion is not None:
            self.tries(matches.answer_motion, self.own.id, True, motion.number, now)
        self.others_are_ready()

    def hands_on(self, own: Chair) -> None:
        """To another address of the same person, and back."""
        email = f"{'ada' if SECOND in own.name else 'second'}{self.number}@example.org"
        offer = matches.offer_seat(own.id, own.seat, "Ada" if SECOND in own.name else SECOND, email, self.now)
        matches.take_offer(offer.id, self.now)

    @invariant()
    def the_window_closes_within_the_bound(self) -> None:
        match = self.match
        if match.status == PLAYING:
            assert match.closes_at is not None
            bound = timing.longest_window(match)
            assert match.closes_at - self.opened[match.ply] <= bound
            assert match.paused_days <= 28


@pytest.mark.wide
def test_who_goes_by_the_hour_comes_near_the_bound_and_not_beyond() -> None:
    """Awake for eight hours a day, Ada is away in these or pauses, and no more of the day than that."""
    match, opened = table(at=DECEMBER.replace(hour=9)), DECEMBER.replace(hour=9)
    matches.set_hours(ada(match), "18:00", "10:00", "UTC", at=opened)
    now = opened + HOUR
    while (closes_at := again(match).closes_at) is not None and closes_at > now and again(match).ply == 0:
        goes, comes = (matches.go_away, matches.come_back), (desk.pause, desk.resume)
        for (begin, end), who, days in ((goes, ada(match), 1), (comes, match.id, 3), (comes, match.id, 1)):
            with suppress(Refused):
                begin(who, days, at=now)
                end(who, at=now + 8 * HOUR)
                break
        now += DAY
        matches.close_due(now)
    bound = timing.longest_window(again(match))
    assert 0.85 * bound < (now - opened) < bound + DAY


@pytest.fixture
def lives() -> Iterator[None]:
    yield
    db.session.rollback()


@pytest.mark.hypothesis
@pytest.mark.parametrize(
    ("examples", "steps"), [pytest.param(4, 30, id="few"), pytest.param(100, 60, id="many", marks=pytest.mark.long)]
)
@pytest.mark.wide
def test_whatever_one_player_does_each_window_closes_in_time(lives: None, examples: int, steps: int) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        Delayer,
        settings=hypothesis_settings(
            max_examples=examples, stateful_step_count=steps, suppress_health_check=list(HealthCheck)
        ),
    )
