"""Finding the new lines of a mail: without quotes, signature and footers. Pure functions of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ...rules import greets
from ...rules.text import INVISIBLE, lines_of, visible
from ..rendering import MARKER, SIGN
from .programs import (
    A_DATE,
    ARMOUR,
    ATTRIBUTION,
    CERTAINLY_A_DATE,
    DATED,
    FOOTER,
    FRAMED,
    HEADER,
    LABELLED,
    LAST_OF_ATTRIBUTION,
    OPENING,
    ORNAMENT,
    REST_OF_A_LINK,
    RULE,
    SIGNATURE,
    SOMEBODY_AT_A_TIME,
    SOMEBODY_ON_A_DAY,
)

LINES, LENGTH = 40, 600
"""How many new lines are searched for an answer, and the length to which each is cut."""
READ = 1000
"""The most lines of a mail that are examined; limits the cost of the patterns for hostile input."""


@lru_cache(maxsize=4)
def new_lines(text: str) -> tuple[str, ...]:
    """The lines that the writer added: above the quoted letter, between quotes and below them. Cached."""
    text = BROKEN_ATTRIBUTION.sub(r" \1", text[: READ * LENGTH])
    unframed = list(_without_armour([_trimmed(line) for line in lines_of(text)[:READ]]))
    mail = Lines(tuple(_without_our_first_line(unframed)))
    return tuple(_without_gaps([_trimmed(line).strip() for line in _written(mail)])[:LINES])


def _trimmed(line: str) -> str:
    """A line of at most `LENGTH` characters, without invisible characters at its ends."""
    return _ENDS.sub("", line[:LENGTH])


_ENDS = re.compile(rf"\A[{INVISIBLE}]+|[{INVISIBLE}]+\Z")


def _without_gaps(lines: list[str]) -> list[str]:
    """The lines with runs of blank lines reduced to one, and without rules and blank lines at the end."""
    while lines and ORNAMENT.match(lines[-1]):
        lines.pop()
    return [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]


def _without_our_first_line(lines: Sequence[str]) -> Iterator[str]:
    """The lines without the paragraph that begins our letters, above the marker."""
    ours = False
    for line in lines:
        ours = bool(line.strip()) and MARKER not in line and (ours or line.startswith(SIGN))
        if not ours:
            yield line


def _without_armour(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a clear-signed text (OpenPGP, RFC 9580, 7), without its frame and its signature."""
    inside = ""
    for line in lines:
        frame = ARMOUR.match(line)
        if frame:
            inside = "head" if frame[2] == "SIGNED MESSAGE" else "signature" if frame[1] == "BEGIN" else ""
        elif inside == "head":
            inside = "" if not line.strip() else "head"
        elif inside != "signature":
            yield line.removeprefix("- ") if line.startswith("- -") else line


