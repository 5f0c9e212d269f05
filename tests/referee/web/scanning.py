"""Reads QR codes as a phone does, from what is seen: a picture of a page, of a sheet or of a terminal."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

zxing = pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")
resvg = pytest.importorskip("resvg_py", reason="resvg-py is not installed")

_SVG = re.compile(r'<svg[^>]*class="qr".*?</svg>', re.DOTALL)


def scanned(picture: Image.Image) -> list[str]:
    """Read the QR codes of a picture."""
    return [
        found.text for found in zxing.read_barcodes(picture.convert("L"), formats=zxing.BarcodeFormat.QRCode)
    ]


def scanned_page(page: str) -> list[str]:
    """Read the QR codes of a page, each drawn by resvg."""
    return [text for svg in _SVG.findall(page) for text in scanned(_drawn(svg))]


def scanned_terminal(printed: str) -> list[str]:
    """Read the QR code that is printed with half blocks, in light letters on a dark terminal."""
    lines = [line for line in printed.splitlines() if line and set(line) <= set("█▀▄ ")]
    picture = Image.new("L", (len(lines[0]), 2 * len(lines)), "black")
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            picture.putpixel((column, 2 * row), 255 if letter in "█▀" else 0)
            picture.putpixel((column, 2 * row + 1), 255 if letter in "█▄" else 0)
    return scanned(picture.resize((picture.width * 4, picture.height * 4), Image.Resampling.NEAREST))


def _drawn(svg: str) -> Image.Image:
    svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1) if "xmlns=" not in svg else svg
    return Image.open(io.BytesIO(resvg.svg_to_bytes(svg_string=svg, width=480)))
