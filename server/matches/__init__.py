"""The life of a match: one function for each use-case that changes a match, each in its own transaction.

Web pages, inbound mail, the worker and the command line call these functions; no other code writes a match or a chair.
They use the rules, the store and the clock, and raise errors whose message can be shown to a player: `Refused` (or
`Illegal` from the rules) for input that cannot be accepted, `MovedOn` for an answer to a window that has closed.
"""

from .absence import judge
from .appointments import answer_appointment, propose_appointment, withdraw_appointment
from .availability import come_back, days_left, go_away, set_hours, set_reminders
from .capabilities import person_of
from .claiming import answer_claim, claim, examine_claims
from .duplicating import open_matches, open_tables
from .errors import Gone, MovedOn, Overtaken, Refused, Shut, TooMany, Unknown
from .house_decisions import Decision, decide, decision_due, take_decision
from .joining import Closed, ask_for_seat, decline_kept, take_kept
from .lookup import (
    chair_by_token,
    held_by_token,
    match_by_id,
    me_by_token,
    named_by,
    offer_by_token,
    player_by_token,
    reservation_by_token,
    shared_by_token,
    stop_by_token,
)
from .motions import answer_motion, go_on, move, withdraw_motion
from .new_links import (
    replace_link,
    replace_player_link,
    resend,
    revoke_all,
    revoke_links,
    revoke_links_of,
    send_lost_links,
)
from .opening import Guest, MatchRequest, accept, check_right, decline, one_more_deal, open_match, rematch
from .outages import settle_due
from .own_addresses import disown, vouch
from .own_addresses import take_back as take_back_address
from .people import known_people
from .practising import practise, practise_again
from .preferences import (
    block,
    learn_zone,
    name_table,
    never_write,
    set_digest,
    stop_letters,
    stop_letters_to,
    unblock,
    want_hand,
    want_reminders,
)
from .presence import arrive, depart, mark_seen
from .records import checked_open, checked_over, proof_of, record_of
from .resigning import cancel, resign
from .reviewing import PastDecision, end_review, keep_opinion, next_decision, put_back, review_due, take_review
from .sealing import Sealed, seal, seal_form, wake
from .seat_plans import (
    confirm_plan,
    plan_meant,
    plan_typed,
    planned_now,
    plans_meant,
    seal_laid_out_plan,
    seal_plan,
    withdraw_plan,
)
from .sharing import end_shared, limit_shared, renew_shared
from .substituting import decline_offer, let_house_play, offer_seat, take_back, take_offer, withdraw_offer
from .sweeping import (
    call_due,
    close_due,
    decide_overdue,
    give_delayed_due,
    lapse_due,
    next_delayed,
    publish_due,
    remind_due,
    sweep,
    windows_wait,
)
from .talking import note, say, strike, think
