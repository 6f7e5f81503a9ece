"""Ottocento, the tarot of Bologna: A and C against B and D, combinations declared before and counted after the play.

Points on which the rules page is silent:

- The last trick allows no signal: it would tell nothing, and so the trick plays itself.
- `volo` is offered with every lead; if it is not true, it is not shown. The Matto has no suit and so is never a volo.
- A player with nothing to declare is not asked to declare.
- A declaration covers the whole combination in hand, with every wild; it cannot be made for less.
- If a side is out by declaring, the card that was played stays on the table and the deal is not counted.
- The card given for the Matto comes from the side's tricks as they were won; the Matto itself cannot be given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any, Literal, TypedDict

from .. import core
from ..cards import (
    LATIN_62,
    LATIN_SUIT_NAMES,
    LATIN_WORDS,
    MATTO,
    TRUMP,
    Card,
    Words,
    counting,
    dealt_to,
    in_packets,
    minus,
)
from ..cards import rank as rank_of
from ..cards import suit as suit_of
from ..combinations import (
    MEMBERS,
    MOORS,
    TAROCCHI,
    TOKENS,
    Combination,
    Counted,
    by_kind,
    combinations,
    cricche,
    sequences,
)
from ..defaults import core_of
from ..engine import OVER, Answer, Ask, Decide, Fact, Game, Option, Said, Seat, Shuffle, Slot, Story
from ..lesson import Lesson, Step
from ..record import record, replace
from ..story import Number
from ..tempo import Tempo, as_agreed
from ..tricks import Trick, at_seat, best, led, listed, to_play, told_card, told_taker

# The cards -----------------------------------------------------------------------------------------------------------

SEATS = 4
SIDES = ((0, 2), (1, 3))
HAND, PACKET, LAID_AWAY = 15, 5, 2
LAST_TRICK = 6

SUIT: Mapping[Card, str] = {card: suit_of(card) for card in LATIN_62}
PLACE: Mapping[Card, int] = {card: n for n, card in enumerate(LATIN_62)}

_worth = counting({"K": 5, "Q": 4, "N": 3, "J": 2, **dict.fromkeys(TAROCCHI, 5)})
WORTH: Mapping[Card, int] = {card: _worth(card) for card in LATIN_62}

RISING = {
    "S": ("A", "6", "7", "8", "9", "10", "J", "N", "Q", "K"),
    "B": ("A", "6", "7", "8", "9", "10", "J", "N", "Q", "K"),
    "C": ("10", "9", "8", "7", "6", "A", "J", "N", "Q", "K"),
    "O": ("10", "9", "8", "7", "6", "A", "J", "N", "Q", "K"),
}
MOOR = 5  # the rank of all four


def _strength(card: Card) -> int:
    """A higher card beats a lower one of its suit; trumps beat all suits, and the Matto beats nothing."""
    if card == MATTO:
        return -1
    if SUIT[card] == TRUMP:
        return 100 + (MOOR if card in MOORS else int(rank_of(card)))
    return RISING[SUIT[card]].index(rank_of(card))


STRENGTH: Mapping[Card, int] = {card: _strength(card) for card in LATIN_62}
STRENGTH_IN_TRICK: Mapping[str, Mapping[Card, int]] = {
    follow: {card: STRENGTH[card] if SUIT[card] in (follow, TRUMP) else -1 for card in LATIN_62}
    for follow in ("", *RISING, TRUMP)
}
"""A card's strength in a trick, by the suit led; -1 for a card that cannot take it."""
OF_SUIT = {of: frozenset(card for card in LATIN_62 if SUIT[card] == of) for of in (*RISING, TRUMP)}
OF_SUIT_OR_MATTO = {of: cards | {MATTO} for of, cards in OF_SUIT.items()}

LOWEST_FIRST = sorted(LATIN_62, key=lambda card: (card == MATTO, STRENGTH[card]))
ORDER = {of: tuple(card for card in LOWEST_FIRST if of in ("", SUIT[card])) for of in ("", *RISING, TRUMP)}
"""The cards of a suit, lowest first; all 62 for the empty suit. Equal cards, such as Moors, in deck order."""

NEVER_LAID_AWAY = frozenset(TAROCCHI) | {card for card in LATIN_62 if rank_of(card) == "K"}

SIGNALS = ("volo", "busso", "striscio")
VOLO = "volo"
SIGNAL = Slot("signal", SIGNALS, 0, 1)


def _declared_as(shown: str, *names: str, ways: tuple[str, ...]) -> tuple[str, ...]:
    """The displayed name, and the phrases with which people declare it."""
    said = (shown, *names, *(way.format(name) for name in names for way in ways))
    return (*said, *(f"{declare} {name}" for declare in ("declare", "declaring", "dichiaro") for name in said))


def _cricca(*names: str) -> tuple[str, ...]:
    many = "three {}|four {}|all {}|tre {}|quattro {}|trois {}|quatre {}|cricca of {}|{} declared|{} shown"
    return _declared_as(names[0], *names, ways=tuple(many.split("|")))


