"""Reading the clauses of a plan: conditions, an action, exceptions; all ways to read a text, the sure ones first."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from typing import Any

from msgspec.structs import replace

from ..rules import GAMES, AnyGame, Illegal
from ..rules.cards import suit
from ..rules.wording import short
from .checking import LINES, WHENS, usual
from .choosing import unknown
from .examples import may_be
from .grammar import (
    ALL_ACTIONS,
    ALL_CONDITIONS,
    FORCED,
    IF,
    KEPT,
    KEPT_FOR,
    OVERTAKEN,
    RANK_ALONE,
    Part,
    ranks_of,
)
from .language import (
    ASK,
    CAN,
    CANNOT,
    DUCK,
    HIGH,
    LOW,
    LOWEST,
    OF_CARDS,
    PARTNER,
    PASS,
    PICK,
    PLAY,
    TOKENS,
    TRICK,
    WIN,
    Plan,
)
from .lines import COMES_FIRST, WHETHER_TO_BID, has_gone, lines_of, spells_out, would_overtake
from .matching import Patterns, Text, TooManyWays, compiled, matches
from .referring import Clause, held_and_overtaken
from .vocabulary import DECKS, card_of

READINGS, RUN_ONS = 50, 2
"""How many readings are looked at, and in how many places of one the sign between two clauses may be missing."""
A_CLAUSE, A_PLAN = 20, 1000
"""How many steps it counts to go on to another clause, and to make a plan of all of them."""
SEPARATORS = frozenset((",", ";", ".", "/", "&", "—"))
LEADING = frozenset(("led", "leads", "first", "led_by", "phase", "follow", "follows"))
"""Conditions that say by themselves in which tricks a sentence acts."""
AGAIN = ({"_low": LOW}, {"does": LOWEST}, {"does": PASS})
"""What may be said more than once, one after the other."""
DETAILS = {WIN: (WIN,), LOWEST: (LOW, LOWEST, DUCK)}
"""What “take it” or “duck” may be said of in detail: “duck, with the lowest of the suit”."""
IN_TURN = frozenset("then first next nexttime later after before followed ahead".split())
"""Words between cards that are played one after the other."""
THEN = (":", ",", "then", "?", "—", "only")
"""What may stand between a condition and its action."""
EXCEPTED = (":", ",", "then", "—", "where", "there", "only")
"""And between an exception and its action."""


@dataclass(frozen=True)
class Reading:
    """One way to read a text. ``doubt``: a sentence on why it is not taken without asking; empty if it is."""

    plan: Plan
    doubt: str = ""


Ways = list[tuple[int, Any]]
Meanings = Patterns[Callable[..., Part | None]]
"""Patterns, and the part of a plan that each makes."""
_LAST = compiled("(the)? last (one|player|to play)?")
DONE_BY_ME = frozenset("duck follow take beat cover ruff trump overtake overruff discard slough cut".split())
"""What I do in a trick, and never a condition: “if hearts are led I duck”."""
BEHIND_IF = frozenset(("partner", "side", "winning", "facts", "time", "nth_trick", "ending", "opening", "_not_led"))
"""Of the conditions that may stand without “if”, those that may also stand with it."""
ASKING = ("is", "are", "am", "has", "have")
"""The words with which a question begins: “is the king there? then the queen”."""
NAMED = frozenset(("led", "winning", "partner", "side", "unside"))
"""Conditions that may be said by a name alone."""
DONE = frozenset("led winning wins ahead it trick".split())
"""The last word of such a condition that is said whole."""
_IF = compiled(f"(only)? {IF}")
_TIME = compiled("(for|on)? (the|my)? (very)? {nth} time (that|if)?")
UNLESS = compiled("((but)? not if|unless|except when|except if|except|except that|but not when)")
_EXCEPT = compiled("(except|except for|apart from)")
_UNTIL = compiled("(until|till|up until)")
WHILE = frozenset("following void trumping ruffing leading unable".split())
"""Words that say, apart and before a comma, when something is done."""
LASTING = frozenset(("gone", "spent", "nth_trick", "ending", "_those_spent"))
"""Conditions that stay as they are once they hold: until then, something else may be planned."""
ELSE = compiled(
    "(and|but|or)? (else|otherwise|else if|if not (that|this|it)|if not (or if i can not)?|if (i can not or if not"
    "|can not)"
    "|(if)? not possible|when not|if ((it|that)? (is)? impossible|taken)"
    "|if i can not (give|play|do|use|bid|win|have|get|make) (it|that|this|that one|so)?"
    "|anywhere else|any other way|if (it|that|this) is not enough"
    "|if (it|that|this|that one) (is|has)? (taken|gone|has gone|used up|spent|too low|not|not i may play)"
    "|if (it|that|this|that one) (is|has)? not (led|lead|possible|lawful|free|available|offered)"
    "|if (that fails|none of (that|these|this) (fits|applies)?)|if i have none"
    "|if there (is|are) (none|not|not one|no such card) (there|in the trick)?|if (none|not) in the trick"
    "|if (he|she|they|that one) (has|have) (nothing|none|no card)|(up)? (until|till|to) then"
    "|before (that|then|:)"
    "|(for)? (all)? (the)? rest|all else|elsewhere|apart from that|other than that|on anything else|if not (,|:|;|then)"
    "|(for|on|in|with)? (everything|anything) else|in (all|any|every) other (case|cases)|(any|every) other time"
    "|(over|past|beyond|above) that|anything (more|higher|above|over|beyond) (than that|that)?|any (higher|above"
    "|beyond)"
    "|(dearer|further) than (that|it)|neither (of them|:|,)|(if)? (less|fewer) (than that)?|no :|anything else and)"
)
_NONE_THERE = compiled("(and|but)? if (there is|i have)? none (of it|of them)?")
"""“Otherwise”, where no suit is to be followed."""
_NOT_WON = compiled(
    "(and|but)? if (he|she|they|{seat}) (has|have|did|does)? not (win|won|have|get|got|take) (it|that|that one|one|any)"
    " (one|bid)?"
)
_NO_MATCH = compiled("(and|but|or)? (if)? (no match|(i)? can not (match|follow)? (it|that|suit|the suit)?)")
_IF_WON = compiled("if (he|she|they|{seat}) (has|have)? (win|wins|won|has|have|got|took) (it|that|that one|one|any)")
"""The same of what the opponent won, and what goes without saying where that is stolen."""
_LINKS = (
    ("else", ELSE),
    ("but", compiled("but (then)?")),
    (
        "then",
        compiled("(and)? (then|after that|after it|afterwards|next|after those|thereafter|after this|from then on)"),
    ),
    ("or", compiled("or")),
    ("", compiled("and")),
)
_IF_I_CAN = compiled(
    "((if|while|when|where) (i can (do so)?|possible|i may play|lawful|need be|i have (it|one|them|any|that) (left)?)"
    "|(if|while|when|where) ((it|that) (is)? (possible|i may play|lawful|offered|free|available|open|left|there|mine"
    "|in the trick) (here|at this table)?"
    "|there (is)? (one|any)|i have not played it|(they|somebody) (let|lets) me|i am let|(they|somebody) allow (it"
    "|me))|(if|when) i (won|win|have won|have|got) (it|one|any|them))"
)
"""What goes without saying, but for an “else” behind it."""
_ALSO = compiled(
    "((to|under|on|with)? (whatever|what) (they|somebody) (lead|leads)|allowed|no matter what (is led|happens|comes)"
    "|whatever (is led|they do|they play|it is|they are)"
    "|whatever (they|(the)? rest|(the)? others|all others|somebody|everybody|partner|he|she)"
    " (do|does|bid|bids|say|says|said|did|led|played|play|plays|has done|do or say)"
    "|(no matter|(it|this|that)? does not matter) (who|what|how|whom) (they|the others|somebody|everybody|he|she)?"
    " (is|has)? (say|says|bid|bids|do|does|play|plays|lead|leads|turns up|is led|falls|comes|high|much) (what)?"
    "|for me|from me|to me|here|regardless|(,)? (whichever|whatever) (comes first|fits)"
    "|(goes|go|comes|will go|must go) (straight|right)? (up|down|in|out)?|(will do|does it|it is|is played|is my pick)"
    "|is (fine|enough|the one)|(straight|right)? (out|down|up|in|off) (first)?|straight|(right|straight) away"
    "|(rather than|instead of) (trump|ruff|trumping|ruffing)"
    "|everywhere|in (all|every|any|each) (suit|suits)|(on|in|to) (everything|anything|every trick|each trick|all"
    " tricks)|(every"
    "|each) (single)? (trick|turn)|all tricks"
    "|all (the way|along)|throughout|again|too|as well|and nothing (more|else)|i (do|will))"
)
_NOTHING_ELSE = compiled("nothing (more|else)")
OF_A_LEAD = frozenset("lead leads led play plays played falls".split())
"""Of these words, those that are never said of bids."""
_INSTEAD = compiled("instead (of that)?")
"""Behind what is done in some of the tricks that the line before is about."""
_AFTERWARDS = compiled(
    "(then|after|(on|to) (the)? (next|later|following) (ones|one|times)|after (that|this|it|those)?|afterwards"
    "|thereafter"
    "|from then on|from there on)"
)
_ANYWAY = compiled(
    "((,)? (or|and)? nothing less|flat|whatever|regardless|anyway|either way|this (time|one|round|hand|deal))"
)
"""Behind a bid, or a pass."""
_EMPHASIS = compiled("(whatever|anyway|either way)")
"""Behind a card at the end of a plan that says of no case when it is meant."""
_IF_I_MUST = compiled(
    "(if|when) (i (would)? (must|have to) ((go|bid) (higher|more|up|further|over it))?|(i (am|get))? (forced|pushed"
    "|outbid|overbid))"
)
"""Behind a bid: if the one before may not be made."""
_NEXT = compiled("(next|nexttime|now|first)")
"""Behind one card, which can be played only once."""
_ON_IT = compiled("((on|under|onto) (it|that|top|this)|in (the|this) trick)")
_EVER = compiled("(whatever happens|whatever comes|in any case|no matter what|come what may)")
_BEHIND = compiled(
    "(otherwise|else|if not|other times|any other way|in (all|any|every) other (case|cases)|everywhere else|at all"
    " other times"
    "|(on|to|in|for|with) the rest|(on|to|in|for|with) (anything|everything) else)"
)
_CHEAPLY = compiled(
    "(with whatever (wins|takes it) (cheapest|cheaply)|(only|just|just barely|barely|only just)|(in)? the cheapest"
    " way|cheapest way|cheaply|cheapest"
    "|as cheap|with (the|my|a)? (lowest|cheapest|least|smallest) (card|one)?"
    " (that wins|that takes|that takes it|that will do|that does it|that is enough|that does)?)"
)
_BUT_NOT = compiled(
    f"(but)? (not|never) (with)? (the|my)? {{called}} (unless {FORCED}|if i have (another (one)?|(something"
    f"|anything) else))?"
)
_BUT_KEPT = compiled(f"(but)? {KEPT} {{several}} {KEPT_FOR}")
_BUT_NO = compiled(
    f"(but)? (not|never|no|nothing with|without|none with) (with)? (a|any)? ({{kind}}|{{counters}}) (unless {FORCED})?"
)
_LEAST = compiled(
    "((whichever|whatever) (is)? (the)? (lowest|least|first|cheapest) (i can|i may play|possible)"
    "|(with|by|for|at)? (the)? (least|minimum|lowest|cheapest) (bid|one)? ((that|which) (does it|will do|is enough"
    "|wins|wins it|beats them)|possible|i may play|needed|necessary|each time)?)"
)
"""Behind how far one bids: the lowest of these bids that may be made is made anyway."""
_NO_MORE = compiled("(but|and)? (not|no) (a|one)? (single)? (point|points|bid|step)? (more|higher|further)")


class Reader:
    """Reads the clauses of one text. ``looks_ahead``: where no way leads to its end, none is gone."""

    looks_ahead = False

    def __init__(self, game: AnyGame, text: Text, until: Plan) -> None:
        self.game, self.text, self.until = game, text, until
        self.why = ""
        self.found: dict[Plan, tuple[float, str]] = {}

    def readings(self) -> list[Reading]:
        """All readings, those without a doubt first."""
        self._from(0, (), "")
        ranked = sorted(self.found.items(), key=lambda one: (bool(one[1][1]), one[1][0]))
        return [Reading(plan, doubt) for plan, (_, doubt) in ranked]

    def refusal(self) -> Illegal:
        """The error for a text without a reading."""
        said, at = self.text.said, self._past(self.text.farthest, (*SEPARATORS, ":"))
        if not any(word.isalnum() for word in said):
            return Illegal(f"There was no plan in that. {may_be(self.game)}")
        nearest = may_be(self.game, said)
        if why := unknown(self.game, self.text):
            return Illegal(f"{why} {nearest}")
        if self.why:
            return Illegal(f"{self.why} {nearest}")
        if at >= len(said):
            return Illegal(f"“{short(' '.join(said))}” does not say what to do then. {nearest}")
        told = f" after “{short(' '.join(said[:at]))}”" if at else ""
        return Illegal(f"“{short(said[at])}”{told} was not understood, so nothing was planned. {nearest}")

    # The whole text

    def _from(self, at: int, clauses: tuple[Clause, ...], doubt: str, run_ons: float = 0) -> None:
        """Read on from a place, with the clauses before it. ``run_ons``: how many of them follow without a sign."""
        if len(self.found) >= READINGS:
            raise TooManyWays
        self.text.step(A_CLAUSE)
        if len(clauses) > LINES or (self.looks_ahead and not self._reaches_the_end(at)):
            return
        start = self._past(at, SEPARATORS)
        if start >= len(self.text.said):
            if clauses:
                self._ends(clauses, doubt, run_ons)
            return
        for end, clause in self._clauses(start):
            found = doubt
            excepts = clause.link == "but" and self.text.word(start) == "but"
            if clauses and (excepts or (clause.link == "else" and not self._is_notation(clauses[-1], start))):
                clause = clause.but(opposed=True)
            if clause.link == "or" and _goes_first(clauses, clause):
                if "," not in self.text.said[at:start] and _only_cards(clauses[-1]):
                    found = found or OF_EACH  # “the 5 or the 3 if I am last”
                clause = clause.but(link="but")
            if clause.link == "or":
                if _are_more_cards(clauses, clause.but(link="")):
                    listed = {**clauses[-1].part, "tokens": (*clauses[-1].part["tokens"], *clause.part["tokens"])}
                    self._from(end, (*clauses[:-1], Clause(listed, clauses[-1].link)), doubt or WHICH_FIRST, run_ons)
                    continue
                if not _is_conditional(clause.part, but="phase"):
                    done = clause.part.get("does")
                    if not clauses or done not in (PASS, TOKENS) or clauses[-1].part.get("does") != TOKENS:
                        continue
                    found = found or (WHETHER_TO_BID if clause.part["does"] == PASS else WHICH_BID)
                clause = clause.but(link="else")
            if clause.link == "but" and "_never" in clause.part:
                continue
            if clause.link == "but" and (within := _within_it(clauses, clause)) is not None:
                self._from(end, (*clauses, within), doubt, run_ons)
                if LEADING.isdisjoint(clause.part):
                    continue
                run_ons += 0.5
            if clauses and clause.link in ("then", "and") and self._belongs(clauses[-1], clause):
                continue
            headed = self.text.word(start + 1) == ":" and "led" in clause.part
            behind = clause.link == "then" and not any(link for _, link in self._links(start))
            parted = not clauses or start > at or (clause.link and not behind) or headed
            if_not = clause.link == "else" and self.text.said[start : start + 2] == ("if", "not")
            if if_not and clauses and "_held" in clauses[-1].part:
                continue  # what did not hold has been led
            earlier = self.text.word(start) in ("before", "until", "till", "up")
            if earlier and clauses:
                clause = _not_later(self.game, clauses[-1], clause)
            earlier = earlier and not (clauses and clauses[-1].part.get("leads"))
            if clause.link == "else" and clauses and not earlier and clause.part.get("does") != ASK:
                scope, alone = _scope_of(clauses, clause, start == at)
                if "led" in scope and self.text.said[start : start + 2] == ("all", "else") and not _by_rank(clause):
                    scope, alone = {}, False  # whatever else is led
                both = together(scope, clause.part)
                if both is None and alone:
                    continue
                unsaid = [one for one in clauses[-1].besides if "does" not in one and "_low" not in one]
                if unsaid and not _is_conditional(clause.part):
                    besides = tuple({**one, **clause.part} if one in unsaid else one for one in clauses[-1].besides)
                    said = clauses[-1].but(besides=besides)
                    rest = (clause,) if _may_not_act(clauses[-1].part) else ()
                    self._from(end, (*clauses[:-1], said, *rest), doubt, run_ons)
                    if "led" not in clauses[-1].part:  # else it may be said of all other suits
                        continue
                if both is not None and scope:
                    kept = (*clauses, clause.but(part=both, front=tuple(scope.items())))
                    several = sum(bool(one.front) for one in clauses) > 1 and clauses[-1].front and clauses[-1].scope
                    unlikely = 0.5 * bool(not alone and several) + 0.25 * (
                        "led" in clauses[-1].part.keys() - scope.keys()
                    )
                    self._from(end, kept, doubt, run_ons + unlikely)
                    if alone:
                        continue
            heading = (":", "if") in pairwise(self.text.said[:at]) or bool(clauses and "_headed" in clauses[-1].part)
            if clauses and not clause.link and (heading or "." in self.text.said[at:start]):
                clause = _under_heading(clauses[-1], clause)
            clause = _besides(clauses, clause)
            clause = _where_i_cannot_win(clauses, clause, "." in self.text.said[at:start])
            if clauses and (clause.link == "and" or (not clause.link and "." in self.text.said[at:start])):
                found = found or _said_before(clauses, clause)
            excepts = "." not in self.text.said[at:start] and not clause.front and clause.link in ("", "and")
            excepts = excepts and bool(clauses) and not _is_conditional(clauses[-1].part)
            if (
                clauses
                and not spells_out(clauses[-1], clause)
                and (
                    (excepts and _goes_first(clauses, clause))
                    or _adds_to(clauses[-1], clause, "." in self.text.said[at:start])
                )
            ):
                clause, found = clause.but(link="but"), found or COMES_FIRST
            if (
                clauses
                and clause.link in ("", "and")
                and not clauses[-1].besides
                and (
                    would_overtake(clauses[-1].part, clause.part)
                    or _of_a_lead(clauses, clause, "." in self.text.said[at:start])
                )
            ):
                cards = clauses[-1].part.get("does") != TOKENS
                clause, found = clause.but(link="but"), found or cards * COMES_FIRST
            if clauses and "." not in self.text.said[at:start] and _leaves_its_heading(clauses[-1], clause):
                found = found or OF_BOTH
            called = "phase" in clause.part or self.game.trick_game
            again = clause.part in AGAIN or (clause.part.get("does") == TOKENS and called)
            if clauses and clause.but(opposed=clauses[-1].opposed) == clauses[-1] and again:
                self._from(end, clauses, doubt, run_ons)  # “pass, pass, pass”
                continue
            if not parted and _both_named(clauses[-1], clause):
                continue
            if not parted and (not self.game.trick_game or run_ons >= RUN_ONS):
                continue
            if set(self.text.said[at:start]) <= {","} and _are_more_cards(clauses, clause):
                continue  # they are read as part of the list before
            run_on = "" if parted else RUN_ON
            self._from(end, (*clauses, clause), found or run_on, run_ons + bool(run_on))

    def _is_notation(self, before: Clause, at: int) -> bool:
        """Whether “else” stands at a place as in “if I play last: 10H, else 3H”, the first line that fits."""
        said = self.text.said[:at]
        conditions = before.front and not before.scope
        return self.text.word(at) == "else" and bool(conditions) and ("if" not in said or ":" in said[_last(said) :])

    def _reaches_the_end(self, at: int) -> bool:
        """Whether clauses lead from a place to the end of the text, whatever they say: else none is gone on with."""
        key = ("reaches", at)
        if key not in self.text.memory:
            start = self._past(at, SEPARATORS)
            ends = {end for end, _ in self._clauses(start)} if start < len(self.text.said) else {start}
            ahead = (end >= len(self.text.said) or self._reaches_the_end(end) for end in sorted(ends, reverse=True))
            self.text.memory[key] = [any(ahead)]
        return bool(self.text.memory[key][0])

    def _belongs(self, before: Clause, clause: Clause) -> bool:
        """Whether what “then” or “and” begins is no clause of its own: more cards, or an exception's action."""
        if "_never" in before.part and _only_cards(clause):
            return True
        if before.part.get("does") == PICK and "_low" in clause.part:
            return True
        if clause.link == "then":
            return (_only_cards(clause) and "time" not in before.part) or any(
                "does" not in one and "_low" not in one for one in before.besides
            )
        if (before.part.get("does") == PICK or before.part.get("phase") == "discard") and not _is_conditional(
            clause.part
        ):
            return True
        if "_counted" in clause.part:
            return True
        if "_places" in clause.part:
            return False
        done = {one.part.get("does") for one in (before, clause)}
        same = before.part.get("phase") == clause.part.get("phase")
        plays = done <= {PLAY, TOKENS} and (same or PLAY in done)
        return plays and not _is_conditional(clause.part, but="phase")

    def _ends(self, clauses: Sequence[Clause], doubt: str, run_ons: float) -> None:
        """All clauses are read: make a plan of them."""
        self.text.step(A_PLAN)
        try:
            lines, found = lines_of(self.game, clauses)
        except Illegal as refused:
            self.why = self.why or str(refused)
            return
        plays = any(line.does in OF_CARDS for line in lines)  # not “guard now”
        of_tricks = plays or any(line.of_a_trick for line in lines)
        until = self.until.until if of_tricks or self.until.until != TRICK else ""
        plan = replace(self.until, lines=lines, until=until or usual(self.game, lines))
        doubt = doubt or found
        run_ons += 0.5 * any(line.is_bare and line.does in (LOW, HIGH) and line.of for line in lines)
        run_ons += 2 * (plays and any(line.phase == "discard" for line in lines))
        before = self.found.get(plan)
        if before is None or (before[1] and not doubt):
            self.found[plan] = (run_ons, doubt)

    def _clauses(self, at: int) -> Ways:
        """The clauses that begin at a place, and where they end."""
        key = ("clause", at)
        if key not in self.text.memory:
            found: dict[tuple[int, str], tuple[int, Clause]] = {}
            for start, link in self._links(at):
                for end, clause in self._clause(start, link):
                    found.setdefault((end, repr(clause)), (end, clause))
            self.text.memory[key] = list(found.values())
        return self.text.memory[key]

    def _links(self, at: int) -> Iterator[tuple[int, str]]:
        yield at, ""
        begun = at + (self.text.word(at) in ("and", "but", "or"))
        told = [end for end, _ in self._conditions(begun + 1, True)] if self.text.word(begun) == "if" else []
        for nodes in () if self.game.trick_game else (_NONE_THERE, _NOT_WON, _NO_MATCH):
            for end, _ in matches(self.text, nodes, at):
                yield self._past(end, (",", ":", "then", "?", "—")), "else"
        for link, nodes in _LINKS:
            for end in sorted({end for end, _ in matches(self.text, nodes, at)})[-1:]:
                if link == "else" and any(last >= end for last in told):
                    continue  # “if not leading” is a condition
                yield self._past(end, (",", ":", "then", "?", "—") if link == "else" else (",", ":")), link or "and"

    def _past(self, at: int, skipped: Container[str]) -> int:
        while self.text.word(at) in skipped:
            at += 1
        return at

    def _clause(self, at: int, link: str) -> Iterator[tuple[int, Clause]]:
        for start, _ in matches(self.text, UNLESS, at):
            for end, excepted in self._conditions(start, True):
                begun = self._past(end, EXCEPTED)
                for last, done in self._actions(begun) if "_headed" not in excepted else ():
                    if "_again" in done or "then" in self.text.said[end:begun]:
                        continue  # it is the exception to the line before
                    for final, clause in self._tail(last, Clause(done, link)):
                        yield final, _also(clause, excepted, None)
        for start, _ in matches(self.text, _EVER, at):
            for end, clause in self._clause(self._past(start, (",", ":")), link):
                yield end, clause.but(part={**clause.part, "_ever": True}, link=link)
        anyway = {end for end, _ in matches(self.text, _ALSO, at)} if self.text.word(at) in ("whatever", "no") else ()
        for start in (end for end in anyway if OF_A_LEAD.isdisjoint(self.text.said[at:end])):
            for end, clause in self._clause(self._past(start, (",",)), link):
                if clause.part.get("does") in (PASS, TOKENS) and not _is_conditional(clause.part):
                    yield end, clause  # “whatever they say, I pass”
        openings: list[tuple[int, Part]] = [(at, {}), *self._conditions(at, False)]
        if self.text.word(at) == "only":
            only = [one for one in self._clause(at + 1, link) if any(name in one[1].part for name in (*WHENS, "_wins"))]
            yield from (one for one in only if not {"_scope", "_once"} & one[1].part.keys())
        for start, told in openings:
            if self.text.said[at:start] == ("trump",) and self.text.word(start) not in THEN:
                continue  # “trump 16” is a card, “trump low” what is done
            named = (
                told.keys() == {"led"}
                and self.text.word(start - 1) != "led"
                and not {"or", "and"}.isdisjoint(self.text.said[at:start])
            )
            if named and self.text.word(start) == "trump" and "call" in self.game.phases:
                told = {**told, "_noun": True}  # “fours or twos trump”
            if {"time", "leads"} <= told.keys() and any(self.text.holes["suit"](self.text, start)):
                continue  # “the first time I lead hearts”
            if told.get("_closes") or (self.text.word(start) == "points" and not {"points", "counts"}.isdisjoint(told)):
                continue
            if "led_by" in told and tuple(self.text.said[start - 1 : start + 1]) in (("leads", "a"), ("leads", "an")):
                continue  # “if Bruno leads a queen”
            if told.get("_held_or_wins"):
                told = {**told, "_held": True}
            sentence = told.get("_colon") or told.keys() in ({"led"}, {"leads"})
            if sentence and self.text.word(start) == "." and (not at or self.text.word(at - 1) in (".", ";")):
                start, told = start + 1, {**told, "_colon": False, "_stated": True}  # “My lead. The queen”
            if told.get("_colon") and self.text.word(start) not in (":", "?", "—"):
                if self.text.word(start) != "," or (at and self.text.word(at - 1) not in (".", ";")):
                    continue
                told = {**told, "_stated": self.text.word(at) not in WHILE}
            for end, done in self._actions(self._past(start, THEN if told else ())):
                if told.get("leads"):
                    done = {name: value for name, value in done.items() if name != "_led_or_to_lead"}
                if "_short" in done and together(told, done) == {**done, **told} and told.keys() & {"winning", "side"}:
                    done = {name: value for name, value in done.items() if name != "_short"}
                if "_gets" in done and "led" in told:
                    done = {name: value for name, value in done.items() if name != "_gets"}
                merged = together(told, done)
                if merged is not None:
                    headed = merged.get("_headed", ())
                    front = headed or tuple((name, value) for name, value in told.items() if name in WHENS)
                    tails = self._tail(end, Clause(merged, link, scope=headed, front=front))
                    yield from (one for one in tails if "_leads" not in one[1].part or one[1].part.get("leads"))

    def _tail(self, at: int, clause: Clause) -> Iterator[tuple[int, Clause]]:
        """The clause, and what may stand behind its action."""
        if not clause.part.get("_ends") or self._ends_there(at):
            yield at, clause
        start = self._past(at, (",",))
        if clause.part.get("does") == WIN and clause.part.get("of") != "T":
            for end, _ in matches(self.text, _CHEAPLY, start):
                yield from self._tail(end, clause)
        if clause.link in ("", "and", "then") and not _is_conditional(clause.part):
            for end, _ in matches(self.text, _BEHIND, start):
                if self._ends_there(end) and self.text.word(start - 1) != "nothing":
                    part = {**clause.part, "_denies": self.text.said[start:end] == ("if", "not")}
                    yield end, clause.but(part=part, link=clause.link if clause.link == "then" else "else")
        if clause.front and self.text.word(at) == "then" and self._ends_there(at + 1):
            yield at + 1, clause  # “last? the 10 then”
        for end, _ in matches(self.text, _AFTERWARDS, start) if not clause.front else ():
            if self._ends_there(end):
                yield end, clause.but(link="then") if clause.link in ("", "and") else clause
        if clause.part.get("does") == PLAY and len(clause.part["tokens"]) == 1:
            if self.text.word(start) == "once":
                yield from self._tail(start + 1, clause)
            for end, _ in matches(self.text, _NEXT, start):
                yield from self._tail(end, clause.but(part={**clause.part, "_soon": True}))
        if clause.part.get("does") in OF_CARDS and not _is_conditional(clause.part):
            for end, _ in matches(self.text, _EMPHASIS, start):
                if self._past(end, SEPARATORS) >= len(self.text.said) and clause.link != "else":
                    yield from self._tail(end, clause)
        if clause.part.get("does") in (PASS, TOKENS):
            for end, _ in matches(self.text, _ANYWAY, start):
                yield from self._tail(end, clause)
            for end, _ in matches(self.text, _IF_I_MUST, start):
                yield from self._tail(end, clause.but(link="else"))
        if clause.link in ("", "and", "but") and _is_conditional(clause.part):
            for end, _ in matches(self.text, _INSTEAD, start):
                yield from self._tail(end, clause.but(link="but"))
        for end, _ in matches(self.text, _IF_WON, start) if clause.part.get("phase") == "split" else ():
            yield from self._tail(end, clause)
        for end, _ in matches(self.text, _IF_I_CAN, start):
            heads = dict(clause.front).keys() & LEADING
            yield from self._tail(end, clause.but(scope=clause.scope or clause.front * bool(heads)))
        if _is_conditional(clause.part) and self.text.word(start) == "only" and self._ends_there(start + 1):
            yield from self._tail(start + 1, clause)
        on = clause.part.get("does") == PLAY and self.text.word(start) == "on"
        if on and (self._ends_there(start + 1) or any(matches(self.text, _IF, start + 1))):
            yield from self._tail(start + 1, clause)  # “put the knight on if”
        no_trump_in_it = self.text.word(start - 1) in ("trump", "trumps")
        for nodes in (_ALSO, _ON_IT) if self.game.trick_game and not no_trump_in_it else (_ALSO,):
            for end, _ in matches(self.text, nodes, start):
                if self.text.word(start) != "off" or "doubles" not in self.game.suits:  # “a small off” is no trump
                    yield from self._tail(end, clause)
        for begun, _ in matches(self.text, _EXCEPT, start):
            for end, other in self._clauses(begun):
                if not (other.link or other.besides or other.more) and _is_conditional(other.part, but="phase"):
                    yield from self._tail(end, clause.but(besides=(*clause.besides, other.part)))
        if self.text.word(start) == "even" and not _is_conditional(clause.part):  # “low, even when I lead”
            for begun in sorted({end for end, _ in matches(self.text, _IF, start + 1)}):
                for end in sorted({end for end, _ in self._conditions(begun, True)}):
                    yield from self._tail(end, clause)
        for end, _ in matches(self.text, _EVER, start):
            yield from self._tail(end, clause.but(part={**clause.part, "_ever": True}))
        closing = {"_closing": True} if start > at else {}
        but_not = [(end, (card,)) for end, (card,) in matches(self.text, _BUT_NOT, start)]
        for end, cards in [*but_not, *((end, cards) for end, (cards,) in matches(self.text, _BUT_KEPT, start))]:
            but = (*clause.part.get("but", ()), *cards)
            yield from self._tail(end, clause.but(part={**clause.part, "but": but, **closing}))
        for end, (kind,) in matches(self.text, _BUT_NO, start):
            but = (*clause.part.get("but", ()), *kind)
            yield from self._tail(end, clause.but(part={**clause.part, "but": but, **closing}))
        if start > at or clause.part.get("does") in (PLAY, TOKENS, PASS):  # not “ruff nothing else”
            for end, _ in matches(self.text, _NOTHING_ELSE, start):
                yield from self._tail(end, clause)
        for end, _ in matches(self.text, _LEAST, start) if clause.part.get("does") == TOKENS else ():
            yield from self._tail(end, clause)
        for end, _ in matches(self.text, _NO_MORE, start) if clause.part.get("does") == TOKENS else ():
            yield from self._tail(end, Clause(clause.part, clause.link, clause.besides, ({"does": PASS},)))
        kept = not {"_never", "_keeps"}.isdisjoint(clause.part) and self.text.word(start) == "for"
        for end, told in () if kept else self._conditions(start, False, behind=True):
            if told.get("_held_or_wins"):
                told = {**told, "_wins": True}
            if told.get("_colon") or (told.get("_closes") and not self._ends_there(end)):
                continue
            merged = together(told, clause.part)
            if start > at and not self._ends_there(end):
                continue
            if merged is not None and not clause.besides and "_either" not in clause.part:
                scope = tuple((name, value) for name, value in clause.part.items() if name in WHENS)
                several = len(clause.part.get("tokens", ())) > 1 and "_in_turn" not in clause.part
                listed = several and "," in self.text.said[max(at - 4, 0) : at]
                merged = {**merged, "_of_all": True} if listed and clause.part["does"] == PLAY else merged
                yield from self._tail(end, clause.but(part=merged, scope=scope))
        excepting = [(begin, False) for begin, _ in matches(self.text, UNLESS, self._past(at, (",", ".", ";")))]
        excepting += [(begin, True) for begin, _ in matches(self.text, _UNTIL, self._past(at, (",",)))]
        for begin, lasting in excepting:
            for end, excepted in self._conditions(begin, True):
                passing = lasting and not {*excepted} <= LASTING | {"_if", "_after", "_told"}
                if self.text.word(start) in (".", ";") and "then" not in self.text.said[end : end + 2]:
                    continue
                if not passing:
                    closed = clause.but(part={**clause.part, **({} if lasting else closing)})
                    yield from self._tail(end, _also(closed, excepted, None))
                then = self._past(end, (*EXCEPTED, ";", "."))
                if self.text.word(end) in (";", ".") and self.text.word(end + 1) != "then":
                    continue
                same = [begun for begun, told in self._stated(then) if told == {"led": clause.part.get("led")}]
                for last, done in (one for begun in (then, *same) for one in self._actions(begun)):
                    if last > end and self.text.word(end) in (*EXCEPTED, ";", "."):
                        here = clause.but(part={**clause.part, "_passing": True}) if passing else clause
                        yield from self._tail(last, _also(here, excepted, done))

    def _ends_there(self, at: int) -> bool:
        """Whether a line may end here: in “low, if A and if B: high”, A is no condition of low."""
        said = self.text.word(at)
        ends = not said or said in SEPARATORS
        return ends or any(True for nodes in (ELSE, UNLESS) for _ in matches(self.text, nodes, at))

    # Parts

    def _conditions(self, at: int, introduced: bool, behind: bool = False) -> list[tuple[int, Part]]:
        """Conditions, one or several that all must hold. ``introduced``: “if” or another such word stands before."""
        key = ("conditions", introduced, behind, at)
        if key not in self.text.memory:
            self.text.memory[key] = list(self._conditions_anew(at, introduced, behind))
        return self.text.memory[key]

    def _conditions_anew(self, at: int, introduced: bool, behind: bool) -> Iterator[tuple[int, Part]]:
        once = self.text.word(at) == "nexttime"
        starts: list[tuple[int, bool, Part]] = [(end, True, {}) for end, _ in matches(self.text, _IF, at)]
        starts += [(at + 1, True, {})] * once
        starts += [(end, True, {"time": n}) for end, (n,) in matches(self.text, _TIME, at)]
        if not introduced and self.text.word(at) in ASKING:
            starts.append((at + 1, False, {}))
        for start, told, time in [(at, introduced, {}), *starts]:
            for end, part in self._condition(start):
                stops = part.get("_stops") or (part.get("_not_so") and "_flip" not in part)
                if stops and self.text.word(end) not in (*SEPARATORS, *THEN, ""):
                    continue
                if behind and not told and not part.get("_after"):
                    continue
                if part.get("_told") and not told and self.text.word(end) not in ("?", ":"):
                    continue
                if part.get("bid_by") and self._names_a_bid(end, part):
                    continue  # “if Bruno bid guard” is no guard of mine
                if part.get("_voids") and self.text.word(end) in ("in", "of"):
                    continue  # “void in hearts and trumps” is no lead
                if told and (part.get("_opens") or (part.get("_after") and BEHIND_IF.isdisjoint(part))):
                    continue
                if part.get("_told") and not told and self.text.word(end) == ":":
                    part = {**part, "_stated": True}  # “no hearts: low”
                part = {**part, **time}
                if time and not _is_counted(part):
                    continue
                if (part.get("_if") or start > at) and not told:
                    part = {**part, "_colon": True}
                if once and start > at:
                    part = {**part, "_once": True}
                if not part.get("_joins"):
                    yield end, part
                    if self.text.word(end) in ("otherwise", "else") and self.text.word(end + 1) in (":", ","):
                        yield end + 1, part  # “void otherwise: low”, below a line on some of these tricks
                if told and self.text.word(end) == "or":
                    yield from self._either(end + 1, part)
                colon = end - (self.text.word(end - 1) == ":")
                if self.text.word(colon) == ":":
                    asked = self._asked(colon + 1)
                    headed = {**part, "_headed": tuple((name, value) for name, value in part.items() if name in WHENS)}
                    yield from ((last, both) for last, more in asked if (both := together(headed, more)) is not None)
                if colon < end:
                    continue
                joined = (
                    end + 1 if self.text.word(end) in ("&", "and", "but")[: 3 - bool(part.get("_any_suit"))] else end
                )
                if self.text.word(end) == "," and self.text.word(end + 1) == "and":
                    joined = end + 2
                further = self._conditions(joined, told and joined > end, behind and not told)
                if (told or part.get("_if")) and not behind and self.text.word(end) == ",":
                    further = [*further, *self._conditions(end + 1, False)]
                for last, more in further:
                    if joined == end and more.get("_colon") and self.text.word(end) != "," and "_joins" not in part:
                        continue  # “partner can not win:” is not “partner”, and that I cannot
                    if joined == end and self.text.word(end) != "," and _are_one_thing(part, more):
                        continue
                    if self.text.word(end) != "and" and part.get("follow") == CANNOT and more.get("led") == ("T",):
                        continue  # “trump low” is what is done
                    merged = together(part, more)
                    if merged is not None:
                        yield last, merged

    def _names_a_bid(self, at: int, part: Part) -> bool:
        """Whether a bid follows at once, where was only said who has bid."""
        return all("=" not in one for one in part["bid_by"]) and any(self.text.holes["token"](self.text, at))

    def _either(self, at: int, part: Part) -> Iterator[tuple[int, Part]]:
        """“If I am third or last”: one condition or another; “if hearts or spades are led” is one, of both suits."""
        one = unmarked(part)
        if not one or (not NAMED.isdisjoint(one) and self.text.word(at - 2) not in DONE and self.text.word(at) != "if"):
            return
        for start in (at, *sorted({end for end, _ in matches(self.text, _IF, at)})):
            last: Ways = [(end, {"last": True}) for end, _ in matches(self.text, _LAST, start)]
            for end, told in [*last, *self._condition(start)]:
                other = unmarked(told)
                if other and not (one.keys() == other.keys() and isinstance(one[next(iter(one))], tuple)):
                    yield end, {"_either": (one, other), "_if": True}

    def _asked(self, at: int) -> Iterator[tuple[int, Part]]:
        """One condition behind a colon, begun with “if” or as a question: “hearts: am I last? the king”."""
        for start in {end for end, _ in matches(self.text, _IF, at)}:
            yield from self._condition(start)
        for start in (at, at + 1) if self.text.word(at) in ASKING else (at,):
            for end, part in self._condition(start):
                if self.text.word(end) in ("?", ",", ":", "—"):
                    yield end, {**part, "_colon": True}
                elif unmarked(part).keys() == {"led"}:
                    yield end, part

    def _condition(self, at: int) -> Ways:
        begun = at + 2 * (self.text.said[at : at + 3] == ("i", "am", "not"))
        if self.text.word(begun) != "not":
            return self._stated(at)
        farthest = self.text.farthest
        last: Ways = [(end, {"last": True}) for end, _ in matches(self.text, _LAST, begun + 1)]
        denied = [(end, {"_denied": part, "_if": True}) for end, part in [*last, *self._stated(begun + 1)]]
        stated = self._stated(at)
        ends = {end for end, _ in stated}
        followed = [one for one in denied if one[0] not in ends and self.text.word(one[0]) in (":", "?", ",", "—")]
        self.text.farthest = farthest if not followed else self.text.farthest
        return [*stated, *followed]

    def _stated(self, at: int) -> Ways:
        return self._parts("condition", _conditions(self.game.key), at)

    def _actions(self, at: int) -> Ways:
        found = self._parts("action", _actions(), at)
        verb = at + 1 + (self.text.word(at + 1) in ("will", "would", "shall"))
        if self.text.word(at) == "i" and self.text.word(verb) in DONE_BY_ME:
            bids = all(part.get("does") == TOKENS for _, part in found)  # “I take it” is one, and wins a trick, too
            found = [*found, *(self._parts("action", _actions(), verb) if bids else ())]
        cheaply = [
            (last, part)
            for end, part in found
            if part.get("does") == WIN and part.get("of") != "T"
            for last, _ in matches(self.text, _CHEAPLY, self._past(end, (",",)))
        ]
        in_detail = [
            (last, part)
            for end, aim in found
            if "_aim" in aim and self.text.word(end) in (",", ":", "—")
            for last, part in self._actions(end + 1)
            if "led" not in part and (part.get("_low") or part.get("does")) in DETAILS[aim["does"]]
        ]
        return [*found, *cheaply, *in_detail]

    def _parts(self, kind: str, patterns: Meanings, at: int) -> Ways:
        """What the patterns find at a place: each result once."""
        key = (kind, at)
        if key not in self.text.memory:
            found: dict[tuple[int, str], tuple[int, Part]] = {}
            for made, (end, values) in patterns.at(self.text, at):
                told = made(*values)
                part = told and ranks_of(self.game, told)
                if part is None:
                    continue
                lawful = frozenset(("first",) if "_first_lawful" in part else ())  # “the first of KS, QS”
                if len(part.get("tokens", ())) > 1 and not (IN_TURN - lawful).isdisjoint(self.text.said[at:end]):
                    part = {**part, "_in_turn": True}
                if "_low" in part and end == at + 1 and any(self.text.holes["token"](self.text, at)):
                    part = {**part, "_bid_too": self.text.word(at)}
                if "_low" in part and "least" in self.text.said[at:end]:
                    part = {**part, "_least": True}
                found.setdefault((end, repr(sorted(part.items()))), (end, part))
            self.text.memory[key] = list(found.values())
        return self.text.memory[key]


