"""Jinja as pages and letters use it: what a template calls is called without asking first what it wants passed."""

from __future__ import annotations

from collections.abc import MutableMapping
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from flask.templating import Environment
from jinja2.runtime import Context, Macro

PLAIN = (MethodType, FunctionType, BuiltinFunctionType)
"""What is called with its arguments alone, unless it is marked to be passed one of Jinja's objects."""

MINUS = "\u2212"


def minus(number: float | str) -> str:
    """A number with the minus of print, ``−84``: a hyphen is shorter, and lines break after it."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """What was won or lost: ``+84``, ``−84``, ``0``."""
    return minus(number) if number <= 0 else f"+{number}"


class QuickContext(Context):
    """Calls macros, methods and functions directly: a page calls some hundred, and asking each cost as much again."""

    def call(self, called: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any) -> Any:
        """Call what a template calls."""
        kind = type(called)
        if kind is Macro:
            return called(self.eval_ctx, *args, **named)
        if kind in PLAIN and not hasattr(called, "jinja_pass_arg"):
            return called(*args, **named)
        return super().call(called, *args, _loop_vars=_loop_vars, _block_vars=_block_vars, **named)


class QuickEnvironment(Environment):
    """Flask's environment. Templates share its globals, which are not copied for each template that imports another."""

    context_class = QuickContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: those of all templates, unless it was loaded with some of its own."""
        return super().make_globals(d) if d else self.globals
