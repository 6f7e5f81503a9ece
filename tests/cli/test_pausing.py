"""poste pause and poste resume."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from server import clock
from server.cli import poste
from server.config import Settings
from server.store import heartbeat
from server.store.models import db
from tests.cast import again, open_table
from tests.cli.ran import Ran
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def run(settings: Settings) -> object:
    def ran(*arguments: str) -> Ran:
        return Ran(CliRunner().invoke(poste, arguments, env=settings.environ))

    return ran


def test_a_pause_can_be_said_twice_and_ends_once(run) -> None:  # type: ignore[no-untyped-def]
    match = open_table(at=clock.now())
    before = again(match).closes_at
    assert run("pause", "--for", "2h", "--why", "The server moves.").exit_code == 0
    again_paused = run("pause", "--until", "20:00")
    assert "It goes on with `poste resume`." in again_paused.stdout
    db.session.rollback()
    now = heartbeat.state()
    assert now is not None
    assert now.paused_at is not None
    assert now.back_at is not None
    assert now.back_at.hour == 20
    assert "1 match has got" in run("resume").stdout
    assert again(match).closes_at > before
    assert run("resume").stdout == "The server was not paused.\n"


def test_an_hour_that_has_passed_today_is_that_of_tomorrow(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY)  # at nine
    for hour, told in (("9:01", "Mon 09:01"), ("9:00", "Tue 09:00"), ("8:30", "Tue 08:30")):
        assert f"; people are told {told} UTC. " in run("pause", "--until", hour).stdout


NOT_MEANT = (
    (("--until", "soon"), "--until is a time such as 20:00"),
    (("--until", ""), "--until is a time such as 20:00"),
    (("--until", "2001-01-01T10:00"), "--until lies in the future"),
    (("--for", "two hours"), "--for is a duration such as 30m, 2h, 3 days or 1 week, not “two hours”."),
    (("--for", "PT2H", "--until", "20:00"), "not both"),
    (("--why", "x" * 201), "--why is one line"),
)


def test_what_cannot_be_meant_is_refused_with_a_sentence(run, subtests: pytest.Subtests) -> None:  # type: ignore[no-untyped-def]
    for arguments, why in NOT_MEANT:
        with subtests.test(" ".join(arguments)[:40]):
            result = run("pause", *arguments)
            assert result.exit_code == 2
            assert why in result.stderr
            assert heartbeat.state() is None
