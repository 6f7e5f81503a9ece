"""``python -m server.post.inbound``: run the inbox process."""

from ...app import create_app
from ...logs import configure
from ...store.schema import insist_or_stop
from .listener import run

configure()
app = create_app()
insist_or_stop(app)
run(app)
