"""The text of a plan as people type it, in words and signs that the patterns know."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..rules import AnyGame
from ..rules.cards import rank
from ..rules.wording import plain
from .phrasing import alike
from .vocabulary import CARD, Vocabulary, is_known, signs

_POSSESSIVE = re.compile(r"(?<=\w)['’](?!\w)")

_GAPS = re.compile(r"[^\S\n]+")
_PLAN = re.compile(r"\s*(?:my\s+)?plan\s*:\s*", re.I)
_INTRODUCED = re.compile(
    r"\b([A-Z][^\W\d_]+)\s*\((?:(?:that|he|she)['’]?s\s+)?(?:in\s+)?(?:seat\s+|player\s+)?([A-H])(?:,[^()]*)?\)"
)
_LEFT = re.compile(
    r"\b(?:leave|leaving)\s+it\s+to\s+(?:my\s+|a\s+)?partner\b"
    r"(?:\s+(?:when|if|while)\s+(?:(?:my|a)\s+partner|they|he|she)\s+(?:is|are)\s+winning(?:\s+(?:it"
    r"|the\s+trick))?)?",
    re.I,
)
"""Short for “partner low”."""
_FOURS = re.compile(r"(?<![\w-])([0-6])['’]?s\b")
"""Suits of dominoes, as in “4s”."""
_A_MARK = re.compile(r"\ban?\s+mark\b", re.I)
_MARKS = re.compile(
    r"(\b(?:or|on|to|for|at|then|else|go|bid|bids)\s+|(?:->|→|:)\s*)([1-7])\b(?![\w-]|\s*marks?\b)", re.I
)
"""Marks without the word, beside marks with it."""
_OF_MARKS = re.compile(r"\bmarks?\b|\b[1-7]\s?m\b", re.I)
_WAIT = re.compile(
    r"\b(?:wait|hold\s+(?:on|fire|the\s+table)|(?:leave|keep)\s+(?:it|that|them|things)\s+open)(?:\s+for\s+me)?"
    r"\s+(?:till|until|before)\s+(?:I|we|to(?:morrow|night)|\w+day)\b(?:(?!\b(?:then|and|but|or|else|otherwise)\b)[^.;:,\n])*|\bwait\s+for\s+my\s+[a-z]+\s+to\s+[a-z]+\b|"
    r"\b(?:(?:can|could|must|has\s+to|have\s+to)\s+)?wait\s+(?:for|till|until)\s+(?:the\s+)?(?:morning|tomorrow|later)\b"
    r"|\b(?:leave|keep|save)\s+(?:it|that|this|them)\s+(?:for|till|until|til|['’]til)\s+(?:the\s+morning|tomorrow|tonight|later|me)\b"
    r"|(?:\b(?:can|must|may|should)\s+)?\b(?:wait|stop)(?:\s+(?:for|4)\s+me)?\b(?!\s+\w+ing\b)",
    re.I,
)
_ARROWS = re.compile(r"\s*(?:-+>|=+>|→|⇒|>>)\s*|\s*=\s*|(?<=led)\s+>\s+(?=[A-Za-z])", re.I)
_DASHES = re.compile(r"\s+[-–—]+\s+|[–—]|\.{2,}|…")
_QUOTES = re.compile(r"[\"“”«»()\[\]]")
_OF_THAT = re.compile(
    r"\b(centre|cloak|blind)\b([^.;\n]*?\b(?:if|unless|when|while)\s+)(?:that|it)(?:['’]s|\s+is)\b", re.I
)
_IF_NOT_IT = re.compile(
    r"([;,.]\s*)if\s+not,?\s+(?=(?:my|the\s+(?!centre|cloak|blind)\w+|[KQJN\d]\w*|T\d+|highest|lowest)\b)", re.I
)
_ELSE_THERE = re.compile(
    r"(\b(?:else|otherwise|if\s+not|if\s+(?:it|that)(?:\s+is\s+not|['’]s\s+not|\s+isn['’]?t))|\bunless\b[^.;\n]*,\s*then),?\s+(?:put\s+it\s+)?(?:on\s+|in\s+)?(?:the\s+|my\s+)?(centre|cloak|blind)"
    r"(?=\s*(?:[.,;\n]|$))",
    re.I,
)
_SECOND_TIME = re.compile(
    r"(^|[.;,\n]\s*|\b(?:and|then)\s+)(?:(?:on|at|in|for)\s+)?(?:(?:the|my)\s+)?second\s+(?:time|go|turn)\b\s*[:,]?\s*(?=\w)",
    re.I,
)
_TO_A_PLACE = re.compile(r"\s*(?:-+>|=+>|→|⇒)\s*(?=(?:the\s+|my\s+)?(?:centre|middle|cloak|blind)\b)", re.I)
_MIDDLE = re.compile(r"\b(in|on|to|into|at|for|of)\s+the\s+middle\b(?:\s+card)?(?!\s+(?:of|one))", re.I)
_AND_OVER = re.compile(
    r"\b((?:the|my)\s+(?:centre|middle|cloak|blind)(?:\s+card)?(?:['’]s|\s+is)\s+)(over|under|above|below)\b([^;\n]*?[,.]\s*)(?:if\s+)?(?=(?:over|under|above|below)\s+\d|\d+\s+or\s+(?:over|under|above|below|less|more|lower|higher)\b)",
    re.I,
)
"""“That” behind a place is the card there; “else cloak” is the same card, elsewhere; and in “if the centre is
under 5 …, over 5 …” both are about the centre.
"""


def named_in_full(game: AnyGame, known: Vocabulary, text: str, names: Mapping[int, str]) -> str:
    """The text with cards and players in full where it introduces them: “Carlo (seat C)”, “a small heart, the 2”."""
    text = _APPOSED.sub(lambda found: _in_full(known, found), text)
    return _introduced(known, _named_at_once(game, text), names)


def in_known_words(game: AnyGame, text: str, names: Mapping[int, str]) -> str:
    """The text with suits, marks and places in full, and with conditions as the patterns know them."""
    text = _suits_in_full(game, text, names)
    if "doubles" in game.suits:
        text = _A_MARK.sub("1 mark", text)
        if _OF_MARKS.search(text):
            text = _MARKS.sub(lambda found: f"{found[0]} mark{'s' * (found[2] != '1')}", text)
        text = _FOURS.sub(lambda found: game.suits[found[1]][0], text)
    text = with_places(game, text)
    text = _WHILE_I_HAVE.sub(r"\1", _HOW_MANY.sub("", text) if "poign" in plain(text) else text)
    return _PLAYS_A_TRUMP.sub(r"\1 any trump", text)


def tidied(text: str) -> str:
    """The text with single spaces, and without “my plan:” before it."""
    return _PLAN.sub("", _GAPS.sub(" ", text).strip(), count=1).strip()


def asking_me(text: str) -> str:
    """The text with “ask me” where it says to wait, and “partner low” where it leaves the trick to a partner."""
    return _WAIT.sub("ask me ", _LEFT.sub("partner low", text))


def with_places(game: AnyGame, text: str) -> str:
    """The text with the place in full where “it”, or “else”, stands for a card there."""
    if "centre" not in game.words:
        return text
    text = _TO_A_PLACE.sub(" on ", text)
    text = _SECOND_TIME.sub(r"\1at the second bid ", _IF_NOT_IT.sub(r"\1otherwise ", text))
    text = _OF_THAT.sub(r"\1\2the \1 is", _MIDDLE.sub(r"\1 the centre", text))
    return _ELSE_THERE.sub(_elsewhere, _AND_OVER.sub(r"\1\2\3if \1", text))


def _suits_in_full(game: AnyGame, text: str, names: Mapping[int, str]) -> str:
    """The text with the names of suits in place of their letters, “H: 3, D: 9”, where these head several lines, and
    some letter is no player's; and with cards in notation whose suit was written first, “H3”.
    """
    text = _SUIT_FIRST.sub(lambda found: found[2] + found[1] if found[2] + found[1] in game.words else found[0], text)
    text = _LED.sub(lambda found: game.suits[found[1]][0] if found[1] in game.suits else found[0], text)
    heads = list(_LETTERS.finditer(text))
    letters = {found[1].upper() for found in heads}
    seats = {chr(ord("A") + seat) for seat in (0, *names)}
    if len(letters) < 2 or not letters <= game.suits.keys() or letters <= seats:
        return text
    return _LETTERS.sub(lambda found: f"{game.suits[found[1].upper()][0]}: ", text)


_SUIT_FIRST = re.compile(r"\b([SHDCBO])(\d{1,2}|[KQNJ])\b")
_LED = re.compile(r"\b([SHOT])(?=\s+(?:is\s+)?led\b)")
"""Suits by letters that are no player's."""
_APPOSED = re.compile(r"\b((?:(?:the|my)\s+)?(?:called\s+)?(\w+))\s*\(([^()]{1,20})\)")
"""A card, and in brackets the same."""


