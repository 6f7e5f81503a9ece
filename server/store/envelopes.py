"""Envelopes: sealed answers, which the match keeps until their window opens, and its turns after that."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import asdict

from ..rules.engine import Answer, Seat

By = Literal["player", "clock", "house"]
PLAYER: Final = "player"
CLOCK: Final = "clock"
HOUSE: Final = "house"


class Envelope(Struct, frozen=True, omit_defaults=True, rename={"by_plan": "standing"}):
    """An answer that was sealed: who gave it when, and the salt of its receipt.

    ``forced``: the seat had no other. ``decided``: no answer could change the result of the deal any more. ``claimed``:
    the table plays the rest of a deal, because a player has claimed it. ``by_plan``: the player's plan gave it.
    ``absent``: the clock or a house player gave it for a player who missed the deadline. ``looked_ahead``: whether a
    strong house player found it by looking ahead, or fell back to a steady one's; ``None``: it was of nobody strong.
    """

    answer: Answer
    by: By
    at: datetime
    salt: str
    forced: bool = False
    decided: bool = False
    claimed: bool = False
    by_plan: bool = False
    absent: bool = False
    looked_ahead: bool | None = None

    @property
    def counts_as_given(self) -> bool:
        """Whether hours and banks count it as its player's: forced ones too, or the difference would tell them."""
        return self.by == PLAYER or self.forced

    @property
    def by_the_table(self) -> bool:
        """Whether the table gave it, because the player had nothing to decide."""
        return self.forced or self.decided or self.claimed

    @property
    def in_person(self) -> bool:
        """Whether the player gave it by hand."""
        return self.by == PLAYER and not (self.by_plan or self.forced)

    def opened(self, seat: Seat) -> Opened:
        """What a turn keeps of it."""
        return Opened(**asdict(self), seat=seat)


class Opened(Envelope, frozen=True, kw_only=True):
    """An envelope that has been opened, with the seat that it was of."""

    seat: Seat
