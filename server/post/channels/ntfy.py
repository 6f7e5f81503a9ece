"""A topic of ntfy, at ntfy.sh or a server of one's own: https://docs.ntfy.sh/publish/#publish-as-json."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import orjson

from .calling import Request
from .kind import BadFields, Facts, Field, Kind, Message, filled

TOPIC = Field("address", "Topic", "https://ntfy.sh/a-name-nobody-guesses", secret=True)
TOKEN = Field("token", "Access token, if the topic needs one", secret=True)


def _read(form: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    address = filled(form, TOPIC)
    if not re.fullmatch(r"https?://[^/?#]+/[\w-]{1,64}", address):
        raise BadFields("A topic is an address such as https://ntfy.sh/a-name-nobody-guesses.")
    given = form.get(TOKEN.name, "").strip()
    return address, {"token": filled(form, TOKEN)} if given else {}


def _request(address: str, facts: Facts, message: Message) -> Request:
    parts = urlsplit(address)
    body = {"topic": parts.path.strip("/"), "title": message.title, "message": message.body, "click": message.url}
    headers = {"Authorization": f"Bearer {facts['token']}"} if "token" in facts else {}
    url = f"{parts.scheme}://{parts.netloc}/"
    return Request(url, orjson.dumps(body), {"Content-Type": "application/json", **headers})


NTFY = Kind("ntfy", (TOPIC, TOKEN), _read, _request)
