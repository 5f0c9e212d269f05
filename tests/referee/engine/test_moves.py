"""Declared moves: written, read and explained from their declaration alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated

import pytest

from components.errors import UsageError
from referee.engine.asking.fields import Field, Typed, choice, code, number
from referee.engine.moves import Grammar, form_of, move, parts_of


def read_tile(text: str, box: str, where: str) -> str:
    if len(text) != 2 or box != "the box":
        raise UsageError(f'There is no tile "{text}".', where=where)
    return text.upper()


def read_tiles(text: str, box: str, where: str) -> tuple[str, ...]:
    return tuple(read_tile(word, box, where) for word in text.replace(",", " ").split())


@move("ship {warp} {fuel}")
class Ship:
    """Configure a ship (PA 4.1)."""

    warp: Annotated[int, number("Warp", unit="level")]
    fuel: Annotated[int, number("Fuel", unit="units")]


@move("swap {tile} {out}[ spare]")
class Swap:
    """Put a tile where another lies (RR 3.3).

    spare  whether the other is a spare part
    """

    tile: Annotated[str, code("Tile", read_tile)]
    out: Annotated[str, code("Swapped out", read_tile)]
    spare: bool = False


@move("zap {tile}@{name...}[ spare]")
class Zap:
    """Return a tile of that player to the belt (RR 4.2)."""

    tile: Annotated[str, code("Tile", read_tile)]
    name: Annotated[str, Field("Player", lambda text, typed: text)]
    spare: bool = False


@move("dock[ {tiles...}]")
class Dock:
    """Dock the array (RR 3.3)."""

    tiles: Annotated[tuple[str, ...], code("Tiles", read_tiles, " ".join)] = ()


@move("go {space}[ burn {burn}]")
class Go:
    """Move to that space (PA 5.4)."""

    space: Annotated[str, code("Space", lambda text, box, where: text)]
    burn: Annotated[int | None, number("Spaces entered")] = None


@move("{unit} attack {target}")
class Attack:
    """Attack a unit (PL 4.9)."""

    unit: Annotated[str, choice("Unit", lambda: ("brute", "healer", "scout"))]
    target: Annotated[str, code("Target", lambda text, box, where: text)]


@move("{unit} {to}")
class Walk:
    """Walk there (PL 4.8)."""

    unit: Annotated[str, choice("Unit", lambda: ("brute", "healer", "scout"))]
    to: Annotated[
        str, Field("Hex", lambda text, typed: f"{text} of {typed.parts['unit']}", lambda to: to[:3])
    ]


@move("pass")
class Pass:
    """Do nothing."""


@move("back")
class Home:
    """Go back home (PA 5.5)."""


@move("back {steps}")
class Back:
    """Go back (PA 5.5)."""

    steps: Annotated[int, number("Steps")]

    def meant(self, typed: Typed) -> Go:
        return Go(f"{typed.state.place - self.steps}")


GRAMMAR = Grammar(
    *(Ship, Swap, Zap, Dock, Go, Walk, Attack, Pass, Back, Home),
    also={"go": lambda text, typed: Go(typed.legal()[0])},
)


def read(text: str) -> object:
    return GRAMMAR.read(text, SimpleNamespace(box="the box", place=7), 0, lambda state, seat: [f"7-{seat}"])


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (Ship(1, 5), "ship 1 5"),
        (Swap("R5", "G2"), "swap R5 G2"),
        (Swap("R5", "G2", spare=True), "swap R5 G2 spare"),
        (Zap("A5", "Bo Lee"), "zap A5@Bo Lee"),
        (Zap("A5", "Bo Lee", spare=True), "zap A5@Bo Lee spare"),
        (Dock(), "dock"),
        (Dock(("A5", "B6")), "dock A5 B6"),
        (Go("1,-2"), "go 1,-2"),
        (Go("1,-2", 0), "go 1,-2 burn 0"),
        (Attack("scout", "b2"), "scout attack b2"),
        (Pass(), "pass"),
    ],
)
def test_a_move_is_read_as_it_is_written(made: object, text: str) -> None:
    assert str(made) == text
    assert read(text) == made


@pytest.mark.parametrize(
    ("typed", "made"),
    [
        ("  SHIP 1   5 ", Ship(1, 5)),
        ("Zap a5@ Bo Lee SPARE", Zap("A5", "Bo Lee", spare=True)),
        ("s attack b2", Attack("scout", "b2")),
        ("zap a5 @ Bo Lee", Zap("A5", "Bo Lee")),
        ("s 1,2", Walk("scout", "1,2 of scout")),
        ("dock a5, b6", Dock(("A5", "B6"))),
        ("swap r5,g2, spare", Swap("R5", "G2", spare=True)),
        ("back 3", Go("4")),
        ("go", Go("7-0")),
    ],
)
def test_looser_spellings(typed: str, made: object) -> None:
    """Case, spaces and commas are free; a move may mean another one, or have a reader of its own."""
    assert read(typed) == made


@pytest.mark.parametrize(
    ("typed", "what", "todo"),
    [
        ("shp 1 2", 'There is no move "shp".', 'Did you mean "ship"?'),
        ("ship 1", "ship needs Warp and Fuel.", "Write ship WARP FUEL."),
        ("ship 1 2 3", "ship needs Warp and Fuel.", "Write ship WARP FUEL."),
        ("swap R5", "swap needs Tile and Swapped out.", "Write swap TILE SWAPPED-OUT [spare]."),
        ("swap R5 G22", 'There is no tile "G22".', ""),
        ("ship 1 x", '"x"', "Write a whole number."),
        ("back 1 2", "back needs Steps.", "Write back STEPS or back."),
        ("pass now", '"now" is not expected here.', "Write pass."),
        ("scout attack", "attack needs Unit and Target.", "Write UNIT attack TARGET."),
        ("attack b2", "attack needs Unit and Target.", "Write UNIT attack TARGET."),
        ("wizard attack b2", 'There is no unit "wizard".', "Known: brute, healer, scout."),
        ("", 'There is no move ""', "Known"),
    ],
)
def test_a_mistake_names_the_parts_of_the_move(typed: str, what: str, todo: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(typed)
    assert what in caught.value.what
    assert todo in caught.value.todo
    assert caught.value.where == f'"{typed}"'


def test_a_form_explains_its_move() -> None:
    form = form_of(Swap)
    assert form.verb == "swap"
    assert form.grammar == "swap TILE SWAPPED-OUT [spare]"
    assert (form.about, form.rules) == ("Put a tile where another lies.", ("RR 3.3",))
    assert [field.label for field in form.fields.values()] == ["Tile", "Swapped out"]
    assert form_of(Attack).verb == "attack"
    assert form_of(Walk).verb == ""


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("ship 1 5", "Warp 1, Fuel 5"),
        ("ship 1", "Warp 1"),
        ("ship", ""),
        ("back 3", ""),
        ("swap R5 G2", ""),
        ("", ""),
    ],
)
def test_numbers_never_stand_without_their_names(text: str, labels: str) -> None:
    assert GRAMMAR.labelled(text) == labels


def test_a_screen_shows_each_part_with_its_label_and_unit() -> None:
    shown = [(field.label, text, field.unit) for field, text in parts_of(Ship(1, 5))]
    assert shown == [("Warp", "1", "level"), ("Fuel", "5", "units")]
