"""A DNS server of a test's own: it knows the names that it is given, and no others."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self

import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset

from .services import free_port

Zone = dict[tuple[str, str], list[str]]
"""The values of each name and kind of record, as in a zone file."""


class NameServer:
    """Answers by UDP. ``zone`` may be changed while it runs."""

    def __init__(self, zone: Zone, host: str = "127.0.0.1", port: int = 0):
        self.zone, self.host, self.port = zone, host, port or free_port()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._socket.bind((self.host, self.port))
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        with suppress(OSError):  # it says that there is no connection, and wakes the thread
            self._socket.shutdown(socket.SHUT_RD)
        self._thread.join()
        self._socket.close()

    @property
    def resolver(self) -> dns.resolver.Resolver:
        """A resolver that asks this server alone."""
        found = dns.resolver.Resolver(configure=False)
        found.nameservers, found.port = ["127.0.0.1"], self.port
        return found

    def _serve(self) -> None:
        while True:
            asked, of = self._socket.recvfrom(4096)
            if not asked:
                return
            self._socket.sendto(self._answer(dns.message.from_wire(asked)).to_wire(), of)

    def _answer(self, query: dns.message.Message) -> dns.message.Message:
        [question] = query.question
        name, kind = question.name.to_text(omit_final_dot=True).lower(), dns.rdatatype.to_text(question.rdtype)
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.RA
        if values := self.zone.get((name, kind)):
            reply.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *values))
        elif not any(known == name for known, _ in self.zone):
            reply.set_rcode(dns.rcode.NXDOMAIN)
        return reply
