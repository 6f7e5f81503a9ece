"""Requests that nobody should send: forms of our pages filled in wrongly, links bent, headers that lie."""

# ruff: noqa: E501 (a table of odd texts is read as a table)
from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes

from .odd import bent, bent_bytes, odd, raw
from .tables import Links

FORM = "application/x-www-form-urlencoded"
Field = tuple[str, str]


@dataclass(frozen=True)
class Asked:
    """A request as it goes over the wire: the path and the query are bytes that nobody has checked."""

    method: str
    path: bytes
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.method} {self.path!r} {dict(self.headers)} {self.body[:2000]!r}"


# Forms ---------------------------------------------------------------------------------------------------------------


@dataclass
class Form:
    """A form of a page: where it posts to, and its fields with every value that the page offers for each."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)


class _Forms(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path, self.found, self.open, self.select = path, list[Form](), False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = given.get("method", "").lower() == "post"
            if self.open:
                self.found.append(Form(given.get("action") or self.path))
        elif self.open and tag in ("input", "button", "textarea"):
            self._offer(given.get("name", ""), given.get("value", "on" if given.get("type") == "checkbox" else ""))
        elif self.open and tag == "select":
            self.select = given.get("name", "")
        elif self.open and tag == "option":
            self._offer(self.select, given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag != "form"

    def _offer(self, name: str, value: str) -> None:
        if name:
            self.found[-1].fields.setdefault(name, []).append(value)


def forms(html: str, path: str) -> list[Form]:
    """The forms of a page that post something."""
    reader = _Forms(path)
    reader.feed(html)
    return reader.found


def filled(form: Form, random: Random) -> list[Field]:
    """The form as a browser might send it: of each field one of the values that are offered, or none of them."""
    return [
        (name, random.choice(values)) for name, values in form.fields.items() if name == "do" or random.random() < 0.8
    ]


def miswritten(random: Random, given: Sequence[Field]) -> list[Field]:
    """The fields of a form with a few things done to them; now and then with none."""
    fields = list(given)
    for _ in range(random.choice((0, 1, 1, 1, 2, 3, 5))):
        at = random.randrange(len(fields)) if fields else 0
        how = random.randrange(9) if fields else 8
        if how <= 3:
            fields[at] = (fields[at][0], odd(random))
        elif how == 4:
            fields[at] = (fields[at][0], bent(random, fields[at][1]))
        elif how == 5:
            fields.pop(at)
        elif how == 6:
            fields.insert(at, (fields[at][0], random.choice((fields[-1][1], odd(random)))))
        elif how == 7:
            fields[at] = (bent(random, fields[at][0])[:200], fields[at][1])
        else:
            fields += random.choice((1, 1, 1, 1, 1, 1200)) * [(random.choice(NAMES), odd(random)[:300])]
    return fields


NAMES = tuple(
    """do ply typed zone say verdict word sure seat line remark name email name-0 email-0 house-0 name-9 game pace hour place before from
    until days digest lasts preset phase option-rounds excuses blind same-person __proto__ []""".split()
)  # fmt: skip


def encoded(random: Random, fields: Iterable[Field]) -> tuple[bytes, str]:
    """The body of a form, and what kind of content it is said to be; mostly both are as browsers have it."""
    fields, how = list(fields), random.randrange(20)
    if how == 0:
        return json.dumps(dict(fields)).encode(), random.choice(("application/json", FORM, "text/plain"))
    if how in (1, 2, 3):
        return _parts(random, fields)
    body = b"&".join(b"=".join(_percent(random, part) for part in pair) for pair in fields)
    kinds = (
        f"{FORM}; charset=utf-16",
        f"{FORM}; charset=nothing",
        "text/plain",
        "",
        "multipart/form-data",
        "a/b; c=\x7f",
    )
    return (bent_bytes(random, body) if how == 4 else body), random.choice(kinds) if how == 5 else FORM


def _percent(random: Random, text: str) -> bytes:
    return quote_from_bytes(raw(text, random), safe="+" if not random.randrange(20) else "").encode()


def _parts(random: Random, fields: Iterable[Field]) -> tuple[bytes, str]:
    mark = random.choice(("x", "----WebKitFormBoundaryA", "a b", "=", "'" * 80))
    file = '; filename="a.txt"' if not random.randrange(4) else ""
    parts = [
        b'--%s\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
        % (mark.encode(), raw(name, random), file.encode(), raw(value, random))
        for name, value in fields
    ]
    end = b"" if not random.randrange(4) else b"--%s--\r\n" % mark.encode()
    body = b"".join(parts) + end
    return (bent_bytes(random, body) if not random.randrange(4) else body), f'multipart/form-data; boundary="{mark}"'


def form_posted(random: Random, form: Form) -> Asked:
    """One of our forms, filled in and changed on its way."""
    body, kind = encoded(random, miswritten(random, filled(form, random)))
    return Asked("POST", raw(form.action), body, (("Content-Type", kind),), "form")


# Bodies of the JSON interface ----------------------------------------------------------------------------------------

BODIES: dict[str, Any] = {
    "answer": {"answer": "KH centre", "ply": 0, "claim": "1/1/B", "verdict": "agree"},
    "accept": {"word": "plum"},
    "decline": {},
    "resign": {},
    "here": {},
    "go-on": {},
    "word": {"yes": True, "number": 1},
    "appointment": {"comes": True, "number": 1},
    "claim": {"shown": True},
    "practice": {"game": "titro", "options": {"rounds": 1}},
    "matches": {
        "game": "titro", "seats": [{"name": "Ada", "email": "ada@example.org"}, {"name": "Bruno", "email": "bruno@example.org"}],
        "pace": "PT48H", "options": {"rounds": 1}, "terms": {},
    },
}  # fmt: skip
VALUES = (
    None,
    True,
    0,
    -1,
    2**31,
    2**63,
    2**64,
    10**400,
    0.5,
    1e308,
    [],
    {},
    [[[]]],
    {"a": {"b": []}},
    "\ud800",
    "\x00",
)


def json_posted(random: Random, path: str) -> Asked:
    """A body of the JSON interface with some of its values changed, or its bytes."""
    body = _changed(random, BODIES[path.rpartition("/")[2]])
    text = random.choice((json.dumps(body), json.dumps(body), json.dumps(body, ensure_ascii=False), odd(random)))
    sent = raw(text, random)
    kind = random.choice((*["application/json"] * 8, "application/json; charset=utf-16", FORM, "", "application/cbor"))
    return Asked(
        "POST",
        raw(path),
        bent_bytes(random, sent) if not random.randrange(8) else sent,
        (("Content-Type", kind),),
        "json",
    )


def _changed(random: Random, value: Any) -> Any:
    if isinstance(value, dict) and value and random.random() < 0.8:
        return {key if random.random() < 0.95 else odd(random): _changed(random, part) for key, part in value.items()}
    if isinstance(value, list) and value and random.random() < 0.8:
        return [_changed(random, part) for part in value] * random.choice((1, 1, 1, 3, 100))
    if random.random() < 0.5:
        return value
    return random.choice((random.choice(VALUES), odd(random)))


# Links ---------------------------------------------------------------------------------------------------------------

HOLES = {
    "token": None,
    "match_id": None,
    "key": None,
    "ply": ("0", "1", "7"),
    "order": ("0", "1", "2"),
    "filename": ("style.css",),
}
QUERIES = tuple(
    """ply=0 ply=1 ply=99999999 part=ply play=1 story=all story=all&deal=1 deal=0 deal=-1 since=0 since=5 game=titro game=whist
    ply=²&part=ply ply=%00 story=all&deal=99999999999999999999 since=null a=1&a=2&a[]=3 &&&&= %=% ply[]=1 _method=DELETE""".split()
)


@dataclass(frozen=True)
class Route:
    """An address of ours with holes, such as ``/s/<token>/replay``, and how it may be asked for."""

    rule: str
    methods: tuple[str, ...]


def link_of(random: Random, route: Route, known: Links) -> str:
    """An address: a good one, mostly of the right purpose."""
    parts = [_hole(random, part, route.rule, known) for part in route.rule.split("/")]
    return "/".join(parts)


def _hole(random: Random, part: str, rule: str, known: Links) -> str:
    if "<" not in part:
        return part
    before, _, rest = part.partition("<")
    inner, _, after = rest.partition(">")
    name = inner.rpartition(":")[2]
    if name == "token":
        return before + random.choice(_tokens_for(random, rule, known)) + after
    if name == "match_id":
        return before + random.choice(known.matches) + after
    choices = HOLES.get(name) or ("titro", "french-tarot", "icon.svg", "00000000")
    return before + random.choice(choices) + after


def _tokens_for(random: Random, rule: str, known: Links) -> Sequence[str]:
    if random.random() < 0.15:
        return known.tokens
    beginning = rule.split("/")[1]
    if rule.endswith("calendar.ics"):
        return known.calendar
    kinds = {"me": known.me, "stop": known.stop, "stop-all": known.stop_all, "mail": known.mail}
    return kinds.get(beginning, known.seat)


def link_followed(random: Random, routes: Sequence[Route], known: Links) -> Asked:
    """An address that was cut, bent, joined or dressed up on its way."""
    link = link_of(random, random.choice(routes), known)
    path = raw(
        LINK_BENDING[random.randrange(len(LINK_BENDING))](random, link, known),
        random if not random.randrange(9) else None,
    )
    if random.random() < 0.4:
        path += b"?" + raw(random.choice((random.choice(QUERIES), f"{random.choice(NAMES)}={odd(random)[:500]}")))
    return Asked(random.choice(("GET", "GET", "GET", "GET", "HEAD", "OPTIONS")), path, kind="link")


LINK_BENDING = (
    lambda random, link, known: link,
    lambda random, link, known: link,
    lambda random, link, known: bent(random, link)[:8000],
    lambda random, link, known: _in_token(random, link, lambda token: bent(random, token)[:8000]),
    lambda random, link, known: _in_token(random, link, lambda token: token.replace(".", random.choice(("", "..", "%2e", "．")))),
    lambda random, link, known: _in_token(random, link, lambda token: token + random.choice(known.tokens)),
    lambda random, link, known: _in_token(random, link, lambda token: _crossed(token, random.choice(known.tokens))),
    lambda random, link, known: _in_token(random, link, lambda token: token.rstrip("=") + "=" * random.randrange(1, 4)),
    lambda random, link, known: _in_token(random, link, lambda token: "".join(f"%{ord(letter):02x}" for letter in token if ord(letter) < 256)),
    lambda random, link, known: _in_token(random, link, lambda token: odd(random)[:8000]),
    lambda random, link, known: random.choice(("//", "/.", "/./", "/../", "/%2e%2e/", "/;/", "/\\", "//evil.example/", "/http://evil.example/")) + link,
    lambda random, link, known: link + random.choice(("/", "//", "/.", "/..", "%20", "%00", "%0d%0aX-Evil: 1", ".json", ";a=b", "#x", "?", "\\", "%ff%fe")),
    lambda random, link, known: link.replace("/", random.choice(("//", "%2f", "\\", "/./"))),
)  # fmt: skip


def _in_token(random: Random, link: str, change: Any) -> str:
    parts = link.split("/")
    longest = max(range(len(parts)), key=lambda at: len(parts[at]))
    parts[longest] = change(parts[longest])
    return "/".join(parts)


def _crossed(token: str, other: str) -> str:
    """The numbers of one token under the signature of another."""
    return f"{token.rpartition('.')[0]}.{other.rpartition('.')[2]}"


# Headers -------------------------------------------------------------------------------------------------------------

HEADERS: dict[str, tuple[str, ...]] = {
    "Accept-Language": ("de", "*", "de;q=nan", "en;q=1e999,de;q=-1", "x" * 9000, "ar-EG-u-nu-arab"),
    "Accept-Encoding": ("gzip", "gzip;q=0", "br;q=x, *;q=1", "identity;q=0, *;q=0", "gzip" * 900, "*"),
    "Accept": ("*/*", "application/json", "text/html;q=0", "a/b/c;;;,", "*/*;q=½"),
    "Origin": ("null", "http://localhost", "http://[", "http://localhost.evil.example", "http://[::1]:99999", "//", "http://localhost:80:80", "\xff"),
    "Referer": ("http://evil.example/", "\x00", "x" * 8000),
    "Sec-Fetch-Site": ("cross-site", "same-origin", "none", "Cross-Site", "cross-site, same-origin", ""),
    "Content-Type": (FORM, "multipart/form-data", "multipart/form-data; boundary=", "application/json", "text/plain; charset=utf-7", "/", ";", "a" * 9000,
                     "multipart/form-data; boundary=" + "x" * 500, f"{FORM}; charset=idna", f"{FORM}; charset=punycode", f"{FORM}; charset=zlib"),
    "Content-Length": ("0", "1", "-1", "5, 5", "99999999999999999999", "1e3", "٣", "abc", "262145", "+5", " 5 ", "0x5"),
    "Transfer-Encoding": ("chunked", "identity", "chunked, chunked", "x", "gzip, chunked"),
    "If-None-Match": ("*", '"', 'W/"x"', '"x", "y"', "x" * 9000, 'W/', '"\xe9"', ',,,'),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "never", "Thu, 32 Foo 99999 99:99:99 GMT", "9" * 400, "Fri, 31 Dec 9999 23:59:59 -9999"),
    "Range": ("bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=0-0,1-1,2-2", "bytes=" + "0-," * 900, "lines=1-2", "bytes=99999999999999999999-"),
    "If-Range": ('"x"', "Thu, 01 Jan 1970 00:00:00 GMT"),
    "X-Forwarded-For": ("1.2.3.4", "unknown", "::1, ::1", "x" * 5000, ",,,", "127.0.0.1"),
    "X-Forwarded-Proto": ("https", "javascript", "http, https", ""),
    "X-Forwarded-Host": ("evil.example", "a b", ""),
    "X-Forwarded-Prefix": ("/evil", "//evil.example"),
    "X-Forwarded-Port": ("99999", "x"),
    "X-HTTP-Method-Override": ("DELETE", "GET"),
    "Forwarded": ("for=1.2.3.4;host=evil.example", ";;;="),
    "Host": ("evil.example", "localhost:99999", "localhost:x", "[::1", "", "a b", "localhost/", "localhost@evil.example", "x" * 3000, "löcalhost", "xn--"),
    "Cookie": ("session=eyJhIjoxfQ.x.y", "=; ;; a", "a=\x00", "x=" + "y" * 8000, "; " * 3000, "session=\xff"),
    "Authorization": ("Basic !!!", "Basic " + "A" * 5000, "Bearer x", "Digest a=b", "\x00", "Basic /////w=="),
    "Expect": ("100-continue", "200-ok"),
    "Upgrade": ("websocket", "h2c"),
    "Connection": ("upgrade", "close, keep-alive", "x"),
    "User-Agent": ("", "\x7f", "Mozilla/5.0 " * 400, "() { :;}; echo"),
    "Max-Forwards": ("0",),
    "Cache-Control": ("no-store, max-age=x",),
    "Pragma": ("x",),
    "Date": ("x",),
}  # fmt: skip


def with_headers(random: Random, asked: Asked) -> Asked:
    """The request with some headers that lie."""
    given = dict(asked.headers)
    for name in random.sample(list(HEADERS), random.choice((1, 1, 2, 3, 8))):
        given[name] = random.choice(HEADERS[name]) if random.random() < 0.8 else one_line(odd(random))
    return replace(asked, headers=tuple(given.items()), kind="header")


def one_line(text: str) -> str:
    """A text that can stand in a header at all: a server ends a header at a line's end, and takes bytes for Latin 1."""
    line = text.translate({10: 32, 13: 32, 0: 32})[:8000]
    return raw(line).decode("latin-1")


METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "G\xc9T")
