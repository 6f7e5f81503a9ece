"""A floor for sealing: Flask under our web server, and the few statements that a seal needs, with no rules, no page.

A select, a conditional update and an insert in one transaction, by hand on the driver, a connection for each thread, as
durable as ours.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import threading
from random import randrange
from typing import Any

import psycopg
from flask import Flask, Response, jsonify, request

ROWS = 10_000
PADDING = "x" * 2000
"""About as long as the snapshot of a match."""
SCHEMA = (
    "CREATE TABLE bare_match (id INTEGER PRIMARY KEY, ply INTEGER NOT NULL, snapshot TEXT NOT NULL)",
    "CREATE TABLE bare_turn (match_id INTEGER NOT NULL, ply INTEGER NOT NULL, said TEXT, PRIMARY KEY (match_id, ply))",
)

app = Flask(__name__)
_kept = threading.local()


def connect(url: str) -> Any:
    """A connection that begins its transactions by hand."""
    if url.startswith("sqlite:///"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None, timeout=10)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")
        return connection
    return psycopg.connect(url.replace("+psycopg", ""), autocommit=True)


def lay(url: str) -> None:
    """Make the tables and fill the one that is updated."""
    connection = connect(url)
    mark = _mark(url)
    cursor = connection.cursor()
    cursor.execute("BEGIN")
    for statement in SCHEMA:
        cursor.execute(statement)
    rows = [(id, 0, PADDING) for id in range(ROWS)]
    cursor.executemany(f"INSERT INTO bare_match VALUES ({mark}, {mark}, {mark})", rows)
    cursor.execute("COMMIT")
    connection.close()


def _mark(url: str) -> str:
    return "?" if url.startswith("sqlite:") else "%s"


@app.post("/seal")
def seal() -> Response:
    """Move a row on, and add one."""
    url = os.environ["BARE_DATABASE"]
    if not hasattr(_kept, "connection"):
        _kept.connection = connect(url)
    run, mark, body = _kept.connection.execute, _mark(url), request.get_json()
    id = randrange(ROWS)
    run("BEGIN IMMEDIATE" if mark == "?" else "BEGIN")
    ply, snapshot = run(f"SELECT ply, snapshot FROM bare_match WHERE id = {mark}", (id,)).fetchone()
    moved = run(
        f"UPDATE bare_match SET ply = {mark}, snapshot = {mark} WHERE id = {mark} AND ply = {mark}",
        (ply + 1, snapshot, id, ply),
    ).rowcount
    if moved:
        run(f"INSERT INTO bare_turn VALUES ({mark}, {mark}, {mark})", (id, ply + 1, body["answer"]))
    run("COMMIT")
    return jsonify(moved=moved)


if __name__ == "__main__":
    from functools import partial

    from server.cli.supervisor import Process, run
    from server.config import Settings
    from server.web import serving

    from . import written

    written.set_up(app)
    app.extensions["poste"] = Settings()
    with socket.create_server(("127.0.0.1", int(os.environ["PORT"]))) as listener:
        run([Process(f"bare {number}", partial(serving.answer_on, listener, app)) for number in (1, 2)])
