"""Tarot of Dementlieu, for three and four: a taker against each of the others, for coins.

The game comes from the lore of a fantasy setting, whose text contradicts itself; this is a playable game made from it.

Points on which the rules page is silent:

- If seats draw again for the deal, only their new cards count.
- A petit sec is proved by showing that card, not the hand; a deal annulled by it is not numbered separately.
- The pot is staked as soon as the taker is known. In a pot deal there is no contract to make or fail.
- Nobody else sees the cards that the taker lays away, not even trumps; in a contract deal, too, every seat keeps its
own pile.
- A Fool led to any trick but the last takes nothing there; the following cards decide.
- After the last deal the table stays as it is; a chien that nobody has seen stays unseen.

The modules follow the rule book: `state`, `deal`, `bidding`, `discard`, `play`, `count`; then
`seen`, what a seat may see, and `knowledge`, what it can deduce; `words` names everything. Snapshots store records
under the name of this package, so each of them is imported here.
"""

from __future__ import annotations

from ...auction import PASS
from ...cards import FRENCH_SUIT_NAMES
from ...defaults import core_of
from ...engine import Decide, Game, Option, Shuffle
from ...tarot import BOUTS, HALVES, HEIGHT, PETIT, STRENGTH, SUIT, order
from ...tempo import Tempo, as_agreed
from . import bidding, count, deal, discard, for_page, knowledge, play, seen, state
from .knowledge import hand_as_dealt, laid_away_anew, redeal
from .lesson import LESSON
from .state import LADDER, Agreed, Deal, Match, Sheet, State, Taken
from .words import GLOSSARY, WORDS

GAME: Game[State] = Game(
    key="dementlieu",
    name="Tarot of Dementlieu",
    seats=range(3, 5),
    options={
        "deals": Option(tuple(range(1, 21)), 6, "How many deals are played; one that all pass counts.", short=1),
        "stake": Option(tuple(range(1, 101)), 1, "How many coins a prise is worth; higher bids 2, 4, 6 times it."),
        "settlement": Option(
            ("contract", "pot"),
            "contract",
            "The taker is paid by the others or pays them; or the highest pile takes a pot.",
            words={"contract": "the taker is paid or pays", "pot": "the highest pile takes a pot"},
        ),
    },
    start=state.start,
    phases={
        "draw": Shuffle(deal.deck, deal.draw),
        "deal": Shuffle(deal.deck, deal.deal),
        "bid": Decide(bidding.ask_bid, bidding.bid),
        "discard": Decide(discard.ask_discard, discard.lay_away),
        "play": Decide(play.ask_card, play.play),
    },
    shared=lambda state, seat: core_of(GAME, state, seat, **seen.known(state)),
    without_core=seen.without_core,
    safe_since=seen.safe_since,
    scores=lambda state: state.match.coins,
    redeal=redeal,
    cards=state.cards,
    order=order,
    progress=seen.progress,
    waits={
        "draw": "A card is drawn for each seat: the highest deals first.",
        "bid": "{player} to bid.",
        "discard": "{player} to lay six cards away.",
    },
    view_type=seen.View,
    passes=frozenset({PASS}),
    words=WORDS,
    glossary=GLOSSARY,
    lesson=LESSON,
    trick_points=for_page.trick_points,
    made=for_page.made,
    for_page=for_page.FOR_PAGE,
    trick_game=True,
    trumps_freely=True,
    partners=seen.partners,
    suits=FRENCH_SUIT_NAMES,
    trick_winner=play.trick_winner,
    # of deals that are played, not passed out
    tempo={3: Tempo(76, 24.6, planned=11.7), 4: Tempo(76, 23.0, planned=9.0)},
    parts=as_agreed("deals"),
)
