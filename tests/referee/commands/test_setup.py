"""`referee setup`: one value, drawn as a grid, a hex map or a list; and the mistakes it answers."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from components.errors import UsageError, did_you_mean
from components.setup import Area, Fact, Placed, Setup
from referee.commands import setup
from referee.commands.base.output import as_json
from referee.games import SetUp

SETUP = Setup(
    game="per-aspera",
    players=3,
    seed="kiwi",
    options={"foray": "", "rounds": "60"},
    areas=(
        Area(
            "field",
            "Field",
            "grid",
            (
                Placed("tiles", "A1", (0, 0)),
                Placed("tiles", "B2", (2, 0), up=False),
                Placed("tiles", "C3", (1, 1)),
            ),
        ),
        Area(
            "map",
            "Map",
            "hexes",
            (
                Placed("map-hexes", "H", (0, 0)),
                Placed("map-hexes", "P1", (1, -1), note="wants 3"),
                Placed("map-hexes", "P2", (-1, 1), side="b"),
                Placed("map-hexes", "", (0, 1), up=False),
            ),
            note="Lay the home world first.",
        ),
        Area(
            "hand",
            "Hand",
            "list",
            (Placed("cubes", "W", count=3), Placed("cubes", "C"), Placed("cubes", "H", note="on the ship")),
        ),
    ),
    facts=(Fact("First player", "player 2", "PA 2.4"),),
)


def test_picture() -> None:
    """Columns and rows as they lie, a hex row half a hex further right, with notes and what is face down."""
    assert setup.picture(SETUP) == (
        "Per Aspera Ad Astra: 3 players, seed kiwi",
        "Option foray",
        "Option rounds: 60",
        "",
        "Field",
        "  A1          (B2)",
        "        C3",
        "",
        "Map",
        "  Lay the home world first.",
        "        P1",
        "     H",
        "  P2/b  ??",
        "  P1  wants 3",
        "",
        "Hand",
        "  3×W C",
        "  H  on the ship",
        "",
        "(In brackets: face down.)",
        "",
        "First player: player 2 [PA 2.4]",
    )


def test_json() -> None:
    """--json has everything."""
    value = as_json(SETUP)
    assert value["areas"][0]["pieces"][0] == {
        "deck": "tiles",
        "code": "A1",
        "at": [0, 0],
        "count": 1,
        "up": True,
        "side": "",
        "note": "",
        "name": "",
        "tone": "",
        "holds": [],
    }
    assert value["options"] == {"foray": "", "rounds": "60"}


def test_areas_by_name() -> None:
    """An area is found by its name."""
    assert SETUP.area("map").title == "Map"
    with pytest.raises(KeyError):
        SETUP.area("moon")


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only Per Aspera can be set up, and gives back what it is given."""

    def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
        return Setup("per-aspera", players, seed, dict(options))

    def find(game: str) -> SetUp:
        if game != "mlem":
            raise UsageError(f'There is no set-up for "{game}".', todo=did_you_mean(game, ["mlem"]))
        return set_up

    monkeypatch.setattr(setup, "find_set_up", find)


@pytest.mark.usefixtures("one_game")
def test_a_seed_is_drawn_and_shown() -> None:
    """Without --seed the seed drawn is printed; with it, it is as it counts."""
    drawn = setup.setup("mlem", 3).value
    assert f"seed {drawn.seed}" in setup.picture(drawn)[0]
    assert setup.setup("mlem", 3, "Kiwi ", ["foray", "rounds=60"]).value == Setup(
        "per-aspera", 3, "kiwi", {"foray": "", "rounds": "60"}
    )


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize(
    ("game", "players", "what", "todo"),
    [
        ("mlm", 3, 'no set-up for "mlm"', 'mean "mlem"'),
        ("mlem", 1, "not 1", "2 to 5 players"),
        ("mlem", 6, "not 6", "2 to 5 players"),
    ],
)
def test_mistakes(game: str, players: int, what: str, todo: str) -> None:
    """Exit code 2: an unknown game, too few or too many players."""
    with pytest.raises(UsageError, match=what) as caught:
        setup.setup(game, players)
    assert todo in str(caught.value)
