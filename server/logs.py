"""Logging to standard error, one line per event. Log lines never contain links, addresses or answers."""

from __future__ import annotations

import logging
import sys
from typing import Any

import orjson
import structlog


def configure(for_good: bool = False) -> None:
    """Log readable lines to a terminal, else JSON. ``for_good``: cache the configuration, which is faster."""
    terminal = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer(_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=for_good,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")


def _json(event: Any, **options: Any) -> str:
    return orjson.dumps(event, **options).decode()
