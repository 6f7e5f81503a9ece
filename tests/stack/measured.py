"""/metrics of a whole server on which somebody plays: real text for Prometheus, of which every word is ours."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from email.message import EmailMessage
from random import Random
from smtplib import SMTP
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import yaml
from prometheus_client.openmetrics.parser import text_string_to_metric_families as of_openmetrics
from prometheus_client.parser import text_string_to_metric_families

from server import links, matches, views
from server.metrics.families import FAMILIES, PREFIX
from server.paths import HOSTING
from server.post import own_channels
from server.store.models import PLAYING, Match
from tests.cast import again, guests, open_match, seat, some_answer
from tests.services import Post, Stack, wait_for

from .conftest import TOKEN, inside

Samples = Mapping[tuple[str, tuple[tuple[str, str], ...]], float]


def get(url: str, **headers: str) -> tuple[int, str, str]:
    """Status, type and text of an answer."""
    try:
        with urlopen(
            Request(url, headers={name.replace("_", "-"): it for name, it in headers.items()}), timeout=60
        ) as got:
            return got.status, got.headers["Content-Type"], got.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


def samples(text: str) -> Samples:
    """What Prometheus would make of the text."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(found: Samples, name: str, **labels: str) -> float:
    """The sum of all samples of this name that have these labels."""
    return sum(
        it for (named, has), it in found.items() if named == PREFIX + name and labels.items() <= dict(has).items()
    )


def post(stack: Stack, path: str, body: dict[str, Any], as_json: bool) -> int:
    content = json.dumps(body).encode() if as_json else urlencode(body).encode()
    kind = "application/json" if as_json else "application/x-www-form-urlencoded"
    try:
        with urlopen(Request(stack.url + path, content, {"Content-Type": kind}), timeout=60) as answer:
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


def play(stack: Stack, match: Match) -> Counter[str]:
    """Olga plays by JSON and the others on their pages, all after a bad answer each time. Returns how many by way."""
    answers: Counter[str] = Counter()
    while (match := again(match)).status == PLAYING:
        for there in views.spectator_page(match).waiting:
            name, by_json = match.chairs[there].name, match.chairs[there].name == "Olga"
            token, answer = links.seat_token(seat(match, name)), some_answer(match, name, Random(match.ply))
            path = f"/api/seat/{token}/answer" if by_json else f"/s/{token}"
            for given, status in (("99Z", 422), (answer, 200)):
                body = {"answer": given} if by_json else {"do": "seal", "typed": given}
                assert post(stack, path, {**body, "ply": match.ply}, by_json) == status
            answers["json" if by_json else "page"] += 1
    return answers


def table(*names: str, house: bool = False) -> Match:
    """A match of one round that is being played."""
    people = [*guests(*names), *([matches.Guest("Denis", house=True)] if house else [])]
    match = open_match("titro", {"rounds": 1}, people)
    for name in names:
        matches.accept(seat(match, name).id)
    return again(match)


