"""What is likely meant by words that no plan has: looser than `phrasing`, since it is only offered, and never taken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..rules import AnyGame
from ..rules.cards import FRENCH_SUIT_NAMES
from ..rules.wording import short

_CORRECTED = re.compile(
    r"(?:\bno,?\s+wait\b|\bwait,?\s+no\b|\bactually\b|\bi\s+mean\b|\bscrap\s+that\b|\bon\s+second\s+thoughts?\b"
    r"|\bcorrection\b"
    r"|\bsorry\b|\bor\s+rather\b|\bmake\s+that\b|\binstead\s+of\s+that\b)[\s,.:;!–—-]*",
    re.I,
)
"""Behind these words stands what is meant instead of what stands before them."""
_REASON = re.compile(r"(?:^|(?<=[.;\n]))[^.;\n]*?\bso\b(?!\s+(?:that|long|far|much|many|on|low|high|to))[\s,]*", re.I)
_BECAUSE = re.compile(r"[\s,]*\b(?:because|since\s+i|cos|coz|as\s+i(?:['’]m|\s+am|\s+have|['’]ve))\b[^.;,\n]*", re.I)
"""Reasons, before “so” and behind “because”."""
HOPED = re.compile(r"\bi\s+hope\s+(?:it|he|she|they|the|my|we|you)\b", re.I)
"""A wish beside a plan, which is no doubt."""
_BESIDE = re.compile(
    r"[\s,.;–—-]*\b(?:(?:and|so|but)\s+)?(?:hopefully|i\s+hope\s+(?=it|he|she|they|that|the|my|we|you)|(?:mind"
    r"|remember|note)\s+(?:that\s+)?(?=the|it|you|there)|fingers\s+crossed|do(?:n['’]t|\s+not)\s+wait\b"
    r"|i(?:['’]?m|\s+am|\s+will\s+be|['’]ll\s+be|\s+shall\s+be)\s+(?:at\s+(?!the\b)|back\s+(?=at|by|after|on|in"
    r"|around)|away|off|abroad|asleep|busy|in\s+[A-Z])"
    r"|(?:until|till)\s+(?=[^,;:\n]*(?:back|home|return|morning|tomorrow|tonight|week|day)\b))[^,;.\n]*",
    re.I,
)
_LOOSELY: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern, re.I), instead)
    for pattern, instead in (
        (r"\bn\b(?=\s+[a-z]{3})", "and"),
        (r"\band\s+(?=(?:is|has)\s+(?:not\s+)?(?:winning|ahead|led|played|passed|bid)\b)", "and he "),
        (
            r"\bi\s+(?:only|just)\s+care\s+about\b|\bjust\s+to\s+[a-z]+\s+(?:him|her|them)\b"
            r"|\beither\s+(?:one\s+)?is\s+fine\b",
            "",
        ),
        (r"\b(?:i\s+)?(?:do(?:n['’]t|\s+not)\s+)?(?:care|mind)\s+which\b|\bany\s*way\s+(?:you|i)\s+can\b", ""),
        (r"\bto\s+[a-z]+\s+(?:him|her|them)\s*$", ""),
        (r"\b(?:who|what|which)\b[^.;,\n]*\bi\s+do(?:\s+not|n['’]t)\s+(?:care|mind)\b", ""),
        (r"\b(?:kisses|love|hugs|greetings|regards)\s+to\b[^.;,\n]*", ""),
        (r"\bbest\s+(?=card|one|tile|of\b|spade|heart|diamond|club|sword|cup|coin|baton|trump)", "highest "),
        (r"\b(when|if)\s+(?:there\s+)?comes?\s+(?:the\s+|a\s+)?(\w+)\b", r"\1 \2 are led"),
        (r"\s*,\s*(?:it|that|which)\s+is\s+(?:the|my)\s+(?:lowest|smallest|highest|biggest|only)\b[^.;,\n]*", ""),
        (r"\b(?:some\s+|my\s+)?(?:rubbish|junk|trash|garbage|scraps)\b(?!\s+(?:hand|cards?))", "lowest"),
        (r"\brest\s+(?:is\s+)?up\s+to\s+you\b", "else whatever"),
        (r"\b(?:on|in)\s+the\s+(?:first|next)\s+trick\s+with\b", "if the trick has"),
    )
)
"""What is likely meant by other words, but not surely."""
NAMED = (
    r"(?:(?:my |the |an? )?(?:partner|taker|declarer|opponent|defender|seat [A-H])|he|she|they|him|her|them|somebody"
    r"|someone"
)
"""Who may be meant: a side, somebody, or a player by name."""
_CHOICES: Mapping[str, str] = {
    "{suits}": "spades|hearts|diamonds|clubs|trumps|swords|batons|cups|coins",
    "{suit}": "spade|heart|diamond|club|sword|baton|cup|coin",
    "{sets}": "aces|kings|queens|knights|pages|jacks|trumps",
    "{ranks}": r"king|queen|knight|jack|page|ace|\d+",
    "{extreme}": "top|highest|lowest|bottom|small|big|low|high",
    "{place}": "centre|cloak|blind",
}
"""What stands for several words in a pattern."""
_END: Mapping[str, str] = {"top": "high", "bottom": "low", "big": "high", "small": "low"}
_LIKELY: Sequence[tuple[str, Any]] = (
    # spelling, and asides
    (r"\btill?(?= (?:tonight|tomorrow|later|the morning|i|we)\b)", "until"),
    (r"\b(?:leave|keep|save) (?:it|that|this|them) until (?:tonight|tomorrow|later|the morning|i am back)\b", "ask me"),
    (r"\b(?:i )?can not be (?:bothered|arsed)\b[^.,;]*", ""),
    (r"^[^.,;:]*\b(?:always (?:said|says|told me)|once told me),? ", ""),
    (r",? so do (?:that|this)\b", ""),
    (r"\b(?:humblest|lowliest|meagrest|least valuable|least)(?= (?:card|one|tile|trump))", "lowest"),
    (r"\bcheap (?=trump|card|one|tile|{suit})", "lowest "),
    (
        r"\b(zero|one|two|three|four|five|six)-(?:nothing|nil|blank|zero)\b",
        lambda found: f"{'zero one two three four five six'.split().index(found[1].lower())}-0",
    ),
    (r"^(.*\w)[,.]? \(({suits})\)[. ]*$", r"\2: \1"),
    (r"^({who}) is (?:the )?(?:taker|declarer)\b(?: so|,|:)?(?: never give (?:him|her|them) anything)?[,:;]? ", ""),
    (r"(?:^|(?<=[.;])) *never (?:declare|announce|show)(?: anything)?[.;,]", ""),
    (r"(?:^|(?<=[.;])) *\w+s are for leading only[.;,]", ""),
    (r"\b(?:fat|big|rich) cards (?:to|for|on)\b", "the most points on"),
    (r"\b(?:lean|thin|poor) cards (?:to|for|on)\b", "the fewest points on"),
    (r"\bposs\b", "possible"),
    (r",? (?:tho|though|innit|mate|etc|i (?:think|guess)|hm+)(?= *(?:[.,;:)\n]|$))", ""),
    (r"\b(?:hes|shes)\b(?! trick)", "he is"),
    (r"\btheyre\b", "they are"),
    (r"\bill(?= (?:play|take|bid|go|pass|lead|have|keep|put|call|say)\b)", "I will"),
    (r"\b(?:center|middle(?: card)?)\b(?! of)", "centre"),
    (r"\b(?:hts|hrts|hea)\b", "hearts"),
    (r"\b(?:spd|spds|spa)\b", "spades"),
    (r"\b(?:dia|dias|dmd|dmds)\b", "diamonds"),
    (r"\b(?:clb|clbs)\b", "clubs"),
    (r"\blo\b", "low"),
    (r"\bhi(?= *(?:[.,;/]|$))", "high"),
    (r"\bas soon as\b", "if"),
    (r"\bas low as i am (?:allowed|permitted)(?: to)?\b", "lowest"),
    (r"\b(?:cheapest|lowest|worst) card by points\b|\b(?:the )?(?:least|fewest) by points\b", "the fewest points"),
    (
        r",? whatever it is(?= *(?:[.,;]|$))|,? whichever comes first\b|\b(?:do not|never) waste anything(?: on"
        r" it)?,? ",
        "",
    ),
    (r"(?:^|(?<=[.;])) *(?:no declaring|nothing to declare|no declarations)[.;,]", ""),
    (r"\b(?:any other way|in any other situation|in every other case)\b,?", "else"),
    (r"\botherwise do not (?:bother|take it)\b", "else low"),
    (r"^[ée]cart:", "discard"),
    (r"^({who}) took it so (.*?)\b(low|high) (?:to|on) (?:his|her|their) tricks\b", r"\2 if \1 is winning \3"),
    (
        r"\bif ({who}) (?:ruffs|cuts|trumps),? ([^.;]+?)[.;] ?if (?:he|she|\1) does not,? ",
        r"if \1 has trumped: \2, else ",
    ),
    # who is winning, and who leads
    (r"\b(?:one|any|another) of (?:us|my (?:side|partners))\b|\banother defender\b|\bmy companion\b", "partner"),
    (r"\b(?:a |the |another )?(?:fellow )?defenders? (?=(?:is |are )?(?:winning|ahead|has))", "partner is "),
    (r"\b(partner|taker|declarer) is is\b", r"\1 is"),
    (r"\b(?:those two|the others|the other two)(?= (?:do|does|are|is|have|has|win)\b)", "an opponent"),
    (r"\b(?:to|for|on) (?:those two|the enemy|their(?:s| tricks?))\b", "on opponents"),
    (r"(?:, )?\b(?:that|which|if it) (?:is not|isn't|ain't) ours\b", " and an opponent is winning"),
    (r"\blet (?:him|her|them)(?: have (?:it|this(?: one)?|that|the trick))?(?= *(?:[.,;\n]|$|and\b|then\b))", "low"),
    (
        r"\b(if|when|while|unless|once|or) ({who}) (?:takes|grabs|gets|wins|goes over|is taking|has got|tops)"
        r" (?:it|the trick|this)\b",
        r"\1 \2 is winning",
    ),
    (r"\b({who}) (?:has|have|does|do) not (?:got|get|have) (?:it|the trick)\b", r"\1 is not winning"),
    (r"\b({who}) (?:has|have) (?:got )?(?:it|the trick)(?: (?:locked|sewn up|covered))?\b", r"\1 is winning"),
    (r"\bif ({who}) wins it\b", r"if \1 is winning"),
    (r"\bpoints (?:for|to) (?:us|my side|our side|ours)\b", "the most points on partner"),
    (
        r"^(.+?) on ({who})'s (?:trumps?|trump lead),? if (?:he|she|\2) is winning\b",
        r"if trumps are led and \2 is winning: \1",
    ),
    (r"\bnothing (?:for|to) ({who})\b", r"if \1 is winning low"),
    (r"\b(?:rags|rubbish|trash|junk|small stuff|low stuff)\b(?! hand)", "low"),
    (r"\b(?:money|count|fat|good stuff)(?= (?:on|for|to)\b)", "the most points"),
    (r"\bon (?:ours|our tricks?)\b", "on partner"),
    (r"\b(?:on|to) theirs\b", "on opponents"),
    (r"\b({who}) in front\b", r"\1 is winning"),
    (
        r"\b({who}) (?:has|holds|takes) (?:the trick|it) with (the \w+)(?: or (the \w+))?\b",
        lambda found: f"{found[1]} is winning and {found[2]}{f' or {found[3]}' if found[3] else ''} is in the trick",
    ),
    (r"\b(?:is|are) still to (?:play|come|act)\b", "has yet to play"),
    (r"\b({who}) (?:is|has) done\b(?: and losing)?", r"\1 has already played"),
    (r"\bif ({who}) lead\b", r"if \1 leads"),
    (
        r"\b(?:if|when) they lead (?:an? )?(\w+)(?: or (\w+))?(?= *(?:[.,;:]|$))",
        lambda found: f"if {found[1]}{f' or {found[2]}' if found[2] else ''} are led",
    ),
    (r"\bone of them (?:is|are) winning\b", "an opponent is winning"),
    (r"\bpartner is(?= *(?:[.,;]|$))", "partner is winning"),
    (r"\bbeat (him|her|them)\b|\bi play over (?:him|her|them|it)\b", "win"),
    (r"\bbeat ({who}) if (?:he|she|they|\1) is winning\b", r"if \1 is winning: win"),
    (
        r"\b({who}) (?:wins|is winning) with the (\w+)(?: or (?:the )?(\w+))?\b",
        lambda found: (
            f"{found[1]} is winning and the {found[2]}{f' or the {found[3]}' if found[3] else ''} is in the trick"
        ),
    ),
    (r"\b(?:if )?nobody (?:does|cuts|ruffs|trumps)\b,?", "if nobody has trumped:"),
    (r"^(\w+) on their (king|queen|knight|jack|ace)\b", r"if a \2 is in the trick and an opponent is winning: \1"),
    (r"\b(?:if|when) (somebody|someone|they) (?:cuts?|ruffs?|trumps?)(?: in)?\b", r"if somebody has trumped:"),
    (r"\b({who}) (?:cuts|ruffs|trumps)(?: in)?\b", r"\1 has trumped"),
    (r"\bgive (?:him|her|them) (?:lowest|my lowest)\b", "low"),
    (r"\b({who}) do it\b|\b({who}) do(?= *(?:[.,;]|$))", r"\1\2 is winning"),
    (r"\b({who}) is miles ahead\b[^.;\n]*?\bso\b,?", ""),
    (r"\bif ({who}) is (?=(?:let|beat|take|leave)\b)", r"if \1 is winning "),
    (r"\b(?:low|small|lowest) (?:to|for|on) (?:the )?({who})(?:'s)? tricks?\b", r"if \1 is winning low"),
    (r"\b(?:and )?(high|low) (?:to|for|on) (?:every(?:body|one)|all) (?:else|others)(?:'?s)?\b", r", else \1"),
    (r"\b(?:if|when) (?:any|some)(?:one|body) else leads,?", "if somebody else leads:"),
    (r"\b(?:i am )?(?:not|do not) (?:bothered|care) about (?:the others|the rest|any(?:one|body) else)[,:]? ", "else "),
    (
        r"\b(?:if |when )?(?:any|every|some)(?:one|body) else(?: leads| does| is winning)?[,:]? (?=low|high|the"
        r"|my|small)",
        "else ",
    ),
    (r"\b(?:let|give) them have this(?: one)?, then\b", ""),
    (
        r"\bif {who} (?:went|goes|has gone|is gone) (?:for |to |on )?(?:the )?centre\b",
        "if the opponent has bid on the centre",
    ),
    (r"\bcover whatever ({who}) (?:plays|puts|leads)\b(?: as cheap(?:ly)? as possible)?", r"if \1 is winning: win"),
    (r"\bon ({who}) if \1 is winning\b", r"if \1 is winning"),
    (r"\b(?:should|if) ({suits}) be led\b(?: kindly)?,?", r"if \1 are led:"),
    (r"\b(?:and )?(?:should|if) any other suit be led,?", "any other suit:"),
    (r"\bget (the [\w ]+?) out\b", r"play \1"),
    (r"\bfeed (?:him|her|them) (?:the |my )?", "play "),
    (r"\bif we are level or i am (?:up|ahead)\b|\bif i am level or (?:up|ahead)\b", "if I am not behind"),
    # what is led, what I have, and when I lead
    (r"^(\w+s) first (?=(?:when|if) i lead)", r"\1 "),
    (
        r"^((?:the |my )?(?:{ranks})) if (.+?) (?:and )?((?:the |my )?(?:{ranks})) if ",
        r"\1 if \2, \3 if ",
    ),
    (r"\bi (?:am leading|lead) next\b:?|\bi am leading next\b:?", "I lead:"),
    (r"\bthe other (?:two|suits|two suits),? (?=small|low|high)", "any other suit: "),
    (r"\ball (?:the |my )?trumps are out\b", "all other trumps have gone"),
    (r"\bi can neither follow nor (?:trump|ruff|cut)\b", "I cannot follow and I have no trumps"),
    (r"\b(king|queen|knight|jack|ace|20|21|petit|world|angel) (?:is|has) been(?= *[,.;:])", r"\1 has gone"),
    (
        r"\b(?:as long as|if|while) no (king|queen|knight|jack) or (king|queen|knight|jack) is (?:down|out|there"
        r"|in(?: it)?)\b",
        r"unless a \1 or a \2 is in the trick",
    ),
    (
        r"^({extreme}) (heart|spade|diamond|club|sword|baton|cup|coin)s?, ({extreme}) (heart|spade|diamond|club"
        r"|sword|baton|cup|coin)s?\b",
        lambda found: ", ".join(
            f"{of}s {_END.get(end.lower(), end)}" for end, of in (found.group(1, 2), found.group(3, 4))
        ),
    ),
    (r"^(\w+) first,? (?:then )?(?:the )?(\w+) (?:after|next|later|second)(?: that)?(?= *(?:[.,;]|$))", r"lead \1 \2"),
    (
        r"^((?:the )?\w+ of \w+) first,? (?:then )?((?:the )?\w+ of \w+) (?:after|next|later|second)(?:"
        r" that)?(?= *(?:[.,;]|$))",
        r"\1 then \2",
    ),
    (r"\bif it is my last (sword|baton|cup|coin) lead it with\b", r"lead low \1s with"),
    (r"\bwalk my doubles:", "lead"),
    (r"\b(?:first,? )?(?:biggest|highest) to (?:smallest|lowest)\b", "from the top"),
    (r"\ball (?:the )?other suits\b|\bany other suit led\b", "any other suit:"),
    (
        r"\b(?:till|until) (?:they|these|i) (?:run out|are gone|have none|have no more)(?: left)?,? (?:then"
        r"|after that)\b",
        ", then",
    ),
    (r",? (?:till|until) (?:they|these|i) (?:run out|am out|are gone|have none|have no more)(?: left)?\b", ""),
    (r"\bin front:", "if I lead:"),
    (r"\bbehind:", "if not leading:"),
    (r"\b(?:i have |i've |we have )?seen (the [\w ]+?)(?: fall| go| played| drop)?(?= *[,.:;])", r"\1 has gone"),
    (
        r"^(\w+) back (?:if|when|once) i (?:win|get in|win it|get the lead)\b|\b(\w+) back (?:if|when|once) i"
        r" (?:win|get in|win it|get the lead)\b",
        r"lead \1\2",
    ),
    (
        r"\breturn (?:whatever suit|the suit) ({who}) led(?: last)?(?: time)?,? (lowest|highest|low|high)?",
        r"lead \2 of the suit \1 led last",
    ),
    (r"^(?:win|take) the last trick with (.+?)[. ]*$", r"if it is the last trick: \1"),
    (r"\bif they (?:play|lead) ({suits})\b", r"if \1 are led"),
    (r"\bi have the lead(?: next)?(?: i think)?[:,]|\bi have the lead next\b", "I lead:"),
    (r"\bi (?:have|get|am) to lead(?: some\w*| any\w*)?\b", "I lead"),
    (r"^(double \w+|\d-\d|T\d+|the \w+ of \w+) out first,? then", r"lead \1, then"),
    (r"\bif i haven't\b|\bif i have not(?= *,)", "if not leading"),
    (r"\blead back\b|\breturn (?=(?:{suits})\b)", "lead"),
    (
        r"^([^.;\n]*\blead [^.;\n]*?),? (?:if|when|once) i (?:win|get in|get the lead|win this|take this|am in"
        r"|win it)\b",
        r"\1",
    ),
    (r"\b(?:no|out of) (\w+)(?: left)?(?: so|[,:?] ?then|[,:?]) (?=(?:i )?(?:cut|trump|ruff))", r"if I have no \1: "),
    (r"\bout of both\b[,:]?", "if I cannot follow:"),
    (r"\bno more (\w+)\? then trump\b", r"if I have no \1: trump with"),
    (r"^([\w ]+?) on (\w+), i have none\b", r"if I have no \2: \1"),
    (
        r"^(?:trump|ruff|cut)(?: in| it)? with (?:the )?(.+?),? (?:if|when) i (?:am out of|have no) (\w+)",
        r"if \2 are led and I cannot follow: \1",
    ),
    (
        r"^(.+?) (?:if|when|once) (?:both )?((?:the )?[\w-]+) and ((?:the )?[\w-]+) (?:are|have) (?:both |been"
        r" )*(?:gone|out|played)\b",
        r"if \2 has not gone: ask me, if \3 has gone: \1",
    ),
    (
        r"^(?:if|when|once) (?:both )?((?:the )?[\w-]+) and ((?:the )?[\w-]+) (?:are|have) (?:both |been"
        r" )*(?:gone|out|played),? (.+)$",
        r"if \1 has not gone: ask me, if \2 has gone: \3",
    ),
    (
        r"\bthe (\d+|world|angel|petit|king|queen) (?:comes out|appears|shows up|turns up|is out|hits the table)\b",
        r"the \1 is in the trick",
    ),
    (
        r"\b(?:if|when) (\d+) or more (?:is|are) (?:lying there|in it|there|in the trick)\b",
        r"if the trick has \1 points or more:",
    ),
    (r"\b(?:get|catch|grab) it\b", "win"),
    (r"\b(low|high|lowest|highest) (?:at )?(?:all )?other times\b", r"otherwise \1"),
    (r"\b(?:is|are) (?:lying|there|lying there)(?: on the table)?(?= *(?:[,:;]|get|take|win|then))", "in the trick"),
    (r"\ba picture is there\b", "there is a court card in the trick"),
    (r"\bon (?:any|a|the|every) tricks? with (an? \w+) in it\b", r"if \1 is in the trick"),
    (r"\bover anything but (the \w+)\b", r"unless \1 is in the trick"),
    (r"\b(\d-\d|T\d+|the \d+) (?:fell|went|came out)(?: already)?\b", r"\1 has gone"),
    (r"\bwhen last in turn\b|\blast to go\b", "if I play last"),
    (r"\bit is worth taking \((\d+)\+? points\)", r"the trick has \1 points or more:"),
    (r"\b(?:if |when )?(?:i am )?(second|third|last) hand\b,?", r"if I play \1:"),
    (r"\bwith (?=if I play)", ""),
    (r"\b(?:the trick is mine already|partner is walking)[^.;,\n]*[.;,]", ""),
    (
        r"\bif (?:somebody|someone) (?:already )?(?:put|has put|played) a higher trump\b|\bif (?:somebody"
        r"|someone) has (?:trumped|cut|ruffed) higher\b",
        "if somebody has trumped:",
    ),
    (r"\b(?:did not|has not) (?:play|played|been|gone) yet\b", "has yet to play"),
    # how to play
    (r"\b(?:cannot|can't|can not) (?:go|stay|get) under,?(?: then)?\b", "else "),
    (
        r"\b(?:go|stay|play|duck|get) under(?: it)?(?:,? (?:if (?:i|you) can|if possible))?(?:,? as high as (?:i"
        r"|you) can)?\b",
        "the highest that loses",
    ),
    (r"\bduck,? (?:if (?:i|you) can|if possible),? as high as (?:i|you) can\b", "the highest that loses"),
    (r"\b(?:if not,? )?win with the (?:biggest|highest)\b", "else high"),
    (r"\bbut (?:do not|don't|never) (?:waste|use|throw|spend|burn|give away) ", "but not "),
    (r"^(\w+)\b(.*?)(?: i have)? (?:apart from|other than|except) (?:it|that)\b", r"\1\2 but not \1"),
    (r"\bwin with as little as possible\b|\bget in as cheap(?:ly)? as (?:i can|possible)\b", "win"),
    (r"\b(overtrump|overruff) with the (?:lowest|smallest|cheapest) that does(?: it)?\b", r"\1"),
    (r"\bif (?:i can not overtrump|that is impossible|it is impossible)\b,?", "else"),
    (r"\btry to lose\b", "the highest that loses"),
    (r"\b(?:duck|low) twice\b(?:,? then .*)?$", "low for 2 tricks"),
    (r"\bfollow suit(?: quietly)?(?= *(?:[.,;]|$))", "follow low"),
    (r"^(?:it is |we are playing )?nell?o(?:[:,]| so(?: always)?) (?=.*(?:lead|follow|lowest|highest|duck))", ""),
    (r"\bfollow under\b", "if not leading: the highest that loses"),
    (
        r"\b(?:take|win|capture) (kings|queens|knights|jacks)(?: (?:and|or) (kings|queens|knights|jacks))? with\b",
        lambda found: f"if a {found[1][:-1]}{f' or a {found[2][:-1]}' if found[2] else ''} is in the trick: win with",
    ),
    (r"\bmy biggest points\b|\bthe big points\b", "the most points"),
    (r"\b(?:give|play|throw) as little as possible\b|\bcheapest loser\b", "the fewest points"),
    (r"\b(?:littlest|smallest|lowest) first\b,?", "low "),
    (r",? ?\b(?:nothing with count|no count|no points)(?: if possible)?\b", ""),
    (r"\bsmall small\b|\bthrow my offs\b", "low"),
    (r"\bload(?: it)?(?: up)?(?: on)?\b|\bsmear\b", "the most points"),
    (
        r"\b(?:random|anything(?: legal)?|any(?: old)?(?: card| tile)?) (?:is fine|will do|goes)\b|\bjust play"
        r" anything\b",
        "low",
    ),
    (r"\b(?:give|feed|throw) (?:him|her|them|it) nothing\b", "low"),
    (r"\bfor all (?:what|that) follows:? ?", ""),
    (r"\bpossible (?=trump|card|one)", ""),
    (r",? (?:one after (?:the )?other|one by one)\b|\bevery time(?= until)", ""),
    (r"\b(?:on|to) the next (trumps?)(?: trick| lead)?\b", r"if \1 are led"),
    (r",? ?next time,? ", ", then "),
    # signals and declarations
    (r"^ *last (sword|baton|cup|coin)\b", r"lead low \1s"),
    (r",? (?:and )?(?:say|saying|call|calling|signal) (volo|busso|striscio)\b", r" with \1"),
    (
        r"^ *((?:single |double |triple )?poign[ée]e|\+\w+)(?: \([^)]*\))? (?:with|on) my first (?:card"
        r"|trick)(?: \([^)]*\))?,? ?(?:and|with)? ?(?:card|which is|it is|lead|play)? ?[=:]? ?(?:lead |play )?(.+)$",
        r"if it is my first card: \2 with \1",
    ),
    (
        r"^ *((?:single |double |triple )?poign[ée]e) (?:with|on) (?:my )?first (?:card|trick),? then (low"
        r"|lowest|high|highest)\b",
        r"if it is my first card: \2 with \1, else \2",
    ),
    (
        r"^ *(?:declare|show|announce) (?:the )?({sets})(?: only)?,? (?:and )?lead (.+)$",
        r"if it is my first card: lead \2 with +\1",
    ),
    (
        r"\b(?:and )?(?:declare|show|announce) ({sets})(?:,? (?:and )?({sets}))?(?:,? and ({sets}))?\b",
        lambda found: " ".join(f"with +{one}" for one in found.groups() if one),
    ),
    (r"^ *first card (?!of)", "first card: "),
    # bids
    (r"\bif i am last and (?:nobody|no one) (?:has )?(?:bid|bids|spoken)\b,?", "if I am last and all have passed:"),
    (r"\bif they (?:have )?bid 1\b(?! mark)", "if an opponent has bid 1 mark"),
    (r"\b(small|guard|pass|\d\d) if i open\b", r"\1 if nobody has bid"),
    (r"^open (\d+)\b", r"\1"),
    (r",? if (?:more|higher)(?: than that)?,? (?=go in|put|play|my|the|low|high|pass|\d)", ", else "),
    (r"^(?:nope|no)\b,? not (?:with|on) this (?:hand|one|lot)\b.*$|^nope\b[^,;]*$", "pass"),
    (r"\bi am in for (?:an? )?", ""),
    (r"\b({who}) (?:has )?(?:already )?guarded\b", r"\1 has bid guard"),
    (r"\bthen no(?= *(?:[.,;]|$))", "then pass"),
    (
        r"\bif (?:all(?: three| the others)?|every(?:one|body)(?: else)?|they all) pass(?:es)?(?: before me)?\b",
        "if I am last and all have passed:",
    ),
    (r"\bleave (?:him|her|them) in\b", "pass"),
    (r"\bleave ({who})'s bid alone\b", r"if \1 has bid: pass"),
    (r"\bif ({who}) bid\b(?! \w+ (?:mark|point))", r"if \1 has bid"),
    (r"\bsomebody (?:is|has) opened\b|\bsomeone (?:is|has) opened\b", "somebody has bid"),
    (r"\bif i am (?:let|allowed)\b", "if possible"),
    (
        r"\b(?:i will )?(?:go|bid|go up) one (?:better|higher|more|up)(?: each time)?(?=.*\bup to)",
        "one more than the last bid",
    ),
    (
        r"\bcall (?:whichever|the|any) king (?:that )?i (?:am missing|lack|do not have)[,:]? (\w+) (?:before"
        r"|first,? then|then) (\w+)\b",
        r"call \1, unless I have that king, then \2",
    ),
    (r"\b({who}) has the bid\b", r"\1 has bid"),
    (r"\b(\w+) for (?:one|1|a) mark\b", r"1 mark and call \1"),
    (r",? (?:in|by) (?:ones|steps of one|single steps)\b", ""),
    (r",? (?:and )?then i am out\b", ", else pass"),
    (r",? (?:or|else) (\w+) if i have (?:got )?(?:\w+ myself|that one)\b", r", unless I have that king, then \1"),
    (r"\bcall a king i do not have[,:]? (\w+) first,? then (\w+)\b", r"call \1, unless I have that king, then \2"),
    (
        r"\bunless (?:somebody|someone|anyone|anybody) (?:has )?(?:already )?guard(?:ed|s)(?: already)?,?"
        r" (?:then|in which case) pass\b",
        "unless somebody has bid guard, then pass",
    ),
    (r"\b(?:if|when) (?:they|you) (?:will )?(?:let|allow) me\b|\bif (?:i may|permitted)\b", "if possible"),
    (
        r"\bpass (?:on|if) (?:everything|anything) (?:above|over) (\d+)[;,.]? below that bid (\d+)\b",
        r"if \2 is not possible: pass, else \2",
    ),
    (r",? (?:nothing less|no discussion|no arguments?|not a point less)\b", ""),
    (r",? (?:and )?that is (?:all i have|all i have got|my lot|my limit|it for me)\b", ", else pass"),
    (r",? (?:or|else) (?:bid )?the least i can\b", ", else one more than the last bid"),
    (
        r"\bone (?:up|over|more) (?:on|than|over) (?:whoever|whatever[^.;,]*|the last(?! bid)|the bid)",
        "one more than the last bid",
    ),
    (r"\b(?:go )?one over (?:{who})\b", "one more than the last bid"),
    (r"\b(?:else|otherwise|if not,?) (?:leave (?:them|it) to (?:it|them)|i am out|out)(?= *(?:[.,;]|$))", "else pass"),
    (
        r"\bwhatever (?:number |suit )?(?:i have|i've) (?:got )?(?:the )?most of\b|\b(?:the )?(?:number|suit)"
        r" (?:i have|i've) (?:got )?(?:the )?most of\b",
        "my longest suit",
    ),
    # laying away, keeping, stealing
    (r"^keep (?:the )?(\w+ of \w+)(?: if i (?:win|won) it)?(?= *[.]?$)", r"at the keep answer \1"),
    (r"^if i (?:won|win|have won) an? (\w+),? (?:i )?keep it\b", r"keep \1s"),
    (
        r"^(?:the |one card, the )?(?:best|highest|better|dearest) one(?: only)?(?= *(?:[.,;]|$))",
        "keep the highest card",
    ),
    (
        r"^(\d+|king|queen|knight|jack|page|ace) ({suits}),? (?:and|&) (\d+|king|queen|knight|jack|page|ace)"
        r" ({suits})(?= *[.]?$)",
        r"discard \1 of \2 and \3 of \4",
    ),
    (r"\bthe small (spades|hearts|diamonds|clubs) (?=\d)", r"\1 "),
    (r"^(?:discard |lay away )?my (two|three) cheapest (\w+)", r"discard the \1 lowest \2"),
    (r"^(kings|queens|knights|jacks|trumps|spades|hearts|diamonds|clubs) only(?:, none otherwise)?[. ]*$", r"keep \1"),
    (
        r"\bkeep (?:it|them) if (?:it is|they are) (?:an? )?(king|queen|knight|jack|trump|spade|heart|diamond"
        r"|club)s?,? (?:otherwise|else) none\b",
        r"keep \1s",
    ),
    (r"\b(?:keep|hold on to|hang on to) (?:anything|everything) in (\w+)", r"keep \1"),
    (r"\bthat (?:are not|aren't|is not|isn't) trumps?\b", "of the plain cards"),
    (r"\b(\w+) go away\b", r"\1"),
    (r"^ *(?:i )?(?:do not|don't) (?:need|want) (?:them|it|either|any)\b", "keep nothing"),
    (
        r"\bkeep (?:it|them|one) if (?:it is|they are) (?:over|above|worth more than) (\d+)\b",
        r"keep everything above \1",
    ),
    (r"\bkeep the (?:dearest|best|highest) two\b", "keep the two highest"),
    (r"^ *(\w+) yes,? (?:the )?(?:rest|others?) no\b", r"keep \1"),
    (
        r",? if i (?:win|won|have won) (?:it|one|that|them)\b|,? (?:and )?(?:nothing (?:else|lower|less|under)"
        r"|(?:ditch|drop|leave|bin) the rest)\b(?= *(?:[.,;]|$))",
        "",
    ),
    # places
    (r"^({extreme}) on mine\b", r"\1 on the cloak"),
    (r"^({place})(?:,? \1)+\b", r"\1"),
    (
        r"^my (spade|heart|diamond|club|trump) on (?:the )?({place}) if (?:it|the \2) is an? \1\b",
        r"if the \2 is a \1: highest \1 on the \2",
    ),
    (
        r"\bmatch the ({place})(?:'s suit)? with my (highest|lowest|biggest|smallest)(?: of (?:that suit|it))?",
        r"\2 of its suit on the \1",
    ),
    (r"(?<=\w),? if i can ?not[,:]? (?=(?:my )?(?:lowest|highest|smallest|biggest) on the (?:{place}))", ", else "),
    (
        r"\bif (?:the |my )?({place}) is ((?:under|over|above|below) \d+|\d+ or \w+),? (?:my |go )?(low|high"
        r"|lowest|highest) on it,? (?:and )?(?:if )?(?:it is )?((?:under|over|above|below) \d+|\d+ or \w+),?"
        r" (?:my |go )?(low|high|lowest|highest)(?: on it)?",
        r"if the \1 is \2: \3 card on the \1, if the \1 is \4: \5 card on the \1",
    ),
    (
        r",? (?:and |or )?if i have (?:been|gone|bid) there(?: already)?,? (?:then )?(?:on )?(?:the |my )?({place})\b",
        r", else on the \1",
    ),
    (r"^(.+?)(?: on)?(?: the| my)? ({place}) if (?:still )?free\b", r"\1 on the \2"),
    (r"[.;,] ?({place}) if (?:it is|that is) (?:more|higher|over that|bigger|not)\b", r", else on the \1"),
    (
        r",? or (?:on )?(?:the |my )?({place}) if i (?:was|am|have been) (?:there|on [\w ]+?)(?: already)?"
        r"(?= *(?:[.,;]|$))",
        r", else on the \1",
    ),
    (r"\b(?<!T)(1[1-9]|2[01])(?= on (?:the |my )?(?:{place})\b)", r"trump \1"),
    (r"^every round: ?", ""),
    (r",? (?:save|keep) the rest(?= *(?:[.,;]|$))", ""),
    (
        r"\b(?:match the suit of|(?:the )?same suit as) the ({place})(?: card)?(?: if i can)?,? (?:with )?(?:my"
        r" )?(?:the )?(lowest|smallest|highest|biggest)(?: one)?(?: of it)?(?:,? on the (?:{place}))?",
        r"\2 of its suit on the \1",
    ),
    (r"\bmatch the suit of the ({place})(?: card)?(?: if i can)?\b", r"highest of its suit on the \1"),
    (r"\b(?:no match|if (?:that|it) cannot be matched)\b,?", "else"),
    (r"\b(?:the |my )?({place})'s (a|an|the|under|over|above|below|worth|more|less)\b", r"\1 is \2"),
    (
        r"^(.+?) on (?:the |my )?({place}) unless (?:the |my )?({place}) is (an? \w+),? then (?:on )?(?:the |my"
        r" )?({place})\b",
        r"if the \3 is \4: \1 \5, else \1 \2",
    ),
    (
        r"^(.+?) on (?:the |my )?({place}) if (?:it|that) is ((?:a|an|under|over|above|below) \w+),? (?:if not"
        r"|else|otherwise),? (.+?) on it\b",
        r"if the \2 is \3: \1 on the \2, else \4 on the \2",
    ),
    (
        r"\bif (?:the |my )?({place}) is (an? \w+),? (?:i )?(?:put|bid|play)? ?(?:my |the )?(.+?) on it\b",
        r"if the \1 is \2: \3 on the \1",
    ),
    (r"\b(\d+) on my own ({place})\b", r"\1 on \2"),
    (r",? if it is not,? put it (?:in|on) (?:the|my) (\w+)", r", else on the \1"),
    (r"\b(fool|excuse|matto) away\b", r"\1"),
    (
        r"^(?:the |my )?({place}) with (?:the )?(.+?) if i have it,? (?:else|otherwise) (?:the |my )?"
        r"(lowest|highest)(?: card)?",
        r"\2 on the \1, else \3 on the \1",
    ),
    (r"^ *(?:the )?other card on (?:the |my )?({place}),? (.+)$", r"\2 on the \1"),
    (r"\b(?:any card|whatever)[, ]*on (?:the |my )?(\w+)", r"lowest on the \1"),
    (
        r"^(lowest|highest|biggest|smallest) on (?:the )?({place}), else on the ({place})\b",
        r"\1 on the \2, else \1 on the \3",
    ),
)
"""In order: each goes on from what the ones before it made. A space is any gap; ``{who}``: anybody (`NAMED`)."""


@lru_cache(maxsize=16)
def _likely(called: tuple[str, ...]) -> Sequence[tuple[re.Pattern[str], Any]]:
    """What is likely meant, where these players are at the table."""
    choices = {**_CHOICES, "{who}": NAMED + "".join(f"|{re.escape(name)}" for name in called) + ")"}
    return [(re.compile(_written_out(pattern, choices), re.I), instead) for pattern, instead in _LIKELY]


def _written_out(pattern: str, choices: Mapping[str, str]) -> str:
    for short_for, words in choices.items():
        pattern = pattern.replace(short_for, words)
    return pattern.replace(" *", r"\s*").replace(" ?", r"\s*").replace(" ", r"\s+")


@lru_cache(maxsize=16)
def _who(called: tuple[str, ...]) -> re.Pattern[str]:
    names = "".join(rf"|{re.escape(name)}(?!\w)" for name in called)
    return re.compile(
        r"\b(partner|(?:the\s+)?taker|an?\s+opponent|opponents|(?:player|seat)\s+[A-H]|[A-H](?=\s+(?:has|is"
        r"|leads|led|bids?|pass))"
        r"|(?:he|she|they)(?=\s+(?:is|are|has|have|was|does|do|leads?|wins?|bids?|pass)\b)" + names + ")",
        re.I,
    )


ASIDE = re.compile(r"\s*\([^()]*\)")
"""What stands in brackets."""


def variants(game: AnyGame, names: Mapping[int, str], text: str) -> Iterator[tuple[str, str, float]]:
    """A text, or what it corrects itself to, and it without reasons and asides; a sentence on that, and its cost."""
    corrected = list(_CORRECTED.finditer(text))
    if corrected:
        last = corrected[-1]
        told = f"What stands before “{last[0].strip(' ,.:;!–—-')}” was left out."
        if text[: last.start()].strip() and (rest := text[last.end() :]).strip(" .!:,"):
            yield rest, told, 0.0
            yield _with_names(likely(game, names, rest), names), told, LOOSE
        return
    yield text, "", 0.0
    loosely = _in_full(text)
    for pattern, instead in _LOOSELY:
        loosely = pattern.sub(instead, loosely)
    loosely = _with_names(loosely, names)
    said = _with_names(likely(game, names, loosely), names)
    yield from ((one, "", LOOSE) for one in dict.fromkeys((loosely, said)) if one != text)
    for reason in (_REASON, _BECAUSE, ASIDE, _BESIDE):
        found = reason.search(said)
        if found and (rest := reason.sub("", said, count=0 if reason in (_BESIDE, ASIDE) else 1)).strip(" .!"):
            yield rest, f"“{short(found[0].strip(' ,.;'))}” was left out.", 1.0


def _in_full(text: str) -> str:
    """The text with shortened words in full, also without their apostrophe."""
    return _SHORT.sub(lambda found: _FULL[found[0].lower().replace("'", "").replace("’", "")], text)


def likely(game: AnyGame, names: Mapping[int, str], text: str) -> str:
    """The text in the words that are likely meant."""
    text = _in_full(text)
    called = _called(names)
    for seat, name in names.items():
        at = chr(ord("A") + seat)
        text = re.sub(
            rf"\b{at}(?=\s+(?:ruff|trump|cut|lead|play|win|bid|pass|has|is)(?:s|es|ed)?\b)",
            f"seat {at}",
            text,
            flags=re.I,
        )
        if name in called:
            text = re.sub(
                rf"\b({name})s(?=\s+(?:winning|ahead|got|not|last|leading|on\s+lead)\b)", r"\1 is", text, flags=re.I
            )
            text = re.sub(rf"\b({name})s\b", r"\1's", text, flags=re.I)
    text = re.sub(
        r"\b(partner|taker|opponent)s(?=\s+(?:winning|ahead|got|not|last|leading|on\s+lead)\b)",
        r"\1 is",
        text,
        flags=re.I,
    )
    text = _suits_by_letter(game, text)
    if "B" in game.suits:
        text = re.sub(r"\b(?:sticks|staves|rods)\b", "batons", text, flags=re.I)
    elif "KH" in game.words:
        text = re.sub("|".join(_LATIN), lambda found: _LATIN[found[0].lower()], text, flags=re.I)
    if len(names) == 3 and game.sides:
        partner = names.get(next(seat + 2 for seat in range(4) if seat not in names) % 4, "")
        text = re.sub(rf"\b{re.escape(partner)}(?=\s+(?:says|said|signals|signalled)\b)", "partner", text, flags=re.I)
        text = re.sub(r"\bpartner\s+(?:says|said|signals|signalled)\b", "partner says", text, flags=re.I)
    for pattern, instead in _likely(called):
        text = pattern.sub(instead, text)
    return _TWICE.sub("else", _EMPTY.sub(":", text))


_TWICE = re.compile(r"\b(?:else|otherwise)[\s,:]+else\b", re.I)
_EMPTY = re.compile(r":[\s,:]*:|:\s*,")


_FULL = {
    "dont": "do not", "cant": "can not", "wont": "will not", "isnt": "is not", "arent": "are not", "hasnt": "has not",
    "havent": "have not", "doesnt": "does not", "didnt": "did not", "wasnt": "was not", "its": "it is",
    "thats": "that is", "theres": "there is", "ive": "I have", "whats": "what is", "cannot": "can not", "hes": "he is",
    "shes": "she is", "theyre": "they are",
}  # fmt: skip
_SHORT = re.compile(
    r"\b(?:(?:do|ca|wo|is|are|has|have|does|did|was)n['’]?t|(?:it|that|there|what|he|she)['’]?s|they['’]?re"
    r"|i['’]?ve|cannot)\b",
    re.I,
)
_LATIN = {"swords": "spades", "batons": "clubs", "cups": "hearts", "coins": "diamonds"}
_LETTER = re.compile(
    r"(?:^|(?<=[,;/\n.]))(\s*)([shdcbo])(?=\s*[:=]|\s+(?:\d+|[jqnk]|low|high|lowest|highest|ace|king|queen"
    r"|knight|jack)\b)",
    re.I,
)


def _suits_by_letter(game: AnyGame, text: str) -> str:
    """The text with suits in full where only their letter heads a line."""
    ways = {**FRENCH_SUIT_NAMES, **game.suits}

    def full(found: re.Match[str]) -> str:
        of = found[2].upper()
        return f"{found[1]}{ways[of][0]}" if of in game.suits else found[0]

    return _LETTER.sub(full, text) if "S" in game.suits else text


LOOSE = 0.2
"""What it costs to read other words than those that were written."""


def _with_names(text: str, names: Mapping[int, str]) -> str:
    """The text with whoever was named last in place of “he”, “she” and “they” before a verb."""
    who = ""
    parts = _who(_called(names)).split(text)
    for number in range(1, len(parts), 2):
        if parts[number].lower() not in ("he", "she", "they"):
            who = parts[number]
        elif who:
            parts[number] = who
    return "".join(parts)


def _called(names: Mapping[int, str]) -> tuple[str, ...]:
    """The first names of the other players, where they are words."""
    return tuple(name.split()[0] for name in names.values() if name.split() and name.split()[0].isalpha())
