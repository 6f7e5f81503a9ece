"""Every setting: its default, its meaning, what it refuses, and that secrets are never shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from server.app import create_app
from server.cli import poste
from server.config import SHORTEST_NAME, VARIABLES, Misconfigured, Settings
from server.paths import PACKAGE

from .each import each

DEFAULTS = {
    "BASE_URL": "",
    "PORT": "8000",
    "STATE_DIR": "var",
    "DATABASE_URL": "",
    "BROKER_URL": "",
    "MAIL_URL": "",
    "MAIL_FROM": "",
    "MAIL_DOMAIN": "",
    "INBOX_PORT": "8025",
    "LINK_KEYS": "",
    "SWEEP_SECONDS": "10",
    "LIMITS": "on",
    "MIN_PACE": "PT5M",
}
"""The variables that others rely on; what is unset is made from the others."""


@pytest.fixture
def config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    """What `poste config` says with these settings, and none but these."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable.name, raising=False)
    monkeypatch.chdir(tmp_path)

    def told(**environ: str) -> Result:
        return CliRunner().invoke(poste, ["config"], env=environ)

    return told


def line(result: Result, name: str) -> str:
    return next(line for line in result.stdout.splitlines() if line.startswith(f"{name} "))


def test_every_setting_has_its_default_and_is_told_with_its_meaning(config: Callable[..., Result]) -> None:
    result = config()
    assert result.exit_code == 0
    assert {variable.name: variable.default for variable in VARIABLES}.items() >= DEFAULTS.items()
    for variable in VARIABLES:
        told = line(result, variable.name)
        assert f" {variable.default or '-'} " in told
        assert " default " in told
        assert told.endswith(variable.help)


def test_the_docs_say_the_default_behind_the_name(subtests: pytest.Subtests) -> None:
    defaults = {variable.name: variable.default for variable in VARIABLES}
    for file in sorted((PACKAGE / "docs").glob("*.md")):
        for name, said in re.findall(r"`([A-Z_]+)` \((\d+)\)", file.read_text()):
            with subtests.test(f"{file.name} {name}"):
                assert said == defaults[name]


def test_no_setting_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    settings = Settings({})
    settings.check()
    assert settings.base_url == "http://127.0.0.1:8000"
    assert settings.database_url == f"sqlite:///{tmp_path}/var/poste.sqlite"
    assert settings.broker_url == f"redis+socket://{tmp_path}/var/broker.sock"
    assert settings.mail_url == f"maildir:{tmp_path}/var/mail"
    assert (settings.mail_domain, settings.mail_from) == ("poste.localhost", "Poste Restante <post@poste.localhost>")
    assert (settings.inbox_port, settings.sweep_seconds, settings.limits) == (8025, 10, True)
    assert settings.min_pace == timedelta(minutes=5)


def test_what_is_unset_follows_from_what_is_set(tmp_path: Path) -> None:
    settings = Settings({"STATE_DIR": str(tmp_path), "BASE_URL": "https://cards.example.org/", "PORT": "80"})
    assert settings.base_url == "https://cards.example.org"
    assert settings.mail_from == "Poste Restante <post@cards.example.org>"
    assert Settings({"STATE_DIR": str(tmp_path), "PORT": "8100"}).base_url == "http://127.0.0.1:8100"


def test_links_begin_with_any_host_that_there_can_be(tmp_path: Path) -> None:
    for host in ("cards", "cards.example.org:8443", "192.0.2.10", "[::1]:8000", "my_cards.home.arpa"):
        assert Settings({"STATE_DIR": str(tmp_path), "BASE_URL": f"http://{host}"}).base_url == f"http://{host}"
    assert (
        Settings({"STATE_DIR": str(tmp_path), "BASE_URL": "https://spiełka.pl"}).base_url == "https://xn--spieka-6db.pl"
    )


def test_nobody_else_can_send_mail_to_a_machine_called_localhost(tmp_path: Path) -> None:
    here = {"STATE_DIR": str(tmp_path), "MAIL_DOMAIN": "localhost"}
    Settings(here).check()
    with pytest.raises(Misconfigured, match="a domain to which others can send mail"):
        Settings({**here, "BASE_URL": "https://cards.example.org"}).check()