@cache
def _actions() -> Meanings:
    return Patterns(ALL_ACTIONS)


@cache
def _conditions(key: str) -> Meanings:
    """The conditions of all games, and those that only this one has."""

    def told(name: str) -> Callable[..., Part]:
        fact = GAMES[key].facts[name]
        holes = fact.says.count("{")

        def made(*filling: Any) -> Part:
            kept = filling[len(filling) - holes :]
            return {
                "facts": (" ".join((name, *map(str, kept))),),
                "_if": not fact.without_if,
                "_after": fact.without_if,
            }

        return made

    facts = ((fact.ways, told(name)) for name, fact in GAMES[key].facts.items())
    return Patterns((*ALL_CONDITIONS, *facts))


def unmarked(part: Part) -> Part:
    """A condition without its marks; empty if these tell something."""
    told = part.keys() - {"_if", "_after", "_opens", "_colon"}
    return {name: part[name] for name in told} if told.issubset(WHENS) else {}


def _is_counted(part: Part) -> bool:
    """Whether it is counted for which time this happens: not how often I led hearts, or Bruno did."""
    return {name for name in part if name[0] != "_"} in ({"led", "time"}, {"leads", "time"})


def _are_one_thing(part: Part, more: Part) -> bool:
    """Whether conditions side by side mean something else than both: “Bruno trumps”, “the second heart”."""
    if "phase" in more and "bids" not in more:
        return part.keys() & {"_it_taken", "bids"} != set()  # “if somebody has bid, pass”
    if "time" in part:
        return not _is_counted({**part, **more})
    return "led" in more and not part.keys().isdisjoint(("winning", "partner", "side", "position"))


