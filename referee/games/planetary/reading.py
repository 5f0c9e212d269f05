"""How people type the moves of Planetary."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from components.errors import UsageError, did_you_mean
from referee.engine import Seat
from referee.games.planetary.board import find_cell
from referee.games.planetary.hexes import ring_distance
from referee.games.planetary.moves import (
    ALL,
    CHORES,
    DONE,
    FUEL,
    KEEP,
    READY,
    REPAIR,
    Cell,
    Chore,
    Clone,
    Drill,
    FallOn,
    Fire,
    Fly,
    Heal,
    Hex,
    Land,
    Mend,
    Move,
    On,
    Other,
    Raise,
    Sacrifice,
    Spot,
    Start,
    Strike,
    Target,
    Work,
    build_on,
    cell_at,
    hex_at,
    own_letter,
    walk_to,
)
from referee.games.planetary.notation import find_blueprint, nearest_blueprint
from referee.games.planetary.numbers import letters, numbers
from referee.typed import read_number, read_seat, refuse_more


class Reader(NamedTuple):
    """Reads moves as one seat types them.

    spaces   of the ring
    anchors  the space of each planet
    own      the seat
    space    where the seat's ship is, or its planet's anchor; -1 if it is nowhere yet
    planet   it stands on; -1 in orbit
    aboard   whose ship each of its units is aboard, if it is another's
    find     the cell of a seat's ship with the only module of that code; None if there is none
    """

    names: Sequence[str]
    spaces: int
    anchors: Sequence[int]
    own: Seat
    space: int
    planet: int
    aboard: Sequence[Seat | None]
    find: Callable[[str, Seat], int | None]

    def read(self, text: str) -> Move:
        """The move of `ship 14` or `b attack S2`. Raises `UsageError` for what is none."""
        words = text.split()
        where = f'"{text}"'
        if not words:
            raise UsageError("Nothing is said.", where=where, todo="`moves` shows what may be typed.")
        verb = words[0].lower()
        unit = _unit_number(verb)
        if unit is not None:
            return self._read_unit(unit, words[1:], where)
        reader = _READERS.get(verb)
        if reader is None:
            raise UsageError(
                f'There is no move "{words[0]}".',
                where=where,
                todo=did_you_mean(verb, [*_READERS, *(kind.name for kind in numbers().units)]),
            )
        return reader(self, words[1:], where)

    def _read_unit(self, unit: int, words: list[str], where: str) -> Move:
        name = numbers().units[unit].name
        if not words:
            raise UsageError(
                f"What is the {name} to do?", where=where, todo=f"Write {own_letter(unit)} 12,2 to move."
            )
        verb = words[0].lower()
        if verb in _DEEDS:
            return _DEEDS[verb](self, unit, words[1:], where)
        if verb in numbers().structures:
            return Raise(
                unit, verb, self.hex(_one(words[1:], where, f"{own_letter(unit)} {verb} 12,2"), where)
            )
        if verb.isalpha():
            known = [*_DEEDS, *numbers().structures]
            raise UsageError(f'A unit cannot "{verb}".', where=where, todo=did_you_mean(verb, known))
        return walk_to(unit, self.spot(unit, _one(words, where, f"{own_letter(unit)} 12,2"), where))

    def spot(self, unit: int, word: str, where: str) -> Spot:
        return self.hex(word, where) if "," in word else self.cell(word, where, unit)

    def hex(self, word: str, where: str) -> Hex:
        found = re.fullmatch(r"(\d{1,2}),(\d)", word, re.ASCII)
        if not found:
            raise UsageError(f'"{word}" is no hex.', where=where, todo="Write column and row: 12,2.")
        return hex_at(int(found[1]), int(found[2]))

    def cell(self, word: str, where: str, unit: int | None = None) -> Cell:
        """A cell of one's own ship, or, as `unit` means it, of the other one the unit is aboard."""
        host = None if unit is None else self.aboard[unit]
        text, sign, whose = word.partition("@")
        owner = self.seat(whose, where) if sign else self.own if host is None else host
        cell = find_cell(text)
        if cell is None and not sign:
            cell = self.find(text, owner)
        if cell is None:
            raise UsageError(
                f'"{word}" is no cell.', where=where, todo="Write D4, or D4@2 for seat 2's ship."
            )
        return cell_at(cell, None if owner == self.own and host is None else owner)

    def own_cell(self, word: str, where: str) -> int:
        cell = self.cell(word, where)
        if cell.ship is not None:
            raise UsageError(f'"{word}" is no cell of your ship.', where=where, todo="Write D4.")
        return cell.cell

    def seat(self, word: str, where: str) -> Seat:
        """The seat of that number, from 1, or of that player."""
        if word.isdecimal() and word not in self.names and 1 <= int(word) <= len(self.names):
            return int(word) - 1
        return read_seat(word, self.names, where)

    def target(self, unit: int, word: str, where: str) -> Target:
        if "," in word:
            return self.hex(word, where)
        # A target on a ship has a sign, so B2 is a unit here.
        found = re.fullmatch(rf"([{letters()}])(\d)", word, re.IGNORECASE | re.ASCII)
        if found:
            return Other(found[1].upper(), self.seat(found[2], where))
        named = re.fullmatch(r"([^\W\d]+)@(\w+)", word)
        number = _unit_number(named[1].lower()) if named else None
        if named and number is not None:
            return Other(letters()[number], self.seat(named[2], where))
        return self.cell(word, where, unit)

    def shortest(self, space: int) -> int:
        """Spaces to that one, leaving a planet first where the ship stands on one (PL 4.6)."""
        return ring_distance(self.space, space, self.spaces) + (self.planet >= 0)

    def nearest(self) -> int:
        """The planet that is meant if none is named."""
        if self.planet >= 0:
            return self.planet
        return min(range(len(self.anchors)), key=lambda planet: self.shortest(self.anchors[planet]))

    def steps(self, words: list[str], where: str, shortest: int) -> tuple[int, bool]:
        if not words:
            return shortest, True
        if len(words) != 2 or words[0].lower() != "in":
            raise UsageError(
                f'"{" ".join(words)}" is too much.', where=where, todo="Write in 4 for a longer walk."
            )
        steps = read_number(words[1], where)
        return steps, steps == shortest


