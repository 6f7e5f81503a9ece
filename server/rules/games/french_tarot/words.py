"""What people call cards, bids and announcements."""

from __future__ import annotations

from ...auction import PASS
from ...cards import FOOL, FRENCH_WORDS, Words
from ...text import CardName
from .contracts import GOULASH


def _or_of_the_chien(*ways: str) -> tuple[str, ...]:
    return tuple(way + more for way in ways for more in ("", " chien", " dog"))


WORDS: Words = {
    **FRENCH_WORDS,
    FOOL: (CardName("the Excuse", "Excuse"), *FRENCH_WORDS[FOOL], "fool"),
    PASS: ("pass", "passe", "je passe", "no bid", "no", "nothing", "passing"),
    "small": ("small", "petite", "petit", "prise", "la prise", "je prends", "take", "take it", "taking", "taking it",
              "small x1", "small 1"),
    "guard": ("guard", "garde", "guard x2", "guard 2"),
    "guard-without": (
        *_or_of_the_chien("guard without", "garde sans", "without", "sans", "guard sans"),
        "guard without x4", "guard without 4",
        "guard without no slam", "garde sans no slam", "guard without without slam",
    ),
    "guard-against": (
        *_or_of_the_chien("guard against", "garde contre", "against", "contre"), "guard against x6", "guard against 6",
        "guard against no slam", "garde contre no slam", "guard against without slam",
    ),
    "guard-without-slam": ("guard without and slam", "guard without slam", "garde sans chelem", "garde sans et chelem",
                           "guard without with slam", "guard without with a slam"),
    "guard-against-slam": (
        "guard against and slam", "guard against slam", "garde contre chelem", "garde contre et chelem",
        "guard against with slam", "guard against with a slam",
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
