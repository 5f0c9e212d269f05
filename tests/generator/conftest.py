"""Fixtures of the printer's tests: drawings as pictures, a small game, and the command as it is typed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from components import catalogue
from generator import cli
from generator.faces import renderer, theme
from generator.faces.drawing import compile_svg
from generator.faces.svg import symbols
from generator.pdf import document, raster
from tests.generator import presswork

SIDE = 20  # side of a drawn picture, mm
PIXELS = 10  # pixels in a mm
COMMAND = [sys.executable, "-c", "import sys; from generator.cli import main; sys.exit(main())"]


@pytest.fixture(scope="session")
def drawn() -> Callable[[str], Image.Image]:
    """Prints the inside of an SVG of 20 × 20 mm and gives the picture, 10 pixels to a mm."""

    def draw(body: str) -> Image.Image:
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{body}</svg>'
        pdf = document.face_pdf(compile_svg(svg, "a face"), (SIDE, SIDE))
        return raster.image(pdf, 0, round(PIXELS * 25.4))

    return draw


@dataclass(frozen=True)
class Ran:
    """The end of a command and what it said."""

    code: int | None
    out: str
    err: str


@pytest.fixture
def pnp(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs `pnp` with these arguments, in this process, as if it had just been started."""

    def run(*arguments: object) -> Ran:
        for module in (catalogue, renderer, symbols, theme):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
        monkeypatch.setattr(sys, "argv", ["pnp", *map(str, arguments)])
        capsys.readouterr()
        code: object = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code
        said = capsys.readouterr()
        return Ran(code if isinstance(code, int) else 0 if code is None else 1, said.out, said.err)

    return run


@pytest.fixture
def pnp_process() -> Callable[..., Ran]:
    """Runs `pnp` with these arguments in a process of its own."""

    def run(*arguments: object, **settings: str) -> Ran:
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **settings},
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


Once = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def once() -> Once:
    """Gives the folder of that name; the first to ask makes what is in it, for all test processes."""
    return presswork.once


@pytest.fixture(scope="session")
def printed() -> Callable[[str], Path]:
    """Gives the folder with everything `pnp build` makes of a game; those of `PRINTED` are made together."""
    return presswork.printed


GAME = {
    "game.toml": """\
slug = "small"
title = "Small"
prefix = "SM"
players = [2, 4]
seats = ["orange", "blue"]

[credits]
authors = ["Somebody"]
licence = "MIT"

[[deck]]
name = "cards"
title = "Cards"
pieces = "cards.csv"
count = 4
size = "poker"
face = "card"
back = "card-back"
columns = { suit = "red|blue", value = "int 1..9", text = "text?" }

[[deck]]
name = "tokens"
title = "Tokens"
pieces = "tokens.toml"
each = "seat"
count = 2
size = [20, 20]
shape = "circle"
face = "token"
columns = {}
""",
    "cards.csv": "code,copies,suit,value,text\nR1,1,red,1,One\nR2,2,red,2,\nB9,1,blue,9,Nine\n",
    "tokens.toml": '[[piece]]\ncode = "token"\n',
    "rules.md": "# Small\n\nA game.\n\n## 1 Play\n1.1 Play a card.\n\n1.2 Stop.\n",
    "templates/card.svg.j2": """\
{% from "macros.svg.j2" import ground with context %}
{{ ground(c.tint) }}
{{ symbol("dot", 8, 8, 10, colour=c.accent) }}
{{ text(piece.value, 50, 20, "number") }}
{{ paragraph(piece.text or "", 8, 40, 40, 20) }}
{{ text(piece.code, 55, 80, "code", anchor="end") }}
""",
    "templates/card-back.svg.j2": '<rect x="-3" y="-3" width="70" height="95" fill="{{ c.night }}"/>\n',
    "templates/token.svg.j2": '{{ text(piece.tag, w / 2, 11, "code", anchor="middle") }}\n',
    "symbols/dot.svg": (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
    ),
    "theme.toml": '[palette]\naccent = "#aa0000"\n',
}


@pytest.fixture
def small_game(tmp_path: Path) -> Path:
    """A folder with a game of four cards and two tokens, to be built or spoiled."""
    folder = tmp_path / "small"
    for name, text in GAME.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder
