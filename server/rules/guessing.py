"""Guessing what loosely typed text could mean: these answers are not sealed, but suggested to the player.

First every word must fit: full names, ranks or suits alone, filler words. Failing that: lists such as ``2 5 J of
spades``, words with one typing error, ``highest trump``, initials, and finally the words that fit among others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, product

from .cards import rank as rank_of
from .cards import suit as suit_of
from .engine import NONE, Answer, Ask, Illegal, Slot, canonical, would_fit
from .record import record
from .text import lines_of
from .wording import (
    ACE_OR_CODE,
    SMALL,
    Phrase,
    Phrases,
    PhrasesOf,
    by_first_word,
    cached_for_ask,
    errors,
    is_letter,
    is_person,
    may_be_nothing,
    names_of,
    options_of,
    phrases_of,
    picks_several,
    rank_and_suit,
    words,
)

LONGEST = 60  # words; longer text is not guessed at
LONGEST_WORD = 30
"""Letters; a longer word is not taken for a misspelt one."""
MOST_READINGS = 500
MOST_GUESSES = 6
PARAGRAPHS = 6
"""How many paragraphs are searched."""

KEEPING = frozenset("keep keeps keeping garde conserve tengo behalte".split())
LAYING = frozenset(
    "discard discards discarding drop drops throw throws lay lays laying away ecarte jette scarto drucke lege".split()
)
"""Words that reverse the meaning of an answer if the ask is about the opposite."""
FILLERS = (
    frozenset(
        "the a an of on onto at to in into under over upon with and my your i id ill im we lets let me will go goes"
        " bid bids bidding play plays playing card cards tile tiles domino put place position side seal take takes"
        " please answer choose want would like for say it them is are make suit so then now this time thanks you thank"
        " hi hello ok lead leads leading steal use using pick from call calls calling called partner show shows showing"
        " announce announces announcing dog chien mine"
        " declare declares declaring declaration declarations else"
        " rob robs look looks looking peek peeks peeking see swap exchange"
        " le la les un une de des du au aux sur sous avec et je joue jouer mets met pose prends mon ma mes ce est vais"
        " appelle appeler montre annonce carte regarde merci svp stp vous te plait"
        " il lo gli di del della dei su con e gioco metto prendo chiamo carta guardo mio mia grazie"
        " ich spiele nehme biete sage karte mein meine meinen den dem der die das auf und mit bitte"
        " danke zum zur".split()
    )
    | KEEPING
    | LAYING
)
NOTHING_MORE = ((NONE,), ("nothing",), ("nothing", "else"), ("rien",), ("rien", "autre"), ("niente",))
NEGATIONS = frozenset(
    "no not without sans pas senza non ne don dont wont never nicht kein keine keinen ohne but nie".split()
)
_WITHOUT = tuple((word,) for word in ("no", "not", "without", "sans", "pas", "senza"))
_ALL = tuple((word,) for word in ("all", "everything", "tout", "tous", "toutes", "tutte", "alle", "alles"))
_BOTH = (*_ALL, ("both",), ("deux",), ("entrambe",), ("beide",))
_COUNTS = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
_EVERY = frozenset("all every both beide entrambe entrambi tous toutes tutti tutte alle".split())
_HIGH = frozenset(
    "highest biggest top strongest greatest best big largest gros grosse grand grande haut haute"
    " fort forte alto alta massimo"
    " hochste hochster hochsten hoechste hoechster hoechsten grosste grosster grossten groesste"
    " groesster groessten".split()
)
_LOW = frozenset(
    "lowest cheapest tiniest smallest weakest least littlest small little low petit petite bas"
    " basse faible basso bassa minimo piccolo"
    " piccola niedrigste niedrigster niedrigsten kleinste kleinster kleinsten".split()
)
_COURT = ("J", "N", "Q", "K")


def guesses(ask: Ask, paragraphs: Sequence[str]) -> tuple[tuple[Answer, ...], str]:
    """The answers that a text could mean, the likeliest first; and, if known, why the first reading does not fit."""
    refusal = ""
    together = [" ".join(paragraphs)] if 1 < len(paragraphs) <= PARAGRAPHS else []
    for paragraph in (*paragraphs[:PARAGRAPHS], *together):
        for said in _pieces(paragraph):
            found, why = _could_be(ask, said)
            refusal = refusal or why
            if found:
                return found[:MOST_GUESSES], ""
    return (), refusal


def _pieces(paragraph: str) -> Iterator[Phrase]:
    """The words of a paragraph as a whole, then those of each of its lines."""
    lines = [paragraph, *(lines_of(paragraph) if "\n" in paragraph else ())]
    for line in [*(_CORRECTED.split(line)[-1] for line in lines[:1] if _CORRECTED.search(line)), *lines[:10]]:
        said = words(_THANKS.sub(" ", line))
        if said and len(said) <= LONGEST:
            yield said


_CORRECTED = re.compile(
    r"\b(?:no,? wait|nein|(?:scratch|strike) that|correction|anzi|plut[ôo]t|no,? sorry|oops|i mean|make that"
    r"|changed my mind|second thoughts?|looked again|actually)\b",
    re.I,
)
"""What follows these words replaces what stands before them."""
_THANKS = re.compile(
    r"\bexcuse (?:me|my|the)\b|\b(?:no|non|nein|nee|nej),?\s+(?:thanks?(?: you)?|merci|danke|grazie"
    r"|bedankt|tack)\b(?=\W+\w)",
    re.I,
)
"""An apology, and a polite no, which does not deny what follows: “no thanks, pass”."""


def _could_be(ask: Ask, said: Phrase) -> tuple[tuple[Answer, ...], str]:
    found, refusal = could_mean(ask, said)
    if not found:
        found = _all_but(ask, said)
    if not found:
        listed = _listed(ask, said)
        found = could_mean(ask, listed)[0] if listed != said else ()
    if not found:
        found = _beside(ask, said)
    if not found:
        spelt = _spelt(ask, said)
        found = could_mean(ask, spelt)[0] if spelt != said else ()
        several = listed != said and picks_several(ask.slots)
        as_written = _in_full_only(ask, said) if spelt != said else ()
        found = found or (_among_other_words(ask, _spelt(ask, listed)) if several else ())
        found = tuple(dict.fromkeys((*as_written, *(found or _among_other_words(ask, spelt)))))
    return found, "" if found else refusal


# Where every word fits -------------------------------------------------------------------------------------------


def could_mean(ask: Ask, said: Phrase) -> tuple[tuple[Answer, ...], str]:
    """The answers that all the words could mean, and the error of the first reading that was refused.

    A card may be named by its rank or suit alone ("king") if no other card fits.
    """
    if not said or len(said) > LONGEST:
        return (), ""
    in_full = phrases(ask, phrases_of)
    meant, aside, refusal = _meant(ask, said, in_full)
    another = _names_another_card(ask, said, in_full) if aside or not meant else None
    if another is not None and another < aside:
        meant = []
    if not meant and another is None:
        meant, _, _ = _meant(ask, said, phrases(ask, by_rank if picks_several(ask.slots) else by_rank_or_suit))
    return tuple(meant), refusal


def names_something(ask: Ask, said: Phrase) -> bool:
    """Whether all the words name an answer or a part of one, or are filler words."""
    readings = islice(_parses(said, phrases(ask, phrases_of), _fillers(ask)), MOST_READINGS)
    return any(any(tokens) for tokens, _ in readings)


def _meant(ask: Ask, said: Phrase, named: Phrases) -> tuple[list[Answer], int, str]:
    """The lawful answers that skip the fewest words, that number of words, and the first refused one's error."""
    found: dict[Answer, int] = {}
    refusal = ""
    parses = list(islice(_parses(said, named, _fillers(ask)), MOST_READINGS + 1))
    if len(parses) > MOST_READINGS:
        return [], 0, f"That can be read in too many ways. What would fit: {would_fit(ask)}."
    for tokens, skipped in parses:
        picked = " ".join(tokens).strip()
        if not picked:  # only fillers: an empty answer must be given explicitly
            continue
        try:
            answer = canonical(ask, picked)
        except Illegal as refused:
            refusal = refusal or str(refused)
            continue
        found[answer] = min(skipped, found.get(answer, skipped))
    least = min(found.values(), default=0)
    return _in_order(ask, (answer for answer, skipped in found.items() if skipped == least)), least, refusal


