"""Plans of the seats in a match: sealing one, withdrawing it, and the answer it gives to an ask.

Only its owner may see it. It applies to windows that open after it was sealed. A seat has one plan.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import select

from .. import clock, plans
from ..clock import Stretch
from ..plans import Asked, Plan, Reader
from ..rules import GAMES, AnyGame, Illegal, Said, all_asks, forced
from ..rules.engine import Answer
from ..store.envelopes import Opened
from ..store.models import PLAYING, Chair, Letter, Match, db
from ..store.one_match import one_chair, touch
from ..store.session import transaction
from ..terms import ZONE
from ..views import names_beside, sits_together, table_of
from . import forcing, timing
from .errors import Refused
from .typed import understood

EARLIEST, LATEST = 0.05, 0.6
"""The fractions of a window between which a delayed answer is given while nothing is known of its player."""
IN_TIME = 0.95
"""The fraction of a window after which no delayed answer is left to give, however long its player usually takes."""
LATELY, ENOUGH = 120, 3
"""How many plies back a player's own answers are used, and how many it takes to tell how quickly they come."""
NIGHT, TRIES = (time(23), time(7)), 24
"""The local night, in which a player of whom nothing is known is not expected to answer; and how often another moment
is drawn to avoid it."""
UNEVEN = (0.75, 1.3)
"""The delay of an earlier answer at a table that sits together is varied by a factor between these."""
SITTING = timedelta(minutes=1)
"""Somebody who sits at the table has usually answered within this time."""
MEDIAN, SPREAD, NOT_SOONER = timedelta(seconds=9), 0.6, timedelta(seconds=1)
"""How long somebody who sits there takes to answer: the median and the standard deviation of its logarithm; and the
least, if it is drawn from the player's own answers.
"""


@transaction
def seal_plan(chair_id: int, text: str) -> Plan:
    """Seal a plan for later asks; it replaces an earlier one, and the same again changes nothing.

    Raises `Illegal` if the text is not understood as a whole, `Refused` if the seat is not playing.
    """
    chair, _ = _at_the_table(chair_id)
    return _keep(chair, _from_now(chair, plan_typed(chair, text)))


def plan_typed(chair: Chair, text: str) -> Plan:
    """The plan that a text describes when it is written from this seat now; nothing is kept. Raises `Illegal`."""
    here = _looked_at(chair)
    return plans.read_plan(here.game, text, names_beside(chair.match, chair.seat), here.core["phase"])


@transaction
def seal_laid_out_plan(chair_id: int, plan: Plan) -> Plan:
    """Seal a plan of lines that were laid out; it replaces an earlier one, and the same again changes nothing.

    Raises `Illegal` if a line of it would never be used, `Refused` if the seat is not playing.
    """
    chair, match = _at_the_table(chair_id)
    return _keep(chair, _from_now(chair, plans.laid_out(GAMES[match.game], plan, names_beside(match, chair.seat))))


def _from_now(chair: Chair, plan: Plan) -> Plan:
    """The plan, sealed now."""
    match = chair.match
    core = _looked_at(chair).core
    return replace(plans.sealed_at(plan, core, chair.seat, match.ply), shuffles=match.shuffles)


def _looked_at(chair: Chair) -> Asked:
    """What the seat sees now."""
    game, state = GAMES[chair.match.game], table_of(chair.match).state
    return plans.looking_on(game, state, game.view(state, chair.seat)["core"], chair.seat)


def _keep(chair: Chair, plan: Plan) -> Plan:
    """Keep a plan in place of an earlier one, which stays if it says the same. Raises `Illegal` if part never acts."""
    match, here = chair.match, _looked_at(chair)
    idle = plans.idle(plan, here.game, here.core)
    if idle:
        raise _never_acting(here.game, plan, idle, names_beside(match, chair.seat))
    before = chair.plan
    if before is not None and _said(plan) == _said(before) and not _ended(match, before, here):
        return before
    chair.latest_plan, chair.order_at = plan, _forced_at(chair)
    return plan


# Asked back ----------------------------------------------------------------------------------------------------------


def plans_meant(chair_id: int, texts: Iterable[str]) -> list[dict[str, Any]]:
    """What a typed plan may mean, by the canonical texts of its readings, as facts for the letter that asks back.

    Each is the plan as if it had been sealed now, so that it ends when that would have; what would be refused now is
    left out. Nothing is kept.
    """
    chair = one_chair(chair_id)
    game, names = GAMES[chair.match.game], names_beside(chair.match, chair.seat)
    core = _looked_at(chair).core
    read = [plans.read_plan(game, text, names) for text in texts]
    return [msgspec.to_builtins(_from_now(chair, plan)) for plan in read if not plans.idle(plan, game, core)]


