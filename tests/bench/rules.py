"""Random playouts per second of every game, one thread, through the public interface: ``python -m tests.bench.rules``.

A playout is a whole match with one deal or round where the game lets that be agreed on: begin, then ask and submit
random lawful answers until it is over. The row "fixed taker" is the playout by which engines of French Tarot are
compared: four players, one deal, the first of them takes without an auction to speak of (a guard against the
chien, so that nothing is laid away), random lawful cards, the count. The row "no rules" is the limit: 72 cards among
four, any of which may be played, with the same records for each card and nothing to be looked up.
"""

from __future__ import annotations

import argparse
import gc
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from server.rules import GAMES, OVER, Answer, Ask, Decide, Game, Said, Seat, Shuffle, Slot, asks, begin, record, submit
from server.rules.cards import TAROT_78

LENGTHS = ("deals", "rounds", "turns", "marks", "target")
"""Options that say how long a match lasts; the first and least value of such an option is agreed on."""


@dataclass(frozen=True)
class Playout:
    """What is played: a game, the number of seats, what is agreed on, and answers given in advance."""

    name: str
    game: Game
    seats: int
    opening: tuple[Answer, ...] = ()

    def options(self) -> dict[str, str | int]:
        """The shortest match there is."""
        return {name: option.values[0] for name, option in self.game.options.items() if name in LENGTHS}


DECK, SEATS = TAROT_78[:72], 4
PLAYED = Said("A card is played.", {})


@record
class Cards:
    """The state of the game without rules, with as many fields as that of French Tarot; most are always the same."""

    phase: str
    rules: None
    match: None
    deal: None
    hands: tuple[tuple[str, ...], ...]
    leader: Seat
    trick: tuple[tuple[Seat, str], ...]
    tricks: tuple[Any, ...]


def dealt(_: Cards, deck: Sequence[str]) -> tuple[Cards, tuple[Said, ...]]:
    """Deal all cards."""
    return Cards("play", None, None, None, tuple(tuple(deck[seat::SEATS]) for seat in range(SEATS)), 0, (), ()), ()


def any_card(state: Cards) -> Mapping[Seat, Ask]:
    """Any card of whoever is next."""
    seat = len(state.trick)
    hand = state.hands[seat]
    return {seat: Ask("Which card?", (Slot("card", hand),), hand[0])}


def played(state: Cards, answers: Mapping[Seat, Answer]) -> tuple[Cards, tuple[Said, ...]]:
    """The card leaves the hand; nobody takes the trick."""
    [(seat, card)] = answers.items()
    hands, hand = list(state.hands), state.hands[seat]
    at = hand.index(card)
    hands[seat] = hand[:at] + hand[at + 1 :]
    trick = (*state.trick, (seat, card))
    if len(trick) < SEATS:
        return Cards("play", None, None, None, tuple(hands), 0, trick, state.tricks), (PLAYED,)
    phase = "play" if hands[seat] else OVER
    return Cards(phase, None, None, None, tuple(hands), 0, (), (*state.tricks, trick)), (PLAYED,)


NO_RULES: Any = Game(
    key="no-rules", name="No rules", seats=range(SEATS, SEATS + 1), options={},
    start=lambda seats, options: Cards("deal", None, None, None, ((),) * seats, 0, (), ()),
    phases={"deal": Shuffle(lambda state: DECK, dealt), "play": Decide(any_card, played)},
    view=lambda state, seat: {}, scores=lambda state: (0,) * SEATS, winners=lambda state: (),
    redeal=lambda state, seat, random: state, cards=lambda state: {}, order=lambda state, suit: DECK,
    progress=lambda state: (), direction="left", idle=lambda state: PLAYED, view_type=dict,
)  # fmt: skip


def playouts() -> Iterator[Playout]:
    """Every game at every number of seats, French Tarot as it is compared, and no rules."""
    for game in GAMES.values():
        for seats in game.seats:
            yield Playout(f"{game.name}, {seats} seats", game, seats)
    yield Playout("French Tarot, 4 seats, fixed taker", GAMES["french-tarot"], 4, ("guard-against",))
    yield Playout("no rules, 4 seats", NO_RULES, SEATS)


def answer(ask: Ask, random: Callable[[], float]) -> Answer:
    """Any lawful answer."""
    slots = ask.slots
    if len(slots) == 1 and slots[0].least == slots[0].most == 1:
        options = slots[0].options
        return options[int(random() * len(options))]
    tokens: list[str] = []
    for slot in slots:
        count = slot.least + int(random() * (slot.most - slot.least + 1))
        tokens += sorted(slot.options, key=lambda _: random())[:count]
    return " ".join(tokens) or "none"


def play(playout: Playout, random: Callable[[], float]) -> int:
    """One playout; how many answers it took."""
    game, moves, opening = playout.game, 0, list(playout.opening)

    def shuffle(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(sorted(deck, key=lambda _: random()))

    table, _ = begin(game, playout.seats, playout.options(), shuffle)
    while owed := asks(game, table):
        for seat, ask in owed.items():
            said = opening.pop(0) if opening else answer(ask, random)
            table, _ = submit(game, table, seat, said, shuffle)
            moves += 1
    return moves


def measure(playout: Playout, seconds: float) -> tuple[float, float]:
    """Playouts and answers a second of processor time, so that other programs disturb little."""
    random = Random(playout.name).random
    play(playout, random)
    started, count, moves = time.process_time(), 0, 0
    while (passed := time.process_time() - started) < seconds:
        moves += play(playout, random)
        count += 1
    return count / passed, moves / passed


def machine() -> str:
    """The processor, the system and the Python that were measured."""
    facts = Path("/proc/cpuinfo")
    models = [
        line.partition(":")[2].strip() for line in facts.read_text().splitlines() if line.startswith("model name")
    ]
    processor = f"{len(models)} × {models[0]}" if models else platform.processor() or platform.machine()
    return f"{processor}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print random playouts per second of every game."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.rules", description=main.__doc__)
    every = [*GAMES, NO_RULES.key]
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these of {', '.join(every)}")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each row is measured")
    chosen = parser.parse_args(arguments)
    print(machine())
    gc.freeze()  # as the server does: what was loaded is not looked through again and again
    print(f"{'random playouts, one thread':44}{'playouts/s':>12}{'answers/s':>12}")
    for playout in playouts():
        if not chosen.games or playout.game.key in chosen.games:
            each, moves = measure(playout, chosen.seconds)
            print(f"{playout.name:44}{each:12,.0f}{moves:12,.0f}")


if __name__ == "__main__":
    main()
