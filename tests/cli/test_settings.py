"""Which server a command acts on: by which settings, and what it does where there is none or another one."""

from __future__ import annotations

import os
import pty
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner, Result

from server.cli import poste
from server.cli.group import COMMANDS
from server.cli.init import QUESTIONS
from server.config import FILE, KEPT, VARIABLES, Misconfigured, Settings
from server.paths import PROCFILE, ROOT
from tests.procfile import parse
from tests.services import free_port, link_key

POSTE = str(Path(sys.executable).parent / "poste")
NEEDS_NOTHING = {"config", "hosting", "verify"}
CREATES = {"up", "demo", "migrate", "restore", "new", "init", "scaffold"}
WORDS = {
    "backup": ("all.backup",), "block": ("ada@example.org",), "erase": ("ada@example.org",),
    "export": ("ada@example.org",),
    "links": ("--revoke-all", "--yes"), "show": ("abc",), "cancel": ("abc",), "pause": ("--for", "PT1H"),
    "new": ("titro", "Ada=ada@example.org", "Bruno=bruno@example.org"), "restore": ("all.backup",),
}  # fmt: skip
"""What a command is given here, so that it is not its use that is wrong."""


Poste = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Poste:
    """The command in a terminal whose current folder is the test's, or another one."""
    for name in (FILE, *(variable.name for variable in VARIABLES)):
        monkeypatch.delenv(name, raising=False)

    def ran(*words: str, cwd: Path = tmp_path, **environ: str) -> Result:
        monkeypatch.chdir(cwd)
        return CliRunner().invoke(poste, list(words), env=environ, prog_name="poste")

    return ran


