"""poste backup, restore and archive: everything in one file, and back; and old matches packed."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import click

from .. import clock
from ..config import settings
from ..matches import Refused, archiving, restoring
from ..store import copying, heartbeat
from ..store.archive import Manifest
from ..store.models import db
from ..store.timeouts import LONG
from .commands import bring_up_to_date
from .duration import Duration
from .group import poste, server_app


@poste.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Replace FILE if it is there.")
def backup(file: Path, replace: bool) -> None:
    """Write the database and the keys of the links into FILE, as they are at one moment; the server may run meanwhile.

    If FILE is a folder, the file in it is named after the time. It can be restored into SQLite and PostgreSQL alike,
    and by newer versions. It holds all addresses, hands, keys and tokens of hooks: keep it where nobody else can read
    it.

    \b
    poste backup /var/backups/poste/
    """
    with server_app(timeouts=LONG).app_context():
        path = file / f"poste-{clock.now():%Y%m%d-%H%M%S}.backup" if file.is_dir() else file
        if path.exists() and not replace:
            raise Refused(f"“{path}” is there already: choose another name, or say --replace.")
        with _bar("Backing up", copying.count(db.engine)) as bar:
            manifest = copying.back_up(path, settings().link_keys, bar.update)
    size = path.stat().st_size / 1_000_000
    click.echo(f"{path}: {_held(manifest)}, and the link keys, as of {_time(manifest)}; {size:.1f} MB.")


@poste.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask first.")
@click.option("--went-on", is_flag=True, help="The server was paused when FILE was made, and people have played since.")
def restore(file: Path, yes: bool, went_on: bool) -> None:
    """Replace everything by the backup in FILE: into an empty database, or instead of what is there.

    Stop the server first (web, worker, beat, inbox), and start it afterwards. The backup may be of an older version
    (from 1.0 on) and of another kind of database. It is checked before anything is changed, and restored wholly or not
    at all.

    Everybody at a table that goes on is told by one letter what was undone. If the server was paused when the backup
    was made, nothing was: the letter says that it has moved; it says nothing where the server is still paused. Links of
    the backup's time open what they opened then. Windows that were open get the time back that has passed since, as
    after any outage.
    """
    with restoring.checked(file) as found, server_app(creates=True, keys=False, timeouts=LONG).app_context():
        bring_up_to_date()
        _warn_if_it_runs()
        _ask(found.manifest, yes)
        rows = sum(part.rows for part in found.manifest.tables.values())
        with _bar("Restoring", rows) as bar:
            done = restoring.restore(found, progress=bar.update, went_on=went_on)
        state = heartbeat.state()
    click.echo(f"Restored as of {_time(done.manifest)}: {_held(done.manifest)}.")
    click.echo(TOLD[done.kind].format(_number(done.told, "person is", "people are")))
    if done.undone:
        click.echo(f"{_number(done.undone, 'match was', 'matches were')} opened after the backup, and gone with it.")
    if done.erased_again:
        click.echo(f"Erased once more, as after the backup: {_number(len(done.erased_again), 'person', 'people')}.")
    if done.new_keys:
        click.echo("The link keys of the backup were added to link-keys in STATE_DIR.")
    if state is not None and state.paused_at is not None:
        click.echo("The server is paused, as it was then: `poste resume` ends that.")
    click.echo("Start all processes anew. Whom you had erased since on another machine has to be erased again.")


TOLD = {
    restoring.LOST: "{} told by letter what was undone, once worker and beat run.",
    restoring.MOVED: "{} told by letter that the server has moved, once worker and beat run: it was paused when this "
    "backup was made, so that nothing was lost. If people have played since, restore it again with --went-on.",
    "": "The server was paused at the time of this backup, and is still: nothing was undone, and nobody is told.",
}
"""What is said of the people at the tables, by the kind of letter that they get."""


def _warn_if_it_runs() -> None:
    kinds = sorted({process.kind for process in heartbeat.present(clock.now()) if not process.is_gone})
    db.session.rollback()
    if kinds:
        still = f"{', '.join(kinds)} ran a moment ago"
        click.echo(f"poste: {still}: if the server still runs, stop it before you go on.", err=True)


def _ask(manifest: Manifest, yes: bool) -> None:
    now = restoring.present()
    if not now or yes:
        return
    there = f"{_number(now.matches, 'match', 'matches')} and {_number(now.people, 'person', 'people')}"
    click.confirm(f"This replaces {there} by the {_held(manifest)} of {_time(manifest)}. Go on?", abort=True)


def _held(manifest: Manifest) -> str:
    matches, people = manifest.tables["match"].rows, manifest.tables["player"].rows
    return f"{_number(matches, 'match', 'matches')} and {_number(people, 'person', 'people')}"


def _number(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _time(manifest: Manifest) -> str:
    return f"{manifest.taken_at:%Y-%m-%d %H:%M:%S} UTC"


def _bar(label: str, length: int, step: int = 500) -> Any:
    """A progress bar, on a terminal only."""
    hidden = not sys.stderr.isatty()
    return click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden, update_min_steps=step)


@poste.command()
@click.option(
    "--days", type=Duration("days", none=True), metavar="DURATION", default="30 days", show_default=True,
    help="Those that ended so long ago: 7 (days), 2 weeks.",
)  # fmt: skip
def archive(days: timedelta) -> None:
    """Pack the windows of matches that ended long ago into the archive, a table of the same database.

    A worker does so by itself 30 days after the end of a match: this is for whoever wants it sooner. Their pages,
    replays and records are as before, `poste verify` accepts the records, and `poste erase` reaches them. People may
    play meanwhile. Stopped at any time, nothing is lost: run it again.

    PostgreSQL uses the space for new rows by itself; the file of SQLite shrinks by `VACUUM`.
    """
    with server_app().app_context():
        at = clock.now()
        done = 0
        with _bar("Archiving", archiving.count(at, days), 1) as bar:
            while some := archiving.archive_some(at, days):
                done += some
                bar.update(some)
    click.echo(f"{done} match{'es' * (done != 1)} archived." if done else "There is nothing to archive.")
