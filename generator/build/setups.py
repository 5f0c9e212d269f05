"""A set-up printed on its own, for `referee setup --pdf`."""

from __future__ import annotations

from pathlib import Path

from components import catalogue
from components.setup import Setup
from generator.faces.renderer import Renderer
from generator.files import replace_files
from generator.pdf.setups import setup_pdf
from generator.sheets.paper import Paper, paper_size


def print_setup(setup: Setup, file: Path) -> None:
    """Write the set-up of one of the five games as an A4 PDF. Raises `OutputError` if writing fails."""
    game = catalogue.load(setup.game)
    width, height = paper_size("a4")
    renderer = Renderer(game)
    pdf = setup_pdf(setup, game, renderer, Paper("a4", width, height))
    replace_files(file.parent, {file.name: pdf})
