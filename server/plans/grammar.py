"""The sentences of plans: each pattern for a condition or an action, and what it puts into a line.

What a pattern finds is a `Part`: fields of a `PlanLine`. Ranks that stand without a suit are kept as ``?10`` until the
line is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from ..rules import AnyGame
from .language import (
    ASK,
    CAN,
    CANNOT,
    CLOCK,
    EVERYTHING,
    HIGH,
    HIGHEST,
    LOW,
    LOWEST,
    NOBODY,
    NOTHING,
    OPPONENT,
    PARTNER,
    PASS,
    PLAY,
    POOREST,
    RICHEST,
    SOMEBODY,
    TAKER,
    TOKENS,
    TYPED,
    WIN,
    WIN_OR_LOW,
)
from .matching import Hole, Text, compiled
from .vocabulary import (
    CARD,
    PHASE,
    RANK,
    SEAT,
    SUIT,
    TOKEN,
    Vocabulary,
    card_of,
    letter,
    of_rank,
    of_suit,
    reserve,
    signs,
)

Part = Mapping[str, Any]
"""Fields of a line, and marks for the reader that begin with an underscore."""
Rule = tuple[str, Callable[..., Part | None]]

TYPED_WORD = "answertext"
"""Stands, with a number, for the words of an answer that are kept as they were typed."""
LONG = 4
"""Numbers have fewer digits."""
HIGHEST_PLAIN = 14
"""A higher number is a trump."""
LISTED = 24
"""The most cards, suits or names in a list."""
RANK_ALONE = "?"
"""Begins a rank whose suit the line must tell."""
LOWS = "(low|lowest|small|smallest|least)"
HIGHS = "(high|highest|top|biggest|largest|big)"
THE = "(the|my|a|an|any|that|your)?"
PLAYS = (
    "((i|you|we)? (will|would|can|should|shall)? (play|throw|put|put on|give|use|drop|toss|chuck|lay|pick|choose"
    "|follow with|go with"
    "|go|play with))?"
)
IF = "(if|when|whenever|while|as long as|in case|where)"
WIN_IT = "(win|take|beat|try to win|try to take) (it|the trick)?"
IS = "(is|are|am|be|was|were|has|have)?"


def _of(does: str) -> Callable[[str], Part]:
    return lambda of: {"does": does, "of": of}


def _put(**parts: Any) -> Callable[..., Part]:
    return lambda *_: parts


MAY = "(i have|that i have|i may play|i can play|i can|possible|i hold|i got|i have got|lawful|legal|left)?"
OF_IT = "of (it|that suit|the suit|the suit led)"

CONDITIONS: tuple[Rule, ...] = (
    # what is led
    ("{suits}", lambda suits: {"led": suits}),
    ("{suits} (is|are|was|were|get|gets)? (led|lead|asked for|called for)", lambda suits: {"led": suits}),
    ("(the lead is|led is|they play|the lead) {suits}", lambda suits: {"led": suits, "_if": True}),
    ("(on|to) (a|any) {suits} lead", lambda suits: {"led": suits, "_after": True}),
    ("{suits} (come|comes) (up)?", lambda suits: {"led": suits, "_if": True}),
    ("(the suit|suit led|the suit led) is {suits}", lambda suits: {"led": suits}),
    ("(it|it is) {suits}", lambda suits: {"led": suits, "_if": True}),
    ("(on|to) (a|the)? {suits}", lambda suits: {"led": suits, "_after": True}),
    ("(they|someone|somebody|anyone|anybody|he|she) (lead|leads) {suits}", lambda suits: {"led": suits, "_if": True}),
    ("(any other suit|another suit|other suits|any other|any other suit that i have)", _put(_other=True)),
    ("(the)? {card} is (led|lead)", lambda card: {"first": (card,), "_if": True}),
    ("(the)? {card} (led|lead)", lambda card: {"first": (card,), "_if": True}),
    ("(a|an) {rank} (is|was|gets)? (led|lead)", lambda rank: {"_first": rank, "_if": True}),
    (f"there {IS} (a|an) {{rank}} in (the|this) trick", lambda rank: {"_lies": rank, "_if": True}),
    (f"(a|an) {{rank}} {IS} (in the trick|on the table)", lambda rank: {"_lies": rank, "_if": True}),
    (f"(the)? {{card}} {IS} (in the trick|on the table|lying there)", lambda card: {"lies": (card,), "_if": True}),
    (f"(there {IS} a trump|a trump is) in (the|this) trick", _put(_trump_lies=True, _if=True)),
    # who leads
    (
        "(lead|leading|i lead|i am on lead|on lead|on my lead|i am leading|my lead|it (is)? my lead|i have the lead)",
        _put(leads=True),
    ),
    ("(i on lead|i leading|i am first|i first|i first to play)", _put(leads=True, _if=True)),
    (
        "(i follow|following|not leading|i do not lead|i not leading|i am not leading|i not on lead|somebody else leads"
        "|someone else leads)",
        _put(follows=True, _if=True),
    ),
    ("{seat} (leads|led)", lambda seat: {"led_by": (seat,), "_if": True}),
    ("(my|a)? partner (leads|led)", _put(led_by=(PARTNER,), _if=True)),
    ("(the)? taker (leads|led)", _put(led_by=(TAKER,), _if=True)),
    ("(an|the|my)? (opponent|opponents|enemy) (leads|led|lead)", _put(led_by=(OPPONENT,), _if=True)),
    # following suit
    ("i (can|may) follow (suit)?", _put(follow=CAN, _if=True)),
    ("i (can|may) not follow (suit)?", _put(follow=CANNOT, _if=True)),
    (
        "i (do not have|have no|have none of|am out of|out of|void in|am void in) (any|the|that)? suit (led)?",
        _put(follow=CANNOT, _if=True),
    ),
    (
        "i (am out|out|am void|void|am void in it|void in it|am unable to follow|have none)",
        _put(follow=CANNOT, _if=True),
    ),
    ("i (can|may) (trump|ruff) (it)?", _put(follow=CANNOT, _trumping=True, _if=True)),
    (
        "i (have no|have none of|am out of|out of|am void in|void in|do not have|do not have any|have no more)"
        " (any|the)?"
        " {suit}",
        lambda of: {"led": (of,), "follow": CANNOT, "_if": True},
    ),
    # who is winning
    ("{seats}", lambda seats: {"winning": seats}),
    ("(my|a|our)? (partner|partners)", _put(partner=True)),
    ("(my side|our side|somebody on my side|someone on my side)", _put(partner=True)),
    (
        "{seats} (is|are)? (winning|wins|win|is winning|ahead) (it|the trick)?",
        lambda seats: {"winning": seats, "_if": True},
    ),
    ("{seat} (is|are)? (winning|wins|win|ahead) (it|the trick)?", lambda seat: {"winning": (seat,), "_if": True}),
    ("{seats} or (my|a)? partner", lambda seats: {"winning": seats, "partner": True}),
    (
        "{seats} or (my|a)? partner (is|are)? winning (it|the trick)?",
        lambda seats: {"winning": seats, "partner": True, "_if": True},
    ),
    ("{seats} has (it|the trick)", lambda seats: {"winning": seats, "_if": True}),
    (
        "(my|a|our)? (partner|partners|side|somebody on my side|someone on my side) (is|are)? (winning|wins|win)"
        " (it|the trick)?",
        _put(partner=True, _if=True),
    ),
    ("(my|a)? partner (has|has got|is taking|takes) (it|the trick)", _put(partner=True, _if=True)),
    ("(it is|it)? (on)? (my)? partner (trick|tricks)", _put(partner=True, _after=True)),
    ("on (my)? partner", _put(partner=True, _after=True)),
    ("(my|a)? partner (is|does)? not (winning|win) (it|the trick)?", _put(unside=PARTNER, _if=True)),
    ("(my|a)? partner (has|is)? not (got|taking|have)? (it|the trick) (already|yet)?", _put(unside=PARTNER, _if=True)),
    (
        "(an|the|my|our)? (opponent|opponents|enemy|enemies|other side|somebody else|someone else) (is|are)?"
        " (winning|wins|win) (it|the trick)?",
        _put(side=OPPONENT, _if=True),
    ),
    ("(on)? (the|an)? (enemy|opponents|opponent|others) (trick|tricks)?", _put(side=OPPONENT, _after=True)),
    ("(the)? taker (is)? (winning|wins) (it|the trick)?", _put(side=TAKER, _if=True)),
    ("(the)? taker (is|does)? not (winning|win) (it|the trick)?", _put(unside=TAKER, _if=True)),
    # whether I can win
    ("(i)? can (win|take|beat) (it|the trick)?", _put(can=CAN, _if=True)),
    ("(i)? can not (win|take|beat) (it|the trick)?", _put(can=CANNOT, _if=True)),
    (
        "(i)? can (win|take|beat) (it|the trick)? with a (non trump|plain card|plain suit)",
        _put(can=CAN, _plain=True, _if=True),
    ),
    ("(he|she|they|it) (is|does|are|has)", _put(_flip=True, _if=True)),
    ("i (can|may)", _put(_same=CAN, _if=True)),
    ("i (can|may) not", _put(_same=CANNOT, _if=True)),
    # trumping
    (f"(nobody|no one|none) {IS} (trumped|trumps|ruffed) (it)? (yet)?", _put(trumped=NOBODY, _if=True)),
    ("it (is|has)? not (been)? (yet)? (trumped|ruffed) (yet)?", _put(trumped=NOBODY, _if=True)),
    (
        f"(somebody|someone|anybody|anyone) {IS} (already)? (trumped|trumps|ruffed) (it)? (already)?",
        _put(trumped=SOMEBODY, _if=True),
    ),
    (
        "it (is|has)? (already)? (been)? (already)? (trumped|ruffed|beaten by a trump) (already)?",
        _put(trumped=SOMEBODY, _if=True),
    ),
    # my place
    ("i (am|play)? (the)? last (to play|to act|the card)?", _put(last=True, _if=True)),
    ("(playing last|last to play|i play the last card|i am playing last)", _put(last=True, _if=True)),
    ("i (am|play)? second (to play)?", _put(position=2, _if=True)),
    ("i (am|play)? third (to play)?", _put(position=3, _if=True)),
    # cards that have gone, or are mine
    (
        f"(the)? {{called}} {IS} (already)? (been)? (already)? (played|gone|fallen|out) (already)?",
        lambda card: {"gone": (card,), "_if": True},
    ),
    (
        f"(the)? {{called}} {IS} not (yet)? (been)? (played|gone|fallen) (yet)?",
        lambda card: {"ungone": (card,), "_if": True},
    ),
    (
        "i (still)? (have|hold|have got|still have|still hold) (the)? {called}",
        lambda card: {"mine": (card,), "_if": True},
    ),
    ("i (do not|no longer) (have|hold) (the)? {called}", lambda card: {"unmine": (card,), "_if": True}),
    ("(the)? {card} held", lambda card: {"held": card, "_if": True}),
    ("(it|that) (holds|held|wins|won)", _put(_held=True, _if=True)),
    # points
    ("there (is|are)? (more than|over) {number} points in (it|the trick)", lambda n: {"points": n + 1, "_if": True}),
    ("there (is|are)? (at least)? {number} (or more)? points in (it|the trick)", lambda n: {"points": n, "_if": True}),
    (
        "(the trick|it) (has|is worth|counts|contains) (more than|over) {number} (points)?",
        lambda n: {"points": n + 1, "_if": True},
    ),
    (
        "(the trick|it) (has|is worth|counts|contains) (at least)? {number} (or more)? (points)?",
        lambda n: {"points": n, "_if": True},
    ),
    ("(the trick|it) (has|is worth|counts|contains) {number} points or more", lambda n: {"points": n, "_if": True}),
    # bids
    ("there (is|was)? (already)? (a|an)? {token} before me", lambda token: {"_taken": token, "_if": True}),
    ("(nobody|no one) (has|have)? (bid|bids) (more|higher)", _put(unbeaten=True, _if=True)),
    ("(nobody|no one|none) (else)? (has|have)? (bid|bids) (anything)? (yet|before me)?", _put(bids=NOBODY, _if=True)),
    ("(everybody|everyone|all) (has|have)? (passes|pass|passed)", _put(bids=NOBODY, _if=True)),
    (
        "(somebody|someone|anybody|anyone) (else)? (has|have)? (already)? (bid|bids) (already|before me)?",
        _put(bids=SOMEBODY, _if=True),
    ),
    ("at (the)? {phase}", lambda phase: {"phase": phase}),
    ("(the)? {phase} (:|,)", lambda phase: {"phase": phase}),
)
"""``_if``: only after “if” or another such word. ``_after``: also without one, behind the action."""

ACTIONS: tuple[Rule, ...] = (
    # low and high
    (f"{PLAYS} {THE} {LOWS} {LOWS}? {LOWS}?", _put(_low=LOW)),
    (f"{PLAYS} {THE} {HIGHS}", _put(_low=HIGH)),
    (f"(keep|stay|always|go) {LOWS}", _put(_low=LOW)),
    ("(duck|stay under|stay low|duck it)", _put(does=LOWEST)),
    (f"{PLAYS} {THE} {LOWS} (lawful)? (card|one|tile|domino|thing) {MAY} (always)?", _put(does=LOWEST)),
    (f"{PLAYS} {THE} {HIGHS} (lawful)? (card|one|tile|domino|thing) {MAY}", _put(does=HIGHEST)),
    (f"{PLAYS} {THE} {LOWS} (i have|that i have|i may play|i can play|i can|possible|i hold)", _put(does=LOWEST)),
    (f"{PLAYS} {THE} {HIGHS} (i have|that i have|i may play|i can play|i can|possible|i hold)", _put(does=HIGHEST)),
    (f"{PLAYS} as low as (possible|i can)", _put(does=LOWEST)),
    (f"{PLAYS} as high as (possible|i can)", _put(does=HIGHEST)),
    (f"{PLAYS} {THE} {LOWS} (card)? {OF_IT}", _put(does=LOW)),
    (f"{PLAYS} {THE} {HIGHS} (card)? {OF_IT}", _put(does=HIGH)),
    ("follow suit (with)? (the|my)? " + LOWS, _put(does=LOW, follow=CAN)),
    ("follow suit (with)? (the|my)? " + HIGHS, _put(does=HIGH, follow=CAN)),
    ("follow (with)? (the|my)? " + LOWS, _put(does=LOWEST, follows=True)),
    ("follow (with)? (the|my)? " + HIGHS, _put(does=HIGHEST, follows=True)),
    (f"{PLAYS} {THE} {LOWS} (card)? (of|in)? (the|my)? {{suit}}", _of(LOW)),
    (f"{PLAYS} {THE} {HIGHS} (card)? (of|in)? (the|my)? {{suit}}", _of(HIGH)),
    ("{suit} (low|lowest)", lambda of: {"does": LOW, "of": of, "_leads": True}),
    ("{suit} (high|highest)", lambda of: {"does": HIGH, "of": of, "_leads": True}),
    ("{suit} from the top", _of(HIGH)),
    ("{suit} from the bottom", _of(LOW)),
    # trumping
    (f"(ruff|trump) (it)? (low|with (the|my|a)? {LOWS} (trump|one)?)?", _put(does=LOW, of="T", follow=CANNOT)),
    (f"(ruff|trump) (it)? (high|with (the|my|a)? {HIGHS} (trump|one)?)", _put(does=HIGH, of="T", follow=CANNOT)),
    ("(ruff|trump) (it)? with (the)? {trump}", lambda card: {"does": PLAY, "tokens": (card,), "follow": CANNOT}),
    ("(overruff|overtrump) (it)?", _put(does=WIN, of="T", follow=CANNOT)),
    # winning
    (
        f"{WIN_IT} (with)? {THE} (cheapest|lowest|smallest) (card|one|winner)?"
        " (that does|that wins|i can|possible|that does it)?",
        _put(does=WIN),
    ),
    (
        f"{WIN_IT} (cheaply|low|as cheaply as possible|as cheaply as i can|as low as possible)?",
        _put(does=WIN),
    ),
    (
        "(the|my)? (cheapest|lowest|smallest) (winner|card that wins|that wins|one that wins|winning card)",
        _put(does=WIN),
    ),
    ("go for (it|the trick)", _put(does=WIN)),
    (f"{WIN_IT} if i can", _put(does=WIN)),
    (
        f"{WIN_IT} if i can with (the|my)? (cheapest|lowest|smallest) (card|one)? that (does|wins)",
        _put(does=WIN),
    ),
    (
        f"{WIN_IT} with (the|a|my)? {{card}}",
        lambda card: {"does": WIN, "tokens": (card,)},
    ),
    (
        f"{WIN_IT} with (the|a|my)? {{trump}}",
        lambda card: {"does": WIN, "tokens": (card,)},
    ),
    (
        f"{WIN_IT} with (a|any|the (lowest|smallest|cheapest)|my (lowest|smallest|cheapest))? {{suit}}",
        _of(WIN),
    ),
    ("(win|take) (it|the trick)? with a (non trump|plain card)", _put(does=WIN, _plain=True)),
    ("(win|take) (it|the trick)? with a double", _put(does=WIN, _doubles=True)),
    ("cover (the|a)? {rank} with (the|a|my)? {rank}", lambda low, high: {"does": WIN, "_covers": (low, high)}),
    (f"{PLAYS} (the)? cheapest (card|one)?", _put(does=LOWEST)),
    (f"{PLAYS} (the)? cheapest (card|one)?", _put(does=WIN)),
    (f"win (or|else|otherwise) (the|my)? (low|lowest) ({OF_IT})?", _put(does=WIN_OR_LOW)),
    # points
    (f"{PLAYS} (dump|put|throw|give)? (the|my)? (most|biggest|highest) (points|count)", _put(does=RICHEST)),
    ("(dump|put|throw|give|smear) (the|my)? (points|count|big count)", _put(does=RICHEST)),
    (f"{PLAYS} (the|my)? card with (the)? (most|highest) points", _put(does=RICHEST)),
    (f"{PLAYS} (dump|put|throw|give)? (the|my)? (fewest|least|lowest) (points|count)", _put(does=POOREST)),
    (f"{PLAYS} (the|my)? card with (the)? (fewest|least) points", _put(does=POOREST)),
    # cards and answers
    (f"{PLAYS} {{cards}}", lambda cards: {"does": PLAY, "tokens": cards}),
    ("(these|those|cards)? (in (this|that) order)? :? {cards}", lambda cards: {"does": PLAY, "tokens": cards}),
    (
        f"{PLAYS} {{cards}} (in this order|in that order|in order|one after the other)",
        lambda cards: {"does": PLAY, "tokens": cards},
    ),
    ("(play|use|throw|put|give|put on) {trump}", lambda card: {"does": PLAY, "tokens": (card,)}),
    (f"{PLAYS} {{tokens}}", lambda tokens: {"does": TOKENS, "tokens": tokens}),
    (
        "(i)? (would|will)? (take it for|bid|go|go to|say|take|make) (a|the|on)? {tokens}",
        lambda tokens: {"does": TOKENS, "tokens": tokens},
    ),
    (
        "(call|declare|make) (trumps|trump|the|it)? {call} (trumps|trump)?",
        lambda token: {"does": TOKENS, "tokens": (token,), "phase": "call"},
    ),
    ("call (the)? {card}", lambda card: {"does": TOKENS, "tokens": (card,), "phase": "call"}),
    ("(trumps|trump) (is|are) {call}", lambda token: {"does": TOKENS, "tokens": (token,), "phase": "call"}),
    (
        "(bid|go)? (one more than (the last bid|the last|him|them) (but)?)? (,)?"
        " (not above|not more than|not over|up to|at most|max|to at most)"
        " {token}",
        lambda token: {"does": TOKENS, "_to": token},
    ),
    ("steal (the)? (dearest|most valuable|best) (bid|card|one)?", _put(does=CLOCK, phase="split")),
    (
        "(discard|lay away|lay down|throw away) (the|my)? {cards}",
        lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard"},
    ),
    (
        f"(bid|play|put)? {THE} {LOWS} (card|one)? (on|to)? (the|my)? {{token}}",
        lambda token: {"does": LOWEST, "tokens": (token,)},
    ),
    (
        f"(bid|play|put)? {THE} {HIGHS} (card|one)? (on|to)? (the|my)? {{token}}",
        lambda token: {"does": HIGHEST, "tokens": (token,)},
    ),
    ("answer {typed}", lambda number: {"does": TYPED, "_typed": number}),
    # the rest
    ("(ask|ask me|wait|wait for me|i decide|i will decide|let me decide|leave it to me|stop|i choose)", _put(does=ASK)),
    ("(the)? (clock|what the clock would say|what the clock says|as the clock)", _put(does=CLOCK)),
    (
        "(whatever|anything|any card|whatever , i do not mind|whatever i do not mind|i do not mind"
        "|i do not care|do not care)",
        _put(does=CLOCK, _any=True),
    ),
    ("(i)? (pass|passe|passo|no bid|do not bid|not bid|je passe)", _put(does=PASS)),
    ("(always)? keep (everything|all|both|all of them)", _put(does=EVERYTHING)),
    ("(keep nothing|nothing|none|keep none)", _put(does=NOTHING)),
)


# Holes ---------------------------------------------------------------------------------------------------------------


def holes(game: AnyGame, known: Vocabulary, names: Mapping[int, str]) -> dict[str, Hole]:
    """What fills the holes of the patterns in a plan for this game."""
    longest = max(map(len, known), default=1)
    called_so = {signs(name) for name in names.values()}
    nobodys = {letter(seat): str(seat) for seat in names if (letter(seat),) not in called_so}

    def one(kind: str) -> Hole:
        def find(text: Text, at: int) -> Iterator[tuple[int, str]]:
            for end in range(at + 1, min(at + longest, len(text.said)) + 1):
                text.step()
                for meaning in sorted(known.get(tuple(text.said[at:end]), ()), key=lambda one: one.value):
                    if meaning.kind == kind:
                        yield end, meaning.value

        return find

    suit, rank, in_full, token, named = map(one, (SUIT, RANK, CARD, TOKEN, SEAT))

    def card(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A card by its code or name, or as its rank “of” its suit, also by the letter of that."""
        found = dict.fromkeys(in_full(text, at))
        for end, wanted in rank(text, at):
            if text.word(end) == "of":
                suits = [*suit(text, end + 1), (end + 2, text.word(end + 1).upper())]
                found |= {
                    (last, one): None for last, of in suits if of in game.suits and (one := card_of(game, of, wanted))
                }
        yield from found

    def seat(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from named(text, at)
        if text.word(at) in nobodys:
            yield at + 1, nobodys[text.word(at)]

    def several(hole: Hole, joins: tuple[tuple[str, ...], ...]) -> Hole:
        def listed(text: Text, at: int, most: int) -> Iterator[tuple[int, tuple[str, ...]]]:
            for end, value in hole(text, at):
                yield end, (value,)
                for join in joins if most > 1 else ():
                    if tuple(text.said[end : end + len(join)]) == join:
                        for last, rest in listed(text, end + len(join), most - 1):
                            yield last, tuple(dict.fromkeys((value, *rest)))

        return lambda text, at: listed(text, at, LISTED)

    def trump(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A trump that is named by its number, with or without its suit."""
        start = at + 1 if text.word(at) in ("trump", "trumps", "t") else at
        if "T" in game.suits and text.word(start).isdigit() and f"T{text.word(start)}" in game.words:
            yield start + 1, f"T{text.word(start)}"

    def typed(text: Text, at: int) -> Iterator[tuple[int, str]]:
        if text.word(at) == TYPED_WORD and text.word(at + 1).isdigit():
            yield at + 2, text.word(at + 1)

    def called(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from card(text, at)
        if text.word(at).isdigit() and int(text.word(at)) > HIGHEST_PLAIN:
            yield from trump(text, at)
            return
        for end, value in rank(text, at):
            yield end, RANK_ALONE + value

    def played(text: Text, at: int) -> Iterator[tuple[int, str]]:
        start = at + 1 if text.word(at) == "the" else at
        if text.word(start) == "the":
            return
        yield from called(text, start)

    def number(text: Text, at: int) -> Iterator[tuple[int, int]]:
        if text.word(at).isdigit() and len(text.word(at)) < LONG:
            yield at + 1, int(text.word(at))

    def listed(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“6 and 7 of batons”."""
        for end, first in rank(text, at):
            if text.word(end) == "and":
                for then, second in rank(text, end + 1 + (text.word(end + 1) == "the")):
                    if text.word(then) == "of":
                        for last, of in suit(text, then + 1):
                            yield (
                                last,
                                (f"{RANK_ALONE}{first}{RANK_ALONE}{of}", f"{RANK_ALONE}{second}{RANK_ALONE}{of}"),
                            )

    def cards(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        yield from several(played, ORDERED)(text, at)
        yield from listed(text, at)

    def token_alone(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A bid: nothing that also names a suit, a rank or a card."""
        for end, value in token(text, at):
            phrase = known[tuple(text.said[at:end])]
            if all(meaning.kind == TOKEN for meaning in phrase):
                yield end, value

    def answered(text: Text, at: int) -> Iterator[tuple[int, str]]:
        if not game.trick_game:
            yield from card(text, at)
        yield from token_alone(text, at)

    return {
        "suit": suit,
        "suits": several(suit, (("or",), (",",), ("and",), ("/",), ("&",), ("or", "if"))),
        "rank": rank,
        "card": card,
        "called": called,
        "cards": cards,
        "trump": trump,
        "token": token_alone,
        "call": token,
        "tokens": several(
            answered, ((), ("on",), ("on", "the"), ("on", "my"), ("and",)) if not game.trick_game else ((),)
        ),
        "seat": seat,
        "seats": several(named, (("or",), (",",))),
        "phase": one(PHASE),
        "typed": typed,
        "number": number,
    }


ORDERED = (
    (),
    (",",),
    ("then",),
    (",", "then"),
    (",", "next", "time"),
    ("or",),
    ("or", "else"),
    (",", "or"),
    ("and", "then"),
)
"""What may stand between cards that are meant in order."""


def ranks_of(game: AnyGame, part: Part) -> Part:
    """A part with “a king is led” written out as all kings."""
    found = dict(part)
    if found.pop("_trump_lies", False):
        found["lies"] = of_suit(game, "T")
    for mark, field in (("_first", "first"), ("_lies", "lies")):
        if mark in found:
            found[field] = of_rank(game, found.pop(mark))
    return found


@cache
def _words_of(rules: tuple[Rule, ...]) -> frozenset[str]:
    found: set[str] = set()

    def walk(nodes: Any) -> None:
        for kind, what in nodes:
            if kind == "word":
                found.add(what)
            elif kind == "choice":
                for choice in what:
                    walk(choice)

    for pattern, _ in rules:
        walk(compiled(pattern))
    return frozenset(found)


JOINING = frozenset("else otherwise or and but then unless except if when until for".split())
reserve(_words_of(CONDITIONS) | _words_of(ACTIONS) | JOINING)
