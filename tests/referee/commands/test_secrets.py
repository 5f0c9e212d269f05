"""Two people at one plain terminal: neither sees what only the other may know, not even by scrolling back."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.game import HIDDEN, Seat
from referee.table import beginning, shelf
from referee.table.session import Session, resume
from tests.terminal import REFEREE, Terminal

pytestmark = pytest.mark.outside

HAND_OVER = "press Enter. "
GAMES = ("last-blast", "planetary", "rayguns")  # those with hands or secret choices


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    return tmp_path


def begun(game: str) -> Path:
    """The journal of a game of Ann and Bo, which is the current one."""
    session = shelf.begin(game, lambda file: beginning.begin(file, game, ["Ann", "Bo"], seed="kiwi"))
    shelf.make_current(session.journal.file)
    return session.journal.file


def codes(session: Session, seat: Seat | None) -> set[str]:
    areas = session.game.view(session.state, seat).areas
    return {piece.code for area in areas for piece in area.pieces if piece.up} - {"", HIDDEN}


def secrets(session: Session, seat: Seat) -> set[str]:
    """The codes of pieces that only that seat may see now."""
    return codes(session, seat) - codes(session, None) - codes(session, 1 - seat)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_another_seat_is_left_on_the_terminal(game: str, data: Path) -> None:
    journal = begun(game)
    terminal = Terminal(*REFEREE, "play", "--plain", journal.stem, env={})
    holders: list[Seat] = []
    handed = doubled = False
    lines: dict[Seat, str] = {}
    seen: dict[Seat, set[str]] = {0: set(), 1: set()}  # a hand that is passed on is known to its last owner
    for _ in range(14):
        found = terminal.wait_for_end(HAND_OVER, "Ann> ", "Bo> ")
        assert found == HAND_OVER or not doubled
        doubled = False
        words = set(terminal.visible.replace(",", " ").split())
        session = resume(journal)
        if found == HAND_OVER:
            hidden = secrets(session, 0) | secrets(session, 1)
            assert not words & hidden
            assert terminal.visible.strip().startswith("Hand the machine to")
            terminal.type("\r")
            handed = True
            continue
        seat = 0 if found == "Ann> " else 1
        seen[seat] |= codes(session, seat)
        assert not words & (secrets(session, 1 - seat) - seen[seat])
        if handed:
            assert words >= secrets(session, seat), "one's own are shown"
        if handed and holders:
            terminal.type("\x1b[A")  # the arrow up brings back no line of the other
            terminal.type("\r")
            terminal.wait_for_end(found)
            assert lines[1 - seat] not in terminal.visible.rpartition(found)[0].rpartition(found)[2]
        holders, handed = [*holders, seat], False
        lines[seat] = str(session.game.moves(session.state, seat)[0])
        # The second Enter comes too early to take the machine over: what was typed before is forgotten.
        doubled = game == "last-blast" and len(holders) == 1
        terminal.type(f"{lines[seat]}\r" + "\r" * doubled)
    assert {0, 1} <= set(holders)
    terminal.wait_for_end(HAND_OVER, "Ann> ", "Bo> ")
    terminal.type("\r")
    terminal.wait_for_end("Ann> ", "Bo> ")
    session = resume(journal)
    terminal.type("quit\r")
    assert terminal.ends() == 0
    left = set(terminal.visible.replace(",", " ").split())
    assert not left & (secrets(session, 0) | secrets(session, 1)), "nor after somebody has quit"
    assert "The game goes on." in terminal.visible


def test_a_terminal_that_cannot_be_cleared_shows_no_secrets(data: Path) -> None:
    journal = begun("last-blast")
    terminal = Terminal(*REFEREE, "play", journal.stem, env={"TERM": "dumb"})
    assert terminal.ends() == 2
    assert "cannot be cleared for the next player" in " ".join(terminal.written.split())
    session = resume(journal)
    shown = set(terminal.written.split())
    assert not shown & (secrets(session, 0) | secrets(session, 1))
