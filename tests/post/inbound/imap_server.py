"""A small IMAP server (RFC 3501, as much of it as is needed) with one mailbox in memory."""

from __future__ import annotations

import re
import socketserver
import threading
from typing import Self

from ...services import free_port


class Mailbox:
    """Mails of one user by UID, served on a port of 127.0.0.1 until the block ends."""

    def __init__(self, user: str, password: str):
        self.user, self.password, self.port = user, password, free_port()
        self.mails: dict[int, bytes] = {}
        self.seen: set[int] = set()
        self.old: set[int] = set()
        """Mails that came weeks ago."""
        self.fetched = 0
        """Bytes of mails that were fetched."""

    @property
    def url(self) -> str:
        return f"imap://{self.user}:{self.password}@127.0.0.1:{self.port}/INBOX"

    def put(self, raw: bytes) -> int:
        uid = len(self.mails) + 1
        self.mails[uid] = raw
        return uid

    def __enter__(self) -> Self:
        mailbox = self

        class Session(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"* OK ready\r\n")
                for line in self.rfile:
                    tag, _, command = line.decode().strip().partition(" ")
                    for answer in mailbox.answers(command):
                        self.wfile.write(answer + b"\r\n")
                    self.wfile.write(f"{tag} OK done\r\n".encode())
                    if command.upper().startswith("LOGOUT"):
                        return

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", self.port), Session)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answers(self, command: str) -> list[bytes]:
        """The untagged lines with which a command is answered."""
        verb = command.upper()
        if verb.startswith("CAPABILITY"):
            return [b"* CAPABILITY IMAP4rev1"]
        if verb.startswith("SELECT"):
            return [f"* {len(self.mails)} EXISTS".encode(), b"* OK [UIDVALIDITY 1]"]
        if verb.startswith("UID SEARCH"):
            return [b" ".join([b"* SEARCH", *(str(uid).encode() for uid in self._found(command))])]
        if verb.startswith("UID FETCH"):
            return [self._fetched(int(uid), verb) for uid in re.findall(r"\d+", command.split()[2])]
        if verb.startswith("UID STORE") and r"+FLAGS" in verb:
            self.seen |= {int(uid) for uid in re.findall(r"\d+", command.split()[2])}
        return [b"* BYE"] if verb.startswith("LOGOUT") else []

    def _found(self, command: str) -> list[int]:
        """All that came lately, and what nobody has read; or those of some numbers."""
        numbers = re.search(r"UID ([\d,]+)\)?$", command)
        if numbers:
            return [int(number) for number in numbers[1].split(",")]
        assert re.search(r"SINCE \S+ UNSEEN", command)
        return [uid for uid in self.mails if uid not in self.old or uid not in self.seen]

    def _fetched(self, uid: int, asked: str) -> bytes:
        raw = self.mails[uid]
        size, part, piece = len(raw), "[]", re.search(r"\[\]<(\d+)\.(\d+)>", asked)
        if piece:
            start, length = int(piece[1]), int(piece[2])
            raw, part = raw[start : start + length], f"[]<{start}>"
        elif "[HEADER]" in asked:
            raw, part = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n", "[HEADER]"
        self.fetched += len(raw)
        told = f"* {uid} FETCH (UID {uid} FLAGS () RFC822.SIZE {size} BODY{part} {{{len(raw)}}}\r\n"
        return told.encode() + raw + b")"
