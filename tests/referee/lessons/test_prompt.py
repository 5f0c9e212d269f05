"""A lesson as it is typed."""

from __future__ import annotations

import pytest

from referee.games import slugs
from referee.lessons.lesson import find_lesson
from tests.referee.commands.shell import Shell


@pytest.fixture
def referee(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    return Shell(tmp_path_factory.mktemp("data"))


@pytest.mark.parametrize("slug", slugs())
def test_enter_leads_through_the_lesson(referee: Shell, slug: str) -> None:
    """To free play, in 80 columns; the end of the input leaves it, and the score so far is shown."""
    own = [step for step in find_lesson(slug).steps if not step.by]
    shown = referee("teach", slug, typed="\n" * (len(own) + 1))
    assert "Try this on purpose: " in shown and "Refused: " in shown
    assert "Your move, perhaps " in shown
    assert "You have left the lesson." in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_other_moves_are_answered_and_the_lesson_goes_on(referee: Shell) -> None:
    typed = "board ace\nuse 3\nuse 4\nuse 2\njump\nuse 1,*\nquit\n"
    shown = " ".join(referee("teach", "mlem", typed=typed).split())
    assert "Refused: Space 0 does not show 3. [ML 3.1]" in shown
    assert "Refused: Space 0 does not show 4. [ML 3.1]" in shown
    assert "use 2 is allowed" in shown and "goes on with use 1,*." in shown
    assert 'There is no move "jump"' in shown
    assert "The rocket moves from 0 to 3" in shown


def test_help_rules_moves_and_table_are_words(referee: Shell) -> None:
    shown = referee("teach", "mlem", typed="help\nrule\nrules 3.1\nrules 9.9\nmoves\ntable\nquit\n")
    assert "every move that is possible now" in shown
    assert "ML 1.6" in shown and "ML 3.1" in shown
    assert 'There is no rule "9.9"' in shown
    assert "board parachutist" in shown and "Failures: 0 of 11" in shown


def test_a_game_without_a_lesson_is_said(referee: Shell) -> None:
    assert 'Did you mean "mlem"' in referee("teach", "mlme", exits=2)