ALL_OF = frozenset(("facts", "holds", "gone"))
"""Fields whose conditions may be several, which must all hold."""
_EITHER = {frozenset(("winning",)), frozenset(("partner",))}


def together(one: Part, other: Part) -> Part | None:
    """Both parts together; ``None`` where they contradict each other."""
    both = {name: tuple(dict.fromkeys((*one[name], *other[name]))) for name in ALL_OF & one.keys() & other.keys()}
    for name, value in other.items():
        if name in one and one[name] != value and name not in both:
            return None
    if {frozenset({"winning", "partner"} & part.keys()) for part in (one, other)} == _EITHER:
        return None  # one of them is winning, not both
    return {**one, **other, **both}


def _under_heading(before: Clause, clause: Clause) -> Clause:
    """In “spades: if my partner has it, KS. If they have it, T2” the second sentence is about spades, too; and so it
    is behind a comma, where the suit stands apart like a heading.
    """
    told = {name: value for name, value in before.part.items() if name in WHENS}
    own = clause.part.keys() & set(WHENS)
    headed = tuple(one for one in before.part.get("_headed", ()) if one != ("follows", True) or "led" not in own)
    of_suits = {"led"} if "led" in told and "led" not in dict(headed) else set()
    if own and headed and own.isdisjoint({*dict(headed), *LEADING} - of_suits) and dict(headed).keys() != {"led"}:
        both = together({**dict(headed), "_headed": headed, "_heading": True}, clause.part)
        return clause if both is None else clause.but(part=both)
    if not (told.keys() > {"led"} and clause.part.get("_if") and own.isdisjoint(LEADING)):
        return clause
    both = together({"led": told["led"]}, clause.part)
    return clause if both is None else clause.but(part=both)


