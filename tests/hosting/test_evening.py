"""An evening by the pages, on a machine with the real systemd, nginx, Caddy and Postfix: what is printed is run as it
is.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from email.message import EmailMessage
from http.client import HTTPConnection, IncompleteRead

import pytest

from server.config import LARGEST_MAIL
from server.hosting.printed import Page
from server.post.inbound.to_nobody import REFUSED
from server.settings_file import OF_THE_MACHINE
from tests.services import wait_for

from .evening import FRIEND, HERE, HOST, THERE, Elsewhere, Evening, asked
from .machine import Machine
from .pages import EVENING, TRY, blocks, commands

pytestmark = pytest.mark.evening

COMMANDS = 20
"""The most commands from an empty machine to a letter that was answered."""
SLOW = 100
"""Clients that send half a header and wait; eight were enough for a server with eight threads."""
CADDYS = f"/var/lib/caddy/.local/share/caddy/certificates/acme-v02.api.letsencrypt.org-directory/{HOST}"
CERTIFIED = (
    f"install -D /etc/letsencrypt/live/{HOST}/fullchain.pem {CADDYS}/{HOST}.crt && "
    f"install -D /etc/letsencrypt/live/{HOST}/privkey.pem {CADDYS}/{HOST}.key && "
    f"""echo '{{"sans": ["{HOST}"], "issuer_data": null}}' > {CADDYS}/{HOST}.json && chown -R caddy: /var/lib/caddy"""
)
"""Caddy has a certificate, as if it had asked for one."""
SECOND = (
    f"systemd-run --quiet --unit=second --uid=poste --property=EnvironmentFile={OF_THE_MACHINE} "
    "--property=WorkingDirectory=/etc/poste --setenv=SETTINGS= --setenv=PORT=8001 --setenv=WEB_WORKERS=1 "
    "/srv/poste/.venv/bin/poste web"
)
"""The web server of a second host."""
JSON = {"Content_Type": "application/json"}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A server that somebody has set up by the pages, up to a letter that was answered."""
    folder = tmp_path_factory.mktemp("evening") / "machine"
    with Machine(folder, HOST, resolver=THERE) as machine, Elsewhere(machine) as elsewhere:
        followed = Evening(machine, elsewhere)
        followed.follow(*EVENING)
        yield followed


@pytest.fixture(scope="module")
def letter(evening: Evening) -> EmailMessage:
    """A letter to somebody who opens a match."""
    evening.machine.run(f"poste new titro Ada={FRIEND} Bruno=bruno@example.net")
    [sent] = wait_for(lambda: evening.elsewhere.post.to(FRIEND, "invitation"), "the letter")
    return sent


def test_the_pages_lead_to_a_letter_that_is_answered_in_few_commands(evening: Evening) -> None:
    told = evening.printed[commands("mail")[-1]]
    assert re.search(r"ok +letter +left, and its reply came in", told)
    assert [line for line in told.splitlines() if line.startswith("WRONG")] == []
    assert [line.split()[1] for line in evening.printed["poste doctor"].splitlines()[1:] if line[:2] != "ok"] == [
        "pages"
    ]
    assert len(commands(*EVENING)) <= COMMANDS


def test_nothing_in_the_state_or_the_backups_is_anybody_elses(evening: Evening) -> None:
    assert evening.machine.run("find /var/lib/poste /var/lib/poste/dkim.pem ! -user poste") == ""


# nginx and Caddy ------------------------------------------------------------------------------------------------------


