"""A book in A5 pages: cover, page numbers, outline and contents, type, and pictures of faces.

reportlab's platypus breaks the pages. It needs several passes to learn the page numbers. Each pass has its
own document; the first one is left empty.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph
from reportlab.platypus.doctemplate import IndexingFlowable
from reportlab.platypus.tables import CellStyle

from components.catalogue import Deck, Game
from components.pieces import Piece
from components.setup import Area
from components.teaching import Scene
from components.toml import read_toml
from generator.book.drafts import NotInDraft
from generator.book.keep_together import LEVELS, Together, told
from generator.book.layout import furniture
from generator.book.layout.asides import carried
from generator.book.layout.look import MARGIN, PAGE, Look
from generator.book.scene import picture_of
from generator.faces import fonts
from generator.faces.renderer import Face, Renderer
from generator.faces.svg.values import escaped as escape
from generator.pdf.areas import draw
from generator.pdf.canvas import POINT, down, new_canvas
from generator.pdf.forms import Forms
from generator.pdf.ink.inks import PrintHouse
from generator.pdf.objects.tags import Tags, tagged
from generator.sheets import areas

_PLAIN = re.compile(r"[A-Za-z0-9 .:-]*")
FIGURE_HEIGHT = 52.0  # the greatest height of a figure, mm


class Told(NamedTuple):
    """Words of the book: their page, the place in the rules, and what they name, such as a title."""

    page: int
    place: str
    text: str
    names: tuple[str, ...]


class Book:
    """A document while it is being set.

    place  the current place in the rules
    pages  the page on which each place begins, for each pass
    told   what is told on each page, for each pass
    parts  the page on which each part begins, for each pass
    """

    def __init__(
        self, game: Game, renderer: Renderer, scenes: Mapping[str, Scene], house: PrintHouse | None = None
    ) -> None:
        self.game = game
        self.scenes = scenes
        self.house = house
        self.renderer = renderer
        self.colours = {
            name: HexColor(renderer.colour(name)) for name in (*renderer.theme.seats, *renderer.theme.colours)
        }
        self.look = Look(renderer)
        self.styles = _styles(renderer)
        self.forms: Forms | None = None
        self.passes = self.endings = 0
        self.place = ""
        self.pages: dict[int, dict[str, int]] = {}
        self.told: dict[int, list[Told]] = {}
        self.parts: dict[int, dict[str, int]] = {}

    def page_of(self, place: str) -> int:
        """The page on which a rule or a section begins, by the pass before this one; 0 in the first."""
        return self.pages.get(self.passes - 1, {}).get(place, 0)

    def part_of(self, page: int) -> tuple[int, str]:
        """The number and the title of the part that a page belongs to, by the pass before this one; -1 and ""
        before the first."""
        begun = [title for title, first in self.parts.get(self.passes - 1, {}).items() if first <= page]
        return len(begun) - 1, begun[-1] if begun else ""

    def begins(self, page: int) -> bool:
        """Tell whether a part begins on the page, by the pass before this one."""
        return page in self.parts.get(self.passes - 1, {}).values()

    def told_before(self) -> list[Told]:
        """All that the book tells, by the pass before this one."""
        return self.told.get(self.passes - 1, [])

    def pdf(self, story: Callable[[], list[Flowable]]) -> bytes:
        """The PDF: the cover and the story. Raises platypus' `LayoutError` for content that fits no page."""
        buffer = io.BytesIO()
        _Template(buffer, self).multiBuild(story(), canvasmaker=self._canvas)
        return buffer.getvalue()

    @cached_property
    def scene(self) -> Face:
        """The picture of the poster, across the page of the back cover."""
        return page_face(self.renderer, "rulebook-picture", furniture.SCENE)

    @cached_property
    def facts(self) -> Face:
        """Players, time and age."""
        return page_face(self.renderer, "rulebook-facts", furniture.FACTS)

    def next_ending(self) -> Scene | None:
        """The next scene for the foot of a page that this pass has not drawn yet."""
        self.endings += 1
        return self.scenes.get(f"ending-{self.endings}")

    @property
    def draft(self) -> bool:
        """Tell whether this is the first pass, whose pages are dropped once their numbers are known."""
        return self.passes == 1

    def words_on(self, face: Face) -> str:
        """The words of a face, in the order in which they are drawn."""
        return " ".join(text.text for text, _ in self.renderer.drawings.of(face).texts())

    def form(self, key: str) -> str:
        """The form of a face in the document being written."""
        assert self.forms is not None
        return self.forms.name(key)

    def form_of(self, face: Face) -> str:
        """The form of a face that may not be compiled yet."""
        return self.form(self.renderer.drawings.drawn(face))

    def _canvas(self, file: Any, **options: Any) -> Canvas:
        """A new document for each pass of platypus."""
        self.passes, self.endings = self.passes + 1, 0
        bleed = furniture.BLEED * POINT if self.house else 0.0
        language = self.game.words.language
        canvas = new_canvas(PAGE, self.house, language=language, file=file, bleed=bleed, **options)
        canvas.draft = self.draft
        if not self.draft and not self.house:
            canvas.tags = Tags(canvas)
        self.forms = Forms(canvas, self.renderer.drawings)
        canvas.setViewerPreference("DisplayDocTitle", "true")
        return canvas


