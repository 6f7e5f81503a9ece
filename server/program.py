"""The program as it was when this process was started: its templates and static files, read once, and its version.

A `git pull` under a running server changes the files, and not the program that runs: it goes on with what it has read,
until it is restarted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound

from .paths import PACKAGE, ROOT, STATIC, TEMPLATES

COMPILED = "__pycache__"
SHORTENED = 10
"""Digits of a commit that are shown."""


@cache
def templates() -> Mapping[str, str]:
    """The templates of pages and letters, by name: ``seat.html``, ``letters/turn/body.txt``."""
    return {name: content.decode() for name, content in _read(TEMPLATES)}


@cache
def static() -> Mapping[str, bytes]:
    """The static files, by name: ``style.css``, ``postcards/titro.svg``."""
    return dict(_read(STATIC))


class Templates(BaseLoader):
    """Loads `templates`, and says in which file each is, so that logs can name it."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, None]:
        """The source of a template and its file. Raises `TemplateNotFound`."""
        if template not in templates():
            raise TemplateNotFound(template)
        return templates()[template], str(TEMPLATES / template), None


@cache
def release() -> str:
    """The version, such as ``1.0.0``."""
    return version("poste-restante")


def commit(root: Path = ROOT) -> str:
    """The commit that is checked out, shortened; empty in a wheel, and where there is no repository of Git.

    Read as in gitrepository-layout(5), for Git itself refuses repositories of other users, and may be missing.
    """
    git = root / ".git"
    try:
        head = (git / "HEAD").read_text().strip()
        name = head.removeprefix("ref: ")
        if name == head:
            return head[:SHORTENED]
        if (git / name).is_file():
            return (git / name).read_text()[:SHORTENED]
        packed = (git / "packed-refs").read_text().split("\n")
        return next((line[:SHORTENED] for line in packed if line.endswith(f" {name}")), "")
    except OSError:
        return ""


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    return ((os.path.relpath(file, folder), Path(file).read_bytes()) for file in _files(folder))


def _files(folder: Path) -> Iterator[str]:
    for inside, folders, files in os.walk(folder):
        folders[:] = [one for one in folders if one != COMPILED]
        yield from (f"{inside}/{file}" for file in files)


@cache
def at_start() -> Mapping[str, int]:
    """When each file of the program was last written, at the first call: in nanoseconds."""
    return _written()


def changed() -> list[str]:
    """The files that have been changed, added or removed since `at_start`."""
    before, now = at_start(), _written()
    return sorted(file for file in before.keys() | now.keys() if before.get(file) != now.get(file))


def _written() -> Mapping[str, int]:
    written = {}
    for file in (file for folder in dict.fromkeys((PACKAGE, TEMPLATES, ROOT / "worker")) for file in _files(folder)):
        with suppress(FileNotFoundError):  # removed meanwhile
            written[file] = Path(file).stat().st_mtime_ns
    return written
