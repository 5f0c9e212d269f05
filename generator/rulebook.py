"""The rulebook of a game: its `rules.md` set in A5 pages, with pictures of the real faces.

reportlab's platypus breaks the pages; the cover is a template like any face. Nothing is typeset by hand:
a change in the rules, the pieces or the theme changes the book.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.doctemplate import LayoutError
from reportlab.platypus.tableofcontents import TableOfContents
from reportlab.platypus.tables import CellStyle

from components.catalogue import Deck, Game
from components.errors import DataError, did_you_mean
from components.pieces import Piece
from components.rules import Rule, Section
from components.setup import Area
from generator import areas, fonts
from generator.canvas import POINT, down, new_canvas
from generator.drawing import Drawing, compile_svg
from generator.faces import Face, Renderer
from generator.forms import Forms
from generator.prose import check, chunks, list_items, marked_up, table_rows

PAGE = (148.0, 210.0)  # A5, mm
_MARGIN = (13.0, 15.0)  # beside and above the text, mm
_PICTURE_HEIGHT = 24.0  # of a face in the list of components, mm
_FIGURE_HEIGHT = 52.0  # of a figure at most, mm
_SYMBOL_COLUMNS = 3
_SYMBOLS = "symbols.toml"
_CELL_PADDING = 3.0  # points


def rulebook(game: Game, renderer: Renderer, drawings: Mapping[str, Drawing] | None = None) -> bytes:
    """The PDF of the rulebook, A5 pages. `drawings` are those of faces that are drawn already, by key.

    Raises `DataError` for rules that cannot be set, and what drawing its pictures raises.
    """
    _check(game, renderer)
    book = _Book(game, renderer, drawings or {})
    return book.pdf()


def _check(game: Game, renderer: Renderer) -> None:
    """Every text with the fonts it is set in."""
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


class _Book:
    def __init__(self, game: Game, renderer: Renderer, drawings: Mapping[str, Drawing]) -> None:
        self.game = game
        self.renderer = renderer
        self.colours = {name: HexColor(renderer.colour(name)) for name in renderer.theme.colours}
        self.styles = _styles(renderer)
        self.drawings = dict(drawings)
        self.forms: Forms | None = None
        self.passes = 0
        self.place = ""  # in the rules, of what is being set

    def pdf(self) -> bytes:
        cover = self._drawn(self._page_face("cover"))
        buffer = io.BytesIO()
        document = _Document(buffer, self, cover)
        try:
            document.multiBuild(self._story(), canvasmaker=self._canvas)
        except LayoutError:
            raise DataError(
                "A table or figure is larger than a page of the rulebook.",
                where=f"{self.game.folder / 'rules.md'}, {self.place}",
                todo="Make it smaller, or several of it.",
            ) from None
        return buffer.getvalue()

    @property
    def draft(self) -> bool:
        """Whether this is the first pass, whose pages are thrown away once their numbers are known."""
        return self.passes == 1

    def form(self, key: str) -> str:
        """The form of a face in the document being written."""
        assert self.forms is not None
        return self.forms.name(key)

    def form_of(self, face: Face) -> str:
        """The form of a face that is drawn while the book is being set."""
        return self.form(self._drawn(face))

    def _canvas(self, file: Any, **options: Any) -> Canvas:
        """Platypus runs several passes to learn the page numbers; each has a document of its own."""
        self.passes += 1
        canvas = new_canvas(file, PAGE, **options)
        self.forms = Forms(canvas, self.drawings)
        canvas.setViewerPreference("DisplayDocTitle", "true")
        return canvas

    def _page_face(self, name: str) -> Face:
        own = name if self.renderer.has_template(name) else f"pages/{name}"
        page = Deck(name, name, PAGE, "square", own, "", name, ())
        return self.renderer.faces(page, Piece(self.game.slug)).front

    def _drawn(self, face: Face) -> str:
        if face.key not in self.drawings:
            self.drawings[face.key] = compile_svg(face.svg, face.where)
        return face.key

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
        """The same, each with where in the rules it stands, unless it knows that better."""
        self.place = place
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
            width = (PAGE[0] - 2 * _MARGIN[0]) * POINT / 4
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
        """The symbols that mean something, and the shapes that stand for players, with what they mean."""
        meanings = self._meanings()
        if not meanings:
            return []
        cells: list[Any] = []
        for name, words in meanings.items():
            face = self.renderer.symbol(name)
            cells.append(_Picture(self, self._drawn(face), face.size, *face.size))
            cells.append(Paragraph(marked_up(words), self.styles["cell"]))
        wide = 2 * _SYMBOL_COLUMNS
        cells += [""] * (-len(cells) % wide)
        room = (PAGE[0] - 2 * _MARGIN[0]) / _SYMBOL_COLUMNS
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
                    f'There is no symbol "{name}" on a piece.',
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
        width = (PAGE[0] - 2 * _MARGIN[0]) / 4 - 3
        picture = _Picture(self, self._drawn(face), deck.size, width, _PICTURE_HEIGHT)
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
        """The rule with its number hanging in the margin, then whatever belongs to it."""
        first, *rest = chunks(rule.text)
        yield Paragraph(marked_up(first), self.styles["rule"], bulletText=rule.number)
        for chunk in rest:
            yield from self._chunk(chunk, self.styles["inner"])
        yield from self._figures(rule.number)

    def _figures(self, *places: str) -> Iterator[Flowable]:
        """The figures that belong after a rule or at the head of a section, each with its caption."""
        for figure in self.game.figures:
            if figure.after in places:
                caption = Paragraph(marked_up(figure.caption), self.styles["caption"])
                laid = [Spacer(1, 4), _Laid(self, figure.area), Spacer(1, 3), caption, Spacer(1, 6)]
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
                    ("LINEBELOW", (0, 0), (-1, 0), 0.8, self.colours["accent"]),
                    ("LINEBELOW", (0, 1), (-1, -1), 0.6, self.colours["line"]),
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
        """Points: each column as wide as its longest word at least; the rest shared by what is wanted."""
        bold = fonts.font(self.renderer.theme.families["text"], 700)
        size = self.styles["cell"].fontSize

        def width(text: str) -> float:
            return bold.width(text.replace("*", ""), size) + 2 * _CELL_PADDING + 0.5

        columns = [[row[index] for row in rows if index < len(row)] for index in range(len(rows[0]))]
        least = [max(width(word) for cell in column for word in cell.split() or [""]) for column in columns]
        wanted = [max(width(cell) for cell in column) for column in columns]
        room = (PAGE[0] - 2 * _MARGIN[0]) * POINT
        if sum(wanted) <= room:
            return wanted
        if sum(least) > room:
            raise LayoutError
        share = (room - sum(least)) / (sum(wanted) - sum(least))
        return [low + (high - low) * share for low, high in zip(least, wanted, strict=True)]


class _Document(BaseDocTemplate):  # type: ignore[misc]
    """A cover without text, then numbered pages; section headings go into the contents and the outline."""

    def __init__(self, buffer: io.BytesIO, book: _Book, cover: str) -> None:
        width, height = (side * POINT for side in PAGE)
        game = book.game
        super().__init__(
            buffer,
            pagesize=(width, height),
            title=f"{game.title}: rules",
            author=", ".join(game.credits.authors),
        )
        self.book = book
        self.cover = cover
        beside, above = (side * POINT for side in _MARGIN)
        frame = Frame(beside, above, width - 2 * beside, height - 2 * above, 0, 0, 0, 0)
        self.addPageTemplates(
            [
                PageTemplate("cover", [frame], onPage=self._cover),
                PageTemplate("text", [frame], onPage=self._foot),
            ]
        )

    def handle_flowable(self, flowables: list[Flowable]) -> None:
        self.book.place = getattr(flowables[0], "place", self.book.place)
        super().handle_flowable(flowables)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (platypus calls it)
        if isinstance(flowable, Paragraph) and flowable.style.name == "heading":
            title = flowable.getPlainText()
            key = f"section {title}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(title, key, 0)
            self.notify("TOCEntry", (0, escape(title), self.page, key))

    def afterPage(self) -> None:  # noqa: N802
        # The last page of a pass: write what the forms share. Doing it after each page does no harm.
        assert self.book.forms is not None
        self.book.forms.finish()

    def _cover(self, canvas: Canvas, _: Any) -> None:
        if self.book.draft:
            return
        canvas.saveState()
        down(canvas, PAGE[1])
        canvas.doForm(self.book.form(self.cover))
        canvas.restoreState()

    def _foot(self, canvas: Canvas, _: Any) -> None:
        style = self.book.styles["caption"]
        canvas.saveState()
        canvas.setFillColor(self.book.colours["muted"])
        canvas.setFont(style.fontName, style.fontSize)
        canvas.drawString(_MARGIN[0] * POINT, 8 * POINT, self.book.game.title)
        canvas.drawRightString((PAGE[0] - _MARGIN[0]) * POINT, 8 * POINT, str(self.page))
        canvas.restoreState()


class _Picture(Flowable):  # type: ignore[misc]
    """A face, scaled into a box of mm."""

    def __init__(self, book: _Book, key: str, size: tuple[float, float], width: float, height: float) -> None:
        super().__init__()
        self.book = book
        self.key = key
        self.size = size
        self.scale = min(width / size[0], height / size[1])

    def wrap(self, *_: Any) -> tuple[float, float]:
        return self.size[0] * self.scale * POINT, self.size[1] * self.scale * POINT

    def draw(self) -> None:
        if self.book.draft:
            return
        canvas: Canvas = self.canv
        canvas.saveState()
        canvas.transform(POINT * self.scale, 0, 0, -POINT * self.scale, 0, self.size[1] * self.scale * POINT)
        outline = canvas.beginPath()
        outline.rect(0, 0, *self.size)
        canvas.clipPath(outline, stroke=0, fill=0)
        canvas.doForm(self.book.form(self.key))
        canvas.restoreState()


class _Laid(Flowable):  # type: ignore[misc]
    """Pieces laid out as on the table, across the page."""

    def __init__(self, book: _Book, area: Area) -> None:
        super().__init__()
        self.book = book
        self.picture = areas.lay_out(area, book.game, PAGE[0] - 2 * _MARGIN[0], _FIGURE_HEIGHT)

    def wrap(self, *_: Any) -> tuple[float, float]:
        return (PAGE[0] - 2 * _MARGIN[0]) * POINT, self.picture.height * POINT

    def draw(self) -> None:
        if self.book.draft:
            return
        canvas: Canvas = self.canv
        canvas.saveState()
        down(canvas, self.picture.height)
        areas.draw(canvas, self.picture, (0, 0), self.book.game, self.book.renderer, self.book.form_of)
        canvas.restoreState()


def _styles(renderer: Renderer) -> dict[str, ParagraphStyle]:
    """The book's styles, from the theme's."""
    theme = renderer.theme
    family = theme.families["text"]
    regular, bold = fonts.font(family), fonts.font(family, 700)
    italic, both = fonts.font(family, 400, True), fonts.font(family, 700, True)
    pdfmetrics.registerFontFamily(regular.name, regular.name, bold.name, italic.name, both.name)
    display = fonts.font(theme.families["display"], 700).name
    ink, accent = HexColor(renderer.colour("ink")), HexColor(renderer.colour("accent"))
    size = theme.style("body").size * POINT
    hang = 9 * POINT  # rule numbers stand in a column this wide
    body = ParagraphStyle("body", fontName=regular.name, fontSize=size, leading=size * 1.32, textColor=ink)
    body.spaceAfter = size * 0.5
    # What no style names falls to the font reportlab chose at its import, which is not embedded.
    body.bulletFontName = CellStyle.fontname = regular.name

    def like(name: str, **changes: Any) -> ParagraphStyle:
        return ParagraphStyle(name, parent=body, **changes)

    number = {"bulletFontName": bold.name, "bulletFontSize": size, "bulletColor": accent}
    heading = {"fontName": display, "fontSize": 14, "leading": 17, "textColor": accent}
    return {
        "body": body,
        "heading": like("heading", spaceBefore=9, spaceAfter=5, **heading),
        "rule": like("rule", leftIndent=hang, bulletIndent=0, **number),
        "inner": like("inner", leftIndent=hang),
        "item": like(
            "item",
            bulletFontName=regular.name,
            leftIndent=hang + 9,
            bulletIndent=hang,
            spaceAfter=size * 0.25,
        ),
        "cell": like("cell", fontSize=size - 0.7, leading=(size - 0.7) * 1.2, spaceAfter=0),
        "caption": like("caption", fontSize=7, leading=8.4, alignment=TA_CENTER),
        "contents": like("contents", spaceAfter=2),
    }
