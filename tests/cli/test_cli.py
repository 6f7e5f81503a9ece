"""The command `poste`: what it does, and that what it cannot do is one sentence on standard error."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import delete, select, update

from server import clock, matches
from server.cli import poste
from server.cli.group import COMMANDS as LISTED
from server.cli.up import _keep_private, broker_program
from server.config import VARIABLES, Settings
from server.hosting.printed import limits
from server.post import outbox
from server.store import disk, heartbeat
from server.store.models import MATCHES, PLAYING, Process, Review, db
from server.web import create_web
from tests.cast import again, all_matches
from tests.cli.ran import Ran
from tests.services import Broker, Post, ended, free_port, link_key, wait_for

Poste = Callable[..., Ran]


@pytest.fixture
def run_bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Poste:
    """The command on a bare machine; its state is in the test's folder."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable.name, raising=False)
    monkeypatch.setenv("STATE_DIR", str(tmp_path / "var"))
    monkeypatch.setenv("LINK_KEYS", link_key("key"))

    def ran(*words: str, **environ: str) -> Ran:
        return Ran(CliRunner().invoke(poste, list(words), env=environ, prog_name="poste"))

    return ran


@pytest.fixture
def run(run_bare: Poste, tmp_path: Path, migrated_sqlite: Path) -> Poste:
    """The command where `poste migrate` has been run."""
    (tmp_path / "var").mkdir()
    shutil.copy(migrated_sqlite, tmp_path / "var" / "poste.sqlite")
    return run_bare


@contextmanager
def inside(tmp_path: Path) -> Iterator[None]:
    """The server whose command was run."""
    app = create_web(Settings({"STATE_DIR": str(tmp_path / "var"), "LINK_KEYS": link_key("key")}))
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def said(result: Ran, code: int) -> str:
    """The one sentence of a command that could not do what it was told."""
    assert result.exit_code == code
    assert result.stdout == ""
    [sentence] = result.stderr.splitlines()
    assert re.fullmatch(r"poste: [A-Z“].*\.", sentence)
    return sentence


# Help ----------------------------------------------------------------------------------------------------------------

COMMANDS = (
    "up", "demo", "new", "verify", "config", "migrate", "doctor", "letters", "links", "list", "show", "erase", "export",
    "backup", "restore", "archive", "cancel", "block", "worker", "beat", "inbox", "web",
)  # fmt: skip


def test_every_command_explains_itself(run: Poste, subtests: pytest.Subtests) -> None:
    for command in sorted({*COMMANDS, *LISTED}):
        for flag in ("--help", "-h"):
            with subtests.test(f"{command} {flag}"):
                result = run(command, flag)
                assert (result.exit_code, result.stderr) == (0, "")
                assert result.stdout.startswith(f"Usage: poste {command}")


def test_the_help_of_config_has_every_limit(run: Poste) -> None:
    told = " ".join(run("config", "--help").stdout.split())
    assert len(limits()) > 50
    assert all(" ".join(f"{what}: {most}".split()) in told for what, most in limits())


def test_the_commands_that_others_rely_on_are_there(run: Poste) -> None:
    listed = run("--help").stdout
    assert all(f"\n  {command} " in listed for command in COMMANDS)
    assert re.search(r"\d+\.\d+", run("--version").stdout)


def test_every_module_has_the_commands_that_are_listed_for_it() -> None:
    for module in {module for module, _ in LISTED.values()}:
        import_module(f"server.cli.{module}")
    assert set(poste.commands) == set(LISTED)


def test_the_list_of_commands_loads_no_application() -> None:
    program = "import sys; from server.cli import poste; poste(['--help'], standalone_mode=False); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"flask", "sqlalchemy", "server.app"} & {*ran.stdout.splitlines()[-1].split()}


