"""Reading a plan as people type it.

Every word and sign is used, is mere politeness, or the plan is refused with the word that was not understood. What can
be read in several ways, or holds a doubt, is refused with the readings, the likeliest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from msgspec.structs import replace

from ..rules import AnyGame, Illegal
from ..rules.wording import short
from .clauses import SEPARATORS, Reader, Reading
from .grammar import TYPED_WORD, holes
from .language import (
    ALWAYS,
    ASK,
    CARD_FALLS,
    DEAL,
    LEAD_LOST,
    OF_CARDS,
    ONCE,
    PARTNER_TAKES,
    TRICK,
    TRUMP_FALLS,
    UNTIL,
    Plan,
)
from .lines import ELSEWHERE, may_be
from .matching import Text, TooManyWays
from .phrasing import alike, opened
from .saying import canonical, says
from .talk import apart, is_of_life, without_remarks
from .vocabulary import CARD, SUIT, Vocabulary, common, is_answer, is_known, signs, vocabulary

LENGTH, WORDS, OFFERED = 600, 200, 3
"""The longest plan, in characters and in words and signs; and how many readings are offered."""

_POSSESSIVE = re.compile(r"(?<=\w)['’](?!\w)")

_GAPS = re.compile(r"[^\S\n]+")
_PLAN = re.compile(r"\s*(?:my\s+)?plan\s*:\s*", re.I)
_INTRODUCED = re.compile(
    r"\b([A-Z][^\W\d_]+)\s*\((?:(?:that|he|she)['’]?s\s+)?(?:in\s+)?(?:seat\s+|player\s+)?([A-H])\)"
)
_UNTIL = re.compile(
    r"(?<![\s,;(])(?:[\s,;(]*\b(?:until(?!\s+then\b)|till(?!\s+then\b)"
    r"|for(?!\s+(?:the\s+)?(?:(?:very\s+)?last|first|second|third|rest(?!\s+of))\b)(?=\s+(?:this|the|these|next|\d+"
    r"|[a-z]+\s+tricks)\b))\s+([^,;:\n]+?)[\s.)]*$"
    r"|[\s,;(]+(once|always|(?:each|every)\s+(?:turn|round))[\s.)]*$"
    r"|[\s,;(]*\b((?:while|as long as)\s+I\s+(?:keep|have|hold)\s+the\s+lead)[\s.)]*$)",
    re.I,
)
_ALWAYS = re.compile(r"^\s*always\s+", re.I)
_FIRST = re.compile(
    r"^\s*(?:only\s+)?for\s+(?:this|the|these|next)\s+[^,;:\n]*?\b(?:tricks?|deal)\b\s*[,:]?\s+(?=\w)", re.I
)
_USUAL = re.compile(r"\s+(?:until|till|for)\s+the\s+(?:end|rest)\s+of\s+(?:the|this)\s+deal(?=\s*[,.;\n])", re.I)
"""How long a plan stands anyway."""
_LEFT = re.compile(
    r"\b(?:leave|leaving)\s+it\s+to\s+(?:my\s+|a\s+)?partner\b"
    r"(?:\s+(?:when|if|while)\s+(?:(?:my|a)\s+partner|they|he|she)\s+(?:is|are)\s+winning(?:\s+(?:it"
    r"|the\s+trick))?)?",
    re.I,
)
"""Short for “partner low”."""
_FOURS = re.compile(r"(?<![\w-])([0-6])['’]?s\b")
"""Suits of dominoes, as in “4s”."""
_WAIT = re.compile(
    r"\b(?:(?:can|could|must|has\s+to|have\s+to)\s+)?wait\s+(?:for|till|until)\s+(?:the\s+)?(?:morning|tomorrow|later)\b"
    r"|\b(?:leave|keep|save)\s+(?:it|that|this|them)\s+(?:for|till|until)\s+(?:the\s+morning|tomorrow|later|me)\b"
    r"|\b(?:wait|stop)(?:\s+(?:for|4)\s+me)?\b(?!\s+\w+ing\b)",
    re.I,
)
_TYPED = re.compile(r"(?<!will )(?<!\bI )(?<!to )(?<!me )\banswer\s+(\S[^,;:\n]*)", re.I)
_ARROWS = re.compile(r"\s*(?:-+>|=+>|→|⇒|>>)\s*|\s*=\s*|(?<=led)\s+>\s+(?=[A-Za-z])", re.I)
_DASHES = re.compile(r"\s+[-–—]+\s+|[–—]|\.{2,}|…")
_QUOTES = re.compile(r"[\"“”«»()\[\]]")
_FALLEN = re.compile(r" (?:falls|drops|appears|comes out|(?:has|is|has been) (?:out|gone|played|fallen|dropped))$")
UNTIL_WORDS: Mapping[str, tuple[str, ...]] = {
    TRICK: ("this trick", "the end of the trick", "the end of this trick", "the rest of the trick", "the trick ends"),
    DEAL: (
        "this deal", "the end of the deal", "deal's end", "the deal ends", "the rest of the deal",
        "the end of this deal", "this round", "the end of the round",
    ),
    TRUMP_FALLS: ("a trump falls", "trump falls", "somebody trumps", "someone trumps", "a trump is played"),
    PARTNER_TAKES: (
        "my partner takes", "my partner takes the lead", "partner takes", "partner takes the lead",
        "my partner takes a trick", "my partner takes it", "my partner leads", "my partner has the lead",
    ),
    LEAD_LOST: ("I lose the lead", "I have lost the lead", "the lead is lost"),
    ALWAYS: (
        "I withdraw it", "I say otherwise", "I take it back", "you hear from me", "you hear from me again",
        "further notice", "told otherwise", "I tell you otherwise", "I say so", "I tell you", "I say stop",
    ),
    ONCE: ("it has answered once",),
}  # fmt: skip
_UNTIL_PHRASES = {signs(way): until for until, ways in UNTIL_WORDS.items() for way in ways}
NUMBERS = "two three four five six seven eight nine ten eleven twelve".split()
MOST_TRICKS = 24
_LENGTHS = {
    signs(f"{following} {number} tricks"): length
    for length in range(2, MOST_TRICKS + 1)
    for number in (str(length), *NUMBERS[length - 2 : length - 1])
    for following in ("", "next", "these", "the next", "the", "these next")
}
"""The number of tricks for which a plan may stand, in words."""


def read_plan(game: AnyGame, text: str, names: Mapping[int, str]) -> Plan:
    """The plan that a text describes. ``names``: the other players' names, by seat.

    Raises `Illegal` with a sentence that names what was not understood and says what may be planned; where the text can
    be read in several ways, or only with a doubt, ``nearest`` has plans that are understood, the likeliest first.
    """
    sure, readings, unused, refusal = _readings(game, text, names)
    if len(sure) == 1 and len(canonical(game, sure[0].plan, names)) > LENGTH:
        raise Illegal(f"Written out, line by line, that plan has more than {LENGTH} characters.")
    if len(sure) == 1:
        return replace(sure[0].plan, unused=unused)
    raise _unsure(game, names, sure or readings) if readings else refusal


def _readings(
    game: AnyGame, text: str, names: Mapping[int, str]
) -> tuple[Sequence[Reading], Sequence[Reading], tuple[str, ...], Illegal]:
    """The readings that are sure, all readings, the remarks that were left out, and the error where there is none."""
    if len(text) > LENGTH:
        raise Illegal(f"A plan has at most {LENGTH} characters.")
    known = vocabulary(game, names)
    text, unused = apart(known, text)
    text = _introduced(known, text, names)
    if "doubles" in game.suits:
        text = _FOURS.sub(lambda found: game.suits[found[1]][0], text)
    text = _PLAN.sub("", _GAPS.sub(" ", opened(text)).strip(), count=1).strip()
    if game.trick_game:
        text = _USUAL.sub("", text)
    said, until = _until(game, known, _WAIT.sub("ask me", _LEFT.sub("partner low", text)))
    answers: list[str] = []
    tokens = without_remarks(_tokens(_TYPED.sub(lambda found: _kept(game, found[1], names, answers), said)))
    if len(tokens) > WORDS:
        raise Illegal(f"A plan has at most {WORDS} words.")
    filled = holes(game, known, names)
    reader = Reader(game, Text(tokens, filled), until, answers)
    try:
        readings = (
            reader.readings()
            or _with_cards_played(reader)
            or _with_words_put_right(reader, known)
            or _with_words_left_out(reader, known)
            or _with_sentences_left_out(reader)
            or _loosely(reader, known)
        )
    except TooManyWays:
        raise Illegal(f"That can be read in too many ways, so nothing was planned. {may_be(game)}") from None
    sure = [reading for reading in readings if not reading.doubt] or [
        reading for reading in readings if reading.doubt == ELSEWHERE
    ]
    refusal = reader.refusal()
    if not until.until and (stands := _UNTIL.search(said)) and not readings:
        refusal = Illegal(f"Until when, “{short(stands[1])}”, was not understood: {_untils(game)}.")
    return sure, readings, unused, refusal


def _introduced(known: Vocabulary, text: str, names: Mapping[int, str]) -> str:
    """The text with the seats of those whom it introduces by their letter, “Carlo (seat C)”, in place of a name that
    means nothing else.
    """
    for name, said in _INTRODUCED.findall(text):
        if not is_known(known, name.lower()) and ord(said.lower()) - ord("a") in names:
            text = re.sub(rf"\b{name}\b(?:\s*\([^()\n]*\b{said}\))?", f"seat {said}", text)
    return text


def _with_cards_played(reader: Reader) -> list[Reading]:
    """The readings of a text in which cards that are “thrown away” go to a trick: sure where it says to which."""
    said = " ".join(reader.text.said)
    found = _read_again(reader, tuple(said.replace("lay away", "play").split())) if "lay away" in said else []
    doubt = "Whether these cards are to be laid away, or played to a trick, was not said."
    return [one if _is_of_tricks(one.plan) else Reading(one.plan, one.doubt or doubt) for one in found]


def _is_of_tricks(plan: Plan) -> bool:
    """Whether a plan plays cards alone, and begins with a trick of a kind."""
    return plan.lines[0].of_a_trick and all(line.does in OF_CARDS or line.does == ASK for line in plan.lines)


def _with_words_put_right(reader: Reader, known: Vocabulary) -> list[Reading]:
    """The readings of a text with words that are nearly those of a plan in their place; all of them are in doubt."""
    said = reader.text.said
    right = {word: _nearest(word, known) for word in said if not is_known(known, word)}
    if not right or not all(right.values()):
        return []
    found = _read_again(reader, alike([right.get(word, word) for word in said]))
    told = ", ".join(f"“{wrong}” as “{near}”" for wrong, near in right.items())
    return [Reading(one.plan, f"It was read with {told}.") for one in found]


def _nearest(word: str, known: Vocabulary) -> str:
    """The word of a plan that differs least; empty if none is near."""
    if len(word) < SHORTEST or not word.isalpha():
        return ""
    return next(iter(get_close_matches(word, sorted(known.words | common()), 1, NEAR)), "")


SHORTEST, NEAR = 4, 0.8
"""How long a word is that is put right, and how much of it must be right."""


def _loosely(reader: Reader, known: Vocabulary) -> list[Reading]:
    """The readings of a text without the words that say little; all of them are in doubt."""
    said = reader.text.said
    left = [word for word in said if word in LITTLE]
    if not left or not DOUBTFUL.isdisjoint(said):
        return []
    rest = tuple(word for word in said if word not in LITTLE)
    again = Reader(reader.game, Text(rest, reader.text.holes, reader.text.steps), reader.until, reader.answers)
    found = again.readings() or _with_words_left_out(again, known)
    told = "”, “".join(dict.fromkeys(left))
    return [Reading(one.plan, f"It was read without “{told}”. {one.doubt}".rstrip()) for one in found]


LITTLE = frozenset(
    "a an the my your his her their some should shall would will want like need to go going play plays put throw use"
    " give lay card cards tile tiles thing things one ones do so just there then them also now let make it in"
    " at".split()
)
"""Words without which a plan can be read, if with a doubt."""
DOUBTFUL = frozenset(
    "maybe perhaps possibly probably might think guess reckon suppose hope depends depending wonder"
    " dunno unsure not never no forget cancel scrap instead withdraw resign".split()
)


def _with_words_left_out(reader: Reader, known: Vocabulary) -> list[Reading]:
    """The readings of a text without what of it was not understood; all of them are in doubt."""
    said = reader.text.said
    tried = list(_left_over(known, said, reader.text.farthest))
    while tried:
        left = tried.pop(0)
        rest = tuple(word for at, word in enumerate(said) if at not in left)
        if not any(word.isalnum() for word in rest):
            continue
        again = Reader(reader.game, Text(rest, reader.text.holes), reader.until, reader.answers)
        found = again.readings()
        if found:
            doubt = f"“{short(' '.join(said[at] for at in sorted(left)))}” was not understood."
            return [Reading(one.plan, doubt) for one in found]
        more = _one_more(said, left, again.text.farthest)
        tried[:0] = [] if more is None else [more]
    return []


def _with_sentences_left_out(reader: Reader) -> list[Reading]:
    """The readings of those sentences that are understood, with the doubt that the others are not.

    A sentence that is not understood may decide before those behind it: of these, only lines with conditions of their
    own are kept. Nothing where it may take back, restrict or change the others.
    """
    kept: tuple[str, ...] = ()
    left: list[str] = []
    found: list[Reading] = []
    for sentence in _sentences(reader.text.said):
        tried = (*kept, ".", *sentence) if kept else sentence
        alone = _read_again(reader, sentence) if left else []
        now = _read_again(reader, tried) if not left or _is_on_its_own(alone) else []
        if now:
            kept, found = tried, now
        elif _changes_others(sentence):
            return []
        else:
            left.append(" ".join(sentence))
    doubt = f"“{short(' . '.join(left))}” was not understood."
    return [Reading(one.plan, doubt) for one in found] if len(left) <= MOST_LEFT_OUT else []


def _sentences(said: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The sentences of a text; what follows a question mark belongs to the question."""
    begun = 0
    for at, word in enumerate((*said, ".")):
        if word in (".", ";"):
            if at > begun:
                yield tuple(said[begun:at])
            begun = at + 1


