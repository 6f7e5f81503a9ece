"""Inbound mail: a reply to a letter is an answer or a command; otherwise its sender is told what was wrong."""

from .listener import run, smtp_server
from .mailbox import Polling
from .processing import process_due
from .queue import TooMany, keep, recipient