def test_the_list_of_commands_says_whole_sentences(run: Poste) -> None:
    listed = run("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert len(listed) >= len(COMMANDS)
    assert all(re.fullmatch(r"  [a-z]+ +[A-Z].*[^.]\.", line) for line in listed)


WRONG_USE = (
    (("dance",), "dance"),
    (("new",), "GAME"),
    (("new", "titro"), "NAME=ADDRESS"),
    (("new", "titro", "--turbo"), "--turbo"),
    (("demo", "--seats", "two"), "two"),
    (("demo", "--seats"), "--seats"),
    (("verify",), "RECORD"),
    (("verify", "no-such-file.json"), "no-such-file.json"),
    (("migrate", "now"), "now"),
)


def test_wrong_use_is_one_sentence_and_exit_2(run: Poste, subtests: pytest.Subtests) -> None:
    for words, complaint in WRONG_USE:
        with subtests.test(" ".join(words)):
            assert complaint in said(run(*words), 2)


# Links ---------------------------------------------------------------------------------------------------------------


def test_links_are_revoked_after_a_question_and_new_ones_go_out(run: Poste, tmp_path: Path) -> None:
    old = re.findall(r"/s/(\S+)", run("demo").stdout)
    assert run("links", "--revoke-all").exit_code == 1  # nobody said yes
    result = run("links", "--revoke-all", "--yes")
    assert (result.exit_code, result.stdout) == (0, "Revoked. 2 people get a letter with what opens now.\n")
    with inside(tmp_path):
        for token in old:
            with pytest.raises(matches.Gone):
                matches.chair_by_token(token)


NO_LINKS = (
    ((), "--revoke-all"),
    (("--revoke-all", "--match", "abc"), "--revoke-all"),
    (("--seat", "A"), "--match"),
    (("--match", "nowhere", "--yes"), "nowhere"),
    (("--match", "nowhere", "--seat", "7", "--yes"), "“7”"),
    (("--person", "farid@example.org", "--yes"), "Nobody"),
)


def test_links_that_do_not_exist_cannot_be_revoked(run: Poste, subtests: pytest.Subtests) -> None:
    for words, complaint in NO_LINKS:
        with subtests.test(" ".join(words)):
            assert complaint in said(run("links", *words), 2)


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


def test_seats_may_stay_open(run: Poste, tmp_path: Path) -> None:
    result = run("new", "french-tarot", "Ada=ada@example.org", "=open", "--open", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    match_id = re.search(r"Match (\w+) is open", result.stdout)
    assert match_id
    with inside(tmp_path):
        assert [chair.is_open for chair in matches.match_by_id(match_id[1]).chairs] == [False, True, True, True]
    assert "no public list" in said(run("new", "titro", "Ada=ada@example.org", "--open", "1", "--listed"), 2)


def test_a_seat_may_be_taken_by_the_house(run: Poste, tmp_path: Path) -> None:
    players = ("Ada=ada@example.org", "Bruno=house", "Chiara=house")
    assert run("new", "dementlieu", *players).exit_code == 0
    with inside(tmp_path):
        [match] = all_matches()
        assert [chair.house for chair in match.chairs] == [False, True, True]


NO_MATCH = (
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
)


def test_a_match_that_cannot_be_is_refused_in_one_sentence(run: Poste, subtests: pytest.Subtests) -> None:
    for words, complaint in NO_MATCH:
        with subtests.test(" ".join(words)):
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
    for words in (("--seats", "4", "--house", "3"), ("--house", "3")):
        result = run("demo", "--game", "french-tarot", *words)
        assert result.exit_code == 0
        assert result.stdout.count("plays by itself") == 3
        assert result.stdout.count("http://127.0.0.1:8000/s/") == 1


NO_DEMO = (
    (("--game", "chess"), "no game “chess”"),
    (("--seats", "3"), "2 players, not 3"),
    (("--seats", "7"), "7 is not in the range"),
    (("--seats", "-1"), "-1 is not in the range"),
    (("--seats", "0"), "0 is not in the range"),
    (("--house", "2"), "at most 1"),
    (("--house", "-1"), "-1 is not in the range"),
    (("--pace", "PT1S"), "A window lasts"),
)


def test_a_demo_that_cannot_be_is_refused_in_one_sentence(run: Poste, subtests: pytest.Subtests) -> None:
    for words, complaint in NO_DEMO:
        with subtests.test(" ".join(words)):
            assert complaint in said(run("demo", *words), 2)


# The database and the doctor -----------------------------------------------------------------------------------------


def test_migrate_makes_the_database_and_may_be_run_again(run_bare: Poste, tmp_path: Path) -> None:
    for _ in range(2):
        result = run_bare("migrate")
        assert (result.exit_code, result.stdout) == (0, "The database is up to date.\n")
    with closing(sqlite3.connect(tmp_path / "var" / "poste.sqlite")) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables >= set(db.metadata.tables)


def test_a_database_that_cannot_be_used_is_one_sentence(run: Poste, tmp_path: Path, subtests: pytest.Subtests) -> None:
    (tmp_path / "text.sqlite").write_text("This is not a database, but a letter to Ada. " * 100)
    for command in (("migrate",), ("demo",), ("new", "titro", "Ada=a@example.org", "Bo=b@example.org")):
        with subtests.test(command[0]):
            result = run(*command, DATABASE_URL=f"sqlite:///{tmp_path / 'text.sqlite'}")
            assert "database" in said(result, 1)


def test_the_doctor_finds_nothing_wrong_where_all_is_well(run: Poste, broker: Broker) -> None:
    with Post() as inbox:
        result = run("doctor", BROKER_URL=broker.url, INBOX_PORT=str(inbox.port))
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["?" if name == "pages" else "ok", name]  # which nobody serves here
        for name in "database broker mail inbox disk settings pages clock work clocks presence house strangers".split()
    ]
    assert "nobody reads mail to postmaster@ and abuse@: OPERATOR" in line(result, "settings")
    assert line(result, "house").endswith("no strong house player has answered in the last day")
    assert line(run("doctor", OPERATOR="Olga <olga@example.net>"), "settings").endswith("as they should be")
    assert "go round" in line(run("doctor", OPERATOR="abuse@poste.localhost"), "settings")


def test_the_doctor_says_what_is_wrong_and_what_to_do(run_bare: Poste, broker: Broker, tmp_path: Path) -> None:
    run_bare("demo")
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    result = run_bare("doctor", BROKER_URL=broker.url, DATABASE_URL=f"sqlite:///{empty}")
    assert result.exit_code == 1
    assert "run `poste migrate`" in line(result, "database")
    broker.stop()
    result = run_bare("doctor", BROKER_URL=broker.url, MAIL_URL="smtp://127.0.0.1:1?tls=none")
    assert result.exit_code == 1
    assert line(result, "database").startswith("ok")
    assert "poste up" in line(result, "broker")
    assert line(result, "mail").startswith("WRONG")


def test_the_doctor_says_in_a_line_each_what_a_database_that_is_gone_means(run: Poste, broker: Broker) -> None:
    result = run("doctor", BROKER_URL=broker.url, DATABASE_URL="postgresql://ada@127.0.0.1:1/poste")
    assert result.exit_code == 1
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["WRONG", "database"], ["ok", "broker"], ["ok", "mail"], ["WRONG", "inbox"], ["ok", "disk"],
        ["ok", "settings"], ["?", "pages"], ["WRONG", "clock"], ["WRONG", "work"], ["WRONG", "clocks"],
        ["WRONG", "presence"], ["WRONG", "house"], ["WRONG", "strangers"],
    ]  # fmt: skip