def _read_again(reader: Reader, said: tuple[str, ...]) -> list[Reading]:
    text = Text(said, reader.text.holes, reader.text.steps)
    found = Reader(reader.game, text, reader.until, reader.answers).readings()
    reader.text.steps = text.steps
    return found


def _is_on_its_own(readings: Sequence[Reading]) -> bool:
    """Whether all lines that a sentence says have conditions, so that it says when it is meant."""
    lines = readings[0].plan.lines if readings else ()
    return 0 < len(lines) < MANY and not any(line.is_bare for line in lines)


def _changes_others(sentence: Sequence[str]) -> bool:
    """Whether a sentence that is not understood may take back, restrict, order or change what the others say."""
    conditional = bool({"if", "when", "?", ":", "led"} & set(sentence))
    return (
        not CHANGES.isdisjoint(sentence)
        or sentence[0] in ("but", "except", "unless", "before", "first", "never", "do", "and")
        or (not conditional and not (UNSURE - ({"not"} if is_of_life(sentence) else set())).isdisjoint(sentence))
    )


CHANGES = frozenset(
    "instead except unless never forget cancel scrap rather only actually correction mistake wrong ignore disregard"
    " excluding excluded barring apart rest sorry maybe perhaps possibly probably might depends unsure dunno"
    " think guess"
    " before first save keep withdraw resign stop until till hardly rarely joking kidding swap reverse vice both same"
    " after nexttime"
    " twice thrice ish says said second third again also used always later earlier above however though although mean"
    " thoughts excepting whichever".split()
)
"""Words with which a sentence may change what others say: with one of them not understood, none is offered."""


