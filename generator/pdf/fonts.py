"""Font files as reportlab reads them: registered by name, measured, embedded."""

from __future__ import annotations

import struct
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from components.errors import TemplateError


def register(name: str, file: Path | BinaryIO, where: str = "") -> Any:
    """Register the font under that name; its face, which has its measures in thousandths of the type size.

    Raises `TemplateError` for a file that cannot be embedded.
    """
    try:
        font = TTFont(name, str(file) if isinstance(file, Path) else file)
    except (TTFError, ValueError, KeyError, IndexError, struct.error) as problem:
        raise TemplateError(
            f"The font {name} cannot be embedded: {problem}.", where=where or str(file)
        ) from None
    if not isinstance(file, Path):
        # reportlab takes two fonts for one if their files have the same name in them, as weights that were
        # made of a variable font do.
        font.face.name = name.encode()
    # To break the lines of a rulebook, reportlab measures each word a dozen times.
    font.stringWidth = lru_cache(maxsize=10_000)(font.stringWidth)
    # Each document tells the widths of its letters, which are the same numbers in most of them.
    widths, missing = font.face.charWidths, font.face.defaultWidth
    font.face.getCharWidth = cache(lambda code: fp_str(widths.get(code, missing)).encode())
    pdfmetrics.registerFont(font)
    return font.face


def registered(name: str) -> Any:
    """reportlab's font object for a registered name, to write it into a document."""
    return pdfmetrics.getFont(name)
