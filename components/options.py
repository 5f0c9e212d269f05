"""Options on which the players of a game may agree before it begins, and the way to write them.

Options are in `options.toml`, a table `[option.NAME]` each:

    kind      "flag" (on or off), "number", "choice" or "file"
    text      what it is, in a sentence
    rule      the rule it belongs to: "6.1"
    default   value of a number; a flag is off, and of a choice the first is the usual one
    least, most   bounds of a number
    choices   values of a choice
    excludes  options it cannot be combined with
    each_player   whether every player has one of their own: "deck Ann"
"""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from components.errors import UsageError, did_you_mean
from components.toml import Table

Value: TypeAlias = bool | int | str

_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_MOST = 999_999_999  # a number of nine figures


class Option(NamedTuple):
    """An option of a game; see above."""

    name: str
    kind: Literal["flag", "number", "choice", "file"]
    text: str
    rule: str
    default: int = 0
    least: int = 0
    most: int = _MOST
    choices: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    each_player: bool = False

    @property
    def usual(self) -> Value:
        """Its value where nothing else was agreed."""
        if self.kind in ("number", "flag"):
            return self.default if self.kind == "number" else False
        return self.choices[0] if self.choices else ""

    @property
    def written(self) -> str:
        """The form in which it is written: "rounds=N", "start=choose|random"."""
        name = f"{self.name} PLAYER" if self.each_player else self.name
        values = {"flag": "", "number": "=N", "choice": f"={'|'.join(self.choices)}", "file": "=FILE"}
        return f"{name}{values[self.kind]}"

    def read(self, text: str) -> Value:
        """The value of that text, which is empty for a name without a value. Raises `UsageError`."""
        match self.kind:
            case "flag":
                if text:
                    raise self._error(f'"{self.name}" has no value.')
                return True
            case "number":
                if not (_NUMBER.fullmatch(text) and self.least <= int(text) <= self.most):
                    span = (
                        f"of {self.least} or more"
                        if self.most == _MOST
                        else f"from {self.least} to {self.most}"
                    )
                    raise self._error(self._not(text, f"a number {span}"))
                return int(text)
            case "choice":
                if text.lower() not in self.choices:
                    raise self._error(self._not(text, " or ".join(self.choices)))
                return text.lower()
            case "file":
                if not text:
                    raise self._error(f'"{self.name}" needs a value.')
                return text

    def _not(self, text: str, expected: str) -> str:
        return f'"{text}" is not {expected}.' if text else f'"{self.name}" needs a value.'

    def _error(self, what: str) -> UsageError:
        written = f"{self.name}={self.default}" if self.kind == "number" else self.written
        return UsageError(what, where=f"--option {self.name}", todo=f"Write --option {written}.")


def read_options(table: Table | None) -> Mapping[str, Option]:
    """The options of a game by name, from `options.toml`; none without one. Raises `DataError`."""
    if table is None:
        return {}
    rows = table.table("option")
    found: dict[str, Option] = {}
    for name in rows.data:
        row = rows.table(name)
        found[name] = row.record(Option, name=name)
        row.done()
    table.done()
    return found


def agreed(known: Mapping[str, Option], typed: Mapping[str, str]) -> dict[str, Value]:
    """Every option with the value agreed on: what was typed or, if nothing was, the usual one.

    typed  texts by name; an option of one player is named "deck Ann" in both, and left out if not typed

    Raises `UsageError` for an option that the game does not have, for a value it does not take, and for
    options that exclude each other.
    """
    values = {name: option.usual for name, option in known.items() if not option.each_player}
    for name, text in typed.items():
        plain, _, player = name.partition(" ")
        option = known.get(plain)
        if option is None or bool(player) != option.each_player:
            written = [option.written for option in known.values()]
            todo = did_you_mean(name, known) if written else "The game has no options."
            raise UsageError(f'The game has no option "{name}".', where="--option", todo=todo)
        for other in option.excludes:
            if other in typed:
                raise UsageError(
                    f'"{name}" and "{other}" exclude each other.',
                    where="--option",
                    todo="Choose one of them.",
                )
        values[name] = option.read(text)
    return values