def _left_over(known: Vocabulary, tokens: Sequence[str], farthest: int) -> Iterator[frozenset[int]]:
    """The places of words without which a text may be understood: of clauses with an unknown word, of these words
    alone, of the clause that was not understood. Nothing where a word tells of a doubt, or that something is not to be.
    """
    unknown = frozenset(at for at, word in enumerate(tokens) if not is_known(known, word))
    remarks = frozenset(at for one in _clauses(tokens) if _is_remark(known, tokens, one) for at in one)
    if remarks:
        yield remarks
    clauses = [one for one in _clauses(tokens) if "".join(tokens[one.stop : one.stop + 1]) not in (":", "?")]
    strange = [clause for clause in clauses if not unknown.isdisjoint(clause)]
    tried = [frozenset(at for clause in strange for at in clause)]
    tried += [] if any(_is_about(tokens, at) for at in unknown) else [unknown]
    plain = [clause for clause in clauses if not any(_is_suit(known, tokens[at]) for at in clause)]
    tried += [frozenset(clause) for clause in plain if farthest in clause or farthest - 1 in clause]
    one = _one_more(tokens, frozenset(), farthest)
    tried += [one] if one is not None else []
    for left in dict.fromkeys(tried):
        if left and not (UNSURE | CHANGES).intersection(tokens[at] for at in left):
            yield left


