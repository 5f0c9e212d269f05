"""Commands that games add, and the modules that name no game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components import catalogue
from components.errors import UsageError
from referee import commands, games
from referee.commands import COMMANDS
from referee.commands.base import gathering, tools
from referee.engine.answers import Command, Group

MIDDLE = [Path(str(module.__file__)) for module in (commands, tools)]


def named(text: str) -> list[str]:
    """The games that a text names, by slug, package or title."""
    words = {slug: {slug, slug.replace("-", "_"), catalogue.load(slug).title} for slug in games.OURS}
    return [slug for slug, ways in words.items() if re.search("|".join(ways), text, re.IGNORECASE)]


@pytest.mark.parametrize("file", MIDDLE, ids=lambda file: file.stem)
def test_only_a_game_itself_declares_its_commands(file: Path) -> None:
    assert named('Command("referee.games.last_blast.commands:odds"), "mlem:6@5"') == ["last-blast", "mlem"]
    assert named(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("slug", games.OURS)
def test_every_declaration_is_found_under_its_word(slug: str) -> None:
    """In the group that games share, or as a word of its own; and what it names exists."""
    added = games.commands_of(slug)
    assert {"score"} <= set(added)
    for word, declared in added.items():
        if isinstance(declared, tuple):
            assert set(declared) <= set(gathering.examples_of(word, COMMANDS[word]))
            continue
        found = COMMANDS[word]
        if isinstance(declared, Command) and isinstance(found, Group):
            found = found.members[slug]
        assert found == declared
        for command in declared.members.values() if isinstance(declared, Group) else [declared]:
            assert command.load().__module__ == f"{games.package(slug)}.commands"


def test_a_group_lists_its_own_commands_and_then_the_games() -> None:
    score = COMMANDS["score"]
    assert isinstance(score, Group)
    assert tuple(score.members) == ("now", *games.OURS)
    assert len(score.members) == 1 + len(games.OURS)
    assert "chess" not in score.members and "deck" not in score.members
    assert len(COMMANDS) == len(set(COMMANDS)) == len(list(COMMANDS))


def test_an_example_for_every_game_names_each() -> None:
    assert set(games.OURS) <= set(gathering.examples_of("rules", COMMANDS["rules"]))


def test_who_is_not_a_game_adds_nothing() -> None:
    assert games.commands_of("chess") == {}
    with pytest.raises(UsageError, match="does not know"):
        games.find_game("chess")
