"""Options that are durations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import click

from ..durations import BadDuration, duration
from .group import WrongUse


class Duration(click.ParamType[timedelta]):
    """A duration as people write it. ``bare``: the unit of a number alone. ``none``: it may be no time at all."""

    name = "duration"

    def __init__(self, bare: str | None = None, none: bool = False):
        self.bare, self.none = bare, none

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        """Raises `WrongUse`."""
        option = f"The option {param.opts[0]}" if param else "This"
        try:
            span = value if isinstance(value, timedelta) else duration(value, option, self.bare)
        except BadDuration as bad:
            raise WrongUse(str(bad)) from bad
        if not span and not self.none:
            raise WrongUse(f"{option} is longer than nothing.")
        return span
