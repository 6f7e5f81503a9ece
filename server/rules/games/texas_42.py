"""Texas 42: dominoes played as a game of tricks, two partners against two, for marks.

Rulings where the page and its source are silent:

- A plunge or a splash counts for the bids after it as the marks it stands for: after a plunge for four comes ``5m``.
- Marks beyond the number agreed on are written down and counted: a plunge may end a game of seven at 4 + 4.
- A deal that all pass has a number of its own, and no row on the score sheet.
- In sevens the leader, too, plays a tile nearest to seven.
- The points of tricks in nello and sevens are shown and decide nothing: 42 points are the same as all seven tricks.
- Tiles left in the hands when nello is broken stay face down.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from ..auction import PASS
from ..cards import DOMINO_WORDS, DOMINOES_28, Words, dealt_to, in_order, in_packets, without
from ..engine import OVER, Answer, Ask, Decide, Game, Option, Result, Said, Seat, Shuffle, Slot
from ..record import record, replace
from ..tricks import Trick, best, seats_from

Tile = str
Hand = tuple[Tile, ...]

SEATS = 4
SIDES = ((0, 2), (1, 3))
TILES = DOMINOES_28

# The tiles ------------------------------------------------------------------------------------------------------------

COUNT = {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}
ALL = 42  # the count and one for each of seven tricks: whoever has them all has taken every trick
ENDS = {tile: (tile[0], tile[2]) for tile in TILES}
DOUBLES = frozenset(tile for tile, (high, low) in ENDS.items() if high == low)
NUMBERS = ("0", "1", "2", "3", "4", "5", "6")
NEARNESS = {tile: 7 - abs(int(high) + int(low) - 7) for tile, (high, low) in ENDS.items()}


# The calls ------------------------------------------------------------------------------------------------------------

DOUBLES_SUIT = "doubles"  # the suit that doubles form where they have left their numbers
RANK_OF_DOUBLE = {"high": (7, 0), "low": (-1, 0), "own": (0, 1), "inverted": (6, -1)}  # a rank, and more for each pip
OWN_SUIT = ("own", "inverted")
NO_SUIT = ""  # led where a trick begins, and all through sevens
MAY_LEAD = (NO_SUIT, *NUMBERS, DOUBLES_SUIT)


@record
class Call:
    """What the declarer may call: the trump suit, how doubles rank, and what else differs from plain tricks."""

    shown: str
    trump: str = ""
    doubles: str = "high"
    lose: bool = False  # nello: the declarer plays alone and must take no trick
    nearest: bool = False  # sevens: no suits, what is nearest to seven takes
    agreed: tuple[tuple[str, tuple[str, ...]], ...] = ()  # options that must have one of these values


NELLO = ("nello", ("on", "dealer-only"))
NELLO_OWN, NELLO_ANY = ((NELLO, ("nello-doubles", (value,))) for value in ("own", "any"))

CALLS: Mapping[str, Call] = {
    "0": Call("blanks", trump="0"),
    "1": Call("ones", trump="1"),
    "2": Call("twos", trump="2"),
    "3": Call("threes", trump="3"),
    "4": Call("fours", trump="4"),
    "5": Call("fives", trump="5"),
    "6": Call("sixes", trump="6"),
    "follow-me": Call("follow me"),
    "follow-me-low": Call("follow me with doubles low", doubles="low", agreed=(("follow-me-low", ("on",)),)),
    "doubles": Call("doubles as trumps", trump=DOUBLES_SUIT, doubles="own", agreed=(("doubles-trump", ("on",)),)),
    "nello": Call("nello", doubles="own", lose=True, agreed=NELLO_OWN),
    "nello-own": Call("nello with doubles a suit of their own", doubles="own", lose=True, agreed=NELLO_ANY),
    "nello-inverted": Call("nello with doubles a suit, 0-0 high", doubles="inverted", lose=True, agreed=NELLO_ANY),
    "nello-high": Call("nello with doubles high", doubles="high", lose=True, agreed=NELLO_ANY),
    "nello-low": Call("nello with doubles low", doubles="low", lose=True, agreed=NELLO_ANY),
    "sevens": Call("sevens", nearest=True, agreed=(("sevens", ("on",)),)),
}


def suits_of(call: Call, tile: Tile) -> tuple[str, ...]:
    """The suits a tile belongs to, that which it leads first. A trump is a trump and nothing else."""
    high, low = ENDS[tile]
    if call.nearest:
        return (NO_SUIT,)
    if high == low:
        return (DOUBLES_SUIT,) if call.doubles in OWN_SUIT else (high,)
    return (call.trump,) if call.trump in (high, low) else (high, low)


def rank_in(call: Call, suit: str, tile: Tile) -> int:
    """In a suit the double is highest (or where the call puts it), then the other end from 6 down."""
    high, low = ENDS[tile]
    if high == low:
        rank, a_pip = RANK_OF_DOUBLE[call.doubles]
        return rank + a_pip * int(high)
    return int(low if suit == high else high)


def strength(call: Call, led: str, tile: Tile) -> int:
    """Highest trump, else highest of the led suit; 0 for a tile that cannot take. In sevens the nearest to 7."""
    suits = suits_of(call, tile)
    if call.nearest:
        return NEARNESS[tile]
    if suits[0] == call.trump:
        return 20 + rank_in(call, call.trump, tile)
    return 10 + rank_in(call, led, tile) if led in suits else 0


@record
class Suits:
    """The suits of a call: which one a tile leads, the tiles of each, and how strong a tile is where a suit is led."""

    led: Mapping[Tile, str]
    members: Mapping[str, frozenset[Tile]]
    strength: Mapping[str, Mapping[Tile, int]]


def _suits(call: Call) -> Suits:
    suits = {tile: suits_of(call, tile) for tile in TILES}
    return Suits(
        {tile: suits[tile][0] for tile in TILES},
        {suit: frozenset(tile for tile in TILES if suit in suits[tile]) for suit in MAY_LEAD},
        {led: {tile: strength(call, led, tile) for tile in TILES} for led in MAY_LEAD},
    )


SUITS = {token: _suits(call) for token, call in CALLS.items()}


# The bids -------------------------------------------------------------------------------------------------------------
# One ladder: points as they are, then marks: 42 points are one mark, 43 stands for two, and so on.

LEAST, MOST = 30, 41
BELOW = LEAST - 1


def marks_of(height: int) -> int:
    """What a bid of this height is worth: one mark, if it is points."""
    return max(1, height - MOST)


@record
class Partnered:
    """A bid after which the partner makes the call: the doubles it wants, and the marks it may stand for."""

    doubles: int
    marks: tuple[int, ...]

    def height(self, high: int) -> int | None:
        """Where it stands on the ladder above the last bid, if it may be made."""
        return next((MOST + marks for marks in self.marks if MOST + marks > high), None)


PARTNERED = {"plunge": Partnered(doubles=4, marks=(4, 5)), "splash": Partnered(doubles=3, marks=(2,))}
PARTNER_LEADS = (("plunge", "partner-leads"), ("splash", "on"))  # bid and value of its option


def height_of(bid: str, high: int) -> int:
    """How high a bid stands that is made over the last one."""
    if bid in PARTNERED:
        height = PARTNERED[bid].height(high)
        assert height is not None
        return height
    return MOST + int(bid[:-1]) if bid[-1] == "m" else int(bid)


# Words ----------------------------------------------------------------------------------------------------------------

_TENS = {30: "thirty", 40: "forty"}
_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NUMBER_NAMES = {
    "0": ("blank", "blanks", "zero", "zeros", "zeroes", "white", "blancs"),
    "1": ("one", "ones", "ace", "aces"),
    "2": ("two", "twos", "deuce", "deuces", "deux"),
    "3": ("three", "threes", "trey", "treys", "trois"),
    "4": ("four", "fours", "quatre"),
    "5": ("five", "fives", "cinq"),
    "6": ("six", "sixes"),
}


def _points_words(points: int) -> tuple[str, ...]:
    tens, ones = points // 10 * 10, points % 10
    said = f"{_TENS[tens]} {_ONES[ones]}".strip()
    return (str(points), said, f"{points} points", f"{said} points")


def _marks_words(marks: int) -> tuple[str, ...]:
    mark = _counted(marks, "mark")
    same = f"{marks * ALL} points", str(marks * ALL)
    return (mark, f"{marks} mark", f"{_ONES[marks]} mark", f"{_ONES[marks]} marks", *same)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _trump_words(number: str) -> tuple[str, ...]:
    names = (CALLS[number].shown, f"{number}s", *_NUMBER_NAMES[number])
    trump = ("trump", "trumps", "are trump", "are trumps", "as trump", "as trumps", "atout")
    before = ("trump", "trumps", "atout")
    return (
        *names,
        *(f"{name} {word}" for name in (number, *names) for word in trump),
        *(f"{word} {name}" for name in (number, *names) for word in before),
    )


BID_WORDS: Words = {
    PASS: ("pass", "passe", "i pass", "no bid", "no", "nothing"),
    **{str(points): _points_words(points) for points in range(LEAST, MOST + 1)},
    **{f"{marks}m": _marks_words(marks) for marks in range(1, 8)},
    "1m": (*_marks_words(1), "mark", "forty two", "forty two points"),
    "plunge": ("plunge", "plunging", "plongeon"),
    "splash": ("splash", "splashing"),
}
NELLO_NAMES = ("nello", "nel o", "nelo", "nillo", "nil", "nullo")  # not enough where several kinds may be called
NAMED_CALLS: Words = {
    "follow-me": (
        "follow me",
        "no trump",
        "no trumps",
        "notrump",
        "nt",
        "sans atout",
        "doubles high",
        "follow me high",
    ),
    "follow-me-low": ("follow me with doubles low", "follow me doubles low", "no trumps low", "doubles low"),
    "doubles": (
        "doubles as trumps",
        "doubles trump",
        "doubles trumps",
        "doubles are trumps",
        "doubles as trump",
        "trumps doubles",
        "double",
    ),
    "nello": NELLO_NAMES,
    "nello-own": (
        "nello with doubles a suit of their own",
        "nello doubles own suit",
        "nello doubles own",
        "doubles take doubles",
        "nello doubles take doubles",
        *NELLO_NAMES,
    ),
    "nello-inverted": (
        "nello with doubles a suit, 0-0 high",
        "nello doubles inverted",
        "inverted",
        "doubles take doubles inverted",
        "nello doubles take doubles inverted",
        *NELLO_NAMES,
    ),
    "nello-high": ("nello with doubles high", "nello doubles high", *NELLO_NAMES),
    "nello-low": ("nello with doubles low", "nello doubles low", *NELLO_NAMES),
    "sevens": ("sevens", "seven", "7", "7s"),
}
CALL_WORDS: Words = {number: _trump_words(number) for number in NUMBERS} | dict(NAMED_CALLS)
WORDS: Words = {
    **DOMINO_WORDS,
    **BID_WORDS,
    **CALL_WORDS,
}  # "5" is a call: the story tells numbers within its sentences


# The table ------------------------------------------------------------------------------------------------------------


@record
class Agreed:
    """The options, as the rules read them."""

    marks: int
    forced: bool
    nello_for_dealer: bool
    partnered: tuple[str, ...]  # which of plunge and splash may be bid
    partner_leads: tuple[str, ...]  # after which of them the partner leads
    calls: tuple[str, ...]


@record
class Contract:
    """What the declarer is to do: reach ``points`` (42: every trick; nello: no trick) for ``marks``."""

    declarer: Seat
    bid: str
    points: int
    marks: int
    caller: Seat
    call: str = ""  # until it is made
    sitting_out: Seat | None = None


@record
class Outcome:
    """How a deal ended: no contract where all passed, else the declaring side's points and the side that scored."""

    deal: int
    contract: Contract | None = None
    points: int = 0
    made: bool = False
    side: int | None = None