@dataclass
class Site:
    """A proxy before the server, and a link to a seat."""

    machine: Machine
    proxy: str
    seat: str
    never: str

    def print(self, *hosts: str) -> None:
        """Let the proxy do what is printed for web processes on these hosts."""
        file = {"nginx": "/etc/nginx/conf.d/poste.conf", "caddy": "/etc/caddy/Caddyfile"}[self.proxy]
        self.machine.run(f"poste hosting {self.proxy} {' '.join(f'--host {host}' for host in hosts)} > {file}")
        self.machine.run(f"systemctl reload-or-restart {self.proxy}")
        wait_for(lambda: self.machine.tried("ss -Htln sport = 443 | grep -q .").returncode == 0, "the proxy to listen")

    def ask(
        self, method: str, path: str, body: bytes | None = None, of: str = "127.0.0.1", port: int = 443, **headers: str
    ) -> tuple[int, str, str]:
        """Status, headers and body of an answer to somebody at an address."""
        connection = HTTPConnection(HOST, timeout=60)
        connection.sock = self.machine.connect(port, "::1" if of == "::1" else "127.0.0.1", of)
        if port == 443:
            connection.sock = ssl._create_unverified_context().wrap_socket(connection.sock, server_hostname=HOST)
        with closing(connection):
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            try:
                read = answer.read()
            except IncompleteRead as cut_off:  # a proxy that learns of a refusal while it still sends may do that
                read = cut_off.partial
            return answer.status, str(answer.headers), read.decode()

    def logged(self, text: str) -> bool:
        """Whether any log of the machine holds this."""
        kept = self.machine.tried(
            "{ journalctl --no-pager --output=cat; cat /var/log/nginx/* /var/log/caddy/*; } | grep -F -e '" + text + "'"
        )
        return kept.returncode == 0


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def site(request: pytest.FixtureRequest, evening: Evening, letter: EmailMessage) -> Iterator[Site]:
    """The server behind each of the proxies."""
    machine, other = evening.machine, {"nginx": "caddy", "caddy": "nginx"}[request.param]
    machine.run(f"systemctl stop {other}; {CERTIFIED}")
    body = letter.get_body(("plain",))
    assert isinstance(body, EmailMessage)
    seat, never = (re.search(rf"https://{HOST}(/{where}/\S+)", body.get_content()) for where in ("s", "never"))
    assert seat
    assert never
    made = Site(machine, request.param, seat[1], never[1])
    made.print()
    yield made
    machine.run(f"systemctl stop {request.param}; systemctl start nginx")


def test_the_page_comes_and_its_links_begin_as_the_settings_say(site: Site) -> None:
    status, headers, page = site.ask("GET", site.seat)
    assert (status, "Strict-Transport-Security" in headers) == (200, True)
    assert "</html>" in page
    links = re.findall(r"https?://[^/\s\"<]*", page + site.ask("GET", "/api/openapi.json")[2])
    assert [link for link in links if (link.startswith("http:") and HOST in link) or "127.0.0.1" in link] == []


def test_who_comes_by_http_is_sent_on_and_no_log_tells_where(site: Site) -> None:
    for of in ("127.0.0.1", "::1"):
        status, headers, _ = site.ask("GET", site.seat, of=of, port=80)
        assert status in (301, 308)
        assert re.search(rf"^Location: https://{HOST}{re.escape(site.seat)}$", headers, re.MULTILINE)


def test_the_address_of_the_client_counts_whatever_it_says_of_itself(site: Site) -> None:
    def ask(number: int, of: str) -> int:
        return site.ask("POST", "/api/matches", b"{}", of, X_Forwarded_For=f"192.0.2.{number}", **JSON)[0]

    mine, other = {"nginx": ("127.0.0.2", "127.0.0.3"), "caddy": ("127.0.0.4", "127.0.0.5")}[site.proxy]
    asked = [ask(number, mine) for number in range(70)]
    assert (set(asked[:30]), asked[-1]) == ({422}, 429)
    assert ask(1, other) == 422


def test_a_body_that_is_too_long_stays_outside(site: Site) -> None:
    status = site.ask("POST", "/api/matches", b" " * 300_000, "127.0.0.6", **JSON)[0]
    assert status in (413, 502)  # Caddy says the latter if it learns that we refuse while it still sends


