"""Names that are names and no adverts, and addresses that are one mailbox."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.matches import Refused
from server.matches.addresses import DOTS, ENDS, checked_name, is_advert, look_alike, mailbox

NAMES = """
Ada | J. R. | J.R. | J. R. R. Tolkien | J.R.R.Tolkien | St. John | St.John | Mr.T | Mr. T | Dr.Who | Dr. Who | A.B
J.-P. Sartre | M.-A. | D.McCoy | Mr.O'Neill | O’Neill | Jean-Luc | Gal·la | Ph.D. Bob | Mrs. Brown Jr. | A. Lovelace
Señor Núñez | Владимир | 张伟 | नमस्ते | نور | Team 2.10 | House 3 | Ada... | Ada, host | 100% Ada | Ada & Bruno | (Ada)
"""
ADVERTS = """
cards.example.org | buy-now.shop | Buy at x.com now | x.com | X.Com | X.COM | t.me | bit.ly | BUY.SHOP | Cards.Shop
www.x | WWW.cards | example。com | example．com | foo․bar | ｘ.ｃｏｍ | пример.рф | 例え.テスト | xn--a.xn--p1ai
1.2.3.4
example.COM. | ada.example | cool-x.Bcde | Dr.Com | X.Casino | x.co.uk | =?utf-8?q?x?= | a=?b | é.com | e︎x.com | J.com
"""


def listed(names: str) -> list[str]:
    return [name.strip() for line in names.strip().splitlines() for name in line.split("|")]


def test_a_name_stays_a_name(subtests: pytest.Subtests) -> None:
    for name in listed(NAMES):
        with subtests.test(name=name):
            assert checked_name(f" {name} ") == name


def test_what_reads_like_an_address_is_no_name(subtests: pytest.Subtests) -> None:
    for name in listed(ADVERTS):
        with subtests.test(name=name), pytest.raises(Refused, match="reads like the address of a website"):
            checked_name(name)


def test_nothing_invisible_turned_round_or_broken_is_a_name(subtests: pytest.Subtests) -> None:
    for name in [
        "A\u202eda",
        "A\u200bda",
        "A\nda",
        "A\x00da",
        "A\u2028da",
        "http://x",
        "ada@x",
        "bit.ly/x",
        "A\u2066da",
    ]:
        with subtests.test(name=name), pytest.raises(Refused):
            checked_name(name)


LABELS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,12}[a-z0-9])?", fullmatch=True)
DOT = st.sampled_from([chr(dot) for dot in DOTS] + ["."])


@given(st.lists(LABELS, min_size=1, max_size=3), st.sampled_from([*sorted(ENDS), "com", "de", "ly"]), DOT, st.data())
def test_no_domain_is_a_name_however_it_is_written(labels: list[str], end: str, dot: str, data: st.DataObject) -> None:
    domain = dot.join([*labels, end])
    domain = data.draw(st.sampled_from([domain, domain.upper(), domain.title(), domain + ".", f"see {domain}!"]))
    assert is_advert(domain)


@given(st.lists(st.from_regex(r"[A-Z][a-z]{0,8}\.?", fullmatch=True), min_size=1, max_size=4).map(" ".join))
def test_words_with_a_space_after_each_dot_are_a_name(name: str) -> None:
    assert not is_advert(name)


def test_the_ways_to_write_one_mailbox_are_one(subtests: pytest.Subtests) -> None:
    for address, same in [
        ("a.da+titro@gmail.com", "ada@gmail.com"),
        ("A.D.A@GoogleMail.com", "ada@gmail.com"),
        ("ada+1@outlook.com", "ada@outlook.com"),
        ("a.da+1@example.org", "a.da+1@example.org"),
        ("+@gmail.com", "+@gmail.com"),
    ]:
        with subtests.test(address=address, same=same):
            assert mailbox(address) == same


def test_nobody_passes_for_somebody_else_at_a_table(subtests: pytest.Subtests) -> None:
    for one, other in [
        ("Ada", "АdА"),
        ("Ada", "ADA"),
        ("Ida", "lda"),
        ("Bob", "B0b"),
        ("Tom", "Torn"),
        ("Ada", "Ad\u200ba"),
        ("Nina", "Νina"),
        ("J. R.", "J.  R."),
        ("Ａda", "Ada"),
    ]:
        with subtests.test(one=one, other=other):
            assert look_alike(one, other)
            assert look_alike(other, one)


def test_names_that_differ_to_the_eye_may_sit_together(subtests: pytest.Subtests) -> None:
    for one, other in [("José", "Jose"), ("Рома", "Рита"), ("Max", "Maxi"), ("House 1", "House 2")]:
        with subtests.test(one=one, other=other):
            assert not look_alike(one, other)


def test_each_provider_reads_addresses_in_its_own_way(subtests: pytest.Subtests) -> None:
    for address, same in [
        ("a.d-a_b+cards@pm.me", "adab@protonmail.com"),
        ("adab@proton.me", "adab@protonmail.com"),
        ("a.da+x@outlook.com", "a.da@outlook.com"),
        ("ada+x@icloud.com", "ada@icloud.com"),
        ("ada@me.com", "ada@icloud.com"),
        ("ada+x@yandex.com", "ada@yandex.com"),
        ("a.da+x@example.org", "a.da+x@example.org"),
    ]:
        with subtests.test(address=address, same=same):
            assert mailbox(address) == same
