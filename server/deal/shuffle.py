"""The verifiable shuffle: its seed is committed to before the first card, and published after the end.

``commitment = SHA-256(seed)`` is shown to everybody before anybody accepts. Each player may add a word when accepting;
the key is derived from the seed and the words. The n-th shuffle is Fisher–Yates over a stream of SHA-256(key, n,
counter). `RECIPE` is the same algorithm as a stand-alone program of about twenty lines.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence

from ..rules.engine import ByDeal, Deck, Shuffler


def new_seed() -> bytes:
    """A new seed: 32 random bytes."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """The commitment, published before the first card: SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def mixed(seed: bytes, words: Sequence[str | None]) -> bytes:
    """The key of the shuffles: SHA-256 of the seed and the SHA-256 of each seat's word (none: ""), from seat A on."""
    return hashlib.sha256(seed + b"".join(hashlib.sha256((w or "").encode()).digest() for w in words)).digest()


def _numbers(key: bytes, n: int) -> Iterator[int]:
    """The stream of the n-th shuffle: 64-bit numbers, four from each SHA-256 of ``key || n || counter``."""
    counter = 0
    while True:
        block = hashlib.sha256(key + n.to_bytes(8, "big") + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8))
        counter += 1


def shuffled(deck: Deck, key: bytes, n: int) -> Deck:
    """The n-th shuffle: Fisher–Yates from the last card down, rejecting numbers that would bias the result."""
    cards, numbers = list(deck), _numbers(key, n)
    for i in range(len(cards) - 1, 0, -1):
        limit = 2**64 - 2**64 % (i + 1)
        j = next(number for number in numbers if number < limit) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def shuffler(seed: bytes, words: Sequence[str | None]) -> Shuffler:
    """The shuffle function of one match, as `begin` and `submit` expect it."""
    return lambda deck, n: shuffled(deck, mixed(seed, words), n)


def by_deal(seed: bytes, words: Sequence[str | None]) -> Shuffler:
    """The shuffle function of tables that play the same deals; see `ByDeal`. ``words``: those of all tables."""
    return ByDeal(shuffler(seed, words))


def new_salt() -> str:
    """A new salt: 16 random bytes, in hex."""
    return secrets.token_hex(16)


def receipt(match: str, ply: int, seat: str, answer: str, salt: str) -> str:
    """A player's receipt for a sealed answer: SHA-256 of ``match ply seat answer salt``, in hex.

    The salt is published when the answer opens, so that anybody can check the receipt; before that, it reveals nothing.
    """
    return hashlib.sha256(f"{match} {ply} {seat} {answer} {salt}".encode()).hexdigest()


RECIPE = """\
import hashlib

def sha(data):
    return hashlib.sha256(data).digest()

def shuffled(deck, seed_hex, words, n):          # words: one for each seat, "" for none
    key = sha(bytes.fromhex(seed_hex) + b"".join(sha(word.encode()) for word in words))
    numbers, counter = [], 0
    cards = list(deck)
    for i in range(len(cards) - 1, 0, -1):
        while True:
            if not numbers:
                block = sha(key + n.to_bytes(8, "big") + counter.to_bytes(8, "big"))
                numbers = [int.from_bytes(block[k:k + 8], "big") for k in (0, 8, 16, 24)]
                counter += 1
            number = numbers.pop(0)
            if number < 2**64 - 2**64 % (i + 1):
                break
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
"""
"""The shuffle as a short program, for anybody who wants to check a deal without our code."""
