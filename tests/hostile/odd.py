"""Odd texts, and what may be done to a text: shared by whatever makes forms, links, headers and mails."""

# ruff: noqa: E501 (a table of odd texts is read as a table)
from __future__ import annotations

from random import Random

SCRIPT = "\"'></title><xqz onload=alert(1)>"
"""If a page ever gives it back as it came, so that a browser would read a tag, whoever typed it writes our pages."""
TAG = "<xqz"

DEEP = "[" * 3000 + "]" * 3000
ODD: tuple[str, ...] = (
    "", " ", "\x00", "a\x00b", "\ud800", "\udfff\ud800", "\ufeff", "\u202eadA", "\u200b\u200d", "Ἀ" * 300, "a\u0301" * 500,
    "👩‍👩‍👧‍👦" * 40, "ﬃ", "ß", "İ", "\r\nBcc: victim@example.org\r\n\r\nhello", "a\nb", "a\x0bb\x0c\x1c\x85\u2028\u2029",
    "=?utf-8?q?Free_cards?=", "=?utf-8?b?/////w==?=", "=?x-nothing?q?=ZZ?=", SCRIPT, "{{7*7}}{% raw %}", "%s%n%(x)s{0}{x.__class__}",
    "$(id)`id`", "' OR 1=1 --", "\\' ; DROP TABLE match; --", "../../../../etc/passwd", "..\\..\\win.ini", "/etc/passwd\x00.svg",
    "0", "-0", "-1", "00", "+1", "1.0", "1e9", "1e309", "NaN", "Infinity", "0x10", "1_0", " 7 ", "١٢", "²", "½", "Ⅷ", "𝟙",
    "2147483647", "2147483648", "-2147483649", "4294967296", "9223372036854775808", "-9223372036854775809", "9" * 40, "9" * 4301,
    "true", "null", "None", "undefined", "[]", "{}", "[object Object]", DEEP, "{" * 500, '{"a":' * 500, "(" * 4000, "a" * 20_000,
    "é" * 9000, "a " * 9000, ("x" * 70 + "\n") * 300, "PT48H", "PT0S", "PT1S", "P", "PT", "-PT5M", "P1Y", "P1M", "P0.5D", "PT9999999999H",
    "P99999999999999999999D", "P7DT", "bank P3D+PT6H", "bank P3D", "bank P99999D+PT1S", "bank +", "daily 20:00 UTC", "daily 24:00 UTC",
    "daily 02:30 Europe/Berlin", "daily ٢٠:٠٠ UTC", "daily 20:00 ../../etc/passwd", "20:00", "24:00", "25:61", "00:00", "23:59:60", "7",
    "2026-02-30", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31", "UTC", "Etc/GMT+14", "Europe/Berlin", "europe/berlin",
    "Europe/../Europe/Berlin", "/usr/share/zoneinfo/UTC", "America/Argentina", "posixrules", "tzdata.zi", "Factory", "localtime",
    "ada@example.org", "ADA@EXAMPLE.ORG", "a@b", "@", "a@", "a@@b", '"a b"@example.org', "a@[127.0.0.1]", "a@[IPv6:::1]", "a@xn--", "a@xn--a-0000",
    "ada@ex\u00e4mple.org", "ada@example.org\r\nBcc: x@example.org", "<ada@example.org>", "Ada <ada@example.org>", "a" * 65 + "@example.org",
    "a@" + "b" * 300 + ".org", "a@" + "b." * 130 + "c", "reply-" + "0" * 32 + "@poste.localhost", "post@poste.localhost", "you", "You", "J. R.",
    "none", "pass", "KH centre", "KH KH KH", "centre", "the moon on a stick", "hearts 10, else low", "if if if else else", "else " * 2000,
    "accept", "decline", "seal", "hand-over", "say", "yes", "stop", "resign", "away 999 days", "away 0 days", "away ٣ days",
)  # fmt: skip


def odd(random: Random) -> str:
    """An odd text; a long one seldom."""
    text = random.choice(ODD)
    return text if len(text) < 1000 or not random.randrange(6) else text[: random.randrange(1000)]


def bent(random: Random, text: str) -> str:
    """The text with something done to it."""
    at = random.randrange(len(text) + 1)
    return random.choice(BENDING)(random, text, at)


BENDING = (
    lambda random, text, at: text[:at],
    lambda random, text, at: text[at:],
    lambda random, text, at: text[:at] + odd(random)[:2000] + text[at:],
    lambda random, text, at: text[:at] + chr(random.choice((0, 9, 10, 13, 37, 47, 92, 128, 0xD800, 0x200D, 0xFFFF))) + text[at:],
    lambda random, text, at: text[:at] + text[at + 1 :],
    lambda random, text, at: text + text,
    lambda random, text, at: text * random.choice((3, 3, 3, 50)),
    lambda random, text, at: text.swapcase(),
    lambda random, text, at: text[::-1],
    lambda random, text, at: f" {text}\t",
    lambda random, text, at: text[:at] + text[at : at + 4][::-1] + text[at + 4 :],
)  # fmt: skip


def raw(text: str, random: Random | None = None) -> bytes:
    """The text as bytes: half characters stay half; now and then in an encoding that nobody announced."""
    if random and not random.randrange(12):
        return text.encode(random.choice(("utf-16", "utf-7", "latin-1", "cp1252")), "replace")
    return text.encode("utf-8", "surrogatepass")


def bent_bytes(random: Random, given: bytes) -> bytes:
    """Bytes with some of them lost, doubled, changed or in another place."""
    at, to = sorted((random.randrange(len(given) + 1), random.randrange(len(given) + 1)))
    kept = given[:at], given[at:to], given[to:]
    how = random.randrange(6)
    if how == 0:
        return kept[0] + kept[2]
    if how == 1:
        return kept[0] + kept[1] * random.choice((2, 9)) + kept[2]
    if how == 2:
        return kept[0] + random.randbytes(random.randrange(1, 40)) + kept[1] + kept[2]
    if how == 3:
        return kept[0] + bytes(byte ^ 1 << random.randrange(8) for byte in kept[1][:50]) + kept[1][50:] + kept[2]
    if how == 4:
        return kept[1] + kept[0] + kept[2]
    return given[:at]
