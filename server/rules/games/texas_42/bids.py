"""The bids on one ladder: points as they are, then marks: 42 stands for one mark, 43 for two, and so on."""

from __future__ import annotations

from ...record import record

LEAST, MOST = 30, 41
BELOW = LEAST - 1


def marks_of(height: int) -> int:
    """The marks that a bid of this height is worth; one for a bid of points."""
    return max(1, height - MOST)


@record
class Partnered:
    """A bid after which the partner makes the call: the doubles that it needs, and the marks that it may stand for."""

    doubles: int
    marks: tuple[int, ...]

    def height(self, high: int) -> int | None:
        """Its height on the ladder above the last bid, if it may be made."""
        return next((MOST + marks for marks in self.marks if MOST + marks > high), None)


PARTNERED = {"plunge": Partnered(doubles=4, marks=(4, 5)), "splash": Partnered(doubles=3, marks=(2,))}
PARTNER_LEADS = (("plunge", "partner-leads"), ("splash", "on"))  # bid and value of its option


def height_of(bid: str, high: int) -> int:
    """The height of a bid made over the last one."""
    if bid in PARTNERED:
        height = PARTNERED[bid].height(high)
        assert height is not None
        return height
    return MOST + int(bid[:-1]) if bid[-1] == "m" else int(bid)