BINDS = frozenset("by under over on at in with without to of from for above below least most".split())
"""Words that bind what stands around them: none of them is left out alone."""


def _is_suit(known: Vocabulary, word: str) -> bool:
    return len(word) > 1 and any(one.kind == SUIT for one in known.get((word,), ()))


def _is_remark(known: Vocabulary, tokens: Sequence[str], clause: range) -> bool:
    """Whether a clause is a statement that names nothing of the game: “I'm not trying to win anything here”.

    It is left out only with a question back: what it says may be a reason, or a wish.
    """
    said = [tokens[at] for at in clause]
    stated = said[0] in (
        "i",
        "it",
        "that",
        "he",
        "she",
        "they",
        "we",
        "poor",
        "because",
        "as",
        "there",
        "this",
        "those",
    )
    ends = clause.stop >= len(tokens) or tokens[clause.stop] in (",", ".", ";")
    named = any((word,) in known or word.isdigit() for word in said)
    return stated and ends and len(said) > 2 and not named and OPENS.isdisjoint(said) and not CHANGES & {*said}


OPENS = frozenset(
    "if when unless except but until while once led lead leads play low lowest high highest ask me pass bid".split()
)
"""Words with which a clause says more than a remark."""


def _is_about(tokens: Sequence[str], at: int) -> bool:
    """Whether a word tells of whom, or of what, something is said: without it, it would be said of another."""
    before, after = tokens[at - 1] if at else "", tokens[at + 1] if at + 1 < len(tokens) else ""
    return before in ("if", "when", "while", "unless", "and") or after in OF_SOMEBODY


