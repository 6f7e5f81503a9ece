"""The table of limits: each as large as it may be is taken, and one more is not (`server/docs/LIMITS.md`)."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

import dns.resolver
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from server import links
from server.paths import PACKAGE, ROOT, TEMPLATES
from server.post.channels.http_client import Failed, Request, call
from server.post.inbound import dns_keys
from server.post.inbound.mail import header, parsed, too_much
from server.post.inbound.new_lines import new_lines
from tests.cast import guests, open_match, open_table, seat
from tests.hooks import Hooks
from tests.name_server import NameServer

DOC = ROOT / "server" / "docs" / "LIMITS.md"
ROW = re.compile(r"\| ([^|]+) \| ([\d,]+) \| ([^|]+) \|")
HEAD = b"From: ada@example.org\r\n"


def rows() -> dict[str, tuple[int, str]]:
    """What comes in -> how much of it, and what one more gets."""
    return {row[1]: (int(row[2].replace(",", "")), row[3]) for row in ROW.finditer(DOC.read_text())}


# Over the web --------------------------------------------------------------------------------------------------------


class Web:
    """Requests that hold so much of something."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.seat = f"/s/{links.seat_token(seat(open_table(), 'Ada'))}"
        self.open = {"game": "titro", "seats": [{"name": one.name, "email": one.email} for one in guests("Ada", "Bo")]}

    def form(self, *fields: tuple[str, str]) -> TestResponse:
        return self.client.post("/lost", data=_multi(fields))

    def do(self, what: str, **fields: str) -> TestResponse:
        return self.client.post(self.seat, data={"do": what, **fields})

    def json(self, **fields: Any) -> TestResponse:
        return self.client.post("/api/matches", json={**self.open, **fields})

    def named(self, name: str, email: str) -> TestResponse:
        return self.json(seats=[self.open["seats"][0], {"name": name, "email": email}])

    def invited(self, word: str) -> TestResponse:

        chair = open_match("titro", {}, guests("Ada", "Bruno")).chairs[0]
        return self.client.post(f"/api/seat/{links.seat_token(chair)}/accept", json={"word": word})

    def plan(self, text: str) -> TestResponse:
        return self.client.put(f"{self.seat.replace('/s/', '/api/seat/')}/plan", json={"plan": text})


