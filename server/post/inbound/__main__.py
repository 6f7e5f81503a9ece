"""``python -m server.post.inbound``: run the inbox process."""

from ...app import create_app
from ...logs import configure
from .listener import run

configure()
run(create_app())
