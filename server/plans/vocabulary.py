"""The vocabulary of plans: every phrase of a game, and its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ..rules import GAMES, AnyGame
from ..rules.cards import DOMINOES_28, LATIN_62, POKER_54, TAROT_78, rank, suit
from ..rules.engine import NONE
from ..rules.guessing import FILLERS
from ..rules.wording import Phrase, is_letter, words
from .asking import phases
from .language import ASK, CLOCK, HIGH, HIGHEST, LOW, LOWEST, NOBODY, NOTHING, PASS, SOMEBODY, WIN

SUIT, RANK, CARD, TOKEN, SEAT, PHASE = "suit", "rank", "card", "token", "seat", "phase"
LEADS, PARTNER, LED, WINS, OTHER, UNBEATEN, CAN_WIN, CANNOT_WIN, ELSE, OR, AND, DOES, EVER, TRUMPED, LAST, IN_ORDER = (
    "leads", "partner", "led", "wins", "other", "unbeaten", "can", "cannot", "else", "or", "and", "does", "ever",
    "trumped", "last", "in order",
)  # fmt: skip


@dataclass(frozen=True)
class Meaning:
    """The meaning of a phrase: its kind, and a value of that kind."""

    kind: str
    value: str = ""


SMALL = frozenset("the a an my of it i if when while is are was were then play card cards please me".split())
"""Words without a meaning of their own in a plan."""

PHRASES: Mapping[Meaning, tuple[str, ...]] = {
    Meaning(LEADS): ("lead", "leading", "I am on lead", "on lead", "on my lead"),
    Meaning(PARTNER): ("partner", "my partners", "my side", "our side", "a partner", "somebody on my side"),
    Meaning(LED): ("led", "is led", "are led"),
    Meaning(WINS): ("winning", "wins", "is winning the trick", "winning it", "wins the trick", "has it"),
    Meaning(OTHER): ("any other suit", "another suit", "other suits", "any other suit that I have", "any other"),
    Meaning(UNBEATEN): (
        "nobody has bid more", "nobody bids more", "nobody bid more", "no one has bid more", "nobody has bid higher",
    ),
    Meaning(CAN_WIN): (
        "I can win", "I can win it", "I can win the trick", "I can take it", "I can take the trick", "if I can",
    ),
    Meaning(CANNOT_WIN): (
        "I cannot win", "I cannot win it", "I cannot win the trick", "I can not win", "I can't win", "I can't win it",
        "I can't win the trick", "I cannot take it", "I cannot",
    ),
    Meaning(TRUMPED, NOBODY): (
        "nobody has trumped", "nobody trumps", "nobody trumped", "no one has trumped", "it is not trumped",
        "nobody has trumped it",
    ),
    Meaning(TRUMPED, SOMEBODY): (
        "somebody has trumped", "someone has trumped", "somebody trumps", "somebody trumped", "it is trumped",
        "somebody has trumped it",
    ),
    Meaning(LAST): (
        "I play last", "I am last", "I am the last", "I am last to play", "I am the last to play", "playing last",
        "I play the last card",
    ),
    Meaning(ELSE): ("else", "or else", "otherwise"),
    Meaning(OR): ("or",),
    Meaning(AND): ("and",),
    Meaning(IN_ORDER): ("in this order", "in that order", "in order", "these in this order", "one after the other"),
    Meaning(EVER): ("whatever happens", "whatever comes", "in any case"),
    Meaning(DOES, LOW): (
        "low", "lowest", "lowest of the suit", "lowest of the suit led", "low of the suit led",
        "the lowest of that suit", "lowest card of the suit led", "lowest of it",
    ),
    Meaning(DOES, HIGH): (
        "high", "highest", "highest of the suit", "highest of the suit led", "high of the suit led",
        "the highest of that suit", "highest card of the suit led", "highest of it",
    ),
    Meaning(DOES, LOWEST): ("lowest card", "any lowest card", "lowest lawful card", "lowest card I may play"),
    Meaning(DOES, HIGHEST): ("highest card", "any highest card", "highest lawful card", "highest card I may play"),
    Meaning(DOES, WIN): (
        "take it", "take", "win", "win cheaply", "win low", "cheapest that wins", "cheapest card that wins", "cheapest",
        "take it cheaply", "take it if I can", "win if I can", "win it if I can", "cheapest winner",
        "take it with the cheapest that does", "take it if I can with the cheapest that does",
    ),
    Meaning(DOES, ASK): ("ask", "ask me", "I decide"),
    Meaning(DOES, CLOCK): ("clock", "what the clock would say", "what the clock says", "as the clock"),
    Meaning(DOES, PASS): ("pass", "I pass", "passe", "je passe", "passo", "no bid"),
    Meaning(DOES, NOTHING): ("nothing", "keep nothing", "none"),
}  # fmt: skip

KEPT = frozenset("lowest highest".split())
"""“lowest card” is any card, “lowest” one of the suit led: after these words “card” has a meaning."""


def bare(said: Phrase) -> Phrase:
    """The words without meaningless ones; all of them if there are no others."""
    told = tuple(
        word
        for before, word in zip(("", *said), said, strict=False)
        if word not in SMALL or (word in ("card", "cards") and before in KEPT | {"lawful"})
    )
    return told or said


Vocabulary = Mapping[Phrase, Meaning]


def vocabulary(game: AnyGame, names: Mapping[int, str]) -> Vocabulary:
    """Every phrase with a meaning in a plan for this game, including these players' names.

    A name that already means something else, or is the letter of another seat, is left out; that seat is only ``seat
    B``.
    """
    known = dict(_of_game(game.key)) if game.key in GAMES else {}
    for seat in names:
        known[(f"seat-{_letter(seat)}",)] = Meaning(SEAT, str(seat))
    called: dict[Phrase, set[int]] = {}
    for seat, name in names.items():
        for way in {bare(words(name)), bare(words(name.split()[0] if name.split() else ""))}:
            if not (len(way) == 1 and is_letter(way[0]) and way[0] != _letter(seat)):
                called.setdefault(way, set()).add(seat)
    for way, seats in called.items():
        if way and way not in known and len(seats) == 1 and not SMALL.issuperset(way):
            known[way] = Meaning(SEAT, str(*seats))
    return known


def _letter(seat: int) -> str:
    return chr(ord("a") + seat)


@cache
def _of_game(key: str) -> Vocabulary:
    game = GAMES[key]
    known: dict[Phrase, Meaning] = {}
    for phrase, meaning in _phrases(game):
        known.setdefault(phrase, meaning)
    return known


def _phrases(game: AnyGame) -> Iterator[tuple[Phrase, Meaning]]:
    """All phrases; among phrases written alike, the one that takes precedence comes first."""
    for meaning, ways in PHRASES.items():
        if meaning.value != NOTHING or NONE in game.passes:
            yield from ((bare(words(way)), meaning) for way in ways)
    for phase in phases(game):
        yield from ((bare(words(f"at {the}{phase}")), Meaning(PHASE, phase)) for the in ("the ", ""))
    for of, ways in game.suits.items():
        yield from ((words(way), Meaning(SUIT, of)) for way in ways if len(way) > 1 or not way.isalpha())
    yield from _unmistakable(_cards(game))
    yield from _unmistakable(_ranks(game))
    yield from _unmistakable(_tokens(game))


def _unmistakable(named: Iterable[tuple[Phrase, Meaning]]) -> Iterator[tuple[Phrase, Meaning]]:
    """The phrases with only one meaning."""
    meanings: dict[Phrase, set[Meaning]] = {}
    for phrase, meaning in named:
        meanings.setdefault(phrase, set()).add(meaning)
    for phrase, several in meanings.items():
        if len(several) == 1:
            yield phrase, several.pop()


def is_answer(game: AnyGame, text: str, names: Mapping[int, str]) -> bool:
    """Whether all words of a text occur in answers of this game or in players' names."""
    called = {word for seat, name in names.items() for word in (*words(name), chr(ord("a") + seat))}
    said = words(text)
    return bool(said) and all(word in _of_answers(game.key) or word in called for word in said)


