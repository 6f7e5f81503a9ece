"""The core of French Tarot's views; see `server.rules.core`."""

from __future__ import annotations

from ...core import Contract, Core, Progress, Trick
from ...core import safe_since as first_safe
from ...engine import OVER, Said, Seat
from ...record import replace
from ...tarot import NEEDED
from .bidding import bidder
from .contracts import GOULASH, tricks_in_deal
from .count import attack_had, attack_known_to_have
from .deck import ROWS
from .play import excuse_takes, row_led, takes, turn
from .state import State, all_of, known_attackers


def core(state: State, seat: Seat | None, alone: bool) -> Core:
    """What everybody may see, and the seat's own hand, without the tricks that have been taken.

    ``alone``: everybody knows that the taker has no partner.
    """
    asked, playing, row = asked_now(state), state.phase == "play", row_led(state.trick)
    last = state.tricks[-1] if state.tricks else state.match.last
    return Core(
        phase=state.phase,
        turn=() if asked is None else (asked,),
        progress=progress(state),
        hand=() if seat is None or not state.hands else all_of(state.hands[seat]),
        counts=tuple(sum(map(len, hand)) for hand in state.hands) or (0,) * state.rules.seats,
        trick=state.trick if playing else None,
        led=None if row is None else ROWS[row],
        winning=winning(state, alone) if playing else None,
        last=None if last is None else Trick(last.cards, last.winner),
        leader=state.leader,
        dealer=state.match.dealer,
        contract=contract(state),
    )


def asked_now(state: State) -> Seat | None:
    """The seat that is asked; there is never more than one."""
    if state.phase == "bid":
        return bidder(state)
    if state.phase == "play":
        return turn(state)
    return state.deal.taker if state.phase in ("call", "discard") else None


def progress(state: State) -> tuple[Progress, ...]:
    """The deal, and while tricks are played the trick."""
    deal = Progress("deal", state.match.deal, state.rules.deals)
    if state.phase != "play":
        return (deal,)
    return deal, Progress("trick", len(state.tricks) + 1, tricks_in_deal(state.rules.seats))


def winning(state: State, alone: bool) -> Seat | None:
    """The seat that is winning the trick; in the last one possibly by the Excuse, if all know the sides."""
    deal = state.deal
    last = len(all_of(state.hands[turn(state)])) == 1
    sides_known = deal.fallen or alone or deal.contract == GOULASH
    if state.trick and last and sides_known and (seat := excuse_takes(state, state.trick)) is not None:
        return seat
    return None if row_led(state.trick) is None else takes(state, state.trick, last=False)


def contract(state: State) -> Contract | None:
    """What the attack needs, and what everybody knows it to have, in half points; ``None`` in a goulash."""
    deal = state.deal
    if deal.contract is None:
        return None
    if deal.taker is None:
        return Contract(deal.contract, None)
    made, bouts = attack_known_to_have(state)
    return Contract(
        bid=deal.contract,
        taker=deal.taker,
        side=known_attackers(deal),
        needs=2 * NEEDED[len(bouts)],
        made=made,
        per_point=2,
        bouts=bouts,
    )


def safe_since(state: State) -> int | None:
    """The trick after which all could see that the contract was made; ``None`` if only the count showed it."""
    deal = state.deal
    if deal.taker is None:
        return None

    def is_made(number: int) -> bool:
        tricks = state.tricks[:number]
        fallen = any(card == deal.called for taken in tricks for _, card in taken.cards)
        made, bouts = attack_had(state, replace(deal, fallen=fallen), tricks)
        return made >= 2 * NEEDED[len(bouts)]

    return first_safe(min(len(state.tricks), tricks_in_deal(state.rules.seats) - 1), is_made)


IDLE = {
    "deal": "The cards are dealt.",
    "bid": "{player} to bid.",
    "call": "{player} to call a card: its holder is the partner.",
    "discard": "{player} to lay cards away.",
    "play": "{player} to play.",
    OVER: "The match is over.",
}
LEADS = "{player} to lead."


def idle(state: State) -> Said:
    """The line for seats that are not asked: what they wait for."""
    asked = asked_now(state)
    text = LEADS if state.phase == "play" and not state.trick else IDLE[state.phase]
    return Said(text, {} if asked is None else {"player": asked}, kind="waiting")
