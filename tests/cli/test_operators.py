"""poste list, show, letters, links, erase, export, cancel, block, backup and restore."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select, update

from server import clock, deal, links, matches
from server.cli import poste
from server.cli.table import table
from server.config import Settings
from server.matches import strangers
from server.post import outbox
from server.store.models import CANCELLED, OVER, PLAYERS, Letter, Match, db
from server.terms import ANSWERED, BLIND
from tests.cast import (
    address,
    again,
    all_matches,
    guests,
    letters,
    open_match,
    open_table,
    page,
    seal_for_everybody,
    seals,
    seat,
)
from tests.cli.ran import Ran
from tests.matches.test_new_links import dead, tokens
from tests.matches.test_restoring import some_of_all
from tests.services import link_key

pytestmark = pytest.mark.usefixtures("app")
Run = Callable[..., Ran]


@pytest.fixture
def run(settings: Settings) -> Run:
    def ran(*words: str, says: str | None = None) -> Ran:
        db.session.rollback()
        result = Ran(CliRunner().invoke(poste, list(words), env=settings.environ, input=says, prog_name="poste"))
        db.session.rollback()
        db.session.expire_all()
        return result

    return ran


def played() -> Match:
    """Ada has sealed her second answer, and left a plan and a note; Bruno is waited for."""
    match = open_table("Ada", "Bruno", at=clock.now())
    outbox.deliver(clock.now())
    seal_for_everybody(match, clock.now())
    ask = page(match, "Ada").ask
    assert ask is not None
    seals(match, "Ada", ask.absent, clock.now())
    matches.note(seat(match, "Ada").id, "the King is mine")
    outbox.deliver(clock.now())
    return again(match)


# list and show -------------------------------------------------------------------------------------------------------


def test_matches_are_listed_with_who_is_waited_for(run: Run) -> None:
    match = played()
    open_match("titro", {}, guests("Chiara", "Dmitri"))
    lines = run("list").stdout.splitlines()
    assert lines[0].split()[:4] == ["match", "game", "state", "window"]
    assert re.match(rf"{match.id}  titro  playing +1 +\S+ \S+  Ada, Bruno +Bruno$", lines[1])
    assert lines[-1] == "2 matches."
    assert "Chiara" not in run("list", "--state", "playing").stdout
    assert run("list", "--person", "chiara@example.org").stdout.splitlines()[-1] == "1 match."
    assert run("list", "--most", "1").stdout.splitlines()[-1] == "1 match, 2 in all: say --most."
    told = json.loads(run("list", "--json", "--game", "titro").stdout)
    assert (told["total"], told["matches"][0]["waits_for"]) == (2, ["Bruno"])


def test_an_empty_server_lists_nothing(run: Run) -> None:
    assert run("list").stdout == "Nothing.\n0 matches.\n"


def test_a_match_is_shown_with_its_seats_and_letters_and_nothing_that_is_secret(run: Run) -> None:
    match = played()
    shown = run("show", match.id)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert f"commitment    {match.commitment}" in shown.stdout
    assert re.search(r"^A +Ada +plays +\S+ \S+ +0 +sent +\S+ \S+$", shown.stdout, re.M)
    told = run("show", match.id, "--json").stdout
    as_data = json.loads(told)
    assert [one["letters"]["state"] for one in as_data["seats"]] == ["sent", "sent"]
    with_addresses = run("show", match.id, "--addresses").stdout
    assert "bruno@example.org" in with_addresses
    for text in (shown.stdout, told):
        assert "@" not in text
        assert_nothing_secret(text, match)


def test_what_the_mail_server_said_is_shown_without_the_address_in_it(run: Run) -> None:
    match = played()
    seat(match, "Bruno").trouble = "550 no such mailbox: bruno@example.org"
    db.session.commit()
    shown, told = run("show", match.id).stdout, run("show", match.id, "--json").stdout
    assert re.search(r"^B +Bruno .+ bounced .+ 550 no such mailbox: …@example.org$", shown, re.M)
    assert json.loads(told)["seats"][1]["letters"]["why"] == "550 no such mailbox: …@example.org"
    assert "bruno@" not in shown + told


def assert_nothing_secret(text: str, match: Match) -> None:
    match = again(match)
    for chair in match.chairs:
        assert links.seat_token(chair) not in text
        assert match.seed.hex() not in text
    for envelope in match.sealed.values():
        assert envelope.salt not in text
        assert envelope.answer not in text
    assert "/s/" not in text


def test_a_table_that_hides_who_has_answered_hides_it_here_too(run: Run) -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), terms={BLIND: "on", ANSWERED: "hidden"})
    for chair in match.chairs:
        matches.accept(chair.id)
    before = json.loads(run("show", match.id, "--json").stdout)
    ask = page(match, "Ada").ask
    assert ask is not None
    seals(match, "Ada", ask.absent, clock.now())
    assert json.loads(run("show", match.id, "--json").stdout) == before


def test_the_states_are_explained_in_the_help(run: Run) -> None:
    for word in ("invited", "playing", "asleep", "over", "cancelled", "resigned", "bounced"):
        assert re.search(rf"^  {word} +\w", run("show", "--help").stdout, re.M)


def test_tables_are_aligned_and_leave_out_what_is_empty() -> None:
    assert table(("a", "b", "c"), [("x", "", 1), ("Zoë日", "", 22)]) == "a      c\nx      1\nZoë日  22"


# Which match, and which person ---------------------------------------------------------------------------------------

BESIDES = {"--match": ("--yes",), "--person": ("--yes",), "erase": ("--yes",), "cancel": ("--yes",)}
"""What is said with an option or a command, so that it asks nothing."""
NO_PERSON = {("doctor", "ADDRESS"), ("block", "ADDRESS")}
"""Where an address may be anybody's."""


