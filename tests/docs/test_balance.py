"""The pages on the balance of our games are what their command writes: tried with a few games."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from referee.archive.rates import rate
from referee.players import clever
from tests.searching import SEARCHING

HOME = Path(__file__).parents[2] / "docs" / "balance"
PAGES = sorted(HOME.glob("[!R]*.md"))
_ROW = re.compile(r"^\| ([^|]+) \| (\d+) of (\d+) \| ([\d.]+) % \(([\d.]+) to ([\d.]+) %\) \|$", re.MULTILINE)


def make() -> Any:
    spec = importlib.util.spec_from_file_location("balance", HOME / "make.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_game_has_a_page() -> None:
    assert {page.stem for page in PAGES} == set(make().SAMPLES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_shares_of_a_page_are_those_of_its_counts(page: Path) -> None:
    """Seats have one case a game. Takers of a piece may have several, so their ranges are not Wilson's."""
    rows = _ROW.findall(page.read_text(encoding="utf-8"))
    assert rows
    for name, won, games, *figures in rows:
        one = rate(int(won), int(games))
        expected = [f"{100 * value:.1f}" for value in (one.share, one.low, one.high)]
        told = 3 if name.startswith(("seat ", "first ")) else 1
        assert figures[:told] == expected[:told]


@pytest.mark.parametrize("page", [page for page in PAGES if SEARCHING or page.stem == "last-blast"])
def test_a_page_is_what_its_command_writes(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a few of the games: the same headings, and seats that win as often within wide intervals."""
    if not SEARCHING:
        monkeypatch.setattr(clever, "simulations", lambda slug, level: 5)
    written = "\n".join(make().page(page.stem, 0.01 if SEARCHING else 0.003, 1))
    shown = page.read_text(encoding="utf-8")
    assert re.findall(r"^#.*", written, re.MULTILINE) == re.findall(r"^#.*", shown, re.MULTILINE)
    few, many = _seats(written), _seats(shown)
    assert few.keys() == many.keys()
    for seat, (won, games) in few.items():
        sure = rate(won, games, 4)
        assert sure.low <= many[seat][0] / many[seat][1] <= sure.high


def _seats(text: str) -> dict[tuple[int, str], tuple[int, int]]:
    """Wins and games by the number of the table and the seat."""
    found: dict[tuple[int, str], tuple[int, int]] = {}
    tables = text.split("\n## ")
    for number, table in enumerate(tables):
        for name, won, games, *_ in _ROW.findall(table):
            if name.startswith("seat "):
                found[number, name] = (int(won), int(games))
    return found
