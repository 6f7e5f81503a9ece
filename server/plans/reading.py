"""Reading a plan as people type it. Reading is strict: one clause that is not understood refuses the whole plan."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from ..rules import AnyGame, Illegal
from ..rules.cards import rank, suit
from ..rules.engine import NONE
from ..rules.wording import Phrase, plain, short, words
from .language import (
    ALWAYS,
    CAN,
    CANNOT,
    CARD_FALLS,
    DEAL,
    HIGH,
    LEAD_LOST,
    LOW,
    OF_CARDS,
    ONCE,
    PARTNER_TAKES,
    PLAY,
    TOKENS,
    TRICK,
    TRUMP_FALLS,
    TYPED,
    UNTIL,
    WIN,
    WIN_OR_LOW,
    Plan,
    PlanLine,
)
from .vocabulary import (
    AND,
    CAN_WIN,
    CANNOT_WIN,
    CARD,
    DOES,
    ELSE,
    EVER,
    IN_ORDER,
    LAST,
    LEADS,
    LED,
    OR,
    OTHER,
    PARTNER,
    PHASE,
    RANK,
    SEAT,
    SMALL,
    SUIT,
    TOKEN,
    TRUMPED,
    UNBEATEN,
    WINS,
    Meaning,
    Vocabulary,
    bare,
    is_answer,
    is_card,
    vocabulary,
)

LENGTH, LINES, LONGEST = 600, 12, 12
"""The longest plan, in characters and in lines; the longest phrase, in words."""

_GAPS = re.compile(r"[^\S\n]+")
_CLAUSES = re.compile(r"\s*([,;:]|\n+)\s*")
_PLAN = re.compile(r"\s*(?:my\s+)?plan\s*:\s*", re.I)
_UNTIL = re.compile(
    r"(?<![\s,;(])(?:[\s,;(]*\b(?:until|till|for)\s+([^,;:\n]+?)[\s.)]*$|[\s,;(]+(once|always)[\s.)]*$"
    r"|[\s,;(]*\b((?:while|as long as)\s+I\s+(?:keep|have|hold)\s+the\s+lead)[\s.)]*$)",
    re.I,
)
_LEFT = re.compile(
    r"\b(?:leave|leaving)\s+it\s+to\s+(?:my\s+|a\s+)?partner\b"
    r"(?:\s+(?:when|if|while)\s+(?:(?:my|a)\s+partner|they|he|she)\s+(?:is|are)\s+winning(?:\s+(?:it|the\s+trick))?)?",
    re.I,
)
"""Short for “partner low”."""
_STRANGE = re.compile(r"[^a-z0-9\s♠♥♦♣★'\"“”()/&+.!→>–—-]")
"""Characters that no plan contains; ignoring them could ignore something that was meant."""
_TYPED = re.compile(r"(.*?)\banswer\s+(\S.*)", re.I)
_SEAT = re.compile(r"\bseat\s+([a-f])\b", re.I)
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
    ALWAYS: ("I withdraw it", "I say otherwise", "I take it back"),
    ONCE: ("it has answered once",),
}  # fmt: skip
_UNTIL_PHRASES = {bare(words(way)): until for until, ways in UNTIL_WORDS.items() for way in ways}
NUMBERS = "two three four five six seven eight nine ten eleven twelve".split()
MOST_TRICKS = 24
_LENGTHS = {
    bare(words(f"{following} {number} tricks")): length
    for length in range(2, MOST_TRICKS + 1)
    for number in (str(length), *NUMBERS[length - 2 : length - 1])
    for following in ("", "next", "these")
}
"""The number of tricks for which a plan may stand, in words."""


def read_plan(game: AnyGame, text: str, names: Mapping[int, str]) -> Plan:
    """The plan that a text describes. ``names``: the other players' names, by seat.

    Raises `Illegal` with a sentence that names what was not understood and says what may be planned.
    """
    if len(text) > LENGTH:
        raise Illegal(f"A plan has at most {LENGTH} characters.")
    known = vocabulary(game, names)
    text = _LEFT.sub("partner low", _PLAN.sub("", _GAPS.sub(" ", text).strip(), count=1).strip())
    said, until = _until(game, known, text)
    lines: list[PlanLine] = []
    for clause in _clauses(game, known, said, names):
        lines.append(_line(game, clause, lines))
    if not lines:
        raise Illegal(f"There was no plan in that. {may_be(game)}")
    if len(lines) > LINES:
        raise Illegal(f"A plan has at most {LINES} lines.")
    return replace(until, lines=tuple(lines), until=until.until or usual(game, lines))


def usual(game: AnyGame, lines: Sequence[PlanLine]) -> str:
    """How long a plan stands if it does not say so: for the deal in trick games, otherwise for one answer.

    What was meant for one hand, even a bid, must not answer for the next.
    """
    return DEAL if game.trick_game or any(line.does in OF_CARDS for line in lines) else ONCE


def not_held(plan: Plan, game: AnyGame, hand: Sequence[str]) -> tuple[str, ...]:
    """The cards that a plan names but the hand does not hold."""
    named = (token for line in plan.lines if line.does == PLAY for token in line.tokens)
    return tuple(dict.fromkeys(token for token in named if is_card(game, token) and token not in hand))


def example(game: AnyGame) -> str:
    """A short plan for a game, as people type it."""
    if not game.trick_game:
        return "keep nothing" if NONE in game.passes else "what the clock would say"
    return f"partner low, {list(game.suits.values())[1][0]} high, else low"


def may_be(game: AnyGame) -> str:
    """A sentence on what may be planned in a game."""
    if not game.trick_game:
        choices = "; ".join(["“keep nothing”"] * (NONE in game.passes) + ["an answer for the next time you are asked"])
        return f"You may plan: {choices}."
    of = next(iter(game.suits.values()))[0]
    bid = "“pass”, " if game.passes - {NONE} else ""
    return (
        f"You may plan, with commas between the lines: {bid}“{of} low”, “partner low”, “lead” and cards in order, "
        "“if I can win: win”, “if nobody has trumped: high”, “if I play last: high”, “else low”, “else lowest card”, "
        "“ask me”; and at the end “until a trump falls”, “for this trick”, “for the next 3 tricks”."
    )


# How long a plan stands ----------------------------------------------------------------------------------------------


def _until(game: AnyGame, known: Vocabulary, text: str) -> tuple[str, Plan]:
    """The text without the words that say how long the plan stands, and a plan without lines that stands that long."""
    found = _UNTIL.search(text)
    if not found:
        return text, Plan((), "")
    before = text[: found.start()]
    if found[2]:
        return before, Plan((), found[2].lower())
    if found[3] and game.trick_game:
        return before, Plan((), LEAD_LOST)
    if found[3]:
        raise Illegal(f"There are no tricks in this game, so nothing was planned. {may_be(game)}")
    said = bare(words(found[1]))
    if said in _UNTIL_PHRASES and (_UNTIL_PHRASES[said] in (DEAL, ONCE, ALWAYS) or game.trick_game):
        return before, Plan((), _UNTIL_PHRASES[said])
    if said in _LENGTHS and game.trick_game:
        return before, Plan((), TRICK, length=_LENGTHS[said])
    meant = known.get(said[:-1]) if said[-1:] == ("falls",) else None
    if meant is not None and meant.kind == CARD and game.trick_game:
        return before, Plan((), CARD_FALLS, meant.value)
    raise Illegal(f"Until when, “{short(found[1])}”, was not understood: {_untils(game)}.")


def _untils(game: AnyGame) -> str:
    return ", ".join(f"“until {words}”" for key, words in UNTIL.items() if key in (DEAL, ALWAYS) or game.trick_game)


# Clauses -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clause:
    """A clause as typed, and the meanings of its phrases."""

    typed: str
    meanings: tuple[Meaning, ...]
    answer: str = ""

    @property
    def acts(self) -> bool:
        """Whether it says what to do."""
        return bool(self.answer) or any(one.kind in (DOES, CARD, RANK, TOKEN) for one in self.meanings)

    @property
    def are_cards(self) -> bool:
        """Whether it names cards and nothing else."""
        return not self.answer and self.acts and all(one.kind in (CARD, RANK, IN_ORDER) for one in self.meanings)

    @property
    def ends_with_cards(self) -> bool:
        """Whether cards in the next clause may join those that end this one; not if this one is cards alone."""
        return not self.answer and not self.are_cards and self.meanings[-1].kind in (CARD, RANK)


def _clauses(game: AnyGame, known: Vocabulary, text: str, names: Mapping[int, str]) -> list[Clause]:
    """The clauses of a plan. A clause of conditions joins the next; one of cards joins those named before."""
    clauses: list[Clause] = []
    begun = Clause("", ())
    parts = ["\n", *_CLAUSES.split(text)]
    for after, part in zip(parts[::2], parts[1::2], strict=True):
        typed = part.strip(" .")
        if not typed:
            continue
        answered = _TYPED.fullmatch(typed)
        said, answer = answered.groups() if answered else (typed, "")
        if answer and not is_answer(game, answer, names):
            raise Illegal(f"“{short(answer)}” is no answer here, so nothing was planned. {may_be(game)}")
        meanings = _meanings(game, known, said) if said.strip() or not answer else []
        begun = Clause(f"{begun.typed} {typed}".strip(), (*begun.meanings, *meanings), " ".join(answer.split()))
        if after == "," and clauses and begun.are_cards and clauses[-1].ends_with_cards:
            before = clauses.pop()
            begun = Clause(f"{before.typed}, {begun.typed}", (*before.meanings, *begun.meanings))
        if begun.acts:
            clauses.append(begun)
            begun = Clause("", ())
    if begun.typed:
        raise Illegal(f"“{short(begun.typed)}” does not say what to do then. {may_be(game)}")
    return clauses


def _meanings(game: AnyGame, known: Vocabulary, typed: str) -> list[Meaning]:
    """The meanings of a clause's phrases, the longest phrases first. Raises `Illegal` for a word without meaning."""
    said = _words(typed)
    found: list[Meaning] = []
    at = 0
    while at < len(said):
        length = next((n for n in range(min(LONGEST, len(said) - at), 0, -1) if said[at : at + n] in known), 0)
        if length:
            found.append(known[said[at : at + length]])
        elif said[at] not in SMALL:
            raise Illegal(f"“{short(typed)}” was not understood, so nothing was planned. {may_be(game)}")
        at += length or 1
    if not found:
        raise Illegal(f"“{short(typed)}” was not understood, so nothing was planned. {may_be(game)}")
    return found


