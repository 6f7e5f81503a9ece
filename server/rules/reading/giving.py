"""Giving a card over, in any of the many words for it: ``I humbly submit the king of hearts to this trick``.

A text is seen as a row of kinds of words, in which ``*`` stands for an option that is named beyond doubt. Verbs and
places are listed; what a card is called, and what it is given with, may be any word that neither denies nor doubts.
"""

from __future__ import annotations

import re

from ..engine import Ask
from ..frames import EVERYDAY, NO_NAMES
from ..full_names import in_full
from ..remarks import is_innocent, touches
from ..wording import is_person, names_of, options_of
from .remark_bounds import COULD_BE_CALLED
from .sentences import BREAK, SPACE
from .vocabulary import asks_for_cards, end_of_phrase, every_token, people_not_chosen

GIVE = (
    "play lead put place lay set throw drop toss chuck fling hurl lob slide slip pop plonk plunk slap smack bang whack"
    " sling pitch shove submit contribute commit offer present tender proffer table deposit deliver hand donate"
    " sacrifice surrender release unleash launch deploy produce advance spend risk stake gamble venture enter use"
    " introduce sneak send give choose try cast dispatch discard unload"
).split()
_GIVE_WITH = (
    "lead go start open begin follow reply respond answer kick chip weigh cut trump ruff come part step".split()
)
_MOVE = (
    "go fly come march walk step jump hop skip dance sneak creep crawl slip slide sail stroll strut tiptoe swoop ride"
    " roll tumble trot wander saunter waltz parade pop leap slink scuttle stride toddle waddle glide float drop shuffle"
    " amble scurry plop flutter"
).split()


def _giving(verb: str) -> str:
    doubled = re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb) or verb in ("submit", "commit")
    return f"{verb}{verb[-1]}ing" if doubled else f"{verb.removesuffix('e')}ing"


def _gives(verb: str) -> str:
    return f"{verb}es" if re.search(r"(?:[sxzo]|[cs]h)$", verb) else re.sub(r"(?<![aeiou])y$", "ie", verb) + "s"


_KINDS = {
    "v": " ".join(GIVE), "V": " ".join(map(_giving, GIVE)),
    "c": " ".join(_GIVE_WITH), "C": " ".join(map(_giving, _GIVE_WITH)),
    "w": "enter record register submit log note book mark write put jot scribble chalk inscribe file lodge",
    "m": " ".join(_MOVE), "M": " ".join(map(_gives, _MOVE)), "G": "go fly", "Y": "sneaks slips creeps tiptoes",
    "r": "down out forth up over forward", "R": "in out up forth", "h": "home",
    "i": "i we", "u": "me us", "y": "you they", "l": "will", "k": "may can", "H": "have", "b": "is be are am",
    "d": "my our the this a an", "A": "a an my", "D": "my our", "z": "this", "t": "that what which", "I": "it",
    "n": "card tile bid answer choice lead play contribution offering donation sacrifice pick selection decision"
         " verdict reply response throwaway gift start opener",
    "O": "contribution offering donation sacrifice gift response reply decision verdict", "N": "name behalf",
    "P": "table trick pile board middle cloth baize felt fray pot ring heap arena mat",
    "p": "to on onto upon into", "J": "in", "B": "under beside against by at to", "W": "with", "f": "for from",
    "s": "as", "g": "gets", "S": "see", "T": "time", "e": "consider",
    "E": "played led laid placed submitted entered tabled",
    "q": "please kindly pray", "&": "and",
    "a": "then now just simply also here so well there yes yeah oh ah ok okay right straight folks all sir hereby once"
         " again today tonight too",
}  # fmt: skip
"""The kinds of words; a word may be of several. Of the others, ``o`` are innocent, and ``L`` end as adverbs do."""
_OF_WORDS: dict[str, str] = {}
for _kind, _words in _KINDS.items():
    for _word in _words.split():
        _OF_WORDS[_word] = _OF_WORDS.get(_word, "") + _kind

_USUAL = (
    (re.compile(r"\btis\b"), "it is"),
    (re.compile(r"^you will find (?=(?:my|our) )"), "i play "),
    (re.compile(r"^(?:it gives me (?:great |much )?pleasure to|i can only)\b"), "i will"),
    (
        re.compile(
            r"^(?:all|the best|the least) (?:that )?(?:i|we) can (?:offer|spare|give|manage|do|muster|add|put|play"
            r"|lead) (?:is|are)\b"
        ),
        "my card is",
    ),
    (re.compile(r"\byou (?:(?:will )?(?:get|have)|will be getting)(?= .*\bfrom me\b)"), "i play"),
    (re.compile(r"^(please )?let (.*?\*) (?:do the (?:talking|work|honours|job)|shine|speak|loose)$"), r"play \2"),
    (
        re.compile(
            r"^(?:(?:i (?:would|should) be )?(?:(?:most|very|so|ever so|much) )?(?:grateful|obliged|glad) if you"
            r" (?:would|could)|(?:may|might|could|can) i (?:trouble|ask|bother) you to)\b"
        ),
        "please",
    ),
    (re.compile(r"\b(?:on |for |in |to |at )?this (?:time|trick|round|hand|deal|turn|one)\b"), "now"),
    (re.compile(r"\b(?:would|should) like (?!to\b)"), "will play "),
    (
        re.compile(
            r"\b(?:(?:would|should) like to|(?:want|wish|choose|elect) to|am (?:going|happy|glad|pleased|proud"
            r"|obliged|forced) to"
            r"|shall|must|(?:would|will|should) be (?:happy|glad|pleased|honoured) to|(?:have|got) to|have decided to"
            r"|gonna|let (?:me|us)|allow me to|permit me to|time to|beg (?:leave )?to)\b"
        ),
        "will",
    ),
    (
        re.compile(
            r"^((?:please |so |now )*)(?:be (?:so|as|very) \w+ as to|be \w+ enough to|have the \w+ to"
            r"|do (?:me|us) the \w+ and|(?:you|you all|y all) (?:can|may))\b"
        ),
        r"\1please",
    ),
    (re.compile(r"^((?:please |so |now )*)do (?:me|us) the \w+ of(?= \w+ing\b)"), r"\1i am"),
)
"""Ways of saying the same: a will, a request, and now."""

