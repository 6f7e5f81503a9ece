"""Why a letter does not leave: not now, nothing leaves now, or never."""

from __future__ import annotations


class Deferred(Exception):
    """Not now: the letter is to be tried again later."""


class Down(Deferred):
    """No mail server to talk to: no other letter will get through either."""


class Rejected(Exception):
    """Never: the server will not have this letter, or not for this address."""
