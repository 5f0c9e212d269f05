"""Looking rules up: by number, by section or by words."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from components.catalogue import Game
from components.errors import UsageError
from components.rules import Rule, Section
from referee.engine.answers import WIDTH, Answer, wrapped

_NARROWEST = 4  # columns of text that a column of a table has at least


@dataclass(frozen=True)
class FoundRule:
    """A rule: its number with the game's prefix ("LB 4.6"), its section's title and its Markdown text."""

    number: str
    section: str
    text: str


@dataclass(frozen=True)
class FoundRules:
    """Rules of one game, in the order of the rules."""

    game: str
    rules: tuple[FoundRule, ...]


def contents(game: Game) -> Answer[FoundRules]:
    """The sections with their numbers."""
    lines = [f"{game.title}: rules", ""]
    for section in game.rules.sections:
        numbers = f"{section.rules[0].number}–{section.rules[-1].number}" if section.rules else ""
        lines.append(f"{section.number:>3}  {section.title:40} {numbers}".rstrip())
    rules = tuple(_found(game, section, rule) for section in game.rules.sections for rule in section.rules)
    return Answer(FoundRules(game.slug, rules), tuple(lines))


def look_up(game: Game, words: str) -> Answer[FoundRules]:
    """A rule ("4.6", "LB 4.6"), a whole section ("4", "Flight") or every rule with all these words.

    `ok` is False if no rule has the words. Raises `UsageError` for a number that no rule has.
    """
    wanted = words.strip()
    prefix = game.rules.prefix
    if wanted.upper().startswith(prefix) and not wanted[len(prefix) :][:1].isalpha():
        wanted = wanted[len(prefix) :].strip()
    if wanted[:1].isdigit():
        return _by_number(game, wanted.rstrip("."))
    for section in game.rules.sections:
        if section.title.casefold() == wanted.casefold():
            return _whole(game, section)
    return _by_words(game, wanted)


def rule_text(game: Game, number: str) -> str:
    """The text of the rule cited as "LB 4.6", without emphasis marks; empty if there is no such rule."""
    try:
        found = look_up(game, number).value.rules
    except UsageError:
        return ""
    return " ".join(_text_lines(found[0].text)).removesuffix(" °") if len(found) == 1 else ""


def table_lines(rows: Sequence[str], width: int = WIDTH) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rows of a Markdown table in columns: the lines of its head, and the others.

    The widest columns are made narrower until the table fits that width, and what is in them is broken.
    """
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    cells = [row for row in cells if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    columns = max(map(len, cells))
    cells = [row + [""] * (columns - len(row)) for row in cells]
    sizes = [max(len(row[column]) for row in cells) for column in range(columns)]
    while sum(sizes) + 2 * (columns - 1) > width and max(sizes) > _NARROWEST:
        sizes[sizes.index(max(sizes))] -= 1
    head, *others = (tuple(_row_lines(row, sizes)) for row in cells)
    return head, ("  ".join("─" * size for size in sizes), *(line for row in others for line in row))


def _row_lines(row: Sequence[str], sizes: Sequence[int]) -> Iterator[str]:
    broken = [
        textwrap.wrap(cell, max(size, _NARROWEST), break_on_hyphens=False)
        for cell, size in zip(row, sizes, strict=True)
    ]
    for parts in itertools.zip_longest(*broken, fillvalue=""):
        yield "  ".join(f"{part:{size}}" for part, size in zip(parts, sizes, strict=True)).rstrip()


def _by_number(game: Game, number: str) -> Answer[FoundRules]:
    for section in game.rules.sections:
        if section.number == number:
            return _whole(game, section)
        for rule in section.rules:
            if rule.number == number:
                return Answer(FoundRules(game.slug, (_found(game, section, rule),)), _rule_lines(game, rule))
    todo = f"List the rules with referee rules {game.slug}."
    raise UsageError(f'There is no rule "{number}".', where=game.title, todo=todo)


def _whole(game: Game, section: Section) -> Answer[FoundRules]:
    lines = [f"{section.number} {section.title}".strip()]
    if section.prose:
        lines += ["", *_text_lines(section.prose)]
    for rule in section.rules:
        lines += ["", *_rule_lines(game, rule)]
    found = FoundRules(game.slug, tuple(_found(game, section, rule) for rule in section.rules))
    return Answer(found, tuple(lines))


def _by_words(game: Game, words: str) -> Answer[FoundRules]:
    wanted = words.casefold().split()
    hits = [
        (section, rule)
        for section in game.rules.sections
        for rule in section.rules
        if all(word in f"{section.title}\n{rule.text}".casefold() for word in wanted)
    ]
    found = FoundRules(game.slug, tuple(_found(game, section, rule) for section, rule in hits))
    if not hits:
        return Answer(found, (f'No rule of {game.title} contains "{words}".',), ok=False)
    lines: list[str] = []
    for _, rule in hits:
        lines += [*_rule_lines(game, rule), ""]
    return Answer(found, tuple(lines[:-1]))


def _found(game: Game, section: Section, rule: Rule) -> FoundRule:
    return FoundRule(f"{game.rules.prefix} {rule.number}", section.title, rule.text)


def _rule_lines(game: Game, rule: Rule) -> tuple[str, ...]:
    return _text_lines(f"{game.rules.prefix} {rule.number}  {rule.text}")


def _text_lines(markdown: str) -> tuple[str, ...]:
    """The Markdown with its paragraphs wrapped and without emphasis marks."""
    return tuple(_flowing(markdown.strip().replace("**", "").replace("`", "").splitlines()))


def _flowing(lines: Iterable[str]) -> Iterable[str]:
    paragraph: list[str] = []
    table: list[str] = []
    for line in [*lines, None]:
        in_table = line is not None and line.startswith("|")
        if table and not in_table:
            head, others = table_lines(table)
            yield from (*head, *others)
            table = []
        if paragraph and (line is None or not line.strip() or in_table or line.startswith("- ")):
            yield from _flow(paragraph)
            paragraph = []
        if line is None:
            return
        if in_table:
            table.append(line)
        elif line.strip():
            paragraph.append(line.strip())
        else:
            yield ""


def _flow(paragraph: list[str]) -> tuple[str, ...]:
    text = " ".join(paragraph)
    return wrapped(text, hanging=2 if text.startswith("- ") else 0)
