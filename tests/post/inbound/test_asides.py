"""Talk and plans by reply, with an answer or alone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from server import matches
from server.matches import Refused, talking
from server.post import inbound
from server.post.inbound import new_lines
from server.post.inbound.commands import COMMANDS
from server.store.models import Letter, Match, db
from server.views import seat_page

from ...cast import again, seals, seat
from ...conftest import MONDAY
from .tables import table_with_the_king_of_hearts
from .test_processing import A_MINUTE, arrives, letter_to, outcomes, reply, words

pytestmark = pytest.mark.usefixtures("app")

LONG = "say this is a line that my mail program has broken in two, for it was longer than"


@pytest.fixture
def match() -> Match:
    return table_with_the_king_of_hearts()


def talk(match: Match) -> list[tuple[str, str]]:
    return [(said.name, said.text) for said in talking.talk_for(again(match).chairs[0])]


def sealed(match: Match) -> str | None:
    return seat_page(seat(match, "Ada")).sealed


def order(match: Match) -> str:
    plan = seat_page(seat(match, "Ada")).plan
    return plan.brief if plan else ""


class TestSaying:
    def test_a_line_alone(self, match: Match):
        reply(letter_to("Ada", "turn"), "say Good luck!")
        assert talk(match) == [("Ada", "Good luck!")]
        assert sealed(match) is None
        assert "You said to the table: “Good luck!”" in words(letter_to("Ada", "noted"))

    @pytest.mark.parametrize(
        "text", ["KH centre\nsay Good luck!", "Say: Good luck!\n\nKing of hearts on the centre\n\nAda"]
    )
    def test_a_line_with_an_answer(self, match: Match, text: str):
        reply(letter_to("Ada", "turn"), text)
        assert talk(match) == [("Ada", "Good luck!")]
        assert sealed(match) == "KH centre"
        receipt = words(letter_to("Ada", "receipt"))
        assert "Sealed: K♥ centre" in receipt
        assert "You said to the table: “Good luck!”" in receipt

    def test_a_remark_beside_an_answer_is_quoted_as_not_used_and_said_to_nobody(self, match: Match):
        reply(
            letter_to("Ada", "turn"),
            "Sorry for the delay, all.\n\nKing of hearts on the centre. The roof leaks. Such fun!",
        )
        assert sealed(match) == "KH centre"
        assert talk(match) == []
        receipt = words(letter_to("Ada", "receipt"))
        assert "Not used, and said to nobody: “The roof leaks”" in receipt
        assert "Not used, and said to nobody: “Such fun”" in receipt
        assert "Sealed: K♥ centre" in receipt

    def test_a_line_with_what_is_no_answer_is_said_and_the_rest_refused(self, match: Match):
        reply(letter_to("Ada", "turn"), "KH somewhere\nsay Good luck!")
        assert talk(match) == [("Ada", "Good luck!")]
        assert "“KH somewhere” is no answer here" in words(letter_to("Ada", "refusal"))

    def test_a_name_below_is_no_answer(self, match: Match):
        reply(letter_to("Ada", "turn"), "say Good luck!\n\nAda")
        assert talk(match) == [("Ada", "Good luck!")]
        assert letter_to("Ada", "noted")

    def test_what_is_quoted_is_not_said(self, match: Match):
        reply(letter_to("Ada", "turn"), "KH centre\n\n> say something")
        assert talk(match) == []

    def test_half_a_line_is_not_said_and_no_answer_below_is_published(self, match: Match):
        reply(letter_to("Ada", "turn"), f"{LONG}\nkh centre")
        assert talk(match) == []
        assert sealed(match) == "KH centre"
        assert "Not said to the table: It may go on below" in words(letter_to("Ada", "receipt"))

    def test_too_much_is_not_said_and_that_is_told(self, match: Match):
        reply(letter_to("Ada", "turn"), f"say {'very ' * 110}")
        assert talk(match) == []
        assert "Not said to the table: A line has at most 500 characters" in words(letter_to("Ada", "noted"))


class TestPlanning:
    def test_taking_it_back(self, match: Match):
        letter = letter_to("Ada", "turn")
        reply(letter, "plan: keep nothing")
        reply(letter, "plan: off")
        assert order(match) == ""
        assert "You have no plan now." in words(letter_to("Ada", "noted"))

    def test_a_plan_alone(self, match: Match):
        reply(letter_to("Ada", "turn"), "plan: KS blind, else keep nothing")
        letter = words(letter_to("Ada", "noted"))
        assert order(match) == "KS blind, else nothing (until it has answered once)"
        assert "1. K♠ blind. 2. Otherwise: nothing. The first line that fits plays" in letter
        assert "from the next turn on; if none fits, you are asked. In short: " in letter
        assert "In short: KS blind, else nothing Next, as far as it can be foreseen: second bid: " in letter
        assert "To withdraw it, reply: no plan" in letter
        assert sealed(match) is None

    def test_what_a_plan_says_to_what_is_asked_already_is_sealed_by_a_yes(self, match: Match):
        reply(letter_to("Ada", "turn"), "plan: KS blind, else keep nothing")
        letter = letter_to("Ada", "noted")
        assert "You are asked already: by this plan it is K♠ blind." in words(letter)
        assert sealed(match) is None
        reply(letter, "yes")
        assert sealed(match) == "KS blind"

    def test_a_plan_that_says_nothing_to_what_is_asked_suggests_nothing(self, match: Match):
        reply(letter_to("Ada", "turn"), "plan: keep nothing")
        assert "asked already" not in words(letter_to("Ada", "noted"))

    def test_who_has_answered_is_suggested_nothing(self, match: Match):
        turn = letter_to("Ada", "turn")
        reply(turn, "KH centre")
        reply(turn, "plan: KS blind")
        assert "asked already" not in words(letter_to("Ada", "noted"))

    def test_a_plan_of_several_lines_with_an_answer_above(self, match: Match):
        reply(letter_to("Ada", "turn"), "KH centre\n\nMy plan:\nat the keep: keep nothing\nelse KH centre\n\nAda")
        assert sealed(match) is None
        reply(letter_to("Ada", "turn"), "KH centre\n\nplan: at the keep nothing\nelse KH centre\n\nAda")
        assert sealed(match) == "KH centre"
        assert order(match).startswith("at the keep nothing, else KH centre")

    def test_asking_for_it_and_withdrawing_it(self, match: Match):
        letter = letter_to("Ada", "turn")
        reply(letter, "plan: keep nothing")
        reply(letter, "plan?")
        assert "1. Nothing." in words(letter_to("Ada", "noted"))
        reply(letter, "no plan")
        assert order(match) == ""
        assert "You have no plan now." in words(letter_to("Ada", "noted"))

    def test_what_is_not_understood_leaves_the_plan_before(self, match: Match):
        letter = letter_to("Ada", "turn")
        reply(letter, "plan: keep nothing")
        reply(letter, "plan: not the centre")
        assert order(match).startswith("nothing")
        told = words(letter_to("Ada", "noted"))
        assert "“not” was not understood" in told
        assert told.index("The plan before stands.") > 0


class TestAPlanAskedBack:
    """A plan in doubt: nothing of it is kept before its player says which one is meant."""

    DOUBT, MEANT = "plan: KS blind, zebra", "KS blind (until it has answered once)"
    OTHER = "nothing (until it has answered once)"

    def test_a_yes_keeps_what_the_letter_says_and_until_then_the_plan_before_stands(self, match: Match):
        reply(letter_to("Ada", "turn"), "plan: keep nothing")
        reply(letter_to("Ada", "turn"), self.DOUBT)
        asking = letter_to("Ada", "meant")
        assert "“zebra” was not understood." in words(asking)
        assert (
            "Until then the plan before stands. To keep “KS blind”, reply to this letter with just this: yes"
            in words(asking)
        )
        assert order(match).startswith("nothing")
        for at in (1, 2):
            reply(asking, "Yes, please.", MONDAY + at * A_MINUTE)
            assert order(match) == self.MEANT
        assert "1. K♠ blind." in words(letter_to("Ada", "noted", MONDAY + 2 * A_MINUTE))
        assert sealed(match) is None

    def test_beside_an_answer_in_doubt_a_yes_is_asked_for_which(self, match: Match):
        reply(letter_to("Ada", "turn"), f"KH centre?\n{self.DOUBT}")
        asking = letter_to("Ada", "meant")
        assert "reply to this letter with the words: yes to the answer" in words(asking)
        reply(asking, "yes", MONDAY + A_MINUTE)
        which = letter_to("Ada", "meant", MONDAY + A_MINUTE)
        assert "Your yes may be to the answer or to the plan" in words(which)
        assert (sealed(match), order(match)) == (None, "")
        reply(which, "Yes, to the plan", MONDAY + 2 * A_MINUTE)
        assert (sealed(match), order(match)) == (None, self.MEANT)
        reply(which, "yes", MONDAY + 3 * A_MINUTE)  # it may be to the plan once more
        assert (sealed(match), order(match)) == (None, self.MEANT)

    @pytest.mark.parametrize(
        ("mail", "kind", "yes", "becomes"),
        [
            ("KH centre", "receipt", "yes", ("KH centre", MEANT)),
            ("KH centre", "receipt", "yes to both", ("KH centre", "")),
            ("", "meant", "yes to the answer", (None, "")),
            ("", "meant", "yes\nplan: keep nothing", (None, OTHER)),
            ("", "meant", "yes\n\nno plan", (None, "")),
            ("KH centre?", "meant", "yes\nplan: keep nothing", ("KH centre", OTHER)),
            ("KH centre?", "meant", "yes to both", ("KH centre", MEANT)),
        ],
    )
    def test_a_yes_is_to_what_the_letter_asks_and_the_mail_leaves_open(
        self, match: Match, mail: str, kind: str, yes: str, becomes: tuple[str | None, str]
    ):
        reply(letter_to("Ada", "turn"), f"{mail}\n{self.DOUBT}")
        reply(letter_to("Ada", kind), yes, MONDAY + A_MINUTE)
        assert (sealed(match), order(match)) == becomes
        assert outcomes()[-1] in ("sealed", "command", "refused")

    def test_every_letter_that_offers_a_yes_to_it_takes_it(self, match: Match, subtests: pytest.Subtests):
        turn, chair = letter_to("Ada", "turn"), seat(match, "Ada")
        for hour, text in enumerate(["zebra", *{does: text for text, does in COMMANDS.items()}.values()]):
            at = MONDAY + timedelta(hours=hour)
            reply(turn, f"{text}\n{self.DOUBT}", at)
            kind = db.session.scalars(db.select(Letter.kind).order_by(Letter.id.desc())).first()
            letter = letter_to("Ada", kind, at)
            offered = "reply to this letter with just this: yes" in words(letter)
            with subtests.test(text, kind=kind):
                assert offered == (kind not in ("confirm", "stopped"))
                assert "/plan?meant=" in words(letter)
                if offered:
                    reply(letter, "yes", at + A_MINUTE)
                assert order(match) == (self.MEANT if offered else "")
            matches.withdraw_plan(chair.id)

    def test_after_the_window_a_yes_hears_so_and_is_asked_for_the_plan_alone(self, match: Match):
        reply(letter_to("Ada", "turn"), f"KH centre?\n{self.DOUBT}")
        asking, at = letter_to("Ada", "meant"), MONDAY + A_MINUTE
        seals(match, "Bruno", seat_page(seat(match, "Bruno")).ask.absent)
        for text in ("yes to the answer", "Yes, to the answer."):  # the second as if the first had been killed
            arrives(asking, text, at)
        inbound.process_due(at)
        assert outcomes()[1:] == ["sealed", "sealed"]
        reply(asking, "yes", at + A_MINUTE)
        late = letter_to("Ada", "late", at + A_MINUTE)
        assert (outcomes()[-1], order(match)) == ("late", "")
        reply(late, "yes", at + 2 * A_MINUTE)
        assert order(match) == self.MEANT
        matches.resign(seat(match, "Bruno").id, at)
        reply(asking, "yes", at + 3 * A_MINUTE)
        assert outcomes()[-1] == "late"

    def test_whoever_was_not_shown_it_keeps_nothing_by_a_yes(self, match: Match):
        turn = letter_to("Ada", "turn")
        matches.want_hand(seat(match, "Ada").player_id, False)
        for hour, text in enumerate((f"KH centre?\n{self.DOUBT}", self.DOUBT, "KH centre?")):
            at = MONDAY + timedelta(hours=hour)
            reply(turn, text, at)
            reply(letter_to("Ada", "meant", at), "yes", at + A_MINUTE)
            again = words(letter_to("Ada", "meant", at + A_MINUTE))
            assert again.startswith("✉ Your mail can be read in more than one way")
            assert ("/plan?meant=" in again) == (self.DOUBT in text)
            assert (sealed(match), order(match)) == (None, "")

    def test_a_yes_is_to_the_likeliest_or_to_none(self, match: Match):
        chair = seat(match, "Ada")
        over, other = matches.plans_meant(chair.id, ["KS blind", "KH cloak"])
        with pytest.raises(Refused, match="over by now"):
            matches.confirm_plan(chair.id, {"plans": [over | {"stage": ""}, other], "player": chair.player_id})

    def test_it_dies_with_its_deal(self, match: Match):
        reply(letter_to("Ada", "turn"), self.DOUBT)
        asking, number = letter_to("Ada", "meant"), round_of(match)
        while round_of(match) == number:
            for name in ("Ada", "Bruno"):
                if (ask := seat_page(seat(match, name)).ask) and not seat_page(seat(match, name)).sealed:
                    seals(match, name, ask.absent)
        reply(asking, "yes", MONDAY + A_MINUTE)
        assert order(match) == ""
        assert "What you planned there was for what is over by now." in words(
            letter_to("Ada", "noted", MONDAY + A_MINUTE)
        )


def round_of(match: Match) -> int:
    return seat_page(seat(match, "Ada")).view["core"]["progress"][0]["number"]


def test_which_lines_are_asides(subtests: pytest.Subtests):
    for lines, found, before, after in [
        (["KH centre"], [], ["KH centre"], []),
        (["say hello"], [("say", "hello")], [], []),
        (["Say: hello", "", "Ada"], [("say", "hello")], [], ["", "Ada"]),
        (["saying nothing"], [], ["saying nothing"], []),
        (["standing by for your move"], [], ["standing by for your move"], []),
        (["KH", "my plan: pass"], [("plan", "pass")], ["KH"], []),
        (["say hello", "KH centre"], [("say", "hello")], [], ["KH centre"]),
        ([LONG, "a mail may be"], [("half", LONG[4:])], [], ["a mail may be"]),
        ([LONG, "kh centre"], [("half", LONG[4:])], [], ["kh centre"]),
        ([LONG, "", "kh centre"], [("say", LONG[4:])], [], ["", "kh centre"]),
        (["say"], [], ["say"], []),
        (["plan: low,", "hearts 10", "", "KH"], [("plan", "low,\nhearts 10")], [], ["", "KH"]),
        (["planning ahead: low"], [], ["planning ahead: low"], []),
        ([LONG, "Sent from my iPhone"], [("say", LONG[4:])], [], ["Sent from my iPhone"]),
        ([LONG, "sent from my phone"], [("say", LONG[4:])], [], ["sent from my phone"]),
        ([LONG, "KH centre"], [("say", LONG[4:])], [], ["KH centre"]),
        ([f"{LONG}.", "a mail may be"], [("say", f"{LONG[4:]}.")], [], ["a mail may be"]),
    ]:
        with subtests.test(lines=lines, found=found, before=before, after=after):
            assert new_lines.asides(lines) == (found, before, after)
