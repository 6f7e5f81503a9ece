"""Opening several tables that play the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from .. import clock
from ..store.models import Match
from ..store.session import transaction
from . import letters, opening, people, sharing
from .errors import Refused
from .names import look_alike
from .opening import Guest, MatchRequest

MOST = 8
"""Tables that may play the same deals."""


def open_matches(request: MatchRequest, origin: str = "", at: datetime | None = None) -> Sequence[Match]:
    """Open one match (`opening.open_match`), or several tables that play the same deals (`open_tables`).

    Raises `Refused` and `TooMany`, also for what goes with one match only.
    """
    if not request.more_tables:
        return [opening.open_match(request, origin, at)]
    if request.same_person:
        raise Refused("Where several tables play the same deals, each person sits on one seat of one table.")
    sharing.check_listed(request.listed, open_seats=False)
    return open_tables(request, origin, at)


def open_tables(request: MatchRequest, origin: str = "", at: datetime | None = None) -> Sequence[Match]:
    """Open several tables that play the same deals; the host is the first guest of the first one. Returns them.

    Nothing is dealt before everybody at all tables has accepted. Raises `Refused` and `TooMany`.
    """
    tables = [request.guests, *request.more_tables]
    if not 2 <= len(tables) <= MOST:
        raise Refused(f"The same deals are for 2 to {MOST} tables, not {len(tables)}.", "tables")
    if len({len(guests) for guests in tables}) > 1:
        raise Refused("All tables that play the same deals have the same number of seats.", "tables")
    checked = opening.checked_rules(request)
    return _open(checked, _turned(_checked(tables), request.turned), origin, at or clock.now())


def _checked(tables: Sequence[Sequence[Guest]]) -> list[list[Guest]]:
    """The guests of all tables, of whom nobody sits at two. Raises `Refused`."""
    checked: list[list[Guest]] = []
    for number, guests in enumerate(tables, 1):
        try:
            if any(guest.open for guest in guests):
                raise Refused("A table that plays the same deals as another has no open seat: name everybody.")
            checked.append(_not_elsewhere(opening.checked_guests(guests, same_person=False), checked))
        except Refused as refused:
            field = f"t{number}-{refused.field}" if number > 1 and refused.field else refused.field
            raise Refused(f"Table {number}: {refused}", field) from refused
    return checked


def _not_elsewhere(guests: list[Guest], before: Sequence[Sequence[Guest]]) -> list[Guest]:
    """The guests of one table. Raises `Refused` for somebody who sits at one of those before."""
    for seat, guest in enumerate(guests):
        for other in (other for table in before for other in table if not (guest.house or other.house)):
            if people.are_one(guest.email, other.email):
                why = f"{guest.email} is at another table already: a person sits at one of them only."
                raise Refused(why, f"seat-{seat}")
            if look_alike(guest.name, other.name):
                raise Refused(f"Somebody at another table is called {guest.name}, or it looks so.", f"seat-{seat}")
    return guests


def _turned(tables: list[list[Guest]], turned: bool) -> list[list[Guest]]:
    """The guests as they sit: if ``turned``, those of each table one seat further than those of the table before."""
    return [table[-by:] + table[:-by] if turned and (by := n % len(table)) else table for n, table in enumerate(tables)]


@transaction
def _open(request: MatchRequest, tables: Sequence[Sequence[Guest]], origin: str, at: datetime) -> Sequence[Match]:
    for _ in tables if origin else ():
        opening.count_match(origin, at)
    agreed = opening.in_zone_of_host(tables[0][0], request.terms, at)
    matches = [opening.new_match(request.game, request.options, request.pace, agreed, at) for _ in tables]
    first = matches[0]
    for number, (match, guests) in enumerate(zip(matches, tables, strict=True), 1):
        match.seed, match.commitment = first.seed, first.commitment
        match.same_deals, match.table_number, match.turned, match.shut = first.id, number, request.turned, True
        opening.seat_guests(match, guests, at)
        sharing.make_links(match, at)
    letters.ask_host(first.chairs[0], at)
    return matches
