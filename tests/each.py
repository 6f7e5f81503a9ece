"""Many cases of one sentence as one test: much of what a short test costs is its set-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import pytest

from server.rules import GAMES

Test = Callable[..., None]


def each(names: str | Sequence[str], cases: Iterable[Any], ids: Callable[[Any], str] = str) -> Callable[[Test], Test]:
    """As ``pytest.mark.parametrize``, but for one test, in which each case has a name: `ids` of its values.

    Fixtures are made once, for all cases. `inspect.unwrap` gives the function that was decorated.
    """
    taken = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    rows = [case if len(taken) > 1 else (case,) for case in cases]

    def one_test(test: Test) -> Test:
        @wraps(test)
        def with_each(*self: Any, subtests: pytest.Subtests, **fixtures: Any) -> None:
            if asks_for_subtests:
                fixtures["subtests"] = subtests
            for row in rows:
                with subtests.test(called(row, ids)):
                    test(*self, **dict(zip(taken, row, strict=True)), **fixtures)

        given = signature(test)
        asks_for_subtests = "subtests" in given.parameters
        left = [one for name, one in given.parameters.items() if name not in (*taken, "subtests")]
        asked = Parameter("subtests", Parameter.KEYWORD_ONLY)
        with_each.__signature__ = given.replace(parameters=[*left, asked])  # type: ignore[attr-defined]
        return with_each

    return one_test


def called(row: Sequence[Any], ids: Callable[[Any], str]) -> str:
    """The name of a case."""
    return ", ".join(ids(value)[:60] for value in row)


def some_games(*games: str) -> pytest.MarkDecorator:
    """Show these games in every run, and all the others in ``make wide``."""
    return pytest.mark.parametrize(
        "key", [pytest.param(key, marks=() if key in games else pytest.mark.wide) for key in sorted(GAMES)]
    )
