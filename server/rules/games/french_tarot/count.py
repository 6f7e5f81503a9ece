"""The count of a deal, the totals of the match, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import FOOL, Card
from ...engine import OVER, Said, Seat, plural_said
from ...record import replace
from ...story import Number, Plural
from ...tarot import BOUTS, HALVES, NEEDED, PETIT
from .contracts import (
    CONTRACTS,
    GAME_PAYS,
    GOULASH,
    MISERE_PAYS,
    MISERES,
    PETIT_PAYS,
    POIGNEES,
    SIZES,
    SLAM_AGAINST,
    SLAM_ANNOUNCED,
    SLAM_MISSED,
    SLAM_SILENT,
    Contract,
)
from .discard import shown_trumps
from .state import Deal, Result, Sheet, State, Taken, attacks, before_deal, eldest, known_attackers, played_out

ATTACK, DEFENCE = 0, 1


def count(state: State) -> Result:
    """Score the deal, then deal again or end the match."""
    sheet, said = count_goulash(state) if state.deal.contract == GOULASH else count_contract(state)
    unpaid = [got - paid for got, paid in zip(sheet.got, sheet.miseres, strict=True)]  # misères were paid at once
    scores = tuple(map(sum, zip(state.match.scores, unpaid, strict=True)))
    match = replace(state.match, scores=scores, last=state.tricks[-1], sheet=sheet)
    said += tuple(
        Said(
            "{player} won {points}." if got > 0 else "{player} lost {points}.",
            {"player": seat, "points": Number(abs(got))},
            kind="score",
        )
        for seat, got in enumerate(sheet.got)
        if got
    )
    if match.deal == state.rules.deals:
        return replace(state, phase=OVER, match=match), said
    return before_deal(state.rules, replace(match, deal=match.deal + 1, dealer=eldest(state))), said


def halves_taken(state: State, sides: Sequence[int], tricks: Sequence[Taken]) -> tuple[list[int], dict[Card, int]]:
    """Half points of these tricks by side, and the side that each bout went to. ``sides`` is by seat.

    A side that keeps its Excuse from the other side's trick gives half a point for it, whatever cards it has.
    """
    halves, bouts = [0] * len(sides), {}
    for taken in tricks:
        takers, worth = sides[taken.winner], 0
        for seat, card in taken.cards:
            worth += HALVES[card]
            if card in BOUTS:
                owner = excuse_goes_to(state, taken, seat, sides) if card == FOOL else takers
                bouts[card] = owner
                if owner != takers:
                    halves[owner] += HALVES[card] - 1
                    worth -= HALVES[card] - 1
        halves[takers] += worth
    return halves, bouts


def excuse_goes_to(state: State, taken: Taken, player: Seat, sides: Sequence[int]) -> int:
    """The Excuse stays with the side that played it.

    The last trick's goes to the winner of that trick, or by option to the side that did not play it; but a player who
    takes the last trick with it keeps it.
    """
    if not played_out(state) or taken is not state.tricks[-1] or taken.winner == player:
        return sides[player]
    if state.rules.excuse_last == "winner":
        return sides[taken.winner]
    return DEFENCE if sides[player] == ATTACK else ATTACK


def count_contract(state: State) -> tuple[Sheet, tuple[Said, ...]]:
    """(±25 + difference + petit au bout) × multiplier ± poignées + slam, paid by each defender."""
    deal, seats = state.deal, state.rules.seats
    assert deal.contract is not None
    contract = CONTRACTS[deal.contract]
    halves, bouts = attack_took(state, contract)
    needed = NEEDED[len(bouts)]
    made = halves >= 2 * needed
    points = (halves + made) // 2  # a half point goes to the winner of the contract
    game, difference, petit = GAME_PAYS if made else -GAME_PAYS, points - needed, petit_au_bout(state)
    poignees = sum(POIGNEES.get(shown.name, 0) for each in deal.shown for shown in each) * (1 if made else -1)
    slam = slam_bonus(state)
    total = (game + difference + petit) * contract.multiplier + poignees + slam
    miseres = miseres_paid(deal, seats)
    got = tuple(map(sum, zip(miseres, shares(deal, seats, total), strict=True)))
    sheet = Sheet(
        deal.contract, deal.taker, deal.called, deal.partner, bouts, (halves,), needed, points, game, difference,
        petit, contract.multiplier, poignees, slam, total, miseres, got,
    )  # fmt: skip
    return sheet, tell_count(state, sheet)


def tell_count(state: State, sheet: Sheet) -> tuple[Said, ...]:
    """The lines that report the result of a contract, and its premiums."""
    values = {"contract": sheet.contract, "points": Number(sheet.points), "needed": Number(sheet.needed)}
    said = [plural_said("count", MADE if sheet.game > 0 else LOST, {"player": sheet.taker, **values})]
    if sheet.petit:
        said.append(Said("{player} took the petit in the end.", {"player": state.tricks[-1].winner}, kind="count"))
    swept = swept_by(state)
    if swept:
        said.append(Said("{player} made a slam.", {"player": sheet.taker}, kind="count"))
    elif state.deal.slam:
        said.append(Said("{player} missed the slam.", {"player": sheet.taker}, kind="count"))
    if swept is False:
        said.append(Said("The defence made a slam.", kind="count"))
    return tuple(said)


MADE = Plural(
    "{player} made the {contract} with {points} point; {needed} were needed.",
    "{player} made the {contract} with {points} points; {needed} were needed.",
    "points",
)
LOST = Plural(
    "{player} lost the {contract} with {points} point; {needed} were needed.",
    "{player} lost the {contract} with {points} points; {needed} were needed.",
    "points",
)


def attack_took(state: State, contract: Contract) -> tuple[int, tuple[Card, ...]]:
    """Half points and bouts of the attack: its tricks, and the discard, or a chien that counts for it."""
    sides = [ATTACK if attacks(state.deal, seat) else DEFENCE for seat in range(state.rules.seats)]
    halves, bouts = halves_taken(state, sides, state.tricks)
    for card in state.deal.discard if contract.exchange else state.deal.chien:
        side = ATTACK if contract.chien_is_taken else DEFENCE
        halves[side] += HALVES[card]
        bouts[card] = side
    return halves[ATTACK], tuple(card for card in BOUTS if bouts[card] == ATTACK)


def attack_known_to_have(state: State) -> tuple[int, tuple[Card, ...]]:
    """Half points and bouts known to be the attack's: of cards that all have seen, and whose owner all know.

    Cards face down and those taken by a secret partner count for nobody until they are revealed. After the count it is
    the result on the sheet.
    """
    sheet = state.match.sheet
    if state.phase == OVER and sheet is not None:
        return sheet.halves[0], sheet.bouts
    return attack_had(state, state.deal, state.tricks)


def attack_had(state: State, deal: Deal, tricks: Sequence[Taken]) -> tuple[int, tuple[Card, ...]]:
    """What all knew the attack to have after these tricks; ``deal``: as it was then."""
    known = known_attackers(deal)
    sides = [ATTACK if seat in known else DEFENCE for seat in range(state.rules.seats)]
    halves, bouts = halves_taken(state, sides, tricks)
    shown = sum(HALVES[card] for card in shown_trumps(state.deal.discard))
    return halves[ATTACK] + shown, tuple(card for card in BOUTS if bouts.get(card) == ATTACK)


def petit_au_bout(state: State) -> int:
    """10 for the side that takes the last trick, if the petit is in it; negative for the defence.

    If a slam ends with the Excuse, the petit also counts in the trick before.
    """
    *_, before, last = state.tricks
    ends = [last, before] if (last.winner, FOOL) in last.cards else [last]
    if not any(card == PETIT for taken in ends for _, card in taken.cards):
        return 0
    return PETIT_PAYS if attacks(state.deal, last.winner) else -PETIT_PAYS


def swept_by(state: State) -> bool | None:
    """The side that took every trick, whatever the chien holds: True for the attack, None if both took some."""
    attack = (state.deal.taker, state.deal.partner)
    sides = {taken.winner in attack for taken in state.tricks}
    return sides.pop() if len(sides) == 1 else None


def slam_bonus(state: State) -> int:
    """The bonus for all tricks, announced or not, and the penalty for a missed announcement, as the attack's gain."""
    swept = swept_by(state)
    if swept:
        return SLAM_ANNOUNCED if state.deal.slam else SLAM_SILENT
    return (SLAM_MISSED if state.deal.slam else 0) + (SLAM_AGAINST if swept is False else 0)


