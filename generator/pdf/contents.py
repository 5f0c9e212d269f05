"""The first sheet of a game: its contents in pictures, what to print on which paper, and how to build it.

Its front shows every part of the print plan in small; its back has the pages for each number of players,
the steps in drawings, and how to save ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Deck, Game
from components.wording import counted
from generator.faces import fonts
from generator.faces.renderer import SYMBOL_SIZE
from generator.pdf import document
from generator.pdf.canvas import string
from generator.pdf.forms import Forms
from generator.sheets import layout
from generator.sheets.areas import broken
from generator.sheets.imposition import Part, Sheet
from generator.sheets.paper import Paper
from generator.sheets.plan import Book

NAME = "contents"
SYMBOLS = tuple(
    f"step-{name}" for name in ("print", "turn", "cut", "strips", "fold", "glue", "outline", "board")
)
_MARGIN = 14.0  # mm
_INK = 0.1
_MUTED = 0.35
_WORDS = 38.0  # room for words beside the sheets in small
_STEP = 26.0  # side of a drawn step


@dataclass(frozen=True)
class Contents:
    """What the sheet tells.

    books    the files of the game, this sheet included in the first
    symbols  the key of each drawing in SYMBOLS
    """

    game: Game
    books: tuple[Book, ...]
    paper: Paper
    symbols: Mapping[str, str]

    def drawn(self) -> Mapping[tuple[str, int], document.Draw]:
        """How each page of the sheet is drawn, by its place."""
        return {(NAME, 0): self._front, (NAME, 1): self._back}

    def _front(self, canvas: Canvas, sheet: Sheet, forms: Forms) -> None:
        game, right = self.game, sheet.width - _MARGIN
        string(canvas, game.title, _MARGIN, 22, 24, 700, _INK)
        string(canvas, game.tagline, _MARGIN, 29, 10, 500, _INK)
        said = game.words(f"{game.players[0]} to {game.players[1]} players")
        string(canvas, said, right - _wide(said, 10, 600), 29, 10, 600, _INK)
        _rule(canvas, _MARGIN, right, 32)
        entries = list(self._entries())
        columns = 1 if len(entries) < 7 else 2
        rows = -(-len(entries) // columns)
        pitch = min(64.0, (sheet.height - 37 - 20) / rows)
        wide = (sheet.width - 2 * _MARGIN + 6) / columns
        for place, entry in enumerate(entries):
            column, row = divmod(place, rows)
            self._entry(canvas, entry, (_MARGIN + column * wide, 37 + row * pitch), wide - 6, pitch, forms)

    def _entries(self) -> Iterator[_Entry]:
        for book in self.books:
            pages = document.pages(book.parts, self.paper)
            for part in book.parts:
                if part.name != NAME:
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
        x, room = x + 2 * sheets[0].width * scale + 4, width - 2 * sheets[0].width * scale - 4
        y += 3
        for line in list(broken(entry.part.title, fonts.font("Barlow", 700), 9, room))[:3]:
            string(canvas, line, x, y, 9, 700, _INK)
            y += 3.7
        pieces = {
            (p.item.deck.name, p.item.code, p.item.copy) for s in entry.part.sheets for p in s.placements
        }
        file = "{} of the one-sided file" if entry.book.suffix else "{} of the file"
        say = self.game.words
        words = [
            say(file, self._pages(entry.pages)) if len(self.books) > 1 else self._pages(entry.pages),
            f"{say(counted(len(pieces), 'piece'))} · {say(_stock(entry.part))}",
        ]
        for text in words:
            for line in broken(text, fonts.font("Barlow", 500), 7.5, room):
                string(canvas, line, x, y, 7.5, 500, _MUTED)
                y += 3.2

    def _pages(self, numbers: Sequence[int]) -> str:
        return self.game.words("pages {}" if len(numbers) > 1 else "page {}", _ranges(numbers))

    def _lines(self, text: str, points: float, room: float) -> Iterator[str]:
        """A sentence in the language of the game, broken into lines."""
        return broken(self.game.words(text), fonts.font("Barlow", 500), points, room)

    def _back(self, canvas: Canvas, sheet: Sheet, forms: Forms) -> None:
        right = sheet.width - _MARGIN
        y = self._players(canvas, _MARGIN, right, 18)
        string(canvas, self.game.words("Build it"), _MARGIN, y + 10, 15, 700, _INK)
        y += 14
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
            for row_, line in enumerate(self._lines(words, 8, wide - 4)):
                string(canvas, line, x, top + _STEP + 4.5 + row_ * 3.5, 8, 500, _INK)
        y += -(-len(steps) // 4) * (_STEP + 27) + 2
        for heading, text in self._advice():
            string(canvas, self.game.words(heading), _MARGIN, y, 10, 700, _INK)
            for line in self._lines(text, 8.5, right - _MARGIN - 34):
                string(canvas, line, _MARGIN + 34, y, 8.5, 500, _INK)
                y += 3.9
            y += 2.2

    def _players(self, canvas: Canvas, left: float, right: float, y: float) -> float:
        """A table of the pages for each number of players; returns where it ends."""
        fewest, most = self.game.players
        string(canvas, self.game.words("Which pages"), left, y, 15, 700, _INK)
        y += 7
        texts = ["both sides" if not book.suffix else "one side" for book in self.books]
        if len(self.books) == 1:
            texts = ["pages"]
        wide = (right - left - 24) / len(texts)
        for index, text in enumerate(texts):
            string(canvas, self.game.words(text), left + 24 + index * wide, y, 8, 700, _INK)
        _rule(canvas, left, right, y + 1.5)
        y += 5.5
        for players in range(fewest, most + 1):
            string(canvas, self.game.words(counted(players, "player")), left, y, 8.5, 600, _INK)
            tallest = 1
            for index, book in enumerate(self.books):
                said = _ranges(self._needed(book, players)) or self.game.words("none")
                lines = list(broken(said, fonts.font("Barlow", 500), 8.5, wide - 4))
                tallest = max(tallest, len(lines))
                for row, line in enumerate(lines):
                    string(canvas, line, left + 24 + index * wide, y + row * 3.7, 8.5, 500, _INK)
            y += 4.4 + (tallest - 1) * 3.7
        return y

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
            edge = self.paper.duplex
            yield (
                "turn",
                f"Both sides, flipped on the {edge} edge. One-sided sheets have a file of their own.",
            )
        if shapes & {"card", "square", "net"}:
            yield "cut", "Lay the ruler from mark to mark. Cut the long lines across the whole sheet first."
            yield "strips", "Then cut the strips into pieces."
        if shapes & {"hex", "circle", "stepped"}:
            yield "outline", "Cut hexes along the zigzags first, discs with scissors or a punch."
        if "net" in shapes:
            yield "fold", "Score dashed lines with the back of a knife, fold, and glue the hatched tabs."
        parts = (p.part for b in self.books for part in b.parts for s in part.sheets for p in s.placements)
        if any(parts):
            yield "glue", "Glue the parts of a board: the dashed marks show how far they overlap."
        if any(_stock(part) == _BOARD for book in self.books for part in book.parts):
            yield "board", "Glue boards and tiles to cardboard of 1.5 to 2 mm before you cut them."

    def _decks(self) -> list[Deck]:
        found = {
            placed.item.deck.name: placed.item.deck
            for book in self.books
            for part in book.parts
            for sheet in part.sheets
            for placed in sheet.placements
        }
        return list(found.values())

    def _advice(self) -> Iterator[tuple[str, str]]:
        slug, say = self.game.slug, self.game.words
        said = "{} prints lines and symbols without grounds; --ink grey, no colour."
        yield "Save ink", say(said, f"pnp build {slug} --ink saver")
        said = "{} prints only what so many players use."
        yield "Fewer players", say(said, f"pnp build {slug} --players {self.game.players[0]}")
        for deck in self.game.decks:
            if deck.instead_of:
                usual = self.game.deck(deck.instead_of).title
                usual = usual if say.language else usual.lower()
                command = f"pnp build {slug} --with {deck.name}"
                yield deck.title, say("may replace {}: {}.", usual, command)


@dataclass(frozen=True)
class _Entry:
    book: Book
    part: Part
    pages: list[int]


def with_contents(books: tuple[Book, ...], paper: Paper, title: str = "Contents") -> tuple[Book, ...]:
    """The files with this sheet, of that title, at the beginning of the first; its pages are still empty."""
    first = books[0]
    page = layout.pages(replace(paper, registration=0, duplex="long"))[0]
    front = Sheet(1, 1, "front", page.width, page.height, (), (), page.label, page.upright)
    two_sided = any(sheet.side == "back" for part in first.parts for sheet in part.sheets)
    back = replace(front, side="back") if two_sided else replace(front, number=2)
    sheets = (front, back) if two_sided else (replace(front, of=2), replace(back, of=2))
    return (replace(first, parts=(Part(NAME, title, sheets), *first.parts)), *books[1:])


_BOARD = "paper, or glued to cardboard"


def _stock(part: Part) -> str:
    """The paper for a part."""
    decks = [placed.item.deck for sheet in part.sheets for placed in sheet.placements]
    if any(sheet.side == "back" for sheet in part.sheets) or any(deck.shape == "card" for deck in decks):
        return "card, 200 to 250 g/m²"
    if all(deck.shape == "net" for deck in decks):
        return "thin card, 160 g/m², to fold"
    return _BOARD


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
    return fonts.font("Barlow", weight).width(text, points * 25.4 / 72)


def _rule(canvas: Canvas, left: float, right: float, y: float) -> None:
    canvas.setStrokeGray(0.4)
    canvas.setLineWidth(0.3)
    canvas.line(left, y, right, y)
