"""The order of the layers: imports go down the list, never up, and never in a cycle."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import server
from server.store.models import Base

from .each import each

SERVER = Path(server.__file__).parent
TOP = SERVER.parent

ORDER = (
    ("cli",),
    ("web", "worker"),
    ("post",),
    ("matches",),
    ("views", "house"),
    ("links",),
    ("app",),
    ("metrics",),
    ("store",),
    ("terms", "deal", "plans"),
    ("clock", "rules"),
    ("program",),
    ("config", "counts", "hosting", "logs", "paths", "templating"),
    ("durations", "settings_file", "whole_files"),
)
"""From the highest to the lowest; those of one line do not import each other."""
HEIGHT = {layer: -depth for depth, layers in enumerate(ORDER) for layer in layers}
MODULES = {
    ".".join(path.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in (SERVER, TOP / "worker")
    for path in folder.rglob("*.py")
    if "migrations" not in path.parts
}


def layer(module: str) -> str:
    """``matches`` of ``server.matches.sealing``, ``worker`` of ``worker.app``."""
    return module.removeprefix("server.").partition(".")[0]


@cache
def tree(module: str) -> ast.Module:
    """The code of a module."""
    return ast.parse(MODULES[module].read_text())


def called(node: ast.expr) -> str:
    """``update`` of ``db.update``."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def imported(module: str) -> Iterator[str]:
    """The modules of ours that a module imports when it runs; not those that it names for the type checker alone."""
    package = module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in running(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parts, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield from [full] if full in MODULES else [base] if base in MODULES else []


def running(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement below, but for what stands under ``if TYPE_CHECKING``."""
    for child in ast.iter_child_nodes(node):
        checked = isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING"
        if not (checked or isinstance(child, ast.expr)):
            yield child
            yield from running(child)


@cache
def imports() -> list[tuple[str, str]]:
    """Who imports whom."""
    return sorted({(module, target) for module in MODULES for target in imported(module)})


def test_every_module_lies_in_a_layer() -> None:
    assert {layer(module) for module in MODULES} - {"server"} == set(HEIGHT)


@each("higher", sorted(HEIGHT))
def test_no_import_goes_up(higher: str) -> None:
    up = [
        f"{module} imports {target}"
        for module, target in imports()
        if layer(module) == higher and layer(target) != higher and HEIGHT[layer(target)] >= HEIGHT[higher]
    ]
    assert not up


def test_there_is_no_cycle_of_modules() -> None:
    """Not even within a layer; what a package imports of its own modules is its interface."""
    below: dict[str, set[str]] = {}
    for module, target in imports():
        if not target.startswith(f"{module}.") and not module.startswith(f"{target}."):
            below.setdefault(module, set()).add(target)
    TopologicalSorter(below).prepare()


def test_settings_import_nothing_of_ours() -> None:
    assert {target for module, target in imports() if module == "server.config"} == {
        "server.durations", "server.settings_file", "server.whole_files",
    }  # fmt: skip


def test_nobody_but_the_command_imports_the_pages() -> None:
    assert {layer(module) for module, target in imports() if layer(target) == "web"} == {"web", "cli"}


def test_other_processes_load_no_page() -> None:
    program = """
import sys
from importlib import import_module
for process in ("worker.app", "server.post.inbound", "server.cli"):
    import_module(process)
    print(*[f"{process} loads {name}" for name in sys.modules if name.startswith("server.web")], sep="\\n", end="")
"""
    ran = subprocess.run([sys.executable, "-c", program], cwd=TOP, capture_output=True, text=True, check=True)
    assert ran.stdout == ""


def test_only_matches_writes_a_match_or_a_chair() -> None:
    """No other layer assigns to a column of one, or updates or inserts rows of theirs."""
    wrong = []
    for module in MODULES:
        if layer(module) in ("matches", "store"):
            continue
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Call) and called(node.func) in WRITES:
                wrong += [
                    f"{module}:{node.lineno}" for arg in node.args[:1] if ast.unparse(arg) in ("MATCHES", "CHAIRS")
                ]
            targets = node.targets if isinstance(node, ast.Assign) else []
            for target in (part for one in targets for part in ast.walk(one)):
                if isinstance(target, ast.Attribute) and called(target.value) in OWNED:
                    wrong.append(f"{module}:{node.lineno}")
    assert not wrong


def test_only_one_match_reads_whole_rows_of_a_match_a_chair_or_a_person() -> None:
    """Elsewhere, statements select single columns: `server.store.one_match` makes the objects."""
    tables, wrong = {"MATCHES", "CHAIRS", "PLAYERS"}, []
    for module, path in MODULES.items():
        may = module != "server.store.one_match" and any(table in path.read_text() for table in tables)
        for node in ast.walk(tree(module)) if may else ():
            if isinstance(node, ast.Call) and called(node.func) == "select":
                named = {ast.unparse(arg).lstrip("*").removesuffix(".c").removesuffix(".columns") for arg in node.args}
                wrong += [f"{module}:{node.lineno}"] if named & tables else []
    assert not wrong
    mapped = {str(mapper.local_table) for mapper in Base.registry.mappers}
    assert not mapped & {"match", "chair", "player"}, "no session may load one, nor lazily what belongs to one"


def test_every_layer_says_what_it_holds() -> None:
    for name in HEIGHT:
        package = name if name == "worker" else f"server.{name}"
        assert len(ast.get_docstring(tree(package)) or "") > 40, package


OWNED, WRITES = ("match", "chair"), ("update", "insert", "delete")
