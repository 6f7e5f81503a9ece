"""Reading typed text as an answer, only if it can mean nothing else; anything looser is a guess to be asked back.

An answer names each option by its code or by a full name (`full_names`), in the first paragraph after a greeting.
Besides these there may only be what people write around an answer (`frames`), and remarks that cannot touch it, which
are left out. A question, a negation, a condition, a second answer or an unknown word makes it a guess (`guessing`).
The reading is equally strict whether or not others still owe an answer: otherwise it would reveal that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import islice

from .cards import rank as rank_of
from .cards import suit as suit_of
from .engine import NONE, Answer, Ask, Illegal, canonical, would_fit
from .frames import (
    ADDRESSED,
    BARE_AMONG,
    BARE_BEFORE,
    BARE_BEHIND,
    BARE_BETWEEN,
    BESIDE_A_CARD,
    BETWEEN,
    CALLING,
    CLOSINGS,
    DENIALS,
    DOUBTFUL,
    EVERYDAY,
    FIRST,
    GREETINGS,
    INTRODUCTION,
    INTRODUCTIONS,
    KEEPING_BACK,
    LAYING_AWAY,
    LEAVING,
    NO_NAMES,
    OPENING,
    POLITE,
    PRAISED,
    PUT,
    PUT_BEHIND,
    TAKING,
    THAT_IS,
    TRAILING,
)
from .full_names import also_names, back_to_front, full_names, in_full, turned
from .guessing import FILLERS, MOST_GUESSES, deck_of, guesses, names_something, suited, suits_and_ranks
from .record import record
from .remarks import (
    HARMLESS,
    SAYINGS,
    SHORT,
    is_a_saying,
    is_joined,
    is_remark,
    is_said_kindly,
    leaves_it,
    speaks_of_weather,
    takes_back,
    touches,
)
from .text import lines_of, visible
from .wording import (
    SMALL,
    WORD,
    Phrase,
    Phrases,
    by_first_word,
    is_letter,
    is_person,
    may_be_nothing,
    names_of,
    once_an_ask,
    options_of,
    phrases_of,
    picks_several,
    plain,
    rank_and_suit,
    short,
    words,
)

LONGEST = 60  # words; a longer paragraph is not an answer
MOST_READINGS = 50
FEW = 3  # words; a line this short below the answer that names an option is not chat


_ASKING = frozenset("this that it right allowed legal ok okay possible can may should or correct could".split())

_BREAK, _SPACE = "\n", ","
_HYPHEN = re.compile(r"[a-z]-[a-z]")
_PICTURES = "\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff"
_HEARTS = "\u2764\U0001f493-\U0001f49f\U0001f5a4\U0001f90d-\U0001f90f\U0001f9e1\U0001fa75-\U0001fa77"
"""Hearts: decoration after an answer, but within one perhaps a suit."""
_SAYS_SOMETHING = (
    "❌❎❓❔⁉✖✗✘⛔🚫🙅👎🤔🤷🙄😕😐😑🤨😬🔄🔁↩🔃❢"  # which doubts or denies,
    "☀🌞🌝🌙🌛🌜🌚🌑-🌘⭐🌟☄🗼🏰🏯😈👿🌍🌎🌏🌐👼👑🤴👸🃏🎴🤡🧙⚔🗡🏇🏆🏺☠💀⚖🔱♈-♓🐂🦁🦅☽☾★☆♠-♧♩-♯⚀-⚅🁢"  # or is on cards
)
"""Pictures that carry a meaning. Any other may stand beside an answer and changes nothing: 👍, 😊."""
_PARTS = re.compile(
    r"(?P<odd>(?<![\w♠♥♦♣★])[+\-−–]\d|\d\s?[.:/–—-]\s?\d|\d+(?:st|nd|rd|th)\b|\d['’]\s?\d)"
    rf"|(?P<word>{WORD})"
    r"|(?P<line>\n)"
    r"|(?P<gap>#(?=\d)|[\s,;:.!…\-–—/=+&\"'“”„‚«»‹›「」『』【】《》〈〉。、،؛・¡`()\[\]*_>·•‣◦▪▫●○∙⁃\u2190-\u2195\u21d0-\u21d5]"
    rf"|(?![{_SAYS_SOMETHING}{_HEARTS}])[{_PICTURES}]|[{_HEARTS}](?=[\s.!{_PICTURES}]*(?:\n|\Z)))"
    r"|(?P<other>.)"
)


def read(ask: Ask, text: str, signed: str = "") -> Answer:
    """The answer that ``text`` gives beyond doubt, in canonical form. The text may be a whole mail with its paragraphs.

    ``signed``: the writer's name at the end, which is ignored. Raises `Illegal` otherwise, with a sentence that says
    what is lawful; its `nearest` are the answers that a looser reading finds, the likeliest first.
    """
    return read_apart(ask, text, signed)[0]


def read_apart(ask: Ask, text: str, signed: str = "") -> tuple[Answer, tuple[str, ...]]:
    """What `read` returns, and the remarks beside the answer, as they were written, of which nothing was used."""
    if not words(text):
        raise Illegal(f"There was no answer in that. What would fit: {would_fit(ask)}.")
    paragraphs = _paragraphs(text)
    if any(len(words(paragraph)) > LONGEST for paragraph in paragraphs[:1]):
        raise Illegal(f"That is more than an answer. What would fit: {would_fit(ask)}.")
    answer, remarks = _given(ask, paragraphs)
    if answer is not None and not (signed and _says_more(ask, answer, signed)):
        return answer, remarks
    raise Unclear(ask, text, [f"{text}\n{signed}"] if answer is not None else paragraphs)


def _says_more(ask: Ask, answer: Answer, signed: str) -> bool:
    """Whether the writer's name also names an option that would fit with the answer."""
    meant = [option for option in options_of(ask) if words(signed) in phrases_of(option, names_of(ask, option))]
    tokens = () if answer == NONE else answer.split()
    return any(_exact(ask, " ".join((*tokens, option))) for option in meant if option not in tokens)


class Unclear(Illegal):
    """A text that gives no answer beyond doubt; its possible meanings are worked out on demand."""

    def __init__(self, ask: Ask, text: str, paragraphs: list[str]):
        super().__init__()
        self._about = ask, text, paragraphs

    @cached_property
    def _found(self) -> tuple[tuple[Answer, ...], str]:
        ask, _, paragraphs = self._about
        found, sentence = guesses(ask, _to_guess(paragraphs))
        spoken = _spoken(ask, paragraphs)
        if spoken and found and set(spoken[0].split()) < set(found[0].split()):
            said = set(words(" ".join(paragraphs))) - BETWEEN
            more = [option for option in found[0].split() if option not in spoken[0].split()]
            if all(any(said.intersection(way) for way in phrases_of(o, names_of(ask, o))) for o in more):
                spoken = (found[0], *spoken)  # “KC and the suit”
        return tuple(dict.fromkeys((*spoken, *found)))[:MOST_GUESSES], "" if spoken else sentence

    @property
    def nearest(self) -> tuple[Answer, ...]:
        """The answers that the text could mean, the likeliest first."""
        return self._found[0]

    def __str__(self) -> str:
        ask, text, _ = self._about
        nearest, sentence = self._found
        return sentence or _asked_back(ask, text, nearest)


