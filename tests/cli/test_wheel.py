"""The wheel that hosts install: what is in it, and that `poste up` runs from it in an empty folder."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest

from server.config import VARIABLES
from server.paths import ROOT, STATIC
from tests.services import ended, free_port, status_of, wait_for

FOLDERS = {"server": "server", "worker": "worker", "templates": "server/templates"}
"""Where the folders of a checkout are in the wheel."""
OURS = re.compile(
    r'SQLite|The database is up to date|Poste Restante is at|Letters stay|A match to look around|\{.*"event":'
)
"""How a line of ours begins that a start may print."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    [built] = folder.glob("*.whl")
    return built


def _pip(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], check=True)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of a fresh environment with the wheel in it, and with the libraries that are installed here."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = environment / "bin" / "python"
    [site] = environment.glob("lib/python*/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    _pip("--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    return environment / "bin"


@dataclass(frozen=True)
class Running:
    """A server that runs, with its commands, its environment and its folder."""

    commands: Path
    environ: dict[str, str]
    folder: Path
    told: socket.socket
    """What systemd would hear of it."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.environ['PORT']}"

    def poste(self, *words: str, **more: str) -> list[str]:
        """The lines that a command prints."""
        command, environ = [self.commands / "poste", *words], self.environ | more
        return subprocess.run(command, env=environ, cwd=self.folder, capture_output=True, text=True).stdout.splitlines()


@contextmanager
def poste_up(commands: Path, folder: Path) -> Iterator[Running]:
    """The embedded default in an empty folder: nothing is set but free ports."""
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    notify = f"@poste-{ports['PORT']}"
    forgotten = {"PYTHONPATH", *(variable.name for variable in VARIABLES)}
    environ = {name: value for name, value in os.environ.items() if name not in forgotten} | ports
    with (folder.parent / "up.txt").open("wb") as log, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.settimeout(120)
        told.bind(notify.replace("@", "\0"))
        up = environ | {"NOTIFY_SOCKET": notify}
        process = subprocess.Popen([commands / "poste", "up"], env=up, cwd=folder, stdout=log, stderr=log)
        try:
            yield Running(commands, environ, folder, told)
        finally:
            ended(process, signal.SIGINT)


def got(url: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
    """The status and text of a page, or of what is answered to JSON."""
    sent = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, sent, {"Content-Type": "application/json"}), timeout=15) as answer:
        return answer.status, answer.read().decode()


def test_the_wheel_holds_every_file_of_the_program_and_nothing_else(wheel: Path) -> None:
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {
        f"{packed_as}/{file.relative_to(ROOT / folder)}"
        for folder, packed_as in FOLDERS.items()
        for file in (ROOT / folder).rglob("*")
        if file.is_file()
        and file.suffix != ".pyc"
        and file != STATIC / "pictures" / "desktop.webp"  # the README alone shows it
    }
    assert packed == files | {"server/Procfile"}


@pytest.fixture(scope="module")
def running(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that was started in an empty folder, from the wheel."""
    folder = tmp_path_factory.mktemp("up") / "empty"
    folder.mkdir()
    with poste_up(installed, folder) as running:
        assert running.told.recv(100) == b"READY=1"
        wait_for(lambda: status_of(f"{running.address}/healthz") == 200, "poste up to be well")
        log = folder.with_name("up.txt")
        assert [line for line in log.read_text().splitlines() if not OURS.match(line)] == []
        yield running
    assert {file.name for file in folder.iterdir()} == {"var"}


@pytest.mark.wide
def test_the_embedded_default_runs_from_the_wheel_in_an_empty_folder(running: Running) -> None:
    assert running.poste("--version") == [f"poste, version {version('poste-restante')}"]
    for page in ("/", "/rules/titro", "/rules/french-tarot", "/letters", "/static/style.css"):
        assert status_of(f"{running.address}{page}") == 200
    state = running.folder / "var"
    assert [path for path in (state, *state.rglob("*")) if path.stat().st_mode & 0o077] == [], "open to others"


@pytest.mark.wide
def test_the_doctor_finds_nothing_wrong_with_a_server_that_runs(running: Running) -> None:
    told = wait_for(lambda: all_well(running.poste("doctor")), "the doctor to find nothing wrong")
    assert len(told) > 10


def all_well(told: list[str]) -> list[str]:
    """The lines of the doctor but for the first, if each is ``ok``; none otherwise, as before the first sweep."""
    return told[1:] if all(line.startswith("ok ") for line in told[1:]) else []


class Proxy(BaseHTTPRequestHandler):
    """A reverse proxy."""

    behind = ""

    def do_GET(self) -> None:
        with urlopen(Request(self.behind + self.path, headers={"X-Forwarded-For": "192.0.2.1"}), timeout=60) as answer:
            self.send_response(answer.status)
            self.end_headers()
            self.wfile.write(answer.read())


@pytest.mark.system
def test_the_doctor_sees_a_proxy_that_was_forgotten_and_one_that_is_not_there(running: Running) -> None:
    Proxy.behind = running.address
    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        through = f"http://127.0.0.1:{proxy.server_port}"
        said = [
            next(line for line in running.poste("doctor", BASE_URL=url, PROXIES=proxies) if " pages " in line)
            for url, proxies in ((through, "0"), (through, "1"), (running.address, "1"))
        ]
        Proxy.behind = f"{running.address}/help?"
        said += [line for line in running.poste("doctor", BASE_URL=through) if " pages " in line]
        proxy.shutdown()
    said += [line for line in running.poste("doctor", BASE_URL=through) if " pages " in line]
    assert (
        "1 reverse proxy passes requests on (X-Forwarded-For), so that all the world counts as one address" in said[0]
    )
    assert said[0].endswith("set PROXIES=1")
    assert said[1].startswith("ok ")
    assert "PROXIES is 1, and none passed a request to BASE_URL on" in said[2]
    assert "is not this server" in said[3]
    assert said[4].startswith("?      pages     nothing answers at BASE_URL from here")


CHANGING = """
import time
from server import program
from server.app import create_app
from server.logs import configure
from server.paths import STATIC
from server.store import heartbeat

heartbeat.REPORT = 0.1
configure()
heartbeat.keep_reporting(create_app(), "web")
(STATIC / "style.css").touch()
time.sleep(60)
"""


@pytest.mark.wide
def test_a_process_says_in_its_log_that_files_were_changed(installed: Path, tmp_path: Path) -> None:
    command = [installed / "python", "-c", CHANGING]
    with subprocess.Popen(command, env={"STATE_DIR": str(tmp_path)}, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert any(b"program.changed" in line for line in process.stderr)
        process.kill()


@pytest.mark.wide
def test_a_server_goes_on_with_the_files_that_it_was_started_with(installed: Path, running: Running) -> None:
    """Also with those that are asked for, and read, by no page and no letter before they are changed."""
    address = running.address
    [site] = installed.parent.glob("lib/python*/site-packages")
    for file in (*site.glob("server/**/*"), *site.glob("worker/**/*")):
        if file.is_file():
            file.unlink()
            file.write_text("raise SystemExit('changed')" if file.suffix == ".py" else "changed")
    pages = ["/", "/help", "/new", "/new?game=titro", "/practice", "/offline", "/privacy", "/rules/scarto"]
    files = ["/sw.js", "/static/scene.css", "/static/latin.svg", "/static/postcards/scarto.svg", "/api/openapi.json"]
    seats = [{"name": "Ada", "email": "ada@example.org"}, {"name": "Bruno", "house": True}]
    token = json.loads(got(f"{address}/api/practice", {"game": "titro"})[1])["seat"]
    strong = {"game": "titro", "pace": "PT48H", "seats": seats, "terms": {"house": "strong"}}
    got(f"{address}/api/matches", strong)
    for page in (*pages, *files, f"/s/{token}"):
        status, text = got(f"{address}{page}")
        assert (status, text == "changed") == (200, False), page
    wait_for(lambda: "ada@example.org" in got(f"{address}/letters")[1], "the invitation")
    [mail] = (running.folder / "var" / "mail").rglob("new/*")
    letter = message_from_bytes(mail.read_bytes(), policy=policy.default).get_body(("plain",))
    assert isinstance(letter, EmailMessage)
    [seat] = re.findall(r"/s/(\S+)", letter.get_content())
    got(f"{address}/api/seat/{seat}/accept", {})
    log = running.folder.with_name("up.txt")
    wait_for(lambda: "house.not_started" in log.read_text(), "house players to go on without the new program")
