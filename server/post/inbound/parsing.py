"""What a mail says: whether a person wrote it, and which of its lines are new. Pure functions of the message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

from ..writing import MARKER

# Who wrote it ----------------------------------------------------------------------------------------------------

ROBOTS = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|autoresponder)([+-].*)?@", re.I)
AUTOMATIC_SUBJECTS = re.compile(
    r"(automatic reply|auto(matic)?[- ]?(reply|response)|out of (the )?office|abwesenheits|automatische antwort"
    r"|r[ée]ponse automatique|absence du bureau|risposta automatica|respuesta autom[áa]tica|fuera de la oficina"
    r"|automatisch antwoord|autosvar|odpowied[źz] automatyczna)\b",
    re.I,
)


class Policy(policy.EmailPolicy):
    """Takes the short headers of a mail apart once, and not each time one of them is looked at."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        """A header as it is read."""
        return _header(name, value) if len(value) < LENGTH else super().header_fetch_parse(name, value)


POLICY = Policy()


@lru_cache(maxsize=200)
def _header(name: str, value: str) -> Any:
    return policy.default.header_fetch_parse(name, value)


def parsed(raw: bytes) -> EmailMessage:
    """The mail as a message."""
    message = message_from_bytes(raw, policy=POLICY)
    assert isinstance(message, EmailMessage)
    return message


def heading(raw: bytes) -> Message:
    """The headers of the mail alone."""
    return BytesHeaderParser(policy=POLICY).parsebytes(raw)


def header(message: Message, name: str) -> str:
    """A header as text; empty where there is none, or none that can be read."""
    try:
        return str(message[name] or "").strip()
    except Exception:  # the parser of the standard library trips over some malformed headers
        return ""


def robot(message: EmailMessage, envelope_sender: str | None) -> str:
    """Why this was not written by a person to us; empty where it was.

    ``envelope_sender`` is empty for bounces, ``None`` where it is not known.
    """
    if envelope_sender == "" or header(message, "Return-Path") == "<>":
        return "bounce"
    if header(message, "X-Poste-Kind"):
        return "loop"
    if header(message, "Auto-Submitted").partition(";")[0].strip().lower() not in ("", "no"):
        return "automatic"
    if header(message, "Precedence").lower() in ("bulk", "junk", "list", "auto_reply"):
        return "bulk"
    if header(message, "List-Id"):
        return "list"
    if any(header(message, name) for name in ("X-Autoreply", "X-Autorespond", "X-Auto-Response-From")):
        return "automatic"
    if message.get_content_type() == "multipart/report" or AUTOMATIC_SUBJECTS.match(header(message, "Subject")):
        return "automatic"
    if any(ROBOTS.match(address) for address in (*senders(message), envelope_sender or "")):
        return "robot"
    return ""


def senders(message: EmailMessage) -> list[str]:
    """The From addresses, in lower case."""
    return [address.lower() for _, address in getaddresses([header(message, "From")]) if address]


def message_id(message: Message) -> str:
    """The Message-ID if it is one that may be cited, else an empty string."""
    found = re.fullmatch(r"<[!-;=?-~]{1,240}>", header(message, "Message-ID"))
    return found[0] if found else ""


def undeliverable(message: EmailMessage) -> str | None:
    """What a delivery report says of a letter that never arrives; ``None`` if this reports nothing of the kind.

    Delays and automatic answers are no such thing (RFC 3464, 2.3.3).
    """
    if message.get_content_type() == "multipart/report":
        return _reported(message)
    failed = header(message, "X-Failed-Recipients")
    if failed or re.search(r"undeliver|delivery (status|failure)|failure notice|returned mail", _subject(message)):
        return "the mail server at the other end says so"
    return None


def _reported(report: EmailMessage) -> str | None:
    fields = [
        (header(block, "Action").lower(), header(block, "Status"), header(block, "Diagnostic-Code"))
        for part in report.walk()
        if part.get_content_type() == "message/delivery-status"
        for block in part.get_payload()
        if isinstance(block, Message)
    ]
    for action, status, reason in fields:
        if action == "failed" and not status.startswith("4"):
            return " ".join((reason.partition(";")[2] or status or "no reason given").split())[:200]
    return None


def _subject(message: EmailMessage) -> str:
    return header(message, "Subject").lower()


# What it says ----------------------------------------------------------------------------------------------------


def body(message: EmailMessage) -> str:
    """The text of a mail: the plain part, else the HTML part as text with quotes marked; empty if there is neither."""
    plain = _first(message, "text/plain")
    if plain is not None and _content(plain).strip():
        return _unflowed(plain)
    marked_up = _first(message, "text/html")
    return _as_text(_content(marked_up)) if marked_up is not None else ""


def _first(message: EmailMessage, kind: str) -> EmailMessage | None:
    """The first part of a kind that is the mail itself, not a file and not a mail within it."""
    if message.get_content_maintype() == "multipart":
        parts = [part for part in message.iter_parts() if isinstance(part, EmailMessage)]
        return next((found for part in parts if (found := _first(part, kind)) is not None), None)
    wanted = message.get_content_type() == kind and message.get_content_disposition() != "attachment"
    return message if wanted else None


def _content(part: EmailMessage) -> str:
    """Its text. Half a character (a lone surrogate, which UTF-7 can write) becomes a question mark."""
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    for charset in (part.get_content_charset() or "utf-8", "utf-8"):
        try:
            return raw.decode(charset).encode("utf-8", "replace").decode()
        except (LookupError, UnicodeDecodeError):
            continue
    return raw.decode("latin-1")


def _unflowed(part: EmailMessage) -> str:
    """Text with the line breaks that its writer meant (RFC 3676)."""
    text = _content(part)
    if str(part.get_param("format")).lower() != "flowed":
        return text
    glue = "" if str(part.get_param("delsp")).lower() == "yes" else " "
    lines: list[str] = []
    flowing = False
    for line in text.splitlines():
        line = line[1:] if line.startswith(" ") else line
        if flowing and not line.startswith(">"):
            lines[-1] += glue + line.rstrip(" ")
        else:
            lines.append(line if line == "-- " else line.rstrip(" "))
        flowing = line.endswith(" ") and line != "-- " and not line.startswith(">")
    return "\n".join(lines)


class _Text(HTMLParser):
    """HTML as lines; what is quoted begins with ``>``."""

    BLOCKS = frozenset("p div br li tr table ul ol h1 h2 h3 h4 blockquote body pre".split())
    SILENT = frozenset("style script head title".split())
    VOID = frozenset("br hr img input meta link area base col embed source track wbr".split())
    QUOTES = re.compile(r"gmail_quote|gmail_extra|yahoo_quoted|moz-cite-prefix|moz-signature|gmail_signature")
    CUTS = frozenset(
        {"divRplyFwdMsg", "appendonsend", "OLK_SRC_BODY_SECTION", "mail-editor-reference-message-container"}
    )

    DEEPEST = 200  # nobody writes so deep but to keep us busy

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines = [""]
        self.open: list[tuple[str, bool, bool]] = []  # tag, quoted, silent

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = dict(attrs)
        if tag in self.BLOCKS:
            self._break()
        if tag == "hr" or fields.get("id") in self.CUTS:
            self.lines += ["_" * 32, ""]
        if tag not in self.VOID and len(self.open) < self.DEEPEST:
            _, quoted, silent = self.open[-1] if self.open else ("", False, False)
            quote = tag == "blockquote" or self.QUOTES.search(fields.get("class") or "") is not None
            self.open.append((tag, quoted or quote, silent or tag in self.SILENT))

    def handle_endtag(self, tag: str) -> None:
        if any(tag == other for other, _, _ in self.open):
            while self.open.pop()[0] != tag:
                pass
        if tag in self.BLOCKS:
            self._break()

    def _break(self) -> None:
        if self.lines[-2:] != ["", ""]:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        _, quoted, silent = self.open[-1] if self.open else ("", False, False)
        if silent or not data.strip():
            self.lines[-1] += " " if data and not silent and self.lines[-1] else ""
            return
        if quoted and not self.lines[-1].startswith(">"):
            self.lines.append("> ")
        self.lines[-1] += re.sub(r"\s+", " ", data)


def _as_text(html: str) -> str:
    reader = _Text()
    reader.feed(html)
    reader.close()
    return "\n".join(line.strip() for line in reader.lines)


# Which lines are new ---------------------------------------------------------------------------------------------

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
"""An answer stands within so many lines of so many characters."""
READ = 1000
"""Lines of a mail that are looked at; its patterns must stay cheap whatever somebody sends."""


def new_lines(text: str) -> list[str]:
    """What its writer has added: above the quoted letter, or, where nothing stands there, between and below quotes."""
    written = [line[:LENGTH] for line in text.splitlines()[:READ]]
    above = list(_until_quoted(written))
    lines = above if any(line.strip() for line in above) else list(_around_quotes(written))
    return [line.strip() for line in lines][:LINES]


def _until_quoted(lines: list[str]) -> Iterator[str]:
    for at, line in enumerate(lines):
        if _is_quote(line) or _ends_it(line) or _attributes(lines, at):
            return
        yield line


def _around_quotes(lines: list[str]) -> Iterator[str]:
    """Lines outside quotes marked with ``>``. What follows a header block or our marker unmarked is quoted too."""
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
    """Whether ``On Monday Poste Restante wrote:`` begins here; mail programs break it into up to three lines."""
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
"""A line of so many characters may have been broken by a mail program, and goes on in the next."""


def asides(lines: list[str]) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Lines that begin with ``say`` or ``standing``: (kind, text); the other lines before the first one, and after."""
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
    """What may be an answer, best first: each paragraph as a whole, then its lines, from the top down."""
    found: list[str] = []
    for paragraph in _paragraphs(lines):
        whole = " ".join(paragraph)
        found += [whole, *paragraph] if len(paragraph) > 1 else [whole]
    return found[:1] + [text for text in found[1:] if len(re.findall(r"\w", text)) > 1]  # an initial signs a letter


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line:
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
