"""What people type, as an answer: codes, names in English and French, suit signs, any case, filler words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice

from .engine import NONE, Answer, Ask, Illegal, canonical, would_fit

Phrase = tuple[str, ...]
Phrases = Mapping[str, list[tuple[Phrase, str]]]  # first word of a phrase -> (phrase, option it means)
LONGEST = 60  # words; more is a letter, not an answer
MOST_READINGS = 500

FILLERS = frozenset(
    "the a an of on onto at to in into with and my your i id ill im bid bids bidding play plays playing card cards put"
    " place position seal take takes please answer choose want would like for say it is suit so then now thanks you"
    " thank hi hello ok lead leads leading keep keeps discard discards steal use pick lay from"
    " le la les un une de des du l au aux sur avec et je joue mets met prends garde mon ma mes merci"
    " il lo gli di del della dei su con e gioco metto prendo tengo mio mia grazie".split()
)
SMALL = frozenset("the of de du la le l di del della".split())  # what a name may be said without
NOTHING = (NONE, "nothing", "no", "rien", "aucun", "nessuno", "niente", "nothing at all", "no cards", "neither")

_ALIKE = str.maketrans("♤♡♢♧☆", "♠♥♦♣★")
_CONTRACTED = re.compile(r"\b(i)'(?:d|ll|m|ve)\b|\b(?:d|l|j|m)'(?=\w)")
_WORD = re.compile(r"\d+(?=[a-z])|[a-z]+(?=\d)|[a-z]+|\d+|[♠♥♦♣★]")


def words(text: str) -> tuple[str, ...]:
    """Lower-case words, numbers and suit signs, accents gone: ``Roi de cœur`` is ``roi de coeur``."""
    plain = text.replace("œ", "oe").replace("Œ", "oe").replace("\ufe0f", "").translate(_ALIKE)
    plain = unicodedata.normalize("NFKD", plain).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c)).replace("’", "'")
    return tuple(_WORD.findall(_CONTRACTED.sub(r"\1 ", plain)))


def read(ask: Ask, text: str) -> Answer:
    """The answer that ``text`` means, in canonical form.

    A card may be named by its rank alone ("king") where no other card could be meant. Raises `Illegal`, with a
    sentence that says what would fit, where the text means no answer or several.
    """
    said = words(text)
    if not said:
        raise Illegal(f"There was no answer in that. What would fit: {would_fit(ask)}.")
    if len(said) > LONGEST:
        raise Illegal(f"That is more than an answer. What would fit: {would_fit(ask)}.")
    meant, refusal = _meant(ask, said, _phrases(ask))
    if not meant:
        meant, _ = _meant(ask, said, _phrases(ask, _short_phrases_of))
    if len(meant) > 1:
        raise Illegal(f"“{_short(text)}” could mean {', or '.join(meant[:4])}: which one?")
    if not meant:
        raise Illegal(refusal or f"“{_short(text)}” is no answer here. What would fit: {would_fit(ask)}.")
    return meant[0]


def _meant(ask: Ask, said: Phrase, phrases: Phrases) -> tuple[list[Answer], str]:
    """The lawful answers that leave the fewest words aside, and what was wrong with the first reading."""
    found: dict[Answer, int] = {}
    refusal = ""
    parses = list(islice(_parses(said, phrases), MOST_READINGS + 1))
    if len(parses) > MOST_READINGS:
        return [], f"That can be read in too many ways. What would fit: {would_fit(ask)}."
    for tokens, skipped in parses:
        if not tokens:  # nothing but fillers: to pick nothing must be said
            continue
        try:
            answer = canonical(ask, " ".join(tokens))
        except Illegal as refused:
            refusal = refusal or str(refused)
            continue
        found[answer] = min(skipped, found.get(answer, skipped))
    least = min(found.values(), default=0)
    return sorted(answer for answer, skipped in found.items() if skipped == least), refusal


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"


@lru_cache(maxsize=4096)
def _phrases_of(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """Every way to say one option, small words taken out unless nothing else is left."""
    ways = (words(way) for way in (option, *names, *(NOTHING if option == NONE else ())))
    return frozenset(tuple(word for word in way if word not in SMALL) or way for way in ways if way)


@lru_cache(maxsize=4096)
def _short_phrases_of(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """`_phrases_of`, and cards by their rank alone: ``king`` or ``K`` of hearts, ``14`` of trumps."""
    shown = words(names[0]) if names else ()
    ranks: tuple[Phrase, ...] = ()
    if len(shown) == 3 and shown[1] == "of":
        ranks = (shown[:1], words(option[:-1]))
    elif len(shown) == 2 and shown[1].isdigit():
        ranks = (shown[1:],)
    return _phrases_of(option, names) | frozenset(ranks)


def _phrases(ask: Ask, phrases_of: Callable[[str, tuple[str, ...]], frozenset[Phrase]] = _phrases_of) -> Phrases:
    options = [option for slot in ask.slots for option in slot.options]
    if NONE not in options and all(slot.least == 0 for slot in ask.slots):
        options.append(NONE)
    by_word: dict[str, list[tuple[Phrase, str]]] = {}
    for option in options:
        for phrase in phrases_of(option, tuple(ask.words.get(option, ()))):
            by_word.setdefault(phrase[0], []).append((phrase, option))
    return by_word


def _parses(said: Phrase, phrases: Phrases) -> Iterator[tuple[list[str], int]]:
    """Every reading of all the words as options one after the other: (options, how many filler words were skipped)."""
    dead: set[int] = set()  # places from which no reading reaches the end

    def onwards(at: int) -> Iterator[tuple[list[str], int]]:
        if at == len(said):
            yield [], 0
            return
        if at in dead:
            return
        alive = False
        for phrase, option in phrases.get(said[at], ()):
            end, skipped = _match(said, at, phrase)
            if end:
                for tokens, more in onwards(end):
                    alive = True
                    yield [option, *tokens], skipped + more
        if said[at] in FILLERS:
            for tokens, more in onwards(at + 1):
                alive = True
                yield tokens, more + 1
        if not alive:
            dead.add(at)

    return onwards(0)


def _match(said: Phrase, at: int, phrase: Phrase) -> tuple[int, int]:
    """Where the phrase ends that begins at ``at``, and the fillers skipped within it; (0, 0) where it does not fit."""
    skipped = 0
    for word in phrase:
        while at < len(said) and said[at] != word and said[at] in FILLERS:
            at, skipped = at + 1, skipped + 1
        if at == len(said) or said[at] != word:
            return 0, 0
        at += 1
    return at, skipped
