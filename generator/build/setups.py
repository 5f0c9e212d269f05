"""A set-up printed on its own, for `referee setup --pdf`."""

from pathlib import Path

from components.languages.missing import warning
from components.languages.translated import load
from components.setup import Setup
from components.writing import make_folder, replace_file
from generator.faces.renderer import Renderer
from generator.pdf.setups import setup_pdf
from generator.sheets.paper import Paper, paper_size


def print_setup(setup: Setup, file: Path, language: str = "") -> tuple[str, ...]:
    """Write the set-up as an A4 PDF, in that language; returns a warning if it lacks words.

    Raises `UsageError` for a language that the game does not have, `OutputError` if writing fails.
    """
    game = load(setup.game, language)
    width, height = paper_size("a4")
    renderer = Renderer(game)
    pdf = setup_pdf(setup, game, renderer, Paper("a4", width, height))
    make_folder(file.parent)
    replace_file(file, pdf)
    return warning(game)
