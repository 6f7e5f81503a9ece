"""Writes the database of this version: a match of each game in each phase, and matches in all states.

``python -m tests.store.databases`` (`make databases`)
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from server import links, matches, views
from server.config import Settings, settings
from server.house import at_random
from server.matches import Guest, archiving, desk
from server.matches.sweeping import ASLEEP_AFTER
from server.rules import GAMES, Decide, asks
from server.rules.tempo import of_one_part
from server.store import copying, schema
from server.store.models import PLAYING, Match, db
from server.store.one_match import people_where
from server.terms import ANSWERED, BLIND
from server.web import create_web
from tests.cast import NAMES, again, guests, open_match, open_table, open_tables, play_out, seals, some_answer
from tests.conftest import MONDAY
from tests.services import link_key

from ..test_old_databases import how_it_ended, play_on, random_answer
from . import FOLDER

GIVEN = {
    "BASE_URL": "http://localhost",
    "LIMITS": "off",
    "LINK_KEYS": link_key("databases"),
    "MIN_PACE": "PT1S",
    "MAIL_DOMAIN": "cards.example.org",
}
PASSING = 0.75
"""How often a seat answers as the clock would, at random: where all bid wildly nobody lays a card away."""
PLANS: Mapping[str, Sequence[str]] = {
    "french-tarot": (
        "answer guard without, hearts 10, else low",
        "guard if nobody has bid more, else pass, lead KS 10H T21, spades ask me, clubs low clubs, else highest card",
        "at the bid answer pass, hearts or clubs high, partner low, Dmitri low, else what the clock would say",
        "at the play answer {0}, pass, if I can win: win or low, else lowest card",
    ),
    "dementlieu": (
        "answer garde sans, at the play answer 10 of spades, else low",
        "at the bid prise, if I can win and if nobody has trumped: win, if I play last: low, else high",
        "at the bid answer pass, if somebody has trumped: low, if I cannot win: lowest card",
        "garde, else pass, lead low spades, else clock",
    ),
    "ottocento": (
        "at the play answer {0} volo, partner low, coins high, else low",
        "at the play answer king of cups and busso, lead lowest card, else high",
        "win or low",
        "if somebody has trumped: low, coins ask me, else lowest card whatever happens",
    ),
    "scarto": (
        "at the play answer {0}, else win",
        "spades or hearts low, any other suit low",
        "at the play answer the Fool, if I play last: low, else high",
    ),
    "texas-42": (
        "answer 31, at the call answer follow me, sixes 6-5, else low",
        "answer 1 mark, at the call answer sevens, else high",
        "pass, else lowest card",
        "at the play answer 6-6, at the bid 31, else clock",
    ),
    "titro": (
        "at the second bid {0} centre, keep nothing",
        "at the second bid answer {1} blind, at the split answer {2}",
    ),
    "tottarot": (
        "answer 2",
        "at the token answer token 3, at the change answer Chiara, at the show answer Chiara",
        "what the clock would say",
        "at the change answer B, 3",
    ),
}  # fmt: skip
"""A plan for each seat, of all kinds of lines; with cards of its hand."""
Tagged = tuple[str, Match]


def main() -> None:
    """Write the three files of this version."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "poste.sqlite"
        app = create_web(Settings({**GIVEN, "STATE_DIR": folder, "DATABASE_URL": f"sqlite:///{file}"}))
        with app.app_context():
            schema.upgrade()
            tagged = [*in_all_states(), *in_each_phase(), *with_plans()]
            of = version("poste-restante")
            with closing(sqlite3.connect(file)) as connection:
                dump = "\n".join(connection.iterdump())
            (FOLDER / f"{of}.sql.gz").write_bytes(gzip.compress(dump.encode(), 9, mtime=0))
            copying.back_up(FOLDER / f"{of}.backup", settings().link_keys)
            found = [description(tag, again(match)) for tag, match in tagged]
            people = [links.me(player) for player in people_where()]
            for one in sorted((one for one in found if one["status"] == PLAYING), key=lambda one: one["blind"]):
                end = play_on(one["id"], MONDAY)
                if not any(chair.house for chair in end.chairs):  # the house draws what it plays
                    one["end"] = how_it_ended(end)
            told = {"settings": GIVEN, "now": MONDAY.isoformat(), "people": people, "matches": []}
            each = ",\n".join(json.dumps(one) for one in found)
            (FOLDER / f"{of}.json").write_text(json.dumps(told).removesuffix("]}") + f"\n{each}\n]}}\n")
            db.session.remove()
            db.engine.dispose()


def description(tag: str, match: Match) -> dict[str, Any]:
    """What the file says of a match."""
    return {
        "id": match.id, "tag": tag, "game": match.game, "status": match.status, "ply": match.ply,
        "phase": views.table_of(match).state.phase if match.snapshot else None,
        "links": [links.seat(chair) for chair in match.chairs],
        "sealed": {seat: {"answer": kept.answer, "by": kept.by} for seat, kept in match.sealed.items()},
        "blind": match.terms.get(BLIND) == "on",
    }  # fmt: skip


