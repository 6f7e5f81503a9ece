"""``python -m server.inbox``: listen for replies."""

from ...logs import configure
from ...web import create_app
from .listener import run

configure()
run(create_app())
