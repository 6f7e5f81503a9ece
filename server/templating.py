"""Jinja as pages and letters use it: quicker where a page does something some hundred times."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from flask.templating import Environment
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro, Undefined
from jinja2.utils import missing
from markupsafe import Markup, escape

PLAIN = (MethodType, FunctionType, BuiltinFunctionType)
"""What is called with its arguments alone, unless it is marked to be passed one of Jinja's objects."""

MINUS = "\u2212"


def minus(number: float | str) -> str:
    """A number with the minus of print, ``−84``: a hyphen is shorter, and lines break after it."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """What was won or lost: ``+84``, ``−84``, ``0``."""
    return minus(number) if number <= 0 else f"+{number}"


def and_list(names: Sequence[str]) -> str:
    """The names as a list in a sentence: ``You, Bruno and Chiara``."""
    *most, last = names or ("",)
    return f"{', '.join(most)} and {last}" if most else last


SPECIAL = re.compile("[&<>'\"]")
"""What means something in markup."""


def escaped(value: Any) -> str:
    """A value as it is written into markup: most of what a page prints needs no escaping, and some of it is nothing."""
    kind = type(value)
    if kind is Markup or (kind is str and not SPECIAL.search(value)):
        return value  # type: ignore[no-any-return]
    if kind is int or kind is float:
        return str(value)
    return "" if kind is Undefined else escape(value)


class QuickCode(CodeGenerator):
    """Writes what a template prints by `escaped`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


class QuickContext(Context):
    """Calls macros, methods and functions directly, without asking first what each wants passed."""

    def call(self, called: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any) -> Any:
        """Call what a template calls."""
        kind = type(called)
        if kind is Macro:
            left = len(called.arguments) - len(args)
            if left < 0 or named or called.caller or called.catch_kwargs or called.catch_varargs:
                return called(self.eval_ctx, *args, **named)
            written = called._func(*args, *(missing,) * left)
            return str.__new__(Markup, written) if self.eval_ctx.autoescape else written
        if kind in PLAIN and not hasattr(called, "jinja_pass_arg"):
            return called(*args, **named)
        return super().call(called, *args, _loop_vars=_loop_vars, _block_vars=_block_vars, **named)


class QuickEnvironment(Environment):
    """Flask's environment. Templates share its globals, which are not copied for each template that imports another."""

    code_generator_class = QuickCode
    context_class = QuickContext
    escaped = staticmethod(escaped)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: those of all templates, unless it was loaded with some of its own."""
        return super().make_globals(d) if d else self.globals
