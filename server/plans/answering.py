"""A plan's answer to an ask, and when the plan has ended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from ..rules import Answer, AnyGame, Ask, Illegal, Seat, Slot, State, lawful, read
from ..rules.cards import FRENCH_SUIT_NAMES, TRUMP, rank, suit
from ..rules.engine import NONE
from .asking import Asked, Core, Reader, stage_of
from .language import (
    AFTER,
    ALWAYS,
    ASK,
    BEFORE,
    BESIDE,
    CAN,
    CARD_FALLS,
    CLOCK,
    DEFENDER,
    DUCK,
    EVERYTHING,
    HIGH,
    HIGHEST,
    LEAD_LOST,
    LED_BY,
    LONG,
    LONGEST,
    LOW,
    LOWEST,
    NOTHING,
    OF_MINE,
    ONCE,
    OTHERS,
    PARTNER,
    PARTNER_TAKES,
    PASS,
    PICK,
    PLAY,
    POOREST,
    RICHEST,
    SAME,
    SHORT,
    SINGLE,
    SOMEBODY,
    TAKER,
    TOKENS,
    TRICK,
    TRUMP_FALLS,
    TYPED,
    WHERE,
    WIN,
    WIN_OR_LOW,
    Plan,
    PlanLine,
)
from .picking import RANK, SEVERAL, picked
from .vocabulary import DECKS, of_suit


@dataclass(frozen=True)
class PlannedAnswer:
    """A plan's answer, and the line that gave it, counted from 0."""

    line: int
    answer: Answer


def answer(plan: Plan, asked: Asked, read_as: Reader = read) -> PlannedAnswer | None:
    """The lawful answer of the first line that fits the ask and has one; ``None``: the player is asked.

    ``read_as``: reads an answer that the plan spells out.
    """
    for number, line in enumerate(plan.lines):
        if not fits(line, asked):
            continue
        if line.does == ASK:
            return None
        if line.tokens and line.tokens[-1] in WHERE:
            line = replace(line, tokens=(*line.tokens[:-1], _place(asked, line.tokens[-1])))
            if line.tokens[-1] == SEVERAL:
                return None
        given = _typed(asked, line, read_as) if line.does == TYPED else CHOICES[line.does](asked, line)
        if given == SEVERAL:
            return None
        if given is not None and line.also:
            given = " ".join((given, *line.also))
        if given is not None and line.ever and len(asked.ask.slots) > 1:
            given = _with_rest(asked, given)
        if given is not None and lawful(asked.ask, given):
            return PlannedAnswer(number, given)
    return None


def written_out(plan: Plan, asked: Asked) -> bool:
    """Whether a line with a spelled-out answer is meant for this ask: if that does not fit now, it never will."""
    of_this_ask = plan.until == ONCE
    return any(
        (line.does == TYPED or (of_this_ask and line.phase and line.does == TOKENS)) and fits(line, asked)
        for line in plan.lines
    )


# Conditions ----------------------------------------------------------------------------------------------------------


def fits(line: PlanLine, asked: Asked) -> bool:
    """Whether all conditions of a line hold. “Nobody has bid more” holds if the line's bid is lawful."""
    core = asked.core
    if line.phase and core["phase"] != line.phase:
        return False
    if line.bids and _somebody_bid(asked) != (line.bids == SOMEBODY):
        return False
    if not all(holds(line, asked) for holds in OF_THE_SEAT):
        return False
    if not line.of_a_trick:
        return True
    if core["trick"] is None:
        return False
    led = not line.led or core["led"] in {_suit_in(asked, of) for of in line.led}
    leads = not line.leads or not core["trick"]
    if not _have_acted(line, asked):
        return False
    won = not (line.winning or line.partner) or core["winning"] in _named(line, asked)
    trumped = not line.trumped or bool(core["trick"] and _is_trumped(asked) == (line.trumped == SOMEBODY))
    can = not line.can or bool(asked.core["trick"] and bool(_winners(asked, line)) == (line.can == CAN))
    last = not line.last or _plays_last(asked)
    return led and leads and won and trumped and can and last and all(holds(line, asked) for holds in HOLD)


