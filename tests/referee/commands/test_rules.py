"""`referee games` and `referee rules GAME [NUMBER|WORD]`."""

from __future__ import annotations

import re

import pytest

from components import catalogue
from components.errors import UsageError
from components.prose import plain, runs
from components.toml import read_toml
from referee.commands.rules import games, rules
from referee.engine.answers import WIDTH
from referee.engine.rulebook import look_up

GAMES = [catalogue.load(slug) for slug in catalogue.slugs()]


def test_games() -> None:
    """Every game of the box, with its players."""
    answer = games()
    assert [game.game for game in answer.value.games] == list(catalogue.slugs())
    assert all(
        line.startswith(game.game) for line, game in zip(answer.lines, answer.value.games, strict=True)
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_contents(game: catalogue.Game) -> None:
    """Without a number: every section; as JSON: every rule."""
    answer = rules(game.slug)
    assert [rule.number for rule in answer.value.rules] == [
        f"{game.rules.prefix} {number}" for number in game.rules.numbers()
    ]
    for section in game.rules.sections:
        assert any(section.title in line for line in answer.lines)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_rule_by_number(game: catalogue.Game) -> None:
    """A number gives that rule alone, whole, with or without the prefix, in either case."""
    prefix = game.rules.prefix
    for rule in game.rules:
        ways = (rule.number, f"{prefix} {rule.number}", f"{prefix.lower()}{rule.number}", f"{rule.number}.")
        answers = [look_up(game, way) for way in ways]
        assert {answer.value for answer in answers} == {answers[0].value}
        (found,) = answers[0].value.rules
        assert (found.number, found.text) == (f"{prefix} {rule.number}", rule.text)
        assert all(len(line) <= WIDTH for line in answers[0].lines)
        text = re.sub(r"\|[-:|]+\|\n", "", rule.text)
        shown, whole = "\n".join(answers[0].lines), plain(runs(f"{found.number} {text}"))
        assert "|--" not in shown and not re.search(r"^\|", shown, re.MULTILINE)
        if "\n|" in rule.text:  # a table, whose cells may be broken
            assert sorted(_words(shown)) == sorted(_words(whole))
        else:
            assert shown.split() == whole.split()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_section(game: catalogue.Game) -> None:
    """The number or title of a section gives the whole section."""
    for section in game.rules.sections:
        answer = look_up(game, section.number or section.title)
        assert [found.text for found in answer.value.rules] == [rule.text for rule in section.rules]
        assert look_up(game, section.title.upper()) == answer
        assert answer.lines[0].endswith(section.title)


def test_words() -> None:
    """Words find the rules that contain all of them."""
    found = rules("mlem", ["engineer", "POOL"])
    assert found.ok
    assert all("engineer" in rule.text.lower() and "pool" in rule.text.lower() for rule in found.value.rules)
    assert "ML 3.4" in [rule.number for rule in found.value.rules]


def test_words_that_are_nowhere() -> None:
    """The answer is "no": exit code 1."""
    answer = rules("mlem", ["submarine"])
    assert not answer.ok
    assert answer.value.rules == ()
    assert answer.lines == ('No rule of MLEM: Space Agency contains "submarine".',)


def test_numbers_that_no_rule_has() -> None:
    """A mistake: exit code 2, and where to look."""
    with pytest.raises(UsageError, match=r'no rule "99\.1"') as caught:
        rules("mlem", ["99.1"])
    assert "referee rules mlem" in caught.value.todo
    with pytest.raises(UsageError, match="mlm") as caught:
        rules("mlm")
    assert caught.value.todo == 'Did you mean "mlem"?'


def _words(text: str) -> list[str]:
    """The words of a text, without the lines of a table."""
    return re.sub(r"[|─]", " ", text).split()


# Words that players type for MLEM, each with a rule that answers them.
TYPED = """satellite 5.2|cat 1.6|tie-break 7.2|tiebreaker 7.2|tie 7.2|explode 4.1|winner 7.4
end of the game 7.1|disembark 5.2|moon taken 5.2|reroll 2.1|split 3.2|third place 7.2
who starts 2.1|parachute 4.1|last die 3.3|afterburner 1.2|comet 5.4|galaxy 5.4|crash 4.1
start player 2.1|turn order 2.2|get off 5.2|goals 6.1|deep space 5.4|engineer 3.4|navigator 5.3
scout 2.1|points 7.4|victory 7.4|no valid dice 4.1|stay aboard 5.2|planet majority 7.2
first place 7.2|doubles 7.3|failure track 4.1|space 25 3.3|next commander 5.5
keep afterburners 3.3|collector 5.3"""


@pytest.mark.parametrize("typed", re.split(r"[|\n]", TYPED))
def test_the_words_of_players_find_the_rule_that_answers_them(typed: str) -> None:
    """By stems, synonyms, the book's index and the game's own search.toml; few rules besides."""
    words, _, number = typed.rpartition(" ")
    answer = look_up(catalogue.load("mlem"), words)
    found = [rule.number for rule in answer.value.rules]
    assert answer.ok and f"{catalogue.load('mlem').rules.prefix} {number}" in found
    assert len(found) <= 9


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_questions_of_every_table_have_answers_in_every_game(game: catalogue.Game) -> None:
    assert all(look_up(game, words).ok for words in ("tiebreak", "end of the game", "winner", "who starts"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_search_toml_names_is_there(game: catalogue.Game) -> None:
    file = game.folder / "search.toml"
    named = (
        {number for numbers in read_toml(file).data.values() for number in numbers}
        if file.exists()
        else set()
    )
    assert named <= set(game.rules.numbers())


def test_where_no_rule_has_all_words_the_nearest_are_shown() -> None:
    answer = look_up(catalogue.load("mlem"), "commander unicorn")
    assert not answer.ok and 0 < len(answer.value.rules) <= 3
    assert answer.lines[0] == 'No rule of MLEM: Space Agency contains "commander unicorn". The nearest:'
    nothing = look_up(catalogue.load("mlem"), "unicorn")
    assert not nothing.ok and not nothing.value.rules
