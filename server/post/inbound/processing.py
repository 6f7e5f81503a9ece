"""Processing inbound mail: seal an answer or carry out a command, and reply with the outcome."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Select, bindparam, select, update
from sqlalchemy.orm import aliased

from ... import clock, counts, matches
from ...config import settings
from ...logs import described
from ...matches import MovedOn, Overtaken, Refused, delivery_effects, talking
from ...matches import letters as outgoing
from ...matches.own_addresses import DISOWNED, HELD
from ...matches.seat_plans import open_plans
from ...matches.typed import understood, understood_apart
from ...rules import Illegal, Slot, canonical, greets
from ...rules.text import plain
from ...store import heartbeat
from ...store.envelopes import PLAYER
from ...store.history import TURNS
from ...store.models import CANCELLED, INVITED, OVER, PLAYING, Chair, InboundMail, Letter, db
from ...store.one_match import one_chair, one_player
from ...store.session import first, how_many, read_only, run, transaction
from ...views import table_page
from ...views.deals import tricks_of
from ...views.replay import NoPly, ply_page
from .. import outbox, trial
from ..failures import Deferred, Rejected, without_addresses
from ..kinds import replies
from ..reply_addresses import ANSWER, BOUNCE, POSTMASTER, RESIGN, TABLES, TRIAL, alive, is_ours
from . import identity, new_lines, postmaster, repeats
from .authentication import names_no_server
from .ballots import on_ballot
from .bounces import undeliverable
from .budget import OverBudget, budget
from .commands import COMMANDS, away_for, back, by_the_plan, commanded, confirmed, confirms, keep_plan, plan, say
from .identity import Doubt, writer_to_nobody
from .mail import body, is_hidden, message_id, parsed
from .numbered import divided, unnumbered
from .outcome import LeasedMail, Reply, refusal
from .parts import Part
from .robots import is_reaction, robot
from .to_nobody import stands_for_nobody
from .writers import writers

BATCH = 10
"""How many mails are leased at a time. After a kill, the rest of a batch is due again when the lease expires."""
SECONDS = 5.0
"""Processor time in which a mail must be read; most take some hundredths."""
LEASE = timedelta(minutes=2)
FIRST_WAIT, TRIES = timedelta(minutes=1), 8

SUGGESTED = 4
"""The most readings of an unclear answer that a letter suggests."""
REPLIES_PER_HOUR = 20
"""The most replies to one seat in an hour; this ends a mail loop between two robots."""
FROM_THE_PLAYER = frozenset(("sealed", "overtaken", "refused", "late", "command", "resigned"))
"""Outcomes of mails from the seat's own address that were not written by a robot."""
ANSWERED_SO = frozenset(("sealed", "overtaken"))
"""Outcomes after which others are not shown that the seat's mail arrives: it would reveal how the player answered."""
NOT_THEIRS = (HELD, DISOWNED, "stranger")
"""Outcomes of mails to a seat that may not be its player's."""
OTHERS_PER_DAY, HELD_PER_SEAT = 3, 10
"""How many such mails a day the player is told of, and how many may wait for the player's confirmation: a reply address
may have leaked."""
PERSON_LIMITS = {"state": (clock.DAY, 1), "which": (timedelta(hours=1), REPLIES_PER_HOUR)}
"""How many letters without a seat a person may get, and in which time."""
MEANWHILE = timedelta(seconds=30)
"""How long a receipt waits where the worker goes on at once: with the letter about the next turn it is dropped."""
REPLY_KINDS = [kind.name for kind in replies.KINDS if kind.name != "address"]
"""Letters that reply to a mail to a seat; that about an address replies to a word on a page."""

log = structlog.get_logger()


def process_due(now: datetime | None = None, seconds: float = 50) -> int:
    """Process the mails that are due, oldest first, for about ``seconds``. Returns how many."""
    until, done = time.monotonic() + seconds, 0
    while time.monotonic() < until and due(now or clock.now()) and (mails := lease(now or clock.now())):
        for mail in mails:
            _act(mail, now or clock.now())
            done += 1
    return done


