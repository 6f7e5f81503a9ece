"""The codes and full names of the options: the phrases that mean one option beyond doubt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from .cards import rank as rank_of
from .engine import NONE, Ask
from .frames import DENIALS, EVERYDAY
from .guessing import Cards, by_rank, suited
from .wording import (
    SMALL,
    Phrase,
    Phrases,
    by_first_word,
    cached_for_ask,
    is_letter,
    is_person,
    may_be_nothing,
    names_of,
    options_of,
    phrases_of,
    rank_and_suit,
    words,
)


@cached_for_ask
def in_full(ask: Ask) -> Phrases:
    """The codes and full names of all options, except those that are also the name of a person who may be chosen."""
    people = _people(ask)
    named = [
        (phrase, option)
        for option in options_of(ask)
        for phrase in full_names(option, names_of(ask, option))
        if people.get(phrase, {option}) == {option}
    ]
    options = options_of(ask)
    named += [((code,), option) for option in options_of(ask) if (code := back_to_front(ask, option))]
    named += [(phrase, card) for phrase, card in _by_rank_alone(suited(ask)) if card in options]
    if ask.calls:  # one of each suit is asked for
        named += [(suit, card) for card in options for suit in _by_suit_alone(options, card, names_of(ask, card))]
    if may_be_nothing(ask) and NONE not in options:
        named += [(phrase, "") for phrase in full_names(NONE, names_of(ask, NONE))]
    if len(ask.slots) == 1 and len(options) == ask.slots[0].most == 2:
        named += [(("both", *more), " ".join(options)) for more in ((), ("them",))]
        named.append((("them", "both"), " ".join(options)))
    for slot in ask.slots:
        if slot.least == 0 and len(ask.slots) > 1:
            ways = [words(slot.name), *(way for o in slot.options for way in full_names(o, names_of(ask, o)))]
            ways += [("handful",)] if slot.name == "poignee" else []
            named += [
                ((*no.split(), *way), "")
                for no in ("no", "without", "without a", "with no", "sans", "pas de", "senza", "ohne", "kein", "keinen")
                for way in ways
            ]
            nothing = (
                "nothing else|nothing to declare|declare nothing|declaring nothing|nothing declared|no declaration"
            )
            named += [(tuple(way.split()), "") for way in (*nothing.split("|"), f"nothing to {slot.name}")]
    return by_first_word(named)


@lru_cache(maxsize=32)
def _by_rank_alone(cards: Cards) -> tuple[tuple[Phrase, str], ...]:
    """Phrases by rank for the cards whose rank no other card of the whole deck has, held or not: ``21``."""
    number = Counter(rank_of(card) for card, _ in cards)
    return tuple(
        (phrase, card)
        for card, names in cards
        if number[rank_of(card)] == 1
        for phrase in by_rank(card, names) - phrases_of(card, names)
    )


def _by_suit_alone(options: tuple[str, ...], card: str, names: tuple[str, ...]) -> Iterator[Phrase]:
    """The suit of a card as its name, if all options are of its rank and no other is of its suit."""
    rank, suit = rank_and_suit(names)
    alike = [other for other in options if other[0] == card[0]]
    if suit and len(alike) == sum(len(other) == 2 for other in options):
        yield from {
            phrase[1:]
            for phrase in phrases_of(card, names)
            if phrase[:-1] == rank
            and (phrase[-1] in SIGNS or not is_letter(phrase[-1]))
            and (f"{phrase[-1]}s",) != suit
        }


@cached_for_ask
def _people(ask: Ask) -> dict[Phrase, set[str]]:
    """Names of the people among the options -> the options they belong to."""
    found: dict[Phrase, set[str]] = {}
    for option in options_of(ask):
        if is_person(option, names := names_of(ask, option)):
            for phrase in phrases_of(option, names):
                found.setdefault(phrase, set()).add(option)
    return found


def also_names(ask: Ask, token: str) -> bool:
    """Whether a token is also the name of another person who may be chosen."""
    return not _people(ask).get(words(token), set()) <= {token}


@lru_cache(maxsize=4096)
def full_names(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """The phrases that clearly mean one option: its code, its displayed name, and its names in full."""
    phrases = {phrase for phrase in phrases_of(option, names) if _is_full(phrase, names) or _is_number(phrase, option)}
    shown = {words(names[0])} if names else {("nothing",)} if option == NONE else set()
    shown = {tuple(word for word in way if word not in SMALL) or way for way in shown if way}
    code = words(option)
    if re.search(r"[-+]", option):
        spelt = option.replace("-", "").isalpha() and _is_full(code, names)  # "nello high", but not "5 4" nor "suit C"
        phrases = {phrase for phrase in phrases if phrase != code or spelt} | {(option.lower(),)}
        phrases |= {(turned(option),), code} if spelt else {(turned(option),)}
    elif option not in _NEVER:
        phrases.add(code)
    if is_person(option, names):
        return frozenset(_of_a_person(option, phrases_of(option, names)))
    alone = {phrase[0] for phrase in phrases_of(option, names) if len(phrase) == 1}
    phrases |= {
        (before, word)
        for word in alone & EVERYDAY - DENIALS - {"nothing", "none", "one", "take"}
        for before in ("the", "a", "i")
    }
    phrases |= {("i", "will", word) for word in alone & EVERYDAY - DENIALS - {"take"}}
    phrases |= {(word, "please") for word in alone & EVERYDAY - DENIALS - NUMBERS - _NO_TITLES}
    doing = {word for word in alone if word.endswith("ing")}
    phrases |= {("i", *more, word) for word in doing for more in (("am",), ("will", "be"))}
    number_only = {phrase for phrase in shown if all(word.isdigit() for word in phrase) and phrase != code}
    return frozenset(phrases | (shown - number_only)) - {("no",)}


def back_to_front(ask: Ask, option: str) -> str:
    """The code of a card with its suit before its rank, as ``h10``, if that is no other code; else nothing."""
    rank, _ = rank_and_suit(names_of(ask, option))
    code = (option[-1] + option[:-1]).lower()
    return code if rank and option[:-1].isdigit() and code.upper() not in ask.words else ""  # no “ok” for KO


def turned(code: str) -> str:
    """The code of a tile named from its other end: ``2-5`` for ``5-2``; other codes unchanged."""
    high, dash, low = code.lower().partition("-")
    return f"{low}-{high}" if dash and high.isdigit() and low.isdigit() else code.lower()


def _is_number(phrase: Phrase, option: str) -> bool:
    """Whether the phrase is a number that cannot be a date or a time (``42`` for one mark), or a code in words."""
    if len(phrase) != 1:
        return False
    if option.isdigit():
        return phrase[0] in NUMBERS
    return phrase[0].isdigit() and int(phrase[0]) > 31 and option.endswith("m")


NUMBERS = frozenset("zero two three four five six deux trois quatre cinq zwei drei vier fuenf quattro cinque".split())
"""Numbers as words that mean nothing else in another language, as ``one`` and ``due`` do."""
_NO_TITLES = frozenset(
    "nothing none one take keep re as sole un uno due deux trois tre zero six right left mark".split()
)
"""Everyday words that name nothing with no more than a please."""
_NEVER = frozenset({"NO"})
"""Codes that count only alone and in capitals: the knight of coins is not a refusal."""


def _is_full(phrase: Phrase, names: tuple[str, ...]) -> bool:
    if len(phrase) == 1:
        rank, _ = rank_and_suit(names)
        return len(phrase[0]) > 3 and not phrase[0].isdigit() and phrase[0] not in EVERYDAY and phrase != rank
    if phrase == ("a", *rank_and_suit(names)[1]):  # "A cups", as letters show it; "a cup" would be any
        return True
    numbers = all(word.isdigit() for word in phrase)
    between = "ai" if len(phrase) > 3 else "i" if len(phrase) > 2 else ""  # "guard against with a slam", "stay as I am"
    letters = any(is_letter(word) and word not in f"kqjn{between}" for word in phrase) and SIGNS.isdisjoint(phrase)
    letters = letters or sum(map(is_letter, phrase)) > 1 or (is_letter(phrase[-1]) and SIGNS.isdisjoint(phrase))
    ambiguous = len(phrase) > 2 and phrase[-2] in _WITHOUT and phrase[-1] in ("slam", "chelem", "schlem")
    articles = [at for at, word in enumerate(phrase) if word in _INDEFINITE and phrase[max(at - 1, 0)] not in _TENS]
    indefinite = bool(articles) and phrase not in _COUNTED and not _is_usual(phrase, names)
    return not (numbers or letters or ambiguous or indefinite)


def _is_usual(phrase: Phrase, names: tuple[str, ...]) -> bool:
    """Whether this is ``one of clubs`` in a deck with ones."""
    return phrase[0] == "one" and phrase[1:] != ("trump",) and rank_and_suit(names) == (("1",), phrase[1:])


SIGNS = frozenset("♠♥♦♣★")
_INDEFINITE = frozenset("un uno ein one".split())
"""Words for one that are also articles: ``un coeur`` is any heart."""
_TENS = frozenset(
    "twenty thirty forty and vingt et trente venti blank two three four five six double little small".split()
)
"""Words behind which ``one`` is a number: ``thirty-one``, ``six-one``."""
_COUNTED = frozenset({("one", "mark")})
"""Phrases that begin with ``one`` as a number."""
_WITHOUT = ("without", "sans", "senza", "ohne")


def _of_a_person(option: str, phrases: frozenset[Phrase]) -> Iterator[Phrase]:
    """The letter of a seat, and its player's card; the name alone may be part of a greeting."""
    yield (option.lower(),)
    for phrase in phrases:
        if len(phrase) > 1 and phrase[0] in ("player", "seat", "joueur", "giocatore"):
            yield phrase
        for card in ("card", "carte", "carta", "karte"):
            yield (*phrase, card)
            yield (card, *phrase)
            yield (card, "from", *phrase)
        yield ("from", *phrase)
