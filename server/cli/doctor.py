"""poste doctor: check whether everything works, and say what to do if it does not."""

from __future__ import annotations

import sys
from contextlib import closing

import click
import redis
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from .. import clock
from ..app import create_app
from ..config import Variable, masked
from ..paths import MIGRATIONS
from ..post.transports import transport
from ..store import backlog, heartbeat
from .group import explained, poste
from .up import broker_client


@poste.command(short_help="Check everything; exit 1 if something is wrong.")
@explained
def doctor() -> None:
    """Check database, broker, mail, clock, oldest due window and oldest unsent letter; exit 1 if something is wrong."""
    app = create_app()
    checks = (
        ("database", _database), ("broker", _broker_answers), ("mail", _mail), ("clock", _clock),
        ("work", _work), ("clocks", _clocks), ("presence", _presence), ("strangers", _strangers),
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
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    if present != newest:
        raise RuntimeError("has an old schema, or none: run `poste migrate`")
    return f"{db.engine.dialect.name}, schema {newest}, {way()}"


def _broker_answers(app: Flask) -> str:
    try:
        with closing(broker_client(app.extensions["poste"])) as client:
            client.ping()
    except redis.RedisError as error:
        raise RuntimeError("does not answer; is `poste up` running, or BROKER_URL right?") from error
    return "answers"


def _mail(app: Flask) -> str:
    url = app.extensions["poste"].mail_url
    transport(url).check()
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


def _clocks(app: Flask) -> str:
    return heartbeat.checked_clocks(clock.now())


def _presence(app: Flask) -> str:
    return heartbeat.checked_presence(clock.now())


def _strangers(app: Flask) -> str:
    from ..matches.strangers import asked_lately

    most, alarm = asked_lately(clock.now()), app.extensions["poste"].domain_alarm
    if most and most[0][1] > alarm:
        domain, letters = most[0]
        raise RuntimeError(
            f"got {letters} letters at {domain} in a day: is somebody misusing the server? See NEW and DOMAIN_ALARM"
        )
    return f"at most {most[0][1] if most else 0} letters a day to strangers of one mail domain"
