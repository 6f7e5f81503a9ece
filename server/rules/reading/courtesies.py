"""What people write around an answer: a greeting, a saying, an introduction, a closing, their name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from ..engine import Ask
from ..frames import (
    ADDRESSED,
    CALLING,
    CLOSINGS,
    EVERYDAY,
    GIVING,
    GREETINGS,
    INTRODUCTION,
    INTRODUCTIONS,
    KEEPING_BACK,
    LAYING_AWAY,
    NO_NAMES,
    POLITE,
    SIGNING,
    TAKING,
    THAT_IS,
)
from ..guessing import suited
from ..remarks import is_innocent
from ..small_talk import SAYINGS
from ..text import lines_of, visible
from ..wording import Phrase, cached_for_ask, is_person, names_of, options_of, words
from .sentences import BREAK, SPACE, sentence_of
from .vocabulary import asks_for_cards, calls, every_name, keeps, mentions, parts_of_cards, telling_words


def greets(paragraph: str) -> bool:
    """Whether a line is just a greeting: ``Hi Bruno,``"""
    if "\n" in paragraph:
        return False
    return any(not rest for rest in without_greeting(sentence_of(paragraph) or ["?"])) or _salutes(paragraph)


def _salutes(line: str) -> bool:
    """Whether a line begins a letter, as its sign shows: ``Dear partner and dear enemies,``; ``Jambo!``"""
    said = words(line)
    if not _SALUTATION.fullmatch(line.strip()) or not (NO_NAMES - {"and"}).isdisjoint(said) or not is_innocent(said):
        return False
    if any(said[:length] in GREETINGS for length in (3, 2, 1)):
        return True
    return said[1:] in ADDRESSED or (len(said) == 1 and "!" in line) or _TO_SOMEBODY.match(" ".join(said)) is not None


_TO_SOMEBODY = re.compile(
    r"(?:to (?:the|my|our|all|you|everyone)|my (?:dear|good|old)|ladies|gentlemen|esteemed|honou?red|fellow|noble"
    r"|beloved|worthy|dearest|most) \w|(?:sir|madam|sirs|gents|friends|comrades)$"
)
_SALUTATION = re.compile(r"[A-Z]\w+(?:,? [\w'’]++){0,6}\s?[,!]+")


def _trimmed(parts: list[str]) -> list[str]:
    """Without breaks and commas at both ends."""
    start, end = 0, len(parts)
    while start < end and parts[start] in (BREAK, SPACE):
        start += 1
    while end > start and parts[end - 1] in (BREAK, SPACE):
        end -= 1
    return parts[start:end]


def without_greeting(parts: list[str], named: frozenset[str] = frozenset()) -> Iterator[list[str]]:
    """The parts, also without each greeting that they may begin with and up to three words of a name, none of which
    names an option."""
    parts = _trimmed(parts)
    yield parts
    for length in (5, 4, 3, 2, 1):
        if tuple(parts[:length]) in GREETINGS:
            name = parts[length + 1 : length + 2]
            apart = parts[length : length + 1] == [SPACE] and (tuple(name) in ADDRESSED or not "".join(name).isascii())
            start = length + apart
            most = 1 if parts[0] == "sorry" else 3
            for end in range(start, start + most + 1):  # "Привет, Ада!", which no option is
                whole = all(_may_be_a_name(part) and part not in named for part in parts[start:end])
                whole = whole and (NO_NAMES - {"and", "may"}).isdisjoint(parts[start:end])
                whole = whole and not ("birthday" in parts[:length] and all(map(str.isdigit, _trimmed(parts[end:]))))
                closed = end == len(parts) or parts[end : end + 1] in ([BREAK], [SPACE])
                if whole and (closed or (1 < end == length < len(parts) and parts[end - 1] in _THEM)):
                    yield without_sayings(_trimmed(parts[end:]), POLITE)


_THEM = frozenset("all everyone everybody guys gang team folks chaps lads mates peeps both friends".split())
"""Words of a greeting behind which nobody else is greeted: “hi all 31”."""


def _may_be_a_name(part: str) -> bool:
    """Whether a word may be a name; in some scripts a single letter may be."""
    return part.isalpha() and (len(part) > 1 or not part.isascii())


def without_sayings(parts: list[str], sayings: frozenset[Phrase], named: frozenset[str] = frozenset()) -> list[str]:
    """The parts without such words at the beginning, unless one of them names an option."""
    parts = _trimmed(parts)
    for length in range(6, 0, -1):
        if tuple(parts[:length]) in sayings and named.isdisjoint(parts[:length]):
            return without_sayings(parts[length:], sayings, named)
    return parts


_JOINS = frozenset({("as",), ("like",), ("for",), ("with",), ("while",), ("through",), ("come",)})
"""How a saying begins that may end the sentence of an answer: “as promised”; behind a comma it is a remark."""
_COUNTED = frozenset({("tonight",), ("love",), ("hugs",), ("kisses",), ("greetings",), ("regards",)})
"""How a closing begins that may be counted: “2 kisses”, “31 tonight”."""
_GO_ON = (("until",), ("till",))
"""How one begins that sets a term where no sign is before it: “guard until next time”."""


def without_closings(parts: list[str], closings: frozenset[Phrase] = CLOSINGS) -> list[str]:
    """The parts without such words at the end, and without a saying that belongs to the same sentence."""
    parts = _trimmed(parts)
    for length in range(8, 0, -1):
        said = tuple(parts[-length:])
        joined = said[:1] in _JOINS and said in SAYINGS and parts[-length - 1 : -length] not in ([BREAK], [SPACE])
        counted = said[:1] in _COUNTED and all(map(str.isdigit, parts[-length - 1 : -length]))
        runs_on = said[:1] in _GO_ON and parts[-length - 1 : -length] not in ([BREAK], [SPACE])
        if len(parts) > length and (said in closings or joined) and not (counted or runs_on):
            return without_closings(parts[:-length], closings)
    return parts


_GOES = frozenset("they these two three six 2 3 6".split())


def without_introduction(
    parts: list[str], introductions: re.Pattern[str], named: frozenset[str]
) -> Iterator[list[str]]:
    """The parts, also without each introduction that they may begin with, unless that would make talk an answer."""
    yield parts
    for length in range(min(10, len(parts)), 0, -1):
        said = parts[:length]
        talk = (
            said[-1] in ("is", "be") and said[0] not in ("my", "trumps") and EVERYDAY.issuperset(parts[length:])
        )  # "it is small"
        talk = talk or (said[-1] in ("begin", "start", "open") and EVERYDAY.issuperset(parts[length:]))
        gone = said[-1] == "go" and (
            said[0] == "into" or not _GOES.isdisjoint(said)
        )  # "away they go:", but not "I have to go, …"
        talk = talk or (said[-1] == "go" and parts[length : length + 1] == [SPACE] and not gone)
        talk = talk or (said[-1] == "another" and parts[length : length + 1] != ["pass"])
        talk = talk or (said[-1] == "to" and "myself" not in said and "card" in parts[length:])  # "I go to Bruno's"
        talk = talk or (
            said[0] == "it" and (parts[-1] == "again" or all(map(str.isdigit, parts[length:])))
        )  # "it is 31"
        fits = introductions.fullmatch(" ".join(said)) or tuple(said) in INTRODUCTIONS
        if fits and not talk and (named - {"both"}).isdisjoint(said):
            yield parts[length:]


@cached_for_ask
def fitting_introductions(ask: Ask) -> re.Pattern[str]:
    """The introductions that fit: cards are kept if the answer may be empty, otherwise played or discarded."""
    fit = [KEEPING_BACK, rf"{_NOT_PUT}(?:{INTRODUCTION})"] if keeps(ask) else [INTRODUCTION]
    fit.append(LAYING_AWAY if asks_for_cards(ask) else GIVING)
    if any(is_person(option, names_of(ask, option)) for option in options_of(ask)):
        fit.append(TAKING)
    if not any(card in options_of(ask) for card, _ in suited(ask)):
        fit.append(THAT_IS)
    return _one_of((*fit, CALLING) if calls(ask) else tuple(fit))


_NOT_PUT = r"(?!.*\b(?:(?:play|put|lead|throw|spend)(?:ing)?|(?:giv|plac|us)(?:e|ing)|goes)\b)"
"""Before words about a card that is kept."""


@lru_cache(maxsize=32)
def _one_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


def without_signature(ask: Ask, parts: list[str], paragraph: str) -> list[str]:
    """The parts without a name at the end: on its own line, or after a closing."""
    lines = lines_of(paragraph.strip())
    if len(lines) > 1 and is_signature(ask, lines[-1]):
        parts = _trimmed(parts)
        last = max((at for at, part in enumerate(parts) if part == BREAK), default=len(parts))
        return without_signature(ask, parts[:last], "\n".join(lines[:-1]))
    return _without_name_after_closing(ask, _trimmed(parts), paragraph)


def _without_name_after_closing(ask: Ask, parts: list[str], paragraph: str) -> list[str]:
    for name in range(1, 4):
        before, after = parts[:-name], parts[-name:]
        if name > 1 and not all(word[:1].isupper() for word in paragraph.split()[-name:]):
            break  # “as usual, ask my husband”
        ran_on = name == 1 and before[-1:] in (["cheers"], ["thanks"], ["ta"], ["regards"])  # “T8 cheers Kofi”
        ran_on = ran_on and paragraph.split()[-1][:1].isupper()
        if (
            (before[-1:] == [SPACE] or ran_on)
            and all(map(_may_be_a_name, after))
            and _may_be_the_writer(ask, tuple(after))
        ):
            rest = _trimmed(before)
            named = telling_words(ask) - {"jack"}  # “KH, thanks, Jack”
            if without_closings(rest) != rest and named.isdisjoint(after):
                return rest
    return parts


_NAME = re.compile(r"[-–—\s]*+[^\W\d_]['’.\w-]*+(?:\s++[^\W\d_]['’.\w-]*+){0,3}\s*+[.,!]*")
_INITIAL = re.compile(r"[-–—]+\s*[A-Z]\.?")
_PLACE = re.compile(r"(?<=\w),? (?:in|from) ([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)[.!]*$")
KISSES = re.compile(r"(?<=\w)\s+x{1,4}\Z|\Ax{1,4}\s+(?=\w)", re.I)


def is_signature(ask: Ask, line: str) -> bool:
    """Whether a line can be the writer's name: up to four capitalised words, and not an option in full."""
    line, kissed = KISSES.subn("", unicodedata.normalize("NFC", visible(line)).strip())
    if " and " in line:
        return all(is_signature(ask, name) for name in line.split(" and "))
    if (place := _PLACE.search(line)) and not mentions(ask, words(place[1]), every_name(ask)):
        line = line[: place.start()]
    if not _NAME.fullmatch(line) or line.strip(" .,!-–—") in options_of(ask):
        return False
    if _INITIAL.fullmatch(line) or (len(line) == 1 and line.isupper() and kissed):
        return True
    if any(not word[:1].isupper() for word in re.findall(r"[^\W\d_]['’.\w-]*", line)):
        return False
    return _may_be_the_writer(ask, words(line))


