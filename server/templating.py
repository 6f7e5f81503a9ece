"""Jinja as pages and letters use it: what a template calls is called without asking first what it wants passed, and
what is marked as safe is not marked again.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

import markupsafe
from flask.templating import Environment
from jinja2 import Template
from jinja2.runtime import Context, Macro
from markupsafe import Markup

PLAIN = (MethodType, FunctionType, BuiltinFunctionType)
"""What is called with its arguments alone, unless it is marked to be passed one of Jinja's objects."""


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


def escape(value: Any) -> Markup:
    """As `markupsafe.escape`, which copies a text that is marked as safe: half of what a page is made of."""
    return value if type(value) is Markup else markupsafe.escape(value)


class QuickTemplate(Template):
    """A template that escapes with `escape`."""

    @classmethod
    def from_code(
        cls,
        environment: Any,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> QuickTemplate:
        """The template of compiled code."""
        template: Any = super().from_code(environment, code, globals, uptodate)
        template.root_render_func.__globals__["escape"] = escape
        made: QuickTemplate = template
        return made


class QuickEnvironment(Environment):
    """Flask's environment. Templates share its globals, which are not copied for each template that imports another."""

    context_class = QuickContext
    template_class = QuickTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: those of all templates, unless it was loaded with some of its own."""
        return super().make_globals(d) if d else self.globals