def test_slow_clients_stop_nothing(site: Site) -> None:
    with ExitStack() as lines:
        for port, half in ((443, b"\x16\x03"), (8000, b"GET / HTTP/1.1\r\nHost: ")):
            for _ in range(SLOW):
                lines.enter_context(site.machine.connect(port)).sendall(half)
        assert site.ask("GET", "/")[0] == 200


def test_nobody_notices_when_one_of_two_hosts_dies(site: Site) -> None:
    site.machine.run(SECOND)
    wait_for(lambda: site.machine.tried("curl -sf http://127.0.0.1:8001/").returncode == 0, "the second host")
    site.print("127.0.0.1", "127.0.0.1:8001")
    asked = "journalctl --no-pager --output=cat --unit=second"
    before = []

    def both_are_asked() -> bool:
        before.extend(site.ask("GET", site.seat)[0] for _ in range(4))
        return "/s/<token>" in site.machine.run(asked)

    wait_for(both_are_asked, "the second host to be asked")
    site.machine.run("systemctl kill --signal=KILL second")
    after = [site.ask(*one)[0] for _ in range(8) for one in (("GET", site.seat), ("POST", site.seat, b"do=nothing"))]
    told = site.machine.tried(f"journalctl --no-pager --output=cat --unit={site.proxy} | tail -20").stdout
    assert set(before) == set(after[::2]) == {200}, (after, told)
    assert {status // 100 for status in after[1::2]} == {4}, (
        after,
        told,
    )  # such an answer makes no sense, and changes nothing
    site.machine.tried("systemctl reset-failed second")


def test_no_log_holds_a_link(site: Site) -> None:
    tokens = [path.rpartition("/")[2] for path in (site.seat, site.never)]
    paths = [site.seat, site.never, f"/api/seat/{tokens[0]}", f"/never/{tokens[1]}?again={tokens[0]}"]
    for path in paths:
        site.ask("GET", path, Referer=f"https://{HOST}{site.seat}")
        site.ask("GET", path, port=80, Referer=f"https://{HOST}{site.seat}")
    site.ask("POST", site.seat, b"x" * 300_000)
    site.print("127.0.0.1:9")
    wait_for(lambda: site.ask("GET", "/")[0] == 502, "the proxy to look elsewhere")
    assert {site.ask("GET", path)[0] for path in paths} == {502}
    site.print()
    wait_for(lambda: site.logged("502"), "the log to be written")
    assert [token for token in tokens if site.logged(token)] == []


# Postfix --------------------------------------------------------------------------------------------------------------


def reply_address(letter: EmailMessage) -> str:
    return str(letter["Reply-To"]).partition("<")[2].rstrip(">")


