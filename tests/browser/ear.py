"""A page as it is heard: read from the accessibility tree, and worked by keys alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

WHOLE = frozenset(("button", "link", "radio", "checkbox", "image", "img", "DisclosureTriangle", "textbox", "slider"))
"""What is spoken by its name, and not by what it is made of."""
AROUND = frozenset(("group", "radiogroup", "toolbar", "navigation", "dialog", "alertdialog"))
"""What is spoken when the focus comes into it."""
STATES = {
    ("checked", "true"): "checked",
    ("checked", "false"): "not checked",
    ("expanded", "true"): "expanded",
    ("expanded", "false"): "collapsed",
    ("disabled", "true"): "unavailable",
    ("invalid", "true"): "invalid",
}
WORDS, KEYS = 25, 6
"""The most words and keys from the end of the news to an answer, such as the sixth of 18 cards, sealed."""
FURTHER = 9
"""The words of each further card where several are laid away: its name, and that it is chosen."""
LACKS = re.compile(r"Choose|\d+ more")
"""What the button says until something is chosen."""
LISTENS = """
addEventListener("DOMContentLoaded", () => {
  const news = document.getElementById("news");
  new MutationObserver(() => { if (news.textContent) hears(news.textContent); })
    .observe(news, { childList: true, characterData: true, subtree: true });
});
"""
"""What the one voice of a page says is passed on to the test."""


def words(text: str) -> int:
    """How many words are spoken; signs alone are none."""
    return len(re.findall(r"\S*\w\S*", text))


@dataclass(frozen=True)
class Node:
    """One node of the tree, as it would be spoken."""

    id: int
    role: str
    name: str
    state: str
    description: str
    around: tuple[str, ...]

    @property
    def spoken(self) -> str:
        """Its name, state and description."""
        return ", ".join(filter(None, (self.name, self.state, self.description)))


@dataclass
class Ear:
    """Somebody who hears a page and presses keys.

    ``said``: what the page's one voice has said. ``keys``: how many were pressed. ``heard``: what was spoken at them.
    """

    page: Page
    said: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    keys: int = 0
    around: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.page.expose_function("hears", lambda text: self.said.append(text))
        self.page.add_init_script(LISTENS)
        self._session = self.page.context.new_cdp_session(self.page)

    def tree(self) -> Iterator[Node]:
        """The nodes of the page from top to bottom; of `WHOLE` ones without what is within."""
        nodes = {node["nodeId"]: node for node in self._session.send("Accessibility.getFullAXTree")["nodes"]}
        waiting: list[tuple[str, tuple[str, ...], bool]] = [(next(iter(nodes)), (), False)]
        while waiting:
            number, around, within = waiting.pop()
            node = nodes.get(number)
            if node is None:
                continue
            role = node.get("role", {}).get("value", "")
            if not node["ignored"] and not within:
                yield _node(node, around)
            if not node["ignored"] and _around(node):
                around = (*around, _around(node))
            inner = within or (role in WHOLE and not node["ignored"])
            waiting.extend((child, around, inner) for child in reversed(node.get("childIds", [])))

    def here(self) -> Node:
        """What has the focus; the page itself, where nothing has."""
        focus = self._session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        found = self._session.send("Accessibility.getPartialAXTree", {"objectId": focus, "fetchRelatives": True})[
            "nodes"
        ]
        nodes, upwards = {node["nodeId"]: node for node in found}, found[:1]
        while outer := nodes.get(upwards[-1].get("parentId")):
            upwards.append(outer)
        own, *above = (node for node in upwards if not node["ignored"])
        return _node(own, tuple(filter(None, map(_around, reversed(above)))))

    def until_asked(self) -> list[str]:
        """What is read from the page's top until what is asked, its heading included."""
        heard = []
        for node in self.tree():
            if node.role in ("StaticText", *WHOLE) and node.name:
                heard.append(node.spoken)
            if node.role == "heading" and self._is_asked(node.name):
                return heard if node.name in heard else [*heard, node.name]
        raise AssertionError(f"No heading asks: {heard}")

    def _is_asked(self, name: str) -> bool:
        return name == self.page.locator(".ask").first.inner_text().strip()

    def options(self) -> Mapping[tuple[str, ...], list[Node]]:
        """What may be chosen, by the group that it is in."""
        groups: dict[tuple[str, ...], list[Node]] = {}
        for node in self.tree():
            if node.role in ("radio", "checkbox"):
                groups.setdefault(node.around, []).append(node)
        return groups

    def go_to(self, target: Node) -> None:
        """Come to an option by Tab, and by an arrow within what belongs together, all of which is heard once."""
        heard = set[int]()
        for _ in range(99):
            here = self.here()
            if here.id == target.id:
                return
            beside = here.role == target.role == "radio" and here.id not in heard
            heard.add(here.id)
            self.press("ArrowRight" if beside else "Tab")
        raise AssertionError(f"No key comes to {target.spoken}: {self.heard}")

    def press(self, key: str) -> Node:
        """Press a key; what the focus comes to is heard, with what it comes into."""
        before = self.around
        self.page.keyboard.press(key)
        self.keys += 1
        now = self.here()
        self.heard.append("; ".join([*(each for each in now.around if each not in before), now.spoken]))
        self.around = now.around
        return now

    def assert_short(self) -> None:
        """Few words and keys lead from the end of the news to an answer: what lacks is chosen as Tab comes to it."""
        button, boxes = self.page.locator("form.answer button.main"), 0
        self.begin()
        while LACKS.match(button.get_attribute("aria-label") or ""):
            here = self.press("Tab")
            if here.role in ("radio", "checkbox") and "not checked" in here.state:
                self.press("ArrowRight" if here.role == "radio" else "Space")
                boxes += here.role == "checkbox"
            assert self.keys < 40, self.heard
        further = max(boxes - 1, 0)
        assert self.words <= WORDS + FURTHER * further, self.heard
        assert self.keys + 1 <= KEYS + 2 * further, self.heard  # the last one is Enter

    def begin(self) -> None:
        """Count anew."""
        self.keys, self.around = 0, ()
        self.heard.clear()

    @property
    def words(self) -> int:
        """How many words were spoken at the keys since `begin`."""
        return sum(map(words, self.heard))


def _text(node: Mapping[str, Any], what: str) -> str:
    return " ".join(str(node.get(what, {}).get("value", "")).split())


def _around(node: Mapping[str, Any]) -> str:
    """What is spoken when the focus comes into a node; nothing for most."""
    name = _text(node, "name") if node.get("role", {}).get("value", "") in AROUND else ""
    return ", ".join(filter(None, (name, name and _text(node, "description"))))


def _node(node: Mapping[str, Any], around: tuple[str, ...]) -> Node:
    properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
    states = [STATES.get((name, str(value).lower()), "") for name, value in properties.items()]
    return Node(
        node.get("backendDOMNodeId", 0),
        node["role"]["value"],
        _text(node, "name"),
        ", ".join(filter(None, states)),
        _text(node, "description"),
        around,
    )
