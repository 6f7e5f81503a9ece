"""What people call cards, bids and announcements, and what terms mean."""

from __future__ import annotations

from ...auction import PASS, PASSING
from ...cards import FOOL, FRENCH_WORDS, Words
from ...text import CardName
from .contracts import GOULASH


def _or_of_the_chien(*ways: str) -> tuple[str, ...]:
    return tuple(way + more for way in ways for more in ("", " chien", " dog"))


def _with_a_slam(*ways: str) -> tuple[str, ...]:
    slams = ("slam", "with slam", "with a slam", "with the slam", "slam announced", "slam declared", "avec chelem")
    return tuple(f"{way} {slam}" for way in ways for slam in slams)


WORDS: Words = {
    **FRENCH_WORDS,
    FOOL: (CardName("the Excuse", "Excuse"), *FRENCH_WORDS[FOOL], "fool"),
    PASS: (*PASSING, "je passe"),
    "small": ("small", "petite", "petit", "prise", "la prise", "je prends", "take", "take it", "taking", "taking it",
              "small x1", "small 1"),
    "guard": ("guard", "garde", "guarding", "guard x2", "guard 2"),
    "guard-without": (
        *_or_of_the_chien("guard without", "garde sans", "without", "sans", "guard sans"),
        "gs", "guard without x4", "guard without 4",
        "guard without no slam", "garde sans no slam", "guard without without slam",
    ),
    "guard-against": (
        *_or_of_the_chien("guard against", "garde contre", "against", "contre"), "gc",
        "guard against x6", "guard against 6",
        "guard against no slam", "garde contre no slam", "guard against without slam",
    ),
    "guard-without-slam": (
        "guard without and slam", "garde sans chelem", "garde sans et chelem",
        *_with_a_slam("guard without", "garde sans"),
    ),
    "guard-against-slam": (
        "guard against and slam", "garde contre chelem", "garde contre et chelem",
        *_with_a_slam("guard against", "garde contre"),
    ),
    GOULASH: ("goulash",),
    "slam": ("slam", "chelem", "announce slam", "chelem annonce"),
    "poignee": ("poignée", "simple poignee", "single poignee", "handful", "single handful"),
    "double-poignee": ("double poignée", "double handful"),
    "triple-poignee": ("triple poignée", "triple handful"),
    "misere-trumps": ("misère of trumps", "misere atout", "misere atouts", "misere d'atout", "misere de trumps"),
    "misere-honours": (
        "misère of honours", "misere tete", "misere de tete", "misere honors", "misere honneurs", "misere d'honneurs",
    ),
}  # fmt: skip


GLOSSARY = {
    "pass": "You do not bid in this deal, and defend against the taker.",
    "small": "The lowest bid: the taker picks up the chien and lays as many cards away; ×1.",
    "guard": "The taker picks up the chien and lays as many cards away; all counts ×2.",
    "guard-without": "The chien stays unseen and counts for the taker; ×4.",
    "guard-against": "The chien stays unseen and counts for the defence; ×6.",
    "guard-without-slam": "As guard without, and the taker promises every trick: 400 more if all are won, 200 less if "
    "not.",
    "guard-against-slam": "As guard against, and the taker promises every trick: 400 more if all are won, 200 less if "
    "not.",
    "slam": "A promise to win every trick: 400 more if kept, 200 less if not. Who announces it leads.",
    "goulash": "All have passed: everybody plays alone, and the fewest points are best.",
    "poignee": "Many trumps shown in one hand, for 20 points to the side that wins the deal.",
    "double-poignee": "More trumps still, shown in one hand, for 30 points to the side that wins the deal.",
    "triple-poignee": "The largest number of trumps shown in one hand, for 40 points to the side that wins the deal.",
    "misere-trumps": "A hand without any trump, announced with the first card: each other player pays 10.",
    "misere-honours": "A hand without court cards and bouts, announced with the first card: each other player pays 10.",
    "taker": "Who plays the contract, against all others or with a secret partner.",
    "chien": "The cards dealt to nobody: six, or three when five play.",
    "bout": "The 21, the 1 of trumps and the Excuse. Each one taken lowers what the taker needs: 56, 51, 41, 36.",
    "petit": "The 1 of trumps. Won in the last trick, it is worth 10 more, times the contract.",
    "Excuse": "Played instead of following suit. It never wins a trick, and comes back to its side.",
}
"""Short explanations of this game's tokens and terms."""