def test_the_doctor_sees_a_mail_domain_that_gets_unusually_many_letters(run: Poste, broker: Broker) -> None:
    for name in ("Ada", "Chiara", "Dmitri"):
        run("new", "titro", f"{name}={name}@example.org", "Bo=b@example.org")
    assert line(run("doctor", BROKER_URL=broker.url), "strangers").startswith("ok")
    result = run("doctor", BROKER_URL=broker.url, DOMAIN_ALARM="2")
    assert result.exit_code == 1
    assert "got 3 letters at example.org in a day" in line(result, "strangers")


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


def test_the_doctor_sees_what_keeps_replies_out(run: Poste, broker: Broker) -> None:
    port = str(free_port())
    assert f"nothing greets at INBOX_PORT {port}: start `poste inbox`" in line(run("doctor", INBOX_PORT=port), "inbox")
    with Post() as inbox:
        for url, why in (
            ("imap://ada:s3cret@nowhere.invalid", "there is no host nowhere.invalid"),
            ("imap://ada:s3cret@127.0.0.1:1", "127.0.0.1 cannot be reached"),
        ):
            said = line(run("doctor", INBOX_PORT=str(inbox.port), INBOX_URL=url), "inbox")
            assert why in said
            assert "s3cret" not in said


def test_the_doctor_knows_of_an_inbox_on_another_machine(run: Poste, tmp_path: Path) -> None:
    port = str(free_port())
    for name, there in (("inbox:post-office:17", True), (f"inbox:{heartbeat.machine()}:17", False)):
        with inside(tmp_path):
            db.session.execute(delete(Process))
            db.session.add(Process(id=name, kind="inbox", seen_at=clock.now()))
            db.session.commit()
        told = line(run("doctor", INBOX_PORT=port), "inbox")
        assert told.startswith("ok" if there else "WRONG")
        assert ("takes replies on post-office" in told) is there


