"""The cache of a worker before it prints: programs, lettering, and pairs and files of fonts.

So fontTools, which makes what belongs to fonts, is not loaded there.
"""

import json
from collections.abc import Collection, Mapping
from importlib.util import MAGIC_NUMBER

from generator import cache
from generator.faces.fonts import font
from generator.faces.renderer import Renderer
from generator.faces.templating.templates import PROGRAMS, program_file
from generator.faces.type import kerning, lettering, own

PLACE = "kept"  # the folder of the cache there, see worker.js
_TEXTS = "programs.json"  # programs of templates before they are compiled
_HEAD = 16  # bytes of a compiled module before its code; the first four are the mark of its Python
Noted = Mapping[tuple[str, str], bytes]


def noted(renderer: Renderer, found: Noted, there: Mapping[str, str]) -> dict[str, bytes]:
    """The files that a print of that game has kept, by name.

    there  folders of this computer with what is in their place where the site runs
    """

    def place(file: str) -> str:
        return next((f"{to}{file.removeprefix(at)}" for at, to in there.items() if file.startswith(at)), file)

    kept = {file for shelf, file in found if shelf == PROGRAMS}
    texts = json.dumps(sorted(renderer.templates.programs(kept, place))).encode()
    drawn = {file: data for (shelf, file), data in found.items() if shelf == lettering.SHELF}
    return {_TEXTS: texts, **dict(sorted(drawn.items()))}


def programs(kept: Mapping[str, bytes]) -> dict[str, bytes]:
    """The programs of templates among what was noted, as `compile.mjs` reads them."""
    return {f"programs/{key}{file}": text.encode() for key, file, _, text in json.loads(kept[_TEXTS])}


def files(kept: Mapping[str, bytes], compiled: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the cache there for what was noted, by their places."""
    made = {}
    for key, file, checksum, _ in json.loads(kept[_TEXTS]):
        module = compiled[f"programs/{key}{file}"]
        name = f"{PLACE}/{PROGRAMS}/{program_file(key, module[: len(MAGIC_NUMBER)])}"
        made[name] = cache.sealed(checksum.encode() + module[_HEAD:])
    drawn = {file: data for file, data in kept.items() if file != _TEXTS}
    return made | {f"{PLACE}/{lettering.SHELF}/{file}": cache.sealed(data) for file, data in drawn.items()}


def fonts(faces: Collection[tuple[str, int, bool]]) -> dict[str, bytes]:
    """The files of the cache there for those fonts, by their places."""
    with cache.noting() as found:
        for face in faces:
            one = font(*face)
            own.fixed(one.file, one.weight)
            kerning.read(one.content)
    return {f"{PLACE}/{shelf}/{file}": cache.sealed(data) for (shelf, file), data in sorted(found.items())}
