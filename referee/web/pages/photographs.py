"""Photographs that a phone takes of the table: read in a process of their own, and kept nowhere.

A page asks with the picture and with codes of the pieces that are to be entered. The answer is the pieces
that are seen, each with its outline; the page shows them, and enters what its reader agrees to.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final

from components import catalogue
from components.errors import StarboxError
from referee.engine.asking.photographed import Photographed
from referee.games import photographs_of

LARGEST: Final = 6 * 1024 * 1024  # bytes of a photograph, which a page has made small
INSTALLED: Final = sys.platform != "emscripten" and find_spec("cv2") is not None
_PATIENCE = 120.0  # seconds; the first photograph of a deck takes longest
_ONE = threading.Semaphore(1)  # photographs read at a time: each takes a core


def seen_in(photograph: bytes, slug: str, codes: Sequence[str]) -> dict[str, Any]:
    """The pieces in a photograph, as a page wants them, or a `problem` that says what is wrong with it.

    codes  some of the codes that are to be entered: pieces of their decks are looked for
    """
    decks = [
        deck.name for deck in catalogue.load(slug).decks if {*codes} & {piece.code for piece in deck.pieces}
    ]
    if not decks:
        return {"problem": "No piece is to be entered now."}
    try:
        with _ONE:
            done = subprocess.run(
                [sys.executable, "-m", __name__, slug, *sorted(decks)],
                input=photograph, capture_output=True, timeout=_PATIENCE, check=True,
            )  # fmt: skip
        found: dict[str, Any] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return {"problem": "The photograph could not be read. Take it again, or tap what is there."}
    return found


def _read(photograph: bytes, slug: str, decks: tuple[str, ...]) -> dict[str, Any]:
    from referee.camera.looking import look

    known = photographs_of(slug).values()
    shown = next((one for one in known if (one.of or one.decks) == decks), Photographed(decks))
    table = look(photograph, catalogue.load(slug), shown.decks).table
    group = max(shown.groups(table).values(), key=len, default=[])
    if not group:
        return {"problem": "None of these pieces is seen. Take it from above, large, with all faces up."}
    pieces = [
        {"code": one.code, "up": one.up, "maybe": one.maybe, "outline": one.outline} for one in table.pieces
    ]
    order = [table.pieces.index(one) for one in (group[::-1] if shown.from_right else group)]
    return {"pieces": pieces, "order": order}


def main(slug: str, *decks: str) -> None:
    """Read the photograph on the standard input, and write what is seen, as JSON."""
    try:
        found = _read(sys.stdin.buffer.read(), slug, decks)
    except StarboxError as problem:
        found = {"problem": f"{problem.what} {problem.todo}".strip()}
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
