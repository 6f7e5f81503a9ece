"""The count of a deal, what it pays, and the end of the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...cards import Card
from ...engine import OVER, Said, Seat, leaders, plural_said
from ...record import replace
from ...story import Number, Plural
from ...tarot import HALVES, NEEDED, PLAIN_TRUMPS, bouts_in
from .state import CONTRACTS, Result, Sheet, State, before_deal, eldest, in_tricks, last_trick, price


def pile(state: State, seat: Seat) -> tuple[Card, ...]:
    """The tricks of a seat; the taker's also has the cards laid away, or a chien that counts unseen."""
    deal, cards = state.deal, in_tricks(state, seat)
    if seat != deal.taker or deal.contract is None:
        return cards
    contract = CONTRACTS[deal.contract]
    return cards + (deal.discard if contract.shown else deal.chien if contract.counts else ())


def known_of(state: State, taker: Seat) -> tuple[tuple[Card, ...], int]:
    """The bouts and half points that everybody knows to be in the taker's pile.

    Those of its tricks, without the half point for a surplus plain trump: whether a growing pile will end odd is
    unknown. When the match is over, the result of the count.
    """
    if state.phase == OVER:
        sheet = state.match.sheets[-1]
        return sheet.bouts, sheet.halves[taker]
    cards = in_tricks(state, taker)
    return bouts_in(cards), sum([HALVES[card] for card in cards])


def halves_of(cards: Sequence[Card]) -> int:
    """Half points of a pile. In an odd pile a plain trump, if there is one, is left over and counts a whole point."""
    left_over = len(cards) % 2 == 1 and not PLAIN_TRUMPS.isdisjoint(cards)
    return sum(HALVES[card] for card in cards) + left_over


def count(state: State, said: tuple[Said, ...]) -> Result:
    """Count every pile and pay."""
    halves = tuple(halves_of(pile(state, seat)) for seat in range(state.agreed.seats))
    sheet, more = SETTLEMENTS[state.agreed.settlement](state, halves)
    return end_deal(state, sheet, said + more)


def by_contract(state: State, halves: tuple[int, ...]) -> tuple[Sheet, tuple[Said, ...]]:
    """A taker with the points needed for these bouts is paid by each of the others; otherwise the taker pays them."""
    taker, seats = state.deal.taker, state.agreed.seats
    assert taker is not None
    bouts = bouts_in(pile(state, taker))
    needed = NEEDED[len(bouts)]
    made = halves[taker] >= 2 * needed
    each = price(state) if made else -price(state)
    got = tuple(each * (seats - 1) if seat == taker else -each for seat in range(seats))
    values = {"player": taker, "bouts": Number(len(bouts)), "needed": Number(needed)}
    said = (
        plural_said("count", COUNTED[len(bouts)], values | {"points": Number(halves[taker] / 2)}),
        plural_said("score", MADE if made else FAILED, {"player": taker, "coins": Number(abs(each))}),
    )
    return sheet_of(state, halves, got, 0, needed=needed, made=made), said


COUNTED = (  # by bouts
    Plural(
        "{player} counted {points} point with no bout, and needed {needed}.",
        "{player} counted {points} points with no bout, and needed {needed}.",
        "points",
    ),
    Plural(
        "{player} counted {points} point with 1 bout, and needed {needed}.",
        "{player} counted {points} points with 1 bout, and needed {needed}.",
        "points",
    ),
    Plural(
        "{player} counted {points} point with 2 bouts, and needed {needed}.",
        "{player} counted {points} points with 2 bouts, and needed {needed}.",
        "points",
    ),
    Plural(
        "{player} counted {points} point with 3 bouts, and needed {needed}.",
        "{player} counted {points} points with 3 bouts, and needed {needed}.",
        "points",
    ),
)
MADE = Plural(
    "{player} made it and got {coins} coin from each.", "{player} made it and got {coins} coins from each.", "coins"
)
FAILED = Plural(
    "{player} failed and paid {coins} coin to each.", "{player} failed and paid {coins} coins to each.", "coins"
)


