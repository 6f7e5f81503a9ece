"""``python -m server.inbox``: listen for replies."""

from ...app import create_app
from ...logs import configure
from .listener import run

configure()
run(create_app())
