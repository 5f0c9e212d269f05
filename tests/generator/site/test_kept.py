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


_LEFT_OUT = """
import sys
from importlib.abc import MetaPathFinder
from generator.site.archive import LEFT_OUT

for name in [name for name in sys.modules if name.partition(".")[0] in ("generator", "components")]:
    del sys.modules[name]

class Refusing(MetaPathFinder):
    def find_spec(self, name, *_):
        if LEFT_OUT.match(name.replace(".", "/") + ".py"):
            raise ModuleNotFoundError(f"{name} is not there")

sys.meta_path.insert(0, Refusing())
"""
_PRINTS = """
from generator.cli import main
sys.argv = ["pnp", *sys.argv[1:]]
main()
"""
_PLAYS = """
import asyncio, re
from referee.commands.serve import tool_desk
from referee.web.device import Device
sys.platform = "emscripten"

async def play(game):
    device = Device(tool_desk())
    page = await device.page("GET", device.begin(game, "Ann")["path"])
    assert page["status"] == 200 and "Your moves" in page["text"], page["text"]
    path = re.search(r'action="([^"]+/move)"', page["text"])[1]
    fields = re.findall(r'name="(form_token|ask)" value="([^"]*)"', page["text"])
    move = re.search(r'data-best="([^"]*)"', page["text"])[1]
    if move:
        sent = "&".join(f"{name}={value}" for name, value in {**dict(fields), "move": move}.items())
        page = await device.page("POST", path, sent.replace(" ", "+"))
        assert page["status"] == 200, (game, move, page["text"])
    lesson = await device.page("GET", device.learn(game)["path"])
    assert lesson["status"] == 200, lesson["text"]

for game in sys.argv[1:]:
    asyncio.run(play(game))
"""


@pytest.mark.outside
@pytest.mark.parametrize("more", [["--sheets"], []], ids=["sheets", "all"])
def test_printing_needs_no_module_that_the_site_leaves_out(more: list[str], tmp_path: Path) -> None:
    words = ["build", "last-blast", "--together", "--jobs", "1", "--out", str(tmp_path), *more]
    ran = subprocess.run(
        [sys.executable, "-c", _LEFT_OUT + _PRINTS, *words], capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stderr.decode()


@pytest.mark.outside
def test_playing_needs_no_module_that_the_site_leaves_out(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _LEFT_OUT + _PLAYS, *catalogue.slugs()]
    place = {**os.environ, "STARBOX_DATA": str(tmp_path)}
    ran = subprocess.run(command, capture_output=True, env=place, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
