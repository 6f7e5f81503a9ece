"""The house player of Texas 42: it counts what its hand is worth, bids that, and takes what is needed.

It uses only its view: its hand, the tiles played, the bids and the call.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from server.house.memory import Cards, Duties, Memory, Places
from server.rules import Answer, Ask, Seat
from server.rules.games.texas_42 import (
    ALL,
    BID_WORDS,
    CALLS,
    COUNT,
    PARTNERED,
    SUITS,
    TILES,
    State,
    Won,
    partner,
    points_of,
    shown_by,
    side_of,
    winner_of,
)
from server.rules.record import replace

View = dict[str, Any]
Tile = str

SLIPS = 0.5
"""More than in other games, for its second-best tile is good."""
FOR_A_MARK = 15.0
LIMITS = ((FOR_A_MARK, "1m"), (12.5, "36"), (10.5, "33"), (9.5, "30"))
"""The worth of a hand from which the house bids up to so much: from there it is made in about half of the deals. Of 450
hands, each played 20 times by the house, those worth less than half a point more made it in 55, 57, 46 and 49 of 100.
Against the bidding by likely tricks this gains 0.029 ± 0.022 marks a deal (2,000 deals).
"""
LADDER = tuple(BID_WORDS)  # from the lowest bid to the highest
DUTIES = {token: Duties(suits.led, suits.members, {}, may_discard=True) for token, suits in SUITS.items()}


def beating(token: str, led: str, tile: Tile) -> tuple[Cards, Cards, Cards]:
    """The tiles of the suit led that beat this one, the trumps that do, and all tiles of that suit."""
    duties, strength = DUTIES[token], SUITS[token].strength[led]
    above, members = duties.all(one for one in TILES if strength[one] > strength[tile]), duties.members[led]
    return above & members, above & ~members, members


BEATING = {
    token: {led: {tile: beating(token, led, tile) for tile in TILES} for led in suits.strength}
    for token, suits in SUITS.items()
}
"""Call -> suit led -> tile -> what would beat it."""
LOSING = tuple(token for token, call in CALLS.items() if call.lose)
PLAIN = tuple(token for token, call in CALLS.items() if not call.lose and not call.nearest)
BEFORE_THE_BID = PLAIN[: PLAIN.index("follow-me") + 1]

# Tuned in games of the house against itself:
SINGLE, NOT_SINGLE = 2.0, 1.5  # nello: weight of a suit that the hand can hardly duck, by its number of tiles
EXPOSED = 1.4  # up to this exposure, nello succeeds more often than not
FRIEND_TAKES = 0.9  # the chance that a partner who can take the trick does
FRIEND_HOLDS = 0.6  # and that no opponent beats that
NEEDED = 0.9  # the chance to fall short if all that is left is needed
BEYOND = 0.2  # value of a point to the declarer beyond its need
FED = 1  # points that each player adds to a trick of the defence, or to one that it loses
KEEP = 3  # value of keeping a sure tile, in points
DRAW = 14  # value of drawing trumps for the declarer's side, and
SAVE = 8  # of saving its own once the opponents have none


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """The house player's answer, one of the options of the ask; it does not depend on chance."""
    return PHASES[view["phase"]](view, ask.slots[0].options, seat)


# What a hand is worth ------------------------------------------------------------------------------------------------


def worth(hand: Collection[Tile], call: str) -> float:
    """What the hand is worth with this call: trumps, the highest of them, other doubles, and count held.

    Without trumps: the tiles that nothing can beat when led, doubles first. Its correlation with making 30 is 0.76 (200
    hands, 24 deals each); that of the likely tricks, by the tiles out that beat its own, is 0.67.
    """
    suits, trump = SUITS[call], CALLS[call].trump
    fives = sum(COUNT.get(tile, 0) for tile in hand) / 5
    if not trump:
        return 2 + 2 * len(sure_tiles(hand, call)) + 0.4 * fives
    trumps = [tile for tile in hand if suits.led[tile] == trump]
    doubles = sum(tile[0] == tile[2] for tile in hand if tile not in trumps)
    highest_first = sorted(suits.members[trump], key=suits.strength[trump].__getitem__, reverse=True)
    in_a_row = next((n for n, tile in enumerate(highest_first) if tile not in trumps), len(highest_first))
    return 2 * len(trumps) + (in_a_row > 0) + 0.4 * in_a_row + 1.3 * doubles + 0.4 * fives


