"""The drawings in `symbols/`, of a game's own folder and of Starbox, as elements that faces use."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from components.catalogue import Game
from components.errors import TemplateError, did_you_mean
from components.reading import read_text
from generator.faces.theme import HOME

BYTES: Final = 1024 * 1024  # size of a file, at most
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_ATTRIBUTE = re.compile(r"""\s([\w:-]+)\s*=\s*("[^"]*"|'[^']*')""")
_SIDE = re.compile(r"(\d+(?:\.\d+)?)(?:px)?")
_LEFT_OUT = ("id", "width", "height", "version", "xmlns")
_EXPLANATION = r"[:;,(]"  # begins what is not the name of a symbol
_ARTICLE = r"(?i)^(?:an?|the|eine?|der|die|das|une?|la|les?) "
_SHORT = 2  # words


def forget() -> None:
    """Read every symbol anew from now on: somebody has changed the drawing of one."""
    symbol.cache_clear()


@cache
def symbol(folder: Path, name: str) -> str:
    """A symbol file as a <symbol> element; a game folder's own symbols come first.

    Raises `TemplateError` if there is none of that name.
    """
    homes = (folder / "symbols", HOME / "symbols")
    for home, within in zip(homes, (folder, HOME), strict=True) if _NAME.fullmatch(name) else ():
        file = home / f"{name}.svg"
        if not file.exists():  # [Ore] is ore.svg as well
            file = next((one for one in home.glob("*.svg") if one.stem.lower() == name.lower()), file)
        if file.exists():
            return _as_symbol(name, read_text(file, limit=BYTES, within=within), str(file))
    known = {file.stem for home in homes for file in home.glob("*.svg")}
    near = did_you_mean(name, known)
    todo = f"{near} Or draw symbols/{name}.svg. In a text, \\[{name}] is a word in brackets."
    raise TemplateError(f'There is no symbol "{name}".', todo=todo)


def read_out(game: Game, name: str) -> str:
    """Return the words for a symbol in a text: what symbols.toml says, if that is short, else its name.

    "A lamp, red or green" is read as "lamp".
    """
    meaning = re.sub(_ARTICLE, "", re.split(_EXPLANATION, game.symbols.get(name, ""))[0].strip())
    if meaning and (len(meaning.split()) <= _SHORT or not game.words.original):
        return meaning
    return re.sub("[-_]", " ", name)


def _as_symbol(name: str, svg: str, where: str) -> str:
    """The presentation attributes of the <svg> (fill, stroke …) move to the <symbol>; a shape without a fill
    would be black, whatever colour the symbol is given."""
    begin, end = svg.find("<svg"), svg.rfind("</svg>")
    inner = svg.find(">", begin) + 1
    attributes = dict(_ATTRIBUTE.findall(svg[begin + 4 : inner - 1])) if 0 <= begin < inner <= end else {}
    sides = [_SIDE.fullmatch(attributes.get(side, "").strip("\"'")) for side in ("width", "height")]
    if end < begin:
        raise TemplateError("The drawing is not closed.", where=where, todo="Write </svg> at its end.")
    if "viewBox" not in attributes and all(sides):
        attributes["viewBox"] = '"0 0 {} {}"'.format(*(side[1] for side in sides if side))
    if "viewBox" not in attributes:
        raise TemplateError(
            "The symbol has no <svg viewBox=…>.", where=where, todo='Write its size: viewBox="0 0 24 24".'
        )
    attributes.setdefault("fill", '"currentColor"')
    kept = "".join(
        f" {key}={value}" for key, value in attributes.items() if key not in _LEFT_OUT and ":" not in key
    )
    return f'<symbol id="s-{name}" overflow="visible"{kept}>{svg[inner:end].strip()}</symbol>'
