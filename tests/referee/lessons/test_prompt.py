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
    shown = referee("teach", slug, typed="\n" * len(own) + "quit\n")
    assert f"[{own[-1].rule}]" in shown and "No: " in shown
    assert find_lesson(slug).closing[:25].strip() in " ".join(shown.split())
    assert f"The lesson goes on with referee teach {slug}." in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_lesson_goes_on_or_begins_anew(referee: Shell) -> None:
    """It is not in the list of games, and its words are those of the prompt."""
    shown = " ".join(referee("teach", "mlem", typed="board ace\njump\nhint\nquit\n").split())
    assert "put it aboard first" in shown and 'There is no move "jump"' in shown
    assert "Try this on purpose: use 3" in " ".join(referee("teach", "mlem", typed="quit\n").split())
    assert "put it aboard first" in " ".join(referee("teach", "mlem", "--again", typed="quit\n").split())
    assert "mlem-1" not in referee("list")


def test_a_game_without_a_lesson_is_said(referee: Shell) -> None:
    assert 'Did you mean "mlem"' in referee("teach", "mlme", exits=2)
