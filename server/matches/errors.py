"""What use-cases refuse. Every message is one sentence fit to show and to mail."""


class Refused(ValueError):
    """Input that cannot be accepted. ``field`` names the part of a form it is about."""

    def __init__(self, message: str, field: str = ""):
        super().__init__(message)
        self.field = field


class MovedOn(Exception):
    """An answer to a window that is no longer open."""


class Unknown(LookupError):
    """A link or a match that was never ours."""


class Gone(LookupError):
    """A link that was replaced by a newer one."""
