"""The command group; every usage error is reported as one sentence on standard error.

The list of commands is here, so that only the module of the command in use is loaded: loading the application takes a
second.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit, NoArgsIsHelpError

if TYPE_CHECKING:
    from flask import Flask

    from ..config import Settings
    from ..store.models import Match

COMMANDS = {
    "archive": ("backups", "Pack the matches that are over, to save space."),
    "backup": ("backups", "Write everything into one file, while people play."),
    "beat": ("commands", "Send the ticks of the schedule, until SIGTERM."),
    "block": ("people", "Let no letter go to an address any more."),
    "cancel": ("opening", "End a match; its players are told by letter."),
    "config": ("commands", "Print every setting: value, source, meaning."),
    "demo": ("opening", "Open a match between local mailboxes."),
    "dkim": ("dkim", "Make the key that signs letters, and print its DNS record."),
    "doctor": ("doctor", "Check everything; exit 1 if something is wrong."),
    "erase": ("people", "Erase all personal data of a person."),
    "export": ("people", "Print everything about a person as JSON."),
    "hosting": ("hosting", "Print how to host it; files for nginx, systemd, …."),
    "init": ("init", "Make the settings file, by six questions."),
    "inbox": ("commands", "Listen for replies by mail."),
    "letters": ("letters", "List letters that bounced or are deferred; send again."),
    "links": ("links", "Revoke links after a leak; new ones go out by letter."),
    "list": ("listing", "List matches: who, which game, how they stand."),
    "migrate": ("commands", "Bring the database up to the present schema."),
    "new": ("opening", "Open a match and invite its players."),
    "pause": ("pausing", "Stop all clocks for a while; pages can be read."),
    "restore": ("backups", "Replace everything by a backup, and tell the tables."),
    "resume": ("pausing", "End a pause."),
    "scaffold": ("scaffold", "Begin a game of your own, in a checkout."),
    "show": ("listing", "Show one match: its terms, seats and letters."),
    "up": ("up", "Run everything on this machine, until Ctrl-C."),
    "verify": ("commands", "Deal and play a finished match again."),
    "web": ("up", "Serve pages and JSON, until SIGTERM."),
    "worker": ("commands", "Close windows and send letters, until SIGTERM."),
}
"""Name -> the module of this package, and the command's line in the list."""


PROGRAM = Path(os.__file__), Path(click.__file__), Path(__file__)
"""Files of Python, of its libraries and of ours."""
OF_THE_DISK = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS))
"""Errors that are no bug of ours, even if they name no file."""


