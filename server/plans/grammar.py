"""The sentences of plans: each pattern for a condition or an action, and what it puts into a line.

What a pattern finds is a `Part`: fields of a `PlanLine`. Ranks that stand without a suit are kept as ``?10`` until the
line is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ..rules import AnyGame
from ..rules.cards import rank
from ..rules.cards import suit as suit_of
from . import choosing
from .language import (
    AFTER,
    ASK,
    BEFORE,
    CAN,
    CANNOT,
    CLOCK,
    EVERYTHING,
    HIGH,
    HIGHEST,
    LED_BY,
    LONG,
    LOW,
    LOWEST,
    NOBODY,
    NOTHING,
    OPPONENT,
    OTHERS,
    PARTNER,
    PASS,
    PLAY,
    POOREST,
    RICHEST,
    SHORT,
    SINGLE,
    SOMEBODY,
    TAKER,
    TOKENS,
    TYPED,
    WIN,
    WIN_OR_LOW,
)
from .matching import Hole, Patterns, Text, compiled, matches, words
from .naming import EXTREME, HOW, NOT, OF_THE_LED, WINS, described
from .phrasing import known_words
from .vocabulary import (
    CARD,
    DECKS,
    DOUBLE,
    PHASE,
    RANK,
    SEAT,
    SUIT,
    TOKEN,
    WITH_A_CARD,
    Vocabulary,
    card_of,
    is_card,
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
DIGITS = 4
"""Numbers have fewer digits."""
HIGHEST_PLAIN = 14
"""A higher number is a trump."""
LISTED = 24
"""The most cards, suits or names in a list."""
RANK_ALONE = "?"
"""Begins a rank whose suit the line must tell."""
IT = f"{RANK_ALONE}it"
"""Stands for the card that the condition names: “if I have the king, play it”."""
LOWS, HIGHS = (f"({'|'.join(word for word, means in HOW.items() if means == how)})" for how in (LOW, HIGH))
THE = "(the|my|a|an|any|that|your)?"
PLAYS = (
    "((i|you|we)? (will|would|can|should|shall)? (play|throw|put|put on|give|use|drop|toss|chuck|lay|pick|choose|go"
    "|contribute|go up|go up with|follow with|go with|play with|keep to|stick to|(play|give) (him|her|them|it)))?"
)
VERB = "(i)? (play|throw|put|give|use|drop)"
IF = "(if|when|whenever|while|as long as|in case|where)"
IT_ALL = "(it|the trick|everything|every trick|all tricks|anything|him|her|them)?"
WIN_IT = f"(win|take|beat|try to win|try to take|try to beat) {IT_ALL}"
IS = "(is|are|am|be|was|were|has|have)?"


def _of(does: str) -> Callable[[str], Part]:
    return lambda of: {"does": does, "of": of}


def _put(**parts: Any) -> Callable[..., Part]:
    return lambda *_: parts


def _vague(of: str, **marks: Any) -> Part | None:
    """A suit, without a word on which card of it."""
    return None if of == "doubles" else {"does": LOW, "of": of, "_vague": True, **marks}


def _ruffing(part: Part) -> Part | None:
    """“Ruff” with a trump that is described."""
    if part.get("of", "T") != "T" or "T" in part.get("led", ()):
        return None
    does = {LOWEST: LOW, HIGHEST: HIGH}.get(part.get("does", ""), part.get("does") or part["_low"])
    return {"does": does, "of": "T", "_ruffs_it": True, **{name: part[name] for name in ("but",) if name in part}}


def _winning_with(part: Part) -> Part | None:
    """“Win” with a card that is described: with the lowest that does."""
    if (part.get("_low") or part.get("does")) not in (LOW, LOWEST, WIN):
        return None
    return {"does": WIN, **{name: part[name] for name in ("of", "but") if name in part}}


def _following(does: Mapping[str, str], **marks: Any) -> Callable[[Part], Part | None]:
    """“Follow” with a card of which only is said how low or high it is."""

    def part(said: Part) -> Part | None:
        if "_low" not in said:
            return None
        return {"does": does[said["_low"]], **marks, **{name: said[name] for name in ("but",) if name in said}}

    return part


def _winning(who: str) -> Part:
    """The condition that somebody is winning: a seat, or a side."""
    return {"partner": True} if who == PARTNER else {"side": who} if who in SIDES else {"winning": (who,)}


SUIT_LED = "(suit|it|them|(to)? (what|whatever) (is led|they lead|somebody leads|was led))?"
SO_FAR = "(yet|already|before me|so far|ahead of me|by then)?"
FALLS = (
    "(falls|drops|lies|has come|shows|shows up|appears|turns up|comes down|comes out|is in it|is in there|comes along)"
)

CONDITIONS: tuple[Rule, ...] = (
    # what is led
    ("{suits}", lambda suits: {"led": suits}),
    (
        "(a|an|the)? {suits} (is|are|was|were|get|gets)? (led|lead|asked|asked for|called for)",
        lambda suits: {"led": suits},
    ),
    ("(is led|led|asked|is played) (is)? {suits}", lambda suits: {"led": suits, "_if": True}),
    ("(whatever|anything|everything|any suit|any card|all suits) (is led|led)", _put(_any_suit=True)),
    ("(whatever|no matter which|no matter what) suit (it is|is led)?", _put(_any_suit=True)),
    ("(whatever|anything|everything|any suit|every suit|all suits|any)", _put(_any_suit=True, _if=True)),
    ("(the|a|an)? {suits} i can not follow", lambda suits: {"led": suits, "follow": CANNOT}),
    ("(no|no more|got no|out of) (trump|trumps) (left)", _put(holds=("T:0:0",), _if=True)),
    ("i (get|win|land|won) (it|the bid|the contract|the auction|the bidding)", _put(_bought=True, _if=True)),
    ("(there is)? no {token} (on offer|available|possible|left)", lambda token: {"taken": token, "_if": True}),
    ("(the lead is|they play|the lead) {suits}", lambda suits: {"led": suits, "_if": True}),
    (
        "(on|to|under|upon) (a|an|any|the|every|each)? {suits} (lead|leads|trick|tricks|round|rounds|is led)?",
        lambda suits: {"led": suits, "_after": True},
    ),
    (
        "(in|with) (a|an|any|the|every|each)? {suits} (lead|leads|trick|tricks|round|rounds)",
        lambda suits: {"led": suits, "_after": True},
    ),
    (
        f"(any|anything|everything|any suit|all suits|all) {NOT} (a|the)? {{suits}} (is led|led|comes)?",
        lambda suits: {"_not_led": suits},
    ),
    (
        f"(on|to|under|for|in) (any|anything|everything|any suit|all suits|all) {NOT} (a|the)? {{suits}} (is led|led)?",
        lambda suits: {"_not_led": suits, "_after": True},
    ),
    (
        "(that|it|those|they|this) (is led|led|is what (is led|they lead|they led|somebody leads|was led)|is the"
        " suit (led)?)",
        _put(_its_suit_led=True, _if=True),
    ),
    (
        "(they|somebody|{whom}) (lead|leads|led) (it|that|that suit|them|those)",
        lambda *who: {"_its_suit_led": True, **({"led_by": who} if who else {}), "_if": True},
    ),
    ("whoever (lead|leads|led|plays|opens|starts) {suits}", lambda suits: {"led": suits}),
    ("{suits} (come|comes) (up)?", lambda suits: {"led": suits, "_if": True}),
    ("(the suit|suit led|the suit led) is {suits}", lambda suits: {"led": suits}),
    (
        "{suits} (is)? (led|played) (by|from) {whom}",
        lambda suits, who: {"led": suits, "led_by": (who,)},
    ),
    ("(it is|is)? led by {whom}", lambda who: {"led_by": (who,), "_if": True}),
    ("(it|it is) (a|an)? {suits}", lambda suits: {"led": suits, "_if": True}),
    (
        "(they|someone|somebody|anyone|anybody|he|she) (lead|leads) {suits}",
        lambda suits: {"led": suits, "_if": True},
    ),
    ("(any other suit|another suit|other suits|any other|any other suit that i have)", _put(_other=True)),
    ("(the)? {card} is (led|lead)", lambda card: {"first": (card,), "_if": True}),
    ("(the)? {card} (led|lead)", lambda card: {"first": (card,), "_if": True}),
    ("(a|an) {rank} (is|was|gets)? (led|lead)", lambda rank: {"_first": rank}),
    ("(on|to|under) (a|an|any) {rank} lead", lambda rank: {"_first": rank, "_after": True}),
    (f"there {IS} (a|an) {{rank}} in (the|this) trick", lambda rank: {"_lies": rank, "_if": True}),
    (f"(a|an) {{rank}} {IS} (in the trick|on the table)", lambda rank: {"_lies": rank, "_if": True}),
    (f"(the)? {{called}} {IS} (in the trick|on the table|lying there)", lambda card: {"lies": (card,), "_if": True}),
    (f"(there {IS} a trump|a trump is) in (the|this) trick", _put(_trump_lies=True, _if=True)),
    # who leads
    ("(on|at|with)? (each|every|my|any) (lead|leads) (of mine)?", _put(leads=True, _after=True)),
    ("in", _put(leads=True, _if=True, _stops=True)),
    (
        "(they|somebody|{whom}) (pull|draw|pulls|draws) (a|any)? (trump|trumps)?",
        lambda *who: {"led": ("T",), **({"led_by": who} if who else {}), "_if": True},
    ),
    (
        "(on|to|in) (a|any|the)? trick (that (is|was)?|which (is|was)?)? has trumped",
        _put(trumped=SOMEBODY, _after=True),
    ),
    ("a trump (is|has)? (been)? (laid|put|down)", _put(trumped=SOMEBODY, _if=True)),
    (
        "(it is)? not {whom} (trick|tricks)",
        lambda who: {"unside": who, "_if": True} if who in (PARTNER, TAKER) else None,
    ),
    (
        "(pull|draw|cash|run|exit with|exit|get off lead with|get out with|attack with|attack|switch to|continue with"
        "|come out with|walk|return|lead|leading|i lead|i am on lead|on lead|on my lead|i am leading|my lead|it"
        " (is)? my lead|i have the lead)",
        _put(leads=True),
    ),
    ("(i on lead|i leading|i am first|i first|i first to play)", _put(leads=True, _if=True)),
    (
        "(i follow|following|not leading|not on lead|i do not lead|i not leading|i am not leading|i not on lead"
        "|somebody else leads"
        "|someone else leads|(somebody|others|the others|they) (lead|leads|start|starts|open|opens))",
        _put(follows=True, _if=True),
    ),
    (
        "(it is)? {whom} (who|that)? (leads|led|lead|leading|is leading|is on lead|on lead|is first|starts|opens"
        "|begins|is the leader|has the lead)",
        lambda who: {"led_by": (who,), "_if": True},
    ),
    ("(on|to|under) {whom} (lead|leads)", lambda who: {"led_by": (who,), "_after": True}),
    ("(on|to|under) {whom} {suits} (lead|leads)?", lambda who, suits: {"led": suits, "led_by": (who,), "_after": True}),
    (
        "{whom} (is|has)? (still)? (yet to play|to play|to come|to act|plays after me|comes after me|sits after me"
        "|behind me|after me|play after me|playing after me)",
        lambda who: {"waited": (who,), "_if": True, "_stops": True},
    ),
    (
        "{whom} (has|have|does)? not (yet)? (has gone|played|acted) (yet|to the trick|before me)?",
        lambda who: {"waited": (who,), "_if": True, "_stops": True},
    ),
    (
        "{whom} (has|have|is)? ((played|plays|acted|comes|went|has gone) (before me|to the trick|to it)?|before"
        " me|in front of me)",
        lambda who: {"acted": (who,), "_if": True, "_stops": True},
    ),
    # following suit
    (f"i (can|may) follow {SUIT_LED}", _put(follow=CAN, _if=True)),
    (f"i (can|may) not follow {SUIT_LED}", _put(follow=CANNOT, _if=True)),
    (
        "i (do not have|have no|have none of|am out of|out of|void in|am void in) (any|the|that)? suit (led)?",
        _put(follow=CANNOT, _if=True),
    ),
    (
        "i (am out|out|am void|void|am void in it|void in it|am unable to follow)",
        _put(follow=CANNOT, _if=True),
    ),
    ("i do not have (it|that|that one|one|them) (any more|anymore)?", _put(_lacks_it=True, _if=True)),
    ("(i have none|none|there is none|i do not have) (left)?", _put(follow=CANNOT, _none=True, _if=True)),
    (
        "(it is)? {suits} (of which|,|and)? i have none (left)?",
        lambda suits: {"led": suits, "follow": CANNOT, "_if": True},
    ),
    ("i (can|may) (trump|ruff) (it)?", _put(follow=CANNOT, _trumping=True, _if=True)),
    (
        "i (have no|have none of|am out of|out of|am void in|void in|do not have|do not have any|have no more)"
        " (any|the)?"
        " {suit} (left)?",
        lambda of: {**({"holds": ("T:0:0",)} if of == "T" else {"led": (of,), "follow": CANNOT}), "_if": True},
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
    (
        "(my|a)? partner or {seats} (is|are)? winning (it|the trick)?",
        lambda seats: {"winning": seats, "partner": True, "_if": True},
    ),
    ("{seats} or (my|a)? partner", lambda seats: {"winning": seats, "partner": True}),
    (
        "{seats} or (my|a)? partner (is|are)? winning (it|the trick)?",
        lambda seats: {"winning": seats, "partner": True, "_if": True},
    ),
    ("{seats} has (it|the trick)", lambda seats: {"winning": seats, "_if": True}),
    (
        "(my|a|our)? (partner|partners|side|somebody on my side|someone on my side) (is|are)? (winning|wins|win|ahead)"
        " (it|the trick)?",
        _put(partner=True, _if=True),
    ),
    ("(my|a)? partner (has|has got|is taking|takes) (it|the trick)", _put(partner=True, _if=True)),
    (
        "(it is|when it is)? (on|to|for|in|under|into)? {whom} (trick|tricks)",
        lambda who: {**_winning(who), "_after": True},
    ),
    ("(on|to|for) (my)? partner", _put(partner=True, _after=True)),
    ("{whom} (is|does|has)", lambda who: {**_winning(who), "_same_who": True, "_if": True, "_stops": True}),
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
    ("(i)? can (win|take|beat) (it|the trick|him|her|them)?", _put(can=CAN, _if=True)),
    ("(i)? can not (win|take|beat) (it|the trick|him|her|them)?", _put(can=CANNOT, _if=True)),
    ("(i)? can (win|take|beat) (it|the trick|him|her|them)? with (it|that)", _put(_wins=True, _if=True)),
    (
        "(i)? can (win|take|beat) (it|the trick)? with a (non trump|plain card|plain suit)",
        _put(can=CAN, _plain=True, _if=True),
    ),
    ("(somebody|nobody) (has|is|does|did|bids)", _put(_flip=True, _if=True)),
    ("somebody (did|has|does|bids)", _put(_it_taken=True, _if=True)),
    ("it has not been (bid|taken|used|said|called)", _put(_if=True)),
    ("(there is (none|not|not one)|none) (there|in the trick)?", _put(_not_so=True, _if=True)),
    ("(he|she|they|it) (is|does|are|has|have|do)", _put(_flip=True, _if=True)),
    ("(it is)? beatable", _put(can=CAN, _if=True)),
    ("i (can|may)", _put(_same=CAN, _if=True)),
    ("i (do|have|am able|am) (some|any|one)?", _put(_same=CAN, _if=True, _stops=True)),
    ("i (can|may) not", _put(_same=CANNOT, _if=True)),
    # trumping
    (
        f"(nobody|no one|none) {IS} (trumped|trumps|ruffed|trump|ruff|has trumped) (it)? {SO_FAR}",
        _put(trumped=NOBODY, _if=True),
    ),
    ("it (is|has)? not (been)? (yet)? (trumped|ruffed) (yet)?", _put(trumped=NOBODY, _if=True, _it=True)),
    (
        f"(somebody|someone|anybody|anyone) {IS} (already)? (trumped|trumps|ruffed) (it)? {SO_FAR}",
        _put(trumped=SOMEBODY, _if=True),
    ),
    (
        "it (is|has)? (already)? (been)? (already)? (trumped|ruffed|beaten by a trump) (already)?",
        _put(trumped=SOMEBODY, _if=True, _it=True),
    ),
    # my place
    ("i (am|play)? (the)? last (to play|to act|the card)?", _put(last=True, _if=True)),
    ("am i (the)? last (one|player|to play)?", _put(last=True, _if=True)),
    ("am i on lead", _put(leads=True, _if=True)),
    ("(playing last|last to play|i play the last card|i am playing last)", _put(last=True, _if=True)),
    # cards that have gone, or are mine
    (
        f"(the)? {{called}} {IS} (already)? (been)? (already)? (played|gone|fallen) (already)?",
        lambda card: {"gone": (card,), "_if": True},
    ),
    (
        f"(the)? {{called}} {IS} not (yet)? (been)? (played|gone|fallen) (yet)?",
        lambda card: {"ungone": (card,), "_if": True},
    ),
    (
        "i (still)? (have|hold|have got|still have|still hold) (the)? {held}",
        lambda card: {"mine": (card,), "_if": True},
    ),
    ("i (do not|no longer) (have|hold) (the)? {called}", lambda card: {"unmine": (card,), "_if": True}),
    ("(the)? {card} held", lambda card: {"held": card, "_if": True}),
    ("(it|that) (holds|held|won|took|is good|has won)", _put(_held=True, _if=True)),
    ("(it|that) (wins|takes)", _put(_held_or_wins=True, _if=True)),
    # points
    (
        "(there (is|are)?)? (more than|over) {number} points (in (it|the trick))?",
        lambda n: {"points": n + 1, "_if": True},
    ),
    ("there (is|are)? {number} points in the trick", lambda n: {"points": n, "_if": True}),
    (
        "(there (is|are)?)? (at least {number}|{number} or more) points (in (it|the trick))?",
        lambda n: {"points": n, "_if": True},
    ),
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
    ("there (is|was)? (already)? (a|an)? {token} (before me)?", lambda token: {"_taken": token, "_if": True}),
    ("(nobody|no one) (has|have)? (bid|bids) (more|higher)", _put(unbeaten=True, _if=True)),
    ("(nobody|no one|none) (else)? (has|have)? (bid|bids) (anything)? (yet|before me)?", _put(bids=NOBODY, _if=True)),
    ("(everybody|everyone|all) (has|have)? (passes|pass|passed)", _put(bids=NOBODY, _if=True)),
    (
        "(somebody|someone|anybody|anyone) (else)? (has|have)? (already)? (bid|bids) (already|before me)?",
        _put(bids=SOMEBODY, _if=True),
    ),
    (
        "(the)? {token} (is|has|was)? (bid|taken|gone|spent|used up|used|not possible|not lawful|not allowed|not free"
        "|not open|not available|too low)",
        lambda token: {"taken": token, "_if": True},
    ),
    (
        "(the)? {token} (is|was)? (possible|lawful|allowed|free|open|available|offered|there|unused|left|not taken"
        "|not gone|not used up|not used)",
        lambda token: {"free": token, "_if": True},
    ),
    (
        "(nobody) (has|have|is)? (bid|bids|gone|goes|said|called)? (above|over|more than|higher than|beyond"
        "|past) (a)? {token}",
        lambda token: {"_next": token, "_if": True},
    ),
    (
        "(somebody|they|an opponent|opponents|the opponents|the others) (has|have|is)? (bid|bids|says|say|said"
        "|calls|call"
        "|called|goes|go) (a|an)? {token} (before (me|it gets to me|my turn)|first)?",
        lambda token: {"taken": token, "_if": True},
    ),
    (
        "{who} (has|have|is)? (bid|bids|says|said|calls|called|goes) (a|an)? {token}",
        lambda who, token: {"bid_by": (f"{who}={token}",), "_if": True},
    ),
    (
        "{who} (has|have|is)? (bid|bids|spoken) (anything|something|at all|anything at all)? (before me)?",
        lambda who: {"bid_by": (who,), "_if": True},
    ),
    (
        "{who} (has|have|is)? (pass|passes|passed) (before me)?",
        lambda who: None if who == OPPONENT else {"passed": (who,), "_if": True},
    ),
    ("{who} (does|has) not (bid|bids)? (pass|passed)", lambda who: {"bid_by": (who,), "_if": True}),
    ("{who} does not bid (anything)?", lambda who: None if who == OPPONENT else {"passed": (who,), "_if": True}),
    (
        "(he|she|they) (pass|passes|passed|has passed|does not bid|has not bid|have passed)",
        _put(_he="passed", _if=True),
    ),
    ("(he|she|they) (bid|bids|has bid|have bid)", _put(_he="bid_by", _if=True)),
    ("(everybody|all) (has|have|is)? (passes|pass|passed) (before me)?", _put(bids=NOBODY, _if=True)),
    ("(everybody|all) (has|have|is)? (passes|pass|passed)", _put(passed=(OTHERS,), _if=True)),
    ("nobody (has|have|is)? (bid|bids|spoken|opened) (anything|at all)? (before me)?", _put(bids=NOBODY, _if=True)),
    ("there (is|has been)? (no bid|been no bid) (before me)?", _put(bids=NOBODY, _if=True)),
    ("there (is|has been)? (a|any|some) bid (before me)?", _put(bids=SOMEBODY, _if=True)),
    ("it (is|was)? (possible|offered|lawful|allowed|there|free|open|on offer)", _put(_if=True)),
    (
        "it (is|has|was)? (used up|used|taken|gone|spent|not possible|not lawful|not allowed|not free|too low"
        "|not there)",
        _put(_it_taken=True, _if=True),
    ),
    (
        "i (got|have|won|took|bought|am in|play) it (for|at|with) (a|an)? {token}",
        lambda token: {"bid_by": (f"me={token}",), "_if": True},
    ),
    # what I hold
    (
        "i have (exactly|just|only) {number} (cards of|of)? {suit}",
        lambda n, of: {"holds": (f"{of}:{n}:{n}",), "_if": True},
    ),
    (
        "(i have|there is|there are) (only)? {number} (cards of|of)? {suit} (or (fewer|less))",
        lambda n, of: {"holds": (f"{of}:0:{n}",), "_if": True},
    ),
    (
        "(i have|there is|there are) (at most|no more than|not more than) {number} (cards of|of)? {suit}",
        lambda n, of: {"holds": (f"{of}:0:{n}",), "_if": True},
    ),
    (
        "(i have|there is|there are) {number} (or (fewer|less)) (cards of|of)? {suit}",
        lambda n, of: {"holds": (f"{of}:0:{n}",), "_if": True},
    ),
    (
        "i have {number} (or more|at least) (cards of|of)? {suit}",
        lambda n, of: {"holds": (f"{of}:{n}:99",), "_if": True},
    ),
    ("i have {number} (cards of|of)? {suit} (or more)", lambda n, of: {"holds": (f"{of}:{n}:99",), "_if": True}),
    (
        "i have at (least|lowest) {number} (cards of|of)? {suit}",
        lambda n, of: {"holds": (f"{of}:{n}:99",), "_if": True},
    ),
    (
        "i have (more than|over) {number} (cards of|of)? {suit}",
        lambda n, of: {"holds": (f"{of}:{n + 1}:99",), "_if": True},
    ),
    (
        "i have (less than|fewer than) {number} (cards of|of)? {suit}",
        lambda n, of: {"holds": (f"{of}:0:{n - 1}",), "_if": True},
    ),
    ("i have (a|an|any|some|at least one) {suit}", lambda of: {"holds": (f"{of}:1:99",), "_if": True}),
    ("i do not have (a|an|any more)? {suit}", lambda of: {"led": (of,), "follow": CANNOT, "_if": True}),
    ("(out of|void in|void of) (the)? {suit}", lambda of: {"led": (of,), "follow": CANNOT, "_if": True}),
    ("(it is)? (my|the)? (first|opening) (card|trick|lead) (of the deal)?", _put(opening=True, _if=True)),
    ("(my card is|i have|i drew|with|it is|for)? (the|a)? {fate}", lambda fate: {"mine": fate, "_if": True}),
    # what lies
    ("(the|this)? {group} (is|are|was)? (lying|lies)? in the trick", lambda cards: {"lies": cards, "_if": True}),
    ("there (is|are|was)? (only)? {group} in the trick", lambda cards: {"lies": cards, "_if": True}),
    ("(it|the trick) (has|contains|holds|has got) {group} (in the trick)?", lambda cards: {"lies": cards, "_if": True}),
    ("{group} in the trick", lambda cards: {"lies": cards, "_if": True}),
    ("{group} (lies|lying|is lying|is) there", lambda cards: {"lies": cards, "_if": True}),
    (f"(the)? {{group}} {FALLS}", lambda cards: {"lies": cards, "_if": True}),
    (f"(the)? {{card}} {FALLS}", lambda card: {"lies": (card,), "_if": True}),
    (
        "(somebody|they|an opponent|opponents) (plays|play|has played|played|puts|put|have played) {group}",
        lambda cards: {"lies": cards, "_if": True},
    ),
    ("{court} is led", lambda cards: {"first": cards, "_if": True}),
    (
        "(somebody|they|he|she|an opponent|the first player|the leader|whoever leads) (leads|lead|led) {court}",
        lambda cards: {"first": cards, "_if": True},
    ),
    (
        "(there is)? (no|without|without a|without any|not a) {kind} (in the trick|there|lying there)?",
        lambda cards: {"unlies": cards, "_if": True},
    ),
    ("{suits} (is)? led without (a|any)? {kind} (in the trick)?", lambda suits, cards: {"led": suits, "unlies": cards}),
    (
        "(it|the trick) (does not have|does not contain|has no|has not) (a|any)? {kind} (in the trick)?",
        lambda cards: {"unlies": cards, "_if": True},
    ),
    (
        "(over|under|onto) (the|a|an|any) {kind} (of it)?",
        lambda cards: {"lies": cards, "_on_a_card": True, "_after": True},
    ),
    ("(over|under|onto) (the)? {card}", lambda card: {"lies": (card,), "_on_a_card": True, "_after": True}),
    ("i have (it|that|that one|the card|it myself)", _put(_mine_it=True, _if=True)),
    ("(for|on)? (everything|anything) else (that)? is led", _put(_other=True)),
    (
        "(on|to|under|with) (the)? next {suits} (lead|trick)",
        lambda suits: {"led": suits, "_once": True, "_after": True},
    ),
    # which trick
    (
        "(the|all|all the|all other|the other|all the other|their|all their)? {allsuits} (is|are|has|have)? (all)?"
        " (has gone|gone|drawn|finished|exhausted|played out)"
        " (from all (three)? of them|of their hands|everywhere)?",
        lambda suits: {"spent": suits, "_if": True},
    ),
    (
        "(nobody|none of the others) (has|have|holds) (any|a)? (more)? {suits} (left|any more|anymore)?",
        lambda suits: {"spent": suits, "_if": True},
    ),
    (
        "(there are|there is)? no (more)? {suits} (is|are)? (out|left out|outstanding|around|about|out there)",
        lambda suits: {"spent": suits, "_if": True},
    ),
    (
        "(they|all of them|these|those) (are|is|have|has)? (all)? (has gone|gone|drawn|finished|exhausted)",
        _put(_those_spent=True, _if=True),
    ),
    (
        "(on|to|under|with|in)? (the|my)? (very)? {nth} {suits} (lead|trick|round|that is led|led|is led|is played)",
        lambda n, suits: {"led": suits, "time": n, "_after": True},
    ),
    ("(on|to|under) (the)? (very)? {nth} {suits}", lambda n, suits: {"led": suits, "time": n, "_after": True}),
    (
        "(on|in|to|at)? (the)? {nth} (round|trick|lead) (of|in) {suits}",
        lambda n, suits: {"led": suits, "time": n, "_after": True},
    ),
    ("(it is|for|on)? (the|my)? (very)? {nth} time (round|around)?", lambda n: {"time": n, "_after": True}),
    (
        "(it is|in|on|at|to|for)? (the|my)? (very)? (last trick but one|last but one trick|second to last trick|second"
        " last trick|second last|penultimate trick|second to last|next to last trick)",
        _put(nth_trick=-2, _after=True),
    ),
    (
        "(it is|in|on|at|to|for)? (the|my)? (very)? {nth} trick (of all|of the deal)?",
        lambda n: {"nth_trick": n, "_after": True} if n > 1 else {"opening": True, "_after": True} if n else None,
    ),
    (
        "(in|on|at|to)? trick (number|no)? {number}",
        lambda n: {"nth_trick": n, "_after": True} if n > 1 else {"opening": True, "_after": True} if n else None,
    ),
    (
        "(it is|in|on|at|to|for|with)? (the|my)? (very)? last (trick|card) (of all|of the deal)?",
        _put(nth_trick=-1, _after=True),
    ),
    ("(at|in) the (very)? end (of the deal)?", _put(nth_trick=-1, _after=True)),
    ("(in|on|for|with|to|under)? (all|the|any|every|each|all the)? other (suit|suits)", _put(_other=True)),
    ("{suits} (do|are|is)", lambda suits: {"led": suits, "_if": True, "_closes": True}),
    ("(everybody|all) before me (has|have)? (passes|pass|passed)", _put(bids=NOBODY, _if=True)),
    (
        "it (comes|gets|is passed|goes) (round|around|back|down)? to me (without a bid|unbid|with no bid|free"
        "|without any bid)",
        _put(bids=NOBODY, _if=True),
    ),
    ("(i am)? (first|next|right) after the leader", _put(position=2, _if=True)),
    (
        "i am (in)? (the)? {nth} (seat|place|position|hand|player)",
        lambda n: {"position": n, "_if": True} if n > 1 else None,
    ),
    ("(my|the|for the|in the|on the|on my|with my)? {longphase}", lambda phase: {"phase": phase, "_opens": True}),
    ("(with|holding|for) (the)? {fate}", lambda fate: {"mine": fate, "_opens": True}),
    (
        "nobody (has|have)? (bid|bids|said|called) (a|an)? {token} (before me)?",
        lambda token: {"free": token, "_if": True},
    ),
    ("somebody (took|takes|has taken|bid|has bid|got|has|gets) it (before me)?", _put(_it_taken=True, _if=True)),
    ("somebody is winning", _put(side=OPPONENT, _if=True)),
    ("(he|she|they) is winning (it)?", _put(_he_wins=True, _if=True)),
    ("(he|she) has (it|the trick)", _put(_he_wins=True, _if=True)),
    ("(it|the trick) (is)? (my)? partner (trick)?", _put(partner=True, _if=True)),
    ("i am not (on lead|on the lead|first|the leader|leading|to lead|first to play)", _put(follows=True, _if=True)),
    ("(playing)? {nth} (to play|in hand|in the trick)?", lambda n: {"position": n, "_if": True} if n > 1 else None),
    (
        "(in|as)? (the)? {nth} (hand|seat|place|position)",
        lambda n: {"position": n} if n > 1 else {"leads": True},
    ),
    ("(in|as)? (the)? last (hand|seat|place|position)", _put(last=True)),
    ("(everybody|all) (has|have)? (played) (before me)?", _put(last=True, _if=True)),
    (
        "(the)? {called} (has|is)? not (been)? (played|gone|fallen|seen|has gone|shown up|appeared|come) (out|up)?",
        lambda card: {"ungone": (card,), "_if": True},
    ),
    (
        "(the)? {called} (is)? (out there|in play|at large|around|to come|not has gone)",
        lambda card: {"ungone": (card,), "_if": True},
    ),
    ("(the)? {called} (has)? (been)? (played|gone|fallen|seen)", lambda card: {"gone": (card,), "_if": True}),
    (
        "(the)? {owntrump} (is|has|lies|is lying)? (been)? (played)? in the trick",
        lambda card: {"lies": (card,), "_if": True},
    ),
    (
        "(somebody|they|an opponent|opponents) (plays|play|has played|played|puts|put|have played) (the)? {owntrump}",
        lambda card: {"lies": (card,), "_if": True},
    ),
    (
        "(they|somebody|he|she|{who}|the first one who plays|the first player|the leader|whoever leads|the first one)"
        " (lead|leads|led|opens|opens with|asks for|starts|starts with) (with|a|in)? {suits}",
        lambda *found: (
            {"led": found[-1], "_if": True}
            if len(found) == 1
            else {"led": found[1], "led_by": (found[0],), "_if": True}
        ),
    ),
    ("(a)? (plain|side|ordinary|normal) suit is led", _put(_plainsuit=True, _if=True)),
    ("(in|on|to|for) (a|any)? (plain|side|ordinary|normal) (suit|suits)", _put(_plainsuit=True, _after=True)),
    ("(plain|side) (suit|suits) (is led)?", _put(_plainsuit=True)),
    ("(in|on|to|under|for|with|of) (the)? {suits} (is led)?", lambda suits: {"led": suits, "_opens": True}),
    ("(i)? (can follow)", _put(follow=CAN, _if=True)),
    ("(i)? (can not follow)", _put(follow=CANNOT, _if=True)),
    ("i can (ruff|trump)", _put(follow=CANNOT, _if=True)),
    (
        "(i (am)?)? (on the lead|to lead|have to lead|must lead|get the lead|get in|am in|have the lead|win the lead)",
        _put(leads=True, _if=True),
    ),
    ("(it is)? my (lead|turn to lead)", _put(leads=True, _if=True)),
    ("i lead", _put(leads=True)),
    ("(i)? (follow|following)", _put(follows=True, _if=True)),
    ("(i (am)?)? last to play", _put(last=True, _if=True)),
    ("i (am|play)? last", _put(last=True, _if=True)),
    (
        "i (am|play|play as)? (the)? {nth} (to play|in the trick)?",
        lambda n: {"position": n, "_if": True} if n > 1 else None,
    ),
    ("(it|that|this|the card|my card) would (win|take) (it|the trick)?", _put(_wins=True, _if=True)),
    ("(it|that|this|the card|my card) (can win|is enough|beats it) (it|the trick)?", _put(_wins=True, _if=True)),
    (
        "(i)? can (win|take|beat) (it|the trick)? (with|without) (a|any|using a)? (trump|trumps|ruffing)",
        _put(_with_trump=True, _if=True),
    ),
    (
        "(i)? can (win|take|beat) (it|the trick)? without (a|any)? (trump|trumps|ruffing|trumping)",
        _put(can=CAN, _plain=True, _if=True),
    ),
    (
        "(the|my|a|an)? {whose} is winning",
        lambda who: {"side": who, "_if": True} if who in (TAKER, OPPONENT) else {"partner": True, "_if": True},
    ),
    (
        "(they|somebody else|the others|the others side) ((is|are)? (winning|wins)|is winning)",
        _put(side=OPPONENT, _if=True),
    ),
    ("(they|somebody else|the others|the others side) (is|are)?", _put(side=OPPONENT, _if=True, _stops=True)),
    ("(it is|it|the trick is) (the)? opponents", _put(side=OPPONENT, _if=True)),
    ("(it is|on|to|in)? (theirs|their tricks|their trick)", _put(side=OPPONENT, _after=True)),
    ("(he|she|they) (does|do|did|has|have|is) not", _put(_flip=True, _not_so=True, _if=True)),
    ("(i (do|have|am|can)|it has|that has|they (can|will)) not", _put(_not_so=True, _if=True)),
    (
        "(nothing|none) (of them|of mine|there)? (does|wins|takes|beats|can|will) (win|take|beat)? (it|the trick"
        "|that)?",
        _put(_loses=True, _if=True),
    ),
    ("(it|that|the card) (does|can|will|would) not (win|take|beat)? (it|the trick|that)?", _put(_loses=True, _if=True)),
    ("(does|do|will|would) not (win|take|beat) (it|the trick)?", _put(_loses=True, _if=True)),
    ("(whatever|anything) (they|somebody|he|she|opponents) (play|plays|lead|leads|put|throw)", _put(follows=True)),
    (
        "((no|out of) {suit} (left|in (my)? hand)|(have)? got no {suit})",
        lambda of: {**({"holds": ("T:0:0",)} if of == "T" else {"led": (of,), "follow": CANNOT}), "_if": True},
    ),
    ("(i)? (have got|got) no (more)? (trump|trumps) (left)?", _put(holds=("T:0:0",), _if=True)),
    (
        "(it|that|this|the card|my card) (wins|takes|beats) (it|the trick) (as it (lies|stands))?",
        _put(_wins=True, _if=True),
    ),
    (
        "no {suit} (of mine)? (would|can|will|does) (win|take|beat) (it|the trick)?",
        lambda of: {"_loses": True, "_if": True},
    ),
    ("i (have to|must|need to) (trump|ruff)", _put(_must_trump=True, _if=True)),
    ("(i am)? void", _put(follow=CANNOT, _if=True)),
    ("we are (losing|behind|not winning) (it|the trick)?", _put(side=OPPONENT, _if=True)),
    ("we ((are)? (winning|ahead|is winning)|(have|hold) it|(have|hold) the trick)", _put(partner=True, _if=True)),
    ("they (have|hold) (it|the trick)", _put(side=OPPONENT, _if=True)),
    ("(he|she|they) (is|has) (winning|is winning)", _put(_flip=True, _if=True)),
    ("nobody has trumped", _put(trumped=NOBODY, _if=True)),
    (
        "(they|somebody|opponents|an opponent) (do|does|have|has) not (trump|ruff|has trumped)",
        _put(trumped=NOBODY, _if=True),
    ),
    ("(it|the trick) (is|has)? not (been)? has trumped", _put(trumped=NOBODY, _if=True, _it=True)),
    ("(it (is)?|the trick)? has trumped", _put(trumped=SOMEBODY, _if=True, _it=True)),
    ("(somebody|an opponent|they) has trumped", _put(trumped=SOMEBODY, _if=True)),
    ("(the)? {called} has gone", lambda card: {"gone": (card,), "_if": True}),
    ("(the)? {called} (has|is) not (gone|been played|fallen|out)", lambda card: {"ungone": (card,), "_if": True}),
    (
        "(the trick|it|there) (has|is worth|is|counts|contains|holds|are) {number} points or more (in the trick)?",
        lambda n: {"points": n, "_if": True},
    ),
    ("(the trick|it) is worth (at least)? {number} (points)? (or more)?", lambda n: {"points": n, "_if": True}),
    ("at (the)? {phase}", lambda phase: {"phase": phase}),
    ("(the)? {phase} (:|,)", lambda phase: {"phase": phase}),
)
"""``_if``: only after “if” or another such word. ``_after``: also without one, behind the action."""

FORCED = (
    "((it is|that is)? (the)? only (card|one) (i may play|i have|left|legal|lawful|possible)?|forced (to)?"
    "|i am forced (to)?"
    "|i have to|i must|(there is)? (nothing else|no other card|no other choice) (is)? (i may play|possible|legal"
    "|lawful|left)?"
    "|as a last resort|no other card (is|can)? (i may play|be played)?|i have nothing else"
    "|(it is)? my (last|only) card)"
)
KEPT = "(keep|save|hold|reserve)"
KEPT_FOR = (
    "(back|safe)? (for)? ((for|to|until|till) (the)? (very)? (last trick|end|last|end of the deal)|for later|in reserve"
    "|if (i may play|i can|possible|i am able to)|as long as (i can|possible|i may play))?"
)
LAYS = "(i)? (will)? (lay away)"
ONE_MORE = (
    "(one (more|higher|over|above) (than)? (the last bid|the last|him|them|the last one|the bid before"
    "|the highest bid|the highest)?|(whatever is)? (the|my)? (minimum|least|lowest|smallest) (bid)? (i can|possible"
    "|i may play)?)"
)
CAP = (
    "(no higher than|not above|not more than|not over|up to|at most|max|maximum|to at most|no more than|not beyond"
    "|not higher than|never above|to a maximum of|with a maximum of)"
)
HOW_MANY = "({number}|both|all)"

DOUBLES = tuple(f"{n}-{n}" for n in "0123456")
"""Of dominoes, the lowest first."""
ACTIONS: tuple[Rule, ...] = (
    # exceptions and remarks
    (
        "(do not|never|not|i do not|i never|no) (play|waste|lead|ruff with|use|put|win with|play away)? (the|my|a"
        "|any)? {called}"
        " (unless {forced}|if i can help it|if i can avoid it)?",
        lambda card, *_: {"_never": (card,)},
    ),
    (
        "(do not|never|i never) (play|waste|lead|use)? (the|my|a|any)? {group} (unless {forced}|if i can help it"
        "|if i can avoid it)?",
        lambda cards, *_: {"_never": cards},
    ),
    ("(the|my)? {called} (only)? (if|when|unless)? {forced}", lambda card, *_: {"_never": (card,)}),
    (
        "(the|my)? {called} (stays|stay|remains|rests|waits|sits) (put|home|at home|in hand|back|in|where it is"
        "|tight|out of it)?",
        lambda card: {"_never": (card,)},
    ),
    (
        "(do not|never) (give|feed|play|throw|put) {whom} (a|an|any|the|my)? {group}",
        lambda who, cards: {**_winning(who), "_never": cards},
    ),
    (
        "(no|never|do not) (trump|trumps) (spent|wasted|used|played)? (on|for|to) (a|any|the)? {suits} (lead"
        "|trick|tricks)?",
        lambda suits: {"led": suits, "_never_trumps": True},
    ),
    ("(the|my)? {called} (never|not at all) (unless {forced})?", lambda card, *_: {"_never": (card,)}),
    (f"{KEPT} (the|my)? (trump|trumps) {KEPT_FOR}", _put(_never_trumps=True)),
    (f"{KEPT} {{several}} {KEPT_FOR}", lambda cards: {"_keeps": cards}),
    (f"{KEPT} {THE} {{group}} {KEPT_FOR}", lambda cards: {"_keeps": cards}),
    ("(no|never|do not|without) (ruff|ruffing|trumping|trump)", _put(_never_trumps=True)),
    ("{suits} (is led)? only", lambda suits: {"_scope": suits}),
    ("only (on|if|for|in)? {suits} (is led)?", lambda suits: {"_scope": suits}),
    ("nothing else (is)? (decided|planned|settled)?", _put(_remark=True)),
    ("no slam", _put(_remark=True)),
    ("(keep|go on|carry on)? (ducking|playing low|following low)", _put(does=LOWEST)),
    (
        "(let it go|let them have it|lose it|lose the trick|let it run|do not win it|do not take it)",
        _put(does=LOWEST),
    ),
    ("(i am)? passing", _put(does=PASS)),
    ("(keep|hold on to|take)? (the lot|them all|all of them|both of them|every card|all cards)", _put(does=EVERYTHING)),
    ("(on|to) (the|my)? {token}", lambda token: {"_place": token}),
    (
        "(feed|give|throw|play|put) (my)? (partner|him|her|them) (the|my|some|all|big|all my)? points",
        _put(does=RICHEST, _partner=True),
    ),
    (
        "(give|feed|play|put|throw) (my)? partner {cards}",
        lambda cards: {"does": PLAY, "tokens": cards, "partner": True},
    ),
    (
        "(beat it|beat) {whom} (if i can)?",
        lambda who: {**_winning(who), "does": WIN},
    ),
    (
        "let {whom} (have|win|take|keep) (it|the trick)?",
        lambda who: {**_winning(who), "does": LOWEST},
    ),
    (f"{PLAYS} (it|that one|that card|that)", _put(does=PLAY, tokens=(IT,))),
    ("(win|take) (it|the trick)? if i can with a double", _put(does=WIN, _doubles=True)),
    # low and high
    (f"{PLAYS} {{described}} (of them)?", lambda part: part),
    (f"{VERB} {{suit}} (back|again|out)?", lambda of: _vague(of)),
    ("{suit} (back|again|out)?", lambda of: _vague(of, _leads=True)),
    ("(from)? (my|the)? {ownsuit}", lambda of: {"does": LOW, "of": of, "_vague": of != SINGLE, "_leads": True}),
    (f"{PLAYS} (everything|all) low", _put(does=LOWEST)),
    (f"{PLAYS} as {{how}} as (possible|i can|i may play|you can)", lambda how: {"does": EXTREME[how]}),
    # ruffing
    (f"(i)? (ruff|trump) {IT_ALL} (with)? {{described}}", _ruffing),
    (
        "(i)? (ruff|trump) (a|any)? {suits} (with)? {described}",
        lambda suits, part: (found := _ruffing(part)) and {**found, "led": suits},
    ),
    (f"{WIN_IT} (if i can)? (with|, with) {{described}}", _winning_with),
    (
        "(i)? (ruff|trump) {suits} with (the)? {trump}",
        lambda suits, card: {"does": PLAY, "tokens": (card,), "led": suits, "_ruffs_it": True},
    ),
    ("(on|for|to)? {suits} with (the)? {trump}", lambda suits, card: {"_ruffs": (suits, card)}),
    # winning
    (
        f"(win|take|beat|go for) (it|the trick)? (with)? {THE} cheapest (card|one|of them)? {WINS}",
        _put(does=WIN),
    ),
    (f"beat it (with)? {THE} cheapest (card|one)? {WINS}?", _put(does=WIN)),
    ("beat it (if i can)? (cheaply)?", _put(does=WIN)),
    ("(win|take) (it|the trick)? (,)? cheaply (as)?", _put(does=WIN)),
    ("(win|take) (it|the trick)? (,)? (cheapest|as cheap as can be)", _put(does=WIN)),
    ("do it (,)? (cheapest|cheaply)?", _put(does=WIN)),
    # points
    (
        f"({PLAYS}|(give|feed|play|put|throw) (partner|him|her|them)) {THE} (most|highest|most of the|big"
        f"|my most) points (i can|i have"
        f"|i may play)?",
        _put(does=RICHEST),
    ),
    (
        f"({PLAYS}|(give|feed|play|put|throw) (partner|him|her|them)) (as many points as (possible|i can|i may play"
        f"|you can))",
        _put(does=RICHEST),
    ),
    (
        f"({PLAYS}|(give|feed|play|put|throw) (partner|him|her|them)) (as few (points)? as (possible|i can|you can"
        f"|i may play))",
        _put(does=POOREST),
    ),
    (
        f"({PLAYS}|(give|feed|play|put|throw) (partner|him|her|them)) {THE} (fewest|least|lowest) points",
        _put(does=POOREST),
    ),
    (
        f"{PLAYS} {THE} card (worth|with) (the)? (most|highest|most points|highest points|most of points)",
        _put(does=RICHEST),
    ),
    (f"{PLAYS} {THE} card (worth|with) (the)? (fewest|least|fewest points|least points)", _put(does=POOREST)),
    (
        "(give|feed|play|put|throw) (my)? {whom} (the|my|some)? {plural}",
        lambda who, cards: {**_winning(who), "does": PLAY, "tokens": cards},
    ),
    ("(give|feed|play|put|throw) (my)? {whom} {described}", lambda who, part: {**_winning(who), **part}),
    (
        "(win|take) only (tricks|a trick) with {group} (in (it|them|the trick))?",
        lambda cards: {"does": WIN, "lies": cards},
    ),
    (
        "(whichever|whatever) double is {how}",
        lambda how: {"does": PLAY, "tokens": DOUBLES[::-1] if how == HIGH else DOUBLES},
    ),
    ("{cards} from the top", lambda cards: {"does": PLAY, "tokens": cards, "leads": True}),
    ("(feed|fatten) (partner|him|her|it|the trick)?", _put(does=RICHEST)),
    # cards
    (f"{PLAYS} {{some}}", lambda cards: {"does": PLAY, "tokens": cards}),
    ("with (the|my|a)? {cards}", lambda cards: {"does": PLAY, "tokens": cards, "_with": True}),
    (f"{PLAYS} {{cards}} (on (it|top|that))?", lambda cards: {"does": PLAY, "tokens": cards}),
    (
        "(i)? (start|begin|open|kick off|lead off|lead out|cash|exit|come|attack|get off lead) (with)? {cards}",
        lambda cards: {"does": PLAY, "tokens": cards, "leads": True},
    ),
    (
        "{cards} to (start|begin|open|lead|kick off) (with)?",
        lambda cards: {"does": PLAY, "tokens": cards, "leads": True},
    ),
    (f"{PLAYS} (the|my)? {{cards}} if i have (it|them)", lambda cards: {"does": PLAY, "tokens": cards}),
    ("{both}", lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard", "_several": True}),
    ("(ruff|trump) (it)? with (the)? {card}", lambda card: {"does": PLAY, "tokens": (card,), "_ruffs_it": True}),
    # with a card
    (
        "{act} (,)? (with|plus|{declare}|and {declare}) {said} (with (it|that))?",
        lambda part, *said: {**part, "also": said[-1]},
    ),
    (
        "(first card :|first :|with my first card) {act} (,)? (with|plus|and|{declare}|and {declare}|, and"
        " {declare}) {said} (with (it|that))?",
        lambda part, *said: {**part, "also": said[-1], "opening": True},
    ),
    ("{act} (and|,)? {signal}", lambda part, said: {**part, "also": said}),
    ("{declare}? {said} with (the|my)? {act}", lambda *found: {**found[-1], "also": found[-2]}),
    (
        "{declare} {said} with (my|the) first (card|trick|play|lead) (and|, and|,)? {act}",
        lambda _, said, part: {**part, "also": said, "opening": True},
    ),
    # laying away, keeping
    (
        "(put|play|throw|drop|i put) {both} (in|into|to|on) (the)? (monte|chien|dog|discard|scart|scarto)",
        lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard"},
    ),
    (
        "{both} (go|goes|can go|will go)? (in|into|to|out|out to|away|away to) (the)? (monte|chien|dog|discard"
        "|scart|scarto)?",
        lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard"},
    ),
    (
        "((at|in) the)? lay away (:)? {both}",
        lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard"},
    ),
    (
        f"{LAYS} {{both}} (in|into|to)? (the)? (monte|chien|dog|discard)?",
        lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard"},
    ),
    # bids and answers
    (
        "(i)? (will|would)? (bid|want|fancy|want to bid|am bidding|go|go to|go for|say|take|make|call|do|use|play"
        "|put|give|pick|choose|announce|open"
        "|open with|come in with|start with|start at|stay at|have)? (a|an|the|my|on)? {tokens}",
        lambda tokens: {"does": TOKENS, "tokens": tokens},
    ),
    (
        "{trumps} (trump|trumps|is trumps|is trump)?",
        lambda token: {"does": TOKENS, "tokens": (token,), "phase": "call", "_ends": True},
    ),
    ("leave it to the clock", _put(does=CLOCK)),
    ("(call :)? {card} is my call", lambda card: {"does": TOKENS, "tokens": (card,), "phase": "call"}),
    (
        "(trumps|trump) (are|is|:|will be|shall be) {trumps}",
        lambda token: {"does": TOKENS, "tokens": (token,), "phase": "call"},
    ),
    ("{trumps} as (trumps|trump)", lambda token: {"does": TOKENS, "tokens": (token,), "phase": "call"}),
    (
        "((in|into|to|on) the)? (chien|dog|monte|discard|scart|scarto) (go|goes|on)? (:)? {both}",
        lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard"},
    ),
    ("{both} , lay away those", lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard"}),
    ("(ruff|trump) (it)? (cheaply|as low as i can)", _put(does=LOW, of="T", _ruffs_it=True)),
    ("not win (it|the trick)?", _put(does=LOWEST)),
    ("i {tokens}", lambda tokens: {"does": TOKENS, "tokens": tokens}),
    (
        "(i)? (am out|am done|am finished|am not bidding|do not bid|stay out|pass|drop out|bow out|fold"
        "|sit it out|sit this out|am passing|no bid from me|nothing from me) (this (one|hand|time|deal|round))?",
        _put(does=PASS),
    ),
    (
        f"(bid|go|i go|i will go|i bid)? ({ONE_MORE} (,)? (but)?)? {CAP} {{token}}",
        lambda token: {"does": TOKENS, "_to": token},
    ),
    (
        f"(bid|go|i go|i will go|i bid)? {{token}} ({ONE_MORE})? (at most|at the most|max|tops|but no more|but not more"
        "|and no more|and not more|is my limit|is the limit)",
        lambda token: {"does": TOKENS, "_to": token},
    ),
    (
        "(take|steal|grab|swap with|change with|exchange with|swap|show|show it to|show to|show with|peek at"
        "|look at|get|have|pick"
        "|choose) {person} (card)?",
        lambda token: {"does": TOKENS, "tokens": (token,)},
    ),
    ("{person}", lambda token: {"does": TOKENS, "tokens": (token,)}),
    (
        "(play|put|use|give)? {token} with (the|my)? {card}",
        lambda token, card: {"does": TOKENS, "tokens": (card, token)},
    ),
    (
        f"{PLAYS} {THE} {{how}} ((token|number) (i have|left|unused|that is left|i may play|of mine|i have left)?"
        "|left|unused|that is left|of mine|i have left)?",
        lambda how: {"_low": how},
    ),
    (
        "(wait|ask|ask me|ask me again|come back to me|check with me|leave it to me|i decide|i choose"
        "|i will choose"
        "|i will decide|i choose myself|choose myself|decide myself|i will see|let me choose|let me decide"
        "|i will tell you|do nothing"
        "|let me know|i want to decide|hold on|hold|ask me then|ask me first|i decide myself"
        "|i will decide then)",
        _put(does=ASK),
    ),
    # low and high
    ("(keep|stay|always|go) {how}", lambda how: {"_low": how}),
    ("(duck|stay under|stay low|duck it|duck everything|duck (every|each) trick)", _put(does=LOWEST)),
    ("(put|play|keep|go|stay) {suits} under", lambda suits: {"does": LOW, "led": suits}),
    ("(duck|go under|stay under) (on|in)? (all|any)? {suits} (tricks)?", lambda suits: {"does": LOW, "led": suits}),
    (
        "follow suit (if i can)? (,)? (with)? {described}",
        _following({LOW: LOW, HIGH: HIGH}, follow=CAN),
    ),
    (
        "follow (suit)? with (the|my|a|an)? {rank}",
        lambda rank: {"does": PLAY, "tokens": (RANK_ALONE + rank,), "follow": CAN},
    ),
    (
        "follow (with)? {described}",
        _following(EXTREME, follows=True, _follows_suit=True),
    ),
    ("{suit} (low|lowest)", lambda of: {"does": LOW, "of": of, "_leads": True}),
    ("{suit} (high|highest)", lambda of: {"does": HIGH, "of": of, "_leads": True}),
    (f"{VERB} (the|my)? {{suit}} (up|down)? from the top", _of(HIGH)),
    (f"{VERB} (the|my)? {{suit}} from the bottom (up)?", _of(LOW)),
    ("{suit} from the top", lambda of: {"does": HIGH, "of": of, "_leads": True}),
    ("{suit} from the bottom", lambda of: {"does": LOW, "of": of, "_leads": True}),
    (
        "{suit} (from the top|from the bottom) (:|,)? {cards}",
        lambda of, cards: {"does": PLAY, "tokens": cards, "_suit_of_all": of, "_leads": True},
    ),
    ("from the top", _put(_low=HIGH, _leads=True)),
    ("from the bottom", _put(_low=LOW, _leads=True)),
    ("{suit} (,)? from the top", lambda of: {"does": HIGH, "of": of, "leads": True, "_led_or_to_lead": True}),
    ("{suit} (,)? from the bottom", lambda of: {"does": LOW, "of": of, "leads": True, "_led_or_to_lead": True}),
    # trumping
    (f"(ruff|trump) {IT_ALL}", _put(does=LOW, of="T", _ruffs_it=True)),
    ("(ruff|trump) (it)? with (the)? {trump}", lambda card: {"does": PLAY, "tokens": (card,), "_ruffs_it": True}),
    ("(overruff|overtrump) (it)?", _put(does=WIN, of="T", _ruffs_it=True)),
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
    ("(go|play|jump|step)? (over|above) (it|him|her|them|that)", _put(does=WIN)),
    ("(go|play|stay)? (under|below) (it|him|her|them|that)", _put(does=LOWEST)),
    (
        f"{PLAYS} (the|my|a|its|his|her)? {{rank}} {OF_THE_LED}",
        lambda rank: {"does": PLAY, "tokens": (RANK_ALONE + rank,), "follow": CAN},
    ),
    (
        f"{PLAYS} (my|the|some|any|all|all my)? {{plural}}",
        lambda cards: {"does": PLAY, "tokens": cards, "_vague": cards == DOUBLES},
    ),
    (
        f"{PLAYS} (my|the|some|any|all|all my)? {{plural}} (from the top|down|in order|from the {{rank}} down)",
        lambda cards, *_: {"does": PLAY, "tokens": cards[::-1] if cards == DOUBLES else cards},
    ),
    (
        f"{PLAYS} (the|my)? {{how}} double (that)? (i have|left)?",
        lambda how: {"does": PLAY, "tokens": DOUBLES[::-1] if how == HIGH else DOUBLES},
    ),
    (f"{WIN_IT} cheaply with (a|any|my)? {{suit}}", _of(WIN)),
    (f"{WIN_IT} if i can", _put(does=WIN)),
    (
        f"{WIN_IT} if i can with (the|my)? (cheapest|lowest|smallest) (card|one)? that (does|wins)",
        _put(does=WIN),
    ),
    (
        f"{WIN_IT} with (the|a|my)? {{called}}",
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
    (f"{PLAYS} {THE} (cheapest (card|one)?|cheaply (card|one))", _put(does=LOWEST)),
    (f"{PLAYS} {THE} cheapest (card|one)?", _put(does=WIN)),
    (f"win (or|else|otherwise) (the|my)? (low|lowest) ({OF_THE_LED})?", _put(does=WIN_OR_LOW)),
    # points
    (f"{PLAYS} (dump|put|throw|give)? (the|my)? (most|biggest|highest) (points|count)", _put(does=RICHEST)),
    ("(dump|put|throw|give|play|smear|feed|pay)? (the|my|some)? (points|big points)", _put(does=RICHEST)),
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
    ("(play|use|throw|put|give|put on) {owntrump}", lambda card: {"does": PLAY, "tokens": (card,)}),
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
    ("(take|steal) (nobody|none|no card|nothing) (is card|card)?", _put(does=NOTHING, _takes=True)),
    (
        "lay away (the|my)? {both}",
        lambda cards: {"does": TOKENS, "tokens": cards, "phase": "discard"},
    ),
    ("answer {typed}", lambda number: {"does": TYPED, "_typed": number}),
    # the rest
    ("(ask|ask me|wait|wait for me|i decide|i will decide|let me decide|leave it to me|i choose)", _put(does=ASK)),
    ("(the)? (clock|what the clock would say|what the clock says|as the clock)", _put(does=CLOCK)),
    (
        "(whatever|anything|any card|whatever , i do not mind|whatever i do not mind|i do not mind"
        "|i do not care|do not care)",
        _put(does=CLOCK, _any=True),
    ),
    ("(i)? (pass|passe|passo|no bid|do not bid|not bid|je passe)", _put(does=PASS)),
    ("(i)? keep (everything|all|both|all of them) (cards)? (whatever they are)?", _put(does=EVERYTHING)),
    (
        "(i)? (keep nothing|nothing|none|keep none|nothing to keep|never keep anything|do not keep anything"
        "|never keep any)",
        _put(does=NOTHING),
    ),
)


ACTS: tuple[Rule, ...] = (
    (f"{PLAYS} {{one}}", lambda card: {"does": PLAY, "tokens": (card,)}),
    (f"{PLAYS} {{described}}", lambda part: part),
)
"""What is played with something that is said."""
OWN_SUITS: tuple[tuple[str, Callable[..., str]], ...] = (
    ("(my|the)? (singleton|singletons|lone card)", lambda: SINGLE),
    ("(my|the|a)? (long|longest|longer) (plain)? suit", lambda: LONG),
    ("(my|the|a)? (short|shortest|shorter) (plain)? suit", lambda: SHORT),
    (
        "(the)? (suit|one|what|whatever) (that)? {who} (has)? (led|opened|started|played|leads) (last|with)?",
        lambda who: LED_BY + who,
    ),
    ("(the)? (suit|one) {who} (has)? last led", lambda who: LED_BY + who),
    ("{who} (last)? (suit|lead)", lambda who: LED_BY + who),
)
"""In place of a suit, one that the cards tell (`OF_MINE`)."""
DECLARE: tuple[Rule, ...] = (
    ("(say|declare|show|announce|call|saying|declaring|showing|announcing|mention|signal|signalling)", lambda: {}),
)


# Holes ---------------------------------------------------------------------------------------------------------------


def holes(game: AnyGame, known: Vocabulary, names: Mapping[int, str]) -> dict[str, Hole]:
    """What fills the holes of the patterns in a plan for this game."""
    called_so = {signs(name) for name in names.values()}
    nobodys = {letter(seat): str(seat) for seat in names if (letter(seat),) not in called_so}

    def one(kind: str) -> Hole:
        def find(text: Text, at: int) -> Iterator[tuple[int, str]]:
            for end in range(at + 1, min(at + known.longest.get(text.word(at), 0), len(text.said)) + 1):
                text.step()
                for meaning in sorted(known.get(tuple(text.said[at:end]), ()), key=lambda one: one.value):
                    if meaning.kind == kind:
                        yield end, meaning.value

        return find

    suit, any_rank, in_full, token, named = map(one, (SUIT, RANK, CARD, TOKEN, SEAT))

    def rank_hole(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A rank; “a” before the name of another is no ace, and “that one” no rank."""
        if not articled(text, at) and not (text.word(at) == "one" and at and text.word(at - 1) in ("that", "this")):
            yield from any_rank(text, at)

    def articled(text: Text, at: int) -> bool:
        return text.word(at) in ("a", "an") and len(text.word(at + 1)) > 1 and any(any_rank(text, at + 1))

    def card(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A card by its code or name, or as its rank “of” its suit, also by the letter of that."""
        found = dict.fromkeys(
            (end, value)
            for end, value in in_full(text, at)
            if not (
                (text.word(at) in NUMBER_WORDS or (at and text.word(at - 1) == "the" and text.word(at).isdigit()))
                and end == at + 2
                and text.word(at + 1) in of_several
            )
        )  # “two clubs” are two of them
        if not game.suits and text.word(at) in NUMBER_WORDS:  # “nine of diamonds”, where there are no suits
            named_so = Text((str(NUMBER_WORDS[text.word(at)]), *text.said[at + 1 : at + 4]), text.holes)
            found |= {(at + end, value): None for end, value in in_full(named_so, 0)}
        if (
            text.word(at).isdigit()
            and tuple(text.said[at + 1 : at + 3]) in OF_TRUMPS
            and f"T{text.word(at)}" in game.words
        ):
            found[at + 3, f"T{text.word(at)}"] = None
        for end, wanted in rank_hole(text, at):
            if text.word(end) == "of":
                suits = [*suit(text, end + 1), (end + 2, text.word(end + 1).upper())]
                found |= {
                    (last, one): None for last, of in suits if of in game.suits and (one := card_of(game, of, wanted))
                }
        yield from found

    of_several = frozenset(ways[0] for of, ways in game.suits.items() if of not in "0123456")

    def seat(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from named(text, at)
        if text.word(at) in nobodys:
            yield at + 1, nobodys[text.word(at)]

    def suits(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Suits, one or several, or those of a colour: “the black suits”."""
        yield from several(suit, (("or",), (",",), ("and",), ("/",), ("&",), ("or", "if")))(text, at)
        start = at + (text.word(at) == "the")
        if (colour := COLOURS.get(text.word(start))) and set(colour) <= set(game.suits):
            begun = text.word(start + 1) in ("suit", "suits", "card", "cards", "ones", "one")
            yield start + 1 + begun, colour

    def several(hole: Hole, joins: tuple[tuple[str, ...], ...]) -> Hole:
        known_joins, longest_join = frozenset(joins), max(map(len, joins))

        def listed(text: Text, at: int, most: int) -> Iterator[tuple[int, tuple[str, ...]]]:
            for end, value in hole(text, at):
                yield end, (value,)
                for then in range(end, min(end + longest_join, len(text.said)) + 1) if most > 1 else ():
                    if tuple(text.said[end:then]) in known_joins:
                        for last, rest in listed(text, then, most - 1):
                            yield last, tuple(dict.fromkeys((value, *rest)))

        return lambda text, at: listed(text, at, LISTED)

    def trump(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A trump that is named by its number, with or without its suit."""
        start = at + 1 if text.word(at) in ("trump", "trumps", "t") else at
        number = NUMBER_WORDS.get(text.word(start), 0) if text.word(start) != "one" else 0
        token_of = f"T{number or text.word(start)}"
        if "T" in game.suits and token_of in game.words:
            yield start + 1, token_of
        if (
            text.word(at).isdigit()
            and tuple(text.said[at + 1 : at + 3]) in OF_TRUMPS
            and f"T{text.word(at)}" in game.words
        ):
            yield at + 3, f"T{text.word(at)}"

    def own_trump(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A trump named as one, or by a number that only a trump has."""
        for end, value in trump(text, at):
            if text.word(at) != "trumps" and (end > at + 1 or int(value[1:]) > HIGHEST_PLAIN):
                yield end, value

    def typed(text: Text, at: int) -> Iterator[tuple[int, str]]:
        if text.word(at) == TYPED_WORD and text.word(at + 1).isdigit():
            yield at + 2, text.word(at + 1)

    def called(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from card(text, at)
        if text.word(at) == "trump":
            yield from trump(text, at)
            yield from ((end, value) for end, value in in_full(text, at + 1) if suit_of(value) == "T")
        if text.word(at).isdigit() and int(text.word(at)) > HIGHEST_PLAIN:
            yield from trump(text, at)
            return
        whole = max((end for end, _ in card(text, at)), default=0)
        for end, value in rank_hole(text, at):
            if end >= whole or value != DOUBLE:
                yield end, RANK_ALONE + value

    def held(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A card that I have. A number without “the” is how many: “if I have two”."""
        for end, value in called(text, at):
            number = value.startswith(RANK_ALONE) and value[1:2].isdigit()
            if text.word(at - 1) == "the" or not (number or text.word(at) == "one"):
                yield end, value

    def suit_called(text: Text, at: int) -> Iterator[tuple[int, str]]:
        for end, value in token(text, at):
            if value in game.suits:
                yield end, value

    def played(text: Text, at: int) -> Iterator[tuple[int, str]]:
        start = at + 1 if text.word(at) in ("the", "my") or articled(text, at) else at
        if text.word(start) in ("the", "my"):
            return
        yield from called(text, start)

    def number(text: Text, at: int) -> Iterator[tuple[int, int]]:
        if text.word(at).isdigit() and len(text.word(at)) < DIGITS:
            yield at + 1, int(text.word(at))

    def listed(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“6 and 7 of batons”."""
        for end, first in rank_hole(text, at):
            if text.word(end) == "and":
                for then, second in rank_hole(text, end + 1 + (text.word(end + 1) == "the")):
                    if text.word(then) == "of":
                        for last, of in suit(text, then + 1):
                            yield (
                                last,
                                (f"{RANK_ALONE}{first}{RANK_ALONE}{of}", f"{RANK_ALONE}{second}{RANK_ALONE}{of}"),
                            )

    def run(text: Text, at: int, most: int = LISTED) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“2, 3 and 4 of hearts”: the ranks, then their suit."""
        start = at + (text.word(at) == "the")
        for end, wanted in rank_hole(text, start):
            found: list[tuple[int, tuple[str, ...]]] = []
            if text.word(end) == "of" or text.word(end) in (",", "and") or any(rank_hole(text, end)):
                for last, of in suit(text, end + 1) if text.word(end) == "of" else ():
                    if card_of(game, of, wanted):
                        found.append((last, (card_of(game, of, wanted),)))
                sign = text.word(end) in (",", "and")
                joined = end + sign + (text.word(end) == "," and text.word(end + 1) == "and")
                for last, rest in run(text, joined, most - 1) if most and text.word(end) != "of" else ():
                    one_suit = {suit_of(token) for token in rest}
                    if len(one_suit) == 1 and (one_card := card_of(game, one_suit.pop(), wanted)):
                        found.append((last, (one_card, *rest)))
            yield from found

    def runs(text: Text, at: int, most: int = LISTED) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, first in [*run(text, at), *((end, (value,)) for end, value in played(text, at))]:
            yield end, first
            for join in (("and",), (",",), (",", "and"), (), ("plus",)) if most else ():
                if tuple(text.said[end : end + len(join)]) == join and any(
                    not one.startswith(RANK_ALONE) for one in first
                ):
                    for last, rest in runs(text, end + len(join), most - 1):
                        yield last, tuple(dict.fromkeys((*first, *rest)))

    def named_cards(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        seen = dict.fromkeys((*runs(text, at), *several(played, BOTH)(text, at)))
        yield from seen

    def long_phase(text: Text, at: int) -> Iterator[tuple[int, str]]:
        for end, value in one(PHASE)(text, at):
            if "-" in value and end > at + 1:
                yield end, value

    def cards(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        yield from several(played, ORDERED)(text, at)
        yield from listed(text, at)

    def token_alone(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A bid: nothing that also names a suit, a rank or a card."""
        if text.word(at) == "a" and text.word(at + 1).isalnum() and text.word(at + 1) not in ("card", "centre"):
            return  # an article
        found = list(token(text, at))
        for end, value in found:
            phrase = known[tuple(text.said[at:end])]
            coded = [one for last, one in found if last == end and signs(one) == tuple(text.said[at:end])]
            if coded and value not in coded:
                continue
            if end == max(last for last, _ in found) and all(meaning.kind == TOKEN for meaning in phrase):
                yield end, value

    def answered(text: Text, at: int) -> Iterator[tuple[int, str]]:
        if not game.trick_game:
            yield from card(text, at)
        yield from token_alone(text, at)

    def number_of(text: Text, at: int) -> Iterator[tuple[int, int]]:
        yield from number(text, at)
        if text.word(at) in NUMBER_WORDS:
            yield at + 1, NUMBER_WORDS[text.word(at)]

    def nth(text: Text, at: int) -> Iterator[tuple[int, int]]:
        if text.word(at) in ORDINALS:
            yield at + 1, ORDINALS.index(text.word(at)) + 1

    def kept(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from called(text, at + (text.word(at) in ("the", "my")))

    def how(text: Text, at: int) -> Iterator[tuple[int, str]]:
        if text.word(at) in HOW:
            yield at + 1, HOW[text.word(at)]

    def side(text: Text, at: int) -> Iterator[tuple[int, str]]:
        start = at + (text.word(at) in ("my", "the", "an", "a", "our"))
        if text.word(start) in ONE_SIDE:
            yield start + 1, ONE_SIDE[text.word(start)]

    def whom(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from seat(text, at)
        yield from side(text, at)

    def who(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from whom(text, at)
        for way in BEFORE_ME:
            if tuple(text.said[at : at + len(way)]) == way:
                yield at + len(way), BEFORE
        for way in AFTER_ME:
            if tuple(text.said[at : at + len(way)]) == way:
                yield at + len(way), AFTER

    def person(text: Text, at: int) -> Iterator[tuple[int, str]]:
        for end, value in named(text, at):
            if letter(int(value)).upper() in game.words:
                yield end, letter(int(value)).upper()
        for end, token_of in token(text, at):
            if len(token_of) == 1 and token_of.isalpha():
                yield end, token_of

    called_kinds = {signs(way): cards_of for way, cards_of in game.kinds.items()}

    def kinds(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Cards that have a name together in this game, such as the Moors."""
        for way, cards_of in called_kinds.items():
            if tuple(text.said[at : at + len(way)]) == way:
                yield at + len(way), cards_of

    def some(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        start = at + (text.word(at) in ("a", "an", "any", "the", "my", "one"))
        yield from kinds(text, start)

    def kind_of_card(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“a king”, “another trump”, “a court card”: all cards of that kind."""
        begun = text.word(at) in ("a", "an", "any", "another", "some", "other", "one")
        start = at + begun
        court = ("court", "card") if text.word(start + 1) == "card" else ("court", "cards")
        if tuple(text.said[start : start + 2]) == court:
            yield (
                start + 2,
                tuple(one for one in game.words if is_card(game, one) and rank(one) in ("J", "N", "Q", "K")),
            )
        for end, wanted in rank_hole(text, start):
            if begun:
                yield end, of_rank(game, wanted)
        if not begun and len(text.word(start)) > 2 and text.word(start).endswith("s"):
            for end, wanted in rank_hole(Text((text.word(start)[:-1],), text.holes), 0):
                if of_rank(game, wanted):
                    yield start + end, of_rank(game, wanted)
        yield from kinds(text, start)
        if begun and (text.word(start) == "trump" or (text.word(start) == "ruff")):
            yield start + 1, of_suit(game, "T")
        if text.word(start) == "double" and "doubles" in game.suits:
            yield start + 1, DOUBLES

    def plural(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“Pages”, “doubles”: all cards of a rank."""
        word = text.word(at)
        if "doubles" in game.suits and word == "doubles":
            yield at + 1, DOUBLES
        elif word.endswith("s") and len(word) > DIGITS:
            for end, wanted in rank_hole(Text((word[:-1],), text.holes), 0):
                if not wanted.isdigit() and of_rank(game, wanted):
                    yield at + end, of_rank(game, wanted)

    def group(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, cards_of in kind_of_card(text, at):
            if not cards_of:
                continue
            yield end, cards_of
            if text.word(end) == "or":
                for last, more in kind_of_card(text, end + 1):
                    yield last, tuple(dict.fromkeys((*cards_of, *more)))
                for last, wanted in rank_hole(text, end + 1):
                    yield last, tuple(dict.fromkeys((*cards_of, *of_rank(game, wanted))))
        for end, first in rank_hole(text, at + (text.word(at) == "the")):
            then = end + 1 + (text.word(end + 1) == "the")
            for last, second in rank_hole(text, then) if text.word(end) == "or" else ():
                for final, of in suit(text, last + 1) if text.word(last) == "of" else ():
                    named_so = tuple(card_of(game, of, wanted) for wanted in (first, second))
                    if all(named_so):
                        yield final, named_so
        for end, listed_cards in several(card_or_the, (("or",),))(text, at):
            if len(listed_cards) > 1:
                yield end, listed_cards

    def court(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, cards_of in group(text, at):
            if cards_of != of_suit(game, "T"):
                yield end, cards_of

    def bare_kind(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, wanted in rank_hole(text, at):
            if of_rank(game, wanted):
                yield end, of_rank(game, wanted)
        if text.word(at) == "trump" and "T" in game.suits:
            yield at + 1, of_suit(game, "T")
        yield from kind_of_card(text, at)

    def card_or_the(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from card(text, at + (text.word(at) == "the"))

    def fate(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        def one_fate(text: Text, at: int) -> Iterator[tuple[int, str]]:
            for end, value in token(text, at + (text.word(at) == "the")):
                if len(value) > 1 and value.isupper():
                    yield end, value

        if not game.trick_game:
            yield from several(one_fate, (("or",), (",",), (",", "or"), ("or", "the")))(text, at)

    def forced(text: Text, at: int) -> Iterator[tuple[int, str]]:
        for end, _ in matches(text, compiled(FORCED), at):
            if end > at:
                yield end, ""

    with_a_card = {
        signs(way): token_of
        for token_of, ways in game.words.items()
        if token_of in WITH_A_CARD or token_of[0] == "+"
        for way in (token_of, *ways)
    }
    longest_said = max(map(len, with_a_card), default=0)

    def with_it(text: Text, at: int) -> Iterator[tuple[int, str]]:
        start = at + (text.word(at) == "the")
        for end in range(start + 1, start + longest_said + 1):
            if (token_of := with_a_card.get(tuple(text.said[start:end]))) and end <= len(text.said):
                yield end, token_of

    def signal(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, token_of in with_it(text, at):
            if token_of[0] != "+":
                yield end, (token_of,)

    found: dict[str, Hole] = {
        "who": who,
        "whom": whom,
        "whose": side,
        "person": person,
        "group": group,
        "court": court,
        "plural": plural,
        "kind": bare_kind,
        "fate": fate,
        "forced": forced,
        "said": several(with_it, (("and",), (",",), (",", "and"), ())),
        "signal": signal,
        "nth": nth,
        "how": how,
        "run": run,
        "some": some,
        "several": several(kept, (("and",), (",",), (",", "and"), ("or",))),
        "suit": suit,
        "suits": suits,
        "allsuits": several(suit, (("and",), (",",), ("&",))),
        "rank": rank_hole,
        "card": card,
        "called": called,
        "held": held,
        "cards": cards,
        "trump": trump,
        "owntrump": own_trump,
        "one": played,
        "both": named_cards,
        "longphase": long_phase,
        "trumps": suit_called,
        "token": token_alone,
        "call": token,
        "tokens": several(
            answered,
            (
                (),
                ("on",),
                ("on", "the"),
                ("on", "my"),
                ("and",),
                ("to",),
                ("to", "the"),
                ("to", "my"),
                ("in", "the"),
                ("at", "the"),
            )
            if not game.trick_game
            else ((),),
        ),
        "seat": seat,
        "seats": several(named, (("or",), (",",))),
        "described": described(game),
        "act": _composed(ACTS),
        "declare": _composed(DECLARE),
        "ownsuit": _composed(OWN_SUITS),
        "phase": one(PHASE),
        "typed": typed,
        "number": number_of,
    }
    found = {name: _remembered(name, hole) for name, hole in found.items()}
    return found | {name: _remembered(name, hole) for name, hole in choosing.holes(game, found).items()}


AFTER_ME = tuple(
    tuple(way.split())
    for way in ("the player after me", "the one after me", "the next player", "left neighbour", "my left neighbour",
                "left hand neighbour", "the player on my left", "my neighbour on the left")
)  # fmt: skip


@cache
def _composed(rules: Sequence[tuple[str, Callable[..., Any]]]) -> Hole:
    """A hole that patterns fill, each with the value that it makes."""
    patterns = Patterns(rules)

    def find(text: Text, at: int) -> Iterator[tuple[int, Any]]:
        for made, (end, values) in patterns.at(text, at):
            if (part := made(*values)) is not None:
                yield end, part

    return find


def _remembered(name: str, hole: Hole) -> Hole:
    """The hole with its ways at each place of a text found once."""

    def ways(text: Text, at: int) -> Iterator[tuple[int, Any]]:
        key = ("hole", name, at)
        if key not in text.memory:
            text.memory[key] = list(hole(text, at))
        yield from text.memory[key]

    return ways


COLOURS = {"black": ("S", "C"), "blacks": ("S", "C"), "red": ("H", "D"), "reds": ("H", "D")}
BOTH = (("and",), ("+",), (",",), (",", "and"), (), ("plus",), ("&",))
OF_TRUMPS = (("of", "trumps"), ("of", "trump"))
NUMBER_WORDS = {
    word: n
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty".split()
    )
}
ORDINALS = "first second third fourth fifth sixth seventh eighth".split()
SIDES = (TAKER, OPPONENT)
ONE_SIDE = {
    "partner": PARTNER, "partners": PARTNER, "taker": TAKER, "opponent": OPPONENT, "opponents": OPPONENT,
}  # fmt: skip
BEFORE_ME = tuple(
    tuple(way.split())
    for way in ("the player before me", "right neighbour", "my right neighbour", "right hand neighbour", "my"
    " neighbour on the right", "the one before me", "whoever is before me", "the previous player",
                "the player on my right", "the last player before me", "player before me")
)  # fmt: skip
_SIGNS = ((), (",",), (".",), (";",))
_NEXT = tuple(
    tuple(way.split())
    for way in (
        *"then|next|nexttime|later|after that|failing that|followed by|or else|or if not".split("|"),
        *"and then|and later|and next|and nexttime|and after that".split("|"),
    )
)
ORDERED = (
    (),
    *(
        (*first, *sign, *following, *article)
        for first in ((), ("first",))
        for sign in _SIGNS
        for following in ((), ("and",), ("before",), ("ahead", "of"), *_NEXT)
        for article in ((), ("the",), ("my",))
        if following in (*_NEXT, ("before",), ("ahead", "of"))
        or (first and following)
        or (sign == (",",) and not following and not article)
    ),
)
"""What may stand between cards that are meant in order."""


def ranks_of(game: AnyGame, part: Part) -> Part | None:
    """A part with “a king is led” written out as all kings; ``None`` if it means nothing in this game."""
    found = dict(part)
    if not game.trick_game and not {"_keeps", "_never_trumps"}.isdisjoint(found):
        return None
    if "_keeps" in found:
        each = ((one,) if one[0] != RANK_ALONE else of_rank(game, one[1:]) for one in found.pop("_keeps"))
        found["_never"] = tuple(card for cards in each for card in cards)
    if "_not_led" in found:
        found["led"] = tuple(of for of in game.suits if of not in found["_not_led"])
        del found["_not_led"]
    if found.pop("_ruffs_it", False):
        found |= {"follows": True} if game.trumps_freely else {"follow": CANNOT}
    if found.pop("_trump_lies", False):
        found["lies"] = of_suit(game, "T")
    if found.pop("_plainsuit", False):
        found["led"] = tuple(of for of in game.suits if of != "T")
    if found.pop("_never_trumps_here", False):
        found["but"] = of_suit(game, "T")
    if found.pop("_never_trumps", False):
        found["_never"] = of_suit(game, "T")
    if "_next" in found:
        bids = [token for token in game.words if token not in DECKS and token not in game.passes]
        following = bids[bids.index(found.pop("_next")) + 1 :]
        found["free"] = following[0] if following else ""
    if "doubles" in game.suits and found.get("_first", DOUBLE) != DOUBLE:
        found["led"] = (found.pop("_first"),)
    for mark, field in (("_first", "first"), ("_lies", "lies")):
        if mark in found:
            found[field] = of_rank(game, found.pop(mark))
    return found


JOINING = HOW.keys() | frozenset("else otherwise or and but then unless except if when until for".split())
ALL_CONDITIONS, ALL_ACTIONS = (*CONDITIONS, *choosing.CONDITIONS), (*ACTIONS, *choosing.ACTIONS)
"""The patterns of cards for tricks, and those of all other asks."""
reserve(lambda: words(pattern for pattern, _ in (*ALL_CONDITIONS, *ALL_ACTIONS)) | known_words() | JOINING)
