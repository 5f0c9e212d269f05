"""Games of one's own in a page: folders as any other, kept in the browser, opened and saved as zip files.

A worker lives long, and a command does not: so what was read of a game is forgotten whenever it changes.
"""

import base64
import io
import itertools
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from components import catalogue
from components.errors import DataError, StarboxError, UsageError
from components.files import folder
from components.toml import read_toml
from components.writing import (
    check_inside,
    make_folder,
    new_folder,
    remove_file,
    remove_folder,
    replace_file,
    scratch_folder,
    zip_file,
)
from generator.build.new import Wanted
from generator.commands.new import start, start_from

_TEXTS = (".toml", ".csv", ".md", ".svg", ".j2", ".txt")
_MOST_FILES, _MOST_BYTES = 2_000, 64 * 1024 * 1024  # at most this many in a zip file
_PART = re.compile(r"[\w][\w .()+-]*", re.ASCII)  # a part of a path in a game's folder


def games() -> dict[str, Any]:
    """The titles of the games that are kept here, by their folders' names."""
    found = sorted(file.parent for file in _home().glob("*/game.toml"))
    return {game.name: _title(game) for game in found}


def begin(name: str, table: str = "", cards: str = "") -> dict[str, Any]:
    """A small game of that name to begin with, or one with the cards of a spreadsheet.

    table  the spreadsheet's file name
    cards  what is in it, in base64

    Raises `UsageError` for a name that is taken or unsuitable, and what reading the spreadsheet raises.
    """
    if not table:
        return files(start(name, _home()).name)
    with scratch_folder() as place:
        file = place / _path(PurePosixPath(table).name)
        replace_file(file, base64.b64decode(cards))
        return files(start_from(name, _home(), str(file), Wanted())[0].name)


def files(game: str) -> dict[str, Any]:
    """The files of a game: what is in those with text, and null for the others."""
    home = _game(game)
    return {"game": game, "title": _title(home), "files": {name: _text(file) for name, file in _inside(home)}}


def write(game: str, name: str, text: str) -> dict[str, Any]:
    """Put that text into a file of the game, a new one or another one's place."""
    _put(game, name, text)
    return {}


def put(game: str, name: str, data: str) -> dict[str, Any]:
    """Put a file of any kind into the game, given in base64."""
    return {"place": str(_put(game, name, base64.b64decode(data)))}


def remove(game: str, name: str = "") -> dict[str, Any]:
    """Delete a file of the game; without a name the whole game."""
    home = _game(game)
    if name:
        check_inside((home / _path(name)).parent, home)
        remove_file(home / _path(name))
    else:
        remove_folder(home)
    _forget()
    return games()


def look(game: str, ink: str = "full", paper: str = "a4") -> dict[str, Any]:
    """The sheets of the game, as `generator.exports.web.sheets` draws them; or what is wrong, and where."""
    from generator.build.dry_run import laid_out
    from generator.exports.web.sheets import definitions, sheets
    from generator.faces.templating import layouts
    from generator.sheets.paper import Paper, paper_size

    home = _game(game)
    try:
        read = catalogue.load(str(home))
        if misspelt := next((said for said, slip in layouts.unused(read) if slip), ""):
            return blame(game, misspelt)
        parts, faces = laid_out(read, Paper(paper, *paper_size(paper)), ink)
        drawn = [{"title": one.title, "svg": one.svg} for one in sheets(parts)]
        defined = definitions(faces)
        return {"title": read.title, "definitions": defined, "sheets": drawn, "fonts": _fonts(defined)}
    except StarboxError as problem:
        return blame(game, str(problem))


def blame(game: str, said: str) -> dict[str, Any]:
    """A problem with the file of the game that it names, and the line of it: 0 if that is not known."""
    home = _game(game)
    said = said.replace(f"{home}/", "").replace(f"{game}/", "")
    names = [name for name, _ in _inside(home) if name in said]
    line = re.search(r"\bline (\d+)", said)
    return {
        "problem": {
            "said": said,
            "file": max(names, key=len, default=""),
            "line": int(line[1]) if line else 0,
        }
    }


def packed(game: str) -> dict[str, Any]:
    """The game's folder as a zip file, which `pnp build` takes once it is unpacked."""
    home = _game(game)
    made = zip_file({f"{game}/{name}": file.read_bytes() for name, file in _inside(home)}, small=True)
    return {"zip": base64.b64encode(made).decode()}


