"""A table of French Tarot: the options, the match, the deal, the hands, the tricks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...cards import Card
from ...engine import Seat, Story
from ...record import record
from ...tarot import sorted_cards
from ...tricks import Trick, at_seat
from .deck import ROW, ROWS

Hand = tuple[tuple[Card, ...], ...]
NO_CARDS: Hand = ((),) * len(ROWS)


@record
class Rules:
    """The options agreed on before the match."""

    seats: int
    deals: int
    misere: str
    goulash: str
    petit_sec: str
    call: str
    called_suit_lead: str
    excuse_last: str
    trumps_in_discard: str


@record
class Taken:
    """A trick that has been taken."""

    cards: Trick
    winner: Seat


@record
class Shown:
    """A player's announcement with the first card, and the cards shown for it."""

    name: str
    cards: tuple[Card, ...] = ()


@record
class Sheet:
    """The count of a deal; ``halves`` in half points, of the attack or, in a goulash, of each seat.

    ``total`` is what each defender pays: (game + difference + petit) × multiplier + poignees + slam. ``miseres`` and
    ``got`` are by seat; ``got`` includes the misères.
    """

    contract: str
    taker: Seat | None
    called: Card | None
    partner: Seat | None
    bouts: tuple[Card, ...]
    halves: tuple[int, ...]
    needed: int
    points: int
    game: int
    difference: int
    petit: int
    multiplier: int
    poignees: int
    slam: int
    total: int
    miseres: tuple[int, ...]
    got: tuple[int, ...]


@record
class Match:
    """Where the match stands. ``last`` is the last trick of the deal before."""

    deal: int
    dealer: Seat
    scores: tuple[int, ...]
    last: Taken | None = None
    sheet: Sheet | None = None


@record
class Deal:
    """What has been settled in this deal. ``partner``: None if the taker is alone; ``fallen``: the called card has been
    played. The cards of a chien that was shown lie in the taker's hand or discard."""

    bids: tuple[str | None, ...]
    chien: tuple[Card, ...] = ()
    chien_shown: bool = False
    discard: tuple[Card, ...] = ()
    contract: str | None = None
    taker: Seat | None = None
    slam: bool = False
    called: Card | None = None
    partner: Seat | None = None
    fallen: bool = False
    shown: tuple[tuple[Shown, ...], ...] = ()


@record
class State:
    """A table of French Tarot. Playing a card rebuilds this record, one hand and a row of it, and the trick."""

    phase: str
    rules: Rules
    match: Match
    deal: Deal
    hands: tuple[Hand, ...] = ()
    leader: Seat | None = None
    trick: Trick = ()
    tricks: tuple[Taken, ...] = ()


Result = tuple[State, Story]
"""The next table, and the lines that report what happened."""


def start(seats: int, options: Mapping[str, Any]) -> State:
    """A table before its first deal, which the last seat deals."""
    rules = Rules(seats, **{name.replace("-", "_"): value for name, value in options.items()})
    return before_deal(rules, Match(1, seats - 1, (0,) * seats))


def before_deal(rules: Rules, match: Match) -> State:
    """A table before its cards are dealt."""
    return State("deal", rules, match, Deal((None,) * rules.seats, shown=((),) * rules.seats))


def eldest(state: State) -> Seat:
    """The seat after the dealer (eldest hand), which bids first and leads."""
    return (state.match.dealer + 1) % state.rules.seats


def in_rows(cards: Iterable[Card]) -> Hand:
    """A hand in rows: one for each suit, one for the trumps and one for the Excuse, lowest card first."""
    rows: list[list[Card]] = [[] for _ in ROWS]
    for card in sorted_cards(cards):
        rows[ROW[card]].append(card)
    return tuple(map(tuple, rows))


def all_of(hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand, in canonical order."""
    spades, hearts, diamonds, clubs, trumps, excuse = hand
    return (*spades, *hearts, *diamonds, *clubs, *trumps, *excuse)


def without_card(hands: tuple[Hand, ...], seat: Seat, card: Card) -> tuple[Hand, ...]:
    """The hands without this card of the seat's hand."""
    row = ROW[card]
    rows = list(hands[seat])
    cards = rows[row]
    at = cards.index(card)
    rows[row] = cards[:at] + cards[at + 1 :]
    return at_seat(hands, seat, tuple(rows))


def attacks(deal: Deal, seat: Seat) -> bool:
    """Whether the seat is the taker or the partner."""
    return seat == deal.taker or seat == deal.partner


def known_attackers(deal: Deal) -> tuple[Seat, ...]:
    """The taker, and the partner once the called card has fallen; none before the auction has a taker."""
    if deal.taker is None:
        return ()
    return (deal.taker, deal.partner) if deal.fallen and deal.partner is not None else (deal.taker,)


def played_out(state: State) -> bool:
    """Whether every card of the deal has been played."""
    return all(hand == NO_CARDS for hand in state.hands)


def cards(state: State) -> dict[str, tuple[Card, ...]]:
    """Place -> its cards. Those of a chien that was shown lie in the taker's hand, or wherever they went from there."""
    hands = {f"hand {seat}": all_of(hand) for seat, hand in enumerate(state.hands)}
    return {
        **hands,
        "chien": () if state.deal.chien_shown else state.deal.chien,
        "discard": state.deal.discard,
        "trick": tuple(card for _, card in state.trick),
        "tricks": tuple(card for taken in state.tricks for _, card in taken.cards),
    }
