"""The facts in a line of the story: its kind, what each value stands for, and its numbers.

Code that looks for something in a story reads the kinds and values of its lines, never their words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from .core import Seat
from .record import field, record

Kind = Literal[
    "told",
    "waiting",
    "deal_began",
    "cards_drawn",
    "dealer_drawn",
    "deal_annulled",
    "passed_out",
    "passed",
    "bid",
    "contract",
    "called",
    "announced",
    "staked",
    "laid_away",
    "shown",
    "card_played",
    "trick_taken",
    "card_kept",
    "card_lost",
    "target_taken",
    "target_missed",
    "hand_kept",
    "card_changed",
    "card_determined",
    "card_seen",
    "count",
    "score",
    "match_won",
    "house_answered",
    "plan_answered",
    "claimed",
    "decided",
]
"""The kinds of lines; `KINDS` says what each means. Stored with every story: never renamed."""


class Number(float):
    """A number in a line, such as points: whole, or with a half. Stored as a JSON number with a decimal point.

    ``str`` writes it for people: ``36``, ``48½``.
    """

    def __str__(self) -> str:
        whole, half = divmod(abs(float(self)), 1)
        digits = f"{int(whole) or ''}½" if half else f"{int(whole)}"
        return f"-{digits}" if self < 0 else digits


@record
class Plural:
    """Both forms of a sentence that depends on the number called ``number``: for one, and for any other number."""

    one: str
    many: str
    number: str

    def fits(self, values: Mapping[str, object]) -> str:
        """The form that fits in English."""
        return self.one if values[self.number] == 1 else self.many


Of = Literal["seat", "seats", "code", "codes", "words", "number"]
"""What a value is: `int`, tuple of `int`, the `str` of a card or token, tuple of such, plain words, `Number`."""

NAMES: Mapping[Of, str] = {
    "seat": "player other",
    "seats": "players side others",
    "code": "card target found given beaten matto signal token",
    "codes": "cards tiles answer",
    "words": "bid contract call name",
    "number": "number deals rounds points needed bouts coins pot marks against score loss total"
    " cricche sequences card_points last_trick",
}
VALUES: Mapping[str, Of] = {name: of for of, names in NAMES.items() for name in names.split()}
"""What each value name stands for, in every line of every game."""


@record
class Facts:
    """The meaning of a kind of line, the values that each line of it has, and those that it may have."""

    means: str
    has: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()


def _facts(means: str, has: str = "", may: str = "") -> Facts:
    return Facts(means, frozenset(has.split()), frozenset(may.split()))


KINDS: Mapping[Kind, Facts] = {
    "told": _facts("Anything else: nothing is read from it."),
    "waiting": _facts("What those wait for who are not asked.", may="player matto"),
    "deal_began": _facts("A deal or round began; who dealt or starts.", "number", "player deals rounds card"),
    "cards_drawn": _facts("A player got cards or tiles from the deck.", "player", "card cards tiles"),
    "dealer_drawn": _facts("It was drawn who deals first.", "player"),
    "deal_annulled": _facts("A deal was given up before a bid, for what a player held.", "player card"),
    "passed_out": _facts("All passed."),
    "passed": _facts("A player passed.", "player"),
    "bid": _facts("A player bid.", "player", "bid card target"),
    "contract": _facts("The auction ended: who plays for what.", "player", "contract bid cards"),
    "called": _facts("A player named the trump, a card, or who plays along.", "player", "card call"),
    "announced": _facts("A player announced something that scores.", "player", "name cards points"),
    "staked": _facts("Everybody put coins into the pot.", "coins pot"),
    "laid_away": _facts("A player laid cards away.", "player", "number cards"),
    "shown": _facts("Cards were turned up for all to see.", "", "player card cards token other"),
    "card_played": _facts("A card was played to a trick, the first one led.", "player card", "signal"),
    "trick_taken": _facts("A trick ended: who took it, with which card, for how much.", "player", "card points"),
    "card_kept": _facts("The player of a card kept it, and may have given another for it.", "player card", "given"),
    "card_lost": _facts("A side lost cards that it had laid away or could not keep.", "players", "card"),
    "target_taken": _facts("A card that was bid on was won.", "player target points", "card other beaten"),
    "target_missed": _facts("A card that was bid on was not won.", "target", "player players card cards"),
    "hand_kept": _facts("What a player kept for the next round.", "player", "cards"),
    "card_changed": _facts("A player discarded a card, or did not, and may have taken another's.", "player",
                           "card other found"),
    "card_determined": _facts("A card was placed in a player's row, or turned in it.", "player", "card cards points"),
    "card_seen": _facts("A player saw a card that was not shown to all.", "player", "card other"),
    "count": _facts("What a side or a player took in a deal, and what that made of the contract.", "",
                    "player players side others contract bid points needed bouts marks score loss total cricche"
                    " sequences card_points last_trick"),
    "score": _facts("What a player or a side gained or lost.", "", "player players points coins"),
    "match_won": _facts("The match ended: who won it.", "", "player players side points coins marks against"),
    "house_answered": _facts("A house player answered for one who let the window pass.", "player"),
    "plan_answered": _facts("An answer was given by its player's plan.", "player answer"),
    "claimed": _facts("A player claimed the rest of a deal.", "player"),
    "decided": _facts("No answer can change a deal any more: the table plays its rest."),
}  # fmt: skip
assert tuple(KINDS) == get_args(Kind)


@record
class Said:
    """One line of the story; private if ``to`` names a seat.

    ``text`` is a template in the past tense, so that both a name and "You" fit:
    ``"{player} took {cards} with {card} for {points}."`` In ``values`` an int is a seat, a tuple of ints several
    seats, a str a code or plain words, a tuple of str several codes, and a `Number` a number. ``kind``: what the line
    reports, for code that reads facts from a story; see `KINDS`. ``plural``: both forms of a text that depends on
    a number; ``text`` is then the one that fits, see `plural_said`.
    """

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)
    to: Seat | None = None
    kind: Kind = "told"
    plural: Plural | None = None


def plural_said(kind: Kind, plural: Plural, values: Mapping[str, Any]) -> Said:
    """A line whose text depends on one of its numbers, in the form that fits."""
    return Said(plural.fits(values), values, kind=kind, plural=plural)
