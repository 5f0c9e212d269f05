"""The commands that need no table and no file, as forms for a page: see `referee/web/pages/tools.py`."""

import inspect
from collections.abc import Iterator
from dataclasses import replace
from types import NoneType
from typing import Any, get_args, get_origin

from components import catalogue
from components.errors import StarboxError
from referee.commands.base.evaluate import ask, askable
from referee.commands.base.gathering import Table, examples_of
from referee.engine.answers import Answer, Command, Group
from referee.games import photographs_of
from referee.web.pages.tools import Field, Form, Tool

_SHORT = 2  # letters of a word that is to be written as it stands in a hint


class CommandDesk:
    """The tools of a table of commands: those that have examples."""

    def __init__(self, table: Table) -> None:
        examples = {word: examples_of(word, entry) for word, entry in table.items()}
        self._table = {word: _without_default(table[word]) for word, some in examples.items() if some}
        self.tools = tuple(_tool(word, entry, examples[word]) for word, entry in self._table.items())

    def opened(self, tool: Tool) -> Tool:
        return replace(tool, forms=tuple(_forms(tool.word, self._table[tool.word])))

    def ask(self, line: str) -> Answer[Any]:
        """The answer to a line. Raises `UsageError` for what is not a tool, and what a command raises."""
        return ask(self._table, line)


def _tool(word: str, entry: Command | Group, examples: tuple[str, ...]) -> Tool:
    title, chance = (entry.title, entry.chance) if isinstance(entry, Command) else ("", False)
    return Tool(word, title or word.capitalize(), entry.summary, examples, chance)


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
        try:
            function = command.load()
        except StarboxError as problem:  # The fault of one game leaves the others alone.
            yield Form(words, _title(words[-1]), str(problem), ())
            continue
        about = (inspect.getdoc(function) or "").partition("\n")[0]
        shown = photographs_of(words[-1]).get(command.camera) if command.camera else None
        decks = (shown.of or shown.decks) if shown else ()
        yield Form(words, _title(words[-1]), about, tuple(map(_field, askable(function))), decks)


def _title(name: str) -> str:
    try:
        return catalogue.load(name).title
    except StarboxError:
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
