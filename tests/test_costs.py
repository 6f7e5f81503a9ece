"""No text costs more than its length: of the worst known, four times as much takes four times as many steps of Python.

That of mails is in tests/post/inbound/test_costs.py; what is done in C, `tests.bench.costs` measures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial

import pytest
from flask import Flask, request

from server import clock, links, matches, plans
from server.matches import Refused
from server.matches.addresses import checked_address, checked_name, is_advert
from server.matches.names import fault, look_alike
from server.rules import GAMES, Ask, Illegal, asks
from server.views.calendar import calendar_of
from server.web import forms
from tests.cast import NAMES, guests, open_match, open_table, seat
from tests.rules.played import Case, played
from tests.rules.understanding import understood
from tests.steps import steps

MOST, A_MOMENT = 4.5, 20_000


def grows(few: int, many: int) -> bool:
    """Whether four times as much took more than four times as many steps, and more than a moment."""
    return many > max(MOST * few, A_MOMENT)


@cache
def every_ask() -> tuple[Ask, ...]:
    """An ask of each kind in games that have most ways to say something."""
    found: dict[tuple[str, ...], Ask] = {}
    for game in map(GAMES.__getitem__, ("titro", "french-tarot", "scarto", "dementlieu")):
        for moment in played(Case(game.key, min(game.seats))).some(20):
            for ask in asks(game, moment.table).values():
                found.setdefault((game.key, *(slot.name for slot in ask.slots)), ask)
    return tuple(found.values())


def worst_answers(ask: Ask) -> Iterator[str]:
    """What is said again and again: nothing, what no option is, all options, their names, and names that have another
    in them, so that there are two ways to read each.
    """
    yield from ("x", "no ", "K\n\n", "2 of ", "qeun ", "not the king ", "A.", "\ufdfa")
    yield from ("garde contre ", "il matto ", "my blind ", "a ♠ a ")
    options = [option for slot in ask.slots for option in slot.options]
    yield " ".join(options)
    yield " and ".join(name for option in options for name in ask.words.get(option, ())[:2])


def answered(ask: Ask, text: str) -> None:
    assert understood(ask, text)


def long(words: str, length: int) -> str:
    return words * max(1, length // len(words))


def test_an_answer_is_read_and_guessed_at_in_steps_of_its_length(subtests: pytest.Subtests) -> None:
    assert len(every_ask()) > 6
    for number, ask in enumerate(every_ask()):
        answered(ask, "x")  # what is remembered of an ask is made
        for words in worst_answers(ask):
            with subtests.test(ask=ask.prompt, words=words[:20], number=number):
                many = steps(partial(answered, ask, f"{long(words, 160)} zzz"))
                assert many <= A_MOMENT or not grows(steps(partial(answered, ask, f"{long(words, 40)} zzz")), many)


PLANS = (
    "x",
    "low, ",
    "hearts 10, else ",
    "until ",
    " (",
    "\n",
    " ",
    "lead KS 10H, ",
    "if I can win: ",
    "answer ",
    ";",
    "a or ",
)


def planned(key: str, text: str) -> None:
    with suppress(Illegal):
        plans.read_plan(GAMES[key], text, {1: "Bruno"})


def test_a_plan_is_read_in_steps_of_its_length(subtests: pytest.Subtests) -> None:
    for key in ("french-tarot", "titro"):
        for words in PLANS:
            with subtests.test(key=key, words=words):
                planned(key, long(words, 600))
                many = steps(partial(planned, key, long(words, 600)))
                assert many <= A_MOMENT or not grows(steps(partial(planned, key, long(words, 150))), many)


def named(name: str) -> None:
    with suppress(Refused):
        checked_name(name)


def address(text: str) -> None:
    with suppress(Refused):
        checked_address(text)


def paced(text: str) -> None:
    with suppress(clock.BadPace):
        clock.pace.__wrapped__(text)  # type: ignore[attr-defined]


def hours(text: str) -> None:
    with suppress(matches.Refused):
        forms.hours(text)


def asked_for(header: str, value: str) -> None:
    with Flask("bare").test_request_context(headers={header: value}):
        assert request.accept_mimetypes is not None
        assert request.accept_languages is not None
        assert request.if_none_match is not None
        assert request.range or not request.range
        assert request.mimetype_params is not None


TEXTS: Mapping[str, tuple[Callable[[str], object], int, tuple[str, ...]]] = {
    "a name": (named, 40, ("a", "\u200d", "👩\u200d", "é", "e\u0301", "\ufe0f", "ж", ".a")),
    "why a name is none": (fault, 600, ("a", "\u200d", "👩\u200d", "e\u0301", "\ufe0f", "क\u094d\u200d")),
    "what a name looks like": (lambda name: look_alike(name, "You"), 600, ("a", "ж", "ﬃ", "\ufdfa")),
    "a line that may be an advert": (is_advert, 600, ("a.", "www", "a", ".", "\ufdfa", "a@")),
    "a mail address": (address, 254, ("a", "a.", "a@", "ü", '"', "xn--")),
    "a pace": (paced, 600, ("P", "P1D", "bank ", "bank +", "daily ", "9")),
    "hours": (hours, 600, ("2, ", "2 and ", "9", "hour ")),
    "a time zone": (clock.known_zone, 600, ("Europe/", "../")),
    "Accept": (partial(asked_for, "Accept"), 4096, ("a/b,", "a/b;q=1,", ";", '"', "a=", "\\")),
    "Accept-Language": (partial(asked_for, "Accept-Language"), 4096, ("de,", "de-", ";q=", "*;q=0.1,")),
    "If-None-Match": (partial(asked_for, "If-None-Match"), 4096, ('"x",', '"', "W/", "x ")),
    "Range": (partial(asked_for, "Range"), 4096, ("bytes=0-0,", "0-,", "bytes=")),
    "Content-Type": (partial(asked_for, "Content-Type"), 4096, (";a=b", ';a="', "a/b;", ';a*0="', "\\")),
}


def test_whatever_else_is_typed_or_sent_is_read_in_steps_of_its_length(subtests: pytest.Subtests) -> None:
    for what, (do, most, worst) in TEXTS.items():
        for words in worst:
            with subtests.test(what, words=words):
                do(long(words, most))
                few, many = (steps(partial(do, long(words, n))) for n in (most // 4, most))
                assert not grows(few, many)


def test_a_form_is_taken_in_steps_of_its_fields(app: Flask, subtests: pytest.Subtests) -> None:
    web, match = app.test_client(), open_table("Ada", "Bruno", "Chiara", "Dmitri", game="french-tarot")
    page = f"/s/{links.seat_token(seat(match, 'Ada'))}"
    for what, path, fields in (
        ("cards of a plan", f"{page}/plan", lambda n: {"do": "add", "card": ["KS"] * n, "cards": "KS " * n}),
        ("lines of a plan", f"{page}/plan", lambda n: {"do": "keep", "line": ["low"] * (n // 9)}),
        ("winners", f"{page}/plan", lambda n: {"do": "add-low", "winner": ["1"] * n, "when": ["H"] * n}),
        ("picks", page, lambda n: {"do": "seal", "ply": "0", "bid": ["pass"] * n}),
        ("rows", "/new?game=titro", lambda n: {f"t{at % 9}-name-{at % 10}": "x" * 99 for at in range(n)}),
    ):
        with subtests.test(what):
            many = 100
            web.post(path, data=fields(many))
            few, more = (steps(partial(web.post, path, data=fields(n))) for n in (many // 4, many))
            assert not grows(few, more)


def test_an_address_of_many_parts_is_looked_up_in_steps_of_its_length(app: Flask) -> None:
    web = app.test_client()
    for words in ("/", "a/", "/s", "%2f"):
        web.get(f"/{words * 150}")
        few, many = (steps(partial(web.get, f"/{words * n}")) for n in (150, 600))
        assert not grows(few, many)


def test_a_calendar_is_written_in_steps_of_its_tables(app: Flask) -> None:
    counted = []
    for tables in (2, 6):
        for number in range(tables):
            match = open_match("titro", {}, guests(NAMES[0], f"Bo{'abcdefghij'[number]}"), same_person=False)
            for chair in match.chairs:
                matches.accept(chair.id)
        player = seat(match, NAMES[0]).player
        calendar_of(player)
        counted.append(steps(partial(calendar_of, player)))
    few, many = counted  # 2 tables, and 8
    assert not grows(few, many)
