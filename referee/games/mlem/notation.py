"""What people type: rolls (`1,2,2,*`), places (`m3`, `A`) and who landed there (`Ann:2,Bo,Ann*`).

Case and spaces do not matter in codes, and a place or goal may go by its name. Players' names stand
as typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from components.errors import UsageError, did_you_mean
from referee.games.mlem.board import AFTERBURNER
from referee.games.mlem.box import Box
from referee.games.mlem.position import Landed, Position

_T = TypeVar("_T")

# A shell may put file names in the place of a star.
_AFTERBURNERS = ("a", "A")


def read_roll(text: str, faces: Iterable[str]) -> tuple[str, ...]:
    """The dice of a roll, in the order of the faces; commas and spaces between them may be left out.

    faces  those of a die

    The afterburner is `*` or `a`. Raises `UsageError` that points at the column.
    """
    order = list(dict.fromkeys(faces))
    dice = []
    for found in re.finditer(r"[^\s,;]", text):
        face = AFTERBURNER if found[0] in _AFTERBURNERS else found[0]
        if face not in order:
            raise UsageError(
                f'"{found[0]}" is no face.',
                where=f'--roll "{text}", column {found.start() + 1}',
                todo=f"A die has {' '.join(order)}.",
            )
        dice.append(face)
    if not dice:
        raise UsageError("There are no dice in it.", where=f'--roll "{text}"', todo="Write such as 1,2,2,4.")
    return tuple(sorted(dice, key=order.index))


def show_roll(dice: Iterable[str]) -> str:
    """The dice as they are typed: `1,2,2,*`."""
    return ",".join(dice)


def read_position(
    box: Box,
    moon: Iterable[str] = (),
    planet: Iterable[str] = (),
    comet: Iterable[str] = (),
    galaxy: Iterable[str] = (),
    goal: Iterable[str] = (),
) -> Position:
    """Where everybody has landed, from the options of `score` with their values as typed.

    Raises `UsageError` for what cannot be read, a place or goal that is unknown or stands twice, and
    a moon or goal with more than one name.
    """
    moons = _by_code("--moon", moon, {one.code: "" for one in box.board.moons})
    planets = _by_code("--planet", planet, {one.code: one.name for one in box.board.planets})
    goals = _by_code("--goal", goal, {one.code: one.name for one in box.goals})
    on_moon, on_planet, in_deep = (box.doubling(kind).number for kind in ("moon", "planet", "deep"))
    return Position(
        moons={code: _only(_landed(value, on_moon), value) for code, value in moons.items()},
        planets={code: _landed(value, on_planet) for code, value in planets.items()},
        comet=tuple(one for text in comet for one in _landed(_Value("--comet", text), in_deep)),
        galaxy=tuple(one for text in galaxy for one in _landed(_Value("--galaxy", text), in_deep)),
        goals={code: _only(_names(value), value) for code, value in goals.items()},
    )


class _Value(NamedTuple):
    """What stands behind the sign, and where."""

    where: str
    text: str


def _by_code(option: str, values: Iterable[str], codes: Mapping[str, str]) -> dict[str, _Value]:
    """The values of an option such as `--planet A=Ann,Bo`.

    codes  the places or goals there are, with their names
    """
    read: dict[str, _Value] = {}
    for value in values:
        typed, sign, text = value.partition("=")
        where = f'{option} "{value}"'
        code = _code(typed, codes, where)
        if not sign:
            raise UsageError("There is no player.", where=where, todo=f"Write {option} {code}=NAME.")
        if code in read:
            raise UsageError(f"{code} stands twice.", where=where, todo=f"Write one {option} {code}=…")
        read[code] = _Value(where, text)
    return read


def _code(typed: str, codes: Mapping[str, str], where: str) -> str:
    wanted = " ".join(typed.split()).casefold()
    for code, name in codes.items():
        if wanted and wanted in (code.casefold(), name.casefold()):
            return code
    raise UsageError(f'There is no "{typed.strip()}".', where=where, todo=did_you_mean(typed.strip(), codes))


def _landed(value: _Value, factor: int) -> tuple[Landed, ...]:
    """The astronauts of `Ann:2,Bo,Cy*`; the one that doubles is marked with its factor or a star."""
    landed = []
    for text in _split(value):
        name, colon, mark = text.rpartition(":")
        if colon and mark.strip() != str(factor):
            raise UsageError(
                f'"{mark.strip()}" in "{text}" is no mark.',
                where=value.where,
                todo=f"Write NAME once for each astronaut, NAME:{factor} or NAME* for the one that doubles.",
            )
        plain = name if colon else text.removesuffix("*")
        landed.append(Landed(_name(plain, value), doubles=plain != text))
    return tuple(landed)


def _names(value: _Value) -> tuple[str, ...]:
    return tuple(_name(text, value) for text in _split(value))


def _split(value: _Value) -> list[str]:
    return [text.strip() for text in re.split("[,;]", value.text)]


def _name(text: str, value: _Value) -> str:
    name = text.strip()
    if not name:
        raise UsageError("A name is missing.", where=value.where, todo="Write NAME or NAME,NAME.")
    if found := re.search("[=:*]", name):
        raise UsageError(
            f'"{found[0]}" in "{name}" has no place there.', where=value.where, todo="Write NAME."
        )
    return name


def _only(values: tuple[_T, ...], value: _Value) -> _T:
    if len(values) > 1:
        raise UsageError(f"These are {len(values)} names.", where=value.where, todo="There is room for one.")
    return values[0]
