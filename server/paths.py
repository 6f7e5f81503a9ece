"""Paths of the files that come with the code: inside the package in a wheel, partly beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
"""The folder of the package `server`."""
ROOT = PACKAGE.parent
"""The folder from which Python imports `server` and `worker`: the checkout, or site-packages."""
_PAGES_AND_PROCESSES = PACKAGE if (PACKAGE / "Procfile").is_file() else ROOT
PROCFILE = _PAGES_AND_PROCESSES / "Procfile"
"""The Procfile: the commands of a server's processes."""
TEMPLATES = _PAGES_AND_PROCESSES / "templates"
"""Templates of pages and letters."""
STATIC = PACKAGE / "static"
"""Static files for browsers."""
HOSTING = PACKAGE / "hosting"
"""What hosts need besides: `poste hosting` prints it."""
GAMES = PACKAGE / "rules" / "games"
"""The games, one file each."""
MIGRATIONS = PACKAGE / "store" / "migrations"
"""The database migrations (Alembic)."""