def test_postfix_refuses_what_the_inbox_would_and_says_why(evening: Evening, letter: EmailMessage) -> None:
    with evening.elsewhere.smtp() as server:
        server.ehlo()
        server.mail(FRIEND)
        for address, why in (
            (f"reply-{'0' * 32}@{HOST}", "there is no such mailbox here"),
            (f"post@{HOST}", REFUSED.partition("; ")[0].removeprefix("550 5.7.1 ")),
            (f"root@{HOST}.example.net", "Relay access denied"),
        ):
            status, told = server.rcpt(address)
            assert (status // 100, why in told.decode()) == (5 if "Relay" not in why else status // 100, True), told
        assert server.rcpt(reply_address(letter))[0] == 250


HOSTILE = ("SIZE=99999999999999999999999999999", f"SIZE={LARGEST_MAIL + 1}", "SIZE=-1", "SIZE=abc", "SIZE=²", "SIZE=")


def test_sizes_that_cannot_be_are_refused_with_a_sentence(evening: Evening) -> None:
    for port in (25, 8025):
        for size in HOSTILE:
            connection = evening.machine.inside(lambda port=port: smtplib.SMTP("127.0.0.1", port, timeout=60))
            with connection as server:
                server.command_encoding = "utf-8"
                server.ehlo()
                status, told = server.docmd("MAIL", f"FROM:<{FRIEND}> {size}")
                assert 500 <= status < 560, (port, size, told)
                assert len(told.split()) > 2
                server.rset()


def test_postfix_takes_no_mail_that_the_inbox_would_not(evening: Evening, letter: EmailMessage) -> None:
    def sent(size: int) -> int:
        head = f"From: {FRIEND}\r\nTo: {reply_address(letter)}\r\nMessage-ID: <{size}@example.net>\r\n\r\n".encode()
        lines = (b"x" * 70 + b"\r\n") * (size // 72)
        with evening.elsewhere.smtp() as server:
            server.ehlo()  # without SIZE, so that it learns late
            assert (server.mail(FRIEND)[0], server.rcpt(reply_address(letter))[0]) == (250, 250)
            return server.data(head + lines)[0]

    assert sent(LARGEST_MAIL + 50_000) == 552
    bounced = len(evening.elsewhere.post.letters)
    assert sent(LARGEST_MAIL - 20_000) == 250
    wait_for(lambda: "[" not in evening.machine.run("postqueue -j | head -c 1 | tr '{' '['"), "Postfix to pass it on")
    assert [it["Subject"] for it in evening.elsewhere.post.letters[bounced:] if "Undelivered" in it["Subject"]] == []


def test_a_reply_while_the_server_restarts_is_taken_soon_after(evening: Evening) -> None:
    """An address of which nothing is known yet, and one that is known to exist."""
    machine = evening.machine
    machine.run("poste new titro Chiara=chiara@example.net Dmitri=dmitri@example.net")
    machine.run("poste new titro Edda=edda@example.net Farid=farid@example.net")
    known, fresh = (
        wait_for(lambda of=of: evening.elsewhere.post.to(f"{of}@example.net", "invitation"), "the letter")[0]
        for of in ("chiara", "edda")
    )

    def asked(letter: EmailMessage) -> int:
        with evening.elsewhere.smtp() as server:
            server.ehlo()
            server.mail(FRIEND)
            return server.rcpt(reply_address(letter))[0]

    assert asked(known) == 250
    machine.run("systemctl stop poste")
    assert asked(fresh) == 450
    evening.elsewhere.reply(known, "help")
    machine.run("systemctl start poste")
    wait_for(lambda: asked(fresh) == 250, "Postfix to ask again")
    evening.elsewhere.reply(fresh, "help")
    machine.run("postqueue -f")  # as it does every five minutes
    for of in ("chiara", "edda"):
        wait_for(lambda of=of: evening.elsewhere.post.to(f"{of}@example.net")[1:], "both to be answered")


def test_what_the_machine_writes_to_root_stays_on_it(evening: Evening) -> None:
    evening.machine.run("printf 'Subject: cron\n\nNo backup.\n' | sendmail root")
    kept = "cat /var/mail/root /var/mail/nobody"
    wait_for(lambda: "No backup." in evening.machine.tried(kept).stdout, "the mail")


# Just a mailbox -------------------------------------------------------------------------------------------------------

PROVIDER = r"""
set -e
useradd --create-home cards
cd /etc/dovecot
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout private/dovecot.key \
  -out private/dovecot.pem -subj /CN=mail.example.org -addext subjectAltName=DNS:mail.example.org
cp private/dovecot.pem /usr/local/share/ca-certificates/mail.crt
update-ca-certificates
cat > local.conf <<'END'
mail_location = maildir:/home/cards/mail
passdb {
  driver = static
  args = password=password
}
userdb {
  driver = static
  args = uid=cards gid=cards home=/home/cards
}
service auth {
  unix_listener /var/spool/postfix/private/auth {
    mode = 0666
  }
}
END
sed -i 's/^!include auth-system/#&/' conf.d/10-auth.conf
systemctl restart dovecot
postconf -e 'virtual_mailbox_domains = example.org' 'virtual_mailbox_maps = inline:{ cards@example.org=cards/mail/ }' \
  'virtual_mailbox_base = /home' "virtual_uid_maps = static:$(id -u cards)" "virtual_gid_maps = static:$(id -g cards)" \
  'smtpd_tls_cert_file = /etc/dovecot/private/dovecot.pem' 'smtpd_tls_key_file = /etc/dovecot/private/dovecot.key' \
  'smtpd_sasl_type = dovecot' 'smtpd_sasl_path = private/auth'
postconf -M "submission/inet=submission inet n - y - - smtpd -o smtpd_tls_security_level=encrypt \
  -o smtpd_sasl_auth_enable=yes -o smtpd_recipient_restrictions=permit_sasl_authenticated,reject"
systemctl reload postfix
"""
"""Somebody else's mail server, Postfix and Dovecot, with the mailbox of the page, which takes +tags."""
OF_THE_MAILBOX = {
    ("mail.example.org", "A"): [HERE],
    ("example.org", "MX"): ["10 mail.example.org."],
    ("example.org", "TXT"): ['"v=spf1 mx ~all"'],
    ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=none"'],
}


def test_with_just_a_mailbox_letters_are_answered_too(evening: Evening) -> None:
    machine, file = evening.machine, "/etc/mailbox/poste.env"
    evening.elsewhere.zone.update(OF_THE_MAILBOX)
    machine.run(PROVIDER)
    [told] = [lines for kind, lines in blocks(Page("mail").text()) if kind == "ini"]
    given = dict(line.split("=", 1) for line in told)
    machine.run("mkdir /etc/mailbox")
    asked(
        machine, f"poste init --settings {file}", f"https://{HOST}", "1", "", given["MAIL_URL"], given["INBOX_URL"], ""
    )
    assert set(told) <= set(machine.run(f"cat {file}").splitlines())
    machine.run(
        "systemd-run --quiet --unit=mailbox --property=Type=notify --property=NotifyAccess=all --setenv=PORT=8100 "
        f"--setenv=INBOX_PORT=8125 poste up --settings {file}"
    )
    with evening.elsewhere.replying("It came."):
        said = machine.run(f"PORT=8100 INBOX_PORT=8125 poste doctor --settings {file} --mail {FRIEND} --wait 2m")
    assert re.search(r"ok +letter +left, and its reply came in", said)
    machine.run("systemctl stop mailbox")


# A checkout -----------------------------------------------------------------------------------------------------------


def test_it_can_be_tried_in_a_checkout(evening: Evening) -> None:
    up, demo = commands(*TRY)
    given = "SETTINGS= STATE_DIR=/root/try PORT=8900 INBOX_PORT=8925"
    evening.machine.run(
        f"systemd-run --quiet --unit=try --working-directory=/srv/poste "
        f"{' '.join(f'--setenv={it}' for it in given.split())} {up}"
    )
    log = "journalctl --no-pager --output=cat --unit=try"
    wait_for(lambda: "Poste Restante is at http://127.0.0.1:8900" in evening.machine.run(log), "the server")
    assert "http://127.0.0.1:8900/s/" in evening.machine.run(f"cd /srv/poste && {given} {demo}")
    evening.machine.run("systemctl stop try")


# Later ----------------------------------------------------------------------------------------------------------------


def test_every_other_command_of_the_pages_is_run(evening: Evening, letter: EmailMessage) -> None:
    """Backups are restored, Prometheus gets its numbers, and the server moves to PostgreSQL."""
    machine = evening.machine
    evening.follow("backup", "operate")
    ask = "curl -s 'http://127.0.0.1:9090/api/v1/query?query=poste_info'"
    wait_for(lambda: '"job":"poste"' in machine.tried(ask).stdout, "Prometheus to ask the server")
    evening.follow("scale")
    assert machine.run("poste list").startswith("PostgreSQL poste on")
    evening.follow("privacy")