def open_plans(chair: Chair, facts: Mapping[str, Any]) -> dict[int, Plan]:
    """The plans that a letter with these facts asks about, by number, the likeliest first.

    None is left once their time is over, nor for anybody but the player who was asked.
    """
    found = dict(enumerate(facts.get("plans", ())))
    if not found or facts["player"] != chair.player_id or chair.match.status != PLAYING or chair.resigned_at:
        return {}
    here = _looked_at(chair)
    read = {number: msgspec.convert(plan, Plan) for number, plan in found.items()}
    return {number: plan for number, plan in read.items() if not _is_over(chair.match, plan, here)}


def _is_over(match: Match, plan: Plan, here: Asked) -> bool:
    """Whether the deal for which a plan was written is over, or the plan has ended before."""
    dealt_anew = here.game.trick_game and plan.shuffles != match.shuffles
    return plan.stage != plans.stage_of(here.core) or dealt_anew or _ended(match, plan, here)


@transaction
def confirm_plan(chair_id: int, facts: Mapping[str, Any]) -> Plan:
    """Keep the likeliest of the plans that a letter with these facts asks about; the same again changes nothing.

    Raises `Illegal` if part of it never acts any more, `Refused` if its time is over, or the seat is not playing.
    """
    chair, match = _at_the_table(chair_id)
    found = open_plans(chair, facts).get(0)
    if found is None:
        raise Refused("What you planned there was for what is over by now.")
    return _keep(chair, replace(found, ply=match.ply))


def name_of(letter: Letter) -> str:
    """How the link to a plan names the letter that asks back; it tells nothing of that letter."""
    return hashlib.sha256(letter.identity.encode()).hexdigest()[:16]


def plan_meant(chair: Chair, named: str) -> Plan | None:
    """The plan of a link in a letter that asks back, ``<name of the letter>-<number>``; ``None`` if it is over."""
    name, _, number = named.partition("-")
    asking = select(Letter).where(Letter.chair_id == chair.id, Letter.facts["unplanned"].as_string().is_not(None))
    for letter in db.session.scalars(asking):
        if name_of(letter) == name:
            return next((plan for n, plan in open_plans(chair, letter.facts).items() if str(n) == number), None)
    return None


def _never_acting(game: AnyGame, plan: Plan, idle: Mapping[int, str], names: Mapping[int, str]) -> Illegal:
    """The error for a plan with lines that never act; with the plan without them, if any is left."""
    rest = replace(plan, lines=tuple(line for number, line in enumerate(plan.lines) if number not in idle))
    nearest = (plans.canonical(game, rest, names),) if rest.lines else ()
    left = f" Without that it is “{nearest[0]}”." if nearest else ""
    return Illegal(f"{' '.join(dict.fromkeys(idle.values()))} Nothing was planned yet.{left}", nearest)


def _said(plan: Plan) -> tuple[Any, ...]:
    """What a plan says, whenever it was sealed."""
    return plan.lines, plan.until, plan.named, plan.length


@transaction
def withdraw_plan(chair_id: int) -> Chair:
    """Withdraw the seat's plan, or dismiss the notice that it was withdrawn automatically."""
    chair, _ = _at_the_table(chair_id)
    chair.latest_plan, chair.order_at = None, _forced_at(chair)
    return chair


def _forced_at(chair: Chair) -> datetime | None:
    """When the table gives the forced answer of a seat, whatever becomes of its plan; ``None`` if it gives none."""
    ask = all_asks(GAMES[chair.match.game], table_of(chair.match)).get(chair.seat)
    return chair.order_at if ask and forcing.only_answer(chair.match, ask) is not None else None


def _at_the_table(chair_id: int) -> tuple[Chair, Match]:
    """A seat that is still playing, and its match, touched so that a window opening concurrently sees the plan.

    Raises `Refused` if the seat is not playing.
    """
    chair = one_chair(chair_id)
    match = chair.match
    if match.status != PLAYING or chair.resigned_at or not chair.is_persons:
        raise Refused("A plan is for a match that you are playing.")
    touch(match)
    return chair, match


# At an ask -----------------------------------------------------------------------------------------------------------


def planned_answer(match: Match, chair: Chair, asked: Asked, read_as: Reader) -> Answer | None:
    """The answer that a seat's plan gives to this ask, or None.

    A plan that has ended is taken away; one that says nothing here stands, unless it has written out an answer that
    was meant for this ask and does not fit: that is marked as withdrawn, where the seat has a choice.
    """
    plan = chair.plan
    if plan is None or match.ply <= plan.ply:
        return None
    if _ended(match, plan, asked):
        chair.latest_plan = None
        return None
    given = plans.answer(plan, asked, read_as)
    if given is None and plans.written_out(plan, asked) and forced(asked.ask) is None:
        names = names_beside(match, chair.seat)
        chair.latest_plan = Plan(withdrawn=plans.canonical(asked.game, plan, names))
    return given.answer if given else None


