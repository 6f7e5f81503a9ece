"""What a seat is told by letter: every kind, what stands in it, and what never does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import cache
from html import unescape
from itertools import pairwise
from random import Random

import pytest

from server import deal, links, matches
from server.config import settings
from server.matches import MatchRequest
from server.post import outbox, rendering, writing
from server.post.transports import Maildir
from server.rules import GAMES, Ask, read
from server.store.models import Letter, Match, db
from server.terms import SIGNALS, TERMS
from server.views import SeatPage, seat_page, spectator_page

from ..cast import NAMES, again, guests, number_of, open_match, open_table, play_out, seals, seat, some_answer
from ..conftest import MONDAY
from ..each import some_games

pytestmark = pytest.mark.usefixtures("app")

A_DAY = timedelta(days=1)
LINK = re.compile(r"^http://localhost/s/\S+$", re.MULTILINE)


def delivered(at: datetime = MONDAY) -> list[EmailMessage]:
    """Send what is due and return every letter in the mailboxes, in the order they were written."""
    outbox.deliver(at)
    box = Maildir(settings().local_mail)
    found = [box.read(filed.key) for filed in box.letters()]
    return sorted(found, key=number_of)


def to(name: str, kind: str, at: datetime = MONDAY) -> EmailMessage:
    """The latest letter of a kind to a player."""
    return [
        message for message in delivered(at) if str(message["To"]).startswith(name) and message["X-Poste-Kind"] == kind
    ][-1]


def words(message: EmailMessage) -> str:
    """The text as one line, however it was wrapped."""
    return " ".join(text(message).split())


def text(message: EmailMessage) -> str:
    return message.get_body(("plain",)).get_content()


def html(message: EmailMessage) -> str:
    return message.get_body(("html",)).get_content()


def link_of(match: Match, name: str) -> str:
    return links.seat(seat(match, name))


class TestInvitation:
    def test_the_host_confirms_before_anybody_else_hears_of_it(self):
        open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        [letter] = delivered()
        assert letter["To"] == "Ada <ada@example.org>"
        assert letter["Subject"] == "Your match of Titro with Bruno: take your seat"

    def test_a_guest_is_told_who_invites_what_is_played_and_until_when(self):
        match = open_match("titro", {"deck": "poker", "rounds": 3}, guests("Ada", "Bruno"), "P2D", at=MONDAY)
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        letter = to("Bruno", "invitation")
        assert letter["Subject"] == "Ada saves you a seat at Titro"
        assert "Unusual here: deck poker, 52 cards and two jokers, rounds 3." in words(letter)
        assert "Time for each answer: 2 days." in words(letter)
        assert "Kept for you until 7 Dec 09:00 UTC." in words(letter)
        assert "Or just reply: yes" in words(letter)
        assert len(words(letter).partition("The rules in a minute")[0].split()) <= 80

    def test_it_says_who_would_sit_in_for_somebody(self, subtests):
        for game, names, terms, says in (
            ("scarto", "Ada Bruno Chiara", {}, "If somebody gives up, a house player sits in."),
            ("scarto", "Ada Bruno Chiara", {"house": "strong"}, "If somebody gives up, a strong house player sits in."),
            ("titro", "Ada Bruno", {"house-absent": "on"}, "While somebody is away, a house player sits in."),
            ("titro", "Ada Bruno", {"house": "strong"}, ""),  # who gives up has lost
        ):
            with subtests.test(game=game, terms=terms):
                match = open_match(game, {}, guests(*names.split()), terms=terms, at=MONDAY)
                matches.accept(match.chairs[0].id, at=MONDAY)
                letter = to("Bruno", "invitation")
                assert ("sits in" in words(letter)) == bool(says)
                assert says in words(letter)
                assert says in html(letter)

    def test_it_says_what_house_partners_tell_one_another(self):
        match = open_match("french-tarot", {}, guests(*NAMES[:4]), terms={SIGNALS: "on"}, at=MONDAY)
        matches.accept(match.chairs[0].id, at=MONDAY)
        assert TERMS[SIGNALS].told["on"] in words(to("Bruno", "invitation"))

    def test_what_the_host_says_stands_in_the_invitation_and_not_in_lists(self):
        request = MatchRequest("titro", {}, guests("Ada", "Bruno"), line="As at the lake. I owe you a king.")
        match = matches.open_match(request, at=MONDAY)
        assert "As at the lake" not in text(to("Ada", "invitation"))
        matches.accept(match.chairs[0].id, at=MONDAY)
        assert "“As at the lake. I owe you a king.”" in text(to("Bruno", "invitation"))
        assert "As at the lake" not in first_line(to("Bruno", "invitation"))

    def test_it_is_not_sent_to_somebody_who_has_sat_down_meanwhile(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        matches.accept(seat(match, "Bruno").id, at=MONDAY)
        assert {letter["X-Poste-Kind"] for letter in delivered()} == {"turn"}


class TestTurn:
    def test_it_says_what_happened_what_i_hold_what_is_asked_and_until_when(self):
        match = open_table("Ada", "Bruno")
        page = matches.match_by_id(match.id)
        letter = to("Ada", "turn")
        assert letter["Subject"] == "Titro with Bruno"
        assert "Titro with Bruno · round 1 of 9" in text(letter)
        assert "Your hand:" in text(letter)
        assert "Your first bid: a card, and a place for it." in text(letter)
        assert "Until Wed 09:00 UTC." in words(letter)
        assert page.ply == 0

    def test_the_link_stands_on_a_line_of_its_own(self):
        match = open_table("Ada", "Bruno")
        assert LINK.findall(text(to("Ada", "turn"))) == [link_of(match, "Ada")]

    def test_the_deadline_is_told_in_the_zone_of_the_reader(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(seat(match, "Ada").id, zone="Europe/Paris", at=MONDAY)
        matches.accept(seat(match, "Bruno").id, zone="America/New_York", at=MONDAY)
        assert "Until Wed 10:00." in words(to("Ada", "turn"))
        assert "Until Wed 04:00." in words(to("Bruno", "turn"))

    def test_the_story_goes_on_where_the_last_letter_ended(self):
        match = open_table("Ada", "Bruno")
        first = text(to("Ada", "turn"))
        for round in (1, 2):
            for name in ("Ada", "Bruno"):
                seals(match, name, some_answer(match, name, Random(round)))
            story = text(to("Ada", "turn"))
        assert "- You bid" not in first
        assert story.count("- You bid") == 1

    def test_a_story_that_was_not_told_by_letter_is_told_by_the_next(self):
        match = open_table("Ada", "Bruno")
        for name in ("Ada", "Bruno"):
            seals(match, name, some_answer(match, name, Random(1)))
        [letter] = [one for one in delivered() if str(one["To"]).startswith("Ada")]
        assert "- You drew" in text(letter)
        assert "- You bid" in text(letter)

    def test_somebody_who_has_answered_already_is_not_asked(self):
        match = open_table("Ada", "Bruno")
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        assert [str(letter["To"])[:5] for letter in delivered()] == ["Bruno"]

    def test_a_letter_about_a_window_that_has_closed_is_dropped(self):
        match = open_table("Ada", "Bruno")
        matches.close_due(MONDAY + 3 * A_DAY)
        assert {letter["X-Poste-Ply"] for letter in delivered(MONDAY + 3 * A_DAY)} == {"1"}
        dropped = db.session.scalars(db.select(Letter).where(Letter.dropped_at.is_not(None), Letter.kind == "turn"))
        assert {letter.ply for letter in dropped} == {0}
        assert again(match).ply == 1

    def test_cards_are_chips_in_html_and_signs_in_text(self):
        open_table("Ada", "Bruno")
        letter = to("Ada", "turn")
        assert "<img" not in html(letter)
        assert re.search(r'<span [^>]*class="chip \w+"[^>]*style="[^"]*border', html(letter))
        assert re.search(r"[♠♥♦♣★]", text(letter))
        assert "<" not in text(letter)

    def test_the_styles_are_inline_but_for_the_dark_ones(self):
        open_table("Ada", "Bruno")
        page = html(to("Ada", "turn"))
        assert page.count("<style") == 1
        assert "prefers-color-scheme: dark" in page
        assert '<meta name="color-scheme" content="light dark">' in page
        assert "url(" not in page


class TestReminder:
    def test_it_asks_again_with_the_hand_and_the_deadline(self):
        open_table("Ada", "Bruno")
        late = MONDAY + timedelta(hours=40)
        matches.remind_due(late)
        letter = to("Ada", "reminder", late)
        assert letter["Subject"] == to("Ada", "turn", late)["Subject"]
        assert words(letter).startswith(
            "✉ The table still waits for you. Your first bid: a card, and a place for it. Until Wed 09:00 UTC."
        )
        assert "Your hand:" in text(letter)

    def test_it_is_not_sent_after_the_answer_nor_after_the_deadline(self):
        match = open_table("Ada", "Bruno")
        outbox.deliver(MONDAY)
        matches.remind_due(MONDAY + timedelta(hours=40))
        seals(match, "Ada", some_answer(match, "Ada", Random(1)), MONDAY + timedelta(hours=41))
        sent = delivered(MONDAY + timedelta(hours=49))
        assert "reminder" not in {letter["X-Poste-Kind"] for letter in sent}


class TestTheRestOfAMatch:
    def test_a_window_closed_by_the_clock_is_told_to_everybody(self):
        match = open_table("Ada", "Bruno")
        outbox.deliver(MONDAY)
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        matches.close_due(MONDAY + 2 * A_DAY)
        assert "- The clock answered for Bruno." in text(to("Ada", "turn", MONDAY + 2 * A_DAY))
        assert "- The clock answered for you." in text(to("Bruno", "turn", MONDAY + 2 * A_DAY))

    def test_the_end_tells_the_result_and_where_the_record_is(self):
        match = play_out(open_table("Ada", "Bruno", rounds=2), Random(4))
        letter = text(to("Ada", "over"))
        assert re.search(r"The match is over\. (You won|Bruno won|It is a draw)\.", letter)
        assert f"\nhttp://localhost/records/{match.id}\n" in letter
        assert page_of(match).stage == "round 2 of 2"

    def test_giving_up_is_told(self):
        match = open_table("Ada", "Bruno")
        matches.resign(seat(match, "Bruno").id, MONDAY)
        assert "Bruno gave up. You won." in text(to("Ada", "over"))
        assert "You gave up. Ada won." in text(to("Bruno", "over"))

    def test_a_declined_match_is_called_off(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        matches.decline(seat(match, "Bruno").id, MONDAY)
        assert "Bruno said no" in text(to("Ada", "cancelled"))

    def test_invitations_that_lapse_call_it_off(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        matches.lapse_due(MONDAY + 15 * A_DAY)
        assert "Not everybody said yes within 14 days" in words(to("Bruno", "cancelled", MONDAY + 15 * A_DAY))

    def test_after_three_missed_windows_the_others_are_asked_what_to_do(self):
        match, at = open_table("Ada", "Bruno"), MONDAY
        while seat(match, "Bruno").missed < 3:
            at += 3 * A_DAY
            if is_asked(match, "Ada"):
                seals(match, "Ada", some_answer(match, "Ada", Random(1)), at)
            matches.close_due(at)
        letter = to("Ada", "absent", at)
        assert words(letter).startswith("✉ Bruno may be away.")
        assert "go on with the clock, wait two weeks, or end" in words(letter)

    def test_a_vacation_is_told_to_the_others(self):
        match = open_table("Ada", "Bruno")
        matches.go_away(seat(match, "Bruno").player_id, 3, MONDAY)
        letter = to("Ada", "away")
        assert "Bruno will be away until Thu 09:00 UTC." in words(letter)
        matches.come_back(seat(match, "Bruno").player_id, MONDAY + A_DAY)
        assert "Bruno is back, earlier than planned." in words(to("Ada", "back", MONDAY + A_DAY))

    def test_a_match_at_which_nobody_answers_goes_to_sleep_and_can_be_woken(self):
        match, at = open_table("Ada", "Bruno", pace="PT1H"), MONDAY
        while not again(match).asleep_at:
            at += timedelta(hours=2)
            matches.close_due(at)
        assert "The match sleeps" in words(to("Ada", "asleep", at))
        matches.wake(seat(match, "Bruno").id, at)
        assert "The match is awake again" in text(to("Ada", "woken", at))


class TestLinks:
    def test_a_replaced_link_is_sent(self):
        match = open_table("Ada", "Bruno")
        matches.replace_link(seat(match, "Ada").id, MONDAY)
        assert LINK.findall(text(to("Ada", "link"))) == [link_of(match, "Ada")]

    def test_lost_links_come_in_one_letter(self):
        one, two = open_table("Ada", "Bruno"), open_table("Chiara", "Ada")
        matches.send_lost_links("ada@example.org", MONDAY)
        letter = to("Ada", "lost")
        assert set(LINK.findall(text(letter))) == {link_of(one, "Ada"), link_of(two, "Ada")}
        assert letter["X-Poste-Match"] is None

    def test_an_address_that_sits_nowhere_gets_no_mail(self):
        matches.send_lost_links("farid@example.org", MONDAY)
        assert delivered() == []


class TestStopping:
    def test_no_more_letters_of_one_match(self):
        match, other = open_table("Ada", "Bruno"), open_table("Ada", "Chiara")
        matches.stop_letters(seat(match, "Ada").id, at=MONDAY)
        mine = [letter for letter in delivered() if str(letter["To"]).startswith("Ada")]
        assert {letter["X-Poste-Match"] for letter in mine} == {other.id}

    def test_no_more_letters_at_all_but_the_links_that_one_asks_for(self):
        match = open_table("Ada", "Bruno")
        matches.stop_letters_to(seat(match, "Ada").player_id, at=MONDAY)
        matches.send_lost_links("ada@example.org", MONDAY)
        mine = [letter for letter in delivered() if str(letter["To"]).startswith("Ada")]
        assert [letter["X-Poste-Kind"] for letter in mine] == ["lost"]

    def test_every_letter_offers_it_with_one_click(self):
        match = open_table("Ada", "Bruno")
        letter = to("Ada", "turn")
        assert letter["List-Unsubscribe"] == f"<{links.stop(seat(match, 'Ada'))}>"
        assert links.stop_all(seat(match, "Ada").player) in text(letter)


class TestSecrets:
    def test_no_letter_shows_what_its_reader_may_not_know(self):
        match = open_table("Ada", "Bruno")
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        hidden = set(page_of(match, "Ada").view["hand"])
        letter = to("Bruno", "turn")
        shown = page_of(match, "Ada").prose.card
        for card in hidden:
            assert not re.search(rf"(?<!\d){re.escape(str(shown(card)))}", text(letter))

    def test_subjects_name_no_card(self):
        match = play_out(open_table("Ada", "Bruno", rounds=2), Random(2))
        assert match.status == "over"
        for letter in delivered():
            assert not re.search(r"[♠♥♦♣★]|\b\d+[SHDC]\b|\bT\d+\b", letter["Subject"])

    def test_threads_are_those_of_a_seat(self):
        match = open_table("Ada", "Bruno")
        first = to("Ada", "turn")
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        seals(match, "Bruno", some_answer(match, "Bruno", Random(1)))
        second = to("Ada", "turn")
        root = f"<match.{match.id}.a@{settings().mail_domain}>"
        assert first["References"] == root
        assert second["References"] == f"{root} {first['Message-ID']}"
        assert second["In-Reply-To"] == first["Message-ID"]


class TestTaps:
    def test_every_letter_that_asks_has_them(self, subtests: pytest.Subtests):
        match = open_table("Ada", "Bruno", "Chiara", game="french-tarot")
        name = match.chairs[spectator_page(match).waiting[0]].name
        for kind in ["reminder", "again", "table", "help", "refusal"]:
            with subtests.test(kind=kind):
                facts = {"sentence": "That fits nothing."} if kind == "refusal" else {}
                row = Letter(
                    identity=kind, kind=kind, facts=facts, created_at=MONDAY, ply=match.ply, match_id=match.id,
                    chair_id=seat(match, name).id,
                )  # fmt: skip
                db.session.add(row)
                db.session.flush()
                written = writing.write(row, MONDAY, {row.id: "reply-1@cards.example.org"})
                assert written.mail.html.count("#choose-0-") == len(page_of(match, name).ask.slots[0].options)


class TestSubjects:
    def test_a_reminder_has_the_subject_of_the_letter_that_asked(self):
        open_table("Ada", "Bruno", "Chiara", "Dmitri", game="french-tarot")
        late = MONDAY + timedelta(hours=40)
        [asked] = delivered()
        matches.remind_due(late)
        [_, reminder] = delivered(late)
        assert (reminder["X-Poste-Kind"], reminder["Subject"]) == ("reminder", asked["Subject"])


@dataclass(frozen=True)
class Asked:
    """A letter that asks, and what its reader saw while it was the latest."""

    name: str
    letter: EmailMessage
    link: str
    ask: Ask
    closes: str
    hand: tuple[str, ...]
    """The cards as letters show them."""

    @property
    def ply(self) -> int:
        return int(self.letter["X-Poste-Ply"])


WINDOWS = {"french-tarot": 32, "scarto": 90}
"""How many windows of a game are played for the letters about them, where 24 do not tell it all."""
UNTOLD = {"scarto": range(15, 68)}
"""The windows about which no letter is sent, so that a second deal begins soon."""


@cache
def played(key: str) -> tuple[tuple[Asked, ...], tuple[EmailMessage, ...]]:
    """The letters that ask in a match of a game, with the same cards in whichever test comes first, and all letters."""
    chance = Random(key)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(deal, "new_seed", lambda: chance.randbytes(32))
        asked, every = [], []
        for match, name, letter in letters_of_a_match(key, WINDOWS.get(key, 24)):
            every.append(letter)
            if letter["X-Poste-Kind"] == "turn":
                page = page_of(match, name)
                hand = tuple(str(page.prose.card(code)) for code in page.view["core"]["hand"])
                asked.append(Asked(name, letter, link_of(match, name), page.ask, page.times.closes, hand))
    assert db.session.scalars(db.select(Letter.error).where(Letter.error.is_not(None))).all() == []
    return tuple(asked), tuple(every)


def turns(key: str, plies: int = 24) -> list[Asked]:
    """The letters that ask in the first windows of a match of a game."""
    return [one for one in played(key)[0] if one.ply < plies]


def letters_of_a_match(key: str, plies: int) -> Iterator[tuple[Match, str, EmailMessage]]:
    """Each letter while it is the latest: the match, whom it is to, and the letter."""
    seats = max(min(GAMES[key].seats), min(4, max(GAMES[key].seats)))
    match, random = open_table(*NAMES[:seats], game=key), Random(key)
    for minute in range(plies):
        if again(match).status != "playing":
            return
        now = MONDAY + timedelta(minutes=minute)
        box, new = Maildir(settings().local_mail), outbox.deliver(now) if minute not in UNTOLD.get(key, ()) else 0
        for filed in box.letters(new):
            yield match, filed.name, box.read(filed.key)
        match = again(match)
        for there in spectator_page(match).waiting:
            name = match.chairs[there].name
            seals(match, name, some_answer(match, name, random), now, match.ply)


every_game = some_games("titro", "french-tarot")


class TestLettersThatAsk:
    @every_game
    def test_they_can_be_written_at_every_step(self, key: str):
        for letter in played(key)[1]:
            assert not re.search(r"[<>{}]|None|&amp;|\[\]", text(letter)), text(letter)
            assert all(len(line) <= 72 or "://" in line for line in text(letter).splitlines())

    @every_game
    def test_what_programs_show_of_them_names_no_card_of_the_hand(self, key: str):
        for one in turns(key):
            begins = f"✉ {one.ask.prompt} Until {one.closes}."
            assert first_line(one.letter) == begins
            assert preview(one.letter).replace("\xa0\u200c", "").startswith(begins)
            told = preview(one.letter).removeprefix(begins)
            assert not [card for card in one.hand if re.search(rf"(?<!\w){re.escape(card)}(?!\w)", told)], told
            assert not re.search(r"[♠♥♦♣★]", preview(one.letter))

    @every_game
    def test_the_ask_comes_first_then_the_door_the_story_the_hand_and_the_scores(self, key: str):
        for one in turns(key):
            heads = ("The story so far", "Since your last letter", "The table")  # of what there is to tell
            told = [head for head in heads if f"{head}:" in text(one.letter)]
            parts = [one.ask.prompt, one.closes, one.link, *told, "No more letters"]
            at = [words(one.letter).find(part) for part in parts]
            assert -1 not in at
            assert at == sorted(at)

    def test_a_trick_is_one_line_with_who_played_what_and_who_took_it(self):
        lines = [line for one in turns("french-tarot", 32) for line in list_of(one.letter)]
        assert not [line for line in lines if re.fullmatch(r"\w+ played \S+\.", line)]
        told = re.compile(r"Trick \d+: (\w+ [^,. ]+, ){3}\w+ [^,. ]+\. (You|Ada|Bruno|Chiara|Dmitri) took the trick\.")
        assert [line for line in lines if told.match(line)]

    def test_a_trick_that_lies_there_is_told_once_as_far_as_it_goes(self):
        lines = [line for one in turns("texas-42") for line in text(one.letter).splitlines()]
        assert [line for line in lines if re.fullmatch(r"The trick so far: \w+ \d-\d, \w+ \d-\d\.", line)]
        assert not [line for line in lines if line.startswith("- Trick") and "so far" in line]

    def test_the_last_trick_of_a_deal_is_one_line_in_the_next_deal(self):
        last = next(one.letter for one in turns("scarto", 90) if one.letter["Subject"].endswith("deal 2"))
        assert [line for line in list_of(last) if re.match(r"\w+ \S+, .* took the trick, worth", line)]

    @every_game
    def test_the_example_is_the_answer_of_the_clock_and_means_just_that(self, key: str):
        for one in turns(key):
            example = re.search(
                r"An answer by reply, in one line: (.*?)"
                r" (?:Nothing to choose|What you|Your hand:|Your other cards:|The table:)",
                words(one.letter),
            )
            assert read(one.ask, example[1]) == one.ask.absent

    def test_the_example_of_a_bid_is_a_pass_or_the_lowest(self):
        [first, *_] = turns("french-tarot")
        assert first.ply == 0
        assert re.search(r"in one line: (\w+)", words(first.letter))[1] == "pass"

    @every_game
    def test_an_ask_of_one_pick_among_a_dozen_is_answered_by_links_that_say_what_they_do(self, key: str):
        linked = 0
        for one in turns(key):
            ask, letter, found = one.ask, one.letter, taps(one.letter)
            one_pick = len(ask.slots) == 1 and ask.slots[0].most == 1
            options = (*ask.slots[0].options, *(("none",) if ask.slots[0].least == 0 else ()))
            assert tuple(found) == (options if one_pick and len(options) <= 12 else ())
            for code, (link, says) in found.items():
                assert link == f"{one.link}#choose-{one.ply}-{code}"
                assert re.search("[A-Za-z]{3}|[0-9]", says)
                assert not re.search("[♠♥♦♣★]", says)
            if found:
                linked += 1
                page = html(letter)
                assert page.index("<h1") < page.index("#choose-") < page.index("<h2")
                assert "You may answer: " in words(letter)
                assert "#choose-" not in text(letter)
        assert linked

    def test_a_deal_has_one_subject_and_one_thread_of_its_own(self):
        told = [one.letter for one in turns("scarto", 84) if one.name == "Ada"]
        subjects = [letter["Subject"] for letter in told]
        assert list(dict.fromkeys(subjects)) == [f"Scarto with Bruno and Chiara, deal {deal}" for deal in (1, 2)]
        assert subjects == sorted(subjects)
        ids = {subject: set[str]() for subject in subjects}
        for letter in told:
            ids[letter["Subject"]] |= {letter["Message-ID"], *letter["References"].split()}
        assert not set.intersection(*ids.values())

    def test_within_a_deal_a_letter_follows_the_one_before(self):
        threads: dict[str, list[EmailMessage]] = {}
        for one in turns("french-tarot"):
            threads.setdefault(f"{one.name} {one.letter['Subject']}", []).append(one.letter)
        followed = [(before, after) for letters in threads.values() for before, after in pairwise(letters)]
        assert followed
        for before, after in followed:
            assert after["References"] == f"{before['References'].split()[0]} {before['Message-ID']}"

    def test_a_match_of_few_letters_is_one_thread(self):
        assert {one.letter["Subject"] for one in turns("titro", 12)} == {"Titro with Bruno", "Titro with Ada"}


class TestSummaries:
    """Programs show how a letter begins, and make summaries of it: no card of the hand stands there."""

    @every_game
    def test_no_card_of_the_hand_stands_in_the_first_three_hundred_characters(self, key: str):
        for one in turns(key):
            for body in (text(one.letter), shown(one.letter)):
                begins = body.replace(one.link, "http://localhost/s/x").replace("\ufe0e", "")[:300]
                cards = [said for card in one.hand for said in (card, card[-1:] + card[:-1])]
                assert not [card for card in cards if re.search(rf"(?<!\w){re.escape(card)}(?!\w)", begins)], begins


class TestPlainText:
    def test_every_letter_reads_well_at_72_columns(self):
        match = play_out(open_table("Ada", "Bruno", rounds=2), Random(3))
        assert match.status == "over"
        for letter in delivered():
            assert all(len(line) <= 72 or "://" in line for line in text(letter).splitlines())

    def test_links_are_never_broken(self):
        line = "Here: http://localhost/" + "x" * 90
        assert rendering.wrapped(line) == line + "\n"

    def test_lists_hang(self):
        wrapped = rendering.wrapped("- " + "word " * 30)
        assert all(line.startswith(("- ", "  ")) for line in wrapped.splitlines())


def first_line(letter: EmailMessage) -> str:
    """The first paragraph of the text."""
    return " ".join(text(letter).partition("\n\n")[0].split())


def preview(letter: EmailMessage) -> str:
    """The first text in the HTML, and as much of what follows as a list of letters may show."""
    return shown(letter, hidden=True)[:240]


def shown(letter: EmailMessage, *, hidden: bool = False) -> str:
    """The text in the HTML; ``hidden``: with what a letter shows in lists only."""
    body = re.sub(r"<(style|title)\b.*?</\1>", "", html(letter), flags=re.DOTALL)
    body = body if hidden else re.sub(r'<div class="preview".*?</div>', "", body, flags=re.DOTALL)
    return re.sub(r" *\n\s*", "\n", unescape(re.sub(r"<[^>]*>", "", body)).strip())


def taps(letter: EmailMessage) -> dict[str, tuple[str, str]]:
    """The choices that the letter links, by answer: the link, and what a screen reader says of it."""
    links_ = re.findall(r"<a [^>]*#choose-[^>]*>", html(letter))
    found = [[unescape(re.search(f'{name}="([^"]+)"', one)[1]) for name in ("href", "aria-label")] for one in links_]
    return {link.partition("#choose-")[2].partition("-")[2]: (link, says) for link, says in found}


def list_of(letter: EmailMessage) -> list[str]:
    """The items of the lists in a letter, each as one line."""
    return [" ".join(item.split()) for item in re.findall(r"^- (.*(?:\n  .*)*)", text(letter), re.MULTILINE)]


def page_of(match: Match, name: str = "Ada") -> SeatPage:
    return seat_page(seat(match, name), text=True)


def is_asked(match: Match, name: str) -> bool:
    return page_of(match, name).ask is not None