@each("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_reached_through_psycopg_however_it_is_written(tmp_path: Path, scheme: str) -> None:
    settings = Settings({"STATE_DIR": str(tmp_path), "DATABASE_URL": f"{scheme}://ada@db/poste"})
    assert settings.database_url == "postgresql+psycopg://ada@db/poste"
    assert not settings.embedded_database


SECRET = "s3cr3t"


@each(
    ("name", "value", "shown"),
    [
        (
            "DATABASE_URL",
            f"postgresql://ada:{SECRET}@db.example.org/poste",
            "postgresql://ada:••••@db.example.org/poste",
        ),
        ("DATABASE_URL", f"postgresql://db/poste?user=ada&password={SECRET}", "password=••••"),
        ("BROKER_URL", f"redis://:{SECRET}@broker:6379/0", "redis://:••••@broker:6379/0"),
        (
            "MAIL_URL",
            f"smtp://ada:{SECRET}@mail.example.org:587?tls=starttls",
            "smtp://ada:••••@mail.example.org:587?tls=",
        ),
        ("MAIL_URL", f"smtp://ada%40x.org:a{SECRET}@b@mail.example.org", "••••@mail.example.org"),
        ("MAIL_URL", f"smtp://ada:p/{SECRET}@mail.example.org", "••••"),
        ("MAIL_URL", f"smtp://ada:p#{SECRET}@mail.example.org", "••••"),
        ("MAIL_URL", f"smtp://ada:p?{SECRET}@mail.example.org", "••••"),
        ("INBOX_URL", f"imaps://ada:{SECRET}@mail.example.org/INBOX", "imaps://ada:••••@mail.example.org/INBOX"),
        ("DATABASE_URL", f"postgresql://ada:{SECRET}@[db/poste", "postgresql://ada:••••@[db/poste"),
        ("LINK_KEYS", f"{SECRET},other{SECRET}", "••••"),
        ("LINK_KEYS", f"maildir:{SECRET}", "••••"),
        ("LINK_KEYS", f"a://{SECRET}", "••••"),
    ],
)
def test_secrets_are_masked(config: Callable[..., Result], name: str, value: str, shown: str) -> None:
    result = config(**{name: value})
    assert shown in line(result, name)
    assert " environment " in line(result, name)
    assert SECRET not in result.output


def test_what_is_no_secret_is_shown(config: Callable[..., Result]) -> None:
    result = config(DATABASE_URL="sqlite:///var/cards.sqlite", MAIL_URL="maildir:/srv/mail", PORT="8100")
    assert f"sqlite:///{Path.cwd()}/var/cards.sqlite" in line(result, "DATABASE_URL")
    assert "maildir:/srv/mail" in line(result, "MAIL_URL")
    assert "8100" in line(result, "PORT")


BAD = [
    ("PORT", "web"),
    ("PORT", "70000"),
    ("PORT", "-1"),
    ("INBOX_PORT", "smtp"),
    ("SWEEP_SECONDS", "0"),
    ("SWEEP_SECONDS", "1.5"),
    ("HOUSE_SECONDS", "soon"),
    ("HOUSE_SECONDS", "11"),
    ("LIMITS", "maybe"),
    ("MIN_PACE", "soon"),
    ("BASE_URL", "cards.example.org"),
    ("BASE_URL", "ftp://cards.example.org"),
    ("BASE_URL", "http://[cards"),
    ("BASE_URL", "http://cards:port"),
    ("BASE_URL", "https://cards example"),
    ("BASE_URL", "https://cards,example.org"),
    ("BASE_URL", "https://-"),
    ("BASE_URL", "https://example.org/cards"),
    ("BASE_URL", "https://cards.example.org/?from=letters"),
    ("DATABASE_URL", "mysql://db/poste"),
    ("DATABASE_URL", "poste.sqlite"),
    ("DATABASE_URL", "postgresql://ada:s3cr3t@db:port/poste"),
    ("BROKER_URL", "amqp://broker"),
    ("BROKER_URL", "redis://broker:port/0"),
    ("BROKER_URL", f"redis://:{SECRET}/w@broker/0"),
    ("BROKER_URL", "redis://:1#w@broker/0"),
    ("BROKER_URL", "redis://broker/first"),
    ("BROKER_URL", "redis://broker/0?colour=red"),
    ("BROKER_URL", "rediss://broker/0?colour=red"),
    ("BROKER_URL", "rediss://broker/0?ssl_cert_reqs=nope"),
    ("MAIL_URL", "pigeon:coop"),
    ("MAIL_URL", "smtp://"),
    ("MAIL_URL", "smtp://mail:port"),
    ("MAIL_URL", "smtp://ada:s3cr3t@[mail"),
    ("MAIL_URL", "smtp://mail?tls=perhaps"),
    ("MAIL_URL", f"smtp://ada:{SECRET}#w@mail"),
    ("MAIL_URL", "maildir:"),
    ("MAIL_FROM", "Cards"),
    ("MAIL_FROM", "Cards <cards@@example.org>"),
    ("MAIL_FROM", "ada@example.org, bruno@example.org"),
    ("MAIL_DOMAIN", "cards example org"),
    ("MAIL_DOMAIN", "@cards.example.org"),
    ("INBOX_URL", "mail.example.org"),
    ("INBOX_URL", "imaps://mail.example.org"),
    ("INBOX_URL", "pop3://ada:s3cr3t@mail.example.org"),
    ("INBOX_URL", "imaps://ada:s3cr3t@mail.example.org:port"),
    ("INBOX_CERT", "cert.pem"),
    ("INBOX_KEY", "key.pem"),
    ("LINK_KEYS", ","),
    ("LINK_KEYS", "a-long-random-text"),
    ("LINK_KEYS", f"{SECRET * 9},{SECRET}"),
    ("STATE_DIR", "/dev/null"),
    ("STATE_DIR", "a-long-name/" * 9),
    ("PROXIES", "many"),
    ("NEW", "everyone"),
    ("NEW", "code:"),
    ("NEW", "code:abc"),
    ("NEW", "command:three-blue-lamps"),
    ("OPEN_TABLES", "some"),
    ("STRANGER_DAY", "0"),
    ("MATCHES_DAY", "many"),
    ("WEB_WORKERS", "0"),
    ("WORKERS", "none"),
    ("METRICS_TOKEN", "short"),
    ("METRICS_TOKEN", "two words of a long sentence"),
    ("METRICS_BIND", "9100"),
    ("METRICS_BIND", "127.0.0.1"),
    ("METRICS_BIND", "127.0.0.1:many"),
    ("METRICS_BIND", "127.0.0.1:9100/metrics"),
    ("OPERATOR", "Ada <ada@@example.org>"),
    ("OPERATOR", "<@>"),
    ("IMPRINT", "https://"),
    ("IMPRINT", "https://example.org/imprint and more"),
]


@each(("name", "value"), BAD)
def test_a_bad_value_is_one_sentence_and_exit_2(config: Callable[..., Result], name: str, value: str) -> None:
    result = config(**{name: value})
    assert result.exit_code == 2
    assert result.stderr.startswith("poste: ")
    assert name in result.stderr
    assert result.stderr.count("\n") == 1
    assert SECRET not in result.output


@each(("name", "value"), BAD)
def test_no_server_starts_with_a_bad_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Misconfigured, match=name):
        create_app(Settings({"STATE_DIR": str(tmp_path), name: value}))