def _read_start(reader: Reader, words: list[str], where: str) -> Move:
    return Start(read_number(_one(words, where, "start 14"), where))


def _read_build(reader: Reader, words: list[str], where: str) -> Move:
    if not 2 <= len(words) <= 3 or (len(words) == 3 and words[2].lower() != "on"):
        raise UsageError(
            "A build is a blueprint and a cell.", where=where, todo="Write build LAS E4, or build LAS E4 on."
        )
    return build_on(_code(words[0], where), reader.own_cell(words[1], where), len(words) == 3)


def _read_on(reader: Reader, words: list[str], where: str) -> Move:
    word = _one(words, where, "on E4")
    return ALL if word.lower() == "all" else On(reader.own_cell(word, where))


def _read_drill(reader: Reader, words: list[str], where: str) -> Move:
    return Drill(reader.hex(_one(words, where, "drill 12,2"), where))


def _read_fall(reader: Reader, words: list[str], where: str) -> Move:
    return FallOn(reader.hex(_one(words, where, "fall 12,2"), where))


def _read_fly(reader: Reader, words: list[str], where: str) -> Move:
    space = read_number(words[0] if words else "", where)
    if space >= reader.spaces:
        raise UsageError(
            f"There is no space {space}.", where=where, todo=f"Spaces are 0 to {reader.spaces - 1}."
        )
    return Fly(space, *reader.steps(words[1:], where, reader.shortest(space)))


def _read_land(reader: Reader, words: list[str], where: str) -> Move:
    planet = reader.nearest()
    if words and (found := re.fullmatch(r"p(\d)", words[0], re.IGNORECASE)):
        planet, words = int(found[1]) - 1, words[1:]
    if not 0 <= planet < len(reader.anchors) or not words:
        raise UsageError("On which hex of which planet?", where=where, todo="Write land P1 12,2.")
    hex_ = reader.hex(words[0], where)
    return Land(planet, hex_, *reader.steps(words[1:], where, reader.shortest(reader.anchors[planet]) + 1))


def _read_leave(reader: Reader, words: list[str], where: str) -> Move:
    refuse_more(" ".join(words), where)
    return Fly(reader.space, reader.shortest(reader.space), True)


