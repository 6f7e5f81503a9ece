"""Remarks beside an answer: where they begin and end, and whether they could touch it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..engine import Ask
from ..frames import ADDRESSED, CLOSINGS, DEAR, FIRST, NO_NAMES, SIGNING
from ..record import record
from ..remarks import could_belong_to, is_a_saying, is_innocent, is_joined, is_remark, is_said_kindly, touches
from ..wording import is_letter, options_of, words
from .courtesies import KISSES, RESEMBLING, greets, is_jack, is_signature, signs
from .sentences import sentence_of
from .vocabulary import people_not_chosen, telling_words

LONGEST = 60  # words; a longer paragraph is not an answer
FEW = 3  # words; a line this short below the answer that names an option is not chat
AT_SIGNS = re.compile(
    r"(?P<end>\n|(?<![.!…])(?!(?<=\s[G-Z])\. [A-Z][\w'’-]+\.?(?:\n|\Z))[.!…]++(?=\s|\Z))|[,;:](?=\s)"
    r"|(?<=\s)[-–—]++(?=\s)|(?P<aside>[(])|[)]"
)
AT_JOINS = re.compile(rf"{AT_SIGNS.pattern}|(?=\s(?:and|so|because|since|with (?:an?|my|much|great|all))\s)")
AT_CLAUSES = re.compile(rf"{AT_SIGNS.pattern}|(?=\s(?:and|but|so|because|since|therefore|then|though)\s)|[?…]|\.\.+")
"""Where a paragraph is cut: at signs; there and before words that join a remark; there and before every clause."""


def without_remarks(ask: Ask, paragraph: str, pieces: list[Piece], only_paragraph: bool) -> tuple[str, list[str]]:
    """The paragraph without the remarks at both ends, and these. ``only_paragraph``: there is no other."""
    if len(pieces) > LONGEST:
        return paragraph, []
    if only_paragraph and len(pieces) == 2 and not pieces[1].sentence and _addresses(ask, pieces[1].text):
        return pieces[0].text, []
    last = len(pieces)
    behind: list[str] = []
    first = _opening(ask, paragraph, pieces)
    if (
        first < len(pieces)
        and not pieces[first].sentence
        and words(pieces[first].text)[:1] not in (("i",), ("we",))
        and not all(_greets(ask, piece) for piece in pieces[:first])
        and (len(words(pieces[first].text)) < FEW or not all(is_a_saying(piece.text) for piece in pieces[:first]))
    ):
        first = 0
    first = first if first < len(pieces) else 0
    said = [piece for piece in pieces[:first] if not greets(paragraph[piece.start : piece.end + 1])]
    before = [piece.text for piece in said if not _greets(ask, piece)]
    while last - 1 > first:
        if _ends(ask, pieces[last - 2 : last]) or (
            _greets(ask, pieces[0]) and _signs_behind_a_dash(ask, pieces[last - 1])
        ):
            last -= 1
            continue
        begun = max(at for at in range(last) if pieces[at].sentence)
        starts = [*([begun] if begun > first else []), *range(max(begun, first, last - 2 * FEW) + 1, last)]
        texts = (
            (at, text_between(paragraph, pieces[at:last]))
            for at in starts
            if at + 1 == last or not (_addresses(ask, pieces[at].text) and words(pieces[at + 1].text)[:1] in _GOING_ON)
        )
        found = next(((at, text) for at, text in texts if _stands_behind(ask, text, pieces[at])), None)
        if found:
            last = found[0]
            behind.append(found[1])
        elif (
            last - 2 > first
            and _addresses(ask, pieces[last - 1].text)
            and (
                words(pieces[last - 2].text) in CLOSINGS or _stands_behind(ask, pieces[last - 2].text, pieces[last - 2])
            )
        ):
            last -= 1
        else:
            break
    if first == 0 and last == len(pieces):
        return paragraph, []
    core = paragraph[pieces[first].start : pieces[last - 1].end]
    aside = last < len(pieces) and not pieces[last].sentence
    if aside and (is_bare(core) or COULD_BE_CALLED.issuperset(words(core))) and not all(map(is_said_kindly, behind)):
        return paragraph, []
    if any(could_belong_to(core.strip(), text, is_bare(core)) for text in (*before, *behind)):
        return paragraph, []
    if is_bare(core) and said and not pieces[first].line:
        return paragraph, []
    return core, [*before, *reversed(behind)]


_SORRY = re.compile(r"(?i)\A(?:oh |so |very |dear |sorry |thanks |thank you )+(?=\w)")
_GOING_ON = tuple(
    (word,)
    for word in "is are was were has have had can could will would may might must goes went on in at for with".split()
)
"""How a sentence goes on behind somebody it is said to: “small, my dear, is beautiful”."""
COULD_BE_CALLED = frozenset("fool excuse matto madman angel devil world page king".split())
"""Cards that somebody could be called, or that begin another sentence: “Excuse, I am late”."""


@record
class Piece:
    """A part of a paragraph between signs. ``sentence``: it begins one, or a line; ``line``: it begins a line;
    ``joined``: it begins with a word such as “and”, without a sign before it; ``dash``: a dash stands before it."""

    text: str
    start: int
    end: int
    sentence: bool
    line: bool
    joined: bool
    dash: bool = False


def pieces_of(paragraph: str, cuts: re.Pattern[str] = AT_SIGNS) -> list[Piece]:
    """The parts of a paragraph between such cuts."""
    found: list[Piece] = []
    start, sentence, line, joined, dash = 0, True, True, False, False
    for cut in cuts.finditer(paragraph):
        if text := paragraph[start : cut.start()].strip():
            found.append(Piece(text, start, cut.start(), sentence, line, joined, dash))
            sentence = line = joined = False
        joined, dash = not cut[0], cut[0][:1] in ("-", "–", "—")
        sentence = sentence or cut["end"] is not None or cut["aside"] is not None
        line = line or "\n" in cut[0]
        start = cut.end()
    if text := paragraph[start:].strip():
        found.append(Piece(text, start, len(paragraph), sentence, line, joined, dash))
    return found


def text_between(paragraph: str, pieces: Sequence[Piece]) -> str:
    """The text from the first of these pieces to the last, signs between them included."""
    return paragraph[pieces[0].start : pieces[-1].end].strip()


def only_remarks(ask: Ask, paragraph: str) -> bool:
    """Whether the whole paragraph is greetings and remarks."""
    pieces = pieces_of(paragraph)
    return _opening(ask, paragraph, pieces) == len(pieces)


def _opening(ask: Ask, paragraph: str, pieces: Sequence[Piece]) -> int:
    """How many pieces at the beginning are greetings and remarks, and those whom they are said to."""
    people, telling = {word for phrase in people_not_chosen(ask) for word in phrase} | {"and"}, telling_words(ask)
    first = 0
    while first < len(pieces):
        line, goes_on, _ = paragraph[pieces[first].start :].partition("\n")
        if goes_on and pieces[first].line and greets(line) and not any(touches(word, telling) for word in words(line)):
            first = next(at for at in range(first + 1, len(pieces) + 1) if at == len(pieces) or pieces[at].line)
            continue
        end = next((at for at in range(first + 1, len(pieces)) if pieces[at].sentence), len(pieces))
        begins_one = pieces[first].sentence or (first > 0 and _greets(ask, pieces[first - 1]))
        closed = end == len(pieces) or _is_closed(paragraph, pieces[end])
        if _greets(ask, pieces[first]) or (
            first
            and "?" not in pieces[first].text
            and (_addresses(ask, pieces[first].text) or people >= set(words(pieces[first].text)) > set())
        ):
            first += 1
        elif begins_one and _remarks(ask, text_between(paragraph, pieces[first:end]), True, closed):
            first = end
        elif _remarks(ask, pieces[first].text, sentence=False):
            first += 1
        else:
            break
    return first


def _is_closed(paragraph: str, begins: Piece) -> bool:
    """Whether what stands before this piece ended with its line, or before a sentence of several words."""
    return (
        (begins.line and not paragraph[: begins.start].rstrip().endswith(":"))
        or len(words(begins.text)) > 1
        or (re.fullmatch(r"[A-Z\d]{2,3}[.!]*", begins.text) is not None)
    )


_HERE = r"(?: (?:here|again|speaking|reporting|checking in|back))"
_PRESENTS = re.compile(
    r"(?:[Ii]t[’']?s |[Ii]t is |[Tt]his is |(?:only |just )?me,? )(?:only |just )?[A-Z][\w'’-]+(?: [A-Z])?"
    rf"(?: (?:in|from) [A-Z]\w+)?{_HERE}*\W*|[A-Z][\w'’-]+(?<!['’]s)(?: [A-Z])?(?: (?:in|from) [A-Z]\w+)?{_HERE}+\W*"
)
_PRESENTING = frozenset("it this here again speaking checking reporting".split())
_GREETS_FROM = re.compile(
    r"(?i:hello|hi|hey|hullo|greetings|good (?:morning|afternoon|evening|day))(?: again| all| everyone| everybody|"
    r" folks)? from(?: [\w'’-]+){1,6}"
)


def _greets(ask: Ask, piece: Piece) -> bool:
    """Whether a piece is a greeting, in which nothing names an option."""
    telling = telling_words(ask)
    fits = _PRESENTS.fullmatch(piece.text) or _GREETS_FROM.fullmatch(piece.text)
    said = tuple(word for word in words(piece.text) if word not in _PRESENTING)
    greeting = greets(piece.text) or (fits and NO_NAMES.isdisjoint(said) and is_innocent(tuple({*said} - RESEMBLING)))
    initials = {word for word in said if fits and is_letter(word) and word.upper() not in options_of(ask)}
    return bool(greeting) and not any(touches(word, telling) for word in said if word not in initials)


def _ends(ask: Ask, pieces: list[Piece]) -> bool:
    """Whether the last of the pieces is a closing, or a name on its own line or behind a closing."""
    *before, piece = pieces
    if "?" in piece.text:
        return False
    if words(piece.text) in CLOSINGS or (piece.sentence and words(piece.text) == ("x",)):
        return True
    closed = any(words(each.text) in SIGNING for each in before)
    if is_jack(words(before[-1].text), piece.text):
        return True
    return signs(ask, piece.text) or ((closed or piece.line) and is_signature(ask, piece.text))


def _signs_behind_a_dash(ask: Ask, piece: Piece) -> bool:
    """Whether a piece is a name behind a dash, as one ends what one began with a greeting: “Hello - KH - Gill”."""
    said = words(piece.text)
    return piece.dash and len(said) == 1 and len(said[0]) >= FEW and is_innocent(said) and is_signature(ask, piece.text)


def is_bare(core: str) -> bool:
    """Whether this is a number and nothing else: behind a comma, it could be a number of anything."""
    said = FIRST.union(_NUMBER_WORDS).issuperset(word for word in words(core) if not word.isdigit())
    return said and "|" not in core and "-" not in core.strip("-")


_NUMBER_WORDS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty".split()
)


def _addresses(ask: Ask, text: str) -> bool:
    """Whether somebody is addressed: ``partner``, ``Bruno dear``, or a player who cannot be chosen."""
    text = KISSES.sub("", text)
    said = words(text)
    if (
        not said
        or "?" in text
        or re.search(r"['’]s\W*\Z", text)
        or touches(said[0] if said[:1] != ("dear",) else said[-1], telling_words(ask))
    ):
        return False
    dear = len(said) == 2 and said[0] == "dear" and said[1] not in NO_NAMES
    called = _SORRY.sub("", text)
    named = called[:1].isupper() and words(called)[1:] in DEAR and words(called)[0] not in NO_NAMES
    return dear or named or said in ADDRESSED | people_not_chosen(ask)


def _stands_behind(ask: Ask, text: str, begins: Piece) -> bool:
    """Whether this is a remark that begins with such a piece behind the answer."""
    if not begins.joined:
        return _remarks(ask, text, begins.sentence, behind=True)
    return sentence_of(text) is not None and is_joined(text, telling_words(ask))


def _remarks(ask: Ask, text: str, sentence: bool, behind: bool = False) -> bool:
    """Whether a piece is a remark that cannot touch the answer."""
    names = frozenset(phrase[0] for phrase in people_not_chosen(ask))
    numbers = not any(option.removesuffix("m").isdecimal() for option in options_of(ask))
    return sentence_of(text) is not None and is_remark(text, telling_words(ask), names, sentence, behind, numbers)