def _in_order(ask: Ask, answers: Iterable[Answer]) -> list[Answer]:
    place = {option: at for at, option in enumerate(options_of(ask))}
    return sorted(answers, key=lambda answer: [place.get(token, -1) for token in answer.split()])


def _names_another_card(ask: Ask, said: Phrase, named: Phrases) -> int | None:
    """The fewest words skipped in a reading that names, in full, a card that is not an option: ``un de carreau``."""
    heard, options = frozenset(said), frozenset(options_of(ask))
    both = {word: list(named.get(word, ())) for word in heard}
    others = set()
    for word in heard:
        known = {phrase for phrase, _ in named.get(word, ())}
        for phrase, card in deck_of(suited(ask)).by_word.get(word, ()):
            if card not in options and phrase not in known and heard.issuperset(phrase):
                both[word].append((phrase, card))
                others.add(card)
    if not others:
        return None
    readings = islice(_parses(said, both, _fillers(ask)), MOST_READINGS)
    return min((skipped for tokens, skipped in readings if not others.isdisjoint(tokens)), default=None)


Cards = tuple[tuple[str, tuple[str, ...]], ...]


@record
class Deck:
    """What the cards of a game are called: the phrases by their first word, and all their words."""

    by_word: Phrases
    words: frozenset[str]


