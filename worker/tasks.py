"""The tasks: each calls one use-case. They may run twice, at once, and be killed anywhere."""

from server import matches
from server.post import outbox

from .app import app, settings


@app.task
def close_windows() -> None:
    """Answer for whoever let a deadline pass."""
    if matches.close_due():
        outbox.deliver()


@app.task
def give_orders() -> None:
    """Give the standing orders that were to wait a while."""
    if matches.give_orders_due():
        outbox.deliver()


@app.task
def remind() -> None:
    """Remind whoever has not answered yet."""
    matches.remind_due()


@app.task
def lapse_invitations() -> None:
    """Call off matches that were not accepted in time."""
    matches.lapse_due()


@app.task
def deliver() -> None:
    """Send what lies in the outbox. Windows come first, and letters never keep a process from them for long."""
    matches.close_due()
    outbox.deliver(budget=settings.sweep_seconds)
