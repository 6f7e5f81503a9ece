"""What `poste hosting` prints: files that the programs they are for can read, and that say what is so."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from configparser import RawConfigParser
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from packaging.requirements import Requirement

from server.cli import poste
from server.cli.hosting import METRICS
from server.config import FILE, LARGEST_MAIL, VARIABLES, Settings
from server.hosting.printed import FILES, PAGES, Recipe
from server.paths import HOSTING, ROOT
from server.settings_file import OF_THE_MACHINE, parsed
from tests.services import BIN

from .pages import EVENING, KINDS, LATER, TRY, blocks


def printed(*words: str, **environ: str) -> str:
    given = {"BASE_URL": "https://cards.example.org", FILE: "", **environ}
    result = CliRunner().invoke(poste, ["hosting", *words], env=given, prog_name="poste")
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_every_page_and_file_is_listed_and_printed() -> None:
    listed = [line.split()[0] for line in printed().splitlines() if line.startswith("  ")]
    assert listed == [one.name for one in (*PAGES, *FILES)]
    assert {one.file for one in FILES} == {
        path.name for path in HOSTING.iterdir() if path.suffix not in (".py", "") and path.name != "build.lock"
    } | {"Caddyfile"}
    for one in (*PAGES, *FILES):
        text = printed(one.name)
        assert text == one.text() if not isinstance(one, Recipe) else "{{" not in text and "{%" not in text


def test_a_file_that_does_not_exist_is_one_sentence() -> None:
    result = CliRunner().invoke(poste, ["hosting", "apache"], prog_name="poste")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "“apache”" in result.stderr
    assert "nginx" in result.stderr


def test_recipes_say_what_the_settings_say() -> None:
    given = {
        "BASE_URL": "https://tarot.example.net:8443", "PORT": "8100", "BIND": "0.0.0.0",
        "MAIL_DOMAIN": "post.example.net", "INBOX_PORT": "8125", "METRICS_BIND": "10.0.0.9:8124",
    }  # fmt: skip
    nginx, caddy = printed("nginx", **given), printed("caddy", **given)
    for text in (
        "server_name tarot.example.net;",
        "listen 8443 ssl;",
        "server 127.0.0.1:8100;",
        "live/tarot.example.net/",
    ):
        assert text in nginx
    assert "https://tarot.example.net:8443 {" in caddy
    assert "reverse_proxy 127.0.0.1:8100 {" in caddy
    postfix = printed("postfix", **given)
    for text in ("post.example.net = relay:[127.0.0.1]:8125", "relay_domains = post.example.net'", str(LARGEST_MAIL)):
        assert text in postfix
    assert "10.0.0.9:8124" in printed("prometheus", **given)
    hosts = ("--host", "10.0.0.1", "--host", "10.0.0.2:8200")
    assert re.findall(r"server (10\S+);", printed("nginx", *hosts, **given)) == ["10.0.0.1:8100", "10.0.0.2:8200"]
    assert "10.0.0.1:8100 10.0.0.2:8200" in printed("caddy", *hosts, **given)
    assert "relay:[10.0.0.1]:8125, [10.0.0.2]:8125 }" in printed("postfix", *hosts, **given)
    assert "server [::1]:8100;" in printed("nginx", **given | {"BIND": "::1"})
    assert '"127.0.0.1:8024"' in printed("prometheus", METRICS_BIND="0.0.0.0:8024")


def test_what_is_told_to_postfix_is_read_by_a_shell_and_by_postfix_as_it_is_meant(subtests: pytest.Subtests) -> None:
    """Postfix looks addresses up in small letters; of the signs that they may have, few mean nothing to it."""
    for sender, known in (
        ("Cards@Cards.example.org", True), ("cards+post@cards.example.org", True), ("ada@example.org", False),
        ("o'brien@cards.example.org", False), ("a$b@cards.example.org", False), ("{a=b}@cards.example.org", False),
    ):  # fmt: skip
        with subtests.test(sender):
            script = printed("postfix", MAIL_FROM=f"Cards <{sender}>", MAIL_DOMAIN="Cards.Example.org")
            ran = subprocess.run(
                ["sh"], input='postconf() { printf "%s\\n" "$@"; }\n' + script, capture_output=True, text=True
            )
            assert (ran.returncode, ran.stderr) == (0, "")
            assert "relay_domains = cards.example.org" in ran.stdout.splitlines()
            assert (f"{{ {sender.lower()} = REJECT" in ran.stdout) is known
            assert ("check_recipient_access" in ran.stdout) is known


def test_metrics_are_asked_for_at_the_pages_where_they_have_no_address_of_their_own() -> None:
    [job] = yaml.safe_load(printed("prometheus", METRICS_TOKEN="0123456789abcdef"))
    assert job["static_configs"] == [{"targets": ["cards.example.org"]}]
    assert (job["scheme"], "credentials_file" in job["authorization"]) == ("https", True)


def test_where_no_address_is_public_it_is_said_what_stands_for_it() -> None:
    result = CliRunner().invoke(poste, ["hosting", "nginx"], env={"BASE_URL": "", FILE: ""}, prog_name="poste")
    assert "server_name cards.example.org;" in result.stdout
    [sentence] = result.stderr.splitlines()
    assert "https://cards.example.org stands for it" in sentence


def test_what_is_no_host_is_refused(subtests: pytest.Subtests) -> None:
    for host in ("", "h:0", "a b", "10.0.0.1:x", "user@host", "https://host", "host:99999"):
        with subtests.test(host):
            result = CliRunner().invoke(poste, ["hosting", "nginx", "--host", host], prog_name="poste")
            assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


# The pages ------------------------------------------------------------------------------------------------------------


def test_every_block_of_the_pages_is_run_or_read() -> None:
    """Commands by test_evening.py, in order, and lines of the settings file here."""
    assert {page.name for page in PAGES} == {*TRY, *EVENING, *LATER}
    for page in PAGES:
        text = page.text()
        assert text.count("```") == 2 * len(list(blocks(text))), page.name
        assert not re.search(r"^(?: {4}|\t)", text, re.MULTILINE), page.name
        for kind, lines in blocks(text):
            assert kind in KINDS, page.name
            if kind == "ini":
                settings = Settings(dict(parsed(line) for line in lines))
                settings.check()
                assert settings.warnings() == []


def test_every_command_that_is_mentioned_exists() -> None:
    """With its options: what stands in a sentence, not in a block, is not run."""
    with poste.make_context("poste", ["hosting"]) as context:
        for page in PAGES:
            mentioned = re.findall(r"`(poste [a-z][^`]*)`", " ".join(page.text().split()))
            for line in mentioned:
                command = poste.get_command(context, line.split()[1])
                assert command, (page.name, line)
                options = {name for option in command.params for name in option.opts} | {"--help"}
                assert set(re.findall(r"(?<= )--[a-z-]+", line)) <= options, (page.name, line)


def test_the_contents_name_every_page_in_order_and_the_pages_every_file() -> None:
    contents = (ROOT / "server" / "docs" / "hosting" / "README.md").read_text()
    assert re.findall(r"\((\w+)\.md\)", contents) == [page.name for page in PAGES]
    text = " ".join(" ".join(page.text().split()) for page in PAGES)
    assert [one.name for one in FILES if f"poste hosting {one.name}" not in text] == []


# systemd --------------------------------------------------------------------------------------------------------------


def verified(unit: Path, text: str) -> None:
    """Check that systemd takes a unit, where it is."""
    unit.write_text(text)
    analyze = shutil.which("systemd-analyze")
    if analyze:
        ran = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=120)
        assert (ran.returncode, ran.stderr) == (0, "")


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    text = printed("systemd")
    assert f"ExecStart={BIN / 'poste'} up\n" in text
    verified(tmp_path / "poste.service", text)
    parts = RawConfigParser(strict=False, interpolation=None)
    parts.optionxform = str  # type: ignore[method-assign, assignment]
    parts.read_string(text)
    service = parts["Service"]
    assert (service["Restart"], service["User"], service["ProtectSystem"]) == ("always", "poste", "strict")
    assert (service["EnvironmentFile"], service["Environment"]) == (str(OF_THE_MACHINE), "SETTINGS=")
    assert service["StateDirectory"] == "poste"
    assert parts["Install"]["WantedBy"] == "multi-user.target"


def test_the_unit_knows_the_settings_file_and_the_state(tmp_path: Path) -> None:
    file = tmp_path / "poste.env"
    file.write_text("STATE_DIR=state\n")
    file.chmod(0o600)
    text = printed("systemd", "--settings", str(file))
    for line in (f"EnvironmentFile={file}", f"WorkingDirectory={tmp_path}", f"ReadWritePaths={tmp_path}/state"):
        assert f"{line}\n" in text


def test_folders_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "100% of it"
    folder.mkdir()
    file = folder / "poste.env"
    file.write_text("")
    file.chmod(0o600)
    text = printed("systemd", "--settings", str(file))
    written = str(folder).replace("%", "%%")
    for line in (
        f"EnvironmentFile={written}/poste.env", f"WorkingDirectory={written}", f'ReadWritePaths="{written}/var"',
    ):  # fmt: skip
        assert f"{line}\n" in text
    verified(tmp_path / "poste.service", text)


# Prometheus and Grafana -----------------------------------------------------------------------------------------------


def test_there_are_three_alerts_and_each_says_what_to_do() -> None:
    [group] = yaml.safe_load((HOSTING / "alerts.yaml").read_text())["groups"]
    rules = {rule["alert"]: rule for rule in group["rules"]}
    assert set(rules) == {"PosteLettersStuck", "PosteWindowsOverdue", "PosteWorkerSilent"}
    for rule in rules.values():
        assert re.fullmatch(r"\d+m", rule["for"])
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert {"summary", "description"} <= set(rule["annotations"])
        assert rule["expr"].count("(") == rule["expr"].count(")")
        assert "poste_paused" in rule["expr"]


def test_the_dashboard_lies_on_its_grid_and_asks_the_chosen_source() -> None:
    board = json.loads((HOSTING / "dashboard.json").read_text())
    assert [variable["type"] for variable in board["templating"]["list"]] == ["datasource"]
    taken: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells
        for target in panel.get("targets", ()):
            assert target["datasource"]["uid"] == "${datasource}"
            assert target["expr"].count("(") == target["expr"].count(")")
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_prometheus_is_told_where_the_metrics_are() -> None:
    """On a port that is nobody's: 9100 is that of Prometheus's own node exporter."""
    [job] = yaml.safe_load(printed("prometheus"))
    assert (job["job_name"], job["static_configs"]) == ("poste", [{"targets": [METRICS]}])
    assert METRICS in next(one.help for one in VARIABLES if one.name == "METRICS_BIND")


# Versions -------------------------------------------------------------------------------------------------------------


def pins(file: Path) -> dict[str, str]:
    """Name -> version, with its hashes."""
    return dict(re.findall(r"^([\w.-]+)==(.*?)(?=^\S|\Z)", file.read_text(), re.MULTILINE | re.DOTALL))


def test_hosts_get_the_versions_that_were_tested() -> None:
    tested, given = pins(ROOT / "requirements.lock"), pins(HOSTING / "requirements.lock")
    assert given.items() <= tested.items(), "Run: make lock UPGRADE="
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    names = {re.sub(r"[-_.]+", "-", Requirement(line).name).lower() for line in wanted}
    assert names <= set(given), "Run: make lock UPGRADE="
    assert "pytest" not in given


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_proxies_pass_no_body_on_that_we_would_refuse(name: str) -> None:
    assert re.search(r"256(k;|KiB)", printed(name))
