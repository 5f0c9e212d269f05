"""Man pages of both commands and of all their subcommands, from the texts of their help.

man.py FOLDER    writes FOLDER/pnp.1, pnp-build.1, referee-odds-mlem.1 … and says how many
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import typer
from typer.main import get_command


class Page:
    """What a command writes its help to, as it would to Click's formatter: here it becomes a man page."""

    def __init__(self, name: str, about: str) -> None:
        title = f'.TH "{name.upper().replace(" ", "-")}" 1 "" "Starbox {version("starbox")}" "Starbox"'
        self._lines = [title, ".SH NAME", f"{written(name.replace(' ', '-'))} \\- {written(about)}"]
        self.width = 78

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Note how it is called."""
        self._lines += [".SH SYNOPSIS", f".B {written(prog)}", written(args), ".SH DESCRIPTION"]

    def write_heading(self, heading: str) -> None:
        """Begin a section."""
        self._lines.append(f'.SH "{written(heading.upper())}"')

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """A section."""
        self.write_heading(name)
        yield

    @contextmanager
    def indentation(self) -> Iterator[None]:
        """Nothing is indented: a reader of man pages does that."""
        yield

    def indent(self) -> None:
        """See `indentation`."""

    dedent = write_paragraph = indent

    def write(self, text: str) -> None:
        """Note words as they are."""
        if text.strip():
            self.write_text(text)

    def write_text(self, text: str) -> None:
        """Note paragraphs."""
        for paragraph in re.split(r"\n\s*\n", text.replace("\b", "").strip()):
            self._lines += [".PP", *map(written, paragraph.split("\n"))]

    def write_dl(self, rows: Sequence[tuple[str, str]], **_: object) -> None:
        """Note what there is to choose, each with what it does."""
        for first, second in rows:
            self._lines += [".TP", f".B {written(first)}", written(" ".join(second.split())) or "\\&"]

    def text(self, others: Sequence[str]) -> str:
        """The page; `others` are those that it leads to."""
        seen = [f"\\fB{written(name.replace(' ', '-'))}\\fP(1)" for name in others]
        also = [".SH SEE ALSO", ", ".join(seen)] if seen else []
        return "\n".join([*self._lines, *also, ""])


def written(text: str) -> str:
    """The text so that roff reads nothing in it as an order of its own."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"[^\x00-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", text)
    return f"\\&{text}" if text[:1] in (".", "'") else text


def pages(
    command: Any, name: str, parent: Any = None, above: Sequence[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the page of a command, then those of its subcommands."""
    context = typer.Context(command, info_name=name.rpartition(" ")[2], parent=parent)
    words = command.list_commands(context) if hasattr(command, "list_commands") else []
    below = [(word, found) for word in words if (found := command.get_command(context, word))]
    page = Page(name, (command.get_short_help_str(limit=1000) or name).rstrip("."))
    command.format_help(context, page)
    yield name, page.text([*above, *(f"{name} {word}" for word, _ in below)])
    for word, found in below:
        yield from pages(found, f"{name} {word}", context, (name,))


def main(folder: Path) -> None:
    from generator.commands.start import COMMANDS, app_with
    from referee.cli import app

    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.1"):
        old.unlink()
    count = 0
    for name, made in (("pnp", app_with(tuple(COMMANDS))), ("referee", app)):
        for title, text in pages(get_command(made), name):
            (folder / f"{title.replace(' ', '-')}.1").write_text(text, encoding="utf-8")
            count += 1
    print(f"{count} man pages -> {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
