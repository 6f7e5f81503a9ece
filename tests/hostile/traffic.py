"""All kinds of hostile traffic at once against a server that runs, good players among it, and the ledger of it all."""

from __future__ import annotations

import json
import re
import smtplib
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from threading import Barrier
from urllib.parse import quote, unquote

import psutil
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from server import clock, links, matches
from server.config import Settings
from server.matches import Guest
from server.store.models import MATCHES, PLAYING, db
from server.views import seat_page
from server.web import create_web
from tests.cast import open_match
from tests.secrets_in_logs import found_in, secrets_of
from tests.services import Stack, answers, wait_for
from tests.stack.conftest import inside

from . import tables
from .doors import DOORS, forged_address, two_hosts
from .fuzz import routes
from .mails import SENDERS, sent
from .odd import ODD, odd
from .requests import (
    FORM,
    METHODS,
    Asked,
    Form,
    Route,
    form_posted,
    forms,
    json_posted,
    link_followed,
    link_of,
    with_headers,
)
from .wire import MALFORMED, SMTP, answer, drip, garbage, request

PATIENCE = 20.0
"""Seconds that a request which is no lie may take."""
TOLD_EVERY = 5.0
FRESH = 120.0
"""Seconds after which new tables are opened for the others to spoil."""
GROWTH, SHARE = 40.0, 1.4
"""A process may grow by so many MB, or to so many times what it had, once it is warm."""
BROKEN = re.compile(r"[a-z]+\.broken|match\.stuck|Traceback")
HOUSE = "worker.house"
"""What the command of the process in which house players think ends in."""
RACERS = 20
GOOD = "good"
"""How the names of good players begin: nobody else knows their links, or writes to their addresses."""
NOT_SPOKEN = frozenset((501, 505))
"""Answers to transfer codings and versions of HTTP that no server speaks."""


@dataclass
class Ledger:
    """What was counted."""

    sent: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    worst: float = 0.0
    sealed: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, kind: str, statuses: list[int]) -> None:
        """Count a request, and what came of it."""
        with self.lock:
            self.sent[kind] += 1
            self.statuses.update(f"{status // 100}xx" for status in statuses)
            self.statuses["no answer"] += not statuses
            self.statuses.update(str(status) for status in statuses if status == 429 or status >= 500)

    def complain(self, sentence: str) -> None:
        """Something that must not be."""
        with self.lock:
            if len(self.wrong) < 50:
                self.wrong.append(sentence)
                print(f"  WRONG: {sentence}", flush=True)

    def __str__(self) -> str:
        statuses = " ".join(f"{name} {number}" for name, number in sorted(self.statuses.items()))
        kinds = " ".join(f"{kind} {number}" for kind, number in self.sent.most_common())
        good = f"good players: {self.sealed} seals, worst wait {self.worst:.1f} s"
        return f"{self.sent.total()} sent ({kinds}); {statuses}; {good}"


