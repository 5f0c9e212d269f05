"""A shell in which `referee` is typed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
from typer.testing import CliRunner

from components.errors import StarboxError
from referee.cli import app

SCHEMAS = Path(__file__).parents[3] / "docs" / "referee-json"


@dataclass(frozen=True)
class Shell:
    """Runs `referee` in this process, with its own data folder."""

    home: Path

    def __call__(self, *words: str, exits: int = 0, typed: str = "") -> str:
        """Return what is printed or, for exit code 2, the error."""
        done = CliRunner().invoke(app, words, input=typed, env={"STARBOX_DATA": str(self.home)})
        if isinstance(done.exception, StarboxError):
            assert exits == 2, f"{words}: {done.exception}"
            return str(done.exception)
        assert done.exit_code == exits, f"{words}: {done.output}"
        return done.stdout

    def json(self, *words: str, exits: int = 0) -> Any:
        """The JSON of the answer, checked against its schema."""
        answer = json.loads(self(*words, "--json", exits=exits))
        name = "score-now" if words[0] == "score" else words[0]
        jsonschema.validate(answer, json.loads((SCHEMAS / f"{name}.json").read_text()))
        return answer
