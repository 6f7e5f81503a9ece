"""Forms as they are posted: an answer to an ask, and a new match."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from werkzeug.datastructures import MultiDict

from .. import clock
from ..durations import BadDuration, duration
from ..matches import Guest, MatchRequest, Refused
from ..matches.duplicating import MOST
from ..matches.typed import Typed
from ..rules import AnyGame, Ask, Illegal
from ..rules.engine import NONE
from ..rules.tempo import of_one_part
from ..terms import ANSWERED, BLIND, EXCUSES, HOUSE, SPECTATORS, STRONG, TERMS, defaults, ticks
from ..views.answer_form import wanted

Form = MultiDict[str, str]

PACES = {
    "PT5M": "5 minutes: an evening at two phones",
    "PT12H": "12 hours",
    "PT24H": "a day",
    "PT48H": "2 days",
    "P3D": "3 days",
    "P7D": "a week: like real post",
}
"""How long a window may be, as the page offers it."""
LOOKS = {
    "PT48H": ("Once a day", "answer within 2 days", 1),
    "PT24H": ("Twice a day", "answer within a day", 2),
    "PT3H": ("All day", "answer within 3 hours", 5),
}
"""The usual paces by how often people look: pace -> that in words, how long a window is, how often a day."""
DAILY = "daily"
USUAL_SEATS = 4
"""How many players are assumed while fewer are named, if the game can be played by that many."""
BANKS = ("bank P3D+PT6H", "bank P10D+PT12H", "bank P30D+P1D")


def paces(game: AnyGame, least: timedelta) -> dict[str, str]:
    """How long the windows of a game may be, as the page offers it: pace -> words."""
    fixed = {pace: label for pace, label in PACES.items() if duration(pace) >= least}
    banks = {bank: clock.pace(bank).words for bank in BANKS if game.trick_game}
    return {**fixed, DAILY: "until the same hour every day", **banks}


def looks(least: timedelta) -> dict[str, tuple[str, str, int]]:
    """The paces of `LOOKS` that are long enough."""
    return {pace: words for pace, words in LOOKS.items() if duration(pace) >= least}


def _pace(form: Form) -> str:
    chosen = form.get("pace") or form.get("other-pace") or "PT48H"
    return f"daily {form.get('hour', '20:00')} {form.get('zone') or 'UTC'}" if chosen == DAILY else chosen


BESIDE = frozenset(("do", "ply", "typed", "zone", "say"))
"""The fields of an answer's form that choose nothing."""


def answer_of(ask: Ask | None, form: Form) -> str:
    """What was typed, or else what was chosen, slot by slot. Raises `Illegal` where a slot still wants something.

    Where nothing is asked any more, all that was chosen: it may be an answer that was taken before.

    Choosing nothing has to be said, too (`NONE`, in the only slot or in a field of its own): mail scanners open every
    link and press buttons, and the press of a button alone must never be an answer.
    """
    typed = form.get("typed", "").strip()
    if typed:
        return Typed(typed)
    if ask is None:
        return " ".join(token for name, token in form.items(multi=True) if token and name not in BESIDE)
    picks = [(slot, len(chosen(form, slot.name))) for slot in ask.slots]
    missing = [wanted(ask, slot, has) for slot, has in picks if has < slot.least]
    if missing:
        raise Illegal(f"First choose {' and '.join(missing)}.")
    answer = " ".join(token for slot in ask.slots for token in chosen(form, slot.name))
    if not answer and all(slot.least == 0 for slot in ask.slots) and NONE not in form:
        raise Illegal("Nothing is chosen yet: choose, or choose none.")
    if answer and NONE in form:
        raise Illegal("Choose either some, or none: both are chosen now.")
    return answer or NONE


def answer_or_none(ask: Ask | None, form: Form) -> str:
    """The answer that a form gives; empty if it gives none, or only a part, or nothing is asked."""
    if ask is None or not {"typed", NONE, *(slot.name for slot in ask.slots)} & set(form):
        return ""
    try:
        return answer_of(ask, form)
    except Illegal:
        return ""


def chosen(form: Form, slot: str) -> list[str]:
    """The tokens that were chosen of one slot. A radio button for nothing posts an empty one."""
    return [token for token in form.getlist(slot) if token]


def picked(ask: Ask | None, form: Form) -> frozenset[str]:
    """Every token that was chosen, to show the form again as it was."""
    tokens = [token for slot in ask.slots for token in chosen(form, slot.name)] if ask else []
    return frozenset([*tokens, NONE] if NONE in form else tokens)


def appointment(form: Form, zone: str | None) -> tuple[datetime, timedelta]:
    """When an appointment begins and how long it lasts; its hour is one of the zone that the form names, or else of
    ``zone``. Raises `Refused`.
    """
    hour = clock.hour_of(form.get("hour", "").replace(".", ":"))
    if hour is None:
        raise Refused("An hour is a time such as 20:30.", "hour")
    try:
        day = date.fromisoformat(form.get("day", ""))
    except ValueError as bad:
        raise Refused("Choose the day: a date such as 2026-11-23.", "day") from bad
    place = form.get("zone") or zone
    if place and clock.known_zone(place) is None:
        raise Refused(f"A time zone is a name such as Europe/Paris, not “{place[:40]}”.", "zone")
    minutes = form.get("minutes", 0, type=row)
    try:
        return clock.at_local(day, hour, place), timedelta(minutes=minutes)
    except OverflowError as bad:
        raise Refused("Choose a day within this year or the next.", "day") from bad