@each(
    ("name", "least", "most"),
    [
        ("PORT", 0, 65535), ("INBOX_PORT", 0, 65535), ("PROXIES", 0, 8), ("WEB_WORKERS", 1, 64), ("WORKERS", 1, 64),
        ("STRANGER_DAY", 1, 1000), ("STRANGER_WEEK", 1, 1000), ("MATCHES_DAY", 1, 100_000),
        ("HANDOVERS", 0, 1000), ("DOMAIN_ALARM", 1, 1_000_000),
    ],
)  # fmt: skip
def test_a_number_is_taken_from_the_least_to_the_most(tmp_path: Path, name: str, least: int, most: int) -> None:
    there = {"STATE_DIR": str(tmp_path), "BASE_URL": "http://localhost"}
    for number in (least, most):
        Settings({**there, name: str(number)}).check()
    for number in (least - 1, most + 1):
        with pytest.raises(Misconfigured, match=f"{name} is a whole number from {least} to {most}, not “{number}”"):
            Settings({**there, name: str(number)}).check()


@each(
    ("given", "taken"),
    [
        ("Ada Lovelace <ada@example.org>", ("Ada Lovelace", "ada@example.org")),
        ("ada@example.org", ("", "ada@example.org")),
        ("The card club of Example Street", ("The card club of Example Street", "")),
        ("", ("", "")),
    ],
)
def test_the_operator_has_a_name_an_address_or_both(given: str, taken: tuple[str, str]) -> None:
    assert Settings({"OPERATOR": given}).operator == taken


