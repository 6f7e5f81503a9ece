"""What an ask is about: the names and codes of its options, and the words of whatever else is of their kind."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..engine import NONE, Ask
from ..frames import EVERYDAY
from ..full_names import back_to_front, full_names, turned
from ..guessing import FILLERS, deck_of, suited, suits_and_ranks
from ..remarks import HARMLESS
from ..wording import (
    SMALL,
    Phrase,
    Phrases,
    by_first_word,
    cached_for_ask,
    is_person,
    may_be_nothing,
    names_of,
    options_of,
    phrases_of,
    rank_and_suit,
)
from .sentences import SPACE


@cached_for_ask
def people_to_choose(ask: Ask) -> re.Pattern[str] | None:
    """The names of the people who may be chosen, in the genitive, which is what is taken from them: ``Bruno's``."""
    people = [name for o in options_of(ask) if is_person(o, names_of(ask, o)) for name in names_of(ask, o)]
    either = "|".join(map(re.escape, people))
    return re.compile(rf"\b({either})['’]s\b(?!\s+\w*car[dt])", re.I) if people else None


@cached_for_ask
def by_last_word(ask: Ask) -> Mapping[str, str]:
    """The bids that are named by the last word of their code alone, by that word: ``against``."""
    ends = [(option.rpartition("-")[2], option) for option in options_of(ask) if "-" in option]
    return {
        word: option
        for word, option in ends
        if word in EVERYDAY and (word,) in phrases_of(option, names_of(ask, option))
    }


def calls(ask: Ask) -> bool:
    """Whether a card is called, which somebody else may hold."""
    return ask.calls or any(slot.name == "call" for slot in ask.slots)


def keeps(ask: Ask) -> bool:
    """Whether cards are kept."""
    return may_be_nothing(ask) or any(
        slot.name == "keep" or (NONE in slot.options and slot.most > 1) for slot in ask.slots
    )


@cached_for_ask
def asks_for_cards(ask: Ask) -> bool:
    """Whether cards or tiles are to be put or laid away, and not kept or called."""
    if keeps(ask) or calls(ask):
        return False
    cards = {card for card, _ in suited(ask)}
    return any(option in cards or re.fullmatch(r"\d-\d", option) for option in options_of(ask))


@cached_for_ask
def parts_of_cards(ask: Ask) -> frozenset[str]:
    """The words for the suits and ranks of the cards that may be given."""
    cards = tuple((card, names) for card, names in suited(ask) if card in options_of(ask))
    return frozenset(word for words_of in suits_and_ranks(cards) for word in words_of)


@cached_for_ask
def every_name(ask: Ask) -> Phrases:
    """All names of all options."""
    return by_first_word(
        (phrase, option) for option in options_of(ask) for phrase in phrases_of(option, names_of(ask, option))
    )


_ASIDE = SMALL | {"number"}
_ANNOUNCED = frozenset("i we am will shall also announce announcing declare declaring call calling a".split())
"""Words that may stand before the slam in the name of a bid: “guard without, and I announce the slam”."""


def end_of_phrase(phrase: Phrase, parts: list[str], at: int) -> int:
    """Where the phrase that begins here ends, small words included; 0 if it does not stand here."""
    if phrase[0] == "one" and len(phrase) == 2 and parts[at + 1 : at + 2] == ["of"]:  # not "one of the clubs"
        return at + 3 if parts[at + 2 : at + 3] == [phrase[1]] else 0
    if (parts[at + 1 : at + 2] == ["the"] and phrase[0] == "trump") or (
        parts[at + 1 : at + 3] == ["against", "the"] and phrase[2:] not in (("dog",), ("chien",))
    ):
        return 0  # “trump the 2”, “guard against the slam”
    aside = _ASIDE | {SPACE} if len(phrase) > 2 else _ASIDE  # "volo: my last of the suit"
    if len(phrase) > 3 and phrase[-1] == "slam":
        aside = aside | _ANNOUNCED
    for word in phrase:
        while at < len(parts) and parts[at] != word and parts[at] in aside:
            at += 1
        if at == len(parts) or parts[at] != word:
            return 0
        at += 1
    return at


@cached_for_ask
def people_not_chosen(ask: Ask) -> frozenset[Phrase]:
    """The names of the players who are no options of the answer."""
    return frozenset(
        phrase
        for seat, names in ask.words.items()
        if seat not in options_of(ask) and is_person(seat, tuple(names))
        for phrase in phrases_of(seat, tuple(names))
        if len(phrase[0]) > 1
    )


@cached_for_ask
def every_token(ask: Ask) -> frozenset[str]:
    """`telling_words`, and the words for all cards."""
    return (telling_words(ask) | (deck_of(suited(ask)).words - FILLERS - HARMLESS - SMALL)) - {"as"}


@cached_for_ask
def telling_words(ask: Ask) -> frozenset[str]:
    """The words in the names of the options, and of whatever else is of their kind."""
    cards = suited(ask)
    heard = {card for card, _ in cards}
    options = options_of(ask)
    among = [key for key in ask.words if key in options or not (key in heard or is_person(key, names_of(ask, key)))]
    found = {word for key in (*among, *options) for phrase in phrases_of(key, names_of(ask, key)) for word in phrase}
    if not heard.isdisjoint(options):
        found |= deck_of(cards).words
    return frozenset(found - FILLERS - HARMLESS - SMALL)


@cached_for_ask
def codes_of(ask: Ask) -> tuple[str, ...]:
    """The codes that are not just words and numbers."""
    codes = [option for option in options_of(ask) if re.search(r"[-+]", option)]
    codes += [code for option in options_of(ask) if (code := back_to_front(ask, option))]
    return tuple(dict.fromkeys([*codes, *map(turned, codes)]))


@cached_for_ask
def known_cards(ask: Ask) -> Phrases:
    """The codes and full names of all cards of the game, options or not."""
    return by_first_word(
        (phrase, card)
        for card, names in ask.words.items()
        if rank_and_suit(tuple(names))[0] or card in options_of(ask)
        for phrase in full_names(card, tuple(names))
    )


def mentions(ask: Ask, said: Phrase, phrases: Phrases) -> bool:
    """Whether an option is named in full anywhere: by several words, or as the only word of the line."""
    parts = list(said)
    for at, word in enumerate(parts):
        for phrase, _ in phrases.get(word, ()):
            end = end_of_phrase(phrase, parts, at)
            if end and (end - at > 1 or len(parts) == 1 or _is_code(word)):
                return True
    return False


def _is_code(word: str) -> bool:
    return any(not c.isalnum() for c in word)
