"""Tottarot, for 2 to 6 players: everybody is dealt a fate, and the strongest will may change it.

Cards are identified by their place in the round's deck, because everybody can follow a card from hand to hand even if
nobody knows its face. A player's knowledge is the set of places seen; dealing anew permutes the others.

Rulings on which the page and its source are silent: icons act strictly one after the other, so that a choice made
before a later Tower is made without seeing its card; undrawn cards and discards stay face down after a round; a Hanged
Man also turns an earlier Hanged Man, which is worth nothing either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, Literal, TypedDict

from ..cards import Card, dealt_anew
from ..core import Core, Progress, plain
from ..engine import NONE, OVER, Answer, Ask, Decide, Fact, Game, Illegal, Option, Said, Seat, Shuffle, Slot, Story
from ..lesson import Lesson, Step
from ..record import record, replace
from ..story import Number
from ..tempo import Tempo
from ..text import CardName

Place = int  # a card's index in the round's deck, from 0

SHOW, PEEK, REVEAL, TURN = "show", "peek", "reveal", "turn"
TIMED = frozenset({SHOW, PEEK, REVEAL})  # act in the turn after their card was determined; TURN acts at once
STAY = "stay"
LETTERS = "ABCDEF"
COPIES = 3


# The fate cards


@record
class Fate:
    """A kind of fate card: its name, its points, its icon or an empty string, and other names."""

    name: str
    points: int
    icon: str = ""
    also: tuple[str, ...] = ()


# The source gives the Sun, the Devil and the four icons; the rest is a reconstruction. The publisher's list would
# replace it here and nowhere else.
FATES: Mapping[Card, Fate] = MappingProxyType(
    {
        "WORLD": Fate("the World", +5, also=("monde", "mondo")),
        "SUN": Fate("the Sun", +3, also=("soleil", "sole")),
        "LOVERS": Fate("the Lovers", +2, SHOW, ("lover", "amoureux", "amanti")),
        "PRIESTESS": Fate("the High Priestess", +1, PEEK, ("papess", "papesse", "papessa")),
        "HANGED": Fate("the Hanged Man", 0, TURN, ("pendu", "appeso")),
        "TOWER": Fate("the Tower", -3, REVEAL, ("tour", "maison dieu", "torre")),
        "DEVIL": Fate("the Devil", -5, also=("diable", "diavolo")),
    }
)
DECK: tuple[Card, ...] = tuple(card for card in FATES for _ in range(COPIES))

TOKEN_WORDS = (
    ("zero", "nought", "nil", "big fat zero"), ("one", "un", "uno"), ("two", "deux", "due"), ("three", "trois", "tre"),
    ("four", "quatre", "quattro"),
)  # fmt: skip
WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {card: (CardName(fate.name, fate.name.removeprefix("the ")), *fate.also) for card, fate in FATES.items()}
    | {
        NONE: ("take none", "nobody", "no one", "take nobody's", "take nothing",
               *(f"{throw} and take {what}"
                 for throw in ("throw mine away", "discard mine", "discard my card", "throw my card away")
                 for what in ("none", "nobody's", "nothing", "no one's")),
               "discard", "discard only", "discard mine", "just discard", "only discard", "throw away",
               "personne", "défausse", "scarto"),
        STAY: ("leave everything as it is", "leave everything the way it is", "leave things as they are",
               "leave it the way it is", "keep what i have", "keep what i have got", "keep my card",
               "stay put", "stay as i am", "stay with mine", "stay with my card", "stay with what i have", "stand pat",
               "stay with what fate gave me", "sit tight", "stick with mine", "stick with what i have",
               "leave it", "leave it as it is", "keep", "keep mine", "decline", "pass",
               "change nothing", "no change", "rester", "je reste", "garder", "je garde", "passe", "resto", "passo"),
    }
    | {
        seat: (seat, f"{seat}'s", *(f"{kind} {seat}" for kind in ("player", "seat", "joueur", "giocatore")))
        for seat in LETTERS
    }
    | {
        str(token): (
            str(token),
            *names,
            *(f"{kind} {way}" for kind in ("token", "jeton", "gettone", "will", "number", "token number")
              for way in (token, *names)),
            *(f"{way} token" for way in (token, *names)),
        )
        for token, names in enumerate(TOKEN_WORDS)
    }
)  # fmt: skip


# The table


@record
class Rules:
    """The options: the number of seats, the highest token, turns in a round, whether the highest token may decline."""

    seats: int
    highest: int
    turns: int
    may_decline: bool


@record
class Determined:
    """A determined card in a seat's row; upside down, its points are reversed."""

    place: Place
    reversed: bool = False


