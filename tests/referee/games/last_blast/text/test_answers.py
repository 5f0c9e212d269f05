"""The answers of The Last Blast, as people read them."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.answers import Answer
from referee.games.last_blast.commands import damage, odds, score

FLIGHT = "G1-1 R2-3 A5-4 A6-2 G1-2 R3-4 A4-5 R1-1 G2-6 A5-5 A4-1 R2-6"
FIELD = "5166554/4431325/6232352/4524631/1416163"


def test_damage_in_words() -> None:
    """Formula with the numbers filled in, and the rule of each step."""
    answer = damage("G2-1", "T6", 1)
    assert answer.lines == (
        "Damage 4: jump 1, collision 3.",
        "Remove the front card, then the rear card, then 2 cards of your choice, each",
        "  from the front or the rear.",
    )
    assert [(step.what, step.formula, step.rule) for step in answer.why] == [
        ("jump", "1", "LB 4.3"),
        ("collision", "max(0, |1 − 6| − 2) = 3", "LB 4.4"),
        ("damage", "1 + 3 = 4", "LB 4.5"),
        ("removal", "point 1 front, point 2 rear, 2 points as the owner chooses", "LB 4.6"),
    ]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (damage("R3-2", "T2"), "No card is lost."),
        (damage("R3-2", "T3"), "Remove the front card."),
        (damage("R3-2", "T3", cards_left=1), "The rocket has 1 card left: it explodes."),
        (score(["Ann=A5-1 R1-1", "Bo=A4-1 G2-1"]), "Bo tie at 6; Ann has the higher single number [LB 5.2]."),
        (score(["Ann=A5-1", "Bo=A5-2"]), "Ann and Bo tie at 5 in everything and share the win [LB 5.2]."),
        (score(["Ann=A4-1", "Bo=A5-2", "Cy=x2"]), "Places: 1 Bo, 2 Ann, 3 Cy."),
        (score(["Ann=A5-1", "Bo=A5-2", "Cy=A4-1"]), "Places: 1 Ann and Bo, 3 Cy."),
        (score(["Ann=x2", "Bo=x2"]), "Every rocket exploded [LB 4.11]."),
        (score(["Ann", "Bo", "Cy=R1-1"]), "To rank the exploded, give the round of each"),
        (odds("A6-4 A4-1", "5/6/x", 2), "row 2  T6     damage 2  explodes in column 1"),
        (odds("A6-4 A4-1", "5/4/x", 2), "row 2  T4     damage 0  2 cards at the end    best"),
        (odds("A6-4 A4-1", "5/4/x", 2), "row 3  taken"),
        (odds("A6-4 A4-1", "5/6/x", 3), "No play saves the rocket."),
        (odds("A6-4 A4-1", "5/6/x"), "give --row"),
        (odds(FLIGHT, FIELD), "12 cards, about to enter (any row, no jump damage); 7 columns ahead."),
    ],
)
def test_answers(answer: Answer[Any], text: str) -> None:
    assert text in "\n".join(answer.lines)


@pytest.mark.parametrize(
    ("players", "rule", "formula"),
    [
        pytest.param(["Ann=A6-3 R2-5", "Bo=A5-2", "Cy=A5-1"], "LB 5.1", "8 > 5", id="LB 5.1"),
        pytest.param(["Ann=A4-1", "Bo=x3"], "LB 4.9", "only Ann is left", id="LB 4.9"),
        pytest.param(["Ann=x3", "Bo=x3"], "LB 4.11", "every rocket exploded", id="LB 4.11"),
        pytest.param(
            ["A=A4-1 R1-1", "B=A5-1"], "LB 5.2", "A and B tie at 5; A has more cards left", id="LB 5.2"
        ),
    ],
)
def test_why_somebody_wins(players: list[str], rule: str, formula: str) -> None:
    last = score(players).why[-1]
    assert (last.formula, last.rule) == (formula, rule)
