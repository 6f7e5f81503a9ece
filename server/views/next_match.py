"""What follows a match that is over: whether one more deal is offered, who has said yes, and whether it has begun."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, select

from ..rules import GAMES, AnyGame
from ..rules.tempo import of_one_part
from ..store.models import CANCELLED, INVITED, MATCHES, Chair, Match
from ..store.one_match import match_of
from ..store.session import rows

NEXT = select(MATCHES.c.id).where(MATCHES.c.rematch_of == bindparam("match"))


@dataclass(frozen=True)
class NextMatch:
    """The match after this one. ``offered``: whether it may be, or is, one more deal rather than a whole match.
    ``asked``: whether there is one.

    ``agreed`` and ``missing``: the names of those who have said yes to it, and of those it waits for. ``mine``: whether
    the reader has said yes. ``begun``, ``off``: whether its cards are dealt, or it was called off. ``others``: the
    other games that the same people may play next; empty once there is a match that follows.
    """

    offered: bool
    asked: bool = False
    agreed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    mine: bool = False
    begun: bool = False
    off: bool = False
    others: tuple[AnyGame, ...] = ()


def next_match(chair: Chair) -> NextMatch:
    match = chair.match
    found = rows(NEXT, {"match": match.id})
    again = match_of(found[0].id) if found else None
    if again is None:
        return NextMatch(offered=bool(of_one_part(GAMES[match.game])), others=_other_games(match))
    people = [other for other in again.chairs if other.player_id is not None]
    return NextMatch(
        offered=is_one_more(again),
        asked=True,
        agreed=tuple(other.name for other in people if other.accepted_at),
        missing=tuple(other.name for other in people if not other.accepted_at),
        mine=all(other.accepted_at for other in people if other.player_id == chair.player_id),
        begun=again.status not in (INVITED, CANCELLED),
        off=again.status == CANCELLED,
    )


def _other_games(match: Match) -> tuple[AnyGame, ...]:
    """The other games for as many as sat at a match, unless it was for practice."""
    fit = (game for game in GAMES.values() if len(match.chairs) in game.seats and game.key != match.game)
    return () if match.practice_until else tuple(sorted(fit, key=lambda game: game.name))


def is_one_more(match: Match) -> bool:
    """Whether a match is one more deal after another."""
    before = match_of(match.rematch_of) if match.rematch_of else None
    short = of_one_part(GAMES[match.game])
    return bool(short) and before is not None and before.game == match.game and short.items() <= match.options.items()
