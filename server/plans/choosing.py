"""What plans say of asks that are no card of a trick: bids, calls, places, what is laid away, kept, taken or given.

A card for a place, places in order, and descriptions of several cards are composed of words (`holes`), so that each may
stand in every pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..rules import AnyGame
from .language import (
    ALL,
    APART,
    AT,
    BESIDE,
    CLOCK,
    HIGH,
    HIGHEST,
    LONGEST,
    LOW,
    LOWEST,
    NOBODY,
    NOTHING,
    OTHERS,
    PASS,
    PICK,
    SAME,
    SOMEBODY,
    TOKENS,
    WORTH,
)
from .matching import Hole, Text, compiled, matches
from .picking import COURT, RANK, REST, Pick, described_by
from .vocabulary import ONE_OF_A_SUIT, is_card, of_rank

Part = Mapping[str, Any]
Rule = tuple[str, Callable[..., Part | None]]

PLACES = frozenset(("centre", "cloak", "blind"))
THEY = "(the opponent|opponent|he|she|they|{seat})"
HIM = "(the opponent|opponent|he|she|they|him|her|them|{seat})"
WENT = "(picked|picks|chose|chooses|took|bid|bids|gone|went|go|goes|been|put|plays|played|has gone|has bid)"
ON = "(on|at|to|for|in)?"
SPOT = "(place|spot|position|card|one)"
WHERES = tuple(
    (compiled(pattern), where)
    for pattern, where in (
        (f"{ON} (the {SPOT})? where {THEY} (is|has|does|did) not {WENT}? (anything|a card)? (first)?", APART),
        (f"{ON} (the|a)? {SPOT} (where|that|which)? {THEY} (is|has|does|did) not {WENT}? (on|to|for)?", APART),
        (f"(away|apart) from {HIM}", APART),
        (f"{ON} (whichever|whatever|what) {SPOT}? {THEY} (left|leaves|has left|leave) (free|open|alone|empty)?", APART),
        (f"join {HIM}", BESIDE),
        (f"{ON} (the {SPOT})? where {THEY} (is|has|did|does|{WENT}) {WENT}? (a card)? (first)?", BESIDE),
        (f"{ON} (the)? same {SPOT} (as|like|with) {HIM} (is|has|did|does|{WENT})? {WENT}?", BESIDE),
        (f"(next to|beside|alongside) {HIM}", BESIDE),
        (f"{ON} (the)? same {SPOT} (that|where)? {THEY} {WENT} (first)?", BESIDE),
    )
)
"""Where the opponent has bid, and where not."""
THERE, LEFT = "?there", "?left"
"""Places that another part of the plan tells: where the condition or the line before says, and whichever is left."""
DEST = (
    "(can go|may go|(go|goes|can go|will go)? (in|into|to|out|away|out to|away to|on)? (the)? (monte|chien|dog|lay"
    " away|scart|scarto|away|out))"
)
DISCARDS = "(i)? (will)? (lay away|away with|off with)"
STEALS = "(i)? (steal|take|grab|nick|win)"
STEALING = frozenset("steal take grab nick win".split())
WON = (
    "(i win|i won|that i win|that i won|i have won|only|of them|of those|of mine|of what i (won|win|have won|have))?"
    " (if i (win|won|have won|get|got) (it|them|one|any))? (,)?"
    " (only|(and)? nothing (else|more|lower|below (that)?|under (that)?|other)|and no more|(and)? not the"
    " (other|others|rest)|(and)? (lay away|throw|drop|let go|play|lose|not)"
    " (the|all the)? (rest|others|other|other one))?"
)
KEPT_IT = "(i)? keep (it|them|that|this|those|that one|him|her)"
DEAREST = (
    "(the|whichever|what)? (most points|(one|card|bid)? (that)? ((is)? (worth|with)|(cost|costs) me|(scored|scores)"
    " (him|her|them|{seat})?) (the)? (most|most points)|(his"
    "|her|their)? (most valuable|most expensive|dearest|best|highest) (bid|card|one)?)"
)
OVER = "(over|above|on top of|against)"
GONE = "(gone|goes|go|went|bid|bids|has bid|been)"


def _pick(phase: str, **marks: Any) -> Callable[[tuple[str, ...]], Part]:
    def part(tokens: tuple[str, ...]) -> Part:
        described = any(":" in token for token in tokens)
        return {"does": PICK if described else TOKENS, "tokens": tokens, "phase": phase, **marks}

    return part


def _put(**parts: Any) -> Callable[..., Part]:
    return lambda *_: parts


def _bid(card: tuple[tuple[str, Any], ...], places: tuple[str, ...]) -> Part:
    return {**dict(card), "_places": places}


CONDITIONS: tuple[Rule, ...] = (
    (
        f"(still|only|just)? {OVER} (a|an|the|somebody)? {{token}}",
        lambda token: {"taken": token, "_after": True, "_over": token},
    ),
    (f"{OVER} (nothing|nobody)", _put(bids=NOBODY, _after=True)),
    (f"{OVER} (anything|anybody|somebody|any bid|a bid|any other bid)", _put(bids=SOMEBODY, _after=True)),
    (f"even {OVER} (a|an|the)? {{token}}", lambda token: {"_even": token, "_after": True}),
    (
        f"(still|only|just)? {OVER} (a|an|the)? {{token}} (from|by|of) {{whom}}",
        lambda bid, who: {"bid_by": (f"{who}={bid}",), "_after": True},
    ),
    (f"(still|only|just)? {OVER} {{whom}} {{token}}", lambda who, bid: {"bid_by": (f"{who}={bid}",), "_after": True}),
    (f"(still|only|just)? {OVER} {{whom}}", lambda who: {"bid_by": (who,), "_after": True}),
    (
        "somebody (has|is|is on|is at|is in on|on|at|in on|in with|in at) (a|an)? {token}",
        lambda token: {"taken": token, "_if": True},
    ),
    (
        f"(it|the bidding|somebody|they|the bid) (is|has)? {GONE} (it)? (any)? (higher|above|over|past|beyond|more)"
        " (than)? (that|it|this)?",
        _put(_it_taken=True, _if=True),
    ),
    ("(anything|something|a bid) (is|has|was)? (been)? (bid|said|made|has bid)", _put(bids=SOMEBODY, _if=True)),
    (
        "(it|everything|the bidding) (is|has been|has)? (passed|pass) (round|around|back|down|out)? to me",
        _put(bids=NOBODY, _if=True),
    ),
    (
        "(i am|am i)? (the)? last (to play|to bid|to speak|player)? (and|,)? (with)? (everybody|all|the others|all the"
        " others|the rest) (has|have|before me)? (pass|passes|passed|has passed)",
        _put(passed=(OTHERS,), _if=True),
    ),
    ("(with|on|for|holding|having) (the|a|an)? {fate}", lambda fate: {"mine": fate, "_after": True}),
    ("i (draw|get|hold|am dealt|am holding|pick up) (the|a|an)? {fate}", lambda fate: {"mine": fate, "_if": True}),
    (
        "(it|the bidding) (is led|comes|gets) (to me)? (with|without) (nothing|no|a|any) (has bid|bid|bids|bidding)?",
        _put(bids=NOBODY, _if=True),
    ),
    (
        f"(his|her|their|{{seat}}) (first)? (bid|card|one)? (is|was|has)? {WENT}? (first)? {ON} {{token}}",
        lambda *found: {"facts": (f"theirs {found[-1]}",), "_if": True} if found[-1] in PLACES else None,
    ),
    ("{inturn}", lambda n: {"_turn": n, "_after": True}),
    (
        "(he|she|they|that one) (has|holds) (a|any|some|one)? (card|something|one|anything)",
        _put(_its_free=True, _if=True),
    ),
    ("(he|she|they|that one) (has|holds) (no card|nothing|none|no cards)", _put(_it_taken=True, _if=True)),
    ("i have (that|this|the same) (king|card)", _put(_mine_it=True, _if=True)),
    ("{who} (takes|took) (it)?", lambda who: {"_takes": who, "_if": True}),
)
ACTIONS: tuple[Rule, ...] = (
    # laying away, keeping, stealing, giving
    (
        "(keep|not|never|no|save|hold|but not|but keep) {ranks} (in hand|back|if i can)?",
        lambda cards: {"_keeps": cards},
    ),
    ("{ranks} (stay|are kept|never|do not go)", lambda cards: {"_keeps": cards}),
    ("(nobody|no one|take nobody)", lambda: {"does": NOTHING}),
    (f"{DISCARDS} {{picks}} ((that|which) (is|are) not trumps)? {DEST}?", _pick("discard")),
    (f"(put|play|throw|drop|i put) {{picks}} {DEST}", _pick("discard")),
    (f"{{picks}} {DEST}", _pick("discard", _counted=True)),
    (f"{{picks}} {DEST} , then {{picks}}", lambda *both: _pick("discard")((*both[0], *both[1]))),
    ("{counted}", _pick("discard", _counted=True)),
    (f"(i)? keep {{picks}} {WON}", _pick("keep")),
    (f"(i)? keep {{kept}} {WON}", lambda card: {"does": TOKENS, "tokens": (card,), "phase": "keep"}),
    (
        "(i)? keep (only|just)? (one|1) (card|of them)? (only)? (,|:)? (the)? {how} (one|card|of them|of the two)?",
        lambda how: _pick("keep")((str(Pick(how, "", "1")),)),
    ),
    ("{picks} only", _pick("keep")),
    ("only {picks}", _pick("keep")),
    ("{thosethat} yes (,|and)? (the)? (rest|others|all others) no", lambda pick: _pick("keep")((pick,))),
    (f"{KEPT_IT} (only)? if (it|they|that) (is|was) {{thosethat}} {WON}", lambda pick: _pick("keep")((pick,))),
    (
        f"if (i (won|win|have won) (a|an|any|some|one of)?|(it|they|that) (is|was)) {{thosethat}} (,|then|:)?"
        f" {KEPT_IT} {WON}",
        lambda pick: _pick("keep")((pick,)),
    ),
    (
        "(i)? do not (need|want|keep) (it|them|any|either|any of them|any of those|anything|a card|those)",
        _put(does=NOTHING),
    ),
    (f"{STEALS} {{picks}} ((from|off) (him|her|them))?", _pick("split")),
    ("(i)? (take|have|get|win) back {picks}", _pick("keep")),
    ("(i)? (take|have|get) {picks} back", _pick("keep")),
    (f"{STEALS} {DEAREST}", _put(does=CLOCK, phase="split")),
    (DEAREST, _put(does=CLOCK, phase="split", _kept_or_stolen=True)),
    (
        "(i)? (give|play|pay) (him|her|them|away)? (the|my)? (cheapest|lowest|least) (one|card)? (,)? (whichever"
        "|whatever|any) (it is)?",
        _put(does=CLOCK, phase="give"),
    ),
    # places
    (
        "(bid|play|put|use|go|stake|i bid|i put|then)? {bidcard} (away)? (,)? (on|to|in|for|at|against|over)? {places}"
        " (first)?",
        _bid,
    ),
    (
        "((i)? go)? (on|to|for|in|at)? {places} (:|(,)? with|,|gets|get|is for)? {bidcard}",
        lambda at, card: _bid(card, at),
    ),
    (
        "(match|follow) (the)? (suit)? (of|on|at|in)? {places} (suit)?",
        lambda places: {"does": LOWEST, "of": SAME, "_places": places, "_vague": True},
    ),
    (
        "(match|follow) (the)? (suit)? (of|on|at|in)? {places} (suit)? (with|by|:|,)? {bidcard}",
        lambda places, card: {**_bid(card, places), "of": SAME} if ("does", TOKENS) not in card else None,
    ),
    # bids and calls
    (
        f"(beat it|(go|bid|come|jump)? (in)? {OVER}) (a|an|the)? {{token}} with (a|an|the)? {{token}}",
        lambda under, over: {"does": TOKENS, "tokens": (over,), "taken": under, "_over": under},
    ),
    ("((i)? let (him|her|them|somebody)|(they|he|she) can) have it", _put(does=PASS)),
    ("call (the)? (king of)? (the)? {suit}", lambda of: {"_calls": of}),
    ("(the)? (king of)? {suit}", lambda of: {"_calls": of, "_again": True}),
    (
        "(call|trumps|trump|make)? (:|are|is|as)? (the king of)? (my)? longest suit (trumps|trump|as trumps)?",
        _put(does=LONGEST, phase="call"),
    ),
    (
        "(call|trumps (is|are|:))? (whatever|whichever|the) (number|suit|one)? (that)? i have (the)? most (of)?"
        " (trumps|trump)?",
        _put(does=LONGEST, phase="call"),
    ),
    (
        "call (my)? longest suit (where|of which|whose) (the)? king (is)? not (mine|in my hand|with me)",
        _put(does=LONGEST, phase="call", tokens=("K",)),
    ),
)


# Holes ---------------------------------------------------------------------------------------------------------------

EVERY = frozenset(("all", "any", "every", "each"))
BY_WORTH = {"cheapest": LOW}
DEAR = frozenset(("dearest", "richest"))
"""Of several cards, the highest; of one that is stolen, what it brings."""
BEFORE_A_PICK = EVERY | {"the", "my", "both", "of", "those", "these", "his", "her", "a", "an"}
CARDS = frozenset(("cards", "ones", "card", "one", "tiles"))
PLAIN = (("plain",), ("non", "trump"), ("suit",), ("side",), ("ordinary",))
OF_ITS_SUIT = compiled(
    "((of|in) (it|it is suit|its suit|that suit|the same suit|the suit|this suit|the suit of (the|my)? (centre|cloak"
    "|blind|card|it)|the (centre|cloak|blind) suit|that))"
)
MY_CARD = compiled("(card|one|tile)? ((that)? i have (left)?|left|i may play|of mine|that is left)?")
RANKS = {"kings": "K", "queens": "Q", "knights": "N", "cavaliers": "N", "jacks": "J", "knaves": "J", "pages": "J"}
JOINS = tuple(
    tuple(join.split())
    for join in ("and", ",", ", and", "plus", "then", ", then", "and then", ", plus", "first , then", "first then",
                 "and the", "&", "+", ", rest", ", the rest", "and fill up with", ", fill up with",
                 ", then fill up with",
                 ", and if that is not enough", ", if that is not enough", "and if that is not enough")
)  # fmt: skip
OF_BOTH = (("and",), (",",), (",", "and"), ("&",), ("+",), ("plus",))
"""Of these, those that join two suits in one description, too."""
FROM = compiled("(first)? (,)? from the (bottom|top) (up|down)?")
WORTHS = tuple(
    (compiled(f"(anything|everything|all|any card|all cards|cards|whatever is) {pattern}"), more)
    for pattern, more in (
        ("(that is)? worth (at least)? {number} (or more|or over|or higher)?", 0),
        ("(from|of) {number} (or more|up|upwards|or over|or higher)", 0),
        ("(that is)? (worth)? (over|above|more than|higher than) (a|an)? {number}", 1),
    )
)
"""Cards worth so much or more, and how much more."""
IN_IT = compiled("(anything|everything|whatever|all) (that)? (is)? (in|of)")
THE_ONE = compiled("(the|his|her|their) (one|card|bid) (that)? (is|was)? (on|at|from|off|in)")
MOST = 12
"""The most cards or descriptions that are picked at once."""
HELD_BY_OTHERS = tuple(
    compiled(pattern)
    for pattern in (
        "(if|when|unless|while|and|or)? (his|her|their|the opponent|{seat}) hand",
        "(if|when|unless|while) (my|the|a|an|our)? ({seat}|partner|taker|opponent|he|she|they|somebody|everybody"
        "|nobody) (has|holds|have) (got)? (a|an|the|any|no|some|good|many|few|his|her) (good|big|strong|high|low)?"
        " (king|queen|knight|jack|ace|bout|bouts|trump|trumps|fool|excuse|petit|21|hand|card|cards|double|doubles|sun"
        "|world|devil|tower|lovers|priestess|{suit}|{card})",
        "(from|with|call|take|at)? (whoever|who|whichever) (player)? (has|holds|is|got) (the)? (strongest|weakest|best"
        "|worst|sun|world|devil|highest|lowest|most|king)?",
    )
)
"""What others hold."""
SEALED_BY_OTHERS = tuple(
    compiled(pattern)
    for pattern in (
        "(if|when|unless|while|and|or)? (his|her|their|the opponent|{seat}) (cloak|card|token|bid|tile|fate)",
        "(than|over|of|above|beat|match) (whatever|what)? (his|her|their|he|she|they|{seat}) (bid|token|card"
        "|play|plays|bids|puts)?",
        "(if|when|unless|while) {seat} (plays|play|bids|puts|uses|takes|chooses) (a|the)? {token}",
    )
)
"""What others seal at the same time, in games without tricks."""


def unknown(game: AnyGame, text: Text) -> str:
    """A sentence on a condition that no seat can know; empty if the text holds none that is known to be one."""
    text = Text(text.said, text.holes)  # whatever was read of it before
    unknowable = HELD_BY_OTHERS if game.trick_game else HELD_BY_OTHERS + SEALED_BY_OTHERS
    found = any(True for at in range(len(text.said)) for nodes in unknowable for _ in matches(text, nodes, at))
    if not found:
        return ""
    return "What others hold, or seal at the same time, is not known when you are asked, so a plan cannot depend on it."


LEFT_OPEN = compiled(
    "(whichever|whatever|the) (position|place|card|one)? (that)? (is)? (left|free|open|remaining|still free)"
)


def holes(game: AnyGame, base: Mapping[str, Hole]) -> dict[str, Hole]:
    """What fills the holes of these patterns, made of the holes of all plans."""
    places_of = tuple(one for one in game.words if one in PLACES)

    def item(text: Text, at: int) -> Iterator[tuple[int, tuple[str, bool]]]:
        """One description of cards, and whether it says how many."""
        for nodes, more in WORTHS:
            yield from ((end, (str(Pick(WORTH, str(n + more))), True)) for end, (n,) in matches(text, nodes, at))
        for end, _ in matches(text, IN_IT, at):
            yield from ((last, (str(Pick(ALL, of)), True)) for last, of in base["suit"](text, end))
        for end, _ in matches(text, THE_ONE, at) if places_of else ():
            yield from ((last, (str(Pick(AT, one)), True)) for last, one in place(text, end))
        if places_of and text.word(at) in ("his", "her", "the", "their"):
            yield from (
                (end + 1, (str(Pick(AT, one)), True))
                for end, one in place(text, at + 1)
                if text.word(end) in ("one", "bid", "card")
            )
        start, every, the = at, False, False
        while text.word(start) in BEFORE_A_PICK:
            every |= text.word(start) in EVERY
            the |= text.word(start) in ("the", "only") or (
                not game.trick_game and text.word(start) in ("a", "an", "his", "her")
            )
            start += 1
        if tuple(text.said[start : start + 3]) == ("only", "one", "of"):
            yield from ((end, (str(Pick(ALL, of, "1")), True)) for end, of, _ in classes(text, start + 3))
        both = "both" in text.said[at:start]
        for begun, number in [(start, "2" if both else ""), *((end, str(n)) for end, n in base["number"](text, start))]:
            yield from described(text, begun, number, every, the)

    def described(text: Text, at: int, number: str, every: bool, the: bool) -> Iterator[tuple[int, tuple[str, bool]]]:
        some = any(True for beside in (at - 1, at + 1) for _ in base["number"](text, beside))
        by_worth = BY_WORTH.get(text.word(at), "") if some or not game.trick_game else ""
        if by_worth and not STEALING.isdisjoint(text.said[max(at - 3, 0) : at]):
            return  # the cheapest to steal is cheap in points, and that depends on what it takes
        by_worth = by_worth or HIGH * (some and not game.trick_game and text.word(at) in DEAR)
        how = next((how for _, how in base["how"](text, at)), by_worth)
        begun = at + bool(how)
        counts = [(begun, number)]
        if how and every:
            return  # “any of my top three”
        if how and not number:
            counts += [(end, str(n)) for end, n in base["number"](text, begun)]
        for start, n in counts:
            for plain in PLAIN if how else ():
                if tuple(text.said[start : start + len(plain)]) == plain:
                    start += len(plain)
                    break
            many = text.word(start) in ("cards", "ones")
            after = start + (text.word(start) in CARDS)
            bound = text.word(after) in ("of", "in") and (how or n)
            if how and (n or after > start or text.word(start - 1) not in ("low", "high")):  # “…, then low”
                yield after, (str(Pick(how, "", n or (REST if many else "1"))), bool(n))
            for end, of, plural in classes(
                text, after + bool(bound) + (text.word(after + 1) in ("the", "my") if bound else 0)
            ):
                if how:
                    yield end, (str(Pick(how, of, n or (REST if plural and not bound else "1"))), bool(n))
                    continue
                if n and (plural or bound or n == "1"):
                    yield end, (str(Pick(ALL, of, n)), True)
                    yield from lowest_of(text, end, of, n)
                elif not n and (plural or every):
                    yield end, (str(Pick(ALL, of)), every)
                    for last, _ in matches(text, FROM, end):
                        yield last, (str(Pick(LOW if "bottom" in text.said[end:last] else HIGH, of, REST)), False)
                elif the and not n:
                    yield end, (str(Pick(ALL, of, "1")), False)

    def lowest_of(text: Text, at: int, of: str, n: str) -> Iterator[tuple[int, tuple[str, bool]]]:
        """“3 spades, the lowest ones”."""
        start = at + (text.word(at) == ",") + (text.word(at + (text.word(at) == ",")) in ("the", "my"))
        for end, how in base["how"](text, start):
            yield end + (text.word(end) in ("ones", "one")), (str(Pick(how, of, n)), True)

    def classes(text: Text, at: int) -> Iterator[tuple[int, str, bool]]:
        """A suit, a rank or court cards, and whether they are many."""
        word = text.word(at)
        for end, of in base["suit"](text, at):
            yield end, of, end > at + 1 or (word not in ONE_OF_A_SUIT and word != "trump")
        if tuple(text.said[at : at + 2]) in (("court", "cards"), ("court", "card")):
            yield at + 2, COURT, text.word(at + 1) == "cards"
        wanted = RANKS.get(word, "")
        if wanted and of_rank(game, wanted):
            yield at + 1, RANK + wanted, True
        single = "" if game.trick_game else RANKS.get(f"{word}s", "")  # “the king” of those won; else a suit follows
        if single and of_rank(game, single):
            yield at + 1, RANK + single, False

    def cards(text: Text, at: int) -> Iterator[tuple[int, tuple[tuple[str, bool], ...]]]:
        yield from ((end, tuple((one, True) for one in named)) for end, named in base["run"](text, at))
        start = at + (text.word(at) in ("the", "my"))
        yield from ((end, ((one, True),)) for end, one in base["card"](text, start))
        named_so = {end for begun in (at, start) for end, _ in base["card"](text, begun)}
        yield from ((end, (one,)) for end, one in item(text, at) if end not in named_so)

    def so_many(found: Sequence[str]) -> tuple[str, ...]:
        """“Two clubs and a heart, the lowest”: the lowest of each."""
        last = Pick.of_token(found[-1]) or Pick("", "", "")
        each = [Pick.of_token(one) for one in found[:-1]]
        if (
            last.of
            or last.number != "1"
            or last.how == ALL
            or not each
            or not all(one and one.how == ALL for one in each)
        ):
            return tuple(found)
        return tuple(str(Pick(last.how, one.of, one.number)) for one in each if one)

    def listed(text: Text, at: int, most: int) -> Iterator[tuple[int, tuple[tuple[str, bool], ...]]]:
        text.step()
        for end, value in cards(text, at):
            yield end, value
            for join in JOINS if most > 1 else ():
                if tuple(text.said[end : end + len(join)]) == join:
                    pick = Pick.of_token(value[-1][0]) if join in OF_BOTH else None
                    so_many = pick and pick.number not in ("0", "1", REST)
                    if so_many and any(True for _ in base["suit"](text, end + len(join))):
                        continue  # “the six lowest clubs and spades”: how many of each?
                    for last, rest in listed(text, end + len(join), most - 1):
                        yield last, (*value, *rest)

    def picks(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, found in listed(text, at, MOST):
            if len(found) > 1 or ":" in found[0][0]:
                yield end, so_many([*dict.fromkeys(one for one, _ in found)])

    def counted(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Two cards or more, without a word on what is done with them: these are laid away."""
        kept = "keep" in game.phases
        if not (kept or "discard" in game.phases):
            return
        for end, found in listed(text, at, MOST):
            described_so = [Pick.of_token(one) for one, _ in found]
            if all(told for _, told in found) and any(
                one and (kept or one.how != HIGH) and one.number not in ("0", "1") for one in described_so
            ):
                yield end, so_many([one for one, _ in found])

    def kept(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """One card that is named whole, where cards are kept."""
        if "keep" in game.phases:
            yield from base["card"](text, at + (text.word(at) in ("the", "my")))

    def those_that(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """“Over 10”, “a king”, “trumps”: each of the cards that are so."""
        if "keep" not in game.phases:
            return
        for nodes, more in WORTHS:
            said = Text(("all", "cards", *text.said[at : at + 5]), text.holes)
            yield from ((at + end - 2, str(Pick(WORTH, str(n + more)))) for end, (n,) in matches(said, nodes, 0))
        start = at + (text.word(at) in ("a", "an", "of", "in", "one"))
        yield from ((end, str(Pick(ALL, of))) for end, of, _ in classes(text, start))

    def place(text: Text, at: int) -> Iterator[tuple[int, str]]:
        start = at + (text.word(at) in ("the", "my", "your"))
        start += text.word(at) == "my" and text.word(start) == "own"
        if text.word(at) == "mine" and text.word(at - 1) in ("on", "onto", "for", "to"):
            yield at + 1, "cloak"
        if text.word(start) in places_of:
            yield start + 1, text.word(start)

    def places(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """A place, or places in order."""
        if not places_of:
            return
        yield from ((end, (one,)) for end, one in place(text, at))
        for nodes, where in WHERES:
            yield from ((end, (where,)) for end, _ in matches(text, nodes, at))
        if text.word(at) in ("it", "there"):
            yield at + 1, (THERE,)
        for end, _ in matches(text, LEFT_OPEN, at):
            yield end, (LEFT,)
            start = end + (text.word(end) in (",", ":"))
            for then, first in place(text, start):
                if text.word(then) == "first":
                    yield then + 1, (first, *(one for one in places_of if one != first))
                for join in (("before",), ("then",), ("and", "then"), (",", "then"), (",",), ("else",), ("or", "else")):
                    if tuple(text.said[then : then + len(join)]) == join:
                        yield from ((last, (first, other)) for last, other in place(text, then + len(join)))

    def bid_card(text: Text, at: int) -> Iterator[tuple[int, tuple[tuple[str, Any], ...]]]:
        """A card for a place: named, or by its height."""
        if not places_of:
            return
        start = at + (text.word(at) in ("the", "my", "a"))
        start += text.word(start) == "next" and "then" in text.said[:at]
        numbered = (
            [(start + 1, f"T{text.word(start)}")]
            if text.word(start).isdigit() and int(text.word(start)[:3]) > 14
            else []
        )
        for end, card in (*base["card"](text, start), *numbered):
            if is_card(game, card):
                yield end, (("does", TOKENS), ("tokens", (card,)))
        if (wanted := RANKS.get(f"{text.word(start)}s")) and text.word(start + 1) != "of":
            yield start + 1, (("does", TOKENS), ("_rank", wanted))
        letter = text.word(start).upper() if text.word(start) in ("k", "q", "j", "n") else ""
        alone = [(start + 1, one) for one in (wanted, letter) if one]
        alone += [(end, str(n)) for end, n in base["number"](text, start) if 0 < n < 11]
        if text.word(start + 1) != "of" and not any(base["card"](text, start)):
            yield from ((end, (("does", TOKENS), ("tokens", (f"{RANK}{one}",)))) for end, one in alone)
        for end, n in [(start, 0), *base["nth"](text, start)]:
            for after, how in base["how"](text, end):
                does = (("does", LOWEST if how == LOW else HIGHEST), *((("nth", n),) if n > 1 else ()))
                for begun, of in suit_of(text, after):
                    named = [word for word in text.said[after:begun] if of == SAME and word in PLACES]
                    for last, _ in matches(text, MY_CARD, begun):
                        yield last, (*does, *((("of", of),) if of else ()), *(("_suit_of", at) for at in named))

    def suit_of(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield at, ""
        begun = at + (text.word(at) in ("card", "one"))
        bound = begun + (text.word(begun) in ("of", "in"))
        yield from base["suit"](text, bound)
        yield from ((end, SAME) for end, _ in matches(text, OF_ITS_SUIT, begun))

    def ranks(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“All queens and knights”: the cards."""
        start = at
        while text.word(start) in BEFORE_A_PICK:
            start += 1
        for end, of, _ in classes(text, start):
            if of.startswith(RANK) or of == COURT:
                cards_of = tuple(sorted(described_by(game, of)))
                yield end, cards_of
                if text.word(end) in ("and", "or"):
                    yield from ((last, (*cards_of, *more)) for last, more in ranks(text, end + 1))

    def in_turn(text: Text, at: int) -> Iterator[tuple[int, int]]:
        """“2 second, 1 last”, behind a line that tells of turns."""
        if "turn" in game.facts:
            yield from base["nth"](text, at)
            if text.word(at) == "last":
                yield at + 1, 0

    return {
        "kept": kept,
        "thosethat": those_that,
        "inturn": in_turn,
        "ranks": ranks,
        "picks": picks,
        "counted": counted,
        "places": places,
        "bidcard": bid_card,
    }
