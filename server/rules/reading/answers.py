"""An answer in a whole text: its paragraphs, what stands below them, and what a text could mean that gives none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from ..engine import NONE, Answer, Ask, Illegal, canonical, would_fit
from ..frames import (
    BETWEEN,
    CLOSINGS,
    DEAR,
    DENIALS,
    DOUBTFUL,
    EVERYDAY,
    FIRST,
    GREETINGS,
    KEPT,
    LEAVING,
    ME_DOWN,
    OPENING,
    ORDERED,
    POLITE,
    REQUEST,
    TRAILING,
)
from ..full_names import also_names, in_full
from ..guessing import MOST_GUESSES, guesses, names_something
from ..remarks import SHORT, leaves_it, takes_back, touches
from ..text import lines_of, visible
from ..wording import (
    Phrase,
    is_letter,
    is_person,
    may_be_nothing,
    names_of,
    options_of,
    phrases_of,
    picks_several,
    short,
    words,
)
from .ambiguity import Given, is_ambiguous
from .courtesies import (
    fitting_introductions,
    greets,
    is_signature,
    signs,
    without_closings,
    without_greeting,
    without_introduction,
    without_sayings,
    without_signature,
)
from .giving import GIVE, given_over
from .remark_bounds import (
    AT_CLAUSES,
    AT_JOINS,
    AT_SIGNS,
    FEW,
    LONGEST,
    only_remarks,
    pieces_of,
    text_between,
    without_remarks,
)
from .sentences import sentence_of
from .series import PLACING, lists_of, options_in
from .spelling import in_usual_spelling
from .vocabulary import (
    asks_for_cards,
    by_last_word,
    calls,
    codes_of,
    end_of_phrase,
    keeps,
    known_cards,
    mentions,
    people_not_chosen,
    people_to_choose,
    telling_words,
)

_ASKING = frozenset("this that it right allowed legal ok okay possible can may should or correct could".split())


def read(ask: Ask, text: str, signed: str = "") -> Answer:
    """The answer that ``text`` gives beyond doubt, in canonical form. The text may be a whole mail with its paragraphs.

    ``signed``: the writer's name at the end, which is ignored. Raises `Illegal` otherwise, with a sentence that says
    what is lawful; its `nearest` are the answers that a looser reading finds, the likeliest first.
    """
    return read_apart(ask, text, signed)[0]


def read_apart(ask: Ask, text: str, signed: str = "") -> tuple[Answer, tuple[str, ...]]:
    """What `read` returns, and the remarks beside the answer, as they were written, of which nothing was used."""
    if not signed and len(lines_of(text)) == 1 and (coded := _exact(ask, text)):
        return coded, ()
    if not words(text):
        raise Illegal(f"There was no answer in that. What would fit: {would_fit(ask)}.")
    paragraphs = _paragraphs(text)
    unquoted = _paragraphs("\n".join(line for line in lines_of(text) if not line.lstrip().startswith(">")))
    if any(len(words(paragraph)) > LONGEST for paragraph in paragraphs[:1]):
        raise Illegal(f"That is more than an answer. What would fit: {would_fit(ask)}.")
    answer, remarks = _given(ask, unquoted)
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
        found, sentence = guesses(ask, _to_guess([in_usual_spelling(ask, each) for each in paragraphs]))
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


_UNDERLINED = re.compile(r"\A(_++)(.*)\1\Z")


def _paragraphs(text: str) -> list[str]:
    lines = [_UNDERLINED.sub(r"\2", line.strip().strip("*").strip()).strip() for line in lines_of(text)]
    return [part.strip() for part in "\n".join(lines).split("\n\n") if part.strip()]


def _given(ask: Ask, paragraphs: list[str]) -> tuple[Answer | None, tuple[str, ...]]:
    """The answer in the first paragraph after greetings and remarks, unless something below it casts doubt on it; and
    the remarks beside it."""
    said, remarks = paragraphs, []
    while len(said) > 1 and (greets(said[0]) or only_remarks(ask, said[0])) and not _names_another(ask, said[0], ""):
        remarks += [] if greets(said[0]) else [said[0]]
        said = said[1:]
    if not said or _asks_somebody(ask, lines_of(said[0])[0]):
        return None, ()
    core = said[0]
    exact = _exact(ask, _unsigned(ask, said[0]))
    answers = {exact} if exact else set(_answers(ask, said[0]))
    for cut in () if answers else (AT_SIGNS, AT_JOINS):
        core, beside = without_remarks(ask, said[0], pieces_of(said[0], cut), len(paragraphs) == 1)
        if answers := set(_answers(ask, core)):
            remarks = [*remarks, *beside]
            break
    if len(answers) != 1:
        return None, ()
    answer = answers.pop()
    if is_ambiguous(Given(ask, answer, core, paragraphs, remarks)):
        return None, ()
    said = [said[0], *(further for further in said[1:] if not _declines(ask, further, answer))]
    if any(_puts_in_doubt(ask, further) for further in said[1:]):
        return None, ()
    others = said[1:] if exact or picks_several(ask.slots) else said
    short_ones = (text for text in others if len(words(text)) <= SHORT and not is_signature(ask, text))
    if any(_names_another(ask, text, answer) for text in short_ones):
        return None, ()
    return answer, tuple(remarks)


def _declines(ask: Ask, text: str, answer: Answer) -> bool:
    """Whether a text only says of something that may be left out that it is, as the answer does: “no slam”."""
    left_out = not any(token in slot.options for slot in ask.slots if slot.least == 0 for token in answer.split())
    return left_out and any((words(text), "") in ways for ways in in_full(ask).values())


def _asks_somebody(ask: Ask, line: str) -> bool:
    """Whether a line asks a player to do something: “Put the king of hearts down, Bruno!”"""
    parts = _STOPS.split(line)
    named = people_not_chosen(ask) | ({("partner",)} if asks_for_cards(ask) else set())
    called = (said[1:] if said[:1] in GREETINGS else said for said in map(words, parts))
    return any(map(_REQUESTS.match, parts)) and any(
        said in named or (asks_for_cards(ask) and (said in DEAR or said[1:] in DEAR)) for said in called
    )


_STOPS = re.compile(r"[,.!?]\s+")
_ORDERS = f"{ORDERED}|{'|'.join(GIVE)}"
_REQUESTS = re.compile(
    rf"{REQUEST}|(?:please |kindly |just |(?:could|would|can|may) you |you (?:can|may) "
    rf"|(?:(?:may|might|could|can) i \w+ you to|.* if you (?:would|could)) )*(?:{_ORDERS})\b",
    re.I,
)


def _names_another(ask: Ask, text: str, answer: Answer) -> bool:
    """Whether a text names an option that is no part of the answer and is not declined, by more than an everyday
    word."""
    taken, phrases = {*answer.split(), *([""] if answer == NONE else [])}, in_full(ask)
    parts = sentence_of(text, codes_of(ask)) or list(words(text))
    at = 0
    while at < len(parts):
        ends = [(end_of_phrase(phrase, parts, at), option) for phrase, option in phrases.get(parts[at], ())]
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
    settled, tail, telling = False, "", DOUBTFUL | DENIALS | telling_words(ask)
    for paragraph in [paragraph for paragraph in paragraphs if len(words(paragraph)) <= LONGEST][:FEW]:
        pieces = pieces_of(paragraph, AT_CLAUSES)[-MOST_CLAUSES:]
        end = 0
        for at, piece in enumerate(pieces):
            if _SETTLES.match(f"{piece.text} "):
                begins = at + (not _SETTLES.sub("", f"{piece.text} ").strip())
                tail = _SETTLES.sub("", f"{text_between(paragraph, pieces[begins:])} ") if pieces[begins:] else ""
                settled, found = True, []
            if at < end:
                continue
            for end in range(len(pieces), at, -1):
                spoken = _SETTLES.sub("", text_between(paragraph, pieces[at:end]))
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
    if not tokens or any(also_names(ask, token) for token in tokens):
        return None
    try:
        return canonical(ask, text)
    except Illegal:
        return None


def _unsigned(ask: Ask, paragraph: str) -> str:
    """The paragraph without a name at its end."""
    lines = lines_of(visible(paragraph))
    while len(lines) > 1 and is_signature(ask, lines[-1]):
        lines.pop()
    return " ".join(lines).rstrip(" .!")


def _to_guess(paragraphs: list[str]) -> list[str]:
    """The paragraphs to guess from: without a greeting at the beginning of the first."""
    if len(paragraphs) > 1 and greets(paragraphs[0]):
        return paragraphs[1:]
    first, found, rest = paragraphs[0].partition("\n")
    return [rest, *paragraphs[1:]] if found and greets(first) else paragraphs


_RUN_TOGETHER = re.compile(r"(?<=[a-z])(?=Of[A-Z])|(?<=[a-z]Of)(?=[A-Z])")
"""Where words are told apart by capitals alone: ``KingOfSpades``."""
_DOTTED = re.compile(r"(?<=[a-z])[._](?=[a-z])")
_MAY_I = re.compile(r"^(?:could|can|may|might) (?:i|we)(?: please)?\b(?! (?:please )?have)", re.I)
_MAY_I_HAVE = re.compile(r"(?i)\A((?:could|can|may|might) (?:i|we)(?: please)? (?:please )?have\b[^?]*)\?\Z")
_WOULD_LOVE = re.compile(r"(?i)(?:(?<=\bi)['’]d|(?<=\bi) would) love(?= to\b)")
"""“I'd love to” is a wish, but not with a please."""
_FOR_ME = re.compile(r"(?i)\A(?:can|could|will|would) you (?=(?:play|lead|put|place|lay|bid|enter)\b.*\bfor me\b)")
_WOULD_YOU = re.compile(r"(?<=\w),? (?:would|will) you(?: please)?[.!?]*$", re.I)
_REQUESTED = re.compile(rf"{REQUEST}(?=\w)", re.I)
_ME_DOWN = re.compile(rf"(?:please |do |kindly )*(?:{ME_DOWN})", re.I)
_MINE_FOR_ME = re.compile(r"(?:please |just )*(?:play|lead|put|place|lay|throw|bid|enter)\b[^,.?!]* for me,? w", re.I)
_MAKE_IT = re.compile(r"(?:please )?make (?:it|that|mine)\b", re.I)
"""What is asked of the clerk and of no player: “Lead my 4-4 for me, would you”."""
_PLEASE = re.compile(r"\b(?:please|pls|plz)\b", re.I)
"""With it, “could I play …” is a request and no question."""
_AND_THEN = frozenset(("then", "finally", "lastly"))
"""Words in a list of what is laid away together."""
_PUT_AWAY = re.compile(r"\b(?:put|set|lay)\b.*\b(?:away|aside)\b", re.I)
"""What is put away is not played."""
_ENDINGS = CLOSINGS | TRAILING
_ENDINGS_OF_CARDS = _ENDINGS | LEAVING
_ENDINGS_OF_KEPT = _ENDINGS | KEPT


