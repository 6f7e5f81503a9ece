"""``python -m server.inbox``: listen for replies."""

from ..logs import configure
from ..web import create_app
from .listening import run

configure()
run(create_app())
