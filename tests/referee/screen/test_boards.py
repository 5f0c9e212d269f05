"""Boards on the screen: tracks, colours, legends, the axes of a map, names where there is room."""

from __future__ import annotations

from dataclasses import replace

from rich.color import Color, ColorSystem

from components.setup import Area, Placed
from referee.engine.areas import area_lines
from referee.engine.game import View
from referee.screen import styling
from referee.screen.picture import picture
from referee.screen.styling import MARKED


def _lane() -> tuple[Placed, ...]:
    spaces = [Placed("", str(number), (number, 0), note=f"takes {number % 6 + 1}") for number in range(24)]
    spaces[6] = replace(spaces[6], name="Moon 2", note="takes 1 2, pays 4", tone="sand")
    standing = [Placed("", "R", (12, 0), name="rocket", note="4 dice"), Placed("", "ace-B", (6, 0))]
    return (*spaces, *standing)


LANE = Area("lane", "Lane", "track", _lane(), legend=(("m", "a moon"), ("pays", "points for landing")))
MAP = Area(
    "map",
    "Map",
    "hexes",
    (
        Placed("hexes", "A1", (0, -1), name="Ice", tone="blue"),
        Placed("hexes", "B2", (1, -1), tone="red"),
        Placed("hexes", "C3", (-1, 0), note="wants Ore"),
        Placed("hexes", "D4", (0, 0)),
    ),
    legend=(("w", "wants"),),
)


def lines(area: Area, width: int = 40, height: int = 0, **how: object) -> list[str]:
    return [
        line.rstrip()
        for line in picture(View((area,)), (), width=width, height=height, **how).plain.splitlines()  # type: ignore[arg-type]
    ]


def test_a_track_is_wrapped_and_tells_of_every_space() -> None:
    shown = lines(LANE)
    assert max(map(len, shown)) <= 40
    together = " ".join(" ".join(shown).split())
    assert "6 Moon 2" in together and "takes 1 2, pays 4" in together
    assert "▸rocket 4 dice" in together and "▸ace-B" in together
    assert together.endswith("Lane: m a moon; pays points for landing")


def test_where_there_is_little_room_the_track_begins_before_who_stands_on_it() -> None:
    shown = lines(LANE, height=12)
    assert "← 0 to 4" in shown[1] and "Moon 2" in shown[2]
    assert any("rocket" in line for line in shown[:12]), "what is ahead of it is in sight"


def test_a_place_of_the_track_is_marked() -> None:
    text = picture(View((LANE,)), (), width=60, points={("lane", (6, 0))})
    assert [text.plain[span.start : span.end] for span in text.spans if span.style == MARKED] == [
        "[6 Moon 2]"
    ]


def test_a_track_in_plain_text() -> None:
    shown = area_lines(LANE)
    assert shown[0] == "Lane"
    assert "  6 Moon 2  takes 1 2, pays 4  <- ace-B" in shown
    assert "  12        takes 1  <- rocket 4 dice" in shown
    assert shown[-1] == "  (m a moon; pays points for landing)"


def test_a_map_has_axes_so_that_a_place_can_be_named() -> None:
    assert lines(MAP, 30)[:6] == ["Map", "   0     1", " -1   A1    B2   -1", "", "   C3    D4   0", "   wO"]


def test_names_are_shown_where_there_is_room() -> None:
    assert "Ice" not in "".join(lines(MAP, 30))
    assert "Ice" in "".join(lines(MAP, 60, 40))


def test_every_tone_is_painted_and_none_is_told_by_colour_alone() -> None:
    """In 16 colours the nearest is shown; without colour the codes are the same."""
    pieces = tuple(
        Placed("tiles", f"T{place}", (place, 0), tone=tone) for place, tone in enumerate(styling._TONES)
    )
    text = picture(View((Area("row", "Row", "grid", pieces),)), (), width=100)
    painted = {str(span.style) for span in text.spans if str(span.style).startswith("#")}
    assert painted == {colour for colour in styling._TONES.values() if colour}
    for colour in painted:
        assert Color.parse(colour).downgrade(ColorSystem.STANDARD).number is not None
    assert text.plain.split() == ["Row", *(piece.code for piece in pieces)]