@dataclass(frozen=True)
class Lines:
    """The lines of a mail, with what is known about each."""

    written: tuple[str, ...]

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without invisible characters, which programs put into attributions and before quotes."""
        return tuple(map(visible, self.written))

    @cached_property
    def quoted(self) -> tuple[bool, ...]:
        """Whether each line is marked as quoted, with ``>``, ``|`` or, if several are, the writer's initials."""
        initials = sum(map(bool, map(INITIALS.match, self.lines))) > 1
        return tuple(
            bool(QUOTE.match(line) or (initials and INITIALS.match(line))) and not LAST_OF_ATTRIBUTION.match(line)
            for line in self.lines
        )

    @cached_property
    def attributions(self) -> dict[int, int]:
        """The first and the last line of each attribution (``On Monday Poste Restante wrote:``)."""
        found: dict[int, int] = {}
        until = -1
        for at in range(len(self.lines)):
            last = None if self.quoted[at] or at <= until else self._end_of_attribution(at)
            if last is not None:
                found[at] = until = last
        return found

    def _end_of_attribution(self, at: int) -> int | None:
        """The last line of the attribution that begins in this line, of three at most; ``None`` if none begins."""
        for last in range(at, min(at + 3, len(self.lines))):
            if last > at and (not self.lines[last].strip() or self.quoted[last]):
                return None
            if self._is_attribution(at, last):
                begins = any(self._begins(later, at, last) for later in range(at + 1, last + 1))
                return last if OPENING.search(self.lines[at]) or not begins else None
        return None

    def _begins(self, later: int, at: int, last: int) -> bool:
        """Whether the attribution that may begin in line ``at`` begins only in a later line."""
        first, others = self.lines[at], self.lines[later : last + 1]
        if others[0].startswith("<") or ("@" in first and not any("@" in line for line in others)):
            return False
        dated = [CERTAINLY_A_DATE.search(_unaddressed(line)) is not None for line in (first, *others)]
        begins = self._is_attribution(later, last) and (any(dated[1:]) or not dated[0])
        return begins or OPENING.search(self.lines[later]) is not None

    def _is_attribution(self, first: int, last: int) -> bool:
        whole = " ".join(line.strip() for line in self.lines[first : last + 1])
        if ATTRIBUTION.match(whole) and DATED.search(whole):
            return True
        if SOMEBODY_ON_A_DAY.match(whole) or (SOMEBODY_AT_A_TIME.match(whole) and self.quote_follows(last)):
            return True
        directly = any(self.quoted[last + 1 : last + 2]) or (
            not any(map(str.strip, self.lines[last + 1 : last + 2])) and any(self.quoted[last + 2 : last + 3])
        )
        if not directly:
            return False
        if "@" not in whole:
            alone = first == last and whole.endswith((":", "：")) and not ASIDE.match(whole)
            return alone and CERTAINLY_A_DATE.search(whole) is not None
        return A_DATE.search(_unaddressed(whole)) is not None

    def quote_follows(self, at: int) -> bool:
        """Whether one of the next few lines is marked as quoted, with at most one other line before it."""
        return any(self.quoted[n] for n in self._below(at)[:2])

    def _below(self, at: int) -> list[int]:
        """The next lines that are not blank."""
        return [n for n in range(at + 1, min(at + 12, len(self.lines))) if self.lines[n].strip()]

    def goes_on(self, at: int) -> bool:
        """Whether this line is the end of a link in the quote above."""
        if at == 0 or not self.quoted[at - 1] or not REST_OF_A_LINK.match(self.lines[at]):
            return False
        return "http" in self.lines[at - 1] or "http" in self.lines[at]

    def ends(self, at: int) -> bool:
        """Whether everything that follows is an unmarked quote: below our marker, a rule or a block of headers."""
        line = self.lines[at]
        if MARKER in line or RULE.match(line[:RULED]) or self._heads(at):
            return True
        return bool(FRAMED.match(line[:RULED])) and any(self._heads(n) for n in self._below(at)[:1])

    def _heads(self, at: int) -> bool:
        """Whether a block of headers begins here: the sender, or another header, and one more below it."""
        block = [line for line in self.lines[at : at + 6] if line.strip()][:4]
        by_somebody = re.search(r"<[^<>\s]+@[^<>\s]+>\W*$", self.lines[at][-200:])
        if by_somebody and sum(map(bool, map(LABELLED.match, block))) > 2:
            return True
        if not HEADER.match(self.lines[at]):
            return False
        headers = [header for header in map(HEADER.match, block) if header]
        addressed = len(headers) > 1 and any("@" in header.string for header in headers)
        return addressed or any(header["sender"] for header in headers)


def _unaddressed(line: str) -> str:
    return " ".join(word for word in line.split() if "@" not in word)


RULED = 200
"""The longest line that may be a rule, in characters."""
QUOTE = re.compile(r"\s*[>|＞]")
INITIALS = re.compile(r"\s*[A-Za-z]{1,3}>(?:\s|$)")
BROKEN_ATTRIBUTION = re.compile(r"\n{1,2}<\s?\n?mailto:[^\n]{3,200}\n> (wrote:)")
"""An attribution whose address was split off into lines of its own, as one program does with links."""


