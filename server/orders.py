"""Standing orders: what a player leaves for a later ask, and the answer that follows from it. Pure.

An order is a list of steps, ``lowest heart if hearts are led; else lowest card``, of which the first that speaks at an
ask and has a lawful answer there gives it. It knows nothing but the ask and the seat's own view.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from .rules import Answer, Ask, Game, Illegal, Slot, lawful, read
from .rules.cards import TRUMP, rank, suit
from .rules.engine import NONE, Decide
from .rules.games.ottocento import RISING
from .rules.reading import FILLERS, words

View = Mapping[str, Any]
Reader = Callable[[Ask, str], Answer]

ONCE, DEAL, ALWAYS = "once", "deal", "always"
LASTS: Mapping[str, str] = {ONCE: "the next time it fits", DEAL: "for this deal", ALWAYS: "until I withdraw it"}
"""How long an order stands, as a page offers it."""
LITERAL = "answer"
PASS = "pass"
LENGTH = 200


@dataclass(frozen=True)
class Step:
    """One clause of an order: a rule of `RULES`, or `LITERAL` with what was typed.

    ``suit``: of cards of this suit only. ``led``: speaks only where this suit is led.
    """

    rule: str
    suit: str = ""
    led: str = ""
    typed: str = ""


@dataclass(frozen=True)
class Order:
    """What a seat has left. ``words``: as it was said. ``phase``: speaks at asks of that phase only, if given.

    ``ply`` and ``stage``: the window and the deal in which it was left. It is for later windows.
    """

    words: str
    steps: tuple[Step, ...]
    lasts: str
    phase: str = ""
    ply: int = -1
    stage: str = ""

    def dump(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Order:
        """From JSON."""
        return cls(**{**stored, "steps": tuple(Step(**step) for step in stored["steps"])})


def stored(left: Mapping[str, Any] | None) -> Order | None:
    """The order that a seat has left, if it has one that still stands."""
    return Order.load(left) if left and "steps" in left else None


# The rules -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """A way to answer. ``ways``: how people ask for it. ``choose``: the tokens it picks, ``None`` where it has none."""

    shown: str
    ways: tuple[str, ...]
    lasts: str
    speaks: Callable[[Ask, View], bool]
    choose: Callable[[Game, Ask, View, Step], Answer | None]


def _card_slot(ask: Ask, view: View) -> Slot | None:
    """The part of a play, or of a bid with a card, that names one card of the hand."""
    if "trick" in view and view.get("phase") != "play":
        return None
    hand = view.get("hand")
    hand = frozenset(hand) if isinstance(hand, list | tuple) else frozenset()
    return next((slot for slot in ask.slots if slot.least == slot.most == 1 and hand.issuperset(slot.options)), None)


def _plays_a_card(ask: Ask, view: View) -> bool:
    return _card_slot(ask, view) is not None


def _offers_pass(ask: Ask, view: View) -> bool:
    return any(PASS in slot.options for slot in ask.slots)


def _offers_nothing(ask: Ask, view: View) -> bool:
    return all(slot.least == 0 for slot in ask.slots) or any(NONE in slot.options for slot in ask.slots)


def _asks_anything(ask: Ask, view: View) -> bool:
    return True


def _pass(game: Game, ask: Ask, view: View, step: Step) -> Answer | None:
    slot = next(slot for slot in ask.slots if PASS in slot.options)
    return _answer_with(ask, slot, PASS)


def _nothing(game: Game, ask: Ask, view: View, step: Step) -> Answer | None:
    return NONE


def _absent(game: Game, ask: Ask, view: View, step: Step) -> Answer | None:
    return ask.absent


def _lowest(game: Game, ask: Ask, view: View, step: Step) -> Answer | None:
    return _outermost(game, ask, view, step.suit, min)


def _highest(game: Game, ask: Ask, view: View, step: Step) -> Answer | None:
    return _outermost(game, ask, view, step.suit, max)


def _lowest_led(game: Game, ask: Ask, view: View, step: Step) -> Answer | None:
    wanted = suit_led(view)
    return _outermost(game, ask, view, wanted, min) if wanted else None


def _outermost(game: Game, ask: Ask, view: View, wanted: str, extreme: Callable[..., str]) -> Answer | None:
    slot = _card_slot(ask, view)
    assert slot is not None
    cards = [card for card in slot.options if not wanted or (not _is_tile(card) and suit(card) == wanted)]
    plain = [card for card in cards if _is_tile(card) or suit(card)] or cards  # a Fool only where there is nothing else
    return _answer_with(ask, slot, extreme(plain, key=height(game))) if plain else None


def _answer_with(ask: Ask, picked: Slot, token: str) -> Answer:
    """The token for its part of the ask; for the other parts what the clock would say."""
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
PRESETS: Mapping[str, Callable[[Game], bool]] = {
    "pass": lambda game: PASS in game.words,
    FOLLOW_LOW: lambda game: game.trick_game,
    "lowest card": lambda game: game.trick_game,
    "keep nothing": lambda game: "keep" in game.phases,
    "what the clock would say": lambda game: True,
}
"""Orders that a page offers: its words, and in which games it makes sense."""


def presets(game: Game) -> list[str]:
    """The orders that are offered in a game, in words that `parse` understands."""
    return [said for said, fits in PRESETS.items() if fits(game)]


def phases(game: Game) -> list[str]:
    """The phases of a game for which an answer may be left."""
    return [key for key, phase in game.phases.items() if isinstance(phase, Decide)]


# What it gives -------------------------------------------------------------------------------------------------------


def stage_of(view: View) -> str:
    """The deal or the round that a view is of."""
    return f"{view.get('deal', '')}/{view.get('round', '')}"


def expired(order: Order, view: View) -> bool:
    """Whether an order for one deal has outlived it."""
    return order.lasts == DEAL and order.stage != stage_of(view)


def concerns(order: Order, ask: Ask, view: View) -> bool:
    """Whether an order has something to say at an ask; whether that fits is another question."""
    if order.phase and view.get("phase") != order.phase:
        return False
    return any(_speaks(step, ask, view) for step in order.steps)


def answer(order: Order, game: Game, ask: Ask, view: View, read_as: Reader = read) -> Answer | None:
    """The lawful answer that an order gives at an ask; ``None`` where it is silent or does not fit.

    ``read_as`` reads what was typed, raising `Illegal`.
    """
    if not concerns(order, ask, view):
        return None
    for step in order.steps:
        given = _given(step, game, ask, view, read_as) if _speaks(step, ask, view) else None
        if given is not None and lawful(ask, given):
            return given
    return None


def _speaks(step: Step, ask: Ask, view: View) -> bool:
    if step.led and suit_led(view) != step.led:
        return False
    return step.rule == LITERAL or RULES[step.rule].speaks(ask, view)


def _given(step: Step, game: Game, ask: Ask, view: View, read_as: Reader) -> Answer | None:
    if step.rule != LITERAL:
        return RULES[step.rule].choose(game, ask, view, step)
    try:
        return read_as(ask, step.typed)
    except Illegal:
        return None


def suit_led(view: View) -> str:
    """The suit of the trick that lies on the table; empty before it is led, or by a tile.

    A Fool that is led leaves the suit to the next card.
    """
    trick = view.get("trick")
    cards = [played[1] for played in trick] if isinstance(trick, list | tuple) else []
    return next((suit(card) for card in cards if not _is_tile(card) and suit(card)), "")


RANKS = ("A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
"""Low to high, as far as a game has them."""
OTHERWISE: Mapping[str, Mapping[str, tuple[str, ...]]] = {"ottocento": RISING}
"""Games in which suits rise otherwise."""


def height(game: Game) -> Callable[[str], tuple[int, int]]:
    """How high a card stands, to compare cards of any suits: trumps over suits; a tile by its pips."""
    rising = OTHERWISE.get(game.key, {})

    def of(card: str) -> tuple[int, int]:
        if _is_tile(card):
            return 0, sum(map(int, card.split("-")))
        if suit(card) == TRUMP:
            return 1, int(rank(card))
        return (0, rising.get(suit(card), RANKS).index(rank(card))) if suit(card) else (2, 0)

    return of


def _is_tile(card: str) -> bool:
    return card[1:2] == "-"


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


def parse(game: Game, text: str, *, lasts: str = "", phase: str = "", names: tuple[str, ...] = ()) -> Order:
    """The order that a text means: presets, conditions on the suit led, or an answer as it will be typed.

    ``lasts`` and ``phase`` as chosen beside it; ``names`` are those of the players, who may be called by them.
    Raises `Illegal`, with a sentence that says what may be ordered.
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
    """An order and how long it stands, as it is shown to its owner."""
    where = f" at the next {order.phase.replace('-', ' ')}" if order.phase else ""
    return f"{order.words}{where} ({LASTS[order.lasts]})"


