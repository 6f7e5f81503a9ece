"""The heartbeat: whether the server was there all the time, whether it is paused, and whose clock is wrong.

The server is there while somebody looks for due work (windows, reminders, letters) and, where web processes have ever
reported, one of them still does: a player needs both the letters and the pages. The last such time is kept in the
database. When it lies more than `SHORT` back, nothing is closed, reminded or sent until the outage is noted and each
window has got its time back (`server.matches.outages`). The database decides all this, so any process may do any of it.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from flask import Flask
from sqlalchemy import Connection, delete, exists, func, select
from sqlalchemy.exc import SQLAlchemyError

from .. import clock, program
from . import fingerprint, forking
from .database_clock import measure_here
from .models import Outage, Process, Service, db
from .session import transaction

SHORT = timedelta(minutes=10)
"""An outage up to this long changes nothing: an ordinary deploy, or a restart."""
EVERY = timedelta(seconds=30)
"""The heartbeat is written at most this often."""
REPORT = 60.0
"""Seconds between two reports of a process."""
PRESENT = timedelta(seconds=150)
"""A process that reported within this time is taken to be there."""
KNOWN = timedelta(hours=1)
"""Reports older than this are dropped when another process of the kind reports."""
NEEDED = {"web": "no page is shown", "worker": "no window closes and no letter leaves"}
"""The processes without which the server is none, and what their lack means."""
SKEWED = 5.0
"""Seconds by which a clock may differ from the database's before the operator is told."""

log = structlog.get_logger()


# The state of the server -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """The row of `Service`, and whether the time of an outage is still being given back."""

    beat_at: datetime
    paused_at: datetime | None
    back_at: datetime | None
    why: str | None
    unsettled: bool


_STATE = select(
    Service.beat_at, Service.paused_at, Service.back_at, Service.why,
    exists(select(Outage.id).where(Outage.settled_at.is_(None))).label("unsettled"),
).where(Service.id == 1)  # fmt: skip


def state(connection: Connection | None = None) -> State | None:
    """The state of the server now, read on the session's connection or another one; ``None`` if there is none yet."""
    row = (connection or db.session).execute(_STATE).one_or_none()
    return State(*row) if row else None


def held(at: datetime) -> bool:
    """Whether no window may be closed and no letter may leave: the server is paused, or the time of an outage has not
    been given back. Read in the transaction that would close or send.
    """
    now = state()
    return now is not None and (now.paused_at is not None or now.unsettled or at - now.beat_at > SHORT)


def beat(at: datetime) -> None:
    """Note that due work is looked for now; note an outage if nobody has done so, or served pages, for too long."""
    now = state()
    if now is None or (now.paused_at is None and not timedelta() <= at - now.beat_at < EVERY):
        measure_here()
        _beat(at)


@transaction
def _beat(at: datetime) -> None:
    service = _service(at)
    if service.paused_at is None:
        _notice(service, at)


def _service(at: datetime) -> Service:
    """The one row, locked; made if there is none."""
    service = db.session.scalar(select(Service).where(Service.id == 1).with_for_update())
    if service is None:
        service = Service(id=1, beat_at=at)
        db.session.add(service)
        db.session.flush()
    return service


def _notice(service: Service, at: datetime) -> None:
    """Move the heartbeat to the last time at which the server was there; if that is now, note the outage before it."""
    pages = db.session.scalar(select(func.max(Process.seen_at)).where(Process.kind == "web"))
    there = at if pages is None or at - pages <= PRESENT else pages
    if there == at and at - service.beat_at > SHORT:
        db.session.add(Outage(began_at=service.beat_at, ended_at=at))
        log.warning("outage.noticed", seconds=round((at - service.beat_at).total_seconds()))
    if there == at or timedelta() < there - service.beat_at <= SHORT:
        service.beat_at = there


def away(since: datetime) -> timedelta:
    """How long of the time since then the server was away or paused, as far as that is over."""
    over = db.session.execute(select(Outage.began_at, Outage.ended_at).where(Outage.ended_at > since)).all()
    return sum((one.ended_at - max(one.began_at, since) for one in over), timedelta())


@transaction
def pause(at: datetime, back_at: datetime | None = None, why: str | None = None) -> datetime:
    """Stop the clocks of all matches until `resume`. Returns since when; pausing again changes what people are told."""
    service = _service(at)
    if service.paused_at is None:
        _notice(service, at)
        service.paused_at = at
    service.back_at, service.why = back_at, why
    return service.paused_at


@transaction
def resume(at: datetime) -> timedelta | None:
    """End a pause. Returns how long it was, or ``None`` if there was none. The time is given back by the next sweep."""
    service = _service(at)
    if service.paused_at is None:
        return None
    began, ended = service.paused_at, max(at, service.paused_at)
    db.session.add(Outage(began_at=began, ended_at=ended, paused=True))
    service.beat_at, service.paused_at, service.back_at, service.why = ended, None, None, None
    return ended - began


# Processes -------------------------------------------------------------------------------------------------------


def report(kind: str, pid: int, used: str = "") -> None:
    """Note that this process is there, how its clock stands to the database's, and what it uses (`fingerprint`)."""
    measure_here()
    _report(kind, ":".join(filter(None, (kind, machine(), str(pid), used))), clock.now())


