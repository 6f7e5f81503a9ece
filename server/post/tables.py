"""The tables that a letter asks about, numbered from 1, so that a reply can say which it means.

The numbers are fixed when the letter is leased, and stored with its reply address.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select

from .. import clock
from ..store.models import CHAIRS, MATCHES, PLAYERS, PLAYING, Chair, Letter, db, has_address
from ..store.one_match import chairs_of
from ..views import table_page
from .kinds import KINDS
from .reply_addresses import TABLES, open_person_address

ASKING = frozenset(("which", "state", "restored", "moved"))
"""The kinds of letters that list all tables waiting for their reader."""


def open_addresses(letters: Mapping[int, Iterable[Any]], at: datetime) -> dict[int, str]:
    """The reply addresses of letters without a seat, by letter id; none for one whose reader is unknown.

    ``letters``: by their ids, what each of them carries. Must run inside a transaction.
    """
    seats = {id: _seats_of(db.session.get_one(Letter, id), carried) for id, carried in letters.items()}
    chairs = chairs_of([chair for _, theirs in seats.values() for chair in theirs])
    asking = _asking(chairs)
    return {
        id: open_person_address(player_id, [asking[chair] for chair in asking if chair in theirs], at)
        for id, (player_id, theirs) in seats.items()
        if player_id is not None
    }


def _seats_of(letter: Letter, carried: Iterable[Any]) -> tuple[int | None, Collection[int]]:
    """The reader of a letter, ``None`` if it gets no reply address; and which of their seats it asks about."""
    known = select(PLAYERS.c.id).where(has_address(letter.facts.get("email", "")))
    player_id = letter.player_id or db.session.scalar(known)
    if player_id is None or KINDS[letter.kind].answers != TABLES:
        return None, ()
    theirs = select(CHAIRS.c.id).join(MATCHES).where(CHAIRS.c.player_id == player_id, MATCHES.c.status == PLAYING)
    if letter.kind not in ASKING:
        theirs = theirs.where(CHAIRS.c.id.in_([one.chair_id for one in carried]))
    return player_id, db.session.scalars(theirs).all()


def _asking(chairs: Iterable[Chair]) -> dict[int, Sequence[int]]:
    """Those of these seats that are asked, as in `Tables`; those that have not answered first, by deadline."""
    found = []
    for chair in chairs:
        page = table_page(chair)
        if page.ask is not None and not chair.house:
            order = page.sealed is not None, chair.match.closes_at or clock.NEVER, chair.id
            found.append((order, (chair.id, chair.match.ply, chair.link_version)))
    return {table[0]: table for _, table in sorted(found)}
