"""A first trick: a guided hand."""

from __future__ import annotations

from ...lesson import Lesson, Step

LESSON = Lesson(
    seats=3,
    hands={
        "A": "T21 F T20 T19 T17 T14 T10 T8 KS QS 5S 3S KH QH NH JH 9H 4H KD 2D 7C 6C 3C 2C",
        "B": "T5 QD NC",
        "C": "T7 10D 5C",
        "rest": "1C 4C 9D 8D 6S 7S",
    },
    steps=(
        Step(
            answer="prise",
            why=(
                "Whoever bids highest plays alone against the two others. You hold two bouts, the 21 and the Fool, "
                "three kings and many trumps. With two bouts 41 points are enough: take it, with the lowest bid."
            ),
            other="You may. But with this hand you can take: bid prise.",
        ),
        Step(
            before="B: pass, C: pass",
            answer="1C 2C 3C 4C 6C 7C",
            why=(
                "The six cards of the chien are yours. Lay six away: no king, no bout, and no trump "
                "while you have anything else. Your clubs are just six: without them you will trump "
                "every club that is led."
            ),
            other="You may. But lay all clubs away, and you can trump whenever they are led.",
        ),
        Step(
            answer="T20",
            why=(
                "You lead. Here anybody may trump a suit at any time, even with cards of it: your kings are not "
                "safe yet. So draw trumps first. You hold the 21 yourself: nobody beats your 20."
            ),
            other="That is allowed, too. But draw the others’ trumps first.",
        ),
        Step(
            before="B: T5, C: T7",
            answer="8D",
            why=(
                "Two trumps fewer against you. A small diamond now: you give up a cheap trick and keep the king behind."
            ),
            other="That is allowed, too. But give up a cheap card here.",
        ),
        Step(
            before="B: QD, C: 10D, B: NC, C: 5C",
            answer="T8",
            why=(
                "Bruno leads clubs, and you laid yours away. Any card is allowed; a small trump takes the knight "
                "and its points."
            ),
            other="That is allowed, too. But a small trump takes this trick.",
        ),
    ),
    end=(
        "A knight and two small cards are yours. After 24 tricks you count: with two bouts 41 points make"
        " it, and each of the others pays you; with less you pay them. Higher bids pay two, four and six "
        "times as much."
    ),
)
