"""What a seat may see, and what seats that are not asked wait for."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from ... import core
from ...cards import TAROT_78
from ...defaults import in_core
from ...engine import Seat
from ...record import replace
from ...tarot import NEEDED, PETIT
from ...tricks import TrickView, listed, trick_view
from .count import known_of
from .play import winning
from .state import CHIEN, CONTRACTS, Sheet, State, last_trick

# What a view holds ---------------------------------------------------------------------------------------------------

Pair = list[int | str]
"""A seat and a card."""
ContractName = Literal["prise", "garde", "garde-sans", "garde-contre"]


SheetView = TypedDict(
    "SheetView",
    {
        "deal": int,
        "contract": ContractName | None,
        "taker": int | None,
        "bouts": int,
        "bout-cards": list[str],
        "halves": list[int],
        "needed": int | None,
        "made": bool | None,
        "pot-to": list[int],
        "got": list[int],
        "coins": list[int],
        "pot": int,
    },
)
"""A row of the score sheet; for its fields see `Sheet`."""

View = TypedDict(
    "View",
    {
        "phase": Literal["bid", "discard", "play", "over"],
        "deal": int,
        "deals": int,
        "stake": int,
        "settlement": Literal["contract", "pot"],
        "draw": list[Pair],
        "dealer": int,
        "petit-sec": list[Pair],
        "hand": list[str],
        "cards": list[int],
        "bids": list[Literal["pass"] | ContractName | None],
        "taker": int | None,
        "contract": ContractName | None,
        "times": int | None,
        "chien": list[str] | None,
        "discard": list[str] | None,
        "trick": list[Pair],
        "leader": int,
        "winning": int | None,
        "taken": list[int],
        "tricks": list[TrickView],
        "coins": list[int],
        "pot": int,
        "last": TrickView | None,
        "sheet": SheetView | None,
        "sheets": list[SheetView],
        "core": dict[str, Any],
    },
)
"""A view. By seat: ``cards`` (the number held), ``bids``, ``taken`` and ``coins``."""


# The view ------------------------------------------------------------------------------------------------------------


def without_core(state: State, seat: Seat | None) -> dict[str, Any]:
    """The part of the view that is specific to this game."""
    agreed, match, deal = state.agreed, state.match, state.deal
    winners, last = [taken.winner for taken in state.tricks], last_trick(state)
    return {
        "phase": state.phase,
        "deal": match.deal,
        "deals": agreed.deals,
        "stake": agreed.stake,
        "settlement": agreed.settlement,
        "draw": [list(drawn) for drawn in match.draw],
        "dealer": match.dealer,
        "petit-sec": [[shown, PETIT] for shown in deal.petit_sec],
        "hand": [] if seat is None else list(state.hands[seat]),
        "cards": [len(hand) for hand in state.hands],
        "bids": list(deal.bids),
        "taker": deal.taker,
        "contract": deal.contract,
        "times": CONTRACTS[deal.contract].times if deal.contract else None,
        "chien": list(deal.chien) if deal.shown else None,
        "discard": list(deal.discard) if deal.discard and seat == deal.taker else None,
        "trick": listed(state.trick),
        "leader": state.leader,
        "winning": winning(state),
        "taken": [winners.count(by) for by in range(agreed.seats)],
        "tricks": [trick_view(taken) for taken in state.tricks],
        "coins": list(match.coins),
        "pot": match.pot,
        "last": trick_view(last) if last else None,
        "sheet": sheet_view(match.sheets[-1]) if match.sheets else None,
        "sheets": [sheet_view(sheet) for sheet in match.sheets],
    }


def sheet_view(sheet: Sheet) -> dict[str, Any]:
    """A row of the score sheet."""
    return {
        "deal": sheet.deal,
        "contract": sheet.contract,
        "taker": sheet.taker,
        "bouts": len(sheet.bouts),
        "bout-cards": list(sheet.bouts),
        "halves": list(sheet.halves),
        "needed": sheet.needed,
        "made": sheet.made,
        "pot-to": list(sheet.pot_to),
        "got": list(sheet.got),
        "coins": list(sheet.coins),
        "pot": sheet.pot,
    }


# What the views of all games share -----------------------------------------------------------------------------------


def known(state: State) -> dict[str, Any]:
    """What does not follow of the core, see `core_of`; its tricks are those of the view."""
    return {
        "winning": winning(state),
        "last": in_core(last_trick(state)),
        "tricks": (),
        "dealer": state.match.dealer,
        "contract": contract(state),
    }


def partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """In a contract deal all others play against the taker; in a pot deal everybody plays alone."""
    taker = state.deal.taker
    if taker in (None, seat) or state.agreed.settlement == "pot":
        return ()
    return tuple(other for other in range(state.agreed.seats) if other not in (taker, seat))


def progress(state: State) -> tuple[core.Progress, ...]:
    """Deal 2 of 6, and while tricks are played trick 3 of 18."""
    return core.deal_and_trick(state, state.match.deal, state.agreed.deals, tricks_in_deal(state))


def tricks_in_deal(state: State) -> int:
    """As many tricks as each seat has cards."""
    return (len(TAROT_78) - CHIEN) // state.agreed.seats


def contract(state: State) -> core.Contract | None:
    """What the taker must make; ``None`` in a pot deal, in which everybody plays alone."""
    bid, taker = state.deal.contract, state.deal.taker
    if bid is None or taker is None:
        return None
    if state.agreed.settlement == "pot":
        return core.Contract(bid, taker=None)
    bouts, halves = known_of(state, taker)
    return core.Contract(bid, taker, (taker,), needs=2 * NEEDED[len(bouts)], made=halves, per_point=2, bouts=bouts)


def safe_since(state: State) -> int | None:
    """The trick after which all could see that the contract was made; ``None`` if only the count showed it."""
    taker = state.deal.taker
    if taker is None or state.agreed.settlement == "pot":
        return None

    def is_made(number: int) -> bool:
        bouts, halves = known_of(replace(state, phase="play", tricks=state.tricks[:number]), taker)
        return halves >= 2 * NEEDED[len(bouts)]

    return core.safe_since(min(len(state.tricks), tricks_in_deal(state) - 1), is_made)
