"""The print plan: which sheets a person prints, in which file.

The sheets of a deck or sprue are complete in its own file. In the files of the whole game, sheets that are
not full share one, and what is printed on one side only is apart, so that no sheet has an empty back.
"""

from collections.abc import Sequence
from typing import NamedTuple

from components.catalogue import Deck, Game
from components.errors import DataError, UsageError, did_you_mean
from components.languages import Words
from generator.sheets.imposition import Item, Part, Sheet, impose, sheets_for
from generator.sheets.paper import Paper

ONE_SIDED = "-one-sided"  # end of the name of the file
CONTENTS = "contents"  # the name of the part with the sheet of contents
SHARED = "shared"  # the name of a part whose sheets hold what several decks have left over


class Book(NamedTuple):
    """A file of the whole game: `suffix` follows the name of the game in that of the file."""

    suffix: str
    parts: tuple[Part, ...]

    def file_of(self, game: Game) -> str:
        """Return the name of the file."""
        return f"{game.slug}{self.suffix}.pdf"


class _Rest(NamedTuple):
    """The last sheet of a part, which is not full, as items to lay out anew."""

    part: Part
    items: tuple[Item, ...]

    @property
    def two_sided(self) -> bool:
        return any(item.back for item in self.items)

    @property
    def area(self) -> float:
        return sum(item.deck.size[0] * item.deck.size[1] for item in self.items)


def books(
    parts: Sequence[Part], paper: Paper, words: Words | None = None, *, together: bool = False
) -> tuple[Book, ...]:
    """The files of the whole game, with titles in the language of the words, English by default.

    Where a duplex printer would be given sheets with and without backs, the sheets without are in a file of
    their own, unless all are wanted together.
    """
    shared = _gathered(parts, paper, words or Words())
    if together or paper.duplex not in ("long", "short"):
        return (Book("", tuple(shared)),)
    two_sided = tuple(_with_backs(part, True) for part in shared)
    one_sided = tuple(_with_backs(part, False) for part in shared)
    made = [Book("", two_sided), Book(ONE_SIDED, one_sided)]
    made = [book._replace(parts=tuple(part for part in book.parts if part.sheets)) for book in made]
    made = [book for book in made if book.parts]
    return tuple(made) if len(made) > 1 else tuple(book._replace(suffix="") for book in made)


def check_names(parts: Sequence[Part], slug: str, own: Sequence[str]) -> None:
    """Raises `DataError` if the file of a deck would overwrite one of the whole game, or of `own`."""
    for part in parts:
        if part.name in (slug, slug + ONE_SIDED, *own) or part.name.startswith(f"{SHARED}-"):
            raise DataError(
                f'The name "{part.name}" of a deck or sprue belongs to another file of the build.',
                where=slug,
                todo="Rename it.",
            )


def _with_backs(part: Part, wanted: bool) -> Part:
    """The sheets of a part that have a back, or those that do not."""
    backs = {sheet.number for sheet in part.sheets if sheet.side == "back"}
    return part._replace(sheets=tuple(sheet for sheet in part.sheets if (sheet.number in backs) == wanted))


def _gathered(parts: Sequence[Part], paper: Paper, words: Words) -> list[Part]:
    """The parts, with their last sheets on common ones where several fit on one."""
    groups: list[list[_Rest]] = []
    # Sheets with backs first: to save one saves two pages.
    for rest in sorted(filter(None, map(_rest, parts)), key=lambda rest: (not rest.two_sided, -rest.area)):
        for group in groups:
            if _one_sheet([*group, rest], paper):
                group.append(rest)
                break
        else:
            groups.append([rest])
    joined = [group for group in groups if len(group) > 1]
    moved = {rest.part.name for group in joined for rest in group}
    kept = [_without_last(part) if part.name in moved else part for part in parts]
    shared = [_shared(group, index, paper, words) for index, group in enumerate(joined, 1)]
    return [part for part in (*kept, *shared) if part.sheets]


def _rest(part: Part) -> _Rest | None:
    """The last sheet of a part unless it is full or holds a part of a board."""
    fronts = [sheet for sheet in part.sheets if sheet.side != "back"]
    if not fronts:
        return None
    first, last = fronts[0].placements, fronts[-1].placements
    full = len(fronts) > 1 and len(last) == len(first)
    if full or any(placed.part for placed in last):
        return None
    return _Rest(part, tuple(placed.item for placed in last if placed.side == "front"))


def _one_sheet(group: Sequence[_Rest], paper: Paper) -> bool:
    return sheets_for([item for rest in group for item in rest.items], paper) == 1


def _without_last(part: Part) -> Part:
    """A part without its last sheet; the others keep their number of it."""
    last = max(sheet.number for sheet in part.sheets)
    kept = (sheet for sheet in part.sheets if sheet.number < last)
    return part._replace(sheets=tuple(_renumbered(sheet, last - 1) for sheet in kept))


def _renumbered(sheet: Sheet, of: int) -> Sheet:
    return sheet._replace(of=of)


def _shared(group: Sequence[_Rest], index: int, paper: Paper, words: Words) -> Part:
    items = [item for rest in group for item in rest.items]
    titles = dict.fromkeys(item.deck.title for item in items)
    return Part(f"{SHARED}-{index}", title_of(list(titles), words), impose(items, paper))


def title_of(titles: Sequence[str], words: Words | None = None) -> str:
    """The titles of decks that share sheets, shortened to fit a label."""
    if len(titles) < 4:
        return ", ".join(titles)
    return (words or Words())(f"{{}}, {{}} and {len(titles) - 2} more", titles[0], titles[1])


def sprues(
    decks: Sequence[tuple[Deck, list[str]]], words: Words
) -> list[tuple[str, str, list[tuple[Deck, list[str]]]]]:
    """Decks grouped by shared sheets, in the order of their first deck: name, title, members."""
    groups: dict[str, list[tuple[Deck, list[str]]]] = {}
    for deck, names in decks:
        groups.setdefault(deck.sprue, []).append((deck, names))
    return [
        (name, title_of([deck.title for deck, _ in members], words), members)
        for name, members in groups.items()
    ]


def chosen(
    game: Game, only: Sequence[str], codes: Sequence[str], instead: Sequence[str] = ()
) -> list[tuple[Deck, list[str]]]:
    """The decks and codes that are wanted; if none are named, what one table needs.

    Raises `UsageError` for an unknown deck or code.
    """
    named = [game.deck(name) for name in dict.fromkeys(only)]
    decks = named or list(game.decks if codes else game.at_the_table(instead))
    known = {name for deck in decks for piece in deck.pieces for name in (piece.code, piece.tag)}
    full = {f"{deck.name}/{name}" for deck in decks for p in deck.pieces for name in (p.code, p.tag)}
    for code in codes:
        if code not in known | full:
            raise UsageError(f'There is no piece "{code}".', where=game.slug, todo=did_you_mean(code, known))
    wanted = []
    for deck in decks:
        pieces = deck.pieces
        if codes:  # codes may be as they are typed or as they are printed
            asked = {code.removeprefix(f"{deck.name}/") for code in codes}
            pieces = tuple(piece for piece in pieces if not asked.isdisjoint((piece.code, piece.tag)))
        wanted.append((deck, [piece.code for piece in pieces]))
    return [(deck, names) for deck, names in wanted if names]
