"""The words of a game in plans: its suits, ranks, cards, bids and calls, its phases, and the players' names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from ..rules import GAMES, AnyGame
from ..rules.cards import DOMINOES_28, FRENCH_SUIT_NAMES, LATIN_62, POKER_54, TAROT_78, rank, suit
from ..rules.engine import NONE
from ..rules.wording import Phrase, plain
from .asking import phases

SUIT, RANK, CARD, TOKEN, SEAT, PHASE = "suit", "rank", "card", "token", "seat", "phase"


@dataclass(frozen=True)
class Meaning:
    """The meaning of a phrase: its kind, and a value of that kind."""

    kind: str
    value: str = ""


class Vocabulary(dict[Phrase, frozenset[Meaning]]):
    """What phrases mean."""

    @cached_property
    def words(self) -> frozenset[str]:
        """The words and signs of all phrases."""
        return frozenset(word for phrase in self for word in phrase)

    @cached_property
    def longest(self) -> Mapping[str, int]:
        """How many words the longest phrase has that begins with a word."""
        found: dict[str, int] = {}
        for phrase in self:
            found[phrase[0]] = max(len(phrase), found.get(phrase[0], 0))
        return found


DOUBLE = "double"
"""Among the ranks of dominoes: the tile with the suit on both halves."""
DECKS = frozenset((*TAROT_78, *POKER_54, *LATIN_62, *DOMINOES_28))
WITH_A_CARD = frozenset(
    "volo busso striscio slam poignee double-poignee triple-poignee misere-trumps misere-honours".split()
)
"""Tokens that are only said together with a card, as are those that begin with a plus."""
NO_CODE = frozenset(("no", "as"))
"""Words of every sentence that are also the code of a card: the card has other names."""
NO_NAME = frozenset(("small", "little", "i"))
"""Words with which no card begins: “small trump” is any, and “I trump” says what I do."""
PASSES = frozenset((("pass",), ("passe",), ("passo",), ("je", "passe"), ("i", "pass"), ("no", "bid"), ("no",)))
"""How one declines in every game."""
PICTURES = {"🗡": "S", "⚔": "S", "🏆": "C", "🪙": "O"}

_WORD = re.compile(r"\d+|[^\W\d_]+|[^\s\w]|_")
_JOINED = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")

ONE_OF_A_SUIT = frozenset(("spade", "heart", "diamond", "club", "sword", "baton", "cup", "coin"))
"""Suits as they stand before a rank where a card is named."""


def signs(text: str) -> Phrase:
    """The words, numbers and signs of a text, in lower case and without accents: none is left out."""
    return tuple(_WORD.findall(_JOINED.sub(" ", plain(text))))


def is_card(game: AnyGame, token: str) -> bool:
    """Whether a token of a game is one of its cards."""
    return token in DECKS and token in game.words


def plays_cards(game: AnyGame) -> bool:
    """Whether cards go to tricks, or to places: else tokens are played."""
    return game.trick_game or "centre" in game.words


def of_suit(game: AnyGame, of: str) -> tuple[str, ...]:
    """The cards of a suit that the deck of a game may have."""
    if _is_domino(of):
        return tuple(tile for tile in DOMINOES_28 if of in tile.split("-"))
    return tuple(token for token in game.words if is_card(game, token) and suit(token) == of)


def card_of(game: AnyGame, of: str, wanted: str) -> str:
    """The card of a suit and a rank; empty if there is none."""
    if _is_domino(of) and wanted == DOUBLE:
        return f"{of}-{of}"
    if _is_domino(of):
        return "-".join(sorted((of, wanted), reverse=True)) if _is_domino(wanted) else ""
    return next((token for token in of_suit(game, of) if rank(token) == wanted), "")


def of_rank(game: AnyGame, wanted: str) -> tuple[str, ...]:
    """All cards of a rank, trumps left out."""
    return tuple(
        token for token in game.words if is_card(game, token) and rank(token) == wanted and suit(token) not in ("T", "")
    )


def _is_domino(of: str) -> bool:
    return len(of) == 1 and of in "0123456"


# All phrases ---------------------------------------------------------------------------------------------------------


def vocabulary(game: AnyGame, names: Mapping[int, str]) -> Vocabulary:
    """Every phrase with a meaning in a plan for this game, including these players' names.

    A name that already means something else, or is the letter of another seat, is left out; that seat is only ``seat
    B``. A letter alone is a seat only if it is nobody's name.
    """
    return _with_names(game.key, tuple(names.items()))


@lru_cache(maxsize=16)
def _with_names(key: str, names: tuple[tuple[int, str], ...]) -> Vocabulary:
    known = Vocabulary(_of_game(key))
    called: dict[Phrase, set[int]] = {}
    for seat, name in names:
        for way in {signs(name), signs(name.split()[0] if name.split() else "")}:
            if not (len(way) == 1 and len(way[0]) == 1 and way[0] != letter(seat)):
                called.setdefault(way, set()).add(seat)
    for way, seats in called.items():
        if way and way not in known and len(seats) == 1 and not common().issuperset(way):
            known[way] = frozenset((Meaning(SEAT, str(*seats)),))
    for seat, _ in names:
        for before in ("seat", "player"):
            known[before, letter(seat)] = frozenset((Meaning(SEAT, str(seat)),))
    return known


def letter(seat: int) -> str:
    """The letter of a seat, as it is read."""
    return chr(ord("a") + seat)


_GRAMMAR: list[Callable[[], Iterable[str]]] = []
"""What tells the words of the grammar; `grammar` fills it in."""


def reserve(said: Callable[[], Iterable[str]]) -> None:
    """Note words that are no names. They are asked for when the first plan is read."""
    _GRAMMAR.append(said)


@cache
def common() -> frozenset[str]:
    """The words of the grammar, which no name may hide."""
    return frozenset(word for said in _GRAMMAR for word in said())


def is_known(known: Vocabulary, word: str) -> bool:
    """Whether a word or sign means anything in a plan, alone or with others."""
    return word in common() or word.isdigit() or not word.isalnum() or word in known.words


@cache
def _of_game(key: str) -> Vocabulary:
    game = GAMES[key]
    found: dict[Phrase, set[Meaning]] = {}
    for phrase, meaning in _phrases(game):
        if phrase and phrase != ("none",):
            found.setdefault(phrase, set()).add(meaning)
    return Vocabulary({phrase: frozenset(meanings) for phrase, meanings in found.items()})


def _phrases(game: AnyGame) -> Iterator[tuple[Phrase, Meaning]]:
    for phase in phases(game):
        yield signs(phase), Meaning(PHASE, phase)
        if phase.endswith("-bid"):
            yield signs(phase.removesuffix("-bid")), Meaning(PHASE, phase)
    suits_named = game.suits or (FRENCH_SUIT_NAMES if any(map(TAROT_78.__contains__, game.words)) else {})
    for of, ways in suits_named.items():
        yield from ((signs(way), Meaning(SUIT, of)) for way in ways if len(way) > 1 or not way.isalpha())
        if "O" in game.suits:
            yield from ((signs(sign), Meaning(SUIT, of)) for sign, means in PICTURES.items() if means == of)
    if game.suits and "T" not in game.suits:
        yield from (((way,), Meaning(SUIT, "T")) for way in ("trump", "trumps"))
    suits = frozenset(way for ways in game.suits.values() for said in ways for way in signs(said))
    codes = {signs(token): token for token in game.words}
    for token, ways in game.words.items():
        if token in DECKS:
            yield from (
                one for one in _of_card(token, ways, suits) if one[1].kind != CARD or codes.get(one[0], token) == token
            )
        elif token not in WITH_A_CARD and token[0] != "+" and token != NONE:
            said = (_without_article(signs(way)) for way in (token, *ways))
            yield from ((way, Meaning(TOKEN, token)) for way in said if way not in PASSES)
    if "M" in game.words:
        yield ("f",), Meaning(CARD, "M")
    if "doubles" in game.suits:
        numbers = {"blank": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
        numbers |= {"deuce": "2", "trey": "3"}
        yield from (((f"{word}s",), Meaning(SUIT, numbers[word])) for word in ("deuce", "trey"))
        for word, n in (*numbers.items(), *((n, n) for n in numbers.values())):
            yield (word,), Meaning(RANK, n)
            yield ("double", word), Meaning(CARD, f"{n}-{n}")
        yield ("double",), Meaning(RANK, DOUBLE)


def _of_card(token: str, ways: tuple[str, ...], suits: frozenset[str]) -> Iterator[tuple[Phrase, Meaning]]:
    """The code and the names of a card, and the rank alone; not names that begin with the suit: that is a condition.

    “Diamond king” may be the card, too.
    """
    if token.lower() not in NO_CODE:
        yield signs(token), Meaning(CARD, token)
    for way in ways:
        said = _without_article(signs(way))
        if (len(said) == 1 and (said[0] in NO_CODE or said[0].isdigit())) or said[1:] == ("t",):
            continue  # in “hearts 5 T1” the 5 is a heart
        if said[0] == "one" and said[1:2] and said[1] in {*ONE_OF_A_SUIT, "trump"}:
            continue  # “one diamond” is any
        if "with" in said:
            continue  # “ruff with 12” says when, too
        if (
            token not in DOMINOES_28
            and suit(token)
            and len(said) == 2
            and said[1] in suits
            and said[0] not in suits | NO_NAME
        ):
            yield said[:1], Meaning(RANK, rank(token))
        if said and (said[0] not in suits or said[0] in ONE_OF_A_SUIT) and said[0] not in NO_NAME:
            yield said, Meaning(CARD, token)


def _without_article(said: Phrase) -> Phrase:
    return said[1:] if said[:1] == ("the",) else said
