"""The definition of a game, and the engine that drives it: phases of sealed decisions and of shuffles.

Rules are pure functions of values. They deal with cards, seats and answers only, and use no clock, database, web, mail
or random source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from types import new_class
from typing import Any, Generic, Literal, Protocol, TypedDict, TypeVar

from msgspec.structs import force_setattr

from . import core, defaults
from .lesson import Lesson
from .record import field, record, replace
from .story import Number
from .story import Said as Said
from .story import plural_said as plural_said
from .tempo import Parts, Tempo, one_part


class HasPhase(Protocol):
    """The part of a state that the engine uses."""

    @property
    def phase(self) -> str:
        """The key of the phase that the game is in; `OVER` at its end."""


Seat = core.Seat
State = Any
"""The state of any game; each game defines its own frozen record."""
S = TypeVar("S", bound=HasPhase)
Answer = str
Deck = tuple[str, ...]
Shuffler = Callable[[Deck, int], Sequence[str]]

OVER = "over"
NONE = "none"
YES_OR_NO: Mapping[str | int, str] = {"on": "yes", "off": "no"}


class Illegal(ValueError):
    """An answer, option or number of seats that the rules refuse; the message can be shown and mailed to players.

    ``nearest``: the answers that a loose reading of typed text finds, in canonical form, the likeliest first.
    """

    def __init__(self, sentence: str = "", nearest: tuple[str, ...] = ()):
        super().__init__(sentence)
        self._nearest = nearest

    @property
    def nearest(self) -> tuple[str, ...]:
        """The answers that the refused text could mean."""
        return self._nearest


@record
class Slot:
    """One part of an answer: between ``least`` and ``most`` different tokens of ``options``."""

    name: str
    options: tuple[str, ...]
    least: int = 1
    most: int = 1


@record
class Ask:
    """What one seat must decide.

    Every combination across ``slots`` is lawful, and no token is in two slots. ``absent`` is the lawful default answer
    that the clock gives for a silent seat. ``words`` maps tokens to their names in typed answers, letters and screen
    readers; the first name is the one displayed. ``calls``: the cards are called, not played.
    """

    prompt: str
    slots: tuple[Slot, ...]
    absent: Answer
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    calls: bool = False

    def __eq__(self, other: object) -> bool:
        same: bool = type(other) is Ask and self._what() == other._what()
        return same

    def __hash__(self) -> int:
        return hash(self._what())

    def _what(self) -> tuple[Any, ...]:
        return self.prompt, self.slots, self.absent, self.calls


Story = tuple[Said, ...]
Result = tuple[S, Story]
"""The result of a phase: the next state, and the lines of the story."""


@record
class Decide(Generic[S]):
    """A phase in which seats owe sealed answers; ``then`` resolves them when all are in."""

    asks: Callable[[S], Mapping[Seat, Ask]]
    then: Callable[[S, Mapping[Seat, Answer]], Result[S]]


@record
class Shuffle(Generic[S]):
    """A phase in which the table shuffles ``deck``, given in canonical order; ``then`` continues with the result."""

    deck: Callable[[S], Deck]
    then: Callable[[S, Deck], Result[S]]


Phase = Decide[S] | Shuffle[S]


@record
class Option:
    """A variant that is agreed on before the match: its allowed values, its default, and one line of help.

    ``default_with``: other defaults, depending on another option, such as ``{("deck", "poker"): 6}``. ``words``: names
    for values that `word` cannot name well. ``short``: the value for a match that ends soon, usually after one deal, if
    this option decides that; the page for new matches preselects it, and a further deal is played with it. ``name``:
    how its key is spelled, where that is not plain letters.
    """

    values: tuple[str | int, ...]
    default: str | int
    help: str
    default_with: Mapping[tuple[str, str | int], str | int] = field(default_factory=dict)
    words: Mapping[str | int, str] = field(default_factory=dict)
    short: str | int | None = None
    name: str = ""

    def spelled(self, key: str) -> str:
        """Its name in words: ``petit sec`` for ``petit-sec``."""
        return self.name or key.replace("-", " ")

    def word(self, value: str | int) -> str:
        """A value in words: ``yes`` for ``on``, ``dealer only`` for ``dealer-only``."""
        return self.words.get(value) or YES_OR_NO.get(value) or str(value).replace("-", " ")

    @property
    def choices(self) -> tuple[str, ...]:
        """All values in words."""
        return tuple(map(self.word, self.values))


@record
class Made:
    """The points made in a deal with a contract, the points needed, and all points in the deck."""

    points: Number
    needed: Number
    all: Number


LEFT_OUT: Any = None
"""What `Game` fills in."""


def typed_dict(name: str, entries: Mapping[str, Any]) -> type:
    """A type of dicts, made from a name and its entries."""
    return new_class(
        name, (TypedDict,), exec_body=lambda body: body.update(__annotations__=entries, __module__=__name__)
    )


@record
class Game(Generic[S]):
    """One game: its rules as functions of states, and what others must know of it.

    The rules:

    - ``phases``, in the order of the rule book. Their keys are stored in matches and never renamed.
    - ``start(seats, options)`` gets every option, with defaults filled in, and raises `Illegal` for a combination that
      cannot be played.
    - ``scores(state)``: the totals by seat, the higher the better: penalty points are below zero.
    - ``progress(state)``: how far the match has come, as `core.Core.progress` in every view, without building a view.
    - ``cards(state)``: each place with the cards that lie there, with one place for each hand; whenever a seat is
      asked, they are the whole deck.
    - ``order(state, suit)``: the cards of a suit as they rank in this state, lowest first; for the empty suit, all
      cards of the deck, first those that players part with most readily.
    - ``redeal(state, seat, random)``: the same table with everything dealt anew that this seat cannot see: cards that
      it has seen stay in place, and shown voids remain.

    What a seat sees:

    - ``view(state, seat)`` builds a new plain JSON value from what the seat may see (``None``: a spectator); the part
      shared by all games is under ``core`` (`core.Core`). ``view_type``: the `TypedDict` of those views, from which
      their JSON schema is generated.
    - ``without_core`` builds the same without that part, for house players, which look at many tables and do not read
      it; ``None``: they read it. ``shared(state, seat)`` is that part alone, in which tricks may be missing that the
      rest of the view has, too.
    - ``idle(state)``: the line for seats that are not asked: what they wait for; ``waits``: that by phase.
    - ``words`` names codes and tokens, like `Ask.words`. ``glossary`` explains tokens and terms, in at most 160
      characters each. ``lesson``: a guided hand for newcomers.
    - ``for_page``: what the game's own page shows of its rules, such as a table of contracts; nothing else reads it.

    Who plays with whom, and to what end:

    - ``direction``: where the next player sits. ``passes``: the tokens that decline.
    - ``sides`` groups the seats that win and score together; seats that play alone are left out. ``partners(state,
      seat)``: the other seats that this seat knows to be on its side in this deal; ``None``: those of ``sides``.
    - ``part`` names the longest part of a match, ``tempo`` says how long one takes, by number of seats, and ``parts``
      how many a match has.

    Of games of tricks (``trick_game``), in which the core shows tricks, with the contract if there is one, and forced
    cards are played automatically by default:

    - ``suits``: the suits that can be led, with their names, the displayed one first.
    - ``trick_winner(state, trick)``: the seat that would take a trick of these cards, in the order played.
    - ``trick_points(trick)``: what a trick counts for the seat that takes it; ``None``: nobody counts tricks, or the
      story reports it. ``worth``: what one card counts, where ``trick_points`` does not tell.
    - ``made(view)`` reads the result of a contract from a view after a deal; ``None``: no contract was to be made by
      points. ``safe_since(state)``: the number of the trick of this deal after which everybody could see that the
      contract was made; ``None`` if nobody could, or if the game has no contracts.
    - ``trumps_freely``: whether a trump may be played to a suit that one could follow. ``kinds``: cards that have a
      name together, by that name in English, and of which one is as good as another.

    ``facts`` are what plans for this game may ask of a view.

    What is left out: the highest score wins, cards rank by ``worth`` and as ``words`` lists them, and ``idle`` says
    whose turn it is, in the words of ``waits`` for that phase. If the state has ``hands``, and ``face_up`` and
    ``face_down`` name its other fields with cards, ``cards`` are those; a seat sees its hand and what lies face up; and
    ``redeal`` shuffles all the rest. With ``trick_game`` it has ``trick``, ``tricks`` of ``cards`` and a ``winner``,
    and ``leader``, too, and where there are several deals ``last``, the trick before; and who has not followed suit is
    dealt none of it.
    """

    key: str
    name: str
    seats: range
    start: Callable[[int, Mapping[str, Any]], S]
    phases: Mapping[str, Phase[S]]
    scores: Callable[[S], tuple[int, ...]]
    progress: Callable[[S], tuple[core.Progress, ...]]
    options: Mapping[str, Option] = field(default_factory=dict)
    view: Callable[[S, Seat | None], dict[str, Any]] = LEFT_OUT
    shared: Callable[[S, Seat | None], core.Core] = LEFT_OUT
    winners: Callable[[S], tuple[Seat, ...]] = LEFT_OUT
    redeal: Callable[[S, Seat, Random], S] = LEFT_OUT
    cards: Callable[[S], Mapping[str, Sequence[str]]] = LEFT_OUT
    order: Callable[[S, str], Sequence[str]] = LEFT_OUT
    direction: Literal["left", "right"] = "left"
    idle: Callable[[S], Said] = LEFT_OUT
    view_type: type = LEFT_OUT
    waits: Mapping[str, str] = field(default_factory=dict)
    face_up: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()
    passes: frozenset[str] = frozenset()
    version: int = 1
    upgrades: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    glossary: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[tuple[Seat, ...], ...] = ()
    trick_game: bool = False
    partners: Callable[[S, Seat], tuple[Seat, ...]] | None = None
    suits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    trick_winner: Callable[[S, tuple[tuple[Seat, str], ...]], Seat | None] | None = None
    without_core: Callable[[S, Seat | None], dict[str, Any]] | None = None
    safe_since: Callable[[S], int | None] | None = None
    tempo: Mapping[int, Tempo] = field(default_factory=dict)
    part: str = "deal"
    parts: Parts = one_part
    lesson: Lesson | None = None
    trick_points: Callable[[tuple[tuple[Seat, str], ...]], Number] | None = None
    made: Callable[[Mapping[str, Any]], Made | None] | None = None
    for_page: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    worth: Callable[[str], int] | None = None
    trumps_freely: bool = False
    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Fill in what was left out; in a changed copy it follows from the copy."""
        game: Any = self
        for name, follows in DEFAULTS.items():
            own = getattr(game, name)
            if own is LEFT_OUT or (isinstance(own, partial) and own.func is follows):
                force_setattr(game, name, partial(follows, game))
        if game.view_type is LEFT_OUT:
            lists = dict.fromkeys(("last", *game.face_up), list[str])
            force_setattr(game, "view_type", typed_dict(f"{game.name} view", {"core": dict[str, Any], **lists}))

    def seats_asked(self, state: S) -> tuple[Seat, ...]:
        """The seats that the phase of this state asks, in the order in which the phase names them."""
        phase = self.phases.get(state.phase)
        return tuple(phase.asks(state)) if isinstance(phase, Decide) else ()


