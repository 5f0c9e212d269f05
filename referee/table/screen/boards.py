"""Boards as text: cells in rows, hexes set off by half a cell, and what the marks in them mean."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rich.text import Text

from components.setup import Area, Placed
from referee.engine import HIDDEN
from referee.table.screen.styling import FAINT, MARKED, TITLE, label_of, wrapped_text

_NOTE = "bold"


def is_board(area: Area) -> bool:
    return area.layout != "list" and any(piece.at is not None for piece in area.pieces)


def place_of(piece: Placed) -> str:
    """Its coordinates as a move says them: "1,-2"."""
    assert piece.at is not None
    return f"{piece.at[0]},{piece.at[1]}"


def board(
    area: Area,
    names: Sequence[str],
    marked: Collection[str],
    width: int,
    height: int,
    points: Collection[tuple[int, int]] = (),
) -> Iterator[Text]:
    """Title, note and cells. Under a cell are short marks for what its note says, explained below.

    A note with a colon is long: it has no mark and stands below as it is. The rows of a grid of pieces
    have their numbers, from 1, as moves say them; a grid of other cells has what it needs in them.

    width, height  what there is; the board is drawn larger if it leaves room, and never broken
    points         what lies at these places is marked, too
    """
    pieces = [piece for piece in area.pieces if piece.at is not None]
    hexes = area.layout == "hexes"
    short = _shorthand(pieces, names)
    marks = {piece: "".join(short[part] for part in _short_parts(piece)) for piece in pieces}
    sizes = {piece: max(len(label_of(piece)), len(marks[piece])) + 2 for piece in pieces}
    rows, _ = _cells(sizes, hexes)
    larger, across = _cells({piece: size + 2 for piece, size in sizes.items()}, hexes)
    if across + 8 <= width:
        rows = larger
    apart = any(marks.values()) and len(rows) * 3 + 8 <= height
    labelled = not hexes and len(rows) > 1 and all(piece.deck for piece in pieces)
    indent = len(str(max(rows) + 1)) + 2 if labelled else 1
    yield from wrapped_text(area.title, width, style=TITLE)
    if area.note:
        yield from wrapped_text(area.note, width, style=FAINT)
    for number in range(min(rows), max(rows) + 1):
        row = rows.get(number, {})
        whole_row = labelled and f"row {number + 1}" in marked
        head = f"{number + 1:>{indent - 1}} " if labelled else " " * indent
        upper = Text.assemble((head, MARKED if whole_row else FAINT))
        under = Text(" " * indent)
        for (left, cell), piece in sorted(row.items(), key=lambda item: item[0]):
            upper.pad_right(indent + left - upper.cell_len)
            under.pad_right(indent + left - under.cell_len)
            here = whole_row or piece.at in points or (place_of(piece) if hexes else piece.code) in marked
            label = f"[{label_of(piece)}]" if here else label_of(piece)
            style = MARKED if here else _NOTE if piece.note else FAINT if label == HIDDEN else ""
            upper.append(f"{label:^{cell}}", style)
            under.append(f"{marks[piece]:^{cell}}", _NOTE)
        yield upper
        if under.plain.strip() or (hexes and any(marks.values())):
            yield under
        if apart and number < max(rows):
            yield Text()
    if short:
        # Each mark stays with its meaning.
        legend = ", ".join(f"{mark} {what}".replace(" ", "\u00a0") for what, mark in short.items())
        yield from wrapped_text(legend, width, style=FAINT)
    for piece in pieces:
        for part in _parts(piece):
            if ":" in part:
                yield from wrapped_text(part, width, style=FAINT, first="  ")


def _cells(sizes: Mapping[Placed, int], hexes: bool) -> tuple[dict[int, dict[tuple[int, int], Placed]], int]:
    """The pieces by row and by their left side, from 0, with the width of each; and how wide all of them are.

    In a hex map all cells are alike, and each row begins half a cell further right than the one above
    it. In a grid a column is as wide as what is in it.
    """
    rows: dict[int, dict[tuple[int, int], Placed]] = {}
    widths: dict[int, int] = {}
    for piece, size in sizes.items():
        assert piece.at is not None
        widths[piece.at[0]] = max(size, widths.get(piece.at[0], 0))
    widest = max(widths.values())
    columns = range(min(widths), max(widths) + 1)
    if hexes:
        widths = dict.fromkeys(columns, widest + widest % 2)
    lefts = dict(
        zip(
            columns,
            itertools.accumulate((widths.get(one, widest) for one in columns), initial=0),
            strict=False,
        )
    )
    for piece in sizes:
        assert piece.at is not None
        column, row = piece.at
        shift = row * widths[column] // 2 if hexes else 0
        rows.setdefault(row, {})[lefts[column] + shift, widths[column]] = piece
    margin = min(left for row in rows.values() for left, _ in row)
    moved = {
        number: {(left - margin, width): piece for (left, width), piece in row.items()}
        for number, row in rows.items()
    }
    return moved, max(left + width for row in moved.values() for left, width in row)


def _shorthand(pieces: Iterable[Placed], names: Sequence[str]) -> dict[str, str]:
    """A short mark for each part of a note: players by the first letters of their names, numbers kept.

    "demand 4" → "d4", "colony of Ann" → "cA", and a letter more where two would be alike.
    """
    parts = dict.fromkeys(part for piece in pieces for part in _short_parts(piece))
    players = sorted((part for part in parts if part in names), key=names.index)
    others = sorted(part for part in parts if part not in names)
    short: dict[str, str] = {}
    for part in (*players, *others):
        for length in range(1, len(part) + 1):
            mark = _initials(part, names, length)
            if mark not in short.values():
                break
        short[part] = mark
    return short


def _initials(part: str, names: Sequence[str], length: int) -> str:
    if part in names:
        return part[:length].title() if length == 1 else part[:length]
    words = [word for word in part.split() if word not in ("of", "the", "a")]
    return "".join(
        word if word.isdigit() else word[:1].upper() if word in names else word[:length] for word in words
    )


def _parts(piece: Placed) -> list[str]:
    if ":" in piece.note:
        return [piece.note]
    return [part for part in piece.note.split(", ") if part]


def _short_parts(piece: Placed) -> list[str]:
    return [part for part in _parts(piece) if ":" not in part]
