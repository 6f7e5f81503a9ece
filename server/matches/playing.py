"""Playing a match: open the window when all answers are in, and advance to the next window."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial

from .. import counts, deal
from ..plans import Asked
from ..rules import GAMES, Ask, Said, Table, asked, begin, dump, lawful, submit
from ..rules import OVER as ENDED
from ..rules.engine import Answer, AnyGame, Seat
from ..store.envelopes import CLOCK, HOUSE, PLAYER, Envelope, Opened
from ..store.models import OVER, PLAYING, Chair, Match, Snapshot, Turn
from ..store.one_match import keep
from ..terms import BLIND, DELAY, HOUSE_ABSENT, hides
from ..views import table_of
from ..views.claims import deal_of
from ..views.replay import afterwards, end_of_part, part_of, shuffler_of, worth_keeping
from ..views.story import kept
from . import forcing, house_lookahead, letters, presence, reviewing, seat_plans, timing
from .typed import understood


class Sitting:
    """The state of one match at one moment, while a use-case changes it inside a transaction.

    Answers are submitted to the rules. When they open a window, the turn is stored, automatic answers are given
    (those of house players, plans, forced ones if the terms say so), the next window gets its deadline, and
    letters are written to the seats asked.
    """

    def __init__(self, match: Match, at: datetime):
        self.match, self.at = match, at
        self.game: AnyGame = GAMES[match.game]
        self.table: Table | None = table_of(match) if match.snapshot else None
        self.shuffle = shuffler_of(match)
        self.later: set[Seat] = set()
        self._says_decided = True
        self._says_claimed: Said | None = None
        self._claimed: dict[int, Mapping[Seat, Answer]] = {}

    def asked(self) -> Mapping[Seat, Ask]:
        """The ask of every seat that the open window needs an answer from, answered or not."""
        assert self.table is not None
        return asked(self.game, self.table)

    def deal(self) -> None:
        """Deal the first cards and open the first window, once everybody has accepted."""
        match = self.match
        table, said = begin(self.game, len(match.chairs), match.options, self.shuffle)
        match.status, match.started_at, match.opened_at = PLAYING, self.at, self.at
        timing.begin(match)
        self._lay(table)
        self._keep_turn("deal", (), said)
        self._move_on()

    def answer(self, answers: Mapping[Seat, Envelope]) -> None:
        """Submit sealed answers; if they open the window, advance the match."""
        ply = self.match.ply
        self._give(answers)
        if self.match.ply != ply:
            self._move_on()

    def close(self) -> list[Chair]:
        """Close a window whose deadline has passed: the clock answers for every seat that has not. Returns those seats.

        If such a seat has an excuse left, the window is extended once by its full time instead; nobody is returned.
        """
        assert self.table is not None
        ordered, by_house = self._late_orders(), self._late_house()
        owed = {
            seat: ask for seat, ask in self.asked().items() if seat not in {*self.table.sealed, *ordered, *by_house}
        }
        late = [self.match.chairs[seat] for seat in owed]
        if self._excuse(late):
            self.answer(ordered)
            return []
        for chair in late:
            chair.missed += 1
        self.match.unanswered = 0 if self.table.sealed or ordered else self.match.unanswered + bool(owed)
        missing = {seat: self._for_the_absent(seat, ask) for seat, ask in owed.items()}
        self._open({**ordered, **by_house, **missing} or self._one_sealed(), told_by_clock=bool(owed))
        return late

    def _late_house(self) -> dict[Seat, Envelope]:
        """Answers of house players that still think when the window closes: what they would play without thinking."""
        return {seat: self._by_the_house(seat) for seat in self._thinking()}

    def _thinking(self) -> list[Seat]:
        return [chair.seat for chair in self.match.chairs if chair.think_at is not None]

    def _for_the_absent(self, seat: Seat, ask: Ask) -> Envelope:
        """The answer for a seat that missed the deadline: from a house player if the terms say so, else the default."""
        if self.match.terms.get(HOUSE_ABSENT) == "on":
            return self._by_the_house(seat, absent=True)
        return Envelope(ask.absent, CLOCK, self.at, deal.new_salt(), absent=True)

    def _by_the_house(self, seat: Seat, absent: bool = False) -> Envelope:
        assert self.table is not None
        chance = random.Random(secrets.randbits(64))
        counts.count_later("house_decisions", house_lookahead.way(self.match))
        chosen = house_lookahead.at_once(self.match, self.game, self.table, seat, chance)
        return Envelope(chosen, HOUSE, self.at, deal.new_salt(), absent=absent)

    def _late_orders(self) -> dict[Seat, Envelope]:
        """Orders and forced answers that were to be given later in the window, given now because the window closes."""
        asked = {seat: ask for seat, ask in self.asked().items() if self.match.chairs[seat].order_at}
        given = {seat: self._planned(seat, ask, closing=True) for seat, ask in asked.items()}
        return {seat: envelope for seat, envelope in given.items() if envelope is not None}

    def _open(self, answers: Mapping[Seat, Envelope], told_by_clock: bool) -> None:
        ply = self.match.ply
        self._give(answers, in_time=False)
        if self.match.ply != ply:
            self._move_on(told_by_clock)

    def _one_sealed(self) -> dict[Seat, Envelope]:
        """One sealed answer to submit again, which opens the window when all answers are in (blind timing)."""
        return dict(list(self.match.sealed.items())[:1])

    def _excuse(self, late: Sequence[Chair]) -> bool:
        """Extend the window once, and notify everybody, if a late seat has an excuse left. Returns whether it did."""
        match = self.match
        excused = [chair for chair in late if chair.excuses > 0]
        if match.counts_from or not excused:
            return False
        for chair in excused:
            chair.excuses -= 1
        timing.extend(match, self.counted(), self.at)
        letters.tell(match, match.chairs, "excused", self.at, self.at.isoformat(), seats=[c.seat for c in excused])
        return True

    def counted(self) -> list[Seat]:
        """The seats whose hours count for the deadline: those that still owe an answer; all asked if that is hidden."""
        return [seat for seat in self.people_asked() if self._counts(self.match.sealed.get(seat))]

    def people_asked(self) -> list[Seat]:
        """The seats asked that no house player holds."""
        return [seat for seat in self.asked() if not self.match.chairs[seat].house]

    def _counts(self, envelope: Envelope | None) -> bool:
        return envelope is None or (hides(self.match.terms) and envelope.counts_as_given)

    def wake(self) -> None:
        """Restart the clock of a sleeping match."""
        self.match.asleep_at, self.match.unanswered = None, 0
        self._start_clock()
        for seat in self._thinking():
            house_lookahead.begin(self.match.chairs[seat], self.at)

    def end(self, ending: str, winners: Iterable[Seat]) -> None:
        """End the match: store the result, stop the clock, notify everybody. ``ending`` says how it ended."""
        match = self.match
        assert self.table is not None
        match.status, match.ending, match.over_at = OVER, ending, self.at
        match.scores, match.winners = list(self.game.scores(self.table.state)), list(winners)
        match.sealed = {}
        match.closes_at = match.remind_at = match.asleep_at = None
        self._forget_hours()
        letters.tell(match, match.chairs, "over", self.at)
        if not match.shut:
            reviewing.begin(match, self.at)

    def give_orders(self) -> None:
        """Give the plans and the forced answers whose delay has passed."""
        ply = self.match.ply
        self.resume()
        for chair in self.match.chairs:
            if self.match.ply == ply and chair.order_at and chair.order_at <= self.at:
                chair.order_at = None

    def resume(self) -> None:
        """Check whether the open window can advance by itself, for example because a seat has gone to the house."""
        ply = self.match.ply
        self.play_on()
        if self.match.ply != ply:
            self._move_on()

    def play_claimed(self, line: Sequence[Mapping[Seat, Answer]], said: Said) -> None:
        """Play the rest of a deal that was claimed: these answers, window after window. ``said``: how all are told."""
        self._claimed = {self.match.ply + n: given for n, given in enumerate(line)}
        self._says_claimed = said
        self.resume()

    def play_on(self) -> None:
        """Give all answers that need no player, window after window, until a player must decide."""
        while self.match.status == PLAYING:
            answers = self._by_themselves()
            ply = self.match.ply
            planned = any(envelope.by_plan or envelope.forced for envelope in answers.values())
            self._give(answers, in_time=planned or len(answers) < len(self.asked()))
            if self.match.ply == ply:
                return

    def _give(self, answers: Mapping[Seat, Envelope], in_time: bool = True) -> None:
        """Submit answers. ``in_time``: the window is still open to players, so blind timing must keep it closed."""
        for seat, envelope in answers.items():
            before = self.table
            assert before is not None
            if in_time and self._blind():
                self._hold(before, seat, envelope)
                continue
            after, said = submit(self.game, before, seat, envelope.answer, self.shuffle)
            envelopes = {**self.match.sealed, seat: envelope}
            if after.state is before.state:
                self.table = after
                self.match.sealed = {kept: envelopes[kept] for kept in after.sealed}
                presence.stay(self.match, {seat: envelope}, self.at, opened=False)
                continue
            self.match.ply += 1
            self._lay(after)
            opened = [envelopes[kept].opened(kept) for kept in sorted(envelopes)]
            counts.count_later("windows_closed", "deadline" if any(given.absent for given in opened) else "answered")
            for given in opened:
                if given.by == PLAYER:
                    self.match.chairs[given.seat].missed = 0
            self._keep_turn(before.state.phase, opened, (*self._of_the_rest(opened), *_asides(opened), *said))
            presence.stay(self.match, envelopes, self.at, opened=True)
            if timing.keeps_banks(self.match):
                self._charge(envelopes)
            self.match.opened_at = self.at
            if after.state.phase == ENDED:
                self.end("played", self.game.winners(after.state))

    def _of_the_rest(self, opened: Iterable[Opened]) -> tuple[Said, ...]:
        """A line to all where the table begins to play the rest of a deal."""
        if any(envelope.claimed for envelope in opened):
            return self._of_the_claim()
        begins = self._says_decided and any(envelope.decided for envelope in opened)
        self._says_decided = self._says_decided and not begins
        line = "No answer can change the result of this deal any more: the table plays the rest."
        return (Said(line, kind="decided"),) if begins else ()

    def _of_the_claim(self) -> tuple[Said, ...]:
        said, self._says_claimed = self._says_claimed, None
        return (said,) if said else ()

    def _blind(self) -> bool:
        """Whether answers stay sealed until the deadline even if all are in; pointless if only one seat is asked."""
        return self.match.terms.get(BLIND) == "on" and len(self.asked()) > 1

    def _hold(self, table: Table, seat: Seat, envelope: Envelope) -> None:
        self.table = Table(table.state, {**table.sealed, seat: envelope.answer}, table.shuffles)
        self.match.sealed = {**self.match.sealed, seat: envelope}

    def _charge(self, given: Mapping[Seat, Envelope]) -> None:
        """Deduct the time used in this window from the banks."""
        late = [seat for seat, envelope in given.items() if envelope.absent]
        at = {seat: envelope.at for seat, envelope in given.items() if envelope.counts_as_given}
        timing.charge(self.match, at, late)

    def _by_themselves(self) -> dict[Seat, Envelope]:
        assert self.table is not None
        owed = {seat: ask for seat, ask in self.asked().items() if seat not in self.table.sealed}
        given = {seat: self._by_itself(seat, ask) for seat, ask in owed.items()}
        return {seat: envelope for seat, envelope in given.items() if envelope is not None}

    def _by_itself(self, seat: Seat, ask: Ask) -> Envelope | None:
        """The answer of a seat that needs no player now, or None."""
        claimed = self._claimed.get(self.match.ply, {}).get(seat)
        if claimed is not None:
            answer = claimed if lawful(ask, claimed) else ask.absent
            return Envelope(answer, CLOCK, self.at, deal.new_salt(), claimed=True)
        if self._nothing_hangs_on_it():
            return Envelope(ask.absent, CLOCK, self.at, deal.new_salt(), decided=True)
        if self.match.chairs[seat].house:
            return self._by_the_house_in_time(seat)
        only = forcing.only_answer(self.match, ask)
        if only is not None and self._is_no_secret(seat):
            return self._without_choice(only)
        return self._planned(seat, ask)

    def _by_the_house_in_time(self, seat: Seat) -> Envelope | None:
        """The answer of a house player; None if it thinks first, even without a choice: to be quick would tell that."""
        assert self.table is not None
        if house_lookahead.thinks(self.match) and not forcing.publicly_forced(self.game, self.table, seat):
            house_lookahead.begin(self.match.chairs[seat], self.at)
            return None
        return self._by_the_house(seat)

    def decide(self, chair: Chair, answer: Answer | None) -> None:
        """Give the answer that a house player has thought of; None: what it plays without thinking."""
        house_lookahead.stop(chair)
        envelope = self._by_the_house(chair.seat) if answer is None else self._foreseen(answer)
        self.answer({chair.seat: envelope})

    def _foreseen(self, answer: Answer) -> Envelope:
        counts.count_later("house_decisions", "ahead")
        return Envelope(answer, HOUSE, self.at, deal.new_salt())

    def _nothing_hangs_on_it(self) -> bool:
        """Whether it was proved that no answer can change the result of this deal any more."""
        assert self.table is not None
        return self.match.decided is not None and self.match.decided == self.this_deal()

    def this_deal(self) -> str:
        """What tells this deal of the match from its others."""
        assert self.table is not None
        return deal_of(self.game, self.table)

    def _is_no_secret(self, seat: Seat) -> bool:
        """Whether a forced answer tells nobody anything by its moment."""
        assert self.table is not None
        alone = forcing.told_to_nobody(self.match, seat)
        return alone or forcing.publicly_forced(self.game, self.table, seat)

    def _without_choice(self, only: Answer) -> Envelope:
        return Envelope(only, CLOCK, self.at, deal.new_salt(), forced=True)

    def _planned(self, seat: Seat, ask: Ask, closing: bool = False) -> Envelope | None:
        """The answer of the seat's plan, else its forced one; None if there is neither, or it is delayed."""
        chair = self.match.chairs[seat]
        ordered = self._order(chair, ask)
        if ordered is not None:
            return self._ordered(chair, ordered, closing)
        only = forcing.only_answer(self.match, ask)
        if only is None or not forcing.is_early(chair) or self._is_later(chair, closing):
            return None
        chair.order_at, self.match.unanswered = None, 0
        return self._without_choice(only)

    def _order(self, chair: Chair, ask: Ask) -> Answer | None:
        """The answer that the seat's plan gives to this ask, or None."""
        if chair.latest_plan is None:
            return None
        return seat_plans.ordered(self.match, chair, self._asked_of(chair, ask), partial(understood, self.match))

    def _asked_of(self, chair: Chair, ask: Ask) -> Asked:
        assert self.table is not None
        state = self.table.state
        return Asked(self.game, state, ask, self.game.view(state, chair.seat)["core"], chair.seat)

    def _ordered(self, chair: Chair, answer: Answer, closing: bool) -> Envelope | None:
        if self.match.terms.get(DELAY) == "on" and self._is_later(chair, closing):
            return None
        seat_plans.given(chair)
        self.match.unanswered = 0
        self.is_there(chair)
        return Envelope(answer, PLAYER, self.at, deal.new_salt(), by_plan=True)

    def is_there(self, chair: Chair) -> None:
        """The player of a seat has answered, and so misses nothing any more. Where it is hidden who has, that counts
        only when the window opens (see `_give`), or the others would see the seat to be absent no more.
        """
        if not hides(self.match.terms):
            chair.missed = 0

    def _is_later(self, chair: Chair, closing: bool) -> bool:
        """Whether a delayed answer must still wait; if its moment has not been drawn yet, it will be (see `later`)."""
        if closing or (chair.order_at is not None and chair.order_at <= self.at):
            return False
        self.later.add(chair.seat)
        return True

    def forget_plan(self, chair: Chair, ask: Ask) -> None:
        """Forget what was to be given later: the player has answered. An order for one answer is then used up."""
        if self._order(chair, ask) is not None:
            seat_plans.given(chair)
        chair.order_at = None

    def _move_on(self, told_by_clock: bool = False) -> None:
        self.play_on()
        match = self.match
        if match.status != PLAYING:
            return
        self._start_clock()
        for seat in self.later:
            match.chairs[seat].order_at = seat_plans.moment(match, match.chairs[seat], self.at)
        assert self.table is not None
        people = [match.chairs[seat] for seat in self.people_asked()]
        asked = [chair for chair in people if chair.seat not in self.table.sealed]
        told = people if hides(match.terms) else asked  # the hook of a match waits for the first of these letters
        letters.tell(match, told, "turn", self.at, held_until=presence.letters_leave(match, self.at))
        if told_by_clock and (asked or not self._alone()):
            letters.tell(match, [chair for chair in match.chairs if chair not in asked], "clock", self.at)

    def _alone(self) -> bool:
        """Whether one person plays with house players only: the next letter tells all, as soon as they have played."""
        return sum(not chair.house for chair in self.match.chairs) == 1

    def _start_clock(self) -> None:
        if self.match.practice_until is None:
            timing.start(self.match, self.counted(), self.at)

    def _lay(self, table: Table) -> None:
        before, self.table = self.table, table
        self.match.snapshot, self.match.version = dump(table.state), self.game.version
        self.match.shuffles, self.match.sealed = table.shuffles, {}
        self._forget_hours()
        if worth_keeping(self.game, self.match.ply, before, table):
            self._keep_snapshot(before, table)

    def _keep_snapshot(self, before: Table | None, table: Table) -> None:
        match, part, ended, after = self.match, part_of(self.game, table.state), None, None
        if self.game.trick_game and before is not None and part_of(self.game, before.state) != part:
            ended, after = end_of_part(self.game, before, table), afterwards(self.game, table)
        keep(Snapshot, match_id=match.id, ply=match.ply, version=match.version, shuffles=match.shuffles,
             part=part, state=match.snapshot, ended=ended, after=after)  # fmt: skip

    def _forget_hours(self) -> None:
        """Forget when delayed orders and forced answers were to be given: their window has closed."""
        self.later.clear()
        for chair in self.match.chairs:
            chair.order_at = None
            house_lookahead.stop(chair)

    def _keep_turn(self, phase: str, answers: Iterable[Opened], said: Iterable[Said]) -> None:
        keep(
            Turn, match_id=self.match.id, ply=self.match.ply, phase=phase, opened_at=self.match.opened_at,
            closed_at=self.at, answers=list(answers), said=[kept(line) for line in said],
        )  # fmt: skip


def _asides(opened: Iterable[Opened]) -> tuple[Said, ...]:
    """Remarks about the answers: to all, which were given by the house; to each owner, which by a plan."""
    absent = [envelope.seat for envelope in opened if envelope.absent and envelope.by == HOUSE]
    text = "{player} let the window pass; a house player answered."
    by_house = (Said(text, {"player": seat}, kind="house_answered") for seat in absent)
    return (*by_house, *seat_plans.asides(opened))