def due(now: datetime) -> bool:
    """Whether any mail is due; mostly none is, and no lock is taken."""
    db.session.rollback()
    return first(ANY_DUE, {"now": now}) is not None


@transaction
def lease(now: datetime) -> list[LeasedMail]:
    """Lease a batch of the mails longest overdue; none while the server is paused, which leaves them for later.

    Several processes may call it at once. The mails of one seat are leased one after the other, in order of arrival, so
    that none overtakes an earlier one.
    """
    if heartbeat.held(now):
        return []
    oldest = (
        select(InboundMail)
        .where(InboundMail.due_at <= now, ~_earlier_of_the_seat(now).exists())
        .order_by(InboundMail.due_at, InboundMail.id)
        .limit(BATCH)
        .with_for_update(skip_locked=True)
    )
    mails = list(db.session.scalars(oldest))
    if any(mail.attempts for mail in mails):
        mails = mails[:1]  # a mail that crashes the process shall be the only one tried
    return [_leased(mail, now + LEASE) for mail in mails]


def _earlier_of_the_seat(now: datetime) -> Select[int]:
    """An earlier mail of the seat that is due or being processed; one deferred for longer holds nothing up."""
    earlier = aliased(InboundMail)
    of_the_seat = earlier.chair_id == InboundMail.chair_id, earlier.id < InboundMail.id
    return select(earlier.id).where(*of_the_seat, earlier.due_at <= now + LEASE)


def _leased(mail: InboundMail, until: datetime) -> LeasedMail:
    mail.due_at, mail.attempts = until, mail.attempts + 1
    return LeasedMail(
        mail.id, mail.chair_id, mail.ply or 0, mail.purpose, mail.letter_id,
        mail.sender, mail.raw, mail.received_at, mail.player_id, mail.tables or (), mail.vouched_at is not None,
        mail.attempts,
    )  # fmt: skip


def _act(mail: LeasedMail, now: datetime) -> None:
    try:
        if mail.attempts > TRIES:  # it has crashed the process each time
            give_up(mail, "broken", now)
            return
        reply = _reply_to(mail, now)
    except OverBudget:
        log.error("mail.slow", mail=mail.id)
        give_up(mail, "slow", now)
        return
    except Deferred as deferred:
        log.warning("mail.operator", error=without_addresses(str(deferred)))
        put_off(mail, now)
        return
    except Exception as error:
        log.error("mail.broken", mail=mail.id, **described(error))
        db.session.rollback()
        put_off(mail, now)
        return
    finish(mail, reply, now)
    log.info("mail.done", mail=mail.id, outcome=reply.outcome)


@transaction
def put_off(mail: LeasedMail, now: datetime) -> None:
    """Retry later, with doubling waits; give up after `TRIES` attempts."""
    kept = db.session.get_one(InboundMail, mail.id)
    if kept.attempts < TRIES:
        kept.due_at = now + FIRST_WAIT * 2**kept.attempts
    else:
        _give_up(mail, kept, "broken", now)


@transaction
def give_up(mail: LeasedMail, outcome: str, now: datetime) -> None:
    """Stop trying to read a mail, and tell its player once."""
    kept = db.session.get_one(InboundMail, mail.id)
    if kept.outcome is None:
        _give_up(mail, kept, outcome, now)


def _give_up(mail: LeasedMail, kept: InboundMail, outcome: str, now: datetime) -> None:
    kept.due_at, kept.outcome = None, outcome
    counts.count_later("mails_in", outcome)
    if mail.chair_id is not None and _may_answer(mail.chair_id, now):
        chair = one_chair(mail.chair_id)
        outgoing.write_once(chair.match, chair, "refusal", now, f"mail-{mail.id}", sentence=UNREADABLE)


ANY_DUE = select(InboundMail.id).where(InboundMail.due_at <= bindparam("now")).limit(1)


