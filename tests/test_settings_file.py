"""The settings file: its grammar, where it is found, and that each line that cannot be used is named."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from server import settings_file
from server.config import FILE, VARIABLES, Misconfigured, Settings

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a settings file into the current folder, in an environment that sets nothing."""
    for name in (FILE, *(variable.name for variable in VARIABLES)):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def written(lines: str) -> Path:
        file = tmp_path / settings_file.NAME
        file.write_bytes(lines.encode())
        file.chmod(0o600)
        return file

    return written


@given(
    some.text(some.characters(exclude_categories=("C", "Zl", "Zp")) | some.sampled_from(" '\"$\\#`%=\t"), max_size=30)
)
def test_what_is_written_is_read_again(value: str) -> None:
    """Or refused, if no line means it to all that read the file."""
    in_double = "'" in value or "\\" in value
    try:
        line = settings_file.written("OPERATOR", value)
    except settings_file.BadFile:
        assert "${" in value or (in_double and ("$" in value or value.endswith("\\")))
    else:
        assert settings_file.parsed(line) == ("OPERATOR", value)


@given(some.text("ab '\"$\\#`%=", max_size=12))
def test_what_is_read_means_the_same_to_a_shell(value: str) -> None:
    """In quotes a shell reads as systemd and compose do, but for backticks, which it would run."""
    try:
        line = settings_file.written("OPERATOR", value)
    except settings_file.BadFile:
        return
    if line.startswith(("OPERATOR='", 'OPERATOR="')) and "`" not in value:
        told = subprocess.run(["sh", "-c", f'{line}; printf "%s." "$OPERATOR"'], capture_output=True, text=True)
        assert told.stdout == f"{value}."


def test_a_file_is_read_with_comments_quotes_and_the_lines_of_windows(write: Write) -> None:
    file = write(
        "# Ours\r\n\r\n  PORT=8100  \r\nNEW='code:three #blue $lamps'\r\nMAIL_FROM=Cards <cards@example.org>\r\n"
        'OPERATOR="Ada \\"the Countess\\" O\'Lovelace"\r\nMETRICS_TOKEN=\r\n'
    )
    settings = Settings()
    assert settings.file == file
    assert (settings.port, settings.new_code) == (8100, "three #blue $lamps")
    assert settings.mail_from == "Cards <cards@example.org>"
    assert settings.operator == ('Ada "the Countess" O\'Lovelace', "")
    assert settings.metrics_token == ""


BAD = {
    "PORT": "NAME=VALUE",
    "PORT = 8100": "NAME=VALUE",
    "export PORT=8100": "NAME=VALUE",
    "PORT=8100 # ours": "needs quotes around it: PORT='…'",
    "IMPRINT=#1 Church Street": "needs quotes",
    "IMPRINT=Ada's": 'needs quotes around it: IMPRINT="…"',
    "IMPRINT=C:\\Ada": 'needs quotes around it: IMPRINT="…"',
    "IMPRINT=$HOME": "needs quotes",
    "IMPRINT='Ada's'": 'needs quotes around it: IMPRINT="…"',
    "IMPRINT='a\\b'": "backslash",
    'IMPRINT="$HOME"': "double quotes",
    'IMPRINT="\\$5"': "double quotes",
    'IMPRINT="C:\\\\"': "double quotes",
    "IMPRINT='${HOME}'": "in single quotes",
    'IMPRINT="$5 for Ada\'s"': "in single quotes",
    "IMPRINT=\ufdd0": "control character",
    "IMPRINT=\U0001fffe": "control character",
    'IMPRINT="a\\n"': "double quotes",
    'IMPRINT="a': "double quotes",
    "IMPRINT=a\tb\x07": "control character",
    "IMPRINT=\u2028": "control character",
    "MAIL_FORM=cards@example.org": "is MAIL_FROM meant?",
    "SETTINGS=other.env": "`poste config`",
    "DANCE=1": "`poste config`",
    "BIND=0.0.0.0\nBIND=127.0.0.1": "line 2 already",
}


def test_a_line_that_cannot_be_used_is_named_with_its_number(write: Write, subtests: pytest.Subtests) -> None:
    for lines, complaint in BAD.items():
        with subtests.test(lines):
            file = write(f"PORT=8100\n{lines}\n" if not lines.startswith("PORT") else f"BIND=::1\n{lines}\n")
            with pytest.raises(Misconfigured) as refused:
                Settings()
            [sentence] = str(refused.value).splitlines()
            assert sentence.startswith(f"{file}, line {2 + lines.count(chr(10))}: ")
            assert complaint in sentence


def test_a_file_that_is_none_is_one_sentence(write: Write, tmp_path: Path, subtests: pytest.Subtests) -> None:
    for what, content in (
        ("too long", b"#" * 70_000),
        ("latin-1", b"PORT=1\nIMPRINT=\xe9\n"),
        ("bom", b"\xef\xbb\xbfPORT=1"),
    ):
        with subtests.test(what):
            write("").write_bytes(content)
            with pytest.raises(Misconfigured):
                Settings()
    with pytest.raises(Misconfigured, match="There is no settings file"):
        Settings(file=str(tmp_path / "missing.env"))


def test_the_nearest_file_is_found_and_the_environment_wins(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("PORT=8100\nBIND=0.0.0.0\nDKIM_KEY=keys/dkim.pem\n")
    deeper = tmp_path / "a" / "b"
    deeper.mkdir(parents=True)
    monkeypatch.chdir(deeper)
    monkeypatch.setenv("BIND", "::1")
    settings = Settings()
    assert (settings.file, settings.port, settings.text("BIND")) == (file, 8100, "::1")
    assert (settings.source("PORT"), settings.source("BIND"), settings.source("NEW")) == (
        "file",
        "environment",
        "default",
    )
    assert settings.state_dir == tmp_path / "var"
    assert settings.text("DKIM_KEY") == str(tmp_path / "keys/dkim.pem")
    monkeypatch.setenv(FILE, "")
    assert Settings().port == 8000
    monkeypatch.setenv(FILE, str(file))
    assert Settings().port == 8100


def test_what_a_process_is_given_means_the_same_in_another_folder(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("MAIL_URL=maildir:letters\nDATABASE_URL=sqlite:///cards.sqlite\nINBOX_CERT=c.pem\nINBOX_KEY=k.pem\n")
    settings = Settings()
    for name, value in settings.as_environ().items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir("/")
    again = Settings()
    assert again.file is None
    assert (again.state_dir, again.database_url, again.mail_url, again.inbox_certificate) == (
        tmp_path / "var",
        f"sqlite:///{tmp_path}/cards.sqlite",
        f"maildir:{tmp_path}/letters",
        (tmp_path / "c.pem", tmp_path / "k.pem"),
    )


def test_a_file_that_others_can_read_is_warned_about(write: Write) -> None:
    file = write("PORT=8100\n")
    assert Settings().warnings() == []
    file.chmod(0o640)
    [warning] = Settings().warnings()
    assert "chmod 600" in warning
