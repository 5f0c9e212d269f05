"""One build: a game from its folder to its PDFs and manifest.

Files are made in a temporary folder and moved into place when all of them are complete, so that a failure,
a full disk or Ctrl-C leaves the old files as they were. A build is skipped if its inputs are those recorded
in the manifest.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from components.catalogue import Deck, Game
from components.errors import PaperError, UsageError
from components.languages import missing
from components.languages.translated import load
from generator import Progress, silent
from generator.build import inputs, manifest
from generator.build.decks import GAME_BOX
from generator.files import recover, replace_files
from generator.sheets.paper import Paper

if TYPE_CHECKING:
    from components.decklists import DeckList
    from components.pieces import Piece
    from components.setup import Setup
    from generator.faces.renderer import Faces, Renderer
    from generator.pdf.document import Draw, Page
    from generator.pdf.ink.inks import PrintHouse
    from generator.sheets.imposition import Item, Part
    from generator.sheets.plan import Book

PART, CHANGED = "-part", "-changed"  # suffixes of folders that do not hold the whole game
# PDFs that no deck may be named after
OWN_FILES = ("contents", GAME_BOX, "rulebook", "rulebook-booklet", "setup", "setup-strips")


_keep_what_is_loaded = cache(gc.freeze)  # once: what a later build leaves is no longer used


class Order(NamedTuple):
    """A build to make. `game` is a slug or a folder; `only` and `pieces` restrict it.

    pieces    codes, or "deck/code" where two decks use the same code
    instead   decks to print instead of the usual ones that they replace
    suffix    added to the name of the game's folder in `out`; by default "-part" if not all is printed
    own_deck  a player's own deck, printed instead of the deck it is modelled on
    dpi       the most dots per inch that pictures keep
    boxes     thickness of a card in mm, to print tuck boxes for the decks as well; 0 for no boxes
    cut       files for a cutting machine: none, svg or dxf
    kerf      how wide the cut of that machine is, mm: pieces are cut larger by half of it on every side
    cut_test  also print sheets with only the cut lines, to try a cut without wasting ink
    setup     a set-up of the game, printed on separate sheets
    players   print what that many players use; 0 for as many as the box is usually for
    language  the language of all words on paper, such as "de"; "" for that of the game
    strict    refuse a language with holes, instead of filling them with the words of the game
    braille   also print labels and plates with the codes in braille
    large     also print every face large, with its words beside it
    together  all sheets in one file, those without backs too, instead of two files
    sheets    only the files of all sheets: no rulebook, no box, and no file of each deck
    colour    rgb; or cmyk, for a print house
    """

    game: str
    paper: Paper
    out: Path
    ink: str = "full"
    only: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    copies: int = 1
    cut: str = "none"
    cut_test: bool = False
    setup: Setup | None = None
    own_deck: DeckList | None = None
    boxes: float = 0.0
    dpi: int = 300
    suffix: str = ""
    players: int = 0
    language: str = ""
    strict: bool = False
    colour: str = "rgb"
    braille: bool = False
    large: bool = False
    together: bool = False
    sheets: bool = False
    force: bool = False
    kerf: float = 0.0

    @property
    def whole(self) -> bool:
        """Tell whether every piece of the game is printed."""
        return self.table and not (self.players or self.only_sheets)

    @property
    def only_sheets(self) -> bool:
        """Tell whether only the files of all sheets are made, or pages of them: no book and no box."""
        return self.sheets or bool(self.paper.pages)

    @property
    def table(self) -> bool:
        """Tell whether all that a table needs is printed, be it for fewer players than the box is for."""
        return not (self.only or self.pieces or self.own_deck)

    def folder(self, slug: str) -> Path:
        """Return the folder of the files. A part has its own, so it does not overwrite the whole game."""
        name = f"{slug}-{self.language}" if self.language else slug
        if self.table and self.players:
            return self.out / f"{name}{self.suffix or f'-{self.players}-players'}"
        return self.out / f"{name}{self.suffix or ('' if self.whole else PART)}"


class Result(NamedTuple):
    """The result of a build. `folder` holds the files; `pages` counts the sides of those of the whole game;
    `warnings` say what prints badly."""

    slug: str
    title: str
    folder: Path
    pieces: int
    faces: int
    pages: int
    done: bool
    warnings: tuple[str, ...] = ()

    @property
    def files(self) -> list[Path]:
        """The files of the whole game: of the sheets with backs, and of those without."""
        from generator.sheets.plan import ONE_SIDED

        files = (self.folder / f"{self.slug}{suffix}.pdf" for suffix in ("", ONE_SIDED))
        return [file for file in files if file.exists()]


def build(order: Order, progress: Progress = silent) -> Result:
    """Print one game. Raises the errors of `components.errors`, and then has changed nothing."""
    game, stamp = _stamped(order)
    if result := _unchanged(order, game, stamp):
        return result
    from generator.faces.renderer import Renderer

    return Press(game, order, Renderer(game, order.ink), stamp, progress).run(order.folder(game.slug))


def unchanged(order: Order) -> Result | None:
    """The result of a build that has nothing to do; None if there is something to build."""
    return None if order.force else _unchanged(order, *_stamped(order))


def _stamped(order: Order) -> tuple[Game, str]:
    """The game to be printed and a stamp of everything that its print depends on."""
    game = load(order.game, order.language)
    if order.own_deck:
        from generator.build.decks.owndecks import with_own_deck

        game = with_own_deck(game, order.own_deck)
    if order.players or order.table:
        game = game.for_players(order.players or game.boxed)
    options = order._replace(game="", out=Path(), force=False)
    return game, inputs.stamp(game, options, inputs.made_in(order.out, order.folder(game.slug), game))


def _unchanged(order: Order, game: Game, stamp: str) -> Result | None:
    folder = order.folder(game.slug)
    recover(folder)
    totals = None if order.force else manifest.unchanged(folder, stamp)
    if totals is None:
        return None
    manifest.renew(folder)
    counts = totals["pieces"], totals["faces"], totals["pages"]
    return Result(game.slug, game.title, folder, *counts, done=False)


class Made(NamedTuple):
    """The files of a build before they are written: `pages` of those of the whole game, by name."""

    files: dict[str, bytes]
    parts: Sequence[Part]
    pages: Mapping[str, Sequence[Page]]
    totals: dict[str, int]


class Press:
    """Prints one game: draws its faces, lays them out, and makes the bytes of the files."""

    def __init__(
        self, game: Game, order: Order, renderer: Renderer, stamp: str = "", progress: Progress = silent
    ) -> None:
        self.game = game
        self.order = order
        self.stamp = stamp
        self.progress = progress
        self.renderer = renderer
        self.faces: dict[tuple[str, str], Faces] = {}
        self.drawings = renderer.drawings
        self.boxes: list[Deck] = []
        self.cuts: list[dict[str, Any]] = []
        self.house = self._house()

    def run(self, folder: Path) -> Result:
        made = self.make()
        self.renderer.refuse_misfits()
        if self.order.strict:
            missing.refuse(self.game)
        rows = list(manifest.faces(made.pages, made.parts, self.order.paper))
        files = made.files | {manifest.NAME: manifest.manifest(self._head(made.totals), made.files, rows)}
        replace_files(folder, files, manifest.made(folder), within=self.order.out)
        warnings = (*self.renderer.warnings, *missing.warning(self.game))
        return Result(self.game.slug, self.game.title, folder, done=True, warnings=warnings, **made.totals)

    def make(self) -> Made:
        """All files, in memory; texts that do not fit are left out and noted."""
        from generator.pdf import document
        from generator.sheets import plan

        _keep_what_is_loaded()  # searching it for garbage takes a tenth of a build
        decks = plan.chosen(self.game, self.order.only, self.order.pieces, self.order.instead)
        if self.order.boxes:
            from generator.build.decks.boxes import boxes_for, poster_of

            # Boxes are not part of the game: its rulebook and the record of prints leave them out.
            poster = poster_of(self.renderer)
            self.boxes = list(boxes_for([d for d, _ in decks], self.order.boxes, self.game.words, poster))
            decks += [(box, [piece.code for piece in box.pieces]) for box in self.boxes]
        if self.order.paper.sides == "backs" and not any(deck.back for deck, _ in decks):
            raise UsageError(
                "Nothing of it has a back.", where=f"{self.game.slug}, --sides", todo="Leave it out."
            )
        self.draw(decks)
        parts = self.impose(decks)
        books = self.books(parts)[: 1 if self.order.paper.pages else None]
        pages = {book.file_of(self.game): document.asked_for(book.parts, self.order.paper) for book in books}
        in_all = sum(map(len, pages.values()))
        drawn = {face.key for both in self.faces.values() for face in both if face}
        totals = {"pieces": self.count(decks), "faces": len(drawn), "pages": in_all}
        files = self._write(parts, books) | self._aids(decks)
        if self.order.paper.pages:
            (listed,) = pages.values()
            items = (placed.item for page in listed for placed in page.sheet.placements)
            there = {(item.deck.name, item.code, item.copy) for item in items}
            totals = totals | {"pieces": len(there)}
        own = [] if self.order.only_sheets else parts  # the parts that have files of their own
        return Made({name: data for name, data in files.items() if data}, own, pages, totals)

    def _house(self) -> PrintHouse | None:
        """Return how a print house wants the documents, if they are for one."""
        if self.order.colour == "rgb":
            return None
        from generator.pdf.ink.inks import PrintHouse, inks_of

        return PrintHouse(inks_of(self.renderer.theme), dpi=self.order.dpi)

    def count(self, decks: Sequence[tuple[Deck, list[str]]]) -> int:
        from generator.sheets import plan

        return sum(1 for _, _, members in plan.sprues(decks, self.game.words) for _ in self._items(members))

    def draw(self, decks: Sequence[tuple[Deck, list[str]]]) -> None:
        """Render and compile every face that is wanted."""
        total = sum(len(names) for _, names in decks)
        for done, (deck, piece) in enumerate(_pieces(decks), 1):
            faces = self.faces[deck.name, piece.code] = self.renderer.faces(deck, piece)
            for face in (faces.front, faces.back):
                if face:
                    self.drawings.of(face)
            self.progress(self.game.title, done, total)

    def impose(self, decks: Sequence[tuple[Deck, list[str]]]) -> list[Part]:
        from generator.sheets import plan
        from generator.sheets.imposition import Part, impose

        parts = []
        for name, title, members in plan.sprues(decks, self.game.words):
            try:
                sheets = impose(list(self._items(members)), self.order.paper)
            except PaperError as problem:
                raise PaperError(
                    problem.what, where=problem.where or f"{self.game.slug}, {title}", todo=problem.todo
                ) from None
            parts.append(Part(name, title, sheets))
        return parts

    def books(self, parts: Sequence[Part]) -> tuple[Book, ...]:
        """The files of all that is printed; with a sheet of contents if a whole game has several parts."""
        from generator.sheets import plan

        books = plan.books(parts, self.order.paper, self.game.words, together=self.order.together)
        if self.order.table and len(parts) > 1:
            from generator.pdf import contents

            return contents.with_contents(books, self.order.paper, self.game.words("Contents"))
        return books

    def _items(self, members: Sequence[tuple[Deck, list[str]]]) -> Iterator[Item]:
        from generator.sheets.imposition import Item

        for deck, piece in _pieces(members):
            faces = self.faces[deck.name, piece.code]
            back = faces.back.key if faces.back else ""
            for copy in range(1, piece.copies * self.order.copies + 1):
                yield Item(deck, piece.code, copy, faces.front.key, back)

    def _write(self, parts: Sequence[Part], books: Sequence[Book]) -> dict[str, bytes]:
        """The files by name: the whole game, each deck or sprue, and whatever else is ordered."""
        from generator.pdf import document
        from generator.sheets import plan

        order, title = self.order, self.game.title
        plan.check_names(parts, self.game.slug, OWN_FILES)
        files = self.write_books(books)
        if not order.only_sheets:
            alone = next(iter(files.values())) if len(parts) == len(books) == 1 else None
            files |= {f"{part.name}.pdf": alone or self._pdf([part]) for part in parts}
            files |= self._write_rules() if order.table else {}
        corner = self.renderer.theme.lengths["corner"]
        if order.cut != "none":
            shared = [
                part for book in books for part in book.parts if part.name.startswith(f"{plan.SHARED}-")
            ]
            files |= self._write_cuts([*parts, *shared], corner)
        for part in parts if order.cut_test else ():
            files[f"{part.name}-cut-test.pdf"] = document.write_cut_lines(
                part, self.drawings, title, order.paper, corner, self.house
            )
        if order.setup:
            from generator.pdf.setups import setup_pdf

            files["setup.pdf"] = setup_pdf(order.setup, self.game, self.renderer, order.paper, self.house)
            files |= self._write_strips(order.setup)
        return files

    def _aids(self, decks: Sequence[tuple[Deck, list[str]]]) -> dict[str, bytes]:
        """Return the files for fingers and weak eyes that are ordered."""
        order, files = self.order, dict[str, bytes]()
        if order.braille or order.large:
            from generator.exports.braille.files import braille_files, large_files

            pieces = [(deck, codes) for deck, codes in decks if deck not in self.boxes]
            whose = (pieces, self.game, self.renderer, self.drawings, order.paper)
            files |= braille_files(*whose) if order.braille else {}
            files |= large_files(*whose, order.dpi, self.house) if order.large else {}
        return files

    def write_books(self, books: Sequence[Book]) -> dict[str, bytes]:
        """The files of the whole game, by name, and its box."""
        box = self._write_box() if self.order.table and not self.order.only_sheets else {}
        drawn = self._contents(books, boxed=bool(box))
        made = {book.file_of(self.game): self._pdf(book.parts, drawn) for book in books}
        for sides in ("fronts", "backs") if self.order.paper.sides == "manual" else ():
            made[f"{self.game.slug}-{sides}.pdf"] = self._pdf(books[0].parts, drawn, sides=sides)
        return made | box

    def _pdf(
        self, parts: Sequence[Part], drawn: Mapping[tuple[str, int], Draw] | None = None, sides: str = ""
    ) -> bytes:
        from generator.pdf import document

        order = self.order
        paper = order.paper._replace(sides=sides or order.paper.sides)
        return document.write(
            parts, self.drawings, self.game.title, self.game.credits.byline, paper, drawn,
            order.dpi, self.house, self.game.words,
        )  # fmt: skip

    def _contents(self, books: Sequence[Book], *, boxed: bool) -> Mapping[tuple[str, int], Draw]:
        """Return the functions that draw the sheet of contents, if there is one."""
        from generator.sheets.plan import CONTENTS

        if books[0].parts[0].name != CONTENTS:
            return {}
        from generator.book.pages import page_face
        from generator.pdf.contents import SYMBOLS, Contents

        symbols = {name: self.drawings.drawn(self.renderer.symbol(name)) for name in SYMBOLS}
        cover = page_face(self.renderer, "cover")
        shown, paper = (self.drawings.drawn(cover), cover.size), self.order.paper
        return Contents(self.game, tuple(books), paper, symbols, shown, boxed, self.drawings).drawn()

    def _write_rules(self) -> dict[str, bytes]:
        from generator.book.booklet import booklet
        from generator.book.lessons import has_summary
        from generator.book.rulebook import rulebook

        book = rulebook(self.game, self.renderer, self.house)
        if self.house:
            return {"rulebook.pdf": book}  # a print house makes the booklet of it
        sheet = self.order.paper.width, self.order.paper.height
        folded = booklet(book, self.game.title, self.game.words, sheet, has_summary(self.game))
        return {"rulebook.pdf": book, "rulebook-booklet.pdf": folded}

    def _write_box(self) -> dict[str, bytes]:
        """The box for all parts; nothing for a game without words for its back, or on too small a paper."""
        order = self.order
        if not self.game.cover.pitch:
            return {}
        from generator.build.decks.boxes import game_box_pdf

        decks = self.game.at_the_table(order.instead)
        made = game_box_pdf(self.game, decks, self.renderer, order.paper, self.house)
        return {f"{GAME_BOX}.pdf": made} if made else {}

    def _write_strips(self, setup: Setup) -> dict[str, bytes]:
        """Interlocking pieces of the set-up as whole strips; empty if there are none."""
        from generator.pdf import document
        from generator.sheets.strips import impose_strips, stacked, strips

        paper = self.order.paper
        boards = stacked(list(strips(setup, self.game, self.renderer)), paper)
        if not boards:
            return {}
        parts, drawings = impose_strips(boards, paper), {board.key: board.drawing for board in boards}
        title, byline, words = self.game.title, self.game.credits.byline, self.game.words
        made = document.write(parts, drawings, title, byline, paper, house=self.house, words=words)
        return {"setup-strips.pdf": made}

    def _write_cuts(self, parts: Sequence[Part], corner: float) -> dict[str, bytes]:
        from generator.exports.cutting import cut_files

        files = {}
        for part in parts:
            made = cut_files(part, self.drawings, self.order.cut, corner, self.order.kerf)
            for name, (files[name], sheets) in made.items():
                self.cuts.append({"file": name, "part": part.name, "sheets": sheets})
        return files

    def _head(self, totals: dict[str, int]) -> dict[str, Any]:
        paper = self.order.paper
        return {
            "game": self.game.slug,
            "title": self.game.title,
            "stamp": self.stamp,
            "paper": {**paper._asdict(), "correction": paper.correction._asdict()},
            "ink": self.order.ink,
            **({"colour": self.order.colour} if self.house else {}),
            "copies": self.order.copies,
            "whole": self.order.whole,
            "boxes": [box.name for box in self.boxes],
            "totals": totals,
            "cuts": self.cuts,
        }


def _pieces(decks: Iterable[tuple[Deck, Sequence[str]]]) -> Iterator[tuple[Deck, Piece]]:
    """Yield the pieces of each deck with those codes, in the order of the deck."""
    for deck, codes in decks:
        wanted = frozenset(codes)
        yield from ((deck, piece) for piece in deck.pieces if piece.code in wanted)
