"""A session scene by scene: what is seen at every point, and by whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.archive.scenes import Replay
from referee.engine.game import HIDDEN, OVER, View
from referee.table import beginning
from tests.referee.archive.conftest import Played
from tests.referee.table.moving import play


def codes(view: View) -> list[str]:
    return [piece.code for area in view.areas for piece in area.pieces]


def test_a_game_that_is_over_has_no_secrets(played: Played) -> None:
    """LB 3.1: in the draft everybody's hand is seen, and what was chosen in secret."""
    replay = Replay(played("last-blast", "Ann", "Bo"))
    number = next(scene.number for scene in replay.scenes if scene.typed.startswith("pick"))
    assert {"Hand of Ann", "Hand of Bo"} <= {area.title for area in replay.view(number).areas}
    assert HIDDEN not in codes(replay.view(number))
    scene = replay.scenes[number]
    assert scene.told.lines == (f"{scene.player} has chosen: {scene.typed}.",)


def test_as_one_player_only_that_player_s_secrets_are_seen(played: Played) -> None:
    """Ann does not see now what she did not see then: no hand, no deal and no secret move of Bo."""
    session = played("last-blast", "Ann", "Bo")
    replay = Replay(session, session.seat("ann"))
    for scene in replay.scenes:
        assert replay.view(scene.number) == session.game.view(scene.state, session.seat("Ann"))
        assert scene.player == "Ann" or not scene.typed
    everything = Replay(session)
    assert any(
        replay.view(scene.number).areas != everything.view(scene.number).areas for scene in replay.scenes
    )
    assert replay.seen_by == "as Ann saw it"


def test_a_game_that_goes_on_is_seen_by_an_onlooker(file: Path) -> None:
    """The replay of a game that goes on shows what everybody knows, and no move as it was typed."""
    session = beginning.begin(file, "last-blast", ["Ann", "Bo"], seed="kiwi")
    play(session, 5)
    replay = Replay(session)
    assert not replay.open
    assert not any(scene.typed for scene in replay.scenes)
    for scene in replay.scenes:
        assert replay.view(scene.number) == session.game.view(scene.state, None)


def test_what_was_taken_back_is_gone_from_the_table(file: Path) -> None:
    """After an undo the table is as it was before the move, and after a redo as it was after it."""
    session = beginning.begin(file, "mlem", ["Ann", "Bo"], mode="pad")
    for move in ("land m3", "land m5"):
        assert session.play(session.read(0 if move == "land m3" else 1, move)).allowed
    assert session.undo().allowed
    assert session.redo().allowed
    scenes = Replay(session).scenes
    assert [scene.player for scene in scenes] == ["", "Ann", "Bo", "", "", "Bo"]
    assert [scene.state == scenes[2].state for scene in scenes] == [False, False, True, False, False, True]
    assert scenes[3].state == scenes[4].state == scenes[1].state
    assert scenes[3].told.lines == ("Moves and results taken back: 1.",)


def test_rounds_and_numbers_are_found(played: Played) -> None:
    replay = Replay(played("rayguns", "Ann", "Bo"))
    assert [name for name, _ in replay.rounds()] == [
        "round 1",
        "round 2",
        "round 3",
        "round 4",
        "Port of Call",
    ]
    start = dict(replay.rounds())["Port of Call"]
    assert replay.find(" port of call") == start == replay.find(str(start))
    assert replay.scenes[start - 1].round == "round 4"
    assert replay.find(str(len(replay.scenes))) is replay.find("round 9") is None


def test_odds_are_those_of_whoever_is_to_move(played: Played) -> None:
    """LB 4.5: a greedy bot flies where the odds say; there are none when the game is over."""
    session = played("last-blast", "Ann", "Bo")
    replay = Replay(session)
    flights = [scene.number for scene in replay.scenes if scene.typed.startswith("row")]
    assert flights
    assert all(replay.odds(number - 1) for number in flights)
    assert session.turn is OVER
    assert replay.odds(len(replay.scenes) - 1) is None


@pytest.mark.parametrize("game", ["last-blast", "mlem", "rayguns"])
def test_the_last_scene_is_the_present(played: Played, game: str) -> None:
    session = played(game, "Ann", "Bo")
    replay = Replay(session)
    assert replay.scenes[-1].state is session.state
    assert len(replay.scenes) == len(session.story) + 1
    assert replay.rounds()[0][1] == 0
