"""What the house would have played: on the replay of one's own seat, and in JSON, once the match is over."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from server import links, matches
from server.house.opinions import Opinion, Reason
from server.store.models import Chair, Match, Review, db
from server.views.review import Hindsight, Sure
from tests.cast import again, open_table, play_out, seal_for_everybody, seat, takes_over
from tests.conftest import MONDAY
from tests.web.browsing import text
from tests.web.worlds import world


def opinion(**other: Any) -> Opinion:
    """An opinion: the king on the centre would have been better."""
    found: Opinion = {
        "given": "7C cloak",
        "best": "KS centre",
        "rival": "7C cloak",
        "gain": 12.0,
        "error": 5.0,
        "points": 8.1,
        "won": 0.09,
        "games": 40,
        "reason": reason("points", 3.0, -5.1),
        "answers": [{"answer": "KS centre", "points": 7.5, "error": 2.0, "games": 20}],
    }
    found.update(other)  # type: ignore[typeddict-item]
    return found


def reason(kind: str, best: float, rival: float) -> Reason:
    """A reason, as it is kept."""
    return {"kind": kind, "values": {"best": best, "rival": rival}}


def over(rounds: int = 2) -> Match:
    """A match that is over."""
    return world(("review", rounds), lambda: play_out(open_table(rounds=rounds), Random(5)))


def considered(match: Match, *opinions: Opinion | None, name: str = "Ada") -> list[int]:
    """The next decisions of a player are given these opinions, those of others none; returns their plies."""
    plies, left = [], list(opinions)
    while left:
        matches.take_review(MONDAY)
        past = matches.next_decision(match.id)
        assert past is not None
        own = past.seat == seat(match, name).seat
        past = matches.next_decision(match.id)
        assert past is not None
        matches.keep_opinion(past, left.pop(0) if own else opinion(given="9H blind", best="9H blind"), MONDAY)
        plies += [past.ply] if own else []
    return plies


def done(match: Match) -> None:
    """All that is left has been considered."""
    while matches.take_review(MONDAY):
        past = matches.next_decision(match.id)
        matches.keep_opinion(past, None, MONDAY) if past else matches.end_review(match.id)


def shown(web: FlaskClient, match: Match, ply: int, name: str = "Ada") -> str:
    """What a step of the replay says."""
    return text(web.get(f"/s/{links.seat_token(seat(match, name))}/replay?ply={ply}"))


def in_json(web: FlaskClient, match: Match, name: str = "Ada") -> dict[str, Any]:
    """The same in JSON."""
    found: dict[str, Any] = web.get(f"/api/seat/{links.seat_token(seat(match, name))}/review").get_json()
    return found


NOTHING = {"status": "none", "decisions": [], "costliest": []}


def test_while_the_match_is_played_nothing_is_said_of_any_decision(web: FlaskClient) -> None:
    match = open_table(rounds=4)
    for _ in range(5):
        seal_for_everybody(match, MONDAY)
        match = again(match)
        assert all("The house" not in shown(web, match, ply) for ply in range(match.ply + 1))
        assert in_json(web, match) == NOTHING


def test_not_even_if_something_were_known(web: FlaskClient) -> None:
    """As if a review had begun too early."""
    match = open_table(rounds=2)
    seal_for_everybody(match, MONDAY)
    db.session.add(Review(match_id=match.id, due_at=MONDAY, ply=0, tries=0))
    db.session.commit()
    assert matches.take_review(MONDAY) is None
    assert "The house" not in shown(web, match, 0)
    assert in_json(web, match) == NOTHING


def test_after_it_the_house_is_still_looking_then_it_says_what_it_would_have_played(web: FlaskClient) -> None:
    match = over()
    assert "The house is still looking at this round." in shown(web, match, 0)
    assert in_json(web, match)["status"] == "looking"
    [ply] = considered(match, opinion())
    said = shown(web, match, ply)
    assert "You played clubs 7 cloak. The house would have played" not in said  # cards are drawn
    assert "The house would have played" in said
    assert "(quite sure). It brings 8.1 points more on average." in said
    assert "still looking" in shown(web, match, match.ply)
    assert "costliest" not in shown(web, match, match.ply)
    done(match)
    assert "still looking" not in shown(web, match, match.ply)
    assert "Your costliest decision" in shown(web, match, match.ply)
    assert in_json(web, match)["status"] == "done"


def test_in_json_it_is_said_with_its_figures(web: FlaskClient) -> None:
    match = over()
    [ply, other] = considered(match, opinion(), None)
    done(match)
    review = in_json(web, match)
    first, second = review["decisions"][:2]
    assert first == {
        **opinion(),
        "ply": ply,
        "place": f"round 1, step {ply}",
        "sure": "quite",
        "says": "You played 7♣ cloak. The house would have played K♠ centre (quite sure). It brings 8.1 points more on"
        " average.",
    }
    assert (second["ply"], second["best"], second["sure"]) == (other, None, None)
    assert second["says"] == "The house has no opinion on your decision here."
    assert review["costliest"] == [ply]


def test_the_three_that_cost_most_are_linked_the_costliest_first(web: FlaskClient) -> None:
    match = over(3)
    gains = [(12.0, 5.0), (90.0, 80.0), (40.0, 2.0), (9.0, 1.0), (2.0, 3.0)]
    plies = considered(match, *(opinion(gain=gain, error=error) for gain, error in gains))
    done(match)
    assert in_json(web, match)["costliest"] == [plies[2], plies[1], plies[3]]
    page = web.get(f"/s/{links.seat_token(seat(match, 'Ada'))}/replay?ply=0")
    for ply in (plies[2], plies[1], plies[3]):
        assert f'<a href="?ply={ply}" data-key="costly-' in page.text
    assert "Your three costliest decisions" in text(page)
    assert 'class="costly"' in page.text


def test_where_nothing_clearly_cost_anything_that_is_said(web: FlaskClient) -> None:
    match = over(1)
    considered(match, opinion(best="7C cloak", rival="KS centre"), opinion(gain=1.0, error=2.0))
    done(match)
    assert "The house found no decision of yours that clearly cost anything." in shown(web, match, match.ply)
    assert in_json(web, match)["costliest"] == []


def test_nobody_is_shown_what_is_thought_of_others(web: FlaskClient) -> None:
    match = over()
    [ply] = considered(match, opinion())
    done(match)
    assert "points more" not in shown(web, match, ply, "Bruno")
    assert "7C cloak" not in str(in_json(web, match, "Bruno"))
    for path in (f"/records/{match.id}", f"/records/{match.id}?ply={ply}", f"/api/records/{match.id}"):
        assert "The house" not in text(web.get(path))
        assert "points more" not in web.get(path).text


def test_a_link_that_was_replaced_shows_no_review(web: FlaskClient) -> None:
    match = open_table(rounds=2)
    old = links.seat_token(seat(match, "Ada"))
    takes_over(match, "Ada", "Chiara")
    play_out(match, Random(1))
    assert web.get(f"/api/seat/{old}/review").status_code == 410
    assert web.get("/api/seat/never-signed/review").status_code == 404


def test_a_match_that_was_over_before_there_were_reviews_says_nothing(web: FlaskClient) -> None:
    match = over(1)
    db.session.delete(db.session.get_one(Review, match.id))
    db.session.commit()
    assert "The house" not in shown(web, match, 0)
    assert in_json(web, match) == NOTHING


def test_how_sure_it_is_goes_by_the_error_and_by_how_much_was_imagined(subtests: pytest.Subtests) -> None:
    for gain, error, games, sure in (
        (0, 0, 60, Sure.EVEN),
        (1, 2, 60, Sure.EVEN),
        (3, 2, 60, Sure.LITTLE),
        (5, 2, 60, Sure.QUITE),
        (7, 2, 60, Sure.VERY),
        (7, 0, 60, Sure.VERY),
        (7, 1, 6, Sure.LITTLE),
    ):
        with subtests.test(gain=gain, error=error, games=games):
            decision = Hindsight(0, (), opinion(gain=gain, error=error, games=games))
            assert decision.sure is sure
            assert (decision.cost > 0) == (sure is not Sure.EVEN)


SAID: tuple[tuple[dict[str, Any], str], ...] = (
    (
        {"best": "7C cloak", "rival": "KS centre", "reason": None},
        "You played 7♣ cloak, and so would the house (quite sure).",
    ),
    (
        {"best": "7C cloak", "rival": "KS centre", "reason": reason("match", 0.629, 0.541)},
        "You played 7♣ cloak, and so would the house, rather than K♠ centre (quite sure). It wins the match in 63 of"
        " 100 games instead of 54.",
    ),
    (
        {"best": "7C cloak", "rival": "KS centre", "gain": 0.0},
        "You played 7♣ cloak, and so would the house, though it finds K♠ centre about as good.",
    ),
    (
        {"gain": 0.1},
        "You played 7♣ cloak. The house would have played K♠ centre, but finds both about as good.",
    ),
    (
        {"reason": None},
        "You played 7♣ cloak. The house would have played K♠ centre (quite sure).",
    ),
    (
        {"reason": reason("petit", 0.8, 0.3)},
        "You played 7♣ cloak. The house would have played K♠ centre (quite sure). It keeps the petit in 80 of 100"
        " deals instead of 30.",
    ),
    (
        {"reason": reason("coins", -12.0, -45.4)},
        "You played 7♣ cloak. The house would have played K♠ centre (quite sure). It brings 33 coins more on average.",
    ),
    (
        {"reason": reason("marks", 0.25, 0.131)},
        "You played 7♣ cloak. The house would have played K♠ centre (quite sure). It brings 0.12 marks more on"
        " average.",
    ),
    (
        {"given": "none", "rival": "none", "reason": reason("contract", 0.71, 0.54)},
        "You chose nothing. The house would have chosen K♠ centre (quite sure). It makes the contract in 71 of 100"
        " deals instead of 54.",
    ),
)


def test_it_is_said_in_plain_sentences(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for found, says in SAID:
        with subtests.test(says):
            match = over(1)
            considered(match, opinion(**found))
            assert in_json(web, match)["decisions"][0]["says"] == says


def test_opening_the_replay_considers_nothing(web: FlaskClient) -> None:
    match = over(1)
    chair: Chair = seat(match, "Ada")
    for path in (f"/s/{links.seat_token(chair)}/replay?ply=0", f"/api/seat/{links.seat_token(chair)}/review"):
        assert web.get(path).status_code == 200
    assert in_json(web, match) == {"status": "looking", "decisions": [], "costliest": []}
