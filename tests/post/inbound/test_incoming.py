"""A mail with photos, cut while it comes in."""

from __future__ import annotations

import time
from email.message import EmailMessage
from email.policy import SMTP
from random import Random

import pytest

from server.post.inbound import mail as reading
from server.post.inbound.incoming import CUT, KEPT, TOO_LARGE, TOO_NESTED, Incoming

from .corpus_files import CORPUS, mail

ANSWER = "KH centre"


def incoming(raw: bytes, size: int = 60_000, dotted: bool = False) -> Incoming:
    """The mail, having come in pieces of a size."""
    came = Incoming(dotted)
    for start in range(0, len(raw), size):
        came.add(raw[start : start + size])
    came.finish()
    return came


def with_photo(megabytes: float = 3, text_first: bool = True, **more: str) -> bytes:
    """An answer with a photo above or below it."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = "ada@example.org", "post@poste.localhost", "Re: your turn"
    message.set_content(ANSWER + "\n")
    photo = Random(1).randbytes(int(megabytes * 1_000_000))
    message.add_attachment(photo, "image", "jpeg", filename="hand.jpg")
    if not text_first:
        message.set_payload(list(reversed(message.get_payload())))
    return message.as_bytes()


def words(came: Incoming) -> str:
    return reading.body(reading.parsed(came.raw)).strip()


def test_the_words_beside_a_photo_are_kept_and_the_photo_is_not(subtests: pytest.Subtests) -> None:
    for text_first in [True, False]:
        for size in [1000, 60_001]:
            with subtests.test(text_first=text_first, size=size):
                came = incoming(with_photo(text_first=text_first), size)
                assert (words(came), came.cut, came.refusal) == (ANSWER, True, None)
                assert len(came.raw) < 2000
                photo = next(
                    part for part in reading.parsed(came.raw).iter_attachments() if part.get_filename() == "hand.jpg"
                )
                assert photo.get_payload(decode=True) == b""


def test_a_mail_that_is_small_is_kept_as_it_came() -> None:
    raw = with_photo(0.5)
    came = incoming(raw, 777)
    assert came.raw == raw
    assert not came.cut


def test_every_mail_of_the_corpus_is_kept_as_it_came_whatever_the_pieces(subtests: pytest.Subtests) -> None:
    for name in sorted(path.stem for path in CORPUS.glob("*.eml")):
        with subtests.test(name=name):
            raw = mail(name)
            assert [incoming(raw, size).raw for size in (1, 7, 100_000)] == [raw] * 3


def test_a_cut_mail_says_so_and_no_other_does() -> None:
    forged = b"X-Poste-Cut: yes\r\n again\r\nx-poste-cut : no\r\n"
    large = with_photo()
    assert incoming(large).raw.startswith(b"X-Poste-Cut: yes\r\n")
    assert incoming(forged + large).raw == incoming(large).raw
    raw = with_photo(0.1)
    assert incoming(forged + raw, 5).raw == raw
    assert incoming(raw.replace(b"Subject:", forged + b"Subject:")).raw == raw
    assert CUT not in reading.parsed(incoming(b"X-A: b\r" + forged + raw).raw)


def test_a_text_that_is_too_long_is_refused_and_nothing_of_it_kept() -> None:
    came = incoming(b"From: ada@example.org\r\n\r\n" + b"words and words\r\n" * 100_000)
    assert (came.refusal, came.raw, came.held) == (TOO_LARGE, b"", 0)
    came = incoming(b"X-Long: " + b"words " * KEPT)
    assert (came.refusal, came.raw, came.held) == (TOO_LARGE, b"", 0)


def test_a_text_that_is_attached_is_dropped_like_a_photo() -> None:
    message = EmailMessage(policy=SMTP)
    message.set_content(ANSWER)
    message.add_attachment("a line of a book\n" * 200_000, filename="book.txt")
    came = incoming(message.as_bytes())
    assert (words(came), came.refusal) == (ANSWER, None)
    assert len(came.raw) < 2000


def test_what_came_back_with_a_photo_is_still_a_bounce() -> None:
    bounce = mail("bounce").rstrip()
    end = bounce.rindex(b"--", 0, len(bounce) - 3)
    photo = b"\r\n\r\n" + with_photo()
    came = incoming(
        bounce[:end] + bounce[end:-2] + b"\r\nContent-Type: message/rfc822" + photo + b"\r\n" + bounce[end:]
    )
    report = reading.parsed(came.raw)
    assert came.cut
    assert "message/delivery-status" in [part.get_content_type() for part in report.walk()]


def test_parts_within_parts_are_refused_without_being_read(subtests: pytest.Subtests) -> None:
    for kind in ["multipart/mixed; boundary=b%d\r\n\r\n--b%d", "message/rfc822\r\n"]:
        with subtests.test(kind=kind):
            parts = "".join(f"Content-Type: {kind.replace('%d', str(level))}\r\n" for level in range(3000))
            began = time.process_time()
            came = incoming(b"From: ada@example.org\r\n" + parts.encode() + b"\r\n" + b"a\r\n" * 250_000)
            assert (came.refusal, came.raw) == (TOO_NESTED, b"")
            assert time.process_time() - began < 10


def test_a_mail_of_nothing_but_parts_is_refused() -> None:
    head = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    assert incoming(head + b"--b\r\n\r\n\r\n" * 900).refusal is None
    assert incoming(head + b"--b\r\n\r\n\r\n" * 1100).refusal == TOO_NESTED


def test_dots_that_smtp_adds_are_taken_off_wherever_a_piece_ends() -> None:
    raw = b"Subject: dots\r\n\r\n.\r\n..\r\n. and\r\n.." + b"long" * 5_000 + b".\r\n.x\r\n"
    sent = raw.replace(b"\n.", b"\n..")
    assert {incoming(sent, size, dotted=True).raw for size in (1, 2, 3, 1000, 9000, 50_000)} == {raw}


def test_a_long_line_holds_no_boundary() -> None:
    head = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nKH centre " + b"x" * 200_000
    came = incoming(head + b"--b\r\n--b\r\nContent-Type: text/plain\r\n\r\nother\r\n--b--\r\n", 1000)
    parts = list(reading.parsed(came.raw).iter_parts())
    assert [len(part.get_content()) > 1000 for part in parts] == [True, False]


def test_pieces_of_any_size_make_the_same_mail() -> None:
    chance = Random(7)
    for _ in range(300):
        raw = b"".join(chance.choices(PIECES, k=chance.randint(1, 40)))
        whole = incoming(raw, len(raw) or 1)
        assert incoming(raw, chance.randint(1, 50)).raw == whole.raw


PIECES = [
    b"Content-Type: multipart/mixed; boundary=b\r\n", b"Content-Type: multipart/alternative; boundary=\"c d\"\r\n",
    b"Content-Type: message/rfc822\r\n", b"Content-Type: image/png\r\n", b"\r\n", b"--b\r\n", b"--b--\r\n",
    b"--c d \r\n", b"--c d--\n", b"text\r\n", b"\n", b" folded\r\n", b"--\r\n", b"Content-Type: ;;=\r\n", b"\r", b"--b",
    b"X-Poste-Cut: yes\r\n", b"\xff\xfe: \x00\r\n", b"From ada\r\n", b"Content-Disposition: attachment\r\n",
]  # fmt: skip