class Stop(click.ClickException):
    """An error that is shown as one sentence on standard error; exit status 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"poste: {self.message}", err=True)


class WrongUse(Stop):
    """A command that was given wrong arguments or settings; exit status 2."""

    exit_code = 2


@contextmanager
def _one_sentence() -> Iterator[None]:
    """Turn refusals, and errors of files and the database, into one sentence; and those in the command line into one
    that names the help page.
    """
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except click.UsageError as wrong:
        where = f" See `{wrong.ctx.command_path} --help`." if wrong.ctx else ""
        raise WrongUse(wrong.format_message().rstrip(".") + "." + where) from wrong
    except (click.ClickException, click.Abort, Exit):
        raise
    except Exception as error:
        told = _told(error)
        if told is None:
            raise
        raise told from error


class _Poste(click.Group):
    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with _one_sentence():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _one_sentence():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            import_module(f".{COMMANDS[cmd_name][0]}", __package__)
        command = super().get_command(ctx, cmd_name)
        if command is not None and OPTIONS[0] not in command.params:
            command.params.extend(OPTIONS)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _told(error: Exception) -> Stop | None:
    """The sentence for a refusal, or an error of a file or the database; ``None`` for a bug."""
    from sqlalchemy.exc import SQLAlchemyError

    from ..config import Misconfigured
    from ..matches import Refused
    from ..store.archive import BadBackup
    from ..store.faults import sentence
    from ..store.schema import WrongSchema

    if isinstance(error, WrongSchema | BadBackup):
        return Stop(str(error))
    if isinstance(error, OSError) and error.strerror and (error.filename or error.errno in OF_THE_DISK):
        return Stop(_of_a_file(error))
    if isinstance(error, Misconfigured | Refused):
        return WrongUse(str(error))
    return Stop(sentence(error)) if isinstance(error, SQLAlchemyError) else None


def _of_a_file(error: OSError) -> str:
    from ..config import user_name

    file = f"“{error.filename}”" if error.filename else "A file"
    by = f" by {user_name(os.geteuid())}" if isinstance(error, PermissionError) else ""  # root may have gone on as him
    return f"{file} cannot be used{by}: {error.strerror}."


def warn(settings: Settings) -> None:
    """Print a line for each setting that is misspelt or open to others."""
    for line in settings.warnings():
        click.echo(f"poste: {line}", err=True)


def given_settings() -> Settings:
    """The settings of this command, whatever they are. Raises `Misconfigured`."""
    from ..config import Settings

    return Settings(file=click.get_current_context().meta.get(SETTINGS))


def present_settings() -> Settings:
    """The settings that the command acts with. As root it goes on as the owner of STATE_DIR, so that nothing there gets
    an owner that the server is not. Raises `Misconfigured`.
    """
    settings = given_settings()
    settings.check()
    go_on_as_owner(settings)
    return settings


def go_on_as_owner(settings: Settings) -> None:
    """Root becomes whom STATE_DIR belongs to. Raises `Misconfigured` if that user cannot load what is still to come."""
    from ..config import Misconfigured

    folder = settings.state_dir
    if os.geteuid() != 0 or not folder.is_dir() or not folder.stat().st_uid:
        return
    user, group = folder.stat().st_uid, folder.stat().st_gid
    os.setgroups([])
    os.setegid(group)
    os.seteuid(user)
    unread = [file for file in PROGRAM if not os.access(file, os.R_OK, effective_ids=True)]
    os.seteuid(0)
    if unread:
        os.setegid(0)
        raise Misconfigured(
            f"“{folder}” belongs to user {user}, who cannot read the program in “{unread[0].parent}”: install it where "
            "all can read it, such as /srv/poste, or make the folder root’s."
        )
    os.setgid(group)
    os.setuid(user)


def no_server(settings: Settings, missing: str, start: str = "") -> Stop:
    """What is said where there is no server. ``start``: how there comes to be one."""
    start = start or how_to_start(settings.file)
    if by := [name for name in ("STATE_DIR", "DATABASE_URL") if settings.source(name) == "environment"]:
        return Stop(
            f"There is no server here: {missing}, by {' and '.join(by)} in the environment. Unset that, or {start}."
        )
    file = f"which {settings.file} names" if settings.file else f"and no settings file in {Path.cwd()} or above it"
    return Stop(f"There is no server here: {missing}, {file}. Say --settings FILE, or {start}.")


def how_to_start(file: Path | None) -> str:
    """What to do to start the server with this settings file: that of the machine is for a service, others for now."""
    from ..settings_file import OF_THE_MACHINE, found

    if file == OF_THE_MACHINE:
        return "start the server, as `poste hosting settings` says"
    return "start a server with `poste up" + (f" --settings {file}`" if file and file != found(Path.cwd()) else "`")


def insist_on_keys(settings: Settings, keys: bool = True) -> None:
    """Before anything is made. Raises `Stop` if the database is there, but not the keys of its links, `WrongSchema` if
    it cannot be brought up to date, `Misconfigured` if STATE_DIR is somebody else's, and the errors of SQLAlchemy.
    """
    from ..config import KEYS
    from ..store import schema, session

    settings.check_state_is_ours()
    revision = session.revision_at(settings)
    schema.check_upgradable(revision)
    if keys and revision and settings.lacks_keys:
        raise Stop(
            f"Half a server is here: {_about(settings)}, and no link keys in {settings.state_dir}. Put the file "
            f"{KEYS} back, or restore a backup. If it is lost, write a new key into it (`openssl rand -hex 32`): no "
            "link that was sent opens anything then."
        )


def process_app() -> Flask:
    """The application of a process of the Procfile, as which this one goes on: in STATE_DIR, with these settings for
    whatever it starts. Nothing is made unless it can run. Raises as `server_app` does.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from ..app import create_app
    from ..store import schema, session

    settings = present_settings()
    if missing := settings.missing(folder_may_be_made=True):
        raise no_server(settings, missing, "run `poste migrate` first")
    with suppress(SQLAlchemyError):  # it waits for a database that cannot be reached
        schema.check(session.revision_at(settings))
    app = create_app(settings)
    schema.insist(app)
    with app.app_context():
        _refuse_another(TO_RUN)
    os.environ.update(settings.as_environ())
    os.chdir(settings.state_dir)  # so that a folder called `server` in the current one is not imported instead of ours
    return app


TO_ACT = frozenset(("database", "link keys", "broker", "STATE_DIR"))
TO_LINK = TO_ACT | {"BASE_URL"}
TO_RUN = frozenset(("database", "link keys"))
"""What a command, one that prints links, and a process of a server, has to use as the server that runs does: machines
may know one broker by several names, and have folders of their own.
"""


