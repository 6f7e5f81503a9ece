"""The lines of a plan, made of its clauses; and what is doubtful about them, or can never act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any

from msgspec.structs import asdict, replace

from ..rules import AnyGame, Illegal
from ..rules.cards import rank, suit
from ..rules.engine import NONE
from . import choosing
from .checking import (
    LINES,
    NO_CARD,
    WHENS,
    always_answers,
    checked,
    conditions_of,
    contradicts,
    goes_with,
    kind_of,
    phases_of_bids,
    refuse_if,
    sees_the_blind,
    suit_played,
    suits_of,
    unreached,
    what_is_done,
)
from .choosing import PLACES
from .grammar import FAILING, IT, RANK_ALONE, Part
from .language import (
    AFTER,
    ALL,
    ASK,
    CAN,
    CANNOT,
    CLOCK,
    DUCK,
    HIGH,
    HIGHEST,
    LOW,
    LOWEST,
    NOBODY,
    OF_CARDS,
    OPPONENT,
    PARTNER,
    PASS,
    PLAY,
    POOREST,
    RICHEST,
    SOMEBODY,
    TAKER,
    TOKENS,
    WIN,
    PlanLine,
)
from .picking import RANK
from .referring import (
    NAMED,
    OF_THE_AUCTION,
    REFERRING,
    WHAT_IS_SO,
    Clause,
    after_it,
    can_flip,
    card_in_full,
    flipped,
    following_it,
    from_then,
    is_one_card,
    is_played_once,
    lacking,
    leaves_nothing,
    losing,
    of_any_suit,
    of_him,
    of_its_card,
    of_its_phase,
    of_its_ruff,
    of_its_suit,
    of_several,
    of_the_same_suit,
    opposite,
    out_of_it,
    part_without,
    ranks_alone,
    scoped,
    trumps_again,
    unsaid,
    without_cards,
)
from .vocabulary import DECKS, card_of, is_card, of_rank, of_suit

ELSEWHERE = "“Otherwise” is about another ask than the lines before it."
"""A doubt that counts only where there is another reading."""
AWAY = "Whether these cards are to be laid away, or played to a trick, was not said."
WHICH_SUIT = "Of which suit the last card is was not said."
RANK_OF_THE_LED = "A rank alone is of the suit led, and there I cannot follow it."
OF_THAT_SUIT = "What is to be done with that suit was not said."
NEVER_USED = "One line would never be used, because the one above it always would be."


UNSEEN = "The blind is not seen before the first bids are opened, so that the last line would be used for these."
BID_TOO = "is a bid, too."
OF_ALL_LINES = "Whether the exception at the end is meant of all that stands before it was not said."
COMES_FIRST = "Which of these comes first was not said."
WHETHER_TO_BID = "Whether to bid, or to pass, was not said."
ONLY_FORBIDDEN = "That says what is not to be done, but not what is."


def lines_of(game: AnyGame, clauses: Sequence[Clause]) -> tuple[tuple[PlanLine, ...], str]:
    """The lines of a plan, and a sentence on what is doubtful about them; empty if nothing is.

    Raises `Illegal` if they are no plan.
    """
    lines: list[PlanLine] = []
    doubt = ""
    forbidden = tuple(
        card
        for clause in clauses
        if not (any(name in clause.part for name in WHENS) or clause.besides)
        for card in clause.part.get("_never", ())
    )
    clauses = [
        clause.but(part=part_without(clause.part, "_on_it"))
        if after and (after.link == "else" or (not after.link and any(name in after.part for name in WHENS)))
        else clause
        for clause, after in zip(clauses, (*clauses[1:], None), strict=True)
    ]
    if any(one.part.get("_to") == "" and after.part.get("_to") for one, after in pairwise(clauses)):
        raise Illegal("Up to which bid, and when, could not be told.")
    clauses = [_of_the_suit_below(game, *both) for both in zip(clauses, (*clauses[1:], None), strict=True)]
    clauses = _following_suit(list(_each_way(list(_of_one_suit(_with_exceptions(clauses))))))
    scopes = [clause.part["_scope"] for clause in clauses if "_scope" in clause.part]
    each_suit: tuple[str, ...] = ()
    headed = False
    for before, clause in zip((None, *clauses), clauses, strict=False):
        headed = bool(before and dict(before.front).keys() == {"led"})
        own: list[PlanLine] = []
        linked = clause.link
        if "_never" in clause.part and clause.besides and not clause.more:
            if any("does" in one or "_low" in one for one in clause.besides):
                raise Illegal("When that is meant could not be told.")
            for one in clause.besides:
                lines += _made(game, {**one, "does": PLAY, "tokens": clause.part["_never"]}, lines)
            clause = Clause({**clause.part, "_if": True}, clause.link)
        if (
            "_never" in clause.part
            and any(name in clause.part for name in (*WHENS, "_if"))
            and not (clause.besides or clause.more)
        ):
            told = part_without(clause.part, "_never", "_if")
            never = clause.part["_never"] if "led" in told else of_any_suit(game, clause.part["_never"])
            clause = Clause({**told, "_low": LOW, "but": never, "_forbids": True}, clause.link)
        if any(mark in clause.part for mark in ("_never", "_scope", "_remark")):
            if any(name in clause.part for name in (*WHENS, "_if")) or clause.besides or clause.more:
                raise Illegal("When that is meant could not be told.")
            continue
        if clause.link == "else" and not lines and (forbidden or scopes):
            clause = clause.but(link="")
        if len(scopes) == 1:
            clause = scoped(clause, scopes[0])
        if clause.link == "then" and clause.part.get("phase") == "call" and lines and kind_of(lines[-1]) == "card":
            raise Illegal("What is called is said before all cards.")
        both = clause.link == "then" and lines and lines[-1].leads and lines[-1].does in (LOW, HIGH)
        if both and clause.part.get("led") and "_low" in clause.part:
            doubt = doubt or DOUBTFUL["_led_or_to_lead"]
        if clause.link == "then" and (clause.part.get("time") == 1 or clause.part.get("opening")):
            raise Illegal("The first time is not after another.")
        if clause.link == "then" and lines and is_played_once(lines[-1], clause.part):
            clause = after_it(clause, lines[-1], headed)
        elif clause.link == "then" and not any(name in clause.part for name in WHENS):
            clause = following_it(game, clause, lines)
        if "_those_spent" in clause.part and lines and lines[-1].does in (LOW, HIGH) and lines[-1].of:
            told = part_without(clause.part, "_those_spent")
            clause = clause.but(part={**conditions_of(lines[-1]), **told, "_spent_mine": True})
        named = clause.part.get("unlies", ())
        if "_colon" in clause.part and lines and lines[-1].does == PLAY and {*lines[-1].tokens} <= {*named}:
            rest = part_without(clause.part, "unlies", "_stated")
            clause = clause.but(part={**rest, "_lacks_it": True})
        elif "_colon" in clause.part and named:
            clause = clause.but(part={**clause.part, "_in_hand": True})
        if clause.part.get("_least") and any(line.does == RICHEST for line in lines):
            clause = clause.but(
                part={**part_without(clause.part, "_low", "_least"), "does": POOREST}
            )  # “the least”, of points
        if clause.link == "but" and "_low" in clause.part and lines and lines[-1].does in (LOW, HIGH):
            clause = clause.but(part={**({"of": lines[-1].of} if lines[-1].of else {}), **clause.part})
        if "_loses" in clause.part and lines and is_one_card(lines):
            clause = losing(clause, lines)
        if (
            lines
            and lines[-1].leads
            and suit_played(replace(lines[-1], leads=False)) == "".join(clause.part.get("led", "?"))
        ):
            clause = out_of_it(clause)
        if "_has_it" in clause.part and lines and (lines[-1].led, lines[-1].follow) == (clause.part["led"], CANNOT):
            clause = clause.but(part=part_without(clause.part, "_has_it"))
        if "_from_then" in clause.part:
            clause = from_then(clause, lines)
        named = clause.part.get("does") == PLAY or "of" in clause.part
        if clause.part.get("_lacks_it") == FAILING and lines and not (named and lines[-1].does == PLAY):
            clause = clause.but(part=part_without(clause.part, "_lacks_it"), link="else")
        if "_lacks_it" in clause.part:
            clause = lacking(clause, lines)
            if len(each_suit) > 1 and clause.part.get("led") == lines[-1].led:
                clause = clause.but(part={**clause.part, "led": each_suit})
        if "_not_so" in clause.part and not ("_flip" in clause.part and lines and can_flip(lines[-1])):
            denied, clause = _not_so(clause, lines)
            own += denied
        if "_denied" in clause.part:
            denied, clause = _denied(game, clause, lines)
            own += denied
        if "_before_that" in clause.part and lines and conditions_of(lines[-1]) and not always_answers(lines[-1]):
            own.append(PlanLine(ASK, **conditions_of(lines[-1])))
        if _calls(game, clause.part) and any({"led", "leads"} & one.keys() for one in clause.besides):
            raise Illegal(NO_CARD)
        about = [of_its_card(clause.part, excepted) for excepted in clause.besides]
        if about != list(clause.besides) and not {"led", "leads"} & clause.part.keys():
            suits = next((one["led"] for one in about if "led" in one), None)
            clause = clause.but(part={**clause.part, **({"led": suits} if suits else {})}, besides=())
        for excepted in about:
            if clause.part.get("does") == ASK and "does" not in excepted and "_low" not in excepted:
                raise Illegal("What is to be done where you are not asked was not said.")
            can = excepted.get("can") == CAN and "can" not in clause.part
            does = excepted.get("does") or excepted.get("_low") or (WIN if can else ASK)
            part = excepted if "does" in excepted or "_low" in excepted else {**excepted, "does": does}
            excepting = _made(game, part, lines)
            asked = (conditions_of(one) for one in excepting if not leaves_nothing(one, clause.part))
            here = ({name: value for name, value in one.items() if name != "led" or "led" in part} for one in asked)
            own += [*excepting, *dict.fromkeys(PlanLine(ASK, **one) for one in here)]
        if clause.link == "else" and lines and lines[-1].phase in ("call", "discard"):
            clause = of_its_phase(clause, lines[-1])
        if clause.part.get("_reverse"):
            clause = opposite(clause, lines)
        if clause.link == "else" and clause.opposed and lines:
            clause = clause.but(part=trumps_again(clause.part, lines[-1]))
        part = of_its_ruff(clause.part, lines[-1]) if lines else clause.part
        follows_up = clause.link in ("else", "but") or "_flip" in part
        cut = bool(lines) and lines[-1].follow == CANNOT and suits_of(lines[-1].tokens) == {"T"}
        if cut and follows_up and part is clause.part and ranks_alone({"but": part.get("but", ())}):
            part, doubt = {**part, "of": "T", "follow": CANNOT}, doubt or WHICH_SUIT
        elif part is not clause.part and clause.link == "else":
            of_ruffs = "_with" in clause.part or bool(before and "_must_trump" in before.part)
            narrower = conditions_of(lines[-1]).keys() - {"follow", "led"}
            doubt = doubt or WHICH_SUIT * (not (of_ruffs and narrower))  # else it may be said of where I can follow
        elif follows_up and lines and not (lines[-1].leads or lines[-1].led):
            if clause.link == "else" and ranks_alone(part) and "led" not in part and of_several(lines):
                doubt = doubt or WHICH_SUIT
            suits = suits_of(lines[-1].tokens) if lines[-1].does == PLAY and lines[-1].is_bare else set()
            if clause.link == "else" and len(suits) == 1 and ranks_alone(part) and part.keys().isdisjoint(WHENS):
                part = {**part, "of": suits.pop()}  # “the 2 of clubs, if not the 3”
            else:
                part = of_its_card({"tokens": lines[-1].tokens}, part)
            if ranks_alone(part) and lines[-1].of in game.suits:
                part = {"of": lines[-1].of, **part}
        elif not clause.link and lines and not lines[-1].led and part.keys().isdisjoint(("led", "first", "of", "lies")):
            suits = suits_of(lines[-1].tokens) if lines[-1].does == PLAY else set()
            if len(suits) == 1 and part.get("does") == PLAY and ranks_alone(part):
                part = {**part, "of": suits.pop()}  # “KH; if I am last, the 2”
        if len(each_suit) > 1 and clause.link in ("else", "but") and "led" in part and ranks_alone(part):
            doubt = doubt or WHICH_SUIT
        if len(each_suit) > 1 and clause.link in ("else", "but") and "led" not in part and ranks_alone(part):
            part = {**part, "led": each_suit}  # a rank alone, after one that was meant of each suit
        elif len(each_suit) > 1 and "led" not in part and ranks_alone(part):
            part = {**part, "_anew": True}
        elif clause.link == "else" and "led" not in part and ranks_alone(part) and of_several(lines):
            doubt = doubt or WHICH_SUIT
        if part.get("_leaves") and lines and all(line.does in (TOKENS, PASS) and not line.phase for line in lines):
            part, doubt = {**part, "does": PASS}, doubt or DOUBTFUL["_left"]
        said_of = lines
        refers = not {*REFERRING, "_anyone_else", "_it_taken", "_its_free"}.isdisjoint(part)
        if len(each_suit) > 1 and refers and lines[-1].led:  # that was said of each suit
            of_all = not ranks_alone(part) and {*each_suit} >= game.suits.keys() - {"T"}
            said_of = [*lines[:-1], replace(lines[-1], led=() if of_all else each_suit)]
        main = _made(game, {**part, "_else": clause.link == "else"}, said_of)
        each_suit = tuple(dict.fromkeys(of for line in main for of in line.led)) if len(main) > 1 else ()
        refuse_if(not main, "There is no such card.")
        if clause.link == "but" and lines and not any(goes_with(main[0], one) for one in lines):
            raise Illegal("A card is played after the bids.")
        if clause.link == "else" and lines:
            main = [of_its_suit(line, lines[-1]) for line in main]
        doubt = doubt or _doubt(game, clause, linked, main, lines)
        if clause.opposed and clause.link in ("", "else"):
            own += unsaid(game, lines, main[0])
        own += main
        for more in clause.more:
            own += _made(game, more, lines)
        excepts = "_mine_it" in clause.part or (
            ("_it" in clause.part or (clause.link == "but" and len(lines) == 1 and "leads" not in clause.part))
            and clause.link != "else"
            and lines
            and lines[-1].led
        )
        if excepts and lines and not main[0].led:
            own = [replace(line, led=lines[-1].led) for line in own]
        if clause.link == "but" and lines and lines[-1].leads and not (main[0].on_what_lies or main[0].leads):
            own = [replace(line, leads=True) for line in own]
        of_all = len({one.led for one in lines}) > 1 and not (main[0].led or main[0].leads or main[0].is_bare)
        if clause.link == "but" and of_all:
            doubt = doubt or "Whether that goes for all lines before it was not said."
            lines[:0] = own
        elif lines and not main[0].is_bare and (clause.link == "but" or excepts):
            above = len(list(takewhile(lambda line: line.does == TOKENS and line.is_bare, reversed(lines)))) or 1
            lines[-above:-above] = [*own, *(unsaid(game, own, lines[-1]) if clause.opposed else ())]
        else:
            lines += own
    lines = [
        replace(line, taken="")
        if line.taken and any(PlanLine(TOKENS, (line.taken,)) == one for one in lines[:number])
        else line
        for number, line in enumerate(lines)
    ]
    lines = _each_bid(game, lines)
    said = [line for line in lines if line.is_bare and line.does == TOKENS]
    lines = [line for number, line in enumerate(lines) if line not in said or line not in lines[:number]]  # said twice
    if not lines and forbidden:
        lines, doubt = [PlanLine(LOWEST)], doubt or ONLY_FORBIDDEN
        forbidden = of_any_suit(game, forbidden)
    refuse_if(not lines, ONLY_FORBIDDEN)
    if any("_counted" in clause.part for clause in clauses) and len({kind_of(line) for line in lines}) > 1:
        doubt = doubt or AWAY
    for number, (line, below) in enumerate(pairwise(lines)):
        if line.is_bare and line.does in (LOW, HIGH) and line.of and not below.is_bare and goes_with(below, line):
            doubt = doubt or "It was not said when the line above another is meant."
            if (below.led, below.follow) == ((line.of,), CANNOT):
                lines[number] = replace(line, led=below.led, of="")  # what is offered
    bids = [
        number
        for number, line in enumerate(lines)
        if game.trick_game and line.does in (TOKENS, PASS) and not line.phase
    ]
    if bids and any(line.is_bare and line.does in OF_CARDS - {PLAY} for line in lines[bids[0] : bids[-1]]):
        doubt = doubt or "Whether that is said of the bidding or of the play was not told."
    lines = [without_cards(game, line, forbidden) for line in lines]
    if why := next(filter(None, (contradicts(game, line) for line in lines)), ""):
        raise Illegal(why)
    refuse_if(_asks_elsewhere(game, lines), "A card is played after the bids.")
    thrown_off = any(line.phase == "discard" and "T:0:0" in line.holds for line in lines)
    doubt = doubt or AWAY * thrown_off
    refuse_if(any(map(sees_the_blind, lines)) and lines[-1].is_bare and lines[-1].does != ASK, UNSEEN)
    refuse_if(len(lines) > LINES, f"A plan has at most {LINES} lines.")
    for _ in range(LINES):
        never = unreached(lines)
        if never is None:
            return tuple(lines), doubt
        n, above = never
        line = lines.pop(n)
        if what_is_done(line) != what_is_done(lines[above]):
            lines.insert(above, line)
            doubt = doubt or NEVER_USED
    raise Illegal("A line of this plan would never be used, because a line above it always is.")


def _asks_elsewhere(game: AnyGame, lines: Sequence[PlanLine]) -> bool:
    """Whether one is asked at the bids where all else is about cards, or in a trick where all else is about bids."""
    done = [kind_of(line) for line in lines if line.does not in (ASK, CLOCK)]
    asked = [line for line in lines if line.does == ASK and not line.phase]
    of_cards, of_bids = "card" in done, any(kind.startswith("answer") for kind in done)
    if not game.trick_game or of_cards == of_bids:
        return False
    return any(line.of_bids if of_cards else line.of_a_trick for line in asked)


def _each_bid(game: AnyGame, lines: Sequence[PlanLine]) -> list[PlanLine]:
    """The lines, one about a bid below that of another only where that other was not made, too."""
    bids = [token for token in game.words if token not in DECKS and token not in game.passes]
    taken = [bids.index(line.taken) for line in lines if line.taken in bids]

    def narrowed(n: int, line: PlanLine) -> PlanLine:
        above = [place for place in taken if line.taken in bids and place > bids.index(line.taken)]
        goes = line.does == TOKENS and line.tokens[0] in bids and above and bids.index(line.tokens[0]) <= min(above)
        first = not any(bids.index(one.taken) in above for one in lines[:n] if one.taken in bids)
        return replace(line, free=bids[min(above)]) if above and first and not goes and not line.free else line

    return [narrowed(n, line) for n, line in enumerate(lines)]


def spells_out(before: Clause, clause: Clause) -> bool:
    """Whether a clause says what is done in the exception of the one before: “low unless I am last; if last, win”."""
    told = {name: value for name, value in clause.part.items() if name in WHENS}
    excepted = before.besides[0] if len(before.besides) == 1 else {}
    acts = {"does", "_low"} & clause.part.keys() and not {"does", "_low"} & excepted.keys()
    if not (excepted and acts) or clause.besides or clause.more or clause.link == "then":
        return False
    own = {name: value for name, value in excepted.items() if name in WHENS and before.part.get(name) != value}
    return told == own if told else "_flip" in clause.part and "_not_so" not in clause.part


def _with_exceptions(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, with what is done in an exception in it."""
    found: list[Clause] = []
    for clause in clauses:
        if found and spells_out(found[-1], clause):
            before = found.pop()
            clause = before.but(besides=({**before.besides[0], **part_without(clause.part, "_flip")},))
        found.append(clause)
    return found