def _asked_back(ask: Ask, text: str, nearest: tuple[Answer, ...]) -> str:
    meant = [f"seat {option}" if is_person(option, names_of(ask, option)) else option for option in nearest[:4]]
    if len(meant) > 1:
        return f"“{short(text)}” could mean {', or '.join(meant)}: which one?"
    if meant:
        return f"“{short(text)}” is not said clearly enough to count. Did you mean {meant[0]}?"
    return f"“{short(text)}” is no answer here. What would fit: {would_fit(ask)}."


def _paragraphs(text: str) -> list[str]:
    lines = [line.strip().strip("*_").strip() for line in lines_of(text)]
    return [part.strip() for part in "\n".join(lines).split("\n\n") if part.strip()]


def _given(ask: Ask, paragraphs: list[str]) -> tuple[Answer | None, tuple[str, ...]]:
    """The answer in the first paragraph after greetings and remarks, unless something below it casts doubt on it; and
    the remarks beside it."""
    said, remarks = paragraphs, []
    while len(said) > 1 and (greets(said[0]) or _only_remarks(ask, said[0])) and not _names_another(ask, said[0], ""):
        remarks += [] if greets(said[0]) else [said[0]]
        said = said[1:]
    if not said:
        return None, ()
    exact = _exact(ask, _unsigned(ask, said[0]))
    answers = {exact} if exact else set(_answers(ask, said[0]))
    for cut in () if answers else (_CUT, _CUT_AT_JOINS):
        core, beside = _apart(ask, said[0], _pieces(said[0], cut), alone=len(paragraphs) == 1)
        if answers := set(_answers(ask, core)):
            remarks = [*remarks, *beside]
            break
    if len(answers) != 1 or any(_puts_in_doubt(ask, further) for further in said[1:]):
        return None, ()
    answer = answers.pop()
    others = said[1:] if exact or picks_several(ask.slots) else said
    if any(_names_another(ask, text, answer) for text in others if len(words(text)) <= SHORT):
        return None, ()
    return answer, tuple(remarks)


def _names_another(ask: Ask, text: str, answer: Answer) -> bool:
    """Whether a text names an option that is no part of the answer and is not declined, by more than an everyday
    word."""
    taken, phrases = {*answer.split(), *([""] if answer == NONE else [])}, in_full(ask)
    parts = _sentence(text, _codes(ask)) or list(words(text))
    at = 0
    while at < len(parts):
        ends = [(_end_of(phrase, parts, at), option) for phrase, option in phrases.get(parts[at], ())]
        end, option = max(ends, default=(0, ""))
        everyday = end == at + 1 and parts[at] in EVERYDAY and len(parts) > FEW
        declined = parts[max(at - 1, 0)] in ("no", "without") or (not option and end - at > 1)  # “no slam”
        if end and option not in taken and not everyday and not declined:
            return True
        at = max(end, at + 1)
    return False


def _spoken(ask: Ask, paragraphs: list[str]) -> tuple[Answer, ...]:
    """The answers that sentences and clauses give by themselves, the likeliest first: what follows a correction or
    “so” before the rest, longer ones before their parts; none if what follows could change the only one."""
    found: list[tuple[Answer, bool]] = []  # and whether it stands behind a correction
    settled, tail, telling = False, "", DOUBTFUL | DENIALS | _telling(ask)
    for paragraph in [paragraph for paragraph in paragraphs if len(words(paragraph)) <= LONGEST][:FEW]:
        pieces = _pieces(paragraph, _CUT_TO_GUESS)[-MOST_CLAUSES:]
        end = 0
        for at, piece in enumerate(pieces):
            if _SETTLES.match(f"{piece.text} "):
                begins = at + (not _SETTLES.sub("", f"{piece.text} ").strip())
                tail = _SETTLES.sub("", f"{_between(paragraph, pieces[begins:])} ") if pieces[begins:] else ""
                settled, found = True, []
            if at < end:
                continue
            for end in range(len(pieces), at, -1):
                spoken = _SETTLES.sub("", _between(paragraph, pieces[at:end]))
                if answers := set(_answers(ask, spoken)):
                    found += [(answer, settled) for answer in answers if len(answers) == 1]
                    break
            else:
                end = at
                if any(touches(word, telling) for word in words(piece.text)) and not settled:
                    found = []
    if tail and not found:
        return guesses(ask, [tail])[0]
    spoken_of = tuple(dict.fromkeys(answer for answer, _ in reversed(found)))
    return spoken_of if settled or len(spoken_of) == 1 else ()


MOST_CLAUSES = 8
_SETTLES = re.compile(
    r"(?:(?:and|but) )?(?:so|therefore|hence|actually|instead|rather|correction|(?:no"
    r"|nope)(?=\s+(?:wait|sorry|make|i)\b|\W*\Z)|oops|sorry|wait|make (?:that|it)"
    r"|i mean|i meant|in the end|on second thoughts?|scratch that|strike that)[,:]?\s",
    re.I,
)
"""How a clause begins that replaces those before it, or concludes from them."""


def _exact(ask: Ask, text: str) -> Answer | None:
    """An answer typed purely in codes, in any order, none of which is also somebody's name."""
    tokens = text.split()
    if len(tokens) == 2 and all(map(is_letter, tokens)) and "".join(tokens).upper() in options_of(ask):
        tokens = ["".join(tokens)]  # "q c"
        text = tokens[0].upper()
    if not tokens or not also_names(ask).isdisjoint(tokens):
        return None
    try:
        return canonical(ask, text)
    except Illegal:
        return None


def _unsigned(ask: Ask, paragraph: str) -> str:
    """The paragraph without a name at its end."""
    lines = lines_of(visible(paragraph))
    while len(lines) > 1 and _is_signature(ask, lines[-1]):
        lines.pop()
    return " ".join(lines).rstrip(" .!")


def greets(paragraph: str) -> bool:
    """Whether a line is just a greeting: ``Hi Bruno,``"""
    return "\n" not in paragraph and any(not rest for rest in _without_greeting(_sentence(paragraph) or ["?"]))


