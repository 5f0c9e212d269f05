"""Modules: the printer and the referee stay apart, no two need each other, and none is too long."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from generator.site.archive import LEFT_OUT, NO_LIBRARY

HOME = Path(__file__).parents[1]
PACKAGES = ("components", "generator", "referee")
LINES = 450  # The most that a module has.


def module(file: Path) -> str:
    return ".".join(file.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__")


@cache
def texts() -> dict[str, str]:
    files = (file for package in PACKAGES for file in (HOME / package).rglob("*.py"))
    return {module(file): file.read_text(encoding="utf-8") for file in files}


@cache
def named() -> dict[str, set[str]]:
    """Return the imports of each module, wherever in it; those for its types alone, too."""
    return {name: set(_named(ast.parse(text))) for name, text in texts().items()}


@cache
def imported() -> dict[str, set[str]]:
    """The modules of ours that each module imports."""
    return {name: others & named().keys() for name, others in named().items()}


def _named(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_module_is_too_long() -> None:
    lines = {name: len(text.splitlines()) for name, text in texts().items()}
    assert {name: count for name, count in lines.items() if count > LINES} == {}


def test_annotations_are_put_off_only_where_they_name_what_comes_later() -> None:
    """They may also name what type checkers alone import. Elsewhere the import is in vain."""
    put_off = [name for name, text in texts().items() if "from __future__ import annotations" in text]
    plain = [name for name in put_off if "TYPE_CHECKING" not in texts()[name]]
    assert put_off and [name for name in plain if not _names_what_comes_later(ast.parse(texts()[name]))] == []


def test_modules_load_nothing_that_the_site_leaves_out_of_python() -> None:
    """The site has no contract to try and no camera, which load more."""
    missed = {
        name
        for name, text in texts().items()
        if not LEFT_OUT.match(name.replace(".", "/") + ".py") and any(map(_left_out, ast.parse(text).body))
    }
    assert missed == {"referee.contract", "referee.camera.arranging"}


def _left_out(statement: ast.stmt) -> bool:
    names = _named(ast.Module(body=[statement], type_ignores=[]))
    plain = isinstance(statement, ast.Import | ast.ImportFrom)
    return plain and any(NO_LIBRARY.match(name.replace(".", "/") + ".py") for name in names)


def _names_what_comes_later(tree: ast.Module) -> bool:
    ends: dict[str, int] = {}
    for node in tree.body:
        named = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        names = [getattr(node, "name", ""), *(one.id for one in named if isinstance(one, ast.Name))]
        ends |= dict.fromkeys(names, node.end_lineno or 0)
    return any(
        isinstance(name, ast.Name) and ends.get(name.id, 0) >= line
        for line, annotation in _annotations(tree)
        for name in ast.walk(annotation)
    )


def _annotations(tree: ast.Module) -> Iterator[tuple[int, ast.expr]]:
    """The annotations of arguments, results and variables, each with the line where it would be read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = [one for one in ast.walk(node.args) if isinstance(one, ast.arg)]
            said = [node.returns, *(one.annotation for one in arguments)]
            yield from ((node.lineno, one) for one in said if one is not None)
        elif isinstance(node, ast.AnnAssign):
            yield node.lineno, node.annotation


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        list(TopologicalSorter(imported()).static_order())
    except CycleError as circle:
        raise AssertionError(" <- ".join(circle.args[1])) from None


def test_printer_and_referee_read_the_box_and_meet_in_five_places() -> None:
    """`pnp build --setup` asks the referee for one, `referee setup --pdf` has one printed, the pages of
    `referee serve` show the printed faces, its `--qr` prints the sheet that invites to a table, and the
    camera knows the faces that are printed."""
    across = {
        (name, other)
        for name, others in imported().items()
        for other in others
        if name.partition(".")[0] != other.partition(".")[0] != "components"
    }
    assert across == {
        ("generator.commands.build", "referee.commands.setup"),
        ("referee.camera.faces", "generator.exports.preview.portraits"),
        ("referee.commands.setup", "generator.build.setups"),
        ("referee.commands.serve", "generator.pdf.invitation"),
        ("referee.web.pages.drawing", "generator.exports.web.printed_boards"),
        ("referee.web.pages.drawing", "generator.exports.web.faces"),
        ("referee.web.pages.drawing", "generator.exports.web.artist"),
        ("referee.web.pages.drawing", "generator.exports.web.placement"),
    }


# The modules of Python and of others that reach a network, or are reached by one.
NETWORK = {
    "http.client", "http.server", "urllib.request", "socket", "socketserver", "ssl", "ftplib", "smtplib",
    "requests", "httpx2", "uvicorn", "distributed", "asyncio.streams", "xmlrpc.client",
}  # fmt: skip


def test_only_four_modules_know_a_network() -> None:
    """docs/security.md: `pnp` asks one only in `fetch` and `new --from`, and `watch` serves this computer.

    `referee serve` serves phones, and `referee simulate --dask` asks other machines.
    """
    assert {name for name, others in named().items() if others & NETWORK} == {
        "generator.build.fetching.network",
        "generator.exports.watching",
        "referee.web.serving",
        "referee.lab.running",
    }
    assert {name for name, others in imported().items() if "generator.build.fetching" in others} == {
        "generator.commands.fetch",
        "generator.commands.new",
        "generator.commands.build",  # only says how old the tables are
    }
