"""Guessing at a plan that is not understood whole. What is guessed is never taken: it is asked back.

A text is read with gaps: conditions, actions and the words between them are found wherever they stand, and what lies
between is skipped at a price. No word is skipped that a plan may have, but for a few that say little alone, and none
that tells which card. The cheapest ways through a text are made plans of, whatever the order of condition and action;
each tells what it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from ..rules import Illegal
from ..rules.wording import errors, short
from .clauses import ELSE, RUN_ON, SEPARATORS, UNLESS, Reader, Reading, together, unmarked
from .grammar import IF, Part
from .holes import COLOURS, NUMBER_WORDS
from .language import ASK, HIGHEST, LOWEST, OF_CARDS, PlanLine
from .lines import NEVER_USED, Clause, lines_of, usual
from .matching import Text, compiled, matches
from .naming import HOW
from .vocabulary import SEAT, WITH_A_CARD, Vocabulary, common, is_known

WAYS, CLAUSES, MENDINGS, MENDED, NEVER = 10, 14, 24, 600, 100.0
"""How many ways to each place are kept; how many parts a plan has; how many mended texts are read, and of how many
words together.
"""
SKIP, KNOWN_SKIP, PLAY_SKIP, LITTLE_SKIP, TALK_SKIP = 1.0, 1.5, 3.0, 0.2, 2.0
"""What it costs to skip a word that is not known, one that plans may have, one of play, and one that says little; and
a whole clause at most."""
STATED, PART, SIGN, FURTHER = 1.5, 0.4, 0.7, 0.15
"""What it costs to find a condition without “if”; each part; a sign that is missing; and each word that is still to be
read.
"""
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
_IF = compiled(f"(only|but|and|just)? (even)? {IF}")
IFS = frozenset("if when whenever while where".split())
NOT_WHOLE = "It was not understood word by word."
RUNNING_ON = 1.5
"""What it costs that a sign is missing between two lines."""
MIXED = 4.0
"""What it costs that lines are for asks of several sorts."""


@dataclass(frozen=True)
class Piece:
    """A part of a text. ``kind``: ``if``, ``unless``, ``else``, ``sign``, ``and``, ``or``, ``then``, ``when`` (a
    condition; ``told``: “if” should stand before it), ``do``, ``skip``.
    """

    kind: str
    start: int
    end: int
    part: Part | None = None
    told: bool = False


@dataclass(frozen=True)
class Way:
    """A way through the beginning of a text."""

    cost: float
    pieces: tuple[Piece, ...] = ()

    @property
    def last(self) -> str:
        return next((one.kind for one in reversed(self.pieces) if one.kind != "skip"), "")


class Guesser(Reader):
    """Reads one text with gaps."""

    looks_ahead = True

    def __init__(self, reader: Reader, said: Sequence[str], known: Vocabulary) -> None:
        super().__init__(reader.game, Text(tuple(said), reader.text.holes), reader.until)
        self.known = known

    def guesses(self) -> list[tuple[float, Reading]]:
        """Plans that the text could mean, the likeliest first; all of them are in doubt."""
        if not DOUBTS.isdisjoint(self.text.said) or "?" in self.text.said:
            return []
        found: dict[Any, tuple[float, Reading]] = {}
        for way in self._ways():
            for cost, clauses in self._arranged(way):
                try:
                    lines, doubt = lines_of(self.game, clauses)
                except Illegal:
                    continue
                if doubt == NEVER_USED or all(line.does == ASK for line in lines):
                    continue
                if any(line.partner and line.side for line in lines):
                    continue
                plan = replace(self.until, lines=lines, until=self.until.until or usual(self.game, lines))
                cost += 0.5 * bool(doubt) + oddity(lines)
                if plan not in found or cost < found[plan][0]:
                    found[plan] = (cost, Reading(plan, self._told(way) or NOT_WHOLE))
        return sorted(found.values(), key=lambda one: one[0])

    def _told(self, way: Way) -> str:
        """A sentence on what a way leaves out."""
        left: list[range] = []
        for one in way.pieces:
            if one.kind == "skip":
                if left and left[-1].stop == one.start:
                    left[-1] = range(left[-1].start, one.end)
                else:
                    left.append(range(one.start, one.end))
        return _not_understood(" ".join(self.text.said[at] for at in each) for each in left)

    # Ways through the text

    def _ways(self) -> list[Way]:
        said = self.text.said
        best: list[list[Way]] = [[Way(0.0)], *([] for _ in said)]
        for at in range(len(said)):
            ways = best[at] = sorted(best[at], key=lambda way: way.cost)[:WAYS]
            if not ways:
                continue
            pieces = list(self._pieces(at))
            for way in ways:
                for cost, piece in pieces:
                    more = self._fits(way, piece)
                    if more is not None:
                        best[piece.end].append(Way(way.cost + cost + more, (*way.pieces, piece)))
        whole = [
            way for way in best[-1] if way.last not in ("if", "unless") and any(one.kind == "do" for one in way.pieces)
        ]
        return sorted(whole, key=lambda way: way.cost)[:WAYS]

    def _fits(self, way: Way, piece: Piece) -> float | None:
        """What it costs more to go on with this piece; ``None`` if that cannot be."""
        last = way.last
        if sum(one.kind != "skip" for one in way.pieces) > 3 * CLAUSES:
            return None
        if piece.kind == "when":
            if last in ("if", "unless"):
                return 0.0
            if last == "and" and "when" in [one.kind for one in way.pieces[-3:]]:
                return 0.0
            return STATED if piece.told else 0.0
        if last in ("if", "unless") and piece.kind != "skip":
            return None  # no condition is left out
        if (
            last in ("if", "unless")
            and piece.kind == "skip"
            and not LITTLE.issuperset(self.text.said[piece.start : piece.end])
        ):
            return None
        return 0.0

    def _pieces(self, at: int) -> Iterator[tuple[float, Piece]]:
        said = self.text.said
        word = said[at]
        if not word.isalnum():
            if word in SIGNS:
                yield 0.0, Piece("sign", at, at + 1)
            return
        for kind, nodes in (("else", ELSE), ("unless", UNLESS), ("if", _IF)):
            for end in sorted({end for end, _ in matches(self.text, nodes, at)})[-2:]:
                yield 0.1, Piece(kind, at, end)
        if word in ("and", "or", "then", "plus"):
            yield 0.1, Piece("or" if word == "or" else "then" if word == "then" else "and", at, at + 1)
        for end, part in self._longest(self._stated(at)):
            told = bool(part.get("_if"))
            if part.get("_stops") and not (at and said[at - 1] in IFS):
                continue
            yield PART, Piece("when", at, end, part, told)
        for end, part in self._longest(self._actions(at)):
            if word in ("nothing", "none", "no") and end == at + 1 and self.text.word(end).isalpha():
                continue  # “nothing too high”
            yield PART, Piece("do", at, end, part)
        if (price := self._price(at)) < NEVER:
            yield price, Piece("skip", at, at + 1)
        if not at or said[at - 1] in SIGNS:
            end = next((end for end in range(at, len(said)) if said[end] in SIGNS), len(said))
            if (price := self._price_of(at, end)) < NEVER:
                yield price, Piece("skip", at, end)

    def _longest(self, ways: Sequence[tuple[int, Part]]) -> list[tuple[int, Part]]:
        ends = sorted({end for end, _ in ways})[-3:]
        return [(end, part) for end, part in ways if end in ends]

    def _price(self, at: int) -> float:
        """What it costs to skip a word."""
        word = self.text.said[at]
        if not word.isalnum():
            return 0.0 if word in SIGNS else NEVER
        if word in LITTLE:
            return LITTLE_SKIP
        if self._says_of_somebody(at) or self.text.word(at - 1) in IFS or self._is_done_to_a_card(at):
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

    # Plans of a way

    def _arranged(self, way: Way) -> Iterator[tuple[float, tuple[Clause, ...]]]:
        """The clauses of a way: where conditions may belong to what stands before or behind, both."""
        for behind in (False, True):
            clauses = _clauses_of([one for one in way.pieces if one.kind != "skip"], behind)
            if clauses:
                yield way.cost, clauses


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


def _clauses_of(pieces: Sequence[Piece], behind: bool) -> tuple[Clause, ...]:
    """Clauses, each with its conditions in front of what is done, or behind it."""
    clauses: list[Clause] = []
    when: Part = {}
    does: Part | None = None
    either: Part = {}
    besides: list[Part] = []
    link, excepting, stands_behind = "", False, False

    def close() -> bool:
        nonlocal when, does, besides, link, excepting, stands_behind
        if does is None or either:
            return not (when or besides or either)
        both = together(when, does)
        if both is None:
            return False
        clauses.append(Clause(both, link, tuple(besides)))
        when, does, besides, link, excepting, stands_behind = {}, None, [], "", False, False
        return True

    for n, one in enumerate(pieces):
        ahead = [each.kind for each in pieces[n + 1 :]]
        if one.kind == "sign" and pieces[n].part is None:
            continue
        if one.kind == "else":
            if (link == "else" and does is None) or not close():
                return ()
            link = "else"
        elif one.kind == "or" and does is None and when and "_either" not in when:
            either, when = when, {}
        elif one.kind == "or":
            if does is None or not close():
                return ()
            link = "else"
        elif one.kind == "then" and does is not None and "do" in ahead:
            if not close():
                return ()
            link = "then"
        elif one.kind == "unless":
            excepting = True
        elif one.kind == "if":
            excepting = False
            # “A if B” or “A; if B: C”
            if does is not None and not behind and "do" in ahead and not close():
                return ()
        elif one.kind == "when":
            part = one.part or {}
            if excepting:
                besides.append(part)
                continue
            follows_if = n and pieces[n - 1].kind == "if"
            if does is not None and not (behind or follows_if) and "do" in ahead and not close():
                return ()
            ways = (unmarked(either), unmarked(part)) if either else ()
            both = {"_either": ways, "_if": True} if ways else together(when, part)
            if both is None or not all(ways):
                return ()
            either = {}
            when, stands_behind = both, does is not None
        elif one.kind == "do":
            part = one.part or {}
            if excepting and besides and does is not None:
                both = together(besides[-1], part)
                if both is None:
                    return ()
                besides[-1], excepting = both, False
                continue
            if does is not None and not close():
                return ()
            does = part
    return tuple(clauses) if close() and len(clauses) <= CLAUSES else ()


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


def oddity(lines: Sequence[PlanLine]) -> float:
    """How little lines look like one plan: for asks of several sorts, or with more below what may always be done."""
    sorts = {_sort(line) for line in lines} - {""}
    return MIXED * (len(sorts) > 1) + sum(one.is_bare for one in lines[:-1])


PLACED = (LOWEST, HIGHEST)


def _is_word(known: Vocabulary, word: str) -> bool:
    """Whether a word is known, or a form of one that is."""
    stems = (word.removesuffix(end) for end in ("s", "es", "d", "ed", "ing", "ly"))
    return word in COLOURS or any(is_known(known, stem) for stem in stems)
