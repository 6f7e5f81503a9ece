"""Lines of a plan by themselves: what they are for, which of them contradict themselves, and which can never act."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import asdict

from ..rules import AnyGame, Illegal
from ..rules.cards import rank, suit
from ..rules.engine import NONE
from ..rules.story import Number
from . import choosing
from .asking import Core, phases
from .language import (
    ALWAYS,
    ASK,
    CANNOT,
    CLOCK,
    DEAL,
    DEFENDER,
    EVERYTHING,
    HIGH,
    HIGHEST,
    LOW,
    LOWEST,
    NOBODY,
    NOTHING,
    OF_CARDS,
    ONCE,
    OPPONENT,
    OTHERS,
    PARTNER,
    PASS,
    PLAY,
    TAKER,
    TOKENS,
    WIN,
    WIN_OR_LOW,
    Plan,
    PlanLine,
)
from .picking import RANK, Pick
from .vocabulary import DECKS, WITH_A_CARD, is_card

LINES = 12
"""The most lines of a plan."""
NO_CARD = "What is planned there is no card for a trick."


def refuse_if(wrong: object, why: str) -> None:
    """Raises `Illegal` with a sentence if something is so."""
    if wrong:
        raise Illegal(why)


def usual(game: AnyGame, lines: Sequence[PlanLine]) -> str:
    """How long a plan stands if it does not say so: for the deal in trick games, otherwise for one answer; but with
    lines for several phases, for all of these.

    What was meant for one hand, even a bid, must not answer for the next.
    """
    several = len({line.phase for line in lines if line.phase}) > 1 or any(
        "turn" in fact for line in lines for fact in line.facts
    )
    return DEAL if game.trick_game or several else ONCE


FEW = 5
"""A line of more cards is a choice among them."""


def not_held(plan: Plan, game: AnyGame, hand: Sequence[str]) -> tuple[str, ...]:
    """The cards that a plan names but the hand does not hold; of many from which one is to be played, none."""
    few = (line for line in plan.lines if line.does == PLAY and len(line.tokens) <= FEW)
    named = (token for line in few for token in line.tokens)
    return tuple(dict.fromkeys(token for token in named if is_card(game, token) and token not in hand))


def idle(plan: Plan, game: AnyGame, core: Core) -> dict[int, str]:
    """The lines that never act from here on, by number, and a sentence on each: cards that are not held once the cards
    are played, and bids once they are over.
    """
    found: dict[int, str] = {}
    if core["trick"] is None or plan.until == ALWAYS:
        return found
    hand = frozenset(core["hand"])
    for number, line in enumerate(plan.lines):
        only = line.tokens if line.does in (PLAY, WIN) else ()
        if only and hand.isdisjoint(only):
            named = " or ".join(game.words.get(token, (token,))[0] for token in only)
            found[number] = f"You do not hold {named}."
        elif game.trick_game and line.does in (PASS, TOKENS) and not line.phase:
            found[number] = "The bids of this deal are over."
    return found


WHENS = (
    "led", "leads", "winning", "partner", "can", "trumped", "last", "unbeaten", "phase", "follow", "follows",
    "position", "first", "lies", "gone", "ungone", "mine", "unmine", "held", "side", "unside", "led_by", "bids",
    "points", "free", "taken", "bid_by", "passed", "holds", "opening", "facts", "counts", "unlies", "time", "nth_trick",
    "ending",
    "acted", "waited", "spent", "laid_by", "best",
)  # fmt: skip
"""The fields of a line that are conditions."""


def sees_the_blind(line: PlanLine) -> bool:
    """Whether a line depends on the blind at a bid, which is not seen at the first."""
    return not line.phase and any(fact.split()[1:2] == ["blind"] for fact in line.facts)


def what_is_done(line: PlanLine) -> tuple[Any, ...]:
    """What a line does, and with which cards."""
    return line.does, line.tokens, line.of, line.but


def suits_of(tokens: Iterable[str]) -> set[str]:
    """The suits of the cards that are named in full; a tile has none, as it belongs to both its numbers."""
    return {suit(token) for token in tokens if token in DECKS and "-" not in token}


def conditions_of(line: PlanLine) -> dict[str, Any]:
    """The conditions of a line, by field."""
    return {name: value for name in WHENS if (value := getattr(line, name))}


def phases_of_bids(game: AnyGame) -> list[str]:
    """The phases in which a game asks for bids on places."""
    return [phase for phase in phases(game) if phase.endswith("-bid")]


def is_otherwise(lines: Sequence[PlanLine], number: int) -> bool:
    """Whether a line says what happens where those above it do not fit."""
    line = lines[number]
    return line.is_bare and any(goes_with(line, one) for one in lines[:number])


def goes_with(line: PlanLine, other: PlanLine) -> bool:
    """Whether both may answer the same ask."""
    return "ask" in (kind_of(line), kind_of(other)) or kind_of(line).split()[0] == kind_of(other).split()[0]


def kind_of(line: PlanLine) -> str:
    """What kind of ask a line is for."""
    if line.does in OF_CARDS and not (line.tokens and line.does in (LOWEST, HIGHEST)):
        return "card"
    return "ask" if line.does in (ASK, CLOCK) else f"answer {line.phase}"


def _are_bids(game: AnyGame, *tokens: str) -> bool:
    """Whether one of these is said before the cards, and not with one."""
    said = (one for one in tokens if one and not is_card(game, one))
    return game.trick_game and any(one not in WITH_A_CARD and one[0] != "+" for one in said)


_NEVER_LAID_AWAY = frozenset((*(card for card in DECKS if rank(card) == "K"), "F", "M", "T1"))
"""In no game that has a discard."""


def checked(game: AnyGame, line: PlanLine) -> PlanLine:
    """The line. Raises `Illegal` if it contradicts itself or could never act."""
    of_cards = line.does in OF_CARDS and kind_of(line) == "card"
    refuse_if(line.leads and line.on_what_lies, "Where you lead, nothing is led and nobody is winning yet.")
    if line.leads and line.does in (LOW, HIGH, WIN, WIN_OR_LOW) and not (line.of and line.does in (LOW, HIGH)):
        raise Illegal("Where you lead there is no suit to follow: name the cards, or “lead lowest card”.")
    if line.of_a_trick and ((not of_cards and line.does not in (ASK, CLOCK)) or line.phase == "call"):
        raise Illegal(NO_CARD)
    has_places = not game.trick_game and len(DECKS & game.words.keys()) > LINES
    refuse_if(has_places and line.does in (LOWEST, HIGHEST) and not line.tokens, "Where it is to go was not said.")
    if has_places and line.does == TOKENS and not (is_card(game, line.tokens[0]) or line.tokens[0].startswith(RANK)):
        raise Illegal("Which card is meant was not said.")
    if not (has_places or game.trick_game) and line.does == TOKENS and len(line.tokens) > 1:
        raise Illegal("One answer is one token, or one player.")
    refuse_if(has_places and line.of_bids, "On which place somebody has bid was not said.")
    places = [token for token in line.tokens if not (is_card(game, token) or token.startswith(RANK))]
    bids = line.phase not in ("split", "keep")
    if has_places and line.does == TOKENS and (len(line.tokens) != 1 + len(places[:1]) if bids else places):
        raise Illegal("A bid is one card, and one place.")
    if (line.of_a_trick or (of_cards and line.does not in (LOWEST, HIGHEST))) and not game.trick_game:
        raise Illegal("There are no tricks in this game.")
    if kind_of(line) == "card" and (line.of_bids or _are_bids(game, line.free, line.taken)):
        raise Illegal("A card is played after the bids.")
    if line.follow == CANNOT and line.does in (LOW, HIGH) and not line.of:
        raise Illegal("Where I cannot follow suit, I have no card of it.")
    own = suits_of(line.tokens)
    tiles = all("-" in one and not {*one.split("-")}.isdisjoint(line.led) for one in line.tokens)
    of_it = tiles if "doubles" in game.suits else own and own <= {*line.led} - {"T"}
    of_it = of_it or (len(line.led) == 1 and line.led[0] in own - {"T"})
    if line.follow == CANNOT and line.led and line.tokens and of_it and of_cards:
        raise Illegal("Where I cannot follow suit, I have no card of it.")
    if line.follow == CANNOT and line.led == ("T",) and (line.of == "T" or own == {"T"}) and of_cards:
        raise Illegal("Where I cannot follow suit, I have no card of it.")
    if why := contradicts(game, line):
        raise Illegal(why)
    if line.time and line.does == PLAY and len(line.tokens) > 1:
        raise Illegal("What is meant for later could not be told: say which card at which time.")
    whom = {line.side, line.unside, *line.led_by, *line.acted, *line.waited, *line.bid_by, *line.passed, *line.laid_by}
    refuse_if(not whom.isdisjoint((TAKER, DEFENDER)) and not game.passes - {NONE}, "There is no taker in this game.")
    told = [one.partition("=")[0] for one in line.bid_by]
    refuse_if(any(one == OTHERS or "+" in one for one in told), "Who is meant could not be told.")
    refuse_if(line.unbeaten and (line.does != TOKENS or line.phase), "“Nobody has bid more” goes with a bid.")
    at_the_play = line.does in OF_CARDS if line.does not in (ASK, CLOCK) else line.phase == "play"
    if line.phase and (line.phase not in phases(game) or (game.trick_game and at_the_play != (line.phase == "play"))):
        raise Illegal("That is never asked in this game.")
    picks = [pick for token in line.tokens if (pick := Pick.of_token(token))]
    kings = any(pick.of == f"{RANK}K" for pick in picks)
    none = any(pick.how in (LOW, HIGH) and pick.number == "0" for pick in picks)
    one = [pick.how in (LOW, HIGH) and pick.number for pick in picks] == ["1"] and len(line.tokens) == 1
    refuse_if(none or (one and line.phase == "discard" and game.trick_game), "How many cards are meant was not said.")
    if line.phase == "discard" and (kings or any(token in _NEVER_LAID_AWAY for token in line.tokens)):
        raise Illegal("A king, the 1 of trumps, or the Fool is never laid away.")
    if line.does == WIN and line.tokens and not set(line.tokens) <= set(game.words):
        raise Illegal("There is no such card in this game.")
    refuse_if(line.does in (NOTHING, EVERYTHING) and NONE not in game.passes, "Nothing is no answer in this game.")
    refuse_if(line.does == PASS and not game.passes - {NONE}, "There is no pass in this game.")
    if line.does in ("richest", "poorest") and game.trick_points is None and game.worth is None:
        raise Illegal("The points of single cards are not counted in this game.")
    refuse_if(
        line.does in (LOWEST, HIGHEST) and line.tokens and game.trick_game, "A card goes to no place in this game."
    )
    if line.nth and line.does in (LOWEST, HIGHEST) and not line.tokens:
        raise Illegal("Of which suit the second one is was not said.")
    if line.does == TOKENS and game.trick_game and len(line.tokens) > 1 and line.phase != "discard":
        raise Illegal("One answer is one bid: “30, else 31” means the first of them that is lawful.")
    if line.led == ("T",) and "T" not in game.suits and line.does == PLAY and not line.tokens:
        raise Illegal("Which card is meant could not be told.")
    return line


def contradicts(game: AnyGame, line: PlanLine) -> str:
    """A sentence on why the conditions of a line can never all hold, or leave it no card; empty if they can."""
    tiles = "doubles" in game.suits
    gone, best, lies = {*line.gone}, {*line.best}, {*line.lies}
    elsewhere = gone.union(*(cards for cards in (best, lies) if len(cards) == 1))
    ways = (line.mine, {*line.unmine} | elsewhere), (line.lies, line.unlies), (line.best, line.unlies)
    if any(cards and {*cards} <= {*not_so} for cards, not_so in ways) or not gone.isdisjoint(line.ungone):
        return "What is to be so of a card is also not to be so."
    if line.does in (PLAY, WIN) and line.tokens and {*line.tokens} <= {*line.unmine} | elsewhere:
        return "I do not have that card then."
    if line.led and line.first and not tiles and {suit(one) for one in line.first}.isdisjoint((*line.led, "")):
        return "That card is of another suit than the one that is led."
    none, had = {one[0] for one in line.holds if one[1:] == ":0:0"}, {one[0] for one in line.holds if one[1:3] != ":0"}
    own = {suit(one) for one in line.tokens} or {line.of}
    if not tiles and (not none.isdisjoint(had) or (own <= none and line.does in (PLAY, WIN, LOW, HIGH))):
        return "Where I have none of a suit, I have no card of it."
    if line.follow == CANNOT and line.led and had.issuperset(line.led) and not tiles:
        return "Where I cannot follow suit, I have no card of it."
    if line.partner and (line.side == OPPONENT or line.unside == PARTNER):
        return "Your partner and an opponent are never both winning."
    if line.winning and line.side == OPPONENT:
        return "Who is to be winning was said in two ways."
    if line.unside and (line.side == line.unside or {str(who) for who in line.winning} == {line.unside}):
        return "Who is to be winning is also not to be winning."
    played = {one for who in (line.winning, line.acted, line.led_by, line.laid_by) if len(who) == 1 for one in who}
    seats = {str(who) for who in played if str(who).isdigit()}
    if not seats.isdisjoint(line.waited if len(line.waited) == 1 else ()) or (line.last and line.waited):
        return "Who is to have played is also yet to play."
    if line.position > game.seats[-1]:
        return "So many do not play here."
    if line.position and (len(seats) >= line.position or (line.last and line.position not in game.seats)):
        return "So many have not played before me then."
    if line.opening and (line.nth_trick not in (0, 1) or line.time > 1):
        return "My first card of the deal is played in its first trick."
    most = max(line.points, int(line.counts.lstrip("<>=") or 0))
    if most and game.trick_points is not None and most > _most_points(game):
        return "So much is never in one trick."
    if line.points and line.counts[:1] == "<" and line.points >= int(line.counts.strip("<=")) + ("=" in line.counts):
        return "The trick cannot count both."
    if line.bids == NOBODY and line.bid_by:
        return "Where nobody has bid there is no bid."
    return "What is to be possible is also not to be possible." if line.free and line.free == line.taken else ""


def _most_points(game: AnyGame) -> float:
    """As many points as one trick may count, or more."""
    counted = game.trick_points or (lambda _: Number(0))
    cards = sorted((card for card in game.words if is_card(game, card)), key=lambda card: -counted(((0, card),)))
    return counted(tuple(enumerate(cards[: game.seats[-1]])))


def unreached(lines: Sequence[PlanLine]) -> tuple[int, int] | None:
    """A line that never acts, because one above it always does where it would, and that one above."""
    for n, line in enumerate(lines):
        for above, other in enumerate(lines[:n]):
            if line.does == ASK and line.is_bare:
                continue
            if _is_of_that_suit(line, other) or _is_of_that_place(line, other) or _is_hidden(line, other):
                return n, above
            if kind_of(line).startswith("answer") and kind_of(other) != "ask" and other.does != PASS:
                continue
            if other.does == PASS and not kind_of(line).startswith("answer"):
                continue
            if always_answers(other) and within(line, other):
                return n, above
    return None


def _is_of_that_suit(line: PlanLine, other: PlanLine) -> bool:
    """Whether a line is for a suit that is led, after one that plays that suit whatever is led."""
    general = other.does in (LOW, HIGH) and bool(other.of) and other.is_bare
    return general and line.led == (other.of,) and line.follow != CANNOT and line.does in OF_CARDS


def _is_hidden(line: PlanLine, other: PlanLine) -> bool:
    """Whether a line plays a suit where one above it plays another card of that suit."""
    return (
        other.does in (LOW, HIGH)
        and not other.but
        and suit_played(line) == suit_played(other) != ""
        and within(line, other)
    )


def suit_played(line: PlanLine) -> str:
    """The suit of which a line plays a card; empty if that is not one."""
    if line.does in (LOW, HIGH):
        return line.of or (line.led[0] if len(line.led) == 1 and line.follow != CANNOT else "")
    suits = suits_of(line.tokens) if line.does == PLAY else set()
    return suits.pop() if len(suits) == 1 else ""


def _is_of_that_place(line: PlanLine, other: PlanLine) -> bool:
    """Whether a line puts a card where something is so, after one that puts a card there, or elsewhere, anyway."""
    placed = bool(line.tokens) and not choosing.PLACES.isdisjoint(other.tokens)
    return placed and bool(line.facts) and line.phase == other.phase and other.is_bare


def always_answers(line: PlanLine) -> bool:
    """Whether a line answers whenever its conditions hold."""
    return line.does in (ASK, CLOCK, PASS) or (
        line.does in (LOWEST, HIGHEST, "richest", "poorest") and not (line.but or line.nth)
    )


def within(line: PlanLine, other: PlanLine) -> bool:
    """Whether the conditions of a line hold only where those of the other do."""
    mine, theirs = asdict(line), asdict(other)
    mine["follows"] = line.on_what_lies
    if line.counts[:1] == ">" and int(line.counts[1:]) + 1 >= other.points:
        theirs["points"] = 0  # “more than 8” is 5 or more
    if 0 < -line.nth_trick <= other.ending or 0 < line.ending <= other.ending:
        theirs["ending"] = 0  # the last trick is one of the last two
    for name in WHENS:
        wanted, has = theirs[name], mine[name]
        if not wanted:
            continue
        if isinstance(wanted, tuple) and name not in ("gone", "ungone", "unmine"):
            if not has or not set(has) <= set(wanted):
                return False
        elif wanted != has:
            return False
    return True
