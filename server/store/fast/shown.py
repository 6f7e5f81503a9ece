"""Matches to be shown, as plain rows read by one statement; the plain counterpart is in `server.store.shown`.

The rows have the attributes of `Match`, `Chair` and `Player`, so that pages are written once for both. They are not to
be changed: nothing would be written. Loading models took as long as rendering half of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, bindparam, select
from sqlalchemy.orm import InstrumentedAttribute

from ..models import Base, Chair, Match, Player
from .statements import Statements


class Row:
    """A row with its columns as attributes."""

    def __init__(self, values: Mapping[str, Any], **related: Any):
        vars(self).update(values, **related)


class PlayerRow(Row):
    """A player."""

    own_hours = Player.own_hours


class ChairRow(Row):
    """A chair, with ``match`` and ``player``."""

    is_open = Chair.is_open


class MatchRow(Row):
    """A match, with ``chairs`` in the order of their seats."""

    chairs: list[Chair]


def _columns(model: type[Base]) -> dict[str, InstrumentedAttribute[Any]]:
    return {attribute.key: getattr(model, attribute.key) for attribute in model.__mapper__.column_attrs}


CHAIR, PLAYER, MATCH = (_columns(model) for model in (Chair, Player, Match))


def chairs_and_matches(which: ColumnElement[bool], own: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The chairs ``which`` are read, with their players, and with each the match if the chair is of one's ``own``."""
    return (
        select(*CHAIR.values(), *PLAYER.values(), *MATCH.values())
        .select_from(Chair)
        .outerjoin(Player, Chair.player_id == Player.id)
        .outerjoin(Match, (Match.id == Chair.match_id) & own)
        .where(which)
        .order_by(Chair.match_id, Chair.seat)
    )


ITS_MATCH = chairs_and_matches(
    Chair.match_id == select(Chair.match_id).where(Chair.id == bindparam("chair_id")).scalar_subquery(),
    Chair.id == bindparam("chair_id"),
)


def chair(statements: Statements, chair_id: int) -> Chair | None:
    """A chair with its match, and all that sit there; ``None`` if there is no such chair."""
    found = chairs(statements.rows(ITS_MATCH, {"chair_id": chair_id}))
    return next((one for one in found if one.id == chair_id), None)


def chairs(rows: Iterable[Any]) -> list[Chair]:
    """The chairs in rows of `chairs_and_matches`, each with its player and its match with all its chairs."""
    matches: dict[str, MatchRow] = {}
    found = []
    for row in rows:
        its, player, match = _split(row)
        if match["id"] is not None and match["id"] not in matches:
            matches[match["id"]] = MatchRow(match, chairs=[])
        found.append(ChairRow(its, player=None if player["id"] is None else PlayerRow(player)))
    for one in cast("list[Chair]", found):
        its_match = matches[one.match_id]
        vars(one)["match"] = its_match
        its_match.chairs.append(one)
    return cast("list[Chair]", found)


def _split(row: Any) -> list[dict[str, Any]]:
    """The columns of a row, by the three tables they come from."""
    parts, first = [], 0
    for columns in (CHAIR, PLAYER, MATCH):
        parts.append(dict(zip(columns, row[first : first + len(columns)], strict=True)))
        first += len(columns)
    return parts
