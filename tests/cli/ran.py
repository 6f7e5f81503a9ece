"""What a command has printed."""

from __future__ import annotations

import re

from click.testing import Result

ABOUT = re.compile(r"(SQLite|PostgreSQL) \S+( on .+)?, of the server at http\S+\n")
"""The first line of a command: which server it acts on."""


class Ran:
    """The result of a command without that line, which is ``about``."""

    def __init__(self, result: Result):
        self.exit_code, self.about = result.exit_code, ABOUT.match(result.stdout) or ABOUT.match(result.stderr)
        self.stdout, self.stderr = ABOUT.sub("", result.stdout, count=1), ABOUT.sub("", result.stderr, count=1)
