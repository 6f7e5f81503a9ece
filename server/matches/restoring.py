"""Restoring a backup: everything is as it was when the backup was made, and every table is told what was undone.

Nothing was undone if nobody could play after it: the backup was made while the server was paused, and the server is
still, or it is restored elsewhere. People are told that it has moved, then, or nothing.

The rows are replaced, and the letters that say so are written, in one transaction: killed before its end, nothing has
happened. The keys that sign links are taken over before that, beside those of now, so that links of both times open.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select, update

from .. import clock
from ..app import create_app
from ..config import Settings, settings
from ..store import archive, copying, schema
from ..store.archive import Archive, BadBackup, Manifest
from ..store.copying import Progress, Source
from ..store.database_secrets import kept_secret
from ..store.models import (
    CHAIRS,
    INVITED,
    MATCHES,
    PLAYERS,
    PLAYING,
    Erased,
    InboundMail,
    Letter,
    NeverWrite,
    Notice,
    Player,
    Remark,
    Service,
    db,
)
from ..store.one_match import people_where
from ..store.session import how_many, in_session, run
from ..store.timeouts import LONG
from . import erasing, letters
from .talking import NEWS

LOST, MOVED = "restored", "moved"
"""The kinds of letters that tell people that something was undone, or that nothing was."""
MOVES = 1_000
"""What is added to the count of a deadline's changes: calendars ignore an event whose count is lower than before, and
hardly any deadline has changed more often since the backup."""
UNDONE = "The server went back to a backup of {when}: whatever was played, said or agreed here after that is undone."
SENTENCE = (
    "The server has lost what happened since {when}, and went back to its backup of then. Whatever you have answered, "
    "said or agreed after that is undone, and what others have, too. Letters and pages of that time are not true any "
    "more, and links and reply addresses that came after it open nothing."
)
ELSEWHERE = (
    "The server has moved to {url}. Everything is as it was when the old one was paused ({when}). Links of earlier "
    "letters begin with the old address: use those below. If you have answered by mail since then, please look whether "
    "your answer has come along."
)
SAME_ADDRESS = (
    "The server has moved, and its address has not changed. Everything is as it was when the old one was paused "
    "({when}). If you have answered by mail since then, please look whether your answer has come along."
)
BATCH = 500


@dataclass(frozen=True)
class Restored:
    """What was restored. ``undone``: matches that were here before, and that the backup does not know. ``kind``: of the
    letter to the people who are told, `LOST` or `MOVED`; empty if there is nothing to tell.
    """

    manifest: Manifest
    matches: int
    people: int
    told: int
    undone: int
    new_keys: bool
    kind: str
    erased_again: tuple[str, ...] = ()


@dataclass(frozen=True)
class Present:
    """What is in the database now, and would be replaced."""

    matches: int
    people: int

    def __bool__(self) -> bool:
        return bool(self.matches or self.people)


def present() -> Present:
    """What a restored backup would replace."""
    found = Present(how_many(MATCHES), how_many(PLAYERS))
    db.session.rollback()
    return found


@contextmanager
def checked(path: Path) -> Iterator[Archive]:
    """A backup that can be restored by this version. Raises `BadBackup`, or `OSError`."""
    with archive.reading(path) as backup:
        if schema.is_former(backup.manifest.schema):
            raise BadBackup(f"This backup is from before version 1.0, and was not restored: {schema.FORMER}")
        if backup.manifest.schema not in schema.known():
            raise BadBackup(
                f"This backup was made by a newer version ({backup.manifest.version}, schema {backup.manifest.schema}; "
                f"this one knows {schema.newest()}): install that version."
            )
        yield backup


def restore(
    backup: Archive, at: datetime | None = None, progress: Progress = copying.no_progress, *, went_on: bool = False
) -> Restored:
    """Replace everything by a backup that was checked. Raises `BadBackup`, `Misconfigured`, and those of SQLAlchemy.

    ``went_on``: people have played on the server after the backup, even if it was paused then. Whoever was erased here
    since the backup is erased again, and who never wants letters again still does not.
    """
    at = at or clock.now()
    with _up_to_date(backup) as source:
        new_keys = settings().take_over_link_keys(backup.keys())
        done = in_session(lambda: _restore(source, backup.manifest, at, progress, new_keys, went_on))
    return Restored(**{**vars(done), "erased_again": tuple(erasing.erase_again(at))})


# The schema ----------------------------------------------------------------------------------------------------------


@contextmanager
def _up_to_date(backup: Archive) -> Iterator[Source]:
    """The rows of a backup with the schema of this version. An older one is migrated in a file of its own first."""
    if backup.manifest.schema == schema.newest():
        _check_tables(backup.manifest)
        yield backup.rows
        return
    folder = settings().state_dir / "restoring"
    shutil.rmtree(folder, ignore_errors=True)  # left by a restore that was killed
    folder.mkdir(mode=0o700)
    try:
        file = folder / "older.sqlite"
        _migrate(backup, file)
        with copying.migrated(file) as source:
            yield source
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _check_tables(manifest: Manifest) -> None:
    wanted = {table.name: {column.name for column in table.columns} for table in copying.tables()}
    if {name: set(part.columns) for name, part in manifest.tables.items()} != wanted:
        raise BadBackup("This backup was made by another version with the same schema: its tables are not ours.")


def _migrate(backup: Archive, file: Path) -> None:
    """Put the rows of a backup into a SQLite file with its own schema, and bring that up to date."""
    app = create_app(Settings({**settings().environ, "DATABASE_URL": f"sqlite:///{file}"}), timeouts=LONG)
    with app.app_context():
        try:
            schema.upgrade(backup.manifest.schema)
            copying.unpack(backup, file)
            schema.upgrade()
        finally:
            db.session.remove()
            db.engine.dispose()


# The rows ------------------------------------------------------------------------------------------------------------


def _restore(
    source: Source, manifest: Manifest, at: datetime, progress: Progress, new_keys: bool, went_on: bool
) -> Restored:
    """Replace everything, and tell all tables. Must run inside a transaction."""
    before, wishes = set(db.session.scalars(select(MATCHES.c.id))), _wishes()
    paused_at, mails = _paused_at(), db.session.scalar(select(func.max(InboundMail.received_at)))
    db.session.expire_all()
    copying.load(db.session.connection(), source, manifest.taken_at, progress)
    _keep_wishes(wishes)
    now = set(db.session.scalars(select(MATCHES.c.id)))
    if went_on or _paused_at() is None:
        kind = LOST
    elif not before & now:
        kind = MOVED
    else:  # into the database that it is of
        kind = LOST if paused_at != _paused_at() or (mails and mails > manifest.taken_at) else ""
    _begin_anew(at, kind)
    told = _tell(kind, manifest, at) if kind else 0
    return Restored(manifest, len(now), how_many(PLAYERS), told, len(before - now), new_keys, kind)


def _paused_at() -> datetime | None:
    """Since when the server is paused, by the database as it is."""
    return db.session.scalar(select(Service.paused_at))


WISHES: tuple[type[NeverWrite] | type[Erased], ...] = (NeverWrite, Erased)
"""What people have wished for, as hashes keyed with a secret: those of now stay."""
_Wishes = tuple[str | None, list[list[dict[str, Any]]]]


def _wishes() -> _Wishes:
    """The secret, and the rows of each table."""
    tables = (db.session.execute(select(model.__table__)).mappings() for model in WISHES)
    return kept_secret("addresses"), [[dict(row) for row in rows] for rows in tables]


def _keep_wishes(wishes: _Wishes) -> None:
    key, kept = wishes
    if key is None or key != kept_secret("addresses"):
        return  # another server's, or none: these hashes would mean nothing
    for model, rows in zip(WISHES, kept, strict=True):
        known = set(db.session.scalars(select(model.address_hash)))
        new = [row for row in rows if row["address_hash"] not in known]
        if new:
            db.session.execute(insert(model), new)


def _begin_anew(at: datetime, kind: str) -> None:
    """Let nobody's mail program or calendar take what comes now for something that it has seen."""
    waiting = update(Letter).where(Letter.due_at.is_not(None)).values(restored_at=at)
    alive = update(MATCHES).where(MATCHES.c.status.in_((PLAYING, INVITED)))
    told = update(Notice).where(Notice.due_at.is_not(None)).values(due_at=None, dropped_at=at)
    tidied = update(Service).values(tidied_at=None)  # the next sweep looks for who has to be erased again
    dropped = (told,) if kind == LOST else ()  # the letters say it
    for change in (waiting, alive.values(moves=MATCHES.c.moves + MOVES, moved_at=at), *dropped, tidied):
        run(change)