def _written(mail: Lines) -> Iterator[str]:
    """The lines that are not quoted. Text after an attribution without marks is quoted if there is text above it."""
    signed = False  # below a signature, which the next quote ends
    said = False
    at = 0
    while at < len(mail.lines):
        line = mail.lines[at]
        if mail.ends(at) and not mail.quoted[at]:
            return
        if at in mail.attributions:
            before = _before_attribution(line)
            said = said or (bool(before.strip()) and not signed)
            if not signed:
                yield before
            at, signed = mail.attributions[at], False
            if said and not mail.quote_follows(at):
                return
        elif mail.quoted[at] or mail.goes_on(at):
            signed = False
            yield ""
        elif SIGNATURE.match(line):
            signed = True
        elif not (signed or FOOTER.match(line)):
            said = said or bool(line.strip())
            yield mail.written[at]
        at += 1


def _before_attribution(line: str) -> str:
    """What was written on the line in which an attribution begins, before it."""
    opening = OPENING.search(line)
    return line[: opening.start()].rstrip(" -–—") if opening else ""


ASIDE = re.compile(rf"(?:(?P<say>say)\b[\s{INVISIBLE}]*:?|(?:my )?plan:)[\s{INVISIBLE}]*(?P<text>\S.*)", re.I)
WRAPPED = 60
"""A line of at least this many characters may have been wrapped and continue on the next."""


def asides(lines: Sequence[str]) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Split off asides, lines that begin with ``say`` or ``plan:``.

    Returns them as (kind, text), then the other lines before the first aside, then those after it. A plan goes on to
    the end of its paragraph, because a line of it, read as an answer, would be played. A line for the table does not
    include the next one, which may be an answer; if it may continue there, its kind is ``half`` instead of ``say``, and
    the writer is asked to repeat it.
    """
    found: list[tuple[str, str]] = []
    before: list[str] = []
    after: list[str] = []
    last = ""
    for line in lines:
        aside = ASIDE.fullmatch(line)
        kind, text = found[-1] if found else ("", "")
        if aside:
            found.append(("say" if aside["say"] else "plan", aside["text"]))
        elif kind == "plan" and line and last:
            found[-1] = (kind, f"{text}{' ' if _continues(line, last) else chr(10)}{line}")
        else:
            if kind == "say" and _continues(line, last):
                found[-1] = ("half", text)
            (after if found else before).append(line)
            line = ""
        last = line
    return found, before, after


def _continues(line: str, last: str) -> bool:
    """Whether a long line may have been wrapped here: within a sentence, and not before a name or a footer."""
    return len(last) >= WRAPPED and line[:1].islower() and last[-1:] not in ".!?…" and not FOOTER.match(line)


def without_name(lines: Sequence[str], name: str) -> list[str]:
    """The lines without the writer's name, or an initial of it, at the end."""
    kept = _filled(lines)
    return kept[:-1] if name_below(lines, name) else kept


def _filled(lines: Sequence[str]) -> list[str]:
    """Without empty lines at the end."""
    kept = list(lines)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def name_below(lines: Sequence[str], name: str) -> str:
    """The writer's name, or an initial of it, at the end, below other text; empty if there is none."""
    kept = _filled(lines)
    first, *others = name.split() or [""]
    initials = "".join(part[:1] for part in name.split())
    own = {name, first, first[:1], initials, *(f"{first} {other[:1]}" for other in others)}
    below = visible(kept[-1]).strip(" -–—.,!") if len(kept) > 1 else ""
    return below if below.casefold() in {each.casefold() for each in own} else ""


def first_said(lines: Sequence[str]) -> list[str]:
    """Where to look for a command: the first paragraph after a greeting as a whole, then each of its lines."""
    for paragraph in _paragraphs(lines):
        said = [line for line in paragraph if not greets(line)]
        if said:
            return [" ".join(said), *said] if len(said) > 1 else said
    return []


def _paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line:
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
