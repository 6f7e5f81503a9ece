"""Scarto: three players, each alone, with the 78 cards of the tarot, as in Piedmont.

Nobody bids. The dealer takes up the last three cards and lays three away, and 25 tricks are played. Players who count
more than a third of the 78 points gain the excess. The rules are retold from public descriptions of the game; if these
are silent, a comment says what this file does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any, Literal, TypedDict

from ..cards import (
    FOOL,
    FRENCH_RANKS,
    FRENCH_SUIT_NAMES,
    FRENCH_SUITS,
    FRENCH_WORDS,
    TAROT_78,
    TRUMP,
    TRUMPS,
    Card,
    Words,
    counting,
    dealt_to,
    in_order,
    in_packets,
    suit,
    without,
)
from ..core import Core, Play, deal_and_trick, plain
from ..defaults import core_of
from ..engine import (
    OVER,
    Answer,
    Ask,
    Decide,
    Deck,
    Game,
    Option,
    Result,
    Said,
    Seat,
    Shuffle,
    Slot,
    Story,
    leaders,
    plural_said,
)
from ..lesson import Lesson, Step
from ..record import record, replace
from ..story import Number, Plural
from ..tarot import OF_SUIT, SUIT
from ..tempo import Tempo, as_agreed
from ..tricks import TrickView, at_seat, best, led, listed, to_play, told_card, trick_view, with_card

SEATS = 3
HAND = TRICKS = 25
DISCARD = 3
PACKET = 5

LONG_SUITS = "SC"
PIPS, COURTS = FRENCH_RANKS[:10], FRENCH_RANKS[10:]
ROUND_RANKS = (*reversed(PIPS), *COURTS)
"""In hearts and diamonds the ace is the highest pip, the ten the lowest."""
TRUMPS_UPWARDS: Mapping[str, tuple[Card, ...]] = {"low": TRUMPS, "high": (*TRUMPS[:19], "T21", "T20")}
"""The trumps, lowest first, by the option ``angel``: the Angel is trump 20, the World 21."""

points = counting({"K": 5, "T20": 5, "T1": 5, "Q": 4, FOOL: 4, "N": 3, "J": 2})
POINTS: Mapping[Card, int] = {card: points(card) for card in TAROT_78}
FIVE, FOOLS, BLANK = 5, POINTS[FOOL], 1
"""Values: of cards that are never laid away; of the Fool to its player; of the blank that replaces it."""
PER_TRICK = 2
"""Subtracted from the sum of every three cards."""
THIRD = 26


def _ranked(angel: str) -> Mapping[str, tuple[Card, ...]]:
    suits = {
        each: tuple(rank + each for rank in (FRENCH_RANKS if each in LONG_SUITS else ROUND_RANKS))
        for each in FRENCH_SUITS
    }
    return MappingProxyType(suits | {TRUMP: TRUMPS_UPWARDS[angel]})


RANKED = {angel: _ranked(angel) for angel in TRUMPS_UPWARDS}
"""The cards of each suit, lowest first, by the option ``angel``."""
STRENGTH = {
    angel: {card: n for cards in suits.values() for n, card in enumerate(cards)} | {FOOL: -1}
    for angel, suits in RANKED.items()
}
"""How strong a card is within its suit."""


def _taking(wanted: str, strength: Mapping[Card, int]) -> Mapping[Card, tuple[bool, bool, int]]:
    return {card: (SUIT[card] == TRUMP, SUIT[card] == wanted, strength[card]) for card in TAROT_78}


TAKING = {
    angel: {wanted: _taking(wanted, strength) for wanted in (*FRENCH_SUITS, TRUMP)}
    for angel, strength in STRENGTH.items()
}
"""A card's strength in a trick, by the suit led: trumps beat that suit, and that suit beats the others."""
SHOWN = {
    angel: {card: n for n, card in enumerate((*(card for cards in suits.values() for card in cards), FOOL))}
    for angel, suits in RANKED.items()
}
"""A card's place in a hand: suit by suit, each as it ranks."""

_ITALIAN_SUITS = {
    "S": ("swords", "sword", "spada"),
    "C": ("batons", "baton", "bastoni", "bastone"),
    "H": ("cups", "cup", "coppe", "coppa"),
    "D": ("coins", "coin", "denari", "denaro"),
}
_TRUMPS_AND_FOOL = {
    "T20": ("angel", "the angel", "angelo"),
    "T21": ("the world", "il mondo"),
    FOOL: ("matto", "il matto", "folle"),
}


