"""What defines a kind of channel: the fields that a person fills in, and the request that is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .http_client import Request

Facts = Mapping[str, Any]
Read = tuple[str, dict[str, Any]]
"""What a person has filled in: the address of the channel, and other facts."""


class BadFields(ValueError):
    """An invalid entry in a field; the message says what would be valid."""


@dataclass(frozen=True)
class Message:
    """The text of a notice, fit for anybody who may read the channel. ``url``: where the player goes on.

    ``topic``: what it is about; on a device, a later notice replaces an earlier one of the same topic. ``until``: when
    it becomes useless. ``identity``: the same each time it is sent.
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
    """A kind of channel. ``label``: its name. ``fields``: what a person fills in.

    ``read``: what the filled-in fields say; raises `BadFields`. ``request``: what to send to an
    address, given these facts. ``private``: whether only the person can read it. ``gone``: the statuses that mean that
    the channel no longer exists.
    """

    label: str
    fields: tuple[Field, ...]
    read: Callable[[Mapping[str, str]], Read]
    request: Callable[[str, Facts, Message], Request]
    private: bool = False
    gone: frozenset[int] = frozenset()


URL = Field("address", "Address", "https://…", secret=True)
LONGEST = 500
"""The longest field, in characters."""


def filled(form: Mapping[str, str], field: Field) -> str:
    """The value of a field. Raises `BadFields` if it is empty or too long."""
    value = form.get(field.name, "").strip()
    if not value:
        raise BadFields(f"“{field.label}” is missing.")
    if len(value) > (2000 if field is URL else LONGEST) or not value.isprintable():
        raise BadFields(f"“{field.label}” is too long, or is not one line.")
    return value
