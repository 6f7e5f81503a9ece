"""Who sees what."""

from __future__ import annotations

from typing import Any, TypedDict

from ...core import plain
from ...engine import OVER, Seat
from .bidding import contract_of
from .contracts import GOULASH
from .core import core
from .discard import shown_trumps
from .play import row_led, takes
from .state import Deal, Sheet, State, Taken, all_of, attacks, known_attackers


class TrickView(TypedDict):
    """A trick that was taken: pairs of seat and card in the order played, and the seat that took it."""

    cards: list[list[int | str]]
    winner: int


class ShownView(TypedDict):
    """A poignée or a misère, and the cards shown for it."""

    name: str
    cards: list[str]


SheetView = TypedDict(
    "SheetView",
    {
        "contract": str,
        "taker": int | None,
        "called": str | None,
        "partner": int | None,
        "bouts": int,
        "bout-cards": list[str],
        "halves": int | list[int],
        "points": int | list[int],
        "needed": int,
        "made": bool,
        "game": int,
        "difference": int,
        "petit": int,
        "multiplier": int,
        "poignees": int,
        "slam": int,
        "total": int,
        "miseres": list[int],
        "got": list[int],
    },
)
"""The count of a deal. ``halves`` (half points) and ``points`` are the attack's, or in a goulash each seat's.

``bouts`` is a number, ``bout-cards`` tells which; ``miseres`` and ``got`` are by seat.
"""

View = TypedDict(
    "View",
    {
        "core": dict[str, Any],
        "phase": str,
        "deal": int,
        "deals": int,
        "dealer": int,
        "hand": list[str],
        "cards": list[int],
        "bids": list[str | None],
        "taker": int | None,
        "partner": int | None,
        "alone": bool,
        "contract": str | None,
        "called": str | None,
        "slam": bool,
        "chien": list[str] | None,
        "discard": list[str] | None,
        "discard-trumps": list[str],
        "trick": list[list[int | str]],
        "leader": int | None,
        "winning": int | None,
        "tricks": list[TrickView],
        "shown": list[list[ShownView]],
        "scores": list[int],
        "last": TrickView | None,
        "sheet": SheetView | None,
    },
)
"""A view. By seat: ``cards`` (the number held), ``bids``, ``shown`` and ``scores``. ``partner`` and ``alone``: as far
as the reader knows; ``chien``: once it was shown; ``discard``: for the taker."""


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """What a seat may see; a spectator (None) sees only what lies open."""
    own = without_core(state, seat)
    shared = plain(core(state, seat, alone=knows_alone(state, None)))
    # The tricks are most of a core, and the view has them in the same shape.
    return {"core": {**shared, "tricks": own["tricks"]}, **own}


def without_core(state: State, seat: Seat | None) -> dict[str, Any]:
    """The part of the view that is specific to this game."""
    match, deal = state.match, state.deal
    return {
        "phase": state.phase,
        "deal": match.deal,
        "deals": state.rules.deals,
        "dealer": match.dealer,
        "hand": [] if seat is None or not state.hands else list(all_of(state.hands[seat])),
        "cards": [sum(map(len, hand)) for hand in state.hands] or [0] * state.rules.seats,
        "bids": [bid if sees_whole_bid(deal, by, seat) else contract_of(bid) for by, bid in enumerate(deal.bids)],
        "taker": deal.taker,
        "partner": deal.partner if deal.fallen or seat == deal.partner else None,
        "alone": knows_alone(state, seat),
        "contract": deal.contract,
        "called": deal.called,
        "slam": deal.slam,
        "chien": list(deal.chien) if deal.chien_shown else None,
        "discard": list(deal.discard) if deal.discard and seat == deal.taker else None,
        "discard-trumps": list(shown_trumps(deal.discard)),
        "trick": [list(play) for play in state.trick],
        "leader": state.leader,
        "winning": takes(state, state.trick, last=False) if row_led(state.trick) is not None else None,
        "tricks": [trick_view(taken) for taken in state.tricks],
        "shown": [[{"name": each.name, "cards": list(each.cards)} for each in shown] for shown in deal.shown],
        "scores": list(match.scores),
        "last": trick_view(last) if (last := last_trick(state)) else None,
        "sheet": sheet_view(match.sheet),
    }


def sees_whole_bid(deal: Deal, by: Seat, seat: Seat | None) -> bool:
    """Whether the seat sees the whole bid: a slam added to it is the bidder's secret until the bid has won."""
    return by in (seat, deal.taker)


def partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats that this one knows to be on its side. A secret partner knows the taker, but not the other way round.

    Defenders know each other once everybody knows the attackers.
    """
    deal = state.deal
    if deal.taker is None or deal.contract == GOULASH:
        return ()
    if seat == deal.partner:
        return (deal.taker,)
    if seat == deal.taker:
        return known_attackers(deal)[1:]
    if not (deal.fallen or knows_alone(state, seat)):
        return ()
    return tuple(other for other in range(state.rules.seats) if other != seat and not attacks(deal, other))


def knows_alone(state: State, seat: Seat | None) -> bool:
    """Whether the seat knows that the taker has no partner."""
    deal = state.deal
    if deal.taker is None or deal.partner is not None or (state.rules.seats == 5 and deal.called is None):
        return False
    in_chien = deal.chien_shown and deal.called in deal.chien
    own = seat == deal.taker and (deal.called in deal.discard or deal.called in all_of(state.hands[deal.taker]))
    return state.rules.seats < 5 or deal.fallen or in_chien or own or state.phase == OVER  # the count has revealed it


def last_trick(state: State) -> Taken | None:
    """The trick before, possibly of the deal before."""
    return state.tricks[-1] if state.tricks else state.match.last


def trick_view(taken: Taken) -> TrickView:
    """A taken trick: its cards as they were played, and its winner; the same shape as in the core."""
    return {"cards": [list(play) for play in taken.cards], "winner": taken.winner}


def sheet_view(sheet: Sheet | None) -> SheetView | None:
    """The last deal's count: one entry for each line of the formula."""
    if sheet is None:
        return None
    goulash = sheet.contract == GOULASH
    return {
        "contract": sheet.contract,
        "taker": sheet.taker,
        "called": sheet.called,
        "partner": sheet.partner,
        "bouts": len(sheet.bouts),
        "bout-cards": list(sheet.bouts),
        "halves": list(sheet.halves) if goulash else sheet.halves[0],
        "points": [half // 2 for half in sheet.halves] if goulash else sheet.points,
        "needed": sheet.needed,
        "made": sheet.game > 0,
        "game": sheet.game,
        "difference": sheet.difference,
        "petit": sheet.petit,
        "multiplier": sheet.multiplier,
        "poignees": sheet.poignees,
        "slam": sheet.slam,
        "total": sheet.total,
        "miseres": list(sheet.miseres),
        "got": list(sheet.got),
    }
