"""Playing on: what needs no player is answered, the next window gets its deadline, and letters ask for answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules import Said
from ..rules.engine import Answer, Seat
from ..store.envelopes import Envelope
from ..store.models import PLAYING, Chair
from ..terms import hides
from . import house_lookahead, letters, presence, seat_plans, timing
from .automatic import by_the_house, by_themselves, foreseen
from .in_play import InPlay


def begin(play: InPlay) -> None:
    """Deal the first cards and open the first window, once everybody has accepted."""
    play.deal()
    _move_on(play)


def answer(play: InPlay, answers: Mapping[Seat, Envelope], in_time: bool = True, told_by_clock: bool = False) -> None:
    """Submit sealed answers; if they open the window, the match goes on. ``told_by_clock``: all get a letter about it,
    because the clock has answered for somebody.
    """
    if play.submit(answers, in_time):
        _move_on(play, told_by_clock)


def decide(play: InPlay, chair: Chair, thought_of: Answer | None) -> None:
    """Give the answer that a house player has found by looking ahead; None: the one it gives without."""
    envelope = by_the_house(play, chair.seat) if thought_of is None else foreseen(play, thought_of)
    house_lookahead.stop(chair)
    answer(play, {chair.seat: envelope})


def give_delayed(play: InPlay) -> None:
    """Give the delayed answers that are due."""
    ply = play.match.ply
    resume(play)
    for chair in play.match.chairs:
        if play.match.ply == ply and chair.order_at and chair.order_at <= play.at:
            chair.order_at = None


def resume(play: InPlay) -> None:
    """Go on where the open window needs no player any more, as after the house took a seat; wake a sleeping match."""
    if play.match.asleep_at:
        wake(play)
    if _play_on(play):
        _move_on(play)


def play_claimed(play: InPlay, line: Sequence[Mapping[Seat, Answer]], said: Said) -> None:
    """Play the rest of a deal that was claimed: these answers, window after window. ``said``: how all are told."""
    play.claimed, play.claim_told = dict(enumerate(line, play.match.ply)), said
    resume(play)


def wake(play: InPlay) -> None:
    """Restart the clock of a sleeping match."""
    play.match.asleep_at, play.match.unanswered = None, 0
    _start_clock(play)
    house_lookahead.begin_again(play.match, play.at)


def _play_on(play: InPlay) -> bool:
    """Give all answers that need no player, until a player must decide. Returns whether a window has opened."""
    ply = play.match.ply
    while play.match.status == PLAYING:
        answers = by_themselves(play)
        planned = any(envelope.by_plan or envelope.forced for envelope in answers.values())
        if not play.submit(answers, in_time=planned or len(answers) < len(play.all_asks())):
            break
    return play.match.ply != ply


def _move_on(play: InPlay, told_by_clock: bool = False) -> None:
    _play_on(play)
    match, at = play.match, play.at
    if match.status != PLAYING:
        return
    _start_clock(play)
    for seat in play.later:
        match.chairs[seat].order_at = seat_plans.delayed_until(match, match.chairs[seat], at)
    waiting = [match.chairs[seat] for seat in play.people_awaited()]
    # the hook of a match waits for the first of these letters
    told = [match.chairs[seat] for seat in play.people_asked()] if hides(match.terms) else waiting
    letters.tell(match, told, "turn", at, held_until=presence.letters_held_until(match, at))
    # who plays with house players only is told all by the next letter, as soon as they have played
    alone = sum(not chair.house for chair in match.chairs) == 1
    if told_by_clock and (waiting or not alone):
        letters.tell(match, [chair for chair in match.chairs if chair not in waiting], "clock", at)


def _start_clock(play: InPlay) -> None:
    if play.match.practice_until is None:
        timing.start(play.match, play.counted(), play.at)
