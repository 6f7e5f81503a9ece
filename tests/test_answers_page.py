"""What the page on answers and plans says of its examples is so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from server import plans
from server.paths import PACKAGE
from server.rules import Illegal, read
from tests.rules.test_strictness import LEAD
from tests.test_plans import NAMES, TAROT

PAGE = (PACKAGE / "docs" / "ANSWERS.md").read_text()


def examples(table: int) -> Iterator[tuple[str, str]]:
    """What one writes, and what becomes of it, in the tables of the page."""
    rows = re.split(r"^\|---\|---\|$", PAGE, flags=re.M)[table].split("\n\n")[0]
    yield from re.findall(r"^\| `(.+)` \| (?:`(.+)`|–) \|$", rows, flags=re.M)


def test_answers_are_sealed_or_asked_back_as_the_page_says(subtests: pytest.Subtests) -> None:
    for written, sealed in examples(1):
        with subtests.test(written):
            if sealed:
                assert read(LEAD, written) == sealed
            else:
                with pytest.raises(Illegal):
                    read(LEAD, written)


def test_plans_are_kept_as_the_page_says(subtests: pytest.Subtests) -> None:
    for written, kept in examples(2):
        with subtests.test(written):
            assert plans.canonical(TAROT, plans.read_plan(TAROT, written, NAMES), NAMES) == kept
