"""Patterns over words: literal words, choices, optional parts and holes that the words of a game fill.

A pattern such as ``(if|when)? {suits} (is|are)? led`` is compiled once. Matching enumerates the ways in which it fits
at one place; every attempt counts as a step, and there is a limit to the steps of one text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

STEPS = 300_000
"""The most steps for one text."""

Hole = Callable[["Text", int], Iterator[tuple[int, Any]]]
"""The ways to fill a hole at a place: where the rest begins, and the value."""
Node = tuple[str, Any]
Found = tuple[int, tuple[Any, ...]]


class TooManyWays(Exception):
    """The text can be read in too many ways."""


@dataclass
class Text:
    """The words and signs of a text, the holes, and how far anything has fitted."""

    said: Sequence[str]
    holes: dict[str, Hole]
    steps: int = 0
    farthest: int = 0
    memory: dict[tuple[Any, ...], list[Any]] = field(default_factory=dict)

    def step(self, steps: int = 1) -> None:
        """Count an attempt, or one that is as dear as many. Raises `TooManyWays` beyond the limit."""
        self.steps += steps
        if self.steps > STEPS:
            raise TooManyWays

    def word(self, at: int) -> str:
        """The word at a place; empty behind the last."""
        return self.said[at] if at < len(self.said) else ""


_PART = re.compile(r"\{\w+\}|[()|?]|[^\s()|?{}]+")


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> tuple[Node, ...]:
    """A pattern as a sequence of nodes."""
    parts = _PART.findall(pattern)
    found, rest = _sequence(parts)
    assert not rest, pattern
    return found


def _sequence(parts: list[str]) -> tuple[tuple[Node, ...], list[str]]:
    nodes: list[Node] = []
    while parts and parts[0] not in "|)":
        part, parts = parts[0], parts[1:]
        if part == "(":
            choices: list[tuple[Node, ...]] = []
            while True:
                choice, parts = _sequence(parts)
                choices.append(choice)
                sign, parts = parts[0], parts[1:]
                if sign == ")":
                    break
            nodes.append(("choice", tuple(choices)))
        elif part == "?":
            nodes[-1] = ("choice", ((nodes[-1],), ()))
        elif part.startswith("{"):
            nodes.append(("hole", part[1:-1]))
        else:
            nodes.append(("word", part))
    return tuple(nodes), parts


@lru_cache(maxsize=8192)
def begins(nodes: tuple[Node, ...]) -> tuple[frozenset[str], frozenset[str], bool]:
    """The words and the holes with which a pattern may begin, and whether it may also be empty."""
    words: set[str] = set()
    holes: set[str] = set()
    for kind, what in nodes:
        if kind == "word":
            return frozenset((*words, what)), frozenset(holes), False
        if kind == "hole":
            return frozenset(words), frozenset((*holes, what)), False
        options = [begins(choice) for choice in what]
        words = words.union(*(option[0] for option in options))
        holes = holes.union(*(option[1] for option in options))
        if not any(empty for *_, empty in options):
            return frozenset(words), frozenset(holes), False
    return frozenset(words), frozenset(holes), True


def may_begin(text: Text, nodes: tuple[Node, ...], at: int) -> bool:
    """Whether the pattern may fit here, by the word or the hole with which it begins."""
    words, holes, empty = begins(nodes)
    return empty or text.word(at) in words or any(True for hole in holes for _ in text.holes[hole](text, at))


def matches(text: Text, nodes: tuple[Node, ...], at: int) -> Iterator[Found]:
    """Where the pattern ends if it begins here, and what filled its holes, way by way."""
    text.step()
    if not nodes:
        text.farthest = max(text.farthest, at)
        yield at, ()
        return
    (kind, what), rest = nodes[0], nodes[1:]
    if kind == "word":
        if text.word(at) == what:
            yield from matches(text, rest, at + 1)
    elif kind == "hole":
        for end, value in text.holes[what](text, at):
            for last, values in matches(text, rest, end):
                yield last, (value, *values)
    else:
        for choice in what:
            yield from matches(text, (*choice, *rest), at)


def phrases(pattern: str) -> set[tuple[str, ...]]:
    """All word sequences that a pattern without holes fits."""

    def of(nodes: tuple[Node, ...]) -> set[tuple[str, ...]]:
        if not nodes:
            return {()}
        (kind, what), rest = nodes[0], of(nodes[1:])
        assert kind != "hole", pattern
        firsts = {(what,)} if kind == "word" else {way for choice in what for way in of(choice)}
        return {(*first, *last) for first in firsts for last in rest}

    return of(compiled(pattern))
