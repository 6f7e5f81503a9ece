"""What a player has seen of a table: said by a tap, never by opening a page, which programs do too."""

from __future__ import annotations

from ..store.models import Chair
from ..store.one_match import one_chair
from ..store.session import transaction
from .errors import Refused


@transaction
def mark_seen(chair_id: int, ply: int) -> Chair:
    """The player of a seat has seen the table as it was at a ply, and all that happened before. It is never unseen.

    Raises `Refused` for a ply that has not been played.
    """
    chair = one_chair(chair_id)
    if not 0 <= ply <= chair.match.ply:
        raise Refused("Only what has happened can have been seen.", "ply")
    chair.see(ply)
    return chair
