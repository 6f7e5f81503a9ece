"""A webhook of a Discord channel: https://discord.com/developers/docs/resources/webhook#execute-webhook."""

import orjson

from .calling import Request
from .kind import URL, Facts, Kind, Message, filled

LONGEST = 2000


def _request(address: str, facts: Facts, message: Message) -> Request:
    body = {"content": message.line[:LONGEST], "allowed_mentions": {"parse": []}}
    return Request(address, orjson.dumps(body), {"Content-Type": "application/json"})


DISCORD = Kind("Discord", (URL,), lambda form: (filled(form, URL), {}), _request)
