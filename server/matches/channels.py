"""Ending channels: because the person wishes it, a link was replaced, or nothing arrives there."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Select, select, update

from ..store.models import Channel, Notice, db

REPLACED = "It was ended when the link of your page was replaced. Add it again if it is yours."


def end(channel: Channel, at: datetime, why: str | None = None) -> None:
    """End a channel, and forget where it leads to; what waited to be told on it comes by letter alone.

    Ending it again changes nothing. Must run inside a transaction.
    """
    if channel.ended_at is not None:
        return
    channel.ended_at, channel.error, channel.address, channel.facts = at, why, "", {}
    waiting = update(Notice).where(Notice.channel_id == channel.id, Notice.due_at.is_not(None))
    db.session.execute(waiting.values(due_at=None, dropped_at=at), execution_options={"synchronize_session": "fetch"})


def end_all(people: Select[int], at: datetime) -> None:
    """End all channels of people (their ids) whose link others may have had. Must run inside a transaction."""
    for channel in db.session.scalars(select(Channel).where(Channel.ended_at.is_(None), Channel.player_id.in_(people))):
        end(channel, at, REPLACED)