def asking_for(what: str) -> Iterator[tuple[str, ...]]:
    """The words of each command that is told a match or a person, up to the name of it."""
    context = click.Context(poste)
    for name in poste.list_commands(context):
        command = poste.get_command(context, name)
        assert command is not None
        for param in command.params:
            if param.metavar == what and (name, what) not in NO_PERSON:
                yield (name, param.opts[0]) if isinstance(param, click.Option) else (name,)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [("MATCH", "There is no match “{}” here: `poste list` lists all."), ("ADDRESS", "Nobody here has this address.")],
)
def test_what_is_not_there_is_the_same_sentence_in_every_command(
    run: Run, what: str, sentence: str, subtests: pytest.Subtests
) -> None:
    commands = list(asking_for(what))
    assert len(commands) == 4
    for words in commands:
        takes = BESIDES.get(words[-1], ()) if words[0] != "list" else ()
        takes = takes if words[0] != "letters" else ("--again",)
        for name in ("nowhere", "nobody@example.net", "", " "):
            with subtests.test(" ".join((*words, name))):
                result = run(*words, name, *takes)
                assert (result.exit_code, result.stdout) == (2, "")
                assert result.stderr == f"poste: {sentence.format(name)}\n"


# cancel and block ----------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_match_is_cancelled_once_and_everybody_is_told_once(
    run: Run, settings: Settings, subtests: pytest.Subtests
) -> None:
    invited = open_match("titro", {}, guests("Chiara", "Dmitri"), at=clock.now())
    matches.accept(invited.chairs[0].id, at=clock.now())
    for match, status, kind in ((played(), OVER, "over"), (invited, CANCELLED, "cancelled")):
        with subtests.test(kind):
            assert run("cancel", match.id, says="n\n").exit_code == 1
            assert again(match).ending is None
            assert run("cancel", match.id, says="y\n").stdout.endswith(f"Match {match.id} is ended.\n")
            assert run("cancel", match.id).stdout == f"Match {match.id} had ended already.\n"
            now = again(match)
            assert (now.status, now.ending, now.closes_at, now.sealed) == (status, "operator", None, {})
            assert [one.chair_id for one in letters(match, kind)] == [chair.id for chair in match.chairs]
            assert_told(settings, kind, len(match.chairs))


def assert_told(settings: Settings, kind: str, count: int) -> None:
    """So many letters of this kind say who has ended the match."""
    outbox.deliver(clock.now())
    assert settings.local_mail is not None
    mails = [message_from_bytes(file.read_bytes(), policy=SMTP) for file in (settings.local_mail / "new").iterdir()]
    said = [mail.get_body(("plain",)).get_content() for mail in mails if mail["X-Poste-Kind"] == kind]
    assert ["hoever runs this server" in " ".join(text.split()) for text in said] == [True] * count


def test_a_table_that_was_cancelled_is_seen_as_any_other_that_has_ended(app: Flask, run: Run) -> None:
    agreed, cancelled = played(), played()
    motion = matches.move(agreed.id, "end").motion
    for chair in agreed.chairs:
        matches.answer_motion(chair.id, True, motion and motion.number)
    run("cancel", cancelled.id, "--yes")
    pages = [app.test_client().get(link) for match in (agreed, cancelled) for link in its_links(again(match))]
    half = len(pages) // 2
    assert [page.status_code for page in pages[:half]] == [page.status_code for page in pages[half:]]
    assert "by agreement" in pages[0].text
    assert "by whoever runs this server" in pages[half].text
    deal.verify(matches.record_of(again(cancelled)))


