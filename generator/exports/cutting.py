"""Cut files: what a cutting machine cuts and scores on a sheet, in mm, as SVG or DXF.

They share the geometry of the printed marks and outlines, so the knife follows the print. Sheets with the
same layout share one file.
"""

import io
from collections.abc import Mapping

from components import extras
from components.errors import UsageError
from generator.faces import shapes
from generator.faces.drawing import Drawing
from generator.faces.rect import Rect
from generator.faces.shapes import Vertex
from generator.sheets.cutting import CutLines, cut_lines
from generator.sheets.imposition import Part, Sheet


def cut_files(
    part: Part, drawings: Mapping[str, Drawing], kind: str, corner: float, kerf: float = 0.0
) -> dict[str, tuple[bytes, list[int]]]:
    """The cut files of a part by file name, each with the numbers of the sheets it cuts.

    drawings  the faces by key; those of nets contain their cut lines
    kind      "svg" or "dxf"
    corner    the radius of a card's corners, mm
    kerf      how wide the cut is, mm

    Raises `UsageError` if the library for DXF is not installed.
    """
    seen: dict[tuple[float, float, CutLines], tuple[str, list[int]]] = {}
    files: dict[str, tuple[bytes, list[int]]] = {}
    for sheet in part.sheets:
        if sheet.side == "back":
            continue
        lines = cut_lines(sheet, drawings, corner, kerf)
        geometry = (sheet.width, sheet.height, lines)
        if geometry in seen:
            seen[geometry][1].append(sheet.number)
            continue
        name, numbers = f"{part.name}-cut-{len(seen) + 1}.{kind}", [sheet.number]
        seen[geometry] = (name, numbers)
        data = _svg(sheet, lines) if kind == "svg" else _dxf(sheet, lines)
        files[name] = (data, numbers)
    return files


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
    if lines.score:  # scored first: a machine works in order, and a piece that is cut free may move
        drawing.add(score)
    drawing.add(cut)
    text: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _dxf(sheet: Sheet, lines: CutLines) -> bytes:
    """In DXF, y goes up from the lower left corner of the sheet."""
    try:
        from ezdxf._options import options
        from ezdxf.filemanagement import new
    except ImportError:
        raise UsageError(
            "The library for DXF files is not installed.",
            where="--cut dxf",
            todo=extras.todo("exports", "Or use --cut svg."),
        ) from None
    # Without this, every file has its own time and identity, and no two builds are the same.
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
        # Flipping y reverses the direction of the contour, so its bulges change sign.
        points = [(v.x, sheet.height - v.y, -v.bulge) for v in line]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    for rect in sheet.registration:
        points = [(v.x, sheet.height - v.y, 0.0) for v in _corners(rect)]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "REGISTRATION"})
    stream = io.StringIO()
    document.write(stream)
    return stream.getvalue().encode()