def _not_later(game: AnyGame, before: Clause, clause: Clause) -> Clause:
    """“The queen once the king has gone, before that low”: nothing where it has gone, and the queen, too."""
    come = before.part.get("lies") or before.part.get("gone", ())
    if not come or ("lies" not in before.part and (len(come) > 1 or "leads" in before.part)):
        return clause.but(part={**clause.part, "_before_that": True})
    suits = {suit(card) for card in before.part.get("tokens", ()) if card in DECKS}
    if len(suits) == 1 and "lies" not in before.part:
        of = suits.pop()
        named = (card_of(game, of, card[1:]) if card[0] == RANK_ALONE else card for card in come)
        come = tuple(filter(None, named))
    led = {"led": before.part["led"]} if "led" in before.part and LEADING.isdisjoint(clause.part) else {}
    return clause.but(part={**led, **clause.part, "ungone": come})


def _besides(clauses: Sequence[Clause], clause: Clause) -> Clause:
    """“Void: 3-0 if they are ahead, 2-1 if we are”: the second is about that heading, too; other conditions may be."""
    told = _conditions_of(clause).keys()
    follows_up = not clause.link and clauses and clauses[-1].front and clauses[-1].scope and not clause.front
    if not (follows_up and told and told.isdisjoint(LEADING)):
        return clause
    sure = "_same_who" in clause.part or _by_rank(clause)
    both = together({**dict(clauses[-1].front), **({} if sure else {"_heading": True})}, clause.part)
    return clause if both is None else clause.but(part=both)


