"""A first trick: a guided hand."""

from __future__ import annotations

from ...lesson import Lesson, Step

LESSON = Lesson(
    seats=4,
    hands={
        "A": "4-4 6-4 5-4 4-2 4-0 5-5 1-1",
        "B": "4-1 5-1 3-0 6-6 6-1 2-1 3-3",
        "C": "4-3 5-0 3-2 6-0 6-3 2-2 0-0",
        "D": "5-2 2-0 6-5 6-2 5-3 3-1 1-0",
    },
    steps=(
        Step(
            answer="32",
            why=(
                "You and Chiara play against Bruno and Dmitri for 42 points: one a trick, ten each for "
                "5-5 and 6-4, five each for 5-0, 4-1 and 3-2. Five fours with the double, and 5-5, "
                "take nearly all: bid 32."
            ),
            other="You may. But 32 is enough to outbid the others now, and easy to make.",
        ),
        Step(
            before="B: pass, C: pass, D: pass",
            answer="4",
            why=(
                "All have passed, and you name trumps. Your long number is four: every tile with a four is then a"
                " trump, and nothing else."
            ),
            other="You may. But you hold five of the seven fours.",
        ),
        Step(
            answer="4-4",
            why=(
                "You lead. The double is the highest of its suit: nobody beats 4-4, and whoever has a four must "
                "follow. So you see where the others’ trumps are."
            ),
            other="That is allowed, too. But the double cannot be beaten.",
        ),
        Step(
            before="B: 4-1, C: 4-3, D: 1-0",
            answer="5-5",
            why=(
                "4-1 and 4-3 fell: with your five fours that is all seven. Nobody can trump any more. Now 5-5, "
                "the highest five, brings its ten points home, and Chiara will give you hers."
            ),
            other="That is allowed, too. But nobody can trump 5-5 now: take its ten points.",
        ),
        Step(
            before="B: 5-1, C: 5-0, D: 5-2",
            answer="6-4",
            why=(
                "16 points came with that trick: one for the trick, ten and five. 6-4 is the highest trump left "
                "and counts ten more."
            ),
            other="That is allowed, too. But 6-4 counts ten, and nobody beats it.",
        ),
    ),
    last="B: 3-0, C: 3-2, D: 2-0",
    end=(
        "6, 16 and 16 again: 38 points in three tricks, more than the 32 you bid. All seven tricks are "
        "played; then your side gets a mark. Seven marks win the match, and a bid of marks needs every "
        "trick."
    ),
)
