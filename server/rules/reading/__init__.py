"""Reading typed text as an answer, only if it can mean nothing else; anything looser is a guess to be asked back.

An answer names each option by its code or by a full name (`full_names`), in the first paragraph after a greeting.
Besides these there may only be what people write around an answer (`frames`), and remarks that cannot touch it, which
are left out. A question, a negation, a condition, a second answer or an unknown word makes it a guess (`guessing`).
The reading is equally strict whether or not others still owe an answer: otherwise it would reveal that.
"""

from .answers import read, read_apart
from .courtesies import greets

__all__ = ["greets", "read", "read_apart"]
