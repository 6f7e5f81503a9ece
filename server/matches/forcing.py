"""Forced answers: where a seat has one lawful answer only, the table may give it, and nobody else learns it early.

That a player had no choice tells what the player does not hold. So a forced answer is given at once only where
everybody knows that it is forced; any other waits as a delayed plan does (see `server.matches.seat_plans`),
and its envelope is told to its owner alone while the match is played.
"""

from __future__ import annotations

from ..rules import AnyGame, Ask, Table, all_asks, forced
from ..rules.engine import Answer, Seat
from ..store.models import Chair, Match
from ..terms import FORCED


def only_answer(match: Match, ask: Ask) -> Answer | None:
    """The answer that the table gives for a seat because there is no other; ``None`` if the terms or the ask say no."""
    return forced(ask) if match.terms.get(FORCED) == "on" else None


def publicly_forced(game: AnyGame, table: Table, seat: Seat) -> bool:
    """Whether everybody knows that this seat has one answer only: it alone is asked, for the last card of its hand.

    How many cards a hand holds is public; what they are is not, so a single card of the suit led proves nothing.
    """
    window = all_asks(game, table)
    if list(window) != [seat] or forced(window[seat]) is None:
        return False
    core = game.view(table.state, seat)["core"]
    cards = [option for slot in window[seat].slots for option in slot.options]
    return bool(core["counts"][seat] == 1 and cards == core["hand"])


def is_no_secret(match: Match, game: AnyGame, table: Table, seat: Seat) -> bool:
    """Whether a forced answer may be given at once: all know that it is forced, or no other person plays there."""
    alone = all(chair.player_id is None for chair in match.chairs if chair.seat != seat)
    return alone or publicly_forced(game, table, seat)


def is_early(chair: Chair) -> bool:
    """Whether a forced answer is given before the deadline. For players who missed their last window it is not: else
    an absent player would seem to be there wherever the cards leave no choice.
    """
    return chair.missed == 0
