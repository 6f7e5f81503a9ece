"""What a seat may think: which tiles the others can hold, after what they have bid and played."""

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
    """What a seat shows not to hold by playing the tile: the suit it did not follow, or in sevens the nearer ones."""
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
    """What each tile of a hidden hand may be; who plunged or splashed still holds doubles that were not played."""
    may_hold = unseen - shown.lacks
    row = PARTNERED.get(state.auction.bids[seat] or PASS)
    doubles = row.doubles - len(DOUBLES & shown.played) if row else 0
    return [may_hold & DOUBLES if n < doubles else may_hold for n in range(len(state.hands[seat]))]


def redeal(state: State, seat: Seat, random: Random) -> State:
    """The tiles face down dealt anew: who did not follow has none of the suit, who plunged has four doubles."""
    shown = shown_by(state)
    unseen = frozenset(TILES).difference(state.hands[seat], *(by.played for by in shown))
    others = [other for other in range(SEATS) if other != seat]
    places = {other: places_of(state, other, shown[other], unseen) for other in others}
    dealt = iter(dealt_to([place for other in others for place in places[other]], in_order(unseen, TILES), random))
    hands = {other: in_order(islice(dealt, len(places[other])), TILES) for other in others} | {seat: state.hands[seat]}
    return replace(state, hands=tuple(hands[owner] for owner in range(SEATS)))
