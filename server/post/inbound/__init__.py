"""Mail in: a reply to a letter is an answer, a command, or told why it is neither."""

from .acting import act_on_due
from .listener import poll, run, smtp_server
from .queue import TooMany, keep, recipient

__all__ = ["TooMany", "act_on_due", "keep", "poll", "recipient", "run", "smtp_server"]
