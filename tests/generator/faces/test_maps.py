"""Maps, counters, tracks, tables and dice from macros, without trigonometry."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from components import catalogue
from components.errors import StarboxError
from generator.faces.drawing import Drawing, compile_svg
from generator.faces.illustration.grids import Grid
from generator.faces.renderer import Renderer
from generator.sheets.areas import slots
from generator.sheets.imposition import impose
from generator.sheets.paper import Paper
from tests.generator.presswork import items
from tests.smallgame import write_game

LETTERS = ["ccw.", "ccc", "wcc", "cccc"]


def hexes(flat: bool = False) -> Grid:
    return Grid(LETTERS, 10, 20, 16, "hex", flat)


def squares() -> Grid:
    return Grid(LETTERS, 10, 20, 16, "square")


def _drawn(folder: Path, face: str, **more: object) -> Drawing:
    game = catalogue.load(str(write_game(folder, face=face, **more)))  # type: ignore[arg-type]
    return compile_svg(Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front.svg)


@pytest.mark.parametrize("grid", [hexes(), hexes(flat=True), squares()], ids=["pointed", "flat", "square"])
def test_neighbours_are_as_far_apart_as_a_space_is_wide_and_share_an_edge(grid: Grid) -> None:
    for space in grid.cells:
        for other in set(grid.near(space)) - {space}:
            assert math.dist(grid.at(space), grid.at(other)) == pytest.approx(16)
            ends = [
                tuple(map(float, pair))
                for pair in re.findall(r"([\d.]+) ([\d.]+)", grid.between(f"{space}/{other}"))
            ]
            for end in ends:
                reach = [math.dist(end, grid.at(one)) for one in (space, other)]
                assert reach[0] == pytest.approx(reach[1], abs=2e-3)
                assert reach[0] == pytest.approx(
                    16 / (2**0.5 if grid.top == 8 and len(grid.near("0202")) == 5 else 3**0.5), abs=2e-3
                )


def test_every_second_row_is_shifted_and_with_flat_sides_every_second_column() -> None:
    (x, y), (below_x, below_y) = hexes().at("0101"), hexes().at("0102")
    assert (x, y) == pytest.approx((18, 20 + 16 / 3**0.5))
    assert (below_x - x, below_y - y) == pytest.approx((8, 16 * 3**0.5 / 2))
    (x, y), (right_x, right_y) = hexes(flat=True).at("0101"), hexes(flat=True).at("0201")
    assert (right_x - x, right_y - y) == pytest.approx((16 * 3**0.5 / 2, 8))


def test_points_and_empty_cells_are_no_spaces_and_spreadsheets_lose_zeros() -> None:
    assert "0401" not in hexes().cells and "0404" in hexes().cells
    assert hexes().at(204) == hexes().at("204") == hexes().at("0204")
    assert list(Grid([["a", "", "b"]], 0, 0, 9, "hex").cells) == ["0101", "0301"]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: hexes().at("0909"), 'no space "0909"'),
        (lambda: hexes().through("0101 0303"), "0101 and 0303 are not neighbours. Beside 0101: 0102, 0201."),
        (lambda: hexes().between("0101"), "two spaces at least"),
        (lambda: hexes().around(7), "not a list of spaces"),
    ],
)
def test_what_is_not_on_the_map_is_named(ask: object, said: str) -> None:
    with pytest.raises(StarboxError, match=re.escape(said)):
        ask()  # type: ignore[operator]


@pytest.mark.parametrize("flat", [False, True])
def test_megahexes_hold_every_hex_once_and_have_seven_where_the_map_has_room(flat: bool) -> None:
    grid = Grid(["c" * 12] * 12, 0, 0, 9, "hex", flat)
    groups = grid.megahexes("0606")
    assert sorted(name for group in groups for name in group) == sorted(grid.cells)
    assert sorted(grid.near("0606")) in [sorted(group) for group in groups]
    full = [group for group in groups if len(group) == 7]
    assert len(full) > 10
    assert all(any(set(grid.near(one)) == set(group) for one in group) for group in full)


def test_a_border_runs_round_a_group_and_not_through_it() -> None:
    assert hexes().around("0202").count("M") == 6
    assert hexes().around("0202 0302").count("M") == 10


def test_roads_begin_and_end_in_the_middle_of_their_spaces() -> None:
    path = hexes().through("0101 0102 0202")
    (x, y), (to_x, to_y) = hexes().at("0101"), hexes().at("0202")
    assert path.startswith(f"M{x:g} {round(y, 3)}") and path.endswith(f"L{to_x:g} {round(to_y, 3)}")


def test_the_guide_shows_a_map_counters_and_a_die_that_work(project: Path, tmp_path: Path) -> None:
    guide = (project / "docs" / "own-games.md").read_text(encoding="utf-8")
    part = guide.partition("### Maps of hexes")[2].partition("### Texts")[0]
    map_, counters, die = re.findall(r"```jinja\n(.*?)```", part, re.DOTALL)
    folder = write_game(
        tmp_path / "war", face=map_, size="[300, 200]", deck='shape = "square"',
        files={"terrain.csv": "1,2,3\nclear,woods,lake\nclear,clear,woods\nwoods,,clear\n"},
    )  # fmt: skip
    file = folder / "game.toml"
    file.write_text(
        file.read_text().replace("players = [2, 4]", 'players = [2, 4]\ntables = ["terrain.csv"]')
    )
    game = catalogue.load(str(folder))
    drawing = compile_svg(Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front.svg)
    texts = [text.text for text, _ in drawing.texts()]
    assert [*texts] == ["0101", "0201", "0301", "0102", "0202", "0302", "0103", "0303", "Oldmill"]
    drawn = _drawn(
        tmp_path / "counter", counters, size="[20, 20]", columns='unit = "text", title = "text"',
        cards="code,unit,title\nA1,Armored cavalry,Guard\n",
    )  # fmt: skip
    assert [text.text for text, _ in drawn.texts()] == ["Guard", "XX", "4–5–6"]
    assert [
        text.text for text, _ in _drawn(tmp_path / "die", die, size="[78, 54]", deck='shape = "net"').texts()
    ]


@pytest.mark.parametrize("name", sorted(file.stem for file in Path("templates/symbols").glob("nato-*.svg")))
def test_every_kind_of_unit_is_in_the_guide(project: Path, name: str) -> None:
    guide = (project / "docs" / "own-games.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{name.removeprefix('nato-')}\b", guide.partition("the symbols `nato-…`")[2][:500])


def test_a_track_has_a_slot_in_every_box_and_may_run_back(tmp_path: Path) -> None:
    face = '{% from "counters.svg.j2" import track with context %}{{ track(5, 5, 10, 3, 1, 6, snake=true) }}'
    game = catalogue.load(str(write_game(tmp_path / "track", face=face)))
    front = Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front
    places = {name: (slot.x, slot.y) for name, slot in slots(front)}
    assert places == {"1": (5, 5), "2": (15, 5), "3": (25, 5), "4": (25, 15), "5": (15, 15), "6": (5, 15)}


def test_a_chart_shows_all_cells_of_a_spreadsheet(tmp_path: Path) -> None:
    face = (
        '{% from "counters.svg.j2" import chart with context %}{{ chart(tables.combat, 4, 4, 50, 6, "CRT") }}'
    )
    folder = write_game(tmp_path / "crt", face=face, files={"combat.csv": "Die,1:2,1:1\n1,AE,DR\n2,AR,\n"})
    file = folder / "game.toml"
    file.write_text(file.read_text().replace("players = [2, 4]", 'players = [2, 4]\ntables = ["combat.csv"]'))
    game = catalogue.load(str(folder))
    drawing = compile_svg(Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front.svg)
    assert [text.text for text, _ in drawing.texts()] == [
        "CRT",
        "Die",
        "1:2",
        "1:1",
        "1",
        "AE",
        "DR",
        "2",
        "AR",
    ]


def test_blocks_of_counters_have_room_round_them(tmp_path: Path) -> None:
    rows = "".join(f"A{k}\n" for k in range(1, 13))
    folder = write_game(
        tmp_path / "blocks", cards=f"code\n{rows}", face="<g/>", size="[20, 20]",
        deck='shape = "square"\nblock = [3, 2]',
    )  # fmt: skip
    game = catalogue.load(str(folder))
    sheets = impose(items(game, "cards"), Paper("a4", 210, 297))
    placed = sorted({round(one.trim.x, 3) for one in sheets[0].placements})
    steps = [round(b - a, 3) for a, b in pairwise(placed)]
    assert steps == ([20, 20, 24] * 3)[: len(steps)] and 24 in steps


def test_the_war_game_of_the_examples_is_in_order_and_short(project: Path, pnp: Any) -> None:
    folder = project / "examples" / "ford-at-dawn"
    ran = pnp("check", folder)
    assert ran.code == 0, ran.err
    written = [*folder.glob("*.toml"), *folder.glob("templates/*")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in written) <= 61