def _in_full(known: Vocabulary, found: re.Match[str]) -> str:
    """A card in full, in place of one that is named in part with the whole name in brackets behind it."""
    inner = [one.value for one in known.get(signs(found[3]), ()) if one.kind == CARD]
    named = {one.value for one in known.get(signs(found[2]), ())}
    same = [one for one in inner if {one, rank(one)} & named]
    return same[0] if len(same) == 1 else found[0]


_RANKS = (
    r"\d{1,2}|ace|king|queen|knight|cavalier|jack|page|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:-one)?"
)


_WHICH = "smallest|lowest|littlest|tiniest|biggest|highest|largest|top"
_PLAYED = re.compile(r"(?i)\b(?:lead|play|throw|put|use|give|drop|with|then|else|otherwise)\s*$")
_WHERE = re.compile(r"(?i)\b(?:if|when|whenever|where|once|should|as|while|on|to|under|they|he|she|leads|led)\b")
"""Before what is played, and before what others lead: “if they lead a heart, the 10”."""


def _named_at_once(game: AnyGame, text: str) -> str:
    """The text with a card by its name alone where one says first what sort of card it is: “a small heart, the 2”."""
    if "doubles" in game.suits:
        return text
    suits = {one: several for several, one, *_ in game.suits.values()}
    described = (
        rf"\b(?:an?|my|the)\s+(?:\w+\s+){{0,2}}?(?P<of>{'|'.join(suits)})\s*[,(–—-]\s*(?:(?:i\.?e\.?|namely|that\s+is|that['’]s"
        rf"|which\s+is|meaning|being),?\s+)?(?:the|my)\s+(?P<rank>{_RANKS})\)?(?=\s*(?:[.;\n]|,\s*(?!(?:the|my|or)\b)|$))"
    )

    which = (
        rf"\ban?\s+(?P<of>{'|'.join(suits)})(?:\s+for\s+me)?,\s+(?:the|my)\s+(?P<which>{_WHICH})\b"
        r"(?:\s+(?:one|of\s+them))?"
    )

    def in_full(found: re.Match[str]) -> str:
        before = re.split(r"[.,;:\n]", text[: found.start()])[-1]
        if not _PLAYED.search(before) or _WHERE.search(before):
            return found[0]
        said = found.groupdict()
        return (
            f"the {said['rank']} of {suits[found['of'].lower()]}"
            if "rank" in said
            else f"the {said['which']} {said['of']}"
        )

    text = re.sub(described, in_full, text, flags=re.I)
    return re.sub(which, in_full, text, flags=re.I)