def _sequence(shown: str, *names: str) -> tuple[str, ...]:
    return _declared_as(
        shown,
        *names,
        ways=(
            "sequence of {}",
            "{} sequence",
            "run of {}",
            "{} run",
            "{} declared",
            "sequenza di {}",
            "séquence de {}",
        ),
    )


_SUITS = {
    "S": ("swords", "spade", "épées", "swords suit", "suit of swords", "sword sequence"),
    "B": ("batons", "bastoni", "bâtons", "batons suit", "suit of batons", "baton sequence"),
    "C": ("cups", "coppe", "coupes", "cups suit", "suit of cups", "cup sequence"),
    "O": ("coins", "denari", "deniers", "coins suit", "suit of coins", "coin sequence"),
}
_NAMES_BY_RULE = {
    "T14": ("temperance",), "T15": ("devil",), "T16": ("tower",), "T17": ("star", "stella"), "T18": ("moon", "luna"),
    "T19": ("sun", "sole"), **{moor: (f"moor {moor[1:]}", f"{moor[1:]} moor", f"moro {moor[1:]}") for moor in MOORS},
}  # fmt: skip
WORDS: Words = {
    **LATIN_WORDS,
    **{card: (*LATIN_WORDS[card], *names) for card, names in _NAMES_BY_RULE.items()},
    "+tarocchi": _cricca("Tarocchi", "tarots"),
    "+kings": _cricca("kings", "re", "rois"),
    "+queens": _cricca("queens", "regine", "donne", "dame", "reines"),
    "+knights": _cricca("knights", "cavalli", "cavalieri", "cavaliers"),
    "+pages": _cricca("pages", "fanti", "valets"),
    "+trumps": _sequence("trump sequence", "trumps", "trionfi", "atouts", "great sequence"),
    **{f"+suit-{suit}": _sequence(f"sequence in {names[0]}", *names) for suit, names in _SUITS.items()},
    "+moors": _sequence("Moors", "moors", "mori", "maures", "three moors", "four moors", "all moors"),
    "+aces": _sequence("aces", "aces", "assi", "three aces", "four aces", "all aces", "tre assi", "quattro assi"),
    MATTO: (*LATIN_WORDS[MATTO], "mat", "fou"),
    VOLO: ("volo: my last of the suit", "volo", "volo my last of this suit", "signal volo", "last of the suit", "fly"),
    "busso": (
        "busso: your highest, and back",
        "busso",
        "besso",
        "signal busso",
        "bussa",
        "bussare",
        "knock",
        "knocking",
        "and knock",
        "with a knock",
    ),
    "striscio": ("striscio: lead trumps", "striscio", "signal striscio", "striscia", "scrape"),
}


# The table -----------------------------------------------------------------------------------------------------------


@record
class Rules:
    """The options: the points that end the game, and the two variants."""

    target: int
    moors_extend: bool
    out_by_declaring: bool


@record
class Declared:
    """A player's declaration: the combinations, all cards shown for them, and the points booked."""

    tokens: tuple[str, ...]
    cards: tuple[Card, ...]
    points: int


@record
class Played:
    """A trick that is over."""

    plays: Trick
    winner: Seat
    signal: str | None


@record
class Count:
    """The count of one side: all its combinations, card points, and the last trick."""

    cricche: Counted
    sequences: Counted
    cards: int
    last: int

    @property
    def points(self) -> int:
        """All points of the side."""
        return self.cricche.points + self.sequences.points + self.cards + self.last


@record
class Sheet:
    """The score sheet of a deal: what each side counted and had declared, its new total, and the gift for the Matto."""

    deal: int
    counts: tuple[Count, Count]
    declared: tuple[int, int]
    totals: tuple[int, int]
    gift: Card | None


NOBODY: tuple[Declared | None, ...] = (None,) * SEATS


@record
class Book:
    """What changes only a few times in a deal. ``totals`` include declarations at once."""

    deal: int
    dealer: Seat
    totals: tuple[int, int]
    laid_away: tuple[Card, ...] = ()
    declared: tuple[Declared | None, ...] = NOBODY
    last: Played | None = None  # of the deal before
    sheet: Sheet | None = None
    won_by: int | None = None


@record
class State:
    """A table of Ottocento. ``signal`` belongs to the current trick."""

    phase: str
    rules: Rules
    book: Book
    hands: tuple[tuple[Card, ...], ...] = ((),) * SEATS
    tricks: tuple[Played, ...] = ()
    leader: Seat = 0
    trick: Trick = ()
    signal: str | None = None


Result = tuple[State, Story]
"""The next table, and the lines that report what happened."""


def start(seats: int, options: Mapping[str, Any]) -> State:
    """A table before its first deal, which the last seat deals."""
    rules = Rules(options["target"], options["moors-extend"] == "on", options["out-by-declaring"] == "on")
    return State("deal", rules, Book(1, SEATS - 1, (0, 0)))


def cards(state: State) -> dict[str, tuple[Card, ...]]:
    """Place -> its cards."""
    return {
        **{f"hand {seat}": state.hands[seat] for seat in range(SEATS)},
        "laid away": state.book.laid_away,
        "trick": tuple(card for _, card in state.trick),
        **{f"tricks {side}": _won_by(state, side) for side in (0, 1)},
    }


