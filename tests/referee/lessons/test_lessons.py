"""The lessons are data; here the rules play them through."""

from __future__ import annotations

import re

import pytest

from components.errors import DataError, UsageError
from components.toml import parse_toml
from referee.games import slugs
from referee.lessons.course import Course, rehearse
from referee.lessons.lesson import find_lesson, read_lesson


@pytest.mark.parametrize("slug", slugs())
def test_a_lesson_shows_a_mistake_and_leads_to_free_play(slug: str) -> None:
    """The contract of every game promises that its moves are legal, and its rules and areas there."""
    lesson = find_lesson(slug)
    course = rehearse(slug, lesson)
    assert any(step.mistake for step in lesson.steps)
    assert course.free and not course.over
    assert 10 <= lesson.minutes <= 15


@pytest.mark.parametrize("slug", ["last-blast", "mlem", "rayguns"])
def test_free_play_comes_to_an_end(slug: str) -> None:
    """Enter makes the move of the bot, up to the end of the game."""
    course = rehearse(slug, find_lesson(slug))
    for _ in range(400):
        if course.over:
            break
        advice = course.advice()
        assert advice in course.moves()
        assert course.make(advice).ruling.allowed
    assert course.game.score(course.state).winners


def test_a_refused_move_changes_nothing() -> None:
    course = Course("mlem", find_lesson("mlem"))
    course.begin()
    course.make("board ace")
    before = course.state
    assert not course.make("use 3").ruling.allowed
    assert course.state == before
    with pytest.raises(UsageError):
        course.make("jump")


HEAD = 'title = "T"\nminutes = 10\nplayers = ["Ann", "Mia"]\nseed = "x"\nopening = "o"\nclosing = "c"\n'


@pytest.mark.parametrize(
    ("step", "what"),
    [
        ('say = "s"\nrule = "ML 2.1"', "move or mistake is needed"),
        ('say = "s"\nrule = "ML 2.1"\nmove = "a"\nmistake = "b"', "move or mistake is needed"),
        ('say = "s"\nrule = "ML 2.1"\nmistake = "b"', "because is missing"),
        ('rule = "ML 2.1"\nmove = "a"', "say and rule are needed"),
        ('say = "s"\nrule = "ML 2.1"\nmove = "a"\nwho = "Ann"', "who is not a key"),
    ],
)
def test_a_lesson_that_says_nothing_is_refused(step: str, what: str) -> None:
    with pytest.raises(DataError, match=what):
        read_lesson(parse_toml(f"{HEAD}[[step]]\n{step}\n", "lesson.toml"))


MIA = 'by = "Mia"\nmove = "board scout"\n'
OWN = 'say = "s"\nrule = "ML 3.1"\n'


@pytest.mark.parametrize(
    ("steps", "where", "what"),
    [
        ('by = "Mia"\nmove = "board king"\n', "step 1", "king"),
        ('by = "Mia"\nmove = "use 1"\n', "step 1", '"use 1" is refused: '),
        ('by = "Ann"\nmove = "board ace"\n', "step 1", "It is the turn of Mia."),
        (f'{MIA}[[step]]\nby = "Mia"\nmove = "board ace"\n', "step 2", "It is the turn of Ann."),
        (f'{MIA}[[step]]\n{OWN}move = "use 1"\n', "step 2", '"use 1" is refused: '),
        (f'{MIA}[[step]]\n{OWN}move = "jump"\n', "step 2", 'There is no move "jump"'),
        (f'{MIA}[[step]]\n{OWN}mistake = "board ace"\nbecause = "b"\n', "step 2", "is not a mistake here"),
        (f'{MIA}[[step]]\n{OWN}mistake = "use 1"\nbecause = "b"\n', "step 2.rule", "is refused by ML 2"),
        (f'{MIA}[[step]]\nsay = "s"\nrule = "ML 7.7"\nmove = "board ace"\n', "step 2", 'no rule "7.7"'),
        (f'{MIA}[[step]]\n{OWN}show = ["sun"]\nmove = "board ace"\n', "step 2.show", 'no area "sun"'),
    ],
)
def test_a_lesson_against_the_rules_is_refused(steps: str, where: str, what: str) -> None:
    """With its file and step. The draw of this seed makes Mia the first commander (ML 2.1)."""
    text = HEAD.replace('"x"', '"dawn"') + f"[[step]]\n{steps}"
    with pytest.raises(DataError, match=re.escape(what)) as caught:
        rehearse("mlem", read_lesson(parse_toml(text, "lesson.toml")))
    assert caught.value.where == f"lesson.toml, {where}"
