"""French Tarot, for three, four and five: one player, or two, against the others.

Points on which the rules page is silent:

- The Excuse counts among the trumps of a poignée.
- A slam added to a bid is shown in the auction to its bidder alone, and to all once that bid has won.
- Where trumps may be laid away freely, plain cards and trumps are named together, as the `cards`.
- Where the called suit is barred, a hand of that suit and the Excuse leads the Excuse.
- When the called card lies in a chien or discard that stays face down, nobody is told that the taker is alone.
- What each seat got, on the sheet, has its misères in it, which were paid when they were announced.
- After the last deal the table stays as it lies; a chien or a discard that was not shown stays unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, product
from random import Random
from typing import Any

from ..auction import PASS, above, highest
from ..cards import (
    FOOL,
    FRENCH_RANKS,
    FRENCH_SUITS,
    FRENCH_WORDS,
    TAROT_78,
    TRUMP,
    TRUMPS,
    Card,
    Words,
    dealt_to,
    in_packets,
    rank,
    suit,
)
from ..engine import OVER, Answer, Ask, Decide, Game, Option, Result, Said, Seat, Shuffle, Slot
from ..record import record, replace
from ..tricks import Trick, seats_from

# The cards -----------------------------------------------------------------------------------------------------------

ROWS = (*FRENCH_SUITS, TRUMP, FOOL)
"""A hand lies in rows, as players hold it: the suits, the trumps, the Excuse."""
TRUMP_ROW, EXCUSE_ROW = ROWS.index(TRUMP), ROWS.index(FOOL)

ROW = {card: ROWS.index(suit(card) or FOOL) for card in TAROT_78}
PLACE = {card: n for n, card in enumerate(TAROT_78)}
HEIGHT = {card: int(rank(card)) if suit(card) == TRUMP else 0 for card in TAROT_78}
"""The number of a trump; other cards have none."""
RANK = {card: HEIGHT[card] or FRENCH_RANKS.index(rank(card)) + 1 for card in TAROT_78 if card != FOOL}

BOUTS = ("T1", "T21", FOOL)
PETIT = "T1"
COURTS = ("K", "Q", "N", "J")
WORTH = {"K": 9, "Q": 7, "N": 5, "J": 3}
HALVES = {card: 9 if card in BOUTS else WORTH.get(rank(card), 1) for card in TAROT_78}
"""What a card counts, in half points; 182 in all."""

NEEDED = (56, 51, 41, 36)
"""The points that win a contract, by the bouts that the attack has taken."""

KINGS = tuple(f"K{of}" for of in FRENCH_SUITS)
PLAIN = tuple(card for card in TAROT_78 if ROW[card] < TRUMP_ROW)
LAID_AWAY = tuple(card for card in PLAIN if card not in KINGS)
"""What may always be laid away."""
LAID_AWAY_SHOWN = tuple(card for card in TRUMPS if card not in BOUTS)
"""What may be laid away only where nothing else is left, or by option, and is shown."""
HONOURS = frozenset({*BOUTS, *(card for card in PLAIN if rank(card) in COURTS)})


def _beats(led: int) -> dict[Card, int]:
    """How high a card stands in a trick, by the row that was led; a card that cannot take it stands at 0."""
    return {card: 100 + HEIGHT[card] if HEIGHT[card] else RANK.get(card, 0) * (ROW[card] == led) for card in TAROT_78}


STRENGTH = tuple(_beats(row) for row in range(EXCUSE_ROW))


# The contracts and the announcements ---------------------------------------------------------------------------------


@record
class Contract:
    """What a bid stands for. ``exchange``: the chien is shown and taken up; else it counts, unseen, for a side."""

    multiplier: int
    exchange: bool = False
    chien_is_taken: bool = True


CONTRACTS = {
    "small": Contract(1, exchange=True),
    "guard": Contract(2, exchange=True),
    "guard-without": Contract(4),
    "guard-against": Contract(6, chien_is_taken=False),
}
GOULASH = "goulash"
ENDS_AUCTION = "guard-against"
AND_SLAM = "-slam"

POIGNEES = {"poignee": 20, "double-poignee": 30, "triple-poignee": 40}
MISERES: Mapping[str, frozenset[Card]] = {"misere-trumps": frozenset({*TRUMPS, FOOL}), "misere-honours": HONOURS}
"""Each misère and the cards of which its hand has none."""
MISERE_PAYS = 10
GAME_PAYS, PETIT_PAYS = 25, 10
SLAM_ANNOUNCED, SLAM_SILENT, SLAM_MISSED, SLAM_AGAINST = 400, 200, -200, -200


@record
class Size:
    """What the number of players settles: the deal, the trumps of each poignée, the taker's share, alone and not."""

    packet: int
    chien: int
    poignees: tuple[int, int, int]
    alone: int
    partnered: int = 0


SIZES = {
    3: Size(packet=4, chien=6, poignees=(13, 15, 18), alone=2),
    4: Size(packet=3, chien=6, poignees=(10, 13, 15), alone=3),
    5: Size(packet=3, chien=3, poignees=(8, 10, 13), alone=4, partnered=2),
}

OPTIONS = {
    "deals": Option(tuple(range(1, 37)), 6, "How many deals are played; annulled and passed-out deals do not count."),
    "misere": Option(
        ("on", "off"), "off", "A hand without trumps, or without honours, may be announced for 10 points."
    ),
    "goulash": Option(("on", "off"), "off", "When all pass, everybody plays alone and pays for the points they take."),
    "petit-sec": Option(
        ("cancel", "play"), "cancel", "Whether a deal is annulled that gives somebody the petit as their only trump."
    ),
    "call": Option(
        ("before-chien", "after-discard"), "before-chien", "With five, when the taker calls a king for a partner."
    ),
    "called-suit-lead": Option(
        ("free", "barred"), "free", "With five, whether the first card led may be of the called suit."
    ),
    "excuse-last": Option(
        ("winner", "switch"), "winner", "Who gets an Excuse of the last trick: its winner, or always the other side."
    ),
    "trumps-in-discard": Option(
        ("forced", "announced"), "forced", "Trumps laid away: only where nothing else is left, or freely, but shown."
    ),
}


