"""Boards as styled text: labels in their cells, and what the marks under them mean."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rich.text import Text

from components.setup import Area, Placed
from referee.engine.areas import Cell, Layout, label_of, lay_out, spaces_of
from referee.engine.game import HIDDEN
from referee.screen.styling import FAINT, MARKED, TITLE, tone_of, wrapped_text

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
    of pieces have the numbers by which moves name them, from 1; a map of hexes of pieces has the numbers of
    its columns q and rows r at its edges.

    width, height  the room there is; the board is drawn larger, and with the names of the pieces, if it
                   fits, and never broken
    points         places whose cells are marked too
    """
    yield from wrapped_text(area.title, width, style=TITLE)
    if area.note:
        yield from wrapped_text(area.note, width, style=FAINT)
    if area.layout == "track":
        yield from track(area, marked, width, height, points)
    else:
        yield from _Board(area, names, marked, points).drawn(width, height)


class _Board:
    """The cells of a grid or a map of hexes."""

    def __init__(
        self,
        area: Area,
        names: Sequence[str],
        marked: Collection[str],
        points: Collection[tuple[int, int]],
    ) -> None:
        self._pieces = [piece for piece in area.pieces if piece.at is not None]
        self._hexes, self._printed = area.layout == "hexes", bool(area.under)
        self._marked, self._points = marked, points
        self._short = _shorthand(self._pieces, names)
        self._marks = {
            piece: "".join(self._short[part] for part in _short_parts(piece)) for piece in self._pieces
        }
        # Marks that the game explains itself are not explained here.
        self._explained = {
            mark: what for what, mark in self._short.items() if what in names or not area.legend
        }

    def drawn(self, width: int, height: int) -> Iterator[Text]:
        high = len({piece.at[1] for piece in self._pieces if piece.at})
        # Names of printed spaces are for those who hear them: the labels say as much.
        named = (self._hexes or not self._printed) and any(piece.name for piece in self._pieces)
        named = named and high * 2 + 8 <= height
        for texts in ([self._named()] if named else []) + [self._marks]:
            for gap, beside in ((4, 8), (2, 4), (1, 2)):
                rows, across = self._layout(texts, gap)
                if fits := across + beside <= width:
                    break
            if fits:
                break
        apart = any(texts.values()) and high * 3 + 8 <= height
        yield from self._cells(rows, texts, width, apart)
        if self._explained:
            # A mark is never parted from its meaning.
            meant = (f"{mark} {what}".replace(" ", "\u00a0") for mark, what in self._explained.items())
            yield from wrapped_text(", ".join(meant), width, style=FAINT)
        for piece in self._pieces:
            for part in _parts(piece):
                if ":" in part:
                    yield from wrapped_text(part, width, style=FAINT, first="  ")

    def _named(self) -> dict[Placed, str]:
        """The name under each piece, and its marks."""
        return {piece: f"{piece.name} {mark}".strip() for piece, mark in self._marks.items()}

    def _layout(self, texts: Mapping[Placed, str], gap: int) -> Layout:
        """gap: columns between what stands in two cells; there is always room for brackets"""
        widths = {
            piece: max(len(label_of(piece)) + max(gap, 2), len(texts[piece]) + gap) for piece in self._pieces
        }
        if self._hexes:
            widest = max(widths.values())
            widths = dict.fromkeys(self._pieces, widest + widest % 2)
        return lay_out(widths, self._hexes)

    def _cells(
        self, rows: Mapping[int, Sequence[Cell]], texts: Mapping[Placed, str], width: int, apart: bool
    ) -> Iterator[Text]:
        pieces = all(piece.deck for piece in self._pieces)
        labelled = not self._hexes and len(rows) > 1 and pieces
        axes = _axes(rows) if self._hexes and pieces else {}
        indent = len(str(max(rows) + 1)) + 2 if labelled else 1
        for number in range(min((*rows, *axes)), max(rows) + 1):
            whole_row = labelled and f"row {number + 1}" in self._marked
            head = f"{number + 1:>{indent - 1}} " if labelled else " " * indent
            upper = Text.assemble((head, MARKED if whole_row else FAINT))
            under = Text(" " * indent)
            for left, size, label in axes.get(number, ()):
                upper.pad_right(indent + left - upper.cell_len)
                upper.append(f"{label:^{size}}", FAINT)
            for left, size, piece in rows.get(number, ()):
                upper.pad_right(indent + left - upper.cell_len)
                under.pad_right(indent + left - under.cell_len)
                upper.append_text(self._cell(piece, size, whole_row))
                under.append(f"{texts[piece]:^{size}}", _NOTE)
            if axes and number in rows and upper.cell_len + len(f" {number}") <= width:
                upper.append(f" {number}", FAINT)
            yield upper
            if under.plain.strip() or (number in rows and self._hexes and any(texts.values())):
                yield under
            if apart and min(rows) <= number < max(rows):
                yield Text()

    def _cell(self, piece: Placed, size: int, whole_row: bool) -> Text:
        name = place_of(piece) if self._hexes else piece.code
        if whole_row or piece.at in self._points or name in self._marked:
            return Text(f"{f'[{label_of(piece)}]':^{size}}", MARKED)
        label = label_of(piece)
        style = f"{_NOTE if piece.note else FAINT if label == HIDDEN else ''} {tone_of(piece)}".strip()
        return Text(f"{label:^{size}}", style)


