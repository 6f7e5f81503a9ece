"""Matches that are read to be shown, and not changed: plain rows, read by one statement.

The rows have the attributes of `Match`, `Chair` and `Player`, so that pages are written once for rows and models. What
is set on them is not written. Loading models took as long as rendering half of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, cast

from sqlalchemy import ColumnElement, Select, bindparam, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from .models import INVITED, OVER, PLAYING, Base, Chair, Match, Player
from .session import reading


def _columns(model: type[Base]) -> dict[str, InstrumentedAttribute[Any]]:
    return {attribute.key: getattr(model, attribute.key) for attribute in model.__mapper__.column_attrs}


CHAIR, PLAYER, MATCH = (_columns(model) for model in (Chair, Player, Match))


def _numbered(columns: Iterable[str], first: int = 0) -> dict[str, int]:
    return {name: n for n, name in enumerate(columns, first)}


class Row:
    """A part of a row, with its columns as attributes. Those of a ``late`` row are read when they are looked at."""

    columns: ClassVar[Mapping[str, int]]
    """Where each stands in the row, one after the other."""
    _row: Sequence[Any]

    def __init__(self, row: Sequence[Any], late: bool, **related: Any):
        vars(self).update(related, _row=row)
        if not late:
            vars(self).update(zip(self.columns, row[self.columns["id"] :], strict=False))

    def __getattr__(self, name: str) -> Any:
        if name not in self.columns:
            raise AttributeError(name)
        value = vars(self)[name] = self._row[self.columns[name]]
        return value

    @classmethod
    def of(cls, row: Sequence[Any], late: bool, **related: Any) -> Self | None:
        """This part of a row; ``None`` if its table has no row there."""
        return None if row[cls.columns["id"]] is None else cls(row, late, **related)


class ChairRow(Row):
    """A chair, with its ``match`` and its ``player``."""

    columns = _numbered(CHAIR)
    is_open = Chair.is_open


class PlayerRow(Row):
    """A player."""

    columns = _numbered(PLAYER, len(CHAIR))
    own_hours = Player.own_hours


class MatchRow(Row):
    """A match, with its ``chairs`` in the order of their seats."""

    columns = _numbered(MATCH, len(CHAIR) + len(PLAYER))
    chairs: list[Chair]


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
    found = _rows(reading().late(UNFINISHED, {"player": player_id}), late=True)
    own = [one for one in found if one.player_id == player_id and one.declined_at is None]
    return sorted(sorted(own, key=lambda one: one.id), key=lambda one: one.match.created_at, reverse=True)


def finished(player_id: int, most: int) -> list[Chair]:
    """A player's chairs in the matches that ended last, at most so many."""
    found = _rows(reading().late(FINISHED, {"player": player_id, "most": most}), late=True)
    own = [one for one in found if one.player_id == player_id and one.match.over_at]
    return sorted(own, key=lambda one: one.match.over_at or one.match.created_at, reverse=True)[:most]


def _rows(rows: Iterable[Any], late: bool = False) -> list[Chair]:
    """The chairs in rows of `_chairs`, each with its player and its match with all its chairs."""
    matches: dict[str, MatchRow] = {}
    found = []
    for row in rows:
        match = MatchRow.of(row, late, chairs=[])
        if match:
            matches[match.id] = match
        found.append(ChairRow(row, late, player=PlayerRow.of(row, late)))
    for one in cast("list[Chair]", found):
        its_match = matches[one.match_id]
        vars(one)["match"] = its_match
        its_match.chairs.append(one)
    return cast("list[Chair]", found)
