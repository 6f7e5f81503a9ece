"""The auction: each seat bids once, and the highest bidder is the taker."""

from __future__ import annotations

from collections.abc import Mapping

from ...auction import PASS, above, highest
from ...engine import Answer, Ask, Said, Seat, Slot
from ...record import replace
from ...tricks import at_seat, seats_from
from .contracts import AND_SLAM, CONTRACTS, ENDS_AUCTION, GOULASH
from .dealing import next_dealer
from .discard import announced_slam, lead_off, next_step
from .state import Result, State, eldest
from .words import WORDS


def bidder(state: State) -> Seat:
    """The next seat to bid, from the one after the dealer."""
    return next(seat for seat in seats_from(eldest(state), state.rules.seats) if state.deal.bids[seat] is None)


def contract_of(bid: str | None) -> str | None:
    """The contract of a bid, without an announced slam."""
    return bid.removesuffix(AND_SLAM) if bid else None


def ask_bid(state: State) -> Mapping[Seat, Ask]:
    """A bid above the last. With three or four players, the two bids that leave the chien may announce a slam."""
    offered: list[str] = []
    for bid in above(tuple(CONTRACTS), [contract_of(bid) for bid in state.deal.bids]):
        offered.append(bid)
        if bid != PASS and not CONTRACTS[bid].exchange and state.rules.seats < 5:
            offered.append(bid + AND_SLAM)
    return {bidder(state): Ask("What do you bid on this hand?", (Slot("bid", tuple(offered)),), PASS, WORDS)}


def bid(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Hear a bid; the auction ends when all have spoken, or at once with the highest bid of all."""
    [(seat, bid)] = answers.items()
    bids = at_seat(state.deal.bids, seat, bid)
    contract = contract_of(bid)
    if bid == PASS:
        said = Said("{player} passed.", {"player": seat}, kind="passed")
    else:
        said = Said("{player} bid {bid}.", {"player": seat, "bid": contract}, kind="bid")
    state = replace(state, deal=replace(state.deal, bids=bids))
    if None in bids and contract != ENDS_AUCTION:
        return state, (said,)
    state, more = close_auction(state)
    return state, (said, *more)


def close_auction(state: State) -> Result:
    """The highest bidder takes; a slam added to that bid is announced now."""
    taker = highest(tuple(CONTRACTS), [contract_of(bid) for bid in state.deal.bids])
    if taker is None:
        return all_passed(state)
    bid = state.deal.bids[taker]
    contract = contract_of(bid)
    slam = bid != contract
    text = "{player} became the taker: {contract}."
    said = [Said(text, {"player": taker, "contract": contract}, kind="contract")]
    if slam:
        said.append(announced_slam(taker))
    state, more = next_step(replace(state, deal=replace(state.deal, taker=taker, contract=contract, slam=slam)))
    return state, (*said, *more)


def all_passed(state: State) -> Result:
    """The next dealer deals, or all play a goulash."""
    if state.rules.goulash == "off":
        return next_dealer(state), (Said("All passed: the next dealer deals.", kind="passed_out"),)
    state = replace(state, deal=replace(state.deal, contract=GOULASH))
    return lead_off(state), (
        Said("All passed: everybody plays alone, and the fewest points are best.", kind="passed_out"),
    )
