"""The elements of a plan: lines, actions, and how long it stands."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ..rules.engine import Seat

PLAY, TOKENS, LOW, HIGH, LOWEST, HIGHEST = "play", "tokens", "low", "high", "lowest", "highest"
WIN, WIN_OR_LOW, PASS, NOTHING, CLOCK, ASK = "win", "win-low", "pass", "nothing", "clock", "ask"
TYPED, RICHEST, POOREST, EVERYTHING = "typed", "richest", "poorest", "everything"
PICK, DUCK, LONGEST = "pick", "duck", "longest"
ALL, WORTH, AT = "all", "worth", "at"
"""In a `PICK` line, besides `LOW` and `HIGH`: all cards of a suit, all worth as much, or more, and the one that lies at
a place.
"""
SAME = "same"
"""In place of a suit: that of the card to which one goes."""
BESIDE, APART = "beside", "apart"
WHERE: Mapping[str, str] = {BESIDE: "where the opponent has bid", APART: "where the opponent has not bid"}
"""In place of a place: the free one with a bid of the opponent, or without. Where several are so, one is asked."""
SINGLE, LONG, SHORT, LED_BY = "single", "long", "short", "led-by:"
OF_MINE: Mapping[str, str] = {SINGLE: "my singleton", LONG: "my longest plain suit", SHORT: "my shortest plain suit"}
"""In place of a suit: one that the cards tell; or `LED_BY` and whose: the suit that these led last. Where that is true
of several suits, one is asked.
"""

ACTIONS: Mapping[str, str] = {
    LOW: "my lowest of the suit led",
    HIGH: "my highest of the suit led",
    WIN: "the cheapest card that wins",
    WIN_OR_LOW: "the cheapest card that wins, otherwise my lowest of the suit led",
    LOWEST: "my lowest card",
    HIGHEST: "my highest card",
    RICHEST: "my card with the most points",
    POOREST: "my card with the fewest points",
    DUCK: "my highest card that does not win",
    PICK: "some of my cards",
    LONGEST: "my longest suit",
    PLAY: "a named card",
    PASS: "pass",
    NOTHING: "nothing",
    EVERYTHING: "everything that is offered, if I may take it all",
    TOKENS: "an answer",
    CLOCK: "what the clock would say",
    ASK: "ask me",
}
"""The actions of a line, in words."""
OF_CARDS = frozenset((PLAY, LOW, HIGH, LOWEST, HIGHEST, WIN, WIN_OR_LOW, RICHEST, POOREST, DUCK))
"""The actions that play a card to a trick."""

TRICK, DEAL, ONCE, ALWAYS, TRUMP_FALLS, CARD_FALLS = "trick", "deal", "once", "always", "trump", "card"
PARTNER_TAKES, LEAD_LOST = "partner", "lead-lost"
UNTIL: Mapping[str, str] = {
    DEAL: "the end of the deal",
    TRICK: "the end of the trick",
    TRUMP_FALLS: "a trump falls",
    PARTNER_TAKES: "my partner takes a trick",
    LEAD_LOST: "I lose the lead",
    CARD_FALLS: "a named card falls",
    ONCE: "it has answered once",
    ALWAYS: "I withdraw it",
}
"""How long a plan may stand, in words."""
CAN, CANNOT = "can", "cannot"
SOMEBODY, NOBODY = "somebody", "nobody"
PARTNER, OPPONENT, TAKER, DEFENDER = "partner", "opponent", "taker", "defender"
BEFORE, AFTER, OTHERS = "before", "after", "others"


class PlanLine(Struct, frozen=True, omit_defaults=True):
    """One line of a plan: its conditions, and its action if all of them hold.

    ``does``: one of `ACTIONS`; or `TYPED`, which only plans of 1.0 have. ``tokens``: the cards to play, in order of
    preference, or the parts of an answer; in a `TYPED` line its words, read when the answer is asked for; of the lowest
    or highest card of a hand that goes to a place, that place; of a card that wins, the only ones that may.
    ``of``: the suit of the card; empty: any, and of the lowest or highest of a suit the suit led. ``but``: cards that
    the line never plays.

    ``led``: one of these suits is led. ``leads``: I lead. ``winning``, ``partner``: one of these seats, or one that I
    know to be on my side, is winning the trick. ``can``: whether I can win it; empty: either way. ``trumped``: whether
    somebody has trumped another suit; empty: either way. ``last``: I play the last card of the trick. ``unbeaten``:
    nobody has bid more. ``phase``: only in this phase of the game. ``ever``: also if more could be said with the card,
    such as a signal, which is then left to the clock.

    ``follow``: whether I can follow suit; empty: either way. ``follows``: somebody else leads. ``position``: my place
    among those who play to the trick, from 1; 0: any. ``first``: one of these cards is led. ``lies``: one of these lies
    in the trick; ``unlies``: none of them does. ``laid_by``: who put it there, as in ``acted``. ``best``: one of these
    is the card that is winning. ``gone``, ``ungone``: all of these cards have been played in this deal;
    none of them has. ``mine``, ``unmine``: I hold one of these cards; I hold none of them. ``held``: I led this card
    before, and it won its trick.
    ``side``: who is winning, if not named above: somebody not known to be on my side, the taker, or a defender;
    ``unside``: who is not winning: the taker, a seat, or somebody on my side. ``led_by``: who led: seats, ``partner``,
    `OPPONENT`, `TAKER`.
    ``bids``: whether anybody has bid; empty: either way. ``points``: the trick so far counts as many, or more; 0: any.
    ``counts``: it counts more, fewer, or at most as many, as ``>8``, ``<5``, ``<=4``.
    ``free``, ``taken``: a token that may be answered now, or may not. ``bid_by``, ``passed``: somebody of these has
    bid, or has passed: seats, ``partner``, `OPPONENT`, `BEFORE` (the player before me), with ``=`` and a bid: that very
    one; `OTHERS`: all of them. ``holds``: of a suit I have so many cards, as ``H:0:2``. ``opening``: it is my first
    card of the deal.
    ``facts``: what a game says of a view (`Game.facts`), by its name and what fills its holes.

    ``tokens`` of a `PICK` line: cards, or descriptions (`picking.Pick`); of a `LONGEST` line: the rank that I may not
    hold of that suit. ``also``: what is said with the card. ``nth``: of the lowest or highest card that goes to a
    place, the second or third; ``of`` may then be `SAME`.

    ``time``: the suit is led for this time in the deal, from 1, or I lead for this time; 0: any. ``nth_trick``: it is
    this trick of the deal, from 1, or from the end, from -1; 0: any. ``ending``: it is one of the last so many tricks
    of the deal; 0: any. ``acted``, ``waited``: these, seats or `partner`,
    `OPPONENT`, `TAKER`, have played to this trick, or have yet to. ``spent``: all cards of these suits that I do not
    hold have been played.
    """

    does: str
    tokens: tuple[str, ...] = ()
    of: str = ""
    led: tuple[str, ...] = ()
    leads: bool = False
    winning: tuple[Seat, ...] = ()
    partner: bool = False
    can: str = ""
    trumped: str = ""
    last: bool = False
    unbeaten: bool = False
    phase: str = ""
    ever: bool = False
    follow: str = ""
    follows: bool = False
    position: int = 0
    first: tuple[str, ...] = ()
    lies: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    ungone: tuple[str, ...] = ()
    mine: tuple[str, ...] = ()
    unmine: tuple[str, ...] = ()
    held: str = ""
    side: str = ""
    unside: str = ""
    led_by: tuple[str, ...] = ()
    bids: str = ""
    points: int = 0
    counts: str = ""
    but: tuple[str, ...] = ()
    free: str = ""
    taken: str = ""
    bid_by: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    opening: bool = False
    facts: tuple[str, ...] = ()
    unlies: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    nth: int = 0
    time: int = 0
    nth_trick: int = 0
    ending: int = 0
    acted: tuple[str, ...] = ()
    waited: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    laid_by: tuple[str, ...] = ()
    best: tuple[str, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Whether the line has no conditions."""
        return not (self.of_a_trick or self.of_bids or self.of_the_seat or self.phase)

    @property
    def of_bids(self) -> bool:
        """Whether a condition is about what was bid."""
        return bool(self.unbeaten or self.bids or self.bid_by or self.passed)

    @property
    def of_the_seat(self) -> bool:
        """Whether a condition is about what I hold or may say, or about the table."""
        return bool(self.mine or self.unmine or self.holds or self.free or self.taken or self.facts)

    @property
    def of_a_trick(self) -> bool:
        """Whether a condition is about the trick."""
        return bool(self.leads or self.on_what_lies or self.on_the_deal)

    @property
    def on_the_deal(self) -> bool:
        """Whether a condition is about cards that were played in this deal."""
        return bool(
            self.gone
            or self.ungone
            or self.held
            or self.opening
            or self.time
            or self.nth_trick
            or self.ending
            or self.spent
        )

    @property
    def on_what_lies(self) -> bool:
        """Whether a condition is about cards already played."""
        on_who = self.winning or self.partner or self.side or self.unside or self.led_by
        on_cards = self.led or self.first or self.lies or self.unlies or self.trumped or self.best
        on_points = self.points or self.counts
        return bool(
            on_who
            or on_cards
            or on_points
            or self.can
            or self.follow
            or self.follows
            or self.position
            or self.last
            or self.acted
            or self.waited
        )


