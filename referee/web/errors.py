"""Requests that cannot be answered: a page says what is wrong, and what to do."""

import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from components.errors import StarboxError
from referee.web.requests import RefusedError


class ErrorPages:
    """The pages.

    page  makes a page of a template
    """

    def __init__(self, page: Callable[..., Response]) -> None:
        self._page = page

    @property
    def handlers(self) -> Mapping[Any, Callable[[Request, Exception], Response]]:
        """The functions that answer each kind of exception and each status."""
        gone: Callable[..., Response] = lambda *_: Response(status_code=400)  # noqa: E731  nobody reads it
        return {
            RefusedError: self._told, StarboxError: self._told, ClientDisconnect: gone, 404: self._missing,
            405: self._missing, HTTPException: self._unreadable, Exception: self._broken,
        }  # fmt: skip

    def _told(self, request: Request, problem: Exception) -> Response:
        """Answer with what is wrong: a request that is refused, or a disk that is full."""
        assert isinstance(problem, RefusedError | StarboxError)
        status = problem.status if isinstance(problem, RefusedError) else 409
        return self._error(request, status, problem.what, problem.todo or "Open the table again.")

    def _missing(self, request: Request, problem: Exception) -> Response:
        return self._error(request, 404, "There is no such page.", "Go back to the front page.")

    def _unreadable(self, request: Request, problem: Exception) -> Response:
        return self._error(request, 400, "This form cannot be read.", "Open the table again.")

    def _broken(self, request: Request, problem: Exception) -> Response:
        """Answer after a fault of this program, with nothing that a seat may not know."""
        complain("a page", problem)
        todo = "What was played is in the journal. Open the table again; if this happens again, report it."
        return self._error(request, 500, "Something went wrong in the server.", todo)

    def _error(self, request: Request, status: int, what: str, todo: str) -> Response:
        return self._page("error.html.j2", request, status, what=what, todo=todo)


def complain(what: str, problem: Exception) -> None:
    """Say on the host's terminal what failed and where. It tells nothing of what was played."""
    trace = traceback.extract_tb(problem.__traceback__)
    place = f"{Path(trace[-1].filename).name}:{trace[-1].lineno}" if trace else "unknown place"
    print(f"referee serve: {what} failed ({type(problem).__name__}, {place}).", file=sys.stderr)
