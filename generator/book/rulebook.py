"""The rulebook of a game: its `rules.md` set in A5 pages, with pictures of the real faces.

Everything is typeset from the rules, the pieces and the theme, so the book follows their changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    Flowable,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.doctemplate import LayoutError
from reportlab.platypus.tableofcontents import TableOfContents

from components.catalogue import Deck, Game
from components.errors import DataError, did_you_mean
from components.rules import Rule, Section
from generator.book.pages import MARGIN, PAGE, Book, Laid, Picture
from generator.book.prose import check, chunks, list_items, marked_up, table_rows
from generator.faces import fonts
from generator.faces.drawing import Drawing
from generator.faces.renderer import Renderer
from generator.pdf.canvas import POINT

_PICTURE_HEIGHT = 24.0  # of a face in the list of components, mm
_SYMBOL_COLUMNS = 3
_SYMBOLS = "symbols.toml"
_CELL_PADDING = 3.0  # points


def rulebook(game: Game, renderer: Renderer, drawings: Mapping[str, Drawing] | None = None) -> bytes:
    """The PDF of the rulebook, in A5 pages. `drawings` holds the faces that are already compiled, by key.

    Raises `DataError` for rules that cannot be set, and whatever drawing the pictures raises.
    """
    _check(game, renderer)
    return _Rulebook(game, renderer, drawings or {}).pdf()


def _check(game: Game, renderer: Renderer) -> None:
    """Check every text with the fonts in which it is set."""
    family = renderer.theme.families["text"]
    text = [fonts.font(family, weight, italic) for weight in (400, 700) for italic in (False, True)]
    heading = [fonts.font(renderer.theme.families["display"], 700), *text]
    file = str(game.folder / "rules.md")
    check(game.rules.introduction, text, f"{file}, introduction")
    for section in game.rules.sections:
        where = f'{file}, section "{section.title}"'
        check(section.title, heading, where)
        check(section.prose, text, where)
        for rule in section.rules:
            check(rule.text, text, f"{file}, rule {rule.number}")
    for figure in game.figures:
        check(figure.caption, text, f"{game.folder / 'figures.toml'}, after {figure.after}")
    for name, words in game.symbols.items():
        check(words, text, f"{game.folder / _SYMBOLS}, {name}")
    for title in (game.title, *(deck.title for deck in game.decks)):
        check(title, text, f'{game.folder / "game.toml"}, title "{title}"')


class _Rulebook:
    def __init__(self, game: Game, renderer: Renderer, drawings: Mapping[str, Drawing]) -> None:
        self.game = game
        self.renderer = renderer
        self.book = Book(game, renderer, drawings)
        self.styles = self.book.styles

    def pdf(self) -> bytes:
        try:
            return self.book.pdf(self._story)
        except LayoutError:
            raise DataError(
                "A table or figure is larger than a page of the rulebook.",
                where=f"{self.game.folder / 'rules.md'}, {self.book.place}",
                todo="Make it smaller or split it.",
            ) from None

    def _story(self) -> list[Flowable]:
        contents = TableOfContents()
        contents.levelStyles = [self.styles["contents"]]
        contents.dotsMinLevel = 0
        story: list[Flowable] = [NextPageTemplate("text"), PageBreak()]
        story += self._at("introduction", self._prose(self.game.rules.introduction))
        story += [Spacer(1, 4 * POINT), contents, PageBreak()]
        story += self._box_contents()
        for section in self.game.rules.sections:
            story += self._at(f'section "{section.title}"', self._section(section))
        story += self._index_of_symbols()
        return story

    def _at(self, place: str, flowables: Iterable[Flowable]) -> Iterator[Flowable]:
        """The flowables, each with its place in the rules unless it already has a more exact one."""
        self.book.place = place
        for flowable in flowables:
            if not hasattr(flowable, "place"):
                flowable.place = place
            yield flowable

    def _box_contents(self) -> list[Flowable]:
        """What is in the box: every deck with a picture of its first piece."""
        rows = [self._deck_row(deck) for deck in self.game.decks]
        story: list[Flowable] = [self._heading("In the box")]
        for start in range(0, len(rows), 4):
            cells = rows[start : start + 4]
            cells += [["", ""]] * (4 - len(cells))
            width = (PAGE[0] - 2 * MARGIN[0]) * POINT / 4
            table = Table([[cell[0] for cell in cells], [cell[1] for cell in cells]], colWidths=[width] * 4)
            table.setStyle(
                TableStyle(
                    [("ALIGN", (0, 0), (-1, -1), "CENTER"), ("VALIGN", (0, 0), (-1, 0), "MIDDLE"),
                     ("VALIGN", (0, 1), (-1, 1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 2),
                     ("RIGHTPADDING", (0, 0), (-1, -1), 2)]
                )
            )  # fmt: skip
            story.append(table)
        return story

    def _index_of_symbols(self) -> list[Flowable]:
        """The symbols and the shapes of players, with their meanings."""
        meanings = self._meanings()
        if not meanings:
            return []
        cells: list[Any] = []
        for name, words in meanings.items():
            face = self.renderer.symbol(name)
            cells.append(Picture(self.book, self.book.drawn(face), face.size, *face.size))
            cells.append(Paragraph(marked_up(words), self.styles["cell"]))
        wide = 2 * _SYMBOL_COLUMNS
        cells += [""] * (-len(cells) % wide)
        room = (PAGE[0] - 2 * MARGIN[0]) / _SYMBOL_COLUMNS
        table = Table(
            [cells[start : start + wide] for start in range(0, len(cells), wide)],
            colWidths=[9 * POINT, (room - 9) * POINT] * _SYMBOL_COLUMNS,
        )
        everywhere = ((0, 0), (-1, -1))
        table.setStyle(TableStyle([("VALIGN", *everywhere, "MIDDLE"), ("LEFTPADDING", *everywhere, 2)]))
        return [KeepTogether([self._heading("Symbols"), table])]

    def _meanings(self) -> dict[str, str]:
        for deck in self.game.decks:
            for piece in deck.pieces:
                self.renderer.faces(deck, piece)
        for name in self.game.symbols:
            if name not in self.renderer.symbols:
                raise DataError(
                    f'No piece has the symbol "{name}".',
                    where=str(self.game.folder / _SYMBOLS),
                    todo=did_you_mean(name, self.renderer.symbols),
                )
        seats = {
            f"seat-{seat.shape}": f"{seat.name.capitalize()} player, {seat.letter}"
            for seat in self.game.seats
        }
        shown = {name: words for name, words in seats.items() if name in self.renderer.symbols}
        return {**self.game.symbols, **shown}

    def _deck_row(self, deck: Deck) -> list[Any]:
        face = self.renderer.faces(deck, deck.pieces[0]).front
        width = (PAGE[0] - 2 * MARGIN[0]) / 4 - 3
        picture = Picture(self.book, self.book.drawn(face), deck.size, width, _PICTURE_HEIGHT)
        caption = Paragraph(f"<b>{deck.count}</b> {escape(deck.title)}", self.styles["caption"])
        return [picture, caption]

    def _section(self, section: Section) -> Iterator[Flowable]:
        title = f"{section.number}  {section.title}" if section.number else section.title
        heading = self._heading(title)
        prose = list(self._prose(section.prose))
        rules = [
            flowable
            for rule in section.rules
            for flowable in self._at(f"rule {rule.number}", self._rule(rule))
        ]
        body = [*prose, *self._figures(section.number, section.title), *rules]
        yield KeepTogether([heading, *body[:1]])
        yield from body[1:]

    def _heading(self, title: str) -> Paragraph:
        return Paragraph(escape(title), self.styles["heading"])

    def _rule(self, rule: Rule) -> Iterator[Flowable]:
        """The rule with its number in the margin, then its other paragraphs and figures."""
        first, *rest = chunks(rule.text)
        yield Paragraph(marked_up(first), self.styles["rule"], bulletText=rule.number)
        for chunk in rest:
            yield from self._chunk(chunk, self.styles["inner"])
        yield from self._figures(rule.number)

    def _figures(self, *places: str) -> Iterator[Flowable]:
        """The figures after a rule or at the beginning of a section, each with its caption."""
        for figure in self.game.figures:
            if figure.after in places:
                caption = Paragraph(marked_up(figure.caption), self.styles["caption"])
                laid = [Spacer(1, 4), Laid(self.book, figure.area), Spacer(1, 3), caption, Spacer(1, 6)]
                yield KeepTogether(laid)

    def _prose(self, text: str) -> Iterator[Flowable]:
        for chunk in chunks(text) if text else ():
            yield from self._chunk(chunk, self.styles["body"])

    def _chunk(self, chunk: str, style: ParagraphStyle) -> Iterator[Flowable]:
        if chunk.startswith("|"):
            yield self._table(table_rows(chunk))
        elif chunk.startswith("- "):
            for item in list_items(chunk):
                yield Paragraph(marked_up(item), self.styles["item"], bulletText="•")
        else:
            yield Paragraph(marked_up(chunk), style)

    def _table(self, rows: Sequence[Sequence[str]]) -> Flowable:
        style = self.styles["cell"]
        head = [Paragraph(f"<b>{marked_up(cell)}</b>", style) for cell in rows[0]]
        cells = [head, *([Paragraph(marked_up(cell), style) for cell in row] for row in rows[1:])]
        widths = self._column_widths(rows)
        table = Table(cells, colWidths=widths, repeatRows=1, hAlign="LEFT", spaceAfter=6)
        table.setStyle(
            TableStyle(
                [
                    ("LINEBELOW", (0, 0), (-1, 0), 0.8, self.book.colours["accent"]),
                    ("LINEBELOW", (0, 1), (-1, -1), 0.6, self.book.colours["line"]),
                    ("VALIGN", (0, 0), (-1, -1), "TOP"),
                    ("LEFTPADDING", (0, 0), (-1, -1), _CELL_PADDING),
                    ("RIGHTPADDING", (0, 0), (-1, -1), _CELL_PADDING),
                    ("TOPPADDING", (0, 0), (-1, -1), 2),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
                ]
            )
        )
        return table

    def _column_widths(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Column widths in points: each fits its longest word, and the rest is shared by need."""
        bold = fonts.font(self.renderer.theme.families["text"], 700)
        size = self.styles["cell"].fontSize

        def width(text: str) -> float:
            return bold.width(text.replace("*", ""), size) + 2 * _CELL_PADDING + 0.5

        columns = [[row[index] for row in rows if index < len(row)] for index in range(len(rows[0]))]
        least = [max(width(word) for cell in column for word in cell.split() or [""]) for column in columns]
        wanted = [max(width(cell) for cell in column) for column in columns]
        room = (PAGE[0] - 2 * MARGIN[0]) * POINT
        if sum(wanted) <= room:
            return wanted
        if sum(least) > room:
            raise LayoutError
        share = (room - sum(least)) / (sum(wanted) - sum(least))
        return [low + (high - low) * share for low, high in zip(least, wanted, strict=True)]