def sure_tiles(hand: Collection[Tile], call: str) -> list[Tile]:
    """The tiles that no tile of another hand beats when they are led, if nobody trumps."""
    suits = SUITS[call]

    def is_sure(tile: Tile) -> bool:
        strength = suits.strength[suits.led[tile]]
        return all(strength[other] < strength[tile] for other in suits.members[suits.led[tile]].difference(hand))

    return [tile for tile in hand if is_sure(tile)]


def best_call(hand: Collection[Tile], calls: Collection[str]) -> str:
    """The call, of trumps or follow-me, with which the hand is worth most."""
    return max((call for call in PLAIN if call in calls), key=lambda call: worth(hand, call))


def exposure(hand: Collection[Tile], call: str) -> float:
    """The risk of taking a trick: for each suit, the weighted share of the others' tiles below the hand's lowest."""
    suits, risk = SUITS[call], 0.0
    for suit, members in suits.members.items():
        held = [suits.strength[suit][tile] for tile in hand if tile in members]
        others = members.difference(hand)
        if held and others:
            below = sum(suits.strength[suit][other] < min(held) for other in others)
            risk += below / len(others) * (SINGLE if len(held) == 1 else NOT_SINGLE)
    return risk


def best_nello(hand: Collection[Tile], calls: Collection[str]) -> str | None:
    """The nello call that the hand is most likely to make, or ``None`` if it is too risky."""
    exposed = {call: exposure(hand, call) for call in LOSING if call in calls}
    best = min(exposed, key=exposed.__getitem__, default=None)
    return best if best is not None and exposed[best] <= EXPOSED else None


def bid(view: View, options: Sequence[str], seat: Seat) -> Answer:
    """The lowest bid available, up to what the hand is worth; above the partner's bid only for a mark."""
    made = [other for other, said in enumerate(view["bids"]) if said not in (None, "pass")]
    highest = max(made, key=lambda other: (other - view["dealer"] - 1) % 4, default=None)
    value = worth(view["hand"], best_call(view["hand"], BEFORE_THE_BID))
    limit = next((height for enough, height in LIMITS if value >= enough), None)
    offered = next((option for option in options if option != "pass"), None)
    if limit in (None, "30") and not made and "1m" in options and best_nello(view["hand"], nellos(view, seat)):
        return "1m"
    if limit is None or offered is None or (highest == partner(seat) and limit != "1m"):
        return options[0]
    return offered if LADDER.index(offered) <= LADDER.index(limit) else options[0]


def nellos(view: View, seat: Seat) -> Collection[str]:
    """The kinds of nello that the seat may call if it becomes declarer."""
    return view["calls"] if seat == view["dealer"] or not view["nello-for-dealer"] else ()


def fits(state: State, seat: Seat) -> bool:
    """Whether the highest bidder so far, if another seat, holds a hand on which the house would bid and call so."""
    bidder = state.auction.leading
    if bidder is None or bidder == seat:
        return True
    made = state.auction.bids[bidder]
    assert made is not None
    hand = {*state.hands[bidder], *shown_by(state)[bidder].played}
    call = state.contract.call if state.contract else ""
    if made in PARTNERED or (call and call not in PLAIN):
        return call not in LOSING or exposure(hand, call) <= EXPOSED
    if made == "1m" and not call and best_nello(hand, state.agreed.calls):
        return True
    rungs = (enough for enough, height in reversed(LIMITS) if LADDER.index(made) <= LADDER.index(height))
    return worth(hand, call or best_call(hand, BEFORE_THE_BID)) >= next(rungs, LIMITS[0][0])


