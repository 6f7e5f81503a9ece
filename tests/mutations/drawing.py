"""The faults that chance chooses: ``python -m tests.mutations.drawing --seed 1 --number 90`` prints them.

A statement is drawn from all that stand in functions of ``server/``, each as likely as another; then one of the ways
in which a small slip could spoil it.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

from server.paths import ROOT

from .faults import Fault

SERVER = ROOT / "server"
TURNED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
"""An operator, and the one that is taken for it."""


def statements(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The statements of all functions with the function's name, but for documentation, imports and definitions."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
                kinds = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Pass
                if isinstance(node, ast.stmt) and not text and not isinstance(node, kinds):
                    yield function.name, node


def own(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement itself, not those of statements inside it."""
    left: list[ast.AST] = [statement]
    while left:
        node = left.pop()
        yield node
        left += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def slips(statement: ast.stmt) -> Iterator[tuple[str, ast.AST, str]]:
    """What may go wrong in a statement: in words, the part, and what stands there instead."""
    if isinstance(statement, ast.If):
        yield "the condition is turned round", statement.test, f"not ({ast.unparse(statement.test)})"
    if isinstance(statement, ast.Expr):
        yield "is left out", statement, "pass"
    if isinstance(statement, ast.Return) and statement.value and not isinstance(statement.value, ast.Constant):
        yield "nothing is returned", statement, "return None"
    if isinstance(statement, ast.For):
        yield "the first is passed over", statement.iter, f"list({ast.unparse(statement.iter)})[1:]"
    for node in own(statement):
        if isinstance(node, ast.IfExp):
            yield "the condition is turned round", node.test, f"not ({ast.unparse(node.test)})"
        if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED and len(node.ops) == 1:
            turned = ast.Compare(node.left, [TURNED[type(node.ops[0])]()], node.comparators)
            yield "the comparison is another", node, ast.unparse(turned)
        if isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in TURNED:
            parts = node.values if isinstance(node, ast.BoolOp) else [node.left, node.right]
            if not any(isinstance(part, ast.Constant | ast.JoinedStr | ast.List | ast.Tuple) for part in parts):
                other = TURNED[type(node.op)]()
                turned = (
                    ast.BoolOp(other, parts) if isinstance(node, ast.BoolOp) else ast.BinOp(parts[0], other, parts[1])
                )
                yield "the operator is another", node, f"({ast.unparse(turned)})"
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield "yes and no are exchanged", node, repr(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield "a number is one more", node, repr(node.value + 1)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield "a 'not' is missing", node, f"({ast.unparse(node.operand)})"


def inside_text(tree: ast.Module) -> set[ast.AST]:
    """The nodes inside f-strings, whose places Python 3.11 does not know."""
    return {node for text in ast.walk(tree) if isinstance(text, ast.JoinedStr) for node in ast.walk(text)}


def as_text(source: str, node: ast.AST, instead: str) -> tuple[str, str] | None:
    """The lines around a part, as many as make them unique, and the same with what stands there instead."""
    lines = source.splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno - 1  # type: ignore[attr-defined]
    head = lines[first].encode()[: node.col_offset].decode()  # type: ignore[attr-defined]
    tail = lines[last].encode()[node.end_col_offset :].decode()  # type: ignore[attr-defined]
    while True:
        was = "".join(lines[first : last + 1])
        if source.count(was) == 1:
            break
        first, head = first - 1, lines[first - 1] + head
    now = head + instead + tail
    changed = source.replace(was, now)
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source)):
            return None
    except SyntaxError:
        return None
    return was.rstrip("\n"), now.rstrip("\n")


def drawn(seed: int, number: int) -> Iterator[Fault]:
    """So many faults, each in a statement of its own."""
    chance = Random(seed)
    files = sorted(path for path in SERVER.rglob("*.py") if "migrations" not in path.parts)
    places: list[tuple[Path, str, ast.stmt, set[ast.AST]]] = []
    for path in files:
        tree = ast.parse(path.read_text())
        text = inside_text(tree)
        places += [(path, function, statement, text) for function, statement in statements(tree)]
    chance.shuffle(places)
    seen: set[tuple[Path, int]] = set()
    for path, function, statement, text in places:
        if number == 0:
            return
        ways = [way for way in slips(statement) if way[1] not in text]
        if not ways or (path, statement.lineno) in seen:
            continue
        name, node, instead = chance.choice(ways)
        found = as_text(path.read_text(), node, instead)
        if found and "'''" not in found[0] + found[1]:
            seen.add((path, statement.lineno))
            number -= 1
            part = " ".join(ast.unparse(node).split())
            yield Fault(str(path.relative_to(SERVER)), f"{function}: {name}: {part[:60]}", *found, drawn=True)


def main() -> None:
    """Print the faults as rows of the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=90)
    given = parser.parse_args()
    for fault in drawn(given.seed, given.number):
        name = fault.name.replace("\\", "\\\\").replace('"', '\\"')
        print(f'[[fault]]\nfile = "{fault.file}"\nname = "{name}"\ndrawn = true')
        print(f"was = '''{fault.was}'''\nnow = '''{fault.now}'''\n")


if __name__ == "__main__":
    main()
