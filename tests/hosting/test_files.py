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
from server.hosting import FILES
from server.paths import HOSTING, ROOT
from server.settings_file import OF_THE_MACHINE
from tests.services import BIN


def printed(*words: str) -> str:
    result = CliRunner().invoke(poste, ["hosting", *words], prog_name="poste")
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_every_file_for_hosts_is_listed_and_printed_as_it_is() -> None:
    listed = [line.split()[0] for line in printed().splitlines()]
    assert listed == [one.name for one in FILES]
    assert {one.file for one in FILES} == {
        path.name for path in HOSTING.iterdir() if path.suffix not in (".py", "")
    } | {"Caddyfile"}
    for one in FILES:
        assert printed(one.name) == (HOSTING / one.file).read_text()


def test_a_file_that_does_not_exist_is_one_sentence() -> None:
    result = CliRunner().invoke(poste, ["hosting", "apache"], prog_name="poste")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "“apache”" in result.stderr
    assert "nginx" in result.stderr


def test_the_docs_name_every_file() -> None:
    docs = (ROOT / "server" / "docs" / "HOSTING.md").read_text()
    assert [
        one.name
        for one in FILES
        if f"poste hosting {one.name}" not in " ".join(docs.split()) and f"`{one.name}`" not in docs
    ] == []


# systemd --------------------------------------------------------------------------------------------------------------


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    text = (HOSTING / "poste.service").read_text()
    program = "/srv/poste/.venv/bin/poste"
    assert f"ExecStart={program} up\n" in text
    unit = tmp_path / "poste.service"
    unit.write_text(text.replace(program, str(BIN / "poste")))
    analyze = shutil.which("systemd-analyze")
    if analyze:
        ran = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=120)
        assert (ran.returncode, ran.stderr) == (0, "")
    parts = RawConfigParser(strict=False, interpolation=None)
    parts.optionxform = str  # type: ignore[method-assign, assignment]
    parts.read_string(text)
    service = parts["Service"]
    assert (service["Restart"], service["User"], service["ProtectSystem"]) == ("always", "poste", "strict")
    assert (service["EnvironmentFile"], service["Environment"]) == (str(OF_THE_MACHINE), "SETTINGS=")
    assert parts["Install"]["WantedBy"] == "multi-user.target"


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
    told = yaml.safe_load((HOSTING / "prometheus.yaml").read_text())
    assert told["rule_files"] == ["/etc/prometheus/poste-alerts.yaml"]
    assert "METRICS_BIND" in (HOSTING / "prometheus.yaml").read_text()
    assert [job["job_name"] for job in told["scrape_configs"]] == ["poste"]


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
