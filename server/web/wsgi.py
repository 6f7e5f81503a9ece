"""What gunicorn serves."""

import gc

from ..logs import configure
from ..store import heartbeat
from . import create_web

configure(for_good=True)
app = create_web()
heartbeat.keep_reporting(app, "web")

# Requests leave next to no cycles behind: a collection every 700 objects, through everything that was loaded, is waste.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 20)
