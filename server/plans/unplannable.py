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
_PLAIN = "hearts|spades|diamonds|clubs|trumps|swords|cups|coins|batons"
_ONE = "heart|spade|diamond|club|trump|sword|cup|coin|baton"
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
PREVIOUS = "A plan sees this trick and which cards have gone, but not the trick before."
NO_OPPONENT = "“No opponent” is no condition of a plan: name one, or say “nobody”."
NOT_AWAY = "What is not to be laid away is no plan: say which cards are."
DECLARED = "What is declared goes with a card: name that, too."
COUNTED = "How many cards have been played is no condition of a plan."

IMPOSSIBLE: Sequence[tuple[str, str]] = (
    (rf"\b(?:after|until|till|before|since|by|up\s*to|through|to)\s+{_NTH}", TRICK_NUMBERS),
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
    (
        rf"(?:\bnot|n['’]?t)\s+(?:yet\s+)?(?:in\s+|on\s+)?(?:the|my)\s+(?:{'|'.join(ORDINALS)}|last|first)\s+trick\b",
        TRICK_NUMBERS,
    ),
    (r"\b(?:took|won|had|got|has\s+won|has\s+taken)\s+(?:the\s+)?(?:last|previous)\s+(?:trick|one)\b", PREVIOUS),
    (
        r"\b(?:played|went|gone|fell|led|thrown|seen|dropped)\s+(?:in\s+|on\s+)?(?:the\s+)?(?:last|previous)\s+"
        r"(?:trick|round)\b|\bhas\s+just\s+(?:won|taken|led|played|trumped)\b",
        PREVIOUS,
    ),
    (r"\b(?:no|just\s+one|only\s+one)\s+(?:other\s+)?(?:opponent|defender|enemy)s?\b", NO_OPPONENT),
    (
        rf"(?<!\bI\s)(?<!trick\s)(?<!\bit\s)\b(?:has|hasn['’]?t|does\s*n['’]?t\s+have|has\s+not)\s+(?:got\s+)?(?:any\s+|no\s+)?"
        rf"(?:trumps|{_SUITS})\b",
        TO_COME,
    ),
    (r"\b(?:discard|lay\s+away|bury)\b[^.;]*\b(?:except|unless\s+it)\b", NOT_AWAY),
    (r"\bup\s*to\s+the\s+last\s+trick\b", TRICK_NUMBERS),
    (r"\bwon['’]?t\s+be\s+\w+ed\b", TO_COME),
    (r"^\W*declare\s+(?:(?:my|the)\s+)?\w+(?:(?:,|\s+and)\s+(?:(?:my|the)\s+)?\w+)*\W*$", DECLARED),
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
GOES_AWAY = "Whether “otherwise” is said of what is laid away, or of the play, was not said."
THIS_TRICK = "Whether only this trick is meant was not said."
WHOSE_BID = "Whether that is what they have bid, or what you will, was not said."
EXCEPT_ALL = "Whether the exception at the end is meant of all that stands before it was not said."
GOES_FIRST = "Which of these comes first was not said."
OTHERWISE_WHEN = "Whether “otherwise” is said where you cannot win, or where somebody else is winning, was not said."
LED_OR_LIES = "Whether that suit is led, or such a card lies in the trick, was not said."
DECLARED_OR_PLAYED = "Whether that is declared, or played, was not said."
BOTH_HELD = "Whether you are to hold both, or the second is what to play, was not said."
OTHERWISE_KEPT = "Whether that is kept, or not bid before, was not said."
IN_POINTS = "Whether the trick is meant, or the points, was not said."
HOW_OFTEN = "Whether each of these is led once, or as long as there are any, was not said."
USUALLY = "When it is to be otherwise was not said."
EXACTLY = "Whether exactly so many are meant, or at least so many, was not said."
NOT_HELD = "Whether that is not to be held, or not to be played, was not said."
BOTH_SUITS = "Whether that is meant of both suits was not said."
ONLY_WITH = "Whether nothing else may win was not said."
WHOSE_CARD = "Whose card is meant was not said."
THEN_TAKE = "Whether the condition is meant of what is taken, too, was not said."
GIVEN = "Whether that is given for the Matto, or played, was not said."
AS_A_TRUMP = "Whether a trump is meant in the other case, too, was not said."
OTHERWISE = "Whether “otherwise” is said of your leads, or of suits that you do not have, was not said."
SLAM = "Whether a bid or a low card is meant was not said."
IN_THE_HAND = "Whether none are left in your hand, or with anybody, was not said."
IF_NEEDED = "For what it may be needed was not said."
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
        r"\b(?:is|['’]s)?\s*(?:winning|leading|leads|wins|trumped)(?:\s+it)?\s+(?:and|or)\s+(?:is\s+|plays\s+|sits\s+|comes\s+)?"
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
    (r"\bone\s+of\s+them\b", ONE_OF_THEM),
    (
        rf"(?:\bunless|n['’]?t|\bnot|\bhold)\s+(?:I\s+)?(?:have\s+|hold\s+)?(?:got\s+)?\d{{1,2}}\s+(?:{_PLAIN})\b",
        HOW_MANY,
    ),
    (rf"\b\d{{1,2}}\s+(?:{_PLAIN})\s+(?:have|has|are|were|lie|in)\b", HOW_MANY),
    (
        rf"(?<!only\s)(?<!just\s)\b(?:have|hold|got)\s+(?:{_COUNT}|[2-9])\s+(?:{_SUITS})\b(?!\s+(?:or\b|have\b|has\b|left\b))",
        EXACTLY,
    ),
    (r"\b(?:have|hold|got)\s+just\b", HOW_MANY),
    (r"\b(?:have|hold|got|with)\s+[^,;.:]*\b(?:but|and)\s+(?:not|no)\b", NOT_HELD),
    (rf"\b(?:no|out\s+of|without|any|have)\s+(?:{_PLAIN})\s+(?:or|and|nor)\s+(?:no\s+)?(?:{_PLAIN})\b", BOTH_SUITS),
    (r"\b(?:win|take|beat)\b[^,;.]*\bonly\s+with\b", ONLY_WITH),
    (
        r"\b(?:take|swap|peek|show)\b[^.;]*\b(?:if|unless)\s+it(?:['’]s|\s+is)?(?:\s+not|n['’]?t|\s+isn['’]?t)?\s+the\s+(?:sun|world|lovers"
        r"|priestess|high|hanged|tower|devil)\b|^\W*(?-i:[A-Z])\w+(?:['’]s)?\s+(?:if|unless)\s+it\b|\b(?:peek|show)\b.*\b(?:else|otherwise|and|or)\s+(?-i:[A-Z])",
        WHOSE_CARD,
    ),
    (r"\b(?:if|with)\b[^.;]*\b[0-3]\s*(?:and|,|&)\s*take\b", THEN_TAKE),
    (r"^\W*give\s+(?:(?:the|my|them|opponents)\s+)*low\w*(?:\s+\w+)?\W*$", GIVEN),
    (
        rf"\b(?:have|hold|got)\s+(?:an?\s+)?(?:{_PLAIN}|heart|spade|diamond|club|trump)\s+(?:lower|higher|smaller|bigger|above|below|over|under)\b",
        LIES_OR_RANKS,
    ),
    (
        r"(?:\bking|\bqueen|\bknight|\bjack|\bace|[KQJN][SHDC]|T\d+|\b(?:the|my)\s+\d+)\s+if\s+(?:needed|necessary|need\s+be|required)\b",
        IF_NEEDED,
    ),
    (r"\bunless\s+I(?:['’]ve|\s+have)\s+none\b", IN_THE_HAND),
    (rf"\bno\s+(?:{_PLAIN})\s+(?:are|is)\s+left\b|\bnone\s+(?:are|is)\s+left\b|\bis\s+still\s+there\b", IN_THE_HAND),
    (r"\bsmall\b[^.;]*\bslam\b", SLAM),
    (
        r"\bwin\s+with\s+(?:the\s+)?second\b|\b(?:win|take)\b[^,;.]*\bif\s+(?:my|the|a)\s+\w+\s+(?:wins|would\s+win)\b",
        ONLY_WITH,
    ),
    (
        r"\b(?:trump|ruff)\s+(?:high|low)\b[^.;]*\b(?:if|when|unless)\b[^.;]*\b(?:otherwise|else|then)\s+(?:high|low)\b",
        AS_A_TRUMP,
    ),
    (
        rf"\blead\s+an?\s+\w+,\s+(?:{_ONE})\b|\blead\b[^.;:]*\bthen\s+(?:{_PLAIN})\s|\btrump\s+leads\s*:|\btrump\s+only\s+low\b",
        TRUMP_LED,
    ),
    (r"\btrumps?:?\s+\d+\s+to\s+\d+\b", LIES_OR_RANKS),
    (r"\bexcept\s+(?:the\s+)?doubles\b", OF_WHICH_SUIT),
    (r"\b(?:discard|lay\s+away|bury)\b[^.;]*,\s*(?:otherwise|else)\s+(?:the\s+)?low", GOES_AWAY),
    (r"\b[0-3]\s+if\s+[^.;,]*,\s*take\b|\b[0-3]\s+and\s+show\b", THEN_TAKE),
    (r"\bthis\s+(?:trick|one)\s+(?:if|when|unless)\b", THIS_TRICK),
    (r",\s*if\s+(?-i:[A-Z])\w+\s+(?:has\s+)?bids?\s+[\w ]+\W*$", WHOSE_BID),
    (r"\b(?:have|hold|got)\s+[^,;.:]*,\s*not\s", NOT_HELD),
    (
        r"\b(?:low|high|win)\b[^,;]*[,;][^,;]*\b(?:low|high|win|else|otherwise)\b[^,;]*,\s*(?:unless|except)\b[^,;]*$|\b(?:else|otherwise)\b[^.;]*,\s*but\b",
        EXCEPT_ALL,
    ),
    (r"\bcall\b[^.;]*[,;]\s*(?:[KQ][SHDC]\s+)?if\s+I\s+have\s+(?:it|that)\b", GOES_FIRST),
    (r"\bcall\s+[KQ][SHDC]\s*(?:[,;]\s*if\b|,?\s*or\s+[KQ][SHDC]\s+if\b)", GOES_FIRST),
    (r"\b(?:have|hold|got)\s+no\s+(?:king|queen|knight|jack|page|ace)s?\b(?!\s+of\b)", OF_WHICH_SUIT),
    (r"\bif\s+not,\s*unless\b", EXCEPT_ALL),
    (r"\b(?:discard|lay\s+away|bury)\b[^.;]*,[^.;]*\bif\b(?!\s+(?:that|there|it)\b)", GOES_AWAY),
    (
        r"\bif\b[^,;.]*,[^,;.]*\b(?:if\s+I\s+can|cheaply\s+as\s+I\s+can)\b[^,;.]*,\s*(?:otherwise|else)\b",
        OTHERWISE_WHEN,
    ),
    (r"\bI(?:['’]m|\s+am)\s+next\b|\b(?:comes|is|plays)\s+next\b|\bled\s+next\b|^\W*next\s+lead\b", WHOSE_PLACE),
    (r"\blead\b[^,;.]*\bfirst\s*,[^,;.]*\bif\b", GOES_FIRST),
    (r"\bplayed\s+(?:in|to)\s+this\s+trick\b", THIS_TRICK),
    (rf"\btrump\s+(?:{_PLAIN})\b[^,;]*,\s*(?:{_PLAIN})\b|can['’]?t\s+follow,\s*(?:{_PLAIN})\b", AS_A_TRUMP),
    (rf"\btrick\s+and\s+the\s+(?:last|{'|'.join(ORDINALS)})\b", WHEN_WON),
    (r"\bat\s+least\W*$", EXACTLY),
    (r"\bit['’]s\s+trumps?\s+lead\b", TRUMP_LED),
    (r"^\W*(?:kings|queens|knights|pages)(?:,|\s+and)\s+(?:kings|queens|knights|pages)\W*$", DECLARED),
    (
        r"\bthere(?:['’]s|\s+is)\s+an?\s+(?:heart|spade|diamond|club|sword|cup|coin|baton)\s+in\s+(?:it|the)\b"
        r"|\bplayed\s+an?\s+(?:heart|spade|diamond|club|sword|cup|coin|baton)\b",
        LED_OR_LIES,
    ),
    (r"\b(?:when|whenever|once)\s+the\s+\w+['’]s\s+out\b(?!\s+(?:of|on|there|in)\b)", IS_OUT),
    (r"^\W*(?:aces|kings|queens|knights|pages)\s+(?:low|high)\W*$", DECLARED_OR_PLAYED),
    (rf"^\W*(?:{_PLAIN})\s+(?:low|high),?\s*unless\b", DECLARED_OR_PLAYED),
    (r"\bgone\s+(?:but|and)\s+not\b", NOT_HELD),
    (r"\bif\s+I\s+have\s+[^,;.:]*\band\s+(?:the\s+)?(?:\d-\d|blank|one|two|three|four|five|six)\b", BOTH_HELD),
    (r"\bif\s+I\s+have\s+[^,;.:]*\btoo\b|\bif\s+we\s+lead\b", GOES_FIRST),
    (r"\bif\s+[^,;.:]*\bis\s+played,\s*(?:take|beat|win)\s+it\b", LED_OR_LIES),
    (r"\bno\s+(?:king|queen|knight|jack|page)s\s+(?:are|is)\s+left\b", IN_THE_HAND),
    (r"\bsave\b[^.;]*\bfor\s+the\s+last\s+round\b", OTHERWISE_KEPT),
    (r"\bdiscard\s+(\d)\s+of\s+\w+\s+and\s+\1\s+of\b", HOW_MANY),
    (r"\b(?:was|were)\s+first\b|\b(?:if|unless)\s+\w+\s+took\W*$", WHOSE_PLACE),
    (r"\bwe(?:['’]re|\s+are)\s+(?:behind|ahead)\b", IN_POINTS),
    (r"\b(?:throw|give|play|dump)\s+a\s+(?:five|ten)\b|^\W*(?:5|10)\s+if\b", POINTS_OR_A_CARD),
    (r"\b(?:dump|throw|chuck|ditch)\s+(?:a|my)\s+(?:king|queen|knight|jack|page)\b(?!\s+of\b)", OF_WHICH_SUIT),
    (rf"\blead\s+an?\s+(?:{_ONE})\b[^.;]*\bthen\s+an?\s+(?:{_ONE})\b", HOW_OFTEN),
    (r"\b(?:no\s?one|nobody)\b[^,;.]*\bexcept\b|\bbut\s+not\b[^,;.]*\bunless\s+I(?:['’]m|\s+am)\b", EXCEPT_FIRST),
    (r"^\W*trump\s+\w+s\s+and\s+\w+s\b|\bcall\s+the\s+double\s+I\b", AS_A_TRUMP),
    (r"\b(?:trump|ruff|play|win)\s+with\s+anything\b", LIES_OR_RANKS),
    (r"\b(?:usually|normally|generally)\b", USUALLY),
    (r"^\W*follow\s+(?:suit\s+)?\w+,?\s*(?:otherwise|else|or\s+else)\b", OTHERWISE),
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
