"""Hostile input thrown at the application in this process, and what must hold whatever comes.

No answer is a mistake of ours, and none is logged; whatever is refused is refused in a sentence; nothing that a page
does not escape comes back; a GET writes nothing; letters go to whom they are for and to nobody else; no link, answer or
hand stands in a log line; and the matches are played on and can be verified.
"""

from __future__ import annotations

import gc
import io
import json
import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any, Self
from urllib.parse import unquote_to_bytes

from flask import Flask
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from structlog.testing import capture_logs
from werkzeug.datastructures import Headers
from werkzeug.test import run_wsgi_app

from server import clock
from server.post import inbound, outbox
from server.store.models import db
from tests.matches.test_machine import EVERY_ROW

from . import tables
from .mails import SENDERS, sent
from .odd import TAG
from .requests import METHODS, Asked, Form, Route, form_posted, forms, json_posted, link_followed, link_of, with_headers

SHARES = {"form": 32, "link": 42, "header": 18, "mail": 8}
"""Of a hundred inputs, so many are of each kind."""
FRESH = 2400
"""Inputs after which the tables are cleared away and new ones opened."""
LETTERS = 3
"""Letters that are written after each hundred inputs: the latest; writing all would take longer than all the rest."""
SENTENCE = re.compile(r"[A-Z“][^\0]{8,}[.?!:]")


class Found(AssertionError):
    """Something that must not be, and the input that did it."""