_CARD = r"(?:do?o?)?n?\*"
_CARDS = rf"{_CARD}(?:[&pdraVv]{{0,4}}o?\*)*"
_PLACE = r"(?:[pJ]d?o?P|pzo|sdo?n|W[Do]o|fu)"
_TAIL = rf"(?:{_PLACE}|[raq])*+"
_I = r"(?:i+[aL]*(?:l[aL]*)*|l)"
_VERB, _VERBING = r"(?:vr?|cR?W)", r"(?:Vr?|CR?W)"
_FRAMES = (
    rf"{_I}?q?{_VERB}{_CARDS}{_TAIL}",  # (I humbly) submit the king of hearts to the trick
    rf"(?:iba*)?{_VERBING}{_CARDS}{_TAIL}",  # cutting in with the 6 of trumps
    rf"{_CARDS}(?:M(?:[rR]|{_PLACE}|p?d?\*)|Yh){_TAIL}",  # the Angel flies down
    rf"{_CARD}l(?:m(?:[rR]|{_PLACE})|G){_TAIL}",  # the Angel shall fly
    rf"(?:[rR]|pdo?P)M{_CARDS}{_TAIL}",  # down flies the Angel
    rf"D(?:n|o?O){_TAIL}b?{_CARDS}{_TAIL}",  # my contribution to this trick is the king of hearts
    rf"(?:Ib)?{_CARDS}(?:b?t)i(?:l?v|bV)[rR]?{_TAIL}",  # it is the king of hearts that I wish to contribute
    rf"[It]l?b{_CARDS}fu{_TAIL}",  # that will be the jack of spades from me
    rf"{_CARD}bfd?\*",  # the queen of spades is for the blind
    rf"d?\*g{_CARDS}{_TAIL}",  # my cloak gets the ten of diamonds
    rf"Tf{_CARD}pm{_TAIL}",  # time for the Fool to dance
    rf"[uy]kH{_CARDS}(?:fu|WDo)+",  # they may have the seven of batons, with our compliments
    rf"e{_CARD}s?E",  # consider the king of hearts played
    rf"ilSD\*m[pd]*(?:\*|o?P){_TAIL}",  # I'd be glad to see my king of hearts go to the centre
)
_WRITTEN = rf"{_I}?q?wr?A?o?\*(?:BDN|fu|sDn){_TAIL}"
"""How a bid is written down: ``y'all can write 31 beside my name``."""


def _compiled(*frames: str) -> re.Pattern[str]:
    """A pattern over rows such as ``<d><o><*>``."""
    kinds = re.compile(r"\[([^\]]+)\]|([A-Za-z&]|\\\*)")
    return re.compile(kinds.sub(lambda one: f"(?:<[^>]*[{one[1] or one[2]}][^>]*>)", f"[aq]*(?:{'|'.join(frames)})"))


_GIVEN, _NOTED = _compiled(*_FRAMES), _compiled(_WRITTEN)


def given_over(ask: Ask, parts: list[str]) -> list[str]:
    """The options that are named beyond doubt among words that only say that they are given over; else none."""
    if any(is_person(option, names_of(ask, option)) for option in options_of(ask)):
        return []
    phrases, cards = in_full(ask), asks_for_cards(ask)
    tokens, said, at, sure = list[str](), list[str](), 0, False
    while at < len(parts):
        ends = [(end_of_phrase(phrase, parts, at), option) for phrase, option in phrases.get(parts[at], ())]
        end, option = max(ends, default=(0, ""))
        if end and option and (end - at > 1 or parts[at] not in _OF_WORDS):
            tokens.append(option)
            said.append("*")
            named = parts[at] not in EVERYDAY | COULD_BE_CALLED or parts[max(at - 1, 0)] in _KINDS["d"].split()
            sure = sure or end - at > 1 or (cards and named)
            at = end
        else:
            said += [] if parts[at] in (BREAK, SPACE) else [parts[at]]
            at += 1
    if not tokens or len(set(tokens)) < len(tokens):
        return []
    text = " ".join(said)
    if "please" in said:
        text = text.replace("i would ", "i will ")
    for way, usual in _USUAL:
        text = way.sub(usual, text)
    row = "".join(f"<{_kind_of(ask, word)}>" for word in text.split())
    return tokens if (sure and _GIVEN.fullmatch(row)) or _NOTED.fullmatch(row) else []


def _kind_of(ask: Ask, word: str) -> str:
    """The kinds of a word; none if it may tell of an answer."""
    if word == "*" or word in _OF_WORDS:
        return _OF_WORDS.get(word, word)
    if word.endswith("ly") and is_innocent((word,)) and word not in NO_NAMES:
        return "oL"
    telling = every_token(ask) | {name for phrase in people_not_chosen(ask) for name in phrase}
    harmless = is_innocent((word,)) and word not in NO_NAMES | _NOT_HERE and not touches(word, telling)
    return "o" if harmless and word.isalpha() else ""


_NOT_HERE = frozenset(
    "former late spare lost gone supposed proverbial would be your yours his her their he she they you him them of"
    " sleep bed rest death dog was were had did has have can could been being who whom".split()
)
