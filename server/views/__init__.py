"""What one seat, a player or a spectator may see at one moment. Pages, letters and the JSON interface are made of it.

Everything here comes from the game's view of the seat and from what is public; nothing is made by hiding.
It reads the store and changes nothing.
"""

from .replay import NoPly, ReplayPage, Since, ply_page, replay_page, since_seen
from .seat import SeatPage, mark, page_with, seat_page, spectator_page, table_page
from .story import TURNS, Line, Ply, turns_since
from .tables import letter_of, table_of

__all__ = [
    "TURNS",
    "Line",
    "NoPly",
    "Ply",
    "ReplayPage",
    "SeatPage",
    "Since",
    "letter_of",
    "mark",
    "page_with",
    "ply_page",
    "replay_page",
    "seat_page",
    "since_seen",
    "spectator_page",
    "table_of",
    "table_page",
    "turns_since",
]