def _answers(ask: Ask, paragraph: str) -> Iterator[Answer]:
    """Every reading of a paragraph as an answer: politeness, an introduction, options, politeness, a signature."""
    paragraph = in_usual_spelling(ask, paragraph)
    if people := people_to_choose(ask):
        paragraph = people.sub(r"\1 card", paragraph)
    if _PLEASE.search(paragraph):
        paragraph = _MAY_I_HAVE.sub(r"\1", paragraph)
        paragraph = paragraph if "?" in paragraph else _MAY_I.sub("I would like to", paragraph)
        paragraph = _WOULD_LOVE.sub(" would like", paragraph)
    if "?" not in paragraph:
        paragraph = _FOR_ME.sub("please ", paragraph)
    if request := _REQUESTED.match(paragraph):
        paragraph = f"please {paragraph[request.end() :].replace('?', '.', 1)}"
    if _ME_DOWN.match(paragraph) or _MINE_FOR_ME.match(paragraph) or _MAKE_IT.match(paragraph):
        paragraph = _WOULD_YOU.sub("", paragraph)
    paragraph = _RUN_TOGETHER.sub(" ", _DOTTED.sub("-", paragraph))
    if _PUT_AWAY.search(paragraph) and not picks_several(ask.slots):
        return
    if picks_several(ask.slots):
        paragraph = paragraph.replace(" / ", ", ").replace("/", " ")
    parts = sentence_of(paragraph, codes_of(ask))
    if parts is None or len(parts) > 2 * LONGEST:
        return
    if any(slot.least for slot in ask.slots) and all(slot.most > 1 for slot in ask.slots if slot.least):
        parts = [*parts[:1], *(part for part in parts[1:] if part not in _AND_THEN)]
    parts = without_signature(ask, parts, paragraph)
    phrases = in_full(ask)
    named = frozenset(phrase[0] for ways in phrases.values() for phrase, _ in ways if len(phrase) == 1)
    introductions, lists = fitting_introductions(ask), lists_of(ask)
    closings = _ENDINGS_OF_CARDS if asks_for_cards(ask) else _ENDINGS_OF_KEPT if keeps(ask) else _ENDINGS
    given, politely = False, list[list[str]]()
    between = _ANNOUNCING if len(ask.slots) > 1 else None
    first = FIRST | PLACING if sum(slot.least > 0 for slot in ask.slots) > 1 else FIRST
    for without in without_greeting(parts, named):
        polite = without_sayings(without, POLITE | OPENING, named)
        politely.append(polite)
        bid = by_last_word(ask).get(" ".join(without_closings(polite, closings)))
        if bid:
            yield bid
        starts = [polite] if polite[:1] == without[:1] else [polite, without]  # "please enter"
        for rest in (rest for start in starts for rest in without_introduction(start, introductions, named)):
            ends = dict.fromkeys((tuple(without_closings(rest, closings)), tuple(rest)))
            for tokens in (each for end in ends for each in options_in([*end], phrases, lists, first, between)):
                if may_be_nothing(ask) and "" in tokens and any(tokens):
                    continue  # "none. KD" are two answers
                tokens = tokens if picks_several(ask.slots) else list(dict.fromkeys(tokens))  # "JS (jack of spades)"
                try:
                    yield canonical(ask, " ".join(tokens).strip() or NONE)
                    given = True
                except Illegal:
                    continue
    for rest in () if given or keeps(ask) or calls(ask) else politely:
        if tokens := given_over(ask, rest):
            with suppress(Illegal):
                yield canonical(ask, " ".join(dict.fromkeys(tokens)))


