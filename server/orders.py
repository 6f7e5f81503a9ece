"""Standing orders: instructions that a player leaves for later asks, and the answers that they give. Pure functions.

An order is a list of steps, such as ``lowest heart if hearts are led; else lowest card``. The first step that applies
to an ask and gives a lawful answer is used. Orders work from the ask, the core of the seat's view and the ranking of
the cards, and do not depend on the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from .rules import Answer, AnyGame, Ask, Decide, Illegal, Slot, State, lawful, read
from .rules.cards import TRUMP, rank, suit
from .rules.engine import NONE, Seat
from .rules.guessing import FILLERS
from .rules.wording import words

Core = Mapping[str, Any]
"""The core of the seat's view (`server.rules.core.Core`), as a JSON value."""
Reader = Callable[[Ask, str], Answer]

ONCE, DEAL, ALWAYS = "once", "deal", "always"
LASTS: Mapping[str, str] = {ONCE: "the next time it fits", DEAL: "for this deal", ALWAYS: "until I withdraw it"}
"""How long an order stands, with the label on a page."""
LITERAL = "answer"
LENGTH = 200


@dataclass(frozen=True)
class Step:
    """One clause of an order: a rule from `RULES`, or `LITERAL` with the text that was typed.

    ``suit``: consider only cards of this suit. ``led``: apply only if this suit is led. Empty: any.
    """

    rule: str
    suit: str = ""
    led: str = ""
    typed: str = ""


@dataclass(frozen=True)
class Order:
    """The order of a seat. ``words``: its text. ``phase``: it applies only to asks of this phase; empty: to all.

    ``ply`` and ``stage``: the window and the deal in which it was left; it applies to later windows.
    """

    words: str
    steps: tuple[Step, ...]
    lasts: str
    phase: str = ""
    ply: int = -1
    stage: str = ""

    def dump(self) -> dict[str, Any]:
        """The order as a JSON value."""
        return asdict(self)

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Order:
        """The order from a JSON value made by `dump`."""
        return cls(**{**stored, "steps": tuple(Step(**step) for step in stored["steps"])})


def stored(left: Mapping[str, Any] | None) -> Order | None:
    """The order stored for a seat, or ``None`` if there is none or it was withdrawn."""
    return Order.load(left) if left and "steps" in left else None


