"""What one seat sees at a given moment: the table, its ask and the story. Pages, letters and the API are made from it.

Everything comes from the game's view for the seat and from public facts: secrets are never read and then hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from .. import clock, plans
from ..rules import GAMES, AnyGame, Ask, Slot, Table, asked, forced
from ..rules.engine import NONE, Seat
from ..rules.tempo import of_one_part
from ..store.history import Resolved
from ..store.hours import away_until, hours_of
from ..store.models import PLAYING, Chair, Match
from ..terms import BLIND, HOUSE_ABSENT, deviations, hides, unusual
from .claims import Claim, claim_of, open_hands, why_no_claim
from .following import Following, following, is_one_more
from .lengths import Length, length_for
from .meeting import Meeting, meeting_for
from .motions import Asking, asking_for
from .presence import is_here, people_of, sits_together
from .prose import Prose
from .same_deals import opener_of, told_ended
from .story import Ply, StoryLine, ply_of, turns_since
from .tables import letter_of, names_beside, table_of

FOLLOWS_PEOPLE, FOLLOWS_HOUSE = 900, 2000
"""How often a page that is looked at asks for news, in milliseconds: where all sit together, and where a house player
looks ahead or the reader waits for the others to come.
"""
MOST_TAPS = 12
"""The largest number of choices that a letter links one by one; more of them would be no quicker than the page."""


@dataclass(frozen=True)
class Planned:
    """A plan as its owner reads it: the canonical text, a sentence for each line, and until when it stands.

    ``all_said``: whether its last sentence says that its owner is asked otherwise. ``tells_until``: whether the text
    says until when, too.
    """

    text: str
    says: tuple[str, ...]
    until: str
    all_said: bool
    tells_until: bool


@dataclass
class SeatPage:
    """The match as the seat ``you`` sees it; ``None``: as a spectator sees it.

    ``text``: `prose` makes plain text instead of markup. For a form that was refused, ``picked`` are its tokens,
    ``refused`` is the reason in a sentence, and ``typed`` is its text.
    """

    match: Match
    you: Seat | None
    table: Table | None
    story: tuple[Ply, ...] = ()
    text: InitVar[bool] = False
    picked: frozenset[str] | None = None
    refused: str | None = None
    typed: str = ""
    names: tuple[str, ...] = field(init=False)
    prose: Prose = field(init=False)

    def __post_init__(self, text: bool) -> None:
        self.names = tuple(chair.name for chair in self.match.chairs)
        self.prose = Prose(self.game, self.you, self.called, text)

    @cached_property
    def game(self) -> AnyGame:
        """The rules."""
        return GAMES[self.match.game]

    @property
    def options(self) -> dict[str, Any]:
        """The variant that is played."""
        return self.match.options

    @cached_property
    def chair(self) -> Chair | None:
        """The reader's chair; ``None`` for a spectator."""
        return None if self.you is None else self.match.chairs[self.you]

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of the seats: A, B …"""
        return tuple(map(letter_of, range(len(self.names))))

    def who(self, seat: Seat) -> str:
        """The name of the seat's player."""
        return self.names[seat]

    @cached_property
    def called(self) -> tuple[str, ...]:
        """``You`` for the reader's own seat, else the name of the seat's player."""
        return tuple("You" if seat == self.you else name for seat, name in enumerate(self.names))

    def name(self, seat: Seat) -> str:
        """What the reader calls a seat, see `called`."""
        return self.called[seat]

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The names of all other players."""
        return tuple(name for seat, name in enumerate(self.names) if seat != self.you)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The game's view for this seat; empty before the first deal."""
        return self.game.view(self.table.state, self.you) if self.table else {}

    @property
    def stage(self) -> str:
        """The progress in its largest unit, such as ``round 3 of 9``; empty before the first deal."""
        parts = self.view["core"]["progress"] if self.view else []
        return (
            "{unit} {number}".format(**parts[0]) + (f" of {parts[0]['of']}" if parts[0]["of"] else "") if parts else ""
        )

    @property
    def idle(self) -> StoryLine:
        """A sentence on what seats that are not asked wait for. The cards must have been dealt."""
        assert self.table is not None
        said = self.game.idle(self.table.state)
        return StoryLine(said.text, said.values, kind=said.kind, plural=said.plural)

    @cached_property
    def _asked(self) -> dict[Seat, Ask]:
        if self.table is None or self.match.status != PLAYING:
            return {}
        return dict(asked(self.game, self.table))

    @cached_property
    def ask(self) -> Ask | None:
        """What this seat must decide, even while its sealed answer may still be changed; ``None``: nothing."""
        return self._asked.get(self.chair.seat) if self.chair and not self.chair.resigned_at else None

    @cached_property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that the open window asks."""
        return tuple(self._asked)

    @cached_property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have not answered; if the terms hide who has, all other seats asked count as waiting."""
        return tuple(seat for seat in self._asked if seat not in self.match.sealed or self._hides(seat))

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The house players that are looking ahead now; empty if the terms hide who has answered."""
        return () if self.hidden else tuple(c.seat for c in self.match.chairs if c.think_at and c.seat in self._asked)

    @property
    def people(self) -> list[Seat]:
        """The seats at which people play."""
        return [chair.seat for chair in people_of(self.match)]

    @property
    def here(self) -> list[Seat]:
        """The seats whose players are here, ready to play on at once."""
        return [chair.seat for chair in people_of(self.match) if is_here(chair, clock.now())]

    @property
    def together(self) -> bool:
        """Whether all are here, so that the table moves at the speed of people."""
        return sits_together(self.match, clock.now())

    @property
    def may_sit(self) -> bool:
        """Whether the reader plays with other people who can all be here at once."""
        playing = self.match.status == PLAYING and not self.match.asleep_at
        return playing and self.you in self.people and len(self.people) > 1

    @cached_property
    def meeting(self) -> Meeting | None:
        """The appointment to sit together, as the reader is told of it; ``None`` if there is none."""
        return meeting_for(self.chair, self.zone, clock.now()) if self.chair else None

    @property
    def asking(self) -> Asking | None:
        """What the host's desk asks of all players now; ``None``: nothing."""
        return asking_for(self.match, self.chair) if self.match.motion else None

    @property
    def paused(self) -> str:
        """Until when the match is paused, absolute, in the reader's zone; empty: it is not."""
        until = self.match.paused_until
        return self.when(until) if until and until > clock.now() and self.match.status == PLAYING else ""

    @property
    def may_end_pause(self) -> bool:
        """Whether the reader may ask to go on before a pause is over."""
        until = self.match.paused_until
        return bool(self.paused) and until is not None and until > clock.now() + clock.GO_ON and self.you in self.people

    @property
    def today(self) -> str:
        """The day in the reader's zone, in ISO 8601."""
        return clock.day_in(clock.now(), self.zone).isoformat()

    @property
    def zone_in_words(self) -> str:
        """The reader's zone in words."""
        return clock.zone_words(self.zone)

    @property
    def follows(self) -> int:
        """After how many milliseconds the page asks again whether the table has moved on; 0: as usual."""
        if self.together:
            return FOLLOWS_PEOPLE
        return FOLLOWS_HOUSE if self.thinking or self.you in self.here else 0

    def _hides(self, seat: Seat) -> bool:
        return self.hidden and seat != self.you

    @property
    def hidden(self) -> bool:
        """Whether the terms hide who has answered."""
        return hides(self.match.terms)

    @property
    def blind(self) -> bool:
        """Whether this window opens only at its deadline, even if all answers are in."""
        return self.match.terms.get(BLIND) == "on" and len(self._asked) > 1

    @property
    def until(self) -> str:
        """The event until which a sealed answer may be changed, such as ``Bruno has answered``."""
        if self.blind:
            return f"the window opens, {self.closes}"
        others = [seat for seat in self.waiting if seat != self.you]
        return f"{self.who(others[0])} has answered" if len(others) == 1 else "the others have answered"

    @property
    def sealed(self) -> str | None:
        """The reader's own sealed answer, or ``None``."""
        kept = None if self.you is None else self.match.sealed.get(self.you)
        return kept.answer if kept else None

    @cached_property
    def plan(self) -> Planned | None:
        """The reader's own plan; ``None`` if there is none, or it has ended."""
        chair = self.chair
        if chair is None or self.table is None or self.match.status != PLAYING:
            return None
        plan = chair.plan
        here = plans.looking_on(self.game, self.table.state, self.view["core"], chair.seat)
        return None if plan is None or plans.ended(plan, here) else self.planned(plan)

    def planned(self, plan: plans.Plan) -> Planned:
        """A plan of the reader in words."""
        assert self.you is not None
        names = names_beside(self.match, self.you)
        says = plans.says(self.game, plan, names, self.prose.plain.card)
        until = plans.until_in_words(plan, self.prose.plain.card)
        return Planned(
            plans.canonical(self.game, plan, names),
            tuple(says),
            until,
            plan.asks_at_last,
            plans.tells_until(self.game, plan),
        )

    @cached_property
    def claim(self) -> Claim | None:
        """The open claim of all remaining tricks."""
        return claim_of(self.match, self.game, self.table)

    @cached_property
    def may_claim(self) -> bool:
        """Whether the reader can claim all remaining tricks now."""
        return self.you is not None and not why_no_claim(self.match, self.game, self.table, self.you)

    @property
    def may_agree(self) -> bool:
        """Whether the reader is asked to agree to the open claim, and has not."""
        claim, chair = self.claim, self.chair
        if claim is None or chair is None or chair.house or chair.resigned_at:
            return False
        return claim.asked and chair.seat not in (claim.seat, *claim.agreed)

    @cached_property
    def open_hands(self) -> Mapping[Seat, tuple[str, ...]]:
        """The cards that lie face up, by the seat that holds them: it has made a claim in this deal."""
        return open_hands(self.match, self.game, self.table)

    @property
    def order(self) -> str:
        """The reader's own plan in words; empty if there is none."""
        plan = self.plan
        return "" if plan is None else plan.text if plan.tells_until else f"{plan.text} ({plan.until})"

    @property
    def answered_at(self) -> str:
        """When the table gives this seat's answer, because there is no other; empty: it does not."""
        if self.ask is None or self.chair is None or self.sealed or forced(self.ask) is None:
            return ""
        return self.when(self.chair.order_at)

    @property
    def withdrawn(self) -> str:
        """The words of the reader's plan that was withdrawn because its answer did not fit; empty if there is none."""
        return self.chair.latest_plan.withdrawn if self.chair and self.chair.latest_plan else ""

    @property
    def house_answers(self) -> bool:
        """Whether a house player, instead of the clock, answers for players who miss the deadline."""
        return self.match.terms.get(HOUSE_ABSENT) == "on"

    @cached_property
    def chosen(self) -> frozenset[str]:
        """The tokens to show as selected: those of a refused form, else those of the sealed answer."""
        if self.picked is not None:
            return self.picked
        return frozenset((self.sealed or "").split())

    @cached_property
    def _slots(self) -> dict[str, Slot]:
        return {slot.name: slot for slot in self.ask.slots} if self.ask else {}

    def slot(self, name: str) -> Slot | None:
        """The slot of the ask with this name, or ``None``."""
        return self._slots.get(name)

    def can(self, name: str, token: str) -> bool:
        """Whether the token is an option of the slot with this name."""
        slot = self.slot(name)
        return slot is not None and token in slot.options

    @cached_property
    def taps(self) -> tuple[str, ...]:
        """The answers of an ask of one pick among at most `MOST_TAPS`, which letters link one by one; else empty."""
        slots = self.ask.slots if self.ask else ()
        if len(slots) != 1 or slots[0].most != 1:
            return ()
        answers = (*slots[0].options, *((NONE,) if not slots[0].least and NONE not in slots[0].options else ()))
        return answers if len(answers) <= MOST_TAPS else ()

    def tap(self, answer: str) -> str:
        """The fragment of the page's address that marks an answer of the open window, such as ``choose-7-KH``."""
        return f"choose-{self.match.ply}-{answer}"

    @property
    def may_be_nothing(self) -> bool:
        """Whether an answer may pick nothing at all. A page wants even that said, see `web.forms.answer_of`."""
        return self.ask is not None and all(slot.least == 0 for slot in self.ask.slots)

    @property
    def scores(self) -> tuple[int, ...]:
        """One score per seat; empty before the first deal."""
        if self.match.scores is not None:
            return tuple(self.match.scores)
        return self.game.scores(self.table.state) if self.table else ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won; empty while the game runs."""
        return tuple(self.match.winners or ())

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The groups of seats that play together; empty if everybody plays alone."""
        return self.game.sides

    @cached_property
    def zone(self) -> str | None:
        """The reader's time zone."""
        return self.chair.player.zone if self.chair and self.chair.player else None

    def when(self, moment: datetime | None) -> str:
        """A time, absolute, in the reader's time zone; empty for ``None``."""
        return clock.in_zone(moment, self.zone) if moment else ""

    def day(self, moment: datetime) -> str:
        """The day of a moment in the reader's zone, such as ``3 May``."""
        return f"{clock.day_in(moment, self.zone):%-d %B}"

    @property
    def closes(self) -> str:
        """When the window closes; empty if the clock is stopped."""
        return self.when(self.match.closes_at)

    @property
    def pace(self) -> str:
        """The pace in words."""
        return clock.pace(self.match.pace).words

    @property
    def opened_it(self) -> bool:
        """Whether the reader opened this match, or all the tables that play the same deals."""
        return self.you == 0 and self.match.table_number in (None, 1)

    @property
    def opener(self) -> str:
        """The name of whoever did."""
        return opener_of(self.match)

    @property
    def tables_ended(self) -> str:
        """How many of the tables that play the same deals have ended; empty for a match on its own."""
        return told_ended(self.match) if self.match.same_deals else ""

    @property
    def agreed(self) -> list[str]:
        """Sentences on the terms that differ from the default."""
        return deviations(self.match.terms)

    @property
    def unusual_terms(self) -> list[str]:
        """Sentences on the terms that are not as they usually are in this game."""
        return unusual(self.match.terms, self.game)

    @property
    def unusual_options(self) -> dict[str, str]:
        """The options of the game that are not as usual, in words."""
        known = self.game.options
        chosen = {name: value for name, value in self.options.items() if name in known and value != known[name].default}
        return {name: known[name].word(value) for name, value in chosen.items()}

    @cached_property
    def following(self) -> Following:
        """What follows this match, which is over. The page must belong to a seat."""
        assert self.chair is not None
        return following(self.chair)

    @property
    def may_go_on(self) -> bool:
        """Whether the game can go on with one more deal."""
        return bool(of_one_part(self.game))

    @property
    def one_more(self) -> bool:
        """Whether this match is one more deal after another."""
        return is_one_more(self.match)

    @cached_property
    def length(self) -> Length | None:
        """How long the match will take."""
        return length_for(self.match)

    @property
    def if_dealt_now(self) -> str:
        """The deadline of the reader's first window if the cards were dealt now."""
        pace, chair = clock.pace(self.match.pace), self.chair
        asked = [hours_of(self.match, chair)] if chair else []
        return self.when(pace.closes(clock.now(), asked, [pace.bank] if pace.bank else ()))

    @property
    def banks(self) -> tuple[str, ...]:
        """The time left in each seat's bank, in words; empty if there are no banks."""
        left = [chair.bank for chair in self.match.chairs]
        return tuple(clock.in_words(timedelta(seconds=seconds)) for seconds in left if seconds is not None)

    @property
    def away(self) -> list[tuple[Seat, str]]:
        """The seats whose players are on vacation, each with its end in words."""
        return [(seat, self.when(moment)) for seat, moment in self.vacations.items()]

    @cached_property
    def vacations(self) -> dict[Seat, datetime]:
        """The seats whose players are on vacation, with the end; empty before the deal, as only players may know."""
        if self.match.status != PLAYING:
            return {}
        until = {chair.seat: away_until(chair, clock.now()) for chair in self.match.chairs}
        return {seat: moment for seat, moment in until.items() if moment}

    @property
    def is_away(self) -> bool:
        """Whether the reader is on vacation."""
        return self.chair is not None and away_until(self.chair, clock.now()) is not None