@cache
def _of_answers(key: str) -> frozenset[str]:
    ways = (way for token, ways in GAMES[key].words.items() for way in (token, *ways))
    return frozenset(word for way in ways for word in words(way)) | FILLERS | frozenset((*"0123456789", NONE))


DECKS = frozenset((*TAROT_78, *POKER_54, *LATIN_62, *DOMINOES_28))


def is_card(game: AnyGame, token: str) -> bool:
    """Whether a token of a game is one of its cards."""
    return token in DECKS and token in game.words


def _suit_names(game: AnyGame) -> frozenset[str]:
    return frozenset(word for ways in game.suits.values() for way in ways for word in words(way))


def _cards(game: AnyGame) -> Iterator[tuple[Phrase, Meaning]]:
    """Codes, and names that begin with the rank: “hearts 10” is a condition, “10 of hearts” a card."""
    suits = _suit_names(game)
    for token in filter(DECKS.__contains__, game.words):
        for way in game.words[token]:
            said = words(way)
            a_number = len(said) == 1 and said[0].isdigit()  # 30 is a bid, and 3-0 a tile
            begins_a_trump = said[1:] == ("t",)  # in “hearts 5 T1” the 5 is a heart
            if (
                said[0] not in suits
                and (said[0] not in SMALL or said[0] == "the")
                and not a_number
                and not begins_a_trump
            ):
                yield bare(said), Meaning(CARD, token)
        yield words(token), Meaning(CARD, token)


def _ranks(game: AnyGame) -> Iterator[tuple[Phrase, Meaning]]:
    suits = _suit_names(game)
    for token in filter(DECKS.__contains__, game.words):
        for way in game.words[token] if suit(token) else ():
            said = words(way)
            if len(said) == 2 and said[1] in suits and said[0] not in suits | SMALL and not _is_bid(game, said[0]):
                yield said[:1], Meaning(RANK, rank(token))


def _is_bid(game: AnyGame, word: str) -> bool:
    """Whether a word is a token of its own and therefore no rank, such as the bid “small”."""
    return word.isalpha() and word in game.words and word not in DECKS


def _tokens(game: AnyGame) -> Iterator[tuple[Phrase, Meaning]]:
    """Bids, calls, targets, and all other tokens that are not cards."""
    suits = _suit_names(game)
    for token, ways in game.words.items():
        for said in map(words, (token, *ways)):
            if token not in DECKS and said and (said[0] not in suits or len(said) == 1):  # “doubles low” is no call
                yield bare(said), Meaning(TOKEN, token)
