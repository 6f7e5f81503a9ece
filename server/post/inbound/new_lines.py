"""Finding the new lines of a mail, without quotes, signature and footers. Pure functions of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..rendering import MARKER, SIGN

_WROTE = (
    r"wrote|schrieb|a écrit|a ecrit|écrivait|escribió|ha scritto|scrisse|schreef|escreveu|skrev|napisał(?:\(a\)|a)?"
    r"|kirjoitti|napsala?|írta|пишет|написала?"
)
ATTRIBUTION = re.compile(rf"^\W{{0,5}}(?:\S.{{4,300}}\s)?(?:{_WROTE})\b[^:]{{0,120}}:\s*$", re.I)
DATED = re.compile(r"\d{1,2}[:.h]\d\d|\d{4}|@")
HEADERS = re.compile(
    r"^\W{0,5}(?:From|Sent|To|Subject|Date|Von|Gesendet|An|Betreff|Datum|De|Envoyé|À|Objet|Da|Inviato|Oggetto|Enviado|Para"
    r"|Asunto|Van|Verzonden|Aan|Onderwerp|Från|Skickat|Till|Ämne|Od|Wysłano|Do|Temat)\s?:\W*\s\S",
    re.I,
)
RULES = re.compile(
    r"^\s*(?:_{8,}|-{2,}[^-].*-{2,}|begin forwarded message:|anfang der weitergeleiteten .*:"
    r"|début du message réexpédié.*|inizio messaggio inoltrato:)\s*$",
    re.I,
)
SIGNATURE = re.compile(r"^--\s?$")
LINES, LENGTH = 40, 500
"""An answer is looked for in the first so many new lines, each cut to so many characters."""
READ = 1000
"""How many lines of a mail are examined at most, to bound the cost of the patterns for hostile input."""


def new_lines(text: str) -> list[str]:
    """The lines its writer added: those above the quoted letter, else those between and below quotes."""
    written = list(_without_our_first_line([line[:LENGTH] for line in text.splitlines()[:READ]]))
    above = list(_until_quoted(written))
    lines = above if any(line.strip() for line in above) else list(_around_quotes(written))
    return [line.strip() for line in lines][:LINES]


def _without_our_first_line(lines: list[str]) -> Iterator[str]:
    """The lines but for the paragraph that begins our letters, which stands above the marker."""
    ours = False
    for line in lines:
        ours = bool(line.strip()) and MARKER not in line and (ours or line.startswith(SIGN))
        if not ours:
            yield line


def _until_quoted(lines: list[str]) -> Iterator[str]:
    for at, line in enumerate(lines):
        if _is_quote(line) or _ends_it(line) or _attributes(lines, at):
            return
        yield line


def _around_quotes(lines: list[str]) -> Iterator[str]:
    """Lines outside quotes marked with ``>``. After a header block or our marker, unmarked lines are quoted too."""
    quoting = False
    for at, line in enumerate(lines):
        if _is_quote(line):
            quoting = True
        elif _ends_it(line):
            return
        elif _attributes(lines, at):
            if not any(map(_is_quote, lines[at + 1 : at + 4])):
                return
        elif quoting and not _tail_of_attribution(lines, at):
            yield line


def _is_quote(line: str) -> bool:
    return line.lstrip().startswith((">", "|"))


def _ends_it(line: str) -> bool:
    return bool(MARKER in line or RULES.match(line) or HEADERS.match(line) or SIGNATURE.match(line))


def _attributes(lines: list[str], at: int) -> bool:
    """Whether an attribution (``On Monday Poste Restante wrote:``) begins at this line; it may span three lines."""
    for last in range(at, min(at + 3, len(lines))):
        if last > at and not lines[last].strip():
            return False
        whole = " ".join(line.strip() for line in lines[at : last + 1])
        if ATTRIBUTION.match(whole) and DATED.search(whole):
            return True
    return False


def _tail_of_attribution(lines: list[str], at: int) -> bool:
    return any(_attributes(lines, first) for first in range(max(0, at - 2), at))


ASIDE = re.compile(r"(?:(?P<say>say)\b\s*:?|standing(?: orders?)?:)\s*(?P<text>\S.*)", re.I)
WRAPPED = 60
"""A line of at least this many characters may have been wrapped by a mail program and continue on the next."""


def asides(lines: list[str]) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Split off asides, lines that begin with ``say`` or ``standing``.

    Returns them as (kind, text), then the other lines before the first aside, then those after it.
    """
    found: list[tuple[str, str]] = []
    before: list[str] = []
    after: list[str] = []
    last = ""
    for line in lines:
        aside = ASIDE.fullmatch(line)
        if aside:
            found.append(("say" if aside["say"] else "standing", aside["text"]))
        elif found and line and len(last) >= WRAPPED:
            found[-1] = (found[-1][0], f"{found[-1][1]} {line}")
        else:
            (after if found else before).append(line)
            line = ""
        last = line
    return found, before, after


def candidates(lines: list[str]) -> list[str]:
    """Texts that may be an answer, in the order to try: each paragraph as a whole, then each of its lines."""
    found: list[str] = []
    for paragraph in _paragraphs(lines):
        whole = " ".join(paragraph)
        found += [whole, *paragraph] if len(paragraph) > 1 else [whole]
    return found[:1] + [text for text in found[1:] if len(re.findall(r"\w", text)) > 1]  # a lone initial is a signature


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line:
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
