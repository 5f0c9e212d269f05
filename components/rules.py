"""The numbered rules of a game: read from `rules.md`, printed in the rulebook, cited by the referee.

The format is Markdown a person writes by hand. A section is a heading `## 3 Flight`; a rule is a
paragraph that begins with its number, `3.1 Move the cube …`, and goes on until the next rule, with
lists and line breaks as they are. Text above the first section is the introduction. Lines after "> " are
worked examples, if all lines of a section's prose are. A rule that ends with "°" is ours: it fills a gap of
the published rules. Sentences in `[…]{program}` are of no use at a table: the book leaves them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from components.errors import DataError, UsageError, did_you_mean
from components.prose import check_marks
from components.reading import read_text

RULES_BYTES: Final = 128 * 1024  # ten times the rules of an ordinary game
SECTIONS: Final = 200
RULES: Final = 2_000

OURS: Final = "°"

_QUOTE: Final = ">"
_FOR_PROGRAM = re.compile(r"( ?)\[([^][]*)\]\{program\}")
_SECTION = re.compile(r"## (?:(\d{1,9}) )?(.+)")
_RULE = re.compile(r"(\d{1,9})\.(\d{1,9})[ \t]+(.+)")


class Rule(NamedTuple):
    """One rule: its number as printed (`4.6`) and its text, Markdown."""

    number: str
    text: str

    @property
    def ours(self) -> bool:
        """Tell whether it fills a gap of the published rules."""
        return self.text.endswith(OURS)


class Section(NamedTuple):
    """A section: its number (empty for an unnumbered one, such as credits), title, prose and rules.

    quoted  whether its prose has worked examples alone: in the file, "> " is before each line
    """

    number: str
    title: str
    prose: str
    rules: tuple[Rule, ...]
    quoted: bool = False


@dataclass(frozen=True)
class Rules:
    """The rules of one game.

    prefix  what a citation starts with: `LB 4.6`
    book    the same rules without what only a program needs; None if there is nothing of the kind
    """

    prefix: str
    introduction: str
    sections: tuple[Section, ...]
    book: Rules | None = None

    def __iter__(self) -> Iterator[Rule]:
        return (rule for section in self.sections for rule in section.rules)

    def __getitem__(self, number: str) -> Rule:
        """The rule of that number. Raises `UsageError` if there is none."""
        for rule in self:
            if rule.number == number:
                return rule
        raise UsageError(
            f'There is no rule "{number}".', where=self.prefix, todo=did_you_mean(number, self.numbers())
        )

    def numbers(self) -> tuple[str, ...]:
        return tuple(rule.number for rule in self)


def read_rules(file: Path, prefix: str, within: Path | None = None) -> Rules:
    """The rules in `file`; `within` is the game's folder.

    Raises `DataError` for a number out of place or used twice, for too much text, and for an open bracket.
    """
    if not file.is_file():
        raise DataError("There is no such file.", where=str(file), todo='Write the rules in it: "## 1 Play".')
    text = read_text(file, limit=RULES_BYTES, within=within)
    check_marks(text, file, "rules")
    whole = _FOR_PROGRAM.sub(r"\1\2", text)
    if "{program}" in whole:
        number = whole[: whole.index("{program}")].count("\n") + 1
        todo = "Write [Sentences for the program.]{program}, without brackets inside."
        raise DataError("Nothing is in brackets before {program}.", where=f"{file}, line {number}", todo=todo)
    rules = _parsed(whole, file, prefix)
    return rules if whole == text else replace(rules, book=_parsed(_FOR_PROGRAM.sub("", text), file, prefix))


def _parsed(text: str, file: Path, prefix: str) -> Rules:
    introduction: list[str] = []
    sections: list[_Draft] = []
    for line_number, line in enumerate(text.split("\n"), 1):
        where = f"{file}, line {line_number}"
        if heading := _SECTION.fullmatch(line):
            if heading[1] and heading[1] in (section.number for section in sections):
                raise DataError(
                    f"There are two sections {heading[1]}.",
                    where=where,
                    todo="Give one of them another number.",
                )
            sections.append(_Draft(heading[1] or "", heading[2].strip()))
        elif not sections:
            introduction.append(line)
        elif rule := _RULE.match(line):
            sections[-1].add(rule[1], int(rule[2]), rule[3], where)
        else:
            sections[-1].lines().append(line)
    count = sum(len(section.rules) for section in sections)
    if len(sections) > SECTIONS or count > RULES:
        raise DataError(
            f"There are {len(sections):,} sections and {count:,} rules.",
            where=str(file),
            todo=f"Write at most {SECTIONS} sections and {RULES:,} rules.",
        )
    if not sections:
        raise DataError("There are no rules in it.", where=str(file), todo='Begin a section: "## 1 Set-up".')
    said = "\n".join(line for line in introduction if not line.startswith("# ")).strip()
    return Rules(prefix, said, tuple(section.finished() for section in sections))


class _Draft:
    """A section while its lines are being read."""

    def __init__(self, number: str, title: str) -> None:
        self.number = number
        self.title = title
        self.prose: list[str] = []
        self.rules: list[tuple[str, list[str]]] = []

    def add(self, section: str, position: int, text: str, where: str) -> None:
        if not self.number:
            todo = f'Write "## {section} {self.title}".'
            raise DataError(
                f"Rule {section}.{position} is in a section without a number.", where=where, todo=todo
            )
        expected = f"{self.number}.{len(self.rules) + 1}"
        if f"{section}.{position}" != expected:
            raise DataError(
                f"Rule {section}.{position} is where {expected} is expected.",
                where=where,
                todo="Number the rules of a section without gaps, from 1.",
            )
        self.rules.append((expected, [text]))

    def lines(self) -> list[str]:
        return self.rules[-1][1] if self.rules else self.prose

    def finished(self) -> Section:
        rules = tuple(Rule(number, "\n".join(lines).strip()) for number, lines in self.rules)
        said = [line for line in self.prose if line.strip()]
        quoted = bool(said) and all(line.startswith(_QUOTE) for line in said)
        lines = [line.removeprefix(_QUOTE).removeprefix(" ") if quoted else line for line in self.prose]
        return Section(self.number, self.title, "\n".join(lines).strip(), rules, quoted)
