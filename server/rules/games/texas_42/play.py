"""The play: which tiles follow suit, and which one takes the trick."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ...cards import DOMINO_WORDS, minus
from ...engine import Answer, Ask, Said, Seat, Slot
from ...record import replace
from ...story import Number
from ...tricks import Trick, best, told_card
from .calls import CALLS, DOUBLES_SUIT, NO_SUIT, SUITS, Call, rising
from .count import score_deal
from .state import SEATS, Result, State, Won, after, declared
from .tiles import BY_PIPS, COUNT, NEARNESS, Hand, Tile


def led_suit(call: str, trick: Trick) -> str:
    """The suit to follow, if there is one."""
    return SUITS[call].led[trick[0][1]] if trick else NO_SUIT


PLAIN = "follow-me"  # before a call the suits rank without trumps


def order(state: State, suit: str) -> tuple[Tile, ...]:
    """The tiles of a suit as the call ranks them, lowest first; for the empty suit all, fewest pips first."""
    if suit == NO_SUIT:
        return BY_PIPS
    return rising(state.contract.call or PLAIN if state.contract else PLAIN, suit)


def playable(call: str, led: str, hand: Hand) -> Hand:
    """Follow suit if possible, otherwise any tile; in sevens a tile nearest to seven."""
    if CALLS[call].nearest:
        nearest = max(NEARNESS[tile] for tile in hand)
        return tuple(tile for tile in hand if NEARNESS[tile] == nearest)
    members = SUITS[call].members[led]
    return tuple(tile for tile in hand if tile in members) or hand


@lru_cache(maxsize=4096)
def _ask_tile(call: str, led: str, leads: bool, hand: Hand) -> Ask:
    tiles = playable(call, led, hand)
    return Ask(_tile_prompt(call, led, leads, tiles), (Slot("tile", tiles),), tiles[0], DOMINO_WORDS)


def _tile_prompt(call: str, led: str, leads: bool, tiles: Hand) -> str:
    if CALLS[call].nearest:
        return f"Your {'lead' if leads else 'tile'}: the nearest to seven that you hold."
    if leads:
        return "Your lead: any tile."
    suit = "Doubles" if led == DOUBLES_SUIT else CALLS[led].shown.capitalize()
    if tiles[0] in SUITS[call].members[led]:
        return f"{suit} were led, and you follow."
    return f"{suit} were led and you have none: play any tile."


def ask_tile(state: State) -> Mapping[Seat, Ask]:
    token, trick, seat = declared(state).call, state.trick, state.turn
    return {seat: _ask_tile(token, led_suit(token, trick), not trick, state.hands[seat])}


def play(state: State, answers: Mapping[Seat, Answer]) -> Result:
    ((seat, tile),) = answers.items()
    contract, hands = declared(state), state.hands
    told = told_card(seat, tile, leads=not state.trick)
    trick = (*state.trick, (seat, tile))
    hands = (*hands[:seat], minus(hands[seat], tile), *hands[seat + 1 :])
    full = len(trick) == (SEATS if contract.sitting_out is None else SEATS - 1)
    turn = after(seat, contract.sitting_out)
    state = State("play", state.agreed, state.score, state.auction, contract, hands, state.tricks, trick, turn)
    if not full:
        return state, (told,)
    state, more = take(state)
    return state, (told, *more)


def trick_winner(state: State, trick: Trick) -> Seat | None:
    """The seat that would take these tiles."""
    return winner_of(declared(state).call, trick) if trick else None


def winner_of(call: str, trick: Trick) -> Seat:
    """The highest trump, else the highest of the suit led takes; among equals, in sevens, the first played."""
    return best(trick, SUITS[call].strength[led_suit(call, trick)])


def worth(trick: Trick) -> int:
    """One point for the trick, plus its count tiles."""
    return 1 + sum(COUNT.get(tile, 0) for _, tile in trick)


def take(state: State) -> Result:
    """The winner leads next. The deal ends after seven tricks, or in nello when the declarer takes one."""
    contract = declared(state)
    won = Won(state.trick, winner_of(contract.call, state.trick), worth(state.trick))
    told = tell_trick(won, CALLS[contract.call])
    state = replace(state, tricks=(*state.tricks, won), trick=(), turn=won.winner)
    broken = CALLS[contract.call].lose and won.winner == contract.declarer
    if not broken and state.hands[won.winner]:
        return state, (told,)
    state, more = score_deal(state)
    return state, (told, *more)


def tell_trick(won: Won, call: Call) -> Said:
    values = {"player": won.winner, "card": dict(won.plays)[won.winner]}
    if call.lose or call.nearest:
        return Said("{player} took the trick with {card}.", values, kind="trick_taken")
    text = "{player} took the trick with {card}, worth {points}."
    return Said(text, values | {"points": Number(won.points)}, kind="trick_taken")
