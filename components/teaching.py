"""Ways in which a game is taught: the learn-to-play before the rules, solo play, and the index.

Three kinds of file beside the rules, none of which a game must have:

- `learn.md` and `solo.md` are Markdown in sections, `## Title`. A line such as `![Roll.](roll)` shows a scene
  with its caption; several on one line stand side by side. `![](box)` shows what is in the box. Lines after
  "> " are a worked example. A section whose title ends with `{page}` is not divided if it fits on a page.
- `scenes.toml` has the scenes: pieces of the box, dice, numbers and arrows placed on a table, in mm.
- `index.toml` has the words of the index, each with the rules and sections where it is explained.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeAlias
from unicodedata import normalize

from components.catalogue import Deck, Game
from components.errors import DataError, did_you_mean
from components.prose import check_marks
from components.reading import read_text
from components.toml import Table, read_toml

BOX: Final = "box"  # the scene that every game has: the contents of its box
SUMMARY: Final = "reference"  # the deck whose first piece the book shows on its last page
LESSON_BYTES: Final = 64 * 1024
SCENES: Final = 100
THINGS: Final = 400  # pieces, dice, marks and arrows of a scene
LARGEST: Final = 3_000.0  # a side of a scene, mm

_QUOTE: Final = ">"
_PAGE: Final = " {page}"
_SHOWN = re.compile(r"!\[([^\]]*)\]\(([a-z0-9-]+)\)")
_ROW = re.compile(rf"(?:{_SHOWN.pattern}\s*)+")

Spot: TypeAlias = tuple[float, ...]


@dataclass(frozen=True)
class ScenePiece:
    """A piece on the table.

    at     its upper left corner, mm
    scale  1 for its own size; a close-up is larger
    back   whether its back shows
    turn   clockwise about its centre, degrees
    view   the part of it that is seen, mm on the piece: x, y, width, height; empty for all of it
    """

    deck: str
    code: str
    at: Spot
    scale: float = 1.0
    back: bool = False
    turn: float = 0.0
    view: Spot = ()


@dataclass(frozen=True)
class Spread:
    """Pieces of one deck in rows, from the upper left corner.

    columns  pieces in a row
    pitch    distance from one piece to the next across and down, mm; for hexes see `shift`
    shift    how much further right each row starts, mm
    codes    codes of the pieces; "-" leaves a place free
    """

    deck: str
    codes: tuple[str, ...]
    at: Spot
    columns: int
    pitch: Spot
    scale: float = 1.0
    back: bool = False
    shift: float = 0.0

    def pieces(self) -> tuple[ScenePiece, ...]:
        places = (divmod(place, self.columns) for place in range(len(self.codes)))
        return tuple(
            ScenePiece(
                self.deck,
                code,
                (self.at[0] + column * self.pitch[0] + row * self.shift, self.at[1] + row * self.pitch[1]),
                self.scale,
                self.back,
            )
            for code, (row, column) in zip(self.codes, places, strict=True)
            if code != "-"
        )


@dataclass(frozen=True)
class Die:
    """A die or a coin, from above. `symbol` replaces the text of its face; `lit` marks one that is used."""

    at: Spot
    face: str = ""
    symbol: str = ""
    size: float = 16.0
    lit: bool = False
    coin: bool = False


@dataclass(frozen=True)
class Mark:
    """A number with a line to a point of the table; explained under the scene, or by steps if it has no text.

    side  side of the table beside which it stands, such as "left"; empty for the nearest
    disc  a place for it on the table instead, mm
    sign  a letter instead of the number, where the words beside the scene have numbers of their own
    """

    at: Spot
    text: str = ""
    side: str = ""
    disc: Spot = ()
    sign: str = ""


@dataclass(frozen=True)
class Words:
    """Words beside what they name. With `to`, a line leads there from their nearest end."""

    at: Spot
    text: str
    to: Spot = ()
    align: str = "left"


@dataclass(frozen=True)
class Arrow:
    """An arrow; `bend` is how far its middle is off the straight line, mm to the left of its direction.

    seat  whose move it shows, by the name of the colour; empty for what is handed over
    """

    start: Spot
    end: Spot
    bend: float = 0.0
    seat: str = ""


_THINGS: Final = {
    "pieces": ScenePiece,
    "spreads": Spread,
    "dice": Die,
    "marks": Mark,
    "words": Words,
    "arrows": Arrow,
}


@dataclass(frozen=True)
class Scene:
    """A part of the table.

    size   width and height, mm on the table
    share  the part of the page's width that it takes when it stands alone
    """

    name: str
    size: Spot
    share: float = 1.0
    pieces: tuple[ScenePiece, ...] = ()
    spreads: tuple[Spread, ...] = ()
    dice: tuple[Die, ...] = ()
    marks: tuple[Mark, ...] = ()
    words: tuple[Words, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    def all_pieces(self) -> tuple[ScenePiece, ...]:
        """All its pieces, those spread in rows first."""
        return (*(piece for spread in self.spreads for piece in spread.pieces()), *self.pieces)


@dataclass(frozen=True)
class Shown:
    """A scene with its caption, as a section shows it."""

    scene: str
    caption: str


@dataclass(frozen=True)
class Lesson:
    """A section of the learn-to-play.

    parts   Markdown and rows of scenes, in order
    quoted  the places of those that are worked examples: in the file, "> " is before their lines
    whole   whether it asks to stand on one page
    """

    title: str
    parts: tuple[str | tuple[Shown, ...], ...]
    where: str
    quoted: tuple[int, ...] = ()
    whole: bool = False


@dataclass(frozen=True)
class Teaching:
    """All of it; empty for a game that has none of the files.

    index  words, each with numbers of rules and titles of sections
    """

    learn: tuple[Lesson, ...] = ()
    solo: tuple[Lesson, ...] = ()
    scenes: Mapping[str, Scene] = field(default_factory=dict)
    index: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_teaching(game: Game) -> Teaching:
    """Read what the folder of the game has to teach it, in the language of the game.

    Raises `DataError` for scenes, pieces and rules that do not exist.
    """
    scenes = _scenes(game)
    learn, solo = (_lessons(game.folder / name, game, scenes) for name in ("learn.md", "solo.md"))
    index = _index(game, {lesson.title for lesson in (*learn, *solo)})
    if game.words.original:
        return Teaching(learn, solo, scenes, index)
    taught, alone = _translated(learn, "learn.md", game, scenes), _translated(solo, "solo.md", game, scenes)
    own, other = (*learn, *solo), (*taught, *alone)
    titles = {old.title: new.title for old, new in zip(own, other, strict=True)}
    words = {
        game.words(word, where=str(game.folder / "index.toml"), codes=False): tuple(
            titles.get(name, name) for name in found
        )
        for word, found in index.items()
    }
    scenes = {name: _said(scene, game) for name, scene in scenes.items()}
    return Teaching(taught, alone, scenes, {word: words[word] for word in sorted(words, key=_alphabetical)})


def _translated(
    lessons: tuple[Lesson, ...], name: str, game: Game, scenes: Collection[str]
) -> tuple[Lesson, ...]:
    """The sections in the language of the game; as they are if it does not have them.

    Raises `DataError` if they show other scenes.
    """
    assert game.words.folder
    file = game.words.folder / name
    if not lessons or game.words.lacks(name):
        return lessons
    said = _lessons(file, game, scenes)
    if len(said) != len(lessons):
        raise DataError(
            f"There are {len(said)} sections where {len(lessons)} are translated.",
            where=str(file),
            todo=f"Give it the sections of {game.folder / name}.",
        )
    for own, other in zip(lessons, said, strict=True):
        if _shown(own) != _shown(other):
            raise DataError(
                f'The section shows other scenes than "{own.title}".',
                where=other.where,
                todo=f"Show these: {', '.join(_shown(own)) or 'none'}.",
            )
    return said


def _shown(lesson: Lesson) -> list[str]:
    return [shown.scene for part in lesson.parts if not isinstance(part, str) for shown in part]


def _said(scene: Scene, game: Game) -> Scene:
    """The scene with its words in the language of the game."""
    where = f"{game.folder / 'scenes.toml'}, {scene.name}"

    def said(thing: Any) -> Any:
        return replace(thing, text=game.words(thing.text, where=where))

    return replace(scene, marks=tuple(map(said, scene.marks)), words=tuple(map(said, scene.words)))


def _alphabetical(word: str) -> str:
    """Return the key that the word is sorted by: letters with accents like those without."""
    return "".join(sign for sign in normalize("NFKD", word.casefold()) if sign.isalnum() or sign == " ")


def _scenes(game: Game) -> dict[str, Scene]:
    file = game.folder / "scenes.toml"
    if not file.exists():
        return {}
    table = read_toml(file, game.folder)
    decks = {deck.name: deck for deck in game.decks}
    found: dict[str, Scene] = {}
    rows = table.tables("scene")
    if len(rows) > SCENES:
        raise table.error("scene", f"has {len(rows):,} entries.", f"Write at most {SCENES}.")
    for row in rows:
        things = {key: _things(row, key, kind) for key, kind in _THINGS.items()}
        scene: Scene = row.record(Scene, **things)
        row.done()
        if scene.name in found or scene.name == BOX:
            raise row.error("name", f'is "{scene.name}", which is taken.', "Choose another name.")
        _check(scene, row, decks, [seat.name for seat in game.seats])
        found[scene.name] = scene
    table.done()
    return found


def _things(row: Table, key: str, kind: type[Any]) -> tuple[Any, ...]:
    """The things of one kind; a misspelt key is refused."""
    found = []
    for inner in row.tables(key):
        found.append(inner.record(kind))
        inner.done()
    return tuple(found)


def _check(scene: Scene, row: Table, decks: Mapping[str, Deck], seats: Collection[str]) -> None:
    """Refuse what cannot be drawn."""
    _numbers(scene.size, "size", 2, row)
    if not all(1 <= side <= LARGEST for side in scene.size):
        raise row.error("size", f"is {list(scene.size)}.", f"Write 1 to {LARGEST:g} mm.")
    if not 0.1 <= scene.share <= 1:
        raise row.error("share", f"is {scene.share}.", "Write 0.1 to 1.")
    for spread in scene.spreads:
        _numbers(spread.at, "at", 2, row)
        _numbers(spread.pitch, "pitch", 2, row)
        if not 1 <= spread.columns <= THINGS:
            raise row.error("columns", f"is {spread.columns}.", f"Write 1 to {THINGS}.")
    pieces = scene.all_pieces()
    things = (*pieces, *scene.dice, *scene.marks, *scene.words, *scene.arrows)
    if not 1 <= len(things) <= THINGS:
        raise row.error("name", f"is a scene of {len(things)} things.", f"Show 1 to {THINGS}.")
    for piece in pieces:
        if piece.deck not in decks:
            raise row.error("deck", f'is "{piece.deck}".', did_you_mean(piece.deck, decks))
        codes = [known.code for known in decks[piece.deck].pieces]
        if piece.code not in codes:
            what = f'is "{piece.code}", but {piece.deck} has no such piece.'
            raise row.error("code", what, did_you_mean(piece.code, codes))
        if not 0.05 <= piece.scale <= 20:
            raise row.error("scale", f"is {piece.scale}.", "Write 0.05 to 20.")
        if piece.view:
            _numbers(piece.view, "view", 4, row)
    for at in (thing.at for kind in (pieces, scene.dice, scene.marks, scene.words) for thing in kind):
        _numbers(at, "at", 2, row)
    for arrow in scene.arrows:
        _numbers(arrow.start, "start", 2, row)
        _numbers(arrow.end, "end", 2, row)
        if arrow.seat and arrow.seat not in seats:
            raise row.error("seat", f'is "{arrow.seat}".', did_you_mean(arrow.seat, seats))
    for mark in scene.marks:
        if mark.side not in ("", "left", "right", "top", "bottom"):
            raise row.error("side", f'is "{mark.side}".', "Write left, right, top or bottom.")
        if mark.disc:
            _numbers(mark.disc, "disc", 2, row)
    for words in scene.words:
        if words.to:
            _numbers(words.to, "to", 2, row)
        if words.align not in ("left", "right", "middle"):
            raise row.error("align", f'is "{words.align}".', "Write left, right or middle.")


def _numbers(value: Spot, key: str, count: int, row: Table) -> None:
    if len(value) != count or any(abs(number) > LARGEST for number in value):
        raise row.error(key, f"is {list(value)}.", f"Write {count} numbers of mm.")


def _lessons(file: Path, game: Game, scenes: Collection[str]) -> tuple[Lesson, ...]:
    if not file.exists():
        return ()
    lessons: list[Lesson] = []
    title, start, lines = "", 0, list[str]()
    text = read_text(file, limit=LESSON_BYTES, within=game.folder)
    check_marks(text, file)
    for number, line in enumerate((*text.split("\n"), "## "), 1):
        if not line.startswith("## "):
            lines.append(line)
            continue
        if title:
            where = f"{file}, line {start}"
            parts, quoted = _parts(lines, scenes, where)
            name = title.removesuffix(_PAGE)
            lessons.append(Lesson(name, parts, where, quoted, name != title))
        title, start, lines = line[3:].strip(), number, []
    if not lessons:
        raise DataError("There are no sections in it.", where=str(file), todo='Begin one: "## The story".')
    return tuple(lessons)


def _parts(
    lines: list[str], scenes: Collection[str], where: str
) -> tuple[tuple[str | tuple[Shown, ...], ...], tuple[int, ...]]:
    """The parts of a section, and the places of those that are quoted."""
    parts: list[str | tuple[Shown, ...]] = []
    quoted: list[int] = []
    prose: list[str] = []
    quoting = False

    def add(part: str | tuple[Shown, ...]) -> None:
        if part:
            quoted.extend([len(parts)] if quoting else [])
            parts.append(part)

    for line in lines:
        said = line.removeprefix(_QUOTE).removeprefix(" ")
        row = tuple(Shown(name, caption) for caption, name in _SHOWN.findall(said))
        shows = bool(_ROW.fullmatch(said.strip()))
        if shows or (line.strip() and line.startswith(_QUOTE) != quoting):
            add("\n".join(prose).strip())
            prose = []
        if line.strip():  # an empty line ends no quotation
            quoting = line.startswith(_QUOTE)
        if not shows:
            prose.append(said if quoting else line)
            continue
        for shown in row:
            if shown.scene != BOX and shown.scene not in scenes:
                raise DataError(
                    f'There is no scene "{shown.scene}".',
                    where=where,
                    todo=did_you_mean(shown.scene, scenes)
                    or f'Write it in scenes.toml: [[scene]] with name = "{shown.scene}".',
                )
        add(row)
    add("\n".join(prose).strip())
    return tuple(parts), tuple(quoted)


def _index(game: Game, titles: Collection[str]) -> dict[str, tuple[str, ...]]:
    file = game.folder / "index.toml"
    if not file.exists():
        return {}
    table = read_toml(file, game.folder)
    places = {*game.rules.numbers(), *titles}
    entries = {word: table.texts(word) for word in sorted(table.data, key=str.casefold)}
    for word, found in entries.items():
        for place in found:
            if place not in places:
                what = f'names "{place}", which is neither a rule nor a section.'
                raise table.error(word, what, did_you_mean(place, places))
    return entries
