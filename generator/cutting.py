"""Cut files: the contours of a sheet's pieces for a cutting machine, in mm, as SVG or DXF.

They come from the same geometry as the printed marks and outlines, so the knife follows the print. Sheets
whose pieces lie alike share one file.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from components.errors import UsageError
from generator import shapes
from generator.rect import Rect
from generator.shapes import Vertex
from generator.sheets import Placement, Sheet

if TYPE_CHECKING:
    from generator.document import Part

KINDS = ("none", "svg", "dxf")


def cut_files(part: Part, kind: str, corner: float) -> dict[str, tuple[bytes, list[int]]]:
    """The cut files of a part by file name, each with the numbers of the sheets it cuts.

    kind    "svg" or "dxf"
    corner  the radius of a card's corners, mm

    Raises `UsageError` if DXF is asked for and its library is not installed.
    """
    seen: dict[tuple[object, ...], tuple[str, list[int]]] = {}
    files: dict[str, tuple[bytes, list[int]]] = {}
    for sheet in part.sheets:
        if sheet.side == "back":
            continue
        lines = contours(sheet, corner)
        geometry = (sheet.width, sheet.height, *map(tuple, lines))
        if geometry in seen:
            seen[geometry][1].append(sheet.number)
            continue
        name, numbers = f"{part.name}-cut-{len(seen) + 1}.{kind}", [sheet.number]
        seen[geometry] = (name, numbers)
        data = _svg(sheet, lines) if kind == "svg" else _dxf(sheet, lines)
        files[name] = (data, numbers)
    return files


def contours(sheet: Sheet, corner: float) -> list[tuple[Vertex, ...]]:
    """The cut lines on a sheet, clockwise, mm from its upper left corner, y down."""
    return [contour(placed, corner) for placed in sheet.placements]


def contour(placed: Placement, corner: float) -> tuple[Vertex, ...]:
    """The cut line of one piece where it lies on its sheet; for a part of a board, the edges of the part."""
    if placed.part:
        return _corners(placed.trim)
    width, height = placed.item.deck.size
    line = shapes.contour(placed.item.deck, corner)
    if placed.side == "back":
        line = shapes.mirrored(line, width)
    middle = (placed.trim.x + placed.trim.width / 2, placed.trim.y + placed.trim.height / 2)
    cos, sin = (round(f(math.radians(placed.turn))) for f in (math.cos, math.sin))
    turned = []
    for vertex in line:
        x, y = vertex.x - width / 2, vertex.y - height / 2
        across, down = middle[0] + cos * x - sin * y, middle[1] + sin * x + cos * y
        turned.append(Vertex(round(across, 4), round(down, 4), vertex.bulge))
    return tuple(turned)


def _corners(rect: Rect) -> tuple[Vertex, ...]:
    return (
        Vertex(rect.x, rect.y),
        Vertex(rect.right, rect.y),
        Vertex(rect.right, rect.bottom),
        Vertex(rect.x, rect.bottom),
    )


def _svg(sheet: Sheet, lines: Sequence[tuple[Vertex, ...]]) -> bytes:
    import svgwrite

    drawing = svgwrite.Drawing(
        size=(f"{sheet.width:g}mm", f"{sheet.height:g}mm"),
        viewBox=f"0 0 {sheet.width:g} {sheet.height:g}",
        debug=False,
    )
    marks = drawing.g(id="registration", fill="#000000", stroke="none")
    for rect in sheet.registration:
        marks.add(drawing.rect((rect.x, rect.y), (rect.width, rect.height)))
    cut = drawing.g(id="cut", fill="none", stroke="#ff0000", stroke_width=0.1)
    for line in lines:
        cut.add(drawing.path(shapes.contour_path(line)))
    drawing.add(marks)
    drawing.add(cut)
    text: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _dxf(sheet: Sheet, lines: Sequence[tuple[Vertex, ...]]) -> bytes:
    """DXF counts y upwards, from the lower left corner of the sheet."""
    try:
        from ezdxf._options import options
        from ezdxf.filemanagement import new
    except ImportError:
        raise UsageError(
            "DXF files need a library that is not installed.",
            where="--cut dxf",
            todo='Install it: pip install "starbox[exports]". Or take --cut svg.',
        ) from None
    # Without this every file carries its own time and identity, and no two builds are the same.
    options.write_fixed_meta_data_for_testing = True
    document = new("R2010", units=4)  # 4: millimetres
    document.layers.add("CUT", color=1)
    document.layers.add("REGISTRATION", color=7)
    space = document.modelspace()
    for line in lines:
        # Turning y over makes a clockwise contour run the other way, so its bulges change their sign.
        points = [(v.x, sheet.height - v.y, -v.bulge) for v in line]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    for rect in sheet.registration:
        points = [(v.x, sheet.height - v.y, 0.0) for v in _corners(rect)]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "REGISTRATION"})
    stream = io.StringIO()
    document.write(stream)
    return stream.getvalue().encode()
