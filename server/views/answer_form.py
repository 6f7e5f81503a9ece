"""The form in which a seat answers: what may be chosen, and what is marked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..rules import Ask, Slot
from ..rules.engine import NONE, Answer

MOST_TAPS = 12
"""The largest number of choices that a letter links one by one; more of them would be no quicker than the page."""


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
        """The slot of the ask with this name, or ``None``."""
        return self._slots.get(name)

    def can(self, name: str, token: str) -> bool:
        """Whether the token is an option of the slot with this name."""
        return name in self._slots and token in self._slots[name].options

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
