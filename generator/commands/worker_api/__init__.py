"""The printer for a page in a browser: the commands themselves, without a process of their own.

The worker of the site calls these functions by name, with JSON, and gets JSON.
"""

import contextlib
import gc
import io
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from components.wording import visible
from components.writing import remove_folder
from generator import Progress
from generator.commands.arguments import telling
from generator.commands.worker_api.making import MAKING, made
from generator.files import RECORD

Answer: TypeAlias = Mapping[str, Any]
Main: TypeAlias = Callable[[], object]

_OUT = Path("/printed")  # a folder of the worker's own file system, which is forgotten with it


def answer(main: Main, method: str, asked: str, progress: Progress) -> str:
    """The answer to what a page asks, as JSON; both are tables. Raises `KeyError` for an unknown method.

    main  runs `pnp`
    """
    if method in MAKING:
        return made(method, asked)
    return json.dumps(_METHODS[method](Request(main, progress), **json.loads(asked)))


def orders() -> str:
    """The pictures that the last answer needs of the browser, as JSON: then it has to be asked for again."""
    from generator.faces.pictures import browser

    return json.dumps(browser.orders())


def fill(shelf: str, name: str, made: Any) -> None:
    """Keep what the browser made of an order, an array of bytes."""
    from generator.faces.pictures import browser

    browser.fill(shelf, name, bytes(made.to_bytes()))


def refuse(name: str, why: str) -> None:
    """Note that the browser cannot make a picture, and why."""
    from generator.faces.pictures import browser

    browser.refuse(name, why)


def leave() -> None:
    """Forget the files that were made for a page: it has been left."""
    remove_folder(_OUT)


@dataclass(frozen=True)
class Request:
    """Means that every method can use: the command, and who hears of its progress."""

    main: Main
    progress: Progress


def pnp(request: Request, words: list[str], out: str = str(_OUT)) -> Answer:
    """Run `pnp` with these words; return what it says, its exit code, and the files then in its folder.

    `build` gets the options `--out` and, as a worker of a page has no processes, `--jobs 1`.
    """
    folder = Path(out)
    gc.collect()  # the memory of a page never shrinks, so what the last one has left is used again
    if words[:1] == ["build"]:
        remove_folder(folder)
        words = [*words, "--out", out, "--jobs", "1"]
    elif words[:1] == ["calibrate"]:
        words = [*words, "--out", out]
    code, said, complained = _run(request, ["pnp", *words])
    files = [
        str(file)
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != RECORD and code == 0
    ]
    return {"code": code, "said": said, "problem": complained.removeprefix("pnp: ").strip(), "files": files}


def printers(_: Request) -> Answer:
    """The printers that are saved here, by name, in words."""
    from generator.build.printers import printers as saved

    return {name: visible(entry.said()) for name, entry in saved().items()}


def _run(request: Request, words: list[str]) -> tuple[int, str, str]:
    """The exit code of a command, what it printed, and what it complained about."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = words
    code = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), telling(request.progress):
            request.main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.argv = before
    return code, out.getvalue(), err.getvalue()


_METHODS: dict[str, Callable[..., Answer]] = {"pnp": pnp, "printers": printers}
