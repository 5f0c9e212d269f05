"""The rulebook of a game: its `rules.md` set in A5 pages, with pictures of the real faces.

Everything is typeset from the rules, the pieces and the theme, so the book follows their changes.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, zip_longest
from typing import Any

from reportlab.platypus import CondPageBreak, Flowable, NextPageTemplate, PageBreak, Spacer, TableStyle
from reportlab.platypus.doctemplate import LayoutError

from components.catalogue import Game
from components.errors import DataError, did_you_mean
from components.prose import runs
from components.rules import Rule, Section
from components.teaching import Lesson, Teaching, read_teaching
from generator.book.drafts import Grid
from generator.book.index import SYMBOLS, Index
from generator.book.keep_together import OnePage, Together, joined
from generator.book.layout.asides import set_aside
from generator.book.layout.contents import Contents
from generator.book.layout.look import MARGIN, PAGE
from generator.book.layout.openings import Ending, Opening
from generator.book.lessons import Lessons
from generator.book.pages import Book, Laid, Picture, SecondPass
from generator.book.prose import check, marked_up
from generator.book.typeset import Setter, Text, Title
from generator.faces import fonts
from generator.faces.renderer import Renderer
from generator.pdf.canvas import POINT
from generator.pdf.ink.inks import PrintHouse

_PADDING = ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
_FEW = 4  # sections that one finds without a list of contents
_PART = 60.0  # rules that find less than this of a page's height empty begin a new page, mm
_SYMBOL_COLUMNS = (4, 3, 2)  # columns of symbols: as many as have room for the longest words
_FEW_SYMBOLS = 14  # symbols, below which one column less is enough
_SYMBOL, _DRAWN = 7.0, 5.0  # the column of a symbol, and the symbol in it, mm
_SYMBOLS_FILE = "symbols.toml"
_SAME = "The same rules, numbered for reference; in doubt these decide."
_OURS = "A slanted number marks our answer where the published game leaves a question open."


def rulebook(game: Game, renderer: Renderer, house: PrintHouse | None = None) -> bytes:
    """The PDF of the rulebook, in A5 pages. `house` says how it is made for a print house.

    Raises `DataError` for rules that cannot be set, and whatever drawing the pictures raises.
    """
    teaching = read_teaching(game)
    _check(game, teaching, renderer)
    return _Rulebook(game, teaching, renderer, house).pdf()


def _check(game: Game, teaching: Teaching, renderer: Renderer) -> None:
    """Check every text with the fonts in which it is set."""
    family = renderer.theme.families["text"]
    text = [fonts.nearest(family, weight, italic) for weight in (400, 700) for italic in (False, True)]
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
    for lesson in (*teaching.learn, *teaching.solo):
        check(lesson.title, heading, lesson.where)
        for part in lesson.parts:
            said = [part] if isinstance(part, str) else [shown.caption for shown in part]
            for words in said:
                check(words, text, lesson.where)
    for scene in teaching.scenes.values():
        for words in (*(mark.text for mark in scene.marks), *(one.text for one in scene.words)):
            check(words, text, f"{game.folder / 'scenes.toml'}, {scene.name}")
    for word in teaching.index:
        check(word, text, str(game.folder / "index.toml"))
    for name, words in game.symbols.items():
        check(words, text, f"{game.folder / _SYMBOLS_FILE}, {name}")
    for title in (game.title, *(deck.title for deck in game.decks)):
        check(title, text, f'{game.folder / "game.toml"}, title "{title}"')


class _Rulebook:
    def __init__(
        self,
        game: Game,
        teaching: Teaching,
        renderer: Renderer,
        house: PrintHouse | None,
    ) -> None:
        self.game = game
        self.rules = game.rules.book or game.rules
        self.words = game.words
        self.renderer = renderer
        self.book = Book(game, renderer, teaching.scenes, house)
        self.styles = self.book.styles
        self.setter = Setter(self.book)
        self.teaching = teaching
        self.lessons = Lessons(self.setter, teaching)

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
        told = self.teaching.learn or self.teaching.solo or len(self.rules.sections) > _FEW
        story: list[Flowable] = [NextPageTemplate("text"), PageBreak()]
        story += self._at("introduction", self.setter.prose(self.rules.introduction))
        if told:
            story += [self._contents(), PageBreak()]
        else:
            story.append(SecondPass(self.book))
        if self.teaching.learn:
            story += self._lessons("Learn to play", self.teaching.learn)
        if self.teaching.solo:  # whoever plays alone has that page open, and no other
            story.append(OnePage([*self._lessons("Play alone", self.teaching.solo)], Ending(self.book)))
        if self.teaching.learn or self.teaching.solo:
            story.append(CondPageBreak(_PART * POINT))
        story += self._rules()
        story += self._at(SYMBOLS, self._index_of_symbols())
        story += self._index()
        for section in self._sections()[1]:
            story += self._at(f'section "{section.title}"', self._section(section))
        if summary := [*self.lessons.summary()]:
            heading = Title(self.words("At a glance"), self.book, 0, self.book.look.opening(0)[1])
            story += [Ending(self.book), NextPageTemplate("back"), PageBreak(), heading, *summary]
        return story

    def _contents(self) -> Contents:
        scenes = self.teaching.scenes
        shown = next((scenes[name] for name in ("contents", "hero", "table") if name in scenes), None)
        contents = Contents(self.book, shown)
        contents.levelStyles = [self.styles["contents part"], self.styles["contents"]]
        contents.dotsMinLevel = 0
        contents.tableStyle = TableStyle([(edge, (0, 0), (-1, -1), 0) for edge in _PADDING])
        return contents

    def _rules(self) -> Iterator[Flowable]:
        """The numbered rules; their title stays with their first section."""
        opening = [self._opening("The rules in full")]
        if not self.teaching.learn:
            yield from [self.setter.heading(self.words("In the box")), *self.lessons.box()]
            opening = []
        if said := " ".join(map(self.words, self._about_rules())):
            opening += self.setter.prose(f"*{said}*")
        for flowable in opening:
            flowable.keepWithNext = 1
        for section in self._sections()[0]:
            rules = self._section(section)
            place = f'section "{section.title}"'
            yield from self._at(place, joined([*opening, *rules]) if opening else rules)
            opening = []

    def _sections(self) -> tuple[tuple[Section, ...], tuple[Section, ...]]:
        """The sections of the rules, and the last one by itself if it has no rules: it has the credits."""
        *rules, last = self.rules.sections
        return (
            (tuple(rules), (last,)) if rules and not last.number and not last.quoted else ((*rules, last), ())
        )

    def _about_rules(self) -> Iterator[str]:
        """Yield what a reader has to know of the rules in full."""
        if self.words.lacks("rules.md"):
            yield "These rules have not been translated."
        if self.teaching.learn:
            yield _SAME
        if any(rule.ours for rule in self.rules):
            yield _OURS

    def _lessons(self, title: str, lessons: Sequence[Lesson]) -> Iterator[Flowable]:
        """A part of the book; its title stays with its first section, on the page before if there is room."""
        part = self._opening(title)
        part.keepWithNext = 1
        first, *rest = lessons
        yield from self._at(first.title, joined([part, *self.lessons.section(first)]))
        for lesson in rest:
            section = self._at(lesson.title, self.lessons.section(lesson))
            yield from [OnePage([*section], Ending(self.book))] if lesson.whole else section

    def _opening(self, title: str) -> Opening:
        """The title of the next part."""
        self.setter.part += 1
        return Opening(self.words(title), self.book, self.setter.part)

    def _index(self) -> list[Flowable]:
        if not self.teaching.index:
            return []
        taught = {lesson.title for lesson in (*self.teaching.learn, *self.teaching.solo)}
        index = Index(self.setter, self.teaching.index, taught)
        return [Together([self.setter.heading(self.words("Index")), index])]

    def _at(self, place: str, flowables: Iterable[Flowable]) -> Iterator[Flowable]:
        """The flowables, each with its place in the rules unless it already has a more exact one."""
        self.book.place = place
        for flowable in flowables:
            if not hasattr(flowable, "place"):
                flowable.place = place
            yield flowable

    def _index_of_symbols(self) -> list[Flowable]:
        """The symbols, then the shapes of players, with their meanings."""
        symbols, seats = self._meanings()
        tables = [self._explained(symbols, False)] if symbols else []
        tables += [self._explained(seats, True)] if seats else []
        return [Together([self.setter.heading(self.words("Symbols")), *tables])] if tables else []

    def _explained(self, meanings: dict[str, str], whole: bool) -> Flowable:
        """Symbols with their meanings, in as many columns as have room for the words, or `whole` lines."""
        pictures, texts = [], []
        for name, words in meanings.items():
            face = self.renderer.symbol(name)
            drawn = self.renderer.drawings.drawn(face)
            pictures.append(Picture(self.book, drawn, face.size, _DRAWN, _DRAWN))
            said = runs(words.replace(" ", "\u00a0") if whole else words)
            texts.append(Text(marked_up(said), self.styles["cell"]))
        for across in _SYMBOL_COLUMNS[len(meanings) < _FEW_SYMBOLS and not whole :]:
            each = [[text.minWidth() for text in texts[start::across]] for start in range(across)]
            least = [max(wide, default=0) + 6 for wide in each]
            spare = (PAGE[0] - 2 * MARGIN[0] - _SYMBOL * across) * POINT - sum(least)
            if spare > 0:
                break
        cells: list[Any] = [cell for pair in zip(pictures, texts, strict=True) for cell in pair]
        wide = 2 * across
        cells += [""] * (-len(cells) % wide)
        columns = [width for room in least for width in (_SYMBOL * POINT, room + spare / across)]
        table = Grid([cells[start : start + wide] for start in range(0, len(cells), wide)], colWidths=columns)
        everywhere = ((0, 0), (-1, -1))
        table.setStyle(
            TableStyle(
                [
                    ("VALIGN", *everywhere, "MIDDLE"),
                    ("LEFTPADDING", *everywhere, 2),
                    ("TOPPADDING", *everywhere, 1),
                    ("BOTTOMPADDING", *everywhere, 1),
                    ("NOSPLIT", (0, 0), (-1, 2)),
                    ("NOSPLIT", (0, -3), (-1, -1)),
                ]
            )
        )
        return table

    def _meanings(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the meanings of the symbols of the game, and of those of its players."""
        seats = {
            f"seat-{seat.shape}": self.words(f"{seat.name.capitalize()} player, {{}}", seat.letter)
            for seat in self.game.seats
        }
        self._draw_until(self.game.symbols.keys() | seats)
        for name in self.game.symbols:
            if name not in self.renderer.symbols:
                raise DataError(
                    f'No piece has the symbol "{name}".',
                    where=str(self.game.folder / _SYMBOLS_FILE),
                    todo=did_you_mean(name, self.renderer.symbols),
                )
        shown = {name: words for name, words in seats.items() if name in self.renderer.symbols}
        return dict(self.game.symbols), shown

    def _draw_until(self, symbols: Set[str]) -> None:
        """Draw pieces until all of those symbols were seen: mostly, those that are printed are enough.

        Pieces of a deck resemble each other, so the first of each deck come before the second.
        """
        rows = zip_longest(*([(deck, piece) for piece in deck.pieces] for deck in self.game.decks))
        for deck, piece in filter(None, chain.from_iterable(rows)):
            if symbols <= self.renderer.symbols:
                return
            self.renderer.faces(deck, piece)

    def _section(self, section: Section) -> Iterator[Flowable]:
        title = f"{section.number}  {section.title}" if section.number else section.title
        heading = self.setter.heading(title)
        small = (section,) == self._sections()[1]
        prose = list(self.setter.prose(section.prose, "small" if small else "body"))
        if section.quoted:
            set_aside(prose, self.book.look)
        rules = [
            flowable
            for rule in section.rules
            for flowable in self._at(f"rule {rule.number}", self._rule(rule))
        ]
        heading.keepWithNext = 1
        yield from joined([heading, *prose, *self._figures(section.number, section.title), *rules])

    def _rule(self, rule: Rule) -> Iterator[Flowable]:
        yield from self.setter.rule(rule)
        yield from self._figures(rule.number)

    def _figures(self, *places: str) -> Iterator[Flowable]:
        """The figures after a rule or at the beginning of a section, each with its caption."""
        for figure in self.game.figures:
            if figure.after in places:
                caption = Text(marked_up(runs(figure.caption)), self.styles["caption"])
                laid = [Spacer(1, 4), Laid(self.book, figure.area), Spacer(1, 3), caption, Spacer(1, 6)]
                yield Together(laid)
