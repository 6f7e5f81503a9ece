"""Players who keep a ledger of their own: every answer, line and acceptance that a server has acknowledged to them.

They answer by the JSON interface, by the form of their page and by mail, and try again when they get no answer, as
people do. In the end the server's database is held against what they wrote down.
"""

from __future__ import annotations

import json
import smtplib
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from http.client import HTTPException
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from sqlalchemy import select, update

from server import clock, deal, links
from server.store.envelopes import Opened
from server.store.models import CHAIRS, MATCHES, OVER, InboundMail, Letter, Remark, Turn, db
from server.store.one_match import one_match
from server.views import letter_of
from tests.cast import NAMES
from tests.secrets_in_logs import Secrets, secrets_of
from tests.services import BIN, Post, Stack

WAYS = ("mail", "form", "api")
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("titro", 2, {"rounds": 2}),
    ("tottarot", 3, {}),
    ("titro", 2, {"rounds": 3, "deck": "poker"}),
    ("french-tarot", 3, {"deals": 1}),
    ("texas-42", 4, {"marks": 1}),
    ("scarto", 3, {"deals": 1}),
)
"""What is played: the game, how many players, its options. Later tables begin again with the first."""
PAUSE = 0.25
"""Seconds between two looks of a player at the table."""
LOST = (OSError, HTTPException, smtplib.SMTPException, ValueError)
"""What a player sees of a server that is killed meanwhile: no answer, half an answer."""
MAIL_TAKES = 4.0
"""Seconds after which who has answered by mail gives the same answer on the page."""
WAITS_FOR_MAIL = 5.0
"""Seconds for which who would answer by mail waits for the letter."""
LOOKS_ROUND = 0.15
"""How often a player also looks at the page of the seat, and at all matches, in both forms."""
LINES = 6
"""How many lines each player says in a match."""


@dataclass
class Ledger:
    """What was acknowledged. ``answers``: (match, ply, seat) -> answer and receipt, if the way gives one."""

    answers: dict[tuple[str, int, int], tuple[str, str | None]] = field(default_factory=dict)
    mails: set[tuple[str, int, int]] = field(default_factory=set)
    lines: set[tuple[str, int, str]] = field(default_factory=set)
    seats: dict[tuple[str, int], str] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    asked_again: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answered(self, key: tuple[str, int, int], answer: str, receipt: str | None) -> None:
        """An answer was acknowledged; a second receipt for it has to be the first one."""
        with self.lock:
            before, kept = self.answers.get(key, (answer, receipt))
            if sorted(before.split()) != sorted(answer.split()) or (kept and receipt and kept != receipt):
                self.wrong.append(f"another receipt for the same answer: match {key[0]}, ply {key[1]}, seat {key[2]}")
            self.answers[key] = (answer, receipt or kept)

    def counts(self) -> str:
        """How much there is in it, in a line."""
        return (
            f"{len(self.answers)} answers ({len(self.mails)} by mail), {len(self.lines)} lines, "
            f"{len(self.seats)} seats taken, {len(self.over)} matches over, {self.asked_again} asked again"
        )


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        """A form's answer is the redirect itself."""


_open = build_opener(_NoRedirect).open


@dataclass
class Seat:
    """A player's seat: the match, the seat's number, its token, that of the player's own page, and the address."""

    match: str
    number: int
    token: str
    me: str
    address: str


