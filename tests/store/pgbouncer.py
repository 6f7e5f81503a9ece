"""PgBouncer in transaction mode before the PostgreSQL of the tests: an installed one, else, as root, Debian's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from tests.services import answers, free_port, wait_for

INSTALL = (
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "pgbouncer"],
    ["systemctl", "disable", "--now", "pgbouncer"],  # the package starts one of its own
)


def program() -> str:
    """Where it is, once it has been seen to."""
    if found() is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print("No PgBouncer yet: Debian's package is installed.", file=sys.stderr)
        for command in INSTALL:
            if shutil.which(command[0]):
                subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
    path = found()
    assert path, "Install PgBouncer (Debian: pgbouncer) to run the tests behind one."
    return path


def found() -> str | None:
    """The installed one; Debian keeps it where ordinary users do not look."""
    return shutil.which("pgbouncer", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin", "/usr/local/sbin")))


@contextmanager
def pooled(database: str, folder: Path) -> Iterator[str]:
    """The address of a database behind a pooler that gives each transaction one of few sessions."""
    url, port = make_url(database), free_port()
    host = str(url.query.get("host") or url.host)
    server = {"host": host, "port": url.port or 5432, "dbname": url.database, "user": url.username}
    if url.password:
        server["password"] = url.password
    file = folder / "pgbouncer.ini"
    file.write_text(
        f"[databases]\npooled = {' '.join(f'{name}={value}' for name, value in server.items())}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
        "pool_mode = transaction\ndefault_pool_size = 3\n"
    )
    process = subprocess.Popen(
        [program(), "-q", *_as_whom(host), str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(lambda: answers(port), "PgBouncer to listen")
        yield f"postgresql+psycopg://anybody@127.0.0.1:{port}/pooled"
    finally:
        process.terminate()
        process.wait()


def _as_whom(host: str) -> list[str]:
    """It does not run as root, and has to reach the socket of PostgreSQL, where that is one."""
    if os.geteuid() != 0:
        return []
    return ["-u", Path(host).owner() if host.startswith("/") else "nobody"]
