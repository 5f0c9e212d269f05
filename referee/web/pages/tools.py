"""Pages that need no table: dice, rules, odds, damage and scores, for whoever plays with printed pieces.

What is asked becomes a line as at the command line. It is answered by the commands, which are handed in: no
shell and no process has a part in it.
"""

import re
import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.errors import StarboxError, UsageError
from components.prose import Blocks
from referee.engine.answers import Answer
from referee.games import slugs

_LONGEST = 200  # characters of a line
_BUSY = threading.Semaphore(2)  # answers that are worked out at a time


@dataclass(frozen=True)
class Field:
    """A part of what is asked.

    flag    what stands before it on the line: "--rows"; empty for what has its place by the order
    hint    what is written there, in a word
    many    whether several are written, with spaces between them
    switch  whether it is only set or not
    """

    name: str
    label: str
    flag: str
    hint: str
    many: bool
    switch: bool
    required: bool

    def words(self, value: str) -> list[str]:
        """Return the words for that value on the line. Raises `ValueError` for an unpaired quotation mark."""
        values = shlex.split(value) if self.many else [value.strip()]
        if not value.strip():
            return []
        if self.switch:
            return [self.flag]
        return [f"{self.flag}={one}" if self.flag else one for one in values]


@dataclass(frozen=True)
class Form:
    """The fields of a question: of a game or, without one, of all.

    words  words that the line begins with
    decks  decks whose codes it takes: their faces are a keyboard
    """

    words: tuple[str, ...]
    title: str
    about: str
    fields: tuple[Field, ...]
    decks: tuple[str, ...] = ()

    def line(self, asked: Mapping[str, str]) -> str:
        """The line of what was written into the fields. Raises `ValueError` as `Field.words` does."""
        filled = [(one, one.words(asked.get(one.name, ""))) for one in self.fields]
        options = [word for field, words in filled if field.flag for word in words]
        places = [word for field, words in filled if not field.flag for word in words]
        return shlex.join([*self.words[1:], *options, *places])


@dataclass(frozen=True)
class Tool:
    """A page, or one for each game.

    about     what it answers, in a sentence
    forms     what it takes; empty until it is opened
    examples  lines that one can tap
    chance    whether it rolls, so that the same line brings something else
    """

    word: str
    title: str
    about: str
    examples: tuple[str, ...]
    chance: bool = False
    forms: tuple[Form, ...] = ()


class Desk(Protocol):
    """The place where tools are found and asked."""

    @property
    def tools(self) -> Sequence[Tool]:
        """All of them, without their forms."""
        ...

    def opened(self, tool: Tool) -> Tool:
        """The same tool with its forms."""
        ...

    def ask(self, line: str) -> Answer[Any]:
        """The answer to a line. Raises `StarboxError`."""
        ...


class NoDesk:
    """A server without tools."""

    tools: tuple[Tool, ...] = ()

    def opened(self, tool: Tool) -> Tool:
        return tool

    def ask(self, line: str) -> Answer[Any]:
        """Raises `UsageError`."""
        raise UsageError("This server has no tools.")


class Tools:
    """The pages.

    page  makes a page of a template
    """

    def __init__(self, page: Callable[..., Response], desk: Desk) -> None:
        self._page, self._desk = page, desk

    @property
    def routes(self) -> list[Route]:
        return [Route("/tools", self.contents), Route("/tools/{tool}", self.tool)]

    def contents(self, request: Request) -> Response:
        return self._page("tools.html.j2", request, tools=self._desk.tools, came=_came(request))

    async def tool(self, request: Request) -> Response:
        """A tool; with `line` or the fields of a form, its answer too."""
        found = next((one for one in self._desk.tools if one.word == request.path_params["tool"]), None)
        if found is None:
            said = {"what": "There is no such tool.", "todo": "Choose another one.", "back": "/tools"}
            return self._page("error.html.j2", request, 404, **said)
        tool = await run_in_threadpool(self._desk.opened, found)
        asked = dict(request.query_params)
        form = _form(tool, asked)
        line, problem = asked.get("line", "").strip(), ""
        chosen = {"table", "of", "game"} if form and len(form.words) > 1 else {"table", "of"}
        if not line and form and asked.keys() - chosen:
            try:
                line = form.line(asked)
            except ValueError:
                problem = "A quotation mark is missing. Close what you quoted."
        blocks: Blocks = ()
        if line and not problem:
            blocks, problem = await run_in_threadpool(self._answered, tool, line)
        return self._page(
            "tool.html.j2", request, 422 if problem else 200, tool=tool, tools=self._desk.tools, form=form,
            asked=asked, line=line, blocks=blocks, problem=problem, came=_came(request),
        )  # fmt: skip

    def _answered(self, tool: Tool, line: str) -> tuple[Blocks, str]:
        """The answer, or a sentence that says what is wrong with what was asked."""
        if len(line) > _LONGEST:
            return (), f"This is too long: at most {_LONGEST} characters."
        try:
            with _BUSY:
                return self._desk.ask(f"{tool.word} {line}").blocks, ""
        except StarboxError as problem:
            return (), str(problem)


class Came(NamedTuple):
    """The table from which somebody came, and its game."""

    table: str
    game: str


def _came(request: Request) -> Came | None:
    """Tell from which table somebody came; None from none. Nothing is told about the table."""
    table, game = (request.query_params.get(name, "") for name in ("table", "of"))
    return Came(table, game) if re.fullmatch(r"[0-9a-f]{1,16}", table) and game in slugs() else None


def _form(tool: Tool, asked: Mapping[str, str]) -> Form | None:
    """The form that is filled in: of the game that was chosen, or of the one in the line; else the first."""
    wanted = asked.get("game") or next(iter(asked.get("line", "").split()), "") or asked.get("of", "")
    return next((form for form in tool.forms if form.words[-1] == wanted), next(iter(tool.forms), None))
