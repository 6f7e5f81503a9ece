"""The call: what the bid allows, and its consequences."""

from __future__ import annotations

from collections.abc import Mapping

from ...auction import PASS
from ...engine import Answer, Ask, Said, Seat, Slot
from ...record import replace
from ...tricks import seats_from
from .bids import PARTNERED
from .calls import CALLS
from .state import SEATS, Result, State, after, declared, partner
from .tiles import ALL, ENDS, NUMBERS, Hand
from .words import CALL_WORDS, bid_in_words


def may_call(state: State) -> tuple[str, ...]:
    """The agreed calls that this bid allows."""
    nello, sevens = may_lose(state), may_call_sevens(state)
    return tuple(
        token
        for token in state.agreed.calls
        if (nello or not CALLS[token].lose) and (sevens or not CALLS[token].nearest)
    )


def may_lose(state: State) -> bool:
    """Whether nello may be called: a bid of 1 or 2 marks after passes only; by option only by the dealer."""
    contract, bids = declared(state), state.auction.bids
    order = seats_from(after(state.score.dealer), SEATS)
    earlier = order[: order.index(contract.declarer)]
    if state.agreed.nello_for_dealer and contract.declarer != state.score.dealer:
        return False
    return contract.bid in ("1m", "2m") and all(bids[seat] == PASS for seat in earlier)


def may_call_sevens(state: State) -> bool:
    """Whether sevens may be called: the declarer bid at least one mark and also makes the call."""
    contract = declared(state)
    return contract.points == ALL and contract.bid not in PARTNERED


def on_most_tiles(hand: Hand) -> str:
    """The number on most tiles of the hand, doubles counting once; among equals, the lowest."""
    return max(NUMBERS, key=lambda number: sum(number in ENDS[tile] for tile in hand))


def ask_call(state: State) -> Mapping[Seat, Ask]:
    contract = declared(state)
    if contract.caller == contract.declarer:
        prompt = f"You declare with {bid_in_words(contract.bid)}: what do you call?"
    else:
        prompt = f"Your partner declares with a {contract.bid}: the call is yours."
    absent = on_most_tiles(state.hands[contract.caller])
    return {contract.caller: Ask(prompt, (Slot("call", may_call(state)),), absent, CALL_WORDS)}


def call(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The declarer leads; after splash the partner, and after plunge by option. In nello the partner sits out."""
    ((caller, said),) = answers.items()
    before = declared(state)
    sitting_out = partner(before.declarer) if CALLS[said].lose else None
    leader = partner(before.declarer) if before.bid in state.agreed.partner_leads else before.declarer
    told = [Said("{player} called {call}.", {"player": caller, "call": CALLS[said].shown}, kind="called")]
    if sitting_out is not None:
        text = "{player} turned all tiles face down and sat out."
        told.append(Said(text, {"player": sitting_out}, kind="called"))
    contract = replace(before, call=said, sitting_out=sitting_out)
    return replace(state, phase="play", contract=contract, turn=leader), tuple(told)
