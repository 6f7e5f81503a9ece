"""poste archive: pack the matches that were over long ago."""

from __future__ import annotations

import sys
from datetime import timedelta

import click

from .. import clock
from ..matches import archiving
from .duration import Duration
from .group import explained, poste, server_app


@poste.command()
@click.option(
    "--days", type=Duration("days", none=True), metavar="DURATION", default="30 days", show_default=True,
    help="Those that ended so long ago: 7 (days), 2 weeks.",
)  # fmt: skip
@explained
def archive(days: timedelta) -> None:
    """Pack the windows of matches that ended long ago into the archive, a table of the same database.

    A worker does so by itself 30 days after the end of a match: this is for whoever wants it sooner. Their pages,
    replays and records are as before, `poste verify` accepts the records, and `poste erase` reaches them. People may
    play meanwhile. Stopped at any time, nothing is lost: run it again.

    PostgreSQL uses the space for new rows by itself; the file of SQLite shrinks by `VACUUM`.
    """
    with server_app().app_context():
        at, after = clock.now(), days
        total, done = archiving.count(at, after), 0
        with click.progressbar(length=total, label="Archiving", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            while some := archiving.archive_some(at, after):
                done += some
                bar.update(some)
    click.echo(f"{done} match{'es' * (done != 1)} archived." if done else "There is nothing to archive.")
