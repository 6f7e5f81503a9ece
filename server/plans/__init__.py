"""Plans: what a player lays out for later asks, line by line. Pure functions.

A plan is an ordered list of lines, each some conditions and an action, such as ``hearts 10`` or ``partner low``. The
first line that fits an ask and gives a lawful answer plays; otherwise the player is asked. `language` says what a line
may be, `vocabulary` what it is called, `reading` reads plans and `saying` writes them, `answering` gives their answers,
`foreseeing` shows what would happen now.
"""

from .answering import Given, answer, ended, looking_on, sealed_at
from .foreseeing import Case, foresee
from .language import ACTIONS, ALWAYS, CARD_FALLS, DEAL, OF_CARDS, ONCE, PLAY, TOKENS, UNTIL, Line, Plan, stored
from .reading import LINES, example, may_be, not_held, read_plan, usual
from .saying import canonical, line_in_words, says, until_in_words

__all__ = [
    "ACTIONS",
    "ALWAYS",
    "CARD_FALLS",
    "DEAL",
    "LINES",
    "OF_CARDS",
    "ONCE",
    "PLAY",
    "TOKENS",
    "UNTIL",
    "Case",
    "Given",
    "Line",
    "Plan",
    "answer",
    "canonical",
    "ended",
    "example",
    "foresee",
    "line_in_words",
    "looking_on",
    "may_be",
    "not_held",
    "read_plan",
    "says",
    "sealed_at",
    "stored",
    "until_in_words",
    "usual",
]