def opened(data: str, name: str) -> dict[str, Any]:
    """Keep the game in a zip file, which is given in base64.

    If another game has the name of its folder, it gets a number: `moon-mail-2`.

    name  name of the zip file, in messages

    Raises `DataError` if it is damaged, is too large, or has no game in it.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(base64.b64decode(data))) as archive:
            found = [one for one in archive.infolist() if not one.is_dir() and not _is_noise(one.filename)]
            if len(found) > _MOST_FILES or sum(one.file_size for one in found) > _MOST_BYTES:
                raise DataError("The zip file is too large for a game.", where=name)
            content = {one.filename: archive.read(one) for one in found}
    except (zipfile.BadZipFile, ValueError, RuntimeError, EOFError, NotImplementedError, OSError):
        raise DataError("This is not a zip file, or it is damaged.", where=name) from None
    tops = [PurePosixPath(one) for one in content if PurePosixPath(one).name == "game.toml"]
    top = min(tops, key=lambda one: len(one.parts), default=None)
    if top is None:
        raise DataError("There is no game.toml in it.", where=name, todo="Zip the folder of a game.")
    within = {
        _path(str(PurePosixPath(one).relative_to(top.parent))): data
        for one, data in content.items()
        if PurePosixPath(one).is_relative_to(top.parent)
    }
    slug = re.sub(r"[^a-z0-9]+", "-", (top.parent.name or Path(name).stem).lower()).strip("-") or "game"
    slugs = itertools.chain([slug], (f"{slug}-{number}" for number in itertools.count(2)))
    return files(next(one for one in slugs if _kept(one, within)))


def _kept(slug: str, content: Mapping[str, bytes]) -> bool:
    """Keep that as a game of its own, and tell whether it is there now: not if another game is."""
    home = _home() / slug
    if home.exists():
        return {name: file.read_bytes() for name, file in _inside(home)} == content
    with new_folder(home) as made:
        for name, data in content.items():
            make_folder((made / name).parent)
            replace_file(made / name, data)
    _forget()
    return True


def _put(game: str, name: str, content: str | bytes) -> Path:
    """Put a file into the game; where it is."""
    home = _game(game)
    file = home / _path(name)
    make_folder(file.parent, within=home)
    replace_file(file, content, within=home)
    _forget()
    return file


def _fonts(definitions: str) -> str:
    """The rules for a page of the game's own fonts that these faces name."""
    from generator.faces.type import own

    def rule(family: own.Family, one: own.FontFile) -> str:
        data = base64.b64encode(one.content).decode()
        weights = " ".join(map(str, sorted(set(one.weights))))
        return (
            f'@font-face{{font-family:"{family.name}";font-weight:{weights};'
            f"font-style:{'italic' if one.italic else 'normal'};src:url(data:font/ttf;base64,{data})}}"
        )

    named = [family for family in own.brought() if f'"{family.name}"' in definitions]
    return "".join(rule(family, one) for family in named for one in family.files)


def _forget() -> None:
    from generator.faces import theme
    from generator.faces.svg import symbols

    catalogue.forget()
    theme.forget()
    symbols.forget()


def _home() -> Path:
    home = folder("data") / "games"
    make_folder(home)
    return home


def _game(game: str) -> Path:
    home = _home() / game
    if not _PART.fullmatch(game) or not home.is_dir():
        raise UsageError(f'There is no game "{game}" here.', todo="Open its zip file.")
    return home


def _path(name: str) -> str:
    """The path, if it stays in the game's folder. Raises `UsageError`."""
    parts = PurePosixPath(name).parts
    if not parts or len(parts) > 4 or not all(_PART.fullmatch(part) and part != ".." for part in parts):
        raise UsageError(
            f'"{name}" cannot be the name of a file.', todo="Use letters, digits, dots and dashes."
        )
    return "/".join(parts)


def _inside(home: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(home.rglob("*")):
        if file.is_file():
            yield file.relative_to(home).as_posix(), file


def _text(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8") if file.suffix in _TEXTS else None
    except UnicodeDecodeError:
        return None


def _title(home: Path) -> str:
    try:
        return read_toml(home / "game.toml", home).text("title")
    except StarboxError:
        return home.name


def _is_noise(name: str) -> bool:
    """Tell whether it is a file that a zip program or a build has added."""
    parts = PurePosixPath(name).parts
    return any(part.startswith((".", "__MACOSX")) and part != ".." for part in parts)


MAKING: Mapping[str, Callable[..., dict[str, Any]]] = {
    "games": games, "begin": begin, "files": files, "write": write, "put": put, "remove": remove,
    "look": look, "blame": blame, "packed": packed, "opened": opened,
}  # fmt: skip


def made(method: str, asked: str) -> str:
    """The answer to what the page Make asks, as JSON. What a person can cause is told as a problem."""
    try:
        return json.dumps(MAKING[method](**json.loads(asked)))
    except StarboxError as problem:
        return json.dumps({"problem": {"said": str(problem), "file": "", "line": 0}})
