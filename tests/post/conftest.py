"""Letters are written, sent and answered by processes that know no page."""

from collections.abc import Callable

import pytest
from flask import Flask

from server.app import create_app
from server.config import Settings


@pytest.fixture
def made() -> Callable[[Settings], Flask]:
    """The application without pages."""
    return create_app
