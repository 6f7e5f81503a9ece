"""Signed links. A link alone authorises its holder; it works many times, and can be replaced."""

from __future__ import annotations

import hashlib
import hmac
from functools import cache, lru_cache

from itsdangerous import BadData, URLSafeSerializer, base64_decode, base64_encode

from .config import settings
from .store.models import Chair, Match, Offer, Player, Reservation, SharedLink

SEAT, STOP, STOP_ALL, ME, CALENDAR = "seat", "stop", "stop-all", "me", "calendar"
NEVER, OFFER, MAIL = "never", "offer", "mail"
JOIN, WATCH, KEPT, DESK = "join", "watch", "kept", "desk"
"""The purposes of links. Each has its own salt, so that a token is valid for one purpose only."""
LONGEST = 200
"""The longest token, in characters: ours have fewer than a hundred, and longer ones are neither verified nor cached."""


class Forged(ValueError):
    """A token that this server has not signed for this purpose."""


@cache
def _signer(keys: tuple[str, ...], purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(
        list(keys), salt=f"poste-restante.{purpose}", signer_kwargs={"digest_method": hashlib.sha256}
    )


def sign(purpose: str, *numbers: int) -> str:
    """A signed token that contains these numbers, such as a chair's id and link version."""
    return _signed(tuple(settings().link_keys), purpose, numbers)


@lru_cache(maxsize=10_000)
def _signed(keys: tuple[str, ...], purpose: str, numbers: tuple[int, ...]) -> str:
    named = base64_encode(f"[{','.join(map(str, numbers))}]")
    return b".".join((named, base64_encode(hmac.digest(_key(keys, purpose), named, "sha256")))).decode()


@cache
def _key(keys: tuple[str, ...], purpose: str) -> bytes:
    """The key of a purpose. `_signer` makes the same tokens, but derives the key each time, and tries to compress."""
    signer = _signer(keys, purpose)
    return signer.make_signer(signer.salt).derive_key()


def numbers(purpose: str, token: str) -> list[int]:
    """The numbers in a token. Raises `Forged` if the signature is not valid.

    The last character of a signature has unused bits; only the encoding that we produce is accepted.
    """
    if len(token) > LONGEST:
        raise Forged("this link was never ours")
    return list(_verified(tuple(settings().link_keys), purpose, token))


@lru_cache(maxsize=10_000)
def _verified(keys: tuple[str, ...], purpose: str, token: str) -> tuple[int, ...]:
    """The numbers in a token, cached; a call that raises is not, so only our own tokens are."""
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
    """The token of a seat's current link."""
    return sign(SEAT, chair.id, chair.link_version)


def seat(chair: Chair) -> str:
    """The URL of a seat's page."""
    return f"{settings().base_url}/s/{seat_token(chair)}"


def stop(chair: Chair) -> str:
    """The URL that stops the letters of one match to one player (POST stops them; GET only asks).

    It is useless once somebody else has the seat.
    """
    return f"{settings().base_url}/stop/{sign(STOP, chair.id, chair.player_id or 0)}"


def stop_all(player: Player) -> str:
    """The URL that stops all letters to one player (POST stops them; GET only asks)."""
    return f"{settings().base_url}/stop-all/{sign(STOP_ALL, player.id)}"


def never(player: Player) -> str:
    """The URL at which a person forbids us to write to them ever again (POST forbids it; GET only asks)."""
    return f"{settings().base_url}/never/{sign(NEVER, player.id)}"


def offer(offered: Offer) -> str:
    """The URL at which somebody accepts or refuses a seat offered to them."""
    return f"{settings().base_url}/offer/{sign(OFFER, offered.id)}"


def mail(mail_id: int, chair: Chair) -> str:
    """The URL at which a player confirms or disowns a held mail; it expires with the link of the seat."""
    return f"{settings().base_url}/mail/{sign(MAIL, mail_id, chair.id, chair.link_version)}"


def desk(match: Match) -> str:
    """The URL of the host's desk of a match."""
    return f"{settings().base_url}/host/{sign(DESK, match.chairs[0].id, match.desk_version)}"


def me(player: Player) -> str:
    """The URL of the page with all matches of a player."""
    return f"{settings().base_url}/me/{sign(ME, player.id, player.link_version)}"


def calendar(player: Player) -> str:
    """The URL of a player's calendar of deadlines; its token opens nothing else, as calendar services store it."""
    return f"{settings().base_url}/me/{sign(CALENDAR, player.id, player.link_version)}/calendar.ics"


def shared_token(link: SharedLink) -> str:
    """The token of a link that belongs to a match rather than a seat, in its present version."""
    return sign(link.purpose, link.id, link.version)


def shared(link: SharedLink) -> str:
    """The URL at which anybody may take an open seat of a match, or watch it."""
    return f"{settings().base_url}/{link.purpose}/{shared_token(link)}"


def kept(reservation: Reservation) -> str:
    """The URL at which somebody accepts or refuses the seat reserved for them."""
    return f"{settings().base_url}/kept/{sign(KEPT, reservation.id)}"
