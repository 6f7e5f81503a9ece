"""Whole games as text files that can be read against the rule book: headers, answers, and the story they led to.

    # A split takes the dearer bid
    game: titro
    seats: 2
    options: rounds=1
    shuffle 1: KH 3D … the whole deck; `...` stands for the cards left, in canonical order
    ---
    A first-bid> KH centre
    B first-bid clock> 2S centre
    : A bid KH on 9H.
    ---
    scores: 5 0
    winners: A

`seed: 7` may stand instead of the shuffles. Story lines begin with ``:``, private ones with ``: [B]``. Lines with
``#`` are kept as they stand. After the story of each window stands what the views show and what is asked then:

    = hands=[4 5] core.turn=[1]
    =A hand-=[KH] spread={centre:9H cloak:NS blind:-}
    ?B Which of the cards you won do you take into your hand? cards 0-2: 9H; clock: none

``=``: what has changed for everybody; ``=A``: what the view of A has otherwise than that of everybody. At first all of
it stands there, later only the entries that have changed: ``+=`` what a list has got at its end, ``-=`` what has gone
from it; ``same`` is an entry that A sees again as everybody does. Entries of the core that repeat one of the game's own
say so: ``core.hand=as:hand``. ``?B``: what B is asked.

Run as a program this writes the story, the scores and the winners of the files named, from their headers and answers,
which may be typed as a player would. ``--player`` plays on where the answers of a file end, and ``--wish`` looks for
a seed whose story contains the text.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from server import house
from server.rules import GAMES, AnyGame, Illegal, Said, Table, all_asks, asks, begin, read, submit
from tests.rules.sights import Sights, letter

HERE = Path(__file__).parent / "golden"
REST = "..."
Player = Callable[[AnyGame, Table, int, Random], str]
PLAYERS: dict[str, Player] = {
    "random": lambda game, table, seat, random: house.at_random({}, all_asks(game, table)[seat], seat, random),
    "clock": lambda game, table, seat, random: all_asks(game, table)[seat].absent,
    "house": house.choose,
}


class NotGolden(ValueError):
    """A file that cannot be played: the message names the line."""


@dataclass(frozen=True)
class Answered:
    """One line of the game: who answered what in which phase, and whether the clock did; or a comment."""

    seat: int = 0
    phase: str = ""
    answer: str = ""
    clock: bool = False
    comment: str = ""


@dataclass(frozen=True)
class Golden:
    """A golden game as it stands in its file, without what follows from the rules."""

    title: tuple[str, ...]
    game: AnyGame
    seats: int
    options: dict[str, str | int]
    seed: int | None = None
    shuffles: dict[int, tuple[str, ...]] = field(default_factory=dict)
    answers: tuple[Answered, ...] = ()

    def shuffle(self, deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        """The n-th shuffle: as it is stacked, else drawn from the seed."""
        if n in self.shuffles:
            return _stacked(deck, self.shuffles[n])
        if self.seed is None:
            raise NotGolden(f"there is no `shuffle {n}` and no `seed`")
        cards = list(deck)
        Random(f"{self.seed}:{n}").shuffle(cards)
        return tuple(cards)


def parse(text: str) -> Golden:
    """The golden game that a file describes."""
    head, _, body = text.partition("\n---\n")
    title = tuple(line for line in head.splitlines() if line.startswith("#"))
    rows = dict(line.split(":", 1) for line in head.splitlines() if line.strip() and not line.startswith("#"))
    headers = {name.strip(): value.strip() for name, value in rows.items()}
    answers = [_answered(line) for line in body.partition("\n---\n")[0].splitlines() if _is_answer(line)]
    return Golden(
        title,
        GAMES[headers["game"]],
        int(headers["seats"]),
        {name: int(v) if v.isdigit() else v for name, v in (o.split("=") for o in headers.get("options", "").split())},
        int(headers["seed"]) if "seed" in headers else None,
        {int(name.split()[1]): tuple(cards.split()) for name, cards in headers.items() if name.startswith("shuffle")},
        tuple(answers),
    )


def written(golden: Golden, player: Player | None = None) -> str:
    """The whole file, with everything that follows from its headers and answers; ``player`` goes on where they end."""
    random = Random(golden.seed)
    table, said = begin(golden.game, golden.seats, golden.options, golden.shuffle)
    sights = Sights(golden.game, golden.seats)
    lines = [*_headers(golden), "---", *map(told, said), *sights.of(table)]
    answers = iter(golden.answers)
    while asks(golden.game, table):
        answered = next(answers, None) or _played(golden.game, table, player, random)
        if answered.comment:
            lines.append(answered.comment)
            continue
        line, table, said = _answer(golden, table, answered)
        lines += [line, *map(told, said), *sights.of(table)]
    if any(not answered.comment for answered in answers):
        raise NotGolden("there are answers left when the game is over")
    lines += ["---", "scores: " + " ".join(map(str, golden.game.scores(table.state)))]
    lines.append("winners: " + " ".join(map(letter, golden.game.winners(table.state))))
    return "\n".join(lines) + "\n"


def told(said: Said) -> str:
    """A line of the story: ``: [B] B drew 7H.``"""
    to = "" if said.to is None else f"[{letter(said.to)}] "
    return f": {to}{said.text.format(**{name: _value(value) for name, value in said.values.items()})}"


def files() -> list[Path]:
    """All golden games there are."""
    return sorted(HERE.glob("*/*.txt"))


def _answer(golden: Golden, table: Table, answered: Answered) -> tuple[str, Table, tuple[Said, ...]]:
    seat, phase = answered.seat, table.state.phase
    mark = f"{letter(seat)} {answered.phase}{' clock' if answered.clock else ''}>"
    if answered.phase != phase or seat not in all_asks(golden.game, table):
        wanted = ", ".join(f"{letter(owing)} {phase}" for owing in asks(golden.game, table))
        raise NotGolden(f"`{mark}` where what is asked is: {wanted}")
    ask = all_asks(golden.game, table)[seat]
    answer = ask.absent if answered.clock else read(ask, answered.answer)
    table, said = submit(golden.game, table, seat, answer, golden.shuffle)
    return f"{mark} {answer}", table, said


def _played(game: AnyGame, table: Table, player: Player | None, random: Random) -> Answered:
    if player is None:
        owing = ", ".join(f"{letter(seat)} {table.state.phase}" for seat in asks(game, table))
        raise NotGolden(f"the answers end before the game does; asked now: {owing}")
    seat = next(iter(asks(game, table)))
    return Answered(seat, table.state.phase, player(game, table, seat, random), player is PLAYERS["clock"])


def _is_answer(line: str) -> bool:
    return bool(line.strip()) and not line.startswith((":", "=", "?"))


def _answered(line: str) -> Answered:
    if line.startswith("#"):
        return Answered(comment=line)
    mark, arrow, answer = line.partition(">")
    seat, phase, *clock = mark.split()
    if not arrow or clock not in ([], ["clock"]):
        raise NotGolden(f"`{line}` is no answer")
    return Answered(ord(seat) - ord("A"), phase, answer.strip(), bool(clock))


def _headers(golden: Golden) -> Iterator[str]:
    yield from golden.title
    yield f"game: {golden.game.key}"
    yield f"seats: {golden.seats}"
    if golden.options:
        yield "options: " + " ".join(f"{name}={value}" for name, value in golden.options.items())
    for n, cards in sorted(golden.shuffles.items()):
        yield f"shuffle {n}: {' '.join(cards)}"
    if golden.seed is not None:
        yield f"seed: {golden.seed}"


def _stacked(deck: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    on_top = tuple(card for card in cards if card != REST)
    left = list(deck)
    for card in on_top:
        left.remove(card)
    if left and REST not in cards:
        raise NotGolden(f"the stacked deck lacks {' '.join(left)}")
    at = cards.index(REST) if REST in cards else len(cards)
    return (*on_top[:at], *left, *on_top[at:])


def _value(value: object) -> str:
    match value:
        case int():
            return letter(value)
        case tuple() if value and all(isinstance(seat, int) for seat in value):
            *most, last = map(letter, value)
            return f"{', '.join(most)} and {last}" if most else last
        case tuple():
            return " ".join(value)
    return str(value)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write what follows from the headers and answers of golden games."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.golden", description=main.__doc__)
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--player", choices=PLAYERS, help="who plays on where the answers of a file end")
    parser.add_argument(
        "--wish", action="append", default=[], help="text that the file must contain; tries other seeds"
    )
    parser.add_argument("--tries", type=int, default=1000, help="how many seeds to try for the wishes")
    chosen = parser.parse_args(arguments)
    for path in chosen.paths:
        try:
            path.write_text(_wished(parse(path.read_text()), PLAYERS.get(chosen.player), chosen.wish, chosen.tries))
        except (NotGolden, Illegal) as refused:
            parser.exit(1, f"{path}: {refused}\n")


def _wished(golden: Golden, player: Player | None, wishes: Sequence[str], tries: int) -> str:
    """The game of the first seed, from that of the file on, that fulfils all wishes."""
    first = golden.seed or 0
    for seed in range(first, first + tries) if wishes else [golden.seed]:
        text = written(replace(golden, seed=seed), player)
        if all(wish in text for wish in wishes):
            return text
    raise NotGolden(f"no seed among {tries} fulfils the wishes")


if __name__ == "__main__":
    main()