AnyGame = Game[Any]


def leaders(by_seat: Sequence[int]) -> tuple[Seat, ...]:
    """The seats that have the most: one, or several that share it."""
    most = max(by_seat)
    return tuple(seat for seat, own in enumerate(by_seat) if own == most)


def _leading(game: AnyGame, state: State) -> tuple[Seat, ...]:
    return leaders(game.scores(state)) if state.phase == OVER else ()


def _whose_turn(game: AnyGame, state: State) -> Said:
    seats, told = game.seats_asked(state), game.waits.get(state.phase)
    if game.trick_game and state.phase == "play" and not state.trick:
        told = "{player} to lead."
    elif not told and len(seats) == 1:
        told = "{player} to play."
    elif not told:
        told = "Several to play." if seats else "The match is over." if state.phase == OVER else "The cards are dealt."
    return Said(told, {"player": seats[0]} if "{player}" in told else {}, kind="waiting")


DEFAULTS: Mapping[str, Callable[..., Any]] = {
    "winners": _leading,
    "idle": _whose_turn,
    "order": defaults.order,
    "cards": defaults.cards,
    "shared": defaults.shared,
    "view": defaults.view,
    "redeal": defaults.redeal,
}
"""What follows from the rest of a game, by the name of what was left out."""


EACH_DEAL = 10_000
"""The distance between the shuffle numbers of consecutive deals, for shuffles keyed by deal."""


