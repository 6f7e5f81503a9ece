"""Plans that are laid out line by line, as on a page: lines in a form, and whether they are what their words say."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from ..rules import AnyGame, Illegal
from ..rules.cards import suit
from .checking import checked, unreached, usual
from .language import ALWAYS, CANNOT, DEAL, ONCE, PLAY, Plan, PlanLine
from .reading import LENGTH, read_plan
from .saying import SUITS_BUT_TRUMPS, canonical

NO_LINE = "A line of this plan could not be taken as it was sent. The others are below."


def form_of(line: PlanLine) -> str:
    """A line as it stands in a form: players are in it by their seats, whatever their names."""
    return msgspec.json.encode(line).decode()


def line_of(game: AnyGame, form: str, names: Mapping[int, str]) -> PlanLine:
    """The line that stands in a form. ``names``: the other players' names, by seat. Raises `Illegal`, as `taken`."""
    try:
        return taken(game, msgspec.json.decode(form, type=PlanLine), names)
    except msgspec.DecodeError as error:
        raise Illegal(NO_LINE) from error


def taken(game: AnyGame, line: PlanLine, names: Mapping[int, str]) -> PlanLine:
    """A line, as it is. Raises `Illegal` if it contradicts itself, or no words of this game say the same."""
    try:
        alone = Plan((checked(game, line),), usual(game, (line,)))
        same = read_plan(game, canonical(game, alone, names), names) == alone
    except Illegal:
        raise
    except (LookupError, ValueError, OverflowError) as error:  # a suit, a seat … that this game does not have
        raise Illegal(NO_LINE) from error
    if not same:
        raise Illegal(NO_LINE)
    return line


def tapped(line: PlanLine) -> tuple[PlanLine, ...]:
    """The lines of what was tapped: a card of another suit than the one led is for where I cannot follow."""
    led = line.led[0] if len(line.led) == 1 and line.led[0] in SUITS_BUT_TRUMPS else ""
    follow = tuple(card for card in line.tokens if suit(card) in (led, "T", ""))
    if line.does != PLAY or not led or follow == line.tokens:
        return (line,)
    others = tuple(card for card in line.tokens if suit(card) != led)
    without = replace(line, tokens=others, follow=CANNOT)
    return (without, replace(line, tokens=follow)) if follow else (without,)


def laid_out(game: AnyGame, plan: Plan, names: Mapping[int, str]) -> Plan:
    """A plan of lines that were taken, as it is. Raises `Illegal` if it is too long, or a line would never be used."""
    if not game.trick_game and plan.until not in (DEAL, ONCE, ALWAYS):
        raise Illegal("There are no tricks in this game.")
    if never := unreached(plan.lines):
        line, above = (number + 1 for number in never)
        raise Illegal(
            f"Line {line} would never be used, because line {above} always would be: move it up, or remove it."
        )
    if len(canonical(game, plan, names)) > LENGTH:
        raise Illegal(f"Written out, line by line, that plan has more than {LENGTH} characters.")
    return plan
