"""Calling the address of a hook or push service that somebody has entered; nothing else connects to such addresses.

Nobody may use us to reach what only this machine can reach (SSRF). So the name is resolved once, all of its addresses
must be public (except for `HOOK_HOSTS`), and the connection goes to one of them. Redirects are not followed, of the
response only status and headers are read, and one time limit covers everything.
"""

from __future__ import annotations

import math
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from ... import clock

SECONDS = 10.0
"""The time limit for a call, including resolving the address."""
LONGEST_WAIT = 86400
"""The most seconds that a server may ask us to wait; a longer time counts as this."""
LONGEST = 2000
"""The longest address, in characters."""
HTTPS, UNPRIVILEGED = 443, 1024
"""Ports that may be called on public hosts: https, and those from here up. The others belong to other services."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 addresses, their last 32 bits (RFC 6052)."""
UNICAST = IPv6Network("2000::/3")
"""The part of IPv6 that is allocated to the public (RFC 4291); other addresses are local, reserved, or unallocated."""
SET_ASIDE = (IPv6Network("3fff::/20"), IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
"""Addresses for examples (RFC 9637), protocols (RFC 6890) and former relays (RFC 7526); older Pythons miss some."""
ISATAP = 0x5EFE
"""Precedes an IPv4 address in the second half of an ISATAP tunnel's IPv6 address (RFC 5214)."""
NOT_PUBLIC = "There is no public server at this address."
"""Said of names of a private network as of those that nobody has: which names it has is not told."""


class BadAddress(ValueError):
    """An address that may not be called; the message says why, and what may be."""


class Failed(Exception):
    """A failed call; the message says why and contains nothing of the response except its status.

    ``status``: that of the response, 0 without one. ``wait``: seconds to wait, if the response said so.
    """

    def __init__(self, why: str, status: int = 0, wait: int = 0):
        super().__init__(why)
        self.status, self.wait = status, wait


@dataclass(frozen=True)
class Request:
    """What is sent to an address."""

    url: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"


def checked(url: str, allowed: frozenset[str]) -> str:
    """The address, if it may be called as far as can be told without resolving it. Raises `BadAddress`.

    ``allowed``: hosts that need not be public or use https.
    """
    parts = _parts(url)
    host = (parts.hostname or "").lower()
    if parts.username is not None or parts.password is not None:
        raise BadAddress("The address must not hold a user name or a password before the host.")
    if host in allowed:
        return url
    if parts.scheme != "https":
        raise BadAddress("The address has to begin with https://.")
    if not (parts.port is None or parts.port == HTTPS or parts.port >= UNPRIVILEGED):
        raise BadAddress("The port of the address has to be 443, or 1024 and above.")
    if (address := _literal(host)) is not None:
        _insist_on_public(address)
    return url


def call(request: Request, allowed: frozenset[str], seconds: float = SECONDS) -> int:
    """Send a request. Returns the status of the response, which is a success. Raises `Failed`."""
    until = time.monotonic() + seconds
    try:
        parts = _parts(checked(request.url, allowed))
        host = (parts.hostname or "").lower()
        addresses = _resolved(host, _port(parts), until)
        if host not in allowed:
            for address in addresses:
                _insist_on_public(ip_address(address.partition("%")[0]))
    except BadAddress as bad:
        raise Failed(str(bad)) from bad
    try:
        return _exchange(request, parts, addresses, until)
    except TimeoutError as late:
        raise Failed(f"There was no answer within {seconds:g} seconds.") from late
    except ssl.SSLCertVerificationError as bad:
        raise Failed("The certificate of the server does not fit its name, or nobody vouches for it.") from bad
    except (OSError, HTTPException, ValueError) as error:
        if time.monotonic() >= until:
            raise Failed(f"There was no answer within {seconds:g} seconds.") from error
        raise Failed(f"The server cannot be reached ({type(error).__name__}).") from error


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        whole = bool(parts.hostname) and parts.port != 0 and parts.scheme in ("http", "https")
    except ValueError:
        whole = False
    if not whole or len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url or parts.fragment:
        raise BadAddress("This is no address such as https://chat.example.org/hooks/123.")
    return parts


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    """The IP address, if the host is one rather than a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def _port(parts: SplitResult) -> int:
    return parts.port or (HTTPS if parts.scheme == "https" else 80)


def _insist_on_public(address: IPv4Address | IPv6Address) -> None:
    """Raises `BadAddress` unless it is public; an address that leads to an IPv4 address is judged by that."""
    if not all(map(_is_public, _inside(address))):
        raise BadAddress(NOT_PUBLIC)


def _inside(address: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    """The address itself, and those to which a tunnel may lead from it."""
    if isinstance(address, IPv4Address):
        return [address]
    if address.ipv4_mapped or address in TRANSLATED:
        return [IPv4Address(int(address) & 0xFFFFFFFF)]
    inside = [address.sixtofour, *(address.teredo or ())]
    if int(address) >> 32 & 0xFDFFFFFF == ISATAP:
        inside.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [address, *filter(None, inside)]


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if (isinstance(address, IPv6Address) and address not in UNICAST) or any(address in net for net in SET_ASIDE):
        return False
    return address.is_global and not address.is_multicast


def _resolved(host: str, port: int, until: float) -> list[str]:
    """The addresses of a host, resolved once. Raises `BadAddress` for none, and `Failed` if it takes too long."""
    found: list[str] = []

    def look() -> None:
        with suppress(OSError, UnicodeError):
            found.extend(str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    looking = threading.Thread(target=look, daemon=True, name="resolve")  # getaddrinfo has no time limit of its own
    looking.start()
    looking.join(max(0.0, until - time.monotonic()))
    if looking.is_alive():
        raise Failed("The name of the server could not be looked up in time.")
    if not found:
        raise BadAddress(NOT_PUBLIC)
    return list(dict.fromkeys(found))


def _exchange(request: Request, parts: SplitResult, addresses: list[str], until: float) -> int:
    """Raises `Failed`, `OSError` and `HTTPException`."""
    connection = HTTPConnection(parts.hostname or "", _port(parts))
    connection.auto_open = 0  # only to these addresses
    connection.sock = _connected(parts, addresses, until)
    line = connection.sock
    # a slow response never times out by itself
    watch = threading.Timer(max(0.0, until - time.monotonic()), _cut, (line,))
    watch.daemon = True
    watch.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Host": parts.netloc, "User-Agent": "Poste-Restante", "Connection": "close", **request.headers}
        connection.request(request.method, target, request.body, headers)
        with connection.getresponse() as answer:
            if time.monotonic() >= until:  # it was cut off in the middle of its headers
                raise TimeoutError
            return _success(answer.status, answer.getheader("Retry-After") or "")
    finally:
        watch.cancel()
        connection.close()
        line.close()


def _connected(parts: SplitResult, addresses: list[str], until: float) -> socket.socket:
    """A connection to the first of the addresses that answers. Raises `OSError`."""
    failure: OSError | None = None
    for address in addresses:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        try:
            line = socket.create_connection((address, _port(parts)), timeout=left)
        except OSError as error:
            failure = error
            continue
        if parts.scheme == "http":
            return line
        line.settimeout(max(0.01, until - time.monotonic()))
        try:
            return ssl.create_default_context().wrap_socket(line, server_hostname=parts.hostname)
        except BaseException:
            line.close()
            raise
    raise failure or OSError("no address")


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _success(status: int, wait: str) -> int:
    if 200 <= status < 300:
        return status
    if 300 <= status < 400:
        raise Failed(f"The server sends us elsewhere ({status}), and redirects are not followed.", status)
    raise Failed(f"The server answered {status}.", status, asked_to_wait(wait))


def asked_to_wait(value: str) -> int:
    """The seconds in a Retry-After header (RFC 9110, 10.2.3), number or date; at most `LONGEST_WAIT`, 0 if invalid."""
    try:
        seconds = float(value) if re.fullmatch(r"\s*\d{1,20}(?:\.\d{1,20})?\s*", value, re.A) else _until(value)
    except (ValueError, TypeError, OverflowError):
        return 0
    return math.ceil(min(max(seconds, 0.0), LONGEST_WAIT))


def _until(date: str) -> float:
    """Seconds until an HTTP date, in any of its three forms. Raises `ValueError` and others if it is not one."""
    when = parsedate_to_datetime(date[:64])
    return (when.replace(tzinfo=when.tzinfo or UTC) - clock.now()).total_seconds()