TOPICS = (
    ("led", "leads", "first", "led_by", "follows"), ("follow",), ("can",), ("trumped",), ("last", "position"),
    ("winning", "partner", "side", "unside"), ("lies", "unlies"), ("gone", "ungone"), ("mine", "unmine"),
)  # fmt: skip
"""What a condition may be about: two of one topic are about other tricks."""


def _within_it(clauses: Sequence[Clause], clause: Clause) -> Clause | None:
    """“Last: high, but low if Bruno leads”: the second is about some of the tricks of the first; ``None`` if it is not,
    or of several lines before it.
    """
    told, own = _conditions_of(clauses[-1]) if len(clauses) == 1 else {}, _conditions_of(clause)
    apart = any(not (told.keys().isdisjoint(topic) or own.keys().isdisjoint(topic)) for topic in TOPICS)
    if not (told and own) or apart or "_either" in clause.part or told.keys() & own.keys():
        return None
    both = together(told, clause.part)
    return None if both is None else clause.but(part=both)


def _where_i_cannot_win(clauses: Sequence[Clause], clause: Clause, apart: bool) -> Clause:
    """“Trumps: win, and if I cannot, low” is about trumps, too; in a sentence of its own that is in doubt."""
    cannot = clause.part.get("can") == CANNOT and (apart or clause.link == "and")
    after = cannot and clauses and clauses[-1].part.get("does") == WIN and clauses[-1].front
    if not after or _conditions_of(clause).keys() != {"can"}:
        return clause
    both = together({**dict(clauses[-1].front), "_heading": apart}, clause.part)
    return clause if both is None else clause.but(part=both)


