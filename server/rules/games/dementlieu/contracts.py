"""The four contracts, from the lowest to the highest."""

from __future__ import annotations

from ...record import record


@record
class Contract:
    """A contract. ``shown``: everybody sees the chien and the taker takes it up; otherwise ``counts`` says whether it
    goes to the taker's pile unseen."""

    times: int
    shown: bool = False
    counts: bool = True


CONTRACTS = {
    "prise": Contract(1, shown=True),
    "garde": Contract(2, shown=True),
    "garde-sans": Contract(4),
    "garde-contre": Contract(6, counts=False),
}
LADDER = tuple(CONTRACTS)
ENDS_AUCTION = "garde-contre"