def page_face(renderer: Renderer, name: str, size: tuple[float, float] = PAGE) -> Face:
    """A page of the rulebook, or a part of one, that a template draws: the game's own, or that of all games.

    size  mm
    """
    own, poster = (one if renderer.has_template(one) else f"pages/{one}" for one in (name, "poster"))
    page, game = Deck(name, name, size, "square", own, "", name, ()), renderer.game
    where = read_toml(game.folder / "game.toml").table("cover").place("picture") if game.cover.picture else ""
    return renderer.faces(page, Piece(game.slug, 1, {"poster": f"{poster}.svg.j2"}, where)).front


class _Template(BaseDocTemplate):  # type: ignore[misc]
    """A cover, numbered pages, and a back cover; headings go into the contents and the outline."""

    def __init__(self, buffer: io.BytesIO, book: Book) -> None:
        width, height = (side * POINT for side in PAGE)
        game = book.game
        super().__init__(
            buffer,
            keepTogetherClass=Together,
            pagesize=(width, height),
            title=game.words("{}: rules", game.title),
            author=game.credits.byline,
            subject=game.tagline,
            creator="Starbox",
        )
        self.book = book
        self.cover = book.renderer.drawings.drawn(page_face(book.renderer, "cover"))
        self.parts = False
        beside, above = (side * POINT for side in MARGIN)
        frame = _Frame(beside, above, width - 2 * beside, height - 2 * above, 0, 0, 0, 0)
        self.addPageTemplates(
            [
                PageTemplate("cover", [frame], onPage=self._cover),
                PageTemplate("text", [frame], onPage=self._foot, onPageEnd=self._tab),
                PageTemplate("back", [frame], onPage=self._back),
            ]
        )

    def handle_flowable(self, flowables: list[Flowable]) -> None:
        self.book.place = getattr(flowables[0], "place", self.book.place)
        super().handle_flowable(flowables)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (platypus calls it)
        # A place begins with the first thing drawn there; in a later pass the same, or a better one.
        place = getattr(flowable, "place", "")
        self.book.pages.setdefault(self.book.passes, {}).setdefault(place, self.page)
        noted = self.book.told.setdefault(self.book.passes, [])
        noted += [Told(self.page, self.book.place, text, names) for text, names in told(flowable)]
        if isinstance(flowable, Paragraph) and flowable.style.name in LEVELS:
            title = flowable.getPlainText()
            key = _key(title)
            level = LEVELS[flowable.style.name]
            if level == 0:
                self.book.parts.setdefault(self.book.passes, {})[title] = self.page
            self.parts = self.parts or level == 0
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(title, key, level if self.parts else 0)
            self.notify("TOCEntry", (level, escape(title), self.page, key))

    def _endBuild(self) -> None:  # noqa: N802 (platypus calls it at the end of a pass)
        super()._endBuild()
        # Only after the last page is it known how large each picture is printed: a document stores it once.
        assert self.book.forms is not None
        self.book.forms.finish()

    def _cover(self, canvas: Canvas, _: Any) -> None:
        if canvas.draft:
            return
        canvas.saveState()
        down(canvas, PAGE[1])
        with tagged(canvas, "Figure", f"{self.book.game.title}. {self.book.game.tagline}"):
            canvas.doForm(self.book.form(self.cover))
        canvas.restoreState()

    def _back(self, canvas: Canvas, _: Any) -> None:
        if not canvas.draft:
            furniture.back(canvas, self.book)

    def _foot(self, canvas: Canvas, _: Any) -> None:
        if not canvas.draft:
            furniture.foot(canvas, self.book, self.page)

    def _tab(self, canvas: Canvas, _: Any) -> None:
        """The tab is drawn last, over a picture across the page."""
        if not canvas.draft:
            furniture.tab(canvas, self.book, self.page)


