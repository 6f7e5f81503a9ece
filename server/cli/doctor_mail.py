"""The further checks of `poste doctor --mail ADDRESS`: DNS, and a letter that goes out and its reply that comes in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import click

from .. import clock
from ..config import Settings
from ..post import dns_checks, trial
from ..post.failures import Deferred, Rejected
from ..post.inbound import reachable
from ..post.message import one_line
from ..post.reply_addresses import trial_number

Check = Callable[[Settings], str]
DECIDED = (trial.ANSWERED, trial.CAME_BACK)
LOOK, TELL = 1.0, 15.0
"""Seconds between two looks for the reply, and between two lines that say that it is still awaited."""
DNS = (
    ("mx", dns_checks.mail_exchanger), ("spf", dns_checks.sender_policy), ("dkim", dns_checks.signing_key),
    ("dmarc", dns_checks.policy), ("reverse", dns_checks.reverse),
)  # fmt: skip


def checks(address: str, wait: timedelta) -> Iterator[tuple[str, Check]]:
    """The checks of mail in both directions, by name, in order. They raise like those of `poste doctor`, or
    `Inconclusive`."""
    yield from ((name, partial(_asked_of_dns, ask)) for name, ask in DNS)
    yield "replies", partial(_asked_of_dns, lambda settings: reachable.check_exchangers(settings, clock.now()))
    yield "letter", partial(_sent_and_answered, address, wait)


def _asked_of_dns(ask: Check, settings: Settings) -> str:
    if settings.local_mail:
        raise dns_checks.Inconclusive("letters stay on this machine, and need no DNS")
    return ask(settings)


def _sent_and_answered(address: str, wait: timedelta, settings: Settings) -> str:
    if settings.local_mail:
        raise dns_checks.Inconclusive("letters stay on this machine, and none was sent: set MAIL_URL to a mail server")
    number = trial_number(clock.now())
    try:
        trial.send(number, address, clock.now())
    except (Deferred, Rejected) as error:
        raise RuntimeError(f"the mail server did not take it: “{error}”") from error
    try:
        reachable.check_inbox(settings, clock.now())
    except reachable.Unreachable as error:
        raise RuntimeError(f"the letter left, but no reply can come in: {error}") from error
    return _awaited(number, address, wait)


def _awaited(number: int, address: str, wait: timedelta) -> str:
    """The outcome of the letter. Raises `RuntimeError` if it bounced, or no person's reply came in time."""
    began = time.monotonic()
    click.echo(f"       letter    left for {address}; answer it with any word within {clock.in_words(wait)}", err=True)
    told_at, came = began, trial.replies(number)
    while (
        not any(reply.outcome in DECIDED for reply in came)
        and (passed := time.monotonic() - began) < wait.total_seconds()
    ):
        if time.monotonic() - told_at >= TELL:
            told_at = time.monotonic()
            click.echo(f"       letter    {passed:.0f} s: {_meanwhile(came)}", err=True)
        time.sleep(LOOK)
        came = trial.replies(number)
    return _told(came, address, time.monotonic() - began)


def _told(came: list[trial.TrialReply], address: str, seconds: float) -> str:
    outcomes = {reply.outcome: reply for reply in came}
    if trial.ANSWERED in outcomes:
        sender = one_line(outcomes[trial.ANSWERED].sender)
        same = sender.lower() == address.lower()
        other = "" if same else f"; it came from {sender}, and a seat would ask first whether that was you"
        if outcomes[trial.ANSWERED].nameless:
            raise RuntimeError(
                "left, and its reply came in, but without Authentication-Results of a server that AUTHSERV_ID names: "
                "see the header in any mail; if it begins with no name, as Microsoft 365 writes it, set AUTHSERV_ID=*; "
                "if there is none, unset it, so that DKIM is checked here"
            )
        return f"left, and its reply came in after {seconds:.0f} s{other}"
    if trial.CAME_BACK in outcomes:
        status = outcomes[trial.CAME_BACK].status
        raise RuntimeError(f"came back{f' ({status})' if status else ''}: is {address} right, and DNS as said above?")
    raise RuntimeError(f"left, and {seconds:.0f} s later {_meanwhile(came)}: {_ADVICE[bool(came)]}")


def _meanwhile(came: list[trial.TrialReply]) -> str:
    """What has come so far, none of it a person's answer."""
    if not came:
        return "no reply has come in"
    if any(reply.outcome == trial.UNREAD for reply in came):
        return "a mail has come in that is not read yet"
    return f"only a robot has answered ({', '.join(dict.fromkeys(reply.outcome for reply in came))})"


_ADVICE = {
    False: "is the letter among the spam, and does mail for MAIL_DOMAIN come to INBOX_PORT, or to INBOX_URL?",
    True: "is the server paused or the inbox busy, or did nobody but a robot write? See `poste doctor`",
}