# The rules -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """The ask of a seat, the state of its game, and the core of the seat's view. ``seat`` is needed by plans only.

    Of the state only what the contract tells of public things and of this seat's own is used: how cards rank, who
    would take a trick, who is known to be a partner.
    """

    game: AnyGame
    state: State
    ask: Ask
    core: Core
    seat: Seat = -1

    @property
    def card_slot(self) -> Slot | None:
        """The slot in which one card of the hand is to be played; ``None`` if the ask is about anything else."""
        if self.game.trick_game and self.core["trick"] is None:
            return None
        hand = frozenset(self.core["hand"])
        return next(
            (slot for slot in self.ask.slots if slot.least == slot.most == 1 and hand.issuperset(slot.options)), None
        )


@dataclass(frozen=True)
class Rule:
    """A way to answer.

    ``ways``: other names for it. ``speaks``: whether it applies to an ask. ``choose``: the answer, or ``None``.
    """

    shown: str
    ways: tuple[str, ...]
    lasts: str
    speaks: Callable[[Asked], bool]
    choose: Callable[[Asked, Step], Answer | None]


def _plays_a_card(asked: Asked) -> bool:
    return asked.card_slot is not None


def _offers_pass(asked: Asked) -> bool:
    return _pass(asked, Step("pass")) is not None


def _offers_nothing(asked: Asked) -> bool:
    return all(slot.least == 0 for slot in asked.ask.slots) or any(NONE in slot.options for slot in asked.ask.slots)


def _asks_anything(asked: Asked) -> bool:
    return True


def _pass(asked: Asked, step: Step) -> Answer | None:
    declining = [
        (slot, token) for slot in asked.ask.slots for token in slot.options if token in asked.game.passes - {NONE}
    ]
    return _answer_with(asked.ask, *declining[0]) if declining else None


def _nothing(asked: Asked, step: Step) -> Answer | None:
    return NONE


def _absent(asked: Asked, step: Step) -> Answer | None:
    return asked.ask.absent


def _lowest(asked: Asked, step: Step) -> Answer | None:
    return _outermost(asked, step.suit, 0)


def _highest(asked: Asked, step: Step) -> Answer | None:
    return _outermost(asked, step.suit, -1)


def _lowest_led(asked: Asked, step: Step) -> Answer | None:
    led = asked.core["led"]
    return _outermost(asked, led, 0) if led else None


def _outermost(asked: Asked, wanted: str, place: int) -> Answer | None:
    """The lowest (``place`` 0) or highest (-1) playable card, of one suit or, if ``wanted`` is empty, of all."""
    game, slot = asked.game, asked.card_slot
    assert slot is not None
    cards = [card for card in game.order(asked.state, wanted) if card in slot.options]
    suited = {card for known in suits(game) for card in game.order(asked.state, known)}
    plain = [card for card in cards if card in suited] or cards  # a card without a suit only if there is no other
    return _answer_with(asked.ask, slot, plain[place]) if plain else None


def _answer_with(ask: Ask, picked: Slot, token: str) -> Answer:
    """The token for its slot; for the other slots, the tokens of the default answer (`Ask.absent`)."""
    clocks = ask.absent.split()
    chosen = [[token] if slot is picked else [one for one in slot.options if one in clocks] for slot in ask.slots]
    return " ".join(one for tokens in chosen for one in tokens)


RULES: Mapping[str, Rule] = {
    "pass": Rule("pass", ("pass", "passe", "je passe", "passo", "no bid"), ONCE, _offers_pass, _pass),
    "nothing": Rule(
        "keep nothing", ("nothing", "none", "rien", "niente", "keep none", "no cards"), ONCE, _offers_nothing, _nothing
    ),
    "lowest-led": Rule(
        "lowest card of the suit led", ("lowest of the suit led", "low of the suit led", "follow low"),
        DEAL, _plays_a_card, _lowest_led,
    ),
    "lowest": Rule(
        "lowest card", ("lowest", "low", "lowest I may", "lowest I can", "lowest lawful", "lowest possible"),
        DEAL, _plays_a_card, _lowest,
    ),
    "highest": Rule(
        "highest card", ("highest", "high", "highest I may", "highest I can", "highest lawful", "highest possible"),
        DEAL, _plays_a_card, _highest,
    ),
    "absent": Rule(
        "what the clock would say", ("absent", "clock", "what the clock says", "as the clock", "as if absent"),
        ONCE, _asks_anything, _absent,
    ),
}  # fmt: skip

FOLLOW_LOW = "lowest card of the suit led; else lowest card"
PRESETS: Mapping[str, Callable[[AnyGame], bool]] = {
    "pass": lambda game: bool(game.passes - {NONE}),
    FOLLOW_LOW: lambda game: game.trick_game,
    "lowest card": lambda game: game.trick_game,
    "keep nothing": lambda game: NONE in game.passes,
    "what the clock would say": lambda game: True,
}
"""The orders offered on a page, each with a function that tells for which games it makes sense."""


def presets(game: AnyGame) -> list[str]:
    """The orders to offer in a game, as texts that `parse` understands."""
    return [said for said, fits in PRESETS.items() if fits(game)]


def phases(game: AnyGame) -> list[str]:
    """The phases of a game for which an order may be left."""
    return [key for key, phase in game.phases.items() if isinstance(phase, Decide)]


# What an order answers -----------------------------------------------------------------------------------------------


def stage_of(core: Core) -> str:
    """The current deal or round as a key for comparison: ``3/`` for deal 3, ``/3`` for round 3."""
    longest = next(iter(core["progress"]), None)
    if longest is None:
        return "/"
    return f"{longest['number']}/" if longest["unit"] == "deal" else f"/{longest['number']}"


def expired(order: Order, core: Core) -> bool:
    """Whether an order for one deal has outlived that deal."""
    return order.lasts == DEAL and order.stage != stage_of(core)


def concerns(order: Order, asked: Asked) -> bool:
    """Whether an order applies to an ask; its answer may still turn out not to be lawful."""
    if order.phase and asked.core["phase"] != order.phase:
        return False
    return any(_speaks(step, asked) for step in order.steps)


def answer(order: Order, asked: Asked, read_as: Reader = read) -> Answer | None:
    """The lawful answer that an order gives to an ask; ``None`` if it does not apply or its answer does not fit.

    ``read_as`` reads a typed answer and raises `Illegal` if it does not fit.
    """
    if not concerns(order, asked):
        return None
    for step in order.steps:
        given = _given(step, asked, read_as) if _speaks(step, asked) else None
        if given is not None and lawful(asked.ask, given):
            return given
    return None


def _speaks(step: Step, asked: Asked) -> bool:
    if step.led and asked.core["led"] != step.led:
        return False
    return step.rule == LITERAL or RULES[step.rule].speaks(asked)


def _given(step: Step, asked: Asked, read_as: Reader) -> Answer | None:
    if step.rule != LITERAL:
        return RULES[step.rule].choose(asked, step)
    try:
        return read_as(asked.ask, step.typed)
    except Illegal:
        return None


# What people type ----------------------------------------------------------------------------------------------------

_LASTS = re.compile(
    r"[\s,(]*\b(?:(?P<always>always|from now on|until I (?:withdraw it|say otherwise|take it back)|every time)"
    r"|(?P<deal>(?:for )?(?:this|the rest of the|the whole) (?:deal|round))|(?P<once>once|the next time(?: it fits)?))"
    r"[\s.)]*$",
    re.I,
)
_WHATEVER = re.compile(r"[\s,]*\bwhatever (?:happens|comes)\b", re.I)
_ELSE = r"(?:or )?(?:else|otherwise)\b"
_PARTS = re.compile(rf"\s*;\s*(?:{_ELSE})?|[\s,]*\b{_ELSE}[\s,:]*", re.I)
_LED = r"(?:if|when)\s+(?P<suit>.+?)\s+(?:(?:is|are|was|were)\s+)?led\b"
_IF_FIRST = re.compile(rf"{_LED}[\s,:]*(?:then\s+)?(?P<what>.+)", re.I)
_IF_LAST = re.compile(rf"(?P<what>.+?)[\s,]+{_LED}", re.I)


def parse(game: AnyGame, text: str, *, lasts: str = "", phase: str = "", names: tuple[str, ...] = ()) -> Order:
    """Parse the text of an order: presets, conditions on the suit led, or an answer as it would be typed.

    ``lasts`` and ``phase`` are the choices made in the form; empty: not chosen. ``names``: words for the players that
    an answer may contain. Raises `Illegal` with a sentence that says what may be ordered.
    """
    said = "; ".join(" ".join(line.split()) for line in text.splitlines() if line.strip())[:LENGTH].strip(" .;")
    found = _LASTS.search(said)
    if found:
        said, lasts = said[: found.start()].rstrip(" ,"), lasts or str(found.lastgroup)
    parts = [part.strip(" ,.") for part in _PARTS.split(_WHATEVER.sub("", said))]
    steps = tuple(_step(game, part, names) for part in parts if part)
    if not steps:
        raise Illegal(f"There was no order in that. {_what_may_be(game)}")
    if lasts not in ("", *LASTS) or phase not in ("", *phases(game)):
        raise Illegal("How long an order stands, or for what, was not understood: choose it from the list.")
    usual = [DEAL if step.led else RULES[step.rule].lasts if step.rule in RULES else ONCE for step in steps]
    return Order(said, steps, lasts or (DEAL if DEAL in usual else ONCE), phase)


def in_words(order: Order) -> str:
    """An order and how long it stands, in words for its owner."""
    where = f" at the next {order.phase.replace('-', ' ')}" if order.phase else ""
    return f"{order.words}{where} ({LASTS[order.lasts]})"


def _step(game: AnyGame, part: str, names: tuple[str, ...]) -> Step:
    conditional = _IF_FIRST.fullmatch(part) or _IF_LAST.fullmatch(part)
    if conditional is None:
        return _what(game, part, "", names)
    led = _suit_words(game).get(" ".join(words(conditional["suit"])), "")
    if not led:
        raise Illegal(f"“{conditional['suit'][:40]}” is no suit of {game.name}. {_what_may_be(game)}")
    return _what(game, conditional["what"], led, names)


def _what(game: AnyGame, text: str, led: str, names: tuple[str, ...]) -> Step:
    said = _bare(text)
    rule = _rule_words().get(said)
    if rule:
        return Step(rule, led=led)
    of_suit = _suit_words(game).get(said[-1], "") if len(said) == 2 else ""
    outermost = _rule_words().get(said[:1], "")
    if of_suit and outermost in ("lowest", "highest"):
        return Step(outermost, suit=of_suit, led=led)
    strange = [word for word in words(text) if word not in _vocabulary(game) and word not in words(" ".join(names))]
    if strange or not words(text):
        raise Illegal(f"“{text[:60]}” is no order here. {_what_may_be(game)}")
    return Step(LITERAL, led=led, typed=text)


def _what_may_be(game: AnyGame) -> str:
    return f"You may leave: {'; or '.join(presets(game))}; or an answer for the next time you are asked."


def _bare(text: str) -> tuple[str, ...]:
    """The words without fillers, or all words if there are only fillers."""
    said = words(text)
    return tuple(word for word in said if word not in FILLERS) or said


@cache
def _rule_words() -> Mapping[tuple[str, ...], str]:
    return {_bare(way): key for key, rule in RULES.items() for way in (rule.shown, *rule.ways)}


@cache
def _words_by_game(key: str, ways: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Mapping[str, str], frozenset[str]]:
    suits = {
        way.split()[1]: suit(token)
        for token, all_ways in ways
        if rank(token) == "K" and suit(token)
        for way in all_ways
        if way.startswith("king ") and len(way.split()) == 2
    }
    if any(re.fullmatch(r"T\d+", token) for token, _ in ways):
        suits |= dict.fromkeys(("trump", "trumps", "atout", "atouts", "★"), TRUMP)
    known = {word for token, all_ways in ways for way in (token, *all_ways) for word in words(way)}
    return suits, frozenset(known | FILLERS | set("0123456789") | {NONE})


def suits(game: AnyGame) -> frozenset[str]:
    """The suits that have names in a game."""
    return frozenset(_suit_words(game).values())


def _suit_words(game: AnyGame) -> Mapping[str, str]:
    return _words_by_game(game.key, tuple(game.words.items()))[0]


def _vocabulary(game: AnyGame) -> frozenset[str]:
    return _words_by_game(game.key, tuple(game.words.items()))[1]
