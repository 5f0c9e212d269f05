"""The table screen, driven by its keys: whole games, secrets, undo, mistakes, sizes, no colour."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from referee.engine import OVER
from referee.table import session
from referee.table.screen.app import STOPPED, TableApp
from referee.table.screen.dialogs import Agree, Help, Reading
from referee.table.session import Session

Play = Callable[[TableApp, Pilot[None]], Awaitable[None]]
Begin = Callable[..., Session]

_KEYS = {" ": "space", ",": "comma", "-": "minus", "*": "asterisk", ".": "full_stop", "?": "question_mark"}


def shown(app: TableApp) -> str:
    """The text on the screen, as a person sees it."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def panel(app: TableApp, name: str) -> str:
    """What is in that frame, its lines joined."""
    part = app.query_one(f"#{name}").region
    lines = shown(app).splitlines()[part.y + 1 : part.bottom - 1]
    return " ".join(" ".join(line[part.x + 1 : part.right - 1] for line in lines).split())


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Keys by name; what begins with a quote is typed letter by letter and entered: `'row 3`."""
    for key in keys:
        if key[0] == "'":
            await pilot.press(*(_KEYS.get(letter, letter) for letter in key[1:]), "enter")
        else:
            await pilot.press(key)
        await pilot.pause()  # a key may lead to messages, and these to others


def drive(game: Session, play: Play, size: tuple[int, int] = (80, 24)) -> TableApp:
    """Runs the screen in no terminal at all, and `play` at its keys."""

    async def run() -> TableApp:
        app = TableApp(game)
        async with app.run_test(size=size) as pilot:
            await play(app, pilot)
        return app

    return asyncio.run(run())


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    def one(game: str, *names: str, **how: Any) -> Session:
        given = {"seed": "kiwi", **how}
        return session.begin(tmp_path / f"{game}.jsonl", game, names, **given)

    return one


@pytest.mark.parametrize(
    ("slug", "how"),
    [
        ("last-blast", {}),
        ("mlem", {}),
        ("per-aspera", {"options": {"rounds": "4"}}),
    ],
)
def test_a_whole_game_by_keys(begin: Begin, slug: str, how: Any) -> None:
    """Enter makes the marked move, a digit the numbered one, arrows go to another: to the final score."""
    game = begin(slug, "Ann", "Bo", bots={"Bo": "greedy"}, **how)
    ways = itertools.cycle([["enter"], ["down", "enter"], ["1"]])

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        with app.batch_update():  # nobody looks before the end
            while game.turn is not OVER:
                await press(pilot, *next(ways))
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        for player in game.game.score(game.state).players:
            assert f"{player.name}: {player.total}" in shown(app)
        await press(pilot, "escape", "q")

    assert drive(game, play).return_code == 0
    assert session.resume(game.journal.file).events == game.events


def test_nobody_sees_the_secrets_of_another(begin: Begin) -> None:
    """LB 3.1: before the machine is handed over it shows no hand, and then that player's only."""
    game = begin("last-blast", "Ann", "Bo", "Cy")
    looked: set[int | None] = set()

    def may_see(seat: int | None) -> str:
        told = (line for telling in game.told(seat) for line in telling.lines)
        return f"{game.game.view(game.state, seat)} {' '.join(told)}"

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        while game.state.pick < 2:
            eyes = app.facing.eyes
            known = may_see(eyes)
            assert eyes is None or f"Hand of {game.names[eyes]}  " in shown(app)
            secret = {card.code for hand in game.state.hands for card in hand if card.code not in known}
            assert secret
            for key in ("", "f2", "f3", "f4") if not looked else ("",):
                await press(pilot, *([key] if key else []))
                assert not [code for code in secret if code in shown(app)], (eyes, key)
                if isinstance(app.screen, Reading):
                    await press(pilot, "escape")
            looked.add(eyes)
            await press(pilot, "enter")

    drive(game, play, (100, 40))
    assert looked == {None, 0, 1, 2}


