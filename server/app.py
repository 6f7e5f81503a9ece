"""The application without web pages: settings, database and templates.

The worker, the inbox and the command line use it as it is; `server.web` adds pages and rate limits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import structlog
from flask import Flask

from . import metrics, program
from .config import Settings
from .logs import described
from .rules import AnyGame
from .rules.cards import Words
from .rules.text import CardName
from .store import session
from .store.nudge import Nudger
from .store.timeouts import WORK, Timeouts
from .templating import and_list, keyed, mean, minus, signed, unbroken


class Server(Flask):
    """A Flask that logs failures by their place, and does not check every view for being a coroutine function."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged."""
        return func

    def log_exception(self, exc_info: Any) -> None:
        """Log a failure that no handler took, without the path of the request, which may hold a link."""
        structlog.get_logger().error("request.broken", **described(exc_info[1]))


def from_hand(options: Collection[str], hand: Collection[str], words: Words) -> bool:
    """Whether what may be answered are cards of this hand, and perhaps words such as “draw”, but no other cards."""
    others = set(options).difference(hand)
    return len(others) < len(options) and not any(isinstance(words.get(one, ("",))[0], CardName) for one in others)


def game_template(game: AnyGame) -> str:
    """The template that draws a game in pages and letters: the game's own, or else the generic one."""
    own = f"games/{game.key}.html"
    return own if own in program.templates() else "games/generic.html"


def create_app(settings: Settings | None = None, timeouts: Timeouts = WORK) -> Flask:
    """Create the application with these settings, by default those of file and environment, and what its
    state folder needs. Raises `Misconfigured`.

    ``timeouts``: how long it waits for the database.
    """
    settings = settings or Settings()
    settings.check()
    settings.create_state()
    program.at_start()
    program.templates()  # read before any is asked for
    app = Server("server", static_folder=None)
    app.jinja_loader = program.Templates()
    app.extensions["poste"] = settings
    app.extensions["poste.timeouts"] = timeouts
    app.extensions["poste.nudger"] = Nudger(settings.broker_url)
    app.config.update(
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=session.engine_options(settings.database_url, timeouts),
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        and_list=and_list, keyed=keyed, mean=mean, minus=minus, signed=signed, unbroken=unbroken
    )
    app.jinja_env.globals["game_template"] = game_template
    app.jinja_env.tests["from_hand"] = from_hand
    session.set_up(app)
    metrics.set_up(app)
    return app
