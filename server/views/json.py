"""A seat's page in the JSON API, as typed records from which the OpenAPI description is generated."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, overload

from msgspec import Meta, Struct, convert

from .. import clock, plans, rules
from ..store.models import CANCELLED, INVITED, OVER, PLAYING, Match
from . import lengths
from .appointments import open_appointment
from .motions import motion_for
from .own_plan import explained
from .presence import people_of
from .replay import ReplayPage
from .review import KINDS, Hindsight, Reviewed, because, said
from .same_deals import ended
from .seat import SeatPage
from .sharing import shared_urls
from .tables import letter_of, names_beside

SeatLetter = Annotated[str, Meta(description="A for the first seat, B for the second …", pattern="^[A-F]$")]
Moment = Annotated[str, Meta(description="ISO 8601, in UTC.", extra_json_schema={"format": "date-time"})]
Status = Annotated[str, Meta(extra_json_schema={"enum": [INVITED, PLAYING, OVER, CANCELLED]})]
Pace = Annotated[
    str,
    Meta(
        description="How long windows are: ISO 8601, such as PT48H; a bank for the whole match with what each answer "
        "adds, such as bank P10D+PT12H; or until the next such hour, such as daily 20:00 Europe/Paris.",
        examples=["PT48H"],
    ),
]
View = Annotated[
    dict[str, Any],
    Meta(
        description="The table as this seat sees it; empty before the first card.",
        extra_json_schema={"$ref": "#/components/schemas/View"},
    ),
]
"""The views of the games are not known here; the OpenAPI description defines them under this name."""


class Slot(Struct, frozen=True):
    """One part of an answer: between `least` and `most` different tokens of `options`."""

    name: Annotated[str, Meta(description="What is chosen, such as card, target or tokens.")]
    options: tuple[str, ...]
    least: int
    most: int


class Ask(Struct, frozen=True):
    """What a seat must decide. Every combination across slots may be answered, and no token stands in two slots."""

    prompt: Annotated[str, Meta(description="One sentence.")]
    slots: tuple[Slot, ...]
    absent: Annotated[str, Meta(description="What the clock would answer.")]


class SeatName(Struct, frozen=True):
    """A seat, and who sits there."""

    seat: SeatLetter
    name: str


class SeatState(SeatName, frozen=True):
    """A seat, who sits there, and what is known of it at the table."""

    accepted: bool
    waiting: Annotated[
        bool,
        Meta(
            description="Whether an answer is still missing; true for all others that are asked, where who has "
            "answered is hidden."
        ),
    ]
    away_until: Annotated[Moment | None, Meta(description="The end of a vacation.")]
    bank: Annotated[int | None, Meta(description="Seconds left, where the pace is a bank.")]
    here: Annotated[bool, Meta(description="Whether the player has said “I am here” within ten minutes.")]


class StoryLine(Struct, frozen=True):
    """One sentence of the story, for the eyes of this seat."""

    ply: int
    text: str


class Plan(Struct, frozen=True):
    """What a player has laid out for later. Nobody else is told of it."""

    plan: Annotated[str, Meta(description="In canonical form.", examples=["hearts 10, else low"])]
    says: Annotated[
        list[str],
        Meta(
            description="A sentence for each line, and one on their order, when you are asked, and how long it stands."
        ),
    ]


class PlanAhead(Plan, frozen=True):
    """A plan, with what it would do next."""

    ahead: Annotated[
        list[str],
        Meta(
            description="What it would do in the tricks that may come next, by the suit led, as far as it is foreseen.",
            examples=[["hearts led: 10♥", "spades led: you are asked", "you lead: you are asked"]],
        ),
    ]


class Appointment(Struct, frozen=True):
    """An hour at which all sit together, proposed or agreed, until it is past or called off."""

    number: Annotated[int, Meta(description="How many were proposed at this table by then.")]
    by: Annotated[SeatLetter, Meta(description="Who proposed it.")]
    starts_at: Moment
    ends_at: Moment
    yes: Annotated[list[SeatLetter], Meta(description="Who has said yes.")]
    missing: Annotated[list[SeatLetter], Meta(description="Who has not.")]
    agreed: Annotated[bool, Meta(description="Whether everybody has said yes.")]


class Asked(Struct, frozen=True):
    """What all players are asked for a yes or a no."""

    number: Annotated[int, Meta(description="What the answer to it names.")]
    sentence: Annotated[str, Meta(description="What is done once enough have said yes.")]
    word: Annotated[bool | None, Meta(description="Your own yes or no; null: not said, or not asked for.")]
    counts: Annotated[bool, Meta(description="Whether your word is asked for.")]


class Claim(Struct, frozen=True):
    """The open claim of all remaining tricks of a deal."""

    key: Annotated[str, Meta(description="What the answer to it names.", examples=["1/1/B"])]
    seat: Annotated[SeatLetter, Meta(description="Who claims.")]
    asked: Annotated[bool, Meta(description="Whether the others are asked; before that the table tries to prove it.")]
    agreed: Annotated[list[SeatLetter], Meta(description="Who has agreed so far.")]
    order: Annotated[list[str], Meta(description="Cards the claimant still holds, as they are to be played.")]


class Length(Struct, frozen=True):
    """How long a match will take, at a guess: it can be off by a quarter and more."""

    sentence: Annotated[str, Meta(description="In words, with what it goes by.")]
    part: Annotated[str, Meta(description="What the match consists of: deal or round.")]
    parts: Annotated[float, Meta(description="How many; a guess where the cards decide.")]
    days_each: Annotated[float | None, Meta(description="Days a part; null where only the house is waited for.")]
    days: Annotated[float | None, Meta(description="Days of the match.")]
    days_each_planned: Annotated[
        float | None, Meta(description="Days a part, if everybody plans ahead; null where that is hardly shorter.")
    ] = None


class SameDeals(Struct, frozen=True):
    """The tables that play the same deals as this one. Until all have ended, nothing else is told of them."""

    ended: int
    tables: int
    compared: Annotated[bool, Meta(description="Whether they can be compared: /api/records/{match}/tables.")]


class Table(Struct, frozen=True):
    """What a seat and a spectator are both told of a match."""

    match: str
    game: Annotated[str, Meta(description="The key of the game.")]
    options: Annotated[dict[str, str | int], Meta(description="The variant that is played.")]
    pace: Pace
    terms: Annotated[dict[str, str], Meta(description="How the table is run.")]
    status: Status
    open_hands: Annotated[
        dict[SeatLetter, list[str]], Meta(description="The cards that lie face up since a claim in this deal.")
    ]
    view: View
    winners: Annotated[list[SeatLetter], Meta(description="Empty while the match runs.")]
    commitment: Annotated[str, Meta(description="SHA-256 of the seed of the deal, in hex.")]
    story: list[StoryLine]


class Seat(Table, frozen=True):
    """What a seat sees."""

    you: SeatName
    table_name: Annotated[str | None, Meta(description="What you call this table. Nobody else sees it.")]
    seats: list[SeatState]
    ply: Annotated[int, Meta(description="How many windows have been resolved.")]
    opened_at: Annotated[Moment | None, Meta(description="When the window opened.")]
    closes_at: Annotated[Moment | None, Meta(description="When the clock answers for whoever has not.")]
    paused_until: Annotated[Moment | None, Meta(description="Until when the clock stands still for a pause.")]
    asked_of_all: Annotated[Asked | None, Meta(description="What all players are asked for a yes or a no.")]
    ask: Annotated[Ask | None, Meta(description="What you are asked, also while a sealed answer may be changed.")]
    sealed: Annotated[str | None, Meta(description="Your own sealed answer.")]
    plan: Annotated[Plan | None, Meta(description="Your own plan for later.")]
    may_claim: Annotated[bool, Meta(description="Whether you can claim all remaining tricks of the deal now.")]
    claim: Annotated[Claim | None, Meta(description="The open claim of somebody at this table.")]
    scores: Annotated[list[int], Meta(description="One a seat; empty before the first card.")]
    length: Annotated[Length | None, Meta(description="How long it will take; null once it is played.")]
    links: Annotated[
        dict[str, str],
        Meta(
            description="What the host may pass on: `join` takes an open seat, `watch` is for spectators. Else empty."
        ),
    ]
    here_until: Annotated[Moment | None, Meta(description="Until when you are here, if you are.")]
    appointment: Annotated[Appointment | None, Meta(description="The hour proposed or agreed for sitting together.")]
    together: Annotated[bool, Meta(description="Whether all are here: the table moves at the speed of people.")]
    same_deals: SameDeals | None


class SeatPly(Struct, frozen=True):
    """What a seat was given while a ply was open."""

    ply: int
    view: View
    ask: Annotated[Ask | None, Meta(description="What the seat was asked then; null where it was not.")]
    story: Annotated[list[StoryLine], Meta(description="What had been told by then.")]


class GivenAnswer(Struct, frozen=True):
    """An answer that was given in a window."""

    seat: SeatLetter
    answer: Annotated[str, Meta(description="In canonical form.")]
    at: Annotated[Moment, Meta(description="When it was given.")]
    by: Annotated[str, Meta(description="Who gave it.", extra_json_schema={"enum": ["player", "clock", "house"]})]


class RecordPly(Struct, frozen=True):
    """A ply of a finished match, as each seat saw it, and the answers that its window got."""

    ply: int
    views: Annotated[dict[SeatLetter, View], Meta(description="The view of every seat.")]
    answers: Annotated[list[GivenAnswer], Meta(description="Empty at the end of the match.")]


class Promise(Struct, frozen=True):
    """What one answer promised, next to the one that was given, on the same imagined tables."""

    answer: Annotated[str, Meta(description="In canonical form.")]
    points: Annotated[float, Meta(description="How many more on average; negative for fewer.")]
    error: Annotated[float, Meta(description="Standard error of that.")]
    games: Annotated[int, Meta(description="How many were imagined.")]


class Reason(Struct, frozen=True):
    """Why the house prefers its answer, by what came of the imagined games.

    ``contract``: the contract was made · ``beaten``: it was not, and the seat defended · ``petit``: the seat's side got
    the petit that the seat held · ``petit-won``: or another's · ``petit-last``: it won the last trick with the petit ·
    ``excuse``: it kept the Excuse · ``last-trick``: it won the last trick · ``in-front``: the seat was alone in front
    after the deal · ``round``: its chance to win the round · ``match``: it won the match · ``points``, ``marks``,
    ``coins``, ``rounds``: the lead in them on average · ``in-tricks``: the points that its side took in tricks, on
    average, where they are not what is scored.
    """

    kind: Annotated[str, Meta(description="What tells the two answers apart.", extra_json_schema={"enum": list(KINDS)})]
    values: Annotated[
        dict[str, float],
        Meta(
            description="That of the “best” and of its “rival”: the share of the imagined games in which it came so,"
            " from 0 to 1; or points, marks, coins or rounds on average."
        ),
    ]


class Decision(Struct, frozen=True):
    """What the house thinks of one of your decisions, by what your seat saw then."""

    ply: int
    place: Annotated[str, Meta(description="How far the match had come.", examples=["deal 2, trick 5"])]
    says: Annotated[str, Meta(description="In words.")]
    given: Annotated[str | None, Meta(description="Your answer; null where the house has no opinion.")]
    best: Annotated[str | None, Meta(description="What the house would have answered.")]
    rival: Annotated[str | None, Meta(description="What that was held against: yours, or another good answer.")]
    sure: Annotated[
        str | None,
        Meta(
            description="How sure the house is that its answer is better than the one it was held against.",
            extra_json_schema={"enum": ["even", "little", "quite", "very", None]},
        ),
    ]
    gain: Annotated[
        float | None,
        Meta(description="By how much: points, with a win counted as one standard deviation where the games ended."),
    ]
    error: Annotated[float | None, Meta(description="Standard error of the gain.")]
    points: Annotated[float | None, Meta(description="The gain in points alone.")]
    won: Annotated[float | None, Meta(description="The gain in shares of the win; null where the games did not end.")]
    games: Annotated[int, Meta(description="How many were imagined for these.")]
    reason: Annotated[
        Reason | None, Meta(description="Why the house prefers its answer; null where nothing clearly speaks for it.")
    ]
    answers: Annotated[list[Promise], Meta(description="First estimates of all answers that were tried.")]


class Review(Struct, frozen=True):
    """What the house thinks of the decisions of your seat in a match that is over."""

    status: Annotated[
        str,
        Meta(
            description="none: the match is not over, or nobody but the house has played.",
            extra_json_schema={"enum": ["none", "looking", "done"]},
        ),
    ]
    decisions: Annotated[list[Decision], Meta(description="Those that have been considered, in order.")]
    costliest: Annotated[
        list[int], Meta(description="The plies of those that cost most, at most three; empty until all are considered.")
    ]


def seat_json(page: SeatPage) -> Seat:
    """A seat's page in the JSON API. The page must belong to a seat."""
    match, chair = page.match, page.own
    return Seat(
        match=match.id,
        game=match.game,
        options=match.options,
        pace=match.pace,
        terms=match.terms,
        you=SeatName(letter_of(chair.seat), chair.name),
        table_name=chair.table_name,
        seats=_seats(page),
        status=match.status,
        ply=match.ply,
        opened_at=iso(match.opened_at),
        closes_at=iso(match.closes_at),
        paused_until=iso(match.paused_until) if page.times.paused else None,
        asked_of_all=convert(motion_for(match, chair), Asked | None, from_attributes=True),
        ask=ask_json(page.ask),
        sealed=page.sealed,
        plan=plan_json(page),
        may_claim=page.claims.may_claim,
        claim=_claim(page),
        open_hands={letter_of(seat): list(hand) for seat, hand in page.claims.hands.items()},
        view=page.view,
        scores=list(page.scores),
        winners=[letter_of(seat) for seat in page.winners],
        commitment=match.commitment,
        story=story_json(page),
        length=length_json(page.agreement.length) if match.status == INVITED else None,
        links=shared_urls(chair),
        here_until=iso(chair.here_until) if chair.seat in page.attendance.here else None,
        appointment=appointment_json(match),
        together=page.attendance.together,
        same_deals=SameDeals(*ended(match), not match.shut) if match.same_deals else None,
    )


