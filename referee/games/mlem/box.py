"""The box of MLEM, typed: dice, astronauts, goals, the numbers of an expedition, the board."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from components import catalogue
from components.catalogue import Game
from components.errors import DataError, UsageError
from components.toml import Table, parse_toml, read_toml
from components.wording import counted, listed

T = TypeVar("T")

SLUG = "mlem"
AFTERBURNER = "*"


@dataclass(frozen=True)
class Space:
    """A space of the track (ML 1.4).

    faces        the faces that may be used when the rocket leaves it, "12*"; empty on the last space
    afterburner  what one afterburner is worth there
    """

    number: int
    faces: str = ""
    afterburner: int = 0

    def value(self, face: str) -> int:
        """Return how far one die with that face moves the rocket from here (ML 3.2)."""
        return self.afterburner if face == AFTERBURNER else int(face)


@dataclass(frozen=True)
class Moon:
    """A moon with its points and the spaces that lead to it (ML 1.5)."""

    kind = "moon"
    name = ""
    code: str
    points: int
    spaces: tuple[int, ...]

    @property
    def title(self) -> str:
        return f"Moon {self.code}"


@dataclass(frozen=True, kw_only=True)
class Planet:
    """A planet with the spaces that lead to it (ML 1.5).

    name                    may be empty on a typed-in board
    first, second, present  points for the most astronauts, the second most, and everybody else there
    """

    kind = "planet"
    code: str
    name: str = ""
    first: int
    second: int
    present: int
    spaces: tuple[int, ...]

    @property
    def points(self) -> tuple[int, int, int]:
        """The points by rank."""
        return self.first, self.second, self.present

    @property
    def title(self) -> str:
        return f"Planet {self.code} {self.name}".rstrip()


@dataclass(frozen=True, kw_only=True)
class DeepSpace:
    """The comet or the galaxy, with the points of each astronaut there (ML 1.5).

    who  goes there
    """

    kind = "deep"
    spaces = ()  # the end of the track leads to both
    code: str
    name: str = ""
    points: int
    who: Literal["commander", "passengers"]

    @property
    def title(self) -> str:
        return self.name


Place: TypeAlias = Moon | Planet | DeepSpace


@dataclass(frozen=True)
class Board:
    """Everything printed on the board. The moons are in the order of their numbers."""

    spaces: tuple[Space, ...]
    moons: tuple[Moon, ...]
    planets: tuple[Planet, ...]
    comet: DeepSpace
    galaxy: DeepSpace

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Everywhere astronauts land: the moons, the planets, the comet and the galaxy."""
        return (*self.moons, *self.planets, self.comet, self.galaxy)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each of `places`: "moon", "planet" or "deep"."""
        return tuple(place.kind for place in self.places)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """By its code, which of `places` a place is."""
        return {place.code: number for number, place in enumerate(self.places)}

    def place(self, code: str) -> Place:
        return self.places[self.numbers[code]]

    @cached_property
    def end(self) -> int:
        """The number of the last space, deep space."""
        return len(self.spaces) - 1

    def departure(self, number: int, where: str) -> Space:
        """The space of that number. Raises `UsageError`, naming the argument, unless a rocket leaves it."""
        if number not in range(self.end):
            what = "Nothing leaves deep space." if number == self.end else f"There is no space {number}."
            raise UsageError(what, where=where, todo=f"Write a space from 0 to {self.end - 1}.")
        return self.spaces[number]


@dataclass(frozen=True)
class Astronaut:
    """One of the eight astronauts of a player (ML 1.6).

    effect   what it does, in words
    doubles  where it multiplies points: "planet", "moon" or "deep"; empty if nowhere
    number   the number of its ability: a factor, dice, a face or spaces; 0 if it has none
    """

    code: str
    name: str
    effect: str
    doubles: str
    number: int


@dataclass(frozen=True)
class Goal:
    """A goal with its points and how many astronauts or planets it needs (ML 1.7).

    condition  what it needs, in words
    """

    code: str
    name: str
    needed: int
    points: int
    condition: str


@dataclass(frozen=True)
class Expedition:
    """The numbers of `expedition.toml`, which says what each is."""

    start_space: int
    refill: int
    landing_from: int
    crash_steps: int
    least_pool: int
    failures: int


@dataclass(frozen=True, eq=False)
class Box:
    """The numbers of the game. A box is equal only to itself, so what follows from it is quickly remembered.

    components  what it was read from
    faces    faces of one die, in the order in which a plain die counts
    dice     number of dice in the pool at take-off
    """

    components: Game
    faces: tuple[str, ...]
    dice: int
    astronauts: tuple[Astronaut, ...]
    goals: tuple[Goal, ...]
    expedition: Expedition
    board: Board

    def astronaut(self, code: str) -> Astronaut:
        return next(one for one in self.astronauts if one.code == code)

    def doubling(self, kind: str) -> Astronaut:
        """The astronaut that multiplies points on a "planet", on a "moon" or in "deep" space (ML 7.3)."""
        return next(one for one in self.astronauts if one.doubles == kind)

    @cached_property
    def engineers_face(self) -> str:
        """The face of the die that an engineer adds (ML 3.4)."""
        return str(self._number("engineer"))

    @cached_property
    def scouts_space(self) -> int:
        """The space where the rocket starts with a scout aboard (ML 2.1)."""
        return self._number("scout")

    @cached_property
    def collectors_dice(self) -> int:
        """Number of dice that a collector takes out of the pool (ML 5.3)."""
        return self._number("collector")

    @cached_property
    def navigators_reach(self) -> int:
        """Number of spaces lower or higher that a navigator may land (ML 5.3)."""
        return self._number("navigator")

    @cached_property
    def is_printed(self) -> bool:
        """Tell whether the board is the one that is printed, and not one of the players' own."""
        return self.board == read(self.components).board

    def _number(self, code: str) -> int:
        return self.astronaut(code).number


