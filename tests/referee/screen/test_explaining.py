"""Help by F1: this move, its codes, the rule of a refusal, and only then keys and rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from components import catalogue
from components.prose import blocks, runs
from components.prose import plain as words_of
from components.setup import Area, Placed
from referee.screen.explaining import KEYS, codes, found
from referee.screen.styling import styled
from referee.table.session import Session
from tests.referee.screen.tablekeys import Keys, drive

Begin = Callable[..., Session]
WIDTH = 74  # width of the dialog on 80 columns


def plain(lines: object) -> list[str]:
    return [line.plain for line in lines]  # type: ignore[attr-defined]


def test_the_help_explains_the_marked_move_and_its_codes_first(begin: Begin) -> None:
    session = begin("planetary", "Ann", "Bo", bots={"Bo": "random"}, options={"start": "random"})

    async def play(keys: Keys) -> None:
        await keys.press("1", "f1")
        lines = [line.strip("│ ") for line in keys.shown().splitlines()]
        assert lines[3] == "This move"
        assert lines[4].startswith("build BLUEPRINT CELL [on]  Build a blueprint of your bar")
        assert "Keys" not in lines[: lines.index("Its codes")]
        code = keys.app._choosing.in_question.split()[1]
        name = catalogue.load("planetary").tables["blueprints"].data[code]["title"]
        assert f"{code}: " in lines[lines.index("Its codes") + 1] and name in keys.shown()

    drive(session, play)


def test_after_a_refusal_its_rule_is_explained(begin: Begin) -> None:
    session = begin("last-blast", "Ann", "Bo", bots={"Bo": "random"})

    async def play(keys: Keys) -> None:
        await keys.press("'row 2", "f1")
        assert "row ROW" in keys.shown(), "the move that was typed"
        assert "The rule of the last refusal" in keys.shown() and "LB 4.2  " in keys.shown()
        assert "Keys" not in keys.shown().split("The rule of the last refusal")[0]

    drive(session, play)


def test_a_code_is_found_as_a_piece_and_as_a_word() -> None:
    lines = plain(found(catalogue.load("planetary"), "las", WIDTH))
    assert lines[0].startswith("LAS: Laser turret. ")
    assert not any("clockwise" in line for line in lines)


def test_codes_are_explained_by_name_legend_and_piece() -> None:
    areas = [
        Area("map", "Map", "grid", (Placed("", "W", (0, 0)),), legend=(("W X", "water"),)),
        Area("hand", "Hand", "list", (Placed("parts", "R1-1", name="Jump Boost"),)),
    ]
    told = list(codes(catalogue.load("last-blast"), "put R1-1@Bo W", areas))
    assert told == ["R1-1: Jump Boost. In front: jump damage −1", "W: water"]


def test_neither_a_title_nor_the_numbers_of_a_hex_are_explained_twice() -> None:
    hand = Area("hand", "Hand", "list", (Placed("parts", "R1-1", name="Jump Boost 1"),))
    ice = Area("map", "Map", "hexes", (), legend=(("1", "a planet that sells ice"),))
    last_blast = catalogue.load("last-blast")
    assert list(codes(last_blast, "R1-1", [hand])) == ["R1-1: Jump Boost 1. In front: jump damage −1"]
    assert not list(codes(last_blast, "go 1,-2", [ice]))
    assert list(codes(last_blast, "sell 1", [ice])) == ["1: a planet that sells ice"]


@pytest.mark.parametrize("slug", ["last-blast", "mlem", "per-aspera", "planetary", "rayguns"])
def test_all_rules_fit_the_dialog_and_tables_are_tables(slug: str) -> None:
    """Every rule of every game is broken once, at the width it is shown in."""
    game = catalogue.load(slug)
    for section in game.rules.sections:
        for text in (section.prose, *(rule.text for rule in section.rules)):
            lines = plain(styled(blocks(text), WIDTH))
            assert all(len(line) <= WIDTH for line in lines)
            assert not any(line.startswith("|") or "---" in line for line in lines)
            words = "".join(words_of(runs(text)).split())
            if "|" not in text:
                assert "".join("".join(lines).split()) == words


def test_a_table_is_in_columns_and_its_widest_is_broken() -> None:
    rows = ["| code | what it does |", "|---|---|", f"| LAS | {'a long text ' * 4}|"]
    assert plain(styled(blocks("\n".join(rows)), 30)) == [
        "code  what it does",
        "────  ────────────────────────",
        "LAS   a long text a long text",
        "      a long text a long text",
    ]


def test_the_keys_fit_the_dialog() -> None:
    assert all(len(line) <= WIDTH for line in KEYS.splitlines())
