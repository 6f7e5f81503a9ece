"""The command ``poste``, which a host runs on the server's machine.

Each command parses its arguments, calls one use-case or check, and prints the result. No other layer calls this one.
"""

from .group import poste
