"""The table as styled text for a screen: boards drawn, lists in a line, what is empty in the last.

Nothing is told by colour alone: what is marked stands in brackets, what a seat owns has an arrow.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from rich.text import Text

from components.setup import Area, Fact, Placed
from referee.engine import HIDDEN
from referee.table.screen.boards import board, is_board, place_of
from referee.table.screen.styling import FAINT, MARKED, TITLE, cited, label_of, wrapped_text


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
    """The parts of a table: the board, what belongs to `mine`, the facts, and the others.

    Where there are several boards, what belongs to `mine` is first.

    names   of all players, for short marks on boards
    width   columns there are; a board that is wider is not broken
    height  lines there are; boards are drawn larger if they leave room
    mine    the player who looks; empty for nobody
    marked  words of a move: pieces with these codes, or at these places ("1,-2"), stand in brackets
    """
    own = [area for area in areas if mine and owned(area, mine)]
    boards = [area for area in areas if is_board(area) and area not in own]
    others = [area for area in areas if area not in own and area not in boards]
    places = _found(marked, (*boards, *own, *others))

    def drawn(area: Area) -> Iterator[Text]:
        if is_board(area):
            yield from board(area, names, places[area.name], width, height // max(len(boards), 1))
            yield Text()
        elif area in own or area.pieces or area.note:
            yield from _list(area, places[area.name], width, mine=area in own)

    before, after = (boards, others) if len(boards) == 1 else ([], [*boards, *others])
    lines = [line for area in (*before, *own) for line in drawn(area)]
    lines += _facts(facts, width)
    lines += [line for area in after for line in drawn(area)]
    bare = [area.title for area in others if not area.pieces and not area.note]
    if bare:
        lines += wrapped_text(f"Empty: {', '.join(bare)}", width, style=FAINT)
    return Text("\n").join(lines)


def owned(area: Area, name: str) -> bool:
    """Whether that player's name is in the title."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", area.title) is not None


def where_of(areas: Iterable[Area]) -> dict[str, str]:
    """What lies at each place of a hex map, "1,-2" → "1S.b demand 2", and the note of each code."""
    found: dict[str, str] = {}
    for area in areas:
        for piece in area.pieces:
            note = f" {piece.note}" if piece.note else ""
            if area.layout == "hexes" and piece.at:
                found[place_of(piece)] = f"{piece.code or HIDDEN}{note}"
            elif note and piece.code:
                found.setdefault(piece.code, note.strip())
    return found


def _found(words: Collection[str], areas: Iterable[Area]) -> dict[str, set[str]]:
    """For each area the words that mark something in it: each word marks in the first area that has it."""
    found: dict[str, set[str]] = {}
    left = set(words)
    for area in areas:
        there = {piece.code for piece in area.pieces}
        there |= {place_of(piece) for piece in area.pieces if piece.at and area.layout == "hexes"}
        # A row is no piece: every grid that counts its rows has it.
        found[area.name] = (left & there) | {word for word in words if word.startswith("row ")}
        left -= there
    return found


def _list(area: Area, marked: Collection[str], width: int, mine: bool = False) -> Iterator[Text]:
    """Title and pieces in one line if they fit, else the pieces under it, those with notes line by line."""
    title = Text.assemble((("▸ " if mine else "") + area.title, TITLE))
    runs = [
        [*(_piece(piece, marked) for piece in alike), *([Text(note, FAINT)] if note else ())]
        for note, alike in itertools.groupby(area.pieces, lambda piece: piece.note)
    ]
    if area.note:
        runs.append([Text(area.note, FAINT)])
    if not runs:
        runs = [[Text("nothing", FAINT)]]
    flat = Text("  ").join([title, *(Text(" ").join(run) for run in runs)])
    if flat.cell_len <= width and len(runs) == 1:
        yield flat
        return
    yield title
    for run in runs:
        yield from _run_lines(run, width)


def _run_lines(run: Sequence[Text], width: int) -> Iterator[Text]:
    """One word behind the other, each whole, but for a note, which may be long."""
    line = Text("  ")
    for number, word in enumerate(itertools.chain.from_iterable(text.split(" ") for text in run)):
        if number and line.cell_len + word.cell_len + 1 > width:
            yield line
            line = Text("    ")
        line += word + Text(" ")
    yield line


def _piece(piece: Placed, marked: Collection[str]) -> Text:
    label = label_of(piece)
    if piece.code in marked and piece.code:
        return Text(f"[{label}]", MARKED)
    return Text(label, FAINT if label == HIDDEN else "")


def _facts(facts: Iterable[Fact], width: int) -> Iterator[Text]:
    """One behind the other; a new line where the next does not fit."""
    line = Text()
    for fact in facts:
        rule = f" [{fact.rule}]" if fact.rule else ""
        text = cited(f"{fact.name}: {fact.text}{rule}")
        text.stylize(TITLE, 0, len(fact.name) + 1)
        if line and line.cell_len + text.cell_len + 2 > width:
            yield line
            line = Text()
        if text.cell_len > width:
            yield from wrapped_text(text.plain, width, heading=len(fact.name) + 1)
        else:
            line = Text("  ").join([line, text]) if line else text
    if line:
        yield line
