"""Commands: migrate, config and verify; worker, beat and inbox, as the Procfile has them."""

from __future__ import annotations

import json
from typing import Any

import click

from .. import deal
from ..config import VARIABLES, masked
from ..hosting.printed import limits
from ..logs import configure
from ..matches import Refused
from ..store import schema
from ..store.models import db
from ..store.timeouts import LONG
from .group import TO_RUN, Stop, given_settings, poste, process_app, server_app, warn


@poste.command()
def migrate() -> None:
    """Bring the database up to the present schema. Runs before every start (release).

    Two at once are harmless. A database that a newer version made is left alone, and so is one from before 1.0.
    """
    configure()
    with server_app(creates=True, alike=TO_RUN, timeouts=LONG).app_context():
        bring_up_to_date()
    click.echo("The database is up to date.")


def bring_up_to_date() -> None:
    """Migrate the database of the current application. Raises `schema.WrongSchema`, and the errors of SQLAlchemy."""
    with db.engine.connect() as connection:
        schema.check_upgradable(schema.revision_of(connection))
    schema.upgrade()


class _TellsLimits(click.Command):
    """A command whose --help ends with the limits."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Limits, those in capitals being settings"):
            for what, most in limits():
                formatter.write_text(f"{what}: {most}")


@poste.command(cls=_TellsLimits)
def config() -> None:
    """Print every setting with its value, where it comes from, and what it means. Secrets are masked."""
    settings = given_settings()
    warn(settings)
    click.echo(f"Settings file: {settings.file or 'none'}")
    for variable in VARIABLES:
        value = " ".join(masked(variable, settings.text(variable.name)).split())
        click.echo(f"{variable.name:<14} {value or '-':<28} {settings.source(variable.name):<12} {variable.help}")
    settings.check()


@poste.command()
@click.argument("record", type=click.File("r"))
def verify(record: Any) -> None:
    """Deal and play a finished match again from its RECORD (the JSON of its page; - reads standard input)."""
    try:
        checked = deal.verify(json.load(record))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise Refused("This file is not JSON: download the record from the page of the finished match.") from bad
    except deal.Broken as broken:
        raise Stop(str(broken)) from broken
    click.echo(
        f"The record holds: {checked.shuffles} shuffle{'s' * (checked.shuffles != 1)} dealt again, "
        f"{checked.answers} answers played again "
        f"and their receipts checked; the scores are {' '.join(map(str, checked.scores))}."
    )


@poste.command()
def inbox() -> None:
    """Listen for replies by mail (SMTP and LMTP on INBOX_PORT), and poll INBOX_URL if it is set.

    Several may run on one machine: they share the port and the work.
    """
    from ..post import inbound as listener

    configure()
    listener.run(process_app())


@poste.command()
def worker() -> None:
    """Close windows, give delayed answers, write reminders and send letters in WORKERS processes, until SIGTERM.

    As many may run as you like, on as many machines.
    """
    process_app()
    from worker import running

    running.work()


@poste.command()
def beat() -> None:
    """Send the ticks by which workers look for what is due, until SIGTERM.

    One is enough, two are harmless; while there is none, workers look by themselves.
    """
    process_app()
    from worker import running

    running.tick()