def _follows(line: PlanLine, asked: Asked) -> bool:
    """Whether somebody else led, at my place, and I can or cannot follow, as the line says."""
    lying, of = asked.core["trick"], asked.core["led"]
    if (line.follows and not lying) or (line.position and line.position != len(lying) + 1):
        return False
    if not line.follow:
        return True
    return bool(lying and of) and bool(_options(asked, PlanLine(""), of)) == (line.follow == CAN)


def _cards_lie(line: PlanLine, asked: Asked) -> bool:
    """Whether the cards that the line names were led, lie in the trick, have gone, are mine."""
    plays = [(seat, card) for seat, card in asked.core["trick"]]
    lying = [card for _, card in plays]
    fallen = frozenset(_fallen(asked.core))
    return (
        (not line.first or (lying[:1] != [] and lying[0] in line.first))
        and (not line.lies or not frozenset(line.lies).isdisjoint(_lying_by(line, asked)))
        and (not line.best or any(seat == asked.core["winning"] and card in line.best for seat, card in plays))
        and (not line.unlies or (lying != [] and frozenset(line.unlies).isdisjoint(lying)))
        and fallen.issuperset(line.gone)
        and fallen.isdisjoint(line.ungone)
        and (not line.held or _held(line.held, asked))
        and (not line.time or _times(asked) == line.time)
        and all(_is_spent(of, fallen, asked) for of in line.spent)
        and (not line.nth_trick or _is_nth(line.nth_trick, asked))
        and (not line.ending or len(asked.core["hand"]) <= line.ending)
        and not (
            line.opening and any(seat == asked.seat for trick in asked.core["tricks"] for seat, _ in trick["cards"])
        )
    )


def _lying_by(line: PlanLine, asked: Asked) -> list[str]:
    """The cards in the trick, or those that were put there by whom the line names."""
    seats = {seat for who in line.laid_by for seat in _of_side(who, asked)}
    return [card for seat, card in asked.core["trick"] if not line.laid_by or seat in seats]


def _have_acted(line: PlanLine, asked: Asked) -> bool:
    """Whether those have played to the trick, and those have not, of whom the line says it."""
    played = {seat for seat, _ in asked.core["trick"]}
    acted = (set(_of_side(who, asked)) for who in line.acted)
    waited = (set(_of_side(who, asked)) for who in line.waited)
    return all(seats and seats <= played for seats in acted) and all(seats - played for seats in waited)


def _is_spent(of: str, fallen: Collection[str], asked: Asked) -> bool:
    """Whether all cards of a suit that I do not hold have been played."""
    cards = _trumps(asked) if of == TRUMP else frozenset(of_suit(asked.game, of))
    return cards.difference(fallen).issubset(asked.core["hand"])


def _times(asked: Asked) -> int:
    """How often the suit that is led now was led in this deal, or how often I led."""
    tricks = [trick["cards"] for trick in asked.core["tricks"]]
    if not asked.core["trick"]:
        return 1 + len([cards for cards in tricks if cards[0][0] == asked.seat])
    return 1 + len([cards for cards in tricks if _led_of(cards, asked) == asked.core["led"]])


def _led_of(cards: Sequence[Sequence[Any]], asked: Asked) -> str:
    """The suit that was led to a trick: that of its first card that has one, of a plain domino the higher."""
    trump = _suit_in(asked, TRUMP)
    suits = [trump, *sorted(asked.game.suits, key=str.isdigit, reverse=True)[::-1]]
    of_a_card = (of for _, card in cards for of in suits if of in asked.game.suits and card in of_suit(asked.game, of))
    return next(of_a_card, "")


