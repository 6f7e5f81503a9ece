"""Short explanations of this game's tokens and terms."""

GLOSSARY = {
    "pass": "You do not bid in this deal, and defend against the taker.",
    "small": "The lowest bid: the taker picks up the chien and lays as many cards away; ×1.",
    "guard": "The taker picks up the chien and lays as many cards away; all counts ×2.",
    "guard-without": "Guard without: the chien stays unseen and counts for the taker; ×4.",
    "guard-against": "Guard against: the chien stays unseen and counts for the defence; ×6.",
    "guard-without-slam": "Guard without, and the taker promises every trick: 400 more if all are won, 200 less if "
    "not.",
    "guard-against-slam": "Guard against, and the taker promises every trick: 400 more if all are won, 200 less if "
    "not.",
    "slam": "A promise to win every trick: 400 more if kept, 200 less if not. Who announces it leads.",
    "goulash": "All have passed: everybody plays alone, and the fewest points are best.",
    "poignee": "Many trumps shown in one hand, for 20 points to the side that wins the deal.",
    "double-poignee": "More trumps still, shown in one hand, for 30 points to the side that wins the deal.",
    "triple-poignee": "The largest number of trumps shown in one hand, for 40 points to the side that wins the deal.",
    "misere-trumps": "A hand without any trump, announced with the first card: each other player pays 10.",
    "misere-honours": "A hand without court cards and bouts, announced with the first card: each other player pays 10.",
    "taker": "Who plays the contract, against all others or with a secret partner.",
    "chien": "The cards dealt to nobody: six, or three when five play.",
    "bout": "The 21, the 1 of trumps and the Excuse. Each one taken lowers what the taker needs: 56, 51, 41, 36.",
    "petit": "The 1 of trumps. Won in the last trick, it is worth 10 more, times the contract.",
    "Excuse": "Played instead of following suit. It never wins a trick, and comes back to its side.",
}
