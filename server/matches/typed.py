"""Answers as people type them, at the table of a match."""

from __future__ import annotations

from dataclasses import replace

from ..rules import Ask
from ..rules.engine import Answer
from ..rules.reading import read_apart
from ..store.models import Match
from ..views import letter_of


class Typed(str):
    """An answer as somebody has typed it. If it could mean two things it is asked back, even if it is a card's code."""


def understood(match: Match, ask: Ask, typed: str, signed: str = "") -> Answer:
    """The canonical form of an answer that was typed; ``signed``: its writer's name below it, which is left out of it.

    Seats may be called by their players' names. Raises `Illegal` if the text fits no answer, or more than one.
    """
    return understood_apart(match, ask, typed, signed)[0]


def understood_apart(match: Match, ask: Ask, typed: str, signed: str = "") -> tuple[Answer, tuple[str, ...]]:
    """What `understood` returns, and the remarks beside the answer, of which nothing was used."""
    names = {letter_of(chair.seat): (chair.name, chair.name.split()[0]) for chair in match.chairs}
    called = {seat: (*ask.words.get(seat, ()), *both) for seat, both in names.items()}
    return read_apart(replace(ask, words={**ask.words, **called}), str(typed), signed)
