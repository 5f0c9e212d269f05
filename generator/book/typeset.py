"""Markdown set as flowables of a book: paragraphs, lists, and tables that do not break after one row."""

from collections.abc import Iterator, Sequence
from itertools import repeat, zip_longest
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, TableStyle
from reportlab.platypus import Paragraph as Laid
from reportlab.platypus.doctemplate import LayoutError

from components.prose import List, Paragraph, Prose, Table, Words, blocks
from components.rules import OURS, Rule
from generator.book.drafts import Grid, NotInDraft
from generator.book.keep_together import LEVELS
from generator.book.layout.look import MARGIN, PAGE
from generator.book.pages import Book
from generator.book.prose import LAST, held, marked_up
from generator.faces import fonts
from generator.faces.svg.values import escaped as escape
from generator.faces.type.characters import typographic
from generator.pdf.canvas import POINT
from generator.pdf.objects.tags import as_table, tagged

TEXT_WIDTH = PAGE[0] - 2 * MARGIN[0]  # mm
_CELL_PADDING = 3.0  # points
_LONG = 18  # lines of a table or list that need not begin under the words before it
_AFTER_TITLE = 8.0  # points between a title and its line
_MIDDLE = 0.68  # this line is below the top of a title by this, in sizes of the title
_TITLE_LINE = 0.3  # mm
_CUTS = 8  # widths that are tried for centred words
_ITEMS = ("item", "plain item", "step", "plain step", "legend", "index")
_ROLES = {"part": "H1", "caption": "Caption"} | dict.fromkeys(_ITEMS, "LI")
_TOGETHER = 3  # rows at the head and the foot of a table that stay on one page


class Text(NotInDraft, Laid):  # type: ignore[misc]
    """A paragraph that is broken into lines once for each width; platypus asks for it again and again.

    names  what it names: its words in bold and italics, or all of it if it is a title
    """

    style: ParagraphStyle

    @property
    def role(self) -> str:
        """Its role for programs that read aloud."""
        return _ROLES.get(self.style.name, "P")

    def __init__(self, text: str | None, style: ParagraphStyle, **options: Any) -> None:
        super().__init__(text and typographic(text), style, **options)
        self.names: tuple[str, ...] = ()
        if style.name in LEVELS:
            self.names = (self.getPlainText(),)
        elif text is not None:  # a part that `split` makes has none
            self.names = tuple(run.text for run in self.frags if run.bold or run.italic)

    def drawOn(self, canvas: Canvas, x: float, y: float, **settings: Any) -> None:  # noqa: N802 (platypus calls it)
        with tagged(canvas, self.role):
            super().drawOn(canvas, x, y, **settings)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        if getattr(self, "_for", None) != width or not hasattr(self, "blPara"):  # split drops its lines
            self._size: tuple[float, float] = self._wrapped(width, height)
            self._for = width
        self.width = width
        return self._size

    def minWidth(self) -> float:  # noqa: N802 (platypus calls it)
        """The width of its longest word, points; measured once."""
        if not hasattr(self, "_least"):
            self._least = float(super().minWidth())
        return self._least

    def _wrapped(self, width: float, height: float) -> tuple[float, float]:
        """Break it into lines: those of centred words are all about equally long."""
        style = self.style
        size: tuple[float, float] = super().wrap(width, height)
        lines = len(self.blPara.lines)
        for cut in range(_CUTS, -1, -1) if lines > 1 and style.alignment == TA_CENTER else ():
            beside = max(0.0, width - self.minWidth()) * cut / _CUTS / 2
            self.style = ParagraphStyle(style.name, style, leftIndent=beside, rightIndent=beside)
            size = super().wrap(width, height)
            if len(self.blPara.lines) == lines:
                break
        return size

    def split(self, width: float, height: float) -> list[Flowable]:
        """Its parts. The first begins the place that the whole begins; each names what it says itself."""
        parts: list[Flowable] = super().split(width, height)
        for part in parts:
            part.names = tuple(name for name in self.names if name in part.getPlainText())
        if parts and hasattr(self, "place"):
            parts[0].place = self.place
        return parts


class Title(Text):
    """The title of a section, and a line from its end to the right edge of the text.

    part     the number of the part that it belongs to, whose colour it has; -1 for none
    letters  another colour, on a ground of its own
    """

    def __init__(self, title: str, book: Book, part: int, letters: Color | None = None) -> None:
        style = book.styles["heading"]
        colour = letters or book.look.title(part)
        super().__init__(escape(title), ParagraphStyle(style.name, parent=style, textColor=colour))
        self.book = book
        self.part = part

    @property
    def role(self) -> str:
        return "H1" if self.part < 0 else "H2"

    def draw(self) -> None:
        super().draw()
        style = self.style
        begins = stringWidth(self.getPlainText(), style.fontName, style.fontSize) + _AFTER_TITLE
        if begins < self.width:  # one line
            middle = self.height - style.fontSize * _MIDDLE
            pages = self.book.look.pages
            self.canv.saveState()
            self.canv.setStrokeColor(self.book.colours["line"])
            self.canv.setLineWidth(_TITLE_LINE * POINT)
            self.canv.setDash([dash * POINT for dash in pages.dash])
            self.canv.line(begins, middle, self.width, middle)
            self.canv.restoreState()


