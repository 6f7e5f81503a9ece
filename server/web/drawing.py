"""How cards are drawn: what templates ask about a card's code, and drawings that are made once for all pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from flask import Blueprint, current_app
from markupsafe import Markup, escape

from .. import program
from ..rules import GAMES, AnyGame
from ..rules.engine import Seat
from ..rules.text import CardName
from ..views import SeatPage
from ..views.faces import face, owed
from .assets import asset

drawing = Blueprint("drawing", __name__)
drawing.add_app_template_global(owed)

RANKS = frozenset("A 1 2 3 4 5 6 7 8 9 10 J N Q K".split())
SUITS = ("S", "H", "D", "C", "T", "B", "O", "F", "M", "X")
UPWARDS = {rank: n for n, rank in enumerate(("A", *map(str, range(1, 22)), *"JNQK", "", "X"))}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LATIN = frozenset(("swords", "batons", "cups", "coins"))
BREAK, WIDE_BREAK = '<i class="br"></i>', '<i class="br wide"></i>'
"""Where a row of a hand ends on a phone, and on a wide screen."""
EXPLAINED = re.compile('popovertarget="word-([^"]+)"')
"""A word that a button explains."""
SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)"')
"""A card in a sheet: its code, and the box in which it is drawn. What else a sheet holds are parts of cards."""


@cache
def sheets() -> Mapping[str, Mapping[str, str]]:
    """The files of static/ that draw cards: of each the codes that it draws, with their boxes."""
    drawn = {name: content for name, content in program.static().items() if name.endswith(".svg") and "/" not in name}
    found = {name: dict(SYMBOL.findall(content.decode())) for name, content in sorted(drawn.items())}
    return {name: cards for name, cards in found.items() if cards}


@drawing.app_template_global()
def deck(game: AnyGame) -> str:
    """The file that draws a game's cards: the one that draws most of its codes."""
    return _deck(game.key)


@cache
def _deck(key: str) -> str:
    return max(sheets(), key=lambda name: len(sheets()[name].keys() & GAMES[key].words.keys()))


@drawing.app_template_global()
def box(game: AnyGame, code: str) -> str:
    """The box in which a card is drawn, as SVG says it; empty for what is no card of the game."""
    return sheets()[deck(game)].get(code, "")


@drawing.app_template_global()
@lru_cache(maxsize=1024)
def suit(code: str) -> str:
    """``S``, ``H`` … and ``T`` for trumps; the code's own kind where there is no suit: ``F``, ``M``, ``X``, ``tile``,
    ``picture`` for any other card that a sheet draws; empty for what is no card.
    """
    if code in ("F", "M"):
        return code
    if code in ("X1", "X2"):
        return "X"
    if code[:1] == "T" and code[1:].isdigit():
        return "T"
    if len(code) == 3 and code[1] == "-":
        return "tile"
    if code[:-1] in RANKS and code[-1] in "SHDCBO":
        return code[-1]
    return "picture" if any(code in cards for cards in sheets().values()) else ""


@drawing.app_template_global()
def ranks_by_suit(codes: Iterable[str]) -> list[tuple[str, list[str]]]:
    """The ranks that there are of each suit, both in the order in which they are shown: ``[("S", ["3", "K"]), …]``."""
    ranks: dict[str, list[str]] = {kind: [] for kind in SUITS}
    for code in codes:
        kind = suit(code)
        ranks[kind].append(code[1:] if kind == "T" else code[:-1])
    return [(kind, sorted(of_kind, key=UPWARDS.__getitem__)) for kind, of_kind in ranks.items() if of_kind]


@drawing.app_template_global()
def latin(game: AnyGame, kind: str) -> bool:
    """Whether the game calls a suit one of swords, batons, cups and coins, and it is drawn so."""
    king = name(game, "K" + kind)
    return isinstance(king, CardName) and king.suit in LATIN


@drawing.app_template_global()
def name(game: AnyGame, code: str) -> str:
    """What a screen reader says."""
    return game.words.get(code, (code,))[0]


