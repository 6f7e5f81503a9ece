"""Guessing at a plan that is not understood whole. What is guessed is never taken: it is asked back.

What stands where reading stopped is left out at a price, or a sign is put there. No word is left out that a plan may
have, but for a few that say little alone, and none that tells which card. Each guess tells what it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from heapq import heappop, heappush
from itertools import pairwise

from ..rules.wording import errors, short
from .clauses import RUN_ON, SEPARATORS, Reader, Reading
from .holes import COLOURS, NUMBER_WORDS
from .language import ASK, HIGHEST, LOWEST, OF_CARDS, PlanLine
from .matching import Text
from .naming import HOW
from .vocabulary import SEAT, WITH_A_CARD, Vocabulary, common, is_known

MENDINGS, MENDED, NEVER = 24, 600, 100.0
"""How many mended texts are read, and of how many words together; and what costs more than all of them."""
SKIP, KNOWN_SKIP, PLAY_SKIP, LITTLE_SKIP, TALK_SKIP = 1.0, 1.5, 3.0, 0.2, 2.0
"""What it costs to skip a word that is not known, one that plans may have, one of play, and one that says little; and
a whole clause at most."""
SIGN, FURTHER = 0.7, 0.15
"""What it costs that a sign is missing; and each word that is still to be read."""
ASKED = ("ask", "me")
ASKING_BACK = 2.0
"""What it costs to be asked instead of what is not understood."""
STRANGE = 2
"""How many words that no plan has make a clause with a denial talk."""

DOUBTS = frozenset(
    "maybe perhaps possibly probably might guess reckon suppose hope depends depending wonder dunno unsure forget"
    " cancel scrap withdraw resign stop think something".split()
)
"""Words with which a text is no plan, or takes back another."""
TELLING = (
    frozenset(
        "ruff ruffed ruffing ruffs seen steal trumped trumping"
        " above ace after afterwards all announce anyone apart barring before below besides beyond both bottom but"
        " cannot cheap cheaper cheapest cheaply clubs coins combination combinations cups dearest declare"
        " diamonds double doubles either else everybody everything except excluded excluding fewer fewest final first"
        " hardly hearts higher hoard if instead jack king knight last later least less lower more neither never"
        " next nexttime no nobody none nor not nothing once only opponent opponents other others otherwise"
        " partner partners penultimate poorest queen rarely richest save second sequence sequences somebody spades"
        " spare swords then third twice under underneath unless until when where which while whoever without worth"
        " zero".split()
    )
    | HOW.keys()
    | WITH_A_CARD
)
"""Words without which something else is said."""
DENYING = frozenset(
    "after afterwards all before both first last later more neither never next no nobody none nor not nothing"
    " once other others second than then third twice without worth".split()
)
"""Of these, what talk may have."""
OF_PLAY = frozenset(
    "any ask beat bid call cover covers draw duck each every everybody follow followed following forced free gone"
    " hold keep lead leading leads led lose losing most over overruff overtake overtrump pass passed points"
    " possible provided pull raise rest same signal somebody spent split suit suits take taken taker takes taking"
    " than times top trumps void wait who whose win winner winning wins".split()
)
"""Words of what is done, or when, without which little is said."""
EXCEPTING = frozenset(
    "but except unless instead only not never no until till apart without barring save too also though rather"
    " before".split()
)
"""Words with which something else may be said of what stands before."""
TAKING = frozenset("take takes took back grab pinch nick".split())
"""Where there are no tricks, words of taking a bid."""
SOMEBODY = frozenset("partner taker opponent opponents somebody nobody everybody he she they we".split())
LITTLE = frozenset(
    "a an the my your his her their our some should shall would will want like need to go goes going play plays put"
    " throw use give lay card cards tile tiles thing things one ones do does so just there then them it its also now"
    " let make in at of for with is are be am that this and i me you on off up out down by from very even"
    " well".split()
)
"""Words that say little alone."""
IFS = frozenset("if when whenever while where".split())
NOT_WHOLE = "It was not understood word by word."
RUNNING_ON = 1.5
"""What it costs that a sign is missing between two lines."""
MIXED = 4.0
"""What it costs that lines are for asks of several sorts."""


class Guesser(Reader):
    """Reads one text with gaps."""

    looks_ahead = True

    def __init__(self, reader: Reader, said: Sequence[str], known: Vocabulary) -> None:
        super().__init__(reader.game, Text(tuple(said), reader.text.holes), reader.until)
        self.known = known

    def _price(self, at: int) -> float:
        """What it costs to skip a word."""
        word = self.text.said[at]
        if not word.isalnum():
            return 0.0 if word in SIGNS else NEVER
        if word in LITTLE:
            return LITTLE_SKIP
        if self._says_of_somebody(at) or self.text.word(at - 1) in IFS or self._is_done_to_a_card(at):
            return NEVER
        if self.text.word(at + 1) == "one":  # “the middle one”
            return NEVER
        if self._tells(word) or self.text.word(at - 1) in ("a", "an", "the", "my", "too", "very"):
            return NEVER
        return PLAY_SKIP if word in OF_PLAY else KNOWN_SKIP if is_known(self.known, word) else SKIP

    def _says_of_somebody(self, at: int) -> bool:
        """Whether somebody is named just before, so that it says what they do."""
        before = self.text.said[at - 1] if at else ""
        return before in SOMEBODY or any(one.kind == SEAT for one in self.known.get((before,), ()))

    def _is_done_to_a_card(self, at: int) -> bool:
        """Whether a card is named just behind, so that it may say what is to be done with it: “mind my kings”."""
        start = at + 1
        while self.text.word(start) in LITTLE:
            start += 1
        return any(True for hole in ("called", "plural") for _ in self.text.holes[hole](self.text, start))

    def _tells(self, word: str) -> bool:
        strange = (not word.isalpha() and word != "'") or (word in TAKING and not self.game.trick_game)
        return strange or word in TELLING or word in NUMBER_WORDS or word in self.known.words

    def _price_of(self, start: int, end: int) -> float:
        """What it costs to skip a whole clause; one that denies, or counts, only if it is plainly of something else."""
        words = [word for word in self.text.said[start:end] if word not in LITTLE and word not in SIGNS]
        strange = [word for word in words if not is_known(self.known, word)]
        told = [word for word in words if self._tells(word)]
        of_cards = start and {*told} <= self.known.words | NUMBER_WORDS.keys() - common() and OF_PLAY.isdisjoint(words)
        if told and (len(strange) < STRANGE or not (of_cards or DENYING.issuperset(told))):
            return NEVER
        return min(TALK_SKIP, SKIP * len(words) + LITTLE_SKIP) + SKIP * len(told)

    # The text, mended

    def mended(self) -> Iterator[tuple[float, Reading]]:
        """Readings of the text without what stands where reading it stopped, or with a sign there; all in doubt."""
        texts = [(0.0, 0.0, self.text.said)]
        tried = {self.text.said}
        for _ in range(min(MENDINGS, MENDED // max(1, len(self.text.said)))):
            if not texts:
                return
            _, cost, said = heappop(texts)
            reader = Guesser(self, said, self.known)
            reader.text.steps = self.text.steps
            readings = reader.readings()
            self.text.steps = reader.text.steps
            for one in readings if cost else ():
                run_on = one.doubt == RUN_ON and ASKED in pairwise(said)
                if not (run_on or _asks_too_early(one.plan.lines)):
                    yield (
                        cost + 0.5 * bool(one.doubt) + oddity(one.plan.lines),
                        Reading(one.plan, self._left(said) or NOT_WHOLE),
                    )
            for price, mended, ahead in reader._mendings() if not readings else ():
                if cost + price < NEVER and mended not in tried:
                    tried.add(mended)
                    heappush(texts, (cost + price + FURTHER * ahead, cost + price, mended))

    def _mendings(self) -> Iterator[tuple[float, tuple[str, ...], int]]:
        """The text without a word, or a clause, where reading it stopped, or with a sign there: what that costs, the
        text, and how many words are still ahead.
        """
        said, stopped = tuple(self.text.said), self._past(self.text.farthest, (*SEPARATORS, ":"))
        ahead = len(said) - stopped
        signs = [at for at, word in enumerate((*said, ".")) if word in SIGNS]
        end = next((at for at in signs if at >= stopped), len(said))
        begin = max((at + 1 for at in signs if at < stopped), default=0)
        joined = (at for at in range(max(begin, stopped - 1), end) if said[at] in ("and", "so"))
        begins = {begin, *[at for at in joined if at <= stopped]}
        words = ((at, at + 1) for at in (stopped - 1, stopped) if at >= begin and at not in signs)
        for start, last in {*words, *((at, end) for at in begins)}:
            if start < last <= len(said):
                price = self._price_of(start, last) if start in begins and last == end else self._price(start)
                yield price, said[:start] + said[last:], ahead
        if begin < stopped < len(said) and stopped not in signs and not self._says_of_somebody(stopped):
            yield SIGN, (*said[:stopped], ",", *said[stopped:]), ahead
        for start in {begin, stopped - 1, stopped} if stopped < len(said) else ():
            if begin <= start < end and said[start:end] != ASKED and self._may_ask(start, end):
                yield ASKING_BACK + SKIP * (end - start) / 4, (*said[:start], *ASKED, *said[end:]), ahead

    def _may_ask(self, start: int, end: int) -> bool:
        """Whether one may be asked instead of what stands there: not where it may be about what stands before."""
        said = self.text.said[start:end]
        before = self.text.word(start - 1) if start else ""
        begun = any(word not in SIGNS for word in self.text.said[:start])
        strange = any(not (word.isalnum() or word == "'") for word in said)
        if self._says_of_somebody(start):
            return False
        apart = IFS.isdisjoint(said) or (before in (".", ";") and said[0] not in IFS)
        return begun and not strange and EXCEPTING.isdisjoint((before, *said)) and apart

    def _left(self, said: Sequence[str]) -> str:
        """A sentence on what a mended text leaves out."""
        parts = SequenceMatcher(None, self.text.said, said, autojunk=False).get_opcodes()
        left = (self.text.said[start:end] for kind, start, end, *_ in parts if kind in ("delete", "replace"))
        return _not_understood(" ".join(filter(str.isalnum, words)) for words in left)


def _not_understood(parts: Iterable[str]) -> str:
    """A sentence that quotes what was left out, but for words that say little alone; empty if that is all."""
    told = [each for each in parts if not LITTLE.issuperset(each.split())]
    return f"“{short('”, “'.join(told))}” was not understood." if told else ""


SIGNS = frozenset((",", ";", ".", "/", "&", "—", ":"))


def _asks_too_early(lines: Sequence[PlanLine]) -> bool:
    """Whether one is always asked before a line below, or what stands above that is always done."""
    asks = [number for number, line in enumerate(lines) if line.does == ASK]
    if len(asks) == len(lines) or any(lines[number].is_bare for number in asks if number + 1 < len(lines)):
        return True
    return lines[-1].does == ASK and lines[-1].is_bare and any(line.is_bare for line in lines[:-1])


def put_right(said: Sequence[str], known: Vocabulary) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """The words with small typing errors mended where one word of plans is near; and which these are."""
    words = sorted(filter(str.isalpha, known.words | common()))
    right: dict[str, str] = {}
    for word in said:
        if word.isalpha() and len(word) > 5 and not _is_word(known, word) and word not in right:
            most = 1 if len(word) < 8 else 2
            near = [one for one in words if one[0] == word[0] and abs(len(one) - len(word)) <= most
                    and errors(word, one, most) <= most]  # fmt: skip
            if len(near) == 1:
                right[word] = near[0]
    return tuple(right.get(word, word) for word in said), right


def _sort(line: PlanLine) -> str:
    """For what sort of ask a line is."""
    if line.does == ASK:
        return ""
    return line.phase or ("card" if line.does in OF_CARDS and not (line.tokens and line.does in PLACED) else "bid")


PLACED = (LOWEST, HIGHEST)


def _is_word(known: Vocabulary, word: str) -> bool:
    """Whether a word is known, or a form of one that is."""
    stems = (word.removesuffix(end) for end in ("s", "es", "d", "ed", "ing", "ly"))
    return word in COLOURS or any(is_known(known, stem) for stem in stems)


def oddity(lines: Sequence[PlanLine]) -> float:
    """How little lines look like one plan: for asks of several sorts, or with more below what may always be done."""
    return mixed(lines) + sum(one.is_bare for one in lines[:-1])


def mixed(lines: Sequence[PlanLine]) -> float:
    """What it costs that lines are for asks of several sorts."""
    return MIXED * (len({_sort(line) for line in lines} - {""}) > 1)


# Texts without what is beside the plan -------------------------------------------------------------------------------

_CORRECTED = re.compile(
    r"(?:\bno,?\s+wait\b|\bwait,?\s+no\b|\bactually\b|\bi\s+mean\b|\bscrap\s+that\b|\bon\s+second\s+thoughts?\b"
    r"|\bcorrection\b"
    r"|\bsorry\b|\bor\s+rather\b|\bmake\s+that\b|\binstead\s+of\s+that\b)[\s,.:;!–—-]*",
    re.I,
)
"""Behind these words stands what is meant instead of what stands before them."""
CORRECTION = re.compile(rf"[.,;:!?…–—-]\s*(?:(?:oh|er|um|no|oops|ah)\b[\s,]*)?{_CORRECTED.pattern}(?=\w)", re.I)
"""Such words, behind a sign and before others."""
_LINES = re.compile(r"\s*[.;\n]\s*|\s*,\s*(?=[\w' ]+:)")
_HEAD = re.compile(r"([\w' ]+?)\s*:")
"""What stands before a colon: a line that has the same one is corrected alone."""
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
ASIDE = re.compile(r"\s*\([^()]*\)")
"""What stands in brackets."""


def variants(text: str) -> Iterator[tuple[str, str, float]]:
    """A text, or what it corrects itself to, and it without reasons and asides; a sentence on that, and its cost."""
    corrected = list(_CORRECTED.finditer(text))
    if corrected:
        last = corrected[-1]
        told = f"What stands before “{last[0].strip(' ,.:;!–—-')}” was left out."
        *lines, wrong = _LINES.split(text[: last.start()].rstrip(" .,;…–—-"))
        head = _HEAD.match(text, last.end())
        if lines and head and (said := _HEAD.match(wrong)) and said[1].lower() == head[1].lower():
            yield f"{'. '.join(lines)}. {text[last.end() :]}", f"“{short(wrong)}” was left out.", 0.0
            return
        if text[: last.start()].strip() and (rest := text[last.end() :]).strip(" .!:,"):
            yield rest, told, 0.0
        return
    yield text, "", 0.0
    for reason in (_REASON, _BECAUSE, ASIDE, _BESIDE):
        found = reason.search(text)
        if found and (rest := reason.sub("", text, count=0 if reason in (_BESIDE, ASIDE) else 1)).strip(" .!"):
            yield rest, f"“{short(found[0].strip(' ,.;'))}” was left out.", 1.0
