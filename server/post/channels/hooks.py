"""Hooks into chats, and signed JSON to a program of one's own: each takes a JSON object."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import orjson

from .http_client import Request
from .kind import URL, BadFields, Facts, Field, Kind, Message, Read, filled


def _json(url: str, body: Mapping[str, Any], headers: Mapping[str, str] | None = None, method: str = "POST") -> Request:
    return Request(url, orjson.dumps(body), {"Content-Type": "application/json", **(headers or {})}, method)


def _address(form: Mapping[str, str]) -> Read:
    return filled(form, URL), {}


# Discord: https://discord.com/developers/docs/resources/webhook#execute-webhook ---------------------------------------

LONGEST = 2000


def _discord(address: str, facts: Facts, message: Message) -> Request:
    return _json(address, {"content": message.line[:LONGEST], "allowed_mentions": {"parse": []}})


DISCORD = Kind("Discord", (URL,), _address, _discord)


# Slack, or a chat that takes the same (Mattermost, Rocket.Chat) -------------------------------------------------------

ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def _slack(address: str, facts: Facts, message: Message) -> Request:
    return _json(address, {"text": message.line.translate(ESCAPED)})


SLACK = Kind("Slack, Mattermost", (URL,), _address, _slack)


# Matrix: https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid ------------

SERVER = Field("address", "Homeserver", "https://matrix.example.org")
ROOM = Field("room", "Room ID", "!abc:example.org")
TOKEN = Field("token", "Access token of the account that writes", secret=True)


def _to_matrix(form: Mapping[str, str]) -> Read:
    room = filled(form, ROOM)
    if not re.fullmatch(r"![^\s/]+", room):
        raise BadFields("A room ID begins with an exclamation mark, such as !abc:example.org; it is in the settings.")
    return filled(form, SERVER).rstrip("/"), {"room": room, "token": filled(form, TOKEN)}


def _matrix(address: str, facts: Facts, message: Message) -> Request:
    number = hashlib.sha256(message.identity.encode()).hexdigest()[:32]  # sent twice, it remains one message
    url = f"{address}/_matrix/client/v3/rooms/{quote(facts['room'], safe='')}/send/m.room.message/{number}"
    body = {"msgtype": "m.text", "body": message.line}
    return _json(url, body, {"Authorization": f"Bearer {facts['token']}"}, "PUT")


MATRIX = Kind("Matrix", (SERVER, ROOM, TOKEN), _to_matrix, _matrix)


# A bot of Telegram: https://core.telegram.org/bots/api#sendmessage ----------------------------------------------------

BOTS = "https://api.telegram.org"
BOT = Field("token", "Token of your bot", "123456:ABC-DEF…", secret=True)
CHAT = Field("chat", "Number of the chat, or @name of the channel", "-1001234567890")


def _to_telegram(form: Mapping[str, str]) -> Read:
    token, chat = filled(form, BOT), filled(form, CHAT)
    if not re.fullmatch(r"\d{3,20}:[\w-]{10,100}", token):
        raise BadFields("The token of a bot is a number, a colon and some letters, as @BotFather has given it to you.")
    if not re.fullmatch(r"-?\d{1,20}|@\w{3,40}", chat):
        raise BadFields("A chat is a number such as -1001234567890, or the @name of a channel.")
    return BOTS, {"token": token, "chat": chat}


def _telegram(address: str, facts: Facts, message: Message) -> Request:
    body = {"chat_id": facts["chat"], "text": message.line, "link_preview_options": {"is_disabled": True}}
    return _json(f"{address}/bot{facts['token']}/sendMessage", body)


TELEGRAM = Kind("Telegram", (BOT, CHAT), _to_telegram, _telegram)


# A topic of ntfy, at ntfy.sh or a server of one's own: https://docs.ntfy.sh/publish/#publish-as-json ------------------

TOPIC = Field("address", "Topic", "https://ntfy.sh/a-name-nobody-guesses", secret=True)
PASS = Field("token", "Access token, if the topic needs one", secret=True)


def _to_ntfy(form: Mapping[str, str]) -> Read:
    address = filled(form, TOPIC)
    if not re.fullmatch(r"https?://[^/?#]+/[\w-]{1,64}", address):
        raise BadFields("A topic is an address such as https://ntfy.sh/a-name-nobody-guesses.")
    return address, {"token": filled(form, PASS)} if form.get(PASS.name, "").strip() else {}


def _ntfy(address: str, facts: Facts, message: Message) -> Request:
    parts = urlsplit(address)
    body = {"topic": parts.path.strip("/"), "title": message.title, "message": message.body, "click": message.url}
    headers = {"Authorization": f"Bearer {facts['token']}"} if "token" in facts else {}
    return _json(f"{parts.scheme}://{parts.netloc}/", body, headers)


NTFY = Kind("ntfy", (TOPIC, PASS), _to_ntfy, _ntfy)


# Signed JSON ----------------------------------------------------------------------------------------------------------


def signature(key: str, timestamp: str, body: bytes) -> str:
    """The value of ``X-Poste-Signature``: ``sha256=`` and the HMAC-SHA-256, in hex, of ``X-Poste-Timestamp``, a dot and
    the body, by the displayed key as bytes.
    """
    return "sha256=" + hmac.new(key.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def _signed(address: str, facts: Facts, message: Message) -> Request:
    told = {
        "id": message.identity,
        "kind": message.kind,
        "title": message.title,
        "text": message.body,
        "url": message.url,
        "until": message.until.isoformat(timespec="seconds") if message.until else None,
    }
    timestamp = str(int(message.at.timestamp()))
    signed = signature(facts["key"], timestamp, orjson.dumps(told))
    return _json(address, told, {"X-Poste-Timestamp": timestamp, "X-Poste-Signature": signed})


PLAIN = Kind(
    "JSON, signed, to a program of your own",
    (URL,),
    lambda form: (filled(form, URL), {"key": secrets.token_hex(32)}),
    _signed,
)
