"""Markdown read as blocks, and blocks set in lines."""

from __future__ import annotations

import pytest

from components import catalogue
from components.prose import Block, List, Paragraph, Run, Table, blocks, plain, runs
from components.terminal import set_lines, text_lines
from referee.games import slugs


def looks(markdown: str) -> list[tuple[str, str]]:
    """The parts of a text, each with the first letters of its looks."""
    marks = {"b": "bold", "i": "italic", "c": "code"}
    return [
        (run.text, "".join(mark for mark, look in marks.items() if getattr(run, look)))
        for run in runs(markdown)
    ]


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("a **b** c", [("a ", ""), ("b", "b"), (" c", "")]),
        ("*Solar*: light", [("Solar", "i"), (": light", "")]),
        ("**a *b* c**", [("a ", "b"), ("b", "bi"), (" c", "b")]),
        ("`1 2 *` or `*`", [("1 2 *", "c"), (" or ", ""), ("*", "c")]),
        ("5 * 3 * 2", [("5 * 3 * 2", "")]),
        ("one\n  two", [("one two", "")]),
        ("", []),
    ],
)
def test_marks_are_looks(markdown: str, found: list[tuple[str, str]]) -> None:
    assert looks(markdown) == found


def test_a_citation_is_known() -> None:
    assert [run.cites for run in runs("as in **LB 4.6**, ORBIT 4, LB 4")] == ["", "LB 4.6", "", "LB 4"]


def test_blocks_need_no_empty_line() -> None:
    found = [*blocks("Words\nmore\n- one\n  goes on\n- two\n| a | b |\n|---|:-:|\n| 1 | |\nEnd")]
    assert list(map(type, found)) == [Paragraph, List, Table, Paragraph]
    assert [[plain(unit) for unit in block.units] for block in found] == [
        ["Words more"],
        ["one goes on", "two"],
        ["a", "b", "1", ""],
        ["End"],
    ]


def test_a_numbered_list_keeps_its_numbers_and_begins_after_an_empty_line() -> None:
    """A number that begins a line of a paragraph, or of an entry with a mark, is none of them."""
    first, steps, again = blocks("On\n2. May\n\n1. Move to\n  Street\n2. Fire\n\n- a\n  1. b")
    assert isinstance(steps, List) and isinstance(again, List)
    assert [plain(unit) for unit in (*first.units, *again.units)] == ["On 2. May", "a 1. b"]
    assert steps.numbers == ("1.", "2.") and not again.numbers
    assert text_lines([List((runs("Move on"), runs("Fire")), ("9.", "10."))], 8) == (
        "9. Move", "   on", "10. Fire",
    )  # fmt: skip


def test_lines_are_as_wide_as_asked_and_keep_their_looks() -> None:
    block = Paragraph(runs("one *two three* four [LB 4.6] at 5 %"), indent=1, hanging=2)
    assert text_lines([block], 14) == (" one two three", "   four", "   [LB 4.6] at", "   5 %")
    first, *_ = set_lines([block], 14)
    assert first == (Run(" "), Run("one "), Run("two three", italic=True))


def test_a_table_is_in_columns() -> None:
    (table,) = blocks("| code | what |\n|---|---|\n| A | long words here |\n| BB | |")
    assert text_lines([table], 14) == (
        "code  what",
        "────  ────────",
        "A     long",
        "      words",
        "      here",
        "BB",
    )


@pytest.mark.parametrize("game", [*map(catalogue.load, slugs())], ids=lambda game: game.slug)
def test_no_rule_shows_a_mark(game: catalogue.Game) -> None:
    """The only asterisk is a face of a die, which is code."""
    for section in game.rules.sections:
        for text in (section.prose, *(rule.text for rule in section.rules)):
            for block in blocks(text):
                assert not any("*" in run.text for run in _runs(block) if not run.code)
                assert not any("`" in run.text for run in _runs(block))


def _runs(block: Block) -> list[Run]:
    return [run for unit in block.units for run in unit]
