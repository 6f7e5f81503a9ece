"""The space left on the disk where the database, the mailboxes and the keys of the embedded default are."""

from __future__ import annotations

import shutil
from pathlib import Path

FULL, LOW = 50, 300
"""Megabytes. With less than the first, the next write may fail; with less than the second somebody should look."""


def free(folder: Path) -> int:
    """Megabytes that are free for us. Raises `OSError`."""
    return shutil.disk_usage(folder).free // 1_000_000
