"""Writing letters to the outbox, in the same transaction as the change they report."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import select

from ..store import nudge
from ..store.models import Chair, Letter, Match, Player, db
from ..store.one_match import keep
from . import strangers
from .people import people_with


def write(
    match: Match,
    chair: Chair,
    kind: str,
    at: datetime,
    again: str = "",
    held_until: datetime | None = None,
    **facts: Any,
) -> bool:
    """Put a letter to a seat into the outbox. Its identity (match, ply, seat, kind, ``again``) is unique.

    Pass a different ``again`` to send the same kind of letter more than once in a ply. It is not sent before
    ``held_until``, and then only if it is still true. House players get no letters.
    Returns whether it was written: none is to somebody who has not taken the seat and may not get any more, see
    `strangers`; the seat's trouble says why, to the host.
    """
    if chair.player_id is None or (chair.accepted_at is None and not _reachable(match, chair, at)):
        return False
    _put(match, chair, kind, at, again, held_until, facts)
    return True


def _put(
    match: Match, chair: Chair, kind: str, at: datetime, again: str, held_until: datetime | None,
    facts: dict[str, Any], dropped: bool = False,
) -> None:  # fmt: skip
    identity = ":".join(filter(None, (match.id, str(match.ply), str(chair.id), kind, again)))
    keep(
        Letter, identity=identity, kind=kind, match_id=match.id, chair_id=chair.id, player_id=chair.player_id,
        ply=match.ply, facts=facts, created_at=at, due_at=None if dropped else held_until or at, held_until=held_until,
        dropped_at=at if dropped else None,
    )  # fmt: skip
    nudge.want_delivery()


def ask_host(host: Chair, at: datetime) -> None:
    """Put the letter that asks the host to confirm a match into the outbox; it is dropped if none may go there.

    Whoever opened the match learns nothing of the address: the same statements are run for each. Must run inside a
    transaction.
    """
    assert host.player is not None
    obstacle = strangers.obstacle(host.player, host.player.email, at)
    host.invited_at, host.trouble = at, obstacle or None
    db.session.flush()
    _put(host.match, host, "invitation", at, "", None, {}, dropped=bool(obstacle))


def _reachable(match: Match, chair: Chair, at: datetime) -> bool:
    """Whether a letter may go to somebody who has not taken the seat; the seat's trouble says why none may."""
    assert chair.player is not None
    known, obstacle = chair.trouble, strangers.obstacle(chair.player, chair.player.email, at)
    if obstacle or known == strangers.ENOUGH:
        chair.trouble = obstacle or None
    if obstacle == strangers.NOT_POSSIBLE and known is None:
        tell_host_of_trouble(match, chair, at)
    return not obstacle


def tell_host_of_trouble(match: Match, chair: Chair, at: datetime) -> None:
    """Write to the host that letters to a seat do not arrive, unless it is the host's own or the host is not there."""
    host = match.chairs[0]
    if host is not chair and host.accepted_at:
        write_once(match, host, "trouble", at, f"{chair.seat}-{at:%Y%m%d%H}", seat=chair.seat)


def write_once(match: Match, chair: Chair, kind: str, at: datetime, again: str = "", **facts: Any) -> None:
    """Like `write`, but does nothing if a letter with this identity exists already, for example from an earlier run."""
    identity = ":".join(filter(None, (match.id, str(match.ply), str(chair.id), kind, again)))
    if db.session.scalar(select(Letter.id).where(Letter.identity == identity)) is None:
        write(match, chair, kind, at, again, **facts)


def write_to_address(email: str, kind: str, at: datetime, identity: str, **facts: Any) -> None:
    """Put a letter to an address into the outbox, known or not, so that the caller cannot learn whether it is known.

    To somebody who may not get any more, see `strangers`, it is dropped; the caller does not learn that either, not
    even by how long it takes.
    """
    if db.session.scalar(select(Letter.id).where(Letter.identity == identity)) is not None:
        return
    player = next(iter(people_with(email)), None)
    letter = Letter(identity=identity, kind=kind, facts={"email": email, **facts}, created_at=at)
    _post(letter, dropped=bool(strangers.obstacle(player, email, at)))


def write_to_player(player: Player, kind: str, at: datetime, again: str, **facts: Any) -> bool:
    """Put a letter to a player into the outbox that does not belong to one seat.

    Returns whether it will leave: to somebody who may not get any more, see `strangers`, it is dropped at once.
    """
    obstacle = strangers.obstacle(player, player.email, at)
    put_to_player(player, kind, at, again, dropped=bool(obstacle), **facts)
    return not obstacle


def put_to_player(player: Player, kind: str, at: datetime, again: str, dropped: bool, **facts: Any) -> None:
    """Like `write_to_player`, if the caller knows already whether the letter may leave: it is ``dropped`` if not."""
    identity = f"{kind}:{player.id}:{again}"
    _post(Letter(identity=identity, kind=kind, player_id=player.id, facts=facts, created_at=at), dropped)


def tell(
    match: Match,
    chairs: Iterable[Chair],
    kind: str,
    at: datetime,
    again: str = "",
    held_until: datetime | None = None,
    **facts: Any,
) -> None:
    """Put the same kind of letter to each of these seats into the outbox."""
    for chair in chairs:
        write(match, chair, kind, at, again, held_until, **facts)


def _post(letter: Letter, dropped: bool) -> None:
    letter.due_at, letter.dropped_at = (None, letter.created_at) if dropped else (letter.created_at, None)
    db.session.add(letter)
    nudge.want_delivery()