def events(before: State, after: State, seat: Seat) -> dict[str, float]:
    """Whether the bid was made by the seat's side, or set; and the points that the side took."""
    ended = after.score.outcome
    if ended is None or ended is before.score.outcome or ended.contract is None:
        return {}
    declares = side_of(seat) == side_of(ended.contract.declarer)
    came: dict[str, float] = {"contract" if declares else "beaten": ended.made == declares}
    if CALLS[ended.contract.call].lose:
        return came
    return came | {"in-tricks": ended.points if declares else ALL - ended.points}


UNIT = "marks"


def margin(state: State, seat: Seat) -> float:
    """How far the declaring side was above its bid, as a share of all points; negative for the other side."""
    ended = state.score.outcome
    if ended is None or ended.contract is None or CALLS[ended.contract.call].lose:
        return 0
    beyond = (ended.points - ended.contract.points) / ALL
    return beyond if side_of(seat) == side_of(ended.contract.declarer) else -beyond


def call(view: View, options: Sequence[str], seat: Seat) -> Answer:
    """Trumps or follow-me, unless the bid was made for nello."""
    plain = best_call(view["hand"], options)
    nello = best_nello(view["hand"], options)
    return nello if nello and worth(view["hand"], plain) < FOR_A_MARK else plain


# The play ------------------------------------------------------------------------------------------------------------


def points_in(trick: Iterable[tuple[Seat, Tile]]) -> int:
    """The points of these tiles, and of the trick itself."""
    return 1 + sum([COUNT.get(tile, 0) for _, tile in trick])


@cache
def behind(seat: Seat, played: tuple[Seat, ...]) -> tuple[Sequence[Seat], Sequence[Seat], Seat | None]:
    """The opponents of a seat; those of them who are still to play to the trick, and the partner, if it is."""
    others = (seat + 1) % 4, (seat + 3) % 4
    opponents = tuple(other for other in others if other not in played)
    return others, opponents, None if partner(seat) in played else partner(seat)


