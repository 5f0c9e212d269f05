"""Looking rules up: by number, by section or by words."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from components.catalogue import Game
from components.errors import UsageError
from components.prose import Block, List, Paragraph, Run, blocks, table
from components.rules import Rule, Section
from components.terminal import text_lines
from referee.engine.answers import Answer


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
    rows = [
        (section.number, section.title, f"{section.rules[0].number}–{section.rules[-1].number}")
        if section.rules
        else (section.number, section.title)
        for section in game.rules.sections
    ]
    rules = tuple(_found(game, section, rule) for section in game.rules.sections for rule in section.rules)
    return Answer(FoundRules(game.slug, rules), (f"{game.title}: rules", "", table(rows, "><", indent=2)))


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
    return " ".join(text_lines(blocks(found[0].text))).removesuffix(" °") if len(found) == 1 else ""


def rule_blocks(rule: FoundRule) -> Iterator[Block]:
    """The blocks of the rule, the first of which begins with its number."""
    first, *rest = blocks(rule.text)
    number = (Run(rule.number, cites=rule.number), Run("  "))
    yield Paragraph((*number, *first.words)) if isinstance(first, Paragraph) else Paragraph(number)
    yield from rest if isinstance(first, Paragraph) else (first, *rest)


def _by_number(game: Game, number: str) -> Answer[FoundRules]:
    for section in game.rules.sections:
        if section.number == number:
            return _whole(game, section)
        for rule in section.rules:
            if rule.number == number:
                found = _found(game, section, rule)
                return Answer(FoundRules(game.slug, (found,)), _spaced(rule_blocks(found)))
    todo = f"List the rules with referee rules {game.slug}."
    raise UsageError(f'There is no rule "{number}".', where=game.title, todo=todo)


def _whole(game: Game, section: Section) -> Answer[FoundRules]:
    found = tuple(_found(game, section, rule) for rule in section.rules)
    title = Paragraph((Run(f"{section.number} {section.title}".strip(), bold=True),))
    return Answer(
        FoundRules(game.slug, found), _spaced([title], blocks(section.prose), *map(rule_blocks, found))
    )


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
    return Answer(found, _spaced(*map(rule_blocks, found.rules)))


def _found(game: Game, section: Section, rule: Rule) -> FoundRule:
    return FoundRule(f"{game.rules.prefix} {rule.number}", section.title, rule.text)


def _spaced(*groups: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks with an empty paragraph between two of them, but not between words and their list."""
    found: list[Block] = []
    for block in itertools.chain(*groups):
        if found and not (isinstance(found[-1], Paragraph) and isinstance(block, List)):
            found.append(Paragraph())
        found.append(block)
    return tuple(found)
