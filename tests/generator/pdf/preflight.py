"""Contents of a PDF for a print house, read by others: the objects by pypdf, the inks by Ghostscript."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image
from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

_SCREEN = re.compile(rb"(?<![\w.])-?[\d.]+ -?[\d.]+ -?[\d.]+ (?:rg|RG)\b")
needs_ghostscript = pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript is not installed")


def objects(pdf: bytes) -> Iterator[Any]:
    """Every object of the document that anything refers to."""
    seen: set[int] = set()
    waiting: list[Any] = [pypdf.PdfReader(io.BytesIO(pdf)).trailer]
    while waiting:
        one = waiting.pop()
        if isinstance(one, IndirectObject):
            if one.idnum in seen:
                continue
            seen.add(one.idnum)
            one = one.get_object()
        yield one
        if isinstance(one, DictionaryObject):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def screen_colours(pdf: bytes) -> list[str]:
    """Find what in it is in the colours of a screen: names of colour spaces and operators."""
    found = []
    for one in objects(pdf):
        if one in ("/DeviceRGB", "/CalRGB"):
            found.append(str(one))
        if isinstance(one, StreamObject) and one.get("/Subtype") in (None, "/Form") and "/Length1" not in one:
            found += [str(hit) for hit in _SCREEN.findall(one.get_data())]
    return found


def transparencies(pdf: bytes) -> list[str]:
    """Find what in it one sees through."""
    found = []
    for one in objects(pdf):
        if isinstance(one, DictionaryObject):
            found += [key for key in ("/ca", "/CA") if one.get(key, 1) != 1]
            found += [key for key in ("/SMask",) if one.get(key, "/None") != "/None"]
            found += ["/Group"] if one.get("/S") == "/Transparency" else []
    return found


def most_ink(pdf: Path, folder: Path, dpi: int = 40) -> float:
    """The most ink on any spot of any page, percent."""
    _ghostscript("tiff32nc", pdf, folder / "page-%03d.tif", dpi)
    most = 0
    for file in folder.glob("page-*.tif"):
        with Image.open(file) as page:
            inks = page.tobytes()
        most = max(most, *map(sum, zip(inks[::4], inks[1::4], inks[2::4], inks[3::4], strict=True)))
    return most / 2.55


def plates(pdf: Path, folder: Path, dpi: int = 72) -> dict[str, Image.Image]:
    """The first page as one picture of each ink; 0 is all of it, 255 none."""
    _ghostscript("tiffsep", pdf, folder / "plate.tif", dpi, "-dLastPage=1", "-dMaxSpots=4")
    return {file.name[6:-5]: Image.open(file) for file in folder.glob("plate(*).tif")}


def _ghostscript(device: str, pdf: Path, out: Path, dpi: int, *options: str) -> None:
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", f"-sDEVICE={device}", f"-r{dpi}", *options]
    done = subprocess.run(
        [*command, f"-sOutputFile={out}", str(pdf)], capture_output=True, text=True, timeout=300, check=True
    )
    assert "rror" not in done.stdout + done.stderr, done.stdout + done.stderr
