"""The auction: one turn each, from the seat after the dealer to the dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...auction import PASS
from ...engine import Answer, Ask, Said, Seat, Slot
from ...record import replace
from ...tricks import seats_from
from .bids import MOST, PARTNERED, height_of, marks_of
from .state import SEATS, Auction, Contract, Outcome, Result, State, after, next_deal, partner
from .tiles import ALL, DOUBLES
from .words import BID_WORDS, bid_in_words


def may_bid(state: State) -> tuple[str, ...]:
    """The current seat's lawful bids: pass, more points, marks, and what its doubles allow."""
    high = state.auction.high
    doubles = sum(tile in DOUBLES for tile in state.hands[state.turn])
    points = (str(n) for n in range(high + 1, MOST + 1))
    marks = ("1m", "2m") if high <= MOST else (f"{marks_of(high) + 1}m",)
    partnered = (
        bid
        for bid in state.agreed.partnered
        if doubles >= PARTNERED[bid].doubles and PARTNERED[bid].height(high) is not None
    )
    return (*(() if must_bid(state) else (PASS,)), *points, *marks, *partnered)


def must_bid(state: State) -> bool:
    """Whether the dealer may not pass: with ``forced``, after three passes."""
    return state.agreed.forced and state.turn == state.score.dealer and state.auction.leading is None


def ask_bid(state: State) -> Mapping[Seat, Ask]:
    options = may_bid(state)
    if must_bid(state):
        prompt = "All have passed, so you must bid: 30 is enough."
    elif state.auction.leading is None:
        prompt = "Your bid, from 30 points to 2 marks, or pass."
    else:
        prompt = f"Your bid, over {bid_in_words(state.auction.bids[state.auction.leading])}, or pass."
    return {state.turn: Ask(prompt, (Slot("bid", options),), options[0], BID_WORDS)}


def bid(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """One turn each; the highest bid declares."""
    ((seat, said),) = answers.items()
    before = state.auction
    bids = (*before.bids[:seat], said, *before.bids[seat + 1 :])
    if said == PASS:
        auction = Auction(bids, before.high, before.leading)
        told = Said("{player} passed.", {"player": seat}, kind="passed")
    else:
        auction = Auction(bids, height_of(said, before.high), seat)
        told = Said("{player} bid {bid}.", {"player": seat, "bid": said}, kind="bid")
    state = replace(state, auction=auction, turn=after(seat))
    if seat != state.score.dealer:
        return state, (told,)
    state, more = all_passed(state) if auction.leading is None else declare(state, auction.leading)
    return state, (told, *more)


def all_passed(state: State) -> Result:
    """Nobody scores, and the next dealer deals."""
    score = replace(state.score, trick=None, outcome=Outcome(state.score.deal))
    return next_deal(replace(state, score=score)), (Said("All passed: nobody scored.", kind="passed_out"),)


def highest_bidder(dealer: Seat, bids: Sequence[str | None]) -> Seat | None:
    """The seat of the highest bid: the last one other than a pass, since each bid must be higher."""
    made = [seat for seat in seats_from(after(dealer), SEATS) if bids[seat] not in (None, PASS)]
    return made[-1] if made else None


def declare(state: State, seat: Seat) -> Result:
    """The highest bidder declares; after plunge or splash the partner makes the call."""
    made = state.auction.bids[seat]
    assert made is not None
    caller = partner(seat) if made in PARTNERED else seat
    contract = Contract(seat, made, min(state.auction.high, ALL), marks_of(state.auction.high), caller)
    told = Said("{player} won the bidding with {bid}.", {"player": seat, "bid": made}, kind="contract")
    return replace(state, phase="call", contract=contract, turn=caller), (told,)
