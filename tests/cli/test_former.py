"""What was made before version 1.0 is refused by every command in one sentence, and is left as it is."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.cli import poste
from server.cli.group import COMMANDS
from server.config import VARIABLES
from tests.cli.ran import Ran
from tests.services import free_port, link_key
from tests.store import former

Poste = Callable[..., Ran]
WORDS = {
    "backup": ("{tmp}/new.backup",), "block": ("ada@example.org",), "cancel": ("abc", "--yes"),
    "erase": ("ada@example.org", "--yes"), "export": ("ada@example.org",), "links": ("--match", "abc", "--yes"),
    "new": ("titro", "Ada=ada@example.org", "Bo=bo@example.org"), "pause": ("--why", "a new disk"),
    "restore": ("{tmp}/today.backup", "--yes"), "show": ("abc",),
}  # fmt: skip
"""What the commands are told that need to be told something."""
OPEN_NONE = {"config", "dkim", "hosting", "init", "scaffold", "verify"}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Poste:
    for variable in VARIABLES:
        monkeypatch.delenv(variable.name, raising=False)
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    given = {"STATE_DIR": str(tmp_path / "var"), "LINK_KEYS": link_key("key"), **ports}
    (tmp_path / "var").mkdir()

    def ran(*words: str) -> Ran:
        given_words = [word.format(tmp=tmp_path) for word in words]
        return Ran(CliRunner().invoke(poste, given_words, env=given, prog_name="poste"))

    return ran


@pytest.fixture
def today(run: Poste, tmp_path: Path, migrated_sqlite: Path) -> Path:
    """A backup of this version."""
    file = tmp_path / "var" / "poste.sqlite"
    shutil.copy(migrated_sqlite, file)
    assert run("backup", "{tmp}/today.backup").exit_code == 0
    for left in file.parent.glob(f"{file.name}*"):
        left.unlink()
    return tmp_path / "today.backup"


@pytest.mark.usefixtures("today")
def test_no_command_opens_a_database_from_before(run: Poste, tmp_path: Path, subtests: pytest.Subtests) -> None:
    file = tmp_path / "var" / "poste.sqlite"
    for killed in (False, True):
        held = former.database(file, killed=killed)
        for command in COMMANDS.keys() - OPEN_NONE:
            with subtests.test(command, killed=killed):
                result = run(command, *WORDS.get(command, ()))
                told = result.stdout if command == "doctor" else result.stderr
                assert result.exit_code == 1
                assert re.findall(rf"^.*database .*{former.REFUSED}.*: {former.CURE}$", told, re.M), told
                assert told.count(former.REFUSED) == 1
                assert former.content(file) == held
    assert not (tmp_path / "new.backup").exists()


def test_no_backup_from_before_is_restored(run: Poste, today: Path, tmp_path: Path) -> None:
    former.backup(today, tmp_path / "former.backup")
    before = (tmp_path / "former.backup").read_bytes()
    refused = run("restore", str(tmp_path / "former.backup"), "--yes")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert re.fullmatch(rf"poste: This backup {former.REFUSED}.*: {former.CURE}\n", refused.stderr)
    assert (tmp_path / "former.backup").read_bytes() == before
    assert not (tmp_path / "var" / "poste.sqlite").exists()
