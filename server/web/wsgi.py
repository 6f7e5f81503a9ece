"""The application for other WSGI servers; `poste web` serves it by `serving`."""

from ..logs import configure
from ..store import heartbeat
from ..store.schema import insist_or_stop
from . import create_web
from .serving import spare_collections

configure(for_good=True)
app = create_web()
insist_or_stop(app)
heartbeat.keep_reporting(app, "web")
spare_collections()