def _axes(rows: Mapping[int, Sequence[Cell]]) -> dict[int, list[tuple[int, int, str]]]:
    """The numbers of the columns q, by row: each where the next hex up its column would be."""
    found: dict[int, list[tuple[int, int, str]]] = {}
    there = {cell.piece.at for row in rows.values() for cell in row}
    for row in rows.values():
        for left, size, piece in row:
            assert piece.at is not None
            q, r = piece.at
            if (q, r - 1) not in there:
                found.setdefault(r - 1, []).append((left - size // 2, size, str(q)))
    for labels in found.values():
        # The leftmost column has less than a cell of room.
        labels[:] = [(max(left, 0), size + min(left, 0), label) for left, size, label in labels]
    return found


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


_AHEAD = 1  # spaces before the first one that something stands on, where there is no room for all


def track(
    area: Area, marked: Collection[str], width: int, height: int, points: Collection[tuple[int, int]] = ()
) -> Iterator[Text]:
    """The spaces one after the other, in lines of that width, each with what stands on it below it.

    Where there are more lines than `height`, those behind whatever stands on the track are left out first.
    """
    spaces = list(spaces_of(area))
    cells = [_space(space, standing, marked, points) for space, standing in spaces]
    rows = _flow(cells, width)
    first = 0
    if height and sum(map(_high, rows)) > height:
        standing_on = [place for place, (_, standing) in enumerate(spaces) if standing]
        first = max(min(standing_on, default=0) - _AHEAD, 0)
        rows = _flow(cells[first:], width)
    if first:
        yield Text(f"← {label_of(spaces[0][0])} to {label_of(spaces[first - 1][0])}", FAINT)
    for row in rows:
        for number in range(_high(row)):
            line = Text()
            for cell in row:
                part = cell[number] if number < len(cell) else Text()
                line.append_text(part)
                line.append(" " * (max(text.cell_len for text in cell) + 2 - part.cell_len))
            line.rstrip()
            yield line


def _space(
    space: Placed, standing: Sequence[Placed], marked: Collection[str], points: Collection[tuple[int, int]]
) -> list[Text]:
    """Label and name of a space, its note, and who stands on it."""
    label = f"{label_of(space)} {space.name}".strip()
    here = space.at in points or bool(space.code and space.code in marked)
    lines = [Text(f"[{label}]", MARKED) if here else Text(label, f"{_NOTE} {tone_of(space)}".strip())]
    if space.note:
        lines.append(Text(space.note, FAINT))
    for piece in standing:
        who = piece.name or label_of(piece)
        lines.append(
            Text(f"▸{who}{f' {piece.note}' if piece.note else ''}", f"bold {tone_of(piece)}".strip())
        )
    return lines


def _flow(cells: Iterable[list[Text]], width: int) -> list[list[list[Text]]]:
    """The cells in rows, as many in each as fit."""
    rows: list[list[list[Text]]] = [[]]
    room = width
    for cell in cells:
        size = max(text.cell_len for text in cell) + 2
        if rows[-1] and size > room + 2:
            rows.append([])
            room = width
        rows[-1].append(cell)
        room -= size
    return rows


def _high(row: Sequence[Sequence[Text]]) -> int:
    return max(map(len, row), default=0)


def legend_lines(area: Area, width: int) -> Iterator[Text]:
    """Explain the codes and marks of an area."""
    if area.legend:
        meant = "; ".join(f"{mark} {what}" for mark, what in area.legend)
        yield from wrapped_text(f"{area.title}: {meant}", width, style=FAINT)
