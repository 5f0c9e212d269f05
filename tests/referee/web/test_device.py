"""The pages without a server: one device, all seats, and no thread and no network."""

from __future__ import annotations

import asyncio
import html
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from referee.commands.serve import tool_desk
from referee.web.device import Device
from tests.referee.web.conftest import offered


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))


class Requests:
    """Asks as the site's page does."""

    def __init__(self) -> None:
        self.desk = Device(tool_desk())
        self.page: dict[str, Any] = {}

    def get(self, path: str) -> str:
        self.page = asyncio.run(self.desk.page("GET", path))
        return self.text

    def post(self, path: str, **fields: str) -> str:
        token = re.search(r'name="form_token" value="(\w+)"', self.text)
        sent = {"form_token": token[1], **fields} if token else fields
        self.page = asyncio.run(self.desk.page("POST", path, urlencode(sent)))
        return self.text

    @property
    def text(self) -> str:
        return html.unescape(str(self.page["text"]))

    def table(self, game: str, *players: str) -> str:
        """The address of a new table with those players, and a bot if there is only one."""
        self.get("/")
        self.post("/open", game=game)
        table = str(self.page["path"])
        for player in players:
            invitation = re.search(rf"{table}/in/([\w-]+)", self.get(table))
            assert invitation
            self.get(f"{table}/in/{invitation[1]}")
            self.post(f"{table}/sit", invitation=invitation[1], player=player)
        if len(players) == 1:
            self.post(f"{table}/bot", player="Cy", bot="greedy")
        self.post(f"{table}/start", way="referee", words="")
        return table


def test_a_game_is_played_against_a_bot_and_proved() -> None:
    device = Requests()
    table = device.table("mlem", "Ann")
    assert "QR code" not in device.text
    for _ in range(400):
        if not (found := offered(device.text)):
            break
        ask = re.search(r'name="ask" value="([^"]*)"', device.text)
        assert ask
        device.post(f"{table}/move", move=found[0], ask=ask[1])
    assert "The game is over." in device.text
    found = device.desk.journal("mlem-1")
    assert any("chain" in line for line in found["lines"])
    brought = device.desk.bring(found["text"])
    assert brought["text"] == found["text"]


def test_nobody_alone_is_asked_whether_a_move_is_final() -> None:
    """It can be taken back at once where no other person has to agree; bots are not asked."""
    asks = Requests()
    assert " data-alone " in asks.get(asks.table("mlem", "Ann"))
    assert " data-alone " not in asks.get(asks.table("mlem", "Ann", "Bo"))


def test_each_player_sees_the_own_page_only() -> None:
    device = Requests()
    table = device.table("rayguns", "Ann", "Bo")
    assert (device.page["seats"], device.page["at"]) == (["Ann", "Bo"], "Bo")
    assert "You are Bo." in device.text
    device.desk.sit(table, "Ann")
    assert "You are Ann." in device.get(table)
    device.desk.sit(table, "")
    assert "You look on." in device.get(table)


def test_seats_are_there_after_a_restart() -> None:
    table = Requests().table("mlem", "Ann")
    again = Requests()
    again.desk.sit(table, "Ann")
    assert "You are Ann." in again.get(table)


def test_tools_answer() -> None:
    assert "mean 7" in Requests().get(f"/tools/odds?line={quote('dice 2d6')}")


def test_a_journal_that_is_none_is_refused_and_not_kept(tmp_path: Path) -> None:
    from components.errors import StarboxError

    with pytest.raises(StarboxError):
        Requests().desk.bring("not a journal")
    assert not list(tmp_path.rglob("brought-*"))


def test_a_page_that_fails_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    device = Requests()
    path = device.desk.begin("mlem", "Ann")["path"]
    monkeypatch.setattr("referee.web.app.table_page", lambda *_: 1 / 0)
    device.get(path)
    assert device.page["status"] == 500
    assert "Something went wrong" in device.text
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_game_against_a_bot_is_begun_at_once_and_waits() -> None:
    device = Requests()
    path = device.desk.begin("planetary", "Cy")["path"]
    device.get(path)
    assert "You are Cy." in device.text
    assert device.page["waits"] == {"game": "Planetary", "players": ["Cy", "Dee"]}
    assert Requests().get(path), "the table is there after a stop"
