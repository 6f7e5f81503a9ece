"""poste init: make the settings file, by six questions."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click

from .. import settings_file, whole_files
from ..config import FILE, Misconfigured, Settings
from .group import SETTINGS, Stop, how_to_start, poste

HEADING = "# Settings of Poste Restante; `poste config` lists all. The environment wins over this file."


@dataclass(frozen=True)
class Question:
    """A question, why it is asked, and the settings that an answer makes."""

    asks: str
    why: str
    settings: Callable[[str], dict[str, str]]
    default: Callable[[dict[str, str]], str] = lambda _: ""


def _replies(answer: str) -> dict[str, str]:
    """Letters are from the mailbox that takes the replies, since they are answered to it."""
    if "://" not in answer:
        return {"MAIL_DOMAIN": answer}
    mailbox = unquote(urlsplit(answer).username or "")
    return {"INBOX_URL": answer} | ({"MAIL_FROM": f"Poste Restante <{mailbox}>"} if "@" in mailbox else {})


QUESTIONS = (
    Question(
        "The address of the pages",
        "All links in letters begin with it; it cannot be changed without breaking them. "
        "For a try on this machine alone: http://127.0.0.1:8000.",
        lambda answer: {"BASE_URL": answer if "://" in answer else f"https://{answer}"},
        lambda _: "http://127.0.0.1:8000",
    ),
    Question(
        "How many reverse proxies (nginx, Caddy) stand before the server",
        "They speak https. Without one, the server listens on this machine only.",
        lambda answer: {"PROXIES": answer},
        lambda given: "1" if given["BASE_URL"].startswith("https:") else "0",
    ),
    Question(
        "The database",
        "Empty: SQLite, a file in the state folder, enough for hundreds of tables. "
        "Or postgresql://user:password@host/name.",
        lambda answer: {"DATABASE_URL": answer},
    ),
    Question(
        "The mail server that sends letters",
        "smtp://user:password@host:587, or smtp://localhost for one on this machine. "
        "Empty: letters stay here, at /letters.",
        lambda answer: {"MAIL_URL": answer},
    ),
    Question(
        "How replies come in",
        "The domain whose mail this machine gets (its MX), such as cards.example.org; or a mailbox, "
        "imaps://user:password@host/INBOX. Empty: replies are not read.",
        _replies,
    ),
    Question(
        "Who runs it",
        "It stands on the privacy page, and mail to postmaster@ goes there: Ada Lovelace <ada@example.org>.",
        lambda answer: {"OPERATOR": answer},
    ),
)


@poste.command()
def init() -> None:
    """Ask six questions, and write the settings file that every command reads: poste.env in the current folder, or the
    one of --settings, else of SETTINGS.

    Each answer is checked at once. Nothing is written before the last one, and never over a file that is there.
    """
    named = click.get_current_context().meta.get(SETTINGS) or os.environ.get(FILE, "").strip()
    file = Path(named or settings_file.NAME).absolute()
    if file.exists():
        raise Stop(f"{file} is there already, and stays as it is: edit it, or move it away first.")
    if not sys.stdin.isatty():
        raise Stop(
            f"These questions need a terminal; nothing was written. Write {file} by hand: `poste config` says how."
        )
    if not os.access(file.parent, os.W_OK):
        raise Stop(f"There is no folder “{file.parent}” that can be written to: make it first; nothing was written.")
    values: dict[str, str] = {}
    try:
        for number, question in enumerate(QUESTIONS, start=1):
            click.echo(f"\n{number} of {len(QUESTIONS)}. {question.why}")
            values |= _asked(question, values)
    except click.Abort:
        raise Stop("Interrupted; nothing was written.") from None
    state = "/var/lib/poste" if file == settings_file.OF_THE_MACHINE else "var"
    lines = settings_file.set_in({"STATE_DIR": state, **values})
    try:
        whole_files.write(file, f"{HEADING}\n{lines}", over=False)
    except OSError as error:
        raise Stop(f"“{file}” cannot be written ({error.strerror}); nothing was.") from error
    click.echo(f"\nWritten to {file}, for you alone to read. Now {how_to_start(file)}.")


def _asked(question: Question, values: dict[str, str]) -> dict[str, str]:
    """The settings by the answer to a question, asked again until they can be used beside the others."""
    while True:
        default = question.default(values)
        answer = click.prompt(question.asks, default=default, show_default=bool(default)).strip()
        given = {name: value for name, value in question.settings(answer).items() if value}
        try:
            settings_file.set_in(given)
            Settings({**values, **given}).check()
        except (settings_file.BadFile, Misconfigured) as bad:
            click.echo(str(bad))
        else:
            return given