def shares(deal: Deal, seats: int, total: int) -> tuple[int, ...]:
    """What each seat gets for a contract: the taker from each defender, a third of it for a partner."""
    taker = SIZES[seats].alone if deal.partner is None else SIZES[seats].partnered
    times = {deal.taker: taker, deal.partner: 1}
    return tuple(times.get(seat, -1) * total for seat in range(seats))


def miseres_paid(deal: Deal, seats: int) -> tuple[int, ...]:
    """The net result of the deal's misères, by seat."""
    paid = [misere_paid(seat, seats) for seat, each in enumerate(deal.shown) for shown in each if shown.name in MISERES]
    return tuple(map(sum, zip(*paid, strict=True))) if paid else (0,) * seats


def misere_paid(seat: Seat, seats: int) -> tuple[int, ...]:
    """The result of one misère, by seat: each other player pays."""
    return tuple(MISERE_PAYS * (seats - 1) if other == seat else -MISERE_PAYS for other in range(seats))


def count_goulash(state: State) -> tuple[Sheet, tuple[Said, ...]]:
    """Each player pays each opponent the points that player took, half points dropped."""
    seats = state.rules.seats
    halves, _ = halves_taken(state, range(seats), state.tricks)
    points = [half // 2 for half in halves]
    got = tuple(sum(points) - seats * own for own in points)
    sheet = Sheet(GOULASH, None, None, None, (), tuple(halves), 0, 0, 0, 0, 0, 1, 0, 0, 0, (0,) * seats, got)
    return sheet, tuple(
        plural_said("count", TOOK, {"player": seat, "points": Number(own)}) for seat, own in enumerate(points)
    )


TOOK = Plural("{player} took {points} point.", "{player} took {points} points.", "points")


# The end --------------------------------------------------------------------------------------------------------------
