"""Words of the screen: the log, what an undo takes back, messages that pass."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable

import pytest

from referee.engine.chance.seeded import Chance
from referee.engine.game import OVER, Event, Seat
from referee.players.bots import find_bot
from referee.screen.dialogs import Agree, Filling
from referee.screen.handover import handover
from referee.screen.panels import folded
from referee.screen.visible import VisibleTable
from referee.table.session import Session, resume
from tests.referee.screen.tablekeys import Keys, drive

Begin = Callable[..., Session]


def played(session: Session, moves: int = 1000) -> Session:
    """With that many moves of the greedy bot for every person."""
    bot, source = find_bot(session.header.game, "greedy"), Chance("played")
    for number in range(moves):
        if session.turn is OVER:
            break
        seat = session.acting[0]
        state = session.game.known(session.state, seat)
        assert session.play(Event(seat, bot(session.game, state, seat, source.stream(str(number))))).allowed
    return session


def test_the_turn_of_a_bot_is_one_line_of_the_log(begin: Begin) -> None:
    """Unless it is about a person; the whole log still has every line."""
    session = played(begin("per-aspera", "Ann", "Bo", "Cy", bots={"Bo": "greedy", "Cy": "greedy"}), 12)
    tellings = list(session.told(None))
    lines = folded(session, tellings, len(session.story))
    every = [line for telling in tellings for line in telling.lines]
    assert " ".join(line.text for line in lines) == " ".join(every), "nothing is lost"
    assert len(lines) <= len(every) - 20
    for line in lines:
        assert not (line.cut and "Ann" in line.text)
    together = [line for line in lines if line.cut]
    assert together and not any("Bo buys" in line.text and "Cy buys" in line.text for line in together)


def test_the_log_ends_with_the_winner(begin: Begin) -> None:
    session = played(begin("last-blast", "Ann", "Bo"))
    winners = session.game.score(session.state).winners
    last = folded(session, list(session.told(None)), 0)[-1].text
    assert winners and all(name in last for name in winners)
    before = folded(session, [], 0)
    assert all(
        f"{player.name} {player.total}" in before[-1].text
        for player in session.game.score(session.state).players
    ), "with the points, where the game does not say it"


def test_undo_names_what_it_takes_back(begin: Begin) -> None:
    session = begin("per-aspera", "Ann", "Bo")

    async def play(keys: Keys) -> None:
        await keys.press("'ship 2 1 2 10 10", "f5")
        assert "Taken back: Ann" in keys.panel("choosing") and "Warp 2" in keys.panel("choosing")
        await keys.press("down")
        assert "Taken back" not in keys.panel("choosing")

    drive(session, play)


def test_the_question_before_an_undo_names_the_move(begin: Begin) -> None:
    session = begin("mlem", "Ann", "Bo", bots={"Bo": "greedy"})

    async def play(keys: Keys) -> None:
        await keys.press("1", "f5")
        assert isinstance(keys.app.screen, Agree)
        assert "To take back: Ann puts the ace aboard." in keys.shown()

    drive(session, play)


def test_the_undo_of_a_secret_choice_does_not_tell_it(begin: Begin) -> None:
    session = begin("last-blast", "Ann", "Bo")

    async def play(keys: Keys) -> None:
        code = str(session.game.moves(session.state, 0)[0]).split()[1]
        await keys.press("enter", "1")
        assert code not in keys.app._sight.undoes(1)
        await keys.press("f5")
        assert code not in keys.shown()

    drive(session, play)


def test_that_there_are_no_odds_is_said_until_the_next_key(begin: Begin) -> None:
    session = begin("per-aspera", "Ann", "Bo", mode="pad", seed=None)

    async def play(keys: Keys) -> None:
        await keys.press("f2")
        assert "There are no odds" in keys.panel("choosing")
        await keys.press("down")
        assert "There are no odds" not in keys.panel("choosing")

    drive(session, play)


def test_a_hint_is_worked_out_beside_the_screen(begin: Begin) -> None:
    """Each move with its chance to win, once the search is done; another player's turn has none."""
    session = begin("mlem", "Ann", "Bo", bots={"Bo": "random"})

    async def play(keys: Keys) -> None:
        for asking in ("'hint", "f2"):
            await keys.press(asking)
            await _worked_out(keys)
            assert str(session.game.moves(session.state, 0)[0]) in keys.shown()
            await keys.press("escape")
            assert "chance to win" not in keys.shown()

    drive(session, play)


def test_the_chance_to_win_of_each_move_stands_under_the_odds(begin: Begin) -> None:
    session = begin("mlem", "Ann", "Bo", bots={"Bo": "random"})
    while session.state.step != "use" or session.acting != (0,):
        played(session, 1)

    async def play(keys: Keys) -> None:
        await keys.press("f2")
        assert "Each use of the dice" in keys.shown()
        await _worked_out(keys)
        assert keys.shown().index("Each use of the dice") < keys.shown().index("chance to win")

    drive(session, play, (100, 60))


async def _worked_out(keys: Keys) -> None:
    """Wait for a hint."""
    for _ in range(600):
        if "chance to win" in keys.shown():
            return
        await asyncio.sleep(0.05)


def test_a_number_alone_is_read_behind_the_words_of_all_moves(begin: Begin) -> None:
    """LB 4.2: `1` on a row that is taken gets the reason, as `row 1` does."""
    session = begin("last-blast", "Ann", "Bo", bots={"Bo": "random"})
    while not str(session.game.moves(session.state, 0)[0]).startswith("row"):
        played(session, 1)
    rows = {int(str(move).split()[1]) for move in session.game.moves(session.state, 0)}
    other = next(row for row in range(1, 9) if row not in rows)

    async def play(keys: Keys) -> None:
        await keys.press(f"'{other}")
        assert "No: " in keys.panel("choosing") and "There is no move" not in keys.panel("choosing")

    drive(session, play)


