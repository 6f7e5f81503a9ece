"""The pages for hosts (server/docs/hosting), and what stands in their blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.hosting.printed import PAGES

KINDS = ("sh", "ini", "dns")
"""Blocks are commands of a shell, lines of a settings file, or records for the DNS."""
EVENING = ("machine", "settings", "proxy", "mail")
"""From an empty machine to a letter that was answered."""
LATER = ("backup", "operate", "scale", "privacy")
TRY = ("try",)
"""In a checkout, without a machine of one's own."""


def blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """The blocks of a page: the kind and the lines of each."""
    for kind, lines in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield kind, lines.splitlines()


def commands(*names: str) -> list[str]:
    """The commands on these pages, in order."""
    texts = {page.name: page.text() for page in PAGES}
    return [line for name in names for kind, lines in blocks(texts[name]) if kind == "sh" for line in lines]
