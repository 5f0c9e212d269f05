"""A message names its cause once: the line, the box or the key, and how many pieces it touches."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from components import catalogue
from components.errors import DataError
from components.reading import parse_toml_data
from components.toml import line_of, read_toml
from tests.smallgame import write_game

Pnp = Callable[..., Any]
LAYOUT = """\
[card]
ground = "paper"

[[card.box]]
kind = "text"
x = 5
y = 5
width = 50
height = 8
column = "name"

[[card.box]]
kind = "symbol"
x = 5
y = 20
width = 10
height = 10
column = "sign"
"""
MISTAKES = {
    "title = “Loup”": "quotes are those of a word processor",
    "title = Loup": "A text has no quotes",
    'art = "C:\\Users\\fox.png"': "begins a special character",
    "a = { b = 1,\n c = 2 }": "What is in { } ends with its line",
    "width = 0,3": "A number in TOML has no decimal comma",
    "[deck]\nx = 1\n[deck]\ny = 1": "The table is there twice",
    "x = 1\nx = 2": "is there twice",
    'title = "Loup\nx = 1': "A double quote opens a text and none closes it",
    "title = 'It's'": "There is something behind the value",
    "[[deck]\nx = 1": "[[ is closed by a single ]",
    "size = [12, 3\nx = 1": "A [ is opened and not closed",
    'my title = "x"': "A key has no = behind it",
}


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game of 30 cards, in which commands are typed."""
    rows = "".join(f"Q{n:03},Card {n},sun\n" for n in range(1, 31))
    monkeypatch.chdir(tmp_path)
    catalogue.forget()
    return write_game(
        tmp_path / "quiz", cards=f"code,name,sign\n{rows}", columns='name = "text", sign = "text"',
        files={"layout.toml": LAYOUT, "templates/card.svg.j2": ""},
    )  # fmt: skip


@pytest.fixture
def laid_out(cards: Path) -> Path:
    (cards / "templates" / "card.svg.j2").unlink()
    return cards


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_in_toml_have_sentences_of_their_own(text: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_toml_data(text, "game.toml")
    assert MISTAKES[text] in caught.value.what and caught.value.todo
    assert re.fullmatch(r"game\.toml, line \d", caught.value.where)


def test_a_table_that_has_to_be_a_list_is_said(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text('a = 1\n[deck]\nname = "x"\n')
    with pytest.raises(DataError, match=r"game\.toml, line 2: deck is written \[deck\]"):
        read_toml(tmp_path / "game.toml").tables("deck")


@pytest.mark.parametrize(
    ("path", "key", "line"),
    [
        ("card", "ground", 2),
        ("card.box 1", "x", 6),
        ("card.box 2", "", 12),
        ("card.box 2", "column", 18),
        ("", "no", 0),
    ],
)
def test_the_line_of_a_key_is_found(path: str, key: str, line: int) -> None:
    assert line_of(LAYOUT, path, key) == line


def test_a_symbol_that_is_missing_is_told_once_with_its_box(laid_out: Path, pnp: Pnp) -> None:
    file = laid_out / "cards.csv"
    file.write_text(file.read_text().replace(",sun", ",star-of-mine"))
    told = [line for line in pnp("check", "quiz").out.splitlines() if "star-of-mine" in line]
    assert len(told) == 1
    assert "layout.toml, card.box 2, line 12" in told[0]
    assert "So it is with 30 pieces: Q001, Q002, Q003 …" in told[0]


def test_a_misspelt_column_in_a_template_is_told_once(cards: Path, pnp: Pnp) -> None:
    (cards / "templates" / "card.svg.j2").write_text("{{ text(piece.nam, 5, 5) }}\n")
    told = [line for line in pnp("check", "quiz").out.splitlines() if "nam" in line]
    assert len(told) == 1 and "card.svg.j2, line 1" in told[0] and '"name"' in told[0]
    assert "object" not in told[0] and "30 pieces" in told[0]


def test_faint_words_are_told_once_with_the_face_to_mend(cards: Path, pnp: Pnp) -> None:
    (cards / "templates" / "card.svg.j2").write_text('{{ text(piece.name, 8, 20, colour="#fefefe") }}\n')
    told = [line for line in pnp("check", "quiz").out.splitlines() if "30 pieces" in line]
    assert len(told) == 1 and "Mend it in the face card." in told[0]


def test_a_box_can_be_turned_and_its_other_keys_are_offered(laid_out: Path, pnp: Pnp) -> None:
    file = laid_out / "layout.toml"
    file.write_text(LAYOUT.replace('kind = "text"\n', 'kind = "text"\nrotate = 180\n'))
    game = catalogue.load("quiz")
    from generator.faces.renderer import Renderer

    assert (
        'transform="rotate(180 30 9)"'
        in Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front.svg
    )
    file.write_text(LAYOUT.replace('kind = "text"\n', 'kind = "text"\nradus = 1\n'))
    assert 'line 6: radus is not a key that belongs here. Did you mean "radius"?' in pnp("check", "quiz").out


def test_in_the_folder_of_a_game_it_is_the_one_that_is_meant(
    cards: Path, pnp: Pnp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cards)
    assert json.loads(pnp("check", "--json").out).keys() == {"."}


@pytest.mark.parametrize(
    ("named", "told"),
    [("Quiz", 'Did you mean "quiz"?'), ("quizz", 'Did you mean "quiz"?'), ("quiz/cards.csv", "pnp new")],
)
def test_near_folders_are_offered(named: str, told: str, cards: Path, pnp: Pnp) -> None:
    assert told in pnp("check", named).err


def test_answers_are_json_for_other_programs(cards: Path, pnp: Pnp) -> None:
    (game,) = json.loads(pnp("list", "quiz", "--json").out)
    assert (game["slug"], game["decks"][0]["pieces"], game["decks"][0]["size"]) == ("quiz", 30, [63.5, 88.9])
    made = json.loads(pnp("new", "Moon Mail", "--json").out)
    assert made == {"folder": "moon-mail", "said": []}
    found = json.loads(pnp("check", "moon-mail", "--json").out)
    assert found["moon-mail"]["problems"] == []


class TestSchemas:
    """The schemas with which editors complete the keys of the files of a game."""

    @pytest.fixture
    def schemas(self, project: Path) -> dict[str, Any]:
        folder = project / "docs" / "schemas"
        return {
            name: json.loads((folder / f"{name}.schema.json").read_text())
            for name in ("game", "layout", "theme")
        }

    def test_the_games_here_keep_to_them(self, schemas: dict[str, Any], project: Path) -> None:
        import tomllib

        homes = [*(project / "components").glob("*/"), *(project / "templates" / "faces").glob("*/"),
                 project / "templates" / "starter", *(project / "examples").rglob("*/")]  # fmt: skip
        seen = set()
        for home in homes:
            for name, schema in schemas.items():
                file = home / f"{name}.toml"
                if file.is_file():
                    seen.add(name)
                    jsonschema.validate(tomllib.loads(file.read_text(encoding="utf-8")), schema)
        assert seen >= {"game", "theme"}
        jsonschema.validate(tomllib.loads(LAYOUT), schemas["layout"])

    @pytest.mark.parametrize(
        ("name", "text"), [("game", "titel = 'x'"), ("layout", "[card]\ngrund = 'x'"), ("theme", "[paletts]")]
    )
    def test_a_misspelt_key_is_an_error_in_them(self, name: str, text: str, schemas: dict[str, Any]) -> None:
        import tomllib

        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(tomllib.loads(text), schemas[name])