def load(board: Path | None = None) -> Box:
    """The box; with `board`, a file with the lists `space`, `moon`, `planet` and `deep`, on that board.

    Raises `DataError` for a file that does not hold a board.
    """
    return _box(catalogue.load(SLUG), read_toml(board) if board else None)


def read(game: Game, board: str = "") -> Box:
    """The box of these components; with the text of a board, written as in such a file, on that board.

    Raises `DataError`.
    """
    return _box(game, parse_toml(board, "the board of the game") if board else None)


def _box(game: Game, typed: Table | None) -> Box:
    """The box with the board of that table, or with its own."""
    (die,) = game.deck("dice").pieces
    faces: tuple[str, ...] = die["faces"]
    expedition = game.tables["expedition"].record(Expedition)
    track, places = typed or game.tables["track"], typed or game.tables["places"]
    return Box(
        components=game,
        faces=faces,
        dice=die.copies,
        astronauts=tuple(_astronauts(game)),
        goals=tuple(
            Goal(piece.code, piece["name"], piece["needed"], piece["points"], piece["condition"])
            for piece in game.deck("goals").pieces
        ),
        expedition=expedition,
        board=_board(track, places, faces, expedition.landing_from),
    )


def _astronauts(game: Game) -> Iterator[Astronaut]:
    """The astronauts of the first seat: every seat has the same."""
    for piece in game.deck("astronauts").pieces:
        if piece["seat"] == game.seats[0]:
            code = piece.code.removesuffix(f"-{piece['seat'].letter}")
            yield Astronaut(
                code, piece["name"], piece["effect"], piece["doubles"] or "", piece["number"] or 0
            )


def _board(track: Table, places: Table, faces: Iterable[str], landing_from: int) -> Board:
    """The board of these tables, which are one table if one file holds both.

    faces         those of the dice
    landing_from  the first space from which astronauts may land

    Raises `DataError`, naming file and key, for a board that cannot be played on.
    """
    spaces = _spaces(track, frozenset(faces), landing_from)
    landing = range(landing_from, len(spaces) - 1)
    board = Board(spaces, _moons(places, landing), _planets(places, landing), *_deep(places))
    track.done()
    places.done()
    _check_codes(places, board)
    return board


