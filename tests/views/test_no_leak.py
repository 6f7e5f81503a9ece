"""What a reader may not know is in nothing that the reader gets: no page, no JSON, no letter, no log.

Twice over: by changing what a reader may not know, which must change nothing for the reader; and by searching all that
each reader of a whole match gets.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from sqlalchemy import select, update

from server import clock, links, logs, matches, views
from server.config import settings
from server.house import at_random
from server.matches import Guest
from server.post import outbox, writing
from server.post.transports import Maildir
from server.rules import GAMES, all_asks, dump
from server.rules.games import titro
from server.rules.tempo import of_one_part
from server.store.models import MATCHES, OVER, PLAYING, Chair, Letter, Match, SharedLink, db
from server.views import table_of
from server.views.faces import face
from tests.cast import MONDAY, NAMES, again, open_table, open_tables, page, play_out, seal_for_everybody, seals, seat
from tests.each import some_games

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    """A browser."""
    return app.test_client()


# Changing what a reader may not know ----------------------------------------------------------------------------------


def all_that_is_shown(web: FlaskClient, chair: Chair) -> list[Any]:
    """Every page, answer and letter that a seat can get now, and what anybody can."""
    again(chair.match)
    token = links.seat_token(chair)
    paths = (
        f"/s/{token}",
        f"/s/{token}?story=all",
        f"/s/{token}?story=all&deal=1",
        f"/s/{token}/deals/1.svg",
        f"/s/{token}/pulse",
        f"/api/seat/{token}",
        f"/api/seat/{token}?since=0",
    )
    public = (f"/records/{chair.match_id}", f"/api/records/{chair.match_id}")
    shown: list[Any] = [(answer.status_code, answer.text) for answer in map(web.get, paths + public)]
    refused = web.post(f"/api/seat/{token}/answer", json={"answer": "the moon on a stick", "ply": chair.match.ply})
    spectator = views.spectator_page(chair.match)
    shown += [
        refused.text,
        spectator.view,
        [spectator.prose.tell(line) for ply in spectator.story for line in ply.lines],
    ]
    for letter in db.session.scalars(select(Letter).where(Letter.chair_id == chair.id).order_by(Letter.id)):
        shown.append(writing.write(letter, MONDAY))
    return shown


def keep(match: Match, **columns: Any) -> None:
    """Change a match behind everybody's back."""
    db.session.execute(update(MATCHES).where(MATCHES.c.id == match.id).values(**columns))
    db.session.commit()


def otherwise(match: Match, you: int, random: Random) -> dict[str, Any]:
    """The same match as far as a seat may know: what it cannot see is dealt anew, what others sealed is changed."""
    game, table = GAMES[match.game], table_of(match)
    state = game.redeal(table.state, you, random)
    asks = all_asks(game, type(table)(state, {}, table.shuffles))
    sealed = {
        there: replace(kept, answer=at_random(game.view(state, there), asks[there], there, random))
        if there != you and there in asks
        else kept
        for there, kept in match.sealed.items()
    }
    return {"snapshot": dump(state), "sealed": sealed}


def play_a_little(match: Match, random: Random) -> None:
    """One seat answers; another one changes its mind."""
    match = again(match)
    waiting = [match.chairs[there].name for there in views.spectator_page(match).waiting]
    name = random.choice(waiting)
    for _ in range(2):
        mine = page(match, name)
        if mine.ask and mine.you is not None and mine.match.ply == match.ply:
            seals(match, name, at_random(mine.view, mine.ask, mine.you, random), ply=match.ply)


