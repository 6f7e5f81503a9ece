"""Cards that are described, not named: “the 6 lowest”, “all hearts”, “clubs from the bottom”; and what is picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from ..rules import AnyGame
from ..rules.cards import FRENCH_SUIT_NAMES, rank, suit
from .asking import Asked
from .language import ALL, AT, LOW, WORTH
from .vocabulary import is_card, of_rank, of_suit

COURT, RANK, REST = "court", "=", "*"
"""Court cards, a rank (“=Q”), and as many as are still to be picked."""
SEVERAL = "several"
"""What is picked where more cards fit than are meant, and it was not said which."""
COURT_RANKS = frozenset("JNQK")


@dataclass(frozen=True)
class Pick:
    """Cards to pick.

    ``how``: `LOW`, `HIGH`, `ALL`, `AT`, or `WORTH`. ``of``: a suit, `COURT`, a rank behind `RANK`; empty: of all
    cards, in games of tricks but trumps; with `WORTH` the least value; with `AT` a place. ``number``: how many; ``0``:
    all; `REST`. `ALL` with a number: all, if these are so many.
    """

    how: str
    of: str = ""
    number: str = "0"

    @classmethod
    def of_token(cls, token: str) -> Self | None:
        """The pick that a token of a `PICK` line describes; ``None`` if that is a card."""
        return cls(*parts) if len(parts := token.split(":")) > 1 else None

    def __str__(self) -> str:
        return f"{self.how}:{self.of}:{self.number}"


def described_by(game: AnyGame, of: str) -> frozenset[str]:
    """All cards of a description."""
    if of.startswith(RANK):
        return frozenset(of_rank(game, of.removeprefix(RANK)))
    if of == COURT:
        return frozenset(one for one in game.words if is_card(game, one) and rank(one) in COURT_RANKS)
    if of:
        return frozenset(of_suit(game, of))
    trumps = frozenset(of_suit(game, "T")) if game.trick_game else frozenset()
    return frozenset(one for one in game.words if is_card(game, one)) - trumps


def _height(asked: Asked, card: str) -> int:
    """What a card is worth, or how high it is in its suit."""
    if asked.game.worth is not None:
        return asked.game.worth(card)
    ranked = list(asked.game.order(asked.state, suit(card)))
    return ranked.index(card) if card in ranked else -1


def picked(
    asked: Asked, tokens: Sequence[str], but: Sequence[str], options: Sequence[str], bounds: tuple[int, int]
) -> str:
    """The cards that these tokens name or describe, as an answer; empty if so many may not be picked; `SEVERAL`.

    ``options``: what may be picked; ``bounds``: how many at least and at most.
    """
    least, most = bounds
    found: dict[str, None] = {}
    for token in tokens:
        pick = Pick.of_token(token)
        if pick is None:
            found[token] = None
            continue
        left = [card for card in options if card not in found and card not in but]
        if pick.how == WORTH:
            worth = asked.game.worth
            found |= dict.fromkeys(card for card in left if worth is not None and worth(card) >= int(pick.of))
            continue
        if pick.how == AT:
            there = frozenset(asked.game.words[pick.of])
            found |= dict.fromkeys(card for card in left if not there.isdisjoint(asked.ask.words.get(card, ())))
            continue
        cards = sorted(
            (card for card in left if card in described_by(asked.game, pick.of)), key=lambda one: _height(asked, one)
        )
        if pick.how == ALL:
            if pick.number != "0" and len(cards) != int(pick.number):
                return SEVERAL if len(cards) > int(pick.number) else ""
            found |= dict.fromkeys(cards)
            continue
        number = max(0, most - len(found)) if pick.number == REST else int(pick.number)
        if number > len(cards):
            if pick.number != REST and least:
                return ""
            number = len(cards)
        ranked = cards if pick.how == LOW else cards[::-1]
        if 0 < number < len(ranked) and _height(asked, ranked[number - 1]) == _height(asked, ranked[number]):
            return SEVERAL
        found |= dict.fromkeys(ranked[:number])
    if not least <= len(found) <= most:
        return SEVERAL if len(found) > most else ""
    return " ".join(found)


def in_words(game: AnyGame, pick: Pick) -> str:
    """A description as it is read and said, such as ``the 3 lowest spades``."""
    if pick.how == WORTH:
        return f"all cards worth {pick.of} or more"
    if pick.how == AT:
        return f"the one at the {pick.of}"
    of = _named(game, pick.of)
    if pick.how == ALL:
        if pick.number == "1":
            return f"the only one of {of}"
        return f"all {of}" if pick.number == "0" else f"the {pick.number} {of}"
    if pick.number == REST:
        return f"{of} from the {'bottom' if pick.how == LOW else 'top'}"
    if pick.number == "1":
        return f"the {pick.how}est of {of}" if pick.of else f"the {pick.how}est card"
    return f"the {pick.number} {pick.how}est {of}"


def _named(game: AnyGame, of: str) -> str:
    if of.startswith(RANK):
        return f"{next(iter(game.words[of_rank(game, of.removeprefix(RANK))[0]])).split(' of ')[0]}s"
    if of == COURT:
        return "court cards"
    names: Mapping[str, Sequence[str]] = {**FRENCH_SUIT_NAMES, **game.suits}
    return (names[of][0] if of in names else "trumps") if of else "plain cards" if game.trick_game else "cards"