def _claim(page: SeatPage) -> Claim | None:
    claim = page.claims.open
    if claim is None:
        return None
    agreed = [letter_of(seat) for seat in claim.agreed]
    return Claim(claim.key, letter_of(claim.seat), claim.asked, agreed, list(page.claims.order))


def plan_json(page: SeatPage) -> Plan | None:
    """The plan of a page's seat; ``None``: there is none."""
    return Plan(page.plan.text, [*page.plan.says, page.plan.order]) if page.plan else None


def plan_ahead(page: SeatPage) -> PlanAhead | None:
    """The plan of a page's seat, with what it would do next; ``None``: there is none."""
    plan = plan_json(page)
    return PlanAhead(plan.plan, plan.says, page.ahead()) if plan else None


def nearest_plan(page: SeatPage, text: str) -> PlanAhead:
    """A plan that is not sealed, read from its canonical text."""
    seat = page.own.seat
    names = names_beside(page.match, seat)
    plan = plans.read_plan(page.game, text, names)
    sealed = plans.sealed_at(plan, page.view["core"], seat, page.match.ply)
    return PlanAhead(text, explained(page.game, plan, names, page.prose), page.ahead(sealed))


def appointment_json(match: Match) -> Appointment | None:
    """The appointment of a match that is still to come, or lasts; ``None``: there is none."""
    hour = open_appointment(match, clock.now())
    if hour is None:
        return None
    return Appointment(
        number=hour.number,
        by=letter_of(hour.by),
        starts_at=iso(hour.starts),
        ends_at=iso(hour.ends),
        yes=[letter_of(chair.seat) for chair in match.chairs if chair.player_id and hour.word_of(chair)],
        missing=[letter_of(chair.seat) for chair in hour.missing(people_of(match))],
        agreed=hour.is_agreed(match),
    )


