"""What a seat, a player or a spectator may see at a given moment; pages, letters and the JSON API are made from it.

Everything comes from the game's view for the seat and from public facts: secrets are never read and then hidden. Any
layer above may call it; it reads the store and changes nothing.
"""

from .deals import Deal, Deals, just_ended, recent
from .etag import etag
from .lengths import Length, length_for
from .next_match import is_one_more
from .presence import is_here, own_seats, people_of, sits_together
from .replay import NoPly, ReplayPage, ply_page, replay_page, since_seen, told_since
from .review import reviewed, shown_at
from .seat import SeatPage, seat_page, spectator_page, table_page
from .story import RECENT, last_answers, turns_since
from .tables import letter_of, names_beside, table_of