@record
class ByDeal:
    """Shuffles for tables that play the same deals: keyed by the deal, not counted over the whole match.

    The number of a shuffle is `EACH_DEAL` times the number of the deal or round shown while shuffling (0: none yet),
    plus how many shuffles that deal has had. So if one table deals a deal again, later deals stay the same.
    """

    shuffle: Shuffler

    def __call__(self, deck: Deck, n: int) -> Sequence[str]:
        """The shuffle of this number."""
        return self.shuffle(deck, n)


@record
class Fact:
    """Something that a plan may make a condition: what one sees on the table of one game, and the others do not have.

    ``ways``: how it is said, as a pattern of `server.plans.matching`. ``says``: how it is written, which the pattern
    fits, with ``{0}`` for what fills its first hole. ``without_if``: it may stand before an action without “if”.
    ``holds(view, seat, *filling)``: whether it is so.
    """

    ways: str
    says: str
    holds: Callable[..., bool]
    without_if: bool = False


@record
class Table:
    """A game in progress: its state, the sealed answers not yet opened, and the number of the latest shuffle."""

    state: State
    sealed: Mapping[Seat, Answer]
    shuffles: int
    _asked: tuple[AnyGame, State, Mapping[Seat, Ask]] | None = None
    """What the game asks in this state, if already worked out; not part of the table's value."""

    def __eq__(self, other: object) -> bool:
        same: bool = type(other) is Table and self._value() == other._value()
        return same

    def __repr__(self) -> str:
        return f"Table(state={self.state!r}, sealed={self.sealed!r}, shuffles={self.shuffles!r})"

    def __reduce__(self) -> tuple[type[Table], tuple[Any, ...]]:
        return Table, self._value()

    def _value(self) -> tuple[State, Mapping[Seat, Answer], int]:
        return self.state, self.sealed, self.shuffles


