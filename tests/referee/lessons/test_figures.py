"""The numbers that the lessons say are those of the game: each is read, and worked out again."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from components import catalogue
from components.errors import DataError
from components.setup import Placed
from components.toml import parse_toml
from referee.engine.chance.dice import read_expression
from referee.engine.chance.dice_odds import distribution
from referee.games.mlem.box import load
from referee.games.planetary import box as planetary
from referee.games.rayguns.commands import score
from referee.lessons.course import LEARNER, Course, rehearse
from referee.lessons.lesson import Step, find_lesson, read_lesson


def at_step(slug: str, words: str) -> tuple[Course, Step]:
    """The course before the step that says those words, and the step."""
    course = rehearse(slug, find_lesson(slug), lambda step: words in step.say)
    assert course.step is not None, f"no step says {words!r}"
    return course, course.step


def pieces(course: Course, name: str) -> tuple[Placed, ...]:
    """The pieces in that area, as the learner sees it."""
    return next(area.pieces for area in course.game.view(course.state, LEARNER).areas if area.name == name)


def test_tiles_with_a_symbol_are_counted() -> None:
    """The third pick of The Last Blast."""
    course, step = at_step("last-blast", "Red is Jump Boost")
    field = pieces(course, "field")
    sixes = sum(piece.code == "T6" for piece in field)
    assert f"only {sixes} of the {len(field)} tiles show a 6" in course.said(step)
    assert sixes < len(field) / 6


def test_one_blind_card_in_three_is_amber() -> None:
    at_step("last-blast", "Only about one blind card in three is amber")
    parts = next(deck for deck in catalogue.load("last-blast").decks if deck.name == "parts")
    amber = sum(piece.copies for piece in parts.pieces if piece.code.startswith("A"))
    assert Fraction(amber, sum(piece.copies for piece in parts.pieces)) == Fraction(1, 3)


def test_the_tie_for_the_best_array_is_broken_by_wilds() -> None:
    """Rayguns, before the claim: both have the same Gemini, and Mia's has fewer wilds (RR 8.1)."""
    course, step = at_step("rayguns", "Your tiles count as the array")
    tiles = {
        name: " ".join(piece.code for piece in pieces(course, area))
        for name, area in (("Ann", "array-1"), ("Mia", "array-2"))
    }
    (card,) = (piece.code for piece in pieces(course, "rules-cards"))
    told = score([f"{name}={codes}" for name, codes in tiles.items()], card=[card])
    shown = "\n".join(map(str, told.lines))
    assert all(f"{name}: 23 points" in shown for name in tiles)
    (reason,) = (why.formula for why in told.why if why.what == "best array")
    assert reason == "fewest wilds: Ann 3; Mia 1"
    assert "hers has one where yours has three" in course.said(step)


def test_totals_are_those_of_the_state() -> None:
    """Rayguns, at the beginning of round 2."""
    course, step = at_step("rayguns", "{total Ann}")
    totals = [player.total for player in course.game.score(course.state).players]
    assert course.said(step).startswith(f"{totals[0]} for you and {totals[1]} for Mia,")


def test_chances_on_the_way_to_the_planets() -> None:
    """MLEM: a die fits space 9 half the time, so one of two in three of four; to leave 12 it is even."""
    at_step("mlem", "Each die fits half the time, so three times out of four you get away again")
    at_step("mlem", "which must show 1 or 2 to leave space 12: an even chance")
    box = load()
    for space in (9, 12):
        fitting = [face in box.board.departure(space, "").faces for face in box.faces]
        assert Fraction(sum(fitting), len(fitting)) == Fraction(1, 2)
    away = sum(any(pair) for pair in product(fitting, repeat=2))
    assert Fraction(away, len(fitting) ** 2) == Fraction(3, 4)


def test_the_fight_with_the_pirates() -> None:
    """Per Aspera: a die and 1 Cannon against a die and 3; a draw wins."""
    at_step("per-aspera", "you win only five times in eighteen")
    lead = distribution(read_expression("d6+1-d6-3"))
    assert lead.within(least=0) == Fraction(5, 18)


def test_watts_of_the_first_ship() -> None:
    """Planetary: light and night, a generator, and what the landing gear needs of them (PL 4.2, 4.3, 6)."""
    box = planetary.load()
    solar, gear = box.cores["solar"], box.blueprints["LND"]
    at_step("planetary", f"A solar core gives {solar.watts} W in the light.")
    at_step("planetary", "A generator that is on adds half of that.")
    assert box.generator_divisor == 2
    at_step("planetary", f"It costs {gear.upkeep} W of your {solar.watts}.")
    at_step("planetary", f"Solar ships on the night half get only {solar.dark_watts} W")


def test_price_and_yields_of_a_mine() -> None:
    """Planetary: what the first mine costs, and how long it works (PL 4.1, 4.9)."""
    box = planetary.load()
    assert box.amounts_text(box.structure_prices["mine"]) == "1 iron"
    assert (box.yields, box.yields_per_hex) == (1, 5)
    at_step(
        "planetary",
        "A mine costs 1 iron, and yields 1 copper at the beginning of each of your turns, five times.",
    )


def test_a_figure_that_there_is_not() -> None:
    """It is refused with its step, and with those that there are."""
    head = 'title = "T"\nminutes = 10\nplayers = ["Ann", "Mia"]\nseed = "x"\nopening = "o"\nclosing = "c"\n'
    step = '[[step]]\nsay = "{fields}"\nrule = "LB 2.1"\nmove = "pick 1"\n'
    with pytest.raises(DataError, match='There is no figure "fields"') as caught:
        rehearse("last-blast", read_lesson(parse_toml(head + step, "lesson.toml")))
    assert (caught.value.where or "").endswith("step 1.say")
    assert '"field"' in caught.value.todo
