"""From sheets to PDF."""

import sys
from types import SimpleNamespace
from typing import Any

# reportlab loads Pillow at once, and uharfbuzz if it is there, to draw pictures and to shape text. Both are
# done here without it, and to load them takes longer than some sheets do.
_hidden: dict[str, Any] = {"PIL": SimpleNamespace(Image=None), "uharfbuzz": None}
_hidden = {name: stands_in for name, stands_in in _hidden.items() if name not in sys.modules}
sys.modules.update(_hidden)
import reportlab.pdfbase.ttfonts  # noqa: E402, F401

for _name in _hidden:
    del sys.modules[_name]
