"""Illustrations of the rulebook: figures, and the meanings of the symbols on the pieces.

A figure is pieces laid out as on the table, to show a set-up or an example. Figures are in `figures.toml`
beside the rules, as `[[figure]]` tables: the rule they follow, a caption, and pieces of the box in a grid, in
hexes or in a list. So a figure always shows the pieces as they are printed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from components.errors import did_you_mean
from components.pieces import COPIES
from components.rules import Rules
from components.toml import Table, read_toml

if TYPE_CHECKING:
    from components.setup import Area, Layout, Placed

SHOWN = 1_000  # pieces in a figure
FARTHEST = 100  # columns or rows from the first

_LAYOUTS: tuple[Layout, ...] = ("grid", "hexes", "list")


class Figure(NamedTuple):
    """Pieces shown after a rule. `after` is the rule's number, or a section's title or number."""

    after: str
    caption: str
    area: Area


def read_figures(
    file: Path, codes: Mapping[str, Collection[str]], rules: Rules, within: Path | None = None
) -> tuple[Figure, ...]:
    """The figures of a game; none if it has no such file. Raises `DataError` for pieces that do not exist.

    codes   codes of the pieces of each deck, by its name
    within  the game's folder
    """
    if not file.exists():
        return ()
    table = read_toml(file, within)
    places = {*rules.numbers(), *(name for s in rules.sections for name in (s.number, s.title) if name)}
    figures = tuple(_figure(row, index, codes, places) for index, row in enumerate(table.tables("figure")))
    table.done()
    return figures


def read_symbols(file: Path, within: Path | None = None) -> dict[str, str]:
    """Read what the symbols on the pieces of a game mean, by name; nothing if it has no such file.

    A symbol that is not among them is decoration. Raises `DataError`.
    """
    if not file.exists():
        return {}
    table = read_toml(file, within)
    return {name: table.text(name) for name in table.data}


def _figure(row: Table, index: int, codes: Mapping[str, Collection[str]], places: set[str]) -> Figure:
    from components.setup import Area  # here, because a deck of cards has no figures

    after = row.text("after")
    if after not in places:
        raise row.error("after", f'is "{after}", but there is no such rule.', did_you_mean(after, places))
    name = row.choice("layout", _LAYOUTS, "list")
    layout = next(known for known in _LAYOUTS if known == name)
    pieces = tuple(_placed(piece, layout, codes) for piece in row.tables("pieces")[: SHOWN + 1])
    if len(pieces) > SHOWN:
        raise row.error("pieces", f"has more than {SHOWN} entries.", "Show fewer.")
    if not pieces:
        raise row.error("pieces", "is empty.", 'Name some: pieces = [{ deck = "tiles", code = "T1" }]')
    figure = Figure(after, row.text("caption"), Area(f"figure-{index + 1}", "", layout, pieces))
    row.done()
    return figure


def _placed(row: Table, layout: Layout, codes: Mapping[str, Collection[str]]) -> Placed:
    from components.setup import Placed

    deck = row.choice("deck", tuple(codes))
    code = row.text("code")
    if code not in codes[deck]:
        raise row.error(
            "code", f'is "{code}", but {deck} has no such piece.', did_you_mean(code, codes[deck])
        )
    at = row.integers("at", ())
    if len(at) != 2 and (at or layout != "list"):
        raise row.error("at", "is missing or is not a pair.", "Write at = [column, row].")
    if any(abs(place) > FARTHEST for place in at):
        raise row.error("at", f"is {list(at)}.", f"Write numbers from -{FARTHEST} to {FARTHEST}.")
    count = row.integer("count", 1)
    if not 1 <= count <= COPIES:
        raise row.error("count", f"is {count}.", f"Write 1 to {COPIES}.")
    placed = Placed(
        deck,
        code,
        at=(at[0], at[1]) if at else None,
        count=count,
        up=row.flag("up", True),
        note=row.text("note", ""),
    )
    row.done()
    return placed
