"""A mail server that takes everything and keeps nothing but a count: a process of its own, which costs what it must.

python -m tests.bench.sink 2525
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from smtplib import SMTP
from urllib.parse import urlsplit

from server.paths import ROOT
from tests.services import answers, free_port, wait_for

END = b"\r\n.\r\n"
REPLIES = {
    b"EHLO": b"250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n",
    b"DATA": b"354 go on\r\n",
    b"QUIT": b"221 bye\r\n",
}


class Sink(asyncio.Protocol):
    """One connection. VRFY is answered with the number of letters taken over all of them."""

    taken = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.kept, self.in_a_letter = transport, b"", False
        transport.write(b"220 sink\r\n")

    def data_received(self, got: bytes) -> None:
        """Answer each command, and each letter that has come to its end."""
        self.kept += got
        while (found := self.kept.partition(END if self.in_a_letter else b"\r\n"))[1]:
            said, _, self.kept = found
            command = b"" if self.in_a_letter else said[:4].upper()
            Sink.taken += self.in_a_letter
            self.in_a_letter = command == b"DATA"
            counted = b"252 %d letters\r\n" % Sink.taken if command == b"VRFY" else b"250 ok\r\n"
            self.transport.write(REPLIES.get(command, counted))
            if command == b"QUIT":
                self.transport.close()


@contextmanager
def mail_server() -> Iterator[str]:
    """The address of a sink."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.sink", str(port)], cwd=ROOT)
    try:
        wait_for(lambda: answers(port), "the mail server to listen")
        yield f"smtp://127.0.0.1:{port}?tls=none"
    finally:
        process.terminate()
        process.wait()


def letters_taken(url: str) -> int:
    """How many letters a sink has taken."""
    address = urlsplit(url)
    with SMTP(address.hostname or "", address.port or 0, timeout=30) as client:
        return int(client.verify("letters")[1].split()[0])


async def listen(port: int) -> None:
    """Take mail on a port."""
    server = await asyncio.get_running_loop().create_server(Sink, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(listen(int(sys.argv[1])))
    except KeyboardInterrupt:
        sys.exit(130)
