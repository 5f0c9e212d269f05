"""The page: every section, in a real browser, without a network, and on paper."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from markupsafe import escape

from components.catalogue import load
from referee.commands.base.output import as_json
from referee.lab import running
from referee.lab.measures import Simulation
from referee.lab.plan import make_plan
from referee.lab.simulating import finish
from referee.lab.store import open_store
from tests.generator.browser import Browser, in_a_browser

SCHEMA = Path(__file__).parents[3] / "docs" / "referee-json" / "simulate.json"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("run")


@pytest.fixture(scope="module")
def found(folder: Path) -> Simulation:
    """Sparks with everything: two bots, a variation, and each number one step away."""
    plan = make_plan(
        "sparks",
        games=40,
        bots=["greedy", "random"],
        vary={"numbers.rounds": ["4"], "numbers.faces": ["0"]},
        seed="page",
        limit=100,
        mirrors=6,
        deviations=3,
    )
    series = tuple(one for one in plan.series if not one.name.startswith("step cards.C"))
    plan = replace(plan, series=series)
    store = open_store(folder, plan, 40)
    running.run(store, lambda: running.here(1), lambda games: None)
    return finish(store, as_json)


def test_the_page_has_ten_sections_and_each_finding(found: Simulation, folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert re.findall(r"<h2>(\d+)\.", page) == [str(number) for number in range(1, 11)]
    assert len(page.encode()) < 1_000_000
    assert "http" not in page.replace('http-equiv="Content-Security-Policy"', "")
    for one in found.findings:
        assert escape(one.text) in page


def test_the_figures_are_those_of_the_table_of_games(found: Simulation, folder: Path) -> None:
    """Counted once more from games.csv, without the lab."""
    rows = [line.split(",") for line in (folder / "games.csv").read_text().splitlines()[1:]]
    box = [row for row in rows if row[0] == "box"]
    assert [seat.rate.won for seat in found.series[0].seats] == [
        sum(seat in row[4].split() for row in box) for seat in ("1", "2")
    ]
    decisions = sorted(int(row[6]) for row in box)
    assert found.series[0].decisions.most == decisions[-1]
    assert found.series[0].decisions.median == decisions[len(decisions) // 2 - 1]
    greedy = [(row[8].split().index("greedy") + 1, row[4].split()) for row in box]
    by_bot = {bot.of: bot.rate for bot in found.series[0].bots}
    assert by_bot["greedy"].won == sum(str(seat) in winners for seat, winners in greedy)


def test_a_deviation_is_compared_with_the_same_luck(found: Simulation) -> None:
    """One round less is two turns less; a target of 1 changes nothing."""
    steps = {(one.number, one.after): one for one in found.deviations}
    shorter = steps["numbers.rounds", 7].compared
    assert {effect.of: effect.mean for effect in shorter.effects}["decisions"] == -2
    assert shorter.changed.won == 3
    assert steps["numbers.target", 1].compared.changed.won == 0
    assert steps["numbers.faces", 5].compared.changed.games == 3


def test_the_summary_fits_its_schema(found: Simulation, folder: Path) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.validate(json.loads((folder / "summary.json").read_text(encoding="utf-8")), schema)


@in_a_browser
def test_the_page_in_a_browser(found: Simulation, folder: Path) -> None:
    """Nothing is fetched, nothing overflows, every drawing has words; paper is A4."""
    with Browser() as browser:
        browser.open((folder / "report.html").as_uri())
        assert browser.run("document.querySelectorAll('section').length") == 10
        assert browser.run("[...document.querySelectorAll('svg')].every(one => one.querySelector('desc'))")
        for width in (1280, 390):
            browser.size(width, 900)
            wide: Any = browser.run("document.documentElement.scrollWidth")
            assert wide <= width
        paper = browser.page.pdf(prefer_css_page_size=True)
        assert b"/MediaBox [0 0 594.9" in paper or b"/MediaBox [0 0 595" in paper
        assert browser.complaints == []


def test_the_toy_is_a_game_of_the_box() -> None:
    assert load("sparks").title == "Sparks"