class Collected:
    """A way out for letters: each is looked at, and none leaves."""

    def __init__(self) -> None:
        self.letters = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def check(self) -> None:
        pass

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Whatever stands in names and lines, a letter has one reader and the headers that we gave it."""
        self.letters += 1
        head = message.as_bytes().partition(b"\n\n")[0]
        assert not re.search(rb"(?im)^(bcc|cc):", head), head
        assert len(message["To"].addresses) == 1, head
        assert TAG not in str(message.get_body(("html",)) and message.get_body(("html",)).get_content())


class Fuzz:
    """Throws inputs at an application, one after the other. The same seed throws the same."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.app, self.random, self.seed = app, Random(seed), seed
        self.look = create_engine(db.engine.url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        self.routes = {method: routes(app, method) for method in ("GET", "POST")}
        self.counts: Counter[str] = Counter()
        self.thrown = self.verified = 0
        self.errors = Errors()
        self.log: list[Any] = []
        self.out = Collected()

    def throw(self, inputs: int) -> None:
        """Throw so many inputs. Raises `Found`."""
        with capture_logs() as self.log, self.errors.heard():
            for start in range(0, inputs, FRESH):
                self._open()
                until = self.thrown + min(FRESH, inputs - start)
                while self.thrown < until:
                    self._round()
                self._close()

    def _open(self) -> None:
        clear()
        tables.set_up(clock.now(), self.random)
        self.known = tables.all_links()

    def _close(self) -> None:
        """The matches are sound: whatever was tried, what is over can be verified, and short ones are played so far."""
        with self._tried("the matches after so much"):
            self.verified += tables.check_the_matches(self.random)

    def _round(self) -> None:
        """A hundred inputs, one kind after the other; then somebody plays on, and letters leave."""
        if not self.thrown % 300:
            self._see_the_forms()
        before = self._rows()
        for _ in range(SHARES["link"]):
            self.ask(link_followed(self.random, self.routes["GET"], self.known))
        if self._rows() != before:
            raise Found(
                f"seed {self.seed}: one of the {SHARES['link']} addresses before input {self.thrown} wrote something"
            )
        for _ in range(SHARES["form"]):
            self.ask(self._form())
        for _ in range(SHARES["header"]):
            self.ask(self._header())
        for address, writer in self.random.choices(self.mailboxes, k=SHARES["mail"]):
            self.write(address, sent(self.random, writer), self.random.choice((writer, *SENDERS)))
        with self._tried("a good player, and the letters"):
            tables.move_on(self.random, clock.now())
            tables.leave_due(LETTERS)
            outbox.deliver(clock.now(), way_out=self.out)
            db.session.remove()

    def _see_the_forms(self) -> None:
        """The forms of some pages, as they are now, and addresses that take mail."""
        self.mailboxes = tables.open_mailboxes(clock.now())
        self.forms: list[Form] = []
        for rule in (
            "/s/<token>",
            "/s/<token>",
            "/s/<token>",
            "/me/<token>",
            "/stop/<token>",
            "/stop-all/<token>",
            "/lost",
            "/new",
        ):
            link = link_of(self.random, Route(rule, ()), self.known)
            game = f"?game={self.random.choice([game for game, *_ in tables.SHORT])}" if rule == "/new" else ""
            self.forms += forms(self.ask(Asked("GET", (link + game).encode(), kind="page")), link)

    def _form(self) -> Asked:
        if self.random.random() < 0.35:
            api = [route for route in self.routes["POST"] if route.rule.startswith("/api/")]
            return json_posted(self.random, link_of(self.random, self.random.choice(api), self.known))
        return form_posted(self.random, self.random.choice(self.forms))

    def _header(self) -> Asked:
        asked = (
            self._form() if self.random.random() < 0.4 else link_followed(self.random, self.routes["GET"], self.known)
        )
        if self.random.random() < 0.15:
            asked = Asked(self.random.choice(METHODS), asked.path, asked.body, asked.headers)
        return with_headers(self.random, asked)

    # One input

    def ask(self, asked: Asked) -> str:
        """Send a request, and look at the answer. Returns the page. Raises `Found`."""
        with self._tried(asked):
            self.thrown += asked.kind != "page"
            chunks, status, headers = run_wsgi_app(self.app, environ_of(asked), buffered=True)
            body = b"".join(chunks)
            code = int(status[:3])
            self.counts[f"{asked.kind} {code}"] += 1
            text = body.decode(errors="replace") if not headers.get("Content-Encoding") else ""
            self._judge(asked, code, headers, text)
        return text

    def _judge(self, asked: Asked, code: int, headers: Headers, text: str) -> None:
        assert code < 500 or (code == 503 and asked.path.lstrip(b"/").startswith(b"healthz")), f"{code}: {text[:500]}"
        assert TAG not in text or "text/html" not in headers["Content-Type"], "what was typed came back as a tag"
        for name, value in headers.items():
            assert not re.search(r"[\r\n\x00]", name + value), f"a header of two lines: {name}"
        assert re.match(r"/(?![/\\])|http://[^/]*/", headers.get("Location", "/")), headers["Location"]
        if code >= 400 and text and asked.method != "HEAD":
            said = (
                json.loads(text)["detail"].replace("\0", " ")
                if "json" in headers["Content-Type"]
                else re.sub(r"<(style|script).*?</\1>|<title.*?</title>|<[^>]*>", "\0", text, flags=re.S)
            )
            assert SENTENCE.search(said), f"{code} without a sentence: {text[-300:]}"

    def write(self, address: str, raw: bytes, sender: str) -> None:
        """Send a mail, and act on it. Raises `Found`."""
        with self._tried(f"mail to {address} from {sender}: {raw[:6000]!r}"):
            self.thrown += 1
            target = inbound.recipient(address, clock.now())
            if target is None:  # somebody was erased since, and the letters to them with them
                assert address.startswith("bounce-")
                return
            inbound.keep(target, sender, raw[:1_000_000], clock.now())
            inbound.process_due(clock.now())
            db.session.remove()

    @contextmanager
    def _tried(self, what: Any) -> Iterator[None]:
        try:
            yield
            self._judge_the_log()
        except Exception as error:
            raise Found(f"seed {self.seed}, input {self.thrown}: {type(error).__name__}: {error}\n{what}") from error
        self.log.clear()

    def _judge_the_log(self) -> None:
        assert not self.errors.lines, self.errors.lines
        wrong = [
            event
            for event in self.log
            if event["log_level"] in ("error", "critical") or event["event"].endswith(".broken")
        ]
        assert not wrong, wrong
        lines = json.dumps(self.log, default=str)
        for event in self.log:
            self.counts[f"log {event['event']} {event.get('outcome', '')}".strip()] += 1
        assert not [token for token in self.known.tokens if token in lines], lines

    def _rows(self) -> list[Any]:
        with self.look.connect() as connection:
            return [connection.exec_driver_sql(statement).fetchall() for statement in EVERY_ROW]


class Errors(logging.Handler):
    """What libraries log that is a mistake of somebody's."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the line."""
        self.lines.append(f"{record.name}: {record.getMessage()}")

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Listen within this context."""
        logging.getLogger().addHandler(self)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(self)


def routes(app: Flask, method: str) -> list[Route]:
    """Every address that may be asked for in this way; not the list of all local letters, which grows too long."""
    rules = [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]
    return [Route(rule.rule, tuple(rule.methods or ())) for rule in rules]


def environ_of(asked: Asked) -> dict[str, Any]:
    """The request as a server hands it over (PEP 3333)."""
    wire = re.sub(
        rb"[\x00-\x20\x7f]", lambda found: b"%%%02X" % ord(found[0]), asked.path
    )  # a request line has no others
    path, _, query = wire.partition(b"?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": asked.method, "SCRIPT_NAME": "", "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"), "REQUEST_URI": wire.decode("latin-1"),
        "RAW_URI": wire.decode("latin-1"),
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost", "CONTENT_LENGTH": str(len(asked.body)) if asked.body else "",
        "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(asked.body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False,
    }  # fmt: skip
    for name, value in asked.headers:
        key = name.upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    return environ


def clear() -> None:
    """Forget every match."""
    db.session.remove()
    with db.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):
            connection.execute(table.delete())


def resident() -> float:
    """The memory of this process, in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6