GONE, HERE, ELSEWHERE = 2**22 + 1, os.getpid(), 17
"""Numbers of processes: one that Linux gives to none, one that runs, one of another machine."""
PROCESSES = (
    ({"web": HERE}, "no worker runs, so no window closes and no letter leaves: start `poste up`, or the worker of"),
    ({"worker": ELSEWHERE, "inbox": HERE}, "no web runs, so no page is shown: start `poste up`, or the web of"),
    ({"web": HERE, "worker": GONE}, "worker ran here a moment ago, and runs no more: the log says why; start"),
    ({"web": GONE, "worker": GONE}, "web and worker ran here a moment ago, and run no more"),
    ({"web": ELSEWHERE, "worker": HERE}, "not yet; it begins with the first sweep"),
    ({}, "never yet; it begins with `poste up`"),
)


def test_the_doctor_sees_which_processes_are_not_there(run: Poste, tmp_path: Path, subtests: pytest.Subtests) -> None:
    for processes, said in PROCESSES:
        with subtests.test(said):
            with inside(tmp_path):
                db.session.execute(delete(Process))
                for kind, pid in processes.items():
                    machine = "elsewhere" if pid == ELSEWHERE else heartbeat.machine()
                    db.session.add(Process(id=f"{kind}:{machine}:{pid}", kind=kind, seen_at=clock.now()))
                db.session.commit()
            told = line(run("doctor"), "presence")
            assert said in told
            assert told.startswith("ok" if "yet;" in said else "WRONG")


def test_the_doctor_sees_settings_that_are_misspelt_weak_or_open_to_others(run: Poste, broker: Broker) -> None:
    misspelt = {"MAIL_URI": "x", "LINK_KEY": "x", "DATABSE_URL": "x", "POSTE_PORT": "1", "POSTE_DANCE": "1"}
    told = line(run("doctor", **misspelt, LINK_KEYS=f"short,{link_key('long')}", BIND="0.0.0.0"), "settings")
    warned = run("config", **misspelt).stderr
    for name, meant in zip(misspelt, ("MAIL_URL", "LINK_KEYS", "DATABASE_URL", "PORT", "one of"), strict=True):
        assert f"{name} is no setting: is {meant}" in told
        assert f"poste: {name} is no setting: is {meant}" in warned
    assert "1 of LINK_KEYS can be guessed" in told
    assert "letters stay here" in told
    assert "mail to postmaster@ and abuse@ is refused, which every domain must take: set OPERATOR" in told
    assert "BIND is public without PROXIES" in told
    assert "BIND is public without PROXIES" in run("config", BIND="0.0.0.0").stderr
    assert not run("config", BIND="0.0.0.0", PROXIES="1").stderr


