"""News: one sentence for an event, with names in place of codes, its rule and its pieces."""

from __future__ import annotations

from typing import Any

import pytest

from referee.contract import sample
from referee.contract.choices import news
from referee.engine.asking.news import Told, gathered
from referee.games import find_game


def first(slug: str, step: str, kind: str, *, last: bool = False) -> tuple[Any, Any]:
    """A game, and the first step of a sample in which an event of that kind happens; or the last of a run."""
    game: Any = find_game(slug)
    _, states, events = sample(game, 3, (), 0)
    found = zip(states, events, states[1:], strict=False)
    return game, next(
        one
        for one in found
        if one[0].step == step and type(one[1].what).__name__ == kind and (not last or one[2].step != step)
    )


@pytest.mark.parametrize(
    ("slug", "step", "kind", "rule", "begins"),
    [
        ("last-blast", "field", "Drawn", "LB 2.1", "The field is laid."),
        ("mlem", "use", "Use", "ML 3.3", ""),
        ("rayguns", "launch", "Drawn", "RR 2.1", ""),
        ("rayguns", "array", "Lay", "RR 3.2", ""),
        ("per-aspera", "demand", "Demanded", "PA 3.1", "The demands of "),
        ("planetary", "maps", "Drawn", "PL 1.6", "The planets are laid."),
    ],
)
def test_an_event_is_one_sentence_with_its_rule(
    slug: str, step: str, kind: str, rule: str, begins: str
) -> None:
    game, found = first(slug, step, kind)
    one = news(game, found, None)
    assert (one.rule, one.who) == (rule, found[1].seat)
    assert one.text.startswith(begins) and one.text.count(".") == 1 and "[" not in one.text


def test_pieces_have_names_and_come_along() -> None:
    """RR 3.2: five tiles by their names, each with its face."""
    game, found = first("rayguns", "array", "Lay")
    one, tiles = news(game, found, None), found[1].what.tiles
    assert [piece.code for piece in one.pieces] == [tile.code for tile in tiles]
    assert all(f"{tile.colour} " in one.text and tile.code not in one.text for tile in tiles)


def test_dice_come_along_as_they_fell() -> None:
    game, found = first("mlem", "roll", "Rolled")
    assert [(one.deck, one.code) for one in news(game, found, None).pieces] == [
        ("dice", face) for face in found[1].what.faces
    ]


def test_a_choice_in_secret_is_told_without_itself() -> None:
    """LB 3.1: that somebody has chosen; with the last choice all of them."""
    game, found = first("last-blast", "pick", "Pick")
    name = found[0].names[found[1].seat]
    assert news(game, found, None) == Told(found[1].seat, f"{name} has chosen.")
    game, found = first("last-blast", "pick", "Pick", last=True)
    one = news(game, found, None)
    assert all(name in one.text for name in found[0].names) and one.rule == "LB 3.1"


def test_a_burst_is_one_sentence_with_a_count() -> None:
    burst = [Told(0, f"Ann buys {units} units.", "PA 5.2") for units in (1, 2, 3)]
    other = Told(1, "Bo starts.", "PA 4.4")
    assert list(gathered([*burst, other])) == [
        Told(0, "Ann buys 3 units (3 in a row).", "PA 5.2"),
        other,
    ]