def begin(game: AnyGame, seats: int, options: Mapping[str, Any], shuffle: Shuffler) -> tuple[Table, tuple[Said, ...]]:
    """Start a game with this number of seats, and deal. ``shuffle(deck, n)`` is the n-th shuffle, counted from 1.

    Raises `Illegal` for a number of seats, an option or a value that the game does not allow.
    """
    if seats not in game.seats:
        raise Illegal(f"{game.name} is for {in_words(str(n) for n in game.seats)} players, not {seats}.")
    return _settle(game, game.start(seats, complete(game, options)), 0, (), shuffle)


def complete(game: AnyGame, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of the game, as given or by default. Raises `Illegal` for an unknown option or a bad value."""
    strange = [name for name in options if name not in game.options]
    if strange:
        known = ", ".join(game.options) or "none"
        raise Illegal(f"{game.name} has no option {strange[0]}; its options are: {known}.")
    for name, value in options.items():
        if not any(value == allowed and type(value) is type(allowed) for allowed in game.options[name].values):
            allowed = in_words(_ranges(game.options[name].values))
            given = f"the text “{value}”" if isinstance(value, str) and value[-1:].isdigit() else value
            raise Illegal(f"The option {name} of {game.name} is {allowed}, not {given}.")
    agreed = {name: options.get(name, option.default) for name, option in game.options.items()}
    for name, option in game.options.items():
        brought = [default for other, default in option.default_with.items() if other in agreed.items()]
        if brought and name not in options:
            agreed[name] = brought[0]
    return agreed


def all_asks(game: AnyGame, table: Table) -> Mapping[Seat, Ask]:
    """Seat -> ask for every seat asked in this window, including those that have sealed an answer."""
    return {**_window(game, table)}


def asks(game: AnyGame, table: Table) -> Mapping[Seat, Ask]:
    """Seat -> ask for every seat that still owes an answer. Empty when the game is over."""
    everybody = _window(game, table)
    if not table.sealed:
        return {**everybody}
    return {seat: ask for seat, ask in everybody.items() if seat not in table.sealed}


def _window(game: AnyGame, table: Table) -> Mapping[Seat, Ask]:
    """What `all_asks` returns; worked out again if the rules were corrected or the state was replaced."""
    known = table._asked
    if known is not None and known[0] is game and known[1] is table.state:
        return known[2]
    phase = game.phases.get(table.state.phase)
    return phase.asks(table.state) if isinstance(phase, Decide) else {}


def with_asks(game: AnyGame, table: Table) -> Table:
    """The same table, which knows what the game asks there: for whoever looks at that more than once."""
    return replace(table, _asked=(game, table.state, _window(game, table)))


def submit(
    game: AnyGame, table: Table, seat: Seat, answer: Answer, shuffle: Shuffler
) -> tuple[Table, tuple[Said, ...]]:
    """Seal ``answer`` for ``seat``; if it is the last one owed, open all answers and play on.

    A later answer of the same seat replaces its earlier one. Raises `Illegal` if the seat is not asked or the answer
    does not fit its ask.
    """
    owed = _window(game, table)
    ask = owed.get(seat)
    if ask is None:
        raise Illegal("The game is over." if table.state.phase == OVER else "Nothing is asked of you now.")
    sealed = {**table.sealed, seat: canonical(ask, answer)} if table.sealed else {seat: canonical(ask, answer)}
    if len(sealed) < len(owed):
        return replace(table, sealed=sealed), ()
    if len(sealed) > 1:  # rules may have been corrected since: seats whose answer is now unlawful are asked again
        fit = [other for other in sealed if other in owed and lawful(owed[other], sealed[other])]
        sealed = {other: sealed[other] for other in sorted(fit)}
        if len(sealed) < len(owed):
            return replace(table, sealed=sealed), ()
    phase = game.phases[table.state.phase]
    assert isinstance(phase, Decide)
    state, said = phase.then(table.state, sealed)
    return _settle(game, state, table.shuffles, said, shuffle)


def canonical(ask: Ask, answer: Answer) -> Answer:
    """The answer in its stored form: its tokens in the order of the slots and their options.

    Raises `Illegal` with a sentence that says what is lawful.
    """
    slots = ask.slots
    if len(slots) == 1 and slots[0].most == 1 and answer in slots[0].options:
        return answer
    tokens = answer.split()
    if tokens == [NONE] and not any(NONE in slot.options for slot in slots):
        tokens = []
    picked = []
    for slot in slots:
        chosen = [option for option in slot.options if option in tokens]
        if not slot.least <= len(chosen) <= slot.most:
            raise Illegal(f"{_wanted(slot)}, not {_listed(chosen) if chosen else 'none'}.")
        picked += chosen
    if len(picked) != len(tokens):
        strangers = [token for token in tokens if token not in picked]
        if strangers:
            raise Illegal(f"{_listed(strangers)} is not among what may be answered: {would_fit(ask)}.")
        raise Illegal(f"Each token may be named once: {would_fit(ask)}.")
    return " ".join(picked) or NONE


def lawful(ask: Ask, answer: Answer) -> bool:
    """Whether the answer fits the ask and is in canonical form."""
    try:
        return canonical(ask, answer) == answer
    except Illegal:
        return False


def chosen(ask: Ask, answer: Answer) -> dict[str, tuple[str, ...]]:
    """The tokens of a canonical answer, by slot name."""
    tokens = answer.split()
    return {slot.name: tuple(token for token in tokens if token in slot.options) for slot in ask.slots}


def forced(ask: Ask) -> Answer | None:
    """The only lawful answer, or ``None`` if the seat has a choice."""
    for slot in ask.slots:
        if slot.options and not slot.least == slot.most == len(slot.options):
            return None
    return ask.absent


def would_fit(ask: Ask) -> str:
    """A clause that says what is lawful: ``one of 7S KH T5, and one of centre cloak blind``."""
    return ", and ".join(_wanted(slot)[0].lower() + _wanted(slot)[1:] for slot in ask.slots)


def in_words(items: Any) -> str:
    """A list in words: ``2, 3 or 4``."""
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else str(last)


def _listed(tokens: Any) -> str:
    return " ".join(tokens)


def _wanted(slot: Slot) -> str:
    if slot.least == slot.most == len(slot.options):
        return f"All of {_listed(slot.options)}" if slot.options else "Nothing"
    if slot.least == slot.most:
        count = "One" if slot.least == 1 else str(slot.least)
    elif slot.least == 0:
        count = "None or one" if slot.most == 1 else f"Up to {slot.most}"
    else:
        count = f"{slot.least} to {slot.most}"
    return f"{count} of {_listed(slot.options)}"


def _ranges(values: tuple[str | int, ...]) -> list[str]:
    whole = all(isinstance(value, int) for value in values)
    if whole and len(values) > 4 and values == tuple(range(int(values[0]), int(values[-1]) + 1)):
        return [f"a whole number from {values[0]} to {values[-1]}"]
    return [str(value) for value in values]


def _settle(
    game: AnyGame, state: State, shuffles: int, said: tuple[Said, ...], shuffle: Shuffler
) -> tuple[Table, tuple[Said, ...]]:
    """Run all shuffle phases that follow, until a decision is needed or the game is over."""
    while state.phase != OVER:
        phase = game.phases[state.phase]
        if isinstance(phase, Decide):
            return Table(state, {}, shuffles, (game, state, phase.asks(state))), said
        shuffles = _next_shuffle(game, state, shuffles) if isinstance(shuffle, ByDeal) else shuffles + 1
        state, more = phase.then(state, tuple(shuffle(phase.deck(state), shuffles)))
        said += more
    return Table(state, {}, shuffles), said


def _next_shuffle(game: AnyGame, state: State, before: int) -> int:
    """The number of a shuffle that is keyed by its deal, see `ByDeal`."""
    parts = game.progress(state)
    first = parts[0].number * EACH_DEAL if parts else 0
    return max(before, first) + 1
