"""What everybody sees and is asked, as lines of a golden game: see `tests.rules.golden`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from server.rules import AnyGame, Ask, Seat, Slot, Table, all_asks

WIDTH = 120
View = Mapping[str, Any]
SAME = "same"
"""Written for an entry that a seat sees as everybody does, after it has seen it otherwise."""


@dataclass
class Sights:
    """What has been shown of one game so far; `of` writes what is new at a table."""

    game: AnyGame
    seats: int
    state: Any = None
    shown: dict[Seat | None, View] = field(default_factory=dict)

    def of(self, table: Table) -> Iterator[str]:
        """What the views show and what is asked; nothing while answers wait for others."""
        if table.state is self.state:
            return
        self.state = table.state
        public = flat(self.game.view(table.state, None))
        yield from self._changes(None, public)
        for seat in range(self.seats):
            own = flat(self.game.view(table.state, seat))
            yield from self._changes(seat, {name: value for name, value in own.items() if value != public[name]})
        for seat, ask in all_asks(self.game, table).items():
            yield f"?{letter(seat)} {question(ask)}"

    def _changes(self, seat: Seat | None, view: View) -> Iterator[str]:
        before, self.shown[seat] = self.shown.get(seat, {}), view
        yield from wrapped("=" if seat is None else f"={letter(seat)}", changes(before, view))


def flat(view: View) -> dict[str, Any]:
    """The entries of a view and those of its core; of these, the repeated ones say what they repeat."""
    own = {name: value for name, value in view.items() if name != "core"}
    return own | {f"core.{name}": _as_own(name, value, own) for name, value in view.get("core", {}).items()}


def _as_own(name: str, value: Any, own: View) -> Any:
    alike = [name, *own] if isinstance(value, list | dict) and value else [name]
    return next((f"as:{other}" for other in alike if name != "turn" and other in own and own[other] == value), value)


def changes(before: View, after: View) -> Iterator[str]:
    """One word for each entry that is new, or not what it was."""
    for name, value in after.items():
        if name not in before:
            yield f"{name}={noted(value)}"
        elif before[name] != value:
            yield name + change(before[name], value)
    yield from (f"{name}={SAME}" for name in before if name not in after)


def change(before: Any, after: Any) -> str:
    """``+=[5H]`` for a list that has grown at its end, ``-=[5H]`` for one from which something went, else ``=[5H]``."""
    if isinstance(before, list) and isinstance(after, list) and before and after:
        if after[: len(before)] == before:
            return f"+={noted(after[len(before) :])}"
        gone = _gone(before, after)
        if gone and len(gone) < len(after):
            return f"-={noted(gone)}"
    return f"={noted(after)}"


def _gone(before: list[Any], after: list[Any]) -> list[Any]:
    """What must be taken from a list to make the other of it; nothing where that cannot be."""
    gone, at = [], 0
    for item in before:
        if at < len(after) and item == after[at]:
            at += 1
        else:
            gone.append(item)
    return gone if at == len(after) else []


PLAIN = re.compile(r"(?!-?\d+$|-$)[\w+:-]+")
WORDS_OF_NOTATION = ("yes", "no", SAME)


def noted(value: Any) -> str:
    """A JSON value in fewer signs: ``{cards:[5H T3] winner:2 made:yes by:-}``."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list():
            return f"[{' '.join(map(noted, value))}]"
        case dict():
            return "{" + " ".join(f"{name}:{noted(item)}" for name, item in value.items()) + "}"
        case str() if not PLAIN.fullmatch(value) or value in WORDS_OF_NOTATION:
            return json.dumps(value, ensure_ascii=False)
    return str(value)


def question(ask: Ask) -> str:
    """An ask in one line: the prompt, what may be answered, what the clock says."""
    return f"{ask.prompt} {'; '.join([*map(_choice, ask.slots), f'clock: {ask.absent}'])}"


def _choice(slot: Slot) -> str:
    count = f"{slot.least}-{slot.most}" if slot.least < slot.most else str(slot.most)
    return f"{slot.name}{'' if count == '1' else f' {count}'}: {' '.join(slot.options)}"


def wrapped(mark: str, words: Iterable[str]) -> Iterator[str]:
    """Lines that begin with a mark; a word too long for a line has one of its own."""
    line = mark
    for word in words:
        if line != mark and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = mark
        line = f"{line} {word}"
    if line != mark:
        yield line


def letter(seat: Seat) -> str:
    """``A`` for the first seat."""
    return "ABCDEF"[seat]
