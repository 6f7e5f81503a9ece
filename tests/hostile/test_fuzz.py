"""Thousands of hostile inputs: forms, links, headers and mails. ``make fuzz`` throws as many others as one likes."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from flask import Flask
from hypothesis import settings

from .fuzz import Fuzz, resident

INPUTS, SEARCHED = 700, 10_000
"""The same ones whenever the tests run, and others in each round of ``make fuzz``."""
WARM = 400
"""Inputs after which everything is loaded that ever will be."""
GROWTH = 40
"""MB that the process may grow by afterwards: caches fill, and the allocator keeps what it has."""


def a_course() -> tuple[int, int]:
    """The seed, and how many inputs are thrown."""
    searching = settings.get_current_profile_name() == "search"
    return (int.from_bytes(os.urandom(4)), SEARCHED) if searching else (1, INPUTS)


@pytest.mark.hostile
@pytest.mark.filterwarnings("ignore:Unclosed file")  # the files of a form that Werkzeug could not read to its end
@pytest.mark.wide
def test_whatever_comes_in_nothing_breaks_leaks_or_grows(app: Flask) -> None:
    seed, inputs = a_course()
    fuzz = Fuzz(app, seed)
    fuzz.throw(WARM)
    warm = resident()
    fuzz.throw(inputs - WARM)
    grown = resident() - warm
    told = Counter(key.split()[0] for key in fuzz.counts.elements())
    print(f"{fuzz.thrown} inputs, {fuzz.verified} records verified, {fuzz.out.letters} letters, {grown:.0f} MB grown")
    print(dict(sorted(fuzz.counts.items())))
    assert fuzz.thrown >= inputs
    assert fuzz.verified
    assert min(told[kind] for kind in ("form", "link", "header", "json")) > inputs / 20
    assert grown < GROWTH
