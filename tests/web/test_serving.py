"""What the web server asks of the system before it serves."""

from __future__ import annotations

import resource
from collections.abc import Iterator

import pytest

from server.web.serving import most_connections


@pytest.fixture
def few_files() -> Iterator[None]:
    """The process may open few files, unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (400, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_there_may_be_two_files_for_each_connection(few_files: None) -> None:
    assert 2 * most_connections() <= resource.getrlimit(resource.RLIMIT_NOFILE)[0]
