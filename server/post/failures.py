"""Why a letter could not be sent: a temporary failure, no mail server, or a permanent failure."""

from __future__ import annotations


class Deferred(Exception):
    """A temporary failure: this letter is to be retried later."""


class Down(Deferred):
    """The mail server cannot be reached or refuses our sender: no other letter will get through now either."""


class Rejected(Exception):
    """A permanent failure: the server refuses this letter, or mail to this address."""
