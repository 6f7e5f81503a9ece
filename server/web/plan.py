"""The page on which a seat lays out its plan: lines as sentences, choices for one more, and what would happen now.

What has not been sealed is kept in the form alone: each button gives the page again with all that was on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from .. import matches, plans, views
from ..matches import Refused
from ..plans import Coming, Plan, PlanLine
from ..rules import GAMES, AnyGame, Illegal
from ..store.models import PLAYING, Chair
from ..store.session import read_only
from ..views.own_plan import coming, foreseen, situation
from .forms import Form
from .limits import per_minute
from .replies import Page
from .seat import chair_of

planning = Blueprint("planning", __name__)

KEPT = 64
"""Of how many plans the text is kept: a page says it with each tap, and most taps leave the lines as they are."""
DRAWN = 3
"""How many of the cards of a line are drawn."""
LEADS, PARTNER = "lead", "partner"
"""Among what is led: that I lead. Among who is winning: one on my side."""
READY, MEANT, SAYS = "ready:", "meant:", "say-"
"""How the values of buttons begin that add a ready line, what was meant by a typed one, and an answer for a phase, put
together of choices."""
IN_WORDS = "A line of what you planned keeps an answer in words. The plan stands; to change it, say that line anew."


@dataclass(frozen=True)
class Adding:
    """The fields of a line that is being added. ``cards``: in the order in which they were tapped."""

    when: tuple[str, ...] = ()
    winner: tuple[str, ...] = ()
    can: str = ""
    last: bool = False
    cards: tuple[str, ...] = ()
    ever: bool = False
    does: str = ""
    typed: str = ""
    said: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, form: Form) -> Adding:
        """What was chosen on the form."""
        tapped, chosen = form.get("cards", "").split(), form.getlist("card")
        said = tuple((name, value) for name, value in form.items() if name.startswith(SAYS))
        return cls(
            tuple(form.getlist("when")),
            tuple(form.getlist("winner")),
            form.get("can", ""),
            "last" in form,
            tuple(sorted(chosen, key=lambda card: tapped.index(card) if card in tapped else len(tapped))),
            "ever" in form,
            form.get("does", ""),
            form.get("typed", ""),
            said,
        )

    @property
    def is_piecemeal(self) -> bool:
        """Whether something is chosen in the longer form."""
        return bool(self.can or self.typed or self.ever)


@dataclass(frozen=True)
class Draft:
    """A plan on the form: its lines, until when it is to stand, and the fields of a line to be added.

    ``length``: for how many tricks, if it ends with a trick. ``unused``: remarks in what was typed just now.
    """

    lines: tuple[PlanLine, ...]
    until: str
    named: str = ""
    adding: Adding = Adding()
    length: int = 1
    unused: tuple[str, ...] = ()


@planning.get("/s/<token>/plan")
def plan(token: str) -> Page:
    """The plan of this seat, to be looked at and changed."""
    read_only()
    chair = chair_of(token)
    if not _may_plan(chair):
        return redirect(url_for("seats.seat", token=token), 303)
    named = request.args.get("meant", "")
    kept = matches.plan_meant(chair, named) if named else chair.plan if views.table_page(chair).plan else None
    told = Refused("What you planned there was for what is over by now.") if named and not kept else None
    shown = Draft((), plans.DEAL if _game(chair).trick_game else plans.ONCE)
    if kept:
        lines = tuple(line for line in kept.lines if line.does in plans.ACTIONS)
        told = Refused(IN_WORDS) if lines != kept.lines else None
        shown = Draft(lines, kept.until, kept.named, length=kept.length)
    return _plan_page(chair, token, shown, told)


@planning.post("/s/<token>/plan")
@per_minute(120)
def change(token: str) -> Page:
    """Change what is on the form, seal it, or withdraw the plan: the field ``do`` says what."""
    chair, do = chair_of(token), request.form.get("do", "")
    if not _may_plan(chair):
        return redirect(url_for("seats.seat", token=token), 303)
    draft, lost = _draft(chair, request.form)
    try:
        if do == "withdraw":
            matches.withdraw_plan(chair.id)
        elif lost:
            raise lost
        else:
            draft = _changed(chair, draft, do)
            if do != "seal" or draft.unused:
                return _plan_page(chair, token, draft)
            _seal(chair, draft)
    except (Illegal, Refused) as refused:
        return _plan_page(chair_of(token), token, draft, refused), 422
    return redirect(url_for("seats.seat", token=token), 303)


def _seal(chair: Chair, draft: Draft) -> None:
    try:
        matches.seal_laid_out_plan(chair.id, _plan_of(_game(chair), draft))
    except Illegal as refused:
        raise Refused(str(refused)) from refused  # what would be nearest is told by the lines themselves


def _may_plan(chair: Chair) -> bool:
    playing = chair.match.status == PLAYING and chair.match.snapshot is not None
    return playing and not chair.resigned_at and chair.is_persons


# The form ------------------------------------------------------------------------------------------------------------


def _draft(chair: Chair, form: Form) -> tuple[Draft, Illegal | None]:
    """What is on the form, and the error for a line that is none, which is left out."""
    lines, lost = list[PlanLine](), None
    for sent in form.getlist("laid"):
        try:
            lines.append(plans.line_of(_game(chair), sent, _names(chair)))
        except Illegal as refused:
            lost = refused
    until = form.get("until", plans.DEAL)
    until = until if until in plans.UNTIL else plans.DEAL
    return Draft(tuple(lines), until, form.get("named", ""), Adding.read(form), _tricks(form.get("tricks", ""))), lost


def _tricks(said: str) -> int:
    return min(int(said), plans.MOST_TRICKS) if said.isdecimal() and 0 < len(said) < 3 and int(said) else 1


def _changed(chair: Chair, draft: Draft, do: str) -> Draft:
    """The draft after a button. Sealing takes a line along that is chosen and not yet added. Raises `Illegal`."""
    adding = draft.adding
    if do == "seal" and (adding.does or adding.typed.strip()):
        do = "add"
    if do == "seal" and adding.cards:
        raise Illegal("Say first what is to be done with the cards that are chosen: a button below them does.")
    if do.startswith(READY):
        return _more(draft, (plans.line_of(_game(chair), do.removeprefix(READY), _names(chair)),), adding)
    if do.startswith(MEANT):
        return _typed(chair, draft, plans.read_plan(_game(chair), do.removeprefix(MEANT), _names(chair)))
    if do.startswith(SAYS):
        return _more(draft, (_taken(chair, _said(chair, adding, do.removeprefix(SAYS))),))
    if do.startswith("add"):
        does = do.removeprefix("add").removeprefix("-") or adding.does
        if not does and adding.typed.strip():
            return _typed(chair, draft, matches.plan_typed(chair, adding.typed))
        return _more(draft, tuple(_taken(chair, line) for line in plans.tapped(_added(chair, adding, does))))
    return replace(draft, lines=_moved(draft.lines, do))


def _moved(lines: tuple[PlanLine, ...], do: str) -> tuple[PlanLine, ...]:
    """The lines after one was moved or removed."""
    what, _, where = do.partition("-")
    at = int(where) if where.isdecimal() and len(where) < 3 else -1
    moved = list(lines)
    if what == "remove" and 0 <= at < len(lines):
        del moved[at]
    if what in ("up", "down") and 0 <= at < len(lines):
        moved.insert(max(at + (1 if what == "down" else -1), 0), moved.pop(at))
    return tuple(moved)


def _more(draft: Draft, lines: tuple[PlanLine, ...], adding: Adding | None = None) -> Draft:
    """The draft with more lines. Cards led in order, alone, are led while I keep the lead. Raises `Illegal`."""
    lines = tuple(line for line in lines if line not in draft.lines)
    if len(draft.lines) + len(lines) > plans.LINES:
        raise Illegal(f"A plan has at most {plans.LINES} lines.")
    until = draft.until
    if not draft.lines and any(line.leads and line.does == plans.PLAY for line in lines):
        until = plans.LEAD_LOST
    return replace(draft, lines=(*draft.lines, *lines), until=until, adding=adding or Adding())


def _typed(chair: Chair, draft: Draft, plan: Plan) -> Draft:
    """The draft with the lines of a plan that was typed, and until when that stands, if not as long as usual."""
    more = replace(_more(draft, plan.lines), unused=plan.unused)
    if plan.until == plans.usual(_game(chair), plan.lines):
        return more
    return replace(more, until=plan.until, named=plan.named, length=plan.length)


def _taken(chair: Chair, line: PlanLine) -> PlanLine:
    return plans.taken(_game(chair), line, _names(chair))


def _said(chair: Chair, adding: Adding, phase: str) -> PlanLine:
    """An answer for a phase, put together of one choice for each of its parts. Raises `Illegal`."""
    said = [value for name, value in adding.said if name.startswith(f"{SAYS}{phase}:") and value]
    if not said:
        raise Illegal("Choose first what is to be answered.")
    passes = _game(chair).passes.issuperset(said)
    return PlanLine(plans.PASS if passes else plans.TOKENS, () if passes else tuple(said), phase=phase)


def _added(chair: Chair, adding: Adding, does: str) -> PlanLine:
    """The line that was chosen. Raises `Illegal` for what is no line."""
    game, names = _game(chair), _names(chair)
    leads = does == LEADS or LEADS in adding.when
    does = plans.PLAY if does == LEADS else does
    if does not in plans.ACTIONS:
        raise Illegal("Choose what is to be played, or write it.")
    if does == plans.PLAY and not adding.cards:
        raise Illegal("Tap the card that is to be played first; or several, in the order in which they are meant.")
    return PlanLine(
        does,
        tokens=adding.cards if does == plans.PLAY else (),
        led=tuple(of for of in game.suits if of in adding.when),
        leads=leads,
        winning=tuple(int(one) for one in adding.winner if one.isdecimal() and int(one) in names),
        partner=PARTNER in adding.winner,
        can=adding.can if adding.can in ("can", "cannot") else "",
        last=adding.last,
        ever=adding.ever and does in plans.OF_CARDS,
    )


def _plan_of(game: AnyGame, draft: Draft) -> Plan:
    """The draft as a plan to be sealed. Raises `Illegal` where there is nothing, or no card is named that may fall."""
    if not draft.lines:
        raise Illegal("There is no line in this plan yet: add one first.")
    if draft.until == plans.CARD_FALLS and not plans.is_card(game, draft.named):
        raise Illegal("Choose the card until whose fall the plan stands.")
    named = draft.named if draft.until == plans.CARD_FALLS else ""
    return Plan(draft.lines, draft.until, named, length=draft.length if draft.until == plans.TRICK else 1)


def _short(game: AnyGame, draft: Draft, names: Mapping[int, str]) -> str:
    """The draft as it may be written in a letter; until its usual end where the card is missing whose fall ends it.
    Empty if that would be asked back, or there is no line.
    """
    if not draft.lines:
        return ""
    until = draft.until if draft.named or draft.until != plans.CARD_FALLS else plans.usual(game, draft.lines)
    return _written(game.key, Plan(draft.lines, until, draft.named, length=draft.length), tuple(names.items()))


@lru_cache(maxsize=KEPT)
def _written(key: str, plan: Plan, seated: tuple[tuple[int, str], ...]) -> str:
    """The canonical text of a plan; empty if its lines are not read from that again."""
    game, names = GAMES[key], dict(seated)
    written = plans.canonical(game, plan, names)
    with suppress(Illegal):
        return written if plans.read_plan(game, written, names).lines == plan.lines else ""
    return ""


def _game(chair: Chair) -> AnyGame:
    return GAMES[chair.match.game]


def _names(chair: Chair) -> dict[int, str]:
    return views.names_beside(chair.match, chair.seat)


# The page ------------------------------------------------------------------------------------------------------------


def _plan_page(chair: Chair, token: str, draft: Draft, refused: Illegal | Refused | None = None) -> str:
    page = views.table_page(chair)
    assert page.table is not None
    names = _names(chair)
    cases, asked = _cases(page, draft), coming(page.match, page.table, page.own.seat)
    hand = page.view["core"]["hand"]
    return render_template(
        "plan.html",
        page=page,
        draft=draft,
        lines=_lines(page, draft, names, cases),
        short=_short(page.game, draft, names),
        all_said=Plan(draft.lines, draft.until).asks_at_last,
        names=names,
        refused=str(refused or ""),
        left_out=" ".join(plans.left_out(draft.unused)),
        nearest=[f"{MEANT}{text}" for text in refused.nearest] if isinstance(refused, Illegal) else [],
        hand=hand,
        low=_lowest(page),
        missing=plans.not_held(Plan(draft.lines, draft.until), page.game, hand),
        cases=_rows(cases),
        situation=situation,
        actions=_actions(page.game),
        partners=_may_have_partners(page),
        tricks=page.game.trick_game and bool(page.view["core"]["hand"]),
        bids=_bids(page, asked),
        partner_low=_ready(PlanLine(plans.LOWEST, partner=True)),
        more=[page.prose.plain.card(token).partition(":")[0] for each in asked for token in each.more],
        letters={views.letter_of(seat): name for seat, name in names.items()},
        untils=_untils(page),
        back=url_for("seats.seat", token=token),
        sealed=page.plan,
    )


def _lowest(page: views.SeatPage) -> str:
    """The lowest card of the hand that has a suit; empty where none has."""
    game, state = page.game, page.state
    own = {code for of in game.suits for code in game.order(state, of)}.intersection(page.view["core"]["hand"])
    return next((code for code in game.order(state, "") if code in own), "")


def _lines(
    page: views.SeatPage, draft: Draft, names: Mapping[int, str], cases: Iterable[plans.Case]
) -> list[dict[str, Any]]:
    """Each line as a text, as a sentence, and as what the page draws of it."""
    given = {given for case in cases for given in case.given if given is not None}
    return [
        {
            "form": plans.form_of(line),
            "says": plans.line_in_words(page.game, draft.lines, number, names, page.prose.plain.card),
            "winning": line.winning,
            "led": line.led,
            "cards": _cards(line, {each.answer for each in given if each.line == number}),
        }
        for number, line in enumerate(draft.lines)
    ]


def _cards(line: PlanLine, found: Collection[str]) -> tuple[str, ...]:
    """The first cards that a line names, or the one that it would play in every position found."""
    if line.does == plans.PLAY:
        return line.tokens[:DRAWN]
    return tuple(found) if len(found) == 1 and line.does in plans.OF_CARDS and not line.ever else ()


def _actions(game: AnyGame) -> dict[str, str]:
    """What a line may do besides the usual in this game, as the longer form offers it."""
    tricks = (plans.HIGH, plans.LOWEST, plans.HIGHEST, plans.ASK) if game.trick_game else ()
    return {key: plans.ACTIONS[key] for key in (*tricks, plans.CLOCK)}


def _bids(page: views.SeatPage, coming: Iterable[Coming]) -> list[dict[str, Any]]:
    """What may be planned for auctions and other asks that are not for a trick: ready lines, and choices."""
    hand = page.view["core"]["hand"]
    return [found for each in coming if not each.trick and (found := _of_phase(page.game, each, hand))]


def _of_phase(game: AnyGame, coming: Coming, hand: Collection[str]) -> dict[str, Any] | None:
    slots = {name: _in_order(game, options, hand) for name, options in coming.slots.items()}
    ready = [PlanLine(plans.NOTHING)] if coming.nothing else []
    declines = [token for options in slots.values() for token in options if token in game.passes - {"none"}]
    if len(slots) == 1 and declines and game.trick_game:
        [options] = slots.values()
        ready = [PlanLine(plans.PASS)]
        ready += [PlanLine(plans.TOKENS, (token,), unbeaten=True) for token in options if token not in declines]
        slots = {}
    if not all(slots.values()):
        slots = {}  # of cards that are not in the hand yet nothing can be planned
    if not ready and not slots:
        return None
    return {"phase": coming.phase, "ready": [_ready(line) for line in ready], "slots": slots}


def _in_order(game: AnyGame, options: Collection[str], hand: Collection[str]) -> list[str]:
    """The options as the hand and the words of the game have them; none, where one is a card of another hand."""
    if any(plans.is_card(game, token) and token not in hand for token in options):
        return []
    places = {token: n for n, token in enumerate((*hand, *game.words))}
    return sorted(options, key=lambda token: places.get(token, len(places)))


def _ready(line: PlanLine) -> dict[str, str]:
    """A line that one tap adds."""
    return {"do": f"{READY}{plans.form_of(line)}", "does": line.does, "token": next(iter(line.tokens), "")}


def _untils(page: views.SeatPage) -> dict[str, str]:
    """Until when a plan may stand, the usual first."""
    game = page.game
    progress = page.view["core"]["progress"]
    unit = progress[0]["unit"] if progress else "deal"
    anywhere = (plans.DEAL, plans.ONCE, plans.ALWAYS)
    offered = {key: words for key, words in plans.UNTIL.items() if game.trick_game or key in anywhere}
    if not _may_have_partners(page):
        offered.pop(plans.PARTNER_TAKES, None)
    return {key: words.replace("deal", unit) for key, words in offered.items()}


def _may_have_partners(page: views.SeatPage) -> bool:
    """Whether somebody is on the seat's side, or may yet turn out to be: nobody is where it plays alone."""
    if page.game.partners is None:
        return bool(page.game.sides)
    contract = page.view["core"]["contract"]
    known = page.game.partners(page.state, page.own.seat)
    return bool(known) or contract is None or contract["taker"] != page.you


def _cases(page: views.SeatPage, draft: Draft) -> list[plans.Case]:
    """What would happen now."""
    assert page.table is not None
    if not draft.lines:
        return []
    plan = plans.sealed_at(Plan(draft.lines, plans.ALWAYS), page.view["core"], page.own.seat, page.match.ply)
    return foreseen(page.match, page.table, page.own.seat, plan)


def _rows(cases: Iterable[plans.Case]) -> list[dict[str, Any]]:
    """The positions by who is winning; nobody first."""
    rows: dict[int | None, list[plans.Case]] = {}
    for case in cases:
        rows.setdefault(case.winning, []).append(case)
    return [
        {"winning": seat, "cases": rows[seat]} for seat in sorted(rows, key=lambda seat: -1 if seat is None else seat)
    ]
