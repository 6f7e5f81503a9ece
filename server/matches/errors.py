"""The errors raised by use-cases. Each message is one sentence that can be shown to a player or sent by mail."""


class Refused(ValueError):
    """Input that cannot be accepted. ``field`` names the form field it concerns, or is empty."""

    def __init__(self, message: str, field: str = ""):
        super().__init__(message)
        self.field = field


class TooMany(Refused):
    """Something that may be done again only after ``wait`` seconds."""

    def __init__(self, message: str, wait: float, field: str = ""):
        super().__init__(message, field)
        self.wait = max(1, int(wait))


class MovedOn(Exception):
    """An answer to a window that is no longer open."""


class Overtaken(Exception):
    """An answer that arrived after one that its player gave later."""


class Unknown(LookupError):
    """A link or match id that this server never issued."""


class Shut(Unknown):
    """Something that is not shown before other tables, which play the same deals, have ended."""


class Gone(LookupError):
    """A link that has been replaced by a newer one."""
