"""Parts of the table as HTML: boards of squares, of hexes and tracks as they lie, everything else as lists.

It draws any `Area` and knows no game. What a colour says is also written, and everything is escaped.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence

from components.setup import Area, Placed
from referee.archive.pages.document import macros
from referee.engine.areas import is_board, label_of
from referee.engine.game import HIDDEN, View

_BRIEF = 24  # characters of a note


class Drawings:
    """Draws one view after the other. An area that has not changed is not drawn again.

    draw  draws an area; in words if it is left out
    """

    def __init__(self, draw: Callable[[Area], str] | None = None) -> None:
        self._draw = draw or PARTS.area
        self._last: dict[tuple[str, str], tuple[Area, str]] = {}

    def view_html(self, view: View) -> list[str]:
        """The parts of a table: each area that has something on it, the names of the others, the facts."""
        parts = [self._area_html(area) for area in view.areas if area.pieces or area.note]
        bare = [area for area in view.areas if not (area.pieces or area.note)]
        return [
            *parts,
            *([PARTS.bare(bare)] if bare else []),
            *([PARTS.facts(view.facts)] if view.facts else []),
        ]

    def _area_html(self, area: Area) -> str:
        key = (area.name, area.title)
        if key not in self._last or self._last[key][0] != area:
            self._last[key] = (area, self._draw(area))
        return self._last[key][1]


def _rows(area: Area) -> Iterator[list[tuple[int, list[Placed]]]]:
    """The places of a board with what lies there, row by row, each with the half columns free before it."""
    hexes = area.layout == "hexes"
    spaces: dict[tuple[int, int], list[Placed]] = {}
    for piece in area.pieces:
        if piece.at is not None:
            spaces.setdefault((piece.at[1], piece.at[0]), []).append(piece)
    halves = {(row, column): 2 * column + row * hexes for row, column in spaces}
    margin = min(halves.values())
    rows = {row: sorted(places) for row, places in itertools.groupby(sorted(spaces), lambda at: at[0])}
    for row in range(min(rows), max(rows) + 1):
        cells, now = [], margin
        for at in rows.get(row, ()):
            cells.append((max(halves[at] - now, 0), spaces[at]))
            now = halves[at] + 2
        yield cells


def _notes(pieces: Sequence[Placed]) -> dict[str, list[str]]:
    """The longer notes of the pieces of a board, each with the pieces it is about."""
    about: dict[str, list[str]] = {}
    for piece in pieces:
        if piece.at is not None and piece.note and not _is_brief(piece.note):
            about.setdefault(piece.note, []).append(label_of(piece))
    return about


def _is_brief(note: str) -> bool:
    """Tell whether the note has room on the board itself."""
    return 0 < len(note) <= _BRIEF and ":" not in note


def _tone(piece: Placed) -> str:
    """The classes of a piece."""
    hidden = "hidden" if HIDDEN in label_of(piece) or not piece.up else ""
    return f"{f't-{piece.tone}' if piece.tone else ''} {hidden}".strip()


PARTS = macros(
    "boards.html.j2",
    rows_of=_rows,
    notes_of=_notes,
    groups_of=lambda pieces: itertools.groupby(pieces, lambda piece: piece.note),
    label_of=label_of,
    tone_of=_tone,
    is_board=is_board,
    is_brief=_is_brief,
)
