"""HTML as lines of text: quotes marked by ``>``, list items with their numbers, nothing invisible.

The parser reports tag after tag and builds no tree: parsers that repair a page as browsers do take quadratic time and
memory for hostile input. For the same reason it never sees end tags, for each of which it would search all open
elements: they become start tags of another name (`ENDED`).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from lxml import etree

TAGS, SIGNS, RAW = 100_000, 1_000_000, 1000
"""The most tags, characters (without pictures) and ends of scripts of a page that are read."""
ENDED = "poste-ended-"
DEEPEST = 200
"""Deeper nesting occurs only in pages made to waste our time."""
BLOCKS = frozenset("p div br li tr table ul ol h1 h2 h3 h4 h5 h6 blockquote body pre dl dt dd section article".split())
NOT_SHOWN = frozenset("style script head title template noscript svg math s strike del".split())
"""Invisible elements, and those that the writer has crossed out."""
VOID = frozenset("br hr img input meta link area base col embed source track wbr".split())
QUOTES = re.compile(r"gmail_attr|yahoo_quoted|moz-cite-prefix|moz-signature|gmail_signature")
UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all"
    r"|(?:opacity|max-height|font-size)\s*:\s*0(?![.\d]*[1-9])|text-decoration[\w-]*\s*:[^;]{0,40}line-through"
)
SPACES = re.compile(r"white-space\s*:\s*([\w-]+)", re.I)
KEPT = frozenset(("pre", "pre-wrap", "pre-line", "break-spaces"))
CUTS = frozenset({"divRplyFwdMsg", "appendonsend", "OLK_SRC_BODY_SECTION", "mail-editor-reference-message-container"})
_DATA = re.compile(r"data:[\w.+-]{1,80}/[\w.+-]{1,80}[^,\"'<>:\s]{0,200},[^\"'<>\s]*", re.I)
"""A picture embedded as data."""
UNPARSED = "script style textarea title xmp iframe noembed noframes noscript plaintext".split()
"""Elements whose end the parser must see, because they contain no tags."""
_END = re.compile(rf"</(?!(?:{'|'.join(UNPARSED)})\b)(?=[a-z])", re.I)
_RAW_END = re.compile(rf"</(?:{'|'.join(UNPARSED)})\b", re.I)


def lines_of_html(page: str) -> list[str]:
    """The lines of text of a page."""
    shown = _up_to(_RAW_END, RAW, _up_to(_TAG, TAGS, _DATA.sub("data:,", page.replace("\x00", ""))[:SIGNS]))
    reader = _Text()
    parser = etree.HTMLParser(target=reader, encoding="utf-8")
    try:
        parser.feed(_END.sub(f"<{ENDED}", shown).encode("utf-8", "replace"))
        parser.close()
    except etree.LxmlError:  # not a page
        pass
    return ["".join(line).strip() for line in reader.lines]


def _up_to(what: re.Pattern[str], times: int, page: str) -> str:
    """The page up to the point where something has occurred this many times."""
    found = next(islice(what.finditer(page), times, None), None)
    return page[: found.start()] if found else page


_TAG = re.compile("<")


@dataclass
class _Open:
    """An open element. ``kept``: whether its line breaks are. ``number``: of the next item of a numbered list."""

    tag: str
    quoted: bool
    hidden: bool
    kept: bool = False
    number: int | None = None
    step: int = 1


class _Text:
    """Turns what the parser reports into lines."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = [[]]
        self.open: list[_Open] = [_Open("", False, False)]
        self.tags: Counter[str] = Counter()
        """How many elements are open of each tag."""
        self.item = ""
        """The number of a list item that has no text yet."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = str(tag).lower()
        if tag.startswith(ENDED):
            self._ended(tag.removeprefix(ENDED))
            return
        if tag in BLOCKS:
            self._break()
        if tag in ("td", "th"):
            self.data(" ")
        if tag == "hr" or attributes.get("id") in CUTS:
            self.lines += [["_" * 32], []]
        if tag == "li":
            self._number(attributes)
        if tag not in VOID and len(self.open) < DEEPEST:
            around, style = self.open[-1], (attributes.get("style") or "")[:1000]
            quote = tag == "blockquote" or QUOTES.search(attributes.get("class") or "") is not None
            unseen = tag in NOT_SHOWN or "hidden" in attributes or UNSEEN.search(style) is not None
            spaces = SPACES.search(style)
            kept = spaces[1].lower() in KEPT if spaces else tag in ("pre", "textarea") or around.kept
            new = _Open(tag, around.quoted or quote, around.hidden or unseen, kept)
            if tag == "ol":
                new.step = -1 if "reversed" in attributes else 1
                new.number = _whole(attributes.get("start"), 1)
            self.open.append(new)
            self.tags[tag] += 1

    def _number(self, attributes: dict[str, str]) -> None:
        outwards = reversed(self.open) if self.tags["ol"] else ()
        around = next((one for one in outwards if one.tag in ("ol", "ul")), None)
        if around is None or around.number is None:
            return
        number = _whole(attributes.get("value"), around.number)
        around.number = number + around.step
        self.item = f"{number}. "

    def end(self, tag: str) -> None:
        if str(tag).lower() in (*UNPARSED, "head"):  # others end where the page says so, not where the parser thinks
            self._ended(str(tag).lower())

    def _ended(self, tag: str) -> None:
        while self.tags[tag]:
            closed = self.open.pop().tag
            self.tags[closed] -= 1
            if closed == tag:
                break
        if tag in BLOCKS:
            self._break()

    def data(self, text: str) -> None:
        around = self.open[-1]
        if around.hidden:
            return
        first, *more = re.split(r"\r\n?|\n", text) if around.kept else [text]
        self._write(first)
        for line in more:
            self.lines.append([])
            self._write(line)

    def _write(self, text: str) -> None:
        if not text.strip():
            if text and self.lines[-1]:
                self.lines[-1].append(" ")
            return
        if self.open[-1].quoted and self.lines[-1][:1] != ["> "]:
            self.lines.append(["> "])
        self.lines[-1].append(self.item + re.sub(r"[ \t\r\n\f]+", " ", text.lstrip() if self.item else text))
        self.item = ""

    def close(self) -> None:
        """The page has ended."""

    def _break(self) -> None:
        if self.lines[-2:] != [[], []]:
            self.lines.append([])


def _whole(given: str | None, otherwise: int) -> int:
    return int(given) if given and re.fullmatch(r"\s*[0-9]{1,3}\s*", given) else otherwise
