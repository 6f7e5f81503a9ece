"""What people write that no line of a plan can say, and what may be said of other cards than those that were read.

Both are looked for in the text as it was typed, for the patterns of `grammar` find something else in these words: a
trick number where one says “after the fifth trick”, a tile in “four sixes”. A space in a pattern is any white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .lines import COMES_FIRST, OF_ALL_LINES, ONLY_FORBIDDEN
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
_NUMBER = rf"(?:number |no\.? )?(?:\d+|one|{_COUNT})"
_NTH = rf"(?:(?:the )?(?:{'|'.join(ORDINALS)}|\d+(?:st|nd|rd|th)) tricks?|(?:the )?tricks? {_NUMBER})"
_SIDE = r"(?:the |a |my )?(?:taker|declarer|bidder|defender|attacker)(?:['’]s (?:side|partner))?"
_IF = "(?:if|when|whenever|unless|while|as|except)"
_HAS_IT = r"(?:has|have|holds|hold|['’]s got|has got|keeps) (?:it|them)"

TRICK_NUMBERS = "A plan can name one trick, such as “if it is the fifth trick”, but not all before or after it."
WHO_TAKES = "Who the taker is, or who is on whose side, is no condition: write that plan once the bids are over."
TO_COME = "What others hold, or may still play, is not known when you are asked, so a plan cannot depend on it."
PREVIOUS = "A plan sees this trick and which cards have gone, but not the trick before."
NO_OPPONENT = "“No opponent” is no condition of a plan: name one, or say “nobody”."
NOT_AWAY = "What is not to be laid away is no plan: say which cards are."
DECLARED = "What is declared goes with a card: name that, too."
COUNTED = "How many cards have been played is no condition of a plan."

IMPOSSIBLE: Sequence[tuple[str, str]] = (
    (rf"\b(?:after|until|till|before|since|by|up\s*to|through|to) {_NTH}", TRICK_NUMBERS),
    (rf"{_NTH} (?:or|and) (?:later|after|afterwards|earlier|before|so)\b", TRICK_NUMBERS),
    (rf"\btrick {_NUMBER} (?:on|onwards?)\b", TRICK_NUMBERS),
    (rf"\b{_IF} I(?:['’]m| am)(?: not|n['’]t)? (?:the partner|{_SIDE})\b", WHO_TAKES),
    (
        r"\b(?:can['’]?t|can\s?not|could(?:n['’]t| not)?|can) be (?:beaten|beat|topped|overtaken|overtrumped)\b",
        TO_COME,
    ),
    (rf"\b(?:gone|played|fallen|seen|out) or \w+ {_HAS_IT}\b", TO_COME),
    (
        rf"\b(?:{_COUNT}) (?:{_SUITS}) (?:have|has|are|were) (?:been )?(?:played|gone|out|led|fallen|seen)\b",
        COUNTED,
    ),
    (rf"\b(?:has|have) played (?:{_COUNT}) (?:{_SUITS})\b", COUNTED),
    (rf"\bthere (?:have|has) been (?:{_COUNT}) (?:{_SUITS})\b", COUNTED),
    (
        rf"(?:\bnot|n['’]?t) (?:yet )?(?:in |on )?(?:the|my) (?:{'|'.join(ORDINALS)}|last|first) trick\b",
        TRICK_NUMBERS,
    ),
    (r"\b(?:took|won|had|got|has won|has taken) (?:the )?(?:last|previous) (?:trick|one)\b", PREVIOUS),
    (
        r"\b(?:played|went|gone|fell|led|thrown|seen|dropped) (?:in |on )?(?:the )?(?:last|previous) "
        r"(?:trick|round)\b|\bhas just (?:won|taken|led|played|trumped)\b",
        PREVIOUS,
    ),
    (r"\b(?:no|just one|only one) (?:other )?(?:opponent|defender|enemy)s?\b", NO_OPPONENT),
    (
        rf"(?<!\bI\s)(?<!trick\s)(?<!\bit\s)\b(?:has|hasn['’]?t|does\s*n['’]?t have|has not) (?:got )?(?:any |no )?"
        rf"(?:trumps|{_SUITS})\b",
        TO_COME,
    ),
    (r"\b(?:discard|lay away|bury)\b[^.;]*\b(?:except|unless|if it)\b", NOT_AWAY),
    (r"\bup\s*to the last trick\b", TRICK_NUMBERS),
    (r"\bwon['’]?t be \w+ed\b", TO_COME),
    (r"^\W*declare (?:(?:my|the) )?\w+(?:(?:,| and) (?:(?:my|the) )?\w+)*\W*$", DECLARED),
)
"""What no line can say, and why not."""

HOW_MANY = "Whether so many cards are meant, or one card, was not said."
WHOSE_PLACE = "Whose place in the trick that is was not said."
LIES_OR_RANKS = "Whether that card must lie in the trick, or only bounds which of yours may be played, was not said."
ONE_OF_THEM = "Whether your partner is one of them was not said."
WITHOUT_BOUTS = "Whether that is when to bid, or what to play, was not said."
ONE_OF_THAT = "Whether “one” is the card named before, or a 1, was not said."
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
OTHERWISE_WHEN = "Whether “otherwise” is said where you cannot win, or where somebody else is winning, was not said."
LED_OR_LIES = "Whether that suit is led, or such a card lies in the trick, was not said."
DECLARED_OR_PLAYED = "Whether that is declared, or played, was not said."
BOTH_HELD = "Whether you are to hold both, or the second is what to play, was not said."
OTHERWISE_KEPT = "Whether that is kept, or not bid before, was not said."
IN_POINTS = "Whether the trick is meant, or the points, was not said."
HOW_OFTEN = "Whether each of these is led once, or as long as there are any, was not said."
WHOSE_TRICK = "Whose trick is meant was not said."
WHICH_LAST = "Whether the last trick, your last card or the last place is meant was not said."
LIES_OR_GONE = "Whether it is meant in that trick, or afterwards, was not said."
ALSO_DECLARED = "Whether the condition is meant of what is declared, too, was not said."
WHEN_RATHER = "When each of these is meant was not said."
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

KEPT_FOR = "Whether that card is kept until then, or not played then, was not said."
WHAT_HE_DID = "What that player is to have done was not said."
GIVES_NOTHING = "Whether a pass is meant, or a card without points, was not said."
BOTH_SO = "Whether both are conditions was not said."
OR_NOT = "Which of these comes first, and which is left out, was not said."
HOW_MANY_TRICKS = "A plan does not count the tricks that are won."

WINS_TOO = "Whether the other card is to win, too, was not said."
AGAIN = "Whether the first time is meant, too, was not said."
FOLLOWS = "Whether it is meant where you can follow suit, or where another leads, was not said."
WHICH_CALL = "Which call goes with which bid was not said."

_ACTS = (
    r"(?:low|high|win|lowest|highest|smallest|biggest|count|points|the|my|pass|\d[\d-]*[mSHDCBOT]?|[KQNJA][SHDCBO]|T\d+|call"
    r"|most|guard|small)\b"
)
"""How an action begins."""
_WHO = r"(?:(?-i:[A-Z][a-z]+)|(?:my |the )?(?:partner|taker|opponent|declarer|bidder))"
"""Somebody, by name or by what they are."""
_DEVILS = "sun|world|lovers|priestess|high priestess|hanged man|tower|devil"
_NAMED = r"(?:king|queen|knight|jack|page|ace|petit|fool|excuse|matto|angel|world|begato|double|trump)"

UNCLEAR: Sequence[tuple[str, str]] = (
    # of which of several lines an exception, or a condition, is meant
    (
        r"\bunless\b[^.\n]*\bthen\b[^.\n]*\b(?:unless|but (?:not|never|keep)|never|except)\b"
        r"|\bunless\b[^.\n]*\bthen [^.\n]*, but\b|\bunless\b[^.\n]*,\s*\w+ on (?:everything|anything|all) else\b",
        OF_ALL_LINES,
    ),
    (
        r"\b(?:else|otherwise),? (?:my |the )?(?:low|lowest|high|highest|win)\b(?: card)?,? unless\b"
        r"|\b(?:else|otherwise),? (?:my |the )?(?:low|lowest|high|highest|win)\b(?: card)?, (?:if|when)\b(?! "
        r"(?:not|possible))",
        OF_ALL_LINES,
    ),
    (
        rf"\b(?:{_SUITS}) (?:low|high|\d+|[KQNJ])(?:,| and) (?:{_SUITS}) (?:low|high|\d+|[KQNJ])(?:,? unless|, "
        rf"(?:if|when))\b[^,;.:]*\W*$",
        OF_ALL_LINES,
    ),
    (
        r"\b(?:if|when|unless)\b[^.]*[,;:.][^.;]*\b(?:if|when|unless)\b(?! (?:that|it|those|they)\b)[^,;.:]*"
        r"\b(?<!him\s)(?<!her\s)(?<!them\s)(?:too|as well|either|also)\b\s*(?:[,;:.]|$)"
        r"|\bif (?:I have )?no trumps either\b",
        "Whether the first condition goes for that, too, was not said.",
    ),
    # what somebody did, if only the name is said
    (
        rf"\b{_WHO} (?:leads?|led|played|plays|is yet|has yet|has trumped|trumped|trumps|bid|bids|passed"
        r"|has played|has bid"
        rf"|isn['’]?t winning|is not winning)\b[^.]*[,;][^.;]*\b(?:if|when|on|unless) {_WHO}(?=\W*$"
        rf"|\s*[,:;]| {_ACTS})",
        WHAT_HE_DID,
    ),
    (
        rf"\b{_WHO} (?!lead)\w+[^.,;]*[,;][^.;]*\b(?:if|when|unless) {_WHO} (?:did|does"
        r"|has)(?=\W*$|\s*[,:;])",
        WHAT_HE_DID,
    ),
    (
        rf"\b(?:and|or|nor|but) {_WHO} (?:has|have|hasn['’]?t|isn['’]?t|is not|is|did|does)(?: either| "
        r"too)?(?=\W*$|\s*[,:;])",
        WHAT_HE_DID,
    ),
    (
        rf"\b(?:if|when|unless) (?:{_WHO}|they)(?:,? (?:or|and) {_WHO})+ (?:has |have |haven['’]?t "
        r"|hasn['’]?t )?"
        r"(?:plays?|played|puts?|threw|(?:has|have)(?! (?:it|the (?:trick|lead)|got it|won)\b)|holds?)\b",
        WHAT_HE_DID,
    ),
    (
        rf"\b(?:if|when|unless) {_WHO} (?:plays?|played|puts?|bids?|has)\b[^,;.:]*\b(?:or|and) "
        rf"{_WHO} "
        rf"(?:(?:the )?{_NAMED}\b|[KQNJ][SHDCBO]\b|T\d+|\d-\d|small|guard|\d\d|has\b)",
        WHAT_HE_DID,
    ),
    (
        rf"\b(?:plays?|played), {_WHO} |\b(?:if|when) (?:{_WHO}|they) or I leads?\b"
        rf"|\bor {_WHO}['’]s(?=\W*$|\s*[,:;])"
        rf"|\blead\b[^.;:]*, {_WHO}['’]s {_ACTS}|\bplays? KH, {_WHO} [KQNJ]|, or "
        rf"{_WHO},|; {_WHO}, ",
        WHAT_HE_DID,
    ),
    (rf"\bplayed by {_WHO} or\b|\bhas won a trick\b|\bplayed first\b", WHAT_HE_DID),
    (rf"\b{_WHO} leads?\b[^.;]*, [^.;,]*\bif (?:she|he|they) is(?: not|n['’]t) winning\b", WHAT_HE_DID),
    (r"\bleads? (?:count|points)\b", WHAT_HE_DID),
    (
        rf"\b(?:{_WHO}|they)(?:['’]re|['’]s| is| are) (?:left|in the lead)\b",
        WHOSE_PLACE,
    ),
    (rf"\bif they or {_WHO} leads?\b|\bif {_WHO} or they leads?\b", WHAT_HE_DID),
    (r"\blast card (?:played|down|on the table)\b", WHICH_LAST),
    (r"\bif it(?:['’]s| is) (?:the|my|a) \w+ one\b", ONE_OF_THAT),
    (r"^\W*(?:two|three|2|3) (?:lowest|highest) \w+ first\b", HOW_OFTEN),
    # conditions with “or”
    (
        r"\bbids?\b[^,;.]*\bor (?:has |have )?(?:passed|did(?:n['’]?t| not) bid|has(?:n['’]?t| not) bid)\b"
        r"|\bpassed or did",
        BOTH_SO,
    ),
    (
        r"\bwinning or (?:trumps?|leads?|led|leading|I)\b|\bcan['’]?t (?:win|follow) or (?:win|trump)\b"
        r"|\bcan['’]?t win, (?:low|high) or\b"
        r"|\bor (?:don['’]?t|do not|not) win(?:ning)?\b|\b(?:isn['’]?t|not) winning or leading\b",
        BOTH_SO,
    ),
    (
        r"(?<![,;:.]\s)\bif not (?:the |my )?(?:[KQNJ][SHDCBO]\b|T\d+|\d-\d|(?:king|queen|knight|jack)\b)(?=\W*$"
        r"|\s*[,;.])",
        OR_NOT,
    ),
    (
        rf"\bcall \w+ if not \w+|\bif not (?:the )?(?:{_DEVILS})\b|\bas long as (?:it['’]s|it is) not the "
        rf"(?:{_DEVILS})\b",
        OR_NOT,
    ),
    # cards that are kept, or only forbidden
    (r"\b(?:keep|save|hold|reserve)\b[^.;:]*\b(?:for (?:when|if|(?-i:[A-Z][a-z]+)['’]s)|in case)\b", KEPT_FOR),
    (r"\bwith the [^,;.:]*\bif I (?:must|have to|need to)\b", IF_NEEDED),
    (
        r"\b(?:don['’]?t|do not|never) (?:give|waste|throw|lose)(?: (?:them|any|away))* (?:any )?(?:count|points"
        r"|counters)\b",
        ONLY_FORBIDDEN,
    ),
    (r"\b(?:give|gives) (?:them |him |her )?nothing\b|^\W*nothing,? unless\b", GIVES_NOTHING),
    # “it” and “one”
    (
        rf"\b(?:low|lowest|high|highest|points|smallest|win|trump|card|tile)(?: (?:trump|card|one|tile))?,? "
        rf"(?:unless|if|or the fool if|but ask if|but if) it(?:['’]s| is) (?:the |an? )?"
        rf"(?:{_NAMED}|count|heart|spade|diamond|club|cup|coin|sword|baton|king of)\b",
        WHOSE_CARD,
    ),
    (
        r"\bif one(?:['’]s| has| is)\b|\bthe next one (?:down|up|below|above)\b|\bthen (?:high|low) ones\b"
        r"|\b(?:falls|gone|winning),? (?:then )?(?:high|low) ones\b",
        ONE_OF_THAT,
    ),
    (rf"\ba (?:high|low) one on (?:{_SUITS})\b|\ba double one\b|\bof trumps on \w+ and the \d+ on\b", ONE_OF_THAT),
    (
        r"\blead (?:low|high) \w+ (?:until|till|once) [^,;.]*,\s*(?:then )?(?:low|high)(?=\W*$|\s*[,;.]| till?\b| "
        r"until\b)",
        "Whether you go on leading that suit was not said.",
    ),
    (
        r"\bstill there\b|\bhas(?:n['’]?t| not) come(?: out)?\b|\bbefore (?:the )?[\w♠♥♦♣]+(?: of \w+)? (?:goes"
        r"|falls|is gone)\b",
        LIES_OR_GONE,
    ),
    (
        rf"\bbut the {_NAMED} (?:once|when)\b|, or (?:once|if)\b[^,;.]*\b(?:has|is) gone\b|\blead "
        rf"[^\n,;.]{{2,20}},? then [^\n,;.]{{1,20}}\x20if\b(?! (?:I\b|it|that|still))|\blead [KQNJ][SHDCBO], "
        rf"[KQNJ][SHDCBO] if\b",
        COMES_FIRST,
    ),
    (r"\bpoints\b[^.;]*\bbut not the (?:king|queen|knight|jack)\b(?! of\b)", OF_WHICH_SUIT),
    # trumps in the other case, too
    (
        r"\b(?:trump|ruff|cut) (?:\w+ )?with (?:the |my )?\w+(?: on \w+)?(?: and \w+s with|, the \d+ on)\b"
        r"|\b(?:trump|ruff|cut) (?:it |\w+ )?(?:low|high|small|lowest|highest)\b[^.;:]*(?:,| and(?: \w+)?) (?:then "
        r")?(?:low|high|small|lowest|highest)\b"
        r"|\b(?:overtrump|overruff|trump|ruff|cut) with (?:the )?\d+ if [^,;.]*, (?:the )?\d+ if\b|\bT\d+,? or "
        r"(?:the )?\d+ if\b",
        AS_A_TRUMP,
    ),
    (r"\btrump only\b|\bif (?:one|two|three|four|five|sixe?|blank)s? (?:is|are) trumps?\b", TRUMP_LED),
    # how high, which card wins, and when again
    (
        r"\b(?:if|unless) I can(?:['’]?t|not)? (?:win|beat|take)\b[^,;.]*\bwith(?:out)?\b(?! it\b)"
        r"|\b(?:if|unless) I can(?:['’]?t|not)? (?:win|beat|take)\b[^,;.]*\bwithout it\b|\b(?:unless|if) I "
        r"can['’]?t win with it\b"
        r"|\b(?:heart|spade|diamond|club|trump|cup|coin|sword|baton|moor|double|tile|count) if I can (?:win|take"
        r"|beat)\b[^,;.]*\bwith it\b",
        WINS_TOO,
    ),
    (
        rf"\b(?:win|high|highest|low|lowest|trumps?|overtrump|{_SUITS}) (?:up to|down to|to|over|under|above"
        rf"|below) (?:the )?"
        r"(?:T\d+|[KQNJA][SHDCBO]|\d-\d|\d+[SHDCBO])\b",
        LIES_OR_RANKS,
    ),
    (
        r"\b(?:winning|wins|has it|ahead) with (?:less|more|under|over|at most|at least|fewer|up to)\b"
        r"|\bif it(?:['’]s| is) (?:less|more) than the\b|\btrick['’]s over\b",
        IN_POINTS,
    ),
    (
        r"\b(?:if|when|whenever)(?: I['’]?m| I am| I do| I)? follow(?:ing)?\b(?! suit)|^\W*following:|\bnot "
        r"following\b(?! suit)",
        FOLLOWS,
    ),
    (r"\blead\b[^;.]*,\s*follow with\b", COMES_FIRST),
    (
        rf"\b(?:win|beat|trump)\b[^,;.]*\b(?:with the|cheaply)\b[^;.]*[,;] (?:if not |otherwise |else )?(?:with "
        rf")?(?:the |{_WHO} with the )"
        r"(?:highest|lowest)\b|\bwin with T?\w+,? (?:or else|if not) T\d",
        WINS_TOO,
    ),
    (r"\b(?:is winning|wins|is ahead) again\b|\bplays another\b", AGAIN),
    (r"\blast (?:trick |one )?but (?:two|three)\b|\bto (?:begin|start) with\b", HOW_OFTEN),
    (r"(?<!go\s)\b(?:one|two|three) (?:from the (?:top|bottom)|up|down)\b", HOW_MANY),
    (rf"\bif I can beat {_WHO} with it\b", WINS_TOO),
    (
        rf"^\W*(?:{_PLAIN}):? [^;.]*[;.,] (?:[KQNJT]?\d* )?(?:if )?(?:I can['’]?t follow|void)[^;.]*[;.,] "
        rf"(?:{_PLAIN})\b",
        UNDER_A_HEADING,
    ),
    (r"\bplayed this trick\b|\bjust played\b", THIS_TRICK),
    (r"\b(?:on|to) my (?:left|right)\b", WHOSE_PLACE),
    (rf"\bif {_WHO} will win\b|\btrick goes to {_WHO}\b", TO_COME),
    (rf"\bleads? or trumps\b|\bif they have played\b|\bif {_WHO} and (?:{_SUITS})(?: are)? led\b", WHAT_HE_DID),
    (r"['’]s card,? (?:unless|or [\w’']+ if) it(?:['’]s| is)\b", WHOSE_CARD),
    (r"\b[0-3] (?:with|on) [^,]*, then take\b|^\W*highest except [0-3]\b", THEN_TAKE),
    (
        rf"\b(?:discard|lay away|bury) (?:my |the )?(?:lowest|highest|low|high|smallest) (?:of )?(?:{_PLAIN}) and "
        rf"(?:of )?(?:{_PLAIN})\b"
        rf"|\bdiscard (?:{_PLAIN}) and (?:{_PLAIN})(?:, lowest first| from the)",
        HOW_MANY,
    ),
    (r"\bcentre and (?:the )?(?:cloak|blind) (?:are|is)\b|\bwith anything but\b", BOTH_SO),
    # bids
    (
        rf"\b\d\d\b[^.;]*(?:\band|\bthen|,) (?:{_TILES})\b.*\b\d\d\b[^.;]*(?:\band|\bthen|,) (?:{_TILES})\b"
        rf"|\b\d\d if [^,;]*, and (?:{_TILES});",
        WHICH_CALL,
    ),
    (
        rf"\b(?:it|bid)(?:['’]s| is) (?:{_WHO}['’]s bid|ours|with {_WHO})\b|\bif just {_WHO} bid\b|\bthey bid more "
        rf"than\b",
        BIDS_HIGHEST,
    ),
    (rf"\bpass over {_WHO}\b|\bup to \d\d over {_WHO}", WHOSE_BID),
    (r"^\W*(?:nello|sevens)\b[^.]*\b(?:else|otherwise) pass\b", WHICH_CALL),
    (r"^\W*small (?:if|when) I(?:['’]m| am) (?:first|last|leading)\b", SLAM),
    (rf"\b{_WHO}(?: has)? bids? (?:over|above|more than) (?:\d|guard|small)", WHOSE_BID),
    (
        r"\b(?:someone|somebody|anyone) (?:has )?bids? (?:an?|one|two|1|2|\d\d)(?: marks?)?,\s*(?:two|three|[1-7])\b",
        HOW_MANY,
    ),
    (r"\bunless (?:it(?:['’]s| has) been bid|\w+(?: has)? (?:bid|said) it)\b", WHOSE_BID),
    (r"\bsmall with poign|\bdiscard \w+ or \w+, (?:low|high)\b", SLAM),
    (r"\bwin (?:just |only )?one(?: trick)?\b(?! (?:higher|over|above|more))|\bwin tricks with\b", HOW_MANY_TRICKS),
    (r"\b(?:plays?|played|puts?|has|holds?|throws?) one\b(?=\s*[,:.;])", ONE_OF_THAT),
    (r"\bit(?:['’]s| is) up to (?!me\b)\w+ to\b", TO_COME),
    (r"\bone (?:heart|spade|diamond|club|trump|sword|cup|coin|baton)\b", HOW_MANY),
    (r"\bwithout (?:the |any |a )?bouts?\b", WITHOUT_BOUTS),
    (r"\bno (?:king|queen|knight|jack)s? (?:has|have) (?:gone|been played|fallen)\b", OF_WHICH_SUIT),
    (r"\b(?:wins|takes|won|took) the first trick\b", WHEN_WON),
    (rf"\b{_HELD}(?:{_COUNT}) (?:{_SUITS})\b(?! (?:have|has)\b)", HOW_MANY),
    (rf"\b(?:have|hold|got) (?:{_COUNT}) (?:{_TILES})\b", HOW_MANY),
    (rf"\b(?:discard|keep|steal|bury|lay away|throw away) \d (?:{_SUITS})\b", HOW_MANY),
    (
        r"\b(?:is|['’]s)?\s*(?:winning|leading|leads|wins|trumped)(?: it)? (?:and|or) (?:is |plays |sits |comes )?"
        r"(?:last|second|third|fourth|void|out|can['’]?t follow)\b",
        WHOSE_PLACE,
    ),
    (
        r"(?<!of\s)\b(?:heart|spade|diamond|club|sword|cup|coin|baton|card)s? (?:under|below|beneath|over|above) "
        r"(?:the |a |my )?"
        r"(?:\d+|ten|nine|eight|seven|six|five|jack|knight|cavalier|queen|king|ace)\b",
        LIES_OR_RANKS,
    ),
    (
        r"\b(?:if|unless|while|as long as|so long as)\b[^,;:.]*\b(?<!still\s)(?:is|are) out\b(?! (?:of|on|there|in)\b)",
        IS_OUT,
    ),
    (r"\bone of them\b", ONE_OF_THEM),
    (
        rf"(?:\bunless|n['’]?t|\bnot|\bhold) (?:I )?(?:have |hold )?(?:got )?\d{{1,2}} (?:{_PLAIN})\b",
        HOW_MANY,
    ),
    (rf"\b\d{{1,2}} (?:{_PLAIN}) (?:have|has|are|were|lie|in)\b", HOW_MANY),
    (
        rf"(?<!only\s)(?<!just\s)\b(?:have|hold|got) (?:{_COUNT}|[2-9]) (?:{_SUITS})\b(?! (?:or\b|have\b|has\b"
        rf"|left\b))",
        EXACTLY,
    ),
    (r"\b(?:have|hold|got) just\b", HOW_MANY),
    (r"\b(?:have|hold|got|with) [^,;.:]*\b(?:but|and) (?:not|no)\b", NOT_HELD),
    (rf"\b(?:no|out of|without|any|have) (?:{_PLAIN}) (?:or|and|nor) (?:no )?(?:{_PLAIN})\b", BOTH_SUITS),
    (r"\b(?:win|take|beat)\b[^,;.]*\bonly with\b", ONLY_WITH),
    (
        r"\b(?:take|swap|peek|show)\b[^.;]*\b(?:if|unless) it(?:['’]s| is)?(?: not|n['’]?t| isn['’]?t)? the (?:sun"
        r"|world|lovers"
        r"|priestess|high|hanged|tower|devil)\b|^\W*(?-i:[A-Z])\w+(?:['’]s)? (?:if|unless) it\b|\b(?:peek"
        r"|show)\b.*\b(?:else|otherwise|and|or) (?-i:[A-Z])",
        WHOSE_CARD,
    ),
    (r"\b(?:if|with)\b[^.;]*\b[0-3]\s*(?:and|,|&)\s*take\b", THEN_TAKE),
    (r"^\W*give (?:(?:the|my|them|opponents) )*low\w*(?: \w+)?\W*$", GIVEN),
    (
        rf"\b(?:have|hold|got) (?:an? )?(?:{_PLAIN}|heart|spade|diamond|club|trump) (?:lower|higher|smaller|bigger"
        rf"|above|below|over|under)\b",
        LIES_OR_RANKS,
    ),
    (
        r"(?:\bking|\bqueen|\bknight|\bjack|\bace|[KQJN][SHDC]|T\d+|\b(?:the|my) \d+) if (?:needed|necessary|need "
        r"be|required)\b",
        IF_NEEDED,
    ),
    (r"\bunless I(?:['’]ve| have) none\b", IN_THE_HAND),
    (rf"\bno (?:{_PLAIN}) (?:are|is) left\b|\bnone (?:are|is) left\b|\bis still there\b", IN_THE_HAND),
    (r"\bsmall\b[^.;]*\bslam\b", SLAM),
    (
        r"\bwin with (?:the )?second\b|\b(?:win|take)\b[^,;.]*\bif (?:my|the|a) \w+ (?:wins|would win)\b",
        ONLY_WITH,
    ),
    (
        r"\b(?:trump|ruff) (?:high|low)\b[^.;]*\b(?:if|when|unless)\b[^.;]*\b(?:otherwise|else|then) (?:high|low)\b",
        AS_A_TRUMP,
    ),
    (
        rf"\blead an? \w+, (?:{_ONE})\b|\blead\b[^.;:]*\bthen (?:{_PLAIN})\s|\btrump leads\s*:|\btrump only low\b",
        TRUMP_LED,
    ),
    (r"\btrumps?:? \d+ to \d+\b", LIES_OR_RANKS),
    (r"\bexcept (?:the )?doubles\b", OF_WHICH_SUIT),
    (r"\b(?:discard|lay away|bury)\b[^.;]*,\s*(?:otherwise|else) (?:the )?low", GOES_AWAY),
    (r"\b[0-3] if [^.;,]*,\s*take\b|\b[0-3] and show\b", THEN_TAKE),
    (r"\bthis (?:trick|one) (?:if|when|unless)\b", THIS_TRICK),
    (r",\s*if (?-i:[A-Z])\w+ (?:has )?bids? [\w ]+\W*$", WHOSE_BID),
    (r"\b(?:have|hold|got) [^,;.:]*,\s*not\s", NOT_HELD),
    (
        r"\b(?:low|high|win)\b[^,;]*[,;][^,;]*\b(?:low|high|win|else|otherwise)\b[^,;]*,\s*(?:unless|except)\b[^,;]*$|\b(?:else|otherwise)\b[^.;]*,\s*but\b",
        OF_ALL_LINES,
    ),
    (r"\bcall\b[^.;]*[,;]\s*(?:[KQ][SHDC] )?if I have (?:it|that)\b", COMES_FIRST),
    (r"\bcall [KQ][SHDC]\s*(?:[,;]\s*if\b|,?\s*or [KQ][SHDC] if\b)", COMES_FIRST),
    (r"\b(?:have|hold|got) no (?:king|queen|knight|jack|page|ace)s?\b(?! of\b)", OF_WHICH_SUIT),
    (r"\bif not,\s*unless\b", OF_ALL_LINES),
    (r"\b(?:discard|lay away|bury)\b[^.;]*,[^.;]*\bif\b(?! (?:that|there|it)\b)", GOES_AWAY),
    (
        r"\bif\b[^,;.]*,[^,;.]*\b(?:if I can|cheaply as I can)\b[^,;.]*,\s*(?:otherwise|else)\b",
        OTHERWISE_WHEN,
    ),
    (r"\bI(?:['’]m| am) next\b|\b(?:comes|is|plays) next\b|\bled next\b|^\W*next lead\b", WHOSE_PLACE),
    (r"\blead\b[^,;.]*\bfirst\s*,[^,;.]*\bif\b", COMES_FIRST),
    (r"\bplayed (?:in|to) this trick\b", THIS_TRICK),
    (rf"\btrump (?:{_PLAIN})\b[^,;]*,\s*(?:{_PLAIN})\b|can['’]?t follow,\s*(?:{_PLAIN})\b", AS_A_TRUMP),
    (rf"\btrick and the (?:last|{'|'.join(ORDINALS)})\b", WHEN_WON),
    (r"\bat least\W*$", EXACTLY),
    (r"\bit['’]s trumps? lead\b", TRUMP_LED),
    (r"^\W*(?:kings|queens|knights|pages)(?:,| and) (?:kings|queens|knights|pages)\W*$", DECLARED),
    (
        r"\bthere(?:['’]s| is) an? (?:heart|spade|diamond|club|sword|cup|coin|baton) in (?:it|the)\b"
        r"|\bplayed an? (?:heart|spade|diamond|club|sword|cup|coin|baton)\b",
        LED_OR_LIES,
    ),
    (r"\b(?:when|whenever|once) the \w+['’]s out\b(?! (?:of|on|there|in)\b)", IS_OUT),
    (r"^\W*(?:aces|kings|queens|knights|pages) (?:low|high)\W*$", DECLARED_OR_PLAYED),
    (rf"^\W*(?:{_PLAIN}) (?:low|high),?\s*unless\b", DECLARED_OR_PLAYED),
    (r"\bgone (?:but|and) not\b", NOT_HELD),
    (r"\bif I have [^,;.:]*\band (?:the )?(?:\d-\d|blank|one|two|three|four|five|six)\b", BOTH_HELD),
    (r"\bif I have [^,;.:]*\btoo\b|\bif we lead\b", COMES_FIRST),
    (r"\bif [^,;.:]*\bis played,\s*(?:take|beat|win) it\b", LED_OR_LIES),
    (r"\bno (?:king|queen|knight|jack|page)s (?:are|is) left\b", IN_THE_HAND),
    (r"\bsave\b[^.;]*\bfor the last round\b", OTHERWISE_KEPT),
    (r"\bdiscard (\d) of \w+ and \1 of\b", HOW_MANY),
    (r"\b(?:was|were) first\b|\b(?:if|unless) \w+ took\W*$", WHOSE_PLACE),
    (r"\bwe(?:['’]re| are) (?:behind|ahead)\b", IN_POINTS),
    (r"\b(?:throw|give|play|dump) a (?:five|ten)\b|^\W*(?:5|10) if\b", POINTS_OR_A_CARD),
    (r"\b(?:dump|throw|chuck|ditch) (?:a|my) (?:king|queen|knight|jack|page)\b(?! of\b)", OF_WHICH_SUIT),
    (rf"\blead an? (?:{_ONE})\b[^.;]*\bthen an? (?:{_ONE})\b", HOW_OFTEN),
    (r"\b(?:no\s?one|nobody)\b[^,;.]*\bexcept\b|\bbut not\b[^,;.]*\bunless I(?:['’]m| am)\b", EXCEPT_FIRST),
    (r"^\W*trump \w+s and \w+s\b|\bcall the double I\b", AS_A_TRUMP),
    (r"\b(?:trump|ruff|play|win) with anything\b", LIES_OR_RANKS),
    (r"^\W*(?:beat|take it (?:off|from)) (?:them|him|her)\b(?!.*\b(?:if|when|while)\b)", WHOSE_TRICK),
    (r"\b(?:if|when) (?:needed|necessary|need be|required)\b", IF_NEEDED),
    (r"\bif it(?:['’]s| is) (?:my|the) last\b(?! (?:trick|turn|round|to|one))", WHICH_LAST),
    (r"\b(?:discard|keep|lead|bury) (?:the )?(?-i:(?:\d{1,2}|[JNQK])s)\b", HOW_MANY),
    (rf"\bthere (?:are|is) no (?:{_SUITS}) left\b|\bstill an? \w+ out\b", IN_THE_HAND),
    (r"\b(?:once|as soon as) [^,;.:]*\b(?:falls?|drops?|is played|comes down)\b", LIES_OR_GONE),
    (r"\bdeclare \w+[,;] [^,;.]*\bif\b|\bunless\b[^,;.]*, declare\b", ALSO_DECLARED),
    (r"\bif (?:it(?:['’]s| is) mine|free)\b", WHOSE_TRICK),
    (r"\brather than\b", WHEN_RATHER),
    (
        r"\bor (?:higher|more) if\b|\bif I have [^,;.:]*&|\bhave (?-i:[KQJNT][SHDCBO\d]\d?) "
        r"(?-i:[KQJNT][SHDCBO\d])|, \d-\d in hand\W*$",
        BOTH_HELD,
    ),
    (
        rf"^\W*(?:moors (?:low|high)\W*$|(?:{_PLAIN}) and (?:{_PLAIN}) (?:low|high),? unless\b)|\bdeclare \w+; ",
        DECLARED_OR_PLAYED,
    ),
    (
        r"['’]s first\b|\bif taker\b(?! (?:leads|led|is|has|wins|plays|trumps|ruffs|bids)\b)|\b\d-\d comes\b",
        WHOSE_PLACE,
    ),
    (r"\ba (?:blank|one|two|three|four|five|six) (?:if|when|on)\b", POINTS_OR_A_CARD),
    (r"\bdiscard the (?:king|queen|knight|jack|page) if\b", OF_WHICH_SUIT),
    (r"^\W*small,? unless\b", SLAM),
    (r"\bwith my last\b|\band nothing\W*$|^\W*[0-3] against\b", WHICH_LAST),
    (r"\b(?:usually|normally|generally)\b", USUALLY),
    (r"^\W*follow (?:suit )?\w+,?\s*(?:otherwise|else|or else)\b", OTHERWISE),
    (
        r"\b(?:an?|any|the) (?:[2-9]|10) or (?:better|higher|above|over|bigger|up)\b(?! (?:points|pts|counts?)\b)",
        POINTS_OR_A_CARD,
    ),
    (r"\b(?:has|have|holds|got) the bid\b", BIDS_HIGHEST),
    (rf"\b(?:{_SUITS})\s*:[^;.:]*\b(?:if|when) (?!not)[^;.:,]*,[^;.:,]*\b(?:if|when) (?!not)", UNDER_A_HEADING),
    (r"\btrumps? already\b|\b(?:if|when) trumps? (?:the )?\d+\b", TRUMP_LED),
    (r"\bguard without (?:a |any |the )?slam\b", WITHOUT_SLAM),
    (
        r"^\W*(?:except|unless)\b[^,;:.]*,\s*(?:on |in )?(?:hearts|spades|diamonds|clubs|swords|cups|coins|batons"
        r"|trumps)\b",
        EXCEPT_FIRST,
    ),
)
"""What may be meant otherwise, and how."""


def _text(pattern: str) -> re.Pattern[str]:
    """A pattern of the text: a space is any white space."""
    return re.compile(pattern.replace(" ", r"\s+"), re.I)


_IMPOSSIBLE = [(_text(pattern), why) for pattern, why in IMPOSSIBLE]
_UNCLEAR = [(_text(pattern), why) for pattern, why in UNCLEAR]


def impossible(text: str, names: Iterable[str]) -> str:
    """A sentence on what no plan can say; empty if nothing of the kind is found. ``names``: the other players'."""
    who = "|".join(re.escape(name).replace("\\ ", " ") for name in names)
    taker = rf"\b{_IF} (?:{who}|he|she)(?:['’]s| is)(?: not|n['’]t)? (?:my partner|{_SIDE})\b"
    takes = who and _text(taker).search(text)
    return WHO_TAKES if takes else next((why for pattern, why in _IMPOSSIBLE if pattern.search(text)), "")


def unclear(text: str, names: Iterable[str]) -> str:
    """A sentence on what may be meant otherwise than it is read; empty if nothing of the kind is found. ``names``: the
    other players', which may be typed without a capital.
    """
    who = "|".join(re.escape(name.split()[0]) for name in names if name.strip())
    text = re.sub(rf"\b(?:{who})\b", lambda found: found[0].title(), text, flags=re.I) if who else text
    return next((why for pattern, why in _UNCLEAR if pattern.search(text)), "")