def _words(typed: str) -> Phrase:
    """The words of a clause; “seat B” counts as one."""
    parts = _SEAT.split(typed)
    said = [words(part) if n % 2 == 0 else (f"seat-{part.lower()}",) for n, part in enumerate(parts)]
    if _STRANGE.search(plain(typed)):
        return ("?",)
    return bare(tuple(word for part in said for word in part))


# Lines ---------------------------------------------------------------------------------------------------------------


@dataclass
class Draft:
    """A line being read. ``suits``: named together, not yet known to be led or to be played."""

    clause: Clause
    game: AnyGame
    before: Sequence[PlanLine]
    line: PlanLine = field(default_factory=lambda: PlanLine(""))
    suits: tuple[str, ...] = ()
    joins: str = ""
    otherwise: bool = False
    ever: bool = False

    def refuse(self, why: str) -> Illegal:
        """The error to raise, with a sentence that ends with what may be planned."""
        return Illegal(f"“{short(self.clause.typed)}”: {why} {may_be(self.game)}")

    def put(self, **parts: object) -> None:
        """Set parts of the line; none may be set twice."""
        for name in parts:
            if getattr(self.line, name):
                raise self.refuse("two things are said here where one is wanted.")
        self.line = replace(self.line, **parts)


def _line(game: AnyGame, clause: Clause, before: Sequence[PlanLine]) -> PlanLine:
    draft = Draft(clause, game, before)
    for meaning in clause.meanings:
        if meaning.kind not in (SUIT, OR, AND) and draft.suits:
            _settle(draft, meaning)
        if meaning.kind not in JOINED[draft.joins]:
            raise draft.refuse("what “or” and “and” stand between could not be told.")
        READ[meaning.kind](draft, meaning.value)
        draft.joins = _joins(draft, meaning)
    if draft.suits:
        _settle(draft, Meaning(""))
    if clause.answer:
        draft.put(does=TYPED, tokens=(clause.answer,))
    if draft.joins or not draft.line.does:
        raise draft.refuse("something is missing here.")
    return _checked(draft)


