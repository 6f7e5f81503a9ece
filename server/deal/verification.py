"""Verification of a finished match's record: deal and replay it from its seed, and check every receipt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..rules import GAMES, OVER, Illegal, begin, submit
from ..rules.engine import ByDeal, Deck, Shuffler
from .shuffle import commitment, receipt, shuffler

FORMAT = 1


class Broken(ValueError):
    """A record that fails verification; the message says where."""


@dataclass(frozen=True)
class Verified:
    """What was verified: the numbers of shuffles and answers, and the final scores."""

    shuffles: int
    answers: int
    scores: list[int]


def verify(record: Mapping[str, Any]) -> Verified:
    """Deal and replay the match. Raises `Broken` at the first difference from the record."""
    if not isinstance(record, dict):
        raise Broken("This is not a record of a match: that is one JSON object.")
    try:
        return _verified(record)
    except Broken:
        raise
    except KeyError as missing:
        raise Broken(f"This is not a record of a match: {missing} is missing.") from missing
    except (TypeError, AttributeError, ValueError) as bad:
        raise Broken(f"This is not a record of a match: {bad}.") from bad


def _verified(record: Mapping[str, Any]) -> Verified:
    if record["format"] != FORMAT:
        raise Broken(f"Records of format {FORMAT} can be checked here, not of format {record['format']}.")
    seed, game = bytes.fromhex(record["seed"]), GAMES.get(record["game"])
    if game is None:
        raise Broken(f"There is no game “{record['game']}” here.")
    if commitment(seed) != record["commitment"]:
        raise Broken("The seed is not the one that was committed to: its SHA-256 differs from the commitment.")
    used: list[int] = []
    shuffle = _noted(seed, record, used)
    table, _ = begin(game, len(record["seats"]), record["options"], shuffle)
    for number, (ply, answers) in enumerate(groupby(record["answers"], key=lambda answer: answer["ply"])):
        if ply != number:
            raise Broken(f"The answers of ply {number} should follow, and those of ply {ply} do.")
        for given in answers:
            at = f"At ply {ply}, seat {given['seat']}"
            if receipt(record["match"], ply, given["seat"], given["answer"], given["salt"]) != given["receipt"]:
                raise Broken(f"{at}: the receipt does not fit the answer.")
            try:
                table, _ = submit(game, table, ord(given["seat"]) - ord("A"), given["answer"], shuffle)
            except Illegal as illegal:
                raise Broken(f"{at}: {given['answer']} was not lawful. {illegal}") from None
    if used != record["shuffles"]:
        raise Broken(f"The match took the shuffles {used}, the record names {record['shuffles']}.")
    if (table.state.phase == OVER) != (record["ending"] == "played"):
        raise Broken(f"The match {'is' if table.state.phase == OVER else 'is not'} over, the record says otherwise.")
    scores = list(game.scores(table.state))
    if scores != record["scores"]:
        raise Broken(f"The match comes to {scores}, the record says {record['scores']}.")
    winners = [chr(ord("A") + seat) for seat in game.winners(table.state)]
    if record["ending"] == "played" and winners != record["winners"]:
        raise Broken(f"The winners are {winners}, the record says {record['winners']}.")
    return Verified(len(used), len(record["answers"]), scores)


def _noted(seed: bytes, record: Mapping[str, Any], used: list[int]) -> Shuffler:
    """The shuffles of the match, which append their numbers to ``used``."""
    shuffled = shuffler(seed, record["words"])

    def shuffle(deck: Deck, n: int) -> Sequence[str]:
        used.append(n)
        return shuffled(deck, n)

    return ByDeal(shuffle) if record.get("same_deals") else shuffle