def _as_in_piedmont(card: Card) -> tuple[str, ...]:
    """A card's names besides the French ones: ``re di coppe`` for the king of hearts."""
    french = FRENCH_WORDS["K" + suit(card)][0].rpartition(" ")[2] if suit(card) in _ITALIAN_SUITS else ""
    names = [name for name in FRENCH_WORDS[card] if french in name.split()]
    names += [name.replace("ace", "asso") for name in names if "ace" in name.split()]
    return _TRUMPS_AND_FOOL.get(card, ()) + tuple(
        name.replace(french, italian) for italian in _ITALIAN_SUITS.get(suit(card), ()) for name in names
    )


WORDS: Words = MappingProxyType({card: FRENCH_WORDS[card] + _as_in_piedmont(card) for card in TAROT_78})
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", TRUMP: "trumps"}


# The state -----------------------------------------------------------------------------------------------------------


@record
class Taken:
    """A trick as it was played, and who took it."""

    cards: tuple[Play, ...]
    winner: Seat


@record
class Count:
    """A seat's count at the end of a deal. ``cards``: how many it won; the Fool belongs to its player."""

    cards: int
    points: int
    score: int


@record
class State:
    """``tricks``: those of this deal, in order. ``last``: the trick before, possibly of the deal before.

    ``sheet``: the count of the last deal by seat; empty before the first count. ``scores``: the totals of the match.
    """

    phase: str
    deals: int
    angel: str
    deal: int = 0
    dealer: Seat = SEATS - 1
    hands: tuple[tuple[Card, ...], ...] = ((),) * SEATS
    discard: tuple[Card, ...] = ()
    leader: Seat = 0
    trick: tuple[Play, ...] = ()
    tricks: tuple[Taken, ...] = ()
    last: Taken | None = None
    scores: tuple[int, ...] = (0,) * SEATS
    sheet: tuple[Count, ...] = ()


def start(seats: int, options: Mapping[str, Any]) -> State:
    """An empty table."""
    return State("deal", options["deals"], options["angel"])


# The deal ------------------------------------------------------------------------------------------------------------


def deal(state: State, deck: Deck) -> Result[State]:
    """Packets of five from the seat after the dealer; the last three cards go to the dealer."""
    number = state.deal + 1
    dealer = (number - 2) % SEATS  # the last seat deals first
    first = (dealer + 1) % SEATS
    hands = in_packets(deck[: SEATS * HAND], SEATS, first, PACKET, chien=0).hands
    dealt = at_seat(hands, dealer, hands[dealer] + deck[SEATS * HAND :])
    table = replace(
        state,
        phase="discard",
        deal=number,
        dealer=dealer,
        hands=tuple(in_order(hand, TAROT_78) for hand in dealt),
        discard=(),
        leader=first,
        trick=(),
        tricks=(),
    )
    told = {"player": dealer, "number": Number(number), "deals": Number(state.deals)}
    text = "Deal {number} of {deals}: {player} dealt, and took the last three cards."
    return table, (Said(text, told, kind="deal_began"),)


# The discard ---------------------------------------------------------------------------------------------------------


def may_be_laid_away(card: Card) -> bool:
    """Whether it is neither a card of five points nor the Fool. Trumps are allowed, and not announced."""
    return card != FOOL and POINTS[card] < FIVE


def ask_to_discard(state: State) -> Mapping[Seat, Ask]:
    """The dealer lays three cards away; at least 21 of the 28 are allowed. The clock chooses the cheapest."""
    options = tuple(filter(may_be_laid_away, state.hands[state.dealer]))
    cheapest = in_order(sorted(options, key=POINTS.__getitem__)[:DISCARD], TAROT_78)
    prompt = "Lay three cards away, but no king, no trump 1 or 20, and not the Fool."
    return {state.dealer: Ask(prompt, (Slot("cards", options, DISCARD, DISCARD),), " ".join(cheapest), WORDS)}


def discard(state: State, answers: Mapping[Seat, Answer]) -> Result[State]:
    """The three cards are the dealer's; the seat after the dealer leads."""
    dealer = state.dealer
    away = tuple(answers[dealer].split())
    hands = at_seat(state.hands, dealer, without(state.hands[dealer], *away))
    return replace(state, phase="play", hands=hands, discard=away), (
        Said("{player} laid three cards away.", {"player": dealer}, kind="laid_away"),
        Said("They were {cards}.", {"player": dealer, "cards": away}, to=dealer, kind="laid_away"),
    )


# The play ------------------------------------------------------------------------------------------------------------