@transaction
def finish(mail: LeasedMail, reply: Reply, now: datetime) -> None:
    """Store the outcome of a mail, and write the letters that reply to it, in the same mail thread.

    Nothing happens if another process has finished the mail after the lease expired.
    """
    values: dict[str, Any] = {"outcome": reply.outcome, "raw": b""}
    if reply.held is not None and _has_room(mail):
        values = {"outcome": HELD, "held": reply.held.why, "claimed": reply.held.claimed}
        values["player_id"] = reply.facts["player"]
    elif reply.held is not None:
        reply = Reply("stranger")
        values["outcome"] = reply.outcome
    done = update(InboundMail).where(InboundMail.id == mail.id, InboundMail.outcome.is_(None))
    if run(done.values(due_at=None, **values)).rowcount == 0:
        return
    _count(values["outcome"])
    for one in (reply, *reply.also):
        _write(mail, one, now)


COUNTED = {"sealed": ("seals", "mail"), "late": ("refusals", "mail", "late"), "refused": ("refusals", "mail", "unfit")}
"""Outcomes that are also counted as those of answers."""


def _count(outcome: str) -> None:
    """Count a processed mail, without the status code of a bounce."""
    counts.count_later("mails_in", "came back" if outcome.startswith(trial.CAME_BACK) else outcome)
    if outcome in COUNTED:
        counts.count_later(*COUNTED[outcome])


def _write(mail: LeasedMail, reply: Reply, now: datetime) -> None:
    """Write the letter of a reply, if it has one and its reader may get it."""
    facts = {"in_reply_to": message_id(parsed(mail.raw)), **reply.facts} if reply.kind else {}
    if reply.player_id is not None:
        delivery_effects.wrote(reply.player_id)
        if reply.kind and _may_write(reply.player_id, reply.kind, now):
            outgoing.write_to_player(one_player(reply.player_id), reply.kind, now, f"mail-{mail.id}", **facts)
        return
    chair_id = reply.chair_id or mail.chair_id
    if chair_id is None:
        return
    chair = one_chair(chair_id)
    if reply.outcome in FROM_THE_PLAYER - ANSWERED_SO and chair.player_id is not None:
        delivery_effects.wrote(chair.player_id)
    if reply.kind in repeats.KINDS:
        facts |= repeats.remembered(mail.raw, chair.id, mail.received_at)
        if repeats.answered_enough(chair.id, facts, now):
            return
    if reply.kind and _may_answer(chair.id, now) and (reply.outcome not in NOT_THEIRS or _few_strangers(chair.id, now)):
        again = f"mail-{mail.id}-{reply.held.why}" if reply.held else f"mail-{mail.id}"
        about = next((ply for table, ply, *_ in mail.tables if table == chair.id), mail.ply)
        if replies.followed_at_once(chair, reply.kind, facts):
            facts["held_until"] = now + MEANWHILE
        outgoing.write_once(chair.match, chair, reply.kind, now, again, **{"about_ply": about, **facts})


def _has_room(mail: LeasedMail) -> bool:
    """Whether one more mail to this seat may wait for its player's confirmation."""
    return how_many(InboundMail, InboundMail.chair_id == mail.chair_id, InboundMail.outcome == HELD) < HELD_PER_SEAT


def _few_strangers(chair_id: int, now: datetime) -> bool:
    """Whether few mails of strangers came for a seat lately, so that its player may be told of one more."""
    lately = InboundMail.chair_id == chair_id, InboundMail.received_at > now - clock.DAY
    return how_many(InboundMail, *lately, InboundMail.outcome.in_(NOT_THEIRS)) <= OTHERS_PER_DAY


def _may_write(player_id: int, kind: str, now: datetime) -> bool:
    """Whether a person may get one more letter of this kind without a seat."""
    span, most = PERSON_LIMITS[kind]
    return how_many(Letter, Letter.player_id == player_id, Letter.kind == kind, Letter.created_at > now - span) < most


