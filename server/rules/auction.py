"""Auctions in which every seat speaks once and each bid must be above the last."""

from __future__ import annotations

from collections.abc import Sequence

PASS = "pass"
PASSING = (
    "pass", "passe", "no bid", "no", "nothing", "passing", "no thanks pass", "not for me pass",
    "no way pass", "not a chance pass", "I am out pass",
    "pass here", "pass with this hand", "pass with this lot", "pass with these cards", "pass on this hand",
    "sit it out", "sit this out",
    "I am out this round", "I am out this hand", "I am out this deal",
)  # fmt: skip
"""What it is called in every game."""


def above(ladder: Sequence[str], bids: Sequence[str | None]) -> tuple[str, ...]:
    """The lawful calls now: ``pass``, or any bid of the ladder above the highest so far."""
    made = [ladder.index(bid) for bid in bids if bid not in (None, PASS)]
    return (PASS, *ladder[max(made) + 1 if made else 0 :])


def highest(ladder: Sequence[str], bids: Sequence[str | None]) -> int | None:
    """The seat of the highest bid; ``None`` if nobody has bid."""
    made = {seat: ladder.index(bid) for seat, bid in enumerate(bids) if bid not in (None, PASS)}
    return max(made, key=made.__getitem__) if made else None
