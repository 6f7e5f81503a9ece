"""What forms ask for, and what pages answer with besides themselves: a message, a refusal, a problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, TypeVar

from flask import Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answered

from ..config import settings
from ..matches import Refused, TooMany

Action = TypeVar("Action")
Page = Response | Answered | str | tuple[str, int]
"""What a page gives Flask to answer with."""


def action_of(actions: Mapping[str, Action]) -> Action:
    """The action that the field ``do`` of the form names; 422 where there is none of that name."""
    action = actions.get(request.form.get("do", ""))
    if action is None:
        abort(422, "This form says nothing that can be done here.")
    return action


UNSURE = "Tick the box first: some mail programs press buttons on their own."


class Unsure(Refused):
    """A button was pressed, and nothing says that a person did it. ``pressed``: what it sends, and a tick is to say."""

    def __init__(self, pressed: str):
        why = "One more tap, as some mail programs press buttons on their own: tick the box, and press again."
        super().__init__(why, "verdict")
        self.pressed = pressed


def pressed_of(yes: str, no: str) -> str:
    """Which of its two buttons a person pressed in a form (``verdicts`` in macros/forms.html).

    Mail scanners press buttons, and a person may tick one answer and press the other. Raises `Refused`.
    """
    verdict = request.form.get("verdict", "")
    pressed = request.form.get("answer", verdict)
    if pressed not in (yes, no):
        raise Refused("Choose one of the two: yes or no.")
    if verdict != pressed:
        raise Unsure(pressed)
    return verdict


def shown_or(done: object, usual: str, token: str) -> Page:
    """What an action gave to show, if it did; else the usual page of this token as it is then."""
    return done if isinstance(done, Answered | str | tuple) else redirect(url_for(usual, token=token), 303)


def message(title: str, text: str, letters: bool = True) -> str:
    """A page that says what has been done. ``letters``: it leads to the local mailboxes, where there are any."""
    letters = letters and settings().local_mail is not None
    return render_template("message.html", title=title, text=text, letters=letters)


def refusing(page: str, refused: Refused) -> Response:
    """A page that shows a refusal: 422, or 429 and when to come back."""
    if isinstance(refused, TooMany):
        return Response(page, 429, headers={"Retry-After": str(refused.wait)})
    return Response(page, 422)


def problem(
    status: int,
    detail: str,
    headers: dict[str, str] | None = None,
    *,
    alive: bool = False,
    kept: Sequence[str] = (),
    **more: Any,
) -> Response:
    """An error: as JSON (RFC 9457) where JSON is spoken, else as a page.

    ``alive``: the link itself works, whatever its status says. ``kept``: what was typed, which a page gives back.
    """
    if request.path.startswith("/api/"):
        response = jsonify(type="about:blank", title=title_of(status), status=status, detail=detail, **more)
        response.content_type = "application/problem+json"
    else:
        dead = not alive and status in (404, 410) and request.path.startswith(("/s/", "/me/"))
        template = "link_dead.html" if dead else "error.html"
        form_page = request.path if kept and current_app.url_map.bind("").test(request.path, "GET") else None
        said = {"status": status, "title": title_of(status), "detail": detail, "kept": kept, "form_page": form_page}
        response = Response(render_template(template, **said))
    response.status_code = status
    response.headers.update(headers or {})
    return response


def title_of(status: int) -> str:
    """The name of an HTTP status, such as ``Not Found``."""
    return HTTPStatus(status).phrase