def _is_nth(number: int, asked: Asked) -> bool:
    """Whether it is this trick of the deal, or one of so many last ones."""
    return len(asked.core["tricks"]) + 1 == number if number > 0 else len(asked.core["hand"]) == -number


def _is_mine(line: PlanLine, asked: Asked) -> bool:
    """Whether I hold what the line says, and as much of each suit."""
    hand = asked.core["hand"]
    return (
        (not line.mine or not frozenset(line.mine).isdisjoint(hand))
        and frozenset(line.unmine).isdisjoint(hand)
        and all(_so_many(each, asked) for each in line.holds)
    )


def _so_many(held: str, asked: Asked) -> bool:
    of, least, most = held.split(":")
    cards = _trumps(asked) if of == TRUMP else frozenset(of_suit(asked.game, of))
    return int(least) <= sum(card in cards for card in asked.core["hand"]) <= int(most)


def _may_be_said(line: PlanLine, asked: Asked) -> bool:
    """Whether the tokens that the line names may be answered, or may not."""
    options = [token for slot in asked.ask.slots for token in slot.options]
    return (not line.free or line.free in options) and line.taken not in options


def _was_bid(line: PlanLine, asked: Asked) -> bool:
    """Whether those whom the line names have bid, or passed."""
    if not line.bid_by and not line.passed:
        return True
    bids = asked.game.view(asked.state, asked.seat).get("bids") or ()
    if not all(bid is None or isinstance(bid, str) for bid in bids):
        return False
    passed = {seat for seat, bid in enumerate(bids) if bid in asked.game.passes}

    def has_bid(told: str) -> bool:
        who, _, token = told.partition("=")
        made = [bids[seat] for seat in _of_side(who, asked) if seat < len(bids) and bids[seat]]
        return token in made if token else any(bid not in asked.game.passes for bid in made)

    return (not line.bid_by or any(map(has_bid, line.bid_by))) and (
        not line.passed or any(passed.issuperset(side) for who in line.passed if (side := set(_of_side(who, asked))))
    )


def _is_so(line: PlanLine, asked: Asked) -> bool:
    """Whether the facts of the game hold that the line names."""
    if not line.facts:
        return True
    view = asked.game.view(asked.state, asked.seat)
    told = (fact.split() for fact in line.facts)
    return all(asked.game.facts[key].holds(view, asked.seat, *filling) for key, *filling in told)


OF_THE_SEAT: tuple[Callable[[PlanLine, Asked], bool], ...] = (_is_mine, _may_be_said, _was_bid, _is_so)


def _held(card: str, asked: Asked) -> bool:
    """Whether I led this card before and took the trick."""
    return any(tuple(trick["cards"][0]) == (asked.seat, card) for trick in asked.core["tricks"]
               if trick["winner"] == asked.seat)  # fmt: skip


def _is_by(line: PlanLine, asked: Asked) -> bool:
    """Whether who is winning, or led, is on the side that the line says."""
    winning, lying = asked.core["winning"], asked.core["trick"]
    if (line.side or line.unside) and winning is None:
        return False
    return (
        (not line.side or winning in _of_side(line.side, asked))
        and (not line.unside or winning not in _of_side(line.unside, asked))
        and (not line.led_by or (bool(lying) and any(lying[0][0] in _of_side(who, asked) for who in line.led_by)))
    )


def _of_side(who: str, asked: Asked) -> Collection[Seat]:
    """The seats that are meant by a seat's number, “partner”, `OPPONENT`, `TAKER` or `DEFENDER`; without one's own.

    Of the defenders a defender means those that are known to be on the same side.
    """
    if who.replace("+", "").isdecimal():
        return [int(seat) for seat in who.split("+")]
    if who == BEFORE:
        return ((asked.seat - 1) % len(asked.core["counts"]),)
    if who == AFTER:
        return ((asked.seat + 1) % len(asked.core["counts"]),)
    if who == OTHERS:
        return [seat for seat in range(len(asked.core["counts"])) if seat != asked.seat]
    mine = partners(asked.game, asked.state, asked.seat)
    if who == PARTNER:
        return mine
    taker: Seat | None = (asked.core["contract"] or {}).get("taker")
    if taker is None and who in (TAKER, DEFENDER):
        return ()
    if taker is not None and who == TAKER:
        return (taker,)
    if who == DEFENDER and asked.seat != taker and taker not in mine:
        return mine
    return [seat for seat in range(len(asked.core["counts"])) if seat not in (asked.seat, *mine)]


