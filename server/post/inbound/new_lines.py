"""Finding the new lines of a mail, without quotes, signature and footers. Pure functions of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...rules import greets
from ..rendering import MARKER, SIGN

_WROTE = (
    r"wrote|schrieb|a écrit|a ecrit|écrivait|escribió|ha scritto|scrisse|schreef|escreveu|skrev|napisał(?:\(a\)|a)?"
    r"|kirjoitti|napsal\(a\)|napsala?|írta|пишет|написала?"
)
ATTRIBUTION = re.compile(rf"^\W{{0,5}}(?:\S.{{4,300}}[\s>])?(?:{_WROTE})\b[^:]{{0,120}}:\s*$", re.I)
OPENING = re.compile(
    r"(?:^\W{0,5}|\s)(?:On|Am|Le|El|Il giorno|Il|Op|Em|Den|Dne|Dnia|W dniu|På|Pe|Ha)\s(?=[^\n]{0,40}\d)"
    r"|^\W{0,5}\w{2,4}\.?,\s+\d|^\W{0,5}\d{1,4}[-./ ][\d\w]{1,4}[-./ ]\d{2,4}"
)
"""Where an attribution begins, with a date soon after: at the start of a line, or after what was written before it."""
DATED = re.compile(r"\d{1,2}[:.h]\d\d|\d{4}|@")
HEADERS = re.compile(
    r"^\W{0,5}(?:From|Sent|To|Subject|Date|Von|Gesendet|An|Betreff|Datum|De|Envoyé|À|Objet|Da"
    r"|Inviato|Oggetto|Enviado|Para"
    r"|Asunto|Van|Verzonden|Aan|Onderwerp|Från|Skickat|Till|Ämne|Od|Wysłano|Do|Temat|Fra|Sendt|Til|Emne|Dato"
    r"|От|Отправлено|Кому|Тема|Дата|Від|Надіслано|Lähettäjä|Lähetetty|Vastaanottaja|Aihe|Odesláno|Komu|Předmět"
    r"|Feladó|Elküldve|Címzett|Tárgy)\s?:\W*\s\S",
    re.I,
)
RULES = re.compile(
    r"^\s*(?:_{8,}|-{2,}[^-].*-{2,}|begin forwarded message:|anfang der weitergeleiteten .*:"
    r"|début du message réexpédié.*|inizio messaggio inoltrato:)\s*$",
    re.I,
)
SIGNATURE = re.compile(r"^--\s?$")
FOOTER = re.compile(
    r"^\W{0,3}(?:sent (?:from|via|with|using)|get outlook for|envoyé (?:de|depuis|à partir)|von mein\w+ .{1,40}gesendet"
    r"|gesendet (?:von|mit)|diese nachricht wurde von|inviato (?:da|dal)|enviado (?:desde|de|do|a"
    r" partir)|verzonden (?:vanaf|van|via)"
    r"|skickat från|sendt fra|lähetetty|wysłane z|отправлено (?:с|из)|télécharge[zr] outlook|outlook"
    r" für)\b[^:,]{0,80}$",
    re.I,
)
"""What mail programs add below, about themselves."""
ARMOUR = re.compile(r"^-{5}(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE)-{5}\s*$")
LINES, LENGTH = 40, 500
"""An answer is looked for in the first so many new lines, each cut to so many characters."""
READ = 1000
"""How many lines of a mail are examined at most, to bound the cost of the patterns for hostile input."""


def new_lines(text: str) -> list[str]:
    """The lines its writer added: those above the quoted letter, else those between and below quotes."""
    unframed = list(_without_armour([line[:LENGTH] for line in text.splitlines()[:READ]]))
    written = list(_without_our_first_line(unframed))
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


def _without_armour(lines: list[str]) -> Iterator[str]:
    """The lines of a text signed within itself (OpenPGP, RFC 9580, 7), without its frame and its signature."""
    inside = ""
    for line in lines:
        frame = ARMOUR.match(line)
        if frame:
            inside = "head" if frame[2] == "SIGNED MESSAGE" else "signature" if frame[1] == "BEGIN" else ""
        elif inside == "head":
            inside = "" if not line.strip() else "head"
        elif inside != "signature":
            yield line.removeprefix("- ") if line.startswith("- -") else line


def _until_quoted(lines: list[str]) -> Iterator[str]:
    for at, line in enumerate(lines):
        attributes = _attributes(lines, at)
        if attributes:
            yield _before_attribution(line)
        if attributes or _is_quote(line) or _ends_it(line):
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
    return bool(
        MARKER in line or RULES.match(line) or HEADERS.match(line) or SIGNATURE.match(line) or FOOTER.match(line)
    )


def _attributes(lines: list[str], at: int) -> bool:
    """Whether an attribution (``On Monday Poste Restante wrote:``) begins in this line."""
    return _end_of_attribution(lines, at) is not None


def _end_of_attribution(lines: list[str], at: int) -> int | None:
    """The last line of the attribution that begins in this line, of three at most; ``None`` if none begins here."""
    for last in range(at, min(at + 3, len(lines))):
        if last > at and (not lines[last].strip() or _is_quote(lines[last])):
            return None
        if _is_attribution(lines[at : last + 1]):
            begins = OPENING.search(lines[at]) or not any(
                OPENING.search(lines[later]) or _is_attribution(lines[later : last + 1])
                for later in range(at + 1, last + 1)
            )
            return last if begins else None
    return None


def _is_attribution(lines: list[str]) -> bool:
    whole = " ".join(line.strip() for line in lines)
    return bool(ATTRIBUTION.match(whole) and DATED.search(whole))


def _before_attribution(line: str) -> str:
    """What was written on the line in which an attribution begins, before it."""
    opening = OPENING.search(line)
    return line[: opening.start()] if opening else ""


def _tail_of_attribution(lines: list[str], at: int) -> bool:
    return any((_end_of_attribution(lines, first) or 0) >= at for first in range(max(0, at - 2), at))


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
        elif found and _continues(line, last):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line}")
        else:
            (after if found else before).append(line)
            line = ""
        last = line
    return found, before, after


def _continues(line: str, last: str) -> bool:
    """Whether a mail program may have broken a long line here: within a sentence, and not before a name or a footer."""
    return len(last) >= WRAPPED and line[:1].islower() and last[-1:] not in ".!?…" and not FOOTER.match(line)


def without_name(lines: list[str], name: str) -> list[str]:
    """The lines without the name of their writer, or an initial of it, at the end."""
    kept = list(lines)
    while kept and not kept[-1]:
        kept.pop()
    first, *others = name.split() or [""]
    own = {
        name,
        first,
        first[:1],
        *(f"{first} {other[:1]}" for other in others),
        "".join(part[:1] for part in name.split()),
    }
    if len(kept) > 1 and kept[-1].strip(" -–—.,!").casefold() in {each.casefold() for each in own}:
        kept.pop()
    return kept


def first_said(lines: list[str]) -> list[str]:
    """The first paragraph after a greeting, as a whole, then each of its lines: where a command is looked for."""
    for paragraph in _paragraphs(lines):
        said = [line for line in paragraph if not greets(line)]
        if said:
            return [" ".join(said), *said] if len(said) > 1 else said
    return []


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line:
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
