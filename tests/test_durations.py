"""Durations: read alike wherever one is asked for, and one sentence where they are not understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from server import clock
from server.cli import poste
from server.cli.duration import Duration
from server.config import VARIABLES, Misconfigured, Settings
from server.durations import BadDuration, as_iso, duration

from .each import each

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WRITTEN = {
    "30m": HOUR / 2, "30 min": HOUR / 2, "2h": 2 * HOUR, "2 hours": 2 * HOUR, "1 Hour": HOUR, "PT2H": 2 * HOUR,
    "pt90m": 1.5 * HOUR, "3 days": 3 * DAY, "3d": 3 * DAY, "1 week": 7 * DAY, "2w": 14 * DAY, "1.5 hours": 1.5 * HOUR,
    "1 day 12 hours": 1.5 * DAY, "2h30m": 2.5 * HOUR, "1 week, 2 days and 3 hours": 9 * DAY + 3 * HOUR,
    " 45  sec ": HOUR / 80, "P1W": 7 * DAY, "P1DT12H": 1.5 * DAY,
}  # fmt: skip
NONE = (
    "", " ", "soon", "2", "h", "2 x", "-2h", "-PT2H", "2 hours ago", "1 month", "P1M", "1y", "P", "PT", "1:30", "2hh",
    "٣d",
    "9" * 59 + "d", "1000000 days", "2 h" * 99,
)  # fmt: skip
TIMES = re.compile(r"SECONDS|PACE|DAYS|RETAIN|seconds|minutes|\bhours?\b|\bdays\b|duration|how long", re.I)
"""What the name or the meaning of a setting or an option says if it is a time."""
NO_TIMES = {"STRANGER_DAY", "STRANGER_WEEK", "MATCHES_DAY", "DOMAIN_ALARM"}
"""Counts in a fixed time."""


@each(("text", "span"), WRITTEN.items())
def test_a_duration_is_read_as_people_write_it(text: str, span: timedelta) -> None:
    assert duration(text) == span


@each("text", NONE)
def test_what_is_no_duration_is_one_sentence(text: str) -> None:
    with pytest.raises(BadDuration) as bad:
        duration(text, "A pause")
    assert str(bad.value) == f"A pause is a duration such as 30m, 2h, 3 days or 1 week, not “{text[:60]}”."


@given(st.timedeltas(timedelta(), timedelta(days=36_525)))
def test_what_is_written_out_is_read_as_it_was_meant(span: timedelta) -> None:
    span = timedelta(minutes=span // timedelta(minutes=1) or 1)
    assert duration(clock.in_words(span)) == span
    assert duration(as_iso(clock.in_words(span))) == span


def options() -> Iterator[tuple[str, click.Option]]:
    context = click.Context(poste)
    for name in poste.list_commands(context):
        command = poste.get_command(context, name)
        assert command is not None
        yield from ((name, param) for param in command.params if isinstance(param, click.Option))


def test_every_option_that_is_a_time_is_a_duration() -> None:
    named = {(name, one.opts[0]) for name, one in options() if TIMES.search(f"{one.opts[0]} {one.help}")}
    read = {(name, one.opts[0]) for name, one in options() if isinstance(one.type, Duration)}
    assert read == {
        ("pause", "--for"), ("doctor", "--wait"), ("letters", "--days"), ("archive", "--days"),
    }  # fmt: skip
    assert named == read | {("demo", "--pace"), ("new", "--pace")}


def test_every_option_understands_and_refuses_the_same(subtests: pytest.Subtests) -> None:
    for name, option in options():
        if isinstance(option.type, Duration):
            with subtests.test(f"{name} {option.opts[0]}"):
                for text, span in WRITTEN.items():
                    assert option.type.convert(text, option, None) == span
                refused = CliRunner().invoke(poste, [name, option.opts[0], "soon"], prog_name="poste")
                sentence = f"The option {option.opts[0]} is a duration such as 30m, 2h, 3 days or 1 week, not “soon”."
                assert (refused.exit_code, refused.stderr) == (2, f"poste: {sentence}\n")


RANGES = {
    "SWEEP_SECONDS": ("seconds", 1, 3600), "IDLE_SECONDS": ("seconds", 1, 3600), "VACATION_DAYS": ("days", 0, 180),
    "RETAIN": ("days", 30, 36_500), "HOUSE_SECONDS": ("seconds", 0.1, 10), "MIN_PACE": ("minutes", 1, 99),
}  # fmt: skip
"""The settings that are times, the unit of each, and the least and the most."""


def test_every_setting_that_is_a_time_is_a_duration(tmp_path: Path, subtests: pytest.Subtests) -> None:
    named = {one.name for one in VARIABLES if TIMES.search(f"{one.name} {one.help}")} - NO_TIMES
    assert named == set(RANGES)
    there = {"STATE_DIR": str(tmp_path), "BASE_URL": "http://localhost"}
    for name, (unit, least, most) in RANGES.items():
        with subtests.test(name):
            for number in (least, most):
                Settings({**there, name: f"{number} {unit}"}).check()
                if name != "MIN_PACE":
                    Settings({**there, name: str(number)}).check()
            with pytest.raises(
                Misconfigured, match=f"{name} is a duration such as 30m, 2h, 3 days or 1 week, not “soon”."
            ):
                Settings({**there, name: "soon"}).check()
            for number in (least - 1, most + 1) if name != "MIN_PACE" else ():
                with pytest.raises(Misconfigured, match=rf"^{name} is .*not “{number}”\.$"):
                    Settings({**there, name: str(number)}).check()
    assert Settings({**there, "RETAIN": "52 weeks"}).retain == timedelta(days=364)
    assert Settings({**there, "SWEEP_SECONDS": "1m"}).sweep_seconds == 60