def _counts(line: PlanLine, asked: Asked) -> bool:
    """Whether the trick so far counts as many points as the line says."""
    counted, lying = asked.game.trick_points, tuple((seat, card) for seat, card in asked.core["trick"])
    if not (line.points or line.counts):
        return True
    if not lying or counted is None:
        return False
    sign, limit = line.counts.rstrip("0123456789"), int(line.counts.lstrip("<>=") or 0)
    compared = {"": True, "<": counted(lying) < limit, "<=": counted(lying) <= limit, ">": counted(lying) > limit}
    return counted(lying) >= line.points and compared[sign]


HOLD: tuple[Callable[[PlanLine, Asked], bool], ...] = (_follows, _cards_lie, _is_by, _counts)


def _somebody_bid(asked: Asked) -> bool:
    """Whether the lowest bid of the game may not be made any more."""
    options = [token for slot in asked.ask.slots for token in slot.options]
    lowest = next((token for token in asked.game.words if token not in DECKS and token not in asked.game.passes), "")
    return lowest not in options


def _plays_last(asked: Asked) -> bool:
    """Whether all others with cards for this trick have played to it."""
    played = {seat for seat, _ in asked.core["trick"]}
    waited_for = {seat for seat, count in enumerate(asked.core["counts"]) if count} - played
    return bool(played) and waited_for == {asked.seat}


def _is_trumped(asked: Asked) -> bool:
    """Whether a trump was played on another suit."""
    of, trumps = asked.core["led"], _trumps(asked)
    return not trumps.isdisjoint(card for _, card in asked.core["trick"]) and trumps.isdisjoint(
        asked.game.order(asked.state, of) if of else ()
    )


def _suit_in(asked: Asked, of: str) -> str:
    """The suit that is meant: of trumps, in a game where a suit is called, that suit; of one that the cards tell, that
    one, or `UNKNOWN`.
    """
    if of in OF_MINE:
        return _of_mine(of, asked)
    if of.startswith(LED_BY):
        mine = _of_side(of.removeprefix(LED_BY), asked)
        led = [_led_of(trick["cards"], asked) for trick in asked.core["tricks"] if trick["cards"][0][0] in mine]
        return led[-1] if led else UNKNOWN
    if of != TRUMP or TRUMP in asked.game.suits:
        return of
    return (asked.core["contract"] or {}).get("trump") or TRUMP


UNKNOWN = "?"
"""No suit."""


def _of_mine(of: str, asked: Asked) -> str:
    """The plain suit of which I have one card, or the most, or the fewest; `UNKNOWN` if that is none or several."""
    trumps = _trumps(asked)
    held = {
        each: count
        for each in asked.game.suits
        if each != _suit_in(asked, TRUMP)
        and (count := len((frozenset(of_suit(asked.game, each)) - trumps).intersection(asked.core["hand"])))
    }
    wanted = {SINGLE: 1, LONG: max(held.values(), default=0), SHORT: min(held.values(), default=0)}[of]
    found = [each for each, count in held.items() if count == wanted]
    return found[0] if len(found) == 1 else UNKNOWN


def _trumps(asked: Asked) -> frozenset[str]:
    trump = (asked.core["contract"] or {}).get("trump") or TRUMP
    if not asked.game.suits:  # in a game without tricks the deck tells
        return frozenset(of_suit(asked.game, TRUMP))
    return frozenset(asked.game.order(asked.state, trump) if trump in asked.game.suits else ())


