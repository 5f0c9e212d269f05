"""A worker that starts with the cache of a print makes nothing of it again."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path

import pytest

from components import catalogue
from components.writing import make_folder, replace_file
from generator import cache
from generator.book.pages import page_face
from generator.faces.renderer import Renderer
from generator.faces.type import lettering
from generator.site import archive, kept

_GAME = "mlem"  # its letters are of a variable font, and outlined
_WITHOUT = f"""
import sys
from jinja2 import Environment
sys.modules["fontTools"] = None

def refuse(*_):
    raise AssertionError("a template is compiled")

Environment._generate = refuse
from components import catalogue
from generator.book.pages import page_face
from generator.faces.renderer import Renderer
sys.stdout.buffer.write(page_face(Renderer(catalogue.load("{_GAME}")), "cover").svg.encode())
"""


@pytest.mark.outside
def test_a_worker_needs_neither_font_tools_nor_the_compiler_of_templates(tmp_path: Path) -> None:
    lettering.outlined.cache_clear()
    renderer = Renderer(catalogue.load(_GAME))
    with cache.noting() as found:
        drawn = page_face(renderer, "cover").svg
    noted = kept.noted(renderer, found, {})
    head = MAGIC_NUMBER + bytes(12)  # a compiled module begins so
    programs = {
        place: head + dumps(compile(text, place.removeprefix("programs/").partition("/")[2], "exec"))
        for place, text in kept.programs(noted).items()
    }
    ready = kept.files(noted, programs) | kept.fonts(archive.FONTS)
    for place, data in ready.items():
        make_folder((tmp_path / place).parent)
        replace_file(tmp_path / place, data)
    place = {**os.environ, "STARBOX_CACHE": str(tmp_path / kept.PLACE)}
    ran = subprocess.run([sys.executable, "-c", _WITHOUT], capture_output=True, env=place, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    assert ran.stdout.decode() == drawn


_ALONE = """
import sys
from importlib.abc import MetaPathFinder
from generator.site.archive import LEFT_OUT

for name in [name for name in sys.modules if name.partition(".")[0] in ("generator", "components")]:
    del sys.modules[name]

class Refusing(MetaPathFinder):
    def find_spec(self, name, *_):
        assert not LEFT_OUT.match(name.replace(".", "/") + ".py"), f"{name} is not there"

sys.meta_path.insert(0, Refusing())
from generator.cli import main
sys.argv = ["pnp", *sys.argv[1:]]
main()
"""


@pytest.mark.outside
@pytest.mark.parametrize("more", [["--sheets"], []], ids=["sheets", "all"])
def test_printing_needs_no_module_that_the_site_leaves_out(more: list[str], tmp_path: Path) -> None:
    words = ["build", "last-blast", "--together", "--jobs", "1", "--out", str(tmp_path), *more]
    ran = subprocess.run([sys.executable, "-c", _ALONE, *words], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