def length_json(length: lengths.Length | None) -> Length | None:
    if length is None:
        return None
    each, whole, planned = (span / clock.DAY if span else None for span in (length.each, length.whole, length.planned))
    return Length(
        str(length),
        length.part,
        round(length.parts, 1),
        each and round(each, 2),
        whole and round(whole, 1),
        planned and round(planned, 2),
    )


def _seats(page: SeatPage) -> list[SeatState]:
    chairs, here = page.match.chairs, page.attendance.here
    if page.match.status == INVITED:
        waiting = {chair.seat for chair in chairs if chair.accepted_at is None and chair.invited_at is not None}
    else:
        waiting = set(page.waiting)
    return [
        SeatState(
            seat=letter_of(chair.seat),
            name=chair.name,
            accepted=chair.accepted_at is not None,
            waiting=chair.seat in waiting,
            away_until=iso(page.attendance.vacations.get(chair.seat)),
            bank=chair.bank,
            here=chair.seat in here,
        )
        for chair in chairs
    ]


def story_json(page: SeatPage) -> list[StoryLine]:
    plain = page.prose.plain
    return [StoryLine(ply.ply, str(plain.tell(line))) for ply in page.story for line in ply.lines]


def seat_ply_json(page: ReplayPage) -> SeatPly:
    return SeatPly(page.ply, page.view, ask_json(page.was_asked), story_json(page))


