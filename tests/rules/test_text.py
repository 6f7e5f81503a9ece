"""Lines of a text end at CR and LF, and nowhere else; and nobody in the server cuts texts in another way."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import server
from server.rules.reading import greets
from server.rules.text import lines_of, visible
from server.rules.wording import words

OTHERS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""What Python takes for the end of a line besides."""


@given(
    st.lists(st.text(st.sampled_from("ab " + OTHERS), min_size=1), min_size=1), st.sampled_from(["\n", "\r\n", "\r"])
)
def test_a_line_ends_at_cr_and_lf_only(written: list[str], end: str) -> None:
    assert lines_of(end.join(written)) == written
    assert lines_of(end.join(written) + end) == written


def test_nobody_in_the_server_cuts_a_text_in_another_way() -> None:
    found = {path for path in Path(server.__file__).parent.rglob("*.py") if ".splitlines" in path.read_text()}
    assert found == set()


def test_signs_that_show_nothing_change_no_word() -> None:
    for sign in "\ufeff\u200b\u200e\u200f\u202b\u202c\u00ad\u2060\ufffc\u034f\u2066\U000e0041\ufe0f":
        assert visible(f"{sign}K{sign}H{sign}") == "KH"
        assert words(f"{sign}KH{sign} cen{sign}tre") == ("kh", "centre")
    assert visible("می\u200cخواهم") != "می\u200cخواهم"


def test_a_greeting_may_name_anybody() -> None:
    for greeting in (
        "Hi Bjørn,", "Hallo Łukasz!", "Hello Дмитрий,", "Dear Đorđe", "Hej Þóra,", "Hi 李雷,", "Hi 王,", "Hello שרה,",
        "Hi مريم,", "Hi नेहा,", "Hello Γιώργος,", "Hi Jörg 👋", "Привет, Ада!", "Γεια σου Άντα,", "Hi 金善,",
    ):  # fmt: skip
        assert greets(greeting), greeting
    for other in ("Hi KH 4", "Дмитрий не", "Hello?", "Łukasz"):
        assert not greets(other), other
