"""The kinds of letters. Each is a `Kind` in one of these modules, by topic, and a folder of templates.

Code that writes letters to the outbox (`server.matches.letters`) names the kind and gives its facts; everything else is
found here when the letter leaves, so that a new kind touches one module and its templates.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import people, replies, seats, turns, votes
from .kind import ANY_TIME, GATHERED, IN_TIME, NOT_AT_ALL, Addressed, Kind

KINDS: Mapping[str, Kind] = {one.name: one for module in (turns, votes, seats, replies, people) for one in module.KINDS}
"""All kinds of letters, by name."""