def test_another_player_may_choose_first(begin: Begin) -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Hand the machine to Ann" in shown(app)
        await press(pilot, "tab")
        assert "Hand the machine to Bo" in shown(app)
        await press(pilot, "enter", "1")
        assert "Bo (has chosen)" in shown(app)
        await press(pilot, "enter", "tab")
        assert "Ann chooses in secret" in shown(app), "nobody else is to choose"

    drive(begin("last-blast", "Ann", "Bo"), play)


def test_who_plays_bots_alone_keeps_the_machine(begin: Begin) -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Ann chooses in secret" in shown(app)
        await press(pilot, "1")
        assert "Ann chooses in secret" in shown(app)

    drive(begin("last-blast", "Ann", "Bo", bots={"Bo": "random"}), play)


def test_undo_asks_the_table_where_it_must(begin: Begin) -> None:
    game = begin("last-blast", "Ann", "Bo")

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await press(pilot, "f5")
        assert "Moves that can be taken back: 0" in panel(app, "choosing")
        await press(pilot, "enter", "1", "f5")
        assert "Hand the machine to Ann" in shown(app), "her choice was a secret: nobody is asked"
        await press(pilot, "f6", "enter", "2")
        assert "begins with" in shown(app)
        await press(pilot, "f5")
        assert isinstance(app.screen, Agree)
        await press(pilot, "n")
        assert len(game.events) == 4
        await press(pilot, "f5", "y")
        assert len(game.events) == 3
        assert "as all agreed" in shown(app)
        await press(pilot, "f6")
        assert len(game.events) == 4

    drive(game, play)


def test_somebody_else_has_gone_on(begin: Begin) -> None:
    """A move that comes second is refused; what came first is on the screen."""
    game = begin("last-blast", "Ann", "Bo", bots={"Bo": "random"})

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        other = session.resume(game.journal.file)
        other.play(other.read(0, str(next(iter(other.game.moves(other.state, 0))))))
        await press(pilot, "2")
        assert "Somebody else has gone on" in panel(app, "choosing")
        assert "Ann begins with" in panel(app, "log")
        assert game.events == other.events

    drive(game, play, (100, 40))


def test_what_is_typed(begin: Begin) -> None:
    """A move as it is written, in part or at length; what is refused has its reason and its rule."""
    game = begin("last-blast", "Ann", "Bo", bots={"Bo": "random"})
    code = str(game.game.moves(game.state, 0)[3]).split()[1]

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await press(pilot, "'row 2")
        assert "No: The flight has not begun" in shown(app) and "[LB 4.2]" in shown(app)
        await press(pilot, "f1")
        assert isinstance(app.screen, Help)
        assert "LB 4.2  " in shown(app), "the rule of the refusal"
        await press(pilot, "escape", "'fly")
        assert 'There is no move "fly"' in panel(app, "choosing")
        await press(pilot, "'" + code.replace("-", "").lower())
        assert f"begins with {code}" in shown(app), "a code as it is typed, without the verb"
        await press(pilot, "'odds")
        assert "There are no odds to work out here." in panel(app, "choosing")
        await press(pilot, "'rules blind")
        assert "LB 3.5  " in shown(app)
        await press(pilot, "escape", "'log")
        assert isinstance(app.screen, Reading)
        await press(pilot, "escape", "'undo 1")
        assert isinstance(app.screen, Agree)
        await press(pilot, "escape", "'q")

    assert drive(game, play).return_code == 0


def test_a_long_list_is_gone_through_word_by_word(begin: Begin) -> None:
    """PA 4.1: well over a thousand ships, by Enter, digits, a typed word and a step back."""
    game = begin("per-aspera", "Ann", "Bo")

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        before = len(game.events)
        assert "1 ship 1 … (" in shown(app)
        await press(pilot, "2")
        assert "> ship 2 " in shown(app)
        await press(pilot, "enter", "escape", "escape", "'2")
        assert "> ship 2 " in shown(app) and len(game.events) == before, "no move is made by halves"
        await press(pilot, "'1 2", "'10 10")
        assert "Warp 2, Cannons 1, Hold 2, tank 10, fuel 10" in panel(app, "log")

    drive(game, play)


