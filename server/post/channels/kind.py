"""What a kind of channel is: what a person fills in for it, and what is sent to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .calling import Request

Facts = Mapping[str, Any]


class BadFields(ValueError):
    """What a person has filled in cannot be right; the message says what would be."""


@dataclass(frozen=True)
class Said:
    """What is told, in words for whoever may read the channel. ``url``: where the player goes on.

    ``topic``: what it is about; on a device, a later one takes the place of an earlier one of the same topic.
    ``until``: when it is of no use any more. ``identity``: the same each time that the same is sent.
    """

    title: str
    body: str
    url: str
    topic: str
    identity: str
    kind: str
    at: datetime
    until: datetime | None = None

    @property
    def line(self) -> str:
        """All of it as one text, for a chat."""
        return f"{self.title}: {self.body} {self.url}"


@dataclass(frozen=True)
class Field:
    """A field of the form that adds a channel of this kind."""

    name: str
    label: str
    example: str = ""
    secret: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of channel. ``label``: what it is called. ``fields``: what a person fills in.

    ``read``: the address and the facts by what was filled in; raises `BadFields`. ``request``: what to send to an
    address with these facts. ``private``: whether nobody but the person reads it. ``gone``: the statuses that say that
    there is no such channel any more.
    """

    label: str
    fields: tuple[Field, ...]
    read: Callable[[Mapping[str, str]], tuple[str, dict[str, Any]]]
    request: Callable[[str, Facts, Said], Request]
    private: bool = False
    gone: frozenset[int] = frozenset()


URL = Field("address", "Address", "https://…", secret=True)
LONGEST = 500
"""Characters of a field, at most."""


def filled(form: Mapping[str, str], field: Field) -> str:
    """What was filled in. Raises `BadFields` if that is nothing, or too much."""
    value = form.get(field.name, "").strip()
    if not value:
        raise BadFields(f"“{field.label}” is missing.")
    if len(value) > (2000 if field is URL else LONGEST) or not value.isprintable():
        raise BadFields(f"“{field.label}” is too long, or is not one line.")
    return value
