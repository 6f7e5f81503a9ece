"""House players: programs that take a seat and see only what that seat may see.

Any room above may call `choose`; this room calls the rules and touches no database. A game's house player is in the
module named after the game's key, with ``choose(view, ask, seat, random)``; without one, the house answers at random.
The view comes from `sight`: without the core if the game has `Game.without_core`. That is the steady house player.
`easy` makes it an easy one; `sampling`, which looks ahead, a strong one; `opinions` gives the strong one's opinion of a
decision that somebody has made. `memory` is what the players of trick games remember of a deal.

``SLIPS`` is how often an easy player overlooks its best answer; default: 0.35.

For looking ahead (`sampling`), the module may also define

- ``usual(view, ask, seat, random)``: the answer that others must beat; default: that of ``choose``;
- ``HORIZON``: the number of answers after which the scores show what a decision was worth, if before the deal ends;
- ``stage(state)``: the part of a deal that the state is in, if playing to the end of that part is enough;
- ``WEIGHTY``: phase -> a factor for the number of games to imagine, for phases with important decisions;
- ``fits(state, seat)``: whether, in a table imagined for the seat, the others would have answered as they did;
- ``dealt(state, seat, random, tries)``: as `Game.redeal`, where `fits` is the likelier, the more ``tries`` it failed;
- ``likelier(state, seat, random)``: such a table, with cards laid away face down as the others would choose them;
- ``alike(view, cards, seat)``: the cards that may be played, in groups of which the first is enough to be tried;
- ``IDLE``: what may be said with a card and changes little in an imagined deal, so that it is not tried;
- ``played_on(state)``: an imagined deal played on to its last trick, quicker than `choose` would (see `playout`);
- ``margin(state, seat)``: a tie-breaker of less than one point where play stops, such as how clearly a deal was won or
  how good the seat's chances are;
- ``prospect(state, seat)``: what the standings where play stops promise for the rest of the match, in points;
- ``softened(before, after, seat)``: the points to add to those of an imagined deal so that to just miss a contract is
  little worse than to just make it, because the play is only imagined;
- ``events(before, after, seat)``: what came of an imagined deal for the seat, 1 or 0 (or a chance) by kind: an opinion
  gives one of them as its reason. A kind that does not apply is left out; ``server.views.review`` has the sentences.
  ``in-tricks`` is a number: the points that its side took in tricks, where they are not what is scored;
- ``UNIT``: the kind of a reason that is about points, where they are called otherwise; default: ``points``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import ModuleType
from typing import Any

from server.rules import GAMES, Answer, AnyGame, Ask, Seat, State, Table, asked, canonical, forced

from . import easy, sampling

Player = Callable[[dict[str, Any], Ask, Seat, Random], Answer]


def choose(
    game: AnyGame, table: Table, seat: Seat, random: Random, level: str = "steady", seconds: float = 1.0
) -> Answer:
    """The house player's answer for this seat, in canonical form, from what the seat may see. The seat must be asked.

    ``level``: ``easy``, ``steady`` or ``strong``. ``seconds``: how long a strong one looks ahead; the others answer at
    once.
    """
    if level == "strong":
        return sampling.choose(game, table, seat, random, sampling.Budget(seconds, sampling.MANY))
    return {"easy": easy.choose, "steady": steady}[level](game, table, seat, random)


def steady(game: AnyGame, table: Table, seat: Seat, random: Random) -> Answer:
    """The answer of the steady house player."""
    ask = asked(game, table)[seat]
    only = forced(ask)
    if only is not None:
        return only
    return canonical(ask, player(game.key)(sight(game, table.state, seat), ask, seat, random))


def sight(game: AnyGame, state: State, seat: Seat) -> dict[str, Any]:
    """What a house player looks at: the seat's view, without its core if the house player does not need it."""
    return (game.without_core or game.view)(state, seat)


@cache
def player(key: str) -> Player:
    """The ``choose`` function of a game's house player; without one, `at_random`."""
    module = _module(key)
    return module.choose if module else at_random


@cache
def usual(key: str) -> Player:
    """The function that gives the answer which others must beat, for a player that looks ahead; default: `player`."""
    return getattr(_module(key), "usual", player(key))


