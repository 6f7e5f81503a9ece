"""What was acknowledged is on the disk: a power cut a moment later takes nothing back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from server import clock, links
from server.paths import PROCFILE, ROOT
from server.views import seat_page
from tests.cast import open_table
from tests.procfile import parse, shell
from tests.services import Stack, answers, wait_for

from .conftest import Start, inside
from .strace import listing_syncs, syncs
from .test_races import answer

pytestmark = pytest.mark.system

TABLES = 2


def start_listed(stack: Stack, listed: Path) -> None:
    """Start the web server so that what it has the disk keep is listed."""
    stack.processes["web"] = subprocess.Popen(
        listing_syncs(shell(parse(PROCFILE)["web"]), listed),
        env=stack.environ, cwd=ROOT, start_new_session=True, stdout=stack.log, stderr=stack.log,
    )  # fmt: skip
    wait_for(lambda: answers(stack.port), "the web server to listen")


def test_each_acknowledged_bid_has_been_written_out_to_the_disk(start: Start, tmp_path: Path) -> None:
    stack, listed = start("web", now=False, WEB_WORKERS="1"), tmp_path / "syncs.txt"
    with inside(stack):
        matches = [open_table(f"Ada.{number}", f"Bruno.{number}", at=clock.now()) for number in range(TABLES)]
        bids = [
            (links.seat_token(chair), f"{seat_page(chair).view['hand'][0]} centre")
            for match in matches
            for chair in match.chairs
        ]
    start_listed(stack, listed)
    for token, bid in bids:
        before = syncs(listed, "poste.sqlite-wal")
        assert answer(stack, token, {"answer": bid, "ply": 0})[0] == 200
        assert syncs(listed, "poste.sqlite-wal") > before