def _read_sacrifice(reader: Reader, words: list[str], where: str) -> Move:
    if not 1 <= len(words) <= 2 or (len(words) == 2 and words[1].lower() != "card"):
        raise UsageError(
            "What is sacrificed?", where=where, todo="Write sacrifice COR, or sacrifice COR card."
        )
    return Sacrifice(_code(words[0], where), len(words) == 2)


def _read_strike(reader: Reader, unit: int, words: list[str], where: str) -> Move:
    return Strike(unit, reader.target(unit, _one(words, where, f"{own_letter(unit)} attack S2"), where))


def _read_heal(reader: Reader, unit: int, words: list[str], where: str) -> Move:
    ally = _unit_number(_one(words, where, "h heal b").lower())
    if ally is None:
        raise UsageError(f'"{words[0]}" is no unit of yours.', where=where, todo="Write h heal b.")
    return Heal(unit, ally)


def _read_chore(chore: Chore) -> Callable[[Reader, int, list[str], str], Move]:
    def read(reader: Reader, unit: int, words: list[str], where: str) -> Move:
        return Work(unit, chore, reader.hex(_one(words, where, f"{own_letter(unit)} {chore} 12,2"), where))

    return read


def _read_fire(reader: Reader, unit: int, words: list[str], where: str) -> Move:
    if len(words) != 2:
        raise UsageError("Which gun, at what?", where=where, todo=f"Write {own_letter(unit)} fire E4 D4@2.")
    target = reader.target(unit, words[1], where)
    if isinstance(target, Hex):
        raise UsageError(
            "A gun hits a unit or a cell.", where=where, todo=f"Write {own_letter(unit)} fire E4 S2."
        )
    return Fire(unit, reader.own_cell(words[0], where), target)


def _read_mend(reader: Reader, unit: int, words: list[str], where: str) -> Move:
    if len(words) != 2:
        raise UsageError("Which bay, for what?", where=where, todo=f"Write {own_letter(unit)} mend E4 D4.")
    return Mend(unit, reader.own_cell(words[0], where), reader.own_cell(words[1], where))


def _read_clone(reader: Reader, unit: int, words: list[str], where: str) -> Move:
    dead = _unit_number(words[1].lower()) if len(words) == 3 else None
    if dead is None:
        raise UsageError(
            "Which vat, whom, and where?", where=where, todo=f"Write {own_letter(unit)} clone E4 s D3."
        )
    return Clone(unit, reader.own_cell(words[0], where), dead, reader.own_cell(words[2], where))


def _alone(move: Move) -> Callable[[Reader, list[str], str], Move]:
    def read(reader: Reader, words: list[str], where: str) -> Move:
        refuse_more(" ".join(words), where)
        return move

    return read


def _unit_number(word: str) -> int | None:
    """The number of the unit of that letter or name; None if there is none."""
    for number, kind in enumerate(numbers().units):
        if word in (kind.letter.lower(), kind.name):
            return number
    return None


def _code(word: str, where: str) -> str:
    code = find_blueprint(word)
    if code is None:
        raise UsageError(f'There is no blueprint "{word}".', where=where, todo=nearest_blueprint(word))
    return code


def _one(words: list[str], where: str, example: str) -> str:
    if len(words) != 1:
        raise UsageError(
            f"{len(words)} words follow, not 1." if words else "Something is missing.",
            where=where,
            todo=f"Write {example}.",
        )
    return words[0]


_READERS: Mapping[str, Callable[[Reader, list[str], str], Move]] = {
    "start": _read_start,
    "build": _read_build,
    "fuel": _alone(FUEL),
    "repair": _alone(REPAIR),
    "on": _read_on,
    "keep": _alone(KEEP),
    "ready": _alone(READY),
    "drill": _read_drill,
    "ship": _read_fly,
    "land": _read_land,
    "leave": _read_leave,
    "sacrifice": _read_sacrifice,
    "fall": _read_fall,
    "done": _alone(DONE),
}
_DEEDS: Mapping[str, Callable[[Reader, int, list[str], str], Move]] = {
    "attack": _read_strike,
    "shoot": _read_strike,
    "heal": _read_heal,
    **{chore: _read_chore(chore) for chore in CHORES},
    "fire": _read_fire,
    "mend": _read_mend,
    "clone": _read_clone,
}
