"""Terms: what the players agree on when a match is opened, with allowed values and descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import clock
from .rules import AnyGame

FORCED, WEEKENDS, ANSWERED, BLIND, EXCUSES, ZONE = "forced", "weekends", "answered", "blind", "excuses", "zone"
DELAY, HOUSE_ABSENT, HOUSE, DECIDED = "delay", "house-absent", "house", "decided"
SPECTATORS, SIGNALS = "spectators", "signals"
LIVE, AFTER = "live", "after"
"""What spectators see: the table as it is now, or only finished deals."""
EASY, STEADY, STRONG = "easy", "steady", "strong"
"""The skill of house players."""


@dataclass(frozen=True)
class Term:
    """One term; the first of its values is the default.

    ``told``: value -> a sentence that describes it. ``offer``: the label of a checkbox for the second value; empty:
    none. ``at_once``: whether it makes sense only if several seats answer in the same window; ``game``: the key of the
    only game in which it does.
    """

    values: tuple[str, ...]
    told: Mapping[str, str] = field(default_factory=dict)
    offer: str = ""
    at_once: bool = False
    game: str = ""


def _excused(times: int) -> str:
    return f"Each seat is excused {'once' if times == 1 else f'{times} times'}: whoever is late gets more time instead."


TERMS: Mapping[str, Term] = {
    FORCED: Term(
        ("off", "on"),
        {
            "on": "Where only one answer is possible, the table gives it: at once where everybody can see that,"
            " else after a while, as a person would."
        },
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
        {"on": "Answers open at their hour, even if all are in."},
        "Blind timing: answers open at their hour even if all are in, so that when somebody answered tells nothing",
        at_once=True,
    ),
    EXCUSES: Term(tuple(map(str, range(10))), {str(times): _excused(times) for times in range(1, 10)}),
    DELAY: Term(
        ("off", "on"),
        {"on": "Planned answers wait a while, so that timing tells nothing."},
        "Planned answers wait a while, as a person would",
    ),
    HOUSE_ABSENT: Term(
        ("off", "on"),
        {"on": "A house player answers for whoever is absent."},
        "A house player answers for whoever is late",
    ),
    HOUSE: Term(
        (STEADY, EASY, STRONG),
        {
            EASY: "House players are easy to beat.",
            STRONG: "House players are strong: they look ahead, and take some seconds over each answer.",
        },
    ),
    SIGNALS: Term(
        ("off", "on"),
        {
            "on": "House players who defend signal, and heed the signals of all who defend with them: an odd trump led"
            " asks for more trumps, a higher card before a lower one ends its suit, and the suit that the defence led"
            " first comes back."
        },
        "House players who defend signal to one another, as clubs teach",
        game="french-tarot",
    ),
    DECIDED: Term(
        ("off", "on"),
        {
            "on": "When no answer can change the result of a deal any more, the table plays its rest: that it goes on"
            " tells you that something is still open."
        },
        "When no answer can change the result of a deal any more, the table plays its rest;"
        " that it goes on tells that something is still open",
    ),
    SPECTATORS: Term(
        ("off", LIVE, AFTER),
        {
            LIVE: "Spectators may watch what lies open on the table, as it happens: never hands or talk.",
            AFTER: "Spectators may watch with the delay of a deal: what lay open on the table, never hands or talk.",
        },
    ),
    ZONE: Term(tuple(sorted(clock.zones()))),
}


def defaults(game: AnyGame) -> dict[str, str]:
    """The default terms of a match of this game, except for the zone, which is the host's."""
    played = {name: term.values[0] for name, term in TERMS.items() if name != ZONE and offered(name, game)}
    return played | ({FORCED: "on"} if game.trick_game else {})


def offered(name: str, game: AnyGame) -> bool:
    """Whether a term makes sense in this game; in trick games, one seat answers at a time."""
    term = TERMS[name]
    return not (term.at_once and game.trick_game) and term.game in ("", game.key)


def ticks(game: AnyGame) -> list[str]:
    """The terms of a game that are offered as checkboxes."""
    return [name for name, term in TERMS.items() if term.offer and offered(name, game)]


def hides(terms: Mapping[str, str]) -> bool:
    """Whether the terms hide who has answered."""
    return terms.get(ANSWERED) == "hidden"


def unusual(terms: Mapping[str, str], game: AnyGame) -> list[str]:
    """A sentence for each term that is neither the game's default nor what the page of a new match proposes."""
    as_ever = defaults(game) | {HOUSE: STRONG}
    return deviations({name: value for name, value in terms.items() if value != as_ever.get(name)})


def deviations(terms: Mapping[str, str]) -> list[str]:
    """A sentence for each term that differs from its general default."""
    return [term.told[terms[name]] for name, term in TERMS.items() if terms.get(name) in term.told]
