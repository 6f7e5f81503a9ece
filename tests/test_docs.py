"""What the pages of server/docs and the README name is there: files, commands of `make` and `poste`, links."""

from __future__ import annotations

import re

import pytest

from server.cli.group import COMMANDS
from server.paths import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "server" / "docs").glob("*.md")))
TO_BE_MADE = {"server/rules/games/german_whist.py", "build/screens/index.html"}
CODE = re.compile(r"`([^`\n]+)`|^    (\S.*)$", re.MULTILINE)
FILE = re.compile(r"[\w./-]+(?:\.(?:py|html|txt|css|js|svg|md|toml|lock)|/)")
LINK = re.compile(r"\]\(([^)#:]+)\)")
MAKE, POSTE = re.compile(r"\bmake ([a-z]+)"), re.compile(r"\bposte ([a-z]+)")


def test_what_the_docs_name_is_there(subtests: pytest.Subtests) -> None:
    folders = (ROOT / name for name in ("server", "tests", "templates", "worker"))
    paths = {f"/{path.relative_to(ROOT)}" for folder in folders for path in (folder, *folder.rglob("*"))}
    paths |= {f"/{path.name}" for path in ROOT.iterdir()}
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = 0
    for page in PAGES:
        text = page.read_text()
        code = ["".join(found) for found in CODE.findall(text)]
        files = {name for name in code if FILE.fullmatch(name)} - TO_BE_MADE
        named += len(files)
        with subtests.test(page.name):
            assert {name for name in files if not any(path.endswith(f"/{name.strip('/')}") for path in paths)} == set()
            assert {link for link in LINK.findall(text) if not (page.parent / link).exists()} == set()
            assert {name for part in code for name in MAKE.findall(part)} <= targets
            assert {name for part in code for name in POSTE.findall(part)} <= COMMANDS.keys()
    assert named > 50
