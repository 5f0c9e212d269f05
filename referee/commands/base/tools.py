"""The commands that need no table and no file, as forms for a page: see `referee/web/pages/tools.py`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import replace
from types import NoneType
from typing import Any, get_args, get_origin

from components import catalogue
from components.errors import UsageError
from referee.commands.base.evaluate import ask, askable
from referee.commands.base.lazy import Command, Group, Table
from referee.engine.answers import Answer
from referee.web.pages.tools import Field, Form, Tool

_CHANCE = ("roll", "demands")  # tools that roll
_SHORT = 2  # letters of a word that is to be written as it stands in a hint

# Word -> title and examples. These commands touch no journal and no other file.
_TOOLS = {
    "roll": ("Dice", ("2d6", "3d6", "4d6kh3", "d20", "mlem:6@5")),
    "rules": (
        "Rules",
        (
            *("last-blast", "mlem", "per-aspera", "planetary", "rayguns"),
            *("last-blast 4.6", "mlem landing"),
        ),
    ),
    "odds": (
        "Odds",
        (
            "dice 2d6",
            'last-blast --rocket "R2-5 A6-1" --field 54/26/x1 --row 2',
            "mlem --at 5 --dice 3",
            "per-aspera --size L --resource 1",
            "per-aspera --cannons 2 --against 3 --draw win",
            'rayguns --hold "G3w B3p A3r R4w G2r N5 G1w" --card RC05',
        ),
    ),
    "damage": ("Damage", ("last-blast R2-5 --tile T3 --rows 2",)),
    "combat": (
        "Combat",
        (
            "per-aspera ship --cannons 2 --against 3",
            "per-aspera pirate --cannons 2 --size L --level 1 --roll 4,2,3",
        ),
    ),
    "sale": ("Sale", ("per-aspera --resource 3 --distance 4 --units 2 --pirate",)),
    "demands": ("Demands", ("3L 1S 4M --levies 2",)),
    "power": ("Power", ("planetary turbine --travelled 4",)),
    "score": (
        "Score",
        (
            'last-blast Ann="R2-5 A6-3" Bo=x5',
            "mlem --planet A=Ann:2,Bo,Ann --moon m3=Bo --comet Ann",
            "per-aspera Ann=130@home Bo=95 --levies 2",
            "planetary Ann Bo+Cy Di",
            'rayguns Ann="G3w B3p A3r R4w G2r" Bo="U2 R5r" --card RC03',
        ),
    ),
}


class CommandDesk:
    """The tools of a table of commands."""

    def __init__(self, table: Table) -> None:
        self._table = {word: _without_default(table[word]) for word in _TOOLS}

    @property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(
            Tool(word, title, self._table[word].summary, examples, word in _CHANCE)
            for word, (title, examples) in _TOOLS.items()
        )

    def opened(self, tool: Tool) -> Tool:
        return replace(tool, forms=tuple(_forms(tool.word, self._table[tool.word])))

    def ask(self, line: str) -> Answer[Any]:
        """The answer to a line. Raises `UsageError` for what is not a tool, and what a command raises."""
        return ask(self._table, line)


def _without_default(entry: Command | Group) -> Command | Group:
    """A group without what it does when no game is named, as that asks for the game at this computer."""
    if not isinstance(entry, Group):
        return entry
    members = {word: member for word, member in entry.members.items() if word != entry.default}
    return replace(entry, members=members, default="")


def _forms(word: str, entry: Command | Group) -> Iterator[Form]:
    members = {(word, name): one for name, one in entry.members.items()} if isinstance(entry, Group) else {}
    for words, command in members.items() if members else [((word,), entry)]:
        assert isinstance(command, Command)
        if function := command.load():
            about = (inspect.getdoc(function) or "").partition("\n")[0]
            yield Form(words, _title(words[-1]), about, tuple(map(_field, askable(function))))


def _title(name: str) -> str:
    try:
        return catalogue.load(name).title
    except UsageError:
        return name.capitalize()


def _shown(hint: str) -> str:
    """A hint for those who fill in a field: "S, M or L" for "S|M|L"; none for a mere word such as "DICE".

    The label of the field says as much as that word does at the command line.
    """
    words = hint.split("|")
    if len(words) > 1 and (hint.islower() or max(map(len, words)) <= _SHORT):
        return f"{', '.join(words[:-1])} or {words[-1]}"
    return "" if all(word.isupper() and word.isalpha() for word in words) else hint


def _field(parameter: inspect.Parameter) -> Field:
    kind, *notes = get_args(parameter.annotation)
    (note,) = (one for one in notes if hasattr(one, "param_decls"))
    kinds = {one for one in get_args(kind) if one is not NoneType} or {kind}
    flags = [one for one in note.param_decls or () if one.startswith("--")]
    option = type(note).__name__ == "OptionInfo"
    flag = (flags or [f"--{parameter.name.replace('_', '-')}"])[0] if option else ""
    hint = note.metavar or parameter.name
    hint = hint.removesuffix("...").removeprefix("[").removesuffix("]") if hint.startswith("[") else hint
    return Field(
        name=parameter.name,
        label=(note.help or hint).rstrip("."),
        flag=flag.partition("/")[0],
        hint=_shown(hint),
        many=any(get_origin(one) is list for one in (kind, *kinds)),
        switch=kinds == {bool},
        required=parameter.default is inspect.Parameter.empty,
    )
