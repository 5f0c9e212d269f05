"""The table as plain text: areas with their pieces, and facts with their rules.

A board, on a screen or in plain text, is laid out by `lay_out`.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from components.setup import Area, Fact, Placed
from referee.engine.answers import WIDTH, wrapped
from referee.engine.game import HIDDEN


def area_lines(area: Area) -> list[str]:
    """A part of the table: its title, then the pieces as they lie. A hidden piece is `??`."""
    lines = [f"{area.title}"]
    if area.note:
        lines += wrapped(area.note, indent=2)
    if is_board(area):
        lines += _track(area) if area.layout == "track" else _board(area)
    else:
        lines += _list(area.pieces, area.title)
    if area.legend:
        meant = "; ".join(f"{mark} {what}" for mark, what in area.legend)
        lines += wrapped(f"({meant})", indent=2, hanging=1)
    return lines


def fact_lines(facts: Iterable[Fact]) -> list[str]:
    """Each fact with its rule."""
    lines: list[str] = []
    for fact in facts:
        rule = f" [{fact.rule}]" if fact.rule else ""
        lines += wrapped(f"{fact.name}: {fact.text}{rule}", hanging=2)
    return lines


def label_of(piece: Placed, title: str = "") -> str:
    """The piece as it is written: its code, with count and side; `??` if nobody here may know it.

    A code that only adds the letter of a seat to a word is for files: "Ann's ace" stands for "ace-O", and
    "ace" where the title of the area says whose it is.
    """
    if not piece.up:
        return f"({piece.code})" if piece.code else HIDDEN
    count = f"{piece.count}×" if piece.count > 1 else ""
    side = f"/{piece.side}" if piece.side else ""
    word, lettered, _ = piece.code.rpartition("-")
    owner, named, what = piece.name.rpartition("'s ")
    if lettered and named and what == word:
        return f"{count}{what if title.endswith(f' {owner}') else piece.name}{side}"
    return f"{count}{piece.code}{side}"


def gap_of(labels: Iterable[str]) -> str:
    """The gap between labels of a list, with a comma where some have several words."""
    return ", " if any(" " in label for label in labels) else " "


class Cell(NamedTuple):
    """A piece of a board, the columns of text to the left of its cell, and the width of the cell."""

    left: int
    width: int
    piece: Placed


class Layout(NamedTuple):
    """The cells of a board by row, each row from left to right, and the width of the whole board."""

    rows: Mapping[int, Sequence[Cell]]
    width: int


def is_board(area: Area) -> bool:
    """Tell whether the pieces of the area have places."""
    return area.layout != "list" and any(piece.at is not None for piece in area.pieces)


def lay_out(widths: Mapping[Placed, int], hexes: bool) -> Layout:
    """Lay out the pieces of a board, each with at least that width. Each has a place.

    A column is as wide as its widest piece, and an empty one as the widest of all. In a map of hexes all
    widths must be alike: each row begins half a cell further right than the row above it.
    """
    columns: dict[int, int] = {}
    for piece, width in widths.items():
        column, _ = _place(piece)
        columns[column] = max(width, columns.get(column, 0))
    span, widest = range(min(columns), max(columns) + 1), max(columns.values())
    sizes = (columns.get(column, widest) for column in span)
    lefts = dict(zip(span, itertools.accumulate(sizes, initial=0), strict=False))
    rows: dict[int, dict[int, Cell]] = {}
    for piece in widths:
        column, row = _place(piece)
        left = lefts[column] + (row * widest // 2 if hexes else 0)
        rows.setdefault(row, {})[left] = Cell(left, columns[column], piece)
    margin = min(min(row) for row in rows.values())
    moved = {
        number: [cell._replace(left=left - margin) for left, cell in sorted(row.items())]
        for number, row in rows.items()
    }
    return Layout(moved, max(row[-1].left + row[-1].width for row in moved.values()))


def spaces_of(area: Area) -> Iterator[tuple[Placed, Sequence[Placed]]]:
    """The spaces of a track from its start on, each with what stands on it."""
    places = sorted(
        (piece for piece in area.pieces if piece.at is not None), key=lambda piece: _place(piece)[0]
    )
    for _, there in itertools.groupby(places, key=lambda piece: _place(piece)[0]):
        space, *standing = there
        yield space, standing


def _track(area: Area) -> list[str]:
    """A line for each space: its label and name, what its note says, and who stands on it."""
    spaces = list(spaces_of(area))
    labels = [f"{label_of(space)} {space.name}".strip() for space, _ in spaces]
    widest = max(map(len, labels))
    lines: list[str] = []
    for label, (space, standing) in zip(labels, spaces, strict=True):
        there = ", ".join(f"{piece.name or label_of(piece)} {piece.note}".strip() for piece in standing)
        parts = [part for part in (space.note, f"<- {there}" if there else "") if part]
        lines += wrapped(f"{label:{widest}}  {'  '.join(parts)}".rstrip(), indent=2, hanging=widest + 2)
    return lines


def _place(piece: Placed) -> tuple[int, int]:
    assert piece.at is not None
    return piece.at


def _board(area: Area) -> list[str]:
    """Cells of one width in rows, narrower where they would not fit the terminal; then the notes."""
    pieces = [piece for piece in area.pieces if piece.at is not None]
    hexes = area.layout == "hexes"
    widest = max(len(label_of(piece)) for piece in pieces)
    rows, width = lay_out(dict.fromkeys(pieces, widest + 2 + widest % 2), hexes)
    if width - widest % 2 > WIDTH:
        rows, _ = lay_out(dict.fromkeys(pieces, widest + 1), hexes)
    lines = []
    for number in range(min(rows), max(rows) + 1):
        line = ""
        for cell in rows.get(number, ()):
            line = f"{line:{cell.left}}{label_of(cell.piece)}"
        lines.append(f"  {line}".rstrip())
    return lines + _list(piece for piece in pieces if piece.note)


def _list(pieces: Iterable[Placed], title: str = "") -> list[str]:
    """The pieces in their order, on a new line where the note changes."""
    lines: list[str] = []
    for note, alike in itertools.groupby(pieces, lambda piece: piece.note):
        labels = [label_of(piece, title) for piece in alike]
        lines += wrapped(f"{gap_of(labels).join(labels)}  {note}".rstrip(), indent=2, hanging=2)
    return lines
