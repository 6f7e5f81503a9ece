"""A process that is forked while a thread of its parent uses the database can use it, too."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import link_key

FORKS = """
import os, sys, threading, time
from sqlalchemy import text
from server.app import create_app
from server.config import Settings
from server.store import forking
from server.store.models import db
from server.store.session import transaction

app = create_app(Settings({"STATE_DIR": sys.argv[1], "LINK_KEYS": sys.argv[2]}))

@transaction
def write(seconds):
    db.session.execute(text("INSERT INTO tally VALUES (hex(randomblob(8)), '[]', '2026-11-27 20:00:00')"))
    time.sleep(seconds)

def keep_writing():
    while True:
        with forking.no_fork(), app.app_context():
            write(0.05)
            db.session.remove()
        time.sleep(0.01)

threading.Thread(target=keep_writing, daemon=True).start()
time.sleep(0.2)
for _ in range(10):
    child = os.fork()
    if not child:
        with app.app_context():
            db.engine.dispose(close=False)
            write(0)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.timeout(60)
def test_a_child_writes_though_a_thread_of_its_parent_did_when_it_was_forked(
    tmp_path: Path, migrated_sqlite: Path
) -> None:
    shutil.copy(migrated_sqlite, tmp_path / "poste.sqlite")
    subprocess.run([sys.executable, "-c", FORKS, tmp_path, link_key("key")], check=True, timeout=50)
