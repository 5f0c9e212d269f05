"""The views of all players, put together."""

from __future__ import annotations

import pytest

from components.setup import Area, Fact, Placed
from referee.archive.scenes import merged
from referee.engine.game import HIDDEN, View
from tests.referee.archive.conftest import Played


def cards(name: str, *codes: str, up: bool = True, title: str = "") -> Area:
    return Area(name, title or name, "list", tuple(Placed("d", code, up=up) for code in codes))


def row(*codes: str) -> Area:
    return Area("ring", "Ring", "grid", tuple(Placed("", code, (at, 0)) for at, code in enumerate(codes)))


def test_of_each_area_the_version_that_hides_least() -> None:
    """An area that only one player sees is there too, and so is each of two that share a name."""
    onlooker = View((cards("field", "A"), cards("hand", HIDDEN, HIDDEN)))
    ann = View((cards("field", "A"), cards("hand", "R1", HIDDEN), cards("bar", "B", title="Bar of Ann")))
    bo = View((cards("field", "A"), cards("hand", "", "", up=False), cards("bar", "C", title="Bar of Bo")))
    assert merged(onlooker, [ann, bo]).areas == (
        cards("field", "A"),
        cards("hand", "R1", HIDDEN),
        cards("bar", "B", title="Bar of Ann"),
        cards("bar", "C", title="Bar of Bo"),
    )


def test_on_a_board_whatever_any_player_knows_of_a_place() -> None:
    """PL 3.3: each player sees the own ship, and an onlooker none."""
    onlooker, ann, bo = (
        View((row(*codes),)) for codes in (("0", "1", HIDDEN), ("0@1", "1", HIDDEN), ("0", "1@2", "2"))
    )
    assert merged(onlooker, [ann, bo]).areas == (row("0@1", "1@2", "2"),)


def test_of_two_versions_the_one_that_tells_more() -> None:
    """PL 4.2: only the owner sees how long the fuel lasts."""
    seen, own = (
        Area("aboard", "Aboard", "list", (Placed("", "CORE", note=note),))
        for note in ("6 HP", "6 HP, fuel until round 2")
    )
    assert merged(View(()), [View((seen,)), View((own,))]).areas == (own,)


def test_an_area_that_is_empty_for_the_onlooker_is_filled() -> None:
    unseen = Area("ship-1", "Ship of Ann", "grid", (), "out of sight")
    seen = Area("ship-1", "Ship of Ann", "grid", (Placed("", "COR", (0, 0)),))
    assert merged(View((unseen,)), [View((seen,)), View((unseen,))]).areas == (seen,)


def test_a_fact_is_told_by_who_knows_more() -> None:
    onlooker = View((), (Fact("Round", "1"), Fact("Ann", "out of sight")))
    ann = View((), (Fact("Round", "1"), Fact("Ann", "at 3"), Fact("Watts", "50")))
    bo = View((), (Fact("Round", "1"), Fact("Ann", "out of sight"), Fact("Watts", "75")))
    assert merged(onlooker, [ann, bo]).facts == (
        Fact("Round", "1"), Fact("Ann", "at 3"), Fact("Watts", "50"), Fact("Watts", "75"),
    )  # fmt: skip


@pytest.mark.parametrize("game", ["last-blast", "planetary"])
def test_everything_that_a_player_sees_is_seen(played: Played, game: str) -> None:
    """At several points of whole games: no piece that some player knows is missing where all is open."""
    session = played(game, "Ann", "Bo")
    for state in session.states[:: len(session.states) // 6]:
        views = [session.game.view(state, seat) for seat in (None, 0, 1)]
        shown = {(area.name, area.title): area for area in merged(views[0], views[1:]).areas}
        for view in views[1:]:
            for area in view.areas:
                known = [piece.code for piece in area.pieces if piece.up and HIDDEN not in piece.code]
                public = {
                    piece.code for one in views[0].areas if one.name == area.name for piece in one.pieces
                }
                told = [piece.code for piece in shown[area.name, area.title].pieces]
                assert not {code for code in known if code not in public} - set(told)