def _rows(table: Table, key: str, kind: type[T]) -> list[tuple[Table, T]]:
    """The rows under that key, each with its record."""
    rows = [(row, row.record(kind)) for row in table.tables(key)]
    if not rows:
        raise table.error(key, "is missing.", f"Write one [[{key}]] for each.")
    for row, _ in rows:
        row.done()
    return rows


def _spaces(track: Table, faces: frozenset[str], landing_from: int) -> tuple[Space, ...]:
    rows = _rows(track, "space", Space)
    if len(rows) < landing_from + 2:
        todo = f"A track goes at least from 0 to {landing_from + 1}."
        raise track.error("space", f"has {counted(len(rows), 'row')}.", todo)
    for number, (row, space) in enumerate(rows):
        if space.number != number:
            raise row.error("number", f"is not {number}.", "Number the spaces from 0, without gaps.")
        _check_faces(row, space, faces, last=number == len(rows) - 1)
    return tuple(space for _, space in rows)


def _check_faces(row: Table, space: Space, faces: frozenset[str], *, last: bool) -> None:
    for face in space.faces:
        if face not in faces:
            order = sorted(faces, key=lambda face: (face == AFTERBURNER, face))
            raise row.error("faces", f'has "{face}".', f"A die has {listed(order)}.")
    if len(set(space.faces)) < len(space.faces):
        raise row.error("faces", "has a face twice.", "Write every face once.")
    if last and space.faces:
        raise row.error("faces", "is not empty on the last space.", "Nothing leaves deep space.")
    if not last and not space.faces:
        raise row.error("faces", "is empty.", "Write the faces that may be used there.")
    if AFTERBURNER in space.faces and space.afterburner < 1:
        raise row.error("afterburner", f"is {space.afterburner}.", "An afterburner is worth 1 or more.")


def _moons(places: Table, landing: range) -> tuple[Moon, ...]:
    rows = _rows(places, "moon", Moon)
    for row, moon in rows:
        _check_points(row, "points", moon.points)
        _check_landing(row, moon.spaces, landing)
    return tuple(moon for _, moon in rows)


def _planets(places: Table, landing: range) -> tuple[Planet, ...]:
    rows = _rows(places, "planet", Planet)
    for row, planet in rows:
        for key, points in zip(("first", "second", "present"), planet.points, strict=True):
            _check_points(row, key, points)
        _check_landing(row, planet.spaces, landing)
    return tuple(planet for _, planet in rows)


def _deep(places: Table) -> tuple[DeepSpace, DeepSpace]:
    """Read where the commander goes, and where all others go (ML 5.4)."""
    found: dict[str, DeepSpace] = {}
    for row, place in _rows(places, "deep", DeepSpace):
        if place.who in found:
            todo = "Write one place for the commander and one for the passengers."
            raise row.error("who", f'is "{place.who}" again.', todo)
        _check_points(row, "points", place.points)
        found[place.who] = place if place.name else replace(place, name=place.code)
    if len(found) < 2:
        raise places.error("deep", "has one row.", "Write one for the commander and one for the passengers.")
    return found["commander"], found["passengers"]


def _check_points(row: Table, key: str, points: int) -> None:
    if points < 0:
        raise row.error(key, f"is {points}.", "Points are 0 or more.")


def _check_landing(row: Table, spaces: tuple[int, ...], landing: range) -> None:
    wrong = [space for space in spaces if space not in landing]
    if wrong or not spaces:
        what = f"has {wrong[0]}." if wrong else "is empty."
        todo = f"Astronauts land from spaces {landing[0]} to {landing[-1]}."
        raise row.error("spaces", what, todo)


def _check_codes(places: Table, board: Board) -> None:
    codes = [place.code.casefold() for place in board.places]
    for code in codes:
        if not code or codes.count(code) > 1:
            what = f'Two places have the code "{code}".' if code else "A place has an empty code."
            raise DataError(what, where=places.where(), todo="Give every place a code of its own.")