def _scope_of(clauses: Sequence[Clause], clause: Clause, at_once: bool) -> tuple[Part, bool]:
    """The conditions that an “else” may keep: those in front of the action before it, where others stand behind that;
    and whether it surely does. “Hearts: the 10 if I have it, else low” may be about hearts, or about all else.
    """
    last = clauses[-1]
    if last.link == "else" and not (last.front or _is_conditional(last.part)):
        return {}, False  # that one was said of all else
    ruffs = ("follow", CANNOT) in last.scope and clause.part.get("of") == "T"
    at_once = at_once or clause.part.get("_denies", False)  # “10 if I am last, 5 if not” denies that alone
    scope = last.scope or last.front * bool("_on_it" in last.part)
    behind = scope and "led" in last.part and "led" not in dict(scope)
    if behind and clause.part.get("does") == PLAY and "led" not in clause.part:
        return {"led": last.part["led"]}, True  # “if the 4-4 has gone the 4-3 on fours, otherwise the 4-1”
    if scope and (at_once or ruffs or "led" in dict(scope)):
        return dict(scope), at_once or ruffs
    if len(last.front) > 1 and last.front[-1][0] == "leads" and not _is_conditional(clause.part):
        return {"leads": True}, False
    told = False
    for one in reversed(clauses):
        told |= bool(one.scope or clause.part.get("_one") or (one is not last and _is_conditional(one.part)))
        told |= "led" in dict(one.front) and clause.part.get("follow") == CANNOT
        if one.front:
            return (dict(one.front) if told and dict(one.front).keys() != {"led", "leads"} else {}), False
        if not LEADING.isdisjoint(one.part) or one.besides:
            break
        told |= _is_conditional(one.part)
    return {}, False


