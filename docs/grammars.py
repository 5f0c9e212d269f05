"""Write what guides and scripts are told of moves, from their declarations.

    python docs/grammars.py

It fills the tables between `<!-- moves GAME -->` and `<!-- end -->` in `docs/games/`, and writes a JSON
Schema of the moves of every game to `docs/referee-json/moves/`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from referee.commands.help import forms_of
from referee.engine.moves import Form
from referee.games import find_game, find_pad, slugs

DOCS = Path(__file__).parent
SCHEMAS = DOCS / "referee-json" / "moves"

_TABLE = re.compile(r"(<!-- moves ([\w-]+)( pad)? -->\n).*?(<!-- end -->)", re.DOTALL)


def main() -> None:
    for guide in (DOCS / "games").glob("*.md"):
        guide.write_text(filled(guide.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMAS.mkdir(parents=True, exist_ok=True)
    for name, text in schemas().items():
        (SCHEMAS / name).write_text(text, encoding="utf-8")


def filled(guide: str) -> str:
    """The guide with every table of moves as the moves are declared now."""

    def table(found: re.Match[str]) -> str:
        game = find_pad(found[2]) if found[3] else find_game(found[2])
        return f"{found[1]}\n{_table(forms_of(game))}\n{found[4]}"

    return _TABLE.sub(table, guide)


def schemas() -> dict[str, str]:
    """A JSON Schema of the moves of every game and pad, by file name."""
    found = {}
    for slug, suffix, forms in _declared():
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "description": f"A move of {slug}{' on its score pad' if suffix else ''}, as it is written.",
            "type": "string",
            "anyOf": [
                {"title": form.grammar, "description": form.about, "pattern": form.pattern} for form in forms
            ],
        }
        found[f"{slug}{suffix}.json"] = json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
    return found


def _declared() -> Iterator[tuple[str, str, tuple[Form, ...]]]:
    for slug in slugs():
        yield slug, "", forms_of(find_game(slug))
    for slug in slugs("pad"):
        yield slug, "-pad", forms_of(find_pad(slug))


def _table(forms: tuple[Form, ...]) -> str:
    rows = ["| type | to | rule |", "|---|---|---|"]
    for form in forms:
        about = form.about[:1].lower() + form.about[1:].rstrip(".")
        typed = form.grammar.replace("|", "\\|")
        rows.append(f"| `{typed}` | {about} | {', '.join(form.rules)} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
