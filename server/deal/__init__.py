"""The verifiable deal: a committed seed, the shuffles that follow from it, receipts, and the check of a record.

`server.matches` deals by it, and anybody may check a record with it. It calls the rules, and touches no database.
"""

from .shuffle import RECIPE, commitment, mixed, new_salt, new_seed, receipt, shuffled, shuffler
from .verification import Broken, Verified, verify

__all__ = [
    "RECIPE",
    "Broken",
    "Verified",
    "commitment",
    "mixed",
    "new_salt",
    "new_seed",
    "receipt",
    "shuffled",
    "shuffler",
    "verify",
]