def _may_answer(chair_id: int, now: datetime) -> bool:
    lately = Letter.chair_id == chair_id, Letter.created_at > now - timedelta(hours=1)
    return how_many(Letter, *lately, Letter.kind.in_(REPLY_KINDS)) < REPLIES_PER_HOUR


# What a mail means -----------------------------------------------------------------------------------------------


def _reply_to(mail: LeasedMail, now: datetime) -> Reply:
    """Carry out a mail. Running it again for the same mail counts nothing twice."""
    if mail.purpose == POSTMASTER:
        return _to_operator(mail, now)
    message = parsed(mail.raw)
    with budget(SECONDS):
        failure = undeliverable(message) if mail.purpose in (BOUNCE, TRIAL) else None
        why = robot(message, mail.sender)
        said = new_lines.new_lines(body(message))
        reacts, hidden = is_reaction(message, "\n".join(said)), is_hidden(message)
    if mail.purpose == BOUNCE:
        return _bounced(mail, failure, now)
    if mail.purpose == TRIAL:
        return Reply(trial.outcome_of(why, failure, names_no_server(message, settings().authserv_ids)))
    if why or any(is_ours(address) for address in writers(message)):
        return Reply(why or "loop")
    if reacts:
        return Reply("reaction")
    if stands_for_nobody(mail.purpose, mail.chair_id):
        return _state(mail, message)
    read_only()
    try:
        return _answer(mail, message, said, HIDDEN if hidden else None, now)
    finally:
        db.session.rollback()


def _to_operator(mail: LeasedMail, now: datetime) -> Reply:
    """Forward a mail to the operator. Raises `Deferred`: it is tried again."""
    try:
        postmaster.pass_on(mail.raw, now)
    except Rejected as rejected:
        log.warning("mail.operator", error=without_addresses(str(rejected)))
        return Reply("undeliverable")
    return Reply("passed on")


def _state(mail: LeasedMail, message: Part) -> Reply:
    """Send help and an overview, once a day, to somebody who wrote to an address without a table."""
    writer = writer_to_nobody(mail.player_id, message)
    if writer is None:
        return Reply("stranger")
    return Reply("command", "state", {"sentence": NO_TABLE}, player_id=writer.id)


def _answer(mail: LeasedMail, message: Part, said: Sequence[str], unread: str | None, now: datetime) -> Reply:
    """Carry out a mail, of which these are the new lines. ``unread``: why its text cannot be read."""
    tables = alive(mail.player_id, mail.tables) if mail.purpose == TABLES else {}
    if mail.purpose == TABLES and not tables:
        return _state(mail, message)
    chair = next((chair for chair, _ in tables.values()), None) or one_chair(mail.chair_id)
    mail, lines = replace(mail, signed=new_lines.name_below(said, chair.name)), new_lines.without_name(said, chair.name)
    if not_theirs := _not_theirs(mail, message, chair, lines):
        return not_theirs
    if unread:
        return refusal(unread, chair.id)
    return _answer_several(mail, tables, lines, now) if tables else _carry_out(mail, chair, unnumbered(lines), now)


def _carry_out(mail: LeasedMail, chair: Chair, lines: list[str], now: datetime) -> Reply:
    """Carry out these lines for one table."""
    asides, before, after = new_lines.asides(lines)
    if not asides:
        return _follow(mail, chair, before, now)
    return _follow_both(mail, chair, asides, before, after, now)


def _not_theirs(mail: LeasedMail, message: Part, chair: Chair, lines: Sequence[str]) -> Reply | None:
    """The reply to a mail that may not be the player's: ask at their own address whether it was theirs, or tell them
    that it did not count. ``None`` if it is theirs.
    """
    player = chair.player
    doubt = identity.doubt(message, chair, player, mail.vouched) if player else Doubt(identity.NOBODYS)
    if doubt is None:
        return None
    if player is None or doubt.why == identity.NOBODYS:
        return Reply("stranger", "refusal", {"sentence": STRANGER}, chair_id=chair.id)
    facts = {"mail": mail.id, "why": doubt.why, "address": doubt.claimed, "player": player.id}
    return Reply(HELD, "whose", {**facts, "nearest": _reading(mail, chair, lines)}, chair_id=chair.id, held=doubt)


