"""Parts of the table as HTML: boards of squares, of hexes and tracks as they lie, everything else as lists.

It draws any `Area` and knows no game. What a colour says is also written, and everything is escaped.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from components.setup import Area, Fact, Placed
from referee.engine.areas import is_board, label_of
from referee.engine.game import HIDDEN, View

_BRIEF = 24  # characters of a note


class Drawings:
    """Draws one view after the other. An area that has not changed is not drawn again."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], tuple[Area, str]] = {}

    def view_html(self, view: View) -> list[str]:
        """The parts of a table: each area that has something on it, the names of the others, the facts."""
        parts = [self._area_html(area) for area in view.areas if area.pieces or area.note]
        bare = [area.title for area in view.areas if not (area.pieces or area.note)]
        if bare:
            parts.append(f'<p class="bare">Empty: {escape(", ".join(bare))}</p>')
        return [*parts, facts_html(view.facts)] if view.facts else parts

    def _area_html(self, area: Area) -> str:
        key = (area.name, area.title)
        if key not in self._last or self._last[key][0] != area:
            self._last[key] = (area, area_html(area))
        return self._last[key][1]


def area_html(area: Area) -> str:
    """A part of the table, with its title, its note and its legend."""
    note = f'<p class="note">{escape(area.note)}</p>' if area.note else ""
    legend = "".join(f"<dt>{escape(mark)}</dt><dd>{escape(what)}</dd>" for mark, what in area.legend)
    drawn = _board(area) if is_board(area) else _list(area.pieces)
    kind = area.layout if is_board(area) else "list"
    return (
        f'<section class="area of-{kind}"><h3>{escape(area.title)}</h3>{note}{drawn}'
        f"{f'<dl class=legend>{legend}</dl>' if legend else ''}</section>"
    )


def facts_html(facts: Iterable[Fact]) -> str:
    """Each fact with its rule."""
    rows = "".join(
        f"<dt>{escape(fact.name)}</dt><dd>{escape(fact.text)}"
        f"{f' <cite>{escape(fact.rule)}</cite>' if fact.rule else ''}</dd>"
        for fact in facts
    )
    return f'<dl class="facts">{rows}</dl>'


def _board(area: Area) -> str:
    """The cells row by row, then the notes of their pieces."""
    pieces = [piece for piece in area.pieces if piece.at is not None]
    hexes, track = area.layout == "hexes", area.layout == "track"
    spaces: dict[tuple[int, int], list[Placed]] = {}
    for piece in pieces:
        assert piece.at is not None
        spaces.setdefault((piece.at[1], piece.at[0]), []).append(piece)
    ordered = sorted(spaces)
    halves = {at: 2 * at[1] + (at[0] if hexes else 0) for at in ordered}
    margin = min(halves.values())
    first = min(row for row, _ in ordered)
    lines: list[str] = []
    for row, places in itertools.groupby(ordered, lambda at: at[0]):
        lines += ["<div></div>"] * (row - first - len(lines))  # rows without a piece
        cells, now = [], margin
        for at in places:
            if (gap := halves[at] - now) > 0:
                cells.append(f'<i style="--n:{gap}"></i>')
            cells.append(_cell(spaces[at], track=track))
            now = halves[at] + 2
        lines.append(f"<div>{''.join(cells)}</div>")
    notes = list(_notes(pieces))
    listed = f'<ul class="notes">{"".join(notes)}</ul>' if notes else ""
    return f'<div class="board {area.layout}">{"".join(lines)}</div>{listed}'


def _cell(pieces: Sequence[Placed], *, track: bool) -> str:
    """A place of a board with what lies there; on a track, the first piece is the place itself."""
    ground, *others = pieces
    number = f"<sup>{ground.at[0]}</sup>" if track and ground.at else ""
    tokens = "".join(f"<u{_style(piece)}>{_label(piece)}</u>" for piece in others)
    notes = "".join(f"<small>{escape(piece.note)}</small>" for piece in pieces if _is_brief(piece.note))
    return f"<b{_style(ground)}>{number}{_label(ground)}{tokens}{notes}</b>"


def _is_brief(note: str) -> bool:
    """Tell whether the note has room on the board itself."""
    return 0 < len(note) <= _BRIEF and ":" not in note


def _list(pieces: Sequence[Placed]) -> str:
    """The pieces in their order, on a new line where the note changes."""
    lines = []
    for note, alike in itertools.groupby(pieces, lambda piece: piece.note):
        shown = "".join(f"<u{_style(piece)}>{_label(piece)}</u>" for piece in alike)
        lines.append(f"<p>{shown}{f' <span>{escape(note)}</span>' if note else ''}</p>")
    return f'<div class="pieces">{"".join(lines)}</div>' if lines else ""


def _notes(pieces: Iterable[Placed]) -> Iterator[str]:
    """The longer notes of the pieces, each with the pieces it is about."""
    about: dict[str, list[str]] = {}
    for piece in pieces:
        if piece.note and not _is_brief(piece.note):
            about.setdefault(piece.note, []).append(label_of(piece))
    for note, labels in about.items():
        yield f"<li><b>{escape(', '.join(dict.fromkeys(labels)))}</b> {escape(note)}</li>"


def _label(piece: Placed) -> str:
    """Return the words on the piece: its code and, smaller, its name."""
    name = f"<small>{escape(piece.name)}</small>" if piece.name and piece.name != piece.code else ""
    return f"{escape(label_of(piece))}{name}"


def _style(piece: Placed) -> str:
    hidden = " hidden" if HIDDEN in label_of(piece) or not piece.up else ""
    style = f"{f't-{piece.tone}' if piece.tone else ''}{hidden}".strip()
    return f' class="{style}"' if style else ""
