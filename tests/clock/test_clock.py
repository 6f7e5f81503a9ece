"""Time: paces, hours that count, deadlines over pauses and both daylight-saving changes, reminders."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server import clock
from server.clock import ALL_HOURS, DAY, HOUR, BadHours, BadPace, Bank, Daily, Fixed, Hours, reminders
from tests.each import each

PARIS, NEW_YORK, AUCKLAND = "Europe/Paris", "America/New_York", "Pacific/Auckland"
NIGHTS = Hours(PARIS, (time(22), time(8)))
WEEKENDS = Hours(weekends=PARIS)


def at(text: str, zone: str = PARIS) -> datetime:
    """``2026-11-23 09:00`` by the clock of a zone."""
    hour = datetime.fromisoformat(text)
    return clock.at_local(hour.date(), hour.time(), zone)


def local(moment: datetime, zone: str = PARIS) -> str:
    """The reverse of `at`."""
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def after(hours: Hours, start: str, span: timedelta) -> str:
    """By the clock of Paris, when so much time that counts has passed since a moment."""
    return local(hours.after(at(start), span))


# Hours that count ----------------------------------------------------------------------------------------------------


def test_without_pauses_every_hour_counts() -> None:
    assert after(ALL_HOURS, "2026-11-20 09:00", 3 * DAY) == "2026-11-23 09:00"


def test_quiet_hours_do_not_count() -> None:
    assert after(NIGHTS, "2026-11-23 20:00", 4 * HOUR) == "2026-11-24 10:00"


def test_two_days_of_waking_hours_are_more_than_three_days() -> None:
    assert after(NIGHTS, "2026-11-23 08:00", 48 * HOUR) == "2026-11-26 14:00"


def test_what_begins_in_the_night_begins_in_the_morning() -> None:
    assert after(NIGHTS, "2026-11-23 23:30", HOUR) == "2026-11-24 09:00"
    assert after(NIGHTS, "2026-11-24 03:00", HOUR) == "2026-11-24 09:00"


def test_what_is_used_up_when_the_night_begins_ends_there() -> None:
    assert after(NIGHTS, "2026-11-23 20:00", 2 * HOUR) == "2026-11-23 22:00"


def test_quiet_hours_may_lie_within_a_day() -> None:
    at_work = Hours(PARIS, (time(9), time(17)))
    assert after(at_work, "2026-11-23 08:00", 2 * HOUR) == "2026-11-23 18:00"


def test_free_weekends_do_not_count() -> None:
    assert after(WEEKENDS, "2026-11-20 18:00", 48 * HOUR) == "2026-11-24 18:00"
    assert after(WEEKENDS, "2026-11-21 11:00", HOUR) == "2026-11-23 01:00"


def test_the_weekend_is_that_of_its_zone() -> None:
    friday_evening_in_new_york = at("2026-11-20 19:00", NEW_YORK)
    in_auckland = Hours(weekends=AUCKLAND).after(friday_evening_in_new_york, HOUR)
    assert local(in_auckland, AUCKLAND) == "2026-11-23 01:00"
    assert Hours(weekends=NEW_YORK).after(friday_evening_in_new_york, HOUR) == friday_evening_in_new_york + HOUR


def test_a_vacation_does_not_count() -> None:
    away = Hours(away=((at("2026-11-24 09:00"), at("2026-12-01 09:00")),))
    assert after(away, "2026-11-23 09:00", 48 * HOUR) == "2026-12-02 09:00"
    assert after(away, "2026-11-30 09:00", 48 * HOUR) == "2026-12-03 09:00"


def test_nights_weekends_and_a_vacation_together() -> None:
    away = (at("2026-11-24 12:00"), at("2026-11-27 12:00"))
    everything = Hours(PARIS, (time(22), time(8)), PARIS, (away,))
    # Monday 14 hours, Tuesday 4; then the vacation until Friday noon: 10 hours; then the weekend; Monday 2.
    assert after(everything, "2026-11-23 08:00", 30 * HOUR) == "2026-11-30 10:00"


def test_the_night_of_the_change_to_summer_time_is_an_hour_shorter() -> None:
    assert after(ALL_HOURS, "2026-03-28 20:00", 24 * HOUR) == "2026-03-29 21:00"
    assert after(NIGHTS, "2026-03-28 20:00", 4 * HOUR) == "2026-03-29 10:00"


def test_the_night_of_the_change_to_winter_time_is_an_hour_longer() -> None:
    assert after(ALL_HOURS, "2026-10-24 20:00", 24 * HOUR) == "2026-10-25 19:00"
    assert after(NIGHTS, "2026-10-24 20:00", 4 * HOUR) == "2026-10-25 10:00"


def test_quiet_hours_that_the_clock_skips_come_an_hour_later_or_not_at_all() -> None:
    night = at("2026-03-29 00:00"), at("2026-03-29 06:00")
    assert Hours(PARIS, (time(2), time(2, 45))).between(*night) == timedelta(hours=4, minutes=15)
    assert Hours(PARIS, (time(2, 30), time(3))).between(*night) == 5 * HOUR


@each("day", ["2026-03-29", "2026-10-25"])
def test_quiet_hours_on_the_day_of_a_change_end_by_the_clock_on_the_wall(day: str) -> None:
    moment = at(f"{day} 04:00")
    assert local(next(NIGHTS.awake_from(moment))[0]) == f"{day} 08:00"


def test_time_that_counts_can_be_measured() -> None:
    assert NIGHTS.between(at("2026-11-23 20:00"), at("2026-11-24 10:00")) == 4 * HOUR
    assert NIGHTS.between(at("2026-11-23 23:00"), at("2026-11-24 07:00")) == timedelta()
    assert ALL_HOURS.between(at("2026-11-24 10:00"), at("2026-11-23 20:00")) == timedelta()


@each(
    ("starts", "ends", "sentence"),
    [
        ("22:00", "", "Quiet hours are two times of the day, such as 22:00 and 08:00."),
        ("ten", "eight", "Quiet hours are two times of the day, such as 22:00 and 08:00."),
        ("24:00", "08:00", "Quiet hours are two times of the day, such as 22:00 and 08:00."),
        ("08:00", "08:00", "Quiet hours are at most 16 hours of a day."),
        ("08:00", "07:00", "Quiet hours are at most 16 hours of a day."),
    ],
)
def test_quiet_hours_that_cannot_be_kept_are_refused_in_a_sentence(starts: str, ends: str, sentence: str) -> None:
    with pytest.raises(BadHours) as refused:
        clock.checked_quiet(starts, ends)
    assert str(refused.value) == sentence


def test_quiet_hours_are_kept_as_they_are_meant() -> None:
    assert clock.checked_quiet("8:30", "17:00") == ("08:30", "17:00")
    assert clock.checked_quiet("16:00", "08:00") == ("16:00", "08:00")
    assert clock.checked_quiet(" ", "") is None


# Paces ---------------------------------------------------------------------------------------------------------------


@each(
    ("text", "pace", "words"),
    [
        ("PT48H", Fixed(48 * HOUR), "2 days"),
        ("bank P10D+PT12H", Bank(10 * DAY, 12 * HOUR), "10 days for the whole match, 12 hours back with each answer"),
        ("daily 20:00 Europe/Paris", Daily(time(20), PARIS), "every day at 20:00 Paris time"),
    ],
)
def test_each_kind_of_pace_is_read_and_told(text: str, pace: clock.Pace, words: str) -> None:
    assert clock.checked_pace(text, timedelta(minutes=5)) == text
    assert clock.pace(text) == pace
    assert clock.pace(text).words == words


@each(
    ("text", "sentence"),
    [
        (
            "soon",
            "A pace is a duration such as 30m, 2h, 3 days or 1 week; bank 10 days + 12h; or daily 20:00 Europe/Paris",
        ),
        ("", "A pace is a duration"),
        ("PT1M", "A window lasts from 5 minutes to 30 days."),
        ("P31D", "A window lasts from 5 minutes to 30 days."),
        ("P1Y", "A pace is a duration"),
        ("bank P10D", "A pace is a duration"),
        ("bank P10D+", "A pace is a duration"),
        ("bank P90D+PT1H", "A bank and what an answer adds last from 5 minutes to 30 days."),
        ("bank P10D+PT0S", "A bank and what an answer adds last from 5 minutes to 30 days."),
        ("daily 25:00 Europe/Paris", "A daily hour is a time and a zone, such as daily 20:00 Europe/Paris"),
        ("daily 20:00 Atlantis/Poseidonis", "A daily hour is a time and a zone"),
        ("daily 20:00 ../../etc/passwd", "A daily hour is a time and a zone"),
    ],
)
def test_a_pace_that_cannot_be_played_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPace) as refused:
        clock.checked_pace(text, timedelta(minutes=5))
    assert str(refused.value).startswith(sentence)


@each(
    ("typed", "kept"),
    [
        ("2 days", "P2D"),
        (" 48h ", "P2D"),
        ("pt36h", "P1DT12H"),
        ("P1W", "P1W"),
        ("bank 10 days + 12h", "bank P10D+PT12H"),
    ],
)
def test_a_pace_is_typed_as_people_write_and_kept_in_iso_8601(typed: str, kept: str) -> None:
    assert clock.checked_pace(typed, timedelta(minutes=5)) == kept


def test_a_fixed_window_gives_everybody_who_is_asked_the_whole_length() -> None:
    closes = Fixed(4 * HOUR).closes(at("2026-11-23 20:00"), [ALL_HOURS, NIGHTS])
    assert local(closes) == "2026-11-24 10:00"


def test_a_window_with_banks_ends_with_the_smallest_of_those_asked() -> None:
    pace = Bank(10 * DAY, 12 * HOUR)
    closes = pace.closes(at("2026-11-23 09:00"), [ALL_HOURS, ALL_HOURS], [3 * DAY, 5 * HOUR])
    assert local(closes) == "2026-11-23 14:00"


def test_an_answer_takes_from_the_bank_and_adds_to_it_up_to_what_it_held_at_first() -> None:
    pace = Bank(10 * DAY, 12 * HOUR)
    assert pace.after_answer(10 * DAY, 2 * DAY) == 8 * DAY + 12 * HOUR
    assert pace.after_answer(10 * DAY, HOUR) == 10 * DAY
    assert pace.after_answer(HOUR, 2 * HOUR) == 12 * HOUR


@each(
    ("opens", "closes"),
    [
        ("2026-11-23 07:59", "2026-11-23 20:00"),
        ("2026-11-23 08:00", "2026-11-23 20:00"),
        ("2026-11-23 08:01", "2026-11-24 20:00"),
        ("2026-11-23 20:00", "2026-11-24 20:00"),
        ("2026-03-28 20:00", "2026-03-29 20:00"),
        ("2026-10-24 20:00", "2026-10-25 20:00"),
    ],
)
def test_a_daily_window_closes_at_the_next_such_hour_that_leaves_twelve(opens: str, closes: str) -> None:
    assert local(Daily(time(20), PARIS).closes(at(opens), [ALL_HOURS])) == closes


def test_a_daily_window_does_not_close_on_a_free_day() -> None:
    assert local(Daily(time(20), PARIS).closes(at("2026-11-20 10:00"), [WEEKENDS])) == "2026-11-23 20:00"


def test_a_daily_window_leaves_twelve_waking_hours() -> None:
    pace = Daily(time(20), PARIS)
    assert local(pace.closes(at("2026-11-23 20:00"), [NIGHTS])) == "2026-11-24 20:00"
    assert local(pace.closes(at("2026-11-23 23:00"), [NIGHTS])) == "2026-11-24 20:00"
    assert local(pace.closes(at("2026-11-24 09:00"), [NIGHTS])) == "2026-11-25 20:00"


def test_an_hour_that_the_clock_skips_comes_an_hour_later() -> None:
    assert local(Daily(time(2, 30), PARIS).closes(at("2026-03-28 12:00"), [ALL_HOURS])) == "2026-03-29 03:30"


# Reminders -----------------------------------------------------------------------------------------------------------


def test_a_reminder_comes_after_four_fifths_of_the_window() -> None:
    opens, closes = at("2026-11-23 09:00"), at("2026-11-24 09:00")
    assert [local(moment) for moment in reminders(opens, closes, ALL_HOURS)] == ["2026-11-24 04:12"]


def test_reminders_come_at_hours_of_ones_own_too_as_far_as_they_lie_in_the_window() -> None:
    opens, closes = at("2026-11-23 09:00"), at("2026-11-24 09:00")
    wished = reminders(opens, closes, ALL_HOURS, (2, 12, 48))
    assert [local(moment) for moment in wished] == ["2026-11-23 21:00", "2026-11-24 04:12", "2026-11-24 07:00"]


def test_a_reminder_wakes_nobody_in_quiet_hours_unless_it_were_too_late() -> None:
    opens = at("2026-11-23 09:00")
    assert [local(m) for m in reminders(opens, at("2026-11-24 09:00"), NIGHTS)] == ["2026-11-24 08:00"]
    assert [local(m) for m in reminders(opens, at("2026-11-24 07:00"), NIGHTS)] == ["2026-11-24 02:36"]


def test_two_reminders_for_the_same_moment_are_one() -> None:
    opens = at("2026-11-23 09:00")
    assert len(reminders(opens, opens + 10 * HOUR, ALL_HOURS, (2,))) == 1


# The clock that all processes go by ----------------------------------------------------------------------------------


@each(
    ("zone", "words"),
    [
        ("Europe/Paris", "Paris time"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires time"),
        ("Etc/GMT+5", "UTC−5"),
        ("Etc/GMT-14", "UTC+14"),
        ("Etc/GMT", "UTC"),
        ("Etc/UTC", "UTC"),
        ("Mars/Olympus", "UTC"),
        (None, "UTC"),
    ],
)
def test_a_zone_is_told_by_its_city_or_by_what_it_adds_to_utc(zone: str | None, words: str) -> None:
    assert clock.zone_words(zone) == words
    assert clock.in_full(datetime(2026, 11, 23, 9, tzinfo=UTC), zone).endswith(words)


@each(
    ("moment", "words"),
    [
        (datetime(2026, 11, 23, 20, tzinfo=UTC), "Mon 21:00"),
        (datetime(2026, 11, 28, 23, 30, tzinfo=UTC), "Sun 00:30"),
        (datetime(2026, 11, 29, 23, 30, tzinfo=UTC), "30 Nov 00:30"),
        (datetime(2026, 11, 17, 12, tzinfo=UTC), "Tue 13:00"),
        (datetime(2026, 11, 16, 12, tzinfo=UTC), "16 Nov"),
        (datetime(2025, 11, 23, 12, tzinfo=UTC), "23 Nov 2025"),
    ],
)
def test_a_time_is_told_as_shortly_as_is_clear(moment: datetime, words: str) -> None:
    monday = datetime(2026, 11, 23, 9, tzinfo=UTC)
    assert clock.told(moment, "Europe/Paris", monday) == words
    assert clock.told(monday, "Europe/Paris", monday, to_all=True) == "Mon 10:00 Paris time"
    assert clock.told(monday, None, monday) == "Mon 09:00 UTC"


def test_a_process_whose_clock_is_ahead_goes_by_the_time_of_the_others() -> None:
    of_the_others, was = clock.now(), clock.ahead()
    try:
        clock.set_ahead(was + DAY)
        assert abs(of_the_others - DAY - clock.now()) < HOUR
    finally:
        clock.set_ahead(was)


# Properties ----------------------------------------------------------------------------------------------------------

ZONES = [
    PARIS,
    NEW_YORK,
    AUCKLAND,
    "UTC",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
]
moments = st.integers(0, 8 * 365 * 24 * 60).map(lambda n: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=n))
minutes = st.integers(0, 24 * 60 - 1)
spans = st.integers(1, 30 * 24 * 60).map(lambda n: timedelta(minutes=n))


@st.composite
def quiet_hours(draw: st.DrawFn) -> tuple[time, time] | None:
    """Quiet hours that may be wished, or none."""
    if draw(st.booleans()):
        return None
    starts, span = draw(minutes), draw(st.integers(1, 16 * 60))
    return _hour(starts), _hour(starts + span)


def _hour(minute: int) -> time:
    return time(minute // 60 % 24, minute % 60)


@st.composite
def hours_of_somebody(draw: st.DrawFn, start: datetime) -> Hours:
    """Quiet hours, weekends and up to two vacations around a moment."""
    away = []
    ends = start + timedelta(hours=draw(st.integers(-900, 900)))
    for _ in range(draw(st.integers(0, 2))):
        begins = ends + timedelta(hours=draw(st.integers(1, 900)))
        ends = begins + timedelta(hours=draw(st.integers(1, 30 * 24)))
        away.append((begins, ends))
    zone = draw(st.sampled_from(ZONES))
    weekends = draw(st.sampled_from([None, *ZONES]))
    return Hours(zone, draw(quiet_hours()), weekends, tuple(away))


@st.composite
def windows(draw: st.DrawFn) -> tuple[clock.Pace, datetime, list[Hours], list[timedelta]]:
    """A pace, when a window opens, whose hours count, and what they have left."""
    start = draw(moments)
    asked = draw(st.lists(hours_of_somebody(start), min_size=1, max_size=4))
    fixed = st.builds(Fixed, spans)
    banks = st.builds(Bank, spans, spans)
    daily = st.builds(Daily, minutes.map(_hour), st.sampled_from(ZONES))
    left = [draw(spans) for _ in asked]
    return draw(fixed | banks | daily), start, asked, left


LONGEST_WINDOW = timedelta(days=230)
"""30 days of which a third is awake, and no weekend counts: 126 days; two vacations of 30 days; some days' rounding."""