def _joins(draft: Draft, meaning: Meaning) -> str:
    """How this phrase joins the next: “or”, “and”, nothing; “else” after “win” is an “or”."""
    if meaning.kind == ELSE:
        return OR if draft.line.does == WIN else ""
    return meaning.kind if meaning.kind in (OR, AND) else ""


def _settle(draft: Draft, follows: Meaning) -> None:
    """Named suits are suits led, unless one says which low or high card is meant, or which card to lead."""
    suits, line = draft.suits, draft.line
    draft.suits = ()
    if follows.kind == LED:
        draft.put(led=suits)
    elif line.does in (LOW, HIGH) and not line.of and len(suits) == 1:
        draft.put(of=suits[0])
    elif line.leads and len(suits) == 1 and (follows.kind == RANK or follows.value in (LOW, HIGH)):
        draft.line = replace(line, of=suits[0])
    elif line.does or line.leads:
        raise draft.refuse("which suit is led, and which card is meant, could not be told apart.")
    else:
        draft.put(led=suits)


def _checked(draft: Draft) -> PlanLine:
    line = draft.line
    if line.of and line.does not in (LOW, HIGH):
        line = replace(line, of="")
    if draft.ever and line.does in OF_CARDS:
        line = replace(line, ever=True)
    if line.leads and line.on_what_lies:
        raise draft.refuse("where you lead, nothing is led and nobody is winning yet.")
    if line.leads and line.does in (LOW, HIGH, WIN, WIN_OR_LOW) and not line.of:
        raise draft.refuse("where you lead there is no suit to follow: name the cards, or “lead lowest card”.")
    if line.does in OF_CARDS and line.is_bare and draft.before and not draft.otherwise:
        raise draft.refuse("say when this is meant, or begin it with “else”.")
    if line.of_a_trick and line.does not in (*OF_CARDS, TYPED, "ask"):
        raise draft.refuse("that is no card for a trick.")
    if line.does in OF_CARDS and not draft.game.trick_game:
        raise draft.refuse("there are no tricks in this game.")
    if line.unbeaten and (line.does != TOKENS or line.phase):
        raise draft.refuse("“nobody has bid more” goes with a bid.")
    return line


