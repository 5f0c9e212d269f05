"""One game from its folder to its PDFs and manifest: the whole stream, and what may be left undone.

Everything is made in a folder beside the goal and moved into place when all of it is there, so that a
failure, a full disk or Ctrl-C leaves what was there before. A build whose inputs are the same as those
recorded in the manifest is not done again.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from components import catalogue
from components.catalogue import Deck, Game
from components.decklists import DeckList
from components.errors import DataError, FitError, PaperError, UsageError, did_you_mean
from components.setup import Setup
from generator import manifest
from generator.boxes import boxes_for
from generator.files import replace_files
from generator.owndecks import with_own_deck
from generator.paper import Paper

if TYPE_CHECKING:
    from generator.drawing import Drawing
    from generator.faces import Faces, Renderer
    from generator.sheets import Item, Part

PART, CHANGED = "-part", "-changed"  # what the folders are called where not the whole game is printed
_OWN_FILES = ("rulebook", "rulebook-booklet", "setup", "setup-strips")  # PDFs that are not named after a deck


@dataclass(frozen=True)
class Order:
    """What is to be printed. `game` is a slug or a folder; `only` and `pieces` leave out the rest.

    pieces    codes, or "deck/code" where two decks use a code
    suffix    added to the name of the game's folder in `out`; by default "-part" if not all is printed
    own_deck  a player's own deck, to be printed in the place of the one it is like
    boxes     thickness of a card in mm: tuck boxes for the decks are printed too; 0 for none
    cut       files for a cutting machine: none, svg or dxf
    cut_test  also sheets with nothing but the cut lines, to try a cut without wasting ink
    setup     a set-up of the game to be shown on sheets of its own
    """

    game: str
    paper: Paper
    out: Path
    ink: str = "full"
    only: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    copies: int = 1
    cut: str = "none"
    cut_test: bool = False
    setup: Setup | None = None
    own_deck: DeckList | None = None
    boxes: float = 0.0
    suffix: str = ""
    force: bool = False

    @property
    def whole(self) -> bool:
        """Whether every piece of the game is printed."""
        return not (self.only or self.pieces or self.own_deck)

    def folder(self, slug: str) -> Path:
        """Where the files go. A part has a folder of its own: a print of the whole game stays whole."""
        return self.out / f"{slug}{self.suffix or ('' if self.whole else PART)}"


@dataclass(frozen=True)
class Result:
    """What a build did. `folder` holds the files; `pages` counts the sides of `game.pdf`."""

    slug: str
    title: str
    folder: Path
    pieces: int
    faces: int
    pages: int
    done: bool


Progress = Callable[[str, int, int], None]  # what, steps done, steps in all


def _untold(what: str, done: int, total: int) -> None:
    """Progress that nobody follows."""


def build(order: Order, progress: Progress = _untold) -> Result:
    """Print one game. Raises the errors of `components.errors`; then nothing was changed."""
    game, stamp = _stamped(order)
    if result := _unchanged(order, game, stamp):
        return result
    from generator.faces import Renderer

    return _Press(game, order, Renderer(game, order.ink), stamp, progress).run(order.folder(game.slug))


def unchanged(order: Order) -> Result | None:
    """What `build` says where it has nothing to do; None where it has."""
    return None if order.force else _unchanged(order, *_stamped(order))


def _stamped(order: Order) -> tuple[Game, str]:
    """The game that is to be printed, and the stamp of all that its print depends on."""
    game = catalogue.load(order.game)
    if order.own_deck:
        game = with_own_deck(game, order.own_deck)
    options = replace(order, game="", out=Path(), force=False)
    return game, manifest.stamp(game, options, _made_in(order, game))


def _unchanged(order: Order, game: Game, stamp: str) -> Result | None:
    folder = order.folder(game.slug)
    totals = None if order.force else manifest.unchanged(folder, stamp)
    if totals is None:
        return None
    manifest.renew(folder)
    return Result(game.slug, game.title, folder, done=False, **totals)


def _made_in(order: Order, game: Game) -> Path:
    """All of the output folder, or just the folder of this build where the game itself is in the other."""
    around = {game.folder.resolve(), *game.folder.resolve().parents}
    return order.folder(game.slug) if order.out.resolve() in around else order.out


def rehearse(game: Game, renderer: Renderer, paper: Paper) -> None:
    """Lay out every sheet and set the rulebook, and write nothing. Raises what `build` would."""
    from generator.rulebook import rulebook

    press = _Press(game, Order(game.slug, paper, Path(), renderer.ink), renderer)
    for deck in game.decks:
        for piece in deck.pieces:
            press.faces[deck.name, piece.code] = renderer.faces(deck, piece)
    press.check_names(press.impose(chosen(game, (), ())))
    rulebook(game, renderer)


def chosen(game: Game, only: Sequence[str], codes: Sequence[str]) -> list[tuple[Deck, list[str]]]:
    """The decks and the codes in them that are wanted. Raises `UsageError` for names there are none of."""
    decks = [game.deck(name) for name in dict.fromkeys(only)] or list(game.decks)
    known = {piece.code for deck in decks for piece in deck.pieces}
    full = {f"{deck.name}/{piece.code}" for deck in decks for piece in deck.pieces}
    for code in codes:
        if code not in known | full:
            raise UsageError(f'There is no piece "{code}".', where=game.slug, todo=did_you_mean(code, known))
    wanted = [
        (
            deck,
            [
                piece.code
                for piece in deck.pieces
                if not codes or piece.code in codes or f"{deck.name}/{piece.code}" in codes
            ],
        )
        for deck in decks
    ]
    return [(deck, names) for deck, names in wanted if names]


class _Press:
    def __init__(
        self, game: Game, order: Order, renderer: Renderer, stamp: str = "", progress: Progress = _untold
    ) -> None:
        self.game = game
        self.order = order
        self.stamp = stamp
        self.progress = progress
        self.renderer = renderer
        self.faces: dict[tuple[str, str], Faces] = {}
        self.drawings: dict[str, Drawing] = {}
        self.boxes: list[Deck] = []
        self.cuts: list[dict[str, Any]] = []

    def run(self, folder: Path) -> Result:
        from generator import document

        if not gc.get_freeze_count():
            # What has been loaded stays. To look through it for garbage, again and again, takes a tenth of
            # the time of a build.
            gc.freeze()
        decks = chosen(self.game, self.order.only, self.order.pieces)
        if self.order.boxes:
            # No part of the game: neither its rulebook nor the record of what was printed knows them.
            self.boxes = list(boxes_for([deck for deck, _ in decks], self.order.boxes))
            decks += [(box, [piece.code for piece in box.pieces]) for box in self.boxes]
        self._draw(decks)
        parts = self.impose(decks)
        pages = document.pages(parts, self.order.paper)
        files = self._write(parts)
        if self.renderer.misfits:
            raise misfit_report(self.renderer.misfits)
        totals = {"pieces": self._count(decks), "faces": len(self.drawings), "pages": len(pages)}
        rows = list(manifest.faces(pages, self.order.paper))
        files[manifest.NAME] = manifest.manifest(self._head(totals), files, rows)
        replace_files(folder, files, manifest.files_in(folder))
        return Result(self.game.slug, self.game.title, folder, done=True, **totals)

    def _count(self, decks: Sequence[tuple[Deck, list[str]]]) -> int:
        return sum(1 for _, _, members in _sprues(decks) for _ in self._items(members))

    def _draw(self, decks: Sequence[tuple[Deck, list[str]]]) -> None:
        """Every face that is wanted, rendered and compiled."""
        from generator.drawing import compile_svg

        total = sum(len(names) for _, names in decks)
        done = 0
        for deck, names in decks:
            for piece in deck.pieces:
                if piece.code not in names:
                    continue
                faces = self.renderer.faces(deck, piece)
                self.faces[deck.name, piece.code] = faces
                for face in (faces.front, faces.back):
                    if face and face.key not in self.drawings:
                        self.drawings[face.key] = compile_svg(face.svg, face.where)
                done += 1
                self.progress(self.game.title, done, total)

    def impose(self, decks: Sequence[tuple[Deck, list[str]]]) -> list[Part]:
        from generator.sheets import Part, impose

        parts = []
        for name, title, members in _sprues(decks):
            try:
                sheets = impose(list(self._items(members)), self.order.paper)
            except PaperError as problem:
                raise PaperError(
                    problem.what, where=problem.where or f"{self.game.slug}, {title}", todo=problem.todo
                ) from None
            parts.append(Part(name, title, sheets))
        return parts

    def _items(self, members: Sequence[tuple[Deck, list[str]]]) -> Iterator[Item]:
        from generator.sheets import Item

        for deck, names in members:
            for piece in deck.pieces:
                if piece.code in names:
                    faces = self.faces[deck.name, piece.code]
                    back = faces.back.key if faces.back else ""
                    for copy in range(1, piece.copies * self.order.copies + 1):
                        yield Item(deck, piece.code, copy, faces.front.key, back)

    def _write(self, parts: Sequence[Part]) -> dict[str, bytes]:
        """The PDFs by file name: the whole game, one for each deck or sprue, and what else is ordered."""
        from generator import document

        order, title = self.order, self.game.title
        credit = ", ".join(self.game.credits.authors)
        packed: dict[bytes, bytes] = {}  # each face is in the PDF of the game and in that of its deck
        whole = document.write(parts, self.drawings, title, credit, order.paper, packed)
        files = {f"{self.game.slug}.pdf": whole}
        self.check_names(parts)
        for part in parts:
            alone = len(parts) == 1
            data = (
                whole if alone else document.write([part], self.drawings, title, credit, order.paper, packed)
            )
            files[f"{part.name}.pdf"] = data
        if order.whole:
            files |= self._write_rules()
        corner = self.renderer.theme.lengths["corner"]
        if order.cut != "none":
            files |= self._write_cuts(parts, corner)
        for part in parts if order.cut_test else ():
            files[f"{part.name}-cut-test.pdf"] = document.write_cut_lines(
                part, self.drawings, title, order.paper, corner
            )
        if order.setup:
            from generator.setups import setup_pdf

            files["setup.pdf"] = setup_pdf(order.setup, self.game, self.renderer, order.paper, self.drawings)
            files |= self._write_strips(order.setup, credit)
        return files

    def check_names(self, parts: Sequence[Part]) -> None:
        """Raises `DataError` for a deck whose file would be another one of the build."""
        for part in parts:
            if part.name in (self.game.slug, *_OWN_FILES):
                raise DataError(
                    f'A deck or sprue cannot be named "{part.name}": another file of the build is.',
                    where=self.game.slug,
                    todo="Rename it.",
                )

    def _write_rules(self) -> dict[str, bytes]:
        from generator.booklet import booklet
        from generator.rulebook import rulebook

        book = rulebook(self.game, self.renderer, self.drawings)
        return {"rulebook.pdf": book, "rulebook-booklet.pdf": booklet(book, self.game.title)}

    def _write_strips(self, setup: Setup, credit: str) -> dict[str, bytes]:
        """Pieces of the set-up that interlock, as whole strips; nothing if there are none."""
        from generator import document
        from generator.strips import impose_strips, stacked, strips

        paper = self.order.paper
        boards = stacked(list(strips(setup, self.game, self.renderer)), paper)
        if not boards:
            return {}
        parts, drawings = impose_strips(boards, paper), {board.key: board.drawing for board in boards}
        return {"setup-strips.pdf": document.write(parts, drawings, self.game.title, credit, paper)}

    def _write_cuts(self, parts: Sequence[Part], corner: float) -> dict[str, bytes]:
        from generator.cutting import cut_files

        files = {}
        for part in parts:
            for name, (data, sheets) in cut_files(part, self.drawings, self.order.cut, corner).items():
                files[name] = data
                self.cuts.append({"file": name, "part": part.name, "sheets": sheets})
        return files

    def _head(self, totals: dict[str, int]) -> dict[str, Any]:
        return {
            "game": self.game.slug,
            "title": self.game.title,
            "stamp": self.stamp,
            "paper": asdict(self.order.paper),
            "ink": self.order.ink,
            "copies": self.order.copies,
            "whole": self.order.whole,
            "boxes": [box.name for box in self.boxes],
            "totals": totals,
            "cuts": self.cuts,
        }


def misfit_report(misfits: Sequence[FitError]) -> FitError:
    """One error that lists every text that did not fit."""
    rows = "\n".join(f"  {misfit.where}: {misfit.what}" for misfit in misfits)
    count = f"{len(misfits)} texts do" if len(misfits) > 1 else "A text does"
    return FitError(
        f"{count} not fit at the smallest size that may be printed:\n{rows}\n", todo="Shorten them."
    )


def _sprues(decks: Sequence[tuple[Deck, list[str]]]) -> list[tuple[str, str, list[tuple[Deck, list[str]]]]]:
    """Decks that share sheets, in the order of their first: name, title, members."""
    groups: dict[str, list[tuple[Deck, list[str]]]] = {}
    for deck, names in decks:
        groups.setdefault(deck.sprue, []).append((deck, names))
    return [(name, _title([deck.title for deck, _ in members]), members) for name, members in groups.items()]


def _title(titles: Sequence[str]) -> str:
    """The titles of the decks on a sprue, as long as a label has room for."""
    return ", ".join(titles) if len(titles) < 4 else f"{titles[0]}, {titles[1]} and {len(titles) - 2} more"