class TrickAtHand(Places):
    """What the seat to play knows about the trick, the others' tiles, and what its side still needs."""

    def __init__(
        self, seat: Seat, call: str, declarer: Seat, trick: Sequence[tuple[Seat, Tile]], need: int, left: int,
        may: Sequence[Cards], room: Sequence[int], face_down: int = 0,
    ) -> None:  # fmt: skip
        """``need``: the points that the declaring side still needs; ``left``: those in the tricks to come.

        The others: see `Places`.
        """
        super().__init__(may, room, face_down)
        self.seat, self.call, self.trick, self.need, self.left = seat, call, trick, need, left
        self.suits, self.trump, self.beating = SUITS[call], CALLS[call].trump, BEATING[call]
        self.declares = side_of(declarer) == side_of(seat)
        self.others, self.opponents, self.friend = behind(seat, tuple([by for by, _ in trick]))
        self.lying = points_in(trick)
        self.as_it_lies: float | None = None
        self.standings: dict[int, tuple[float, float]] = {}
        if trick:
            self.led = self.suits.led[trick[0][1]]
            self.strength = self.suits.strength[self.led]
            self.winner, self.best = max(trick, key=lambda play: self.strength[play[1]])

    @classmethod
    def seen(cls, view: View, seat: Seat) -> TrickAtHand:
        """From the view of the seat."""
        contract, trick = view["contract"], [(by, tile) for by, tile in view["trick"]]
        won = [trick for side in view["taken"] for trick in side]
        memory = Memory(
            DUTIES[contract["call"]], seat, 4, view["hand"], (), [trick["plays"] for trick in won], trick, {},
            sits_out=view["sitting_out"],
        )  # fmt: skip
        declarer = contract["declarer"]
        need = contract["points"] - sum(trick["points"] for trick in view["taken"][side_of(declarer)])
        left = ALL - sum(trick["points"] for trick in won)
        room = [memory.room.get(other, 0) for other in range(4)]
        may = [memory.unseen & ~memory.lacks[other] if room[other] else 0 for other in range(4)]
        return cls(seat, contract["call"], declarer, trick, need, left, may, room, memory.face_down)

    def beaten(self, other: Seat, led: str, tile: Tile) -> float:
        """The chance that a seat can beat the tile, with one of the suit led, or by trumping if it has none."""
        above, trumps, members = self.beating[led][tile]
        follows = self.has_one(other, above)
        if not trumps & self.may[other]:
            return follows
        return follows + (1 - follows) * self.has_one(other, trumps) * (1 - self.has_one(other, members))

    def holds(self, led: str, tile: Tile, players: Iterable[Seat]) -> float:
        """The chance that none of these seats beats the tile."""
        chance = 1.0
        for other in players:
            chance *= 1 - self.beaten(other, led, tile)
        return chance

    def if_led(self, tile: Tile) -> float:
        """The chance that the tile, when led, takes the trick against the opponents."""
        return self.holds(self.suits.led[tile], tile, self.others)

    def takes(self, tile: Tile) -> float:
        """The chance that the seat's side takes the trick if it plays the tile."""
        if not self.trick:
            return self.keeps(self.suits.led[tile], tile)
        if self.strength[tile] > self.strength[self.best]:
            return self.keeps(self.led, tile)
        if self.as_it_lies is None:
            ours = side_of(self.winner) == side_of(self.seat)
            self.as_it_lies = self.keeps(self.led, self.best) if ours else self.by_friend(self.led, self.best)
        return self.as_it_lies

    def keeps(self, led: str, best: Tile) -> float:
        """The chance that the seat's side takes the trick if the best tile so far is its own."""
        held = self.holds(led, best, self.opponents)
        if held == 1 or self.friend is None:
            return held
        return held + (1 - held) * FRIEND_TAKES * self.beaten(self.friend, led, best) / 2

    def by_friend(self, led: str, best: Tile) -> float:
        """The chance that the partner takes the trick from an opponent."""
        if self.friend is None:
            return 0.0
        takes = FRIEND_TAKES * self.beaten(self.friend, led, best)
        return takes * FRIEND_HOLDS if self.opponents else takes

    def standing(self, declarers: float, defenders: float) -> float:
        """How the declaring side stands, on a scale of all points, if the sides take so many more of them.

        All is well once it has what it needs, and lost once too few are left; between the two it stands the worse, the
        greater the share that it needs of what is left.
        """
        need, left = self.need - declarers, self.left - declarers - defenders
        if need <= 0:
            return ALL
        return ALL * (1 - NEEDED * need / left) if need <= left else 0.0

    def outcomes(self, stake: int) -> tuple[float, float]:
        """How the declaring side stands if the seat's side takes so many points in this trick, and if it loses them."""
        if self.declares:
            return self.standing(stake, 0), self.standing(0, stake)
        won, lost = stake + FED * (self.friend is not None), stake + FED * len(self.opponents)
        return self.standing(0, won), self.standing(lost, 0)

    def gain(self, tile: Tile) -> float:
        """What the tile promises: the standing that the trick leads to, and what it does for later tricks."""
        stake, takes = self.lying + COUNT.get(tile, 0), self.takes(tile)
        if stake not in self.standings:
            self.standings[stake] = self.outcomes(stake)
        won, lost = self.standings[stake]
        value = takes * won + (1 - takes) * lost
        value = value + BEYOND * (2 * takes - 1) * stake if self.declares else -value
        if self.trick:
            return value - KEEP * self.if_led(tile)
        if not self.declares or self.suits.led[tile] != self.trump:
            return value
        trumps = self.beating[self.trump][tile][2]
        return value + DRAW * takes if any(trumps & self.may[one] for one in self.opponents) else value - SAVE

    def would_take(self, tile: Tile) -> float:
        """The chance that this tile itself takes the trick, rounded to a hundredth."""
        if self.trick and self.strength[self.best] > self.strength[tile]:
            return 0.0
        after = [*self.opponents, *([] if self.friend is None else [self.friend])]
        return round(self.holds(self.led if self.trick else self.suits.led[tile], tile, after), 2)

    def lowest(self, options: Sequence[Tile]) -> Tile:
        """The tile least likely to take; among equals, the one least useful later."""
        return min(options, key=lambda tile: (self.would_take(tile), -self.if_led(tile)))


