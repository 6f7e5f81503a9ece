"""What a page gives Flask to answer with."""

from flask import Response
from werkzeug.wrappers import Response as Answered

Page = Response | Answered | str | tuple[str, int]
