"""The learn-to-play: its sections with their scenes, and what is in the box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable, KeepTogether, Spacer, Table, TableStyle

from components.catalogue import Deck
from components.teaching import BOX, Lesson, Lying, Scene, Shown, Teaching
from generator.book.scene import Drawn
from generator.book.typeset import TEXT_WIDTH, Setter, Text
from generator.pdf.canvas import POINT

_PICTURE_HEIGHT = 21.0  # of a piece in the box, mm
_COLUMNS = 4  # of pieces in the box
_GAP = 3.0  # between scenes side by side, mm
_TIGHT: Final = [
    ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
]  # fmt: skip


class Lessons:
    """Sets the sections of one book."""

    def __init__(self, setter: Setter, teaching: Teaching) -> None:
        self.setter = setter
        self.book = setter.book
        self.teaching = teaching

    def section(self, lesson: Lesson) -> Iterator[Flowable]:
        """The section; its title stays with what comes first."""
        heading = self.setter.heading(lesson.title)
        heading.place = lesson.title
        body = [flowable for part in lesson.parts for flowable in self._part(part)]
        first = body[0]._content if isinstance(body[0], KeepTogether) else body[:1]
        yield KeepTogether([heading, *first])
        yield from body[1:]

    def box(self) -> Iterator[Flowable]:
        """Every deck: its first piece as it is cut out, how many there are, and its title."""
        width = TEXT_WIDTH / _COLUMNS
        decks = self.book.game.decks
        for start in range(0, len(decks), _COLUMNS):
            row = decks[start : start + _COLUMNS]
            empty = [""] * (_COLUMNS - len(row))
            pictures = [Drawn(self.book, _alone(deck), width - 4, _PICTURE_HEIGHT, bare=True) for deck in row]
            captions = [
                Text(f"<b>{deck.count}</b> {escape(deck.title)}", self.setter.styles["caption"])
                for deck in row
            ]
            table = Table([[*pictures, *empty], [*captions, *empty]], colWidths=[width * POINT] * _COLUMNS)
            table.setStyle(
                TableStyle(
                    [*_TIGHT, ("ALIGN", (0, 0), (-1, -1), "CENTER"), ("VALIGN", (0, 0), (-1, 0), "BOTTOM")]
                )
            )
            yield table

    def _part(self, part: str | tuple[Shown, ...]) -> Iterator[Flowable]:
        if isinstance(part, str):
            yield from self.setter.prose(part)
        elif part[0].scene == BOX:
            yield from self.box()
        elif len(part) == 1:
            yield self._large(part[0])
        else:
            yield self._row(part)

    def _large(self, shown: Shown) -> Flowable:
        """A scene as wide as the text, over the explanation of its numbers and its caption."""
        scene = self.teaching.scenes[shown.scene]
        [width] = widths([scene])
        column: list[Flowable] = [Spacer(1, 3), Drawn(self.book, scene, width)]
        column += [Spacer(1, 3), *self._legend(scene)]
        if shown.caption:
            column.append(Spacer(1, 2))
            column.append(self.setter.paragraph(shown.caption, self.setter.styles["caption"]))
        return KeepTogether([*column, Spacer(1, 6)])

    def _legend(self, scene: Scene) -> Iterator[Flowable]:
        """What the numbers on a scene mean, in two columns read downwards."""
        if not scene.marks:
            return
        style = self.setter.styles["legend"]
        entries: list[Flowable | str] = [
            self.setter.paragraph(mark.text, style, str(number)) for number, mark in enumerate(scene.marks, 1)
        ]
        half = -(-len(entries) // 2)
        rows = [[*pair] for pair in zip(entries[:half], [*entries[half:], ""], strict=False)]
        width = TEXT_WIDTH / 2 * POINT
        yield Table(rows, colWidths=[width, width], style=TableStyle(_TIGHT))

    def _row(self, row: Sequence[Shown]) -> Flowable:
        """Scenes side by side, all equally high, each over its caption."""
        scenes = [self.teaching.scenes[shown.scene] for shown in row]
        across = widths(scenes)
        style = self.setter.styles["caption"]
        drawn = [Drawn(self.book, scene, width) for scene, width in zip(scenes, across, strict=True)]
        said = [self.setter.paragraph(shown.caption, style) for shown in row]
        columns = [(width + _GAP) * POINT for width in across]
        table = Table([drawn, said], colWidths=columns, spaceBefore=3, spaceAfter=6)
        table.setStyle(
            TableStyle([*_TIGHT, ("ALIGN", (0, 0), (-1, -1), "CENTER"), ("NOSPLIT", (0, 0), (-1, -1))])
        )
        return table


def widths(scenes: Sequence[Scene]) -> list[float]:
    """How wide scenes side by side are on the page, mm: all equally high, or one by its share."""
    if len(scenes) == 1:
        return [TEXT_WIDTH * scenes[0].share]
    ratios = [scene.size[0] / scene.size[1] for scene in scenes]
    height = (TEXT_WIDTH - _GAP * (len(scenes) - 1)) / sum(ratios)
    return [ratio * height for ratio in ratios]


def scenes_of(teaching: Teaching) -> Iterator[tuple[Scene, float]]:
    """Every scene of the sections, with its width on the page, mm."""
    for lesson in (*teaching.learn, *teaching.solo):
        for part in lesson.parts:
            if not isinstance(part, str) and part[0].scene != BOX:
                scenes = [teaching.scenes[shown.scene] for shown in part]
                yield from zip(scenes, widths(scenes), strict=True)


def _alone(deck: Deck) -> Scene:
    """The first piece of a deck, by itself."""
    return Scene(deck.name, deck.size, pieces=(Lying(deck.name, deck.pieces[0].code, (0.0, 0.0)),))
