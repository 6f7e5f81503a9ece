"""Talk around a plan: what is left out of it, silently or with a word on it.

Greetings, and why somebody is away, are known by all of their words. A remark is what `rules.remarks` calls one beside
an answer; here it may have no word of a plan that could be meant for a card, and has one that no plan has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..rules.frames import CLOSINGS
from ..rules.remarks import is_remark
from ..rules.wording import words
from .vocabulary import Vocabulary, common, is_known, signs

_TALK = frozenset(
    "night nighty goodnight bed sleep sleeping sleepy tired yawn work working office train bus flight plane holiday"
    " holidays away trip travelling tea coffee dinner lunch supper breakfast wine beer cooking garden gardening"
    " weather rain raining snow snowing cold cat kids children baby wife husband mum dad mother father sister brother"
    " daughter family doctor dentist meeting battery busy hurry rush love lovely nice great good happy glad sorry"
    " thanks thank cheers ta bye goodbye ciao regards wishes greetings hugs kisses luck lucky fingers crossed folks"
    " lads ladies gents sir madam clerk dear darling hello hi hey congratulations done apologies patience waiting"
    " cross pleased drat damn darn blast bother alas sigh phew gosh oh ah hm hmm er um anyway lol ha haha hehe home"
    " hiya enjoy fun welcome sleepyhead knackered pub shops shopping cinema phone internet hospital ill unwell flu"
    " fishing recital concert wedding funeral abroad aunt uncle church grandson granddaughter grandchildren visitors"
    " guests serious birthday".split()
)
"""Words of greetings, and of why somebody is away: they say nothing on how to play."""
_OF_TIME = frozenset(
    "morning evening afternoon tonight tomorrow today week weekend day days hour hours monday tuesday wednesday"
    " thursday friday saturday sunday soon now".split()
)
_BETWEEN = frozenset(
    "i am is are was be been the a an my your you he she it they them we us our this that and to of for in on at with"
    " from as have has had will would going go off out up back very again because since me all everyone everybody"
    " partner somebody until till shall nothing gone his her got".split()
)
"""Words that stand between those, and say nothing alone."""


def without_remarks(said: Sequence[str]) -> tuple[str, ...]:
    """The words of a plan without clauses that are talk alone."""
    found: list[str] = []
    clause: list[str] = []
    for word in (*said, ""):
        if word and (word.isalnum() or word in "'’"):
            clause.append(word)
            continue
        talk = clause == ["right"] or (
            not _TALK.isdisjoint(clause)
            and clause[0] not in ("until", "till")
            and _TALK.union(_OF_TIME, _BETWEEN).issuperset(clause)
        )
        if not talk:
            found += clause
        if word and not (talk and word in ":!") and not (word == ":" and (not found or found[-1] in ",.;")):
            found.append(word)
        clause = []
    return tuple(found)


_HARMLESS = _BETWEEN | frozenset(
    "hand hands card cards deal deals round rounds time away game thing like day good got her his well evening some"
    " come came over brought being so just much here now soon tonight tomorrow morning night home work phone sleep"
    " thanks".split()
)
"""Words of plans that tell nothing without others."""
_OF_CARDS = frozenset(
    "black blacks red reds lady ladies gentleman gentlemen stuff fat rich thin ditto likewise".split()
)
"""Words that may be meant for a card, or for a line before."""
_OF_PLAY = frozenset(
    "adversary alone alternative beatable bell bring bung burn buzz carry chop condition covered deploy ducking"
    " exactly fatten fetched fewer foe half handle heaviest hit holler interested less lob lowliest manage meanest"
    " message mightiest muster note outstanding owns park plant plonk plop plunk price produce push release"
    " remainder rules scoop secure send serve sewn shake shoot shot shout shove sitting slap slide sling smack"
    " spare stash step tallest titchiest touch underplay unbid waits wasted whack winner write yell".split()
)
"""Words that may tell how to play, or that somebody wants to be asked, though no pattern has them."""
_ENDS = re.compile(r"(?<=[.!])\s+|(?<=[,;:])[ \t]*\n\s*|\n\s*(?=[A-Z\d])")
_COMMA = re.compile(r",\s+|\s+[-–—]+\s+")


_ADVERB = r"(?:(?:so|too|really|very|just|a\s+bit|absolutely|quite|pretty|fairly|not)\s+)?"
_HAND = (
    r"(?:(?:my|this|these|the)\s+)?(?:hand|cards|lot)\s+(?:is|are|look|looks)\s+"
    + _ADVERB
    + r"(?:terrible|awful|rubbish"
    r"|bad|poor|weak|lousy|horrible|dreadful|worthless|hopeless|useless|junk|trash|garbage|ugly|strong|good|great|lovely"
    r"|nice|fine|decent|superb|brilliant|enough)(?:\s+(?:here|today|again|this\s+time))?"
)
_NOTHING = (
    r"(?:i(?:['’]ve|\s+have)\s+(?:got\s+)?)?(?:nothing|not\s+much|not\s+a\s+lot|rubbish|only\s+rubbish|no\s+(?:hand|cards))"
    r"(?:\s+(?:here|at\s+all|in\s+(?:my|this)\s+hand|in\s+here|to\s+(?:bid|say|speak\s+of|shout\s+about|bid\s+on)"
    r"|worth\s+(?:bidding|a\s+bid)))?"
)
_TOLD_BY = (
    r"(?:(?:my|the|our|your)\s+)?(?:old\s+)?(?:gran|granny|grandpa|grandad|granddad|grandma|grandfather|grandmother|nan|nana"
    r"|mum|mother|dad|father|uncle|aunt|auntie|wife|husband|teacher|book|books)\s+(?:always\s+|often\s+)?"
    r"(?:says?|said|told\s+(?:me|us)|taught\s+(?:me|us)|used\s+to\s+say)\b[^.;\n]*?"
)
_TOO_MUCH = (
    r"(?!(?:if|when|whenever|while|unless|on|in)\b)[^.;:\n]*?(?:\b(?:is|are|looks|seems)|['’]s)\s+"
    r"(?:far\s+|much\s+|way\s+)?too\s+\w+"
)
_SO = r"\s*[,:–—-]*\s*\bso\b(?!\s+(?:that|long|far|much|many|(?:low|high)\s+(?:that|as))\b)\s*[,:]?\s*"
_CONTRACTS = (
    r"(?:(?:it(?:['’]s|\s+is)|this\s+is|we(?:['’]re|\s+are)\s+(?:playing|in)|playing"
    r"|(?!(?:if|when|should)\b)\w+(?:['’]s|\s+has|\s+is)\s+(?:gone|called|doing|playing))\s+)?(?:a\s+)?"
    r"(?:nello|nel-o|sevens|plunge)"
)
_MINE = (
    r"i(?:['’]m|m|\s+am)\s+(?:the\s+)?(?:dealer|taker|declarer|bidder|dealing)|i\s+dealt"
    r"|we\s+(?:only\s+|just\s+)?need\s+[^.;,\n]*?\bto\s+(?:set|make|beat|win)\b(?:\s+(?:them|it|him|her|the\s+\w+))?"
    r"|i(?:['’]m|m|\s+am)\s+(?:the\s+)?last(?:\s+to\s+(?:bid|speak|call))?(?=.*\ball\s+(?:three\s+)?pass)"
)
_BIDS_LAST = re.compile(r"i\S*\s+(?:am\s+)?(?:the\s+)?(?:dealer|last)|i\s+dealt", re.I)
_ALL_PASS = re.compile(r"\b(?:they\s+all|all|every(?:one|body))\s+(?=pass)", re.I)


@lru_cache(maxsize=16)
def _reasons(called: str) -> tuple[re.Pattern[str], ...]:
    """What is said for a reason before “so”, beside a pass, and of a hand anywhere, by players who are called so."""
    who = rf"(?:{called}|seat\s+[A-H])"
    is_taker = rf"{who}(?:['’]s|\s+is)\s+(?:the\s+)?(?:taker|declarer|bidder)"
    taker = (
        rf"{is_taker}|{who}\s+(?:has\s+)?(?:took|taken|bought|got)\s+it"
        rf"|{who}\s+(?:has|won|got)\s+the\s+(?:bid|contract)"
    )
    scores = (
        rf"(?:{called}|i|we|they|he|she)(?:['’](?:s|m|re)|\s+(?:is|am|are))\s+"
        r"(?:(?:miles|way|far|well|hundreds)\s+(?:ahead|behind|in\s+front)"
        r"|(?:ahead|behind|leading|winning|losing)\s+(?:on\s+points|overall|in\s+the\s+(?:match|scores?)))"
    )
    said = f"{taker}|{scores}|{_MINE}|{_CONTRACTS}|{_TOLD_BY}|{_HAND}|{_NOTHING}"
    of_hand = f"{_HAND}|{_NOTHING}"
    begins = r"(?:^|(?<=[.;\n]))\s*"
    return (
        re.compile(rf"{begins}(?P<why>{said})(?:{_SO}|\s*:\s*(?=if\b))", re.I),
        re.compile(rf"{begins}(?P<why>{is_taker}|{scores}|{_CONTRACTS})\s*[.;]+\s*(?=\w)", re.I),
        re.compile(rf"{begins}(?P<why>{_TOO_MUCH}){_SO}(?=(?:if|when|whenever|on)\b)", re.I),
        re.compile(rf"{begins}(?P<why>(?:do\s+not|don['’]?t|never)\s+waste\b[^.;:\n]*):\s*(?=\w)", re.I),
        re.compile(rf"{begins}(?P<why>{of_hand})\s*[,.–—-]+\s*(?=(?:i\s+)?pass)", re.I),
        re.compile(rf"(?<=pass)\s*[,.–—-]+\s*(?P<why>{of_hand})[\s.!]*$", re.I),
        re.compile(rf"(?:^|(?<=[.;,\n]))\s*(?P<why>{_HAND}(?:[.!;]+|(?=\s*(?:\n|$))))", re.I),
    )


def without_reasons(text: str, names: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """A plan without reasons that are known to hold for the whole deal, or say nothing, and these: who is the taker,
    which contract is played, how the match stands, how good a hand is. “He” behind such a reason is whom it names. What
    else stands before “so” is a condition.
    """
    called = "|".join(re.escape(name.split()[0]) for name in names if name.split()) or r"(?!)"
    left: list[str] = []
    while found := next(filter(None, (one.search(text) for one in _reasons(called))), None):
        why, rest = found["why"].strip(), text[found.end() :]
        left.append(why)
        named = re.findall(rf"\b(?:{called})\b|\bseat\s+[A-H]\b", why, re.I)
        if len(named) == 1 and not re.search(rf"\b(?:{called}|partner|taker|seat)\b", rest, re.I):
            rest = re.sub(r"\b(?:he|she|him|her)\b", named[0], rest, flags=re.I)
            rest = re.sub(r"\bhis\b", f"{named[0]}'s", rest, flags=re.I)
        if _BIDS_LAST.match(why):
            rest = _ALL_PASS.sub("all others ", rest)
        text = f"{text[: found.start()]} {rest}"
    return _SO_THEN.sub(r"\1 : ", _SO_IF.sub(r"\1, ", text)), tuple(left)


_SO_THEN = re.compile(
    r"((?:^|(?<=[.;\n]))(?!\s*i(?:['’]ve|\s+have|\s+hold|\s+got)\s+(?:the|a|my)\b)(?:(?!\b(?:if|when|whenever|unless|while|else|otherwise|so|always"
    r"|usually|often|never|tends|likes)\b)[^.;:\n])*?\b(?!(?:do|if|or|say|said|think|hope|not|and|just"
    r"|even|is|than|but|does|did)\b)\w+)\s*,?\s+so\b(?!\s+(?:that|long|far|much|many|on|(?:low|high)\s+(?:that|as))\b)\s*[,:]?\s+(?=\w)",
    re.I,
)
"""What is said before “so” is when, or why, it is done."""
_SO_IF = re.compile(
    r"(\bi(?:['’]m|m|\s+am)\s+(?:out\s+of|void\s+in)\s+(?:the\s+)?\w+)\s*,?\s+so\s+(?=(?:if|when)\b)", re.I
)


def apart(known: Vocabulary, text: str) -> tuple[str, tuple[str, ...]]:
    """A plan without remarks, and these: sentences of their own, or what stands behind the last commas of one."""
    telling = frozenset(filter(str.isalnum, known.words)) | common() | _OF_CARDS | _OF_PLAY
    telling -= _HARMLESS
    kept, left = list[str](), list[str]()
    sentences = [each for each in _ENDS.split(text) if each]
    for sentence in sentences:
        if _closes(sentence):
            continue
        if _is_apart(known, sentence, telling, alone=True):
            left.append(sentence.strip(" \n"))
            continue
        end, behind = len(sentence), list[str]()
        for comma in reversed(list(_COMMA.finditer(sentence))):
            last = sentence[comma.end() : end]
            if not (polite := _closes(last)) and not _is_apart(known, last, telling, alone=False):
                break
            end, behind = comma.start(), behind if polite else [last.strip(" \n"), *behind]
        left += behind
        kept.append(f"{sentence[:end]}." if end < len(sentence) else sentence)
    return ("\n".join(kept), tuple(left)) if kept and kept != sentences else (text, ())


_ADDRESSED = frozenset("mate mates all dear dears love x xx xxx folks everyone everybody lads guys friends".split())
_CLOSES = CLOSINGS | {("night",), ("good", "night"), ("goodnight",), ("night", "night")}


def _closes(text: str) -> bool:
    """Whether a text is what stands at the end of a letter, to whomever: “cheers mate”."""
    said = words(text)
    while said and said not in _CLOSES and said[-1] in _ADDRESSED:
        said = said[:-1]
    return said in _CLOSES


def _is_apart(known: Vocabulary, text: str, telling: frozenset[str], alone: bool) -> bool:
    """Whether a text is a remark. ``alone``: it is a sentence of its own."""
    strange = any(len(word) > 2 and not is_known(known, word) for word in signs(text))
    return strange and is_remark(text, telling, frozenset(), alone, behind=True)
