"""House players: programs that take a seat and see only what that seat may see.

Any layer above may call `choose`; this layer calls the rules and touches no database. A game's house player is in the
module named after the game's key, which defines what a `HousePlayer` has; without one, the house answers at random.
The view comes from `sight`: without the core if the game has `Game.without_core`. That is the steady house player.
`easy` makes it an easy one; `sampling`, which looks ahead, a strong one; `opinions` gives the strong one's opinion of a
decision that somebody has made. `memory` is what the players of trick games remember of a deal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any

from server.rules import GAMES, Answer, AnyGame, Ask, Seat, State, Table, all_asks, canonical, forced

from . import easy, sampling

Chooser = Callable[[dict[str, Any], Ask, Seat, Random], Answer]
"""How a game's house player answers an ask, by its view."""


def choose(
    game: AnyGame, table: Table, seat: Seat, random: Random, level: str = "steady", seconds: float = 1.0,
    signals: bool = False,
) -> Answer:  # fmt: skip
    """The house player's answer for this seat, in canonical form, from what the seat may see. The seat must be asked.

    ``level``: ``easy``, ``steady`` or ``strong``. ``seconds``: how long a strong one looks ahead; the others answer at
    once. ``signals``: whether steady and strong ones signal to their partners, as the terms of a match may say.
    """
    if level == "strong":
        return sampling.choose(game, table, seat, random, sampling.Budget(seconds, sampling.MANY), signals)
    if level == "easy":
        return easy.choose(game, table, seat, random)
    return steady(game, table, seat, random, signals)


def steady(game: AnyGame, table: Table, seat: Seat, random: Random, signals: bool = False) -> Answer:
    """The answer of the steady house player."""
    ask = all_asks(game, table)[seat]
    only = forced(ask)
    if only is not None:
        return only
    return canonical(ask, player(game.key).choose(sight(game, table.state, seat, signals), ask, seat, random))


def sight(game: AnyGame, state: State, seat: Seat, signals: bool = False) -> dict[str, Any]:
    """What a house player looks at: the seat's view, without its core if the house player does not need it; and
    ``signals``, if partners are to signal.
    """
    view = (game.without_core or game.view)(state, seat)
    return view | {"signals": True} if signals else view


@dataclass(frozen=True)
class HousePlayer:
    """What the module of a game defines, by these names; values (numbers, words, mappings) by them in capitals.

    ``choose(view, ask, seat, random)``: the answer of the steady player. ``slips``: how many of its best answers an
    easy one overlooks, on average. The others are for looking ahead (`sampling`):

    - ``usual(view, ask, seat, random)``: the answer that others must beat; default: that of ``choose``;
    - ``horizon``: the number of answers after which the scores show what a decision was worth, if before the deal ends;
    - ``stage(state)``: the part of a deal that the state is in, if playing to the end of that part is enough;
    - ``weighty``: phase -> a factor for the number of games to imagine, for phases with important decisions;
    - ``fits(state, seat)``: whether, in a table imagined for the seat, the others would have answered as they did;
    - ``dealt(state, seat, random, tries)``: as `Game.redeal`, which is the default, where `fits` is the likelier, the
      more ``tries`` it failed;
    - ``likelier(state, seat, random)``: such a table, with cards laid away face down as the others would choose them;
    - ``alike(view, cards, seat)``: the cards that may be played, in groups of which the first is enough to be tried;
    - ``idle``: what may be said with a card and changes little in an imagined deal, so that it is not tried;
    - ``played_on(state)``: an imagined deal played on to its last trick, quicker than ``choose`` would (`playout`);
    - ``margin(state, seat)``: a tie-breaker of less than one point where play stops, such as how clearly a deal was won
      or how good the seat's chances are;
    - ``prospect(state, seat)``: what the standings where play stops promise for the rest of the match, in points;
    - ``softened(before, after, seat)``: the points to add to those of an imagined deal so that to just miss a contract
      is little worse than to just make it, because the play is only imagined;
    - ``events(before, after, seat)``: what came of an imagined deal for the seat, 1 or 0 (or a chance) by kind: an
      opinion gives one of them as its reason. A kind that does not apply is left out; ``server.views.review`` has the
      sentences. ``in-tricks`` is a number: the points that its side took in tricks, where they are not what is scored;
    - ``unit``: the kind of a reason that is about points, where they are called otherwise.
    """

    choose: Chooser
    usual: Chooser
    dealt: Callable[[State, Seat, Random, int], State]
    slips: float = 0.35
    horizon: int = 1000
    stage: Callable[[State], Any] = lambda state: None
    weighty: Mapping[str, int] = field(default_factory=dict)
    fits: Callable[[State, Seat], bool] = lambda state, seat: True
    likelier: Callable[[State, Seat, Random], State] = lambda state, seat, random: state
    alike: Callable[[dict[str, Any], Sequence[str], Seat], Sequence[Sequence[str]]] = lambda view, cards, seat: [
        [card] for card in cards
    ]
    idle: Collection[str] = ()
    played_on: Callable[[State], State] = lambda state: state
    margin: Callable[[State, Seat], float] = lambda state, seat: 0.0
    prospect: Callable[[State, Seat], float] = lambda state, seat: 0.0
    softened: Callable[[State, State, Seat], float] = lambda before, after, seat: 0.0
    events: Callable[[State, State, Seat], Mapping[str, float]] = lambda before, after, seat: {}
    unit: str = "points"


@cache
def player(key: str) -> HousePlayer:
    """The house player of a game; without a module of its own, one that answers at random."""
    module = _MODULES.get(key.replace("-", "_"))
    named = {each.name: (each.name, each.name.upper()) for each in fields(HousePlayer)}
    own = {name: getattr(module, one) for name, names in named.items() for one in names if hasattr(module, one)}
    choose = own.get("choose", at_random)
    default = {
        "choose": choose,
        "usual": choose,
        "dealt": lambda state, seat, random, tries: GAMES[key].redeal(state, seat, random),
    }
    return HousePlayer(**default | own)


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