def by_pot(state: State, halves: tuple[int, ...]) -> tuple[Sheet, tuple[Said, ...]]:
    """The highest pile takes the pot; equal highest piles share it, and any remainder stays in it."""
    winners = leaders(halves)
    share, left = divmod(state.match.pot, len(winners))
    got = tuple(share * (seat in winners) - price(state) for seat in range(state.agreed.seats))
    said = [plural_said("count", OWN, {"player": seat, "points": Number(own / 2)}) for seat, own in enumerate(halves)]
    if len(winners) == 1:
        said.append(plural_said("score", POT, {"player": winners[0], "coins": Number(share)}))
    else:
        said.append(plural_said("score", POT_SHARED, {"players": winners, "coins": Number(share)}))
    if left:
        said.append(plural_said("score", POT_LEFT, {"coins": Number(left)}))
    return sheet_of(state, halves, got, left, pot_to=winners), tuple(said)


OWN = Plural("{player} counted {points} point.", "{player} counted {points} points.", "points")
POT = Plural("{player} took the pot of {coins} coin.", "{player} took the pot of {coins} coins.", "coins")
POT_SHARED = Plural(
    "{players} shared the pot and took {coins} coin each.",
    "{players} shared the pot and took {coins} coins each.",
    "coins",
)
POT_LEFT = Plural("{coins} coin stayed in the pot.", "{coins} coins stayed in the pot.", "coins")


SETTLEMENTS: Mapping[str, Callable[[State, tuple[int, ...]], tuple[Sheet, tuple[Said, ...]]]] = {
    "contract": by_contract,
    "pot": by_pot,
}


def passed_out(state: State) -> Sheet:
    """The row of a deal in which all passed; the pot is unchanged."""
    nothing = (0,) * state.agreed.seats
    return sheet_of(state, nothing, nothing, state.match.pot)


def sheet_of(
    state: State,
    halves: tuple[int, ...],
    got: tuple[int, ...],
    pot: int,
    needed: int | None = None,
    made: bool | None = None,
    pot_to: tuple[Seat, ...] = (),
) -> Sheet:
    """The row of this deal."""
    deal, match = state.deal, state.match
    bouts = () if deal.taker is None else bouts_in(pile(state, deal.taker))
    before = match.sheets[-1].coins if match.sheets else (0,) * state.agreed.seats
    total = tuple(map(sum, zip(before, got, strict=True)))
    return Sheet(match.deal, deal.contract, deal.taker, bouts, halves, needed, made, pot_to, got, total, pot)


def end_deal(state: State, sheet: Sheet, said: tuple[Said, ...]) -> Result:
    """Add the row to the score sheet; the next seat deals, or the match is over."""
    match, agreed = state.match, state.agreed
    match = replace(match, coins=sheet.coins, pot=sheet.pot, sheets=(*match.sheets, sheet), last=last_trick(state))
    if match.deal == agreed.deals:
        state = replace(state, phase=OVER, match=match)
        return state, (*said, told_end(state))
    return before_deal("deal", agreed, replace(match, deal=match.deal + 1, dealer=eldest(state))), said


def told_end(state: State) -> Said:
    """The line that ends the match."""
    first, *others = leaders(state.match.coins)
    most = Number(max(state.match.coins))
    if others:
        return plural_said("match_won", MATCH_SHARED, {"players": (first, *others), "coins": most})
    return plural_said("match_won", MATCH_WON, {"player": first, "coins": most})


MATCH_WON = Plural(
    "{player} won the match, with {coins} coin.",
    "{player} won the match, with {coins} coins.",
    "coins",
)
MATCH_SHARED = Plural(
    "{players} shared the match, with {coins} coin each.",
    "{players} shared the match, with {coins} coins each.",
    "coins",
)
