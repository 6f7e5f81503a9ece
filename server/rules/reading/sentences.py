"""The words of what people type, with its breaks and commas; signs and pictures that may change a meaning end it."""

from __future__ import annotations

import re
from functools import lru_cache

from ..wording import WORD, plain

BREAK, SPACE = "\n", ","
"""What stands among the words for the end of a line, and for a comma or another stop."""
_HYPHEN = re.compile(r"[a-z]-[a-z]")
_PICTURES = "\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff"
_HEARTS = "\u2764\U0001f493-\U0001f49f\U0001f5a4\U0001f90d-\U0001f90f\U0001f9e1\U0001fa75-\U0001fa77"
"""Hearts: decoration after an answer, but within one perhaps a suit."""
_SAYS_SOMETHING = (
    "❌❎❓❔⁉✖✗✘⛔🚫🙅👎🤔🤷🙄😕😐😑🤨😬🔄🔁↩🔃❢"  # which doubts or denies,
    "☀🌞🌝🌙🌛🌜🌚🌑-🌘⭐🌟☄🗼🏰🏯😈👿🌍🌎🌏🌐👼👑🤴👸🃏🎴🤡🧙⚔🗡🏇🏆🏺☠💀⚖🔱♈-♓🐂🦁🦅☽☾★☆♠-♧♩-♯⚀-⚅🁢"  # or is on cards
)
"""Pictures that carry a meaning. Any other may stand beside an answer and changes nothing: 👍, 😊."""
_PARTS = re.compile(
    r"(?P<odd>(?<![\w♠♥♦♣★])[+\-−–]\d|\d\s?[.:/–—-]\s?\d|\d+(?:st|nd|rd|th)\b|\d['’]\s?\d)"
    rf"|(?P<word>{WORD})"
    r"|(?P<line>\n)"
    r"|(?P<gap>#(?=\d)|(?<=\s)@(?=\s)|[\s,;:.!…\-–—/=+&\"'“”„‚«»‹›「」『』【】《》〈〉。、،؛・¡`()\[\]*_>·•‣◦▪▫●○∙⁃\u2190-\u2195\u21d0-\u21d5]"
    rf"|(?![{_SAYS_SOMETHING}{_HEARTS}])[{_PICTURES}]|[{_HEARTS}](?=[\s.!{_PICTURES}]*(?:\n|\Z)))"
    r"|(?P<other>.)"
)


def sentence_of(paragraph: str, codes: tuple[str, ...] = ()) -> list[str] | None:
    """The words of a paragraph, with a break for each line and a space for each comma; ``None`` if it contains anything
    else.

    Codes that are not plain words, such as ``guard-without`` and ``5-4``, are kept whole.
    """
    parts: list[str] = []
    spelt = _UNMARKED.sub(r"\1\3'\2\4", paragraph)
    text = plain(_SHORTENED.sub(lambda short: f" {_SHORTENED_WORDS[(short[1] or short[2]).lower()]}", spelt))
    if _THEN_AGAIN.search(text) or _SLIPPED.search(text):
        return None
    text = _DICTATED.sub(",", text)
    pattern = _with_codes(codes)
    for found in pattern.finditer(text):
        kind = found.lastgroup
        if kind == "odd" or (kind == "other" and not _agrees(found[0], text)):
            return None
        if kind in ("word", "code"):
            parts.append(found[0])
        elif kind == "line":
            parts.append(BREAK)
        elif found[0] in ",;:.!…-–—" and not _HYPHEN.match(text, found.start() - 1):
            parts.append(SPACE)
    return parts


def _agrees(picture: str, text: str) -> bool:
    """Whether a picture only shows what is written as well: a crown beside a king."""
    shown = _PICTURED.get(picture)
    return shown is not None and shown.search(text) is not None


_CROWNED = re.compile(r"\b(?:king|queen|[kq])\b|\b[kq][shdcbo]\b|[kq][♠♥♦♣]|[♠♥♦♣][kq]")
_FOOLISH = re.compile(r"\b(?:fool|excuse|joker|f)\b")
_WORLDLY = re.compile(r"\b(?:world|t?21|twenty-one)\b")
_PICTURED = {"👑": _CROWNED, "🃏": _FOOLISH, "🤡": _FOOLISH, **dict.fromkeys("🌍🌎🌏", _WORLDLY)}
_DICTATED = re.compile(r"\b(?:comma|full stop|new line|new paragraph|exclamation (?:mark|point))\b")
_THEN_AGAIN = re.compile(r"\bthen again\b|\bon second thoughts?\b")
_SLIPPED = re.compile(
    r"\A[^`]*+(?<=\d)`|\A[^_]*+(?<=\d)_|\A[^\[]*?\d\]|\d[=+](?!\S)|\d[(\[]\s*\Z|\w-\s*\Z"
    r"|(?:twenty|thirty|fou?rty)-(?!(?:one|two|three|four|five|six|seven|eight|nine|first)\b)[a-z]"
)
"""A key beside the digits was hit behind one, where another digit may have been meant: ``T1=``; or the end is missing:
``guard-``; or a number goes on with something else: ``thirty-too``."""
_SHORTENED_WORDS = {"ll": "will", "ve": "have", "m": "am", "d": "would", "s": "is"}
_SHORTENED = re.compile(
    r"(?:(?<=[a-z])['’](ll|ve|m|d)|(?:(?<=\d)(?=['’]s my)|(?<=\bit)|(?<=\bthat)|(?<=\bhere)|(?<=\bbid)|(?<=\bcall)"
    r"|(?<=\bcard)|(?<=\banswer)|(?<=\btrump)|(?<=\bmine))['’](s))\b",
    re.I,
)  # "I'm thirty"
_UNMARKED = re.compile(r"\b(?:(i)(m|ve|ll|d)|(it|that|here|let)(s))(?= \w)", re.I)
"""The same without an apostrophe: ``ill pass``; at the end of a line it may be another word."""


@lru_cache(maxsize=512)
def _with_codes(codes: tuple[str, ...]) -> re.Pattern[str]:
    if not codes:
        return _PARTS
    either = "|".join(re.escape(code.lower()) for code in sorted(codes, key=len, reverse=True))
    return re.compile(rf"(?P<code>(?<![\w+-])(?:{either})(?![\w-]|[./:]\d))|{_PARTS.pattern}")