def test_a_ship_is_filled_in_with_steps_and_its_price(begin: Begin) -> None:
    """PA 4.1: named parts with what they cost, a total, and what comes of it while the numbers change."""
    session = begin("per-aspera", "Ann", "Bo")

    async def play(keys: Keys) -> None:
        await keys.press("down", "enter")  # ship 2 …, below the recommended ship
        assert isinstance(keys.app.screen, Filling)
        assert re.search(r"Warp +‹ 2 › +levels, 30 MCR", keys.shown())
        assert "90 MCR, 10 left" in keys.shown() and "Build this ship" in keys.shown()
        await keys.press("right")
        assert "This ship costs 120 MCR, and you have 100." in keys.shown()
        assert re.search(r"Warp +‹ 2 ›", keys.shown()), "a step that is refused is not made"
        await keys.press("up", "1", "2")
        assert "This tank takes 1 to 10 units of fuel" in " ".join(keys.shown().replace("│", "").split())
        await keys.press("enter")
        assert len([event for event in session.events if event.seat == 0]) == 0, "refused, and still open"
        await keys.press("left", "left", "enter")
        assert not isinstance(keys.app.screen, Filling)
        assert [str(event.what) for event in session.events if event.seat == 0] == ["ship 2 1 2 10 10"]
        await keys.press("'ship 1", "f8", "escape")
        assert session.acting == (1,) and "> ship 1" in keys.shown(), "Esc makes nothing"

    drive(session, play)


def test_space_takes_pieces_and_enter_the_best_of_the_rest(begin: Begin) -> None:
    """RR 3.2: five of eight tiles, with the array that is still within reach."""
    session = begin("rayguns", "Ann", "Bo", bots={"Bo": "random"})

    async def play(keys: Keys) -> None:
        while session.state.step != "array":
            await keys.press("enter")
        await keys.press("'array x", "ctrl+u", "f8")
        assert "Choose 5 of your 8 tiles" in keys.shown()
        assert keys.shown().count("[✓]") == 5 and "Lay this array" in keys.shown()
        while "▸ [ ]" not in keys.shown():
            await keys.press("down")
        await keys.press("space")
        assert "Put one back first." in keys.shown()
        for _ in range(8):
            await keys.press(*(["space"] if "▸ [✓]" in keys.shown() else []), "down")
        assert keys.shown().count("[✓]") == 0 and "Enter chooses" in keys.shown()
        await keys.press("enter")
        assert keys.shown().count("[✓]") == 5 and session.state.step == "array"
        await keys.press("enter")
        assert session.state.step == "spare"

    drive(session, play)


def test_any_declared_move_can_be_filled_in(begin: Begin) -> None:
    """With parts that are not numbers, and with flags."""
    session = begin("planetary", "Ann", "Bo", bots={"Bo": "random"}, options={"start": "random"})
    sight = VisibleTable(session)
    sight.handover = handover(session, None)
    for move in map(str, session.game.moves(session.state, 0)):
        begun = sight.begun(move)
        assert (Filling(*begun)._left.whole if begun else move) == move
    begun = sight.begun("build")
    assert begun
    dialog = Filling(*begun)
    assert [words.split()[0] for _, _, words in dialog.lines()] == ["Blueprint", "Cell", "On"]
    assert dialog._left.whole.startswith("build ")
    assert sight.begun("done") is None


def test_the_bell_rings_when_the_turn_passes_to_a_person(begin: Begin) -> None:
    session = begin("per-aspera", "Ann", "Bo", bots={"Bo": "greedy"})
    rung: list[int] = []

    async def play(keys: Keys) -> None:
        keys.app.bell = lambda: rung.append(len(session.events))  # type: ignore[method-assign]
        await keys.press("'ship 2 1 2 10 10")
        assert len(rung) == 1, "the bot has had its turn"
        await keys.press("f2", "down")
        assert len(rung) == 1

    drive(session, play, bell=True)
    drive(begin("mlem", "Ann", "Bo", bots={"Bo": "greedy"}), play=_nothing)
    assert len(rung) == 1


async def _nothing(keys: Keys) -> None:
    keys.app.bell = lambda: pytest.fail("nobody asked for a bell")  # type: ignore[method-assign]
    await keys.press("1")


def test_while_a_bot_thinks_the_screen_answers(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says who is thinking, and draws itself anew; then the bot moves. Whoever leaves does not wait."""
    session = begin("mlem", "Ann", "Bo", bots={"Bo": "clever:1"})
    may_move, move = threading.Event(), session.bot_move

    def thoughtful(seat: Seat) -> object:
        may_move.wait()
        return move(seat)

    async def play(keys: Keys) -> None:
        monkeypatch.setattr(session, "bot_move", thoughtful)
        await keys.press("1")
        before = len(session.events)
        assert "Ann puts the ace aboard" in keys.shown()
        assert "Bo is thinking" in keys.shown()
        await keys.press("1", "f5")
        await keys.resize(100, 30)
        assert "Bo is thinking" in keys.shown()
        assert len(session.events) == before, "nothing else is done meanwhile"
        may_move.set()
        for _ in range(600):
            if "Bo is thinking" not in keys.shown():
                break
            await asyncio.sleep(0.05)
        assert session.events[before].seat == 1
        assert session.acting == (0,)
        may_move.clear()
        for _ in range(20):
            await keys.press("1")
            if "Bo is thinking" in keys.shown():
                break
        await keys.press("ctrl+q")

    app = drive(session, play)
    may_move.set()
    assert app.return_code == 0
    assert resume(session.journal.file).cut_off
