"""Signed links: only what this server has signed, for what it was signed, with a key that is still in use."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from server import links
from server.config import Settings, settings
from server.links import SEAT, STOP, STOP_ALL, Forged
from server.web import create_web
from tests.services import link_key

LETTERS = string.ascii_letters + string.digits + "-_.~%=+/"


def server(folder: Path, keys: str) -> Flask:
    """A server with these keys; no link needs its database."""
    return create_web(
        Settings(
            {
                "STATE_DIR": str(folder),
                "LINK_KEYS": ",".join(map(link_key, keys.split(","))),
                "BASE_URL": "https://cards.example.org",
            }
        )
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("links")


@pytest.fixture(scope="module", autouse=True)
def running(folder: Path) -> Iterator[Flask]:
    """A server with two keys."""
    app = server(folder, "old,new")
    with app.app_context():
        yield app


def known(token: str, purpose: str = SEAT) -> bool:
    try:
        links.numbers(purpose, token)
    except Forged:
        return False
    return True


@given(st.lists(st.integers(0, 2**40), min_size=1, max_size=2))
def test_a_token_names_what_was_signed(numbers: list[int]) -> None:
    assert links.numbers(SEAT, links.sign(SEAT, *numbers)) == numbers


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=2))
def test_a_token_is_the_one_that_itsdangerous_makes(numbers: list[int]) -> None:
    assert links.sign(SEAT, *numbers) == links._signer(tuple(settings().link_keys), SEAT).dumps(numbers)


def test_a_token_with_any_letter_changed_is_forged() -> None:
    token = links.sign(SEAT, 1, 1)
    for place, letter in ((place, letter) for place in range(len(token)) for letter in LETTERS):
        changed = token[:place] + letter + token[place + 1 :]
        assert known(changed) == (changed == token)


def test_a_token_with_anything_cut_off_or_added_is_forged() -> None:
    token = links.sign(SEAT, 1, 1)
    assert not any(known(token[:end]) for end in range(len(token)))
    assert not any(known(token[start:]) for start in range(1, len(token)))
    assert not any(known(changed) for letter in LETTERS + " \n\x00é" for changed in (token + letter, letter + token))
    assert not known(token.lower())
    assert not known(token.upper())


@given(st.text(max_size=100))
def test_nothing_that_somebody_types_is_a_token(typed: str) -> None:
    assert not known(typed)


def test_a_token_serves_the_purpose_it_was_signed_for_and_no_other() -> None:
    for purpose in (SEAT, STOP, STOP_ALL):
        token = links.sign(purpose, 1)
        assert [known(token, other) for other in (SEAT, STOP, STOP_ALL)] == [
            other == purpose for other in (SEAT, STOP, STOP_ALL)
        ]


def test_keys_are_rotated_without_killing_links(folder: Path) -> None:
    of_old_key = links.sign(SEAT, 1, 1)
    with server(folder, "new,newest").app_context():
        assert known(of_old_key)
        of_newest_key = links.sign(SEAT, 1, 1)
    assert not known(of_newest_key)
    with server(folder, "newest").app_context():
        assert known(of_newest_key)
        assert not known(of_old_key)


def test_a_short_key_of_before_still_opens_its_links_and_signs_no_more(tmp_path: Path) -> None:
    signed_then = links._signer(("short",), SEAT).dumps((1, 1))
    app = create_web(Settings({"STATE_DIR": str(tmp_path), "LINK_KEYS": f"short,{link_key('long')}"}))
    with app.app_context():
        assert known(signed_then)
        assert links.sign(SEAT, 1, 1) != signed_then
        assert app.extensions["poste"].weak_keys == 1


def test_a_token_fits_a_mail_and_needs_no_quoting() -> None:
    token = links.sign(SEAT, 10**9, 10**4)
    assert len(token) <= 72 - len("https://cards.example.org/s/") + 40
    assert set(token) <= set(string.ascii_letters + string.digits + "-_.")


def test_keys_are_made_once_and_kept_where_only_the_server_reads_them(tmp_path: Path) -> None:
    first, second = Settings({"STATE_DIR": str(tmp_path)}), Settings({"STATE_DIR": str(tmp_path)})
    first.create_state()
    second.create_state()
    assert first.link_keys == second.link_keys
    assert len(first.link_keys[0]) >= 40
    assert (tmp_path / "link-keys").stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["link-keys"]