def order(state: State, suit: str) -> tuple[Card, ...]:
    """The cards of a suit, lowest first; for the empty suit all cards: suits, then trumps, the Matto last."""
    return ORDER.get(suit, ())


def side_of(seat: Seat) -> int:
    """0 for A and C, 1 for B and D."""
    return seat % 2


def after(seat: Seat) -> Seat:
    """The next seat in playing order."""
    return (seat + 1) % SEATS


# Deal ----------------------------------------------------------------------------------------------------------------


def deal(state: State, deck: tuple[Card, ...]) -> Result:
    """Three packets of five to each seat, from the one after the dealer; the dealer's last packet is seven cards."""
    dealer = state.book.dealer
    dealt = in_packets(deck[:-LAID_AWAY], SEATS, after(dealer), PACKET, chien=0).hands
    hands = tuple(in_order(hand + deck[-LAID_AWAY:] if seat == dealer else hand) for seat, hand in enumerate(dealt))
    told = Said(
        "Deal {number}: {player} dealt.", {"number": Number(state.book.deal), "player": dealer}, kind="deal_began"
    )
    return State("discard", state.rules, state.book, hands, leader=after(dealer)), (told,)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the canonical order of the deck."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def ask_discard(state: State) -> Mapping[Seat, Ask]:
    """The dealer lays away two cards, never one of the Tarocchi or a king."""
    dealer = state.book.dealer
    cards = tuple(card for card in state.hands[dealer] if card not in NEVER_LAID_AWAY)
    cheapest = in_order(sorted(cards, key=WORTH.__getitem__)[:LAID_AWAY])
    prompt = "Lay two cards away: no king, no trump 1, 20 or 21, no Matto."
    return {dealer: Ask(prompt, (Slot("cards", cards, LAID_AWAY, LAID_AWAY),), " ".join(cheapest), WORDS)}


