"""SVG drawn as pixels by resvg, in a process of its own that ends within bounds of time and memory."""

import json
import re
import subprocess
import sys

from components.errors import DataError
from generator.faces.pictures.source import Picture
from generator.faces.pictures.vector import safe_text

SECONDS = 10  # processor time for a drawing, at most
LETTERS = 20_000  # characters of the texts of a drawing, at most: a million take 750 MB
_MEMORY = 1024**3  # bytes of its addresses, of which it uses a part
_PROGRAM = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
except ImportError:
    pass
import resvg_py
asked = json.load(sys.stdin)
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**asked)))
"""


def drawn_by_resvg(picture: Picture, pixels: tuple[int, int]) -> bytes:
    """The drawing as a PNG of that many pixels. Raises `DataError` if it takes too much."""
    from generator.faces import fonts

    drawing = safe_text(picture.file, picture.folder)
    if len(re.sub("<[^>]*>", "", drawing)) > LETTERS:
        raise DataError(
            f"The drawing has more than {LETTERS:,} characters of text.",
            where=str(picture.file),
            todo="Turn its text into paths, or save it as PNG.",
        )
    asked = {
        "svg_string": drawing,
        "skip_system_fonts": True,
        "dpi": 96,  # the pixels of CSS: without it, mm, cm, in and pt are nothing
        "width": pixels[0],
        "height": pixels[1],
        "font_files": [str(fonts.font("Barlow", weight).file) for weight in (400, 700)],
        "font_family": "Barlow",
        "sans_serif_family": "Barlow",
        "serif_family": "Barlow",
    }
    program = _PROGRAM.replace("SECONDS", str(SECONDS)).replace("MEMORY", str(_MEMORY))
    try:
        # -P: nothing is imported from the folder that we were started in, which may be a stranger's.
        done = subprocess.run(
            [sys.executable, "-P", "-c", program],
            input=json.dumps(asked).encode(), capture_output=True, timeout=3 * SECONDS, check=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise _too_much(picture) from None
    except subprocess.CalledProcessError as problem:
        said = problem.stderr.decode(errors="replace").strip().splitlines()
        if problem.returncode < 0 or not said:
            raise _too_much(picture) from None
        raise DataError(
            f"The drawing cannot be drawn: {said[-1][:100]}.", where=str(picture.file), todo="Save it as PNG."
        ) from None
    return done.stdout


def _too_much(picture: Picture) -> DataError:
    return DataError(
        f"The drawing takes more than {SECONDS} seconds or {_MEMORY // 1024**3} GB to draw.",
        where=str(picture.file),
        todo="Save it as PNG.",
    )
