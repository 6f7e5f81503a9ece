"""French Tarot, for three, four and five: one player, or two, against the others.

In the order of the rule book: `deck`, `contracts`, `options`, `words`; `state`, the table; `dealing`, `bidding`,
`discard` (also the chien and the call), `play`, `count`; `core` and `seen`, what a seat may see; `knowledge`, what it
can deduce. Other packages import from here only. Snapshots store records under the name of this package, as in
``games.french_tarot.State``, so all of them are among these names.

Points on which the rules page is silent:

- The Excuse counts among the trumps of a poignée.
- A slam added to a bid is shown in the auction to its bidder alone, and to all once that bid has won.
- If trumps may be laid away freely, plain cards and trumps are one slot, `cards`.
- If leading the called suit is barred, a hand of only that suit and the Excuse leads the Excuse.
- If the called card lies in a chien or discard that stays face down, nobody is told that the taker is alone.
- On the score sheet, each seat's result includes its misères, which were paid when they were announced.
- After the last deal the table stays as it is; a chien or discard that was not shown stays unseen.
"""

from __future__ import annotations

from ...auction import PASS
from ...cards import FRENCH_SUIT_NAMES
from ...engine import Decide, Game, Shuffle
from ...tarot import HALVES, HEIGHT, PETIT, RANK, order
from ...tempo import Tempo, as_agreed
from . import bidding, book, dealing, discard, play
from .bidding import contract_of
from .contracts import CONTRACTS, GOULASH, SIZES
from .core import idle, progress, safe_since
from .count import scores, winners
from .glossary import GLOSSARY
from .knowledge import hand_as_dealt, laid_away_anew, redeal
from .lesson import LESSON
from .options import OPTIONS
from .seen import View, partners, view, without_core
from .state import Deal, Match, Rules, Sheet, Shown, State, Taken, all_of, cards, in_rows, start
from .words import WORDS

GAME: Game[State] = Game(
    key="french-tarot",
    name="French Tarot",
    seats=range(3, 6),
    options=OPTIONS,
    start=start,
    phases={
        "deal": Shuffle(dealing.deck, dealing.deal),
        "bid": Decide(bidding.ask_bid, bidding.bid),
        "call": Decide(discard.ask_call, discard.call),
        "discard": Decide(discard.ask_discard, discard.lay_away),
        "play": Decide(play.ask_card, play.play),
    },
    view=view,
    without_core=without_core,
    safe_since=safe_since,
    scores=scores,
    winners=winners,
    redeal=redeal,
    cards=cards,
    order=order,
    direction="right",
    progress=progress,
    idle=idle,
    view_type=View,
    passes=frozenset({PASS}),
    words=WORDS,
    glossary=GLOSSARY,
    lesson=LESSON,
    trick_points=book.trick_points,
    made=book.made,
    book=book.BOOK,
    trick_game=True,
    partners=partners,
    suits=FRENCH_SUIT_NAMES,
    taking=play.taking,
    tempo={3: Tempo(76, 24.4, planned=7.2), 4: Tempo(77, 24.7, planned=5.5), 5: Tempo(82, 24.5)},
    parts=as_agreed("deals"),
)
