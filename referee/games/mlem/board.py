"""The board of MLEM: its spaces and the places to land, ours or one that somebody typed in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from components.errors import DataError, UsageError
from components.reading import Table

AFTERBURNER = "*"


@dataclass(frozen=True)
class Space:
    """A space of the track (ML 1.4).

    faces        what may be used when the rocket leaves it; none on the last space
    afterburner  what one afterburner is worth there
    """

    number: int
    faces: tuple[str, ...]
    afterburner: int

    def value(self, face: str) -> int:
        """How far one die with that face moves the rocket from here (ML 3.2)."""
        return self.afterburner if face == AFTERBURNER else int(face)


@dataclass(frozen=True)
class Moon:
    """A moon with its points and the spaces that lead to it (ML 1.5)."""

    code: str
    points: int
    spaces: tuple[int, ...]


@dataclass(frozen=True)
class Planet:
    """A planet with the spaces that lead to it (ML 1.5).

    points  for the most astronauts, for the second most, and for everybody else there
    name    may be empty on a typed-in board
    """

    code: str
    name: str
    points: tuple[int, int, int]
    spaces: tuple[int, ...]


@dataclass(frozen=True)
class DeepSpace:
    """The comet or the galaxy, with the points of each astronaut there (ML 1.5)."""

    code: str
    name: str
    points: int


@dataclass(frozen=True)
class Board:
    """Everything printed on the board. The moons go from the lowest number up."""

    spaces: tuple[Space, ...]
    moons: tuple[Moon, ...]
    planets: tuple[Planet, ...]
    comet: DeepSpace
    galaxy: DeepSpace

    @property
    def end(self) -> int:
        """The number of the last space, deep space."""
        return len(self.spaces) - 1

    def departure(self, number: int, where: str) -> Space:
        """The space of that number. Raises `UsageError`, naming the argument, unless a rocket leaves it."""
        if number not in range(self.end):
            what = "Nothing leaves deep space." if number == self.end else f"There is no space {number}."
            raise UsageError(what, where=where, todo=f"Write a space from 0 to {self.end - 1}.")
        return self.spaces[number]


def read_board(track: Table, places: Table, faces: Iterable[str], landing_from: int) -> Board:
    """The board of these tables, which are one if it stands in one file.

    faces         those of the dice
    landing_from  the first space that may be landed from

    Raises `DataError`, naming file and key, for a board that cannot be played on.
    """
    spaces = _spaces(track, frozenset(faces), landing_from)
    landing = range(landing_from, len(spaces) - 1)
    board = Board(
        spaces,
        tuple(_moon(row, landing) for row in _rows(places, "moon")),
        tuple(_planet(row, landing) for row in _rows(places, "planet")),
        *_deep(places),
    )
    track.done()
    places.done()
    _check_codes(places, [*board.moons, *board.planets, board.comet, board.galaxy])
    return board


def _rows(table: Table, key: str) -> tuple[Table, ...]:
    rows = table.tables(key)
    if not rows:
        raise table.error(key, "is missing.", f"Write one [[{key}]] for each.")
    return rows


def _spaces(track: Table, faces: frozenset[str], landing_from: int) -> tuple[Space, ...]:
    rows = _rows(track, "space")
    if len(rows) < landing_from + 2:
        raise track.error(
            "space", f"has {len(rows)} rows.", f"A track goes at least from 0 to {landing_from + 1}."
        )
    return tuple(_space(row, number, faces, number == len(rows) - 1) for number, row in enumerate(rows))


def _space(row: Table, number: int, faces: frozenset[str], last: bool) -> Space:
    if row.integer("number") != number:
        raise row.error("number", f"is not {number}.", "Number the spaces from 0, without gaps.")
    space = Space(number, tuple(row.text("faces", "")), row.integer("afterburner", 0))
    row.done()
    for face in space.faces:
        if face not in faces:
            raise row.error("faces", f'has "{face}".', f"A die has {_listed(faces)}.")
    if len(set(space.faces)) < len(space.faces):
        raise row.error("faces", "has a face twice.", "Write every face once.")
    if last and space.faces:
        raise row.error("faces", "is not empty on the last space.", "Nothing leaves deep space.")
    if not last and not space.faces:
        raise row.error("faces", "is empty.", "Write the faces that may be used there.")
    if AFTERBURNER in space.faces and space.afterburner < 1:
        raise row.error("afterburner", f"is {space.afterburner}.", "An afterburner is worth 1 or more.")
    return space


def _moon(row: Table, landing: range) -> Moon:
    moon = Moon(row.text("code"), _points(row, "points"), _landing(row, landing))
    row.done()
    return moon


def _planet(row: Table, landing: range) -> Planet:
    points = (_points(row, "first"), _points(row, "second"), _points(row, "present"))
    planet = Planet(row.text("code"), row.text("name", ""), points, _landing(row, landing))
    row.done()
    return planet


def _deep(places: Table) -> tuple[DeepSpace, DeepSpace]:
    """Where the commander goes, and where all others go (ML 5.4)."""
    found: dict[str, DeepSpace] = {}
    for row in _rows(places, "deep"):
        who = row.choice("who", ("commander", "passengers"))
        if who in found:
            raise row.error(
                "who", f'is "{who}" again.', "There is one place for the commander, one for all others."
            )
        found[who] = DeepSpace(row.text("code"), row.text("name", row.text("code")), _points(row, "points"))
        row.done()
    if len(found) < 2:
        raise places.error("deep", "has one row.", "Write one for the commander and one for the passengers.")
    return found["commander"], found["passengers"]


def _points(row: Table, key: str) -> int:
    points = row.integer(key)
    if points < 0:
        raise row.error(key, f"is {points}.", "Points are 0 or more.")
    return points


def _landing(row: Table, landing: range) -> tuple[int, ...]:
    spaces = row.integers("spaces")
    wrong = [space for space in spaces if space not in landing]
    if wrong or not spaces:
        what = f"has {wrong[0]}." if wrong else "is empty."
        raise row.error("spaces", what, f"Landings are from {landing[0]} to {landing[-1]}.")
    return spaces


def _check_codes(places: Table, landings: Sequence[Moon | Planet | DeepSpace]) -> None:
    codes = [place.code.casefold() for place in landings]
    for code in codes:
        if not code or codes.count(code) > 1:
            what = f'Two places have the code "{code}".' if code else "A place has an empty code."
            raise DataError(what, where=places.where(), todo="Give every place a code of its own.")


def _listed(faces: Iterable[str]) -> str:
    *others, last = sorted(faces, key=lambda face: (face == AFTERBURNER, face))
    return f"{', '.join(others)} and {last}"
