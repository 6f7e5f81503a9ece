"""Plans as people type them, for each game: what a page shows, and the nearest to a text that was not understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..rules import AnyGame
from ..rules.engine import NONE
from .vocabulary import of_suit, signs

OF_TRICKS = (
    "{suit} high, else low",
    "lead low {suit}",
    "if I can win: win, else low",
    "if I play last: win, else low",
    "if I cannot follow: low trumps",
    "if somebody has trumped: low, else high",
    "if nobody has trumped: high",
    "if not leading: low",
    "lead {card}",
    "if {card} has gone: low",
    "if {card} is in the trick: win",
    "if it is the last trick: high",
    "{suit} ask me, else low",
    "the most points, else ask me",
    "low until a trump falls",
    "low for 2 tricks",
    "low but not {card}",
)
"""In trick games: of a suit, and of one of the cards."""
OF_SIDES = ("partner low, else win", "if an opponent is winning: win, else low", "partner the most points, else low")
OF_GAMES: Mapping[str, Sequence[str]] = {
    "french-tarot": (
        "pass",
        "small, else pass",
        "if nobody has bid: small, else pass",
        "if guard is not possible: pass, else guard",
        "if the taker is winning: low",
        "call hearts",
        "discard the 3 lowest clubs",
        "if it is my first card: KS with poignee",
    ),
    "texas-42": (
        "pass",
        "30, else pass",
        "30, else 31, else pass",
        "if partner has bid: pass, else 1 mark",
        "call my longest suit",
        "nello, else sixes",
    ),
    "ottocento": ("discard 6B 7B", "lead low swords with volo", "if my partner says busso: high"),
    "scarto": ("discard the 3 lowest clubs",),
    "titro": (
        "9S blind, then highest on the centre",
        "if the centre is a heart: highest heart there",
        "highest of its suit on the centre, else lowest on the cloak",
        "if the centre is worth less than 5: highest on the centre",
        "if the opponent has bid on the blind: highest on the blind",
        "keep the two highest",
        "keep all kings",
        "steal the dearest",
        "keep nothing",
    ),
    "tottarot": ("lowest token", "3 if I have the Devil, else 0", "B, else nobody"),
}
LITTLE = frozenset("if is the a i it to on in and or not of has have then for me my , . : ; ' -".split())
"""Words and signs that make no two plans alike."""
NEAR = 2
"""How many are told."""


def example(game: AnyGame) -> str:
    """A short plan for a game, as people type it."""
    if not game.trick_game:
        return "keep nothing" if NONE in game.passes else "what the clock would say"
    return f"partner low, {list(game.suits.values())[1][0]} high, else low"


def examples(game: AnyGame) -> tuple[str, ...]:
    """Plans for a game that are all understood."""
    return tuple(_examples(game))


def _examples(game: AnyGame) -> Iterator[str]:
    if game.trick_game:
        of, ways = next(iter(game.suits.items()))
        card = of_suit(game, of)[-1]
        for one in (*OF_TRICKS, *(OF_SIDES if game.sides or game.partners else ())):
            yield one.replace("{suit}", ways[0]).replace("{card}", card)
    yield from OF_GAMES.get(game.key, ())


def may_be(game: AnyGame, said: Sequence[str] = ()) -> str:
    """A sentence with the plans for a game that are nearest to what was said."""
    words = {*said} - LITTLE
    alike = {one: len(words.intersection(signs(one))) for one in examples(game)}
    nearest = sorted(alike, key=lambda one: -alike[one])[:NEAR]
    told = " or ".join(f"“{one}”" for one in nearest)
    return f"You may plan {told}, for example." if told else "You may plan an answer for the next time you are asked."
