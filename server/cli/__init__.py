"""The command ``poste``: what a host runs and asks on the machine itself.

Each command parses, calls one use-case or one check, and prints; nobody calls this room.
"""

from . import commands, doctor, opening, up
from .group import poste

__all__ = ["commands", "doctor", "opening", "poste", "up"]
