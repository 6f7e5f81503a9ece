"""Sitting together: players say that they are here, and where all are, the table moves at the speed of people; and what
each has seen of it.

Nobody can read anything sealed from who is here. Whatever is answered in a player's name keeps the player here as a tap
would, planned and forced answers too, or the end of the ten minutes would tell which answers were planned. Where it is
hidden who has answered, an answer does so only when the window opens, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from ..rules.engine import Seat
from ..store import nudge
from ..store.envelopes import Envelope
from ..store.models import Chair, Match
from ..store.one_match import one_chair, touch
from ..store.session import NOW, transaction
from ..terms import hides
from ..views import is_here, own_seats, sits_together
from . import seat_plans
from .errors import Refused
from .lookup import playing_chair

LASTS = timedelta(minutes=10)
"""How long somebody is here after a tap."""
HELD = timedelta(minutes=1)
"""How long a letter that asks for an answer is held back at a table that sits together."""
SHARE = 0.5
"""The largest part of a window for which such a letter is held back, for whatever reason."""


@transaction
def arrive(chair_id: int, at: datetime = NOW) -> Chair:
    """The player of a seat is here, for `LASTS`, at all seats that this person has at the table.

    Once all are here, automatic answers that were hours away are given as quickly as people who sit together answer.
    Raises `Refused` if the seat is not playing, or if the match sleeps.
    """
    chair = playing_chair(chair_id, "Only who plays in a match that goes on can be here.")
    match = chair.match
    if match.asleep_at:
        raise Refused("This match has fallen asleep: wake it first.")
    before = sits_together(match, at)
    for own in own_seats(chair):
        own.here_until = at + LASTS
    if not before and sits_together(match, at):
        _draw_again(match, at)
    nudge.want_delivery()
    return chair


@transaction
def depart(chair_id: int, at: datetime = NOW) -> Chair:
    """The player of a seat is here no more, at none of this person's seats at the table."""
    chair = one_chair(chair_id)
    here = [own for own in own_seats(chair) if own.here_until]
    for own in here:
        own.here_until = None
    if here:
        touch(chair.match)
    return chair


@transaction
def mark_seen(chair_id: int, ply: int) -> Chair:
    """The player of a seat has seen the table as it was at a ply, and all that happened before. It is never unseen.

    That is said by a tap, never by opening a page, which programs do too. Raises `Refused` for a ply that has not been
    played.
    """
    chair = one_chair(chair_id)
    if not 0 <= ply <= chair.match.ply:
        raise Refused("Only what has happened can have been seen.", "ply")
    chair.see(ply)
    return chair


def _draw_again(match: Match, at: datetime) -> None:
    """Draw earlier moments for the plans and forced answers of the open window."""
    for chair in match.chairs:
        if chair.order_at is not None and chair.order_at > at:
            chair.order_at = min(chair.order_at, seat_plans.delayed_until(match, chair, at))


def stay(match: Match, answered: Mapping[Seat, Envelope], at: datetime, opened: bool) -> None:
    """Extend the presence of those who are here and in whose name an answer was given, as a tap would.

    ``opened``: whether the window of these answers has opened, so that everybody knows who has answered.
    """
    if hides(match.terms) and not opened:
        return
    for seat, envelope in answered.items():
        chair = match.chairs[seat]
        if is_here(chair, at) and envelope.counts_as_given:
            chair.here_until = at + LASTS


def letters_held_until(match: Match, at: datetime) -> datetime | None:
    """Until when letters are held back that ask for an answer in a window that opens now; ``None``: not at all.

    They are dropped if that window is closed by then. Whoever is not there after all still gets them in time.
    """
    meets = match.meets_at is not None and match.meets_until is not None and match.meets_at <= at < match.meets_until
    until = match.meets_until if meets else at + HELD if sits_together(match, at) else None
    if until is None or match.closes_at is None:
        return until
    return min(until, at + (match.closes_at - at) * SHARE)
