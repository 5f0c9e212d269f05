"""The table as styled text for a screen: boards drawn, lists in a line, what is empty in the last.

Nothing is told by colour alone: what is marked stands in brackets, what a seat owns has an arrow.
"""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence

from rich.text import Text

from components.setup import Area, Fact, Placed
from referee.engine import HIDDEN

_TITLE = "bold"
_RULE = "cyan"
_FAINT = "dim"
_MARKED = "reverse bold"
_NOTE = "bold"
_CITATION = re.compile(r"\[[A-Z]{2} [^\]]*\]")


def picture(
    areas: Sequence[Area],
    facts: Iterable[Fact],
    names: Sequence[str],
    *,
    width: int,
    height: int = 0,
    mine: str = "",
    marked: Collection[str] = (),
) -> Text:
    """The parts of a table: boards first, then what belongs to `mine`, the facts, and the others.

    names   of all players, for short marks on boards
    width   columns there are; a board that is wider is not broken
    height  lines there are; boards are drawn larger if they leave room
    mine    the player who looks; empty for nobody
    marked  words of a move: pieces with these codes, or at these places ("1,-2"), stand in brackets
    """
    boards = [area for area in areas if _is_board(area)]
    lists = [area for area in areas if not _is_board(area)]
    own = [area for area in lists if mine and owned(area, mine)]
    others = [area for area in lists if area not in own]
    lines: list[Text] = []
    for area in boards:
        lines += [*_board(area, names, marked, width, height // len(boards)), Text()]
    for area in own:
        lines += _list(area, marked, width, mine=True)
    lines += _facts(facts, width)
    for area in others:
        if area.pieces or area.note:
            lines += _list(area, marked, width)
    bare = [area.title for area in others if not area.pieces and not area.note]
    if bare:
        lines += wrapped_text(f"Empty: {', '.join(bare)}", width, style=_FAINT)
    return Text("\n").join(lines)


def owned(area: Area, name: str) -> bool:
    """Whether that player's name is in the title."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", area.title) is not None


def cited(line: str, style: str = "") -> Text:
    """The line with the numbers of rules set apart."""
    text = Text(line, style)
    text.highlight_regex(_CITATION, _RULE)
    return text


def wrapped_text(
    line: str, width: int, *, style: str = "", heading: int = 0, first: str = ""
) -> Iterator[Text]:
    """The line broken to that width, what follows indented; the number of a rule stays whole.

    heading  so many characters are a heading
    first    stands before the first line, and as much space before the others
    """
    held = _CITATION.sub(lambda found: found[0].replace(" ", "\u00a0"), line)
    parts = textwrap.wrap(
        held,
        max(width, 20),
        initial_indent=first,
        subsequent_indent=" " * (len(first) or 2),
        break_on_hyphens=False,
    )
    for number, part in enumerate(parts):
        text = cited(part.replace("\u00a0", " "), style)
        if number == 0 and heading:
            text.stylize(_TITLE, 0, heading)
        yield text


def where_of(areas: Iterable[Area]) -> dict[str, str]:
    """What lies at each place of a hex map, "1,-2" → "1S.b demand 2", and the note of each code."""
    found: dict[str, str] = {}
    for area in areas:
        for piece in area.pieces:
            note = f" {piece.note}" if piece.note else ""
            if area.layout == "hexes" and piece.at:
                found[_place(piece)] = f"{piece.code or HIDDEN}{note}"
            elif note and piece.code:
                found.setdefault(piece.code, note.strip())
    return found


def _is_board(area: Area) -> bool:
    return area.layout != "list" and any(piece.at is not None for piece in area.pieces)


def _list(area: Area, marked: Collection[str], width: int, mine: bool = False) -> Iterator[Text]:
    """Title and pieces in one line if they fit, else the pieces under it."""
    title = Text.assemble((("▸ " if mine else "") + area.title, _TITLE))
    runs = [
        (note, [_piece(piece, marked) for piece in alike])
        for note, alike in itertools.groupby(area.pieces, lambda piece: piece.note)
    ]
    words = [word for note, labels in runs for word in (*labels, *([Text(note, _FAINT)] if note else ()))]
    if area.note:
        words.append(Text(area.note, _FAINT))
    if not words:
        words = [Text("nothing", _FAINT)]
    flat = Text("  ").join([title, Text(" ").join(words)])
    if flat.cell_len <= width:
        yield flat
        return
    yield title
    line = Text("  ")
    for word in words:
        if line.cell_len + word.cell_len + 1 > width and line.cell_len > 2:
            yield line
            line = Text("  ")
        line += word + Text(" ")
    yield line


def _piece(piece: Placed, marked: Collection[str]) -> Text:
    label = _label(piece)
    if piece.code in marked and piece.code:
        return Text(f"[{label}]", _MARKED)
    return Text(label, _FAINT if label == HIDDEN else "")


def _board(
    area: Area, names: Sequence[str], marked: Collection[str], width: int, height: int
) -> Iterator[Text]:
    """Cells in rows: the code, and under it the marks of what is there, explained below."""
    pieces = [piece for piece in area.pieces if piece.at is not None]
    short = _shorthand(pieces, names)
    marks = {piece: "".join(short[part] for part in _parts(piece)) for piece in pieces}
    hexes = area.layout == "hexes"
    cell = max(max(len(_label(piece)), len(marks[piece])) for piece in pieces) + 2
    cell += cell % 2 if hexes else 0
    rows, across = _cells(pieces, cell, hexes)
    if across + 2 * (across // cell) + 8 <= width:
        cell += 2
        rows, across = _cells(pieces, cell, hexes)
    lines_each = 2 if any(marks.values()) else 1
    apart = len(rows) * (lines_each + 1) + 8 <= height
    # A row of a grid has its number, from 1, as the moves say it.
    labelled = not hexes and len(rows) > 1
    indent = len(str(max(rows) + 1)) + 2 if labelled else 1
    yield Text(area.title, _TITLE)
    if area.note:
        yield from wrapped_text(area.note, width, style=_FAINT)
    for number in range(min(rows), max(rows) + 1):
        whole_row = f"row {number + 1}" in marked
        head = f"{number + 1:>{indent - 1}} " if labelled else " " * indent
        upper = Text.assemble((head, _MARKED if whole_row and labelled else _FAINT))
        under = Text(" " * indent)
        for left, piece in sorted(rows.get(number, {}).items(), key=lambda item: item[0]):
            upper.pad_right(indent + left - upper.cell_len)
            under.pad_right(indent + left - under.cell_len)
            here = whole_row if labelled and whole_row else _is_marked(piece, hexes, marked)
            label = f"[{_label(piece)}]" if here else _label(piece)
            style = _MARKED if here else _NOTE if marks[piece] else _FAINT if label == HIDDEN else ""
            upper.append(f"{label:^{cell}}", style)
            under.append(f"{marks[piece]:^{cell}}", _NOTE)
        yield upper
        if lines_each == 2:
            yield under
        if apart and number < max(rows):
            yield Text()
    if short:
        # Each mark stays with its meaning.
        legend = ", ".join(f"{mark} {what}".replace(" ", "\u00a0") for what, mark in short.items())
        yield from wrapped_text(legend, width, style=_FAINT)


def _cells(pieces: Iterable[Placed], cell: int, hexes: bool) -> tuple[dict[int, dict[int, Placed]], int]:
    """The pieces by row and by their left side, from 0, and how wide all of them are.

    In a hex map each row begins half a cell further right than the one above it.
    """
    rows: dict[int, dict[int, Placed]] = {}
    for piece in pieces:
        assert piece.at is not None
        column, row = piece.at
        rows.setdefault(row, {})[column * cell + (row * cell // 2 if hexes else 0)] = piece
    margin = min(min(row) for row in rows.values())
    moved = {number: {left - margin: piece for left, piece in row.items()} for number, row in rows.items()}
    return moved, max(max(row) for row in moved.values()) + cell


def _is_marked(piece: Placed, hexes: bool, marked: Collection[str]) -> bool:
    return (_place(piece) if hexes else piece.code) in marked


def _shorthand(pieces: Iterable[Placed], names: Sequence[str]) -> dict[str, str]:
    """A short mark for each part of a note: players by the first letters of their names, numbers kept.

    "demand 4" → "d4", "colony of Ann" → "cA", and a letter more where two would be alike.
    """
    parts = dict.fromkeys(part for piece in pieces for part in _parts(piece))
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
    return [part for part in piece.note.split(", ") if part]


def _facts(facts: Iterable[Fact], width: int) -> Iterator[Text]:
    """One behind the other; a new line where the next does not fit."""
    line = Text()
    for fact in facts:
        rule = f" [{fact.rule}]" if fact.rule else ""
        text = cited(f"{fact.name}: {fact.text}{rule}")
        text.stylize(_TITLE, 0, len(fact.name) + 1)
        if line and line.cell_len + text.cell_len + 2 > width:
            yield line
            line = Text()
        if text.cell_len > width:
            yield from wrapped_text(text.plain, width, heading=len(fact.name) + 1)
        else:
            line = Text("  ").join([line, text]) if line else text
    if line:
        yield line


def _place(piece: Placed) -> str:
    assert piece.at is not None
    return f"{piece.at[0]},{piece.at[1]}"


def _label(piece: Placed) -> str:
    if not piece.up:
        return f"({piece.code})" if piece.code else HIDDEN
    count = f"{piece.count}×" if piece.count > 1 else ""
    side = f"/{piece.side}" if piece.side else ""
    return f"{count}{piece.code}{side}"
