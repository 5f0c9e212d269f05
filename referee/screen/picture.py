"""The table as styled text for a screen: boards drawn, each list on a line, empty areas on the last line.

Colour never carries a meaning alone: marked pieces are in brackets, and a player's own areas have an arrow.
"""

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from rich.text import Text

from components.setup import Area, Fact, Placed
from referee.engine.areas import gap_of, is_board, label_of
from referee.engine.game import HIDDEN, View
from referee.screen.boards import board, legend_lines, place_of
from referee.screen.styling import FAINT, MARKED, TITLE, cited, tone_of, wrapped_text

Points: TypeAlias = Collection[tuple[str, tuple[int, int]]]


def picture(
    view: View,
    names: Sequence[str],
    *,
    width: int,
    height: int = 0,
    mine: str = "",
    marked: Collection[str] = (),
    points: Points = (),
    shown: Collection[str] = (),
) -> Text:
    """The table: the board, the areas of `mine`, the facts, and the other areas.

    If there are several boards, the areas of `mine` come first. If the table is too high and has a glance,
    the glance is drawn instead.

    names   names of all players, for short marks on boards
    width   number of columns; a wider board is not broken
    height  number of lines; boards are drawn larger if there is room; 0 for any height
    mine    the player who looks; empty for nobody
    marked  words of a move: pieces with these codes or at these places ("1,-2") are put in brackets
    points  areas by name, with a place in each: pieces there are put in brackets too
    shown   names of areas whose titles are put in brackets, too
    """
    page = _Page(names, width, height, mine, marked, points, shown)
    lines = page.whole(view.areas, view.facts)
    if view.glance and 0 < height < len(lines):
        lines = page.glance(view.glance, view)
    return Text("\n").join(lines)


class _Page:
    """One drawing of a table."""

    def __init__(
        self,
        names: Sequence[str],
        width: int,
        height: int,
        mine: str,
        marked: Collection[str],
        points: Points,
        shown: Collection[str],
    ) -> None:
        self._names, self._width, self._height = names, width, height
        self._mine, self._marked, self._points, self._shown = mine, marked, points, shown

    def whole(self, areas: Sequence[Area], facts: Iterable[Fact]) -> list[Text]:
        own = [area for area in areas if self._mine and owned(area, self._mine)]
        boards = [area for area in areas if is_board(area) and area not in own]
        others = [area for area in areas if area not in own and area not in boards]
        places = _found(self._marked, (*boards, *own, *others))
        before, after = (boards, others) if len(boards) == 1 else ([], [*boards, *others])
        high = self._height // max(len(boards), 1)

        def drawn(parts: Iterable[Area]) -> list[Text]:
            return [line for area in parts for line in self._area(area, places[area.name], high, area in own)]

        lines = [*drawn((*before, *own)), *_facts(facts, self._width), *drawn(after)]
        # Below everything that changes, because it is read once.
        lines += [line for area in areas for line in legend_lines(area, self._width)]
        bare = [area.title for area in others if not area.pieces and not area.note]
        if bare:
            lines += wrapped_text(f"Empty: {', '.join(bare)}", self._width, style=FAINT)
        return lines

    def glance(self, glance: View, view: View) -> list[Text]:
        """The glance, what a marked move points to, and anything else that fits."""
        shown = {area.name for area in glance.areas}
        pointed = [name for name, _ in self._points]
        parts = list(glance.areas)
        if not shown.intersection(pointed):
            parts[:0] = [replace(area, note="") for area in view.areas if area.name in pointed]
        places = _found(self._marked, parts)
        lines = [*_facts(glance.facts, self._width)]
        for area in parts:
            lines += [line for line in self._area(area, places[area.name], 0, False) if line.plain]
        told = {fact.name for fact in glance.facts}
        left = list(_facts((fact for fact in view.facts if fact.name not in told), self._width))
        for rest in (
            *([*legend_lines(area, self._width)] for area in parts),
            *(
                [*self._area(area, (), 0, False), *legend_lines(area, self._width)]
                for area in view.areas
                if area not in parts and area.name not in shown
            ),
            left,
        ):
            fits = all(line.cell_len <= self._width for line in rest)
            if fits and len(lines) + len(rest) < self._height:
                lines += rest
        return [*lines, Text("F3: the whole table", FAINT)]

    def _area(self, area: Area, marked: Collection[str], height: int, mine: bool) -> Iterator[Text]:
        title = area.title
        if area.name in self._shown:
            area = replace(area, title=f"[{title}]")
        for line in self._lines(area, marked, height, mine):
            if area.title != title:
                line.highlight_words([area.title], MARKED)
            yield line

    def _lines(self, area: Area, marked: Collection[str], height: int, mine: bool) -> Iterator[Text]:
        if is_board(area):
            points = {at for name, at in self._points if name == area.name}
            yield from board(area, self._names, marked, self._width, height, points)
            yield Text()
        elif mine or area.pieces or area.note:
            yield from _list(area, marked, self._width, mine=mine)


def owned(area: Area, name: str) -> bool:
    """Tell whether the player's name is in the title of the area."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", area.title) is not None


def where_of(areas: Iterable[Area]) -> dict[str, str]:
    """Say what lies at each place of a hex map, "1,-2" → "1S.b demand 2", and the note of each code."""
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
    """The words that mark something in each area: a word marks in the first area that has it."""
    found: dict[str, set[str]] = {}
    left = set(words)
    for area in areas:
        there = {piece.code for piece in area.pieces}
        there |= {place_of(piece) for piece in area.pieces if piece.at and area.layout == "hexes"}
        # A row is not a piece: every grid with numbered rows has it.
        found[area.name] = (left & there) | {word for word in words if word.startswith("row ")}
        left -= there
    return found


def _list(area: Area, marked: Collection[str], width: int, mine: bool = False) -> Iterator[Text]:
    """Title and pieces on one line if they fit; else the pieces below, a line for each note."""
    title = Text.assemble((("▸ " if mine else "") + area.title, TITLE))
    runs = []
    for note, alike in itertools.groupby(area.pieces, lambda piece: piece.note):
        run = [_piece(piece, marked, area.title) for piece in alike]
        gap = gap_of(one.plain for one in run).rstrip()
        runs.append([*(one + Text(gap) for one in run[:-1]), run[-1], *([Text(note, FAINT)] if note else ())])
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
    """The pieces one after the other, none broken; a note may be broken."""
    line = Text("  ")
    for number, word in enumerate(itertools.chain.from_iterable(text.split(" ") for text in run)):
        if number and line.cell_len + word.cell_len + 1 > width:
            yield line
            line = Text("    ")
        line += word + Text(" ")
    yield line


def _piece(piece: Placed, marked: Collection[str], title: str) -> Text:
    label = label_of(piece, title)
    if piece.code in marked and piece.code:
        return Text(f"[{label}]", MARKED)
    return Text(label, FAINT if label == HIDDEN else tone_of(piece))


def _facts(facts: Iterable[Fact], width: int) -> Iterator[Text]:
    """The facts one after the other, with a new line where the next does not fit."""
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
