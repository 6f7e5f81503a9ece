"""Texas 42: dominoes played as a game of tricks, two partners against two, for marks.

As in a rule book: `tiles`, `calls` and `bids` with the `words` for them, the table (`state`), then `bidding`,
`calling`, `play` and `count`; finally `seen`, what a seat may see, and `knowledge`, what it can deduce. Other packages
import from here, and snapshots store records under the name of this package.

Rulings where the page and its source are silent:

- For later bids, a plunge or a splash counts as the marks it stands for: a plunge for four is followed by ``5m``.
- Marks beyond the agreed number are scored too: a plunge may end a game to seven at 4 + 4.
- A deal in which all pass has its own number, but no row on the score sheet.
- In sevens the leader, too, plays a tile nearest to seven.
- In nello and sevens the points of tricks are shown but decide nothing: 42 points are the same as all seven tricks.
- If nello is broken, tiles left in the hands stay face down.
"""

from __future__ import annotations

from ...auction import PASS
from ...defaults import core_of
from ...engine import Decide, Game, Option, Shuffle
from ...story import Number
from ...tempo import Tempo, as_agreed
from . import bidding, calling, count, knowledge, play, seen, state
from .bids import PARTNERED
from .calls import CALLS, SUITS
from .count import points_of
from .knowledge import shown_by
from .lesson import LESSON
from .play import led_suit, playable, winner_of
from .state import SEATS, SIDES, Agreed, Auction, Contract, Outcome, Score, State, Won, partner, side_of
from .tiles import ALL, COUNT, TILES
from .words import BID_WORDS, GLOSSARY, SUIT_NAMES, WORDS

ON_OFF = ("on", "off")

GAME: Game[State] = Game(
    key="texas-42",
    name="Texas 42",
    seats=range(SEATS, SEATS + 1),
    options={
        "marks": Option(tuple(range(1, 16)), 7, "How many marks win the match.", short=1),
        "all-pass": Option(
            ("redeal", "forced"),
            "redeal",
            "When all pass: the next dealer deals, or the dealer must bid at least 30.",
            words={"redeal": "the next dealer deals", "forced": "the dealer must bid"},
        ),
        "nello": Option(
            ("off", "on", "dealer-only"),
            "on",
            "Nello, to take no trick: never, for who bids 1 or 2 marks after passes only, or for the dealer alone.",
            words={"off": "never", "on": "after passes only", "dealer-only": "for the dealer alone"},
        ),
        "plunge": Option(
            ("off", "partner-leads", "declarer-leads"),
            "declarer-leads",
            "Plunge, with four doubles: the partner calls; who leads.",
            words={"off": "never", "partner-leads": "the partner leads", "declarer-leads": "the declarer leads"},
        ),
        "splash": Option(ON_OFF, "off", "Splash, with three doubles, for two marks: the partner calls and leads."),
        "sevens": Option(ON_OFF, "off", "Sevens: the tile nearest to seven pips takes, and all tricks are needed."),
        "doubles-trump": Option(ON_OFF, "off", "Doubles may be called as the trump suit."),
        "follow-me-low": Option(ON_OFF, "off", "Follow-me may be called with doubles low in their suits."),
        "nello-doubles": Option(
            ("own", "any"),
            "own",
            "Doubles in nello: a suit of their own, or as the declarer calls them.",
            words={"own": "a suit of their own", "any": "as the declarer calls them"},
        ),
    },
    start=state.start,
    phases={
        "deal": Shuffle(lambda state: TILES, state.deal),
        "bid": Decide(bidding.ask_bid, bidding.bid),
        "call": Decide(calling.ask_call, calling.call),
        "play": Decide(play.ask_tile, play.play),
    },
    shared=lambda state, seat: core_of(GAME, state, seat, **seen.known(state)),
    without_core=seen.without_core,
    safe_since=seen.safe_since,
    scores=lambda state: tuple(state.score.marks[side_of(seat)] for seat in range(SEATS)),
    redeal=knowledge.redeal,
    cards=state.cards,
    order=play.order,
    progress=seen.progress,
    waits={"bid": "{player} to bid.", "call": "{player} to make the call."},
    view_type=seen.View,
    passes=frozenset({PASS}),
    words=WORDS,
    glossary=GLOSSARY,
    lesson=LESSON,
    trick_points=lambda trick: Number(play.worth(trick)),
    made=seen.made,
    for_page={"all": ALL, "highest": bidding.highest_bidder},
    sides=SIDES,
    trick_game=True,
    suits=SUIT_NAMES,
    trick_winner=play.trick_winner,
    kinds={
        **dict.fromkeys(("ten", "tens", "ten counter", "ten count"), ("5-5", "6-4")),
        **dict.fromkeys(("five counter", "five count"), ("5-0", "4-1", "3-2")),
    },
    tempo={SEATS: Tempo(33, 9.1, planned=5.0)},
    parts=as_agreed("marks", 1.7),
)
