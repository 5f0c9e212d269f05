"""`--help` of every command: an example, 80 columns, and no internals."""

from __future__ import annotations

import re

from typer.testing import CliRunner

from referee.cli import app
from referee.commands import COMMANDS
from referee.commands.base.schemas import all_commands
from referee.engine.answers import Group


def shown(*words: str) -> str:
    text = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "80"}).stdout
    assert max(map(len, text.splitlines())) <= 80, words
    return text


def test_every_command_shows_how_it_is_called() -> None:
    groups = [(word,) for word, entry in COMMANDS.items() if isinstance(entry, Group)]
    for words in (*groups, *(words for words, _ in all_commands())):
        text = shown(*words)
        assert f"Example: referee {words[0]}" in text, words
        assert not re.search(r"<[a-z ]+>", text), f"{words}: an option has no name for its value"
        assert "..." not in text.partition("Commands:")[2], f"{words}: a summary is cut off"


def test_every_command_is_in_the_list() -> None:
    listed = re.findall(r"^  ([a-z]+)  ", shown().partition("Learn and play:")[2], re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)
