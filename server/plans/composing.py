"""Reading a plan by the kinds of its words (`kinds`), whatever their order.

Neighbouring words of kinds that together say a condition, or what is done, are pieces; patterns of `grammar` find
further ones. The pieces of a text, and the words between them, are put together from its beginning, in all ways, the
cheapest first: a condition stands before what is done or behind it. Each word is used or of a closed list; what is
skipped, or guessed, is counted, and told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as with_fields

from ..rules import Illegal
from ..rules.cards import rank
from ..rules.wording import short
from .checking import WHENS, usual
from .choosing import PLACES
from .clauses import LASTING, LEADING, Reader, Reading, together
from .grammar import RANK_ALONE, Part, ranks_of, winning
from .guessing import IFS, NEVER, Guesser, mixed
from .holes import NUMBER_WORDS
from .kinds import JOINING, LEXICON, LITTLE, LOOSE, PARTS_OF_ROWS, ROWS, SAYING_NOTHING
from .language import ASK, OF_CARDS, OPPONENT, PARTNER, PLAY, TOKENS, WIN
from .lines import NEVER_USED, lines_of
from .matching import Text
from .naming import HOW
from .phrasing import alike
from .referring import Clause
from .vocabulary import SEAT, Vocabulary

WAYS, MOST_KINDS, MOST_WORDS, ENDS = 16, 5, 14, 20
PIECE, PATTERN, SKIPPED, LOOSELY, GUESS = 0.3, 0.2, 0.02, 0.12, 1.0
BOLD_SKIP, MOST_SKIPPED = 3.0, 3
TOO_BOLD = frozenset(("?", "only"))
"""Signs of a text that is left alone where some of it is not understood."""
NEVER_SKIPPED = frozenset(
    "no not never none neither nor nobody nothing without cannot except unless until till but instead if when whenever"
    " else otherwise or barring provided while save everybody anyone whoever each every".split()
)
"""Without these words the opposite may be said."""

JOINTS: Mapping[str, str] = {
    "if": "only if|only when|only while|only as long as|on any trick|on a trick|on tricks|to any trick"
    "|on any trick that|on any trick where|any time|anytime|the moment|the minute|by the time|in the event|given"
    "|on any trick which|in any trick|tricks where|any trick with|on any trick with|on a trick with|in any trick with"
    "|to any trick with|any trick that has|any trick that|any trick where|if|when|whenever|while|as long as|in case"
    "|where|as soon as"
    "|every time|each time|should|provided|if ever|so long as|assuming",
    "after": "after",
    "until": "until|till|til",
    "unless": "unless|except if|except when|but not if|but not when|except|unless if|save when|save if",
    "else": "else|all else|otherwise|if not|or else|the rest|rest|for the rest|on the rest|if that fails"
    "|any other case|in other cases|other times|at other times|before that|until then|till then|everything else"
    "|anything else|on anything else|on everything else|when not|any other way|other than that"
    "|if that is impossible|if that is not allowed|if i have been there|if i was there|if i was on it"
    "|if it is taken|if that is taken|if i am there|if that is gone|if that does not work|if that is no good"
    "|not bothered about the others|never mind the others|do not mind the others|do not care about the others"
    "|forget the others|against the others|with the others|apart from that|elsewhere|on the others|on others"
    "|for the others|in the others|for anything else|with anything else|if that is not possible|if i can not"
    "|if not possible|if none|all other times|any other time|on any other|any other|everywhere else"
    "|for all the rest|and the rest|all the rest|where not|where it is not|in any other seat|in any other position"
    "|in any other place"
    "|in the other case|in any other case|in the opposite case",
    "then": "then|after that|after those|after these|next|afterwards|later|from then on|thereafter|and then"
    "|and after that",
    "or": "or|or if not",
    "and": "and|plus|also|with",
    "but": "but|though|however|although|only",
    "only": "only",
}
_JOINTS = {
    first: sorted(
        (
            (tuple(said.split()), kind)
            for kind, ways in JOINTS.items()
            for said in ways.split("|")
            if said.split()[0] == first
        ),
        key=lambda one: -len(one[0]),
    )
    for first in {said.split()[0] for ways in JOINTS.values() for said in ways.split("|")}
}
HARD, SOFT = frozenset((".", ";")), frozenset((",", "—", "/", "&", ":", "?"))
SIDES_SAID: Mapping[str, str] = {
    PARTNER: "we|us|ours|one of us|one of ours|our side|my side|somebody on my side|my team|our team"
    "|someone on my side|across the table|across from me|opposite me",
    OPPONENT: "they|them|theirs|the other side|the other team|either of them|one of them|one of the opponents"
    "|either opponent|the opposition|the enemy",
}
_SIDES = [(tuple(said.split()), side) for side, ways in SIDES_SAID.items() for said in ways.split("|")]
TILES = {word: str(n % 10) for n, word in enumerate("zero one two three four five six".split())} | {
    "blank": "0",
    "nothing": "0",
    "deuce": "2",
    "trey": "3",
    "ace": "1",
    "oh": "0",
}
UNSAID = frozenset("will would shall please really".split())
"""Words that are left out before anything is read."""
TOPICAL = frozenset((kind,) for kind in ("suit", "other", "place", "who", "more", "less", "led"))
"""What is a condition without “if”, too."""
OBJECTS = frozenset(("described", "card", "cards"))
WAITING = frozenset(("if", "after", "behind", "unless", "until"))
"""What a condition must follow at once."""
REFERRING = frozenset("_lacks_it _same_who _it_was _he_leads _not_so _flip _held _others_lead".split())
"""Marks of conditions that are about a line before."""
GOING_ON = frozenset("else otherwise or and if then when unless but on".split())
COMPARATIVES = frozenset("higher lower bigger smaller better larger".split())
HE = frozenset(("he", "she", "him", "her", "his", "hers"))
HOLES = (
    ("whom", "who"), ("suits", "suit"), ("called", "card"), ("cards", "cards"), ("both", "both"), ("group", "group"),
    ("described", "described"), ("token", "token"), ("number", "number"), ("nth", "nth"), ("places", "place"),
    ("bidcard", "bidcard"), ("picks", "picks"), ("said", "said"), ("courtrank", "rank"),
)  # fmt: skip
NOUNS = frozenset(("ones", "cards", "tiles", "thing", "things"))
MARKS_OF_PATTERNS = frozenset(("_if", "_after", "_opens", "_colon", "_told", "_stops"))


@dataclass(frozen=True)
class Piece:
    """A condition, or what is done (``does``), and where it ends. ``guess``: how much of it is guessed."""

    end: int
    does: bool
    part: Part
    cost: float
    soft: int = 0
    bare: bool = False


@dataclass(frozen=True)
class State:
    """What is read so far: clauses, and the beginning of the next."""

    cost: float = 0.0
    guess: int = 0
    soft: int = 0
    clauses: tuple[Clause, ...] = ()
    when: Part = field(default_factory=dict)
    does: Part | None = None
    behind: Part = field(default_factory=dict)
    besides: tuple[Part, ...] = ()
    link: str = ""
    pending: str = ""
    sign: int = 0
    head: Part = field(default_factory=dict)
    left: tuple[int, ...] = ()
    asked: bool = False
    apart: bool = False

    @property
    def key(self) -> str:
        return repr((self.clauses, self.when, self.does, self.behind, self.besides, self.link, self.pending, self.head))


def _lacks(state: State, told: Part) -> bool:
    """Whether “no ten” is said behind what is done with a ten."""
    before = state.does or (state.clauses[-1].part if state.clauses else {})
    ranks = {one.strip(RANK_ALONE) if one[0] == RANK_ALONE else rank(one) for one in before.get("tokens", ("",)) if one}
    return told.keys() == {"unlies"} and before.get("does") == PLAY and {*map(rank, told["unlies"])} == ranks


class Composer(Guesser):
    """Reads one text by the kinds of its words."""

    looks_ahead = True

    def __init__(self, reader: Reader, said: Sequence[str], known: Vocabulary, boldly: bool = False) -> None:
        """``boldly``: it may also skip a few words that tell something, but never which card, or an exception."""
        spelt = (word[:-1] if any(one.kind == SEAT for one in known.get((word[:-1],), ())) else word for word in said)
        said = [word for word in spelt if word not in UNSAID]
        joined = [
            "and" if word == "n" and len(after) > 2 else word
            for word, after in zip(said, (*said[1:], ""), strict=False)
        ]
        super().__init__(reader, alike(joined), known)
        said = self.text.said
        self.price = {at: self._price(at) for at in range(len(said))}
        if boldly and TOO_BOLD.isdisjoint(said):
            self.price |= {at: BOLD_SKIP for at, price in self.price.items() if price >= NEVER and self._may_skip(at)}

    def _may_skip(self, at: int) -> bool:
        word, names = self.text.said[at], NUMBER_WORDS.keys() | self.known.words
        told = self._says_of_somebody(at) or self.text.word(at - 1) in IFS or self.text.word(at + 1) == "one"
        return word.isalpha() and not (told or word in NEVER_SKIPPED or word in names)

    # Pieces

    def _atoms(self, at: int) -> list[tuple[int, str, Any]]:
        """The kinds of the words that begin at a place: where these end, the kind, and the value."""
        key = ("atoms", at)
        if key in self.text.memory:
            return self.text.memory[key]
        found: dict[tuple[int, str, str], tuple[int, str, Any]] = {}
        word = self.text.word(at)
        for phrase, kind in LEXICON.get(word, ()):
            if tuple(self.text.said[at : at + len(phrase)]) == phrase:
                found[at + len(phrase), kind, ""] = (at + len(phrase), kind, word)
        for phrase, side in _SIDES:
            if tuple(self.text.said[at : at + len(phrase)]) == phrase:
                found[at + len(phrase), "who", side] = (at + len(phrase), "who", side)
        letter = len(word) == 1 and self.text.word(at - 1) not in ("seat", "player")  # “C: low” may be a suit
        for end, who in self.text.holes["whom"](self.text, at) if not letter else ():
            if self.text.word(end) in ("or", "and", "/"):
                for last, other in self.text.holes["whom"](self.text, end + 1):
                    if who.isdigit() and other.isdigit():
                        found[last, "several", ""] = (last, "several", (who, other))
        halves = [TILES.get(self.text.word(one)) for one in (at, at + 1)]
        if "doubles" in self.game.suits and all(halves):
            found[at + 2, "card", ""] = (at + 2, "card", "-".join(sorted(map(str, halves), reverse=True)))
        if word in HE and (named := self._named_before(at)):
            found[at + 1, "who", ""] = (at + 1, "who", named)
        for hole, kind in HOLES:
            ways = list(self.text.holes[hole](self.text, at)) if not (letter and kind == "who") else []
            if kind in ("card", "group", "suit", "described"):
                last = max((end for end, _ in ways), default=0)
                ways = [one for one in ways if one[0] == last]
            if kind == "group" and "doubles" in self.game.suits:
                continue
            if kind == "suit" and "doubles" in self.game.suits and not ways and self.text.word(at - 1) in ("a", "an"):
                ways = [
                    (at + 1, value) for _, value in self.text.holes["suits"](Text((f"{word}s",), self.text.holes), 0)
                ]
            if "doubles" in self.game.suits and self.text.word(at - 1) in ("a", "an"):
                ways = [one for one in ways if not str(one[1]).startswith(RANK_ALONE)]
            for end, value in ways:
                if kind == "number" and word == "one" and self.text.word(end) not in ("point", "points"):
                    continue  # “if one has”
                if kind in ("cards", "both") and len(value) < 2:
                    continue
                found[end, kind, repr(value)] = (end, kind, value)
        self.text.memory[key] = [*found.values()]
        return self.text.memory[key]

    def _named_before(self, at: int) -> str:
        """Who was named before a place, if only one was."""
        named = {str(who) for start in range(at) for _, who in self.text.holes["whom"](self.text, start)}
        return named.pop() if len(named) == 1 else ""

    def _pieces(self, at: int) -> list[Piece]:
        """All pieces that begin at a place, the cheapest of those that say the same."""
        key = ("pieces", at)
        of_a_verb = self.text.word(at - 1).isalnum() and self.text.word(at + 1) in ("else", "more")
        if self.text.word(at) == "nothing" and of_a_verb:  # “ruff nothing else”
            return []
        if key not in self.text.memory:
            best: dict[tuple[int, bool, str], Piece] = {}
            counted = self.text.word(at) == "points" and self.text.word(at - 1).isdigit()
            for one in (*self._of_patterns(at), *self._of_kinds(at, at, (), {}, 0.0, 0)):
                if one.does and counted:
                    continue  # “more than 8 points”
                name = (one.end, one.does, repr(sorted(one.part.items())))
                if name not in best or one.cost < best[name].cost:
                    best[name] = one
            self.text.memory[key] = sorted(best.values(), key=lambda one: one.cost - (one.end - at))[: 3 * ENDS]
        return self.text.memory[key]

    def _of_patterns(self, at: int) -> Iterator[Piece]:
        for does, ways in ((False, self._stated(at)), (True, self._actions(at))):
            for end, part in ways:
                if does is False and part.get("_told") and self.text.word(at - 1) not in IFS:
                    continue
                if (
                    "_even" in part
                    or ("_several" in part and len(part["tokens"]) < 2)
                    or PLACES.issuperset(part.get("tokens", "?"))
                ):
                    continue
                told = {name: value for name, value in part.items() if name not in MARKS_OF_PATTERNS}
                ends = (
                    part.get("_ends")
                    or part.get("_closes")
                    or part.get("_stops")
                    or ("_not_so" in part and "_flip" not in part)
                )
                if ends and not (self._ends_there(end) or self.text.word(end) in (":", "?", "then")):
                    continue
                if end > at:
                    yield Piece(end, does, told, PATTERN, bare=bool(part.get("_if") or part.get("_told")))

    def _of_kinds(
        self, start: int, at: int, kinds: tuple[str, ...], found: Mapping[str, tuple[Any, ...]], cost: float, guess: int
    ) -> Iterator[Piece]:
        """The pieces that go on with what is at a place, behind words of these kinds."""
        if at - start > MOST_WORDS or at >= len(self.text.said):
            return
        self.text.step()
        for end, kind, value in self._atoms(at):
            more = tuple(sorted((*kinds, kind)))
            if kind in kinds and kind == "also":
                yield from self._of_kinds(start, end, kinds, found, cost, guess)
            noun = kind == "ruff" and not OBJECTS.isdisjoint(kinds)  # “the smallest trump”
            if kind in kinds or noun or more not in PARTS_OF_ROWS:
                continue
            values = {**found, kind: (value,)}
            for does, means in ROWS.get(more, ()):
                part = means(self.game, values)
                part = part and ranks_of(self.game, part)
                to_it = self.text.word(end) in ("to", "on", "in") and self.text.word(end + 1) in ("the", "this", "it")
                if part is not None and not (to_it and {"gone", "ungone"} & part.keys()):
                    yield Piece(
                        end,
                        does,
                        part,
                        PIECE + cost + 0.05 * (len(more) == 1),
                        guess,
                        bare=not does and more not in TOPICAL and next(iter(values)) != "on",
                    )
            if len(more) < MOST_KINDS:
                yield from self._of_kinds(start, end, more, values, cost, guess)
        for end, price, loose in self._past_little(at) if kinds else ():
            yield from self._of_kinds(start, end, kinds, found, cost + price, guess + loose)

    def _past_little(self, at: int) -> Iterator[tuple[int, float, bool]]:
        """Where what says nothing ends that begins at a place, what it costs, and whether it may tell, after all."""
        word = self.text.word(at)
        if word in ("on", "in", "up", "first") and (
            not self.text.word(at + 1).isalnum() or self.text.word(at + 1) in ("if", "when")
        ):
            yield at + 1, SKIPPED, False  # “put the queen on”
        elif word in LITTLE | JOINING | LOOSE and not (
            word == "of" and any(self.text.holes["suit"](self.text, at + 1))
        ):
            plain = self._is_plain(at)
            yield at + 1, SKIPPED if word in LITTLE or plain else LOOSELY, word in LOOSE and not plain
        for phrase in SAYING_NOTHING.get(word, ()):
            after = self.text.word(at + len(phrase))
            ends = not after.isalnum() or after in GOING_ON
            if tuple(self.text.said[at : at + len(phrase)]) == phrase and (ends or not {*phrase} & {"if", "can", "i"}):
                yield at + len(phrase), SKIPPED, False

    def _is_plain(self, at: int) -> bool:
        """Whether a word tells nothing more here: “big ones on spades”, “on her” where one alone was named."""
        word, after = self.text.word(at), self.text.word(at + 1)
        if word in NOUNS:
            return self.text.word(at - 1) in HOW
        if word == "on":
            return any(self.text.holes["suits"](self.text, at + 1)) or (after in HE and bool(self._named_before(at)))
        return word in HE and self.text.word(at - 1) == "on" and bool(self._named_before(at))

    # The whole text

    def guessed(self) -> list[Reading]:
        """The plans that a text says but for a few words of it, the cheapest first; none that only plays cards."""
        found = [one for _, _, _, one in self.composed()]
        return [one for one in found if not all(line.is_bare and line.does in OF_CARDS for line in one.plan.lines)]

    def composed(self) -> list[tuple[float, int, int, Reading]]:
        """The plans that a text says, the cheapest first, and how much of each is guessed."""
        best: list[dict[str, State]] = [{"": State()}, *({} for _ in self.text.said)]
        for at in range(len(self.text.said)):
            for state in sorted(best[at].values(), key=lambda one: one.cost)[:WAYS]:
                for end, nexts in self._steps(at, state):
                    for one in nexts:
                        key = one.key
                        if key not in best[end] or one.cost < best[end][key].cost:
                            best[end][key] = one
        found: dict[Any, tuple[float, int, int, Reading]] = {}
        whole = [state for state in best[-1].values() if state.pending not in WAITING]
        for state in sorted(whole, key=lambda one: one.cost)[:ENDS]:
            dangling = bool(state.pending and state.pending != "excepted")
            for last in self._closed(replace(state, cost=state.cost + dangling, guess=state.guess + dangling)):
                if last.clauses:
                    self._ends_with(last, found)
        return sorted(found.values(), key=lambda one: (one[0], bool(one[3].doubt)))

    def _ends_with(self, state: State, found: dict[Any, tuple[float, int, int, Reading]]) -> None:
        self.text.step(1000)
        try:
            lines, doubt = lines_of(self.game, state.clauses)
        except Illegal:
            return
        if all(line.does == ASK for line in lines) or any(
            sum(map(bool, (line.partner, line.side, line.winning))) > 1 for line in lines
        ):
            return
        plan = with_fields(self.until, lines=lines, until=self.until.until or usual(self.game, lines))
        left = " ".join(self.text.said[at] for at in state.left)
        told = f"“{short(left)}” was not understood." if left else ""
        odd = mixed(lines)
        cost = state.cost + 0.5 * bool(doubt) + GUESS * (doubt == NEVER_USED) + odd
        if plan not in found or cost < found[plan][0]:
            found[plan] = (cost, state.guess + bool(doubt) + bool(odd), state.soft, Reading(plan, told or doubt))

    def _steps(self, at: int, state: State) -> Iterator[tuple[int, Iterator[State]]]:
        """How a state goes on at a place."""
        word = self.text.word(at)
        if word in HARD or word in SOFT or not word.isalnum():
            ends = word == "!" and not self.text.word(at + 1).isalnum()
            if word in HARD | SOFT or word == "'" or ends:
                yield at + 1, self._signed(state, word)
            return
        a_card = word == "except" and self.text.word(at + 1) in ("a", "an", "any")  # no suit that is led
        for phrase, kind in _JOINTS.get(word, ()) if not a_card else ():
            if tuple(self.text.said[at : at + len(phrase)]) == phrase:
                yield at + len(phrase), self._joined(state, kind)
        for piece in self._pieces(at):
            yield piece.end, self._done(at, state, piece) if piece.does else self._told(at, state, piece)
        little = list(self._past_little(at))
        for end, price, loose in little:
            yield end, iter((replace(state, cost=state.cost + price, soft=state.soft + loose),))
        few = len(state.left) < MOST_SKIPPED
        if not little and few and state.pending not in WAITING and (price := self.price.get(at, NEVER)) < NEVER:
            yield (
                at + 1,
                iter((replace(state, cost=state.cost + price, guess=state.guess + 1, left=(*state.left, at)),)),
            )

    def _signed(self, state: State, word: str) -> Iterator[State]:
        if state.pending in WAITING or (word in HARD and state.when and state.does is None and word != "."):
            return
        if word in HARD:
            if state.when and state.does is None:
                yield replace(state, sign=1, cost=state.cost + 0.5, guess=state.guess + 1)
                return
            yield replace(
                state,
                sign=2,
                apart=True,
                head={} if state.does is not None else state.head,
                pending=state.pending if state.pending == "excepted" else "",
            )
            return
        if word == "?" and not (state.when and state.does is None):
            return
        if word == "?" and state.asked:  # “should hearts be led?”
            state = replace(state, guess=state.guess + 1, cost=state.cost + 0.5)
        yield replace(state, sign=max(state.sign, 1))
        if word in ":—," and state.when and state.does is None and not state.head:
            yield replace(state, sign=1, head=state.when, cost=state.cost + 0.05)

    def _joined(self, state: State, kind: str) -> Iterator[State]:
        if state.pending in WAITING:
            return
        if kind in ("if", "after"):
            if state.does is None:
                yield replace(state, pending=kind)
                return
            if state.sign < 2:
                behind = "behind" if kind == "if" else kind
                yield replace(state, pending=behind, cost=state.cost + 0.4 * state.sign)
            apart = state.sign or state.pending
            for one in self._closed(state):
                yield replace(one, pending=kind, cost=one.cost + (0 if apart else GUESS), guess=one.guess + (not apart))
        elif kind in ("unless", "until"):
            before = state.does is None
            cost = state.cost + 0.5 * (state.sign > 1) + 0.5 * before
            yield replace(state, pending=kind, cost=cost, guess=state.guess + before)
        elif kind == "else":
            held = int("_held" in (state.does or {}) or "_held" in state.when or "_held" in state.behind)
            if state.does is not None:
                for one in self._closed(replace(state, guess=state.guess + held)):
                    yield replace(one, link="else")
                if state.clauses and not state.link and not state.when:
                    yield replace(state, link="else", cost=state.cost + 0.1)
            elif state.clauses and not state.when and not state.link:
                yield replace(state, link="else")
        elif kind == "then" and state.pending == "excepted":
            yield state
        elif kind == "then" and state.does is None and not state.when:
            return
        elif kind == "then":
            if state.does is not None and state.clauses and not state.link:
                yield replace(state, link="then", cost=state.cost + 0.1)
            yield replace(state, pending="then" if state.does is not None else state.pending)
        elif kind == "and":
            yield replace(state, pending=state.pending or "and")
        elif kind == "or":
            yield replace(state, pending="or")
        elif kind == "but" and state.does is not None:
            for one in self._closed(state):
                yield replace(one, link="but")
        elif kind == "only":
            yield replace(state, cost=state.cost + 0.1, guess=state.guess + 1)

    def _told(self, at: int, state: State, piece: Piece) -> Iterator[State]:
        """A condition."""
        base = replace(state, cost=state.cost + piece.cost, soft=state.soft + piece.soft, pending="", sign=0)
        goes_on = state.pending == "and" and bool(state.when or state.behind)
        unsaid = piece.bare and not (goes_on or state.pending in WAITING)
        begun = self.text.word(piece.end) in (":", ",", "?", "—") or self.text.word(at - 1) in (
            "on",
            "in",
            "for",
            "to",
            "with",
        )
        if piece.part.keys() == {"led"} and not (unsaid or state.pending or begun):
            base = replace(base, cost=base.cost + 0.3, guess=base.guess + 1)
        if unsaid and self.text.word(piece.end) not in (":", ",", "?", "—", "i"):
            base = replace(base, cost=base.cost + GUESS / 2, guess=base.guess + 1)
        elif unsaid:
            stated = self.text.word(piece.end) == "," or (state.does is not None and not state.sign)
            base = replace(base, cost=base.cost + 0.1 + 0.4 * stated, guess=base.guess + stated)
        topic = piece.part.keys() == {"led"} and state.does is not None and not state.sign
        if topic and not (state.pending or begun):
            base = replace(base, cost=base.cost + 0.2, guess=base.guess + 1)  # “low trumps”
        if state.pending == "if":
            base = replace(base, asked=True)
        told = self._in_full(state, piece.part)
        if told is not None and unsaid and _lacks(state, told):
            told = {"_lacks_it": True}
        if told is not None and "_held_or_wins" in told:
            told = {"_held": True} if state.does is None else {"_wins": True}
        if told is None:
            return
        alone = "_who" in piece.part and not (state.pending in WAITING or "led_by" in told)
        piece = replace(piece, part=told)
        if state.pending == "after" and not {*piece.part} <= LASTING:
            return
        passing = state.pending == "until" and not {*piece.part} <= LASTING
        unclear = passing or alone or (len(state.clauses) > 1 and not REFERRING.isdisjoint(piece.part))
        if unclear:
            base = replace(base, cost=base.cost + 0.5, guess=base.guess + 1)
        if state.pending in ("unless", "until"):
            yield replace(base, besides=(*state.besides, piece.part), pending="excepted")
        elif (state.pending in ("behind", "after") and state.does is not None) or (
            state.pending == "and" and state.behind and state.does is not None
        ):
            both = together(state.behind, piece.part)
            again = bool(state.behind and state.pending == "behind")
            if both is not None:
                yield replace(base, behind=both, cost=base.cost + GUESS * again, guess=base.guess + again)
        elif state.does is None:
            if state.pending == "or" and state.when:
                either, other = state.when, piece.part
                suits = [part.keys() == {"led"} for part in (either, other)]
                if all(suits):
                    yield replace(base, when={"led": (*either["led"], *other["led"])})
                elif "_either" not in either and not any(suits) and {*either, *other} <= {*WHENS}:
                    yield replace(base, when={"_either": (either, other), "_if": True})
                return
            both = together(state.when, piece.part)
            if both is not None:
                glued = bool(state.when and not state.pending and not state.sign)
                yield replace(base, when=both, cost=base.cost + 0.3 * glued, guess=base.guess + glued)
        else:
            if state.sign < 2 and state.pending == "":
                both = together(state.behind, piece.part)
                if both is not None:
                    yield replace(base, behind=both, cost=base.cost + 0.5 * state.sign)
            for one in self._closed(base):
                apart = state.sign or state.pending
                yield replace(
                    one, when=piece.part, cost=one.cost + (0 if apart else GUESS), guess=one.guess + (not apart)
                )

    def _in_full(self, state: State, part: Part) -> Part | None:
        """A condition with what it leaves out: it is about what the one before is about."""
        if part.keys().isdisjoint(("_who", "_than", "_worth")):
            return part
        before: dict[str, Any] = {}
        for one in (*(clause.part for clause in state.clauses), state.when, state.behind):
            before |= {name: value for name, value in one.items() if name in WHENS}
        if "_who" in part:
            who = part["_who"]
            topic = next((name for name in ("led_by", "acted", "waited", "bid_by", "passed") if name in before), "")
            return {topic: (who,)} if topic else winning(who)
        if "_worth" in part:
            name, number = part["_worth"]
            if self.game.trick_game:
                signs = {"worth-more": ">", "worth-less": "<"}
                return {"counts": f"{signs[name]}{number}"} if name in signs else {"points": int(number)}
            put = [
                place
                for one in (*(clause.part for clause in state.clauses), state.does or {})
                for place in one.get("_places", ())
            ]
            put += [one.split()[1] for one in before.get("facts", ()) if len(one.split()) > 2]
            return {"facts": (f"{name} {put[-1]} {number}",)} if put and put[-1] in self.game.words else None
        facts = [one.split() for one in before.get("facts", ()) if one.startswith("worth")]
        if facts:
            name = {"more": "worth-more", "less": "worth-less"}[part["_than"]]
            told = " ".join((name, *facts[-1][1:]))
            return None if told in before["facts"] else {"facts": (told,)}
        number = str(before.get("points") or before.get("counts", "").lstrip("<>="))
        if not number or number == "0":
            return None
        return {"counts": f">{number}"} if part["_than"] == "more" else {"counts": f"<{number}"}

    def _done(self, at: int, state: State, piece: Piece) -> Iterator[State]:
        """What is done."""
        base = replace(state, cost=state.cost + piece.cost, soft=state.soft + piece.soft, pending="", sign=0)
        if state.pending in WAITING:
            return
        if state.pending == "excepted" and state.does is not None and state.besides and state.sign < 2:
            both = together(state.besides[-1], piece.part)
            if both is not None and ("tokens" in both or both.get("does") != TOKENS):
                yield replace(base, besides=(*state.besides[:-1], both), cost=base.cost + 0.1)
            return
        if state.pending == "or" and self.text.word(at) in COMPARATIVES:
            return  # “10 or higher”
        if state.does is None:
            yield replace(base, does=piece.part)
            return
        if "_declares" in state.does:
            said = state.does["_declares"]
            first = any(one[0] == "+" for one in said) or "poignee" in said[0]
            yield replace(base, does={**piece.part, "_first_with" if first else "also": said})
            return
        detail = piece.part.get("_low")
        if "_vague" in state.does and detail and state.sign < 2 and "of" not in piece.part:
            rest = {name: value for name, value in state.does.items() if name != "_vague"}
            yield replace(base, does={**rest, "does": detail})
            return
        link = {"then": "then", "or": "else"}.get(state.pending, "")
        apart = state.sign or state.pending
        for one in self._closed(base):
            extra = 0.1 if link == "" and state.sign < 2 else 0.0
            either = link == "else" and (piece.part.get("does") in (PLAY, TOKENS, WIN) or "of" in piece.part)
            yield replace(
                one, does=piece.part, link=link, cost=one.cost + extra + (0 if apart else GUESS),
                guess=one.guess + (not apart) + either,
            )  # fmt: skip

    def _closed(self, state: State) -> Iterator[State]:
        """The state with its clause at an end."""
        if state.does is None:
            if not (state.when or state.besides or state.pending or state.link):
                yield state
            return
        if "_declares" in state.does:
            return
        own = together(state.when, state.behind)
        part = None if own is None else together(own, state.does)
        if part is None:
            return
        if "_bidcard" in part:
            if "_at" not in part:
                return
            part = {name: value for name, value in part.items() if name not in ("_bidcard", "_at")} | {
                "_places": part["_at"]
            }
        if "_at" in part:
            return
        conditional = any(name in WHENS or name[0] == "_" for name in (own or {}))
        before = state.clauses[-1] if state.clauses else None
        cost = state.cost
        said = {name for name in own or {} if name in WHENS}
        ranks = [
            one for name in ("tokens", "mine", "lies", "gone") for one in part.get(name, ()) if one[0] == RANK_ALONE
        ]
        unsure = any(one[1:2].isdigit() for one in ranks) and said.isdisjoint(("led", "first", "leads"))
        unsure = unsure and not any("led" in one.part for one in state.clauses)
        held = [one for name in ("mine", "unmine") for one in part.get(name, ()) if one[0] == RANK_ALONE]
        unsure |= bool(held) and "led" not in said  # “if I have no jack”
        unsure |= "_whose_trumps" in part
        part = {name: value for name, value in part.items() if name != "_whose_trumps"}
        unsure |= "_must_trump" in part or ("first" in said and "led_by" not in said)  # “if the 21 comes out”
        unsure |= "time" in said and not said <= {"led", "time"}
        heading = any("led" in dict(one.front) for one in state.clauses) and state.apart
        unsure |= bool(heading and said and said.isdisjoint(LEADING) and not ranks)
        if unsure:
            state = replace(state, cost=state.cost + 0.5, guess=state.guess + 1)
        cost = state.cost
        scope = {name: value for name, value in before.front if name in LEADING} if before and before.scope else {}
        if state.link == "else" and scope and not state.when:
            both = together(scope, part)
            part = part if both is None else both
        elif state.head and conditional and not state.when.items() >= state.head.items():
            both = together(state.head, part)
            if both is not None:
                part, cost = both, cost - 0.2
        besides = tuple(one if (both := together(own or {}, one)) is None else both for one in state.besides)
        front = tuple((name, value) for name, value in state.when.items() if name in WHENS)
        otherwise = state.link in ("else", "but")
        clause = Clause(part, state.link, besides, scope=front if state.behind else (), front=front, opposed=otherwise)
        yield replace(
            state, cost=cost, clauses=(*state.clauses, clause), when={}, does=None, behind={}, besides=(), link="",
            pending="",
            asked=False,
            apart=False,
        )  # fmt: skip
