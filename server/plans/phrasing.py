"""Other ways to say the words of a plan: each is written as the one that the patterns of `grammar` have.

Nothing is dropped here but what is known to say nothing: greetings, names below a letter, polite words, and the closed
list of `EMPTY`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from .matching import phrases

_NAMED = r"(?:\s+(?!I\b)[A-Z][\w.’'-]*){0,3}"
_OPENING = re.compile(
    r"^\s*(?:(?i:hi|hello|hey|dear|hiya|good\s+(?:morning|evening|afternoon)|morning|evening))\b"
    rf"(?:\s+(?i:all|everyone|there|clerk|both|friends?|partners?|folks|y['’]all))?{_NAMED}\s*[,!.\n]\s*"
)
_CLOSING = re.compile(
    r"(?:(?<=[.,;!?\n)])|(?<=[a-z0-9])\s*\n)\s*(?:(?i:many\s+thanks|thanks(?:\s+y'?all)?"
    r"|thank\s+you(?:\s+kindly)?|thx|ta|cheers"
    r"|yours"
    r"|ciao|bye|greetings|hugs|take\s+care|back\s+(?:on\s+)?[a-z]+day|yours\s+truly|best\s+wishes|kind\s+regards"
    r"|regards|all\s+the\s+best|love|sincerely|see\s+you"
    r"|good\s+luck)\b[,.!]?"
    rf"|(?i:x+)\b){_NAMED}\s*[,.!]*\s*$"
)
_POLITE = re.compile(
    r"\b(?:please\s+to|please\s+and\s+thank\s+you|please|pls|plz|kindly|thank\s+you|thanks(?:\s+y'?all)?|thx"
    r"|cheers|lol|haha|ok|okay|hi"
    r"|hello|hey"
    r"|no\s+hurry|simply|just|obviously|of\s+course|if\s+you\s+(?:would|please|don['’]t\s+mind)"
    r"|(?:would|could|will|can)\s+you|(?:if\s+it['’]s\s+all\s+the\s+same,?\s+)?i(?:\s+would|['’]d)\s+(?:like|want"
    r"|prefer|love|rather)"
    r"(?:\s+(?:you|it\s+if\s+you|that))?(?:\s+to)?|(?<!not )i\s+(?:want|need)\b(?:\s+(?:you\s+)?to)?|bitte"
    r"|danke|merci|svp|per\s+favore|grazie|por\s+favor|gracias"
    r"|that(?:['’]s|\s+is)\s+(?:all|it)(?:\s+(?:i\s+(?:ask|want|need)|folks|really|from\s+me))?(?=\W*$)|for\s+now"
    r"|for\s+the\s+moment|for\s+the\s+time\s+being"
    r"|(?:and\s+)?that(?:['’]s|\s+is|s)\s+(?:that|all|it)(?=\W*$)|(?:every|each)\s*time(?=\s*(?:please\s*"
    r"|pls\s*)?(?:[.,;!\n]|$)))\b"
    r"|[\U0001f600-\U0001f64f"
    r"\U0001f44a-\U0001f44f\U0001f389\U0001f3fb-\U0001f3ff\ufe0f]",
    re.I,
)  # fmt: skip
"""Words without a meaning for a plan."""
_REQUEST = re.compile(r"\s*(?:please\s+)?(?:would|could|will|can)\s+you\b", re.I)
_WOULD_YOU = re.compile(r",?\s*(?:would|could|will|can)\s+you(?:\s+please)?\s*\?\s*$", re.I)
_SHORTENED: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern, re.I), full)
    for pattern, full in (
        (r"’", "'"),
        (r"\bi'm\b|\bim\b", "I am"),
        (r"(?<=[a-z])'ve\b", " have"),
        (r"(?<=[a-z])'ll\b", " will"),
        (r"(?<=[a-z])'re\b", " are"),
        (r"(?<=[a-z])'d\b", " would"),
        (r"\b(it|he|she|that|there|who|nobody|no one|somebody|someone|anyone|anybody|everyone|everybody|none"
         r"|nothing|whatever|what|which|whoever|everything)'s\b", r"\1 is"),
        (r"\b(partner)'s\b(?!\s+(?:trick|tricks|card|lead|play|side|is)\b)", r"\1 is"),
        (r"(?<!just )\bonce\s+(?=(?:all|trumps|spades|hearts|diamonds|clubs|the|i|my|a|somebody|someone|they|he|she|it"
        r"|that)\b)", "if "),
        (r"(?:^|(?<=[.;,:\n]))\s*should\s+(?=\w)", " if "),
        (r"!+(?=\s|$)", "."),
        (
            r"(?<=[a-z])'s(?=\s+(?:winning|not|worth|got|gone|been|led|leading|ahead|behind|taken|played|a|an"
            r"|passed|bid"
            r"|below|above|already|still|won|trumped|ruffed|void|out|less|more|holding)\b)",
            " is",
        ),
        (r"\blet's\b", ""),
        (r"\bw/(?=\s)", "with"),
        (r"\b1st\b", "first"), (r"\b2nd\b", "second"), (r"\b3rd\b", "third"), (r"\b4th\b", "fourth"),
        (r"\bcomma\b", ","), (r"\bfull\s+stop\b|\bperiod\b", "."), (r"\bcolon\b", ":"),
    )
)  # fmt: skip


def opened(text: str) -> str:
    """The text without greeting, signature and polite words, and with its shortened words in full."""
    text = _WOULD_YOU.sub("", _CLOSING.sub("", _OPENING.sub("", text)))
    if _REQUEST.match(text):
        text = text.rstrip("? ")
    for pattern, full in _SHORTENED:
        text = pattern.sub(full, text)
    return _POLITE.sub(" ", text)


_SAME: Mapping[str, str] = {
    # what I have
    "i have": "i own|i have got|i have still got|i still have got|i got|i still have|i still hold|i hold|i am holding"
    "|i own",
    "i do not have": "i have not got|i have not|i do not hold|i no longer have|i no longer hold|i have no longer"
    "|i do not have got|i never got",
    "have": "have got",
    "has": "has got|is got",
    # who
    "nobody": "nobody at all|none of the others|neither of them|no other player|not one of them|none of you|"
        "no one|noone|none of them|not anybody|no player|nobody else|no one else",
    "somebody": "(one|some) of (them|the others|you)|either of them|any of them|any other player|anyone at all"
    "|folk|folks|people|"
        "someone|anyone|anybody|any player|a player|some one|any one of them|somebody else|someone else"
    "|anybody else|anyone else|another player",
    "everybody": "all three (of them)?|all of them|all (the)? other (players"
    "|three|two)|the other three"
    "|all others|the lot of them|"
    "everyone|all others|all the others|the others all|everybody else|everyone else|all three",
    "taker": "(the)? bidder|(the)? one who took it|(the)? contractor|whoever took it|whoever is taker|"
        "declarer",
    "opponent": "adversary|one of the other (two|side|pair|team)|someone from the other (side|pair|team)|"
        "enemy|foe|rival|other team|other side",
    "opponents": "(the)? other side|the other pair|the other team|enemies|foes|rivals",
    "partner": "pardner|partn|pal|buddy|other half|p'ner|"
        "mate|pard|teammate|team mate|ally|friend",
    # when
    "then": "after (him|her|it|that one|this one|which)|the (time|trick|one) after (that)?"
    "|(the)? next time (round|around|after|after that)|following that|subsequently"
    "|in that case|in which case|in this case|in such a case",
    "i": "you",
    "my": "your",
    "on": "onto|on to|goes on|goes onto|to go on|to go onto|goes to|goes in|to go to|should go on|is to go on"
        "|gets put on"
    "|goes on to",
    "if": "(as)? soon as|"
        "(the|any|every|each) (moment|minute|instant) (that|when)?|(the|any) second that|"
        "(any|every|each) time (that|when)|"
        "(any|every|each) trick (where|in which|when)|"
        "(in the)? event that|in the event of|"
        "if ever|if and when|as and when|when ever|on condition (that)?|so long as|on the off chance (that)?|"
        "just as long as|just so long as|with the proviso that|on tricks where|in tricks where|on a trick where|"
        "whenever|as soon as|every time|everytime|each time|any time|anytime|so long as|as long as|provided that"
    "|provided|assuming that|assuming|in case|only if|only when|but only if|but only when|supposing|given that",
    "if i am last": "if last|when last|if playing last|when playing last|if in last place",
    "unless": "except when|except if|except where|save when|save if|but not if|but not when",
    "can not": "can no more|have no way to|have no way of|is unable to|not able to|"
        "am unable to|am not able to|could not|can no longer",
    "can": "can still|can at all|can possibly|can legally|"
        "am able to|could|am allowed to",
    "last to play": "the last to play|last one to play|the last one to play|last to act|last in the trick"
    "|playing last"
    "|last player|the last player|in last seat|in last position|last to go|fourth and last",
    # following
    "i have none": "i have (nothing|none|no more|no card|no cards|not one|not a one) (of|in|from) (it|that|this"
    "|them|his"
    "|her|their|the same) (left)?|"
        "i (am|have run|run|ran) (dry|void|clean out|out) (of|in) it|"
        "i do not have (any|any of it|any left|one of those|a card in it|a card of it|any more of it)|"
        "i have not (got)? (one|any) (of (it|them|those))?|i have run dry|i run dry|i run out|i have run out"
    "|void in it|i have run out of it|i can not follow to it",
    "i can not follow": "i have (nothing|none|no more|no card|no cards|not one|not a one) (of|in|from) (that|this|the"
    "|his|her|their|the same) suit (led|left)?|"
        "i (am|have run|run|ran) (dry|void|clean out|out) (of|in) (that suit|the suit|the suit led"
        "|whatever is led|what is led|this suit)|"
        "i do not have (that suit|the suit|any of that suit"
        "|any of the suit|a card in the suit|any cards of the suit|the suit that is led)|"
        "i have not (got)? (one|any) of (that suit|the suit)|"
        "i am not able to follow|i am unable to follow|following is impossible|i can not follow (suit|what is led"
    "|whatever is led)|void in the suit|void in the suit led|out of the suit",
    "i can follow": "got (some|any|one)|"
        "i have (any|some|one|cards|a card|something|anything) (in|of) (it|that suit|the suit"
    "|the suit led|whatever is led|that)|"
        "i am able to follow (suit)?|i hold the suit|i have to follow suit|i must follow suit|i must to follow"
        "|i have to follow"
        "|i must follow|following suit|i am following suit|"
        "i can follow suit|i have the suit|i have a card of the suit|i have that suit|i have the suit led"
    "|i have a card of that suit|i have some of the suit|i have one of the suit",
    # what happens
    "is led": "(come|comes|coming) (round|around|along|out|up|down|my way|back)? (again)?|"
        "(turn|turns) up (again)?|"
        "(is|are) (being)? (opened|started|begun|brought out|put out|fetched|demanded|wanted)|"
        "(get|gets) (played|opened|asked|asked for|started)|"
        "(is|are) the (suit|lead|suit led|led suit|suit asked for|suit asked)|"
        "(is|are) what is (led|asked|asked for|wanted)|"
        "(hit|hits) the table|(start|starts|open|opens) (it|the trick)|"
        "gets led|get led|got led|is being led|is played first|are led|were led|was led|is asked|is asked for"
    "|are asked for|is called for|comes out first|r led|come up|comes up",
    "has trumped": "(has|is|was)? been (trumped|ruffed|cut)|has put (down)? (a|some) trump (down|on|in|on it)?"
    "|has gone in with a trump|trumps in"
    "|ruffs in|has thrown (in)? a trump (in|on it)?|drops a trump|has dropped a trump|"
        "has ruffed|have trumped|is trumped|has already trumped|trumped|ruffed|has played a trump"
    "|plays a trump|played a trump|has put a trump|puts a trump on it|has cut|has trumped in",
    "i can not win": "i can not (get over|go over|beat|top|cover|head) (it|that)?",
    "else ask me": "ask (me)? about (everything|anything|all) else|ask (me)? about (the rest|the others)",
    "is winning": "is the one (who is|that is)? (winning|ahead|on top) (it)?|is (the one)? (currently"
    "|now) winning (it)?|has (it|the trick) (so far|won so far|as it stands"
    "|for now|in hand|covered|sewn up|in the bag)|is sitting on the trick|is winning as it stands"
    "|is currently ahead|looks to be winning it|"
        "has the trick|has it|is ahead in the trick|is taking it|is taking the trick|holds the trick"
        "|are winning"
    "|has got it|has got the trick|is in the lead|has won it so far|owns the trick"
    "|is on top|is the best so far|has the best card so far|has the best card|has the highest card|is winning it"
    "|is winning the trick|are winning the trick|are winning it|is winning so far|is currently winning|wins so far",
    "has gone": "(is|has been|has) (been)? (and)? (spent|used|used up|dropped|thrown|shown|seen off"
    "|out of the way|over and done with|down already|out already)|has come out|came out|came down|has come down"
    "|was seen|has shown (up)?|turned up earlier|is history|has left us|"
        "has fallen|has been played|is gone|was played|has been seen|have gone"
    "|has already been played|has already gone|has already fallen|has dropped|went|has been and gone"
    "|has been thrown|has appeared",
    "in the trick": "on this trick|in the trick so far|lying (on|in) the (trick|table)|already (there|in)"
    "|sitting there|sitting in it|showing|lying in it|"
        "in there|in it|on the table|lying there|lies there|on the trick|in this trick|lying in the trick",
    # verbs
    "play": "slam down|bang|smack|plant|park|plunk|go up with|rise with|rise|jump in with|step up with|dump|sling"
    "|bung|pop|whack|stick|lob|offload|unload|plonk|plop|slip|slide|cough up|burn|sacrifice|serve"
    "|send|release|shoot|sluff|slough|hand over|come with|come in with|go in with|respond with|reply with"
    "|answer with|follow on with|set down|produce|deploy|spend|drop down|bring out|push out|fire off|"
        "throw|chuck|toss|drop|shed|put down|put on|put in|let go of|let go|get out|pitch|fling|lay|part with"
    "|shove|slap down|stick on|throw on|throw in|throw off|play off|discard from hand|use up|chuck in|go with"
    "|contribute",
    "duck": "(go|play|get|keep|come|slip) (in)? (under|underneath|below) (it|that|him|her|them)?|underplay (it)?",
    "somebody on my side": "one of (us|our side|our lot|our team|my side)",
    "win": "pinch|bag|nab|land|collect|scoop|scoop up|pick up|carry off|secure|claim|"
        "capture|grab|steal it|nick it|snatch|snatch it",
    "beat it": "(go|play|get)? over the top (of it)?|"
        "beat (that|them|what is there|whatever is there|the best (card)? so far|the last one"
    "|what is lying there|whatever is lying there)|cover it|overtake it|overtake|go one better|top that"
    "|play over it|go just over|go just above|rise above it|"
        "go over|go over it|top it|get over it|go above it|go over the top|head it|go higher|beat the others",
    "ruff": "trump it in|ruff it|trump it|chop it|cut it|cut in|"
        "cut|trump in|ruff in",
    "lay away": "get shot of|chuck out|throw out|send away|put by|bin|discard away|set down|hide|stash|tuck away|"
        "put away|get rid of|bury|lay aside|put aside|set aside|ditch|dispose of|lay down|put in the chien"
    "|put in the monte|put in the dog|throw away|discard|drop in the chien|put in the discard|put out",
    # which
    "lowest": "whatever is (the)? (lowest|smallest|cheapest|least)|(very)? (teeniest|titchiest|puniest|feeblest"
    "|humblest|bottom|poorest|lowliest|wee|meanest"
    "|least valuable)|"
        "very (lowest|smallest|littlest)|"
        "absolute (lowest|smallest)|"
        "smallest|littlest|tiniest|weakest|lowliest|lowest possible|lowest available"
    "|smallest possible",
    "highest": "whatever is (the)? (highest|biggest)|very (highest|biggest|best|top)|"
        "absolute (highest|biggest|best)|"
        "(mightiest|fattest|heaviest|tip top|top ranking)|"
        "biggest|largest|greatest|strongest|tallest|highest possible|highest available|topmost",
    "card": "tile|domino|bone|rock|one of mine",
    "suit": "color|colour",
    "from the top": "(all the way)? down from the top|all the way down|high to low|top down|off the top|from the"
    " (highest|top down|highest down)|(the)? (highest|biggest) first|downwards"
    "|from top to bottom"
    "|from high to low|in descending order",
    "from the bottom": "(all the way)? up from the bottom|low to high|bottom up|from the (lowest|bottom up|lowest"
    " up)|(the)? (lowest|smallest) first|upwards|from bottom to top"
    "|from low to high|in ascending order",
    "most points": "(fat|fattest|richest|dearest|most valuable|most expensive) (card|one)",
    "i am": "i are",
    "has been": "is been",
    "points": "count|counters|value|points on it|pts",
    "cheaply": "as (cheap|cheaply|low) as (you|i) like|as cheaply as (it can be done|possible|the rules allow"
    "|i am able)|for the least|with no more than needed|with no more than i need|with just enough|"
        "as cheap as possible|as cheaply as possible|cheap as you can|cheap as i can|as cheap as i can"
    "|as cheap as you can|as cheaply as i can|as cheaply as you can|as low as possible|cheap as possible|cheap"
    "|as low as i can|as economically as possible|for as little as possible|with as little as possible",
    "i may play": "(that|which)? the (rules|law) (let me|allow|allow me|let me use|let me play"
    "|let me get away with|permit)|"
        "(that|which)? i am (permitted|let)|"
        "(that|which)? (is|are) (legal|lawful|permitted|playable)|"
        "i can (get away with|find|manage|lay my hands on|muster|spare)|"
        "(that)? i have (to hand|left over|remaining|around|about me|going)|"
        "to hand|at hand|remaining|permitted|playable|"
        "i am allowed|i am allowed to play|i can legally play|that is allowed|that is legal|that i may"
    "|that is lawful|that i can play|that i may play|i can play|that i can|i have to hand|allowed"
    "|i have left|that i have|i have in the suit|that i am allowed|i am allowed to|i have in hand|i have in my hand",
    "taken": "too low|too high|too late|too expensive",
    "leave it": "leave it alone|leave it be|leave well alone|leave things as they are|leave things|leave everything",
    "lay away those": "lay those away|lay them away|lay these away|put those away|put them away|those away"
        "|throw those away"
    "|throw them away",
    "": "(in|during) the play|in the play of the cards|at all costs|at any (cost|price)"
    "|by then|by that (point|time)|(when|once|if|by the time) it (gets|reaches|comes|is) (round|around"
    "|back)? (to)? me|at that point"
    "|when my turn comes|on my turn|when it is my turn|so|too|in hand|in my hand|in the hand|mind you"
    "|that is to say",
    "court card": "honour|honor|face card|picture card|picture|coat card|honour card|court|figure|face",
    "court cards": "honours|honors|face cards|picture cards|pictures|courts|figures",
    "with": "using|by means of|by playing",
    "ask me": "(wake|shake|ring|ping|poke|nudge|buzz|phone|consult|mail|email|text|prompt|query) me (up|first"
    "|then|about it|again)?"
        "|(give|drop|send|write) me a (shout|line|note|call|ring|bell|nudge|letter|mail|message)|write to me"
        "|write me|get in touch|get hold of me"
        "|i will look at (it|that|this)? (myself)?|(come|come back) (and|to)? ask (me)?|(you)? asked me"
        "|be asked|come to me|back to me|over to me"
        "|it is my (call|decision|choice)|my call|(shout|holler|yell) (for me|at me|out|up)?"
        "|ask (me)? (about it|what to do|how|then|there|here|again|first|please|in the morning|before you play"
        "|before playing)"
        "|i (want|would like|need|wish|prefer|would rather) to (look|see|think|decide|choose|pick|be asked"
        "|have a look|see it|see for myself|look myself|decide myself|look first|see first|choose myself)"
        "|i (will|would) (rather)? (pick|look|think|see|be asked|think about it|have a look|have a think"
        "|take a look|look at it|see for myself|decide for myself|decide later|answer myself|play it myself"
        "|do it myself|do that myself|handle it myself|come back to it)"
        "|let me (look|see|think|pick|have a look|have a think|answer|decide for myself|decide myself"
        "|choose myself|handle it|do it)"
        "|leave (it|that|that one|this|those|them|things) (to|for|with) me|leave (it|that) (open|for later)"
        "|leave me to it|save (it|that) for me|hold fire|hang fire|hold off|sit tight|do not (move|decide|act"
        "|play|answer|do anything) (for me|without me|on your own)"
        "|i (decide|choose|pick|answer|play|want to decide|want to choose) (it|that)? (for)? (myself|me|then"
        "|there|when it comes|when i see it)"
        "|(stop|wait) and ask (me)?|stop there|stop here|wait there|up to me|it is up to me|that is up to me",
    "else": "if it is (anything|something) else|the rest of (the time|it|them)|all (the)? others (,|:)"
    "|others (,|:)|(for|in|on|with|under)? (all|every|any) (other|remaining) (case"
    "|cases|situation|situations|trick|tricks|thing|things|time|times|eventuality|circumstance|circumstances)"
        "|(for|in|on|with)? (anything|everything|all) (else|other than that|besides|remaining)"
        "|if anything else (happens|turns up)|all the rest|for the remainder|the remainder|any other way"
        "|in the alternative|alternatively|neither one|if neither|neither of those|neither of these"
        "|if neither applies|if none of that|if none of those|if that is no good|if that is not possible"
        "|if that is not allowed|if no luck|no luck|or otherwise|or failing that|nothing doing"
        "|if (that|it|this) (can|could|may) not be (done|played|used)|if i (am not able to|can not) do (that|it)"
        "|can not do (that|it|this)|if not able to"
        "|other than (that|those)|besides that|apart from (that|those|these)|aside from (that|those)"
        "|otherwise than that|not otherwise",
    "any other suit": "(for|on|in|with)? (everything|anything) else (that)? (is led|gets led)|(for|in|on"
    "|with)? (all|any|every) (other|remaining) (lead|leads|suit led|suits led)|if anything else (is led|comes"
    "|gets led)"
        "|something else is led|anything else is led|anything else that is led|if something else (gets led|is led"
        "|comes)",
    "keep": "hang (on)? to|hang onto|hold on to|hold onto|hang on the|cling to|cling on to|hold back|sit on",
    "keep the": "hang on to the|hold on to the|hang on the|hold on the|hang onto the|hold onto the",
    "keep my": "hang on to my|hold on to my|hang on my|hold on my",
    "no trump in the trick": "no (trump|trumps|ruff) in (it|there|the trick)",
    "i lead": "i am (the one|due|about|next) to (lead|open|start|play first)|it is (me|mine) to (lead|open|start)"
    "|i open the trick|i start the trick|i begin the trick|i go first|i play first|i have to (lead|open|start)"
    "|i get to lead|i win the lead|i have the lead",
    "nobody bid": "nobody (before me)? (has)? (said|bid|spoken|opened) (anything|something) (before me)?"
    "|nobody (before me) (has)? (said|bid|spoken|opened)|nobody is (in|bidding|interested)|nobody has (spoken"
    "|opened|come in|said anything|gone in)",
    ",": ", well ,|well ,",
    "nexttime": "(the)? (very)? next time (that)?",
    "it is possible": "it is (going|up for grabs|there for the taking|to be had)",
    "is": "being",
    "has bid": "is bid|has been bid|was bid|got bid|have bid",
    "guard without": "gs",
    "what the clock says": "whatever the clock (says|would say|does)|let the clock decide",
    "trumps only": "only trumps|just trumps|trumps and nothing else",
}  # fmt: skip
EMPTY = frozenset("already still yet ever either really always".split())
"""Words that may stand anywhere in a plan and change nothing."""
_SPELT = {
    "dont": ("do", "not"), "cant": ("can", "not"), "cannot": ("can", "not"), "ca": ("can",), "isnt": ("is", "not"),
    "doesnt": ("does", "not"), "hasnt": ("has", "not"), "its": ("it", "is"), "wont": ("will", "not"), "wo": ("will",),
    "havent": ("have", "not"), "arent": ("are", "not"), "ive": ("i", "have"), "thats": ("that", "is"), "u": ("you",),
    "w": ("with",), "whats": ("what", "is"), "theres": ("there", "is"), "didnt": ("did", "not"),
}  # fmt: skip


@cache
def _alike() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """What stands instead of each way to say it: thousands, which are made when the first plan is read."""
    said = ((one, way) for one, ways in _SAME.items() for way in (*phrases(f"({ways})"), tuple(one.split())))
    return {way: tuple(one.split()) for one, way in said if way}


@cache
def _longest() -> int:
    return max(map(len, _alike()))


def alike(said: Sequence[str]) -> tuple[str, ...]:
    """The words of a plan with those of the patterns in place of others that mean the same."""
    spelt = [part for word in said for part in _SPELT.get(word, (word,))]
    return _replaced(_replaced([word for word in spelt if word not in EMPTY]))


def _replaced(said: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    at = 0
    while at < len(said):
        for length in range(min(_longest(), len(said) - at), 0, -1):
            instead = _alike().get(tuple(said[at : at + length]))
            if instead is not None:
                found += instead
                at += length
                break
        else:
            found.append(said[at])
            at += 1
    return tuple(found)


def known_words() -> frozenset[str]:
    """All words that are written otherwise, or left out."""
    return frozenset(word for way in _alike() for word in way) | EMPTY
