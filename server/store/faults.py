"""What is wrong with the database, in sentences for its operator and for those who use its pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError, TimeoutError
from sqlalchemy.orm.exc import StaleDataError

from .schema import WrongSchema

CURE = "see DATABASE_URL in `poste config`"


@dataclass(frozen=True)
class Fault:
    """A sentence for the operator, without the user's password or any value, and whether trying again can help."""

    sentence: str
    passes: bool


GONE = Fault(f"cannot be reached; is it running, and is its address right? ({CURE})", True)
HOST = Fault(f"cannot be reached: there is no host of this name ({CURE})", True)
REFUSED = Fault(f"cannot be reached: nothing listens at this host and port; is it running? ({CURE})", True)
SILENT = Fault("does not answer, though its port is open: it hangs, or is stopped", True)
SLOW = Fault("took too long for an answer, or something else holds its locks", True)
BUSY = Fault("is locked by another process for too long", True)
FULL = Fault("cannot be written: the disk is full; make room", False)
DISK = Fault("cannot be read or written: its disk is full, or fails; make room", True)
READ_ONLY = Fault("cannot be written: it is read-only, or its file belongs to another user", False)
PASSWORD = Fault(f"refuses our user or password ({CURE})", False)
MISSING = Fault(f"does not exist on its server: create it, or name another ({CURE})", False)
NO_FILE = Fault(f"cannot be opened: its folder does not exist, or is not ours ({CURE})", False)
BROKEN = Fault("is damaged: restore a backup", False)
TABLES = Fault("has another schema than this version: run `poste migrate`", False)
OURS = Fault("was asked for something that it cannot do: this is a fault of the server's own", False)
CROWDED = Fault("has no room for another connection: allow more of them, or run fewer processes", True)

BY_STATE: Mapping[str, Fault] = {
    "28": PASSWORD, "3D": MISSING, "57014": SLOW, "55P03": SLOW, "25P03": SLOW, "53100": FULL, "53300": CROWDED,
    "42P01": TABLES, "42703": TABLES, "25006": READ_ONLY, "42501": READ_ONLY, "XX001": BROKEN, "XX002": BROKEN,
}  # fmt: skip
"""The states, or classes of states, in which PostgreSQL reports an error."""
BY_WORDS = (
    (r"password authentication failed|no password supplied|role .* does not exist|no pg_hba.conf entry", PASSWORD),
    (r"database .* does not exist", MISSING),
    (r"resolve host|name or service|nodename|name resolution|failed to resolve", HOST),
    (r"connection refused|no such file or directory.*socket|is the server running", REFUSED),
    (r"does not answer|timeout expired", SILENT),
    (r"too many clients|remaining connection slots", CROWDED),
    (r"disk is full|no space left", FULL),
    (r"disk i/o error", DISK),
    (r"readonly|read-only", READ_ONLY),
    (r"unable to open", NO_FILE),
    (r"is locked", BUSY),
    (r"malformed|not a database", BROKEN),
    (r"no such (table|column)|has no column", TABLES),
)
"""Errors that have no state: those of connecting, and those of SQLite."""


OUR_MISTAKES = (DataError, IntegrityError, ProgrammingError, NotSupportedError)
"""Errors that would come again: a value that does not fit, a statement that is wrong."""


def fault(error: BaseException) -> Fault:
    """What an error of SQLAlchemy says about the database. A race that was lost for seconds is one for its locks."""
    if isinstance(error, WrongSchema):
        return Fault(str(error), False)
    if isinstance(error, TimeoutError | StaleDataError):
        return SLOW
    cause = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(cause, "sqlstate", None) or ""
    by_state = BY_STATE.get(state) or BY_STATE.get(state[:2])
    if by_state:
        return by_state
    words = str(cause)
    otherwise = OURS if isinstance(error, OUR_MISTAKES) else GONE
    return next((found for pattern, found in BY_WORDS if re.search(pattern, words, re.I | re.S)), otherwise)


def sentence(error: BaseException) -> str:
    """A whole sentence about the database, for logs and the command line."""
    found = fault(error).sentence
    return found if isinstance(error, WrongSchema) else f"The database {found}."
