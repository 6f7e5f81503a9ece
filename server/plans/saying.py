"""Writing plans: the canonical text, which reads as the same plan, and a plain sentence for each line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from ..rules import AnyGame
from ..rules.cards import rank, suit
from ..rules.wording import words
from .language import (
    ACTIONS,
    ALWAYS,
    ASK,
    CAN,
    CARD_FALLS,
    CLOCK,
    DEAL,
    HIGH,
    HIGHEST,
    LEAD_LOST,
    LOW,
    LOWEST,
    NOTHING,
    ONCE,
    PARTNER_TAKES,
    PASS,
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
from .reading import usual
from .vocabulary import RANK, SEAT, Meaning, Vocabulary, bare, vocabulary

Shown = Callable[[str], str]
"""Writes a card or another token for a sentence."""

SHORT: Mapping[str, str] = {
    LOW: "low", HIGH: "high", LOWEST: "lowest card", HIGHEST: "highest card", WIN: "win", WIN_OR_LOW: "win or low",
    PASS: "pass", NOTHING: "nothing", CLOCK: "clock", ASK: "ask me",
}  # fmt: skip
SUFFIXES: Mapping[str, str] = {
    DEAL: " for this deal", TRICK: " for this trick", ONCE: " once", ALWAYS: " always",
    TRUMP_FALLS: ", until a trump falls", PARTNER_TAKES: ", until my partner takes a trick",
    LEAD_LOST: ", until I lose the lead",
}  # fmt: skip


# The canonical text --------------------------------------------------------------------------------------------------


def canonical(game: AnyGame, plan: Plan, names: Mapping[int, str]) -> str:
    """The plan as text that `read_plan` reads as the same plan, with the players' present names."""
    known = vocabulary(game, names)
    lines = [_written(game, known, names, line, number) for number, line in enumerate(plan.lines)]
    return ", ".join(lines) + _suffix(game, plan)


def tells_until(game: AnyGame, plan: Plan) -> bool:
    """Whether the canonical text says how long the plan stands: only if that differs from the usual."""
    return bool(_suffix(game, plan))


def _suffix(game: AnyGame, plan: Plan) -> str:
    if plan.until == CARD_FALLS:
        return f", until {plan.named} falls"
    if plan.until == TRICK and plan.length > 1:
        return f" for {plan.length} tricks"
    return "" if plan.until == usual(game, plan.lines) else SUFFIXES[plan.until]


def _written(game: AnyGame, known: Vocabulary, names: Mapping[int, str], line: PlanLine, number: int) -> str:
    conditions = [
        f"at the {line.phase.replace('-', ' ')}" if line.phase else "",
        "lead" if line.leads else "",
        " or ".join(game.suits[of][0] for of in line.led),
        " or ".join([*(_called(known, names, seat) for seat in line.winning), *["partner"] * line.partner]),
    ]
    said = " and ".join(filter(None, conditions[2:]))
    said = " ".join(filter(None, [*conditions[:2], said]))
    if line.can:
        said = f"{said} and if I {'can' if line.can == CAN else 'cannot'} win:".removeprefix(" and ")
    if line.trumped:
        said = f"{said.removesuffix(':')} and if {line.trumped} has trumped:".removeprefix(" and ")
    if line.last:
        said = f"{said.removesuffix(':')} and if I play last:".removeprefix(" and ")
    parts = ["else" if line.is_bare and number else "", said, _done(game, known, line)]
    tail = " if nobody has bid more" * line.unbeaten + " whatever happens" * line.ever
    return " ".join(filter(None, parts)) + tail


def _called(known: Vocabulary, names: Mapping[int, str], seat: int) -> str:
    name = names.get(seat, "")
    for way in (name.split()[0] if name.split() else "", name):
        if known.get(bare(words(way))) == Meaning(SEAT, str(seat)) and way.isalpha() and way.isascii():
            return way
    return f"seat {chr(ord('A') + seat)}"


def _done(game: AnyGame, known: Vocabulary, line: PlanLine) -> str:
    if line.does == TYPED:
        return f"answer {line.tokens[0]}"
    if line.does not in (PLAY, TOKENS):
        return f"{SHORT[line.does]} {game.suits[line.of][0]}" if line.of else SHORT[line.does]
    return " ".join(_code(known, line, token) for token in line.tokens)


def _code(known: Vocabulary, line: PlanLine, token: str) -> str:
    """The rank alone if the line names its suit and no other suit's card, else the code."""
    of_one_suit = line.does == PLAY and all(line.led == (suit(one),) for one in line.tokens)
    short = words(rank(token)) if of_one_suit else ()
    return rank(token) if short and known.get(short) == Meaning(RANK, rank(token)) else token


# Sentences -----------------------------------------------------------------------------------------------------------


def says(game: AnyGame, plan: Plan, names: Mapping[int, str], shown: Shown) -> list[str]:
    """One plain sentence for each line."""
    return [line_in_words(game, line, number, names, shown) for number, line in enumerate(plan.lines)]


def line_in_words(game: AnyGame, line: PlanLine, number: int, names: Mapping[int, str], shown: Shown) -> str:
    """A line as a sentence, such as ``If hearts are led: 10♥.`` ``number``: its place in the plan, from 0."""
    named = partial(map, names.__getitem__)
    winners = [*named(line.winning), *["my partner"] * line.partner]
    conditions = [
        ("at", f"the {line.phase.replace('-', ' ')}" if line.phase else ""),
        ("when", "I lead" if line.leads else ""),
        ("if", f"{_or([game.suits[of][0] for of in line.led])} are led" if line.led else ""),
        ("while", f"{_or(winners)} is winning" if winners else ""),
        ("if", f"I {'can' if line.can == CAN else 'cannot'} win the trick" if line.can else ""),
        ("if", f"{line.trumped} has trumped" if line.trumped else ""),
        ("if", "I play last" if line.last else ""),
        ("if", "nobody has bid more" if line.unbeaten else ""),
    ]
    said = "otherwise" if line.is_bare and number else _all_of([one for one in conditions if one[1]])
    done = _action(game, line, shown) + ", whatever else could be said with it" * line.ever
    sentence = f"{said}: {done}." if said else f"{done}."
    return sentence[:1].upper() + sentence[1:]


def _action(game: AnyGame, line: PlanLine, shown: Shown) -> str:
    if line.does == TYPED:
        words = line.tokens[0].split()
        known = all(word in game.words for word in words)
        return " ".join(map(shown, words)) if known else f"the answer “{line.tokens[0]}”"
    cards = [shown(token) for token in line.tokens]
    if line.does == TOKENS:
        return " ".join(cards)
    if line.does == PLAY:
        return cards[0] if len(cards) == 1 else f"the first of {', '.join(cards)} that I have and may play"
    if line.of:
        return f"my {'lowest' if line.does == LOW else 'highest'} of {game.suits[line.of][0]}"
    return ACTIONS[line.does]


def until_in_words(plan: Plan, shown: Shown) -> str:
    """How long a plan stands, such as ``until a trump falls``."""
    if plan.until == TRICK and plan.length > 1:
        return f"for {plan.length} tricks"
    return f"until {shown(plan.named)} falls" if plan.until == CARD_FALLS else f"until {UNTIL[plan.until]}"


def _all_of(conditions: Sequence[tuple[str, str]]) -> str:
    """All conditions of a line, such as ``when I lead`` or ``if hearts are led and I can win the trick``."""
    said = " ".join(*conditions[:1]) if conditions else ""
    for (before, _), (how, one) in pairwise(conditions):
        said += f" and {one}" if how == "if" and before in ("if", "while") else f", {how} {one}"
    return said


def _or(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
