"""The life of a match: one function for each use-case that changes a match, each in its own transaction.

Web pages, inbound mail, the worker and the command line call these functions; no other code writes a match or a chair.
They use the rules, the store and the clock, and raise errors whose message can be shown to a player: `Refused` (or
`Illegal` from the rules) for input that cannot be accepted, `MovedOn` for an answer to a window that has closed.
"""

from .absence import judge
from .appointments import answer_appointment, propose_appointment, withdraw_appointment
from .availability import come_back, days_left, go_away, set_hours, set_reminders
from .claiming import answer_claim, claim, examine_claims
from .deciding import Decision, decide, decision_due, take_decision
from .errors import Gone, MovedOn, Overtaken, Refused, TooMany, Unknown
from .lookup import (
    calendar_by_token,
    chair_by_token,
    held_by_token,
    match_by_id,
    me_by_token,
    named_by,
    never_by_token,
    offer_by_token,
    player_by_token,
    stop_by_token,
)
from .new_links import (
    replace_link,
    replace_player_link,
    resend,
    revoke_all,
    revoke_links,
    revoke_links_of,
    send_lost_links,
)
from .opening import Guest, accept, check_right, decline, lapse_one, one_more_deal, open_match, rematch
from .outages import settle_due
from .own_addresses import disown, vouch
from .own_addresses import take_back as take_back_address
from .playing import Sealed, seal, wake
from .preferences import learn_zone, never_write, set_digest, stop_letters, stop_letters_to, want_reminders
from .records import checked_over, record_of
from .resigning import resign
from .reviewing import Past, end_review, keep_opinion, next_decision, put_back, review_due, take_review
from .seeing import mark_seen
from .standing import leave_order, leave_plan, withdraw_plan
from .substituting import decline_offer, let_house_play, offer_seat, take_back, take_offer, withdraw_offer
from .sweeping import (
    call_due,
    close_due,
    close_one,
    give_orders_due,
    give_orders_one,
    lapse_due,
    next_order,
    remind_due,
    remind_one,
    stop_thinking_due,
    stop_thinking_one,
    sweep,
)
from .talking import note, say, strike, think
from .together import arrive, depart

__all__ = [
    "Decision",
    "Gone",
    "Guest",
    "MovedOn",
    "Overtaken",
    "Past",
    "Refused",
    "Sealed",
    "TooMany",
    "Unknown",
    "accept",
    "answer_appointment",
    "answer_claim",
    "arrive",
    "calendar_by_token",
    "call_due",
    "chair_by_token",
    "check_right",
    "checked_over",
    "claim",
    "close_due",
    "close_one",
    "come_back",
    "days_left",
    "decide",
    "decision_due",
    "decline",
    "decline_offer",
    "depart",
    "disown",
    "end_review",
    "examine_claims",
    "give_orders_due",
    "give_orders_one",
    "go_away",
    "held_by_token",
    "judge",
    "keep_opinion",
    "lapse_due",
    "lapse_one",
    "learn_zone",
    "leave_order",
    "leave_plan",
    "let_house_play",
    "mark_seen",
    "match_by_id",
    "me_by_token",
    "named_by",
    "never_by_token",
    "never_write",
    "next_decision",
    "next_order",
    "note",
    "offer_by_token",
    "offer_seat",
    "one_more_deal",
    "open_match",
    "player_by_token",
    "propose_appointment",
    "put_back",
    "record_of",
    "rematch",
    "remind_due",
    "remind_one",
    "replace_link",
    "replace_player_link",
    "resend",
    "resign",
    "review_due",
    "revoke_all",
    "revoke_links",
    "revoke_links_of",
    "say",
    "seal",
    "send_lost_links",
    "set_digest",
    "set_hours",
    "set_reminders",
    "settle_due",
    "stop_by_token",
    "stop_letters",
    "stop_letters_to",
    "stop_thinking_due",
    "stop_thinking_one",
    "strike",
    "sweep",
    "take_back",
    "take_back_address",
    "take_decision",
    "take_offer",
    "take_review",
    "think",
    "vouch",
    "wake",
    "want_reminders",
    "withdraw_appointment",
    "withdraw_offer",
    "withdraw_plan",
]
