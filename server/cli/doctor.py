"""poste doctor: check whether everything works, and say what to do if it does not."""

from __future__ import annotations

import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from ssl import SSLCertVerificationError
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import click
import orjson
import redis
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from .. import clock
from ..config import Settings, Variable, masked
from ..matches.addresses import checked_address
from ..matches.house_decisions import made_since
from ..matches.strangers import asked_lately
from ..post import breaker, undelivered
from ..post.dns_checks import ABOVE, Inconclusive, is_above
from ..post.inbound import reachable
from ..post.reply_addresses import reaches_operator
from ..post.transports import transport
from ..store import backlog, disk, faults, heartbeat, schema
from ..store.models import Turn, db
from . import doctor_mail
from .duration import Duration
from .group import poste, server_app
from .up import broker_client

LATELY, MANY = timedelta(days=2), 10
"""This many failed letters within this time are more than a few wrong addresses."""
SECONDS, LONGEST = 5.0, 100_000
"""How long the pages may take to answer, and the bytes that are read of it."""


@poste.command()
@click.option(
    "--mail", "address", metavar="ADDRESS", help="Send a letter there too, wait for its reply, and check DNS."
)
@click.option(
    "--wait", type=Duration(), default="10m", show_default=True, metavar="DURATION", help="How long to wait for it."
)
def doctor(address: str | None, wait: timedelta) -> None:
    """Check database, broker, mail, inbox, disk, settings, pages, clock, oldest due window, oldest unsent letter and
    house players; exit 1 if something is wrong. What a line with ? is about could not be checked from here.

    With --mail it also checks what DNS says of the domains that letters are from (MX, SPF, DKIM, DMARC, reverse DNS),
    and that a letter goes out and its reply comes in.
    """
    app = server_app(fit=False)
    settings: Settings = app.extensions["poste"]
    with app.app_context():
        both_ways = () if address is None else doctor_mail.checks(checked_address(address), wait)
    checks = (
        ("database", _database), ("broker", _broker_answers), ("mail", _mail), ("inbox", _inbox), ("disk", _disk),
        ("settings", _settings), ("pages", _pages), ("clock", _clock),
        ("work", _work), ("clocks", lambda _: heartbeat.checked_clocks(clock.now())),
        ("presence", lambda _: heartbeat.checked_presence(clock.now())), ("house", _house), ("strangers", _strangers),
        *both_ways,
    )  # fmt: skip
    wrong = 0
    with app.app_context():
        for name, check in checks:
            try:
                click.echo(f"ok     {name:<9} {check(settings)}")
            except Inconclusive as unknown:
                click.echo(f"?      {name:<9} {unknown}")
            except Exception as trouble:
                wrong += 1
                unread = isinstance(trouble, SQLAlchemyError | schema.WrongSchema)
                click.echo(f"WRONG  {name:<9} {'cannot be told without the database' if unread else trouble}")
    if wrong:
        sys.exit(1)


def _database(settings: Settings) -> str:
    try:
        schema.check(schema.revision_of(db.session.connection()))
        return f"{db.engine.dialect.name}, schema {schema.newest()}"
    except schema.WrongSchema as wrong:
        raise RuntimeError(str(wrong).replace("The database ", "", 1)) from wrong
    except SQLAlchemyError as error:
        raise RuntimeError(faults.fault(error).sentence) from error


def _broker_answers(settings: Settings) -> str:
    try:
        with closing(broker_client(settings)) as client:
            client.ping()
    except redis.RedisError as error:
        raise RuntimeError("does not answer; is `poste up` running, or BROKER_URL right?") from error
    return "answers"


def _mail(settings: Settings) -> str:
    transport(settings.mail_url).check()
    _check_breaker()
    return f"letters go to {masked(Variable('MAIL_URL', '', '', secret=True), settings.mail_url)}"


def _check_breaker() -> None:
    """Raises `RuntimeError` if the mail server refuses everybody, or letters have failed."""
    try:
        relay, failed_lately = breaker.refusing(), len(undelivered.failed(clock.now() - LATELY))
    except SQLAlchemyError:
        db.session.rollback()
        return  # the database check reports it
    if relay is not None:
        raise RuntimeError(
            f"the mail server refuses everybody since {relay.down_since:%Y-%m-%d %H:%M} UTC: “{relay.words}”; letters "
            f"are kept, and one is tried at {relay.retry_at:%H:%M:%S}; at once: `poste letters --again`"
        )
    if failed_lately >= MANY:
        raise RuntimeError(f"{failed_lately} letters bounced in {LATELY.days} days: see `poste letters`")


def _inbox(settings: Settings) -> str:
    where = reachable.check_inbox(settings, clock.now())
    if not settings.inbox_url:
        return f"takes replies {where}"
    reachable.check_mailbox(settings)
    return f"takes replies {where}, and from {urlsplit(settings.inbox_url).hostname}"


def _disk(settings: Settings) -> str:
    left = disk.free(settings.state_dir)
    if left < disk.LOW:
        nearly = "" if left < disk.FULL else "nearly "
        raise RuntimeError(f"is {nearly}full: {left} MB are free at {settings.state_dir}; make room")
    return f"{left} MB are free"


