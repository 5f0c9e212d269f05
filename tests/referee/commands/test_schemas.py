"""The JSON of every command has a schema under docs/, and it is current."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest

from referee.commands.base import schemas
from referee.commands.base.output import as_json
from referee.commands.roll import Rolls, odds_dice, roll
from referee.commands.rules import games, rules
from referee.engine.answers import Answer, Command
from referee.engine.chance.dice import Die, Roll
from referee.engine.scoresheet import PlayerScore, ScoreSheet

FOLDER = Path(__file__).parents[3] / "docs" / "referee-json"
COMMANDS = dict(schemas.all_commands())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_current(words: tuple[str, ...]) -> None:
    """If this fails: python -m referee.commands.base.schemas"""
    file = FOLDER / f"{'-'.join(words)}.json"
    assert json.loads(file.read_text(encoding="utf-8")) == schemas.command_schema(words, COMMANDS[words])


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_class_is_described(words: tuple[str, ...]) -> None:
    """A dataclass without a docstring would be described by its Python signature."""
    for name, made in schemas.command_schema(words, COMMANDS[words])["$defs"].items():
        assert made["description"] and not made["description"].startswith(f"{name}("), name


def test_no_schema_without_a_command() -> None:
    """A command that is gone takes its schema with it."""
    assert {file.name for file in FOLDER.glob("*.json")} == set(schemas.schemas())


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("games", games()),
        ("rules", rules("mlem", ["3"])),
        ("roll", roll("4d6kh3!+1", 3, "kiwi")),
        ("odds-dice", odds_dice("2d6!")),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_answers_fit_their_schema(words: str, answer: Answer[Any], exact: bool) -> None:
    """Answers match their schema; a value of another type does not."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((FOLDER / f"{words}.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    validator.validate(as_json(answer.value, exact=exact))
    assert not validator.is_valid({**as_json(answer.value), next(iter(schema_fields(schema))): Ellipsis})


def schema_fields(schema: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return fields


@dataclass(frozen=True, kw_only=True)
class Docked(PlayerScore):
    array: Literal["earth", "sun"] | None


def score() -> Answer[ScoreSheet[Docked]]:
    raise NotImplementedError


def mixed() -> Answer[Rolls | tuple[int, Fraction]]:
    raise NotImplementedError


def unknown() -> Answer[set[int]]:
    raise NotImplementedError


def schema_of(function: str) -> dict[str, Any]:
    return schemas.command_schema(("score",), Command(f"{__name__}:{function}"))


def test_types() -> None:
    """A generic class has the schema of its type arguments; --why adds its steps."""
    schema = schema_of("score")
    assert schema["$ref"] == "#/$defs/ScoreSheetDocked"
    assert schema["properties"]["why"]["items"] == {"$ref": "#/$defs/Why"}
    players = schema["$defs"]["ScoreSheetDocked"]["properties"]["players"]
    assert players == {"type": "array", "items": {"$ref": "#/$defs/Docked"}}
    array = schema["$defs"]["Docked"]["properties"]["array"]
    assert array == {"anyOf": [{"enum": ["earth", "sun"]}, {"type": "null"}]}
    either, pair = schema_of("mixed")["anyOf"]
    assert either == {"$ref": "#/$defs/Rolls"}
    assert [item["type"] for item in pair["prefixItems"]] == ["integer", ["number", "string"]]
    assert Roll(3, (Die((3,), 3),)) == Roll(3, (Die((3,), 3),))


def test_types_without_json() -> None:
    """A type that JSON does not have is refused when the schema is written, not at the table."""
    with pytest.raises(TypeError, match="set"):
        schema_of("unknown")
