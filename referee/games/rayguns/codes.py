"""The codes printed on tiles and rules cards, and the names of arrays, colours, suits and specials.

Case and separators do not matter: `G3w B3p`, `g3w,b3p` and `G3W; B3P` are the same. Errors quote the code.
"""

import re
from collections.abc import Iterable, Mapping

from components.errors import UsageError, did_you_mean
from components.wording import listed
from referee.engine.typed import check_copies
from referee.games.rayguns.box import Array, Box, Card, Tile

_SEPARATORS = re.compile(r"[\s,;/|+]+")
_TILE = re.compile(r"([A-Za-z])(\d+)([A-Za-z]?)")


def read_tiles(text: str, box: Box, where: str) -> tuple[Tile, ...]:
    """The tiles of a list of codes, in its order (RR 1.3).

    where  whose list it is, for errors: "Ann"

    Raises `UsageError` for a code that is not a tile, and for more of a tile than the box has.
    """
    tokens = [token for token in _SEPARATORS.split(text) if token]
    tiles = tuple(read_tile(token, box, f"{where}, tile {place}") for place, token in enumerate(tokens, 1))
    check_copies(tiles, where)
    return tiles


def read_tile(code: str, box: Box, where: str) -> Tile:
    """The tile of that code, such as `G3w`, `U2` or `U2r`. Raises `UsageError` if there is none."""
    exact = box.tiles.get(code)
    if exact:
        return exact
    found = _TILE.fullmatch(code)
    if not found:
        raise UsageError(
            f'"{code}" is not a tile.',
            where=where,
            todo="Write its letter, rank and colour, such as G3w; a special needs no colour: U2.",
        )
    letter, rank, colour = found[1].upper(), int(found[2]), found[3].lower()
    suits = {short: name for name, short in box.suits.items()}
    specials = {special.letter: special for special in box.specials.values()}
    if letter not in suits and letter not in specials:
        named = [f"{short} {name}" for short, name in suits.items()]
        named += [f"{short} {special.name}" for short, special in specials.items()]
        raise UsageError(
            f'"{code}": no tile begins with {letter}.', where=where, todo=f"Tiles are {listed(named)}."
        )
    if rank not in box.ranks:
        raise UsageError(f'"{code}": there is no rank {rank}.', where=where, todo=_ranks(box))
    if letter in specials:
        return _special(code, box, f"{letter}{rank}", colour, where)
    tile = box.tiles.get(f"{letter}{rank}{colour}")
    if tile is None:
        what = f'"{code}": there is no colour "{colour}".' if colour else f'"{code}" has no colour.'
        choices = [f"{letter}{rank}{short}" for short in box.colours.values()]
        raise UsageError(what, where=where, todo=f"Write one of {', '.join(choices)}.")
    return tile


def read_card(code: str, box: Box, where: str) -> Card:
    """The rules card of that code (RR 1.4); `rc1` is `RC01`. Raises `UsageError` if there is none."""
    found = re.fullmatch(r"\s*([A-Za-z]+)[\s-]*0*(\d+)\s*", code)
    wanted = (found[1].upper(), int(found[2])) if found else None
    for card in box.cards.values():
        letters = card.code.rstrip("0123456789")
        if (letters, int(card.code[len(letters) :])) == wanted:
            return card
    kinds: dict[str, list[str]] = {}
    for name in box.cards:
        kinds.setdefault(name.rstrip("0123456789"), []).append(name)
    spans = [f"{names[0]} to {names[-1]}" for names in kinds.values()]
    raise UsageError(f'There is no rules card "{code}".', where=where, todo=f"There are {listed(spans)}.")


def read_array(name: str, box: Box, where: str) -> Array:
    """The array of that name (RR 6). Raises `UsageError` if there is none."""
    return box.arrays[_known(name, box.arrays, where, "array")]


def read_colour(name: str, box: Box, where: str) -> str:
    """The colour of that name or letter. Raises `UsageError` if there is none."""
    letters = {letter: colour for colour, letter in box.colours.items()}
    return _known(name, box.colours, where, "colour", letters)


def read_suit(name: str, box: Box, where: str) -> str:
    """The suit of that name or letter. Raises `UsageError` if there is none."""
    letters = {letter.lower(): suit for suit, letter in box.suits.items()}
    return _known(name, box.suits, where, "suit", letters)


def read_special(name: str, box: Box, where: str) -> str:
    """The special of that name. Raises `UsageError` if there is none."""
    return _known(name, box.specials, where, "special")


def read_rank(rank: int, box: Box, where: str) -> int:
    """The rank itself. Raises `UsageError` if no tile has it."""
    if rank not in box.ranks:
        raise UsageError(f"There is no rank {rank}.", where=where, todo=_ranks(box))
    return rank


def codes(tiles: Iterable[Tile]) -> str:
    """The tiles as they are typed."""
    return " ".join(tile.code for tile in tiles)


def _ranks(box: Box) -> str:
    return f"Ranks go from {box.ranks[0]} to {box.ranks[-1]}."


def _special(code: str, box: Box, short: str, colour: str, where: str) -> Tile:
    tile = box.tiles[short]
    right = box.colours[tile.colour]
    if colour and colour != right:
        raise UsageError(
            f'"{code}": {short} is {tile.colour} (RR 1.2).',
            where=where,
            todo=f"Write {short} or {short}{right}.",
        )
    return tile


def _known(
    name: str, known: Iterable[str], where: str, kind: str, letters: Mapping[str, str] | None = None
) -> str:
    """The name as it is in the box. Case does not matter, and a space may replace a hyphen."""
    wanted = re.sub(r"[\s_-]+", "-", name.strip().lower())
    wanted = (letters or {}).get(wanted, wanted)
    names = tuple(known)
    if wanted not in names:
        article = "an" if kind[0] in "aeiou" else "a"
        raise UsageError(f'"{name}" is not {article} {kind}.', where=where, todo=did_you_mean(wanted, names))
    return wanted
