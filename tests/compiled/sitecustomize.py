"""Every application of a run takes its compiled templates from the run's folder, and puts there what it has compiled.

Where this folder is on the path of a Python process, as it is of the servers that tests start, this is done there, too.
"""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from flask import Flask, appcontext_pushed
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

RUN = "RUN_OF_TESTS"
"""Says where the folder of the run is (tests/guard.py)."""


class Compiled(BytecodeCache):
    """A cache of compiled templates, in files that are there whole or not at all."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take a template that is there."""
        with suppress(FileNotFoundError):
            bucket.bytecode_from_string(_file(bucket).read_bytes())

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        file = _file(bucket)
        file.parent.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as begun:
            begun.write(bucket.bytecode_to_string())
        Path(begun.name).replace(file)


def _file(bucket: Bucket) -> Path:
    """Where a template is kept: by its name, and whether it is escaped, as letters in plain text are not."""
    made_in = bucket.environment
    escapes = made_in.autoescape if isinstance(made_in.autoescape, bool) else "by-name"
    return Path(os.environ[RUN]) / "templates" / f"{bucket.key}-{escapes}-{made_in.trim_blocks}"


COMPILED = Compiled()


def use(app: Flask, **_: object) -> None:
    """Let an application and its letters use the cache."""
    app.jinja_env.bytecode_cache = COMPILED


if RUN in os.environ or __name__ != "sitecustomize":
    appcontext_pushed.connect(use)
