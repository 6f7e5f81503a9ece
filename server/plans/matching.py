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
def begins(nodes: tuple[Node, ...]) -> tuple[frozenset[str], bool]:
    """The words with which a pattern may begin, and whether it may also begin with what fills a hole, or be empty."""
    found: set[str] = set()
    for kind, what in nodes:
        if kind == "word":
            return frozenset((*found, what)), False
        if kind == "hole":
            return frozenset(found), True
        options = [begins(choice) for choice in what]
        found |= {word for words, _ in options for word in words}
        if any(any_word and not _is_optional(choice) for choice, (_, any_word) in zip(what, options, strict=True)):
            return frozenset(found), True
        if not any(map(_is_optional, what)):
            return frozenset(found), False
    return frozenset(found), True


def _is_optional(nodes: tuple[Node, ...]) -> bool:
    return all(kind == "choice" and any(map(_is_optional, what)) for kind, what in nodes)


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