def _each_way(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses, those with one condition or another once for each."""
    for before, clause in zip((None, *clauses), clauses, strict=False):
        if before and "_either" in before.part and not REFERRING.isdisjoint(clause.part):
            raise Illegal("What is not so could not be told.")
        exceptions = [_ways(one) for one in clause.besides]
        for number, way in enumerate(ways := _ways(clause.part)):
            own = (each[number:][:1] if len(ways) == len(each) > 1 else each for each in exceptions)
            yield clause.but(part=way, besides=tuple(one for each in own for one in each))


def _ways(part: Part) -> list[Part]:
    """A part with one condition or another, once for each."""
    ways = part.get("_either", ({},))
    rest = part_without(part, "_either")
    if any(name in rest and rest[name] != value for one in ways for name, value in one.items()):
        raise Illegal("When that is meant could not be told.")
    return [{**rest, **one} for one in ways]


def _following_suit(clauses: Sequence[Clause]) -> Sequence[Clause]:
    """“Follow low” beside a line for where I cannot follow suit, and “follow high”, are meant for where I can."""
    beside = any(part.get("follow") == CANNOT for clause in clauses for part in (clause.part, *clause.besides))
    return [
        one.but(part={**part_without(one.part, "follows"), "follow": CAN})
        if "_follows_suit" in one.part and "follow" not in one.part and (beside or one.part.get("does") == HIGHEST)
        else one
        for one in clauses
    ]


def _of_the_suit_below(game: AnyGame, clause: Clause, below: Clause | None) -> Clause:
    """“If the king has gone the queen, else the smallest heart”: of the suit of the “else”, both."""
    part, otherwise = clause.part, below.part if below and below.link == "else" else {}
    named = [card for name in NAMED for card in part.get(name, ())]
    suited = {"led", "leads", "of", "first"} & part.keys() or len(ranks_alone(part)) < len(named)
    plain = otherwise.get("does") in (LOW, HIGH) and otherwise.get("of") in game.suits
    if not (named and plain) or suited or any(name in otherwise for name in WHENS):
        return clause
    return clause.but(part={**part, "of": otherwise["of"], "_rank": True})


def _of_one_suit(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses, with the suit that is led where a rank alone shows it: “the knight of clubs if the king has gone,
    else the 8”; and “the queen if that has gone” is about the tricks of the king before it.
    """
    for before, clause, below in zip((None, *clauses), clauses, (*clauses[1:], None), strict=False):
        part, told = clause.part, clause.part.keys() & set(WHENS)
        suits = suits_of(part.get("tokens", ())) if part.get("does") == PLAY else set()
        otherwise = below.part if below and (below.link == "else" or not CONTRARY.isdisjoint(below.part)) else {}
        alone = ranks_alone(otherwise) and len(ranks_alone(otherwise)) == len(otherwise.get("tokens", ()))
        if told and alone and len(suits) == 1 and not (suits == {"T"} or ABOUT & (part.keys() | otherwise.keys())):
            clause = clause.but(part={**part, "led": tuple(suits)})
        if before and told == {"gone"} and not clause.link and before.part.get("does") == PLAY:
            tricks = {name: before.part[name] for name in WHENS if name in before.part}
            tricks |= {"_heading": True} if tricks.keys() - {"led", "leads", "follow"} else {}
            if tricks and has_gone(before.part["tokens"], part["gone"]) and part.get("does") == PLAY:
                clause = clause.but(part={**tricks, **part})
        yield clause


ABOUT = frozenset(("led", "leads", "first", "led_by", "follow", "follows", "of", "held", "phase"))
"""What says of which tricks, or suit, a card is."""
CONTRARY = frozenset(("_denied", "_not_so", "_flip", "_before_that"))
"""Marks of what is said of the opposite case."""


def has_gone(cards: Sequence[str], gone: Sequence[str]) -> bool:
    """Whether these cards are among those that have gone, which may be named by their rank."""
    return bool(gone) and all({card, f"{RANK_ALONE}{rank(card)}"} & {*gone} for card in cards)


DOUBTFUL: Mapping[str, str] = {
    "_rank": "Which card is meant was not said in full.",
    "_led_or_to_lead": "Whether the suit is led, or to be led, could not be told.",
    "_has_it": "Whether that suit is led then was not said.",
    "_over_whom": "Whether to go over others who bid later, too, was not said.",
    "_soon": "Whether that is meant for the next card alone was not said.",
    "_by": "Of a card only whether it lies there can be told, not by whom.",
    "_short": "Whether that is meant of tricks which they are winning was not said.",
    "_not_yet": "Whether that is meant of tricks that are trumped already was not said.",
    "_they": "Whether your partner is meant, too, was not said.",
    "_passing": "Whether the first goes again in later tricks was not said.",
    "_of_all": "Whether that is said of all these cards, or of the last one, was not said.",
    "_heading": "Whether the first condition goes for that, too, was not said.",
    "_on_it": "Whether that is meant only where the other card lies there was not said.",
    "_or_none": "Whether that goes where nobody has bid, too, was not said.",
    "_caps": WHETHER_TO_BID,
    "_forbids": ONLY_FORBIDDEN,
    "_in_hand": "Whether the trick is meant, or your hand, was not said.",
    "_so_far": "Whether only this trick is meant, or the whole deal, was not said.",
    "_spent_mine": "Whether all of them are meant, or only those that I hold, was not said.",
    "_thereafter": "Of which tricks the last line is meant, and whether also of those before, was not said.",
    "_kept_or_stolen": "Whether it is kept or stolen was not said.",
    "_vague": "Which card of that suit is meant was not said.",
    "_or": "Which of these is to be trumps was not said.",
    "_noun": "Whether that is called, or trumped, was not said.",
    "_left": "Whether the trick is left to others, or the bidding, was not said.",
    "_gets": "Whether that is meant of tricks which they are winning was not said.",
    "_at_the_end": "Whether that player is to be the last of all, or only after you, was not said.",
    "_lead_or_card": "Whether that is said of the lead, or of the card, was not said.",
    "_stated": "Whether that is a condition was not said: “if” before it makes it one.",
}
"""Why a clause with such a mark may be meant otherwise."""


def _doubt(game: AnyGame, clause: Clause, linked: str, main: list[PlanLine], before: list[PlanLine]) -> str:
    """A sentence on why a clause may be meant otherwise. ``linked``: how it begins in the text."""
    line = main[0]
    refuse_if(clause.link == "else" and not before, "“Otherwise” begins a line, after another.")
    if clause.link == "else" and line.is_bare and line.does != ASK and not any(goes_with(line, one) for one in before):
        bid = game.trick_game and line.does in OF_CARDS and all(one.does == TOKENS for one in before)
        return "Whether “otherwise” is said of the bidding or of the play was not told." if bid else ELSEWHERE
    if before and ("_closing" in clause.part or (linked == "but" and len(before) > 1)):
        return OF_ALL_LINES
    bids = [one for one in (line, *before) if one.does == TOKENS and one.phase not in ("keep", "split")]
    placed = "centre" in game.words and len({PLACES.isdisjoint(one.tokens) for one in bids}) > 1
    refuse_if(placed, "On which place each card goes was not said.")
    if before and not clause.link and would_overtake(asdict(before[-1]), clause.part):
        return COMES_FIRST
    ruffed = before[-1] if before else PlanLine("")
    low = line.is_bare and line.of == "T" and clause.link == "else"
    if low and ruffed.does == WIN and (ruffed.of, ruffed.follow) == ("T", CANNOT):
        main[0] = replace(line, follow=CANNOT)  # what is offered
        return "Whether that goes where trumps are led, or where I lead, too, was not said."
    if clause.part.get("_leaves") and line.is_bare and not any(one.does in OF_CARDS for one in before):
        return DOUBTFUL["_left"]
    if clause.part.get("_counted") and all(token.startswith(f"{ALL}:") for token in line.tokens):
        return "Whether so many cards are to be laid away was not said."
    if clause.part.get("_over_them") and game.sides:
        return "Whether to go over your partner, too, was not said."
    of_some = "_whom" in clause.part or ("_ruffs_plain" in clause.part and line.does == WIN)
    if of_some and clause.part.keys().isdisjoint(WHENS):
        return "In which tricks that is meant was not said."
    parts = (clause.part, *clause.besides)
    told = {"_kept_or_stolen"} if any(one.phase == "split" for one in before) else set()
    marked = (why for mark, why in DOUBTFUL.items() if mark not in told and any(one.get(mark) for one in parts))
    if why := next(marked, ""):
        return why
    if linked == "then" and line.leads and line.does in (LOW, HIGH) and clause.part.get("_single"):
        return "Whether you go on leading that suit was not said."
    if clause.part.get("_one_of_them") and line.is_bare and clause.link != "else":
        return "Which card is meant was not said."
    if clause.part.get("_out") and clause.link != "else":
        return "Whether that is a pass was not said."
    if clause.part.get("_home") and line.is_bare:
        return "When that is meant was not said."
    if clause.part.get("_on_whom") and not line.led_by and line.does in (LOW, HIGH, LOWEST, HIGHEST, WIN):
        return DOUBTFUL["_short"]
    if clause.part.get("_from_where") and line.is_bare and clause.link != "else":
        return "With which bid to begin was not said."
    if "_bid_too" in clause.part and line.is_bare and not any(kind_of(one) == "card" for one in before):
        return f"“{clause.part['_bid_too']}” {BID_TOO}"
    bare = any(one.is_bare and kind_of(one) == kind_of(line) for one in main)
    if _follow_each_other(game, main, before, clause):
        before[:] = [replace(one, phase=phase) for one, phase in zip(before, phases_of_bids(game), strict=False)]
        main[0] = replace(line, phase=phases_of_bids(game)[len(before)])
        return "It was not said which is for which bid."
    alike = any(kind_of(one) == kind_of(line) for one in before)
    said = not {"_taken", "_none_wins", "_flip", "_same"}.isdisjoint(clause.part)
    if bare and alike and clause.link != "else" and not said:
        return "It was not said when the last line is meant: “else” before it means in all other cases."
    if clause.part.get("_several") and (len(main[0].tokens) < 3 or "discard" not in game.phases):
        raise Illegal("Which of these cards is meant could not be told.")
    played = line.does == PLAY and {"_in_turn", "_to_a_trick", "_first_lawful"}.isdisjoint(clause.part)
    if main and len(main) == 1 and not line.phase and line.is_bare and played and len(line.tokens) > 2:
        return "Whether these cards are to be laid away, or played one after the other, was not said."
    if clause.part.get("_several"):
        return "Whether these cards are to be laid away, or played one after the other, was not said."
    if clause.part.get("_any") and not line.led and (clause.link != "else" or linked == "then"):
        raise Illegal("That leaves everything open.")
    leads = line.does == PLAY and line.leads and "led" in clause.part
    if leads and any(suit(one) != clause.part["led"][0] for one in line.tokens):
        return "Whether the suit is led, or to be led, could not be told."
    if "_which" in clause.part and line.is_bare and clause.link != "else":
        return "Which card of that suit is meant was not said."
    if "_any_of" in clause.part and line.of not in ("T", *line.led) and line.led and line.follow != CANNOT:
        return "Only a card of the suit led may follow it, unless I have none."
    if line.does == PLAY and len(line.led) == 1 and line.led[0] in "SHDCBO" and line.follow != CANNOT:
        others = [token for token in line.tokens if suit(token) not in (line.led[0], "T", "")]
        if others:
            return f"Only a card of the suit led may follow it, unless I have none: {others[0]} is of another suit."
    return ""


def _denied(game: AnyGame, clause: Clause, lines: Sequence[PlanLine]) -> tuple[list[PlanLine], Clause]:
    """What holds where a condition of the line before does not, “not last: the 9”; and what that leaves of the clause.

    The other conditions of that line go on. Where it does not act, one is asked: “not last” is about another case.
    """
    part = dict(clause.part)
    denied = conditions_of(_made(game, {**part.pop("_denied"), "does": ASK}, lines)[0])
    last = lines[-1] if lines else PlanLine("")
    told = conditions_of(last)
    if denied == {"last": True} and not last.last:
        return [], clause.but(part={**part, "waited": (AFTER,)})
    if not denied or any(told.get(name) != value for name, value in denied.items()):
        raise Illegal("What is not so could not be told.")
    further = {name: value for name, value in told.items() if name not in denied}
    asked = [] if always_answers(last) else [PlanLine(ASK, **told)]
    here = {**further, **part}
    link = "" if any(name in here for name in WHENS) else "else"
    return asked, clause.but(part=here, link=link)


def _not_so(clause: Clause, lines: Sequence[PlanLine]) -> tuple[list[PlanLine], Clause]:
    """What holds where the conditions of the line before do not, except for what is led: “if I do not, low”."""
    last = lines[-1] if lines else PlanLine("")
    told = conditions_of(last)
    further = {name: value for name, value in told.items() if name in ("led", "leads", "first", "phase")}
    of_somebody = "_flip" in clause.part
    part = part_without(clause.part, "_not_so", "_flip")
    side = PARTNER if last.partner else TAKER
    if of_somebody and told in ({"leads": True}, {**further, "partner": True}, {**further, "side": TAKER}):
        denied = {"follows": True} if last.leads else {**further, "unside": side}
        return [], clause.but(part={**denied, **part}, link="")
    if told == {"leads": True} and "_not_so" in clause.part:  # “when it is my lead …; when it is not …”
        return [], clause.but(part={"follows": True, **part, "_lead_or_card": True}, link="")
    if last.does == WIN and last.tokens and of_somebody:
        return [], clause.but(part={**told, **part}, link="" if told else "else")
    if not lines or (last.does == WIN and further == told) or (further == told and (of_somebody or last.does != PLAY)):
        raise Illegal("What is not so could not be told.")
    asked = [] if further == told or always_answers(last) else [PlanLine(ASK, **told)]
    won = of_somebody and bool(last.winning or last.side or last.partner)
    here = {**further, **({"follows": True} if won else {}), **part}
    link = "" if any(name in here for name in WHENS) else "else"
    return asked, clause.but(part=here, link=link)


def _follow_each_other(game: AnyGame, main: Sequence[PlanLine], before: Sequence[PlanLine], clause: Clause) -> bool:
    """Whether bids follow each other without a word on which is which, in a game that asks for one after the other."""
    bare = all(one.is_bare and (one.does == TOKENS or len(one.tokens) == 1) for one in (*before, *main))
    return bare and clause.link != "else" and len(main) == 1 and 0 < len(before) < len(phases_of_bids(game))


OVERTAKING = frozenset(
    "led leads winning partner side unside can trumped last follow follows position first lies unlies best led_by bids"
    " bid_by passed points counts acted waited nth_trick ending gone ungone mine unmine holds spent time opening facts"
    " laid_by".split()
)
"""Conditions that may come true while the card, or the bid, of the line before may still be played, or made."""


HEADINGS = frozenset(("led", "follow", "leads"))
"""Conditions of a line that does not say more than in which tricks it acts: “hearts low; if I am last, high”."""
LEADS = frozenset(("follows", "first", "led_by", "phase"))
"""Other conditions on what is led."""
ON_LEAD = frozenset("gone ungone mine unmine holds nth_trick ending spent opening".split())
"""Conditions that may come true on lead, too."""


def would_overtake(before: Part, part: Part) -> bool:
    """Whether what is done under a condition stands behind what is done without it: “the king; if I am last, the 2”,
    “hearts low; if I am last, high”. Read in their order, the king would be played last, too."""
    told = {name for name in WHENS if part.get(name)} - {"phase"}
    cards = all(one.get("does") in OF_CARDS or "_low" in one for one in (before, part))
    if "_either" in before:
        return False
    if before.get("does") in (WIN, DUCK) and part.get("can") == CANNOT:
        return False
    if part.get("last") and (AFTER in before.get("waited", ()) or "last" in before.get("_denied", ())):
        return False
    of_the_led = before.get("does") in (LOW, HIGH) and "of" not in before
    if of_the_led and (part.get("follow") == CANNOT or (part.get("_low") == before["does"] and "of" in part)):
        return False  # where there is a card of the suit led, no other may be played
    if {*before.get("tokens", ())} & {*part.get("gone", ()), *part.get("unmine", ())}:
        return False  # that card cannot be played then
    calls = all("_calls" in one or one.get("phase") == "call" for one in (before, part))
    bids = before.get("does") == TOKENS and not before.get("phase") and part.get("does") in (TOKENS, PASS)
    suits = {before["of"]} if before.get("of") else {suit(one) for one in before.get("tokens", ())}
    if len(suits) == 1 and (f"{min(suits)}:0:0" in part.get("holds", ()) or _lacks(part, min(suits))):
        return False  # nor can any of that suit
    if "time" in told and "led" in part:
        return False  # the card of the first time has gone then
    shared = {name for name in told if before.get(name) == part[name]}
    stays, own = {name for name in WHENS if before.get(name)} - shared - {"phase"}, told - shared
    within = not stays or (
        stays <= HEADINGS and own.isdisjoint(LEADS | HEADINGS) and (own <= ON_LEAD or "leads" not in stays)
    )
    return bool((cards or bids or calls) and within and own and own <= OVERTAKING)


def _lacks(part: Part, of: str) -> bool:
    """Whether a condition says that I have no card of a suit."""
    return part.get("follow") == CANNOT and part.get("led") == (of,)


def _made(game: AnyGame, part: Part, before: Sequence[PlanLine]) -> list[PlanLine]:
    """The lines that a part says: one, or one for each suit where a rank alone is meant of the suit led."""
    said, last = dict(part), before[-1] if before else PlanLine("")
    asked: list[PlanLine] = []
    if must := said.pop("_must_trump", False):
        if said.get("led") == ("T",) and said.get("does") == PLAY:
            said = {**part_without(said, "led"), "of": "T"}
        trumps = {"of": "T"} if "_low" in said or said.get("does") == WIN or ranks_alone(said) else {}
        return [
            *(() if must == "ruff" else _made(game, {**said, **trumps, "led": ("T",)}, before)),
            *_made(game, {**said, **trumps, "follow": CANNOT}, before),
        ]
    if said.pop("_other", False):
        named = {of for line in before for of in line.led}
        refuse_if(not named or "led" in said, "“Any other suit” goes below a line that names one.")
        said["led"] = tuple(
            of for of in game.suits if of not in named and not (of == "T" and said.get("follow") == CANNOT)
        )
    if "_same" in said:
        of_the_same_suit(said, before)
    if said.pop("_none_wins", False) and last.does == WIN:
        del said["can"]
        said = {**conditions_of(last), **said}
    none = said.pop("_none", False) and before
    if none and last.lies and "led" not in said:
        del said["follow"]
        said |= {**conditions_of(replace(last, lies=())), "unlies": last.lies}
    elif none and last.led and "led" not in said:
        said["led"] = last.led
    if said.pop("_with", False):
        refuse_if(last.does not in (PLAY, WIN), "What is played with that could not be told.")
        same = {name: value for name in ("follow", "led") if (value := getattr(last, name))}
        said = {**same, **said, "does": last.does}
    if declared := said.pop("_first_with", ()):
        if said.get("does") == PLAY and len(said["tokens"]) == 1 and "also" not in said:
            return _made(game, {**said, "also": declared}, before)
        first = {**said, "also": declared, "opening": True}
        return [*_made(game, first, before), *_made(game, said, before)]
    if said.pop("_or", False):
        return [line for token in said["tokens"] for line in _made(game, {**said, "tokens": (token,)}, before)]
    if said.pop("_any_suit", False):
        said["follows"] = True
    if said.get("tokens") == (IT,):
        refuse_if(len(said.get("mine", ())) != 1, "Which card is meant could not be told.")
        said["tokens"] = said["mine"]
    if said.pop("_same_who", False):
        refuse_if(not (last.winning or last.partner or last.side or last.unside), WHAT_IS_SO)
    if held := said.pop("_held", False):
        if last.does != PLAY or len(last.tokens) != 1 or held not in (True, rank(last.tokens[0])):
            raise Illegal("Which card is meant to hold could not be told.")
        said["held"] = last.tokens[0]
        if last.leads and not {"led", "follow", "follows", "last", "position"} & said.keys():
            said["leads"] = True
    if said.pop("_once", False) and (said.get("does") != PLAY or len(said["tokens"]) != 1):
        raise Illegal("Whether that is meant once, or each time, was not said.")
    if said.pop("_its_suit_led", False):
        suits = {said["of"]} if said.get("of") else {suit(token) for token in said.get("tokens", ())} - {""}
        tiles = [one for one in said.get("tokens", ()) if one in DECKS and "-" in one]
        if tiles and len(last.led) == 1 and all(last.led[0] in one.split("-") for one in tiles):
            suits = {*last.led}
        if len(suits) != 1 or not suits <= game.suits.keys() or "led" in said:
            raise Illegal("Which suit is led then could not be told.")
        said["led"] = tuple(suits)
        said = part_without(said, "of")
        said["does"] = said["does"] if said["does"] not in (LOWEST, HIGHEST) else {LOWEST: LOW}.get(said["does"], HIGH)
    if said.pop("_those_spent", False) or said.get("spent") == ("",):
        raise Illegal("Which cards are gone then could not be told.")
    other = said.pop("_not_of_another", False) and "led" in said
    refuse_if(said.pop("_again_then", False) and (other or not last.time), "The first time of what was not said.")
    if said.get("time") and not (said.keys() & {"led", "leads"}):
        refuse_if(not (last.time and (last.led or last.leads)), "The first time of what was not said.")
        said |= {"led": last.led} if last.led else {"leads": True}
    if said.pop("_ruffs_plain", False) and "led" not in said:
        said["led"] = tuple(of for of in game.suits if of != "T")
    if said.get("leads") and len(said.get("led", ())) == 1:
        said["of"] = said.pop("led")[0]
    refuse_if(said.pop("_leads", False) and not said.get("leads"), "A suit before “low” or “high” is the suit led.")
    if said.pop("_flip", False):
        said |= flipped(before)
    if "_he" in said:
        said |= of_him(said.pop("_he"), before)
    if said.pop("_nothing", False):
        refuse_if(not any(kind_of(one) == "card" for one in before), "Whether that is a pass was not said.")
        refuse_if(last.does == RICHEST, "Whether no points are meant was not said.")
    if "_it_taken" in said and NOBODY in (last.trumped, last.bids):
        del said["_it_taken"]
        said |= flipped(before)
    if "_it_taken" in said:
        bid = last.tokens if before else ()
        refuse_if(not bid or last.does != TOKENS, "What is taken could not be told.")
        del said["_it_taken"]
        said["taken"] = last.free or bid[0]
    if "_its_free" in said and last.trumped == SOMEBODY and not last.laid_by:
        del said["_its_free"]
        said |= {**part_without(conditions_of(last), "led"), "trumped": NOBODY}
        said |= {"led": last.led} if last.led else {}
    if said.pop("_kept_back", False):
        refuse_if(last.does != PLAY, "What is to be kept could not be told.")
        said["but"] = (*said.get("but", ()), *last.tokens)
    if "_in_order" in said:
        kings = [f"K{of}" for of in said.pop("_in_order")]
        refuse_if("call" not in game.phases or not {*kings} <= game.words.keys(), "That is never asked in this game.")
        when = {name: value for name, value in said.items() if name in WHENS}
        return [PlanLine(TOKENS, (king,), **{**when, "phase": "call", "unmine": (king,)}) for king in kings]
    if said.pop("_its_free", False):
        own = said.get("tokens", ())
        refuse_if(len(own) != 1 or said.get("does") != TOKENS, "Who is meant could not be told.")
        said["free"] = own[0]
    if said.pop("_mine_it", False):
        only = last.tokens if before else said.get("tokens", ())
        refuse_if(len(only) != 1 or not is_card(game, only[0]), "Which card is meant could not be told.")
        said["mine"] = only
    refuse_if(said.get("taken") == "?", "What is taken could not be told.")
    if said.pop("_he_wins", False) and not ("winning" in said or "partner" in said or "side" in said):
        again = last.partner and not any(name in said for name in WHENS)  # “they”, after what is done then
        if not again and (said.pop("_partner", False) or last.partner or last.unside == PARTNER):
            said["partner"] = True
        elif TAKER in (last.side, last.unside):
            said["side"] = TAKER
        else:
            raise Illegal("Who is meant could not be told.")
    refuse_if(said.pop("_in_contrast", False) and not (last.partner or last.winning), "Who is meant could not be told.")
    if "_place" in said:
        put = last.tokens if last.does == TOKENS else ()
        if len(put) != 2 or not (is_card(game, put[0]) or put[0].startswith(RANK)) or is_card(game, said["_place"]):
            raise Illegal("Which card is meant there was not said.")
        said |= {"does": TOKENS, "tokens": (put[0], said.pop("_place"))}
    refuse_if(said.pop("_so_acted", False) and last.acted != said["waited"], "What is not so could not be told.")
    if "led" not in said and "of" not in said and suits_of(said.get("tokens", ())) == {"T"}:
        lain = [
            of_rank(game, card[1:]) if card[0] == RANK_ALONE and not card_of(game, "T", card[1:]) else (card,)
            for card in said.get("lies", ())
        ]
        said |= {"lies": tuple(card for cards in lain for card in cards)} if "lies" in said else {}
    refuse_if(said.get("best") == () or said.get("lies") == (), "There is no such card.")
    if said.pop("_wins", False):
        if said.get("does") not in (PLAY, WIN) or len(said.get("tokens", ())) != 1:
            raise Illegal("Which card is to win could not be told.")
        said["does"] = WIN
    if said.pop("_of_the_led", "") not in ("", *said.get("led", ()), said.get("leads") and said.get("of")):
        raise Illegal("When that is meant could not be told.")
    own = suits_of(said.get("tokens", ())) if said.get("does") == PLAY and not last.led else set()
    its_suit = said.get("led") or tuple(own)
    if said.pop("_leads_it", False) and len(its_suit) == 1:
        said |= {"led": its_suit, "led_by": (said.pop("_it_was"),)}
    if who := said.pop("_it_was", said.pop("_others_lead", "")):
        refuse_if(not last.led_by or "led" in said, "Who is meant could not be told.")
        if who == SOMEBODY:  # somebody else
            who = OPPONENT if last.led_by == (PARTNER,) else True
        alike = {one.led for one in before if one.led_by == last.led_by}
        led: Part = {"led": last.led} if len(alike) == 1 and last.led else {}
        said |= (
            {"leads": True}
            if who == "me"
            else {**led, "led_by": (who,)}
            if who is not True
            else led or {"follows": True}
        )
    if seats := said.pop("_rest_leads", ()):
        named = {who for line in before for who in line.led_by}
        of_side = len(named) == 1 and {*last.led_by} == named and not named <= {*seats}
        if of_side and not always_answers(last):
            asked = [PlanLine(ASK, **conditions_of(last))]
        if of_side and "led" not in said:
            named = set()
            said |= {"led": last.led} if last.led else {}
        refuse_if(not named <= {*seats}, "Who is meant could not be told.")
        led = {"led": last.led} if named and "led" not in said and last.led else {}
        said |= {**led, "led_by": tuple(who for who in seats if who not in named)} if named else {"follows": True}
    if said.pop("_he_leads", False):
        whom = {*map(str, last.winning), *last.led_by, *filter(None, (last.side, PARTNER * last.partner))}
        refuse_if(len(whom) != 1, "Who is meant could not be told.")
        said["led_by"] = tuple(whom)
    if (whose := said.pop("_whose", ())) and last.led_by:
        said = part_without(said, "winning", "partner", "side")
        said["led_by"] = whose
    if said.pop("_over_whom_before", False) and not {"side", "winning", "partner", "unside"} & said.keys():
        said |= {name: told for name, told in conditions_of(last).items() if name in ("side", "winning")}
    if said.pop("_not_them", False) and (last.winning or last.side == TAKER):
        del said["side"]
        said["unside"] = TAKER if last.side else str(last.winning[0])
    if said.pop("_theirs", False) and last.led_by:
        said["led_by"] = (said.pop("side"),)
    if fact := said.pop("_he_there", ""):
        put = last.tokens[-1:] if before else ()
        refuse_if(not choosing.PLACES.issuperset(put or ("",)), "Where that is could not be told.")
        said["facts"] = (*said.get("facts", ()), f"{fact} {put[0]}")
    if said.pop("_not_gone", False):
        refuse_if(not last.gone, "What is not so could not be told.")
        said |= {**conditions_of(replace(last, gone=())), "ungone": last.gone}
    if "_anyone_else" in said and NOBODY in (last.trumped, last.bids):
        del said["_anyone_else"]
        said |= flipped(before)
    if said.pop("_anyone_else", False):
        winners = [*map(str, last.winning), *filter(None, (last.side, PARTNER * last.partner))]
        led_by = bool(last.led_by) and always_answers(last)
        if not (led_by or last.bid_by or (len(winners) == 1 and winners[0] != OPPONENT)):
            raise Illegal("Who is meant could not be told.")
        said |= {"follows": True} if led_by else {"bids": SOMEBODY} if last.bid_by else {"unside": winners[0]}
    refuse_if(said.pop("_do", False) and said.get("can") != CAN, "What is to be done could not be told.")
    if said.get("_bought") and last.does == said.get("does") == TOKENS and "call" in game.phases:
        said["phase"] = "call"
    if said.pop("_bought", False) and (said.get("does") != TOKENS or said.get("phase") != "call"):
        raise Illegal("When that is meant could not be told.")
    if "_taken" in said and (last.tokens != (said["_taken"],)):
        refuse_if(said["_taken"] in game.passes, "Whose bid is meant could not be told.")
        said["taken"] = said.pop("_taken")
    if said.pop("_plain", False):
        refuse_if(said.get("does") != WIN or "T" not in game.suits, "Which card is to win could not be told.")
        said["but"] = of_suit(game, "T")
    if "_to" in said:
        return _up_to(game, said)
    if "_places" in said:
        return _placed(game, said, before)
    if "_calls" in said:
        said |= _call(game, said, before)
    if "_turn" in said:
        said |= _turn(said.pop("_turn"), said, before)
    refuse_if("_even" in said and not _is_higher(game, said.pop("_even"), said), "That bid is not above the other.")
    if "_over" in said and said.get("does") != PASS and not _is_higher(game, said.pop("_over"), said):
        raise Illegal("That bid is not above the other.")
    placed = last if last.does in (LOWEST, HIGHEST) else None
    if said.get("_low") and placed and placed.tokens and any(name in said for name in WHENS):
        said |= {"does": LOWEST if said.pop("_low") == LOW else HIGHEST, "tokens": placed.tokens}
    if whole := said.pop("_suit_of_all", ""):
        said["tokens"] = tuple(card_in_full(game, whole, token) for token in said["tokens"])
        refuse_if({suit(token) for token in said["tokens"]} != {whole}, "That names a card of another suit.")
    if said.get("held") and "of" not in said and ranks_alone(said):
        said["tokens"] = tuple(card_in_full(game, suit(said["held"]), token) for token in said["tokens"])
    of = said.get("of") or (said["led"][0] if len(said.get("led", ())) == 1 else "")
    told = said.pop("_else", False) or any(name in said for name in WHENS)
    suits = suits_of(said.get("tokens", ()))
    if len(suits) == 1 and (not of or said.get("follow") == CANNOT):
        of = suits.pop()
    begun = len(last.led) == 1 and "led" not in said and told and not said.pop("_anew", False)
    if begun and ranks_alone(said) and of in ("", last.led[0]):
        said["led"], of = last.led, last.led[0]
    told_by = ("lies", "first", "best", "gone", "ungone")
    lying = suits_of(card for name in told_by for card in said.get(name, ())) - {"T", ""}
    if not of and len(lying) == 1 and "led" not in said and "follow" not in said and ranks_alone(said):
        of = next(iter(lying))
        if not said.get("leads"):
            said["led"] = (of,)
    if not of and ranks_alone(said):
        if said.get("leads") or not (said.get("does") == WIN or any(name in said for name in WHENS)):
            raise Illegal("A rank alone needs one suit before it; name the card in full.")
        refuse_if(said.get("follow") == CANNOT, RANK_OF_THE_LED)
        there = said.get("lies", ()) if "_on_it" in said else ()
        of_a_rank = len({*map(rank, there)}) == 1
        of_it = {suit(card): {"lies": (card,)} for card in there if of_a_rank and card[0] != RANK_ALONE}
        return [
            _line(game, {**said, "led": (each,), **of_it.get(each, {})}, each)
            for each in said.get("led", game.suits)
            if card_of(game, each, ranks_alone(said)[0])
        ]
    line = _line(game, said, of)
    return [*asked, *(_one_by_one(game, line) if said.get("_in_turn") and not line.phase else [line])]


def _one_by_one(game: AnyGame, line: PlanLine) -> list[PlanLine]:
    """Cards “first … then”, a line each: none before those ahead of it have gone, even where only it may be played."""
    suits = {suit(token) for token in line.tokens}
    if line.leads or ("doubles" not in game.suits and len(suits) == 1 and "T" not in suits):
        return [line]
    ahead = (line.tokens[:number] for number in range(len(line.tokens)))
    return [
        replace(line, tokens=(one,), unmine=(*line.unmine, *gone)) for one, gone in zip(line.tokens, ahead, strict=True)
    ]


def _placed(game: AnyGame, said: Part, before: Sequence[PlanLine]) -> list[PlanLine]:
    """A card for a place: one line for each place in order."""
    part = part_without(said, "_places")
    places: tuple[str, ...] = said["_places"]
    refuse_if(places == (choosing.LEFT,), "Which place that is was not said: the centre, the cloak or the blind.")
    if places == (choosing.THERE,):
        told = set(choosing.PLACES).intersection(one for fact in said.get("facts", ()) for one in fact.split())
        told = told or ({before[-1].tokens[-1]} if before and before[-1].tokens else set())
        refuse_if(len(told) != 1, "Where it is to go could not be told.")
        places = tuple(told)
    card = part.get("tokens", ())
    if "_rank" in part:
        suits = [fact.split()[-1] for fact in part.get("facts", ()) if fact.split()[0] == "suit"]
        refuse_if(len(suits) != 1, "Which card is meant was not said: name it in full.")
        card = (card_of(game, suits[0], part.pop("_rank")),)
    told = {fact.split()[1] for fact in part.get("facts", ()) if fact.split()[0] == "suit"}
    if card and card[0].startswith(RANK) and not told.isdisjoint(places):
        raise Illegal("Which card is meant was not said: name it in full.")
    refuse_if(part.pop("_suit_of", places[0]) not in places, "The suit of another place is not known to a plan.")
    last = before[-1] if before else PlanLine("")
    if part.get("nth", 0) > 1 and last.does == part["does"] and not last.nth and last.is_bare:
        del part["nth"]  # the highest was bid before: the second highest is what is the highest then
    return [line for place in places for line in _made(game, {**part, "tokens": (*card, place)}, before)]


def _calls(game: AnyGame, part: Part) -> bool:
    """Whether a part is a call: before all tricks."""
    named = part.get("tokens", ())[:1] if part.get("does") == TOKENS else ()
    return (
        "_calls" in part
        or part.get("phase") == "call"
        or ("call" in game.phases and not game.suits.keys().isdisjoint(named))
    )


def _call(game: AnyGame, said: dict[str, Any], before: Sequence[PlanLine]) -> Part:
    """“Call hearts”: the king of hearts, where kings are called; “else diamonds” after such a line, too."""
    of = said.pop("_calls")
    again = said.pop("_again", False)
    if again and said.get("phase") != "call" and not (before and before[-1].phase == "call"):
        raise Illegal(OF_THAT_SUIT)
    king = f"K{of}" if f"K{of}" in game.words else of
    refuse_if("call" not in game.phases or king not in game.words, "That is never asked in this game.")
    return {"does": TOKENS, "tokens": (king,), "phase": "call"}


def _turn(n: int, said: Part, before: Sequence[PlanLine]) -> Part:
    """“2 second”, after a line that says “first turn”."""
    if said.get("facts") or not before or not any(fact.split()[0] == "turn" for fact in before[-1].facts):
        raise Illegal("When that is meant could not be told.")
    return {"facts": (f"turn {n}" if n else "last-turn",)}


def _is_higher(game: AnyGame, other: str, said: Part) -> bool:
    """Whether a part is a bid above another."""
    bids = [token for token in game.words if token not in DECKS and token not in game.passes]
    made = said.get("tokens", ())
    return said.get("does") == TOKENS and made[0] in bids and other in bids and bids.index(made[0]) > bids.index(other)


def _up_to(game: AnyGame, said: dict[str, Any]) -> list[PlanLine]:
    """The bids up to this one, the lowest first, under the same conditions: the first that is lawful is made."""
    highest = said.pop("_to")
    if said.get("_else") and said.get("bids") == SOMEBODY:
        del said["bids"]
    told = {name: value for name, value in said.items() if name in WHENS}
    if (
        said.keys()
        - told.keys()
        - {"does", "_else", "_if", "_after", "_caps", "_over_them", "_over_whom", "_from_where", "_from"}
    ):
        raise Illegal("Up to which bid, and when, could not be told.")
    bids = [token for token in game.words if token not in DECKS and token not in game.passes]
    lowest = bids.index(said["_from"]) if "_from" in said else said.get("bids") == SOMEBODY
    up_to = bids[lowest : bids.index(highest) + 1 if highest else None]
    lines = [_line(game, {**told, "does": TOKENS, "tokens": (token,)}, "") for token in up_to]
    refuse_if(len(lines) > LINES or not game.passes - {NONE}, f"A plan has at most {LINES} lines.")
    return lines


def _line(game: AnyGame, part: Part, of: str) -> PlanLine:
    said = dict(part)
    for name in NAMED:
        if name in said:
            said[name] = tuple(dict.fromkeys(card_in_full(game, of, token) for token in said[name]))
    low, ever = said.pop("_low", ""), said.pop("_ever", False)
    if low:
        nth = said.get("nth") and not {"led_by", "winning", "partner", "side", "unside", "follows"}.isdisjoint(said)
        follows = (said.get("led") or nth) and said.get("follow") != CANNOT
        said["does"] = low if follows or said.get("of") else LOWEST if low == LOW else HIGHEST
    if said.get("but") == of_suit(game, "T") and said.get("does") in (LOW, HIGH):
        said.pop("but")
    if "winning" in said:
        said["winning"] = tuple(map(int, said["winning"]))
    named = set(said.get("tokens", ())) - choosing.PLACES
    if said.get("does") in (PLAY, TOKENS) and said.get("mine") and set(said["mine"]) == named:
        said.pop("mine")
    if said.get("does") == TOKENS and len(said["tokens"]) == 1 and said["tokens"][0] in game.passes - {NONE}:
        said |= {"does": PASS, "tokens": ()}
    if said.get("does") == TOKENS and said["tokens"][0] in game.suits and "call" in game.phases:
        mine = any(one.startswith("me=") for one in said.get("bid_by", ()))
        if not mine and any(said.get(name) for name in OF_THE_AUCTION):
            raise Illegal("Whether that is a bid or a call could not be told.")
        said["phase"] = "call"
    if said.get("does") == PLAY and said.get("phase") == "call":
        said["does"] = TOKENS
    marks = [name for name in said if name.startswith("_")]
    line = PlanLine(**{name: value for name, value in said.items() if name not in marks})
    if line.follows and (line.follow or line.led):
        line = replace(line, follows=False)
    if line.free and line.does == TOKENS and line.tokens[:1] == (line.free,):
        line = replace(line, free="")
    if line.of and line.does not in (LOW, HIGH, WIN) and not (line.tokens and line.does in (LOWEST, HIGHEST)):
        line = replace(line, of="")
    if ever and line.does in OF_CARDS:
        line = replace(line, ever=True)
    return checked(game, line)