@drawing.app_template_global()
def summed(game: AnyGame, codes: Sequence[str]) -> str:
    """A hand in a line, its suits in the order in which they lie: ``18 cards: 4 spades, 1 trump, the Fool``."""
    faces = [face(code, game.words) for code in codes]
    if {one.suit for one in faces} == {"domino"}:
        return f"{len(codes)} tiles"
    held = Counter(one.suit if one.suit != "fool" else str(one.name) for one in faces)
    alone = {str(one.name) for one in faces if one.suit == "fool"}
    return f"{len(codes)} cards: " + ", ".join(
        kind if kind in alone else f"{count} {kind if count > 1 else kind.removesuffix('s')}"
        for kind, count in held.items()
    )


@drawing.app_template_global()
def short(game: AnyGame, code: str) -> str:
    """What a button calls a card whose name is too long for it: ``7★``, ``K♥``; nothing for others."""
    kind = suit(code)
    if latin(game, kind):
        return ""
    return f"{code[1:]}★" if kind == "T" else code[:-1] + SIGNS[kind] if kind in SIGNS else ""


@drawing.app_template_global()
@cache
def sprite(mark: str, file: str) -> Markup:
    """A drawing of a file in static/: signs.svg (seal, letter, the back of cards), or a sheet that draws the cards of a
    deck: whole cards by their code, indices included, and its suits.
    """
    return Markup('<use href="%s#%s"/>') % (asset(file), mark)


@drawing.app_template_global()
def card(game: AnyGame, code: str | None, size: str = "hand") -> Markup:
    """The drawing of a card; without a code, of its back."""
    return _kept("cards", "draw", game.key, code or "", size)


@drawing.app_template_global()
def back(size: str = "hand", label: str = "face down") -> Markup:
    """The back of a card; without a label, nothing that a screen reader says."""
    sized = f" {size}" if size != "hand" else ""
    heard = f'role=img aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    drawn = sprite("back", "signs.svg")
    return Markup(f'<svg class="card back{sized}" viewBox="0 0 100 160" {heard}>{drawn}</svg>')


@drawing.app_template_global()
def drawn_suit(game: AnyGame, kind: str) -> Markup:
    return _kept("cards", "draw_suit", game.key, kind)


@drawing.app_template_global()
def played(game: AnyGame, codes: Iterable[str]) -> Markup:
    """Cards on one strip of paper and in few bytes, for they come by the dozen."""
    strip = " ".join([_kept("cards", "draw_played", game.key, code) for code in codes])
    return Markup(f'<span class="played">{strip}</span>')


@drawing.app_template_global()
def fallen(page: SeatPage, cards: Iterable[tuple[Seat, str]], winner: Seat | None) -> Markup:
    """The cards of a trick in the order in which they fell, that of the winner marked, and each with its player for who
    hears it; in few bytes, for tricks come by the dozen.
    """
    return _fallen(page.game.key, tuple(map(tuple, cards)), winner, page.called)


@drawing.app_template_global()
def glossary(game: AnyGame) -> Markup:
    return _kept("terms", "words", game.key)


@drawing.app_template_global()
def explained(game: AnyGame, html: str) -> Markup:
    """What the words mean that have a button in this part of a page."""
    return _kept("terms", "explain", game.key, frozenset(EXPLAINED.findall(str(html))))


@drawing.app_template_global()
def option(page: SeatPage, slot: str, token: str, word: str = "", mark: str = "", heard: str = "") -> Markup:
    """The input of one option of a slot. ``word``: what the button below says of it; ``mark``: its id; ``heard``: its
    name by ear, where its label says more than that.
    """
    wanted = page.form.slot(slot)
    kind = "radio" if wanted and wanted.most == 1 else "checkbox"
    return _option(kind, slot, token, str(word), mark, str(heard), chosen=token in page.form.chosen)


@drawing.app_template_global()
def tap(page: SeatPage, token: str) -> Markup:
    """The name under which the address of the page marks a choice, where letters link each (`AnswerForm.taps`)."""
    return Markup(f' id="{page.form.tap(token)}"' * (token in page.form.taps))


