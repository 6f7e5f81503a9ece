"""Patterns over words: literal words, choices, optional parts and holes that the words of a game fill.

A pattern such as ``(if|when)? {suits} (is|are)? led`` is compiled once. Matching enumerates the ways in which it fits
at one place; every attempt counts as a step, and there is a limit to the steps of one text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar

STEPS = 300_000
"""The most steps for one text."""

Hole = Callable[["Text", int], Iterator[tuple[int, Any]]]
"""The ways to fill a hole at a place: where the rest begins, and the value."""
Part = tuple[str, Any]
"""A literal word, a hole by its name, or a choice of sequences of parts."""
Found = tuple[int, tuple[Any, ...]]
T = TypeVar("T")


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


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """What a pattern says at one place, and what it says next. ``words`` and ``holes``: with which it may begin.

    ``may_end``: whether it also fits where nothing is said.
    """

    words: frozenset[str] = frozenset()
    holes: frozenset[str] = frozenset()
    may_end: bool = False
    word: str = ""
    hole: str = ""
    choices: tuple[Node, ...] = ()
    then: Node | None = None


END = Node(may_end=True)


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> Node:
    """A pattern as its first node."""
    return _linked(_parsed(pattern), END)


def _linked(parts: Sequence[Part], then: Node) -> Node:
    for kind, what in reversed(parts):
        if kind == "word":
            then = Node(frozenset((what,)), word=what, then=then)
        elif kind == "hole":
            then = Node(holes=frozenset((what,)), hole=what, then=then)
        else:
            ways = tuple(_linked(choice, then) for choice in what)
            words = frozenset(word for way in ways for word in way.words)
            holes = frozenset(hole for way in ways for hole in way.holes)
            then = Node(words, holes, any(way.may_end for way in ways), choices=ways)
    return then


def _parsed(pattern: str) -> tuple[Part, ...]:
    found, rest = _sequence(_PART.findall(pattern))
    assert not rest, pattern
    return found


def _sequence(parts: list[str]) -> tuple[tuple[Part, ...], list[str]]:
    nodes: list[Part] = []
    while parts and parts[0] not in "|)":
        part, parts = parts[0], parts[1:]
        if part == "(":
            choices: list[tuple[Part, ...]] = []
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


def matches(text: Text, node: Node, at: int) -> Iterator[Found]:
    """Where the pattern ends if it begins here, and what filled its holes, way by way."""
    text.step()
    word, then = text.word(at), node.then
    if node.choices:
        for way in node.choices:
            if way.may_end or way.holes or word in way.words:
                yield from matches(text, way, at)
    elif then is None:
        text.farthest = max(text.farthest, at)
        yield at, ()
    elif node.word:
        if word == node.word:
            yield from matches(text, then, at + 1)
    else:
        for end, value in text.holes[node.hole](text, at):
            for last, values in matches(text, then, end):
                yield last, (value, *values)


class Patterns(Generic[T]):
    """Many patterns, each with what it means, found by the word or the hole with which they begin."""

    def __init__(self, meanings: Iterable[tuple[str, T]]):
        self._all = tuple((compiled(pattern), meaning) for pattern, meaning in meanings)
        self._words: dict[str, list[int]] = defaultdict(list)
        self._holes: dict[str, list[int]] = defaultdict(list)
        self._anywhere = [number for number, (node, _) in enumerate(self._all) if node.may_end]
        for number, (node, _) in enumerate(self._all):
            for index, begins in ((self._words, node.words), (self._holes, node.holes)):
                for begin in begins:
                    index[begin].append(number)

    def at(self, text: Text, at: int) -> Iterator[tuple[T, Found]]:
        """Each that fits at a place, in their order: what it means, where it ends, and what filled its holes."""
        numbers = {*self._anywhere, *self._words.get(text.word(at), ())}
        for hole, begun in self._holes.items():
            if any(True for _ in text.holes[hole](text, at)):
                numbers.update(begun)
        for number in sorted(numbers):
            node, meaning = self._all[number]
            for found in matches(text, node, at):
                yield meaning, found


def words(patterns: Iterable[str]) -> set[str]:
    """All literal words of patterns."""
    return {part for pattern in patterns for part in _PART.findall(pattern) if part[0] not in "()|?{"}


def phrases(pattern: str) -> set[tuple[str, ...]]:
    """All word sequences that a pattern without holes fits."""

    def of(nodes: tuple[Part, ...]) -> set[tuple[str, ...]]:
        if not nodes:
            return {()}
        (kind, what), rest = nodes[0], of(nodes[1:])
        assert kind != "hole", pattern
        firsts = {(what,)} if kind == "word" else {way for choice in what for way in of(choice)}
        return {(*first, *last) for first in firsts for last in rest}

    return of(_parsed(pattern))
