"""Players as `NAME=…`, a bare `NAME` has nothing; options of a game as `--option rounds=60`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from components.errors import UsageError
from referee.arguments import check_options, read_named, read_options, read_players


def test_players() -> None:
    """In the order named; what stands behind the first sign is theirs."""
    players = read_players(["Ann=R2-5 A6-3", "Bo", " Cy = x5 ", "Di=a=b", "Ed="])
    assert list(players.items()) == [
        ("Ann", "R2-5 A6-3"),
        ("Bo", ""),
        ("Cy", "x5"),
        ("Di", "a=b"),
        ("Ed", ""),
    ]


def test_named() -> None:
    """An option may be repeated; a player may have several values."""
    named = read_named("--claim", ["Ann=earth", "Bo=sun", "Ann=ring"], ("Ann", "Bo"))
    assert named == {"Ann": ("earth", "ring"), "Bo": ("sun",)}


def test_options() -> None:
    """`--option wrecks` and `--option rounds=60`."""
    options = read_options(["wrecks", "Rounds = 60"])
    assert options == {"wrecks": "", "rounds": "60"}
    check_options(options, ("rounds", "wrecks"))


@pytest.mark.parametrize(
    ("wrong", "what", "todo"),
    [
        (lambda: read_players([]), "There is no player.", "NAME=…"),
        (lambda: read_players(["=x"]), "A player has no name.", "NAME=…"),
        (lambda: read_players(["Ann=1", "Ann"]), '"Ann" stands twice.', "once"),
        (lambda: read_named("--claim", ["earth"], ("Ann",)), '"earth" names no player.', "NAME=…"),
        (lambda: read_named("--claim", ["Anne=earth"], ("Ann",)), '"Anne" does not play.', 'mean "Ann"'),
        (lambda: read_options(["a", "a=1"]), '"a" stands twice.', "once"),
        (lambda: check_options(["wreck"], ("wrecks",)), 'no option "wreck".', 'mean "wrecks"'),
        (lambda: check_options(["wreck"], ()), 'no option "wreck".', "has none"),
    ],
)
def test_mistakes(wrong: Callable[[], object], what: str, todo: str) -> None:
    """Each is answered with what is wrong and what to do."""
    with pytest.raises(UsageError) as caught:
        wrong()
    assert what in caught.value.what
    assert todo in caught.value.todo
