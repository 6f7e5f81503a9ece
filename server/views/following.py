"""What follows a match that is over: whether one more deal is offered, who has said yes, and whether it has begun."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from ..rules import GAMES
from ..rules.tempo import of_one_part
from ..store.models import CANCELLED, INVITED, Chair, Match, db


@dataclass(frozen=True)
class Following:
    """The match after this one. ``offered``: whether it may be, or is, one more deal rather than a whole match.

    ``agreed`` and ``missing``: the names of those who have said yes to it, and of those it waits for. ``mine``: whether
    the reader has said yes. ``begun``, ``off``: whether its cards are dealt, or it was called off.
    """

    offered: bool
    agreed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    mine: bool = False
    begun: bool = False
    off: bool = False


def following(chair: Chair) -> Following:
    """What follows the match of this seat."""
    match = chair.match
    again = db.session.scalar(select(Match).where(Match.rematch_of == match.id))
    if again is None:
        return Following(offered=bool(of_one_part(GAMES[match.game])))
    people = [other for other in again.chairs if other.player_id is not None]
    return Following(
        offered=is_one_more(again),
        agreed=tuple(other.name for other in people if other.accepted_at),
        missing=tuple(other.name for other in people if not other.accepted_at),
        mine=all(other.accepted_at for other in people if other.player_id == chair.player_id),
        begun=again.status not in (INVITED, CANCELLED),
        off=again.status == CANCELLED,
    )


def is_one_more(match: Match) -> bool:
    """Whether a match is one more deal after another."""
    short = of_one_part(GAMES[match.game])
    return bool(short) and match.rematch_of is not None and short.items() <= match.options.items()
