"""Who a mail is from, however programs write names; and addresses of domains in any script."""

# ruff: noqa: E501 (a table of odd texts is read as a table)
from __future__ import annotations

import pytest

from server.post.inbound.mail import parsed
from server.post.inbound.writers import has_one_writer, writers

ADA = """
    ada@example.org | <ada@example.org> | Ada <ada@example.org> | Lovelace, Ada <ada@example.org> | ADA@EXAMPLE.ORG
    Ada; Lovelace <ada@example.org> | "Lovelace, Ada" <ada@example.org> | Ada (the first) <ada@example.org>
    Ada (bruno@example.org) <ada@example.org> | "bruno@example.org" <ada@example.org> | ada@example.org <ada@example.org>
    'ada@example.org' <ada@example.org> | Friends: ada@example.org; | =?utf-8?q?Lovelace=2C?= Ada <ada@example.org>
    Ada [Work] <ada@example.org> | Ada. L. <ada@example.org> | Ada :( <ada@example.org> | Ada "the <ada@example.org>
    Ada: Lovelace <ada@example.org> | <@relay.example:ada@example.org> | Adé <ada@example.org> | ada@example.org (Ada)
    Ada @ Work <ada@example.org> | Ada\\ L <ada@example.org> | , <ada@example.org>, | Ada <ada@example.org> (c
    """
TWO = """
    ada@example.org, bruno@example.org | Ada <ada@example.org>, Bruno <bruno@example.org> | ada@example.org bruno@example.org
    bruno@example.org <ada@example.org> | Ada <ada@example.org> <bruno@example.org> | G: ada@example.org, bruno@example.org;
    """
NOBODY = """
    Ada | <> | undisclosed:; | @ | Ada <ada> | =?utf-8?q?ada=40example.org?= | (ada)
    """


def each(table: str) -> list[str]:
    return [cell.strip() for line in table.strip().splitlines() for cell in line.split("|")]


def of(value: str) -> list[str]:
    return writers(parsed(f"From: {value}\r\n\r\n".encode()))


def test_what_has_an_at_sign_counts() -> None:
    assert {value: of(value) for value in each(ADA)} == {value: ["ada@example.org"] for value in each(ADA)}


def test_two_addresses_are_refused_and_none_is_nobody() -> None:
    for value in (*each(TWO), *each(NOBODY)):
        assert not has_one_writer(parsed(f"From: {value}\r\n\r\n".encode())), value
    assert not has_one_writer(parsed(b"From: ada@example.org\r\nFrom: ada@example.org\r\n\r\n"))


@pytest.mark.parametrize(
    "domain", ["bücher.example", "BÜCHER.example", "xn--bcher-kva.example", "XN--BCHER-KVA.example"]
)
def test_a_domain_is_compared_in_ascii(domain: str) -> None:
    assert of(f"Ada <ada@{domain}>") == ["ada@xn--bcher-kva.example"]


def test_a_header_that_never_ends_is_read_up_to_a_length() -> None:
    assert of("a" * 5000 + " <ada@example.org>") == []
    assert of("Ada\r\n" + " x\r\n" * 500 + " <ada@example.org>") == ["ada@example.org"]
