"""Estimates in words, without false precision."""

from datetime import timedelta

from server.clock import roughly
from tests.each import each


@each(
    ("days", "words"),
    [
        (0.001, "a few minutes"),
        (0.02, "about half an hour"),
        (0.04, "about an hour"),
        (0.3, "about 7 hours"),
        (1, "about a day"),
        (1.6, "1 to 2 days"),
        (2.1, "1 to 3 days"),
        (5, "4 to 6 days"),
        (9, "7 to 11 days"),
        (12, "about 2 weeks"),
        (22, "about 3 weeks"),
        (70, "about 2 months"),
        (132, "about 4 months"),
        (365, "about 12 months"),
        (800, "about 2 years"),
    ],
)
def test_an_estimate_is_said_in_the_unit_that_people_would_use(days: float, words: str) -> None:
    assert roughly(timedelta(days=days)) == words
