"""The auction: each seat speaks once; in a deal for a pot, everybody stakes the bid."""

from __future__ import annotations

from collections.abc import Mapping

from ...auction import PASS, above, highest
from ...engine import Answer, Ask, Said, Seat, Slot, plural_said
from ...record import replace
from ...story import Number, Plural
from ...tricks import at_seat, seats_from
from .count import end_deal, passed_out
from .discard import open_chien
from .state import ENDS_AUCTION, LADDER, Result, State, eldest, price
from .words import WORDS, spoken


def bidder(state: State) -> Seat:
    """The next seat to speak, from the one after the dealer."""
    return next(seat for seat in seats_from(eldest(state), state.agreed.seats) if state.deal.bids[seat] is None)


def ask_bid(state: State) -> Mapping[Seat, Ask]:
    """One call for each seat: pass, or above the last bid."""
    bids = state.deal.bids
    return {bidder(state): Ask("What do you bid on this hand?", (Slot("bid", above(LADDER, bids)),), PASS, WORDS)}


def bid(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Hear a bid; the auction ends when all have spoken, or at once with garde contre."""
    [(seat, bid)] = answers.items()
    bids = at_seat(state.deal.bids, seat, bid)
    if bid == PASS:
        said = Said("{player} passed.", {"player": seat}, kind="passed")
    else:
        said = Said("{player} bid {bid}.", {"player": seat, "bid": spoken(bid)}, kind="bid")
    state = replace(state, deal=replace(state.deal, bids=bids))
    if None in bids and bid != ENDS_AUCTION:
        return state, (said,)
    state, more = close_auction(state)
    return state, (said, *more)


def close_auction(state: State) -> Result:
    """The highest bidder takes; if all passed, nothing is paid and the deal still counts."""
    taker = highest(LADDER, state.deal.bids)
    if taker is None:
        return end_deal(state, passed_out(state), (Said("All passed: nothing was paid.", kind="passed_out"),))
    contract = state.deal.bids[taker]
    assert contract is not None
    state = replace(state, deal=replace(state.deal, taker=taker, contract=contract))
    state, staked = stake(state) if state.agreed.settlement == "pot" else (state, ())
    state, said = open_chien(state, taker, contract)
    return state, (*said, *staked)


def stake(state: State) -> Result:
    """Everybody stakes the taker's bid."""
    each, match = price(state), state.match
    pot = match.pot + each * state.agreed.seats
    values = {"coins": Number(each), "pot": Number(pot)}
    said = plural_said("staked", STAKED, values)
    staked = tuple(own - each for own in match.coins)
    return replace(state, match=replace(match, coins=staked, pot=pot)), (said,)


STAKED = Plural(
    "Everybody staked {coins} coin: the pot held {pot} coins.",
    "Everybody staked {coins} coins: the pot held {pot} coins.",
    "coins",
)