class Player(threading.Thread):
    """Somebody who plays one seat until the match is over."""

    def __init__(self, stack: Stack, post: Post, seat: Seat, ledger: Ledger, random: Random, end: threading.Event):
        super().__init__(daemon=True, name=f"{seat.match}-{seat.number}")
        self.stack, self.post, self.seat, self.ledger, self.random, self.end = stack, post, seat, ledger, random, end
        self.planned: dict[int, str] = {}
        self.mailed: dict[int, float] = {}
        self.asked_since: dict[int, float] = {}
        self.habit = WAYS[seat.number % len(WAYS)]
        self.said = 0

    def run(self) -> None:
        """Look, do what is asked, and look again."""
        while not self.end.is_set():
            try:
                if self._look():
                    return
            except LOST:
                self.ledger.asked_again += 1
            self.end.wait(PAUSE * self.random.uniform(0.5, 1.5))

    def _look(self) -> bool:
        for path in (f"/s/{self.seat.token}", f"/me/{self.seat.me}", f"/api/me/{self.seat.me}"):
            if self.random.random() < LOOKS_ROUND:
                with _open(f"{self.stack.url}{path}", timeout=20) as page:
                    page.read()
        shown = self._get(f"/api/seat/{self.seat.token}?since=100000")
        if shown["status"] == "over":
            self.ledger.over.add(self.seat.match)
            return True
        mine = letter_of(self.seat.number)
        if not next(other for other in shown["seats"] if other["seat"] == mine)["accepted"]:
            self._accept()
        elif shown["status"] == "playing":
            self._play(shown)
        return False

    def _accept(self) -> None:
        word = f"word-{self.seat.match}-{self.seat.number}"
        self._post(f"/api/seat/{self.seat.token}/accept", {"word": word})
        self.ledger.seats[self.seat.match, self.seat.number] = word

    def _play(self, shown: Mapping[str, Any]) -> None:
        ply = shown["ply"]
        if self.said < LINES and self.random.random() < 0.1:
            self._say()
        if not shown["ask"] or shown["sealed"]:
            return
        answer = self.planned.setdefault(ply, self._chosen(shown["ask"]))
        if ply in self.mailed and time.monotonic() - self.mailed[ply] < MAIL_TAKES:
            return
        asked_for = time.monotonic() - self.asked_since.setdefault(ply, time.monotonic())
        way = "api" if ply in self.mailed else self.random.choice((self.habit, self.habit, *WAYS))
        if way == "mail" and (self._by_mail(ply, answer) or asked_for < WAITS_FOR_MAIL):
            return
        taken = self._by_form(ply, answer) if way == "form" else self._by_api(ply, answer)
        if not taken:
            self.planned[ply] = str(shown["ask"]["absent"])

    def _chosen(self, ask: Mapping[str, Any]) -> str:
        """Something of every slot that needs something; the game may have more against it than the slots say."""
        tokens = [
            token
            for slot in ask["slots"]
            if slot["least"]
            for token in self.random.sample(slot["options"], min(slot["least"], len(slot["options"])))
        ]
        return " ".join(tokens) or str(ask["absent"])

    def _by_api(self, ply: int, answer: str) -> bool:
        """Answer through the JSON interface. False: this is no answer here."""
        status, body = self._send(
            f"/api/seat/{self.seat.token}/answer", json.dumps({"answer": answer, "ply": ply}), "application/json"
        )
        if status == 200:
            given = json.loads(body)
            self._acknowledged(ply, given["answer"], given["receipt"])
        return status != 422

    def _by_form(self, ply: int, answer: str) -> bool:
        """Answer by the form of the page. False: this is no answer here."""
        status, _ = self._form(do="seal", ply=str(ply), typed=answer)
        if status == 303:
            self._acknowledged(ply, answer, None)
        return status != 422

    def _by_mail(self, ply: int, answer: str) -> bool:
        """Reply to the letter of this window, if it has come. True: the mail was kept."""
        letters = [one for one in self.post.to(self.seat.address, "turn") if one["X-Poste-Match"] == self.seat.match]
        letter = next((one for one in letters if one["X-Poste-Ply"] == str(ply)), None)
        if letter is None or not letter["Reply-To"]:
            return False
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.seat.address, letter["Reply-To"], f"Re: {letter['Subject']}"
        mail["Message-ID"] = f"<{self.seat.match}.{self.seat.number}.{ply}@mail.example.org>"
        mail.set_content(f"{answer}\n\n> {letter['Subject']}\n")
        with smtplib.SMTP("127.0.0.1", self.stack.inbox_port, timeout=20) as inbox:
            refused = inbox.send_message(mail)
        if not refused:
            self.mailed[ply] = time.monotonic()
            with self.ledger.lock:
                self.ledger.mails.add((self.seat.match, ply, self.seat.number))
        return not refused

    def _acknowledged(self, ply: int, answer: str, receipt: str | None) -> None:
        self.ledger.answered((self.seat.match, ply, self.seat.number), answer, receipt)

    def _say(self) -> None:
        line = f"line {self.said} of seat {self.seat.number} at {self.seat.match}"
        status, _ = self._form(do="say", line=line)
        if status == 303:
            self.said += 1
            self.ledger.lines.add((self.seat.match, self.seat.number, line))

    def _form(self, **fields: str) -> tuple[int, bytes]:
        return self._send(f"/s/{self.seat.token}", urlencode(fields), "application/x-www-form-urlencoded")

    def _get(self, path: str) -> Any:
        with _open(f"{self.stack.url}{path}", timeout=20) as response:
            return json.load(response)

    def _post(self, path: str, body: Mapping[str, Any]) -> None:
        status, _ = self._send(path, json.dumps(body), "application/json")
        if status >= 300:
            raise OSError(f"{status}")

    def _send(self, path: str, body: str, kind: str) -> tuple[int, bytes]:
        """The status and the answer; raises one of `LOST` where it is not known what became of it."""
        request = Request(f"{self.stack.url}{path}", body.encode(), {"Content-Type": kind}, method="POST")
        try:
            with _open(request, timeout=20) as response:
                return response.status, response.read()
        except HTTPError as error:
            with error:
                answer = error.read()
            if error.code >= 500:
                if error.code != 503:
                    self.ledger.wrong.append(f"{error.code} for a POST of a player")
                raise OSError(f"{error.code}") from error
            return error.code, answer


