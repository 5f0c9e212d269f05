"""The list of moves without a game: what is listed first, what Enter and the keys make, long remarks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from textual.app import App, ComposeResult

from referee.screen import app as app_module
from referee.screen.movelist import Choosing
from tests.referee.screen.tablekeys import Keys

SWAPS = tuple(f"swap {one} {other}" for one in ("A1r", "B2w", "G3p", "S4") for other in ("H1", "H2", "H3"))


class Alone(App[None]):
    """Nothing but the list, and the moves that were made."""

    CSS_PATH = Path(app_module.__file__).with_name("table.tcss")
    BINDINGS = [("up", "walk('up')"), ("down", "walk('down')"), ("escape", "back")]  # noqa: RUF012

    def __init__(self, moves: Sequence[str], senses: Mapping[str, int], remarks: Mapping[str, str]) -> None:
        super().__init__()
        self.given = tuple(moves), senses, remarks
        self.made: list[tuple[str, bool]] = []

    def compose(self) -> ComposeResult:
        yield Choosing()

    def on_mount(self) -> None:
        moves, senses, remarks = self.given
        choosing = self.query_one(Choosing)
        choosing.ask("Ann", moves, "", about=lambda move: remarks.get(move, ""), senses=senses)

    def action_walk(self, step: str) -> None:
        self.query_one(Choosing).walk(step)

    def action_back(self) -> None:
        self.query_one(Choosing).back()

    def on_choosing_made(self, event: Choosing.Made) -> None:
        self.made.append((event.text, event.typed))


def drive(
    moves: Sequence[str],
    play: Callable[[Keys, Alone], Awaitable[None]],
    senses: Mapping[str, int] | None = None,
    remarks: Mapping[str, str] | None = None,
) -> None:
    app = Alone(moves, senses or {}, remarks or {})
    keys = Keys(cast(Any, app))

    async def run() -> None:
        async with keys.opened((32, 20)):
            await play(keys, app)

    asyncio.run(run())


def listed(app: Alone) -> list[str]:
    return [choice.text for choice in app.query_one(Choosing)._listed]


def test_what_makes_more_sense_is_listed_first_and_made_by_enter() -> None:
    async def play(keys: Keys, app: Alone) -> None:
        assert listed(app) == ["buy", "go", "stay", "drop"], "those alike in their order"
        await keys.press("enter")
        assert app.made == [("buy", False)]

    drive(["go", "drop", "stay", "buy"], play, {"buy": 5, "drop": -1})


def test_enter_never_makes_unasked_what_destroys_something() -> None:
    async def play(keys: Keys, app: Alone) -> None:
        assert app.query_one(Choosing).marked is None
        await keys.press("enter")
        assert app.made == [] and "Nothing here is marked" in keys.shown()
        await keys.press("down", "enter")
        assert app.made == [("drop 1", False)], "whoever marks it asks for it"
        await keys.press("'drop 2")
        assert app.made[1:] == [("drop 2", True)]

    drive(["drop 1", "drop 2"], play, {"drop 1": -1, "drop 2": -2})


def test_letters_never_make_a_move() -> None:
    """Behind a word that was picked they narrow the list, and Enter makes; digits pick."""

    async def play(keys: Keys, app: Alone) -> None:
        assert listed(app)[2] == "swap G3p"
        await keys.press("3", *"abcdefghijklmnopqrstuvwxyz")
        assert app.made == []
        await keys.press("ctrl+u", "3", "h", "2")
        assert app.made == [] and listed(app) == ["swap G3p H2"]
        await keys.press("enter")
        assert app.made == [("swap G3p h2", True)]
        await keys.press("escape", "escape", "escape", "3", "2")
        assert app.made[1:] == [("swap G3p H2", False)]

    drive(SWAPS, play)


def test_nine_lines_have_a_digit_and_0_leads_to_more() -> None:
    moves = [f"take {letter}" for letter in "abcdefghijkl"]

    async def play(keys: Keys, app: Alone) -> None:
        await keys.press("t")
        assert len(listed(app)) == 12
        await keys.press("ctrl+u", "0")
        assert "▸1 take j" in keys.shown() and " 1 take a" not in keys.shown()
        await keys.press("2", "0", "2")
        assert app.made == [("take k", False), ("take b", False)]

    drive(moves, play, dict.fromkeys(moves, 0))


def test_a_digit_is_the_number_it_picks() -> None:
    async def play(keys: Keys, app: Alone) -> None:
        assert listed(app) == ["row 5", "row 2", "row 3"]
        await keys.press("1", "ctrl+u", "3")
        assert app.made == [("row 3", False)]

    drive(["row 2", "row 3", "row 5"], play, {"row 5": 4})


def test_the_best_are_listed_whole_above_the_words_of_all() -> None:
    async def play(keys: Keys, app: Alone) -> None:
        assert listed(app)[0] == "swap S4 H3" and set(listed(app)[1:4]) == {"swap A1r", "swap G3p", "swap S4"}
        assert listed(app)[4] == "swap B2w", "the words of moves that destroy something come last"
        await keys.press("enter")
        assert app.made == [("swap S4 H3", False)]

    drive(SWAPS, play, {"swap S4 H3": 9, "swap G3p H1": 0, **dict.fromkeys(SWAPS[:6], -1), SWAPS[0]: 0})


def test_a_long_remark_is_below_its_move_and_never_cut() -> None:
    long = "costs 12 MCR, leaves 88 MCR, and the hold is full"

    async def play(keys: Keys, app: Alone) -> None:
        shown = " ".join(keys.shown().replace("│", " ").split())
        assert "▸1 buy 2 7 MCR" in shown
        assert f"2 sell {long}" in shown

    drive(["buy 2", "sell"], play, remarks={"buy 2": "7 MCR", "sell": long})


def test_what_may_be_several_moves_is_said() -> None:
    async def play(keys: Keys, app: Alone) -> None:
        choosing = app.query_one(Choosing)
        for letter in "h1":
            await keys.press(letter)
        assert choosing.meant() == "" and choosing.goes_on
        await keys.rest()
        assert "any of 4 moves" in " ".join(keys.shown().replace("│", " ").split())

    drive(SWAPS, play)
