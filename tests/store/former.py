"""What versions before 1.0 have left: a database, and a backup."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

LAST = "0028"
"""The last schema before version 1.0."""
REFUSED = "is from before version 1.0"
CURE = "finish its matches, or export their records, with the version that made it."


def database(file: Path, *, killed: bool = False) -> dict[str, bytes]:
    """Make a database; returns the bytes of its files. ``killed``: by a version that could not write back its log."""
    made = file.with_name("made.sqlite")
    with closing(sqlite3.connect(made, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode={'WAL' if killed else 'DELETE'}")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (LAST,))
        for end in ("", "-wal") if killed else ("",):
            shutil.copy(f"{made}{end}", f"{file}{end}")
    made.unlink()
    return content(file)


def content(file: Path) -> dict[str, bytes]:
    """What the files of a database hold; an index of the log, which every reader makes anew, is none of it."""
    return {path.name: path.read_bytes() for path in file.parent.glob(f"{file.name}*") if not path.match("*-shm")}


def backup(like: Path, file: Path) -> None:
    """A backup from before, made from one of today."""
    with zipfile.ZipFile(like) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            manifest = json.loads(old.read(name)) if name == "manifest.json" else None
            new.writestr(
                name, json.dumps({**manifest, "schema": LAST, "version": "0.1.0"}) if manifest else old.read(name)
            )
