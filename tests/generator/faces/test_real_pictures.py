"""Pictures that nobody here made: icons of devicon (MIT) and space photographs of scikit-image's data.

`make search` looks at them where they are: `pip install --group material`, and for the icons
`npm install --prefix .venv devicon`.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.faces.pictures.vector import open_drawing
from tests.generator.faces.test_pictures import built, game, seen, stored
from tests.searching import SEARCHING

ICONS = Path(__file__).parents[3] / ".venv" / "node_modules" / "devicon" / "icons"
# Public domain (NASA) but for the rocket, which is CC0 (SpaceX).
PHOTOGRAPHS = ("hubble_deep_field.jpg", "rocket.jpg", "astronaut.png", "moon.png")
Make = Callable[..., Path]

__all__ = ["game"]
pytestmark = pytest.mark.skipif(not SEARCHING, reason="make search")


def photographs() -> Path:
    spec = find_spec("skimage")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("pip install --group material")
    return Path(next(iter(spec.submodule_search_locations))) / "data"


def test_photographs_are_printed_once_and_a_jpeg_untouched(game: Make, tmp_path: Path) -> None:
    """The dots of each are printed as they are in the file, but for what is cut off to fill a square."""
    files = {name: (photographs() / name).read_bytes() for name in PHOTOGRAPHS}
    folder = game(files)
    images = stored(built(folder, tmp_path / "out", dpi=1200)[1])
    assert len(images) == len(files)
    untouched = {bytes(image._data) for image in images if image["/Filter"] == "/DCTDecode"}
    assert {files[name] for name in PHOTOGRAPHS if name.endswith(".jpg")} == untouched
    for place, name in enumerate(PHOTOGRAPHS):
        with Image.open(io.BytesIO(files[name])) as one:
            middle = one.convert("RGB").crop(square(one.size))
        printed = seen(folder, code=place)
        assert apart(printed, middle.resize(printed.size, Image.Resampling.LANCZOS)) < 12, name


def square(size: tuple[int, int]) -> tuple[int, int, int, int]:
    width, height = size
    side = min(size)
    left, top = (width - side) // 2, (height - side) // 2
    return left, top, left + side, top + side


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    means = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean
    return sum(means) / len(means)


@pytest.mark.skipif(not ICONS.is_dir(), reason="npm install --prefix .venv devicon")
def test_icons_with_filters_masks_and_gradients_look_as_another_renderer_draws_them(game: Make) -> None:
    """No icon is refused; what is drawn as lines, and what as pixels, is what resvg draws of the file."""
    resvg = pytest.importorskip("resvg_py", reason="pip install starbox[design]")
    files = sorted(ICONS.rglob("*.svg"))
    lines = [file for file in files if open_drawing(file, file.parent)]
    pixels = [file for file in files if file not in lines]
    assert lines and pixels
    draw = random.Random(1)
    chosen = (*draw.sample(lines, 100), *draw.sample(pixels, min(40, len(pixels))))
    pictures = {f"p{place}.svg": file.read_bytes() for place, file in enumerate(chosen)}
    folder = game(pictures, "picture(piece.art, 0, 0, w, h, fit='contain')")
    for place, file in enumerate(chosen):
        printed = seen(folder, code=place)
        png = bytes(resvg.svg_to_bytes(svg_string=file.read_text(encoding="utf-8"), width=printed.width))
        drawn = Image.open(io.BytesIO(png)).convert("RGBA")
        drawn.thumbnail(printed.size)
        wanted = Image.new("RGB", printed.size, "white")
        wanted.paste(drawn, tuple((a - b) // 2 for a, b in zip(printed.size, drawn.size, strict=True)), drawn)
        assert apart(printed, wanted) < 6, file.name  # edges, half a pixel apart
