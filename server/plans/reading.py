"""Reading a plan as people type it.

Every word and sign is used, is mere politeness, or the plan is refused with the word that was not understood. What can
be read in several ways, or holds a doubt, is refused with the readings, the likeliest first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from msgspec.structs import replace

from ..rules import AnyGame, Illegal
from ..rules.wording import short
from .checking import NO_CARD, checked, sees_the_blind, within
from .choosing import unknown
from .clauses import IN_TURN, RUN_ON, Reader, Reading
from .composing import HARD, Composer
from .examples import may_be
from .guessing import ASIDE, CORRECTION, DOUBTS, HOPED, NOT_WHOLE, RUNNING_ON, Guesser, put_right, variants
from .holes import holes
from .language import (
    ASK,
    CAN,
    HIGH,
    HIGHEST,
    LOW,
    LOWEST,
    NOTHING,
    OF_CARDS,
    ONCE,
    PASS,
    PICK,
    PLAY,
    TOKENS,
    TRICK,
    WIN,
    Plan,
    PlanLine,
)
from .lasting import ANYWAY, SAID_UNTIL, how_long, ways_to_say_how_long
from .lines import AWAY, BID_TOO, ELSEWHERE, OF_THAT_SUIT, RANK_OF_THE_LED
from .matching import Text, TooManyWays
from .phrasing import alike, opened
from .picking import REST, Pick
from .preparing import asking_me, in_known_words, named_in_full, tidied, tokens_of, with_places
from .referring import WHAT_IS_SO
from .saying import canonical, says
from .talk import apart, without_reasons, without_remarks
from .unplannable import impossible, unclear
from .vocabulary import Vocabulary, signs, vocabulary

LENGTH, WORDS, OFFERED = 600, 200, 3
"""The longest plan, in characters and in words and signs; and how many readings are offered."""
_IN_POINTS = re.compile(r"\b(?:84|eighty[\s-]four|126)\b(?!\s+points)", re.I)
_GOES_TO = re.compile(r"(\bgo\s+|\bgood\s+)(?:to|for)\s+(?=\d\d\b)", re.I)
WHENCE = "Whether one begins lower was not said."
MARKS_IN_POINTS = "A bid above 42 is one of marks: how many was not said."
_NO_TRUMP = re.compile(r"\bno[\s-]+trumps?\b", re.I)
NO_TRUMP = "Whether that is called, or no trump is to be played, was not said."
_NEXT_TRICK = re.compile(r"\bnext\s+trick\b", re.I)
THIS_OR_NEXT = "Whether the trick on the table is meant, or only the one after it, was not said."
_BEGINS_NEXT = re.compile(
    r"\s*(?:(?:on|in|for|to)\s+)?(?:the\s+)?next\s+(?:trick|one|time|round)\b[^.;\n]*?[,.;]\s*\w", re.I
)
NOT_SEEN_YET = "The blind is not seen before the first bids are opened."
TO_KEEP_OR_TO_STEAL = "Whether the cards that you keep are meant, or those that you steal, was not said."
_TO_STEAL = re.compile(r"(?i)\b(steal|nick|pinch|rob)")


_RID = re.compile(
    r"\b(?:get|got|getting)\s+rid\s+of\b|\b(?:throw|chuck|toss)\s+(?:away|off)\b|\b(?:dump|ditch|shed)\b", re.I
)
"""What is said of cards that are laid away, and of those that go to a trick."""


_WISH = re.compile(r"\bI(?:['’]d|\s+would)?\s+(?:want|like|wish|hope|need)\b", re.I)
_LED_AT_LAST = re.compile(
    r"[,(]\s*(?:(?:but|and|only|all|this|that|is|for)\s+)*(?:on|for|in|when|if)\s+(?:an?\s+|any\s+|the\s+)?\w+\s+(?:leads?|tricks?|(?:(?:is|are)\s+)?led)\W*$",
    re.I,
)
LED_OF_WHICH = "Whether the suit that is led is meant for all of it was not said."
OF_WHICH_CARDS = "Whether the condition is meant of the last card alone was not said."
_THEN_ASKED = re.compile(
    r"\b(?:then|after that|afterwards|nexttime) (?!.*\b(?:then|if|when|else|otherwise)\b)[^.;:]+\W*$"
)
HOW_OFTEN = "Whether that is meant once, or whenever it fits, was not said."
Readings = tuple[Sequence[Reading], Sequence[Reading], tuple[str, ...], Illegal]
WISHED = "What is to be done for that until then was not said."


ONE_BY_ONE = IN_TURN | {"else", "or"}
"""Words between cards that are not laid away together."""


def read_plan(game: AnyGame, text: str, names: Mapping[int, str], phase: str = "") -> Plan:
    """The plan that a text describes. ``names``: the other players' names, by seat. ``phase``: in which it is written,
    which may tell what is meant by cards alone; empty: not known.

    Raises `Illegal` with a sentence that names what was not understood and says what may be planned; where the text can
    be read in several ways, or only with a doubt, ``nearest`` has plans that are understood, the likeliest first.
    """
    sure, readings, unused, refusal = _readings(game, text, names, phase)
    if len(sure) == 1 and len(canonical(game, sure[0].plan, names)) > LENGTH:
        raise Illegal(f"Written out, line by line, that plan has more than {LENGTH} characters.")
    if len(sure) == 1:
        return replace(sure[0].plan, unused=unused)
    raise (readings and _unsure(game, names, sure or readings)) or refusal


def _readings(game: AnyGame, text: str, names: Mapping[int, str], phase: str = "") -> Readings:
    """The readings that are sure, all readings, the remarks that were left out, and the error where there is none."""
    try:
        return _read(game, text, names, phase)
    except TooManyWays:
        raise Illegal(f"That can be read in too many ways, so nothing was planned. {may_be(game)}") from None


def _read(game: AnyGame, text: str, names: Mapping[int, str], phase: str) -> Readings:
    if len(text) > LENGTH:
        raise Illegal(f"A plan has at most {LENGTH} characters.")
    if why := impossible(text, names.values()):
        return (), (), (), Illegal(f"{why} {may_be(game)}")
    known = vocabulary(game, names)
    typed, (text, unused) = text, apart(known, text)
    text, reasons = without_reasons(named_in_full(game, known, text, names), names.values())
    unused = (*reasons, *unused)
    text = in_known_words(game, text, names)
    wished = bool(_WISH.search(text))
    text = tidied(opened(text))
    if game.trick_game:
        text = ANYWAY.sub("", text)
    said, until = how_long(game, known, asking_me(text))
    tokens = without_remarks(tokens_of(said))
    if len(tokens) > WORDS:
        raise Illegal(f"A plan has at most {WORDS} words.")
    filled = holes(game, known, names)
    reader = Reader(game, Text(tokens, filled), until)
    away = bool(_RID.search(said))
    played = _with_cards_played(reader) if away else []
    readings = [one for one in played if not one.doubt] or [*_in_doubt(reader.readings(), played), *played]
    if away and "discard" in game.phases:
        readings = [Reading(one.plan, one.doubt or AWAY * _plays_at_once(one.plan)) for one in readings]
    readings = readings or _with_cards_played(reader)
    if len(tokens) == 1 and tokens[0].isdigit():
        readings = [Reading(one.plan, one.doubt or NUMBER * (one.plan.lines[0].does == PLAY)) for one in readings]
    if tokens[:1] != ("ask",):
        readings = [Reading(one.plan, one.doubt or ASKED_ANYWAY * _only_asks(one.plan)) for one in readings]
    together = not phase and not {"and", "&", "plus"}.isdisjoint(tokens)
    away_too = (together or _is_yet_to_come(game, "discard", phase)) and ONE_BY_ONE.isdisjoint(tokens)
    if away_too:
        readings = [each for one in readings for each in _laid_away_or_played(game, one)]
    if (until.until == TRICK and until.length == 1 and _NEXT_TRICK.search(text)) or _BEGINS_NEXT.match(typed):
        readings = [Reading(one.plan, one.doubt or THIS_OR_NEXT) for one in readings]
    if game.trick_game and _TAKES.search(said):
        readings = [*_of_one_ask(readings)]
    if game.trick_game and "bid" in game.phases and phase in ("bid", "play"):
        readings = _of_the_phase(readings, phase, bool(_TAKES.search(said)))
    if phase == "first-bid":
        readings = [each for one in readings for each in _once_seen(one)]
    if phase == "keep" and not _TO_STEAL.search(text):
        readings = [each for one in readings for each in _kept_or_stolen(one)]
    if "doubles" in game.suits and _IN_POINTS.search(text):
        readings = [Reading(one.plan, one.doubt or MARKS_IN_POINTS) for one in readings]
    if "doubles" in game.suits and _GOES_TO.search(said):
        lower = Reader(
            game, Text(without_remarks(tokens_of(_GOES_TO.sub(r"\1up to ", said))), filled), until
        ).readings()
        readings = [Reading(one.plan, one.doubt or WHENCE) for one in (*lower, *readings)]
    if _NO_TRUMP.search(text):
        readings = [Reading(one.plan, one.doubt or NO_TRUMP * _calls_and_plays(one.plan)) for one in readings]
    if {*HARD, ":", "else"}.isdisjoint(tokens[:-1]) and (
        of_all := [each for one in readings for each in _of_all_cards(one)]
    ):
        readings = [*of_all, *(Reading(one.plan, one.doubt or OF_WHICH_CARDS) for one in readings)]
    if not until.until and _THEN_ASKED.search(" ".join(tokens)):
        readings = [each for one in readings for each in _once_and_no_more(one)]
    if _LED_AT_LAST.search(said):
        readings = [each for one in readings for each in _led_of_all(one)]
    if wished:
        readings = [
            Reading(one.plan, one.doubt or WISHED * any(line.nth_trick < 0 for line in one.plan.lines))
            for one in readings
        ]
    otherwise = unclear(typed, names.values())
    if otherwise:
        readings = [Reading(one.plan, otherwise if one.doubt in ("", ELSEWHERE) else one.doubt) for one in readings]
    sure = _of_one_ask([reading for reading in _apart(readings) if not reading.doubt]) or [
        reading for reading in readings if reading.doubt == ELSEWHERE
    ]
    sure = _agreed(sure) or sure
    refusal = reader.refusal()
    if not until.until and (stands := SAID_UNTIL.search(said)) and not readings:
        refusal = Illegal(f"Until when, “{short(stands[1])}”, was not understood: {ways_to_say_how_long(game)}.")
    if sure and CORRECTION.search(text):
        corrected = _guessed(known, names, reader, text, (), ())
        if any(one.plan not in [each.plan for each in sure] for one in corrected):
            return (), corrected, unused, refusal
    doubts = DOUBTS & {*signs(HOPED.sub("", ASIDE.sub("", text)))}
    weak = not readings or readings[0].doubt == RUN_ON
    composed = _composed(known, reader, tokens) if weak and not doubts else []
    if unknown(reader.game, reader.text):
        composed = [one for one in composed if not (one[1] or one[2])]
    if clear := _clear(composed) if reader.why in NOT_JOINED and not otherwise else []:
        return clear, clear, unused, refusal
    guessed = [] if not weak or doubts else _guessed(known, names, reader, text, readings, composed)
    if weak and not (doubts or guessed or readings or unknown(reader.game, reader.text)):
        with suppress(TooManyWays):
            guessed = Composer(reader, tokens, known, boldly=True).guessed()
    if away_too:
        guessed = [each for one in guessed for each in _laid_away_or_played(game, one)]
    return sure, guessed or readings, unused, refusal


def _composed(known: Vocabulary, reader: Reader, tokens: Sequence[str]) -> list[tuple[float, int, int, Reading]]:
    try:
        return [
            (cost, guess, soft, one if one.doubt else Reading(one.plan, NOT_WHOLE))
            for cost, guess, soft, one in Composer(reader, tokens, known).composed()
        ]
    except TooManyWays:
        return []


def _cost(cost: float, guess: int, soft: int) -> float:
    """What a composed reading costs beside what was guessed otherwise."""
    return 0.5 * (cost + guess) + 0.1 * soft


def _clear(composed: Sequence[tuple[float, int, int, Reading]]) -> list[Reading]:
    """The one reading of which nothing is guessed, if others near it ask or do the same."""
    if not composed or composed[0][1] or composed[0][2]:
        return []
    return [Reading(one.plan) for one in _agreed([one[3] for one in composed if one[0] < composed[0][0] + NEAR_COST])]


def _agreed(readings: Sequence[Reading]) -> list[Reading]:
    """The reading that does in each case what all others do, or asks; none if there is no such one."""
    lines = [_in_one(one.plan) for one in readings]
    agreed = (
        one
        for one, own in zip(readings, lines, strict=True)
        if all(one.plan.until == other.plan.until for other in readings)
        and all(_asks_more(own, each) for each in lines)
    )
    return [*islice(agreed, 1)]


def _asks_more(lines: Sequence[PlanLine], others: Sequence[PlanLine]) -> bool:
    """Whether lines do what these others do, and only ask in more cases: between them, or instead of the last."""
    said = [line for line in lines if line.does != ASK]
    acting = [line for line in others if line.does != ASK]
    if not said or len(said) != len(acting) or said[:-1] != acting[:-1]:
        return [*lines] == [*others]
    last, other = said[-1], acting[-1]
    narrowed = replace(other, **{name: getattr(last, name) for name in WHERE})
    if last.follow == CAN and {last.does, other.does} in ({LOW, LOWEST}, {HIGH, HIGHEST}):
        narrowed = replace(narrowed, does=last.does)  # the same where one can follow suit
    of_it = last.led == other.led or {line.led for line in said[:-1] if line.led} == {last.led}
    if narrowed != last or not (of_it and within(last, other)):
        return False
    rest = iter([other if line is last else line for line in lines])
    return all(line in rest for line in others)


WHERE = ("led", "leads", "follow", "follows", "phase")
"""The conditions that may be meant of a last line though another reading has it without them."""


def _in_one(plan: Plan) -> tuple[PlanLine, ...]:
    """The lines, with those in one that play one card after the other in the same tricks."""
    lines: list[PlanLine] = []
    for line in plan.lines:
        if lines and line.does == PLAY and replace(lines[-1], tokens=()) == replace(line, tokens=()):
            line = replace(line, tokens=(*lines.pop().tokens, *line.tokens))
        lines.append(line)
    return tuple(lines)


NEAR_COST = 0.25
NOT_JOINED = frozenset(("", NO_CARD, OF_THAT_SUIT, WHAT_IS_SO, RANK_OF_THE_LED))
"""What is wrong with clauses as the patterns cut them, and says nothing against a text that is cut otherwise."""


def _of_one_ask(readings: Sequence[Reading]) -> Sequence[Reading]:
    """The readings without those that mix bids or calls with cards, where others do not."""
    alone = [one for one in readings if len({line.does in OF_CARDS for line in one.plan.lines if line.does != ASK}) < 2]
    return alone or readings


def _apart(readings: Sequence[Reading]) -> list[Reading]:
    """The readings without those that only say besides what goes without it: that one is asked in all other cases, or
    that nothing else is kept.
    """
    told = [one.plan for one in readings]
    said = {plan: replace(plan, lines=plan.lines[:-1]) for plan in told if plan.asks_at_last or _keeps_no_more(plan)}
    return [one for one in readings if said.get(one.plan) not in told]


def _keeps_no_more(plan: Plan) -> bool:
    return len(plan.lines) == 2 and plan.lines[0].phase == "keep" and plan.lines[1] == PlanLine(NOTHING)


def _with_cards_played(reader: Reader) -> list[Reading]:
    """The readings of a text in which cards that are “thrown away” go to a trick: sure where it says to which."""
    said = " ".join(reader.text.said)
    found = _read_again(reader, tuple(said.replace("lay away", "play").split())) if "lay away" in said else []
    return [one if _is_of_tricks(one.plan) else Reading(one.plan, one.doubt or AWAY) for one in found]


ASKED_ANYWAY = "You are asked anyway where nothing is planned."
NUMBER = "A number alone does not say when that card is to be played."


def _in_doubt(readings: Sequence[Reading], played: Sequence[Reading]) -> list[Reading]:
    """Readings in which cards are laid away, in doubt where it was not said how many, and they may be played, too."""
    found = list[Reading]()
    for one in readings:
        picks = [Pick.of_token(token) for line in one.plan.lines if line.phase == "discard" for token in line.tokens]
        some = len(picks) == 1 or any(pick and pick.number in ("0", REST) for pick in picks)
        found.append(Reading(one.plan, one.doubt or AWAY * (bool(played) and some)))
    return found


def _once_seen(reading: Reading) -> Sequence[Reading]:
    """A reading of one bid; where it depends on the blind, in doubt, the first time that it is seen."""
    lines = reading.plan.lines
    if reading.plan.until != ONCE or not any(sees_the_blind(line) for line in lines):
        return (reading,)
    later = (replace(line, phase="second-bid") if sees_the_blind(line) else line for line in lines)
    return (Reading(replace(reading.plan, lines=tuple(later)), NOT_SEEN_YET),)


def _kept_or_stolen(reading: Reading) -> Sequence[Reading]:
    """What is “taken” where one is asked what to keep, which may be kept or stolen: both, in doubt."""
    lines = reading.plan.lines
    stolen = [line.does for line in lines if line.phase == "split"]
    if not stolen:
        return (reading,)
    kept = tuple(replace(line, phase="keep") if line.phase == "split" else line for line in lines)
    meant = (kept, lines) if set(stolen) == {PICK} else (lines,)
    return tuple(Reading(replace(reading.plan, lines=each), TO_KEEP_OR_TO_STEAL) for each in meant)


def _calls_and_plays(plan: Plan) -> bool:
    """Whether a plan is about what is called, and about cards."""
    return len({line.does in OF_CARDS for line in plan.lines if line.does != ASK}) > 1


def _only_asks(plan: Plan) -> bool:
    return plan.lines == (PlanLine(ASK),)


def _is_yet_to_come(game: AnyGame, wanted: str, phase: str) -> bool:
    """Whether it is this phase, or one before it in the deal."""
    order = list(game.phases)
    return wanted in order and phase in order and order.index(phase) <= order.index(wanted)


_TAKES = re.compile(r"^\s*(?:I(?:['’]ll|\s+will)?\s+)?(?:take|get|have)\s+it\b", re.I)
TAKEN_OR_BID = "Whether the trick is taken, or the bid made, was not said."


def _of_the_phase(readings: Sequence[Reading], phase: str, takes: bool) -> list[Reading]:
    """Once cards are played, “take it” is no bid; before, it may be one."""

    def bids(one: Reading) -> bool:
        return all(line.does in (TOKENS, PASS) for line in one.plan.lines)

    if phase == "play" and any(not bids(one) for one in readings):
        played = [one for one in readings if not bids(one)]
        return [Reading(one.plan, "" if one.doubt.endswith(BID_TOO) else one.doubt) for one in played]
    if phase == "bid" and takes and not any(bids(one) for one in readings):
        first = (one.plan.lines[0] for one in readings)
        return [
            Reading(one.plan, one.doubt or TAKEN_OR_BID * (line.does == WIN and line.is_bare))
            for one, line in zip(readings, first, strict=True)
        ]
    return [*readings]


def _laid_away_or_played(game: AnyGame, reading: Reading) -> Sequence[Reading]:
    """A reading; where it plays several cards and says no more, that these are laid away, and that: both in doubt."""
    named = tuple(card for line in reading.plan.lines for card in line.tokens)
    if len(named) < 2 or any(line != PlanLine(PLAY, line.tokens) for line in reading.plan.lines):
        return (reading,)
    with suppress(Illegal):
        away = checked(game, PlanLine(TOKENS, named, phase="discard"))
        return Reading(replace(reading.plan, lines=(away,)), AWAY), Reading(reading.plan, AWAY)
    return (reading,)


def _led_of_all(reading: Reading) -> Sequence[Reading]:
    """“9C if I play second, QC if I play third, on a club lead” may be of clubs in both lines, or in the last."""
    *above, last = reading.plan.lines
    if not above or not last.led or any(line.led or line.leads for line in above):
        return (reading,)
    of_all = replace(reading.plan, lines=(*(replace(line, led=last.led) for line in above), last))
    return (Reading(of_all, LED_OF_WHICH), Reading(reading.plan, reading.doubt or LED_OF_WHICH))


def _of_all_cards(reading: Reading) -> Sequence[Reading]:
    """“5 and 6 of trumps when void”: the condition behind the last card meant of all of them; nothing if it is not."""
    *above, last = reading.plan.lines
    named = tuple(card for line in reading.plan.lines for card in line.tokens)
    told = replace(last, tokens=(), unmine=())
    chained = all(
        replace(line, tokens=(), unmine=()) == PlanLine(PLAY) and {*line.unmine} <= {*named} for line in above
    )
    if reading.doubt or not (above and chained and last.does == PLAY) or told.is_bare:
        return ()
    return (Reading(replace(reading.plan, lines=(replace(told, tokens=named),)), OF_WHICH_CARDS),)


def _once_and_no_more(reading: Reading) -> Sequence[Reading]:
    """“Lead a low heart, after that ask me”: for one answer, or whenever it fits, if it names no card."""
    lines = reading.plan.lines
    if reading.doubt or len(lines) != 2 or not reading.plan.asks_at_last or lines[0].does not in OF_CARDS - {PLAY}:
        return (reading,)
    once = replace(reading.plan, lines=lines[:1], until=ONCE)
    return (Reading(once, HOW_OFTEN), Reading(reading.plan, HOW_OFTEN))


def _plays_at_once(plan: Plan) -> bool:
    """Whether a plan begins with a named card, whatever is led."""
    line = plan.lines[0]
    return line.is_bare and line.does == PLAY and not line.phase


def _is_of_tricks(plan: Plan) -> bool:
    """Whether a plan plays cards alone, and begins with a trick of a kind."""
    return plan.lines[0].of_a_trick and all(line.does in OF_CARDS or line.does == ASK for line in plan.lines)


def _guessed(
    known: Vocabulary,
    names: Mapping[int, str],
    reader: Reader,
    text: str,
    run_on: Sequence[Reading],
    composed: Sequence[tuple[float, int, int, Reading]],
) -> list[Reading]:
    """What a text could mean that is not understood whole, the likeliest first; all of it is in doubt. ``run_on``: its
    readings where a sign is missing.
    """
    found = [(RUNNING_ON, one) for one in run_on]
    found += [(_cost(*one[:3]), one[3]) for one in composed]
    unknowable = bool(unknown(reader.game, reader.text))
    ways: dict[tuple[tuple[str, ...], Plan], tuple[Reader, str, float]] = {}
    for part, left, dear in variants(text):
        try:
            said = with_places(reader.game, part) if part != text else part
            said, until = how_long(reader.game, known, asking_me(said))
        except Illegal:
            continue
        tokens, right = put_right(without_remarks(tokens_of(said)), known)
        again = Reader(reader.game, Text(alike(tokens), reader.text.holes), until)
        if len(tokens) > WORDS or (unknowable and unknown(again.game, again.text)):
            continue
        told = " ".join(filter(None, (left, *(f"“{one}” was read as “{near}”." for one, near in right.items()))))
        ways.setdefault((tuple(again.text.said), until), (again, told, dear))
    for again, told, dear in ways.values():
        with suppress(TooManyWays):
            for one in again.readings():
                if not (unknowable and one.doubt):
                    found.append((dear + bool(one.doubt), Reading(one.plan, one.doubt or told or NOT_WHOLE)))
    for again, told, dear in ways.values() if not unknowable else ():
        anew = _composed(known, again, again.text.said) if again.text.said != reader.text.said else []
        found += [(dear + _cost(*one[:3]), Reading(one[3].plan, told or one[3].doubt)) for one in anew]
        with suppress(TooManyWays):
            for cost, one in Guesser(again, again.text.said, known).mended():
                doubts = (told, "" if told and one.doubt == NOT_WHOLE else one.doubt)
                found.append((cost + dear, Reading(one.plan, " ".join(filter(None, doubts)))))
    best: dict[tuple[Any, ...], Reading] = {}
    for _, one in sorted(found, key=lambda each: each[0]):
        best.setdefault((one.plan.lines[: len(one.plan.lines) - one.plan.asks_at_last], one.plan.until), one)
    return [*best.values()]


def _read_again(reader: Reader, said: tuple[str, ...]) -> list[Reading]:
    text = Text(said, reader.text.holes, reader.text.steps)
    found = Reader(reader.game, text, reader.until).readings()
    reader.text.steps = text.steps
    return found


def _unsure(game: AnyGame, names: Mapping[int, str], readings: Sequence[Reading]) -> Illegal | None:
    """The error for what can be read in several ways, or with a doubt; only what would be taken is offered, if any."""
    why = readings[0].doubt or "That can be read in several ways."
    offered: dict[str, Plan] = {}
    for one in readings[: 4 * OFFERED]:
        if len(offered) == OFFERED:
            break
        text = canonical(game, one.plan, names)
        with suppress(Illegal):  # too long, or itself to be read in too many ways
            if [each.plan for each in _readings(game, text, names)[0]] == [one.plan]:
                offered[text] = one.plan
    if not offered:
        return None
    first, plan = next(iter(offered.items()))
    said = " ".join(says(game, plan, names, str))
    return Illegal(f"{why} Nothing was planned yet. If you mean “{first}” ({said}) write it so.", tuple(offered))
