"""The limits in the guide are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from components import catalogue, decks, figures, languages, pieces, reading, rules, sheets, sizes, teaching
from components.workbooks import reading as workbooks
from components.workbooks import table
from generator.book import prose
from generator.faces import drawing, theme
from generator.faces.illustration import art
from generator.faces.pictures import resvg, source, vector
from generator.faces.svg import path, symbols
from generator.faces.templating import layouts, sandbox, templates
from generator.faces.type import own, sfnt, typesetting
from referee.table.journal import reader as journals
from referee.web import guard

MB = 1024 * 1024
LIMITS: dict[str, float] = {
    "a file": reading.FILE_BYTES,
    "a TOML file": reading.TOML_BYTES,
    "a CSV file": sheets.CSV_BYTES,
    "a workbook": workbooks.BYTES,
    "cells of a workbook, unpacked": table.UNPACKED,
    "rows of a sheet": table.ROWS,
    "columns of a sheet": table.COLUMNS,
    "cells of a sheet, empty ones too": table.CELLS,
    "text of a sheet": table.CHARACTERS,
    "a template": templates.TEMPLATE_BYTES,
    "a symbol": symbols.BYTES,
    "a picture": source.BYTES,
    "a picture that is an SVG": vector.BYTES,
    "a font": own.BYTES,
    "characters of a font": sfnt.CHARACTERS,
    "pixels of a side of a picture": source.SIDE,
    "pixels of a picture": source.PIXELS,
    "memory for decoding a picture": source.MEMORY,
    "characters of the texts of an SVG that resvg draws": resvg.LETTERS,
    "the processor's time for an SVG that resvg draws, seconds": resvg.SECONDS,
    "`rules.md`": rules.RULES_BYTES,
    "tables or lists in each other": reading.NESTING,
    "digits of a whole number": reading.DIGITS,
    "decks": catalogue.DECKS,
    "columns of a deck": pieces.COLUMNS,
    "boxes of a layout": layouts.BOXES,
    "different pieces in a deck": pieces.ROWS,
    "copies of a piece": pieces.COPIES,
    "pieces in a game": catalogue.PIECES,
    "characters of a code": pieces.CODE,
    "players": catalogue.PLAYERS,
    "a side of a piece, mm": sizes.LARGEST,
    "columns or rows of a stepped piece": decks.GRID,
    "a type size, points": theme.TYPE_SIZES[1],
    "a length of the theme, mm": theme.LENGTH,
    "words of a language": languages.ENTRIES,
    "pieces in a figure": figures.SHOWN,
    "columns or rows from the first in a figure": figures.FARTHEST,
    "`learn.md`, `solo.md`": teaching.LESSON_BYTES,
    "scenes": teaching.SCENES,
    "pieces, dice, marks, words and arrows of a scene": teaching.THINGS,
    "a side of a scene, mm": teaching.LARGEST,
    "sections of the rules": rules.SECTIONS,
    "rules": rules.RULES,
    "characters of a paragraph of the rules": prose.LONGEST,
    "changes of bold, italic and code in a paragraph": prose.RUNS,
    "rows of a table in the rules": prose.ROWS,
    "columns of a table in the rules": prose.COLUMNS,
    "paragraphs, entries and cells of a rule": prose.UNITS,
    "steps of a template for a face: loops, calls, outputs": sandbox.STEPS,
    "characters that a template makes for a face": sandbox.CHARACTERS,
    "the processor's time for a face, seconds (not on Windows)": sandbox.SECONDS,
    "characters of a text on a face": typesetting.LONGEST,
    "stars or points of a picture": art.MOST,
    "dots of a halftone": art.DOTS,
    "characters of a face's SVG": drawing.CHARACTERS,
    "characters of a path": path.LONGEST,
    "elements drawn on a face": drawing.DRAWN,
    "elements in each other": drawing.NESTING,
}


def test_the_guide_tells_every_limit(project: Path) -> None:
    guide = (project / "docs" / "own-games.md").read_text(encoding="utf-8").partition("### Limits")[2]
    rows = re.findall(r"^\| (.+?) \| ([\d,]+)(?: (MB|KB))? \|$", guide, re.MULTILINE)
    units = {"": 1, "KB": 1024, "MB": MB}
    assert {what: int(most.replace(",", "")) * units[unit] for what, most, unit in rows} == LIMITS
    assert f"at least {sizes.SMALLEST} mm" in guide


def test_the_limits_of_journals_are_told(project: Path) -> None:
    page = (project / "docs" / "security.md").read_text(encoding="utf-8").partition("## Saved games")[2]
    rows = re.findall(r"^\| ([\d,]+) (\w+) \| (.+?) \|$", page.partition("## Phones")[0], re.MULTILINE)
    assert {what: (most, unit) for most, unit, what in rows} == {
        "a journal": (f"{reading.FILE_BYTES // MB}", "MB"),
        "a line of it": (f"{journals.MOST_IN_A_LINE // MB}", "MB"),
        "a move or a result": (f"{journals.LONGEST_TEXT:,}", "characters"),
        "lists and objects inside each other": (f"{reading.NESTING}", "levels"),
        "a whole number": (f"{reading.DIGITS}", "digits"),
    }
    assert f"Bodies over {guard.LARGEST_BODY // 1024} KB" in (project / "docs" / "security.md").read_text(
        encoding="utf-8"
    )


def test_the_guide_tells_every_filter(project: Path) -> None:
    guide = (project / "docs" / "own-games.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", guide.partition("filters these work:")[2].partition(". Lists and")[0]))
    aliases = {"d", "e", "count"}  # aliases of default, escape and length
    assert told == {*sandbox._FILTERS, "n"} - aliases
