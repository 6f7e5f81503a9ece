"""The command group; every error in its use is reported as one sentence on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from ..app import create_app
from ..config import Misconfigured, Settings
from ..matches import Refused
from ..matches.addresses import BadAddress
from ..store import schema
from ..store.faults import sentence
from ..store.schema import WrongSchema


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
    """Turn errors in the command line into one sentence that names the help page."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except click.UsageError as wrong:
        where = f" See `{wrong.ctx.command_path} --help`." if wrong.ctx else ""
        raise WrongUse(wrong.format_message().rstrip(".") + "." + where) from wrong


class _Poste(click.Group):
    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with _one_sentence():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _one_sentence():
            return super().invoke(ctx)


def explained(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command so that refusals and database errors are shown as one sentence."""

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except WrongSchema as wrong:
            raise Stop(str(wrong)) from wrong
        except (Misconfigured, Refused, BadAddress) as refused:
            raise WrongUse(str(refused)) from refused
        except SQLAlchemyError as error:
            raise Stop(sentence(error)) from error

    return wrapped


def warn_of_misspelt(settings: Settings) -> None:
    """Print a line for each variable of the environment that looks like a setting and is none."""
    for line in settings.misspelt():
        click.echo(f"poste: {line}", err=True)


def fit_app() -> Flask:
    """The application without pages, its database of the schema of this version. Raises `WrongSchema`."""
    app = create_app()
    schema.insist(app)
    return app


@click.group(cls=_Poste, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="poste-restante")
def poste() -> None:
    """Card games by post: a server for tarot and its relatives.

    \b
    poste up        runs everything on this machine; no setting is needed
    poste demo      opens a match between local mailboxes, to look around
    poste doctor    says whether everything works, and what to do if not
    """
