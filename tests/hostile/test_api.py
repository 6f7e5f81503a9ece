"""The JSON interface against its own description: whatever is asked, the answer is one that the description names."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
import schemathesis
from flask import Flask
from hypothesis import settings
from schemathesis import Case
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation

from server import clock
from server.store.models import MATCHES, PLAYING, Match, db
from server.views import seat_page
from server.web.openapi import description
from tests.cast import all_matches, guests
from tests.web.worlds import world

from . import tables

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

IN_FORM = ["2xx", "403", "404", "409", "410", "422"]
"""What a request may come to that has the right form: no schema knows which answers are lawful at a table just now."""
OUT_OF_FORM = ["400", "403", "404", "405", "409", "410", "413", "422"]


def tables_in_every_phase() -> Match:
    """What every request finds. Returns one of them."""
    tables.set_up(clock.now(), Random(1))
    return all_matches()[0]


class Seats:
    """Real links and ids, some of which stand in the requests."""

    def __init__(self) -> None:
        world("tables in every phase", tables_in_every_phase)
        self.known = tables.all_links()

    def fill(self, case: Case) -> None:
        """Put a real link or id into three quarters of the requests, and into some of them what the table asks for."""
        random = Random(crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", "replace")))
        if not random.randrange(4) or not _is_lawful(case, ParameterLocation.PATH):
            return
        given = {"token": self.known.seat + self.known.replaced[:4], "match": self.known.matches, "ply": range(9)}
        for name in case.path_parameters:
            case.path_parameters[name] = random.choice(given[name])
        if _is_lawful(case, ParameterLocation.BODY) and isinstance(case.body, dict) and random.randrange(2):
            case.body.update(self._fitting(case, random))

    def _fitting(self, case: Case, random: Random) -> dict[str, Any]:
        if "game" in case.body:
            seats = [{"name": guest.name, "email": guest.email} for guest in guests("Ada", "Bruno")]
            return {"game": "titro", "seats": seats, "pace": "PT48H", "options": {}, "terms": {}}
        if "answer" not in case.body:
            return {}
        match = random.choice(all_matches(MATCHES.c.status == PLAYING))
        asked = [page for chair in match.chairs if (page := seat_page(chair)).ask]
        typed = asked[0].ask.absent if asked and asked[0].ask else "pass"
        db.session.rollback()
        return {"answer": typed, "ply": match.ply}


def _is_lawful(case: Case, part: ParameterLocation) -> bool:
    """Whether a part of the request has the form that is described."""
    kept = case.meta.components.get(part) if case.meta else None
    return kept is None or kept.mode.is_positive


@pytest.fixture
def seats(app: Flask) -> Seats:
    """Tables in every phase."""
    served.app = app
    return Seats()


class Served:
    """The server of the test that runs: the cases are made before there is any."""

    app: Flask

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.app(environ, start_response)


def described(served: Served) -> Any:
    """The description, with all checks on. ``make fuzz`` goes through all edges of all fields, too: to find these takes
    longer than to try them, each time that tests are looked for.
    """
    config = SchemathesisConfig(seed=1)
    config.projects.default.checks.positive_data_acceptance.expected_statuses = IN_FORM
    config.projects.default.checks.negative_data_rejection.expected_statuses = OUT_OF_FORM
    config.projects.default.phases.coverage.enabled = settings.get_current_profile_name() == "search"
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(description())), config=config)
    schema.app = served
    return schema


served = Served()
interface = described(served)


def asked(method: str, path: str) -> Any:
    """The test that sends one kind of request. Tests that `parametrize` makes of all share their address, of which
    processes of pytest run one alone.
    """

    @pytest.mark.hypothesis
    @interface.include(method=method, path=path).parametrize()
    @settings(max_examples=15)
    def test(case: Case, seats: Seats) -> None:
        seats.fill(case)
        case.call_and_validate()

    return test


for operation in (found.ok() for found in interface.get_all_operations()):
    name = f"test_every_answer_is_one_that_the_description_names_of_{operation.label.replace(' ', ':')}"
    globals()[name] = asked(operation.method, operation.path)