def _reading(mail: LeasedMail, chair: Chair, lines: Sequence[str]) -> list[str]:
    """The answer that a mail would give if it were the player's, for the letter that asks; empty if none."""
    ask = table_page(chair).ask
    if mail.purpose != ANSWER or ask is None or chair.match.ply != mail.ply:
        return []
    try:
        return [understood(chair.match, ask, "\n".join(lines), mail.signed)]
    except Illegal:
        return []


def _follow_both(
    mail: LeasedMail, chair: Chair, asides: list[tuple[str, str]], before: list[str], after: list[str], now: datetime
) -> Reply:
    """Carry out asides, and any answer or command. Text found only below asides may be a signature.

    A line is said first, so that the letter which an answer causes tells it; but who is invited has to sit down before.
    """
    sits = talking.sits(chair)
    facts = {**(say(mail, chair, asides) if sits else {}), **plan(mail, chair, asides)}
    asks = "plans" in facts
    planned = "planned" in facts or "unplanned" in facts
    reply = _follow(mail, chair, [*before, "", *after], now, planned) if any(before + after) else None
    facts |= {} if sits else say(mail, chair, asides)
    if reply is None or (not any(before) and reply.outcome in ("refused", "late")):
        if asks:
            return Reply("command", "meant", {"nearest": [], **facts})
        return Reply("command", "noted", {**facts, **(by_the_plan(mail, chair) if "planned" in facts else {})})
    return replace(reply, facts={**reply.facts, **facts})


STRANGER = (
    "An answer came to this seat from an address that is not this one, and was not counted. "
    "If it was you, please answer from this address, or on your page."
)
NO_TABLE = "You wrote to an address that stands for no table, or for none any more, so nothing was done."
UNREADABLE = (
    "A letter came to this seat that could not be read, and was not counted. Please answer on your page, or once more "
    "in a plain letter of one line."
)
HIDDEN = (
    "Your letter came encrypted, or packed so that only some programs can read it, and nothing of it was counted. "
    "Please send it once more without that, or answer on your page."
)


def _bounced(mail: LeasedMail, why: str | None, now: datetime) -> Reply:
    if why is None:
        return Reply("no bounce")
    assert mail.letter_id is not None
    outbox.bounced(mail.letter_id, now, f"Letters to this address come back: “{why}”.")
    return Reply("bounced")


def _follow(mail: LeasedMail, chair: Chair, lines: list[str], now: datetime, planned: bool = False) -> Reply:
    """Carry out the command or the answer in these lines; an answer in doubt is asked back.

    ``planned``: whether the mail has written out a plan, or withdrawn it; a yes in it is then to no other.
    """
    first = new_lines.first_said(lines)
    if mail.purpose == RESIGN:
        return confirmed(chair, first, now)
    if mail.letter_id is not None and (said := on_ballot(mail, chair, lines, now)):
        return said
    match = chair.match
    still_open = match.status == PLAYING and match.ply == mail.ply
    if mail.letter_id is not None and (said := _confirm_suggestion(mail, chair, lines, still_open, now, planned)):
        return said
    try:
        if still_open:
            return _sealed(mail, chair, "\n".join(lines), now)
    except (Illegal, Refused) as refused:
        return commanded(mail, chair, first, now) or _asked_back(mail, chair, refused, "\n".join(lines))
    return commanded(mail, chair, first, now) or _too_late(mail, chair)


def _asked_back(mail: LeasedMail, chair: Chair, refused: Illegal | Refused, text: str) -> Reply:
    """Suggest what the text could mean, if anything, and seal nothing. Only this player sees the suggestions."""
    if played := _played_before(mail, chair, text):
        return refusal(played)
    nearest = refused.nearest[:SUGGESTED] if isinstance(refused, Illegal) else ()
    if nearest:
        return Reply("refused", "meant", {"nearest": list(nearest), "player": chair.player_id})
    return refusal(refused)


