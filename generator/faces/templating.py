"""Jinja templates of a game: finding and rendering them, and errors with the template's file and line."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import jinja2

from components.catalogue import Game
from components.errors import StarboxError, TemplateError, did_you_mean
from generator import cache
from generator.faces.svg.path import number
from generator.faces.theme import HOME

_UNDEFINED = re.compile(r"'(\w+)' is undefined|has no attribute '(\w+)'")


class Templates:
    """The templates of one game: from its own folder, from templates/faces/<game>, and the shared ones."""

    def __init__(self, game: Game) -> None:
        self._game = game
        own = game.folder / "templates"
        places = [own, HOME / "faces" / game.slug.replace("-", "_"), HOME]
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader([str(place) for place in places]),
            undefined=jinja2.StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=_bytecode_cache(),
        )
        self._environment.filters["n"] = number

    def render(self, name: str, vocabulary: Mapping[str, Any], where: str) -> str:
        """What the template `name`.svg.j2 draws. Raises `TemplateError` with `where`, or the error of a
        function it calls, with the line of the template."""
        try:
            return self._environment.get_template(f"{name}.svg.j2").render(vocabulary)
        except StarboxError as problem:
            at = problem.where or _place(problem.__traceback__, where)
            raise type(problem)(problem.what, where=at, todo=problem.todo) from None
        except jinja2.TemplateNotFound as problem:
            raise self._not_found(str(problem.name or name), where) from None
        except jinja2.TemplateSyntaxError as problem:
            raise TemplateError(
                f"The template has a syntax error: {problem.message}.",
                where=f"{problem.filename}, line {problem.lineno}",
            ) from None
        except jinja2.UndefinedError as problem:
            raise _undefined(problem, vocabulary, where) from None
        except UnicodeDecodeError as problem:
            what = f"A template is not UTF-8: byte {problem.start} cannot be decoded."
            raise TemplateError(
                what, where=f"{name}.svg.j2 ({where})", todo="Save it and the templates it imports as UTF-8."
            ) from None
        except Exception as problem:
            what = f"{type(problem).__name__}: {problem}."
            raise TemplateError(what, where=_place(problem.__traceback__, where)) from None

    def __contains__(self, name: str) -> bool:
        """Whether there is a template of that name."""
        return f"{name}.svg.j2" in self._environment.list_templates()

    def _not_found(self, file: str, where: str) -> TemplateError:
        files = self._environment.list_templates(filter_func=lambda name: name.endswith(".svg.j2"))
        here = [name for name in files if "/" not in name]
        return TemplateError(f'There is no template "{file}".', where=where, todo=did_you_mean(file, here))


def _undefined(problem: jinja2.UndefinedError, vocabulary: Mapping[str, Any], where: str) -> TemplateError:
    """An undefined name, with a near one from what templates can use or from the piece's columns."""
    todo = ""
    if match := _UNDEFINED.search(problem.message or ""):
        name = match[1] or match[2]
        known = vocabulary if match[1] else ("code", *vocabulary["piece"].fields)
        near = did_you_mean(name, known)
        todo = near if "mean" in near else ""
    what = f"{problem.message}."
    return TemplateError(what[0].upper() + what[1:], where=_place(problem.__traceback__, where), todo=todo)


def _place(trace: TracebackType | None, where: str) -> str:
    """The innermost template line on the way to the failure, and the face."""
    line = ""
    while trace:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".j2"):
            line = f"{file}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"{line} ({where})" if line else where


def _bytecode_cache() -> jinja2.BytecodeCache | None:
    """Where compiled templates are kept between runs; None if they cannot be kept."""
    folder = cache.folder("templates")
    return _Kept(str(folder)) if folder else None


class _Kept(jinja2.FileSystemBytecodeCache):
    def dump_bytecode(self, bucket: Any) -> None:
        """A full disk is not an error: the template is just compiled again next time."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)