@record
class Won:
    """A trick that was taken."""

    plays: Trick
    winner: Seat
    points: int


@record
class Score:
    """What outlasts a deal."""

    deal: int
    dealer: Seat
    marks: tuple[int, int]
    sheet: tuple[Outcome, ...]
    trick: Won | None  # the last trick of the deal before, if it was played
    outcome: Outcome | None


@record
class Auction:
    """The bids by seat; ``high`` is the height of the last one that was no pass, and ``leading`` who made it."""

    bids: tuple[str | None, ...]
    high: int
    leading: Seat | None


@record
class State:
    phase: str
    agreed: Agreed
    score: Score
    auction: Auction
    contract: Contract | None
    hands: tuple[Hand, ...]
    tricks: tuple[Won, ...]
    trick: Trick
    turn: Seat


NO_BIDS = Auction((None,) * SEATS, BELOW, None)


def start(seats: int, options: Mapping[str, Any]) -> State:
    """The dealer of the first deal is the last seat, so that seat A bids first."""
    agreed = Agreed(
        marks=options["marks"],
        forced=options["all-pass"] == "forced",
        nello_for_dealer=options["nello"] == "dealer-only",
        partnered=tuple(bid for bid in PARTNERED if options[bid] != "off"),
        partner_leads=tuple(bid for bid, value in PARTNER_LEADS if options[bid] == value),
        calls=tuple(
            token for token, call in CALLS.items() if all(options[name] in values for name, values in call.agreed)
        ),
    )
    score = Score(1, seats - 1, (0, 0), (), None, None)
    return State("deal", agreed, score, NO_BIDS, None, ((),) * SEATS, (), (), 0)


