"""Standing orders, as they were left before there were plans: those that are stored, and their phrases in a mail.

Each becomes a plan that answers what the order would have answered. In an order “lowest” is any card, and a suit is
named after it; what is none of its phrases is an answer, to be read when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ..rules import AnyGame, Illegal
from ..rules.cards import TRUMP, rank, suit
from ..rules.engine import NONE
from ..rules.guessing import FILLERS
from ..rules.text import lines_of
from ..rules.wording import short, words
from .language import (
    ALWAYS,
    CLOCK,
    DEAL,
    HIGH,
    HIGHEST,
    LOW,
    LOWEST,
    NOTHING,
    OF_CARDS,
    ONCE,
    PASS,
    TYPED,
    Line,
    Plan,
)

LENGTH = 200
_RULES: Mapping[str, str] = {
    "pass": PASS, "nothing": NOTHING, "lowest-led": LOW, "lowest": LOWEST, "highest": HIGHEST, "absent": CLOCK,
}  # fmt: skip
"""The rules of stored orders, and what lines of a plan do instead."""
_WAYS: Mapping[str, tuple[str, ...]] = {
    PASS: ("pass", "passe", "je passe", "passo", "no bid"),
    NOTHING: ("keep nothing", "nothing", "none", "rien", "niente", "keep none", "no cards"),
    LOW: ("lowest card of the suit led", "lowest of the suit led", "low of the suit led", "follow low"),
    LOWEST: ("lowest card", "lowest", "low", "lowest I may", "lowest I can", "lowest lawful", "lowest possible"),
    HIGHEST: (
        "highest card", "highest", "high", "highest I may", "highest I can", "highest lawful", "highest possible",
    ),
    CLOCK: (
        "what the clock would say", "absent", "clock", "what the clock says", "as the clock", "as if absent",
    ),
}  # fmt: skip


def stored(left: Mapping[str, Any] | None) -> Plan | None:
    """The plan stored for a seat, also where it was left as an order; ``None`` if there is none."""
    if not left or "withdrawn" in left:
        return None
    return Plan.load(left) if "lines" in left else _translated(left)


def _translated(left: Mapping[str, Any]) -> Plan:
    lines = (_line(one, left["phase"]) for one in left["steps"])
    return Plan(tuple(lines), left["lasts"], ply=left["ply"], stage=left["stage"])


def _line(step: Mapping[str, str], phase: str) -> Line:
    led = (step["led"],) if step["led"] else ()
    if step["rule"] not in _RULES:
        return Line(TYPED, tokens=(_one_clause(step["typed"]),), led=led, phase=phase)
    return line_of(_RULES[step["rule"]], step["suit"], led, phase)


def line_of(does: str, of: str = "", led: tuple[str, ...] = (), phase: str = "") -> Line:
    """A line of an order. Its cards are played whatever else may be said with them."""
    if of:
        does = {LOWEST: LOW, HIGHEST: HIGH}.get(does, does)
    return Line(does, of=of, led=led, phase=phase, ever=does in OF_CARDS)


def _one_clause(typed: str) -> str:
    return " ".join(re.sub(r"[,;:\n]", " ", typed).split())


# In a mail -----------------------------------------------------------------------------------------------------------

_LASTS = re.compile(
    r"(?<![\s,(])[\s,(]*\b"
    r"(?:(?P<always>always|from now on|until I (?:withdraw it|say otherwise|take it back)|every time)"
    r"|(?P<deal>(?:for )?(?:this|the rest of the|the whole) (?:deal|round))|(?P<once>once|the next time(?: it fits)?))"
    r"[\s.)]*$",
    re.I,
)
_WHATEVER = re.compile(r"(?<![\s,])[\s,]*\bwhatever (?:happens|comes)\b", re.I)
_ELSE = r"(?:or )?(?:else|otherwise)\b"
_PARTS = re.compile(rf"\s*;\s*(?:{_ELSE})?|(?<![\s,])[\s,]*\b{_ELSE}[\s,:]*", re.I)
_LED = r"(?:if|when)\s+(?P<suit>.+?)\s+(?:(?:is|are|was|were)\s+)?led\b"
_IF_FIRST = re.compile(rf"{_LED}[\s,:]*(?:then\s+)?(?P<what>.+)", re.I)
_IF_LAST = re.compile(rf"(?P<what>.+?)(?<![\s,])[\s,]+{_LED}", re.I)

Refusing = Callable[[AnyGame], str]
"""A sentence on what may be planned in a game."""


def order_in(game: AnyGame, text: str, names: Mapping[int, str], may_be: Refusing) -> Plan:
    """The plan that an order says, such as ``lowest heart if hearts are led; else lowest``.

    Raises `Illegal` with what was not understood, and ``may_be``.
    """
    said = "; ".join(" ".join(line.split()) for line in lines_of(text) if line.strip())[:LENGTH].strip(" .;")
    found = _LASTS.search(said)
    lasts = ""
    if found:
        said, lasts = said[: found.start()].rstrip(" ,"), str(found.lastgroup)
    parts = [part.strip(" ,.") for part in _PARTS.split(_WHATEVER.sub("", said))]
    lines = tuple(_read(game, part, names, may_be) for part in parts if part)
    if not lines:
        raise Illegal(f"There was nothing to plan in that. {may_be(game)}")
    usual = DEAL if any(line.led or line.does in OF_CARDS for line in lines) else ONCE
    return Plan(lines, {"always": ALWAYS, "deal": DEAL, "once": ONCE}.get(lasts, usual))


def _read(game: AnyGame, part: str, names: Mapping[int, str], may_be: Refusing) -> Line:
    conditional = _IF_FIRST.fullmatch(part) or _IF_LAST.fullmatch(part)
    if conditional is None:
        return _what(game, part, (), names, may_be)
    led = suit_words(game).get(" ".join(words(conditional["suit"])), "")
    if not led:
        raise Illegal(f"“{short(conditional['suit'])}” is no suit of {game.name}. {may_be(game)}")
    return _what(game, conditional["what"], (led,), names, may_be)


def _what(game: AnyGame, text: str, led: tuple[str, ...], names: Mapping[int, str], may_be: Refusing) -> Line:
    said = _bare(text)
    if said in _does():
        return line_of(_does()[said], led=led)
    of = suit_words(game).get(said[-1], "") if len(said) == 2 else ""
    if of and _does().get(said[:1]) in (LOWEST, HIGHEST):
        return line_of(_does()[said[:1]], of, led)
    if not is_answer(game, text, names):
        raise Illegal(f"“{short(text)}” is no answer here, and nothing that may be planned. {may_be(game)}")
    return Line(TYPED, tokens=(_one_clause(text),), led=led)


def is_answer(game: AnyGame, text: str, names: Mapping[int, str]) -> bool:
    """Whether a text consists of words of which answers are made in this game; players may be named."""
    called = {word for seat, name in names.items() for word in (*words(name), chr(ord("a") + seat))}
    said = words(text)
    return bool(said) and all(word in _vocabulary(game) or word in called for word in said)


def _bare(text: str) -> tuple[str, ...]:
    """The words without fillers, or all words if there are only fillers."""
    said = words(text)
    return tuple(word for word in said if word not in FILLERS) or said


@cache
def _does() -> Mapping[tuple[str, ...], str]:
    return {_bare(way): does for does, ways in _WAYS.items() for way in ways}


@cache
def _words_by_game(key: str, ways: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Mapping[str, str], frozenset[str]]:
    suits = {
        way.split()[1]: suit(token)
        for token, all_ways in ways
        if rank(token) == "K" and suit(token)
        for way in all_ways
        if way.startswith("king ") and len(way.split()) == 2
    }
    if any(re.fullmatch(r"T\d+", token) for token, _ in ways):
        suits |= dict.fromkeys(("trump", "trumps", "atout", "atouts", "★"), TRUMP)
    known = {word for token, all_ways in ways for way in (token, *all_ways) for word in words(way)}
    return suits, frozenset(known | FILLERS | set("0123456789") | {NONE})


def suit_words(game: AnyGame) -> Mapping[str, str]:
    """The suits that have names in a game."""
    return _words_by_game(game.key, tuple(game.words.items()))[0]


def _vocabulary(game: AnyGame) -> frozenset[str]:
    return _words_by_game(game.key, tuple(game.words.items()))[1]
