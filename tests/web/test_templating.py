"""What templates ask of numbers, names and lists."""

from __future__ import annotations

from server.templating import keyed, signed


def test_what_was_won_and_lost_has_its_sign_and_nothing_has_none() -> None:
    assert [signed(number) for number in (84, 1, 0, -1, -84)] == ["+84", "+1", "0", "−1", "−84"]


def test_rows_are_found_by_one_of_their_fields() -> None:
    assert keyed([{"turn": 1, "card": "SUN"}, {"turn": 3, "card": "MOON"}], "turn")[3] == {"turn": 3, "card": "MOON"}
