"""What may have been meant by a mistyped address."""

from __future__ import annotations

import pytest

from server.matches.mistyped import perhaps_meant


def test_a_domain_where_many_have_their_mail(subtests: pytest.Subtests) -> None:
    for typed, meant in [
        ("ada@gmial.com", "ada@gmail.com"),
        ("ada@hotmial.com", "ada@hotmail.com"),
        ("ada@yaho.com", "ada@yahoo.com"),
        ("ada@gmail.con", "ada@gmail.com"),
        ("ada@wbe.de", "ada@web.de"),
        ("ada@gmail.com", None),
        ("ada@seaside.example", None),
        ("ada@mail.example", None),
    ]:
        with subtests.test(typed=typed, meant=meant):
            assert perhaps_meant(typed) == meant


def test_people_nearby_come_first() -> None:
    assert perhaps_meant("dmitri@exmaple.org", ["example.org"]) == "dmitri@example.org"
    assert perhaps_meant("dmitri@gmial.com", ["gmal.com"]) == "dmitri@gmal.com"
    assert perhaps_meant("dmitri@gmal.com", ["gmal.com"]) is None