def _said_before(clauses: Sequence[Clause], clause: Clause) -> str:
    """The doubt where a later sentence names another card for what an earlier one is about."""
    told = _conditions_of(clause)
    again = told and clause.part.get("does") == PLAY and "tokens" in clause.part
    named = [one.part for one in clauses if again and one.part.get("does") == PLAY]
    of_suits = told.keys() <= {"led", "follow"} and told.get("follow") != CANNOT
    suits = {of for one in named if _conditions_of(Clause(one)).keys() == {"led"} for of in one["led"]}
    same = of_suits and not suits.isdisjoint(clause.part.get("led", ()))
    if same or any(_conditions_of(Clause(one)) == told for one in named):
        return "The same is planned twice: only the first would act."
    return ""


def _by_rank(clause: Clause) -> bool:
    """Whether a card is named by its rank alone."""
    return any(token[0] == RANK_ALONE for token in clause.part.get("tokens", ()))


def _last(said: Sequence[str]) -> int:
    return len(said) - 1 - said[::-1].index("if")


OF_THE_TRICK = frozenset(
    "trumped last position waited acted points counts lies unlies can gone ungone mine unmine holds winning partner"
    " side unside".split()
)


def _adds_to(before: Clause, clause: Clause, apart: bool) -> bool:
    """Whether a clause behind “and”, with a rank alone, or apart, is about some of the tricks of the one before it."""
    told = _conditions_of(before).keys()
    own = {name for name, value in _conditions_of(clause).items() if not (apart and before.part.get(name) == value)}
    ranks = _by_rank(clause) and not told.isdisjoint(("led", "follow"))
    if has_gone(before.part.get("tokens", ()), clause.part.get("gone", ())):
        return False  # and then the first may not be played
    if "leads" in told and not own.isdisjoint(AS_IT_LIES):
        return False  # where I lead nothing lies there yet
    leaders = [before.part.get("led_by", ()), clause.part.get("led_by", ())]
    if all(leaders) and all(map(str.isdigit, chain(*leaders))) and {*leaders[0]}.isdisjoint(leaders[1]):
        return False  # only one of them leads
    apart = apart or not (
        clause.front or "leads" in told or "_whose" in clause.part
    )  # said behind its action, “the petit if I am last”
    plays = before.part.get("does") != WIN and told and not before.scope and (clause.link == "and" or ranks or apart)
    return bool(
        plays
        and clause.link in ("", "and")
        and own
        and own <= OF_THE_TRICK | {"led_by"}
        and told.isdisjoint(OF_THE_TRICK)
    )


AS_IT_LIES = OF_THE_TRICK - {"can", "gone", "ungone", "mine", "unmine", "holds"} | {"laid_by", "led_by"}
HELD = frozenset("gone ungone mine holds nth_trick ending spent opening".split())
OF_THE_ASK = frozenset("bids bid_by passed facts mine unmine holds phase".split())


