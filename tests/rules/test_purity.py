"""The rules know cards, seats and answers, and nothing else: they import the standard library and one of records."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

import server.rules
from tests.each import each

RULES = Path(server.rules.__file__).parent
RECORDS = "msgspec"
CHANCE_AND_TIME = {
    "asyncio",
    "datetime",
    "os",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
    "uuid",
}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, in full; those of its own package begin with a dot."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


@each("path", sorted(RULES.rglob("*.py")), ids=lambda path: str(path.relative_to(RULES)))
def test_rules_import_the_standard_library_and_one_of_records(path: Path) -> None:
    for module in imported(path):
        top = module.split(".")[0]
        assert module.startswith((".", "server.rules")) or top in {*sys.stdlib_module_names, RECORDS}, module
        assert top not in CHANCE_AND_TIME, module


@each("path", sorted(RULES.rglob("*.py")), ids=lambda path: str(path.relative_to(RULES)))
def test_chance_comes_from_outside(path: Path) -> None:
    """Rules may take a `Random`; they never make one, nor use the one everybody shares."""
    tree = ast.parse(path.read_text())
    assert "random" not in {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert not any(isinstance(call, ast.Name) and call.id in {"Random", "open", "print", "input"} for call in calls)


def test_the_rules_can_be_used_with_nothing_else_installed() -> None:
    program = "import server.rules, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    run = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=RULES.parent.parent,
        env=os.environ | {"PYTHONPATH": str(Path(msgspec.__file__).parent.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    strangers = set(run.stdout.split()) - set(sys.stdlib_module_names) - {"server", "__main__", "sitecustomize"}
    assert strangers <= {RECORDS, "typing_extensions"}  # the second is imported by the first where it is installed
