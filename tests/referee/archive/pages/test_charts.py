"""Charts as SVG: right places, and readable without colour."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

from referee.archive.pages import charts
from referee.archive.rates import Rate, rate

HOSTILE = "<script>alert(1)</script>&\"'"


def parsed(chart: str) -> ElementTree.Element:
    """The drawing in the frame in which a phone pushes it sideways."""
    svg = ElementTree.fromstring(chart).find(".//svg")
    assert svg is not None
    return svg


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parsed(svg).iter("text")]


def test_a_line_goes_through_its_values() -> None:
    """The axis has round numbers, and equal steps are equally far apart."""
    svg = charts.lines("Totals", ["round 1", "round 2", "round 3"], [("Ann", [0, 10, 20])])
    path = next(element.get("d") or "" for element in parsed(svg).iter("path") if element.get("stroke-width"))
    (x1, y1), (x2, y2), (x3, y3) = [
        tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", path)
    ]
    assert x2 - x1 == x3 - x2 > 0
    assert y1 - y2 == y2 - y3 > 0
    assert {"0", "5", "10", "15", "20", "round 1", "round 3", "Ann 20"} <= set(texts(svg))


def test_every_line_has_a_shape_and_a_name() -> None:
    """Two lines that end together have their names one under the other; a ninth line is not drawn."""
    series = [(f"player {number}", [1, 5]) for number in range(9)]
    svg = charts.lines("Totals", ["1", "2"], series)
    names = [element for element in parsed(svg).iter("text") if (element.text or "").startswith("player")]
    heights = sorted(float(name.get("y") or 0) for name in names)
    assert len(names) == charts.MOST == 8
    assert min(b - a for a, b in itertools.pairwise(heights)) >= 13  # pixels of a line of text
    assert float((parsed(svg).get("viewBox") or "").split()[3]) > heights[-1]
    styles = {
        element.get("stroke-dasharray") for element in parsed(svg).iter("path") if element.get("stroke-width")
    }
    assert len(styles) == 8


def test_losses_and_missing_games() -> None:
    """Totals below 0 have an axis, and a game without the player is passed over."""
    svg = charts.lines("Totals", ["1", "2", "3"], [("Ann", [-7, None, 3]), ("Bo", [None, None, None])])
    assert {"-8", "0", "Ann 3"} <= set(texts(svg))
    assert parsed(svg).findtext("desc") == "Ann: -7, 3; Bo: "


def test_a_share_is_between_the_ends_of_its_interval() -> None:
    svg = charts.shares(
        "Wins", [("Ann", Rate(10, 6, 0.6, 0.31, 0.83, 10)), ("Bo", Rate(5, 0, 0.0, 0.0, 0.43, 5))]
    )
    assert "60 % (31 to 83 %)" in texts(svg)
    line = next(element.get("d") or "" for element in parsed(svg).iter("path") if element.get("stroke"))
    low, high = (float(found) for found in re.findall(r"[MH]([\d.]+)", line)[:2])
    dot = float(next(parsed(svg).iter("circle")).get("cx") or 0)
    assert low < dot < high
    assert round((dot - low) / (high - low), 3) == round((0.6 - 0.31) / (0.83 - 0.31), 3)
    assert parsed(svg).findtext("title") == "Wins"
    assert parsed(svg).findtext("desc") == "Ann: 60 % (31 to 83 %); Bo: 0 % (0 to 43 %)"


def test_everything_is_escaped() -> None:
    svg = charts.lines(HOSTILE, [HOSTILE], [(HOSTILE, [1])]) + charts.shares(HOSTILE, [(HOSTILE, rate(0, 1))])
    assert "<script" not in svg
    assert not list(ElementTree.fromstring(f"<both>{svg}</both>").iter("script"))