@lru_cache(maxsize=32)
def deck_of(cards: Cards) -> Deck:
    by_word = by_first_word((phrase, card) for card, names in cards for phrase in phrases_of(card, names))
    return Deck(by_word, frozenset(word for each in by_word.values() for phrase, _ in each for word in phrase))


@cached_for_ask
def suited(ask: Ask) -> Cards:
    """The suited cards of the game, with their names."""
    named = ((card, tuple(names)) for card, names in ask.words.items())
    return tuple((card, names) for card, names in named if rank_and_suit(names)[0])


def _fillers(ask: Ask) -> frozenset[str]:
    """The filler words. If the answer may be empty, the ask is about keeping cards; else about playing or
    discarding."""
    optional = (option for slot in ask.slots if slot.least == 0 for option in slot.options)
    meant = {word for option in optional for phrase in phrases_of(option, names_of(ask, option)) for word in phrase}
    return FILLERS - (LAYING if may_be_nothing(ask) else KEEPING) - (meant & {"suit"})


@lru_cache(maxsize=4096)
def by_rank(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """`phrases_of`, plus phrases for cards by rank alone: ``king`` or ``K`` of hearts, ``14`` of trumps."""
    named = phrases_of(option, names)
    (rank, suit) = rank_and_suit(names)
    ranks = {phrase[:-1] for phrase in named if phrase[1:] and phrase[-1:] == suit}
    letters = {way for way in ranks if is_letter(way[0])}  # "V" is a jack, not trump 5
    fit = ranks - letters if rank and rank[0].isdigit() else ranks
    return named | {way for way in fit - {ACE_OR_CODE} if not FILLERS.issuperset(way)}


@lru_cache(maxsize=4096)
def by_rank_or_suit(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """`by_rank`, plus phrases for cards by suit alone (``hearts``, ``♥``), and ``A`` for an ace."""
    rank, _ = rank_and_suit(names)
    suits = {phrase[:1] for phrase in phrases_of(option, names) if rank and phrase[1:] == rank}
    aces = {("a",)} if rank == ("ace",) else set()
    return by_rank(option, names) | {way for way in suits if not is_letter(way[0])} | aces


def phrases(ask: Ask, each: PhrasesOf) -> Phrases:
    """The phrases of all options, and those that leave something out or pick everything."""
    named: list[tuple[Phrase, str]] = []
    for slot in ask.slots:
        if slot.least == 0:
            name = words(slot.name)
            named += [(way, "") for way in (*(no + name for no in _WITHOUT), *(name + no for no in NOTHING_MORE))]
        for option in slot.options:
            ways = each(option, names_of(ask, option))
            named += [(way, option) for way in ways]
            if slot.least == 0:
                named += [(negated + way, "") for negated in _WITHOUT for way in ways]
    options = options_of(ask)
    if may_be_nothing(ask) and NONE not in options:
        named += [(way, NONE) for way in each(NONE, names_of(ask, NONE))]
    elif any(slot.least == 0 for slot in ask.slots):
        named += [(way, "") for way in NOTHING_MORE]
    if len(ask.slots) == 1 and 1 < len(options) == ask.slots[0].most:
        named += [(way, " ".join(options)) for way in (_ALL if len(options) > 2 else _BOTH)]
    return by_first_word(named)


def _parses(said: Phrase, named: Phrases, fillers: frozenset[str]) -> Iterator[tuple[list[str], int]]:
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
        for phrase, option in named.get(said[at], ()):
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


# All but some ----------------------------------------------------------------------------------------------------


def _all_but(ask: Ask, said: Phrase) -> tuple[Answer, ...]:
    """All options but those named: ``everything but the clubs``."""
    start = next((end for end in (1, 2, 3) if said[end : end + 1] and said[end] in _BUT and said[end - 1] in _WHOLE), 0)
    if not start or len(ask.slots) != 1:
        return ()
    suits, _ = suits_and_ranks(suited(ask))
    listed = _listed(ask, said[start + 1 :])
    left = {suits[word] for word in listed if word in suits}
    in_full = _meanings(frozenset(listed), ((w, o) for o in options_of(ask) for w in phrases_of(o, names_of(ask, o))))
    out = {option for at in range(len(listed)) for option in _longest(listed, at, in_full)[1]}
    out = out or {option for option in options_of(ask) if len(option) > 1 and suit_of(option) in left}
    loosely = _meanings(frozenset(listed), ((w, o) for o in options_of(ask) for w in by_rank(o, names_of(ask, o))))
    out = out or {option for at in range(len(listed)) for option in _longest(listed, at, loosely)[1]}
    try:
        return (canonical(ask, " ".join(option for option in options_of(ask) if option not in out)),) if out else ()
    except Illegal:
        return ()


_WHOLE = frozenset("all everything every cards tout toutes tous tutto tutte tutti alle alles".split())
_BUT = frozenset("but except without save sauf hormis tranne salvo ausser bis ohne".split())


# One beside another ----------------------------------------------------------------------------------------------


def _beside(ask: Ask, said: Phrase) -> tuple[Answer, ...]:
    """The next above or below what is denied (``not the 21, the next one down``), or the least that is enough (``one
    over Ed``)."""
    text = " ".join(said)
    up, down = _NEXT_UP.search(text), _NEXT_DOWN.search(text)
    named, denied = _named(ask, said) if up or down else (list[Choice](), list[Choice]())
    bounded = denied or [choice for choice in named if len(choice) == 1 and "-" not in choice[0]][-1:]
    ranked = sorted((_strength(option, ""), option) for option in options_of(ask) if _strength(option, "") > (0,))
    ranked = (
        [each for each in ranked if each[1].isdigit()]
        or ranked
        or [((at,), option) for at, option in enumerate(options_of(ask))]
    )  # bids in their order
    places = {option: place for place, option in ranked}
    bounds = [places[option] for choice in bounded for option in choice if option in places]
    beyond = [o for strength, o in ranked if not bounds or (strength > max(bounds) if up else strength < min(bounds))]
    if not (up or (down and bounds)) or not beyond:
        return ()
    return tuple(_made_of(ask, {beyond[0 if up else -1]: None}))


_NEXT_UP = re.compile(
    r"\b(?:one|1|just|barely) (?:step |notch )?(?:over|more|above|higher|up|beat|enough)\b"
    r"|\bnext (?:\w+ )?(?:up|higher|above)\b|\braise\b"
)
_NEXT_DOWN = re.compile(r"\b(?:one|next) (?:\w+ )?(?:down|lower|below|under)\b")

# Lists -----------------------------------------------------------------------------------------------------------

Spelling = Mapping[str, str]


def _listed(ask: Ask, said: Phrase) -> Phrase:
    """The words, with lists spelt out card by card: ``2 5 of spades`` -> ``2 s 5 s``; ``all spades`` likewise."""
    suits, ranks = suits_and_ranks(suited(ask))
    spelt: list[str] = []
    at = 0
    while at < len(said):
        end, cards = _list_at(ask, said, at, suits, ranks)
        spelt += [word for card in cards for word in words(card)] if cards else [said[at]]
        at = end if cards else at + 1
    return tuple(spelt)


def _list_at(ask: Ask, said: Phrase, at: int, suits: Spelling, ranks: Spelling) -> tuple[int, list[str]]:
    held = {(suit_of(card), rank_of(card)): card for card, _ in suited(ask)}
    start = at
    mine = said[at] == "my" and said[at + 1 : at + 2] != () and said[at + 1] in suits and at + 2 < len(said)
    if said[at] in _EVERY or (mine and not _EVERY.isdisjoint(said[at + 2 :])):
        whole: list[str] = []
        end = at
        while (at := _past_small(said, at + 1)) < len(said) and said[at] in suits:  # all spades and hearts
            whole += [card for card in options_of(ask) if suit_of(card) == suits[said[at]]]
            end = at + 1
        return (end, whole) if whole else (start, [])
    if said[at] in _COUNTS and (way := _past_small(said, at + 1)) < len(said) and said[way] in _HIGH | _LOW:
        end = _past_small(said, way + 1)  # the two small hearts
        suit = suits.get(said[end], "") if end < len(said) else ""
        ranked = sorted((_strength(o, ""), o) for o in options_of(ask) if suit and suit_of(o) == suit)
        number = _COUNTS[said[at]]
        best = ranked[-number:] if said[way] in _HIGH else ranked[:number]
        return (end + 1, [card for _, card in best]) if len(best) == number else (start, [])
    several: list[str] = []
    while at < len(said) and said[at] in ranks:
        several.append(ranks[said[at]])
        at = _past_small(said, at + 1)
    if several and at < len(said) and said[at] in suits:
        suit, end = suits[said[at]], at + 1
    elif not several and said[at] in suits:
        suit, end = suits[said[at]], _past_small(said, at + 1)
        while end < len(said) and said[end] in ranks:
            several.append(ranks[said[end]])
            end = _past_small(said, end + 1)
    else:
        return start, []
    cards = [held.get((suit, rank), "") for rank in several]
    whole = [card for card in options_of(ask) if suit_of(card) == suit]
    if cards not in ([""], [card for card in cards if card in options_of(ask)]) and several == [
        str(max(len(whole), 2))
    ]:
        cards = whole  # the two swords
    return (end, cards) if cards and all(cards) else (start, [])


def _past_small(said: Phrase, at: int) -> int:
    while at < len(said) and (said[at] in SMALL or said[at] in ("and", "et", "e", "und", "my", "all")):
        at += 1
    return at


@lru_cache(maxsize=32)
def suits_and_ranks(cards: Cards) -> tuple[Spelling, Spelling]:
    """Suits and ranks by word. A suit word stands beside several ranks, a rank word beside several suits."""
    of_suits: dict[str, set[str]] = {}
    of_ranks: dict[str, set[str]] = {}
    for card, names in cards:
        for word in {word for phrase in phrases_of(card, names) if len(phrase) == 2 for word in phrase}:
            of_suits.setdefault(word, set()).add(suit_of(card))
            of_ranks.setdefault(word, set()).add(rank_of(card))
    suits = {word: next(iter(of)) for word, of in of_suits.items() if len(of) == 1 and len(of_ranks[word]) > 1}
    ranks = {word: next(iter(of)) for word, of in of_ranks.items() if len(of) == 1 and word not in suits}
    return suits, ranks


# Spelling --------------------------------------------------------------------------------------------------------


def _spelt(ask: Ask, said: Phrase) -> Phrase:
    """The words, each unknown one replaced by a word of an option that differs from it by one error."""
    fits = {word for way in phrases(ask, by_rank_or_suit).values() for phrase, _ in way for word in phrase}
    known = fits | FILLERS | NEGATIONS | {"piu", "plus"} | _HIGH | _LOW | _EVERY | deck_of(suited(ask)).words
    if known.issuperset(said) and _ALIKE.keys().isdisjoint(said):
        return said
    likely = sorted(word for word in fits if len(word) > 2 and word.isalpha())
    return tuple(
        part for word in said for part in ((word,) if _is_fine(word, known, said) else _otherwise(word, fits, likely))
    )


def _is_fine(word: str, known: frozenset[str] | set[str], said: Phrase) -> bool:
    other = word in _ALIKE and (word in NEGATIONS or len(said) == 1)  # "guardia senza", "piccola"
    return not 3 <= len(word) <= LONGEST_WORD or (word in known and not other)


def _otherwise(word: str, fits: frozenset[str] | set[str], likely: Sequence[str]) -> Phrase:
    """An unknown word read as a word of another language, as two words run together, or without its typing error."""
    if alike := fits.intersection(_ALIKE.get(word, ())):
        return (min(alike),)
    for at in range(3, len(word) - 2):
        if word[:at] in fits and word[at:] in fits:  # Herzdame, thirtyone
            return word[:at], word[at:]
    return (word,) if word in NEGATIONS else (_closest(word, likely),)


_ALIKE = {
    word: tuple(alike.split())
    for alike, others in {
        "without": "ohne senza zonder", "against": "gegen contro tegen", "centre center middle": "mitte centro milieu",
        "cloak": "mantel mantello umhang manteau", "blind": "blinde cieco", "small": "klein kleine piccola piccolo",
        "guard": "wache guardia", "queen": "lady ladies", "king": "monarch", "knight": "horse horseman rider",
        "none nobody nothing": "niemand niemanden personne nessuno keiner keinen keins",
        "zero": "null nulla", "one": "eins", "two": "zwei due", "three": "drei tre trois",
        "four": "vier quattro quatre",
        "five": "funf fuenf cinque cinq", "six": "sechs sei", "pass": "weiter weg",
    }.items()
    for other in others.split()
    for word in (other,)
}  # fmt: skip
"""Words of other languages for option words that are not in the options' names."""


def _closest(word: str, likely: Sequence[str]) -> str:
    allowed = 2 if len(word) > 6 else 1
    near = [(distance, other) for other in likely if (distance := errors(word, other, allowed)) <= allowed]
    return min(near, key=lambda found: (found[0], found[1][0] != word[0]))[1] if near else word


# Among other words -----------------------------------------------------------------------------------------------

Choice = tuple[str, ...]


def _among_other_words(ask: Ask, said: Phrase) -> tuple[Answer, ...]:
    """The answers made of the options that are named anywhere and not denied, whatever else is said."""
    named, denied = _named(ask, said)
    if not named:
        return _declined(ask, said, denied)
    found: dict[Answer, None] = {}
    for choice in islice(product(*named), MOST_READINGS):
        found |= dict.fromkeys(_made_of(ask, dict.fromkeys(choice)))
        if len(found) >= MOST_GUESSES:
            break
    return tuple(found)


def _in_full_only(ask: Ask, said: Phrase) -> tuple[Answer, ...]:
    """The answer made of the options that are named in full by several words, as they are written."""
    heard = frozenset(said)
    ways = ((way, o) for o in options_of(ask) for way in phrases_of(o, names_of(ask, o)) if len(way) > 1)
    named = _meanings(heard, ways)
    found = [choice for at in range(len(said)) for choice in [_longest(said, at, named)[1]] if len(choice) == 1]
    return tuple(_made_of(ask, dict.fromkeys(option for choice in found for option in choice))) if found else ()


def _declined(ask: Ask, said: Phrase, denied: Sequence[Choice]) -> tuple[Answer, ...]:
    """The answer that declines, if the words deny something other than declining."""
    passes = [option for option in options_of(ask) if ("pass",) in phrases_of(option, names_of(ask, option))]
    if len(passes) != 1 or NEGATIONS.isdisjoint(said) or any(passes[0] in choice for choice in denied):
        return ()
    try:
        return (canonical(ask, passes[0]),)
    except Illegal:
        return ()


def _made_of(ask: Ask, tokens: Mapping[str, None]) -> Iterator[Answer]:
    picks = [[token for token in tokens if token in slot.options] for slot in ask.slots]
    ways = [_picked(slot, pick) for slot, pick in zip(ask.slots, picks, strict=True)]
    for way in islice(product(*ways), MOST_GUESSES):
        try:
            yield canonical(ask, " ".join(token for part in way for token in part))
        except Illegal:
            continue


def _picked(slot: Slot, pick: Sequence[str]) -> list[tuple[str, ...]]:
    if len(pick) <= slot.most:
        return [tuple(pick)] if len(pick) >= slot.least else []
    return list(islice(combinations(pick, slot.most), MOST_GUESSES))


def _named(ask: Ask, said: Phrase) -> tuple[list[Choice], list[Choice]]:
    """The options named anywhere in the words, each as the options it could be; and those that are denied."""
    heard, options = frozenset(said), options_of(ask)
    in_full = _meanings(heard, ((way, o) for o in options for way in phrases_of(o, names_of(ask, o))))
    loosely = _meanings(heard, ((way, o) for o in options for way in by_rank_or_suit(o, names_of(ask, o))))
    deck = deck_of(suited(ask)).by_word
    others = _meanings(heard, ((way, o) for word in heard for way, o in deck.get(word, ()) if o not in options))
    named: list[Choice] = []
    denied: list[Choice] = []
    at, no = 0, False
    while at < len(said):
        end, choice = _longest(said, at, in_full)
        other, _ = _longest(said, at, others)
        if other > end and said[at] not in _LOW:
            at, no = other, False
            continue
        if not end:
            end, choice = _best(ask, said, at)
        if not end and len(said) > 1:
            end, choice = _longest(said, at, loosely)
        if not end:
            end, choice = _shortened(ask, said, at)
        if end and (no or not (end == at + 1 and said[at] in NEGATIONS)):
            (denied if no else named).append(choice)
            at, no = end, False
        else:
            no = no or said[at] in NEGATIONS
            at += 1
    return named, denied


def _meanings(heard: frozenset[str], ways: Iterable[tuple[Phrase, str]]) -> dict[str, dict[Phrase, list[str]]]:
    """First word -> phrase -> the options that it names, for phrases whose words all occur."""
    found: dict[str, dict[Phrase, list[str]]] = {}
    for way, option in ways:
        if way[0] in heard and heard.issuperset(way):
            found.setdefault(way[0], {}).setdefault(way, []).append(option)
    return found


def _longest(said: Phrase, at: int, named: Mapping[str, Mapping[Phrase, Sequence[str]]]) -> tuple[int, Choice]:
    best: tuple[int, Choice] = 0, ()
    for phrase, options in named.get(said[at], {}).items():
        end, _ = _match(said, at, phrase, SMALL)
        if end > best[0] and not (len(phrase) == 1 and phrase[0] in FILLERS and is_letter(phrase[0])):
            best = end, tuple(options)
    return best


def _best(ask: Ask, said: Phrase, at: int) -> tuple[int, Choice]:
    """The highest or the lowest of something: ``my highest trump``, ``the big six``, ``plus petit atout``."""
    if said[at] not in _HIGH and said[at] not in _LOW:
        return 0, ()
    end = _past_small(said, at + 1)
    of = said[end] if end < len(said) else ""
    among = [option for option in options_of(ask) if of and _is_one(of, option, names_of(ask, option))]
    if not among and of in ("token", "card", "bid", "tile", "one", ""):
        among = list(options_of(ask))
    end += 1
    if not among and at and said[at - 1] not in FILLERS:  # "il trionfo più alto"
        end, of = at + 1, said[at - 1]
        among = [option for option in options_of(ask) if _is_one(of, option, names_of(ask, option))]
    if not among:
        return 0, ()
    ranked = sorted(among, key=lambda option: _strength(option, of))
    return min(end, len(said)), (ranked[-1] if said[at] in _HIGH else ranked[0],)


def _is_one(of: str, option: str, names: tuple[str, ...]) -> bool:
    return any(
        not {of, of.rstrip("s"), f"{of}s"}.isdisjoint(phrase) for phrase in phrases_of(option, names) if len(phrase) > 1
    )


def _strength(option: str, of: str) -> tuple[int, ...]:
    high, dash, low = option.partition("-")
    if dash and high.isdigit() and low.isdigit():
        return int(high == low), int(high) + int(low)
    rank = rank_of(option) if len(option) > 1 and not option.isdigit() else option
    return (int(rank) + 1 if rank.isdigit() else 100 + _COURT.index(rank) if rank in _COURT else int(rank == "A"),)


def _shortened(ask: Ask, said: Phrase, at: int) -> tuple[int, Choice]:
    """Options by initials, by how their words begin, or by one word of their names: ``RC``, ``D ♥``, ``the suit``."""
    word = said[at]
    if len(said) > 8 or word in NEGATIONS or (is_letter(word) and word in FILLERS):
        return 0, ()
    tests = (
        (2, _begins), (1, _has_initials), (1, _is_part), (1, _is_reversed),
    )  # fmt: skip
    for length, fits in tests:
        heard = said[at : at + length]
        if len(heard) < length or any(part in SMALL for part in heard):
            continue
        found = [option for option in options_of(ask) if fits(heard, option, names_of(ask, option))]
        optional = any(set(found) <= set(slot.options) and slot.least == 0 for slot in ask.slots)
        if found and (word not in FILLERS or optional) and len(found) < max(6, len(options_of(ask))):
            return at + length, tuple(found)
    return 0, ()


def _begins(heard: Phrase, option: str, names: tuple[str, ...]) -> bool:
    return any(
        len(way) == 2 and all(whole.startswith(part) for whole, part in zip(way, heard, strict=True))
        for way in phrases_of(option, names)
    )


def _has_initials(heard: Phrase, option: str, names: tuple[str, ...]) -> bool:
    [word] = heard
    ways = phrases_of(option, names) if len(word) > 1 and word.isalpha() else ()
    return any(
        len(way) == len(word) and all(each.startswith(c) for each, c in zip(way, word, strict=True)) for way in ways
    )


def _is_part(heard: Phrase, option: str, names: tuple[str, ...]) -> bool:
    [word] = heard
    if rank_and_suit(names)[0] or is_person(option, names):
        return False
    ways = phrases_of(option, names)
    begins = len(word) > 2 or (is_letter(word) and bool(names))
    bent = {way[0] for way in ways if len(way) == 1 and len(way[0]) > 3}  # knock: knocking
    return any(word in way or (begins and way[0].startswith(word)) for way in ways) or word.startswith(tuple(bent))


def _is_reversed(heard: Phrase, option: str, names: tuple[str, ...]) -> bool:
    [word] = heard
    return bool(rank_and_suit(names)[0]) and len(word) == 2 and word[::-1] == option.lower()
