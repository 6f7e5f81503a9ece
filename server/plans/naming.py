"""Cards by description, composed of how, of which suit, and what the card must do: “my lowest heart that wins”.

A description is how low or high the card is, a suit or “card”, and any number of limits behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..rules import AnyGame
from .language import DUCK, HIGH, HIGHEST, LOW, LOWEST, PLAY, SINGLE, WIN
from .matching import Hole, Text, compiled, matches
from .vocabulary import ONE_OF_A_SUIT, of_suit, plays_cards

Part = Mapping[str, Any]

HOW = {
    word: how
    for how, words in (
        (LOW, "low lowest small smallest least little bottom lower smaller"),
        (HIGH, "high highest top biggest largest big best higher bigger larger"),
    )
    for word in words.split()
}
"""Words for how low or high a card is."""
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
NTH = {0: "", 2: "second ", 3: "third "}
EXTREME = {LOW: LOWEST, HIGH: HIGHEST}
LED = "?led"
"""In place of a suit: the one that is led."""
MAY = (
    "(that|which)? (of what (i may play|i may|i can play)|i may play|i can play|i may|i can|possible|lawful|legal"
    "|available"
    "|i must)"
)
HAVE = "((that)? (i have|i hold|i got|i have got|left|there is)|of (the|my) (two|three|rest|ones))"
WITH_IT = "(it|that|this|the trick|the job|them|him|her|everything|what is there|what is led|the others)?"
WINS = (
    f"((that|which|who|to|and) (will|would|can|could)? (just)? (win|wins|take|takes|beat|beats|hold|holds|do|does)"
    f" {WITH_IT}"
    "|(over|above) (it|that|him|her|his|hers|them|theirs|(what|whatever) is (there|in the trick|highest|winning|best)"
    "|(the)? (best|highest) (trump|card|one)? (there|so far|in the trick))|that is enough"
    "|that is winning"
    "|winner)"
)
LOSES = (
    "((that|which) ((will)? (lose|loses)|(does|can|will|would) not (win|take|beat)|(stays|goes|is) (under|below))"
    f" {WITH_IT}|under (it|that|him|her|them)|loser)"
)
OF_THE_LED = (
    "((of|in|from) (it|suit|that suit|the suit|the suit led|the led suit|this suit|that|this|the same|(his|her|their"
    "|its"
    "|the same) suit|them|those|theirs|whatever (suit)? (it is|is led|that is|they lead|somebody leads|was led)|what"
    " (suit)? (is led|they lead|was led|somebody leads)|whatever|(the|that) suit (that|which)? is led)|on (whatever"
    "|any|every|each) (suit|lead) (is led)?|(that|which|to) (follow|follows) (suit|it)?|of led suit)"
)
NOT = (
    "((that is|which is)? not|but|but not|except|except for|other than|excluding|besides|apart from|save|bar"
    "|outside|non)"
)
_MAY, _HAVE, _WINS, _LOSES, _OF_THE_LED = map(compiled, (MAY, HAVE, WINS, LOSES, OF_THE_LED))
_OF = compiled("(of|in|from) (the|my|a|all|those)? {suit}")
_OF_MINE = compiled("(of|in|from)? {ownsuit}")
_NOT_A_KIND = compiled(f"{NOT} (a|an|any|the|of the|of)? {{kind}} ((or|nor|and|or even) (a|an|any|the)? {{kind}})?")
MORE_SUITS = "((or|nor|and|or even) (a|an|any)? {ofsuit})?"
_NOT_A_SUIT = compiled(f"{NOT} (a|an|any|no|of the|of)? {{ofsuit}} {MORE_SUITS} {MORE_SUITS}")
_NOT_A_CARD = compiled(f"{NOT} (the|my)? {{called}}")
_PLAIN = compiled("(non trump|plain card|side card|card outside trumps|plain one)")
_FROM = (
    (compiled("((above|over|beyond)|(higher|bigger|larger) than (the|my)?) {number}"), 1),
    (compiled("(from|at least|at lowest) (the|my)? {number} (up|upward|upwards|on|onwards)?"), 0),
    (compiled("(the|my)? {number} (and|or)? (up|upward|upwards|higher|above|over|bigger|more)"), 0),
    (compiled("(but|and)? (not|no|nothing|never) (low|lower|less|smaller|below|under) (than)? (the|my)? {number}"), 0),
)
_UP_TO = (
    (compiled("((below|under)|(low|lower|smaller|less) than (the|my)?) {number}"), -1),
    (compiled("(up to|at most|not more than|no more than) (the|my)? {number}"), 0),
    (compiled("(the|my)? {number} (and|or)? (lower|below|under|smaller|less|down)"), 0),
    (compiled("(but|and)? (not|no|nothing|never) (higher|bigger|more|above|over) (than)? (the|my)? {number}"), 0),
)
"""Where trumps begin or end that are meant, and how far that is from the number."""
_ARTICLES = frozenset("the my a an any that your one".split())
_ANY = frozenset("a an any some another one".split())
_ONLY = frozenset("only lone last single".split())
_CARDS = frozenset("card domino tile thing".split())
_PLAINLY = frozenset("low high small big little".split())
_LAWFUL = frozenset("lawful legal playable possible".split())
MOST_LIMITS = 3
_OTHERS = frozenset("they you somebody others opponents".split())


def _is_led_by_others(text: Text, at: int) -> bool:
    """Whether the words before a place say that others lead what stands there: “if they lead a heart, small”."""
    before = text.word(at - 1)
    return before in ("leads", "led") or (before == "lead" and text.word(at - 2) in _OTHERS)


def _limits(text: Text, at: int, most: int = MOST_LIMITS) -> Iterator[tuple[int, Part]]:
    """What is said behind “the lowest card”: of which suit it is, what it must do, what it must not be."""
    yield at, {}
    if not most:
        return
    found: list[tuple[int, Part]] = [(end, {"of": of}) for end, (of,) in matches(text, _OF, at)]
    found += [(end, {"of": of}) for end, (of,) in matches(text, _OF_MINE, at)]
    for nodes, mark in ((_MAY, "may"), (_HAVE, "have"), (_WINS, "wins"), (_LOSES, "loses")):
        found += [(end, {mark: True}) for end, _ in matches(text, nodes, at)]
    found += [(end, {"of": LED}) for end, _ in matches(text, _OF_THE_LED, at)]
    kinds = [one for one in matches(text, _NOT_A_KIND, at) if text.word(one[0] - 1) != "one"]
    kinds = [one for one in kinds if text.word(one[0] - 1)[-1:] == "s" or "the" not in text.said[at : one[0]]]
    kinds += matches(text, _NOT_A_SUIT, at)
    found += [(end, {"but": tuple(card for cards in each for card in cards)}) for end, each in kinds]
    found += [(end, {"but": (card,)}) for end, (card,) in matches(text, _NOT_A_CARD, at)]
    for end, part in {repr(one): one for one in found if one[0] > at}.values():
        for last, more in _limits(text, end, most - 1):
            if part.keys().isdisjoint(more):
                yield last, {**part, **more}


def _bounded(trumps: Sequence[str], how: str, text: Text, at: int) -> Iterator[tuple[int, Part]]:
    """The trumps of which is said behind them how low or high they are to be, in the order in which they are tried."""
    numbers = {int(card[1:]): card for card in trumps if card[1:].isdigit()}
    for ways, upwards in ((_FROM, True), (_UP_TO, False)):
        for nodes, step in ways:
            for end, (number,) in matches(text, nodes, at):
                if number not in numbers:
                    continue
                found = [
                    card for n, card in sorted(numbers.items()) if (n >= number + step) is upwards or n == number + step
                ]
                yield end, {"does": PLAY, "tokens": tuple(found if how == LOW else reversed(found))}


def described(game: AnyGame) -> Hole:
    """Parts of a line that each description in a text says."""

    def hows(text: Text, at: int) -> tuple[int, str]:
        some = text.word(at) in ("something", "anything")
        start = at + (some or text.word(at) in _ARTICLES)
        start += text.word(at) == "any" and text.word(start) == "other"
        end = start
        if (some or text.word(at) in ("a", "an", "any")) and text.word(start).endswith("er"):
            return start, ""  # higher than what lies there, not than the other cards
        if (
            game.trick_game
            and "best" in text.said[start : start + 2]
            and text.word(start + 1) not in ("trump", "trumps")
        ):
            return start, ""  # what is best is not told by its rank alone
        while text.word(end) in HOW and HOW[text.word(end)] == HOW[text.word(start)]:
            end += 1
        return end, HOW[text.word(start)] if end > start else ""

    def one_of_a_suit(text: Text, at: int) -> Iterator[tuple[int, Part]]:
        """“A club”: any, so the lowest. “My last club”, “my singleton”: the only one, if there is but one."""
        article = text.word(at)
        start = at + (article in _ARTICLES | _ANY)
        only = text.word(start) in _ONLY
        for end, of in text.holes["suit"](text, start + only) if start > at else ():
            single = text.word(end - 1) in {*ONE_OF_A_SUIT, "trump"}
            if article in _ANY and not only and text.word(end) == "," and not _is_led_by_others(text, at):
                last, how = hows(text, end + 1)
                if how:
                    yield last + (text.word(last) in ("one", "card")), {"does": how, "of": of}
            if article in _ANY and not only and of == "T":
                yield from _bounded(of_suit(game, "T"), LOW, text, end)
            if article in _ANY and not only:
                yield end, {"does": LOW, "of": of, "_any_of": True, **({} if article == "any" else {"_which": True})}
            elif single and of in game.suits and (only or article in ("the", "my")):
                yield end, {"does": LOW, "of": of, "holds": (f"{of}:1:1",)}
        for end, of in text.holes["ownsuit"](text, start):
            yield end, {"does": LOW, "of": of, **({} if of == SINGLE else {"_vague": True})}
            if article == "from":
                yield end, {"does": LOW, "of": of, "_vague": True}

    def find(text: Text, at: int) -> Iterator[tuple[int, Part]]:
        begun, nth = at, {}
        for after, n in text.holes["nth"](text, at + (text.word(at) in _ARTICLES)) if game.trick_game else ():
            if n in NTH and text.word(after).endswith("est"):
                begun, nth = after, {"nth": n}
        end, how = hows(text, begun)
        if not how:
            yield from one_of_a_suit(text, at)
            return
        if text.word(end) in _LAWFUL:
            end += 1
        end += text.word(end) == "other"
        heads: list[tuple[int, Part]] = [(end, {}), *((last, {"of": of}) for last, of in text.holes["suit"](text, end))]
        trumps = of_suit(game, "T")
        heads += [(last, {"card": True, "but": trumps}) for last, _ in matches(text, _PLAIN, end) if trumps]
        if text.word(end) in _CARDS and plays_cards(game):
            heads.append((end + 1, {"card": True}))
        if text.word(end) in ("one", "ones"):
            that_one = text.word(end - 1) in _PLAINLY and text.word(end - 2) == "the"
            plainly = {"plainly": {"_one_of_them": True}} if that_one else {}
            heads.append((end + 1, {"one": True, **plainly}))
        for begun, head in heads:
            if head.get("of") == "T" and not nth:
                yield from _bounded(of_suit(game, "T"), how, text, begun)
            for last, limits in _limits(text, begun):
                part = _part(how, {**head, **limits}) if head.keys().isdisjoint(limits) else None
                if part is not None and not {"a", "an", "one", "trump", *ONE_OF_A_SUIT}.isdisjoint(text.said[at:last]):
                    part = {**part, "_single": True}
                if part is not None and not (nth and part.get("does") in (WIN, DUCK)):
                    yield last, {**part, **nth}

    return find


def _part(how: str, said: Part) -> Part | None:
    """The part of a line that a description says; ``None`` if it says what no line can."""
    of, but = said.get("of", ""), {"but": said["but"]} if "but" in said else {}
    if "wins" in said or "loses" in said:
        if "wins" in said and "loses" in said:
            return None
        wanted, does = (LOW, WIN) if "wins" in said else (HIGH, DUCK)
        if how != wanted or (does == DUCK and of):
            return None
        return {"does": does, **({"of": of} if of and of != LED else {}), **but}
    if of == LED:
        return {"does": how, **but}
    if of:
        return {"does": how, "of": of, **but}
    if "card" in said or ("may" in said and "one" not in said):
        return {"does": EXTREME[how], **but}
    return {"_low": how, **({"_one": True} if "one" in said else {}), **said.get("plainly", {}), **but}
