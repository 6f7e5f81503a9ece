"""Tables that play the same deals: which they are, and how many have ended; no more of them is told to one another."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select

from ..store.models import MATCHES, Match, db
from ..store.one_match import match_of, matches_of


def tables_of(match: Match) -> Sequence[Match]:
    """All tables that play the same deals as this match, in order, itself among them; none for a match on its own."""
    if match.same_deals is None:
        return ()
    which = select(MATCHES.c.id).where(MATCHES.c.same_deals == match.same_deals).order_by(MATCHES.c.table_number)
    return matches_of(db.session.scalars(which).all())


def ended(match: Match) -> tuple[int, int]:
    """How many of the tables that play these deals have ended, and of how many. The match must not be on its own."""
    counted = select(func.count(MATCHES.c.over_at), func.count()).where(MATCHES.c.same_deals == match.same_deals)
    over, tables = db.session.execute(counted).one()
    return over, tables


def told_ended(match: Match) -> str:
    """How many of the tables have ended, such as ``1 of 2 tables has finished``."""
    over, tables = ended(match)
    return f"{over} of {tables} tables {'has' if over == 1 else 'have'} finished"


def told_shut(match: Match) -> str:
    """Why nothing of a table can be shown yet."""
    over, tables = ended(match)
    if over == tables:
        return "All tables that play the same deals have finished: in a moment everything is shown. Please look again."
    return f"Other tables play the same deals: until all have finished, nothing is shown. So far, {told_ended(match)}."


def opener_of(match: Match) -> str:
    """The name of whoever opened a match, or all the tables that play the same deals."""
    first = match_of(match.same_deals) if match.same_deals and match.table_number != 1 else match
    return (first or match).chairs[0].name
