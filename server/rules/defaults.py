"""What follows of a game with hands, and with cards that lie face up or down, from the rest of it.

`engine.Game` fills in these functions where a game leaves its own out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from .cards import dealt_anew, suit
from .core import Core, Play, Seat, Trick, plain
from .record import replace
from .tricks import led

if TYPE_CHECKING:
    from .engine import AnyGame, State


def order(game: AnyGame, state: State, of: str) -> Sequence[str]:
    """By what cards are worth, then as ``words`` lists them; the order in which they lie could tell something."""
    at = {code: place for place, code in enumerate(game.words)}
    lying = (card for cards in game.cards(state).values() for card in cards if of in ("", suit(card)))
    return sorted(lying, key=lambda card: (game.worth(card) if game.worth else 0, at.get(card, 0), card))


def cards(game: AnyGame, state: State) -> Mapping[str, Sequence[str]]:
    """The hands, what was played to tricks, and the piles that the game names."""
    hands = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
    played = {"played": [card for trick in _tricks(state) for _, card in trick]} if game.trick_game else {}
    return {**hands, **played, **{place: getattr(state, place) for place in (*game.face_up, *game.face_down)}}


def _tricks(state: State) -> tuple[tuple[Play, ...], ...]:
    return (*(taken.cards for taken in state.tricks), state.trick)


def core_of(game: AnyGame, state: State, seat: Seat | None, **known: Any) -> Core:
    """The core of a view, of a state with hands; ``known``: its fields that do not follow from the rest of the game."""
    for name, field in (OF_TRICKS if game.trick_game else OF_ALL).items():
        if name not in known:
            known[name] = field(game, state, seat)
    return Core(**known)


OF_ALL: Mapping[str, Callable[[AnyGame, State, Seat | None], Any]] = {
    "phase": lambda game, state, seat: state.phase,
    "turn": lambda game, state, seat: game.seats_asked(state),
    "progress": lambda game, state, seat: game.progress(state),
    "hand": lambda game, state, seat: () if seat is None else state.hands[seat],
    "counts": lambda game, state, seat: tuple(map(len, state.hands)),
}
OF_TRICKS: Mapping[str, Callable[[AnyGame, State, Seat | None], Any]] = {
    **OF_ALL,
    "trick": lambda game, state, seat: state.trick if state.phase == "play" else None,
    "led": lambda game, state, seat: led(state.trick) or None,
    "winning": lambda game, state, seat: (
        game.trick_winner(state, state.trick) if game.trick_winner and state.trick else None
    ),
    "last": lambda game, state, seat: in_core(state.tricks[-1] if state.tricks else getattr(state, "last", None)),
    "tricks": lambda game, state, seat: tuple(map(in_core, state.tricks)),
    "leader": lambda game, state, seat: state.leader,
}
"""The fields of a core that follow from the rest of any game, and of a game of tricks."""


def in_core(taken: Any) -> Trick | None:
    """A trick that a game has kept, with its ``cards`` and its ``winner``, as the core has it."""
    return Trick(taken.cards, taken.winner) if taken else None


def shared(game: AnyGame, state: State, seat: Seat | None) -> Core:
    """The core of a view, where all of it follows."""
    return core_of(game, state, seat)


def view(game: AnyGame, state: State, seat: Seat | None) -> dict[str, Any]:
    """The core, and what the game shows besides: else what was opened last, and what lies face up.

    Tricks are most of a core: where the rest of a view has them, they are not made twice.
    """
    seen = plain(game.shared(state, seat))
    if game.without_core:
        own = game.without_core(state, seat)
        return {"core": seen | {"tricks": own["tricks"]} if "tricks" in own else seen, **own}
    last = [card for _, card in seen["last"]["cards"]] if seen["last"] else []
    return {"core": seen, "last": last, **{place: list(getattr(state, place)) for place in game.face_up}}


def redeal(game: AnyGame, state: State, seat: Seat, random: Random) -> State:
    """All that the seat cannot see is shuffled; who has not followed suit gets none of it."""
    hands, others = list(state.hands), [other for other in range(len(state.hands)) if other != seat]
    unseen = [*(hands[other] for other in others), *(getattr(state, place) for place in game.face_down)]
    tricks = _tricks(state) if game.trick_game else ()
    voids = {(other, led(trick)) for trick in tricks for other, card in trick if suit(card) not in ("", led(trick))}
    is_void = (lambda at, card: at < len(others) and (others[at], suit(card)) in voids) if voids else None
    dealt = iter(dealt_anew(unseen, random, is_void))
    for other in others:
        hands[other] = next(dealt)
    return replace(state, hands=tuple(hands), **dict(zip(game.face_down, dealt, strict=True)))
