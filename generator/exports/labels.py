"""`pnp export --to labels`: pieces on sheets of sticky labels, for wood or old tiles.

Every piece is in the middle of a label. Nothing is printed beside the labels.
"""

import itertools
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from components.catalogue import Deck, Game
from components.errors import PaperError, UsageError, did_you_mean
from components.toml import read_toml
from components.wording import counted
from generator.exports.order import Order, draw
from generator.faces.drawing import compile_svg
from generator.files import export_files
from generator.pdf.overlays.labels import Labels, write
from generator.sheets.paper import paper_size

STANDARD = "L7160"


def export(order: Order, labels: str = STANDARD, start: Sequence[int] = (1,)) -> tuple[list[str], list[Path]]:
    """Write `labels-NAME.pdf` into the game's folder; returns lines for the user, and the files.

    labels  name of the label sheet
    start   the first label still on each of the first sheets, counted from 1 along the rows

    By default all square decks are printed. Raises `UsageError` for an unknown sheet, `PaperError` if no deck
    or not every requested deck fits.
    """
    sort = sheet(labels)
    for number in start:
        if not 1 <= number <= sort.count:
            raise UsageError(
                f"There is no label {number}.", where="--start", todo=f"The labels are 1 to {sort.count}."
            )
    fitting, others = _decks(order, sort)
    pieces = draw(order, lambda deck: deck in fitting)
    drawings = {one.front.key: compile_svg(one.front.svg, one.front.where) for one in pieces}
    stickers = [(one.front.key, one.deck) for one in pieces for _ in range(one.piece.copies)]
    file = f"labels-{sort.name}.pdf"
    data = write(stickers, drawings, sort, start, order.game)
    made = export_files(order.folder, {file: data}, within=order.out)
    sheets = 1 + [*itertools.islice(sort.places(start), len(stickers))][-1][0]
    said = [
        f"{order.game.title}: {counted(len(stickers), 'piece')} on {counted(sheets, 'sheet')} of "
        f"{sort.title} -> {order.folder / file}"
    ]
    if others:
        said.append(f"Too large for these labels: {', '.join(deck.title for deck in others)}.")
    return said, made


def sheet(name: str) -> Labels:
    """The label sheet of that name. Raises `UsageError`."""
    known = {labels.name.lower(): labels for labels in sheets()}
    if name.lower() not in known:
        raise UsageError(
            f'There are no labels "{name}".',
            where="--labels",
            todo=did_you_mean(name, [labels.name for labels in sheets()]),
        )
    return known[name.lower()]


@cache
def sheets() -> tuple[Labels, ...]:
    """Every known label sheet."""
    table = read_toml(Path(__file__).with_name("labels.toml"))
    rows = {name: table.table(name) for name in table.data}
    return tuple(
        row.record(Labels, name=name, paper=paper_size(row.text("paper"))) for name, row in rows.items()
    )


def _decks(order: Order, labels: Labels) -> tuple[list[Deck], list[Deck]]:
    """The decks to print, and the decks that are too large."""
    named = order.decks
    meant = named if order.only else [deck for deck in named if _square(deck)]
    fitting = [deck for deck in meant if labels.holds(deck)]
    others = [deck for deck in meant if deck not in fitting]
    if others and (order.only or not fitting):
        raise _too_large(min(others, key=lambda deck: max(deck.size)), labels, order.game)
    if not fitting:
        raise UsageError("There are no square pieces.", where=order.game.slug, todo="Name decks with --only.")
    return fitting, others


def _square(deck: Deck) -> bool:
    return deck.shape == "square" and deck.size[0] == deck.size[1]


def _too_large(deck: Deck, labels: Labels, game: Game) -> PaperError:
    better = [other.name for other in sheets() if other.holds(deck)]
    return PaperError(
        f"{deck.title}: pieces of {_by(deck.size)} do not fit on labels of {_by(labels.size)}.",
        where=f"{game.slug}, --labels {labels.name}",
        todo=f"These labels are large enough: {', '.join(better)}."
        if better
        else "No known label is large enough.",
    )


def _by(size: tuple[float, float]) -> str:
    return f"{size[0]:g} × {size[1]:g} mm"