def test_dice_of_the_table_are_typed(begin: Begin) -> None:
    game = begin("mlem", "Ann", "Bo", seed=None, dice="table")

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Dice or cards decide" in shown(app)
        await press(pilot, "'draw Cy")
        assert '"Cy"' in shown(app)
        await press(pilot, "'draw Bo", "1", "1", "'1,2,2,4,7")
        assert "5 dice show something, and 6 are rolled." in panel(app, "choosing")
        await press(pilot, "'1,2,2,4,*,*")
        assert "Bo rolls 1,2,2,4,*,*." in shown(app)
        await press(pilot, "f2")
        assert "Reach 25" in shown(app)

    drive(game, play)


def test_what_one_player_drew_is_typed_where_nobody_else_sees_it(begin: Begin) -> None:
    """PL 3.3: with cards of the table the machine is handed over for each bar, and the bar is gone after."""
    game = begin("planetary", "Ann", "Bo", seed=None, dice="table")
    for text in ("draw 2", "draw M01 M02", "draw a", "draw rust moss", "draw 1 2"):
        assert game.play(game.read(None, text)).allowed, text

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        for name, other in (("Ann", "Bo"), ("Bo", "Ann")):
            assert f"Hand the machine to {name}" in shown(app)
            assert "LAS" not in shown(app) and "SCN" not in shown(app)
            await press(pilot, "enter")
            assert f"{name} has drawn" in shown(app) and other not in panel(app, "choosing")
            await press(pilot, "'draw LAS SCN COR PLT BAT")
        assert "Bo chooses in secret" in shown(app), "who has the machine keeps it"
        await press(pilot, "'start 3")
        assert "Hand the machine to Ann" in shown(app) and "LAS" not in shown(app)

    drive(game, play)


def test_the_score_pad_says_what_may_be_typed(begin: Begin) -> None:
    game = begin("last-blast", "Ann", "Bo", mode="pad", seed=None)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert "home" in shown(app)
        await press(pilot, "'home r25 a63")
        assert "Ann is home with 8 points [LB 5.1]." in shown(app)

    drive(game, play, (100, 30))


def test_it_fits_any_terminal(begin: Begin) -> None:
    """What is typed and whose turn it is are seen on 80 × 24, and on more and on less."""
    game = begin("per-aspera", "Ann", "Bo", bots={"Bo": "random"})

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        for size in ((60, 20), (160, 50), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            lines = shown(app).splitlines()
            assert (len(lines[0]), len(lines)) == size
            assert "▸ Ann" in shown(app) and "> " in shown(app) and "F1 Help" in shown(app)
        await pilot.resize_terminal(60, 20)
        await press(pilot, "'ship 2 1 1 10 10", "'go", "up")
        assert re.search(r"\[(E|\d[SML]\.[a-d])\]", panel(app, "table")), "the table moves to what is marked"

    drive(game, play)


def test_without_colour_nothing_is_lost(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR: no colour at all; the marked move has an arrow, its piece stands in brackets."""
    monkeypatch.setenv("NO_COLOR", "1")
    game = begin("last-blast", "Ann", "Bo", bots={"Bo": "random"})

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await press(pilot, "down")
        code = str(game.game.moves(game.state, 0)[1]).split()[1]
        assert f"▸2 pick {code}" in shown(app) and f"[{code}]" in shown(app)
        for strip in app.screen._compositor.render_strips():
            for segment in strip.apply_filter(app._filters[-1], app.background_colors[0]):
                for colour in (segment.style.color, segment.style.bgcolor) if segment.style else ():
                    assert colour is None or colour.is_default

    drive(game, play)


def test_ctrl_c_stops(begin: Begin) -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await press(pilot, "ctrl+c")

    assert drive(begin("last-blast", "Ann", "Bo"), play).return_code == STOPPED
