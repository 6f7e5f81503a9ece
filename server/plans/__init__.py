"""Plans: what a player lays out for later asks, line by line. Pure functions.

A plan is an ordered list of lines, each with conditions and an action, such as ``hearts 10`` or ``partner low``. The
first line that fits an ask and gives a lawful answer plays; otherwise the player is asked. `language` defines lines.
`reading` reads plans as people type them: `preparing` puts a text in words that are known, `lasting` knows how long it
is to stand, `vocabulary` has the words of a game, `grammar` the patterns of conditions
and actions, `holes` what fills their holes, and `matching` matches them; `phrasing` says the same in the words of the
patterns; `clauses` finds all ways to read a text, `lines` makes lines of them, with what they take from those before
(`referring`), and `checking` refuses lines that can never act; `unplannable` knows what no line can say; `composing`
reads what these do not by the kinds of its words, of which `kinds` has a table; and `guessing` guesses at what is not
understood whole, to ask back.
`saying` writes plans, `laying_out` takes those that were tapped, `answering` gives their answers, and `foreseeing`
shows what would happen now. `examples` has plans of each game, to show.
"""

from .answering import PlannedAnswer, answer, ended, looking_on, sealed_at, written_out
from .asking import Asked, Core, Reader, phases, stage_of
from .checking import LINES, idle, not_held, usual
from .examples import example, examples
from .foreseeing import ANY_OTHER, Case, Coming, coming, foresee
from .language import (
    ACTIONS,
    ALWAYS,
    ASK,
    CARD_FALLS,
    CLOCK,
    DEAL,
    HIGH,
    HIGHEST,
    LEAD_LOST,
    LOWEST,
    NOTHING,
    OF_CARDS,
    ONCE,
    PARTNER_TAKES,
    PASS,
    PLAY,
    TOKENS,
    TRICK,
    UNTIL,
    Plan,
    PlanLine,
)
from .lasting import MOST_TRICKS
from .laying_out import form_of, laid_out, line_of, taken, tapped
from .reading import read_plan
from .saying import canonical, left_out, line_in_words, order_in_words, says, tells_until, until_in_words
from .vocabulary import is_card
