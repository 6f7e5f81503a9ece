"""The application with Flask-Migrate's commands, of which `make migration` uses one."""

from __future__ import annotations

from flask import Flask
from flask_migrate import Migrate

from server import app
from server.paths import MIGRATIONS
from server.store.models import db


def create_app() -> Flask:
    """Create it, with the settings of the environment."""
    made = app.create_app()
    Migrate(made, db, directory=str(MIGRATIONS))
    return made
