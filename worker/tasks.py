"""The tasks. Each calls use-cases; they may run twice or concurrently, and be killed at any point."""

from server import matches
from server.post import outbox

from .app import app, settings


@app.task
def close_windows() -> None:
    """Close the windows whose deadline has passed."""
    if matches.close_due():
        outbox.deliver()


@app.task
def give_orders() -> None:
    """Give the delayed standing orders that are due."""
    if matches.give_orders_due():
        outbox.deliver()


@app.task
def remind() -> None:
    """Remind players who have not answered yet."""
    matches.remind_due()


@app.task
def lapse_invitations() -> None:
    """Cancel matches whose invitations were not accepted in time."""
    matches.lapse_due()


@app.task
def deliver() -> None:
    """Send the letters that are due. Close windows first, and limit the time, so that letters do not delay windows."""
    matches.close_due()
    outbox.deliver(budget=settings.sweep_seconds)