def test_a_command_that_finds_no_server_says_so_and_leaves_nothing(
    run: Poste, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for command in sorted(COMMANDS.keys() - NEEDS_NOTHING - CREATES):
        with subtests.test(command):
            done = run(command, *WORDS.get(command, ()))
            [sentence] = done.stderr.splitlines()
            assert "There is no server here" in sentence
            assert done.exit_code == 1
            assert list(tmp_path.iterdir()) == []
    for command in ("config", "hosting"):
        with subtests.test(command):
            assert run(command).exit_code == 0
            assert list(tmp_path.iterdir()) == []


def test_a_command_that_finds_no_server_says_what_named_it(
    run: Poste, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    file = tmp_path / "poste.env"
    file.write_text("")
    file.chmod(0o600)
    for command in ("dkim", "list", "worker"):
        with subtests.test(command):
            assert f", which {file} names. Say --settings" in run(command).stderr
            assert ", by STATE_DIR in the environment. Unset that, or" in run(command, STATE_DIR="other").stderr
            assert list(tmp_path.iterdir()) == [file]


def test_a_settings_file_that_cannot_be_used_is_one_sentence_whatever_the_command(
    run: Poste, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    file = tmp_path / "poste.env"
    file.write_text("PORT=8001\nPORT=8002\n")
    file.chmod(0o600)
    for command in sorted(COMMANDS.keys() - {"hosting", "init", "restore", "scaffold", "verify"}):
        with subtests.test(command):
            done = run(command, *WORDS.get(command, ()))
            assert (done.exit_code, done.stdout) == (2, "")
            assert re.fullmatch("poste: .+poste.env, line 2: .+\n", done.stderr)


def test_every_command_reads_the_same_file_from_any_folder_below(
    run: Poste, tmp_path: Path, migrated_sqlite: Path
) -> None:
    (tmp_path / "state").mkdir()
    shutil.copy(migrated_sqlite, tmp_path / "state" / "poste.sqlite")
    file, deeper = tmp_path / "poste.env", tmp_path / "a" / "b"
    file.write_text(f"STATE_DIR=state\nLINK_KEYS={link_key('key')}\nBASE_URL=https://cards.example.org\n")
    file.chmod(0o600)
    deeper.mkdir(parents=True)
    about = f"SQLite {tmp_path}/state/poste.sqlite, of the server at https://cards.example.org"
    assert run("pause", cwd=deeper).stdout.splitlines()[0] == about
    assert run("resume", "--settings", str(file), cwd=Path("/")).stdout.splitlines()[0] == about
    assert run("--settings", str(file), "list", "--json", cwd=Path("/")).stderr.strip() == about
    assert run("list", cwd=Path("/"), SETTINGS=str(file)).stdout.splitlines()[0] == about


def answered(file: Path, *answers: str) -> tuple[int, str]:
    """The exit code of `poste init` in a terminal, and what it has shown, for these answers and the end of input."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(POSTE, [POSTE, "init", "--settings", str(file)], os.environ)
    shown, given = b"", iter(answers)
    asked = re.compile(rb"(?:%s)(?: \[.*\])?: $" % b"|".join(re.escape(one.asks.encode()) for one in QUESTIONS))
    with suppress(OSError):  # how a terminal says that its program has ended
        while read := os.read(terminal, 4096):
            shown += read
            if asked.search(shown):
                answer = next(given, None)
                os.write(terminal, b"\x04" if answer is None else f"{answer}\n".encode())
                shown += b"\n"
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode()


ANSWERS = (
    "cards.example.org", "1", "mysql://x", "postgresql://ada:w$o#rd@db/poste", "smtp://mx.example.org",
    "cards.example.org", "Ada O'Lovelace <ada@example.org>",
)  # fmt: skip


def test_init_asks_six_questions_and_writes_what_is_read(run: Poste, tmp_path: Path) -> None:
    file = tmp_path / "poste.env"
    code, shown = answered(file, *ANSWERS)
    assert code == 0, shown
    assert "DATABASE_URL begins with" in shown
    assert shown.count(" of 6. ") == 6
    assert file.stat().st_mode & 0o777 == 0o600
    told = run("config", "--settings", str(file)).stdout
    for value in ("https://cards.example.org", "postgresql://ada:••••@db/poste", "Ada O'Lovelace <ada@example.org>"):
        assert value in told
    before = file.read_text()
    assert "there already" in run("init").stderr
    assert file.read_text() == before


def test_letters_are_from_the_mailbox_that_takes_the_replies(run: Poste, tmp_path: Path) -> None:
    file = tmp_path / "poste.env"
    mailbox = "imaps://cards%40example.org:secret@mail.example.org/INBOX"
    code, shown = answered(file, "cards.example.org", "1", "", "smtp://mail.example.org", mailbox, "")
    assert code == 0, shown
    assert "Poste Restante <cards@example.org>" in run("config", "--settings", str(file)).stdout


@pytest.mark.wide
def test_init_writes_nothing_unless_it_is_answered(run: Poste, tmp_path: Path) -> None:
    file = tmp_path / "poste.env"
    assert answered(file, *ANSWERS[:3])[0] == 1
    assert "terminal" in run("init").stderr
    code, shown = answered(tmp_path / "nowhere" / "poste.env")
    assert (code, shown.count("\n")) == (1, 1)  # before a question is asked
    assert f"There is no folder “{tmp_path}/nowhere”" in shown
    assert str(tmp_path / "named.env") in run("init", SETTINGS="named.env").stderr
    assert list(tmp_path.iterdir()) == []


REPORTS = """
import time
from server import clock
from server.app import create_app
from server.store import heartbeat

app = create_app()
heartbeat.keep_reporting(app, "web")
for _ in range(200):
    with app.app_context():
        if heartbeat.present(clock.now()):
            break
    time.sleep(0.05)
else:
    raise SystemExit("nothing was reported")
print("there", flush=True)
time.sleep(600)
"""


@contextmanager
def running(environ: dict[str, str]) -> Iterator[None]:
    """A process of a server with these settings, which is killed."""
    process = subprocess.Popen([sys.executable, "-c", REPORTS], env=os.environ | environ, stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process:
        assert process.stdout.readline() == b"there\n"
        try:
            yield
        finally:
            process.kill()


def test_a_command_with_other_settings_than_the_server_that_runs_is_refused(
    run: Poste, tmp_path: Path, migrated_sqlite: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        shutil.copy(migrated_sqlite, folder / "poste.sqlite")
    keys = {"LINK_KEYS": link_key("key")}
    here = {"STATE_DIR": str(first), "DATABASE_URL": f"sqlite:///{second}/poste.sqlite", **keys}
    others = {
        "database": {"STATE_DIR": str(first), **keys},
        "link keys": here | {"LINK_KEYS": link_key("another")},
        "broker": here | {"BROKER_URL": "redis://127.0.0.1:1/0"},
        "STATE_DIR": here | {"STATE_DIR": str(second)},
    }
    with running(here):
        assert run("pause", **here, PORT="9999").exit_code == 0
        for what, other in others.items():
            refused = run("resume", **other)
            assert refused.exit_code == 2, what
            assert what in refused.stderr
        assert run("resume", "--anyway", **others["broker"]).exit_code == 0
    for what, other in others.items():  # what a killed server leaves does not count
        assert run("resume", **other).exit_code == 0, what


# Half a server -------------------------------------------------------------------------------------------------------

MAKERS = {
    "demo": ("demo",),
    "migrate": ("migrate",),
    "new": ("new", "titro", "Ada=ada@example.org", "Bo=bo@example.org"),
}
PROCESSES = {name: (name,) for name in parse(PROCFILE)}
UP = {"up": ("up",)}
RESTORE = {"restore": ("restore", "no-such.backup", "--yes")}


@dataclass(frozen=True)
class Half:
    """A part of a server: what is there, with which settings, and what which commands say of it."""

    there: dict[str, str]
    settings: dict[str, str]
    said: dict[str, dict[str, tuple[str, ...]]]


KEY = {"LINK_KEYS": link_key("key")}
DATABASE, TEXT, NEWER = "a database", "some text", "a database of a newer version"
HALVES = {
    "nothing": Half({}, {}, {"run `poste migrate` first": PROCESSES}),
    "no key": Half(
        {"state/poste.sqlite": DATABASE}, {}, {"Half a server is here": MAKERS | UP, "no link keys in": PROCESSES}
    ),
    "no tables": Half({"state/poste.sqlite": ""}, KEY, {"no tables yet: run `poste migrate`": PROCESSES}),
    "no state, but a database": Half(
        {"elsewhere.sqlite": DATABASE}, {"DATABASE_URL": "sqlite:///elsewhere.sqlite"},
        {"Half a server is here": MAKERS | UP, "no link keys in": PROCESSES},
    ),
    "a database that is none": Half({"state/poste.sqlite": TEXT}, {}, {"database is damaged": MAKERS | UP}),
    "a newer database": Half(
        {"state/poste.sqlite": NEWER}, KEY, {"by a newer version (schema 9999": MAKERS | UP | PROCESSES}
    ),
    "no folder for the database": Half({}, {"DATABASE_URL": "sqlite:////nowhere/x.sqlite"}, {"folder": MAKERS | UP}),
    "no database server": Half({}, {"DATABASE_URL": "postgresql://ada@127.0.0.1:1/poste"}, {"listens": MAKERS | UP}),
    "no backup": Half({}, {}, {"no-such.backup": RESTORE}),
}  # fmt: skip


@pytest.mark.parametrize("name", HALVES)
def test_half_a_server_is_one_sentence_and_stays_as_it_is(
    run: Poste, tmp_path: Path, migrated_sqlite: Path, name: str, subtests: pytest.Subtests
) -> None:
    half, settings = HALVES[name], {"STATE_DIR": "state", "PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    for file, content in half.there.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        if content in (DATABASE, NEWER):
            shutil.copy(migrated_sqlite, tmp_path / file)
        else:
            (tmp_path / file).write_text(content * 100)
        if content == NEWER:
            with closing(sqlite3.connect(tmp_path / file)) as connection, connection:
                connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = everything(tmp_path)
    for sentence, commands in half.said.items():
        for command, words in commands.items():
            with subtests.test(command):
                done = run(*words, **settings, **half.settings)
                [told] = done.stderr.splitlines()
                assert told.startswith("poste: ")
                assert sentence in told
                assert (done.exit_code in (1, 2), done.stdout) == (True, "")
                assert everything(tmp_path) == before


def everything(folder: Path) -> dict[str, bytes]:
    """All files and folders, with what is in them."""
    return {str(path): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def test_nothing_is_made_or_run_with_the_settings_of_another_server(
    run: Poste, tmp_path: Path, migrated_sqlite: Path, subtests: pytest.Subtests
) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        shutil.copy(migrated_sqlite, tmp_path / name / "poste.sqlite")
    here = {"STATE_DIR": "first", "DATABASE_URL": f"sqlite:///{tmp_path}/second/poste.sqlite", **KEY}
    with running(here | {"STATE_DIR": str(tmp_path / "first")}):
        saved = run("backup", "all.backup", **here)
        assert saved.exit_code == 0
        for command, words in (MAKERS | PROCESSES | {"restore": ("restore", "all.backup", "--yes")}).items():
            with subtests.test(command):
                refused = run(*words, STATE_DIR="first", **KEY)
                assert refused.exit_code == 2
                assert "does not use the database of these settings" in refused.stderr.splitlines()[-1]
        for command, words in (PROCESSES | {"migrate": MAKERS["migrate"]}).items():
            with subtests.test(f"{command} with other keys"):
                refused = run(*words, **here | {"LINK_KEYS": link_key("other")})
                assert (refused.exit_code, refused.stdout) == (2, "")
                assert "does not use the link keys of these settings" in refused.stderr
        refused = run("demo", **here | {"PORT": "8001"})  # its links would lead elsewhere
        assert refused.exit_code == 2
        assert "does not use the BASE_URL of these settings" in refused.stderr
        assert run("migrate", **here | {"BROKER_URL": "redis://another-name/0"}).exit_code == 0
        elsewhere = {"STATE_DIR": "third", "DATABASE_URL": "sqlite:///third.sqlite", "LINK_KEYS": link_key("other")}
        assert "LINK_KEYS lacks 1" in run("restore", "all.backup", **elsewhere).stderr
        elsewhere["LINK_KEYS"] = f"{KEY['LINK_KEYS']},{elsewhere['LINK_KEYS']}"
        assert run("restore", "all.backup", **elsewhere).exit_code == 0
        assert run("pause", **elsewhere).exit_code == 0  # the mark that came with the backup is another server's


# Root ----------------------------------------------------------------------------------------------------------------


def user() -> int:
    """Somebody who is not root."""
    return 1234 if os.geteuid() == 0 else os.geteuid()


@pytest.fixture
def state_of_somebody(migrated_sqlite: Path) -> Iterator[Path]:
    """A state folder that belongs to somebody else than root, where they can come to it."""
    with TemporaryDirectory(dir="/tmp") as folder:
        state = Path(folder) / "state"
        state.mkdir()
        shutil.copy(migrated_sqlite, state / "poste.sqlite")
        for path in (Path(folder), state, state / "poste.sqlite"):
            os.chown(path, user(), -1)
        yield state


LIBRARIES = os.pathsep.join((str(ROOT), sysconfig.get_path("purelib")))
PROGRAM = "from server.cli import poste; poste()"


def ran(state: Path, *words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """A command on a state, run in a folder that is nobody's."""
    environ = os.environ | {"STATE_DIR": str(state), "LINK_KEYS": link_key("key"), "PYTHONPATH": LIBRARIES}
    return subprocess.run(words, env=environ, cwd="/", capture_output=True, text=True, **how)


def python_of_all(state: Path) -> str | None:
    """A Python that whoever owns the state can run the server with: this one, or the machine's; ``None`` if neither."""
    for python in (sys.executable, "/usr/bin/python3"):
        with suppress(OSError):
            if ran(state, python, "-P", "-c", "import server.app", user=user()).returncode == 0:
                return python
    return None


@pytest.mark.system
def test_root_goes_on_as_the_owner_of_the_state_and_the_command_does_what_it_should(state_of_somebody: Path) -> None:
    python = python_of_all(state_of_somebody)
    if python is None:
        assert "who cannot read the program" in ran(state_of_somebody, POSTE, "pause").stderr
        return
    paused = ran(state_of_somebody, python, "-P", "-c", PROGRAM, "pause", "--why", "The server moves.")
    assert (paused.returncode, paused.stderr) == (0, "")
    again = ran(state_of_somebody, python, "-P", "-c", PROGRAM, "pause", user=user())
    assert again.stdout.splitlines()[1] == paused.stdout.splitlines()[1]
    assert ran(state_of_somebody, python, "-P", "-c", PROGRAM, "demo").stdout.count("/s/") == 2
    assert {path.stat().st_uid for path in state_of_somebody.iterdir()} == {user()}


@pytest.mark.system
def test_root_does_not_go_on_as_somebody_who_cannot_read_the_program(state_of_somebody: Path, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        return
    tmp_path.chmod(0o700)
    ignored = shutil.ignore_patterns("__pycache__", "pictures", "static", "docs")
    shutil.copytree(ROOT / "server", tmp_path / "server", ignore=ignored)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {PROGRAM}"
    for words in (("pause",), ("doctor",), ("web",), ("list",)):
        done = ran(state_of_somebody, sys.executable, "-P", "-c", program, *words)
        assert done.returncode == 2
        [told] = done.stderr.splitlines()
        assert f"belongs to user {user()}, who cannot read the program in “" in told


def somebody_else(asks: Callable[[], str]) -> str:
    """What somebody other than root is told: ``asks`` is called in a process of theirs."""
    reads, writes = os.pipe()
    if os.fork() == 0:
        if os.geteuid() == 0:
            os.setuid(1234)
        told = "nothing was told"
        try:
            told = asks()
        finally:
            os.write(writes, told.encode())
            os._exit(0)
    os.wait()
    os.close(writes)
    with os.fdopen(reads) as told_by:
        return told_by.read()


def complaint(state: Path) -> str:
    """What somebody other than root is told of this state folder; empty if it is theirs."""

    def created() -> str:
        try:
            Settings({"STATE_DIR": str(state)}).create_state()
        except Misconfigured as refused:
            return str(refused)
        return ""

    return somebody_else(created)


def test_the_state_has_to_be_writable_and_what_is_not_the_servers_own_is_no_obstacle() -> None:
    with TemporaryDirectory(dir="/tmp") as folder:
        state = Path(folder)
        if os.geteuid() == 0:
            os.chown(state, 1234, -1)
        (state / "lost+found").mkdir(mode=0)
        (state / "gone").symlink_to("nowhere")
        assert complaint(state) == ""
        (state / "link-keys").chmod(0o400)
        assert "“link-keys” is read-only. `chmod -R u+rwX" in complaint(state)
        state.chmod(0o555)
        assert "cannot be written" in complaint(state)
        state.chmod(0o755)


@pytest.fixture
def state() -> Iterator[Path]:
    """A folder in one that everybody may enter."""
    with TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        (Path(folder) / "var").mkdir()
        yield Path(folder) / "var"
        Path(folder).chmod(0o755)
        (Path(folder) / "var").chmod(0o755)


UNUSABLE = (
    (0o755, 0o000, "STATE_DIR .+ (is not .+’s: “var” belongs to root|cannot be written)"),
    (0o755, 0o500, "STATE_DIR .+ (is not .+’s: “var” belongs to root|cannot be written)"),
    (0o000, 0o777, "STATE_DIR .+ is in a folder that .+ may not enter"),
)
"""The modes of the folder above, and of STATE_DIR, both of which are root’s if root runs the tests; what others are
told, and who else runs them.
"""


def test_a_state_that_cannot_be_used_is_one_sentence_whatever_the_command(
    run: Poste, state: Path, subtests: pytest.Subtests
) -> None:
    for command in sorted(COMMANDS):
        import_module(f"server.cli.{COMMANDS[command][0]}")  # somebody else may not be able to
    commands = sorted(COMMANDS.keys() - NEEDS_NOTHING - {"init", "scaffold", "restore"})
    for above, own, said in UNUSABLE:
        state.parent.chmod(above)
        state.chmod(own)
        told = somebody_else(lambda: "".join(asked((one, *WORDS.get(one, ())), state) for one in commands))
        for command, line in zip(commands, told.splitlines(), strict=True):
            with subtests.test(said, command=command):
                assert re.fullmatch(f"2 poste: {said}.+", line)


def test_a_settings_file_of_somebody_else_is_one_sentence_that_says_who_may_read_it(state: Path) -> None:
    file = state.parent / "poste.env"
    file.touch(0o000)
    import_module("server.cli.listing")
    told = somebody_else(lambda: asked(("list", "--settings", str(file)), state))
    assert told.startswith(f"2 poste: The settings file “{file}” cannot be read (Permission denied): run this as the ")


def asked(words: tuple[str, ...], state: Path) -> str:
    """The exit status of a command, and what it says on standard error."""
    done = CliRunner().invoke(poste, words, env={"STATE_DIR": str(state)}, prog_name="poste")
    return f"{done.exit_code} {done.stderr}"


def test_each_file_that_the_server_keeps_has_to_be_its_own(state: Path, subtests: pytest.Subtests) -> None:
    (state / "mail").mkdir()
    for name in KEPT:
        with subtests.test(name):
            file = state / name
            file.mkdir(exist_ok=True) if file.parent.name == "mail" else file.exists() or file.touch()
            state.chmod(0o777)
            file.chmod(0o400)
            if os.geteuid() == 0:
                for path in (state, state / "mail"):
                    os.chown(path, 1234, -1)
            told = complaint(state)
            assert f"“{file.name}”" in told
            assert "Run this as" not in told  # as root it goes on as whose the folder is, and would be told the same
            file.rmdir() if file.is_dir() and name != "mail" else file.chmod(0o700) if file.is_dir() else file.unlink()


def test_what_is_kept_is_for_its_owner_alone_whatever_the_umask(run: Poste, tmp_path: Path) -> None:
    """What is there already is not made more open."""
    usual = os.umask(0)
    try:
        for words in (("migrate",), ("demo",), ("backup", str(tmp_path / "all.backup")), ("dkim",), ("pause",)):
            os.umask(0)
            assert run(*words).exit_code == 0, words
        os.umask(0)
        assert run("restore", str(tmp_path / "all.backup"), "--yes", STATE_DIR="new").exit_code == 0
    finally:
        os.umask(usual)
    kept = [
        path for folder in ("var", "new", "all.backup") for path in (tmp_path / folder, *(tmp_path / folder).rglob("*"))
    ]
    assert [path for path in kept if path.stat().st_mode & 0o077] == []
    assert len(kept) > 8


# A full disk ----------------------------------------------------------------------------------------------------------


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can be written to, in this process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.system
def test_on_a_full_disk_every_command_says_so_and_leaves_no_half_a_file(
    run: Poste, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    assert run("demo").exit_code == 0
    assert run("backup", "all.backup").exit_code == 0
    for command in sorted(COMMANDS.keys() - {"web", "worker", "beat", "inbox", "up", "init", "scaffold", "verify"}):
        words = {"backup": ("another.backup",), "restore": ("all.backup", "--yes")}.get(command, WORDS.get(command, ()))
        for state in ("var", *["new"] * (command in CREATES)):
            before = kept(tmp_path)
            with subtests.test(command, state=state):
                with full_disk():
                    done = run(command, *words, STATE_DIR=state)
                assert isinstance(done.exception, SystemExit | None), done.exception
                if done.exit_code and command != "doctor":
                    assert re.fullmatch(r"poste: .+\.", done.stderr.splitlines()[-1])
                assert kept(tmp_path) == before


def kept(folder: Path) -> dict[str, bytes]:
    """What is in each file below, but for SQLite's own."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("poste.sqlite")
    }
