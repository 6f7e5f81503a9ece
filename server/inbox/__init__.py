"""Mail in: a reply to a letter is an answer, a command, or told why it is neither."""

from .acting import act_on_due
from .keeping import TooMany, keep, recipient
from .listening import poll, run, smtp_server

__all__ = ["TooMany", "act_on_due", "keep", "poll", "recipient", "run", "smtp_server"]
