"""A backup as a file: a zip archive with a file of JSON lines for each table, the link keys, and a manifest.

The manifest comes last and names each part with its length and its SHA-256, so that a file that was cut off or altered
is known before anything is changed. Values are written so that every database can read them: times in ISO 8601, bytes
in base64. Nothing is held in memory but a row.
"""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

FORMAT = 1
MANIFEST, KEYS = "manifest.json", "link-keys"
MOMENT, BYTES, JSON, PLAIN = "moment", "bytes", "json", "plain"
"""What kind of values a column has."""
TYPES: Mapping[str, Any] = {MOMENT: datetime | None, BYTES: bytes | None, JSON: Any, PLAIN: Any}


class BadBackup(ValueError):
    """A file that cannot be restored; the message is a sentence that says why."""


class Part(msgspec.Struct):
    """A part of the archive. ``columns``: those of the table, with the kind of their values."""

    rows: int
    sha256: str
    columns: dict[str, str] = {}


class Manifest(msgspec.Struct):
    """What a backup is: when it was made, by which version, and its parts by name; ``schema``: that of its tables;
    ``base_url``: how the links of its server began, if the version told.
    """

    format: int
    version: str
    schema: str
    database: str
    taken_at: datetime
    parts: dict[str, Part]
    base_url: str = ""

    @property
    def tables(self) -> Mapping[str, Part]:
        """The parts that are tables."""
        return {name: part for name, part in self.parts.items() if name != KEYS}


# Writing -------------------------------------------------------------------------------------------------------------


class Writer:
    """An archive that is being written."""

    def __init__(self, file: zipfile.ZipFile):
        self._file = file
        self.parts: dict[str, Part] = {}

    def add_table(self, name: str, columns: Mapping[str, str], rows: Iterable[Mapping[str, Any]]) -> None:
        """Write the rows of a table."""
        lines = (msgspec.json.encode({column: row[column] for column in columns}) + b"\n" for row in rows)
        self._add(name, f"tables/{name}.jsonl", lines, dict(columns))

    def add_keys(self, keys: Iterable[str]) -> None:
        """Write the keys that sign links, oldest first."""
        self._add(KEYS, KEYS, (f"{key}\n".encode() for key in keys), {})

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest, which makes the archive complete."""
        self._file.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))

    def _add(self, name: str, path: str, lines: Iterable[bytes], columns: dict[str, str]) -> None:
        digest, count = hashlib.sha256(), 0
        entry = zipfile.ZipInfo(path)
        entry.compress_type = zipfile.ZIP_DEFLATED
        with self._file.open(entry, "w", force_zip64=True) as part:
            for line in lines:
                digest.update(line)
                part.write(line)
                count += 1
        self.parts[name] = Part(count, digest.hexdigest(), columns)


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """Write an archive that only its owner can read; it has its name once it is complete. Raises `OSError` that
    names it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                yield Writer(archive)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            draft.unlink()


# Reading -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Archive:
    """A backup that was checked and can be read."""

    file: zipfile.ZipFile
    manifest: Manifest

    def keys(self) -> list[str]:
        """The keys that sign links, oldest first."""
        return self.file.read(KEYS).decode().split()

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of a table."""
        kinds = {column: TYPES[kind] for column, kind in self.manifest.parts[table].columns.items()}
        with self.file.open(f"tables/{table}.jsonl") as lines:
            for line in lines:
                row = msgspec.json.decode(line)
                yield {column: msgspec.convert(row[column], kind) for column, kind in kinds.items()}


@contextmanager
def reading(path: Path) -> Iterator[Archive]:
    """Open a backup and check that it is whole. Raises `BadBackup`, or `OSError`."""
    try:
        with zipfile.ZipFile(path) as file:
            manifest = _manifest(file)
            _check(file, manifest)
            yield Archive(file, manifest)
    except (zipfile.BadZipFile, io.UnsupportedOperation) as bad:  # the latter is of what is no file, such as a pipe
        raise BadBackup(f"“{path}” is no backup of Poste Restante, or the end of it is missing.") from bad


def _manifest(file: zipfile.ZipFile) -> Manifest:
    try:
        manifest = msgspec.json.decode(file.read(MANIFEST), type=Manifest)
    except (KeyError, msgspec.DecodeError) as bad:
        raise BadBackup("This is no backup of Poste Restante: it has no manifest that can be read.") from bad
    if manifest.format != FORMAT:
        raise BadBackup(f"This backup has format {manifest.format}, and this version reads {FORMAT}.")
    return manifest


def _check(file: zipfile.ZipFile, manifest: Manifest) -> None:
    for name, part in manifest.parts.items():
        path = KEYS if name == KEYS else f"tables/{name}.jsonl"
        try:
            with file.open(path) as written:
                whole = hashlib.file_digest(written, "sha256").hexdigest() == part.sha256  # type: ignore[arg-type]
        except (KeyError, zipfile.BadZipFile, OSError, EOFError):
            whole = False
        if not whole:
            raise BadBackup(f"This backup is damaged: {path} is not as it was written. Nothing was changed.")