def _step(game: Game, part: str, names: tuple[str, ...]) -> Step:
    conditional = _IF_FIRST.fullmatch(part) or _IF_LAST.fullmatch(part)
    if conditional is None:
        return _what(game, part, "", names)
    led = _suit_words(game).get(" ".join(words(conditional["suit"])), "")
    if not led:
        raise Illegal(f"“{conditional['suit'][:40]}” is no suit of {game.name}. {_what_may_be(game)}")
    return _what(game, conditional["what"], led, names)


def _what(game: Game, text: str, led: str, names: tuple[str, ...]) -> Step:
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


def _what_may_be(game: Game) -> str:
    return f"You may leave: {'; or '.join(presets(game))}; or an answer for the next time you are asked."


def _bare(text: str) -> tuple[str, ...]:
    """The words that carry the meaning."""
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
        if token[0] == "K" and len(token) == 2
        for way in all_ways
        if way.startswith("king ") and len(way.split()) == 2
    }
    if any(re.fullmatch(r"T\d+", token) for token, _ in ways):
        suits |= dict.fromkeys(("trump", "trumps", "atout", "atouts", "★"), TRUMP)
    known = {word for token, all_ways in ways for way in (token, *all_ways) for word in words(way)}
    return suits, frozenset(known | FILLERS | set("0123456789") | {NONE})


def _suit_words(game: Game) -> Mapping[str, str]:
    return _words_by_game(game.key, tuple(game.words.items()))[0]


def _vocabulary(game: Game) -> frozenset[str]:
    return _words_by_game(game.key, tuple(game.words.items()))[1]