def _played_before(mail: LeasedMail, chair: Chair, text: str) -> str:
    """A sentence that says so, if the text names a card of this deal that lies there already: played by the table, the
    clock or a plan before the mail came. Else empty.
    """
    page = table_page(chair)
    tricks = enumerate(tricks_of(page.view["core"]), 1) if page.ask and page.game.trick_game else ()
    own = {code: number for number, trick in tricks for seat, code in trick["cards"] if seat == chair.seat}
    if page.ask is None or not own:
        return ""
    played = replace(page.ask, slots=(Slot("card", tuple(own)),), absent=next(iter(own)))
    try:
        code = understood(chair.match, played, text, mail.signed)
    except Illegal:
        return ""
    return f"Your {page.prose.word(code)} has been played already, in trick {own[code]}."


def _confirm_suggestion(
    mail: LeasedMail, chair: Chair, lines: list[str], still_open: bool, now: datetime, planned: bool
) -> Reply | None:
    """Do what the letter that was answered with a yes suggests first: seal the answer, or keep the plan. Where it asks
    about both, a yes that names neither is asked for which; a letter that may not show it is written again. ``None`` if
    that is no yes to that letter.
    """
    facts = db.session.get_one(Letter, mail.letter_id).facts
    named = confirms(lines)
    asks = [what for what, fact in (("answer", "nearest"), ("plan", "plans")) if facts.get(fact)]
    if named is None or not asks or (named and asks == ["answer"]):
        return None
    if facts.get("player") != chair.player_id:
        return refusal("What that letter suggested was for somebody else.")
    shown = chair.player is not None and chair.player.hand_in_letters
    wanted = [what for what in named or asks if not (planned and what == "plan")]
    late = "answer" in wanted and not still_open
    if (wanted and not shown) or (len(wanted) > 1 and not named):
        again = {"nearest": facts.get("nearest", []), "player": facts["player"], "which": shown}
        reply = _too_late(mail, chair) if late else Reply("refused", "meant", again)
        of_plans = ("player", "plans", "unplanned") if "plan" in wanted and open_plans(chair, facts) else ()
        return replace(reply, facts={**reply.facts, **{name: facts[name] for name in of_plans}})
    if not set(named) <= set(asks):
        return refusal(ONE_PLAN)
    kept = keep_plan(chair, facts) if "plan" in wanted else {}
    if "answer" not in wanted:
        return Reply("command", "noted", {**kept, **(by_the_plan(mail, chair) if "planned" in kept else {})})
    reply = _too_late(mail, chair) if late else _seal_suggestion(mail, chair, facts, now)
    return replace(reply, facts={**reply.facts, **kept})


ONE_PLAN = "That letter asks about a plan alone: to keep it, reply to that letter with the one word yes."


def _seal_suggestion(mail: LeasedMail, chair: Chair, facts: Mapping[str, Any], now: datetime) -> Reply:
    """Seal the first answer that a letter suggests, if it is still lawful."""
    try:
        return _sealed(mail, chair, facts["nearest"][0], now, suggested=True)
    except (Illegal, Refused):
        return refusal("What that letter suggested does not fit any more.")


def _sealed(mail: LeasedMail, chair: Chair, text: str, now: datetime, suggested: bool = False) -> Reply:
    """Seal a typed answer, or one that was ``suggested``. Raises `Illegal` if it gives none beyond doubt."""
    ask = table_page(chair).ask
    if ask is None:
        raise Illegal("Nothing is asked of you now: the table waits for somebody else.")
    answer, unused = (canonical(ask, text), ()) if suggested else understood_apart(chair.match, ask, text, mail.signed)
    try:
        matches.seal(chair.id, answer, mail.ply, now, given_at=mail.received_at)
    except Overtaken:  # mails may arrive out of order, and the page may have been used
        return Reply("overtaken", "receipt", {"ply": mail.ply, "overtaken": True})
    except MovedOn:
        return Reply("late", "late")
    return Reply("sealed", "receipt", {"ply": mail.ply, "unused": list(unused)})


