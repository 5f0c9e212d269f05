"""The lessons are data; here the rules play them through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components.errors import DataError
from components.toml import parse_toml
from referee.engine.game import OVER
from referee.games import slugs
from referee.lessons.course import LEARNER, begin, latest, rehearse
from referee.lessons.lesson import Step, find_lesson, read_lesson


@pytest.mark.parametrize("slug", slugs())
def test_a_lesson_shows_a_mistake_and_leads_to_free_play(slug: str) -> None:
    """The contract of every game promises that its moves are legal, and its rules and areas there."""
    lesson = find_lesson(slug)
    course = rehearse(slug, lesson)
    assert any(step.mistake for step in lesson.steps)
    assert course.step is None and course.turn is not OVER
    assert 10 <= lesson.minutes <= 15


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which lessons are kept."""
    monkeypatch.setattr("referee.lessons.course._folder", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize("slug", slugs())
def test_whoever_presses_enter_wins_the_lesson(home: Path, slug: str) -> None:
    """The suggested move, from the first step to the end of free play."""
    course = begin(slug)
    while course.turn is not OVER:
        course.play(course.read(LEARNER, course.suggested(LEARNER)))
    sheet = course.game.score(course.state)
    assert sheet.winners == (course.lesson.players[LEARNER],)


def test_only_the_move_of_the_step_is_made(home: Path) -> None:
    """Others are refused, with their rule or with the move that is due, and the text of the step stays."""
    course = begin("mlem")
    assert "put it aboard first" in course.said(course.step or Step())
    assert course.play(course.read(LEARNER, "board ace")).allowed
    before, guided = course.state, course.guidance
    assert guided and guided.trying and guided.move == "use 3" and not guided.opening
    assert course.play(course.read(LEARNER, "use 4")).rule == "ML 3.1"
    assert "First try use 3" in course.play(course.read(LEARNER, "use 2")).reason
    assert course.guidance == guided
    assert course.play(course.read(LEARNER, "use 3")).rule == "ML 3.1"
    after = course.guidance
    assert after and not after.trying and after.said.startswith("Each space shows which faces")
    assert "goes on with use 1,*." in course.play(course.read(LEARNER, "use 2")).reason
    assert course.state == before


def test_a_lesson_that_was_left_goes_on(home: Path) -> None:
    """From its journal; an undo leads a step back; one that is over is removed."""
    course = begin("mlem")
    for _ in range(4):
        course.play(course.read(LEARNER, course.suggested(LEARNER)))
    again = latest("mlem")
    assert again is not None and again.guidance == course.guidance and again.state == course.state
    number = again.number
    again.undo(agreed=True)
    assert again.number < number
    while again.turn is not OVER:
        again.play(again.read(LEARNER, again.suggested(LEARNER)))
    assert latest("mlem") is None and not list(home.iterdir())


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