class Setter:
    """Sets Markdown in the styles of one book.

    part  the number of the part that was opened last; -1 before the first
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.styles = book.styles
        self.part = -1

    def heading(self, title: str) -> Title:
        """The title of a section, in the colour of the part that was opened last."""
        return Title(title, self.book, self.part)

    def paragraph(self, words: Words, style: ParagraphStyle, bullet: str | None = None) -> Text:
        return Text(marked_up(words), style, bulletText=bullet)

    def prose(self, text: str, style: str = "body") -> Iterator[Flowable]:
        """Paragraphs, lists and tables; what introduces a list or a table stays with it."""
        yield from self._parts(tuple(blocks(text)), style)

    def rule(self, rule: Rule) -> Iterator[Flowable]:
        """A rule with its number in the margin, slanted if it is ours, then its other paragraphs."""
        parts = tuple(blocks(rule.text.removesuffix(OURS)))
        first, rest = (parts[0], parts[1:]) if isinstance(parts[0], Paragraph) else (Paragraph(), parts)
        begin = self.paragraph(first.words, self.styles["our rule" if rule.ours else "rule"], rule.number)
        if rest and not isinstance(rest[0], Paragraph):
            begin.keepWithNext = 1
        yield begin
        yield from self._parts(rest, "inner")

    def _parts(self, parts: Sequence[Prose], style: str) -> Iterator[Flowable]:
        for part, after in zip_longest(parts, parts[1:]):
            for flowable in self._block(part, self.styles[style]):
                if isinstance(part, Paragraph) and _begins_below(after):
                    flowable.keepWithNext = 1
                yield flowable

    def _block(self, block: Prose, style: ParagraphStyle) -> Iterator[Flowable]:
        if isinstance(block, Table):
            yield self._table(block.rows)
        elif isinstance(block, List):
            place = "" if style.leftIndent else "plain "
            item_style = self.styles[f"{place}{'step' if block.numbers else 'item'}"]
            for item, mark in zip(block.units, block.numbers or repeat("•"), strict=False):
                yield self.paragraph(item, item_style, mark.rstrip("."))
        else:
            yield self.paragraph(block.words, style)

    def _table(self, rows: Sequence[Sequence[Words]]) -> Flowable:
        style = self.styles["cell"]
        head = [Text(f"<b>{marked_up(cell)}</b>", style) for cell in rows[0]]
        cells = [head, *([Text(marked_up(cell), style) for cell in row] for row in rows[1:])]
        widths = self._column_widths(rows)
        table = Grid(cells, colWidths=widths, repeatRows=1, hAlign="LEFT", spaceAfter=6, renderCB=as_table)
        table.setStyle(
            TableStyle(
                [
                    ("LINEBELOW", (0, 0), (-1, 0), 0.8, self.book.colours["accent"]),
                    ("LINEBELOW", (0, 1), (-1, -1), 0.6, self.book.colours["line"]),
                    ("VALIGN", (0, 0), (-1, -1), "TOP"),
                    ("LEFTPADDING", (0, 0), (-1, -1), _CELL_PADDING),
                    ("RIGHTPADDING", (0, 0), (-1, -1), _CELL_PADDING),
                    ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
                    ("NOSPLIT", (0, 0), (-1, min(_TOGETHER, len(rows) - 1))),
                    ("NOSPLIT", (0, max(0, len(rows) - _TOGETHER)), (-1, -1)),
                ]
            )
        )
        return table

    def _column_widths(self, rows: Sequence[Sequence[Words]]) -> list[float]:
        """Column widths in points: each fits its longest word, and the rest is shared by need."""
        bold = fonts.font(self.book.renderer.theme.families["text"], 700)
        size = self.styles["cell"].fontSize

        def width(text: str) -> float:
            return bold.width(text, size) + 2 * _CELL_PADDING + 0.5

        columns = [
            [_measured(row[index]) for row in rows if index < len(row)] for index in range(len(rows[0]))
        ]
        least = [max(width(word) for cell in column for word in cell.split(" ")) for column in columns]
        wanted = [max(width(cell) for cell in column) for column in columns]
        room = TEXT_WIDTH * POINT
        if sum(wanted) <= room:
            return wanted
        if sum(least) > room:
            raise LayoutError
        share = (room - sum(least)) / (sum(wanted) - sum(least))
        return [low + (high - low) * share for low, high in zip(least, wanted, strict=True)]


def _begins_below(block: Prose | None) -> bool:
    """Tell whether that is a list or a table which has to begin under the words before it."""
    if block is None or isinstance(block, Paragraph):
        return False
    return len(block.rows if isinstance(block, Table) else block.units) <= _LONG


def _measured(cell: Words) -> str:
    """The words of a cell as its column is measured: code has some air, where its asterisks reach."""
    words = "".join(f"`{run.text}`" if run.code else run.text for run in cell).replace("*", "")
    return LAST.sub("\u00a0", held(words))
