"""Style sheets: each keeps to the page or component that it is for, and every colour is a token.

A class belongs to one of them. Another that styles it too, on a page that loads both, hits what it has never heard of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

import pytest
import tinycss2
from tinycss2.ast import Node, QualifiedRule
from tinycss2.color5 import parse_color

from server.paths import STATIC, TEMPLATES

GAMES = {
    template.stem: found[1]
    for template in sorted(TEMPLATES.glob("games/*.html"))
    if (found := re.search(r'set look = "([\w-]+\.css)"', template.read_text()))
}
"""Games that have a sheet of their own, of which a page of a table loads one."""
BASE = ("style.css", "pages.css")
"""What any page may use, and what any page may that is no table."""
ROOTS: Mapping[str, str] = {
    "comparing.css": "comparing",
    "desk.css": "of-desk",
    "ending.css": "moment ledger deals fallen",
    "first.css": "lesson",
    "front.css": "front",
    "home.css": "home",
    "joining.css": (
        "ask-seat choosing facts in-stamp invitation inviting letter-of minute open-list pass-on pc people place-free "
        "postcard shelf unusual watching"
    ),
    "new.css": "new",
    "plan.css": "of-plan",
    "replay.css": "replay",
    "rules.css": "rules helping",
    "scene.css": "scene",
    "statistics.css": "statistics",
    **{sheet: f"of-{key}" for key, sheet in GAMES.items()},
}
"""Where what a sheet styles stands: in a page of this class, or in a component, on whatever page."""
SHARED: Mapping[str, str] = {
    "joining.css": "in-stamp letter-of minute pc postcard shelf",
    "scene.css": (
        "asking at-once badge beside besides board closes columns desk fallen flat held hint keys line nb new-talk of "
        "opened quiet replay scenic slide speaks stamp tint-1 tint-2 tint-3 tint-4 tint-5 tray trick wins won"
    ),
    "titro.css": "gain open place spread table",
    "tottarot.css": "fates",
}
"""Parts of a component that the page or the game around it may change, by the sheet that they belong to."""


@cache
def rules(sheet: str) -> tuple[QualifiedRule, ...]:
    """All rules of a sheet, but for the steps of animations."""
    return tuple(_rules(tinycss2.parse_stylesheet((STATIC / sheet).read_text(), True, True)))


def _rules(nodes: list[Node]) -> Iterator[QualifiedRule]:
    for node in nodes:
        assert node.type != "error", node.message
        if node.type == "qualified-rule":
            yield node
        elif node.type == "at-rule" and node.content and node.lower_at_keyword in ("media", "container"):
            yield from _rules(tinycss2.parse_blocks_contents(node.content, True, True))


def selectors(sheet: str) -> list[str]:
    """Each selector of a sheet."""
    found = ["".join(node.serialize() for node in rule.prelude) for rule in rules(sheet)]
    return [one.strip() for group in found for one in re.split(r",(?![^(]*\))", group)]


@cache
def classes(sheet: str) -> frozenset[str]:
    """Every class that a sheet names."""
    return frozenset(re.findall(r"\.([a-z][\w-]*)", " ".join(selectors(sheet))))


@cache
def styled(sheet: str) -> frozenset[str]:
    """Those that it styles, or styles something in; what it only asks for is left out."""
    return named(" ".join(selectors(sheet)))


def named(found: str) -> frozenset[str]:
    """The classes in a selector, without those that it only asks for."""
    before = ""
    while found != before:  # from the innermost brackets outwards
        before = found
        found = re.sub(r":(?:has|not)\([^()]*\)|(?<!:has)(?<!:not)[()](?=[^()]*\))", " ", found)
    return frozenset(re.findall(r"\.([a-z][\w-]*)", found))


def pages() -> Iterator[tuple[str, frozenset[str]]]:
    """Each page, with the sheets that it loads for itself."""
    for template in sorted(TEMPLATES.glob("*.html")):
        text = template.read_text()
        loads = " ".join(re.findall(r"loads\((.*)\)", text))
        loaded = frozenset(re.findall(r'"([\w-]+\.css)"', loads)) - {*BASE}
        for more in GAMES.values() if "game.look" in loads else ("",):
            yield template.name, loaded | ({more} if more else set())


def test_every_sheet_has_a_root() -> None:
    assert {path.name for path in STATIC.glob("*.css")} == {*BASE, *ROOTS}
    roots = [root for names in ROOTS.values() for root in names.split()]
    assert [root for root, times in Counter(roots).items() if times > 1] == []
    assert [root for root in roots if any(root in classes(sheet) for sheet in BASE)] == []


@pytest.mark.parametrize("sheet", sorted(ROOTS))
def test_every_selector_begins_with_the_root_of_its_sheet(sheet: str) -> None:
    root = "|".join(ROOTS[sheet].split())
    begins = re.compile(rf"(html:has\(|body:has\(|[a-z]*(\.[\w-]+)*)(:where\()?\.({root})\b(?!-)")
    assert [one for one in selectors(sheet) if not begins.match(one)] == []


def test_no_page_loads_two_sheets_that_style_the_same_class_unless_one_lends_it() -> None:
    common = frozenset[str]().union(*map(classes, BASE))
    assert any(len(loaded) > 2 for _, loaded in pages())
    lent = {name: sheet for sheet, names in SHARED.items() for name in names.split()}
    for page, loaded in pages():
        for one, other in combinations(sorted(loaded), 2):
            both = (styled(one) & styled(other)) - common
            strangers = [name for name in both if name not in lent or lent[name] not in loaded]
            assert strangers == [], f"{page} loads {one} and {other}"


@pytest.mark.parametrize("sheet", sorted(set(GAMES.values())))
def test_a_game_changes_what_is_common_only_within_something_of_its_own(sheet: str) -> None:
    """``.duel .card`` is a card on Titro's desk; ``.of-titro .card`` would be every card of the page around it, too."""
    common = frozenset[str]().union(*map(styled, BASE))
    for one in selectors(sheet):
        *around, last = map(named, re.split(r"[\s>+~]+(?![^(]*\))", one))
        within = frozenset[str]().union(last, *around) - common - {ROOTS[sheet]}
        assert within or not last & common, one


