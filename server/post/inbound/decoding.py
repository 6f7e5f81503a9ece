"""Decoding mails into text: transfer encodings (RFC 2045) and charsets, as browsers decode them (WHATWG, Encoding).

Nothing makes a mail unreadable: an invalid byte becomes U+FFFD, and everything else stays.
"""

from __future__ import annotations

import binascii
import codecs
import re
from contextlib import suppress
from itertools import groupby

import webencodings

NO_CHARSETS = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"})
"""Python codecs that turn bytes into text but are no charsets of mails."""
WIDER = {"gbk": "gb18030"}
"""A charset -> the superset that decodes it (WHATWG decodes gbk so)."""
_WINDOWS = re.compile(r"^(?:ms|win)-?(?=\d)")
_LABEL = re.compile(r"[^\w.:-]")


def text_of(content: bytes, label: str) -> str:
    """The text, in the charset with this label; its only control characters are line ends and tabs."""
    charset = _charset(label)
    decoded = unnamed(content) if charset is None else _decoded(content, charset)
    return _CONTROLS.sub(" ", decoded.encode("utf-8", "replace").decode())  # UTF-7 may contain half a character


_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def _charset(label: str) -> codecs.CodecInfo | None:
    """The charset by its browser or Python name; ``None`` if it is unknown or ambiguous."""
    name = _LABEL.sub("", label.strip().lower())
    if name in ("", "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "default"):
        return None
    others = name.replace("_", "-"), name.removeprefix("x-"), name.replace("-", ""), _WINDOWS.sub("windows-", name)
    for way in dict.fromkeys((name, *others)):
        known = webencodings.lookup(way)
        if known and known.name != "replacement":  # those that browsers refuse are harmless here
            return _wider(known.codec_info)
    try:
        found = codecs.lookup(name)
        b"a".decode(name, "replace")  # fails for codecs that are no charsets
    except (LookupError, ValueError):
        return None
    return None if found.name.replace("_", "-") in NO_CHARSETS else _wider(found)


def _wider(charset: codecs.CodecInfo) -> codecs.CodecInfo:
    return codecs.lookup(WIDER[charset.name]) if charset.name in WIDER else charset


def _decoded(content: bytes, charset: codecs.CodecInfo) -> str:
    mark, ours = next(((mark, ours) for mark, ours in _MARKS if content.startswith(mark)), (b"", ""))
    decode = codecs.lookup(ours).decode if ours else charset.decode
    with suppress(UnicodeError, ValueError):
        return decode(content[len(mark) :], "strict")[0]
    with suppress(UnicodeError):
        return content.decode()  # mislabelled
    try:
        return decode(content[len(mark) :], "replace")[0]
    except (UnicodeError, ValueError):  # a codec that cannot replace
        return content.decode("utf-8", "replace")


def unnamed(content: bytes) -> str:
    """Text in an unknown charset: UTF-8 if any character is encoded so, else windows-1252."""
    text = content.decode("utf-8", "replace")
    if "�" in text and all(sign == "�" for sign in text if not sign.isascii()):
        return content.decode("windows-1252", "replace")
    return text


def bytes_of(content: bytes, encoding: str) -> bytes:
    """The decoded bytes, whatever programs have added around the encoding's name or below the content."""
    found = re.match(r"[\s\"']*([\w-]+)", encoding.lower())
    decode = {
        "base64": _base64, "quoted-printable": _quoted_printable, "x-uuencode": _uu, "uuencode": _uu, "x-uue": _uu,
        "uue": _uu,
    }.get(found[1].replace("_", "-") if found else "")  # fmt: skip
    return decode(content) if decode else content


FULL = 60
"""Characters in a full line of base64. Text below a shorter line may be a footer."""
_OF_BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}")


def _base64(content: bytes) -> bytes:
    """The decoded bytes, and below them any plain text that a mailing list has added."""
    rows = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    taken: list[bytes] = []
    for number, row in enumerate(rows):
        line = row.strip()
        over = taken and (len(taken[-1]) < FULL or taken[-1].endswith(b"=")) and (not line or len(line) % 4)
        if over and not any(map(bytes.strip, rows[number:])):
            break
        if over or (line and not _OF_BASE64.fullmatch(line)):
            return _joined(taken) + b"\n" + b"\n".join(rows[number:])
        taken += [line] if line else []
    return _joined(taken)


def _joined(rows: list[bytes]) -> bytes:
    """Lines of base64, decoded; each run up to its padding separately."""
    stretches = re.findall(rb"[A-Za-z0-9+/]+", b"".join(row + b" " * row.endswith(b"=") for row in rows))
    whole = (stretch[: len(stretch) - (len(stretch) % 4 == 1)] for stretch in stretches)
    return b"".join(binascii.a2b_base64(stretch + b"=" * (-len(stretch) % 4)) for stretch in whole)


def _quoted_printable(content: bytes) -> bytes:
    """Without space at line ends, which was added on the way (RFC 2045, 6.7), also after a soft line break."""
    rows = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return binascii.a2b_qp(b"\n".join(row.rstrip(b" \t") for row in rows))


def _uu(content: bytes) -> bytes:
    found: list[bytes] = []
    for line in content.replace(b"\r", b"").split(b"\n"):
        if not line or line.startswith(b"begin ") or (line[0] - 32 & 63) * 8 > len(line) * 6:
            continue
        try:
            found.append(binascii.a2b_uu(line))
        except binascii.Error:
            continue
    return b"".join(found)


_WORD = re.compile(r"=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bBqQ])\?([^?]*)\?=")
_WORDS = re.compile(r"=\?[^?\s]+\?[bBqQ]\?[^?]*\?=(?:\s*=\?[^?\s]+\?[bBqQ]\?[^?]*\?=)*")


def named(value: str) -> str:
    """The value of a header with its encoded words decoded (RFC 2047). A character may be split between two words."""
    return _WORDS.sub(_read_words, value)


def _read_words(found: re.Match[str]) -> str:
    words = [(word[1].lower(), word[2].lower(), word[3]) for word in _WORD.finditer(found[0])]
    return "".join(
        text_of(b"".join(_bytes_of_word(way, text) for _, way, text in of_one), charset)
        for charset, of_one in groupby(words, key=lambda word: word[0])
    )


def _bytes_of_word(way: str, text: str) -> bytes:
    raw = text.encode("utf-8", "replace")
    return _joined([raw]) if way == "b" else binascii.a2b_qp(raw, header=True)
