"""What people write that no line of a plan can say, and what may be said of other cards than those that were read.

Both are looked for in the text as it was typed, for the patterns of `grammar` find something else in these words: a
trick number where one says “after the fifth trick”, a tile in “four sixes”.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .naming import ORDINALS

_COUNT = "two|three|four|five|six|seven|eight|nine|ten"
_SUITS = (
    "hearts|spades|diamonds|clubs|trumps|swords|cups|coins|batons|doubles|kings|queens|knights|jacks"
    "|blanks|ones|aces|deuces|twos|threes|treys|fours|fives|sixes"
)
_TILES = "blanks|ones|aces|deuces|twos|threes|treys|fours|fives|sixes"
_HELD = "".join(rf"(?<!{word}\s)" for word in "have hold got least most than only exactly".split())
"""Before a number of cards of which a line can say that I hold so many."""
_NUMBER = rf"(?:number\s+|no\.?\s+)?(?:\d+|one|{_COUNT})"
_NTH = rf"(?:(?:the\s+)?(?:{'|'.join(ORDINALS)}|\d+(?:st|nd|rd|th))\s+tricks?|(?:the\s+)?tricks?\s+{_NUMBER})"
_SIDE = r"(?:the\s+|a\s+|my\s+)?(?:taker|declarer|bidder|defender|attacker)(?:['’]s\s+(?:side|partner))?"
_IF = "(?:if|when|whenever|unless|while|as|except)"
_HAS_IT = r"(?:has|have|holds|hold|['’]s\s+got|has\s+got|keeps)\s+(?:it|them)"

TRICK_NUMBERS = "A plan can name one trick, such as “if it is the fifth trick”, but not all before or after it."
WHO_TAKES = "Who the taker is, or who is on whose side, is no condition: write that plan once the bids are over."
TO_COME = "What others hold, or may still play, is not known when you are asked, so a plan cannot depend on it."
COUNTED = "How many cards have been played is no condition of a plan."

IMPOSSIBLE: Sequence[tuple[str, str]] = (
    (rf"\b(?:after|until|till|before|since|by)\s+{_NTH}", TRICK_NUMBERS),
    (rf"{_NTH}\s+(?:or|and)\s+(?:later|after|afterwards|earlier|before|so)\b", TRICK_NUMBERS),
    (rf"\btrick\s+{_NUMBER}\s+(?:on|onwards?)\b", TRICK_NUMBERS),
    (rf"\b{_IF}\s+I(?:['’]m|\s+am)(?:\s+not|n['’]t)?\s+(?:the\s+partner|{_SIDE})\b", WHO_TAKES),
    (
        r"\b(?:can['’]?t|can\s?not|could(?:n['’]t|\s+not)?|can)\s+be\s+(?:beaten|beat|topped|overtaken|overtrumped)\b",
        TO_COME,
    ),
    (rf"\b(?:gone|played|fallen|seen|out)\s+or\s+\w+\s+{_HAS_IT}\b", TO_COME),
    (
        rf"\b(?:{_COUNT})\s+(?:{_SUITS})\s+(?:have|has|are|were)\s+(?:been\s+)?(?:played|gone|out|led|fallen|seen)\b",
        COUNTED,
    ),
    (rf"\b(?:has|have)\s+played\s+(?:{_COUNT})\s+(?:{_SUITS})\b", COUNTED),
    (rf"\bthere\s+(?:have|has)\s+been\s+(?:{_COUNT})\s+(?:{_SUITS})\b", COUNTED),
)
"""What no line can say, and why not."""

HOW_MANY = "Whether so many cards are meant, or one card, was not said."
WHOSE_PLACE = "Whose place in the trick that is was not said."
LIES_OR_RANKS = "Whether that card must lie in the trick, or only bounds which of yours may be played, was not said."
ONE_OF_THEM = "Whether your partner is one of them was not said."
WITHOUT_BOUTS = "Whether that is when to bid, or what to play, was not said."
OF_WHICH_SUIT = "Whether that is said of the suit led, or of all of them, was not said."
WHEN_WON = "Whether it is meant while the first trick is won, or afterwards, was not said."
TRUMP_LED = "Whether trumps are led, or lie in the trick, was not said."
UNDER_A_HEADING = "Whether the suit before the colon is meant of all that follows was not said."
IS_OUT = "Whether “out” means played, or still in a hand, was not said."
WITHOUT_SLAM = "Whether a guard without, or a guard and no slam, is bid was not said."
POINTS_OR_A_CARD = "Whether so many points or a card are meant was not said."
BIDS_HIGHEST = "Whether it is enough that they have bid, or nobody may have bid more, was not said."
EXCEPT_FIRST = "Whether the exception is of one suit, or of all that follows, was not said."

UNCLEAR: Sequence[tuple[str, str]] = (
    (r"\bone\s+(?:heart|spade|diamond|club|trump|sword|cup|coin|baton)\b", HOW_MANY),
    (r"\bwithout\s+(?:the\s+|any\s+|a\s+)?bouts?\b", WITHOUT_BOUTS),
    (r"\bno\s+(?:king|queen|knight|jack)s?\s+(?:has|have)\s+(?:gone|been\s+played|fallen)\b", OF_WHICH_SUIT),
    (r"\b(?:wins|takes|won|took)\s+the\s+first\s+trick\b", WHEN_WON),
    (rf"\b{_HELD}(?:{_COUNT})\s+(?:{_SUITS})\b(?!\s+(?:have|has)\b)", HOW_MANY),
    (rf"\b(?:have|hold|got)\s+(?:{_COUNT})\s+(?:{_TILES})\b", HOW_MANY),
    (rf"\b(?:discard|keep|steal|bury|lay\s+away|throw\s+away)\s+\d\s+(?:{_SUITS})\b", HOW_MANY),
    (
        r"\b(?:is|['’]s)?\s*(?:winning|leading|leads|wins|trumped)(?:\s+it)?\s+and\s+(?:is\s+|plays\s+|sits\s+|comes\s+)?"
        r"(?:last|second|third|fourth|void|out|can['’]?t\s+follow)\b",
        WHOSE_PLACE,
    ),
    (
        r"(?<!of\s)\b(?:heart|spade|diamond|club|sword|cup|coin|baton|card)s?\s+(?:under|below|beneath|over|above)\s+(?:the\s+|a\s+|my\s+)?"
        r"(?:\d+|ten|nine|eight|seven|six|five|jack|knight|cavalier|queen|king|ace)\b",
        LIES_OR_RANKS,
    ),
    (
        r"\b(?:if|unless|while|as\s+long\s+as|so\s+long\s+as)\b[^,;:.]*\b(?<!still\s)(?:is|are)\s+out\b(?!\s+(?:of|on|there|in)\b)",
        IS_OUT,
    ),
    (r"\bone\s+of\s+them\s+leads\b", ONE_OF_THEM),
    (
        r"\b(?:an?|any|the)\s+(?:[2-9]|10)\s+or\s+(?:better|higher|above|over|bigger|up)\b(?!\s+(?:points|pts|counts?)\b)",
        POINTS_OR_A_CARD,
    ),
    (r"\b(?:has|have|holds|got)\s+the\s+bid\b", BIDS_HIGHEST),
    (rf"\b(?:{_SUITS})\s*:[^;.:]*\b(?:if|when)\s+(?!not)[^;.:,]*,[^;.:,]*\b(?:if|when)\s+(?!not)", UNDER_A_HEADING),
    (r"\btrumps?\s+already\b|\b(?:if|when)\s+trumps?\s+(?:the\s+)?\d+\b", TRUMP_LED),
    (r"\bguard\s+without\s+(?:a\s+|any\s+|the\s+)?slam\b", WITHOUT_SLAM),
    (
        r"^\W*(?:except|unless)\b[^,;:.]*,\s*(?:on\s+|in\s+)?(?:hearts|spades|diamonds|clubs|swords|cups|coins|batons|trumps)\b",
        EXCEPT_FIRST,
    ),
)
"""What may be meant otherwise, and how."""

_IMPOSSIBLE = [(re.compile(pattern, re.I), why) for pattern, why in IMPOSSIBLE]
_UNCLEAR = [(re.compile(pattern, re.I), why) for pattern, why in UNCLEAR]


def impossible(text: str, names: Iterable[str]) -> str:
    """A sentence on what no plan can say; empty if nothing of the kind is found. ``names``: the other players'."""
    who = "|".join(map(re.escape, names))
    takes = who and re.search(
        rf"\b{_IF}\s+(?:{who}|he|she)(?:['’]s|\s+is)(?:\s+not|n['’]t)?\s+(?:my\s+partner|{_SIDE})\b", text, re.I
    )
    return WHO_TAKES if takes else next((why for pattern, why in _IMPOSSIBLE if pattern.search(text)), "")


def unclear(text: str) -> str:
    """A sentence on what may be meant otherwise than it is read; empty if nothing of the kind is found."""
    return next((why for pattern, why in _UNCLEAR if pattern.search(text)), "")
