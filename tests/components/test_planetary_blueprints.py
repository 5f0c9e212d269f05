"""The blueprints of Planetary: the ready decks, and each blueprint's figures and effect (PL 2.1, 6)."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from components.catalogue import load

GAME = load("planetary")
SETUP = GAME.tables["setup"]
SHIP = GAME.tables["ship"]
CORES = GAME.tables["cores"]
BLUEPRINTS = GAME.tables["blueprints"]

DECKS = ("solar", "fission", "hydrocarbon", "turbine")
COMMON = {"COR": 4, "LND": 2, "BAT": 1, "CPU": 1, "SCN": 1, "PLT": 2, "LAS": 2, "SHD": 1, "MED": 1, "DRL": 2}


@pytest.mark.parametrize(
    ("core", "own"),
    [
        pytest.param("solar", {"THR": 1, "CAN": 1, "GEN-S": 1}, id="PL 6 solar"),
        pytest.param("fission", {"PLT": 3, "LAS": 1, "REP": 1, "CAN": 1, "GEN-F": 1}, id="PL 6 fission"),
        pytest.param("hydrocarbon", {"HYP": 1, "CAN": 1, "GEN-H": 1}, id="PL 6 hydrocarbon"),
        pytest.param("turbine", {"CAN": 1, "CLK": 1, "GEN-T": 1}, id="PL 6 turbine"),
    ],
)
def test_a_ready_deck(core: str, own: dict[str, int]) -> None:
    deck = {piece.code: piece.copies for piece in GAME.deck(core).pieces}
    assert deck == {**COMMON, **own}
    assert sum(deck.values()) == SETUP.integer("deck") == 20
    assert {piece.code: piece.copies for piece in GAME.deck(f"{core}-modules").pieces} == deck
    generator = [*own][-1]
    assert CORES.table("core").table(core).text("generator") == generator
    assert BLUEPRINTS.table(generator).text("core") == core


def test_there_are_first_modules_for_every_seat() -> None:
    first = Counter(row.text("code") for row in SHIP.tables("first"))
    assert first == {"COR": 1, "LND": 1}
    tiles = {piece.code: piece.copies for piece in GAME.deck("first-modules").pieces}
    assert tiles == {code: count * len(GAME.seats) for code, count in first.items()}


FIGURES = {
    "COR": (1, 1, 0, 50, 0, 2),
    "LND": (1, 2, 1, 50, 25, 3),
    "BAT": (1, 1, 2, 50, 25, 2),
    "CPU": (1, 1, 2, 50, 25, 2),
    "SCN": (1, 1, 2, 50, 25, 2),
    "PLT": (1, 2, 0, 50, 0, 4),
    "LAS": (2, 2, 2, 75, 50, 2),
    "SHD": (2, 2, 2, 75, 50, 2),
    "MED": (2, 1, 2, 75, 25, 2),
    "DRL": (2, 2, 1, 75, 25, 2),
    "THR": (2, 2, 1, 75, 25, 2),
    "REP": (2, 2, 1, 75, 25, 2),
    "HYP": (2, 1, 1, 75, 25, 2),
    "CLK": (3, 2, 3, 100, 100, 2),
    "CAN": (3, 3, 2, 100, 100, 2),
    "VAT": (3, 3, 3, 100, 50, 2),
    **dict.fromkeys(("GEN-S", "GEN-F", "GEN-H", "GEN-T"), (2, 2, 2, 75, 25, 3)),
}


@pytest.mark.parametrize(
    ("code", "figures"), [pytest.param(code, row, id=f"PL 6 {code}") for code, row in FIGURES.items()]
)
def test_a_blueprint_has_its_figures_in_the_data_and_in_the_rules(
    code: str, figures: tuple[int, ...]
) -> None:
    row = BLUEPRINTS.table(code)
    in_data = [row.integer(key) for key in ("tier", "iron", "copper", "watts", "upkeep", "hp")]
    assert tuple(in_data) == figures
    [section] = [section for section in GAME.rules.sections if section.number == "6"]
    first, _, core = code.partition("-")
    [line] = [line for line in section.prose.splitlines() if line.startswith(f"| `{first}` |")]
    _, title, cost, upkeep, hp, _ = (cell.strip() for cell in line.strip("|").split("|"))
    assert (*map(int, cost.split("/")), int(upkeep), int(hp)) == figures[1:]
    plain, best = (re.findall(r"`(\w+)`", said) for said in section.prose.split(" are ")[:2])
    assert figures[0] == (1 if first in plain else 3 if first in best else 2)
    assert title in row.text("title").lower() and (f"`{code}`" in line or not core)


def test_there_is_no_blueprint_that_the_rules_do_not_know() -> None:
    assert list(BLUEPRINTS.data) == list(FIGURES)


@pytest.mark.parametrize("code", FIGURES)
def test_a_blueprint_says_the_numbers_it_works_with(code: str) -> None:
    common = {"tier", "iron", "copper", "watts", "upkeep", "hp", "operated"}
    own = {key: value for key, value in BLUEPRINTS.data[code].items() if key not in common}
    said = sorted(map(int, re.findall(r"\d+", own["effect"])))
    assert said == sorted(number for key, value in own.items() for number in _numbers(value))


def _numbers(value: object) -> list[int]:
    """The numbers in a value of a blueprint."""
    if isinstance(value, dict):
        return [number for inner in value.values() for number in _numbers(inner)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        pytest.param("BAT", {"stores_watts": 500}, id="PL 6 BAT"),
        pytest.param("SCN", {"view_bonus": 3}, id="PL 3.3 SCN"),
        pytest.param("LAS", {"damage": 1, "range": 2, "hits_plains": True, "operated": True}, id="PL 6 LAS"),
        pytest.param("SHD", {"hits_voided": 1}, id="PL 6 SHD"),
        pytest.param("MED", {"heals": 1}, id="PL 6 MED"),
        pytest.param("DRL", {"takes": 1, "from": ["I", "C", "U"]}, id="PL 6 DRL"),
        pytest.param("THR", {"watts_per_space": 25}, id="PL 6 THR"),
        pytest.param("REP", {"repairs": 1, "operated": True}, id="PL 6 REP"),
        pytest.param("HYP", {"every": 2, "gives": {"hydrocarbon": 1}}, id="PL 6 HYP"),
        pytest.param("CLK", {"view": 3}, id="PL 6 CLK"),
        pytest.param("CAN", {"damage": 2, "range": 4, "hits_plains": False, "operated": True}, id="PL 6 CAN"),
        pytest.param("VAT", {"cost": {"iron": 2, "copper": 2}, "operated": True}, id="PL 6 VAT"),
    ],
)
def test_what_a_module_does(code: str, numbers: dict[str, object]) -> None:
    assert numbers.items() <= BLUEPRINTS.data[code].items()


@pytest.mark.parametrize("core", DECKS)
def test_building_costs_watts_within_the_bounds(core: str) -> None:
    costs = {BLUEPRINTS.table(piece.code).integer("watts") for piece in GAME.deck(core).pieces}
    assert min(costs) >= 50
    assert max(costs) <= 100
