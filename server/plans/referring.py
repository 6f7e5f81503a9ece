"""What a clause of a plan takes from the clauses and lines before it: a suit, a condition, or its opposite."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from ..rules import AnyGame, Illegal
from ..rules.cards import rank, suit
from .checking import WHENS, always_answers, conditions_of, contradicts, phases_of_bids, refuse_if, suits_of, within
from .grammar import GONE, OVERTAKEN, RANK_ALONE, THERE, Part
from .language import (
    ASK,
    CAN,
    CANNOT,
    CLOCK,
    HIGH,
    LOW,
    LOWEST,
    NOBODY,
    OF_CARDS,
    OTHERS,
    PARTNER,
    PASS,
    PICK,
    PLAY,
    POOREST,
    RICHEST,
    SOMEBODY,
    TOKENS,
    WIN,
    PlanLine,
)
from .vocabulary import DECKS, card_of, is_card, of_rank, of_suit

WHAT_IS_SO = "What is so could not be told."


@dataclass(frozen=True)
class Clause:
    """What one clause says: a line's fields, and how it goes with those before.

    ``link``: how it begins: ``else``, ``but``, ``then``, empty. ``besides``: exceptions, which go before it; a field
    ``does`` is missing where it is not said what is done then. ``more``: what follows where it does not fit.
    ``front``: the conditions before the action; ``scope``: these, where others stand behind it: an “else” that follows
    at once keeps them, and a later one may. ``opposed``: it is said of the opposite case alone, “otherwise the 3”, and
    not, as “else” in the notation, of all where no line above fits.
    """

    part: Part
    link: str = ""
    besides: tuple[Part, ...] = ()
    more: tuple[Part, ...] = ()
    scope: tuple[tuple[str, Any], ...] = ()
    front: tuple[tuple[str, Any], ...] = ()
    opposed: bool = False

    def but(self, **fields: Any) -> Clause:
        """The clause with other fields."""
        return dataclasses.replace(self, **fields)


def part_without(part: Part, *names: str) -> dict[str, Any]:
    """A part without some of its fields and marks."""
    return {name: value for name, value in part.items() if name not in names}


OF_THE_AUCTION = ("bids", "free", "taken", "bid_by", "passed")
"""Conditions about the bids of others, which are over when something is called."""
REFERRING = frozenset(("_he_leads", "_not_so", "_denied", "_flip", "_same", "_he", "_lacks_it", "_none", "_same_who"))
"""Marks of conditions that are about those of the line before."""


REVERSED = {WIN: LOWEST, RICHEST: POOREST}


def opposite(clause: Clause, lines: Sequence[PlanLine]) -> Clause:
    """“Win if I am last, otherwise don't”: the opposite of what was done before."""
    does = REVERSED.get(lines[-1].does) if lines and clause.link == "else" and not lines[-1].of else None
    if does is None:
        raise Illegal("What is to be done instead was not said.")
    return clause.but(part={**part_without(clause.part, "_reverse"), "does": does})


OPPOSITE = frozenset(
    "time nth_trick ending opening trumped last position waited acted points counts lies unlies gone ungone holds"
    " winning partner side unside facts best laid_by".split()
)
"""Conditions of which “otherwise” is said of the opposite."""


def unsaid(game: AnyGame, above: Sequence[PlanLine], line: PlanLine) -> list[PlanLine]:
    """Where the condition of a line above holds and its card may not be played, nothing was said: one is asked, and
    the card for the opposite case is not played.
    """
    if not _names_cards(game, line):
        return []
    asked = [
        PlanLine(ASK, **conditions_of(one))
        for one in above
        if _names_cards(game, one) and not OPPOSITE.isdisjoint(told := conditions_of(one)) and "unmine" not in told
        if not (within(line, one) or _never_both(game, told, line))
    ]
    return [one for one in dict.fromkeys(asked) if one not in above]


def _never_both(game: AnyGame, told: Mapping[str, Any], line: PlanLine) -> bool:
    """Whether conditions never hold where those of a line do."""
    own = conditions_of(line)
    others = {name for name, value in told.items() if name in own and own[name] != value}
    return any(not isinstance(own[name], tuple) for name in others) or (
        not others and bool(contradicts(game, replace(line, **told)))
    )


