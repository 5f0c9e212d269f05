"""The looks: `templates/theme.toml`, extended and overridden by each game."""

import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from components.catalogue import Game
from components.errors import TemplateError, did_you_mean
from components.toml import Table, read_toml
from generator import INCH
from generator.faces import fonts
from generator.faces.type import own

HOME = Path(__file__).parents[2] / "templates"
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
TYPE_SIZES = (1, 400)  # points
LEADING = (0.5, 5)  # least and most, in sizes
_FALLBACK = "fallback"  # the key in [fonts] for characters that other fonts do not have
_OTHER_FONTS = (".woff", ".woff2", ".ttc", ".eot", ".pfb")  # formats of fonts that are not read
INK = 240  # the most that a colour may use, percent
KERNED = 10  # points: the type of a style of this size or more is set with kerning
LENGTH = 100  # the most of lengths in the table [print], mm
MM_PER_POINT = INCH / 72


_BOOK: Mapping[str, Callable[[Table, str], Any]] = {
    "openings": Table.texts,
    "edge": Table.text,
    "box": Table.text,
    "line": Table.number,
    "dash": Table.numbers,
    "corner": Table.number,
    "cut": Table.number,
    "slant": Table.number,
}
_BOOK_LENGTHS = {
    "line": (0.2, 3.0),
    "dash": (0.2, 20.0),
    "corner": (0.0, 6.0),
    "cut": (0.0, 6.0),
    "slant": (-9.0, 9.0),
}  # mm


Inks: TypeAlias = tuple[float, float, float, float]  # cyan, magenta, yellow, black


class Style(NamedTuple):
    """A way to set type. `size`, `smallest` in mm; `leading` in sizes; `where` names its table."""

    family: str
    weight: int
    italic: bool
    size: float
    smallest: float
    leading: float
    where: str = ""
    fallbacks: tuple[str, ...] = ()

    @property
    def font(self) -> fonts.Font:
        """Read from its file when it is first asked for, as few games use every style."""
        try:
            kerned = self.size >= KERNED * MM_PER_POINT
            return fonts.font(self.family, self.weight, self.italic, self.fallbacks, kerned)
        except TemplateError as problem:
            raise TemplateError(problem.what, where=self.where, todo=problem.todo) from None


class Pages(NamedTuple):
    """The table [book]: how the pages of a rulebook look. Colours by their names, lengths in mm.

    openings  the grounds of its parts, in turn
    edge      the line under an opening
    box       the ground of a box
    line      width of the lines at an opening and round a box
    dash      dashes of these lines, and the gaps between them; empty for whole lines
    corner    the radius of a box's corners
    cut       how much of them is cut off instead
    slant     how much lower an opening ends on its right side than on its left
    """

    openings: tuple[str, ...]
    edge: str
    box: str
    line: float
    dash: tuple[float, ...]
    corner: float
    cut: float
    slant: float


class Theme(NamedTuple):
    """colours: by name, "#rrggbb". seats: by seat name. lengths: the [print] table, mm (`smallest` in pt).
    inks: for some colours and seats, the cyan, magenta, yellow and black that print them exactly, 0 to 1.
    book: what the layers say about the pages of the rulebook, by key; see `Pages`."""

    families: Mapping[str, str]
    lengths: Mapping[str, float]
    styles: Mapping[str, Style]
    colours: Mapping[str, str]
    seats: Mapping[str, str]
    fallbacks: tuple[str, ...] = ()
    inks: Mapping[str, Inks] = MappingProxyType({})
    book: Mapping[str, Any] = MappingProxyType({})

    def style(self, name: str) -> Style:
        if name not in self.styles:
            raise TemplateError(f'There is no style "{name}".', todo=did_you_mean(name, self.styles))
        return self.styles[name]

    @property
    def pages(self) -> Pages:
        return Pages(**self.book)

    @property
    def bleed(self) -> float:
        return self.lengths["bleed"]


def theme(game: Game) -> Theme:
    """The shared theme, overridden by the one beside the game's templates and the one in its folder."""
    result = _read(HOME / "theme.toml")
    for folder in (HOME / "faces" / game.slug.replace("-", "_"), game.folder):
        file = folder / "theme.toml"
        if file.exists():
            extra = _read(file, folder)
            result = Theme(
                {**result.families, **extra.families},
                {**result.lengths, **extra.lengths},
                {**result.styles, **extra.styles},
                {**result.colours, **extra.colours},
                {**result.seats, **extra.seats},
                extra.fallbacks or result.fallbacks,
                _inks_of_layers(result, extra, str(file)),
                {**result.book, **extra.book},
            )
            _check_book(result, str(file))
            if extra.families.keys() & _read(HOME / "theme.toml").families.keys() or result.fallbacks:
                result = result._replace(styles=_restyled(result, extra))
    return result


def forget() -> None:
    """Read every theme anew from now on: somebody has changed the file of one."""
    _read.cache_clear()


def _restyled(result: Theme, extra: Theme) -> dict[str, Style]:
    """The styles of all layers, in the families that the last one names, with its fallbacks."""
    changed = {
        _read(HOME / "theme.toml").families[name]: family
        for name, family in extra.families.items()
        if name in _read(HOME / "theme.toml").families
    }
    return {
        name: style._replace(
            family=style.family if name in extra.styles else changed.get(style.family, style.family),
            fallbacks=result.fallbacks,
        )
        for name, style in result.styles.items()
    }


