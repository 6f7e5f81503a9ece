"""Ending a match from outside of it, as whoever runs the server may."""

from __future__ import annotations

from datetime import datetime

from .. import clock
from ..store.models import INVITED, PLAYING
from ..store.session import transaction
from . import opening
from .in_play import InPlay
from .lookup import match_by_id

BY_OPERATOR = "operator"
"""How a match has ended that whoever runs the server has ended."""


@transaction
def cancel(match_id: str, at: datetime | None = None) -> bool:
    """End a match: as it stands and without winners, or before its first card with all tables of the same deals.

    Everybody is told by one letter. Returns False if it had ended already. Raises `Unknown`.
    """
    at = at or clock.now()
    match = match_by_id(match_id)
    if match.status == INVITED:
        opening.cancel(match, BY_OPERATOR, at)
    elif match.status == PLAYING:
        InPlay(match, at).end(BY_OPERATOR, ())
    else:
        return False
    return True
