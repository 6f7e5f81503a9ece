"""Cards, answers and the lines of the story in running text, for one reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from markupsafe import Markup, escape

from ..rules import GAMES, AnyGame
from ..rules.engine import NONE, Said, Seat
from ..rules.story import Number
from ..templating import and_list, minus
from .faces import face
from .story import Ply
from .tables import letter_of


@dataclass(frozen=True)
class Prose:
    """How one reader is told of cards, answers and what has happened.

    ``you``: the reader's seat; ``None`` for a spectator. ``called``: what the reader calls the player of each seat.
    ``text``: plain text is made instead of markup.
    """

    game: AnyGame
    you: Seat | None
    called: tuple[str, ...]
    text: bool = False

    @property
    def plain(self) -> Prose:
        """The same in plain text."""
        return replace(self, text=True)

    def card(self, code: str) -> str | Markup:
        return _drawn(self.game.key, code, self.text)

    def cards(self, codes: Iterable[str]) -> str | Markup:
        """Several cards, side by side; in text, names of several words are a list."""
        shown = [self.card(code) for code in codes]
        line = " ".join(shown)
        if not self.text:
            return Markup(line)  # chips are markup already
        return ", ".join(shown) if " of " in line else line

    def word(self, token: str) -> str:
        """A token in words, such as ``guard without``."""
        return self.game.words.get(token, (token,))[0]

    def answer(self, answer: str) -> str | Markup:
        """An answer, with cards as cards, words as words and seats as those who sit there."""
        if answer == NONE:
            return self.word(NONE) if NONE in self.game.words else "nothing"
        seats = {letter_of(seat): name for seat, name in enumerate(self.called)}
        if answer in seats and self.word(answer) == answer:
            return seats[answer] if self.text else escape(seats[answer])
        return self.cards(answer.split())

    def mid_sentence(self, seat: Seat) -> str:
        """Who sits there, where a sentence goes on: ``you``, ``Chiara``."""
        return "you" if seat == self.you else self.called[seat]

    def possessive(self, seat: Seat) -> str:
        """``Your``, ``Chiara’s``"""
        return "Your" if seat == self.you else f"{self.called[seat]}’s"

    def side(self, seats: Sequence[Seat]) -> str:
        """Seats that win and score together, named together: ``You & Chiara``."""
        return " & ".join("you" if i and seat == self.you else self.called[seat] for i, seat in enumerate(seats))

    def tell(self, line: Said) -> str | Markup:
        """A line of the story, with names and cards filled in."""
        values = line.values
        parts = [
            part if begins is None else self._value(values[part], begins)
            for part, begins in _parts(line.text, self.text)
        ]  # as HTML, each part is markup already
        sentence = "".join(parts)
        return sentence[:1].upper() + sentence[1:] if self.text else Markup(sentence)

    def told(self, lines: Iterable[Said]) -> list[tuple[bool, str | Markup]]:
        """Each line of the story, and whether it is told to the reader alone."""
        return [(line.to is not None, self.tell(line)) for line in lines]

    def aloud(self, ply: Ply) -> str | Markup:
        """All that is told of a window, one sentence after the other."""
        clocked = [f"The clock answered for {self._named([seat], begins=False)}." for seat in ply.clocked]
        said = " ".join([*clocked, *[self.tell(line) for line in ply.lines]])
        return said if self.text else Markup(said)

    @cached_property
    def _players(self) -> tuple[str | Markup, ...]:
        """What the reader calls the player of each seat, as it stands in a line."""
        return self.called if self.text else tuple([escape(name) for name in self.called])

    def _value(self, value: Any, begins: bool) -> str | Markup:
        """A value in a line; ``begins``: whether it begins a sentence."""
        if isinstance(value, int):
            return "you" if value == self.you and not begins else self._players[value]
        if isinstance(value, str):
            return self.card(value)
        if isinstance(value, Number):
            return minus(value)
        if value and all(isinstance(item, int) for item in value):
            return self._named(value, begins)
        return self.cards(value) if value else "nothing"

    def _named(self, seats: Sequence[Seat], begins: bool) -> str:
        players = self._players
        return and_list(
            ["you" if seat == self.you and (i or not begins) else players[seat] for i, seat in enumerate(seats)]
        )


@lru_cache(maxsize=4096)
def _drawn(game: str, code: str, text: bool) -> str | Markup:
    shown = face(code, GAMES[game].words)
    return str(shown) if text else shown.chip()


@lru_cache(maxsize=1024)
def _parts(template: str, text: bool) -> tuple[tuple[str, bool | None], ...]:
    """The parts of a template, alternating plain text (``None``) and placeholders (whether each begins a sentence)."""
    parts = re.split(r"\{(\w+)\}", template)
    begins = [not part or part.endswith((". ", "! ", "? ")) for part in parts]
    shown = [part if text or i % 2 else escape(part) for i, part in enumerate(parts)]
    return tuple((part, begins[i - 1] if i % 2 else None) for i, part in enumerate(shown))