def follow(hand: tuple[Card, ...], trick: tuple[Play, ...]) -> tuple[Card, ...]:
    """Follow suit; else trump; else any card. The Fool may be played at any time instead."""
    wanted = led(trick, SUIT)  # after a led Fool the next card sets the suit
    if not wanted:
        return hand
    for fit in (wanted, TRUMP):
        if not OF_SUIT[fit].isdisjoint(hand):
            return tuple([card for card in hand if card in OF_SUIT[fit] or card == FOOL])
    return hand


def winner_of(trick: tuple[Play, ...], angel: str) -> Seat | None:
    """The highest trump, else the highest card of the suit led, takes. The Fool never does; alone, nobody takes it."""
    wanted = led(trick, SUIT)
    return best(trick, TAKING[angel][wanted]) if wanted else None


def ask_to_play(state: State) -> Mapping[Seat, Ask]:
    """A card from the next seat. The clock plays the first lawful card in canonical order."""
    seat = to_play(state)
    options = follow(state.hands[seat], state.trick)
    prompt = PROMPTS[led(state.trick, SUIT)] if state.trick else "Lead a card."
    return {seat: Ask(prompt, (Slot("card", options),), options[0], WORDS)}


PROMPTS = {
    **{of: f"Play a card: {word} were led." for of, word in SUIT_WORDS.items()},
    "": "Play a card: the Fool was led, so that yours sets the suit.",
}
"""The prompt for seats that do not lead, by the suit led."""


def play(state: State, answers: Mapping[Seat, Answer]) -> Result[State]:
    """Play the card; the third one completes the trick."""
    ((seat, card),) = answers.items()
    said = told_card(seat, card, leads=not state.trick)
    state = with_card(state, seat, card)
    if len(state.trick) < SEATS:
        return state, (said,)
    after, told = take(state)
    return after, (said, *told)


def take(state: State) -> Result[State]:
    """The winner of the trick leads the next; after the last one, the deal is counted."""
    winner = winner_of(state.trick, state.angel)
    assert winner is not None  # there is only one Fool
    taken = Taken(state.trick, winner)
    worth = {"player": winner, "points": Number(trick_points([card for _, card in taken.cards]))}
    said: Story = (Said("{player} took the trick, worth {points}.", worth, kind="trick_taken"),)
    if (fools := fools_player(taken)) is not None:
        said += (Said("{player} kept the Fool.", {"player": fools, "card": FOOL}, kind="card_kept"),)
    after = replace(state, leader=winner, trick=(), tricks=(*state.tricks, taken), last=taken)
    if len(after.tricks) < TRICKS:
        return after, said
    counted, told = end_deal(after)
    return counted, said + told


# The score -----------------------------------------------------------------------------------------------------------


def trick_points(cards: Sequence[Card]) -> int:
    """The sum of three cards less two; a blank of one point replaces the Fool."""
    return sum(BLANK if card == FOOL else POINTS[card] for card in cards) - PER_TRICK


def fools_player(taken: Taken) -> Seat | None:
    """The player of the Fool in this trick, who keeps it."""
    return next((seat for seat, card in taken.cards if card == FOOL), None)


def count(state: State, seat: Seat) -> Count:
    """A seat's count: trick by trick, its discard as a trick, and the Fool if it played it."""
    piles = [tuple(card for _, card in taken.cards) for taken in state.tricks if taken.winner == seat]
    piles += [state.discard] if seat == state.dealer else []
    fool = any(fools_player(taken) == seat for taken in state.tricks)
    cards = sum(card != FOOL for pile in piles for card in pile) + fool
    counted = sum(map(trick_points, piles)) + FOOLS * fool
    return Count(cards, counted, counted - THIRD)


def end_deal(state: State) -> Result[State]:
    """Each seat scores its count less 26; the next seat deals, unless this was the last deal."""
    sheet = tuple(count(state, seat) for seat in range(SEATS))
    scores = tuple(total + counted.score for total, counted in zip(state.scores, sheet, strict=True))
    over = state.deal == state.deals
    after = replace(state, phase=OVER if over else "deal", sheet=sheet, scores=scores)
    said = tuple(told_count(seat, counted) for seat, counted in enumerate(sheet))
    if over:
        said += (Said("{players} won the match.", {"players": leaders(after.scores)}, kind="match_won"),)
    return after, said


def told_count(seat: Seat, count: Count) -> Said:
    """The line that reports a seat's count and score."""
    score = {"loss": Number(-count.score)} if count.score < 0 else {"score": Number(count.score)}
    gain = (count.score > 0) - (count.score < 0)
    return plural_said("count", COUNTED[gain], {"player": seat, "points": Number(count.points), **score})