def _or_of_the_chien(*ways: str) -> tuple[str, ...]:
    return tuple(way + more for way in ways for more in ("", " chien", " dog"))


WORDS: Words = {
    **FRENCH_WORDS,
    FOOL: ("the Excuse", *FRENCH_WORDS[FOOL], "fool"),
    PASS: ("pass", "passe", "je passe", "no bid", "no", "nothing"),
    "small": ("small", "petite", "petit", "prise", "la prise", "je prends", "take", "small x1", "small 1"),
    "guard": ("guard", "garde", "guard x2", "guard 2"),
    "guard-without": (
        *_or_of_the_chien("guard without", "garde sans", "without", "sans"), "guard without x4", "guard without 4",
    ),
    "guard-against": (
        *_or_of_the_chien("guard against", "garde contre", "against", "contre"), "guard against x6", "guard against 6",
    ),
    "guard-without-slam": ("guard without and slam", "guard without slam", "garde sans chelem", "garde sans et chelem"),
    "guard-against-slam": (
        "guard against and slam", "guard against slam", "garde contre chelem", "garde contre et chelem",
    ),
    GOULASH: ("goulash",),
    "slam": ("slam", "chelem", "announce slam", "chelem annonce"),
    "poignee": ("poignée", "simple poignee", "single poignee", "handful", "single handful"),
    "double-poignee": ("double poignée", "double handful"),
    "triple-poignee": ("triple poignée", "triple handful"),
    "misere-trumps": ("misère of trumps", "misere atout", "misere atouts", "misere d'atout", "misere de trumps"),
    "misere-honours": (
        "misère of honours", "misere tete", "misere de tete", "misere honors", "misere honneurs", "misere d'honneurs",
    ),
}  # fmt: skip


# The state -----------------------------------------------------------------------------------------------------------

Hand = tuple[tuple[Card, ...], ...]
NO_CARDS: Hand = ((),) * len(ROWS)


@record
class Rules:
    """What was agreed on before the match."""

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
    """What a player has announced with the first card, and the cards shown for it."""

    name: str
    cards: tuple[Card, ...] = ()


@record
class Sheet:
    """The count of a deal; ``halves`` in half points, of the attack or, in a goulash, of each seat.

    ``total`` is what each defender pays: (game + difference + petit) × multiplier + poignees + slam. ``miseres`` and
    ``got`` are by seat, ``got`` with the misères in it.
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
    """What has been settled in this deal. ``partner`` is None where the taker is alone, ``fallen``: the called card
    has been played. The cards of a chien that was shown lie in the taker's hand or discard."""

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
    """A table of French Tarot. A card that is played rebuilds this record, a hand and a row of it, and the trick."""

    phase: str
    rules: Rules
    match: Match
    deal: Deal
    hands: tuple[Hand, ...] = ()
    leader: Seat | None = None
    trick: Trick = ()
    tricks: tuple[Taken, ...] = ()


def start(seats: int, options: Mapping[str, Any]) -> State:
    """A table before its first deal, which the last seat deals."""
    rules = Rules(seats, **{name.replace("-", "_"): value for name, value in options.items()})
    return before_deal(rules, Match(1, seats - 1, (0,) * seats))


def before_deal(rules: Rules, match: Match) -> State:
    """A table that waits for its cards."""
    return State("deal", rules, match, Deal((None,) * rules.seats, shown=((),) * rules.seats))


def eldest(state: State) -> Seat:
    """The seat after the dealer, which bids first and leads."""
    return (state.match.dealer + 1) % state.rules.seats


def in_rows(cards: Iterable[Card]) -> Hand:
    """A hand as it is held: a row for each suit, for the trumps and for the Excuse, the lowest card first."""
    rows: list[list[Card]] = [[] for _ in ROWS]
    for card in sorted(cards, key=PLACE.__getitem__):
        rows[ROW[card]].append(card)
    return tuple(map(tuple, rows))


