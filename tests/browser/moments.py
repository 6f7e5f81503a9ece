"""The asks of a match that differ: what tests look at, and what ``make screens`` draws."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from playwright.sync_api import Page

from server import clock, views
from server.rules import GAMES
from server.store.models import PLAYING, Match
from tests.cast import NAMES, again, open_table, seals, some_answer
from tests.cast import page as seen

SIZES = ((360, 740), (320, 568), (1280, 900))
"""A phone, a small phone, a desktop."""
TABLES = [
    ("french-tarot", 3), ("french-tarot", 4), ("french-tarot", 5), ("dementlieu", 3), ("ottocento", 4), ("texas-42", 4),
    ("scarto", 3), ("titro", 2), ("tottarot", 4),
]  # fmt: skip
BIDDING = {"french-tarot": "guard", "dementlieu": "garde", "texas-42": "31"}
"""What the first who may bids at each table, so that the cards that lie aside are taken up."""
LIKE_NO_OTHER = (("french-tarot", 5), ("titro", 2), ("tottarot", 4))
"""The most crowded table, and the two games that are not won by tricks alone: looked at in every run."""
NEAR, FAR = 40, 130
"""Plies: after the first nothing new is asked for a long time, but where `LATE` says so."""
LATE = {"ottocento": 70}


def near(key: str) -> int:
    """The ply until which all asks of a game that differ have come, unless the players are very hesitant."""
    return LATE.get(key, NEAR)


def moments(key: str, seats: int, plies: int = FAR) -> Iterator[tuple[str, Match, str]]:
    """The asks of a match that differ: each phase, a lead, the end of a trick, early and late; and who is asked."""
    match, random, met = open_table(*NAMES[:seats], game=key, at=clock.now()), Random(4), set[str]()
    while (match := again(match)).status == PLAYING and match.ply < plies:
        table = views.spectator_page(match)
        core, name = table.view["core"], match.chairs[table.waiting[0]].name
        moment = moment_of(core)
        if moment and moment not in met:
            met.add(moment)
            yield moment, match, name
        for there in table.waiting:
            who = match.chairs[there].name
            seals(match, who, answer(match, who, random), clock.now(), match.ply)


def ends(key: str, seats: int) -> Iterator[tuple[str, Match]]:
    """A match just after a deal, while the first is asked again, later in the next deal, and at its end."""
    short = {name: 4 for name in ("deals", "rounds") if name in GAMES[key].options}
    match, random, parts = open_table(*NAMES[:seats], game=key, at=clock.now(), **short), Random(4), 0
    while (match := again(match)).status == PLAYING and match.ply < 900:
        table = views.spectator_page(match)
        progress = table.view["core"]["progress"]
        if progress and progress[0]["number"] > max(parts, 1):
            parts = progress[0]["number"]
            yield f"after {parts - 1}", match
        for there in table.waiting:
            who = match.chairs[there].name
            seals(match, who, answer(match, who, random), clock.now(), match.ply)
    yield "end", match


def moment_of(core: dict) -> str:  # type: ignore[type-arg]
    """What is asked, in a word, where it differs from what was asked before; empty for other asks."""
    if core["trick"] is None:
        return str(core["phase"])
    lies, taken = len(core["trick"]), len(core["tricks"])
    if taken not in (0, 3) or lies not in (0, len(core["counts"]) - 1):
        return ""
    return f"{taken} tricks taken, {lies} cards lie"


def answer(match: Match, name: str, random: Random) -> str:
    """A bid that opens the deal where nobody has bid, else whatever may be answered."""
    shown = seen(match, name)
    assert shown.ask is not None
    bid = BIDDING.get(match.game, "")
    if shown.view["core"]["phase"] == "bid":
        return bid if shown.form.can("bid", bid) else shown.ask.absent
    return some_answer(match, name, random)


def choose_longest(page: Page) -> None:
    """Choose of each slot what is said in most letters, as many as it takes."""
    page.evaluate("""() => {
      const long = ({ dataset, nextElementSibling: drawn }) =>
        (dataset.word ?? drawn.ariaLabel ?? drawn.textContent).length;
      const may = [...document.querySelectorAll("form.answer :is([type=radio], [type=checkbox])")]
        .filter((one) => one.name !== "none" && !one.disabled && one.checkVisibility());
      for (const slot of new Set(may.map((one) => one.name))) {
        const all = may.filter((one) => one.name === slot).sort((one, other) => long(other) - long(one));
        const most = all[0].type === "radio" ? 1 : Number(all[0].closest("[data-most]")?.dataset.most || 1);
        all.slice(0, most).forEach((one) => { one.checked || one.click(); });
      }
    }""")


def choose_some(page: Page) -> None:
    """Choose cards of the hand: one to play, or as many as may be laid away, all over the hand."""
    page.evaluate("""() => {
      const cards = [...document.querySelectorAll(".hand input")];
      const most = Number(document.querySelector(".hand")?.dataset.most || 0);
      const step = Math.max(1, Math.floor(cards.length / most));
      cards.filter((card, n) => n % step === 0).slice(0, most).forEach((card) => { card.checked || card.click(); });
    }""")