@settings(max_examples=150)
@given(windows())
def test_no_window_closes_in_the_past_and_no_match_is_immortal(
    window: tuple[clock.Pace, datetime, list[Hours], list[timedelta]],
) -> None:
    pace, start, asked, left = window
    closes = pace.closes(start, asked, left)
    assert start < closes < start + LONGEST_WINDOW


@settings(max_examples=150)
@given(windows(), st.lists(st.integers(1, 720), max_size=5))
def test_no_reminder_comes_before_its_window_or_after_its_deadline_and_none_twice(
    window: tuple[clock.Pace, datetime, list[Hours], list[timedelta]], wished: list[int]
) -> None:
    pace, start, asked, left = window
    closes = pace.closes(start, asked, left)
    for hours in asked:
        found = reminders(start, closes, hours, wished)
        assert all(start < moment < closes for moment in found)
        assert len(found) == len(set(found)) <= 1 + len(wished)


@settings(max_examples=150)
@given(st.data(), moments, spans, spans)
def test_time_that_counts_adds_up_and_never_runs_backwards(
    data: st.DataObject, start: datetime, span: timedelta, more: timedelta
) -> None:
    hours = data.draw(hours_of_somebody(start))
    end = hours.after(start, span)
    assert start + span <= end
    assert hours.between(start, end) == span
    assert hours.after(start, span + more) == hours.after(end, more)
    later = start + more
    assert end <= hours.after(later, span)
    assert hours.between(later, end) <= span


@settings(max_examples=100)
@given(st.data(), moments, spans, st.integers(1, 720))
def test_going_away_never_costs_time_and_stretches_by_no_more_than_the_vacation(
    data: st.DataObject, start: datetime, span: timedelta, away: int
) -> None:
    hours = Hours(data.draw(st.sampled_from(ZONES)), data.draw(quiet_hours()))
    before = hours.after(start, span)
    vacation = (start, start + timedelta(hours=away))
    stretched = Hours(hours.zone, hours.quiet, None, (vacation,)).after(start, span)
    assert before <= stretched <= before + timedelta(hours=away) + 17 * HOUR
