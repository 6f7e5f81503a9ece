"""What comes to a door and has to be turned away there: each with what must not come of it."""

# ruff: noqa: E501 (a table of names is read as a table)
from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from urllib.parse import quote

from server.web.fields import FIELDS, MOST, field_of

from .requests import FORM, Asked
from .tables import Links

JSON = "application/json"
TOKEN = re.compile(r"/(?:s|me|host)/([\w.-]{40,})")


@dataclass(frozen=True)
class Knock:
    """A request, and the statuses with which it is turned away. ``own``: its token; no other may come back."""

    asked: Asked
    lawful: frozenset[int]
    own: str = ""

    def complaint(self, status: int, got: str) -> str:
        """What is wrong with an answer; empty if nothing is."""
        if status not in self.lawful:
            return f"{status} to {str(self.asked)[:300]}"
        location = re.search(r"(?im)^location: *(\S+)", got.partition("\r\n\r\n")[0])
        others = [token for token in TOKEN.findall(location[1] if location else "") if token != self.own]
        return f"another link came back to {str(self.asked)[:300]}" if self.own and others else ""


def _posted(path: str, fields: list[tuple[str, str]], kind: str) -> Asked:
    body = "&".join(f"{quote(name)}={quote(value)}" for name, value in fields)
    return Asked("POST", path.encode(), body.encode(), (("Content-Type", FORM),), kind)


def _in_json(path: str, body: str, kind: str) -> Asked:
    return Asked("POST", path.encode(), body.encode(), (("Content-Type", JSON),), kind)


def long_field(random: Random, known: Links) -> Knock:
    """A field that is longer than it may be, by one letter or by a quarter of a million."""
    name = random.choice(list(FIELDS))
    length = field_of(name).letters + random.choice((1, 2, 1000, 100_000, 250_000))
    path = f"/s/{random.choice(known.seat)}{random.choice(('', '', '/plan'))}"
    words = random.choice(("x", "garde contre ", "A", "(, ", "\u200d"))
    value = (words * (length // len(words) + 1))[:length]
    do = [("do", "seal"), ("ply", "0")] if name not in ("do", "ply") else []
    return Knock(_posted(path, [*do, (name, value)], "long field"), frozenset((413,)))


def many_fields(random: Random, known: Links) -> Knock:
    """More fields than may be sent, or one more often than it may stand there."""
    name = random.choice(list(FIELDS))
    times = field_of(name).times + random.choice((1, 2, 300))
    others = [(f"x{n}", "y") for n in range(random.choice((MOST + 1, 5000, 30_000)))]
    fields = random.choice(([(name, "x")] * times, others, [("card", "KH")] * 20_000))
    path = f"/s/{random.choice(known.seat)}{random.choice(('', '/plan'))}"
    return Knock(_posted(path, fields, "many fields"), frozenset((400, 413)))


def long_json(random: Random, known: Links) -> Knock:
    """A text, a list or an object of JSON that is longer or deeper than it may be."""
    length = random.choice((601, 2000, 20_000))
    seats = [{"name": "Ada", "email": "ada@example.org"}, {"name": "Bruno", "email": "bruno@example.org"}]
    deep = "[" * length + "]" * length
    path, body = random.choice((
        (f"/api/seat/{random.choice(known.seat)}/answer", json.dumps({"answer": "garde contre " * length, "ply": 0})),
        (f"/api/seat/{random.choice(known.seat)}/answer", json.dumps({"answer": "x" * length, "ply": 0})),
        ("/api/matches", json.dumps({"game": "titro", "seats": seats, "options": {f"x{n}": n for n in range(length)}})),
        ("/api/matches", json.dumps({"game": "titro", "seats": seats * length})),
        ("/api/matches", json.dumps({"game": "titro", "seats": seats})[:-1] + f', "terms": {{"forced": {deep}}}}}'),
        ("/api/practice", json.dumps({"game": "x" * length})),
    ))  # fmt: skip
    return Knock(_in_json(path, body, "long JSON"), frozenset((410, 413, 422, 429)))


def of_what_is_over(random: Random, known: Links) -> Knock:
    """The link of a finished match, which anybody may have been shown: no other link may be had for it."""
    token = random.choice(known.over)
    do = random.choice("rematch more go-away come-back hours replace home here propose letters never resign".split())
    fields = [("do", do), ("days", "20"), ("sure", "yes"), ("game", random.choice(("titro", "")))]
    lawful = frozenset((200, 303, 410, 422, 429))
    return Knock(_posted(f"/s/{token}", fields, "what is over"), lawful, token)


TARGETS = (
    "127.0.0.1 10.0.0.1 169.254.169.254 [::1] [fec0::1] [64:ff9b:1::a00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] "
    "[fe80::1] [2002:7f00:1::] [::ffff:10.0.0.1] 0.0.0.0 224.0.0.1 user:word@chat.example.org chat.example.org:22 [ff02::1]"
).split()


def hook_target(random: Random, known: Links) -> Knock:
    """A hook that leads into the network of the server, or is too long."""
    address = random.choice([*(f"https://{host}/hook" for host in TARGETS), "http://chat.example.org/x", "x" * 1999])
    fields = [("do", "add"), ("kind", random.choice(("json", "slack", "discord"))), ("address", address)]
    path = f"/me/{random.choice(known.me)}/channels"
    return Knock(_posted(path, fields, "hook target"), frozenset((410, 422, 429)))


NAMES = (
    "\u3164", "\u2800", "A\ufe0fda", "\u034f", "\U000e0041", "Аda", "Ꭺda", "Ａda", "Yоu", "You", "Z" + "\u0301" * 30, "a\nb", "a\x00", "",
    "A" * 41, "see www.example.org", "Ada\u202e", "\u200d" * 30, "ad\u0430",
)  # fmt: skip
"""Names that nobody may have who sits with Ada."""


def bad_name(random: Random, known: Links) -> Knock:
    """A name that is not seen, passes for another, or is none."""
    seats = [
        {"name": "Ada", "email": "ada@example.org"},
        {"name": random.choice(NAMES), "email": "mallory@example.org"},
    ]
    body = json.dumps({"game": "titro", "seats": seats})
    return Knock(_in_json("/api/matches", body, "bad name"), frozenset((422, 429)))


DOORS: Mapping[str, Callable[[Random, Links], Knock]] = {
    "a field that is too long": long_field,
    "too many fields": many_fields,
    "JSON that is too long": long_json,
    "the link of a finished match": of_what_is_over,
    "a hook into our network": hook_target,
    "a name that is none": bad_name,
}


def two_hosts(random: Random) -> bytes:
    """A request for two hosts at once, which two readers could take for either."""
    one, other = random.sample(("localhost", "evil.example", "cards.example.org", ""), 2)
    between = random.choice(("", "X: y\r\n", "Connection: close\r\n"))
    return f"GET / HTTP/1.1\r\nHost: {one}\r\n{between}hOST: {other}\r\n\r\n".encode()


def forged_address(random: Random, good: str) -> str:
    """A reply address that we never gave: of the right form, and with other numbers."""
    local, _, domain = good.partition("@")
    name, _, secret = local.rpartition("-")
    return f"{name}-{''.join(random.choice('0123456789abcdef') for _ in secret)}@{domain}"
