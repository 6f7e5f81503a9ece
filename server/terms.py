"""How a table is run: what is agreed on when a match is opened, what each of it may be, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import clock
from .rules import AnyGame

FORCED, WEEKENDS, ANSWERED, BLIND, EXCUSES, ZONE = "forced", "weekends", "answered", "blind", "excuses", "zone"
DELAY, HOUSE_ABSENT = "delay", "house-absent"


@dataclass(frozen=True)
class Term:
    """One thing that is agreed on. The first of its values is the usual one.

    ``told`` says what a value means, ``offer`` what is agreed on by a tick for the second value.
    ``at_once``: only where several answer in the same window.
    """

    values: tuple[str, ...]
    told: Mapping[str, str] = field(default_factory=dict)
    offer: str = ""
    at_once: bool = False


def _excused(times: int) -> str:
    return f"Each seat is excused {'once' if times == 1 else f'{times} times'}: a missed window is extended instead."


TERMS: Mapping[str, Term] = {
    FORCED: Term(
        ("off", "on"),
        {"on": "Where only one answer is possible, the table gives it."},
        "Where only one answer is possible, the table gives it by itself",
    ),
    WEEKENDS: Term(
        ("count", "free"),
        {"free": "Saturdays and Sundays do not count."},
        "Saturdays and Sundays are free and do not count",
    ),
    ANSWERED: Term(
        ("shown", "hidden"), {"hidden": "Who has answered is not shown."}, "Who has answered is not shown", at_once=True
    ),
    BLIND: Term(
        ("off", "on"),
        {"on": "Windows open at their hour, even if all are in."},
        "Blind timing: a window opens at its hour even if all are in, so that when somebody answered tells nothing",
        at_once=True,
    ),
    EXCUSES: Term(tuple(map(str, range(10))), {str(times): _excused(times) for times in range(1, 10)}),
    DELAY: Term(
        ("off", "on"),
        {"on": "Standing orders wait a while after a window opens, so that timing tells nothing."},
        "Standing orders wait a while, as a person would",
    ),
    HOUSE_ABSENT: Term(
        ("off", "on"),
        {"on": "A house player answers for whoever is absent."},
        "A house player answers for whoever misses a window",
    ),
    ZONE: Term(tuple(sorted(clock.zones()))),
}


def usual(game: AnyGame) -> dict[str, str]:
    """The terms of a game where nothing else is agreed on; the zone is the host's."""
    played = {name: term.values[0] for name, term in TERMS.items() if name != ZONE and offered(name, game)}
    return played | ({FORCED: "on"} if game.trick_game else {})


def offered(name: str, game: AnyGame) -> bool:
    """Whether a term means anything in this game: where one plays after another, nobody waits for sealed answers."""
    return not (TERMS[name].at_once and game.trick_game)


def ticks(game: AnyGame) -> list[str]:
    """The terms of a game that are agreed on by a tick."""
    return [name for name, term in TERMS.items() if term.offer and offered(name, game)]


def hides(terms: Mapping[str, str]) -> bool:
    """Whether who has answered is not shown."""
    return terms.get(ANSWERED) == "hidden"


def deviations(terms: Mapping[str, str]) -> list[str]:
    """A sentence for each term that is not as usual."""
    return [term.told[terms[name]] for name, term in TERMS.items() if terms.get(name) in term.told]
