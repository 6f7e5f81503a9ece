"""The story in letters: one line for each trick, with its cards in the order played; other lines unchanged."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from ..rules.core import Play
from ..rules.engine import Said, Seat
from ..templating import and_list
from ..views import SeatPage
from ..views.faces import Face, face
from ..views.story import card_alone

LINES = 40
"""The largest number of story lines in one letter; earlier lines are on the seat's page."""
Text = str | Markup


@dataclass
class LetterLine:
    """A line of a letter: a sentence, and the cards of a trick if it is about one.

    ``number``: the number of the trick in its deal, if known. ``winner``: who took it; ``None`` for the current trick.
    ``just_taken``: the sentence says no more than who took it.
    """

    text: Text = ""
    plays: tuple[Play, ...] = ()
    cards: Sequence[tuple[Seat, Text]] = ()
    number: int | None = None
    winner: Seat | None = None
    just_taken: bool = False


def latest(page: SeatPage, drawn: bool = False) -> list[LetterLine]:
    """The last `LINES` lines of the story since the last letter, and the seats that were answered for.

    ``drawn``: without the current trick and the dealing of the hand, which stand elsewhere in the letter.
    """
    told: list[LetterLine] = []
    for ply in page.story:
        for line in ply.lines:
            if not (drawn and _deals_the_hand(page, line)):
                _tell(page, line, told)
        if ply.forced:
            told.append(LetterLine("You had no choice, so the table answered for you."))
        if ply.clocked:
            them = and_list(["you" if seat == page.you else page.names[seat] for seat in ply.clocked])
            told.append(LetterLine(f"The clock answered for {them}."))
    lies = tuple((seat, code) for seat, code in _trick(page)) if drawn else ()
    return [line for line in told if not (lies and line.plays == lies)][-LINES:]


def _deals_the_hand(page: SeatPage, line: Said) -> bool:
    dealt = line.values.get("cards") or line.values.get("tiles") or ()
    return line.kind == "cards_drawn" and set(dealt) == set(page.view["core"]["hand"])


def _tell(page: SeatPage, line: Said, told: list[LetterLine]) -> None:
    """Add a line of the story: a card to the trick it was played to, a trick's end to that trick."""
    trick = next((one for one in reversed(told) if one.plays), None)
    if line.kind == "card_played":
        _play(page, (line.values["player"], line.values["card"]), trick, told)
        if not card_alone(line):
            told.append(LetterLine(page.prose.tell(line)))
    elif trick and line.kind in ("trick_taken", "card_kept"):
        trick.winner = line.values["player"] if trick.winner is None else trick.winner
        trick.just_taken = line.kind == "trick_taken" and line.values.keys() == {"player"} and not trick.text
        trick.text += (" " if trick.text else "") + page.prose.tell(line)
    else:
        told.append(LetterLine(page.prose.tell(line)))


def _play(page: SeatPage, play: Play, trick: LetterLine | None, told: list[LetterLine]) -> None:
    if trick and play in trick.plays:
        return
    if trick and trick.winner is None and play[0] not in dict(trick.plays):
        _lay(page, trick, (*trick.plays, play))
        return
    number, plays = _trick_of(page, play)
    told.append(LetterLine(number=number))
    _lay(page, told[-1], plays)


def _lay(page: SeatPage, trick: LetterLine, plays: tuple[Play, ...]) -> None:
    trick.plays, trick.cards = plays, [(seat, page.prose.card(code)) for seat, code in plays]


def _trick_of(page: SeatPage, play: Play) -> tuple[int | None, tuple[Play, ...]]:
    """The number and the cards of the trick to which a card was played; in an earlier deal, only the card."""
    core = page.view["core"]
    tricks = [trick["cards"] for trick in core["tricks"]] + [core["trick"] or []]
    for number, cards in enumerate(tricks, 1):
        plays = tuple((seat, code) for seat, code in cards)
        if play in plays:
            return number, plays
    return None, (play,)


def by_suit(page: SeatPage, but: Collection[str] = ()) -> Iterator[list[str]]:
    """The reader's cards, suit by suit, in the order of the hand, without those that stand elsewhere in the letter."""
    hand = [code for code in page.view["core"]["hand"] if code not in but]
    for _, codes in groupby(hand, lambda code: face(code, page.game.words).suit):
        yield list(codes)


def lying_there(page: SeatPage) -> list[Face]:
    return [face(code, page.game.words) for _, code in _trick(page)]


def _trick(page: SeatPage) -> Sequence[Play]:
    return (page.view["core"]["trick"] or ()) if page.view else ()


def lying(page: SeatPage) -> str:
    """The current trick, which everybody sees; empty if there is none."""
    played = [f"{page.called[seat]} {page.prose.card(code)}" for seat, code in _trick(page)]
    return f"The trick so far: {', '.join(played)}." if played else ""
