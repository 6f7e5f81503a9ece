"""What a player may ask to be shown, by a word in place of an answer, on the page as by mail."""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.text import plain

HAND, TABLE, LAST, SCORE = "hand", "table", "last", "score"
SHOW_REQUESTS: Mapping[str, str] = {
    "hand": HAND,
    "my hand": HAND,
    "table": TABLE,
    "show": TABLE,
    "last": LAST,
    "last trick": LAST,
    "score": SCORE,
    "scores": SCORE,
}
"""The words, and what each asks for: the own hand, what lies on the table, the trick before, the score."""


def show_request(text: str) -> str:
    """What a text asks to be shown; empty if it says anything else, or anything more."""
    return SHOW_REQUESTS.get(plain(text), "")
