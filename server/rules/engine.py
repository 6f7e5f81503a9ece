"""What a game is and how it is driven: phases of sealed decisions and of shuffles.

Rules are pure values. They know cards, seats and answers, and no clock, database, web, mail or random source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from .record import record

if TYPE_CHECKING:
    from .core import Progress


class HasPhase(Protocol):
    """What the engine knows of a state."""

    @property
    def phase(self) -> str:
        """The key of the phase in which the game is; `OVER` at its end."""


Seat = int
State = Any
"""The state of any game. Each game has a frozen record of its own."""
S = TypeVar("S", bound=HasPhase)
Answer = str
Deck = tuple[str, ...]
Shuffler = Callable[[Deck, int], Sequence[str]]

OVER = "over"
NONE = "none"


class Illegal(ValueError):
    """An answer, an option or a number of seats that the rules refuse; the message is fit to show and to mail."""


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

    Every combination across ``slots`` is lawful and no token stands in two slots. ``absent`` is the lawful answer
    that the clock gives for a silent seat. ``words`` names tokens in words for typed answers, letters and screen
    readers: token -> ways to say it, the first being the one to show.
    """

    prompt: str
    slots: tuple[Slot, ...]
    absent: Answer
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)


@record
class Said:
    """One line of the story; private when ``to`` names a seat.

    ``text`` is a template in the past tense, so that a name and "You" fit the same sentence:
    ``"{player} took {cards} with {card} for {points}."`` In ``values`` an int is a seat, a tuple of ints several
    seats, a str a code or plain words, a tuple of str several codes.
    """

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)
    to: Seat | None = None


Story = tuple[Said, ...]
Result = tuple[S, Story]
"""What a phase comes to: the state that follows, and what is told of it."""


@record
class Decide(Generic[S]):
    """A phase in which seats owe sealed answers; ``then`` resolves them when all are in."""

    asks: Callable[[S], Mapping[Seat, Ask]]
    then: Callable[[S, Mapping[Seat, Answer]], Result[S]]


@record
class Shuffle(Generic[S]):
    """A phase in which the table shuffles: chance is the dealer's answer. ``deck`` is in canonical order."""

    deck: Callable[[S], Deck]
    then: Callable[[S, Deck], Result[S]]


Phase = Decide[S] | Shuffle[S]


@record
class Option:
    """A variant that is agreed on before the match: its allowed values, its default and a line that explains it.

    ``default_with`` holds the defaults that another option brings along: ``{("deck", "poker"): 6}``.
    """

    values: tuple[str | int, ...]
    default: str | int
    help: str
    default_with: Mapping[tuple[str, str | int], str | int] = field(default_factory=dict)


def _no_cards(state: Any) -> Mapping[str, Sequence[str]]:
    return {}


def _no_order(state: Any, suit: str) -> Sequence[str]:
    return ()


def _no_parts(state: Any) -> tuple[Progress, ...]:
    return ()


def _wait(state: Any) -> Said:
    return Said("The table waits.")


@record
class Game(Generic[S]):
    """One game. ``phases`` stand in rule-book order; their keys are stored in matches and are never renamed.

    ``start(seats, options)`` gets every option, defaults filled in, and raises `Illegal` for a combination that
    cannot be played. ``view`` builds a new plain JSON value from what a seat may see (``None``: a spectator); what
    the views of all games share stands under ``core`` (`core.Core`).
    ``redeal(state, seat, random)`` is the same table with everything that seat cannot see dealt anew: cards that it
    has seen stay, and voids that were shown hold.

    ``view_type`` is the `TypedDict` of those views, from which their JSON schema is made.
    ``cards(state)`` tells where every card lies: place -> cards. Whenever somebody is asked, the whole deck is there.
    ``order(state, suit)`` gives the cards of a suit as they rank in this state, the lowest first; of no suit (``""``)
    every card of the deck, in the order in which one parts with them where suits do not matter.
    ``progress(state)`` is how far the match has come, as every view tells it (`core.Core.progress`), without the rest
    of the view. ``direction`` is where the next player sits. ``idle(state)`` is what those who are not asked are told
    to wait for. ``passes`` are the tokens that decline. ``sides`` groups the seats that win and score together; seats
    that play for themselves are left out. ``words`` names codes and tokens as `Ask.words` does. ``trick_game`` lets a
    table play forced cards by itself.
    """

    key: str
    name: str
    seats: range
    options: Mapping[str, Option]
    start: Callable[[int, Mapping[str, Any]], S]
    phases: Mapping[str, Phase[S]]
    view: Callable[[S, Seat | None], dict[str, Any]]
    scores: Callable[[S], tuple[int, ...]]
    winners: Callable[[S], tuple[Seat, ...]]
    redeal: Callable[[S, Seat, Random], S]
    cards: Callable[[S], Mapping[str, Sequence[str]]] = _no_cards
    order: Callable[[S, str], Sequence[str]] = _no_order
    progress: Callable[[S], tuple[Progress, ...]] = _no_parts
    direction: Literal["left", "right"] = "left"
    idle: Callable[[S], Said] = _wait
    view_type: type = dict
    passes: frozenset[str] = frozenset()
    version: int = 1
    upgrades: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sides: tuple[tuple[Seat, ...], ...] = ()
    trick_game: bool = False