def review_json(page: SeatPage, review: Reviewed | None) -> Review:
    if review is None:
        return Review("none", [], [])
    plain = SeatPage(page.match, page.you, page.table, text=True)
    decisions = [_decision(plain, decision) for decision in review.decisions.values()]
    costliest = [decision.ply for decision in review.costliest]
    return Review("looking" if review.looking else "done", decisions, costliest)


def _decision(page: SeatPage, decision: Hindsight) -> Decision:
    opinion = decision.opinion or {}
    figures = {name: opinion.get(name) for name in ("given", "best", "rival", "gain", "error", "points", "won")}
    return Decision(
        ply=decision.ply,
        place=decision.where,
        says=str(said(page, decision)),
        sure=decision.sure.value if opinion else None,
        games=opinion.get("games", 0),
        reason=Reason(**opinion["reason"]) if because(decision) else None,
        answers=[Promise(**answer) for answer in opinion.get("answers", ())],
        **figures,
    )


def record_ply_json(page: ReplayPage) -> RecordPly:
    views = {letter: page.game.view(page.state, seat) for seat, letter in enumerate(page.letters)}
    answers = [GivenAnswer(letter_of(one.seat), one.answer, iso(one.at), one.by) for one in page.answers]
    return RecordPly(page.ply, views, answers)


def ask_json(ask: rules.Ask | None) -> Ask | None:
    return convert(ask, Ask | None, from_attributes=True)


@overload
def iso(moment: datetime) -> str: ...


@overload
def iso(moment: datetime | None) -> str | None: ...


def iso(moment: datetime | None) -> str | None:
    """A time in ISO 8601, in UTC."""
    return moment.isoformat().replace("+00:00", "Z") if moment else None