def _to_guess(paragraphs: list[str]) -> list[str]:
    """The paragraphs to guess from: without a greeting at the beginning of the first."""
    if len(paragraphs) > 1 and greets(paragraphs[0]):
        return paragraphs[1:]
    first, found, rest = paragraphs[0].partition("\n")
    return [rest, *paragraphs[1:]] if found and greets(first) else paragraphs


# What a paragraph says -------------------------------------------------------------------------------------------


def _sentence(paragraph: str, codes: tuple[str, ...] = ()) -> list[str] | None:
    """The words of a paragraph, with a break for each line and a space for each comma; ``None`` if it contains anything
    else.

    Codes that are not plain words, such as ``guard-without`` and ``5-4``, are kept whole.
    """
    parts: list[str] = []
    spelt = _UNMARKED.sub(r"\1\3'\2\4", paragraph)
    text = plain(_SHORTENED.sub(lambda short: f" {_SHORTENED_WORDS[(short[1] or short[2]).lower()]}", spelt))
    if _THEN_AGAIN.search(text):
        return None
    text = _DICTATED.sub(",", text)
    pattern = _with_codes(codes)
    for found in pattern.finditer(text):
        kind = found.lastgroup
        if kind == "odd" or (kind == "other" and not _agrees(found[0], text)):
            return None
        if kind in ("word", "code"):
            parts.append(found[0])
        elif kind == "line":
            parts.append(_BREAK)
        elif found[0] in ",;:.!…-–—" and not _HYPHEN.match(text, found.start() - 1):
            parts.append(_SPACE)
    return parts


def _agrees(picture: str, text: str) -> bool:
    """Whether a picture only shows what is written as well: a crown beside a king."""
    shown = _PICTURED.get(picture)
    return shown is not None and shown.search(text) is not None


_CROWNED = re.compile(r"\b(?:king|queen|[kq])\b|\b[kq][shdcbo]\b|[kq][♠♥♦♣]|[♠♥♦♣][kq]")
_FOOLISH = re.compile(r"\b(?:fool|excuse|joker|f)\b")
_WORLDLY = re.compile(r"\b(?:world|t?21|twenty-one)\b")
_PICTURED = {"👑": _CROWNED, "🃏": _FOOLISH, "🤡": _FOOLISH, **dict.fromkeys("🌍🌎🌏", _WORLDLY)}
_DICTATED = re.compile(r"\b(?:comma|full stop|new line|new paragraph|exclamation (?:mark|point))\b")
_THEN_AGAIN = re.compile(r"\bthen again\b|\bon second thoughts?\b")
_A_RANK = r"10|[1-9]|[kqjn]|king|queen|knight|jack|ace|of"
_A_HEART = re.compile(rf"(?i)\b(?P<rank>{_A_RANK}|(?-i:A)(?=❤))\s?❤\ufe0f?|❤\ufe0f?\s?(?P<behind>{_A_RANK}|(?-i:A))\b")
"""A heart beside a rank is a suit; anywhere else it is decoration."""
_SHORTENED_WORDS = {"ll": "will", "ve": "have", "m": "am", "d": "would", "s": "is"}
_SHORTENED = re.compile(
    r"(?:(?<=[a-z])['’](ll|ve|m|d)|(?:(?<=\d)(?=['’]s my)|(?<=\bit)|(?<=\bthat)|(?<=\bhere)|(?<=\bbid)|(?<=\bcall)"
    r"|(?<=\bcard)|(?<=\banswer)|(?<=\btrump)|(?<=\bmine))['’](s))\b",
    re.I,
)  # "I'm thirty"

_UNMARKED = re.compile(r"\b(?:(i)(m|ve|ll|d)|(it|that|here|let)(s))(?= \w)", re.I)
"""The same without an apostrophe: ``ill pass``; at the end of a line it may be another word."""


@lru_cache(maxsize=512)
def _with_codes(codes: tuple[str, ...]) -> re.Pattern[str]:
    if not codes:
        return _PARTS
    either = "|".join(re.escape(code.lower()) for code in sorted(codes, key=len, reverse=True))
    return re.compile(rf"(?P<code>(?<![\w+-])(?:{either})(?![\w-]|[./:]\d))|{_PARTS.pattern}")


_RUN_TOGETHER = re.compile(r"(?<=[a-z])(?=Of[A-Z])|(?<=[a-z]Of)(?=[A-Z])")
"""Where words are told apart by capitals alone: ``KingOfSpades``."""
_ABBREVIATED = re.compile(r"\b([KQJN])\.(?=\s+of\b)")
_HALVES = re.compile(r"\[?(\d)(?:\s?[:|]\s?)?(\d)\]?[.!]*")
"""A tile written as its two ends: ``5|4``; nothing else is written."""
_DOTTED = re.compile(r"(?<=[a-z])[._](?=[a-z])")

_MAY_I = re.compile(r"^(?:could|can|may|might) (?:i|we)(?: please)?\b(?! (?:please )?have)", re.I)
_PLEASE = re.compile(r"\b(?:please|pls|plz)\b", re.I)
"""With it, “could I play …” is a request and no question."""

_ENDINGS = CLOSINGS | TRAILING
_ENDINGS_OF_CARDS = _ENDINGS | LEAVING


@once_an_ask
def _people_to_choose(ask: Ask) -> re.Pattern[str] | None:
    """The names of the people who may be chosen, in the genitive, which is what is taken from them: ``Bruno's``."""
    people = [name for o in options_of(ask) if is_person(o, names_of(ask, o)) for name in names_of(ask, o)]
    either = "|".join(map(re.escape, people))
    return re.compile(rf"\b({either})['’]s\b(?!\s+\w*car[dt])", re.I) if people else None


