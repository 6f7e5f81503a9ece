"""How long a plan stands, as people say it: “until a trump falls”, “for the next three tricks”, “once”."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..rules import AnyGame, Illegal
from .examples import may_be
from .language import (
    ALWAYS,
    CARD_FALLS,
    DEAL,
    LEAD_LOST,
    ONCE,
    PARTNER_TAKES,
    TRICK,
    TRUMP_FALLS,
    UNTIL,
    Plan,
)
from .vocabulary import CARD, Vocabulary, signs

SAID_UNTIL = re.compile(
    r"(?<![\s,;(])(?:[\s,;(]*\b(?:until(?!\s+then\b)|till(?!\s+then\b)"
    r"|for(?!\s+(?:the\s+)?(?:(?:very\s+)?last|first|second|third|rest(?!\s+of))\b)(?=\s+(?:this|the|these|next|\d+"
    r"|[a-z]+\s+tricks)\b))\s+([^,;:\n]+?)(?:,?\s+(?:and\s+)?(?:then|after\s+(?:that|which))\s+(?:(?:(?:I|we)(?:['’]?ll|\s+will)?\s+)?(?:ask|wait|stop|decide|see|think\s+again|look\s+again"
    r"|have\s+(?:a|another)\s+(?:look|think))(?:\s+(?:for\s+)?me)?(?:\s+again)?))?[\s.)]*$"
    r"|[\s,;(]+(once|always|(?:each|every)\s+(?:turn|round))[\s.)]*$"
    r"|[\s,;(]*\b((?:while|as long as)\s+I\s+(?:keep|have|hold)\s+the\s+lead)[\s.)]*$)",
    re.I,
)
_SOON = re.compile(
    r"(?:[\s,]+(?:(?:on|in|to|for|at)\s+(?:(?:the\s+|my\s+)?next|this)|next)\s+(?:trick|turn)|(?<=\w)\s+(?:now|next))"
    r"(?:,?\s+(?:regardless|whatever|anyway|either\s+way)|,?\s+(?:whatever|no\s+matter\s+what)\s+(?:is\s+led|happens|comes|they\s+do|it\s+is))?[\s.!]*$|^\s*(?:just\s+|only\s+)?(?:on\s+|in\s+|for\s+)?(?:(?:the\s+)?next|this)\s+(?:trick|turn)\s*[:,]\s*",
    re.I,
)
"""What is meant for the next card alone, where nothing else is planned."""
_LATER = re.compile(r"\b(?:then|after\w*|next|later|following)\b", re.I)
_ALWAYS = re.compile(r"^\s*always\s+", re.I)
_FIRST = re.compile(
    r"^\s*(?:only\s+)?(?:for\s+|(?=(?:the\s+)?next\s+\w+\s+tricks))(?:this|the|these|next)\s+[^,;:\n]*?\b(?:tricks?|deal)\b\s*[,:]?\s+(?=\w)",
    re.I,
)
ANYWAY = re.compile(
    r"\s+(?:until|till|for)\s+the\s+(?:end|rest)\s+of\s+(?:the|this)\s+(?:deal|hand)(?=\s*[,.;\n])", re.I
)
"""How long a plan stands anyway."""
_FALLEN = re.compile(r" (?:falls|drops|appears|comes out|(?:has|is|has been) (?:out|gone|played|fallen|dropped))$")
UNTIL_WORDS: Mapping[str, tuple[str, ...]] = {
    TRICK: ("this trick", "the end of the trick", "the end of this trick", "the rest of the trick", "the trick ends"),
    DEAL: (
        "this deal", "the end of the deal", "deal's end", "the deal ends", "the rest of the deal",
        "the end of this deal", "this round", "the end of the round", "the end of the hand", "the end of this hand",
        "the rest of the hand", "the hand is over", "the end", "the very end",
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


def how_long(game: AnyGame, known: Vocabulary, text: str) -> tuple[str, Plan]:
    """The text without the words that say how long the plan stands, and a plan without lines that stands that long."""
    if not game.trick_game and _ALWAYS.match(text):
        return _ALWAYS.sub("", text), Plan((), ALWAYS)
    found = SAID_UNTIL.search(text)
    begun = _FIRST.match(text)
    if (
        begun
        and (ends := how_long(game, known, f"x for {begun[0].strip().removeprefix('for ').rstrip(' ,:')}")[1]).until
    ):
        return text[begun.end() :], ends
    if not found and game.trick_game and (soon := _SOON.search(text)):
        rest = text[: soon.start()] + text[soon.end() :]
        alone = re.fullmatch(r"[^,;:.\n]+", rest) or (not soon.start() and not _LATER.search(rest))
        return (rest, Plan((), TRICK)) if alone else (text, Plan((), ""))
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


def ways_to_say_how_long(game: AnyGame) -> str:
    """What may be said of how long a plan stands in a game, in quotes."""
    return ", ".join(f"“until {words}”" for key, words in UNTIL.items() if key in (DEAL, ALWAYS) or game.trick_game)
