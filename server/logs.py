"""Logging to standard error, of our code and libraries: one JSON object a line, or readable lines on a terminal.

Lines never contain links, addresses or answers. Values passed along with a message are left out unless known to be
harmless, an exception is logged by its type and place but never by its text, and whatever looks like a link or an
address is removed from every line.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any, TextIO

import orjson
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

LEVELS = {"celery.worker.consumer.connection": logging.INFO}
"""Libraries logged below warnings: a new connection to the broker ends an outage."""
SPEAK_PLAINLY = ("celery", "multiprocessing", "kombu", "alembic")
"""Libraries whose messages contain only names and numbers of their own, as strings and numbers."""
VALUES = ("args", "kwargs", "exc", "traceback", "body", "return_value")
"""Values passed by name that are left out even for these."""
LEFT_OUT = "…"
SECRET = re.compile(
    r"(?<=/)(s|me|stop|stop-all|seat|watch)/(?![<{])[^\s\"'/\x1b]{6,}"
    r"|(?<![\w.-])W[\w-]{3,}\.[\w-]{20,}"
    r"|[\w.+-]+(?:@|%40)[\w-]+\.[\w.-]*\w"
    r"|\b(?:reply|bounce)-(?:trial-)?[0-9a-f][\w-]{7,}"
)
"""Matches what looks like an address with a token, a token, or a mail address or its local part."""
AGAIN = 60.0
"""Seconds for which the same warning is logged once; the next line says how often it came."""
FRAMES = 12
"""How many frames of a failure are logged, the innermost ones."""
LONGEST = 300
_KEPT_IN_MIND = 500


def configure(for_good: bool = False) -> None:
    """Log readable lines to a terminal, else JSON. ``for_good``: cache the configuration, which is faster.

    From now on, unhandled exceptions of all threads and Python's warnings are logged in the same way.
    """
    _seen.clear()
    in_json = structlog.processors.JSONRenderer(lambda event, **options: orjson.dumps(event, **options).decode())
    last: Processor = structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else in_json
    structlog.configure(
        processors=[structlog.processors.add_log_level, fold, TIME, last, _scrubbed],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=for_good,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last, _scrubbed],
        foreign_pre_chain=[structlog.stdlib.add_log_level, told, TIME],
    )
    _listen_to_libraries(formatter)
    sys.excepthook = _nobody_caught
    threading.excepthook = _no_thread_caught
    sys.unraisablehook = _could_not_be_raised
    warnings.showwarning = _warned


TIME = structlog.processors.TimeStamper(fmt="iso", utc=True)


def _scrubbed(_: WrappedLogger, __: str, line: Any) -> Any:
    return scrub(str(line))


def scrub(text: str) -> str:
    """The text without anything that looks like an address or a token."""
    return SECRET.sub(lambda found: f"{found[1]}/{LEFT_OUT}" if found[1] else LEFT_OUT, text)


# Failures ------------------------------------------------------------------------------------------------------------


def described(error: BaseException) -> dict[str, Any]:
    """A failure without any values: its type, its frames (file:function:line), and its cause."""
    causes: list[str] = []
    cause = error.__cause__ or error.__context__
    while cause is not None and len(causes) < 5:
        causes.append(_kind(cause))
        cause = cause.__cause__ or cause.__context__
    return {"error": _kind(error), "at": places(error), **({"causes": causes} if causes else {})}


def places(error: BaseException) -> list[str]:
    """The innermost frames of a failure, ``server/web/seat.py:seat:42``, the innermost last."""
    steps = traceback.walk_tb(error.__traceback__)
    return [f"{_short(frame.f_code.co_filename)}:{frame.f_code.co_name}:{line}" for frame, line in steps][-FRAMES:]


def _kind(error: BaseException) -> str:
    return type(error).__qualname__


def _short(file: str) -> str:
    """A path relative to the folder of packages or of the server."""
    path = Path(file)
    for folder in ("site-packages", Path(__file__).parent.parent.name):
        if folder in path.parts:
            return "/".join(path.parts[path.parts.index(folder) + 1 :])
    return "/".join(path.parts[-2:])


def _nobody_caught(_: type[BaseException], error: BaseException, __: Any) -> None:
    if isinstance(error, KeyboardInterrupt):
        return
    structlog.get_logger().critical("process.broken", **described(error))


def _no_thread_caught(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None and not isinstance(failed.exc_value, SystemExit):
        name = failed.thread.name if failed.thread else None
        structlog.get_logger().error("thread.broken", thread=name, **described(failed.exc_value))


def _could_not_be_raised(failed: Any) -> None:
    error = failed.exc_value
    structlog.get_logger().error("unraisable", **(described(error) if error else {}))


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Log a warning by its kind and place, since its text may contain what somebody wrote."""
    structlog.get_logger().warning("python.warning", kind=category.__name__, at=f"{_short(filename)}:{lineno}")


