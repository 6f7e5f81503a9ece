"""The settings file: where it is, and how it is read and written.

A line is NAME=VALUE or a comment (#). `poste`, EnvironmentFile= of systemd.exec(5) and env_file of compose must read
the same value, so only what all three read alike is taken:

- plain: no quotes, dollars, backslashes or backticks, and no space before a #;
- in single quotes: everything but single quotes, backslashes and ${, as it stands;
- in double quotes: everything but dollars and a backslash at the end, with a backslash before each double quote and
  backslash.

docker-compose 1 fills in ${…} even in single quotes, knows no \\$ in double ones, and does not see that they end after
a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

NAME = "poste.env"
"""What the file is called in the current folder or one above it."""
OF_THE_MACHINE = Path("/etc/poste") / NAME
MOST = 65_536
"""The longest file, in bytes."""
READABLE_BY_OTHERS = 0o077

_LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)")
_PLAIN = re.compile(r"(?!#)(?:[^\s'\"$\\`#]|(?<!\s)#|[ \t](?!#))*")
_SINGLE = re.compile(r"'((?:[^'\\$]|\$(?!\{))*)'")
_DOUBLE = re.compile(r'"((?:[^"$\\]|\\["\\])*)(?<!\\)"')
_NO_CHARACTERS = "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
_NEVER = re.compile(rf"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029\ufdd0-\ufdef{_NO_CHARACTERS}]")
"""Control characters and ends of lines, and what is no character at all, which systemd does not take."""


class BadFile(ValueError):
    """The file cannot be used; the message is one sentence that names it, its line and what to do."""


def found(folder: Path) -> Path | None:
    """The nearest settings file in a folder and those above it, or else the machine's; ``None`` if there is none."""
    for file in (each / NAME for each in (folder, *folder.parents)):
        with suppress(PermissionError):  # a folder that is not ours to enter has no settings of ours
            if file.is_file():
                return file
    return OF_THE_MACHINE if is_there(OF_THE_MACHINE) else None


def is_there(file: Path) -> bool:
    """Whether there is such a file, or we may not look: then reading it says so."""
    try:
        return file.is_file()
    except PermissionError:
        return True


def is_open(file: Path) -> bool:
    """Whether others than its owner can read it."""
    with suppress(PermissionError):  # root, who could, has gone on as somebody who may not enter its folder
        return bool(file.stat().st_mode & READABLE_BY_OTHERS)
    return False


def read(file: Path, meant: Callable[[str], str | None]) -> dict[str, str]:
    """The values in a file by name. Raises `BadFile`.

    ``meant``: of a name, the setting that it is or most resembles, ``None`` if none.
    """
    values: dict[str, str] = {}
    first: dict[str, int] = {}
    for number, line in enumerate(_lines(file), start=1):
        if not line.strip(" \t") or line.lstrip(" \t").startswith("#"):
            continue
        try:
            name, value = parsed(line)
            near = meant(name)
            if near != name:
                raise BadFile(
                    f"{name} is no setting" + (f": is {near} meant?" if near else "; `poste config` has all.")
                )
            if name in values:
                raise BadFile(f"{name} is set in line {first[name]} already: take one of them out.")
        except BadFile as bad:
            raise BadFile(f"{file}, line {number}: {bad}") from None
        values[name], first[name] = value, number
    return values


def _lines(file: Path) -> Iterable[str]:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST + 1)
        text = data.decode()
    except OSError as error:
        whose = ": run this as the user whose it is, or as root" if isinstance(error, PermissionError) else ""
        raise BadFile(f"The settings file “{file}” cannot be read ({error.strerror}){whose}.") from error
    except UnicodeDecodeError as bad:
        line = data[: bad.start].count(b"\n") + 1
        raise BadFile(f"{file}, line {line}: it is not written in UTF-8: save the file so.") from bad
    if len(data) > MOST:
        raise BadFile(f"The settings file “{file}” is longer than {MOST // 1024} kB: it is another file.")
    if text.startswith("\ufeff"):
        raise BadFile(f"{file}, line 1: it begins with a byte-order mark: save the file as UTF-8 without one.")
    return text.replace("\r\n", "\n").split("\n")


def parsed(line: str) -> tuple[str, str]:
    """The name and value in a line. Raises `BadFile`."""
    matched = _LINE.fullmatch(line.strip(" \t"))
    if matched is None:
        raise BadFile("a line is NAME=VALUE, with nothing before the = but the name.")
    name, written = matched[1], matched[2].strip(" \t")
    if _NEVER.search(written):
        raise BadFile(f"{name} holds a control character: write it anew.")
    if _PLAIN.fullmatch(written):
        return name, written
    if single := _SINGLE.fullmatch(written):
        return name, single[1]
    if double := _DOUBLE.fullmatch(written):
        return name, re.sub(r'\\(["\\])', r"\1", double[1])
    if "$" in written and ("${" in written or "'" in written[1:-1]):
        raise BadFile(f"{name} holds a $ that not all read alike: it is in single quotes, without a {{ after it.")
    if written.startswith('"'):
        raise BadFile(f'in the double quotes of {name}, each " and \\ has a \\ before it; no $, and no \\ at the end.')
    if written.startswith("'") and "\\" in written:
        raise BadFile(f"{name} holds a backslash: put it into double quotes, and write \\\\ for it.")
    quote = '"' if re.search(r"['\\]", written[1:-1]) else "'"
    raise BadFile(f"the value of {name} needs quotes around it: {name}={quote}…{quote}.")


def written(name: str, value: str) -> str:
    """The line that sets a value. Raises `BadFile` for one that no line can hold."""
    quoted = value if _PLAIN.fullmatch(value) and value == value.strip() else f"'{value}'"
    if not (_PLAIN.fullmatch(quoted) or _SINGLE.fullmatch(quoted)):
        quoted = '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'
    line = f"{name}={quoted}"
    if "\n" in value or parsed(line) != (name, value):
        raise BadFile(f"{name} is one line without control characters.")
    return line


def set_in(values: Mapping[str, str]) -> str:
    """The lines of a file that sets these values."""
    return "".join(f"{written(name, value)}\n" for name, value in values.items())
