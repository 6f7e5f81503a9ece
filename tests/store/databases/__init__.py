"""Databases as versions have left them: of each version a dump of SQLite, a backup, and what they hold.

`make databases` writes those of the present version, once for each release, before it is released; they stay as they
are. Every later version opens them, brings them up to date, and plays their matches on.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def versions() -> list[str]:
    """All versions of which there are databases."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def held(version: str) -> dict[str, Any]:
    """What the database of a version holds, and how its matches end if they are played on."""
    found: dict[str, Any] = json.loads((FOLDER / f"{version}.json").read_text())
    return found


def unpack(version: str, file: Path) -> None:
    """Make the SQLite file of a version."""
    with closing(sqlite3.connect(file)) as made:
        made.executescript(gzip.decompress((FOLDER / f"{version}.sql.gz").read_bytes()).decode())


def backup(version: str) -> Path:
    """The backup of a version: the same database."""
    return FOLDER / f"{version}.backup"