# Repeated lines -------------------------------------------------------------------------------------------------------

_seen: dict[str, tuple[float, int]] = {}


def _times(key: str) -> int | None:
    """How often a line came since it was last logged; ``None`` while it is not logged again."""
    now = time.monotonic()
    logged, held_back = _seen.get(key, (None, 0))
    if logged is not None and now - logged < AGAIN:
        _seen[key] = logged, held_back + 1
        return None
    if len(_seen) >= _KEPT_IN_MIND:
        _seen.clear()
    _seen[key] = now, 0
    return held_back + 1


def fold(_: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Log the same warning or error once a minute, with the number of times it came."""
    if method not in ("warning", "error"):
        return event
    times = _times(repr(event))
    if times is None:
        raise structlog.DropEvent
    return {**event, "times": times} if times > 1 else event


class Outage:
    """A service that may be unavailable: logs one line when its outage begins in this process, one when it ends."""

    def __init__(self, what: str):
        self._what, self._since = what, 0.0

    def goes_on(self, **why: Any) -> None:
        """The service is unavailable: log it, unless that is known."""
        if not self._since:
            self._since = time.monotonic()
            structlog.get_logger().error(f"{self._what}.unreachable", **why)

    def is_over(self) -> None:
        """The service answers: log it if it was unavailable. Costs nothing otherwise."""
        if self._since:
            since, self._since = self._since, 0.0
            structlog.get_logger().warning(f"{self._what}.back", seconds=round(time.monotonic() - since, 1))


DATABASE, BROKER = Outage("database"), Outage("broker")


# Libraries -----------------------------------------------------------------------------------------------------------


class StandardError(logging.StreamHandler[TextIO]):
    """Writes log records of libraries, without the values in them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record without the values in it."""
        clean = _harmless(record)
        if clean is not None:
            super().emit(clean)

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop a record that cannot be written; the default would show its values."""


def _listen_to_libraries(formatter: logging.Formatter) -> None:
    """Take over all loggers of the logging module: one handler at the root, and no others."""
    handler = StandardError()
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.lastResort = handler
    for name in list(root.manager.loggerDict):
        logger = logging.getLogger(name)
        if logger.handlers:
            logger.handlers, logger.propagate = [], True
    for name, level in LEVELS.items():
        logging.getLogger(name).setLevel(level)


def _harmless(record: logging.LogRecord) -> logging.LogRecord | None:
    """The record without values, or ``None`` if the same was logged a moment ago."""
    error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    told = {"logger": record.name, **(described(error) if error is not None else {})}
    times = _times(f"{record.name} {record.msg} {told.get('error')}") if record.levelno >= logging.WARNING else 1
    if times is None:
        return None
    clean = logging.makeLogRecord({**record.__dict__, "msg": _message(record), "args": None})
    clean.exc_info = clean.exc_text = clean.stack_info = None
    clean.__dict__["_told"] = {**told, **({"times": times} if times > 1 else {})}
    return clean


def _message(record: logging.LogRecord) -> str:
    """A library's message, without values that may be personal."""
    plainly = record.name.partition(".")[0] in SPEAK_PLAINLY
    text = str(record.msg)
    if record.args:
        try:
            text = text % _without_values(record.args, plainly)
        except (TypeError, ValueError, KeyError):
            text = str(record.msg)
    elif not plainly:
        text = re.sub(r"\S*[/@%=&]\S*", LEFT_OUT, text.partition(": ")[0])
    return scrub(text.strip().partition("\n")[0])[:LONGEST]


def _without_values(given: Any, plainly: bool) -> Any:
    if isinstance(given, Mapping):
        return {name: LEFT_OUT if name in VALUES else _shown(value, plainly) for name, value in given.items()}
    return tuple(_shown(value, plainly) for value in given)


class _Plain(str):
    """A text that ``%r``, too, shows without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def _shown(value: Any, plainly: bool) -> Any:
    if isinstance(value, int | float | None):
        return value
    if isinstance(value, BaseException):
        return _Plain(_kind(value))
    if not plainly:
        return _Plain(LEFT_OUT)
    return _Plain(value) if isinstance(value, str) else _Plain(type(value).__name__)


def told(_: WrappedLogger, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add what `_harmless` found in a library's record."""
    record = event.get("_record")
    if record is not None:
        event.update(record.__dict__.get("_told", {"logger": record.name}))
    return event
