"""An incoming webhook of Slack, or of a chat that takes the same (Mattermost, Rocket.Chat)."""

import orjson

from .calling import Request
from .kind import URL, Facts, Kind, Message, filled

ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def _request(address: str, facts: Facts, message: Message) -> Request:
    body = {"text": message.line.translate(ESCAPED)}
    return Request(address, orjson.dumps(body), {"Content-Type": "application/json"})


SLACK = Kind("Slack, Mattermost", (URL,), lambda form: (filled(form, URL), {}), _request)