@each(
    ("given", "taken"),
    [("127.0.0.1:9100", ("127.0.0.1", 9100)), ("[::1]:9100", ("::1", 9100)), ("0.0.0.0:1", ("0.0.0.0", 1)), ("", None)],
)
def test_the_metrics_have_an_address_of_their_own_or_none(given: str, taken: tuple[str, int] | None) -> None:
    settings = Settings({"METRICS_BIND": given})
    assert (settings.metrics_bind, settings.metrics) == (taken, taken is not None)


def test_a_setting_of_several_lines_is_told_in_one(config: Callable[..., Result]) -> None:
    told = config(IMPRINT="Ada Lovelace\n\n12 Example Street", METRICS_TOKEN=SECRET * 4)
    assert "Ada Lovelace 12 Example Street" in line(told, "IMPRINT")
    assert "••••" in line(told, "METRICS_TOKEN")
    assert SECRET not in told.output


def test_the_code_of_new_matches_is_never_shown(config: Callable[..., Result]) -> None:
    told = config(NEW="code:three-blue-lamps")
    assert "three-blue-lamps" not in told.output
    assert "••••" in line(told, "NEW")
    assert " command " in line(config(NEW="command"), "NEW")
    assert (Settings({"NEW": "code: three-blue-lamps "}).new_code, Settings({}).new) == ("three-blue-lamps", "anyone")


def test_international_domains_are_what_mail_servers_and_browsers_call_them(tmp_path: Path) -> None:
    given = {"BASE_URL": "https://Bücher.example:8443", "MAIL_DOMAIN": "karten.BÜCHER.example"}
    settings = Settings({"STATE_DIR": str(tmp_path), "MAIL_FROM": "Bücherei <post@bücher.example>", **given})
    assert settings.base_url == "https://xn--bcher-kva.example:8443"
    assert settings.mail_from == "Bücherei <post@xn--bcher-kva.example>"
    assert (settings.sender_domain, settings.mail_domain) == ("xn--bcher-kva.example", "karten.xn--bcher-kva.example")
    hosted = Settings({"STATE_DIR": str(tmp_path), "BASE_URL": given["BASE_URL"]})
    assert hosted.mail_from == "Poste Restante <post@xn--bcher-kva.example>"
    with pytest.raises(Misconfigured, match="cannot be a domain"):
        Settings({"STATE_DIR": str(tmp_path), "MAIL_DOMAIN": f"{'ü' * 70}.example"}).check()


def slips(name: str) -> set[str]:
    """The name with a letter left out, doubled, or swapped with the next one."""
    cut = [(name[:place], name[place:]) for place in range(len(name))]
    return {
        word
        for begun, rest in cut
        for word in (begun + rest[1:], begun + rest[0] + rest, begun + rest[1::-1] + rest[2:])
    }


@each("name", [variable.name for variable in VARIABLES if len(variable.name) >= SHORTEST_NAME])
def test_a_slip_in_a_name_is_told_with_what_is_meant(name: str) -> None:
    known = {variable.name for variable in VARIABLES}
    for slip in {slip for slip in slips(name) if len(slip) >= SHORTEST_NAME} - known:
        assert f"{slip} is no setting: is {name} meant?" in Settings({slip: "x"}).warnings()