class _Frame(Frame):  # type: ignore[misc]
    """The frame of the text of a page. platypus copies it whenever it measures what stays together."""

    def __deepcopy__(self, _: Any) -> _Frame:
        return copy(self)  # all in it are numbers

    def add(self, flowable: Flowable, canvas: Canvas, trySplit: int = 0) -> int:  # noqa: N803 (its name)
        """Draw the flowable, if it fits, on its ground if it stands in an example."""
        aside = getattr(flowable, "aside", None)
        self._frameBGs = [aside] if aside else []
        return int(super().add(flowable, canvas, trySplit))

    def split(self, flowable: Flowable, canvas: Canvas) -> list[Flowable]:
        return [*carried(flowable, super().split(flowable, canvas))]


class SecondPass(IndexingFlowable):  # type: ignore[misc]
    """Nothing that is seen: it asks for the pass after the draft, as only a list of contents does else."""

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book = book

    def isSatisfied(self) -> bool:  # noqa: N802 (platypus calls it)
        return not self.book.draft

    def wrap(self, *_: Any) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        pass


class Picture(NotInDraft, Flowable):  # type: ignore[misc]
    """A face scaled to fit a box in mm; `alt` says what it shows to programs that read aloud."""

    def __init__(
        self, book: Book, key: str, size: tuple[float, float], width: float, height: float, alt: str = ""
    ) -> None:
        super().__init__()
        self.book = book
        self.key, self.alt = key, alt
        self.size = size
        self.scale = min(width / size[0], height / size[1])

    def wrap(self, *_: Any) -> tuple[float, float]:
        return self.size[0] * self.scale * POINT, self.size[1] * self.scale * POINT

    def draw(self) -> None:
        canvas: Canvas = self.canv
        canvas.saveState()
        with tagged(canvas, "Figure", self.alt, self.wrap()) if self.alt else nullcontext():
            down(canvas, self.wrap()[1] / POINT)
            canvas.scale(self.scale, self.scale)
            outline = canvas.beginPath()
            outline.rect(0, 0, *self.size)
            canvas.clipPath(outline, stroke=0, fill=0)
            canvas.doForm(self.book.form(self.key))
        canvas.restoreState()


class Laid(NotInDraft, Flowable):  # type: ignore[misc]
    """Pieces laid out as on the table, as wide as the page."""

    def __init__(self, book: Book, area: Area) -> None:
        super().__init__()
        self.book = book
        self.area = area
        self.fit(1.0)

    def fit(self, share: float) -> None:
        """Lay the pieces out in that share of the greatest height."""
        self.picture = areas.lay_out(
            self.area, self.book.game, PAGE[0] - 2 * MARGIN[0], FIGURE_HEIGHT * share
        )

    def wrap(self, *_: Any) -> tuple[float, float]:
        return (PAGE[0] - 2 * MARGIN[0]) * POINT, self.picture.height * POINT

    def draw(self) -> None:
        canvas: Canvas = self.canv
        canvas.saveState()
        alt = picture_of(self.book.game, (piece.deck for piece in self.area.pieces))
        with tagged(canvas, "Figure", alt, self.wrap()):
            down(canvas, self.picture.height)
            draw(canvas, self.picture, (0, 0), self.book.game, self.book.renderer, self.book.form_of)
        canvas.restoreState()