def _settings(settings: Settings) -> str:
    wrong = settings.warnings()
    if settings.weak_keys:
        wrong.append(f"{settings.weak_keys} of LINK_KEYS can be guessed, and open links: take them out when you can")
    if settings.dkim_key and Path(settings.text("DKIM_KEY")).stat().st_mode & 0o077:
        wrong.append("others on this machine can read DKIM_KEY, and sign for you: `chmod 600` it")
    if settings.is_public and settings.local_mail:
        wrong.append("others can come to this server (BIND, BASE_URL), but letters stay here: set MAIL_URL")
    if settings.operator[1] and not reaches_operator():
        wrong.append(
            "OPERATOR is an address of this server itself, and mail to postmaster@ would go round: give another"
        )
    elif settings.is_public and not settings.operator[1] and not settings.inbox_url:
        wrong.append(
            "mail to postmaster@ and abuse@ is refused, which every domain must take: set OPERATOR to an address"
        )
    if settings.inbox_url and not settings.given("MAIL_FROM"):
        wrong.append("INBOX_URL without MAIL_FROM: letters have to be from that mailbox, which takes their replies")
    if wrong:
        raise RuntimeError("; ".join(line.rstrip(".") for line in wrong))
    notes = []
    if not settings.operator[1]:
        notes.append("nobody reads mail to postmaster@ and abuse@: OPERATOR says where it is sent on to")
    if is_above(settings.sender_domain, settings.mail_domain) and not settings.inbox_url:
        notes.append(f"letters are from {settings.sender_domain}, above MAIL_DOMAIN: {ABOVE}")
    return "; ".join(["as they should be", *notes])


def _pages(settings: Settings) -> str:
    """Whether the pages answer where links begin, and PROXIES is as many as there are: they are asked as by a player,
    and say how many passed it on.
    """
    if not _is_served():
        raise Inconclusive("no web process is there that could be asked")
    passed_on = _passed_on(settings)
    if passed_on > settings.proxies:
        raise RuntimeError(
            f"{passed_on} reverse prox{'y passes' if passed_on == 1 else 'ies pass'} requests on (X-Forwarded-For), so "
            f"that all the world counts as one address: set PROXIES={passed_on}"
        )
    if passed_on < settings.proxies:
        raise RuntimeError(
            f"PROXIES is {settings.proxies}, and {passed_on or 'none'} passed a request to BASE_URL on, so that "
            f"whoever likes may claim any address: set PROXIES={passed_on}, or let each proxy add X-Forwarded-For"
        )
    return f"answer at {settings.base_url}"


def _is_served() -> bool:
    """Whether anybody shows pages; the database says so."""
    try:
        return any(one.kind == "web" and not one.is_gone for one in heartbeat.present(clock.now()))
    except SQLAlchemyError:
        db.session.rollback()
        return False  # the check of the database says so


def _passed_on(settings: Settings) -> int:
    """By how many proxies. Raises `RuntimeError` and `Inconclusive`."""
    opener = build_opener(*([ProxyHandler({})] if not settings.is_public else []))
    try:
        with opener.open(f"{settings.base_url}/healthz", timeout=SECONDS) as answer:
            return _forwarded(answer.status, answer.read(LONGEST))
    except HTTPError as error:  # it is not well, and says so, or somebody else answers
        with error:
            return _forwarded(error.code, error.read(LONGEST))
    except OSError as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, SSLCertVerificationError):
            raise RuntimeError(f"browsers refuse the certificate at BASE_URL ({reason.verify_message})") from error
        raise Inconclusive(
            f"nothing answers at BASE_URL from here ({reason}): does the proxy run, and does DNS lead to it? "
            "Some networks reach themselves by no outer address"
        ) from error


def _forwarded(status: int, body: bytes) -> int:
    try:
        return int(orjson.loads(body)["forwarded"])
    except (ValueError, KeyError, TypeError) as error:
        raise RuntimeError(
            f"what answers at BASE_URL (with {status}) is not this server: does the proxy pass requests on to it?"
        ) from error


def _clock(settings: Settings) -> str:
    newest = db.session.scalar(select(func.max(Turn.closed_at)))
    if newest and newest > clock.now():
        raise RuntimeError(f"stands before the newest turn, {newest:%Y-%m-%d %H:%M} UTC: was it set back?")
    return f"{clock.now():%Y-%m-%d %H:%M:%S} UTC"


def _work(settings: Settings) -> str:
    found = backlog.look(clock.now())
    ages = f"oldest due window {found.oldest_due_window:.0f} s, oldest unsent letter {found.oldest_unsent_letter:.0f} s"
    if not found.well(settings.sweep_seconds):
        raise RuntimeError(f"is late: {ages}; is the worker running?")
    return ages


def _house(settings: Settings) -> str:
    made, fell_back = made_since(clock.now() - clock.DAY)
    if not made:
        return "no strong house player has answered in the last day"
    share = f"{100 * fell_back / made:.0f} in 100 ({fell_back} of {made})"
    return f"{share} decisions of strong house players fell back to steady in the last day"


def _strangers(settings: Settings) -> str:
    most = asked_lately(clock.now())
    if most and most[0][1] > settings.domain_alarm:
        domain, letters = most[0]
        raise RuntimeError(
            f"got {letters} letters at {domain} in a day: is somebody misusing the server? See NEW and DOMAIN_ALARM"
        )
    letters = most[0][1] if most else 0
    return f"at most {letters} letter{'s' * (letters != 1)} a day to strangers of one mail domain"
