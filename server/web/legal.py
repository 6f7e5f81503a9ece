"""Who runs this server, and what it keeps of people: the privacy page and the imprint, from the settings."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template
from flask.blueprints import BlueprintSetupState

from ..config import Settings, settings
from ..rules.text import lines_of
from .replies import Page

legal = Blueprint("legal", __name__)


@legal.record
def _link_the_imprint(state: BlueprintSetupState) -> None:
    """Tell templates where the imprint is, to which the foot of every page links; empty if there is none."""
    text, elsewhere = state.app.extensions["poste"].imprint
    state.app.jinja_env.globals["imprint"] = elsewhere or ("/imprint" if text else "")


@legal.get("/privacy")
def privacy() -> Page:
    """What is kept of whom, for how long, and how to have it erased."""
    name, address = settings().operator
    return render_template("privacy.html", operator=name, address=address, days=kept_days(settings()))


@legal.get("/imprint")
def imprint() -> Page:
    """Who is answerable for this server."""
    text, elsewhere = settings().imprint
    if elsewhere:
        return redirect(elsewhere)
    if not text:
        abort(404)
    return render_template("imprint.html", paragraphs=[lines_of(part) for part in text.split("\n\n") if part.strip()])


def kept_days(given: Settings) -> int | None:
    """Days after somebody's last match until they are forgotten (`RETAIN`); ``None`` where nobody is, unless asked."""
    span = getattr(given, "retain", None)
    return None if span is None else int(span.days)