@drawing.app_template_global()
def choice(page: SeatPage, slot: str, token: str, label: str = "", word: str = "") -> Markup:
    """Words that may be chosen now; nothing where they may not. ``word``: what the button below says of them. Without
    a ``label`` they are the game's own, with a capital.
    """
    if page.ask is None or not page.form.can(slot, token):
        return Markup()
    if not label:
        own = page.ask.words.get(token, page.game.words.get(token, (token,)))[0]
        label = own[:1].upper() + own[1:]
        word = word or own * (own != label)
    chosen = option(page, slot, token, word)
    return Markup(f'<label class="choice"{tap(page, token)}>{chosen}<span>{escape(label)}</span></label>')


@drawing.app_template_global()
def spot(
    page: SeatPage, slot: str, token: str, drawn: Markup, word: str = "", mark: str = "", heard: str = ""
) -> Markup:
    """Anything else drawn as a choice, where it may be chosen: a place, a side of the table. With a ``mark``, its id,
    other labels may stand for it too.
    """
    if not page.form.can(slot, token):
        return Markup(f'<div class="pick">{drawn}</div>')
    chosen = option(page, slot, token, word or token, mark, heard)
    return Markup(f"<label class=pick{tap(page, token)}>{chosen}{drawn}</label>")


@drawing.app_template_global()
def pick(page: SeatPage, slot: str, code: str, apart: bool = False) -> Markup:
    """A card that may be chosen now; while its slot is asked, a dimmed one where it may not. ``apart``: it stands a
    little apart from the card before it.
    """
    drawn, more = card(page.game, code), " apart" * apart
    if page.form.can(slot, code):
        chosen = option(page, slot, code, short(page.game, code))
        return Markup(f'<label class="pick{more}"{tap(page, code)}>{chosen}{drawn}</label>')
    return Markup(f'<span class="pick{" dim" * bool(page.form.slot(slot))}{more}">{drawn}</span>')


class Lying(NamedTuple):
    """A card of a hand: whether a row begins with it on a phone and on a wide screen, and a suit, a little apart."""

    code: str
    phone: bool
    wide: bool
    apart: bool


@drawing.app_template_global()
def picks(page: SeatPage, slot: str, cards: Iterable[Lying]) -> Markup:
    """The cards of a hand as choices, in rows."""
    drawn = [f"{BREAK * phone}{WIDE_BREAK * wide}{pick(page, slot, code, apart)}" for code, phone, wide, apart in cards]
    return Markup("".join(drawn))


@lru_cache(maxsize=8192)
def _kept(file: str, macro: str, key: str, *given: Any) -> Markup:
    """What a macro draws of a game, drawn once."""
    return Markup(getattr(macros(f"macros/{file}.html")[0], macro)(GAMES[key], *given))


@lru_cache(maxsize=4096)
def _fallen(key: str, cards: tuple[tuple[Seat, str], ...], winner: Seat | None, called: tuple[str, ...]) -> Markup:
    chips = [
        (seat, _face(key, code, f"{called[seat]} ", ", took it" if seat == winner else "")) for seat, code in cards
    ]
    return Markup(" ").join(Markup("<em>%s</em>") % chip if seat == winner else chip for seat, chip in chips)


def _face(key: str, code: str, before: str, after: str) -> Markup:
    """A card as a chip; where its suit has no sign in type, it is drawn."""
    shown = face(code, GAMES[key].words)
    return shown.chip(before, after, _kept("cards", "draw_suit", key, suit(code)) if shown.suit in LATIN else "")


@lru_cache(maxsize=4096)
def _option(kind: str, slot: str, token: str, word: str, mark: str, heard: str, chosen: bool) -> Markup:
    return Markup(macros("macros/cards.html")[0].draw_option(kind, slot, token, word, mark, heard, chosen))


@drawing.app_template_global()
def macros(*files: str) -> list[Any]:
    """The macros of each file, made once: an ``import`` in a template compares all globals whenever it is drawn."""
    get_template = current_app.jinja_env.get_template
    return [get_template(file).module for file in files]