def assert_measured(stack: Stack, post: Post, hook: str) -> None:
    """Two matches are played and one waits for people; Boris hears of his windows in a chat. Nothing has been played on
    this server before.
    """
    bind = stack.environ["METRICS_BIND"]
    post.refuse = lambda address: "451 4.7.1 greylisted, come back later" if "cora" in address else None
    with inside(stack):
        match, alone = table("Olga", "Boris"), table("Fedor", house=True)
        own_channels.add(seat(match, "Boris").player_id, "json", {"address": f"{hook}/hook"})
        waits = open_match("titro", {"rounds": 2}, guests("Cora", "Edgar"))
        answers = play(stack, match) + play(stack, alone)
        tables = [again(one) for one in (match, alone, waits)]
        tokens = [links.seat_token(chair) for one in tables for chair in one.chairs if chair.player]
    reply = wait_for(lambda: post.to("olga@example.org", "over"), "the letter of the end")[0]
    send(stack, reply)

    def measured() -> Samples | None:
        found = samples(get(f"http://{bind}/metrics", Authorization=f"Bearer {TOKEN}")[2])
        certain = sum(value(found, "letters_total", kind=kind, outcome="sent") for kind in ("over", "table"))
        all_in = value(found, "seals_total", way="page") == answers["page"] and certain == 3
        told = value(found, "notices_total", channel="json", outcome="sent")
        return found if all_in and told and value(found, "mails_in_total") >= 2 else None

    found = wait_for(measured, "all to be counted", 60)
    assert (value(found, "matches", status="over"), value(found, "matches", status="invited")) == (2, 1)
    assert value(found, "windows_closed_total", how="answered") >= 4
    assert value(found, "windows_closed_total", how="deadline") == 0
    for way, number in answers.items():
        assert value(found, "seals_total", way=way) == number > 0
        assert value(found, "refusals_total", way=way, why="unfit") == number
    assert value(found, "house_decisions_total", how="steady") >= 1
    assert value(found, "letters_unsent", kind="invitation", state="stuck") == 1
    assert value(found, "letters_unsent_oldest_seconds", kind="invitation", state="stuck") > 0
    assert value(found, "letters_total", kind="invitation", outcome="deferred") >= 1
    assert value(found, "mails_in_total", outcome="turned away") == 1
    assert value(found, "request_seconds_count", page="api.answer", status="2xx") == answers["json"]
    assert value(found, "request_seconds_bucket", page="api.answer", le="+Inf") == 2 * answers["json"]
    assert 0 < value(found, "request_seconds_sum", page="seats.act") < 60
    assert value(found, "processes", kind="worker") == value(found, "processes", kind="inbox") == 1
    assert value(found, "processes", kind="web") == 2
    assert (value(found, "paused"), value(found, "oldest_due_window_seconds")) == (0, 0)

    text = get(f"{stack.url}/metrics", Authorization=f"Bearer {TOKEN}")[2]
    people = {chair.name.lower() for one in tables for chair in one.chairs}
    names = (*people, "example.org", *(one.id for one in tables), TOKEN, *tokens)
    assert [name for name in names if name in text.lower()] == []
    assert_watched(text)
    assert_kept(stack, bind, found)


def send(stack: Stack, letter: EmailMessage) -> None:
    """Olga answers a letter, and somebody writes to nobody."""
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Message-ID"] = "olga@example.org", "Re: cards", "<1@example.org>"
    mail["To"] = letter["Reply-To"]
    mail.set_content("table\n")
    with SMTP("127.0.0.1", stack.inbox_port, timeout=60) as inbox:
        inbox.send_message(mail)
        inbox.ehlo_or_helo_if_needed()
        inbox.mail("olga@example.org")
        assert inbox.rcpt("nobody@poste.localhost")[0] == 550


def assert_watched(text: str) -> None:
    """Every metric that is ours is told, and the dashboard and the alerts look at no other."""
    told = {family.name for family in text_string_to_metric_families(text) if family.samples}
    assert told == {PREFIX + family.name for family in FAMILIES}
    names = {name for name, _ in samples(text)}
    for file in ("dashboard.json", "alerts.yaml"):
        looked_at = set(re.findall(rf"\b{PREFIX}\w+", expressions(file)))
        assert looked_at, file
        assert looked_at <= names, file


def expressions(file: str) -> str:
    """All queries of the dashboard, or of the alerts."""
    content = (HOSTING / file).read_text()
    if file.endswith(".json"):
        panels = json.loads(content)["panels"]
        return "\n".join(target["expr"] for panel in panels for target in panel.get("targets", ()))
    return "\n".join(rule["expr"] for group in yaml.safe_load(content)["groups"] for rule in group["rules"])


def assert_kept(stack: Stack, bind: str, before: Samples) -> None:
    """Who may read them, from which address; and that no count falls when a process is killed."""
    assert get(f"{stack.url}/metrics")[0] == get(f"{stack.url}/metrics", Authorization="Bearer no")[0] == 404
    assert get(f"http://{bind}/metrics")[0] == get(f"http://{bind}/", Authorization=f"Bearer {TOKEN}")[0] == 404
    status, kind, text = get(
        f"{stack.url}/metrics", Authorization=f"Bearer {TOKEN}", Accept="application/openmetrics-text; version=1.0.0"
    )
    assert (status, kind.partition(";")[0]) == (200, "application/openmetrics-text")
    assert {family.name for family in of_openmetrics(text)} == {PREFIX + family.name for family in FAMILIES}
    stack.kill("worker")
    after = samples(get(f"{stack.url}/metrics", Authorization=f"Bearer {TOKEN}")[2])
    counters = [key for key in before if key[0].endswith(("_total", "_count", "_bucket"))]
    assert all(after[key] >= before[key] for key in counters)
