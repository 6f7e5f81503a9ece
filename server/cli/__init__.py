"""The command ``poste``, which a host runs on the server's machine.

Each command parses its arguments, calls one use-case or check, and prints the result. No other room calls this one.
"""

from . import archiving, backups, commands, dkim, doctor, hosting, letters, links, listing, opening, pausing, people, up
from .group import poste

__all__ = [
    "archiving",
    "backups",
    "commands",
    "dkim",
    "doctor",
    "hosting",
    "letters",
    "links",
    "listing",
    "opening",
    "pausing",
    "people",
    "poste",
    "up",
]
