"""Titro, for two: sealed bids for the three cards of a spread, of which each player knows two.

Points on which the rules page is silent:

- Totals include a round as soon as it resolves; a split moves points from one total to the other.
- A split names a bid by the card it won.
- Both players know the cards that a player keeps, because all others lie face up among the discards.
- After the last round the table stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal, TypedDict

from ..cards import FOOL, FRENCH_RANKS, FRENCH_WORDS, POKER_54, POKER_RANKS, POKER_WORDS, TAROT_78, TRUMP, Card, Words
from ..cards import rank as rank_of
from ..cards import suit as suit_of
from ..core import Progress
from ..engine import NONE, OVER, Answer, Ask, Decide, Fact, Game, Illegal, Option, Said, Seat, Shuffle, Slot, Story
from ..lesson import Lesson, Step
from ..record import record, replace
from ..story import Number
from ..tempo import Tempo, as_agreed

# The decks -----------------------------------------------------------------------------------------------------------


@record
class Pack:
    """A deck: its cards in canonical order, their values and suits, and the most rounds that it is enough for."""

    cards: tuple[Card, ...]
    place: Mapping[Card, int]
    value: Mapping[Card, int]
    suit: Mapping[Card, str]
    rounds: int


NEVER_WINS = frozenset({FOOL, "X1", "X2"})


def _value(card: Card, ranks: Sequence[str]) -> int:
    """Ranks count from 1, trumps their number, the Fool and the jokers nothing."""
    if card in NEVER_WINS:
        return 0
    return int(rank_of(card)) if suit_of(card) == TRUMP else ranks.index(rank_of(card)) + 1


def _pack(cards: tuple[Card, ...], ranks: Sequence[str], rounds: int) -> Pack:
    return Pack(
        cards,
        place={card: n for n, card in enumerate(cards)},
        value={card: _value(card, ranks) for card in cards},
        suit={card: TRUMP if card == FOOL else suit_of(card) for card in cards},  # the Fool is the 0 of trumps
        rounds=rounds,
    )


PACKS = {"tarot": _pack(TAROT_78, FRENCH_RANKS, rounds=9), "poker": _pack(POKER_54, POKER_RANKS, rounds=6)}

PLACES = ("centre", "cloak", "blind")
SIDES: Mapping[Seat | None, tuple[int, int, int]] = {None: (0, 1, 2), 0: (0, 1, 2), 1: (0, 2, 1)}
"""The spread's index (centre, A's cloak, B's cloak) of a seat's centre, cloak and blind; spectators sit with A."""


def _of_the_opponent(place: str) -> tuple[str, ...]:
    """The opponent's name for a place: my cloak is their blind."""
    return tuple(f"{whose} {place}" for whose in ("opponent", "opponent's", "their", "his", "her", "other"))


WORDS: Words = {
    **FRENCH_WORDS,
    **POKER_WORDS,
    "centre": ("centre", "center", "middle", "middle one", "centre card", "centre pile", "milieu"),
    "cloak": ("cloak", "my cloak", "right", "right one", "cape", "manteau", "droite", *_of_the_opponent("blind")),
    "blind": ("blind", "my blind", "left", "left one", "aveugle", "gauche", *_of_the_opponent("cloak")),
}

NOTHING_KEPT = (
    "nothing",
    "pass",
    "discard",
    *(f"{verb} {what}" for verb in ("discard", "drop") for what in ("it", "them", "both", "all", "everything")),
)

HAND = 5
KEPT_AT_MOST = 2


# The table -----------------------------------------------------------------------------------------------------------


@record
class Bid:
    """A card of the hand bid on a place of the spread."""

    card: Card
    on: int


@record
class Resolved:
    """The result for one card of the spread: the bids by seat, the winner, and the points."""

    target: Card
    bids: tuple[Card | None, Card | None]
    winner: Seat | None
    points: int
    stolen: bool = False


Pair = tuple[tuple[Card, ...], tuple[Card, ...]]