def _named(line: PlanLine, asked: Asked) -> tuple[Seat, ...]:
    return (*line.winning, *(partners(asked.game, asked.state, asked.seat) if line.partner else ()))


def partners(game: AnyGame, state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats that this one knows to be on its side."""
    if game.partners is not None:
        return game.partners(state, seat)
    return tuple(other for side in game.sides if seat in side for other in side if other != seat)


# Actions -------------------------------------------------------------------------------------------------------------


def _card_slot(asked: Asked, line: PlanLine) -> Slot | None:
    """The slot of the card to play. ``None`` also if more can be said with it, such as a poignée, which the player
    should decide, unless ``ever``.
    """
    if line.ever or line.also or (line.tokens and line.does in (LOWEST, HIGHEST)):
        return asked.card_slot
    if not asked.game.trick_game:
        return asked.ask.slots[0] if len(asked.ask.slots) == 1 and asked.ask.slots[0].most == 1 else None
    return asked.card_slot if asked.core["trick"] is not None and len(asked.ask.slots) == 1 else None


def _options(asked: Asked, line: PlanLine, of: str = "") -> list[str]:
    """The playable cards, of one suit or of all, lowest first."""
    slot, of = _card_slot(asked, line), _suit_in(asked, of or _plain_of(line))
    if slot is not None and not asked.game.trick_game:
        ranked = [card for card in asked.game.order(asked.state, "") if card in slot.options]
        if not ranked and all(option.isdecimal() for option in slot.options):
            ranked = list(slot.options)
        of = _suit_at(asked, line) if of == SAME else of
        return [card for card in ranked if not of or card in of_suit(asked.game, of)]
    if slot is None or (of and of not in asked.game.suits):
        return []
    return [card for card in asked.game.order(asked.state, of) if card in slot.options and card not in line.but]


def _plain_of(line: PlanLine) -> str:
    """The suit of a line whose action does not follow the suit led."""
    return "" if line.does in (LOW, HIGH) else line.of


def _winners(asked: Asked, line: PlanLine) -> list[str]:
    """The playable cards that would win the trick so far, cheapest first; none when leading."""
    trick_winner = asked.game.trick_winner
    if trick_winner is None or not asked.core["trick"]:
        return []
    trick = tuple((seat, card) for seat, card in asked.core["trick"])
    mine = asked.seat
    options = [card for card in _options(asked, line) if not line.tokens or line.does != WIN or card in line.tokens]
    return [card for card in options if trick_winner(asked.state, (*trick, (mine, card))) == mine]


def _first(cards: Sequence[str]) -> Answer | None:
    return cards[0] if cards else None


def _at_a_place(asked: Asked, line: PlanLine, cards: Sequence[str]) -> Answer | None:
    """The first card, or the second or third, with the place to which it goes."""
    nth = max(line.nth, 1) - 1
    return " ".join((cards[nth], *line.tokens)) if nth < len(cards) else None


def _suit_at(asked: Asked, line: PlanLine) -> str:
    """The suit of the card to which the line sends one; `SAME`, which no card has, if that is unknown or has none."""
    view, told = asked.game.view(asked.state, asked.seat), asked.game.facts["suit"]
    return next((of for of in (*FRENCH_SUIT_NAMES, TRUMP) if told.holds(view, asked.seat, line.tokens[-1], of)), SAME)


def _place(asked: Asked, where: str) -> str:
    """The free place that has a bid of the opponent, or has none; `SEVERAL`, or none, if that is not one."""
    view, told = asked.game.view(asked.state, asked.seat), asked.game.facts["theirs"]
    found = [one for one in asked.ask.slots[-1].options if told.holds(view, asked.seat, one) == (where == BESIDE)]
    return found[0] if len(found) == 1 else SEVERAL if found else ""


def _by_points(asked: Asked, line: PlanLine) -> list[str]:
    """The playable cards, those with the fewest points first, and of equals the lowest."""
    counted, worth = asked.game.trick_points, asked.game.worth
    if worth is not None:
        return sorted(_options(asked, line), key=worth)
    if counted is None:
        return []
    return sorted(_options(asked, line), key=lambda card: counted(((asked.seat, card),)))


def _typed(asked: Asked, line: PlanLine, read_as: Reader) -> Answer | None:
    try:
        return read_as(asked.ask, " ".join(line.tokens))
    except Illegal:
        return None


def _with_rest(asked: Asked, card: str) -> Answer:
    """The card for its slot; for the other slots the tokens of the clock's answer."""
    clocks, played = asked.ask.absent.split(), asked.card_slot
    chosen = [[card] if slot is played else [one for one in slot.options if one in clocks] for slot in asked.ask.slots]
    return " ".join(one for tokens in chosen for one in tokens)


def _named_card(asked: Asked, line: PlanLine) -> Answer | None:
    options = _options(asked, line)
    return _first([card for card in line.tokens if card in options])


def _with_the_only_one(asked: Asked, line: PlanLine) -> Answer:
    """The line's tokens; a rank alone is the only card of mine that has it, and `SEVERAL` where that is not one."""
    only = [card for card in asked.core["hand"] if line.tokens[0] == f"{RANK}{rank(card)}"]
    if not line.tokens[0].startswith(RANK):
        return " ".join(line.tokens)
    return " ".join((*only, *line.tokens[1:])) if len(only) == 1 else SEVERAL


def _of_suit(asked: Asked, line: PlanLine) -> list[str]:
    of = line.of or asked.core["led"]
    return _options(asked, line, of) if of else []


def _win(asked: Asked, line: PlanLine) -> Answer | None:
    winners = _winners(asked, line)
    return _first([card for card in line.tokens if card in winners] if line.tokens and line.does == WIN else winners)


def _duck(asked: Asked, line: PlanLine) -> Answer | None:
    """The highest card that does not win the trick so far; none when leading: what is led wins until it is beaten."""
    winners = _winners(asked, line)
    return _first([card for card in _options(asked, line)[::-1] if card not in winners] if asked.core["trick"] else [])


def _pass(asked: Asked, line: PlanLine) -> Answer | None:
    options = [token for slot in asked.ask.slots for token in slot.options]
    return next((token for token in options if token in asked.game.passes - {NONE}), None)


def _picked(asked: Asked, line: PlanLine) -> Answer | None:
    """The cards that the line names or describes, if as many may be picked."""
    several = (slot for slot in asked.ask.slots if slot.most > 1 or slot.least == 0)
    slot = next(several, asked.ask.slots[0] if line.phase in ONE_PICKED else None)
    if slot is None:
        return None
    found = picked(asked, line.tokens, line.but, slot.options, (slot.least, slot.most))
    return found or (NONE if slot.least == 0 else None)


ONE_PICKED = frozenset(("split",))
"""Phases in which one card is picked by its description."""


def _longest(asked: Asked, line: PlanLine) -> Answer | None:
    """The call of the suit of which I hold most cards; `SEVERAL` if that is true of two."""
    slot, hand = asked.ask.slots[0], frozenset(asked.core["hand"])
    options = [token for token in slot.options if not (line.tokens and token in hand)]
    named = {token: suit(token) if token in DECKS else token for token in options}
    held = {
        token: len(hand.intersection(of_suit(asked.game, of))) for token, of in named.items() if of in asked.game.suits
    }
    most = [token for token, count in held.items() if count == max(held.values())]
    return None if not most else most[0] if len(most) == 1 else SEVERAL


CHOICES: Mapping[str, Callable[[Asked, PlanLine], Answer | None]] = {
    PLAY: _named_card,
    LOW: lambda asked, line: _at_a_place(asked, line, _of_suit(asked, line)),
    HIGH: lambda asked, line: _at_a_place(asked, line, _of_suit(asked, line)[::-1]),
    LOWEST: lambda asked, line: _at_a_place(asked, line, _options(asked, line)),
    HIGHEST: lambda asked, line: _at_a_place(asked, line, _plain(asked, line)[::-1]),
    RICHEST: lambda asked, line: _first(_by_points(asked, line)[::-1]),
    POOREST: lambda asked, line: _first(_by_points(asked, line)),
    WIN: _win,
    WIN_OR_LOW: lambda asked, line: _win(asked, line) or _first(_of_suit(asked, line)),
    DUCK: _duck,
    PICK: _picked,
    PASS: _pass,
    NOTHING: lambda asked, line: NONE,
    EVERYTHING: lambda asked, line: " ".join(
        token for slot in asked.ask.slots if slot.least == 0 for token in slot.options
    ),
    LONGEST: _longest,
    CLOCK: lambda asked, line: asked.ask.absent,
    TOKENS: _with_the_only_one,
}


def _plain(asked: Asked, line: PlanLine) -> list[str]:
    """The playable cards; those without a suit only if there are no others."""
    options = _options(asked, line)
    suited = {card for of in asked.game.suits for card in asked.game.order(asked.state, of)}
    return [card for card in options if card in suited] or options


# How long a plan stands ----------------------------------------------------------------------------------------------


def _cards_of(trick: Mapping[str, Sequence[Sequence[str]]]) -> list[str]:
    return [card for _, card in trick["cards"]]


def _fallen(core: Core) -> list[str]:
    """The cards played to tricks in this deal, in order."""
    before = [card for trick in core["tricks"] for card in _cards_of(trick)]
    return before + [card for _, card in core["trick"] or ()]


def sealed_at(plan: Plan, core: Core, seat: Seat, ply: int) -> Plan:
    """The plan, sealed now. A plan for tricks begins with the current trick, or with the next one if the seat has
    played to this one or is asked for its card.
    """
    mine = seat in core["turn"] or any(played == seat for played, _ in core["trick"] or ())
    tricks = len(core["tricks"])
    last = tricks + plan.length - (0 if mine and core["trick"] is not None else 1)
    return replace(plan, ply=ply, stage=stage_of(core), tricks=tricks, fallen=len(_fallen(core)), last=last)


def looking_on(game: AnyGame, state: State, core: Core, seat: Seat) -> Asked:
    """The `Asked` of a seat that is not asked, for `ended`."""
    return Asked(game, state, Ask("", (), ""), core, seat)


def ended(plan: Plan, asked: Asked) -> bool:
    """Whether a plan has ended when this ask comes: with its deal, or by its own condition."""
    if plan.until in (ONCE, ALWAYS):
        return False
    return plan.stage != stage_of(asked.core) or (plan.until in ENDS and ENDS[plan.until](plan, asked))


def _trump_fell(plan: Plan, asked: Asked) -> bool:
    return not _trumps(asked).isdisjoint(_fallen(asked.core)[plan.fallen :])


def _partner_took(plan: Plan, asked: Asked) -> bool:
    mine = partners(asked.game, asked.state, asked.seat)
    return any(trick["winner"] in mine for trick in asked.core["tricks"][plan.tricks :])


def _lead_was_lost(plan: Plan, asked: Asked) -> bool:
    since = asked.core["tricks"][plan.tricks :]
    return any(trick["cards"][0][0] == asked.seat != trick["winner"] for trick in since)


ENDS: Mapping[str, Callable[[Plan, Asked], bool]] = {
    TRICK: lambda plan, asked: len(asked.core["tricks"]) > plan.last,
    TRUMP_FALLS: _trump_fell,
    CARD_FALLS: lambda plan, asked: plan.named in _fallen(asked.core)[plan.fallen :],
    PARTNER_TAKES: _partner_took,
    LEAD_LOST: _lead_was_lost,
}