def _suit(draft: Draft, of: str) -> None:
    if draft.joins == OR and not draft.suits:
        raise draft.refuse("between two suits say “or”.")
    if draft.suits and not draft.joins:
        _settle(draft, Meaning(SUIT))
    draft.suits = tuple(dict.fromkeys((*draft.suits, of)))


def _rank(draft: Draft, wanted: str) -> None:
    """A rank alone means the card of the one suit that was named."""
    line = draft.line
    of = line.of or (line.led[0] if len(line.led) == 1 else "")
    cards = [token for token in draft.game.words if is_card(draft.game, token) and suit(token) == of]
    found = [token for token in cards if rank(token) == wanted]
    if not of or not found:
        raise draft.refuse("a rank alone needs one suit before it; name the card in full.")
    _token(draft, found[0])


def _token(draft: Draft, token: str) -> None:
    line = draft.line
    if line.does not in ("", PLAY, TOKENS):
        raise draft.refuse("two things are said here where one is wanted.")
    tokens = tuple(dict.fromkeys((*line.tokens, token)))
    in_order = draft.game.trick_game and all(is_card(draft.game, one) for one in tokens)
    draft.line = replace(line, does=PLAY if in_order else TOKENS, tokens=tokens)


def _seat(draft: Draft, seat: str) -> None:
    line = draft.line
    if line.does or (bool(line.winning or line.partner) != bool(draft.joins) and draft.joins != AND):
        raise draft.refuse("between two names say “or”, and name them before what to do.")
    draft.line = replace(line, winning=tuple(dict.fromkeys((*line.winning, int(seat)))))


