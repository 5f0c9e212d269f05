"""Rules with signs that mean something to the typesetter, and rules that are too much for it."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pypdf
import pytest

from components.catalogue import load
from components.errors import DataError, StarboxError
from generator.book.booklet import booklet
from generator.book.rulebook import rulebook
from generator.faces.renderer import Renderer
from generator.faces.type.characters import typographic
from referee.lessons.course import begin
from referee.screen import prompt

Printed = Callable[[Mapping[str, Any]], StarboxError | None]
Trap = Callable[[Mapping[str, Any]], Path]

# Texts that are printed as they stand, wherever they stand.
TEXTS = [
    "The pilot's turn",
    'The "first" turn',
    "'",
    '"',
    "'\"'\"",
    "Salt & pepper",
    "&amp;",
    "&#65;",
    "a < b > c",
    "<b>bold</b>",
    "<a href='javascript:alert(1)'>x</a>",
    "<onDraw name='x' label='y'/>",
    "<img src='/etc/passwd'/>",
    "<para>x</para>",
    "</para>",
    "]]>",
    "a, b; c",
    "100 %",
    "%s %(x)s {x}",
    "\\x2c \\n \\",
    "(a) [b] {c}",
    "#1",
    "/Root 1 0 R",
    "__import__('os').system('touch CANARY')",
    "',__import__('os').system('touch CANARY'),'",
    "\\x27,__import__(\\x27os\\x27).system(\\x27touch CANARY\\x27)",
]
FIGURE = """\
[[figure]]
after = "1.1"
caption = "It's & so"
pieces = [{ deck = "cards", code = "A1", note = "'&<" }]
"""
BURDENS = {
    "open emphasis": "1.1 " + "*a " * 30_000,
    "emphasis": "1.1 " + "*a* " * 20_000,
    "bold": "1.1 " + "**a** " * 15_000,
    "code": "1.1 " + "`a` " * 20_000,
    "one word": "1.1 " + "a" * 100_000,
    "one paragraph": "1.1 " + "a " * 50_000,
    "many paragraphs": "1.1 a\n\n" + "a\n\n" * 20_000,
    "a long list": "1.1 a\n" + "- a\n" * 20_000,
    "a long table": "1.1 a\n\n|a|b|\n|-|-|\n" + "|a|b|\n" * 10_000,
    "a wide table": "1.1 a\n\n" + "|a" * 2_000 + "|\n" + "|-" * 2_000 + "|\n",
    "an empty table": "1.1 a\n\n|-|-|\n",
    "many sections": "".join(f"\n## {number} a\n\n{number}.1 b\n" for number in range(2, 3_000)),
    "many rules": "".join(f"1.{number} a\n\n" for number in range(1, 5_000)),
    "a number of many digits": f"1.{'1' * 5_000} a",
    "a section of many digits": f"## {'1' * 5_000} a\n\n{'1' * 5_000}.1 b",
    "too much": "a\n" * 100_000,
    "a control character": "1.1 \x1b[31m",
    "a bell": "1.1 \x07",
    "a null": "1.1 \0",
    "half a character": b"1.1 \xed\xa0\x80",
    "not UTF-8": b"1.1 \xff",
    "UTF-16": "1.1 a".encode("utf-16"),
}


def test_every_sign_is_printed_as_it_stands(trap: Trap, guarded: None, monkeypatch: Any) -> None:
    """A book sets the apostrophes of words as printers do, and leaves every other sign."""
    title = 'The pilot\'s "first" turn & <b>'
    sections = "".join(
        f"## {number} {text}\n\n{text}\n\n{number}.1 R {text}\n\n- L {text}\n\n## {text}\n\n"
        for number, text in enumerate(TEXTS, 1)
    )
    folder = trap({"rules.md": f"# T\n\n{sections}", "figures.toml": FIGURE})
    toml = (folder / "game.toml").read_text()
    for old in ("Cards", "Trap"):
        toml = toml.replace(f'title = "{old}"', f"title = {json.dumps(title)}")
    (folder / "game.toml").write_text(toml)
    monkeypatch.chdir(folder)
    game = load(str(folder))
    book = rulebook(game, Renderer(game))
    pages = pypdf.PdfReader(io.BytesIO(book))
    words = _squeezed(" ".join(page.extract_text() for page in pages.pages))
    for text in TEXTS:  # read in the contents twice, in two headings, before the rules, in a rule, in a list
        assert words.count(_squeezed(typographic(text))) >= 7, text
    outline = [item["/Title"] for item in pages.outline]
    texts = enumerate(map(typographic, TEXTS), 1)
    assert outline == ["In the box", *itertools.chain(*((f"{n} {text}", text) for n, text in texts))]
    assert pages.metadata and pages.metadata.title == f"{title}: rules"
    assert words.count(_squeezed(typographic(title))) > 5 and "It’s&so" in words
    assert booklet(book, game.title)


def _squeezed(text: str) -> str:
    """Lines may break anywhere."""
    return "".join(text.split())


@pytest.mark.parametrize("burden", BURDENS)
def test_rules_that_are_too_much_are_refused(burden: str, printed: Printed) -> None:
    text = BURDENS[burden]
    content = text if isinstance(text, bytes) else text.encode()
    problem = printed({"rules.md": b"# Trap\n\n## 1 Play\n\n" + content})
    assert isinstance(problem, DataError)
    assert "rules.md" in problem.where


def test_what_a_learner_types_cannot_command_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A lesson answers with it, and repeats the lines of a file that it is given as input."""
    typed = "\x1b]0;title\x07\nrules \x1b[2J\nland \u202e\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    monkeypatch.setattr("referee.lessons.course._folder", lambda: tmp_path)
    prompt.play(begin("mlem"), wipes=False)
    out = capsys.readouterr().out
    assert not set("\x1b\x07\u202e") & set(out)
    assert r"\x1b[2J" in out and r"\u202e" in out