# Telling -------------------------------------------------------------------------------------------------------------


def _tell(kind: str, manifest: Manifest, at: datetime) -> int:
    """Say it in one letter to each person. Returns how many people are told."""
    sentence, since = SENTENCE, manifest.taken_at
    if kind == LOST:
        _tell_tables(since, at)
    else:
        is_elsewhere = manifest.base_url not in ("", settings().base_url)
        sentence, since = ELSEWHERE if is_elsewhere else SAME_ADDRESS, _paused_at() or since
    told = 0
    for player in _people():
        said = sentence.format(when=clock.told(since, player.zone, at), url=settings().base_url)
        told += letters.write_to_player(player, kind, at, at.isoformat(), sentence=said)
    return told


def _tell_tables(since: datetime, at: datetime) -> None:
    line = UNDONE.format(when=clock.told(since, None, at))
    hosts = select(MATCHES.c.id, MATCHES.c.ply, CHAIRS.c.id.label("chair_id"), CHAIRS.c.name).join(CHAIRS)
    begun = hosts.where(MATCHES.c.status.in_((PLAYING, INVITED)), CHAIRS.c.seat == 0).order_by(MATCHES.c.id)
    for some in db.session.execute(begun).partitions(BATCH):
        lines = [
            {"match_id": row.id, "chair_id": row.chair_id, "player_id": None, "name": row.name, "kind": NEWS,
             "ply": row.ply, "at": at, "text": line}
            for row in some
        ]  # fmt: skip
        db.session.execute(insert(Remark), lines)


def _people() -> list[Player]:
    """Who sits in a match that goes on, and wants letters."""
    seated = select(CHAIRS.c.player_id).join(MATCHES).where(MATCHES.c.status.in_((PLAYING, INVITED)))
    seated = seated.where(CHAIRS.c.accepted_at.is_not(None), CHAIRS.c.stopped_at.is_(None))
    return people_where(PLAYERS.c.id.in_(seated), PLAYERS.c.stopped_at.is_(None))
