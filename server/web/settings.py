"""What a person may set for all of their tables, on each page of theirs: when not to play, and how they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import matches
from ..store.models import Player
from . import forms
from .forms import Form


def _hours(player: Player, form: Form) -> None:
    wished = forms.hours(form.get("before", ""))
    matches.set_hours(player.id, form.get("from", ""), form.get("until", ""), form.get("place", ""))
    matches.set_reminders(player.id, wished)


ACTIONS: Mapping[str, Callable[[Player, Form], object]] = {
    "go-away": lambda player, form: matches.go_away(player.id, forms.vacation(form)),
    "come-back": lambda player, form: matches.come_back(player.id),
    "hours": _hours,
    "reminders": lambda player, form: matches.want_reminders(player.id, True),
    "no-reminders": lambda player, form: matches.want_reminders(player.id, False),
    "hand": lambda player, form: matches.want_hand(player.id, True),
    "no-hand": lambda player, form: matches.want_hand(player.id, False),
}
"""What the forms of `templates/macros/settings.html` do. Each may raise `Refused`."""