class Plan(Struct, frozen=True, omit_defaults=True):
    """The plan of a seat. ``until``: one of `UNTIL`; ``named``: the card whose fall ends it; ``length``: the number of
    tricks for which it stands, if it ends with a trick.

    Set when sealed: ``ply`` and ``stage``, the window and the deal; ``tricks`` and ``fallen``, the tricks and cards of
    that deal already played; ``last``, the trick that ends a plan for tricks, counted from 0; ``shuffles``, how often
    the match had dealt, because a deal that all passed is dealt again under the same number. -1: not known.

    ``unused``: remarks in the text, which the plan does not follow.

    ``withdrawn``: the words of a plan that was withdrawn because it did not fit; it has no lines any more.
    """

    lines: tuple[PlanLine, ...] = ()
    until: str = ""
    named: str = ""
    length: int = 1
    ply: int = -1
    stage: str = ""
    tricks: int = 0
    fallen: int = 0
    last: int = 0
    shuffles: int = -1
    withdrawn: str = ""
    unused: tuple[str, ...] = ()

    @property
    def asks_at_last(self) -> bool:
        """Whether its last line says what holds for every plan anyway: if no other line fits, the player is asked."""
        return bool(self.lines) and self.lines[-1].does == ASK and self.lines[-1].is_bare