def _goes_first(clauses: Sequence[Clause], clause: Clause) -> bool:
    """Whether what “or” begins comes before what it follows: “the 10, or the king if I am last”."""
    before = clauses[-1].part if clauses else {}
    own = {name for name, value in _conditions_of(clause).items() if before.get(name) != value}
    parts = (before, clause.part) if clauses else ()
    done = {TOKENS if "_calls" in part else part.get("does") or part.get("_low", "") for part in parts} or {""}
    bids = TOKENS in done and done <= {TOKENS, PASS} and own - {"phase"} and own <= OF_THE_ASK
    held = clause.link == "or" and not clause.front and own <= HELD and not _is_gone_then(clauses, clause)
    others = (
        clause.link == "or" and not clause.front and done.isdisjoint(OF_CARDS) and own.isdisjoint(("free", "taken"))
    )
    return bool(own and ((done <= OF_CARDS and (own <= AS_IT_LIES or held)) or bids or (others and own - {"phase"})))


def _leaves_its_heading(before: Clause, clause: Clause) -> bool:
    """Whether a condition may be meant of two suits: “if I am last, hearts low, spades high”, “hearts low and spades
    high if I am last”."""
    own, told = _conditions_of(clause).keys(), _conditions_of(before).keys()
    front = [name for name, _ in before.front]
    headed = own == {"led"} and "led" in told and front[:1] not in ([], ["led"]) and clause.link in ("", "and")
    behind = clause.link == "and" and told == {"led"} and "led" in own and len(own) > 1
    return headed or (behind and {name for name, _ in clause.front} <= {"led"})


def _of_a_lead(clauses: Sequence[Clause], clause: Clause, apart: bool) -> bool:
    """Whether a clause says what is led in some cases: “lead KS, QS if KH has gone”."""
    own, told = _conditions_of(clause).keys(), _conditions_of(clauses[-1]).keys()
    plays = clause.part.get("does") in OF_CARDS or "_low" in clause.part
    behind = apart or not clause.front
    return bool(told == {"leads"} and own and own <= HELD and plays and behind) and not _is_gone_then(clauses, clause)


def _is_gone_then(clauses: Sequence[Clause], clause: Clause) -> bool:
    """Whether a clause is about the card of the one before: once that has gone, or is not mine, it cannot be played."""
    named = {*clauses[-1].part.get("tokens", ())} if clauses else set()
    return bool(named & {*clause.part.get("gone", ()), *clause.part.get("unmine", ())})


def _conditions_of(clause: Clause) -> Mapping[str, object]:
    return {name: value for name, value in clause.part.items() if name in WHENS}


def _both_named(before: Clause, clause: Clause) -> bool:
    """Whether both only name cards: without a sign between them they are one list."""
    done = {one.part.get("does") for one in (before, clause)}
    lays_away = before.part.get("phase") == clause.part.get("phase") == "discard"
    return (lays_away or PLAY in done) and done <= {PLAY, TOKENS} and not _is_conditional(clause.part, but="phase")


CONDITIONAL = frozenset(WHENS).union(
    "_mine_it _it_taken _he _flip _same _other _denied _not_so _must_trump".split(),
    "_any_suit _same_who _lacks_it _either _rest_leads _he_there".split(),
)
"""The fields and marks of conditions."""


def _may_not_act(part: Part) -> bool:
    """Whether “otherwise” behind an exception is meant of more than that: “if I am last, win unless Omar has it”."""
    return "led" not in part and (part.get("does") == WIN or _is_conditional(part))


def _is_conditional(part: Part, but: str = "") -> bool:
    return bool(CONDITIONAL.intersection(part) - {but})


RUN_ON = "Where one line of the plan ends and the next begins was not clear."
OF_EACH = "Whether the condition is meant of both cards was not said."
OF_BOTH = "Whether the condition is meant of both suits was not said."
WHICH_FIRST = "Which of these cards comes first was not said."
WHICH_BID = "Which of these answers is meant, and when, was not said."
"""In doubt it is the first that is possible: “30 or pass”."""


def _only_cards(clause: Clause) -> bool:
    return set(clause.part) - {"_in_turn"} == {"does", "tokens"} and clause.part["does"] == PLAY


def _are_more_cards(clauses: Sequence[Clause], clause: Clause) -> bool:
    """Whether a clause names cards alone, and the one before it ends with cards."""
    if not clauses or clause.link or not _only_cards(clause):
        return False
    before = clauses[-1]
    lists = before.part.get("does") == PLAY or before.part.get("phase") == "discard"
    return lists and not (before.scope or before.besides or before.more or clause.besides)


def _called(part: Part) -> tuple[str, ...]:
    """The king that a part calls."""
    return (
        (f"K{part['_calls']}",) if "_calls" in part else part.get("tokens", ()) if part.get("phase") == "call" else ()
    )


def _who_bid(excepted: Part, token: str) -> Part:
    """An exception to a bid: who “has it” then has made it, and is not winning a trick."""
    partner = (PARTNER,) if "partner" in excepted else ()
    whom = (*excepted.get("winning", ()), *partner, *excepted.get("side", "").split())
    if not whom or len(_conditions_of(Clause(excepted))) > 1:
        return excepted
    told = {name: value for name, value in excepted.items() if name not in ("winning", "partner", "side")}
    return {**told, "bid_by": tuple(f"{who}={token}" for who in whom)}


def _also(clause: Clause, excepted: Part, done: Part | None) -> Clause:
    """The clause with one more exception, of which it may be said what is done then."""
    told = {name: value for name, value in clause.part.items() if name in WHENS or name == "_either"}
    if "_he_there" in excepted:
        places = clause.part.get("_places") or clause.part.get("tokens", ())[-1:]
        there = tuple(f"{excepted['_he_there']} {one}" for one in places)
        excepted = {**{name: one for name, one in excepted.items() if name != "_he_there"}, "facts": there}
    if excepted.get("_lacks_it") and done and clause.part.get("does") == PLAY:
        return clause.but(more=(*clause.more, {**told, **done}))
    if excepted.get("_loses") == OVERTAKEN and done and clause.part.get("does") == PLAY and told:
        further = held_and_overtaken(clause.part["tokens"][0], told)
        return clause.but(part={**clause.part, "does": WIN}, more=(*clause.more, {**told, **further, **done}))
    if excepted.get("_it_taken"):
        tokens = clause.part.get("tokens", ())
        excepted = {"taken": tokens[0] if clause.part.get("does") == TOKENS and tokens else "?"}
    if clause.part.get("does") == TOKENS and len(clause.part.get("tokens", ())) == 1 and "phase" not in clause.part:
        excepted = _who_bid(excepted, clause.part["tokens"][0])
    follows = excepted.get("follow") if _conditions_of(Clause(excepted)).keys() == {"follow"} else ""
    if follows and not done and together(clause.part, other := {"follow": CANNOT if follows == CAN else CAN}):
        return clause.but(part={**clause.part, **other})  # where I lead there is nothing to follow
    if excepted.get("_mine_it") and (only := _called(clause.part)):
        excepted = {"mine": only, "phase": "call"}
    if excepted.get("_those_spent"):
        of = clause.part.get("of") or "".join(told.get("led", ()))
        excepted = {"spent": (of,)}
    if done and done.get("_leaves") and clause.part.get("does") == TOKENS:
        done = {"does": PASS, "_left": True}
    if done and "_place" in done and "_places" in clause.part:
        card = {name: clause.part[name] for name in ("does", "tokens", "of", "nth") if name in clause.part}
        done = {**card, "_places": (done["_place"],)}
    besides = together(told, excepted)
    if besides is None:
        besides = excepted
    both = {**besides, **(done or {})}
    return Clause(clause.part, clause.link, (*clause.besides, both), clause.more)