class Club:
    """All players of a server, their matches, and what they hold against its database in the end."""

    def __init__(self, stack: Stack, post: Post, seed: int):
        self.stack, self.post, self.random, self.ledger = stack, post, Random(seed), Ledger()
        self.secrets = Secrets()
        self._players: list[Player] = []
        self._end = threading.Event()
        self.matches: list[str] = []

    @contextmanager
    def inside(self) -> Iterator[None]:
        """The application, to look into the server's database."""
        with self.stack.app.app_context():
            try:
                yield
            finally:
                with suppress(Exception):
                    db.session.remove()
                db.engine.dispose()

    def open_table(self) -> None:
        """Open a match through the JSON interface; its players begin to play at once."""
        number = len(self.matches)
        game, seats, options = TABLES[number % len(TABLES)]
        addresses = [f"{name.lower()}.{number}@example.org" for name in NAMES[:seats]]
        sitting = [{"name": name, "email": address} for name, address in zip(NAMES, addresses, strict=False)]
        body = {"game": game, "options": options, "seats": sitting, "pace": "PT48H"}
        with _open(Request(f"{self.stack.url}/api/matches", json.dumps(body).encode(),
                           {"Content-Type": "application/json"}), timeout=60) as response:  # fmt: skip
            match = json.load(response)["id"]
        self.matches.append(match)
        with self.inside():
            chairs = one_match(match).chairs
            tokens = [(links.seat_token(chair), links.me(chair.player).rpartition("/")[2]) for chair in chairs]
        for place, ((token, me), address) in enumerate(zip(tokens, addresses, strict=True)):
            chance = Random(self.random.random())
            player = Player(
                self.stack, self.post, Seat(match, place, token, me, address), self.ledger, chance, self._end
            )
            self._players.append(player)
            player.start()

    def is_playing(self) -> bool:
        """Whether anybody plays yet."""
        return any(player.is_alive() for player in self._players)

    def playing(self) -> int:
        """How many matches are not over."""
        return len(self.matches) - len(self.ledger.over)

    def go_home(self) -> None:
        """Stop playing."""
        self._end.set()
        for player in self._players:
            player.join(timeout=60)

    def forget_leases(self) -> None:
        """As if the minutes had passed for which what a killed process held is left alone. None may be running."""
        with self.inside():
            now = clock.now()
            for model in (Letter, InboundMail):
                soon = model.due_at < now + timedelta(hours=1)
                db.session.execute(update(model).where(soon).values(due_at=now))
            db.session.commit()

    def unsent(self) -> int:
        """How many letters and mails wait."""
        with self.inside():
            return sum(
                len(db.session.scalars(select(model.id).where(model.due_at.is_not(None))).all())
                for model in (Letter, InboundMail)
            )

    def remember_secrets(self) -> None:
        """Take down what must not be found in a log: sealed answers and hands are others a minute later."""
        with self.inside():
            self.secrets.merge(secrets_of())

    # What is held against the database -------------------------------------------------------------------------------

    def losses(self, doubles: int) -> list[str]:
        """Everything that the server has lost, replaced or doubled. ``doubles``: how many letters may come twice."""
        with self.inside():
            return [
                *self.ledger.wrong, *self._lost_answers(), *self._lost_lines(), *self._lost_seats(),
                *self._broken_plies(), *self._lost_letters(doubles), *self._unfinished(), *self._broken_records(),
            ]  # fmt: skip

    def _lost_answers(self) -> Iterator[str]:
        turns = {(turn.match_id, turn.ply): turn for turn in db.session.scalars(select(Turn))}
        for (match, ply, seat), (answer, receipt) in self.ledger.answers.items():
            what = f"match {match}, ply {ply}, seat {seat}"
            turn = turns.get((match, ply + 1))
            given = [one for one in turn.answers if one.seat == seat] if turn else []
            if not given:
                yield f"an acknowledged answer is in no record: {what}"
            elif given[0].by != "player" or sorted(given[0].answer.split()) != sorted(answer.split()):
                yield f"an acknowledged answer was replaced: {what}, by {given[0].by}"
            elif receipt and receipt != _receipt(match, ply, given[0]):
                yield f"a receipt does not hold: {what}"
        for match, ply, seat in self.ledger.mails:
            turn = turns.get((match, ply + 1))
            if turn is None or not any(one.seat == seat and one.by == "player" for one in turn.answers):
                yield f"a mail that was kept is in no record: match {match}, ply {ply}, seat {seat}"

    def _lost_lines(self) -> Iterator[str]:
        talk = select(Remark.match_id, Remark.text).where(Remark.kind == "talk")
        said = Counter((match, line) for match, line in db.session.execute(talk))
        for match, seat, line in self.ledger.lines:
            if said[match, line] != 1:
                yield f"a line was said {said[match, line]} times: match {match}, seat {seat}"

    def _lost_seats(self) -> Iterator[str]:
        words = {(c.match_id, c.seat): c.word for c in db.session.execute(select(CHAIRS))}
        for (match, seat), word in self.ledger.seats.items():
            if words.get((match, seat)) != word:
                yield f"a seat that was taken is not: match {match}, seat {seat}"

    def _broken_plies(self) -> Iterator[str]:
        for match in db.session.execute(select(MATCHES.c.id, MATCHES.c.ply)):
            plies = list(db.session.scalars(select(Turn.ply).where(Turn.match_id == match.id).order_by(Turn.ply)))
            if plies and plies != list(range(match.ply + 1)):
                yield f"the plies of match {match.id} are not 0 to {match.ply}, each once"

    def _lost_letters(self, doubles: int) -> Iterator[str]:
        came = Counter(str(letter["Message-ID"]) for letter in self.post.letters)
        for letter in db.session.scalars(select(Letter)):
            if letter.sent_at and letter.gathered_in is None and not came[letter.message_id or ""]:
                yield f"letter {letter.id} ({letter.kind}) was marked as sent and never came"
            if letter.failed_at or letter.due_at:
                yield f"letter {letter.id} ({letter.kind}) was never sent"
        for mail in db.session.scalars(select(InboundMail).where(InboundMail.due_at.is_not(None))):
            yield f"mail {mail.id} was never read"
        twice = sum(came.values()) - len(came)
        if twice > doubles:
            yield f"{twice} letters came twice, and at most {doubles} may"

    def _unfinished(self) -> Iterator[str]:
        for match in db.session.execute(select(MATCHES).where(MATCHES.c.status != OVER)):
            yield f"match {match.id} ({match.game}) stands still: {match.status}, ply {match.ply}"

    def _broken_records(self) -> Iterator[str]:
        for match in db.session.scalars(select(MATCHES.c.id).where(MATCHES.c.status == OVER)):
            with _open(f"{self.stack.url}/api/records/{match}", timeout=60) as response:
                record = response.read()
            try:
                deal.verify(json.loads(record))
            except deal.Broken as broken:
                yield f"the record of match {match} does not hold: {broken}"

    def verified_by_the_command(self) -> str:
        """What `poste verify` says about one record."""
        with _open(f"{self.stack.url}/api/records/{self.matches[0]}", timeout=60) as response:
            record = response.read()
        return subprocess.run([BIN / "poste", "verify", "-"], input=record, capture_output=True).stdout.decode()


def _receipt(match: str, ply: int, given: Opened) -> str:
    return deal.receipt(match, ply, letter_of(given.seat), given.answer, given.salt)