@record
class Sight:
    """A card seen by somebody who had not drawn it; ``to`` is ``None`` if everybody saw it."""

    to: Seat | None
    place: Place


@record
class Counted:
    """A determined card in an open row: the turn in which it was drawn, its points, whether it lies upside down."""

    card: Card
    turn: int
    points: int
    reversed: bool


@record
class Reckoning:
    """The result of a round: rows, tokens and sums by seat, and the winners."""

    round: int
    rows: tuple[tuple[Counted, ...], ...]
    tokens: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    winners: tuple[Seat, ...]


@record
class State:
    """A table of Tottarot. Lists by seat have one item a seat."""

    phase: str
    rules: Rules
    round: int
    turn: int
    deck: tuple[Card, ...]
    held: tuple[Place | None, ...]  # by seat
    tokens: tuple[tuple[int, ...], ...]  # by seat: those turned up this round, one a turn
    rows: tuple[tuple[Determined, ...], ...]  # by seat
    shown: tuple[Sight, ...]  # by icons, this round
    taken: tuple[Sight, ...]  # by the highest tokens, this round
    discards: tuple[Place, ...]
    acting: tuple[Seat, ...]  # seats yet to act, in order
    victories: tuple[int, ...]  # by seat
    last: Reckoning | None


Result = tuple[State, Story]


def start(seats: int, options: Mapping[str, Any]) -> State:
    """An empty table. Raises `Illegal` for more turns than tokens or cards allow."""
    rules = Rules(seats, options["tokens"], options["turns"], options["may-decline"] == "on")
    if rules.turns > rules.highest:
        raise Illegal(
            f"With tokens up to {rules.highest} a round has at most {rules.highest} turns, not {rules.turns}."
        )
    if rules.turns > len(DECK) // seats:
        raise Illegal(f"{len(DECK)} fate cards last {seats} players for {len(DECK) // seats} turns, not {rules.turns}.")
    nothing = ((),) * seats
    return State(
        phase="deal",
        rules=rules,
        round=0,
        turn=0,
        deck=(),
        held=(None,) * seats,
        tokens=nothing,
        rows=nothing,
        shown=(),
        taken=(),
        discards=(),
        acting=(),
        victories=(0,) * seats,
        last=None,
    )


def marker(state: State) -> Seat:
    """The holder of the starting marker: A in the first round, then one seat to the left each round."""
    return (state.round - 1) % state.rules.seats