def machine() -> str:
    """The name of this machine, as processes report it."""
    return socket.gethostname()[:60]


@transaction
def _report(kind: str, name: str, at: datetime) -> None:
    skew = round(clock.ahead().total_seconds(), 3)
    own = db.session.get(Process, name)
    if own is None:
        db.session.add(Process(id=name, kind=kind, seen_at=at, skew=skew))
    else:
        own.seen_at, own.skew = at, skew
    db.session.execute(delete(Process).where(Process.kind == kind, Process.id != name, Process.seen_at < at - KNOWN))


def keep_reporting(app: Flask, kind: str) -> None:
    """Report this process every minute from now on, in a thread of its own."""
    threading.Thread(target=_keep_reporting, args=(app, kind), daemon=True, name="report").start()


def _keep_reporting(app: Flask, kind: str) -> None:
    left, told = "", 0
    while True:
        try:
            with forking.no_fork(), app.app_context():
                left = left or fingerprint.leave()
                report(kind, os.getpid(), left)
                db.session.remove()
        except (SQLAlchemyError, OSError) as error:  # the database is away, or the disk full: the next one may do
            log.warning("report.lost", kind=kind, error=type(error).__name__)
        told = _tell_of_changed_files(kind, told)
        time.sleep(REPORT)


def _tell_of_changed_files(kind: str, told: int) -> int:
    """Log that files of the program were changed since this process was started, unless it was told of so many.
    Returns how many were."""
    files = program.changed()
    if len(files) > told:
        log.warning("program.changed", kind=kind, files=len(files), advice="restart the server: the old program runs")
    return len(files)


# What is said about it -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """A process that is there. ``fingerprint``: what it uses (`server.store.fingerprint`), if it has said. ``skew``:
    seconds by which its machine's clock is ahead of the database's.
    """

    kind: str
    machine: str
    pid: int
    fingerprint: str
    skew: float

    @property
    def name(self) -> str:
        """What the process is called where people read of it."""
        return f"{self.kind}:{self.machine}:{self.pid}"

    @property
    def is_gone(self) -> bool:
        """Whether it ran on this machine, and runs no more."""
        if self.machine != machine():
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass  # it is somebody else's
        return False


def present(at: datetime) -> Sequence[Report]:
    """The processes that have reported lately, by name."""
    rows = db.session.execute(
        select(Process.id, Process.skew).where(Process.seen_at > at - PRESENT).order_by(Process.id)
    )
    return [_read(*row) for row in rows]


def _read(id: str, skew: float) -> Report:
    kind, machine, pid, *left = id.split(":")
    return Report(kind, machine, int(pid), "".join(left), skew)


def status(at: datetime) -> str:
    """``running``, ``paused``, ``away`` (nobody sweeps or serves pages), or ``giving time back`` after either."""
    now = state()
    if now is None or not held(at):
        return "running"
    return "paused" if now.paused_at else "away" if at - now.beat_at > SHORT else "giving time back"


def checked_clocks(at: datetime) -> str:
    """What doctor says about the clocks of the processes. Raises `RuntimeError` if one is wrong."""
    reported = present(at)
    wrong = [f"{one.name} by {one.skew:+.1f} s" for one in reported if abs(one.skew) > SKEWED]
    if wrong:
        raise RuntimeError(
            f"differs from the database’s in {', '.join(wrong)}: let NTP set the clocks of these machines. "
            "Deadlines go by the database’s."
        )
    there = [one for one in reported if not one.is_gone]
    if not there:
        return "no process runs, so that none can be compared"
    return f"{len(there)} process{'es' * (len(there) != 1)}, all within {SKEWED:g} s of the database’s"


def checked_presence(at: datetime) -> str:
    """What doctor says about the heartbeat. Raises `RuntimeError` if the server is paused or was not there lately, or
    if a process is not there that is needed.
    """
    now, reported = state(), present(at)
    if now is None and not any(one.kind in NEEDED for one in reported):
        return "never yet; it begins with `poste up`, or the first worker and beat"
    if now is not None and now.paused_at is not None:
        raise RuntimeError(f"paused since {now.paused_at:%Y-%m-%d %H:%M} UTC: end it with `poste resume`")
    if now is not None and at - now.beat_at > SHORT:
        raise RuntimeError(
            f"away since {now.beat_at:%Y-%m-%d %H:%M} UTC: no window closes until worker, beat and web all run"
        )
    _check_processes(reported)
    if now is None:
        return "not yet; it begins with the first sweep of the worker"
    return (
        "giving time back after an outage" if now.unsettled else f"there {(at - now.beat_at).total_seconds():.0f} s ago"
    )


def _check_processes(reported: Sequence[Report]) -> None:
    """Raises `RuntimeError` if there is none of a kind that is needed, or none any more of a kind that ran here."""
    there = {one.kind for one in reported if not one.is_gone}
    gone = {one.kind for one in reported} - there
    if gone:
        raise RuntimeError(
            f"{' and '.join(sorted(gone))} ran here a moment ago, and {'runs' if len(gone) == 1 else 'run'} no more: "
            "the log says why; start the server again"
        )
    for kind, means in NEEDED.items():
        if kind not in there:
            raise RuntimeError(f"no {kind} runs, so {means}: start `poste up`, or the {kind} of the Procfile")
