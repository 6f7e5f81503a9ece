"""The same matches played both ways and on both databases: the same is answered, and every row is the same."""

from __future__ import annotations

import random
import secrets
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from server import clock, deal, matches, views
from server.app import create_app
from server.config import Settings
from server.house import at_random
from server.matches import Guest, MovedOn, Refused
from server.matches.sweeping import ASLEEP_AFTER
from server.rules import Illegal
from server.store.models import PLAYING, Match, db
from server.views import spectator_page
from tests.cast import again, guests
from tests.conftest import MONDAY, empty

HOUR = timedelta(hours=1)
Row = tuple[Any, ...]


@dataclass(frozen=True)
class Script:
    """A match, what is agreed on, how many windows of it are played, and how many go by before some of them."""

    game: str
    players: list[Guest]
    options: Mapping[str, Any] = field(default_factory=dict)
    pace: str = "PT48H"
    terms: Mapping[str, str] = field(default_factory=dict)
    windows: int = 8
    go_by: Mapping[int, int] = field(default_factory=lambda: {4: 1})
    lasts: str = "once"
    """How long the order lasts that one of the players leaves."""


def house(*names: str) -> list[Guest]:
    return [Guest(name, house=True) for name in names]


SCRIPTS = (
    Script("titro", guests("Ada", "Bruno"), {"rounds": 1}, windows=20),
    Script("titro", guests("Bruno", "Chiara"), go_by={3: 1, 5: ASLEEP_AFTER}),
    Script("titro", guests("Ada", "Bruno"), terms={"blind": "on", "answered": "hidden", "house-absent": "on"}),
    Script("titro", guests("Chiara", "Bruno"), terms={"weekends": "free", "excuses": "1"}),
    Script("tottarot", guests("Ada", "Bruno", "Chiara"), {"turns": 1}, terms={"delay": "on"}, lasts="always"),
    Script("texas-42", guests("Ada", "Bruno", "Chiara", "Edda"), windows=20),
    Script("dementlieu", [*guests("Ada", "Chiara"), *house("Bruno")], pace="bank P4D+PT6H", windows=15),
)
"""One that ends, one that sleeps and is woken by an answer, blind timing, excuses, orders that wait, forced
answers that wait, and a bank of time.
"""


def leave_nothing_to_chance(monkeypatch: pytest.MonkeyPatch, now: Callable[[], datetime]) -> None:
    """Cards, salts, ids, house players and the clock of the machine are the same at each performance."""
    dice = Random(10)
    monkeypatch.setattr(deal, "new_seed", lambda: dice.randbytes(32))
    monkeypatch.setattr(secrets, "token_bytes", dice.randbytes)
    monkeypatch.setattr(secrets, "token_hex", lambda length: dice.randbytes(length).hex())
    monkeypatch.setattr(secrets, "choice", dice.choice)
    monkeypatch.setattr(secrets, "randbits", dice.getrandbits)
    monkeypatch.setattr(random, "SystemRandom", lambda: dice)
    monkeypatch.setattr(clock, "now", now)


class Performance:
    """Scripted matches, one after the other; ``told``: everything that their players were told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.player = Random(1)
        self.now = MONDAY

    def moment(self) -> datetime:
        """What the clock of the machine says."""
        return self.now

    def hears(self, use_case: Callable[..., Any], *given: Any) -> None:
        """A request, and what its player is told."""
        try:
            done = use_case(*given)
        except (Illegal, MovedOn, Refused) as refusal:
            done = refusal
        is_told = use_case is matches.seal or isinstance(done, Exception)
        self.told.append(f"{use_case.__name__}: {done!r}" if is_told else "")

    def plays(self, script: Script) -> None:
        """A match: answered, thought again, answered too late or wrongly, let go by, given up."""
        self.now = MONDAY
        match = matches.open_match(script.game, script.options, script.players, script.pace, terms=script.terms,
                                   at=MONDAY)  # fmt: skip
        for chair in match.chairs:
            matches.accept(chair.id, at=MONDAY)
        people = [chair for chair in again(match).chairs if chair.player_id]
        matches.set_hours(people[1].player_id or 0, "22:00", "07:30", "Europe/Rome", MONDAY)
        for window in range(script.windows):
            self.now += HOUR
            if window == 2:
                self.hears(matches.leave_plan, people[1].id, f"what the clock would say {script.lasts}")
            for _ in range(script.go_by.get(window, 0)):
                self.goes_by(match)
            self.is_answered(match)
        self.hears(matches.resign, people[0].id, self.now)
        self.is_answered(match)

    def is_answered(self, match: Match) -> None:
        """Everybody who is asked says one thing, then another, that twice, then nonsense; the clock does the rest."""
        match = again(match)
        ply, chairs = match.ply, [(chair.id, chair.house) for chair in match.chairs]
        for there in spectator_page(match).waiting:
            chair, is_house = chairs[there]
            if again(match).ply == ply and match.status == PLAYING and not is_house:
                shown = views.seat_page(match.chairs[there])
                assert shown.ask is not None
                first, second = (at_random(shown.view, shown.ask, there, self.player) for _ in range(2))
                for said in (first, second, second, "the moon on a stick"):
                    self.hears(matches.seal, chair, said, ply, self.now)
        matches.give_orders_due(self.now + 30 * HOUR)
        if again(match).ply == ply:
            self.goes_by(match)

    def goes_by(self, match: Match) -> None:
        """A window closes at its deadline, after everybody was reminded."""
        closes_at = again(match).closes_at
        if closes_at:
            self.now = closes_at
            matches.remind_due(self.now - HOUR)
            matches.close_due(self.now)


@pytest.fixture
def ways(
    migrated_sqlite: Path, migrated_postgres: str, settings: Settings, tmp_path: Path
) -> dict[tuple[str, str], Settings]:
    """Settings for each database, each way."""
    urls = {("sqlite", way): f"sqlite:///{tmp_path / way}.sqlite" for way in ("on", "off")}
    for url in urls.values():
        shutil.copy(migrated_sqlite, url.removeprefix("sqlite:///"))
    urls |= {("postgresql", way): migrated_postgres for way in ("on", "off")}
    return {
        (kind, way): Settings({**settings.environ, "DATABASE_URL": url, "QUICK": way})
        for (kind, way), url in urls.items()
    }


@pytest.mark.parametrize("most", [6, pytest.param(20, marks=pytest.mark.long)])
def test_the_same_matches_leave_the_same_rows(
    ways: dict[tuple[str, str], Settings], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = {}
    for way, settings in ways.items():
        with create_app(settings).app_context():
            empty()
            performance = Performance()
            leave_nothing_to_chance(monkeypatch, performance.moment)
            played[way] = performed(performance, most)
            db.session.remove()
            db.engine.dispose()
    told, rows = played["sqlite", "off"]
    for way, (also_told, others) in played.items():
        assert also_told == told, way
        for table, kept in others.items():
            assert kept == rows[table], (way, table)


def performed(performance: Performance, most: int) -> tuple[list[str], dict[str, list[Row]]]:
    """What the players of all scripted matches were told, and every row of every table. ``most``: windows of each."""
    for script in SCRIPTS:
        performance.plays(replace(script, windows=min(script.windows, most)))
    db.session.remove()
    return performance.told, {
        table.name: [tuple(row) for row in db.session.execute(select(table).order_by(*table.primary_key))]
        for table in db.metadata.sorted_tables
    }
