"""Whole random games as short lines, to compare one process with another.

``python -m tests.rules.transcript`` prints a digest of every snapshot, view, ask, story, order and new deal of some
games, one to a line. Sets of strings are walked in another order in each process, unless ``PYTHONHASHSEED`` says
otherwise: nothing of a game may depend on it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from server.rules import GAMES, Ask, Slot, dump
from server.rules.cards import suit
from tests.rules.played import Case, Moment, Played, cases, played

ROOT = Path(__file__).parents[2]
MOMENTS = 50
"""Moments of a game that are written."""


def transcript(case: Case) -> Iterator[str]:
    """One line for each thing that a game says at some of its moments."""
    game, random = played(case), Random(str(case))
    for moment in game.some(MOMENTS):
        for what, value in _said_at(game, moment, random):
            digest = sha256(json.dumps(value).encode()).hexdigest()[:16]
            yield f"{case} moment {moment.number} {what}: {digest}"


def _said_at(game: Played, moment: Moment, random: Random) -> Iterator[tuple[str, Any]]:
    state, rules = moment.table.state, game.game
    yield "snapshot", dump(state)
    yield "story", [(line.kind, line.text, dict(line.values), line.to) for line in (*moment.said, rules.idle(state))]
    for seat in (None, *range(game.case.seats)):
        yield f"view of {seat}", rules.view(state, seat)
    for seat, ask in moment.asks.items():
        yield f"ask of {seat}", [ask.prompt, [_slot(slot, ask) for slot in ask.slots], ask.absent]
    yield "cards", {place: list(cards) for place, cards in rules.cards(state).items()}
    for of in ("", *sorted({suit(card) for deck in game.decks for card in deck} - {""})):
        yield f"order of {of or 'all'}", list(rules.order(state, of))
    for seat in range(game.case.seats):
        yield f"deal anew for {seat}", dump(rules.redeal(state, seat, random))


def _slot(slot: Slot, ask: Ask) -> list[Any]:
    return [slot.name, [(token, ask.words.get(token)) for token in slot.options], slot.least, slot.most]


def written_by(seeds: Sequence[int], *command: str) -> list[list[str]]:
    """The lines that a module prints, in one process for each hash seed, all at the same time."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", *command],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
        )
        for seed in seeds
    ]
    try:
        lines = [process.communicate(timeout=120)[0].splitlines() for process in running]
    finally:
        for process in running:
            process.kill()
    assert not any(process.returncode for process in running)
    return lines


def compared(key: str) -> list[Case]:
    """The tables of a game that are compared: at the most seats by default, at the fewest with some options."""
    of = [case for case in cases(variants=1) if case.key == key]
    return [
        max(of, key=lambda case: (case.seats, not case.variant)),
        min(of, key=lambda case: (case.seats, -case.variant)),
    ]


def main(keys: Sequence[str]) -> None:
    """Print the transcripts of some games, or of all."""
    for key in keys or GAMES:
        for case in compared(key):
            print(*transcript(case), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
