"""A chat with a bot of Telegram: https://core.telegram.org/bots/api#sendmessage."""

import re
from collections.abc import Mapping
from typing import Any

import orjson

from .calling import Request
from .kind import BadFields, Facts, Field, Kind, Message, filled

SERVER = "https://api.telegram.org"
TOKEN = Field("token", "Token of your bot", "123456:ABC-DEF…", secret=True)
CHAT = Field("chat", "Number of the chat, or @name of the channel", "-1001234567890")


def _read(form: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    token, chat = filled(form, TOKEN), filled(form, CHAT)
    if not re.fullmatch(r"\d{3,20}:[\w-]{10,100}", token):
        raise BadFields("The token of a bot is a number, a colon and some letters, as @BotFather has given it to you.")
    if not re.fullmatch(r"-?\d{1,20}|@\w{3,40}", chat):
        raise BadFields("A chat is a number such as -1001234567890, or the @name of a channel.")
    return SERVER, {"token": token, "chat": chat}


def _request(address: str, facts: Facts, message: Message) -> Request:
    body = {"chat_id": facts["chat"], "text": message.line, "link_preview_options": {"is_disabled": True}}
    url = f"{address}/bot{facts['token']}/sendMessage"
    return Request(url, orjson.dumps(body), {"Content-Type": "application/json"})


TELEGRAM = Kind("Telegram", (TOKEN, CHAT), _read, _request)