def in_each_phase() -> Iterator[Tagged]:
    """Of each game matches that are played at random up to a phase which none of those before has come to."""
    drawn = Random(0)
    for key, game in GAMES.items():
        wanted = {name for name, phase in game.phases.items() if isinstance(phase, Decide)}
        while wanted:
            match = open_table(*NAMES[: max(game.seats)], game=key, **of_one_part(game))
            while match.status == PLAYING and (phase := views.table_of(match).state.phase) not in wanted:
                for seat, ask in asks(game, views.table_of(match)).items():
                    answer = ask.absent if drawn.random() < PASSING else at_random({}, ask, seat, drawn)
                    matches.seal(match.chairs[seat].id, answer, match.ply, MONDAY)
                match = again(match)
            if match.status != PLAYING:
                continue  # it is over, and is not told of
            wanted.discard(phase)
            owed = asks(game, views.table_of(match))
            for seat in list(owed)[:-1]:
                matches.seal(match.chairs[seat].id, random_answer(match, seat, owed[seat]), match.ply, MONDAY)
            yield f"{key} {phase}", match


def with_plans() -> Iterator[Tagged]:
    """Of each game a match in which plans stand to its end."""
    for key, texts in PLANS.items():
        match = open_table(*NAMES[: len(texts)], game=key, **of_one_part(GAMES[key]))
        state = views.table_of(match).state
        for chair, text in zip(match.chairs, texts, strict=True):
            hand = GAMES[key].view(state, chair.seat)["core"]["hand"]
            matches.seal_plan(chair.id, f"{text.format(*hand)} always")
        yield f"plans {key}", again(match)


def in_all_states() -> Iterator[Tagged]:
    """Matches of Titro, the shortest game. The first falls asleep while no other window is open."""
    asleep = open_table("Ada", "Bruno")
    for _ in range(ASLEEP_AFTER):
        matches.close_due(again(asleep).closes_at)
    yield "asleep", asleep
    archived = play_out(open_table("Ada", "Bruno", rounds=1), Random(1))
    archiving.archive_some(MONDAY, timedelta(0))
    yield "archived", archived
    yield "over", play_out(open_table("Chiara", "Bruno", rounds=1), Random(2))
    resigned = open_table("Ada", "Dmitri")
    matches.resign(resigned.chairs[1].id, MONDAY)
    yield "resigned", resigned
    invited = open_match("titro", {}, guests("Ada", "Edda"), at=MONDAY)
    matches.accept(invited.chairs[0].id, at=MONDAY)
    yield "invited", invited
    declined = open_match("titro", {}, guests("Bruno", "Edda"), at=MONDAY)
    matches.decline(declined.chairs[0].id, MONDAY)
    yield "declined", declined
    opened = open_match("titro", {}, [*guests("Ada"), Guest("", open=True)], at=MONDAY)
    matches.accept(opened.chairs[0].id, at=MONDAY)
    yield "open seat", opened
    hidden = open_match("titro", {}, guests("Ada", "Bruno"), terms={BLIND: "on", ANSWERED: "hidden"}, at=MONDAY)
    for chair in hidden.chairs:
        matches.accept(chair.id, at=MONDAY)
    seals(hidden, "Ada", some_answer(hidden, "Ada", Random(3)))
    yield "blind", hidden
    short = of_one_part(GAMES["texas-42"])
    yield "bank", open_table(*NAMES[:4], game="texas-42", pace="bank P4D+PT6H", **short)
    house = open_match("titro", {}, [*guests("Farid"), Guest("Bruno", house=True)], at=MONDAY)
    matches.accept(house.chairs[0].id, at=MONDAY)
    yield "house", house
    planned = open_table("Chiara", "Dmitri")
    matches.seal_plan(planned.chairs[0].id, "what the clock would say always")
    for write in (matches.say, matches.note, matches.think):
        write(planned.chairs[1].id, "The King is mine", MONDAY)
    yield "planned", planned
    paused = open_table("Ada", "Edda")
    desk.pause(paused.id, 3, MONDAY)
    yield "paused", paused
    asked = open_table("Bruno", "Farid")
    desk.set_pace(asked.id, next(iter(desk.paces(asked)[1])), MONDAY)
    matches.offer_seat(asked.chairs[1].id, 1, "Dmitri", "dmitri@example.org", MONDAY)
    yield "motion, offer", asked
    met = open_table("Edda", "Farid")
    matches.propose_appointment(met.chairs[0].id, MONDAY + timedelta(days=1), timedelta(hours=1), MONDAY)
    matches.go_away(met.chairs[1].player_id, 3, MONDAY)
    yield "appointment, vacation", met
    tables = open_tables("titro", {"rounds": 1}, [guests("Ada", "Bruno"), guests("Chiara", "Dmitri")])
    for table in tables:
        for chair in table.chairs:
            matches.accept(chair.id, at=MONDAY)
        yield "same deals", table
    yield "practice", matches.practise("titro", {}, "192.0.2.1", MONDAY)


if __name__ == "__main__":
    main()
