"""What gunicorn serves."""

from .logs import configure
from .web import create_app

configure()
app = create_app()