def _multi(fields: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    return found


def _address(length: int) -> str:
    domain = ".".join(["d" * 60] * 5)[: length - 64 - 5]
    return f"{'a' * 64}@{domain}.org"


REQUESTS: Mapping[str, Callable[[Web, int], TestResponse]] = {
    "bytes of the body of a request": lambda web, n: web.client.post(
        "/lost", data=b"&" * n, content_type="application/x-www-form-urlencoded"
    ),
    "fields of a form, or behind the “?” of an address": lambda web, n: web.form(*((f"f{at}", "") for at in range(n))),
    "characters of a text that is typed into a form": lambda web, n: web.form(("typed", "\r\n" + "x" * (n - 1))),
    "characters of what a page offers to be chosen": lambda web, n: web.form(("verdict", "x" * n)),
    "characters of the name of a field": lambda web, n: web.form(("x" * n, "")),
    "characters of the address of a hook in a form": lambda web, n: web.form(("address", "x" * n)),
    "characters of a link in a form": lambda web, n: web.form(("home", "x" * n)),
    "lines of a plan in a form": lambda web, n: web.form(*[("laid", "{}")] * n),
    "characters of a line of a plan in a form": lambda web, n: web.form(("laid", "x" * n)),
    "cards, or other things that a game asks for, in a form": lambda web, n: web.form(*[("card", "KH")] * n),
    "times that any other field stands in a form": lambda web, n: web.form(*[("do", "seal")] * n),
    "characters of an address before its “?”": lambda web, n: web.client.get(f"/rules/{'x' * (n - len('/rules/'))}"),
    "characters of an address behind it": lambda web, n: web.client.get(f"/?{'&' * n}"),
    "characters of a header of a request": lambda web, n: web.client.get("/", headers={"Accept-Language": "x" * n}),
    "characters of a text in JSON": lambda web, n: web.client.post(
        f"{web.seat.replace('/s/', '/api/seat/')}/answer", json={"answer": "x" * n, "ply": 0}
    ),
    "characters of a name in “options” or “terms”": lambda web, n: web.json(terms={"x" * n: "on"}),
    "values of “options” or “terms”": lambda web, n: web.json(options={f"x{at}": 1 for at in range(n)}),
    "characters of such a value, with all that is in it": lambda web, n: web.json(options={"deck": "x" * n}),
    "seats of a table in JSON": lambda web, n: web.json(seats=[{"open": True}] * n),
    "further tables in JSON": lambda web, n: web.json(more_tables=[[]] * n),
    "characters of a player's name": lambda web, n: web.named("B" * n, "bo@example.org"),
    "characters of a mail address": lambda web, n: web.named("Bo", _address(n)),
    "characters of the word for the deal": lambda web, n: web.invited("x" * n),
    "characters of a line of talk, a note or a thought": lambda web, n: web.do("say", line="x" * n),
    "characters of a plan": lambda web, n: web.plan("KH blind".ljust(n - 1) + "."),
}
SAYS = re.compile(r"[A-Z“][^.<]{8,}[.:]")


def test_a_request_may_hold_as_much_as_the_table_says_and_no_more(app: Flask, subtests: pytest.Subtests) -> None:
    web, told = Web(app), rows()
    for what, ask in REQUESTS.items():
        most, gets = told[what]
        with subtests.test(what):
            taken, refused = ask(web, most), ask(web, most + 1)
            assert refused.status_code == int(gets[:3])
            if gets.startswith("404"):
                assert "no such game" in taken.text
                assert "no such game" not in refused.text
            else:
                assert taken.status_code != int(gets[:3]) or taken.text != refused.text
            detail = refused.get_json()["detail"] if refused.is_json else re.sub(r"<title.*?</title>", "", refused.text)
            assert SAYS.search(detail)


# By mail, and what others' servers answer ----------------------------------------------------------------------------


def _parts(n: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * (n - 1)


def _nested(n: int) -> bytes:
    level = "Content-Type: multipart/mixed; boundary=b{0}\r\n\r\n--b{0}\r\n"
    return HEAD + "".join(map(level.format, range(n))).encode() + b"\r\nx"


REFUSED_MAILS: Mapping[str, Callable[[int], bytes]] = {
    "bytes of a mail": lambda n: HEAD + b"\r\n" + b"x" * (n - len(HEAD) - 2),
    "lines of a mail": lambda n: HEAD + b"\r\n" * (n - 1),
    "parts of a mail": _parts,
    "parts within parts of a mail": _nested,
}


def test_a_mail_may_be_as_large_as_the_table_says(subtests: pytest.Subtests) -> None:
    for what, mail in REFUSED_MAILS.items():
        most, _ = rows()[what]
        with subtests.test(what):
            assert too_much(mail(most)) == ""
            assert too_much(mail(most + 1)) != ""


READ_OF_MAILS: Mapping[str, Callable[[int], int]] = {
    "bytes of a header of a mail": lambda n: (
        len(header(parsed(b"Subject: " + b"x" * (n - 9) + b"\r\n\r\n"), "Subject")) + 9
    ),
    "lines of the head of a mail": lambda n: len(parsed(b"A: b\r\n" * n + b"\r\n").headers),
    "new lines of a mail": lambda n: len(new_lines("KH centre\n" * n)),
    "characters of a line of a mail": lambda n: len(new_lines("x" * n)[0]),
}


def test_of_a_mail_so_much_is_read_as_the_table_says(subtests: pytest.Subtests) -> None:
    for what, read in READ_OF_MAILS.items():
        most, _ = rows()[what]
        with subtests.test(what):
            few = read(most)
            assert few == read(most + 1)
            assert read(most - 1) == few - 1


USUAL = 3
"""Headers that the server of the tests adds to an answer: its name, the date, and a length."""


def _hook_answers(most: int) -> None:
    for more in (0, 1):
        answers = {f"X-{n}": "x" * 60_000 for n in range(most + more - USUAL)}
        with Hooks(answers=answers) as hooks:
            called = Request(f"http://127.0.0.1:{hooks.port}/hook", b"{}")
            if more:
                with pytest.raises(Failed):
                    call(called, frozenset(("127.0.0.1",)))
            else:
                assert call(called, frozenset(("127.0.0.1",))) == 200


def _dkim_records(most: int) -> None:
    texts = {f"k{more}.example": '" "'.join(["x" * 200] * 4 + ["x" * (most + more - 800)]) for more in (0, 1)}
    zone = {(name, "TXT"): [f'"{text}"'] for name, text in texts.items()}
    with NameServer(zone) as names, pytest.MonkeyPatch.context() as here:
        here.setattr(dns.resolver, "default_resolver", names.resolver)
        assert len(dns_keys.DnsKeys()("k0.example", 5) or b"") == most
        with pytest.raises(dns_keys.NoKeys):
            dns_keys.DnsKeys()("k1.example", 5)


ANSWERS: Mapping[str, Callable[[int], None]] = {
    "headers of the answer of a hook or a push service": _hook_answers,
    "bytes of a DKIM record in the DNS": _dkim_records,
}


def test_of_what_others_answer_no_more_is_taken_than_the_table_says(subtests: pytest.Subtests) -> None:
    for what, check in ANSWERS.items():
        with subtests.test(what):
            check(rows()[what][0])


AGAIN = {
    "name": "characters of a player's name",
    "email": "characters of a mail address",
    "word": "characters of the word for the deal",
    "line": "characters of a line of talk, a note or a thought",
    "say": "characters of a line of talk, a note or a thought",
}
"""The rows that pages say again: by the name of the field, without the table and the number of the seat."""
FIELD = re.compile(r'<input [^>]*?name="(?:{{ begins }})?(\w+)[^>]* maxlength="(\d+)"')


def test_a_field_of_a_page_takes_as_much_as_the_table_says(subtests: pytest.Subtests) -> None:
    told, found = rows(), set()
    for file in sorted(TEMPLATES.rglob("*.html")):
        for name, most in FIELD.findall(file.read_text()):
            found.add(name)
            if name in AGAIN:
                with subtests.test(f"{file.name} {name}"):
                    assert int(most) == told[AGAIN[name]][0]
    assert found >= AGAIN.keys()


def test_every_row_of_the_table_is_tried() -> None:
    assert set(rows()) == {*REQUESTS, *REFUSED_MAILS, *READ_OF_MAILS, *ANSWERS}


# Where they are ------------------------------------------------------------------------------------------------------

OUTSIDE = ("links.py", "post/own_channels.py", *("web", "matches", "plans", "post/channels", "post/inbound"))
"""What takes something from outside: of folders all modules."""
SPANS = {"MINUTE", "HOUR", "AN_HOUR"}
PLACE = re.compile(r"`server/([\w/]+\.py)`: (`\w+`(?:, `\w+`)*)")


def limiting(tree: ast.Module) -> set[str]:
    """The constants by which a module refuses: in a condition under which it raises, in a count of rows, in a quota."""
    numbers, used = list[ast.AST](), list[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            numbers += node.targets if re.search(r"\d", written(node.value)) else []
        elif isinstance(node, ast.If) and any(re.search(r"\braise |\babort\(", written(line)) for line in node.body):
            tests = [one for one in ast.walk(node.test) if isinstance(one, ast.Compare)]
            used += [side for one in tests if isinstance(one.ops[0], ORDER) for side in (one.left, *one.comparators)]
        elif isinstance(node, ast.FunctionDef) and re.search(r"\bfunc\.count\(|\b_count\(", written(node)):
            used += ast.walk(node)
        elif isinstance(node, ast.Call) and "quotas." in written(node.func):
            used += node.args
    return _constants(numbers) & _constants(used)


written, ORDER = ast.unparse, (ast.Gt, ast.GtE, ast.Lt, ast.LtE)


def _constants(nodes: Iterable[ast.AST]) -> set[str]:
    """The constants among them, and of a tuple or a table the names in it."""
    parts = (part for node in nodes for part in getattr(node, "elts", [getattr(node, "value", node)]))
    return {part.id for part in parts if isinstance(part, ast.Name) and part.id.isupper()}


def test_every_constant_that_limits_what_comes_in_has_its_place_in_the_document() -> None:
    named = {file: set(re.findall(r"\w+", names)) for file, names in PLACE.findall(DOC.read_text())}
    files = [file for one in OUTSIDE for file in sorted((PACKAGE / one).rglob("*.py")) or [PACKAGE / one]]
    found = {str(file.relative_to(PACKAGE)): limiting(ast.parse(file.read_text())) for file in files}
    assert [f"{file} {name}" for file in found for name in found[file] - named.get(file, set()) - SPANS] == []
    assert [f"{file} {name}" for file in named for name in named[file] if not hasattr(import_of(file), name)] == []


def import_of(file: str) -> object:
    return import_module(f"server.{file.removesuffix('.py').replace('/', '.')}")


def test_json_of_any_depth_is_refused_with_a_sentence(app: Flask, subtests: pytest.Subtests) -> None:
    web = Web(app)
    for deep in (10, 500, 900, 50_000):
        with subtests.test(deep=deep):
            body = json.dumps(web.open)[:-1] + ', "options": {"deck": ' + "[" * deep + "]" * deep + "}}"
            refused = web.client.post("/api/matches", data=body, content_type="application/json")
            assert refused.status_code in (413, 422)
            assert SAYS.search(refused.get_json()["detail"])
