"""Notices: told once, on the channels that people have, and by letter where those do not work."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest
from flask import Flask, current_app
from sqlalchemy import select

from server import links, matches
from server.config import Settings
from server.matches import Refused, erasing, exporting, retaining
from server.post import notices, outbox, own_channels
from server.post.channels import KINDS, push
from server.post.channels.hooks import signature
from server.post.transports import transport
from server.store.models import Channel, Letter, Match, Notice, Player, db
from tests.cast import person

from ..cast import address, again, letters, open_table, play_out, seal_for_everybody, seals, seat, some_answer
from ..conftest import MONDAY
from ..hooks import Browser, Hooks
from ..services import Post

A_MINUTE, AN_HOUR, A_DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
BEFORE = MONDAY - AN_HOUR
LATER = MONDAY + timedelta(minutes=3)


@pytest.fixture(autouse=True)
def hooks_are_on_this_machine(app: Flask) -> None:
    """They may be called here."""
    app.extensions["poste"] = Settings({**app.extensions["poste"].environ, "HOOK_HOSTS": "127.0.0.1"})


@pytest.fixture
def hooks(app: Flask) -> Iterator[Hooks]:
    with Hooks() as server:
        yield server


@pytest.fixture
def match(app: Flask) -> Match:
    """Ada and Bruno have taken their seats, in letters of their own."""
    match = open_table("Ada", "Bruno", at=BEFORE - AN_HOUR)
    with Post() as office:
        outbox.deliver(BEFORE - AN_HOUR, way_out=transport(office.url))
    return match


def player(name: str) -> Player:
    return person(name)


def hook(hooks: Hooks, name: str = "Ada", kind: str = "json", **more: object) -> Channel:
    """A hook of a player, added before the next window opens."""
    form = {"address": f"{hooks.url}/hook"}
    return own_channels.add(player(name).id, kind, form, at=BEFORE, **more)  # type: ignore[arg-type]


def next_window(match: Match, at: datetime = MONDAY) -> Match:
    """Everybody answers, and a new window opens."""
    seal_for_everybody(match, at)
    return again(match)


def told(at: datetime = MONDAY) -> int:
    done = notices.deliver(at)
    db.session.expire_all()
    return done


def posted(at: datetime) -> list[str]:
    """To whom letters leave."""
    with Post() as office:
        outbox.deliver(at, way_out=transport(office.url))
    db.session.expire_all()
    return [message["To"].addresses[0].addr_spec for message in office.letters]


def fresh(channel: Channel) -> Channel:
    db.session.rollback()
    db.session.expire_all()
    return db.session.get_one(Channel, channel.id)


class TestInsteadOfALetter:
    def test_a_window_is_told_once_and_no_letter_is_sent_besides(self, match: Match, hooks: Hooks):
        hook(hooks)
        next_window(match)
        assert told() == 1
        assert told() == told(LATER) == 0
        assert posted(LATER) == [address("bruno")]
        assert len(hooks.got) == 1

    def test_whoever_wishes_both_gets_both(self, match: Match, hooks: Hooks):
        hook(hooks, letters_too=True)
        next_window(match)
        assert told() == 1
        assert sorted(posted(MONDAY)) == [address("ada"), address("bruno")]

    def test_a_worker_that_sends_letters_first_holds_them_back_for_the_notice(self, match: Match, hooks: Hooks):
        hook(hooks)
        next_window(match)
        assert posted(MONDAY) == [address("bruno")]
        assert told(MONDAY + A_MINUTE) == 1
        assert posted(LATER) == []

    def test_where_the_hook_does_not_work_the_letter_leaves_by_itself(self, match: Match, hooks: Hooks):
        hook(hooks)
        hooks.status = 500
        next_window(match)
        assert told() == 0
        assert address("ada") in posted(LATER)
        hooks.status = 200
        assert told(LATER) == 0, "what the letter has said is not told again"
        assert len(hooks.got) == 1

    @pytest.mark.parametrize("wanted", [True, False])
    def test_a_reminder_is_told_too_where_reminders_are_wanted(self, match: Match, hooks: Hooks, wanted: bool):
        hook(hooks)
        matches.want_reminders(player("Ada").id, wanted)
        at = next_window(match).remind_at
        assert at is not None
        assert told() == 1
        matches.remind_due(at)
        assert told(at) == wanted

    def test_who_has_answered_meanwhile_is_told_nothing(self, match: Match, hooks: Hooks):
        hook(hooks)
        match = next_window(match)
        seals(match, "Ada", some_answer(match, "Ada", Random(1)), MONDAY)
        assert told() == 0
        assert hooks.got == []

    def test_quiet_hours_are_kept(self, match: Match, hooks: Hooks):
        matches.set_hours(player("Ada").id, "09:00", "11:00", "UTC")
        hook(hooks)
        next_window(match)
        assert told() == 0
        assert told(MONDAY + 2 * AN_HOUR) == 1
        assert address("ada") not in posted(MONDAY + 3 * AN_HOUR)

    def test_the_end_of_a_match_is_told(self, match: Match, hooks: Hooks):
        hook(hooks)
        play_out(match, Random(1))
        told()
        assert "The match is over." in [got.json["text"] for got in hooks.got]

    def test_many_workers_tell_it_once(self, match: Match, hooks: Hooks, app: Flask):
        hook(hooks)
        next_window(match)

        def work() -> None:
            with app.app_context():
                notices.deliver(MONDAY)
                db.session.remove()

        workers = [threading.Thread(target=work) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert len(hooks.got) == 1

    def test_a_worker_killed_while_it_sends_is_made_good_by_the_next(self, match: Match, hooks: Hooks):
        hook(hooks)
        next_window(match)
        notices._gathered(MONDAY)
        notices._leased(MONDAY)  # and is killed
        assert told() == 0
        assert told(MONDAY + notices.LEASE) == 1

    def test_somebody_who_gets_the_seat_is_not_told_on_the_hook_of_who_had_it(self, match: Match, hooks: Hooks):
        hook(hooks)
        next_window(match)
        chair = seat(match, "Ada")
        matches.take_offer(matches.offer_seat(chair.id, 0, "Chiara", address("Chiara"), MONDAY).id, MONDAY)
        told()
        assert hooks.got == []


class TestWhatIsSaid:
    def test_a_chat_reads_the_game_the_names_and_the_deadline_and_no_link_of_a_seat(self, match: Match, hooks: Hooks):
        for kind in ("discord", "slack"):
            own_channels.add(player("Ada").id, kind, {"address": f"{hooks.url}/{kind}"}, at=BEFORE)
        next_window(match)
        told()
        lines = sorted(got.json.get("content") or got.json["text"] for got in hooks.got)
        expected = "Titro with Bruno: Your answer is wanted until Wed 09:00 UTC. http://localhost/"
        assert lines == [expected, expected]
        assert not any(b"/s/" in got.body for got in hooks.got)

    def test_plain_json_is_signed(self, match: Match, hooks: Hooks):
        key = hook(hooks).facts["key"]
        next_window(match)
        told()
        [got] = hooks.got
        assert got.headers["X-Poste-Signature"] == signature(key, got.headers["X-Poste-Timestamp"], got.body)
        assert got.json["until"] == "2026-11-25T09:00:00+00:00"

    def test_matrix_telegram_and_ntfy_get_what_they_want(self, match: Match, hooks: Hooks):
        ada = player("Ada").id
        room = {"address": hooks.url, "room": "!abc:example.org", "token": "secret"}
        own_channels.add(ada, "matrix", room, at=BEFORE)
        own_channels.add(ada, "ntfy", {"address": f"{hooks.url}/topic"}, at=BEFORE)
        bot = own_channels.add(ada, "telegram", {"token": "123:abcdefghijkl", "chat": "-100"}, at=BEFORE)
        bot.address = hooks.url
        db.session.commit()
        next_window(match)
        assert told() == 3
        by_path = {got.path: got for got in hooks.got}
        assert by_path["/bot123:abcdefghijkl/sendMessage"].json["chat_id"] == "-100"
        assert by_path["/"].json["topic"] == "topic"
        assert by_path["/"].json["title"] == "Titro with Bruno"
        [path] = [path for path in by_path if path.startswith("/_matrix/client/v3/rooms/%21abc%3Aexample.org/send/")]
        assert by_path[path].method == "PUT"
        assert by_path[path].headers["Authorization"] == "Bearer secret"

    def test_a_browser_gets_its_link_encrypted_and_signed_by_our_key(self, match: Match, hooks: Hooks):
        browser = Browser()
        own_channels.add(player("Ada").id, "push", browser.subscription(f"{hooks.url}/push/1"), at=BEFORE)
        next_window(match)
        assert told() == 1
        [got] = hooks.got
        read = browser.reads(got)
        assert read["title"] == "Titro with Bruno"
        assert read["url"] == links.seat(seat(match, "Ada"))
        assert read["tag"] == f"{match.id}:0"
        assert b"Bruno" not in got.body
        assert got.headers["Content-Encoding"] == "aes128gcm"
        assert got.headers["TTL"] == str(48 * 3600)
        assert len(got.headers["Topic"]) == 32
        token, key = got.headers["Authorization"].removeprefix("vapid ").split(",")
        assert key == f"k={push.public_key()}"
        claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
        assert claims["aud"] == hooks.url

    def test_a_trial_is_told_once_a_minute(self, match: Match, hooks: Hooks):
        channel = hook(hooks)
        for _ in range(2):
            own_channels.try_out(channel.player_id, channel.id, MONDAY)
        assert told() == 1
        assert "trial" in hooks.got[0].json["text"]


class TestAMatch:
    def test_its_hook_is_told_once_a_window_for_whom_the_table_waits(self, match: Match, hooks: Hooks):
        hook(hooks, kind="slack", match_id=match.id)
        next_window(match)
        assert told() == 1
        assert told() == 0
        assert "The table waits for Ada and Bruno until Wed 09:00 UTC." in hooks.got[0].json["text"]
        assert sorted(posted(MONDAY)) == [address("ada"), address("bruno")], "it spares nobody a letter"

    def test_nobody_but_its_host_adds_one(self, match: Match, hooks: Hooks):
        with pytest.raises(Refused, match="Only the host"):
            hook(hooks, "Bruno", "slack", match_id=match.id)

    def test_it_is_told_nothing_more_once_somebody_else_is_the_host(self, match: Match, hooks: Hooks):
        hook(hooks, kind="slack", match_id=match.id)
        chair = seat(match, "Ada")
        matches.take_offer(matches.offer_seat(chair.id, 0, "Chiara", address("Chiara"), MONDAY).id, MONDAY)
        next_window(match)
        assert told() == 0


class TestTrouble:
    @pytest.mark.parametrize("status", [404, 410])
    def test_a_browser_that_is_gone_ends_its_channel_at_once(self, match: Match, hooks: Hooks, status: int):
        subscription = Browser().subscription(f"{hooks.url}/push/1")
        channel = own_channels.add(player("Ada").id, "push", subscription, at=BEFORE)
        hooks.status = status
        next_window(match)
        assert told() == 0
        assert fresh(channel).ended_at is not None
        assert fresh(channel).address == ""
        assert address("ada") in posted(LATER)

    @pytest.mark.parametrize("hours", [(0, 5, 10, 15, 20, 25), (0, 12, 24, 36, 48)], ids=["a day", "five times"])
    def test_a_hook_that_fails_for_a_day_and_five_times_is_switched_off_and_its_person_told(
        self, match: Match, hooks: Hooks, hours: tuple[int, ...]
    ):
        channel, hooks.status = hook(hooks), 500
        for at in (MONDAY + hour * AN_HOUR for hour in hours):
            assert fresh(channel).ended_at is None
            match = next_window(match, at)
            told(at)
        assert fresh(channel).ended_at is not None
        assert "has not worked for a day: The server answered 500." in (fresh(channel).error or "")
        assert db.session.scalar(select(Letter.kind).where(Letter.kind == "switched-off")) == "switched-off"
        with Post() as office:
            outbox.deliver(at + A_DAY, way_out=transport(office.url))
        assert any("was switched off" in message["Subject"] for message in office.letters)

    def test_what_works_again_is_forgiven(self, match: Match, hooks: Hooks):
        channel, hooks.status = hook(hooks), 500
        next_window(match)
        told()
        assert fresh(channel).failures == 1
        hooks.status = 200
        assert told(MONDAY + timedelta(seconds=80)) == 1
        assert (fresh(channel).failures, fresh(channel).failing_since, fresh(channel).error) == (0, None, None)

    def test_a_replaced_link_of_the_person_ends_whatever_was_added_by_it(self, match: Match, hooks: Hooks):
        channel = hook(hooks)
        matches.replace_player_link(channel.player_id)
        assert fresh(channel).ended_at is not None
        next_window(match)
        assert told() == 0


class TestAdding:
    def test_what_cannot_be_right_is_refused_with_a_sentence(self, match: Match, subtests: pytest.Subtests):
        for kind, form, words in [
            ("discord", {"address": "http://chat.example.org/1"}, "begin with https"),
            ("discord", {"address": "https://10.0.0.1/1"}, "no public server"),
            ("discord", {"address": "https://me:secret@chat.example.org/1"}, "password"),
            ("discord", {"address": "https://chat.example.org:22/1"}, "443"),
            ("discord", {}, "missing"),
            ("discord", {"address": "chat"}, "no address"),
            ("matrix", {"address": "https://m.example.org", "room": "room", "token": "t"}, "exclamation"),
            ("telegram", {"token": "x", "chat": "1"}, "token of a bot"),
            ("ntfy", {"address": "https://ntfy.sh/"}, "topic"),
            ("push", {"endpoint": "https://push.example.org/1", "p256dh": "AAAA", "auth": "AAAA"}, "no keys"),
            ("pigeon", {}, "is one of"),
        ]:
            with subtests.test(kind=kind, form=form, words=words), pytest.raises(Refused, match=words):
                own_channels.add(player("Ada").id, kind, form)

    def test_added_twice_it_is_one(self, match: Match, hooks: Hooks):
        first = hook(hooks)
        key = first.facts["key"]
        assert hook(hooks).id == first.id
        assert fresh(first).facts["key"] == key

    def test_there_are_not_more_than_twenty(self, match: Match):
        ada, forms = player("Ada").id, [{"address": f"https://chat.example.org/{number}"} for number in range(21)]
        for form in forms[:20]:
            own_channels.add(ada, "slack", form)
        with pytest.raises(Refused, match="20"):
            own_channels.add(ada, "slack", forms[20])

    def test_every_kind_says_what_it_is_called_and_what_it_needs(self):
        assert all(kind.label and kind.fields for kind in KINDS.values())


class TestAPerson:
    def test_erased_nothing_of_their_channels_is_left(self, match: Match, hooks: Hooks):
        hook(hooks)
        next_window(match)
        told()
        erasing.erase(address("ada"))
        assert db.session.scalars(select(Channel)).all() == []
        assert db.session.scalars(select(Notice)).all() == []

    def test_what_was_told_long_ago_is_forgotten_and_so_are_channels_that_ended(self, match: Match, hooks: Hooks):
        channel = hook(hooks)
        next_window(match)
        told()
        own_channels.end(channel.player_id, channel.id, MONDAY)
        retaining.tidy_due(MONDAY + 31 * A_DAY)
        assert db.session.scalars(select(Notice)).all() == []
        assert db.session.scalars(select(Channel)).all() == []

    def test_exported_their_channels_hold_no_secret(self, match: Match, hooks: Hooks):
        key = hook(hooks).facts["key"]
        next_window(match)
        told()
        [person] = exporting.export(address("ada"))["people"]
        [channel] = person["devices_and_hooks"]
        assert channel["address"] == "127.0.0.1"
        assert [notice["kind"] for notice in person["notices"]] == ["turn"]
        assert key not in json.dumps(person)
        assert "/hook" not in json.dumps(person)

    def test_somebody_elses_channel_is_none_of_theirs(self, match: Match, hooks: Hooks):
        channel = hook(hooks)
        with pytest.raises(Refused, match="none of yours"):
            own_channels.end(player("Bruno").id, channel.id)
        assert fresh(channel).ended_at is None


def test_the_key_that_signs_is_made_once_and_kept(app: Flask) -> None:
    first = push.public_key()
    db.session.remove()
    assert push.public_key() == first
    assert current_app.extensions["poste"].hook_hosts == {"127.0.0.1"}


def test_nothing_that_is_told_leads_to_a_seat_but_in_a_browser() -> None:
    assert [name for name, kind in KINDS.items() if kind.private] == ["push"]


def test_a_letter_is_told_of_only_if_it_is_one_that_asks_or_ends(match: Match, hooks: Hooks) -> None:
    hook(hooks)
    matches.say(seat(match, "Bruno").id, "Hello", MONDAY)
    assert told() == 0
    assert letters(match, "talk") == []