def lay_away(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The two cards lie face down until the count."""
    [(dealer, answer)] = answers.items()
    cards = tuple(answer.split())
    hands = at_seat(state.hands, dealer, tuple(card for card in state.hands[dealer] if card not in cards))
    said = (
        Said("{player} laid two cards away.", {"player": dealer}, kind="laid_away"),
        Said("{player} laid away {cards}.", {"player": dealer, "cards": cards}, to=dealer, kind="laid_away"),
    )
    book = replace(state.book, laid_away=cards)
    return State("play", state.rules, book, hands, leader=state.leader), said


# Play ----------------------------------------------------------------------------------------------------------------


def playable(hand: tuple[Card, ...], trick: Trick) -> tuple[Card, ...]:
    """Follow suit; if unable, trump; if unable, any card. The Matto may be played at any time."""
    follow = led(trick, SUIT)
    if not follow:
        return hand
    for wanted in (follow, TRUMP):
        if not OF_SUIT[wanted].isdisjoint(hand):
            may = OF_SUIT_OR_MATTO[wanted]
            return tuple([card for card in hand if card in may])
    return hand


def winner_of(trick: Trick) -> Seat:
    """The highest trump, else the highest card of the suit led; among Moors, the one played last is highest."""
    return best(trick[::-1], STRENGTH_IN_TRICK[led(trick, SUIT)])


def ask_card(state: State) -> Mapping[Seat, Ask]:
    """A card; for the leader also a signal, and with the first card also declarations."""
    seat = to_play(state)
    hand = state.hands[seat]
    cards = playable(hand, state.trick)
    slots: tuple[Slot, ...] = (Slot("card", cards),)
    leads = not state.trick and len(hand) > 1
    if leads:
        slots += (SIGNAL,)
    tokens = tuple(declarable(hand, state.rules.moors_extend)) if len(hand) == HAND else ()
    if tokens:
        slots += (Slot("declare", tokens, 0, len(tokens)),)
    return {seat: Ask(PROMPTS[leads, bool(tokens)], slots, cards[0], WORDS)}


PROMPTS = {  # (leads, may declare)
    (True, True): "You lead your first card: a signal may go with it, and what you declare.",
    (True, False): "You lead: a card, and a signal if you wish.",
    (False, True): "Your first card, and with it what you declare.",
    (False, False): "Your card for this trick.",
}


@lru_cache(maxsize=64)
def declarable(hand: tuple[Card, ...], moors_extend: bool) -> Mapping[str, Combination]:
    """What a player may declare with the first card, including the wilds in hand."""
    return MappingProxyType(combinations(hand, moors_extend))


def play(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Play the card and book declarations; a complete trick is taken."""
    [(seat, answer)] = answers.items()
    card, *added = answer.split()
    hand = state.hands[seat]
    signal = _signalled(hand, card, added) if not state.trick else state.signal
    said: tuple[Said, ...] = (_told_card(seat, card, signal, leads=not state.trick),)
    book = state.book
    if added and (tokens := tuple(token for token in added if token in TOKENS)):
        book, declared = _declare(state, seat, tokens)
        said += (declared,)
    hands = at_seat(state.hands, seat, minus(hand, card))
    state = replace(state, book=book, hands=hands, trick=(*state.trick, (seat, card)), signal=signal)
    if book.won_by is not None:
        return replace(state, phase=OVER), (*said, _told_end(book, OUT_BY_DECLARING))
    return take_trick(state, said) if len(state.trick) == SEATS else (state, said)


def _signalled(hand: tuple[Card, ...], card: Card, added: list[str]) -> str | None:
    """The signal that is shown: `volo` is dropped unless the card is the last of its suit."""
    signal = next((token for token in added if token in SIGNALS), None)
    if signal == VOLO and (card == MATTO or [SUIT[held] for held in hand].count(SUIT[card]) > 1):
        return None
    return signal


def _told_card(seat: Seat, card: Card, signal: str | None, *, leads: bool) -> Said:
    if leads and signal:
        values = {"player": seat, "card": card, "signal": signal}
        return Said("{player} led {card} with {signal}.", values, kind="card_played")
    return told_card(seat, card, leads)


def take_trick(state: State, said: tuple[Said, ...]) -> Result:
    """The winner leads next; after the last card the deal is counted."""
    winner = winner_of(state.trick)
    played = Played(state.trick, winner, state.signal)
    state = replace(state, tricks=(*state.tricks, played), leader=winner, trick=(), signal=None)
    said = (*said, told_taker(winner) if state.hands[winner] else TOOK_LAST_TRICK[winner])
    return (state, said) if state.hands[winner] else settle_the_matto(state, said)


TOOK_LAST_TRICK = tuple(
    Said("{player} took the last trick.", {"player": seat}, kind="trick_taken") for seat in range(SEATS)
)


# Declarations --------------------------------------------------------------------------------------------------------


def _declare(state: State, seat: Seat, tokens: tuple[str, ...]) -> tuple[Book, Said]:
    """Combinations of the hand are shown and booked at once; by option they may win the match."""
    held = declarable(state.hands[seat], state.rules.moors_extend)
    declared = declaration([held[token] for token in tokens])
    totals = _added(state.book.totals, side_of(seat), declared.points)
    out = state.rules.out_by_declaring and totals[side_of(seat)] >= state.rules.target
    book = replace(
        state.book,
        totals=totals,
        declared=tuple(declared if other == seat else before for other, before in enumerate(state.book.declared)),
        won_by=side_of(seat) if out else None,
    )
    values = {"player": seat, "name": _named(tokens), "cards": declared.cards, "points": Number(declared.points)}
    return book, Said("{player} declared {name}, with {cards}, for {points}.", values, kind="announced")


def _named(tokens: tuple[str, ...]) -> str:
    *most, last = (WORDS[token][0] for token in tokens)
    return f"{', '.join(most)} and {last}" if most else last


def declaration(combined: list[Combination]) -> Declared:
    """A player's declaration: three or more cricche, or three or more sequences, count double."""
    cards = in_order({card for one in combined for card in one.cards})
    return Declared(tuple(one.token for one in combined), cards, sum(sort.points for sort in by_kind(combined)))


def _added(totals: tuple[int, int], side: int, points: int) -> tuple[int, int]:
    return (totals[0] + points, totals[1]) if side == 0 else (totals[0], totals[1] + points)


# The Matto's gift ----------------------------------------------------------------------------------------------------


def matto_owed(state: State) -> Seat | None:
    """The player of the Matto, if it went to the opponents and the player's side has a trick to pay for it from."""
    for played in state.tricks:
        for seat, card in played.plays:
            if card == MATTO and side_of(played.winner) != side_of(seat):
                return seat if _won_by(state, side_of(seat)) else None
    return None


def _won_by(state: State, side: int) -> tuple[Card, ...]:
    """The cards of the tricks a side has taken."""
    return tuple([card for played in state.tricks if side_of(played.winner) == side for _, card in played.plays])


def gifts(state: State, seat: Seat) -> tuple[Card, ...]:
    """The side's one-point cards from tricks, not from the discard; if it has none, its cheapest card."""
    won = in_order(_won_by(state, side_of(seat)))
    return tuple(card for card in won if WORTH[card] == 1) or (min(won, key=WORTH.__getitem__),)


def settle_the_matto(state: State, said: tuple[Said, ...]) -> Result:
    """Ask for a gift if there is a choice."""
    said += _told_sweep(state)
    giver = matto_owed(state)
    if giver is None:
        return count_the_deal(state, None, said)
    cards = gifts(state, giver)
    if len(cards) == 1:
        return count_the_deal(state, cards[0], (*said, _told_gift(giver, cards[0])))
    return replace(state, phase="give"), said


def _told_sweep(state: State) -> tuple[Said, ...]:
    """A side without a trick loses the Matto it played, and the two cards it laid away."""
    taken_by = {side_of(played.winner) for played in state.tricks}
    if len(taken_by) == 2:
        return ()
    [empty] = {0, 1} - taken_by
    said = [Said("{players} took every trick.", {"players": SIDES[1 - empty]}, kind="count")]
    if any(card == MATTO and side_of(seat) == empty for played in state.tricks for seat, card in played.plays):
        text = "{players} had no card to give for {card} and lost it."
        said.append(Said(text, {"players": SIDES[empty], "card": MATTO}, kind="card_lost"))
    if side_of(state.book.dealer) == empty:
        text = "{players} lost the two cards that were laid away."
        said.append(Said(text, {"players": SIDES[empty]}, kind="card_lost"))
    return tuple(said)


def ask_gift(state: State) -> Mapping[Seat, Ask]:
    """The player of the Matto gives a card for it."""
    giver = matto_owed(state)
    assert giver is not None
    cards = gifts(state, giver)
    prompt = "Which card of your tricks do you give for the Matto?"
    return {giver: Ask(prompt, (Slot("card", cards),), cards[0], WORDS)}


def give(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The gift changes sides, and the deal is counted."""
    [(giver, card)] = answers.items()
    return count_the_deal(state, card, (_told_gift(giver, card),))


def _told_gift(giver: Seat, card: Card) -> Said:
    values = {"player": giver, "card": MATTO, "given": card}
    return Said("{player} kept {card} and gave {given} for it.", values, kind="card_kept")


# Counting a deal -----------------------------------------------------------------------------------------------------


def piles(state: State, gift: Card | None) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """All cards by side: its tricks, the dealer's two cards, and the Matto exchanged for the gift."""
    won = [list(_won_by(state, side)) for side in (0, 1)]
    dealers = side_of(state.book.dealer)
    won[dealers if won[dealers] else 1 - dealers] += state.book.laid_away
    if gift:
        giving = 0 if gift in won[0] else 1
        won[giving].remove(gift)
        won[1 - giving].append(gift)
        won[1 - giving].remove(MATTO)
        won[giving].append(MATTO)
    return in_order(won[0]), in_order(won[1])


def card_points(cards: tuple[Card, ...]) -> int:
    """Cards count in pairs, less one point for each pair; piles are always even."""
    return sum([WORTH[card] for card in cards]) - len(cards) // 2


def count(cards: tuple[Card, ...], took_last: bool, moors_extend: bool = False) -> Count:
    """The count of a side with these cards."""
    return Count(
        Counted(cricche(cards)),
        Counted(sequences(cards, moors_extend)),
        card_points(cards),
        LAST_TRICK if took_last else 0,
    )


def count_the_deal(state: State, gift: Card | None, said: tuple[Said, ...]) -> Result:
    """Both sides count all their cards; then the game is over, or the next seat deals."""
    book, last = state.book, side_of(state.tricks[-1].winner)
    first, second = (
        count(pile, side == last, state.rules.moors_extend) for side, pile in enumerate(piles(state, gift))
    )
    totals = (book.totals[0] + first.points, book.totals[1] + second.points)
    declared = (_declared_by(book, 0), _declared_by(book, 1))
    sheet = Sheet(book.deal, (first, second), declared, totals, gift)
    said = (*said, _told_count(0, sheet), _told_count(1, sheet))
    winner = winning_side(totals, state.rules.target)
    if winner is not None:
        book = replace(book, totals=totals, sheet=sheet, won_by=winner)
        return replace(state, phase=OVER, book=book), (*said, _told_end(book, WON))
    book = Book(book.deal + 1, after(book.dealer), totals, last=state.tricks[-1], sheet=sheet)
    return State("deal", state.rules, book), said


def _declared_by(book: Book, side: int) -> int:
    return sum(shown.points for seat in SIDES[side] if (shown := book.declared[seat]))


def winning_side(totals: tuple[int, int], target: int) -> int | None:
    """A side that reached the target, the higher if both did; none yet if they are equal."""
    if max(totals) < target or totals[0] == totals[1]:
        return None
    return totals.index(max(totals))


COUNTED = {
    (False, False): "{players} counted {points} in tricks; {total} in all.",
    (True, False): "{players} counted {points}: cricche {cricche}, the rest in tricks; {total} in all.",
    (False, True): "{players} counted {points}: sequences {sequences}, the rest in tricks; {total} in all.",
    (True, True): "{players} counted {points}: cricche {cricche}, sequences {sequences}, the rest in tricks; {total} in"
    " all.",
}
COUNTED_NOTHING = "{players} counted nothing."
"""What is told of a side's count, by whether it has cricche, and sequences."""


def _told_count(side: int, sheet: Sheet) -> Said:
    counts = sheet.counts[side]
    parts = {
        "points": counts.points,
        "cricche": counts.cricche.points,
        "sequences": counts.sequences.points,
        "card_points": counts.cards,
        "last_trick": counts.last,
        "total": sheet.totals[side],
    }
    text = COUNTED[counts.cricche.points > 0, counts.sequences.points > 0] if counts.points else COUNTED_NOTHING
    return Said(text, {"players": SIDES[side], **{name: Number(part) for name, part in parts.items()}}, kind="count")


# The end -------------------------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """The total of each seat's side."""
    totals = state.book.totals
    return tuple(totals[side_of(seat)] for seat in range(SEATS))


WON = "{players} won the match, {points} to {against}."
OUT_BY_DECLARING = "{players} were out by declaring and won the match, {points} to {against}."


def _told_end(book: Book, text: str) -> Said:
    assert book.won_by is not None
    points, against = Number(book.totals[book.won_by]), Number(book.totals[1 - book.won_by])
    values = {"players": SIDES[book.won_by], "points": points, "against": against}
    return Said(text, values, kind="match_won")


def compared(first: CountedView, second: CountedView) -> list[tuple[str, int | None, int | None]]:
    """The combinations of either side in the order of the rules, each with what it counts for both sides."""
    ours, theirs = ({line["token"]: line["points"] for line in side["lines"]} for side in (first, second))
    return [(token, ours.get(token), theirs.get(token)) for token in WORDS if token in ours or token in theirs]


# What a seat may see -------------------------------------------------------------------------------------------------

Pair = list[int | str]
"""A seat and a card."""
Signal = Literal["volo", "busso", "striscio"]


class DeclaredView(TypedDict):
    """A seat's declaration."""

    tokens: list[str]
    cards: list[str]
    points: int


class LineView(TypedDict):
    """A combination, and what it is worth."""

    token: str
    cards: list[str]
    points: int


class CountedView(TypedDict):
    """Cricche, or sequences. ``points``: those of the lines, doubled for three or more."""

    lines: list[LineView]
    doubled: bool
    points: int


class DeclarableView(TypedDict):
    """What a seat may declare with its first card."""

    cricche: CountedView
    sequences: CountedView


class TrickView(TypedDict):
    """A trick as it was played, who took it, and the signal with which it was led."""

    trick: list[Pair]
    winner: int
    signal: Signal | None


class SideView(TypedDict):
    """The count of one side, and what it had declared."""

    declared: int
    cricche: CountedView
    sequences: CountedView
    cards: int
    last: int
    points: int
    total: int


class SheetView(TypedDict):
    """The count of a deal. ``gift``: the card given for the Matto."""

    deal: int
    gift: str | None
    sides: list[SideView]


class View(TypedDict):
    """A view: ``declared`` is by seat, ``taken`` and ``totals`` are by side."""

    phase: Literal["discard", "play", "give", "over"]
    hand: list[str]
    deal: int
    dealer: int
    discard: list[str] | None
    leader: int
    trick: list[Pair]
    winning: int | None
    signal: Signal | None
    declared: list[DeclaredView | None]
    declarable: DeclarableView | None
    tricks: list[TrickView]
    taken: list[int]
    totals: list[int]
    last: TrickView | None
    sheet: SheetView | None
    core: dict[str, Any]


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """The seat's own hand, the dealer's own discard, and all cards that were shown."""
    own = without_core(state, seat)
    # The tricks are most of a core: reusing those of the view is several times as fast.
    tricks = [{"cards": each["trick"], "winner": each["winner"]} for each in own["tricks"]]
    return {**own, "core": {**core.plain(shared(state, seat)), "tricks": tricks}}


def without_core(state: State, seat: Seat | None) -> dict[str, Any]:
    """The part of the view that is specific to this game."""
    book, last = state.book, last_trick(state)
    sides = [side_of(played.winner) for played in state.tricks]
    return {
        "phase": state.phase,
        "hand": [] if seat is None else list(state.hands[seat]),
        "deal": book.deal,
        "dealer": book.dealer,
        "discard": list(book.laid_away) if seat == book.dealer else None,
        "leader": state.leader,
        "trick": listed(state.trick),
        "winning": trick_winner(state.trick),
        "signal": state.signal,
        "declared": core.plain(book.declared),
        "declarable": _view_declarable(state, seat),
        "tricks": [_view_played(played) for played in state.tricks],
        "taken": [sides.count(side) for side in (0, 1)],
        "totals": list(book.totals),
        "last": None if last is None else _view_played(last),
        "sheet": None if book.sheet is None else _view_sheet(book.sheet),
    }


def last_trick(state: State) -> Played | None:
    """The trick before, possibly of the deal before."""
    return state.tricks[-1] if state.tricks else state.book.last


def trick_winner(trick: Trick) -> Seat | None:
    """The seat that would take these cards; none for the Matto alone."""
    return winner_of(trick) if led(trick, SUIT) else None


def _view_declarable(state: State, seat: Seat | None) -> dict[str, Any] | None:
    """What a seat may declare with its first card, and what each is worth; `None` if nothing."""
    if seat is None or state.phase != "play" or len(state.hands[seat]) < HAND:
        return None
    combined = declarable(state.hands[seat], state.rules.moors_extend).values()
    kinds, runs = by_kind(combined)
    return {"cricche": _view_counted(kinds), "sequences": _view_counted(runs)} if combined else None


def _view_played(played: Played) -> dict[str, Any]:
    return {"trick": listed(played.plays), "winner": played.winner, "signal": played.signal}


def _view_sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "deal": sheet.deal,
        "gift": sheet.gift,
        "sides": [
            {
                "declared": sheet.declared[side],
                "cricche": _view_counted(counts.cricche),
                "sequences": _view_counted(counts.sequences),
                "cards": counts.cards,
                "last": counts.last,
                "points": counts.points,
                "total": sheet.totals[side],
            }
            for side, counts in enumerate(sheet.counts)
        ],
    }


def _view_counted(sort: Counted) -> dict[str, Any]:
    return {"lines": core.plain(sort.lines), "doubled": sort.doubled, "points": sort.points}


def shared(state: State, seat: Seat | None) -> core.Core:
    """The core, whose tricks are those of the view.

    There is no contract: both sides count all their cards.
    """
    last = last_trick(state)
    return core_of(
        GAME,
        state,
        seat,
        tricks=(),
        last=core.Trick(last.plays, last.winner) if last else None,
        dealer=state.book.dealer,
    )


# What the others wait for --------------------------------------------------------------------------------------------

IDLE = {
    "deal": "The cards are dealt.",
    "discard": "{player} to lay two cards away.",
    "play": "{player} to play.",
    "give": "{player} to give a card for {matto}.",
    OVER: "The match is over.",
}
LEADS = "{player} to lead."


def idle(state: State) -> Said:
    """The line for seats that are not asked: what they wait for."""
    text = LEADS if state.phase == "play" and not state.trick else IDLE[state.phase]
    seats = GAME.seats_asked(state)
    values: dict[str, Any] = {"player": seats[0]} if seats else {}
    return Said(text, values | {"matto": MATTO} if state.phase == "give" else values, kind="waiting")


# What a seat may know ------------------------------------------------------------------------------------------------


def redeal(state: State, seat: Seat, random: Random) -> State:
    """Deal the others' hands and a hidden discard anew: shown cards stay where they are, and voids remain."""
    book = state.book
    shown = {card for declared in book.declared if declared for card in declared.cards}
    others = [other for other in range(SEATS) if other != seat]
    hidden = {other: tuple(card for card in state.hands[other] if card not in shown) for other in others}
    face_down = () if seat == book.dealer else book.laid_away
    unseen = in_order((*face_down, *(card for cards in hidden.values() for card in cards)))
    places = [may for other, cards in hidden.items() for may in [_may_hold(state, other, unseen)] * len(cards)]
    places += [set(unseen) - NEVER_LAID_AWAY] * len(face_down)
    dealt = iter(dealt_to(places, unseen, random))
    hands = tuple(
        in_order((*shown.intersection(hand), *islice(dealt, len(hidden[other])))) if other in hidden else hand
        for other, hand in enumerate(state.hands)
    )
    laid_away = in_order(dealt) if face_down else book.laid_away
    return replace(state, hands=hands, book=replace(book, laid_away=laid_away))


def _may_hold(state: State, seat: Seat, unseen: tuple[Card, ...]) -> set[Card]:
    """The unseen cards that the seat may hold: none of its voids, and none that its declaration would have included."""
    out_of = _voids(state, seat)
    missing = _missing(state.book.declared[seat], unseen, state.rules.moors_extend)
    return {card for card in unseen if SUIT[card] not in out_of and card not in missing}


def _voids(state: State, seat: Seat) -> set[str]:
    """The seat's known voids: it did not follow suit, did not trump, or led its last card with `volo`."""
    voids = set()
    signals = (*(played.signal for played in state.tricks), state.signal)
    tricks = (*(played.plays for played in state.tricks), state.trick)
    for plays, signal in zip(tricks, signals, strict=True):
        follow = led(plays, SUIT)
        card = next((card for player, card in plays if player == seat), MATTO)
        if card == MATTO or not plays:
            continue
        if SUIT[card] != follow:
            voids |= {follow} if SUIT[card] == TRUMP else {follow, TRUMP}
        if signal == VOLO and plays[0][0] == seat:
            voids.add(follow)
    return voids


def _missing(shown: Declared | None, unseen: tuple[Card, ...], moors_extend: bool) -> set[Card]:
    """A declaration shows the whole combination: a card that would have extended it was not in the hand."""
    if shown is None:
        return set()
    made = combinations(shown.cards, moors_extend)
    may_belong = frozenset[Card]().union(*(MEMBERS[token] for token in shown.tokens))
    missing = set()
    for card in may_belong.intersection(unseen):
        more = combinations((*shown.cards, card), moors_extend)
        if any(more[token] != made[token] for token in shown.tokens):
            missing.add(card)
    return missing


GLOSSARY = {
    "volo": "This is my last card of the suit, says who leads.",
    "busso": "Play your highest; if you take the trick, lead the suit back to me.",
    "striscio": "Lead trumps when you can, says who leads.",
    "+tarocchi": "The 21, the 20, the 1 of trumps and the Matto: 18 for three, 36 for all.",
    "+kings": "17 points for three kings, 34 for four.",
    "+queens": "14 points for three queens, 28 for four.",
    "+knights": "13 points for three knights, 26 for four.",
    "+pages": "12 points for three pages, 24 for four.",
    "+trumps": "Three or more high trumps in a row: 10, and 5 for each card more.",
    "+suit-S": "Three or more high swords in a row: 10, and 5 for each card more.",
    "+suit-B": "Three or more high batons in a row: 10, and 5 for each card more.",
    "+suit-C": "Three or more high cups in a row: 10, and 5 for each card more.",
    "+suit-O": "Three or more high coins in a row: 10, and 5 for each card more.",
    "+moors": "Three or four of trumps 2 to 5, which rank alike: of two in a trick the later wins.",
    "+aces": "Three or four aces: a sequence of their own.",
    "cricche": "Three or four cards of a kind. Who declares three kinds or more counts all of them twice.",
    "begato": "Trump 1: the lowest, but worth 5, and a wild card in sequences.",
    "Matto": "A card without rank: it never wins, may be played at any time, and is wild in sequences.",
}
"""Short explanations of this game's tokens and terms."""

LESSON = Lesson(
    seats=4,
    hands={
        "A": "KS QS NS 8S KB 7B KC AC T21 T20 T9 T3 6O 8O QO",
        "B": "7S 10O NO T6",
        "C": "9S KO AO 7O T1",
        "D": "AS 9O JO T8 10B 9B",
    },
    steps=(
        Step(
            before="D: 9B 10B",
            answer="KS +kings +suit-S",
            why=(
                "You and Chiara play against Bruno and Dmitri. With your first card you may declare, "
                "for all to see: three kings count 17; king, queen and knight of swords 10. The king "
                "leads: nobody beats it."
            ),
            other="You may. But declare both now: later it is too late.",
        ),
        Step(
            before="B: 7S, C: 9S, D: AS",
            answer="8O busso",
            why=(
                "You may say one thing to your partner, aloud, when you lead. “Busso” asks Chiara to play her "
                "highest coin, and to return the suit if she takes."
            ),
            other="You may. But try a signal: “busso”, with the 8 of coins.",
        ),
        Step(
            before="B: 10O, C: KO, D: 9O, C: AO, D: JO",
            answer="QO",
            why=(
                "Chiara took with the king and returned coins, as you asked. You must follow. In coins and cups "
                "the ace comes below the page and the 10 is lowest. Your queen beats all that lies there."
            ),
            other="That is allowed, too. But the queen takes the trick.",
        ),
        Step(
            before="B: NO",
            answer="T21",
            why=(
                "You lead a trump: the World is the highest of all. It counts five itself, and Chiara can lay a "
                "good card to it."
            ),
            other="That is allowed, too. But the World cannot be beaten.",
        ),
    ),
    last="B: T6, C: T1, D: T8",
    end=(
        "Chiara gave the begato, the 1 of trumps: five points more for you both. After fifteen tricks "
        "each side counts its cards anew: sets of three and four, sequences, points, and 6 for the last "
        "trick. 800 win the match."
    ),
)


_SAYS = (
    "(leads|led|has)? (says|said|signals|signalled|calls|called|shows|showed|gives|gave|announces|with|plays|played)"
    " (a|the)?"
)


def _was_signalled(signal: str) -> Fact:
    """That the partner leads this trick with a signal."""
    return Fact(
        f"(my|a)? partner {_SAYS} {signal}",
        f"my partner says {signal}",
        lambda view, seat: (
            view["signal"] == signal
            and bool(view["trick"])
            and view["trick"][0][0] != seat
            and side_of(view["trick"][0][0]) == side_of(seat)
        ),
    )


def _was_signalled_by(signal: str) -> Fact:
    """That a player leads this trick with a signal."""
    return Fact(
        f"{{seat}} {_SAYS} {signal}",
        f"{{0}} says {signal}",
        lambda view, seat, who: (
            view["signal"] == signal and bool(view["trick"]) and str(view["trick"][0][0]) == who != str(seat)
        ),
    )


GAME: Game[State] = Game(
    key="ottocento",
    name="Ottocento",
    seats=range(SEATS, SEATS + 1),
    options={
        "target": Option(tuple(range(100, 2001)), 800, "How many points end the match.", short=100),
        "moors-extend": Option(
            ("off", "on"), "off", "Whether the Moors go on with a trump sequence that reaches the 6, five points each."
        ),
        "out-by-declaring": Option(
            ("off", "on"), "off", "Whether a side that reaches the target by declaring wins at once."
        ),
    },
    start=start,
    phases={
        "deal": Shuffle(lambda state: LATIN_62, deal),
        "discard": Decide(ask_discard, lay_away),
        "play": Decide(ask_card, play),
        "give": Decide(ask_gift, give),
    },
    view=view,
    without_core=without_core,
    scores=scores,
    redeal=redeal,
    cards=cards,
    order=order,
    direction="right",
    progress=lambda state: core.deal_and_trick(state, state.book.deal, None, HAND),
    idle=idle,
    view_type=View,
    words=WORDS,
    facts={
        **{signal: _was_signalled(signal) for signal in SIGNALS},
        **{f"{signal}-by": _was_signalled_by(signal) for signal in SIGNALS},
    },
    glossary=GLOSSARY,
    lesson=LESSON,
    for_page={
        "matto": MATTO,
        "halves": {card: 2 * WORTH[card] - 1 for card in LATIN_62},
        "compared": compared,
    },
    sides=SIDES,
    trick_game=True,
    suits=LATIN_SUIT_NAMES,
    worth=_worth,
    kinds=dict.fromkeys(("moor", "moors"), ("T2", "T3", "T4", "T5")),
    trick_winner=lambda state, trick: trick_winner(trick),
    tempo={SEATS: Tempo(62, 18.9, planned=8.5)},
    parts=as_agreed("target", 1 / 220),  # roughly what a side gains in a deal
)