def _names_cards(game: AnyGame, line: PlanLine) -> bool:
    return line.does in (PLAY, TOKENS) and bool(line.tokens) and is_card(game, line.tokens[0])


def of_its_phase(clause: Clause, before: PlanLine) -> Clause:
    """“Otherwise” with cards, after a line on what is called or laid away: it is about that, too."""
    part = clause.part
    if part.get("does") != PLAY or "phase" in part or any(token.startswith(RANK_ALONE) for token in part["tokens"]):
        return clause
    return clause.but(part={**part, "does": TOKENS, "phase": before.phase})


def of_its_card(part: Part, excepted: Part) -> Part:
    """An exception with a rank alone: “10 of hearts, unless somebody has trumped, then the 2” is about hearts."""
    suits = suits_of(part.get("tokens", ()))
    if "led" in excepted or "led" in part or not ranks_alone(excepted):
        return excepted
    if part.get("does") in (LOW, HIGH, WIN) and part.get("of", "") in (*"SHDCBOT",) and "of" not in excepted:
        return {**excepted, "of": part["of"]}
    if len(suits) != 1:
        return excepted
    return {**excepted, "led": tuple(suits)}


def of_its_ruff(part: Part, before: PlanLine) -> Part:
    """“Cut with the 11; if that has gone, the 9”: a rank alone behind a trump with which I cut is one, too."""
    cut = before.follow == CANNOT and before.does in (PLAY, WIN) and suits_of(before.tokens) == {"T"}
    about = {"led", "leads", "first", "led_by", "follow", "follows", "of"} & part.keys()
    if not cut or about or not any(token[0] == RANK_ALONE for token in part.get("tokens", ())):
        return part
    return {**part, "of": "T", "follow": CANNOT, **({"led": before.led} if before.led else {})}


def trumps_again(part: Part, before: PlanLine) -> Part:
    """“If nobody has cut, cut with the petit; otherwise the smallest trump”: where I cannot follow suit, too."""
    cut = before.follow == CANNOT and (before.of == "T" or suits_of(before.tokens) == {"T"})
    about = {"led", "leads", "first", "led_by", "follow", "follows"} & part.keys()
    if not cut or about or part.get("of") != "T" or "does" not in part:
        return part
    return {"follow": CANNOT, **({"led": before.led} if before.led else {}), **part}


def of_its_suit(line: PlanLine, before: PlanLine) -> PlanLine:
    """“Otherwise” with cards of the suit of the line before, or its lowest or highest: it is about that suit, too."""
    tiles = len(before.led) == 1 and all("-" in one and before.led[0] in one for one in line.tokens)
    own = line.does == PLAY and line.is_bare and (tiles or {suit(one) for one in line.tokens} == set(before.led))
    low = line.does in (LOW, HIGH) and line.is_bare and before.led == (line.of,)
    return replace(line, led=before.led, led_by=before.led_by * own) if low or own else line


def leaves_nothing(excepted: PlanLine, part: Part) -> bool:
    """Whether an exception leaves nothing to what it excepts from: it always acts, or where it cannot, that cannot."""
    wins = excepted.does == WIN and excepted.can == CAN and not (excepted.tokens or excepted.of or excepted.but)
    suits = {suit(one) for one in part.get("tokens", ())}
    as_well = excepted.does in (LOW, HIGH) and (
        (suits and suits in ({excepted.of}, {*excepted.led}))
        or excepted.of in excepted.led
        or (excepted.led and not excepted.of)
    )
    return wins or as_well or excepted.phase == "call" or always_answers(excepted)


def of_several(lines: Sequence[PlanLine]) -> bool:
    """Whether lines are about several suits that are led, or name cards of several."""
    return len({one.led for one in lines}) > 1 or len(suits_of(card for one in lines for card in one.tokens)) > 1


def is_one_card(lines: Sequence[PlanLine]) -> bool:
    """Whether the last line plays one card, and no other line comes before it in the same tricks."""
    *above, last = lines
    alone = not above if last.is_bare else all(conditions_of(one) != conditions_of(last) for one in above)
    return alone and last.does in (PLAY, WIN) and len(last.tokens) == 1


