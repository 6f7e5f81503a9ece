"""The tables that a letter asks about, numbered from 1, so that a reply can say which it means.

The numbers are fixed when the letter is leased, and stored with its reply address.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select

from .. import clock
from ..store.models import CHAIRS, MATCHES, PLAYERS, PLAYING, Letter, db, has_address
from ..store.one_match import chairs_of
from ..views import table_page
from .kinds import KINDS
from .reply_addresses import TABLES, open_person_address

ASKING = frozenset(("which", "state", "restored", "moved"))
"""The kinds of letters that list all tables waiting for their reader."""


def open_address_for(letter: Letter, carried: Collection[int], at: datetime) -> dict[int, str]:
    """The reply address of a letter without a seat, by letter id; none if its reader is unknown.

    ``carried``: the seats of the letters in it. Must run inside a transaction.
    """
    player_id = letter.player_id or _known_by(letter.facts.get("email", ""))
    if player_id is None or KINDS[letter.kind].answers != TABLES:
        return {}
    about = None if letter.kind in ASKING else carried
    return {letter.id: open_person_address(player_id, asking(player_id, about), at)}


def _known_by(email: str) -> int | None:
    return db.session.scalar(select(PLAYERS.c.id).where(has_address(email)))


def asking(player_id: int, among: Collection[int] | None = None) -> list[tuple[int, int, int]]:
    """The player's seats that are asked, as `Tables`; those that have not answered first, by deadline.

    ``among``: only these.
    """
    theirs = select(CHAIRS.c.id).join(MATCHES).where(CHAIRS.c.player_id == player_id, MATCHES.c.status == PLAYING)
    if among is not None:
        theirs = theirs.where(CHAIRS.c.id.in_(among))
    found = []
    for chair in chairs_of(db.session.scalars(theirs).all()):
        page = table_page(chair)
        if page.ask is not None and not chair.house:
            order = page.sealed is not None, chair.match.closes_at or clock.NEVER, chair.id
            found.append((order, (chair.id, chair.match.ply, chair.link_version)))
    return [table for _, table in sorted(found)]
