"""The first sheet of a game: its contents in pictures, what to print on which paper, and how to build it.

Its front shows every part of the print plan in small; its back has what to choose in the print dialog, the
pages for each number of players, the steps in drawings, and how to save ink. Whoever reads it may have the
files alone, so it names no command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Deck, Game
from components.wording import counted
from generator import INCH
from generator.faces import fonts
from generator.faces.drawing import Drawing
from generator.faces.renderer import SYMBOL_SIZE
from generator.pdf import document
from generator.pdf.canvas import string
from generator.pdf.forms import Forms
from generator.sheets import layout
from generator.sheets.areas import broken
from generator.sheets.imposition import Part, Sheet
from generator.sheets.paper import Paper
from generator.sheets.plan import CONTENTS, Book
from generator.sheets.strokes import PUNCHES, strokes

SYMBOLS = tuple(
    f"step-{name}" for name in ("print", "turn", "cut", "strips", "fold", "glue", "outline", "board", "box")
)
_MARGIN = 14.0  # mm
_INK = 0.1
_MUTED = 0.35
_WORDS = 52.0  # room for words beside the sheets in small
_STEP = 26.0  # side of a drawn step
_COVER = 44.0  # height of the cover in small
_TOP = 10.0 + _COVER + 8.0  # top of the parts on the front
_LOWEST = 18.0  # height of the foot that stays free


@dataclass(frozen=True)
class Contents:
    """The sheet of contents.

    books    the files of the game, this sheet included in the first
    symbols  the key of each drawing in SYMBOLS
    cover    the key of the rulebook's cover, and its width and height, mm
    boxed    whether there is a box for all parts
    drawings  the faces by key; those of nets say where they are cut
    """

    game: Game
    books: tuple[Book, ...]
    paper: Paper
    symbols: Mapping[str, str]
    cover: tuple[str, tuple[float, float]]
    boxed: bool
    drawings: Mapping[str, Drawing]

    def drawn(self) -> Mapping[tuple[str, int], document.Draw]:
        """Return the functions that draw the pages of the sheet, by their places."""
        return {(CONTENTS, 0): self._front, (CONTENTS, 1): self._back}

    def _front(self, canvas: Canvas, sheet: Sheet, forms: Forms) -> None:
        right = sheet.width - _MARGIN
        self._heading(canvas, right, forms)
        entries = list(self._entries())
        columns = 1 if len(entries) < 7 else 2
        rows = -(-len(entries) // columns)
        pitch = (sheet.height - _TOP - _LOWEST) / rows
        wide = (sheet.width - 2 * _MARGIN + 6) / columns
        for place, entry in enumerate(entries):
            column, row = divmod(place, rows)
            at = _MARGIN + column * wide, _TOP + row * pitch
            self._entry(canvas, entry, at, wide - 6, min(pitch, 92.0), forms)

    def _heading(self, canvas: Canvas, right: float, forms: Forms) -> None:
        """The game, for whom it is, and its cover in small."""
        game = self.game
        key, (width, height) = self.cover
        scale = _COVER / height
        canvas.saveState()
        canvas.translate(right - width * scale, 10)
        canvas.scale(scale, scale)
        outline = canvas.beginPath()
        outline.rect(0, 0, width, height)
        canvas.clipPath(outline, stroke=0, fill=0)
        canvas.doForm(forms.name(key))
        canvas.restoreState()
        room = right - width * scale - 6 - _MARGIN
        string(canvas, game.title, _MARGIN, 22, min(26.0, 26 * room / _wide(game.title, 26, 700)), 700, _INK)
        y = 30.0
        for line in broken(game.tagline, fonts.font("Barlow", 500), 11, room):
            string(canvas, line, _MARGIN, y, 11, 500, _INK)
            y += 5
        least, most = game.players
        facts = [game.words(f"{least} to {most} players" if least < most else f"{least} players")]
        facts += [game.words(game.cover.time.replace("min", "minutes"))] if game.cover.time else []
        facts += [game.words(f"from {game.cover.age} years")] if game.cover.age else []
        string(canvas, " · ".join(facts), _MARGIN, y + 1.5, 11, 700, _INK)
        string(canvas, game.credits.byline, _MARGIN, y + 7, 9, 500, _MUTED)
        _rule(canvas, _MARGIN, right, 10 + _COVER + 3)

    def _entries(self) -> Iterator[_Entry]:
        for book in self.books:
            pages = document.pages(book.parts, self.paper)
            for part in book.parts:
                if part.name != CONTENTS:
                    numbers = [n for n, page in enumerate(pages, 1) if page.part is part]
                    yield _Entry(book, part, numbers)

    def _entry(
        self,
        canvas: Canvas,
        entry: _Entry,
        at: tuple[float, float],
        width: float,
        height: float,
        forms: Forms,
    ) -> None:
        """One part of the plan: its first sheet in small, front and back, with words beside it."""
        x, y = at
        sheets = [sheet for sheet in entry.part.sheets if sheet.number == entry.part.sheets[0].number]
        box = (width - _WORDS - 3) / 2
        scale = min(box / sheets[0].width, (height - 4) / sheets[0].height)
        for index, sheet in enumerate(sheets[:2]):
            _in_small(canvas, sheet, (x + index * (sheet.width * scale + 1.5), y), scale, forms)
        shown = len(sheets[:2]) * (sheets[0].width * scale + 1.5)
        x, room, floor = x + shown + 3.5, width - shown - 3.5, y + height - 6
        y += 4
        say = self.game.words
        facts = [entry.book.file_of(self.game)] if len(self.books) > 1 else []
        facts = [*facts, say(_stock(entry.part))]
        pages = say("Pages {}" if len(entry.pages) > 1 else "Page {}", _ranges(entry.pages))
        y = _lines(canvas, pages, (x, y), room, 10.5, 700, _INK)
        y = _lines(canvas, " · ".join(facts), (x, y), room, 8.5, 500, _MUTED) + 1.5
        counts: dict[str, set[tuple[str, int]]] = {}
        for placed in (p for s in entry.part.sheets for p in s.placements):
            counts.setdefault(placed.item.deck.title, set()).add((placed.item.code, placed.item.copy))
        pieces = [f"{len(found)} {title}" for title, found in counts.items()]
        if y + 4.2 * len(pieces) > floor:
            _lines(canvas, " · ".join(pieces), (x, y), room, 7.5, 500, _INK)
            return
        for said in pieces:
            y = _lines(canvas, said, (x, y), room, 9.5, 500, _INK)

    def _back(self, canvas: Canvas, sheet: Sheet, forms: Forms) -> None:
        right = sheet.width - _MARGIN
        say = self.game.words
        string(canvas, say("In the print dialog"), _MARGIN, 18, 15, 700, _INK)
        gap = 6.0
        wide = (right - _MARGIN - gap * (len(self.books) - 1)) / len(self.books)
        y = max(
            self._dialog(canvas, book, _MARGIN + index * (wide + gap), 22, wide)
            for index, book in enumerate(self.books)
        )
        string(canvas, say("Build it"), _MARGIN, y + 11, 15, 700, _INK)
        y += 15
        steps = list(self._steps())
        wide = (right - _MARGIN) / 4
        for place, (name, words) in enumerate(steps):
            row, column = divmod(place, 4)
            x, top = _MARGIN + column * wide, y + row * (_STEP + 27)
            canvas.saveState()
            canvas.translate(x, top)
            canvas.scale(_STEP / SYMBOL_SIZE, _STEP / SYMBOL_SIZE)
            canvas.doForm(forms.name(self.symbols[f"step-{name}"]))
            canvas.restoreState()
            string(canvas, str(place + 1), x + _STEP + 1, top + 6, 15, 700, _INK)
            _lines(canvas, say(words), (x, top + _STEP + 4.5), wide - 4, 8.5, 500, _INK)
        y += -(-len(steps) // 4) * (_STEP + 27) + 2
        for heading, text in self._advice():
            string(canvas, say(heading), _MARGIN, y, 10, 700, _INK)
            y = _lines(canvas, say(text), (_MARGIN + 34, y), right - _MARGIN - 34, 9, 500, _INK) + 2.2

    def _dialog(self, canvas: Canvas, book: Book, left: float, top: float, wide: float) -> float:
        """Draw the print dialog with what to choose for a file; return where it ends."""
        two_sided = any(sheet.side == "back" for part in book.parts for sheet in part.sheets)
        say, paper = self.game.words, self.paper.name
        sides = f"both, flipped on the {self.paper.duplex} edge" if two_sided else "one"
        rows = [
            (say("Paper"), paper.upper() if paper == "a4" else paper.capitalize()),
            (say("Scale"), say("100 %, or “actual size”; never “fit”")),
            (say("Sides"), say(sides)),
        ]
        fewest, most = self.game.players
        needed = {players: _ranges(self._needed(book, players)) for players in range(fewest, most + 1)}
        for pages, alike in groupby(needed, key=needed.__getitem__):
            first, *others = alike
            count = f"{first}–{others[-1]} players" if others else counted(first, "player")
            rows.append((say(count), pages))
        title = "Sheets without backs" if book.suffix else "Sheets with backs"
        title = say(title if len(self.books) > 1 else "All sheets")
        broke = [list(broken(said, fonts.font("Barlow", 500), 9, wide - 31)) for _, said in rows]
        tall = 16 + sum(4.2 * len(lines) + 1.4 for lines in broke)
        canvas.setStrokeGray(0.4)
        canvas.setLineWidth(0.35)
        canvas.setFillGray(0.93)
        canvas.roundRect(left, top, wide, tall, 2.5, fill=1)
        string(canvas, title, left + 4, top + 6.4, 10.5, 700, _INK)
        y = top + 12.5
        for index, ((name, _), lines) in enumerate(zip(rows, broke, strict=True)):
            if index == 3:
                string(canvas, say("Pages for"), left + 4, y, 9, 700, _INK)
                y += 4.6
            string(canvas, name, left + 4, y, 9, 600, _INK)
            canvas.setFillGray(1)
            canvas.roundRect(left + 26, y - 3.3, wide - 29, 4.2 * len(lines) + 0.3, 0.8, stroke=0, fill=1)
            for line in lines:
                string(canvas, line, left + 27, y, 9, 500, _INK)
                y += 4.2
            y += 1.4
        return top + tall + 3.0

    def _needed(self, book: Book, players: int) -> list[int]:
        """The pages of a file with anything that so many players use, with the backs of those sheets."""
        box = self.game.for_players(players)
        copies = {(deck.name, piece.code): piece.copies for deck in box.decks for piece in deck.pieces}
        pages = document.pages(book.parts, self.paper)
        used = {
            (page.part.name, page.sheet.number)
            for page in pages
            for placed in page.sheet.placements
            if placed.item.copy <= copies.get((placed.item.deck.name, placed.item.code), 0)
        }
        return [n for n, page in enumerate(pages, 1) if (page.part.name, page.sheet.number) in used]

    def _steps(self) -> Iterator[tuple[str, str]]:
        """The drawings that this game needs, with a sentence each."""
        decks = self._decks()
        shapes = {deck.shape for deck in decks}
        yield "print", "Print at 100 %. The ruler on every sheet must be 100 mm long."
        if not self.books[0].suffix and any(s.side == "back" for p in self.books[0].parts for s in p.sheets):
            others = "One-sided sheets have a file of their own." if len(self.books) > 1 else ""
            others = others or "Some backs stay empty."
            yield "turn", f"Both sides, flipped on the {self.paper.duplex} edge. {others}"
        if shapes & set(layout.STRAIGHT):
            yield "cut", "Lay the ruler from mark to mark. Cut all lines one way, but leave the margin whole."
            yield "strips", "Then cut the lines across. The margin holds the sheet; the pieces come free."
        if "lapped" in shapes:
            yield (
                "outline",
                "Cut the steps at one end of each map piece: they lie on the straight end of the next.",
            )
        if shapes & {"hex", "stepped"}:
            yield "outline", "Cut hexes along the zigzags first."
        if "circle" in shapes:
            yield "outline", "Cut discs with scissors or a punch."
        if "net" in shapes:
            yield "fold", "Score dashed lines, fold, and glue hatched tabs and feet of standees."
        parts = (p.part for b in self.books for part in b.parts for s in part.sheets for p in s.placements)
        if any(parts):
            yield "glue", "Glue the parts of a board: the dashed marks show how far they overlap."
        if any(_stock(part) == _BOARD for book in self.books for part in book.parts):
            yield "board", "Glue boards and tiles to cardboard of 1.5 to 2 mm before you cut them."
        if self.boxed:
            yield (
                "box",
                "The box is a file of its own: cut, fold with the print outside, glue the hatched tabs.",
            )

    def _decks(self) -> list[Deck]:
        found = {
            placed.item.deck.name: placed.item.deck
            for book in self.books
            for part in book.parts
            for sheet in part.sheets
            for placed in sheet.placements
        }
        return list(found.values())

    def _cutting(self) -> str:
        """Return the time that cutting takes, and what helps."""
        sheets = (sheet for book in self.books for part in book.parts for sheet in part.sheets)
        whole, strips = strokes(sheets, self.drawings).minutes
        say = self.game.words
        words = [say(f"About {whole} minutes in this way, with a knife and a ruler.")]
        if whole < strips:
            words.append(say(f"About {strips} with a trimmer, strip by strip."))
        discs = sorted({deck.size[0] for deck in self._decks() if deck.shape == "circle"})
        punches = [
            say(f"A punch of {size:g} mm cuts the discs of that size.") for size in discs if size in PUNCHES
        ]
        return " ".join(words + punches)

    def _advice(self) -> Iterator[tuple[str, str]]:
        yield "Cutting", self._cutting()
        yield (
            "Save ink",
            "Starbox makes these sheets as an ink saver as well: the same pages and cuts, dark lines on "
            "white. “Greyscale” in the print dialog is safe too, because nothing is told by colour alone.",
        )
        yield (
            "Spoilt a piece?",
            "Print its page once more, with the page behind it: type both numbers as the pages to print.",
        )
        for deck in self.game.decks:
            if deck.instead_of:
                say, usual = self.game.words, self.game.deck(deck.instead_of).title
                said = "may replace {}. They are sheets of their own, which are not among these."
                yield deck.title, say(said, usual if say.language else usual.lower())


@dataclass(frozen=True)
class _Entry:
    book: Book
    part: Part
    pages: list[int]


def with_contents(books: tuple[Book, ...], paper: Paper, title: str = "Contents") -> tuple[Book, ...]:
    """The files with this sheet, of that title, at the beginning of the first; its pages are still empty."""
    first = books[0]
    page = layout.pages(paper._replace(registration=0, duplex="long"))[0]
    front = Sheet(1, 1, "front", page.width, page.height, (), (), page.label, page.upright)
    two_sided = any(sheet.side == "back" for part in first.parts for sheet in part.sheets)
    back = front._replace(side="back") if two_sided else front._replace(number=2)
    sheets = (front, back) if two_sided else (front._replace(of=2), back._replace(of=2))
    return (first._replace(parts=(Part(CONTENTS, title, sheets), *first.parts)), *books[1:])


_BOARD = "paper, or glued to cardboard"


def _stock(part: Part) -> str:
    """The paper for a part."""
    decks = [placed.item.deck for sheet in part.sheets for placed in sheet.placements]
    if any(sheet.side == "back" for sheet in part.sheets) or any(deck.shape == "card" for deck in decks):
        return "card, 200 to 250 g/m²"
    if all(deck.shape == "net" for deck in decks):
        return "thin card, 160 g/m², to fold"
    return _BOARD


def _lines(
    canvas: Canvas, text: str, at: tuple[float, float], room: float, points: float, weight: int, grey: float
) -> float:
    """Words broken to fit; returns the baseline of what comes next."""
    x, y = at
    for line in broken(text, fonts.font("Barlow", weight), points, room):
        string(canvas, line, x, y, points, weight, grey)
        y += points * 0.44
    return y


def _in_small(canvas: Canvas, sheet: Sheet, at: tuple[float, float], scale: float, forms: Forms) -> None:
    """A sheet in small, with a frame for its paper."""
    canvas.saveState()
    canvas.translate(*at)
    canvas.scale(scale, scale)
    for placed in sheet.placements:
        document.place(canvas, placed, forms)
    canvas.setStrokeGray(0.6)
    canvas.setLineWidth(0.2 / scale)
    canvas.rect(0, 0, sheet.width, sheet.height, fill=0)
    canvas.restoreState()


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers as people write them: "1–12, 15"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _wide(text: str, points: float, weight: int) -> float:
    return fonts.font("Barlow", weight).width(text, points * INCH / 72)


def _rule(canvas: Canvas, left: float, right: float, y: float) -> None:
    canvas.setStrokeGray(0.4)
    canvas.setLineWidth(0.3)
    canvas.line(left, y, right, y)