def _answers(ask: Ask, paragraph: str) -> Iterator[Answer]:
    """Every reading of a paragraph as an answer: politeness, an introduction, options, politeness, a signature."""
    if "♥" in deck_of(suited(ask)).words:
        paragraph = _A_HEART.sub(r"\g<rank>♥\g<behind>", paragraph)
    paragraph = _ABBREVIATED.sub(r"\1", paragraph)
    if people := _people_to_choose(ask):
        paragraph = people.sub(r"\1 card", paragraph)
    if "?" not in paragraph and _PLEASE.search(paragraph):
        paragraph = _MAY_I.sub("I would like to", paragraph)
    if tile := _HALVES.fullmatch(paragraph.strip()):
        paragraph = f"{tile[1]}-{tile[2]}" if f"{tile[1]}-{tile[2]}" in _codes(ask) else paragraph
    paragraph = _RUN_TOGETHER.sub(" ", _DOTTED.sub("-", paragraph))
    if picks_several(ask.slots):
        paragraph = paragraph.replace("/", " ")
    parts = _sentence(paragraph, _codes(ask))
    if parts is None or len(parts) > 2 * LONGEST:
        return
    parts = _without_signature(ask, parts, paragraph)
    phrases = in_full(ask)
    named = frozenset(phrase[0] for ways in phrases.values() for phrase, _ in ways if len(phrase) == 1)
    introductions, lists = _introductions(ask), _lists(ask)
    closings = _ENDINGS_OF_CARDS if _asks_for_cards(ask) else _ENDINGS
    given, politely = False, list[list[str]]()
    between = _ANNOUNCING if len(ask.slots) > 1 else None
    first = FIRST | _PLACING if sum(slot.least > 0 for slot in ask.slots) > 1 else FIRST
    for without in _without_greeting(parts, named):
        polite = _without_sayings(without, POLITE | OPENING, named)
        politely.append(polite)
        alone = _alone(ask).get(" ".join(_without_closings(polite, closings)))
        if alone:
            yield alone
        starts = [polite] if polite[:1] == without[:1] else [polite, without]  # "please enter"
        for rest in (rest for start in starts for rest in _without_introduction(start, introductions, named)):
            ends = dict.fromkeys((tuple(_without_closings(rest, closings)), tuple(rest)))
            for tokens in (each for end in ends for each in _options([*end], phrases, lists, first, between)):
                if may_be_nothing(ask) and "" in tokens and any(tokens):
                    continue  # "none. KD" are two answers
                tokens = tokens if picks_several(ask.slots) else list(dict.fromkeys(tokens))  # "JS (jack of spades)"
                try:
                    yield canonical(ask, " ".join(tokens).strip() or NONE)
                    given = True
                except Illegal:
                    continue
    for rest in () if given or may_be_nothing(ask) or _calls(ask) else politely:
        if tokens := _put(rest, phrases, _asks_for_cards(ask)):
            with suppress(Illegal):
                yield canonical(ask, " ".join(dict.fromkeys(tokens)))


@once_an_ask
def _alone(ask: Ask) -> Mapping[str, str]:
    """The bids that are named by the last word of their code alone, by that word: ``against``."""
    ends = [(option.rpartition("-")[2], option) for option in options_of(ask) if "-" in option]
    return {
        word: option
        for word, option in ends
        if word in EVERYDAY and (word,) in phrases_of(option, names_of(ask, option))
    }


def _put(parts: list[str], phrases: Phrases, cards: bool) -> list[str]:
    """The options that are named beyond doubt, one of them by several words, among words that only say that they are
    put or wanted, in any order; none if there is any other word. ``cards``: cards are asked for."""
    tokens: list[str] = []
    sure, beside = False, list[str]()
    at = 0
    while at < len(parts):
        ends = [(_end_of(phrase, parts, at), option) for phrase, option in phrases.get(parts[at], ())]
        end, option = max(ends, default=(0, ""))
        if end and option and (end - at > 1 or parts[at] not in BARE_BEFORE | BARE_AMONG):
            tokens.append(option)
            sure = sure or end - at > 1 or (cards and parts[at] not in EVERYDAY | _COULD_BE_CALLED)
            beside.append("*")
            at = end
        else:
            beside += [] if parts[at] in (_BREAK, _SPACE) else [parts[at]]
            at += 1
    said = " ".join(beside)
    if "please" in said:
        said = said.replace("i would ", "i ")  # "I'd play … please"
    if not sure or len(set(tokens)) < len(tokens) or _ASKS_WHETHER.match(said) or _POINTS_AT.search(said):
        return []
    before, *among, behind = said.split("*")
    put = PUT.search(before)
    if not put and not PUT_BEHIND.search(behind if len(tokens) == 1 else f"{' '.join(among)} {behind}"):
        return []
    first = before[: put.start()] if put else ""
    between = before[put.end() :] if put else before
    fits = (
        (first, BARE_BEFORE),
        (between, BARE_BETWEEN),
        *((text, BARE_AMONG) for text in among),
        (behind, BARE_BEHIND),
    )
    return tokens if all(bare.issuperset(_left(text)) for text, bare in fits) else []


def _left(text: str) -> list[str]:
    """The words that are left without those that say that a card is put."""
    return BESIDE_A_CARD.sub("", PUT.sub("", PUT_BEHIND.sub("", text))).split()


_POINTS_AT = re.compile(r"\bthere \*|\bhave (?:put|laid|placed)\b|\b(?:down|up) to\b")
_ASKS_WHETHER = re.compile(r"(?:will|shall|must|am|is|are|do|should|can|could|would|to|then|there|having)\b(?! i have)")


def _trimmed(parts: list[str]) -> list[str]:
    """Without breaks and commas at both ends."""
    start, end = 0, len(parts)
    while start < end and parts[start] in (_BREAK, _SPACE):
        start += 1
    while end > start and parts[end - 1] in (_BREAK, _SPACE):
        end -= 1
    return parts[start:end]


def _without_greeting(parts: list[str], named: frozenset[str] = frozenset()) -> Iterator[list[str]]:
    """The parts, also without each greeting that they may begin with and up to three words of a name, none of which
    names an option."""
    parts = _trimmed(parts)
    yield parts
    for length in (5, 4, 3, 2, 1):
        if tuple(parts[:length]) in GREETINGS:
            name = parts[length + 1 : length + 2]
            apart = parts[length : length + 1] == [_SPACE] and (tuple(name) in ADDRESSED or not "".join(name).isascii())
            start = length + apart
            most = 1 if parts[0] == "sorry" else 3
            for end in range(start, start + most + 1):  # "Привет, Ада!", which no option is
                whole = all(_may_be_a_name(part) and part not in named for part in parts[start:end])
                whole = whole and (NO_NAMES - {"and", "may"}).isdisjoint(parts[start:end])
                whole = whole and not ("birthday" in parts[:length] and all(map(str.isdigit, _trimmed(parts[end:]))))
                if whole and end <= len(parts) and (end == len(parts) or parts[end] in (_BREAK, _SPACE)):
                    yield _without_sayings(_trimmed(parts[end:]), POLITE)


def _may_be_a_name(part: str) -> bool:
    """Whether a word may be a name; in some scripts a single letter may be."""
    return part.isalpha() and (len(part) > 1 or not part.isascii())


def _without_sayings(parts: list[str], sayings: frozenset[Phrase], named: frozenset[str] = frozenset()) -> list[str]:
    """The parts without such words at the beginning, unless one of them names an option."""
    parts = _trimmed(parts)
    for length in range(6, 0, -1):
        if tuple(parts[:length]) in sayings and named.isdisjoint(parts[:length]):
            return _without_sayings(parts[length:], sayings, named)
    return parts


_JOINS = frozenset({("as",), ("like",), ("for",), ("with",), ("while",), ("through",), ("come",)})
"""How a saying begins that may end the sentence of an answer: “as promised”; behind a comma it is a remark."""