@pytest.mark.parametrize("looks", [5, pytest.param(15, marks=pytest.mark.long)], ids=["some", "many"])
@some_games("french-tarot", "titro")
def test_what_a_seat_may_not_know_can_be_changed_and_nothing_changes_for_it(
    web: FlaskClient, key: str, looks: int
) -> None:
    random, game = Random(1), GAMES[key]
    match = open_table(*NAMES[: 4 if 4 in game.seats else min(game.seats)], game=key)
    for _ in range(looks):
        for _ in range(random.randint(0, 40 // looks)):
            seal_for_everybody(match, MONDAY)
        if again(match).status == PLAYING:
            play_a_little(match, random)
        match = again(match)
        if match.status != PLAYING:
            break
        chair = random.choice(match.chairs)
        truth = {"snapshot": match.snapshot, "sealed": match.sealed}
        before = all_that_is_shown(web, chair)
        keep(match, **otherwise(match, chair.seat, random))
        assert all_that_is_shown(web, chair) == before
        keep(match, **truth)


def test_the_change_is_seen_by_whom_it_concerns(web: FlaskClient) -> None:
    """So that the test above could fail."""
    match = open_table()
    before = all_that_is_shown(web, seat(match, "Bruno"))
    keep(match, **otherwise(match, seat(match, "Ada").seat, Random(1)))
    assert all_that_is_shown(web, seat(match, "Bruno")) != before


# Searching all that each reader gets ----------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """What a server writes to standard error, its libraries too."""
    file = tmp_path / "log.txt"
    with file.open("w") as errors:
        monkeypatch.setattr(sys, "stderr", errors)
        logs.configure()
        yield file


def spoken(code: str) -> tuple[str, ...]:
    """A card by its code, its sign and its name."""
    shown = face(code, titro.WORDS)
    return code, str(shown), shown.name


def speaks_of(text: str, code: str) -> str | None:
    """Where a text names a card."""
    found = re.search(rf"(?<![\w-])({'|'.join(map(re.escape, spoken(code)))})(?![\w-])", text)
    return text[max(0, found.start() - 60) : found.end() + 40] if found else None


def hidden_from(match: Match, you: int) -> set[str]:
    """The cards that a player of Titro has never seen and cannot infer, by the rules page."""
    state, other = table_of(match).state, 1 - you
    unseen = set(state.hands[other]) - set(state.kept[other]) | set(state.stock)
    if state.phase == "first-bid":
        unseen.add(state.spread[titro.SIDES[you][2]])
    return unseen


def read(message: EmailMessage) -> str:
    """A letter with its headers, without what is a number of ours."""
    bodies = [part.get_content() for part in message.walk() if part.get_content_maintype() == "text"]
    return "\n".join([f"{name}: {value}" for name, value in message.items()] + bodies)


def delivered_to(name: str, known: set[str]) -> list[str]:
    """The letters that have come since."""
    box = settings().local_mail
    assert box is not None
    new = [filed for filed in Maildir(box).letters() if filed.key not in known and filed.name == name]
    known |= {filed.key for filed in new}
    messages = [Maildir(box).read(filed.key) for filed in new]
    return [read(message) for message in messages if message]


NO_CARDS = re.compile(r"<[\w.-]+@[\w.]+>|^Thread-Index: \S+|/(s|stop|stop-all|never|offer)/[\w.-]+", re.MULTILINE)
"""Message-IDs, what Outlook threads by, and links: letters and numbers that may look like a card."""


def everything(web: FlaskClient, match: Match, name: str, letters_known: set[str]) -> list[str]:
    """All that a player can get to read now, refusals too, and the letters that have come since."""
    of = links.seat_token(seat(match, name))
    paths = (f"/s/{of}", f"/s/{of}?story=all", f"/s/{of}/deals/1.svg", f"/api/seat/{of}", f"/api/seat/{of}?since=0")
    texts = [web.get(path).text for path in (*paths, f"/records/{match.id}", f"/api/records/{match.id}")]
    texts.append(web.post(f"/s/{of}", data={"do": "seal", "ply": match.ply, "typed": "the moon"}).text)
    texts.append(web.post(f"/api/seat/{of}/answer", json={"answer": "the moon", "ply": match.ply}).text)
    return texts + delivered_to(name, letters_known)


def test_in_a_whole_match_of_titro_nobody_reads_what_is_not_for_them(web: FlaskClient, log: Path) -> None:
    random, names, known = Random(7), ("Ada", "Bruno"), set[str]()
    for_anybody = {path: web.get(path).text for path in ("/", "/new", "/new?game=titro", "/rules/titro")}
    match = open_table(*names, rounds=2)
    tokens = {name: links.seat_token(seat(match, name)) for name in names}
    secrets = [match.seed.hex(), str(match.seed), *settings().link_keys]

    def look() -> None:
        table = again(match)
        outbox.deliver(clock.now())
        salts = [kept.salt for kept in table.sealed.values()]
        assert {path: web.get(path).text for path in for_anybody} == for_anybody
        for name, other in (names, names[::-1]):
            hidden = hidden_from(table, names.index(name))
            not_for_them = (*secrets, *salts, tokens[other], f"{other.lower()}@example.org")
            for text in everything(web, table, name, known):
                assert [secret for secret in not_for_them if secret.lower() in text.lower()] == []
                read = NO_CARDS.sub("", text)
                assert [where for card in hidden if (where := speaks_of(read, card))] == []

    while again(match).status == PLAYING:
        for name in random.sample(names, 2):
            look()
            mine = page(match, name)
            if mine.ask and mine.you is not None and mine.sealed is None:
                answer = at_random(mine.view, mine.ask, mine.you, random)
                typed = {"do": "seal", "ply": mine.match.ply, "typed": answer}
                assert web.post(f"/s/{tokens[name]}", data=typed).status_code == 303
                if again(match).status != PLAYING:
                    break
    outbox.deliver(clock.now())
    assert match.seed.hex() in web.get(f"/api/records/{match.id}").text
    assert len(known) >= 8

    lines = log.read_text()
    assert lines.count("letter.sent") >= 8
    assert lines.count('"request"') >= 100
    assert [where for card in titro.PACKS["tarot"].cards if (where := speaks_of(lines, card))] == []
    assert not any(secret in lines for secret in (*secrets, *tokens.values(), "example.org", "the moon"))
    assert not re.search(r"\bcentre\b|\bcloak\b|\bblind\b|salt|receipt", lines)


def test_the_search_finds_a_card_however_it_is_written() -> None:
    for text in ("you hold KH", "you hold K♥.", "the king of hearts", '<use href="cards.svg#KH"/>', '"KH"'):
        assert speaks_of(text, "KH")
    for text, card in (("2026-11-23T10:00:00Z", "T10"), ("a 12♥", "2H"), ("QKH", "KH")):
        assert not speaks_of(text, card)


def test_a_failure_is_logged_by_its_place_and_not_by_what_was_in_it(web: FlaskClient, log: Path) -> None:
    match = open_table()
    card = page(match, "Ada").view["hand"][0]
    token = links.seat_token(seat(match, "Ada"))
    keep(match, snapshot={"record": "games.titro.State", "hands": [[card]]})
    for path in (f"/s/{token}", f"/api/seat/{token}"):
        answer = web.get(path)
        assert answer.status_code == 500
        assert "Something went wrong" in answer.text
        assert not speaks_of(answer.text.replace(token, ""), card)
    lines = log.read_text()
    assert lines.count("request.broken") == 2
    assert token not in lines
    assert not speaks_of(lines, card)


# Tables that play the same deals --------------------------------------------------------------------------------------


def opened_twice(key: str) -> list[Match]:
    """Two tables of a game with the same deals, both dealt, with a link for spectators."""
    count = min(GAMES[key].seats)
    people = [Guest(f"{NAMES[n % 6]} {n // 6 + 1}", f"p{n}@example.org") for n in range(2 * count)]
    terms = {"spectators": "live"}
    short = of_one_part(GAMES[key])
    opened = open_tables(key, short, [people[:count], people[count:]], terms=terms, at=MONDAY)
    for table in opened:
        for chair in table.chairs:
            matches.accept(chair.id, at=MONDAY)
    return [again(table) for table in opened]


def shown_of_both(web: FlaskClient, chair: Chair, tables: list[Match]) -> list[Any]:
    """All that a seat of one table gets, and all that anybody can get of both."""
    token = links.seat_token(chair)
    own = [f"/s/{token}/replay?ply=1", f"/api/seat/{token}/plies/1", f"/api/seat/{token}/review"]
    public = [f"{begin}/{table.id}" for table in tables for begin in ("/records", "/api/records")]
    public += [f"{path}{more}" for path in public for more in ("/tables", "/plies/1")]
    public += [f"/records/{table.id}/picture.svg" for table in tables] + [f"{public[0]}?ply=1"]
    watch = db.session.scalars(select(SharedLink).where(SharedLink.purpose == links.WATCH)).all()
    public += [f"{at}/watch/{links.shared(link).rpartition('/')[2]}" for link in watch for at in ("", "/api")]
    answers = [web.get(path) for path in [*own, *public]]
    assert {answer.status_code for answer in answers[len(own) - 1 :]} <= {200, 404}
    assert {answer.status_code for answer in answers[len(own) :]} == {404}
    return [*all_that_is_shown(web, chair), *((answer.status_code, answer.text) for answer in answers)]


@pytest.mark.parametrize(
    "key", ["titro", *(pytest.param(key, marks=pytest.mark.wide) for key in ("scarto", "texas-42"))]
)
def test_whatever_happens_at_another_table_with_the_same_deals_changes_nothing_at_this_one(
    web: FlaskClient, key: str
) -> None:
    random = Random(2)
    one, other = opened_twice(key)
    for ending in (False, True):
        if ending:
            play_out(one, random)
        chair = random.choice(again(one).chairs)
        before = shown_of_both(web, chair, [one, other])
        for _ in range(3):
            play_a_little(other, random)
        keep(again(other), **otherwise(again(other), 0, random))
        assert shown_of_both(web, again(one).chairs[chair.seat], [one, other]) == before
    assert again(one).status == OVER
    play_out(other, random)
    matches.publish_due(MONDAY)
    for table in (one, other):
        for path in (f"/records/{table.id}", f"/api/records/{table.id}", f"/records/{table.id}/tables"):
            assert web.get(path).status_code == 200
