"""The version of the program, and the commit of a checkout."""

from __future__ import annotations

from pathlib import Path

from server import program

COMMIT = "0123456789abcdef0123456789abcdef01234567"
REPOSITORIES: tuple[dict[str, str], ...] = (
    {"HEAD": f"{COMMIT}\n"},
    {"HEAD": "ref: refs/heads/main\n", "refs/heads/main": f"{COMMIT}\n"},
    {
        "HEAD": "ref: refs/heads/main\n",
        "packed-refs": f"# pack-refs\n{'f' * 40} refs/heads/a\n{COMMIT} refs/heads/main\n",
    },
)


def test_the_commit_that_is_checked_out_is_known(tmp_path: Path) -> None:
    for number, files in enumerate(REPOSITORIES):
        for name, content in files.items():
            file = tmp_path / str(number) / ".git" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        assert program.commit(tmp_path / str(number)) == "0123456789"


def test_where_there_is_no_commit_none_is_told(tmp_path: Path) -> None:
    assert program.commit(tmp_path) == ""
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    assert program.commit(tmp_path) == ""
    (tmp_path / "new" / ".git").mkdir(parents=True)
    (tmp_path / "new" / ".git" / "HEAD").write_text("ref: refs/heads/main")
    assert program.commit(tmp_path / "new") == ""