COUNTED = {
    1: Plural(
        "{player} counted {points} point and scored +{score}.",
        "{player} counted {points} points and scored +{score}.",
        "points",
    ),
    0: Plural(
        "{player} counted {points} point and scored {score}.",
        "{player} counted {points} points and scored {score}.",
        "points",
    ),
    -1: Plural(
        "{player} counted {points} point and scored −{loss}.",
        "{player} counted {points} points and scored −{loss}.",
        "points",
    ),
}


# What a seat may see -------------------------------------------------------------------------------------------------


class CountView(TypedDict):
    """A seat's count in the last deal: cards won, points, and the points above a third of all."""

    cards: int
    points: int
    score: int


class View(TypedDict):
    """What a seat sees of Scarto. ``discard``: the dealer's own; ``taken``: tricks by seat; ``sheet``: by seat."""

    core: dict[str, Any]
    hand: list[Card]
    deal: int
    deals: int
    angel: Literal["high", "low"]
    dealer: Seat
    discard: list[Card] | None
    trick: list[tuple[Seat, Card]]
    leader: Seat
    tricks: list[TrickView]
    taken: list[int]
    scores: list[int]
    last: TrickView | None
    sheet: list[CountView] | None


def without_core(state: State, seat: Seat | None) -> dict[str, Any]:
    """The part of the view that is specific to this game."""
    winners = [taken.winner for taken in state.tricks]
    return {
        "hand": list(_hand(state, seat)),
        "deal": state.deal,
        "deals": state.deals,
        "angel": state.angel,
        "dealer": state.dealer,
        "discard": list(state.discard) if seat == state.dealer else None,
        "trick": listed(state.trick),
        "leader": state.leader,
        "tricks": [trick_view(taken) for taken in state.tricks],
        "taken": [winners.count(each) for each in range(SEATS)],
        "scores": list(state.scores),
        "last": trick_view(state.last) if state.last else None,
        "sheet": plain(state.sheet) or None,
    }


def _hand(state: State, seat: Seat | None) -> tuple[Card, ...]:
    """The hand of a seat, suit by suit, each as it ranks; a spectator has none."""
    return () if seat is None else tuple(sorted(state.hands[seat], key=SHOWN[state.angel].__getitem__))


def shared(state: State, seat: Seat | None) -> Core:
    """The core of a view, whose tricks the rest of the view has."""
    return core_of(GAME, state, seat, hand=_hand(state, seat), tricks=(), dealer=state.dealer)


# What the house asks -------------------------------------------------------------------------------------------------


def order(state: State, of: str) -> Sequence[Card]:
    """The cards of a suit, lowest first; for the empty suit all: the suits in parallel, trumps, the Fool."""
    strength = STRENGTH[state.angel]
    if of:
        return RANKED[state.angel].get(of, ())
    return sorted(TAROT_78, key=lambda card: (card == FOOL, SUIT[card] == TRUMP, strength[card]))


def redeal(state: State, seat: Seat, random: Random) -> State:
    """Deal the other hands and another player's discard anew, respecting shown voids."""
    others = [other for other in range(SEATS) if other != seat]
    face_down = () if seat == state.dealer else state.discard
    hidden = (*(card for other in others for card in state.hands[other]), *face_down)
    unseen = in_order(hidden, TAROT_78)  # their present places must not show
    voids = set(shown_voids(state))
    may = {other: {card for card in unseen if (other, SUIT[card]) not in voids} for other in others}
    places = [may[other] for other in others for _ in state.hands[other]]
    places += [set(filter(may_be_laid_away, unseen))] * len(face_down)
    dealt = iter(dealt_to(places, unseen, random))
    hands = state.hands
    for other in others:
        hands = at_seat(hands, other, in_order(islice(dealt, len(hands[other])), TAROT_78))
    return replace(state, hands=hands, discard=in_order(dealt, TAROT_78) if face_down else state.discard)


def shown_voids(state: State) -> Iterator[tuple[Seat, str]]:
    """Seats with a void that they showed: the suit not followed, and trumps if not trumped. The Fool shows none."""
    for trick in (*(taken.cards for taken in state.tricks), state.trick):
        for at, (seat, card) in enumerate(trick):
            wanted = led(trick[:at], SUIT)
            if wanted and SUIT[card] not in ("", wanted):
                yield seat, wanted
                if SUIT[card] != TRUMP:
                    yield seat, TRUMP