def _too_late(mail: LeasedMail, chair: Chair) -> Reply:
    """The reply for a closed window; this very mail may have closed it, in an earlier run that was killed half-way.

    If the match is not being played, the player gets an overview of all their tables, once a day.
    """
    answers = [given for turn in TURNS.of(chair.match, mail.ply + 1, mail.ply + 1) for given in turn.answers]
    own = next((given for given in answers if given.seat == chair.seat), None)
    if own and own.by == PLAYER and own.at >= mail.received_at:
        return Reply("sealed", "receipt", {"ply": mail.ply})
    if chair.match.status == PLAYING:
        return Reply("late", "late", {"only": True} if own and own.forced else {})
    return Reply("late", "state", {"sentence": NOT_PLAYED[chair.match.status]}, player_id=chair.player_id)


NOT_PLAYED = {
    INVITED: "Your mail came before the first card: not everybody has taken a seat yet.",
    OVER: "Too late: this match is no longer played.",
    CANCELLED: "Your mail came too late: this match was called off.",
}


# Letters about several tables ------------------------------------------------------------------------------------


def _answer_several(mail: LeasedMail, tables: Numbered, lines: list[str], now: datetime) -> Reply:
    """Answer each table by its number; an answer without a number goes to the only table where it is lawful."""
    division = divided(lines)
    greeted = not any(line and not greets(line) for line in division.before)
    if division.of and greeted and division.of.keys() <= tables.keys() and not new_lines.asides(division.after)[0]:
        return _together([_at_table(mail, *tables[n], division.lines(n), now) for n in sorted(division.of)])
    if division.of:
        return _which(mail, "Each answer stands on a line of its own that begins with the number of its table.")
    if done := _of_the_person(mail, next(iter(tables.values()))[0], lines, now):
        return done
    fitting = [n for n, (chair, ply) in tables.items() if _fits(chair, ply, lines, mail.signed)]
    if len(fitting) == 1:
        return _at_table(mail, *tables[fitting[0]], lines, now)
    return _which(mail, "Your mail fits more than one table." if fitting else "Your mail does not say which table.")


Numbered = Mapping[int, tuple[Chair, int]]
"""Seats by the number of their table in a letter, each with the ply at which it was asked."""


def _at_table(mail: LeasedMail, chair: Chair, ply: int, lines: list[str], now: datetime) -> Reply:
    """Carry out lines for one of the tables."""
    here = replace(mail, chair_id=chair.id, ply=ply, purpose=ANSWER)
    return replace(_carry_out(here, one_chair(chair.id), lines, now), chair_id=chair.id)


def _together(replies: list[Reply]) -> Reply:
    """The replies of one mail to several tables, as one."""
    first, *others = sorted(replies, key=lambda reply: reply.outcome not in FROM_THE_PLAYER)
    return replace(first, also=tuple(others))


def _of_the_person(mail: LeasedMail, chair: Chair, lines: list[str], now: datetime) -> Reply | None:
    """Carry out a command that concerns no table in particular."""
    said = new_lines.first_said(lines)
    if any(away_for(text) is not None or COMMANDS.get(plain(text)) is back for text in said):
        done = commanded(mail, chair, said, now)
        return replace(done, chair_id=chair.id) if done else None
    return None


def _fits(chair: Chair, ply: int, lines: list[str], signed: str) -> bool:
    """Whether the lines give an answer beyond doubt to that ask of the seat."""
    try:
        ask = table_page(chair).ask if chair.match.ply == ply else ply_page(chair.match, chair.seat, ply, ply).was_asked
        return ask is not None and bool(understood(chair.match, ask, "\n".join(lines), signed))
    except (Illegal, NoPly):
        return False


def _which(mail: LeasedMail, sentence: str) -> Reply:
    """Ask which table is meant, with the numbers of all that wait."""
    return Reply("refused", "which", {"sentence": sentence}, player_id=mail.player_id)
