"""What a seat may see."""

from __future__ import annotations

from typing import Any

from ...engine import Seat
from .contracts import CONTRACTS
from .deck import PETIT
from .play import winning
from .state import Sheet, State, Taken, last_trick


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """One's own hand and what lies open to all; the taker, and nobody else, sees what was laid away."""
    agreed, match, deal = state.agreed, state.match, state.deal
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
        "trick": [list(play) for play in state.trick],
        "leader": state.leader,
        "winning": winning(state),
        "taken": [sum(taken.winner == by for taken in state.tricks) for by in range(agreed.seats)],
        "tricks": [trick_view(taken) for taken in state.tricks],
        "coins": list(match.coins),
        "pot": match.pot,
        "last": trick_view(last_trick(state)),
        "sheet": sheet_view(match.sheets[-1]) if match.sheets else None,
        "sheets": [sheet_view(sheet) for sheet in match.sheets],
    }


def trick_view(taken: Taken | None) -> dict[str, Any] | None:
    """A trick as it was played, and who took it."""
    return {"cards": [list(play) for play in taken.cards], "winner": taken.winner} if taken else None


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