OF_SOMEBODY = frozenset("is are was has have can could does do did will leads led wins on last second third".split())


def _one_more(tokens: Sequence[str], left: frozenset[int], farthest: int) -> frozenset[int] | None:
    """The words that were left out, with the one that was not understood now; ``None`` where these are too many."""
    kept = [at for at in range(len(tokens)) if at not in left]
    if not kept or farthest >= len(kept):
        return None
    word = tokens[kept[farthest]]
    more = left | {kept[farthest]}
    if _is_about(tokens, kept[farthest]):
        return None
    few = len(more) <= min(MOST_LEFT_OUT, len(tokens) // 3)
    return more if few and word.isalpha() and word not in UNSURE | CHANGES | BINDS else None


MOST_LEFT_OUT, MANY = 3, 4
"""How many words are left out one by one; and how many lines are those of a rank alone, one for each suit."""


def _clauses(tokens: Sequence[str]) -> Iterator[range]:
    begun = 0
    for at, word in enumerate((*tokens, ".")):
        if word in SEPARATORS or word in (":", "?"):
            if at > begun:
                yield range(begun, at)
            begun = at + 1


UNSURE = frozenset(
    "maybe perhaps possibly probably might think guess reckon suppose hope depends depending unless not never no"
    " except"
    " but without save keep avoid dunno unsure doubt wonder otherwise else until if when should safe"
    " last led lead leads looks seems cancel forget scrap delete withdraw stop resign".split()
)
"""Words that are never left out: what goes with them changes what is meant."""


def _kept(game: AnyGame, answer: str, names: Mapping[int, str], answers: list[str]) -> str:
    answer = answer.strip(" .")
    if not is_answer(game, answer, names):
        raise Illegal(f"“{short(answer)}” is no answer here, so nothing was planned. {may_be(game)}")
    answers.append(" ".join(answer.split()))
    return f"answer {TYPED_WORD} {len(answers) - 1}"


def _tokens(text: str) -> tuple[str, ...]:
    """The words and signs of a plan; a new line begins a new clause."""
    text = _POSSESSIVE.sub("", text)
    text = _QUOTES.sub(" , ", _DASHES.sub(" — ", _ARROWS.sub(" : ", text)))
    found = signs(text.replace("\n", " ; "))
    found = alike(found)
    return tuple(word for before, word in zip(("", *found), found, strict=False) if not (word == before == ","))


def _unsure(game: AnyGame, names: Mapping[int, str], readings: Sequence[Reading]) -> Illegal:
    """The error for what can be read in several ways, or with a doubt; only what would be taken is offered."""
    why = readings[0].doubt or "That can be read in several ways."
    offered: dict[str, Plan] = {}
    for one in readings[:OFFERED]:
        text = canonical(game, one.plan, names)
        sure = _readings(game, text, names)[0] if len(text) <= LENGTH else ()
        if [each.plan for each in sure] == [one.plan]:
            offered[text] = one.plan
    if not offered:
        return Illegal(f"{why} Nothing was planned. {may_be(game)}")
    first, plan = next(iter(offered.items()))
    said = " ".join(says(game, plan, names, str))
    return Illegal(f"{why} Nothing was planned yet. If you mean “{first}” ({said}) write it so.", tuple(offered))


# How long a plan stands ----------------------------------------------------------------------------------------------


def _until(game: AnyGame, known: Vocabulary, text: str) -> tuple[str, Plan]:
    """The text without the words that say how long the plan stands, and a plan without lines that stands that long."""
    if not game.trick_game and _ALWAYS.match(text):
        return _ALWAYS.sub("", text), Plan((), ALWAYS)
    found = _UNTIL.search(text)
    begun = _FIRST.match(text)
    if begun and (ends := _until(game, known, f"x {begun[0].rstrip(' ,:')}")[1]).until:
        return text[begun.end() :], ends
    if not found:
        return text, Plan((), "")
    before = text[: found.start()]
    if found[2]:
        return before, Plan((), ONCE if found[2].lower() == ONCE else ALWAYS)
    if found[3] and game.trick_game:
        return before, Plan((), LEAD_LOST)
    if found[3]:
        raise Illegal(f"There are no tricks in this game, so nothing was planned. {may_be(game)}")
    said = signs(found[1])
    if said in _UNTIL_PHRASES and (_UNTIL_PHRASES[said] in (DEAL, ONCE, ALWAYS) or game.trick_game):
        return before, Plan((), _UNTIL_PHRASES[said])
    if said in _LENGTHS and game.trick_game:
        return before, Plan((), TRICK, length=_LENGTHS[said])
    fallen = _FALLEN.search(" ".join(said))
    named = tuple(" ".join(said)[: fallen.start()].split()) if fallen else ()
    called = [one.value for one in known.get(named[named[:1] == ("the",) :], ()) if one.kind == CARD]
    if len(called) == 1 and game.trick_game:
        return before, Plan((), CARD_FALLS, called[0])
    return text, Plan((), "")


def _untils(game: AnyGame) -> str:
    return ", ".join(f"“until {words}”" for key, words in UNTIL.items() if key in (DEAL, ALWAYS) or game.trick_game)
