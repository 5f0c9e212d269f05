"""Whoever writes a PDF loads nothing for pictures and for shaped text, and can load it afterwards."""

from __future__ import annotations

import subprocess
import sys

import pytest

_LOADS = """
import sys
import generator.pdf.document
print({"PIL", "uharfbuzz"} & sys.modules.keys())
from PIL import Image
print(Image.new("L", (2, 3)).size)
"""


@pytest.mark.outside
def test_a_document_needs_neither_pillow_nor_uharfbuzz() -> None:
    ran = subprocess.run([sys.executable, "-c", _LOADS], capture_output=True, text=True, check=True)
    assert ran.stdout.split("\n")[:2] == ["set()", "(2, 3)"]