def losing(clause: Clause, lines: list[PlanLine]) -> Clause:
    """“The king. If it does not win, the 5”: the king only where it wins, and what is done otherwise."""
    named = clause.part["_loses"]
    card = lines[-1].tokens[0]
    if named not in (True, OVERTAKEN, card, f"{RANK_ALONE}{rank(card)}"):
        raise Illegal("Which card is meant could not be told.")
    if named == OVERTAKEN and lines[-1].is_bare:
        raise Illegal("In which tricks that is meant could not be told.")
    lines[-1] = replace(lines[-1], does=WIN)
    told = conditions_of(lines[-1])
    part = part_without(clause.part, "_loses", "_same")
    if ranks_alone(part) and card in DECKS:
        part = {"of": suit(card), **part}
    if named == OVERTAKEN:
        told |= held_and_overtaken(card, told)
    return clause.but(part={**told, **part}, link="" if told else "else")


def held_and_overtaken(card: str, told: Part) -> Part:
    """The conditions, besides ``told``, of what is done where a card that I hold, and may play, would be beaten."""
    ruffs = card[:1] == "T" and told.get("led", ("T",)) != ("T",)
    return {"mine": (card,), **({"follow": CANNOT} if ruffs else {})}


def lacking(clause: Clause, lines: Sequence[PlanLine]) -> Clause:
    """What is done without the card that the line before names, or without a card of the suit that it is about."""
    last, lacks = lines[-1] if lines else PlanLine(""), clause.part["_lacks_it"]
    others = lacks == THERE and OF_A_CARD & conditions_of(last).keys()
    another = isinstance(lacks, tuple) and {*map(rank, last.tokens)} != {*lacks}
    if not lines or not (last.led or last.does in (PLAY, TOKENS)) or others or another:
        raise Illegal("What is missing could not be told.")
    part = part_without(clause.part, "_lacks_it")
    told = conditions_of(last) if last.does in (PLAY, TOKENS) else {"led": last.led, "follow": CANNOT}
    if lacks == GONE and last.ungone:
        told = conditions_of(replace(last, ungone=(), gone=last.ungone))
    if last.follow == CANNOT and suits_of(last.tokens) == {"T"} and ranks_alone(part):
        part = {"of": "T", **part}
    return clause.but(part={**told, **part}, link="" if told else "else")


def out_of_it(clause: Clause) -> Clause:
    """“Lead a low club, and when I am out of clubs the lowest heart”: where I lead, too."""
    if clause.part.get("follow") != CANNOT or "leads" in clause.part:
        return clause
    part = part_without(clause.part, "led", "follow")
    return clause.but(part={**part, "leads": True, "holds": (f"{clause.part['led'][0]}:0:0",)})


def from_then(clause: Clause, lines: Sequence[PlanLine]) -> Clause:
    """“From the third on”: in all other cases, if the lines before are about the first and the second."""
    part = dict(clause.part)
    told = {one.time or one.nth_trick or int(one.opening) for one in lines}
    if told != {*range(1, part.pop("_from_then"))} or any(name in part for name in WHENS):
        raise Illegal("Of which tricks that is meant could not be told.")
    return clause.but(part=part, link="else")


OF_A_CARD = frozenset("first lies unlies best gone ungone mine unmine held facts".split())
"""Conditions of a card."""


def can_flip(line: PlanLine) -> bool:
    """Whether “if not” may be said of the condition of a line."""
    return bool(len(line.passed) == 1 or len(line.bid_by) == 1 or line.unside or line.trumped == NOBODY or line.unlies
                or line.waited or line.ungone)  # fmt: skip