def _elsewhere(found: re.Match[str]) -> str:
    begun = "if not" if found[1].lower().startswith("if") else found[1]
    return f"{begun} on the {found[2]}"


def _introduced(known: Vocabulary, text: str, names: Mapping[int, str]) -> str:
    """The text with the seats of those whom it introduces by their letter, “Carlo (seat C)”, in place of a name that
    means nothing else.
    """
    if (found := _HERE.match(text)) and not is_known(known, found[1].lower()):
        text = text[found.end() :]
    first = (re.escape(name.split()[0]) for name in names.values() if name.split())
    whose = "|".join((*first, "taker", "declarer", "partner", "defender", "opponent"))
    text = re.sub(rf"\b({whose})s(?=\s+(?:trick|tricks|lead|suit|card|cards|side)\b)", r"\1's", text, flags=re.I)
    text = re.sub(rf"\b({whose})s(?=\s+(?:ahead|winning|in\s+front|leading|got\s+it)\b)", r"\1 is", text, flags=re.I)
    for name, said in _INTRODUCED.findall(text):
        if not is_known(known, name.lower()) and ord(said.lower()) - ord("a") in names:
            text = re.sub(rf"\b{name}\b(?:\s*\([^()\n]*\b{said}\b[^()\n]*\))?", f"seat {said}", text)
    return text


_HERE = re.compile(r"^\s*(?:it['’]?s\s+)?([A-Z][a-z]+)\s+here\s*[.,:!]\s*")


_PLAYS_A_TRUMP = re.compile(
    r"\b(?!(?:some|any|no)(?:one|body)\b|they\b|he\b|she\b|opponents?\b|others?\b)(\w+\s+(?:has\s+)?(?:plays|played|puts|put))"
    r"\s+a\s+trump\b",
    re.I,
)
"""Of one player, also where trumps are led."""
_HOW_MANY = re.compile(r"\(\s*(?:\d+|ten|thirteen|fifteen)\s+trumps\s*\)", re.I)
"""How many trumps a poignée has, behind it."""
_WHILE_I_HAVE = re.compile(
    r"(\b(?:lead|cash|run)\s[^.;:\n]*?),?\s+(?:till|until)\s+(?:i(?:['’]m|['’]ve|m|\s+am|\s+have)?\s+(?:out|none|void|no\s+more|run\s+out)"
    r"|i\s+(?:run|ran)\s+out|they\s+run\s+out|(?:there\s+(?:are|is)\s+)?(?:none|no\s+more))(?:\s+(?:left|of\s+(?:them|it|those|that\s+suit)))?\b(?=\s*(?:[,;.\n]|then\b|$))",
    re.I,
)
"""What is led as long as I have it, in so many words."""
_LETTERS = re.compile(
    r"(?:^|(?<=[\n,;./]))[^\S\n]*([SHDCBOT])[^\S\n]*(?::|-*>|→|-+|=|(?=[^\S\n][^\s,;.]+[^\S\n]*(?:\n|$)))[^\S\n]*", re.I
)
"""Suits by their letters, at the head of a line, or before a sign."""


def tokens_of(text: str) -> tuple[str, ...]:
    """The words and signs of a plan; a new line begins a new clause."""
    text = _POSSESSIVE.sub("", text)
    text = _QUOTES.sub(" , ", _DASHES.sub(" — ", _ARROWS.sub(" : ", text)))
    found = signs(text.replace("\n", " ; "))
    found = alike(found)
    return tuple(
        word for before, word in zip(("", *found), found, strict=False) if not (word == before and word in ",?")
    )