def planned_now(chair_id: int, ply: int) -> Answer | None:
    """What the seat's plan would answer to what the seat is asked already, since it answers only what is asked later.

    ``None`` if it says nothing here, or the seat is not asked at this ply, or has answered.
    """
    chair = one_chair(chair_id)
    match, here = chair.match, _looked_at(chair)
    ask = all_asks(here.game, table_of(match)).get(chair.seat)
    if chair.plan is None or ask is None or (match.status, match.ply) != (PLAYING, ply) or chair.seat in match.sealed:
        return None
    asking = Asked(here.game, here.state, ask, here.core, here.seat)
    given = plans.answer(chair.plan, asking, partial(understood, match))
    return given.answer if given else None


def _ended(match: Match, plan: Plan, asked: Asked) -> bool:
    """Whether a plan has ended; one for tricks also when cards are dealt anew because everybody has passed."""
    dealt_anew = asked.game.trick_game and plan.shuffles not in (-1, match.shuffles)
    return plans.ended(plan, asked) or (dealt_anew and plan.until not in (plans.ONCE, plans.ALWAYS))


# When it is given ----------------------------------------------------------------------------------------------------


def delayed_until(match: Match, chair: Chair, at: datetime) -> datetime:
    """When a delayed answer is given in a window that has just opened: after about as long as its player took before,
    at hours at which they answered; with too few earlier answers, after a random part of the window, by day. Where all
    sit together, as quickly as people who do.
    """
    length = timing.spent(match, match.closes_at - at) if match.closes_at else timedelta()
    own, drawn = _own_answers(match, chair), random.SystemRandom()
    if sits_together(match, at):
        took = [given_at - opened_at for opened_at, given_at in own]
        return at + min(_quickly([after for after in took if after <= SITTING], drawn), length * LATEST)
    most = length * (LATEST if timing.keeps_banks(match) else IN_TIME)
    found = clock.likely_answer_time(own, at, most, drawn) if len(own) >= ENOUGH else None
    return found or _by_day(match, chair, at, length, drawn)


def _by_day(match: Match, chair: Chair, at: datetime, length: timedelta, drawn: random.Random) -> datetime:
    """Some moment of a window, not in the night if there is another."""
    zone = chair.player.zone if chair.player and chair.player.zone else match.terms.get(ZONE)
    hours = clock.Hours(zone, NIGHT) if zone else clock.ALL_HOURS
    for _ in range(TRIES):
        when = at + length * drawn.uniform(EARLIEST, LATEST)
        if next(hours.awake_from(when))[0] == when:
            break
    return when


def _quickly(own: Sequence[timedelta], drawn: random.Random) -> timedelta:
    """How long somebody thinks who sits at the table: as long as that player did there, if there is enough of that."""
    if len(own) < ENOUGH:
        return min(MEDIAN * drawn.lognormvariate(0, SPREAD), SITTING)
    return max(drawn.choice(own) * drawn.uniform(*UNEVEN), NOT_SOONER)


def _own_answers(match: Match, chair: Chair) -> list[Stretch]:
    """When the windows of the player's latest answers opened, and when these were given; without planned answers."""
    return [
        (turn.opened_at, max(envelope.at, turn.opened_at))
        for turn in match.lately(LATELY)
        for envelope in turn.answers
        if envelope.seat == chair.seat and envelope.in_person
    ]


def put_off(match: Match, gap: Stretch, at: datetime, later: bool) -> None:
    """After a time in which nobody could play, postpone what is delayed, or all of it would be given at once.

    ``later``: whether the window got the time back. What would come after the reminders then gets a new moment.
    """
    opened_at, closes_at = match.opened_at, match.closes_at
    assert opened_at is not None
    assert closes_at is not None
    began, ended = max(gap[0], opened_at), gap[1]
    latest = ended + (closes_at - ended) * clock.REMIND_AFTER
    for chair in match.chairs:
        if closes_at <= at or chair.order_at is None or chair.order_at <= began:
            continue
        moved = chair.order_at + (ended - began) * later
        chair.order_at = moved if ended <= moved <= latest else delayed_until(match, chair, at)


def bring_forward(match: Match, span: timedelta, at: datetime) -> None:
    """Bring forward by this much what is delayed, because a pause has been cut short; never before now."""
    for chair in match.chairs:
        if chair.order_at is not None:
            chair.order_at = max(chair.order_at - span, at)


def use_up(chair: Chair) -> None:
    """Drop what was delayed, since the seat has answered, and a plan that was for one answer."""
    plan = chair.plan
    chair.order_at = None
    if plan and plan.until == plans.ONCE:
        chair.latest_plan = None


def lines_on_plans(opened: Iterable[Opened]) -> tuple[Said, ...]:
    """A private line to each owner whose plan has answered."""
    return tuple(
        Said(
            "{player} had planned {answer}, and that was played.",
            {"player": envelope.seat, "answer": tuple(envelope.answer.split())},
            to=envelope.seat,
            kind="plan_answered",
        )
        for envelope in opened
        if envelope.by_plan
    )
