"""All configuration: environment variables and the settings file, read only here. The embedded default needs neither.

Every layer may read the settings, so this module imports no other module of ours but `settings_file`, `durations`
and `whole_files`.
"""

from __future__ import annotations

import os
import pwd
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from email.utils import getaddresses, parseaddr
from functools import cached_property
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from flask import current_app
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from . import settings_file, whole_files
from .durations import BadDuration, duration

LONGEST_SOCKET = 107
"""The longest path of a Unix socket on Linux, in bytes (sun_path of unix(7))."""
SHORTEST_CODE = 6
"""The fewest characters of the code that lets people open matches."""
SHORTEST_TOKEN = 16
"""The fewest characters of the token that shows the metrics."""
SHORTEST_KEY = 32
"""The fewest characters of the key that signs new links; whoever guesses a key can make every link."""
LARGEST_MAIL = 10_000_000
"""The most bytes of a mail that the inbox accepts."""
LOCAL = frozenset(("127.0.0.1", "::1", "localhost"))
"""What a machine calls itself."""


class Misconfigured(ValueError):
    """A setting that cannot be used; the message is one sentence that says what to do."""


@dataclass(frozen=True)
class Variable:
    """An environment variable, as shown by `poste config`."""

    name: str
    default: str
    help: str
    secret: bool = False


VARIABLES = (
    Variable("BASE_URL", "", "how links begin; unset: http://127.0.0.1:$PORT"),
    Variable("PORT", "8000", "where the web server listens"),
    Variable("BIND", "127.0.0.1", "the address on which the web server and the inbox listen; 0.0.0.0 for all"),
    Variable("STATE_DIR", "var", "database, mailboxes and keys of the embedded default"),
    Variable("DATABASE_URL", "", "sqlite:///PATH or postgresql://…; unset: SQLite in STATE_DIR", secret=True),
    Variable("BROKER_URL", "", "redis://…; unset: one that `poste up` starts in STATE_DIR", secret=True),
    Variable("MAIL_URL", "", "maildir:PATH or smtp://[user:password@]host:port[?tls=starttls|tls|none]", secret=True),
    Variable("MAIL_FROM", "", "who letters are from; unset: Poste Restante <post@MAIL_DOMAIN>"),
    Variable("MAIL_DOMAIN", "", "the domain of reply addresses; unset: the host of BASE_URL"),
    Variable("DKIM_KEY", "", "the file of the RSA key that signs letters, as `poste dkim` makes it; unset: none signs"),
    Variable("DKIM_SELECTOR", "poste", "the name under which the key’s record is in the DNS: SELECTOR._domainkey"),
    Variable("INBOX_PORT", "8025", "the listener for replies: SMTP, and LMTP for who greets so"),
    Variable("INBOX_URL", "", "imaps://user:password@host/INBOX, for hosts with just a mailbox", secret=True),
    Variable(
        "AUTHSERV_ID",
        "",
        "border servers whose Authentication-Results count, with commas; *: the topmost; unset: DKIM is checked here",
    ),
    Variable("INBOX_CERT", "", "a certificate with its chain (PEM), for STARTTLS at INBOX_PORT; needs INBOX_KEY"),
    Variable("INBOX_KEY", "", "the file of its key (PEM), without a password"),
    Variable("LINK_KEYS", "", "keys of signed links, oldest first, comma-separated; unset: kept in STATE_DIR", True),
    Variable("SWEEP_SECONDS", "10", "how often due windows, reminders and letters are looked for"),
    Variable("LIMITS", "on", "rate limits: on, or off for tests"),
    Variable(
        "NEW", "anyone", "who may open matches: anyone, code:A-CODE-THAT-YOU-GIVE-OUT, or command (`poste new`)", True
    ),
    Variable("STRANGER_DAY", "3", "letters a day, in all, to an address that never took a seat"),
    Variable("STRANGER_WEEK", "10", "letters a week, in all, to an address that never took a seat"),
    Variable("MATCHES_DAY", "20", "matches a day from one IPv4 address or IPv6 /64, and rematches of one person"),
    Variable("OPEN_TABLES", "off", "a public list of tables with open seats, whose hosts want it: on or off"),
    Variable("HANDOVERS", "10", "how often seats of one match may be offered to somebody else"),
    Variable(
        "DOMAIN_ALARM", "100", "invitations a day to strangers of one mail domain; more is told by `poste doctor`"
    ),
    Variable("HOUSE_SECONDS", "1", "how long strong house players think about each answer, from 0.1 to 10"),
    Variable("MIN_PACE", "PT5M", "the shortest window a match may have"),
    Variable("VACATION_DAYS", "30", "how many days of vacation a player may take in a year, at most 180"),
    Variable("RETAIN", "365", "days after a person’s last match, until address and talk are forgotten; 30 at least"),
    Variable("PROXIES", "0", "how many reverse proxies stand before the web server"),
    Variable("IDLE_SECONDS", "30", "how long a connection may be silent until it is closed"),
    Variable("WEB_WORKERS", "2", "web server processes"),
    Variable("WORKERS", "2", "worker processes"),
    Variable("METRICS_TOKEN", "", "what Prometheus has to send (Authorization: Bearer …) to read /metrics", True),
    Variable("METRICS_BIND", "", "an address of its own for /metrics, such as 127.0.0.1:8024; unset: none"),
    Variable(
        "OPERATOR",
        "",
        "who runs the server, on its privacy page, and gets mail to postmaster@: Ada Lovelace <ada@example.org>",
    ),
    Variable(
        "HOOK_HOSTS", "", "hosts of your own network that hooks may call, by http too, comma-separated; unset: none"
    ),
    Variable("IMPRINT", "", "the imprint: its text, or where it is (https://…); unset: there is none"),
)
KEYS, DATABASE, MAIL = "link-keys", "poste.sqlite", "mail"
"""What `STATE_DIR` keeps where `LINK_KEYS`, `DATABASE_URL` or `MAIL_URL` is not set."""
KEPT = (
    KEYS, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", MAIL, *(f"{MAIL}/{part}" for part in ("cur", "new", "tmp")),
    "server.lock", "house.lock", "broker.log",
)  # fmt: skip
"""What the server writes in `STATE_DIR`, and nobody else."""
PRIVATE = 0o077
"""The permissions that files of ours do not give (umask): any to others."""
FILE = "SETTINGS"
"""The environment variable that names the settings file; empty for none."""
PATHS = ("STATE_DIR", "DKIM_KEY", "INBOX_CERT", "INBOX_KEY")
"""Settings that are paths, in a file relative to it."""
PREFIXES = {"MAIL_URL": "maildir:", "DATABASE_URL": "sqlite:///"}
"""Settings that are paths where they begin so."""
HIDDEN = "••••"
CERTIFICATES: Mapping[str, Sequence[str]] = {
    "ssl_cert_reqs": ("required", "optional", "none", "CERT_REQUIRED", "CERT_OPTIONAL", "CERT_NONE"),
    **dict.fromkeys(("ssl_ca_certs", "ssl_certfile", "ssl_keyfile"), ()),
}
"""What the address of a broker may say of certificates (kombu), and the values of what has not just any."""
PASSWORDS = "; in a password, # is written %23, / %2F, ? %3F and @ %40"
"""What is said of an address that cannot be read, as of most with such a sign."""
_BY_NAME = {variable.name: variable for variable in VARIABLES}