AnyGame = Game[Any]


@record
class Table:
    """A game under way: its state, the sealed answers that wait for the others, and how many shuffles were used."""

    state: State
    sealed: Mapping[Seat, Answer]
    shuffles: int
    _asked: tuple[AnyGame, Mapping[Seat, Ask]] | None = field(default=None, init=False, compare=False, repr=False)
    """What a game asks at this table, kept once that has been worked out."""


_keep = vars(Table)["_asked"].__set__


def begin(game: AnyGame, seats: int, options: Mapping[str, Any], shuffle: Shuffler) -> tuple[Table, tuple[Said, ...]]:
    """Seat ``seats`` players and deal. ``shuffle(deck, n)`` gives the n-th shuffle, counted from 1.

    Raises `Illegal` for a number of seats, an option or a value that the game does not have.
    """
    if seats not in game.seats:
        raise Illegal(f"{game.name} is for {in_words(str(n) for n in game.seats)} players, not {seats}.")
    return _settle(game, game.start(seats, complete(game, options)), 0, (), shuffle)


def complete(game: AnyGame, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the game: as given, else its default. Raises `Illegal` for an unknown one or a bad value."""
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


def asked(game: AnyGame, table: Table) -> Mapping[Seat, Ask]:
    """Everybody whose answer this window wants, also seats that have sealed one and may still change it."""
    return dict(_window(game, table))


def asks(game: AnyGame, table: Table) -> Mapping[Seat, Ask]:
    """Who owes an answer now: seat -> what is asked. Empty when the game is over."""
    everybody = _window(game, table)
    if not table.sealed:
        return dict(everybody)
    return {seat: ask for seat, ask in everybody.items() if seat not in table.sealed}


def _window(game: AnyGame, table: Table) -> Mapping[Seat, Ask]:
    """What `asked` tells, worked out once a table; again where the rules have been corrected since."""
    known = table._asked
    if known is not None and known[0] is game:
        return known[1]
    phase = game.phases.get(table.state.phase)
    wanted = phase.asks(table.state) if isinstance(phase, Decide) else {}
    _keep(table, (game, wanted))
    return wanted


def _still_open(table: Table, sealed: Mapping[Seat, Answer]) -> Table:
    """The same window with other answers sealed."""
    later = Table(table.state, sealed, table.shuffles)
    _keep(later, table._asked)
    return later


def submit(
    game: AnyGame, table: Table, seat: Seat, answer: Answer, shuffle: Shuffler
) -> tuple[Table, tuple[Said, ...]]:
    """Seal ``answer`` for ``seat``; when it is the last one owed, open them all and play on.

    A later answer of the same seat stands instead of the earlier. Raises `Illegal` if the seat is not asked or
    the answer is not one of its ask.
    """
    owed = _window(game, table)
    ask = owed.get(seat)
    if ask is None:
        raise Illegal("The game is over." if table.state.phase == OVER else "Nothing is asked of you now.")
    sealed = {**table.sealed, seat: canonical(ask, answer)} if table.sealed else {seat: canonical(ask, answer)}
    if len(sealed) < len(owed):
        return _still_open(table, sealed), ()
    if len(sealed) > 1:  # a rule may have been corrected since: what it refuses is asked again
        fit = [other for other in sealed if other in owed and lawful(owed[other], sealed[other])]
        sealed = {other: sealed[other] for other in sorted(fit)}
        if len(sealed) < len(owed):
            return _still_open(table, sealed), ()
    phase = game.phases[table.state.phase]
    assert isinstance(phase, Decide)
    state, said = phase.then(table.state, sealed)
    return _settle(game, state, table.shuffles, said, shuffle)


def canonical(ask: Ask, answer: Answer) -> Answer:
    """The answer as it is stored: its tokens in the order of the slots and their options.

    Raises `Illegal` with a sentence that names what would fit.
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
    """Whether the answer is one of the ask, in canonical form."""
    try:
        return canonical(ask, answer) == answer
    except Illegal:
        return False


def chosen(ask: Ask, answer: Answer) -> dict[str, tuple[str, ...]]:
    """The tokens of a canonical answer by the name of their slot."""
    tokens = answer.split()
    return {slot.name: tuple(token for token in tokens if token in slot.options) for slot in ask.slots}


def forced(ask: Ask) -> Answer | None:
    """The only lawful answer there is, or ``None`` where the seat has a choice."""
    for slot in ask.slots:
        if slot.options and not slot.least == slot.most == len(slot.options):
            return None
    return ask.absent


def would_fit(ask: Ask) -> str:
    """What may be answered, in one clause: ``one of 7S KH T5, and one of centre cloak blind``."""
    return ", and ".join(_wanted(slot)[0].lower() + _wanted(slot)[1:] for slot in ask.slots)


def in_words(items: Any) -> str:
    """``2, 3 or 4``"""
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
    """Shuffle as long as the rules want it, so that the table rests on a decision or on the end."""
    while state.phase != OVER and isinstance(phase := game.phases[state.phase], Shuffle):
        shuffles += 1
        state, more = phase.then(state, tuple(shuffle(phase.deck(state), shuffles)))
        said += more
    return Table(state, {}, shuffles), said