def its_links(match: Match) -> Iterator[str]:
    """What players, the host and everybody may open of a match."""
    for chair in match.chairs:
        yield from (links.seat(chair), f"/api/seat/{links.seat_token(chair)}")
    yield from (links.desk(match), f"/records/{match.id}", f"/api/records/{match.id}")


def test_nobody_writes_to_an_address_that_is_blocked_until_that_is_undone(run: Run) -> None:
    hosted = open_match("titro", {}, guests("Edda", "Ada"), at=clock.now())
    for typed, sentence in (("Edda@Example.org", "No letter goes to"), ("edda@example.org", "was blocked already")):
        assert sentence in run("block", typed).stdout
    assert again(hosted).status == CANCELLED
    late = open_match("titro", {}, guests("Ada", "Edda"), at=clock.now())
    matches.accept(late.chairs[0].id, at=clock.now())
    assert seat(late, "Edda").trouble == strangers.NOT_POSSIBLE
    assert letters(late, "invitation")[1:] == []
    for sentence in ("Letters may go to this address again", "was not blocked"):
        assert sentence in run("block", "--undo", "edda@example.org").stdout
    assert seat(late, "Edda").trouble is None
    assert "one @" in run("block", "edda").stderr
    assert run("block", "nobody-yet@example.org").exit_code == 0


# letters -------------------------------------------------------------------------------------------------------------


def test_letters_that_are_stuck_say_why_and_can_be_tried_at_once(run: Run) -> None:
    match = open_table("Ada", "Bruno", at=clock.now() - clock.HOUR)
    later = clock.now() + clock.HOUR
    stuck = Letter.match_id == match.id, Letter.kind == "turn"
    why = "450 4.2.0 mailbox of ada@example.org is full"
    db.session.execute(update(Letter).where(*stuck).values(due_at=later, error=why, attempts=3))
    db.session.commit()
    listed = run("letters", "--match", match.id).stdout
    assert "bounced: 0" in listed
    assert "deferred: 2; they are tried again by themselves" in listed
    assert "mailbox of …@example.org is full" in listed
    assert "overdue: 2" in listed
    assert len(json.loads(run("letters", "--json").stdout)["stuck"]) == 2
    again_said = run("letters", "--again").stdout
    assert again_said == "0 letters will be sent again by the worker.\n2 that are deferred will be tried at once.\n"
    assert all(one.due_at and one.due_at < later for one in letters(again(match), "turn"))
    db.session.execute(update(Letter).where(*stuck).values(due_at=clock.now() + clock.HOUR / 60))
    db.session.commit()
    assert "\n2 that are deferred will be tried within two minutes anyway.\n" in run("letters", "--again").stdout


def test_letters_that_failed_before_the_days_that_are_named_are_not_sent_again(run: Run) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    old, new = letters(match, "turn")
    for letter, days in ((old, 9), (new, 5)):
        letter.due_at, letter.failed_at, letter.error = None, clock.now() - days * clock.DAY, "550 no such mailbox"
    db.session.commit()
    assert run("letters", "--again", "--days", "7").stdout == "1 letter will be sent again by the worker.\n"
    assert [one.failed_at is None for one in letters(match, "turn")] == [False, True]


# links ---------------------------------------------------------------------------------------------------------------


def test_the_link_of_the_seat_that_is_named_is_revoked_alone(run: Run) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    before = tokens(match)
    result = run("links", "--match", match.id, "--seat", "b", "--yes")
    assert (result.exit_code, result.stdout) == (0, "Revoked. 1 person gets a letter with what opens now.\n")
    assert dead(before) == {"Bruno"}


# erase and export ----------------------------------------------------------------------------------------------------


def test_erasing_asks_first_and_says_what_it_did(run: Run, settings: Settings) -> None:
    match = played()
    boxes = settings.local_mail
    assert boxes is not None
    mails = sorted((boxes / "new").iterdir())
    no = run("erase", "ada@example.org", says="n\n")
    assert no.exit_code == 1
    assert "1  seats in matches that are being played" in no.stdout
    assert again(match).chairs[0].name == "Ada"
    yes = run("erase", "ada@example.org", says="y\n")
    assert yes.exit_code == 0
    assert "Erased:" in yes.stdout
    assert "letters in the local mailboxes" in yes.stdout
    assert again(match).chairs[0].name == "Somebody"
    left = sorted((boxes / "new").iterdir())
    assert 0 < len(left) < len(mails)
    assert not any(b"To: Ada" in mail.read_bytes() for mail in left)
    gone = run("erase", "ada@example.org", "--yes")
    assert (gone.exit_code, gone.stderr) == (2, "poste: Nobody here has this address.\n")


