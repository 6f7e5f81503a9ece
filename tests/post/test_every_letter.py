"""Every kind of letter, at a table of every game: how large it is, what it fetches, what its links say, and what it
shows of the hand.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

import pytest

from server import clock, matches
from server.post.asks import ANSWERED
from server.post.kinds import KINDS
from server.post.message import PICTURE
from server.post.reply_addresses import TABLES
from server.post.tables import open_addresses
from server.post.writing import write
from server.rules import GAMES
from server.store.models import Chair, Match, db
from server.views import seat_page, spectator_page, table_page
from server.views.calendar import calendar_of
from server.views.prose import Prose

from ..cast import NAMES, again, open_table, seal_for_everybody
from ..web.worlds import just_dealt, over, world
from .every_kind import APPOINTMENTS, STATUS, letter

pytestmark = pytest.mark.usefixtures("app")

NOW = clock.now()
LARGEST = 60_000
"""Bytes: Gmail clips a letter beyond 102 kB, and some programs show the beginning of a large one only."""
BEGINS = 300
"""How much of a letter is shown in lists and summed up by programs, in characters."""
WINDOWS = {"french-tarot": 14, "scarto": 10, "titro": 3, "tottarot": 4}
EVERY_GAME = pytest.mark.parametrize("key", sorted(GAMES))
ASKS = ("turn", "reminder", "woken", "gathered")
"""The kinds that ask for an answer, and are not sent to whoever has given it."""
TELLS = ("again", "table", "help", "refusal", "meant", "late", "substitute", "receipt")
"""Others that show a table, which every game draws in its own way."""
CHANGES = {*STATUS, *APPOINTMENTS, "absent", "asleep", "claim", "motion", "offer", "outage"}
"""The kinds whose table is not as it was once they are true."""
TO_THE_HOST = ("desk", "trouble")
NOTHING = re.compile(r"\b0 (points?|tricks?|marks?|of|to)\b|\bare 0\b|[A-Z]\w+ 0( ·|$)")
"""A zero that says only that nothing has been made yet."""
LISTS = ("state", "which", "whose")
"""Those that list tables, or quote an answer."""


@dataclass(frozen=True)
class Read:
    """A letter as its reader gets it: its text, its HTML as markup and as words, and the picture that comes with it."""

    text: str
    html: str
    picture: bytes = b""

    @property
    def shown(self) -> str:
        body = re.sub(r"<(style|title)\b.*?</\1>", "", self.html, flags=re.DOTALL)
        body = re.sub(r'<div class="preview".*?</div>', "", body, flags=re.DOTALL)
        return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", body))).strip().replace("\ufe0e", "")

    @property
    def blocks(self) -> str:
        """The same, with blank lines between paragraphs, headings and cells."""
        apart = re.sub(
            r"</(p|h1|h2|td)>|<br>", "\n\n", re.sub(r"<!--.*?-->|<style.*?</style>", "", self.html, flags=re.S)
        )
        return unescape(re.sub(r"<[^>]*>", "", re.sub(r'<(title|div class="preview").*?</(title|div)>', "", apart)))

    def links(self) -> Iterator[tuple[str, str]]:
        """What each link says, and where it leads."""
        for to, more, inner in re.findall(r'<a href="([^"]*)"([^>]*)>(.*?)</a>', self.html, re.DOTALL):
            named = re.search(r'aria-label="([^"]*)"', more)
            said = named[1] if named else re.sub(r"<[^>]*>", "", inner)
            yield unescape(" ".join(said.split())), to


def table_of(key: str) -> Chair:
    """The seat that is asked, after some windows; alone in the database."""

    def play() -> Match:
        match = open_table(*NAMES[: max(min(GAMES[key].seats), min(4, max(GAMES[key].seats)))], game=key, at=NOW)
        for _ in range(WINDOWS.get(key, 6)):
            seal_for_everybody(match, NOW)
        return match

    match = world(f"some windows of {key}", play)
    return match.chairs[spectator_page(match).waiting[0]]


def read(kind: str, chair: Chair, **facts: object) -> Read:
    row = letter(kind, chair, **facts)
    reply_to = {row.id: "reply-1@cards.example.org"}
    if kind == "gathered":
        turn = letter("turn", chair)
        turn.gathered_in, row.player_id = row.id, chair.player_id
        db.session.flush()
        reply_to |= open_addresses({row.id: [turn]}, clock.now())
    elif kind in LISTS and KINDS[kind].answers == TABLES:
        reply_to |= open_addresses({row.id: []}, clock.now())
    written = write(row, clock.now(), reply_to)
    assert written is not None, kind
    return Read(written.mail.text, written.mail.html, written.mail.picture)


def sound(kind: str, got: Read) -> None:
    """What holds of every letter."""
    assert len(got.html.encode()) + len(base64.encodebytes(got.picture)) <= LARGEST, kind
    without = got.html.replace(f'<img src="cid:{PICTURE}"', "", 1 if got.picture else 0)
    assert not re.search(
        r"<(img|link|script|iframe|video|audio|object|embed)\b|\bsrc=|url\(|@import|@font-face", without
    )
    assert ("cid:" in got.html) == bool(got.picture)
    assert not re.search(r":\n\n", got.text)
    assert not re.search(r"</h2>\s*(<h2|<div|(<(table|tr|td)[^>]*>\s*)+</td>)", got.html)
    said: dict[str, str] = {}
    for words, to in got.links():
        assert re.search("[A-Za-z]{2}", words), f"{kind}: {words}"
        assert not re.search(r"[♠♥♦♣★]|://", words), f"{kind}: {words}"
        assert said.setdefault(words, to) == to, f"{kind}: “{words}” leads to two places"


def test_a_letter_is_small_fetches_nothing_and_its_links_say_where_they_lead(subtests: pytest.Subtests) -> None:
    for kind, chair in of_every_kind("french-tarot"):
        with subtests.test(kind):
            sound(kind, read(kind, chair))


def of_every_kind(key: str) -> Iterator[tuple[str, Chair]]:
    """Each kind, and a seat that it may be written to."""
    chair = table_of(key)
    for kind in sorted(KINDS, key=lambda kind: kind in CHANGES):
        chair = table_of(key) if kind in CHANGES else chair
        yield kind, chair.match.chairs[0] if kind in TO_THE_HOST else chair


def test_a_letter_has_one_headline_and_says_nothing_twice(subtests: pytest.Subtests) -> None:
    """But for the story, and for the first line of a digest, which is about the table that closes first."""
    for kind, chair in of_every_kind("french-tarot"):
        with subtests.test(kind):
            got = read(kind, chair, said=[], unplanned="", on_claim="agree")
            assert len(re.findall("<h1", got.html)) == 1
            told = re.sub(r"\n- .*(\n  .*)*", "", got.text) if kind != "gathered" else ""
            for body in (told, got.blocks):
                said = Counter(" ".join(one.split()) for one in re.split(r"(?<=[.?!:])\s|\n\s*\n", body))
                assert [one for one, often in said.items() if often > 1 and one.count(" ") > 2] == []


@pytest.mark.parametrize(("kind", "says"), [("clock", True), ("replaced", False), ("lost", False), ("me", False)])
def test_a_table_is_to_be_opened_where_a_letter_has_one(kind: str, says: bool) -> None:
    got = read(kind, table_of("french-tarot"))
    assert "Reply above this line" in got.shown
    for told in (got.text, got.shown):
        assert ("or open your table." in told) == says


def test_the_last_letter_calls_its_reader_the_same_in_the_standings_and_in_the_chart() -> None:
    got = read("over", over("scarto").chairs[1])
    sound("over", got)
    assert "<b>You</b>" in re.sub(r"<b [^>]*>", "<b>", got.html)
    assert set(re.findall(r"<span[^>]*>(\w)</span>", got.html)) == {"A", "Y", "C"}


@EVERY_GAME
def test_an_invitation_comes_with_the_postcard_of_its_game(key: str) -> None:
    got = read("invitation", table_of(key))
    assert got.picture
    sound("invitation", got)


def secret(chair: Chair) -> re.Pattern[str]:
    """The cards of the hand that not everybody at the table has seen, as letters show or name them."""
    page, all_see = seat_page(chair, text=True), spectator_page(chair.match, since=0)
    public = str([[shown for name, shown in all_see.view.items() if name != "fates"], all_see.story])
    codes = [code for code in page.view["core"]["hand"] if f"'{code}'" not in public]
    assert codes
    shown = [str(page.prose.card(code)) for code in codes]
    turned = [re.sub(r"^(.*?)([♠♥♦♣★])$", r"\2 ?\1", one) for one in shown]
    words = [re.escape(said) for code in codes for said in (page.prose.word(code), code)]
    return re.compile(rf"(?<![\w-])(?:{'|'.join([*map(re.escape, shown), *turned, *words])})(?![\w-])")


@EVERY_GAME
def test_a_letter_tells_no_count_of_nothing(key: str, subtests: pytest.Subtests) -> None:
    chair = table_of(key)
    for kind in (*ASKS, *TELLS):
        with subtests.test(kind):
            got = read(kind, chair)
            for line in (*got.text.splitlines(), got.shown):
                assert not NOTHING.search(line), line


@EVERY_GAME
def test_a_letter_begins_without_a_card_of_the_hand(key: str, subtests: pytest.Subtests) -> None:
    chair = table_of(key)
    held, ask = secret(chair), table_page(chair).ask
    assert ask is not None
    for kind in (*ASKS, *TELLS, *LISTS, "noted"):
        with subtests.test(kind):
            got = read(kind, chair, nearest=[ask.absent], said=[], unplanned="")
            sound(kind, got)
            for body in (re.sub(r"\s*http\S+", "", got.text), got.shown):
                assert not held.search(body[:BEGINS]), body[:BEGINS]


def test_an_answer_that_is_a_seat_is_told_by_name() -> None:
    called = ("You", "Bruno", "Chiara", "Dmitri", "Edda", "Farid")
    assert Prose(GAMES["tottarot"], 0, called).answer("C") == "Chiara"
    assert Prose(GAMES["french-tarot"], 0, called, text=True).answer("F") == "Excuse"


@EVERY_GAME
def test_the_text_lists_a_card_of_the_hand_once(key: str) -> None:
    chair = table_of(key)
    page = seat_page(chair, text=True)
    got = read("turn", chair).text.partition("The table:")[0]
    answers = got.partition("You may answer:")[2].partition("An answer by reply")[0]
    rest = re.split("Your other cards:|Your hand:", got)[-1] if "Your " in got and page.game.trick_game else ""
    for code in page.view["core"]["hand"] if rest else ():
        shown = str(page.prose.card(code))
        there = [
            bool(re.search(rf"(?<![\w-])(?:{re.escape(code)}|{re.escape(shown)})(?![\w-])", part))
            for part in (answers, rest)
        ]
        assert there.count(True) == 1, code


@pytest.mark.parametrize("key", ["french-tarot", "texas-42", "titro"])
def test_a_hand_just_dealt_is_not_told_as_a_story_too(key: str) -> None:
    match = world(f"just dealt {key}", lambda: just_dealt(key))
    got = read("turn", match.chairs[spectator_page(match).waiting[0]])
    assert "Your hand:" in got.text
    assert not re.search("You (drew|picked up)", got.text + got.shown)


@pytest.mark.parametrize("key", ["french-tarot", "ottocento", "texas-42"])
def test_what_lies_on_the_table_is_told_once_by_whatever_shows_it(key: str) -> None:
    chair = table_of(key)
    [(seat, _), *_] = seat_page(chair).view["core"]["trick"]
    led = f"led by {chair.match.chairs[seat].name}"
    turn, clock = read("turn", chair), read("clock", chair)
    assert (turn.text.count("The trick so far"), turn.shown.count("The trick so far"), led in turn.shown) == (
        1,
        1,
        False,
    )
    assert (" so far." in clock.text, " so far." in turn.text.partition("The trick so far")[0]) == (True, False)
    assert led in clock.shown


@EVERY_GAME
def test_whoever_wants_no_hand_in_letters_gets_none(key: str, subtests: pytest.Subtests) -> None:
    chair = table_of(key)
    assert chair.player is not None
    matches.want_hand(chair.player.id, False)
    chair, ply = again(chair.match).chairs[chair.seat], chair.match.ply
    held, ask = secret(chair), table_page(chair).ask
    assert ask is not None
    assert chair.player is not None
    own = str(table_page(chair).prose.cards(table_page(chair).view["core"]["hand"][:1]))
    facts = {"sentence": own, "unused": [own], "unplanned": own, "nearest": [ask.absent], "ply": ply}
    for answered, kinds in ((False, (*ASKS, *TELLS, *LISTS)), (True, (*TELLS, *LISTS))):
        for kind in kinds:
            with subtests.test(kind, answered=answered):
                got = read(kind, chair, **(facts if kind not in LISTS else {"nearest": [ask.absent]}))
                assert not held.search(got.text), held.search(got.text)
                assert not held.search(got.shown), held.search(got.shown)
                assert "#choose" not in got.html or not held.search(got.html)
        assert not held.search(calendar_of(chair.player).decode())
        if not answered:
            matches.seal(chair.id, ask.absent, ply, clock.now())
            chair = again(chair.match).chairs[chair.seat]
            held = secret(chair)


@pytest.mark.parametrize("key", ["titro", "tottarot"])
def test_whoever_has_answered_is_not_asked_again(key: str, subtests: pytest.Subtests) -> None:
    chair = table_of(key)
    ask = table_page(chair).ask
    assert ask is not None
    matches.seal(chair.id, ask.absent, chair.match.ply, clock.now())
    chair = again(chair.match).chairs[chair.seat]
    held = secret(chair)
    for kind in ("again", "table", "help", "refusal", "meant", "late", "substitute", "state", "which", "receipt"):
        with subtests.test(kind):
            got = read(kind, chair, said=[], unplanned="", ply=chair.match.ply)
            for told in (re.sub(r"\s*http\S+", "", got.text), got.shown):
                assert (ANSWERED in " ".join(told.split())) == (kind != "receipt")
                assert ask.prompt not in " ".join(told.split())
                assert not held.search(told[:BEGINS]), told[:BEGINS]


def test_what_is_told_on_other_channels_is_the_same_for_every_hand() -> None:
    for kind in KINDS.values():
        assert not re.search(r"[{}%]", kind.told), kind.name


def test_a_letter_calls_a_table_as_its_reader_does_and_a_new_player_has_no_name_for_it() -> None:
    chair = table_of("titro")
    mine, theirs = chair.match.chairs[chair.seat], chair.match.chairs[1 - chair.seat]
    matches.name_table(chair.id, "Sunday evenings")
    for kind in ("turn", "gathered", "again"):
        assert f"Sunday evenings · Titro with {theirs.name}" in " ".join(read(kind, mine).text.split()), kind
        assert "Sunday evenings" not in read(kind, theirs).text, kind
    mine.sit_down(mine.player)
    assert mine.table_name is None