@cache
def slips(key: str) -> float:
    """How often an easy player of the game overlooks its best answer; default: 0.35."""
    return getattr(_module(key), "SLIPS", 0.35)


@cache
def horizon(key: str) -> int:
    """The number of answers after which the scores show what a decision was worth; default: until the deal ends."""
    return getattr(_module(key), "HORIZON", 1000)


@cache
def stage(key: str) -> Callable[[State], Any]:
    """A function that gives the part of a deal a state is in; looking ahead stops when it ends. Default: one part."""
    return getattr(_module(key), "stage", lambda state: None)


@cache
def weighty(key: str) -> Mapping[str, int]:
    """Phase -> the factor by which more games are imagined in this phase; 1 for phases not named."""
    return getattr(_module(key), "WEIGHTY", {})


@cache
def fits(key: str) -> Callable[[State, Seat], bool]:
    """A function that checks whether an imagined table agrees with the others' answers; default: always true."""
    return getattr(_module(key), "fits", lambda state, seat: True)


@cache
def dealt(key: str) -> Callable[[State, Seat, Random, int], State]:
    """A function that deals anew what the seat cannot see, the nearer to the others' answers, the more tries did not
    fit them; default: `Game.redeal`.
    """
    return getattr(_module(key), "dealt", lambda state, seat, random, tries: GAMES[key].redeal(state, seat, random))


@cache
def likelier(key: str) -> Callable[[State, Seat, Random], State]:
    """A function that chooses face-down discards in an imagined table as others would; default: no change."""
    return getattr(_module(key), "likelier", lambda state, seat, random: state)


@cache
def alike(key: str) -> Callable[[dict[str, Any], Sequence[str], Seat], Sequence[Sequence[str]]]:
    """A function that puts the cards that may be played into groups that come to the same; default: all differ."""
    return getattr(_module(key), "alike", lambda view, cards, seat: [[card] for card in cards])


@cache
def idle(key: str) -> Collection[str]:
    """What may be said with a card and changes little in an imagined deal; default: nothing."""
    return getattr(_module(key), "IDLE", ())


@cache
def played_on(key: str) -> Callable[[State], State]:
    """A function that plays an imagined deal on to its last trick, quicker than `player`; default: it does nothing."""
    return getattr(_module(key), "played_on", lambda state: state)


@cache
def margin(key: str) -> Callable[[State, Seat], float]:
    """A function that rates a seat where play stops, in less than one point, beside the score; default: zero."""
    return getattr(_module(key), "margin", lambda state, seat: 0.0)


@cache
def prospect(key: str) -> Callable[[State, Seat], float]:
    """A function that tells, in points, what the standings promise a seat for the rest of the match; default: zero."""
    return getattr(_module(key), "prospect", lambda state, seat: 0.0)


@cache
def softened(key: str) -> Callable[[State, State, Seat], float]:
    """A function that tells what to add to the points of an imagined deal if it was close; default: zero."""
    return getattr(_module(key), "softened", lambda before, after, seat: 0.0)


@cache
def events(key: str) -> Callable[[State, State, Seat], Mapping[str, float]]:
    """A function that tells what came of an imagined deal, by the state before and after it; default: nothing."""
    return getattr(_module(key), "events", lambda before, after, seat: {})


@cache
def unit(key: str) -> str:
    """What the points of a game are called; default: ``points``."""
    return getattr(_module(key), "UNIT", "points")


def _module(key: str) -> ModuleType | None:
    return _MODULES.get(key.replace("-", "_"))


def at_random(view: dict[str, Any], ask: Ask, seat: Seat, random: Random) -> Answer:
    """A random lawful answer."""
    tokens: list[str] = []
    for slot in ask.slots:
        picked = random.sample(slot.options, random.randint(slot.least, min(slot.most, len(slot.options))))
        tokens += [option for option in slot.options if option in picked]
    return " ".join(tokens) or "none"


_OF_GAMES = {key.replace("-", "_") for key in GAMES}
_MODULES = {
    module.name: import_module(f"{__name__}.{module.name}")
    for module in iter_modules(__path__)
    if module.name in _OF_GAMES
}
"""All are loaded with this one: their files may be changed while the server runs."""