def in_order(state: State, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats from the marker to the left."""
    first, count = marker(state), state.rules.seats
    return tuple(sorted(seats, key=lambda seat: (seat - first) % count))


def drawn_by(state: State, place: Place) -> Seat:
    """The seat that drew a card: the top cards go to the marker's holder, then leftwards."""
    return (marker(state) + place) % state.rules.seats


def drawn_in(state: State, place: Place) -> int:
    """The turn in which a card was drawn, from 1."""
    return place // state.rules.seats + 1


def unused(state: State, seat: Seat) -> tuple[int, ...]:
    """The tokens a seat may still use this round."""
    return tokens_without(state.rules.highest, state.tokens[seat])


@cache
def tokens_without(highest: int, gone: tuple[int, ...]) -> tuple[int, ...]:
    """All tokens from 0 to the highest, without those used."""
    return tuple(token for token in range(highest + 1) if token not in gone)


def played(state: State, seat: Seat) -> int | None:
    """The token a seat turned up this turn; ``None`` before that."""
    return state.tokens[seat][state.turn - 1] if len(state.tokens[seat]) == state.turn else None


def points(state: State, determined: Determined) -> int:
    """The points of a determined card."""
    worth = FATES[state.deck[determined.place]].points
    return -worth if determined.reversed else worth


def sums(state: State) -> tuple[int, ...]:
    """Each seat's sum of its row."""
    return tuple(sum(points(state, determined) for determined in row) for row in state.rows)


def cards(state: State) -> Mapping[str, tuple[Card, ...]]:
    """Place -> its cards: held, in a row, discarded, or not drawn yet."""
    held = {f"hand {seat}": () if place is None else (place,) for seat, place in enumerate(state.held)}
    rows = {f"row {seat}": tuple(card.place for card in row) for seat, row in enumerate(state.rows)}
    stock = tuple(range(state.turn * state.rules.seats, len(state.deck)))
    places: Mapping[str, tuple[Place, ...]] = {**held, **rows, "discards": state.discards, "stock": stock}
    return {name: tuple(state.deck[place] for place in lie) for name, lie in places.items()}


def order(state: State, suit: str) -> tuple[Card, ...]:
    """All cards by their points, worst first; there are no suits."""
    return () if suit else tuple(sorted(DECK, key=lambda card: FATES[card].points))


# Deal: all 21 cards, shuffled anew for each round


def deal_round(state: State, deck: tuple[Card, ...]) -> Result:
    """Everybody gets all tokens back, and the first cards are drawn."""
    nothing = ((),) * state.rules.seats
    fresh = replace(
        state,
        round=state.round + 1,
        turn=0,
        deck=deck,
        tokens=nothing,
        rows=nothing,
        shown=(),
        taken=(),
        discards=(),
    )
    values = {"number": Number(fresh.round), "rounds": Number(fresh.rules.seats), "player": marker(fresh)}
    began = Said("Round {number} of {rounds} began. {player} had the starting marker.", values, kind="deal_began")
    state, said = draw(fresh)
    return state, (began, *said)


def draw(state: State) -> Result:
    """Everybody draws a card that only they see; then the icons of the turn before act."""
    seats = state.rules.seats
    bearers = in_order(state, (seat for seat in range(seats) if bears_icon(state, seat)))
    held = tuple(state.turn * seats + (seat - marker(state)) % seats for seat in range(seats))
    state = replace(state, turn=state.turn + 1, held=held, acting=bearers)
    drawn = tuple(
        Said("{player} drew {card}.", {"player": seat, "card": state.deck[held[seat]]}, to=seat, kind="cards_drawn")
        for seat in range(seats)
    )
    state, said = next_icon(state)
    return state, (*drawn, *said)


# Icons of the cards determined in the turn before, strictly in order from the marker


def icon_of(state: State, place: Place) -> str:
    """The icon of a card, or an empty string."""
    return FATES[state.deck[place]].icon


def bears_icon(state: State, seat: Seat) -> bool:
    """Whether the card that the seat determined in the latest turn has an icon that acts a turn later."""
    return any(
        drawn_in(state, card.place) == state.turn and icon_of(state, card.place) in TIMED
        for card in state.rows[seat][-1:]
    )


def next_icon(state: State) -> Result:
    """Towers act by themselves; the table waits for the first seat whose icon is a choice, else for the tokens."""
    said: Story = ()
    while state.acting:
        seat, *later = state.acting
        icon = icon_of(state, state.rows[seat][-1].place)
        if icon in (SHOW, PEEK):
            return replace(state, phase=icon), said
        values = {"player": seat, "card": face(state, seat)}
        said += (Said("The Tower: {player} showed {card} to all.", values, kind="shown"),)
        state = replace(state, shown=(*state.shown, Sight(None, place_of(state, seat))), acting=tuple(later))
    return replace(state, phase="token"), said


def place_of(state: State, seat: Seat) -> Place:
    """The place of the card a seat holds."""
    place = state.held[seat]
    assert place is not None
    return place


def face(state: State, seat: Seat) -> Card:
    """The face of the card a seat holds."""
    return state.deck[place_of(state, seat)]


PROMPTS = {
    SHOW: "The Lovers: with whom do you swap a look?",
    PEEK: "The High Priestess: whose card do you look at?",
    "token": "Which token of will do you seal?",
    "change": "Your will is strongest, and your card goes: whose do you take?",
    "change or stay": "Your will is strongest: whose card do you take for yours, if any?",
}


@cache
def one_of(prompt: str, slot: str, options: tuple[str, ...], absent: Answer) -> Ask:
    """Ask for one of these options."""
    return Ask(PROMPTS[prompt], (Slot(slot, options),), absent, WORDS)


def ask_icon(state: State) -> Mapping[Seat, Ask]:
    """The acting seat chooses another player."""
    seat, seats = state.acting[0], state.rules.seats
    others = tuple(LETTERS[other] for other in range(seats) if other != seat)
    return {seat: one_of(state.phase, "target", others, LETTERS[(seat + 1) % seats])}


def show(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Both see the card that the other has just drawn."""
    ((seat, answer),) = answers.items()
    other = LETTERS.index(answer)
    both = (Sight(seat, place_of(state, other)), Sight(other, place_of(state, seat)))
    state, said = next_icon(replace(state, shown=(*state.shown, *both), acting=state.acting[1:]))
    values = {"player": seat, "other": other}
    return state, (
        Said("The Lovers: {player} and {other} showed each other the cards just drawn.", values, kind="card_seen"),
        Said("{player} held {card}.", {"player": other, "card": face(state, other)}, to=seat, kind="card_seen"),
        Said("{player} held {card}.", {"player": seat, "card": face(state, seat)}, to=other, kind="card_seen"),
        *said,
    )


def peek(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The acting seat sees the chosen player's card."""
    ((seat, answer),) = answers.items()
    other = LETTERS.index(answer)
    sight = Sight(seat, place_of(state, other))
    state, said = next_icon(replace(state, shown=(*state.shown, sight), acting=state.acting[1:]))
    return state, (
        Said(
            "The High Priestess: {player} looked at the card drawn by {other}.",
            {"player": seat, "other": other},
            kind="card_seen",
        ),
        Said("{player} held {card}.", {"player": other, "card": face(state, other)}, to=seat, kind="card_seen"),
        *said,
    )


# Will: one unused token each, sealed


def ask_token(state: State) -> Mapping[Seat, Ask]:
    """Ask everybody for a token, at once."""
    return {seat: ask_unused(unused(state, seat)) for seat in range(state.rules.seats)}


@cache
def ask_unused(tokens: tuple[int, ...]) -> Ask:
    """Ask for one of these tokens; the clock plays the lowest."""
    return one_of("token", "token", tuple(map(str, tokens)), str(tokens[0]))


def turn_up_tokens(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """All tokens are turned up together; the seats with the highest act, from the marker to the left."""
    will = tuple(int(answers[seat]) for seat in range(state.rules.seats))
    tokens = tuple((*before, token) for before, token in zip(state.tokens, will, strict=True))
    acting = in_order(state, (seat for seat, token in enumerate(will) if token == max(will)))
    everybody = in_order(state, range(state.rules.seats))
    turned_up = tuple(
        Said("{player} turned up {token}.", {"player": seat, "token": str(will[seat])}, kind="shown")
        for seat in everybody
    )
    state, said = next_change(replace(state, phase="change", tokens=tokens, acting=acting))
    return state, (*turned_up, *said)


# Change: the highest tokens, one after the other


def next_change(state: State) -> Result:
    """A seat that was robbed before its turn does not act; when all have acted, fate is determined."""
    said: Story = ()
    while state.acting:
        if state.held[state.acting[0]] is not None:
            return state, said
        text = "{player} had no card left to change."
        said += (Said(text, {"player": state.acting[0]}, kind="card_changed"),)
        state = replace(state, acting=state.acting[1:])
    state, more = determine(state)
    return state, (*said, *more)


def ask_change(state: State) -> Mapping[Seat, Ask]:
    """Any other player who holds a card now, including one yet to act or one who has just taken it; or none."""
    seat = state.acting[0]
    targets = [LETTERS[s] for s, place in enumerate(state.held) if place is not None and s != seat]
    if state.rules.may_decline:
        return {seat: one_of("change or stay", "target", (*targets, NONE, STAY), STAY)}
    return {seat: one_of("change", "target", (*targets, NONE), NONE)}


def change(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The acting seat discards and may then take one card; by option it may leave everything as it is."""
    ((seat, answer),) = answers.items()
    state = replace(state, acting=state.acting[1:])
    if answer == STAY:
        said: Story = (Said("{player} left everything as it was.", {"player": seat}, kind="card_changed"),)
    elif answer == NONE:
        state, said = discard(state, seat)
    else:
        state, said = discard_and_take(state, seat, LETTERS.index(answer))
    state, more = next_change(state)
    return state, (*said, *more)


def discard(state: State, seat: Seat) -> Result:
    """The card is discarded face down, seen only by its holder."""
    gone = replace(state, held=with_item(state.held, seat, None), discards=(*state.discards, place_of(state, seat)))
    return gone, (
        Said("{player} discarded face down and took none.", {"player": seat}, kind="card_changed"),
        Said("{player} discarded {card}.", {"player": seat, "card": face(state, seat)}, to=seat, kind="card_changed"),
    )


def discard_and_take(state: State, seat: Seat, other: Seat) -> Result:
    """The robbed player is left without a card, but knows its face; of the others only the new holder sees it."""
    gone, _ = discard(state, seat)
    place = place_of(state, other)
    held = with_item(with_item(gone.held, other, None), seat, place)
    values = {"player": seat, "card": face(state, seat), "found": state.deck[place]}
    return replace(gone, held=held, taken=(*gone.taken, Sight(seat, place))), (
        Said(
            "{player} discarded face down and took the card from {other}.",
            {"player": seat, "other": other},
            kind="card_changed",
        ),
        Said("{player} discarded {card} and found {found}.", values, to=seat, kind="card_changed"),
    )


def with_item(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one item changed."""
    return (*items[:at], item, *items[at + 1 :])


# Determination: every card still held is turned up and counts


def determine(state: State) -> Result:
    """Held cards go to the rows, tokens are used up; then the next turn begins, or the round is scored."""
    said = tuple(line for seat in in_order(state, range(state.rules.seats)) for line in told(state, seat))
    rows = tuple(
        row if place is None else (*turned(state, row, place), Determined(place))
        for row, place in zip(state.rows, state.held, strict=True)
    )
    state = replace(state, rows=rows, held=(None,) * state.rules.seats)
    state, more = draw(state) if state.turn < state.rules.turns else score_round(state)
    return state, (*said, *more)


def turned(state: State, row: tuple[Determined, ...], place: Place) -> tuple[Determined, ...]:
    """A Hanged Man turns the earlier cards of the row upside down; cards already upside down stay so."""
    if icon_of(state, place) != TURN:
        return row
    return tuple(Determined(earlier.place, True) for earlier in row)


def told(state: State, seat: Seat) -> Story:
    """The lines on a seat's fate in this turn."""
    place = state.held[seat]
    if place is None:
        return (Said("{player} had no card, and nothing counted.", {"player": seat}, kind="card_determined"),)
    card = state.deck[place]
    values = {"player": seat, "card": card, "points": Number(FATES[card].points)}
    gains = FATES[card].points > 0
    text = "{player} determined {card} for +{points}." if gains else "{player} determined {card} for {points}."
    said: Story = (Said(text, values, kind="card_determined"),)
    upright = tuple(state.deck[earlier.place] for earlier in state.rows[seat] if not earlier.reversed)
    if FATES[card].icon == TURN and upright:
        text = "The Hanged Man turned {cards} upside down for {player}."
        said += (Said(text, {"player": seat, "cards": upright}, kind="card_determined"),)
    return said


# Round and game


HAD, HAD_NOTHING = "{player} had {points} in this round.", "{player} had nothing in this round."


def score_round(state: State) -> Result:
    """The best row takes a victory token; a game has as many rounds as players."""
    won, totals = round_winners(state), sums(state)
    last = Reckoning(state.round, tuple(counted(state, row) for row in state.rows), state.tokens, totals, won)
    victories = tuple(count + (seat in won) for seat, count in enumerate(state.victories))
    phase = "deal" if state.round < state.rules.seats else OVER
    said = tuple(
        Said(HAD if totals[seat] else HAD_NOTHING, {"player": seat, "points": Number(totals[seat])}, kind="count")
        for seat in in_order(state, range(state.rules.seats))
    )
    each = "{players} each took a victory token." if len(won) > 1 else "{players} took a victory token."
    return replace(state, phase=phase, victories=victories, last=last), (
        *said,
        Said(each, {"players": won}, kind="score"),
    )


def round_winners(state: State) -> tuple[Seat, ...]:
    """The highest sum; among equals the highest total of unused tokens; still equal seats all win."""
    strength = [(total, sum(unused(state, seat))) for seat, total in enumerate(sums(state))]
    return tuple(seat for seat, strong in enumerate(strength) if strong == max(strength))


def counted(state: State, row: tuple[Determined, ...]) -> tuple[Counted, ...]:
    """A row with the points of its cards."""
    return tuple(
        Counted(state.deck[card.place], drawn_in(state, card.place), points(state, card), card.reversed) for card in row
    )


# Who sees what

ONE_ACTS = frozenset({SHOW, PEEK, "change"})


def asked_now(state: State) -> tuple[Seat, ...]:
    """The seats that are asked, from the marker to the left."""
    if state.phase == "token":
        return in_order(state, range(state.rules.seats))
    return state.acting[:1] if state.phase in ONE_ACTS else ()


class CardView(TypedDict):
    """A determined card: the turn in which it was drawn, its points after reversal, whether it lies upside down."""

    card: str
    turn: int
    points: int
    reversed: bool


class FateView(TypedDict):
    """A kind of fate card; ``icon`` is empty if there is none."""

    points: int
    icon: Literal["", "show", "peek", "reveal", "turn"]


class LastView(TypedDict):
    """The round before: by seat its row, its tokens in the order of the turns, and its sum."""

    round: int
    rows: list[list[CardView]]
    tokens: list[list[int]]
    sums: list[int]
    winners: list[int]


class View(TypedDict):
    """A view. Lists by seat have one item a seat.

    ``hand`` and ``tokens`` are the seat's own. ``seen``: cards that icons showed it this turn; ``known``: cards it
    knows that others hold now; both ``[seat, card]``. ``discarded``: its own discards this round; ``discards``: the
    number of each seat's. ``acting``: the seats yet to act; ``fates``: what is printed on each kind of card.
    """

    core: dict[str, Any]
    phase: Literal["show", "peek", "token", "change", "over"]
    round: int
    rounds: int
    turn: int
    turns: int
    marker: int
    may_decline: bool
    hand: str | None
    tokens: list[int]
    played: list[int | None]
    spent: list[list[int]]
    holds: list[bool]
    rows: list[list[CardView]]
    sums: list[int]
    seen: list[list[int | str]]
    known: list[list[int | str]]
    discarded: list[str]
    discards: list[int]
    acting: list[int]
    fates: dict[str, FateView]
    stock: int
    victories: list[int]
    last: LastView | None


def known_to(state: State, seat: Seat | None) -> frozenset[Place]:
    """The places whose card a seat has seen this round: turned up, drawn, shown or taken. ``None``: a spectator."""
    determined = {card.place for row in state.rows for card in row}
    drawn = {place for place in range(state.turn * state.rules.seats) if drawn_by(state, place) == seat}
    seen = {sight.place for sight in (*state.shown, *state.taken) if sight.to in (seat, None)}
    return frozenset(determined | drawn | seen)


def without_core(state: State, seat: Seat | None) -> dict[str, Any]:
    """The part of the view that is specific to this game."""
    known = known_to(state, seat)
    mine = None if seat is None else state.held[seat]
    return {
        "phase": state.phase,
        "round": state.round,
        "rounds": state.rules.seats,
        "turn": state.turn,
        "turns": state.rules.turns,
        "marker": marker(state),
        "may_decline": state.rules.may_decline,
        "hand": None if mine is None else state.deck[mine],
        "tokens": [] if seat is None else list(unused(state, seat)),
        "played": [played(state, other) for other in range(state.rules.seats)],
        "spent": [list(tokens[: state.turn - 1]) for tokens in state.tokens],
        "holds": [place is not None for place in state.held],
        "rows": plain([counted(state, row) for row in state.rows]),
        "sums": list(sums(state)),
        "seen": [[drawn_by(state, place), state.deck[place]] for place in seen_this_turn(state, seat)],
        "known": [
            [other, state.deck[place]] for other, place in enumerate(state.held) if place in known and other != seat
        ],
        "discarded": [state.deck[place] for place in state.discards if drawn_by(state, place) == seat],
        "discards": [sum(drawn_by(state, p) == other for p in state.discards) for other in range(state.rules.seats)],
        "acting": [other for other in state.acting if state.held[other] is not None],
        "fates": {card: {"points": fate.points, "icon": fate.icon} for card, fate in FATES.items()},
        "stock": len(DECK) - state.turn * state.rules.seats,
        "victories": list(state.victories),
        "last": plain(state.last),
    }


def core(state: State, seat: Seat | None) -> Core:
    """The part of the view shared by all games."""
    mine = None if seat is None else state.held[seat]
    return Core(
        phase=state.phase,
        turn=asked_now(state),
        progress=progress(state),
        hand=() if mine is None else (state.deck[mine],),
        counts=tuple(int(place is not None) for place in state.held),
    )


def progress(state: State) -> tuple[Progress, ...]:
    """The round, and the turn in it."""
    rounds, turns = state.rules.seats, state.rules.turns
    return Progress("round", state.round, rounds), Progress("turn", state.turn, turns)


def seen_this_turn(state: State, seat: Seat | None) -> list[Place]:
    """The places that icons showed a seat this turn, each once, in that order."""
    places = (sight.place for sight in state.shown if sight.to in (seat, None))
    now = (place for place in places if drawn_in(state, place) == state.turn and drawn_by(state, place) != seat)
    return list(dict.fromkeys(now))


def sum_with(view: Mapping[str, Any], seat: Seat, card: str) -> int:
    """A seat's sum once it has determined one more card: a Hanged Man turns all that lies upright."""
    turned = FATES[card].icon == TURN
    row: list[CardView] = view["rows"][seat]
    return FATES[card].points + sum(-one["points"] if turned and not one["reversed"] else one["points"] for one in row)


def icon_counts(view: Mapping[str, Any], seat: Seat, card: str) -> bool:
    """Whether the icon of a card does anything if a seat determines it in this turn: most act a turn later."""
    icon = FATES[card].icon
    return bool(view["rows"][seat]) if icon == TURN else icon in TIMED and view["turn"] < view["turns"]


def redeal(state: State, seat: Seat, random: Random) -> State:
    """Permute the places of the cards that the seat has not seen, in hands, discards and stock.

    No answer in this game depends on a hidden card, so plays allow no further deductions.
    """
    known = known_to(state, seat)
    hidden = [place for place in range(len(state.deck)) if place not in known]
    [cards] = dealt_anew([[state.deck[place] for place in hidden]], random)
    dealt = dict(zip(hidden, cards, strict=True))
    return replace(state, deck=tuple(dealt.get(place, card) for place, card in enumerate(state.deck)))


GLOSSARY = {
    "marker": "Marks who is first where tokens tie, and from whom on the others act in turn.",
    "change": "The will of this seat is strongest: its card goes, and it takes that of another.",
    "show": "Shows its card to one other player, and sees that player’s card.",
    "peek": "Looks at the card of one other player; nobody else sees it.",
    "stay": "By option the highest token may leave everything as it is, instead of discarding.",
    "token": "One number a turn, sealed. The highest discards a card and takes that of another player.",
    "Tower": "An icon that makes its drawer show the new card to all.",
    "Hanged Man": "Turns the cards upside down that its holder determined before: their points are reversed.",
    "determined": "A card still held at the end of a turn lies open before its holder and counts.",
    "victory token": "For the highest sum of a round. The most of them win the match.",
    "High Priestess": "An icon that lets its holder look at the new card of another player.",
}
"""Short explanations of this game's tokens and terms."""

LESSON = Lesson(
    seats=3,
    of="first round",
    deck="DEVIL WORLD SUN SUN HANGED TOWER",
    steps=(
        Step(
            before="B: 0, C: 1",
            answer="3",
            why=(
                "Everybody holds one card that nobody else sees. Yours is the Devil: −5. All choose a "
                "token of will in secret; the highest must discard their card, and may take another’s. "
                "To be rid of yours: 3."
            ),
            other="You may. But with the Devil in hand you want to be the one who changes: 3.",
        ),
        Step(
            answer="B",
            why=(
                "Yours is the highest token. The Devil goes, face down, and you may take somebody’s card. Bruno "
                "showed a 0: he is content with what he has. That is a good card to take."
            ),
            other="You may. But who shows a 0 has something worth keeping.",
        ),
        Step(
            before="B: 2, C: 0",
            answer="0",
            why=(
                "The World was Bruno’s, +5, and counts for you now; he gets nothing for that turn. A "
                "new turn: you drew the Sun, +3. Keep it with your lowest token. Each serves once a "
                "round, so your 3 is gone."
            ),
            other="You may. But you want to keep the Sun: 0.",
        ),
    ),
    last="B: C",
    end=(
        "Bruno acted this time, and chose Chiara’s card, the Tower. You have 8 points after two turns. "
        "After the third the highest sum takes a victory token; there are as many rounds as players. A 0 "
        "hides nothing, though: next time they may come for your card."
    ),
)


FACTS: Mapping[str, Fact] = {
    "turn": Fact(
        "(it is|this is|on|in)? (the|my)? (turn {number}|{nth} turn) (of the round)?",
        "it is turn {0}",
        lambda view, seat, number: view["turn"] == int(number),
        without_if=True,
    ),
    "last-turn": Fact(
        "(it is|this is|on|in)? (the|my)? (last|final) turn (of the round)?",
        "it is the last turn",
        lambda view, seat: view["turn"] == view["turns"],
        without_if=True,
    ),
    "starting": Fact(
        "(i am|i) (the)? (starting player|starting|start|first player|start the turn|have the marker|to start)",
        "I am the starting player",
        lambda view, seat: view["marker"] == seat,
    ),
    "row-minus": Fact(
        "my (row|sum|total|row total|score) (is|has)? (negative|in the red|in minus)",
        "my row is negative",
        lambda view, seat: view["sums"][seat] < 0,
    ),
    "row-below": Fact(
        "my (row|sum|total|row total|score) (is|sum is)? (below|under|less than|lower than) {number}",
        "my row is below {0}",
        lambda view, seat, number: view["sums"][seat] < int(number),
    ),
    "row-from": Fact(
        "my (row|sum|total|row total|score) (is)? (at least {number}|{number} or more|{number} or above)",
        "my row is at least {0}",
        lambda view, seat, number: view["sums"][seat] >= int(number),
    ),
    "row-above": Fact(
        "my (row|sum|total|row total|score) (is)? (above|over|more than|higher than) {number}",
        "my row is above {0}",
        lambda view, seat, number: view["sums"][seat] > int(number),
    ),
    "minus": Fact(
        "(my card is|i have|i drew|mine is|my card has) (a|an)? (negative|minus|below zero|worth less than zero)"
        " (card|one|points|value)?",
        "my card is negative",
        lambda view, seat: view["fates"].get(view["hand"], {"points": 0})["points"] < 0,
    ),
    "plus": Fact(
        "(my card is|i have|i drew|mine is|my card has) (a|an)? (positive|plus|above zero|worth more than zero)"
        " (card|one|points|value)?",
        "my card is positive",
        lambda view, seat: view["fates"].get(view["hand"], {"points": 0})["points"] > 0,
    ),
    "from": Fact(
        "(my card|mine|it|my card is|mine is) (is)? (worth)? (at least (+)? {number}|(+)? {number} (or|and)"
        " (more|better|higher|above|up))",
        "my card is worth {0} or more",
        lambda view, seat, number: view["fates"].get(view["hand"], {"points": 0})["points"] >= int(number),
    ),
    "bare": Fact(
        "{seat} (has|holds) (nothing|no card|none)",
        "{0} has no card",
        lambda view, seat, other: not view["holds"][int(other)],
    ),
}
"""What plans for this game may ask of the turn, the rows and one's own card."""
GAME: Game[State] = Game(
    key="tottarot",
    name="Tottarot",
    seats=range(2, 7),
    options={
        "tokens": Option((3, 4), 3, "The highest will token: everybody has one of each from 0 to this."),
        "turns": Option(
            (1, 2, 3, 4), 3, "Turns a round: at most the highest token, and as many as the 21 cards allow."
        ),
        "may-decline": Option(
            ("on", "off"), "off", "Whether the highest token may leave everything as it is instead of discarding."
        ),
    },
    start=start,
    phases={
        "deal": Shuffle(lambda state: DECK, deal_round),
        SHOW: Decide(ask_icon, show),
        PEEK: Decide(ask_icon, peek),
        "token": Decide(ask_token, turn_up_tokens),
        "change": Decide(ask_change, change),
    },
    shared=core,
    without_core=without_core,
    scores=lambda state: state.victories,
    redeal=redeal,
    cards=cards,
    order=order,
    progress=progress,
    waits={
        SHOW: "The Lovers: {player} to choose another player.",
        PEEK: "The High Priestess: {player} to choose another player.",
        "token": "Everybody to choose a will token.",
        "change": "{player} to act.",
    },
    view_type=View,
    passes=frozenset({NONE, STAY}),
    words=WORDS,
    glossary=GLOSSARY,
    facts=FACTS,
    lesson=LESSON,
    tempo={2: Tempo(7.5, 2.1), 3: Tempo(8.3, 3.4), 4: Tempo(10, 4.2), 5: Tempo(11.4, 5.0), 6: Tempo(12, 5.5)},
    part="round",
    parts=lambda seats, options: seats,
    for_page={"sum_with": sum_with, "icon_counts": icon_counts},
)
