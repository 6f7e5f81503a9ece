"""A plan's answer to an ask, and when the plan has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ..rules import Answer, AnyGame, Ask, Illegal, Seat, Slot, State, lawful, read
from ..rules.cards import TRUMP
from ..rules.engine import NONE
from .asking import Asked, Core, Reader, stage_of
from .language import (
    ALWAYS,
    ASK,
    CAN,
    CARD_FALLS,
    CLOCK,
    HIGH,
    HIGHEST,
    LEAD_LOST,
    LOW,
    LOWEST,
    NOTHING,
    ONCE,
    PARTNER_TAKES,
    PASS,
    PLAY,
    SOMEBODY,
    TOKENS,
    TRICK,
    TRUMP_FALLS,
    TYPED,
    WIN,
    WIN_OR_LOW,
    Plan,
    PlanLine,
)


@dataclass(frozen=True)
class PlannedAnswer:
    """A plan's answer, and the line that gave it, counted from 0."""

    line: int
    answer: Answer


def answer(plan: Plan, asked: Asked, read_as: Reader = read) -> PlannedAnswer | None:
    """The lawful answer of the first line that fits the ask and has one; ``None``: the player is asked.

    ``read_as``: reads an answer that the plan spells out.
    """
    for number, line in enumerate(plan.lines):
        if not fits(line, asked):
            continue
        if line.does == ASK:
            return None
        given = _typed(asked, line, read_as) if line.does == TYPED else CHOICES[line.does](asked, line)
        if given is not None and line.ever and len(asked.ask.slots) > 1:
            given = _with_rest(asked, given)
        if given is not None and lawful(asked.ask, given):
            return PlannedAnswer(number, given)
    return None


def written_out(plan: Plan, asked: Asked) -> bool:
    """Whether a line with a spelled-out answer is meant for this ask: if that does not fit now, it never will."""
    return any(line.does == TYPED and fits(line, asked) for line in plan.lines)


# Conditions ----------------------------------------------------------------------------------------------------------


def fits(line: PlanLine, asked: Asked) -> bool:
    """Whether all conditions of a line hold. “Nobody has bid more” holds if the line's bid is lawful."""
    core = asked.core
    if line.phase and core["phase"] != line.phase:
        return False
    if not line.of_a_trick:
        return True
    if core["trick"] is None:
        return False
    led = not line.led or core["led"] in line.led
    leads = not line.leads or not core["trick"]
    won = not (line.winning or line.partner) or core["winning"] in _named(line, asked)
    trumped = not line.trumped or _is_trumped(asked) == (line.trumped == SOMEBODY)
    can = not line.can or bool(_winners(asked, line)) == (line.can == CAN)
    last = not line.last or _plays_last(asked)
    return led and leads and won and trumped and can and last


def _plays_last(asked: Asked) -> bool:
    """Whether all others with cards for this trick have played to it."""
    played = {seat for seat, _ in asked.core["trick"]}
    waited_for = {seat for seat, count in enumerate(asked.core["counts"]) if count} - played
    return bool(played) and waited_for == {asked.seat}


def _is_trumped(asked: Asked) -> bool:
    """Whether a trump was played on another suit."""
    of, trumps = asked.core["led"], _trumps(asked)
    return not trumps.isdisjoint(card for _, card in asked.core["trick"]) and trumps.isdisjoint(
        asked.game.order(asked.state, of) if of else ()
    )


def _trumps(asked: Asked) -> frozenset[str]:
    trump = (asked.core["contract"] or {}).get("trump") or TRUMP
    return frozenset(asked.game.order(asked.state, trump) if trump in asked.game.suits else ())


def _named(line: PlanLine, asked: Asked) -> tuple[Seat, ...]:
    return (*line.winning, *(partners(asked.game, asked.state, asked.seat) if line.partner else ()))