def _without_closings(parts: list[str], closings: frozenset[Phrase] = CLOSINGS) -> list[str]:
    parts = _trimmed(parts)
    for length in range(8, 0, -1):
        said = tuple(parts[-length:])
        joined = said[:1] in _JOINS and said in SAYINGS and parts[-length - 1 : -length] not in ([_BREAK], [_SPACE])
        if len(parts) > length and (said in closings or joined):
            return _without_closings(parts[:-length], closings)
    return parts


def _without_introduction(
    parts: list[str], introductions: re.Pattern[str], named: frozenset[str]
) -> Iterator[list[str]]:
    yield parts
    for length in range(min(10, len(parts)), 0, -1):
        said = parts[:length]
        talk = said[-1] in ("is", "be") and said[0] != "my" and EVERYDAY.issuperset(parts[length:])  # "it is small"
        talk = talk or (said[-1] in ("begin", "start", "open") and EVERYDAY.issuperset(parts[length:]))
        talk = talk or (said[-1] == "go" and parts[length : length + 1] == [_SPACE])  # "I have to go, …"
        talk = talk or (said[-1] == "another" and parts[length : length + 1] != ["pass"])
        talk = talk or (said[-1] == "to" and "card" in parts[length:])  # "I go to Bruno's"
        talk = talk or (
            said[0] == "it" and (parts[-1] == "again" or all(map(str.isdigit, parts[length:])))
        )  # "it is 31"
        fits = introductions.fullmatch(" ".join(said)) or tuple(said) in INTRODUCTIONS
        if fits and not talk and named.isdisjoint(said):
            yield parts[length:]


@once_an_ask
def _introductions(ask: Ask) -> re.Pattern[str]:
    """The introductions that fit: cards are kept if the answer may be empty, otherwise played or discarded."""
    fit = [KEEPING_BACK, rf"{_NOT_PUT}(?:{INTRODUCTION})"] if may_be_nothing(ask) else [INTRODUCTION]
    if _asks_for_cards(ask):
        fit.append(LAYING_AWAY)
    if any(is_person(option, names_of(ask, option)) for option in options_of(ask)):
        fit.append(TAKING)
    if not any(card in options_of(ask) for card, _ in suited(ask)):
        fit.append(THAT_IS)
    return _one_of((*fit, CALLING) if _calls(ask) else tuple(fit))


_NOT_PUT = r"(?!.*\b(?:(?:play|put|lead|throw|spend)(?:ing)?|(?:giv|plac|us)(?:e|ing)|goes)\b)"
"""Before words about a card that is kept."""


def _calls(ask: Ask) -> bool:
    return ask.calls or any(slot.name == "call" for slot in ask.slots)


@once_an_ask
def _asks_for_cards(ask: Ask) -> bool:
    """Whether cards or tiles are to be put or laid away, and not kept or called."""
    if may_be_nothing(ask) or _calls(ask):
        return False
    cards = {card for card, _ in suited(ask)}
    return any(option in cards or re.fullmatch(r"\d-\d", option) for option in options_of(ask))


@lru_cache(maxsize=32)
def _one_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


def _without_signature(ask: Ask, parts: list[str], paragraph: str) -> list[str]:
    """The parts without a name at the end: on its own line, or after a closing."""
    lines = lines_of(paragraph.strip())
    if len(lines) > 1 and _is_signature(ask, lines[-1]):
        parts = _trimmed(parts)
        last = max((at for at, part in enumerate(parts) if part == _BREAK), default=len(parts))
        return _without_signature(ask, parts[:last], "\n".join(lines[:-1]))
    return _without_name_after_closing(ask, _trimmed(parts))


def _without_name_after_closing(ask: Ask, parts: list[str]) -> list[str]:
    for name in range(1, 4):
        before, after = parts[:-name], parts[-name:]
        if before[-1:] == [_SPACE] and all(map(_may_be_a_name, after)) and _may_be_the_writer(ask, tuple(after)):
            rest = _trimmed(before)
            named = _telling(ask) - {"jack"}  # “KH, thanks, Jack”
            if _without_closings(rest) != rest and named.isdisjoint(after):
                return rest
    return parts


_NAME = re.compile(r"[-–—\s]*+[^\W\d_]['’.\w-]*+(?:\s++[^\W\d_]['’.\w-]*+){0,2}\s*+[.,!]*")


_KISSES = re.compile(r"(?<=\w)\s+x{1,4}\Z", re.I)


def _is_signature(ask: Ask, line: str) -> bool:
    """Whether a line can be the writer's name: up to three capitalised words, and not an option in full."""
    line = _KISSES.sub("", unicodedata.normalize("NFC", visible(line)).strip())
    if " and " in line:
        return all(_is_signature(ask, name) for name in line.split(" and "))
    if not _NAME.fullmatch(line) or line.strip(" .,!") in options_of(ask):
        return False
    if any(not word[:1].isupper() for word in re.findall(r"[^\W\d_]['’.\w-]*", line)):
        return False
    return _may_be_the_writer(ask, words(line))


def _may_be_the_writer(ask: Ask, said: Phrase) -> bool:
    """Whether these words can be the name of somebody who gives an answer: none of them names an option, or its rank
    or suit."""
    if not said or not (NO_NAMES | _parts_of_cards(ask)).isdisjoint(said):
        return False
    return not _mentions(ask, said, _every_name(ask))


@once_an_ask
def _parts_of_cards(ask: Ask) -> frozenset[str]:
    """The words for the suits and ranks of the cards that may be given."""
    cards = tuple((card, names) for card, names in suited(ask) if card in options_of(ask))
    return frozenset(word for words_of in suits_and_ranks(cards) for word in words_of)


@once_an_ask
def _every_name(ask: Ask) -> Phrases:
    """All names of all options."""
    return by_first_word(
        (phrase, option) for option in options_of(ask) for phrase in phrases_of(option, names_of(ask, option))
    )


# Options in a row -------------------------------------------------------------------------------------------------


Lists = tuple[Mapping[str, str], Mapping[str, str], Mapping[tuple[str, str], str], Mapping[str, tuple[str, ...]]]


def _lists(ask: Ask) -> Lists:
    """The suits and the ranks by word, the cards by suit and rank, and the options by suit, if an answer may list
    several cards."""
    if not picks_several(ask.slots):
        return {}, {}, {}, {}
    cards, held = suited(ask), dict[str, tuple[str, ...]]()
    for card, _ in cards:
        if card in options_of(ask):
            held[suit_of(card)] = (*held.get(suit_of(card), ()), card)
    return *suits_and_ranks(cards), {(suit_of(card), rank_of(card)): card for card, _ in cards}, held


