"""Requests of a page to the printer, made without a browser."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from generator import cli
from generator.commands import worker_api


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))


def asked(method: str, **about: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        worker_api.answer(cli.main, method, json.dumps(about), lambda *_: None)
    )
    return found


def test_it_builds_and_says_what_the_command_says(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    about = {"words": ["build", "last-blast", "--only", "tiles"], "out": str(tmp_path / "out")}
    answer = json.loads(
        worker_api.answer(cli.main, "pnp", json.dumps(about), lambda *told_: told.append(told_))
    )
    assert answer["code"] == 0
    assert "36 pieces" in answer["said"]
    assert str(tmp_path / "out/last-blast-part/tiles.pdf") in answer["files"]
    assert told[-1][1] == told[-1][2] > 0


def test_what_was_made_is_forgotten_with_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "printed"
    made.mkdir()
    monkeypatch.setattr(worker_api, "_OUT", made)
    worker_api.leave()
    assert not made.exists()
    worker_api.leave()  # a page may have made nothing


def test_it_refuses_as_the_command_does(tmp_path: Path) -> None:
    answer = asked("pnp", words=["build", "last-blast", "--only", "nope"], out=str(tmp_path / "out"))
    assert answer["code"] == 2
    assert answer["problem"].startswith('last-blast: There is no deck "nope".')
    assert answer["files"] == []


def test_a_game_is_begun_changed_and_looked_at() -> None:
    files = asked("begin", name="Moon Mail")["files"]
    assert asked("games") == {"moon-mail": "Moon Mail"}
    sheets = asked("look", game="moon-mail")
    assert len(sheets["sheets"]) == 5
    assert "face-" in sheets["definitions"]
    asked("write", game="moon-mail", name="cards.csv", text=files["cards.csv"].replace("A1,2", "A1,two"))
    problem = asked("look", game="moon-mail")["problem"]
    assert problem["file"] == "cards.csv"
    assert problem["line"] == 2
    asked("write", game="moon-mail", name="cards.csv", text=files["cards.csv"])
    assert asked("look", game="moon-mail")["title"] == "Moon Mail"


def test_a_game_is_begun_with_the_cards_of_a_spreadsheet() -> None:
    table = "name,crew\nVega,3\nRigel,5\n"
    begun = asked("begin", name="Star Mail", table="my ships.csv", cards=_encoded(table))
    assert "Rigel" in "".join(text or "" for text in begun["files"].values())
    assert "Rigel" in asked("look", game="star-mail")["definitions"]
    layout = begun["files"]["layout.toml"]
    asked("write", game="star-mail", name="layout.toml", text=f"{layout}\n[[box]]\nx = 1\n")
    problem = asked("look", game="star-mail")["problem"]
    assert problem["file"] == "layout.toml" and problem["line"] == layout.count("\n") + 2


def test_a_spreadsheet_that_is_none_is_refused_and_leaves_nothing() -> None:
    refused = asked("begin", name="Star Mail", table="ships.xlsx", cards=_encoded("no workbook"))
    assert "workbook" in refused["problem"]["said"]
    assert asked("games") == {}


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_a_game_goes_out_as_a_zip_and_comes_back() -> None:
    before = asked("begin", name="Moon Mail")
    packed = asked("packed", game="moon-mail")["zip"]
    assert asked("remove", game="moon-mail") == {}
    assert asked("opened", data=packed, name="moon-mail.zip") == before


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["notes.txt"], "There is no game.toml in it."),
        (["game.toml", "../../evil.csv"], "cannot be the name of a file"),
        (["game.toml", "a/../../evil.csv"], "cannot be the name of a file"),
    ],
)
def test_a_zip_that_is_not_a_game_is_refused(names: list[str], said: str, tmp_path: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    answer = asked("opened", data=base64.b64encode(made.getvalue()).decode(), name="given.zip")
    assert said in answer["problem"]["said"]
    assert not list(tmp_path.rglob("evil.csv"))


def test_a_damaged_zip_is_refused() -> None:
    answer = asked("opened", data=base64.b64encode(b"PK\x03\x04 nothing").decode(), name="given.zip")
    assert answer["problem"]["said"] == "given.zip: This is not a zip file, or it is damaged."


@pytest.mark.parametrize("name", ["../game.toml", "/etc/passwd", "a/b/c/d/e.csv", ""])
def test_no_file_outside_the_game_is_written(name: str) -> None:
    asked("begin", name="Moon Mail")
    answer = asked("write", game="moon-mail", name=name, text="x")
    assert "cannot be the name of a file" in answer["problem"]["said"]