def server_app(
    *,
    creates: bool = False,
    keys: bool = True,
    fit: bool = True,
    aside: bool = False,
    alike: frozenset[str] = TO_ACT,
    **more: Any,
) -> Flask:
    """The application without pages, of the server that is here, once its name is printed.

    ``creates``: make a server if there is none; ``keys``: but not its link keys alone. ``fit``: its database must have
    the schema of this version. ``aside``: what is printed is read by programs, so the name goes to standard error.
    ``alike``: what has to be as with the server that runs. Raises `Stop`, `Misconfigured`.
    """
    from ..app import create_app
    from ..store import schema

    settings = present_settings()
    missing = settings.missing()
    if creates:
        insist_on_keys(settings, keys)
    elif missing:
        raise no_server(settings, missing)
    app = create_app(settings, **more)
    if fit and not creates:
        schema.insist(app)
    if not missing:
        with app.app_context():
            _refuse_another(alike)
    click.echo(f"{_about(settings)}", err=aside)
    return app


def known_match(match_id: str) -> Match:
    """The match that a command is told to act on. Raises `WrongUse` if there is none."""
    from ..matches import Unknown, match_by_id

    try:
        return match_by_id(match_id)
    except Unknown as unknown:
        raise WrongUse(f"There is no match “{match_id}” here: `poste list` lists all.") from unknown


def confirm(question: str, yes: bool) -> None:
    """Ask before something that cannot be taken back, unless ``yes``; the database does not wait for the answer."""
    from ..store.models import db

    db.session.rollback()
    if not yes:
        click.confirm(question, abort=True)


def _about(settings: Settings) -> str:
    from sqlalchemy.engine import make_url

    url = make_url(settings.database_url)
    host = url.host or "this machine"
    name = f"SQLite {url.database}" if settings.embedded_database else f"PostgreSQL {url.database} on {host}"
    return f"{name}, of the server at {settings.base_url}"


def _refuse_another(alike: frozenset[str]) -> None:
    """Raises `WrongUse` if the server that runs here uses something of these that this application does not."""
    from sqlalchemy.exc import SQLAlchemyError

    from .. import clock
    from ..store import fingerprint, heartbeat
    from ..store.models import db
    from ..store.schema import WrongSchema

    if anyway():
        return
    try:
        differing = ["database"] * fingerprint.other_database()
        for one in heartbeat.present(clock.now()):
            is_ours = one.pid == os.getpid() and one.machine == heartbeat.machine()  # of an earlier one, in a container
            if one.fingerprint and not one.is_gone and not is_ours:
                differing += fingerprint.differing(one.fingerprint, one.machine == heartbeat.machine())
    except (SQLAlchemyError, WrongSchema):  # the command says so, unless it makes the tables
        return
    finally:
        db.session.rollback()
    differing = [one for one in dict.fromkeys(differing) if one in alike]
    if differing:
        raise WrongUse(
            f"The server that runs here does not use the {' and '.join(differing)} of these settings: say "
            "--settings FILE, restart it if you have changed them, or say --anyway."
        )


def anyway() -> bool:
    """Whether the command was told to act even if the server that runs here has other settings."""
    return bool(click.get_current_context().meta.get(ANYWAY))


def _remember(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value:
        context.meta[f"poste.{option.name}"] = value


def _say_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """With the commit, if this is a checkout."""
    if wanted:
        from ..program import commit, release

        click.echo(f"poste, version {release()}" + (f" (commit {commit()})" if commit() else ""))
        context.exit()


OPTIONS = (
    click.Option(
        ["--settings"], metavar="FILE", expose_value=False, callback=_remember, is_eager=True,
        help="The settings file; else SETTINGS, poste.env here or above, /etc/poste/poste.env.",
    ),
    click.Option(
        ["--anyway"], is_flag=True, expose_value=False, callback=_remember, is_eager=True,
        help="Act even if the server that runs here has other settings.",
    ),
)  # fmt: skip
"""Options of every command, which may stand before its name, too."""
SETTINGS, ANYWAY = "poste.settings", "poste.anyway"


@click.group(cls=_Poste, params=[*OPTIONS], context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_say_version,
    help="Say the version and stop.",
)
def poste() -> None:
    """Card games by post: a server for tarot and its relatives.

    \b
    poste up        runs everything on this machine; no setting is needed
    poste demo      opens a match between local mailboxes, to look around
    poste doctor    says whether everything works, and what to do if not
    """
