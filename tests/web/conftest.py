"""What tests of pages and of JSON share."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    """A browser."""
    return app.test_client()
