"""Mail in a local folder: all letters go to one Maildir, which the page /letters shows."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import parseaddr
from pathlib import Path
from typing import Self

from ..failures import Down
from ..message import wire_of


@dataclass(frozen=True)
class Filed:
    """A letter in the Maildir, as shown in a list. ``name`` and ``address`` are the recipient's."""

    key: str
    name: str
    address: str
    subject: str
    at: datetime
    kind: str


class Maildir:
    """All letters in one Maildir; the file name derives from the Message-ID, so a duplicate is stored once."""

    def __init__(self, path: Path):
        self.path = path

    def __enter__(self) -> Self:
        for folder in ("tmp", "new", "cur"):
            (self.path / folder).mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Store the message, synced to disk before this returns. Raises `Down` if the folder is not writable."""
        key = hashlib.sha256(message["Message-ID"].encode()).hexdigest()[:32]
        envelope = f"Return-Path: <{sender}>\nDelivered-To: {address}\n".encode()
        try:
            if self._file(key) is None:
                self._add(key, envelope + wire_of(message).replace(b"\r\n", b"\n"))
        except OSError as error:
            raise Down(f"the Maildir could not be written ({type(error).__name__})") from error

    def check(self) -> None:
        """Check that the folder is writable. Raises `Down` otherwise."""
        try:
            self.__enter__()
        except OSError as error:
            raise Down(f"the Maildir could not be written ({type(error).__name__})") from error
        if not os.access(self.path / "new", os.W_OK):
            raise Down("the Maildir could not be written")

    def letters(self, most: int = 500) -> list[Filed]:
        """The letters stored, newest first, at most ``most``."""
        newest = sorted(self._files(), key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)
        return [_filed(file) for file in newest[:most]]

    def read(self, key: str) -> EmailMessage | None:
        """One letter in full, or ``None`` if no letter has this key."""
        file = self._file(key) if re.fullmatch(r"[0-9a-f]{32}", key) else None
        if file is None:
            return None
        message = message_from_bytes(file.read_bytes(), policy=policy.default)
        assert isinstance(message, EmailMessage)
        return message

    def remove(self, addresses: Iterable[str]) -> int:
        """Delete the letters to these addresses. Returns how many."""
        theirs = {address.lower() for address in addresses}
        found = [file for file in self._files() if _filed(file).address.lower() in theirs]
        for file in found:
            file.unlink(missing_ok=True)
        return len(found)

    def _files(self) -> list[Path]:
        return [file for folder in ("new", "cur") for file in (self.path / folder).glob("*")]

    def _file(self, key: str) -> Path | None:
        """The file of a letter: in ``new``, or in ``cur`` with the flags that a mail program adds to the name."""
        new = self.path / "new" / key
        return new if new.exists() else next((self.path / "cur").glob(f"{key}*"), None)

    def _add(self, key: str, content: bytes) -> None:
        draft = self.path / "tmp" / f"{key}.{os.getpid()}.{secrets.token_hex(4)}"
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            (self.path / "new" / key).hardlink_to(draft)
        except FileExistsError:
            pass  # another process has just stored the same letter
        finally:
            draft.unlink()


def _filed(file: Path) -> Filed:
    with file.open("rb") as opened:
        headers = BytesHeaderParser(policy=policy.default).parse(opened)
    name, address = parseaddr(str(headers["To"]))
    return Filed(
        key=file.name.partition(":")[0],
        name=name,
        address=str(headers["Delivered-To"] or address),
        subject=str(headers["Subject"]),
        at=datetime.fromtimestamp(file.stat().st_mtime, UTC),
        kind=str(headers["X-Poste-Kind"] or ""),
    )
