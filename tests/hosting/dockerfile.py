"""Reading a Dockerfile, and doing what it says in a folder, where there is nothing to build images with."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

import click

FOLDERS = ("/srv/poste", "/state", "/build", "/root/.cache")
"""The folders of the image that the steps name."""


@dataclass(frozen=True)
class Step:
    """An instruction and what it is about; ``flags`` are those before that, by name."""

    what: str
    flags: Mapping[str, str]
    rest: str

    @property
    def words(self) -> list[str]:
        """What it is about, word by word."""
        return json.loads(self.rest) if self.rest.startswith("[") else shlex.split(self.rest)


def stages(text: str) -> list[list[Step]]:
    """The steps of each stage, its FROM first; what stands before the first one is left out."""
    lines = re.sub(r"\\\n", " ", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
    found: list[list[Step]] = []
    for line in filter(None, map(str.strip, lines.splitlines())):
        step = _step(line)
        if step.what == "FROM":
            found.append([])
        if found:
            found[-1].append(step)
    return found


def _step(line: str) -> Step:
    what, _, rest = line.partition(" ")
    flags = {}
    while found := re.match(r"\s*--([a-z-]+)=(\S+)\s+", rest):
        flags[found[1]] = found[2]
        rest = rest[found.end() :]
    return Step(what, flags, re.sub(r"\s+", " ", rest.strip()))


class Image:
    """An image that is made in a folder: ``root`` stands for its / and is the same path in every stage.

    Only the folders that the steps name are in it: programs and libraries are those of this machine.
    """

    def __init__(self, folder: Path, context: Path):
        self.folder, self.context, self.root = folder, context, folder / "root"
        self.ignore = (context / ".dockerignore").read_text().splitlines()
        self.environ: dict[str, str] = {}
        self.workdir, self.command, self.health = "/", list[str](), list[str]()

    def build(self, stages_of_it: Sequence[Sequence[Step]]) -> None:
        """Do all steps of all stages."""
        for number, steps in enumerate(stages_of_it):
            (self.folder / str(number)).mkdir()
            self.root.unlink(missing_ok=True)
            self.root.symlink_to(self.folder / str(number))
            python = str(Path(sys.executable).resolve().parent)
            self.environ = {"PATH": f"{python}:{os.environ['PATH']}", "HOME": os.environ.get("HOME", "/")}
            self.workdir = "/"
            for step in steps:
                getattr(self, f"do_{step.what.lower()}", self.do_nothing)(step)

    def mapped(self, text: str) -> str:
        """The text with the folders of the image as they are here."""
        return re.sub(rf"(?<![\w.])({'|'.join(map(re.escape, FOLDERS))})(?![\w-])", rf"{self.root}\1", text)

    def path(self, named: str) -> Path:
        """A path of the image, here."""
        return self.root / str(Path(self.workdir) / named).lstrip("/")

    def run(self, command: Sequence[str] | str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command, or a line of a shell, as the image would."""
        words = ["sh", "-c", command] if isinstance(command, str) else list(command)
        return subprocess.run(
            words, env={**self.environ, **more}, cwd=self.path("."), text=True, capture_output=True, timeout=300
        )

    def do_nothing(self, step: Step) -> None:
        """What concerns only those who run it."""

    def do_run(self, step: Step) -> None:
        """A line of the shell. What was installed here with the same hashes is not fetched again."""
        if "--require-hashes" in step.rest:
            self._take_installed(step.rest)
        else:
            ran = self.run(self.mapped(step.rest), PIP_NO_INDEX="1", PIP_NO_BUILD_ISOLATION="0")
            assert ran.returncode == 0, (step.rest, ran.stderr)

    def _take_installed(self, line: str) -> None:
        """Let the environment of the image have the libraries of ours, which are those that the line names."""
        found = re.fullmatch(r"(\S+)/bin/pip install --quiet --require-hashes -r (\S+)", line)
        assert found, line
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", self.path(found[2]).read_text(), re.MULTILINE):
            assert metadata.version(name) == version, name
        [site] = self.path(found[1]).glob("lib/python*/site-packages")
        (site / "libraries.pth").write_text(str(Path(click.__file__).parent.parent))

    def do_workdir(self, step: Step) -> None:
        """The folder of what follows."""
        self.workdir = step.rest
        self.path(".").mkdir(parents=True, exist_ok=True)

    def do_env(self, step: Step) -> None:
        """Variables."""
        for name, _, value in (word.partition("=") for word in step.words):
            self.environ[name] = self.mapped(value).replace("$PATH", self.environ["PATH"])

    def do_cmd(self, step: Step) -> None:
        """What runs."""
        self.command = step.words

    def do_healthcheck(self, step: Step) -> None:
        """What asks whether it is well."""
        self.health = json.loads(step.rest.partition("CMD ")[2])

    def do_copy(self, step: Step) -> None:
        """Files of the context, or of the stage before."""
        *sources, target = step.words
        for source in sources:
            if "from" in step.flags:
                assert source == target, "a virtual environment stays where it was made"
                there = self.folder / "0" / source.lstrip("/")
                shutil.copytree(there, self.path(target), symlinks=True, copy_function=os.link)
            else:
                self._copy(source, target)

    def _copy(self, source: str, target: str) -> None:
        assert self._is_sent(source), f"{source} is left out by .dockerignore"
        there, here = self.context / source, self.path(target)
        if there.is_dir():
            shutil.copytree(there, here, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(there, here / there.name if target.endswith(("/", ".")) else here)

    def _is_sent(self, source: str) -> bool:
        top = source.split("/")[0]
        return any(line.startswith("!") and fnmatch(top, line[1:]) for line in self.ignore)
