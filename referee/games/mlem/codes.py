"""The codes printed on the pieces: faces of dice (`1,2,2,*`), astronauts, places and goals.

Case and spaces do not matter, and whatever has a code may also go by its name.
"""

import re
from collections.abc import Iterable, Mapping

from components.errors import UsageError, did_you_mean
from referee.games.mlem.box import AFTERBURNER, Box

# A shell may replace a star with file names.
_AFTERBURNERS = ("a", "A")


def read_roll(text: str, faces: Iterable[str]) -> tuple[str, ...]:
    """The dice of a roll, in the order of the faces; commas and spaces between them may be left out.

    faces  those of a die

    The afterburner is `*` or `a`. Raises `UsageError` that points at the column.
    """
    order = list(dict.fromkeys(faces))
    dice = []
    for found in re.finditer(r"[^\s,;]", text):
        face = read_face(found[0])
        if face not in order:
            raise UsageError(
                f'"{found[0]}" is not a face of the dice.',
                where=f'--roll "{text}", column {found.start() + 1}',
                todo=f"A die has {' '.join(order)}.",
            )
        dice.append(face)
    if not dice:
        raise UsageError("No die is given.", where=f'--roll "{text}"', todo="Write 1,2,2,4, for example.")
    return tuple(sorted(dice, key=order.index))


def read_face(text: str) -> str:
    """The face, with `*` for an afterburner; it may be unknown."""
    return AFTERBURNER if text in _AFTERBURNERS else text


def show_roll(dice: Iterable[str]) -> str:
    """The dice as they are typed: `1,2,2,*`."""
    return ",".join(dice)


def find_code(text: str, names: Mapping[str, str]) -> str | None:
    """The code that the text is, or whose name it is; None if there is no such code.

    names  names by code; empty where there is only a code
    """
    wanted = " ".join(text.split()).casefold()
    known = {name.casefold(): code for code, name in names.items()} | {
        code.casefold(): code for code in names
    }
    return known.get(wanted) if wanted else None


def read_astronaut(text: str, box: Box, where: str) -> str:
    """The code of the astronaut with that code or name. Raises `UsageError`."""
    names = {astronaut.code: astronaut.name for astronaut in box.astronauts}
    code = find_code(text, names)
    if code is None:
        raise UsageError(f'There is no astronaut "{text}".', where=where, todo=did_you_mean(text, names))
    return code