def after(seat: Seat, sitting_out: Seat | None = None) -> Seat:
    """The seat whose turn is next."""
    following = (seat + 1) % SEATS
    return following if following != sitting_out else (following + 1) % SEATS


def partner(seat: Seat) -> Seat:
    return (seat + 2) % SEATS


def declared(state: State) -> Contract:
    """The contract of a deal whose auction is over."""
    assert state.contract is not None
    return state.contract


# The deal -------------------------------------------------------------------------------------------------------------


def deal(state: State, deck: tuple[Tile, ...]) -> Result:
    """Seven tiles to each seat, the one after the dealer first, the dealer last."""
    first = after(state.score.dealer)
    hands = tuple(in_order(hand, TILES) for hand in in_packets(deck, SEATS, first, 7, 0).hands)
    told = Said(f"Deal {state.score.deal}: {{player}} dealt.", {"player": state.score.dealer})
    drawn = (Said("{player} drew {tiles}.", {"player": seat, "tiles": hands[seat]}, to=seat) for seat in range(SEATS))
    return replace(state, phase="bid", hands=hands, turn=first), (told, *drawn)


# The auction ----------------------------------------------------------------------------------------------------------


def may_bid(state: State) -> tuple[str, ...]:
    """What the seat whose turn it is may say: pass, more points, marks, and what its doubles allow."""
    high = state.auction.high
    doubles = sum(tile in DOUBLES for tile in state.hands[state.turn])
    points = (str(n) for n in range(high + 1, MOST + 1))
    marks = ("1m", "2m") if high <= MOST else (f"{marks_of(high) + 1}m",)
    partnered = (
        bid
        for bid in state.agreed.partnered
        if doubles >= PARTNERED[bid].doubles and PARTNERED[bid].height(high) is not None
    )
    return (*(() if must_bid(state) else (PASS,)), *points, *marks, *partnered)


