"""What is turned away at each door, many times over; ``make hostile`` goes on as long as one likes."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import clock
from server.post import inbound
from server.store.models import Match
from tests.cast import all_matches
from tests.web.worlds import world

from . import tables
from .doors import DOORS, forged_address
from .mails import worst


def tables_in_every_phase() -> Match:
    tables.set_up(clock.now(), Random(1))
    return all_matches()[0]


@pytest.mark.parametrize("door", DOORS)
def test_whoever_knocks_is_turned_away_and_given_no_link(app: Flask, door: str) -> None:
    world("tables in every phase", tables_in_every_phase)
    known, web = tables.all_links(), FlaskClient(app)
    assert known.over
    for seed in range(25):
        knock = DOORS[door](Random(f"{door} {seed}"), known)
        asked = knock.asked
        answer = web.open(asked.path.decode(), method=asked.method, data=asked.body, headers=dict(asked.headers))
        head = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
        assert knock.complaint(answer.status_code, f"{head}\r\n") == ""


def test_an_address_that_was_never_given_takes_no_mail(app: Flask) -> None:
    world("tables in every phase", tables_in_every_phase)
    random = Random(1)
    for good, _ in tables.open_mailboxes(clock.now()):
        assert inbound.recipient(good, clock.now()) is not None
        assert inbound.recipient(forged_address(random, good), clock.now()) is None


def test_the_worst_mails_are_read_or_refused(app: Flask) -> None:
    world("tables in every phase", tables_in_every_phase)
    address, writer = tables.open_mailboxes(clock.now())[0]
    target = inbound.recipient(address, clock.now())
    assert target is not None
    for seed in range(12):
        inbound.keep(target, writer, worst(Random(seed), writer, 20_000), clock.now())
    assert inbound.process_due(clock.now()) == 12