@cache
def _read(file: Path, within: Path = HOME) -> Theme:
    table = read_toml(file, within)
    shared = HOME / "theme.toml"
    named = table.table("fonts")
    families = dict(_read(shared).families if file != shared else {})
    families |= {name: _family(named, name, within) for name in named.data if name != _FALLBACK}
    styles = table.table("styles")
    result = Theme(
        families=families,
        lengths=_numbers(table.table("print")),
        styles={name: _style(styles.table(name), families) for name in styles.data},
        fallbacks=_fallbacks(named, within),
        colours=_colours(table.table("palette")),
        seats=_colours(table.table("seats")),
        inks=_inks(table.table("cmyk")),
        book=_book(table.table("book")),
    )
    table.done()
    return result


def _style(table: Table, families: Mapping[str, str]) -> Style:
    name = table.text("font")  # "text" or "display", or a family by its name
    style = Style(
        family=families.get(name, name),
        weight=table.integer("weight"),
        italic=table.flag("italic", False),
        size=table.number("size") * MM_PER_POINT,
        smallest=table.number("min") * MM_PER_POINT,
        leading=table.number("leading"),
        where=table.where(),
    )
    table.done()
    for key in ("min", "size"):
        if not TYPE_SIZES[0] <= (value := table.number(key)) <= TYPE_SIZES[1]:
            raise table.error(key, f"is {value:g}.", f"Write points, {TYPE_SIZES[0]} to {TYPE_SIZES[1]}.")
    if style.smallest > style.size:
        raise table.error("min", "is larger than size.", "Write at most the size.")
    if not LEADING[0] <= style.leading <= LEADING[1]:
        raise table.error("leading", f"is {style.leading:g}.", f"Write {LEADING[0]} to {LEADING[1]}.")
    return style


def _family(table: Table, name: str, folder: Path) -> str:
    """A family by its name, or by the files in the game's folder that it is made of."""
    value = table.anything(name)
    files = table.texts(name) if isinstance(value, list) else (table.text(name),)
    if not any(file.lower().endswith(own.SUFFIXES) for file in files):
        if isinstance(value, list):
            raise table.error(name, f"is {list(files)[:3]}.", 'Write files: ["fonts/My.ttf"], or one family.')
        if "/" in files[0] or files[0].lower().endswith(_OTHER_FONTS):
            raise table.error(name, f'is "{files[0]}".', "Fonts are files that end with .ttf or .otf.")
        return files[0]
    return own.family([folder / file for file in files], folder).name


def _fallbacks(table: Table, folder: Path) -> tuple[str, ...]:
    """The families for characters that others lack, each by its name or its file."""
    names = table.texts(_FALLBACK, ())
    return tuple(
        own.family([folder / name], folder).name if name.lower().endswith(own.SUFFIXES) else name
        for name in names
    )


def _inks_of_layers(result: Theme, extra: Theme, where: str) -> dict[str, Inks]:
    """The inks of both layers. A colour that the second one gives anew has only the inks that it gives.

    Raises `TemplateError` for inks of a colour that there is not.
    """
    anew = extra.colours.keys() | extra.seats.keys()
    inks = {name: value for name, value in result.inks.items() if name not in anew} | dict(extra.inks)
    known = {**result.colours, **result.seats, **extra.colours, **extra.seats}
    for name in extra.inks:
        if name not in known:
            raise TemplateError(
                f'[cmyk] has inks for "{name}", which is neither in [palette] nor in [seats].',
                where=where,
                todo=did_you_mean(name, known),
            )
    return inks


def _inks(table: Table) -> dict[str, Inks]:
    """Inks by the names of colours: four numbers of percent, `INK` in all at most."""
    found: dict[str, Inks] = {}
    for name in table.data:
        percent = table.numbers(name)
        if len(percent) != 4 or not all(0 <= one <= 100 for one in percent):
            raise table.error(name, f"is {list(percent)}.", "Write four numbers of percent, 0 to 100.")
        if sum(percent) > INK:
            raise table.error(
                name, f"uses {sum(percent):g} % ink.", f"Print houses take {INK} % at most: use less of each."
            )
        cyan, magenta, yellow, black = (one / 100 for one in percent)
        found[name] = (cyan, magenta, yellow, black)
    return found


def _book(table: Table) -> dict[str, Any]:
    """Read what a layer says about the pages of a rulebook: fields of `Pages`."""
    said = {name: read(table, name) for name, read in _BOOK.items() if table.anything(name) is not None}
    table.done()
    for name, value in said.items():
        least, most = _BOOK_LENGTHS.get(name, (-math.inf, math.inf))
        lengths = value if isinstance(value, tuple) else (value,)
        if not value and name == "openings":
            raise table.error(name, "is empty.", "Name a colour.")
        if not all(isinstance(length, str) or least <= length <= most for length in lengths):
            raise table.error(name, f"is {table.data[name]}.", f"Write mm, {least:g} to {most:g}.")
    return said


def _check_book(found: Theme, where: str) -> None:
    """Raises `TemplateError` for a colour that there is not."""
    pages = found.pages
    for name in (*pages.openings, pages.edge, pages.box):
        if name not in found.colours:
            what = f'[book] names the colour "{name}", which is not in [palette].'
            raise TemplateError(what, where=where, todo=did_you_mean(name, found.colours))


def _texts(table: Table) -> dict[str, str]:
    return {key: table.text(key) for key in table.data}


def _colours(table: Table) -> dict[str, str]:
    colours = _texts(table)
    for name, value in colours.items():
        if not _COLOUR.fullmatch(value):
            raise table.error(name, f'is "{value}", which is not a colour.', 'Write "#rrggbb".')
    return colours


def _numbers(table: Table) -> dict[str, float]:
    """Lengths: not negative, and no longer than makes sense."""
    lengths = {key: table.number(key) for key in table.data}
    for name, value in lengths.items():
        if not 0 <= value <= LENGTH:
            raise table.error(name, f"is {value:g}.", f"Write mm, 0 to {LENGTH}.")
    return lengths
