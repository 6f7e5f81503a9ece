"""The cards of every game, by code."""

from __future__ import annotations

from collections.abc import Mapping

from server.rules.cards import DOMINOES_28, LATIN_62, POKER_54, TAROT_78
from server.rules.games.tottarot import FATES

DECKS: Mapping[str, tuple[str, ...]] = {
    "titro": (*TAROT_78, *(card for card in POKER_54 if card not in TAROT_78)),
    "french-tarot": TAROT_78,
    "dementlieu": TAROT_78,
    "scarto": TAROT_78,
    "ottocento": LATIN_62,
    "texas-42": DOMINOES_28,
    "tottarot": tuple(FATES),
}
