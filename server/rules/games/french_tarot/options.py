"""What can be agreed on before a match."""

from __future__ import annotations

from ...engine import Option

OPTIONS = {
    "deals": Option(
        tuple(range(1, 37)), 6, "How many deals are played; annulled and passed-out deals do not count.", short=1
    ),
    "misere": Option(
        ("on", "off"), "off", "A hand without trumps, or without honours, may be announced for 10 points."
    ),
    "goulash": Option(("on", "off"), "off", "When all pass, everybody plays alone and pays for the points they take."),
    "petit-sec": Option(
        ("cancel", "play"),
        "cancel",
        "Whether a deal is annulled that gives somebody the petit as their only trump.",
        words={"cancel": "the deal is annulled", "play": "it is played"},
    ),
    "call": Option(
        ("before-chien", "after-discard"),
        "before-chien",
        "With five, when the taker calls a king for a partner.",
        words={"before-chien": "before the chien is seen", "after-discard": "after the discard"},
    ),
    "called-suit-lead": Option(
        ("free", "barred"),
        "free",
        "With five, whether the first card led may be of the called suit.",
        words={"free": "yes, it may", "barred": "no, it may not"},
    ),
    "excuse-last": Option(
        ("winner", "switch"),
        "winner",
        "Who gets an Excuse of the last trick: its winner, or always the other side.",
        words={"winner": "the winner of the trick", "switch": "always the other side"},
    ),
    "trumps-in-discard": Option(
        ("forced", "announced"),
        "forced",
        "Trumps laid away: only where nothing else is left, or freely, but shown.",
        words={"forced": "only where nothing else is left", "announced": "freely, but shown"},
    ),
}
