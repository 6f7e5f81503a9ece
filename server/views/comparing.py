"""Tables that have played the same deals, compared seat by seat and deal by deal once the last of them has ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from ..rules.engine import Seat
from ..store.models import Match
from .deals import Deal, Deals
from .tables import letter_of


def _best(numbers: Sequence[int | None]) -> int | None:
    """The most of them; ``None`` where one table alone has a number, or all have the same."""
    known = {number for number in numbers if number is not None}
    return max(known) if len(known) > 1 else None


class ComparedDeal(Struct, frozen=True):
    """A deal at all tables."""

    name: str
    gains: Annotated[
        list[int | None], Meta(description="What it brought, by table; null where it was not played to its end.")
    ]

    @property
    def best(self) -> int | None:
        return _best(self.gains)

    @property
    def apart(self) -> int:
        """How many points lie between the table that made most of it and the one that made least."""
        known = [gain for gain in self.gains if gain is not None]
        return max(known, default=0) - min(known, default=0)


class ComparedSeats(Struct, frozen=True):
    """One seat, or the seats of a side, at all tables."""

    seats: list[str]
    people: Annotated[list[str], Meta(description="Who sat there, by table.")]
    deals: list[ComparedDeal]
    scores: Annotated[list[int | None], Meta(description="By table.")]

    @property
    def best(self) -> int | None:
        return _best(self.scores)


class ComparedTeam(Struct, frozen=True):
    """People who were named in the same place at each table, and what they made together."""

    people: list[str]
    score: int


class ComparedTables(Struct, frozen=True):
    """Tables that have played the same deals."""

    tables: Annotated[list[str], Meta(description="Their matches, in order.")]
    seats: list[ComparedSeats]
    teams: Annotated[list[ComparedTeam], Meta(description="Empty unless seats were turned.")]


class Comparison:
    """All tables that have played the same deals, seat by seat and deal by deal. All of them must have ended."""

    def __init__(self, tables: Sequence[Match]):
        self.tables = tuple(table for table in tables if table.snapshot is not None)
        self._deals = [Deals(table, None) for table in self.tables]

    @cached_property
    def _gains(self) -> list[Mapping[int | None, tuple[int, ...]]]:
        """By table: the number of a deal -> what it brought each seat."""
        return [{deal.number: deal.gains for deal in deals.ended if deal.gains} for deals in self._deals]

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Who scores together."""
        return self._deals[0].sides if self._deals else ()

    @cached_property
    def names(self) -> Mapping[int | None, str]:
        """The deals that some table has played to their end: number -> name."""
        found = {deal.number: deal.name for deals in self._deals for deal in deals.ended if deal.gains}
        return {number: found[number] for number in sorted(found, key=lambda number: number or 0)}

    @cached_property
    def seats(self) -> list[ComparedSeats]:
        return list(map(self._compared, self.sides))

    def _compared(self, side: tuple[Seat, ...]) -> ComparedSeats:
        first = side[0]
        deals = [
            ComparedDeal(name, [gains[number][first] if number in gains else None for gains in self._gains])
            for number, name in self.names.items()
        ]
        people = [" and ".join(table.chairs[seat].name for seat in side) for table in self.tables]
        scores = [table.scores[first] if table.scores else None for table in self.tables]
        return ComparedSeats(list(map(letter_of, side)), people, deals, scores)

    @cached_property
    def most(self) -> tuple[ComparedSeats, ComparedDeal] | None:
        """The deal that told the tables apart most, and the seats of which it did; ``None`` if none told anything."""
        told = [(one, deal) for one in self.seats for deal in one.deals if deal.apart]
        return max(told, key=lambda each: each[1].apart, default=None)

    def ends(self, compared: ComparedDeal) -> list[tuple[Deals, Deal | None]]:
        """How a deal ended at each table; ``None`` where it was not played to its end."""
        return [(deals, next((one for one in deals.ended if one.name == compared.name), None)) for deals in self._deals]

    def hands(self, one: ComparedSeats, compared: ComparedDeal) -> list[tuple[str, tuple[str, ...]]]:
        """What these seats held when a deal began, if that was the same at each table: letters and cards. As all tables
        have ended, all may see it, as in their records; empty without hands, or where it cannot be found again.
        """
        pages = [deals.page(deal.first) for deals, deal in self.ends(compared) if deal]
        held = {page.hands for page in pages if page}
        hands = held.pop() if len(held) == 1 else ()  # where all passed, a table is a deal ahead of others
        return [(letter_of(seat), hands[seat]) for seat in self.sides[self.seats.index(one)] if hands and hands[seat]]

    @cached_property
    def teams(self) -> list[ComparedTeam]:
        """Where seats were turned: whoever was named in the same place at each table, the best first."""
        if not self.tables or not self.tables[0].turned:
            return []
        count = len(self.tables[0].chairs)
        places = [[self._of_place(table, place) for table in self.tables] for place in range(count)]
        teams = [ComparedTeam([name for name, _ in held], sum(score for _, score in held)) for held in places]
        return sorted(teams, key=lambda team: -team.score)

    def _of_place(self, table: Match, place: int) -> tuple[str, int]:
        seat = (place + (table.table_number or 1) - 1) % len(table.chairs)
        return table.chairs[seat].name, (table.scores or [0] * len(table.chairs))[seat]


def comparison_json(found: Comparison) -> ComparedTables:
    return ComparedTables([table.id for table in found.tables], found.seats, found.teams)
