"""Cut files: what a cutting machine cuts and scores on a sheet, in mm, as SVG or DXF.

They come from the same geometry as the printed marks and outlines, so the knife follows the print. Sheets
whose pieces lie alike share one file.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.errors import UsageError
from generator import shapes
from generator.drawing import Drawing
from generator.nets import net
from generator.rect import Rect
from generator.shapes import Vertex
from generator.sheets import Part, Placement, Sheet

KINDS = ("none", "svg", "dxf")


@dataclass(frozen=True)
class CutLines:
    """The lines on a sheet, mm from its upper left corner, y down: contours to cut, clockwise and closed, and
    lines to score, to be folded, which are open."""

    cut: tuple[tuple[Vertex, ...], ...]
    score: tuple[tuple[Vertex, ...], ...]


def cut_files(
    part: Part, drawings: Mapping[str, Drawing], kind: str, corner: float
) -> dict[str, tuple[bytes, list[int]]]:
    """The cut files of a part by file name, each with the numbers of the sheets it cuts.

    drawings  the faces by key: what has to be folded says there how it is cut
    kind      "svg" or "dxf"
    corner    the radius of a card's corners, mm

    Raises `UsageError` if DXF is asked for and its library is not installed.
    """
    seen: dict[tuple[float, float, CutLines], tuple[str, list[int]]] = {}
    files: dict[str, tuple[bytes, list[int]]] = {}
    for sheet in part.sheets:
        if sheet.side == "back":
            continue
        lines = cut_lines(sheet, drawings, corner)
        geometry = (sheet.width, sheet.height, lines)
        if geometry in seen:
            seen[geometry][1].append(sheet.number)
            continue
        name, numbers = f"{part.name}-cut-{len(seen) + 1}.{kind}", [sheet.number]
        seen[geometry] = (name, numbers)
        data = _svg(sheet, lines) if kind == "svg" else _dxf(sheet, lines)
        files[name] = (data, numbers)
    return files


def cut_lines(sheet: Sheet, drawings: Mapping[str, Drawing], corner: float) -> CutLines:
    """What is cut and scored on a sheet."""
    cut: list[tuple[Vertex, ...]] = []
    score: list[tuple[Vertex, ...]] = []
    for placed in sheet.placements:
        folded = placed.item.deck.shape == "net" and placed.side == "front"
        drawing = drawings.get(placed.face) if folded else None
        own = net(drawing, placed.item.deck.size) if drawing else None
        outlines = [_on_sheet(placed, line) for line in own.cut] if own else []
        outlines = outlines or [contour(placed, corner)]
        folds = [_on_sheet(placed, line) for line in own.score] if own else []
        if placed.part:
            outlines = [shapes.inside(line, placed.trim) for line in outlines]
            folds = [shapes.fold_inside(start, end, placed.trim) for start, end in folds]
        cut += filter(None, outlines)
        score += filter(None, folds)
    return CutLines(tuple(cut), tuple(score))


def contour(placed: Placement, corner: float) -> tuple[Vertex, ...]:
    """The cut line of one piece by its shape, where it lies on its sheet; of a part of a board that of the
    whole board, most of which lies on other sheets."""
    line = shapes.contour(placed.item.deck, corner)
    if placed.side == "back":
        line = shapes.mirrored(line, placed.item.deck.size[0])
    return _on_sheet(placed, line)


def _on_sheet(placed: Placement, line: Sequence[Vertex]) -> tuple[Vertex, ...]:
    """A line of the piece where it comes to lie."""
    places = (placed.on_sheet(vertex.x, vertex.y) for vertex in line)
    return tuple(
        Vertex(round(x, 4), round(y, 4), vertex.bulge) for vertex, (x, y) in zip(line, places, strict=True)
    )


def _corners(rect: Rect) -> tuple[Vertex, ...]:
    return (
        Vertex(rect.x, rect.y),
        Vertex(rect.right, rect.y),
        Vertex(rect.right, rect.bottom),
        Vertex(rect.x, rect.bottom),
    )


def _svg(sheet: Sheet, lines: CutLines) -> bytes:
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
    for line in lines.cut:
        cut.add(drawing.path(shapes.contour_path(line)))
    score = drawing.g(id="score", fill="none", stroke="#0000ff", stroke_width=0.1)
    for line in lines.score:
        score.add(drawing.path(shapes.open_path(line)))
    drawing.add(marks)
    if lines.score:  # before the cuts: a machine works through a file in order, and what is free moves
        drawing.add(score)
    drawing.add(cut)
    text: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _dxf(sheet: Sheet, lines: CutLines) -> bytes:
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
    document.layers.add("SCORE", color=5)
    document.layers.add("CUT", color=1)
    document.layers.add("REGISTRATION", color=7)
    space = document.modelspace()
    for line in lines.score:
        ends = [(v.x, sheet.height - v.y) for v in line]
        space.add_lwpolyline(ends, dxfattribs={"layer": "SCORE"})
    for line in lines.cut:
        # Turning y over makes a clockwise contour run the other way, so its bulges change their sign.
        points = [(v.x, sheet.height - v.y, -v.bulge) for v in line]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    for rect in sheet.registration:
        points = [(v.x, sheet.height - v.y, 0.0) for v in _corners(rect)]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "REGISTRATION"})
    stream = io.StringIO()
    document.write(stream)
    return stream.getvalue().encode()
