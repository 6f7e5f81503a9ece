"""Files that are written whole or not at all, for their owner alone: keys, marks and settings."""

from __future__ import annotations

import os
from pathlib import Path


def write(file: Path, content: str, *, over: bool) -> None:
    """Write a file. ``over``: instead of one that is there; otherwise `FileExistsError` is raised if there is one.

    Raises `OSError`; then all is as it was.
    """
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)  # of a process with this number that was killed
    try:
        fresh.touch(mode=0o600, exist_ok=False)
        fresh.write_text(content)
        fresh.replace(file) if over else file.hardlink_to(fresh)
    finally:
        fresh.unlink(missing_ok=True)