@record
class State:
    """A table of Titro. ``spread``: centre, A's cloak, B's cloak; ``kept``: the cards of each hand known to both."""

    phase: str
    deck: str
    rounds: int
    round: int = 0
    stock: tuple[Card, ...] = ()
    hands: Pair = ((), ())
    kept: Pair = ((), ())
    spread: tuple[Card, ...] = ()
    bids: tuple[tuple[Bid, ...], tuple[Bid, ...]] = ((), ())
    resolved: tuple[Resolved, ...] = ()
    last: tuple[Resolved, ...] = ()
    scores: tuple[int, int] = (0, 0)
    discards: tuple[Card, ...] = ()


Result = tuple[State, Story]
BOTH: tuple[Seat, Seat] = (0, 1)


def start(seats: int, options: Mapping[str, Any]) -> State:
    """A table before its deal. Raises `Illegal` for more rounds than the deck has cards for."""
    longest = PACKS[options["deck"]].rounds
    if options["rounds"] > longest:
        raise Illegal(f"The {options['deck']} deck lasts for {longest} rounds of Titro, not {options['rounds']}.")
    return State("deal", options["deck"], options["rounds"])


def cards(state: State) -> Mapping[str, tuple[Card, ...]]:
    """Place -> its cards; cards won but not yet kept lie in the spread."""
    bids = tuple(bid.card for made in state.bids for bid in made)
    hands = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
    return {**hands, "spread": state.spread, "bids": bids, "stock": state.stock, "discards": state.discards}


def order(state: State, suit: str) -> tuple[Card, ...]:
    """The cards of a suit by value, the Fool below the trumps; for the empty suit all, as the clock bids them."""
    pack = PACKS[state.deck]
    wanted = (card for card in pack.cards if not suit or pack.suit[card] == suit)
    return tuple(sorted(wanted, key=pack.value.__getitem__))


# The deal ------------------------------------------------------------------------------------------------------------


def deck(state: State) -> tuple[Card, ...]:
    """All cards of the agreed deck."""
    return PACKS[state.deck].cards


def deal(state: State, cards: tuple[Card, ...]) -> Result:
    """The shuffled deck is the stock; the first round is dealt from it."""
    return lay_round(replace(state, stock=cards))


def lay_round(state: State) -> Result:
    """A draws up to five cards, then B; then the spread is dealt: centre, A's cloak, B's cloak."""
    stock, hands, said = state.stock, list(state.hands), []
    for seat in BOTH:
        missing = HAND - len(hands[seat])
        drawn, stock = _in_order(state, stock[:missing]), stock[missing:]
        hands[seat] = _in_order(state, hands[seat] + drawn)
        if drawn:
            said.append(Said("{player} drew {cards}.", {"player": seat, "cards": drawn}, to=seat, kind="cards_drawn"))
    spread, stock = stock[:3], stock[3:]
    number = state.round + 1
    began = {"number": Number(number), "card": spread[0]}
    said.append(Said("Round {number} began with {card} in the centre.", began, kind="deal_began"))
    for seat in BOTH:
        seen = {"player": seat, "card": spread[SIDES[seat][1]]}
        said.append(Said("{player} found {card} under the cloak.", seen, to=seat, kind="card_seen"))
    laid = replace(
        state,
        phase="first-bid",
        round=number,
        stock=stock,
        hands=(hands[0], hands[1]),
        spread=spread,
        bids=((), ()),
        resolved=(),
        last=state.resolved,
    )
    return laid, tuple(said)


def _in_order(state: State, cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=PACKS[state.deck].place.__getitem__))


# Bids ----------------------------------------------------------------------------------------------------------------


def ask_bids(state: State) -> Mapping[Seat, Ask]:
    """A sealed bid from both: a card of the hand and a place; the second one on a place not bid on yet."""
    return {seat: _ask_bid(state, seat) for seat in BOTH}


PROMPTS = (
    "Your first bid: a card, and a place for it.",
    "Your second bid: a card and a new place.",
)


