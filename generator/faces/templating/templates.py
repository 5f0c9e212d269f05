"""Jinja templates of a game: finding and rendering them, and errors with the template's file and line."""

import functools
import marshal
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

import jinja2
from jinja2.bccache import Bucket
from jinja2.loaders import split_template_path
from jinja2.runtime import Macro

from components.catalogue import Deck, Game
from components.errors import StarboxError, TemplateError, did_you_mean
from components.reading import read_text, slips
from generator import cache
from generator.faces.svg.path import number
from generator.faces.templating.sandbox import Sandbox, face_timed
from generator.faces.theme import HOME

TEMPLATE_BYTES: Final = 1024 * 1024
PROGRAMS: Final = "programs"  # shelf of templates as the sandbox writes them
_FORM = 1  # form of the kept programs: it changes with the sandbox
_SUFFIX = ".svg.j2"
_PICTURES = "illustration.svg.j2"  # its macros are the pictures of every template
_PLAIN = r"(?!.*\.\.)[\w./-]+"  # Jinja writes a name into the program that it makes of a template
_OF_OTHERS = ((Deck, "pieces"), (Deck, "count"), (Game, "decks"), (Game, "deck"))
_UNDEFINED = r"'(\w+)' is undefined|has no attribute '(\w+)'"


class Program(NamedTuple):
    """A template as Python: the key and the checksum under which it is kept, its file, and the text."""

    key: str
    file: str
    checksum: str
    text: str


class Templates:
    """The templates of one game: from its own folder, from templates/faces/<game>, and the shared ones."""

    def __init__(
        self, game: Game, looked_up: Iterable[type], functions: Iterable[Callable[..., Any]]
    ) -> None:
        """The types that templates may look names up in, and the functions they may call."""
        own = game.folder / "templates"
        places = [own, HOME / "faces" / game.slug.replace("-", "_"), HOME]
        self._loader = _Loader(places, game)
        self._has = functools.cache(self._loader.has)  # each face asks for the same ones
        self._environment = Sandbox(
            looked_up,
            functions,
            loader=self._loader,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=_Kept(),
        )
        self._environment.filters["n"] = number

    def render(self, name: str, vocabulary: Mapping[str, Any], where: str) -> str:
        """Run the template `name`.svg.j2. Raises `TemplateError` with `where`, or the error of a function
        that the template calls, with the line of the template."""
        self._environment.renew()
        try:
            with face_timed():
                template = self._environment.get_template(f"{name}.svg.j2")
                pictures = self._environment.get_template(_PICTURES)
                art = _Art(vocabulary["art"], lambda: pictures.make_module(dict(vocabulary)))
                return template.render({**vocabulary, "art": art})
        except StarboxError as problem:
            at = problem.where or _place(problem.__traceback__, where)
            raise type(problem)(problem.what, where=at, todo=problem.todo) from None
        except jinja2.TemplateNotFound as problem:
            raise self._not_found(str(problem.name or name), _place(problem.__traceback__, where)) from None
        except jinja2.TemplateSyntaxError as problem:
            what = f"The template has a syntax error: {(problem.message or '').rstrip('.')}."
            raise TemplateError(_said(what), where=f"{problem.filename}, line {problem.lineno}") from None
        except jinja2.UndefinedError as problem:
            raise _undefined(problem, vocabulary, where) from None
        except jinja2.TemplateRuntimeError as problem:
            raise TemplateError(
                f"{(problem.message or '').rstrip('.')}.", where=_place(problem.__traceback__, where)
            ) from None
        except RecursionError:
            raise TemplateError(
                "A template is nested too deeply, or uses itself without end.",
                where=f"{name}.svg.j2 ({where})",
                todo="Look for an import or include of the file itself.",
            ) from None
        except MemoryError:  # not the fault of templates, which are limited
            raise
        except Exception as problem:
            what = f"{type(problem).__name__}: {problem}."
            raise TemplateError(_said(what), where=_place(problem.__traceback__, where)) from None

    def programs(self, kept: Collection[str], there: Callable[[str], str]) -> Iterator[Program]:
        """Yield the templates whose programs are among those kept files, for another place.

        there  says where a template's file is there
        """
        for name in self._environment.list_templates():
            source, file, _ = self._loader.get_source(self._environment, name)
            if program_file(_Kept().get_cache_key(name, file)) in kept:
                text = self._environment.compile(source, name, file, raw=True)
                key = _Kept().get_cache_key(name, there(file))
                yield Program(key, there(file), _Kept().get_source_checksum(source), text)

    def ask_for_others(self) -> bool:
        """Tell whether a template has read something that may change with the row of another piece."""
        return not self._environment.read.isdisjoint(_OF_OTHERS)

    def __contains__(self, name: str) -> bool:
        """Tell whether there is a template of that name."""
        return self._has(name)

    def _not_found(self, file: str, where: str) -> TemplateError:
        from generator.faces.templating import layouts

        files = self._environment.list_templates(filter_func=lambda name: name.endswith(_SUFFIX))
        near = did_you_mean(file, [name for name in files if "/" not in name])
        table = f" or [{name}] in {layouts.NAME}" if (name := file.removesuffix(_SUFFIX)) != file else ""
        return TemplateError(
            f'There is no template "{file}".', where=where, todo=f"{near} Or write templates/{file}{table}."
        )


