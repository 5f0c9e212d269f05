"""Pages that need no table: dice, rules, odds and scores, for whoever plays with printed pieces.

What is asked is a line as at the command line. It is answered by the commands, which are handed in: no shell
and no process has a part in it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.errors import StarboxError, UsageError
from referee.engine.answers import Answer

Ask: TypeAlias = Callable[[str], Answer[Any]]

_LONGEST = 200  # characters of a line
_BUSY = threading.Semaphore(2)  # answers that are worked out at a time


@dataclass(frozen=True)
class Tool:
    """A page.

    about     what it answers, in a sentence
    label     of its field
    examples  lines that one can tap
    """

    word: str
    title: str
    about: str
    label: str
    examples: tuple[str, ...]


TOOLS = (
    Tool(
        "roll", "Dice", "Rolls dice, those of a game too.", "Dice",
        ("2d6", "3d6", "4d6kh3", "d20", "mlem:6@5"),
    ),
    Tool(
        "rules", "Rules", "Looks rules up by number or by words.", "Game, then number or words",
        ("last-blast", "mlem", "per-aspera", "planetary", "rayguns", "last-blast 4.6", "mlem landing"),
    ),
    Tool(
        "odds", "Odds", "Works out exact odds.", "Game and position, or dice",
        (
            "dice 2d6",
            'last-blast --rocket "R2-5 A6-1" --field 54/26/x1 --row 2',
            "mlem --at 5 --dice 3",
            "per-aspera --size L --resource 1",
            "per-aspera --cannons 2 --against 3 --draw win",
            'rayguns --hold "G3w B3p A3r R4w G2r N5 G1w" --card RC05',
        ),
    ),
    Tool(
        "score", "Score", "Adds up the points of a game.", "Game, then what each player has",
        (
            'last-blast Ann="R2-5 A6-3" Bo=x5',
            "mlem --planet A=Ann:2,Bo,Ann --moon m3=Bo --comet Ann",
            "per-aspera Ann=130@home Bo=95 --levies 2",
            "planetary Ann Bo+Cy Di",
            'rayguns Ann="G3w B3p A3r R4w G2r" Bo="U2 R5r" --card RC03',
        ),
    ),
)  # fmt: skip


class Tools:
    """The pages.

    page  makes a page of a template
    ask   answers a line
    """

    def __init__(self, page: Callable[..., Response], ask: Ask) -> None:
        self._page, self._ask = page, ask

    @property
    def routes(self) -> list[Route]:
        return [Route("/tools", self.contents), Route("/tools/{tool}", self.tool)]

    def contents(self, request: Request) -> Response:
        return self._page("tools.html.j2", request, tools=TOOLS)

    async def tool(self, request: Request) -> Response:
        """A tool; with `line`, its answer too."""
        tool = next((one for one in TOOLS if one.word == request.path_params["tool"]), None)
        if tool is None:
            return self._page(
                "error.html.j2",
                request,
                404,
                what="There is no such tool.",
                todo="Go back to the front page.",
            )
        line = request.query_params.get("line", "").strip()
        lines, problem = await run_in_threadpool(self._answered, tool, line) if line else ((), "")
        return self._page(
            "tool.html.j2", request, 422 if problem else 200, tool=tool, tools=TOOLS, line=line, lines=lines,
            problem=problem,
        )  # fmt: skip

    def _answered(self, tool: Tool, line: str) -> tuple[tuple[str, ...], str]:
        """The lines of the answer, or a sentence that says what is wrong with what was asked."""
        if len(line) > _LONGEST:
            return (), f"This is too long: at most {_LONGEST} characters."
        try:
            with _BUSY:
                return self._ask(f"{tool.word} {line}").lines, ""
        except StarboxError as problem:
            return (), str(problem)


def no_answer(line: str) -> Answer[Any]:
    """Where no commands were handed in. Raises `UsageError`."""
    raise UsageError("This server has no tools.")