def test_others_variables_are_no_misspelt_settings() -> None:
    others = ("PATH", "HOME", "MAIL", "SUPPORT", "STATE_DIRECTORY", "SSH_CONNECTION", "REDIS_URL", "IMPORT", "HOST")
    assert Settings(dict.fromkeys(others, "x")).warnings() == []


def test_the_doctor_sees_a_full_disk_and_one_wrong_thing_is_enough_for_exit_1(
    run: Poste, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "LOW", 10**12)
    with Post() as inbox:
        result = run("doctor", BROKER_URL=broker.url, INBOX_PORT=str(inbox.port))
    assert "nearly full" in line(result, "disk")
    assert (result.exit_code, result.stdout.count("WRONG")) == (1, 1)


def test_the_doctor_and_the_commands_refuse_a_database_of_a_newer_version(run: Poste, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "var" / "poste.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    newer = "made by a newer version (schema 9999"
    assert newer in line(run("doctor"), "database")
    for command in (("migrate",), ("demo",), ("new", "titro", "Ada=a@example.org", "Bo=b@example.org"), ("letters",)):
        refused = said(run(*command), 1)
        assert newer in refused
        assert "restore a backup" in refused


def test_finished_matches_are_archived_once(run: Poste, tmp_path: Path) -> None:
    run("demo")
    assert run("archive").stdout == "There is nothing to archive.\n"
    with inside(tmp_path):
        match_id = db.session.scalars(select(MATCHES.c.id)).one()
        matches.resign(matches.match_by_id(match_id).chairs[0].id)
        db.session.execute(update(Review).values(due_at=None))
        db.session.commit()
        record = matches.record_of(matches.match_by_id(match_id))
    assert run("archive").stdout == "There is nothing to archive.\n"
    assert run("archive", "--days", "0").stdout == "1 match archived.\n"
    assert run("archive", "--days", "0").stdout == "There is nothing to archive.\n"
    with inside(tmp_path):
        assert matches.record_of(matches.match_by_id(match_id)) == record
    assert said(run("archive", "--days", "-1"), 2)


def test_letters_that_failed_are_listed_and_sent_again(run: Poste, tmp_path: Path) -> None:
    run("demo")
    with closing(sqlite3.connect(tmp_path / "var" / "poste.sqlite")) as connection, connection:
        connection.execute(
            "UPDATE letter SET due_at = NULL, failed_at = '2026-01-01 00:00:00', error = 'refused: <ada@example.org>'"
        )
    listed = run("letters").stdout
    assert "poste letters --again" in listed
    assert "…@example.org" in listed
    assert "ada@" not in listed
    assert re.match(r"[1-9]\d* letters? will be sent again", run("letters", "--again").stdout)
    assert run("letters", "--again").stdout.startswith("0 letters")
    assert run("letters").stdout.startswith("bounced: 0")


def line(result: Ran, name: str) -> str:
    return next(line for line in result.stdout.splitlines() if line.split()[1] == name)


# Running everything --------------------------------------------------------------------------------------------------


def test_nothing_is_started_where_something_listens_already(run: Poste, subtests: pytest.Subtests) -> None:
    for name in ("PORT", "INBOX_PORT"):
        ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
        with subtests.test(name), socket.create_server(("127.0.0.1", int(ports[name]))):
            assert f"Something listens at {name} {ports[name]} already" in said(run("up", **ports), 2)


def test_nothing_is_started_where_the_metrics_cannot_be_shown(run: Poste) -> None:
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = said(run("up", **ports, METRICS_BIND=f"127.0.0.1:{port}"), 2)
    assert f"Something listens at METRICS_BIND {port} already" in refused
    refused = said(run("up", **ports, METRICS_BIND="192.0.2.1:9100"), 2)
    assert refused == "poste: METRICS_BIND is an address of this machine, such as 127.0.0.1, not “192.0.2.1”."


def test_nothing_is_started_at_an_address_that_is_not_here(run: Poste, subtests: pytest.Subtests) -> None:
    for bind in ("999.1.1.1", "192.0.2.1", "nowhere.invalid"):
        with subtests.test(bind):
            refused = said(run("up", BIND=bind, PORT=str(free_port())), 2)
            assert refused == f"poste: BIND is an address of this machine, such as 127.0.0.1, not “{bind}”."


def test_nothing_is_started_for_others_without_a_way_for_their_letters(run: Poste) -> None:
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    for public in ({"BIND": "0.0.0.0"}, {"BASE_URL": "https://cards.example.org"}):
        assert "their letters would stay here: set MAIL_URL" in said(run("up", **ports, **public), 2)


def test_neither_the_server_nor_the_inbox_starts_with_a_certificate_that_is_none(run: Poste, tmp_path: Path) -> None:
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    files = {"INBOX_CERT": str(tmp_path / "cert.pem"), "INBOX_KEY": str(tmp_path / "key.pem")}
    refused = "poste: INBOX_CERT and INBOX_KEY are the files of a certificate"
    assert said(run("up", **ports, **files), 2).startswith(refused)
    (tmp_path / "cert.pem").write_text("no certificate")
    (tmp_path / "key.pem").write_text("no key")
    assert said(run("inbox", **ports, **files), 2).startswith(refused)


def test_nothing_is_started_on_the_state_of_another_server(run: Poste, tmp_path: Path) -> None:
    its_socket = tmp_path / "var" / "broker.sock"
    command = [str(broker_program()), "--port", "0", "--unixsocket", str(its_socket), "--save", ""]
    broker = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tmp_path)
    try:
        wait_for(its_socket.is_socket, "the broker of another server")
        refused = said(run("up", PORT=str(free_port()), INBOX_PORT=str(free_port())), 2)
        assert refused == f"poste: STATE_DIR {tmp_path}/var serves another `poste up`: stop it, or set STATE_DIR."
        assert its_socket.is_socket()
    finally:
        ended(broker)


NO_DATABASE = (
    ("sqlite:////nowhere/poste.sqlite", "cannot be opened: its folder does not exist"),
    ("postgresql://ada:s3cret@127.0.0.1:1/poste", "nothing listens at this host and port"),
    ("postgresql://ada:s3cret@nowhere.invalid/poste", "there is no host of this name"),
)


def test_nothing_can_be_done_without_a_database(run: Poste, subtests: pytest.Subtests) -> None:
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    for command, (url, why) in (*(("migrate", one) for one in NO_DATABASE), ("up", NO_DATABASE[1])):
        with subtests.test(url, command=command):
            told = said(run(command, DATABASE_URL=url, **ports), 1)
            assert told.startswith("poste: The database ")
            assert why in told
            assert "s3cret" not in told


# As a process --------------------------------------------------------------------------------------------------------


def test_what_belongs_to_somebody_else_in_the_folder_of_the_state_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk of its own has ``lost+found``, which is root's."""
    (tmp_path / "lost+found").mkdir()
    (tmp_path / "mail" / "new").mkdir(parents=True)
    (tmp_path / "mail" / "new" / "letter").touch(0o644)
    chmod = Path.chmod

    def only_ones_own(path: Path, mode: int, **how: bool) -> None:
        if path.name == "lost+found":
            raise PermissionError(1, "Operation not permitted")
        chmod(path, mode, **how)

    monkeypatch.setattr(Path, "chmod", only_ones_own)
    monkeypatch.setattr("os.umask", lambda _: 0)
    _keep_private(tmp_path)
    ours = (tmp_path, *(tmp_path / "mail").rglob("*"))
    assert [path for path in ours if path.stat().st_mode & 0o077] == []