def _key(title: str) -> str:
    """The name of a place in the document. Platypus writes it into mark-up and into an expression that it
    evaluates, so it has only letters that mean nothing there."""
    if _PLAIN.fullmatch(title):
        return f"section {title}"
    return f"section {hashlib.sha256(title.encode()).hexdigest()[:16]}"


def _styles(renderer: Renderer) -> dict[str, ParagraphStyle]:
    """The book's styles, from the theme's."""
    theme = renderer.theme
    family = theme.families["text"]
    regular, bold = fonts.nearest(family, 400), fonts.nearest(family, 700)
    italic, both = fonts.nearest(family, 400, True), fonts.nearest(family, 700, True)
    pdfmetrics.registerFontFamily(regular.name, regular.name, bold.name, italic.name, both.name)
    display = fonts.font(theme.families["display"], 700).name
    ink, accent = HexColor(renderer.colour("ink")), HexColor(renderer.colour("accent"))
    size = theme.style("body").size * POINT
    hang = 9 * POINT  # the width of the column of rule numbers
    body = ParagraphStyle("body", fontName=regular.name, fontSize=size, leading=size * 1.32, textColor=ink)
    body.spaceAfter = size * 0.5
    body.allowWidows = 0  # no last line of a paragraph at the head of a page
    # Without a style, reportlab would use its default font, which is not embedded.
    body.bulletFontName = CellStyle.fontname = regular.name

    def like(name: str, **changes: Any) -> ParagraphStyle:
        return ParagraphStyle(name, parent=body, **changes)

    number = {"bulletFontName": bold.name, "bulletFontSize": size, "bulletColor": accent}
    small = {"fontSize": 7.5, "leading": 9}
    heading = {"fontName": display, "fontSize": 14, "leading": 17, "textColor": accent}
    return {
        "body": body,
        "heading": like("heading", spaceBefore=9, spaceAfter=5, **heading),
        "part": like("part", spaceBefore=16, spaceAfter=4, **{**heading, "fontSize": 20, "leading": 24}),
        "rule": like("rule", leftIndent=hang, bulletIndent=0, **number),
        "our rule": like("our rule", leftIndent=hang, **{**number, "bulletFontName": italic.name}),
        "inner": like("inner", leftIndent=hang),
        "item": like(
            "item",
            bulletFontName=regular.name,
            leftIndent=hang + 9,
            bulletIndent=hang,
            spaceAfter=size * 0.25,
        ),
        "plain item": like("plain item", leftIndent=9, bulletIndent=0, spaceAfter=size * 0.25),
        "step": like("step", leftIndent=hang + 12, bulletIndent=hang, spaceAfter=size * 0.25, **number),
        "plain step": like("plain step", leftIndent=12, bulletIndent=0, spaceAfter=size * 0.25, **number),
        "entry": like("entry", fontSize=7.8, leading=9.6, spaceAfter=2.5, firstLineIndent=11.5),
        "legend": like("legend", leftIndent=10, bulletIndent=0, spaceAfter=1, **small, **number),
        "small": like("small", **{**small, "spaceAfter": 2.5}),
        "cell": like("cell", fontSize=size - 0.7, leading=(size - 0.7) * 1.2, spaceAfter=0),
        "caption": like("caption", fontSize=7, leading=8.4, alignment=TA_CENTER, splitLongWords=0),
        "contents part": like("contents part", fontName=bold.name, spaceBefore=4, spaceAfter=1),
        "contents": like("contents", leftIndent=9, spaceAfter=0),
        "index": like("index", leftIndent=9, firstLineIndent=-9, spaceAfter=0, **small),
    }
