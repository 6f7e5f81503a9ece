"""The sentences of plans: each pattern for a condition or an action, and what it puts into a line.

What a pattern finds is a `Part`: fields of a `PlanLine`. Ranks that stand without a suit are kept as ``?10`` until the
line is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..rules import AnyGame
from ..rules.engine import NONE
from . import choosing
from .language import (
    AFTER,
    ASK,
    CAN,
    CANNOT,
    CLOCK,
    DEFENDER,
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
    WIN,
    WIN_OR_LOW,
)
from .matching import words
from .naming import EXTREME, HOW, NOT, OF_THE_LED
from .phrasing import known_words
from .vocabulary import DECKS, DOUBLE, of_rank, of_suit, plays_cards, reserve

Part = Mapping[str, Any]
"""Fields of a line, and marks for the reader that begin with an underscore."""
Rule = tuple[str, Callable[..., Part | None]]

RANK_ALONE = "?"
"""Begins a rank whose suit the line must tell."""
THERE = "there"
"""Of a card of which is said that it is not there: the one to be played, if the line tells of no other."""
GONE = "gone"
"""Of the card to be played, or of one of which was said that it has not gone: now it has."""
FAILING = "failing"
"""Of a card: if it may not be played; of anything else, otherwise."""
IT = f"{RANK_ALONE}it"
"""Stands for the card that the condition names: “if I have the king, play it”."""
THE = "(the|my|a|an|any|that|your)?"
PLAYS = (
    "((i|you|we)? (will|would|can|should|shall)? (play|throw|put|put on|give|use|drop|toss|chuck|lay|pick|choose|go"
    "|contribute|go up|go up with|go with|play with|keep to|stick to|(play|give) (him|her|them|it)))?"
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


def _over(does: str, own: str, other: str) -> Part:
    """A rank on another one of the same suit."""
    return {"does": does, "tokens": (RANK_ALONE + own,), "lies": (RANK_ALONE + other,)}


def _ruffing(part: Part) -> Part | None:
    """“Ruff” with a trump that is described."""
    if part.get("does") == PLAY and all(card[0] == "T" for card in part["tokens"]):
        return {**part, "_ruffs_it": True}
    if part.get("of", "T") != "T" or "T" in part.get("led", ()):
        return None
    does = {LOWEST: LOW, HIGHEST: HIGH}.get(part.get("does", ""), part.get("does") or part["_low"])
    return {"does": does, "of": "T", "_ruffs_it": True, **{name: part[name] for name in ("but", "nth") if name in part}}


def _winning_with(part: Part) -> Part | None:
    """“Win” with a card that is described: with the lowest that does, or with the highest trump, if I can win."""
    if part.get("does") == HIGH and part.get("of") == "T":
        return {**part, "can": CAN}
    if (part.get("_low") or part.get("does")) not in (LOW, LOWEST, WIN):
        return None
    return {"does": WIN, **{name: part[name] for name in ("of", "but") if name in part}}


def _following(does: Mapping[str, str], **marks: Any) -> Callable[[Part], Part | None]:
    """“Follow” with a card of which only is said how low or high it is."""

    def part(said: Part) -> Part | None:
        how = said.get("_low") or ("of" not in said and {LOWEST: LOW, HIGHEST: HIGH}.get(said.get("does", "")))
        if not how:
            return None
        nth = {"does": how, "nth": said["nth"], "follow": CAN} if "nth" in said else {"does": does[how], **marks}
        return {**nth, **{name: said[name] for name in ("but",) if name in said}}

    return part


SIDES = (TAKER, OPPONENT, DEFENDER)


def winning(who: str) -> Part:
    """The condition that somebody is winning: a seat, or a side."""
    return {"partner": True} if who == PARTNER else {"side": who} if who in SIDES else {"winning": (who,)}


SO_FAR = "(yet|already|before me|so far|ahead of me|in front of me|before it gets to me|by then)?"
NEITHER = "(it|that|this|that one|they)? (is|are|was|has|have)?"
FALLS = (
    "(falls|drops|lies|has come|shows|shows up|appears|turns up|comes down|comes out|is in it|is in there|comes along)"
    " (in the trick)?"
)

GONE_SO = "(has gone|played|gone|fallen|seen|shown up|appeared|come out|come down|turned up|dropped|shown)"
LEADS_A = "(lead|leads|led|opens|opens with|asks for|starts|starts with) (with|a|in)?"
LEADS = (
    "(leads|led|lead|leading|is leading|is on lead|on lead|is first|starts|opens|begins|has the lead|started|opened"
    "|plays first|has led) (the trick)?"
)
WINNING = "(is|are)? (winning|wins|win|taking|ahead|on top) (it|the trick)?"
FOE, THEY = "((an|the)? opponent|(the)? opponents)", "(they|the others)"
PLAYED = "(plays|play|has played|played|puts|put|have played|has put|has play)"
SAYS = "(has|have|is)? (bid|bids|says|say|said|calls|call|called|goes|go|gone|taken|took|takes)"
PASSES = "(has|have|is)? (passes|pass|passed)"
AT = "(it is|in|on|at|to|for|with)? (the|my)? (very)?"
ITSELF = "(it|that|this|the card|my card)"
HIGHER = (
    "(higher|bigger|better|stronger|larger|above (it|that|mine)|over (it|that|mine)) (than (it|that one|that|mine))?"
)
LYING = "(in|there|in it|on it|in there|in the trick|on the table|down)?"
IS_LOST = _put(_same=CANNOT, _loses=True)
OVERTAKEN = "overtaken"
IS_OVERTAKEN = _put(_same=CANNOT, _loses=OVERTAKEN)
"""A higher card than mine, or trump, lies in the trick."""
TAKEN = (
    "(is|has|was)? (been)? (bid|said|called|taken|gone|spent|used up|used|not possible|not lawful|not allowed"
    "|not free|not open|not there|not available|not i may play|not (a)? (legal|lawful|possible) bid|too low|impossible"
    "|out of reach|can not be (bid|said|called|made))"
)
FREE = (
    "(is|was)? (possible|lawful|allowed|free|open|on offer|available|offered|there|unused|left|not taken|not gone"
    "|not used|i may play|(a)? (legal|lawful|possible) bid|biddable|(can|may) be (bid|said|called|made)) (here|at this"
    " table)?"
)


def _those(field: str, **marks: Any) -> Callable[[Any], Part]:
    return lambda found: {field: found, **marks}


def _that(field: str, **marks: Any) -> Callable[[Any], Part]:
    return lambda found: {field: (found,), **marks}


def _nth_trick(n: int) -> Part | None:
    """A trick by its number, of at most 24 (with three players of 78 cards)."""
    if not 0 < n <= 24:
        return None
    return {"nth_trick": n, "_after": True} if n > 1 else {"opening": True, "_after": True}


def _ending(n: int) -> Part | None:
    """One of the last tricks, of at least two."""
    return {"ending": n, "_after": True} if 1 < n <= 24 else None


def _place(n: int) -> Part | None:
    return {"position": n} if n > 1 else None


def _time(n: int, suits: tuple[str, ...]) -> Part:
    return {"led": suits, "time": n, "_after": True}


def _led_by(*found: Any) -> Part:
    """Suits, and who leads them if that was said."""
    *who, suits = found
    return {"led": suits, **({"led_by": tuple(who)} if who else {})}


def _passed(who: str) -> Part | None:
    """“An opponent has passed” does not say which."""
    return None if who == OPPONENT else {"passed": (who,)}


def _trumper(who: str) -> Part:
    return {"trumped": SOMEBODY, "_trumper": who}


def _void(of: str) -> Part:
    return {"holds": ("T:0:0",)} if of == "T" else {"led": (of,), "follow": CANNOT}


def _behind_if(means: Callable[..., Part | None]) -> Callable[..., Part | None]:
    def part(*found: Any) -> Part | None:
        said = means(*found)
        return None if said is None else {**said, "_if": True}

    return part


BEHIND_IF: tuple[Rule, ...] = (
    # what is led
    ("(is led|led|asked|is played) (is)? {suits}", _those("led")),
    ("(whatever|anything|everything|any suit|every suit|all suits|any)", _put(_any_suit=True)),
    ("(a|any|some) (suit|card) (is led|led)", _put(_any_suit=True)),
    ("(that|it|those|they|this) (is led|led|is what (is led|they lead)|is the suit (led)?)", _put(_its_suit_led=True)),
    ("(it|it is) (a|an)? {suits} (led|is led|lead)?", _those("led")),
    ("(the (lead|suit|card|suit led|led suit)|what is led) is (a|an)? {suits}", _those("led")),
    ("{suits} falls", lambda suits: None if "T" in suits else {"led": suits}),
    ("it is not (a|an)? {suits}", _those("_not_led")),
    ("{suits} (go|goes|come) first", _those("led")),
    ("(the)? {card} (is)? (led|lead)", _that("first")),
    ("{court} (is)? led", _those("first")),
    (f"they {LEADS_A} {{court}}", _those("first", _they_lead=True)),
    (f"they {LEADS_A} (the)? {{card}}", _that("first", _they_lead=True)),
    (
        f"({{whom}}|somebody) {LEADS_A} (the)? {{card}}",
        lambda *by: {"first": by[-1:], **({"led_by": by[:-1]} if by[1:] else {})},
    ),
    (
        f"({{whom}}|somebody) {LEADS_A} {{court}}",
        lambda *by: {"first": by[-1], **({"led_by": by[:-1]} if by[1:] else {})},
    ),
    ("(somebody|{whom}) (pull|draw|pulls|draws) (a|any)? {trumpsuit}", _led_by),
    ("they (pull|draw) (a|any)? {trumpsuit}", _those("led", _they_lead=True)),
    (
        f"(somebody|{{who}}|the first one (who plays)?|the first player|the leader|whoever leads) {LEADS_A} {{suits}}",
        _led_by,
    ),
    (f"they {LEADS_A} {{suits}}", _those("led", _they_lead=True)),
    (f"(he|she) {LEADS_A} {{suits}}", _those("led", _he_leads=True)),
    # who leads, and who has played
    ("in", _put(leads=True, _stops=True)),
    (
        "it is me (who|that)? (lead|leads|to lead|leading|starts|opens|begins|plays first) (the trick)?",
        _put(leads=True),
    ),
    ("(i (am)?)? (on the lead|to lead|have to lead|must lead|get the lead|get in|am in)", _put(leads=True)),
    ("i (open|start|begin)", _put(leads=True)),
    ("(the trick is|it is) (the|my|a|an)? {whose}", lambda who: {**winning(who), "_stops": True}),
    ("(the trick is|it is) {seat}", lambda who: {"winning": (who,), "_stops": True}),
    ("the trick is (ours|with us)", _put(partner=True)),
    ("the trick is theirs", _put(side=OPPONENT)),
    ("(the|my|a|an)? {whose} (card|cards) is (winning|best|highest|on top)", winning),
    ("{seat} (card|cards) is (winning|best|highest|on top)", _that("winning")),
    ("the lead is (the|my|a)? {whom}", _that("led_by", _stops=True)),
    ("(i not leading|i (am)? not (leading|on lead|in)|not (leading|on lead|in)|i do not lead)", _put(follows=True)),
    ("(i am)? in between", _put(follows=True, waited=(AFTER,))),
    ("(somebody else|someone else|somebody|others|the others) (leads|lead|starts|opens)", _put(follows=True)),
    ("they (leads|lead|starts|opens|are leading|are on lead)", _put(follows=True, _they_lead=True)),
    ("(i (am)?)? (follow|following)", _put(follows=True, _follows_suit=True)),
    (f"(it is)? {{whom}} (who|that)? {LEADS}", _that("led_by")),
    (f"somebody ({WINNING}|is|has|does|did)?", _put(_anyone_else=True, _stops=True)),
    ("the others (do|did|have|has)", _put(_anyone_else=True, _stops=True)),
    (f"{{whom}} or {{whom}} {LEADS}", lambda *who: {"led_by": who}),
    (f"somebody on my side {LEADS}", _put(led_by=(PARTNER,))),
    ("(it is|is)? led by {whom}", _that("led_by")),
    (
        "((somebody|the others) (do|does|(leads|lead) (one|it|them|that)?)|by (somebody|the others|him|her))",
        _put(_others_lead=True),
    ),
    ("by them", _put(_others_lead=True, _they_lead=True)),
    ("they (do|lead)", _put(_others_lead=True, _they_lead=True)),
    ("the rest leads (one|it|them|that)? {all}", _those("_rest_leads")),
    ("the rest leads (a|any)? {suits} {all}", lambda suits, seats: {"led": suits, "_rest_leads": seats}),
    ("it (is|was) {whom}", _those("_it_was")),
    ("{whom} does", _those("_it_was", _stops=True)),
    ("it is (me|my turn)", _put(_it_was="me", _stops=True)),
    (f"{{whom}} {LEADS_A} (it|them|that|those)", _those("_it_was", _leads_it=True)),
    ("it (is|was) somebody", _put(_it_was=SOMEBODY)),
    (
        "{who} (is|has)? (yet to play|to play|to come|to act|(plays|comes|sits|play|playing)? after me|behind me)",
        _that("waited", _stops=True),
    ),
    ("{whom} (has|have) not", _that("waited", _stops=True, _so_acted=True)),
    ("{whom} (is|plays|play|comes|goes|sits) last (to play)?", _that("waited", _at_the_end=True)),
    (
        "{whom} (has|have|does|did)? not (has gone|played|play|acted|go) (to the trick|before me)?",
        _that("waited", _stops=True),
    ),
    (
        "{whom} (has|have|is)? ((played|plays|acted|comes|went|has gone) (before me|to the trick|to it)?|before me"
        "|in front of me)",
        _that("acted", _stops=True),
    ),
    # following suit
    ("(i)? can follow", _put(follow=CAN)),
    ("i (have to|must|am to) follow", _put(follow=CAN)),
    ("i (have to|must|am to) follow", _put(follows=True)),
    ("(i)? can not follow", _put(follow=CANNOT)),
    (
        "(i)? (can neither follow nor|can not follow (or|nor)) (trump|ruff)",
        _put(follow=CANNOT, holds=("T:0:0",)),
    ),
    ("(i (am)? (out|void)|void)", _put(follow=CANNOT, _voids=True)),
    ("i (am)? void in it", _put(follow=CANNOT)),
    ("(i (am)?)? not (out|void) (in it|of it)?", _put(follow=CAN)),
    ("(i have none|none|there is none|i do not have) (left)?", _put(follow=CANNOT, _none=True)),
    ("(no (such)? suit|none of the suit|(i am)? out of (the|that) suit)", _put(follow=CANNOT)),
    ("i (can|may) (trump|ruff) (it)?", _put(follow=CANNOT)),
    ("i (have to|must|need to) trump", _put(_must_trump=True)),
    ("i (have to|must|need to) ruff", _put(_must_trump="ruff")),
    ("i do not have (it|that|that one|one|them|the {rank})", lambda *of: {"_lacks_it": of or True}),
    (
        f"{NEITHER} not (been)? (i may play|possible|lawful|legal|available|free|offered|open)",
        _put(_lacks_it=True),
    ),
    (f"{NEITHER} not (there|left|mine)", _put(_lacks_it=THERE)),
    ("(both|all) (of them)? (is|are|has|have)? (has gone|gone|out)", _put(_lacks_it=True)),
    (
        "(i have (played|spent|used) (it|that|that one)|(it|that one) (is|has been) played"
        "|(that|that one|he|she)? has gone|(he|she) is out|gone)",
        _put(_lacks_it=GONE),
    ),
    (
        "(i)? (have no|have none of|am out of|out of|am void in|void in|do not have|do not have any|have no more)"
        " (any|the|a|one)? {suit} (left)?",
        _void,
    ),
    (
        "(i)? (have no|have none of|am out of|out of|am void in|void in|have no more) (any|the)? {suit} (and|or|nor)"
        " (no)? trumps (left)?",
        lambda of: {**_void(of), "holds": ("T:0:0",)} if of != "T" else None,
    ),
    (
        "(i)? (have no|have none of|am out of|out of|am void in|void in|have no more) (any|the)? {suit} or {suit}"
        " (left)?",
        lambda *of: {"led": of, "follow": CANNOT} if "T" not in of else None,
    ),
    (
        "(no more {suit}|(no|no more) {suit} (left|any more|from me))",
        lambda of: {"led": (of,), "follow": CANNOT} if of != "T" else None,
    ),
    (
        "(i have|i got|got) (any|some|a)? {suit}",
        lambda of: None if of == "T" else {"led": (of,), "follow": CAN, "_has_it": True},
    ),
    ("(a|any|some)? {suit} left", lambda of: {"led": (of,), "follow": CAN} if of != "T" else None),
    ("no {suit}", lambda of: {**_void(of), "_told": True}),
    # who is winning
    (f"{{seat}} {WINNING}", _that("winning")),
    (f"{{seat}} or {{seat}} {WINNING}", lambda *who: {"winning": who}),
    (f"(my|a|our)? (partner|partners|side|somebody on my side) {WINNING}", _put(partner=True)),
    (f"(the|my|a|an)? {{whose}} {WINNING}", winning),
    ("{whom} (is|does|has)", lambda who: {**winning(who), "_same_who": True, "_stops": True}),
    (
        "(the|my|a)? {whom} (is|does|has)? not (winning|win|got|taken) (it|the trick)?",
        lambda who: None if who == OPPONENT else {"unside": who},
    ),
    (
        "{whom} (is|does) not",
        lambda who: None if who == OPPONENT else {"unside": who, "_same_who": True, "_stops": True},
    ),
    ("it is not (ours|our trick|(my)? partner (is|trick)?)", _put(unside=PARTNER)),
    ("(my|a)? partner (has|is)? not (got|taking|have)? (it|the trick) (already|yet)?", _put(unside=PARTNER)),
    (f"(they|somebody else|the others|the others side) {WINNING}", _put(side=OPPONENT)),
    ("(they|somebody else|the others|the others side) (is|are)?", _put(side=OPPONENT, _stops=True)),
    ("they (have|hold) (it|the trick)", _put(side=OPPONENT)),
    ("(the|my|a|an)? {whose} (have|hold) (it|the trick)", winning),
    ("we (do|are|have)", _put(partner=True, _same_who=True, _stops=True)),
    (
        f"{{who}} {PLAYED} {{group}} (down|out|in|on|in the trick)? {SO_FAR}",
        lambda who, cards: {"lies": cards, "laid_by": (who,)},
    ),
    (f"{{who}} {PLAYED} {{inwhole}} (down|out)? {SO_FAR}", lambda who, card: {"lies": (card,), "laid_by": (who,)}),
    (
        f"(he|she|they|opponent|{{seat}}) (is|was|has|did|does)? {choosing.WENT}? (there|on it) (first)?",
        lambda *_: {"_he_there": "theirs"},
    ),
    (
        f"(he|she|they|opponent|{{seat}}) (is|was|has|did|does) not {choosing.WENT}? (there|on it)",
        lambda *_: {"_he_there": "not-theirs"},
    ),
    (
        f"{{who}} {PLAYED} the {{rank}} {SO_FAR}",
        lambda who, rank: {"lies": (RANK_ALONE + rank,), "laid_by": (who,), "_stops": True},
    ),
    ("{whom} (has|have) (the)? {called} in the trick", lambda who, card: {"lies": (card,), "laid_by": (who,)}),
    (f"{{seat}} (has)? has trumped {SO_FAR}", _trumper),
    (f"{{seat}} (trumps|ruffs) (it)? {SO_FAR}", lambda who: {**_trumper(who), "_not_yet": True, "_stops": True}),
    (f"{{who}} (has)? has trumped {SO_FAR}", _put(trumped=SOMEBODY, _by=True)),
    # with which card
    (f"{{whom}} {WINNING} with {{group}}", lambda who, cards: {**winning(who), "best": cards}),
    (
        f"{{whom}} {WINNING} with {{inwhole}} (or {{inwhole}})?",
        lambda who, *cards: {**winning(who), "best": cards},
    ),
    (
        f"{{seat}} or {{seat}} {WINNING} with {{inwhole}}",
        lambda one, other, card: {"winning": (one, other), "best": (card,)},
    ),
    (f"{{inwhole}} {WINNING}", _that("best")),
    (f"{{group}} {WINNING}", _those("best")),
    ("we are (losing|behind|not winning) (it|the trick)?", _put(side=OPPONENT)),
    (f"{THEY} {IS} has trumped (it)? {SO_FAR}", _put(trumped=SOMEBODY, _they=True)),
    (f"{FOE} {IS} has trumped (it)? {SO_FAR}", _put(trumped=SOMEBODY, _foe=True)),
    (f"({THEY}|{FOE}) (trump|trumps|ruff|ruffs) (it)? {SO_FAR}", _put(trumped=SOMEBODY, _not_yet=True)),
    ("we ((are)? (winning|ahead|is winning)|(have|hold) it|(have|hold) the trick)", _put(partner=True)),
    ("it is (ours|our trick|with us|(my)? partner (is|trick)?)", _put(partner=True)),
    ("(he|she|they) is winning (it)?", _put(_he_wins=True)),
    ("(he|she|they) (is|are|does) not (winning|is winning|win) (it|the trick)?", _put(_flip=True, _not_so=True)),
    ("(he|she|they|it) (is|does|are|has|have|do)", _put(_flip=True)),
    ("((he|she|they) (does|do|did|has|have|is)|it (does|did|has)|i (am|do)) not", _put(_flip=True, _not_so=True)),
    ("(it|that|they) (is|are) not (so|the case)?", _put(_not_so=True)),
    # whether I can win
    ("(i)? can (win|take|beat) (it|the trick)? (cheaply)?", _put(can=CAN)),
    ("(i)? can (take|beat) (him|her|them) (cheaply)?", _put(can=CAN, _over_whom_before=True)),
    (
        f"somebody (but|except|other than|not) (my|the|a)? {{whom}} {WINNING}",
        lambda who: None if who == OPPONENT else {"unside": who},
    ),
    ("(i)? can not (win|take|beat) (it|the trick|him|her|them)?", _put(can=CANNOT)),
    (
        "(it|that|this) ((does|will|would) not (win|take|beat it|go over)|is not (enough|high enough)) (it|the trick)?",
        IS_LOST,
    ),
    (f"(there is)? (a|any) {HIGHER} (trump|one) (is|lies|has gone|has been|been)? (played)? {LYING}", IS_OVERTAKEN),
    (f"(there is)? (a|any) trump {HIGHER} (is|lies|has gone|has been|been)? (played)? {LYING}", IS_OVERTAKEN),
    (f"somebody (has)? (put|played|plays|laid|used) a ({HIGHER} trump|trump {HIGHER}|{HIGHER} one)", IS_OVERTAKEN),
    (f"somebody (has)? (trumped|ruffed|gone|trumps) {HIGHER}", IS_OVERTAKEN),
    ("somebody (has)? (overtrumped|overruffed) (me|it|that)?", IS_OVERTAKEN),
    (f"(it|that) (has|is) (been)? (trumped|ruffed) {HIGHER}", IS_OVERTAKEN),
    (f"(there is)? a trump (lies in the trick|{LYING}) that beats (it|that|mine)", IS_OVERTAKEN),
    (
        f"(there is)? a trump (lies in the trick|{LYING}) that beats (the|my)? {{called}}",
        lambda card: {"_same": CANNOT, "_loses": card},
    ),
    ("(it|that) (would lose|can not (win|take|beat) (it|the trick)?)", IS_LOST),
    (
        "(the|my)? {called} ((does|will|would) not (win|take|beat it|go over)|is not (enough|high enough)) (it"
        "|the trick)?",
        lambda card: {"_same": CANNOT, "_loses": card},
    ),
    ("(nothing|none|no card) (i have)? (wins|takes it|beats it|does|will do)", _put(can=CANNOT, _none_wins=True)),
    ("(i)? can not (overtrump|overruff) (it|that)?", _put(can=CANNOT, _none_wins=True)),
    ("(i)? can (win|take|beat) (it|the trick)? with a (non trump|plain card|plain suit)", _put(can=CAN, _plain=True)),
    ("(i)? can (win|take|beat) (it|the trick)? without (a|any)? (trump|trumps|trumping)", _put(can=CAN, _plain=True)),
    (
        f"{ITSELF} (would|will|is (going|sure|certain|bound|set|about|enough) to) (win|take|beat|hold|be (good|enough"
        "|best|winning)) (it|the trick)?",
        _put(_wins=True),
    ),
    (
        f"{ITSELF} (can win|beats it|is (good|high|big|strong)? enough (to win)?) (it|the trick)?",
        _put(_wins=True),
    ),
    ("(it|that) (wins|takes|is good)", _put(_held_or_wins=True)),
    ("(it|that) (wins|takes) (it|the trick)", _put(_wins=True)),
    ("(it|that) (holds|held|won|took|has won)", _put(_held=True)),
    ("(she|he) (holds|held)", _put(_held=True)),
    ("(the)? {card} held", _those("held")),
    ("(the)? {rank} (holds|held|won|wins|took it)", _those("_held")),
    ("i (can|may)", _put(_same=CAN)),
    ("i (can|may) not", _put(_same=CANNOT)),
    ("can not", _put(_same=CANNOT, _stops=True)),
    ("i (do|have|am able|am) (some|any|one)?", _put(_same=CAN, _stops=True)),
    # trumping
    (f"(nobody|no one|none) {IS} (trumped|trumps|ruffed|trump|ruff|has trumped) (it)? {SO_FAR}", _put(trumped=NOBODY)),
    *(
        rule
        for who, mark in (("somebody", {}), (THEY, {"_they": True}), (FOE, {"_foe": True}))
        for rule in (
            (f"{who} (do|does|have|has) not (trump|ruff|has trumped)", _put(trumped=NOBODY, **mark)),
            (f"{who} {PLAYED} {{group}}", _those("lies", **mark)),
            (f"{who} {PLAYED} (the {{called}}|{{owntrump}}) (down|out)?", _that("lies", **mark)),
            (f"{who} {SAYS} (a|an)? {{token}} (before (me|it gets to me|my turn)|first)?", _those("taken", **mark)),
        )
    ),
    ("(it|the trick|a trick)? (is|has)? not (been)? has trumped", _put(trumped=NOBODY, _it=True)),
    (f"(somebody|anybody) (before me)? {IS} (trumped|trumps|ruffed|has trumped) {SO_FAR}", _put(trumped=SOMEBODY)),
    (f"(somebody|anybody) {IS} (trumped|trumps|ruffed|has trumped) it {SO_FAR}", _put(trumped=SOMEBODY, _it=True)),
    ("it (is|has)? (been)? (trumped|ruffed|beaten by a trump)", _put(trumped=SOMEBODY, _it=True)),
    (f"(it (is)?|the trick|a trick)? has trumped {SO_FAR}", _put(trumped=SOMEBODY, _it=True)),
    # my place, and which trick
    ("i (am|play)? (the)? last (to play|to act|the card)?", _put(last=True)),
    ("(last to play|it is the last card (to|of|in) the trick)", _put(last=True)),
    ("(everybody|all others|all three) (has|have) played (before me|to it)?", _put(last=True, _stops=True)),
    ("last (and|,|, and)", _put(last=True, _joins=True)),
    ("(i (am|play|play as)? (the)?|playing)? {nth} (to play|in hand|hand|in the trick)?", _place),
    (
        "(i (am|play)?)? (the)? {nth} or (the)? {nth} (to play|in hand|hand|seat|place|position)?",
        lambda *them: {"_either": tuple({"position": n} for n in them)} if min(them) > 1 else None,
    ),
    ("(it is)? (my|the)? (first (card|trick)|opening (card|trick|lead)) (of the deal)?", _put(opening=True)),
    (
        "(the|all|all the|all other|the other|all the other|their|all their)? {allsuits} (is|are|has|have)? (all)?"
        " (has gone|gone|drawn|finished|exhausted|played out) (everywhere)?",
        _those("spent"),
    ),
    ("all (the|other|the other)? {allsuits} (is|are|has|have)? out", _those("spent")),
    (
        "(they|all of them|these|those) (are|is|have|has)? (all)? (has gone|gone|drawn|run out|ran out)",
        _put(_those_spent=True),
    ),
    # cards that lie there, have gone, or are mine
    (
        f"(the)? {{called}} (or (the)? {{called}})? {IS} (already)? (in the trick|on the table|lying there|there)",
        lambda *cards: {"lies": cards},
    ),
    ("(the)? {called} has gone (to|in|on)? (the same trick|this trick|the trick|in the trick)", _that("lies")),
    ("(the|this)? {group} (is|are|was|has gone)? (lying|lies)? (in the trick|on (it|top)|there|down)", _those("lies")),
    ("there (is|are|was)? (only)? {group} (in the trick|down|on (it|top))", _those("lies")),
    ("somebody has (put|play|played) (the)? {called} (down|out)?", _that("gone")),
    ("(it|(the)? trick|there) (has|is|contains|holds|has got) {group} (in the trick)?", _those("lies")),
    ("i can (win|take|beat) {group}", _those("lies", can=CAN)),
    ("i can (win|take|beat) (the)? {called}", _that("lies", can=CAN)),
    ("(it|(the)? trick|there) (has|is|contains|holds|has got) (the)? {card} (in the trick)?", _that("lies")),
    ("somebody has gone (the)? {card} to (it|the trick)", _that("lies")),
    ("(a|an|any) {kind} has gone", _those("lies", _so_far=True)),
    ("(we|i) have seen (the)? {card} (fall|go|drop|played)?", _that("gone")),
    ("(we|i) have not seen (the)? {card} (fall|go|drop|played)?", _that("ungone")),
    ("(the)? {card} is mine", _that("mine")),
    (f"(the)? {{group}} {FALLS}", _those("lies")),
    (f"(the)? {{card}} {FALLS}", _that("lies")),
    ("(the)? {card} (does|did|has) not (is led|come|fall|fallen|show|appear|drop|falls)", _that("unlies")),
    ("nobody (has|is)? (play|plays|played|put) (a|an|any)? {kind} (in|on|on it|in it)?", _those("unlies")),
    ("there is no {card} in the trick", _that("unlies")),
    ("no {kind} has gone (to|in|on)? (the trick|this trick|in the trick)", _those("unlies")),
    ("(it|(the)? trick) (has|contains|holds|has got) no {kind} (in the trick|there|in)?", _those("unlies")),
    ("nobody (has|is)? (play|plays|played|put) (the)? {called} (down|out|on)?", _that("unlies", _so_far=True)),
    ("nobody (has|is)? (play|plays|played|put) (the)? {called} (down|out|on)?", _that("ungone", _so_far=True)),
    (
        "(there is)? (no|without|without a|without any|not a) {kind} ((or|nor|and no) {kind})? (in the trick"
        "|there|in)?",
        lambda *kinds: {"unlies": tuple(card for kind in kinds for card in kind)},
    ),
    ("(the)? {called} is (already)? in", _that("lies", _stops=True)),
    (f"(the)? {{called}} (has)? (been)? {GONE_SO}", _that("gone")),
    (
        "(both)? (the)? {called} and (the)? {called} (is|are|has|have)? (both|all)? (been)?"
        " (has gone|played|gone|fallen|seen|out)",
        lambda *cards: {"gone": cards},
    ),
    ("(the)? {called} (is|has) out", _that("gone", _told=True)),
    (f"(the)? {{called}} (has|is)? not (been)? ({GONE_SO}|out)", _that("ungone")),
    ("i (have|hold) (the)? {held}", _that("mine")),
    ("i (have no|(do not|no longer) (have|hold)) (the)? {called}", _that("unmine")),
    ("i (have)? (played|spent|used) (the)? {called}", _that("gone")),
    ("(the)? {card} is not (mine|left)", _that("unmine")),
    ("i have (it|that|that one|the card|it myself)", _put(_mine_it=True)),
    ("i have {many} (cards of|of)? {suit}", lambda many, of: {"holds": (f"{of}:{many}",)}),
    ("(my card is|i have|i drew|with|it is|for)? (the|a)? {fate}", _those("mine")),
    # points
    ("{compared} (points (is|are)? (in (it|the trick))?|(is|are)? in the trick)", lambda part: part),
    (
        "(there (is|are)|(it|the trick) (has|contains))? (no|zero) points (in (it|the trick))?",
        _put(counts="<=1", _of_tiles=True),
    ),
    (
        "(there|it|the trick) (is|are|has|contains|holds) (any|some)? points (in (it|the trick))?",
        _put(counts=">1", _of_tiles=True),
    ),
    ("there (is|are)? {amount} (points|in (it|the trick)|points in (it|the trick))", lambda part: part),
    (
        "((it|the trick|there) (has|is worth|is|counts|contains)|worth) {amount} (points)? (in (it|the trick))?",
        lambda part: part,
    ),
    # bids
    ("there (is|was)? (nothing|none|no bid|no bids) (yet|before me|so far)?", _put(bids=NOBODY)),
    ("nothing ((has|is|was) (has bid|bid|said|called)?|has bid|bid|said)", _put(bids=NOBODY)),
    (
        "(only|just|nothing but) (a|an)? {token} (has|is|was)? (has bid|bid|said|called)",
        lambda token: {"taken": token, "_next": token},
    ),
    ("there (is|was)? (a|an)? {token} (before me)?", _those("_taken")),
    ("nobody (has|have)? (bid|bids) (more|higher)", _put(unbeaten=True)),
    ("(nobody|none) (else)? (has|have|is)? (bid|bids|spoken|opened|in) (anything)? (before me)?", _put(bids=NOBODY)),
    ("(there is)? no (bid|bids) (before me|so far)?", _put(bids=NOBODY, _told=True)),
    ("(a|an)? {token} (or (a|an)? {token})? before me", lambda *bids: {"_lowest": bids}),
    (f"(they)? (everybody|everyone|all) (before me)? {PASSES} (before me)?", _put(bids=NOBODY)),
    (
        f"(they)? (everybody|all|{{allothers}}) {PASSES} (before it (gets|comes|is) (round|around|back)? to me)?",
        lambda *_: {"passed": (OTHERS,)},
    ),
    ("(somebody|anybody) (else)? (has|have|is)? (bid|bids|in|opened|opens) (before me)?", _put(bids=SOMEBODY)),
    ("(it|the bid|the bidding) is (at)? {token} or (higher|more|above|over|beyond)", _those("taken")),
    (
        "(it|(the)? (highest|last)? (bid|bidding)|they|somebody) (is|are|has bid|stands|(gets|comes) to me)?"
        " (below|under|less than|lower than)"
        " (a)? {token}",
        lambda token: {"free": token, "_or_none": True},
    ),
    ("there (is|has been)? (a|any|some) bid (before me)?", _put(bids=SOMEBODY)),
    ("nobody (has|have)? (bid|bids|said|called|gone) (a|an)? {token} (before me)?", _those("free")),
    (
        "(it|(the)? (high|highest|last|best)? (bid|bidding) (so far)?) is (at)? ({token} or (less|lower|below|under)"
        "|at most {token}|(not|no) (more|higher) than {token})",
        lambda token: {"_next": token, "_or_none": True},
    ),
    (
        "nobody (has|have|is)? (bid|bids|gone|goes|said|called)? (above|over|more than|higher than|beyond|past) (a)?"
        " {token}",
        _those("_next"),
    ),
    (
        "(somebody|they|it|the bid|the bidding) (has|have|is)? (bid|bids|gone|goes|said|called)? (above|over|more than"
        "|higher than|beyond|past) (a)? {token}",
        _those("_beyond"),
    ),
    (f"(the)? {{token}} (or (more|higher|better|above))? {TAKEN}", _those("taken")),
    ("(a|an)? {token} from (somebody|them|an opponent)", _those("taken")),
    ("the bid is (at)? (a|an)? {token}", lambda token: {"taken": token, "_next": token}),
    ("(it|the bid) is (only|just|at|only at|just at) (a|an)? {token}", lambda token: {"taken": token, "_next": token}),
    (f"(the)? {{token}} {FREE}", _those("free")),
    (f"{{who}} {SAYS} (a|an)? {{token}}", lambda who, token: {"bid_by": (f"{who}={token}",)}),
    ("{who} (outbids|overbids|(goes|bids) over) me", _that("bid_by")),
    ("{who} (has|have|is)? (bid|bids|spoken|in) (anything|something)? (at all)? (before me)?", _that("bid_by")),
    (f"{{seat}} and {{seat}} (both|have both)? {PASSES} (before me)?", lambda *who: {"passed": ("+".join(who),)}),
    (f"{{who}} {PASSES} (before me)?", _passed),
    ("{who} does not bid (anything)?", _passed),
    ("(he|she|they) (pass|passes|passed|has passed|does not bid|has not bid|have passed)", _put(_he="passed")),
    (f"it {FREE}", _put()),
    ("nobody (has|did|does|bids)", _put(_its_free=True)),
    ("there is (one|that|that bid)", _put(_it_taken=True)),
    (f"(it|that|that one) {TAKEN} (by then)?", _put(_it_taken=True)),
    ("(also)? taken", _put(_it_taken=True, _stops=True)),
    ("(it|he|she|they)? has not gone", _put(_not_gone=True)),
    ("(somebody|they) (has|have) had (it|that|that one)", _put(_it_taken=True)),
    (
        "(somebody|they) (is|has|have|are)? (bid|bids|said|says|called|calls|at|on) (that|it) or (more|higher|better"
        "|above)",
        _put(_it_taken=True),
    ),
    ("somebody (beats|beat|has beaten) me to it", _put(_it_taken=True)),
    ("somebody (is|was|gets|got) there (before me|first|ahead of me)", _put(_it_taken=True)),
    ("somebody (did|has|does|bids|is there|(has|have)? (said|called|bid|taken) (that|it|so))", _put(_it_taken=True)),
    (
        "(somebody|they|it) (is|are|has|has gone|goes|gone|went|has bid|bids) (past|above|over|beyond|higher than)"
        " (that|it)",
        _put(_it_taken=True),
    ),
    (
        "i ((got|have|won|took|bought|am in|play) it (for|at|with)|had to (go|bid) (up)? (to)?) (a|an)? {token}",
        lambda bid: {"bid_by": (f"me={bid}",)},
    ),
    ("(i|we) (get|win|land|won) (it|the bid|the contract|the auction|the bidding)", _put(_bought=True)),
)
"""Conditions that stand only behind “if” or another such word."""
CONDITIONS: tuple[Rule, ...] = (
    *((pattern, _behind_if(means)) for pattern, means in BEHIND_IF),
    # what is led
    ("{suits}", _those("led")),
    ("(a|an|the)? {suits} (is|are|was|were|get|gets)? (led|lead|asked|asked for|called for)", _those("led")),
    (
        "((whatever (suit)?|anything|everything|any suit|any card|all suits) (is led|led|they play|they lead)"
        "|whatever (the)? suit)",
        _put(_any_suit=True),
    ),
    (
        "(any other suit|another suit|(all)? (the)? other (suit|suits)|a different suit|any other) (is led)?",
        _put(_other=True),
    ),
    (
        f"(any|anything|everything|any suit|all suits|all) (is)? (led)? {NOT} (a|the)? {{suits}} (is led|led|lead)?",
        _those("_not_led"),
    ),
    ("(a|an) {rank} (is|was|gets)? (led|lead)", _those("_first")),
    ("(on|to|under) (a|an) {rank} (lead|led)", _those("_first", _after=True)),
    ("{suits} (is)? (led|played) (by|from) them", _those("led", _they_lead=True)),
    ("{suits} (is)? (is led|led|played)? (by|from) {whom}", lambda suits, who: {"led": suits, "led_by": (who,)}),
    (
        "{suits} (is)? (is led|led|played)? (by|from) {whom} or {whom}",
        lambda suits, *who: {"led": suits, "led_by": who},
    ),
    ("(by|from) {whom} :", _those("_it_was")),
    ("{suits} (is)? led without (a|any)? {kind} (in the trick)?", lambda suits, cards: {"led": suits, "unlies": cards}),
    ("(in|on|to|for) (a|any)? (plain|side|ordinary|normal) (suit|suits)", _put(_plainsuit=True, _after=True)),
    ("(a|any|the)? (plain|side|ordinary|normal) (suit|suits) (is led|led)", _put(_plainsuit=True)),
    ("(the)? (plain|side|ordinary|normal) (suit|suits) :", _put(_plainsuit=True)),
    ("(in|on)? (the|all|all the|all four|the four)? suits (:|is led|led)", _put(_plainsuit=True)),
    ("(in|on|to|under|for|with|of) (the)? {suits} (is led)?", _those("led", _opens=True)),
    (
        "(on|to|under|upon) (a|an|any|the|every|each)? {suits} (lead|leads|trick|tricks|round|rounds|is led)?",
        _those("led", _after=True),
    ),
    ("failing that", _put(_lacks_it=FAILING, _opens=True)),
    # who leads, and who is winning
    (
        "(pull|draw|cash|run|exit|exit with|get off lead with|get out with|attack|attack with|switch to|continue with"
        "|come out with|walk|return|lead|leading|(i am|i)? (leading|to lead) (next)?|(i am)? on lead|i lead|(on|it"
        "|it is)? my lead)",
        _put(leads=True),
    ),
    ("(on|to|under) {whom} (lead|leads)", _that("led_by", _after=True)),
    ("(on|to|under) the rest leads {all}", _those("_rest_leads", _after=True)),
    ("(on|to|under) their (lead|leads)", _put(follows=True, _they_lead=True, _after=True)),
    ("their (lead|leads) :", _put(follows=True, _they_lead=True)),
    ("(it is|on|to|in|for)? our (own)? (trick|tricks)", _put(partner=True, _after=True)),
    ("(whoever|no matter who) (is winning|leads|led|wins)", _put(follows=True)),
    ("{seats}", _those("winning")),
    ("{seats} or (my|a)? partner", lambda seats: {"winning": seats, "partner": True}),
    ("(my|a|our)? (partner|partners)", _put(partner=True)),
    ("(on|to|for) (my|the|an)? {whose}", lambda who: {**winning(who), "_after": True, "_whose": (who,)}),
    (
        "(on|to|for) {seat}",
        lambda who: {**winning(who), "_after": True, "_on_whom": True, "_whose": (who,)},
    ),
    ("{seats} :", lambda seats: {"winning": seats, "_whose": seats}),
    ("(my|the)? {whose} :", lambda who: {**winning(who), "_whose": (who,)}),
    ("(on|to|in|for) ours", _put(partner=True, _after=True)),
    ("(on|to|for) them", _put(side=OPPONENT, _after=True, _in_contrast=True)),
    ("(on|to|for) (those two|the other two|them two)", _put(side=OPPONENT, _after=True)),
    (
        "(it is|when it is)? (on|to|for|in|under|into)? {whom} (trick|tricks)",
        lambda who: {**winning(who), "_after": True},
    ),
    ("(on)? (the|an)? (enemy|opponents|opponent) (trick|tricks)?", _put(side=OPPONENT, _after=True)),
    ("((on)? the others (trick|tricks)|on the others)", _put(side=OPPONENT, _after=True, _not_them=True)),
    ("(it is|on|to|in)? (theirs|their tricks|their trick)", _put(side=OPPONENT, _after=True, _theirs=True)),
    ("(i am)? (trumping|ruffing) :", _put(of="T", _ruffs_it=True)),
    ("with {group} in the trick", _those("lies", _after=True)),
    ("(on|onto|under|over) {group}", _those("lies", _after=True, _on_it=True)),
    ("(on|onto|under|over|to) (the|a) {called}", _that("lies", _after=True, _on_it=True)),
    # my place, and which trick
    (
        "(in|as)? (the)? {nth} (hand|seat|place|position|player)",
        lambda n: {"position": n} if n > 1 else {"leads": True},
    ),
    ("(the)? last :", _put(last=True)),
    ("((on|for|in)? my (own)? (leads|lead)|leads :)", _put(leads=True)),
    ("(in|as)? (the)? last (hand|seat|place|position|player)", _put(last=True)),
    ("{nth} to play", _place),
    (
        "(on|to|under|with|in)? (the|my)? (very)? {nth} {suits} (lead|trick|round|that is led|led|is led) (that is"
        " led)?",
        _time,
    ),
    ("(on|to|under) (the)? (very)? {nth} {suits}", _time),
    (
        "(on|to|at|for|in) (the)? next {suits} (lead|trick|round|that is led|led|is led)?",
        _those("led", _once=True, _after=True),
    ),
    ("(the)? (very)? first {suits} :", lambda suits: _time(1, suits)),
    ("(on|to|in|for)? (any|all|the)? other {suits} (lead|leads|trick|tricks|led|is led)", _those("led")),
    ("(on|to|in|for) (any|all|the)? other {suits}", _those("led", _after=True)),
    ("(on|in|to|at)? (the)? {nth} (round|trick|lead) (of|in) {suits}", _time),
    ("(on|in|at|for)? (my|the)? {nth} lead", _those("time", leads=True, _after=True)),
    ("(it is|for|on)? (the|my)? (very)? {nth} (time (round|around)?|round)", _those("time", _after=True)),
    (
        "(on|in|to)? (the)? {nth} (trick|round|time) (that|where|when|in which)? (somebody|they) (leads|lead|led)"
        " {suits} (to|in)?",
        _time,
    ),
    ("(on)? the {nth}", _those("time", _after=True, _again_then=True)),
    ("{nth}", _those("time", _again_then=True, _not_of_another=True)),
    (f"{AT} {{nth}} trick (of all|of the deal)?", _nth_trick),
    (f"{AT} trick (number|no)? {{number}}", _nth_trick),
    ("from (the)? {nth} (one|trick|time|lead)? (on|onwards)", _those("_from_then", _after=True)),
    (f"{AT} last (trick|card) (of all|of the deal)?", _put(nth_trick=-1, _after=True)),
    (
        "(it is|in|on|at|to|for|with)? (one of)? (the|my)? (very)? last {number} (tricks|cards) (of all|of the deal)?",
        _ending,
    ),
    ("(at|in) the (very)? end (of the deal)?", _put(nth_trick=-1, _after=True)),
    (
        f"{AT} (last trick but one|last but one trick|penultimate trick|next to last trick|(second|second to) last"
        " (trick)?)",
        _put(nth_trick=-2, _after=True),
    ),
    # phases
    ("at (the)? {phase}", _those("phase")),
    ("(the)? {phase} (:|,)", _those("phase")),
    ("(my|the|for the|in the|on the|on my|with my)? {longphase}", _those("phase", _opens=True)),
)
"""``_after``: also without “if”, behind the action. ``_opens``: never behind “if”."""

FORCED = (
    "((it is|that is)? (the)? only (card|one) (i may play|i have|left|legal|lawful|possible)?|(i am)? forced (to)?|i"
    " have to|i must|(there is)? (nothing else|no other card) (is)? (i may play|possible|legal|lawful|left)?|as a last"
    " resort|no other card (is|can)? (i may play|be played)?|(i have|there is (truly)?) nothing else|(it is)? my"
    " (last|only)"
    " card)"
)
IF_AVOIDABLE = (
    "(unless {forced}|if i can help it|if i can avoid it|if (at all)? avoidable|if it can be (avoided|helped))?"
)
KEPT = "(keep|save|hold|reserve)"
KEPT_FOR = (
    "(back|safe)? (for)? ((for|to|until|till) (the)? (very)? (last trick|end|last|end of the deal)|for later|in reserve"
    "|if (i may play|i can|possible|i am able to)|as long as (i can|possible|i may play))?"
)
ONE_MORE = "(by one (if)?|(whatever is)? (the|my)? (minimum|least|lowest|smallest) (bid)? (i can|possible|i may play)?)"
BIDS = "((i (will|would)?)? (keep)? (bid|bidding|go|going))"
UP_TO = "((to)? at most|max|(to|with)? (a)? maximum (of)?)"
BY_ONE = "(by ones|in ones|one at a time|one by one|step by step|(a|one) (point|step|bid) at a time)?"
AS_FAR_AS = f"({UP_TO}|up to|as (high|far) as)"
LIMIT = "((no|not|never) (higher|more) than|not (above|over|beyond)|(do not|never) (go)? (past|over|above|beyond))"
TOPS = (
    "(at most|at the (very)? (most|outside)|max|maximum|tops|is (my|the) limit"
    "|(and|but)? ((no|nothing) (more|further|higher)|not (further|(past|beyond|above|over|higher than) (it|that))))"
)
ONE_STEP = "(by)? (one|a) (step|notch|point|bid)? (more|higher|over|above|up|better|beyond|on|further)"
OVER_THEM = (
    f"({ONE_STEP} (over|than|above|on)?|raise|overbid|outbid) (the others|them|they|everybody|(whatever"
    f"|whoever|what"
    "|any) (they|somebody|the others)? (bid|bids|say|says|is bid|has bid))"
)
OVER_THAT = (
    f"((i will)? (keep)? (raise|raising|raise (it|that|them)|raise the bid|overbid|outbid (it|that)) (by one|by a"
    f" (step|point))?"
    f"|{ONE_STEP} (than|over|on)? (it|that|(the)? (last|highest|previous|current) (bid|one)?|the bid|the one before)?"
    " (before me)?|whatever (it takes|is needed|is necessary))"
)
UNLESS_OVER = "unless (it|that) (goes|takes me|gets|is|comes to) (over|above|past|beyond|higher than|more than)"
GIVE = "(give|feed|play|put|throw)"
ALL_OF_IT = "(everything|all the points|all my points|as much as|as many points as) (i have|i can|possible|i may play)?"
NONE_OF_IT = "(nothing|as little as (i can|possible)|as few points as (i can|possible))"
GIVES = f"({PLAYS}|{GIVE} (partner|him|her|them))"
AWAY = "(in|into|to|out|out to|away|away to) (the)? (monte|chien|dog|discard|scart|scarto)?"

DOUBLES = tuple(f"{n}-{n}" for n in "0123456")
"""Of dominoes, the lowest first."""


def _plays(**marks: Any) -> Callable[[Any], Part]:
    """A card to be played, or cards in order."""
    return lambda cards: {"does": PLAY, "tokens": (cards,) if isinstance(cards, str) else cards, **marks}


def _says(**marks: Any) -> Callable[[Any], Part]:
    """An answer of one part, or of several."""
    return lambda tokens: {"does": TOKENS, "tokens": (tokens,) if isinstance(tokens, str) else tokens, **marks}


def _up_to(*found: Any) -> Part:
    return {"does": TOKENS, "_to": found[-1]}


def _limited(token: str) -> Part:
    """A limit alone: of numbers all up to it are bid, but a named bid needs a hand."""
    return {**_up_to(token), "_caps": not token.isdigit()}


def _ruffing_a(suits: tuple[str, ...], part: Part) -> Part | None:
    return (found := _ruffing(part)) and {**found, "led": suits}


ACTIONS: tuple[Rule, ...] = (
    # exceptions and remarks
    (
        "(do not|never|not|i do not|i never|no) (play|waste|lead|ruff with|use|put|win with|play away)? (the|my|a|any)?"
        f" {{called}} {IF_AVOIDABLE}",
        lambda card, *_: {"_never": (card,)},
    ),
    ("(the|my)? {called} (only)? (goes|go)? (if|when|unless)? {forced}", lambda card, *_: {"_never": (card,)}),
    (
        "(the|my)? {called} (never|not at all|stays (home|at home|put|in my hand)) (unless {forced})?",
        lambda card, *_: {"_never": (card,)},
    ),
    (
        f"(do not|never) (play|waste|lead|use|put) (a|an|any|the|my)? {{group}} {IF_AVOIDABLE}",
        lambda cards, *_: {"_never": cards},
    ),
    (
        "(no|not|never|without) (a|any)? {counters}",
        lambda cards: {"does": LOWEST, "but": cards, "_forbids": True},
    ),
    (f"{KEPT} (the|my)? (trump|trumps) {KEPT_FOR}", _put(_never_trumps=True)),
    (f"{KEPT} {{several}} {KEPT_FOR}", _those("_keeps")),
    (f"{KEPT} {THE} {{group}} {KEPT_FOR}", _those("_keeps")),
    ("(no|never|(i)? do not (want to)?|without) (ruff|ruffing|trumping|trump)", _put(_never_trumps=True)),
    (f"no trumps {IF_AVOIDABLE[:-1]}", _put(_never_trumps=True)),
    ("only (on|if|for|in)? {suits} (is led)?", _those("_scope")),
    (
        "((that|this|it) (is|goes|counts|holds))? (for|in|on)? {suits} (lead|leads|is led|led)? only :?",
        _those("_scope"),
    ),
    ("(in|on|for) {suits} ,? that is", _those("_scope")),
    (
        "(nothing to (declare|show|announce) (from me)?"
        "|leave (the)? (rest|others)|nothing else (is)? (decided|planned|settled)?"
        "|(nothing|no (other|further|more)? (plan|plans|instructions|orders)) (else|more|further)? (is)?"
        " (decided|planned|settled|fixed|to say|from me)? (yet)? (for|on|about|in|to) (the|all|any)? (other|others|rest"
        "|else) (leads|lead|suits|suit|things|tricks|cards|cases)?|no (other|further|more) (plans|instructions|orders)"
        "|nothing (else|more) from me"
        "|no (slam|signal|signals|declaration|declarations)"
        "|(i)? (do not|never|not|no) (declare|announce|show|declaring|announcing|showing) (anything|any|at all)?"
        "|(declare|announce|show|say|signal) nothing)",
        _put(_remark=True),
    ),
    # cards
    (f"{PLAYS} (it|that one|that card|that)", _put(does=PLAY, tokens=(IT,))),
    (f"{PLAYS} {{some}}", _plays()),
    (
        f"{PLAYS} {{cards}} (on (it|top|that)|in (this|that)? order|(,)? one (after the other|by one|at a time))?",
        _plays(),
    ),
    ("(these|those|cards)? (in (this|that) order)? :? {cards}", _plays()),
    ("answer (the|my)? {cards}", _plays()),
    (f"{PLAYS} {{one}} card", _plays()),
    ("(my|the)? (first|opening) card (:|is|,)? {act}", lambda part: {**part, "opening": True}),
    ("{cards} to a trick", _plays(_to_a_trick=True)),
    (
        "(the)? first (one)? (of (these|those|them))? (that|which)? (is|i can)? (lawful|legal|possible|i may play"
        "|play)? (of)? :? {cards}",
        _plays(_first_lawful=True),
    ),
    ("with (the|my|a)? {cards}", _plays(_with=True)),
    (
        "(i)? (start|begin|open|kick off|lead off|lead out|cash|exit|come|attack|get off lead) (with)? {cards}",
        _plays(leads=True),
    ),
    ("{cards} to (start|begin|open|lead|kick off) (with)?", _plays(leads=True)),
    ("{cards} from the top", _plays(leads=True)),
    (
        "{one} (now|first) (,|and|, and)? {one} (after that|then|next|afterwards|later)?",
        lambda *cards: {"does": PLAY, "tokens": cards, "_in_turn": True, "_soon": True},
    ),
    (
        "{one} first (,|and|, and)? {one} (second|after|next|afterwards|later|after that)",
        lambda *cards: {"does": PLAY, "tokens": cards, "_in_turn": True, "_soon": True},
    ),
    (
        "{one} , {one} (then|after that|afterwards|later|nexttime)",
        lambda *cards: {"does": PLAY, "tokens": cards, "_in_turn": True},
    ),
    (f"{PLAYS} (my|the|all my)? {{plural}} (first)? (,)? from the top", lambda cards: _plays()(cards[::-1])),
    (f"{VERB} {{suit}} {{rank}}", lambda of, rank: {"does": PLAY, "tokens": (RANK_ALONE + rank,), "_of_the_led": of}),
    (
        "{suit} (from the top|from the bottom) (:|,)? {cards}",
        lambda of, cards: {"does": PLAY, "tokens": cards, "_suit_of_all": of, "_leads": True},
    ),
    (
        f"{PLAYS} (the|my|a|its|his|her)? {{rank}} {OF_THE_LED}",
        lambda rank: {"does": PLAY, "tokens": (RANK_ALONE + rank,), "follow": CAN},
    ),
    (
        f"{PLAYS} (my|the|some|any|all|all my)? {{plural}}",
        lambda cards: {"does": PLAY, "tokens": cards, "_vague": cards == DOUBLES},
    ),
    (
        f"{PLAYS} (the|my)? {{how}} double (that)? (i have|left)?",
        lambda how: {"does": PLAY, "tokens": DOUBLES[::-1] if how == HIGH else DOUBLES},
    ),
    # low and high
    (f"{PLAYS} {{described}} (of them|back)?", lambda part: part),
    (
        f"{PLAYS} {THE} {{how}} (left|unused|that is left|of mine|i have left)?",
        _those("_low"),
    ),
    (
        f"{PLAYS} {THE} {{how}} (token|number) (i have|left|unused|that is left|i may play|of mine)?",
        _those("_low", _noun_of="tokens"),
    ),
    ("{how} (card|one)? (in|on) (the)? {suits}", lambda how, suits: {"_low": how, "led": suits}),
    ("{how} (card|one)? (in|on) (all|all the|all four|the four) (plain)? suits", _those("_low", _plainsuit=True)),
    (f"{VERB} (my|the|all|all my|all the)? {{suit}} (back|again|out)?", lambda of: _vague(of)),
    ("{suit} (back|again|out)?", lambda of: _vague(of, _leads=True)),
    ("follow suit (if i can)? (,)? (with)? {described}", _following({LOW: LOW, HIGH: HIGH}, follow=CAN)),
    ("follow with {cards}", _plays(follows=True)),
    (
        "(follow|cover|answer|meet) (a|an|the)? {suits} (lead|leads)? with {act}",
        lambda suits, part: {**part, "led": suits},
    ),
    ("follow (with)? {described}", _following(EXTREME, follows=True, _follows_suit=True)),
    (f"{PLAYS} {THE} (cheapest (one)?|cheaply one)", _put(does=LOWEST)),
    (f"{PLAYS} {THE} (cheapest|cheaply) card", _put(does=LOWEST, _noun_of="cards")),
    (
        "(duck|under|stay under|(stay|keep) low|duck it|duck everything|duck (every|each) trick)",
        _put(does=LOWEST, _aim=True),
    ),
    (
        "(let (them|him|her) ((have|win|take) the trick)?|lose (it|the trick)|let it run)",
        _put(does=LOWEST, _aim=True),
    ),
    (
        "((let|leave) it (go|there)|leave it|let (them|him|her) (have|take|keep) it|(they|he|she) can (have|keep) it)",
        _put(does=LOWEST, _leaves=True, _aim=True),
    ),
    ("(do not bother (with it)?|(try to)? lose (it|the trick|every trick)?)", _put(does=LOWEST)),
    ("leave it (to|with|for) (him|her|them|{whom})", _put(does=PASS, _leaves=True)),
    (
        "(do not|never) (waste|spend|throw|give) (anything|points) (on (it|that|him|her|them))?",
        _put(does=LOWEST, _aim=True),
    ),
    (
        "(do not|never) (waste|spend|throw|give) (anything|something)? (good|good cards|a good card) (on (it|that|him"
        "|her|them))?",
        _put(does=LOWEST, _forbids=True),
    ),
    (
        "(not|do not|never|avoid|avoid to|try not to) (win|take|winning|taking)"
        f" (it|the trick|a trick|tricks|anything|any tricks)? {IF_AVOIDABLE}",
        _put(does=LOWEST, _aim=True),
    ),
    ("let {whom} (have|win|take|keep) (it|the trick)?", lambda who: {**winning(who), "does": LOWEST}),
    (
        "(do not|never) (win|take|beat|beat it|overruff|overtrump|(go|play) over) {whom} (card|cards|trick|tricks)?",
        lambda who: {**winning(who), "does": LOWEST},
    ),
    ("(i)? do not", _put(_reverse=True, _ends=True)),
    ("(put|play|keep|go|stay) {suits} under", _those("led", does=LOW)),
    ("{suit} (low|lowest)", _those("of", does=LOW, _leads=True)),
    (
        "{ownsuit} (,)? (the|a|my)? {how} (one|ones|card|cards)?",
        lambda of, how: {"does": how, "of": of},
    ),
    ("(play)? {suit} from the top", _those("of", does=HIGH, _leads=True)),
    ("{suit} (,)? from the top", _those("of", does=HIGH, leads=True, _led_or_to_lead=True)),
    ("{suit} (,)? from the bottom", _those("of", does=LOW, leads=True, _led_or_to_lead=True)),
    (f"{VERB} (the|my)? {{suit}} from the bottom (up)?", _those("of", does=LOW)),
    ("(the|my) {suit} from the bottom (up)?", lambda of: {"does": LOW, "of": of, "_of_the_led": of}),
    ("(the|my) {suit} from the top (down)?", lambda of: {"does": HIGH, "of": of, "_of_the_led": of}),
    # trumping
    (f"(ruff|trump) {IT_ALL} (cheaply|cheapest|with (the)? cheapest)?", _put(does=WIN, of="T", _ruffs_it=True)),
    (f"(i)? (ruff|trump) {IT_ALL} (with)? {{described}}", _ruffing),
    ("(i)? (ruff|trump) (a|any)? {suits} (with)? {described}", _ruffing_a),
    ("(ruff|trump) (it|them|that|him|her)? with (the)? {trump}", _plays(_ruffs_it=True)),
    ("(ruff|trump) (it)? with (the)? {card}", _plays(_ruffs_it=True)),
    ("(ruff|trump) (it)? with {some}", lambda cards: {"does": PLAY, "tokens": cards, "_ruffs_it": True}),
    (
        f"{PLAYS} (the|my)? {{trump}} to (ruff|trump) {{suits}} (with)?",
        lambda card, suits: {"does": PLAY, "tokens": (card,), "led": suits, "_ruffs_it": True},
    ),
    (
        "(i)? (ruff|trump) {suits} with (the)? ({trump}|{card})",
        lambda suits, card: {"does": PLAY, "tokens": (card,), "led": suits, "_ruffs_it": True},
    ),
    (
        "(i)? (ruff|trump) ((anything|everything|any|all) (else|other|others|other (suit|suits))|all else)"
        " with (the)? ({trump}|{card})",
        _plays(_ruffs_it=True, _other=True),
    ),
    ("(overruff|overtrump) (it)?", _put(does=WIN, of="T", _ruffs_it=True)),
    ("(overruff|overtrump) (it)? with (the)? ({trump}|{card})", _plays(_ruffs_it=True)),
    (
        "(overruff|overtrump) (it)? with {described}",
        lambda part: {**won, "of": "T", "_ruffs_it": True} if (won := _winning_with(part)) else None,
    ),
    # winning
    (f"(i will)? {WIN_IT} (cheaply|low)?", _put(does=WIN, _aim=True)),
    ("(win|take|beat) (everything|anything|all|what|whatever|every trick) i can", _put(does=WIN, _aim=True)),
    ("(whatever|whichever) (card)? (wins|takes|beats|beat it) (it|the trick)? (cheapest|cheaply)?", _put(does=WIN)),
    ("get (it|in|in cheaply|it cheaply)", _put(does=WIN, _aim=True, _bid_too="get it")),
    ("(get|bring) {inwhole} (out|home)", _plays(_home=True)),
    ("{inwhole} home", _plays(_home=True)),
    (
        "(keep|hold|save) (it|that|that one|him|her) (back|safe|home)? (and|, and) {act}",
        lambda part: {**part, "_kept_back": True},
    ),
    (
        "(keep|hold|save) (it|that|that one|him|her) (back|safe|home)? (and|, and) {how}",
        _those("_low", _kept_back=True),
    ),
    ("i will have it", _put(does=WIN, _aim=True, _bid_too="I will have it")),
    (f"{WIN_IT} (if i can)? (with|, with) {{described}}", _winning_with),
    (
        "(win|take) (any|every|each|all) (trick|tricks) ((that|which) (is|are)?)? worth {amount} (points)?",
        lambda part: {**part, "does": WIN},
    ),
    (
        "(win|take|beat|cover|go for) ((any|every|all|each)? (trick|tricks) with)? {group} (in (it|them))?",
        _those("lies", does=WIN),
    ),
    (
        "(win|take) (a|an|any|the|each|every|the next) {suits} (trick|tricks) (with (the|my)? {called})?",
        lambda suits, *card: {"does": WIN, "led": suits, "tokens": card},
    ),
    ("(gets|get|is given|receives|meets|is met with) {act}", lambda part: {**part, "_gets": True}),
    ("(duck|under) (it)? with (the|a|my)? {called}", _plays()),
    (f"({WIN_IT}|over it) with (the|a|my)? {{called}}", _that("tokens", does=WIN)),
    (
        f"{WIN_IT} with (a|any|the (lowest|smallest|cheapest)|my (lowest|smallest|cheapest))? {{suit}}",
        _those("of", does=WIN),
    ),
    (
        f"{PLAYS} {THE} cheapest (card|one)?"
        f" (winner|(that|which|to) (can|will)? (wins|win|takes|take|beats|beat) {IT_ALL}"
        "|(over|above) (it|that|this|him|her|them|what is there|what is led|the others))?",
        _put(does=WIN),
    ),
    (
        f"{PLAYS} {THE} cheapest {{suit}} (that|which|to) (can|will)? (wins|win|takes|take) {IT_ALL}",
        _those("of", does=WIN),
    ),
    ("(go for (it|the trick)|do it (,)? (cheapest|cheaply)?)", _put(does=WIN, _aim=True)),
    ("(i)? do (so|that)?", _put(does=WIN, _do=True)),
    ("(beat it|beat) {whom} (if i can)?", lambda who: {**winning(who), "does": WIN}),
    ("beat it (him|her|them)", _put(does=WIN)),
    (f"{PLAYS}? over {{whom}}", lambda who: {**winning(who), "does": WIN, "_short": True}),
    (f"({PLAYS}? under|duck) {{whom}}", lambda who: {**winning(who), "does": LOWEST, "_short": True}),
    ("(win|take) (it|the trick)? with a (non trump|plain card)", _put(does=WIN, _plain=True)),
    (
        "(cover|beat|take|win) (the|a|an|any|each|every)? {rank} with (the|a|an|my)? {rank}",
        lambda other, own: _over(WIN, own, other),
    ),
    (
        "(put|play) (the|a|my) {rank} (on|over|under|below) (the|a) {rank} (of the same suit)?",
        lambda own, other: _over(PLAY, own, other),
    ),
    (
        f"{WIN_IT} with (the|a|my)? {{rank}} {OF_THE_LED}",
        lambda rank: {"does": WIN, "tokens": (RANK_ALONE + rank,), "follow": CAN},
    ),
    *(
        rule
        for way, how in (("bottom", LOW), ("top", HIGH))
        for rule in (
            (f"(i)? (ruff|trump) from the {way}", _put(does=how, of="T", _ruffs_it=True)),
            (f"follow from the {way}", _put(does=how, follow=CAN)),
            (f"lead from the {way} of (my|the)? {{suit}}", lambda of, how=how: {"does": how, "of": of, "leads": True}),
        )
    ),
    (f"win (or|else|otherwise) (the|my)? (low|lowest) ({OF_THE_LED})?", _put(does=WIN_OR_LOW)),
    # points
    (
        f"{GIVE} (my)? (partner|him|her|them) (the|my|some|all|big|all my)? points",
        _put(does=RICHEST, _partner=True, _whom=True),
    ),
    (f"{GIVES} {THE} (most|highest|most of the|big|my most) points (i can|i have|i may play)?", _put(does=RICHEST)),
    (f"{GIVES} as many points as (possible|i can|you can|i may play)", _put(does=RICHEST)),
    (
        "(dump|put|throw|give|play|smear|feed|pay)? (the|my|some)? (points|big points)"
        " (,)? ((a|the)? (ten|tens|10) (before|then|over) (a|the)? (five|fives|5)|highest first)?",
        _put(does=RICHEST),
    ),
    ("(load|load up|load it up|smear|smear it|fatten it|grease it|pile it on|pile on|feed it)", _put(does=RICHEST)),
    ("(fatten|smear|feed|grease) {whom} (trick|tricks)?", lambda who: {**winning(who), "does": RICHEST}),
    (f"{GIVES} as few (points)? as (possible|i can|you can|i may play)", _put(does=POOREST)),
    (f"{GIVES} {THE} (fewest|(fewest|least|lowest) points)", _put(does=POOREST)),
    ("{whom} gets {act}", lambda who, part: {**winning(who), **part, "_short": True}),
    (f"{GIVE} (my)? {{whom}} {ALL_OF_IT}", lambda who: {**winning(who), "does": RICHEST}),
    (f"{ALL_OF_IT} to (my)? {{whom}}", lambda who: {**winning(who), "does": RICHEST}),
    (f"(my)? {{whom}} (gets|get|can have) {ALL_OF_IT}", lambda who: {**winning(who), "does": RICHEST}),
    (f"{GIVE} (my)? {{whom}} {NONE_OF_IT}", lambda who: {**winning(who), "does": POOREST}),
    (f"{NONE_OF_IT} to (my)? {{whom}}", lambda who: {**winning(who), "does": POOREST}),
    (f"(my)? {{whom}} (gets|get|can have) {NONE_OF_IT}", lambda who: {**winning(who), "does": POOREST}),
    (f"{GIVE} (my)? {{whom}} {{act}}", lambda who, part: {**winning(who), **part}),
    # with a card
    (
        "{act} (,)? (with|plus|{declare}|and {declare}) {said} (with (it|that))?",
        lambda part, *said: {**part, "also": said[-1]},
    ),
    (
        "{declare} {said} (if i have (it|them|that)|if i can)? (,)? (and)? (then)? {act}",
        lambda _, said, part: {**part, "_first_with": said},
    ),
    ("{act} (and|,|+|, and)? {signal}", lambda part, said: {**part, "also": said}),
    ("{declare}? {said} (with|and|, and|+) (the|my)? {act}", lambda *found: {**found[-1], "also": found[-2]}),
    (
        "(with|on)? (my|the)? (first|opening) (card|lead) (:|is|,)? {act} (,)? (with|+|{declare}|and {declare}|,"
        " {declare})"
        " {said} (declared|shown|announced|said)?",
        lambda part, *said: {**part, "also": said[-1], "opening": True},
    ),
    (
        "{declare}? {said} (only|,|and|, and|only ,)? (with|on)? (my|the)? (first|opening) (card|trick|play|lead)"
        " (and|, and|,|:|which is|, which is|, that is|, card :|, the card is|, the card :)? {act}",
        lambda *found: {**found[-1], "also": found[-2], "opening": True},
    ),
    (
        "(my|the)? (first|opening) (card|lead) (:|is)? {act} (,)? (and)? with it (i)? {declare} {said}",
        lambda part, _, said: {**part, "also": said, "opening": True},
    ),
    # laying away, keeping
    ("{both}", _says(phase="discard", _several=True)),
    (f"{{both}} (go|goes|can go|will go)? {AWAY}", _says(phase="discard")),
    ("((at|in) the)? lay away (:)? {both}", _says(phase="discard")),
    ("(i)? keep (everything|all|both|all of them) (cards)? (whatever they are)?", _put(does=EVERYTHING)),
    (
        "(i)? (keep|take)? both (if (there are|i (win|won|have won)) (two|2))? (, else (the|that)? one)?",
        _put(does=EVERYTHING),
    ),
    (
        "(i)? (keep nothing|nothing|none|keep none|keep neither|keep no card|keep no cards|nothing to keep|(never|do"
        " not) keep (anything|any))",
        _put(does=NOTHING),
    ),
    # bids and other answers
    (
        "(i)? (will|would|shall)? (bid|want|fancy|want to bid|am bidding|go|go to|go for|say|take|take it (for|with)"
        "|make"
        "|raise|raise (it)? to|make it|call|do|use|play|put|give|pick|choose|announce|open|open with|come in with"
        "|start with|start at|stay at|have|put me down for|(go|jump)? (straight|right|directly)"
        " (to|for|into)|am good for|am in for|am in with|in for)?"
        " (a|an|the|my|on)? (plain|simple|ordinary|mere)? {tokens}",
        _says(),
    ),
    ("{token} to (open|start|begin) (with)?", lambda bid: {"does": TOKENS, "tokens": (bid,), "bids": NOBODY}),
    ("answer {tokens}", _says()),
    ("answer pass", _put(does=PASS)),
    ("answer (nothing|none)", _put(does=NOTHING)),
    (
        f"({BIDS}? {ONE_MORE}|{BIDS}) (,)? (but)? ({AS_FAR_AS}|{LIMIT}) (a|an)? {{token}} {BY_ONE} (if i (must|have"
        f" to))?",
        _up_to,
    ),
    (f"{UP_TO} (a|an)? {{token}} (if i (must|have to))?", _limited),
    (
        f"(start|open|begin|bid) (at|with|on)? {{token}} (and|,|, and)? (then)? (go|bid|work)? (up|on|higher)? {BY_ONE}"
        f" ({AS_FAR_AS}|to|until) (a|an)? {{token}}",
        lambda first, last: {**_up_to(last), "_from": first},
    ),
    (
        "(up to|as (high|far) as) (a|an)? {token} (if i (must|have to))?",
        lambda token: {**_up_to(token), "_from_where": True},
    ),
    (f"{LIMIT} (a|an)? {{token}}", lambda token: {**_up_to(token), "_caps": True}),
    (f"{BIDS} {{token}} ({ONE_MORE})? {TOPS}", _up_to),
    (f"{{token}} ({ONE_MORE})? {TOPS}", _limited),
    (f"{BIDS}? {OVER_THEM}", _put(does=TOKENS, _to="", bids=SOMEBODY, _over_them=True)),
    (
        f"{BIDS}? ({ONE_STEP} (over|than|above|on)?|raise|overbid|outbid) {{whom}} (by one)?"
        f" (,)? (but)? ({AS_FAR_AS}|to|{LIMIT}|{UNLESS_OVER}) (a|an)? {{token}} {TOPS}?",
        lambda who, token: {**_up_to(token), "bid_by": (who,), "_over_whom": True},
    ),
    *(
        (
            f"{BIDS}? {over} (if (somebody|they) (has bid|bid|bids|has|does|did))? (,)? (but)?"
            f" ({AS_FAR_AS}|to|{LIMIT}|{UNLESS_OVER})? (a|an)? {{token}} {TOPS}? {BY_ONE}",
            lambda token, marks=marks: {**_up_to(token), "bids": SOMEBODY, **marks},
        )
        for over, marks in ((OVER_THEM, {"_over_them": True}), (OVER_THAT, {}))
    ),
    ("(on|to) (the|my)? {token}", _those("_place")),
    ("(get|have|pick|choose|answer)? ((a|the|one)? card (from|of))? {person} (card)?", _says()),
    *(
        (f"({verbs}) ((a|the|one)? card (from|of))? {{person}} (card)?", _says(phase=phase))
        for phase, verbs in (
            ("change", "take|steal|grab|swap|change|exchange|swap with|change with|exchange with"),
            ("show", "show|show it to|show to|show with"),
            ("peek", "peek at|look at"),
        )
    ),
    ("(answer)? {trumps} (trump|trumps|(is|as) (trumps|trump))?", _says(phase="call", _ends=True)),
    ("{trumps} or {trumps} (trump|trumps)", lambda *found: _says(phase="call", _ends=True, _or=True)(found)),
    ("(trumps|trump) (are|is|:|will be|shall be) {trumps}", _says(phase="call")),
    ("(call|declare|make) (trumps|trump|the)? {call} (trumps|trump)?", _says(phase="call")),
    ("call (the)? {card}", _says(phase="call")),
    (
        "call (a|any|the|whichever|one)? king (of those)? (that|which)? (i do not have|i am missing|i miss|i lack"
        "|(is)? not mine|(is)? not in my hand) (,|:|—)? {suitsinorder}",
        _those("_in_order"),
    ),
    (
        "give (him|her|them|back)? (the|my)? {card} (back)? ((for|against|in return for|in exchange for) (the)? (matto"
        "|fool|excuse))?",
        _says(phase="give"),
    ),
    (
        "(i (will|shall)?)? (pass|passe|passo|no bid|not bid|je passe|am (out|done|finished|not bidding"
        "|passing)|do not bid|stay out"
        "|drop out|bow out|fold|sit (it|this) out|no bid from me|nothing from me) ((of)? this (one|hand|time|deal"
        "|round))?",
        _put(does=PASS),
    ),
    ("out", _put(does=PASS, _out=True)),
    # the rest
    (
        "(wait|wait for me|ask|ask me (again|then|first)?|come back to me|check with me|leave it to me|do nothing|hold"
        "|hold on|i decide|i choose|i will (choose|decide|see|tell you)|i (will)? decide then|i want to decide"
        "|let me know|(i)? (choose|decide) myself|let me (choose|decide)|decide|think|do not (play|act|do anything)"
        "|(have a)? look (at it|first)|see (it)? first)",
        _put(does=ASK),
    ),
    ("nothing (is)? (decided|planned|settled|fixed) (yet)?", _put(does=ASK)),
    ("nothing", _put(does=ASK, _nothing=True)),
    ("(the)? (clock|what the clock would say|what the clock says|as the clock)", _put(does=CLOCK)),
    ("(whatever|anything|any card|(whatever (,)?)? i do not mind|(i)? do not care)", _put(does=CLOCK, _any=True)),
)


ACTS: tuple[Rule, ...] = (
    (f"({PLAYS}|answer) {{one}}", lambda card: {"does": PLAY, "tokens": (card,)}),
    ("lead {one}", lambda card: {"does": PLAY, "tokens": (card,), "leads": True}),
    (f"{PLAYS} {{described}}", lambda part: part),
)
"""What is played with something that is said."""
OWN_SUITS: tuple[tuple[str, Callable[..., str]], ...] = (
    ("(my|the)? (singleton|singletons|lone card)", lambda: SINGLE),
    ("(my|the|a)? (long|longest|longer) (plain)? suit", lambda: LONG),
    ("(my|the|a)? (short|shortest|shorter) (plain)? suit", lambda: SHORT),
    (
        "(back)? (the|whatever|whichever)? (suit|one|what|whatever) (that)? {who} (has)? (led|opened|started|played"
        "|leads)"
        " (last (time)?|with)?",
        lambda who: LED_BY + who,
    ),
    ("(the)? (suit|one) {who} (has)? last led", lambda who: LED_BY + who),
    ("{who} (last)? (suit|lead)", lambda who: LED_BY + who),
)
"""In place of a suit, one that the cards tell (`OF_MINE`)."""
MANY: tuple[tuple[str, Callable[..., str]], ...] = (
    ("(exactly|just|only) {number}", lambda n: f"{n}:{n}"),
    ("(at most|no more than|not more than|up to) {number}", lambda n: f"0:{n}"),
    ("(less|fewer) than {number}", lambda n: f"0:{n - 1}"),
    ("(only)? {number} or (fewer|less)", lambda n: f"0:{n}"),
    ("at (least|lowest) {number}", lambda n: f"{n}:99"),
    ("{number} or more", lambda n: f"{n}:99"),
    ("(more than|over) {number}", lambda n: f"{n + 1}:99"),
    ("(a|an|any|some|at least one)", lambda: "1:99"),
)
"""How many cards of a suit, at least and at most."""
COMPARED: tuple[Rule, ...] = (
    ("at (least|lowest) {number}", _those("points")),
    ("{number} (points)? (or|and) (more|higher|over|up|above|better)", _those("points")),
    ("(more than|over|above) {number}", lambda n: {"counts": f">{n}"}),
    ("(less than|fewer than|under|below) {number}", lambda n: {"counts": f"<{n}"}),
    ("(at most|no more than|not more than|up to|maximum) {number}", lambda n: {"counts": f"<={n}"}),
    ("{number} (points)? ((or|and) (less|fewer|lower|under|below)|at (the)? most)", lambda n: {"counts": f"<={n}"}),
)
COUNTED: tuple[Rule, ...] = (("{number}", _those("points")), *COMPARED)
DECLARE: tuple[Rule, ...] = (
    (
        "(say|declare|show|announce|call|saying|declaring|showing|announcing|mention|signal|signalling|tell (my)?"
        " partner)",
        lambda: {},
    ),
)


def ranks_of(game: AnyGame, part: Part) -> Part | None:
    """A part with “a king is led” written out as all kings; ``None`` if it means nothing in this game."""
    found = dict(part)
    if not game.trick_game and found.get("follow") == CANNOT and found.get("led"):
        found["holds"] = tuple(f"{of}:0:0" for of in found.pop("led"))
        del found["follow"]
    if not game.trick_game and not {"_keeps", "_never_trumps"}.isdisjoint(found):
        return None
    if found.pop("_noun_of", "") == ("tokens" if plays_cards(game) else "cards"):
        return None
    if "_never_trumps" in found and not of_suit(game, "T"):
        return None  # which tiles are trumps is not known yet
    if found.get("phase") == "discard" and "keep" in game.phases:
        found["phase"] = "keep"
    if "_keeps" in found:
        each = ((one,) if one[0] != RANK_ALONE else of_rank(game, one[1:]) for one in found.pop("_keeps"))
        found["_never"] = tuple(card for cards in each for card in cards)
    if "_not_led" in found:
        found["led"] = tuple(of for of in game.suits if of not in found["_not_led"])
        del found["_not_led"]
    if found.pop("_ruffs_it", False):
        found |= {"_ruffs_plain": True} if game.trumps_freely else {"follow": CANNOT}
    if found.pop("_they_lead", False) and game.sides:
        led_by = {"_others_lead": OPPONENT} if "_others_lead" in found else {"led_by": (OPPONENT,)}
        found = {name: value for name, value in found.items() if name != "follows"} | led_by
    if (found.pop("_foe", False) and (game.sides or game.partners)) or (found.pop("_they", False) and game.sides):
        found |= {"bid_by": (f"{OPPONENT}={found.pop('taken')}",)} if "taken" in found else {"_they": True}
    if "_takes" in found:
        who = found.pop("_takes")
        found |= {"bid_by": (who,)} if game.passes - {NONE} else winning(who)
    if "_trumper" in found:
        who, trumps = found.pop("_trumper"), of_suit(game, "T")
        found |= {"lies": trumps, "laid_by": (who,)} if trumps else {"_by": True}
    if found.pop("_plainsuit", False):
        found["led"] = tuple(of for of in game.suits if of != "T")
    if found.pop("_never_trumps", False):
        found["_never"] = of_suit(game, "T")
    if found.pop("_of_tiles", False) and "doubles" not in game.suits:
        return None
    if "_lowest" in found:
        bids = [token for token in game.words if token in found["_lowest"] and token not in (*DECKS, *game.passes)]
        found["taken"] = bids[0] if len(bids) == len({*found.pop("_lowest")}) else "?"
    for mark, field in (("_next", "free"), ("_beyond", "taken")):
        if mark in found:
            bids = [token for token in game.words if token not in DECKS and token not in game.passes]
            found[field] = next(iter(bids[bids.index(found.pop(mark)) + 1 :]), "")
    if "doubles" in game.suits and found.get("_first", DOUBLE) != DOUBLE:
        found["led"] = (found.pop("_first"),)
    for mark, field in (("_first", "first"), ("_lies", "lies")):
        if mark in found:
            found[field] = of_rank(game, found.pop(mark))
    return found


JOINING = HOW.keys() | frozenset("else otherwise or and but then unless except if when until for".split())
ALL_CONDITIONS, ALL_ACTIONS = (*CONDITIONS, *choosing.CONDITIONS), (*ACTIONS, *choosing.ACTIONS)
"""The patterns of cards for tricks, and those of all other asks."""
reserve(
    lambda: words(pattern for pattern, _ in (*ALL_CONDITIONS, *ALL_ACTIONS, *MANY, *COUNTED)) | known_words() | JOINING
)
