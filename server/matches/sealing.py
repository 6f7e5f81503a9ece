"""Sealing an answer: the use-cases of a player at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from .. import clock, deal
from ..rules import Ask, Illegal, lawful
from ..rules.engine import Answer
from ..store.envelopes import PLAYER, Envelope
from ..store.history import TURNS
from ..store.models import PLAYING, Chair, Match
from ..store.one_match import chair_of
from ..store.session import NOW, transaction
from ..terms import hides
from ..views import letter_of
from . import house_lookahead, letters, playing
from .automatic import forget_plan
from .errors import MovedOn, Overtaken
from .in_play import InPlay, note_answered
from .lookup import checked_known, checked_link
from .typed import Typed, understood_apart


@dataclass(frozen=True)
class Sealed:
    """The result of sealing an answer. ``opened``: whether it was the last one and opened the window. ``unused``:
    remarks beside a typed answer, of which nothing was used."""

    answer: Answer
    ply: int
    receipt: str
    opened: bool
    unused: tuple[str, ...] = ()


AnswerTo = Callable[[Ask | None], Answer]
"""Gives the answer to an ask; called with ``None`` if nothing is asked of the seat any more."""


@transaction
def seal(
    chair_id: int,
    answer: Answer,
    ply: int,
    at: datetime = NOW,
    given_at: datetime = NOW,
    link_version: int | None = None,
) -> Sealed:
    """Seal a seat's answer, canonical or as typed, for the window of ``ply``; the last one owed opens the window.

    ``given_at`` is when the player gave the answer, if earlier than ``at`` (mail waits in a queue). ``link_version``
    is the version of the link that was used, if the caller has not checked it.

    Giving the same answer again returns the same receipt, even after the window has opened; until then a different
    answer replaces it, unless that was given later: then it raises `Overtaken`. Raises `Illegal` for an answer that
    does not fit, `MovedOn` if the window has closed, and `Unknown` or `Gone` for a link that refers to no seat or has
    been replaced.
    """
    return _seal(chair_id, lambda ask: answer, ply, at, given_at, link_version)


@transaction
def seal_form(chair_id: int, answer_to: AnswerTo, ply: int, link_version: int) -> Sealed:
    """Seal the answer of a form, whose fields mean something only together with what is asked. Raises as `seal`."""
    return _seal(chair_id, answer_to, ply, clock.now(), None, link_version)


def _seal(
    chair_id: int, answer_to: AnswerTo, ply: int, at: datetime, given_at: datetime | None, link_version: int | None
) -> Sealed:
    chair = checked_known(chair_of(chair_id))
    match = chair.match
    if link_version is not None:
        checked_link(chair, link_version)
    if match.status != PLAYING or ply != match.ply:
        return _opened_before(match, chair, answer_to(None), ply)
    if chair.resigned_at:
        raise Illegal("You have given this match up: the house plays in your seat.")
    play = InPlay(match, at)
    ask = play.all_asks().get(chair.seat)
    if ask is None:
        raise Illegal("Nothing is asked of you now: the table waits for somebody else.")
    given = answer_to(ask)
    coded = lawful(ask, given) and not isinstance(given, Typed)
    answer, unused = (given, ()) if coded else understood_apart(match, ask, given)
    envelope = match.sealed.get(chair.seat)
    if envelope is None or envelope.answer != answer:
        if envelope and given_at and envelope.at > given_at:
            raise Overtaken("Another answer was given later than this one.")
        envelope = Envelope(answer, PLAYER, given_at or at, deal.new_salt())
        match.unanswered = 0
        note_answered(chair)
        house_lookahead.stop(chair)
        if chair.order_at:
            forget_plan(play, chair, ask)
        slept, alone = match.asleep_at, len(play.all_asks()) == 1
        if slept:
            playing.wake(play)
        playing.answer(play, {chair.seat: envelope})
        chair.see(ply + (alone and match.ply > ply))  # one's own card is no news
        if slept and match.ply == ply:
            told = [other for other in match.chairs if other is not chair or hides(match.terms)]
            letters.tell(match, told, "woken", at, slept.isoformat())  # to all, where it is hidden who has answered
    receipt = deal.receipt(match.id, ply, letter_of(chair.seat), answer, envelope.salt)
    return Sealed(answer, ply, receipt, match.ply != ply, unused)


@transaction
def wake(chair_id: int, at: datetime = NOW) -> Match:
    """Wake a sleeping match: its window opens again with a new deadline, and all players are notified."""
    match = checked_known(chair_of(chair_id)).match
    if match.status == PLAYING and match.asleep_at:
        again = match.asleep_at.isoformat()
        playing.wake(InPlay(match, at))
        letters.tell(match, match.chairs, "woken", at, again)
    return match


def _opened_before(match: Match, chair: Chair, answer: Answer, ply: int) -> Sealed:
    """The receipt of an answer in the window of ``ply``, if it was the same. Raises `MovedOn` otherwise."""
    turns = TURNS.of(match, ply + 1, ply + 1) if 0 <= ply < match.ply else ()
    for given in (given for turn in turns for given in turn.answers):
        if given.seat == chair.seat and sorted(given.answer.split()) == sorted(answer.split()):
            receipt = deal.receipt(match.id, ply, letter_of(chair.seat), given.answer, given.salt)
            return Sealed(given.answer, ply, receipt, True)
    if match.status != PLAYING:
        raise MovedOn("This match is not being played.")
    raise MovedOn("The table has moved on: this answer was for an earlier turn.")