_ANNOUNCING = re.compile(
    r"(?:to go|(?:from|for) me|(?:out |down )?(?:and |also |now )*(?:(?:(?:i|we) )?(?:am |are |will |shall "
    r"|would like to )?(?:also )?(?:announce|announcing|declare"
    r"|declaring|show|showing|offer|signal|signalling|call|calling|add|adding|lead|leading|play"
    r"|playing|say|saying|bid|bidding|make it"
    r"|put|putting)|here (?:is|are)|lead|card|signal|bid)(?: (?:you|with|also|it))?(?: (?:a|my|the))?)"
)
"""What may stand between two options of different kinds: “…, and here is my handful”."""


def _puts_in_doubt(ask: Ask, paragraph: str) -> bool:
    """Whether a paragraph below the answer may change it: take it back, ask about it, or name an option."""
    if len(words(paragraph)) > SHORT:
        return mentions(ask, words(paragraph), known_cards(ask))
    for line in lines_of(paragraph):
        said = words(line)
        if not DOUBTFUL.isdisjoint(said) or takes_back(said) or ("?" in line and not _ASKING.isdisjoint(said)):
            return True
        is_an_address = "@" in line and len(said) <= 2 * FEW
        if is_an_address or is_signature(ask, line) or signs(ask, line) or tuple(said) in CLOSINGS or said == ("x",):
            continue
        if mentions(ask, said, known_cards(ask)) or _says_nothing_else(ask, line) or _takes_back(ask, said):
            return True
        sentences = (words(piece.text) for piece in pieces_of(line, _SENTENCE))
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
    for phrases in (known_cards(ask), in_full(ask)):
        yield phrases.get(word, ())


def _says_nothing_else(ask: Ask, line: str) -> bool:
    return names_something(ask, words(line)) or any(_answers_in_part(ask, line))


def _answers_in_part(ask: Ask, line: str) -> Iterable[list[str]]:
    return options_in(without_closings(sentence_of(line, codes_of(ask)) or []), in_full(ask))
