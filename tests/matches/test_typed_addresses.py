"""The desk shows addresses that its host has typed, and nobody else's."""

from __future__ import annotations

import pytest
from flask import Flask

from server import links, matches
from server.matches import desk
from tests.cast import address, again, guests, open_tables, seat
from tests.conftest import MONDAY
from tests.matches.test_same_deals import opened


def test_the_desk_of_a_further_table_shows_none_of_those_that_the_host_of_the_first_has_typed(app: Flask) -> None:
    first, second = opened(("Ada", "Bruno"), ("Chiara", "Dmitri"))
    matches.accept(seat(first, "Ada").id, at=MONDAY)
    for table, host, other, shown in ((first, "Ada", "Bruno", True), (second, "Chiara", "Dmitri", False)):
        assert desk.typed_at_it(again(table)) == ({0, 1} - ({0} if host == "Ada" else set()) if shown else set())
        page = app.test_client().get(links.desk(again(table)).removeprefix("http://localhost")).text
        assert (address(other) in page) is shown
        assert address(host) not in page


@pytest.mark.usefixtures("app")
def test_what_may_have_been_meant_by_such_an_address_is_not_said_either() -> None:
    first, second = open_tables(
        "titro",
        {},
        [guests("Ada", "Bruno"), [*guests("Chiara"), matches.Guest("Dmitri", "dmitri@gmial.com")]],
        at=MONDAY,
    )
    matches.accept(seat(first, "Ada").id, at=MONDAY)
    assert desk.perhaps_meant(again(second), [1]) == {}