GLOSSARY = {
    "Fool": "May be played at any time and never wins. Its player keeps it, with its 4 points.",
    "Angel": "Trump 20. By option it beats trump 21, as in Piedmont.",
    "scarto": "The three cards that the dealer lays away. They count as won by the dealer.",
    "long suits": "Spades and clubs, whose number cards rank from 10 down to 1.",
    "round suits": "Hearts and diamonds, whose number cards rank upside down: 1 beats 2, and 10 is lowest.",
    "points": "Each three cards count their sum less 2: 78 a deal. What you take above or below 26 is your score.",
}
"""Short explanations of this game's tokens and terms."""

LESSON = Lesson(
    seats=3,
    hands={
        "A": "KD QD ND 8D 9D 3S 6S 8S QS NS 1H 2H 4H 7H JH T2 T5 T9 T13 T14 T15 T17 T18 T19 F",
        "C": "JS 1S 2S 4S 10S 1D 2D 3D 4D 5D JD 3H 5H 6H 8H 9H QH T1 T3 T4 T6 T7 T8 T10 T11 T12 T16 T21",
    },
    steps=(
        Step(
            before="C: 1S 2S 4S",
            answer="KD",
            why=(
                "Nobody bids here: everybody plays alone. Chiara dealt and laid three cards away; you "
                "lead. A king counts five. Whoever has diamonds must follow: play the king now, before "
                "somebody can trump it."
            ),
            other="That is allowed, too. But bring the king home first.",
        ),
        Step(
            before="B: 10D, C: 1D",
            answer="3S",
            why=(
                "Your king took: 5 points and two cards of 1, less 2, make 5. You lead again. You hold neither "
                "the king of spades nor a reason to give it a good card: lead a low spade."
            ),
            other="That is allowed, too. But where another may hold the king, lead low.",
        ),
        Step(
            before="B: KS, C: JS, B: 5C, C: T4",
            answer="T9",
            why=(
                "Bruno took with the king, and leads clubs. You have none: then you must play a trump, if you "
                "have one. It need not be higher than Chiara’s 4, but your 9 takes the trick."
            ),
            other="That is allowed, too. But the 9 is enough to take.",
        ),
        Step(
            answer="7H",
            why=(
                "You took, so you lead. In the round suits, hearts and diamonds, the ace comes right below the "
                "jack, and the 10 is lowest: your 7 is a low card. Keep the high ones for later."
            ),
            other="That is allowed, too. But a low card costs you least here.",
        ),
        Step(
            before="B: KH, C: 9H, B: QC, C: T21",
            answer="F",
            why=(
                "Chiara trumps with the 21, and only the 20 beats it here. You would have to trump, "
                "and lose the card. But the Fool may always be played: it takes nothing, and stays "
                "yours with its 4 points."
            ),
            other="That is allowed, too, but it is lost. The Fool stays yours.",
        ),
    ),
    end=(
        "The Fool lies with your own tricks; whoever took the trick counts a blank card of one point in "
        "its place. After 25 tricks everybody counts: more than 26 points win, less lose. Three deals "
        "make a match."
    ),
)


GAME: Game[State] = Game(
    key="scarto",
    name="Scarto",
    seats=range(SEATS, SEATS + 1),
    options={
        "deals": Option(
            tuple(range(1, 13)), 3, "How many deals the match has; after three, everybody has dealt once.", short=1
        ),
        "angel": Option(
            ("high", "low"),
            "high",
            "High: trump 20, the Angel, beats trump 21, as in Piedmont. Low: 21 is the highest.",
            words={"high": "20 beats 21", "low": "21 is highest"},
        ),
    },
    start=start,
    phases={
        "deal": Shuffle(lambda state: TAROT_78, deal),
        "discard": Decide(ask_to_discard, discard),
        "play": Decide(ask_to_play, play),
    },
    shared=shared,
    without_core=without_core,
    scores=lambda state: state.scores,
    redeal=redeal,
    face_down=("discard",),
    order=order,
    direction="right",
    progress=lambda state: deal_and_trick(state, state.deal, state.deals, TRICKS) if state.deal else (),
    waits={"discard": "{player} to lay three cards away."},
    view_type=View,
    words=WORDS,
    glossary=GLOSSARY,
    lesson=LESSON,
    trick_points=lambda trick: Number(trick_points([card for _, card in trick])),
    for_page={"third": THIRD, "thirds": {card: 3 * POINTS[card] - PER_TRICK for card in TAROT_78}},
    trick_game=True,
    suits={of: ways + _ITALIAN_SUITS.get(of, ()) for of, ways in FRENCH_SUIT_NAMES.items()},
    trick_winner=lambda state, trick: winner_of(trick, state.angel),
    tempo={SEATS: Tempo(76, 23.1, planned=5.9)},
    parts=as_agreed("deals"),
)
