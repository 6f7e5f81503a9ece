"""The deal, and the next dealer."""

from __future__ import annotations

from ...cards import in_order, in_packets
from ...engine import Said
from ...record import replace
from ...story import Number
from .state import NO_BIDS, SEATS, Result, State, after
from .tiles import TILES, Tile


def deal(state: State, deck: tuple[Tile, ...]) -> Result:
    """Seven tiles to each seat, the one after the dealer first, the dealer last."""
    first = after(state.score.dealer)
    hands = tuple(in_order(hand, TILES) for hand in in_packets(deck, SEATS, first, 7, 0).hands)
    dealt = {"number": Number(state.score.deal), "player": state.score.dealer}
    told = Said("Deal {number}: {player} dealt.", dealt, kind="deal_began")
    drawn = (
        Said("{player} drew {tiles}.", {"player": seat, "tiles": hands[seat]}, to=seat, kind="cards_drawn")
        for seat in range(SEATS)
    )
    return replace(state, phase="bid", hands=hands, turn=first), (told, *drawn)


def next_deal(state: State) -> State:
    """The deal passes to the next seat."""
    score = replace(state.score, deal=state.score.deal + 1, dealer=after(state.score.dealer))
    return State("deal", state.agreed, score, NO_BIDS, None, ((),) * SEATS, (), (), after(score.dealer))
