"""Who sees what."""

from __future__ import annotations

from typing import Any

from ...engine import OVER, Seat
from .bidding import contract_of
from .contracts import GOULASH
from .discard import shown_trumps
from .play import row_led, takes
from .state import Deal, Sheet, State, Taken, all_of


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """What a seat may see; a spectator (None) sees what lies open to all."""
    match, deal = state.match, state.deal
    return {
        "phase": state.phase,
        "deal": match.deal,
        "deals": state.rules.deals,
        "dealer": match.dealer,
        "hand": [] if seat is None or not state.hands else list(all_of(state.hands[seat])),
        "cards": [sum(map(len, hand)) for hand in state.hands] or [0] * state.rules.seats,
        "bids": [bid if heard_in_full(deal, by, seat) else contract_of(bid) for by, bid in enumerate(deal.bids)],
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
        "last": trick_view(last_trick(state)),
        "sheet": sheet_view(match.sheet),
    }


def heard_in_full(deal: Deal, by: Seat, seat: Seat | None) -> bool:
    """A slam added to a bid is the bidder's secret until the bid has won."""
    return by in (seat, deal.taker)


def knows_alone(state: State, seat: Seat | None) -> bool:
    """Whether the seat knows that the taker has no partner."""
    deal = state.deal
    if deal.taker is None or deal.partner is not None or (state.rules.seats == 5 and deal.called is None):
        return False
    in_chien = deal.chien_shown and deal.called in deal.chien
    own = seat == deal.taker and (deal.called in deal.discard or deal.called in all_of(state.hands[deal.taker]))
    return state.rules.seats < 5 or deal.fallen or in_chien or own or state.phase == OVER  # the count has told


def last_trick(state: State) -> Taken | None:
    """The trick before, also one of the deal before."""
    return state.tricks[-1] if state.tricks else state.match.last


def trick_view(taken: Taken | None) -> dict[str, Any] | None:
    """A taken trick: the cards as they were played, and who took it."""
    return {"cards": [list(play) for play in taken.cards], "winner": taken.winner} if taken else None


def sheet_view(sheet: Sheet | None) -> dict[str, Any] | None:
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
