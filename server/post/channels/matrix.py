"""A room of Matrix: https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import orjson

from .calling import Request
from .kind import BadFields, Facts, Field, Kind, Message, filled

SERVER = Field("address", "Homeserver", "https://matrix.example.org")
ROOM = Field("room", "Room ID", "!abc:example.org")
TOKEN = Field("token", "Access token of the account that writes", secret=True)


def _read(form: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    room = filled(form, ROOM)
    if not re.fullmatch(r"![^\s/]+", room):
        raise BadFields("A room ID begins with an exclamation mark, such as !abc:example.org; it is in the settings.")
    return filled(form, SERVER).rstrip("/"), {"room": room, "token": filled(form, TOKEN)}


def _request(address: str, facts: Facts, message: Message) -> Request:
    number = hashlib.sha256(message.identity.encode()).hexdigest()[:32]  # sent twice, it remains one message
    room = quote(facts["room"], safe="")
    url = f"{address}/_matrix/client/v3/rooms/{room}/send/m.room.message/{number}"
    body = orjson.dumps({"msgtype": "m.text", "body": message.line})
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {facts['token']}"}
    return Request(url, body, headers, "PUT")


MATRIX = Kind("Matrix", (SERVER, ROOM, TOKEN), _read, _request)
