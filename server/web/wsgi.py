"""What gunicorn serves."""

import gc

from ..logs import configure
from ..store.schema import insist_or_stop
from . import create_web

configure(for_good=True)
app = create_web()
insist_or_stop(app)

# Requests leave next to no cycles behind: a collection every 700 objects, through everything that was loaded, is waste.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 20)
