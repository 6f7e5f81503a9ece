"""Other ways to say the words of a plan: each is written as the one that the patterns of `grammar` have.

Nothing is dropped here but what is known to say nothing: greetings, names below a letter, polite words, and the closed
list of `EMPTY`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from .matching import phrases

_MEANT: Mapping[str, str] = {
    " ": r"\s+",
    "{begin}": r"(?:^|(?<=[.;,:!?\n—–]))\s*",
    "{end}": r"(?=\s*(?:[.,;:!?\n—–]|$))",
    "{last}": r"(?=\W*$)",
    "{sign}": r"\s*[.;,]\s*",
    "{on}": r"(?:(?:on|in|for|to|at)\s+)?",
    "{trick}": r"(?:trick|one|time|round)",
    "{place}": r"(?:centre|middle|cloak|blind)",
    "{suit}": r"(?:heart|spade|diamond|club|trump|cup|coin|sword|baton)",
    "{somebody}": r"(?:some|any)(?:one|body)",
    "{is}": r"(?:['’]?s|\s+is)",
    "{bid}": r"(?:\d\d|[1-7] marks?|one mark|two marks)",
    "{card}": r"(?:(?:the|my|an?)\s+)?(?:[SHDCBOT]?\d{1,2}|[KQNJ1A][SHDCBO]|king|queen|knight|jack|page|ace|petit"
    r"|begato"
    r"|excuse|fool|matto|world|angel)s?(?:\s+of\s+[a-z]+)?",
    "{named}": r"(?:\s+(?!I\b)[A-Z][\w.’'-]*){0,3}",
}
_NOTATION = re.compile(r"\(\?<[=!][^)]*\)| |\{[a-z]+\}")


def _text(*patterns: str) -> re.Pattern[str]:
    """A pattern of the text itself, or one of several: a space is any white space (but for one that only looks back),
    and words in braces are those of `_MEANT`.
    """
    meant = _NOTATION.sub(lambda found: _MEANT.get(found[0], found[0]), "|".join(patterns))
    return re.compile(meant, re.I)


_OPENING = _text(
    r"^\s*(?:hi|hello|hey|dear|hiya|good (?:morning|evening|afternoon)|morning|evening)\b"
    r"(?: (?:all|everyone|there|clerk|both|friends?|partners?|folks|y['’]all))?(?-i:{named})\s*[,!.\n]\s*"
)
_CLOSING = _text(
    r"(?:(?<=[.,;!?\n)])|(?-i:(?<=[a-z0-9]))\s*\n)\s*(?:(?:many thanks|thanks(?: y'?all)?|thank you(?: kindly)?|thx|ta"
    r"|cheers|yours|ciao|bye|greetings|hugs|take care|back (?:on )?[a-z]+day|yours truly|best wishes|kind regards"
    r"|regards"
    r"|all the best|love|sincerely|see you|good luck(?: (?:you two|both|all|everyone|everybody))?)\b[,.!]?"
    r"|x+\b)(?-i:{named})\s*[,.!]*\s*$"
)
_POLITE = _text(
    r"\b(?:please to|please and thank you|please|pls|plz|kindly|thank you|thanks(?: y'?all)?|thx|cheers|bitte|danke"
    r"|merci"
    r"|svp|per favore|grazie|por favor|gracias|lol|lmao|(?:ha){2,}h?|(?:he){2,}|ok|okay|hi|hello|hey|simply|just"
    r"|obviously"
    r"|normally|usually|generally|as a rule|by default|basically|of course|for now|for the moment|for the time being"
    r"|straight away|straightaway|right away"
    r"|nothing (?:fancy|special|clever|silly|heroic)|no heroics|never mind|keep it simple|no preference"
    r"|they are all the same|(?:i am )?not (?:bothered|fussed|fussy)|if you (?:would|please|don't mind)|(?:would"
    r"|could|will"
    r"|can) you"
    r"|no (?:hurry|rush|internet|wi-?fi|reception)(?: (?:from me|here|at all|this week|today|tonight))*"
    r"|(?:if it{is} all the same,?\s+)?i (?:would|should(?= (?:like|prefer|love|rather)))"
    r" (?:like|want|prefer|love|rather)(?: (?:you|it if you|that))?(?: to)?"
    r"|(?<!not )(?<!whatever )(?<!what )(?<!anything )i (?:want|need|wish|intend)\b(?: (?:you )?to)?|^i mean(?: to)?"
    r"|(?:and )?that{is} (?:that|it|all(?: there is)?|(?:my )?final(?: (?:answer|word))?){last}"
    r"|(?:and )?that{is} (?:all|it|the most|as much as)"
    r" (?:i have(?: got)?|i can (?:do|offer|say)|i (?:ask|want|need)|folks|really|from me|there is){last}"
    r"|no (?:discussion|arguments?|questions(?: asked)?|messing(?: about)?|ifs(?:,?\s*(?:no|or|and)?\s*buts)?)"
    r"|trust me(?: (?!on\b|to\b)[a-z]+)?{last}|as (?:we|they|you|people) (?:(?:always|usually|often) )?(?:say"
    r"|said)\b[^.;,:\n]*"
    r"|, as (?:usual|always|ever){end}|in (?:that|this) order(?=\W*$|\s*[.;\n]|\s+(?:when|if)\b)|(?:every"
    r"|each)\s*time(?=\s*(?:pl(?:ease|s)\s*)?(?:[.,;!\n]|$|(?:but|up to|until)\b)))\b"
)
"""Words without a meaning for a plan."""
_SMILEY = re.compile(
    r"(?<!\S)[:;]-?[()DP](?!\S)"
    r"|[\U0001f600-\U0001f64f\U0001f44a-\U0001f44f\U0001f389\U0001f3fb-\U0001f3ff\ufe0f]"
)
_NUMBERED = re.compile(r"^[^\S\n]*\(?([1-9])[).][^\S\n]*(?=[^\s\d])", re.M)
"""The number of a line in a list that counts its lines."""
_HEADING = re.compile(r"(?m)^([^-–*•:\n]*[^-–*•:;,.\s]):?[^\S\n]*\n(?=\s*[-–*•]\s)|:\s*\n")
_BULLET = re.compile(r"^[^\S\n]*[-–*•·▪◦][^\S\n]+", re.M)
_REQUEST = _text(r"\s*(?:please )?(?:would|could|will|can) you\b")
_WOULD_YOU = _text(r",?\s*(?:would|could|will|can) you(?: please)?\s*\?\s*$")
_CONTRACTED = re.compile(r"(?<=[a-z])['’](m|ve|ll|re|d)\b|(?<=\bi)(m)\b", re.I)
_IN_FULL = {"m": "am", "ve": "have", "ll": "will", "re": "are", "d": "would"}


def _all_trumps_above(found: re.Match[str]) -> str:
    """“If there is a 19 or better in it”, “if a trump above 18 is in it”: one of them lies there."""
    return f"{found[1]} {' or '.join(f'T{n}' for n in range(int(found[2] or int(found[3]) + 1), 22))}"


_SHORTENED: Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = tuple(
    (_text(pattern), full)
    for pattern, full in (
        ("’", "'"),
        # up to which bid, and by how much
        (r"\b(?:(?:go|bid|say) )?(?:just )?(?:one|1) (?:above|over|more than|higher than|up on|better than)"
         r" (?:whoever is (?:in front|highest|ahead)"
         r"|(?:the|any) (?:last|highest|high|current|previous|standing|latest)? ?bid(?:der)?"
         r"|(?:whatever|what) (?:they|{somebody}) (?:bids?|said|says|have bid|has bid)|them|{somebody})\b"
         r"|\b(?:outbid|overbid|top) (?:{somebody}|them|whoever|everyone|everybody|all of them|any bid)\b",
         "go one higher"),
        (r"\bbid as (?:little|low) as (?:possible|needed|necessary|i (?:can|need|must)|is needed)\b"
         r"|\bthe (?:lowest|smallest|least|cheapest) bid(?: (?:possible|i can make|i can|allowed|available|going))?\b"
         r"|\b(?:lowest|smallest|least|minimum) bid (?:possible|i can make|i can|allowed|available)\b",
         "bid the minimum"),
        (r"{sign}({bid}) is (?:my|the) (?:absolute )?(?:limit|ceiling|max(?:imum)?|top|cap){end}", r", max \1"),
        (r"^(?:(?:my )?(?:limit|ceiling|max(?:imum)?|top|cap)(?: is|:| =)? ({bid})"
         r"|({bid}) (?:is my (?:limit|ceiling|max(?:imum)?|top|cap)|max(?:imum)?|tops))\s*[.,;:]"
         r" ([^\n]*?(?:go one higher|bid the minimum)[^\n]*?)\s*\.?$", r"\3, max \1\2"),
        (r"{sign}(?:(?:but|and|i|then) )*(?:stop(?:ping)?|quit|end) at (?=\w+(?:[\s-]\w+)?\s*(?:[.;,\n]|$))", ", max "),
        (r"\s*[.;]\s*(?=(?:max(?:imum)?|at most|up to|not? (?:more|higher) than|(?:not?|never) (?:over|above|past"
         r"|beyond)) \d\d\b)",
         ", "),
        (r"(?<=[.;,])\s*(?:anything )?(?:more|higher)\s*\?(?=\s*(?:then )?(?:pass|out|no|I)\b)",
         " anything more than that:"),
        # questions, and “should”, are conditions
        (r"{begin}is ((?:the|my) {place}) ([^?.;,\n]+?)\s*\?", r" if \1 is \2,"),
        (r"{begin}(has|is|have|are|am|was|does|did|do|can) (?!you\b|not\b|n't)((?:(?:the|my|an?|any) )?(?!{place})"
         r"[a-z0-9♠♥♦♣]+(?: of [a-z]+)?) (?!(?:an?|any|no|some|the)\b)([^?.;:,\n]+?)\s*\?", r" if \2 \1 \3,"),
        (r"{begin}(?:not(?: (?:yet|so|him|her|them|it))?"
         r"|(?:can|is|has|does|have|won|do)(?:n'?t|not|'t)(?: (?:it|that|he|she|they|so))?)\s*\?", " if not,"),
        (r"\b(?:on|to|over|in) (?:anything|whatever|(?:any|a|the) suits?)(?: (?:that|which))?"
         r" I can(?:['’]?t|not| not) follow\b", "if I can not follow"),
        (r"\b(?:any|every|each|whatever|all|the|what) suits? (?:that )?I (?:still )?(?:hold|have(?: got)?)(?: left"
         r"| still)?"
         r"(?=\s*[:,])", "if I can follow"),
        (r"\b(trump\b[^.;:,\n]*?) (?:if|when|whenever) I (?:have to|must|need to) (?:play|use|put) one\b",
         r"\1 if I have to trump"),
        (r",\s*(?:if )?yes[,:]? ([^.,;?]+)[.,;]\s*(?:if )?no[,:]? (?=\w)", r": \1, else "),
        (r"\bshould ([a-z][a-z'\s]{0,40}?) be\b(?!(?: (?:led|played|(?:called|asked) for))?\s*\?)", r" if \1 is"),
        (r"{begin}should (?=\w)", " if "),
        (r"\bafter (?=(?:the )?(?!{suit}s?\b)\w+(?: of \w+)? (?:has|have|is|are) (?:been )?(?:gone|out"
         r"|played|seen|fallen|used)\b)", "if "),
        (r"(?<=only )once (?=(?:the|i|my|a|{somebody}|they|he|she|it|that)\b)", "if "),
        (r"(?<!just )(?<!at )(?<!only )(?<!than )\bonce (?!(?:more|only|again|or|and|then|per|in|on|each|every|with"
         r"|for|to"
         r"|a (?:deal|hand|round|trick))\b)(?=[a-z♠♥♦♣])", "if "),
        (r"\b(?:once|if|when|whenever) (?:we (?:get|come) to|it comes to|we (?:reach|are (?:in|on|at)))"
         r" (?=the (?:very )?(?:last|final)\b)", "if it is "),
        (r"\b((?:(?:on|in|for) )?)(\w+)(:? [^,;.:\n]+?){sign}(?:and )?(?:(?:on|in|for) )?(\w+):?"
         r" (?:too|as well|also|likewise|ditto|the same|same(?: again)?){end}", r"\1\2 and \4\3"),
        (r"\bif (my partner|partner|the taker|he|she|they|[A-Z]\w*) (?:has|have|did|does|do)(?:n't| not) bid{end}",
         r"unless \1 has bid"),
        # who has, or is
        (r"\b(?!(?:it|that|this|what|which|whatever|there|here|trick|suit|card|king|queen|jack|knight|ace|petit"
         r"|excuse|fool"
         r"|{suit}|{place}|lead|one)\b)([a-z]{3,})'s(?= (?:(?:already|just) )?(?:put|played|led|trumped|ruffed|cut"
         r"|thrown"
         r"|laid|used|opened|started|called|said|shown|had|made|dropped)\b)", r"\1 has"),
        # what is to happen to a card
        (r"(?<=est\s)trump in (?:my )?hand\b", "trump"), (r"\blet it be (?=(?:my|the|a|an)\b)", "play "),
        (r"\blet ((?:my|the|an?) (?!trick|partner|opponent|taker|lead)(?:[\w♠♥♦♣]+ ){1,5}?)(?:be (?:played|used"
         r"|put (?:on"
         r"|down|in))|go(?: (?:on|in|down|to|there))?(?: it)?)(?=\s*(?:[.,;:\n]|$|in\b|on\b))", r"play \1"),
        (r"\blet me have (the [^.,;:\n]+?) played\b", r"play \1"), (r"\blet me play\b", "play"),
        (r"\b(have|had|should) i (?=(?:not|no|none|the|an?|any|one)\b)(?![^.;:\n]*\?)", r"if I \1 "),
        (r"{begin}got (?=(?:(?:the|an?|any|some) )?\w+(?: of \w+)?\s*[:?])", " if I have "),
        (r"(?:,\s*)?\b(?:guys|dear|folks|y'all|darling|love){end}", ""),
        (r"\bfirst (?:choice|preference)\s*[:,]? (?:is )?(?=\w)", ""),
        (r"{sign}(?:and )?(?:my )?(?:second|third|next|last) (?:choice|preference"
         r"|best)\s*[:,]? (?:is )?(?=\w)", ", else "),
        (r"(?<=[,;.])\s*before it\b(?! (?:gets|comes|is|reaches|was))", " before that"),
        (r"{sign}(?:if )?(?:(?:there|they) (?:are|is)(?: not|n't)|not) (?:enough|\w+)(?: of (?:them|those))?\s*[?,:]\s*"
         r"(?:then )?(?:fill|make) (?:(?:it|them|up|the number|the rest) )*(?:with|from)\b", ", then"),
        # the last trick has one card left
        (r"\b((?:keep|save|hold|reserve)(?: back)? (?:(?:the|my) )?[\w♠♥♦♣]+(?: of \w+)?) (?:for|till|until)"
         r" the (?:very )?(?:last trick|end)\b", r"\1"),
        # one trick after the other
        (r"^\s*{on}(?:this|(?:the )?next) {trick}\s*[:,]? ([^.;:,\n]+?)\s*[,.;]\s*(?:and )?{on}(?:the )?"
         r"(?:next(?: {trick})?|(?:one|trick) after(?: that)?)\s*[:,]? (?=\w)", r"first \1, then "),
        (r"^\s*([^.;:,\n]+?) (?:{on}this (?:trick|time|round)|now)\s*[,.;]\s*(?:and )?(?:then )?([^.;:,\n]+?)"
         r" {on}(?:the )?next(?: {trick})?(?=\s*(?:[.,;\n]|$))", r"first \1, then \2"),
        (r"^\s*([^.;:,\n]+?) {on}this {trick}\s*[,.;]\s*(?:and )?then (?=\w)", r"first \1, then "),
        # the trick, the suit, and what is led
        (r"\bthe (?:trick|suit(?: (?:led|opened|started|begun))?|lead) (?:is(?: (?:opened|started|begun))?|opens|opened"
         r"|starts|started|begins|began|was) (?:with )?(an? )?(?=(?:{suit}s?|[♠♥♦♣])(?! of\b))", r"it is \1"),
        (r"{begin}(?:(?:an?|any) )?({suit})s? (?:lead|opening|opened|started|begun)(?=\s*(?:[?,:;.=→—–-]|$))",
         r"\1s are led"),
        (r"\b({suit}s?) (?:starts?|begins?|opens?) the trick\b", r"\1 led"), (r"\bwhat is (?:started|opened)\b", "led"),
        (r"\b(?:at the moment|at present|right now)(?=\s*(?:[.,;:?!\n—-]|$))", ""),
        (r"(?<!best)(?<!highest)(?<!strongest)(?<!biggest) (?:so|thus) far\b(?! as)", " "),
        # points, and bids
        (r"\b(\d+)\s?\+(?=\s*(?:points?|pts|counts?|counters|in the trick|in it|bid|already|from|by|and|or)\b)"
         r"|(?:(?<=worth )|(?<=it is )|(?<=its ))(\d+)\s?\+", r"\1\2 or more "),
        (r">\s*(\d+)(?=\s*(?:points?|pts|counts?|in the trick|in it)\b)", r" more than \1"),
        (r"\bno bids?(?: (?:yet|before me|as yet|made|at all))?\s*\?", "if nobody has bid,"),
        (r"{begin}(?:(?:any(?: other)?|a) )?bids?(?: (?:already|before me|made|yet|in|there))*\s*\?"
         r"|\bany bid(?: (?:already|before me|made|at all))?\s*:", " if somebody has bid,"),
        (r"\b(trumped|ruffed|cut|beaten|overtaken) already{end}", r"\1"),
        (r"\bif (?:an? )?(?!trumped|ruffed|cut|beaten|overtaken)([\w-]+) already{end}", r"if \1 is taken"),
        (r"\bI(?: will)? drop(?: out)?{end}", "I pass"),
        (r"\b(?:stuck|left|landed|saddled) with (?=the\b)", "holding "), (r"\bno thank(?:s| you)\b", "pass"),
        (r"\b(then|else|otherwise) no{last}", r"\1 pass"),
        (r"\b(\w+) (?:(?:has|have|is) )?(?:already )?guarded\b(?: already)?", r"\1 bid guard"),
        (r"\b((?:small|guard|petite|garde)(?: without| against)?) if (?:nobody|no one|no-one|none of them)(?: has"
         r"|{is})?"
         r" (?:bid|said|called|taken|gone)(?: for)? (?:it|that|one)(?: yet| already| before me)?\b", r"\1 if it is "
          r"possible"),
        (r"^(?:I have(?: got)? )?no ({suit})s?(?: left)?(?: here)?"
         r"(?:,? so|\s*:) if \1s? (?:are|is|get) led,?", r"if \1s are led and I can "
         r"not follow,"),
        (r"\b((?:small|low|little)(?: (?!lowest)\w+){1,2}), (?:the |my )?(?:lowest|smallest)(?: one)? (?:that )?I have"
         r"(?: got)?{end}", r"\1"),
        (r"\b(?:,\s*)?(?:in |on )?(?:any|every|whatever) trick (?:where|in which|when) (?:it|that){is} (?:allowed|legal"
         r"|lawful|possible){end}", ""),
        (r"\band can win with it\b", "and it wins"),
        (r"\b(my|the) (\w+), whichever(?: one)? is (?:the )?(highest|lowest|biggest|smallest){end}", r"\1 \3 \2"),
        (r"{begin}if (?:I am )?forced(?: to (?:bid|play|speak))?\s*[,:]", " else "),
        (r"\bpass on this (?:one|hand|deal)\b", "pass"), (r"\bon this one\b", "on this trick"),
        (r"\b((?:king|knight|jack|page)(?: of \w+)?) if he(?= (?:wins|will|would|does|is|takes)\b)"
         r"|\b(queen(?: of \w+)?) if she(?= (?:wins|will|would|does|is|takes)\b)", r"\1\2 if it"),
        (r"\bif (?:it|that|this) (?:works|does (?:it|the (?:job|trick))|will do(?: (?:it|the (?:job|trick)))?"
         r"|is (?:good|high|big|strong) enough|would win)\b", "if it wins"),
        (r"\b({bid}),?(?: (?:with|in|on))? ((?:blank|one|two|three|four|five|six|double)e?s) (?:as|for) trumps?\b",
         r"\1, call \2"),
        (r"\bon the ({place}) if (?:that|it){is} (an? )?(\w+)(?: too| as well)?\b", r"on the \1 if the \1 is \2\3"),
        # this trick, and one card that lies in it
        (r"\b(win|take) this (?:trick|one)\b", r"\1 it on this trick"),
        (r"(?<!on )(?<!in )(?<!for )(?<!to )(?<!of )(?<!into )"
         r"\bthis trick(?= (?:if|when|unless|while)\b|{end})", "on this trick"),
        (r"\bif (?:nothing (?:there |in it |in the trick )?(?:beats|tops|has beaten)|(?:nobody|no one|no-one)(?: "
         r"has|{is})?"
         r" (?:beaten|topped|covered|overtaken|beat)) (?:it|that|him|her)\b", "if it wins"),
        (r"\bon ((?-i:[A-Z]\w+)|(?:my )?partner|the taker)['’]s (king|queen|knight|jack|page|ace|ten|\d+)\b[,:]? "
         r"(?=\w)",
         r"on the \2 from \1, "),
        (r"\b({card}) this time\b", r"\1 on this trick"), (r"\bif I am out of (it|them)\b", r"if I have none of \1"),
        (r"\bif it{is} ((?-i:[A-Z]\w+)|(?:my )?partner|the taker)['’]s (king|queen|knight|jack|page|ace|ten|\d+)\b",
         r"if the \2 from \1 is in the trick"),
        (r"\b((?-i:[A-Z]\w+)|partner)['’]s (?:card|domino|tile) is (?:on top|winning|highest|best|ahead)\b", r"\1 "
         r"is winning"),
        (r"\bif (?:nobody|no one|no-one)(?:['’]s| has|{is}) (?:played|put)(?: on| down)? (?:an? |anything "
         r")?(?:bigger|higher"
         r"|better)(?: one| card)?(?: yet| so far)?\b", "if it wins"),
        (r"\b(?:everyone|everybody) (?:has |have )?(?:already )?passed(?: so far| before me| to me)?\b", "nobody "
         "has bid"),
        (r"\b((?:all|all three|all two|all four|both) (?:have |has )?passed) to me\b", r"\1 before me"),
        (r"\b({bid}) (?:on|in) ((?:blank|one|two|three|four|five|six|double)e?s){end}", r"\1, call \2"),
        # what is not so
        (r"\b((?:on )?(?:the |my )?({place})),? if (?:it{is} not|it isn['’]?t) (?=an? )", r"\1 if the \2 is not "),
        (r"\bif (?:(?:it|mine|my card){is} not|(?:it|mine|my card) isn['’]?t) the (sun|lovers|priestess|high priestess"
         r"|hanged man|tower|devil)\b", r"unless I have the \1"),
        (r"\b(gone|been played|fallen|out) (?:and|but) ({card}|\d-\d) (?:has|have|had)(?:n['’]?t| not)(?! (?:gone"
         r"|been|fallen"
         r"|come)\b)", r"\1 and \2 has not gone"),
        (r"\b(lead (?:an? |my |the )?[\w ]{1,20}?)[,;]?(?: or)?,? if (?:I (?:have|hold) )?none,? (?:then |lead "
         r")?(?=(?:an?|my|the|low|high|small) )", r"\1, else lead "),
        (r"\bfollow[ -]me,? (?:and |with )?(?:the )?doubles (?:are )?low\b", "follow-me-low"),
        # what is not to be played, and the suit named before
        (r"(?<!is )(?<!are )(?<!has )(?<!have )(?<!had )(?<!if )\b(?:but )?(?:not|never|except(?: for)?|other than"
         r"|apart from|neither) ({card}),? (?:or|nor|and) ({card}){end}", r"but not \1, not \2"),
        (r"((?:\bof |\b(?:\d\d?|[KQNJA]))({suit}s?|[SHDC♠♥♦♣])(?![a-z])[^:\n]*?) of the same(?: suit)?{end}", r"\1 "
         r"of \2"),
        (r"\b((?:if|unless|when|whenever|until)\b[^,;:.\n]*?) (?:(?:an?|any|the) (1[1-9]|2[01])(?: of trumps)? or "
         r"(?:better"
         r"|higher|above|over|bigger|more|up)|(?:an?|any) trump (?:above|over|beyond|(?:higher|bigger|better"
          r"|stronger) than)"
         r" (?:the |my )?(\d\d?))\b(?! (?:points|pts|counts?)\b)", _all_trumps_above),
        # how long
        (r"\b(?:for|in|on|over|during) (?:each of )?(?:(?:the|my) )?(?:next|coming|following) (\w+) (?:tricks|turns"
         r"|rounds)\b",
         r"for the next \1 tricks"),
        (r"\b(?:until|till?|(?:up )?to the moment(?: that| when)?) (?:(?:{somebody}|(?:any(?:one)?|one) of them|they)"
         r" (?:plays?|puts?(?: down)?|uses?|throws?|comes?(?: out)? with|drops?|lays?) (?:a|any|the first|some) trumps?"
         r"(?: (?:on (?:the table|it)|down|in))?|(?:an?|the first|any) trump(?:'s| has| is| gets"
         r"| have)? (?:been )?(?:played"
         r"|falls|fallen|drops|dropped|appears|appeared|shows(?: up)?|seen|comes(?: (?:out|down))?|hits the table"
         r"|turns up"
         r"|used)(?: by {somebody})?){end}", "until a trump falls"),
        # ’s, and what else is short
        (r"\b(it|he|she|that|there|who|nobody|no one|{somebody}|everyone|everybody|none|nothing|whatever|what|which"
         r"|whoever"
         r"|everything|bid|(?<!\bon )(?<!\bon my )partner(?!'s (?:tricks?|card|lead|play|side|is)\b))'s\b", r"\1 is"),
        (r"(?<=[a-z\d])'s(?= (?:winning|not|worth|got|gone|been|led|leading|ahead|behind|taken|played|a|an|passed"
         r"|in|on|bid"
         r"|shown|appeared|dropped|fallen|below|above|already|there|mine|still|won|trumped|ruffed|void|out|less"
         r"|more|holding"
         r"|negative|positive)\b)", " is"),
        (r"\bill (?=(?:take|play|have|go|pass|bid|lead|throw|duck|win|put|just|keep|be|decide|choose|see|say|look"
         r"|think|let"
         r"|use|give|drop|follow|ruff|trump|make|do|ask|want|need|call)\b)", "I will "),
        (r"!+(?=\s|$)|\bfull stop\b", "."), (r"\b(some|any)1\b", r"\1one"), (r"\bw/(?=\s)", "with"),
        (r"(?<=[a-z]{3}) (?-i:n) (?=(?:high|low|win|the|if|then)\b)", " and "), (r"\blet's\b", ""),
        (r"\b1st\b", "first"), (r"\b2nd\b", "second"), (r"\b3rd\b", "third"), (r"\b4th\b", "fourth"),
        (r"\b(?:is|are) (?:still (?:out|in|around|about)(?: (?:there|play))?|out there|(?:still|yet) to come)\b"
         r"|(?<!\bis)(?<!\bare) still out\b(?=\s*[:,])",
         lambda found: " has not gone" + "," * bool(re.match(r" (?:the|my|our)\b", found.string[found.end() :]))),
        (r"\bno trumps? (?:as )?yet\b", "no trump in the trick"), (r"\b(?-i:([A-H]))'s(?=\s)", r"seat \1"),
        (r"(?<![\w'-])(?-i:A)(?= (?:leads?|led|plays?|played|wins?|won|passe[sd]|bids?|says|said|trumps|trumped"
         r"|ruffs|ruffed"
         r"|opens|starts|winning|leading|highest|hasn't|isn't|doesn't|does|do|(?:is|has) (?!been|gone|out|in\b"
         r"|there|led|not"
         r" been)|(?:or|and) (?-i:[B-H])\b))|(?<=\b(?-i:[B-H])\s(?:or)\s)(?-i:A)\b"
         r"|(?<=\b(?-i:[B-H])\s(?:and)\s)(?-i:A)\b"
         r"|(?:(?<=\bfrom\s)|(?<=\bby\s))(?-i:A){end}"
         r"|(?<![\w'-])a(?= (?:leads|(?:is|has) (?:winning|leading|ahead|it|the trick|played|passed)))", "seat A"),
        (r"\bwith (the|my) ([\w\s]{2,20}?) (?:still )?in (?:my )?hand(?=\s*:)", r"and if I have \1 \2"),
        (r"{begin}without(?: it)?\s*[:,]", " if I do not have it:"),
        (r"\b(?:and|or) (?:I )?can(?:['’]?t|not| not) (?:trump|ruff|cut)(?: (?:it|in))?\b", "and have no trumps"),
        (r"\bif (?:there(?: is|['’]s) )?no ?(?:one|body)(?: (?:plays|comes|is left))? (?:after|behind) me\b",
         "if I am last"),
        (r"\b(highest|lowest|smallest|biggest|largest|top)((?: \w+)?) but one\b", r"second \1\2"),
        (r"{begin}(?:play )?in (?:(?:that|this|the following) )?order(?: of preference)?\s*:", " "),
        (r"{begin}use ((?:the |my )?[\w ]{1,20}?) to (ruff|trump|cut|win|beat|take)(?: (it|with it|\w+s))?{end}",
         r" \2 \3 with \1"),
        (r"\bif (?=can(?:['’]?t|not| not)\b)", "if I "),
        (r"(?<=\w) first,?(?: (?:and|then))? (?:the )?(\w+) (?:the )?next(?: time)?{end}", r" then \1"),
        (r"{begin}{on}(?:anything|whatever|(?:any|a|other) suits?)(?: else)?(?: (?:that|which))? I(?: am| have)?"
         r" (?:out of|void in|short of|none of|(?:do not|don['’]?t) have|haven['’]?t got)\s*[:,]",
         " if I can not follow:"),
        (r"\bjust (?:over|above) (?:it|that|him|her|them)\b", "beat it"),
        (r"\bjust (?:under|below|beneath) (?:what(?:ever)?|the (?:card|one|tile) (?:that|which)) is"
         r" (?:winning|there|ahead|best)\b", "the highest that loses"),
        (r"\bI would (?:like|want|prefer|rather) (?:to )?think(?: (?:about it|first))?", "ask me"),
        (r"\bof the (centre|cloak|blind)(?:'s)? suit (?:there|on it)\b", r"of its suit on the \1"),
        (r"\b(?:straight|right|directly) after(?:wards| that| it)?(?=\s*(?:[,.;\n]|$)| (?:if|when|while)\b)", "then"),
        (r"(?<=:)\s*(?:the )?minimum (?=I\b|allowed\b)", " lowest "),
        (r"\bif I(?: am)? (?:still (?:in|on lead|leading|have (?:it|the lead))|(?:keep|hold) the lead)\b(?!\s*[:,])",
         "if it holds"),
        (r"\btho(?:ugh)? (?=not\b)", "but "), (r",?\s+tho(?:ugh)?{end}", ""),
        (r"\b(?:if|when) (?:anything|something) else{is}{end}", "if any other suit is led"),
        (r"\bwith (?:whatever|what){is} (?:just )?enough\b", "cheaply"), (r"\bain['’]?t\b", "is not"),
        (r"\bif (?:(?:it|that|this){is} (?:illegal|against the rules)|(?:that|it|this)(?: is)? not legal)\b",
         "if that is not possible"),
        (r"\s*[,;(.–—-]\s*(?:remember )?it{is} (?:the|my) (?:worst|weakest|lowest|smallest|best|strongest|highest)"
         r"(?: (?:one|card))?(?: (?:that )?I have(?: got)?)?(?: left)?(?: (?:there|in it|of it|of them))\)?"
         r"(?=\s*(?:[.;\n]|$))", ""),
        (r"\b(in it|on it|there|in the trick) before me\b", r"\1"),
        (r"\b(?:whatever|what|no matter what) (?:they|the others|anybody|anyone|people) (?:says?|bids?|does|do) before"
         r" me\b", "whatever they do"),
        (r"\bleave the lot\b", "keep nothing"), (r"\bgarde sans le chien\b", "guard without"),
        (r"\s*<-+\s*(?=(?:if|when|on|in)\b)", " "),
        (r"\b((?-i:[A-Z]\w+)) \((?:the|my) (?:taker|declarer|bidder|defender|partner)\)", r"\1"),
        (r"\bpassed up to me\b", "passed before me"), (r"\b(leads?|led) one(?=\s*[,:])", r"\1 them"),
        (r"(?<!est )\b(?:go )?one (?:step |bid )?(?:over|above|higher than|more than)"
         r" (?:whoever{is} (?:top|highest|ahead)|the (?:top|highest) bid(?:der)?)\b", "one more than the highest"),
        (r"(?<!est )\b(?:go )?one (?:step |bid )?(?:over|above|higher than) (?=(?-i:[A-Z][a-z]+)\b)", "one more than "),
        (r",? (?:tops|at the outside|tops at|max(?:imum)?\.?) (?=[34]\d\b)", ", at most "),
        (r"\b(past|over|above|beyond) that,? no(?: bid)?{end}", r"\1 that pass"),
        (r"\banything (?:but|except(?: for)?|other than) ({card}),? (?:the )?(lowest|smallest|low|small)(?: (?:one "
         r")?first)?"
         r"{end}", r"\2 but not \1"),
        (r"(?<!of )\bvoid (?=(?:(?:my|the) )?(?:lowest|smallest|low|small|biggest|highest) trumps?\b)", "void: "),
        (r"\b((?:lowest|smallest|highest) trump), except(?: for)? (?={card}{end})", r"\1 except "),
        (r"\b(there is (?:an? |the )?[\w ]{2,20}?) (?:down|out there|showing)(?= and\b|{end})", r"\1 in the trick"),
        (r"\bcut before me\b", "trumped"), (r"^\s*y['’]?all\b", ""),
        (r"\b(?:switch|switches|change|changes) (?:over )?to (?=(?:an? )?{suit}s?\b)", "lead "),
        (r"\blet(?:['’]?s| us) say\b", ""),
        (r",? (?:it )?(?:does not|doesn['’]?t) matter (?:what|who|which|where)\b[^.;,:\n]*{end}"
         r"|,? no matter (?:(?:what|which) is (?:lying )?there|what (?-i:[A-Z])\w+ (?:does|plays|leads)){end}", ""),
        (r"\b(lowest|highest|smallest) (?:card )?(?:that )?(?:matches|matching) the ({place}),?", r"\1 of its suit "
         r"on the \2,"),
        (r"\b(?:(?:only )?if|as long as|so long as|provided|only)(?: (?:it|that)(?:{is}|(?:['’]s| is)?n['’]?t| is)?)?"
         r" ?not with (?=(?:the|an?|my) )|\b(?:(?:only )?if|as long as|so long as|provided) (?:it|that) isn['’]?t with"
         r" (?=(?:the|an?|my) )", "but not with "),
        (r"\b(?:as long as|so long as|provided) (?:it|that)(?:{is} not|(?:['’]s| is)n['’]?t| isn['’]?t)"
         r" (?=(?:the|an?|my) (?:\d-\d|{card}))", "but not "),
        (r"^([^,;.]+?) instead of (?:trumping|ruffing|cutting)(?: it)?(?=\s*(?:[,;.]|$))", r"if I can not follow \1"),
        (r"\bbid to (?=\d\d\b)", "bid up to "),
        (r"\bno (\w+) or (\w+) is in (it|the trick)\b", r"no \1 or \2 in \3"),
        (r"\b((?-i:[A-Z])\w+) and ((?-i:[A-Z])\w+) (have|haven['’]?t|have not) played\b",
         lambda found: " and ".join(f"{found[n]} {'has' if found[3] == 'have' else 'has not'} played" for n in (1, 2))),
        (r"{begin}(?:on|to|for) (?:an?|any) ({suit}) lead\s*[:,]", r" \1s are led:"),
        (r"{begin}not (?:on lead|in the lead|leading)\b(?!,? (?:but|and)\b)\s*[,:]?", " if I do not lead,"),
        (r"\b((?:(?:my|the|an?) )?(?:lowest|smallest|low|small|highest|high|biggest|top)) ({suit})s? if"
         r" (?:(?:it{is}|they are|they get|that{is}|it gets) )?led\b", r"if \2s are led the \1 \2"),
        (r"\b(ruffed|trumped|cut|over-?trumped|played|beaten|taken|in the trick|there|in it|trumps? in|put(?: on| "
         r"down)?)"
         r" (?:before|by the time) (?:my (?:turn|card|go)|I (?:play|get to (?:it|play)|come to play)"
         r"|it (?:(?:gets|comes)(?: round)? to|reaches) me|it{is} my (?:turn|go))\b", r"\1"),
        (r"\b(takes|wins|has|is winning|{is} winning) (it|the trick) before (?:me|I play|my turn)\b", r"\1 \2"),
        (r"^(\s*(?:I )?lead:?[^.,;\n]+?)\s*[.,;\n]\s*(?:and )?if I win (?:that|it|this)(?: one| trick)?\s*[,:]?"
         r" (?:(?:then|I|lead|play) )*([^.,;\n]+?)(?: next)?{end}", r"\1, and if it holds \2"),
        (r"\b(?:I am|if) last and (?:nobody|no one|no-one|none of them|all(?: the others)?|everybody|everyone)(?: "
         r"else)?"
         r"(?: has| have)?(?:(?: bid| wanted| taken| fancied| gone for| touched)(?: it| anything)?| passed){end}",
         lambda found: f"{'if ' * found[0].lower().startswith('if')}I am last and all have passed"),
        (r"\bif it{is} {somebody} else (?:(?:who|that) )?(?:{is} )?(?:leading|leads|led) (?:them|it|that)\b",
         "if somebody else leads them"),
        (r"\blet (?:it|this|the trick) go with (?=(?:the|my)\b)", "play "),
        (r"\b(?-i:([KQNJ]|\d\d?) of ([SHDCBO]))\b", r"\1\2"),
        (r"\bthe others (?:have )?all (?:have )?passed\b", "I am last and all have passed"),
        (r"\b(\w+)['’]s card (?:is )?(?:already )?on the table\b", r"\1 has played"),
        (r"\b({card}|\d-\d) if I can (?:win|take|beat)(?: (?:it|the trick))? with it\b", r"\1 if it wins"),
        (r"\bhas (it|the trick) won\b", r"has \1"),
        (r"\b(and [^.;:,]+?) if I (?:have|hold)(?: got)? both(?: of them)?\b", r"\1 if possible"),
        (r"\bif (?:(?:it|that|this){is} (?:allowed|legal|lawful|on offer|offered|permitted)|(?:I|you) may){end}"
         r"|\bif (?:(?:it|that|this){is} (?:allowed|legal|lawful|on offer|offered|permitted)|(?:I|you) may)"
         r"(?= (?:else|otherwise|or)\b)", "if possible"),
        (r"\bif (?:(?:it|that|this){is} not|(?:it|that) isn['’]?t) (?:on offer|offered|available|permitted)\b",
         "if that is not possible"),
        (r"\b(none|nothing|pass|no|neither) this time{end}", r"\1"),
        (r"\brob (?:(?:him|her|(?-i:[A-Z]\w+)) of )?(?=(?:the|his|her)\b)", "steal "),
        (r"\btake back (?=what(?:ever)?\b|the (?:one\b|bid\b|dearest|cheapest|{place}))", "steal "),
        (r"\b(?:steal|nick|pinch) (?:(?:the|his|her|(?-i:[A-Z]\w+)['’]s) )?({place})(?: (?:one|card|bid))?"
         r"(?: (?:if|when) [^,;.:]*?\bwon (?:it|that|there)(?: one)?)?{end}", r"steal the one at the \1"),
        (r"\b(steal|take) what(?:ever)? (?:he|she|they|(?-i:[A-Z]\w+)) won (?:on|at|in|with) (?:the )?({place})"
         r"\b", r"\1 the one at the \2"),
        (r"\bsteal (?:the |his |her )?(?:one|bid|card)? ?(?:which is |that is )?worth (?:the )?most\b", "steal the "
         "dearest"),
        (r"\b(the one at the {place}, (?:else|otherwise)) (?:(?:the|his|her) )?(?:one|bid|card)?"
         r" ?(?:worth (?:the )?most|dearest)\b", r"\1 the dearest"),
        (r"\bif it can(?:['’]?t|not| not) be (?:won|beaten|taken|had)\b", "if I can not win"),
        (r"\b(?:out of|no(?: more)?) (\w+) by then\b", r"out of \1"),
        (r"\b(my (?:low|small|little) (?:ones|cards)),? (?:going|working)(?: my way)? up(?:wards)?{end}", r"\1"),
        (r"\b(lowest|smallest|least|low|highest)(?: (?:card|one))? (?:that )?the rules (?:let|allow)(?: me)?\b", r"\1"),
        (r"{begin}anything (?:led )?(?:that )?I have(?: got)?(?: led)?\s*[:,]", " if I can follow:"),
        (r"\bpass unless (?:(?-i:[A-Z])\w+, (?-i:[A-Z])\w+,? and (?-i:[A-Z])\w+|they|the (?:other three|others)"
         r"|every(?:body|one) else)(?: all| both)? (?:have|has|do|does|did)(?: too| as well| passed)?(?=[,;: ]+then)",
         "pass unless I am last and all have passed"),
        (r"\b(can(?:['’]?t|not| not) follow(?: suit)?\s*[:,]?|void\s*[:,]?) trump"
         r" (low|high|small|big|lowest|highest|smallest)\b", r"\1 \2 trump"),
        (r"\b(all(?: three| two)?|both) (?:have |has )?passed (?:up )?(?:before|to) me\b(?!,? and )",
         "I am last and all have passed"),
    )
)  # fmt: skip


def opened(text: str) -> str:
    """The text without greeting, signature and polite words, and with its shortened words in full."""
    text = _CONTRACTED.sub(lambda found: f" {_IN_FULL[(found[1] or found[2]).lower()]}", text)
    text = _WOULD_YOU.sub("", _CLOSING.sub("", _OPENING.sub("", _SMILEY.sub(" ", text))))
    numbers = [int(found[1]) for found in _NUMBERED.finditer(text)]
    if len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1)):
        text = _NUMBERED.sub("", text)
    text = _BULLET.sub("", _HEADING.sub(lambda found: f"{found[1] or ''}:\n", text)).replace(":\n", ": ")
    if _REQUEST.match(text):
        text = text.rstrip("? ")
    for pattern, full in _SHORTENED:
        text = pattern.sub(full, text)
    return _POLITE.sub(" ", text)


WHATEVER = "(whatever|whichever|what|(the)? (one|card) (that|which))"
IT_GOES = "(it (goes|gets)|(i|you) can (go)?|possible|(i|you) (am|are) allowed|(i|you) (may|have))"
_SAME: Mapping[str, str] = {
    # what I have, and who
    "there is": "there (has|have|is) been",
    "i have": "i own|i have got|i got|i hold|i am holding",
    "i do not have": "(i)? have not got|i have not|i do not hold|i no longer (have|hold)",
    "have": "have got",
    "has": "has got|is got",
    "nobody": "no one|noone|nobody else|none of them|not anybody|no player",
    "somebody": "someone|anyone|anybody|people|(a|any|another|any other) player|(somebody|someone|anyone|anybody) else"
    "|(one|some|any|either) of (them|the others)",
    "the rest leads": "((somebody|someone|anyone|anybody|everybody|everyone) else|any other (player|person)|the "
    "others) (leads|led|lead|is leading|are leading)",
    "everybody": "everyone|all of them",
    "all others": "(everybody|everyone|all) else|all the others|all (the)? other players",
    "all three": "all three (of them|others)|the other three|all (the)? other three",
    "all two": "the other two|all (the)? other two|both (of them|(of)? (the)? others)",
    "taker": "declarer|(the)? bidder|whoever took it",
    "opponent": "(anyone|anybody|someone|somebody|everyone) (but|except|other than) (my)? partner|enemy|rival|other "
    "(team|side)",
    "opponents": "enemies|rivals|foes|the other (pair|team|side)",
    "partner": "companion|mate|pal|pard|pardner|teammate|ally|friend",
    "somebody on my side": "one of (us|our side|my side|the (two|three) of us)",
    "i": "you",
    "my": "your",
    "i am": "i are",
    # when
    "if": "as often as|whenever|(as)? soon as|(the|any|every|each) (moment|minute|instant) (that|when)?|(any|every"
    "|each) time (that|when)?|everytime|anytime|(just)? (so|as) long as|provided (that)?|assuming (that)?|supposing"
    "|given that|in case|(but)? only (if|when)|(on|in) tricks where",
    "if i am last": "(if|when) (playing)? last",
    "i have to": "i am (made|forced|obliged|compelled|supposed) to|there is (no|not any) (other)? (way|choice|option) "
    "(round|around|past|out of)? (it|that)?|i have no (other)? (choice|option)",
    "unless": "(each|every) time unless|except (when|if|where)|save (when|if)|but not (if|when|where)",
    "then": "follow (it|that|this)? up with|followed (up)? (by|with)|(the)? next time (round|around|after)|the (time"
    "|trick|one) after (that)?|following that|subsequently|in "
    "(that|which|this) (case|event)",
    "nexttime": "(on|in|to) the (first|next) trick (that|where|in which|when)|(the)? (very)? next time (that)?",
    "not": "no longer",
    "can not": "no longer can|no longer able to|no way (to|of)|(am|is)? (unable|not able) (to)?|can no (more|longer)",
    "can": "could|can (possibly|legally)|(am)? (able|allowed) to",
    "i am last": "i (come|sit|go) last|i (close|complete|finish|end|round off) (it|the trick)|i am (last|the last) "
    "(man|one|card|player)|i am last in turn|i am playing last|i am fourth and last|i am (the)? last (in|of) (hand"
    "|the trick|all)|nobody (is|comes|plays|sits) (after|behind) me|there is nobody (after|behind) me",
    "last to play": "(the)? last (one)? to (play|act|go)|(the)? last player|in last (seat|position)",
    "i have of it": "i have (got|left)? (in|of) it",
    "i have none": "i (can not follow|am short) (to|in|of)? (it|that|them)|i have (nothing|none|no more|no card|no "
    "cards"
    "|not one) (of|in|from) (it|that|this|them|his|her|their)|i (am|have run|run|ran) (dry|void|out) (of|in) (it"
    "|them)|i "
    "(have)? (run|ran) (dry|out)|i do not have any (of it|left)",
    "i can not follow": "(it is)? ((a|any|some) suit (is led)?|anything (else)?|whatever) (that|which)? i"
    " (am (out|void|short) (of|in)|lack"
    "|have run out"
    " of|can not follow|do not have (any of)?|have not got (any of)?|have none of)|i have none of the suit (they lead"
    "|they led)|no card of (the suit|that suit|the suit led|the led suit) (led)?|(no cards|none|nothing) (in"
    "|of) the suit (led)?|(no|not) (a|any)? (tile|domino|card) of (the suit|that suit|the led suit) (led)?|void in "
    "(what|whatever) (suit)? is led|i am void in whatever suit is led|i am void in (the|that|their) suit (led)?|i (am"
    "|have run|run|ran) out of their suit|(out of|void in) their suit|not got the suit (led)?|i am out of suit|i am "
    "(unable|not able) to follow (suit)?|i have (none|nothing|no card|no cards) of what is (led|played)|i am short of "
    "the suit (led)?|i have (nothing|none|no card|no cards|no more) (of|in|from) (that|this|the|his|her) suit (led)?"
    "|i (am|have run|run|ran) (dry|void|out) (of|in) (that suit|the suit (led)?|whatever is led)|i do not have (that "
    "suit|the suit|any of (that|the) suit|a card in the suit)|i can not follow (suit|what is led)|following is "
    "impossible|(void in|out of) the suit (led)?",
    "i can follow": "i (have|hold) (a|any|one|some)? (card|cards) of the suit|i am able to follow|got (some|any|one)"
    "|i can follow suit|i (have to|must) follow suit|(i am)? following suit|i have (any|some|one|cards|a card) (in"
    "|of) (it|that suit|the suit|the suit led|that)|i have (the|that) suit (led)?|i (still|do) have (it|one|some|the"
    " suit)",
    "they is winning": "them is winning|them winning|(one|either|any) of them (is winning|is ahead|has it|wins)",
    "i lead": "i am (leading|the one leading|the one to lead|the one who leads|the one starting|opening|starting)|the "
    "lead is (mine|with me|down to me)|it (falls|comes|fall|come) to me to (lead|open|start)|(it is)? my turn to (open"
    "|lead|start)|(it is)? up to me to (lead|open|start)|i am (the leader|to (start|open)|first to (play|go))|i am "
    "(the one|due|next) to (lead|open|start)|it is (me|mine|my turn) to (lead|open|start)|i (am|go|play) first|i (open"
    "|start|begin) the trick|i (have|get) to (lead|open|start)|i (have|win) the lead",
    # what happens
    "to come": "to come",
    "leads": "(comes|came) out with|(has|have|is) (come|coming) out with",
    "lead": "draw|(just)? keep (on)? leading|come out with|coming out with|kick off with|get going with",
    "the suit led": "the suit (opened|started|asked for|called for|that is led|which is led|they (open|lead|start"
    "|started|opened))|the led suit|the suit of the trick|their suit",
    "is led": "(is|are) (pulled|(played|put down) first)|(come|comes|coming) (round|around|along|out|up|my way|back)? "
    "(again)?|(get|gets|got|is being|are|were|was|r) led|(get|gets) (played|opened|asked)|(is|are) (asked|asked for"
    "|called for)|(is|are) (opened|started|wanted|demanded)|(is|are) the suit (led)?",
    "has trumped": "(ruffs|cuts) (in|it)?|(has|is|was)? been (trumped|ruffed|cut)|(is|has|have)? (trumped|ruffed)|(has"
    "|is) cut|(trumps|ruffs|has trumped) in|(plays|played|puts|has played|has put) a trump (on it)?",
    "is in the trick": "(has|have) (been (played|put|thrown)|gone|fallen) (to|in|on|into) (the|this) trick|(was"
    "|were) (played"
    "|put) (to|in|on|into) (the|this) trick",
    "falls": "(comes|come) down|(turns|turn) up|(is|has|have|was) been (put|laid) (in|on|down)",
    "a trump lies in the trick": "there is a trump (in|on|there|in there|in it|on it|in the trick)|a trump is (in|in "
    "it|there|on it|in there|on the table)|a trump (has been played|was played) (to|on) it",
    "nobody has trumped": "it (is|was) (untrumped|clean|not trumped|not ruffed|unruffed)",
    "nobody has played a trump": "no (trump|trumps) (has|have|was|were) (been)? played",
    "if somebody has trumped": "(after|over|behind|once there is) a ruff|(if|when|once) (ruffed|trumped)",
    "has trumped before me": "(has|have|is)? (trumped|ruffed) in front of me",
    "before me": "in front of me",
    "all before me": "(all (three|two|of them|players|those)|(all)? (the)? (two|three|others|players)|both|everyone) "
    "before me|all three before it (gets|comes|is) (round|around|back)? to me",
    "nexttime i can not win": "(on|in|to) the (first|next) trick i can not (win|take)",
    "i can win": "the trick can be had|i have (something|a card) to (win|beat it|take it) (with)?|i am able to (win"
    "|take|beat) (it|the trick)?|(the trick|it) is within (my)? reach|i (can|could) (get|head|go over|get over) (it"
    "|that|them)|i have (something|a card|one) (that|which) (wins|beats it|takes it|does)|i have a winner|it is "
    "possible to win",
    "i can not win": "no winner|no card (of mine)? (wins|wins it|beats it|is good enough|does it|takes it)|none of "
    "mine (wins|wins it|beats it|beat it|win it|does|takes it)|(there is)? no way (i can|to|i will) (win|win it|beat "
    "it|take it|win the trick)|i have (nothing|no card) (to|that can) (win|beat it|take it|win it) (with)?|i have "
    "nothing to win the trick with|(it|the trick) is (out of|beyond) (my)? reach|i have no winner|i do not have a "
    "winner|(all|everything) i have loses|no such winner|nothing of mine (wins|does|beats it|takes it)|i have nothing "
    "(that|which) (wins|does|beats it|takes it)|i can not (get|win) it|i can not (get over|go over|beat|top|cover"
    "|head) (it|that|(what|whatever) is there)?",
    "is winning": "(is|are) (the)? (best|highest|strongest|biggest) (card)? (so far|in the trick)|(is|are) the one "
    "winning|is (the)? top of the trick|is (leading|ahead in) the trick so far|is top|(is|are) (in front|best|best so "
    "far|winning so far)|has (it|the trick) so far|(has|holds|is taking) (it|the trick)|are winning (it|the trick)?"
    "|is winning (it|the trick|so far)|is currently (winning|ahead)|is ahead in the trick|is on top|wins so far|has "
    "the (best|highest) card (so far)?",
    "has gone": "is (history|history already)|has been and gone|fell|(is|has) out of the way|(is|are|have been|has "
    "been|has) (been)? (spent|used|used up|dropped|thrown|shown|seen off)|(is|was|have|been and) gone|went|has (been "
    "played|been seen|fallen|appeared|come out|come down|shown up)|was (played|seen)|came (out|down)",
    "has bid": "(is|was|got|have|has been) bid",
    "has been": "is been",
    "beyond that pass": "(beyond|after|above|over) that good night",
    "pass": "no bid from me|(i am)? not interested|forget it|no thanks|i am out of (it|the bidding|the "
    "auction|this one)|(sit|stay|keep) (this|the|that)? (out of|out)? (the|this)? (bidding|auction) (out)?|nope|nah"
    "|no (way|chance)|not (with|on|for) this (hand|lot|one|time)|leave (them|him|her) to it|drop out|count me out"
    "|leave me out|not for me|sleep on|i am not in (it|this)",
    "nobody bid 1 mark": "nobody (has|have)? bid (any|a)? (mark|marks)",
    "somebody has bid 1 mark or more": "somebody (has|have)? bid (any|a)? (mark|marks)|(a|any) (mark|marks) (is|was)? "
    "bid",
    "i had to go to": "i (have)? had to go (up)? to",
    "somebody has bid": "there (is|has been|was) (a|any|some) (bid|bids) (made|already|in the trick|on the table"
    "|ahead of me)|(a|any|some) (bid|bids) (has|have|is) (been)? made (ahead of me|before me|by somebody)?|the "
    "bidding (has|is) (opened|started|open)|somebody (is|has come|has gone|has got) in (the bidding|the auction)"
    "|somebody (has)? (made|put in) (a|any) (bid|bids)|somebody (is|has) (opened|bidding|opened the bidding)|somebody "
    "(has|is) (already)? bid (ahead of me)?",
    "if nobody bid": "(if|when|once) it (comes|gets|is) (round|around|back)? to me (with no|without a|without any) "
    "(bid|bids)",
    "nobody bid": "(it is|there are|there is)? (all|only|just|nothing but) passes (up to me|to me|before me|so far"
    "|until me|round to me)"
    "|it is on me first|i am (the)? first to (say|name|bid|call) (a number|a bid|anything|something)"
    "|there (is|has been|have been|was|were) (no|not a|not any|not been a|not been any|nothing) (bid|bids) (made|yet"
    "|before me|ahead of me|on the table)?|no (bid|bids) (has|have|is) (been)? made (by (somebody|them))? (before me"
    "|ahead of me)?|there (has|have) not been (a|any) (bid|bids)|nobody (has)? (made|put in) (a|any) (bid|bids) "
    "(ahead of me)?|nobody (is|has come|has gone|has got) in (the bidding|the auction)?|it is unbid|the bidding is "
    "(unopened|not open)|nobody (has)? bid (anything)? (ahead of me|in front of me)|nobody (has|is) taken it|none of "
    "them (has)? (bid|bid anything)|(i am|i am the) first to (bid|call)|i bid first|it (is led|comes"
    "|gets) to me unbid|nobody "
    "(before me)? (has)? (said|bid|spoken|opened|come in|gone in) (anything|something)? (before me)?",
    "of it is suit": "in it is suit",
    "in the trick": "(out|down) (on|in) (the table|the trick)|(in|on) this trick|in it|in there|lying there"
    "|lies there|showing|on (the table|the trick)|lying "
    "(in|on) (it|the trick|the table)",
    "no trump in the trick": "(there (is|are)?)? no (trump|trumps|ruff) (on the (table|trick)|in the trick)|no (trump"
    "|trumps|ruff) (is|are)? (in|on|in (it|there|the trick)|on it|there|so far)",
    "taken": "beaten to it|too (low|high|late|expensive|small|big)",
    "is": "being",
    "says busso": "knocks|knocked|has knocked",
    # what is done
    "play": "send (out)?|get shot of|throw (in|on|off)?|put (down|on|in)|lay|drop|dump|shed|chuck (in)?|toss|fling"
    "|pitch|pop"
    "|stick (on)?|bang|spend|(slip|slide|bring|slap|smack|whack|sling|shove|plonk|plop|plunk|lob|bung) (in|on|out|down"
    "|up)?|stick in|rise (with)?|unload|offload|let go (of)?|part with|play off|use up|contribute|sacrifice|(go|go up"
    "|come|come in|go in|jump in|respond|reply) with",
    "if i can not follow play": "slough|sluff",
    "duck": "(go|play|get|keep|come|slip|stay) (in)? (under|underneath|below) (it|that|him|her|them (all)?|everybody"
    "|everyone)?",
    "win": "take it (off|from) (him|her|them)|play (to win|for the trick)|catch|collect|grab|pinch|bag|nab|capture"
    "|snatch (it)?|steal it",
    "beat it": "(go|play|get)? over the top|go (just)? over|(go|play|get|go just) over it|go (higher|above it|one "
    "better)|(top|cover|head) it|top that|overtake (it)?|beat (that|what is there|whatever is there|the best (card)? "
    "so far|the last one|the others)",
    "a trump in the trick": "a trump in it",
    "trump in the trick": "trump in (the|this) trick|trump in there",
    "ruff": "(trump|ruff|cut) (it|in)|cut",
    "lay away": "(put|throw|go|goes) into the (chien|dog|monte|scart)|discard|ecart|bury|lay off|ditch|bin|hide|get "
    "rid of|dispose of|(put|throw|chuck) (away|out)|(put|lay|set) aside|tuck away|put in the (chien|monte|dog|discard)",
    "lay away :": "(into|in|to|for)? (the)? (chien|dog|monte|scart) :",
    "lay away those": "(lay|put|throw) (those|them|these) away",
    "keep": "hang (on to|to|onto|on the)|hold (onto|back)|hold on to|cling (on)? to",
    "keep the": "(hang|hold) (on to|onto|on) the",
    "keep my": "(hang|hold) (on to|on) my",
    "with": "using|by playing",
    "on": "onto|on to|(goes|to go) (on|onto|to)|goes in|should go on|(over the|on)? top of",
    # which
    "lowest that wins": "(lowest|smallest|cheapest|least) (card|one|tile)? (that|which) ((will|would|can|could) (do"
    "|win|beat|take)|does)"
    " (it|the job|the trick|them|him|her)?|(lowest|cheapest|smallest) winning (card|one|tile)|(whatever is)? just "
    "enough (to (win"
    "|beat it|take it))?"
    "|as (low|cheap|cheaply|small) as (will|can|would|needed to) (beat|win|take|do) (it)?",
    "the trick": "the tricks",
    "lowest": f"(anything|something) (cheap|small|low|little)|(small|low|little) (stuff|things)|(as)? low as "
    f"{IT_GOES}|{WHATEVER} is (the|my)? (lowest|smallest"
    "|least)|(lowest|smallest) (possible|available)|(very|absolute)? (lowest|smallest|littlest|tiniest|weakest|worst"
    "|bottom|feeblest|puniest|humblest|lowliest|meanest|measliest)",
    "highest": f"as high as {IT_GOES}|{WHATEVER} is (the|my)? (highest|biggest)|largest|greatest|topmost|(very"
    "|absolute)? (highest|biggest|strongest)|highest (possible|available)",
    "card": "tile|domino|bone",
    "suit": "color|colour",
    "suits": "colors|colours",
    "matto": "il matto",
    "from the top": "(the)? (highest|biggest) to (the)? (lowest|smallest)|(the)? (highest|biggest) (one)? down|(all "
    "the way)? down from the top|all the way down|downwards|high to low|top down|off the top|from (top to bottom|high "
    "to low|the highest|the highest down)|(the)? (highest|biggest) first",
    "from the bottom": "from below|(all the way)? up from the bottom|upwards|low to high|bottom up|from (bottom to top"
    "|low to high)|from the (lowest|bottom up|lowest up)|(the)? (lowest|smallest) first",
    "fewest points": "(the)? (card|one|tile) (that|which) (counts|is worth|carries|scores) (the)? (least|fewest) "
    "(points)?|(the)? (card|one|tile) (worth|with) (the)? (least|fewest|lowest) (points|count|value)?|(worth"
    "|counting) the least|least valuable (card|one|tile)? (in points)?|cheapest (card|one)? (in points|by points"
    "|pointwise|point wise)|(lowest|smallest|least|minimum|min) (value|count|points) (card|one|tile)?|poorest (card"
    f"|one|tile)? (in points)?|as little as (possible|i can)|{WHATEVER} is worth (the)? (least|fewest)|(leanest"
    "|thinnest|poorest|meagrest) (card|one)?|lean (card|cards)|(some|my|the|a bit of)? (rubbish|junk|trash|garbage"
    "|rags|scraps|dross)",
    "most points": "whatever (brings|gets|gives|earns) (me)? (the)? most (points)?|(the)? (card|one|tile) (that"
    "|which) (counts|is worth|carries|scores) (the)? most (points)?|(the)? (card|one|tile) (worth|with) (the)? (most"
    "|highest|biggest) (points|count|value) (in points)?|most valuable (card|one|tile)? (in points)?|(highest|biggest"
    "|richest|maximum|max) (value|count|scoring|points) (card|one|tile)?|richest (card|one|tile)? (in points)?"
    "|(highest|biggest) (point|points|count) (card|tile)|(card"
    f"|one) worth most|whatever (card)? (of mine)? counts (the)? most|{WHATEVER} is worth (the)? most|(fattest|thickest"
    "|fat cards|money|big money)|(fat|fattest|richest|dearest|most valuable|most expensive) (card|one)",
    "points": "count|counters|value|pts",
    "1 points": "(1|one) point",
    "pip card": "(number|spot|numbered) card",
    "pip cards": "(number|spot|numbered) cards|pips",
    "court card": "picture|honour|honor|face|figure|court|(face|picture|honour) card",
    "court cards": "honours|honors|faces|figures|courts|(face|picture) cards",
    "win cheaply": "cover (it)? (cheap|cheaply|as (cheap|cheaply) as possible)|(win|take|beat) (it|the trick|him|her"
    "|them)? as low as (possible|i can|you can)",
    "cheaply": "with as little as (i can|i need|necessary|is necessary|it needs|i have to)|with the (least"
    "|minimum) (needed"
    "|necessary|required|possible)|at (the)? (least|lowest|smallest|minimum) (cost|price|expense)"
    "|by (the)? (narrowest|smallest|least"
    "|slimmest) margin|with as little as (will|needed|possible|it takes|suffices|do|is needed|will do)|by as little "
    "as (possible|i can)|with as (small|low|little) (a)? (card)? as (will|can|possible|do) (do|win)?|cheap|(as)? "
    "(cheap|cheaply) as (possible|i can|you can)|as cheaply as (it can be done|i am able)|for as little as possible",
    "i may play": "i can (play|legally play)|allowed|permitted|playable|(that)? i am allowed (to|to play)?|(that"
    "|which)? (is|are) (legal|lawful|permitted|playable)|that is allowed|that i (may|can) (play)?|(that)? i have left"
    "|that i have|i have in (hand|my hand)",
    "guard without": "gs",
    "knight": "horse|horseman|cavalier|rider",
    "trumps only": "(only|just) trumps|trumps and nothing else",
    "what the clock says": "whatever the clock (says|would say|does)|let the clock decide",
    # otherwise
    "ask me": "i (will)? (have a)? look myself|(hold|wait|stop) (on)? and (then)? ask me|we will see|leave (the)? "
    "(choice|decision|card|play|move"
    "|rest of it) (to|for|with) me|check (back)? (in)? with me (first)?|(run|put) it (by|past) me|the (choice"
    "|decision) is mine|i (want|would like|wish|prefer) (to be)? asked|i (will)? (decide|choose) (for)? myself"
    "|(just)? wait for my (answer|word|say|go|decision)|do not (play|move|act|do anything) (,)? (just)? ask me|i "
    "(will)? (have a)? look (at it)? (tomorrow|later|tonight|in the morning)|i (will)? be back|(stop|wait) and i "
    "(will)? have a look|then see|see (it|that|them) first|(do not|never) touch (it|anything|that)?|(stop and)? call "
    "me|leave (it|that|things|them) open|(wake|ring|ping|poke|nudge|phone|consult|mail|email|text|query) me (first"
    "|then|about it|again)?|ask (me)? (about it|what to do|how|then|there|here|again|first|in the morning|before you "
    "play|before playing)|(you)? asked me|be asked|(come (back)? to|back to|over to) me|it is my (call|decision"
    "|choice)|my call|(it is|that is)? up to me|(stop|wait) and ask (me)?|(stop|wait) (there|here)|hold fire|hold off"
    "|sit tight|i (want|would like|need|wish|prefer|would rather) to (look|see|think|decide|choose|pick|be asked)|i "
    "(will|would) (rather)? (pick|look|think|see|be asked|have a look|decide later|answer myself|play it myself)|let "
    "me (look|see|think|pick|have a look|have a think|answer|decide myself|choose myself) (first)?|leave (it|that"
    "|that one|this|those|them|things) (to|for|with) me|save (it|that) for me|do not (move|decide|act|play|answer) "
    "(anything)? (for me|without me)|i will do (it|them|that)|nothing (,)? (to)? (see|look) (at)? (it|that) "
    "(first|myself)?|i (decide|choose|pick|answer|play) (it|that)? "
    "(myself|then)|nothing (,)? i (want|would like|need) to (look|see)|i "
    "(want|would like|need) to (look|see) (at)? (it|that) (first)?|i (will)? (play|do|decide) (it|that|them)? myself",
    "failing that": "failing (which|this|it)|or failing (that|which)|if that fails",
    "else ask me": "(the)? rest (tomorrow|later|tonight|in the morning)|do not (do|play) anything (else)? (till then"
    "|until then|before that|otherwise)|ask (me)? about (everything|anything|all) else|ask (me)? about (the rest|the "
    "others)|(the)? rest (is)? (i (will)? (do|play|decide|choose|answer) myself|mine|for me|up to me|to me|my "
    "business)|leave (the)? rest (to|for) me|i (will|do|play) (do|play|decide)? (the)? rest (myself)?|(the)? rest i "
    "(will)? (do|play|decide|choose|answer|see)|before that i (will)? (bid|play|do (it|that)) myself",
    "whatever is led": "(whatever|no matter what|regardless of (what|whatever)|never mind what) (is|has been|was"
    "|gets) (led"
    "|opened|started)|(whatever|no matter what) (they lead|they led|suit is led|suit it is)",
    "whatever": "you (choose|decide|pick)|your (choice|call|decision)",
    "else whatever": "(the)? rest (,)? i do not (mind|care)",
    "else duck": "(let|leave) (the)? (rest|others) (go|alone|be|pass|run)|duck (the)? (rest|others)",
    "all else": "(for|in|on|with)? (anything|everything) (else|remaining)",
    "else": "if it is neither (of (them|these|those|the two))?|if neither (is led|fits|applies)?|(in|on|at|under)? "
    "other (cases|tricks|times|seats|positions|situations|rounds)|(in|at|from|on)? (any|every|all) other (seat|seats"
    "|position|positions|place|places|situation|situations)|(in|with|on)? all the rest|when (it|that) is not the case"
    "|alternatively|(everything|anything|all) before (it|that|then)|neither (of them|is possible)|(over|against"
    "|higher than) (anything|everything) else|(if)? (the|my)? (centre|cloak|blind) (is)? (anything|something) else|or "
    "otherwise|(if)? no luck|(all (the)?)? others (,|:)|the rest of (the time|it|them)|if it is (anything|something) "
    "else|(for|in|on|with|under)? (all|every|any) (other|remaining) (way|event|events|case|cases|trick|tricks|round"
    "|rounds|thing|things|time|times)|if (that|it|this) can not be (done|played|used)|if that is (no good|not possible"
    "|not allowed)|can not do (that|it|this)|(other than|besides|apart from|aside from) (that|those|these)",
    "any other suit": "(for|on|in|with)? (everything|anything|something) else (that)? (is led|gets led|led)|(for|in|on"
    "|with)? (all|any|every) other (lead|leads)|if (anything|something) else (is led|comes|gets led)",
    "only": "nothing but",
    "": "(when|whenever|if) i get (the|a) chance|i have (got)? (the|a) (hand|cards) for (it|that|this)|(with|on)? "
    "this (rubbish|junk|trash|garbage|mess)"
    "|at all|whatever it costs|at any price|without (declaring"
    "|announcing|showing|saying) (anything|a thing)|any "
    "more|anymore|any longer|in each trick|on each trick|as yet|(as long as|so long as|while) they last|(at)? (the"
    "|my)? (first|earliest) (chance|opportunity) (i (get|have))?|(in|during) the play|by (then|that point|that time)"
    "|at (that point|any cost|all costs)|on my turn|as well|(when|once|if|by the time) it (reaches me|(gets|comes|is) "
    "(round|around|back)? to me|is my go)|(when|by the time) (it is)? my turn (comes)?|so|too|in (hand|my hand)|mind "
    "you",
    "but": "(the|with)? (only|one)? exception (is|:|,)",
    ",": ", well ,|well ,",
    ";": "; well ,",
    "in that order": "in this order",
}  # fmt: skip
EMPTY = frozenset("again already still yet ever either really always".split())
"""Words that may stand anywhere in a plan and change nothing."""
_SPELT = {
    "dont": ("do", "not"), "cant": ("can", "not"), "cannot": ("can", "not"), "ca": ("can",), "isnt": ("is", "not"),
    "doesnt": ("does", "not"), "hasnt": ("has", "not"), "its": ("it", "is"), "wont": ("will", "not"), "wo": ("will",),
    "havent": ("have", "not"), "arent": ("are", "not"), "ive": ("i", "have"), "thats": ("that", "is"), "u": ("you",),
    "w": ("with",), "dbl": ("double",), "poss": ("possible",), "comma": (",",), "period": (".",), "colon": (":",),
    "whats": ("what", "is"), "theres": ("there", "is"), "didnt": ("did", "not"),
    "em": ("them",), "atout": ("trumps",), "atouts": ("trumps",),
    "sticks": ("batons",), "staves": ("batons",), "wands": ("batons",),
    "shes": ("she", "is"), "hes": ("he", "is"), "theyre": ("they", "are"), "weve": ("we", "have"), "lo": ("low",),
    "hts": ("hearts",), "hrts": ("hearts",), "spds": ("spades",), "spd": ("spades",), "dia": ("diamonds",),
    "dias": ("diamonds",), "dmds": ("diamonds",), "clb": ("clubs",), "clbs": ("clubs",), "trmps": ("trumps",),
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
