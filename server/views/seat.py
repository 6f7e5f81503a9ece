"""What one seat sees of its match at a given moment. Pages, letters and the API are made from it.

Everything comes from the game's view for the seat and from public facts: secrets are never read and then hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from typing import Any

from ..plans import Plan
from ..rules import GAMES, AnyGame, Ask, Said, Table, all_asks, forced
from ..rules.engine import Answer, Seat, State
from ..store.history import Resolved
from ..store.models import PLAYING, Chair, Match, Remark
from ..terms import BLIND, hides
from .agreement import Agreement
from .answer_form import AnswerForm, forced_tokens
from .attendance import Attendance
from .claims import TableClaims
from .own_plan import Planned, ahead, foreseen, own_plan
from .prose import Prose
from .story import Ply, ply_of, turns_since
from .tables import letter_of, table_of
from .times import Times


@dataclass
class SeatPage:
    """The match as the seat ``you`` sees it; ``None``: as a spectator sees it.

    ``text``: `prose` makes plain text instead of markup. ``picked``: the tokens to show as selected, instead of those
    of the sealed answer. ``veiled``: the view and the story are those of a spectator, for a letter that must not show
    the hand; what is asked stays. ``bubble``: a line of talk that is new to the reader, and whose. ``note``: what a
    lesson says of the position, and of an answer that it did not want. ``names``: of all players, by seat;
    ``called``: the same, but “You” for the reader.
    """

    match: Match
    you: Seat | None
    table: Table | None
    story: tuple[Ply, ...] = ()
    text: InitVar[bool] = False
    picked: frozenset[str] | None = None
    veiled: bool = False
    bubble: tuple[Seat, Remark] | None = None
    note: tuple[str, ...] = ()
    game: AnyGame = field(init=False)
    chair: Chair | None = field(init=False)
    names: tuple[str, ...] = field(init=False)
    called: tuple[str, ...] = field(init=False)
    prose: Prose = field(init=False)

    def __post_init__(self, text: bool) -> None:
        self.game = GAMES[self.match.game]
        self.chair = None if self.you is None else self.match.chairs[self.you]
        self.names = tuple(chair.name for chair in self.match.chairs)
        self.called = tuple("You" if seat == self.you else name for seat, name in enumerate(self.names))
        self.prose = Prose(self.game, self.you, self.called, text)

    @property
    def own(self) -> Chair:
        """The reader's chair; a spectator has none, and must not come here."""
        assert self.chair is not None
        return self.chair

    @property
    def state(self) -> State:
        """The state of the table, once the cards have been dealt."""
        assert self.table is not None
        return self.table.state

    @cached_property
    def times(self) -> Times:
        return Times.of(self.match, self.chair)

    @cached_property
    def attendance(self) -> Attendance:
        return Attendance(self.match, self.chair)

    @cached_property
    def agreement(self) -> Agreement:
        return Agreement(self.match, self.chair)

    @cached_property
    def claims(self) -> TableClaims:
        return TableClaims(self.match, self.table, self.chair)

    @cached_property
    def plan(self) -> Planned | None:
        """The reader's own plan; ``None`` if there is none, or it has ended."""
        return own_plan(self.chair, self.table, self.view, self.prose) if self.chair else None

    def ahead(self, plan: Plan | None = None) -> list[str]:
        """What a plan of this seat would do next, by default its own: a phrase for each situation that was found."""
        plan = plan or self.own.plan
        if plan is None or self.table is None or self.you is None:
            return []
        return ahead(self.game, foreseen(self.match, self.table, self.you, plan), self.prose)

    @cached_property
    def form(self) -> AnswerForm:
        chosen = frozenset((self.sealed or "").split()) if self.picked is None else self.picked
        return AnswerForm(self.ask, self.match.ply, chosen | forced_tokens(self.ask))

    @cached_property
    def letters(self) -> tuple[str, ...]:
        return tuple(map(letter_of, range(len(self.names))))

    @property
    def named(self) -> str:
        """What the reader calls the match."""
        return named(self.match, self.chair)

    @cached_property
    def others(self) -> tuple[str, ...]:
        return tuple(name for seat, name in enumerate(self.names) if seat != self.you)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The game's view for this seat; empty before the first deal."""
        return self.game.view(self.table.state, None if self.veiled else self.you) if self.table else {}

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """One score per seat; empty before the first deal."""
        if self.match.scores is not None:
            return tuple(self.match.scores)
        return self.game.scores(self.table.state) if self.table else ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(self.match.winners or ())

    @property
    def stage(self) -> str:
        """The progress in its largest unit, such as ``round 3 of 9``; empty before the first deal."""
        parts = self.view["core"]["progress"] if self.view else []
        return (
            "{unit} {number}".format(**parts[0]) + (f" of {parts[0]['of']}" if parts[0]["of"] else "") if parts else ""
        )

    @property
    def idle(self) -> Said:
        """A sentence on what seats that are not asked wait for. The cards must have been dealt."""
        return self.game.idle(self.state)

    @cached_property
    def _asks(self) -> dict[Seat, Ask]:
        if self.table is None or self.match.status != PLAYING:
            return {}
        return dict(all_asks(self.game, self.table))

    @cached_property
    def seats_asked(self) -> tuple[Seat, ...]:
        """The seats that the open window asks."""
        return tuple(self._asks)

    @cached_property
    def ask(self) -> Ask | None:
        """What this seat must decide, even while its sealed answer may still be changed; ``None``: nothing."""
        return self._asks.get(self.chair.seat) if self.chair and not self.chair.resigned_at else None

    @property
    def sealed(self) -> Answer | None:
        """The reader's own sealed answer, or ``None``."""
        kept = None if self.you is None else self.match.sealed.get(self.you)
        return kept.answer if kept else None

    @property
    def hidden(self) -> bool:
        """Whether the terms hide who has answered."""
        return hides(self.match.terms)

    @cached_property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have not answered; if the terms hide who has, all other seats asked count as waiting."""
        hidden, sealed = self.hidden, self.match.sealed
        return tuple(seat for seat in self._asks if seat not in sealed or (hidden and seat != self.you))

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The house players that are looking ahead now; empty if the terms hide who has answered."""
        return () if self.hidden else tuple(c.seat for c in self.match.chairs if c.think_at and c.seat in self._asks)

    @property
    def called_by_letter(self) -> bool:
        """Whether a letter tells the reader when something is asked: not in practice, nor where letters are stopped."""
        chair, player = self.chair, self.chair.player if self.chair else None
        stopped = chair is None or player is None or chair.stopped_at or player.stopped_at or chair.resigned_at
        return not stopped and self.match.practice_until is None

    @property
    def blind(self) -> bool:
        """Whether this window opens only at its deadline, even if all answers are in."""
        return self.match.terms.get(BLIND) == "on" and len(self._asks) > 1

    @property
    def until(self) -> str:
        """The event until which a sealed answer may be changed, such as ``Bruno has answered``."""
        if self.blind:
            return "the answers open"
        others = [seat for seat in self.waiting if seat != self.you]
        return f"{self.names[others[0]]} has answered" if len(others) == 1 else "the others have answered"

    @property
    def answered_at(self) -> str:
        """When the table gives this seat's answer, because there is no other; empty: it does not."""
        if self.ask is None or self.chair is None or self.sealed or forced(self.ask) is None:
            return ""
        return self.times.told(self.chair.order_at) if self.chair.order_at else ""


