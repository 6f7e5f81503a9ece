"""Answers without a player: of house players and plans, where there is no choice, and for the rest of a deal."""

from __future__ import annotations

import random
import secrets
from functools import partial

from .. import counts, house
from ..deal import new_salt
from ..plans import Asked
from ..rules import Ask, lawful
from ..rules.engine import Answer, Seat
from ..store.envelopes import CLOCK, HOUSE, PLAYER, Envelope
from ..store.models import Chair
from ..terms import DELAY
from . import forcing, house_lookahead, seat_plans
from .in_play import InPlay, note_answered
from .typed import understood

Envelopes = dict[Seat, Envelope]


def by_themselves(play: InPlay) -> Envelopes:
    """The answers of all seats that owe one and need no player now."""
    return _given({seat: _by_itself(play, seat, ask) for seat, ask in play.owed().items()})


def delayed_answers(play: InPlay) -> Envelopes:
    """The answers that were delayed, given now because the window closes."""
    chairs = play.match.chairs
    waiting = {seat: ask for seat, ask in play.all_asks().items() if chairs[seat].order_at}
    return _given({seat: _planned(play, chairs[seat], ask, closing=True) for seat, ask in waiting.items()})


def _given(answers: dict[Seat, Envelope | None]) -> Envelopes:
    return {seat: envelope for seat, envelope in answers.items() if envelope is not None}


def _by_itself(play: InPlay, seat: Seat, ask: Ask) -> Envelope | None:
    """The answer of a seat that needs no player now, or None."""
    match, chair = play.match, play.match.chairs[seat]
    claimed = play.claimed.get(match.ply, {}).get(seat)
    if claimed is not None:
        answer = claimed if lawful(ask, claimed) else ask.absent
        return Envelope(answer, CLOCK, play.at, new_salt(), claimed=True)
    if match.decided is not None and match.decided == play.this_deal():
        return Envelope(ask.absent, CLOCK, play.at, new_salt(), decided=True)
    if chair.house:
        return _by_the_house_in_time(play, chair)
    only = forcing.only_answer(match, ask)
    if only is not None and forcing.is_no_secret(match, play.game, play.table, seat):
        return _without_choice(play, only)
    return _planned(play, chair, ask)


# House players -------------------------------------------------------------------------------------------------------


def by_the_house(play: InPlay, seat: Seat, absent: bool = False) -> Envelope:
    """The answer of a house player that does not look ahead. ``absent``: for a player who missed the deadline."""
    chance = random.Random(secrets.randbits(64))
    fell_back = play.match.chairs[seat].think_at is not None
    level = house_lookahead.level(play.match)
    counts.count_later("house_decisions", level)
    chosen = house.choose(play.game, play.table, seat, chance, level, signals=house_lookahead.signals(play.match))
    return Envelope(chosen, HOUSE, play.at, new_salt(), absent=absent, looked_ahead=False if fell_back else None)


def foreseen(play: InPlay, answer: Answer) -> Envelope:
    """The answer that a house player has found by looking ahead."""
    counts.count_later("house_decisions", "ahead")
    return Envelope(answer, HOUSE, play.at, new_salt(), looked_ahead=True)


def _by_the_house_in_time(play: InPlay, chair: Chair) -> Envelope | None:
    """The answer of a house player; None if it looks ahead first, even without a choice: its speed would tell."""
    if house_lookahead.thinks(play.match) and not forcing.publicly_forced(play.game, play.table, chair.seat):
        house_lookahead.begin(chair, play.at)
        return None
    return by_the_house(play, chair.seat)


# Forced answers and plans --------------------------------------------------------------------------------------------


def _without_choice(play: InPlay, only: Answer) -> Envelope:
    return Envelope(only, CLOCK, play.at, new_salt(), forced=True)


def _planned(play: InPlay, chair: Chair, ask: Ask, closing: bool = False) -> Envelope | None:
    """The answer of the seat's plan, else its forced one; None if there is neither, or it is delayed."""
    planned = _answer_of_plan(play, chair, ask)
    if planned is not None:
        return _given_by_plan(play, chair, planned, closing)
    only = forcing.only_answer(play.match, ask)
    if only is None or not forcing.is_early(chair) or _is_later(play, chair, closing):
        return None
    chair.order_at, play.match.unanswered = None, 0
    return _without_choice(play, only)


def _answer_of_plan(play: InPlay, chair: Chair, ask: Ask) -> Answer | None:
    """The answer that the seat's plan gives to this ask, or None."""
    if chair.plan is None:
        return None
    state = play.table.state
    here = Asked(play.game, state, ask, play.game.view(state, chair.seat)["core"], chair.seat)
    return seat_plans.planned_answer(play.match, chair, here, partial(understood, play.match))


def _given_by_plan(play: InPlay, chair: Chair, answer: Answer, closing: bool) -> Envelope | None:
    if play.match.terms.get(DELAY) == "on" and _is_later(play, chair, closing):
        return None
    seat_plans.use_up(chair)
    play.match.unanswered = 0
    note_answered(chair)
    return Envelope(answer, PLAYER, play.at, new_salt(), by_plan=True)


def _is_later(play: InPlay, chair: Chair, closing: bool) -> bool:
    """Whether a delayed answer must still wait; if so, the seat is added to `InPlay.later`."""
    if closing or (chair.order_at is not None and chair.order_at <= play.at):
        return False
    play.later.add(chair.seat)
    return True


def forget_plan(play: InPlay, chair: Chair, ask: Ask) -> None:
    """Drop what was delayed, because the player has answered; and a plan for one answer, if it had one here."""
    if _answer_of_plan(play, chair, ask) is not None:
        seat_plans.use_up(chair)
    chair.order_at = None
