"""A match in play, at one moment: its table, to which answers are submitted while a use-case changes the match.

Where answers open a window, the turn is kept with what is told of it, and the match may end. `playing` says how it goes
on from there, `automatic` what is answered without a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from .. import counts
from ..rules import GAMES, Ask, Said, Table, all_asks, begin, dump, submit
from ..rules import OVER as ENDED
from ..rules.engine import Answer, AnyGame, Seat
from ..store.envelopes import HOUSE, PLAYER, Envelope, Opened
from ..store.models import OVER, PLAYING, Chair, Match, Snapshot, Turn
from ..store.one_match import keep
from ..terms import BLIND, hides
from ..views import table_of
from ..views.claims import deal_of
from ..views.replay import afterwards, end_of_part, part_of, shuffler_of, worth_keeping
from ..views.story import kept
from . import house_lookahead, letters, presence, reviewing, seat_plans, timing


class InPlay:
    """A match with its rules and its table, inside a transaction.

    ``claimed``: the answers with which the table plays the rest of a deal that was claimed, by the ply of their window;
    ``claim_told``: what all are told of that. ``later``: the seats whose automatic answer is to come later.
    """

    def __init__(self, match: Match, at: datetime):
        self.match, self.at = match, at
        self.game: AnyGame = GAMES[match.game]
        self.shuffle = shuffler_of(match)
        self.claimed: Mapping[int, Mapping[Seat, Answer]] = {}
        self.claim_told: Said | None = None
        self.later: set[Seat] = set()
        self._table = table_of(match) if match.snapshot else None
        self._decided_told = False

    @property
    def table(self) -> Table:
        """The table; the cards must have been dealt."""
        assert self._table is not None
        return self._table

    def all_asks(self) -> Mapping[Seat, Ask]:
        """The ask of every seat that the open window needs an answer from, answered or not."""
        return all_asks(self.game, self.table)

    def owed(self) -> Mapping[Seat, Ask]:
        """The same of the seats that have not answered."""
        return {seat: ask for seat, ask in self.all_asks().items() if seat not in self.table.sealed}

    def people_asked(self) -> list[Seat]:
        """The seats asked that no house player holds."""
        return [seat for seat in self.all_asks() if not self.match.chairs[seat].house]

    def people_awaited(self) -> list[Seat]:
        """Those of them that have not answered."""
        return [seat for seat in self.people_asked() if seat not in self.match.sealed]

    def counted(self) -> list[Seat]:
        """The seats whose hours count for the deadline: those that still owe an answer; all asked if that is hidden."""
        return [seat for seat in self.people_asked() if self._counts(self.match.sealed.get(seat))]

    def _counts(self, envelope: Envelope | None) -> bool:
        return envelope is None or (hides(self.match.terms) and envelope.counts_as_given)

    def this_deal(self) -> str:
        """A key that tells this deal from the others of the match."""
        return deal_of(self.game, self.table)

    def deal(self) -> None:
        """Deal the first cards."""
        match = self.match
        table, said = begin(self.game, len(match.chairs), match.options, self.shuffle)
        match.status, match.started_at, match.opened_at = PLAYING, self.at, self.at
        timing.begin(match)
        self._lay(table)
        self._keep_turn("deal", (), said)

    def submit(self, answers: Mapping[Seat, Envelope], in_time: bool = True) -> bool:
        """Submit answers; returns whether they opened the window. ``in_time``: it is still open to players, so that
        blind timing must keep it closed.
        """
        ply = self.match.ply
        for seat, envelope in answers.items():
            before, given = self.table, {**self.match.sealed, seat: envelope}
            if in_time and self._blind():
                self._table = Table(before.state, {**before.sealed, seat: envelope.answer}, before.shuffles)
                self.match.sealed = given
                continue
            after, said = submit(self.game, before, seat, envelope.answer, self.shuffle)
            if after.state is before.state:
                self._table, self.match.sealed = after, {kept: given[kept] for kept in after.sealed}
                presence.stay(self.match, {seat: envelope}, self.at, opened=False)
            else:
                self._opened(before.state.phase, given, after, said)
        return self.match.ply != ply

    def _blind(self) -> bool:
        """Whether answers stay sealed until the deadline even if all are in; pointless if only one seat is asked."""
        return self.match.terms.get(BLIND) == "on" and len(self.all_asks()) > 1

    def _opened(self, phase: str, given: Mapping[Seat, Envelope], after: Table, said: tuple[Said, ...]) -> None:
        match = self.match
        match.ply += 1
        self._lay(after)
        opened = [given[seat].opened(seat) for seat in sorted(given)]
        counts.count_later("windows_closed", "deadline" if any(one.absent for one in opened) else "answered")
        for one in opened:
            if one.by == PLAYER:
                match.chairs[one.seat].missed = 0
        self._keep_turn(phase, opened, (*self._of_the_rest(opened), *_asides(opened), *said))
        presence.stay(match, given, self.at, opened=True)
        if timing.keeps_banks(match):
            late = [seat for seat, envelope in given.items() if envelope.absent]
            timing.charge(match, {seat: one.at for seat, one in given.items() if one.counts_as_given}, late)
        match.opened_at = self.at
        if after.state.phase == ENDED:
            self.end("played", self.game.winners(after.state))

    def end(self, ending: str, winners: Iterable[Seat]) -> None:
        """End the match: store the result, stop the clock, notify everybody. ``ending`` says how it ended."""
        match = self.match
        match.status, match.ending, match.over_at = OVER, ending, self.at
        match.scores, match.winners = list(self.game.scores(self.table.state)), list(winners)
        match.sealed = {}
        match.closes_at = match.remind_at = match.asleep_at = None
        self._forget_hours()
        letters.tell(match, match.chairs, "over", self.at)
        if not match.shut:
            reviewing.begin(match, self.at)

    def _lay(self, table: Table) -> None:
        before, self._table = self._table, table
        self.match.snapshot, self.match.version = dump(table.state), self.game.version
        self.match.shuffles, self.match.sealed = table.shuffles, {}
        self._forget_hours()
        if worth_keeping(self.game, self.match.ply, before, table):
            self._keep_snapshot(before, table)

    def _forget_hours(self) -> None:
        """Forget when delayed answers were to be given: their window has closed."""
        self.later.clear()
        for chair in self.match.chairs:
            chair.order_at = None
            house_lookahead.stop(chair)

    def _keep_snapshot(self, before: Table | None, table: Table) -> None:
        match, part, ended, after = self.match, part_of(self.game, table.state), None, None
        if before is not None and part_of(self.game, before.state) != part:
            ended, after = end_of_part(self.game, before, table), afterwards(self.game, table)
        keep(Snapshot, match_id=match.id, ply=match.ply, version=match.version, shuffles=match.shuffles,
             part=part, state=match.snapshot, ended=ended, after=after)  # fmt: skip

    def _keep_turn(self, phase: str, answers: Iterable[Opened], said: Iterable[Said]) -> None:
        keep(
            Turn, match_id=self.match.id, ply=self.match.ply, phase=phase, opened_at=self.match.opened_at,
            closed_at=self.at, answers=list(answers), said=[kept(line) for line in said],
        )  # fmt: skip

    def _of_the_rest(self, opened: Iterable[Opened]) -> tuple[Said, ...]:
        """A line to all where the table begins to play the rest of a deal."""
        if any(envelope.claimed for envelope in opened):
            said, self.claim_told = self.claim_told, None
            return (said,) if said else ()
        if self._decided_told or not any(envelope.decided for envelope in opened):
            return ()
        self._decided_told = True
        line = "No answer can change the result of this deal any more: the table plays the rest."
        return (Said(line, kind="decided"),)


def note_answered(chair: Chair) -> None:
    """Note that the player of a seat has answered, and so is not absent. Where it is hidden who has answered, that is
    noted only when the window opens (see `InPlay.submit`), or the others would see it before.
    """
    if not hides(chair.match.terms):
        chair.missed = 0


def _asides(opened: Iterable[Opened]) -> tuple[Said, ...]:
    """Lines about the answers: to all, which the house gave for an absent player; to an owner, that their plan did."""
    absent = [envelope.seat for envelope in opened if envelope.absent and envelope.by == HOUSE]
    text = "{player} ran out of time; a house player answered."
    by_house = (Said(text, {"player": seat}, kind="house_answered") for seat in absent)
    return (*by_house, *seat_plans.lines_on_plans(opened))