def partners(game: AnyGame, state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats that this one knows to be on its side."""
    if game.partners is not None:
        return game.partners(state, seat)
    return tuple(other for side in game.sides if seat in side for other in side if other != seat)


# Actions -------------------------------------------------------------------------------------------------------------


def _card_slot(asked: Asked, ever: bool) -> Slot | None:
    """The slot of the card to play. ``None`` also if more can be said with it, such as a poignée, which the player
    should decide, unless ``ever``.
    """
    if ever:
        return asked.card_slot
    return asked.card_slot if asked.core["trick"] is not None and len(asked.ask.slots) == 1 else None


def _options(asked: Asked, line: PlanLine, of: str = "") -> list[str]:
    """The playable cards, of one suit or of all, lowest first."""
    slot = _card_slot(asked, line.ever)
    return [card for card in asked.game.order(asked.state, of) if card in slot.options] if slot else []


def _winners(asked: Asked, line: PlanLine) -> list[str]:
    """The playable cards that would win the trick so far, cheapest first; none when leading."""
    taking = asked.game.taking
    if taking is None or not asked.core["trick"]:
        return []
    trick = tuple((seat, card) for seat, card in asked.core["trick"])
    mine = asked.seat
    return [card for card in _options(asked, line) if taking(asked.state, (*trick, (mine, card))) == mine]


def _first(cards: Sequence[str]) -> Answer | None:
    return cards[0] if cards else None


def _typed(asked: Asked, line: PlanLine, read_as: Reader) -> Answer | None:
    try:
        return read_as(asked.ask, " ".join(line.tokens))
    except Illegal:
        return None


def _with_rest(asked: Asked, card: str) -> Answer:
    """The card for its slot; for the other slots the tokens of the clock's answer."""
    clocks, played = asked.ask.absent.split(), asked.card_slot
    chosen = [[card] if slot is played else [one for one in slot.options if one in clocks] for slot in asked.ask.slots]
    return " ".join(one for tokens in chosen for one in tokens)


def _named_card(asked: Asked, line: PlanLine) -> Answer | None:
    options = _options(asked, line)
    return _first([card for card in line.tokens if card in options])


def _of_suit(asked: Asked, line: PlanLine) -> list[str]:
    of = line.of or asked.core["led"]
    return _options(asked, line, of) if of else []


def _win(asked: Asked, line: PlanLine) -> Answer | None:
    return _first(_winners(asked, line))


def _pass(asked: Asked, line: PlanLine) -> Answer | None:
    options = [token for slot in asked.ask.slots for token in slot.options]
    return next((token for token in options if token in asked.game.passes - {NONE}), None)


CHOICES: Mapping[str, Callable[[Asked, PlanLine], Answer | None]] = {
    PLAY: _named_card,
    LOW: lambda asked, line: _first(_of_suit(asked, line)),
    HIGH: lambda asked, line: _first(_of_suit(asked, line)[::-1]),
    LOWEST: lambda asked, line: _first(_options(asked, line)),
    HIGHEST: lambda asked, line: _first(_plain(asked, line)[::-1]),
    WIN: _win,
    WIN_OR_LOW: lambda asked, line: _win(asked, line) or _first(_of_suit(asked, line)),
    PASS: _pass,
    NOTHING: lambda asked, line: NONE,
    CLOCK: lambda asked, line: asked.ask.absent,
    TOKENS: lambda asked, line: " ".join(line.tokens),
}


def _plain(asked: Asked, line: PlanLine) -> list[str]:
    """The playable cards; those without a suit only if there are no others."""
    options = _options(asked, line)
    suited = {card for of in asked.game.suits for card in asked.game.order(asked.state, of)}
    return [card for card in options if card in suited] or options


# How long a plan stands ----------------------------------------------------------------------------------------------


def _cards_of(trick: Mapping[str, Sequence[Sequence[str]]]) -> list[str]:
    return [card for _, card in trick["cards"]]


def _fallen(core: Core) -> list[str]:
    """The cards played to tricks in this deal, in order."""
    before = [card for trick in core["tricks"] for card in _cards_of(trick)]
    return before + [card for _, card in core["trick"] or ()]


def sealed_at(plan: Plan, core: Core, seat: Seat, ply: int) -> Plan:
    """The plan, sealed now. A plan for tricks begins with the current trick, or with the next one if the seat has
    played to this one or is asked for its card.
    """
    mine = seat in core["turn"] or any(played == seat for played, _ in core["trick"] or ())
    tricks = len(core["tricks"])
    last = tricks + plan.length - (0 if mine and core["trick"] is not None else 1)
    return replace(plan, ply=ply, stage=stage_of(core), tricks=tricks, fallen=len(_fallen(core)), last=last)


def looking_on(game: AnyGame, state: State, core: Core, seat: Seat) -> Asked:
    """The `Asked` of a seat that is not asked, for `ended`."""
    return Asked(game, state, Ask("", (), ""), core, seat)


def ended(plan: Plan, asked: Asked) -> bool:
    """Whether a plan has ended when this ask comes: with its deal, or by its own condition."""
    if plan.until in (ONCE, ALWAYS):
        return False
    return plan.stage != stage_of(asked.core) or (plan.until in ENDS and ENDS[plan.until](plan, asked))


def _trump_fell(plan: Plan, asked: Asked) -> bool:
    return not _trumps(asked).isdisjoint(_fallen(asked.core)[plan.fallen :])


def _partner_took(plan: Plan, asked: Asked) -> bool:
    mine = partners(asked.game, asked.state, asked.seat)
    return any(trick["winner"] in mine for trick in asked.core["tricks"][plan.tricks :])


def _lead_was_lost(plan: Plan, asked: Asked) -> bool:
    since = asked.core["tricks"][plan.tricks :]
    return any(trick["cards"][0][0] == asked.seat != trick["winner"] for trick in since)


ENDS: Mapping[str, Callable[[Plan, Asked], bool]] = {
    TRICK: lambda plan, asked: len(asked.core["tricks"]) > plan.last,
    TRUMP_FALLS: _trump_fell,
    CARD_FALLS: lambda plan, asked: plan.named in _fallen(asked.core)[plan.fallen :],
    PARTNER_TAKES: _partner_took,
    LEAD_LOST: _lead_was_lost,
}
