"""The lessons are data; here the rules play them through."""

from __future__ import annotations

import pytest

from components import catalogue
from components.errors import DataError, UsageError
from components.toml import parse_toml
from referee.engine.rulebook import rule_text
from referee.games import slugs
from referee.lessons.course import Course
from referee.lessons.lesson import Lesson, find_lesson, read_lesson


def led(slug: str) -> Course:
    """The course of that game's lesson after its last step."""
    course = Course(slug, find_lesson(slug))
    course.begin()
    while (step := course.step) is not None:
        if step.mistake:
            course.try_mistake()
        else:
            assert course.make(step.move).ruling.allowed, step.move
    return course


@pytest.mark.parametrize("slug", slugs())
def test_every_step_is_what_the_rules_allow(slug: str) -> None:
    """Each move is legal, each mistake is refused by the rule the step names, and play goes on after them."""
    course = Course(slug, find_lesson(slug))
    assert course.begin()
    mistakes = 0
    while (step := course.step) is not None:
        if step.mistake:
            mistakes += 1
            assert course.try_mistake().rule == step.rule
        else:
            assert course.is_step(step.move)
            assert course.make(step.move).told
    assert mistakes >= 1
    assert course.free and not course.over


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_and_area_a_lesson_names_is_there(slug: str) -> None:
    game, lesson = catalogue.load(slug), find_lesson(slug)
    course = Course(slug, lesson)
    course.begin()
    assert 10 <= lesson.minutes <= 15
    for step in lesson.steps:
        if step.by:
            continue
        assert rule_text(game, step.rule) or step.rule.endswith(" 6"), step.rule
    while (step := course.step) is not None:
        assert len(course.areas(step.show)) == len(step.show), step
        if step.mistake:
            course.try_mistake()
        else:
            course.make(step.move)


@pytest.mark.parametrize("slug", ["last-blast", "mlem", "rayguns"])
def test_free_play_comes_to_an_end(slug: str) -> None:
    """Enter makes the move of the bot, up to the end of the game."""
    course = led(slug)
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


@pytest.mark.parametrize(
    ("steps", "what"),
    [
        ('[[step]]\nby = "Mia"\nmove = "board king"\n', "king"),
        ('[[step]]\nby = "Ann"\nmove = "board ace"\n', "It is the turn of Mia"),
    ],
)
def test_a_lesson_against_the_rules_is_refused(steps: str, what: str) -> None:
    """The draw of this seed makes Mia the first commander (ML 2.1)."""
    lesson: Lesson = read_lesson(parse_toml(HEAD.replace('"x"', '"dawn"') + steps, "lesson.toml"))
    with pytest.raises(DataError, match=what):
        Course("mlem", lesson).begin()