class _Art(dict[str, Any]):
    """Functions that draw, and those of a template, which is run for the first that is not among them."""

    def __init__(self, own: Mapping[str, Any], make: Callable[[], object]) -> None:
        super().__init__(own)
        self._make = make

    def __missing__(self, name: str) -> Any:
        made = {key: value for key, value in vars(self._make()).items() if isinstance(value, Macro)}
        self.update(made | self)
        return made[name]


def _undefined(problem: jinja2.UndefinedError, vocabulary: Mapping[str, Any], where: str) -> TemplateError:
    """An undefined name, with a near one from what templates can use or from the piece's columns."""
    todo = ""
    if match := re.search(_UNDEFINED, problem.message or ""):
        name = match[1] or match[2]
        known = vocabulary if match[1] else ("code", *vocabulary["piece"].fields, *vocabulary["tables"])
        near = did_you_mean(name, known)
        todo = near if "mean" in near else ""
    return TemplateError(_said(f"{problem.message}."), where=_place(problem.__traceback__, where), todo=todo)


def _said(what: str) -> str:
    """Put a sentence of Python or Jinja into our words."""
    for pattern, said, _ in slips("template"):
        what = re.sub(pattern, said, what)
    return what[0].upper() + what[1:]


def _place(trace: TracebackType | None, where: str) -> str:
    """The innermost template line on the way to the failure, and the face."""
    line = ""
    while trace:
        file = trace.tb_frame.f_code.co_filename
        if line and Path(file).parent == HOME:  # a macro of ours, which is given what is wrong
            pass
        elif file.endswith(".j2"):
            line = f"{file}, line {trace.tb_lineno}"
        elif ".toml#" in file:
            from generator.faces.templating import layouts

            line = layouts.place(file, trace.tb_lineno)
        trace = trace.tb_next
    return f"{line} ({where})" if line else where


class _Loader(jinja2.BaseLoader):
    """Finds templates in the first of several folders, and then in the layouts of the game. What is in the
    game's folder stays in it."""

    def __init__(self, places: Sequence[Path], game: Game) -> None:
        self._places = places
        self._game = game
        self._folder = game.folder

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, None]:
        if not re.fullmatch(_PLAIN, template):
            raise TemplateError(
                f"{template[:40]!a} is not the name of a template.",
                todo='Use letters, digits, "-", "_" and "." in names of templates, and "/" after a folder.',
            )
        parts = split_template_path(template)
        for place in self._places:
            file = place.joinpath(*parts)
            if file.exists():
                within = self._folder if place == self._places[0] else place
                return read_text(file, limit=TEMPLATE_BYTES, within=within), str(file), None
        name = template.removesuffix(_SUFFIX)
        if name in self._laid_out():
            from generator.faces.templating import layouts

            return layouts.template(self._game, name), layouts.file_of(self._folder, name), None
        raise jinja2.TemplateNotFound(template)

    def has(self, name: str) -> bool:
        """Tell whether there is a template of that name; far quicker than to list them all."""
        parts = split_template_path(f"{name}{_SUFFIX}")
        found = any(place.joinpath(*parts).is_file() for place in self._places)
        return found or name in self._laid_out()

    def list_templates(self) -> list[str]:
        return sorted(
            {
                file.relative_to(place).as_posix()
                for place in self._places
                for file in place.rglob(f"*{_SUFFIX}")
                if file.is_file()
            }
            | {f"{name}{_SUFFIX}" for name in self._laid_out()}
        )

    def _laid_out(self) -> tuple[str, ...]:
        """The names of the layouts of the game."""
        from generator.faces.templating import layouts

        return layouts.names(self._folder)


class _Kept(jinja2.BytecodeCache):
    """Programs of templates, kept between runs if they can be."""

    def load_bytecode(self, bucket: Bucket) -> None:
        content = cache.kept(PROGRAMS, program_file(bucket.key)) or b""
        if content.startswith(told := bucket.checksum.encode()):
            bucket.code = marshal.loads(content.removeprefix(told))

    def dump_bytecode(self, bucket: Bucket) -> None:
        content = bucket.checksum.encode() + marshal.dumps(bucket.code)
        cache.keep(PROGRAMS, program_file(bucket.key), content)


def program_file(key: str, python: bytes = MAGIC_NUMBER) -> str:
    """The name under which the program of a template is kept. `python` is the mark of a Python's modules."""
    return f"{key}-{python.hex()}-{_FORM}.cache"