def _list_at(parts: list[str], at: int, lists: Lists) -> tuple[int, list[str], str]:
    """The end of a list of ranks with one suit that begins here, its cards, and where the suit stands: ``2, 5 and jack
    of spades``; ``spades: 2, 5, jack``. The end is 0 if none begins here."""
    suits, ranks, cards, held = lists
    if parts[at] in _EVERY:
        end = at + 1
        while end < len(parts) and parts[end] in _OF_THE:
            end += 1
        whole = held.get(suits.get(parts[end], ""), ()) if end < len(parts) and not is_letter(parts[end]) else ()
        fits = len(whole) == 2 if parts[at] == "both" else len(whole) > 1
        return (end + 1, list(whole), "") if fits else (0, [], "")
    begins = at + (parts[at] in ("in", "from", "of") and at + 1 < len(parts))
    labels = (
        begins == at and at + 1 < len(parts) and parts[at + 1] == _SPACE and parts[max(at - 1, 0)] in ("\n", parts[0])
    )
    lettered = (
        parts[0] in suits and parts[max(at - 1, 0)] in (_SPACE, _BREAK, parts[0]) and parts[at + 1 : at + 2] != [_SPACE]
    )  # S 2 5, H 3 4
    suit = suits.get(parts[begins], "") if labels or lettered or not is_letter(parts[begins]) else ""
    end = last = begins + bool(suit) if suit else at
    found: list[str] = []
    while end < len(parts):
        if parts[end] in ranks and parts[end] != "a":
            found.append(ranks[parts[end]])
            last = end + 1
        elif not (parts[end] == _SPACE or parts[end] in _AND):
            break
        end += 1
    if suit and found and (len(found) > 1 or begins > at or parts[begins + 1] in (_SPACE, "just") or lettered):
        where = "before"
    elif not suit and len(found) > 1:
        while last < len(parts) and parts[last] in ("of", "the"):
            last += 1
        suit = suits.get(parts[last], "") if last < len(parts) and not is_letter(parts[last]) else ""
        last, where = last + 1, "behind"
    else:
        return 0, [], ""
    listed = [cards.get((suit, rank), "") for rank in found]
    return (last, listed, where) if all(listed) else (0, [], "")


_EVERY, _OF_THE = frozenset(("all", "every", "both")), frozenset(("of", "the", "my"))
_AND = frozenset(("and", "the", "my", "just"))


def _stands(phrase: Phrase, lists: Lists) -> str:
    """Where the suit stands in a card's name, if that matters to lists."""
    suits, ranks, *_ = lists
    if len(phrase) != 2 or "T" in (suits.get(phrase[0]), suits.get(phrase[1])):
        return ""
    return "before" if phrase[0] in suits and phrase[1] in ranks else "behind" if phrase[1] in suits else ""


_PLACING = frozenset("on in to against own right straight smack".split())
"""Words that may precede the first option if it may be a place."""


def _options(
    parts: list[str],
    phrases: Phrases,
    lists: Lists = ({}, {}, {}, {}),
    opening: frozenset[str] = FIRST,
    introductions: re.Pattern[str] | None = None,
) -> Iterator[list[str]]:
    """Every reading of all the parts as a series of options. ``introductions``: what may stand between two of them."""
    between = BETWEEN | PRAISED | (opening & _PLACING)
    counted = not _EVERY.isdisjoint(parts)
    dead: set[tuple[int, bool, bool]] = set()  # places from which no reading reaches the end, with what stood before

    def onwards(at: int, before: str = "", first: bool = True) -> Iterator[list[Read]]:
        while at < len(parts) and parts[at] in (_BREAK, _SPACE):
            at += 1
        if at == len(parts):
            yield []
            return
        place, alive = (at, bool(before), first), False
        if place in dead:
            return
        end, cards, where = _list_at(parts, at, lists)
        if end:
            for rest in onwards(end, first=False):
                alive = True
                yield [*((card, where and f"list {where}") for card in cards), *rest]
        for phrase, option in phrases.get(parts[at], ()):
            end = _end_of(phrase, parts, at)
            if counted and end == at + 2 and phrase[0].isdigit() and phrase[1] in lists[0] and phrase[1][-1] == "s":
                continue  # “all my hearts, 2 spades”
            if end and not (before not in ("", "the", "my") and all(word.isdigit() for word in phrase)):  # a date
                for rest in onwards(end, first=False):
                    alive = True
                    yield [(option, _stands(phrase, lists)), *rest]
        named = any(len(phrase) == 1 for phrase, _ in phrases.get(parts[at], ()))  # "A B" are two seats
        praised = not first and parts[at] == "that" and not PRAISED.isdisjoint(parts[at + 1 : at + 2])
        if (praised or parts[at] in (opening if first else between)) and not named and at + 1 < len(parts):
            for rest in onwards(at + 1, parts[at], first):
                alive = True
                yield rest
        most = at + 6 if not (first or named or before) else 0
        for end in range(at + 1, min(most, len(parts))):
            if introductions and introductions.fullmatch(" ".join(parts[at:end])):
                for rest in onwards(end, first=False):
                    if rest and _is_announced(rest[0][0]) and not _PUTTING.isdisjoint(parts[at:end]):
                        continue  # “put the handful away”
                    alive = True
                    yield rest
        if not alive:
            dead.add(place)

    for found in islice(onwards(0), MOST_READINGS):
        styles = {where for _, where in found if where}
        if found and (len({where.removeprefix("list ") for where in styles}) < 2 or not any(" " in w for w in styles)):
            yield [option for option, _ in found]


Read = tuple[str, str]
"""An option, and where its suit stood, with “list” before that if it was read in a list."""


_ASIDE = SMALL | {"number"}
_ANNOUNCED = frozenset("i we am will shall also announce announcing declare declaring call calling a".split())
"""Words that may stand before the slam in the name of a bid: “guard without, and I announce the slam”."""
_PUTTING = frozenset("play playing lead leading put putting card".split())


def _is_announced(option: str) -> bool:
    """Whether an option is said with a card, and not put: ``poignee``, ``+kings``."""
    return option[:1] == "+" or (option[:1].islower() and option not in _PLACES)


_PLACES = ("centre", "cloak", "blind")
_ANNOUNCING = re.compile(
    r"(?:and |also |now )*(?:(?:(?:i|we) )?(?:am |are |will |shall "
    r"|would like to )?(?:also )?(?:announce|announcing|declare"
    r"|declaring|show|showing|offer|signal|signalling|call|calling|add|adding|lead|leading|play"
    r"|playing|say|saying|make it"
    r"|put|putting)|here (?:is|are)|lead|card|signal|bid)(?: (?:you|with|also|it))?(?: (?:a|my|the))?"
)
"""What may stand between two options of different kinds: “…, and here is my handful”."""