def named(match: Match, chair: Chair | None) -> str:
    """What a match is called for the player of a seat: their own name for the table, if they gave one, and the game."""
    own, game = chair and chair.table_name, GAMES[match.game].name
    return f"{own} · {game}" if own else game


def seat_page(
    chair: Chair,
    *,
    text: bool = False,
    since: int | None = None,
    turns: Iterable[Resolved] | None = None,
    veiled: bool = False,
) -> SeatPage:
    """The page of a seat.

    ``since``: the first ply of the story, instead of the latest plies only. ``turns``: the rows of the story, if the
    caller has already read them (with `turns_since`). ``veiled``: see `SeatPage`.
    """
    seen = _seen(chair.match, None if veiled else chair.seat, since, turns)
    return SeatPage(chair.match, chair.seat, *seen, text, veiled=veiled)


def table_page(chair: Chair) -> SeatPage:
    """The page of a seat without its story."""
    return seat_page(chair, turns=())


def spectator_page(match: Match, *, since: int | None = None) -> SeatPage:
    return SeatPage(match, None, *_seen(match, None, since))


def _seen(
    match: Match, reader: Seat | None, since: int | None, turns: Iterable[Resolved] | None = None
) -> tuple[Table | None, tuple[Ply, ...]]:
    """The table, and the story as a reader may know it."""
    if not match.snapshot:
        return None, ()
    turns = turns_since(match, since) if turns is None else turns
    return table_of(match), tuple(ply_of(turn, reader) for turn in turns)