def all_of(hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand, in canonical order."""
    spades, hearts, diamonds, clubs, trumps, excuse = hand
    return (*spades, *hearts, *diamonds, *clubs, *trumps, *excuse)


def less(hands: tuple[Hand, ...], seat: Seat, card: Card) -> tuple[Hand, ...]:
    """The hands without a card that is in one of them."""
    row = ROW[card]
    rows = list(hands[seat])
    cards = rows[row]
    at = cards.index(card)
    rows[row] = cards[:at] + cards[at + 1 :]
    return at_seat(hands, seat, tuple(rows))


def at_seat(items: tuple[Any, ...], seat: Seat, item: Any) -> tuple[Any, ...]:
    """The items with another one at a seat."""
    changed = list(items)
    changed[seat] = item
    return tuple(changed)


def attacks(deal: Deal, seat: Seat) -> bool:
    """Whether the seat is the taker or the partner."""
    return seat == deal.taker or seat == deal.partner


# The deal ------------------------------------------------------------------------------------------------------------


def deck(state: State) -> tuple[Card, ...]:
    """All 78 cards."""
    return TAROT_78


def deal(state: State, cards: tuple[Card, ...]) -> Result:
    """Deal packets and the chien; a petit sec annuls the deal where that was agreed on."""
    size = SIZES[state.rules.seats]
    dealt = in_packets(cards, state.rules.seats, eldest(state), size.packet, size.chien)
    said = Said(
        "Deal {number} of {deals}: {player} dealt.",
        {"number": str(state.match.deal), "deals": str(state.rules.deals), "player": state.match.dealer},
    )
    hands = tuple(map(in_rows, dealt.hands))
    sec = [seat for seat, hand in enumerate(hands) if is_petit_sec(hand)]
    if sec and state.rules.petit_sec == "cancel":
        annulled = Said("{player} showed {card} as the only trump, and the deal was annulled.",
                        {"player": sec[0], "card": PETIT})  # fmt: skip
        return next_dealer(state), (said, annulled)
    chien = tuple(sorted(dealt.apart, key=PLACE.__getitem__))
    picked_up = [
        Said("{player} picked up {cards}.", {"player": seat, "cards": all_of(hand)}, to=seat)
        for seat, hand in enumerate(hands)
    ]
    return replace(state, phase="bid", deal=replace(state.deal, chien=chien), hands=hands), (said, *picked_up)


def is_petit_sec(hand: Hand) -> bool:
    """Whether the petit is the only trump of the hand, without the Excuse."""
    return hand[TRUMP_ROW] == (PETIT,) and not hand[EXCUSE_ROW]


def next_dealer(state: State) -> State:
    """The next seat deals, and the deal that came to nothing does not count."""
    return before_deal(state.rules, replace(state.match, dealer=eldest(state)))


# The auction ---------------------------------------------------------------------------------------------------------


def bidder(state: State) -> Seat:
    """Each seat bids once, from the one after the dealer."""
    return next(seat for seat in seats_from(eldest(state), state.rules.seats) if state.deal.bids[seat] is None)


def contract_of(bid: str | None) -> str | None:
    """The contract that is bid, whether a slam is announced with it or not."""
    return bid.removesuffix(AND_SLAM) if bid else None


def ask_bid(state: State) -> Mapping[Seat, Ask]:
    """A bid above the last; with three and four a slam can be announced with the two that leave the chien alone."""
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
    said = Said("{player} passed." if bid == PASS else "{player} bid {bid}.", {"player": seat, "bid": contract})
    state = replace(state, deal=replace(state.deal, bids=bids))
    if None in bids and contract != ENDS_AUCTION:
        return state, (said,)
    state, more = close_auction(state)
    return state, (said, *more)


def close_auction(state: State) -> Result:
    """The highest bidder takes; what was added to that bid is announced now."""
    taker = highest(tuple(CONTRACTS), [contract_of(bid) for bid in state.deal.bids])
    if taker is None:
        return all_passed(state)
    bid = state.deal.bids[taker]
    contract = contract_of(bid)
    slam = bid != contract
    said = [Said("{player} became the taker: {contract}.", {"player": taker, "contract": contract})]
    if slam:
        said.append(announced_slam(taker))
    state, more = onward(replace(state, deal=replace(state.deal, taker=taker, contract=contract, slam=slam)))
    return state, (*said, *more)


def all_passed(state: State) -> Result:
    """The next dealer deals, or all play a goulash."""
    if state.rules.goulash == "off":
        return next_dealer(state), (Said("All passed: the next dealer deals."),)
    state = replace(state, deal=replace(state.deal, contract=GOULASH))
    return lead_off(state), (Said("All passed: everybody plays alone, and the fewest points are best."),)


def announced_slam(seat: Seat) -> Said:
    """The line that tells of an announced slam."""
    return Said("{player} announced a slam.", {"player": seat})


# From the auction to the first lead ----------------------------------------------------------------------------------


def steps(state: State) -> tuple[str, ...]:
    """What the taker does before the play, in order: calls with five, discards where the chien is taken up."""
    assert state.deal.contract is not None
    discard = ("discard",) if CONTRACTS[state.deal.contract].exchange else ()
    call = ("call",) if state.rules.seats == 5 else ()
    return call + discard if state.rules.call == "before-chien" else discard + call


def onward(state: State) -> Result:
    """The taker's next step, or the first lead when all are done."""
    ahead = steps(state)
    if state.phase in ahead:
        ahead = ahead[ahead.index(state.phase) + 1 :]
    if not ahead:
        return lead_off(state), ()
    return show_chien(state) if ahead[0] == "discard" else (replace(state, phase="call"), ())


def show_chien(state: State) -> Result:
    """All see the chien before it joins the taker's hand."""
    deal = state.deal
    assert deal.taker is not None
    hand = in_rows(all_of(state.hands[deal.taker]) + deal.chien)
    said = Said("{player} turned up the chien: {cards}.", {"player": deal.taker, "cards": deal.chien})
    hands = at_seat(state.hands, deal.taker, hand)
    return replace(state, phase="discard", deal=replace(deal, chien_shown=True), hands=hands), (said,)


def lead_off(state: State) -> State:
    """The seat after the dealer leads, or the taker who has announced a slam."""
    return replace(state, phase="play", leader=state.deal.taker if state.deal.slam else eldest(state))


def slam_slot(state: State) -> tuple[Slot, ...]:
    """A slam is announced with the taker's last answer before the play."""
    return (Slot("slam", ("slam",), least=0),) if state.phase == steps(state)[-1] else ()


# The call ------------------------------------------------------------------------------------------------------------


def callable_cards(hand: Hand) -> tuple[Card, ...]:
    """The kings, with all of them in hand also the queens, and so on down to the jacks."""
    held = all_of(hand)
    offered: tuple[Card, ...] = ()
    for court in COURTS:
        cards = tuple(court + of for of in FRENCH_SUITS)
        offered += cards
        if not set(cards) <= set(held):
            break
    return offered


def ask_call(state: State) -> Mapping[Seat, Ask]:
    """The taker names the card whose holder is the partner."""
    deal = state.deal
    assert deal.taker is not None
    cards = callable_cards(state.hands[deal.taker])
    slots = (Slot("card", cards), *slam_slot(state))
    return {deal.taker: Ask("Which card do you call, to have its holder for a partner?", slots, cards[0], WORDS)}


def call(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The holder of the called card is the partner, and alone knows it; there is none where taker or chien has it."""
    [(taker, answer)] = answers.items()
    card, *slam = answer.split()
    partner = holder(state.hands, card, taker)
    said = [Said("{player} called {card}.", {"player": taker, "card": card})]
    if partner is not None:
        said.append(Said("{player} held {card}: the secret partner.", {"player": partner, "card": card}, to=partner))
    if slam:
        said.append(announced_slam(taker))
    deal = replace(state.deal, called=card, partner=partner, slam=bool(slam))
    state, more = onward(replace(state, deal=deal))
    return state, (*said, *more)


def holder(hands: Sequence[Hand], card: Card, taker: Seat | None) -> Seat | None:
    """Who but the taker holds the card, if anybody does."""
    return next((seat for seat, hand in enumerate(hands) if seat != taker and card in hand[ROW[card]]), None)


# The discard ---------------------------------------------------------------------------------------------------------


def ask_discard(state: State) -> Mapping[Seat, Ask]:
    """As many cards as the chien has; where no plain cards are left to choose from, only which trumps go with them."""
    deal = state.deal
    assert deal.taker is not None
    slot = discard_slot(state, all_of(state.hands[deal.taker]))
    prompt = f"The chien is yours: which {slot.least} cards do you lay away?"
    if slot.name == "trumps":
        prompt = f"All your plain cards but kings are laid away: which {slot.least} of your trumps go with them?"
    return {deal.taker: Ask(prompt, (slot, *slam_slot(state)), cheapest(slot), WORDS)}


def discard_slot(state: State, held: tuple[Card, ...]) -> Slot:
    """Never a king or a bout; other trumps only where nothing else is left, or by option."""
    count = len(state.deal.chien)
    plain = tuple(card for card in held if card in LAID_AWAY)
    trumps = tuple(card for card in held if card in LAID_AWAY_SHOWN)
    if state.rules.trumps_in_discard == "announced":
        return Slot("cards", plain + trumps, count, count)
    if len(plain) >= count:
        return Slot("cards", plain, count, count)
    return Slot("trumps", trumps, count - len(plain), count - len(plain))


def cheapest(slot: Slot) -> Answer:
    """The cards that count least, trumps last."""
    by_worth = sorted(slot.options, key=lambda card: (ROW[card] == TRUMP_ROW, HALVES[card], PLACE[card]))
    return " ".join(sorted(by_worth[: slot.least], key=PLACE.__getitem__))


def lay_away(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The cards go face down to the taker's side, trumps among them are shown."""
    [(taker, answer)] = answers.items()
    tokens = answer.split()
    named = [token for token in tokens if token != "slam"]
    hand = all_of(state.hands[taker])
    plain = [card for card in hand if card in LAID_AWAY] if len(named) < len(state.deal.chien) else []
    discard = tuple(sorted({*plain, *named}, key=PLACE.__getitem__))
    trumps = shown_trumps(discard)
    said = [
        Said("{player} laid {number} cards away.", {"player": taker, "number": str(len(discard))}),
        Said("{player} laid {cards} away.", {"player": taker, "cards": discard}, to=taker),
    ]
    if trumps:
        said.append(Said("{player} showed {cards} among the cards laid away.", {"player": taker, "cards": trumps}))
    slam = "slam" in tokens
    if slam:
        said.append(announced_slam(taker))
    hands = at_seat(state.hands, taker, in_rows(card for card in hand if card not in discard))
    state, more = onward(replace(state, hands=hands, deal=replace(state.deal, discard=discard, slam=slam)))
    return state, (*said, *more)


def shown_trumps(discard: Iterable[Card]) -> tuple[Card, ...]:
    """The trumps of a discard, which all have seen."""
    return tuple(card for card in discard if HEIGHT[card])


# The play ------------------------------------------------------------------------------------------------------------


def turn(state: State) -> Seat:
    """Who plays the next card of the trick."""
    assert state.leader is not None
    return (state.leader + len(state.trick)) % state.rules.seats


def row_led(trick: Trick) -> int | None:
    """The row to follow: the first card's, or the second's after a led Excuse; None where any card may be played."""
    for _, card in trick:
        row = ROW[card]
        if row != EXCUSE_ROW:
            return row
    return None


def lawful_cards(hand: Hand, trick: Trick) -> tuple[Card, ...]:
    """Follow suit; else trump, higher than the trumps of the trick if possible; else anything. The Excuse any time."""
    row = row_led(trick)
    if row is None:
        return all_of(hand)
    if row != TRUMP_ROW and hand[row]:
        return hand[row] + hand[EXCUSE_ROW]
    trumps = hand[TRUMP_ROW]
    if not trumps:
        return all_of(hand)
    height = highest_trump(trick)
    return (tuple([card for card in trumps if HEIGHT[card] > height]) or trumps) + hand[EXCUSE_ROW]


def highest_trump(trick: Trick) -> int:
    """The number of the highest trump of the trick, 0 where there is none."""
    height = 0
    for _, card in trick:
        if HEIGHT[card] > height:
            height = HEIGHT[card]
    return height


def first_lead(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Where it is barred, the first lead is not in the called suit, but for the called card."""
    called = state.deal.called
    if called is None or state.rules.called_suit_lead == "free":
        return cards
    return tuple(card for card in cards if ROW[card] != ROW[called] or card == called) or cards


def lowest(cards: tuple[Card, ...]) -> Card:
    """The lowest of some cards in canonical order: suits before trumps, the Excuse last."""
    first = cards[0]
    return first if ROW[first] == ROW[cards[-1]] else min(cards, key=LOWEST_FIRST.__getitem__)


LOWEST_FIRST = {
    card: n
    for n, card in enumerate(
        sorted(TAROT_78, key=lambda card: (ROW[card] == EXCUSE_ROW, HEIGHT[card], RANK.get(card, 0), PLACE[card]))
    )
}


def ask_card(state: State) -> Mapping[Seat, Ask]:
    """A lawful card, and with the first one what the hand has to announce."""
    seat = turn(state)
    hand = state.hands[seat]
    cards = lawful_cards(hand, state.trick)
    prompt = "Your turn: which card do you play?" if state.trick else "You lead: which card?"
    if state.tricks:
        return {seat: Ask(prompt, (Slot("card", cards),), lowest(cards), WORDS)}
    if not state.trick:
        cards = first_lead(state, cards)
    announced = announcements(state, hand)
    if announced:
        prompt = "Your first card: which one, and do you announce anything with it?"
    return {seat: Ask(prompt, (Slot("card", cards), *announced), lowest(cards), WORDS)}


def announcements(state: State, hand: Hand) -> tuple[Slot, ...]:
    """The poignées and misères that the hand is good for; none in a goulash."""
    if state.deal.contract == GOULASH:
        return ()
    trumps = len(hand[TRUMP_ROW]) + len(hand[EXCUSE_ROW])
    sizes = zip(POIGNEES, SIZES[state.rules.seats].poignees, strict=True)
    poignees = tuple(name for name, size in sizes if trumps >= size)
    slots: tuple[Slot, ...] = (Slot("poignee", poignees, least=0),) if poignees else ()
    if state.rules.misere == "on":
        miseres = tuple(name for name, missing in MISERES.items() if missing.isdisjoint(all_of(hand)))
        slots += (Slot("misere", miseres, least=0, most=len(miseres)),) if miseres else ()
    return slots


def play(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Play a card to the trick, with the first one what is announced."""
    [(seat, card)] = answers.items()
    announced: tuple[Said, ...] = ()
    if not state.tricks:
        card, *names = card.split()
        state, announced = announce(state, seat, names)
    deal = state.deal
    said = (*announced, PLAYED[card][seat])
    if card == deal.called:
        deal, more = called_card_falls(deal, seat)
        said += more
    hands = less(state.hands, seat, card)
    trick = (*state.trick, (seat, card))
    if len(trick) == state.rules.seats:
        return take_up(state, deal, hands, trick, said)
    return State("play", state.rules, state.match, deal, hands, state.leader, trick, state.tricks), said


def take_up(state: State, deal: Deal, hands: tuple[Hand, ...], trick: Trick, said: tuple[Said, ...]) -> Result:
    """The winner takes the trick and leads; after the last one the deal is counted."""
    last = hands[0] == NO_CARDS
    winner = takes(state, trick, last)
    tricks = (*state.tricks, Taken(trick, winner))
    said += (TOOK_TRICK[winner],)
    state = State("play", state.rules, state.match, deal, hands, winner, (), tricks)
    if not last:
        return state, said
    state, more = count(state)
    return state, said + more


PLAYED = {
    card: tuple(Said("{player} played {card}.", {"player": seat, "card": card}) for seat in range(max(SIZES)))
    for card in TAROT_78
}
TOOK_TRICK = tuple(Said("{player} took the trick.", {"player": seat}) for seat in range(max(SIZES)))
"""The lines that tell of a card and of a trick, by seat."""


def announce(state: State, seat: Seat, names: Sequence[str]) -> Result:
    """Show a poignée; be paid at once for each misère."""
    said: tuple[Said, ...] = ()
    for name in names:
        state, more = show_poignee(state, seat, name) if name in POIGNEES else pay_misere(state, seat, name)
        said += more
    return state, said


def show_poignee(state: State, seat: Seat, name: str) -> Result:
    """Exactly the trumps that are called for: the lowest, and the Excuse after all of them."""
    size = dict(zip(POIGNEES, SIZES[state.rules.seats].poignees, strict=True))[name]
    cards = (state.hands[seat][TRUMP_ROW] + state.hands[seat][EXCUSE_ROW])[:size]
    said = Said("{player} showed {cards}: {name}.", {"player": seat, "cards": cards, "name": name})
    return replace(state, deal=shows(state.deal, seat, Shown(name, cards))), (said,)


def pay_misere(state: State, seat: Seat, name: str) -> Result:
    """Each other player pays."""
    scores = tuple(map(sum, zip(state.match.scores, misere_paid(seat, state.rules.seats), strict=True)))
    values = {"player": seat, "name": name, "points": str(MISERE_PAYS)}
    said = Said("{player} announced {name}, and each other player paid {points}.", values)
    match = replace(state.match, scores=scores)
    return replace(state, match=match, deal=shows(state.deal, seat, Shown(name))), (said,)


def shows(deal: Deal, seat: Seat, shown: Shown) -> Deal:
    """The deal with one more announcement of a seat."""
    return replace(deal, shown=at_seat(deal.shown, seat, (*deal.shown[seat], shown)))


def misere_paid(seat: Seat, seats: int) -> tuple[int, ...]:
    """Each other player pays for a misère."""
    return tuple(MISERE_PAYS * (seats - 1) if other == seat else -MISERE_PAYS for other in range(seats))


def called_card_falls(deal: Deal, seat: Seat) -> tuple[Deal, tuple[Said, ...]]:
    """All know now who is on whose side."""
    if seat == deal.taker:
        text = "{player} held the called card, and played alone."
    else:
        text = "{player} came out as the partner."
    return replace(deal, fallen=True), (Said(text, {"player": seat}),)


def takes(state: State, trick: Trick, last: bool) -> Seat:
    """The highest trump, else the highest card of the suit led; and in the last trick, it may be, the Excuse."""
    if last and (seat := excuse_takes(state, trick)) is not None:
        return seat
    row = row_led(trick)
    assert row is not None
    strength, highest, winner = STRENGTH[row], 0, trick[0][0]
    for seat, card in trick:
        if strength[card] > highest:
            highest, winner = strength[card], seat
    return winner


def excuse_takes(state: State, trick: Trick) -> Seat | None:
    """Who takes the last trick with the Excuse: a side that leads it with every trick so far; in a goulash anyone."""
    deal = state.deal
    if deal.contract == GOULASH:
        return next((seat for seat, card in trick if card == FOOL), None)
    leader, card = trick[0]
    side = attacks(deal, leader)
    led_by_slam = card == FOOL and all(attacks(deal, taken.winner) == side for taken in state.tricks)
    return leader if led_by_slam else None


# The count -----------------------------------------------------------------------------------------------------------

ATTACK, DEFENCE = 0, 1


def count(state: State) -> Result:
    """Score the deal, then deal again or end the match."""
    sheet, said = count_goulash(state) if state.deal.contract == GOULASH else count_contract(state)
    unpaid = [got - paid for got, paid in zip(sheet.got, sheet.miseres, strict=True)]  # misères were paid at once
    scores = tuple(map(sum, zip(state.match.scores, unpaid, strict=True)))
    match = replace(state.match, scores=scores, last=state.tricks[-1], sheet=sheet)
    said += tuple(
        Said(
            "{player} won {points}." if got > 0 else "{player} lost {points}.",
            {"player": seat, "points": str(abs(got))},
        )
        for seat, got in enumerate(sheet.got)
        if got
    )
    if match.deal == state.rules.deals:
        return replace(state, phase=OVER, match=match), said
    return before_deal(state.rules, replace(match, deal=match.deal + 1, dealer=eldest(state))), said


def halves_taken(state: State, sides: Sequence[int]) -> tuple[list[int], dict[Card, int]]:
    """Half points of the tricks by side, and the side that each bout ended with. ``sides`` is by seat.

    A side that keeps its Excuse from a trick of others gives half a point for it, whatever cards are at hand.
    """
    halves, bouts = [0] * len(sides), {}
    for taken in state.tricks:
        takers, worth = sides[taken.winner], 0
        for seat, card in taken.cards:
            worth += HALVES[card]
            if card in BOUTS:
                owner = excuse_goes_to(state, taken, seat, sides) if card == FOOL else takers
                bouts[card] = owner
                if owner != takers:
                    halves[owner] += HALVES[card] - 1
                    worth -= HALVES[card] - 1
        halves[takers] += worth
    return halves, bouts


def excuse_goes_to(state: State, taken: Taken, player: Seat, sides: Sequence[int]) -> int:
    """The Excuse stays with the side that played it.

    In the last trick it goes to the winner, or by option to the side that did not play it; but a player who takes
    the last trick with it keeps it.
    """
    if taken is not state.tricks[-1] or taken.winner == player:
        return sides[player]
    if state.rules.excuse_last == "winner":
        return sides[taken.winner]
    return DEFENCE if sides[player] == ATTACK else ATTACK


def count_contract(state: State) -> tuple[Sheet, tuple[Said, ...]]:
    """(±25 + difference + petit au bout) × multiplier ± poignées + slam, paid by each defender."""
    deal, seats = state.deal, state.rules.seats
    assert deal.contract is not None
    contract = CONTRACTS[deal.contract]
    halves, bouts = attack_took(state, contract)
    needed = NEEDED[len(bouts)]
    made = halves >= 2 * needed
    points = (halves + made) // 2  # a half point goes to the winner of the contract
    game, difference, petit = GAME_PAYS if made else -GAME_PAYS, points - needed, petit_au_bout(state)
    poignees = sum(POIGNEES.get(shown.name, 0) for each in deal.shown for shown in each) * (1 if made else -1)
    slam = slam_bonus(state)
    total = (game + difference + petit) * contract.multiplier + poignees + slam
    miseres = miseres_paid(deal, seats)
    got = tuple(map(sum, zip(miseres, shares(deal, seats, total), strict=True)))
    sheet = Sheet(
        deal.contract, deal.taker, deal.called, deal.partner, bouts, (halves,), needed, points, game, difference,
        petit, contract.multiplier, poignees, slam, total, miseres, got,
    )  # fmt: skip
    return sheet, tell_count(state, sheet)


def tell_count(state: State, sheet: Sheet) -> tuple[Said, ...]:
    """The lines that tell how a contract went, and its premiums."""
    verb = "made" if sheet.game > 0 else "lost"
    text = f"{{player}} {verb} the {{contract}} with {{points}} points; {{needed}} were needed."
    values = {"contract": sheet.contract, "points": str(sheet.points), "needed": str(sheet.needed)}
    said = [Said(text, {"player": sheet.taker, **values})]
    if sheet.petit:
        said.append(Said("{player} took the petit in the end.", {"player": state.tricks[-1].winner}))
    swept = swept_by(state)
    if swept:
        said.append(Said("{player} made a slam.", {"player": sheet.taker}))
    elif state.deal.slam:
        said.append(Said("{player} missed the slam.", {"player": sheet.taker}))
    if swept is False:
        said.append(Said("The defence made a slam."))
    return tuple(said)


def attack_took(state: State, contract: Contract) -> tuple[int, tuple[Card, ...]]:
    """Half points and bouts of the attack: its tricks, and the discard or the chien unless it is played against."""
    sides = [ATTACK if attacks(state.deal, seat) else DEFENCE for seat in range(state.rules.seats)]
    halves, bouts = halves_taken(state, sides)
    for card in state.deal.discard if contract.exchange else state.deal.chien:
        side = ATTACK if contract.chien_is_taken else DEFENCE
        halves[side] += HALVES[card]
        bouts[card] = side
    return halves[ATTACK], tuple(card for card in BOUTS if bouts[card] == ATTACK)


def petit_au_bout(state: State) -> int:
    """10 for the side that takes the last trick, if the petit is in it, seen from the attack.

    A slam that ends with the Excuse lets the petit count in the trick before, too.
    """
    *_, before, last = state.tricks
    ends = [last, before] if (last.winner, FOOL) in last.cards else [last]
    if not any(card == PETIT for taken in ends for _, card in taken.cards):
        return 0
    return PETIT_PAYS if attacks(state.deal, last.winner) else -PETIT_PAYS


def swept_by(state: State) -> bool | None:
    """The side that took every trick, whatever the chien holds: True for the attack, None where both took some."""
    winners = {taken.winner for taken in state.tricks}
    sides = {attacks(state.deal, winner) for winner in winners}
    return sides.pop() if len(sides) == 1 else None


def slam_bonus(state: State) -> int:
    """All tricks of one side, announced or not, and an announcement that was missed; seen from the attack."""
    swept = swept_by(state)
    if swept:
        return SLAM_ANNOUNCED if state.deal.slam else SLAM_SILENT
    return (SLAM_MISSED if state.deal.slam else 0) + (SLAM_AGAINST if swept is False else 0)


def shares(deal: Deal, seats: int, total: int) -> tuple[int, ...]:
    """What each seat gets of a contract: the taker from each defender, a third of it for a partner."""
    taker = SIZES[seats].alone if deal.partner is None else SIZES[seats].partnered
    times = {deal.taker: taker, deal.partner: 1}
    return tuple(times.get(seat, -1) * total for seat in range(seats))


def miseres_paid(deal: Deal, seats: int) -> tuple[int, ...]:
    """What the misères of the deal have brought and cost each seat."""
    paid = [misere_paid(seat, seats) for seat, each in enumerate(deal.shown) for shown in each if shown.name in MISERES]
    return tuple(map(sum, zip(*paid, strict=True))) if paid else (0,) * seats


def count_goulash(state: State) -> tuple[Sheet, tuple[Said, ...]]:
    """Each player pays each opponent the points they took, a half point dropped."""
    seats = state.rules.seats
    halves, _ = halves_taken(state, range(seats))
    points = [half // 2 for half in halves]
    got = tuple(sum(points) - seats * own for own in points)
    sheet = Sheet(GOULASH, None, None, None, (), tuple(halves), 0, 0, 0, 0, 0, 1, 0, 0, 0, (0,) * seats, got)
    text = "{player} took {points} points."
    return sheet, tuple(Said(text, {"player": seat, "points": str(own)}) for seat, own in enumerate(points))


# The end -------------------------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Points by seat, over all deals so far."""
    return state.match.scores


def winners(state: State) -> tuple[Seat, ...]:
    """The highest total; equal totals share."""
    if state.phase != OVER:
        return ()
    return tuple(seat for seat, score in enumerate(state.match.scores) if score == max(state.match.scores))


# Who sees what -------------------------------------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """What a seat may see; a spectator (None) sees what lies open to all."""
    match, deal = state.match, state.deal
    return {
        "phase": state.phase,
        "deal": match.deal,
        "deals": state.rules.deals,
        "dealer": match.dealer,
        "hand": [] if seat is None or not state.hands else list(all_of(state.hands[seat])),
        "cards": [sum(map(len, hand)) for hand in state.hands] or [0] * state.rules.seats,
        "bids": [bid if heard_in_full(deal, by, seat) else contract_of(bid) for by, bid in enumerate(deal.bids)],
        "taker": deal.taker,
        "partner": deal.partner if deal.fallen or seat == deal.partner else None,
        "alone": knows_alone(state, seat),
        "contract": deal.contract,
        "called": deal.called,
        "slam": deal.slam,
        "chien": list(deal.chien) if deal.chien_shown else None,
        "discard": list(deal.discard) if deal.discard and seat == deal.taker else None,
        "discard-trumps": list(shown_trumps(deal.discard)),
        "trick": [list(play) for play in state.trick],
        "leader": state.leader,
        "winning": takes(state, state.trick, last=False) if row_led(state.trick) is not None else None,
        "tricks": [trick_view(taken) for taken in state.tricks],
        "shown": [[{"name": each.name, "cards": list(each.cards)} for each in shown] for shown in deal.shown],
        "scores": list(match.scores),
        "last": trick_view(last_trick(state)),
        "sheet": sheet_view(match.sheet),
    }


def heard_in_full(deal: Deal, by: Seat, seat: Seat | None) -> bool:
    """A slam added to a bid is the bidder's secret until the bid has won."""
    return by in (seat, deal.taker)


def knows_alone(state: State, seat: Seat | None) -> bool:
    """Whether the seat knows that the taker has no partner."""
    deal = state.deal
    if deal.taker is None or deal.partner is not None or (state.rules.seats == 5 and deal.called is None):
        return False
    in_chien = deal.chien_shown and deal.called in deal.chien
    own = seat == deal.taker and (deal.called in deal.discard or deal.called in all_of(state.hands[deal.taker]))
    return state.rules.seats < 5 or deal.fallen or in_chien or own or state.phase == OVER  # the count has told


def last_trick(state: State) -> Taken | None:
    """The trick before, also one of the deal before."""
    return state.tricks[-1] if state.tricks else state.match.last


def trick_view(taken: Taken | None) -> dict[str, Any] | None:
    """A taken trick: the cards as they were played, and who took it."""
    return {"cards": [list(play) for play in taken.cards], "winner": taken.winner} if taken else None


def sheet_view(sheet: Sheet | None) -> dict[str, Any] | None:
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


# What a seat can work out --------------------------------------------------------------------------------------------

TRIES = 20


def redeal(state: State, seat: Seat, random: Random) -> State:
    """The same table with all that the seat cannot see dealt anew, as the rules and what has happened allow."""
    if not state.hands or state.phase == OVER:
        return state
    may = possible(state)
    for _ in range(TRIES):
        other = dealt_anew(state, seat, may, random)
        if state.rules.petit_sec == "play" or dealt_lawfully(other):
            return other
    return dealt_in_company(state, seat, may, random)


def dealt_lawfully(state: State) -> bool:
    """Whether no hand would have been shown as a petit sec."""
    return not any(map(is_petit_sec, hands_as_dealt(state)))


def dealt_in_company(state: State, seat: Seat, may: Sequence[set[Card]], random: Random) -> State:
    """A deal in which the petit has another trump or the Excuse beside it, where chance finds next to none.

    There is one, for the cards have been dealt so.
    """
    pairs = list(product(range(len(may)), (*TRUMPS[1:], FOOL)))
    for place, company in random.sample(pairs, len(pairs)):
        together = [cards if at == place else cards - {PETIT, company} for at, cards in enumerate(may)]
        try:
            other = dealt_anew(state, seat, together, random)
        except ValueError:
            continue
        if dealt_lawfully(other):
            return other
    raise ValueError("no lawful deal has led here")


def dealt_anew(state: State, seat: Seat, may: Sequence[set[Card]], random: Random) -> State:
    """One deal of the unseen cards to the other hands and to the chien or discard that lies face down.

    ``may``: what each hand may hold, by seat, and last what may lie face down.
    """
    deal = state.deal
    hidden = face_down(deal, seat)
    unseen = set(TAROT_78) - set(all_of(state.hands[seat])) - seen_by(state, seat)
    apart = state.rules.seats
    others = [other for other in range(apart) if other != seat]
    room = {**{other: sum(map(len, state.hands[other])) for other in others}, apart: len(hidden)}
    places = [may[place] for place, cards in room.items() for _ in range(cards)]
    cards = iter(dealt_to(places, sorted(unseen), random))
    given = {place: [next(cards) for _ in range(count)] for place, count in room.items()}
    hands = tuple(
        in_rows(given[other]) if other in given and other != seat else state.hands[other] for other in range(apart)
    )
    return replace(state, hands=hands, deal=known_again(deal, seat, hands, hidden, given[apart]))


def face_down(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """The cards that lie apart and that the seat has not seen."""
    if not deal.chien_shown:
        return deal.chien
    return () if seat == deal.taker else tuple(card for card in deal.discard if not HEIGHT[card])


def seen_by(state: State, seat: Seat) -> set[Card]:
    """The cards outside the hands that the seat has seen: those played, and of the discard those shown or its own."""
    deal = state.deal
    played = {card for taken in state.tricks for _, card in taken.cards} | {card for _, card in state.trick}
    return played | set(deal.discard if seat == deal.taker else shown_trumps(deal.discard))


def known_again(
    deal: Deal, seat: Seat, hands: tuple[Hand, ...], hidden: tuple[Card, ...], apart: Sequence[Card]
) -> Deal:
    """What the deal has settled, with other cards face down, a partner to fit, and no slam that was never announced."""
    bids = tuple(bid if heard_in_full(deal, by, seat) else contract_of(bid) for by, bid in enumerate(deal.bids))
    partner = deal.partner if deal.fallen or deal.called is None else holder(hands, deal.called, deal.taker)
    lying = deal.discard if deal.chien_shown else deal.chien
    anew = tuple(sorted((*apart, *(card for card in lying if card not in hidden)), key=PLACE.__getitem__))
    if deal.chien_shown:
        return replace(deal, bids=bids, partner=partner, discard=anew)
    return replace(deal, bids=bids, partner=partner, chien=anew)


def hands_as_dealt(state: State) -> list[Hand]:
    """The hands before the chien was taken up and any card was played."""
    deal = state.deal
    held = [list(all_of(hand)) for hand in state.hands]
    for trick in (*(taken.cards for taken in state.tricks), state.trick):
        for seat, card in trick:
            held[seat].append(card)
    if deal.taker is not None and deal.chien_shown:
        held[deal.taker] = [card for card in (*held[deal.taker], *deal.discard) if card not in deal.chien]
    return [in_rows(hand) for hand in held]


def possible(state: State) -> list[set[Card]]:
    """What each hand may still hold, by seat, and last what may lie face down, for all that everybody can tell."""
    may = [set(TAROT_78) for _ in range(state.rules.seats + 1)]
    if state.deal.chien_shown:
        chien_tells(state, may)
    if state.deal.called:
        call_tells(state, may)
    announcements_tell(state.deal, may)
    tricks_tell(state, may)
    return may


def chien_tells(state: State, may: list[set[Card]]) -> None:
    """A chien that was shown is the taker's, in hand or laid away; trumps laid away perforce leave no other card."""
    deal = state.deal
    assert deal.taker is not None
    for seat in range(state.rules.seats):
        if seat != deal.taker:
            may[seat].difference_update(deal.chien)
    may[-1].intersection_update(LAID_AWAY)
    if shown_trumps(deal.discard) and state.rules.trumps_in_discard == "forced":
        may[deal.taker].difference_update(LAID_AWAY)


def call_tells(state: State, may: list[set[Card]]) -> None:
    """Who calls a queen has all kings, and so on; what was held before the chien may have been laid away since."""
    deal = state.deal
    assert deal.called is not None
    higher = [court + of for court in COURTS[: COURTS.index(rank(deal.called))] for of in FRENCH_SUITS]
    for place, cards in enumerate(may):
        laid_away = place == state.rules.seats and deal.chien_shown and state.rules.call == "before-chien"
        if place != deal.taker and not laid_away:
            cards.difference_update(higher)


def announcements_tell(deal: Deal, may: list[set[Card]]) -> None:
    """A poignée is of the lowest trumps, with the Excuse only if there are no more; a misère has none of its cards."""
    for seat, each in enumerate(deal.shown):
        for shown in each:
            if shown.name in MISERES:
                may[seat] -= MISERES[shown.name]
                continue
            top = len(TRUMPS) if FOOL in shown.cards else max(HEIGHT[card] for card in shown.cards)
            may[seat].difference_update(set(TRUMPS[:top]).difference(shown.cards))
            for place, cards in enumerate(may):
                if place != seat:
                    cards.difference_update(shown.cards)


OF_ROW = tuple(frozenset(card for card in TAROT_78 if ROW[card] == row) for row in range(len(ROWS)))
ABOVE = tuple(frozenset(TRUMPS[height:]) for height in range(len(TRUMPS) + 1))


def tricks_tell(state: State, may: list[set[Card]]) -> None:
    """Who does not follow has none of the suit, who does not trump no trump, who trumps lower nothing higher."""
    for trick in (*(taken.cards for taken in state.tricks), state.trick):
        led = row_led(trick)
        if led is None:
            continue
        heights = accumulate((HEIGHT[card] for _, card in trick), max, initial=0)
        for (seat, card), height in zip(trick, heights, strict=False):
            row = ROW[card]
            if row == EXCUSE_ROW:
                continue
            if row != led:
                may[seat] -= OF_ROW[led]
            if row == TRUMP_ROW:
                if HEIGHT[card] < height:
                    may[seat] -= ABOVE[height]
            elif row != led:
                may[seat] -= OF_ROW[TRUMP_ROW]


GAME = Game(
    key="french-tarot",
    name="French Tarot",
    seats=range(3, 6),
    options=OPTIONS,
    start=start,
    phases={
        "deal": Shuffle(deck, deal),
        "bid": Decide(ask_bid, bid),
        "call": Decide(ask_call, call),
        "discard": Decide(ask_discard, lay_away),
        "play": Decide(ask_card, play),
    },
    view=view,
    scores=scores,
    winners=winners,
    redeal=redeal,
    words=WORDS,
    trick_game=True,
)
