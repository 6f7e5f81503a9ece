"""What a seat can deduce: which tiles the others may hold, given their bids and plays."""

from __future__ import annotations

from itertools import islice
from random import Random

from ...auction import PASS
from ...cards import dealt_to, in_order
from ...engine import Seat
from ...record import record, replace
from .bids import PARTNERED
from .calls import CALLS, SUITS
from .play import led_suit
from .state import SEATS, State
from .tiles import DOUBLES, NEARNESS, TILES, Tile


def ruled_out(call: str, led: str, tile: Tile) -> frozenset[Tile]:
    """The tiles ruled out for a seat by its play: the suit not followed, or in sevens the nearer tiles."""
    if CALLS[call].nearest:
        return frozenset(other for other in TILES if NEARNESS[other] > NEARNESS[tile])
    members = SUITS[call].members[led]
    return members if tile not in members else frozenset()


@record
class Shown:
    """The tiles a seat has played in this deal, and those it cannot hold."""

    played: frozenset[Tile] = frozenset()
    lacks: frozenset[Tile] = frozenset()


def shown_by(state: State) -> list[Shown]:
    by_seat = [Shown()] * SEATS
    call = state.contract.call if state.contract else ""
    if not call:
        return by_seat
    for trick in (*(won.plays for won in state.tricks), state.trick):
        led = led_suit(call, trick)
        for seat, tile in trick:
            before = by_seat[seat]
            by_seat[seat] = Shown(before.played | {tile}, before.lacks | ruled_out(call, led, tile))
    return by_seat


def places_of(state: State, seat: Seat, shown: Shown, unseen: frozenset[Tile]) -> list[frozenset[Tile]]:
    """The tiles that each place in a hidden hand may hold; a plunge or splash promises doubles that are still held."""
    may_hold = unseen - shown.lacks
    row = PARTNERED.get(state.auction.bids[seat] or PASS)
    doubles = row.doubles - len(DOUBLES & shown.played) if row else 0
    return [may_hold & DOUBLES if n < doubles else may_hold for n in range(len(state.hands[seat]))]


def redeal(state: State, seat: Seat, random: Random) -> State:
    """Deal the face-down tiles anew, respecting shown voids and the doubles of a plunge or splash."""
    shown = shown_by(state)
    unseen = frozenset(TILES).difference(state.hands[seat], *(by.played for by in shown))
    others = [other for other in range(SEATS) if other != seat]
    places = {other: places_of(state, other, shown[other], unseen) for other in others}
    dealt = iter(dealt_to([place for other in others for place in places[other]], in_order(unseen, TILES), random))
    hands = {other: in_order(islice(dealt, len(places[other])), TILES) for other in others} | {seat: state.hands[seat]}
    return replace(state, hands=tuple(hands[owner] for owner in range(SEATS)))
