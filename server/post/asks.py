"""The ask in a letter: the prompt and deadline, the choices, and a link to choose each with one tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from .. import links, plans
from ..matches.seat_plans import name_of, open_plans
from ..rules import lawful
from ..rules.engine import Slot
from ..store.models import Letter
from ..views import SeatPage, names_beside
from ..views.answer_form import NOUNS
from ..views.faces import Face, face
from .rendering import verb

ANSWERED = "You have answered already, and may change it."
"""What a letter says in place of the prompt to somebody whose answer is sealed."""


def prompt(page: SeatPage) -> str:
    """The prompt and the deadline, or that it is answered; empty if nothing is asked."""
    if page.ask is None or page.sealed:
        return ANSWERED if page.ask else ""
    return f"{page.ask.prompt} Until {page.times.closes}." if page.times.closes else page.ask.prompt


def example(page: SeatPage) -> str:
    """An answer as it may be typed, that of the clock; empty if nothing is asked, or it is not to be seen.

    A seat is its letter: the name of who sits there could be read as something else.
    """
    if page.ask is None or _veils(page, page.ask.absent.split()):
        return ""
    return page.ask.absent if page.ask.absent in page.letters else page.prose.answer(page.ask.absent)


def example_without_the_hand(page: SeatPage) -> str:
    """The same, empty if it names a card of the hand: in a letter that lists tables it stands near the beginning."""
    return example(page) if page.ask and _hand(page).isdisjoint(page.ask.absent.split()) else ""


def _veils(page: SeatPage, codes: Iterable[str]) -> bool:
    """Whether a letter must not show these: cards, where it shows no hand."""
    return page.veiled and any(face(code, page.game.words).suit for code in codes)


@dataclass(frozen=True)
class Tap:
    """A choice as a link in a letter: one tap opens the page with it marked, and another one there seals it.

    ``code``: the answer. ``name``: the answer in words. ``label``: the link's text, such as ``Play jack``; ``says``:
    the same in full, for screen readers. ``face``: the card, if it is one. ``link``: the page with this choice marked.
    """

    code: str
    name: str
    label: str
    says: str
    face: Face | None
    link: str


def taps(page: SeatPage, link: str) -> list[Tap]:
    """The choices of an ask with few options, of which one is picked; empty for any other ask."""
    codes = _tapped(page)
    act = verb(page) if codes else ""
    return [_tap(page, code, act, f"{link}#{page.form.tap(code)}") for code in codes]


def _tapped(page: SeatPage) -> tuple[str, ...]:
    return () if _veils(page, page.form.taps) else tuple(page.form.taps)


def listed(page: SeatPage) -> frozenset[str]:
    """The cards of the hand that a letter lists among what may be answered: by `taps`, or else by `choices`."""
    return _hand(page).intersection(_tapped(page) or (option for slot in _slots(page) for option in slot.options))


def _hand(page: SeatPage) -> frozenset[str]:
    return frozenset(page.view["core"]["hand"] if page.view else ())


def _tap(page: SeatPage, code: str, act: str, link: str) -> Tap:
    assert page.ask is not None
    shown = face(code, page.game.words)
    if shown.suit:
        says = f"{act} {shown.name}".strip()
        label = act if act and shown.suit == "domino" else f"{act} {shown.called}".strip()  # a tile shows its name
        return Tap(code, shown.name, label, says, shown, link)
    name = _name(page, code)
    said = name[:1].upper() + name[1:]
    slot = page.ask.slots[0].name
    says = f"{NOUNS.get(slot, slot)} {name}".capitalize() if name.isdigit() else said
    return Tap(code, name, said, says, None, link)


def _name(page: SeatPage, code: str) -> str:
    """An option in words: a seat by its player's name where seats are asked for."""
    assert page.ask is not None
    seats = set(page.ask.slots[0].options) - page.game.passes
    if code in seats and seats.issubset(page.letters):
        return page.names[page.letters.index(code)]
    return page.ask.words.get(code, page.game.words.get(code, (code,)))[0]


def suggested(page: SeatPage, facts: Mapping[str, Any]) -> list[str]:
    """The answers that a letter suggests to its reader and that are still lawful, the likeliest first."""
    known = page.ask is not None and page.chair is not None and facts.get("player") == page.chair.player_id
    known = known and not page.veiled
    return [answer for answer in facts.get("nearest", ()) if known and page.ask and lawful(page.ask, answer)]


@dataclass(frozen=True)
class MeantPlan:
    """A plan that may have been meant: in canonical form, in sentences, and a link to the page that keeps it.

    ``yes``: the words of a reply that keep it; empty if none does.
    """

    text: str
    yes: str
    says: str
    link: str


def plans_meant(page: SeatPage, letter: Letter, takes_yes: bool) -> list[MeantPlan]:
    """The plans that a letter asks its reader about, and whose time is not over, the likeliest first.

    ``takes_yes``: whether a reply to that letter may be a yes to the likeliest.
    """
    chair = page.chair
    if chair is None or "plans" not in letter.facts:
        return []
    yes = "yes to the plan" if letter.facts.get("nearest") else "yes"
    names, card, link = names_beside(page.match, chair.seat), page.prose.plain.card, f"{links.seat(chair)}/plan?meant="
    return [
        MeantPlan(
            plans.canonical(page.game, plan, names),
            yes if takes_yes and number == 0 else "",
            " ".join(plans.says(page.game, plan, names, card)),
            f"{link}{name_of(letter)}-{number}",
        )
        for number, plan in open_plans(chair, letter.facts).items()
    ]


def choices(page: SeatPage) -> list[tuple[str, Callable[[SeatPage], Any]]]:
    """The slots of the ask, unless their options are the whole hand: each name, and a function to draw its options."""
    return [(_how_many(slot), partial(_options, slot.options)) for slot in _slots(page)]


def _slots(page: SeatPage) -> list[Slot]:
    slots = [slot for slot in page.ask.slots if set(slot.options) != _hand(page)] if page.ask else []
    return [slot for slot in slots if not _veils(page, slot.options)]


def _options(options: tuple[str, ...], page: SeatPage) -> Any:
    """The options as a page shows them: cards side by side, words with dots between them."""
    words = page.game.words
    if any(face(option, words).suit for option in options):
        return page.prose.cards(options)
    return " · ".join(str(face(option, words)) for option in options)


def _how_many(slot: Slot) -> str:
    name = NOUNS.get(slot.name, slot.name)
    if slot.least == slot.most:
        return name if slot.most == 1 else f"{name} ({slot.most})"
    return f"{name} ({slot.least} to {slot.most})" if slot.least else f"{name} (up to {slot.most})"
