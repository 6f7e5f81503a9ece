"""PgBouncer in transaction mode before the PostgreSQL of the tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from tests.services import answers, ended, free_port, wait_for
from tests.stack.install import found


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
        [str(found("pgbouncer")), "-q", *_as_whom(host), str(file)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: answers(port), "PgBouncer to listen")
        yield f"postgresql+psycopg://anybody@127.0.0.1:{port}/pooled"
    finally:
        ended(process)


def _as_whom(host: str) -> list[str]:
    """It does not run as root, and has to reach the socket of PostgreSQL, where that is one."""
    if os.geteuid() != 0:
        return []
    return ["-u", Path(host).owner() if host.startswith("/") else "nobody"]
