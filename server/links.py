"""Signed links: the whole authority of a seat. They work many times, can be replaced, and carry nothing else."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache

from itsdangerous import BadData, URLSafeSerializer, base64_decode, base64_encode

from .config import settings
from .store.models import Chair, Player

SEAT, STOP, STOP_ALL, ME, CALENDAR = "seat", "stop", "stop-all", "me", "calendar"
"""What a link is for; each purpose has a salt of its own, so that no token serves another."""


class Forged(ValueError):
    """A token that was never signed by this server for this purpose."""


@cache
def _signer(keys: tuple[str, ...], purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(
        list(keys), salt=f"poste-restante.{purpose}", signer_kwargs={"digest_method": hashlib.sha256}
    )


def sign(purpose: str, *numbers: int) -> str:
    """A token that names the numbers (a chair and its link version, a player)."""
    token = _signer(tuple(settings().link_keys), purpose).dumps(numbers)
    return token if isinstance(token, str) else token.decode()


def numbers(purpose: str, token: str) -> list[int]:
    """The numbers that a token names. Raises `Forged`.

    The last letter of a signature has bits to spare; only the letter that we write is ours.
    """
    return list(_verified(tuple(settings().link_keys), purpose, token))


@lru_cache(maxsize=10_000)
def _verified(keys: tuple[str, ...], purpose: str, token: str) -> tuple[int, ...]:
    try:
        named = _signer(keys, purpose).loads(token)
        signature = token.rpartition(".")[2]
        ours = base64_encode(base64_decode(signature)).decode() == signature
    except BadData as bad:
        raise Forged("this link was never ours") from bad
    if not ours or not isinstance(named, list):
        raise Forged("this link was never ours")
    return tuple(named)


def seat_token(chair: Chair) -> str:
    """The token of a seat's present link."""
    return sign(SEAT, chair.id, chair.link_version)


def seat(chair: Chair) -> str:
    """The address of a seat's page."""
    return f"{settings().base_url}/s/{seat_token(chair)}"


def stop(chair: Chair) -> str:
    """The address that ends the letters of one match to one player (POST; GET asks first)."""
    return f"{settings().base_url}/stop/{sign(STOP, chair.id)}"


def stop_all(player: Player) -> str:
    """The address that ends all letters to one player (POST; GET asks first)."""
    return f"{settings().base_url}/stop-all/{sign(STOP_ALL, player.id)}"


def me(player: Player) -> str:
    """The address of all matches of a player."""
    return f"{settings().base_url}/me/{sign(ME, player.id, player.link_version)}"


def calendar(player: Player) -> str:
    """The address of a player's deadlines for a calendar; whoever keeps that calendar can open nothing else with it."""
    return f"{settings().base_url}/me/{sign(CALENDAR, player.id, player.link_version)}/calendar.ics"
