"""The fingerprint of a running server: which database, state folder, broker, address and link keys its processes use.

A command may be run with other settings than the server has, and would then back up or pause something else. So each
process reports what it uses as keyed hashes, which tell nothing else: to the database with its heartbeat, and to the
state folder. A command compares its own with them. What a killed process left does not count: it no longer holds the
lock of the state folder, and its process number is nobody's.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import json
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import IO

from .. import whole_files
from ..config import Settings, settings
from . import database_secrets
from .session import transaction

FILE, LOCK = "server.json", "server.lock"
"""What the state folder keeps: the fingerprint, and the file that every process of the server holds locked."""
NAME = "server"
"""The name of the database's secret that is the key of the hashes."""
DIGITS = 6
"""Hexadecimal digits of a hash."""

_locks: dict[Path, IO[bytes]] = {}
"""What this process holds locked until it ends."""


def _hash(key: str, value: str) -> str:
    return hmac.new(key.encode(), value.encode(), hashlib.sha256).hexdigest()[:DIGITS]


@transaction
def _identity() -> str:
    """A random number of the database, by which it is known whatever its address is."""
    return database_secrets.secret(NAME, lambda: token_hex(32))


def _used(used: Settings) -> dict[str, str]:
    """What the fingerprint in the database is made of."""
    return {
        "STATE_DIR": str(used.state_dir),
        "broker": used.broker_url.rpartition("@")[2],
        "link keys": ",".join(used.link_keys),
        "BASE_URL": used.base_url,
    }


def leave() -> str:
    """Leave the fingerprint in the state folder, locked while this process runs. Returns that for the database."""
    used, identity = settings(), _identity()
    lock = used.state_dir / LOCK
    if lock not in _locks:
        _locks[lock] = lock.open("ab")
        fcntl.flock(_locks[lock], fcntl.LOCK_SH)
    file, key = used.state_dir / FILE, token_hex(16)
    whole_files.write(file, json.dumps({"key": key, "database": _hash(key, identity)}), over=True)
    return "".join(_hash(identity, value) for value in _used(used).values())


def other_database() -> bool:
    """Whether a server runs on this state folder, and uses another database than this application."""
    folder = settings().state_dir
    with suppress(OSError, ValueError, KeyError), (folder / LOCK).open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            left = json.loads((folder / FILE).read_text())
            return bool(left["database"] != _hash(left["key"], database_secrets.kept_secret(NAME) or ""))
    return False


def differing(left: str, here: bool) -> list[str]:
    """What a process that left this fingerprint in the database uses otherwise than this application.

    ``here``: it runs on this machine; folders of others are not compared, nor is what hangs on them.
    """
    used, identity = settings(), database_secrets.kept_secret(NAME) or ""
    names = {}
    for number, (name, value) in enumerate(_used(used).items()):
        names[name] = left[number * DIGITS : (number + 1) * DIGITS] == _hash(identity, value)
    if not here:
        names["STATE_DIR"] = True
        names["broker"] = names["broker"] or not used.given("BROKER_URL")
    return [name for name, alike in names.items() if not alike]