def _ask_bid(state: State, seat: Seat) -> Ask:
    hand, made = state.hands[seat], [bid.on for bid in state.bids[seat]]
    free = tuple(place for place, on in zip(PLACES, SIDES[seat], strict=True) if on not in made)
    lowest = min(hand, key=PACKS[state.deck].value.__getitem__)
    return Ask(PROMPTS[len(made)], (Slot("card", hand), Slot("target", free)), f"{lowest} {free[0]}", WORDS)


def open_first_bids(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Show both first bids, and turn up cloak and blind."""
    state, said = _lay_bids(state, answers)
    turned = tuple(
        Said(
            "{player} turned the cloak up: {card}.",
            {"player": seat, "card": state.spread[SIDES[seat][1]]},
            kind="shown",
        )
        for seat in BOTH
    )
    return replace(state, phase="second-bid"), said + turned


def open_second_bids(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Show both second bids and resolve every place; then a player who scored nothing may split."""
    state, said = _lay_bids(state, answers)
    resolved = tuple(_resolve_place(state, on) for on in range(3))
    gained = _points(resolved)
    scores = (state.scores[0] + gained[0], state.scores[1] + gained[1])
    state = replace(state, phase="split", resolved=resolved, scores=scores)
    said += tuple(_told(result) for result in resolved)
    return (state, said) if splitter(state) is not None else after_scoring(state, said)


def _lay_bids(state: State, answers: Mapping[Seat, Answer]) -> Result:
    hands, kept, bids, said = list(state.hands), list(state.kept), list(state.bids), []
    for seat, answer in answers.items():
        card, place = answer.split()
        on = SIDES[seat][PLACES.index(place)]
        hands[seat] = tuple(held for held in hands[seat] if held != card)
        kept[seat] = tuple(held for held in kept[seat] if held != card)
        bids[seat] += (Bid(card, on),)
        values = {"player": seat, "card": card, "target": state.spread[on]}
        said.append(Said("{player} bid {card} on {target}.", values, kind="bid"))
    laid = replace(state, hands=(hands[0], hands[1]), kept=(kept[0], kept[1]), bids=(bids[0], bids[1]))
    return laid, tuple(said)


# Resolving -----------------------------------------------------------------------------------------------------------


def resolve(target: Card, bids: Mapping[Seat, Card], pack: Pack) -> Seat | None:
    """Who wins the target, if anyone does."""
    standing = {seat: card for seat, card in bids.items() if card not in NEVER_WINS}  # a Fool loses, even alone
    suit, value = pack.suit, pack.value
    strength = {seat: (suit[card] == suit[target], value[card]) for seat, card in standing.items()}
    best = max(strength.values(), default=None)
    winners = [seat for seat in strength if strength[seat] == best]
    return winners[0] if len(winners) == 1 else None  # a tie wins nothing


def _resolve_place(state: State, on: int) -> Resolved:
    """The winner scores the difference between the values of the winning card and the target."""
    target, pack = state.spread[on], PACKS[state.deck]
    bids = {seat: bid.card for seat in BOTH for bid in state.bids[seat] if bid.on == on}
    winner = resolve(target, bids, pack)
    points = 0 if winner is None else abs(pack.value[bids[winner]] - pack.value[target])
    return Resolved(target, (bids.get(0), bids.get(1)), winner, points)


def _points(resolved: Iterable[Resolved]) -> tuple[int, int]:
    """The round score of each seat."""
    gained = [0, 0]
    for result in resolved:
        if result.winner is not None:
            gained[result.winner] += result.points
    return gained[0], gained[1]


def _told(result: Resolved) -> Said:
    bidders = tuple(seat for seat in BOTH if result.bids[seat])
    cards = tuple(card for card in result.bids if card)
    if result.winner is not None:
        won = {"player": result.winner, "target": result.target, "card": result.bids[result.winner]}
        values = won | {"points": Number(result.points)}
        if len(bidders) == 1:
            return Said("{player} took {target} with {card} for {points}.", values, kind="target_taken")
        other = {"other": 1 - result.winner, "beaten": result.bids[1 - result.winner]}
        text = "{player} took {target} with {card} for {points}. {other} had {beaten}."
        return Said(text, values | other, kind="target_taken")
    if not bidders:
        return Said("Nobody bid on {target}.", {"target": result.target}, kind="target_missed")
    if len(bidders) == 1:
        alone = {"player": bidders[0], "target": result.target, "card": cards[0]}
        return Said("{player} missed {target}: {card} never wins.", alone, kind="target_missed")
    both = {"players": bidders, "target": result.target, "cards": cards}
    return Said("{players} both missed {target}, with {cards}.", both, kind="target_missed")


# The split -----------------------------------------------------------------------------------------------------------


def splitter(state: State) -> Seat | None:
    """The player who scored 0 in a round in which the opponent scored more."""
    gained = _points(state.resolved)
    return gained.index(0) if sorted(map(bool, gained)) == [False, True] else None


def ask_split(state: State) -> Mapping[Seat, Ask]:
    """The splitter must name one bid that the opponent won, possibly one worth nothing."""
    seat = splitter(state)
    assert seat is not None
    cards = won_by(state, 1 - seat)
    points = {won.target: won.points for won in state.resolved}
    prompt = "You scored nothing: which card do you steal, with its points?"
    words = _words_with_places(state, seat, cards)
    return {seat: Ask(prompt, (Slot("bid", cards),), max(cards, key=points.__getitem__), words)}


def _words_with_places(state: State, seat: Seat, cards: Iterable[Card]) -> Words:
    """Cards of the spread may also be named by their places, from the seat's side."""
    places = {state.spread[on]: place for place, on in zip(PLACES, SIDES[seat], strict=True)}
    return {**WORDS, **{card: (*WORDS[card], *WORDS[places[card]]) for card in cards}}


def steal(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The card and its points change hands."""
    [(seat, target)] = answers.items()
    resolved = tuple(replace(won, winner=seat, stolen=True) if won.target == target else won for won in state.resolved)
    points = next(won.points for won in resolved if won.target == target)
    gain = (points, -points) if seat == 0 else (-points, points)
    scores = (state.scores[0] + gain[0], state.scores[1] + gain[1])
    values = {"player": seat, "target": target, "points": Number(points)}
    said = (Said("{player} took {target} back for {points}.", values, kind="target_taken"),)
    return after_scoring(replace(state, resolved=resolved, scores=scores), said)


# After the round -----------------------------------------------------------------------------------------------------


def won_by(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards of the spread that a seat won or stole this round, in canonical order."""
    return _in_order(state, (result.target for result in state.resolved if result.winner == seat))


def after_scoring(state: State, said: tuple[Said, ...]) -> Result:
    """Winners choose what to keep; after the last round the game ends instead."""
    if state.round == state.rounds:
        return replace(state, phase=OVER), (*said, _told_end(state))
    if any(result.winner is not None for result in state.resolved):
        return replace(state, phase="keep"), said
    state, more = clear_the_table(state, {})
    return state, said + more


def ask_keep(state: State) -> Mapping[Seat, Ask]:
    """A sealed choice from each player who won cards: which to keep in the hand."""
    return {seat: _ask_keep(state, seat, won) for seat in BOTH if (won := won_by(state, seat))}


def _ask_keep(state: State, seat: Seat, won: tuple[Card, ...]) -> Ask:
    several = "Which won cards do you keep? Two at most."
    prompt = several if len(won) > 1 else "Do you keep the card you won?"
    words = {**_words_with_places(state, seat, won), NONE: NOTHING_KEPT}
    return Ask(prompt, (Slot("cards", won, 0, min(KEPT_AT_MOST, len(won))),), NONE, words)


def clear_the_table(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Kept cards go to the hands, all others to the discards, face up; then the next round is dealt."""
    hands, kept, said = list(state.hands), list(state.kept), []
    gone = state.spread
    for seat, answer in answers.items():
        cards = () if answer == NONE else tuple(answer.split())
        hands[seat] += cards
        kept[seat] += cards
        gone = tuple(card for card in gone if card not in cards)
        line = "{player} kept {cards}." if cards else "{player} kept nothing."
        said.append(Said(line, {"player": seat, "cards": cards} if cards else {"player": seat}, kind="hand_kept"))
    gone += tuple(bid.card for seat in BOTH for bid in state.bids[seat])
    cleared = replace(state, hands=(hands[0], hands[1]), kept=(kept[0], kept[1]), discards=state.discards + gone)
    cleared, more = lay_round(cleared)
    return cleared, (*said, *more)


# The end -------------------------------------------------------------------------------------------------------------


def _told_end(state: State) -> Said:
    most, least = Number(max(state.scores)), Number(min(state.scores))
    if most == least:
        return Said("The match ended in a draw, {points} each.", {"points": most}, kind="match_won")
    won = {"player": state.scores.index(max(state.scores)), "points": most, "against": least}
    return Said("{player} won the match, {points} to {against}.", won, kind="match_won")


# What a seat may see -------------------------------------------------------------------------------------------------

IDLE = {
    "deal": "The cards are dealt.",
    "first-bid": "Both to make their first bid.",
    "second-bid": "Both to make their second bid.",
    "split": "{player} to choose a card to steal.",
    "keep": "{player} to choose what to keep.",
    OVER: "The match is over.",
}


def idle(state: State) -> Said:
    """The line for seats that are not asked: what they wait for."""
    seats = GAME.seats_asked(state)
    if state.phase == "keep" and seats == BOTH:
        return Said("Both to choose what to keep.", kind="waiting")
    return Said(IDLE[state.phase], {"player": seats[0]} if len(seats) == 1 else {}, kind="waiting")


Place = Literal["centre", "cloak", "blind"]


class SpreadView(TypedDict):
    """The cards of the spread from the reader's side; None for a card face down."""

    centre: str | None
    cloak: str | None
    blind: str | None


class BidView(TypedDict):
    """An open bid."""

    card: str
    on: Place


class ResultView(TypedDict):
    """The result for one card of the spread; ``bids`` by seat."""

    place: Place
    target: str
    bids: list[str | None]
    winner: int | None
    points: int
    stolen: bool


class LastView(TypedDict):
    """The round that was resolved last."""

    round: int
    results: list[ResultView]


class View(TypedDict):
    """A view; lists by seat have two items. Places are named from the viewer's side; a spectator sits with A and sees
    neither hand nor cloak.
    """

    core: dict[str, Any]
    phase: Literal["first-bid", "second-bid", "split", "keep", "over"]
    deck: Literal["tarot", "poker"]
    round: int
    rounds: int
    scores: list[int]
    hand: list[str]
    hands: list[int]
    kept: list[list[str]]
    spread: SpreadView
    bids: list[list[BidView]]
    won: list[list[str]]
    stock: int
    discards: list[str]
    last: LastView | None


def without_core(state: State, seat: Seat | None) -> dict[str, Any]:
    """The part of the view that is specific to this game."""
    side, seen = SIDES[seat], _seen_places(state, seat)
    return {
        "phase": state.phase,
        "deck": state.deck,
        "round": state.round,
        "rounds": state.rounds,
        "scores": list(state.scores),
        "hand": [] if seat is None else list(state.hands[seat]),
        "hands": [len(hand) for hand in state.hands],
        "kept": [list(cards) for cards in state.kept],
        "spread": {place: state.spread[on] if place in seen else None for place, on in zip(PLACES, side, strict=True)},
        "bids": [[{"card": bid.card, "on": PLACES[side.index(bid.on)]} for bid in made] for made in state.bids],
        "won": [list(won_by(state, owner)) for owner in BOTH],
        "stock": len(state.stock),
        "discards": list(state.discards),
        "last": _last(state, side),
    }


def _seen_places(state: State, seat: Seat | None) -> tuple[str, ...]:
    """The centre is face up from the start; each player sees the own cloak; the first bids turn up the rest."""
    if state.phase == "first-bid":
        return PLACES[:1] if seat is None else PLACES[:2]
    return PLACES if state.spread else ()


def _last(state: State, side: tuple[int, int, int]) -> dict[str, Any] | None:
    """The round resolved last: this one once its second bids are open, until then the one before."""
    resolved = state.resolved or state.last
    if not resolved:
        return None
    results = [
        {
            "place": place,
            "target": resolved[on].target,
            "bids": list(resolved[on].bids),
            "winner": resolved[on].winner,
            "points": resolved[on].points,
            "stolen": resolved[on].stolen,
        }
        for place, on in zip(PLACES, side, strict=True)
    ]
    return {"round": state.round if state.resolved else state.round - 1, "results": results}


def redeal(state: State, seat: Seat, random: Random) -> State:
    """Deal the stock, the blind and the opponent's hand anew; known kept cards stay in place."""
    other = 1 - seat
    known = state.kept[other]
    hidden = [card for card in state.hands[other] if card not in known]
    drawn, blind = len(hidden), SIDES[seat][2]
    if state.phase == "first-bid":
        hidden.append(state.spread[blind])
    hidden = random.sample(sorted((*hidden, *state.stock)), len(hidden) + len(state.stock))
    hand = _in_order(state, (*known, *hidden[:drawn]))
    spread, rest = state.spread, hidden[drawn:]
    if state.phase == "first-bid":
        spread = tuple(rest[0] if on == blind else card for on, card in enumerate(spread))
        rest = rest[1:]
    hands = (state.hands[0], hand) if seat == 0 else (hand, state.hands[1])
    return replace(state, hands=hands, spread=spread, stock=tuple(rest))


GLOSSARY = {
    "centre": "The card between you, face up from the start, for either to win.",
    "cloak": "The card before you. You alone see it until the first bids are opened.",
    "blind": "Your opponent’s cloak. You see it when the first bids are opened.",
    "split": "Who scores nothing in a round steals one card that the other has won, with its points.",
    "keep": "Cards that you won may be taken into your hand.",
}
"""Short explanations of this game's tokens and terms."""

LESSON = Lesson(
    seats=2,
    of="first round",
    deck="KH 9S 3D T15 2C 10H QS 5C JD 1S 8H 4S KD",
    steps=(
        Step(
            before="B: QS centre",
            answer="KH centre",
            why=(
                "Three cards lie there: the 8 for both to see, your cloak for you alone, and Bruno’s, "
                "your blind. A bid wins the difference: a king, 14, on the 8 wins 6. Where both bid, "
                "the suit of the card wins: hearts."
            ),
            other="You may. But the king of hearts is both high and of the right suit.",
        ),
        Step(
            before="B: JD cloak",
            answer="T15 cloak",
            why=(
                "Bruno bid there, too, but your king is of the suit. Your second bid goes to another "
                "card, and all are face up: 15 on the 4 wins 11. A 2 on the king would win 12, but any "
                "diamond of Bruno’s beats it."
            ),
            other="You may. But the 15 on your cloak wins 11, and hardly anybody can beat it.",
        ),
        Step(
            before="B: KD",
            answer="4S 8H",
            why=(
                "You won 6 and 11. Of the cards you have won you may keep up to two: they are yours to bid with "
                "in the next rounds. The others go away. A hand of more cards gives you more choice: keep both."
            ),
            other="You may. But keep both: more cards, more choice.",
        ),
    ),
    end=(
        "17 points to 3 after one round. Nine rounds make a match. If you win nothing in a round and the "
        "other does, you may take one of their wins: bids that cannot win are worth it sometimes."
    ),
)


def _worth(view: Mapping[str, Any], place: str) -> int:
    """What the card at a place of the spread is worth; -1 while it lies face down for this seat."""
    card = view["spread"][place]
    return -1 if card is None else PACKS[view["deck"]].value[card]


def _suit_at(view: Mapping[str, Any], place: str) -> str:
    card = view["spread"][place]
    return "" if card is None else PACKS[view["deck"]].suit[card]


def _rank_at(view: Mapping[str, Any], place: str) -> str:
    card = view["spread"][place]
    return "" if card is None else rank_of(card)


def _has_bid(view: Mapping[str, Any], seat: Seat, place: str) -> bool:
    return any(bid["on"] == place for bid in view["bids"][seat])


def _is_by(view: Mapping[str, Any], seat: Seat) -> int:
    """By how many points a seat is ahead."""
    return int(view["scores"][seat] - view["scores"][1 - seat])


_AT = "(the|a|my)? {token} (card)? (is|are|has|turns out to be|turns up|turns out|shows|was|turned up)?"
_MORE = "(is)? (worth|dearer|higher|more valuable|more) (more)? than"
FACTS: Mapping[str, Fact] = {
    "suit": Fact(
        f"{_AT} (a|an|of|in|one of)? {{suit}}",
        "the {0} is of {1}",
        lambda view, seat, place, of: _suit_at(view, place) == of,
    ),
    "no-suit": Fact(
        f"{_AT} not (a|an|of|in|one of)? {{suit}}",
        "the {0} is not of {1}",
        lambda view, seat, place, of: _suit_at(view, place) not in ("", of),
    ),
    "rank": Fact(
        f"{_AT} (a|an|any) {{courtrank}}",
        "the {0} is a {1}",
        lambda view, seat, place, of: _rank_at(view, place) == of,
    ),
    "no-rank": Fact(
        f"{_AT} not (a|an|any) {{courtrank}}",
        "the {0} is not a {1}",
        lambda view, seat, place, of: _rank_at(view, place) not in ("", of),
    ),
    "worth": Fact(
        f"{_AT} (worth)? ({{number}} or (more|higher|over|better)|at least {{number}})",
        "the {0} is worth {1} or more",
        lambda view, seat, place, number: _worth(view, place) >= int(number),
    ),
    "worth-more": Fact(
        f"{_AT} (worth)? (over|above|more than|higher than|better than) {{number}}",
        "the {0} is worth more than {1}",
        lambda view, seat, place, number: _worth(view, place) > int(number),
    ),
    "worth-less": Fact(
        f"{_AT} (worth)? (less than|below|under) {{number}}",
        "the {0} is worth less than {1}",
        lambda view, seat, place, number: 0 <= _worth(view, place) < int(number),
    ),
    "worth-up-to": Fact(
        f"{_AT} (worth)? ({{number}} or (less|lower|fewer|under|below)|at most {{number}})",
        "the {0} is worth {1} or less",
        lambda view, seat, place, number: 0 <= _worth(view, place) <= int(number),
    ),
    "dearer": Fact(
        f"(the|a)? {{token}} (card)? {_MORE} (the|a)? {{token}}",
        "the {0} is worth more than the {1}",
        lambda view, seat, one, other: _worth(view, one) > _worth(view, other),
    ),
    "alike": Fact(
        "(i have|have|got|have got) (a|any|some)? (card|cards)? (in|of) the (same)? suit (as|of) (the)? {token}",
        "I have a card of the suit of the {0}",
        lambda view, seat, place: any(PACKS[view["deck"]].suit[card] == _suit_at(view, place) for card in view["hand"]),
    ),
    "behind": Fact(
        "(i|i am|am)? (behind|losing|trailing|down|lower)", "I am behind", lambda view, seat: _is_by(view, seat) < 0
    ),
    "ahead": Fact(
        "(i|i am|am)? (ahead|leading|in front|in the lead|winning)",
        "I am ahead",
        lambda view, seat: _is_by(view, seat) > 0,
    ),
    "level": Fact(
        "(i am|we are|the scores are|it is)? (level|equal|tied|even|square)",
        "I am level",
        lambda view, seat: _is_by(view, seat) == 0,
    ),
    "not-behind": Fact(
        "((i|i am|am)? (ahead or level|level or ahead|not behind|leading or level|not losing)"
        "|(we are|i am|it is)? (level|equal|tied|even|square) or (i am)? (ahead|leading|in front|up|winning))",
        "I am not behind",
        lambda view, seat: _is_by(view, seat) >= 0,
    ),
    "not-ahead": Fact(
        "(i|i am|am)? (behind or level|level or behind|not ahead|not leading)",
        "I am not ahead",
        lambda view, seat: _is_by(view, seat) <= 0,
    ),
    "last-round": Fact(
        "(it is|in|on|for)? (the)? (very)? (last|final) round",
        "it is the last round",
        lambda view, seat: view["round"] == view["rounds"],
        without_if=True,
    ),
    "earlier-round": Fact(
        "(it is not the last round|before the last round)",
        "it is not the last round",
        lambda view, seat: view["round"] < view["rounds"],
        without_if=True,
    ),
    "theirs": Fact(
        "(the)? (opponent|they|he|she|{seat}) (has|have)? (bid|bids|put|puts|played|plays|went|goes|gone|is|has gone)"
        " (first)? (on|for|to|in|into)? (the|my)? {token}",
        "the opponent has bid on the {0}",
        lambda view, seat, *filling: _has_bid(view, 1 - seat, filling[-1]),
    ),
    "not-theirs": Fact(
        "(the)? (opponent|they|he|she|{seat}) (has|have|is|did|does) not (bid|put|play|played|gone|go|has gone|been)?"
        " (first)? (on|for|to|in|into) (the|my)? {token}",
        "the opponent has not bid on the {0}",
        lambda view, seat, *filling: not _has_bid(view, 1 - seat, filling[-1]),
    ),
    "mine": Fact(
        "i (have|was|am)? (bid|been|gone|put|went|was|has gone|has bid)? (on|to|in|at) (the|my)? {token}",
        "I have bid on the {0}",
        lambda view, seat, place: _has_bid(view, seat, place),
    ),
}
"""What plans for this game may ask of the spread, the scores and the bids."""
GAME: Game[State] = Game(
    key="titro",
    name="Titro",
    seats=range(2, 3),
    options={
        "deck": Option(
            tuple(PACKS),
            "tarot",
            "The 78 cards of tarot, or 52 cards and two jokers for a shorter match.",
            words={"tarot": "tarot, 78 cards", "poker": "poker, 52 cards and two jokers"},
        ),
        "rounds": Option(
            tuple(range(1, 10)),
            9,
            "How many rounds are played: at most 9, at most 6 with the poker deck.",
            default_with={("deck", "poker"): 6},
        ),
    },
    start=start,
    phases={
        "deal": Shuffle(deck, deal),
        "first-bid": Decide(ask_bids, open_first_bids),
        "second-bid": Decide(ask_bids, open_second_bids),
        "split": Decide(ask_split, steal),
        "keep": Decide(ask_keep, clear_the_table),
    },
    without_core=without_core,
    scores=lambda state: state.scores,
    redeal=redeal,
    cards=cards,
    order=order,
    progress=lambda state: (Progress("round", state.round, state.rounds),),
    idle=idle,
    view_type=View,
    passes=frozenset({NONE}),
    words=WORDS,
    glossary=GLOSSARY,
    facts=FACTS,
    worth=lambda card: PACKS["tarot"].value[card] if card in PACKS["tarot"].value else PACKS["poker"].value[card],
    lesson=LESSON,
    for_page={
        "suits": {card: suit for pack in PACKS.values() for card, suit in pack.suit.items()},
        "never_wins": NEVER_WINS,
    },
    tempo={2: Tempo(3, 1.2)},
    part="round",
    parts=as_agreed("rounds"),
)
