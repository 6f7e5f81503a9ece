"""Tables that play the same deals: one seed and all words for all of them, and nothing shown before the last has ended.

They begin together, when everybody at all of them has taken their seat, and are called off together before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import exists, select

from ..store.models import CHAIRS, INVITED, MATCHES, OVER, PLAYERS, PLAYING, Chair, Letter, Match, db
from ..views.same_deals import tables_of
from . import letters, people, reviewing

SEATED = "You sit at this table already: your own letters have the link of that seat."
ELSEWHERE = "You sit at another table that plays the same deals, or have sat there: this seat is for somebody else."
"""Why a seat is not for somebody; told to them alone: who sits where by which address is nobody else’s to know."""
_OTHER = MATCHES.alias().c
ALL_ENDED = (
    select(MATCHES.c.id)
    .where(MATCHES.c.shut, MATCHES.c.same_deals == MATCHES.c.id, MATCHES.c.status == OVER)
    .where(~exists().where(_OTHER.same_deals == MATCHES.c.same_deals, _OTHER.status.in_((INVITED, PLAYING))))
    .limit(1)
)
"""The first of tables with the same deals of which the last has ended."""


def locked(match: Match) -> Sequence[Match]:
    """All tables that play the same deals, as they are now, the first one locked; for a match on its own, itself.

    Must run inside a transaction, before anything is changed in it.
    """
    if match.same_deals is None:
        return (match,)
    db.session.execute(select(MATCHES.c.id).where(MATCHES.c.id == match.same_deals).with_for_update())
    return tables_of(match)


def commit_words(tables: Sequence[Match]) -> None:
    """Fix the words that are mixed into the deals of tables that are about to be dealt: those of all of them."""
    words = [chair.word for table in tables for chair in table.chairs]
    for table in tables:
        table.words = words if table.same_deals else None


def why_seated(chair: Chair) -> str:
    """Why whoever is invited to a seat cannot take it: they sit at one of these tables already; empty if they can.

    Whoever was invited to several seats at once, as one person who plays them all, may take each of them.
    """
    tables = tables_of(chair.match) or (chair.match,)
    others = [other for table in tables for other in table.chairs if other.accepted_at]
    apart = (other for other in others if chair.invited_at not in (other.invited_at, other.accepted_at))
    own = people.sits_there(chair.player.email, apart, but=chair) if chair.player else None
    return "" if own is None else SEATED if own.match is chair.match else ELSEWHERE


def knows_another_table(match: Match, email: str) -> bool:
    """Whether somebody sits at another table with the same deals, or has sat there: then they got a letter of it."""
    if match.same_deals is None:
        return False
    others = select(MATCHES.c.id).where(MATCHES.c.same_deals == match.same_deals, MATCHES.c.id != match.id)
    seated = select(PLAYERS.c.email).join(CHAIRS).where(CHAIRS.c.match_id.in_(others))
    lettered = select(PLAYERS.c.email).join(Letter, Letter.player_id == PLAYERS.c.id).where(Letter.match_id.in_(others))
    return any(people.are_one(email, other) for other in db.session.scalars(seated.union(lettered)))


def publish(first: Match, at: datetime) -> None:
    """Open the records of tables of which the last has ended, and tell everybody. ``first``: the first of them.

    Must run inside a transaction.
    """
    for table in tables_of(first):
        table.shut = False
        reviewing.begin(table, at)
        letters.tell(table, table.chairs, "compared", at)
