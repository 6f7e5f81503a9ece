"""A copy of the tree whose server says which test comes to the place of which fault."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from server.paths import ROOT

from .faults import Fault

Function = ast.FunctionDef | ast.AsyncFunctionDef
EVERYWHERE = -1
"""The place of a fault at which every test comes, for all that can be told."""
STEPS = 3
"""Over how many constants made of constants a name is followed."""
REACHED = """
import os, sys
seen, folder = set(), {folder!r}

def reached(place):
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if (place, test) not in seen:
        seen.add((place, test))
        inside = "pytest" in sys.modules
        with open("%s/%d" % (folder, os.getpid()), "a") as file:
            file.write("%d\\t%d\\t%s\\n" % (place, inside, test))
"""


def copied(folder: Path) -> Path:
    """A copy of what the repository holds, as it is on the disk, and of the virtual environment by a link."""
    shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    return folder


def put_into(tree: Path, faults: Sequence[Fault], reached: Path) -> None:
    """Write the probes of all faults, numbered as they stand, into the copy; they say in a folder who reached them."""
    files = {
        path: ast.parse(path.read_text()) for path in (tree / "server").rglob("*.py") if "migrations" not in path.parts
    }
    names: dict[int, set[str]] = {}
    probes: dict[ast.stmt, set[int]] = defaultdict(set)
    for number, fault in enumerate(faults):
        path = tree / "server" / fault.file
        function, statement = place(files[path], *fault.lines(path.read_text()))
        if function:
            probes[statement].add(number)
        else:
            names[number] = set(assigned(statement))
    for number, wanted in names.items():
        follow(files.values(), wanted)
        for tree_of in files.values():
            for statement in uses(tree_of, wanted):
                probes[statement].add(number)
    for path, module in files.items():
        if write(module, probes):
            path.write_text(ast.unparse(ast.fix_missing_locations(module)))
    (tree / "server" / "_reached.py").write_text(REACHED.format(folder=str(reached)))


def place(module: ast.Module, first: int, last: int) -> tuple[Function | None, ast.stmt]:
    """The innermost statement that holds the lines, and the function that it stands in, if it does."""
    function: Function | None = None
    body: Sequence[ast.stmt] = module.body
    found: ast.stmt = module.body[0]
    while True:
        holding = [each for each in body if begin(each) <= last and first <= (each.end_lineno or 0)]
        if not holding:
            return function, found
        found = holding[0]
        if isinstance(found, Function):
            if found.body[0].lineno > first:  # its head
                return function, found
            function = found
        inner = [
            each for each in bodies(found) if any(begin(one) <= first and last <= (one.end_lineno or 0) for one in each)
        ]
        if len(holding) > 1 or not inner:
            return function, found
        body = inner[0]


def begin(statement: ast.stmt) -> int:
    """Its first line, decorators included."""
    return min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", []))])


def bodies(statement: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements in a statement."""
    for _, value in ast.iter_fields(statement):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield value
        elif isinstance(value, list):
            for each in value:
                if isinstance(each, ast.ExceptHandler | ast.match_case):
                    yield from bodies(each)


def assigned(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module or class gives."""
    if isinstance(statement, Function | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
            yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def follow(modules: Iterable[ast.Module], names: set[str]) -> None:
    """Add the constants that are made of these."""
    for _ in range(STEPS):
        for module in modules:
            for statement in module.body:
                if isinstance(statement, ast.Assign | ast.AnnAssign) and mentions(statement, names):
                    names.update(assigned(statement))


def mentions(node: ast.AST, names: set[str]) -> bool:
    """Whether one of the names is read in it."""
    return any(
        (isinstance(each, ast.Name) and each.id in names) or (isinstance(each, ast.Attribute) and each.attr in names)
        for each in ast.walk(node)
    )


def uses(module: ast.Module, names: set[str]) -> Iterator[ast.stmt]:
    """The first statements of the functions in which one of the names is read."""
    for node in ast.walk(module):
        if isinstance(node, Function) and mentions(node, names):
            yield first_of(node)


def first_of(function: Function) -> ast.stmt:
    """Its first statement that is no documentation."""
    text = isinstance(function.body[0], ast.Expr) and isinstance(function.body[0].value, ast.Constant)
    return function.body[1] if text and len(function.body) > 1 else function.body[0]


def write(module: ast.Module, probes: dict[ast.stmt, set[int]]) -> bool:
    """Put the probes before their statements; whether there were any."""
    any_written = False
    for node in ast.walk(module):
        for body in bodies(node):
            marked = [(place, each) for place, each in enumerate(body) if each in probes]
            for at, statement in reversed(marked):
                calls = [
                    ast.parse(f"__import__('server._reached')._reached.reached({n})").body[0]
                    for n in sorted(probes[statement])
                ]
                body[at:at] = calls
                any_written = True
    return any_written
