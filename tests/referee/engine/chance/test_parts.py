"""Results that are typed part by part: what comes next, what stands, and which word does not fit."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.chance.outcomes import Draw, Listed, Outcomes, Roll, Wanted
from referee.engine.chance.parts import Gathering, progress
from tests.referee.engine.chance.test_outcomes import BACK, FACES, A, B

LAID = Draw("x", (A, B, B), 3, BACK, wanted=Wanted("three", ("left", "middle", "right").__getitem__))
DICE = Roll("x", 2, FACES)


@pytest.mark.parametrize(
    ("outcomes", "text", "fitting", "following", "told"),
    [
        (LAID, "", 0, "left", "0 of 3. Next: left."),
        (LAID, "draw a", 1, "middle", "1 of 3: a. Next: middle."),
        (LAID, "a, b b", 3, "", "3 of 3: a b b."),
        (LAID, "a a b", 1, "middle", "Middle: A cannot be drawn: there is none left. Kept: a."),
        (LAID, "a Z b", 1, "middle", 'Middle: There is no "Z" to draw. Known: A, B. Kept: a.'),
        (LAID, "a b b b", 3, "", "B: B cannot be drawn: there is none left. Kept: a b b."),
        (LAID, "??", 1, "", ""),
        (LAID, "Z a", 0, "left", 'Left: There is no "Z" to draw. Known: A, B.'),
        # Cards that are kept are whole.
        (LAID, "?? Z", 1, "", 'Z: There is no "Z" to draw. Known: A, B. Kept: ??.'),
        (LAID, "?? a", 2, "right", "2 of 3: ?? a. Next: right."),
        (DICE, "roll 2", 1, "die 2", "1 of 2: 2. Next: die 2."),
        (DICE, "2,9", 1, "die 2", 'Die 2: The dice have no face "9", only 1, 2, 3, 4, *. Kept: 2.'),
        (Listed("x", {"draw Ann": 1}), "Cy", 0, "", ""),
    ],
)
def test_progress(outcomes: Outcomes[Any], text: str, fitting: int, following: str, told: str) -> None:
    found = progress(outcomes, text)
    assert (found.fitting, found.next) == (fitting, following)
    assert found.told == told


def test_gathering_keeps_what_fits() -> None:
    """A mistake costs only the word that is wrong and those after it."""
    gathering = Gathering()
    assert gathering.add(LAID, "a b").next == "right"
    assert gathering.add(LAID, "a").reason
    assert gathering.words == ("a", "b")
    gathering.back()
    assert gathering.words == ("a",)
    assert gathering.add(LAID, "draw b Z").reason and gathering.words == ("a", "b")
    assert not gathering.add(LAID, "b").next
