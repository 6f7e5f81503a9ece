"""A player that looks ahead: it deals hidden cards anew, plays on, and picks the answer with the best outcome.

It uses only what its seat may see, because it plays only on tables that `Game.redeal` has dealt for that seat,
without sealed answers. It works for any game. The game's house player, if there is one, plays for all seats in the
imagined games, and may define which tables are likely and how clearly a deal was won.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import comb, exp, prod, sqrt
from random import Random
from statistics import mean, pstdev, stdev
from time import monotonic

from server import house
from server.rules import (
    OVER,
    Answer,
    AnyGame,
    Ask,
    Decide,
    Seat,
    Shuffle,
    State,
    Table,
    all_asks,
    canonical,
    forced,
    record,
)
from server.rules.decided import answers


@record
class Budget:
    """The limits: time in seconds, games imagined in each round of halving the candidates, and candidate answers.

    The rounds share the time evenly, so that enough is left to compare the best answers. ``now``: the clock that
    measures it, such as processor time if nobody waits.
    """

    seconds: float = 0.5
    games: int = 48
    candidates: int = 24
    now: Callable[[], float] = monotonic


@record
class TimeLimits:
    """``share``: when a round ends, if some tables were tried by then; ``until``: when the search ends."""

    share: float
    until: float
    now: Callable[[], float]


@record
class Outcome:
    """The outcome of an answer: the lead in points, the share of the win (``None`` if the game was not over), and what
    the standings promise for the rest of the match, in points.

    ``came``: what it is told by, in words: `HousePlayer.events`, and the lead in what the game calls its points.
    """

    points: float
    won: float | None
    prospect: float = 0.0
    came: Mapping[str, float] = {}


USUAL = Budget()
MANY = 4096
"""More games in a round than time ever allows, so that time is the only limit."""
SOME = 2  # the least number of imagined tables on which a round tries the answers, if any time is left
ENOUGH = 4  # the least number of imagined games on which to base a decision
CLEARLY = 0.5  # the standard errors by which an answer must be better than the usual one
FEW = 16  # up to this many lawful answers, all are tried
REDEALS = 12  # after this many unlikely tables, the last one is used
WIN = 1  # value of a win where games end, in standard deviations of the points


def choose(
    game: AnyGame, table: Table, seat: Seat, random: Random, budget: Budget = USUAL, signals: bool = False
) -> Answer:
    """The answer with the best outcome in imagined games. The seat must be asked."""
    return compared(game, table, seat, random, budget, signals=signals).best


def do_nothing() -> None:
    """Do nothing."""


@record
class Compared:
    """The answers tried: the house player's ``usual`` one, and the ``others`` left at the end.

    ``outcomes``: those of every answer tried, in the order of the imagined tables, which are the same for all; answers
    that were given up have fewer.
    """

    usual: Answer
    others: tuple[Answer, ...]
    outcomes: Mapping[Answer, Sequence[Outcome]]

    @property
    def best(self) -> Answer:
        """The best of the others, if it is clearly better than the usual answer."""
        if not self.others or len(self.outcomes[self.usual]) < ENOUGH:
            return self.usual
        worth = values({answer: self.outcomes[answer] for answer in (self.usual, *self.others)})
        best = max(self.others, key=lambda answer: mean(worth[answer]))
        gains = [one - other for one, other in zip(worth[best], worth[self.usual], strict=True)]
        return best if mean(gains) > CLEARLY * stdev(gains) / sqrt(len(gains)) else self.usual


def compared(
    game: AnyGame, table: Table, seat: Seat, random: Random, budget: Budget, kept: Answer | None = None,
    before_each: Callable[[], None] = do_nothing, signals: bool = False,
) -> Compared:  # fmt: skip
    """Try the answers in imagined games. The seat must be asked.

    All candidates are tried on the same tables; then the better half is tried on more tables, until one is left or the
    time is up. The house player's usual answer and ``kept`` stay to the end. ``before_each`` is called before each
    imagined game; what it raises ends the search.
    """
    ask = all_asks(game, table)[seat]
    usual, *others = candidates(game, table.state, ask, seat, random, budget.candidates, signals)
    always = [usual, *([kept] if kept not in (None, usual) else [])]
    others = list(dict.fromkeys([*always[1:], *others]))
    every: dict[Answer, list[Outcome]] = {answer: [] for answer in (usual, *others)}
    outcomes = every
    until = budget.now() + budget.seconds
    games = budget.games * house.player(game.key).weighty.get(table.state.phase, 1)
    while others:
        now = budget.now()
        share = now + (until - now) / len(others).bit_length()
        try_out(game, table, seat, outcomes, games, TimeLimits(share, until, budget.now), random, before_each)
        if len(others) == 1 or budget.now() > until:
            break
        worth = values(outcomes)
        others = sorted(others, key=lambda answer: mean(worth[answer]), reverse=True)[: len(others) // 2]
        outcomes = {answer: every[answer] for answer in dict.fromkeys((*always, *others))}
    return Compared(usual, tuple(others), every)


def try_out(
    game: AnyGame, table: Table, seat: Seat, outcomes: Mapping[Answer, list[Outcome]], games: int, limits: TimeLimits,
    random: Random, before_each: Callable[[], None] = do_nothing,
) -> None:  # fmt: skip
    """Play on after each of the answers, on the same imagined tables, and add the outcomes."""
    for tables in range(-(-games // len(outcomes))):
        if tables >= SOME and limits.now() > limits.share:
            return
        imagined = imagine(game, table.state, seat, random)
        chance = random.getrandbits(64)
        came: list[Outcome] = []
        for answer in outcomes:
            before_each()
            if limits.now() > limits.until:
                return  # not every answer was tried on this table
            came.append(play_out(game, imagined, seat, answer, Random(chance)))
        for answer, outcome in zip(outcomes, came, strict=True):
            outcomes[answer].append(outcome)


def values(outcomes: Mapping[Answer, Sequence[Outcome]]) -> dict[Answer, list[float]]:
    """The value of each outcome: points and prospects, plus a bonus for winning if all outcomes ended the game."""
    every = [outcome for each in outcomes.values() for outcome in each]
    ends = all(outcome.won is not None for outcome in every)
    win = WIN * pstdev([outcome.points for outcome in every]) if ends else 0
    return {
        answer: [one.points + one.prospect + win * (one.won or 0) for one in each] for answer, each in outcomes.items()
    }


def imagine(game: AnyGame, state: State, seat: Seat, random: Random) -> State:
    """A new deal of the hidden cards, if possible one for which the others would have answered as they did."""
    player, imagined, tries = house.player(game.key), game.redeal(state, seat, random), 1
    while tries < REDEALS and not player.fits(imagined, seat):
        imagined = player.dealt(state, seat, random, tries)
        tries += 1
    return player.likelier(imagined, seat, random)


FAVOUR = 0.05
"""By how much more a bidder is favoured at each try, per point that a card is worth to a bid."""
CERTAIN = 1e6


def favoured(
    worth: Mapping[str, float], tries: int, taken_up: Iterable[str], may_go: Collection[str]
) -> dict[str, float]:
    """How likely it is that a bidder holds each card, against others: the more tries have not fitted its bid, the
    rather it holds what is worth bidding on.

    Cards ``taken_up`` after the bid tell nothing of it; the bidder still holds them, but for those that ``may_go``.
    """
    known = {card: 1.0 if card in may_go else CERTAIN for card in taken_up}
    return {card: exp(FAVOUR * tries * value) for card, value in worth.items()} | known


# What may be answered ------------------------------------------------------------------------------------------------


def candidates(
    game: AnyGame, state: State, ask: Ask, seat: Seat, random: Random, most: int, signals: bool = False
) -> list[Answer]:
    """The house player's usual answer, then the other lawful answers; if those are many, a sample of similar ones.

    None beside one that is usual for the sake of ``signals``: nobody heeds them in imagined games.
    """
    view, player = house.sight(game, state, seat), house.player(game.key)
    usual = canonical(ask, player.usual(view, ask, seat, random))
    if signals:
        signalled = canonical(ask, player.usual(house.sight(game, state, seat, signals), ask, seat, random))
        if signalled != usual:
            return [signalled]
    others = list(answers(ask) if _count(ask) <= FEW else near(ask, usual))
    if state.phase == "play":
        others = distinct(others, usual, player.alike(view, ask.slots[0].options, seat), player.idle)
    others = [answer for answer in dict.fromkeys(others) if answer != usual]
    return [usual, *(others if len(others) < most else random.sample(others, most - 1))]


def distinct(
    others: Sequence[Answer], usual: Answer, alike: Sequence[Sequence[str]], idle: Collection[str] = ()
) -> list[Answer]:
    """The answers without those that come to the same as the usual one, or as another, but for the card played.

    Of other cards that are alike, the first stays. ``idle``: what may be said with a card and changes nothing.
    """
    of = {card: group[0] for group in alike for card in group}

    def comes_to(answer: Answer) -> tuple[str, ...]:
        card, *said = answer.split()
        return of[card], *[token for token in said if token not in idle]

    seen, kept = {comes_to(usual)}, []
    for answer in others:
        if comes_to(answer) not in seen and answer.split()[0] in of.values():
            seen.add(comes_to(answer))
            kept.append(answer)
    return kept


def near(ask: Ask, answer: Answer) -> Iterator[Answer]:
    """The lawful answers with one token more, one less, or one exchanged, in canonical form."""
    picked = set(answer.split())
    for slot in ask.slots:
        chosen = [option for option in slot.options if option in picked]
        free = [option for option in slot.options if option not in picked]
        more = [{option} for option in free if len(chosen) < slot.most]
        less = [{option} for option in chosen if len(chosen) > slot.least]
        for changed in (*more, *less, *({one, other} for one in chosen for other in free)):
            yield _in_order(ask, picked ^ changed)


def _in_order(ask: Ask, tokens: set[str]) -> Answer:
    return " ".join(option for slot in ask.slots for option in slot.options if option in tokens) or "none"


def _count(ask: Ask) -> int:
    return prod(sum(comb(len(slot.options), n) for n in range(slot.least, slot.most + 1)) for slot in ask.slots)


# Outcomes ------------------------------------------------------------------------------------------------------------


def play_out(game: AnyGame, state: State, seat: Seat, answer: Answer, random: Random) -> Outcome:
    """The outcome for the seat after this answer, when the deal, its stage or the horizon ends.

    A deal ends when cards are shuffled. Since nobody looks at these tables, phases follow one another without the
    engine, which would seal answers and keep the story.
    """
    player = house.player(game.key)
    left, begun = player.horizon, player.stage(state)
    first: Mapping[Seat, Answer] = {seat: answer}
    before, hurried = state, False
    while isinstance(phase := game.phases.get(state.phase), Decide) and left > 0 and player.stage(state) == begun:
        given = {}
        for owing, ask in phase.asks(state).items():
            given[owing] = (
                first.get(owing)
                or forced(ask)
                or canonical(ask, player.choose(house.sight(game, state, owing), ask, owing, random))
            )
        state, _ = phase.then(state, given)
        left -= len(given)
        first = {}
        if not hurried:
            played = player.played_on(state)
            hurried, state = played is not state, played
    while isinstance(phase := game.phases.get(state.phase), Shuffle):
        deck = phase.deck(state)
        state, _ = phase.then(state, tuple(random.sample(deck, len(deck))))
    lead, share = ahead(game, state, seat), won(game, state, seat) if state.phase == OVER else None
    came = {**player.events(before, state, seat), player.unit: lead}
    prospect = player.prospect(state, seat) + player.softened(before, state, seat)
    return Outcome(lead + player.margin(state, seat), share, prospect, came)


def won(game: AnyGame, state: State, seat: Seat) -> float:
    """The share of the win for a seat or its side: 1 if it won alone, 0 if it lost."""
    winners = game.winners(state)
    parties = {next((side for side in game.sides if winner in side), (winner,)) for winner in winners}
    return sum(seat in party for party in parties) / len(parties)


def ahead(game: AnyGame, state: State, seat: Seat) -> float:
    """The seat's points less the mean of its opponents'."""
    scores = game.scores(state)
    side = next((side for side in game.sides if seat in side), (seat,))
    others = [score for other, score in enumerate(scores) if other not in side]
    return scores[seat] - sum(others) / len(others)
