"""A first trick: a guided hand."""

from __future__ import annotations

from ...lesson import Lesson, Step

LESSON = Lesson(
    seats=4,
    hands={
        "A": "4S 8S QS KS 2D 5D 9D JD QD 5C 8C 10C JC T2 T5 T9 T13 F",
        "B": "KC 7H 5S 7S",
        "C": "2C 9H 9S JS NS",
        "D": "1S 2S 6S 10S 1D 3D KD 3C 4C T1 T6 T7 T8 T16 T17 T18 T20 T21",
        "rest": "4D 6D 7C 1C 9C 3S",
    },
    steps=(
        Step(
            answer="pass",
            why=(
                "Everybody bids once, and who takes plays alone against the three others. You hold one "
                "bout, the Excuse, and few trumps. With one bout a taker needs 51 of the 91 points: "
                "too much for this hand. Pass."
            ),
            other="Brave! But with one bout you would need 51 points, alone against three. Pass for now.",
        ),
        Step(
            before="B: pass, C: pass, D: guard, D: 1S 2S 3S 3D 4D 6D",
            answer="8C",
            why=(
                "Dmitri takes: he showed the chien, took it up, and laid six cards away. You, Bruno "
                "and Chiara play against him, and you lead. You hold no king of clubs: lead low there, "
                "and a partner may have it."
            ),
            other="You may. But start with a low club: a partner may hold its king.",
        ),
        Step(
            before="B: KC, C: 2C, D: 1C, B: 7H, C: 9H, D: T6",
            answer="T9",
            why=(
                "Bruno’s king took, and he led hearts. You have none: then you must trump, and higher "
                "than Dmitri’s 6 if you can. Your 9 is enough: keep the 13. The Excuse may always be "
                "played, but takes nothing."
            ),
            other="That is allowed, too. But the 9 is enough to take the trick.",
        ),
        Step(
            answer="KS",
            why=(
                "You took the trick, so you lead. A king counts 4½ points, and whoever still has spades must "
                "follow: play it early, before somebody has none left and trumps it."
            ),
            other="That is allowed, too. But bring the king home first, while all still have spades.",
        ),
    ),
    last="B: 5S, C: 9S, D: 6S",
    end=(
        "All followed, and the king is home: 4½ points, and a half for each of the three small cards, "
        "make 6. So it goes for eighteen tricks. Then the taker’s cards are counted: 56, 51, 41 or 36 "
        "points are needed with none, one, two or all three bouts."
    ),
)