def following_it(game: AnyGame, clause: Clause, lines: list[PlanLine]) -> Clause:
    """What is done “then”, once the card of the line before has gone, under the same conditions."""
    if lines and (in_turn := _in_turn(game, clause, lines)):
        return in_turn
    if lines and (clause.part.get("does") in (PASS, ASK, CLOCK) or _is_bid(game, clause.part, lines[-1])):
        return clause.but(link="else")
    of_suits = lines and lines[-1].does in (LOW, HIGH) and lines[-1].of and clause.part.get("of")
    if of_suits and clause.part.get("does") in (LOW, HIGH):
        return clause.but(part={**conditions_of(lines[-1]), **clause.part}, link="")
    if not lines or lines[-1].does != PLAY or lines[-1].time:
        raise Illegal("What is meant for later could not be told: name the cards in their order.")
    part, suits = clause.part, suits_of(lines[-1].tokens)
    if len(suits) == 1 and part.get("does") == PLAY:
        of = suits.pop()
        part = {**part, "tokens": tuple(card_in_full(game, of, token) for token in part["tokens"])}
    unsure = {"_thereafter": True} if part.get("does") == POOREST else {}
    return clause.but(part={**conditions_of(lines[-1]), **part, **unsure}, link="")


def is_played_once(line: PlanLine, part: Part) -> bool:
    """Whether a line plays one card, perhaps at its first chance, and a part something else than a card."""
    if line.does != PLAY or len(line.tokens) != 1 or "time" in part or (line.leads and part.get("leads")):
        return False
    other = part.get("_low") or part.get("does") in OF_CARDS - {PLAY}
    plain = line.led and not any(name in part for name in WHENS)
    counted = line.time or line.opening
    return bool((other and (counted or not (line.leads or plain))) or (part.get("does") == PLAY and line.time))


def after_it(clause: Clause, before: PlanLine, headed: bool) -> Clause:
    """What is done “then”, once the card of the line before has been played: not before. ``headed``: its suit stands
    before both.
    """
    part = {**clause.part, "unmine": before.tokens}
    later = before.time and not any(name in clause.part for name in WHENS)
    if before.led and (later or part.get("of") in before.led):
        part["led"] = before.led
    unsure = not (headed or part.get("of") in before.led or any(name in clause.part for name in WHENS))
    return clause.but(part={**part, **({"_thereafter": True} if unsure else {})}, link="")


def _is_bid(game: AnyGame, part: Part, before: PlanLine) -> bool:
    """Whether both are bids of an auction: “31, then 32” means the first that is possible."""
    return game.trick_game and part.get("does") == before.does == TOKENS and not (before.phase or "phase" in part)


def without_cards(game: AnyGame, line: PlanLine, never: Sequence[str]) -> PlanLine:
    """The line without cards that are never to be played."""
    of_trumps = line.of == "T" and {*of_suit(game, "T")} <= {*never}  # “don't trump. If I have none: highest trump”
    if not never or of_trumps or line.does not in OF_CARDS | {PICK}:
        return line
    cards = tuple(card_in_full(game, line.led[0] if len(line.led) == 1 else "", card) for card in never)
    if line.does in (LOW, HIGH) and (line.of or line.led):
        cards = tuple(card for card in cards if suit(card) in (line.of or line.led))
    refuse_if(not set(line.tokens).isdisjoint(cards), "That names a card which is not to be played.")
    return replace(line, but=tuple(dict.fromkeys((*line.but, *cards))))


def of_any_suit(game: AnyGame, cards: Sequence[str]) -> tuple[str, ...]:
    """Cards, where a rank alone means all that have it."""
    return tuple(each for card in cards for each in (of_rank(game, card[1:]) if card[0] == RANK_ALONE else (card,)))


def scoped(clause: Clause, suits: tuple[str, ...]) -> Clause:
    """What is said of the whole plan: it is meant where these suits are led."""
    parts = [clause.part, *clause.besides, *clause.more]
    if any("leads" in part or part.get("led", suits) != suits for part in parts):
        raise Illegal("What is meant “only” there could not be told.")
    own, *others = [{**part, "led": suits} for part in parts]
    besides, more = others[: len(clause.besides)], others[len(clause.besides) :]
    return Clause(own, clause.link, tuple(besides), tuple(more), clause.scope)


