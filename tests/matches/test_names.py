"""Names: all of them is seen, they keep to their line, and none passes for another."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.matches import Refused
from server.matches.addresses import checked_name, look_alike


def listed(names: str) -> list[str]:
    return [name.strip() for line in names.strip().splitlines() for name in line.split("|")]


FINE = """
علی\u200cرضا | نيما | شهرام\u200cپور | නිශාන්ත ශ්\u200dරී | ශ්\u200dරියානි | র\u200d্যাচেল | क्\u200dष | Ada ❤\ufe0f
👩\u200d🚀 Ada | 🏳\ufe0f\u200d🌈 | 👩🏽\u200d❤\ufe0f\u200d👨🏻 | 3\ufe0f\u20e3 Ada | 葛\U000e0100城 | Thị ấ
נֹעָה | שּׁוּלִי | مُحَمَّد | นิ่มน้อย | རྡོ་རྗེ | မြတ်နိုး | ខ្មែរ | ᾧ Ὀδυσσεύς | Ṣọlá | Łukasz | Bjørn | Zoë | Ståle | Þór
Nguyễn Thị Hằng | İpek | Ada & Co. | O’Neill | ? | 張 | Владимир | $ada$ | א
"""


@pytest.mark.parametrize("name", listed(FINE))
def test_people_of_any_script_have_their_names(name: str) -> None:
    assert checked_name(name) == name


BLANK = (
    "\u3164\uffa0\u115f\u1160\u2800\ufe0f\ufe0e\u034f\u17b4\u17b5\u180b\u180f\ufffc\u2060\u00ad\u200b\u200c\u200d\ufeff"
    "\u202e\U000e0041\U000e0020\U000e0001\U000e0100\U0001d159\U00013441\ue000"
)


@pytest.mark.parametrize("sign", BLANK, ids=lambda sign: f"U+{ord(sign):04X}")
def test_what_nobody_sees_is_in_no_name(sign: str) -> None:
    for name in (sign, sign * 3, f"{sign} {sign}", f"A{sign}da", f"Ada{sign}", f"{sign}Ada"):
        with pytest.raises(Refused):
            checked_name(name)


def test_whatever_unicode_calls_invisible_is_no_name_by_itself() -> None:
    unseen = re.compile(
        r"(HANGUL|KHITAN) .*FILLER|JOINER|VARIATION SELECTOR|^TAG |INVISIBLE|ZERO WIDTH|INHERENT|(FULL|HALF) BLANK"
    )
    signs = [chr(number) for number in range(0x110000) if unseen.search(unicodedata.name(chr(number), ""))]
    assert len(signs) > 350
    for sign in signs:
        with pytest.raises(Refused):
            checked_name(sign)


TOWERS = "Z̸̡̢̛͇͈ | A\u0301\u0301da | Ad\u0301\u0302\u0303a | ก่่่่่ | \u0301Ada | Ada\u0489\u0489\u0489 | ا\u0651\u0651 | "
TOWERS += "ש\u05b4\u05b5\u05b6\u05b7\u05b8"


@pytest.mark.parametrize("name", listed(TOWERS))
def test_no_name_towers_over_its_line(name: str) -> None:
    with pytest.raises(Refused, match="marks"):
        checked_name(name)


@pytest.mark.parametrize(
    "name", listed("You | YOU | Υοu | Ｙｏｕ | ʏᴏᴜ | Yоu | 𝐘𝐨𝐮 | Y0u | 🅨🅞🅤 | Yοu | the  House | The Сlock")
)
def test_nobody_is_called_as_the_page_calls_others(name: str) -> None:
    with pytest.raises(Refused, match="call nobody You"):
        checked_name(name)


ALIKE = """
ADA = ᎪᎠᎪ | Ada = Аdа | Ada = Ａｄａ | Ada = 𝒜𝒹𝒶 | ADA = 🅰🅳🅰 | ADA = 🇦🇩🇦 | Ada = ᴀᴅᴀ | Bruno = Вruno | Bruno = Brunο
Erik = Eriк | Tom = Тоm | Tim = Тim | Ida = lda | Mia = rnia | MIA = Міа | Рома = Poma | Νίκος = Nίκoς | Oskar = 0skar
Hans = Ηans | Kim = Κim | Peter = Ρeter | Chloe = Сhlое | Sofia = Ѕofia | علی = علی\u200c | Ada ❤ = Ada ❤\ufe0f
You = You. | You = (Yоu) | You = Y ou | Ada = ·Ada | Ada = Adа’ | Jo Ann = JoAnn | Jean-Luc = Jean Luc | J. = J
"""
APART = """
Ada = Eda | José = Jose | Рома = Рита | Мария = Марина | 张伟 = 张卫 | علی = علا | Anna = Hanna | Player 1 = Player 2
Νίκος = Νίκη | Uwe = Ute | Ян = Яна | … = ? | Ada B. = Ada C.
"""


def pairs(names: str) -> list[tuple[str, ...]]:
    return [tuple(name.strip() for name in pair.split("=")) for pair in listed(names)]


@pytest.mark.parametrize(("one", "other"), pairs(ALIKE))
def test_nobody_passes_for_somebody_else(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(("one", "other"), pairs(APART))
def test_whose_names_differ_to_the_eye_may_sit_together(one: str, other: str) -> None:
    assert not look_alike(one, other)


NAMES = st.text(
    st.sampled_from(string.ascii_letters + string.digits + " .-'éßøłΑаᎪ張ی\u200c❤\ufe0f\u0301"), max_size=20
)


@given(NAMES, NAMES)
def test_to_look_alike_is_mutual_and_everybody_looks_like_themselves(one: str, other: str) -> None:
    assert look_alike(one, one)
    assert look_alike(one, one.upper())
    assert look_alike(one, other) == look_alike(other, one)
