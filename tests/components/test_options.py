"""Options: one shape in `options.toml`, one reader of what people type."""

from __future__ import annotations

import pytest

from components.errors import DataError, UsageError
from components.options import Option, agreed, read_options
from components.toml import parse_toml

KNOWN = read_options(
    parse_toml(
        """
        [option.wrecks]
        kind = "flag"
        text = "Wrecks drift on."
        rule = "6.1"
        excludes = ["rounds"]

        [option.rounds]
        kind = "number"
        default = 30
        least = 1
        most = 999
        text = "The last round."
        rule = "7.1"

        [option.start]
        kind = "choice"
        choices = ["choose", "random"]
        text = "Where ships begin."
        rule = "3.1"

        [option.deck]
        kind = "file"
        each_player = true
        text = "The deck of one player."
        rule = "2.1"
        """,
        "options.toml",
    )
)


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ({}, {"wrecks": False, "rounds": 30, "start": "choose"}),
        ({"wrecks": ""}, {"wrecks": True, "rounds": 30, "start": "choose"}),
        ({"rounds": "007"}, {"wrecks": False, "rounds": 7, "start": "choose"}),
        ({"start": "RANDOM"}, {"wrecks": False, "rounds": 30, "start": "random"}),
        ({"deck Ann": "solar"}, {"wrecks": False, "rounds": 30, "start": "choose", "deck Ann": "solar"}),
    ],
)
def test_what_is_agreed_on(typed: dict[str, str], values: dict[str, object]) -> None:
    """An option that was not typed has its usual value."""
    assert agreed(KNOWN, typed) == values


@pytest.mark.parametrize(
    ("typed", "what", "todo"),
    [
        ({"wreck": ""}, 'no option "wreck"', 'Did you mean "wrecks"?'),
        ({"wrecks Ann": ""}, 'no option "wrecks Ann"', 'Did you mean "wrecks"?'),
        ({"wrecks": "2"}, '"wrecks" has no value.', "Write --option wrecks."),
        ({"rounds": ""}, '"rounds" needs a value.', "Write --option rounds=30."),
        ({"rounds": "1000"}, '"1000" is not a number from 1 to 999.', "Write --option rounds=30."),
        ({"rounds": "9" * 5000}, "is not a number", "Write --option rounds=30."),
        ({"start": "secret"}, '"secret" is not choose or random.', "Write --option start=choose|random."),
        ({"deck Ann": ""}, '"deck" needs a value.', "Write --option deck PLAYER=FILE."),
        ({"deck": "solar"}, 'no option "deck"', "Did you mean"),
        ({"wrecks": "", "rounds": "4"}, '"wrecks" and "rounds" exclude each other.', "Choose one of them."),
    ],
)
def test_what_cannot_be_agreed_on(typed: dict[str, str], what: str, todo: str) -> None:
    with pytest.raises(UsageError) as caught:
        agreed(KNOWN, typed)
    assert what in caught.value.what
    assert todo in caught.value.todo


def test_a_game_without_options() -> None:
    assert read_options(None) == {}
    with pytest.raises(UsageError, match='no option "wrecks"') as caught:
        agreed({}, {"wrecks": ""})
    assert caught.value.todo == "The game has no options."


def test_a_misspelt_key_is_refused() -> None:
    with pytest.raises(DataError, match="defalt"):
        read_options(
            parse_toml('[option.a]\nkind = "number"\ntext = "a"\nrule = "1"\ndefalt = 3\n', "options.toml")
        )


def test_an_option_says_how_it_is_written() -> None:
    written = [option.written for option in KNOWN.values()]
    assert written == ["wrecks", "rounds=N", "start=choose|random", "deck PLAYER=FILE"]
    assert isinstance(KNOWN["wrecks"], Option)
