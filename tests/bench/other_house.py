"""House players that answer over pipes, in a process of their own: started in the checkout of another commit.

Run as the text of a program, with that checkout as the working directory, so it uses nothing of this commit. Each line
that it reads is a message, and each line that it writes the reply:

- ``{"begin": [game, seats, options], "shuffles": …, "seed": …}``: a table to play at; no reply;
- ``{"shuffles": …, "answers": …, "seat": …, "slots": …, "level": …, "seconds": …}``: what has happened since, and what
  the seat is asked; the reply is ``{"answer": …, "took": …}``, in seconds of processor time;
- the same without a seat: the reply is ``{"scores": …}``.

Where the rules of its own checkout ask something else, it replies ``{"differs": …}``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from server import house
from server.house import easy, sampling
from server.rules import GAMES, Ask, Illegal, asks, begin, submit


def chooser(level: str, seconds: float) -> Callable[..., str]:
    """The house player of this level; a strong one's seconds are processor time, as others may use the machine."""
    if level == "strong":
        budget = sampling.Budget(seconds, sampling.MANY, now=time.process_time)
        return lambda game, table, seat, random: sampling.choose(game, table, seat, random, budget)
    return {"easy": easy.choose, "steady": house.choose}[level]


def slots(ask: Ask) -> list[list[Any]]:
    """What an ask allows."""
    return [[slot.name, list(slot.options), slot.least, slot.most] for slot in ask.slots]


class AtTable:
    """The table of the game that is under way, as it is told."""

    def heard(self, message: dict[str, Any]) -> dict[str, Any] | None:
        if "begin" in message:
            key, seats, options = message["begin"]
            self.game, self.random = GAMES[key], Random(message["seed"])
            self.shuffles = {n: tuple(deck) for n, deck in message["shuffles"]}
            self.table, _ = begin(self.game, seats, options, lambda _, n: self.shuffles[n])
            return None
        self.shuffles |= {n: tuple(deck) for n, deck in message["shuffles"]}
        for seat, answer in message["answers"]:
            self.table, _ = submit(self.game, self.table, seat, answer, lambda _, n: self.shuffles[n])
        if "seat" not in message:
            return {"scores": self.game.scores(self.table.state)}
        return self.chosen(message)

    def chosen(self, message: dict[str, Any]) -> dict[str, Any]:
        seat = message["seat"]
        own = asks(self.game, self.table).get(seat)
        if own is None or slots(own) != message["slots"]:
            return {"differs": f"seat {seat} is asked {own and slots(own)}, not {message['slots']}"}
        choose, started = chooser(message["level"], message["seconds"]), time.process_time()
        answer = choose(self.game, self.table, seat, self.random)
        return {"answer": answer, "took": time.process_time() - started}


def main() -> None:
    table = AtTable()
    for line in sys.stdin:
        try:
            reply = table.heard(json.loads(line))
        except (Illegal, KeyError) as failure:
            reply = {"differs": repr(failure)}
        if reply is not None:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
