"""Boards as styled text: labels in their cells, and what the marks under them mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rich.text import Text

from components.setup import Area, Placed
from referee.engine.areas import label_of, lay_out
from referee.engine.game import HIDDEN
from referee.screen.styling import FAINT, MARKED, TITLE, wrapped_text

_NOTE = "bold"


def place_of(piece: Placed) -> str:
    """Its coordinates as they are typed in moves: "1,-2"."""
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

    A note with a colon is long: it has no mark and is written below the board in full. The rows of a grid
    of pieces have the numbers by which moves name them, from 1.

    width, height  the room there is; the board is drawn larger if it fits, and never broken
    points         places whose cells are marked too
    """
    pieces = [piece for piece in area.pieces if piece.at is not None]
    hexes = area.layout == "hexes"
    short = _shorthand(pieces, names)
    marks = {piece: "".join(short[part] for part in _short_parts(piece)) for piece in pieces}
    widths = {piece: max(len(label_of(piece)), len(marks[piece])) + 2 for piece in pieces}
    if hexes:
        widest = max(widths.values())
        widths = dict.fromkeys(pieces, widest + widest % 2)
    rows, across = lay_out({piece: size + 2 for piece, size in widths.items()}, hexes)
    if across + 8 > width:
        rows, _ = lay_out(widths, hexes)
    apart = any(marks.values()) and len(rows) * 3 + 8 <= height
    labelled = not hexes and len(rows) > 1 and all(piece.deck for piece in pieces)
    indent = len(str(max(rows) + 1)) + 2 if labelled else 1
    yield from wrapped_text(area.title, width, style=TITLE)
    if area.note:
        yield from wrapped_text(area.note, width, style=FAINT)
    for number in range(min(rows), max(rows) + 1):
        whole_row = labelled and f"row {number + 1}" in marked
        head = f"{number + 1:>{indent - 1}} " if labelled else " " * indent
        upper = Text.assemble((head, MARKED if whole_row else FAINT))
        under = Text(" " * indent)
        for left, size, piece in rows.get(number, ()):
            upper.pad_right(indent + left - upper.cell_len)
            under.pad_right(indent + left - under.cell_len)
            here = whole_row or piece.at in points or (place_of(piece) if hexes else piece.code) in marked
            label = f"[{label_of(piece)}]" if here else label_of(piece)
            style = MARKED if here else _NOTE if piece.note else FAINT if label == HIDDEN else ""
            upper.append(f"{label:^{size}}", style)
            under.append(f"{marks[piece]:^{size}}", _NOTE)
        yield upper
        if under.plain.strip() or (hexes and any(marks.values())):
            yield under
        if apart and number < max(rows):
            yield Text()
    if short:
        # A mark is never parted from its meaning.
        legend = ", ".join(f"{mark} {what}".replace(" ", "\u00a0") for what, mark in short.items())
        yield from wrapped_text(legend, width, style=FAINT)
    for piece in pieces:
        for part in _parts(piece):
            if ":" in part:
                yield from wrapped_text(part, width, style=FAINT, first="  ")


def _shorthand(pieces: Iterable[Placed], names: Sequence[str]) -> dict[str, str]:
    """A short mark for each part of a note: the first letters of its words, with numbers kept.

    "demand 4" → "d4", "colony of Ann" → "cA"; a mark is longer where two would be the same.
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