def seat_page(
    chair: Chair, *, text: bool = False, since: int | None = None, turns: Iterable[Resolved] | None = None
) -> SeatPage:
    """The page of a seat.

    ``since``: the first ply of the story, instead of the latest plies only. ``turns``: the rows of the story, if the
    caller has already read them (with `turns_since`).
    """
    return _page(chair.match, chair.seat, text=text, since=since, turns=turns)


def page_with(chair: Chair, turns: Iterable[Resolved], *, text: bool = False) -> SeatPage:
    """The page of a seat, with a story of these turns, which the caller has already read."""
    match, you = chair.match, chair.seat
    table = table_of(match) if match.snapshot else None
    return SeatPage(match, you, table, tuple(ply_of(turn, you) for turn in turns) if table else (), text=text)


def table_page(chair: Chair) -> SeatPage:
    """The page of a seat without its story."""
    return page_with(chair, ())


def spectator_page(match: Match, *, since: int | None = None) -> SeatPage:
    """The match as a spectator sees it."""
    return _page(match, None, text=False, since=since)


def _page(
    match: Match, you: Seat | None, *, text: bool, since: int | None, turns: Iterable[Resolved] | None = None
) -> SeatPage:
    page = SeatPage(match, you, table_of(match) if match.snapshot else None, text=text)
    if page.table:
        if turns is None:
            turns = turns_since(match, since)
        page.story = tuple(ply_of(turn, you) for turn in turns)
    return page
