"""The form in which a seat answers: what may be chosen, and what is marked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..rules import Ask, Slot
from ..rules.engine import NONE, Answer
from .faces import face
from .tables import letter_of

MOST_TAPS = 12
"""The largest number of choices that a letter links one by one; more of them would be no quicker than the page."""

NOUNS = {"target": "place"}
"""What a page calls the options of a slot whose name is another."""


def wanted(ask: Ask, slot: Slot, chosen: int = 0) -> str:
    """What a slot still wants, as the page calls it: ``a place``, ``6 cards``, ``2 more cards``."""
    noun = _noun(ask, slot)
    if slot.least == 1:
        return f"a {noun}"
    more = slot.least - chosen
    return f"{more}{' more' if chosen else ''} {noun}{'s' if more != 1 else ''}"


def _noun(ask: Ask, slot: Slot) -> str:
    if letter_of(0) in slot.options or letter_of(1) in slot.options:
        return "player"
    if all(face(option, ask.words).suit not in ("", "domino") for option in slot.options):
        return "trump" if slot.name == "trumps" else "card"
    return NOUNS.get(slot.name, slot.name.replace("-", " "))


def forced_tokens(ask: Ask | None) -> frozenset[str]:
    """The tokens of slots that leave no choice."""
    slots = ask.slots if ask else ()
    return frozenset(token for slot in slots if slot.least == len(slot.options) for token in slot.options)


@dataclass(frozen=True)
class AnswerForm:
    """What may be answered while ply ``ply`` is open. ``ask``: ``None`` where nothing is asked.

    ``chosen``: the tokens to show as selected.
    """

    ask: Ask | None
    ply: int
    chosen: frozenset[str]

    @cached_property
    def _slots(self) -> dict[str, Slot]:
        return {slot.name: slot for slot in self.ask.slots} if self.ask else {}

    def slot(self, name: str) -> Slot | None:
        return self._slots.get(name)

    def can(self, name: str, token: str) -> bool:
        return name in self._slots and token in self._slots[name].options

    @cached_property
    def wanted(self) -> dict[str, str]:
        """What each slot wants that cannot be left out, by its name, as the page calls it."""
        return {slot.name: wanted(self.ask, slot) for slot in self.ask.slots if slot.least} if self.ask else {}

    @property
    def may_be_nothing(self) -> bool:
        """Whether an answer may pick nothing at all. A page wants even that said, see `web.forms.answer_of`."""
        return self.ask is not None and all(slot.least == 0 for slot in self.ask.slots)

    @cached_property
    def taps(self) -> tuple[Answer, ...]:
        """The answers of an ask of one pick among at most `MOST_TAPS`, which letters link one by one; else empty."""
        slots = self.ask.slots if self.ask else ()
        if len(slots) != 1 or slots[0].most != 1:
            return ()
        answers = (*slots[0].options, *((NONE,) if not slots[0].least and NONE not in slots[0].options else ()))
        return answers if len(answers) <= MOST_TAPS else ()

    def tap(self, answer: Answer) -> str:
        """The fragment of the page's address that marks an answer of the open window, such as ``choose-7-KH``."""
        return f"choose-{self.ply}-{answer}"