def must_bid(state: State) -> bool:
    """With ``forced``, the dealer may not pass after three passes."""
    return state.agreed.forced and state.turn == state.score.dealer and state.auction.leading is None


def ask_bid(state: State) -> Mapping[Seat, Ask]:
    options = may_bid(state)
    if must_bid(state):
        prompt = "All have passed, so you must bid: 30 is enough."
    elif state.auction.leading is None:
        prompt = "Your bid, from 30 points to 2 marks, or pass."
    else:
        prompt = f"Your bid, over {_in_words(state.auction.bids[state.auction.leading])}, or pass."
    return {state.turn: Ask(prompt, (Slot("bid", options),), options[0], BID_WORDS)}


def _in_words(bid: str | None) -> str:
    return BID_WORDS[bid or PASS][0]


def bid(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """One turn each; the highest bid declares."""
    ((seat, said),) = answers.items()
    before = state.auction
    bids = (*before.bids[:seat], said, *before.bids[seat + 1 :])
    if said == PASS:
        auction = Auction(bids, before.high, before.leading)
        told = Said("{player} passed.", {"player": seat})
    else:
        auction = Auction(bids, height_of(said, before.high), seat)
        told = Said("{player} bid {bid}.", {"player": seat, "bid": said})
    state = replace(state, auction=auction, turn=after(seat))
    if seat != state.score.dealer:
        return state, (told,)
    state, more = all_passed(state) if auction.leading is None else declare(state, auction.leading)
    return state, (told, *more)


def all_passed(state: State) -> Result:
    """Nobody scores, and the next dealer deals."""
    score = replace(state.score, trick=None, outcome=Outcome(state.score.deal))
    return next_deal(replace(state, score=score)), (Said("All passed: nobody scored."),)


def declare(state: State, seat: Seat) -> Result:
    """The highest bidder declares; after plunge or splash the partner makes the call."""
    made = state.auction.bids[seat]
    assert made is not None
    caller = partner(seat) if made in PARTNERED else seat
    contract = Contract(seat, made, min(state.auction.high, ALL), marks_of(state.auction.high), caller)
    told = Said("{player} declared with {bid}.", {"player": seat, "bid": made})
    return replace(state, phase="call", contract=contract, turn=caller), (told,)


# The call -------------------------------------------------------------------------------------------------------------


def may_call(state: State) -> tuple[str, ...]:
    """The calls agreed on, without those that this bid does not allow."""
    nello, sevens = may_lose(state), may_call_sevens(state)
    return tuple(
        token
        for token in state.agreed.calls
        if (nello or not CALLS[token].lose) and (sevens or not CALLS[token].nearest)
    )


def may_lose(state: State) -> bool:
    """Nello: the bid is 1 or 2 marks, and every earlier bidder passed; or only the dealer, after three passes."""
    contract, bids = declared(state), state.auction.bids
    order = seats_from(after(state.score.dealer), SEATS)
    earlier = order[: order.index(contract.declarer)]
    if state.agreed.nello_for_dealer and contract.declarer != state.score.dealer:
        return False
    return contract.bid in ("1m", "2m") and all(bids[seat] == PASS for seat in earlier)


def may_call_sevens(state: State) -> bool:
    """Sevens: at least one mark, bid by the declarer who also calls."""
    contract = declared(state)
    return contract.points == ALL and contract.bid not in PARTNERED


def on_most_tiles(hand: Hand) -> str:
    """The number on most tiles of the hand, a double counting once, ties to the lowest."""
    return max(NUMBERS, key=lambda number: sum(number in ENDS[tile] for tile in hand))


def ask_call(state: State) -> Mapping[Seat, Ask]:
    contract = declared(state)
    if contract.caller == contract.declarer:
        prompt = f"You declare with {_in_words(contract.bid)}: what do you call?"
    else:
        prompt = f"Your partner declares with a {contract.bid}: the call is yours."
    absent = on_most_tiles(state.hands[contract.caller])
    return {contract.caller: Ask(prompt, (Slot("call", may_call(state)),), absent, CALL_WORDS)}


def call(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The declarer leads, or the partner after splash or as agreed on for plunge; in nello the partner sits out."""
    ((caller, said),) = answers.items()
    before = declared(state)
    sitting_out = partner(before.declarer) if CALLS[said].lose else None
    leader = partner(before.declarer) if before.bid in state.agreed.partner_leads else before.declarer
    told = [Said("{player} called {call}.", {"player": caller, "call": CALLS[said].shown})]
    if sitting_out is not None:
        told.append(Said("{player} turned all tiles face down and sat out.", {"player": sitting_out}))
    contract = replace(before, call=said, sitting_out=sitting_out)
    return replace(state, phase="play", contract=contract, turn=leader), tuple(told)


# The play -------------------------------------------------------------------------------------------------------------


def led_suit(call: str, trick: Trick) -> str:
    """The suit to follow, if there is one."""
    return SUITS[call].led[trick[0][1]] if trick else NO_SUIT


def playable(call: str, led: str, hand: Hand) -> Hand:
    """Follow suit if able, otherwise any tile; in sevens a tile nearest to seven."""
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
    told = Said("{player} played {tile}." if state.trick else "{player} led {tile}.", {"player": seat, "tile": tile})
    trick = (*state.trick, (seat, tile))
    hands = (*hands[:seat], without(hands[seat], tile), *hands[seat + 1 :])
    full = len(trick) == (SEATS if contract.sitting_out is None else SEATS - 1)
    turn = after(seat, contract.sitting_out)
    state = State("play", state.agreed, state.score, state.auction, contract, hands, state.tricks, trick, turn)
    if not full:
        return state, (told,)
    state, more = take(state)
    return state, (told, *more)


def winner_of(call: str, trick: Trick) -> Seat:
    """Highest trump, else highest of the led suit takes; of equals, in sevens, the first played."""
    return best(trick, SUITS[call].strength[led_suit(call, trick)].__getitem__)


def worth(trick: Trick) -> int:
    """Every trick is one point, and its count tiles theirs."""
    return 1 + sum(COUNT.get(tile, 0) for _, tile in trick)


def take(state: State) -> Result:
    """The taker leads next. All seven tricks are played, but nello ends with the declarer's first."""
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
    tile = dict(won.plays)[won.winner]
    counts = "" if call.lose or call.nearest else f", worth {won.points}"
    return Said(f"{{player}} took the trick with {{tile}}{counts}.", {"player": won.winner, "tile": tile})


# The score ------------------------------------------------------------------------------------------------------------

TOLD = {  # what was to be done, whether it was
    ("points", True): "{side} took {points} on a bid of {bid} and scored {marks}.",
    ("points", False): "{side} took {points} on a bid of {bid}: {others} scored {marks}.",
    ("tricks", True): "{side} took every trick and scored {marks}.",
    ("tricks", False): "{side} did not take every trick: {others} scored {marks}.",
    ("nello", True): "{player} took no trick: {side} scored {marks}.",
    ("nello", False): "{player} took a trick: {others} scored {marks}.",
}


def side_of(seat: Seat) -> int:
    return seat % 2


def outcome_of(state: State) -> Outcome:
    """A points bid is made if the tricks and count reach it, a mark bid with every trick, nello with none."""
    contract = declared(state)
    side = side_of(contract.declarer)
    points = sum(won.points for won in state.tricks if side_of(won.winner) == side)
    made = points == 0 if CALLS[contract.call].lose else points >= contract.points
    return Outcome(state.score.deal, contract, points, made, side if made else 1 - side)


def score_deal(state: State) -> Result:
    """Made, the declaring side scores; set, the other side scores the same. Who reaches the marks has won."""
    contract, ended, before = declared(state), outcome_of(state), state.score
    a_c, b_d = (had + contract.marks * (side == ended.side) for side, had in enumerate(before.marks))
    score = Score(before.deal, before.dealer, (a_c, b_d), (*before.sheet, ended), state.tricks[-1], ended)
    state, told = replace(state, score=score), tell_outcome(ended, contract)
    if max(a_c, b_d) < state.agreed.marks:
        return next_deal(state), (told,)
    won = replace(state, phase=OVER)
    text = f"{{side}} won the game with {max(a_c, b_d)} to {min(a_c, b_d)}."
    return won, (told, Said(text, {"side": winners(won)}))


def tell_outcome(ended: Outcome, contract: Contract) -> Said:
    aim = "nello" if CALLS[contract.call].lose else "points" if contract.points < ALL else "tricks"
    side = side_of(contract.declarer)
    values = {"player": contract.declarer, "side": SIDES[side], "others": SIDES[1 - side], "bid": contract.bid}
    values |= {"points": _counted(ended.points, "point"), "marks": _counted(contract.marks, "mark")}
    return Said(TOLD[aim, ended.made], values)


def next_deal(state: State) -> State:
    """The deal passes to the next seat."""
    score = replace(state.score, deal=state.score.deal + 1, dealer=after(state.score.dealer))
    return State("deal", state.agreed, score, NO_BIDS, None, ((),) * SEATS, (), (), after(score.dealer))


def scores(state: State) -> tuple[int, ...]:
    """The marks of each seat's side."""
    return tuple(state.score.marks[side_of(seat)] for seat in range(SEATS))


def winners(state: State) -> tuple[Seat, ...]:
    """The side that reached the marks; both can't."""
    return SIDES[state.score.marks.index(max(state.score.marks))] if state.phase == OVER else ()


# What a seat may see --------------------------------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """One's own hand, and all that lies face up; no other hand, nor the tiles turned down in nello."""
    contract, score = state.contract, state.score
    return {
        "phase": state.phase,
        "deal": score.deal,
        "dealer": score.dealer,
        "turn": None if state.phase == OVER else state.turn,
        "hand": [] if seat is None else list(state.hands[seat]),
        "tiles": [len(hand) for hand in state.hands],
        "bids": list(state.auction.bids),
        "contract": contract and _view_contract(contract),
        "sitting_out": contract and contract.sitting_out,
        "leader": _leader(state),
        "trick": [list(played) for played in state.trick],
        "winning": winner_of(contract.call, state.trick) if contract and state.trick else None,
        "taken": [[_view_trick(won) for won in state.tricks if side_of(won.winner) == side] for side in (0, 1)],
        "marks": list(score.marks),
        "target": state.agreed.marks,
        "calls": list(state.agreed.calls),
        "nello-for-dealer": state.agreed.nello_for_dealer,
        "sheet": [_view_outcome(ended) for ended in score.sheet],
        "last": _view_last(state),
    }


def _leader(state: State) -> Seat | None:
    """Who led the trick, or is to lead it."""
    if state.phase != "play":
        return None
    return state.trick[0][0] if state.trick else state.turn


def _view_trick(won: Won) -> dict[str, Any]:
    return {
        "plays": [list(played) for played in won.plays],
        "tiles": [tile for _, tile in won.plays],
        "winner": won.winner,
        "points": won.points,
    }


def _view_contract(contract: Contract) -> dict[str, Any]:
    return {
        "declarer": contract.declarer,
        "bid": contract.bid,
        "call": contract.call or None,
        "caller": contract.caller,
        "points": contract.points,
        "marks": contract.marks,
    }


def _view_outcome(ended: Outcome) -> dict[str, Any]:
    return {
        "deal": ended.deal,
        "contract": ended.contract and _view_contract(ended.contract),
        "points": ended.points,
        "made": ended.made,
        "side": ended.side,
    }


def _view_last(state: State) -> dict[str, Any] | None:
    """The trick before; until the first trick of a deal is taken, that of the deal before, with its outcome."""
    playing = state.tricks and state.phase != OVER
    won, ended = (state.tricks[-1], None) if playing else (state.score.trick, state.score.outcome)
    if won is None and ended is None:
        return None
    trick = _view_trick(won) if won else {"plays": [], "tiles": [], "winner": None, "points": 0}
    return {**trick, "outcome": ended and _view_outcome(ended)}


# What a seat may think ------------------------------------------------------------------------------------------------


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


ON_OFF = ("on", "off")

GAME = Game(
    key="texas-42",
    name="Texas 42",
    seats=range(SEATS, SEATS + 1),
    options={
        "marks": Option(tuple(range(1, 16)), 7, "How many marks win the game."),
        "all-pass": Option(
            ("redeal", "forced"), "redeal", "When all pass: the next dealer deals, or the dealer must bid at least 30."
        ),
        "nello": Option(
            ("off", "on", "dealer-only"),
            "on",
            "Nello, to take no trick: never, for who bids 1 or 2 marks after passes only, or for the dealer alone.",
        ),
        "plunge": Option(
            ("off", "partner-leads", "declarer-leads"),
            "declarer-leads",
            "Plunge, with four doubles: the partner calls; who leads.",
        ),
        "splash": Option(ON_OFF, "off", "Splash, with three doubles, for two marks: the partner calls and leads."),
        "sevens": Option(ON_OFF, "off", "Sevens: the tile nearest to seven pips takes, and all tricks are needed."),
        "doubles-trump": Option(ON_OFF, "off", "Doubles may be called as the trump suit."),
        "follow-me-low": Option(ON_OFF, "off", "Follow-me may be called with doubles low in their suits."),
        "nello-doubles": Option(
            ("own", "any"), "own", "Doubles in nello: a suit of their own, or as the declarer calls them."
        ),
    },
    start=start,
    phases={
        "deal": Shuffle(lambda state: TILES, deal),
        "bid": Decide(ask_bid, bid),
        "call": Decide(ask_call, call),
        "play": Decide(ask_tile, play),
    },
    view=view,
    scores=scores,
    winners=winners,
    redeal=redeal,
    words=WORDS,
    sides=SIDES,
    trick_game=True,
)
