"""What may stand around an answer and changes nothing of it: pictures, quotes, bullets, names; and what may not."""

# ruff: noqa: E501 (a table of odd texts is read as a table)
from __future__ import annotations

import pytest

from server import deal
from server.rules import GAMES, Illegal, begin
from server.rules.engine import Ask
from server.rules.reading import read


@pytest.fixture(scope="module")
def ask() -> Ask:
    """The first question of a game, with the king of hearts among the cards."""
    game = GAMES["titro"]
    for number in range(200):
        table, _ = begin(game, 2, {}, deal.shuffler(number.to_bytes(32, "big"), [None, None]))
        if "KH" in game.view(table.state, 0)["hand"]:
            return game.phases[table.state.phase].asks(table.state)[0]
    raise AssertionError("nobody has the king")


def test_what_shows_nothing_or_says_nothing_keeps_no_answer_from_being_read(ask: Ask) -> None:
    for text in (
        "\ufeffKH centre", "KH\u200b centre", "\u200eKH centre\u200f", "K\u00adH cen\u00adtre", "KH centre\ufffc",
        "‘KH centre’", "“KH centre”", "„KH centre‟".replace("‟", "“"), "• KH centre", "‣ KH centre", "◦ KH → centre",
        "KH centre 👍", "KH centre 😊😊", "KH centre 🎉!", "KH centre ❤️", "KH centre 👍🏽", "🙏 KH centre", "KH centre 💙.",
        "Hi Bjørn,\n\nKH centre", "Hello Дмитрий,\n\nKH centre", "KH centre\nŁukasz", "KH centre\nДмитрий",
        "KH centre\n\nЗоя", "KH centre\u2028thanks", "Ｋ\u200bＨ centre".replace("\u200b", ""),
        "K ❤️ centre", "K❤ centre", "❤️K centre", "King of ❤️, centre ❤️",
        "Jambo!\n\nKH centre", "Namaste everyone!\nKH centre", "Dear partner and dear enemies,\n\nKH centre\n\nxx Gwen",
        "KH centre\n\nYours in tarot,\nKofi", "Thank you for the lovely card.\n\nKH centre\n\nSent on the bus",
    ):  # fmt: skip
        assert read(ask, text) == "KH centre", text


def test_what_says_something_is_asked_back(ask: Ask) -> None:
    for text in (
        "KH centre ❓", "KH centre 🤔", "❌ KH centre", "KH centre 👎", "KH centre\nНет", "KH centre\nОтмена",
        "KH 🌙 centre", "Never!\n\nKH centre", "Nearly!\nKH centre", "Eventually,\nKH centre", "King!\n\nQC blind", "КН centre", "KH centre\n不要",
    ):  # fmt: skip
        with pytest.raises(Illegal):
            read(ask, text)


def test_what_is_said_further_down_takes_an_answer_back_or_is_talk(ask: Ask) -> None:
    for below in (
        "no, KS blind", "No, KS", "KS blind", "no!", "Non.", "nein", "Sorry, KS blind", "not KH", "I meant the king of spades", "better cloak",
        "Нет", "Нет, KS", "I am undecided.", "Partner permitting.", "I feel uneasy about it.", "Don't seal it yet.", "Not final.",
        "Ask my husband first.", "Assuming I can.", "Hmm, the other one might be better.", "Please do not play it before Monday.",
        "Am I allowed to", "Depends on Bob", "will let you know", "only a suggestion", "what do you think", "Too early to say",
        "My daughter typed this, not me.", "It was my son who wrote that.", "tbc", "The garden is lovely.\nI may wait, though.",
    ):  # fmt: skip
        with pytest.raises(Illegal):
            print(below, read(ask, f"KH centre\n\n{below}"))
    for below in (
        "No hurry, see you on Sunday.",
        "I have 2 dogs and a cat.",
        "See you tomorrow at 8!",
        "Sent from my phone",
    ):
        assert read(ask, f"KH centre\n\n{below}") == "KH centre", below