def test_everything_about_a_person_is_exported_but_what_is_sealed(run: Run) -> None:
    match = played()
    matches.say(seat(match, "Ada").id, "Hello")
    result = run("export", "Ada@example.org")
    told = json.loads(result.stdout)
    [person] = told["people"]
    assert person["email"] == "ada@example.org"
    [place] = person["seats"]
    assert (place["match"], place["seat"], len(place["answers"])) == (match.id, "A", 1)
    assert [line["text"] for line in person["lines"]] == ["on the page of the seat, until the match is over", "Hello"]
    assert {one["kind"] for one in person["letters"]} >= {"invitation", "turn"}
    assert "Bruno" not in result.stdout
    assert "the King is mine" not in result.stdout
    assert_nothing_secret(re.sub(r'"answers": \[.*?\]', "", result.stdout, flags=re.S), match)
    matches.resign(seat(match, "Bruno").id)
    assert "the King is mine" in run("export", "ada@example.org").stdout
    assert run("export", "farid@example.org").exit_code == 2


# backup and restore --------------------------------------------------------------------------------------------------


def test_a_whole_server_is_backed_up_changed_and_restored(run: Run, tmp_path: Path) -> None:
    some_of_all(HOW_MANY)
    before = {match.id: (match.status, match.ply) for match in all_matches()}
    saved = run("backup", str(tmp_path))
    assert (saved.exit_code, saved.stderr) == (0, "")
    found = re.match(rf"(\S+\.backup): {len(before)} matches and 6 people, and the link keys, as of .* MB\.\n",
                     saved.stdout)  # fmt: skip
    assert found
    assert run("erase", "ada@example.org", "--yes").exit_code == 0
    open_table("Chiara", "Dmitri", at=clock.now())
    no = run("restore", found[1], says="n\n")
    assert no.exit_code == 1
    assert f"This replaces {len(before) + 1} matches and 5 people by" in no.stdout
    yes = run("restore", found[1], says="y\n")
    assert (yes.exit_code, yes.stderr) == (0, "")
    assert "1 match was opened after the backup, and gone with it." in yes.stdout
    assert "Erased once more, as after the backup: 1 person." in yes.stdout
    assert {match.id for match in all_matches()} == set(before)
    assert address("Ada") not in db.session.scalars(select(PLAYERS.c.email)).all()


HOW_MANY = int(os.environ.get("MATCHES", "10"))
"""As many as show each state twice; `make operators` does it with a hundred."""


NO_FILE = (
    (("restore", "nowhere.backup"), 1, "“nowhere.backup” cannot be used: No such file or directory."),
    (("restore", "{tmp}/text.backup"), 1, "is no backup of Poste Restante"),
    (("restore", "{tmp}"), 1, "cannot be used: Is a directory."),
    (("backup", "{tmp}/text.backup"), 2, "is there already: choose another name, or say --replace."),
    (
        ("backup", "{tmp}/nowhere/poste.backup"),
        1,
        "{tmp}/nowhere/poste.backup” cannot be used: No such file or directory.",
    ),
    (("backup", "{tmp}/text.backup/poste.backup"), 1, "cannot be used: Not a directory."),
    (("backup", f"{{tmp}}/{'x' * 300}"), 1, "cannot be used: File name too long."),
    (("restore", "x" * 300), 1, "cannot be used: File name too long."),
)


def test_a_file_that_cannot_be_used_is_a_sentence(run: Run, tmp_path: Path, subtests: pytest.Subtests) -> None:
    (tmp_path / "text.backup").write_text("This is a letter to Ada.")
    for words, code, complaint in NO_FILE:
        with subtests.test(" ".join(words)):
            result = run(*(word.format(tmp=tmp_path) for word in words))
            assert (result.exit_code, result.stdout) == (code, "")
            assert re.fullmatch(r"poste: .*\.\n", result.stderr)
            assert complaint.format(tmp=tmp_path) in result.stderr


def test_a_new_machine_is_set_up_by_one_restore(run: Run, tmp_path: Path, settings: Settings) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    token = links.seat_token(seat(match, "Ada"))
    file = str(tmp_path / "a.backup")
    assert run("pause").exit_code == 0
    assert run("backup", file).exit_code == 0
    fresh = dict.fromkeys(settings.environ, "") | {"STATE_DIR": str(tmp_path / "fresh")}
    result = CliRunner().invoke(poste, ["restore", file], env=fresh)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "2 people are told by letter that the server has moved" in result.stdout
    assert "The link keys of the backup were added to link-keys" in result.stdout
    keys = (tmp_path / "fresh" / "link-keys").read_text().split()
    assert keys[:2] == ["first-key", link_key("second-key")]
    shown = CliRunner().invoke(poste, ["show", match.id], env=fresh)
    assert "Bruno" in shown.stdout
    assert token not in shown.stdout
