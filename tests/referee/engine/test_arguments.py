"""Players as `NAME=…` or a bare `NAME`; options of a game as `--option rounds=60`; ranges."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from components.errors import UsageError
from referee.engine.arguments import (
    check_count,
    check_range,
    read_named,
    read_options,
    read_players,
)


def test_players() -> None:
    """In the order given; a player has the text after the first equals sign."""
    players = read_players(["Ann=R2-5 A6-3", "Bo", " Cy = x5 ", "Di=a=b", "Ed="])
    assert list(players.items()) == [
        ("Ann", "R2-5 A6-3"),
        ("Bo", ""),
        ("Cy", "x5"),
        ("Di", "a=b"),
        ("Ed", ""),
    ]


@pytest.mark.parametrize(
    ("typed", "todo"),
    [
        (["Ann=R2-5", "A6-3", "Bo=A5-2", "A4-6"], 'Write Ann="R2-5 A6-3".'),
        (["Cy=x5", "Bo=A5-2", "A4-6", "G1-1"], 'Write Bo="A5-2 A4-6 G1-1".'),
        (["Ann", "G3w B3p"], 'Write Ann="G3w B3p".'),
        (["Ann", "130"], "Write Ann=130."),
        (["Ann=", "130@home"], "Write Ann=130@home."),
        (["Mary Lou", "130"], 'Write "Mary Lou"=130.'),
        (["R2-5", "Ann"], "Write what a player has after the name: Ann=…"),
        (["AnnR2-5"], 'If a player is called "AnnR2-5", write AnnR2-5=.'),
    ],
)
def test_values_without_their_player(typed: list[str], todo: str) -> None:
    """Quotes that were forgotten do not make players of codes and numbers; the right line is suggested."""
    with pytest.raises(UsageError, match="not the name of a player") as caught:
        read_players(typed)
    assert todo in caught.value.todo
    assert list(read_players(["P1=", "P2=5"])) == ["P1", "P2"]


def test_named() -> None:
    """An option may be repeated; a player may have several values."""
    named = read_named("--claim", ["Ann=earth", "Bo=sun", "Ann=ring"], ("Ann", "Bo"))
    assert named == {"Ann": ("earth", "ring"), "Bo": ("sun",)}


def test_options() -> None:
    """`--option wrecks` and `--option rounds=60`."""
    options = read_options(["wrecks", "Rounds = 60"])
    assert options == {"wrecks": "", "rounds": "60"}


@pytest.mark.parametrize(
    ("wrong", "what", "todo"),
    [
        (lambda: read_players([]), "No player is named.", "NAME=…"),
        (lambda: read_players(["=x"]), "A player has no name.", "NAME=…"),
        (lambda: read_players(["Ann=1", "Ann"]), '"Ann" is given twice.', "once"),
        (lambda: read_players(["Ann=1", "ann=2"]), '"ann" is given twice.', "once"),
        (lambda: read_named("--claim", ["earth"], ("Ann",)), '"earth" names no player.', "NAME=…"),
        (lambda: read_named("--claim", ["Anne=earth"], ("Ann",)), '"Anne" does not play.', 'mean "Ann"'),
        (lambda: read_options(["a", "a=1"]), '"a" is given twice.', "once"),
    ],
)
def test_mistakes(wrong: Callable[[], object], what: str, todo: str) -> None:
    """Each is answered with what is wrong and what to do."""
    with pytest.raises(UsageError) as caught:
        wrong()
    assert what in caught.value.what
    assert todo in caught.value.todo


def test_ranges() -> None:
    """A number within its range passes, and so does an option that was not given."""
    check_range("--row", 1, 1, 5, "row")
    check_range("--row", 5, 1, 5, "row")
    check_range("--row", None, 1, 5, "row")
    check_range("--turn", 99, 1, None, "turn")
    check_count("--cards", 6, 1, 6, "cards")
    check_count("--cards", None, 1, 6, "cards")
    check_count("--fuel", 99, 0, None, "fuel cells")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: check_range("--row", 9, 1, 5, "row"), "--row: There is no row 9; rows are 1 to 5."),
        (lambda: check_range("--row", 0, 1, 5, "row"), "--row: There is no row 0; rows are 1 to 5."),
        (
            lambda: check_range("--level", 7, 0, 4, "Cannons level", rule="PA 1.4"),
            "--level: There is no Cannons level 7; Cannons levels are 0 to 4 (PA 1.4).",
        ),
        (
            lambda: check_range("--turn", 0, 1, None, "turn"),
            "--turn: There is no turn 0; turns are 1 or more.",
        ),
        (
            lambda: check_count("--cards", 9, 1, 6, "cards", rule="LB 3.6"),
            "--cards: 9 is too many cards; it must be 1 to 6 (LB 3.6).",
        ),
        (
            lambda: check_count("--fuel", -1, 0, None, "fuel cells"),
            "--fuel: -1 is too few fuel cells; it must be 0 or more.",
        ),
    ],
)
def test_out_of_range(wrong: Callable[[], object], message: str) -> None:
    """A number outside is answered with what there is, and the rule that says so."""
    with pytest.raises(UsageError) as caught:
        wrong()
    assert str(caught.value) == message
