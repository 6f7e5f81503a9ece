"""Reading typed text as an answer: codes, names in English, French and Italian, suit signs, any case, filler words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice

from .engine import NONE, Answer, Ask, Illegal, canonical, would_fit

Phrase = tuple[str, ...]
Phrases = Mapping[str, list[tuple[Phrase, str]]]  # first word of a phrase -> (phrase, the option it means)
LONGEST = 60  # words; a longer text is not an answer
MOST_READINGS = 500

KEEPING = frozenset("keep keeps keeping garde conserve tengo".split())
LAYING = frozenset(
    "discard discards discarding drop drops throw throws lay lays laying away ecarte jette scarto".split()
)
"""Words that would reverse the meaning of an answer if the ask is about the opposite."""
FILLERS = (
    frozenset(
        "the a an of on onto at to in into under over upon with and my your i id ill im we lets let me will go goes"
        " bid bids bidding play plays playing card cards tile tiles domino put place position side seal take takes"
        " please answer choose want would like for say it them is are make suit so then now this time thanks you thank"
        " hi hello ok lead leads leading steal use using pick from call calls calling called partner show shows showing"
        " announce announces announcing dog chien mine"
        " rob robs look looks looking peek peeks peeking see swap exchange"
        " le la les un une de des du au aux sur sous avec et je joue jouer mets met pose prends mon ma mes ce est vais"
        " appelle appeler montre annonce carte regarde merci svp stp vous te plait"
        " il lo gli di del della dei su con e gioco metto prendo chiamo carta guardo mio mia grazie".split()
    )
    | KEEPING
    | LAYING
)
ACE_OR_CODE = ("as",)  # "as" is French for ace, and also the code of the ace of spades
SMALL = frozenset("the of de du la le l di del della".split())  # words that may be left out of a name
NOTHING = (NONE, "nothing", "no", "rien", "aucun", "nessuno", "niente", "nothing at all", "no cards", "neither")
_NOTHING_MORE = ((NONE,), ("nothing",), ("nothing", "else"), ("rien",), ("rien", "autre"), ("niente",))
_WITHOUT = tuple((word,) for word in ("no", "not", "without", "sans", "pas", "senza"))
_ALL = tuple((word,) for word in ("all", "everything", "tout", "tous", "toutes", "tutte"))
_BOTH = (*_ALL, ("both",), ("deux",), ("entrambe",))

_ALIKE = str.maketrans("♤♡♢♧☆", "♠♥♦♣★")
_CONTRACTED = re.compile(r"\b(i|we)'(?:d|ll|m|ve|re)\b|\b(?:c|d|j|l|m|s)'(?!s\b)(?=\w)|(?<=\w)'s\b")
_ARTICLE = re.compile(r"\ba (?=card\b)")  # "a card" is any card, but "A's card" and "A card" are the card of seat A
_WORD = re.compile(r"\d+(?=[a-z])|[a-z]+(?=\d)|[a-z]+|\d+|[♠♥♦♣★]")


def words(text: str) -> tuple[str, ...]:
    """The lower-case words, numbers and suit signs of a text, without accents: ``Roi de cœur`` -> ``roi de coeur``."""
    plain = _ARTICLE.sub("", text).replace("œ", "oe").replace("Œ", "oe").replace("\ufe0f", "").translate(_ALIKE)
    plain = unicodedata.normalize("NFKD", plain).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c)).replace("’", "'")
    return tuple(_WORD.findall(_CONTRACTED.sub(r"\1 ", plain)))


def read(ask: Ask, text: str) -> Answer:
    """The answer that ``text`` means, in canonical form.

    A card may be named by its rank or suit alone ("king") if no other card fits. Raises `Illegal`, with a sentence that
    says what would fit, if the text means no answer or several.
    """
    said = words(text)
    if not said:
        raise Illegal(f"There was no answer in that. What would fit: {would_fit(ask)}.")
    if len(said) > LONGEST:
        raise Illegal(f"That is more than an answer. What would fit: {would_fit(ask)}.")
    in_full = _phrases(ask, _phrases_of)
    meant, aside, refusal = _meant(ask, said, in_full)
    another = _names_another_card(ask, said, in_full) if aside or not meant else None
    if another is not None and another < aside:
        meant = []
    if not meant and another is None:
        meant, _, _ = _meant(ask, said, _phrases(ask, _by_rank if _picks_several(ask) else _by_rank_or_suit))
    if len(meant) > 1:
        raise Illegal(f"“{_short(text)}” could mean {', or '.join(meant[:4])}: which one?")
    if not meant:
        raise Illegal(refusal or f"“{_short(text)}” is no answer here. What would fit: {would_fit(ask)}.")
    return meant[0]


def _meant(ask: Ask, said: Phrase, phrases: Phrases) -> tuple[list[Answer], int, str]:
    """The lawful answers that skip the fewest words, that number of words, and the error of the first refused one."""
    found: dict[Answer, int] = {}
    refusal = ""
    parses = list(islice(_parses(said, phrases, _fillers(ask)), MOST_READINGS + 1))
    if len(parses) > MOST_READINGS:
        return [], 0, f"That can be read in too many ways. What would fit: {would_fit(ask)}."
    for tokens, skipped in parses:
        picked = " ".join(tokens).strip()
        if not picked:  # only fillers: an answer that picks nothing must be given explicitly
            continue
        try:
            answer = canonical(ask, picked)
        except Illegal as refused:
            refusal = refusal or str(refused)
            continue
        found[answer] = min(skipped, found.get(answer, skipped))
    least = min(found.values(), default=0)
    return sorted(answer for answer, skipped in found.items() if skipped == least), least, refusal


def _names_another_card(ask: Ask, said: Phrase, phrases: Phrases) -> int | None:
    """The fewest words skipped in a reading that names, in full, a card that is not an option: ``un de carreau``."""
    options = {option for slot in ask.slots for option in slot.options}
    others = {card for card, names in ask.words.items() if card not in options and _rank_and_suit(names)[0]}
    known, heard = {phrase for each in phrases.values() for phrase, _ in each}, frozenset(said)
    both = {word: list(each) for word, each in phrases.items() if word in heard}
    for card in others:
        for phrase in _phrases_of(card, ask.words[card]):
            if phrase[0] in heard and heard.issuperset(phrase) and phrase not in known:
                both.setdefault(phrase[0], []).append((phrase, card))
    readings = islice(_parses(said, both, _fillers(ask)), MOST_READINGS)
    return min((skipped for tokens, skipped in readings if not others.isdisjoint(tokens)), default=None)


def _fillers(ask: Ask) -> frozenset[str]:
    """The filler words. Where an answer may be empty, cards are kept; elsewhere they are played or discarded."""
    return FILLERS - (LAYING if _may_be_nothing(ask) else KEEPING)


def _may_be_nothing(ask: Ask) -> bool:
    return all(slot.least == 0 for slot in ask.slots)


def _picks_several(ask: Ask) -> bool:
    """Whether an answer may name several cards, so that the words for one card could be read as two."""
    return any(slot.most > 1 for slot in ask.slots)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"


@lru_cache(maxsize=4096)
def _phrases_of(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """Every phrase for one option, without small words unless nothing else is left."""
    ways = (words(way) for way in (option, *names, *(NOTHING if option == NONE else ())))
    return frozenset(tuple(word for word in way if word not in SMALL) or way for way in ways if way)


@lru_cache(maxsize=4096)
def _by_rank(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """`_phrases_of`, plus phrases for cards by rank alone: ``king`` or ``K`` of hearts, ``14`` of trumps."""
    phrases = _phrases_of(option, names)
    (rank, suit) = _rank_and_suit(names)
    ranks = {phrase[:-1] for phrase in phrases if phrase[1:] and phrase[-1:] == suit}
    letters = {way for way in ranks if _is_letter(way[0])}  # "V" is a jack, not trump 5
    fit = ranks - letters if rank and rank[0].isdigit() else ranks
    return phrases | {way for way in fit - {ACE_OR_CODE} if not FILLERS.issuperset(way)}


@lru_cache(maxsize=4096)
def _by_rank_or_suit(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """`_by_rank`, plus phrases for cards by suit alone (``hearts``, ``♥``), and ``A`` for an ace."""
    rank, _ = _rank_and_suit(names)
    suits = {phrase[:1] for phrase in _phrases_of(option, names) if rank and phrase[1:] == rank}
    aces = {("a",)} if rank == ("ace",) else set()
    return _by_rank(option, names) | {way for way in suits if not _is_letter(way[0])} | aces


@lru_cache(maxsize=4096)
def _rank_and_suit(names: tuple[str, ...]) -> tuple[Phrase, Phrase]:
    """Rank and suit in the displayed name: ``king`` and ``hearts``, ``14`` and ``trump``; else two empty phrases."""
    shown = words(names[0]) if names else ()
    if len(shown) == 3 and shown[1] == "of":
        return shown[:1], shown[2:]
    if len(shown) == 2 and shown[0].isalpha() and shown[1].isdigit():
        return shown[1:], shown[:1]
    return (), ()


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isalpha()


def _phrases(ask: Ask, phrases_of: Callable[[str, tuple[str, ...]], frozenset[Phrase]]) -> Phrases:
    by_word: dict[str, list[tuple[Phrase, str]]] = {}

    def add(phrases: Iterable[Phrase], meaning: str) -> None:
        for phrase in phrases:
            by_word.setdefault(phrase[0], []).append((phrase, meaning))

    for slot in ask.slots:
        if slot.least == 0:
            name = words(slot.name)
            add((*(negated + name for negated in _WITHOUT), *(name + nothing for nothing in _NOTHING_MORE)), "")
        for option in slot.options:
            phrases = phrases_of(option, tuple(ask.words.get(option, ())))
            add(phrases, option)
            if slot.least == 0:
                add((negated + phrase for negated in _WITHOUT for phrase in phrases), "")
    options = [option for slot in ask.slots for option in slot.options]
    if _may_be_nothing(ask) and NONE not in options:
        add(phrases_of(NONE, tuple(ask.words.get(NONE, ()))), NONE)
    elif any(slot.least == 0 for slot in ask.slots):
        add(_NOTHING_MORE, "")
    if len(ask.slots) == 1 and 1 < len(options) == ask.slots[0].most:
        add(_ALL if len(options) > 2 else _BOTH, " ".join(options))
    return by_word


def _parses(said: Phrase, phrases: Phrases, fillers: frozenset[str]) -> Iterator[tuple[list[str], int]]:
    """Every reading of all the words as a series of options: (options, number of filler words skipped).

    An empty option stands for words that leave something out, such as ``no slam``.
    """
    dead: set[int] = set()  # positions from which no reading reaches the end

    def onwards(at: int) -> Iterator[tuple[list[str], int]]:
        if at == len(said):
            yield [], 0
            return
        if at in dead:
            return
        alive = False
        for phrase, option in phrases.get(said[at], ()):
            end, skipped = _match(said, at, phrase, fillers)
            if end:
                for tokens, more in onwards(end):
                    alive = True
                    yield [option, *tokens], skipped + more
        if said[at] in fillers:
            for tokens, more in onwards(at + 1):
                alive = True
                yield tokens, more + 1
        if not alive:
            dead.add(at)

    return onwards(0)


def _match(said: Phrase, at: int, phrase: Phrase, fillers: frozenset[str]) -> tuple[int, int]:
    """The end of the phrase that starts at ``at``, and the fillers skipped within it; (0, 0) if it does not match."""
    skipped = 0
    for word in phrase:
        while at < len(said) and said[at] != word and said[at] in fillers:
            at, skipped = at + 1, skipped + 1
        if at == len(said) or said[at] != word:
            return 0, 0
        at += 1
    return at, skipped
