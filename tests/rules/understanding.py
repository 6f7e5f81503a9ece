"""What a text is taken to mean, read beyond doubt or asked back."""

import pytest

from server.rules import Ask, Illegal, read


def understood(ask: Ask, text: str) -> str:
    """The answer that is read, or that is asked back first; else the sentence of the refusal."""
    try:
        return read(ask, text)
    except Illegal as unclear:
        return unclear.nearest[0] if unclear.nearest else str(unclear)


def nearest(ask: Ask, text: str) -> tuple[str, ...]:
    """The answers that are asked back; fails where the text is read."""
    with pytest.raises(Illegal) as unclear:
        read(ask, text)
    return unclear.value.nearest
