"""Backups: one moment, on either database, restored wholly or not at all, and told at every table."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from server import clock, deal, links, matches
from server.config import Misconfigured, Settings
from server.matches import erasing, restoring
from server.paths import ROOT
from server.post import outbox
from server.store import archive, copying, heartbeat, schema
from server.store.archive import BadBackup
from server.store.ballots import Appointment, Ballot, Claims, Motion
from server.store.columns import Structured
from server.store.models import CANCELLED, INVITED, MATCHES, OVER, PLAYERS, PLAYING, InboundMail, Letter, Remark, db
from server.store.one_match import one_match, one_player
from server.store.session import transaction
from server.web import create_web
from tests.cast import (
    NAMES,
    address,
    again,
    all_matches,
    guests,
    letters,
    open_match,
    open_table,
    seal_for_everybody,
    seals,
    seat,
    some_answer,
)
from tests.conftest import empty
from tests.services import link_key
from tests.store.test_old_databases import Nowhere

pytestmark = pytest.mark.usefixtures("app")
NEWEST = f'"{schema.newest()}"'.encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a backup is written."""
    return tmp_path / "poste.backup"


@pytest.fixture
def elsewhere(settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Another server, with the other kind of database, and link keys of its own, in a file."""
    if settings.embedded_database:
        url = request.getfixturevalue("migrated_postgres")
    else:
        shutil.copy(request.getfixturevalue("migrated_sqlite"), tmp_path / "other.sqlite")
        url = f"sqlite:///{tmp_path / 'other.sqlite'}"
    given = {**settings.environ, "DATABASE_URL": url, "STATE_DIR": str(tmp_path / "other")}
    application = create_web(Settings({name: value for name, value in given.items() if name != "LINK_KEYS"}))
    with application.app_context():
        empty()
        db.session.remove()
    yield application
    with application.app_context():
        db.session.remove()
        db.engine.dispose()


def some_of_all(tables: int) -> None:
    """Matches in all states."""
    drawn, numbers = Random(7), count()
    for number in range(tables):
        two = [NAMES[next(numbers) % 6], NAMES[(next(numbers) + 2) % 6]]
        two = two if two[0] != two[1] else ["Ada", "Farid"]
        match = open_match("titro", {"rounds": 5}, guests(*two), at=clock.now())
        if number % 5 == 0:
            continue
        for chair in match.chairs:
            matches.accept(chair.id, at=clock.now())
        seals(match, two[0], some_answer(match, two[0], drawn), clock.now())
        if number % 5 == 1:
            matches.resign(match.chairs[1].id, clock.now())
            matches.rematch(match.chairs[1].id, clock.now())
        if number % 5 == 2:
            matches.say(match.chairs[0].id, "Hello", at=clock.now())
            all_are_asked(match.id)
    declined = open_match("titro", {}, guests("Ada", "Bruno"), at=clock.now())
    matches.decline(declined.chairs[0].id, clock.now())


@transaction
def all_are_asked(match_id: str) -> None:
    """Each ballot there is is open at a table, and somebody has said a word."""
    match, at = one_match(match_id), clock.now()
    said = match.chairs[:1]
    match.motion = Motion(what="end").saying(False, said)
    match.appointment = Appointment(by=0, starts=at, ends=at, changed_at=at).saying(True, said)
    match.claims = Claims(deal="1/1", seats=(1,), stands="asked", at=at).saying(True, said)
    match.judgement = Ballot[str]().saying("wait", said)


def rows() -> dict[str, list[dict[str, Any]]]:
    """All that is copied, in order."""
    db.session.rollback()
    with db.engine.connect() as connection:
        return {table.name: list(copying._rows(connection, table)) for table in copying.tables()}


def back_up(file: Path, progress: copying.Progress = copying.no_progress) -> archive.Manifest:
    from server.config import settings

    return copying.back_up(file, settings().link_keys, progress)


def restore(file: Path, progress: copying.Progress = copying.no_progress) -> restoring.Restored:
    with restoring.checked(file) as found:
        return restoring.restore(found, progress=progress)


@contextmanager
def inside(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield
        db.session.remove()


@pytest.mark.both_databases
def test_every_row_is_the_same_in_the_other_kind_of_database(file: Path, elsewhere: Flask) -> None:
    some_of_all(5)
    outbox.deliver(clock.now(), way_out=Nowhere())
    before = rows()
    assert {match["status"] for match in before["match"]} == {PLAYING, INVITED, OVER, CANCELLED}
    for column in MATCHES.c:
        if isinstance(column.type, Structured):
            assert any(match[column.name] for match in before["match"]), column
    copied: list[int] = []
    manifest = back_up(file, copied.append)
    assert sum(copied) == copying.count(db.engine)
    assert {name: part.rows for name, part in manifest.tables.items()} == {n: len(all_) for n, all_ in before.items()}
    with inside(elsewhere), archive.reading(file) as found:
        with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
            copying.load(connection, found.rows, manifest.taken_at)
        assert rows() == before


@pytest.mark.both_databases
def test_matches_play_on_links_open_and_records_verify_on_another_machine(file: Path, elsewhere: Flask) -> None:
    some_of_all(5)
    tokens = {chair.id: links.seat_token(chair) for match in all_matches() for chair in match.chairs}
    stood = {match.id: (match.status, match.ply) for match in all_matches()}
    back_up(file)
    with inside(elsewhere):
        done = restore(file)
        assert (done.matches, done.new_keys, done.undone) == (len(stood), True, 0)
        assert {match.id: (match.status, match.ply) for match in all_matches()} == stood
        for number, token in tokens.items():
            assert matches.chair_by_token(token).id == number
        for match in all_matches():
            if match.status == OVER:
                deal.verify(matches.record_of(match))  # type: ignore[arg-type]
            if match.status == PLAYING:
                seal_for_everybody(match, clock.now())
                assert again(match).ply > stood[match.id][1]
        matches.sweep(clock.now())
        assert outbox.deliver(clock.now(), way_out=Nowhere()) > 0


@pytest.mark.both_databases
def test_a_backup_is_one_moment_while_others_write(file: Path, app: Flask) -> None:
    some_of_all(5)
    before = rows()
    wrote: list[str] = []

    def write() -> None:
        with app.app_context():
            wrote.append(open_table("Edda", "Farid", at=clock.now()).id)
            db.session.remove()

    def meanwhile(_: int) -> None:
        if len(wrote) < 3:
            writer = threading.Thread(target=write)
            writer.start()
            writer.join()

    copying.back_up(file, ["k"], meanwhile)
    assert len(wrote) == 3
    with archive.reading(file) as found:
        assert {name: list(found.rows(name)) for name in found.manifest.tables} == before


def test_a_backup_that_is_stopped_leaves_no_file(file: Path) -> None:
    some_of_all(2)

    def stopped(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copying.back_up(file, ["k"], stopped)
    assert list(file.parent.glob("*.backup*")) == []


def test_only_its_owner_can_read_it(file: Path) -> None:
    back_up(file)
    assert file.stat().st_mode & 0o777 == 0o600


# What was undone -----------------------------------------------------------------------------------------------------


def test_tables_are_told_what_was_undone_once_by_letters_that_are_no_old_ones(file: Path) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    back_up(file)
    outbox.deliver(clock.now(), way_out=Nowhere())
    ids = {one.message_id for one in letters(match, "turn")}
    seal_for_everybody(match, clock.now())
    assert again(match).ply == 1

    done = restore(file)

    assert done.told == 2
    assert again(match).ply == 0
    [news] = db.session.scalars(select(Remark.text).where(Remark.match_id == match.id))
    assert "went back to a backup of" in news
    matches.sweep(clock.now())
    outbox.deliver(clock.now(), way_out=Nowhere())
    db.session.rollback()
    told = db.session.scalars(select(Letter).where(Letter.kind == "restored")).all()
    readers = [one_player(one.player_id).email for one in told]
    assert sorted(readers) == [address("Ada"), address("Bruno")]
    assert all(one.sent_at for one in told)
    again_sent = {one.message_id for one in letters(again(match), "turn")}
    assert len(again_sent) == 2
    assert not ids & again_sent
    seal_for_everybody(match, clock.now())
    outbox.deliver(clock.now(), way_out=Nowhere())
    assert len({one.message_id for one in letters(again(match), "turn")}) == 4


def test_play_is_called_lost_only_where_it_can_be(file: Path, elsewhere: Flask) -> None:
    """A server that was paused when the backup was made, and is still, or is now elsewhere, has lost nothing."""
    match = open_table("Ada", "Bruno", at=clock.now())

    def told(file: Path, went_on: bool = False) -> str:
        with restoring.checked(file) as found:
            done = restoring.restore(found, went_on=went_on)
        kinds = set(db.session.scalars(select(Letter.kind).where(Letter.match_id.is_(None))))
        news = set(db.session.scalars(select(Remark.kind).where(Remark.match_id == match.id)))
        assert (done.told, kinds, bool(news)) == (
            (2, {done.kind}, done.kind == restoring.LOST) if done.kind else (0, set(), False)
        )
        db.session.rollback()
        return done.kind

    running, paused = file.with_name("running"), file.with_name("paused")
    back_up(running)
    heartbeat.pause(clock.now())
    back_up(paused)
    assert told(paused) == ""
    assert told(running) == restoring.LOST
    with inside(elsewhere):
        assert told(running) == restoring.LOST
        empty()
        assert told(paused) == restoring.MOVED
        assert told(paused, went_on=True) == restoring.LOST
        empty()
        for url, said in ((None, "its address has not changed"), ("https://new.example.org", "moved to https://new.")):
            settings = elsewhere.extensions["poste"]
            elsewhere.extensions["poste"] = Settings({**settings.environ, **({"BASE_URL": url} if url else {})})
            empty()
            assert told(paused) == restoring.MOVED
            [sentence, _] = [
                one["sentence"] for one in db.session.scalars(select(Letter.facts).where(Letter.kind == "moved"))
            ]
            assert said in sentence

    assert told(paused) == restoring.LOST  # it was running
    assert told(paused) == ""
    came_by_mail(clock.now())
    assert told(paused) == restoring.LOST
    heartbeat.resume(clock.now())
    heartbeat.pause(clock.now())
    assert told(paused) == restoring.LOST


@transaction
def came_by_mail(at: datetime) -> None:
    row = InboundMail(identity="a", purpose="seat", sender="ada@example.org", raw=b"", received_at=at)
    db.session.add(row)


def test_the_letter_says_how_the_tables_stand(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_table("Ada", "Bruno", at=clock.now())
    back_up(file)
    restore(file)
    matches.sweep(clock.now())
    sent: list[Any] = []
    way_out = Nowhere()
    monkeypatch.setattr(way_out, "send", lambda message, sender, to: sent.append(message))
    outbox.deliver(clock.now(), way_out=way_out)
    [letter, _] = [message for message in sent if message["X-Poste-Kind"] == "restored"]
    text = " ".join(letter.get_payload(0).get_payload(decode=True).decode().split())
    assert letter["Subject"] == "Some of your play was lost"
    assert "The server has lost what happened since" in text
    assert "Titro with" in text
    assert "/s/" in text


def test_who_is_told_of_the_backup_gets_no_second_letter_about_the_time(file: Path) -> None:
    began = clock.now() - timedelta(days=1)
    match = open_table("Ada", "Bruno", at=began)
    heartbeat.transaction(lambda: setattr(heartbeat._service(began), "beat_at", began))()
    closes_at = again(match).closes_at
    back_up(file)
    restore(file)
    matches.sweep(clock.now())
    assert again(match).closes_at > closes_at
    db.session.rollback()
    kinds = list(db.session.scalars(select(Letter.kind).where(Letter.match_id.is_(None))))
    assert sorted(kinds) == ["restored", "restored"]


@pytest.mark.both_databases
def test_what_was_given_out_after_the_backup_never_opens_what_comes_later(file: Path, elsewhere: Flask) -> None:
    """Nor on another machine, which does not know what was given out."""
    open_table("Ada", "Bruno", at=clock.now())
    back_up(file)
    lost = open_table("Chiara", "Dmitri", at=clock.now())
    tokens = [links.seat_token(chair) for chair in lost.chairs]
    me = links.me(seat(lost, "Chiara").player).rpartition("/")[2]  # type: ignore[arg-type]

    def opens_nothing(undone: int) -> None:
        assert restore(file).undone == undone
        open_table("Edda", "Farid", at=clock.now())
        for token in tokens:
            with pytest.raises(matches.Unknown):
                matches.chair_by_token(token)
        with pytest.raises(matches.Unknown):
            matches.me_by_token(me)

    with inside(elsewhere):
        opens_nothing(undone=0)
    opens_nothing(undone=1)


def test_who_never_wants_letters_again_and_who_was_erased_stay_so(file: Path) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    bruno = seat(match, "Bruno").player_id
    assert bruno is not None
    back_up(file)
    matches.never_write(bruno)
    erasing.erase(address("Ada"))
    done = restore(file)
    assert done.erased_again == (address("Ada"),)
    assert [chair.name for chair in again(match).chairs] == ["Somebody", "Bruno"]
    told = select(Letter.player_id).where(Letter.kind == "restored", Letter.dropped_at.is_(None))
    assert bruno not in db.session.scalars(told).all()
    assert db.session.scalar(select(PLAYERS.c.id).where(PLAYERS.c.email == address("Ada"))) is None


# What goes wrong -----------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_restore_that_is_stopped_has_done_nothing(file: Path) -> None:
    some_of_all(3)
    back_up(file)
    open_table("Edda", "Farid", at=clock.now())
    before, steps = rows(), count()

    def stopped(_: int) -> None:
        if next(steps) == 5:
            raise KeyboardInterrupt

    with restoring.checked(file) as found, pytest.raises(KeyboardInterrupt):
        restoring.restore(found, progress=stopped)
    assert rows() == before


KILLED = """
import os, signal, sys
from pathlib import Path
from server.app import create_app
from server.matches import restoring
from server.store.timeouts import LONG
left = int(sys.argv[2])
def progress(rows):
    global left
    left -= rows
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
with create_app(timeouts=LONG).app_context(), restoring.checked(Path(sys.argv[1])) as found:
    restoring.restore(found, progress=progress)
"""


@pytest.mark.both_databases
def test_a_restore_that_is_killed_has_done_nothing(file: Path, settings: Settings) -> None:
    some_of_all(3)
    back_up(file)
    open_table("Edda", "Farid", at=clock.now())
    before = rows()
    environ = {**os.environ, **settings.environ}
    command = [sys.executable, "-c", KILLED, str(file), "30"]
    ran = subprocess.run(command, env=environ, cwd=ROOT, capture_output=True, timeout=120)
    assert ran.returncode == -9, ran.stderr
    assert rows() == before
    restore(file)
    assert len(all_matches()) == len(before["match"]) - 1


def altered(file: Path, part: str, change: Callable[[bytes], bytes]) -> Path:
    """The same backup, but for one part."""
    other = file.with_name("altered.backup")
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(other, "w") as copy:
        for name in whole.namelist():
            content = whole.read(name)
            copy.writestr(name, change(content) if name == part else content)
    return other


def test_a_backup_that_is_not_as_it_was_written_changes_nothing(file: Path, subtests: pytest.Subtests) -> None:
    open_table("Ada", "Bruno", at=clock.now())
    back_up(file)
    before = rows()
    for part, change, complaint in [
        ("tables/chair.jsonl", lambda content: content.replace(b"Bruno", b"Bruna"), "damaged: tables/chair.jsonl"),
        ("tables/player.jsonl", lambda content: content[:-10], "damaged: tables/player.jsonl"),
        ("link-keys", lambda content: b"another\n", "damaged: link-keys"),
        ("manifest.json", lambda content: content.replace(b'"format": 1', b'"format": 7'), "format 7"),
        ("manifest.json", lambda content: content.replace(NEWEST, b'"9999"'), "made by a newer version"),
        ("manifest.json", lambda content: b"{}", "no manifest"),
    ]:
        with subtests.test(part=part, complaint=complaint):
            with pytest.raises(BadBackup, match=complaint):
                restore(altered(file, part, change))
            assert rows() == before


def test_half_a_backup_and_no_backup_are_told(file: Path) -> None:
    open_table("Ada", "Bruno", at=clock.now())
    back_up(file)
    whole = file.read_bytes()
    for content in (whole[: len(whole) // 2], b"", b"This is a letter to Ada. " * 100):
        file.write_bytes(content)
        with pytest.raises(BadBackup, match="no backup of Poste Restante"):
            restore(file)


def test_link_keys_that_are_set_have_to_be_those_of_the_backup(file: Path, elsewhere: Flask) -> None:
    open_table("Ada", "Bruno", at=clock.now())
    back_up(file)
    settings = elsewhere.extensions["poste"]
    settings.environ["LINK_KEYS"] = link_key("other")
    with inside(elsewhere):
        with pytest.raises(Misconfigured, match="LINK_KEYS lacks 2 keys of this backup"):
            restore(file)
        assert all_matches() == []
        kept = settings.state_dir / "link-keys-of-backup"
        assert kept.read_text().split() == ["first-key", link_key("second-key")]
        assert kept.stat().st_mode & 0o777 == 0o600


def test_times_keep_their_zone(file: Path) -> None:
    open_table("Ada", "Bruno", at=clock.now())
    back_up(file)
    with archive.reading(file) as found:
        moments = [row["created_at"] for row in found.rows("match")]
    assert all(isinstance(moment, datetime) and moment.utcoffset() == timedelta() for moment in moments)
