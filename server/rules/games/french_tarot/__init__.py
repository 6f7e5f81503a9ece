"""French Tarot, for three, four and five: one player, or two, against the others.

In the order of the rule book: `deck`, `contracts`, `words`; `state`, the table; `dealing`, `bidding`,
`discard` (also the chien and the call), `play`, `count`; `seen`, what a seat may see; `knowledge`, what it
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
from ...defaults import core_of
from ...engine import Decide, Game, Option, Shuffle
from ...tarot import HALVES, HEIGHT, PETIT, RANK, order
from ...tempo import Tempo, as_agreed
from . import bidding, dealing, discard, for_page, play
from .bidding import contract_of
from .contracts import CONTRACTS, GOULASH, SIZES
from .knowledge import hand_as_dealt, laid_away_anew, redeal
from .lesson import LESSON
from .seen import View, known, partners, progress, safe_since, without_core
from .state import Deal, Match, Rules, Sheet, Shown, State, Taken, all_of, cards, in_rows, start
from .words import GLOSSARY, WORDS

GAME: Game[State] = Game(
    key="french-tarot",
    name="French Tarot",
    seats=range(3, 6),
    options={
        "deals": Option(
            tuple(range(1, 37)), 6, "How many deals are played; annulled and passed-out deals do not count.", short=1
        ),
        "misere": Option(
            ("on", "off"),
            "off",
            "A hand without trumps, or without honours, may be announced for 10 points.",
            name="misère",
        ),
        "goulash": Option(
            ("on", "off"), "off", "When all pass, everybody plays alone and pays for the points they take."
        ),
        "petit-sec": Option(
            ("cancel", "play"),
            "cancel",
            "Whether a deal is annulled that gives somebody the petit as their only trump.",
            words={"cancel": "the deal is annulled", "play": "it is played"},
        ),
        "call": Option(
            ("before-chien", "after-discard"),
            "before-chien",
            "With five, when the taker calls a king for a partner.",
            words={"before-chien": "before the chien is seen", "after-discard": "after the discard"},
        ),
        "called-suit-lead": Option(
            ("free", "barred"),
            "free",
            "With five, whether the first card led may be of the called suit.",
            words={"free": "yes, it may", "barred": "no, it may not"},
        ),
        "excuse-last": Option(
            ("winner", "switch"),
            "winner",
            "Who gets an Excuse of the last trick: its winner, or always the other side.",
            words={"winner": "the winner of the trick", "switch": "always the other side"},
        ),
        "trumps-in-discard": Option(
            ("forced", "announced"),
            "forced",
            "Trumps laid away: only where nothing else is left, or freely, but shown.",
            words={"forced": "only where nothing else is left", "announced": "freely, but shown"},
        ),
    },
    start=start,
    phases={
        "deal": Shuffle(dealing.deck, dealing.deal),
        "bid": Decide(bidding.ask_bid, bidding.bid),
        "call": Decide(discard.ask_call, discard.call),
        "discard": Decide(discard.ask_discard, discard.lay_away),
        "play": Decide(play.ask_card, play.play),
    },
    shared=lambda state, seat: core_of(GAME, state, seat, **known(state, seat)),
    without_core=without_core,
    safe_since=safe_since,
    scores=lambda state: state.match.scores,
    redeal=redeal,
    cards=cards,
    order=order,
    direction="right",
    progress=progress,
    waits={
        "bid": "{player} to bid.",
        "call": "{player} to call a card: its holder is the partner.",
        "discard": "{player} to lay cards away.",
    },
    view_type=View,
    passes=frozenset({PASS}),
    words=WORDS,
    glossary=GLOSSARY,
    lesson=LESSON,
    trick_points=for_page.trick_points,
    made=for_page.made,
    for_page=for_page.FOR_PAGE,
    trick_game=True,
    partners=partners,
    suits=FRENCH_SUIT_NAMES,
    trick_winner=play.trick_winner,
    tempo={3: Tempo(76, 24.4, planned=7.2), 4: Tempo(77, 24.7, planned=5.5), 5: Tempo(82, 24.5)},
    parts=as_agreed("deals"),
)
