"""Matches that are read to be shown, and not changed: plain rows, read by one statement.

The rows have the attributes of `Match`, `Chair` and `Player`, so that pages are written once for rows and models. What
is set on them is not written. Loading models took as long as rendering half of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, bindparam, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from .models import INVITED, OVER, PLAYING, Base, Chair, Match, Player
from .session import reading


class Row:
    """A row with its columns as attributes."""

    def __init__(self, values: Mapping[str, Any], **related: Any):
        vars(self).update(values, **related)


class PlayerRow(Row):
    """A player."""

    own_hours = Player.own_hours


class ChairRow(Row):
    """A chair, with its ``match`` and its ``player``."""

    is_open = Chair.is_open


class MatchRow(Row):
    """A match, with its ``chairs`` in the order of their seats."""

    chairs: list[Chair]


def _columns(model: type[Base]) -> dict[str, InstrumentedAttribute[Any]]:
    return {attribute.key: getattr(model, attribute.key) for attribute in model.__mapper__.column_attrs}


CHAIR, PLAYER, MATCH = (_columns(model) for model in (Chair, Player, Match))
PARTS = ((CHAIR, 0), (PLAYER, len(CHAIR)), (MATCH, len(CHAIR) + len(PLAYER)))
"""Where the columns of each table begin in a row, with the id."""


def _chairs(which: ColumnElement[bool], own: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The chairs ``which`` are to be read, each with its player; those of one's ``own`` also with their match."""
    return (
        select(*CHAIR.values(), *PLAYER.values(), *MATCH.values())
        .select_from(Chair)
        .outerjoin(Player, Chair.player_id == Player.id)
        .outerjoin(Match, (Match.id == Chair.match_id) & own)
        .where(which)
        .order_by(Chair.match_id, Chair.seat)
    )


_OWN = aliased(Chair)
_OWN_MATCHES = select(_OWN.match_id).join(Match, Match.id == _OWN.match_id).where(_OWN.player_id == bindparam("player"))
_IS_OPEN = or_(Match.status == PLAYING, Match.status == INVITED)

OF_A_CHAIR = _chairs(
    Chair.match_id == select(_OWN.match_id).where(_OWN.id == bindparam("chair")).scalar_subquery(),
    Chair.id == bindparam("chair"),
)
UNFINISHED = _chairs(
    Chair.match_id.in_(_OWN_MATCHES.where(_IS_OPEN, _OWN.declined_at.is_(None))), Chair.player_id == bindparam("player")
)
FINISHED = _chairs(
    Chair.match_id.in_(
        _OWN_MATCHES.where(Match.status == OVER).order_by(Match.over_at.desc()).limit(bindparam("most"))
    ),
    Chair.player_id == bindparam("player"),
)


def chair_to_show(chair_id: int) -> Chair | None:
    """A chair with its match and all that sit there; ``None`` if there is no such chair."""
    found = _rows(reading().rows(OF_A_CHAIR, {"chair": chair_id}))
    return next((one for one in found if one.id == chair_id), None)


def unfinished(player_id: int) -> list[Chair]:
    """A player's chairs in matches that are being played or wait for acceptances, but declined ones; newest first."""
    found = _rows(reading().rows(UNFINISHED, {"player": player_id}))
    own = [one for one in found if one.player_id == player_id and one.declined_at is None]
    return sorted(sorted(own, key=lambda one: one.id), key=lambda one: one.match.created_at, reverse=True)


def finished(player_id: int, most: int) -> list[Chair]:
    """A player's chairs in the matches that ended last, at most so many."""
    found = _rows(reading().rows(FINISHED, {"player": player_id, "most": most}))
    own = [one for one in found if one.player_id == player_id and one.match.over_at]
    return sorted(own, key=lambda one: one.match.over_at or one.match.created_at, reverse=True)[:most]


def _rows(rows: Iterable[Any]) -> list[Chair]:
    """The chairs in rows of `_chairs`, each with its player and its match with all its chairs."""
    matches: dict[str, MatchRow] = {}
    found = []
    for row in rows:
        its, player, match = (_part(row, *where) for where in PARTS)
        if match and match["id"] not in matches:
            matches[match["id"]] = MatchRow(match, chairs=[])
        found.append(ChairRow(its or {}, player=PlayerRow(player) if player else None))
    for one in cast("list[Chair]", found):
        its_match = matches[one.match_id]
        vars(one)["match"] = its_match
        its_match.chairs.append(one)
    return cast("list[Chair]", found)


def _part(row: Any, columns: Mapping[str, Any], first: int) -> dict[str, Any] | None:
    """The columns of one of the tables in a row; ``None`` if it has no row there."""
    return None if row[first] is None else dict(zip(columns, row[first : first + len(columns)], strict=True))