ALIKE, SHORTEST_NAME = 0.83, 6
"""How similar to one of ours, from 0 to 1, and how long a name must be to count as a slip: short names are others'
own."""


def _meant(name: str) -> str | None:
    """The setting that somebody who wrote this name had in mind, if any."""
    plain = name.upper().removeprefix("POSTE_")
    if plain in _BY_NAME:
        return plain
    if name.startswith("POSTE_") or len(plain) >= SHORTEST_NAME:
        near = get_close_matches(plain, _BY_NAME, n=1, cutoff=ALIKE)
        return near[0] if near else "one of `poste config`" if name.startswith("POSTE_") else None
    return None


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise Misconfigured("The current folder is not there any more: go to another one.") from error


def _file(named: str | None) -> Path | None:
    """The settings file of this name; without a name the nearest, and none if it is empty. Raises `Misconfigured`."""
    if named is None:
        return settings_file.found(_here())
    file = Path(named.strip())
    if file.name and not settings_file.is_there(file):
        raise Misconfigured(f"There is no settings file “{file}”: `poste init` makes one.")
    return file.absolute() if file.name else None


def _read(file: Path) -> dict[str, str]:
    """The values in a settings file, with its paths made absolute. Raises `Misconfigured`."""
    try:
        values = settings_file.read(file, _meant)
    except settings_file.BadFile as bad:
        raise Misconfigured(str(bad)) from bad
    values.setdefault("STATE_DIR", _BY_NAME["STATE_DIR"].default)
    return values | _absolute(values, file.parent)


