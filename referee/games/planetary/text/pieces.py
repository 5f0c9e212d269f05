"""The printed pieces that show what a view tells in letters: map pieces, tiles, tokens and standees."""

from itertools import islice

from components.setup import Placed, Resting
from referee.engine.game import Seat
from referee.engine.tuples import remembered, remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.rules.planets import Planet, Structure
from referee.games.planetary.rules.ships import CORE
from referee.games.planetary.rules.system import terrain_of
from referee.games.planetary.text.glance import axial

_BACK = "b"  # the side of a tile whose module is off, and of a planet whose half B is day


def map_pieces(planet: Planet) -> tuple[Placed, ...]:
    """The strips a planet is built of, from column 0 (PL 1.4)."""
    step = planet.box.piece_columns
    return tuple(
        Placed("maps", code, axial(step * place, 0), side=planet.up)
        for place, code in enumerate(planet.pieces)
    )


def changed_terrain(planet: Planet, hex_: int, letter: str) -> tuple[Resting, ...]:
    """The token on a hex that shows other terrain than the map piece under it."""
    token = _terrain_tokens(planet.box).get(letter)
    return (Resting("", "terrain", token),) if token and _printed(planet.box, planet)[hex_] != letter else ()


def sectors(box: Box, many: int) -> tuple[Placed, ...]:
    """The sectors of the ring, one below the other (PL 1.1)."""
    pieces = box.components.deck("sectors").pieces[:many]
    return tuple(Placed("sectors", piece.code, (0, row)) for row, piece in enumerate(pieces))


def dust(box: Box) -> Resting:
    (piece,) = box.components.deck("dust").pieces
    return Resting("", "dust", piece.code)


def anchored(planet: str, space: int, day: str) -> Resting:
    """The card of a planet at its anchor; its face shows half A as day, its back half B (PL 1.5)."""
    return Resting(f"{planet}-{space}", "planets", planet, "" if day == "A" else _BACK)


def counted(box: Box, times: int) -> tuple[Resting, ...]:
    """The yield markers that count so many yields or cuts (PL 4.1, PL 4.9); two where one is not enough."""
    markers = [piece for piece in box.components.deck("markers").pieces if piece["symbol"] == "yield"]
    showing = {int(piece["value"]): Resting("", "markers", piece.code) for piece in markers}
    showing |= {int(piece["other"]): Resting("", "markers", piece.code, _BACK) for piece in markers}
    most = max(showing)
    parts = (times - most, most) if times > most else (times,)
    return tuple(showing[part] for part in parts if part)


def structure(box: Box, one: Structure) -> Resting:
    return Resting("", "structures", f"{_structure_tokens(box)[one.kind]}-{_letter(box, one.owner)}")


def ship(box: Box, owner: Seat) -> Resting:
    return Resting("", "ships", f"ship-{_letter(box, owner)}")


def unit(box: Box, owner: Seat, kind: int) -> Resting:
    return Resting("", "units", f"{box.units[kind].name}-{_letter(box, owner)}")


@remembered_lately()
def tiles(box: Box, core: str, code: str, on: bool) -> tuple[Resting, ...]:
    """The tile of a module on a ship with that core, or of the core itself; none where no deck has it."""
    if code == CORE:
        codes = {piece["core"]: piece.code for piece in box.components.deck("cores").pieces}
        return (Resting("", "cores", codes[core]),)
    decks = [f"{one}-modules" for one in (core, *box.cores)]
    # A deck of one's own, or of an earlier version of the rules, may have other modules.
    printed = (one for one in decks if code in _codes(box, one))
    return tuple(Resting("", deck, code, "" if on else _BACK) for deck in islice(printed, 1))


@remembered_lately()
def _codes(box: Box, deck: str) -> frozenset[str]:
    return frozenset(piece.code for piece in box.components.deck(deck).pieces)


@remembered_lately()
def _printed(box: Box, planet: Planet) -> str:
    """The terrain that the map pieces of the planet show."""
    return terrain_of(planet)


@remembered
def _terrain_tokens(box: Box) -> dict[str, str]:
    return {str(piece["letter"]): piece.code for piece in box.components.deck("terrain").pieces}


@remembered
def _structure_tokens(box: Box) -> dict[str, str]:
    """The codes of the tokens by the kind of structure, without the letter of their owner."""
    pieces = box.components.deck("structures").pieces
    return {str(piece["structure"]): piece.code.partition("-")[0] for piece in pieces}


def _letter(box: Box, seat: Seat) -> str:
    return box.components.seats[seat].letter
