"""An evening by the pages: a machine on which every command of them is run, and another one with which it has mail."""

from __future__ import annotations

import os
import pty
import re
import smtplib
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import Self

from server.cli.init import QUESTIONS
from tests.name_server import NameServer
from tests.services import Post, wait_for

from .machine import Machine, Network
from .pages import commands

HOST, HERE, THERE = "cards.example.org", "192.0.2.10", "192.0.2.1"
FRIEND = "you@example.net"
ZONE = {
    (HOST, "A"): [HERE],
    (HOST, "MX"): [f"10 {HOST}."],
    ("10.2.0.192.in-addr.arpa", "PTR"): [f"{HOST}."],
    ("example.net", "MX"): ["10 mx.example.net."],
    ("mx.example.net", "A"): [THERE],
    ("1.2.0.192.in-addr.arpa", "PTR"): ["mx.example.net."],
}
"""What the DNS says in the beginning."""
MAIN_CF = rf"""
smtpd_banner = $myhostname ESMTP $mail_name (Debian/GNU)
biff = no
append_dot_mydomain = no
compatibility_level = 3.6
smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated defer_unauth_destination
myhostname = {HOST}
alias_maps = hash:/etc/aliases
alias_database = hash:/etc/aliases
myorigin = /etc/mailname
mydestination = $myhostname, {HOST}, localhost.example.org, localhost
relayhost =
mynetworks = 127.0.0.0/8 [::ffff:127.0.0.0]/104 [::1]/128
mailbox_size_limit = 0
recipient_delimiter = +
inet_interfaces = all
inet_protocols = all
"""
"""Postfix as Debian sets it up for an “Internet Site” with this mail name."""
LIVE = f"/etc/letsencrypt/live/{HOST}"
CERTIFY = (
    f"mkdir -p {LIVE} && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "
    f"-keyout {LIVE}/privkey.pem -out {LIVE}/fullchain.pem -subj /CN={HOST} -addext subjectAltName=DNS:{HOST} "
    f"2> /dev/null && cp {LIVE}/fullchain.pem /usr/local/share/ca-certificates/pages.crt && update-ca-certificates"
)
STAND_INS = {
    "apt-get update": "true",
    "apt-get install --yes git ": "newaliases && systemctl start nginx postfix",
    "apt-get install --yes postgresql ": "systemctl start postgresql redis-server",
    "git clone ": "true",
    "git -C /srv/poste pull ": "make --directory /srv/poste install",
    "certbot ": CERTIFY,
}
"""What the pages have from the internet is there already: the beginnings of such lines, and what is done instead."""
ANSWERS = (f"https://{HOST}", "1", "", "smtp://localhost", HOST, "Ada Lovelace <ada@example.net>")


class Elsewhere(Network):
    """Another machine: it has the DNS and the mail of example.net, where somebody answers every letter."""

    def __init__(self, machine: Machine):
        self.zone = dict(ZONE)
        self._until = ExitStack()
        self._machine = machine

    def __enter__(self) -> Self:
        with ExitStack() as until:
            process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "sleep", "infinity"])
            until.callback(process.wait)
            until.callback(process.kill)
            self.pid = process.pid
            own = Path("/proc/self/ns/net").readlink()
            wait_for(lambda: Path(f"/proc/{self.pid}/ns/net").readlink() != own, "the other network")
            self._join()
            until.enter_context(self.inside(lambda: NameServer(self.zone, THERE, 53)))
            self.post = Post(25, host=THERE)
            self.inside(self.post.start)
            until.callback(self.post.stop)
            self._until = until.pop_all()
        return self

    def __exit__(self, *failure: object) -> None:
        self._until.close()

    def _join(self) -> None:
        """Both machines are on one wire."""
        there, here = (["nsenter", "--target", str(one.pid), "--net", "ip"] for one in (self, self._machine))
        for command in (
            [*there, "link", "set", "lo", "up"],
            [*there, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", str(self._machine.pid)],
            [*there, "address", "add", f"{THERE}/24", "dev", "eth0"],
            [*here, "address", "add", f"{HERE}/24", "dev", "eth0"],
            [*there, "link", "set", "eth0", "up"],
            [*here, "link", "set", "eth0", "up"],
        ):
            subprocess.run(command, check=True)

    def smtp(self) -> smtplib.SMTP:
        """A connection to the machine's mail server, from here."""
        return self.inside(lambda: smtplib.SMTP(HERE, 25, "mx.example.net", 60))

    def reply(self, letter: EmailMessage, text: str) -> None:
        """Somebody replies to a letter. Raises `smtplib.SMTPException`."""
        mail = EmailMessage()
        of = parseaddr(letter["To"])[1]
        mail["From"], mail["To"], mail["Subject"] = of, letter["Reply-To"], f"Re: {letter['Subject']}"
        mail["Message-ID"] = f"<{os.urandom(8).hex()}@example.net>"
        mail["In-Reply-To"] = letter["Message-ID"]
        mail.set_content(f"{text}\n")
        with self.smtp() as server:
            server.send_message(mail)

    @contextmanager
    def replying(self, text: str) -> Iterator[None]:
        """Meanwhile every letter that comes is answered."""
        ended = threading.Event()
        seen = len(self.post.letters)

        def answer() -> None:
            nonlocal seen
            while not ended.wait(0.2):
                for letter in self.post.letters[seen:]:
                    seen += 1
                    if letter["Reply-To"]:
                        self.reply(letter, text)

        thread = threading.Thread(target=answer)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def asked(machine: Machine, command: str, *answers: str) -> str:
    """What a command shows in a terminal in which the questions of `poste init` are answered so."""
    pid, terminal = pty.fork()
    if pid == 0:
        words = machine.entering(command)
        os.execvpe(words[0], words, machine.environ)
    shown, given = b"", iter(answers)
    prompt = re.compile(rb"(?:%s)(?: \[.*\])?: $" % b"|".join(re.escape(one.asks.encode()) for one in QUESTIONS))
    with suppress(OSError):  # how a terminal says that its program has ended
        while read := os.read(terminal, 4096):
            shown += read
            if prompt.search(shown):
                os.write(terminal, f"{next(given)}\n".encode())
                shown += b"\n"
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, shown.decode()
    return shown.decode()


class Evening:
    """A host who does what the pages say. ``printed``: what each command printed."""

    def __init__(self, machine: Machine, elsewhere: Elsewhere):
        self.machine, self.elsewhere = machine, elsewhere
        self.printed: dict[str, str] = {}
        machine.write("/etc/postfix/main.cf", MAIN_CF)
        machine.write("/etc/mailname", f"{HOST}\n")

    def follow(self, *pages: str) -> None:
        """Run every command of these pages, in order. Raises `AssertionError` for the first that fails."""
        for line in commands(*pages):
            self.printed[line] = self._run(line)

    def _run(self, line: str) -> str:
        if line.startswith("poste init"):
            return asked(self.machine, line, *ANSWERS)
        if line.startswith("poste doctor --mail"):
            with self.elsewhere.replying("It came."):
                return self.machine.run(line)
        stand_in = next((it for begins, it in STAND_INS.items() if line.startswith(begins)), line)
        printed = self.machine.run(stand_in)
        if line == "poste dkim":
            self._publish(printed)
        return printed

    def _publish(self, printed: str) -> None:
        """Put the records that `poste dkim` prints into the DNS."""
        for name, kind, value in re.findall(r"^([\w.-]+)\. IN (TXT) (?:\( )?(.+?)(?: \))?$", printed, re.MULTILINE):
            self.elsewhere.zone[name, kind] = [value]
