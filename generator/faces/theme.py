"""The looks: `templates/theme.toml`, extended and overridden by each game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from components.catalogue import Game
from components.errors import TemplateError, did_you_mean
from components.toml import Table, read_toml
from generator.faces import fonts

HOME = Path(__file__).parents[2] / "templates"
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
TYPE_SIZES = (1, 400)  # points
LEADING = (0.5, 5)  # in sizes
LENGTH = 100  # of the table [print], mm
MM_PER_POINT = 25.4 / 72


@dataclass(frozen=True)
class Style:
    """A way to set type. `size`, `smallest` in mm; `leading` in sizes; `where` names its table."""

    family: str
    weight: int
    italic: bool
    size: float
    smallest: float
    leading: float
    where: str = ""

    @cached_property
    def font(self) -> fonts.Font:
        """Read from its file on first use, as few games use every style."""
        try:
            return fonts.font(self.family, self.weight, self.italic)
        except TemplateError as problem:
            raise TemplateError(problem.what, where=self.where, todo=problem.todo) from None


@dataclass(frozen=True)
class Theme:
    """colours: by name, "#rrggbb". seats: by seat name. lengths: the [print] table, mm (`smallest` in pt)."""

    families: Mapping[str, str]
    lengths: Mapping[str, float]
    styles: Mapping[str, Style]
    colours: Mapping[str, str]
    seats: Mapping[str, str]

    def style(self, name: str) -> Style:
        if name not in self.styles:
            raise TemplateError(f'There is no style "{name}".', todo=did_you_mean(name, self.styles))
        return self.styles[name]

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
            )
    return result


def forget() -> None:
    """Read every theme anew from now on: somebody has changed the file of one."""
    _read.cache_clear()


@cache
def _read(file: Path, within: Path = HOME) -> Theme:
    table = read_toml(file, within)
    shared = HOME / "theme.toml"
    families = {**(_read(shared).families if file != shared else {}), **_texts(table.table("fonts"))}
    styles = table.table("styles")
    result = Theme(
        families=families,
        lengths=_numbers(table.table("print")),
        styles={name: _style(styles.table(name), families) for name in styles.data},
        colours=_colours(table.table("palette")),
        seats=_colours(table.table("seats")),
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
    if not LEADING[0] <= style.leading <= LEADING[1]:
        raise table.error("leading", f"is {style.leading:g}.", f"Write {LEADING[0]} to {LEADING[1]}.")
    return style


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
