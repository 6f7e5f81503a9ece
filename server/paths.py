"""Where the files are that come with the code: in a checkout beside the package, in an installed wheel inside it."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
"""The folder of the package `server`."""
ROOT = PACKAGE.parent
"""The folder from which Python imports `server` and `worker`: a checkout, or site-packages."""
_PAGES_AND_PROCESSES = PACKAGE if (PACKAGE / "Procfile").is_file() else ROOT
PROCFILE = _PAGES_AND_PROCESSES / "Procfile"
"""The commands of the processes that make up a server."""
TEMPLATES = _PAGES_AND_PROCESSES / "templates"
"""Pages and letters."""
STATIC = PACKAGE / "static"
"""Files that browsers load as they are."""
MIGRATIONS = PACKAGE / "store" / "migrations"
"""How the schema of the database came to be, for Alembic."""