def _in_turn(game: AnyGame, clause: Clause, lines: list[PlanLine]) -> Clause | None:
    """What is said “then” of the next bid, or of the next turn; ``None`` if it is neither."""
    before, part = lines[-1], clause.part
    bids = phases_of_bids(game)
    bid = "_places" in part or part.get("does") == TOKENS
    if len(lines) == 1 and bids and bid and before.is_bare and len(before.tokens) > (before.does == TOKENS):
        lines[-1] = replace(before, phase=bids[0])
        return clause.but(part={**part, "phase": bids[1]}, link="")
    turns = [int(fact.split()[1]) for fact in before.facts if fact.split()[0] == "turn"]
    if turns and before.does == part.get("does") == TOKENS:
        return clause.but(part={**part, "facts": (f"turn {turns[0] + 1}",)}, link="")
    return None


def of_him(field: str, before: Sequence[PlanLine]) -> Part:
    """“If he passes”, after a line about whether somebody has bid."""
    for line in reversed(before):
        told = [one.partition("=")[0] for one in (*line.bid_by, *line.passed)]
        if len(told) == 1:
            return {field: tuple(told)}
    raise Illegal("Who is meant could not be told.")


def flipped(before: Sequence[PlanLine]) -> Part:
    """“When he is”, after a line that says what is done when he is not."""
    last = before[-1] if before else PlanLine("")
    if len(last.passed) == 1 or len(last.bid_by) == 1:
        if conditions_of(last).keys() == {"bid_by"}:
            return {}  # who has not bid may not have spoken yet
        if last.passed == (OTHERS,):
            return {"bids": SOMEBODY}
        return {"bid_by": last.passed} if last.passed else {"passed": last.bid_by}
    others: Mapping[str, Part] = {
        "bids": {"bids": SOMEBODY} if last.bids == NOBODY else {},
        "trumped": {"trumped": SOMEBODY} if last.trumped == NOBODY else {},
        "counts": _counts_otherwise(last.counts) if last.counts else {},
        "unlies": {"lies": last.unlies} if last.unlies else {},
        "waited": {"acted": last.waited} if last.waited else {},
        "ungone": {"gone": last.ungone} if last.ungone else {},
    }
    for field, other in others.items():
        if other:
            return {**part_without(conditions_of(last), field), **other}
    unside = last.unside
    refuse_if(not unside, "Who is meant could not be told.")
    return {"partner": True} if unside == PARTNER else {"winning": (unside,)} if unside.isdigit() else {"side": unside}


def _counts_otherwise(counts: str) -> Part:
    """The opposite of how much a trick is to count."""
    number = counts.strip("<>=")
    more: Part = {"counts": f">{number}"} if "=" in counts else {"points": int(number)}
    return more if counts[0] == "<" else {"counts": f"<={number}"}


NAMED = ("tokens", "gone", "ungone", "mine", "unmine", "but", "lies", "unlies", "best")
"""The fields of a line in which cards may be named by their rank."""


def ranks_alone(said: Part) -> list[str]:
    """The ranks of the cards that a part names without a suit."""
    found = [token for name in NAMED for token in said.get(name, ())]
    return [token[1:] for token in found if token.startswith(RANK_ALONE) and token.count(RANK_ALONE) == 1]


def of_the_same_suit(said: dict[str, Any], before: Sequence[PlanLine]) -> None:
    """“If I can”, after a line that says what is done if I cannot."""
    can, last = said.pop("_same"), before[-1] if before else PlanLine("")
    field = "follow" if last.follow else "can" if last.can else ""
    if not field and can == CANNOT and last.tokens and last.does in (PLAY, TOKENS):
        said.update({**conditions_of(last), **said})
        return
    overtrumps = last.of == "T" and last.follow == CANNOT
    if last.does == WIN and (overtrumps or not field) and not last.tokens and can == CANNOT:
        said.update({**conditions_of(last), **said, "can": CANNOT})
        return
    if not field or getattr(last, field) == can:
        raise Illegal("What “if I can” is about could not be told: say “if I can win” or “if I can follow”.")
    said.update({**(conditions_of(last) if can == CANNOT else {}), **said, field: can})


def card_in_full(game: AnyGame, of: str, token: str) -> str:
    """A card that is named in full, or by its rank, of this suit."""
    if not token.startswith(RANK_ALONE):
        return token
    _, wanted, *own = token.split(RANK_ALONE)
    found = card_of(game, own[0] if own else of, wanted)
    refuse_if(not found, "There is no such card: a rank alone is of the suit before it.")
    return found