class Traffic:
    """Throws everything at one server. ``slow``: slow clients at a time; ``wait``: what a good player may wait."""

    def __init__(self, stack: Stack, random: Random, slow: int, wait: float) -> None:
        self.stack, self.random, self.slow, self.wait = stack, random, slow, wait
        self.ledger = Ledger()
        self.app = create_web(Settings(stack.environ))
        self.rules = {
            method: [rule for rule in routes(self.app, method) if rule.rule != "/letters"] for method in ("GET", "POST")
        }
        self.posted: deque[bytes] = deque(maxlen=200)
        self.forms: list[Form] = []
        self.tokens: set[str] = set()
        self.until = 0.0

    def run(self, seconds: float) -> list[str]:
        """Go on for so many seconds. Returns what was wrong, in sentences."""
        self._wait_until_it_answers()
        self._open()
        good = self._open_for_good_players()
        self.until = time.monotonic() + seconds
        threads = [
            threading.Thread(target=self._go_on, args=(kind, Random(self.random.random()))) for kind in self._kinds()
        ]
        threads += [threading.Thread(target=self._play, args=(tokens, Random(self.random.random()))) for tokens in good]
        for thread in threads:
            thread.start()
        self._watch(seconds)
        for thread in threads:
            thread.join()
        return self._settle(good)

    def _kinds(self) -> list[Callable[[Random], None]]:
        slow = [self._drip] * self.slow
        return [
            self._ask,
            self._ask,
            self._ask,
            self._knock,
            self._write,
            self._garble,
            self._race,
            self._flood,
            self._repeat,
            *slow,
        ]

    def _go_on(self, kind: Callable[[Random], None], random: Random) -> None:
        while time.monotonic() < self.until:
            try:
                kind(random)
            except Exception as error:
                self.ledger.complain(f"{kind.__name__} itself failed: {type(error).__name__}: {error}")
                time.sleep(1)

    # Tables

    def _open(self) -> None:
        """New tables for the others to spoil."""
        with inside(self.stack):
            tables.set_up(clock.now(), self.random)
            self.known = tables.all_links(but=GOOD)
            opened = tables.open_mailboxes(clock.now())
            self.mailboxes = [(address, writer) for address, writer in opened if not writer.startswith(GOOD)]
        self.tokens |= set(self.known.tokens)

    def _wait_until_it_answers(self) -> None:
        """Its processes import for some seconds; whoever comes before that meets nobody."""
        front = request(Asked("GET", b"/"))
        wait_for(lambda: [answer(self.stack.port, front, 5)[0] for _ in range(9)] == [[200]] * 9, "the front page")
        wait_for(lambda: answers(self.stack.inbox_port), "the inbox")

    def _open_for_good_players(self) -> list[list[str]]:
        """Two tables of which nobody else knows the links."""
        with inside(self.stack):
            return [self._good_table(number) for number in range(2)]

    def _good_table(self, number: int) -> list[str]:
        names = [f"{GOOD}{letter}{number}".replace("0", "x").replace("1", "y") for letter in "ab"]
        match = open_match(
            "titro", {"rounds": 9}, [Guest(name, f"{name}@example.org") for name in names], at=clock.now()
        )
        for chair in match.chairs:
            matches.accept(chair.id, at=clock.now())
        found = [links.seat_token(chair) for chair in match.chairs]
        self.tokens |= set(found)
        return found

    # Hostile kinds: each is called again and again

    def _send(self, kind: str, asked: Asked, patience: float = PATIENCE) -> bytes:
        sent = request(asked)
        statuses, got = answer(self.stack.port, sent, patience)
        health = _of_health(asked)
        self.ledger.count(
            "healthz" if health else kind, [200 if health and status == 503 else status for status in statuses]
        )
        for status in statuses:
            if status >= 500 and not (status == 503 and health) and status not in NOT_SPOKEN:
                self.ledger.complain(f"{status} to {str(asked)[:1500]}")
        if asked.method == "POST" and statuses:
            self.posted.append(sent)
        return got

    def _ask(self, random: Random) -> None:
        """Links, forms, bodies and headers, as in tests/hostile/fuzz.py."""
        if not self.forms or not random.randrange(100):
            self._see_the_forms(random)
        how = random.randrange(10)
        if how < 4:
            self._send("link", link_followed(random, self.rules["GET"], self.known))
        elif how < 8:
            self._send("form", self._form(random))
        else:
            lie = with_headers(
                random,
                self._form(random) if random.random() < 0.4 else link_followed(random, self.rules["GET"], self.known),
            )
            if random.random() < 0.2:
                lie = Asked(random.choice(METHODS), lie.path, lie.body, lie.headers)
            self._send("header", lie, patience=1)

    def _see_the_forms(self, random: Random) -> None:
        found: list[Form] = []
        for rule in (
            "/s/<token>",
            "/s/<token>",
            "/s/<token>",
            "/me/<token>",
            "/stop/<token>",
            "/stop-all/<token>",
            "/lost",
        ):
            link = link_of(random, Route(rule, ()), self.known)
            page = self._send("page", Asked("GET", link.encode())).partition(b"\r\n\r\n")[2]
            found += forms(page.decode(errors="replace"), link)
        self.forms = found or self.forms

    def _form(self, random: Random) -> Asked:
        if not self.forms or random.random() < 0.25:
            api = [rule for rule in self.rules["POST"] if rule.rule.startswith("/api/")]
            return json_posted(random, link_of(random, random.choice(api), self.known))
        return form_posted(random, random.choice(self.forms))

    def _knock(self, random: Random) -> None:
        """What has to be turned away at the door: too long, too many, for what is over, with two hosts, forged."""
        knock = DOORS[random.choice(list(DOORS))](random, self.known)
        statuses, got = answer(self.stack.port, request(knock.asked), PATIENCE)
        self.ledger.count(knock.asked.kind, statuses)
        for wrong in filter(None, (knock.complaint(one, got.decode(errors="replace")) for one in statuses)):
            self.ledger.complain(wrong)
        statuses, _ = answer(self.stack.port, two_hosts(random), patience=1)
        self.ledger.count("two hosts", statuses)
        if statuses not in ([400], []):
            self.ledger.complain(f"{statuses} to two hosts")
        self._forge(random)
        time.sleep(0.1)

    def _forge(self, random: Random) -> None:
        """A mail to an address that we never gave: it is refused before it is sent."""
        good, writer = random.choice(self.mailboxes)
        with (
            suppress(OSError, smtplib.SMTPException),
            smtplib.SMTP("127.0.0.1", self.stack.inbox_port, timeout=PATIENCE) as line,
        ):
            line.ehlo_or_helo_if_needed()
            line.mail(writer)
            code, _ = line.rcpt(forged_address(random, good))
            if code < 400:
                self.ledger.complain(f"{code} to a forged address")
        with self.ledger.lock:
            self.ledger.sent["forged address"] += 1

    def _write(self, random: Random) -> None:
        """A mail, over real SMTP, mostly to an address that takes it."""
        to, writer = random.choice(self.mailboxes)
        given = sent(random, writer)[:900_000]
        code = 0
        try:
            with smtplib.SMTP("127.0.0.1", self.stack.inbox_port, timeout=PATIENCE) as line:
                line.ehlo_or_helo_if_needed()
                line.mail(random.choice((writer, *SENDERS)).encode("ascii", "replace").decode())
                line.rcpt(to if random.random() < 0.9 else "reply-" + "0" * 32 + "@cards.example.org")
                code = line.data(given)[0]
        except smtplib.SMTPResponseException as refused:
            code = refused.smtp_code
        except (OSError, smtplib.SMTPException):
            pass
        with self.ledger.lock:
            self.ledger.sent["mail"] += 1
            self.ledger.statuses[f"smtp {code // 100}xx" if code else "smtp no answer"] += 1
        time.sleep(0.05)

    def _garble(self, random: Random) -> None:
        """Noise, half requests, pipelines on the port of the pages; nonsense on that of the mails."""
        statuses, _ = answer(self.stack.port, garbage(random, MALFORMED), patience=0.5)
        self.ledger.count("garbage", statuses)
        if any(status >= 500 and status not in NOT_SPOKEN for status in statuses):
            self.ledger.complain(f"{statuses} to garbage")
        several = [link_followed(random, self.rules["GET"], self.known) for _ in range(random.randrange(1, 9))]
        pipeline = [request(asked, close=False) for asked in several if not _of_health(asked)]
        statuses, _ = answer(self.stack.port, b"".join(pipeline), patience=0.5)
        self.ledger.count("pipeline", statuses)
        if any(status >= 500 and status not in NOT_SPOKEN for status in statuses):
            self.ledger.complain(f"{statuses} to a pipeline of {pipeline}")
        answer(self.stack.inbox_port, garbage(random, SMTP), patience=0.5)
        with self.ledger.lock:
            self.ledger.sent["smtp garbage"] += 1

    def _race(self, random: Random) -> None:
        """The same answer to the same window from twenty threads at once: one receipt for all of them."""
        found = self._an_open_seat(random)
        if found is None:
            time.sleep(2)
            return
        token, typed, ply = found
        sent = request(
            Asked(
                "POST",
                f"/api/seat/{token}/answer".encode(),
                json.dumps({"answer": typed, "ply": ply}).encode(),
                (("Content-Type", "application/json"),),
            )
        )
        start = Barrier(RACERS)

        def one(_: int) -> tuple[list[int], bytes]:
            start.wait()
            return answer(self.stack.port, sent, PATIENCE)

        with ThreadPoolExecutor(RACERS) as racers:
            came = list(racers.map(one, range(RACERS)))
        for statuses, _ in came:
            self.ledger.count("race", statuses)
        receipts = {json.loads(got.partition(b"\r\n\r\n")[2])["receipt"] for statuses, got in came if statuses == [200]}
        if len(receipts) > 1:
            self.ledger.complain(f"one answer got {len(receipts)} receipts")
        if any(status >= 500 for statuses, _ in came for status in statuses):
            self.ledger.complain(f"a race got {Counter(status for statuses, _ in came for status in statuses)}")
        time.sleep(3)

    def _an_open_seat(self, random: Random) -> tuple[str, str, int] | None:
        with self.app.app_context():
            try:
                ids = list(
                    db.session.scalars(
                        select(MATCHES.c.id).where(MATCHES.c.status == PLAYING, MATCHES.c.game != "titro")
                    )
                )
                match = matches.match_by_id(random.choice(ids)) if ids else None
                for chair in match.chairs if match else ():
                    page = seat_page(chair)
                    if match and page.ask and chair.player_id and not chair.resigned_at:
                        return links.seat_token(chair), page.ask.absent, match.ply
                return None
            finally:
                db.session.remove()

    def _flood(self, random: Random) -> None:
        """Matches opened and lines said en masse."""
        name = f"ada{random.randrange(10**6)}"
        seats = [{"name": name, "email": f"{name}@example.org"}, {"name": "Bruno", "email": "victim@example.org"}]
        body = json.dumps({"game": "titro", "seats": seats}).encode()
        self._send("opening", Asked("POST", b"/api/matches", body, (("Content-Type", "application/json"),)))
        token = random.choice(self.known.seat)
        for _ in range(5):
            line = f"do=say&line={quote(odd(random)[:600].encode('utf-8', 'replace'))}".encode()
            self._send("talk", Asked("POST", f"/s/{token}".encode(), line, (("Content-Type", FORM),)))
        time.sleep(0.2)

    def _repeat(self, random: Random) -> None:
        """Something that was posted before, again, twice at once."""
        if self.posted:
            again = random.choice(self.posted)
            with ThreadPoolExecutor(2) as both:
                for statuses, _ in both.map(lambda _: answer(self.stack.port, again, PATIENCE), range(2)):
                    self.ledger.count("repeated", statuses)
                    if any(status >= 500 and status not in NOT_SPOKEN for status in statuses):
                        self.ledger.complain(f"{statuses} to what was sent again: {again[:500]!r}")
        time.sleep(0.1)

    def _drip(self, random: Random) -> None:
        """A slow client: a byte every second, of headers, of a body, or of a mail."""
        half = random.choice((
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 90,
            b"POST /lost HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n" + b"a" * 80,
        ))  # fmt: skip
        with self.ledger.lock:
            self.ledger.sent["slow"] += 1
        until = min(self.until, time.monotonic() + 20)
        if random.random() < 0.3:
            drip(self.stack.inbox_port, b"HELO a\r\nMAIL FROM:<a@b>\r\n", 1, until)
        else:
            drip(self.stack.port, half, 1, until)

    # Good players

    def _play(self, tokens: list[str], random: Random) -> None:
        """Two people at one table, each at a browser: look, answer, look again; and another match when it is over."""
        while time.monotonic() < self.until:
            try:
                over = [self._turn(token, random) for token in tokens]
                if all(over):
                    with inside(self.stack):
                        tokens[:] = self._good_table(random.randrange(2))
            except Exception as error:
                self.ledger.complain(f"a good player: {type(error).__name__}: {error}")
            time.sleep(0.5)

    def _turn(self, token: str, random: Random) -> bool:
        """Open the page, and answer if something is asked. Returns whether the match is over."""
        self._timed(Asked("GET", f"/s/{token}".encode()), 200)
        shown = json.loads(self._timed(Asked("GET", f"/api/seat/{token}".encode()), 200))
        if shown["ask"] and not shown["sealed"]:
            typed = (
                " ".join(random.choice(slot["options"]) for slot in shown["ask"]["slots"] if slot["least"]) or "none"
            )
            body = json.dumps({"answer": typed, "ply": shown["ply"]}).encode()
            receipt = json.loads(
                self._timed(
                    Asked("POST", f"/api/seat/{token}/answer".encode(), body, (("Content-Type", "application/json"),)),
                    200,
                )
            )
            after = json.loads(self._timed(Asked("GET", f"/api/seat/{token}".encode()), 200))
            holds = receipt["opened"] or after["sealed"] == receipt["answer"] or after["ply"] > shown["ply"]
            if not holds:
                self.ledger.complain("a seal did not hold")
            self.ledger.sealed += 1
        return shown["status"] == "over"

    def _timed(self, asked: Asked, wanted: int) -> bytes:
        began = time.monotonic()
        statuses, got = answer(self.stack.port, request(asked), 60)
        waited = time.monotonic() - began
        self.ledger.worst = max(self.ledger.worst, waited)
        if statuses != [wanted]:
            self.ledger.complain(f"a good player got {statuses} after {waited:.1f} s, not {wanted}")
            raise ConnectionError("no page")
        return got.partition(b"\r\n\r\n")[2]

    # The ledger

    def _watch(self, seconds: float) -> None:
        """Print how it goes, open new tables now and then, and weigh the processes when they are warm."""
        began, fresh, warm_at = time.monotonic(), time.monotonic(), min(seconds / 3, 120)
        self.warm: dict[str, float] = {}
        while time.monotonic() < self.until:
            time.sleep(min(TOLD_EVERY, max(0.1, self.until - time.monotonic())))
            print(f"  {time.monotonic() - began:5.0f} s: {self.ledger}", flush=True)
            if not self.warm and time.monotonic() - began >= warm_at:
                self.warm = self._weights()
            if time.monotonic() - fresh >= FRESH:
                with suppress(OperationalError):  # the others hold the database; the next time will do
                    self._open()
                fresh = time.monotonic()
            for name, process in self.stack.processes.items():
                if process.poll() is not None:
                    self.ledger.complain(f"the process {name} ended with {process.returncode}")
            self.stack.keep_running()

    def _weights(self) -> dict[str, float]:
        """What each process and all that it started weigh, in MB of memory that is theirs (PSS). The house, which any
        of them starts when it is needed, stands for itself.
        """
        weights: defaultdict[str, float] = defaultdict(float)
        for name, process in self.stack.processes.items():
            for is_house, weight in _weighed(process.pid):
                weights["house" if is_house else name] += weight
        return weights

    def _settle(self, good: list[list[str]]) -> list[str]:
        """Look at everything once more when the traffic is over."""
        wait_for(
            lambda: answer(self.stack.port, request(Asked("GET", b"/")), 5)[0] == [200], "the front page afterwards", 60
        )
        self._weigh_again()
        self._read_the_logs()
        if self.ledger.worst > self.wait:
            self.ledger.complain(f"a good player waited {self.ledger.worst:.1f} s")
        if not self.ledger.sealed:
            self.ledger.complain("no good player sealed anything")
        with inside(self.stack):
            verified = tables.check_the_matches(self.random, at_most=60)
        print(f"  in all: {self.ledger}\n  records verified: {verified}", flush=True)
        return self.ledger.wrong

    def _weigh_again(self) -> None:
        now = self._weights()
        for name in sorted(self.warm.keys() & now.keys()):
            warm, end = self.warm[name], now[name]
            print(f"  memory of {name}: {warm:.0f} MB when warm, {end:.0f} MB at the end")
            if end > max(warm + GROWTH, warm * SHARE):
                self.ledger.complain(f"{name} grew from {warm:.0f} to {end:.0f} MB")

    def _read_the_logs(self) -> None:
        """No link, address, hand or answer may stand in a log line, and no mistake of ours."""
        with inside(self.stack):
            secrets = secrets_of()
        secrets.words |= dict.fromkeys(self.tokens, "a token")
        for text in ODD:  # somebody has said it; a line that has it tells nothing
            secrets.words.pop(text.strip(), None)
            secrets.phrases.pop(text.strip(), None)
        secrets.words = {word: what for word, what in secrets.words.items() if what != "talk"}
        lines = self.stack.read_log().splitlines(keepends=True)
        leaked, broken = found_in(lines, secrets), [line for line in lines if BROKEN.search(line)]
        print(f"  {len(lines)} log lines: {len(leaked)} secrets, {len(broken)} mistakes")
        for found in (*leaked[:5], *broken[:5]):
            self.ledger.complain(f"in the log: {found.strip()[:900]}")


def _of_health(asked: Asked) -> bool:
    """Whether the state of the server is asked for, which may be bad: 503."""
    return unquote(asked.path).lstrip("/").startswith("healthz")


def _weighed(pid: int) -> Iterator[tuple[bool, float]]:
    """A process and all that it started: whether it is the house, and its weight."""
    with suppress(psutil.NoSuchProcess):
        for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
            with suppress(psutil.Error):
                yield HOUSE in process.cmdline(), process.memory_full_info().pss / 1e6
