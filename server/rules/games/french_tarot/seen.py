"""Who sees what, and what seats that are not asked wait for."""

from __future__ import annotations

from typing import Any, TypedDict

from ...core import Contract, Progress, deal_and_trick
from ...core import safe_since as first_safe
from ...defaults import in_core
from ...engine import OVER, Seat
from ...record import replace
from ...tarot import NEEDED
from ...tricks import TrickView, listed, to_play, trick_view
from .bidding import contract_of
from .contracts import GOULASH, tricks_in_deal
from .count import attack_had, attack_known_to_have
from .discard import shown_trumps
from .play import excuse_takes, trick_winner
from .state import Deal, Sheet, State, Taken, all_of, attacks, known_attackers


class ShownView(TypedDict):
    """A poignée or a misère, and the cards shown for it."""

    name: str
    cards: list[str]


SheetView = TypedDict(
    "SheetView",
    {
        "contract": str,
        "taker": int | None,
        "called": str | None,
        "partner": int | None,
        "bouts": int,
        "bout-cards": list[str],
        "halves": int | list[int],
        "points": int | list[int],
        "needed": int,
        "made": bool,
        "game": int,
        "difference": int,
        "petit": int,
        "multiplier": int,
        "poignees": int,
        "slam": int,
        "total": int,
        "miseres": list[int],
        "got": list[int],
    },
)
"""The count of a deal. ``halves`` (half points) and ``points`` are the attack's, or in a goulash each seat's.

``bouts`` is a number, ``bout-cards`` tells which; ``miseres`` and ``got`` are by seat.
"""

View = TypedDict(
    "View",
    {
        "core": dict[str, Any],
        "phase": str,
        "deal": int,
        "deals": int,
        "dealer": int,
        "hand": list[str],
        "cards": list[int],
        "bids": list[str | None],
        "taker": int | None,
        "partner": int | None,
        "alone": bool,
        "contract": str | None,
        "called": str | None,
        "slam": bool,
        "chien": list[str] | None,
        "discard": list[str] | None,
        "discard-trumps": list[str],
        "trick": list[list[int | str]],
        "leader": int | None,
        "winning": int | None,
        "tricks": list[TrickView],
        "shown": list[list[ShownView]],
        "scores": list[int],
        "last": TrickView | None,
        "sheet": SheetView | None,
    },
)
"""A view. By seat: ``cards`` (the number held), ``bids``, ``shown`` and ``scores``. ``partner`` and ``alone``: as far
as the reader knows; ``chien``: once it was shown; ``discard``: for the taker."""


def without_core(state: State, seat: Seat | None) -> dict[str, Any]:
    """The part of the view that is specific to this game."""
    match, deal = state.match, state.deal
    return {
        "phase": state.phase,
        "deal": match.deal,
        "deals": state.rules.deals,
        "dealer": match.dealer,
        "hand": [] if seat is None or not state.hands else list(all_of(state.hands[seat])),
        "cards": [sum(map(len, hand)) for hand in state.hands] or [0] * state.rules.seats,
        "bids": [bid if sees_whole_bid(deal, by, seat) else contract_of(bid) for by, bid in enumerate(deal.bids)],
        "taker": deal.taker,
        "partner": deal.partner if deal.fallen or seat == deal.partner else None,
        "alone": knows_alone(state, seat),
        "contract": deal.contract,
        "called": deal.called,
        "slam": deal.slam,
        "chien": list(deal.chien) if deal.chien_shown else None,
        "discard": list(deal.discard) if deal.discard and seat == deal.taker else None,
        "discard-trumps": list(shown_trumps(deal.discard)),
        "trick": listed(state.trick),
        "leader": state.leader,
        "winning": trick_winner(state, state.trick),
        "tricks": [trick_view(taken) for taken in state.tricks],
        "shown": [[{"name": each.name, "cards": list(each.cards)} for each in shown] for shown in deal.shown],
        "scores": list(match.scores),
        "last": trick_view(last) if (last := last_trick(state)) else None,
        "sheet": sheet_view(match.sheet),
    }


def sees_whole_bid(deal: Deal, by: Seat, seat: Seat | None) -> bool:
    """Whether the seat sees the whole bid: a slam added to it is the bidder's secret until the bid has won."""
    return by in (seat, deal.taker)


def partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats that this one knows to be on its side. A secret partner knows the taker, but not the other way round.

    Defenders know each other once everybody knows the attackers.
    """
    deal = state.deal
    if deal.taker is None or deal.contract == GOULASH:
        return ()
    if seat == deal.partner:
        return (deal.taker,)
    if seat == deal.taker:
        return known_attackers(deal)[1:]
    if not (deal.fallen or knows_alone(state, seat)):
        return ()
    return tuple(other for other in range(state.rules.seats) if other != seat and not attacks(deal, other))


def knows_alone(state: State, seat: Seat | None) -> bool:
    """Whether the seat knows that the taker has no partner."""
    deal = state.deal
    if deal.taker is None or deal.partner is not None or (state.rules.seats == 5 and deal.called is None):
        return False
    in_chien = deal.chien_shown and deal.called in deal.chien
    own = seat == deal.taker and (deal.called in deal.discard or deal.called in all_of(state.hands[deal.taker]))
    return state.rules.seats < 5 or deal.fallen or in_chien or own or state.phase == OVER  # the count has revealed it


def last_trick(state: State) -> Taken | None:
    """The trick before, possibly of the deal before."""
    return state.tricks[-1] if state.tricks else state.match.last


def sheet_view(sheet: Sheet | None) -> SheetView | None:
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


# What the views of all games share -----------------------------------------------------------------------------------


def known(state: State, seat: Seat | None) -> dict[str, Any]:
    """What does not follow of the core, see `core_of`; its tricks are those of the view."""
    return {
        "hand": () if seat is None or not state.hands else all_of(state.hands[seat]),
        "counts": tuple(sum(map(len, hand)) for hand in state.hands) or (0,) * state.rules.seats,
        "winning": winning(state) if state.phase == "play" else None,
        "last": in_core(last_trick(state)),
        "tricks": (),
        "dealer": state.match.dealer,
        "contract": contract(state),
    }


def progress(state: State) -> tuple[Progress, ...]:
    """The deal, and while tricks are played the trick."""
    return deal_and_trick(state, state.match.deal, state.rules.deals, tricks_in_deal(state.rules.seats))


def winning(state: State) -> Seat | None:
    """The seat that is winning the trick; in the last one possibly by the Excuse, if all know the sides."""
    deal = state.deal
    last = len(all_of(state.hands[to_play(state)])) == 1
    sides_known = deal.fallen or knows_alone(state, None) or deal.contract == GOULASH
    if state.trick and last and sides_known and (seat := excuse_takes(state, state.trick)) is not None:
        return seat
    return trick_winner(state, state.trick)


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
