"""The verifiable deal: a committed seed, the shuffles derived from it, receipts, and verification of records.

`server.matches` deals with it, and anybody may verify a record with it. It uses the rules and touches no database.
"""

from .shuffle import RECIPE, by_deal, commitment, mixed, new_salt, new_seed, receipt, shuffled, shuffler
from .verification import Broken, Verified, verify