def test_what_is_lent_is_borrowed() -> None:
    for owner, names in SHARED.items():
        for name in names.split():
            assert name in classes(owner), name
            assert any(name in classes(sheet) for sheet in ROOTS if sheet != owner), name


@pytest.mark.parametrize("sheet", sorted((*BASE, *ROOTS)))
def test_colours_stand_in_the_tokens_alone(sheet: str) -> None:
    tokens = ":root" if sheet == "style.css" else None
    for rule in rules(sheet):
        if "".join(node.serialize() for node in rule.prelude).strip() != tokens:
            assert [node.serialize() for node in _all(rule.content) if _is_colour(node)] == []


def test_no_page_names_a_colour() -> None:
    for template in (*TEMPLATES.glob("*.html"), *TEMPLATES.glob("macros/*.html"), *TEMPLATES.glob("games/*.html")):
        assert re.findall(r'(?:fill|stroke|color)="(?!none|currentColor|var|url)[^"]*"', template.read_text()) == []


def test_what_there_is_room_for_is_asked_by_the_size_of_the_text() -> None:
    """``max(900px, 56.25em)``: a browser that is set to larger text gets the page of a narrower window."""
    for path in (*STATIC.glob("*.css"), *STATIC.glob("*.js")):
        for asked in re.findall(r"(?:@media|@container|matchMedia)([^{\n]*)", path.read_text()):
            for pixels, letters in re.findall(r"([\d.]+)px(?:, ([\d.]+)em\))?", asked):
                assert float(letters or 0) * 16 == float(pixels), f"{path.name}: {asked}"


def test_every_token_is_used_and_is_there() -> None:
    text = "".join(path.read_text() for path in STATIC.glob("*.css"))
    assert set(re.findall(r"(?<![\w-])(--[\w-]+):", text)) == set(re.findall(r"var\((--[\w-]+)", text))


def test_a_card_that_may_not_be_played_is_legible_in_light_and_in_dark(subtests: pytest.Subtests) -> None:
    text = (STATIC / "style.css").read_text()
    light, dark = text.split("@media (prefers-color-scheme: dark)", 1)
    inks = {name: _channels(light, name) for name in ("print", "red", "azure", "green", "plum")}
    for name, sheet in (("light", light), ("dark", dark)):
        paper = _channels(sheet, "card-dimmed")
        found = re.search(r"--dimmed: ([\d.]+);", sheet)
        assert found is not None
        for ink, channels in inks.items():
            share = float(found[1])
            drawn = [share * own + (1 - share) * other for own, other in zip(channels, paper, strict=True)]
            with subtests.test(f"{ink} in the {name}"):
                assert (_luminance(paper) + 0.05) / (_luminance(drawn) + 0.05) >= 2.5


def _channels(sheet: str, name: str) -> list[int]:
    found = re.search(rf"--{name}: #(\w{{6}});", sheet)
    assert found is not None, name
    return [int(found[1][at : at + 2], 16) for at in (0, 2, 4)]


def _luminance(channels: Sequence[float]) -> float:
    parts = [part / 255 for part in channels]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _all(nodes: list[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _all(getattr(node, "arguments", None) or getattr(node, "content", None) or [])


def _is_colour(node: Node) -> bool:
    if node.type == "ident" and node.lower_value in ("currentcolor", "transparent"):
        return False
    return node.type in ("hash", "ident", "function") and parse_color(node) is not None