def _absolute(values: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Those of the values that are paths, from this folder on."""
    prefixes = PREFIXES | dict.fromkeys(PATHS, "")
    paths = {name: values.get(name, "").strip().removeprefix(prefix) for name, prefix in prefixes.items()}
    return {
        name: f"{prefixes[name]}{folder / path}"
        for name, path in paths.items()
        if path and values[name].strip().startswith(prefixes[name]) and path != ":memory:"
    }


def _number(name: str, least: int, most: int) -> cached_property[int]:
    def read(settings: Settings) -> int:
        with suppress(ValueError):
            if least <= (number := int(settings.text(name))) <= most:
                return number
        raise Misconfigured(f"{name} is a whole number from {least} to {most}, not “{settings.text(name)}”.")

    return cached_property(read)


def _span(name: str, unit: str, least: int, most: int) -> cached_property[int]:
    return cached_property(lambda settings: settings._whole(name, unit, least, most))


def _switch(name: str) -> cached_property[bool]:
    def read(settings: Settings) -> bool:
        if settings.text(name) not in ("on", "off"):
            raise Misconfigured(f"{name} is on or off, not “{settings.text(name)}”.")
        return settings.text(name) == "on"

    return cached_property(read)


class Settings:
    """The current settings, converted to their types.

    ``environ`` maps names to values, by default those of the settings file, and of the process's environment, which
    win. ``file``: the name of that file, if not of the one that is found. Raises `Misconfigured` for a file that cannot
    be used. Reading a setting raises it if its value cannot be used.
    """

    def __init__(self, environ: Mapping[str, str] | None = None, file: str | None = None):
        self.file = _file(os.environ.get(FILE) if file is None else file) if environ is None else None
        self._kept_keys: list[str] | None = None
        if environ is None:
            environ = os.environ | _absolute(os.environ, _here())
        self.environ = {**(_read(self.file) if self.file else {}), **environ}

    def text(self, name: str) -> str:
        """The value as given in the environment, or the default."""
        return self.environ.get(name, "").strip() or _BY_NAME[name].default

    def as_environ(self) -> dict[str, str]:
        """The environment of a process that is to have the same settings, in whatever folder it runs."""
        given = {name: self.environ[name] for name in _BY_NAME if self.given(name)}
        return given | {FILE: "", "STATE_DIR": str(self.state_dir)}

    def given(self, name: str) -> bool:
        """Whether the environment or the file sets the variable."""
        return bool(self.environ.get(name, "").strip())

    def source(self, name: str) -> str:
        """Where the value is from: ``environment``, ``file`` or ``default``."""
        return "default" if not self.given(name) else "file" if name not in os.environ and self.file else "environment"

    def _duration(self, name: str, bare: str | None = None) -> timedelta:
        """``bare``: the unit of a number alone."""
        try:
            return duration(self.text(name), name, bare)
        except BadDuration as bad:
            raise Misconfigured(str(bad)) from bad

    def _whole(self, name: str, unit: str, least: int, most: int) -> int:
        """A duration as a number of units; of the same unit is a number alone."""
        count, rest = divmod(self._duration(name, unit), timedelta(**{unit: 1}))
        if rest or not least <= count <= most:
            raise Misconfigured(f"{name} is from {least} to {most} whole {unit}, not “{self.text(name)}”.")
        return count

    def warnings(self) -> list[str]:
        """A sentence for each variable that is named like a setting and is none, and for what is open to others."""
        told = self._misspelt()
        if self.file and settings_file.is_open(self.file):
            told.append(f"Others on this machine can read {self.file}: `chmod 600` it.")
        if self.text("PROXIES") == "0" and self.text("BIND") not in LOCAL:
            told.append(
                "BIND is public without PROXIES: slow clients may hold connections for ever; put a proxy before it."
            )
        return told

    def _misspelt(self) -> list[str]:
        others = [name for name in sorted(self.environ) if name not in (*_BY_NAME, FILE)]
        meant = {name: _meant(name) for name in others}
        return [f"{name} is no setting: is {ours} meant?" for name, ours in meant.items() if ours]

    # What is no more than a number, a span or a switch; `VARIABLES` explains each
    port = _number("PORT", 0, 65535)
    inbox_port = _number("INBOX_PORT", 0, 65535)
    proxies = _number("PROXIES", 0, 8)
    web_workers = _number("WEB_WORKERS", 1, 64)
    workers = _number("WORKERS", 1, 64)
    stranger_day = _number("STRANGER_DAY", 1, 1000)
    stranger_week = _number("STRANGER_WEEK", 1, 1000)
    matches_day = _number("MATCHES_DAY", 1, 100_000)
    handovers = _number("HANDOVERS", 0, 1000)
    domain_alarm = _number("DOMAIN_ALARM", 1, 1_000_000)
    sweep_seconds = _span("SWEEP_SECONDS", "seconds", 1, 3600)
    idle_seconds = _span("IDLE_SECONDS", "seconds", 1, 3600)
    vacation_days = _span("VACATION_DAYS", "days", 0, 180)
    limits = _switch("LIMITS")
    open_tables = _switch("OPEN_TABLES")

    @cached_property
    def metrics_token(self) -> str:
        """What shows the metrics to whoever sends it; empty if nothing does."""
        token = self.text("METRICS_TOKEN")
        if token and (len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable() or " " in token):
            raise Misconfigured(
                f"METRICS_TOKEN has at least {SHORTEST_TOKEN} letters and digits: `openssl rand -hex 32` makes one."
            )
        return token

    @cached_property
    def metrics_bind(self) -> tuple[str, int] | None:
        """The host and port on which nothing but the metrics are shown; ``None`` if they have none of their own."""
        given = self.text("METRICS_BIND")
        if not given:
            return None
        parts = _parts(f"//{given}")
        if not parts.hostname or not parts.port or parts.netloc != given or "@" in given:
            raise Misconfigured(f"METRICS_BIND is a host and a port, such as 127.0.0.1:8024, not “{given}”.")
        return parts.hostname, parts.port

    @property
    def metrics(self) -> bool:
        """Whether anything is counted and shown."""
        return bool(self.metrics_token or self.metrics_bind)

    @cached_property
    def operator(self) -> tuple[str, str]:
        """Who runs the server, by name, and their mail address; either may be empty."""
        given = self.text("OPERATOR")
        name, address = parseaddr(given) if "@" in given else (given, "")
        if "@" in given and not _is_address(address):
            raise Misconfigured("OPERATOR is a name and an address, such as Ada Lovelace <ada@example.org>.")
        return name, address

    @cached_property
    def imprint(self) -> tuple[str, str]:
        """The text of the imprint, and the address (https://…) of one that is elsewhere; one of them is empty."""
        given = self.text("IMPRINT")
        is_elsewhere = given.startswith(("https://", "http://"))
        if is_elsewhere and (len(given.split()) > 1 or not _parts(given).hostname):
            raise Misconfigured("IMPRINT is a text, or one address such as https://example.org/imprint.")
        return ("", given) if is_elsewhere else (given, "")

    @cached_property
    def hook_hosts(self) -> frozenset[str]:
        """The hosts, by name or address, that hooks may call although they are not public, and without encryption."""
        hosts = frozenset(host.strip().lower() for host in self.text("HOOK_HOSTS").split(",") if host.strip())
        if any(re.search(r"[/@:\s]", host) and not _is_ip(host) for host in hosts):
            raise Misconfigured("HOOK_HOSTS is hosts without ports, such as chat.home.arpa, or several with commas.")
        return hosts

    @cached_property
    def house_seconds(self) -> float:
        """Seconds in which a strong house player decides."""
        seconds = self._duration("HOUSE_SECONDS", "seconds").total_seconds()
        if not 0.1 <= seconds <= 10:
            raise Misconfigured(f"HOUSE_SECONDS is from 0.1 to 10 seconds, not “{self.text('HOUSE_SECONDS')}”.")
        return seconds

    @cached_property
    def base_url(self) -> str:
        """The beginning of all links, without a slash at the end; a scheme and a host in ASCII, without a path."""
        url = (self.text("BASE_URL") or f"http://127.0.0.1:{self.port}").rstrip("/")
        parts = _parts(url)
        if parts.scheme not in ("http", "https") or not _is_host(parts.hostname or "") or parts.port == 0:
            raise Misconfigured(f"BASE_URL is an address such as https://cards.example.org, not “{url}”.")
        if url != f"{parts.scheme}://{parts.netloc}":
            raise Misconfigured(f"BASE_URL is a host of its own, such as https://cards.example.org, not “{url}”.")
        account, at, host = parts.netloc.rpartition("@")
        name, colon, port = host.rpartition(":") if parts.port else (host, "", "")
        return f"{parts.scheme}://{account}{at}{_in_ascii(name)}{colon}{port}"

    @property
    def is_encrypted(self) -> bool:
        return self.base_url.startswith("https:")

    @cached_property
    def state_dir(self) -> Path:
        """The folder of the embedded default. It is made by `create_state`."""
        folder = Path(self.text("STATE_DIR"))
        try:
            is_else = folder.exists() and not folder.is_dir()
        except PermissionError as error:
            raise Misconfigured(
                f"STATE_DIR “{folder}” is in a folder that {user_name(os.geteuid())} may not enter: run this as "
                "the user whose it is, or choose another."
            ) from error
        if is_else:
            raise Misconfigured(f"STATE_DIR is a folder, and “{folder}” is none.")
        return folder.resolve()

    @property
    def database_file(self) -> Path | None:
        """The file of the database; ``None`` if it is PostgreSQL, or nowhere but in memory."""
        file = make_url(self.database_url).database if self.embedded_database else None
        return Path(file) if file and file != ":memory:" else None

    def create_state(self) -> None:
        """Make the folder and the keys that are not there yet. What this process makes from now on is for its own user
        alone. Raises `Misconfigured`.
        """
        folder = self.state_dir
        os.umask(PRIVATE)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Misconfigured(f"STATE_DIR is a folder, and “{folder}” cannot be made ({error.strerror}).") from error
        self.check_state_is_ours()
        if self.lacks_keys:
            try:
                with suppress(FileExistsError):  # another process has made one meanwhile
                    whole_files.write(folder / KEYS, f"{secrets.token_urlsafe(32)}\n", over=False)
            except OSError as error:
                raise Misconfigured(f"STATE_DIR “{folder}” cannot be written ({error.strerror}).") from error

    def check_state_is_ours(self) -> None:
        """Raises `Misconfigured` if STATE_DIR, or what the server keeps in it, is there and somebody else's."""
        folder = self.state_dir
        for path in (folder, *(folder / name for name in KEPT)):
            if os.access(path, os.F_OK) and not os.access(path, os.R_OK | os.W_OK):
                user, owner = user_name(os.geteuid()), user_name(path.stat().st_uid)
                raise Misconfigured(
                    f"STATE_DIR “{folder}” is not {user}’s: “{path.name}” belongs to {owner}. "
                    + (f"Run this as {owner}, or " if path == folder else "Say ")
                    + f"`chown -R {user} {folder}` as root."
                    if owner != user
                    else f"STATE_DIR “{folder}” cannot be written: “{path.name}” is read-only. "
                    f"`chmod -R u+rwX {folder}`."
                )

    def missing(self, folder_may_be_made: bool = False) -> str:
        """What a server that was started with these settings would have left, and is not there; empty if all is.

        Raises `Misconfigured` if the folder is somebody else's.
        """
        if not self.state_dir.is_dir() and not folder_may_be_made:
            return f"no folder {self.state_dir}"
        self.check_state_is_ours()
        if self.database_file and not settings_file.is_there(self.database_file):
            return f"no database {self.database_file}"
        return f"no link keys in {self.state_dir}" if self.lacks_keys else ""

    @property
    def lacks_keys(self) -> bool:
        """Whether a key has to be made before there can be any links."""
        return not self.given("LINK_KEYS") and not (self.state_dir / KEYS).exists()

    @cached_property
    def database_url(self) -> str:
        """The database URL for SQLAlchemy; PostgreSQL is used through psycopg 3."""
        url = self.text("DATABASE_URL") or f"sqlite:///{self.state_dir / DATABASE}"
        url = re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", url)
        if not url.startswith(("sqlite:", "postgresql+psycopg:")):
            raise Misconfigured("DATABASE_URL begins with sqlite:/// or postgresql://.")
        try:
            make_url(url)
        except (ArgumentError, ValueError) as bad:
            raise Misconfigured(
                f"DATABASE_URL is no address such as postgresql://user:password@host/name{PASSWORDS}."
            ) from bad
        return url

    @cached_property
    def broker_url(self) -> str:
        """The broker's URL; by default a socket in STATE_DIR where `poste up` starts a broker."""
        if not self.given("BROKER_URL") and len(os.fsencode(self.broker_socket)) > LONGEST_SOCKET:
            raise Misconfigured(
                "STATE_DIR has too long a path for the broker’s socket: choose another, or a BROKER_URL."
            )
        url = self.text("BROKER_URL") or f"redis+socket://{self.broker_socket}"
        parts = _parts(url)
        at = parts.port != 0 and _is_host(parts.hostname or "") and re.fullmatch(r"/*[0-9]*", parts.path)
        known = CERTIFICATES if parts.scheme == "rediss" else {}
        asks = parse_qs(parts.query, keep_blank_values=True)
        fits = all(name in known and values[-1] in (known[name] or values) for name, values in asks.items())
        if parts.scheme != "redis+socket" and not (parts.scheme in ("redis", "rediss") and at and fits):
            raise Misconfigured(
                "BROKER_URL is redis://[user:password@]host[:port][/number], or rediss:// with "
                f"?ssl_cert_reqs=required, optional or none{PASSWORDS}."
            )
        return url

    @cached_property
    def broker_socket(self) -> Path:
        return self.state_dir / "broker.sock"

    @cached_property
    def mail_url(self) -> str:
        """Where letters are sent; by default to a Maildir in STATE_DIR."""
        return self.text("MAIL_URL") or f"maildir:{self.state_dir / MAIL}"

    @property
    def is_public(self) -> bool:
        """Whether others than this machine may come to the pages, as far as the settings say."""
        return not {urlsplit(self.base_url).hostname, self.text("BIND") or "127.0.0.1"} <= LOCAL

    @cached_property
    def local_mail(self) -> Path | None:
        """The Maildir that the page /letters shows; ``None`` if letters go to a mail server."""
        return Path(self.mail_url.removeprefix("maildir:")) if self.mail_url.startswith("maildir:") else None

    @cached_property
    def mail_domain(self) -> str:
        """The domain of reply addresses and Message-IDs, in ASCII."""
        if self.given("MAIL_DOMAIN"):
            domain = self.text("MAIL_DOMAIN")
            if not _is_address(f"post@{domain}"):
                raise Misconfigured(f"MAIL_DOMAIN is a domain such as cards.example.org, not “{domain}”.")
            if domain in LOCAL and self.is_public:
                raise Misconfigured(f"MAIL_DOMAIN is a domain to which others can send mail, which “{domain}” is not.")
            return _in_ascii(domain)
        host = urlsplit(self.base_url).hostname or "localhost"
        return "poste.localhost" if host in LOCAL else host

    @cached_property
    def mail_from(self) -> str:
        sender = self.text("MAIL_FROM") or f"Poste Restante <post@{self.mail_domain}>"
        if self.given("MAIL_FROM") and [_is_address(address) for _, address in getaddresses([sender])] != [True]:
            raise Misconfigured(f"MAIL_FROM is one address, such as Cards <cards@example.org>, not “{sender}”.")
        address = getaddresses([sender])[0][1]
        local, at, domain = address.rpartition("@")
        return sender.replace(address, f"{local}{at}{_in_ascii(domain)}")

    @cached_property
    def sender_domain(self) -> str:
        """The domain of the From header, for which letters are signed."""
        return getaddresses([self.mail_from])[0][1].rpartition("@")[2].lower()

    @property
    def bounce_domain(self) -> str:
        """The domain of the envelope sender of letters, of which SPF is checked: where they bounce to, if they can."""
        return self.mail_domain.lower() if self.given("MAIL_DOMAIN") and not self.inbox_url else self.sender_domain

    @cached_property
    def dkim_key(self) -> bytes:
        """The key that signs letters (PEM, PKCS #1), read from the file of DKIM_KEY; empty if none does."""
        return _rsa_key(Path(self.text("DKIM_KEY"))) if self.given("DKIM_KEY") else b""

    @cached_property
    def dkim_selector(self) -> str:
        """The name of the key's record in the DNS, before ``._domainkey``."""
        selector = self.text("DKIM_SELECTOR")
        if not re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", selector):
            raise Misconfigured(f"DKIM_SELECTOR is a name such as poste, of a-z, 0-9 and -, not “{selector}”.")
        return selector

    @cached_property
    def inbox_url(self) -> str:
        """The URL of the mailbox that is polled for replies; empty if there is none."""
        url = self.text("INBOX_URL")
        parts = _parts(url)
        well_formed = parts.scheme in ("imap", "imaps") and parts.hostname and parts.username and parts.port != 0
        if url and not well_formed:
            raise Misconfigured(f"INBOX_URL is imaps://user:password@host/INBOX{PASSWORDS}.")
        return url

    @cached_property
    def authserv_ids(self) -> tuple[str, ...]:
        """The names (RFC 8601, authserv-id) by which our border servers sign what they found out about a mail; a star
        for a server that writes no name, whose header is the topmost.
        """
        names = tuple(name.strip() for name in self.text("AUTHSERV_ID").split(",") if name.strip())
        if any(re.search(r'[\s;"()]', name) for name in names):
            raise Misconfigured("AUTHSERV_ID is the name of a server, such as mx.example.org, or several with commas.")
        return names

    @cached_property
    def inbox_certificate(self) -> tuple[Path, Path] | None:
        """The files of the listener's certificate and of its key; ``None`` if there is no certificate."""
        if self.given("INBOX_CERT") != self.given("INBOX_KEY"):
            raise Misconfigured("INBOX_CERT and INBOX_KEY belong together: set both, or neither.")
        return (Path(self.text("INBOX_CERT")), Path(self.text("INBOX_KEY"))) if self.given("INBOX_CERT") else None

    @cached_property
    def new(self) -> str:
        """Who may open matches: ``anyone``, ``code`` (whoever knows `new_code`) or ``command`` (`poste new` alone)."""
        given, colon, code = self.text("NEW").partition(":")
        if (given, colon) not in (("anyone", ""), ("command", ""), ("code", ":")):
            raise Misconfigured("NEW is anyone, command, or code: and then the code, such as code:three-blue-lamps.")
        if colon and len(code.strip()) < SHORTEST_CODE:
            raise Misconfigured(f"The code of NEW has at least {SHORTEST_CODE} characters: NEW=code:three-blue-lamps.")
        return given

    @cached_property
    def new_code(self) -> str:
        """The code that is asked of whoever opens a match; empty if none is."""
        return self.text("NEW").partition(":")[2].strip()

    @cached_property
    def min_pace(self) -> timedelta:
        """The shortest allowed length of a window."""
        return self._duration("MIN_PACE")

    @cached_property
    def retain(self) -> timedelta:
        """How long after a person's last match the address and what they said are kept."""
        return timedelta(days=self._whole("RETAIN", "days", 30, 36_500))

    @property
    def link_keys(self) -> list[str]:
        """The keys that sign links, oldest first; new links are signed with the last one. Those in `STATE_DIR` are
        made by `create_state`.

        Raises `Misconfigured` if that one is short enough to be guessed. Links of older short keys stay valid.
        """
        if self._own_keys:
            return self._own_keys
        if self._kept_keys is None:
            file = self.state_dir / KEYS
            try:
                self._kept_keys = file.read_text().split()
            except OSError as error:
                raise Misconfigured(f"The link keys in “{file}” cannot be read ({error.strerror}).") from error
        return self._kept_keys

    @cached_property
    def _own_keys(self) -> list[str]:
        """The keys of `LINK_KEYS`; none if it is not set."""
        if not self.given("LINK_KEYS"):
            return []
        keys = [key.strip() for key in self.text("LINK_KEYS").split(",") if key.strip()]
        if not keys:
            raise Misconfigured("LINK_KEYS names at least one key; unset, a key is made and kept in STATE_DIR.")
        if len(keys[-1]) < SHORTEST_KEY:
            raise Misconfigured(
                f"The last of LINK_KEYS signs links and has at least {SHORTEST_KEY} characters: append one made by "
                "`openssl rand -hex 32`, and keep the others before it, so that old links stay valid."
            )
        return keys

    def take_over_link_keys(self, older: list[str]) -> bool:
        """Let links that were signed with the keys of a backup open something. Returns whether keys were added.

        Raises `Misconfigured` if `LINK_KEYS` lacks one of them: they are then in a file, to be added there by hand.
        """
        missing = [key for key in older if key not in self.link_keys]
        if missing and self.given("LINK_KEYS"):
            file = self.state_dir / f"{KEYS}-of-backup"
            _write_keys(file, older)
            raise Misconfigured(
                f"LINK_KEYS lacks {len(missing)} keys of this backup; without them its links are dead. They are in "
                f"{file}, one a line: put them before yours, with commas between, and restore again."
            )
        if missing:
            others = [key for key in self.link_keys if key not in older]
            _write_keys(self.state_dir / KEYS, [*older, *others])
            self._kept_keys = None
        return bool(missing)

    @property
    def weak_keys(self) -> int:
        """How many of the keys that still open links are too short to sign any."""
        return sum(len(key) < SHORTEST_KEY for key in self.link_keys)

    @cached_property
    def embedded_database(self) -> bool:
        """Whether the database is SQLite."""
        return self.database_url.startswith("sqlite:")

    def check(self) -> None:
        """Read every setting once. Raises `Misconfigured` for the first one that cannot be used."""
        for name, attribute in vars(type(self)).items():
            if isinstance(attribute, cached_property):
                getattr(self, name)
        mail_route(self.mail_url)


ENCRYPTED_PORTS = {465: "tls", 587: "starttls"}
"""SMTP ports on which connections are conventionally encrypted, and how."""


@dataclass(frozen=True)
class MailRoute:
    """Where letters are sent: to a folder (a Maildir) or a mail server. ``tls``: ``tls``, ``starttls`` or ``none``."""

    folder: Path | None = None
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    tls: str = "none"


def mail_route(url: str) -> MailRoute:
    """Parse a ``MAIL_URL``. Raises `Misconfigured`."""
    if url.startswith("maildir:") and url != "maildir:":
        return MailRoute(Path(url.removeprefix("maildir:")))
    parts = _parts(url)
    host, port = parts.hostname, parts.port or 25
    tls = parse_qs(parts.query).get("tls", [""])[0]
    if parts.scheme != "smtp" or not host or tls not in ("", "starttls", "tls", "none"):
        raise Misconfigured(
            f"MAIL_URL is maildir:PATH or smtp://[user:password@]host:port[?tls=starttls|tls|none]{PASSWORDS}."
        )
    account = {"user": unquote(parts.username or ""), "password": unquote(parts.password or "")}
    return MailRoute(None, host, port, **account, tls=tls or ENCRYPTED_PORTS.get(port, "none"))


def _is_ip(host: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(host))
    return False


def _parts(url: str) -> SplitResult:
    """The parts of an address, all of them empty if it cannot be read."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises it, too
    except ValueError:
        return urlsplit("")
    return parts


_DOMAIN = r"[^\W_](?:[\w-]*[^\W_])?(?:\.[^\W_](?:[\w-]*[^\W_])?)*"
_ADDRESS = re.compile(rf"[\w.!#$%&'*+/=?^`{{|}}~-]{{1,64}}@{_DOMAIN}")


def _in_ascii(domain: str) -> str:
    """A domain as the DNS, mail servers and browsers know it (in A-labels, RFC 5890)."""
    if domain.isascii():
        return domain
    import idna  # loaded only where a domain needs it

    try:
        return idna.encode(domain, uts46=True).decode()
    except idna.IDNAError as bad:
        raise Misconfigured(f"“{domain}” cannot be a domain: give one such as cards.example.org.") from bad


def _is_host(text: str) -> bool:
    """Whether it may be a domain, or is an IP address."""
    return _is_ip(text) or re.fullmatch(_DOMAIN, text) is not None


def _is_address(text: str) -> bool:
    return _ADDRESS.fullmatch(text) is not None


SHORTEST_RSA = 1024
"""The fewest bits of a key that receivers accept (RFC 8301); `poste dkim` makes one of 2048."""


def _rsa_key(file: Path) -> bytes:
    """The private RSA key in a file, as PEM (PKCS #1). Raises `Misconfigured`."""
    from cryptography.hazmat.primitives import serialization as form  # loaded only where letters are signed
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    try:
        key = form.load_pem_private_key(file.read_bytes(), password=None)
    except OSError as error:
        raise Misconfigured(
            f"DKIM_KEY “{file}” cannot be read ({error.strerror}): name the file that `poste dkim` makes."
        ) from error
    except (ValueError, TypeError) as error:  # TypeError: it has a password
        raise Misconfigured(f"DKIM_KEY “{file}” is no private key in PEM without a password.") from error
    if not isinstance(key, RSAPrivateKey) or key.key_size < SHORTEST_RSA:
        raise Misconfigured(f"DKIM_KEY “{file}” is no RSA key of at least {SHORTEST_RSA} bits: `poste dkim` makes one.")
    return key.private_bytes(form.Encoding.PEM, form.PrivateFormat.TraditionalOpenSSL, form.NoEncryption())


def user_name(number: int) -> str:
    """The name of a user, or the number of one without a name, as containers have them."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _write_keys(file: Path, keys: list[str]) -> None:
    whole_files.write(file, "".join(f"{key}\n" for key in keys), over=True)


def masked(variable: Variable, value: str) -> str:
    """The value as it may be shown: keys and passwords are hidden, even in a malformed URL."""
    if variable.name == "NEW" and value in ("anyone", "command"):
        return value
    if not variable.secret or not value or (value.startswith("maildir:") and variable.name == "MAIL_URL"):
        return value
    scheme, slashes, rest = value.partition("://")
    if not slashes or not variable.name.endswith("_URL"):
        return HIDDEN
    account, at, host = rest.rpartition("@")
    if ":" in account:
        account = f"{account.partition(':')[0]}:{HIDDEN}"
    return f"{scheme}://{account}{at}" + re.sub(r"(password=)[^&]*", rf"\1{HIDDEN}", host)


def settings() -> Settings:
    """The settings of the current application."""
    present: Settings = current_app.extensions["poste"]
    return present