def _end_of(phrase: Phrase, parts: list[str], at: int) -> int:
    """Where the phrase that begins here ends, small words included; 0 if it does not stand here."""
    if phrase[0] == "one" and len(phrase) == 2 and parts[at + 1 : at + 2] == ["of"]:  # not "one of the clubs"
        return at + 3 if parts[at + 2 : at + 3] == [phrase[1]] else 0
    if (parts[at + 1 : at + 2] == ["the"] and phrase[0] == "trump") or parts[at + 1 : at + 3] == ["against", "the"]:
        return 0  # “trump the 2”, “guard against the slam”
    aside = _ASIDE | {_SPACE} if len(phrase) > 2 else _ASIDE  # "volo: my last of the suit"
    if len(phrase) > 3 and phrase[-1] == "slam":
        aside = aside | _ANNOUNCED
    for word in phrase:
        while at < len(parts) and parts[at] != word and parts[at] in aside:
            at += 1
        if at == len(parts) or parts[at] != word:
            return 0
        at += 1
    return at


# What stands beside ----------------------------------------------------------------------------------------------


_CUT = re.compile(r"(?P<end>\n|(?<![.!…])[.!…]++(?=\s|\Z))|[,;:](?=\s)|(?<=\s)[-–—]++(?=\s)|[()]")
_CUT_AT_JOINS = re.compile(
    rf"{_CUT.pattern}|(?=\s(?:and|so|because|since|(?:on|with|from) (?:this|these|such an?|my)|from (?:an?|sunny"
    rf"|rainy|snowy|wet|cold|foggy|windy"
    r"|freezing|soggy|hot|chilly|icy|misty|stormy|grey|gray|beautiful|lovely))\s)"
)
_CUT_TO_GUESS = re.compile(rf"{_CUT.pattern}|(?=\s(?:and|but|so|because|since|therefore|then|though)\s)|[?…]|\.\.+")


def _apart(ask: Ask, paragraph: str, pieces: list[Piece], alone: bool) -> tuple[str, list[str]]:
    """The paragraph without the remarks at both ends, and these. ``alone``: there is no other paragraph."""
    if len(pieces) > LONGEST:
        return paragraph, []
    if alone and len(pieces) == 2 and not pieces[1].sentence and _addresses(ask, pieces[1].text):
        return pieces[0].text, []
    last = len(pieces)
    behind: list[str] = []
    first = _opening(ask, paragraph, pieces)
    if (
        first < len(pieces)
        and not pieces[first].sentence
        and words(pieces[first].text)[0] not in ("i", "we")
        and (len(words(pieces[first].text)) < FEW or not all(is_a_saying(piece.text) for piece in pieces[:first]))
    ):
        first = 0
    first = first if first < len(pieces) else 0
    before = [piece.text for piece in pieces[:first] if not greets(piece.text)]
    while last - 1 > first:
        if _ends(ask, pieces[last - 2 : last]):
            last -= 1
            continue
        begun = max(at for at in range(last) if pieces[at].sentence)
        starts = [*([begun] if begun > first else []), *range(max(begun, first, last - FEW) + 1, last)]
        texts = ((at, _between(paragraph, pieces[at:last])) for at in starts)
        found = next(((at, text) for at, text in texts if _stands_behind(ask, text, pieces[at])), None)
        if found:
            last = found[0]
            behind.append(found[1])
        elif (
            last - 2 > first
            and _addresses(ask, pieces[last - 1].text)
            and _stands_behind(ask, pieces[last - 2].text, pieces[last - 2])
        ):
            last -= 1
        else:
            break
    if first == 0 and last == len(pieces):
        return paragraph, []
    core = paragraph[pieces[first].start : pieces[last - 1].end]
    aside = last < len(pieces) and not pieces[last].sentence
    if aside and (_is_bare(core) or _COULD_BE_CALLED.issuperset(words(core))) and not all(map(is_said_kindly, behind)):
        return paragraph, []
    if _is_bare(core) and (any(map(speaks_of_weather, behind)) or (before and not pieces[first].line)):
        return paragraph, []
    return core, [*before, *reversed(behind)]


_COULD_BE_CALLED = frozenset("fool excuse angel devil world page king".split())
"""Cards that somebody could be called, or that begin another sentence: “Excuse, I am late”."""


@record
class Piece:
    """A part of a paragraph between signs. ``sentence``: it begins one, or a line; ``line``: it begins a line;
    ``joined``: it begins with a word such as “and”, without a sign before it."""

    text: str
    start: int
    end: int
    sentence: bool
    line: bool
    joined: bool


def _pieces(paragraph: str, cuts: re.Pattern[str] = _CUT) -> list[Piece]:
    found: list[Piece] = []
    start, sentence, line, joined = 0, True, True, False
    for cut in cuts.finditer(paragraph):
        if text := paragraph[start : cut.start()].strip():
            found.append(Piece(text, start, cut.start(), sentence, line, joined))
            sentence = line = joined = False
        joined = not cut[0]
        sentence = sentence or cut["end"] is not None
        line = line or "\n" in cut[0]
        start = cut.end()
    if text := paragraph[start:].strip():
        found.append(Piece(text, start, len(paragraph), sentence, line, joined))
    return found


def _between(paragraph: str, pieces: Sequence[Piece]) -> str:
    return paragraph[pieces[0].start : pieces[-1].end].strip()


def _only_remarks(ask: Ask, paragraph: str) -> bool:
    pieces = _pieces(paragraph)
    return _opening(ask, paragraph, pieces) == len(pieces)


def _opening(ask: Ask, paragraph: str, pieces: Sequence[Piece]) -> int:
    """How many pieces at the beginning are greetings and remarks, and those whom they are said to."""
    people = {word for phrase in _people_not_chosen(ask) for word in phrase} | {"and"}
    first = 0
    while first < len(pieces):
        end = next((at for at in range(first + 1, len(pieces)) if pieces[at].sentence), len(pieces))
        if _greets(ask, pieces[first]) or (
            first and (_addresses(ask, pieces[first].text) or people >= set(words(pieces[first].text)) > set())
        ):
            first += 1
        elif pieces[first].sentence and _remarks(ask, _between(paragraph, pieces[first:end]), sentence=True):
            first = end
        elif _remarks(ask, pieces[first].text, sentence=False):
            first += 1
        else:
            break
    return first


_PRESENTS = re.compile(r"(?:[Ii]t[’']?s |[Ii]t is |[Tt]his is )?[A-Z][\w'’-]+ here(?: again)?")


_GREETS_FROM = re.compile(
    r"(?i:hello|hi|hey|hullo|greetings|good (?:morning|afternoon|evening|day))(?: again| all| everyone| everybody"
    r"| folks)?"
    r" from(?: [\w'’-]+){1,6}"
)


