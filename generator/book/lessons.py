"""The learn-to-play: its sections with their scenes, and what is in the box."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, TypeAlias

from reportlab.platypus import Flowable, Spacer, TableStyle

from components.catalogue import Deck, Game
from components.prose import Words, runs
from components.teaching import BOX, SUMMARY, Lesson, Scene, ScenePiece, Shown, Teaching
from generator.book.drafts import Grid
from generator.book.keep_together import Together, joined, leaves
from generator.book.layout.asides import set_aside
from generator.book.layout.entries import Entries, asks, entries_of
from generator.book.pages import Picture
from generator.book.scene import Drawn
from generator.book.typeset import TEXT_WIDTH, Setter, Text
from generator.faces.svg.values import escaped as escape
from generator.pdf.canvas import POINT
from generator.pdf.objects.tags import as_columns

_BOX_HEIGHT = 110.0  # the box is drawn as large as this allows, mm
_FACTORS = [step / 10 for step in range(44, 13, -1)]  # a picture is as high as that many roots of its piece
_WIDEST = 58.0  # a picture of a deck in the box, mm
_NARROWEST = 19.0  # the caption of a deck in the box, mm
_CAPTION = 7.5  # height of a caption with the room below it, mm
_BELOW = 4.0  # room below a caption, mm
_LONG = 4.0  # a picture that is more times wider than high may be as wide as the text
_ROOMS = 20  # widths of rows that are tried
_KINDS = 4  # up to this many kinds of a deck are all shown, if they are small
_SMALL = 30.0  # width of a small piece, mm
_PAGE_HEIGHT = 165.0  # height of a reference card that fills a page under a title, mm
_READABLE = 0.9  # the smallest scale of a reference card
_GLANCE, _GLANCE_HEIGHT = "glance", 146.0  # the face of a reference card on the back cover, mm; or its height
_NARROW = 0.65  # a scene with a smaller share of the width has its numbers explained beside it
_GAP = 3.0  # room between scenes side by side, mm
_APART = 5.0  # room on either side of a caption, points
_Cell: TypeAlias = "tuple[Drawn, Text]"
_Column: TypeAlias = list[_Cell]
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
        heading.keepWithNext = 1
        if entries := entries_of(lesson):
            yield from joined([heading, self._entries(entries)])
            return
        yield from joined([heading, *self._parts(lesson)])

    def _parts(self, lesson: Lesson) -> list[Flowable]:
        """Return the flowables of a section; quotations in it stand on a ground."""
        made: list[Flowable] = []
        for quoted, group in groupby(enumerate(lesson.parts), lambda part: part[0] in lesson.quoted):
            flowables = [flowable for _, part in group for flowable in self._part(part)]
            if quoted:
                set_aside([*leaves(*flowables)], self.book.look)
            made += flowables
        return made

    def _entries(self, entries: Sequence[Words]) -> Flowable:
        style = self.setter.styles["entry"]
        question = sum(map(asks, entries)) > len(entries) / 2
        return Entries(self.book, [self.setter.paragraph(entry, style) for entry in entries], question)

    def box(self) -> Iterator[Flowable]:
        """Every usual deck: its kinds or its first piece as cut out, how many there are, and its title."""
        for row in self._box_rows():
            wide = [_width(column) for column in row]
            spare = (TEXT_WIDTH - sum(wide)) / len(row)
            above = [[part for cell in column for part in cell][:-1] for column in row]
            cells = [above, [column[-1][1] for column in row]]
            table = Grid(cells, colWidths=[(width + spare) * POINT for width in wide])
            beside = [("ALIGN", (0, 0), (-1, -1), "CENTER"), ("VALIGN", (0, 0), (-1, 0), "BOTTOM")]
            table.setStyle(TableStyle([*_TIGHT, *beside, ("BOTTOMPADDING", (0, 1), (-1, 1), _BELOW * POINT)]))
            yield table

    def _box_rows(self) -> list[list[_Column]]:
        """Pictures over captions in even rows, the highest first, and low ones over each other.

        Large pieces are drawn larger, and all as large as fits.
        """
        decks = [deck for deck in self.book.game.decks if not deck.instead_of]
        style = self.setter.styles["caption"]
        said = [Text(f"<b>{deck.count}</b>\u00a0{escape(deck.title)}", style) for deck in decks]
        for factor in _FACTORS:
            cells: list[_Cell] = []
            for deck, caption in zip(decks, said, strict=True):
                scene = _alone(deck)
                across, tall = scene.size
                widest = TEXT_WIDTH - _GAP if across > _LONG * tall else _WIDEST
                scale = min(factor / math.sqrt(tall), widest / across, 1.0)
                picture = Drawn(self.book, scene, across * scale, tall * scale, bare=True)
                cells.append((picture, caption))
            cells.sort(key=lambda cell: (-_tall(cell[0]), -cell[0].scene.size[0]))
            count = len(_rows(cells, TEXT_WIDTH))
            rooms = (TEXT_WIDTH * share / _ROOMS for share in range(_ROOMS // 2, _ROOMS + 1))
            rows = next(rows for rows in (_rows(cells, room) for room in rooms) if len(rows) <= count)
            if sum(_tall(row[0][0][0]) + _CAPTION for row in rows) <= _BOX_HEIGHT:
                break
        return rows

    def summary(self) -> Iterator[Flowable]:
        """The reference card as the game's template `glance` lays it out; or else the card itself, with its
        back beside it if there is room. Nothing without such a card."""
        deck = next((deck for deck in self.book.game.decks if deck.name == SUMMARY), None)
        if not deck:
            return
        if self.book.renderer.has_template(_GLANCE):
            size = (TEXT_WIDTH, max(_GLANCE_HEIGHT, min(deck.size[1], _PAGE_HEIGHT)))
            page = replace(deck, name=_GLANCE, size=size, shape="square", face=_GLANCE, back="")
            face = self.book.renderer.faces(page, deck.pieces[0]).front
            alt, drawn = self.book.words_on(face), self.book.renderer.drawings.drawn(face)
            yield Picture(self.book, drawn, face.size, *face.size, alt)
            return
        pitch, height = deck.size[0] + _GAP, deck.size[1]
        faces = self.book.renderer.faces(deck, deck.pieces[0])
        shown = [*{side.key: side for side in (faces.front, faces.back) if side}.values()]
        del shown[1 if _READABLE * (2 * pitch - _GAP) > TEXT_WIDTH else 2 :]
        code, places = deck.pieces[0].code, range(len(shown))
        row = [ScenePiece(deck.name, code, (place * pitch, 0.0), back=place > 0) for place in places]
        scene = Scene(deck.name, (len(row) * pitch - _GAP, height), pieces=tuple(row))
        wide = min(TEXT_WIDTH, scene.size[0])
        card = Drawn(self.book, scene, wide, _PAGE_HEIGHT, bare=True, least=_READABLE)
        card.alt = " ".join(map(self.book.words_on, shown))
        yield card

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
        """A scene over the explanation of its numbers and its caption; a narrow one is beside its numbers."""
        scene = self.teaching.scenes[shown.scene]
        [width] = widths([scene])
        drawn = Drawn(self.book, scene, width)
        column: list[Flowable] = [Spacer(1, 3), drawn, Spacer(1, 3)]
        if scene.marks and scene.share <= _NARROW:
            across = [(width + _GAP) * POINT, (TEXT_WIDTH - width - _GAP) * POINT]
            middle = [*_TIGHT, ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
            column[1] = Grid([[drawn, self._numbers(scene)]], across, style=middle, renderCB=as_columns)
        elif scene.marks:
            column.append(self._legend(scene))
        if shown.caption:
            column.append(Spacer(1, 2))
            column.append(self.setter.paragraph(runs(shown.caption), self.setter.styles["caption"]))
        return Together([*column, Spacer(1, 6)])

    def _numbers(self, scene: Scene) -> list[Text]:
        """Explain the numbers on a scene."""
        style = self.setter.styles["legend"]
        return [
            self.setter.paragraph(runs(mark.text), style, mark.sign or str(number))
            for number, mark in enumerate(scene.marks, 1)
            if mark.text
        ]

    def _legend(self, scene: Scene) -> Flowable:
        """Explain the numbers on a scene, in two columns read downwards."""
        entries = self._numbers(scene)
        half = -(-len(entries) // 2)
        width = TEXT_WIDTH / 2 * POINT
        apart = ("RIGHTPADDING", (0, 0), (0, 0), _GAP * POINT)
        columns = [[entries[:half], entries[half:]]]
        return Grid(
            columns, colWidths=[width, width], style=TableStyle([*_TIGHT, apart]), renderCB=as_columns
        )

    def _row(self, row: Sequence[Shown]) -> Flowable:
        """Scenes side by side, all equally high, each over its caption."""
        scenes = [self.teaching.scenes[shown.scene] for shown in row]
        across = widths(scenes)
        style = self.setter.styles["caption"]
        drawn = [Drawn(self.book, scene, width) for scene, width in zip(scenes, across, strict=True)]
        said = [self.setter.paragraph(runs(shown.caption), style) for shown in row]
        columns = [(width + _GAP) * POINT for width in across]
        table = Grid([drawn, said], colWidths=columns, spaceBefore=3, spaceAfter=6, renderCB=as_columns)
        table.setStyle(
            TableStyle(
                [
                    *_TIGHT,
                    ("ALIGN", (0, 0), (-1, -1), "CENTER"),
                    ("NOSPLIT", (0, 0), (-1, -1)),
                    ("LEFTPADDING", (0, 1), (-1, 1), _APART),
                    ("RIGHTPADDING", (0, 1), (-1, 1), _APART),
                ]
            )
        )
        return table


def has_summary(game: Game) -> bool:
    """Tell whether the game has the card that stands on the back cover of its book."""
    return any(deck.name == SUMMARY for deck in game.decks)


def widths(scenes: Sequence[Scene]) -> list[float]:
    """Return the widths of scenes side by side, mm: all equally high, or its share for one alone."""
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


def _rows(cells: Sequence[_Cell], room: float) -> list[list[_Column]]:
    """Rows of columns, each at most that wide; a cell stands under the one before it if it can."""
    rows: list[list[_Column]] = []
    for cell in cells:
        row = rows[-1] if rows else []
        if row and sum(_tall(picture) + _CAPTION for picture, _ in row[-1]) + _tall(cell[0]) <= _tall(
            row[0][0][0]
        ):
            row[-1].append(cell)
        elif row and sum(map(_width, row)) + _width([cell]) <= room:
            row.append([cell])
        else:
            rows.append([[cell]])
    return rows


def _tall(picture: Drawn) -> float:
    """Its height, mm."""
    return picture.scale * picture.scene.size[1]


def _width(column: _Column) -> float:
    """The width of a column of the box, mm."""
    words = (float(caption.minWidth()) / POINT for _, caption in column)
    pictures = (picture.scale * picture.scene.size[0] for picture, _ in column)
    return max(*words, *pictures, _NARROWEST) + _GAP


def _alone(deck: Deck) -> Scene:
    """The first piece of a deck, by itself, or all kinds of a few small ones beside each other."""
    codes = [piece.code for piece in deck.pieces]
    across, tall = deck.size
    kinds = codes if len(codes) <= _KINDS and across <= _SMALL else codes[:1]
    pitch = across * 1.08
    row = tuple(ScenePiece(deck.name, code, (place * pitch, 0.0)) for place, code in enumerate(kinds))
    return Scene(deck.name, (across + row[-1].at[0], tall), pieces=row)