def vacation(form: Form) -> int:
    """How many days a vacation is to last. Raises `Refused`."""
    try:
        days, rest = divmod(duration(form.get("days", ""), "A vacation", "days"), clock.DAY)
    except BadDuration as bad:
        raise Refused(str(bad), "days") from bad
    if rest:
        raise Refused("A vacation is of whole days, such as 3 days or 1 week.", "days")
    return days


def match_request(game: AnyGame, form: Form) -> MatchRequest:
    """What the form says. Rows without a name and an address are seats that stay empty."""
    guests, *others = (_guests(game, form, number) for number in range(1, count_of_tables(form) + 1))
    return MatchRequest(
        game=game.key,
        options={
            name: _value(game, name, form[f"option-{name}"]) for name in game.options if form.get(f"option-{name}")
        },
        guests=guests,
        pace=_pace(form),
        same_person="same-person" in form,
        terms=_terms(game, form),
        listed="listed" in form,
        line=form.get("say", ""),
        more_tables=tuple(others),
        turned="turned" in form,
    )


def count_of_tables(form: Form) -> int:
    """How many tables are to play the same deals; 1: the match is on its own."""
    typed = form.get("tables", "1")
    return min(int(typed), MOST) if re.fullmatch("[1-9]", typed) else 1


def _guests(game: AnyGame, form: Form, table: int) -> tuple[Guest, ...]:
    begins = "" if table == 1 else f"t{table}-"
    rows = [_guest(form, seat, begins) for seat in range(max(game.seats))]
    return tuple(guest for guest in rows if guest.house or guest.open or guest.name or guest.email)


def preselected(game: AnyGame, form: Form) -> Form:
    """The form as it is shown first, if it is not posted yet: with the short values of options, and usual terms."""
    if form:
        return form
    short = {f"option-{name}": str(value) for name, value in of_one_part(game).items()}
    ticked = {name: "on" for name in ticks(game) if defaults(game)[name] == TERMS[name].values[1]}
    return MultiDict({**short, **ticked})


def seats(game: AnyGame, wish: MatchRequest) -> int:
    """The number of seats of a form that may still be filled in: as many as are named, if the game can be played by
    that many."""
    named = len(wish.guests)
    return named if named in game.seats else min(game.seats, key=lambda number: abs(number - USUAL_SEATS))


def _terms(game: AnyGame, form: Form) -> dict[str, str]:
    ticked = {name: TERMS[name].values[name in form] for name in ticks(game)}
    if BLIND in form:
        ticked.pop(ANSWERED, None)  # blind timing hides it, ticked or not
    chosen = {EXCUSES: form.get(EXCUSES, "0"), SPECTATORS: form.get(SPECTATORS, "off"), HOUSE: form.get(HOUSE, STRONG)}
    return {**ticked, **chosen}


def check_sure(form: Form, refusal: str, field: str = "sure") -> None:
    """Raises `Refused` unless the box “sure” is ticked: mail scanners press the only button of a page."""
    if "sure" not in form:
        raise Refused(refusal, field)


def seat_named(form: Form, name: str = "seat") -> int:
    """The number of a seat in a field; -1 where there is none."""
    return form.get(name, -1, type=int)


def row(typed: str) -> int:
    """The number of a row of the database. Raises `ValueError` for what can be none."""
    number = int(typed)
    if not 0 <= number < 2**31:
        raise ValueError(f"no row has the number {number}")
    return number


def hours(typed: str) -> list[int]:
    """``2, 12`` or ``2 and 12 hours`` as whole numbers. Raises `Refused`."""
    words = re.split(r"[\s,;]+|and|hours?", typed.strip())
    if not all(word.isdecimal() and len(word) < 5 for word in words if word):
        raise Refused("Reminders are whole hours before the deadline, such as 2, 12.", "hours")
    return [int(word) for word in words if word]


def _guest(form: Form, seat: int, begins: str = "") -> Guest:
    """``begins``: how the names of the fields of its table begin."""
    name, email = (form.get(f"{begins}{field}-{seat}", "").strip() for field in ("name", "email"))
    house, zone = f"{begins}house-{seat}" in form, form.get("zone") if seat == 0 and not begins else None
    if f"{begins}open-{seat}" in form and not (name or email):
        return Guest("", open=True, house=house)
    return Guest(name or f"House {seat + 1}", "", zone, house) if house else Guest(name, email, zone)


def _value(game: AnyGame, name: str, typed: str) -> str | int:
    """The value of an option as the rules know it: a number where they have numbers. Raises `Refused`."""
    by_text = {str(value): value for value in game.options[name].values}
    if typed.strip() not in by_text:
        allowed = ", ".join(by_text) if len(by_text) < 8 else f"{next(iter(by_text))} to {list(by_text)[-1]}"
        raise Refused(f"The option {name} of {game.name} is one of {allowed}, not “{typed.strip()[:40]}”.", "options")
    return by_text[typed.strip()]