def _partner(draft: Draft, _: str) -> None:
    if bool(draft.line.winning) != bool(draft.joins) and draft.joins != AND:
        raise draft.refuse("between two names say “or”.")
    draft.put(partner=True)


def _does(draft: Draft, does: str) -> None:
    if draft.line.does == WIN and does == LOW and draft.joins:
        draft.line = replace(draft.line, does=WIN_OR_LOW)
        return
    if draft.joins:
        raise draft.refuse("one line says one thing to do.")
    draft.put(does=does)


def _other(draft: Draft, _: str) -> None:
    """All suits that no earlier line names."""
    named = {of for line in draft.before for of in line.led}
    if not named:
        raise draft.refuse("“any other suit” goes below a line that names one.")
    draft.put(led=tuple(of for of in draft.game.suits if of not in named))


def _led(draft: Draft, _: str) -> None:
    if not draft.line.led:
        raise draft.refuse("which suit is led?")


def _wins(draft: Draft, _: str) -> None:
    if not (draft.line.winning or draft.line.partner):
        raise draft.refuse("who is winning?")


def _else(draft: Draft, _: str) -> None:
    """“else” begins a line; after “win” it says what to do if winning is impossible."""
    if draft.line.does == WIN:
        return
    if draft.line != PlanLine("") or not draft.before:
        raise draft.refuse("“else” begins a line, after another.")
    draft.otherwise = True


def _ever(draft: Draft, _: str) -> None:
    draft.ever = True


READ: Mapping[str, Callable[[Draft, str], None]] = {
    SUIT: _suit,
    RANK: _rank,
    CARD: _token,
    TOKEN: _token,
    SEAT: _seat,
    PARTNER: _partner,
    PHASE: lambda draft, phase: draft.put(phase=phase),
    LEADS: lambda draft, _: draft.put(leads=True),
    CAN_WIN: lambda draft, _: draft.put(can=CAN),
    CANNOT_WIN: lambda draft, _: draft.put(can=CANNOT),
    TRUMPED: lambda draft, who: draft.put(trumped=who),
    LAST: lambda draft, _: draft.put(last=True),
    UNBEATEN: lambda draft, _: draft.put(unbeaten=True),
    OTHER: _other,
    LED: _led,
    WINS: _wins,
    ELSE: _else,
    EVER: _ever,
    IN_ORDER: lambda draft, _: None,
    OR: lambda draft, _: None,
    AND: lambda draft, _: None,
    DOES: _does,
}
"""How each kind of phrase changes the line being read."""
JOINED: Mapping[str, frozenset[str]] = {
    "": frozenset(READ),
    OR: frozenset((SUIT, SEAT, PARTNER, DOES)),
    AND: frozenset((SUIT, SEAT, PARTNER, CARD, RANK, CAN_WIN, CANNOT_WIN, TRUMPED, LAST, UNBEATEN, PHASE)),
}
"""What may follow “or” and “and”."""