def _greets(ask: Ask, piece: Piece) -> bool:
    """Whether a piece is a greeting, in which nothing names an option."""
    telling = _telling(ask)
    fits = _PRESENTS.fullmatch(piece.text) or _GREETS_FROM.fullmatch(piece.text)
    greeting = greets(piece.text) or (fits and NO_NAMES.isdisjoint(words(piece.text)))
    return bool(greeting) and not any(touches(word, telling) for word in words(piece.text))


def _ends(ask: Ask, pieces: list[Piece]) -> bool:
    """Whether the last of the pieces is a closing, or a name on its own line or behind a closing."""
    *before, piece = pieces
    if words(piece.text) in CLOSINGS:
        return True
    closed = any(words(each.text) in CLOSINGS for each in before)
    return (closed or piece.line) and _is_signature(ask, piece.text)


def _is_bare(core: str) -> bool:
    """Whether this is a number and nothing else: behind a comma, it could be a number of anything."""
    said = FIRST.union(_NUMBER_WORDS).issuperset(word for word in words(core) if not word.isdigit())
    return said and "-" not in core.strip("-")


_NUMBER_WORDS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty".split()
)


def _addresses(ask: Ask, text: str) -> bool:
    """Whether somebody is addressed: ``partner``, or a player who cannot be chosen."""
    said = words(text)
    dear = len(said) == 2 and said[0] == "dear" and not touches(said[1], _telling(ask)) and said[1] not in NO_NAMES
    return dear or said in ADDRESSED | _people_not_chosen(ask)


@once_an_ask
def _people_not_chosen(ask: Ask) -> frozenset[Phrase]:
    """The names of the players who are no options of the answer."""
    return frozenset(
        phrase
        for seat, names in ask.words.items()
        if seat not in options_of(ask) and is_person(seat, tuple(names))
        for phrase in phrases_of(seat, tuple(names))
        if len(phrase[0]) > 1
    )


def _stands_behind(ask: Ask, text: str, begins: Piece) -> bool:
    """Whether this is a remark that begins with such a piece behind the answer."""
    if not begins.joined:
        return _remarks(ask, text, begins.sentence, behind=True)
    names = frozenset(phrase[0] for phrase in _people_not_chosen(ask))
    return _sentence(text) is not None and is_joined(text, _every_token(ask), names)


def _remarks(ask: Ask, text: str, sentence: bool, behind: bool = False) -> bool:
    """Whether a piece is a remark that cannot touch the answer."""
    names = frozenset(phrase[0] for phrase in _people_not_chosen(ask))
    return _sentence(text) is not None and is_remark(text, _every_token(ask), names, sentence, behind)


@once_an_ask
def _every_token(ask: Ask) -> frozenset[str]:
    """`_telling`, and the words for all cards."""
    return (_telling(ask) | (deck_of(suited(ask)).words - FILLERS - HARMLESS - SMALL)) - {"as"}


@once_an_ask
def _telling(ask: Ask) -> frozenset[str]:
    """The words in the names of the options, and of whatever else is of their kind."""
    cards = suited(ask)
    heard = {card for card, _ in cards}
    options = options_of(ask)
    among = [key for key in ask.words if key in options or not (key in heard or is_person(key, names_of(ask, key)))]
    found = {word for key in (*among, *options) for phrase in phrases_of(key, names_of(ask, key)) for word in phrase}
    if not heard.isdisjoint(options):
        found |= deck_of(cards).words
    return frozenset(found - FILLERS - HARMLESS - SMALL)


# What stands below -----------------------------------------------------------------------------------------------


def _puts_in_doubt(ask: Ask, paragraph: str) -> bool:
    """Whether a paragraph below the answer may change it: take it back, ask about it, or name an option."""
    if len(words(paragraph)) > SHORT:
        return _mentions(ask, words(paragraph), _known(ask))
    for line in lines_of(paragraph):
        said = words(line)
        if not DOUBTFUL.isdisjoint(said) or takes_back(said) or ("?" in line and not _ASKING.isdisjoint(said)):
            return True
        is_an_address = "@" in line and len(said) <= 2 * FEW
        if is_an_address or _is_signature(ask, line) or tuple(said) in CLOSINGS or said == ("x",):
            continue
        if _mentions(ask, said, _known(ask)) or _says_nothing_else(ask, line) or _takes_back(ask, said):
            return True
        sentences = (words(piece.text) for piece in _pieces(line, _SENTENCE))
        if not all(sentence in CLOSINGS or leaves_it(sentence) for sentence in sentences):
            return True
    return False


_SENTENCE = re.compile(r"(?P<end>[.!?…]++(?=\s|\Z))")


def _takes_back(ask: Ask, said: Phrase) -> bool:
    """Whether a line is a no, or names an option together with a no or another option in few words: ``no, KS blind``"""
    named = [word for word in said if any((word,) in (phrase for phrase, _ in of) for of in _named_by(ask, word))]
    denied = not DENIALS.isdisjoint(said)
    return len(named) > 1 or (bool(named) and (denied or len(said) <= FEW)) or (denied and len(said) == 1)


def _named_by(ask: Ask, word: str) -> Iterator[Sequence[tuple[Phrase, str]]]:
    for phrases in (_known(ask), in_full(ask)):
        yield phrases.get(word, ())


def _says_nothing_else(ask: Ask, line: str) -> bool:
    return names_something(ask, words(line)) or any(_answers_in_part(ask, line))


def _answers_in_part(ask: Ask, line: str) -> Iterable[list[str]]:
    return _options(_without_closings(_sentence(line, _codes(ask)) or []), in_full(ask))


@once_an_ask
def _codes(ask: Ask) -> tuple[str, ...]:
    """The codes that are not just words and numbers."""
    codes = [option for option in options_of(ask) if re.search(r"[-+]", option)]
    codes += [code for option in options_of(ask) if (code := back_to_front(ask, option))]
    return tuple(dict.fromkeys([*codes, *map(turned, codes)]))


@once_an_ask
def _known(ask: Ask) -> Phrases:
    """The codes and full names of all cards of the game, options or not."""
    return by_first_word(
        (phrase, card)
        for card, names in ask.words.items()
        if rank_and_suit(tuple(names))[0] or card in options_of(ask)
        for phrase in full_names(card, tuple(names))
    )


def _mentions(ask: Ask, said: Phrase, phrases: Phrases) -> bool:
    """Whether an option is named in full anywhere: by several words, or as the only word of the line."""
    parts = list(said)
    for at, word in enumerate(parts):
        for phrase, _ in phrases.get(word, ()):
            end = _end_of(phrase, parts, at)
            if end and (end - at > 1 or len(parts) == 1 or _is_code(word)):
                return True
    return False


def _is_code(word: str) -> bool:
    return any(not c.isalnum() for c in word)