def signs(ask: Ask, line: str) -> bool:
    """Whether this is a closing and a name: ``yours, Tom``; ``love Bea x``."""
    said = KISSES.sub("", line).split()
    if len(said) == 1 and line.split()[0].lower() in ("x", "xx", "xxx"):
        return is_signature(ask, said[0])  # “x Deb”
    heads = ((words(" ".join(said[:at])), " ".join(said[at:])) for at in range(1, len(said)))
    return any(head in SIGNING and (is_signature(ask, name) or is_jack(head, name)) for head, name in heads)


def is_jack(closing: Phrase, name: str) -> bool:
    """Whether Jack signs; but “best, Jack” may be a card."""
    return name.strip(".!") == "Jack" and closing in SIGNING and closing != ("best",)


RESEMBLING = frozenset(
    "aimee april bet bidwell calla callaghan callahan callie callum chang edita edite edith leander leandra leandro"
    " leann leanna leanne mullen muller mulligan peg pickering playfair testa waite will".split()
)
"""Names that resemble words which tell of an answer."""


def _may_be_the_writer(ask: Ask, said: Phrase) -> bool:
    """Whether these words can be the name of somebody who gives an answer: none of them names an option, or its rank
    or suit."""
    if said == ("don",):  # Don, and no part of “don't”
        return True
    if not said or not (NO_NAMES | parts_of_cards(ask)).isdisjoint(said):
        return False
    if not is_innocent(tuple(word for word in said if word not in RESEMBLING)):
        return False  # “Undecided”, “Whichever”
    return not mentions(ask, said, every_name(ask))