def play(view: View, options: Sequence[Tile], seat: Seat) -> Answer:
    """Take if it pays, otherwise lose little; in nello take nothing, or make the declarer take."""
    trick, declarer = TrickAtHand.seen(view, seat), view["contract"]["declarer"]
    if not CALLS[trick.call].lose:
        return max(options, key=trick.gain)
    if view["winning"] != declarer and declarer not in (seat, *trick.opponents):
        return max(options, key=trick.if_led)  # it has escaped
    return trick.lowest(options)


def alike(view: View, tiles: Sequence[Tile], seat: Seat) -> list[list[Tile]]:
    """The tiles that may be played, in groups that come to the same: trumps in a row, if all or none of them count."""
    call = view["contract"]["call"]
    suits, trump = SUITS[call], CALLS[call].trump
    gone = {tile for side in view["taken"] for won in side for _, tile in won["plays"]}
    groups = [[tile] for tile in tiles if suits.led[tile] != trump]
    row: list[Tile] = []
    for tile in sorted(suits.members[trump], key=suits.strength[trump].__getitem__) if trump else ():
        if tile in tiles and row and COUNT.get(row[-1]) == COUNT.get(tile):
            row.append(tile)
        elif tile in tiles:
            groups.append(row := [tile])
        elif tile not in gone:
            row = []
    return groups


def played_on(state: State) -> State:
    """The imagined deal, played on to its last trick by the same advice, without the records of a table.

    Once the bid is made, or can no longer be, any tile will do.
    """
    contract = state.contract
    if state.phase != "play" or contract is None or max(map(len, state.hands)) < 2:
        return state
    call, turn, trick, tricks = contract.call, state.turn, list(state.trick), list(state.tricks)
    if CALLS[call].lose or CALLS[call].nearest:
        return state
    duties, suits, declarer = DUTIES[call], SUITS[call], contract.declarer
    hands, room = [duties.all(hand) for hand in state.hands], [len(hand) for hand in state.hands]
    known = Memory(duties, turn, 4, (), (), [won.plays for won in tricks], trick, {})
    out, lacks = known.unseen, known.lacks
    need = contract.points - points_of(state, side_of(declarer))
    left = ALL - sum([won.points for won in tricks])
    while trick or room[turn] > 1:
        hand, members = hands[turn], duties.members[suits.led[trick[0][1]]] if trick else 0
        options = hand & members or hand
        tile = TILES[options.bit_length() - 1]
        if options & (options - 1) and 0 < need <= left:
            may = [out & ~hand & ~lack for lack in lacks]
            may[turn] = 0
            at_hand = TrickAtHand(turn, call, declarer, trick, need, left, may, room)
            tile = max(named(options), key=at_hand.gain)
        bit = duties.bit[tile]
        if not bit & members:
            lacks[turn] |= members
        out, hands[turn], room[turn] = out ^ bit, hand ^ bit, room[turn] - 1
        trick.append((turn, tile))
        turn = (turn + 1) % 4
        if len(trick) == 4:
            plays, points = tuple(trick), points_in(trick)
            turn = winner_of(call, plays)
            tricks.append(Won(plays, turn, points))
            left -= points
            need -= points if side_of(turn) == side_of(declarer) else 0
            trick = []
    return replace(state, hands=tuple([named(hand) for hand in hands]), tricks=tuple(tricks), trick=(), turn=turn)


def named(tiles: Cards) -> tuple[Tile, ...]:
    """The tiles of a set, in their order."""
    names = []
    while tiles:
        names.append(TILES[(tiles & -tiles).bit_length() - 1])
        tiles &= tiles - 1
    return tuple(names)


PHASES: Mapping[str, Callable[[View, Sequence[str], Seat], Answer]] = {"bid": bid, "call": call, "play": play}
